"""The pieces of one act that are in the engine, and those that come in before something reaches them."""

import math
from collections.abc import Sequence

from riotsim.physics.bodies import body as make
from riotsim.physics.bodies.body import SLACK, Body, Hold
from riotsim.physics.bodies.free_spin import FreeSpins
from riotsim.physics.bodies.live_towers import LiveTower, nestled
from riotsim.physics.bodies.motion import LOOK_EVERY, REST_RUN
from riotsim.physics.bodies.substeps import CROWD_STEPS
from riotsim.physics.budget.cost import CostBudget
from riotsim.physics.engine.materials import LEAST_BOUNCES, RIM, least_bounce, table_top
from riotsim.physics.engine.world import GRAVITY, TICK, Solver, World
from riotsim.physics.rest.detector import Rest
from riotsim.physics.rest.sleep import awake_again, hand_near, lull
from riotsim.physics.scene.broad_phase import Dormant, DormantPiece, Loose
from riotsim.physics.scene.edge import reaches_over, walls_of
from riotsim.table.impacts import TABLE, WALL, Hit
from riotsim.table.pieces import Die, Model, Piece, PieceId
from riotsim.table.poses import Bounds, Pose, Vector
from riotsim.table.state import Table

TABLE_THICKNESS = 200.0
"""Of the slab (mm): thick enough that nothing falls through."""

NEVER = -1
"""A tick that doesn't come."""


