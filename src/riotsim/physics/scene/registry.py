"""The pieces of one act: those in the engine, and the dormant pieces, which enter it before a body reaches them."""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from riotsim.physics.bodies import body as make
from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.free_spin import FreeSpins
from riotsim.physics.bodies.live_towers import LiveTower, pressed_together
from riotsim.physics.bodies.motion import AT_REST, LOOK_INTERVAL, REST
from riotsim.physics.bodies.size_and_mass import BODY
from riotsim.physics.bodies.substeps import SUBSTEPS
from riotsim.physics.budget import CostBudget
from riotsim.physics.engine.world import GRAVITY, TICK, Solver, World
from riotsim.physics.rest import hand_may_reach, mark_awake, put_to_sleep
from riotsim.physics.scene.broad_phase import DormantPiece, DormantPieces
from riotsim.physics.scene.ground import reaches_over
from riotsim.table.pieces import Die, Model, Piece, PieceId
from riotsim.table.poses import Bounds, Vector
from riotsim.table.state import Table


class Activation(NamedTuple):
    """The result of a search for dormant pieces that a moving body may reach soon."""

    next_check: int | None
    """Ticks until the next search; None if the next regular check (`LOOK_INTERVAL`) is early enough for it."""
    asleep: bool
    """True if any body that has just entered the engine is asleep."""


_NOTHING_REACHED: Final = Activation(None, asleep=False)
"""The result of a search when no piece is dormant."""


