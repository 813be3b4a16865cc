"""The pieces of one act that are in the engine, and those that enter before something reaches them."""

import math
from collections.abc import Sequence
from typing import Final

from riotsim.physics.bodies import body as make
from riotsim.physics.bodies.body import SLACK, Body, Hold
from riotsim.physics.bodies.free_spin import FreeSpins
from riotsim.physics.bodies.live_towers import LiveTower, pressed_together
from riotsim.physics.bodies.motion import AT_REST, LOOK_EVERY, REST
from riotsim.physics.bodies.substeps import SUBSTEPS
from riotsim.physics.budget import CostBudget
from riotsim.physics.engine.world import GRAVITY, TICK, Solver, World
from riotsim.physics.rest import RestDetector, hand_near, note_awake, put_to_sleep
from riotsim.physics.scene.broad_phase import Dormant, DormantPiece, Loose
from riotsim.physics.scene.ground import add_ground, reaches_over
from riotsim.table.pieces import Die, Model, Piece, PieceId
from riotsim.table.poses import Bounds, Vector
from riotsim.table.state import Table

NEVER: Final = -1
"""A tick that does not come."""


class BodyRegistry:
    """All pieces that may move while an act lasts: those in the engine, and the dormant ones."""

    def __init__(
        self,
        table: Table,
        solver: Solver,
        *,
        skip: tuple[PieceId, ...],
        loose: Loose,
        free_models: bool,
        sleeping: bool,
    ) -> None:
        """Open a world with the table's top and walls in it. `Scene` has the arguments."""
        self.table = table
        self.bodies: dict[PieceId, Body] = {}
        """Every piece in the engine by its name."""
        self.free: list[Body] = []
        """Bodies that move by themselves."""
        self.held: list[Body] = []
        """Bodies that a hand moves."""
        self.attached: list[Body] = []
        """Bodies that move with a hand as one and are parked in the engine meanwhile."""
        self.towers: dict[str, LiveTower] = {}
        """Towers whose dice are in the engine."""
        self.thrown: list[Body] = []
        """Dice that the act throws."""
        self.dropped: list[Body] = []
        """Tokens that the act drops."""
        self.exact = True
        """True if a drop that reaches a tower changes to the exact solver."""
        self.tick = 0
        """The act's clock."""
        self.dormant = Dormant(table, frozenset(skip), loose, free_models)
        self._sleeping = sleeping
        self._rest = RestDetector()
        self._tick_by_tick = False
        """True if the engine is called for one tick at a time until the next look."""
        self._undisturbed = False
        """True if nothing can wake a sleeping body until the next look."""
        self._longest_step: float | None = None
        """Distance that free bodies may move in one step (mm); None if it has to be computed."""
        self._activate_at = NEVER
        """Tick before the next look at which dormant pieces may be reached."""
        self._distance = 0.0
        """Lower bound of the distance to the nearest dormant piece (mm)."""
        self.world = World(solver)
        self._free_spins = FreeSpins(self.world)
        self._budget = CostBudget(self.world, sleeping=sleeping)
        try:
            self.ground = add_ground(self.world, table)
            """Names of the table's own bodies for listeners, by the engine's numbers."""
        except BaseException:
            self.world.close()
            raise

    def enter(self, piece: Piece, hold: Hold, *, thrown: bool = False) -> Body:
        """Put one piece into the engine. See `enter_all`."""
        return self.enter_all([(piece, hold)], thrown=thrown)[0]

    def enter_all(self, those: Sequence[tuple[Piece, Hold]], *, thrown: bool = False) -> list[Body]:
        """Put pieces into the engine in this order, which is quicker than one at a time.

        Args:
            those: Each piece with the cause of its motion.
            thrown: Whether the pieces stand in no tower while the act lasts.
        """
        entered = make.add_all(self.world, those, thrown=thrown)
        for body in entered:
            self.bodies[body.piece.id] = body
            if body.hold is Hold.FREE:
                self.free.append(body)
                self._free_spins.enter(body)
            elif body.hold is Hold.HAND:
                self.held.append(body)
        self._note_change()
        return entered

    def attach(self, bodies: Sequence[Body]) -> None:
        """Park free bodies that move with a hand as one. Whoever attaches them updates their place."""
        self.attached = list(bodies)
        taken = {body.number for body in bodies}
        self.free = [body for body in self.free if body.number not in taken]
        for body in bodies:
            self.world.park(body.number)
        self._note_change()

    def detach(self, velocity: Vector) -> None:
        """Make the attached bodies free again where they are, with this velocity (mm/s)."""
        for body in self.attached:
            self.world.set_state(body.number, body.at, body.turn, velocity)
            body.previous_at = body.looked_at = body.at
            body.speed, body.spin = math.hypot(*velocity), 0.0
            body.motion.forget(AT_REST)
        self.free = sorted(self.free + self.attached, key=lambda body: body.number)
        self.attached = []
        self._note_change()

    def _note_change(self) -> None:
        """Drop what was computed for another set of free bodies."""
        self._rest.restart()
        self._distance = 0.0
        self._longest_step = None
        self._undisturbed = False

    def top_in(self, bounds: Bounds) -> float:
        """Return the height of the highest dormant piece or wall in a box (mm); 0 if there is none."""
        top = self.dormant.top_in(bounds)
        return max(top, self.table.walls) if reaches_over(self.table, bounds) else top

    def add_tower(self, name: str, dice: tuple[PieceId, ...], *, carried: bool = False) -> LiveTower:
        """Register dice that are in the engine as a tower.

        Args:
            name: Name of the tower.
            dice: Its dice from the bottom up.
            carried: Whether a hand carries it.
        """
        those = [self.bodies[die] for die in dice]
        foot = those[0]
        assert isinstance(foot.piece, Die), "towers are of dice"
        level = self.table.level_under(foot.piece.moved_to(foot.pose))
        tower = LiveTower(name, those, level, carried=carried)
        self.towers[name] = tower
        if self._budget.degraded is not None:
            return tower
        if self.dropped and self.exact:
            self.world.use_exact_solver()
            note_awake(self.free)
        elif self.world.solver is not Solver.DANTZIG:
            self.world.set_least_substeps(SUBSTEPS.tower_substeps)
        return tower

    def activate(self, horizon: int) -> None:
        """Put all dormant pieces into the engine that a moving body may reach in `horizon` ticks.

        Those that they may reach in turn enter too.
        """
        moving = self.held + self._movable()
        while moving:
            reached = self.dormant.take(moving, self._margin(horizon))
            moving = self._activate_pieces(reached)

    def _movable(self) -> list[Body]:
        """Return the free bodies that have not become immovable in degraded mode."""
        if self._budget.degraded is None:
            return self.free
        return [body for body in self.free if body.hold is Hold.FREE]

    def _margin(self, horizon: int) -> float:
        """Return how far any moving body may come in `horizon` ticks (mm)."""
        return distance_in(self._highest_speed(), horizon)

    def _highest_speed(self) -> float:
        """Return the speed of the fastest corner of a moving body (mm/s)."""
        fastest = 0.0
        for bodies in (self.held, self.free):
            for body in bodies:
                corner = body.speed + body.high[2] * body.spin
                if corner > fastest:
                    fastest = corner
        return fastest

    def _activate_pieces(self, dormant: list[DormantPiece]) -> list[Body]:
        """Put dormant pieces into the engine, and return the bodies of those that may move."""
        holds: dict[PieceId, tuple[Piece, Hold]] = {}
        for one in dormant:
            pieces = self._entering(one)
            holds.update((piece.id, (piece, one.hold)) for piece in pieces)
        degraded = self._budget.degraded is not None
        entered = self.enter_all([holds[name] for name in sorted(holds)], thrown=degraded)
        fall_asleep = False
        for one in sorted(dormant, key=lambda s: s.name):
            if one.is_tower:
                tower = self.add_tower(one.name, tuple(piece.id for piece in one.pieces))
                tower.near_hand = hand_near(self.held, tower)
                # Under impulses a tower creeps.
                if self._sleeping and self.world.solver is not Solver.DANTZIG and not tower.near_hand:
                    tower.rest.begin(REST.run)
                    fall_asleep = True
                    for body in tower.dice:
                        put_to_sleep(self.world, body)
        if self._sleeping and self.world.solver is not Solver.DANTZIG:
            for body in entered:  # one that stands beside a tower would keep that awake
                if body.hold is Hold.FREE and isinstance(body.piece, Model):
                    fall_asleep = True
                    put_to_sleep(self.world, body)
        if fall_asleep:
            self.world.fall_asleep()
            self._tick_by_tick = True  # until the next look finds what may wake it
        if not degraded:
            self._budget.foresee(self.free, tuple(self.towers.values()))
        return [body for body in entered if body.hold is Hold.FREE]

    def _entering(self, dormant: DormantPiece) -> tuple[Piece, ...]:
        """Return the pieces that enter for a dormant one, the dice of a tower pressed together."""
        if not dormant.is_tower:
            return dormant.pieces
        return pressed_together(self.table, tuple(piece for piece in dormant.pieces if isinstance(piece, Die)))

    def _activate_near(self) -> None:
        """Put into the engine what may be reached before it is checked again, and set when to check before a look."""
        self._activate_at = NEVER
        if self._distance == math.inf:  # nothing is dormant
            return
        speed = self._highest_speed()
        if self.held or self._distance <= distance_in(speed, LOOK_EVERY):
            self._distance = self.dormant.distance(self.held + self._movable())
        if self._budget.degraded is not None:
            if self._distance <= distance_in(speed, LOOK_EVERY):
                self.activate(LOOK_EVERY)
            return
        if self._distance <= distance_in(speed, 1):
            self.activate(1)
            self._distance, speed = self.dormant.distance(self.held + self.free), self._highest_speed()
        if self._distance <= distance_in(speed, LOOK_EVERY):
            far = (ticks for ticks in range(LOOK_EVERY - 1, 1, -1) if self._distance > distance_in(speed, ticks))
            self._activate_at = self.tick + next(far, 1)


def distance_in(speed: float, ticks: int) -> float:
    """Return an upper bound of the way (mm) of a body of this speed (mm/s) in so many ticks."""
    time = ticks * TICK
    return SLACK + (speed + GRAVITY * time) * time
