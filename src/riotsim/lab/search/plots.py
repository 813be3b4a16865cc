"""Plots of sweeps, screenings and tunings as HTML pages that work offline (plotly)."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from riotsim.lab.report.formatting import probability
from riotsim.lab.search.confirmation import Confirmed, Tried
from riotsim.lab.search.parameters import Parameter
from riotsim.lab.search.screening import Effect
from riotsim.lab.search.surrogate import Surrogate
from riotsim.lab.search.tuning import Target
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
    """Return `length`, the length of one side of an error bar. If it is infinite, return None: plotly draws no bar."""
    return length if math.isfinite(length) else None


def screen_page(measure: str, effects: Sequence[Effect]) -> str:
    """Return an HTML page with Morris' plot: for each parameter, the strength and the spread of its effect."""
    import plotly.graph_objects as go

    bars = {"type": "data", "array": [_reach(one.high - one.strength) for one in effects],
            "arrayminus": [one.strength - one.low for one in effects]}  # fmt: skip
    trace = go.Scatter(
        x=[one.strength for one in effects], y=[one.spread for one in effects],
        text=[one.option if one.matters else f"{one.option} (no more than noise)" for one in effects],
        error_x=bars, mode="markers+text",
        textposition="top center",
        marker={"color": BLUE, "size": 10, "opacity": [1.0 if one.matters else 0.35 for one in effects]},
    )  # fmt: skip
    layout = {"xaxis": {"title": "strength µ* without chance"}, "yaxis": {"title": "spread σ without chance"}}
    return page(f"{measure}: which knobs matter", [(measure, go.Figure(trace, layout))])


def page(title: str, figures: "Sequence[tuple[str, go.Figure]]", before: str = "") -> str:
    """Return an HTML page with one or more plots, which includes plotly's code once.

    Args:
        title: Title of the page.
        figures: The plots, each with its heading.
        before: HTML above the plots.
    """
    import plotly.io as pio

    parts = []
    for number, (head, figure) in enumerate(figures):
        figure.update_layout(template="plotly_white", height=PLOT_HEIGHT, margin={"t": 20, "b": 50})
        plot = pio.to_html(figure, include_plotlyjs=number == 0, full_html=False, config={"displaylogo": False})
        parts.append(f"<h2>{escape(head)}</h2>\n{plot}")
    style = (
        "body{font:16px system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
        "table{border-collapse:collapse}td,th{padding:.3rem .8rem .3rem 0;text-align:left;border-bottom:1px solid #ddd}"
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{style}</style>\n<h1>{escape(title)}</h1>\n{before}\n" + "\n".join(parts) + "\n</html>\n"
    )


def tune_page(
    knobs: Sequence[Parameter],
    targets: Sequence[Target],
    tried: Sequence[Tried],
    fitted: Mapping[str, Surrogate],
    results: Sequence[Confirmed],
    chance: float | None,
    seed: int,
) -> str:
    """Return an HTML page about a tuning: settings that were played again, importance of the options, and trials.

    Args:
        knobs: The options.
        targets: The targets.
        tried: The trials in their order.
        fitted: The models, by measure. A target whose measure has no model gets no plots.
        results: The settings that were played again.
        chance: P-value of the differences between the best setting and the contrast (see `chance_of_nothing`); None if
            it isn't known.
        seed: Seed of the study.
    """
    import plotly.graph_objects as go

    figures, notes = [], [_confirmed_table(targets, results)]
    if chance is not None:
        idle = chance >= 0.05
        says = "No option was seen to do anything." if idle else "The options do something."
        notes.insert(
            0, f"<p><b>{says}</b> Chance of as large a difference without any effect: {probability(chance)}.</p>"
        )
    for one in targets:
        model = fitted.get(one.measure)
        if model is None:
            continue
        ranked = model.importance(seed)
        bars = {"type": "data", "array": [2 * rank.deviation for rank in ranked]}
        reach = go.Bar(x=[rank.reach for rank in ranked], y=[rank.option for rank in ranked], orientation="h",
                       error_x=bars, marker={"color": BLUE})  # fmt: skip
        axes = {"xaxis": {"title": one.measure}, "yaxis": {"autorange": "reversed", "automargin": True}}
        figures.append((f"How much each option moves {one.measure}, by the model (± two deviations)",
                        go.Figure(reach, axes)))  # fmt: skip
        for knob in knobs:
            known = [trial for trial in tried if one.measure in trial.found]
            dots = go.Scatter(
                x=[knob.parse(trial.setting[knob.option]) for trial in known], name="trials",
                y=[trial.found[one.measure] for trial in known], mode="markers", marker={"color": BLUE, "size": 8},
            )  # fmt: skip
            figures.append((f"{one.measure} by {knob.option}", _with_target(go.Figure(dots), one, knob.option)))
        numbers = [number for number, trial in enumerate(tried, 1) if one.measure in trial.found]
        line = go.Scatter(x=numbers, y=[tried[number - 1].found[one.measure] for number in numbers],
                          mode="lines+markers", line={"color": BLUE})  # fmt: skip
        figures.append((f"{one.measure} of each trial in its order", _with_target(go.Figure(line), one, "trial")))
    return page("A tuning", figures, "".join(notes))


def _with_target(figure: "go.Figure", target: Target, title: str) -> "go.Figure":
    """Add titles of the axes and a band for the target to a plot, and return the plot."""
    figure.add_hrect(y0=target.value - target.within, y1=target.value + target.within, fillcolor=BLUE, opacity=0.12,
                     line_width=0)  # fmt: skip
    figure.update_layout(xaxis={"title": title}, yaxis={"title": target.measure})
    return figure


def _confirmed_table(targets: Sequence[Target], results: Sequence[Confirmed]) -> str:
    """Return an HTML table of the settings that were played again; empty if there are none."""
    rows = []
    for one in results:
        options = ", ".join(f"{key} {value}" for key, value in one.setting.items())
        for target in targets:
            known = one.estimates.get(target.measure)
            value = "–" if known is None else f"{known.mean:.3g} ({known.low:.3g} to {known.high:.3g})"
            cells = (
                options,
                target.measure,
                value,
                f"{target.value:g} ± {target.within:g}",
                one.answers[target.measure],
            )
            rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    if not rows:
        return ""
    heads = ("played anew on fresh seeds", "measure", "found, with 95 % certainty for all", "wanted", "is it met?")
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
