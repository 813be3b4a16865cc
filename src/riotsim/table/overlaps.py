"""Pieces that overlap each other or stick out over an edge, and clearances between pieces and terrain."""

import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from riotsim.table.geometry.plan import CONTACT_GAP, Footprint, gap, near
from riotsim.table.geometry.regions import Clearance
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table
from riotsim.table.units import in_inches

HOVER_GAP = 0.5
"""A piece still counts as above another up to this vertical overlap (mm)."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two overlapping pieces, or a piece that sticks out over the table's edge or the tray's rim."""

    piece: PieceId
    """Name of the piece, or of the tower."""
    overlap: float
    """Depth of the overlap, or the length of the part that sticks out (mm). Both are measured from above."""
    other: str = ""
    """The other piece, such as `bruiser` or `the tower of bruiser`; empty if `piece` sticks out over the
    table's edge or the tray's rim.
    """
    is_tower: bool = False
    """True if the tower of the model `piece` overlaps or sticks out. False if `piece` itself does."""
    over_rim: bool = False
    """True if `piece` sticks out over the tray's rim, not over the table's edge."""

    @property
    def subject(self) -> str:
        """The subject of a sentence about this clash: a piece such as `bruiser`, or a tower: `the tower of bruiser`."""
        return f"the tower of {self.piece}" if self.is_tower else self.piece

    def __str__(self) -> str:
        if not self.other:
            edge = "rim of the tray" if self.over_rim else "edge of the table"
            return f"{self.subject} sticks out over the {edge} by {in_inches(self.overlap):.2f} in"
        return (
            f"{self.subject} and {self.other} overlap by {in_inches(self.overlap):.2f} in; {CONTACT_GAP} mm are allowed"
        )


@dataclass(frozen=True, slots=True)
class OccupiedSpace:
    """The space that a piece takes up: an area seen from above, and a range of heights."""

    piece: PieceId
    plan: Footprint
    """The area (mm)."""
    low: float
    """Height of the piece's lowest point (mm)."""
    high: float
    """Height of the piece's highest point (mm)."""
    is_tower: bool = False
    clears: bool = True
    """True if the piece must not overlap terrain. False for a token, which may lie on terrain."""
    may_be_in_tray: bool = False
    """True for a loose die, which may lie in the tray instead of on the table."""

    @property
    def subject(self) -> str:
        """The subject of a sentence about this space: a piece such as `bruiser`, or a tower: `the tower of bruiser`."""
        return f"the tower of {self.piece}" if self.is_tower else self.piece


def clashes(table: Table, towers: Collection[str] | None = None) -> Iterator[Clash]:
    """Yield the overlaps between two pieces, and the pieces that stick out over the edge of the table or tray.

    A piece may overlap another, or stick out, by at most `CONTACT_GAP`.

    - In a tower, only the lowest die is checked.
    - A loose die is checked only if it lies flat. It may lie in the tray or on the tray's rack.
    - A piece may overlap terrain if models can stand on this terrain. Tokens may overlap any terrain.

    Args:
        table: The table.
        towers: Names of the towers to check; None for all towers. The dice of all other towers are ignored.
    """
    solids = [*_solids(table, table.towers if towers is None else towers)]
    for one in solids:
        over, over_rim = _overhang(one, table)
        if over > CONTACT_GAP:
            yield Clash(one.piece, over, is_tower=one.is_tower, over_rim=over_rim)
    for one, other in itertools.combinations(solids, 2):
        overlap = overlap_depth(one, other.plan, other.low, other.high)
        if overlap > CONTACT_GAP:
            yield Clash(other.piece, overlap, one.subject, other.is_tower)
    for one in solids:
        for piece in table.terrain.values():
            if one.clears and not piece.can_stand_on:
                overlap = overlap_depth(one, piece.footprint, 0.0, piece.height)
                if overlap > CONTACT_GAP:
                    yield Clash(one.piece, overlap, piece.id, one.is_tower)


def _overhang(one: OccupiedSpace, table: Table) -> tuple[float, bool]:
    """Return how far a piece sticks out over an edge (mm). Also return whether this edge belongs to the tray or rack.

    The distance is negative if the piece doesn't stick out. Most pieces are compared only with the edge of the table. A
    loose die is also compared with the edges of the tray, if it is above the tray. The same applies to the tray's rack.
    The result is for the edge (of the table, the tray or the rack) with the smallest overhang.
    """
    left, front, right, back = one.plan.bounds()
    over, is_rim = max(-left, -front, right - table.width, back - table.depth), False
    for (x, y), width, depth in table.tray.areas if one.may_be_in_tray and table.tray is not None else ():
        is_over_tray = left < x + width and right > x and front < y + depth and back > y
        over_rim = max(x - left, y - front, right - x - width, back - y - depth)
        if is_over_tray and over_rim < over:
            over, is_rim = over_rim, True
    return over, is_rim


def overlap_depth(one: OccupiedSpace, plan: Footprint, low: float, high: float) -> float:
    """Return the depth of the overlap of a piece and another space, seen from above (mm).

    The depth is 0 or negative if the two don't overlap when seen from above. It is 0 if one of them is above the other.

    Args:
        one: The space of the piece.
        plan: The area that the other space covers, seen from above.
        low: Height of the other space's bottom (mm).
        high: Height of the other space's top (mm).
    """
    if one.low >= high - HOVER_GAP or low >= one.high - HOVER_GAP or not near(one.plan, plan, 0.0):
        return 0.0
    return -gap(one.plan, plan)


def _solids(table: Table, towers: Collection[str]) -> Iterator[OccupiedSpace]:
    for model in table.models.values():
        yield OccupiedSpace(model.id, model.footprint, model.level, model.level + model.height)
    for token in table.tokens.values():
        z = token.pose.at[2]
        yield OccupiedSpace(token.id, token.footprint, z - token.thickness / 2, z + token.thickness / 2, clears=False)
    for name in table.towers:
        dice = table.tower_dice(name)
        if name in towers:
            low = dice[0].pose.at[2] - dice[0].size / 2
            yield OccupiedSpace(name, dice[0].footprint, low, low + dice[0].size, is_tower=name in table.models)
    for die in table.loose_dice():
        level = table.level_at(die.pose.xy)
        if lies_flat(die, level):
            high = level + 2 * (die.pose.at[2] - level)
            yield OccupiedSpace(die.id, die.footprint, level, high, may_be_in_tray=True)


def lies_flat(die: Die, level: float) -> bool:
    """Return whether a die lies flat on ground at height `level` (mm).

    Only the height of the die's centre is compared with that of a flat die. The tilt isn't checked.
    """
    return abs(die.pose.at[2] - level - die.kind.flat_height(die.shows) * die.size) < CONTACT_GAP


def terrain_clearances(table: Table, by: float = 0.0) -> tuple[Clearance, ...]:
    """Return the clearances that keep a piece away from terrain.

    There is one clearance for each piece of terrain that blocks moves or on which models can't stand. A clearance has
    the area to avoid, and the distance to keep from it.

    Args:
        table: The table.
        by: The distance to keep (mm).
    """
    return tuple(
        Clearance(piece.footprint, by, f"the {piece.name.replace('_', ' ') or piece.id} is in the way")
        for piece in table.terrain.values()
        if piece.blocks_moves or not piece.can_stand_on
    )
