"""The numbered actions of learning agents.

Each game has a fixed number of actions. An action that chooses a place names a cell of a grid. Columns and rows of the
grid are counted as the player sees the table.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.play.agent_view import AgentSizes
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

DEFAULT_SIZES: Final = AgentSizes()
"""The usual `AgentSizes` of a game. Its numbers of options and of paths determine the number of actions."""

GRID_SIZE: Final = 10
"""Number of columns of the grid. The number of rows is the same.

The grid covers the area of a request, such as the whole table. On a 600 mm table, a cell is 60 mm wide.
"""

CELLS: Final = np.array([(column, row) for column in range(GRID_SIZE) for row in range(GRID_SIZE)])
"""The column and row of each cell of the grid, shape (cells, 2)."""

SAMPLES: Final = 7
"""If the middle of a cell is not legal, this number of columns of points is tried. Our choice.

The number of rows is the same.
"""

OFFSETS: Final = np.array(
    sorted(
        [((k + 0.5) / SAMPLES, (n + 0.5) / SAMPLES) for k in range(SAMPLES) for n in range(SAMPLES)],
        key=lambda off: distance(off, (0.5, 0.5)),
    )
)
"""The points to try in a cell, as fractions of its width and depth: the middle first, the corners last."""

CACHE_SIZE: Final = 64
"""Number of regions whose cells `cells_of` caches. Most requests for a place are made several times."""

WAY_SHARES: Final = (0.25, 0.5, 0.75, None)
"""Fractions of a path that a model may go. None stands for the whole path."""

HEADINGS: Final = tuple(k * math.pi / 4 for k in range(8))
"""Directions of throws, and of dice that are put off the middle of a tower (rad).

They are counted anticlockwise from the player's right.
"""

ROLL_STRENGTHS: Final = (0.5, 1.0)
"""Strengths of a roll, as fractions of the hand's usual speed. Our choice."""

TARGET_STRENGTHS: Final = (AimThrow.MAX_TARGET_STRENGTH / 2, AimThrow.MAX_TARGET_STRENGTH)
"""Strengths of a throw at a target, as multiples of the hand's usual speed."""

QUARTER: Final = math.pi / 2
"""A quarter turn (rad)."""

RELEASE_HEIGHT: Final = 100.0
"""Height of the hand when it releases dice (mm). The rules may require a greater height. Our choice."""

PLACEMENT_RADIUS_SHARE: Final = 0.25
"""Distance of a new die from the middle of a tower's top die, as a fraction of the greatest legal distance.

A die of 16 mm is placed 2 mm from the middle.
"""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of consecutive actions of one kind, such as the actions that place a piece."""

    first: int
    shape: tuple[int, ...]
    """Number of actions along each axis: (8, 10, 10) has an action for each of 8 pieces, 10 columns and 10 rows."""

    @property
    def end(self) -> int:
        """The number of the block's last action, plus 1."""
        return self.first + math.prod(self.shape)

    def number(self, *place: int) -> int:
        """Return the number of an action, given its indices in the block.

        Args:
            place: The action's index along each axis of the block, such as (piece, column, row).
        """
        return self.first + int(np.ravel_multi_index(place, self.shape))

    def place(self, number: int) -> tuple[int, ...]:
        """Return an action's index along each axis of the block, given its number. The reverse of `number`."""
        return tuple(int(k) for k in np.unravel_index(number - self.first, self.shape))


