"""Plots of sweeps and screenings as HTML pages that work offline (plotly)."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from riotsim.lab.search.screening import Effect
from riotsim.lab.statistics.intervals import Estimate

if TYPE_CHECKING:  # it takes a second to import, and is optional
    import plotly.graph_objects as go

BLUE = "#0072b2"
"""Colour of all marks: the blue of Okabe and Ito's palette (2008)."""

PLOT_HEIGHT = 300
"""Height of one plot (pixels)."""


def sweep_page(option: str, table: Mapping[str, Mapping[str, Estimate | None]]) -> str:
    """Return an HTML page with a plot for each measure: its estimate at each value of an option.

    Args:
        option: The option's dotted key.
        table: Estimates by measure and then by value; None where no game has the measure.
    """
    import plotly.graph_objects as go

    figures = []
    for measure, row in table.items():
        known = {value: one for value, one in row.items() if one is not None}
        bars = {
            "type": "data",
            "array": [_reach(one.high - one.mean) for one in known.values()],
            "arrayminus": [_reach(one.mean - one.low) for one in known.values()],
        }
        trace = go.Scatter(
            x=list(known), y=[one.mean for one in known.values()], error_y=bars, mode="lines+markers",
            line={"color": BLUE}, name=measure,
        )  # fmt: skip
        figures.append((measure, go.Figure(trace, {"xaxis": {"title": option}, "yaxis": {"title": measure}})))
    return page(f"{option}: a sweep", figures)


def _reach(length: float) -> float | None:
    """Return the length of one side of an error bar, or None if the interval is unbounded on that side."""
    return length if math.isfinite(length) else None


def screen_page(measure: str, effects: Sequence[Effect]) -> str:
    """Return an HTML page with Morris' plot: for each parameter, the strength and the spread of its effect."""
    import plotly.graph_objects as go

    bars = {"type": "data", "array": [one.high - one.strength for one in effects],
            "arrayminus": [one.strength - one.low for one in effects]}  # fmt: skip
    trace = go.Scatter(
        x=[one.strength for one in effects], y=[one.spread for one in effects], text=[one.option for one in effects],
        error_x=bars, mode="markers+text",
        textposition="top center", marker={"color": BLUE, "size": 10},
    )  # fmt: skip
    layout = {"xaxis": {"title": "strength µ*"}, "yaxis": {"title": "spread σ"}}
    return page(f"{measure}: which knobs matter", [(measure, go.Figure(trace, layout))])


def page(title: str, figures: "Sequence[tuple[str, go.Figure]]") -> str:
    """Return an HTML page with one or more plots, which includes plotly's code once.

    Args:
        title: Title of the page.
        figures: The plots, each with its heading.
    """
    import plotly.io as pio

    parts = []
    for number, (head, figure) in enumerate(figures):
        figure.update_layout(template="plotly_white", height=PLOT_HEIGHT, margin={"t": 20, "b": 50})
        plot = pio.to_html(figure, include_plotlyjs=number == 0, full_html=False, config={"displaylogo": False})
        parts.append(f"<h2>{escape(head)}</h2>\n{plot}")
    style = "body{font:16px system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{style}</style>\n<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )
