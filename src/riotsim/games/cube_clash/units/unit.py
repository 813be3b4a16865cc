"""Units, and the dice that stand for them in a game."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from riotsim.games.cube_clash.units.faces import Face
from riotsim.games.cube_clash.units.orientations import ID_UP, FaceNumber, Orientation

Side: TypeAlias = Literal["south", "north"]
"""A side of the board, and the player who sits there."""

SIDES: Final[tuple[Side, Side]] = ("south", "north")
"""Both sides."""

DieId: TypeAlias = str
"""The name of a die in a game: its side and its unit, such as `south.bellfounder`. The die's piece on the table has the
same name.
"""


def opponent(side: Side) -> Side:
    """Return the other side."""
    return "north" if side == "south" else "south"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of an army."""

    name: str
    """Name of the unit in its rules file or company file, such as `bellfounder`."""
    race: str
    """Name of the unit's race."""
    health: int
    """Health, 1 to 3. It decides the size of the die, and is the number of build points that the unit costs (CC-02,
    CC-03).
    """
    faces: tuple[Face, Face, Face, Face, Face, Face]
    """The faces by number: face 1, the ID, comes first."""

    def face(self, number: FaceNumber) -> Face:
        """Return the face with a number, 1 to 6."""
        return self.faces[number - 1]

    @property
    def title(self) -> str:
        """The name for people, such as `Furnace Warden`."""
        return self.name.replace("_", " ").title()


@dataclass(frozen=True, slots=True)
class UnitDie:
    """A die that stands for a unit in a game."""

    id: DieId
    """Name of the die."""
    owner: Side
    """Side of the die's owner."""
    unit: Unit
    """The unit."""


def unit_dice(side: Side, army: tuple[Unit, ...]) -> tuple[UnitDie, ...]:
    """Return the dice of an army.

    Args:
        side: Side of the owner.
        army: The units, whose names differ.
    """
    return tuple(UnitDie(f"{side}.{unit.name}", side, unit) for unit in army)


def build_points(army: tuple[Unit, ...]) -> int:
    """Return the build points that an army costs (CC-02)."""
    return sum(unit.health for unit in army)


def standing(side: Side) -> Orientation:
    """Return the usual orientation of a side's dice at the set-up, with the face ID on top.

    Seen by the owner, each face is at its place in the unit's file.
    """
    return ID_UP[0 if side == "south" else 2]
