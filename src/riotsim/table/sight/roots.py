"""The roots of many functions A(s) + B(s) m(s), found together.

s is a body's place on its straight path. A and B are polynomials. m(s) is the distance from an eye to the body's axis,
seen from above. A root is a place of the body where a line of sight to it may enter or leave a solid.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from riotsim.table.sight.polyhedra import Array, Indices

FINEST = 1e-6
"""Precision of the roots (mm).

The search divides a path into smaller and smaller parts. It doesn't divide parts that are as short as this or shorter.
"""

FIRST_CELLS = 2
"""Number of equal parts of a path at the start of the search."""

NOISE = 1e-13
"""Rounding error of a function's value, as a fraction of the sum of the absolute values of the function's terms."""

POLISHING_STEPS = 50
"""Greatest number of steps of Newton's method, combined with bisection, to find a root."""

Cells: TypeAlias = tuple[Indices, Array, Array, Array, Array]
"""Parts of paths, in five arrays with a value for each part.

The arrays have the index of the part's function, the start of the part, its end, the function's value at the start, and
the function's value at the end.
"""


@dataclass(frozen=True, slots=True)
class Curves:
    """Functions A(s) + B(s) m(s) with m(s) = √(least² + (s - nearest)²).

    The module's docstring explains s, A, B and m. Each function has a path and polynomials of its own. `least` is the
    least distance m(s). It is reached at the place s = `nearest`.
    """

    first: Array
    """Coefficients of the polynomials A, the constant coefficient first, shape (degree + 1, n)."""
    second: Array
    """Coefficients of the polynomials B, the constant coefficient first, shape (degree + 1, n)."""
    nearest: Array
    """The place s with the least distance m(s), shape (n,), in mm."""
    least: Array
    """The least value of the distance m(s), shape (n,), in mm."""

    def values(self, which: Indices, at: Array) -> Array:
        """Return the values of some functions.

        Args:
            which: The index of each function, shape (m,).
            at: The place for each of these functions, shape (m,), in mm.
        """
        far = np.hypot(at - self.nearest[which], self.least[which])
        return _polynomial(self.first[:, which], at)[0] + _polynomial(self.second[:, which], at)[0] * far

    def slopes(self, which: Indices, at: Array) -> tuple[Array, Array]:
        """Return the values and the first derivatives of some functions.

        Args:
            which: The index of each function, shape (m,).
            at: The place for each of these functions, shape (m,), in mm.
        """
        inner, inner_slope = _polynomial(self.first[:, which], at)
        outer, outer_slope = _polynomial(self.second[:, which], at)
        off = at - self.nearest[which]
        far = np.hypot(off, self.least[which])
        slope = inner_slope + outer_slope * far + outer * off / np.where(far > 0, far, 1.0)
        return inner + outer * far, slope

    def bends(self, which: Indices, middle: Array, half: Array) -> Array:
        """Return, for each of m parts of paths, an upper bound for the absolute value of a second derivative.

        It is the second derivative of the part's function.

        Args:
            which: The index of each part's function, shape (m,).
            middle: The middle of each part, shape (m,), in mm.
            half: Half the length of each part, shape (m,), in mm.
        """
        if (len(self.first), len(self.second)) not in ((2, 2), (5, 3)):
            return self._wide_bends(which, middle, half)
        b, least = self.second[:, which], self.least[which]
        off = np.abs(middle - self.nearest[which])
        fewest = np.hypot(np.maximum(off - half, 0.0), least)
        outer, slope = map(np.abs, _polynomial(b, middle))
        if len(b) > 2:
            slope += 2 * half * np.abs(b[2])
        outer += half * slope
        with np.errstate(divide="ignore"):
            turn = np.where(fewest > 0, least * least, 1.0) / (fewest * fewest * fewest)  # infinite at a kink
        turn[outer == 0] = 0.0
        bend: Array = 2 * slope + outer * turn
        if len(b) > 2:
            bend += 2 * np.abs(b[2]) * (np.hypot(off, least) + half)
        if len(self.first) > 2:
            _, _, a2, a3, a4 = self.first[:, which]
            bend += np.abs(2 * a2 + middle * (6 * a3 + middle * 12 * a4))
            bend += half * np.abs(6 * a3 + 24 * middle * a4) + 12 * half**2 * np.abs(a4)
        return bend

    def _wide_bends(self, which: Indices, middle: Array, half: Array) -> Array:
        """Return the result of `bends` for polynomials of any degree."""
        least = self.least[which]
        off = np.abs(middle - self.nearest[which])
        fewest = np.hypot(np.maximum(off - half, 0.0), least)
        _, _, bend = _bounds(self.first[:, which], middle, half)
        outer, slope, outer_bend = _bounds(self.second[:, which], middle, half)
        with np.errstate(divide="ignore"):
            turn = np.where(fewest > 0, least * least, 1.0) / (fewest * fewest * fewest)  # infinite at a kink
        turn[outer == 0] = 0.0
        return np.asarray(bend + outer_bend * (np.hypot(off, least) + half) + 2 * slope + outer * turn)

    def noise(self, reach: Array) -> Array:
        """Return an upper bound for the rounding errors of each function's values on its path, shape (n,).

        Args:
            reach: Half the length of each function's path, shape (n,), in mm. On the path, s is from -reach to reach.
        """
        far = np.hypot(np.abs(self.nearest) + reach, self.least)
        inner, outer = (_polynomial(np.abs(part), reach)[0] for part in (self.first, self.second))
        return np.asarray(NOISE * (inner + outer * far))


