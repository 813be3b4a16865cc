"""The cost of an act, when the act is degraded, and what the degraded mode does."""

from collections.abc import Iterable
from typing import cast

import pytest

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import AT_REST, Motion
from riotsim.physics.budget import FREEZE_POLICY, CostBudget, DegradedMode
from riotsim.physics.engine.world import Solver, World
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model, Piece, Token
from riotsim.table.poses import IDENTITY, Pose, Vector


class CountedWorld:
    """A stand-in for the world that has the contacts it is given, and records what it is asked to do."""

    def __init__(self, solver: Solver = Solver.DANTZIG, *, bodies: int = 0, substeps: int = 1) -> None:
        self.solver, self.body_count, self.substeps, self.iterations = solver, bodies, substeps, 50
        self.touching: list[tuple[int, int, float]] = []
        self.efforts: list[tuple[int, int]] = []
        self.calls: list[tuple[str, int]] = []
        self.listed = 0

    def contacts(self) -> list[tuple[int, int, float]]:
        """Return the contacts, and count the call."""
        self.listed += 1
        return self.touching

    def reduce_fidelity(self, iterations: int, substeps: int) -> None:
        """Record the chosen numbers of iterations and steps."""
        self.efforts.append((iterations, substeps))

    def make_static(self, body: int) -> None:
        """Record that a body becomes immovable."""
        self.calls.append(("fix", body))

    def sleep(self, body: int) -> None:
        """Record that a body is put to sleep."""
        self.calls.append(("sleep", body))

    def fall_asleep(self) -> None:
        """Record that the bodies fall asleep."""
        self.calls.append(("all", 0))

    @property
    def world(self) -> World:
        """The stand-in, with the type of a world."""
        return cast(World, self)


def body(number: int, at: Vector | None = None, piece: Piece | None = None, *, asleep: bool = False) -> Body:
    """Return a free body of 16 mm; bodies with different numbers are far apart unless their places are given."""
    low, high = (-8.0, -8.0, -8.0), (8.0, 8.0, 8.0)
    place = at or (100.0 * number, 0.0, 8.0)
    made = Body(piece or Die(f"d{number}"), number, MotionType.FREE, low, high, place, IDENTITY)
    made.asleep = asleep
    return made


def bodies(count: int) -> list[Body]:
    """Return bodies with the numbers from 1 on, far apart."""
    return [body(number) for number in range(1, count + 1)]


def row(count: int) -> list[Body]:
    """Return bodies with the numbers from 1 on, each touching the next: one island."""
    return [body(number, (16.0 * number, 0.0, 8.0)) for number in range(1, count + 1)]


def touching(count: int, one: int = 1, other: int = 0) -> list[tuple[int, int, float]]:
    """Return this many contacts of two bodies, which do not overlap."""
    return [(one, other, 0.0)] * count


@pytest.mark.parametrize(
    ("solver", "free", "asleep", "rate"),
    [
        # 4 contacts a die; exact: 4.6e-6 c³ + 2.5e-3 c; each of 2 steps also 7.4e-6 · 10² for the pairs of bodies
        (Solver.DANTZIG, 0, 0, 2 * 7.4e-4),
        (Solver.DANTZIG, 3, 0, 2 * (4.6e-6 * 12**3 + 2.5e-3 * 12 + 7.4e-4) + 3e-3 * 3),
        (Solver.DANTZIG, 3, 2, 2 * (4.6e-6 * 4**3 + 2.5e-3 * 4 + 7.4e-4) + 3e-3 * 3),
        # impulses: (2.5e-3 + 50 iterations · 1.6e-4) c
        (Solver.IMPULSES, 3, 0, 2 * (10.5e-3 * 12 + 7.4e-4) + 3e-3 * 3),
    ],
)
def test_the_cost_of_few_bodies_is_estimated_from_their_number(
    solver: Solver, free: int, asleep: int, rate: float
) -> None:
    """If there are few bodies, the cost of each tick since the last check is estimated, without a list of contacts."""
    world, ones = CountedWorld(solver, bodies=10, substeps=2), bodies(free)
    for one in ones[:asleep]:
        one.asleep = True
    budget = CostBudget(world.world, sleeping=True)
    budget.look(ones, [], (), 8)
    assert budget._spent == pytest.approx(8 * rate)
    budget.skip(100)
    budget.look(ones, [], (), 116)
    assert budget._spent == pytest.approx(24 * rate)
    assert (world.listed, budget.degraded) == (0, None)


