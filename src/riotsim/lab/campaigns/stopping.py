"""The end of a campaign: the pairs of games that count towards its result, and the state of the sequential test."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from riotsim.files.problems import BadFile, Problem
from riotsim.lab.campaigns.campaign import Stop
from riotsim.lab.campaigns.measures import is_share, is_win, measure_names
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.lab.campaigns.trial import Played
from riotsim.lab.statistics import sequential
from riotsim.lab.statistics.samples import Samples
from riotsim.lab.statistics.sequential import Sprt
from riotsim.play.rulebook.sections import unknown_name

STOP_KEY: Final = "stop"
"""The key of the sequential test in a campaign file."""


class Status(NamedTuple):
    """The progress of a campaign."""

    samples: Samples
    """The pairs that count towards the result."""
    test: sequential.SprtResult | None
    """State of the sequential test; None without a test."""
    done: bool
    """True if the campaign is over."""


def status(plan: Plan, played: Mapping[Trial, Played]) -> Status:
    """Return the progress of a campaign. Pairs after the pair that decided the sequential test don't count."""
    return Monitor(plan, played).status


class Monitor:
    """The progress of a campaign, updated after each game.

    Games may be added in any order. A pair is evaluated when all games of this pair, and of all pairs before it, have
    results. Pairs with a failed game don't count.
    """

    def __init__(self, plan: Plan, played: Mapping[Trial, Played]) -> None:
        self._plan = plan
        self._played = dict(played)
        self._reached = 0
        """Number of pairs that `_look` has finished. They are the first pairs, and each of their games has a result."""
        self._whole: list[int] = []
        self._failed: list[tuple[Trial, str]] = []
        self._values: list[float] = []
        """The test's value of each pair that counts (see `_value`), in the order of `_whole`."""
        self._sprt = sprt_of(plan)
        self._cells = possible_values(plan)
        self._test = None if self._sprt is None else sequential.SprtResult(None, 0, (0.0, 0.0))
        self._look()

    @property
    def done(self) -> bool:
        """True if the campaign is over."""
        return self._reached == self._plan.definition.pairs or (
            self._test is not None and self._test.verdict is not None
        )

    @property
    def pairs(self) -> tuple[int, ...]:
        """Indices of the pairs of games that count so far."""
        return tuple(self._whole)

    @property
    def status(self) -> Status:
        """The progress of the campaign."""
        found = Samples(self._plan, tuple(self._whole), self._played, tuple(self._failed))
        return Status(found, self._test, self.done)

    def add(self, trial: Trial, one: Played) -> None:
        """Add the result of a game, and update the progress.

        Args:
            trial: The game.
            one: Its result.

        Raises:
            BadFile: The measure of the sequential test has no value in any of the first `sequential.MIN_PAIRS` pairs of
                games that count.
        """
        self._played[trial] = one
        before, stop = len(self._whole), self._plan.definition.stop
        self._look()
        if before < sequential.MIN_PAIRS <= len(self._whole) and stop is not None and np.isnan(self._values).all():
            sentence = unknown_name(
                f"no game has the measure {stop.measure!r}", stop.measure, self.status.samples.measures
            )
            raise BadFile([Problem(self._plan.definition.name, sentence, field=f"{STOP_KEY}.measure")])

    def _look(self) -> None:
        """Update the progress with the next pairs, in order, up to the first incomplete pair.

        Pairs with a failed game don't count.
        """
        while not self.done:
            trials = list(self._plan.trials_of_pair(self._reached))
            if not all(trial in self._played for trial in trials):
                return
            broken = [(trial, self._played[trial].failure) for trial in trials if self._played[trial].failure]
            self._failed += broken
            if not broken:
                self._count(self._reached)
            self._reached += 1

    def _count(self, pair: int) -> None:
        self._whole.append(pair)
        if self._sprt is None or self._test is None:
            return
        self._values.append(_value(Samples(self._plan, (pair,), self._played)))
        self._test = sequential.run(self._sprt, np.array(self._values), self._cells, since=self._test.pairs)


