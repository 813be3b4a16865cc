"""The scene of one act: the bodies in the engine, what wakes, what falls, and when all is at rest."""

import math
from collections.abc import Callable, Generator, Sequence
from operator import attrgetter

from riotsim.physics import bodies as make
from riotsim.physics.awake import Asleep, Loose, Sleeper
from riotsim.physics.bodies import SLACK, Body, Hold
from riotsim.physics.edge import crossing_of_edge, over_table, reaches_over, walls_of
from riotsim.physics.effort import Effort
from riotsim.physics.free_spin import FreeSpins
from riotsim.physics.heaps import Heaps
from riotsim.physics.impacts import Impacts
from riotsim.physics.live_towers import LiveTower, nestled
from riotsim.physics.lull import awake_again, hand_near, lull, lull_alone, lull_towers, may_be_woken
from riotsim.physics.materials import LEAST_BOUNCES, RIM, least_bounce, table_top
from riotsim.physics.rest import LOOK_EVERY, REST_RUN, REST_SPEED, REST_SPIN, Rest
from riotsim.physics.steps import (
    CROWD_STEPS,
    HEED_EVERY,
    HURLED,
    longest_step,
    longest_step_each,
    serve,
)
from riotsim.physics.world import GRAVITY, TICK, Solver, World
from riotsim.table.acts import Fact, Frame, LeftTable, TowerFell
from riotsim.table.impacts import TABLE, WALL, Hit
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Bounds, Pose
from riotsim.table.state import Table

TABLE_THICKNESS = 200.0
"""Of the slab (mm): thick enough that nothing falls through."""

RUNAWAY = 10000.0
"""Nothing on a table gets faster than this of itself (mm/s): a fall of 5 m."""

FARTHEST = 1e6
"""Nothing goes farther than this from one look to the next (mm)."""

NEVER = -1
"""A tick that doesn't come."""

HALF_A_LOOK = LOOK_EVERY * TICK / 2
"""Half the time between two looks (s)."""

