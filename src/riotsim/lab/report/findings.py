"""The findings of a campaign in plain sentences, each with a game to watch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from riotsim.lab.campaigns.measures import WIN_PREFIX, is_share
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.stopping import Status
from riotsim.lab.report.formatting import (
    capitalized,
    count_of,
    exact,
    interval,
    measure_phrase,
    probability,
    quantity,
    share,
    span,
)
from riotsim.lab.report.standings import Standing
from riotsim.lab.report.verdicts import evidence, verdict
from riotsim.lab.statistics.intervals import too_few
from riotsim.lab.statistics.samples import Line, Samples

ExampleKind: TypeAlias = Literal["most", "least", "typical"]

MAX_FINDINGS: Final = 12
"""Maximum number of findings in a report. The report's table has all measures."""

EXAMPLE_MEASURES: Final = ("falls", "towers felled", "lead changes", "leg-its", "ties without a knock")
"""Measures whose best example is an extreme game, not a typical one."""


@dataclass(frozen=True, slots=True)
class Example:
    """A description of a game that illustrates a finding.

    The game belongs to the arm `arm`. `selection` says whether the game's value of `measure` is the greatest in this
    arm (`most`), the least (`least`) or a typical value (`typical`).
    """

    arm: str
    measure: str
    selection: ExampleKind


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a campaign, with its evidence and a game that illustrates it."""

    sentence: str
    """The result as a sentence."""
    evidence: str
    """The statistics behind the sentence in words, such as the difference, its interval and its p-value."""
    example: Example


def findings(status: Status, lines: Sequence[Line], standings: Sequence[Standing]) -> list[Finding]:
    """Return the findings: the result of the sequential test, differences between arms, and unequal shares of wins.

    There are 1 to `MAX_FINDINGS` findings.

    Args:
        status: The progress of the campaign.
        lines: The summary of each measure.
        standings: The shares of wins.
    """
    found = status.samples
    apart = list(_differences(found, lines))
    if not apart and len(found.plan.arms) > 1:
        apart = [_nothing_differs(found, lines)]
    answer = [*_verdict(status)]
    answered = {one.example.measure for one in answer if len(found.plan.arms) == 1}
    told = [*answer, *apart, *_winners([one for one in standings if one.measure not in answered])]
    return told[:MAX_FINDINGS] or [_equals(found)]


def _verdict(status: Status) -> Iterator[Finding]:
    stop, test = status.samples.plan.definition.stop, status.test
    if stop is None or test is None:
        return
    first, *others = status.samples.plan.arms
    way: ExampleKind = "least" if test.verdict == "less" else "most"
    example = Example(others[0] if others else first, stop.measure, way if is_share(stop.measure) else "typical")
    yield Finding(verdict(status), evidence(status), example)


def _differences(found: Samples, lines: Sequence[Line]) -> Iterator[Finding]:
    first = next(iter(found.plan.arms))
    several = len(found.plan.arms) > 2
    differing = [(line, arm) for line in lines for arm in line.differs]
    told = set[tuple[str, bytes, bytes]]()
    for line, arm in sorted(differing, key=lambda one: one[0].adjusted_p[one[1]]):
        same = arm, found.values(first, line.measure).tobytes(), found.values(arm, line.measure).tobytes()
        if same in told:  # by another name: rounds that are turns
            continue
        told.add(same)
        apart = line.differences[arm].estimate
        more = apart.mean > 0
        here, there = line.estimates[arm], line.estimates[first]
        figures = "" if here is None or there is None else (
            f", {quantity(line.measure, here.mean)} against {quantity(line.measure, there.mean)}")  # fmt: skip
        than = f" than in “{first}”" if not several else f" than in the first arm, “{first}”"
        often = "more" if more else "less"
        by = (f"Difference {span(line.measure, apart)}, with 95 % certainty in brackets; corrected chance of as much "
              f"without any: {probability(line.adjusted_p[arm])}.")  # fmt: skip
        yield Finding(f"{capitalized(measure_phrase(line.measure))}: {often} in “{arm}”{than}{figures}.", by,
                      Example(arm, line.measure, _way(line.measure, more=more)))  # fmt: skip


def _way(measure: str, *, more: bool) -> ExampleKind:
    return ("most" if more else "least") if is_share(measure) or measure in EXAMPLE_MEASURES else "typical"


def _winners(standings: Sequence[Standing]) -> Iterator[Finding]:
    # Of two, what one wins the other doesn't.
    told = [one for one in standings if one.differs and (one.elo is None or not one.mirrored)]
    for one in sorted(told, key=lambda one: one.adjusted_p):
        more = one.wins.mean > one.even
        games = f"{capitalized(one.who)} wins {share(one.wins.mean)} of the games in “{one.arm}”"
        says = f"{games}, {'more' if more else 'less'} than the {share(one.even)} of equals."
        by = f"With 95 % certainty {share(one.wins.low)} to {share(one.wins.high)}"
        by += f"; Elo {interval(one.elo)}" if one.elo is not None else ""
        yield Finding(says, f"{by}; corrected chance {probability(one.adjusted_p)}.",
                      Example(one.arm, one.measure, "most" if more else "least"))  # fmt: skip


def _nothing_differs(found: Samples, lines: Sequence[Line]) -> Finding:
    over = count_of(len(found.pairs), "pair", "of seeds")
    if why := too_few(len(found.pairs)):
        return Finding(_shows_nothing(found, "anything differs between the arms"), why, _usual(found))
    by = f"{len(lines)} measures over {over}; 5 % after Benjamini and Hochberg's correction."
    says = "Nothing that was measured differs between the arms by more than chance can do."
    return Finding(says, by, _usual(found))


def _equals(found: Samples) -> Finding:
    if why := too_few(len(found.pairs)):
        return Finding(_shows_nothing(found, "anybody wins more or less than equals would"), why, _usual(found))
    says = "Nobody wins more or less than equals would, by more than chance can do."
    return Finding(says, f"{count_of(len(found.pairs), 'pair', 'of seeds')}.", _usual(found))


def _shows_nothing(found: Samples, what: str) -> str:
    return f"{count_of(len(found.pairs), 'pair', 'of seeds')} can show next to nothing: whether {what} is not known."


def _usual(found: Samples) -> Example:
    """Return the description of a game of typical length in the first arm."""
    return Example(next(iter(found.plan.arms)), "turns", "typical")


_TOLERANCE: Final = 1e-9


def choose_examples(found: Samples, told: Sequence[Finding]) -> dict[Example, Trial]:
    """Choose a game for each description that a finding has in `Finding.example`.

    If several games fit a description, the choice falls on one that was already chosen for an earlier description. If
    none of them was, it falls on the game with the fewest acts.

    Returns:
        The game chosen for each description. A description that no game fits is left out.
    """
    games = [trial for pair in found.pairs for trial in found.plan.trials_of_pair(pair)]
    picked: dict[Example, Trial] = {}
    for shows in dict.fromkeys(finding.example for finding in told):
        alike = _candidates(found, games, shows)
        if not alike:
            continue
        again = [trial for trial in picked.values() if trial in alike]
        picked[shows] = again[0] if again else min(alike, key=lambda trial: found.games[trial].figures.get("acts", 0.0))
    return picked


def _candidates(found: Samples, games: Sequence[Trial], shows: Example) -> list[Trial]:
    """Return the games that fit a description best.

    These are the games of the described arm whose value is nearest to the greatest, the least or the median value in
    this arm. `selection` decides which of the three it is: `most`, `least` or `typical`.
    """
    values = {
        trial: found.games[trial].figures[shows.measure]
        for trial in games
        if trial.arm == shows.arm and shows.measure in found.games[trial].figures
    }
    aim = _aim(values, shows)
    off = {trial: abs(value - aim) for trial, value in values.items()}
    least = min(off.values(), default=0.0)
    return [trial for trial, far in off.items() if far <= least + _TOLERANCE]


def _aim(values: Mapping[Trial, float], shows: Example) -> float:
    known = np.array(list(values.values()) or [0.0])
    match shows.selection:
        case "most":
            return float(known.max())
        case "least":
            return float(known.min())
        case "typical":
            return float(np.median(known))


def why_chosen(found: Samples, shows: Example, trial: Trial) -> str:
    """Return in words why a game was chosen as an example.

    Examples are `a game that Ada wins` and `a typical game, with turns 12`.
    """
    value = exact(found.games[trial].figures[shows.measure])
    if shows.selection == "typical":
        return f"a typical game, with {shows.measure} {value}"
    if shows.measure.startswith(WIN_PREFIX):
        who = shows.measure.removeprefix(WIN_PREFIX)
        return {"1": f"a game that {who} wins", "0": f"a game that {who} doesn't win"}.get(value, f"a draw of {who}")
    if is_share(shows.measure):
        return f"a game with {measure_phrase(shows.measure)}: {value}"
    return f"the one with the {shows.selection} {shows.measure}: {value}"
