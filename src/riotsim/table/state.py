"""The table with the pieces on it, as an immutable value. Each change makes a new table."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import CONTACT_GAP, covers, gap, near
from riotsim.table.pieces import Box, Die, Model, Movable, Piece, PieceId, Terrain, Token, Tower, face_label
from riotsim.table.poses import Point, point_ahead
from riotsim.table.svg import (
    BLANK,
    DARK_LABEL,
    LIGHT_LABEL,
    TERRAIN,
    TOKEN,
    Area,
    Drawing,
    Ground,
    Label,
    owner_colours,
    svg_picture,
)
from riotsim.table.units import in_inches

P = TypeVar("P", bound=Piece)

PICTURE_WIDTH = 480
"""Default width of a table's picture (pixels)."""

PICTURE_MARGIN = 12.0
"""Width of the margin around a table in its picture (mm)."""


@dataclass(frozen=True, slots=True)
class Surface:
    """The surface of a table or tray.

    When a body touches the surface, the body's friction is multiplied by the surface's friction. The restitution is
    multiplied in the same way.
    """

    name: str
    """Name of the surface in the rules, such as `felt`."""
    friction: float
    """Friction of the surface.

    The coefficient of friction between a body and the surface is the product of the body's friction and this value.
    """
    restitution: float
    """Restitution of the surface.

    The coefficient of restitution between a body and the surface is the product of the body's restitution and this
    value.
    """


RACK_OFFSET = 18.0
"""Gap between a tray's bottom and its rack (mm). The walls of both stand in this gap."""

Rectangle: TypeAlias = tuple[Point, float, float]
"""A rectangle along the axes: its front left corner, its width along x and its depth along y (mm)."""

FELT = Surface("felt", friction=0.9, restitution=0.72)
"""Felt over wood. For a die on felt, the coefficient of friction is 0.45, and the coefficient of restitution is 0.48.

`physics/engine/materials.py` names the sources.
"""


@dataclass(frozen=True, slots=True)
class Tray:
    """A dice tray with walls, outside the play area."""

    width: float
    """Width of the tray's bottom, along x (mm)."""
    depth: float
    """Depth of the tray's bottom, along y (mm)."""
    wall_height: float
    """Height of the tray's walls (mm)."""
    at: Point
    """Front left corner of the tray's bottom, in the table's coordinates (mm)."""
    surface: Surface = FELT
    """Surface of the tray's bottom."""
    rack: float = 0.0
    """Depth of the tray's rack along y (mm); 0 for no rack.

    The rack is a ledge in front of the tray, as wide as the tray. Dice on the rack can't be hit.
    """

    @property
    def rack_at(self) -> Point:
        """Front left corner of the rack (its least x and least y), in the table's coordinates (mm)."""
        return (self.at[0], self.at[1] - RACK_OFFSET - self.rack)

    @property
    def areas(self) -> tuple[Rectangle, ...]:
        """The rectangle of the tray's bottom and that of the rack, in the table's coordinates (mm).

        If there is no rack, the rectangle of the tray's bottom is the only one.
        """
        bottom = (self.at, self.width, self.depth)
        return (bottom, (self.rack_at, self.width, self.rack)) if self.rack > 0.0 else (bottom,)

    @property
    def middle(self) -> Point:
        """Centre of the tray's bottom, in the table's coordinates (mm)."""
        return (self.at[0] + self.width / 2, self.at[1] + self.depth / 2)

    @property
    def as_table(self) -> "Table":
        """An empty table that has the size, the surface and the walls of the tray."""
        return Table(self.width, self.depth, self.surface, wall_height=self.wall_height)

    def contains(self, at: Point) -> bool:
        """Return whether a point, in the table's coordinates (mm), is over the tray's bottom."""
        return 0.0 <= at[0] - self.at[0] <= self.width and 0.0 <= at[1] - self.at[1] <= self.depth

    def is_on_rack(self, at: Point) -> bool:
        """Return whether a point, in the table's coordinates (mm), is over the rack."""
        x, y = self.rack_at
        return 0.0 <= at[0] - x <= self.width and 0.0 <= at[1] - y <= self.rack


