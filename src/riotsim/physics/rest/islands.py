"""Which bodies hang together: the engine solves those at once."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import FLAT, LEAN_RUN, REST_RUN, REST_SPEED, REST_SPIN, creeps, tilt
from riotsim.physics.engine.world import World
from riotsim.physics.rest.sleep import lull
from riotsim.table.pieces import Die
from riotsim.table.poses import Quaternion, Vector

BOX_MARGIN: Final = 0.2
"""By how much the engine's boxes about bodies are wider on each side (mm)."""


def near(bodies: Sequence[Body]) -> list[tuple[int, int]]:
    """Give the pairs of bodies, by number, whose upright boxes overlap: the engine solves those together."""
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
    """Half the sides of upright boxes about bodies (mm)."""
    halves = np.array([body.high for body in bodies])
    cubes = [
        (k, body.piece.size / 2, body.turn)
        for k, body in enumerate(bodies)
        if isinstance(body.piece, Die) and body.piece.kind.is_cube
    ]
    if cubes:
        which, half, turn = zip(*cubes, strict=True)
        x, y, z, w = np.array(turn).T
        # What the three edges of a turned cube reach along each axis.
        reach = np.array([
            np.abs(1 - 2 * (y * y + z * z)) + 2 * np.abs(x * y - z * w) + 2 * np.abs(x * z + y * w),
            2 * np.abs(x * y + z * w) + np.abs(1 - 2 * (x * x + z * z)) + 2 * np.abs(y * z - x * w),
            2 * np.abs(x * z - y * w) + 2 * np.abs(y * z + x * w) + np.abs(1 - 2 * (x * x + y * y)),
        ]).T  # fmt: skip
        halves[list(which)] = reach * np.array(half)[:, None]
    return halves


def islands(bodies: Sequence[Body], joined: Iterable[tuple[int, int]]) -> list[list[Body]]:
    """Give the groups of bodies that are joined, told by pairs of body numbers."""
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


def contacts_of(bodies: Iterable[Body], touching: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Count the contacts of each body, by number; one between two of them counts for the first."""
    counts = {body.number: 0 for body in bodies}
    for one, other in touching:
        if one in counts:
            counts[one] += 1
        elif other in counts:
            counts[other] += 1
    return counts


EVERY: Final = 8
"""Ticks from one time to the next that this is looked for."""


class IslandSleeping:
    """All that hangs together, and for how long it has been at rest."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._since: dict[int, tuple[int, Vector, Quaternion]] = {}
        """Since when a body has been at rest (tick), and where."""

    def look(self, free: Sequence[Body], tick: int) -> None:
        """Put to sleep what has been at rest for long enough, with all that hangs together with it."""
        for body in free:
            if body.asleep:
                continue
            if body.speed > REST_SPEED or body.spin > REST_SPIN:
                self._since.pop(body.number, None)
            elif (since := self._since.get(body.number)) is None or creeps(body, since[1], since[2]):
                self._since[body.number] = (tick, body.at, body.turn)
        if tick % EVERY:
            return
        rested = {body.number for body in free if self._rested(body, tick)}
        if all(body.asleep for body in free if body.number in rested):
            return
        for group in islands(free, near(free)):
            if all(body.number in rested for body in group):
                for body in group:
                    if not body.asleep:
                        lull(self._world, body)

    def _rested(self, body: Body, tick: int) -> bool:
        """Whether a body has been at rest for long enough; longer where it leans, for it may be balancing."""
        if body.asleep:
            return True
        since = self._since.get(body.number)
        quiet = 0 if since is None else tick - since[0]
        return quiet >= LEAN_RUN or (quiet >= REST_RUN and tilt(body) <= FLAT)