class ActionLayout:
    """The numbering of a game's actions. Each kind of action has a `Block` of consecutive numbers."""

    def __init__(self, sizes: AgentSizes = DEFAULT_SIZES) -> None:
        self.sizes = sizes
        self.wait = Block(0, (1,))
        """The action of a player who isn't asked anything."""
        self.option = Block(self.wait.end, (sizes.options,))
        """Actions that choose an option, a piece, or the pace of a carry, by its index in the request.

        For a subset (`PickSome`), the last action of the block ends the subset. Each other action picks one item.
        """
        self.way = Block(self.option.end, (sizes.ways, len(WAY_SHARES) + 1))
        """Actions that choose a path and how far to go along it, and actions that discard a path's die.

        The first index is the path's index in the request. The second index is the index of a fraction in `WAY_SHARES`.
        The last value of the second index, beyond all fractions, discards the die.
        """
        self.spot = Block(self.way.end, (sizes.ways, GRID_SIZE, GRID_SIZE))
        """Actions that place a piece in a cell.

        The first index is the piece's index in the request. The second is the cell's column, from the player's left.
        The third is the cell's row, from the player's side.

        For a group (`PlaceSome`), the first index is always 0. The action places the group's leader, or the first piece
        if there is no leader. The other pieces are placed near that piece.
        """
        self.aim = Block(self.spot.end, (GRID_SIZE, GRID_SIZE, len(HEADINGS), len(ROLL_STRENGTHS)))
        """Actions that aim a throw.

        The first two indices are a cell's column, from the player's left, and its row, from the player's side. The
        third is the index of a direction, and the fourth is the index of a strength.

        - For a roll, the dice are thrown to the cell.
        - For a throw at a target, the hand releases the die over the cell, and the die flies to the target. The index
          of the direction is always 0.
        """
        self.put = Block(self.aim.end, (1 + len(HEADINGS),))
        """Actions that put a die on a tower.

        The first puts it over the middle of the top die. The others put it off the middle, in eight directions
        (`HEADINGS`).
        """

    @property
    def blocks(self) -> dict[str, Block]:
        """The blocks by name, in the order of their actions."""
        return {
            "wait": self.wait, "option": self.option, "way": self.way, "spot": self.spot, "aim": self.aim,
            "put": self.put,
        }  # fmt: skip

    @property
    def count(self) -> int:
        """Number of actions in all blocks together."""
        return self.put.end

    @property
    def done(self) -> int:
        """Index of an action in the block `option`: with it, a player who picks several items says "no more"."""
        return self.sizes.options - 1


DEFAULT_LAYOUT: Final = ActionLayout()
"""The actions of a game with the usual sizes."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An answer that isn't complete yet: a subset, with the items that have been picked so far."""

    picked: tuple[str, ...] = ()


NOTHING_PICKED: Final = Unfinished()


@dataclass(frozen=True, slots=True)
class LegalActions:
    """The legal actions of a player. They all belong to one `Block` of actions."""

    count: int
    """Number of all actions, legal or not."""
    block: Block
    legal_flags: Flags
    """True for each legal action of the block, in the shape of the block."""
    _meant: Callable[..., object]

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the action mask, shape (count,): 1 for each legal action, and 0 for all others."""
        mask = np.zeros(self.count, dtype=np.int8)
        mask[self.block.first : self.block.end] = self.legal_flags.ravel()
        return mask

    def answer(self, action: int) -> object:
        """Return the answer that an action gives.

        The answer is None if the player waits. It is `Unfinished` if further actions are needed to complete it.

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


def legal_actions(
    request: Request[Any] | None,
    begun: Unfinished = NOTHING_PICKED,
    layout: ActionLayout = DEFAULT_LAYOUT,
    turns: int = 0,
) -> LegalActions:
    """Return the legal actions of a player.

    Args:
        request: The request to the player; None if the player is not asked, and so can only wait.
        begun: The answer that the player has begun to give to the request.
        layout: The actions of the game.
        turns: The quarter turns from the first seat to the player's seat (`AgentView.quarter_turns`). The cells and
            directions of the actions are turned by them, except for rolls in the tray.

    Raises:
        TypeError: No actions answer this kind of request.
    """
    block, flags, meant = _found(request, begun, layout, turns)
    return LegalActions(layout.count, block, flags, meant)


_Found: TypeAlias = tuple[Block, Flags, Callable[..., object]]


