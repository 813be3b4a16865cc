import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.testing.findings import (
    Chart,
    ExpectedValues,
    Finding,
    Grid,
    KnownDeviation,
    Ran,
    Series,
    append,
    finding,
    read,
)

NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(NUMBERS, NUMBERS, st.floats(0.0, 1.0))
def test_off_is_a_share_of_what_is_expected(found: float, expected: float, off: float) -> None:
    """A figure holds if it differs from the expected value by at most the given share of it. This is also so for values
    below 0.
    """
    one = finding("c", "t", found=found, expected=expected, off=off)
    assert one.holds == (expected - off * abs(expected) <= found <= expected + off * abs(expected))


@pytest.mark.parametrize(
    ("found", "holds"), [(0.1, False), (0.2, True), (0.5, True), (0.51, False), (math.nan, False), (math.inf, False)]
)
def test_bounds_belong_to_what_holds(found: float, holds: bool) -> None:
    """A figure that equals its least or greatest value holds. An infinite or undefined figure doesn't hold. The message
    of a failure has the figure.
    """
    one = finding("creep", "of a tower", found=found, at_least=0.2, at_most=0.5, unit="mm", source="ours")
    assert one.holds is holds
    if not holds:
        with pytest.raises(AssertionError, match=r"creep: of a tower: found .* mm; holds from 0.2 to 0.5 mm \(ours\)"):
            one.must_hold()


def test_a_tolerance_needs_something_expected() -> None:
    """A tolerance without an expected value is refused, and the refusal names the case."""
    with pytest.raises(ValueError, match="bounce: felt: `within` and `off` need"):
        finding("bounce", "felt", found=1.0, off=0.1)


@pytest.mark.parametrize("expected", [None, 4.0])
@pytest.mark.parametrize("found", [0.0, 3.0, -math.inf])
def test_what_is_held_to_nothing_is_only_told(found: float, expected: float | None) -> None:
    """A figure without a bound is reported as "told" and never as wrong, even if it differs from an expected value."""
    one = finding("random worlds", "longest act", found=found, expected=expected)
    assert one.state == "told"
    one.must_hold()
    assert "is not held to anything" in one.sentence()


def test_what_is_no_number_fails_even_if_it_is_held_to_nothing() -> None:
    """If a measurement gives NaN, it fails even without a bound."""
    with pytest.raises(AssertionError, match="found nan"):
        finding("random worlds", "longest act", found=math.nan).must_hold()


@pytest.mark.parametrize(
    ("found", "state"),
    [(1.0, "holds"), (1.05, "holds"), (1.06, "fails"), (0.94, "known"), (0.7, "known"), (0.69, "fails")],
)
def test_what_is_known_to_be_off_may_be_so_and_no_more(found: float, state: str) -> None:
    """If a deviation is known, a figure may be off as far as a second, wider bound. This bound is on one side only.
    Beyond it the figure fails.
    """
    one = finding(
        "sliding", "askew", found=found, expected=1.0, off=0.05, known=KnownDeviation("a pyramid", at_least=0.7)
    )
    assert one.state == state
    if state != "fails":
        one.must_hold()
        return
    with pytest.raises(
        AssertionError, match=r"holds from 0\.95 to 1\.05; known to be off from 0\.7 to 1\.05: a pyramid"
    ):
        one.must_hold()


@pytest.mark.parametrize(
    "known",
    [
        KnownDeviation("", off=0.2),
        KnownDeviation("why"),
        KnownDeviation("why", off=0.01),
        KnownDeviation("why", off=0.05),
    ],
)
def test_what_is_known_to_be_off_has_a_reason_and_a_bound(known: KnownDeviation) -> None:
    """A known deviation is refused if it has no reason, or if its bound isn't wider than the usual one."""
    with pytest.raises(ValueError, match="sliding: askew: what is known to be off needs a reason, and wider bounds"):
        finding("sliding", "askew", found=1.0, expected=1.0, off=0.05, known=known)


