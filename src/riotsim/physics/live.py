"""The simulation of a carry while a person drags a model."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from riotsim.physics.acts.carry import carry_by_drag
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.drag_path import DragPath, sample_error
from riotsim.physics.scene.scene import Diverged
from riotsim.physics.validation import check
from riotsim.table.acts import Carry, Drag, Frame, Settled, TowerFell
from riotsim.table.impacts import Impact
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table


class LiveCarry:
    """A drag in progress: a person carries a model, and its tower of dice if it has one.

    1. Send samples as they come.
    2. Call `finish` when the person lets go.
    3. Read `remaining_frames`, the frames of the rest of the motion.
    4. Read the result, `settled`.

    For the finished `act` and the same seed, `riotsim.physics.perform` gives the same result to the bit, but without
    the rules' verdicts.
    """

    def __init__(
        self,
        table: Table,
        act: Carry,
        seed: int,
        verdicts: Callable[[Settled], Settled] | None = None,
        *,
        listen: bool = False,
    ) -> None:
        """Begin the drag and its simulation.

        Args:
            table: The table before the act.
            act: The carry. If it has a drag, that drag is ignored: the drag consists of the samples sent later.
            seed: Seed of the hand's tremor after the person lets go.
            verdicts: Function that adds the rules' verdicts to the settled table; None for no verdicts.
            listen: Whether frames report impacts.

        Raises:
            InvalidValue: The carry cannot be performed, or the seed is not a whole number from 0 up.
            ValueError: The model already stands at the destination of the carry.
        """
        self._table, self._seed, self._verdicts, self._listen = table, seed, verdicts, listen
        self._act = replace(act, drag=Drag(()))
        check(table, self._act)
        self._model = table.models[act.model]
        if act.to == self._model.at:
            raise ValueError(f"{act.model} stands there already: there is no line to drag it along")
        self._samples: list[tuple[int, float]] = []
        self._over = False
        self._settled: Settled | None = None
        self._begin(exact=True)

    def _begin(self, *, exact: bool) -> None:
        """Begin the simulation at tick 0, with the exact solver (`exact`) or the impulse solver."""
        self._exact = exact
        act, model, dice = self._act, self._model, self._table.tower_dice(self._act.model)
        foot = dice[0].pose.xy if dice else model.at
        pace = act.hand.pace(act.pace)
        self._path = DragPath(self._table, model.at, act.to, act.hand, pace, random_generator(self._seed), foot)
        self._under_way = carry_by_drag(self._table, model, self._path, 1, exact, self._listen)
        standing = Pose((*model.at, self._path.ground.start), about_z(model.heading))
        self.frame = Frame(0, {model.id: standing, **{die.id: die.pose for die in dice}})
        """The latest frame of the simulation."""

    @property
    def act(self) -> Carry:
        """The carry. Its drag has the samples that have been sent so far."""
        return replace(self._act, drag=self.drag)

    @property
    def drag(self) -> Drag:
        """The drag with the samples that have been sent so far."""
        return Drag(tuple(self._samples))

    @property
    def length(self) -> float:
        """Length of the line of the drag (mm)."""
        return self._path.length

    @property
    def is_over(self) -> bool:
        """True if the drag was ended or abandoned, or all bodies have settled."""
        return self._over or self._settled is not None

    def send(self, sample: tuple[int, float]) -> Frame:
        """Simulate to the tick of a sample, or until all bodies have settled.

        Return the latest frame, with all impacts since the previous sample. Once the model's tower has fallen, samples
        no longer move the hand. After the end of the drag, a sample is only checked for errors: nothing is simulated.

        Args:
            sample: Ticks since the start of the drag, and distance along the line (mm).

        Raises:
            ValueError: The sample's tick is not a whole number above the previous sample's tick, or its distance is not
                on the line.
            Diverged: The simulation fails.
        """
        tick, way = sample
        before = self._samples[-1][0] if self._samples else -1
        if wrong := sample_error(tick, way, before, self.length):
            raise ValueError(wrong)
        self.frame = replace(self.frame, impacts=())
        if not self.is_over:
            if not self.fell:
                self._samples.append((tick, way))
                self._path.follow(tick, way)
            self._go_on_to(tick)
        return self.frame

    def finish(self) -> Drag:
        """End the drag, because the person has let go, and return the drag. A second call only returns the drag."""
        if not self._over:
            self._over = True
            if self._settled is None:
                self._path.release()
        return self.drag

    def remaining_frames(self) -> Iterator[Frame]:
        """End the drag, and yield one frame a tick until all bodies have settled.

        Raises:
            Diverged: The simulation fails.
        """
        self.finish()
        while self._next():
            yield self.frame

    @property
    def settled(self) -> Settled:
        """The settled table and its facts. The first access ends the drag, and simulates the rest of the motion.

        Raises:
            Diverged: The simulation fails.
        """
        for _ in self.remaining_frames():
            pass
        assert self._settled is not None, "the rest ends when all has settled"
        return self._settled

    @property
    def fell(self) -> bool:
        """True if the model's tower has fallen so far. After the fall, samples don't move the hand and aren't kept."""
        if self._settled is not None:
            return any(fact.tower == self._model.id for fact in self._settled.facts_of(TowerFell))
        return self._path.cut_off

    def close(self) -> None:
        """Abandon the drag, and close the engine's world."""
        self._over = True
        self._under_way.close()

    def _go_on_to(self, tick: int) -> None:
        """Simulate up to a tick, or until all bodies have settled."""
        impacts: list[Impact] = []
        while self.frame.tick < tick and self._next():
            impacts += self.frame.impacts
        self.frame = replace(self.frame, impacts=tuple(impacts))

    def _next(self) -> bool:
        """Simulate to the next frame. Return False if all bodies have settled."""
        if self._settled is not None:
            return False
        try:
            self.frame = next(self._under_way)
        except StopIteration as end:
            self._settled = end.value if self._verdicts is None else self._verdicts(end.value)
            return False
        except Diverged:
            if not self._exact:
                raise
            self._begin_again()
        return True

    def _begin_again(self) -> None:
        """Repeat the drag with the impulse solver up to the exact solver's failure."""
        reached = self.frame.tick
        self._begin(exact=False)
        for tick, way in self._samples:
            self._path.follow(tick, way)
        if self._over:
            self._path.release()
        self._go_on_to(reached + 1)
        self.frame = replace(self.frame, impacts=())  # they were reported before the simulation failed
