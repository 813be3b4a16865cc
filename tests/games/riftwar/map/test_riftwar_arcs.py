"""Arcs of RiftWar's units: distances from them, and the stretches of paths within them (RW-41, RW-51)."""

import math

import numpy as np
import pytest

from riotsim.games.riftwar.map.arcs import arc_stretches, in_arc, off_arc
from riotsim.table.poses import Point

D = math.sqrt(0.5)
UP, QUARTER, WIDE, ROUND = math.pi / 2, math.pi / 2, 1.5 * math.pi, math.tau


@pytest.mark.parametrize(
    ("target", "arc", "off"),
    [
        *(((100, 260), QUARTER, 0.0), ((150, 260), QUARTER, 0.0), ((100, 200), QUARTER, 0.0)),
        # beside the sides, which lead along the diagonals
        *(((180, 260), QUARTER, 20 * D), ((20, 260), QUARTER, 20 * D), ((180, 200), QUARTER, 80 * D)),
        *(((160, 150), QUARTER, 110 * D), ((40, 150), QUARTER, 110 * D)),
        # behind, the tip is nearest
        *(((150, 150), QUARTER, 50 / D), ((100, 120), QUARTER, 80.0), ((110, 150), QUARTER, math.hypot(10, 50))),
        # in a wide arc only what is behind is off it
        *(((180, 200), WIDE, 0.0), ((180, 150), WIDE, 0.0), ((100, 140), WIDE, 60 * D), ((130, 140), WIDE, 30 * D)),
        *(((70, 140), WIDE, 30 * D), ((100, 140), ROUND, 0.0), ((100, 140), 7.0, 0.0)),
    ],
)
def test_how_far_a_place_is_from_an_arc(target: Point, arc: float, off: float) -> None:
    """RW-51: a target within an arc has distance 0 from it. If a target is beside the arc, its distance is that from
    the nearest side, and behind the arc that from the tip. Whole turns of the arc change nothing.
    """
    for turns in (-2, 0, 1):
        assert off_arc((100.0, 200.0), UP + turns * math.tau, arc, target) == pytest.approx(off, abs=1e-9)
    if off > 0.0:
        assert in_arc((100.0, 200.0), UP, arc, target, off + 1e-6)
        assert not in_arc((100.0, 200.0), UP, arc, target, off - 1e-6)


Row = tuple[tuple[float, float, float, float], float, list[tuple[float, float]]]
ROWS: dict[str, Row] = {
    # along y = 300 from x = -100 to 300: the base of radius 10 reaches over a side up to 10 / D along the way
    "across": ((-100, 300, 300, 300), QUARTER, [((100 - 10 / D) / 400, (300 + 10 / D) / 400)]),
    "back again": ((300, 300, -100, 300), QUARTER, [((100 - 10 / D) / 400, (300 + 10 / D) / 400)]),
    # from the middle of the arc out of it, and into it
    "out": ((100, 300, 300, 300), QUARTER, [(0.0, (100 + 10 / D) / 200)]),
    "in": ((300, 300, 100, 300), QUARTER, [((100 - 10 / D) / 200, 1.0)]),
    "within": ((50, 290, 150, 310), QUARTER, [(0.0, 1.0)]),
    # 5 mm behind the tip it is in the arc where it reaches over one of the sides
    "behind the tip": ((0, 195, 200, 195), QUARTER, [((100 + 5 - 10 / D) / 200, (100 - 5 + 10 / D) / 200)]),
    # 9 mm behind it reaches the tip alone
    "at the tip": ((0, 190.5, 200, 190.5), QUARTER, [(0.5 - 9.75**0.5 / 200, 0.5 + 9.75**0.5 / 200)]),
    "behind": ((0, 189, 200, 189), QUARTER, []),
    "straight at the attacker": ((100, 100, 100, 300), QUARTER, [(90 / 200, 1.0)]),
    "beside": ((300, 300, 300, 200), QUARTER, []),
    # behind a wide arc: out of it on the left side, and into it on the right
    "behind a wide arc": ((-100, 100, 300, 100), WIDE, [(0.0, (100 + 10 / D) / 400), ((300 - 10 / D) / 400, 1.0)]),
    "in front of a wide arc": ((-100, 300, 300, 300), WIDE, [(0.0, 1.0)]),
    "all round": ((-100, 100, 300, 100), ROUND, [(0.0, 1.0)]),
    "a turn in the arc": ((100, 300, 100, 300), QUARTER, [(0.0, 1.0)]),
    "a turn behind": ((100, 100, 100, 100), QUARTER, []),
    "a turn half over a side": ((205, 295, 205, 295), QUARTER, [(0.0, 1.0)]),
}
"""Cases by name: a path, the width of an arc from (100, 200) to the back of the table, and the stretches of the path in
the arc.
"""


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("turn", [0.0, 2.0, -1.1])
def test_stretches_of_a_path_in_an_arc(name: str, turn: float) -> None:
    """RW-41, RW-51: a base is in danger while any part of it is in the arc. This also holds if path and arc are turned
    together.
    """
    (x, y, to_x, to_y), arc, expected = ROWS[name]
    c, s = math.cos(turn), math.sin(turn)
    start, to, at = ((c * u - s * v, s * u + c * v) for u, v in ((x, y), (to_x, to_y), (100, 200)))
    ((found,),) = arc_stretches(np.array([[*at, UP + turn, arc]]), np.array([[*start, *to, 10.0]]))
    assert len(found) == len(expected)
    for stretch, wanted in zip(found, expected, strict=True):
        assert stretch == pytest.approx(wanted, abs=1e-9)


def test_stretches_come_by_arc_and_by_path() -> None:
    """With two arcs and three paths, the stretches are listed for each arc, and within it for each path."""
    arcs = np.array([[100.0, 200.0, UP, QUARTER], [100.0, 200.0, -UP, QUARTER]])
    ways = np.array([[100.0, y, 100.0, to, 4.0] for y, to in ((300, 400), (100, 0), (0, 400))], dtype=np.float64)
    front, back = arc_stretches(arcs, ways)
    assert (front[0], front[1], back[0], back[1]) == (((0.0, 1.0),), (), (), ((0.0, 1.0),))
    assert (len(front[2]), len(back[2])) == (1, 1)
    assert (*front[2][0], *back[2][0]) == pytest.approx((196 / 400, 1.0, 0.0, 204 / 400))
    assert arc_stretches(np.zeros((0, 4)), ways) == []
    assert arc_stretches(arcs, np.zeros((0, 5))) == [[], []]
