"""Cube Clash as data: every option and figure of rules/cube_clash.yaml, checked.

The fields are named like the keys in the file. Lengths are in mm, and angles in rad. The defaults here are the values
in the clauses (CC-nn). Surfaces, hands, terrains, races and armies have no defaults here, only entries in the file.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, field_validator

from riotsim.games.cube_clash.units.figures import ArmyFigures, army_faults
from riotsim.play.rulebook.dice import DieSize
from riotsim.play.rulebook.hands import HandFigures
from riotsim.play.rulebook.quantities import LENGTH, Count, CountOrWord, YesNo
from riotsim.play.rulebook.sections import NOT_EMPTY, Book, Fault, Section, ValidSections, faults_below, name_in
from riotsim.play.rulebook.surfaces import SurfaceFigures, SurfaceName

Colour: TypeAlias = Literal["blue", "green", "yellow", "red", "black"]
"""A colour of magic (CC-60 to CC-65)."""

Colours: TypeAlias = Annotated[tuple[Colour, ...], NOT_EMPTY]

SquareSide: TypeAlias = Annotated[float, LENGTH.between(20.0, 100.0)]
"""Side of a square (mm). A board of the largest squares is as wide as a person can reach. The rulebook also checks that
the dice fit their squares.
"""

MAX_BUILD_POINTS: Final = 24
"""Greatest number of build points. An army of that many dice of health 1 fills three rows of the board."""

EXACT: Final = "exact"
"""The value of `hand.name` for tips that never fail."""

TippingHand: TypeAlias = Annotated[str, name_in("hands", "hand", EXACT)]

FREE_EDGE: Final = 2.0
"""Smallest gap between the largest die and an edge of its square (mm). Our choice: room for a finger, and for the error
of a tip.
"""


class Board(Section):
    """The chessboard of 8 × 8 squares (CC-01)."""

    square: SquareSide = 40.0
    """Side of a square, such as 40mm."""


class Build(Section):
    """The limits of the armies: the most build points for each army, and whether both armies may have the same race
    (CC-02, CC-04).
    """

    points: Annotated[Count, Field(ge=1, le=MAX_BUILD_POINTS)] = 16
    """Number of build points that each player may spend on dice. A die costs as many points as its health."""
    shared_race: Literal["warn", "allow", "refuse"] = "warn"
    """Rule for a race that is in both armies: warn the players, allow it, or refuse the game."""


class DiceFigures(Section):
    """The sizes of the dice (CC-03)."""

    size: tuple[DieSize, DieSize, DieSize] = (13.0, 16.0, 19.0)
    """Distance between opposite faces of dice of health 1, 2 and 3, such as 16mm."""


class HandRules(Section):
    """The hand that tips and slides dice (CC-15)."""

    name: TippingHand = EXACT
    """Hand of a player who chooses no hand: a name from `hands`, or `exact` for tips that never fail."""
    wrong_face: Literal["again", "as_it_lies"] = "again"
    """Rule for a die with a wrong upper face after a step: tip the die again, or count it as it lies."""


class Terrain(Section):
    """A type of terrain (CC-07, CC-08)."""

    colours: Colours
    """Colours of the terrain."""


class Race(Section):
    """A race of units. The race's name decides which bonuses the race has (CC-70 to CC-76)."""

    colours: tuple[Colour, ...]
    """Colours of the magic of the race's units. Amazons have the colours of the terrain under them instead (CC-72)."""


class Turn(Section):
    """The turn of a player (CC-10, CC-12, CC-51)."""

    may_pass: Annotated[YesNo, Field(alias="pass")] = False
    """Choice whether a player may pass, instead of stepping or rotating a die."""
    rotate_acts: YesNo = True
    """Choice whether the top face of a die acts after a rotation."""
    extra: Annotated[int | None, CountOrWord("the number of other turns", "unlimited", 20)] = 3
    """Greatest number of extra turns within one player's turn, or the word unlimited."""


class Kill(Section):
    """The damage that kills (CC-20)."""

    at: Literal["reach", "exceed"] = "reach"
    """Damage that kills a die: as much as its health and saves together, or more than that."""


class Damage(Section):
    """Damage that leaves a die on the board (CC-21)."""

    lasts: YesNo = False
    """Choice whether damage beyond the saves of a surviving die lasts. If so, the die's health stays lower until the
    die leaves the board.
    """


class Melee(Section):
    """Melee attacks (CC-31)."""

    team: Literal["counts_as", "plain"] = "counts_as"
    """Faces that add to another die's melee attack. `counts_as`: Melee, ID, Smite, Rend and Trample.
    `plain`: only Melee and ID.
    """


class Missile(Section):
    """Missile attacks (CC-33)."""

    reach: tuple[Annotated[int, Field(ge=1, le=14)], Annotated[int, Field(ge=1, le=14)]] = (2, 3)
    """Least and greatest distance of a target in squares, such as [2, 3]."""
    path: Literal["bent", "straight"] = "bent"
    """Paths of a missile: any shortest orthogonal path, or straight paths only."""


class Magic(Section):
    """Points of magic (CC-36)."""

    split: YesNo = True
    """Choice whether the points of a face may be split over several spells."""


class Counter(Section):
    """The Counter face (CC-42)."""

    hits: Literal["each", "one", "split", "attackers"] = "each"
    """Dice that a Counter hits: each adjacent opposing die, one such die, several such dice that share the damage, or
    the attacker and the adjacent dice of its team.
    """


