import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest

from riotsim.testing.findings import Chart, ExpectedValues, Grid, KnownDeviation, Ran, Series, append, finding
from riotsim.testing.report import machine
from riotsim.testing.report.chapters import CHAPTERS
from riotsim.testing.report.charts import merged, svg
from riotsim.testing.report.page import gather, main, page
from riotsim.testing.report.tables import worst

LINE = Series("e²", (1.0, 2.0), (1.0, 1.0), "line")
KINDS = (
    LINE,
    Series("found", (1.0, 2.0), (0.9, 1.2), "points", (0.8, 1.1), (1.0, 1.3)),
    Series("counts", (1.0, 2.0), (3.0, 4.0), "bars", (2.0, 3.0), (4.0, 5.0)),
    Series("expected", (1.0, 2.0), (3.0, 3.0), "band", (2.0, 2.0), (4.0, 4.0)),
    Series("histogram", (1.0, 2.0), (3.0, 4.0), "steps"),
)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Return a folder with the records of a small run."""
    folder = tmp_path / "results"
    folder.mkdir()
    grid = Grid("Stood & fell", ("", "stood", "fell"), (("must stand", "3", "0"),))
    chart = Chart("Height <h>", "mm", "share", (LINE,), log_x=True)
    for one in (
        finding("bounce", "on felt", found=0.5, expected=0.48, off=0.1, source="h₁/h₀ = e²", charts=(chart,)),
        finding("towers against statics", "false falls", found=0, expected=0, at_most=0, grids=(grid,)),
        finding(
            "bounce", "on wood", found=0.9, expected=0.6, off=0.1, unit="mm", note="Far too high.", second_opinion=0.61
        ),
        finding(
            "sliding", "askew", found=0.71, expected=1.0, off=0.05, known=KnownDeviation("a <pyramid>", at_least=0.7)
        ),
        finding("a case of one's own", "spread", found=3.0, at_least=1.0),
        Ran("tests/test_a.py::test_fine", "passed", 61.0),
        Ran("tests/test_a.py::test_broken", "failed", 1.0, "assert 1 < 0 & more"),
    ):
        append(folder / "main-1.jsonl", one)
    machine.write(folder, machine.this_machine(began="2026-11-21T10:00:00+00:00", seconds=125.0, size="long"))
    return folder


class Outline(HTMLParser):
    """A reader of a page that notes its tags, its sections, its links and all that a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.anchors: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id" and tag == "section":
                self.anchors.append(value or "")
            if name == "href" and tag == "a":
                self.targets.append(value or "")
            elif name in ("src", "href", "data") and not (value or "").startswith("#"):
                self.fetched.append(value or "")


def test_the_report_is_one_page_that_fetches_nothing(results: Path) -> None:
    """The report is one page that contains its charts, style and tables. Its links lead only to its own sections."""
    outline = Outline()
    outline.feed(page(gather(results)))
    assert outline.fetched == []
    assert outline.tags.count("svg") == 1
    assert {"script", "link", "img"}.isdisjoint(outline.tags)
    assert set(outline.targets) == {f"#{anchor}" for anchor in outline.anchors}


def test_the_report_tells_what_held_and_what_did_not(results: Path) -> None:
    """The report shows each figure with what was expected and how far off the figure is. Figures that don't hold are
    shown and counted.
    """
    text = page(gather(results))
    assert (
        "3 of 5 figures are what they should be; 1 is off by what is known; 1 does not hold; 1 of 2 tests failed"
        in text
    )
    assert "✗ 1 hold, 1 not held" in text  # of the bounces
    assert "+50&nbsp;%" in text
    assert '<th class="number">second opinion</th>' in text
    assert "MuJoCo" not in text[: text.index("<footer>")]  # whose it is stands in notes: others have other engines
    assert "0.61&nbsp;mm" in text
    assert "Far too high." in text
    assert "Stood &amp; fell" in text
    assert "assert 1 &lt; 0 &amp; more" in text
    assert "≥ 1" in text


