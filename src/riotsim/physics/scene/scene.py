"""The clock of one act: its regular checks, its frames, and its end when all bodies are at rest.

A regular check reads the state of free bodies every `LOOK_INTERVAL` ticks. The code calls a regular check a look.
"""

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from riotsim.errors import PhysicsError
from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.bodies.substeps import SUBSTEPS, max_step_length, max_step_length_by_speed, ticks_to_next_choice
from riotsim.physics.budget import CostBudget
from riotsim.physics.engine.world import GRAVITY, TICK, Solver, World
from riotsim.physics.rest import IslandSleeping, RestDetector, may_wake, sleep_single_pieces, sleep_towers
from riotsim.physics.scene.broad_phase import DormantPieces, LooseDice
from riotsim.physics.scene.ground import add_ground, edge_crossing, is_over_table
from riotsim.physics.scene.impacts import ImpactDetector
from riotsim.physics.scene.registry import BodyRegistry, distance_in
from riotsim.table.acts import Fact, Frame, LeftTable, TowerFell
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose, Quaternion, Vector
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class ActLimits:
    """Limits of an act: beyond them, it is cut short, or its simulation fails. We chose the values; they have no
    source.
    """

    ticks: int = round(8.0 / TICK)
    """A throw, drop, stacking or tip is cut short at this tick. It comes after eight simulated seconds."""
    ticks_after_hand: int = round(6.0 / TICK)
    """Ticks from the end of the hand's path or drag until a carry is cut short: six simulated seconds."""
    speed: float = 10000.0
    """Speed of a body above which the simulation has failed (mm/s). A body has this speed after a fall of 5 m."""
    speed_share: float = 3.0
    """Second limit of speed, as a multiple of a throw's speed. The higher of this limit and `speed` counts."""
    distance: float = 1e6
    """Limit of the sum of the distances that all bodies move between two readings (mm).

    If the sum reaches this limit, the simulation has failed.
    """


LIMITS: Final = ActLimits()
"""The limits of an act that are in use."""


NO_TICK: Final = -1
"""A tick that the clock never shows. It stands for no tick at all."""

HALF_LOOK_INTERVAL: Final = LOOK_INTERVAL * TICK / 2
"""Half the time (s) between two regular checks (`LOOK_INTERVAL`)."""


class Diverged(PhysicsError, RuntimeError):
    """The error of a failed simulation: a body has an impossible place or speed."""


