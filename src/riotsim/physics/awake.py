"""What is reached exists: the pieces that are not in the engine yet, and which of them something comes near."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies import Body, Hold, model_height, reach_of
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.poses import Bounds
from riotsim.table.state import Table

_NOWHERE: npt.NDArray[np.float64] = np.empty((3, 0))
"""The corners of nothing."""


class Loose(Enum):
    """What dice that lie loose on the table are to an act."""

    STILL = "they stand fast"
    LIVE = "they may be knocked"
    ABSENT = "nothing"


@dataclass(frozen=True, slots=True)
class Sleeper:
    """Something that enters the engine as one: a piece, or a tower with all its dice."""

    name: str
    pieces: tuple[Piece, ...]
    """Of a tower, from the bottom up."""
    hold: Hold
    bounds: Bounds
    is_tower: bool = False


class Asleep:
    """All that stands on a table and is not in the engine."""

    def __init__(self, table: Table, skip: frozenset[PieceId], loose: Loose, free_models: bool) -> None:
        sleepers = _sleepers(table, skip, loose, free_models)
        self._sleepers: list[Sleeper | None] = list(sleepers)
        self._low = self._high = _NOWHERE
        if sleepers:
            boxes = np.array([sleeper.bounds for sleeper in sleepers], dtype=np.float64)
            # A row for each axis: the arrays are so short that it is the calls which take the time.
            self._low, self._high = boxes[:, :3].T.copy(), boxes[:, 3:].T.copy()

    def top_in(self, bounds: Bounds) -> float:
        """Give the height of the highest thing in a box (mm); 0 if there is none."""
        if not self._low.size:
            return 0.0
        least, most = np.array(bounds).reshape(2, 3, 1)
        found = (self._low <= most).all(axis=0) & (self._high >= least).all(axis=0)
        return float(self._high[2, found].max()) if found.any() else 0.0

    def room(self, bodies: Sequence[Body]) -> float:
        """Give how far the nearest is from a box about any of the bodies, along an axis (mm)."""
        if not self._low.size or not bodies:
            return math.inf
        return float(self._gaps(bodies).min())

    def take(self, bodies: Sequence[Body], margin: float) -> list[Sleeper]:
        """Give what is within `margin` mm of the bodies' boxes; from now on it is awake."""
        if not self._low.size or not bodies:
            return []
        taken = []
        for k in np.flatnonzero((self._gaps(bodies) <= margin).any(axis=0)):
            sleeper = self._sleepers[k]
            if sleeper is not None:
                taken.append(sleeper)
                self._sleepers[k] = None
                self._low[:, k], self._high[:, k] = np.inf, -np.inf
        return taken

    def _gaps(self, bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
        """How far each body's box is from each sleeper's, on the axis that parts them most (bodies × sleepers, mm)."""
        corners = []
        for body in bodies:
            (x, y, z), (left, front, under), (right, back, over) = body.at, body.low, body.high
            corners.append((x + left, y + front, z + under, x + right, y + back, z + over))
        low, high = np.array(corners).T.reshape(2, 3, -1, 1)
        apart = self._low[:, None] - high
        np.maximum(apart, low - self._high[:, None], out=apart)
        most: npt.NDArray[np.float64] = np.maximum(np.maximum(apart[0], apart[1]), apart[2])
        return most


def _sleepers(table: Table, skip: frozenset[PieceId], loose: Loose, free_models: bool) -> list[Sleeper]:
    """All sleepers, in no order that matters: what enters together is sorted by name then."""
    found = []
    for terrain in table.terrain.values():
        left, front, right, back = terrain.footprint.bounds()
        found.append(Sleeper(terrain.id, (terrain,), Hold.FIXED, (left, front, 0.0, right, back, terrain.height)))
    for model in table.models.values():
        if model.id in skip:
            continue
        left, front, right, back = model.footprint.bounds()
        hold = Hold.FREE if free_models else Hold.FIXED
        top = model.level + model_height(model)
        found.append(Sleeper(model.id, (model,), hold, (left, front, model.level, right, back, top)))
    found += [
        Sleeper(token.id, (token,), Hold.FREE, _around(token.pose.at, reach_of(token)))
        for token in table.tokens.values()
        if token.id not in skip
    ]
    stacked: set[PieceId] = set()
    for name, tower in table.towers.items():
        stacked.update(tower.dice)
        dice = tuple(table.dice[die] for die in tower.dice if die not in skip)
        if dice:
            found.append(Sleeper(name, dice, Hold.FREE, _about(die.bounds for die in dice), is_tower=True))
    if loose is not Loose.ABSENT:
        hold = Hold.FREE if loose is Loose.LIVE else Hold.FIXED
        found += [
            Sleeper(die.id, (die,), hold, _around(die.pose.at, reach_of(die)))
            for die in table.dice.values()
            if die.id not in stacked and die.id not in skip
        ]
    return found


def _around(at: tuple[float, float, float], reach: float) -> Bounds:
    x, y, z = at
    return (x - reach, y - reach, z - reach, x + reach, y + reach, z + reach)


def _about(boxes: Iterable[Bounds]) -> Bounds:
    """The smallest box about several."""
    left, front, bottom, right, back, top = zip(*boxes, strict=True)
    return (min(left), min(front), min(bottom), max(right), max(back), max(top))
