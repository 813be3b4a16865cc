"""The stretches of paths on which units are in danger, worked out by hand (RW-15 to RW-18, RW-41)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pytest
from riftwar_shapes import area, base, rectangle, structure

from riotsim.games.riftwar.map.dangers import common, dangers, joined
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import Area, GameMap, Structure
from riotsim.games.riftwar.map.sight import SightOptions
from riotsim.games.riftwar.map.stands import Mover, Stand, Watcher
from riotsim.table.poses import Point

ONE_LINE: Final = SightOptions(mode="plan", points=1, edge=12.0, reach=25.0)
"""Options for a single line of sight, from centre to centre, as seen from above."""

Stretches = Sequence[tuple[float, float]]


def dangers_on(
    watchers: Sequence[Stand],
    movers: Sequence[tuple[Stand, Point]],
    structures: Sequence[Structure] = (),
    areas: Sequence[Area] = (),
    options: SightOptions = ONE_LINE,
    fired: Sequence[str] = (),
) -> dict[tuple[str, str], Stretches]:
    """Return the dangers of movers on a large table, from watchers who see to all sides."""
    table = GameMap(2000.0, 2000.0, tuple(structures), tuple(areas))
    field = Field.of(table, [*watchers, *(unit for unit, _ in movers)], options)
    watching = [Watcher(one, 0.0, math.tau) for one in watchers]
    return {**dangers(field, watching, [Mover(unit, to) for unit, to in movers], fired)}


def is_close(found: Stretches, expected: Stretches) -> bool:
    """Return whether stretches are the expected ones, to within a hundred thousandth of the path."""
    return len(found) == len(expected) and all(
        one == pytest.approx(wanted, abs=1e-5) for one, wanted in zip(found, expected, strict=True)
    )


def change(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the fraction of a path, between two others, at which a condition changes. The condition may change only
    once there.
    """
    first = holds(low)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) == first else (low, middle)
    return low


WALL = structure("wall", rectangle(450.0, 300.0, 550.0, 320.0))
WOOD = area("wood", rectangle(400.0, 500.0, 600.0, 900.0))
BLOCK = structure("block", rectangle(400.0, 400.0, 600.0, 600.0))


def test_a_wall_throws_a_shadow() -> None:
    """RW-13: if a watcher stands at (500, 100), the wall hides the path along y = 700 from x = 350 to 650."""
    watcher, path = base("w", 500, 100), [(base("m", 0, 700), (1000.0, 700.0))]
    assert is_close(dangers_on([watcher], path, [WALL])["w", "m"], [(0.0, 0.35), (0.65, 1.0)])
    back = [(base("m", 800, 700), (400.0, 700.0))]
    assert is_close(dangers_on([watcher], back, [WALL])["w", "m"], [(0.0, 0.375)])
    hidden = [(base("m", 400, 700), (600.0, 700.0))]
    assert dangers_on([watcher], hidden, [WALL]) == {}
    low = replace(WALL, sight=False)
    assert dangers_on([watcher], hidden, [low]) == {("w", "m"): ((0.0, 1.0),)}
    in_the_air = [(base("m", 400, 700, flying=True), (600.0, 700.0))]
    assert dangers_on([watcher], in_the_air, [WALL]) == {("w", "m"): ((0.0, 1.0),)}


DEEP: Final = 20 * math.sqrt(1.1**2 - 1) / 20
"""In a wood, a line may be 22 mm long: 10 mm of base and 12 mm to the edge. If its end is 20 mm deep, this is the
tangent of the steepest angle.
"""

