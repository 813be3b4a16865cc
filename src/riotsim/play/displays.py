"""The data of a game that a window shows.

- Companies, their units, and the order of the units' turns.
- Drawings on the table: areas, reaches, lines of sight, arcs of attack, and dangers of a move.
- Attacks and the falls of towers, which are shown for a moment.
- Checks of dice pools.
- Standings with the clock.
- Marks and data sheets of pieces. A mark shows a temporary state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.plan import Footprint
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Vector


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that falls in the course of a game, such as the health of a model."""

    name: str
    """The players' name for the number, such as `Wounds`."""
    value: int
    """The number now."""
    full: int
    """The number at the beginning."""


TurnState: TypeAlias = Literal["waits", "acts", "holds", "done"]
"""State of a unit's turn in a round: the unit still waits for its turn, acts now, holds its action, or is done."""


@dataclass(frozen=True, slots=True)
class Initiative:
    """The place of a unit in the order of turns."""

    place: int
    """The unit's place, from 1."""
    value: int
    """The number that the unit has rolled."""
    sides: int
    """Number of sides of the die that rolled `value` for the unit."""
    state: TurnState
    """The state of the unit's turn."""


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """A unit of a player's company. Usually it is a fighter. In Cube Clash it is a die."""

    piece: PieceId
    """The piece that stands for the unit. It need not be on the table."""
    name: str
    """The players' name for the unit."""
    kind: str
    """The unit's kind in a few words, such as its race."""
    place: str
    """The unit's place or its fate, in one or two words, such as `d4` or `dead`."""
    health: int | None = None
    """The unit's health; None if the game's units have no health."""
    sign: Sign | None = None
    """The sign that stands for the unit, such as the one on top of its die; None for the first letter of its name."""
    is_out: bool = False
    """True if the unit is out of play, for example because it is dead."""
    gauges: tuple[Gauge, ...] = ()
    """Numbers of the unit that fall in the course of a game. They are drawn beside the unit's model."""
    initiative: Initiative | None = None
    """The unit's place in the order of turns; None if it has no place there."""
    aboard: PieceId | None = None
    """The piece on the table that carries the unit; None if nothing carries it."""

    @property
    def shown_by(self) -> PieceId:
        """The piece that shows the unit's place: `aboard` if a piece carries the unit, `piece` otherwise."""
        return self.aboard or self.piece


@dataclass(frozen=True, slots=True)
class Roster:
    """A player's company: its name, and its units."""

    title: str
    """Name of the company."""
    units: tuple[RosterUnit, ...]
    """The units in the order of the company's file."""


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area of the table that has a meaning, such as terrain. A tooltip shows its title and lines."""

    footprint: Footprint
    """The area (mm)."""
    title: str
    """Name of the area."""
    lines: tuple[str, ...]
    """The effects of the area, in sentences with the ids of clauses of the rules."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A line around a model, at a certain distance from the model's base."""

    text: str
    """The text beside the line, in the words of the game; empty if the line has no text."""
    mm: float
    """Distance from the edge of the model's base (mm)."""


@dataclass(frozen=True, slots=True)
class ShownSight:
    """The sight from one model to another."""

    lines: tuple[tuple[Vector, Vector, bool], ...]
    """The lines of sight. For each line: its first end, its second end (mm), and whether nothing blocks the line."""
    text: str
    """The sight in words, such as `7.5 in (38 ft): range d6, cover d8` or `in sight, no cover`."""


@dataclass(frozen=True, slots=True)
class ShownArc:
    """The possible directions of a model's attacks."""

    facing: float
    """Direction of the middle of the arc (rad, anticlockwise from +x)."""
    angle: float
    """Angle between the two sides of the arc (rad)."""


@dataclass(frozen=True, slots=True)
class ShownStrike:
    """An event that windows show on the table for a moment: an attack, the outcome of an attack, or a tower's fall."""

    pieces: tuple[PieceId, ...]
    """The pieces that are attacked. If a tower falls, only the tower's name."""
    text: str
    """The effect on the attacked pieces, in a few words, such as `2 damage against 3` or `withstood`."""
    by: PieceId | None = None
    """The piece that attacks. None if this shows the outcome of an attack or a tower's fall, or if no piece attacks."""