@pytest.mark.parametrize(
    ("solver", "together", "rate"),
    [
        # 20 contacts of body 1 (of these 10 with body 2), 30 of body 2 with the ground
        (Solver.DANTZIG, False, 4.6e-6 * (20**3 + 30**3) + 2.5e-3 * 50),
        (Solver.DANTZIG, True, 4.6e-6 * 50**3 + 2.5e-3 * 50),
        (Solver.IMPULSES, False, 10.5e-3 * 50),
    ],
)
def test_the_cost_of_many_bodies_is_counted_from_their_contacts(solver: Solver, together: bool, rate: float) -> None:
    """With the exact solver, each island has a cost of its own. The contacts of sleeping bodies cost nothing.

    50 dice are awake: too many for an estimate. All but two of them are far away and touch nothing.
    """
    world, ones = CountedWorld(solver, bodies=100), bodies(50)
    ones.append(body(51, asleep=True))
    if together:
        ones[1].at = (116.0, 0.0, 8.0)
    world.touching = touching(10) + touching(10, 1, 2) + touching(30, 0, 2) + touching(500, 51, 0)
    budget = CostBudget(world.world, sleeping=True)
    budget._spent = 100.0
    budget.look(ones, [], (), 8)
    # 7.4e-6 · 100² for the pairs of bodies, and 3e-3 for each of 51
    assert budget._spent == pytest.approx(100.0 + 8 * (rate + 0.074 + 0.153))
    assert (world.listed, budget.degraded) == (1, None)


@pytest.mark.parametrize(
    ("solver", "spent", "contacts", "degraded"),
    [
        # 0.12 ms for looking at 40 dice, and for 120 contacts of one body 8.2488 ms; 8 ticks and 50 more: 485.39 ms
        (Solver.DANTZIG, 14.6, 120, False),
        (Solver.DANTZIG, 14.7, 120, True),
        # 500 contacts, impulses: 5.37 ms a tick, 58 ticks cost 311.46 ms
        (Solver.IMPULSES, 488.5, 500, False),
        (Solver.IMPULSES, 488.6, 500, True),
        # 54 contacts, exact: 0.979 ms a tick, and 55: 1.023 ms; up to 1 ms any cost is tolerated
        (Solver.DANTZIG, 700.0, 54, False),
        (Solver.DANTZIG, 700.0, 55, True),
    ],
)
def test_an_act_is_degraded_if_the_cost_expected_for_50_ticks_exceeds_the_budget(
    solver: Solver, spent: float, contacts: int, degraded: bool
) -> None:
    """The budget is 500 ms with the exact solver, and 800 ms with the impulse solver."""
    world = CountedWorld(solver)
    world.touching = touching(contacts)
    budget = CostBudget(world.world, sleeping=False)
    budget._spent = spent
    budget.look(bodies(40), [], (), 8)
    assert (budget.degraded is not None) is degraded


@pytest.mark.parametrize(
    ("sleeping", "held", "spent", "awake", "degraded"),
    [
        # 28 contacts with impulses cost 0.294 + 0.003·7 = 0.315 ms a tick, 26 cost 0.294
        (True, False, 800.0, 28, True),
        (True, False, 797.4, 28, False),
        (True, False, 800.0, 26, False),
        (False, False, 800.0, 28, False),
        (True, True, 800.0, 28, False),
    ],
)
def test_a_long_act_is_degraded_at_a_lower_cost_unless_a_hand_holds_pieces(
    sleeping: bool, held: bool, spent: float, awake: int, degraded: bool
) -> None:
    """After 800 ms a tick may cost 0.3 ms, if bodies may sleep and no hand holds a piece."""
    world, ones = CountedWorld(Solver.IMPULSES), bodies(7)
    world.touching = touching(awake)
    hand = body(20)
    budget = CostBudget(world.world, sleeping=sleeping)
    budget._spent = spent
    budget.look(ones, [hand] if held else [], (), 8)
    assert (budget.degraded is not None) is degraded


def carried_tower(*dice: Body) -> LiveTower:
    """Return a standing tower that a hand carries."""
    return LiveTower("T", list(dice), 0.0, carried=True)