_NUMBER = attrgetter("number")
"""Of a body: the engine's."""


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
        patient: bool = False,
        listen: bool = False,
    ) -> None:
        """Open a world. What is at rest sleeps in it until it is touched, or a hand comes near, if `lull`.

        If `patient`, it never goes on in haste while nothing moves but a tower that is carried and stands. If somebody
        is to `listen`, its frames tell what met.
        """
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
        self._at_work = False
        """Whether a hand is."""
        self._rest = Rest()
        self._tick_by_tick = False
        """Whether the engine is asked for one tick at a time until the next look."""
        self._fastest = 0.0
        """The speed of the fastest free body when it was seen last (mm/s)."""
        self._longest: float | None = None
        """How far they may move in one step (mm); None if that has to be found out."""
        self._heed_at = NEVER
        """When somebody has to see how fast all is, if that is before the next look."""
        self._watch_at = NEVER
        """When somebody has to see whether something that sleeps is reached, if that is before the next look."""
        self._room = 0.0
        """How far the nearest thing that sleeps is at the least (mm): until then nobody needs to look."""
        self.world = World(solver)
        self._spins = FreeSpins(self.world)
        self._effort = Effort(self.world, lull=lull)
        self._effort.patient = patient
        self._heaps = Heaps(self.world)
        try:
            slab = self.world.shapes.box(table.width, table.depth, TABLE_THICKNESS)
            middle = Pose((table.width / 2, table.depth / 2, -TABLE_THICKNESS / 2))
            self._slab = self.world.add(slab, middle, table_top(table.surface))
            if (speed := least_bounce(table.surface)) != LEAST_BOUNCES[0][1]:
                self.world.bounce_from(speed)
            ground: dict[int, Hit] = {self._slab: TABLE}
            for size, at in walls_of(table):
                ground[self.world.add(self.world.shapes.box(*size), Pose(at), RIM)] = WALL
            self._impacts = Impacts(self.world, ground) if listen else None
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
        self._rest.stir()
        self._room = 0.0
        self._longest = None
        return entered

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
        return _way(self._reach(), horizon)

    def _reach(self) -> float:
        """The speed of the fastest corner of a body that moves (mm/s)."""
        return max((body.speed + body.high[2] * body.spin for body in self.held + self.free), default=0.0)

    def _rouse(self, sleepers: list[Sleeper]) -> list[Body]:
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

    def _entering(self, sleeper: Sleeper) -> tuple[Piece, ...]:
        if not sleeper.is_tower:
            return sleeper.pieces
        return nestled(self.table, tuple(piece for piece in sleeper.pieces if isinstance(piece, Die)))

    def skip(self, tick: int) -> None:
        """Put the clock on: what moved meanwhile needed no engine."""
        self._effort.skip(tick)
        self.tick = tick

    def run(
        self,
        limit: int,
        every: int,
        drive: Callable[[int], bool] | None = None,
        until: Callable[[], bool] | None = None,
    ) -> Generator[Frame, None, None]:
        """Go on until all is at rest, or the clock shows `limit` ticks, or `until` says so after a look.

        Before each tick `drive` moves the hand and says whether it is still at work.
        """
        self.cut_short = False
        for body in self.free:
            body.spin_before, body.fastest = body.spin, max(body.fastest, body.speed)
        self._suit_steps()
        self._watch()
        self._beware()
        while self.tick < limit:
            self._at_work = busy = drive(self.tick) if drive is not None else False
            ticks = 1 if busy else self._until_next(limit, every)
            if self._impacts is None:
                self._spins.step(ticks)
                self.tick += ticks
            else:
                self._listen(self._impacts)
            if every and self.tick % every == 0:
                yield self.frame()
            if not self.attend():
                continue
            if not busy and self._rest.reached(self.tick, self.free, self.thrown + self.dropped):
                return
            if self._effort.haste is not None and self._effort.haste.over(self.free, self.held):
                return
            if until is not None and until():
                return
            if self._lull and not busy and self.as_begun:
                lull_alone(self.world, self.tick, self.free, self.held)
            self._beware()
        self.cut_short = True

    def attend(self) -> bool:
        """See to what is due at this tick; tells whether that was a look."""
        if self.tick % LOOK_EVERY == 0:
            self.look()
            return True
        if self.tick == self._watch_at:
            self._read()
            self._watch()
        if self.tick == self._heed_at:
            self._heed()
        return False

    def _until_next(self, limit: int, every: int) -> int:
        """How many ticks the engine may go on by itself: until somebody looks, or a frame is due."""
        if self._tick_by_tick or self._impacts is not None:
            return 1
        tick = self.tick
        then = tick + LOOK_EVERY - tick % LOOK_EVERY
        if limit < then:
            then = limit
        if tick < self._heed_at < then:
            then = self._heed_at
        if tick < self._watch_at < then:
            then = self._watch_at
        ticks = then - tick
        return min(ticks, every - tick % every) if every else ticks

    def _listen(self, impacts: Impacts) -> None:
        """Go on by a tick, and find out what met in it."""
        impacts.before(self.free, self.held)
        self._spins.step()
        self.tick += 1
        impacts.after(self.tick, self.free, self.bodies.values())

    def _beware(self) -> None:
        """Find out whether something that sleeps may be touched before the next look.

        The engine gives each body its weight once when it is asked to go on, and none to what sleeps then: what is
        woken in the middle of several ticks would float to their end, so how many they are would make a difference.
        """
        self._tick_by_tick = bool(self.world.lulled) and (
            self._effort.haste is not None or may_be_woken(self.world, self.free, _way(self._reach(), LOOK_EVERY))
        )

    @property
    def as_begun(self) -> bool:
        """Whether the act goes on as carefully as it began."""
        return self._effort.haste is None

    def frame(self) -> Frame:
        """Give where the moving pieces are now."""
        poses = {}
        for body in self.held + self.free:
            at, turn = self.world.pose(body.number)
            poses[body.piece.id] = Pose(at, turn)
        return Frame(self.tick, poses, () if self._impacts is None else self._impacts.take())

    def look(self) -> None:
        """See where all is, and note what fell, left the table or has been reached."""
        self._read()
        beyond = self._note_motion()
        if self.towers:
            self._note_falls()
            if self._lull:
                lull_towers(self.world, self.towers.values(), self.held if self._at_work else ())
                if not self._at_work and self.as_begun and any(tower.fell for tower in self.towers.values()):
                    self._heaps.look(self.free, self.tick)
        for body in beyond:
            if self._left(body):
                self._drop_out(body)
        self._effort.look(self.free, self.held, tuple(self.towers.values()), self.tick)
        if self._effort.haste is not None:
            for body in self.free:
                if body.hold is Hold.FIXED:  # since it came to rest in haste
                    self._spins.leave(body)
        self._suit_steps()
        self._watch()

    def _suit_steps(self) -> None:
        """Suit the steps to what is fast, until the next look or until that has to be seen anew."""
        if self._longest is None:
            self._fastest = max((body.speed for body in self.free), default=0.0)
            self._longest = longest_step(self.free)
        if self._effort.haste is not None:
            longest = longest_step_each(self._loose(), self._fastest + GRAVITY * LOOK_EVERY * TICK)
            self.world.heed(self._fastest, LOOK_EVERY, longest)
            self._heed_at = NEVER
            return
        ticks = serve(self._fastest, self._longest)
        self.world.heed(self._fastest, ticks, self._longest)
        self._heed_at = self.tick + ticks

    def _heed(self) -> None:
        """See how fast all is, between two looks, and suit the steps to that."""
        # Each: what was calm at the last look, or slept, may have been hit.
        fastest = self.world.fastest(map(_NUMBER, self.free))
        if fastest > HURLED:
            for body in self.free:
                body.fastest = max(body.fastest, self.world.motion(body.number)[0])
            self._longest = None
        if self._longest is None:
            self._longest = longest_step(self.free)
        self.world.heed(fastest, HEED_EVERY, self._longest)

    def _watch(self) -> None:
        """Bring in what may be reached before anybody looks again, and find out when somebody has to see to that."""
        self._watch_at = NEVER
        if self._room == math.inf:  # nothing sleeps
            return
        reach = self._reach()
        if self.held or self._room <= _way(reach, LOOK_EVERY):
            self._room = self.asleep.room(self.held + self._loose())
        if self._effort.haste is not None:
            if self._room <= _way(reach, LOOK_EVERY):
                self.wake(LOOK_EVERY)
            return
        if self._room <= _way(reach, 1):
            self.wake(1)
            self._room, reach = self.asleep.room(self.held + self.free), self._reach()
        if self._room <= _way(reach, LOOK_EVERY):
            far = (ticks for ticks in range(LOOK_EVERY - 1, 1, -1) if self._room > _way(reach, ticks))
            self._watch_at = self.tick + next(far, 1)

    def _read(self) -> None:
        """See where all is and how fast."""
        see, pose = self.world.see, self.world.pose
        fastest = farthest = moved = 0.0
        for body in self._loose():
            if body.asleep:
                if pose(body.number) == (body.at, body.turn):
                    continue
                body.asleep = False
            at, body.turn, body.speed, body.spin = see(body.number)
            far = math.dist(body.at, at)
            body.at = at
            moved += far
            if far > farthest:
                farthest = far
            if body.speed > fastest:
                fastest = body.speed
        if not (fastest < self.runaway and moved < FARTHEST):  # so that what is no number is found too
            raise self._diverged()
        self._fastest = fastest
        self._room -= farthest

    def _diverged(self) -> Diverged:
        def kept(body: Body) -> bool:
            return body.speed < self.runaway and all(abs(part) < FARTHEST / 2 for part in body.at)

        lost = [body.piece.id for body in self.free if not kept(body)]
        return Diverged(
            f"the physics lost {', '.join(lost) or 'what moved'} after {self.tick} ticks; "
            "pieces that overlap when an act begins do that: move them apart"
        )

    def _note_motion(self) -> list[Body]:
        """Note how far each has turned, and how fast it was; gives those that are beyond the edge, or were.

        At looks alone, whatever else is seen in between: what is near must not change what is far.
        """
        beyond = []
        for body in self.free:
            body.turned += (body.spin_before + body.spin) * HALF_A_LOOK
            body.spin_before = body.spin
            body.before, body.looked_at = body.looked_at, body.at
            if body.speed > body.fastest:
                body.fastest = body.speed
                if body.speed > HURLED:
                    self._longest = None
            if body.crossed is not None or not over_table(self.table, body.at):
                beyond.append(body)
        return beyond

    def _note_falls(self) -> None:
        for name in sorted(self.towers):
            tower = self.towers[name]
            if not tower.fell and tower.moves(REST_SPEED, REST_SPIN) and not tower.stands():
                tower.fell = True
                self.facts.append(TowerFell(name, self.tick))

    def _left(self, body: Body) -> bool:
        """Whether a body has fallen beside the table; notes where it crosses the edge."""
        if over_table(self.table, body.at):
            body.crossed = None
            return False
        if body.crossed is None:
            body.crossed = crossing_of_edge(self.table, body.before, body.at)
        return body.at[2] < 0.0

    def _drop_out(self, body: Body) -> None:
        self.world.put_away(body.number)
        self.free.remove(body)
        del self.bodies[body.piece.id]
        self._longest = None
        self._spins.leave(body)
        if isinstance(body.piece, Model):
            self.strays.append(body)
        elif isinstance(body.piece, Die | Token) and body.crossed is not None:
            self.facts.append(LeftTable(body.piece.id, self.tick, body.crossed))


def _way(speed: float, ticks: int) -> float:
    """How far something so fast (mm/s) may come in so many ticks, generously (mm)."""
    time = ticks * TICK
    return SLACK + (speed + GRAVITY * time) * time
