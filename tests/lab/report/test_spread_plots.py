"""Histograms and bar charts of a campaign's games, from made-up values: which bars they have, and how high."""

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from riotsim.lab.report import spreads
from riotsim.lab.report.charts import Panel
from riotsim.lab.report.spreads import _bins, _in_order, tallies
from riotsim.lab.statistics.samples import Samples

NAN = np.nan


def samples(
    values: dict[str, dict[str, list[float]]], counts: dict[str, dict[str, Counter[str]]] | None = None
) -> Samples:
    """Return samples with these values by measure and arm, and these counts by tally and arm. There are two pairs, and
    each arm has two games in a pair.
    """
    told = counts or {}
    arms = [*next(iter(values.values()), {})] or [*next(iter(told.values()), {})]
    return cast("Samples", SimpleNamespace(
        plan=SimpleNamespace(arms=dict.fromkeys(arms), played_orders=dict.fromkeys(arms, 2)), pairs=(0, 1),
        measures=tuple(values), tallies=tuple(told), by_game=lambda arm, measure: np.array(values[measure][arm]),
        tally=lambda arm, name: told[name][arm],
    ))  # fmt: skip


def _bars(chart: Any) -> list[tuple[str, list[Any], list[Any], list[Any]]]:
    """Return the name, the places, the heights and the counts of each arm's bars."""
    return [(trace["name"], list(trace["x"]), list(trace["y"]), list(trace["customdata"])) for trace in chart["data"]]


@pytest.mark.parametrize(
    ("values", "edges", "names"),
    [
        ([2.0, 4.0], [1.5, 2.5, 3.5, 4.5], ["2", "3", "4"]),
        ([0.0, 60.0], [3 * k - 0.5 for k in range(22)], [f"{3 * k} to {3 * k + 2}" for k in range(21)]),
        ([-1.0, 28.0], [k - 1.5 for k in range(31)], [str(k) for k in range(-1, 29)]),
        (
            [0.5, 2.5],
            [0.5 + k / 10 for k in range(21)],
            [f"{0.5 + k / 10:.3g} to {0.6 + k / 10:.3g}" for k in range(20)],
        ),
    ],
)
def test_bins_hold_whole_numbers_or_equal_parts(values: list[float], edges: list[float], names: list[str]) -> None:
    """Whole numbers have a bin each, or share bins if there are more than 30 of them. Other values have 20 bins of
    equal width.
    """
    found = _bins(np.array(values))
    assert found[0] == pytest.approx(np.array(edges))
    assert found[1] == names


def test_a_histogram_has_the_share_of_each_arms_games() -> None:
    """A histogram has the share of each arm's games. Games without a value are left out. A measure that never varies,
    or that no game has, has no plot.
    """
    values = {
        "turns": {"a": [2.0, 3.0, 3.0, NAN], "b": [4.0, NAN, NAN, NAN]}, "margin": {"a": [1.0] * 4, "b": [1.0] * 4},
        "luck": {"a": [NAN] * 4, "b": [NAN] * 4}, "falls": {"a": [0.0, 1.0, 1.0, 1.0], "b": [0.0] * 4},
    }  # fmt: skip
    chief, every = spreads.spreads(samples(values))
    assert (chief.title, chief.note, [*chief.charts], chief.chosen) == ("Length (turns)", "", ["turns"], "turns")
    bars = _bars(chief.charts["turns"])
    assert bars[0] == ("a", [2.0, 3.0, 4.0], [pytest.approx(100 / 3), pytest.approx(200 / 3), 0.0], [1, 2, 0])
    assert bars[1] == ("b", [2.0, 3.0, 4.0], [0.0, 0.0, 100.0], [0, 0, 1])
    assert (every.title, [*every.charts], every.chosen) == ("Any measure, by game", ["turns", "falls"], "falls")
    only = spreads.spreads(samples({"turns": values["turns"]}))[-1]
    assert (only.chosen, spreads.spreads(samples({"luck": values["luck"]}))) == ("turns", [])


def test_tallies_count_what_comes_most_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plot of a tally has the average number of each label in a game, the greatest first. If there are falls, their
    plot is chosen.
    """
    monkeypatch.setattr(spreads, "MAX_BARS", 2)
    counts = {
        "acts": {"a": Counter({"carry": 2}), "b": Counter[str]()},
        "falls": {"a": Counter({"own": 2, "rare": 1}), "b": Counter({"own": 4, "cascade": 8})},
    }
    panel = tallies(samples({}, counts))
    assert isinstance(panel, Panel)
    assert (panel.title, [*panel.charts], panel.chosen) == ("What happened", ["acts", "falls"], "falls")
    assert panel.note == "How often in a game, on average over an arm's games. What comes most; 2 at most are drawn."
    chart = cast("Any", panel.charts["falls"])
    assert _bars(chart) == [
        ("a", [0.0, 0.5], ["cascade", "own"], [0, 2]), ("b", [2.0, 1.0], ["cascade", "own"], [8, 4]),
    ]  # fmt: skip
    assert chart["layout"]["yaxis"]["categoryarray"] == ["cascade", "own"]
    assert chart["layout"]["xaxis"]["title"]["text"] == "falls, times a game"
    without = tallies(samples({}, {"acts": counts["acts"]}))
    assert without is not None
    assert without.chosen == "acts"
    assert tallies(samples({"turns": {"a": []}})) is None


def test_labels_that_end_in_numbers_are_sorted_by_these() -> None:
    """Labels are sorted by the numbers at their ends if all have one. Otherwise they stay in their order."""
    assert _in_order(["own: 10", "own: 9", "cut: 30"]) == ["cut: 30", "own: 9", "own: 10"]
    assert _in_order(["own: 10", "own: 9", "none"]) == ["own: 10", "own: 9", "none"]
