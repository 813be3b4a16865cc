import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.lab.search.parameters import Parameter, parse_parameter


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("tower.swig=1..3", ("1", "2", "3")),
        ("fight.shove=2in..4in", ("2in", "3in", "4in")),
        ("fight.shove=2..4in", ("2in", "3in", "4in")),
        ("scoot.order=any|ascending|nearest_first", ("any", "ascending", "nearest_first")),
        ("x=0.5..1.5", ("0.5", "1", "1.5")),
        ("x=1000000.5..1000002.5", ("1000000.5", "1000001.5", "1000002.5")),
    ],
)
def test_a_knob_is_read_as_it_is_spoken(text: str, values: tuple[str, ...]) -> None:
    """Its values at the beginning, in the middle and at the end are written as rules files have them."""
    assert tuple(parse_parameter(text).at(share) for share in (0.0, 0.5, 1.0)) == values


@pytest.mark.parametrize(
    "text",
    [
        "tower.swig",
        "tower.swig=",
        "=1..2",
        "x=3..1",
        "x=2in..4mm",
        "x=1..2..3",
        "x=a|",
        "x=a|a",
        "x=one..two",
        "x=0.0001..0.0009",
    ],
)
def test_what_is_no_knob_is_refused(text: str) -> None:
    """One sentence says what is wrong."""
    with pytest.raises(ValueError, match=r"\w"):
        parse_parameter(text)


@given(st.integers(-50, 50), st.integers(1, 50), st.floats(0, 1))
def test_whole_ends_give_whole_numbers_between_them(low: int, width: int, share: float) -> None:
    """1..3 means 1, 2 or 3."""
    found = int(Parameter("x", (), low, low + width, "", True).at(share))
    assert low <= found <= low + width
