"""The entries of rules/riot_dice.yaml that have names: terrain, layouts, models, weapons and gangs."""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from riotsim.games.riot_dice.rulebook import bounds
from riotsim.play.rulebook import bounds as common
from riotsim.play.rulebook.quantities import Angle, Count, Dice, Length, Quantity
from riotsim.play.rulebook.sections import NOT_EMPTY, Section, name_in
from riotsim.play.rulebook.surfaces import SurfaceName
from riotsim.table.pieces import MAX_BASE_DIAMETER, MIN_BASE_DIAMETER, Box, Hull, Round
from riotsim.table.units import INCH, parse_length

DEFAULT_FIGURE_HEIGHT = 30.0
"""Default height of a figure (mm). It is that of a 28 mm miniature.

The eyes of such a miniature are at a height of 28 mm. A person's eyes are at 0.936 of the body height (Drillis and
Contini 1966).
"""

TerrainName: TypeAlias = Annotated[str, name_in("terrain", "piece of terrain")]
WeaponName: TypeAlias = Annotated[str, name_in("weapons", "weapon")]
KindName: TypeAlias = Annotated[str, name_in("models", "model")]
KindNames: TypeAlias = Annotated[tuple[KindName, ...], NOT_EMPTY]

BaseSize: TypeAlias = Annotated[
    float | None,
    Quantity(
        "a round base",
        "25mm",
        (("mm", 1.0), ("in", INCH)),
        parse_length,
        MIN_BASE_DIAMETER,
        most=MAX_BASE_DIAMETER,
        word="none",
    ),
]
"""The diameter of a round base (mm), or None for a model without a base."""


class TerrainKind(Section):
    """A kind of terrain (RD-08). Its shape is a box or a mesh, and it may block moves and bullets."""

    box: tuple[bounds.SceneryLength, bounds.SceneryLength, bounds.SceneryHeight] | None = None
    """Length, width and height of a box, such as [4in, 0.5in, 1.5in]."""
    mesh: str | None = None
    """Name of a file with a mesh of triangles. The file is beside the rules file, or it comes with the program."""
    scale: bounds.MeshScale = 1.0
    """Factor of the mesh's size. A factor below 1 makes it smaller."""
    up: Literal["y", "z"] | None = None
    """The axis that points upward in the file. By default it is y in a .glb, and z in an .obj or .stl."""
    blocks_moves: bool = Field(default=True, strict=True)
    """True if models stop at the piece."""
    blocks_bullets: bool = Field(default=True, strict=True)
    """True if bullets stop at the piece."""
    stand_on: bool = Field(default=False, strict=True)
    """True if models may end a move on top of the piece. Only a box allows this."""

    @property
    def shape_box(self) -> Box | None:
        """The piece's shape if it is a box; None if it is a mesh."""
        return None if self.box is None else Box(*self.box)

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        if (self.box is None) == (self.mesh is None):
            raise ValueError(
                "terrain has one shape: either box: [length, width, height] or mesh: file.glb"
                + (", not both" if self.box else "")
            )
        if self.mesh is None and (self.scale, self.up) != (1.0, None):
            raise ValueError("scale and up are for a mesh; a box has its size")
        if self.stand_on and self.box is None:
            raise ValueError("models can only stand on a flat top; give it a box, or write stand_on: false")
        return self


class PlacedTerrain(Section):
    """A piece of terrain with its place on the table."""

    piece: TerrainName
    """Name of the kind of terrain. It must be in the section `terrain` of the rules."""
    at: tuple[Length, Length]
    """Centre of the piece: its distances from the left and the front edge of the table, such as [12in, 6in]."""
    turn: Angle = 0.0
    """The piece's angle, such as 30deg. Seen from above, it turns anticlockwise."""

    @property
    def heading(self) -> float:
        """The piece's angle (rad)."""
        return self.turn


class Layout(Section):
    """A play area, with the terrain that stands on it (RD-04)."""

    width: common.TableSide
    """Width of the play area from left to right, such as 24in."""
    depth: common.TableSide
    """Depth of the play area from front to back, such as 24in."""
    terrain: tuple[PlacedTerrain, ...] = ()
    """The pieces of terrain, each with its place."""


class Tables(Layout):
    """The play area, its surface and its rim (RD-04). Games of four bosses may have another play area, `four`."""

    surface: SurfaceName = "felt"
    """Name of the surface that covers the table."""
    walls: common.WallHeight = 0.0
    """Height of the rim that keeps dice and tokens on the table, such as 20mm. A table with 0mm has no rim."""
    four: Layout | None = None
    """Another play area, for games of four bosses. By default they use the same play area as fewer bosses."""


