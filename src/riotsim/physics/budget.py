"""The cost of an act, its limit, and the degraded mode beyond that. An act may change to degraded mode at a look, and
never changes back. Degraded mode has few iterations and few steps, and bodies at rest become immovable. The cost is
counted from contacts and bodies, and never taken from the clock. So the same act goes the same way on any machine.
Ordinary acts never need it. All times are those of one idle machine; on another machine they all change by the same
factor.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.physics.bodies.body import Body, Hold, add
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import AT_REST, LOOK_INTERVAL, REST, RestPolicy
from riotsim.physics.bodies.substeps import min_substeps
from riotsim.physics.engine.world import Solver, World
from riotsim.physics.rest import contact_counts, islands, mark_awake, overlapping_boxes, put_to_sleep
from riotsim.table.pieces import Die, Model, Token


@dataclass(frozen=True, slots=True)
class DegradedSettings:
    """Settings of the degraded mode. The figures were measured with this program."""

    fewest_iterations: int = 4
    """Minimum number of iterations of the impulses in a step."""
    most_iterations: int = 10
    """Maximum number of iterations of the impulses in a step."""
    contact_iterations: int = 3000
    """Contacts times iterations in a step, within those limits."""
    hull_substeps: int = 2
    """Steps in a tick while a body moves that is not a sharp box. With one step dice sink in too far, and a token that
    rocked on its rim was 0.63 mm deep in the table.

    In one step dice sink too far, and a token that rocked on its rim was 0.63 mm deep in the table.
    """
    max_contacts_for_substeps: int = 800
    """Maximum number of contacts with which there are such additional steps."""
    max_contacts_for_token_substeps: int = 100
    """Maximum number of contacts with which there are additional steps for tokens: a carry through 80 tokens took 2.1
    s instead of 1.2.
    """
    tolerance: float = 5.0
    """Factor on the speeds of rest, because piles vibrate with few iterations (1)."""
    rocking_ticks: int = 60
    """Ticks of rocking after which a body counts as at rest."""
    tolerance_doubling_ticks: int = 120
    """Ticks after which the tolerance begins to grow, and in which it then doubles each time."""
    tolerance_doubling_contacts: float = 6e4
    """Solved contacts in which the tolerance doubles. They take the engine some 0.2 s."""
    deep_overlap: float = 0.3
    """Depth of an overlap from which a body gets time to come out (mm)."""
    recovery_ticks_per_mm: int = 120
    """Ticks for each millimetre of that depth."""
    freeze_interval: int = 16
    """Ticks between two searches for bodies to make immovable. Listing a thousand contacts takes as long as a tick."""


DEGRADED: Final = DegradedSettings()
"""The settings in use."""

FREEZE_POLICY: Final = RestPolicy(rocking_ticks=DEGRADED.rocking_ticks)
"""Policy of rest by which bodies become immovable."""


class DegradedMode:
    """The degraded mode of one act."""

    def __init__(self, world: World, free: Sequence[Body], since: int) -> None:
        """Begin degraded mode.

        Args:
            world: The world of the act.
            free: Bodies that move by themselves.
            since: Tick at which it begins.
        """
        self._world = world
        self._since = since
        self._solved = 0
        """Contacts that were solved, once for each step."""
        self._touching = 0
        """Number of contacts when they were listed last."""
        self._looked_at = since
        """Tick of the last look."""
        self._deep: dict[int, float] = {}
        """Depth of bodies in others at the last search (mm), if greater than `DegradedSettings.deep`."""
        self._immovable: set[int] = set()
        """Bodies that have become immovable."""
        _simplify_shapes(world, free)
        self._choose_effort(free, 0)
        self._choose_effort(free, len(world.contacts()))  # in the client that this continues in

    def look(
        self, free: Sequence[Body], held: Sequence[Body], towers: Iterable[LiveTower], ticks: int, tick: int
    ) -> None:
        """Record a look. Make bodies immovable that have been at rest for long enough on immovable ones.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
            towers: Towers whose dice are in the engine.
            ticks: Ticks since the last look.
            tick: Tick of this look.
        """
        self._looked_at = tick
        self._solved += ticks * self._world.substeps * self._touching
        tolerance = self._tolerance(tick)
        for body in free:
            if body.hold is not Hold.FIXED:
                body.motion.observe(FREEZE_POLICY, tick, body.state, tolerance=tolerance, elapsed=ticks)
        if tick % DEGRADED.freeze_interval:
            return
        touching = self._world.contacts()
        self._choose_effort(free, len(touching))
        if all(hand.speed == 0.0 for hand in held):
            self._settle(free, touching, {body.number for tower in towers if not tower.fell for body in tower.dice})

    def is_over(self, free: Iterable[Body], held: Iterable[Body]) -> bool:
        """Return whether all bodies are immovable or at rest, and hands are still."""
        return all(
            body.hold is Hold.FIXED or self._quiet(body) >= max(DEGRADED.rocking_ticks, self._coming_out(body.number))
            for body in free
        ) and all(body.speed == 0.0 for body in held)

    def _quiet(self, body: Body) -> int:
        """Return for how many ticks a body had been at rest at the last look."""
        since = body.motion.since(FREEZE_POLICY)
        return 0 if since is None else self._looked_at - since

    def _coming_out(self, number: int) -> float:
        """Return for how many ticks a body has to be at rest because of what it is deep in."""
        return DEGRADED.recovery_ticks_per_mm * self._deep.get(number, 0.0)

    def _tolerance(self, tick: int) -> float:
        """Return the present factor on the speeds of rest."""
        tired = (
            (tick - self._since) / DEGRADED.tolerance_doubling_ticks
            - 1.0
            + self._solved / DEGRADED.tolerance_doubling_contacts
        )
        return float(DEGRADED.tolerance * 2.0 ** max(0.0, tired))

    def _choose_effort(self, free: Iterable[Body], touching: int) -> None:
        """Choose iterations and steps by the number of contacts."""
        self._touching = touching
        sink = touching <= DEGRADED.max_contacts_for_substeps and any(
            _sinks_while_rolling(body, touching) for body in free
        )
        iterations = max(DEGRADED.fewest_iterations, DEGRADED.contact_iterations // max(1, touching))
        self._world.reduce_fidelity(min(DEGRADED.most_iterations, iterations), DEGRADED.hull_substeps if sink else 1)

    def _settle(self, free: Sequence[Body], touching: Sequence[tuple[int, int, float]], stacked: set[int]) -> None:
        """Make each body immovable that has been at rest for long enough and leans on immovable ones only."""
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
            # A tower that stands may sleep, and be hit.
            enough = max(
                DEGRADED.tolerance_doubling_ticks if number in stacked else REST.rest_ticks, self._coming_out(number)
            )
            if self._quiet(body) >= enough:
                self._immovable.add(number)
                self._world.make_static(number)
                body.hold, body.speed, body.spin = Hold.FIXED, 0.0, 0.0


def _sinks_while_rolling(body: Body, touching: int) -> bool:
    """Return whether a body moves that sinks in as it rolls: a token among few contacts, or no sharp box."""
    if body.hold is Hold.FIXED:
        return False
    return (isinstance(body.piece, Token) and touching <= DEGRADED.max_contacts_for_token_substeps) or (
        isinstance(body.piece, Die) and min_substeps([body.piece]) > 1
    )


def _simplify_shapes(world: World, free: Iterable[Body]) -> None:
    """Change rounded dice to their simpler shape. That of towers has up to 35 contacts each, and takes 1 ms to make."""
    for body in free:
        if body.has_tower_shape and isinstance(body.piece, Die):
            velocity, spin = world.velocity(body.number)
            number = add(world, replace(body.piece, pose=body.pose), Hold.FREE, thrown=True).number
            world.retire(body.number)
            world.set_velocity(number, velocity, spin)
            body.number, body.has_tower_shape = number, False


@dataclass(frozen=True, slots=True)
class BudgetSettings:
    """Costs of the engine's work, and the budget of an act. The costs were measured with this program."""

    exact_cube_cost: float = 4.6e-6
    """Cost of a step under Dantzig by the cube of an island's contacts (ms).

    Measured from 20 to 120 contacts in towers of 5 to 30 dice: 4.2 to 5.5e-6.
    """
    contact_cost: float = 2.5e-3
    """Further cost of a contact in each step (ms)."""
    contact_iteration_cost: float = 1.6e-4
    """Cost of a contact in each iteration of the impulses (ms).

    300 dice with 1180 contacts took 14 ms at 50 iterations and 5 ms at 10.
    """
    body_pair_cost: float = 7.4e-6
    """Cost of a step by the square of the number of bodies, asleep or not, since each is compared with each (ms).
    Fitted to 1300 steps of crowded acts with 20 to 370 bodies; 370 immovable bodies took 0.7 to 1 ms.

    Fitted to 1300 steps of crowded acts with 20 to 370 bodies. 370 immovable bodies took 0.7 to 1 ms.
    """
    look_cost: float = 3e-3
    """Cost of looking at a body (ms a tick)."""
    contacts_per_die: int = 4
    """Contacts of a die in a tower. In a pile there are hardly more: 4.5 among 48 dice."""
    contact_listing_cost: float = 100.0
    """Cost up to which contacts are not listed, because that takes time (ms)."""
    exact_budget: float = 500.0
    """Cost of an act under Dantzig, including the expected cost, above which it is degraded (ms)."""
    impulse_budget: float = 800.0
    """Cost of an act under impulses above which it is degraded (ms). Under impulses all is at rest soon."""
    forecast_ticks: int = 50
    """Ticks for which the current cost is expected to continue. A tower of 28 stands still 48 ticks after a die is put
    on it.
    """
    tolerable_tick_cost: float = 1.0
    """Cost of a tick up to which no act is degraded (ms). A tower of 13 under Dantzig costs 0.8 and must stand for a
    minute. In degraded mode it would fall.

    A tower of 13 under Dantzig costs 0.8 and has to stand for a minute. In degraded mode it would fall.
    """
    late_act_cost: float = 800.0
    """Cost of an act from which `tolerable_late` applies, unless a hand is still moving (ms)."""
    tolerable_late_tick_cost: float = 0.3
    """Cost of a tick up to which a late act is not degraded (ms): 0.6 s in the eight seconds until the time limit. It
    does not apply to a carry, which would lose its tower.

    It is not applied to a carry, which would lose what it carries.
    """


