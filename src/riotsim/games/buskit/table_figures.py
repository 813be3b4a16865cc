"""The sections of the rules file about table, terrain, models, tray and dice (BK-01, BK-02, BK-04)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from riotsim.play.rulebook.bounds import MAX_TABLE_SIDE, TableSide, TraySide
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.quantities import LENGTH, Angle, Length, YesNo
from riotsim.play.rulebook.sections import Fault, Section, ValidSections, name_in
from riotsim.play.rulebook.surfaces import DiceTray
from riotsim.table.geometry.plan import rectangle
from riotsim.table.pieces import Box
from riotsim.table.units import in_inches, inches

EDGE_TOLERANCE: Final = 0.01
"""Terrain may reach over the table's edge by no more than this (mm). It allows for lengths in inches that are
rounded.
"""

MIN_RACK: Final = inches(2)
"""Least depth of a rack (mm): enough for three rows of usual dice. Dice that are set aside lie on the rack."""


class DiceRules(Dice):
    """The dice, and the source of their numbers (BK-01)."""

    by: Literal["tray", "stream"] = "tray"
    """Source of the numbers: dice thrown into the tray, or random numbers without any dice."""


SceneryLength: TypeAlias = Annotated[float, LENGTH.between(1.0, MAX_TABLE_SIDE)]
SceneryHeight: TypeAlias = Annotated[float, LENGTH.between(1.0, inches(24))]


class TerrainKind(Section):
    """A kind of terrain (BK-02, BK-63)."""

    box: tuple[SceneryLength, SceneryLength, SceneryHeight]
    """Length, width and height of the box, such as [4in, 0.5in, 1.5in]."""
    shoot_through: YesNo = False
    """Choice whether shots go through the terrain, as through foliage or a car door. It gives cover in either case."""

    @property
    def shape(self) -> Box:
        """The shape of the terrain: a box."""
        return Box(*self.box)


class PlacedTerrain(Section):
    """One piece of terrain on the table."""

    piece: Annotated[str, name_in("scenery", "piece of terrain")]
    """Name of the kind, one of `scenery`."""
    at: tuple[Length, Length]
    """Centre of the piece, from the front left corner of the table, such as [12in, 6in]."""
    turn: Angle = 0.0
    """The piece's angle, anticlockwise as seen from above, such as 30deg."""


class Bodies(Section):
    """The models (BK-02, BK-51)."""

    base: Annotated[float, LENGTH.between(20.0, 40.0)] = 25.0
    """Diameter of a base, such as 25mm."""
    height: Annotated[float, LENGTH.between(10.0, 60.0)] = inches(1.25)
    """Height of a standing model for lines of sight, such as 1.25in."""
    prone: Annotated[float, LENGTH.between(1.0, 60.0)] = inches(0.4)
    """Height of a prone model for lines of sight, such as 0.4in."""


class TableFigures(Section):
    """The table (BK-02)."""

    width: TableSide = inches(36)
    """Width from left to right, such as 36in."""
    depth: TableSide = inches(24)
    """Depth from front to back, such as 24in."""
    terrain: tuple[PlacedTerrain, ...] = ()
    """The pieces of terrain, each with its place."""


class Deployment(Section):
    """The set-up (BK-02)."""

    depth: Annotated[float, LENGTH.between(inches(3.5), inches(60))] = inches(4)
    """Depth of each side's area for the set-up, such as 4in. The area lies along the side's edge of the table. With
    three or four sides, it is a square of this size in a corner instead.
    """


class Tray(DiceTray):
    """The tray beside the table (BK-04)."""

    width: TraySide = inches(8)
    """Width of the tray's bottom, from left to right."""
    lying: Literal["set_aside", "stay"] = "set_aside"
    """Rule for dice that lie in the tray when more dice are thrown: set them aside on the rack, or leave them where
    they are. If they are left, the new dice may knock them.
    """
    rack: Annotated[float, LENGTH.between(0.0, inches(12))] = inches(3)
    """Depth of the rack in front of the tray, such as 3in."""


def table_faults(parts: ValidSections) -> Iterator[Fault]:
    """Yield an error for each piece of terrain that reaches over the table's edge.

    Yield another error if the tray's rack is too small for the dice that are set aside.
    """
    table, kinds = parts.section("table", TableFigures), parts.entries("scenery", TerrainKind)
    yield from _off_table_faults(table, kinds)
    tray = parts.section("tray", Tray)
    if tray is not None and tray.lying == "set_aside" and tray.rack < MIN_RACK:
        need = f"{in_inches(MIN_RACK):g} in for the dice that are set aside, or set tray.lying to stay"
        yield ("tray", "rack"), f"is at least {need}"


def _off_table_faults(table: TableFigures | None, kinds: Mapping[str, TerrainKind]) -> Iterator[Fault]:
    """Yield an error for each piece of terrain that reaches over the table's edge."""
    for k, placed in enumerate(() if table is None else table.terrain):
        if table is not None and (kind := kinds.get(placed.piece)) is not None:
            length, width, _ = kind.box
            left, front, right, back = rectangle(placed.at, length, width, placed.turn).bounds()
            if min(left, front, table.width - right, table.depth - back) < -EDGE_TOLERANCE:
                yield ("table", "terrain", k, "at"), f"this {placed.piece} reaches over the edge of the table"
