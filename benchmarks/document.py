"""bench.json: all figures of a run by their names, and what is needed to write the page from it."""

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
"""Put behind the key of a figure that is a null: there stands why."""

NOT_ASKED = "not measured in this run"


def document(
    figures: Iterable[Figure], machine: Mapping[str, str], when: str, expected: Iterable[str] = KEYS
) -> dict[str, object]:
    """Give bench.json as plain data: figures by key, those that every run owes first; then how it came about.

    It is complete with all that is `expected`, if only with a reason.
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
    """Four figures that count: the rest is noise."""
    return None if value is None else float(f"{value:.4g}")