Way: TypeAlias = tuple[Point, Point]
"""Both ends of a straight path on the table (mm)."""


@dataclass(frozen=True, slots=True)
class ShownDangers:
    """The paths of a move, and the parts of these paths where other pieces may interrupt the move."""

    ways: Mapping[PieceId, Way]
    """The whole path of each piece that moves."""
    stretches: tuple[Way, ...]
    """The parts of the paths where at least one other piece may interrupt the move."""
    by: Mapping[PieceId, tuple[Way, ...]]
    """The parts of the paths on which a piece may interrupt the move, by the piece's name."""
    target: PieceId | None = None
    """The piece that the present question is about, such as a piece to be fired at.

    None if the question is about no single piece.
    """


@dataclass(frozen=True, slots=True)
class ShownDice:
    """Dice of one kind that are in a pool for the same reason."""

    sides: int
    """Number of sides of each die; 0 if this is not a die but a fixed number."""
    count: int
    """Number of dice."""
    why: str
    """The reason why the dice are in the pool, such as `Fight` or the name of an Aspect."""
    about: str = ""
    """Reasons for more or fewer dice than usual, such as `Single Weapon +1, reckless +1`; empty if there are none."""
    is_lowest: bool = False
    """True if the lowest number on these dice counts, False if the highest number counts."""
    values: tuple[int, ...] = ()
    """The number on each die; empty before the dice are rolled."""
    kept: int | None = None
    """Index in `values` of the number that counts as the pool's result; None if no number in `values` counts."""
    piece: PieceId = ""
    """Name of the die on the table that shows the pool's result; empty if no die among these shows it."""


@dataclass(frozen=True, slots=True)
class ShownPool:
    """A dice pool of one side of a check."""

    title: str
    """Name of the roller, or a word for a pool without a roller, such as `Difficulty`."""
    player: PlayerId | None
    """The owner of the pool's dice; None if nobody owns them."""
    dice: tuple[ShownDice, ...]
    """The pool's dice. The dice that are in the pool for the same reason form a group."""
    value: int | None = None
    """The pool's result as a number; None before the dice have come to rest."""
    pieces: tuple[PieceId, ...] = ()
    """The pool's model; empty if it belongs to no model."""
    result: str = ""
    """The pool's result in a word or two, such as `wounded`; empty if the check has one result for all its pools."""


@dataclass(frozen=True, slots=True)
class SeenOutcome:
    """The outcome of a check between two models. Windows show the outcome on the table once the dice have been read."""

    number: int
    """Number of the outcome among the game's outcomes, counted from 1. It tells outcomes with the same text apart."""
    actor: PieceId
    """The model that acted, such as the attacker."""
    target: PieceId
    """The model that something was done to."""
    text: str
    """The effect on the target, such as `missed`."""


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A check: dice pools that are rolled together.

    If one pool is rolled against another, the acting player's pool comes first.
    """

    title: str
    """The check in a few words, such as `Ines attacks Cole`."""
    pools: tuple[ShownPool, ...]
    """The pools."""
    chances: tuple[tuple[str, float], ...] = ()
    """The possible results, such as miss and hit, each with its chance (0 to 1); empty if no chances are shown.

    The first one is the result that is worst for the owner of the first pool.
    """
    outcome: str = ""
    """The outcome in words, such as `hits by 5`; empty before the dice have come to rest."""
    seen: SeenOutcome | None = None
    """The outcome to show on the table. It may come from an earlier check. None if there is no outcome yet."""

    @property
    def kept(self) -> Mapping[PieceId, str]:
        """The dice on the table that show the result of a pool of this check, each with a text such as `9 Fight`.

        The text consists of the pool's result, and of the reason why the die is in the pool.
        """
        return {
            dice.piece: f"{pool.value} {dice.why}"
            for pool in self.pools
            for dice in pool.dice
            if dice.piece and pool.value is not None
        }


def kept_dice(checks: Sequence[ShownCheck]) -> dict[PieceId, str]:
    """Return the dice on the table that show the result of a pool in any of several checks, with their texts.

    `ShownCheck.kept` explains the texts.
    """
    return {die: text for check in checks for die, text in check.kept.items()}


def seen_outcome(checks: Sequence[ShownCheck]) -> SeenOutcome | None:
    """Return the outcome to show on the table, from the last check with an outcome; None if there is none."""
    return next((check.seen for check in reversed(checks) if check.seen is not None), None)


def has_new_result(before: Sequence[ShownCheck], now: Sequence[ShownCheck]) -> bool:
    """Return whether any die on the table shows a pool's result in `now`, but the same die showed none in `before`."""
    return bool(kept_dice(now).keys() - kept_dice(before).keys())


