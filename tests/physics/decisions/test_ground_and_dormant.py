"""The table's edges and walls, dormant pieces and the search for those near a body, and impacts, compared with values
worked out by hand.
"""

import math
from typing import cast

import pytest

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.engine.materials import RIM, table_top
from riotsim.physics.engine.world import GRAVITY, TICK, ContactPoint, World
from riotsim.physics.scene.broad_phase import DormantPiece, DormantPieces, LooseDice
from riotsim.physics.scene.ground import (
    add_ground,
    clamp_to_table,
    edge_crossing,
    is_over_table,
    reaches_over,
    table_walls,
)
from riotsim.physics.scene.impacts import ImpactDetector
from riotsim.physics.scene.registry import distance_in
from riotsim.table.dice.kinds import die_kind
from riotsim.table.impacts import TABLE, WALL, Collider, Impact
from riotsim.table.pieces import Box, Die, Model, Round, Terrain, Token, Tower
from riotsim.table.poses import IDENTITY, Point, Pose, Vector
from riotsim.table.state import Surface, Table

TRAY = Table(300.0, 200.0, wall_height=25.0)


@pytest.mark.parametrize(
    ("at", "over", "nearest"),
    [
        ((0.0, 0.0), True, (0.0, 0.0)),
        ((300.0, 200.0), True, (300.0, 200.0)),
        ((120.0, 70.0), True, (120.0, 70.0)),
        ((-0.1, 70.0), False, (0.0, 70.0)),
        ((300.1, 70.0), False, (300.0, 70.0)),
        ((120.0, -0.1), False, (120.0, 0.0)),
        ((120.0, 200.1), False, (120.0, 200.0)),
        ((-9.0, 250.0), False, (0.0, 200.0)),
        ((350.0, -30.0), False, (300.0, 0.0)),
    ],
)
def test_the_edges_belong_to_the_table(at: Point, over: bool, nearest: Point) -> None:
    """A point on an edge is over the table. If a point is beyond an edge, the nearest point of the table lies on that
    edge.
    """
    assert (is_over_table(TRAY, (*at, 5.0)), clamp_to_table(TRAY, at)) == (over, nearest)


@pytest.mark.parametrize(
    ("inside", "outside", "crossing"),
    [
        ((100.0, 50.0), (-100.0, 90.0), (0.0, 70.0)),
        ((250.0, 50.0), (350.0, 90.0), (300.0, 70.0)),
        ((100.0, 40.0), (160.0, -80.0), (120.0, 0.0)),
        ((100.0, 160.0), (160.0, 280.0), (120.0, 200.0)),
        # beyond two edges: the first that is met
        ((250.0, 190.0), (350.0, 210.0), (300.0, 200.0)),
        ((250.0, 180.0), (350.0, 280.0), (270.0, 200.0)),
        ((280.0, 150.0), (380.0, 250.0), (300.0, 170.0)),
        # both points are beyond the edge, or both are within
        ((-5.0, 40.0), (-25.0, 60.0), (0.0, 40.0)),
        ((310.0, 40.0), (310.0, 60.0), (300.0, 60.0)),
        ((40.0, 50.0), (60.0, 70.0), (60.0, 70.0)),
    ],
)
def test_a_body_crosses_the_edge_where_its_path_does(inside: Point, outside: Point, crossing: Point) -> None:
    """If a body leaves the table, it crosses the edge on the straight line from its last place over the table. If it
    passes two edges, the first one counts.
    """
    assert edge_crossing(TRAY, (*inside, 3.0), (*outside, -3.0)) == pytest.approx(crossing)


def test_walls_of_ten_millimetres_stand_around_the_table_and_reach_five_below_its_top() -> None:
    """If a table has walls, the front and back walls are as long as the table. The walls at its sides include the
    corners.
    """
    assert table_walls(TRAY) == [
        ((300.0, 10.0, 30.0), (150.0, -5.0, 10.0)),
        ((300.0, 10.0, 30.0), (150.0, 205.0, 10.0)),
        ((10.0, 220.0, 30.0), (-5.0, 100.0, 10.0)),
        ((10.0, 220.0, 30.0), (305.0, 100.0, 10.0)),
    ]
    assert table_walls(Table(300.0, 200.0)) == []


