"""Plots of two kinds: histograms of measures over games, and bar charts of tallies.

A tally counts things that happen in a game. Its bars are the mean counts per game.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from riotsim.lab.report.charts import HOVER_NAME, MAX_ARMS, MAX_BARS, Chart, Panel, bars, label
from riotsim.lab.statistics.intervals import Values
from riotsim.lab.statistics.samples import Samples

MAIN_MEASURES: Final = (
    ("turns", "Length (turns)"),
    ("margin", "Margin of the winner"),
    ("decided at", "When it was decided"),
)
"""Measures that have their own histogram, each with its title."""

MEASURE_NOTES: Final = {
    "decided at": "The share of a game's turns before who won began to lead alone for good; 1 is a draw, or a win from "
    "behind at the end.",
    "margin": "By how much the winner is ahead of the next; 0 is a draw.",
}

BIN_COUNT: Final = 20


def spreads(found: Samples) -> list[Panel]:
    """Return panels with histograms over the games of each arm.

    There is one panel for each of the `MAIN_MEASURES`, and one with a choice of measures. A measure with the same value
    in all games is left out.
    """
    charts = {measure: chart for measure in found.measures if (chart := _histogram(found, measure)) is not None}
    chief = [
        Panel(title, MEASURE_NOTES.get(measure, ""), {measure: charts[measure]}, measure)
        for measure, title in MAIN_MEASURES
        if measure in charts
    ]
    if not charts:
        return chief
    first = next((measure for measure in charts if measure not in dict(MAIN_MEASURES)), next(iter(charts)))
    return [*chief, Panel("Any measure, by game", "How many of an arm's games have how much.", charts, first)]


def _histogram(found: Samples, measure: str) -> Chart | None:
    """Return a histogram of a measure, with bars for the first `MAX_ARMS` arms of the campaign.

    Return None if no game of these arms has a value, or if all values are equal.
    """
    arms = list(found.plan.arms)[:MAX_ARMS]
    values = {arm: found.by_game(arm, measure) for arm in arms}
    known = np.concatenate([one[~np.isnan(one)] for one in values.values()])
    if len(known) == 0 or known.min() == known.max():
        return None
    edges, names = _bins(known)
    traces = []
    for place, (arm, own) in enumerate(values.items()):
        counts, _ = np.histogram(own[~np.isnan(own)], edges)
        shares = 100 * counts / max(int(counts.sum()), 1)
        traces.append(bars(place, arm, x=((edges[:-1] + edges[1:]) / 2).tolist(), y=shares.tolist(), text=names,
                           textposition="none", customdata=counts.tolist(),
                           hovertemplate=f"%{{text}}: %{{y:.1f}} %, %{{customdata}} games{HOVER_NAME}"))  # fmt: skip
    layout = {"barmode": "group", "bargap": 0.12, "xaxis": {"title": {"text": label(measure)}},
              "yaxis": {"title": {"text": "share of the games (%)"}}}  # fmt: skip
    return {"data": traces, "layout": layout}


def _bins(known: Values) -> tuple[Values, list[str]]:
    """Return the edges and the labels of a histogram's bins.

    - If all values are whole, a bin covers one number, or several if the numbers spread widely.
    - Other values have `BIN_COUNT` bins of equal width.

    Args:
        known: The values, without NaN.
    """
    low, high = float(known.min()), float(known.max())
    if (known == known.round()).all():
        width = max(1, int(np.ceil((high - low + 1) / (1.5 * BIN_COUNT))))
        edges = np.arange(low, high + width + 0.5, width) - 0.5
        starts = (edges[:-1] + 0.5).astype(int).tolist()
        return edges, [str(start) if width == 1 else f"{start} to {start + width - 1}" for start in starts]
    edges = np.linspace(low, high, BIN_COUNT + 1)
    return edges, [f"{start:.3g} to {end:.3g}" for start, end in pairwise(edges)]


def tallies(found: Samples) -> Panel | None:
    """Return a plot for each tally of the campaign; None if there are no tallies.

    A plot shows the most frequent things of the tally, with their average number in a game of each arm.
    """
    charts = {name: _tally(found, name) for name in found.tallies}
    if not charts:
        return None
    chosen = "falls" if "falls" in charts else next(iter(charts))
    note = f"How often in a game, on average over an arm's games. What comes most; {MAX_BARS} at most are drawn."
    return Panel("What happened", note, charts, chosen)


def _tally(found: Samples, name: str) -> Chart:
    arms = list(found.plan.arms)[:MAX_ARMS]
    counts = {arm: found.tally(arm, name) for arm in arms}
    games = {arm: max(len(found.pairs) * found.plan.played_orders[arm], 1) for arm in arms}
    total = {what: sum(one[what] for one in counts.values()) for one in counts.values() for what in one}
    rows = _in_order(sorted(total, key=lambda what: (-total[what], what))[:MAX_BARS])
    traces = [
        bars(place, arm, orientation="h", y=[label(what) for what in rows], x=[own[what] / games[arm] for what in rows],
             customdata=[own[what] for what in rows],
             hovertemplate=f"%{{y}}: %{{x:.3g}} a game, %{{customdata}} in all{HOVER_NAME}")
        for place, (arm, own) in enumerate(counts.items())
    ]  # fmt: skip
    layout = {
        "barmode": "group", "bargap": 0.2, "height": 150 + len(rows) * (10 + 12 * len(arms)),
        "xaxis": {"title": {"text": f"{label(name)}, times a game"}},
        "yaxis": {"type": "category", "categoryorder": "array", "categoryarray": [label(what) for what in rows],
                  "automargin": True, "autorange": "reversed"},
    }  # fmt: skip
    return {"data": traces, "layout": layout}


def _in_order(rows: Sequence[str]) -> list[str]:
    """Sort labels such as `seat 2` by the text before the number at their end, then by this number.

    If any label doesn't end in a number, keep the given order.
    """
    ends = [re.fullmatch(r"(.*?)(\d+)", what) for what in rows]
    if not all(ends):
        return list(rows)
    keys = {what: (end[1], int(end[2])) for what, end in zip(rows, ends, strict=True) if end is not None}
    return sorted(rows, key=lambda what: keys[what])