Alert: TypeAlias = Literal["", "tall", "danger"]
"""Emphasis of a mark.

- Empty: no emphasis.
- `tall`: a state worth noticing.
- `danger`: a threat.
"""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game, as it stood when this object was made."""

    left: float
    """Time left (s); 0 or less if time is up."""
    running: bool = False
    """True if time passes while a person thinks. False if time passes only where the rules say so."""
    at_zero: str = ""
    """The consequence when time is up, as a part of a sentence, such as `nobody may boot`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One value in the standings, for a panel."""

    group: str
    """The group of the row, such as `score` or `towers`. All rows of a group stand together."""
    label: str
    """Label of the row, such as the name of a player or a model."""
    text: str
    """The value as text, such as `3` or `lies`."""
    value: float | None = None
    """The value as a number; None if it is not a number."""
    player: PlayerId | None = None
    """The player that the row is about; None if it is about no single player."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the row is about; empty if it is about no pieces."""
    about: str = ""
    """A sentence that explains the label; empty for none."""


@dataclass(frozen=True, slots=True)
class PieceMark:
    """A temporary state of a piece that players should notice. For example, a tower is about to fall."""

    text: str
    """A short description of the state."""
    alert: Alert = ""
    """Emphasis of the mark."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell in the grid of a data sheet, such as a face of an unfolded die, or a value of a character."""

    column: int
    """Number of the column, from 0 at the left."""
    row: int
    """Number of the row, from 0 at the top."""
    title: str
    """The content in a few words, such as `Melee 3` or `Toughness 4`."""
    text: str = ""
    """An explanation of the content, such as what a face does; empty for none."""
    sign: Sign | None = None
    """The sign that is drawn in the cell. None if the title is written there instead."""
    sides: int = 0
    """Number of sides of the die that is drawn above the title, such as the die of a Trait; 0 if no die is drawn."""
    marked: bool = False
    """True if the cell is highlighted. Examples are a die's face that is on top, and a Trait with a specialization."""


@dataclass(frozen=True, slots=True)
class DataSheet:
    """The data sheet of a piece: facts that can't be seen on the table."""

    title: str
    """The players' name for the piece."""
    lines: tuple[str, ...] = ()
    """Characteristics of the piece, such as its kind and its weapons."""
    cells: tuple[SheetCell, ...] = ()
    """The cells of the sheet's grid. A sheet with cells is shown in a panel, a sheet without cells in a tooltip."""
    kind: str = ""
    """The kind of the piece in a word or two. Over the table, it is shown beside the piece's name. It may be empty."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The standings of a game, for panels."""

    rows: tuple[Row, ...] = ()
    """Rows of the standings. Rows with the same `group` stand together."""
    clock: Clock | None = None
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """The lines that are drawn around models, for example at the ranges of weapons, by the models' names."""
    acting: PieceId | None = None
    """The model that is acting; None if no model is acting."""
    sights: Mapping[PieceId, ShownSight] = field(default_factory=dict)
    """The sight to show for each model of interest, by the model's name.

    For an enemy, for example, it is the sight from the acting model to the enemy.
    """
    arcs: Mapping[PieceId, ShownArc] = field(default_factory=dict)
    """The possible directions of a model's attacks, by the model's name. Models without an entry have no such arc."""
    dangers: ShownDangers | None = None
    """The paths of a move that other pieces may interrupt, with the dangerous parts; None if there is no such move."""
    targets: tuple[PieceId, ...] = ()
    """The enemies that the present attack or throw may hit; empty if there is no such attack or throw."""