class Ground:
    """A stand-in for the world that records the boxes that are put into it."""

    def __init__(self) -> None:
        self.shapes, self.boxes, self.thresholds = self, list[object](), list[float]()

    def box(self, *sides: float) -> tuple[float, ...]:
        """Return the sides as the number of a box."""
        return sides

    def add(self, shape: tuple[float, ...], pose: Pose, material: object) -> int:
        """Record a box, and return its number."""
        self.boxes.append((shape, pose.at, material))
        return 10 + len(self.boxes)

    def set_bounce_threshold(self, speed: float) -> None:
        """Record a threshold."""
        self.thresholds.append(speed)


def test_the_ground_is_a_slab_below_the_table_and_its_walls() -> None:
    """The ground is a slab of 200 mm with its top at 0, and the walls. On a surface with high bounces, impacts bounce
    only from a higher speed on.
    """
    for surface, thresholds in ((Surface("felt", 0.9, 0.72), []), (Surface("glass", 0.4, 1.0), [300.0])):
        ground, table = Ground(), Table(300.0, 200.0, surface, wall_height=25.0)
        assert add_ground(cast(World, ground), table) == {11: TABLE, 12: WALL, 13: WALL, 14: WALL, 15: WALL}
        slab = ((300.0, 200.0, 200.0), (150.0, 100.0, -100.0), table_top(surface))
        assert ground.boxes == [slab, *((size, at, RIM) for size, at in table_walls(table))]
        assert ground.thresholds == thresholds


@pytest.mark.parametrize(
    ("bounds", "over"),
    [
        ((10.0, 10.0, 0.0, 20.0, 20.0, 30.0), False),
        ((0.0, 0.0, 0.0, 300.0, 200.0, 30.0), False),
        ((-0.1, 10.0, 24.9, 20.0, 20.0, 30.0), True),
        ((10.0, -0.1, 24.9, 20.0, 20.0, 30.0), True),
        ((10.0, 10.0, 24.9, 300.1, 20.0, 30.0), True),
        ((10.0, 10.0, 24.9, 20.0, 200.1, 30.0), True),
        ((10.0, 10.0, 25.0, 20.0, 200.1, 30.0), False),
    ],
)
def test_a_box_reaches_over_the_walls_beyond_an_edge_and_below_their_top(
    bounds: tuple[float, float, float, float, float, float], over: bool
) -> None:
    """A box meets a wall if it reaches beyond an edge and its underside is below the wall's top. At the height of the
    top, it doesn't meet the wall.
    """
    assert reaches_over(TRAY, bounds) is over


D10 = die_kind("d10")

FULL = Table(
    600.0,
    400.0,
    terrain={"wall": Terrain("wall", Box(40.0, 20.0, 30.0), (100.0, 50.0))},
    models={"m": Model("m", "Ann", (200.0, 100.0), Round(30.0), level=12.0)},
    tokens={"t": Token("t", Pose((300.0, 150.0, 1.5)), 24.0, 10.0)},
    dice={
        "a": Die("a", size=16.0, pose=Pose((400.0, 200.0, 8.0))),
        "b": Die("b", size=12.0, pose=Pose((401.0, 203.0, 22.0))),
        "c": Die("c", size=20.0, pose=Pose((500.0, 300.0, 10.0))),
    },
    towers={"T": Tower(("a", "b"))},
)


def dormant(*skip: str, loose: LooseDice = LooseDice.LIVE, free_models: bool = False) -> dict[str, DormantPiece]:
    """Return the dormant pieces of the table, by name."""
    found = DormantPieces(FULL, frozenset(skip), loose, free_models)
    return {piece.name: piece for piece in found._pieces if piece is not None}


def test_each_piece_is_dormant_in_a_box_around_it() -> None:
    """Each dormant piece has a box around it. For loose dice and tokens it is the box around a ball, since they may
    roll before they are met.

    The ball around the token has the radius √(12² + 5²) = 13, and that around the cube of 20 mm has 10√3.
    """
    ball = 10.0 * math.sqrt(3.0)
    found = dormant()
    assert {name: piece.bounds for name, piece in found.items()} == {
        "wall": pytest.approx((80.0, 40.0, 0.0, 120.0, 60.0, 30.0)),
        "m": pytest.approx((185.0, 85.0, 12.0, 215.0, 115.0, 12.0 + 28.0)),
        "t": pytest.approx((287.0, 137.0, -11.5, 313.0, 163.0, 14.5)),
        "T": pytest.approx((392.0, 192.0, 0.0, 408.0, 209.0, 28.0)),
        "c": pytest.approx((500.0 - ball, 300.0 - ball, 10.0 - ball, 500.0 + ball, 300.0 + ball, 10.0 + ball)),
    }
    dice = FULL.dice
    assert {name: (piece.pieces, piece.motion_type, piece.is_tower) for name, piece in found.items()} == {
        "wall": ((FULL.terrain["wall"],), MotionType.FIXED, False),
        "m": ((FULL.models["m"],), MotionType.FIXED, False),
        "t": ((FULL.tokens["t"],), MotionType.FREE, False),
        "T": ((dice["a"], dice["b"]), MotionType.FREE, True),
        "c": ((dice["c"],), MotionType.FREE, False),
    }


