"""The pieces of a scenario's position: models with towers, tokens, loose dice and terrain."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Protocol, Self, TypeAlias

from pydantic import Field, model_validator

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, faults_below, unknown_names
from riotsim.play.scenarios.document import At, Inches, Name, millimetres
from riotsim.play.scenarios.placed_pieces import PlacedPiece, TowerDie, seat_above
from riotsim.play.scenarios.scripted_table import add_to_tower
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.pieces import TOKEN_THICKNESS, Box, Die, Figure, Mesh, PieceId, Terrain, Token, pose_beside
from riotsim.table.poses import IDENTITY, heading, heading_of
from riotsim.table.state import Table
from riotsim.table.towers import free_bearing, stands
from riotsim.table.units import inches

MAX_INCHES = 120.0
"""Maximum length of a side of the table, or of a side of a box on the table (inches): 10 ft."""

Measure: TypeAlias = Annotated[Inches, Field(gt=0, le=MAX_INCHES)]
"""The length of a side of a table or of a box (inches)."""

Degrees: TypeAlias = Inches
"""An angle in degrees, written without a unit."""


class Shapes(Protocol):
    """The protocol for the shapes of terrain, figures and dice that are loaded from mesh files.

    `play.game.Assets` and `ShapeSet` implement it.
    """

    @property
    def meshes(self) -> Mapping[str, Mesh]:
        """Meshes of terrain, by the name of the kind of terrain."""

    @property
    def figures(self) -> Mapping[str, Figure]:
        """The figures on bases, by the kind of model."""

    @property
    def dice(self) -> Mapping[str, DieKind]:
        """The kinds of dice that the rules load from files, by name."""


@dataclass(frozen=True, slots=True)
class ShapeSet:
    """The shapes from mesh files, already loaded."""

    meshes: Mapping[str, Mesh] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    dice: Mapping[str, DieKind] = field(default_factory=dict)


class GivenModel(Section):
    """A model of the position."""

    boss: Name
    """Name of the boss of the model."""
    kind: Name | None = None
    """Kind of the model in the rules; by default the first kind."""
    weapons: tuple[Name, ...] | None = None
    """Names of the model's weapons; by default the weapons of its kind."""
    at: At | None = None
    """Centre of the model (inches from the table's front left corner). A model without a place is not deployed yet."""
    turn: Degrees = 0.0
    """Direction of the model's front, in degrees anticlockwise from the right."""
    tower: Count = 0
    """Number of dice in the model's tower, stacked straight."""
    tower_dice: tuple[TowerDie, ...] = ()
    """The dice of the model's tower from the bottom up, each with its place. If they are given, `tower` must be left
    out.
    """
    tower_side: Degrees | None = None
    """Side of the model where its tower stands, in degrees anticlockwise from the right.

    By default, it is the side where the first of the `tower_dice` is placed. If this die has no place, or if
    `tower_dice` is left out, the tower stands on free ground, if possible behind the model.
    """
    fallen: bool = Field(default=False, strict=True)
    """True if the model has fallen over."""
    hit_points: Annotated[Count, Field(ge=1)] | None = None
    """Remaining hit points of the model; by default all. The key is only allowed if the rules use hit points instead of
    towers.
    """

    @property
    def height(self) -> int:
        """The number of dice in the model's tower."""
        return len(self.tower_dice) or self.tower

    def tower_faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Yield the errors in the keys `tower` and `tower_dice`.

        This doesn't check whether the dice stand on each other: `tower_fault` does.
        """
        key = "tower_dice" if self.tower_dice else "tower"
        if self.tower and self.tower_dice:
            yield ("tower_dice",), "stands in place of `tower`; write one of the two"
        if self.height and (self.fallen or self.at is None):
            yield (key,), "only a standing model has a tower (RD-37)"
        if self.height and rules.tower.mode != "dice":
            yield (key,), f"there are no towers under tower.mode: {rules.tower.mode} (RD-39)"
        for k, die in enumerate(self.tower_dice):
            yield from faults_below(("tower_dice", k), die.faults())


class GivenTerrain(Section):
    """A piece of terrain on the table: a kind from the rules, or a box."""

    box: tuple[Measure, Measure, Measure] | None = None
    """Length, width and height of the box (inches)."""
    piece: Name | None = None
    """Kind of terrain in the rules. Either `piece` or `box` must be given, but not both."""
    at: At
    """Centre of the piece (inches from the table's front left corner)."""
    turn: Degrees = 0.0
    """Turn of the piece, anticlockwise from above (degrees)."""
    blocks_moves: bool = Field(default=True, strict=True)
    """True if models stop at the piece."""
    blocks_bullets: bool = Field(default=True, strict=True)
    """True if bullets stop at the piece."""
    stand_on: bool = Field(default=False, strict=True)
    """True if models may end a move on the piece."""

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        if (self.box is None) == (self.piece is None):
            raise ValueError("terrain is a box: {box: [1, 4, 2], at: [12, 12]}; or the rules': {piece: wall, at: …}")
        if self.piece is not None and {"blocks_moves", "blocks_bullets", "stand_on"} & self.model_fields_set:
            raise ValueError("what the rules' own terrain blocks, the rules say; leave that to a box")
        return self

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Yield an error if the rules have no terrain of this kind."""
        yield from unknown_names("terrain", rules.terrain, {("piece",): self.piece})

    def build(self, number: int, rules: Rulebook, meshes: Mapping[str, Mesh]) -> Terrain:
        """Return the piece of terrain as it stands on the table. `number` is part of its id."""
        at, turn = millimetres(self.at), math.radians(self.turn)
        if self.piece is not None:
            kind = rules.terrain[self.piece]
            return Terrain(
                f"{self.piece}-{number}",
                kind.shape_box or meshes[self.piece],
                at,
                turn,
                self.piece,
                kind.blocks_moves,
                kind.blocks_bullets,
                kind.stand_on,
            )
        assert self.box is not None, "it is one of the two"
        size = Box(*map(inches, self.box))
        return Terrain(
            f"terrain-{number}", size, at, turn, "terrain", self.blocks_moves, self.blocks_bullets, self.stand_on
        )


class GivenToken(PlacedPiece):
    """A loot token. A file may give just its place, such as [12, 6], instead of keys. Then the token lies flat."""

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, said: object) -> object:
        return {"at": said} if isinstance(said, list | tuple) else said

    def build(self, number: int, table: Table, size: float) -> Token:
        """Return the token as it lies on the table. `number` is part of its id, and `size` is its diameter (mm)."""
        rest = table.level_at(self.spot) + TOKEN_THICKNESS / 2
        return Token(f"loot-{number}", self.pose(IDENTITY, rest), size)


class GivenDie(PlacedPiece):
    """A die that belongs to no tower."""

    boss: Name | None = None
    """Name of the boss whose die it is; by default the die belongs to nobody."""
    kind: Name = D6.name
    """Kind of the die, such as d6."""
    shows: Annotated[Count, Field(ge=1)] | None = None
    """The number that the die shows. Either `shows` or `turned` must be given, but not both."""

    def kind_faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Yield the errors in the kind, place and number of the die."""
        try:
            kind = rules.dice.dice_set(rules.dice.stand_ins()).kind(self.kind)
        except ValueError as no:
            yield ("kind",), str(no)
            return
        yield from self.faults()
        if (self.shows is None) == (self.turned is None):
            yield ("shows",), "says how a die lies; leave it out beside `turned`, and there only"
        elif self.shows is not None and self.shows not in kind.values:
            yield ("shows",), f"a {kind.name} has no face {self.shows}"

    def build(self, number: int, table: Table, bag: DiceSet) -> Die:
        """Return the die as it lies on the table.

        Args:
            number: A number, which becomes part of the die's id.
            table: The table.
            bag: The set of dice to take the die from.
        """
        die = bag.die(f"die-{number}", self.kind, self.boss or "")
        flat = IDENTITY if self.shows is None else die.kind.orientation_showing(self.shows)
        height = die.kind.flat_height() if self.shows is None else die.kind.flat_height(self.shows)
        return replace(die, pose=self.pose(flat, table.level_at(self.spot) + height * die.size))


def with_tower(table: Table, name: PieceId, given: GivenModel, bag: DiceSet) -> Table:
    """Return the table with the tower of a model added.

    A model without a tower, and a model that isn't deployed yet, leave the table unchanged.
    """
    if not given.height or name not in table.models:
        return table
    model = table.models[name]
    dice = given.tower_dice or (TowerDie(),) * given.tower
    if given.tower_side is not None:
        bearing = math.radians(given.tower_side)
    elif dice[0].at is not None:
        bearing = heading(model.at, millimetres(dice[0].at))
    else:
        bearing = free_bearing(table, name, model.heading + math.pi, bag.size)
    seat = pose_beside(model, bearing, bag.size)
    yaw = heading_of(seat.orientation)
    laid: list[Die] = []
    for k, its in enumerate(dice, 1):
        die = bag.die(f"{name}-tower-{k:02d}", D6.name, model.owner)
        laid.append(replace(die, pose=its.pose(die.kind, seat, yaw)))
        seat, yaw = seat_above(its, laid[-1].pose, die.size, yaw)
    return add_to_tower(table.with_pieces(*laid), name, [die.id for die in laid], bearing)


def tower_fault(table: Table, name: PieceId) -> str | None:
    """Return an error if the dice of a model's tower don't stand on each other (RD-32). If they do, return None."""
    dice: Sequence[Die] = table.tower_dice(name)
    level = table.level_under(dice[0]) if dice else 0.0
    return None if stands(tuple(dice), level) else "these dice are no tower: each stands on the one below, and over it"
