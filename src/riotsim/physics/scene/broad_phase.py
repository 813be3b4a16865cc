"""The dormant pieces, which are not yet in the engine, and the search for dormant pieces near a moving body."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.size_and_mass import bounding_radius, model_height
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.poses import Bounds
from riotsim.table.state import Table

_NO_BOXES: npt.NDArray[np.float64] = np.empty((6, 0))
"""The value of `DormantPieces._sides` if there are no boxes (6 × 0)."""


class LooseDice(Enum):
    """The handling of loose dice on the table by an act.

    - `STILL`: the dice are immovable.
    - `LIVE`: other bodies may move them.
    - `ABSENT`: the act leaves them out.
    """

    STILL = "they stand fast"
    LIVE = "they may be knocked"
    ABSENT = "nothing"


@dataclass(frozen=True, slots=True)
class DormantPiece:
    """A dormant piece, which isn't in the engine yet. A tower counts as one: its dice enter the engine together.

    `bounds` is in mm.
    """

    name: str
    pieces: tuple[Piece, ...]
    """A single piece, or the dice of a tower from the bottom up."""
    motion_type: MotionType
    bounds: Bounds
    is_tower: bool = False


class DormantPieces:
    """The pieces of a table that are not in the engine."""

    def __init__(self, table: Table, skip: frozenset[PieceId], loose: LooseDice, free_models: bool) -> None:
        found = _dormant_pieces(table, skip, loose, free_models)
        self._pieces: list[DormantPiece | None] = list(found)
        self._sides = _NO_BOXES
        """Sides of the boxes of the pieces (mm), one column for each piece.

        The six rows are the minimum x, y and z, and the maximum x, y and z. The maxima are negated.
        """
        if found:
            self._sides = np.array([one.bounds for one in found], dtype=np.float64).T.copy()
            np.negative(self._sides[3:], out=self._sides[3:])

    def top_in(self, bounds: Bounds) -> float:
        """Return the height of the highest dormant piece whose box meets `bounds` (mm); 0 if there is none."""
        if not self._sides.size:
            return 0.0
        left, front, under, right, back, over = bounds
        found = (self._sides <= np.array(((right,), (back,), (over,), (-left,), (-front,), (-under,)))).all(axis=0)
        return -float(self._sides[5, found].min()) if found.any() else 0.0

    def distance(self, bodies: Sequence[Body]) -> float:
        """Return a lower bound of the distance from the bodies to the nearest dormant piece (mm).

        The bound is infinite if there are no bodies or no dormant pieces.
        """
        if not self._sides.size or not bodies:
            return math.inf
        return float(np.minimum.reduce(self._gaps(bodies), axis=None))

    def take(self, bodies: Sequence[Body], margin: float) -> list[DormantPiece]:
        """Remove the dormant pieces whose boxes are within `margin` mm of the bodies' boxes, and return them."""
        if not self._sides.size or not bodies:
            return []
        taken = []
        for k in np.flatnonzero((self._gaps(bodies) <= margin).any(axis=0)):
            piece = self._pieces[k]
            if piece is not None:
                taken.append(piece)
                self._pieces[k] = None
                self._sides[:, k] = np.inf
        return taken

    def _gaps(self, bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
        """Return the gap between the box of each body and the box of each dormant piece (bodies × pieces, mm).

        Two boxes have a gap along x, one along y and one along z. The largest of the three counts. It is negative if
        the boxes overlap.
        """
        sides = []
        for body in bodies:
            (x, y, z), (left, front, under), (right, back, over) = body.at, body.low, body.high
            sides.append((x + right, y + back, z + over, -(x + left), -(y + front), -(z + under)))
        # One call for all six sides: the arrays are so short that the calls take most of the time.
        most: npt.NDArray[np.float64] = np.maximum.reduce(self._sides[:, None] - np.array(sides).T[:, :, None])
        return most


def _dormant_pieces(table: Table, skip: frozenset[PieceId], loose: LooseDice, free_models: bool) -> list[DormantPiece]:
    """Return the dormant pieces of a table at the start of an act, in any order.

    Args:
        table: The table.
        skip: Pieces that the act itself puts into the engine.
        loose: The treatment of loose dice.
        free_models: Whether bodies may push models. If not, models are immovable.
    """
    found = []
    for terrain in table.terrain.values():
        left, front, right, back = terrain.footprint.bounds()
        found.append(
            DormantPiece(terrain.id, (terrain,), MotionType.FIXED, (left, front, 0.0, right, back, terrain.height))
        )
    for model in table.models.values():
        if model.id in skip:
            continue
        left, front, right, back = model.footprint.bounds()
        motion_type = MotionType.FREE if free_models else MotionType.FIXED
        top = model.level + model_height(model)
        found.append(DormantPiece(model.id, (model,), motion_type, (left, front, model.level, right, back, top)))
    found += [
        DormantPiece(token.id, (token,), MotionType.FREE, _sphere_bounds(token.pose.at, bounding_radius(token)))
        for token in table.tokens.values()
        if token.id not in skip
    ]
    stacked: set[PieceId] = set()
    for name, tower in table.towers.items():
        stacked.update(tower.dice)
        dice = tuple(table.dice[die] for die in tower.dice if die not in skip)
        if dice:
            found.append(
                DormantPiece(name, dice, MotionType.FREE, _merge_bounds(die.bounds for die in dice), is_tower=True)
            )
    if loose is not LooseDice.ABSENT:
        motion_type = MotionType.FREE if loose is LooseDice.LIVE else MotionType.FIXED
        found += [
            DormantPiece(die.id, (die,), motion_type, _sphere_bounds(die.pose.at, bounding_radius(die)))
            for die in table.dice.values()
            if die.id not in stacked and die.id not in skip
        ]
    return found


def _sphere_bounds(at: tuple[float, float, float], reach: float) -> Bounds:
    """Return the bounds of a sphere (mm).

    Args:
        at: Centre of the sphere (mm).
        reach: Radius of the sphere (mm).
    """
    x, y, z = at
    return (x - reach, y - reach, z - reach, x + reach, y + reach, z + reach)


def _merge_bounds(boxes: Iterable[Bounds]) -> Bounds:
    """Return the bounds of the smallest axis-aligned box that contains several boxes."""
    left, front, bottom, right, back, top = zip(*boxes, strict=True)
    return (min(left), min(front), min(bottom), max(right), max(back), max(top))