def test_pieces_of_the_act_and_unwanted_dice_are_not_dormant() -> None:
    """Pieces that the act itself moves are not dormant. Loose dice are fixed, free or left out, as the act asks."""
    assert dormant(free_models=True)["m"].motion_type is MotionType.FREE
    assert dormant(loose=LooseDice.STILL)["c"].motion_type is MotionType.FIXED
    assert sorted(dormant(loose=LooseDice.ABSENT)) == ["T", "m", "t", "wall"]
    assert sorted(dormant("m", "t", "c")) == ["T", "wall"]
    assert sorted(dormant("a", "b")) == ["c", "m", "t", "wall"]
    assert dormant("a")["T"].pieces == (FULL.dice["b"],)


def mover(at: Vector) -> Body:
    """Return a body whose box reaches 1, 2 and 3 mm below its place along x, y and z, and 4, 5 and 6 mm above."""
    return Body(Die("x"), 1, MotionType.FREE, (-1.0, -2.0, -3.0), (4.0, 5.0, 6.0), at, IDENTITY)


@pytest.mark.parametrize(
    ("at", "gap"),
    [
        # The wall is 80 to 120 × 40 to 60 × 0 to 30 mm.
        ((131.0, 50.0, 10.0), 10.0),
        ((66.0, 50.0, 10.0), 10.0),
        ((100.0, 72.0, 10.0), 10.0),
        ((100.0, 25.0, 10.0), 10.0),
        ((100.0, 50.0, 43.0), 10.0),
        ((100.0, 50.0, -16.0), 10.0),
        ((131.0, 82.0, 10.0), 20.0),
    ],
)
def test_the_distance_to_a_dormant_piece_is_the_largest_gap_of_the_boxes(at: Vector, gap: float) -> None:
    """The distance of a body to a dormant piece is the largest gap of their boxes along one axis. If the piece lies
    within a given distance, it is taken, and only once.
    """
    pieces = DormantPieces(Table(600.0, 400.0, terrain=FULL.terrain), frozenset(), LooseDice.LIVE, False)
    body, far = mover(at), mover((500.0, 300.0, 10.0))
    assert pieces.distance([far, body]) == pytest.approx(gap)
    assert pieces.take([far, body], gap - 0.001) == []
    assert [piece.name for piece in pieces.take([far, body], gap + 1e-9)] == ["wall"]
    assert pieces.take([far, body], 1e6) == []
    assert (pieces.distance([body]), pieces.top_in((0.0, 0.0, 0.0, 600.0, 400.0, 99.0))) == (math.inf, 0.0)


def test_there_is_no_distance_without_bodies_or_pieces() -> None:
    """If there are no bodies or no dormant pieces, the distance is infinite and no piece is taken."""
    pieces = DormantPieces(FULL, frozenset(), LooseDice.LIVE, False)
    assert (pieces.distance([]), pieces.take([], 1e9)) == (math.inf, [])
    empty = DormantPieces(Table(600.0, 400.0), frozenset(), LooseDice.LIVE, False)
    body = mover((0.0, 0.0, 0.0))
    assert (empty.distance([body]), empty.take([body], 1e9)) == (math.inf, [])
    assert empty.top_in((0.0, 0.0, 0.0, 600.0, 400.0, 99.0)) == 0.0