class BodyRegistry:
    """The pieces of an act: the pieces in the engine, and the dormant pieces."""

    def __init__(
        self,
        table: Table,
        world: World,
        budget: CostBudget,
        dormant: DormantPieces,
        *,
        sleeping: bool,
        changed: Callable[[], None],
    ) -> None:
        """Begin with no piece in the engine.

        Args:
            table: The table when the act begins.
            world: The world of the act.
            budget: The account of the act's cost.
            dormant: The pieces that enter the engine when a body comes near.
            sleeping: Whether bodies at rest may sleep.
            changed: Function that is called after a change of the simulated bodies: pieces have entered (`enter`), or a
                hand has taken bodies out or put them back (`attach`, `detach`).
        """
        self.dormant = dormant
        self.free_spins = FreeSpins(world)
        """The object that corrects the engine's wrong rotation of dice with unequal moments of inertia."""
        self.dormant_distance = 0.0
        """Lower bound of the distance from a moving body to the nearest dormant piece (mm)."""
        self.bodies: dict[PieceId, Body] = {}
        """The body of each piece in the engine, by the piece's name."""
        self.free: list[Body] = []
        """Bodies that move by themselves and are not attached to a hand."""
        self.held: list[Body] = []
        """Bodies that a hand holds and moves in the engine."""
        self.attached: list[Body] = []
        """Bodies that move with a hand as one rigid body, outside the engine."""
        self.towers: dict[str, LiveTower] = {}
        """Towers whose dice are in the engine, by name."""
        self.thrown: list[Body] = []
        """Dice that the act throws."""
        self.dropped: list[Body] = []
        """Tokens that the act drops."""
        self.exact = True
        """True if the exact solver takes over when a dropped token reaches a tower."""
        self._table = table
        self._world = world
        self._budget = budget
        self._sleeping = sleeping
        self._changed = changed

    def enter(self, piece: Piece, motion_type: MotionType, *, thrown: bool = False) -> Body:
        """Put one piece into the engine, and return its body.

        Args:
            piece: The piece.
            motion_type: The cause of the piece's motion: nothing, a hand, or gravity and knocks.
            thrown: Whether a rounded cube gets the shape for thrown dice, not the one for towers.
        """
        return self.enter_all([(piece, motion_type)], thrown=thrown)[0]

    def enter_all(self, pieces: Sequence[tuple[Piece, MotionType]], *, thrown: bool = False) -> list[Body]:
        """Put pieces into the engine in this order, and return their bodies. This is faster than one piece at a time.

        Args:
            pieces: Each piece, and the cause of its motion: nothing, a hand, or gravity and knocks.
            thrown: Whether rounded cubes get the shape for thrown dice, not the one for towers.
        """
        entered = make.add_all(self._world, pieces, thrown=thrown)
        for body in entered:
            self.bodies[body.piece.id] = body
            if body.motion_type is MotionType.FREE:
                self.free.append(body)
                self.free_spins.enter(body)
            elif body.motion_type is MotionType.HELD:
                self.held.append(body)
        self._note_change()
        return entered

    def attach(self, bodies: Sequence[Body]) -> None:
        """Attach free bodies to a hand. Until `detach`, the engine doesn't simulate them.

        In this time, the caller has to update the places in the `Body` objects as the hand moves.
        """
        self.attached = list(bodies)
        taken = {body.number for body in bodies}
        self.free = [body for body in self.free if body.number not in taken]
        for body in bodies:
            self._world.park(body.number)
        self._note_change()

    def detach(self, velocity: Vector) -> None:
        """Make the attached bodies free again at their places, with a velocity (mm/s) and without spin."""
        for body in self.attached:
            self._world.set_state(body.number, body.at, body.orientation, velocity)
            body.previous_at = body.last_look_position = body.at
            body.speed, body.spin = math.hypot(*velocity), 0.0
            body.motion.forget(AT_REST)
        self.free = sorted(self.free + self.attached, key=lambda body: body.number)
        self.attached = []
        self._note_change()

    def drop_out(self, body: Body) -> None:
        """Take a free body that has fallen beside the table out of the act.

        This doesn't restart the count of ticks of rest.
        """
        self._world.retire(body.number)
        self.free.remove(body)
        del self.bodies[body.piece.id]
        self.free_spins.leave(body)

    def _note_change(self) -> None:
        """Record that pieces have entered the engine, or bodies have been attached to a hand or detached."""
        self.dormant_distance = 0.0
        self._changed()

    def top_in(self, bounds: Bounds) -> float:
        """Return the height of the highest dormant piece or wall whose box meets `bounds` (mm); 0 if there is none."""
        top = self.dormant.top_in(bounds)
        return max(top, self._table.wall_height) if reaches_over(self._table, bounds) else top

    def add_tower(self, name: str, dice: tuple[PieceId, ...], *, carried: bool = False) -> LiveTower:
        """Register dice that are in the engine as a tower, and return the tower.

        Because of the tower, this may change to the exact solver, or raise the number of steps in a tick.

        Args:
            name: Name of the tower.
            dice: Names of the tower's dice from the bottom up.
            carried: Whether a hand carries the tower.
        """
        bodies = [self.bodies[die] for die in dice]
        foot = bodies[0]
        assert isinstance(foot.piece, Die), "towers are of dice"
        level = self._table.level_under(foot.piece.moved_to(foot.pose))
        tower = LiveTower(name, bodies, level, carried=carried)
        self.towers[name] = tower
        if self._budget.degraded is not None:
            return tower
        if self.dropped and self.exact:
            self._world.use_exact_solver()
            mark_awake(self.free)
        elif self._world.solver is not Solver.DANTZIG:
            self._world.set_least_substeps(SUBSTEPS.tower_substeps)
        return tower

    def activate(self, horizon: int) -> bool:
        """Put into the engine the dormant pieces that a moving body may reach within a number of ticks.

        The new pieces may move too. So the dormant pieces within their reach are put in as well, and so on.

        Args:
            horizon: The number of ticks.

        Returns:
            Whether any new body is asleep.
        """
        moving, asleep = self.held + self.movable(), False
        while moving:
            reached = self.dormant.take(moving, self._margin(horizon))
            moving, fell_asleep = self.activate_pieces(reached)
            asleep = asleep or fell_asleep
        return asleep

    def movable(self) -> list[Body]:
        """Return the free bodies that can still move.

        In degraded mode, a body at rest may have been made immovable. Such bodies are left out.
        """
        if self._budget.degraded is None:
            return self.free
        return [body for body in self.free if body.motion_type is MotionType.FREE]

    def _margin(self, horizon: int) -> float:
        """Return the longest distance that a moving body may cover in `horizon` ticks, plus a margin (mm)."""
        return distance_in(self.highest_speed(), horizon)

    def highest_speed(self) -> float:
        """Return an upper limit of the speed of any point of a moving body (mm/s)."""
        fastest = 0.0
        for bodies in (self.held, self.free):
            for body in bodies:
                corner = body.speed + body.high[2] * body.spin
                if corner > fastest:
                    fastest = corner
        return fastest

    def activate_pieces(self, dormant: list[DormantPiece]) -> tuple[list[Body], bool]:
        """Put dormant pieces into the engine.

        Returns:
            The new movable bodies, and whether any of these is asleep.
        """
        entering: dict[PieceId, tuple[Piece, MotionType]] = {}
        for one in dormant:
            pieces = self._entering(one)
            entering.update((piece.id, (piece, one.motion_type)) for piece in pieces)
        degraded = self._budget.degraded is not None
        entered = self.enter_all([entering[name] for name in sorted(entering)], thrown=degraded)
        fall_asleep = False
        for one in sorted(dormant, key=lambda s: s.name):
            if one.is_tower:
                tower = self.add_tower(one.name, tuple(piece.id for piece in one.pieces))
                tower.near_hand = hand_may_reach(self.held, tower)
                # With the impulse solver an awake tower creeps.
                if self._sleeping and self._world.solver is not Solver.DANTZIG and not tower.near_hand:
                    tower.rest.begin(REST.rest_ticks)
                    fall_asleep = True
                    for body in tower.dice:
                        put_to_sleep(self._world, body)
        if self._sleeping and self._world.solver is not Solver.DANTZIG:
            for body in entered:  # a model that is awake beside a tower would keep it awake
                if body.motion_type is MotionType.FREE and isinstance(body.piece, Model):
                    fall_asleep = True
                    put_to_sleep(self._world, body)
        if fall_asleep:
            self._world.fall_asleep()
        if not degraded:
            self._budget.foresee(self.free, tuple(self.towers.values()))
        return [body for body in entered if body.motion_type is MotionType.FREE], fall_asleep

    def _entering(self, dormant: DormantPiece) -> tuple[Piece, ...]:
        """Return the pieces that enter the engine for a `DormantPiece`: one piece, or all dice of a tower.

        The dice of a tower are lowered so that they overlap slightly (`pressed_together`).
        """
        if not dormant.is_tower:
            return dormant.pieces
        return pressed_together(self._table, tuple(piece for piece in dormant.pieces if isinstance(piece, Die)))

    def activate_near(self) -> Activation:
        """Put into the engine the dormant pieces that a moving body may reach before the next call of this method.

        The result says when the next call is due.
        """
        if self.dormant_distance == math.inf:  # nothing is dormant
            return _NOTHING_REACHED
        speed = self.highest_speed()
        if self.held or self.dormant_distance <= distance_in(speed, LOOK_INTERVAL):
            self.dormant_distance = self.dormant.distance(self.held + self.movable())
        asleep = False
        if self._budget.degraded is not None:
            if self.dormant_distance <= distance_in(speed, LOOK_INTERVAL):
                asleep = self.activate(LOOK_INTERVAL)
            return Activation(None, asleep)
        if self.dormant_distance <= distance_in(speed, 1):
            asleep = self.activate(1)
            self.dormant_distance, speed = self.dormant.distance(self.held + self.free), self.highest_speed()
        if self.dormant_distance > distance_in(speed, LOOK_INTERVAL):
            return Activation(None, asleep)
        far = (ticks for ticks in range(LOOK_INTERVAL - 1, 1, -1) if self.dormant_distance > distance_in(speed, ticks))
        return Activation(next(far, 1), asleep)


def distance_in(speed: float, ticks: int) -> float:
    """Return the longest path of a body in a number of ticks if only gravity speeds it up (mm).

    The result includes the margin `BODY.activation_distance`.

    Args:
        speed: Speed of the body at the beginning (mm/s).
        ticks: Number of ticks.
    """
    time = ticks * TICK
    return BODY.activation_distance + (speed + GRAVITY * time) * time