def test_a_carried_tower_alone_costs_nothing_if_carried_towers_are_spared() -> None:
    """The cost counts again when another body is awake, when the tower has fallen, or when it is not carried."""
    ones = [*bodies(2), body(3, asleep=True)]
    for spare, fell, carried, waking, counts in (
        (True, False, True, False, False),
        (True, False, True, True, True),
        (True, True, True, False, True),
        (True, False, False, False, True),
        (False, False, True, False, True),
    ):
        tower = carried_tower(*ones[:2])
        tower.fell, tower.carried, ones[2].asleep = fell, carried, not waking
        budget = CostBudget(CountedWorld().world, sleeping=True)
        budget.spare_carried_towers = spare
        budget.look(ones, [], [tower], 8)
        assert (budget._spent > 0.0) is counts


@pytest.mark.parametrize(
    ("solver", "ones", "spent", "degraded"),
    [
        # 20 dice in one island, 80 contacts: 2.3552 ms a step, 16 ticks of 3 steps cost 113.05 ms
        (Solver.DANTZIG, row(20), 386.0, False),
        (Solver.DANTZIG, row(20), 388.0, True),
        (Solver.IMPULSES, row(20), 388.0, False),
        (Solver.DANTZIG, bodies(20), 388.0, False),
    ],
)
def test_an_act_is_degraded_before_the_next_check_if_the_new_bodies_would_cost_too_much(
    solver: Solver, ones: list[Body], spent: float, degraded: bool
) -> None:
    """If an island of new, awake bodies would cost too much with the exact solver, the act is degraded at once."""
    budget = CostBudget(CountedWorld(solver, substeps=3).world, sleeping=False)
    budget._spent = spent
    budget.foresee([*ones, *(body(number, (16.0 * number, 0.0, 8.0), asleep=True) for number in range(21, 41))], ())
    assert (budget.degraded is not None) is degraded
    mode = budget.degraded
    budget.foresee(ones, ())
    assert budget.degraded is mode


def test_the_foresight_spares_a_carried_tower() -> None:
    """If only a carried tower of 20 dice is awake, it doesn't degrade the act if carried towers are spared."""
    for spare, degraded in ((True, False), (False, True)):
        ones = row(20)
        budget = CostBudget(CountedWorld(substeps=3).world, sleeping=False)
        budget._spent, budget.spare_carried_towers = 400.0, spare
        budget.foresee(ones, [carried_tower(*ones)])
        assert (budget.degraded is not None) is degraded


def degrade(
    sleeping: bool, ones: list[Body], towers: Iterable[LiveTower], world: CountedWorld, tick: int = 0
) -> CostBudget:
    """Return a budget whose act is degraded at a tick."""
    budget = CostBudget(world.world, sleeping=sleeping)
    budget.skip(tick)
    budget._degrade(ones, towers)
    return budget


@pytest.mark.parametrize(
    ("change", "sleeps"),
    [
        ({}, True),
        ({"fell": True}, False),
        ({"carried": True}, False),
        ({"near_hand": True}, False),
        ({"speed": 3.0}, False),
        ({"speed": 3.0, "ticks": 16}, True),
        ({"speed": 3.0, "ticks": 15}, False),
    ],
)
def test_towers_at_rest_fall_asleep_when_an_act_is_degraded(change: dict[str, float], sleeps: bool) -> None:
    """A tower falls asleep unless it fell, is carried, is near a hand, or moves without having rested."""
    world, dice = CountedWorld(), [body(1, asleep=True), body(2, asleep=True)]
    tower = LiveTower("T", dice, 0.0)
    tower.fell, tower.carried, tower.near_hand = (bool(change.get(name)) for name in ("fell", "carried", "near_hand"))
    dice[1].speed = change.get("speed", 0.0)
    tower.rest.begin(int(change.get("ticks", 0)))
    degrade(True, dice, [tower], world)
    assert world.calls == ([("sleep", 1), ("sleep", 2)] if sleeps else []) + [("all", 0)]
    assert [die.asleep for die in dice] == [sleeps, sleeps]
    assert not sleeps or tower.rest.ticks == 16
    world.calls.clear()
    degrade(False, dice, [tower], world)
    assert (world.calls, [die.asleep for die in dice]) == ([], [False, False])


