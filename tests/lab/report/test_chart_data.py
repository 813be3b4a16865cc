"""Plots of the lab's report as data, from made-up figures."""

from typing import Any

import numpy as np
import pytest
from made_up_samples import Found, samples

from riotsim.lab.report import charts
from riotsim.lab.report.charts import COLOURS, PATTERNS, SYMBOLS, Panel
from riotsim.lab.report.standings import Standing
from riotsim.lab.statistics.intervals import Difference, Estimate
from riotsim.lab.statistics.samples import Line

INF = float("inf")

EVERY = Estimate(2.0, -INF, INF, 5)
"""A mean whose interval has no bounds."""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a<b", "a&lt;b"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        ('say "no" & go', 'say "no" &amp; go'),
    ],
)
def test_a_long_name_is_cut_to_forty_characters_and_escaped(name: str, shown: str) -> None:
    """A long name is cut to forty characters, of which the ellipsis is one, and escaped. Quotation marks stay."""
    assert charts.label(name) == shown


@pytest.mark.parametrize(("place", "kind"), [(0, 0), (1, 1), (6, 6), (7, 0), (9, 2)])
def test_after_seven_arms_the_marks_come_again(place: int, kind: int) -> None:
    """Each of seven arms has a colour, a symbol and a pattern of its own, and the eighth has those of the first. Bars
    have no symbol.
    """
    found = charts.marker_of(place)
    assert (found["color"], found["symbol"], found["pattern"]["shape"]) == (
        COLOURS[kind], SYMBOLS[kind], PATTERNS[kind],
    )  # fmt: skip
    drawn = charts.bars(place, "<i>", x=["Ada"], y=[3.0])
    assert drawn.pop("marker") == {"color": COLOURS[kind], "pattern": found["pattern"]}
    assert drawn == {"type": "bar", "name": "&lt;i&gt;", "x": ["Ada"], "y": [3.0]}


def test_error_bars_reach_from_the_mean_to_the_ends_of_the_interval() -> None:
    """Error bars reach from the mean to both ends of its interval. If an end of the interval is unknown, there is no
    bar.
    """
    half = Estimate(1.0, 0.0, INF, 5)
    found = charts.error_bars([Estimate(5.0, 3.0, 9.0, 7), None, EVERY, half, Estimate(-2.0, -2.5, -1.0, 7)])
    assert (found["type"], found["symmetric"]) == ("data", False)
    assert (found["array"], found["arrayminus"]) == ([4.0, 0.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 0.0, 0.5])


def test_an_estimate_is_scaled_as_a_whole() -> None:
    """The mean and both ends of an estimate are scaled. The number of values stays."""
    assert charts.scale(3.0, Estimate(2.0, -1.0, 5.0, 7)) == Estimate(6.0, -3.0, 15.0, 7)


def _line(measure: str, **apart: tuple[float, float, float, float]) -> Line:
    """Return a line with differences, each a mean with its interval, and an adjusted p-value."""
    differences = {arm: Difference(Estimate(mean, low, high, 4), 0.9) for arm, (mean, low, high, _) in apart.items()}
    return Line(measure, {}, differences, {arm: p for arm, (*_, p) in apart.items()})


def _compared(*arms: str) -> Found:
    """Return samples of two measures. Turns scatter by 3 in the first arm, and by 3.8 or 1 in others. Falls scatter in
    one arm only.
    """
    found = Found(*arms, pairs=4)
    found.table = {
        ("one", "turns"): np.array([1.0, 7.0, 1.0, 7.0]),
        ("two", "turns"): np.array([20.0, 28.0, 20.0, np.nan]),
        ("two", "falls"): np.array([0.0, 0.0, 1.0, 1.0]),
        ("three", "turns"): np.array([5.0, 7.0, 5.0, 7.0]),
    }
    return found


