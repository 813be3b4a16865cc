"""Limits for the motion of bodies in one step of the engine. Beyond them, a body could get into or through scenery.

The engine divides each tick into steps, which are called substeps here.
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
    """Number of ticks between two choices of the number of substeps while at least one body is fast.

    With 8 ticks, bodies that fell 5 to 30 mm bounced too high. A token on wood bounced 0.45 mm too high with 8 ticks,
    and 0.39 mm too high with 4 ticks.
    """
    calm_speed: float = 250.0
    """Speed above which a body is fast (mm/s). See `interval`.

    If no body is fast, the number of substeps is usually chosen again only at the next regular check (`LOOK_INTERVAL`).
    Until then, a body may become faster: it gains 160 mm/s by falling for four ticks. A die of 16 mm with a spin of
    6 rad/s may turn this spin into 80 mm/s in a landing on a corner.
    """
    longest_step: float = 8.0
    """Greatest distance that any body may move in one step (mm): half the edge of a die of 16 mm.

    We threw pieces at scenery with this limit alone, at 2 to 8 m/s. No cube of 16 mm went through the scenery, but 1 in
    20 d4s and tokens did.
    """
    hurled_speed: float = 3000.0
    """Speed above which `hurled_share` limits the further steps of a body in this act (mm/s)."""
    hurled_share: float = 0.75
    """Greatest distance that a body may move in one step after it was faster than `hurled_speed`.

    The distance is given as a fraction of half the body's thickness. With a fraction of 1, one of 1000 such fast cubes
    had its centre inside scenery for one tick.
    """
    least_speed: float = 10.0
    """Least speed that degraded mode assumes for a body (mm/s). A slower body is treated as if it had this speed."""
    hull_substeps: int = 4
    """Minimum number of steps in a tick if at least one thrown die isn't a sharp box.

    For such a die, the engine finds only one contact in a step. The contact turns the die, and other corners of the die
    sink in. Four dice were thrown 8 times each: a d4 of 16 mm, a d4 of 8 mm, a d8 and a d20.

    - With one step in a tick (two when the die was fast), their centres sank by up to 7.7, 14.5, 1.6 and 1.1 mm.
    - With four steps, their centres sank by up to 0.5, 0.8, 0.1 and 0.04 mm. Four steps make a throw of a d8 cost 1.2
      times as much, and a throw of 20d20 1.8 times as much.

    Rounded d6s fell 500 mm onto bare wood. With fewer steps, one of 600 dice stayed 2 mm deep in the table and kept
    vibrating. With four steps, no die did so. This cost 1.5 times as much.
    """
    tower_substeps: int = 4
    """Minimum number of steps in a tick while a tower is in the engine and the impulse solver is used.

    With fewer than 960 steps in a second, the tower would creep.
    """


SUBSTEPS: Final = SubstepSettings()
"""The settings that the simulation uses for substeps."""


def min_substeps(dice: Iterable[Die]) -> int:
    """Return the minimum number of substeps in a tick while `dice` are thrown."""
    return SUBSTEPS.hull_substeps if any(die.kind.box is None or die.kind.rounding > 0.0 for die in dice) else 1


def ticks_to_next_choice(fastest: float, longest: float) -> int:
    """Return the number of ticks until the next choice of the number of substeps: at most `LOOK_INTERVAL`.

    Args:
        fastest: Speed of the fastest body (mm/s).
        longest: Maximum motion of a body in one step (mm).
    """
    reached = fastest + GRAVITY * LOOK_INTERVAL * TICK
    return LOOK_INTERVAL if fastest <= SUBSTEPS.calm_speed and reached * TICK <= longest else SUBSTEPS.interval


def max_step_length(bodies: Iterable[Body]) -> float:
    """Return a common limit for the motion of all bodies in one step (mm).

    Each body has a limit of its own (`body_max_step_length`). The result is the least of these limits.

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
    """Return the greatest distance that one body may move in one step (mm).

    Args:
        half_thickness: Distance from the body's centre to its nearest face (mm).
        top_speed: Highest speed of the body that was observed in this act (mm/s).
    """
    share = SUBSTEPS.hurled_share if top_speed > SUBSTEPS.hurled_speed else 1.0
    return min(SUBSTEPS.longest_step, share * half_thickness)


def max_step_length_by_speed(bodies: Iterable[Body], fastest: float) -> float:
    """Return the greatest distance that the fastest body may move in one step in degraded mode (mm).

    In this mode, slow bodies don't shorten the steps. A step only has to be so short that each body, at its present
    speed, stays within its own limit (`body_max_step_length`).

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
