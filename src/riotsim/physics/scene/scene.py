"""The scene of one act: its clock, what is seen of the bodies in the engine, what falls, and when all is at rest."""

import math
from collections.abc import Callable, Generator

from riotsim.errors import PhysicsError
from riotsim.physics.bodies.body import Body, Hold
from riotsim.physics.bodies.motion import LOOK_EVERY, REST_SPEED, REST_SPIN
from riotsim.physics.bodies.substeps import HEED_EVERY, HURLED, longest_step, longest_step_each, serve
from riotsim.physics.engine.world import GRAVITY, TICK, Solver
from riotsim.physics.rest.islands import IslandSleeping
from riotsim.physics.rest.sleep import lull_alone, lull_towers, may_be_woken
from riotsim.physics.scene.broad_phase import Loose
from riotsim.physics.scene.edge import crossing_of_edge, over_table
from riotsim.physics.scene.impacts import Impacts
from riotsim.physics.scene.registry import NEVER, BodyRegistry, way_of
from riotsim.table.acts import Fact, Frame, LeftTable, TowerFell
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table

RUNAWAY = 10000.0
"""Nothing on a table gets faster than this of itself (mm/s): a fall of 5 m."""

FARTHEST = 1e6
"""Nothing goes farther than this from one look to the next (mm)."""

HALF_A_LOOK = LOOK_EVERY * TICK / 2
"""Half the time between two looks (s)."""


class Diverged(PhysicsError, RuntimeError):
    """The engine lost its footing: a body is nowhere, or infinitely fast."""


class Scene(BodyRegistry):
    """A table's moving part, and its clock. Use it in a `with` statement: it owns an engine world."""

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
        super().__init__(table, solver, skip=skip, loose=loose, free_models=free_models, lull=lull)
        self.strays: list[Body] = []
        """Models that were pushed off the table."""
        self.facts: list[Fact] = []
        self.runaway = RUNAWAY
        """What is faster than this has gone wrong (mm/s)."""
        self.cut_short = False
        self._at_work = False
        """Whether a hand is."""
        self._fastest = 0.0
        """The speed of the fastest free body when it was seen last (mm/s)."""
        self._heed_at = NEVER
        """When somebody has to see how fast all is, if that is before the next look."""
        self._effort.patient = patient
        self._heaps = IslandSleeping(self.world)
        self._impacts = Impacts(self.world, self.ground) if listen else None

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, Diverged):
            self.world.spoil()
        self.world.close()

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
        if not self.world.lulled:
            self._tick_by_tick = False
            return
        self._tick_by_tick = self._effort.haste is not None or may_be_woken(
            self.world, self.free, way_of(self._reach(), LOOK_EVERY)
        )
        self._undisturbed = not self._tick_by_tick

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
        poses.update((body.piece.id, body.pose) for body in self.led)
        return Frame(self.tick, poses, () if self._impacts is None else self._impacts.take())

    def look(self) -> None:
        """See where all is, and note what fell, left the table or has been reached."""
        beyond = self._read(looks=True)
        self._undisturbed = False
        if self.towers:
            self._note_falls()
            if self._lull:
                there = [tower for tower in self.towers.values() if not (tower.carried and self.led)]
                lull_towers(self.world, there, self.held if self._at_work else ())
                if not self._at_work and self.as_begun and any(tower.fell for tower in self.towers.values()):
                    self._heaps.look(self.free, self.tick)
        for body in beyond:
            if self._left(body):
                self._drop_out(body)
        self._effort.look(self.free, self.held, self.towers.values(), self.tick)
        if self._effort.haste is not None:
            for body in self.free:
                if body.hold is Hold.FIXED:  # since it came to rest in haste
                    self._spins.leave(body)
        self._suit_steps()
        self._watch()

    def _suit_steps(self) -> None:
        """Suit the steps to what is fast, until the next look or until that has to be seen anew."""
        if self._longest is None:
            self._fastest = max((body.speed for body in (*self.free, *self.led)), default=0.0)
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
        awake = [body.number for body in self.free if not (body.asleep and self._undisturbed)]
        fastest = max(self.world.fastest(awake), self.led[0].speed if self.led else 0.0)
        if fastest > HURLED:
            for body in self.free:
                body.fastest = max(body.fastest, self.world.motion(body.number)[0])
            self._longest = None
        if self._longest is None:
            self._longest = longest_step(self.free)
        self.world.heed(fastest, HEED_EVERY, self._longest)

    def _read(self, *, looks: bool = False) -> list[Body]:
        """See where all is and how fast; gives those that are beyond the edge, or were, if this is a look.

        How far each has turned and how fast it was is noted at looks alone, whatever else is seen in between: what is
        near must not change what is far. (All in one pass: of throws a tenth of the time is spent here.)
        """
        see, dist = self.world.see, math.dist
        width, depth = self.table.width, self.table.depth
        beyond = []
        farthest = moved = 0.0
        fastest = self.led[0].speed if self.led else 0.0
        for body in self.free:
            if body.hold is Hold.FREE and not (body.asleep and self._sleeps_on(body)):
                body.asleep = False
                at, body.turn, body.speed, body.spin = see(body.number)
                far = dist(body.at, at)
                body.at = at
                moved += far
                if far > farthest:
                    farthest = far
                if body.speed > fastest:
                    fastest = body.speed
            if not looks:
                continue
            body.turned += (body.spin_before + body.spin) * HALF_A_LOOK
            body.spin_before = body.spin
            body.before, body.looked_at = body.looked_at, body.at
            if body.speed > body.fastest:
                body.fastest = body.speed
                if body.speed > HURLED:
                    self._longest = None
            x, y, _ = body.at
            if body.crossed is not None or not (0.0 <= x <= width and 0.0 <= y <= depth):
                beyond.append(body)
        if not (fastest < self.runaway and moved < FARTHEST):  # so that what is no number is found too
            raise self._diverged()
        self._fastest = fastest
        self._room -= farthest
        return beyond

    def _sleeps_on(self, body: Body) -> bool:
        """Whether a body that slept is where it was: as it falls asleep the last digits of its pose may change."""
        if body.sound and self._undisturbed:
            return True
        in_place = self.world.pose(body.number) == (body.at, body.turn)
        body.sound = in_place and self._undisturbed  # what was touched may be awake, and move later on
        return in_place

    def _diverged(self) -> Diverged:
        def kept(body: Body) -> bool:
            return body.speed < self.runaway and all(abs(part) < FARTHEST / 2 for part in body.at)

        lost = [body.piece.id for body in self.free if not kept(body)]
        return Diverged(
            f"the physics lost {', '.join(lost) or 'what moved'} after {self.tick} ticks; "
            "pieces that overlap when an act begins do that: move them apart"
        )

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
