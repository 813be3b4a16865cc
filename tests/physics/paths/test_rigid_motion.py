"""When a carried tower moves rigidly, as one with the hand, and how. The tests make up the scenes."""

import math
from dataclasses import dataclass, field, replace
from typing import cast

import pytest
from physics_suite.tables import board, model_with_tower

from riotsim.physics.acts.carried_tower import CarriedTower, Mode, RigidMotion
from riotsim.physics.acts.hand_path import GroundProfile, HandPath
from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, PieceId, Token
from riotsim.table.poses import IDENTITY, ORIGIN, Point, Pose, Quaternion, Vector, about_z
from riotsim.table.state import Table

START = (100.0, 200.0)

TABLE = model_with_tower(board(), "m", 3, START, math.pi / 2)

DICE = TABLE.tower_dice("m")


def ride(
    ticks: int, end: Point = (220.0, 290.0), table: Table = TABLE, ground: GroundProfile | None = None
) -> RigidMotion:
    """Return the rigid motion on a straight path."""
    return RigidMotion(table, table.models["m"], HandPath(START, end, ticks, ground or GroundProfile(0.0)), 0.0)


@pytest.mark.parametrize(("ticks", "end"), [(1, 16), (7, 16), (8, 24), (15, 24), (16, 32), (199, 208), (200, 216)])
def test_a_carry_ends_at_the_last_check_within_sixteen_ticks(ticks: int, end: int) -> None:
    """A carry ends at the last check within sixteen ticks after the hand's motion.

    Checks take place every eight ticks.
    """
    motion = ride(ticks)
    assert (motion.ticks, motion.end) == (ticks, end)


def test_rigid_pieces_have_the_velocity_of_the_hand() -> None:
    """If pieces move rigidly, their velocity is the hand's way in the last tick, divided by the tick's time.

    Upward motion is included. At the start the velocity is 0.
    """
    motion = ride(60, ground=GroundProfile(0.0, ((75.0, 12.0),), 20.0))
    path = motion._path
    assert motion.velocity(0) == (0.0, 0.0, 0.0)
    for tick in (1, 29, 30, 60):
        (x, y, z), (u, v, w) = path.foot_at(tick), path.foot_at(tick - 1)
        assert motion.velocity(tick) == pytest.approx((240.0 * (x - u), 240.0 * (y - v), 240.0 * (z - w)))
    assert motion.velocity(30)[2] > 10.0


def test_rigid_dice_move_with_the_hand_between_two_ticks() -> None:
    """If dice move rigidly, they move as far as the hand does, and keep their heights and orientations."""
    motion = ride(80)
    (x, y), (u, v) = motion._path.position_at(50), motion._path.position_at(20)
    for before, after in zip(DICE, motion.dice_at(DICE, 20, 50), strict=True):
        a, b, c = before.pose.at
        assert after.pose.at == pytest.approx((a + x - u, b + y - v, c))
        assert after == replace(before, pose=after.pose)
        assert after.pose.orientation == before.pose.orientation


@pytest.mark.parametrize(
    ("since", "end", "every", "ticks"),
    [(0, 20, 8, [8, 16]), (10, 20, 4, [12, 16, 20]), (12, 19, 4, [16]), (12, 12, 4, []), (3, 40, 0, [])],
)
def test_rigid_motion_is_shown_as_often_as_asked(since: int, end: int, every: int, ticks: list[int]) -> None:
    """A frame has the model on its heading, the dice where they have moved, and the other pieces where they lie."""
    table = TABLE.with_pieces(replace(TABLE.models["m"], heading=0.6))
    motion, others = ride(80, table=table), {"o": Pose((1.0, 2.0, 3.0))}
    frames = list(motion.frames(DICE, others, since, end, every))
    assert frames == [
        Frame(
            tick,
            {
                "m": Pose(motion._path.foot_at(tick), about_z(0.6)),
                **{die.id: die.pose for die in motion.dice_at(DICE, since, tick)},
                "o": Pose((1.0, 2.0, 3.0)),
            },
        )
        for tick in ticks
    ]