class BodyRegistry:
    """All that may move on a table while an act lasts: what is in the engine, and what still sleeps."""

    def __init__(
        self,
        table: Table,
        solver: Solver,
        *,
        skip: tuple[PieceId, ...],
        loose: Loose,
        free_models: bool,
        lull: bool,
    ) -> None:
        """Open a world with the table's top and walls in it; see `Scene`."""
        self.table = table
        self.bodies: dict[PieceId, Body] = {}
        self.free: list[Body] = []
        self.held: list[Body] = []
        self.led: list[Body] = []
        """What goes along with a hand as one, and isn't in the engine while it does."""
        self.towers: dict[str, LiveTower] = {}
        self.thrown: list[Body] = []
        self.dropped: list[Body] = []
        self.exact = True
        """Whether a drop that wakes a tower goes over to the exact solver."""
        self.tick = 0
        self.asleep = Dormant(table, frozenset(skip), loose, free_models)
        self._lull = lull
        self._rest = Rest()
        self._tick_by_tick = False
        """Whether the engine is asked for one tick at a time until the next look."""
        self._undisturbed = False
        """Whether nothing can wake what sleeps in the engine until then."""
        self._longest: float | None = None
        """How far free bodies may move in one step (mm); None if that has to be found out."""
        self._watch_at = NEVER
        """When somebody has to see whether something that sleeps is reached, if that is before the next look."""
        self._room = 0.0
        """How far the nearest thing that sleeps is at the least (mm): until then nobody needs to look."""
        self.world = World(solver)
        self._spins = FreeSpins(self.world)
        self._effort = CostBudget(self.world, lull=lull)
        self.ground: dict[int, Hit] = {}
        """What the table's own bodies are to whoever listens, by the engine's numbers."""
        try:
            slab = self.world.shapes.box(table.width, table.depth, TABLE_THICKNESS)
            middle = Pose((table.width / 2, table.depth / 2, -TABLE_THICKNESS / 2))
            self.ground[self.world.add(slab, middle, table_top(table.surface))] = TABLE
            if (speed := least_bounce(table.surface)) != LEAST_BOUNCES[0][1]:
                self.world.bounce_from(speed)
            for size, at in walls_of(table):
                self.ground[self.world.add(self.world.shapes.box(*size), Pose(at), RIM)] = WALL
        except BaseException:
            self.world.close()
            raise

    def enter(self, piece: Piece, hold: Hold, *, thrown: bool = False) -> Body:
        """Put one piece into the engine; what is `thrown` stands in no tower while the act lasts."""
        return self.enter_all([(piece, hold)], thrown=thrown)[0]

    def enter_all(self, those: Sequence[tuple[Piece, Hold]], *, thrown: bool = False) -> list[Body]:
        """Put pieces into the engine in this order, which takes less than one at a time."""
        entered = make.add_all(self.world, those, thrown=thrown)
        for body in entered:
            self.bodies[body.piece.id] = body
            if body.hold is Hold.FREE:
                self.free.append(body)
                self._spins.enter(body)
            elif body.hold is Hold.HAND:
                self.held.append(body)
        self._changed()
        return entered

    def lead(self, bodies: Sequence[Body]) -> None:
        """Take free bodies out of the engine while they go along with a hand as one; that puts them where they are."""
        self.led = list(bodies)
        taken = {body.number for body in bodies}
        self.free = [body for body in self.free if body.number not in taken]
        for body in bodies:
            self.world.set_aside(body.number)
        self._changed()

    def let_go(self, velocity: Vector) -> None:
        """Give what was led back to the engine where it is now, moving so (mm/s)."""
        for body in self.led:
            self.world.hold(body.number, body.at, body.turn, velocity)
            body.before = body.looked_at = body.at
            body.speed, body.spin = math.hypot(*velocity), 0.0
            body.still_since = None
        self.free = sorted(self.free + self.led, key=lambda body: body.number)
        self.led = []
        self._changed()

    def _changed(self) -> None:
        """See to all anew: what is free is no more what it was."""
        self._rest.stir()
        self._room = 0.0
        self._longest = None
        self._undisturbed = False

    def top_in(self, bounds: Bounds) -> float:
        """Give the height of the highest thing in a box (mm), of all that isn't in the engine and of the rim."""
        top = self.asleep.top_in(bounds)
        return max(top, self.table.walls) if reaches_over(self.table, bounds) else top

    def stand(self, name: str, dice: tuple[PieceId, ...], *, carried: bool = False) -> LiveTower:
        """Watch dice that are in the engine as a tower, from the bottom up."""
        those = [self.bodies[die] for die in dice]
        foot = those[0]
        assert isinstance(foot.piece, Die), "towers are of dice"
        level = self.table.level_under(foot.piece.moved_to(foot.pose))
        tower = LiveTower(name, those, level, carried=carried)
        self.towers[name] = tower
        if self._effort.haste is not None:
            return tower
        if self.dropped and self.exact:
            self.world.solve_exactly()
            awake_again(self.free)
        elif self.world.solver is not Solver.DANTZIG:
            self.world.divide_always(CROWD_STEPS)
        return tower

    def wake(self, horizon: int) -> None:
        """Bring in all that a moving body may reach in `horizon` ticks, and what that touches in turn."""
        moving = self.held + self._loose()
        while moving:
            woken = self.asleep.take(moving, self._margin(horizon))
            moving = self._rouse(woken)

    def _loose(self) -> list[Body]:
        """All that is free and does not stand fast since it came to rest in haste."""
        if self._effort.haste is None:
            return self.free
        return [body for body in self.free if body.hold is Hold.FREE]

    def _margin(self, horizon: int) -> float:
        return way_of(self._reach(), horizon)

    def _reach(self) -> float:
        """The speed of the fastest corner of a body that moves (mm/s)."""
        fastest = 0.0
        for bodies in (self.held, self.free):
            for body in bodies:
                corner = body.speed + body.high[2] * body.spin
                if corner > fastest:
                    fastest = corner
        return fastest

    def _rouse(self, sleepers: list[DormantPiece]) -> list[Body]:
        holds: dict[PieceId, tuple[Piece, Hold]] = {}
        for sleeper in sleepers:
            pieces = self._entering(sleeper)
            holds.update((piece.id, (piece, sleeper.hold)) for piece in pieces)
        hasty = self._effort.haste is not None
        woken = self.enter_all([holds[name] for name in sorted(holds)], thrown=hasty)
        dozes = False
        for sleeper in sorted(sleepers, key=lambda s: s.name):
            if sleeper.is_tower:
                tower = self.stand(sleeper.name, tuple(piece.id for piece in sleeper.pieces))
                tower.near_hand = hand_near(self.held, tower)
                # Under impulses a tower creeps.
                if self._lull and self.world.solver is not Solver.DANTZIG and not tower.near_hand:
                    tower.quiet = REST_RUN
                    dozes = True
                    for body in tower.dice:
                        lull(self.world, body)
        if self._lull and self.world.solver is not Solver.DANTZIG:
            for body in woken:  # one that stands beside a tower would keep that awake
                if body.hold is Hold.FREE and isinstance(body.piece, Model):
                    dozes = True
                    lull(self.world, body)
        if dozes:
            self.world.doze()
            self._tick_by_tick = True  # until the next look sees what may wake it
        if not hasty:
            self._effort.foresee(self.free, tuple(self.towers.values()))
        return [body for body in woken if body.hold is Hold.FREE]

    def _entering(self, sleeper: DormantPiece) -> tuple[Piece, ...]:
        if not sleeper.is_tower:
            return sleeper.pieces
        return nestled(self.table, tuple(piece for piece in sleeper.pieces if isinstance(piece, Die)))

    def _watch(self) -> None:
        """Bring in what may be reached before anybody looks again, and find out when somebody has to see to that."""
        self._watch_at = NEVER
        if self._room == math.inf:  # nothing sleeps
            return
        reach = self._reach()
        if self.held or self._room <= way_of(reach, LOOK_EVERY):
            self._room = self.asleep.room(self.held + self._loose())
        if self._effort.haste is not None:
            if self._room <= way_of(reach, LOOK_EVERY):
                self.wake(LOOK_EVERY)
            return
        if self._room <= way_of(reach, 1):
            self.wake(1)
            self._room, reach = self.asleep.room(self.held + self.free), self._reach()
        if self._room <= way_of(reach, LOOK_EVERY):
            far = (ticks for ticks in range(LOOK_EVERY - 1, 1, -1) if self._room > way_of(reach, ticks))
            self._watch_at = self.tick + next(far, 1)


def way_of(speed: float, ticks: int) -> float:
    """How far something so fast (mm/s) may come in so many ticks, generously (mm)."""
    time = ticks * TICK
    return SLACK + (speed + GRAVITY * time) * time
