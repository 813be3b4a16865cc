"""The numbered actions of an environment. Their number is fixed, and each answers one kind of request. Continuous
values are cut into a grid.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Spot,
    Step,
    Target,
)
from riotsim.table.acts import Mark
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point, distance, heading, point_ahead

MAX_OPTIONS: Final = 32
"""Number of list items that actions can choose; later items of a longer list can't be chosen."""

MAX_WAYS: Final = 8
"""Number of dice that actions can run to, and of pieces that actions can choose to place."""

GRID_SIZE: Final = 10
"""Number of columns and rows into which a table is divided: on a table of 24 in a cell is 2.4 in wide."""

WAY_SHARES: Final = (0.25, 0.5, 0.75, None)
"""Shares of a path at which a model may stop; None means the whole path."""

HEADINGS: Final = tuple(k * math.pi / 4 for k in range(8))
"""Directions of a throw (rad)."""

ROLL_STRENGTHS: Final = (0.5, 1.0)
"""Strengths of a roll, as shares of the hand's usual speed."""

TARGET_STRENGTHS: Final = (AimThrow.MAX_TARGET_STRENGTH / 2, AimThrow.MAX_TARGET_STRENGTH)
"""Strengths of a throw at a target. The greater one reaches the target from any legal release point."""

RELEASE_HEIGHT: Final = 100.0
"""Height from which dice are thrown (mm), unless the rules require more."""

PLACEMENT_RADIUS_SHARE: Final = 0.25
"""Distance from the middle at which a die is put on a tower, as a share of the largest offset: 2 mm for a die of 16
mm.
"""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of consecutive actions that answer the same kind of request."""

    first: int
    shape: tuple[int, ...]
    """Shape of the block: (8, 10, 10) has a piece, a column and a row for each action."""

    @property
    def end(self) -> int:
        """The number after the block's last action."""
        return self.first + math.prod(self.shape)

    def number(self, *place: int) -> int:
        """Return the action at a place in the block."""
        return self.first + int(np.ravel_multi_index(place, self.shape))

    def place(self, number: int) -> tuple[int, ...]:
        """Return the place of an action in the block."""
        return tuple(int(k) for k in np.unravel_index(number - self.first, self.shape))


WAIT: Final = Block(0, (1,))
"""The only action of a player who is not asked anything."""
OPTION: Final = Block(WAIT.end, (MAX_OPTIONS,))
"""An option, a piece or a pace, by its place in the request."""
WAY: Final = Block(OPTION.end, (MAX_WAYS, len(WAY_SHARES) + 1))
"""A path by its index, and how far to go along it. In the last column the die is discarded unused."""
SPOT: Final = Block(WAY.end, (MAX_WAYS, GRID_SIZE, GRID_SIZE))
"""A piece by its index, and the cell where it is placed: column (from the left) and row (from the front)."""
AIM: Final = Block(SPOT.end, (GRID_SIZE, GRID_SIZE, len(HEADINGS), len(ROLL_STRENGTHS)))
"""Column and row of the cell that dice are thrown to, direction and strength.

For a throw at a target, the cell is where the hand releases the dice. The direction then follows from it, and its
index is 0.
"""
PUT: Final = Block(AIM.end, (1 + len(HEADINGS),))
"""Placement of a die on a tower: over the middle of the top die, or off it in one of eight directions."""

BLOCKS: Final = {"wait": WAIT, "option": OPTION, "way": WAY, "spot": SPOT, "aim": AIM, "put": PUT}

ACTION_COUNT: Final = PUT.end
"""Number of actions."""


