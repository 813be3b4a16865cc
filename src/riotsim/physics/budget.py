"""The computing cost of an act, its limit, and the degraded mode for acts that cost too much.

In degraded mode, the engine makes few solver iterations and few steps in a tick, and bodies at rest become immovable.
The mode may begin at a regular check (`LOOK_INTERVAL`) or when pieces enter the engine. It lasts to the end of the act.

The cost is not measured during the act. It is computed from the numbers of contacts and bodies, and from times measured
beforehand on one idle machine (`BudgetSettings`). So it is the same on fast and slow machines.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.physics.bodies.body import Body, MotionType, add
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import AT_REST, LOOK_INTERVAL, REST, RestPolicy
from riotsim.physics.bodies.substeps import min_substeps
from riotsim.physics.engine.world import Solver, World
from riotsim.physics.rest import contact_counts, islands, mark_awake, overlapping_boxes, put_to_sleep
from riotsim.table.pieces import Die, Model, Token


@dataclass(frozen=True, slots=True)
class DegradedSettings:
    """Settings of the degraded mode. The values were measured or chosen with this program."""

    fewest_iterations: int = 4
    """Minimum number of iterations of the impulse solver in a step."""
    most_iterations: int = 10
    """Maximum number of iterations of the impulse solver in a step."""
    contact_iterations: int = 3000
    """Wanted product of the numbers of contacts and iterations in a step. The number of iterations is computed from it,
    and then kept within `fewest_iterations` and `most_iterations`.
    """
    hull_substeps: int = 2
    """Minimum number of steps in a tick while there are few contacts, if a token or a die other than a sharp box may
    move. With one step, a token rocking on its rim was 0.63 mm deep in the table.
    """
    max_contacts_for_substeps: int = 800
    """`hull_substeps` applies up to this number of contacts."""
    max_contacts_for_token_substeps: int = 100
    """Tokens cause `hull_substeps` steps in a tick up to this number of contacts. With two steps, a carry through 80
    tokens took 2.1 s; with one step, it took 1.2 s.
    """
    tolerance: float = 5.0
    """Factor of the limits of speed and spin for a body at rest. It is above 1, because piles vibrate if the solver
    makes few iterations.
    """
    rocking_ticks: int = 60
    """After this number of ticks of rocking on the spot, a body counts as at rest."""
    tolerance_doubling_ticks: int = 120
    """The tolerance doubles after each such number of ticks. In the first period of this length, it stays the same. If
    many contacts are solved, it grows sooner (`tolerance_doubling_contacts`).
    """
    tolerance_doubling_contacts: float = 6e4
    """Number of solved contacts that double the tolerance. The engine solves as many in about 0.2 s."""
    deep_overlap: float = 0.3
    """Depth of an overlap above which a body gets extra time to come out before it becomes immovable (mm)."""
    recovery_ticks_per_mm: int = 120
    """Number of ticks of rest for each mm of depth before a deeply overlapping body becomes immovable."""
    freeze_interval: int = 16
    """Ticks between two searches for bodies to make immovable. A list of 1000 contacts takes as long as a tick."""


DEGRADED: Final = DegradedSettings()
"""The settings that the simulation uses for the degraded mode."""

FREEZE_POLICY: Final = RestPolicy(rocking_ticks=DEGRADED.rocking_ticks)
"""The conditions for a body's rest in degraded mode."""


