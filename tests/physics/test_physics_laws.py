import math
from collections.abc import Iterator

import pytest
from boards import SIZE, board, throw, tower_at

from riotsim.physics import perform
from riotsim.physics.bodies import Body, Hold
from riotsim.physics.live_towers import nestled
from riotsim.physics.materials import DICE, table_top
from riotsim.physics.scene import LOOK_EVERY, Scene
from riotsim.physics.solids import inertia, mass
from riotsim.physics.world import GRAVITY, TICK
from riotsim.table.acts import Turned
from riotsim.table.dice import D6, die_kind
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.table.state import FELT, Surface, Table

MIDDLE = (305.0, 305.0)


def ticks(scene: Scene, count: int) -> Iterator[int]:
    """Let time pass as an act does."""
    for tick in range(count):
        scene.world.step()
        scene.tick += 1
        if scene.tick % LOOK_EVERY == 0:
            scene.look()
        yield tick


def free_die(scene: Scene, at: Vector, name: str = "a") -> Body:
    """A standard die that nothing holds."""
    return scene.enter(Die(name, pose=Pose(at)), Hold.FREE)


def test_free_fall_reaches_the_speed_of_its_height() -> None:
    """A die that falls 0.30 m has 2.426 m/s, √(2gh)."""
    height = 300.0
    with Scene(board()) as scene:
        die = free_die(scene, (*MIDDLE, height + 500.0))
        speed = 0.0
        for _ in ticks(scene, 200):
            if scene.world.pose(die.number)[0][2] <= 500.0:
                speed = scene.world.motion(die.number)[0]
                break
    assert speed == pytest.approx(math.sqrt(2 * GRAVITY * height), rel=0.02)


def rebound(height: float, surface: Surface = FELT) -> float:
    """The share of its height to which a die that falls flat comes up again."""
    heights = []
    with Scene(Table(610.0, 610.0, surface)) as scene:
        die = free_die(scene, (*MIDDLE, height + SIZE / 2))
        for _ in ticks(scene, round(2.5 * math.sqrt(2 * height / GRAVITY) / TICK)):
            heights.append(scene.world.pose(die.number)[0][2] - SIZE / 2)  # noqa: PERF401  # a generator drives the world
    lowest = heights.index(min(heights[: math.ceil(1.3 * math.sqrt(2 * height / GRAVITY) / TICK)]))
    return max(heights[lowest:]) / height


@pytest.mark.parametrize(("surface", "restitution"), [(FELT, 0.5), (Surface("wood", 0.7, 0.94), 0.65)])
def test_a_die_bounces_to_the_square_of_its_restitution(surface: Surface, restitution: float) -> None:
    """h₁/h₀ = e², from 20 to 500 mm: each within a tenth of e, their mean within a twentieth."""
    found = [math.sqrt(rebound(height, surface)) for height in (20.0, 50.0, 90.0, 140.0, 200.0, 300.0, 400.0, 500.0)]
    assert found == pytest.approx([restitution] * len(found), rel=0.1)
    assert sum(found) / len(found) == pytest.approx(restitution, rel=0.05)


def test_a_sliding_die_stops_where_friction_says() -> None:
    """A die at 1 m/s slides v²/(2μg): 113 mm at μ 0.45."""
    friction = DICE.friction * table_top(FELT).friction
    with Scene(board(3000.0)) as scene:
        die = free_die(scene, (100.0, 305.0, SIZE / 2))
        list(ticks(scene, 40))
        start = scene.world.pose(die.number)[0][0]
        scene.world.launch(die.number, (1000.0, 0.0, 0.0))
        list(ticks(scene, 240))
        way = scene.world.pose(die.number)[0][0] - start
    assert way == pytest.approx(1000.0**2 / (2 * friction * GRAVITY), rel=0.08)