def test_what_is_known_to_be_off_is_a_state_of_its_own(results: Path) -> None:
    """A figure with a known deviation neither holds nor fails. The report says by how much it is off and why, in a
    section for such figures and in the figure's row.
    """
    text = page(gather(results))
    known = text[text.index("<h2>Known to be off</h2>") : text.index('<section id="')]
    assert "askew" in known
    assert "−29&nbsp;%" in known
    assert "a &lt;pyramid&gt;" in known
    assert "on wood" not in known
    assert '<span class="known">≈ off, known</span>' in text
    assert "Known to be off: a &lt;pyramid&gt;." in text


def test_what_is_held_to_nothing_is_not_counted_as_right(results: Path) -> None:
    """A figure without a bound is shown as "only told", without a tick. If another figure of its case holds, both are
    counted apart.
    """
    told = finding("spread", "the largest", found=7.0, expected=5.0)
    append(results / "main-1.jsonl", told)
    alone = page(gather(results))
    assert "3 of 5 figures are what they should be" in alone
    assert "1 more is held to nothing, and only told" in alone
    assert '<span class="told">1 only told</span>' in alone  # of the case
    assert '<span class="told">only told</span>' in alone  # of the figure
    append(results / "main-1.jsonl", finding("spread", "the mean", found=1.0, at_most=2.0))
    assert '<span class="holds">✓ 1 hold, 1 only told</span>' in page(gather(results))


def test_the_report_tells_how_it_was_made(results: Path) -> None:
    """The report has the date, duration, versions and commit of its run."""
    text = page(gather(results))
    for part in ("2026-11-21 10:00:00 UTC", "2 min 5 s", "1 min 2 s in 2 tests", "pybullet 3.2.7", "commit"):
        assert part in text


def test_known_cases_come_first_and_in_order(results: Path) -> None:
    """The report has cases in a fixed order, towers before bouncing, whichever was recorded first. A case that the
    report doesn't know comes last.
    """
    outline = Outline()
    outline.feed(page(gather(results)))
    assert outline.anchors == [
        "towers-against-statics",
        "bounce",
        "sliding",
        "a-case-of-one&#x27;s-own".replace("&#x27;", "'"),
    ]


@pytest.mark.parametrize("case", [one.case for one in CHAPTERS])
def test_each_chapter_has_a_test_that_records_for_it(case: str) -> None:
    """For each chapter of the report some physics test names its case, so that no chapter is without figures."""
    tests = (Path(__file__).parents[1] / "physics").rglob("test_*.py")
    assert any(f'"{case}"' in test.read_text(encoding="utf-8") for test in tests)


def test_charts_of_one_title_are_one() -> None:
    """Charts with the same title become one. Series with the same label are joined and sorted, and other series are
    drawn beside each other.
    """
    one = Chart("Bounce", "mm", "e", (Series("e", (2.0,), (1.0,), "line"), Series("felt", (2.0,), (0.9,))))
    two = Chart("Bounce", "mm", "e", (Series("e", (1.0, 2.0), (1.0, 1.0), "line"), Series("wood", (2.0,), (1.1,))))
    (chart,) = merged([one, two])
    assert [series.label for series in chart.series] == ["e", "felt", "wood"]
    assert chart.series[0].x == (1.0, 2.0)


def test_charts_with_other_axes_are_drawn_apart() -> None:
    """Two charts with the same title are drawn apart if their x axes have other names or another unit."""
    bars = Series("found", (0.0, 1.0), (3.0, 4.0), "bars")
    charts = [
        Chart("Bounce", "surface", "e", (bars,), names=("felt", "wood")),
        Chart("Bounce", "surface", "e", (bars,), names=("ice", "wood")),
        Chart("Bounce", "mm", "e", (bars,)),
    ]
    assert merged(charts) == tuple(charts)


@pytest.mark.parametrize("kind", ["points", "line"])
def test_a_series_of_which_a_part_has_error_bars_is_drawn(kind: Literal["points", "line"]) -> None:
    """If two tests give points of one series and only one gives error bars, only its points have bars."""
    bare, barred = Series("e", (2.0,), (0.9,), kind), Series("e", (1.0,), (0.8,), kind, (0.7,), (1.0,))
    (chart,) = merged([Chart("Bounce", "mm", "e", (one,)) for one in (barred, bare)])
    (series,) = chart.series
    assert (series.x, series.y) == ((1.0, 2.0), (0.8, 0.9))
    bars = re.search(r'id="[^"]*LineCollection_1">(.*?)</g>', svg(chart), re.DOTALL)
    assert bars is not None
    assert bars[1].count("<path") == 1


