"""The tables of docs/benchmarks.md, written from bench.json alone; `python -m benchmarks.page` renews them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.document import figures_of
from benchmarks.figures import Figure

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "bench.json"
PAGE = ROOT / "docs" / "benchmarks.md"

BEGIN, END = "<!-- what was measured: make bench writes this part -->", "<!-- so far -->"
"""The lines of the page between which everything is written anew."""

MOST_ROWS = 5
"""Rows of a table below the figures; `bench.json` has all of them."""


def renewed(text: str, document: Mapping[str, Any]) -> str:
    """Return the page with the figures of a document in place of those it has.

    Raises:
        ValueError: The page lacks the lines between which the figures go.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the page has no lines {BEGIN} and {END}, between which the figures go")
    return f"{before}{BEGIN}\n{measured(document)}{END}{after}"


def measured(document: Mapping[str, Any]) -> str:
    """Return the part of the page that is made from a document."""
    parts = [
        f"\nMeasured on {document['measured']} on this machine:\n",
        *_table(("what", "which"), document["machine"].items()),
        "\n## Figures\n",
        *_table(("what", "key", "figure", "goal", "more"), map(_row, figures_of(document))),
    ]
    for figure in figures_of(document):
        if figure.rows:
            heads = tuple(figure.rows[0])
            parts += [f"\n`{figure.key}`, and what comes after it:\n"]
            parts += _table(heads, ([row[head] for head in heads] for row in figure.rows[:MOST_ROWS]))
    return "\n".join(parts) + "\n\n"


def told(figure: Figure) -> str:
    """Return a figure with its unit, or the reason why there is none."""
    if figure.value is None:
        return f"none: {figure.missing}"
    if figure.unit == "%":
        return f"{100 * figure.value:.3g} %"
    return f"{_plain(figure.value)} {figure.unit}".rstrip()


def _plain(value: float) -> str:
    """Return a number with three significant digits and without an exponent."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _row(figure: Figure) -> tuple[str, ...]:
    return (figure.what, f"`{figure.key}`", told(figure), figure.goal, _sentences(figure.note))


def _sentences(note: str) -> str:
    """Return a note with a sentence for each of its parts, which semicolons separate."""
    parts = [part if part.startswith("riotsim") else part[:1].upper() + part[1:] for part in note.split("; ")]
    return ". ".join(parts)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table; a bar within a cell becomes a slash."""
    names = list(heads)
    lines = [names, ["---"] * len(names), *([cell.replace("|", "/") for cell in row] for row in rows)]
    return ["| " + " | ".join(cells) + " |" for cells in lines]


def write(document: Mapping[str, Any]) -> None:
    """Renew the page."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), document), encoding="utf-8")


def main() -> None:
    """Renew the page from the document that lies at the top of the project."""
    write(json.loads(DOCUMENT.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
