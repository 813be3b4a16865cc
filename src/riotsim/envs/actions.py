"""The numbered actions of an environment.

Their number is fixed. Continuous values are divided into a grid.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riotsim.play.formations import arrange
from riotsim.play.group_requests import PickSome, PlaceSome
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
"""Number of options of a request that have an action. Further options can't be chosen. Our choice."""

MAX_WAYS: Final = 8
"""Number of paths to dice, and of pieces to place, that have actions. Further ones can't be chosen. Our choice."""

GRID_SIZE: Final = 10
"""Number of columns, and of rows, of the grid over the area of a request. On a table of 24 in a cell is 2.4 in wide."""

WAY_SHARES: Final = (0.25, 0.5, 0.75, None)
"""Shares of a path after which a model may stop; None for the whole path."""

HEADINGS: Final = tuple(k * math.pi / 4 for k in range(8))
"""Directions of a throw or of an offset from the top die (rad), anticlockwise from the x axis."""

ROLL_STRENGTHS: Final = (0.5, 1.0)
"""Strengths of a roll, as shares of the hand's usual speed. Our choice."""

TARGET_STRENGTHS: Final = (AimThrow.MAX_TARGET_STRENGTH / 2, AimThrow.MAX_TARGET_STRENGTH)
"""Strengths of a throw at a target, as shares of the hand's usual speed."""

RELEASE_HEIGHT: Final = 100.0
"""Height of release of all throws (mm), unless the rules require more. Our choice."""

PLACEMENT_RADIUS_SHARE: Final = 0.25
"""Distance between the centres of a die and of the top die on which it is put, as a share of the greatest distance that
the rules allow. For a die of 16 mm the distance is 2 mm.
"""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of consecutively numbered actions that are built in the same way, such as those that place a piece."""

    first: int
    shape: tuple[int, ...]
    """Number of actions along each axis: (8, 10, 10) has an action for each of 8 pieces, 10 columns and 10 rows."""

    @property
    def end(self) -> int:
        """The number after that of the block's last action."""
        return self.first + math.prod(self.shape)

    def number(self, *place: int) -> int:
        """Return the number of an action.

        Args:
            place: The action's index along each axis of the block.
        """
        return self.first + int(np.ravel_multi_index(place, self.shape))

    def place(self, number: int) -> tuple[int, ...]:
        """Return the index of an action along each axis of the block."""
        return tuple(int(k) for k in np.unravel_index(number - self.first, self.shape))


WAIT: Final = Block(0, (1,))
"""The action of a player of whom nothing is asked."""
OPTION: Final = Block(WAIT.end, (MAX_OPTIONS,))
"""Actions that choose an option, a piece or a pace by its index in the request.

A subset (`PickSome`) is picked item by item. The last action of the block ends it, so one item fewer can be picked.
"""
DONE: Final = MAX_OPTIONS - 1
"""Index of the option that ends a subset."""
WAY: Final = Block(OPTION.end, (MAX_WAYS, len(WAY_SHARES) + 1))
"""Actions that choose a path by its index in the request, and the share of the path to go (`WAY_SHARES`). The index
after the last share stands for discarding the die.
"""
SPOT: Final = Block(WAY.end, (MAX_WAYS, GRID_SIZE, GRID_SIZE))
"""Actions that place a piece: by the index of the piece in the request, and by column (from the left) and row (from the
front) of a cell. Of a group (`PlaceSome`) the leader, or else the first piece, is placed by the actions of the first
piece, and the others close around it.
"""
AIM: Final = Block(SPOT.end, (GRID_SIZE, GRID_SIZE, len(HEADINGS), len(ROLL_STRENGTHS)))
"""Actions that aim a throw: by column (from the left) and row (from the front) of a cell, by direction, and by
strength.

For a roll, the dice are thrown to the cell. For a throw at a target, the hand releases the die over the cell. The
direction then follows from the cell, and its index is 0.
"""
PUT: Final = Block(AIM.end, (1 + len(HEADINGS),))
"""Actions that put a die on a tower: the first over the middle of the top die, the others beside the middle in eight
directions (`HEADINGS`).
"""

BLOCKS: Final = {"wait": WAIT, "option": OPTION, "way": WAY, "spot": SPOT, "aim": AIM, "put": PUT}

ACTION_COUNT: Final = PUT.end
"""Number of actions."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An answer that takes further actions: the items of a subset that are picked so far."""

    picked: tuple[str, ...] = ()


