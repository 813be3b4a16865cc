"""How much an act asks of the engine, counted from what touches, and when that is too much.

An act goes on as it was begun, or from some look on in degraded mode (`physics/budget/degraded.py`), and never back.
What is counted decides and never the clock, so the same act goes the same way on any machine. Ordinary acts never
come so far.

All times here are those of one machine with nothing else to do. On another they are longer or shorter alike.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import LOOK_EVERY, REST_RUN, REST_SPEED, REST_SPIN
from riotsim.physics.budget.degraded import DegradedMode
from riotsim.physics.engine.world import Solver, World
from riotsim.physics.rest.islands import contacts_of, islands, near
from riotsim.physics.rest.sleep import awake_again, lull
from riotsim.table.pieces import Model

EXACT: Final = 4.6e-6
"""What a step takes under Dantzig, by the cube of the contacts that hang together (ms; measured from 20 to 120 contacts
in towers of 5 to 30 dice: 4.2 to 5.5e-6)."""

TOUCH: Final = 2.5e-3
"""What a contact takes besides in each step (ms) ..."""

IMPULSE: Final = 1.6e-4
"""... and in each iteration of the impulses (ms): 300 dice with 1180 contacts took 14 ms at 50 of them, 5 at 10."""

PAIR: Final = 7.4e-6
"""What a step takes by the square of the bodies there are (ms), asleep or not: each is compared with each. (Fitted to
1300 steps of crowded acts with 20 to 370 bodies; 370 that stand fast took 0.7 to 1 ms.)"""

SEEN: Final = 3e-3
"""What a body takes by being looked at (ms a tick)."""

EACH: Final = 4
"""Contacts of a die in a tower, and in a pile not many more: 4.5 among 48 dice."""

UNSEEN: Final = 100.0
"""What could have taken no more than this (ms) if all had hung together is not counted: to list contacts takes time."""

MOST: Final = {Solver.DANTZIG: 500.0, Solver.IMPULSES: 800.0}
"""An act that has taken so long, with what it is expected to take, goes on in haste (ms): later under impulses, under
which all is soon at rest ..."""

AHEAD: Final = 50
"""... where what it takes now is expected for so many ticks more: a tower of 28 on which a die is put stands still
after 48."""

BEARABLE: Final = 1.0
"""What takes no longer than this in a tick (ms) is borne: a tower of 13 under Dantzig takes 0.8, and has to stand for a
minute. In haste it would fall. But ..."""

LATE: Final = 800.0
"""... of an act that has taken so long (ms) ..."""

BEARABLE_LATE: Final = 0.3
"""... no more than this is borne: in the eight seconds until time is up that is another 0.6 s. A carry is borne: it
would fell what it carries."""


class CostBudget:
    """Counts what an act takes, and has it go on in haste when that is too much."""

    def __init__(self, world: World, *, lull: bool) -> None:
        self.haste: DegradedMode | None = None
        """None while the act goes on as it was begun, or under the solver that a drop goes over to."""
        self._world = world
        self._lull = lull
        """Whether what is at rest may sleep."""
        self.patient = False
        """Whether nothing is counted while nothing moves but a tower that is carried and stands: a person's hand may
        take half a minute for a tower of 20, which in haste would fall."""
        self._seen = 0
        """When all was looked at last (tick)."""
        self._taken = 0.0
        """What the act has taken (ms)."""

    def foresee(self, free: Sequence[Body], towers: Sequence[LiveTower]) -> None:
        """Go on in haste if what has just come in is too much for Dantzig: one look later may be seconds later.

        Under Dantzig it is awake until it has stood still.
        """
        if self.haste is not None or self._world.solver is not Solver.DANTZIG:
            return
        if self.patient and _only_carried(free, towers):
            return
        awake = [body for body in free if not body.asleep]
        steps = REST_RUN * self._world.substeps
        if self._taken + steps * EXACT * (EACH * len(awake)) ** 3 <= UNSEEN:
            return
        rate = self._world.substeps * sum(EXACT * (EACH * len(those)) ** 3 for those in islands(awake, near(awake)))
        if self._too_much(rate, REST_RUN):
            self._hurry(free, towers)

    def skip(self, tick: int) -> None:
        """Note that until this tick nothing needed the engine."""
        self._seen = tick

    def look(self, free: Sequence[Body], held: Sequence[Body], towers: Collection[LiveTower], tick: int) -> None:
        """Note what the ticks since the last look have taken, and go on in haste if it is too much."""
        ticks, self._seen = tick - self._seen, tick
        if self.haste is not None:
            self.haste.look(free, held, towers, ticks, tick)
            return
        if self.patient and _only_carried(free, towers):
            return
        asleep = 0
        for body in free:
            if body.asleep:
                asleep += 1
        at_most = self._rate(self._in_a_step(EACH * (len(free) - asleep)), len(free))
        patient = bool(held) or not self._lull
        # What is borne anyhow is not counted more closely.
        borne = BEARABLE if patient else BEARABLE_LATE
        if at_most <= borne or self._taken + ticks * at_most <= UNSEEN:
            self._taken += ticks * at_most
            return
        awake = [body for body in free if not body.asleep]
        touching = [(one, other) for one, other, _ in self._world.touching()]
        counts = contacts_of(awake, touching)
        groups = islands(awake, near(awake)) if self._world.solver is Solver.DANTZIG else [awake]
        step = sum(self._in_a_step(sum(counts[body.number] for body in those)) for those in groups)
        rate = self._rate(step, len(free))
        self._taken += ticks * rate
        late = not patient and self._taken > LATE and rate > BEARABLE_LATE
        if late or self._too_much(rate, AHEAD):
            self._hurry(free, towers)

    def _rate(self, step: float, looked_at: int) -> float:
        """What a tick takes (ms) if in a step so much is solved (ms) and so many bodies are looked at."""
        world = self._world
        size = world.size
        return world.substeps * (step + PAIR * (size * size)) + SEEN * looked_at

    def _in_a_step(self, touch: int) -> float:
        """What a step takes (ms) with so many contacts that hang together."""
        if self._world.solver is Solver.DANTZIG:
            return EXACT * (touch * touch * touch) + TOUCH * touch
        return (TOUCH + IMPULSE * self._world.iterations) * touch

    def _too_much(self, rate: float, ahead: int) -> bool:
        """Tell whether an act goes on in haste that takes so much in a tick (ms) and will for so many ticks."""
        return rate > BEARABLE and self._taken + ahead * rate > MOST[self._world.solver]

    def _hurry(self, free: Sequence[Body], towers: Iterable[LiveTower]) -> None:
        self.haste = DegradedMode(self._world, free, self._seen)
        awake_again(free)
        if self._lull:
            for tower in towers:  # they would creep
                awake = tower.fell or tower.carried or tower.near_hand
                if not awake and (tower.quiet >= REST_RUN or not tower.moves(REST_SPEED, REST_SPIN)):
                    tower.quiet = REST_RUN
                    for body in tower.dice:
                        lull(self._world, body)
            for body in free:  # one that stands beside a tower would keep that awake
                if isinstance(body.piece, Model) and self._stands_still(body):
                    lull(self._world, body)
            self._world.doze()

    def _stands_still(self, body: Body) -> bool:
        """Whether a body has been at rest for long enough, and is."""
        since = body.still_since
        quiet = 0 if since is None else self._seen - since + LOOK_EVERY
        return quiet >= REST_RUN and body.speed <= REST_SPEED and body.spin <= REST_SPIN


def _only_carried(free: Sequence[Body], towers: Iterable[LiveTower]) -> bool:
    """Whether nothing is awake but towers that are carried and stand."""
    led = {body.number for tower in towers if tower.carried and not tower.fell for body in tower.dice}
    return all(body.asleep or body.number in led for body in free)
