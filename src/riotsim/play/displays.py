"""The data of a game that a window shows.

- Companies: their units, and the order in which the units act.
- On the table: areas, reaches, lines of sight, arcs and dangers.
- Attacks, and the falls of towers.
- Checks of dice pools.
- Standings with the clock.
- Marks and data sheets of pieces.
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
    """Its name for players, such as `Wounds`."""
    value: int
    """The number now."""
    full: int
    """The number at the beginning."""


TurnState: TypeAlias = Literal["waits", "acts", "holds", "done"]
"""State of a unit's turn in a round: the unit still waits for its turn, acts now, holds its action, or is done."""


@dataclass(frozen=True, slots=True)
class Initiative:
    """The place of a unit in the order in which units act."""

    place: int
    """The unit's place, from 1."""
    value: int
    """The number that the unit has rolled."""
    sides: int
    """Number of sides of the die that shows `value`."""
    state: TurnState
    """The state of the unit's turn."""


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """A unit of a player's company, such as a fighter, or a die in Cube Clash."""

    piece: PieceId
    """The piece that stands for the unit. It need not be on the table."""
    name: str
    """Its name for players."""
    kind: str
    """Its kind in a few words, such as its race."""
    place: str
    """Its place or its fate in one or two words, such as `d4` or `dead`."""
    health: int | None = None
    """Its health; None if units of the game have none."""
    sign: Sign | None = None
    """The sign that stands for the unit, such as the one on top of its die; None for the first letter of its name."""
    is_out: bool = False
    """True if the unit is out of play, for example because it is dead."""
    gauges: tuple[Gauge, ...] = ()
    """The unit's numbers that fall in the course of a game, which are drawn beside its model."""
    initiative: Initiative | None = None
    """The unit's place in the order of the round; None if it has none."""
    aboard: PieceId | None = None
    """The piece on the table that carries the unit; None if nothing carries it."""

    @property
    def shown_by(self) -> PieceId:
        """The piece that shows where the unit is: its own piece, or the piece that carries it."""
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
    """An area of the table that has a meaning, such as terrain. Its title and lines are a tooltip."""

    footprint: Footprint
    """The area (mm)."""
    title: str
    """What the area is."""
    lines: tuple[str, ...]
    """What the area does, in sentences with the ids of clauses of the rules."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A distance from a model's base, drawn as a line around it."""

    text: str
    """The text beside the line, in the game's words; empty for a line without text."""
    mm: float
    """Distance from the edge of the model's base (mm)."""


@dataclass(frozen=True, slots=True)
class ShownSight:
    """The sight from one model to another."""

    lines: tuple[tuple[Vector, Vector, bool], ...]
    """The lines of sight. Each has its two ends (mm), and whether the line is open."""
    text: str
    """The sight in words, such as `7.5 in (38 ft): range d6, cover d8` or `in sight, no cover`."""


@dataclass(frozen=True, slots=True)
class ShownArc:
    """The directions in which a model may attack."""

    facing: float
    """Direction of the middle of the arc (rad, anticlockwise from +x)."""
    angle: float
    """Angle between the two sides of the arc (rad)."""


@dataclass(frozen=True, slots=True)
class ShownStrike:
    """Something that windows show on the table for a moment: an attack, the outcome of an attack, or a tower's fall."""

    pieces: tuple[PieceId, ...]
    """The pieces that are attacked, or the name of a tower that falls."""
    text: str
    """What happens to the attacked pieces, in a few words, such as `2 damage against 3` or `withstood`."""
    by: PieceId | None = None
    """The piece that attacks; None for the outcome of an attack, or if nothing attacks."""


Way: TypeAlias = tuple[Point, Point]
"""Both ends of a straight path on the table (mm)."""


@dataclass(frozen=True, slots=True)
class ShownDangers:
    """The paths of a move, and the parts of them on which other pieces may interrupt the move."""

    ways: Mapping[PieceId, Way]
    """The whole path of each piece that moves."""
    stretches: tuple[Way, ...]
    """The parts of the paths on which at least one other piece may interrupt the move."""
    by: Mapping[PieceId, tuple[Way, ...]]
    """The parts of the paths on which each other piece may interrupt the move."""
    target: PieceId | None = None
    """The piece that the present question is about, such as a piece to be fired at; None if there is none."""


@dataclass(frozen=True, slots=True)
class ShownDice:
    """Dice of the same kind that are in a pool for the same reason."""

    sides: int
    """Number of sides of each die; 0 for a fixed number in place of a die."""
    count: int
    """Number of dice."""
    why: str
    """The reason why the dice are in the pool, such as `Fight` or the name of an Aspect."""
    about: str = ""
    """The reasons for more or fewer dice, such as `Single Weapon +1, reckless +1`; empty for none."""
    is_lowest: bool = False
    """True if the lowest of these dice counts, False if the highest does."""
    values: tuple[int, ...] = ()
    """The number of each die; empty before they are rolled."""
    kept: int | None = None
    """Index in `values` of the number that counts as the pool's result; None if no number in `values` counts."""
    piece: PieceId = ""
    """Name of the die on the table whose number is the pool's result; empty if there is none."""