@pytest.mark.parametrize(
    ("bounds", "top"),
    [
        ((0.0, 0.0, 0.0, 80.0, 40.0, 5.0), 30.0),
        ((0.0, 0.0, 0.0, 79.9, 40.0, 5.0), 0.0),
        ((0.0, 0.0, 0.0, 80.0, 39.9, 5.0), 0.0),
        ((120.0, 60.0, 30.0, 130.0, 70.0, 35.0), 30.0),
        ((120.1, 60.0, 30.0, 130.0, 70.0, 35.0), 0.0),
        ((120.0, 60.1, 30.0, 130.0, 70.0, 35.0), 0.0),
        ((120.0, 60.0, 30.1, 130.0, 70.0, 35.0), 0.0),
        ((90.0, 45.0, -9.0, 95.0, 50.0, -0.1), 0.0),
        ((90.0, 45.0, 0.0, 405.0, 205.0, 5.0), 30.0),
        ((390.0, 190.0, 0.0, 410.0, 210.0, 5.0), 28.0),
    ],
)
def test_the_top_within_bounds_is_that_of_the_highest_piece_that_meets_them(
    bounds: tuple[float, float, float, float, float, float], top: float
) -> None:
    """The top within a box is the height of the highest dormant piece that meets the box. Boxes that touch meet. The
    wall is 30 mm high, and the tower 28 mm.
    """
    pieces = DormantPieces(FULL, frozenset("mt"), LooseDice.ABSENT, False)
    assert pieces.top_in(bounds) == pytest.approx(top)


def test_a_body_is_expected_to_cover_its_way_with_gravity_and_two_millimetres_more() -> None:
    """In 24 ticks (0.1 s), a body of 50 mm/s is expected to move by at most 5 mm, g · 0.01 s² = 98.1 mm by gravity, and
    2 mm more.
    """
    assert distance_in(50.0, 24) == pytest.approx(2.0 + 5.0 + 0.01 * GRAVITY)
    assert distance_in(50.0, 0) == 2.0


class Clash:
    """A stand-in for the world in which bodies have velocities before and after a step, and contacts."""

    def __init__(self) -> None:
        self.velocities: dict[int, tuple[Vector, Vector]] = {}
        self.places: dict[int, Vector] = {}
        self.touching: list[ContactPoint] = []
        self.near: list[ContactPoint] = []
        self.rooms: list[tuple[int, float]] = []
        self.substeps = 2

    def velocity(self, body: int) -> tuple[Vector, Vector]:
        """Return velocity and spin."""
        return self.velocities[body]

    def pose(self, body: int) -> tuple[Vector, tuple[float, float, float, float]]:
        """Return place and orientation."""
        return self.places[body], IDENTITY

    def mass(self, body: int) -> float:
        """Return the mass (g): twice the body's number, or 0 for hands and the table."""
        return 2.0 * body if body < 5 else 0.0

    def contact_points(self) -> list[ContactPoint]:
        """Return the contacts."""
        return self.touching

    def nearest_points(self, body: int, distance: float) -> list[ContactPoint]:
        """Return the nearest points, and record the distance."""
        self.rooms.append((body, distance))
        return self.near


FALL = GRAVITY * TICK
"""Speed that gravity adds in a tick (mm/s)."""

STILL: Vector = (0.0, 0.0, 0.0)

ONE, OTHER = Collider("die", "d1"), Collider("die", "d2")


def clash(
    before: dict[int, Vector],
    after: dict[int, Vector],
    *contacts: tuple[int, int, Vector],
    near: tuple[tuple[int, int, Vector], ...] = (),
    spin: Vector = STILL,
) -> tuple[tuple[Impact, ...], Clash]:
    """Return the impacts of a tick in which bodies change their velocities at contacts at the origin. Gravity is added
    to the new velocities.
    """
    world = Clash()
    detector = ImpactDetector(cast(World, world), {9: TABLE})
    bodies = [
        Body(Die(f"d{number}"), number, MotionType.FREE, STILL, STILL, STILL, IDENTITY) for number in sorted(before)
    ]
    world.velocities = {number: (velocity, spin) for number, velocity in before.items()}
    detector.before(bodies, [])
    world.velocities = {number: ((x, y, z - FALL), spin) for number, (x, y, z) in after.items()}
    world.places = dict.fromkeys(before, STILL)
    world.touching = [ContactPoint(one, other, STILL, normal) for one, other, normal in contacts]
    world.near = [ContactPoint(one, other, STILL, normal) for one, other, normal in near]
    detector.after(70, bodies, bodies)
    heard = detector.take()
    assert detector.take() == ()
    return heard, world