class Damage(Section):
    """The damage points of a hit (RD-54)."""

    weak: bounds.TowerDice
    """Damage points if the die of the hit shows less than the target's toughness."""
    big: bounds.TowerDice
    """Damage points if the die of the hit shows at least the target's toughness."""


class Weapon(Section):
    """A weapon (RD-50, RD-64).

    With the fields `range` and `dice`, it can shoot. With the field `thump`, it is used in fights. A weapon may have
    all three fields.
    """

    range: bounds.Range | None = None
    """Range of the weapon's bullets, such as 12in."""
    dice: Dice | None = None
    """The bullet dice, such as 2d6. Each die is one bullet."""
    thump: Dice | None = None
    """The dice that the weapon adds to a thump in a fight, such as 1d6."""
    damage: Damage
    """The damage points of a hit by this weapon."""

    @property
    def shoots(self) -> bool:
        """True if the weapon can shoot."""
        return self.dice is not None

    @property
    def thumps(self) -> bool:
        """True if the weapon adds dice to a thump."""
        return self.thump is not None

    @model_validator(mode="after")
    def _some_use(self) -> Self:
        if (self.range is None) != (self.dice is None):
            there, missing = ("dice", "range: 12in") if self.range is None else ("range", "dice: 2d6")
            raise ValueError(f"a shooting weapon has both a range and dice; it has {there}, so add {missing}")
        if self.dice is None and self.thump is None:
            raise ValueError("a weapon shoots or thumps: give it range and dice, or thump: 1d6")
        return self


class FigureKind(Section):
    """A miniature that stands on a model's base. Its shape comes from a file."""

    file: str
    """Name of a file with a mesh of triangles. The file is beside the rules file, or it comes with the program."""
    height: bounds.FigureHeight = DEFAULT_FIGURE_HEIGHT
    """Height of the figure from its soles to its top, including a hat. If its eyes are at 28 mm, this is 30mm."""
    up: Literal["y", "z"] | None = None
    """The axis that points upward in the file. By default it is y in a .glb, and z in an .obj or .stl."""
    body: Literal["pieces", "column"] = "pieces"
    """The shape for bouncing dice: the figure, divided into convex pieces, or a plain column."""


class ModelKind(Section):
    """A kind of model and its stats (RD-01, RD-02)."""

    base: BaseSize = 25.0
    """Diameter of the round base, from 20 to 40 mm. It is `none` for a vehicle, which has a hull instead of a base."""
    hull: tuple[bounds.HullSide, bounds.HullSide] | None = None
    """Length and width of a vehicle without a base, such as [60mm, 30mm]."""
    figure: FigureKind | None = None
    """The figure on the base; by default the model is a plain column."""
    cost: Count = 5
    """Cost of the model in points. The models of a gang may cost at most `gang.points`."""
    move: Dice = ("d6", "d6", "d6")
    """The move dice, such as 3d6."""
    toughness: Count = 3
    """A hit does big damage to the model if its die shows this number or more (see `weapons.<name>.damage`)."""
    weapons: tuple[WeaponName, ...] = ()
    """Names of the weapons that the model carries. They must be in the section `weapons` of the rules."""
    hit_points: Annotated[Count, Field(ge=1)] | None = None
    """Hit points of the model under `tower.mode: hit_points`; by default `tower.hit_points` (RD-39)."""

    @property
    def footing(self) -> Round | Hull:
        """The model's base or hull."""
        if self.hull is not None:
            return Hull(*self.hull)
        return Round(25.0 if self.base is None else self.base)

    @model_validator(mode="after")
    def _one_footing(self) -> Self:
        if self.base is None and self.hull is None:
            raise ValueError("a model without a base needs its hull: [60mm, 30mm]")
        if self.base is not None and self.hull is not None:
            raise ValueError("a model has a base or a hull, not both; beside a hull write base: none")
        if self.figure is not None and self.base is None:
            raise ValueError("a figure stands on a round base; a model with a hull is that box, and has none")
        return self


ModelNames: TypeAlias = tuple[Annotated[str, Field(min_length=1, max_length=20, pattern=r"^\w[\w '.-]*$")], ...]
"""Names of models that are displayed to people, in place of the models' ids."""


class Muster(Section):
    """A gang that a boss can choose (RD-02)."""

    title: Annotated[str, Field(min_length=1)]
    """Title of the gang on screen."""
    about: Annotated[str, Field(max_length=80)] = ""
    """A line about the gang on the start screen. It may be empty."""
    models: KindNames
    """Kind of each model in the gang. It is a name from the section `models` of the rules."""
    names: ModelNames = ()
    """Displayed names of the models, in order. If several players have this gang, the next player gets the names that
    are left. A model without a name is called by its id.
    """