@dataclass(frozen=True, slots=True)
class ShownPool:
    """A dice pool of one side of a check."""

    title: str
    """Name of the roller, or a word for a pool without a roller, such as `Difficulty`."""
    player: PlayerId | None
    """The owner of the pool's dice; None if nobody owns them."""
    dice: tuple[ShownDice, ...]
    """Its dice, in groups that share a reason."""
    value: int | None = None
    """The result; None before the dice have come to rest."""
    pieces: tuple[PieceId, ...] = ()
    """The model to which the pool belongs; empty if it belongs to none."""
    result: str = ""
    """The result in a word or two, such as `wounded`; empty if the check has one result for all its pools."""


@dataclass(frozen=True, slots=True)
class SeenOutcome:
    """The outcome of a check between two models, which windows show on the table once the dice have been read."""

    number: int
    """Number of the outcome in the game, from 1. It tells equal outcomes apart."""
    actor: PieceId
    """The model that acted, such as the attacker."""
    target: PieceId
    """The model to which something was done."""
    text: str
    """What was done to the target, such as `missed`."""


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A check: dice pools that are rolled together.

    If one pool is rolled against another, the first belongs to the player who attempts something.
    """

    title: str
    """The check in a few words, such as `Ines attacks Cole`."""
    pools: tuple[ShownPool, ...]
    """The pools."""
    chances: tuple[tuple[str, float], ...] = ()
    """The possible results, such as miss and hit, each with its chance (0 to 1); empty if no chances are shown.

    The worst result for the first pool comes first.
    """
    outcome: str = ""
    """The outcome in words, such as `hits by 5`; empty before the dice have come to rest."""
    seen: SeenOutcome | None = None
    """The outcome to show on the table: that of this check, or of an earlier check. None if there is none yet."""

    @property
    def kept(self) -> Mapping[PieceId, str]:
        """The dice on the table that show the results of pools, each with a text such as `9 Fight`.

        The text has the result of the pool, and the reason why the die is in the pool.
        """
        return {
            dice.piece: f"{pool.value} {dice.why}"
            for pool in self.pools
            for dice in pool.dice
            if dice.piece and pool.value is not None
        }


def kept_dice(checks: Sequence[ShownCheck]) -> dict[PieceId, str]:
    """Return the dice on the table that show the results of checks' pools, each with a text (`ShownCheck.kept`)."""
    return {die: text for check in checks for die, text in check.kept.items()}


def seen_outcome(checks: Sequence[ShownCheck]) -> SeenOutcome | None:
    """Return the last of the checks' outcomes to show on the table; None if there is none."""
    return next((check.seen for check in reversed(checks) if check.seen is not None), None)


def has_new_result(before: Sequence[ShownCheck], now: Sequence[ShownCheck]) -> bool:
    """Return whether a die on the table shows the result of a pool now, but did not before."""
    return bool(kept_dice(now).keys() - kept_dice(before).keys())


Alert: TypeAlias = Literal["", "tall", "danger"]
"""Emphasis of a mark: empty for none, `tall` for a state worth noticing, `danger` for a threat."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game, as it stood when this object was made."""

    left: float
    """Time left (s); 0 or less if time is up."""
    running: bool = False
    """True if time passes while a person thinks; False if only the rules charge time."""
    at_zero: str = ""
    """What happens when time is up, as a part of a sentence, such as `nobody may boot`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One value in the standings, for a panel."""

    group: str
    """The group of the row, such as `score` or `towers`. The rows of a group follow one another."""
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
    """A temporary state of a piece that players should notice, such as a tower that is about to fall."""

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
    """The sign that is drawn in the cell; None to write the title."""
    sides: int = 0
    """Number of sides of the die drawn above the title, such as the die of a Trait; 0 for none."""
    marked: bool = False
    """True if the cell is highlighted, as for the face on top or for a Trait with a specialization."""


@dataclass(frozen=True, slots=True)
class DataSheet:
    """The data sheet of a piece: facts that can't be seen on the table."""

    title: str
    """The name of the piece for players."""
    lines: tuple[str, ...] = ()
    """Characteristics of the piece, such as its kind and its weapons."""
    cells: tuple[SheetCell, ...] = ()
    """The cells of the sheet's grid. A sheet with cells is shown in a panel, a sheet without cells in a tooltip."""
    kind: str = ""
    """The kind of the piece in a word or two, which is shown beside its name over the table; empty for none."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The standings of a game, for panels."""

    rows: tuple[Row, ...] = ()
    """Rows of the standings, grouped by `group`."""
    clock: Clock | None = None
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """Distances that are drawn as lines around models, such as the ranges of a weapon, by model."""
    acting: PieceId | None = None
    """The model that is acting; None if no model is acting."""
    sights: Mapping[PieceId, ShownSight] = field(default_factory=dict)
    """The sight that the window shows for a model of interest, by model.

    For an enemy, for example, it is the sight from the acting model.
    """
    arcs: Mapping[PieceId, ShownArc] = field(default_factory=dict)
    """The arc of each model that attacks in some directions only."""
    dangers: ShownDangers | None = None
    """The paths of a move that other pieces may interrupt; None if there is no such move."""
    targets: tuple[PieceId, ...] = ()
    """The enemies that the present attack or throw may hit; empty if there is no such attack or throw."""
