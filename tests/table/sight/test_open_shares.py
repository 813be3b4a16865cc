"""Fixed lines that moving cylinders shut: the parts of the motion during which one is open."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.table.sight.moving import open_shares

Place = tuple[float, float]

places = st.tuples(st.floats(0, 300), st.floats(0, 300))


def shuts(start: Place, end: Place, at: Place, radius: float) -> float:
    """Return how far a disc reaches over a line segment (mm); negative if the disc doesn't meet the segment."""
    (ax, ay), (bx, by), (x, y) = start, end, at
    length = math.dist(start, end)
    along = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2, 0.0), 1.0)
    return radius - math.dist(at, (ax + along * (bx - ax), ay + along * (by - ay)))


@settings(deadline=None)
@given(
    st.lists(st.tuples(places, places).filter(lambda ends: math.dist(*ends) > 20), min_size=1, max_size=3),
    st.lists(st.tuples(places, places, st.floats(10, 40)), min_size=1, max_size=3),
)
def test_lines_are_shut_where_a_cylinder_is(
    lines: list[tuple[Place, Place]], cylinders: list[tuple[Place, Place, float]]
) -> None:
    """A level line below the tops of all cylinders is shut exactly while a cylinder's disc meets the line in the
    plan.
    """
    ends = np.array([[(*start, 10.0), (*end, 10.0)] for start, end in lines])
    begin, to = (np.array([one[k] for one in cylinders]) for k in (0, 1))
    radii = np.array([radius for _, _, radius in cylinders])
    found = open_shares(ends, begin, to, radii, np.full(len(cylinders), 50.0))
    for share in np.linspace(0.013, 0.987, 23):
        discs = [((1 - share) * a[0] + share * b[0], (1 - share) * a[1] + share * b[1]) for a, b, _ in cylinders]
        reaches = [max(shuts(*line, at, r) for at, r in zip(discs, radii, strict=True)) for line in lines]
        if all(abs(reach) > 0.2 for reach in reaches):  # a graze is left to rounding
            assert any(one <= share <= two for one, two in found) == (min(reaches) < 0.0)
