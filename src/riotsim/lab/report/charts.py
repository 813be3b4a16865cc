"""Plots of a campaign as plain data for plotly.js. The page adds the colours of its light or dark theme."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from riotsim.lab.report.formatting import interval, probability, span
from riotsim.lab.report.standings import Standing
from riotsim.lab.statistics.intervals import Estimate
from riotsim.lab.statistics.samples import Line, Samples

Chart: TypeAlias = dict[str, Any]
"""A plot with the keys `data` and `layout`, as plotly defines them."""

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#8C8C8C")
"""Colours of the arms in their order: six from the palette of Okabe and Ito (2008), and grey."""

SYMBOLS: Final = ("circle", "diamond", "square", "triangle-up", "cross", "star", "hexagon")

PATTERNS: Final = ("", "/", "x", ".", "\\", "-", "+")
"""Fill patterns of the arms in their order, as plotly names them, for readers who can't tell the colours apart."""

MAX_ARMS: Final = 12
"""Maximum number of arms in a plot that shows arms by colour. Further arms are left out."""

MAX_BARS: Final = 24

HOVER_NAME: Final = "<extra>%{fullData.name}</extra>"
"""End of a plotly hover template; it shows the name of the arm."""

MAX_NAME_LENGTH: Final = 40
"""Maximum length of a name in a plot (characters); longer names are cut."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled part of the page with one plot, or with several and a choice between them."""

    title: str
    note: str
    charts: Mapping[str, Chart]
    """Plots by the names that the reader chooses from."""
    chosen: str
    wide: bool = False


def label(name: str) -> str:
    """Return a name as a label in a plot. It is cut to `MAX_NAME_LENGTH`.

    It is also escaped, because plotly interprets some HTML.
    """
    return html.escape(name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1]}…", quote=False)


def marker_of(place: int) -> dict[str, Any]:
    """Return the colour, symbol and fill pattern of an arm as a plotly marker. `place` is the arm's index."""
    return {
        "color": COLOURS[place % len(COLOURS)],
        "symbol": SYMBOLS[place % len(SYMBOLS)],
        "pattern": {"shape": PATTERNS[place % len(PATTERNS)], "fillmode": "overlay", "fgcolor": "#fff", "size": 7,
                    "solidity": 0.16},
    }  # fmt: skip


def bars(place: int, name: str, **given: Any) -> dict[str, Any]:
    """Return the bars of an arm as a plotly trace.

    Args:
        place: Index of the arm.
        name: Name of the arm.
        given: Other keys of the trace, such as `x` and `y`.
    """
    marker = {key: value for key, value in marker_of(place).items() if key != "symbol"}
    return {"type": "bar", "name": label(name), "marker": marker, **given}


def error_bars(values: Sequence[Estimate | None]) -> dict[str, Any]:
    """Return the intervals of estimates as plotly's error bars.

    If there is no estimate, or if the interval of the estimate is unbounded, the bar has length 0.
    """
    known = [one if one is not None and np.isfinite([one.low, one.high]).all() else None for one in values]
    return {
        "type": "data", "symmetric": False, "thickness": 1.4, "width": 4,
        "array": [0.0 if one is None else one.high - one.mean for one in known],
        "arrayminus": [0.0 if one is None else one.mean - one.low for one in known],
    }  # fmt: skip


def scale(scale: float, one: Estimate) -> Estimate:
    """Return an estimate with its mean and interval multiplied by `scale`."""
    return Estimate(scale * one.mean, scale * one.low, scale * one.high, one.sample_size)