class Convert(Section):
    """The Convert face (CC-43)."""

    is_kill: YesNo = False
    """Choice whether a converted die counts as killed."""


class DoubleStrike(Section):
    """The Double Strike face (CC-44, CC-45)."""

    team: YesNo = False
    """Choice whether other dice add to the two attacks."""
    free_turn: YesNo = False
    """Choice whether a die may take another turn if it has no target for the first of the two attacks. If only the
    second attack has no target, the die may take another turn even without this rule.
    """


class Yellow(Section):
    """The yellow spell (CC-62)."""

    top: YesNo = True
    """Choice whether a turned unit may have another face on top. If not, units are only rotated."""


class Black(Section):
    """The black spell (CC-64)."""

    any_dead: YesNo = True
    """Choice whether any dead die may return. If not, only dice that an opponent killed may return."""


class Bonus(Section):
    """The bonuses of races by terrain (CC-70, CC-72)."""

    faces: Literal["plain", "counts_as"] = "plain"
    """Faces that count as maneuver for a bonus: Maneuver alone, or Fly, Rend and Trample too."""


class RaceRules(Section):
    """The bonuses of races that don't depend on terrain (CC-75, CC-76)."""

    returns: Literal["same_race", "any"] = "same_race"
    """Dead dice that return by the bonuses of feral and snakefolk: dice of the same race, or of any race."""


class Draw(Section):
    """Draws (CC-82)."""

    repetition: Annotated[Count, Field(ge=2, le=10)] = 3
    """Number of times that a position must occur for a draw."""
    quiet_turns: Annotated[Count, Field(ge=2, le=1000)] = 60
    """Number of quiet turns in a row for a draw, counting the turns of both players. A turn is quiet if no die is
    killed, and no die enters or leaves a home row.
    """


class Turns(Section):
    """The length of a game (CC-82)."""

    max: Annotated[Count, Field(ge=2, le=10_000)] = 400
    """A game is stopped as unfinished after this number of turns, both players together."""


class Rulebook(Book):
    """All rules of Cube Clash."""

    board: Board = Board()
    build: Build = Build()
    dice: DiceFigures = DiceFigures()
    first: Literal["random", "south"] = "random"
    """Player who goes first if both spent the same number of build points: drawn at random, or South."""
    terrain: Literal["on", "off"] = "on"
    """Choice whether the quarters of the board have terrain."""
    turn: Turn = Turn()
    hand: HandRules = HandRules()
    kill: Kill = Kill()
    damage: Damage = Damage()
    friendly_fire: YesNo = False
    """Choice whether attacks and Convert may target dice of the same side."""
    melee: Melee = Melee()
    missile: Missile = Missile()
    magic: Magic = Magic()
    counter: Counter = Counter()
    convert: Convert = Convert()
    double_strike: DoubleStrike = DoubleStrike()
    yellow: Yellow = Yellow()
    black: Black = Black()
    bonus: Bonus = Bonus()
    race: RaceRules = RaceRules()
    draw: Draw = Draw()
    turns: Turns = Turns()
    terrains: Annotated[dict[str, Terrain], NOT_EMPTY]
    """The types of terrain, by name."""
    races: Annotated[dict[str, Race], NOT_EMPTY]
    """The races of units, by name."""
    armies: Annotated[dict[str, ArmyFigures], NOT_EMPTY]
    """The armies that players choose from, by name."""
    surface: SurfaceName = "wood"
    """Name of the surface of the board."""
    surfaces: dict[str, SurfaceFigures]
    """The surfaces that may cover the board."""
    hands: dict[str, HandFigures]
    """The hands that tip and slide dice, by name."""

    @property
    def usual_armies(self) -> tuple[str, str]:
        """Names of the default armies: the first for South, the second for North (CC-04)."""
        south, north = (*self.armies, next(iter(self.armies)))[:2]
        return south, north

    @field_validator("hands", mode="after")
    @classmethod
    def _name_hands(cls, hands: dict[str, HandFigures]) -> dict[str, HandFigures]:
        return {name: hand.with_name(name) for name, hand in hands.items()}

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield errors that involve several fields.

        It is an error in each of these cases:

        - A die isn't larger than the dice of less health, or it is too large for a square.
        - The least distance of a missile is above the greatest distance.
        - An army has errors of its own.
        """
        dice, board, missile = (
            parts.section("dice", DiceFigures), parts.section("board", Board), parts.section("missile", Missile)
        )  # fmt: skip
        if dice is not None and sorted(set(dice.size)) != list(dice.size):
            yield ("dice", "size"), "a die of more health must be larger (CC-03)"
        if dice is not None and board is not None and (most := board.square - 2 * FREE_EDGE) < max(dice.size):
            yield ("dice", "size"), f"a square of {board.square:g} mm has room for dice of at most {most:g} mm"
        if missile is not None and missile.reach[0] > missile.reach[1]:
            yield ("missile", "reach"), "the least distance comes first, such as [2, 3] (CC-33)"
        for name, army in parts.entries("armies", ArmyFigures).items():
            data = army.model_dump(mode="json")
            found = army_faults(parts.names("races"), None, data)  # a game looks at the points
            yield from faults_below(("armies", name), found)