class DegradedMode:
    """The degraded mode of one act that costs too much. It makes the rest of the act cheaper to compute."""

    def __init__(self, world: World, free: Sequence[Body], since: int) -> None:
        """Begin degraded mode.

        Args:
            world: The world of the act.
            free: Bodies that move by themselves.
            since: First tick of degraded mode.
        """
        self._world = world
        self._since = since
        self._solved = 0
        """Number of contacts that the engine has solved so far. In each step, all contacts are counted again."""
        self._touching = 0
        """Number of contacts in the latest list of contacts."""
        self._looked_at = since
        """Tick of the last regular check (`LOOK_INTERVAL`)."""
        self._deep: dict[int, float] = {}
        """Depth of each body's deepest overlap at the last search for bodies to make immovable, by the body's number
        (mm). Only depths above `DegradedSettings.deep_overlap` are kept.
        """
        self._immovable: set[int] = set()
        """Numbers of the bodies that have become immovable."""
        _simplify_shapes(world, free)
        self._choose_effort(free, 0)
        self._choose_effort(free, len(world.contacts()))  # contacts as listed in the client for degraded mode

    def look(
        self, free: Sequence[Body], held: Sequence[Body], towers: Iterable[LiveTower], ticks: int, tick: int
    ) -> None:
        """Record at a regular check (`LOOK_INTERVAL`) which bodies are at rest.

        Every `DegradedSettings.freeze_interval` ticks, also make resting bodies immovable, unless a hand is moving.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
            towers: Towers whose dice are in the engine.
            ticks: Ticks since the last regular check.
            tick: Tick of this check.
        """
        self._looked_at = tick
        self._solved += ticks * self._world.substeps * self._touching
        tolerance = self._tolerance(tick)
        for body in free:
            if body.motion_type is not MotionType.FIXED:
                body.motion.observe(FREEZE_POLICY, tick, body.state, tolerance=tolerance, elapsed=ticks)
        if tick % DEGRADED.freeze_interval:
            return
        touching = self._world.contacts()
        self._choose_effort(free, len(touching))
        if all(hand.speed == 0.0 for hand in held):
            self._settle(free, touching, {body.number for tower in towers if not tower.fell for body in tower.dice})

    def is_over(self, free: Iterable[Body], held: Iterable[Body]) -> bool:
        """Return whether the act is over: no hand moves, and each free body is immovable or has rested long enough.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
        """
        return all(
            body.motion_type is MotionType.FIXED
            or self._quiet(body) >= max(DEGRADED.rocking_ticks, self._coming_out(body.number))
            for body in free
        ) and all(body.speed == 0.0 for body in held)

    def _quiet(self, body: Body) -> int:
        """Return a body's number of ticks of rest at the last regular check (`LOOK_INTERVAL`)."""
        since = body.motion.since(FREEZE_POLICY)
        return 0 if since is None else self._looked_at - since

    def _coming_out(self, number: int) -> float:
        """Return the least number of ticks of rest for an overlapping body.

        In this time, it comes out of the other body. Only then may it become immovable, or the act end. The result
        grows with the depth of the overlap. If the overlap isn't deep, the result is 0.
        """
        return DEGRADED.recovery_ticks_per_mm * self._deep.get(number, 0.0)

    def _tolerance(self, tick: int) -> float:
        """Return a tick's factor for the limits of speed and spin for a body at rest."""
        tired = (
            (tick - self._since) / DEGRADED.tolerance_doubling_ticks
            - 1.0
            + self._solved / DEGRADED.tolerance_doubling_contacts
        )
        return float(DEGRADED.tolerance * 2.0 ** max(0.0, tired))

    def _choose_effort(self, free: Iterable[Body], touching: int) -> None:
        """Choose the number of solver iterations in a step, and the number of steps in a tick.

        Args:
            free: Bodies that move by themselves.
            touching: Number of contacts.
        """
        self._touching = touching
        sink = touching <= DEGRADED.max_contacts_for_substeps and any(
            _sinks_while_rolling(body, touching) for body in free
        )
        iterations = max(DEGRADED.fewest_iterations, DEGRADED.contact_iterations // max(1, touching))
        self._world.reduce_fidelity(min(DEGRADED.most_iterations, iterations), DEGRADED.hull_substeps if sink else 1)

    def _settle(self, free: Sequence[Body], touching: Sequence[tuple[int, int, float]], stacked: set[int]) -> None:
        """Make resting bodies immovable if they lean only on immovable bodies.

        Args:
            free: Bodies that move by themselves.
            touching: For each contact, the numbers of the two bodies, and the depth of their overlap (mm).
            stacked: Numbers of the dice of standing towers.
        """
        height = {body.number: body.at[2] for body in free if body.number not in self._immovable}
        leans: dict[int, list[int]] = {}
        deep: dict[int, float] = {}
        self._deep = deep
        for one, other, depth in touching:
            if depth > DEGRADED.deep_overlap:
                deep[one], deep[other] = max(depth, deep.get(one, 0.0)), max(depth, deep.get(other, 0.0))
            if one in height and other in height:
                lower, upper = (one, other) if height[one] < height[other] else (other, one)
                leans.setdefault(upper, []).append(lower)
            else:
                leans.setdefault(one if one in height else other, [])
        for body in sorted(free, key=lambda body: body.at[2]):
            number = body.number
            if number not in height or number not in leans or not self._immovable.issuperset(leans[number]):
                continue
            # A standing tower may be asleep and be hit later.
            enough = max(
                DEGRADED.tolerance_doubling_ticks if number in stacked else REST.rest_ticks, self._coming_out(number)
            )
            if self._quiet(body) >= enough:
                self._immovable.add(number)
                self._world.make_static(number)
                body.motion_type, body.speed, body.spin = MotionType.FIXED, 0.0, 0.0


def _sinks_while_rolling(body: Body, touching: int) -> bool:
    """Return whether a body would sink into others while it rolls.

    True for a movable die that isn't a sharp box, and for a movable token unless the world has many contacts.

    Args:
        body: The body.
        touching: Number of contacts in the world.
    """
    if body.motion_type is MotionType.FIXED:
        return False
    return (isinstance(body.piece, Token) and touching <= DEGRADED.max_contacts_for_token_substeps) or (
        isinstance(body.piece, Die) and min_substeps([body.piece]) > 1
    )


def _simplify_shapes(world: World, free: Iterable[Body]) -> None:
    """Replace the tower shape of rounded cubes, which has up to 35 contacts, by the simpler shape of thrown dice."""
    for body in free:
        if body.has_tower_shape and isinstance(body.piece, Die):
            velocity, spin = world.velocity(body.number)
            number = add(world, replace(body.piece, pose=body.pose), MotionType.FREE, thrown=True).number
            world.retire(body.number)
            world.set_velocity(number, velocity, spin)
            body.number, body.has_tower_shape = number, False


@dataclass(frozen=True, slots=True)
class BudgetSettings:
    """Costs of the engine's work, measured with this program, and limits for the cost of an act."""

    exact_cube_cost: float = 4.6e-6
    """Cost of a step with the exact solver, divided by n³, where n is the number of contacts in an island (ms).

    An island is a group of touching bodies. In towers of 5 to 30 dice, with 20 to 120 contacts, 4.2e-6 to 5.5e-6 were
    measured.
    """
    contact_cost: float = 2.5e-3
    """Cost of each contact in a step (ms). It is the same with both solvers, and is added to the solver's own cost."""
    contact_iteration_cost: float = 1.6e-4
    """Cost of each contact in an iteration of the impulse solver (ms).

    With 300 dice and 1180 contacts, a step of 50 iterations took 14 ms, and a step of 10 iterations 5 ms.
    """
    body_pair_cost: float = 7.4e-6
    """Cost of comparing bodies in a step, divided by n², where n is the number of bodies, awake or asleep (ms).

    The engine compares each body with each other body. The cost was fitted to 1300 steps of crowded acts with 20 to 370
    bodies. With 370 immovable bodies, a step took 0.7 to 1 ms.
    """
    look_cost: float = 3e-3
    """Cost of reading one body at the regular checks (`LOOK_INTERVAL`), spread over all ticks (ms in a tick)."""
    contacts_per_die: int = 4
    """Number of contacts for each die in a tower. In a pile, it is hardly greater: 4.5 in a pile of 48 dice."""
    contact_listing_cost: float = 100.0
    """The number of contacts is estimated up to this cost of an act (ms). To list the contacts takes time."""
    exact_budget: float = 500.0
    """Limit for the cost of an act so far plus its expected further cost, with the exact solver (ms). An act above the
    limit is degraded if a tick costs more than `tolerable_tick_cost`.
    """
    impulse_budget: float = 800.0
    """The same limit with the impulse solver (ms). It is higher than `exact_budget`, because bodies soon come to rest
    with the impulse solver.
    """
    forecast_ticks: int = 50
    """Number of coming ticks that are expected to cost as much as the current tick. For example, when a die is put on a
    tower of 28 dice, the tower is at rest after 48 ticks.
    """
    tolerable_tick_cost: float = 1.0
    """An act is not degraded up to this cost of a tick (ms). In long acts, `tolerable_late_tick_cost` may apply too. A
    tower of 13 dice costs 0.8 ms in a tick with the exact solver. The tower must be able to stand for a minute, but
    would fall in degraded mode.
    """
    late_act_cost: float = 800.0
    """Cost of an act so far above which the limit `tolerable_late_tick_cost` may apply (ms)."""
    tolerable_late_tick_cost: float = 0.3
    """An act that has cost more than `late_act_cost` is not degraded up to this cost of a tick (ms).

    At this cost, eight simulated seconds take 0.6 s. Most acts are cut short after eight simulated seconds. The limit
    applies only if bodies may sleep and no hand holds pieces, because a carried tower would fall in degraded mode.
    """


BUDGET: Final = BudgetSettings()
"""The costs and limits that the simulation uses."""

BUDGETS: Final = {Solver.DANTZIG: BUDGET.exact_budget, Solver.IMPULSES: BUDGET.impulse_budget}
"""For each solver, the limit for the cost of an act (ms)."""


class CostBudget:
    """The account of an act's cost so far. If the act costs too much, the account begins degraded mode."""

    def __init__(self, world: World, *, sleeping: bool) -> None:
        """Begin with a cost of 0.

        Args:
            world: The world of the act.
            sleeping: Whether bodies at rest may sleep.
        """
        self.degraded: DegradedMode | None = None
        """The degraded mode; None before it begins."""
        self._world = world
        self._sleeping = sleeping
        self.spare_carried_towers = False
        """True if no cost is counted while all awake bodies are dice of standing, carried towers. A person's drag of a
        tower of 20 dice may take half a minute. In degraded mode, the tower would fall.
        """
        self._seen = 0
        """Tick of the last regular check (`LOOK_INTERVAL`)."""
        self._spent = 0.0
        """Cost of the act so far (ms)."""

    def foresee(self, free: Sequence[Body], towers: Sequence[LiveTower]) -> None:
        """Begin degraded mode if the new bodies in the engine would cost too much with the exact solver.

        The next regular check would be too late, because the simulation until then could take seconds.

        Args:
            free: Bodies that move by themselves, including the new ones.
            towers: Towers whose dice are in the engine.
        """
        if self.degraded is not None or self._world.solver is not Solver.DANTZIG:
            return
        if self.spare_carried_towers and _only_carried_awake(free, towers):
            return
        awake = [body for body in free if not body.asleep]
        steps = REST.rest_ticks * self._world.substeps
        cube, each = BUDGET.exact_cube_cost, BUDGET.contacts_per_die
        if self._spent + steps * cube * (each * len(awake)) ** 3 <= BUDGET.contact_listing_cost:
            return
        groups = islands(awake, overlapping_boxes(awake))
        rate = self._world.substeps * sum(cube * (each * len(those)) ** 3 for those in groups)
        if self._too_much(rate, REST.rest_ticks):
            self._degrade(free, towers)

    def skip(self, tick: int) -> None:
        """Record that the engine was not used up to a given tick."""
        self._seen = tick

    def look(self, free: Sequence[Body], held: Sequence[Body], towers: Collection[LiveTower], tick: int) -> None:
        """Add the cost since the last regular check (`LOOK_INTERVAL`).

        If the act costs too much, begin degraded mode. Once this mode has begun, only `DegradedMode.look` is called.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
            towers: Towers whose dice are in the engine.
            tick: Tick of this check.
        """
        ticks, self._seen = tick - self._seen, tick
        if self.degraded is not None:
            self.degraded.look(free, held, towers, ticks, tick)
            return
        if self.spare_carried_towers and _only_carried_awake(free, towers):
            return
        asleep = 0
        for body in free:
            if body.asleep:
                asleep += 1
        at_most = self._tick_cost(self._step_cost(BUDGET.contacts_per_die * (len(free) - asleep)), len(free))
        patient = bool(held) or not self._sleeping
        # A tolerable cost needs no closer count.
        tolerable = BUDGET.tolerable_tick_cost if patient else BUDGET.tolerable_late_tick_cost
        if at_most <= tolerable or self._spent + ticks * at_most <= BUDGET.contact_listing_cost:
            self._spent += ticks * at_most
            return
        awake = [body for body in free if not body.asleep]
        counts = contact_counts(awake, ((one, other) for one, other, _ in self._world.contacts()))
        # Islands make a difference only to the exact solver, and only if several bodies have contacts.
        divide = self._world.solver is Solver.DANTZIG and sum(map(bool, counts.values())) > 1
        groups = islands(awake, overlapping_boxes(awake)) if divide else [awake]
        step = sum(self._step_cost(sum(counts[body.number] for body in those)) for those in groups)
        rate = self._tick_cost(step, len(free))
        self._spent += ticks * rate
        late = not patient and self._spent > BUDGET.late_act_cost and rate > BUDGET.tolerable_late_tick_cost
        if late or self._too_much(rate, BUDGET.forecast_ticks):
            self._degrade(free, towers)

    def _tick_cost(self, step: float, looked_at: int) -> float:
        """Return the cost of a tick (ms).

        Args:
            step: Cost of all contacts in one step (ms).
            looked_at: Number of bodies that regular checks (`LOOK_INTERVAL`) read.
        """
        world = self._world
        count = world.body_count
        return world.substeps * (step + BUDGET.body_pair_cost * (count * count)) + BUDGET.look_cost * looked_at

    def _step_cost(self, contacts: int) -> float:
        """Return the cost of the contacts of one island (a group of touching bodies) in a step (ms)."""
        if self._world.solver is Solver.DANTZIG:
            return BUDGET.exact_cube_cost * (contacts * contacts * contacts) + BUDGET.contact_cost * contacts
        return (BUDGET.contact_cost + BUDGET.contact_iteration_cost * self._world.iterations) * contacts

    def _too_much(self, rate: float, ahead: int) -> bool:
        """Return whether an act must be degraded because of its cost so far and its expected cost.

        Args:
            rate: Current cost of a tick (ms).
            ahead: Expected number of further ticks of the act.
        """
        return rate > BUDGET.tolerable_tick_cost and self._spent + ahead * rate > BUDGETS[self._world.solver]

    def _degrade(self, free: Sequence[Body], towers: Iterable[LiveTower]) -> None:
        """Begin degraded mode. If bodies may sleep at all, put resting models and towers to sleep.

        Fallen and carried towers stay awake, and so do towers within reach of a hand.

        Args:
            free: Bodies that move by themselves.
            towers: Towers whose dice are in the engine.
        """
        self.degraded = DegradedMode(self._world, free, self._seen)
        mark_awake(free)
        if self._sleeping:
            for tower in towers:  # towers would creep
                stays_awake = tower.fell or tower.carried or tower.near_hand
                if not stays_awake and (tower.rest.ticks >= REST.rest_ticks or not tower.moves()):
                    tower.rest.begin(REST.rest_ticks)
                    for body in tower.dice:
                        put_to_sleep(self._world, body)
            for body in free:  # a model that is awake beside a tower would keep it awake
                if isinstance(body.piece, Model) and self._stands_still(body):
                    put_to_sleep(self._world, body)
            self._world.fall_asleep()

    def _stands_still(self, body: Body) -> bool:
        """Return whether a body has been at rest for `REST.rest_ticks`, and is not just rocking on the spot."""
        since = body.motion.since(AT_REST)
        quiet = 0 if since is None else self._seen - since + LOOK_INTERVAL
        return quiet >= REST.rest_ticks and body.speed <= REST.speed and body.spin <= REST.spin


def _only_carried_awake(free: Sequence[Body], towers: Iterable[LiveTower]) -> bool:
    """Return whether all awake bodies are dice of standing, carried towers."""
    carried = {body.number for tower in towers if tower.carried and not tower.fell for body in tower.dice}
    return all(body.asleep or body.number in carried for body in free)