def forest(found: Samples, lines: Sequence[Line]) -> Panel | None:
    """Return a plot of how much the other arms differ from the first arm, measure by measure.

    The unit of each difference is the standard deviation of its measure among pairs of games (see `_spread`). In this
    unit, all measures fit on one axis. At most `MAX_ARMS` arms are compared with the first.

    Returns:
        The plot; None if there is nothing to compare, for example for a single arm.
    """
    first, *others = found.plan.arms
    traces = []
    drawn: set[str] = set()
    for place, arm in enumerate(others[:MAX_ARMS], 1):
        spreads = {line.measure: _spread(found, first, arm, line) for line in lines}
        has = [line for line in lines if spreads[line.measure] > 0.0]
        drawn |= {line.measure for line in has}
        marker = {key: value for key, value in marker_of(place).items() if key != "pattern"} | {"size": 9}
        marker["opacity"] = [1.0 if arm in line.differs else 0.45 for line in has]
        apart = [line.differences[arm].estimate for line in has]
        scaled = [scale(1 / spreads[line.measure], one) for line, one in zip(has, apart, strict=True)]
        told = [f"{label(line.measure)}: {span(line.measure, one)}, chance {probability(line.adjusted_p[arm])}"
                for line, one in zip(has, apart, strict=True)]  # fmt: skip
        traces.append({
            "type": "scatter", "mode": "markers", "name": label(arm), "marker": marker, "text": told,
            "x": [one.mean for one in scaled], "y": [label(line.measure) for line in has],
            "error_x": error_bars(scaled) | {"color": COLOURS[place % len(COLOURS)]},
            "hovertemplate": "%{text}<extra></extra>",
        })  # fmt: skip
    if not drawn:
        return None
    names = [label(line.measure) for line in lines if line.measure in drawn]
    layout = {
        "height": 110 + len(names) * (22 + 4 * len(traces)), "showlegend": len(traces) > 1,
        "scattermode": "group",
        "xaxis": {"title": {"text": "standard deviations"}, "zeroline": True},
        "yaxis": {"type": "category", "categoryorder": "array", "categoryarray": names[::-1], "automargin": True},
    }  # fmt: skip
    note = ("A point is by how much an arm has more than the first, pair by pair, and its line where that lies with "
            "95 % certainty. So that all fit on one axis, the unit is how much pairs scatter within an arm. Faint: "
            "no more than chance can do, after correction. Under the mouse: each in its own unit.")  # fmt: skip
    return Panel(f"What differs from “{first}”", note, {"all": {"data": traces, "layout": layout}}, "all", wide=True)


def _spread(found: Samples, first: str, arm: str, line: Line) -> float:
    """Return how much a measure scatters from pair to pair, on average over the two arms `first` and `arm`.

    All games with one seed form a pair. The value of a pair in an arm is the mean over the pair's games in this arm. In
    each arm, these values have a standard deviation. The result is the root mean square of the two standard deviations.

    Return 0 if fewer than two pairs have a value in both arms.
    """
    if arm not in line.differences:
        return 0.0
    return float(np.sqrt(np.mean([np.nanvar(found.values(one, line.measure)) for one in (first, arm)])))


def means(found: Samples, lines: Sequence[Line]) -> Panel | None:
    """Return one plot for each measure that at least one game has. The plot shows the measure's mean in each arm.

    If no game has any of the measures, return None.
    """
    charts: dict[str, Chart] = {}
    for line in lines:
        known = {arm: one for arm, one in line.estimates.items() if one is not None}
        if not known:
            continue
        trace = {
            "type": "scatter", "mode": "markers", "x": [label(arm) for arm in known],
            "y": [one.mean for one in known.values()], "error_y": error_bars(list(known.values())),
            "marker": {"size": 11, "color": COLOURS[0]},
            "text": [f"{label(arm)}: {interval(one)}" for arm, one in known.items()],
            "hovertemplate": "%{text}<extra></extra>",
        }  # fmt: skip
        axes = {"xaxis": {"type": "category"}, "yaxis": {"title": {"text": label(line.measure)}}}
        charts[line.measure] = {"data": [trace], "layout": {**axes, "showlegend": False}}
    if not charts:
        return None
    stop = found.plan.definition.stop
    chosen = stop.measure if stop is not None and stop.measure in charts else next(iter(charts))
    return Panel("Any measure, by arm", "The mean, and where it lies with 95 % certainty.", charts, chosen)


def wins(standings: Sequence[Standing]) -> list[Panel]:
    """Return two plots of the shares of wins in each arm: one by player, and one by seat.

    A plot that would have no bars is left out.
    """
    panels = []
    for title, of_seats in (("Wins by player", False), ("Wins by seat", True)):
        rows = [one for one in standings if one.is_seat == of_seats]
        if not rows:
            continue
        traces = []
        for place, arm in enumerate(list(dict.fromkeys(one.arm for one in rows))[:MAX_ARMS]):
            own = [one for one in rows if one.arm == arm]
            scaled = [scale(100, one.wins) for one in own]
            traces.append(bars(place, arm, x=[label(one.who) for one in own], y=[one.mean for one in scaled],
                               error_y=error_bars(scaled),
                               hovertemplate=f"%{{x}}: %{{y:.1f}} %{HOVER_NAME}"))  # fmt: skip
        even = 100 * rows[0].even
        line = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": even, "y1": even,
                "line": {"dash": "dot", "width": 1.5, "color": "#8C8C8C"}}  # fmt: skip
        layout = {"barmode": "group", "shapes": [line], "xaxis": {"type": "category"},
                  "yaxis": {"title": {"text": "share of the games (%)"}, "rangemode": "tozero"}}  # fmt: skip
        note = f"Draws are shared. Dotted: {even:.0f} %, what each of equals wins. Lines: 95 % certainty."
        panels.append(Panel(title, note, {"all": {"data": traces, "layout": layout}}, "all"))
    return panels
