"""bench.json, with all figures of a run by their names, and the page that is written from it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure

KEYS = (
    "throws_vs_cpp", "crowded_10", "crowded_30", "hit_one", "carry_10_ms", "stack_12_ms", "worst_act_s",
    "games_per_minute", "overhead_share", "rss_mb", "help_s",
)  # fmt: skip
"""Keys that every document has, if only with null and a reason."""

REASON = "_missing"
"""Suffix of the key with the reason why a figure is null."""

NOT_ASKED = "not measured in this run"


def document(
    figures: Iterable[Figure], machine: Mapping[str, str], when: str, expected: Iterable[str] = KEYS
) -> dict[str, object]:
    """Return bench.json as plain data: the figures by key, those of every run first, then the circumstances.

    It is complete if it has every `expected` figure, or the reason why it is missing.
    """
    found = {figure.key: figure for figure in figures}
    owed = [key for key in (*KEYS, *expected) if key not in found]
    flat: dict[str, object] = {}
    for key in (*KEYS, *(key for key in found if key not in KEYS)):
        figure = found.get(key)
        flat[key] = None if figure is None else _rounded(figure.value)
        if flat[key] is None:
            flat[key + REASON] = (figure.missing if figure else "") or NOT_ASKED
    return {
        **flat,
        "complete": not owed,
        "measured": when,
        "machine": dict(machine),
        "figures": [{**asdict(figure), "value": _rounded(figure.value)} for figure in found.values()],
    }


def figures_of(document: Mapping[str, Any]) -> list[Figure]:
    """Return the figures of a document."""
    return [Figure(**{**figure, "rows": tuple(figure.get("rows", ()))}) for figure in document["figures"]]


def save(document: Mapping[str, object], path: Path) -> None:
    """Write a document to a file."""
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")


def _rounded(value: float | None) -> float | None:
    """Return a value with four significant digits: the rest is noise."""
    return None if value is None else float(f"{value:.4g}")


ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "bench.json"
PAGE = ROOT / "docs" / "benchmarks.md"

BEGIN, END = "<!-- what was measured: make bench writes this part -->", "<!-- so far -->"
"""The lines of the page between which everything is written anew."""

MOST_ROWS = 3
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
            parts += [f"\nThe slowest {MOST_ROWS} acts (`{figure.key}`):\n"]
            parts += _table(heads, ([row[head] for head in heads] for row in figure.rows[:MOST_ROWS]))
    return "\n".join(parts) + "\n\n"


def told(figure: Figure) -> str:
    """Return a figure with its unit, or the reason why there is none."""
    if figure.value is None:
        return f"not measured: {figure.missing}"
    if figure.unit == "%":
        return f"{100 * figure.value:.3g} %"
    return f"{_plain(figure.value)} {figure.unit}".rstrip()


def _plain(value: float) -> str:
    """Return a number with three significant digits and without an exponent."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _row(figure: Figure) -> tuple[str, ...]:
    return (figure.what, f"`{figure.key}`", told(figure), figure.goal, _first_part(figure.note))


def _first_part(note: str) -> str:
    """Return the first part of a note as a sentence. Semicolons separate the parts; `bench.json` has all of them."""
    part = note.partition("; ")[0]
    return part if part.startswith("riotsim") else part[:1].upper() + part[1:]


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
