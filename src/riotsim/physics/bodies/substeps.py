"""Limits on how far bodies move in one step of the engine, so that they don't get into scenery or through it.

The engine divides a tick into steps, called substeps here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.pieces import Die


@dataclass(frozen=True, slots=True)
class SubstepSettings:
    """Settings for the number of substeps in a tick. The values were measured with this program."""

    interval: int = 4
    """Ticks after which the number of substeps is chosen again while a body is fast.

    With 8 ticks, bodies that fell 5 to 30 mm bounced too high. A token on wood bounced 0.45 mm too high with 8 ticks,
    and 0.39 mm with 4.
    """
    calm_speed: float = 250.0
    """Speed of the fastest body above which the number of substeps is chosen again every `interval` ticks (mm/s).

    This is before the next regular check (`LOOK_INTERVAL`). A falling body gains 160 mm/s in four ticks. A die of 16 mm
    that lands on a corner may convert 6 rad/s into 80 mm/s.
    """
    longest_step: float = 8.0
    """Maximum motion of a body in one step (mm): half the edge of a die of 16 mm.

    With this limit alone, at 2 to 8 m/s, no 16 mm cube went through scenery, but 1 in 20 d4s and tokens did.
    """
    hurled_speed: float = 3000.0
    """Top speed of a body above which `hurled_share` limits its motion in one step (mm/s)."""
    hurled_share: float = 0.75
    """Largest motion of a body above `hurled_speed` in one step, as a fraction of half its thickness.

    With a fraction of 1, one of 1000 such cubes had its centre inside scenery for one tick.
    """
    least_speed: float = 10.0
    """Lowest speed that degraded mode assumes for a body (mm/s). Slower bodies count as this fast."""
    hull_substeps: int = 4
    """Minimum number of steps in a tick while the thrown dice are not all sharp boxes.

    For a die that isn't a sharp box, the engine finds only one contact in a step. The contact turns the die, and its
    other corners sink in. Four dice were thrown 8 times each: a d4 of 16 mm, a d4 of 8 mm, a d8 and a d20.

    - With one step a tick (two when fast), their centres sank by up to 7.7, 14.5, 1.6 and 1.1 mm.
    - With four steps, they sank by up to 0.5, 0.8, 0.1 and 0.04 mm. A throw of a d8 costs 1.2 times as much, and a
      throw of 20d20 1.8 times.

    Rounded d6s fell 500 mm onto bare wood. With fewer steps, one of 600 stayed 2 mm deep in the table and kept
    vibrating. With four steps none did, at 1.5 times the cost.
    """
    tower_substeps: int = 4
    """Minimum number of steps in a tick while a tower is in the engine and the impulse solver is used.

    The tower creeps with fewer than 960 steps a second.
    """


SUBSTEPS: Final = SubstepSettings()
"""The settings of substeps that are in use."""


def min_substeps(dice: Iterable[Die]) -> int:
    """Return the minimum number of steps in a tick while `dice` are thrown."""
    return SUBSTEPS.hull_substeps if any(die.kind.box is None or die.kind.rounding > 0.0 for die in dice) else 1


def ticks_to_next_choice(fastest: float, longest: float) -> int:
    """Return the number of ticks after which the substeps must be chosen again, at most `LOOK_INTERVAL`.

    Args:
        fastest: Speed of the fastest body (mm/s).
        longest: Maximum motion of a body in one step (mm).
    """
    reached = fastest + GRAVITY * LOOK_INTERVAL * TICK
    return LOOK_INTERVAL if fastest <= SUBSTEPS.calm_speed and reached * TICK <= longest else SUBSTEPS.interval


def max_step_length(bodies: Iterable[Body]) -> float:
    """Return the distance that a body may move in one step (mm): at most half the thickness of the thinnest body.

    Args:
        bodies: The bodies that move freely.
    """
    # A mesh of scenery is only a surface. A box of scenery pushes a body out on the wrong side once more than half of
    # the body is inside.
    longest = SUBSTEPS.longest_step
    for body in bodies:
        longest = min(longest, body_max_step_length(body.half_thickness, body.top_speed))
    return longest


def body_max_step_length(half_thickness: float, top_speed: float) -> float:
    """Return the distance that one body may move in one step (mm).

    Args:
        half_thickness: Distance from the body's centre to its nearest face (mm).
        top_speed: Highest observed speed of the body (mm/s).
    """
    share = SUBSTEPS.hurled_share if top_speed > SUBSTEPS.hurled_speed else 1.0
    return min(SUBSTEPS.longest_step, share * half_thickness)


def max_step_length_by_speed(bodies: Iterable[Body], fastest: float) -> float:
    """Return how far the fastest body may move in one step in degraded mode (mm).

    The step is so short that no body, at its present speed, exceeds its own limit (`body_max_step_length`).

    Args:
        bodies: The bodies that move freely.
        fastest: Highest speed until the next choice of substeps (mm/s).
    """
    least = SUBSTEPS.least_speed
    times = (
        body_max_step_length(body.half_thickness, max(body.speed, body.top_speed)) / max(body.speed, least)
        for body in bodies
    )
    return min(times, default=SUBSTEPS.longest_step / least) * fastest