def _polynomial(coefficients: Array, at: Array) -> tuple[Array, Array]:
    """Return the value and the derivative of each of n polynomials (Horner's method).

    Args:
        coefficients: The coefficients, the constant coefficient first, shape (degree + 1, n).
        at: The place for each polynomial, shape (n,).
    """
    value, slope = coefficients[-2] + coefficients[-1] * at, coefficients[-1].copy()
    for coefficient in coefficients[-3::-1] if len(coefficients) > 2 else ():
        slope = slope * at + value
        value = value * at + coefficient
    return value, slope


def _bounds(coefficients: Array, middle: Array, half: Array) -> tuple[Array, Array, Array]:
    """Return upper bounds for the absolute values of polynomials, of their first and of their second derivatives.

    Each polynomial has an interval of its own. Its bounds are for this interval.

    Args:
        coefficients: The coefficients of n polynomials, the constant coefficient first, shape (degree + 1, n).
        middle: The middle of each polynomial's interval, shape (n,), in mm.
        half: Half the length of each polynomial's interval, shape (n,), in mm.

    Returns:
        Three arrays of shape (n,): the bounds for the polynomials, for the first derivatives, and for the second
        derivatives.
    """
    taylor = list(coefficients)
    for first in range(len(taylor) - 1):  # the coefficients about the middle, by synthetic division
        for k in range(len(taylor) - 2, first - 1, -1):
            taylor[k] = taylor[k] + taylor[k + 1] * middle
    found = [np.zeros_like(middle) for _ in range(3)]
    for power, coefficient in enumerate(taylor):
        size = np.abs(coefficient)
        found[0] += size * half**power
        if power > 0:
            found[1] += power * size * half ** (power - 1)
        if power > 1:
            found[2] += power * (power - 1) * size * half ** (power - 2)
    return found[0], found[1], found[2]


def roots(curves: Curves, reach: Array) -> tuple[Indices, Array]:
    """Return the zeros of each function on its path.

    The results may include places where a function is only very close to zero. If all values on a part of a path are as
    small as rounding errors, no roots are found there.

    Args:
        curves: The functions.
        reach: Half the length of each function's path, shape (n,), in mm. On the path, s is from -reach to reach.

    Returns:
        Two arrays with an entry for each place: the index of the function, and the place on its path (mm). The places
        are not sorted. Equal arguments give them in the same order.
    """
    # A bound for the second derivative tells which parts of a path have no root, and which have exactly one.
    count = len(curves.nearest)
    if count == 0:
        return np.zeros(0, dtype=np.intp), np.zeros(0)
    marks = reach[:, None] * np.linspace(-1.0, 1.0, FIRST_CELLS + 1)
    which = np.arange(count).repeat(FIRST_CELLS)
    grid = curves.values(np.arange(count).repeat(FIRST_CELLS + 1), marks.reshape(-1)).reshape(count, -1)
    cells: Cells = (
        which,
        marks[:, :-1].reshape(-1),
        marks[:, 1:].reshape(-1),
        grid[:, :-1].reshape(-1),
        grid[:, 1:].reshape(-1),
    )
    noise = curves.noise(reach)
    single: list[Cells] = []
    touched: list[tuple[Indices, Array]] = []
    while len(cells[0]):
        which, low, high, at_low, at_high = cells
        width = high - low
        bend = curves.bends(which, (low + high) / 2, width / 2)
        sag = bend * width**2 / 8
        crosses = (at_low < 0) != (at_high < 0)
        sizes = np.abs(at_low), np.abs(at_high)
        left_out = np.where(crosses, np.maximum(*sizes) + sag <= noise[which], np.minimum(*sizes) > sag)
        left_out |= np.maximum(*sizes) + sag <= noise[which]
        once = crosses & ~left_out & (np.abs(at_high - at_low) > 4 * sag)
        short = ~left_out & ~once & (width <= FINEST)
        single.append((which[once], low[once], high[once], at_low[once], at_high[once]))
        touched.append((which[short], (low + high)[short] / 2))
        split = ~(left_out | once | short)
        which, low, high, at_low, at_high = (part[split] for part in cells)
        middle = (low + high) / 2
        at_middle = curves.values(which, middle)
        cells = (
            np.concatenate([which, which]),
            np.concatenate([low, middle]),
            np.concatenate([middle, high]),
            np.concatenate([at_low, at_middle]),
            np.concatenate([at_middle, at_high]),
        )
    bracketed = [np.concatenate(parts) for parts in zip(*single, strict=True)]
    found = _polished(curves, bracketed[0], *bracketed[1:])
    return np.concatenate([bracketed[0], *(k for k, _ in touched)]), np.concatenate([found, *(at for _, at in touched)])


def _polished(curves: Curves, which: Indices, low: Array, high: Array, at_low: Array, at_high: Array) -> Array:
    """Return the root of each function between the places `low` and `high`.

    The function has only one root there. Its values `at_low` and `at_high` at these places have opposite signs.
    """
    at = low - at_low * (high - low) / (at_high - at_low)
    rising = at_high >= at_low
    low, high = low.copy(), high.copy()
    for _ in range(POLISHING_STEPS):
        value, slope = curves.slopes(which, at)
        above = (value >= 0) == rising
        high, low = np.where(above, at, high), np.where(above, low, at)
        step = value / np.where(slope == 0, 1.0, slope)
        there = at - step
        there = np.where((there >= low) & (there <= high) & (slope != 0), there, (low + high) / 2)
        moved, at = np.abs(there - at), there
        if not len(at) or moved.max() <= FINEST / 100:
            break
    return at
