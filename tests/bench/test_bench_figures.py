"""The output of `make bench`: the document with its keys, and the page made from it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.document import (
    BEGIN,
    DOCUMENT,
    END,
    KEYS,
    NOT_ASKED,
    PAGE,
    document,
    figures_of,
    measured,
    renewed,
    save,
    told,
)
from benchmarks.figures import Figure

MACHINE = {"CPU": "one | two", "cores": "2"}

CROWDED = Figure("crowded_10", "a throw among towers", 1.31256, goal="at most 1.3", note="of 9 rounds")
NO_COMPILER = Figure("throws_vs_cpp", "against C++", None, missing="there is no g++ here; on Debian: apt install g++")


def made(*figures: Figure) -> dict[str, Any]:
    """Return a document of some figures."""
    return document(figures, MACHINE, "2026-11-22")


def test_a_document_has_all_keys_first() -> None:
    """The document has every key, measured or not. Keys of other figures follow."""
    found = made(replace(CROWDED, key="more"), CROWDED)
    assert [key for key in found if key in (*KEYS, "more")] == [*KEYS, "more"]


def test_a_figure_that_is_missing_is_null_with_its_reason_beside_it() -> None:
    """If a figure is missing or wasn't asked for, its value is null, and a key beside it gives the reason."""
    found = made(CROWDED, NO_COMPILER)
    assert found["crowded_10"] == 1.313
    assert found["throws_vs_cpp"] is None
    assert found["throws_vs_cpp_missing"] == NO_COMPILER.missing
    assert found["help_s"] is None
    assert found["help_s_missing"] == NOT_ASKED
    assert "crowded_10_missing" not in found
    assert not found["complete"]


def test_a_document_is_complete_with_every_key() -> None:
    """A document is complete if every key has a figure. A figure may lack a value if it has a reason."""
    assert made(*(Figure(key, key, None, missing="not here") for key in KEYS))["complete"]


def test_the_page_can_be_written_from_the_file(tmp_path: Path) -> None:
    """Saved figures that are read again give the same tables."""
    file = tmp_path / "bench.json"
    whole = made(CROWDED, NO_COMPILER)
    save(whole, file)
    read = json.loads(file.read_text(encoding="utf-8"))
    assert figures_of(read)[1] == NO_COMPILER
    assert measured(read) == measured(whole)


def test_no_figure_breaks_the_table() -> None:
    """In the page, every row of a table has the right number of cells, even if the CPU's name contains a `|`."""
    rows = [line for line in measured(made(CROWDED, NO_COMPILER)).splitlines() if line.startswith("|")]
    assert "| CPU | one / two |" in rows
    assert {row.count("|") for row in rows} == {3, 6}


def test_figures_are_told_with_their_units() -> None:
    """On the page, shares are in per cent, times have a unit and ratios have none. A missing figure has its reason."""
    assert told(Figure("share", "", 0.1234, "%")) == "12.3 %"
    assert told(Figure("time", "", 0.9999, "s")) == "1 s"
    assert told(Figure("many", "", 12345.6)) == "12346"
    assert told(Figure("many", "", 999.6)) == "1000"
    assert told(CROWDED) == "1.31"
    assert told(NO_COMPILER) == f"not measured: {NO_COMPILER.missing}"


def test_only_the_part_between_the_marks_is_renewed() -> None:
    """If the page is renewed, the part between the marks is replaced. The text outside the marks stays unchanged."""
    page = f"before\n{BEGIN}\nlast year\n{END}\nafter\n"
    new = renewed(page, made(CROWDED))
    assert new.startswith("before\n")
    assert new.endswith(f"{END}\nafter\n")
    assert "last year" not in new
    assert "1.31" in new
    assert renewed(new, made(CROWDED)) == new


def test_a_page_without_marks_is_left_alone() -> None:
    """If a page has no marks between which the figures belong, it is refused."""
    with pytest.raises(ValueError, match="between which"):
        renewed("a page of one's own", made(CROWDED))


def test_the_page_tells_what_is_in_the_document() -> None:
    """The page docs/benchmarks.md has the figures of bench.json, and this document is complete."""
    page, whole = PAGE.read_text(encoding="utf-8"), json.loads(DOCUMENT.read_text(encoding="utf-8"))
    assert whole["complete"]
    assert renewed(page, whole) == page
