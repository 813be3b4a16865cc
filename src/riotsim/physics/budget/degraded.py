"""An act in haste: few iterations, few steps, and what has come to rest stands fast."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from riotsim.physics.bodies.body import Body, Hold, add
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import REST_RUN, REST_SPEED, REST_SPIN, note_place
from riotsim.physics.bodies.substeps import least_steps
from riotsim.physics.engine.world import World
from riotsim.table.pieces import Die, Token

ITERATIONS: Final = (4, 10)
"""Of the impulses in a step: fewest and most."""

WORK: Final = 3000
"""Contacts times iterations in a step; within those bounds."""

HULL_STEPS: Final = 2
"""Steps a tick at the least while something moves that is no sharp box: in one, dice sink too far, and a token that
rocked on its rim was 0.63 mm deep in the table. Except ..."""

CROWDED: Final = 800
"""... where there are more contacts than this; for tokens ..."""

LONELY: Final = 100
"""... than this: a carry through 80 of them took 2.1 s in place of 1.2."""

AS_GOOD_AS: Final = 5.0
"""What is faster than at rest by no more than this factor counts as at rest: few iterations leave piles humming ..."""

HUMS_FOR: Final = 60
"""... and so does what has rocked in its place for so many ticks."""

PATIENCE: Final = 120
"""That factor begins to grow after so many ticks, and doubles in each so many more ..."""

TIRING: Final = 6e4
"""... and each time the engine has solved so many contacts: that takes it some 0.2 s."""

DEEP: Final = 0.3
"""What is deeper than this in something (mm) is given time to come out ..."""

COMING_OUT: Final = 120
"""... so many ticks for each millimetre."""

SETTLED_EVERY: Final = 16
"""Ticks from one time to the next that this is looked for: to list a thousand contacts takes as long as a tick."""


class DegradedMode:
    """What an act does without from now on."""

    def __init__(self, world: World, free: Sequence[Body], since: int) -> None:
        """Begin at this tick."""
        self._world = world
        self._since = since
        self._solved = 0
        """Contacts, once for each step."""
        self._touching = 0
        """How many there were when they were listed last."""
        self._quiet: dict[int, int] = {}
        """For how many ticks each body has been as good as at rest."""
        self._deep: dict[int, float] = {}
        """How deep bodies were in others when that was looked for last (mm), if deeper than `DEEP`."""
        self._fast: set[int] = set()
        """Bodies that stand fast since they came to rest."""
        _lighten(world, free)
        self._suit(free, 0)
        self._suit(free, len(world.touching()))  # in the client that this goes on in

    def look(
        self, free: Sequence[Body], held: Sequence[Body], towers: Iterable[LiveTower], ticks: int, tick: int
    ) -> None:
        """Let those stand fast that have been at rest for long enough, on what stands fast itself."""
        self._solved += ticks * self._world.substeps * self._touching
        factor = self._as_good_as(tick)
        for body in free:
            if body.hold is not Hold.FIXED:
                slow = body.speed <= factor * REST_SPEED and body.spin <= factor * REST_SPIN
                rests = slow or note_place(body, tick) >= HUMS_FOR
                self._quiet[body.number] = self._quiet.get(body.number, 0) + ticks if rests else 0
        if tick % SETTLED_EVERY:
            return
        touching = self._world.touching()
        self._suit(free, len(touching))
        if all(hand.speed == 0.0 for hand in held):
            self._settle(free, touching, {body.number for tower in towers if not tower.fell for body in tower.dice})

    def over(self, free: Iterable[Body], held: Iterable[Body]) -> bool:
        """Tell whether all that moved stands fast, or is as good as at rest, and hands are still."""
        return all(
            body.hold is Hold.FIXED or self._quiet.get(body.number, 0) >= max(HUMS_FOR, self._comes_out(body.number))
            for body in free
        ) and all(body.speed == 0.0 for body in held)

    def _comes_out(self, number: int) -> float:
        """For how many ticks a body has to be as good as at rest, for what it is in."""
        return COMING_OUT * self._deep.get(number, 0.0)

    def _as_good_as(self, tick: int) -> float:
        """How many times faster than at rest counts as at rest by now."""
        tired = (tick - self._since) / PATIENCE - 1.0 + self._solved / TIRING
        return float(AS_GOOD_AS * 2.0 ** max(0.0, tired))

    def _suit(self, free: Iterable[Body], touching: int) -> None:
        """Suit iterations and steps to how much touches."""
        self._touching = touching
        fewest, most = ITERATIONS
        sink = touching <= CROWDED and any(_sinks(body, touching) for body in free)
        self._world.hasten(min(most, max(fewest, WORK // max(1, touching))), HULL_STEPS if sink else 1)

    def _settle(self, free: Sequence[Body], touching: Sequence[tuple[int, int, float]], stacked: set[int]) -> None:
        height = {body.number: body.at[2] for body in free if body.number not in self._fast}
        leans: dict[int, list[int]] = {}
        deep: dict[int, float] = {}
        self._deep = deep
        for one, other, depth in touching:
            if depth > DEEP:
                deep[one], deep[other] = max(depth, deep.get(one, 0.0)), max(depth, deep.get(other, 0.0))
            if one in height and other in height:
                lower, upper = (one, other) if height[one] < height[other] else (other, one)
                leans.setdefault(upper, []).append(lower)
            else:
                leans.setdefault(one if one in height else other, [])
        for body in sorted(free, key=lambda body: body.at[2]):
            number = body.number
            if number not in height or number not in leans or not self._fast.issuperset(leans[number]):
                continue
            # A tower that stands may sleep, and be hit.
            enough = max(PATIENCE if number in stacked else REST_RUN, self._comes_out(number))
            if self._quiet.get(number, 0) >= enough:
                self._fast.add(number)
                self._world.fix(number)
                body.hold, body.speed, body.spin = Hold.FIXED, 0.0, 0.0


def _sinks(body: Body, touching: int) -> bool:
    """Whether a body moves that sinks in while it rolls or rocks: a token among few contacts, or no sharp box."""
    if body.hold is Hold.FIXED:
        return False
    return (isinstance(body.piece, Token) and touching <= LONELY) or (
        isinstance(body.piece, Die) and least_steps([body.piece]) > 1
    )


def _lighten(world: World, free: Iterable[Body]) -> None:
    """Give rounded dice the shape of thrown ones: that of towers has up to 35 contacts each, and takes 1 ms to make."""
    for body in free:
        if body.many_parts and isinstance(body.piece, Die):
            velocity, spin = world.velocity(body.number)
            number = add(world, replace(body.piece, pose=body.pose), Hold.FREE, thrown=True).number
            world.put_away(body.number)
            world.launch(number, velocity, spin)
            body.number, body.many_parts = number, False
