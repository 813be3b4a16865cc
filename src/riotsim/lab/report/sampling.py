"""Chooses a game to watch for each finding."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.report.findings import Example, Finding
from riotsim.lab.report.formatting import exact, measure_phrase
from riotsim.lab.statistics.samples import Samples
from riotsim.lab.statistics.shares import is_share

_CLOSE: Final = 1e-9

_WINS: Final = "wins "


def choose_examples(found: Samples, told: Sequence[Finding]) -> dict[Example, Trial]:
    """Choose a game for each finding.

    A game that illustrates several findings is preferred, then the game with the fewest acts. A finding that no game
    illustrates gets none.
    """
    games = [trial for pair in found.pairs for trial in found.plan.of_pair(pair)]
    picked: dict[Example, Trial] = {}
    for shows in dict.fromkeys(finding.shows for finding in told):
        alike = _candidates(found, games, shows)
        if not alike:
            continue
        again = [trial for trial in picked.values() if trial in alike]
        picked[shows] = again[0] if again else min(alike, key=lambda trial: found.games[trial].figures.get("acts", 0.0))
    return picked


def _candidates(found: Samples, games: Sequence[Trial], shows: Example) -> list[Trial]:
    """Return the games that illustrate a finding best."""
    values = {
        trial: found.games[trial].figures[shows.measure]
        for trial in games
        if trial.arm == shows.arm and shows.measure in found.games[trial].figures
    }
    aim = _aim(values, shows)
    off = {trial: abs(value - aim) for trial, value in values.items()}
    least = min(off.values(), default=0.0)
    return [trial for trial, far in off.items() if far <= least + _CLOSE]


def _aim(values: Mapping[Trial, float], shows: Example) -> float:
    known = np.array(list(values.values()) or [0.0])
    match shows.way:
        case "most":
            return float(known.max())
        case "least":
            return float(known.min())
        case "typical":
            return float(np.median(known))


def why_chosen(found: Samples, shows: Example, trial: Trial) -> str:
    """Return why a game was chosen."""
    value = exact(found.games[trial].figures[shows.measure])
    if shows.way == "typical":
        return f"a typical game, with {shows.measure} {value}"
    if shows.measure.startswith(_WINS):
        who = shows.measure.removeprefix(_WINS)
        return {"1": f"a game that {who} wins", "0": f"a game that {who} doesn't win"}.get(value, f"a draw of {who}")
    if is_share(shows.measure):
        return f"a game with {measure_phrase(shows.measure)}: {value}"
    return f"the one with the {shows.way} {shows.measure}: {value}"