PATHS_AND_WOODS: Final[dict[str, tuple[Stand, Stand, Point, Stretches]]] = {
    # straight into the wood at x = 400: it is seen until it is 22 deep, and hidden behind the wood
    "into it": (base("w", 50, 700), base("m", 100, 700), (900.0, 700.0), [(0.0, 322 / 800)]),
    "out of it": (base("w", 950, 700), base("m", 100, 700), (900.0, 700.0), [(478 / 800, 1.0)]),
    "from its front": (base("w", 500, 100), base("m", 500, 200), (500.0, 800.0), [(0.0, 322 / 600)]),
    # the watcher sees out of it to the left, to 100.8 on both sides at a distance of 220
    "from inside": (
        *(base("w", 420, 700), base("m", 200, 300), (200.0, 1000.0)),
        [((400 - 220 * DEEP) / 700, (400 + 220 * DEEP) / 700)],
    ),
    # the mover is 20 deep, and the watcher 220 away from its path
    "along its edge": (
        *(base("w", 200, 700), base("m", 420, 550), (420.0, 850.0)),
        [((150 - 220 * DEEP) / 300, (150 + 220 * DEEP) / 300)],
    ),
    "along its edge, back": (
        *(base("w", 200, 700), base("m", 420, 850), (420.0, 550.0)),
        [((150 - 220 * DEEP) / 300, (150 + 220 * DEEP) / 300)],
    ),
    "too deep": (base("w", 200, 700), base("m", 423, 650), (423.0, 750.0), []),
    "deep inside": (base("w", 500, 700), base("m", 200, 600), (200.0, 800.0), []),
    "both inside": (base("w", 450, 600), base("m", 550, 600), (550.0, 850.0), [(0.0, 1.0)]),
    # out at the right side: seen from inside up to x = 600, then no more from so deep
    "leaving": (base("w", 500, 700), base("m", 550, 700), (750.0, 700.0), [(0.0, 0.25)]),
    "leaving a watcher at the edge": (base("w", 580, 700), base("m", 550, 700), (750.0, 700.0), [(0.0, 1.0)]),
    "a turn at the edge": (base("w", 200, 700), base("m", 420, 700), (420.0, 700.0), [(0.0, 0.0)]),
    "a turn too deep": (base("w", 200, 700), base("m", 423, 700), (423.0, 700.0), []),
    "a turn off the middle": (base("w", 200, 700), base("m", 420, 810), (420.0, 810.0), []),
    "a turn inside with the watcher": (base("w", 500, 700), base("m", 423, 700), (423.0, 700.0), [(0.0, 0.0)]),
    "a turn seen from inside": (base("w", 420, 700), base("m", 200, 790), (200.0, 790.0), [(0.0, 0.0)]),
    "a turn hidden from inside": (base("w", 420, 700), base("m", 200, 810), (200.0, 810.0), []),
    "in the air": (base("w", 50, 700), base("m", 100, 700, flying=True), (900.0, 700.0), [(0.0, 1.0)]),
}