def test_differences_are_drawn_in_units_of_their_scatter() -> None:
    """Differences are drawn in units of their scatter, the root mean square of both arms' standard deviations. A
    measure that never varies is left out.

    Turns of the first two arms vary by 9 and by the variance of 20, 28, 20, which is 128/9: the mean is 209/18. Falls
    vary by 0 and 1/4, so that the unit is the root of 1/8.
    """
    lines = [
        _line("turns", two=(6.0, 3.0, 12.0, 0.02), three=(-10.0, -15.0, -5.0, 0.3)),
        _line("draws", two=(0.5, 0.25, 0.75, 0.01)),
        _line("falls", two=(2.0, -INF, INF, 0.05)),
    ]
    panel = charts.forest(samples(_compared("one", "two", "three")), lines)
    assert panel is not None
    assert (panel.title, panel.chosen, panel.wide, [*panel.charts]) == (
        "What differs from “one”", "all", True, ["all"],
    )  # fmt: skip
    two, three = panel.charts["all"]["data"]
    unit = (209 / 18) ** 0.5
    assert two["x"] == pytest.approx([6 / unit, 2 * 8**0.5])
    assert two["error_x"]["array"] == pytest.approx([6 / unit, 0.0])
    assert two["error_x"]["arrayminus"] == pytest.approx([3 / unit, 0.0])
    assert two["error_x"]["color"] == two["marker"]["color"] == COLOURS[1]
    assert two["marker"]["symbol"] == SYMBOLS[1]
    assert "pattern" not in two["marker"]
    opaque, faint = two["marker"]["opacity"]
    assert opaque == 1.0 > faint
    assert (two["name"], two["y"]) == ("two", ["turns", "falls"])
    assert two["text"] == ["turns: +6.00 (+3.00 to +12.0), chance 0.020", "falls: +2.00 (?), chance 0.050"]
    assert (three["name"], three["y"], three["text"]) == (
        "three", ["turns"], ["turns: −10.0 (−15.0 to −5.00), chance 0.30"],
    )  # fmt: skip
    assert three["x"] == pytest.approx([-10 / 5**0.5])
    assert three["marker"]["opacity"] == [faint]
    assert three["marker"]["color"] == COLOURS[2]
    layout = panel.charts["all"]["layout"]
    assert layout["showlegend"]
    assert layout["yaxis"]["categoryarray"] == ["falls", "turns"], "the first is at the top"


def test_two_arms_need_no_legend_and_one_arm_no_plot() -> None:
    """A plot of two arms has no legend, and one arm has no plot. Without anything that can be compared, or that varies,
    there is no plot either.
    """
    turns = _line("turns", two=(6.0, 3.0, 12.0, 0.02))
    pair = charts.forest(samples(_compared("one", "two")), [turns])
    assert pair is not None
    assert not pair.charts["all"]["layout"]["showlegend"]
    assert charts.forest(samples(_compared("one")), [turns]) is None
    assert charts.forest(samples(_compared("one", "two")), [_line("turns")]) is None
    assert charts.forest(samples(_compared("one", "two")), [_line("draws", two=(1.0, 0.0, 2.0, 0.5))]) is None


def test_twelve_arms_are_compared_at_most() -> None:
    """At most twelve arms are compared with the first one. The plot leaves out any others."""
    arms = [f"arm {number}" for number in range(14)]
    found = Found(*arms, pairs=4)
    found.table = {(arm, "turns"): np.array([1.0, 2.0, 3.0, 4.0]) for arm in arms}
    lines = [_line("turns", **dict.fromkeys(arms[1:], (1.0, 0.0, 2.0, 0.5)))]
    panel = charts.forest(samples(found), lines)
    assert panel is not None
    assert [one["name"] for one in panel.charts["all"]["data"]] == arms[1:13]


def _stop_at(measure: str | None) -> Found:
    return Found("one", "<two>", stop=None if measure is None else (measure, 0.1))


