"""Charts as SVG. Their colours follow the colours of the page, which may be light, dark or printed."""

import io
import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any, Final

from riotsim.testing.findings import Chart, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOUR_COUNT: Final = 8
"""Number of colours for the series of a chart. Further series repeat the colours in the same order."""

_INK: Final = "#0a0b0c"
"""Colour of text in matplotlib's drawings. `_themed` replaces it by the CSS variable with the page's text colour."""

_FAINT: Final = "#0a0b0d"

_SERIES_COLOUR: Final = "#0b{:02x}0e"
"""Pattern for the colours of series in matplotlib's drawings. The braces stand for the index of a colour (hexadecimal).

`_themed` replaces each of these colours by a CSS variable.
"""

_WIDTH: Final = 5.6
"""Width of a chart (in). At 72 dots per inch it is the width of a phone's screen, so letters stay readable there."""

_HEIGHT: Final = 3.3

MARKS: Final = "●■▲◆▼✚✖★"
"""Marks in the legend of a chart, one for each series in order. They look like the marks in the drawing (`_MARKS`)."""

_MARKS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Marks in the drawing of a chart, one for each series in order, as matplotlib names them."""

_SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "riotsim",
    "font.size": 10.0,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.formatter.useoffset": False,
    "xtick.color": _FAINT,
    "ytick.color": _FAINT,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "grid.color": _FAINT,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
}
"""Settings of matplotlib. Text stays text, so that it can be searched and has the page's font."""


def merged(charts: Iterable[Chart]) -> tuple[Chart, ...]:
    """Join charts that have the same title and the same axes.

    In a joined chart, series with the same label and kind become one series. Every series is tidied (see `_tidy`).

    Raises:
        ValueError: A series has different numbers of values for x, y and the ends of its error bars.
    """
    found: dict[Chart, dict[tuple[str, str], Series]] = {}
    for chart in charts:
        _check_lengths(chart)
        series = found.setdefault(replace(chart, series=()), {})
        for one in chart.series:
            before = series.get((one.label, one.kind))
            series[one.label, one.kind] = one if before is None else _joined(before, one)
    return tuple(replace(axes, series=tuple(_tidy(one) for one in series.values())) for axes, series in found.items())


def _joined(one: Series, other: Series) -> Series:
    """Return a series with the points of two series.

    If only one of the series has error bars, the points of the other series get bars of length 0.
    """
    low, high = one.low, one.high
    other_low, other_high = other.low, other.high
    if low or other_low:
        low, other_low = low or one.y, other_low or other.y
    if high or other_high:
        high, other_high = high or one.y, other_high or other.y
    return replace(one, x=one.x + other.x, y=one.y + other.y, low=low + other_low, high=high + other_high)


def _tidy(series: Series) -> Series:
    """Return a series with its points sorted by x and without duplicates, except if its kind is `points`.

    Of points with the same x and y, one is kept. Its error bar covers the error bars of all of them. A series of the
    kind `points` is returned unchanged.
    """
    if series.kind == "points":
        return series
    ends: dict[tuple[float, float], tuple[float, float]] = {}
    for a, b, lower, upper in zip(series.x, series.y, series.low or series.y, series.high or series.y, strict=True):
        lowest, highest = ends.get((a, b), (lower, upper))
        ends[a, b] = min(lower, lowest), max(upper, highest)
    rows = [(*point, *ends[point]) for point in sorted(ends)]
    x, y, low, high = (tuple(row[k] for row in rows) for k in range(4))
    return replace(series, x=x, y=y, low=low if series.low else (), high=high if series.high else ())


def colour(place: int) -> str:
    """Return the CSS colour of a chart's series number `place`, from 0: `var(…)` with a variable of the page."""
    return f"var(--s{place % COLOUR_COUNT})"


def svg(chart: Chart) -> str:
    """Return a chart as SVG, without its title and legend, which the page adds.

    Raises:
        ValueError: A series has different numbers of values for x, y and the ends of its error bars.
    """
    import matplotlib

    _check_lengths(chart)
    with matplotlib.rc_context(_SETTINGS):
        from matplotlib.figure import Figure  # no pyplot: it would look for a screen

        figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        bars = [series for series in chart.series if series.kind == "bars"]
        for place, series in enumerate(chart.series):
            _draw(axes, series, place, bars.index(series) if series in bars else 0, max(1, len(bars)))
        if chart.log_x:
            axes.set_xscale("log")
        if chart.log_y:
            axes.set_yscale("log")
        _plain_ticks(axes, chart)
        axes.set_xlabel(chart.x)
        axes.set_ylabel(chart.y)
        axes.grid(visible=True, axis="y" if bars or chart.names else "both")
        if bars and not chart.log_y and all(y >= 0 for one in bars for y in one.y):
            axes.set_ylim(bottom=0)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _themed(out.getvalue(), chart.title)