def _found(request: Request[Any] | None, begun: Unfinished, layout: ActionLayout, turns: int) -> _Found:
    match request:
        case None:
            return layout.wait, np.ones(1, dtype=np.bool_), lambda _: None
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed):
            return layout.option, np.arange(layout.sizes.options) < len(listed), lambda k: listed[k]
        case PickSome():
            return _picks(request, begun.picked, layout)
        case PickWay():
            return _ways(request, layout)
        case PickPoint():
            return _spots(request, layout, turns)
        case PlaceSome():
            return _formations(request, layout, turns)
        case AimThrow(target=None):
            return _aims(request, layout, 0 if request.in_tray else turns)
        case AimThrow(target=Target() as target):
            return _throws_at(request, target, layout, turns)
        case PlaceDie(reach=reach):
            out = PLACEMENT_RADIUS_SHARE * reach
            points = [(0.0, 0.0), *(point_ahead((0.0, 0.0), way + turns * QUARTER, out) for way in HEADINGS)]
            return layout.put, np.ones(layout.put.shape, dtype=np.bool_), lambda k: points[k]
    raise TypeError(f"no actions are known for {request!r}")


def _picks(request: PickSome, picked: tuple[str, ...], layout: ActionLayout) -> _Found:
    items = request.items[: layout.done]
    few = replace(
        request,
        items=items,
        weights=request.weights[: layout.done],
        labels=request.labels[: layout.done],
        links=request.links and tuple(link for link in request.links if {*link} <= {*items}),
    )
    more = few.additions(picked)
    flags = np.zeros(layout.option.shape, dtype=np.bool_)
    flags[: len(items)] = [item in more for item in items]
    flags[layout.done] = few.refusal(few.in_order(picked)) is None

    def meant(k: int) -> object:
        return few.in_order(picked) if k == layout.done else Unfinished((*picked, items[k]))

    return layout.option, flags, meant


def _ways(request: PickWay, layout: ActionLayout) -> _Found:
    steps: dict[tuple[int, ...], Step] = {}
    for k, way in enumerate(request.ways[: layout.sizes.ways]):
        for n, share in enumerate(WAY_SHARES):
            steps[k, n] = Step(way.die, None if share is None else share * way.distance)
        steps[k, len(WAY_SHARES)] = Step(way.die, discard=True)
    flags = np.zeros(layout.way.shape, dtype=np.bool_)
    for place, step in steps.items():
        flags[place] = request.refusal(step) is None
    return layout.way, flags, lambda *place: steps[place]


def _spots(request: PickPoint, layout: ActionLayout, turns: int) -> _Found:
    flags = np.zeros(layout.spot.shape, dtype=np.bool_)
    regions = request.regions[: layout.sizes.ways]
    found = [cells_of(region) for _, region in regions]
    for k, cells in enumerate(found):
        for cell in cells:
            flags[(k, *_own_cell(cell, turns))] = True

    def meant(k: int, *own: int) -> Spot:
        return Spot(regions[k][0], found[k][_table_cell(own, turns)])

    return layout.spot, flags, meant


def _formations(request: PlaceSome, layout: ActionLayout, turns: int) -> _Found:
    """Return the actions that place all pieces of a group at once.

    There is at most one such action for each cell. It puts the group's leader into the cell, or the first piece if
    there is no leader. The other pieces are placed near that piece.

    If no cell has such an action, there is one action: it gives the answer `request.known`, which is legal. If that is
    None too, there is no legal action.
    """
    first = request.leader or request.pieces[0]
    found: dict[tuple[int, ...], object] = {}
    region = dict(request.regions)[first]
    for cell, at in _candidates(region):
        own = (0, *_own_cell(cell, turns))
        if own not in found and (answer := arrange(request, dict.fromkeys(request.pieces, at), first)) is not None:
            found[own] = answer
    if not found and request.known is not None:
        at = next(spot.at for spot in request.known if spot.piece == first)
        found[(0, *_own_cell(_cell(region, at), turns))] = request.known
    flags = np.zeros(layout.spot.shape, dtype=np.bool_)
    for place in found:
        flags[place] = True
    return layout.spot, flags, lambda *place: found[place]


def _candidates(region: Region) -> Iterator[tuple[tuple[int, int], Point]]:
    """Yield legal points of a region, each with its cell.

    If the region consists of separate places, yield all legal places. For any other region, yield at most one point
    for each cell.
    """
    if region.places is None:
        yield from cells_of(region).items()
        return
    for x, y in region.allowed_points().tolist():
        yield _cell(region, (x, y)), (x, y)


