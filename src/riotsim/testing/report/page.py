"""The report of the physics suite: one self-contained page from the records of a run.

python -m riotsim.testing.report FOLDER -o physics.html
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path

from riotsim.testing.findings import Chart, Finding, Grid, Ran, Series, read
from riotsim.testing.report import machine, tables
from riotsim.testing.report.chapters import Chapter, in_order
from riotsim.testing.report.charts import MARKS, colour, merged, svg
from riotsim.testing.report.machine import Run

STYLE_FILE = "report.css"
"""Name of the style sheet beside this module."""


@dataclass(frozen=True, slots=True)
class Results:
    """All records of a run, and the description of the run."""

    findings: tuple[Finding, ...]
    tests: tuple[Ran, ...]
    run: Run


def gather(folder: Path) -> Results:
    """Read the results of a run from a folder of records.

    If the folder has no description of the run, the results describe this machine at the present time.

    Raises:
        ValueError: There are no records, or a record or the description can't be parsed.
    """
    records = list(read(folder))
    if not records:
        raise ValueError(f"{folder} has no records; `pytest --physics-results {folder} tests/physics` writes some")
    findings = tuple(one for one in records if isinstance(one, Finding))
    tests = tuple(one for one in records if isinstance(one, Ran))
    return Results(findings, tests, machine.read(folder) or machine.this_machine())


def page(results: Results) -> str:
    """Return the report as an HTML page."""
    chapters = in_order({one.case for one in results.findings})
    sections = [(one, [f for f in results.findings if f.case == one.case]) for one in chapters]
    style = files("riotsim.testing.report").joinpath(STYLE_FILE).read_text(encoding="utf-8")
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>Physics of riotsim</title><style>{style}</style></head><body>",
        _head(results),
        _summary(sections),
        _failures(results.tests),
        _known(sections),
        *(_section(chapter, found) for chapter, found in sections),
        _colophon(results),
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _head(results: Results) -> str:
    failed = sum(one.outcome == "failed" for one in results.tests)
    tests = f"; {failed} of {len(results.tests):,} tests failed" if failed else ""
    size = f" in its {escape(results.run.size)} size" if results.run.size else ""
    return (
        "<header><h1>Physics of riotsim</h1>"
        f'<p class="lead">{_describe(results.findings)}{tests}.</p>'
        f"<p>The table’s engine held to formulas and publications{size}, on {escape(results.run.began[:10])}. "
        "Where it is off, this page says by how much.</p></header>"
    )


def _describe(findings: Sequence[Finding]) -> str:
    """Return a line with the number of findings in each state (`Finding.state`)."""
    states = [one.state for one in findings]
    told = states.count("told")
    parts = [f"{states.count('holds'):,} of {len(states) - told:,} figures are what they should be"]
    if known := states.count("known"):
        parts.append(f"{known:,} {'is' if known == 1 else 'are'} off by what is known")
    if fails := states.count("fails"):
        parts.append(f"{fails:,} {'does' if fails == 1 else 'do'} not hold")
    if told:
        parts.append(f"{told:,} more {'is' if told == 1 else 'are'} held to nothing, and only told")
    return "; ".join(parts)


def _summary(sections: Sequence[tuple[Chapter, Sequence[Finding]]]) -> str:
    rows = []
    for chapter, findings in sections:
        worst = tables.worst(findings)
        rows.append(
            f'<tr><th scope="row">{_link(chapter)}</th>'
            f"{tables.cells(worst)}{tables.verdicts(findings)}"
            f'<td class="source" data-label="source">{escape(worst.source)}</td></tr>'
        )
    return (
        "<section><h2>At a glance</h2>"
        "<p>Of each case, the figure that is farthest beyond its bounds, or else comes nearest to them.</p>"
        f'<table class="summary">{tables.heads("case")}<tbody>{"".join(rows)}</tbody></table></section>'
    )


def _known(sections: Sequence[tuple[Chapter, Sequence[Finding]]]) -> str:
    """Return the section of known deviations (HTML). For each case and reason, the section shows the worst value."""
    rows = []
    for chapter, findings in sections:
        reasons: dict[str, list[Finding]] = {}
        for one in findings:
            if one.state == "known":
                reasons.setdefault(one.known, []).append(one)
        for why, those in reasons.items():
            more = f"<small>and {len(those) - 1} more in this chapter</small>" if len(those) > 1 else ""
            rows.append(
                f'<tr><th scope="row">{_link(chapter)}</th>{tables.cells(tables.worst(those))}'
                f'<td class="why" data-label="why">{escape(why)}{more}</td></tr>'
            )
    if not rows:
        return ""
    return (
        "<section><h2>Known to be off</h2>"
        "<p>These figures are held to what is right, and miss it. How far off they may be stands in their tests, "
        "which fail when one gets worse. Of each case and reason this is the worst.</p>"
        f"<table>{tables.heads('case', last=('why',))}<tbody>{''.join(rows)}</tbody></table></section>"
    )


def _link(chapter: Chapter) -> str:
    return f'<a href="#{_anchor(chapter.case)}">{escape(chapter.title)}</a>'


def _failures(tests: Iterable[Ran]) -> str:
    failed = [one for one in tests if one.outcome == "failed"]
    if not failed:
        return ""
    rows = "".join(f"<li><code>{escape(one.test)}</code><pre>{escape(one.message)}</pre></li>" for one in failed)
    return f'<section class="failures"><h2>Tests that failed</h2><ul>{rows}</ul></section>'


def _section(chapter: Chapter, findings: Sequence[Finding]) -> str:
    charts = merged(chart for one in findings for chart in one.charts)
    grids = [grid for one in findings for grid in one.grids]
    about = f"<p>{escape(chapter.about)}</p>" if chapter.about else ""
    drawn = "".join([*map(_figure, charts), *map(_grid, grids)])
    return (
        f'<section id="{_anchor(chapter.case)}"><h2>{escape(chapter.title)}</h2>{about}'
        + (f'<div class="charts">{drawn}</div>' if drawn else "")
        + tables.table(findings)
        + "</section>"
    )


def _figure(chart: Chart) -> str:
    keys = [
        f'<li><span class="key {series.kind}" style="--c:{colour(place)}">{_mark(series, place)}</span>'
        f"{escape(series.label)}</li>"
        for place, series in enumerate(chart.series)
        if series.label
    ]
    legend = f'<ul class="legend">{"".join(keys)}</ul>' if len(keys) > 1 else ""
    return f"<figure><figcaption>{escape(chart.title)}</figcaption>{svg(chart)}{legend}</figure>"


def _mark(series: Series, place: int) -> str:
    return MARKS[place % len(MARKS)] if series.kind == "points" else ""


def _grid(grid: Grid) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in grid.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in grid.rows
    )
    return (
        f'<figure><figcaption>{escape(grid.title)}</figcaption><table class="grid"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></figure>"
    )


def _colophon(results: Results) -> str:
    run = results.run
    work = sum(one.seconds for one in results.tests)
    rows = [
        ("run", run.began.replace("T", " ").replace("+00:00", " UTC")),
        ("took", _duration(run.seconds) if run.seconds else "not measured"),
        ("work", f"{_duration(work)} in {len(results.tests):,} tests"),
        ("commit", run.commit),
        ("machine", f"{run.processor}, {run.cores} cores, {run.system}"),
        ("versions", ", ".join(f"{name} {number}" for name, number in run.versions.items())),
    ]
    told = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows)
    return f"<footer><h2>This run</h2><dl>{told}</dl></footer>"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _anchor(case: str) -> str:
    return escape(case.replace(" ", "-"), quote=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the report of a folder of records.

    Args:
        arguments: The arguments of the command; None for the arguments of this process.

    Returns:
        The exit code: 0, or 2 if the records can't be read or the page can't be written.

    Raises:
        SystemExit: The arguments can't be parsed, or ask for help.
    """
    parser = argparse.ArgumentParser(
        prog="python -m riotsim.testing.report",
        description="Write one page from what the physics tests found with `pytest --physics-results FOLDER`.",
    )
    parser.add_argument("folder", type=Path, help="the folder of results")
    parser.add_argument("-o", "--output", type=Path, default=Path("physics.html"), help="the page (physics.html)")
    asked = parser.parse_args(arguments)
    if why := unwritable(asked.output):
        return _leave(why)
    try:
        text = page(gather(asked.folder))
    except (ValueError, OSError) as problem:
        return _leave(str(problem))
    try:
        asked.output.write_text(text, encoding="utf-8")
    except OSError as problem:
        return _leave(f"{asked.output} cannot be written: {problem.strerror}; name another page with -o")
    print(asked.output)  # noqa: T201  # it is a program
    return 0


def unwritable(page: Path) -> str:
    """Return the reason against writing a page to a path, with a remedy; empty if there is no such reason.

    There are two such reasons: the folder of the path doesn't exist, or the path itself is a folder.
    """
    if not page.parent.is_dir():
        return f"{page} cannot be written: there is no folder {page.parent}; make it, or name another page with -o"
    if page.is_dir():
        return f"{page} cannot be written: it is a folder; name a page in it with -o"
    return ""


def _leave(message: str) -> int:
    print(f"report: {message}", file=sys.stderr)  # noqa: T201  # it is a program
    return 2