@dataclass(frozen=True, slots=True)
class LegalActions:
    """The legal actions of a player."""

    block: Block
    legal_flags: Flags
    """Flags of the legal actions, with an index for each block."""
    _meant: Callable[..., object]

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the mask, shape (ACTIONS,): 1 for each legal action. There is always at least one."""
        mask = np.zeros(ACTION_COUNT, dtype=np.int8)
        mask[self.block.first : self.block.end] = self.legal_flags.ravel()
        return mask

    def answer(self, action: int) -> object:
        """Return the answer that an action stands for.

        Raises:
            ValueError: The action is not legal.
        """
        if self.block.first <= action < self.block.end:
            place = self.block.place(action)
            if self.legal_flags[place]:
                return self._meant(*place)
        raise ValueError(f"action {action} is not legal now: its place in the action mask is 0")


def legal_actions(request: Request[Any] | None) -> LegalActions:
    """Return the legal actions for a request; None stands for a player who has to wait.

    Raises:
        TypeError: There are no actions for this kind of request.
    """
    match request:
        case None:
            return LegalActions(WAIT, np.ones(1, dtype=np.bool_), lambda _: None)
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed):
            return LegalActions(OPTION, np.arange(MAX_OPTIONS) < len(listed), lambda k: listed[k])
        case PickWay():
            return _ways(request)
        case PickPoint():
            return _spots(request)
        case AimThrow(target=None):
            return _aims(request)
        case AimThrow(target=Target() as target):
            return _throws_at(request, target)
        case PlaceDie(reach=reach):
            points = [(0.0, 0.0), *(point_ahead((0.0, 0.0), way, PLACEMENT_RADIUS_SHARE * reach) for way in HEADINGS)]
            return LegalActions(PUT, np.ones(PUT.shape, dtype=np.bool_), lambda k: points[k])
    raise TypeError(f"no actions are known for {request!r}")


def _ways(request: PickWay) -> LegalActions:
    steps: dict[tuple[int, ...], Step] = {}
    for k, way in enumerate(request.ways[:MAX_WAYS]):
        for n, share in enumerate(WAY_SHARES):
            steps[k, n] = Step(way.die, None if share is None else share * way.distance)
        steps[k, len(WAY_SHARES)] = Step(way.die, discard=True)
    flags = np.zeros(WAY.shape, dtype=np.bool_)
    for place, step in steps.items():
        flags[place] = request.refusal(step) is None
    return LegalActions(WAY, flags, lambda *place: steps[place])


def _spots(request: PickPoint) -> LegalActions:
    regions = request.regions[:MAX_WAYS]
    # Pieces that are alike have one region.
    found = {id(region): _cells(region) for _, region in regions}
    flags = np.zeros(SPOT.shape, dtype=np.bool_)
    for k, (_, region) in enumerate(regions):
        for cell in found[id(region)]:
            flags[(k, *cell)] = True

    def meant(k: int, column: int, row: int) -> Spot:
        piece, region = regions[k]
        return Spot(piece, found[id(region)][column, row])

    return LegalActions(SPOT, flags, meant)


def _cells(region: Region) -> dict[tuple[int, int], Point]:
    """Return the cells of the grid in which a region has a spot, each with the spot nearest to its middle (mm).

    A cell also counts if only its middle is free, between two spots.
    """
    spots = region.allowed_points()
    size = np.array([region.width, region.depth]) / GRID_SIZE
    cells = np.clip((spots // size).astype(np.int64), 0, GRID_SIZE - 1)
    order = np.argsort(np.hypot(*(spots - (cells + 0.5) * size).T), kind="stable")
    _, firsts = np.unique(cells[order] @ (GRID_SIZE, 1), return_index=True)
    best = order[firsts]
    found = {
        (int(column), int(row)): (float(x), float(y))
        for (column, row), (x, y) in zip(cells[best], spots[best], strict=True)
    }
    for cell in np.ndindex(GRID_SIZE, GRID_SIZE):
        if cell not in found:
            middle = (float((cell[0] + 0.5) * size[0]), float((cell[1] + 0.5) * size[1]))
            if region.refusal(middle) is None:
                found[cell[0], cell[1]] = middle
    return found


def _aims(request: AimThrow) -> LegalActions:
    drop = max(RELEASE_HEIGHT, request.least_drop)

    def meant(column: int, row: int, way: int, strength: int) -> Aim:
        at = ((column + 0.5) * request.width / GRID_SIZE, (row + 0.5) * request.depth / GRID_SIZE)
        return Aim(at, HEADINGS[way], ROLL_STRENGTHS[strength], drop)

    return LegalActions(AIM, np.ones(AIM.shape, dtype=np.bool_), meant)


def _throws_at(request: AimThrow, target: Target) -> LegalActions:
    throws: dict[tuple[int, ...], Aim] = {}
    for (column, row), hand in _cells(target.release_region).items():
        mark = Mark(distance(hand, target.at), target.default_mark.height)
        for n, strength in enumerate(TARGET_STRENGTHS):
            aim = Aim(target.at, heading(hand, target.at), strength, max(RELEASE_HEIGHT, request.least_drop), mark=mark)
            if request.refusal(aim) is None:
                throws[column, row, 0, n] = aim
    flags = np.zeros(AIM.shape, dtype=np.bool_)
    for place in throws:
        flags[place] = True
    return LegalActions(AIM, flags, lambda *place: throws[place])