def test_records_come_back_as_they_were(tmp_path: Path) -> None:
    """Records that are written to a file and read again are equal. This includes charts, tables, and figures with only
    one bound.
    """
    charts = (Chart("h", "x", "y", (Series("a", (1.0, 2.0), (3.0, 4.0), "band", (2.0, 3.0), (4.0, 5.0)),), log_x=True),)
    grids = (Grid("confusion", ("", "stood"), (("should", "1"),)),)
    records: list[Finding | Ran] = [
        finding("c", "t", found=1.0, at_most=2.0, charts=charts, grids=grids, second_opinion=1.1, note="µ"),
        finding("c", "u", found=3.0, at_most=2.0, known=KnownDeviation("so it is", at_most=4.0)),
        Ran("test_x.py::test_y[1]", "failed", 0.5, "why"),
    ]
    for record in records:
        append(tmp_path / "a.jsonl", record)
    assert list(read(tmp_path)) == records


@pytest.mark.parametrize("line", ["{", "3", '{"Finding": {}}', '{"Guess": {}}', "{}"])
def test_a_line_that_is_no_record_is_told(tmp_path: Path, line: str) -> None:
    """If a line of a results file isn't a record, the error names the file and the line."""
    (tmp_path / "a.jsonl").write_text('{"Ran": {"test": "t", "outcome": "passed", "seconds": 1}}\n' + line + "\n")
    with pytest.raises(ValueError, match=r"a\.jsonl, line 2: not a record"):
        list(read(tmp_path))


@pytest.mark.parametrize(
    ("held", "low", "high", "bounds"),
    [
        ({}, -math.inf, math.inf, "is not held to anything"),
        ({"within": 0.5}, -4.5, -3.5, "holds from -4.5 to -3.5 mm"),
        ({"off": 0.25}, -5.0, -3.0, "holds from -5 to -3 mm"),
        ({"off": 0.25, "within": 0.5}, -5.0, -3.0, "holds from -5 to -3 mm"),
        ({"within": 0.5, "at_least": -4.25}, -4.25, -3.5, "holds from -4.25 to -3.5 mm"),
        ({"within": 0.5, "at_most": -3.75}, -4.5, -3.75, "holds from -4.5 to -3.75 mm"),
        ({"within": 0.5, "at_least": -9, "at_most": 9}, -4.5, -3.5, "holds from -4.5 to -3.5 mm"),
        ({"at_least": -6}, -6.0, math.inf, "holds from -6 mm up"),
        ({"at_most": 2}, -math.inf, 2.0, "holds up to 2 mm"),
    ],
)
def test_the_narrowest_bounds_hold(held: ExpectedValues, low: float, high: float, bounds: str) -> None:
    """If a tolerance is given as a distance and as a share of the expected value, the greater one counts. A least or a
    greatest value can only make the bounds narrower.
    """
    given: ExpectedValues = {"expected": -4, "unit": "mm", "source": "ours", **held}
    one = finding("creep", "of a tower", found=-4, **given)
    assert (one.low, one.high, one.bounds()) == (low, high, bounds)
    assert one.sentence() == f"creep: of a tower: found -4 mm, expected -4 mm; {bounds} (ours)"
    assert (one.off, one.state) == (0.0, "told" if not held else "holds")


def test_a_finding_has_all_that_is_given() -> None:
    """`finding` keeps all that it is given, and makes floats of the numbers. Whatever isn't given stays empty."""
    known = KnownDeviation("a pyramid", at_least=0.5)
    one = finding("sliding", "askew", found=1, expected=2, off=0.25, known=known, note="n", second_opinion=3, test="t")
    assert one == Finding(
        "sliding", "askew", 1.0, "", "", 2.0, 1.5, 2.5, "a pyramid", 0.5, 2.5, "n", 3.0, (), (), "t",
    )  # fmt: skip
    assert one.sentence() == (
        "sliding: askew: found 1, expected 2; holds from 1.5 to 2.5; known to be off from 0.5 to 2.5: a pyramid ()"
    )
    assert (one.state, one.holds, one.held) == ("known", False, True)
    plain = finding("sliding", "askew", found=1)
    assert plain == Finding("sliding", "askew", 1.0)
    assert plain.off is None