def test_equal_points_of_a_line_are_one() -> None:
    """If two tests give the same point, it is drawn once, with the error bar that one of them gave."""
    bare, barred = Series("e", (1.0,), (0.8,), "line"), Series("e", (1.0,), (0.8,), "line", (0.7,), (1.0,))
    (chart,) = merged([Chart("Bounce", "mm", "e", (one,)) for one in (bare, barred)])
    assert chart.series == (barred,)


def test_series_of_one_label_in_one_chart_are_joined() -> None:
    """If a test gives two series with the same label and another test a third, all their points are joined into one
    series.
    """
    two = (Series("felt", (1.0,), (0.9,)), Series("felt", (2.0,), (0.8,)))
    (chart,) = merged([Chart("Bounce", "mm", "e", two), Chart("Bounce", "mm", "e", (Series("felt", (3.0,), (0.7,)),))])
    assert chart.series == (Series("felt", (1.0, 2.0, 3.0), (0.9, 0.8, 0.7)),)


@pytest.mark.parametrize("series", KINDS, ids=lambda series: series.kind)
def test_each_kind_of_series_is_drawn_in_the_colours_of_the_page(series: Series) -> None:
    """A drawing is well-formed and takes its colours from the page. Two drawings have no id in common."""
    chart = Chart("Some <title>", "x", "y", (series,), names=("zero", "one", "two"))
    drawn = [svg(chart), svg(chart)]
    ids = [[e.get("id") for e in ElementTree.fromstring(one).iter() if e.get("id")] for one in drawn]
    assert ids[0]
    assert set(ids[0]).isdisjoint(ids[1])
    assert "var(--s0)" in drawn[0]
    assert "var(--ink)" in drawn[0]
    assert "#0a0b" not in drawn[0]
    assert "#0b" not in drawn[0]


def test_series_of_odd_lengths_are_told() -> None:
    """If a series has fewer values than points, drawing or joining its chart is an error that names the chart and the
    series.
    """
    chart = Chart("Bounce", "mm", "e", (Series("felt", (1.0, 2.0), (0.9,), "line"),))
    for use in (svg, lambda one: merged([one])):
        with pytest.raises(ValueError, match="'Bounce': the series 'felt' has values of different number"):
            use(chart)


@pytest.mark.parametrize(
    ("bound", "near", "far"),
    [
        (ExpectedValues(at_most=5.0), 4.9, 1.0),
        (ExpectedValues(at_most=-5.0), -5.1, -10.0),
        (ExpectedValues(at_least=5.0), 5.1, 10.0),
        (ExpectedValues(at_least=-5.0), -4.9, -1.0),
    ],
)
def test_the_worst_that_holds_is_nearest_to_its_bound(bound: ExpectedValues, near: float, far: float) -> None:
    """Of two values that hold, the report shows the one nearer to the bound, also if the bound is below 0."""
    both = [finding("a case", name, found=found, **bound) for name, found in (("near", near), ("far", far))]
    assert worst(both).title == "near"
    assert worst(both[::-1]).title == "near"


def test_a_run_that_nobody_described_is_described_by_this_machine(results: Path) -> None:
    """If the records come without a note about their machine, the report has the versions of the machine that makes the
    report.
    """
    (results / machine.RUN_FILE).unlink()
    assert gather(results).run.versions["pybullet"] == "3.2.7"


def test_the_command_writes_the_page(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that makes the report prints where the page is. If a folder has no records, it says so and its exit
    code is 2.
    """
    out = tmp_path / "physics.html"
    assert main([str(results), "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out.strip() == str(out)
    assert main([str(tmp_path / "nothing")]) == 2
    assert "nothing has no records; `pytest --physics-results" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("page", "said"), [("nowhere/x.html", "there is no folder nowhere; make it"), ("results", "it is a folder")]
)
def test_a_page_that_cannot_be_written_is_told(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: str, said: str
) -> None:
    """If the page can't be written, a message of one line says which page and why. The exit code is 2."""
    monkeypatch.chdir(results.parent)
    assert main([str(results), "-o", page]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"report: {page} cannot be written: {said}")
    assert told.count("\n") == 1