@pytest.mark.parametrize(
    ("since", "speed", "spin", "sleeps"),
    [
        (192, 2.0, 0.15, True),
        (193, 0.0, 0.0, False),
        (None, 0.0, 0.0, False),
        (100, 2.1, 0.0, False),
        (100, 0.0, 0.16, False),
    ],
)
def test_models_at_rest_for_two_checks_fall_asleep_when_an_act_is_degraded(
    since: int | None, speed: float, spin: float, sleeps: bool
) -> None:
    """A model that has rested for two checks, since tick 192, falls asleep at tick 200. Such a die doesn't."""
    ones = [body(1, piece=Model("m", "Ann", (0.0, 0.0))), body(2)]
    for one in ones:
        one.speed, one.spin = speed, spin
        if since is not None:
            one.motion.begin(AT_REST, since, one.at, one.orientation)
    world = CountedWorld()
    degrade(True, ones, (), world, tick=200)
    assert world.calls == ([("sleep", 1)] if sleeps else []) + [("all", 0)]


TOKEN = Token("t", Pose((0.0, 0.0, 1.5)))


@pytest.mark.parametrize(
    ("piece", "least", "contacts", "effort"),
    [
        (Die("a"), 1, 0, (10, 1)),
        (Die("a"), 1, 300, (10, 1)),
        (Die("a"), 1, 301, (9, 1)),
        (Die("a"), 1, 600, (5, 1)),
        (Die("a"), 1, 751, (4, 1)),
        (Die("a"), 1, 5000, (4, 1)),
        (Die("a", die_kind("d8")), 2, 800, (4, 2)),
        (Die("a", die_kind("d8")), 2, 801, (4, 1)),
        (TOKEN, 2, 100, (10, 2)),
        (TOKEN, 2, 101, (10, 1)),
        (Model("m", "Ann", (0.0, 0.0)), 1, 10, (10, 1)),
    ],
)
def test_the_effort_of_the_degraded_mode_depends_on_the_contacts(
    piece: Piece, least: int, contacts: int, effort: tuple[int, int]
) -> None:
    """All contacts share 3000 iterations, and each gets 4 to 10. Pieces that sink in get two steps a tick, unless there
    are too many contacts. Before the contacts are known, the effort is that for none. It is chosen anew at every 16th
    tick.
    """
    world, ones = CountedWorld(), [body(1), body(2, piece=piece)]
    world.touching = touching(contacts)
    mode = DegradedMode(world.world, ones, 0)
    assert world.efforts == [(10, least), effort]
    world.touching = []
    mode.look(ones, [], (), 8, 8)
    assert len(world.efforts) == 2
    mode.look(ones, [], (), 8, 16)
    ones[1].motion_type = MotionType.FIXED
    mode.look(ones, [], (), 16, 32)
    assert world.efforts[2:] == [(10, least), (10, 1)]


def looks(world: CountedWorld, ones: list[Body], ticks: int, **more: list[Body]) -> list[tuple[int, int]]:
    """Return the ticks at which bodies become immovable, with their numbers; ticks count from the mode's beginning."""
    mode, found = DegradedMode(world.world, ones, 160), []
    for one in ones:
        one.motion = Motion(one.at, one.orientation, 160)
    for tick in range(8, ticks + 1, 8):
        towers = [LiveTower("T", more["stacked"], 0.0)] if "stacked" in more else []
        if "fallen" in more:
            towers.append(LiveTower("F", more["fallen"], 0.0, fell=True))
        mode.look(ones, more.get("held", []), towers, 8, 160 + tick)
        found += [(tick, number) for name, number in world.calls if name == "fix"]
        world.calls.clear()
    return found


def test_bodies_at_rest_become_immovable_from_the_bottom_up() -> None:
    """A die at rest for 16 ticks becomes immovable; so does the one above it at the same search.

    A die in the air touches nothing and stays free, and so does the one that rests on a moving die.
    """
    ones = [body(2, (0.0, 0.0, 24.0)), body(1, (0.0, 0.0, 8.0)), body(3), body(5, (0.0, 0.0, 90.0)), body(4)]
    ones[4].speed, ones[1].speed, ones[1].spin = 99.0, 4.0, 0.5
    world = CountedWorld()
    world.touching = [(2, 1, 0.0), (0, 1, 0.0), (4, 0, 0.0), (4, 5, 0.0)]
    assert looks(world, ones, 32) == [(16, 1), (16, 2)]
    assert [(one.motion_type is MotionType.FIXED, one.speed, one.spin) for one in ones[:2]] == [(True, 0.0, 0.0)] * 2
    assert [one.motion_type is MotionType.FREE for one in ones[2:]] == [True] * 3