@pytest.mark.parametrize(("degrees", "slides"), [(12.5, False), (15.5, True)])
def test_a_die_slides_down_a_slope_steeper_than_its_friction(degrees: float, slides: bool) -> None:
    """The slip angle is atan μ: die on die (μ 0.25) 14.0 degrees."""
    tilt = math.radians(degrees)
    turn = (0.0, math.sin(tilt / 2), 0.0, math.cos(tilt / 2))
    up = (math.sin(tilt), 0.0, math.cos(tilt))
    slab = Die("slab", size=80.0, pose=Pose((*MIDDLE, 100.0), turn))
    with Scene(board()) as scene:
        scene.enter(slab, Hold.FIXED)
        above = 40.0 + SIZE / 2 - 0.001
        seat = Pose((MIDDLE[0] + up[0] * above, MIDDLE[1], 100.0 + up[2] * above), turn)
        die = scene.enter(Die("a", pose=seat), Hold.FREE)
        list(ticks(scene, 120))
        way = math.dist(scene.world.pose(die.number)[0], die.start.at)
    assert (way > 3.0) is slides


def test_dice_that_collide_in_the_air_keep_momentum_and_gain_no_energy() -> None:
    """Two dice that meet in free fall: momentum to a thousandth, and the energy of their motion only falls."""
    with Scene(board()) as scene:
        one = free_die(scene, (280.0, 305.0, 3000.0), "a")
        two = free_die(scene, (330.0, 309.0, 3003.0), "b")
        scene.world.launch(one.number, (800.0, 0.0, 0.0), (3.0, 5.0, 7.0))
        scene.world.launch(two.number, (-400.0, 0.0, 0.0), (-9.0, 2.0, 4.0))
        moment = inertia(D6, SIZE)[0]

        def measure() -> tuple[Vector, float]:
            momentum, energy = [0.0, 0.0, 0.0], 0.0
            for body in (one, two):
                velocity, spin = scene.world.velocity(body.number)
                fall = velocity[2] + GRAVITY * TICK * scene.tick  # as seen falling along
                parts = (velocity[0], velocity[1], fall)
                momentum = [p + mass(D6, SIZE) * v for p, v in zip(momentum, parts, strict=True)]
                energy += mass(D6, SIZE) * sum(v * v for v in parts) / 2 + moment * sum(w * w for w in spin) / 2
            return (momentum[0], momentum[1], momentum[2]), energy

        before, energy = measure()
        list(ticks(scene, 24))
        after, left = measure()
    scale = mass(D6, SIZE) * 1200.0
    assert after == pytest.approx(before, abs=scale / 1000)
    assert 0.2 * energy < left < energy


def test_a_cube_in_the_air_keeps_its_spin() -> None:
    """No damping and no cap: 60 rad/s after a fall of half a second are 60 rad/s."""
    with Scene(board()) as scene:
        die = free_die(scene, (*MIDDLE, 4000.0))
        scene.world.launch(die.number, (0.0, 0.0, 0.0), (30.0, -40.0, 33.0))
        list(ticks(scene, 120))
        spin = scene.world.motion(die.number)[1]
    assert spin == pytest.approx(math.sqrt(30.0**2 + 40.0**2 + 33.0**2), rel=1e-3)


@pytest.mark.parametrize(
    ("kind", "volume", "moment"),
    [
        ("d4", 1 / (6 * math.sqrt(2)), 1 / 20),
        ("d6", 1.0, 1 / 6),
        ("d8", math.sqrt(3) / 2, 3 / 20),
    ],
)
def test_mass_and_inertia_of_regular_solids(kind: str, volume: float, moment: float) -> None:
    """A tetrahedron has a³/(6√2) and m a²/20, a cube a³ and m a²/6, an octahedron of width a √3/2 a³ and m a²·3/20."""
    weight = mass(die_kind(kind), 10.0)
    assert weight == pytest.approx(DICE.density * volume * 1000.0)
    assert inertia(die_kind(kind), 10.0) == pytest.approx((weight * moment * 100.0,) * 3)


def stays(count: int, lean: float, seconds: float) -> bool:
    """Whether a tower of dice, each leaning out the most that statics allows times `lean`, stands."""
    overhangs = [SIZE / (2 * (count - k)) * lean for k in range(1, count)]
    x, stack = MIDDLE[0], []
    for k in range(count):
        stack.append(Die(f"{k:02d}", pose=Pose((x, MIDDLE[1], (k + 0.5) * SIZE))))
        x += overhangs[k] if k < count - 1 else 0.0
    with Scene(board()) as scene:
        for die in nestled(scene.table, tuple(stack)):
            scene.enter(die, Hold.FREE)
        tower = scene.stand("t", tuple(die.id for die in stack))
        list(ticks(scene, round(seconds / TICK)))
        return tower.stands()


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_an_overhang_stands_at_98_and_falls_at_102_in_a_hundred(count: int) -> None:
    """Dice overhang by 1/2, 1/4, 1/6 … of an edge from the top down, and no more: 0.5, 0.75, 0.917, 1.042 in all."""
    assert stays(count, 0.98, 2.0)
    assert not stays(count, 1.02, 2.0)