def test_an_impact_names_the_faster_body_first_with_closing_speed_and_impulse() -> None:
    """If body 1 of 2 g hits body 2 of 4 g at 300 mm/s and loses 240 mm/s, the impulse is 480 g·mm/s. The impact names
    body 1 first, in whichever order the contact has the bodies.

    The normal points from the second body of the contact to the first.
    """
    before, after = {1: (300.0, 0.0, 0.0), 2: STILL}, {1: (60.0, 0.0, 0.0), 2: (120.0, 0.0, 0.0)}
    wanted = [Impact(70, ONE, OTHER, STILL, 300.0, 480.0)]
    for contact in ((1, 2, (-1.0, 0.0, 0.0)), (2, 1, (1.0, 0.0, 0.0))):
        heard, world = clash(before, after, contact)
        assert list(heard) == wanted
        assert world.rooms == []
    assert clash(before, after, (1, 2, (1.0, 0.0, 0.0)))[0] == ()


def test_a_body_that_hits_the_table_closes_with_half_a_tick_of_gravity_more() -> None:
    """If a die of 2 g falls at 200 mm/s and bounces at 100 mm/s, the impulse is 600 g·mm/s. The speed of the impact
    includes half a tick of gravity.
    """
    (heard,), _ = clash({1: (0.0, 0.0, -200.0)}, {1: (0.0, 0.0, 100.0)}, (1, 9, (0.0, 0.0, 1.0)))
    assert (heard.one, heard.other) == (ONE, TABLE)
    assert (heard.speed, heard.impulse) == pytest.approx((200.0 + FALL / 2, 600.0))


@pytest.mark.parametrize(
    ("speed", "left", "heard"),
    [(50.1, -20.0, True), (49.9, -20.0, False), (300.0, 239.0, False), (300.0, 238.0, True)],
)
def test_slow_impacts_and_small_changes_of_velocity_are_not_heard(speed: float, left: float, heard: bool) -> None:
    """If bodies close at less than 50 mm/s, no impact is reported. If the velocity changes by at most 61.3 mm/s (1.5 g
    T), no impact is reported either.
    """
    found, _ = clash({1: (speed, 0.0, 0.0)}, {1: (left, 0.0, 0.0)}, (1, 9, (-1.0, 0.0, 0.0)))
    assert bool(found) is heard


@pytest.mark.parametrize(("across", "heard"), [(2.2, True), (2.4, False)])
def test_a_contact_explains_a_change_of_which_two_fifths_are_along_its_normal(across: float, heard: bool) -> None:
    """An impact is reported if at least 0.4 of the change of velocity is along the contact's normal. The change across
    the normal may then be √(1/0.4² - 1) = 2.29 times the change along it.
    """
    found, _ = clash({1: (300.0, 0.0, 0.0)}, {1: (200.0, 100.0 * across, 0.0)}, (1, 9, (-1.0, 0.0, 0.0)))
    assert bool(found) is heard


def test_the_hardest_contact_of_two_bodies_is_reported() -> None:
    """If two bodies have three contacts, the impact with the highest closing speed is reported. At the two contacts
    with inclined normals, they close at 0.8 times that speed.
    """
    contacts = ((1, 9, (-0.8, 0.6, 0.0)), (1, 9, (-1.0, 0.0, 0.0)), (9, 1, (0.8, 0.6, 0.0)))
    (heard,), _ = clash({1: (300.0, 0.0, 0.0)}, {1: (-100.0, 0.0, 0.0)}, *contacts)
    assert (heard.speed, heard.impulse) == (300.0, 800.0)


def test_a_body_that_is_no_longer_in_contact_has_hit_the_nearest_body_in_the_direction_of_its_change() -> None:
    """If a body changes its velocity by 240 mm/s without a contact, the body that it hit is sought within 2 mm. This is
    1 mm, and the way that the change makes in a tick.
    """
    near = ((1, 9, (-0.6, 0.8, 0.0)), (1, 2, (-1.0, 0.0, 0.0)))
    before, after = {1: (300.0, 0.0, 0.0), 2: STILL}, {1: (60.0, 0.0, 0.0), 2: STILL}
    heard, world = clash(before, after, near=near)
    assert [(one.one, one.other) for one in heard] == [(ONE, OTHER)]
    ((number, room),) = world.rooms
    assert (number, room) == pytest.approx((1, 2.0))