@pytest.mark.parametrize("name", PATHS_AND_WOODS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_wood_hides_who_is_deep_inside(name: str, *, mirrored: bool) -> None:
    """RW-16, RW-17: a unit in a wood sees out and is seen near the edge. From its base to the edge, the line is then at
    most 12 mm long. A unit behind the wood isn't seen. The same holds with x and y exchanged.
    """
    watcher, unit, to, expected = PATHS_AND_WOODS[name]
    wood = WOOD
    if mirrored:
        wood = area("wood", rectangle(500.0, 400.0, 900.0, 600.0))
        watcher, unit, to = watcher.moved(watcher.at[::-1]), unit.moved(unit.at[::-1]), to[::-1]
    found = dangers_on([watcher], [(unit, to)], areas=[wood])
    assert is_close(found.get(("w", "m"), ()), expected)


def test_a_path_on_a_slant_along_a_wood() -> None:
    """RW-17: on a slanting path inside a wood, a unit is in danger until the line to the edge is 22 mm long."""
    watcher, unit, to = base("w", 150, 640), base("m", 405, 560), (455.0, 860.0)
    (stretch,) = dangers_on([watcher], [(unit, to)], areas=[WOOD])["w", "m"]

    def is_seen(share: float) -> bool:
        x, y = Mover(unit, to).place(share)
        return (x - 400) / (x - 150) * math.dist((x, y), watcher.at) <= 22.0

    assert is_close([stretch], [(0.0, change(is_seen, 0.0, 1.0))])
    assert 0.2 < stretch[1] < 0.8


def test_two_woods_side_by_side() -> None:
    """RW-16: if two units are in different woods, both must be near the edges of their woods. A watcher 20 mm deep sees
    out, but one 23 mm deep doesn't. A mover 15 mm deep is seen up to a line of 22 mm.
    """
    woods = [area("left", rectangle(100.0, 100.0, 300.0, 900.0)), area("right", rectangle(400.0, 100.0, 600.0, 900.0))]
    unit, to = base("m", 415, 500), (415.0, 800.0)

    def seen_from(x: float) -> Stretches:
        return dangers_on([base("w", x, 500)], [(unit, to)], areas=woods).get(("w", "m"), ())

    near = 135 * math.sqrt(1.1**2 - 1)  # from x = 280 the line may be 1.1 times as long as across
    assert is_close(seen_from(280.0), [(0.0, near / 300)])
    assert seen_from(277.0) == ()


def test_a_corner_exposes_a_ranged_mover() -> None:
    """RW-18: from (700, 300), a mover behind the block is seen up to y = 406.7. A Ranged mover is seen up to y = 428.7,
    where its base is within 25 mm of the corner (400, 400).
    """
    watcher, unit, to = base("w", 700, 300), base("m", 380, 300), (380.0, 700.0)
    ranged = replace(unit, ranged=True)
    plain, corner = (320 / 3) / 400, (100 + math.sqrt(35**2 - 20**2)) / 400
    after = replace(ONE_LINE, exposed="after_firing")

    def stretch(mover: Stand, options: SightOptions = ONE_LINE, fired: Sequence[str] = ()) -> Stretches:
        return dangers_on([watcher], [(mover, to)], [BLOCK], options=options, fired=fired)["w", "m"]

    assert is_close(stretch(unit), [(0.0, plain)])
    assert is_close(stretch(ranged), [(0.0, corner)])
    assert is_close(stretch(ranged, after), [(0.0, plain)])
    assert is_close(stretch(ranged, after, ["m"]), [(0.0, corner)])
    assert is_close(stretch(ranged, after, ["w"]), [(0.0, plain)])
    # beyond the block's edge it isn't seen again, and a low block has no such corners
    far = dangers_on([watcher], [(ranged, (380.0, 900.0))], [BLOCK])["w", "m"]
    assert is_close(far, [(0.0, corner * 400 / 600)])
    # hidden at the start of its path, it comes to the corner and is seen there before it is seen otherwise
    up = dangers_on([watcher], [(ranged.moved((380.0, 700.0)), (380.0, 300.0))], [BLOCK])["w", "m"]
    assert is_close(up, [(1.0 - corner, 1.0)])
    # at the corner of another side it is not in sight of the watcher
    assert dangers_on([watcher], [(ranged.moved((380.0, 500.0)), (380.0, 700.0))], [BLOCK]) == {}


def test_a_turn_at_a_corner() -> None:
    """RW-18, RW-33: a Ranged unit turns 20 mm beside the block. It is seen round the corner from y = 420, but not from
    y = 430.
    """
    for y, expected in ((420.0, {("w", "m"): ((0.0, 0.0),)}), (430.0, {})):
        unit = replace(base("m", 380, y), ranged=True)
        assert dangers_on([base("w", 700, 300)], [(unit, unit.at)], [BLOCK]) == expected
        assert dangers_on([base("w", 700, 300)], [(replace(unit, ranged=False), unit.at)], [BLOCK]) == {}


def test_a_ranged_watcher_looks_round_its_corner() -> None:
    """RW-18: from its place at (380, 410), a watcher sees the path along x = 800 up to y = 200. A Ranged watcher looks
    from the corner (400, 400), and sees past the next corner, (600, 400).
    """
    watcher, path = base("w", 380, 410), [(base("m", 800, 100), (800.0, 500.0))]
    off = 0.05 * 25.4 * math.sqrt(0.5)
    past = 400 - off + off * (400 + off) / (200 + off)
    assert is_close(dangers_on([watcher], path, [BLOCK])["w", "m"], [(0.0, 0.25)])
    found = dangers_on([replace(watcher, ranged=True)], path, [BLOCK])["w", "m"]
    assert is_close(found, [(0.0, (past - 100) / 400)])


def heavy(name: str, x: float, y: float) -> Stand:
    """Return a Heavy unit with a base of radius 30 mm."""
    return Stand(name, (x, y), 30.0, 60.0, heavy=True)


def is_hidden(eye: Point, tank: Point, at: Point) -> bool:
    """Return whether a base of radius 30 mm reaches the line between two places, as seen from above."""
    dx, dy = at[0] - eye[0], at[1] - eye[1]
    return abs((tank[0] - eye[0]) * dy - (tank[1] - eye[1]) * dx) < 30.0 * math.hypot(dx, dy)


def test_a_heavy_unit_that_moves_along() -> None:
    """RW-15, RW-36: if a Heavy unit moves along with another mover, it hides the mover while it is on the line of
    sight.
    """
    watcher, unit, to = base("w", 500, 100), base("m", 300, 700), (700.0, 700.0)
    # always on the line of sight
    found = dangers_on([watcher], [(unit, to), (heavy("h", 400, 400), (600.0, 400.0))])
    assert found == {("w", "h"): ((0.0, 1.0),)}
    # on the line at first, and then ahead of it
    tank = Mover(heavy("h", 400, 400), (800.0, 400.0))
    mover = Mover(unit, to)
    end = change(lambda share: is_hidden(watcher.at, tank.place(share), mover.place(share)), 0.0, 1.0)
    found = dangers_on([watcher], [(unit, to), (tank.stand, tank.to)])
    assert found.keys() == {("w", "m"), ("w", "h")}
    assert is_close(found["w", "m"], [(end, 1.0)])
    # standing still, it hides a part of the path; alone, it hides nothing of itself
    still = heavy("h", 480, 400)
    first, last = (
        change(lambda share: is_hidden(watcher.at, still.at, mover.place(share)), low, high)
        for low, high in ((0.0, 0.4), (0.4, 1.0))
    )
    found = dangers_on([watcher, still], [(unit, to)])
    assert is_close(found["w", "m"], [(0.0, first), (last, 1.0)])
    assert dangers_on([watcher], [(still, (520.0, 500.0))]) == {("w", "h"): ((0.0, 1.0),)}


def test_a_heavy_unit_that_moves_across_the_line_of_a_corner() -> None:
    """RW-15, RW-18: a watcher may see a Ranged mover along the line of a corner. While a Heavy unit of the mover's
    group is on this line, the mover is hidden.
    """
    watcher = base("w", 700, 300)
    unit, to = replace(base("m", 380, 415), ranged=True), (380.0, 425.0)
    assert dangers_on([watcher], [(unit, to)], [BLOCK]) == {("w", "m"): ((0.0, 1.0),)}
    off = 0.05 * 25.4 * math.sqrt(0.5)
    eye = (400 - off, 400 - off)
    tank = Mover(heavy("h", 550, 200), (550.0, 500.0))
    shares = [
        change(lambda share: is_hidden(eye, tank.place(share), watcher.at), low, high)
        for low, high in ((0.0, 0.5), (0.5, 1.0))
    ]
    found = dangers_on([watcher], [(unit, to), (tank.stand, tank.to)], [BLOCK])["w", "m"]
    assert is_close(found, [(0.0, shares[0]), (shares[1], 1.0)])


def test_dangers_of_several_units_by_several_watchers() -> None:
    """RW-41: each pair of a watcher and a mover has its own stretches. Pairs without any stretch aren't listed."""
    watchers = [base("v", 500, 100), base("w", 500, 600)]
    movers = [(base("m", 0, 700), (1000.0, 700.0)), (base("n", 500, 400), (500.0, 500.0))]
    found = dangers_on(watchers, movers, [WALL])
    assert found.keys() == {("v", "m"), ("w", "m"), ("w", "n")}
    assert is_close(found["v", "m"], [(0.0, 0.35), (0.65, 1.0)])
    assert found["w", "m"] == found["w", "n"] == ((0.0, 1.0),)
    assert dangers_on([], movers) == {}


def test_an_arc_limits_the_dangers() -> None:
    """RW-41: a watcher endangers a mover only where it sees the mover in its arc. The arc here reaches 45 degrees to
    both sides, and any part of the mover's base counts.
    """
    watcher, unit, to = base("w", 500, 100), base("m", 0, 400), (1000.0, 400.0)
    field = Field.of(
        GameMap(2000.0, 2000.0, (structure("post", rectangle(480.0, 250.0, 520.0, 260.0)),)), [watcher, unit], ONE_LINE
    )
    found = dangers(field, [Watcher(watcher, math.pi / 2, math.pi / 2)], [Mover(unit, to)])
    wide = 10 * math.sqrt(2)
    assert is_close(found["w", "m"], [((200 - wide) / 1000, 0.46), (0.54, (800 + wide) / 1000)])


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ([(0.0, 1.0)], [(0.2, 0.3), (0.5, 0.6)], [(0.2, 0.3), (0.5, 0.6)]),
        ([(0.2, 0.3), (0.5, 0.6)], [(0.0, 1.0)], [(0.2, 0.3), (0.5, 0.6)]),
        ([(0.0, 0.4), (0.6, 1.0)], [(0.3, 0.7)], [(0.3, 0.4), (0.6, 0.7)]),
        ([(0.1, 0.2)], [(0.3, 0.7)], []),
        ([(0.1, 0.3)], [(0.3, 0.7)], []),
        ([(0.1, 0.3 + 1e-10)], [(0.3, 0.7)], []),
        ([(0.1, 0.31)], [(0.3, 0.7)], [(0.3, 0.31)]),
        ([(0.0, 0.0)], [(0.0, 0.5)], [(0.0, 0.0)]),
        ([(0.0, 0.0)], [(0.0, 1.0)], [(0.0, 0.0)]),
        ([(0.0, 0.0)], [(0.2, 0.5)], []),
        ([], [(0.0, 1.0)], []),
        ([], [(0.2, 0.5)], []),
    ],
)
def test_what_two_lists_of_stretches_share(one: Stretches, other: Stretches, shared: Stretches) -> None:
    """Two lists of stretches share the parts that lie in both. A shared part has a length, except at the very beginning
    of a path.
    """
    assert common(tuple(one), tuple(other)) == tuple(shared)
    assert common(tuple(other), tuple(one)) == tuple(shared)


@pytest.mark.parametrize(
    ("stretches", "expected"),
    [
        ([], []),
        ([(0.2, 0.3)], [(0.2, 0.3)]),
        ([(0.5, 0.6), (0.2, 0.3)], [(0.2, 0.3), (0.5, 0.6)]),
        ([(0.3, 0.6), (0.2, 0.3)], [(0.2, 0.6)]),
        ([(0.2, 0.9), (0.3, 0.6)], [(0.2, 0.9)]),
        ([(0.2, 0.3), (0.3 + 1e-10, 0.6), (0.7, 0.8)], [(0.2, 0.6), (0.7, 0.8)]),
        ([(0.2, 0.3), (0.3 + 1e-8, 0.6)], [(0.2, 0.3), (0.3 + 1e-8, 0.6)]),
    ],
)
def test_stretches_are_joined_in_order(stretches: Stretches, expected: Stretches) -> None:
    """If stretches overlap or touch, they are joined into one. Separate stretches are put in order."""
    assert joined(stretches) == tuple(expected)