class Scene:
    """The moving pieces of a table during one act, with the act's clock.

    Use it in a `with` statement, because it owns a world of the engine.
    """

    def __init__(
        self,
        table: Table,
        solver: Solver = Solver.DANTZIG,
        *,
        skip: tuple[PieceId, ...] = (),
        loose: LooseDice = LooseDice.LIVE,
        free_models: bool = False,
        sleeping: bool = True,
        spare_carried_towers: bool = False,
        listen: bool = False,
    ) -> None:
        """Open a world for an act.

        Args:
            table: The table when the act begins.
            solver: The act's first solver.
            skip: Pieces of the table that the act itself puts into the engine.
            loose: The treatment of loose dice.
            free_models: Whether bodies may push models. If not, models are immovable.
            sleeping: Whether bodies at rest sleep until a body touches them or a hand comes near.
            spare_carried_towers: True to put off degraded mode while the only awake bodies are the dice of carried
                towers that stand.
            listen: Whether frames report impacts.
        """
        self.table = table
        self.tick = 0
        """The act's clock (ticks)."""
        self.world = World(solver)
        self._budget = CostBudget(self.world, sleeping=sleeping)
        self._budget.spare_carried_towers = spare_carried_towers
        self._sleeping = sleeping
        self._rest = RestDetector()
        self._tick_by_tick = False
        """True if the engine is called for one tick at a time until the next regular check (`LOOK_INTERVAL`)."""
        self._undisturbed = False
        """True if nothing can wake a sleeping body before the next regular check (`LOOK_INTERVAL`)."""
        self._longest_step: float | None = None
        """Maximum distance that a free body may move in one step (mm); None if it has to be computed anew."""
        self._activate_at = NO_TICK
        """Tick of the next search for dormant pieces; `NO_TICK` if none is due before the next regular check."""
        try:
            ground = add_ground(self.world, table)
            dormant = DormantPieces(table, frozenset(skip), loose, free_models)
        except BaseException:
            self.world.close()
            raise
        self.registry = BodyRegistry(
            table, self.world, self._budget, dormant, sleeping=sleeping, changed=self._note_change
        )
        """The pieces in the engine, and the pieces that enter the engine when a body comes near."""
        self.strays: list[Body] = []
        """Models that were pushed off the table."""
        self.facts: list[Fact] = []
        """The facts of the act so far."""
        self.runaway = LIMITS.speed
        """Speed of a body above which the simulation has failed (mm/s)."""
        self.cut_short = False
        """True if the time limit was reached before all bodies were at rest."""
        self._hand_at_work = False
        self._fastest = 0.0
        """Speed of the fastest free or attached body when the speeds were last read (mm/s)."""
        self._choose_at = NO_TICK
        """Tick of the next choice of the steps in a tick; `NO_TICK` if none is due before the next regular check."""
        self._island_sleeping = IslandSleeping(self.world)
        self._impacts = ImpactDetector(self.world, ground) if listen else None

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, Diverged):
            self.world.mark_unusable()
        self.world.close()

    def skip(self, tick: int) -> None:
        """Set the clock to a later tick, without simulating the ticks up to it."""
        self._budget.skip(tick)
        self.tick = tick

    def run(
        self,
        limit: int,
        every: int,
        drive: Callable[[int], bool] | None = None,
        until: Callable[[], bool] | None = None,
    ) -> Generator[Frame, None, None]:
        """Simulate until all bodies are at rest, and yield frames.

        Args:
            limit: The act is cut short at this tick, even if bodies still move.
            every: Ticks between two frames; 0 for none.
            drive: Function that moves the hand before a tick, and returns whether the hand still moves. None for no
                hand.
            until: Function that is called after each regular check. If it returns True, the simulation ends.

        Raises:
            Diverged: The simulation has failed.
        """
        self.cut_short = False
        for body in self.registry.free:
            body.previous_spin, body.top_speed = body.spin, max(body.top_speed, body.speed)
        self._choose_substeps()
        self._activate_near()
        self._check_sleepers()
        while self.tick < limit:
            self._hand_at_work = busy = drive(self.tick) if drive is not None else False
            ticks = 1 if busy else self._until_next(limit, every)
            if self._impacts is None:
                self.registry.free_spins.step(ticks)
                self.tick += ticks
            else:
                self._listen(self._impacts)
            if every and self.tick % every == 0:
                yield self.frame()
            if not self.look_if_due():
                continue
            if not busy and self._rest.observe(
                self.tick, self.registry.free, self.registry.thrown + self.registry.dropped
            ):
                return
            if self._budget.degraded is not None and self._budget.degraded.is_over(
                self.registry.free, self.registry.held
            ):
                return
            if until is not None and until():
                return
            if self._sleeping and not busy and self.full_fidelity:
                sleep_single_pieces(self.world, self.tick, self.registry.free, self.registry.held)
            self._check_sleepers()
        self.cut_short = True

    def look_if_due(self) -> bool:
        """Make a regular check (`LOOK_INTERVAL`) if one is due at this tick, and return whether one was due.

        If none is due, search for dormant pieces near by and choose the number of steps, each only if it is due.
        """
        if self.tick % LOOK_INTERVAL == 0:
            self.look()
            return True
        if self.tick == self._activate_at:
            self._read()
            self._activate_near()
        if self.tick == self._choose_at:
            self._choose_substeps_between_looks()
        return False

    def _until_next(self, limit: int, every: int) -> int:
        """Return the number of ticks that the engine may simulate in a single call.

        Args:
            limit: The act is cut short at this tick.
            every: Ticks between two frames; 0 for none.
        """
        if self._tick_by_tick or self._impacts is not None:
            return 1
        tick = self.tick
        then = tick + LOOK_INTERVAL - tick % LOOK_INTERVAL
        if limit < then:
            then = limit
        if tick < self._choose_at < then:
            then = self._choose_at
        if tick < self._activate_at < then:
            then = self._activate_at
        ticks = then - tick
        return min(ticks, every - tick % every) if every else ticks

    def _listen(self, impacts: ImpactDetector) -> None:
        """Advance by one tick, and detect the impacts in it."""
        impacts.before(self.registry.free, self.registry.held)
        self.registry.free_spins.step()
        self.tick += 1
        impacts.after(self.tick, self.registry.free, self.registry.bodies.values())

    def _check_sleepers(self) -> None:
        """Choose whether the engine is called for one tick at a time until the next regular check.

        Calls of one tick are necessary if a sleeping body may be woken before that check.
        """
        # The engine applies gravity at the start of a call, to bodies that are awake. A body woken in a call of several
        # ticks would float until the end of the call, and the result would depend on the number of ticks.
        if not self.world.ever_asleep:
            self._tick_by_tick = False
            return
        self._tick_by_tick = self._budget.degraded is not None or may_wake(
            self.world, self.registry.free, distance_in(self.registry.highest_speed(), LOOK_INTERVAL)
        )
        self._undisturbed = not self._tick_by_tick

    @property
    def full_fidelity(self) -> bool:
        """True if the act is not in degraded mode."""
        return self._budget.degraded is None

    def frame(self) -> Frame:
        """Return the present poses of the moving pieces, and the impacts since the previous frame."""
        poses = {}
        for body in self.registry.held + self.registry.free:
            poses[body.piece.id] = Pose(*self._pose(body))
        poses.update((body.piece.id, body.pose) for body in self.registry.attached)
        return Frame(self.tick, poses, () if self._impacts is None else self._impacts.take())

    def _pose(self, body: Body) -> tuple[Vector, Quaternion]:
        """Return the present place (mm, see `Body.at`) and orientation of a body's piece."""
        origin, orientation = self.world.pose(body.number)
        return body.at_for(origin, orientation), orientation

    def look(self) -> None:
        """Make a regular check.

        Read all bodies. Record fallen towers, and pieces that left the table. Put into the engine the dormant pieces
        that a moving body may reach soon.
        """
        beyond = self._read(looks=True)
        self._undisturbed = False
        registry, degraded = self.registry, self._budget.degraded
        towers = registry.towers.values()
        if towers:
            self._note_falls()
            if self._sleeping:
                there = [tower for tower in towers if not (tower.carried and registry.attached)]
                sleep_towers(self.world, self.tick, there, registry.held if self._hand_at_work else ())
                if not self._hand_at_work and degraded is None and any(tower.fell for tower in towers):
                    self._island_sleeping.look(registry.free, self.tick)
        for body in beyond:
            if self._has_left(body):
                self._drop_out(body)
        self._budget.look(registry.free, registry.held, towers, self.tick)
        if self._budget.degraded is not None:
            for body in registry.free:
                if body.motion_type is MotionType.FIXED:  # the degraded mode has made it immovable
                    registry.free_spins.leave(body)
        self._choose_substeps()
        self._activate_near()

    def _note_change(self) -> None:
        """Discard the stored values that depend on the set of free bodies."""
        self._rest.restart()
        self._longest_step = None
        self._undisturbed = False

    def _activate_near(self) -> None:
        """Put into the engine the dormant pieces that a body may reach soon, and note the tick of the next search."""
        next_check, asleep = self.registry.activate_near()
        self._activate_at = NO_TICK if next_check is None else self.tick + next_check
        if asleep:
            self._tick_by_tick = True  # until the next regular check finds what may wake it

    def _choose_substeps(self) -> None:
        """Choose the number of steps in a tick, and the tick of the next choice, by the speed of the fastest body."""
        if self._longest_step is None:
            self._fastest = max((body.speed for body in (*self.registry.free, *self.registry.attached)), default=0.0)
            self._longest_step = max_step_length(self.registry.free)
        if self._budget.degraded is not None:
            longest = max_step_length_by_speed(self.registry.movable(), self._fastest + GRAVITY * LOOK_INTERVAL * TICK)
            self.world.choose_substeps(self._fastest, LOOK_INTERVAL, longest)
            self._choose_at = NO_TICK
            return
        ticks = ticks_to_next_choice(self._fastest, self._longest_step)
        self.world.choose_substeps(self._fastest, ticks, self._longest_step)
        self._choose_at = self.tick + ticks

    def _choose_substeps_between_looks(self) -> None:
        """Choose the number of steps in a tick again between two regular checks, by the bodies' present speeds."""
        # All of them: a body that was slow or asleep at the last regular check may have been hit.
        awake = [body.number for body in self.registry.free if not (body.asleep and self._undisturbed)]
        fastest = max(
            self.world.highest_speed(awake), self.registry.attached[0].speed if self.registry.attached else 0.0
        )
        if fastest > SUBSTEPS.hurled_speed:
            for body in self.registry.free:
                body.top_speed = max(body.top_speed, self.world.speed_and_spin(body.number)[0])
            self._longest_step = None
        if self._longest_step is None:
            self._longest_step = max_step_length(self.registry.free)
        self.world.choose_substeps(fastest, SUBSTEPS.interval, self._longest_step)

    def _read(self, *, looks: bool = False) -> list[Body]:
        """Read the place and speed of the free bodies. At a regular check, update their total rotation and top speed.

        Args:
            looks: Whether this is a regular check.

        Returns:
            At a regular check, the bodies that are beyond the table's edge now, or were beyond it at the last regular
            check. At any other time, an empty list.

        Raises:
            Diverged: The simulation has failed.
        """
        # All is done in one pass over the bodies, because a tenth of the time of a throw is spent here.
        state, dist = self.world.state, math.dist
        width, depth = self.table.width, self.table.depth
        beyond = []
        farthest = moved = 0.0
        fastest = self.registry.attached[0].speed if self.registry.attached else 0.0
        for body in self.registry.free:
            if body.motion_type is MotionType.FREE and not (body.asleep and self._sleeps_on(body)):
                body.asleep = False
                origin, body.orientation, body.speed, body.spin = state(body.number)
                at = body.at_for(origin, body.orientation)
                far = dist(body.at, at)
                body.at = at
                moved += far
                if far > farthest:
                    farthest = far
                if body.speed > fastest:
                    fastest = body.speed
            if not looks:
                continue
            body.total_rotation += (body.previous_spin + body.spin) * HALF_LOOK_INTERVAL
            body.previous_spin = body.spin
            body.previous_at, body.last_look_position = body.last_look_position, body.at
            if body.speed > body.top_speed:
                body.top_speed = body.speed
                if body.speed > SUBSTEPS.hurled_speed:
                    self._longest_step = None
            x, y, _ = body.at
            if body.edge_crossing is not None or not (0.0 <= x <= width and 0.0 <= y <= depth):
                beyond.append(body)
        if not (fastest < self.runaway and moved < LIMITS.distance):  # written so that NaN is found too
            raise self._divergence_error()
        self._fastest = fastest
        self.registry.dormant_distance -= farthest
        return beyond

    def _sleeps_on(self, body: Body) -> bool:
        """Return whether a sleeping body's pose is exactly the pose that was read last. Then no reading is needed."""
        # When a body falls asleep, the engine may change the last digits of its pose.
        if body.surely_in_place and self._undisturbed:
            return True
        in_place = self._pose(body) == (body.at, body.orientation)
        body.surely_in_place = in_place and self._undisturbed  # a touched body may be awake, and move later on
        return in_place

    def _divergence_error(self) -> Diverged:
        """Return the error of a failed simulation. It names the pieces with impossible places or speeds."""

        def kept(body: Body) -> bool:
            return body.speed < self.runaway and all(abs(part) < LIMITS.distance / 2 for part in body.at)

        lost = [body.piece.id for body in self.registry.free if not kept(body)]
        return Diverged(
            f"the physics lost {', '.join(lost) or 'what moved'} after {self.tick} ticks; "
            "pieces that overlap when an act begins do that: move them apart"
        )

    def _note_falls(self) -> None:
        """Record the towers that have fallen since the last regular check (`LOOK_INTERVAL`)."""
        for name in sorted(self.registry.towers):
            tower = self.registry.towers[name]
            if not tower.fell and tower.moves() and not tower.stands():
                tower.fell = True
                self.facts.append(TowerFell(name, self.tick))

    def _has_left(self, body: Body) -> bool:
        """Return whether a body has fallen beside the table.

        If the body is beyond the table's edge, also record where it crossed the edge. If it isn't, clear that record.
        """
        origin = body.origin  # the foot of a vehicle on its side may be beyond the edge while its middle is not
        if is_over_table(self.table, origin):
            body.edge_crossing = None
            return False
        if body.edge_crossing is None:
            offsets = zip(body.previous_at, origin, body.at, strict=True)
            x, y, z = (before + (there - at) for before, there, at in offsets)
            body.edge_crossing = edge_crossing(self.table, (x, y, z), origin)
        return origin[2] < 0.0

    def _drop_out(self, body: Body) -> None:
        """Take a body out of the act after its fall beside the table, and record that its piece left the table."""
        self.registry.drop_out(body)
        self._longest_step = None
        if isinstance(body.piece, Model):
            self.strays.append(body)
        elif isinstance(body.piece, Die | Token) and body.edge_crossing is not None:
            self.facts.append(LeftTable(body.piece.id, self.tick, body.edge_crossing))
