"""What is reached exists: the pieces that are not in the engine yet, and which of them something comes near."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.body import Body, Hold
from riotsim.physics.bodies.extents import model_height, reach_of
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.poses import Bounds
from riotsim.table.state import Table

_NOWHERE: npt.NDArray[np.float64] = np.empty((6, 0))
"""The sides of nothing."""


class Loose(Enum):
    """What dice that lie loose on the table are to an act."""

    STILL = "they stand fast"
    LIVE = "they may be knocked"
    ABSENT = "nothing"


@dataclass(frozen=True, slots=True)
class DormantPiece:
    """Something that enters the engine as one: a piece, or a tower with all its dice."""

    name: str
    pieces: tuple[Piece, ...]
    """Of a tower, from the bottom up."""
    hold: Hold
    bounds: Bounds
    is_tower: bool = False


class Dormant:
    """All that stands on a table and is not in the engine."""

    def __init__(self, table: Table, skip: frozenset[PieceId], loose: Loose, free_models: bool) -> None:
        sleepers = _sleepers(table, skip, loose, free_models)
        self._sleepers: list[DormantPiece | None] = list(sleepers)
        self._sides = _NOWHERE
        """A row for each side of their boxes (least x, y, z, and greatest with the sign changed), a column for each."""
        if sleepers:
            self._sides = np.array([sleeper.bounds for sleeper in sleepers], dtype=np.float64).T.copy()
            np.negative(self._sides[3:], out=self._sides[3:])

    def top_in(self, bounds: Bounds) -> float:
        """Give the height of the highest thing in a box (mm); 0 if there is none."""
        if not self._sides.size:
            return 0.0
        left, front, under, right, back, over = bounds
        found = (self._sides <= np.array(((right,), (back,), (over,), (-left,), (-front,), (-under,)))).all(axis=0)
        return -float(self._sides[5, found].min()) if found.any() else 0.0

    def room(self, bodies: Sequence[Body]) -> float:
        """Give how far the nearest is from a box about any of the bodies, along an axis (mm)."""
        if not self._sides.size or not bodies:
            return math.inf
        return float(np.minimum.reduce(self._gaps(bodies), axis=None))

    def take(self, bodies: Sequence[Body], margin: float) -> list[DormantPiece]:
        """Give what is within `margin` mm of the bodies' boxes; from now on it is awake."""
        if not self._sides.size or not bodies:
            return []
        taken = []
        for k in np.flatnonzero((self._gaps(bodies) <= margin).any(axis=0)):
            sleeper = self._sleepers[k]
            if sleeper is not None:
                taken.append(sleeper)
                self._sleepers[k] = None
                self._sides[:, k] = np.inf
        return taken

    def _gaps(self, bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
        """How far each body's box is from each sleeper's, on the axis that parts them most (bodies × sleepers, mm)."""
        sides = []
        for body in bodies:
            (x, y, z), (left, front, under), (right, back, over) = body.at, body.low, body.high
            sides.append((x + right, y + back, z + over, -(x + left), -(y + front), -(z + under)))
        # All six at once: the arrays are so short that it is the calls which take the time.
        most: npt.NDArray[np.float64] = np.maximum.reduce(self._sides[:, None] - np.array(sides).T[:, :, None])
        return most


def _sleepers(table: Table, skip: frozenset[PieceId], loose: Loose, free_models: bool) -> list[DormantPiece]:
    """All sleepers, in no order that matters: what enters together is sorted by name then."""
    found = []
    for terrain in table.terrain.values():
        left, front, right, back = terrain.footprint.bounds()
        found.append(DormantPiece(terrain.id, (terrain,), Hold.FIXED, (left, front, 0.0, right, back, terrain.height)))
    for model in table.models.values():
        if model.id in skip:
            continue
        left, front, right, back = model.footprint.bounds()
        hold = Hold.FREE if free_models else Hold.FIXED
        top = model.level + model_height(model)
        found.append(DormantPiece(model.id, (model,), hold, (left, front, model.level, right, back, top)))
    found += [
        DormantPiece(token.id, (token,), Hold.FREE, _around(token.pose.at, reach_of(token)))
        for token in table.tokens.values()
        if token.id not in skip
    ]
    stacked: set[PieceId] = set()
    for name, tower in table.towers.items():
        stacked.update(tower.dice)
        dice = tuple(table.dice[die] for die in tower.dice if die not in skip)
        if dice:
            found.append(DormantPiece(name, dice, Hold.FREE, _about(die.bounds for die in dice), is_tower=True))
    if loose is not Loose.ABSENT:
        hold = Hold.FREE if loose is Loose.LIVE else Hold.FIXED
        found += [
            DormantPiece(die.id, (die,), hold, _around(die.pose.at, reach_of(die)))
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