def test_a_tower_is_rigid_until_shortly_before_something_is_near() -> None:
    """If a token is on its way to a tower, the tower's rigid motion ends twelve ticks or more before the token is near.

    It ends at one of the regular checks, and never before the present tick.
    """
    token = Token("t", Pose((260.0, 200.0, 1.5)))
    motion = ride(500, (400.0, 200.0), TABLE.with_pieces(token))
    clear = motion._way.clear_until(DICE)
    assert 0 < clear < 500
    until = 8 * ((clear - 12) // 8)
    assert motion.rigid_until(DICE) == until
    assert motion.rigid_until(()) == until
    later = motion.dice_at(DICE, 0, clear - 3)
    assert motion.rigid_until(later, clear - 3) == clear - 3
    free = ride(500, (400.0, 200.0))
    assert free.rigid_until(DICE) is None
    assert free.rigid_until(()) is None


def test_a_tower_is_rigid_until_shortly_before_it_may_tip() -> None:
    """If the hand's acceleration passes 0.2 g, dice may slide, and rigid motion ends before that.

    A carry of 300 mm gets there on the way if it takes 200 ticks, and at once if it takes 100. No tower keeps a margin
    of half a die, so with such a margin it is never rigid.
    """
    quick = ride(200, (400.0, 200.0))
    xs = [quick._path.position_at(tick)[0] for tick in range(201)]
    slides = next(k for k in range(1, 200) if xs[k + 1] - 2.0 * xs[k] + xs[k - 1] > 0.2 * 9810.0 / 240.0**2)
    assert slides > 16
    assert quick.rigid_until(DICE) == 8 * ((slides - 12) // 8)
    assert quick.rigid_until(quick.dice_at(DICE, 0, 3), 3) == 8 * ((slides - 12) // 8)
    rash = ride(100, (400.0, 200.0))
    assert rash.rigid_until(DICE) == 0
    assert rash.rigid_until(()) is None
    assert rash.rigid_until(DICE[:1], 5) == 5
    soft = ride(500, (400.0, 200.0))
    assert soft.rigid_until(DICE) is None
    assert soft.rigid_until(DICE, margin=7.99) == 0
    assert soft.rigid_until(soft.dice_at(DICE, 0, 100), 100, 8.01) == 100


def test_an_irregular_tower_is_never_rigid() -> None:
    """If a tower has dice of two sizes, rigid motion ends at once, and the engine simulates the tower."""
    motion = ride(500, (400.0, 200.0))
    assert motion.rigid_until([*DICE[:2], replace(DICE[2], size=14.0)], 24) == 24


@dataclass
class Ride:
    """Stands in for a rigid motion, with a known end and a known tick until which the motion is valid."""

    until: int | None = None
    ticks: int = 200
    end: int = 216
    asked: list[tuple[int, float, bool]] = field(default_factory=list)
    shown: list[tuple[list[PieceId], dict[PieceId, Pose], int, int, int]] = field(default_factory=list)

    def rigid_until(self, dice: list[Die], tick: int, margin: float, *, held: bool) -> int | None:
        """Note a question, and return the tick."""
        assert [die.id for die in dice] == [die.id for die in DICE]
        self.asked.append((tick, margin, held))
        return self.until

    def velocity(self, tick: int) -> Vector:
        """Return the velocity of the hand."""
        return (10.0, 20.0, float(tick))

    def dice_at(self, dice: list[Die], since: int, tick: int) -> list[Die]:
        """Move dice by a millimetre a tick."""
        return [replace(die, pose=die.pose.translated((tick - since, 0.0, 0.0))) for die in dice]

    def frames(self, dice: list[Die], others: dict[PieceId, Pose], since: int, end: int, every: int) -> list[Frame]:
        """Note what is shown, and show one frame."""
        self.shown.append(([die.id for die in dice], others, since, end, every))
        return [Frame(end, {})]


class Stage:
    """Stands in for a scene whose bodies have known speeds. The object is its own registry and world."""

    def __init__(self, free: list[Body]) -> None:
        self.tick = 0
        self.full_fidelity = True
        self.free = free
        self.attached: list[Body] = []
        self.detached: list[Vector] = []
        self.velocities: dict[int, Vector] = {}
        self.states: list[tuple[int, Vector, Quaternion, Vector]] = []
        self.registry = self.world = self

    def velocity(self, body: int) -> tuple[Vector, Vector]:
        """Return the velocity of a body: that of the hand, unless another is known."""
        return self.velocities.get(body, (10.0, 20.0, float(self.tick))), (0.0, 0.0, 0.0)

    def attach(self, bodies: list[Body]) -> None:
        """Take bodies out of the engine."""
        self.attached = list(bodies)
        self.free = [body for body in self.free if body not in bodies]

    def detach(self, velocity: Vector) -> None:
        """Return the attached bodies to the engine."""
        self.detached.append(velocity)
        self.free += self.attached
        self.attached = []

    def set_state(self, body: int, at: Vector, turn: Quaternion, velocity: Vector) -> None:
        """Note a state that is set."""
        self.states.append((body, at, turn, velocity))

    def skip(self, tick: int) -> None:
        """Move the clock on."""
        self.tick = tick


FOOT = DICE[0].pose.at


def in_engine(die: Die, number: int, motion_type: MotionType = MotionType.FREE) -> Body:
    """Return the body of a die."""
    return Body(die, number, motion_type, (-14.0,) * 3, (14.0,) * 3, die.pose.at, die.pose.orientation)


def carried(motion: Ride, *others: Body) -> tuple[CarriedTower, Stage, LiveTower]:
    """Return a carried tower of three dice, numbered from 0, in a scene with other bodies."""
    bodies = [in_engine(die, k, MotionType.FREE if k else MotionType.HELD) for k, die in enumerate(DICE)]
    scene, tower = Stage([*bodies[1:], *others]), LiveTower("m", bodies, 0.0)
    return CarriedTower(cast(Scene, scene), tower, cast(RigidMotion, motion), lambda _: FOOT), scene, tower


def other(at: Vector = (500.0, 500.0, 8.0), number: int = 9) -> Body:
    """Return a die that lies elsewhere."""
    return in_engine(Die("o", pose=Pose(at)), number)


def chosen(tower: CarriedTower, scene: Stage, *ticks: int) -> list[Mode]:
    """Return the modes that are chosen at ticks."""
    modes = []
    for scene.tick in ticks:
        assert tower.choose_mode() is (tower.next_mode is not tower.mode)
        modes.append(tower.next_mode)
    return modes


SIMULATED, KINEMATIC, ANALYTIC = Mode.SIMULATED, Mode.KINEMATIC, Mode.ANALYTIC


def test_a_tower_becomes_rigid_after_two_checks_at_rest() -> None:
    """If all bodies were slow at two checks in a row, a carried tower moves rigidly.

    Dice of the tower must be slow relative to the hand, and others relative to the table.
    """
    motion = Ride()
    tower, scene, _ = carried(motion, other())
    scene.velocities = {9: (0.0, 0.0, 0.0)}
    assert chosen(tower, scene, 8, 16) == [SIMULATED, ANALYTIC]
    assert motion.asked == [(16, 0.2, True)]
    tower, scene, _ = carried(Ride(), other())
    scene.velocities = {1: (10.0, 22.01, 8.0), 9: (0.0, 0.0, 0.0)}
    assert chosen(tower, scene, 8) == [SIMULATED]
    del scene.velocities[1]
    assert chosen(tower, scene, 16, 24) == [SIMULATED, ANALYTIC]


@pytest.mark.parametrize(
    ("mine", "theirs", "moved", "mode", "held"),
    [
        (1.9, 1.0, 0.0, ANALYTIC, [True]),
        (0.5, 1.9, 0.09, ANALYTIC, [True]),
        (1.9, 1.0, 0.11, KINEMATIC, [False]),
        (0.5, 2.1, 0.0, KINEMATIC, [False]),
        (2.1, 0.0, 0.0, SIMULATED, []),
    ],
)
def test_the_mode_depends_on_what_moves(mine: float, theirs: float, moved: float, mode: Mode, held: list[bool]) -> None:
    """If another body moves, or was moved, the tower moves as one with the hand while the engine simulates the rest.

    If the tower rocks, the engine simulates everything. The required margin grows with the residual speed.
    """
    motion, stone = Ride(), other()
    tower, scene, live = carried(motion, stone)
    stone.at = (500.0 + moved, 500.0, 8.0)
    scene.velocities = {9: (0.0, theirs, 0.0)}
    live.dice[2].spin = mine * 0.15 / 2.0  # a spin at its limit counts as much as a speed at its limit
    assert chosen(tower, scene, 8, 16) == [SIMULATED, mode]
    residual = max(mine, theirs) if mode is ANALYTIC else mine
    margin = max(0.2, 4.0 * residual * math.sqrt(32.0 / 9810.0))
    assert [(tick, flag) for tick, _, flag in motion.asked] == [(16, flag) for flag in held]
    assert [found for _, found, _ in motion.asked] == pytest.approx([margin] * len(held))


@pytest.mark.parametrize(("until", "rigid"), [(40, True), (39, False), (None, True)])
def test_rigid_motion_that_would_be_short_is_not_begun(until: int | None, rigid: bool) -> None:
    """If rigid motion would end within 24 ticks, it isn't begun. The tower asks again only after twelve more ticks."""
    motion = Ride(until)
    tower, scene, _ = carried(motion)
    assert chosen(tower, scene, 8, 16) == [SIMULATED, ANALYTIC if rigid else SIMULATED]
    if not rigid:
        assert [(tick, held) for tick, _, held in motion.asked] == [(16, True), (16, False)]
        motion.until = None
        assert chosen(tower, scene, 50, 51) == [SIMULATED, ANALYTIC]
        assert [tick for tick, _, _ in motion.asked] == [16, 16, 51]


def test_towers_that_fell_or_arrived_and_degraded_scenes_stay_simulated() -> None:
    """Rigid motion isn't begun after the hand's last tick, less than 24 ticks before the carry's end, or at lower
    fidelity.
    """
    for fell, full, ticks, mode in (
        (True, True, (8, 16), SIMULATED),
        (False, False, (8, 16), SIMULATED),
        (False, True, (8, 201), SIMULATED),
        (False, True, (8, 192), SIMULATED),
        (False, True, (8, 191), ANALYTIC),
    ):
        motion = Ride(end=215)
        tower, scene, live = carried(motion)
        live.fell, scene.full_fidelity = fell, full
        assert chosen(tower, scene, *ticks)[-1] is mode
    tower, scene, _ = carried(Ride())
    for scene.tick in (215, 216, 217):
        assert tower.done is (scene.tick == 216)


def kinematic(until: int | None, *others: Body) -> tuple[CarriedTower, Stage, LiveTower]:
    """Return a tower that has become kinematic at tick 16, because a body beside it moves."""
    tower, scene, live = carried(Ride(until), other(), *others)
    scene.velocities = {9: (0.0, 5.0, 0.0)}
    assert chosen(tower, scene, 8, 16)[-1] is KINEMATIC
    assert list(tower.change_mode(4)) == []
    assert tower.mode is KINEMATIC
    return tower, scene, live


def test_dice_that_are_attached_follow_the_lowest() -> None:
    """Attached dice keep their offsets from the lowest die, and have its speed. When they return to the engine, they
    have the hand's velocity.
    """
    tower, scene, live = carried(Ride(), other())
    scene.velocities = {9: (0.0, 5.0, 0.0)}
    live.dice[2].at = (FOOT[0] + 0.5, FOOT[1] - 0.3, 40.0)
    assert chosen(tower, scene, 8, 16)[-1] is KINEMATIC
    assert list(tower.change_mode(4)) == []
    assert scene.attached == live.dice[1:]
    live.dice[0].speed = 33.0
    tower.follow((7.0, 9.0, 11.0))
    assert [body.at for body in scene.attached] == [pytest.approx((7.0, 9.0, 27.0)), pytest.approx((7.5, 8.7, 43.0))]
    assert [body.speed for body in scene.attached] == [33.0, 33.0]
    scene.full_fidelity = False
    assert chosen(tower, scene, 24) == [SIMULATED]
    assert list(tower.change_mode(4)) == []
    assert (tower.mode, scene.attached, scene.detached) == (SIMULATED, [], [(10.0, 20.0, 24.0)])
    assert live.dice[2].at == pytest.approx((FOOT[0] + 0.5, FOOT[1] - 0.3, 40.0))
    tower.follow((0.0, 0.0, 0.0))
    assert live.dice[1].at == pytest.approx(DICE[1].pose.at)
    # Two more checks at rest are needed.
    scene.full_fidelity = True
    assert chosen(tower, scene, 32, 40) == [SIMULATED, KINEMATIC]


def test_kinematic_motion_ends_in_time() -> None:
    """Kinematic motion ends at the tick until which it is valid, or when something comes near."""
    tower, scene, _ = kinematic(64)
    assert chosen(tower, scene, 24, 63, 64) == [KINEMATIC, KINEMATIC, SIMULATED]
    tower, scene, _ = kinematic(None)
    assert chosen(tower, scene, 64, 208) == [KINEMATIC, KINEMATIC]
    scene.free[-1].at = (FOOT[0] + 20.0, FOOT[1], 24.0)
    assert chosen(tower, scene, 209) == [SIMULATED]


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_body_is_near_if_it_may_reach_the_upper_dice_by_the_next_check(axis: int, side: float) -> None:
    """A body is near if it is no more than 2 mm farther away than the way it may cover in eight ticks.

    The body's speed, the hand's speed and the gain of a fall count.
    """
    stone = other()
    tower, _, live = carried(Ride(), stone)
    live.dice[0].speed, stone.speed = 30.0, 60.0
    reach = 2.0 + (90.0 + 9810.0 / 30.0) / 30.0
    middle, half = (FOOT[0], FOOT[1], FOOT[2] + 24.0), (14.0, 14.0, 22.0)[axis]
    for apart, near in ((reach - 0.01, True), (reach + 0.01, False)):
        place = list(middle)
        place[axis] += side * (half + 14.0 + apart)
        stone.at = (place[0], place[1], place[2])
        assert tower._something_near() is near
        stone.asleep = True
        stone.start = Pose(stone.at, IDENTITY)
        assert not tower._something_near()
        stone.start = Pose((stone.at[0], stone.at[1] + 0.2, stone.at[2]), IDENTITY)
        assert tower._something_near() is near
        stone.asleep = False


@pytest.mark.parametrize(
    ("height", "near"), [(3.9, False), (4.1, True), (0.1, False), (0.0, True), (-1.0, True), (30.0, True)]
)
def test_a_token_below_the_upper_dice_is_not_near(height: float, near: bool) -> None:
    """If a token lies on the table with its top 2 mm below the second die, it is not near.

    If the token is in the table or higher up, it is near. A body that is far away makes no difference.
    """
    disc = Body(Token("t", ORIGIN), 8, MotionType.FREE, (-10.0,) * 3, (10.0,) * 3, ORIGIN.at, IDENTITY)
    disc.at = (FOOT[0] + 5.0, FOOT[1], height)
    tower, scene, _ = carried(Ride(), disc, other())
    assert tower._something_near() is near
    scene.free.remove(disc)
    assert not tower._something_near()


def test_analytic_motion_is_done_at_once() -> None:
    """If a tower's motion is analytic, all its frames are shown at once and the clock moves on.

    The engine gets the dice in their new places.
    """
    motion = Ride(120)
    stone = other()
    tower, scene, live = carried(motion, stone)
    scene.velocities = {9: (0.0, 0.0, 0.0)}
    assert chosen(tower, scene, 8, 16)[-1] is ANALYTIC
    assert list(tower.change_mode(4)) == [Frame(120, {})]
    assert motion.shown == [([die.id for die in DICE], {"o": stone.pose}, 16, 120, 4)]
    places = [die.pose.translated((104.0, 0.0, 0.0)).at for die in DICE]
    assert [body.at for body in live.dice] == places
    assert scene.states == [(k, places[k], DICE[k].pose.orientation, (10.0, 20.0, 120.0)) for k in (1, 2)]
    assert (scene.tick, tower.mode, tower.next_mode) == (120, SIMULATED, SIMULATED)
    assert chosen(tower, scene, 128) == [SIMULATED]
    motion.until = None
    assert chosen(tower, scene, 136) == [ANALYTIC]
    list(tower.change_mode(0))
    assert motion.shown[-1][2:] == (136, 216, 0)
    assert tower.done