def test_dice_of_standing_towers_and_deeply_overlapping_bodies_become_immovable_later() -> None:
    """A standing tower's dice become immovable after a rest of 120 ticks, and those of a fallen tower after 16.

    An overlap of 1 mm takes 120 ticks of rest, and one of 0.4 mm takes 48. One of 0.3 mm takes no more than none. The
    deepest overlap counts, for both bodies.
    """
    ones = bodies(6)
    world = CountedWorld()
    world.touching = [(1, 0, 0.0), (2, 0, 0.0), (0, 3, 1.0), (3, 0, 0.5), (0, 4, 0.4), (5, 0, 0.3), (6, 0, 0.4)]
    found = looks(world, ones, 160, stacked=ones[:1], fallen=ones[1:2])
    assert found == [(16, 2), (16, 5), (48, 4), (48, 6), (128, 1), (128, 3)]


def test_nothing_becomes_immovable_while_a_hand_moves() -> None:
    """If one of two hands moves, a die at rest stays free. Once both rest, it becomes immovable."""
    ones, hands, world = bodies(1), [body(8), body(9)], CountedWorld()
    world.touching = touching(1)
    hands[1].speed = 5.0
    assert looks(world, ones, 64, held=hands) == []
    hands[1].speed = 0.0
    assert looks(world, ones, 16, held=hands) == [(16, 1)]


@pytest.mark.parametrize(
    ("tick", "ticks", "contacts", "limit"),
    [
        (120, 8, 0, 10.0),
        (240, 8, 0, 20.0),
        (360, 8, 0, 40.0),
        # 8 ticks of 3 steps with 2500 contacts are 60,000 solved contacts: one more doubling
        (240, 8, 2500, 40.0),
        (120, 16, 2500, 40.0),
    ],
)
def test_the_tolerance_of_rest_doubles_with_time_and_with_solved_contacts(
    tick: int, ticks: int, contacts: int, limit: float
) -> None:
    """At first, up to 10 mm/s and 0.75 rad/s count as rest. From tick 120 on, these limits double every 120 ticks."""
    for speed, spin, rests in (
        (0.999 * limit, 0.0, True),
        (1.001 * limit, 0.0, False),
        (0.0, 0.0749 * limit, True),
        (0.0, 0.0751 * limit, False),
    ):
        world, one = CountedWorld(substeps=3), body(1)
        world.touching = touching(contacts)
        mode = DegradedMode(world.world, [one], 1000)
        one.speed, one.spin = speed, spin
        one.motion = Motion(one.at, one.orientation, 1000 + tick)
        mode.look([one], [], (), ticks, 1000 + tick)
        assert (one.motion.since(FREEZE_POLICY) is not None) is rests


def test_a_degraded_act_is_over_when_all_bodies_are_immovable_or_have_rested_and_no_hand_moves() -> None:
    """A free body must rest for 60 ticks, or for 120 per millimetre of a deep overlap: 84 for 0.7 mm."""
    for depth, ticks in ((0.0, 64), (0.3, 64), (0.7, 88)):
        one, fixed, hand, world = body(1), body(2), body(9), CountedWorld()
        fixed.motion_type, fixed.speed = MotionType.FIXED, 50.0
        one.at = (0.0, 0.0, 20.0)
        world.touching = [(1, 3, depth)]
        others = [body(3)]
        others[0].speed = 1e9  # it never rests, so that what leans on it stays free
        mode = DegradedMode(world.world, [one, *others], 0)
        for tick in range(8, ticks + 1, 8):
            assert not mode.is_over([one, fixed], [hand])
            others[0].at = (tick, 0.0, 4.0)
            mode.look([one, fixed, *others], [], (), 8, tick)
        assert mode.is_over([one, fixed], [hand])
        assert not mode.is_over([one, fixed, *others], [hand])
        hand.speed = 1.0
        assert not mode.is_over([one, fixed], [hand])


def test_the_budget_passes_the_checks_of_a_degraded_act_on() -> None:
    """If an act is degraded, each check is passed on to the degraded mode, and the cost is no longer counted."""
    world, ones = CountedWorld(), bodies(1)
    world.touching = touching(1)
    budget = degrade(False, ones, (), world, tick=80)
    budget.look(ones, [], (), 96)
    assert ones[0].motion.since(FREEZE_POLICY) == 80
    assert (world.calls, budget._spent) == ([("fix", 1)], 0.0)