@dataclass(frozen=True, slots=True)
class Table:
    """A table with all pieces on it.

    A table is immutable: `with_pieces`, `without` and `with_tower` return a new table. Don't change the dictionaries of
    a table.
    """

    width: float
    """Width of the play area, along x (mm)."""
    depth: float
    """Depth of the play area, along y (mm)."""
    surface: Surface = FELT
    """The surface of the play area."""
    terrain: dict[PieceId, Terrain] = field(default_factory=dict)
    """The scenery, by name."""
    models: dict[PieceId, Model] = field(default_factory=dict)
    """The models, by name."""
    tokens: dict[PieceId, Token] = field(default_factory=dict)
    """The tokens, by name."""
    dice: dict[PieceId, Die] = field(default_factory=dict)
    """All dice, by name, including those in towers."""
    towers: dict[str, Tower] = field(default_factory=dict)
    """The towers, by name. A tower beside a model has the name of this model. Any other tower has a name of its own."""
    wall_height: float = 0.0
    """Height of the wall around the play area (mm); 0 for no wall."""
    tray: Tray | None = None
    """The dice tray, or None if the table has no tray."""
    patches: tuple[Patch, ...] = ()
    """The marked areas of the table."""

    @property
    def middle(self) -> Point:
        """The centre of the play area (mm)."""
        return (self.width / 2, self.depth / 2)

    @property
    def outline(self) -> tuple[Point, Point]:
        """Two corners of the rectangle around play area, tray and rack: the front left and the back right one (mm)."""
        left, front, right, back = 0.0, 0.0, self.width, self.depth
        for (x, y), width, depth in () if self.tray is None else self.tray.areas:
            left, front, right, back = min(left, x), min(front, y), max(right, x + width), max(back, y + depth)
        return (left, front), (right, back)

    def _repr_html_(self) -> str:
        """Return an SVG picture of the table from above. Notebooks show this picture."""
        return self.svg()

    def svg(self, width: int = PICTURE_WIDTH) -> str:
        """Return an SVG picture of the table and its tray from above.

        Args:
            width: Width of the picture in pixels. The height follows from the table's shape.
        """
        (left, front), (right, back) = self.outline
        corners = (left - PICTURE_MARGIN, front - PICTURE_MARGIN), (right + PICTURE_MARGIN, back + PICTURE_MARGIN)
        height = round(width * (corners[1][1] - corners[0][1]) / (corners[1][0] - corners[0][0]))
        size = f"{in_inches(self.width):g} by {in_inches(self.depth):g} in"
        title = f"A table of {size} with {len(self.models)} models and {len(self.dice)} dice"
        grounds = [Ground((0.0, 0.0), self.width, self.depth, self.surface.name)]
        if self.tray is not None:
            grounds += [Ground(*area) for area in self.tray.areas]
        colours = _owner_colours(self)
        drawn = [Drawing(patch, colours.get(patch.owner, BLANK)) for patch in self.patches]
        return svg_picture(title, corners, (width, height), _areas(self, colours), grounds, drawn)

    def with_pieces(self, *pieces: Piece) -> "Table":
        """Return a copy of the table with these pieces added.

        If the table already has a piece of the same kind and name, the new piece takes its place.
        """
        terrain, models, tokens, dice = self.terrain, self.models, self.tokens, self.dice
        for piece in pieces:
            match piece:
                case Die():
                    dice = {**dice, piece.id: piece}
                case Model():
                    models = {**models, piece.id: piece}
                case Token():
                    tokens = {**tokens, piece.id: piece}
                case Terrain():
                    terrain = {**terrain, piece.id: piece}
        return replace(self, terrain=terrain, models=models, tokens=tokens, dice=dice)

    def without(self, *ids: PieceId) -> "Table":
        """Return a table without these pieces. A tower without remaining dice is removed too.

        Raises:
            KeyError: A piece is not on the table.
        """
        if not ids:
            return self
        gone = set(ids)
        if strangers := gone - self.ids():
            raise KeyError(f"not on the table: {', '.join(sorted(strangers))}")
        towers = {}
        for name, tower in self.towers.items():
            left = tuple(die for die in tower.dice if die not in gone)
            if left:
                towers[name] = tower if len(left) == len(tower.dice) else replace(tower, dice=left)
        return replace(
            self,
            terrain=_without_pieces(self.terrain, gone),
            models=_without_pieces(self.models, gone),
            tokens=_without_pieces(self.tokens, gone),
            dice=_without_pieces(self.dice, gone),
            towers=towers,
        )

    def with_tower(self, name: str, tower: Tower | None) -> "Table":
        """Return a copy of the table with a tower added, replaced or removed.

        Args:
            name: Name of the tower.
            tower: The new tower. Its dice are not added to the table. If `tower` is None, or has no dice, the tower
                called `name` is removed. Whether a tower is replaced or removed, its old dice stay on the table.
        """
        towers = {k: v for k, v in self.towers.items() if k != name}
        if tower is not None and tower.dice:
            towers[name] = tower
        return replace(self, towers=towers)

    def ids(self) -> set[PieceId]:
        """Return the names of all pieces."""
        return {*self.terrain, *self.models, *self.tokens, *self.dice}

    def movable(self, name: PieceId) -> Movable | None:
        """Return the model, die or token called `name`, or None if there is no such piece."""
        return self.models.get(name) or self.dice.get(name) or self.tokens.get(name)

    def tower_dice(self, name: str) -> tuple[Die, ...]:
        """Return the dice of the tower called `name`, from the bottom up.

        If there is no such tower, the result is empty.
        """
        tower = self.towers.get(name)
        return () if tower is None else tuple(self.dice[die] for die in tower.dice)

    def tower_height(self, name: str) -> int:
        """Return the number of dice in the tower called `name`, or 0 if there is no such tower."""
        tower = self.towers.get(name)
        return 0 if tower is None else len(tower.dice)

    def loose_dice(self) -> Iterator[Die]:
        """Return the dice that are in no tower."""
        stacked = {die for tower in self.towers.values() for die in tower.dice}
        return (die for die in self.dice.values() if die.id not in stacked)

    def level_at(self, at: Point) -> float:
        """Return the height of the ground at a point (mm), for a model there.

        It is the height of a box over the point, if models can stand on this box. If there are several such boxes, the
        highest one counts. If there is no such box, the result is 0.
        """
        return max(
            (
                piece.height
                for piece in self.terrain.values()
                if piece.can_stand_on and isinstance(piece.shape, Box) and covers(piece.footprint, at)
            ),
            default=0.0,
        )

    def level_under(self, die: Die) -> float:
        """Return the height of the ground under a die that stands flat (mm).

        A platform is a box that models can stand on. A die may stand on a platform although its middle is beyond the
        platform's edge. The result is then still the height of the platform.
        """
        # A pushed tower may still stand when the middle of its lowest die is beyond a platform's edge.
        foot, plan = die.pose.at[2] - die.size / 2, die.footprint
        grounds = (
            piece.height
            for piece in self.terrain.values()
            if piece.can_stand_on
            and isinstance(piece.shape, Box)
            and piece.height <= foot + CONTACT_GAP
            and near(piece.footprint, plan, 0.0)
            and gap(piece.footprint, plan) <= -CONTACT_GAP
        )
        return max((self.level_at(die.pose.xy), *grounds))