def _value(pair: Samples) -> float:
    """Return the value that the sequential test takes from one pair of games.

    The value of the tested measure in an arm is its mean over the games that this arm plays in the pair.

    - With one arm, return this value.
    - With several arms, return the value in the second arm minus the value in the first arm.
    """
    stop = pair.plan.definition.stop
    assert stop is not None, "there is a test"
    first, *others = pair.plan.arms
    value = float(pair.values(first, stop.measure)[0])
    return float(pair.values(others[0], stop.measure)[0]) - value if others else value


def sprt_of(plan: Plan) -> Sprt | None:
    """Return the campaign's sequential test, or None if it has none."""
    stop = plan.definition.stop
    if stop is None:
        return None
    return Sprt(_even(plan, stop), stop.difference, stop.alpha, stop.beta)


def _even(plan: Plan, stop: Stop) -> float:
    """Return the mean that the test expects if there is no difference.

    - With several arms, this is 0.
    - With one arm, this is `stop.even`. If `stop.even` is None, it is an equal share for each player, such as 0.5 for
      two players.
    """
    if len(plan.arms) > 1:
        return 0.0
    return 1 / len(plan.players) if stop.even is None else stop.even


def possible_values(plan: Plan) -> list[float] | None:
    """Return evenly spaced values, among them every value that a pair of games can have in the sequential test.

    The values are in ascending order. To keep the spacing even, some values may be added that no pair can have.

    - With one arm, the values go from 0 to 1. For the wins of one of two players in two games, they are 0, 0.25, 0.5,
      0.75 and 1, because a draw counts half.
    - With several arms, the value of a pair is a difference between two arms. The values go from -1 to 1.

    Return None if there is no test, or if the mean of its measure is not a share of the games.
    """
    stop = plan.definition.stop
    if stop is None or not is_share(stop.measure):
        return None
    # 12: a win is shared by one, two, three or four. What happens in a game or doesn't has no parts.
    parts = plan.orders * (1 if not is_win(stop.measure) else 2 if len(plan.players) == 2 else 12)
    whole = np.linspace(0.0, 1.0, parts + 1)
    return [float(value) for value in (np.concatenate((-whole[:0:-1], whole)) if len(plan.arms) > 1 else whole)]


def measure_names_of(plan: Plan) -> tuple[str, ...]:
    """Return the names of all measures that games of a campaign can have, even before any game is played."""
    everybody = dict.fromkeys(seat.name for arm in plan.arms.values() for seat in arm.header.seats)
    return measure_names(plan.game, tuple(everybody))


def check_stop(plan: Plan, file: str) -> None:
    """Check that the sequential test of a campaign can be decided.

    Raises:
        BadFile: The test can't be decided, for one of these reasons:

            - No game of this campaign can have the test's measure.
            - `even` is given, but there are several arms.
            - `even` is missing, there is a single arm, and the mean of the measure is not a share of the games.
            - The mean of the measure is a share of the games, and `difference` is too large. The mean that the test
              expects without a difference must lie between the least and the greatest of the `possible_values`, and
              more than `difference` away from both.
    """
    stop, test, ladder = plan.definition.stop, sprt_of(plan), possible_values(plan)
    if stop is None or test is None:
        return

    def bad(key: str, message: str) -> BadFile:
        return BadFile([Problem(file, message, field=f"{STOP_KEY}.{key}")])

    if stop.measure not in (known := measure_names_of(plan)):
        raise bad("measure", unknown_name(f"no game has the measure {stop.measure!r}", stop.measure, known))
    if len(plan.arms) > 1 and stop.even is not None:
        raise bad("even", "is for a campaign of one arm; of several, the first two are compared with each other")
    if len(plan.arms) == 1 and stop.even is None and ladder is None:
        raise bad("even", f"must say what {stop.measure!r} would be without a difference: there is one arm only")
    if ladder is not None and not ladder[0] < test.even - test.difference < test.even + test.difference < ladder[-1]:
        least, most = ladder[0], ladder[-1]
        raise bad("difference", f"can't be {stop.difference:g}: what is compared lies between {least:g} and {most:g}, "
                                f"and without a difference at {test.even:g}")  # fmt: skip
