"""The options of a player in a turn: a step or a rotation, the action of a face, and spells."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.games.cube_clash.board.squares import Square
from riotsim.games.cube_clash.combat.choices import Choice, Place
from riotsim.games.cube_clash.units.orientations import Direction, Orientation
from riotsim.games.cube_clash.units.unit import DieId


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a die, which rolls over a bottom edge into the next square (CC-11)."""

    die: DieId
    """Name of the die."""
    direction: Direction
    """The direction."""


@dataclass(frozen=True, slots=True)
class Rotate:
    """A rotation of a die about its upright axis (CC-12)."""

    die: DieId
    """Name of the die."""
    quarters: Literal[1, 2, 3]
    """Number of quarter turns clockwise, seen from above."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A melee attack with the die that acts (CC-30)."""

    target: DieId
    """The die that is attacked."""


@dataclass(frozen=True, slots=True)
class Shoot:
    """A missile attack by the die that acts (CC-33)."""

    target: DieId
    """The die that is attacked."""


@dataclass(frozen=True, slots=True)
class Move:
    """A maneuver by the die that acts. The die keeps its orientation (CC-32, CC-46)."""

    to: Square
    """The die's last square."""


@dataclass(frozen=True, slots=True)
class Convert:
    """The action of a die that shows Convert (CC-43).

    The target, a die next to the acting die, leaves the board. A dead die of the acting player takes its place.
    """

    target: DieId
    """The die that is replaced."""
    new: Place
    """The dead die that replaces the target."""


@dataclass(frozen=True, slots=True)
class Swap:
    """The blue spell: two units change places (CC-60)."""

    points: int
    """Points that the spell spends: the length of the path between the two units."""
    one: DieId
    """A unit."""
    other: DieId
    """The other unit."""


@dataclass(frozen=True, slots=True)
class MoveUnit:
    """The green spell: a unit moves, through occupied squares too (CC-61)."""

    points: int
    """Points that the spell spends: the distance to the unit's new square."""
    die: DieId
    """The unit."""
    to: Square
    """The die's last square."""


@dataclass(frozen=True, slots=True)
class Reorient:
    """The yellow spell: units are turned on their squares (CC-62)."""

    points: int
    """Points that the spell spends: the sum of the health of all turned units."""
    lies: tuple[tuple[DieId, Orientation], ...]
    """The units, sorted by name, each with its new orientation. It differs from the old orientation."""


@dataclass(frozen=True, slots=True)
class DamageUnit:
    """The red spell: damage on a unit (CC-63)."""

    points: int
    """Points of the spell, which are also its damage."""
    target: DieId
    """The unit."""


@dataclass(frozen=True, slots=True)
class Recall:
    """A black spell: a dead die returns (CC-64)."""

    points: int
    """Points that the spell spends: the die's health plus 1."""
    place: Place
    """The die, its square and its orientation."""


@dataclass(frozen=True, slots=True)
class Banish:
    """A black spell: opposing dead dice leave the game (CC-65)."""

    points: int
    """Points that the spell spends: the sum of the health of all `dice`."""
    dice: tuple[DieId, ...]
    """The dice, sorted by name."""


Spell: TypeAlias = Swap | MoveUnit | Reorient | DamageUnit | Recall | Banish
"""A spell."""

Option: TypeAlias = Step | Rotate | Strike | Shoot | Move | Convert | Spell | Choice
"""A choice of a player in a turn."""
