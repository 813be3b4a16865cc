"""Demolition Dice as data: every option and value of rules/demolition_dice.yaml, checked.

Field names are the file's dotted keys. Lengths are in mm, and angles in rad. The defaults here are the values in the
clauses (DD-nn). Surfaces and hands, which are listed by name, have their values in the file only.
"""

import itertools
import math
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, field_validator

from riotsim.games.demolition_dice.rules import areas
from riotsim.play.requests import AimThrow
from riotsim.play.rulebook import bounds
from riotsim.play.rulebook.dice import DieEdges, DieSize
from riotsim.play.rulebook.hands import HandFigures, HandName
from riotsim.play.rulebook.quantities import LENGTH, Angle, Count
from riotsim.play.rulebook.sections import Book, Fault, Section, ValidSections
from riotsim.play.rulebook.surfaces import DiceTray, SurfaceFigures, SurfaceName, surface
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import gap
from riotsim.table.state import Table
from riotsim.table.units import in_inches, inches

PLAYER_COUNT = 3
"""The number of players (DD-01)."""

AreaSide: TypeAlias = Annotated[float, LENGTH.between(inches(1.5), inches(24))]
"""Side of a building area (mm). The minimum has room for a leaning tower; the maximum is the side
of the default table.
"""


class Die(Section):
    """The dice: cubes with the numbers 1 to 6 (DD-01)."""

    size: DieSize = 16.0
    """Distance between opposite faces, such as 16mm."""
    edges: DieEdges = 0.0
    """Radius of the edges and corners of each die, such as 1mm; 0mm means sharp edges."""

    @property
    def dice_set(self) -> DiceSet:
        """The set of dice that all dice are taken from."""
        return DiceSet(self.size, self.edges)


class TableFigures(Section):
    """The size of the table, its surface and its rim."""

    width: bounds.TableSide = inches(24)
    """Width of the table from left to right, such as 24in."""
    depth: bounds.TableSide = inches(24)
    """Depth of the table from front to back, such as 24in."""
    surface: SurfaceName = "felt"
    """Name of the surface that covers the table."""
    walls: bounds.WallHeight = 0.0
    """Height of a rim that keeps dice on the table, such as 20mm; 0mm means no rim."""


class Areas(Section):
    """The building areas (DD-02): three squares. Seen from the middle of the table, they lie 120° apart."""

    size: AreaSide = inches(4)
    """Side of each square area, such as 4in."""
    out: bounds.Distance = inches(5)
    """Distance from the middle of the table to the middle of each area, such as 5in."""
    first: Angle = math.radians(270)
    """Direction from the middle of the table to the first player's area, anticlockwise from the table's right. The
    areas of the other players follow anticlockwise.
    """


class Knock(Section):
    """Settings for the throw of a die at a tower (DD-30)."""

    distance: bounds.Distance = inches(6)
    """Minimum distance from the tower to the hand at the release, such as 6in."""


class Rebuild(Section):
    """The rebuilding of a fallen tower (DD-40)."""

    tries: Annotated[Count, Field(le=20)] = 3
    """Number of further tries if the rebuilt tower falls. If all fail, the dice are set up as a straight tower."""


class Rulebook(Book):
    """All rules of Demolition Dice."""

    edition: Literal[1, 2] = 2
    """Edition of these rules. In edition 1, once a tower is done, the other players must roll all dice that they still
    hold (DD-50).
    """
    dice: Annotated[Count, Field(ge=1, le=8)] = 5
    """The number of dice of each player (DD-01)."""
    ties: Literal["roll_off", "nobody_knocks"] = "roll_off"
    """Rule for players who share the lowest sum: they roll again, or none of them may knock or build (DD-11)."""
    hand: HandName = "average"
    """Name of the default hand of a player, one of `hands`."""
    die: Die = Die()
    table: TableFigures = TableFigures()
    areas: Areas = Areas()
    knock: Knock = Knock()
    rebuild: Rebuild = Rebuild()
    tray: DiceTray = DiceTray()
    surfaces: dict[str, SurfaceFigures]
    """The surfaces that may cover the table."""
    hands: dict[str, HandFigures]
    """The hands that throw and stack dice, by name."""

    @property
    def bare_table(self) -> Table:
        """The table with nothing on it, and the dice tray beside it."""
        its = self.table
        tray = self.tray.beside(its.width, its.depth, its.surface, self.surfaces)
        covered = surface(its.surface, self.surfaces[its.surface])
        return Table(its.width, its.depth, covered, wall_height=its.walls, tray=tray)

    @field_validator("hands", mode="after")
    @classmethod
    def _name_hands(cls, hands: dict[str, HandFigures]) -> dict[str, HandFigures]:
        return {name: hand.with_name(name) for name, hand in hands.items()}

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield an error for each of these faults, which involve several fields.

        - The edges of the dice are too round for the size of the dice.
        - The table has no room for the areas, or for throws at a tower.
        - A hand can't throw a die as far as the default throw at a tower.
        """
        die, table, its = (
            parts.section("die", Die), parts.section("table", TableFigures), parts.section("areas", Areas)
        )  # fmt: skip
        if die is None:
            return
        if (most := die.dice_set.allows_edges(D6.name)) < die.edges:
            yield ("die", "edges"), f"a d6 of {die.size:g} mm can have edges of at most {most:.2f} mm"
        if table is None or its is None:
            return
        found = list(_no_room(table, its))
        yield from found
        if not found and (knock := parts.section("knock", Knock)) is not None:
            yield from _no_throw(table, its, knock, die, parts.entries("hands", HandFigures))


def _no_room(table: TableFigures, its: Areas) -> Iterator[Fault]:
    """Yield an error for each area that reaches over the edge of the table, and an error if areas overlap (DD-02)."""
    squares = [areas.area_footprint(table, its, seat) for seat in range(PLAYER_COUNT)]
    for seat, square in enumerate(squares, 1):
        left, front, right, back = square.bounds()
        over = max(-left, -front, right - table.width, back - table.depth)
        if over > 0:
            yield ("areas",), f"area {seat} reaches {in_inches(over):.1f} in over the edge of the table (DD-02)"
    if any(gap(one, other) <= 0 for one, other in itertools.combinations(squares, 2)):
        yield ("areas",), "areas overlap: make them smaller, or let them lie farther out (DD-02)"


def _no_throw(
    table: TableFigures, its: Areas, knock: Knock, die: Die, hands: dict[str, HandFigures]
) -> Iterator[Fault]:
    """Yield an error if some area leaves no legal place for a throw at its tower (DD-02, DD-30).

    If there is no such area, yield an error for each hand that can't throw a die as far as `default_throw_distance`.
    """
    for seat in range(PLAYER_COUNT):
        middle = areas.area_centre(table, its, seat)
        where = areas.release_region(table, its, seat, middle, knock.distance, die.size)
        if not len(where.allowed_points()):
            far = f"{in_inches(knock.distance):g} in"
            yield ("knock", "distance"), f"nowhere on this table is {far} away from a tower in area {seat + 1} (DD-02)"
            return
    way = areas.default_throw_distance(its, knock.distance, die.size)
    for name, hand in hands.items():
        if hand.speed * AimThrow.MAX_TARGET_STRENGTH * AimThrow.MAX_FLIGHT_SECONDS < way:
            yield ("hands", name, "speed"), f"this hand throws no die as far as {in_inches(way):.1f} in (DD-02)"
