"""Tuning: knobs are turned until measures come near to what is wanted, by Optuna, in a study that lasts."""

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
from riotsim.store.database.connection import PATIENCE, readable_errors
from riotsim.store.database.lock import acquire, release

if TYPE_CHECKING:
    import optuna

_TARGET: Final = re.compile(r"(.+?)=(-?\d+(?:\.\d+)?)(?:±(\d+(?:\.\d+)?))?")

_HOLDER: Final = """
    CREATE TABLE IF NOT EXISTS holder (game TEXT PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL,
                                       born TEXT NOT NULL, since TEXT NOT NULL, token TEXT NOT NULL) STRICT
"""
"""Who has a study: as a store of games has it of a game."""

UNMEASURED: Final = math.inf
"""How far off a setting is with which no game has one of the measures: farther than any that has all."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a measure should be."""

    measure: str
    value: float
    within: float
    """How far off counts as one: several targets are weighed by it."""

    def miss(self, found: float) -> float:
        """Say how far off a value is, squared."""
        return ((found - self.value) / self.within) ** 2

    def met(self, found: float) -> bool:
        """Tell whether a value is near enough."""
        return abs(found - self.value) <= self.within

    def of(self, found: Samples, arm: str) -> float | None:
        """Give what an arm has of the measure: the mean of its pairs, or the median of its games if that is meant.

        None without a game that has it.
        """
        median = self.measure.startswith(MEDIAN)
        values = found.by_game(arm, self.figure) if median else found.values(arm, self.figure)
        known = values[~np.isnan(values)]
        return float(np.median(known) if median else known.mean()) if len(known) else None

    @property
    def figure(self) -> str:
        """What is measured of a game."""
        return self.measure.removeprefix(MEDIAN)


MEDIAN: Final = "median "
"""How a target begins that is meant for the median over the games, and not for their mean."""

Tried: TypeAlias = Mapping[str, float]
"""What came of a setting, for each target; left out where no game has the measure."""

Try: TypeAlias = Callable[[int, Mapping[str, str]], Tried]
"""Plays the games of a trial, by its number and its options; a trial that was broken off is gone on with."""


PROPOSALS: Final = 10
"""After so many proposals that were tried before, a setting is drawn by lot."""

_Key: TypeAlias = frozenset[tuple[str, str]]
"""A setting, by its options in any order."""


def parse_target(text: str) -> Target:
    """Read a target: `turns=40` or `first boss wins=0.5±0.02`. Raises `ValueError`."""
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
    """A study in a file beside the ledger: what was tried, and how far off it was. `held` has it for one process."""

    def __init__(self, file: Path, name: str, knobs: Sequence[Parameter], targets: Sequence[Target], seed: int) -> None:
        """Open a study, or make one."""
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
        """How many different settings were tried to the end."""
        return len(self._seen)

    @property
    def settings(self) -> int:
        """How many settings there are."""
        return math.prod(knob.many for knob in self._knobs)

    def run(self, trials: int, play: Try) -> None:
        """Try settings until so many different ones have been tried to the end, or all that there are.

        One that was broken off is taken up again. One that was tried before is played no second time.
        """
        import optuna

        for broken in self._trials(optuna.trial.TrialState.RUNNING):
            self._study.tell(broken.number, state=optuna.trial.TrialState.FAIL)
            self._study.enqueue_trial(broken.params)
        while self.done < min(trials, self.settings):
            trial, options = self._new(everything=self.settings <= trials)
            self._told(trial, options, play(self.done, options))

    def _new(self, *, everything: bool) -> "tuple[optuna.Trial, dict[str, str]]":
        """Ask for a setting that was not tried before; where all are to be tried, there is no use in choosing."""
        import optuna

        seen, proposals = self._seen, 0
        while True:
            finished = len(self._trials(optuna.trial.TrialState.COMPLETE))
            # The seed of a trial's proposals has to differ from trial to trial, also when the study is gone on with.
            self._study.sampler = optuna.samplers.TPESampler(seed=self._seed + finished)
            if (everything or proposals >= PROPOSALS) and not self._trials(optuna.trial.TrialState.WAITING):
                self._study.enqueue_trial(self._by_lot(seen, finished))
            trial = self._study.ask()
            options = {knob.option: _suggested(trial, knob) for knob in self._knobs}
            known = seen.get(_key(options))
            if known is None:
                return trial, options
            self._told(trial, options, known)
            proposals += 1

    def _told(self, trial: "optuna.Trial", options: Mapping[str, str], tried: Tried) -> None:
        trial.set_user_attr("options", dict(options))
        trial.set_user_attr("found", dict(tried))
        self._study.tell(trial, self._miss(tried))

    def _by_lot(self, seen: Collection[_Key], finished: int) -> dict[str, Value]:
        """Draw one of the settings that were not tried yet, of which there must be some; as Optuna has it."""
        lot = np.random.default_rng((self._seed, finished))
        while True:
            options = {knob.option: knob.nth(int(lot.integers(knob.many))) for knob in self._knobs}
            if _key(options) not in seen:
                return {knob.option: knob.read(options[knob.option]) for knob in self._knobs}

    @property
    def _seen(self) -> dict[_Key, Tried]:
        """What came of each setting that was tried to the end."""
        import optuna

        complete = self._trials(optuna.trial.TrialState.COMPLETE)
        return {_key(trial.user_attrs["options"]): trial.user_attrs["found"] for trial in complete}

    def _trials(self, state: "optuna.trial.TrialState") -> "list[optuna.trial.FrozenTrial]":
        return self._study.get_trials(deepcopy=False, states=(state,))

    def best(self) -> tuple[dict[str, str], dict[str, float], float]:
        """Give the best options so far, what came of them, and how far off that is; `UNMEASURED` if a measure lacks.

        Raises `ValueError` before any.
        """
        best = self._study.best_trial
        assert best.value is not None, "it was tried to the end"
        return dict(best.user_attrs["options"]), dict(best.user_attrs["found"]), best.value

    def _miss(self, tried: Tried) -> float:
        return sum(one.miss(tried[one.measure]) if one.measure in tried else UNMEASURED for one in self._targets)


@contextmanager
def study_held(file: Path, name: str) -> Iterator[None]:
    """Have a study for this process alone, before it is opened. Raises `Busy` while another has it, and `BadFile`."""
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        with readable_errors(file):
            connection.execute(_HOLDER)
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
        return knob.written(trial.suggest_int(knob.option, round(knob.low), round(knob.high)))
    return knob.written(trial.suggest_float(knob.option, knob.low, knob.high))