BUDGET: Final = BudgetSettings()
"""The settings in use."""

BUDGETS: Final = {Solver.DANTZIG: BUDGET.exact_budget, Solver.IMPULSES: BUDGET.impulse_budget}
"""Budget of an act by solver (ms)."""


class CostBudget:
    """The cost of an act so far, and its degraded mode once the cost is too high."""

    def __init__(self, world: World, *, sleeping: bool) -> None:
        """Begin an act.

        Args:
            world: The world of the act.
            sleeping: Whether bodies at rest may sleep.
        """
        self.degraded: DegradedMode | None = None
        """None while the act goes on as it began, or under the solver that a drop has changed to."""
        self._world = world
        self._sleeping = sleeping
        self.spare_carried_towers = False
        """True if nothing is counted while nothing moves but a tower that is carried and stands.

        A person's hand may take half a minute for a tower of 20, which would fall in degraded mode.
        """
        self._seen = 0
        """Tick of the last look."""
        self._spent = 0.0
        """Cost of the act so far (ms)."""

    def foresee(self, free: Sequence[Body], towers: Sequence[LiveTower]) -> None:
        """Begin degraded mode if new bodies cost too much under Dantzig. The next look may be seconds later. Under
        Dantzig new bodies are awake until they have stood still.

        Under Dantzig new bodies are awake until they have stood still.
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
        """Record that the engine was not needed until this tick."""
        self._seen = tick

    def look(self, free: Sequence[Body], held: Sequence[Body], towers: Collection[LiveTower], tick: int) -> None:
        """Add the cost of the ticks since the last look, and begin degraded mode if it is too high.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
            towers: Towers whose dice are in the engine.
            tick: Tick of this look.
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
        # A tolerable cost is not counted more closely.
        tolerable = BUDGET.tolerable_tick_cost if patient else BUDGET.tolerable_late_tick_cost
        if at_most <= tolerable or self._spent + ticks * at_most <= BUDGET.contact_listing_cost:
            self._spent += ticks * at_most
            return
        awake = [body for body in free if not body.asleep]
        touching = [(one, other) for one, other, _ in self._world.contacts()]
        counts = contact_counts(awake, touching)
        groups = islands(awake, overlapping_boxes(awake)) if self._world.solver is Solver.DANTZIG else [awake]
        step = sum(self._step_cost(sum(counts[body.number] for body in those)) for those in groups)
        rate = self._tick_cost(step, len(free))
        self._spent += ticks * rate
        late = not patient and self._spent > BUDGET.late_act_cost and rate > BUDGET.tolerable_late_tick_cost
        if late or self._too_much(rate, BUDGET.forecast_ticks):
            self._degrade(free, towers)

    def _tick_cost(self, step: float, looked_at: int) -> float:
        """Return the cost of a tick (ms), from that of a step's contacts (ms) and the number of bodies looked at."""
        world = self._world
        count = world.body_count
        return world.substeps * (step + BUDGET.body_pair_cost * (count * count)) + BUDGET.look_cost * looked_at

    def _step_cost(self, contacts: int) -> float:
        """Return the cost of a step (ms) for one island with so many contacts."""
        if self._world.solver is Solver.DANTZIG:
            return BUDGET.exact_cube_cost * (contacts * contacts * contacts) + BUDGET.contact_cost * contacts
        return (BUDGET.contact_cost + BUDGET.contact_iteration_cost * self._world.iterations) * contacts

    def _too_much(self, rate: float, ahead: int) -> bool:
        """Return whether an act is degraded that costs `rate` ms a tick, for `ahead` more ticks."""
        return rate > BUDGET.tolerable_tick_cost and self._spent + ahead * rate > BUDGETS[self._world.solver]

    def _degrade(self, free: Sequence[Body], towers: Iterable[LiveTower]) -> None:
        """Begin degraded mode, with towers and models at rest asleep."""
        self.degraded = DegradedMode(self._world, free, self._seen)
        mark_awake(free)
        if self._sleeping:
            for tower in towers:  # they would creep
                stays_awake = tower.fell or tower.carried or tower.near_hand
                if not stays_awake and (tower.rest.ticks >= REST.rest_ticks or not tower.moves()):
                    tower.rest.begin(REST.rest_ticks)
                    for body in tower.dice:
                        put_to_sleep(self._world, body)
            for body in free:  # one that stands beside a tower would keep that awake
                if isinstance(body.piece, Model) and self._stands_still(body):
                    put_to_sleep(self._world, body)
            self._world.fall_asleep()

    def _stands_still(self, body: Body) -> bool:
        """Return whether a body has been at rest for long enough, and is slow."""
        since = body.motion.since(AT_REST)
        quiet = 0 if since is None else self._seen - since + LOOK_INTERVAL
        return quiet >= REST.rest_ticks and body.speed <= REST.speed and body.spin <= REST.spin


def _only_carried_awake(free: Sequence[Body], towers: Iterable[LiveTower]) -> bool:
    """Return whether nothing is awake but towers that are carried and stand."""
    carried = {body.number for tower in towers if tower.carried and not tower.fell for body in tower.dice}
    return all(body.asleep or body.number in carried for body in free)
