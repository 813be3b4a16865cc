"""What the plots of sweeps, screenings and tunings show: their numbers, marks and headings."""

import math
from types import SimpleNamespace
from typing import Any, cast

import pytest

from riotsim.lab.search import plots
from riotsim.lab.search.confirmation import Confirmed, Tried
from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.screening import Effect
from riotsim.lab.search.surrogate import Importance, Surrogate
from riotsim.lab.search.tuning import Target
from riotsim.lab.statistics.intervals import Estimate

Pages = list[tuple[str, list[tuple[str, dict[str, Any]]], str]]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    """Note the title of each page, its figures as plain data, and what stands above them."""
    made: Pages = []

    def page(title: str, figures: Any, before: str = "") -> str:
        made.append((title, [(head, figure.to_plotly_json()) for head, figure in figures], before))
        return "a page"

    monkeypatch.setattr(plots, "page", page)
    return made


def _plain(trace: dict[str, Any], *keys: str) -> list[Any]:
    """Return some values of a trace, with sequences as lists."""
    found = [trace[key] for key in keys]
    return [list(one) if isinstance(one, tuple) else one for one in found]


def test_a_sweep_has_a_plot_for_each_measure(pages: Pages) -> None:
    """The plot has a point for each value of the option, with an error bar to both ends of its interval. If an end is
    unbounded, that side has no bar. A value without a game is left out.
    """
    table: dict[str, dict[str, Estimate | None]] = {
        "turns": {"1": Estimate(5.0, 4.0, 7.0, 9), "2": None, "3": Estimate(6.0, -math.inf, 8.5, 9)},
        "falls": {"1": Estimate(2.0, 1.0, math.inf, 9)},
    }
    assert plots.sweep_page("tower.swig", table) == "a page"
    ((title, figures, before),) = pages
    assert (title, before, [head for head, _ in figures]) == ("tower.swig: a sweep", "", ["turns", "falls"])
    (trace,) = figures[0][1]["data"]
    assert _plain(trace, "x", "y", "mode", "name") == [["1", "3"], [5.0, 6.0], "lines+markers", "turns"]
    assert [list(trace["error_y"][key]) for key in ("array", "arrayminus")] == [[2.0, 2.5], [1.0, None]]
    assert list(figures[1][1]["data"][0]["error_y"]["array"]) == [None]
    layout = figures[0][1]["layout"]
    assert (layout["xaxis"]["title"]["text"], layout["yaxis"]["title"]["text"]) == ("tower.swig", "turns")


def test_a_screening_shows_strength_and_spread(pages: Pages) -> None:
    """A screening's plot has the strength of each option, with an interval, and its spread. Options that may be noise
    are pale, and their labels say so.
    """
    strong = Effect("a", 5.0, 4.0, 7.0, 5.0, 4.0, 6.0, 1.5, 0.01)
    noise = Effect("b", 1.0, 0.0, math.inf, 0.5, -1.0, 2.0, 0.5, 0.6)
    plots.screen_page("turns", [strong, noise])
    ((title, ((head, figure),), _),) = pages
    (trace,) = figure["data"]
    assert (title, head) == ("turns: which knobs matter", "turns")
    assert _plain(trace, "x", "y", "text") == [[5.0, 1.0], [1.5, 0.5], ["a", "b (no more than noise)"]]
    assert [list(trace["error_x"][key]) for key in ("array", "arrayminus")] == [[2.0, None], [1.0, 1.0]]
    first, second = trace["marker"]["opacity"]
    assert first > second


def _tuned(chance: float | None, pages: Pages) -> tuple[list[tuple[str, dict[str, Any]]], str]:
    knobs = [parse_parameter("x=1..9"), parse_parameter("y=p|q")]
    targets = [Target("turns", 10.0, 2.0), Target("falls", 1.0, 0.5)]
    tried = [
        Tried({"x": "3", "y": "p"}, {"turns": 8.0}, {}, 4),
        Tried({"x": "4", "y": "q"}, {}, {}, 4),
        Tried({"x": "5", "y": "q"}, {"turns": 11.0}, {}, 4),
    ]
    importance = [Importance("y", 4.0, 0.75), Importance("x", 2.0, 0.5)]
    model = SimpleNamespace(importance=lambda seed: importance if seed == 7 else [])
    answers: Any = {"turns": "met", "falls": "not known"}
    results = [Confirmed({"x": "3", "y": "<p>"}, {"turns": Estimate(9.876, 9.0, 10.5, 40)}, answers)]
    plots.tune_page(knobs, targets, tried, {"turns": cast("Surrogate", model)}, results, chance, 7)
    ((title, figures, before),) = pages
    assert title == "A tuning"
    return figures, before


