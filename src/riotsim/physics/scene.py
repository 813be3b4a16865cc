"""The scene of one act: the bodies in the engine, what wakes, what falls, and when all is at rest."""

import math
from collections.abc import Callable, Generator

from riotsim.physics import bodies as make
from riotsim.physics.awake import Asleep, Bounds, Loose, Sleeper
from riotsim.physics.bodies import SLACK, Body, Hold, may_reach
from riotsim.physics.edge import crossing_of_edge, over_table, reaches_over, walls_of
from riotsim.physics.effort import Effort
from riotsim.physics.free_spin import FreeSpins
from riotsim.physics.live_towers import LiveTower, nestled
from riotsim.physics.materials import LEAST_BOUNCES, RIM, least_bounce, table_top
from riotsim.physics.rest import LOOK_EVERY, REST_RUN, REST_SPEED, REST_SPIN, Rest
from riotsim.physics.steps import CROWD_STEPS, HURLED, longest_step, longest_step_each
from riotsim.physics.world import GRAVITY, TICK, Solver, World
from riotsim.table.acts import Fact, Frame, LeftTable, TowerFell
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Pose, Vector, angle_between
from riotsim.table.state import Table

TABLE_THICKNESS = 200.0
"""Of the slab (mm): thick enough that nothing falls through."""

RUNAWAY = 10000.0
"""Nothing on a table gets faster than this of itself (mm/s): a fall of 5 m."""

FARTHEST = 1e6
"""Nothing on or off a table is farther from it than this (mm)."""


class Diverged(RuntimeError):
    """The engine lost its footing: a body is nowhere, or infinitely fast."""


