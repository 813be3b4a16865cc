"""Tuning: Optuna looks for values of options that bring measures close to targets. A study is stored in a file."""

import math
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from riotsim.lab.search.parameters import Parameter, Value
from riotsim.lab.statistics.samples import Samples
from riotsim.store.database.connection import BUSY_TIMEOUT_SECONDS, readable_errors
from riotsim.store.database.lock import acquire, release

if TYPE_CHECKING:
    import optuna

_TARGET: Final = re.compile(r"(.+?)=(-?\d+(?:\.\d+)?)(?:±(\d+(?:\.\d+)?))?")

_HOLDER_SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS holder (game TEXT PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL,
                                       born TEXT NOT NULL, since TEXT NOT NULL, token TEXT NOT NULL) STRICT
"""
"""SQL that creates the table of studies in use.

The table has the same columns as the table `holder` in a store of games. Its column `game` has the name of a study.
"""

UNMEASURED_DISTANCE: Final = math.inf
"""Distance from the targets for a setting whose games lack a measure: greater than any other distance."""


@dataclass(frozen=True, slots=True)
class Target:
    """A value that a measure should have, with a tolerance."""

    measure: str
    value: float
    within: float
    """Tolerance, in the unit of the measure. Distances from targets are counted in tolerances."""

    def miss(self, found: float) -> float:
        """Return the squared distance of a value from the target, in units of the tolerance `within`."""
        return ((found - self.value) / self.within) ** 2

    def is_met(self, found: float) -> bool:
        """Return whether a value lies within the tolerance of the target."""
        return abs(found - self.value) <= self.within

    def measured_in(self, found: Samples, arm: str) -> float | None:
        """Return the measure of an arm, or None if no game of the arm has it.

        If the name of the measure begins with `median `, the result is the median over single games. If not, it is the
        mean over pairs of games (all games of one seed).
        """
        values = found.by_game(arm, self.figure) if self.is_median else found.values(arm, self.figure)
        known = values[~np.isnan(values)]
        return float(np.median(known) if self.is_median else known.mean()) if len(known) else None

    @property
    def is_median(self) -> bool:
        """True if the target is for the median over single games, False if it is for the mean over pairs of games."""
        return self.measure.startswith(MEDIAN_PREFIX)

    @property
    def figure(self) -> str:
        """The name of the measure, without the prefix `median `."""
        return self.measure.removeprefix(MEDIAN_PREFIX)


MEDIAN_PREFIX: Final = "median "
"""Prefix that selects the median over games instead of the mean over pairs, as in `median turns`."""

TrialResult: TypeAlias = Mapping[str, float]
"""The measured values of a setting, by the measures of the targets. A measure that no game has is left out."""

TrialRunner: TypeAlias = Callable[[int, Mapping[str, str]], TrialResult]
"""A function that plays the games of one setting and returns the setting's result.

Its arguments are the number of the setting, from 0, and the setting's options. If it is called again after an
interruption, it plays only the missing games.
"""


MAX_REPEATED_PROPOSALS: Final = 10
"""Optuna may propose tried settings this number of times in a row.

After that, a setting is drawn at random.
"""

_Key: TypeAlias = frozenset[tuple[str, str]]
"""A setting as a set: each option's key with its value."""


def parse_target(text: str) -> Target:
    """Parse a target, such as `turns=40` or `first boss wins=0.5±0.02`.

    By default the tolerance is a tenth of the value.

    Raises:
        ValueError: The text is malformed, the tolerance is 0, or the value is 0 and the text gives no tolerance.
    """
    found = _TARGET.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"a target is written like turns=40 or 'first boss wins=0.5±0.02', not {text!r}")
    measure, value, within = found.groups()
    if not within and float(value) == 0.0:
        raise ValueError(f"{measure.strip()} near 0 needs a ± that says how near, like {measure.strip()}=0±0.02")
    near = float(within) if within else abs(float(value)) / 10
    if near == 0.0:
        raise ValueError(f"{measure.strip()} can't be met within 0")
    return Target(measure.strip(), float(value), near)