def test_a_tuning_shows_what_its_options_do(pages: Pages) -> None:
    """A tuning's page has a bar for each option, plots of the trials by option, and one by their order. A band shows
    the target. A measure without a model has no plots. Trials without the measure are left out, but the others keep
    their numbers.
    """
    figures, _ = _tuned(None, pages)
    assert [head for head, _ in figures] == [
        "How much each option moves turns, by the model (± two deviations)",
        "turns by x", "turns by y", "turns of each trial in its order",
    ]  # fmt: skip
    (bars,) = figures[0][1]["data"]
    assert _plain(bars, "x", "y", "orientation") == [[4.0, 2.0], ["y", "x"], "h"]
    assert list(bars["error_x"]["array"]) == [1.5, 1.0]
    assert figures[0][1]["layout"]["yaxis"]["autorange"] == "reversed"
    for (_, figure), x, title in zip(figures[1:], ([3, 5], ["p", "q"], [1, 3]), ("x", "y", "trial"), strict=True):
        (trace,), (band,) = figure["data"], figure["layout"]["shapes"]
        assert _plain(trace, "x", "y") == [x, [8.0, 11.0]]
        assert (band["y0"], band["y1"]) == (8.0, 12.0)
        titles = (figure["layout"]["xaxis"]["title"]["text"], figure["layout"]["yaxis"]["title"]["text"])
        assert titles == (title, "turns")


def test_a_tuning_tells_what_was_played_again(pages: Pages) -> None:
    """If a setting was played again, each target has a row. Names are shown as text. A measure without a game has a
    dash.
    """
    _, before = _tuned(None, pages)
    heads = ["played anew on fresh seeds", "measure", "found, with 95 % certainty for all", "wanted", "is it met?"]
    rows = [
        ["x 3, y &lt;p&gt;", "turns", "9.88 (9 to 10.5)", "10 ± 2", "met"],
        ["x 3, y &lt;p&gt;", "falls", "–", "1 ± 0.5", "not known"],
    ]
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    assert before == f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    assert plots._confirmed_table([Target("turns", 1.0, 1.0)], []) == ""


@pytest.mark.parametrize(
    ("chance", "says", "p"),
    [(0.049, "The options do something.", "0.049"), (0.05, "No option was seen to do anything.", "0.050")],
)
def test_a_tuning_says_whether_the_options_do_anything(chance: float, says: str, p: str, pages: Pages) -> None:
    """The page of a tuning begins with a sentence on whether the options do anything."""
    _, before = _tuned(chance, pages)
    told = f"<p><b>{says}</b> Chance of as large a difference without any effect: {p}.</p>"
    assert before.startswith(f"{told}<table>")


def test_a_page_has_plotly_once() -> None:
    """A page with two plots has Plotly once. Each plot stands below its heading, and the given text above both."""
    import plotly.graph_objects as go

    figures = [(head, go.Figure(go.Scatter(x=[1], y=[2]))) for head in ("one & all", "two")]
    found = plots.page("a <title>", figures, "<p>before</p>")
    assert found.startswith(
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>a &lt;title&gt;</title>\n'
    )
    assert "<h1>a &lt;title&gt;</h1>\n<p>before</p>\n<h2>one &amp; all</h2>" in found
    assert found.endswith("\n</html>\n")
    assert found.count("plotly.js v") == 1
    assert found.index("plotly.js v") < found.index("<h2>two</h2>")
    assert [found.count(text) for text in ("<html", "<h2>", '"displaylogo": false')] == [1, 2, 2]
    assert [figure.layout.height for _, figure in figures] == [plots.PLOT_HEIGHT] * 2