class Scene:
    """A table's moving part. Use it in a `with` statement: it owns an engine world."""

    def __init__(
        self,
        table: Table,
        solver: Solver = Solver.DANTZIG,
        *,
        skip: tuple[PieceId, ...] = (),
        loose: Loose = Loose.LIVE,
        free_models: bool = False,
        lull: bool = True,
    ) -> None:
        """Open a world. What is at rest sleeps in it until it is touched, or a hand comes near, if `lull`."""
        self.table = table
        self.bodies: dict[PieceId, Body] = {}
        self.free: list[Body] = []
        self.held: list[Body] = []
        self.towers: dict[str, LiveTower] = {}
        self.thrown: list[Body] = []
        self.strays: list[Body] = []
        """Models that were pushed off the table."""
        self.dropped: list[Body] = []
        self.exact = True
        """Whether a drop that wakes a tower goes over to the exact solver."""
        self.facts: list[Fact] = []
        self.tick = 0
        self.runaway = RUNAWAY
        """What is faster than this has gone wrong (mm/s)."""
        self.cut_short = False
        self.asleep = Asleep(table, frozenset(skip), loose, free_models)
        self._lull = lull
        self._rest = Rest()
        self._fastest = 0.0
        """The speed of the fastest free body when it was seen last (mm/s)."""
        self._longest: float | None = None
        """How far they may move in one step (mm); None if that has to be found out."""
        self._alert_until = -1
        self._room = 0.0
        """How far the nearest thing that sleeps is at the least (mm): until then nobody needs to look."""
        self.world = World(solver)
        self._spins = FreeSpins(self.world)
        self._effort = Effort(self.world, lull=lull)
        try:
            slab = self.world.shapes.box(table.width, table.depth, TABLE_THICKNESS)
            middle = Pose((table.width / 2, table.depth / 2, -TABLE_THICKNESS / 2))
            self._slab = self.world.add(slab, middle, table_top(table.surface))
            if (speed := least_bounce(table.surface)) != LEAST_BOUNCES[0][1]:
                self.world.bounce_from(speed)
            for size, at in walls_of(table):
                self.world.add(self.world.shapes.box(*size), Pose(at), RIM)
        except BaseException:
            self.world.close()
            raise

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, Diverged):
            self.world.spoil()
        self.world.close()

    def enter(self, piece: Piece, hold: Hold, *, thrown: bool = False) -> Body:
        """Put one piece into the engine; what is `thrown` stands in no tower while the act lasts."""
        body = make.add(self.world, piece, hold, thrown=thrown)
        self.bodies[piece.id] = body
        if hold is Hold.FREE:
            self.free.append(body)
            self._spins.enter(body)
        elif hold is Hold.HAND:
            self.held.append(body)
        self._rest.stir()
        self._room = 0.0
        self._longest = None
        return body

    def top_in(self, bounds: Bounds) -> float:
        """Give the height of the highest thing in a box (mm), of all that isn't in the engine and of the rim."""
        top = self.asleep.top_in(bounds)
        return max(top, self.table.walls) if reaches_over(self.table, bounds) else top

    def stand(self, name: str, dice: tuple[PieceId, ...], *, carried: bool = False) -> LiveTower:
        """Watch dice that are in the engine as a tower, from the bottom up."""
        those = [self.bodies[die] for die in dice]
        foot = those[0].at
        tower = LiveTower(name, those, self.table.level_at((foot[0], foot[1])), carried=carried)
        self.towers[name] = tower
        if self._effort.haste is not None:
            return tower
        if self.dropped and self.exact:
            self.world.solve_exactly()
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
        fastest = max((body.speed + body.high[2] * body.spin for body in self.held + self.free), default=0.0)
        time = horizon * TICK
        return SLACK + (fastest + GRAVITY * time) * time

    def _rouse(self, sleepers: list[Sleeper]) -> list[Body]:
        holds: dict[PieceId, tuple[Piece, Hold]] = {}
        for sleeper in sleepers:
            pieces = self._entering(sleeper)
            holds.update((piece.id, (piece, sleeper.hold)) for piece in pieces)
        hasty = self._effort.haste is not None
        woken = [self.enter(*holds[name], thrown=hasty) for name in sorted(holds)]
        for sleeper in sorted(sleepers, key=lambda s: s.name):
            if sleeper.is_tower:
                tower = self.stand(sleeper.name, tuple(piece.id for piece in sleeper.pieces))
                tower.near_hand = self._hand_near(tower)
                # Under impulses a tower creeps.
                if self._lull and self.world.solver is not Solver.DANTZIG and not tower.near_hand:
                    tower.quiet = REST_RUN
                    for body in tower.dice:
                        self.world.lull(body.number)
        if not hasty:
            self._effort.foresee(self.free, tuple(self.towers.values()))
        elif self._lull and any(sleeper.is_tower for sleeper in sleepers):
            self.world.doze()
        return [body for body in woken if body.hold is Hold.FREE]

    def _entering(self, sleeper: Sleeper) -> tuple[Piece, ...]:
        if not sleeper.is_tower:
            return sleeper.pieces
        return nestled(self.table, tuple(piece for piece in sleeper.pieces if isinstance(piece, Die)))

    def run(self, limit: int, every: int, drive: Callable[[int], bool] | None = None) -> Generator[Frame, None, None]:
        """Go on until all is at rest, or the clock shows `limit` ticks.

        Before each tick `drive` moves the hand and says whether it is still at work.
        """
        self._watch()
        busy = True
        while self.tick < limit:
            busy = drive(self.tick) if drive is not None else False
            ticks = self._until_next(limit, every) if drive is None else 1
            self._spins.step(ticks)
            self.tick += ticks
            if every and self.tick % every == 0:
                yield self.frame()
            if self.tick % LOOK_EVERY == 0:
                self.look()
                if not busy and self._rest.reached(self.tick, self.free, self.thrown + self.dropped):
                    return
                if self._effort.haste is not None and self._effort.haste.over(self.free, self.held):
                    return
            elif self.tick <= self._alert_until:
                self._read()
                self.wake(1)
        self.cut_short = True

    def _until_next(self, limit: int, every: int) -> int:
        """How many ticks the engine may go on by itself: until somebody looks, or a frame is due."""
        if self.tick < self._alert_until:
            return 1
        ticks = min(limit - self.tick, LOOK_EVERY - self.tick % LOOK_EVERY)
        return min(ticks, every - self.tick % every) if every else ticks

    def frame(self) -> Frame:
        """Give where the moving pieces are now."""
        poses = {}
        for body in self.held + self.free:
            at, turn = self.world.pose(body.number)
            poses[body.piece.id] = Pose(at, turn)
        return Frame(self.tick, poses)

    def look(self) -> None:
        """See where all is, and note what fell, left the table or has been reached."""
        before = self._read()
        if self.towers:
            self._note_falls()
            if self._lull:
                self._lull_towers()
        beyond = [
            k for k, body in enumerate(self.free) if body.crossed is not None or not over_table(self.table, body.at)
        ]
        for body in [self.free[k] for k in beyond if self._left(self.free[k], before[k])]:
            self._drop_out(body)
        self._effort.look(self.free, self.held, tuple(self.towers.values()), self.tick)
        for body in self.free:
            if body.hold is Hold.FIXED:  # since it came to rest in haste
                self._spins.leave(body)
        self._watch()

    def _watch(self) -> None:
        """Suit the steps to what is fast, and look at each tick if something may be reached before the next look."""
        if self._longest is None:
            self._fastest = max((body.speed for body in self.free), default=0.0)
            self._longest = longest_step(self.free)
        longest = self._longest
        if self._effort.haste is not None:
            longest = longest_step_each(self._loose(), self._fastest + GRAVITY * LOOK_EVERY * TICK)
        self.world.heed(self._fastest, LOOK_EVERY, longest)
        if self._room == math.inf:  # nothing sleeps
            return
        margin = self._margin(LOOK_EVERY)
        if self.held or self._room <= margin:
            self._room = self.asleep.room(self.held + self._loose())
        if self._room <= margin and self._effort.haste is not None:
            self.wake(LOOK_EVERY)
        elif self._room <= margin:
            self._alert_until = self.tick + LOOK_EVERY
            self.wake(1)

    def _read(self) -> list[Vector]:
        """See where all is and how fast; gives where all was before (mm)."""
        before = [body.at for body in self.free]
        see, fastest, farthest = self.world.see, 0.0, 0.0
        for body in self._loose():
            at, turn, body.speed, body.spin = see(body.number)
            if turn != body.turn:
                body.turned += angle_between(body.turn, turn)
            farthest = max(farthest, math.dist(body.at, at))
            body.at, body.turn = at, turn
            fastest = max(fastest, body.speed)
            if body.speed > body.fastest:
                body.fastest = body.speed
                if body.speed > HURLED:
                    self._longest = None
            if not (abs(at[0]) + abs(at[1]) + abs(at[2]) < FARTHEST and body.speed < self.runaway):
                raise Diverged(
                    f"the physics lost {body.piece.id} after {self.tick} ticks; "
                    "pieces that overlap when an act begins do that: move them apart"
                )
        self._fastest = fastest
        self._room -= farthest
        return before

    def _note_falls(self) -> None:
        for name in sorted(self.towers):
            tower = self.towers[name]
            if not tower.fell and tower.moves(REST_SPEED, REST_SPIN) and not tower.stands():
                tower.fell = True
                self.facts.append(TowerFell(name, self.tick))

    def _lull_towers(self) -> None:
        """Put a tower that was touched back to rest once it stands still, and rouse it when a hand comes near."""
        for tower in self.towers.values():
            if tower.fell or tower.carried:
                continue
            tower.near_hand = self._hand_near(tower)
            if tower.near_hand and tower.quiet >= REST_RUN:
                for body in tower.dice:
                    self.world.rouse(body.number)
            if tower.near_hand or tower.moves(REST_SPEED, REST_SPIN):
                tower.quiet = 0
            elif tower.quiet < REST_RUN:
                tower.quiet += LOOK_EVERY
                if tower.quiet >= REST_RUN:
                    for body in tower.dice:
                        self.world.lull(body.number)

    def _hand_near(self, tower: LiveTower) -> bool:
        """Whether something that a hand moves may reach a tower before the next look: its touch wakes nobody."""
        return any(may_reach(hand, body, LOOK_EVERY * TICK) for hand in self.held for body in tower.dice)

    def _left(self, body: Body, before: Vector) -> bool:
        """Whether a body has fallen beside the table; notes where it crosses the edge."""
        if over_table(self.table, body.at):
            body.crossed = None
            return False
        if body.crossed is None:
            body.crossed = crossing_of_edge(self.table, before, body.at)
        return body.at[2] < 0.0

    def _drop_out(self, body: Body) -> None:
        self.world.remove(body.number)
        self.free.remove(body)
        del self.bodies[body.piece.id]
        self._longest = None
        self._spins.leave(body)
        if isinstance(body.piece, Model):
            self.strays.append(body)
        elif isinstance(body.piece, Die | Token) and body.crossed is not None:
            self.facts.append(LeftTable(body.piece.id, self.tick, body.crossed))
