"""Impacts that are derived from one sudden change of a velocity: the body that was hit, place, speed and impulse."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from riotsim.play.narration import Turn
from riotsim.replay.impacts import CONTACT_GAP, MIN_SPEED, VERTICAL_COSINE, derive_impacts, impacts_of
from riotsim.replay.recording import Moment
from riotsim.table.acts import Frame, Settled, Stack
from riotsim.table.dice.kinds import die_kind
from riotsim.table.impacts import TABLE, TRAY, WALL, Collider, Impact
from riotsim.table.kinematic.motion import SET_DOWN_SPEED
from riotsim.table.pieces import Box, Die, Hull, Model, Piece, Round, Terrain, Token
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import Table, Tray
from riotsim.table.units import ACRYLIC_DENSITY, GRAVITY
from riotsim.testing.tables import STEADY_HAND, with_tower

KINK, SPAN = 18, 4
"""Tick at which the velocity changes, halfway between two frames, and number of ticks from frame to frame."""

SEEN = 2 / 240
"""Time from the frame before the change to the change (s). Contacts are judged by this frame."""

RADIUS = 0.62 * 16.0
"""Radius of a ball that stands for a die of 16 mm in the calculation of sounds (mm)."""

MASS = ACRYLIC_DENSITY * 4 / 3 * math.pi * RADIUS**3

SPEED = 600.0
"""Speed before each change (mm/s)."""

REACH = CONTACT_GAP + SPEED * SPAN / 240
"""Largest gap at which a body can have been hit (mm): 4 mm and the distance that the piece flies in one frame."""

AT: Vector = (300.0, 200.0, 150.0)
"""Place of the piece in the frame before the change."""


def flight(before: Vector, after: Vector, seen: Vector = AT, name: str = "a", ticks: int = 44) -> dict[int, Pose]:
    """Return the poses of a piece in free fall, by tick. At `KINK` its velocity changes from `before` to `after`."""
    kink = tuple(x + v * SEEN for x, v in zip(seen, before, strict=True))
    found = {}
    for tick in range(0, ticks, SPAN):
        time = (tick - KINK) / 240
        x, y, z = (x + v * time for x, v in zip(kink, before if time < 0 else after, strict=True))
        found[tick] = Pose((x, y, z - GRAVITY * time**2 / 2 + GRAVITY * SEEN**2 / 2))
    return found


def found(table: Table, *flights: tuple[str, dict[int, Pose]]) -> tuple[Impact, ...]:
    """Return the impacts that are derived from flights."""
    ticks = sorted({tick for _, poses in flights for tick in poses})
    frames = [Frame(tick, {name: poses[tick] for name, poses in flights if tick in poses}) for tick in ticks]
    return derive_impacts(table, frames)


def hit(*others: Piece, before: Vector = (SPEED, 0.0, 0.0), after: Vector = (-300.0, 0.0, 0.0), seen: Vector = AT,
        table: Table | None = None, piece: Die | Token | Model | None = None) -> tuple[Impact, ...]:  # fmt: skip
    """Return the impacts of a piece among other pieces. By default the piece flies along x, and then back."""
    table = (Table(600.0, 600.0) if table is None else table).with_pieces(piece or Die("a"))
    for other in others:
        scenery = {**table.terrain, other.id: other} if isinstance(other, Terrain) else table.terrain
        table = replace(table, terrain=scenery) if isinstance(other, Terrain) else table.with_pieces(other)
    return found(table, ("a", flight(before, after, seen)))


def test_a_die_that_flies_against_another_one() -> None:
    """If a die flies against another die, the impact is halfway between the two frames. Its speed is that of the
    approach, and its impulse that of an acrylic ball. Its place is on the die's front side.
    """
    (impact,) = hit(Die("b", pose=Pose((322.0, 200.0, 150.0))))
    assert (impact.tick, impact.one, impact.other) == (KINK, Collider("die", "a"), Collider("die", "b"))
    assert impact.at == pytest.approx((300.0 + RADIUS, 200.0, 150.0))
    assert (impact.speed, impact.impulse) == pytest.approx((600.0, 900.0 * MASS))


@pytest.mark.parametrize(
    ("before", "after", "normal"),
    [
        ((0.0, 600.0, 0.0), (0.0, -300.0, 0.0), (0.0, -1.0, 0.0)),
        ((360.0, 480.0, 0.0), (-180.0, -240.0, 0.0), (-0.6, -0.8, 0.0)),
        ((600.0, 100.0, 0.0), (-300.0, 100.0, 0.0), (-1.0, 0.0, 0.0)),
        ((0.0, 480.0, -360.0), (0.0, -240.0, 180.0), (0.0, -0.8, 0.6)),
    ],
)
def test_the_direction_of_an_impact(before: Vector, after: Vector, normal: Vector) -> None:
    """The speed of an impact is the part of the velocity along the change of velocity. The body that was hit lies
    opposite to the direction of the change.
    """
    b = Die("b", pose=Pose((AT[0] - 22.0 * normal[0], AT[1] - 22.0 * normal[1], AT[2] - 22.0 * normal[2])))
    (impact,) = hit(b, before=before, after=after)
    assert impact.other == Collider("die", "b")
    assert (impact.speed, impact.impulse) == pytest.approx((600.0, 900.0 * MASS))
    assert impact.at == pytest.approx(
        (AT[0] - RADIUS * normal[0], AT[1] - RADIUS * normal[1], AT[2] - 8.0 * normal[2]), abs=1e-6
    )


@pytest.mark.parametrize(
    ("away", "is_hit"),
    [
        ((2 * RADIUS + REACH - 0.1, 0.0), True),
        ((2 * RADIUS + REACH + 0.1, 0.0), False),
        ((-22.0, 0.0), False),
        ((22.0 * math.cos(1.04), 22.0 * math.sin(1.04)), True),
        ((22.0 * math.cos(1.05), -22.0 * math.sin(1.05)), False),
        ((2.0, 0.0), True),
    ],
)
def test_how_near_another_die_must_be(away: tuple[float, float], *, is_hit: bool) -> None:
    """A die counts as hit if its gap is smaller than `REACH`, and if its direction is within 60° of the direction from
    which the push comes.
    """
    impacts = hit(Die("b", pose=Pose((AT[0] + away[0], AT[1] + away[1], AT[2]))))
    assert [one.other.piece for one in impacts] == (["b"] if is_hit else [])


def test_the_nearest_body_was_hit() -> None:
    """If several bodies are in reach, the body with the smallest gap counts as hit, whatever its name and size."""
    near, far = Pose((AT[0] + 24.0, AT[1], AT[2])), Pose((AT[0] + 26.0, AT[1], AT[2]))
    assert [one.other.piece for one in hit(Die("b", pose=near), Die("c", pose=far))] == ["b"]
    assert [one.other.piece for one in hit(Die("b", pose=far), Die("c", pose=near))] == ["c"]
    assert [one.other.piece for one in hit(Die("b", pose=near), Die("c", size=30.0, pose=far))] == ["c"]


@pytest.mark.parametrize(
    ("model", "top", "radius"),
    [
        (Model("m", "Ann", AT[:2], Round(30.0), level=100.0), 131.0, 15.0),
        (Model("m", "Ann", AT[:2], Hull(50.0, 30.0), level=100.0), 131.0, 20.0),
        (Model("m", "Ann", AT[:2], Round(30.0), level=100.0, fallen=True), 103.0, 15.0),
    ],
)
def test_a_model_is_a_column(model: Model, top: float, radius: float) -> None:
    """A standing model can be hit up to its height of 31 mm, and a fallen model up to the 3 mm of its base. The width
    of a hull counts as the mean of its two sides.
    """
    for gap, is_hit in ((REACH - 0.1, True), (REACH + 0.1, False)):
        for z in (101.0, top):
            seen = (AT[0] - gap - RADIUS - radius, AT[1], z)
            assert [one.other for one in hit(model, seen=seen)] == ([Collider("model", "m")] if is_hit else [])
    above = math.sqrt((RADIUS + radius + REACH) ** 2 - (radius + 12.0) ** 2)
    for z, is_hit in ((top + above - 0.1, True), (top + above + 0.1, False)):
        assert bool(hit(model, seen=(AT[0] - radius - 12.0, AT[1], z))) is is_hit


@pytest.mark.parametrize(
    ("piece", "radius"),
    [
        (Die("a", size=20.0), 12.4),
        (Die("a", die_kind("d8"), 20.0), 10.0 * (die_kind("d8").circumradius + 0.5)),
        (Token("a", Pose((0.0, 0.0, 0.0)), 20.0, 3.0), 225.0 ** (1 / 3)),
        (Model("a", "Ann", (0.0, 0.0), Round(30.0)), 15.0),
        (Model("a", "Ann", (0.0, 0.0), Hull(50.0, 30.0)), 20.0),
    ],
)
def test_the_weight_of_a_piece(piece: Die | Token | Model, radius: float) -> None:
    """The impulse of a piece is that of an acrylic ball. For a cube the ball's radius is 0.62 of the size, and for
    other dice the mean of the distances of faces and corners. For a token the ball has the same volume, and for a model
    the width of the base.
    """
    (impact,) = hit(Die("b", pose=Pose((AT[0] + radius + RADIUS, AT[1], AT[2]))), piece=piece)
    assert impact.impulse == pytest.approx(900.0 * ACRYLIC_DENSITY * 4 / 3 * math.pi * radius**3)
    assert impact.at[:2] == pytest.approx((AT[0] + radius, AT[1]))


BEYOND = AT[0] + RADIUS + REACH
"""Place on the x axis from which scenery to the right is out of reach (mm)."""


@pytest.mark.parametrize(
    ("middle", "is_hit"),
    [
        ((BEYOND + 20.0 - 0.1, 200.0), True),
        ((BEYOND + 20.0 + 0.1, 200.0), False),
        ((AT[0] + RADIUS - REACH - 20.0 + 0.1, 200.0), True),
        ((AT[0] + RADIUS - REACH - 20.0 - 0.1, 200.0), False),
        ((310.0, 200.0 + REACH + 30.0 - 0.1), True),
        ((310.0, 200.0 + REACH + 30.0 + 0.1), False),
        ((310.0, 200.0 - REACH - 30.0 + 0.1), True),
        ((310.0, 200.0 - REACH - 30.0 - 0.1), False),
    ],
)
def test_scenery_is_hit_from_the_side(middle: tuple[float, float], *, is_hit: bool) -> None:
    """If no piece was hit and a box of scenery is within reach of the point of contact, the scenery counts as hit."""
    crate = Terrain("crate", Box(40.0, 60.0, 200.0), middle)
    assert [one.other for one in hit(crate)] == ([Collider("terrain", "crate")] if is_hit else [])
    b = Die("b", pose=Pose((322.0, 200.0, 150.0)))
    assert [one.other for one in hit(crate, b)] == [Collider("die", "b")]


WALLED = Table(600.0, 600.0, wall_height=30.0)
WITH_TRAY = Table(600.0, 600.0, tray=Tray(200.0, 150.0, 30.0, (700.0, 100.0)))


@pytest.mark.parametrize(
    ("table", "z", "other"),
    [
        (Table(600.0, 600.0), 8.0 + REACH - 0.1, TABLE),
        (Table(600.0, 600.0), 8.0 + REACH + 0.1, None),
        (WALLED, 8.0 + REACH - 0.1, WALL),
        (WALLED, 8.0 + REACH + 0.1, None),
        (WITH_TRAY, 20.0, WALL),
    ],
)
def test_a_push_from_the_side_near_the_ground(table: Table, z: float, other: Collider | None) -> None:
    """If a piece near the ground is pushed sideways and nothing else is in reach, a wall counts as hit. If there are no
    walls, the table counts as hit. High in the air there is no impact.
    """
    impacts = hit(seen=(300.0, 200.0, z), table=table)
    assert [one.other for one in impacts] == ([] if other is None else [other])


def test_a_slanting_push_near_the_ground_is_the_tables() -> None:
    """On a table with walls, a push near the ground that goes up by more than 30° counts as an impact with the
    table.
    """
    for rise, other in ((0.49, WALL), (0.51, TABLE)):
        flat = math.sqrt(1.0 - rise**2)
        (impact,) = hit(
            before=(600.0 * flat, 0.0, -600.0 * rise), after=(-300.0 * flat, 0.0, 300.0 * rise),
            seen=(300.0, 200.0, 12.0), table=WALLED,
        )  # fmt: skip
        assert impact.other == other


STEP = Terrain("step", Box(100.0, 100.0, 30.0), (300.0, 200.0), can_stand_on=True)
LOW_STEP = Terrain("step", Box(100.0, 100.0, 0.9), (300.0, 200.0), can_stand_on=True)


def test_what_a_falling_die_lands_on() -> None:
    """If a falling die is pushed up, it has hit the ground below: the table, the tray, or scenery on which pieces can
    stand. Scenery of 0.9 mm counts as the table. The sideways part of the push, which is friction, doesn't count.
    """
    down, up = (200.0, 0.0, -600.0), (60.0, 0.0, 300.0)
    for others, table, x, level, other in (
        ((), None, 300.0, 0.0, TABLE),
        ((STEP,), None, 300.0, 30.0, Collider("terrain", "step")),
        ((LOW_STEP,), None, 300.0, 0.9, TABLE),
        ((STEP,), None, 450.0, 0.0, TABLE),
        ((), WITH_TRAY, 750.0, 0.0, TRAY),
        ((), WITH_TRAY, 300.0, 0.0, TABLE),
        ((), WALLED, 300.0, 0.0, TABLE),
    ):
        (impact,) = hit(*others, before=down, after=up, seen=(x, 200.0, level + 13.0), table=table)
        assert (impact.other, impact.at) == (other, (x, 200.0, level))
        assert (impact.speed, impact.impulse) == pytest.approx((600.0, 900.0 * MASS))


def test_a_die_that_falls_onto_a_die() -> None:
    """If a die falls onto another die, the other die counts as hit if it is in reach and the falling die is more than
    4 mm above the ground. Otherwise the ground counts as hit.
    """
    down, up = (0.0, 0.0, -600.0), (0.0, 0.0, 300.0)
    for size, z, other in (
        (16.0, 8.0 + 18.0, Collider("die", "b")),
        (16.0, 8.0 + 16.0 + REACH - 0.1, Collider("die", "b")),
        (16.0, 8.0 + 16.0 + REACH + 0.1, TABLE),
        (4.0, 8.0 + CONTACT_GAP + 0.1, Collider("die", "b")),
        (4.0, 8.0 + CONTACT_GAP - 0.1, TABLE),
        (24.0, 24.5, Collider("die", "b")),
    ):
        b = Die("b", size=size, pose=Pose((300.0, 200.0, size / 2)))
        (impact,) = hit(b, before=down, after=up, seen=(300.0, 200.0, z))
        assert impact.other == other, (size, z)
        assert impact.at[2] == pytest.approx(z - 8.0 if other is not TABLE else 0.0)


@pytest.mark.parametrize(
    ("tilt", "half"), [(0.0, 3.0), (math.pi / 6, 3.0 * math.sqrt(0.75) + 10.0), (math.pi / 2, 20.0)]
)
def test_how_high_a_token_is(tilt: float, half: float) -> None:
    """A token of 40 mm by 6 mm that lies flat reaches 3 mm down from its centre, and a token on its rim 20 mm. If a
    push goes up by 0.6, its place is 0.6 of that depth below the centre.
    """
    turned = (math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2))
    poses = {tick: Pose(pose.at, turned) for tick, pose in flight((0.0, 480.0, -360.0), (0.0, -240.0, 180.0)).items()}
    b = Die("b", pose=Pose((AT[0], AT[1] + 19.0, AT[2] - 14.0)))
    table = Table(600.0, 600.0).with_pieces(Token("a", Pose(AT), 40.0, 6.0), b)
    (impact,) = found(table, ("a", poses))
    assert impact.at[2] == pytest.approx(AT[2] - 0.6 * half)


def test_which_changes_are_sudden() -> None:
    """If the change of velocity or the speed of approach is less than `MIN_SPEED`, there is no impact. If a push goes
    up by more than `VERTICAL_COSINE`, it counts as vertical.
    """
    b = Die("b", pose=Pose((322.0, 200.0, 150.0)))
    for before, after, count in (
        (MIN_SPEED + 1.0, -MIN_SPEED, 1),
        (MIN_SPEED - 1.0, -MIN_SPEED, 0),
        (400.0, 400.0 - MIN_SPEED - 1.0, 1),
        (400.0, 400.0 - MIN_SPEED + 1.0, 0),
        (-400.0, -800.0, 0),
    ):
        assert len(hit(b, before=(before, 0.0, 0.0), after=(after, 0.0, 0.0))) == count
    for rise, level in ((VERTICAL_COSINE + 0.01, True), (VERTICAL_COSINE - 0.01, False)):
        flat = math.sqrt(1.0 - rise**2)
        (impact,) = hit(
            before=(600.0 * flat, 0.0, -600.0 * rise), after=(-300.0 * flat, 0.0, 300.0 * rise),
            seen=(300.0, 200.0, 15.0),
        )  # fmt: skip
        assert impact.speed == pytest.approx(600.0 * rise if level else 600.0)
        assert impact.impulse == pytest.approx(900.0 * (rise if level else 1.0) * MASS)


def test_two_dice_that_meet_give_one_impact() -> None:
    """If two dice change their velocities at the same time, this is one impact. If they meet again later, this is a
    second impact.
    """
    table = Table(600.0, 600.0).with_pieces(Die("a"), Die("b"))
    a = flight((600.0, 0.0, 0.0), (-300.0, 0.0, 0.0))
    b = flight((-500.0, 0.0, 0.0), (200.0, 0.0, 0.0), (322.0, 200.0, 150.0))
    (impact,) = found(table, ("a", a), ("b", b))
    assert (impact.tick, impact.one, impact.other) == (KINK, Collider("die", "a"), Collider("die", "b"))
    again = {tick + 44: pose for tick, pose in a.items()}
    twice = {tick + 44: pose for tick, pose in b.items()}
    impacts = found(table, ("a", {**a, **again}), ("b", {**b, **twice}))
    assert [one.tick for one in impacts if one.tick in (KINK, KINK + 44)] == [KINK, KINK + 44]


def test_which_tracks_have_impacts() -> None:
    """If a piece isn't on the table, or is in fewer than four frames, it has no impacts. Frames without the piece are
    ignored.
    """
    b = Die("b", pose=Pose((322.0, 200.0, 150.0)))
    table = Table(600.0, 600.0).with_pieces(Die("a"), b)
    poses = flight((SPEED, 0.0, 0.0), (-300.0, 0.0, 0.0))
    assert found(table.without("a"), ("a", poses)) == ()
    for ticks, count in (((12, 16, 20, 24), 1), ((12, 16, 20), 0), ((16, 20), 0), ((), 0)):
        assert len(found(table, ("a", {tick: poses[tick] for tick in ticks}))) == count
    assert derive_impacts(table, [Frame(0, {}), *(Frame(tick + 4, {"a": pose}) for tick, pose in poses.items())]) != ()


def clicks(table: Table, die: Die, tower: str) -> Sequence[Impact]:
    """Return the impacts of a die that was put on a tower, without frames."""
    act = Stack(die, tower, STEADY_HAND)
    return impacts_of(Moment(0, Turn(1, "Ann"), Table(600.0, 600.0), table, act, settled=Settled(table)))


def test_a_die_without_frames_clicks_where_it_is_put_down() -> None:
    """If a die is put down in an act without frames, there is one impact below its middle: with the die under it in the
    tower, with scenery, or with the table. If the die has left the table, there is none.
    """
    tower = with_tower(Table(600.0, 600.0), 3, name="t", at=(200.0, 100.0), size=20.0)
    mass = ACRYLIC_DENSITY * 4 / 3 * math.pi * (0.62 * 20.0) ** 3
    low, middle, high = tower.tower_dice("t")
    for die, other, z in ((low, TABLE, 0.0), (middle, Collider("die", low.id), 20.0),
                          (high, Collider("die", middle.id), 40.0)):  # fmt: skip
        (click,) = clicks(tower, die, "t")
        assert (click.tick, click.one, click.other) == (0, Collider("die", die.id), other)
        assert click.at == pytest.approx((200.0, 100.0, z))
        assert click.speed == SET_DOWN_SPEED
        assert click.impulse == pytest.approx(SET_DOWN_SPEED * mass)
    lone = Die("d", size=20.0, pose=Pose((300.0, 200.0, 40.0)))
    assert [one.other for one in clicks(tower.with_pieces(lone), lone, "none")] == [TABLE]
    stage = Table(600.0, 600.0, terrain={"step": STEP}).with_pieces(lone)
    assert [one.other for one in clicks(stage, lone, "none")] == [Collider("terrain", "step")]
    assert clicks(tower, lone, "t") == ()