@pytest.mark.parametrize(
    ("tested", "chosen"), [(None, "turns"), ("falls", "falls"), ("draws", "turns"), ("turns", "turns")]
)
def test_means_are_drawn_by_measure(tested: str | None, chosen: str) -> None:
    """If a measure is tested, its plot is shown first. Otherwise this is the first plot. Arms without a mean are left
    out.
    """
    lines = [
        Line("draws", {"one": None, "<two>": None}, {}, {}),
        Line("turns", {"one": Estimate(5.0, 4.0, 7.0, 9), "<two>": EVERY}, {}, {}),
        Line("falls", {"one": None, "<two>": Estimate(0.5, 0.25, 0.625, 9)}, {}, {}),
    ]
    panel = charts.means(samples(_stop_at(tested)), lines)
    assert panel is not None
    assert (panel.title, panel.note, panel.chosen, panel.wide, [*panel.charts]) == (
        "Any measure, by arm", "The mean, and where it lies with 95 % certainty.", chosen, False, ["turns", "falls"],
    )  # fmt: skip
    (turns,), (falls,) = (chart["data"] for chart in panel.charts.values())
    assert (turns["x"], turns["y"], turns["text"]) == (
        ["one", "&lt;two&gt;"], [5.0, 2.0], ["one: 5.00 (4.00 to 7.00)", "&lt;two&gt;: 2.00 (?)"],
    )  # fmt: skip
    assert (turns["error_y"]["array"], turns["error_y"]["arrayminus"]) == ([2.0, 0.0], [1.0, 0.0])
    assert (falls["x"], falls["y"], falls["error_y"]["array"]) == (["&lt;two&gt;"], [0.5], [0.125])
    assert panel.charts["falls"]["layout"] == {
        "xaxis": {"type": "category"}, "yaxis": {"title": {"text": "falls"}}, "showlegend": False,
    }  # fmt: skip
    assert charts.means(samples(_stop_at(tested)), lines[:1]) is None


def _standing(arm: str, who: str, mean: float, low: float, high: float) -> Standing:
    return Standing(arm, who, f"wins {who}", Estimate(mean, low, high, 9), 0.25, 0.5, None, mirrored=False)


def _shown(panel: Panel) -> tuple[Any, ...]:
    """Return title, note, bars and the height of the dotted line of a plot of wins."""
    chart = panel.charts[panel.chosen]
    (line,) = chart["layout"]["shapes"]
    traces = [
        (one["name"], one["x"], one["y"], one["error_y"]["array"], one["error_y"]["arrayminus"], one["marker"]["color"])
        for one in chart["data"]
    ]
    return panel.title, panel.note, traces, line["y0"], line["y1"], line["x0"], line["x1"]


def test_wins_are_drawn_in_percent_by_player_and_by_seat() -> None:
    """In the plot of wins, each arm has bars of its own. A dotted line shows how much equal players would win."""
    rows = [
        _standing("one", "Ada", 0.5, 0.25, 0.625), _standing("two", "Ada", 0.25, 0.125, 0.5),
        _standing("one", "Bea", 0.75, 0.5, 1.0), _standing("two", "seat 2", 0.375, 0.25, 0.5),
    ]  # fmt: skip
    note = "Draws are shared. Dotted: 25 %, what each of equals wins. Lines: 95 % certainty."
    players, seats = charts.wins(rows)
    assert _shown(players) == (
        "Wins by player", note,
        [("one", ["Ada", "Bea"], [50.0, 75.0], [12.5, 25.0], [25.0, 25.0], COLOURS[0]),
         ("two", ["Ada"], [25.0], [25.0], [12.5], COLOURS[1])],
        25.0, 25.0, 0, 1,
    )  # fmt: skip
    assert _shown(seats) == (
        "Wins by seat", note, [("two", ["seat 2"], [37.5], [12.5], [12.5], COLOURS[0])], 25.0, 25.0, 0, 1,
    )  # fmt: skip
    assert [one.title for one in charts.wins(rows[3:])] == ["Wins by seat"]
    assert charts.wins([]) == []
    many = [_standing(f"arm {number}", "Ada", 0.5, 0.25, 0.75) for number in range(13)]
    assert [one["name"] for one in charts.wins(many)[0].charts["all"]["data"]] == [f"arm {k}" for k in range(12)]