def _without_pieces(pieces: dict[PieceId, P], gone: set[PieceId]) -> dict[PieceId, P]:
    """Return a dictionary of pieces without those named in `gone`.

    If the dictionary has none of these pieces, the same object is returned.
    """
    return pieces if gone.isdisjoint(pieces) else {k: v for k, v in pieces.items() if k not in gone}


def _owner_colours(table: Table) -> dict[str, str]:
    """Return a colour for each player who has a model, a die or a patch on a table."""
    owned = (table.models.values(), table.dice.values(), table.patches)
    return owner_colours(piece.owner for pieces in owned for piece in pieces)


def _areas(table: Table, colours: dict[str, str]) -> Iterator[Area]:
    """Yield the areas of a table's picture, in the order of drawing."""
    for piece in table.terrain.values():
        yield Area(piece.footprint, TERRAIN, piece.id)
    for token in table.tokens.values():
        yield Area(token.footprint, TOKEN, token.id)
    for model in table.models.values():
        yield _model_area(model, colours)
    for die in table.loose_dice():
        yield _die_area(die, f"{die.kind.name} showing {die.face}", colours)
    for name in table.towers:
        *lower, top = table.tower_dice(name)
        for die in lower:
            yield Area(die.footprint, colours.get(die.owner, BLANK))
        count = len(lower) + 1
        yield _die_area(top, f"the tower of {name}: {count} dice", colours, f"×{count}")


def _model_area(model: Model, colours: dict[str, str]) -> Area:
    """Return the area that stands for a model in a picture.

    The area has the model's name on it, and a line in the direction that the model faces.
    """
    left, front, right, back = model.footprint.bounds()
    reach = (back - front) / 2
    return Area(
        model.footprint,
        colours.get(model.owner, BLANK),
        f"{model.id} of {model.owner}" + (", lying" if model.fallen else ""),
        Label(model.id, model.at, (right - left) * 0.4, LIGHT_LABEL),
        (point_ahead(model.at, model.heading, reach * 0.6), point_ahead(model.at, model.heading, reach)),
    )


def _die_area(die: Die, title: str, colours: dict[str, str], text: str = "") -> Area:
    size, colour = die.size * 0.6, LIGHT_LABEL if die.owner in colours else DARK_LABEL
    label = Label(text, die.pose.xy, size, colour) if text else face_label(die, size, colour)
    return Area(die.footprint, colours.get(die.owner, BLANK), title, label)
