"""Shapes, units and steps of the engine, compared with values worked out by formula."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from riotsim.physics.bodies.body import MotionType, add
from riotsim.physics.budget import DegradedMode
from riotsim.physics.engine import shapes
from riotsim.physics.engine.materials import DICE, RIM, SCENERY, Material, bounce_threshold, table_top
from riotsim.physics.engine.world import GRAVITY, TICK, World
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import IDENTITY, Pose, Quaternion, Vector, about_z, rotate
from riotsim.table.state import FELT, Surface

BOX_CORNERS: list[Vector] = [(x, y, z) for x, y, z in itertools.product((-3.0, 5.0), (-4.0, 6.0), (0.0, 11.0))]
"""Corners of a box whose middle is not at the origin (mm)."""

SIDES: list[Vector] = [
    (1.0, 0.0, 0.0),
    (-1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, -1.0, 0.0),
    (0.0, 0.0, 1.0),
    (0.0, 0.0, -1.0),
]
"""The six directions along the axes."""


def extent(world: World, body: int, direction: Vector, across: Vector = (0.0, 0.0, 0.0)) -> float:
    """Return how far a body reaches from its origin in a direction along one of its axes (mm).

    The reach is measured with a cube of 2 mm, which stands outside the body. `across` is the place of the cube beside
    the body's origin. Only points of the body right in front of the cube count.
    """
    (x, y, z), turn = world.pose(body)
    start = [beside + 60.0 * along for beside, along in zip(across, direction, strict=True)]
    u, v, w = rotate(turn, (start[0], start[1], start[2]))
    probe = world.add(world.shapes.box(2.0, 2.0, 2.0), Pose((x + u, y + v, z + w), turn), RIM)
    found, back = [], (-turn[0], -turn[1], -turn[2], turn[3])
    for point in world.nearest_points(probe, 80.0):
        assert (point.one, point.other) == (probe, body)
        own = rotate(back, (point.at[0] - x, point.at[1] - y, point.at[2] - z))
        if all(along or abs(o - beside) < 1.2 for o, beside, along in zip(own, across, direction, strict=True)):
            found.append(sum(o * along for o, along in zip(own, direction, strict=True)))
    world.retire(probe)
    return max(found)


@pytest.mark.parametrize("turn", [IDENTITY, (0.5, -0.1, 0.7, 0.5)])
@pytest.mark.parametrize(
    ("make", "reaches"),
    [
        (lambda s: s.box(20.0, 30.0, 42.0), (10.0, 10.0, 15.0, 15.0, 21.0, 21.0)),
        (lambda s: s.cylinder(24.0, 10.0), (12.0, 12.0, 12.0, 12.0, 5.0, 5.0)),
        (lambda s: s.figure(26.0, 3.0, 14.0, 32.0), (13.0, 13.0, 13.0, 13.0, 32.0, 0.0)),
        (lambda s: s.pieces(26.0, 3.0, [BOX_CORNERS]), (13.0, 13.0, 13.0, 13.0, 14.0, 0.0)),
        (lambda s: s.hull(BOX_CORNERS), (5.0, 3.0, 6.0, 4.0, 11.0, 0.0)),
        (lambda s: s.hull(BOX_CORNERS, 1.5), (6.5, 4.5, 7.5, 5.5, 12.5, 1.5)),
        (lambda s: s.rounded_cube(18.0, 2.0), (9.0,) * 6),
    ],
)
def test_shapes_reach_as_far_from_their_origin_as_their_measures_say(
    make: Callable[[shapes.Shapes], int], reaches: tuple[float, ...], turn: Quaternion
) -> None:
    """Each shape reaches as far along its own axes as its sizes in mm say, also if its body is turned.

    Figures and solids on a base have their origin at the foot. The sides of a base are measured within its own height.
    """
    with World() as world:
        body = world.add(make(world.shapes), Pose((300.0, 200.0, 100.0), turn), SCENERY)
        found = [extent(world, body, side, (0.0, 0.0, 0.0 if side[2] else 1.5)) for side in SIDES]
        assert found == pytest.approx(reaches, abs=0.05)


def test_the_column_of_a_figure_has_its_girth() -> None:
    """A column of 14 mm on a base of 26 mm reaches 7 mm to each side above the base."""
    with World() as world:
        body = world.add(world.shapes.figure(26.0, 3.0, 14.0, 32.0), Pose((0.0, 0.0, 0.0)), SCENERY)
        assert extent(world, body, (1.0, 0.0, 0.0), (0.0, 0.0, 16.0)) == pytest.approx(7.0, abs=0.05)
        assert extent(world, body, (0.0, 1.0, 0.0), (0.0, 0.0, 8.0)) == pytest.approx(7.0, abs=0.05)


def test_the_solids_of_a_figure_stand_on_its_base() -> None:
    """If a figure has solids, their corners are measured from the top of its base, which is 3 mm high. Each solid is a
    hull of its own.
    """
    other: list[Vector] = [(x - 20.0, y, z) for x, y, z in BOX_CORNERS]
    with World() as world:
        body = world.add(world.shapes.pieces(26.0, 3.0, [BOX_CORNERS, other]), Pose((0.0, 0.0, 0.0)), SCENERY)
        assert extent(world, body, (1.0, 0.0, 0.0), (0.0, 1.0, 9.0)) == pytest.approx(5.0, abs=0.05)
        assert extent(world, body, (-1.0, 0.0, 0.0), (0.0, 1.0, 9.0)) == pytest.approx(23.0, abs=0.05)
        assert extent(world, body, (0.0, 1.0, 0.0), (1.0, 0.0, 9.0)) == pytest.approx(6.0, abs=0.05)
        # The gap between the two solids is open down to the base.
        assert extent(world, body, (0.0, 0.0, 1.0), (-9.0, 1.0, 0.0)) == pytest.approx(3.0, abs=0.05)


def test_a_mesh_is_met_at_its_triangles() -> None:
    """If a mesh is a flat rectangle of two triangles, 5 mm above its origin, each triangle is met at this height."""
    points = np.array([(0.0, 0.0, 5.0), (40.0, 0.0, 5.0), (40.0, 30.0, 5.0), (0.0, 30.0, 5.0)])
    with World() as world:
        shape = world.shapes.trimesh(points, np.array([(0, 1, 2), (0, 2, 3)], np.int32))
        body = world.add(shape, Pose((100.0, 50.0, 7.0)), SCENERY)
        for across in ((30.0, 10.0, 0.0), (10.0, 20.0, 0.0)):
            assert extent(world, body, (0.0, 0.0, 1.0), across) == pytest.approx(5.0, abs=0.05)


def test_equal_shapes_are_made_once_and_remade_from_their_keys() -> None:
    """If a shape is made from a key, the same client returns the shape that it has already. Another client makes an
    equal shape.
    """
    with World() as world, World() as other:
        made = world.shapes
        corners = tuple(BOX_CORNERS)
        points, faces = np.array([(0.0, 0.0, 0.0), (9.0, 0.0, 0.0), (0.0, 9.0, 0.0)]), np.array([(0, 1, 2)], np.int32)
        numbers = [
            made.box(21.0, 31.0, 41.0),
            made.cylinder(21.0, 11.0),
            made.figure(21.0, 3.0, 11.0, 31.0),
            made.pieces(21.0, 3.0, [BOX_CORNERS]),
            made.hull(corners, 1.25),
            made.rounded_cube(21.0, 1.0),
            made.trimesh(points, faces),
        ]
        assert len(set(numbers)) == 7
        keys = made.keys()
        wanted = [
            ("box", 21.0, 31.0, 41.0),
            ("cylinder", 21.0, 11.0),
            ("figure", 21.0, 3.0, 11.0, 31.0),
            ("pieces", 21.0, 3.0, (corners,)),
            ("hull", corners, 1.25),
            ("rounded cube", 21.0, 1.0),
            ("surface", points.tobytes(), faces.tobytes()),
        ]
        assert [keys[number] for number in numbers] == wanted
        assert [made.from_key(key) for key in wanted] == numbers
        again = [other.shapes.from_key(key) for key in wanted]
        assert [other.shapes.keys()[number] for number in again] == wanted
        with pytest.raises(ValueError, match=r"^there is no shape like cone$"):
            made.from_key(("cone", 1.0))


def test_the_file_of_solids_has_a_part_for_each_solid_with_all_its_corners() -> None:
    """The file has a part for each solid, with scaled coordinates. Each run of three corners is a triangle, so that the
    engine reads all corners.
    """
    solids: list[list[Vector]] = [
        [(10.0, 20.0, 30.0), (0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (0.0, 5.0, 0.0)],
        [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0), (7.0, 8.0, 9.5)],
    ]
    with shapes._obj_file(solids, 0.5) as path, open(path, encoding="ascii") as stream:
        lines = stream.read().splitlines()
    assert lines == [
        "o solid0",
        "v 5.0 10.0 15.0",
        "v 0.0 0.0 0.0",
        "v 2.5 0.0 0.0",
        "v 0.0 2.5 0.0",
        "f 1 2 3",
        "f 2 3 4",
        "o solid1",
        "v 0.5 1.0 1.5",
        "v 2.0 2.5 3.0",
        "v 3.5 4.0 4.75",
        "f 5 6 7",
    ]


def test_the_table_top_has_the_factors_of_its_surface() -> None:
    """Impacts of less than 100 mm/s do not bounce. If a die keeps more than 0.6 of its speed, the limit is 300 mm/s."""
    surface = Surface("x", 0.31, 0.6 / DICE.restitution)
    assert table_top(surface) == Material(0.31, 0.6 / DICE.restitution)
    speeds = [bounce_threshold(Surface("x", 0.9, share / 0.67)) for share in (0.1, 0.59, 0.61, 0.9)]
    assert speeds == [100.0, 100.0, 300.0, 300.0]
    assert bounce_threshold(FELT) == 100.0


def flat(*parts: Sequence[float]) -> list[float]:
    """Return the numbers of all parts."""
    return [number for part in parts for number in part]


def test_the_state_of_a_body_is_given_in_millimetres_and_seconds() -> None:
    """If the pose and the velocities of a body are set, all functions of the world return the same values, in
    millimetres and seconds.
    """
    turn = about_z(0.7)
    with World() as world:
        one = world.add(world.shapes.box(10.0, 12.0, 14.0), Pose((10.0, 20.0, 30.0), turn), DICE, 5.0)
        other = world.add(world.shapes.box(10.0, 12.0, 14.0), Pose((80.0, 20.0, 30.0)), DICE)
        assert (world.mass(one), world.mass(other), world.body_count) == (5.0, 0.0, 2)
        assert flat(*world.pose(one)) == pytest.approx([10.0, 20.0, 30.0, *turn])
        assert flat(*world.velocity(one)) == [0.0] * 6
        world.set_state(one, (11.0, 22.0, 33.0), IDENTITY, (20.0, -30.0, 60.0), (2.0, 3.0, -6.0))
        world.set_velocity(other, (0.0, 90.0, -120.0))
        assert flat(*world.pose(one)) == pytest.approx([11.0, 22.0, 33.0, *IDENTITY])
        assert flat(*world.velocity(one)) == pytest.approx([20.0, -30.0, 60.0, 2.0, 3.0, -6.0])
        assert flat(*world.velocity(other)) == pytest.approx([0.0, 90.0, -120.0, 0.0, 0.0, 0.0])
        assert world.speed_and_spin(one) == pytest.approx((70.0, 7.0))
        at, orientation, speed, spin = world.state(one)
        assert [*flat(at, orientation), speed, spin] == pytest.approx([11.0, 22.0, 33.0, *IDENTITY, 70.0, 7.0])
        assert [world.highest_speed(those) for those in ([one, other], [one], [])] == pytest.approx([150.0, 70.0, 0.0])


def test_a_torque_turns_a_body_by_its_moment_of_inertia() -> None:
    """If a torque acts on a body for a tick, the spin about each axis grows by torque · T / moment of inertia."""
    with World() as world:
        shape = world.shapes.box(10.0, 12.0, 14.0)
        body = world.add(shape, Pose((0.0, 0.0, 500.0)), DICE, 5.0, (200.0, 300.0, 400.0))
        world.apply_torque(body, (1000.0, -3000.0, 6000.0))
        world.step()
        _, spin = world.velocity(body)
        assert spin == pytest.approx((5.0 * TICK, -10.0 * TICK, 15.0 * TICK), rel=0.01)


def test_bodies_fall_freely_for_the_ticks_of_a_step() -> None:
    """If a body falls freely for n ticks, its speed is n g T."""
    with World() as world:
        body = world.add(world.shapes.box(10.0, 12.0, 14.0), Pose((0.0, 0.0, 500.0)), DICE, 5.0)
        world.step()
        assert world.velocity(body)[0] == pytest.approx((0.0, 0.0, -GRAVITY * TICK))
        world.step(5)
        assert world.velocity(body)[0] == pytest.approx((0.0, 0.0, -6 * GRAVITY * TICK))


def test_contacts_are_reported_with_their_bodies_their_depth_and_their_place() -> None:
    """If a box is sunk by 0.5 mm into a slab, contacts are reported at its corners, with depth and normal. A body
    farther up has no contact, and is found only by its distance.
    """
    with World() as world:
        slab = world.add(world.shapes.box(200.0, 200.0, 20.0), Pose((0.0, 0.0, -10.0)), RIM)
        box = world.add(world.shapes.box(10.0, 12.0, 14.0), Pose((30.0, 40.0, 6.5)), DICE, 5.0)
        above = world.add(world.shapes.box(10.0, 12.0, 14.0), Pose((30.0, 40.0, 26.5)), DICE, 5.0)
        found = world.detect_contacts()
        assert {frozenset(pair[:2]) for pair in found} == {frozenset((slab, box))}
        assert [depth for *_, depth in found] == pytest.approx([0.5] * len(found), abs=0.03)
        assert world.contacts() == found
        assert (world.touched_by(box), world.touched_by(slab), world.touched_by(above)) == ({slab}, {box}, set())
        for point in world.contact_points():
            assert {point.one, point.other} == {slab, box}
            assert abs(point.at[0] - 30.0) == pytest.approx(5.0, abs=0.1)
            assert abs(point.at[1] - 40.0) == pytest.approx(6.0, abs=0.1)
            assert point.normal == pytest.approx((0.0, 0.0, 1.0 if point.one == box else -1.0), abs=1e-6)
        assert {point.other for point in world.nearest_points(above, 5.9)} == set()
        assert {point.other for point in world.nearest_points(above, 6.2)} == {box}
        assert {point.other for point in world.nearest_points(above, 19.7)} == {box, slab}
        world.retire(box)
        assert {point.other for point in world.nearest_points(above, 19.7)} == {slab}
        assert world.pose(box)[0][2] == pytest.approx(-1e4)


def test_the_tower_shape_of_a_rounded_die_is_replaced_when_an_act_is_degraded() -> None:
    """If an act is degraded, a rounded die gets a new body with a simpler shape, at the same place and with the same
    motion. The old body is put out of reach.
    """
    kind = rounded(die_kind("d6"), 0.1)
    with World() as world:
        old = add(world, Die("a", kind), MotionType.FREE)
        assert old.has_tower_shape
        number, old.at, old.orientation = old.number, (40.0, 50.0, 60.0), (0.6, 0.0, 0.0, 0.8)
        world.set_velocity(number, (1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
        sharp = add(world, Die("b", size=12.0), MotionType.FREE)
        DegradedMode(world, [old, sharp], 0)
        assert (old.number, old.has_tower_shape, sharp.number) == (number + 2, False, number + 1)
        assert world.pose(old.number)[0] == pytest.approx((40.0, 50.0, 60.0))
        velocity, spin = world.velocity(old.number)
        assert (*velocity, *spin) == pytest.approx((1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
        assert world.pose(number)[0][2] < -1000.0
