"""How far bodies may move in one step, so that none passes into scenery or through it."""

from collections.abc import Iterable

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import LOOK_EVERY
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.pieces import Die

HEED_EVERY = 4
"""Ticks for which steps serve that are suited to what is fast, or about to be: it gains 160 mm/s meanwhile if it falls.
With 8, what falls 5 to 30 mm bounced too high (a token on wood by 0.45 mm in place of 0.39)."""

CALM = 250.0
"""What is slower (mm/s) isn't fast before the next look: it falls, and gains 160 mm/s in four ticks; and a die of 16 mm
that comes down on a corner may turn 6 rad/s into 80 mm/s."""

LONGEST_STEP = 8.0
"""mm: half a die of 16 mm. Measured with this alone, at 2 to 8 m/s: no such cube went through scenery, of d4 and tokens
1 in 20 did."""

HURLED = 3000.0
"""What was ever faster (mm/s) keeps to `SHARE`."""

SHARE = 0.75
"""Of half its thickness: with all of it the centre of 1 hurled cube in 1000 was inside scenery for a tick, and came out
again."""

SLOWEST = 10.0
"""What is slower is taken to be so fast (mm/s)."""

HULL_STEPS = 4
"""Steps in a tick while dice are thrown that are no sharp boxes: the engine finds one point of contact of such a die in
a step, which turns it, and meanwhile its other corners sink in. Measured, how deep the centre of a d4 of 16 mm, one of
8 mm, a d8 and a d20 was below where it lies flat, at the worst of 8 throws: 7.7, 14.5, 1.6 and 1.1 mm in one step a
tick (two when fast), 0.5, 0.8, 0.1 and 0.04 in four. A throw of a d8 costs 1.2 times as much, one of 20d20 1.8 times.
Of 600 rounded d6s from 500 mm onto bare wood one stayed 2 mm deep in it and hummed on; in four steps none did, at 1.5
times the cost."""

CROWD_STEPS = 4
"""Steps in a tick with sequential impulses while a tower is live: it would creep at fewer than 960 a second."""


def least_steps(dice: Iterable[Die]) -> int:
    """Give how many steps a tick has at the least while these dice are thrown."""
    return HULL_STEPS if any(die.kind.box is None or die.kind.rounding > 0.0 for die in dice) else 1


def serve(fastest: float, longest: float) -> int:
    """Give for how many ticks steps serve that are suited to a speed (mm/s), at the most until the next look.

    `longest` is how far a body may move in one (mm): until the next look only where a whole tick will do as long.
    """
    reached = fastest + GRAVITY * LOOK_EVERY * TICK
    return LOOK_EVERY if fastest <= CALM and reached * TICK <= longest else HEED_EVERY


def longest_step(bodies: Iterable[Body]) -> float:
    """Give how far any of these may move in one step (mm): less than half its thickness, or it may be beyond a surface.

    A mesh is a surface, and a box pushes out what is more than half through it on the wrong side.
    """
    longest = LONGEST_STEP
    for body in bodies:
        longest = min(longest, step_of(body.half, body.fastest))
    return longest


def step_of(half: float, fastest: float) -> float:
    """Give how far a thing may move in one step (mm) that is `half` mm thin and was `fastest` mm/s at the most."""
    return min(LONGEST_STEP, (SHARE if fastest > HURLED else 1.0) * half)


def longest_step_each(bodies: Iterable[Body], fastest: float) -> float:
    """Give how far what is so fast (mm/s) may move in one step (mm) if only what is thin and fast has short ones.

    What falls meanwhile is not reckoned with.
    """
    times = (step_of(body.half, max(body.speed, body.fastest)) / max(body.speed, SLOWEST) for body in bodies)
    return min(times, default=LONGEST_STEP / SLOWEST) * fastest
