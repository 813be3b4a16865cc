"""The things that rules/riot_dice.yaml lists by name: terrain, layouts, models, weapons and gangs."""

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
"""mm to the top: a person's eyes are at 0.936 of their stature (Drillis and Contini 1966), a figure's at 28 mm."""

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
"""The diameter of a round base (mm), or None for a model without one."""


class TerrainKind(Section):
    """A kind of scenery (RD-08): a box or a mesh, and what it is in the way of."""

    box: tuple[bounds.SceneryLength, bounds.SceneryLength, bounds.SceneryHeight] | None = None
    """Length along its own x, width and height, such as [4in, 0.5in, 1.5in]."""
    mesh: str | None = None
    """A file of triangles: one beside the rules file, or one of those that come with the program."""
    scale: bounds.MeshScale = 1.0
    """Factor by which the mesh is enlarged."""
    up: Literal["y", "z"] | None = None
    """Which way of the file is up; by itself y in a .glb, and z in an .obj or .stl."""
    blocks_moves: bool = Field(default=True, strict=True)
    """Models stop at it."""
    blocks_bullets: bool = Field(default=True, strict=True)
    """Bullets stop at it."""
    stand_on: bool = Field(default=False, strict=True)
    """Models may end on it; only a box has the flat top for that."""

    @property
    def shape_box(self) -> Box | None:
        """The box, if it is one."""
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
    """One piece of terrain on the table."""

    piece: TerrainName
    """Which kind of `terrain`."""
    at: tuple[Length, Length]
    """Its centre, from the front left corner of the table, such as [12in, 6in]."""
    turn: Angle = 0.0
    """Its turn, counterclockwise from above, such as 30deg."""

    @property
    def heading(self) -> float:
        """The turn of the piece (rad)."""
        return self.turn


class Layout(Section):
    """A play area and what stands on it from the start (RD-04)."""

    width: common.TableSide
    """From left to right."""
    depth: common.TableSide
    """From front to back."""
    terrain: tuple[PlacedTerrain, ...] = ()
    """The pieces of terrain and their places."""


class Tables(Layout):
    """The play area (RD-04); `four` is the one for four bosses, who need more room."""

    surface: SurfaceName = "felt"
    """Which of `surfaces` covers it."""
    walls: common.WallHeight = 0.0
    """Height of a rim that keeps dice and tokens on it; 0mm is none."""
    four: Layout | None = None
    """The play area for four bosses; the usual one if there is none such."""


class Damage(Section):
    """The damage points of a hit (RD-54)."""

    weak: bounds.TowerDice
    """When the die shows less than the toughness of the model hit."""
    big: bounds.TowerDice
    """When it shows the toughness or more."""


class Weapon(Section):
    """A weapon: to shoot with (range and dice), to fight with (thump), or both (RD-50, RD-64)."""

    range: bounds.Range | None = None
    """The range of its bullets."""
    dice: Dice | None = None
    """The bullet dice, one bullet each."""
    thump: Dice | None = None
    """The dice it adds to a thump in a fight."""
    damage: Damage
    """The damage of a hit."""

    @property
    def shoots(self) -> bool:
        """True for a shooting weapon."""
        return self.dice is not None

    @property
    def thumps(self) -> bool:
        """True for a fighting weapon."""
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
    """The miniature on a base, from a file."""

    file: str
    """A file of triangles: one beside the rules file, or one of those that come with the program."""
    height: bounds.FigureHeight = DEFAULT_FIGURE_HEIGHT
    """From its soles to its top, hat and all; 30 mm is what a figure of 28 mm to the eyes has."""
    up: Literal["y", "z"] | None = None
    """Which way of the file is up; by itself y in a .glb, and z in an .obj or .stl."""
    body: Literal["pieces", "column"] = "pieces"
    """The shape that dice bounce off: convex pieces of the figure, or the plain column of other models."""


class ModelKind(Section):
    """A kind of model and its stats (RD-01, RD-02)."""

    base: BaseSize = 25.0
    """Diameter of its round base, 20 to 40 mm, or `none` for a vehicle with a hull."""
    hull: tuple[bounds.HullSide, bounds.HullSide] | None = None
    """Length and width of a vehicle without a base, such as [60mm, 30mm]."""
    figure: FigureKind | None = None
    """The figure on the base; without one, a plain column."""
    cost: Count = 5
    """In points of the gang."""
    move: Dice = ("d6", "d6", "d6")
    """The move dice."""
    toughness: Count = 3
    """A die that shows this or more does big damage."""
    weapons: tuple[WeaponName, ...] = ()
    """Which of `weapons` it carries."""

    @property
    def footing(self) -> Round | Hull:
        """The footprint that it stands on."""
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


class Muster(Section):
    """A gang to choose (RD-02)."""

    title: Annotated[str, Field(min_length=1)]
    """Its name on screen."""
    models: KindNames
    """Which of `models`, each as often as it comes."""
