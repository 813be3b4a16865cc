"""Functions A(s) + B(s) m(s) by hand: their values, slopes and bounds, and where they are zero."""

import math

import numpy as np
import pytest

from riotsim.table.sight.polyhedra import Array
from riotsim.table.sight.roots import Curves, roots


def curve(first: list[float], second: list[float], nearest: float = 2.0, least: float = 3.0) -> Curves:
    """Return one function, from the coefficients of its polynomials."""
    return Curves(np.array([first]).T, np.array([second]).T, np.array([nearest]), np.array([least]))


def at(
    *places: float,
) -> tuple[np.ndarray[tuple[int], np.dtype[np.intp]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Return the index of one function for each of some places, and the places."""
    return np.zeros(len(places), dtype=np.intp), np.array(places)


def places(found: Array) -> list[float]:
    """Return the places that are found, in ascending order, each once to five digits."""
    return sorted({round(place, 5) + 0.0 for place in found.tolist()})


def test_values_and_slopes_by_hand() -> None:
    """The distance is m = √(3² + (s - 2)²). At 6 and at -2 it is 5, and its slope is 4/5 and -4/5. At 2 it is 3, and
    its slope is 0.
    """
    one = curve([1.0, 2.0, 3.0], [4.0, 5.0])
    values = [121.0 + 34.0 * 5.0, 9.0 - 6.0 * 5.0, 17.0 + 14.0 * 3.0]
    assert one.values(*at(6.0, -2.0, 2.0)).tolist() == values
    again, slopes = one.slopes(*at(6.0, -2.0, 2.0))
    assert again.tolist() == values
    assert slopes.tolist() == pytest.approx([38.0 + 25.0 + 34.0 * 0.8, -10.0 + 25.0 + 6.0 * 0.8, 14.0 + 15.0])
    wide = curve([1.0, 0.0, 0.0, 2.0, 1.0], [0.0, 0.0, 3.0])
    assert wide.values(*at(6.0)).tolist() == [1.0 + 432.0 + 1296.0 + 108.0 * 5.0]
    assert wide.slopes(*at(6.0))[1].tolist() == pytest.approx([216.0 + 864.0 + 36.0 * 5.0 + 108.0 * 0.8])
    kinked = curve([0.0, 1.0], [1.0, 0.0], least=0.0)
    assert kinked.slopes(*at(2.0))[1].tolist() == [1.0]


@pytest.mark.parametrize(
    ("first", "bound"),
    [
        ([7.0, 9.0, 0.0, 0.0, 0.0], 0.0),
        ([0.0, 0.0, 1.0, 0.0, 0.0], 2.0),
        ([0.0, 0.0, 0.0, 1.0, 0.0], 18.0),
        ([0.0, 0.0, 0.0, 0.0, 1.0], 108.0),
        ([0.0, 0.0, -1.0, 0.0, 0.0], 2.0),
        ([0.0, 0.0, 1.0, 1.0, 1.0], 128.0),
    ],
)
def test_bounds_of_second_derivatives_of_powers(first: list[float], bound: float) -> None:
    """From 1 to 3, the second derivatives of s², s³ and s⁴ are at most 2, 6 · 3 and 12 · 3². A further coefficient of 0
    doesn't change the bound.
    """
    middle, half = np.array([2.0]), np.array([1.0])
    one = curve(first, [0.0, 0.0, 0.0])
    assert one.bends(np.array([0]), middle, half).tolist() == pytest.approx([bound])
    longer = curve([*first, 0.0], [0.0, 0.0])
    assert longer.bends(np.array([0]), middle, half).tolist() == pytest.approx([bound])


def test_bounds_of_second_derivatives_of_distances() -> None:
    """The second derivative of m is 3² / m³, which is greatest where m is least. From 5 to 7 this is at 5, and on a
    part around 2 it is at 2.
    """
    one = curve([0.0] * 5, [1.0, 0.0, 0.0])
    parts = (np.array([6.0, 2.5]), np.array([1.0, 1.0]))
    assert one.bends(np.array([0, 0]), *parts).tolist() == pytest.approx([9.0 / math.sqrt(18.0) ** 3, 1.0 / 3.0])
    longer = curve([0.0] * 6, [1.0, 0.0])
    assert longer.bends(np.array([0, 0]), *parts).tolist() == pytest.approx([9.0 / math.sqrt(18.0) ** 3, 1.0 / 3.0])


@pytest.mark.parametrize(
    ("first", "second", "reach", "expected"),
    [
        ([-4.0, 3.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0], 10.0, [-4.0, 1.0]),
        ([-4.0, 3.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0], 3.0, [1.0]),
        ([4.0, 0.0, -5.0, 0.0, 1.0], [0.0, 0.0, 0.0], 10.0, [-2.0, -1.0, 1.0, 2.0]),
        ([-5.0, 0.0], [1.0, 0.0], 10.0, [-2.0, 6.0]),
        ([-5.0, 0.0], [1.0, 0.0], 5.0, [-2.0]),
        ([5.0, 0.0], [-1.0, 0.0], 10.0, [-2.0, 6.0]),
        ([-3.1, 0.0], [1.0, 0.0], 10.0, [2.0 - math.sqrt(0.61), 2.0 + math.sqrt(0.61)]),
        ([0.0, 5.0], [0.0, -1.0], 10.0, [-2.0, 0.0, 6.0]),
        ([1.0, 0.0], [1.0, 0.0], 10.0, []),
        ([0.0, 1.0], [0.0, 0.0], 7.0, [0.0]),
        ([0.0, 0.0], [0.0, 0.0], 7.0, []),
        ([-0.001, 0.0, 0.1, 0.0, 0.0], [0.0, 0.0, 0.0], 900.0, [-0.1, 0.1]),
    ],
)
def test_where_functions_are_zero(first: list[float], second: list[float], reach: float, expected: list[float]) -> None:
    """All roots of a function on the path are found, and no others. The same roots are found if another function is
    asked for, too.
    """
    one = curve(first, second)
    which, found = roots(one, np.array([reach]))
    assert places(found) == pytest.approx(expected, abs=2e-5)
    assert not which.any()
    line = [-1.0, 2.0, *[0.0] * (len(first) - 2)]
    both = Curves(
        np.array([line, first]).T, np.array([[0.0] * len(second), second]).T, np.array([0.0, 2.0]), np.array([1.0, 3.0])
    )
    which, found = roots(both, np.array([4.0, reach]))
    assert places(found[which == 0]) == pytest.approx([0.5], abs=2e-5)
    assert places(found[which == 1]) == pytest.approx(expected, abs=2e-5)


def test_without_functions_there_are_no_roots() -> None:
    """If there is no function, no root is found."""
    none = Curves(np.zeros((2, 0)), np.zeros((2, 0)), np.zeros(0), np.zeros(0))
    which, found = roots(none, np.zeros(0))
    assert (which.tolist(), found.tolist()) == ([], [])