def _check_lengths(chart: Chart) -> None:
    """Raise ValueError if a series has different numbers of values for x, y and the ends of its error bars."""
    for series in chart.series:
        lengths = {len(series.x), len(series.y)}
        lengths |= {len(ends) for ends in (series.low, series.high) if ends}
        if len(lengths) > 1:
            bad = f"has values of different number: {sorted(lengths)}"
            raise ValueError(f"the chart {chart.title!r}: the series {series.label!r} {bad}")


def _draw(axes: "Axes", series: Series, place: int, bar: int, bars: int) -> None:
    shade = _SERIES_COLOUR.format(place % COLOUR_COUNT)
    x, y = list(series.x), list(series.y)
    match series.kind:
        case "band":
            axes.fill_between(x, list(series.low), list(series.high), color=shade, alpha=0.22, linewidth=0)
            return
        case "bars":
            width = 0.8 * _pitch(x) / bars
            places = [one + (bar - (bars - 1) / 2) * width for one in x]
            axes.bar(places, y, width * 0.92, color=shade)
            x = places
        case "steps":
            wide = _pitch(x)
            axes.stairs(y, [*x, x[-1] + wide], color=shade, fill=True, alpha=0.28)
            axes.stairs(y, [*x, x[-1] + wide], color=shade, linewidth=1.4)
        case "line":
            axes.plot(x, y, color=shade)
        case "points":
            mark = _MARKS[place % len(_MARKS)]
            many = len(x) > 300
            axes.plot(x, y, mark, color=shade, alpha=0.5 if many else 1.0, markersize=2.0 if many else 4.5)
    if series.low and series.high:
        below = [max(0.0, a - b) for a, b in zip(y, series.low, strict=True)]
        above = [max(0.0, b - a) for a, b in zip(y, series.high, strict=True)]
        ink = _INK if series.kind == "bars" else shade
        # Without the test a point that has no error bar would get the caps of one.
        barred = [k for k in range(len(x)) if below[k] or above[k]]
        at, values = [x[k] for k in barred], [y[k] for k in barred]
        lengths = [below[k] for k in barred], [above[k] for k in barred]
        axes.errorbar(at, values, lengths, fmt="none", ecolor=ink, elinewidth=1.0, capsize=2.0)


def _pitch(x: list[float]) -> float:
    """Return the smallest increase from one value in `x` to the next one, or 1 if the values never increase."""
    gaps = [b - a for a, b in pairwise(x) if b > a]
    return min(gaps, default=1.0)


def _plain_ticks(axes: "Axes", chart: Chart) -> None:
    """Set plain labels on the axes: numbers instead of powers of ten.

    If the chart has names (`chart.names`), they are the labels of the x axis.
    """
    from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator

    for axis, logarithmic in ((axes.xaxis, chart.log_x), (axes.yaxis, chart.log_y)):
        if not logarithmic:
            continue
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0), numticks=12))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    whole = all(x == round(x) for series in chart.series for x in series.x)
    if whole and not chart.log_x and not chart.names:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if chart.names:
        axes.xaxis.set_major_locator(FixedLocator(range(len(chart.names))))
        axes.set_xticks(range(len(chart.names)), chart.names)
        if sum(len(name) for name in chart.names) > _LONG_NAMES:
            axes.tick_params(axis="x", labelrotation=35)
            for label in axes.get_xticklabels():
                label.set_horizontalalignment("right")


_LONG_NAMES: Final = 48
"""Maximum total number of letters in the names below a chart. If there are more, the names are slanted."""

_IDS: Final = count()


def _themed(drawn: str, title: str) -> str:
    """Return an SVG drawing with the page's colours and font, with unique ids, and without a fixed width and height.

    Args:
        drawn: The drawing that matplotlib has made.
        title: Title of the chart, for screen readers.
    """
    body = drawn[drawn.index("<svg") :]
    for side in ("width", "height"):
        body = re.sub(rf'(<svg[^>]*?) {side}="[^"]*"', r"\1", body, count=1)
    body = body.replace("<svg ", f'<svg role="img" aria-label="{escape(title, quote=True)}" ', 1)
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = body.replace(_INK, "var(--ink)").replace(_FAINT, "var(--faint)")
    for place in range(COLOUR_COUNT):
        body = body.replace(_SERIES_COLOUR.format(place), f"var(--s{place})")
    body = re.sub(r"(font:[^;\"]*?)'DejaVu Sans'[^;\"]*", r"\1system-ui, sans-serif", body)
    number = next(_IDS)  # several drawings share a page, and matplotlib names their parts alike
    body = re.sub(r'\bid="([^"]+)"', rf'id="g{number}-\1"', body)
    return re.sub(r'(url\(#|href="#)', rf"\g<1>g{number}-", body)