def _cell(region: Region, at: Point) -> tuple[int, int]:
    """Return the column and the row of the cell that contains a point (mm) of a region."""
    size = (region.width / GRID_SIZE, region.depth / GRID_SIZE)
    return (min(int(at[0] / size[0]), GRID_SIZE - 1), min(int(at[1] / size[1]), GRID_SIZE - 1))


def _aims(request: AimThrow, layout: ActionLayout, turns: int) -> _Found:
    drop = max(RELEASE_HEIGHT, request.least_drop)

    def meant(column: int, row: int, way: int, strength: int) -> Aim:
        across, away = _table_cell((column, row), turns)
        at = ((across + 0.5) * request.width / GRID_SIZE, (away + 0.5) * request.depth / GRID_SIZE)
        return Aim(at, HEADINGS[(way + 2 * turns) % len(HEADINGS)], ROLL_STRENGTHS[strength], drop)

    return layout.aim, np.ones(layout.aim.shape, dtype=np.bool_), meant


def _throws_at(request: AimThrow, target: Target, layout: ActionLayout, turns: int) -> _Found:
    throws: dict[tuple[int, ...], Aim] = {}
    for cell, hand in cells_of(target.release_region).items():
        mark = Mark(distance(hand, target.at), target.default_mark.height)
        for n, strength in enumerate(TARGET_STRENGTHS):
            aim = Aim(target.at, heading(hand, target.at), strength, max(RELEASE_HEIGHT, request.least_drop), mark=mark)
            if request.refusal(aim) is None:
                throws[(*_own_cell(cell, turns), 0, n)] = aim
    flags = np.zeros(layout.aim.shape, dtype=np.bool_)
    for place in throws:
        flags[place] = True
    return layout.aim, flags, lambda *place: throws[place]


def _table_cell(own: tuple[int, ...], turns: int) -> tuple[int, int]:
    """Return a cell's column and row in the table's grid.

    Args:
        own: The cell's column and row as the player sees the table.
        turns: The number of quarter turns between the player's view and the table's grid.
    """
    column, row, last = own[0], own[1], GRID_SIZE - 1
    return ((column, row), (last - row, column), (last - column, last - row), (row, last - column))[turns % 4]


def _own_cell(cell: tuple[int, int], turns: int) -> tuple[int, int]:
    """Return a cell's column and row as a player sees the table.

    Args:
        cell: The cell's column and row in the table's grid.
        turns: The number of quarter turns between the player's view and the table's grid.
    """
    return _table_cell(cell, -turns)


@lru_cache(CACHE_SIZE)
def cells_of(region: Region) -> Mapping[tuple[int, int], Point]:
    """Return a legal point (mm) in each cell of the grid over a region. The keys are the cells' columns and rows.

    The point is the cell's middle if that is legal. Otherwise it is a legal point near the middle. Cells without a
    legal point are left out.
    """
    size = np.array([region.width, region.depth]) / GRID_SIZE
    found: dict[tuple[int, int], Point] = {}
    if region.places is None:
        good = region.are_allowed((CELLS + 0.5) * size)
        found = _points(CELLS[good], (CELLS[good] + 0.5) * size)
        if region.must_touch is None:  # or a grid of points could miss the legal ones
            left = CELLS[~good]
            tried = (left[:, None] + OFFSETS) * size
            flags = region.are_allowed(tried.reshape(-1, 2)).reshape(tried.shape[:2])
            some = flags.any(axis=1)
            found |= _points(left[some], tried[some, flags[some].argmax(axis=1)])
            if found:
                return found
    # Separate places, or legal points too few for the grid of points.
    spots = region.allowed_points()
    cells = np.clip((spots // size).astype(np.int64), 0, GRID_SIZE - 1)
    order = np.argsort(np.hypot(*(spots - (cells + 0.5) * size).T), kind="stable")
    _, firsts = np.unique(cells[order] @ (GRID_SIZE, 1), return_index=True)
    return _points(cells[order[firsts]], spots[order[firsts]]) | found


def _points(cells: npt.NDArray[np.int64], points: npt.NDArray[np.float64]) -> dict[tuple[int, int], Point]:
    return {(column, row): (x, y) for (column, row), (x, y) in zip(cells.tolist(), points.tolist(), strict=True)}