def test_a_tower_of_thirteen_stands() -> None:
    """Thirteen live dice for ten seconds: the top moves by less than 0.15 mm."""
    table = tower_at(board(), "t", 13, MIDDLE, yaw=0.3)
    with Scene(table, skip=tuple(table.dice)) as scene:
        for die in nestled(table, table.tower_dice("t")):
            scene.enter(die, Hold.FREE)
        list(ticks(scene, round(10 / TICK)))
        top = scene.bodies["t-12"]
        assert math.dist(top.at, table.dice["t-12"].pose.at) < 0.15


def gives_way_at(count: int) -> float:
    """The lasting acceleration (mm/s²) under which a tower topples or slides, to about three in a hundred."""
    low, high = 200.0, 5000.0
    while high / low > 1.03:
        tried = math.sqrt(low * high)
        if carried_along(count, tried):
            low = tried
        else:
            high = tried
    return low


def carried_along(count: int, acceleration: float) -> bool:
    """Whether a tower keeps up with its lowest die for 0.35 s."""
    with Scene(board(3000.0)) as scene:
        stack = tuple(Die(f"{k:02d}", pose=Pose((300.0, 305.0, (k + 0.5) * SIZE))) for k in range(count))
        pressed = nestled(scene.table, stack)
        foot = scene.enter(stack[0], Hold.HAND)
        upper = [scene.enter(die, Hold.FREE) for die in pressed[1:]]
        list(ticks(scene, 8))
        last = 300.0
        for tick in range(84):
            here, there = (300.0 + acceleration * ((tick + k) * TICK) ** 2 / 2 for k in range(2))
            scene.world.hold(foot.number, (here, 305.0, SIZE / 2), about_z(0.0), ((there - here) / TICK, 0.0, 0.0))
            scene.world.step()
            last = there
        slid = scene.world.pose(upper[0].number)[0][0] - last
        top = scene.world.pose(upper[-1].number)[0][2]
    return abs(slid) < 3.0 and abs(top - (count - 0.5) * SIZE) < 1.5


@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_a_carried_tower_gives_way_at_the_limit_of_a_rigid_block(count: int) -> None:
    """A tower of N goes at min(μ, 1/(N − 1)) g: short ones slide, tall ones topple. Within 15 in a hundred."""
    limit = min(DICE.friction**2, 1 / (count - 1)) * GRAVITY
    assert gives_way_at(count) == pytest.approx(limit, rel=0.15)


def test_every_face_of_a_thrown_d6_comes_as_often() -> None:
    """χ² of 1,600 dice over their faces is below 25.7, which chance passes once in ten thousand times."""
    counts = dict.fromkeys(range(1, 7), 0)
    turned = 0.0
    for seed in range(200):
        settled = perform(board(2000.0, 2000.0), throw(8, at=(1000.0, 1000.0)), seed)
        for die in settled.table.dice.values():
            counts[die.shows] += 1
        turned += sum(fact.turns for fact in settled.of(Turned))
    total = sum(counts.values())
    assert total > 1590
    chi_squared = sum((count - total / 6) ** 2 / (total / 6) for count in counts.values())
    assert chi_squared < 25.7
    assert turned / total > 1.0


def test_a_die_falls_on_terrain_and_stays_there() -> None:
    """A box of scenery carries what falls on it."""
    table = board().put(Terrain("crate", Box(120.0, 120.0, 40.0), MIDDLE))
    with Scene(table) as scene:
        die = free_die(scene, (*MIDDLE, 80.0))
        list(scene.run(1000, 0))
    assert die.at[2] == pytest.approx(40.0 + SIZE / 2, abs=0.05)