class Study:
    """A tuning study, stored in a file. Reserve it with `study_held` before you open it."""

    def __init__(self, file: Path, name: str, knobs: Sequence[Parameter], targets: Sequence[Target], seed: int) -> None:
        """Open a study, or create it.

        Args:
            file: The SQLite file of studies.
            name: Name of the study in the file.
            knobs: The options to change.
            targets: The values that measures should have.
            seed: Seed of Optuna's proposals.
        """
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        storage = optuna.storages.RDBStorage(f"sqlite:///{file}")
        self._knobs = knobs
        self._targets = targets
        self._seed = seed
        self._study = optuna.create_study(
            storage=storage, study_name=name, direction="minimize", load_if_exists=True,
            sampler=optuna.samplers.TPESampler(seed=seed),
        )  # fmt: skip

    @property
    def done(self) -> int:
        """Number of different settings whose games have all been played."""
        return len(self._seen)

    @property
    def settings(self) -> int:
        """Number of different settings that are possible."""
        return math.prod(knob.value_count for knob in self._knobs)

    def run(self, trials: int, play: TrialRunner) -> None:
        """Try settings until `trials` different settings are complete, or until all possible settings are complete.

        Settings whose games were interrupted are tried again first. Completed settings are not played again.

        Args:
            trials: Number of settings, including those of earlier calls.
            play: Function that plays a setting.
        """
        import optuna

        for broken in self._trials(optuna.trial.TrialState.RUNNING):
            self._study.tell(broken.number, state=optuna.trial.TrialState.FAIL)
            self._study.enqueue_trial(broken.params)
        seen = self._seen  # read once and extended below: each access reads all trials from the file
        while len(seen) < min(trials, self.settings):
            trial, options = self._new(seen, everything=self.settings <= trials)
            found = play(len(seen), options)
            self._told(trial, options, found)
            seen[_key(options)] = found

    def _new(self, seen: Mapping[_Key, TrialResult], *, everything: bool) -> "tuple[optuna.Trial, dict[str, str]]":
        """Return a setting that is not complete yet, both as a trial of Optuna and as options.

        Args:
            seen: The results of all completed settings.
            everything: True if all possible settings will be tried. The setting is then drawn at random.
        """
        import optuna

        proposals, finished = 0, len(self._trials(optuna.trial.TrialState.COMPLETE))
        while True:
            # The seed of a trial's proposals has to differ from trial to trial, also when the study is gone on with.
            self._study.sampler = optuna.samplers.TPESampler(seed=self._seed + finished)
            if (everything or proposals >= MAX_REPEATED_PROPOSALS) and not self._trials(
                optuna.trial.TrialState.WAITING
            ):
                self._study.enqueue_trial(self._by_lot(seen, finished))
            trial = self._study.ask()
            options = {knob.option: _suggested(trial, knob) for knob in self._knobs}
            known = seen.get(_key(options))
            if known is None:
                return trial, options
            self._told(trial, options, known)
            proposals, finished = proposals + 1, finished + 1

    def _told(self, trial: "optuna.Trial", options: Mapping[str, str], tried: TrialResult) -> None:
        trial.set_user_attr("options", dict(options))
        trial.set_user_attr("found", dict(tried))
        self._study.tell(trial, self._miss(tried))

    def _by_lot(self, seen: Collection[_Key], finished: int) -> dict[str, Value]:
        """Return a random setting that is not in `seen`, as parameters for Optuna.

        There must be at least one setting that is not in `seen`.

        Args:
            seen: The completed settings.
            finished: Number of Optuna's completed trials. The random numbers depend on it and on the study's seed.
        """
        lot = np.random.default_rng((self._seed, finished))
        while True:
            options = {knob.option: knob.value_by_index(int(lot.integers(knob.value_count))) for knob in self._knobs}
            if _key(options) not in seen:
                return {knob.option: knob.parse(options[knob.option]) for knob in self._knobs}

    @property
    def _seen(self) -> dict[_Key, TrialResult]:
        """Results of all completed settings, by setting."""
        import optuna

        complete = self._trials(optuna.trial.TrialState.COMPLETE)
        return {_key(trial.user_attrs["options"]): trial.user_attrs["found"] for trial in complete}

    def _trials(self, state: "optuna.trial.TrialState") -> "list[optuna.trial.FrozenTrial]":
        return self._study.get_trials(deepcopy=False, states=(state,))

    def best(self) -> tuple[dict[str, str], dict[str, float], float]:
        """Return the setting that came nearest to the targets so far.

        Returns:
            The setting's options, its measured values by target, and the sum of its squared distances from the targets.
            The sum is ∞ if the setting's games lack one of the measures.

        Raises:
            ValueError: No setting is complete yet.
        """
        best = self._study.best_trial
        assert best.value is not None, "it was tried to the end"
        return dict(best.user_attrs["options"]), dict(best.user_attrs["found"]), best.value

    def _miss(self, tried: TrialResult) -> float:
        return sum(
            one.miss(tried[one.measure]) if one.measure in tried else UNMEASURED_DISTANCE for one in self._targets
        )


@contextmanager
def study_held(file: Path, name: str) -> Iterator[None]:
    """Reserve a study for this process while the block lasts.

    Raises:
        Busy: Another process is using the study.
        BadFile: The file can't be used.
    """
    with readable_errors(file):
        opened = sqlite3.connect(file, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
    with closing(opened) as connection:
        with readable_errors(file):
            connection.execute(_HOLDER_SCHEMA)
            token = acquire(connection, name, "the study {} is being tuned")
        try:
            yield
        finally:
            release(connection, name, token)


def _key(options: Mapping[str, str]) -> _Key:
    return frozenset(options.items())


def _suggested(trial: "optuna.Trial", knob: Parameter) -> str:
    if knob.choices:
        return str(trial.suggest_categorical(knob.option, knob.choices))
    if knob.whole:
        return knob.format(trial.suggest_int(knob.option, round(knob.low), round(knob.high)))
    return knob.format(trial.suggest_float(knob.option, knob.low, knob.high))