NOTHING_PICKED: Final = Unfinished()


@dataclass(frozen=True, slots=True)
class LegalActions:
    """The legal actions of a player, all in one block."""

    block: Block
    legal_flags: Flags
    """True for each legal action of the block, in the shape of the block."""
    _meant: Callable[..., object]

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the action mask, shape (ACTION_COUNT,): 1 for each legal action, and 0 for all others."""
        mask = np.zeros(ACTION_COUNT, dtype=np.int8)
        mask[self.block.first : self.block.end] = self.legal_flags.ravel()
        return mask

    def answer(self, action: int) -> object:
        """Return the answer that an action gives to the request: None for `WAIT`, `Unfinished` if it takes further
        actions.

        Args:
            action: The number of the action.

        Raises:
            ValueError: The action is not legal.
        """
        if self.block.first <= action < self.block.end:
            place = self.block.place(action)
            if self.legal_flags[place]:
                return self._meant(*place)
        raise ValueError(f"action {action} is not legal now: its place in the action mask is 0")


def legal_actions(request: Request[Any] | None, begun: Unfinished = NOTHING_PICKED) -> LegalActions:
    """Return the legal actions of a player.

    Args:
        request: The request to the player; None if the player is not asked, and so can only wait.
        begun: The answer that the player has begun to give to the request.

    Raises:
        TypeError: No actions answer this kind of request.
    """
    match request:
        case None:
            return LegalActions(WAIT, np.ones(1, dtype=np.bool_), lambda _: None)
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed):
            return LegalActions(OPTION, np.arange(MAX_OPTIONS) < len(listed), lambda k: listed[k])
        case PickSome():
            return _picks(request, begun.picked)
        case PickWay():
            return _ways(request)
        case PickPoint():
            return _spots(request)
        case PlaceSome():
            return _formations(request)
        case AimThrow(target=None):
            return _aims(request)
        case AimThrow(target=Target() as target):
            return _throws_at(request, target)
        case PlaceDie(reach=reach):
            points = [(0.0, 0.0), *(point_ahead((0.0, 0.0), way, PLACEMENT_RADIUS_SHARE * reach) for way in HEADINGS)]
            return LegalActions(PUT, np.ones(PUT.shape, dtype=np.bool_), lambda k: points[k])
    raise TypeError(f"no actions are known for {request!r}")


def _picks(request: PickSome, picked: tuple[str, ...]) -> LegalActions:
    items = request.items[:DONE]
    few = replace(
        request,
        items=items,
        weights=request.weights[:DONE],
        labels=request.labels[:DONE],
        links=request.links and tuple(link for link in request.links if {*link} <= {*items}),
    )
    more = few.additions(picked)
    flags = np.zeros(OPTION.shape, dtype=np.bool_)
    flags[: len(items)] = [item in more for item in items]
    flags[DONE] = few.refusal(few.in_order(picked)) is None

    def meant(k: int) -> object:
        return few.in_order(picked) if k == DONE else Unfinished((*picked, items[k]))

    return LegalActions(OPTION, flags, meant)


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
    # Pieces of the same kind share a region, so its cells are computed once.
    found = {id(region): _cells(region) for _, region in regions}
    flags = np.zeros(SPOT.shape, dtype=np.bool_)
    for k, (_, region) in enumerate(regions):
        for cell in found[id(region)]:
            flags[(k, *cell)] = True

    def meant(k: int, column: int, row: int) -> Spot:
        piece, region = regions[k]
        return Spot(piece, found[id(region)][column, row])

    return LegalActions(SPOT, flags, meant)


def _formations(request: PlaceSome) -> LegalActions:
    """Return the actions that put the leader, or else the first piece, into a cell, and the others close around it."""
    first = request.leader or request.pieces[0]
    found: dict[tuple[int, ...], object] = {}
    for cell, at in _cells(dict(request.regions)[first]).items():
        if (answer := arrange(request, dict.fromkeys(request.pieces, at), first)) is not None:
            found[0, *cell] = answer
    flags = np.zeros(SPOT.shape, dtype=np.bool_)
    for place in found:
        flags[place] = True
    return LegalActions(SPOT, flags, lambda *place: found[place])


def _cells(region: Region) -> dict[tuple[int, int], Point]:
    """Return legal points of a region (mm), at most one in each cell of the grid, by column and row.

    The point of a cell is the listed legal point nearest to its middle. In a cell without a listed point it is the
    middle, if that is legal.
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
