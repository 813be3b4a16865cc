"""Islands of bodies that hang together, and their sleep after a fall.

The engine solves the contacts of an island at once. The cost of the exact solver grows with the cube of their number.
The lower half of a fallen tower that still stood, while dice from above rolled on, took as long as the fall. So what is
left of a fallen tower sleeps, and costs nothing until something moving touches it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import REST, SETTLED
from riotsim.physics.engine.world import World
from riotsim.physics.rest.sleep import put_to_sleep
from riotsim.table.pieces import Die

BOX_MARGIN: Final = 0.2
"""Distance by which the engine's boxes reach beyond bodies on each side (mm)."""

EVERY: Final = 8
"""Ticks between two searches for islands that may sleep."""


def overlapping_boxes(bodies: Sequence[Body]) -> list[tuple[int, int]]:
    """Return the pairs of bodies, by number, whose upright boxes overlap: the engine solves those together."""
    if not bodies:
        return []
    at = np.array([body.at for body in bodies])
    half = _halves(bodies) + BOX_MARGIN
    apart = (np.abs(at[:, None] - at[None]) - half[:, None] - half[None]).max(axis=2)
    ones, others = np.nonzero(np.triu(apart <= 0.0, 1))
    return [
        (bodies[one].number, bodies[other].number) for one, other in zip(ones.tolist(), others.tolist(), strict=True)
    ]


def _halves(bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
    """Return half the sides of upright boxes about bodies (bodies × 3, mm)."""
    halves = np.array([body.high for body in bodies])
    cubes = [
        (k, body.piece.size / 2, body.turn)
        for k, body in enumerate(bodies)
        if isinstance(body.piece, Die) and body.piece.kind.is_cube
    ]
    if cubes:
        which, half, turn = zip(*cubes, strict=True)
        x, y, z, w = np.array(turn).T
        # The reach of a turned cube's three edges along each axis.
        reach = np.array([
            np.abs(1 - 2 * (y * y + z * z)) + 2 * np.abs(x * y - z * w) + 2 * np.abs(x * z + y * w),
            2 * np.abs(x * y + z * w) + np.abs(1 - 2 * (x * x + z * z)) + 2 * np.abs(y * z - x * w),
            2 * np.abs(x * z - y * w) + 2 * np.abs(y * z + x * w) + np.abs(1 - 2 * (x * x + y * y)),
        ]).T  # fmt: skip
        halves[list(which)] = reach * np.array(half)[:, None]
    return halves


def islands(bodies: Sequence[Body], joined: Iterable[tuple[int, int]]) -> list[list[Body]]:
    """Return the groups of bodies that are joined, directly or through others.

    Args:
        bodies: The bodies.
        joined: Pairs of body numbers; those of other bodies are ignored.
    """
    root = {body.number: body.number for body in bodies}

    def find(number: int) -> int:
        while root[number] != number:
            root[number] = number = root[root[number]]
        return number

    for one, other in joined:
        if one in root and other in root:
            root[find(one)] = find(other)
    groups: dict[int, list[Body]] = {}
    for body in bodies:
        groups.setdefault(find(body.number), []).append(body)
    return list(groups.values())


def contact_counts(bodies: Iterable[Body], touching: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Count the contacts of each body, by number. A contact between two of them counts for the first."""
    counts = {body.number: 0 for body in bodies}
    for one, other in touching:
        if one in counts:
            counts[one] += 1
        elif other in counts:
            counts[other] += 1
    return counts


class IslandSleeping:
    """The sleep of islands in one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def look(self, free: Sequence[Body], tick: int) -> None:
        """Record a look, and put each island to sleep whose bodies have all been at rest for long enough."""
        for body in free:
            if not body.asleep:
                body.motion.observe(SETTLED, tick, body.state)
        if tick % EVERY:
            return
        rested = {body.number for body in free if _rested(body, tick)}
        if all(body.asleep for body in free if body.number in rested):
            return
        for group in islands(free, overlapping_boxes(free)):
            if all(body.number in rested for body in group):
                for body in group:
                    if not body.asleep:
                        put_to_sleep(self._world, body)


def _rested(body: Body, tick: int) -> bool:
    """Return whether a body has been at rest for long enough: longer where it leans, because it may be balancing."""
    if body.asleep:
        return True
    since = body.motion.since(SETTLED)
    quiet = 0 if since is None else tick - since
    return quiet >= REST.lean_run or (quiet >= REST.run and body.tilt <= REST.flat)
