"""The scene: all data that the renderer needs for a table.

It has meshes, and for each piece a row of numbers (position, orientation, colour, highlight). A mesh is built once, and
pieces that look alike share it. When pieces move, only their rows change, by a few numpy writes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.play.requests import PlayerId
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.poses import PoseArray, movables, pose_of
from riotsim.replay.recording import Seat
from riotsim.table.geometry.patches import outlines
from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table
from riotsim.viewer.scene.dice import coin_shape, die_shape
from riotsim.viewer.scene.figures.build import FigureBuilder, shared_figure
from riotsim.viewer.scene.figures.miniatures import Miniatures
from riotsim.viewer.scene.furniture import table_shape
from riotsim.viewer.scene.marks import Ghost, Mark, Path, linear
from riotsim.viewer.scene.patches import Name, patch_names, patch_shape
from riotsim.viewer.scene.scenery import scenery_shape
from riotsim.viewer.scene.shapes import Shape

Glow: TypeAlias = Literal["legal", "hover", "chosen", "reached", "lesson"]
"""The reason for highlighting a piece.

- `legal`: it may be chosen.
- `hover`: the mouse is over it.
- `chosen`: it is chosen.
- `reached`: the offered act would reach it.
- `lesson`: a lesson is about it, or the player throws dice at it.
"""

GLOW_COLOURS: Mapping[str, tuple[float, float, float, float]] = {
    "legal": (1.0, 0.83, 0.42, 0.55),
    "hover": (1.0, 0.97, 0.90, 1.0),
    "chosen": (1.0, 0.72, 0.16, 1.0),
    "reached": (1.0, 0.26, 0.16, 0.9),
    "lesson": (0.30, 1.0, 0.42, 1.0),
}
"""Linear colour and strength of each highlight."""

OUTLINE_COLOUR, OUTLINE_WIDTH = "#cfc7b4", 3.5
"""Colour (sRGB) of the outline of a patch without an owner, and width of all outlines (mm)."""

INSTANCE_COLUMNS = 16
"""Number of values in an instance row, the row of a piece. Each item of this list has four values.

- Position (mm) and scale.
- Orientation as a quaternion.
- Linear colour of the piece, and the number of its owner's symbol plus a fraction that varies from piece to piece.
- Linear colour and strength of the highlight.
"""

Rows: TypeAlias = npt.NDArray[np.float32]

Places: TypeAlias = npt.NDArray[np.intp]

NEUTRAL_DIE = (0.83, 0.79, 0.70)
"""Linear colour of dice without an owner."""

NEUTRAL_MODEL = (0.25, 0.26, 0.28)
"""Linear colour of models without an owner."""


@dataclass(slots=True, eq=False)
class InstanceBatch:
    """All pieces that share one mesh, with an instance row for each piece."""

    shape: Shape
    rows: Rows
    ids: tuple[PieceId, ...] = ()
    stamp: int = 0
    """Number that changes with every change of the rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """The fills and names of patches, drawn on the table itself."""

    fills: Shape | None = None
    """The filled patches as a mesh, or None if no patch is filled."""
    names: tuple[Name, ...] = ()
    """The names of patches."""


@dataclass(slots=True)
class _Place:
    batch: InstanceBatch
    row: int


@dataclass(slots=True)
class Scene:
    """The content of a picture: a table, pieces that move on it, highlights and marks.

    - `seats`: the players' colours and symbols.
    - `models`: the owner of each model. It also has the models that have left the table.
    - `figure_meshes`: the meshes of figures by name.
    - `figure_builder`: the function that returns the surface of a figure, or None if it isn't ready. `show` then uses a
      plain figure.
    """

    seats: Sequence[Seat]
    models: Mapping[PieceId, PlayerId]
    figure_meshes: Mapping[str, FigureMesh]
    figure_builder: FigureBuilder = shared_figure
    glow: dict[PieceId, Glow] = field(default_factory=dict)
    """Highlight of each highlighted piece. The mapping is read for each picture, and may be changed at any time."""
    marks: list[Mark] = field(default_factory=list)
    """Marks to draw."""
    table: Table | None = None
    """The table that is shown, or None before the first call of `show`."""
    stamp: int = 0
    """Number that changes whenever pieces appear or move. It does not change when highlights change."""
    _batches: dict[str, InstanceBatch] = field(default_factory=dict)
    _places: dict[PieceId, _Place] = field(default_factory=dict)
    _moved: set[PieceId] = field(default_factory=set)
    _named: tuple[PieceId, ...] = ()
    """Names of the pieces at the last call of `pose`."""
    _written: list[tuple[InstanceBatch, Places, Places]] = field(default_factory=list)
    """The batches that contain pieces in `_named`, each with two arrays, as `_rows_of` returns them."""
    _glowing: dict[PieceId, Glow] = field(default_factory=dict)
    _colours: dict[PlayerId, tuple[float, float, float]] = field(init=False)
    _symbols: dict[PlayerId, str] = field(init=False)
    _signs: dict[PlayerId, int] = field(init=False)
    _miniatures: Miniatures = field(init=False)
    _furniture: dict[object, Shape] = field(default_factory=dict)
    _coins: dict[tuple[float, float], Shape] = field(default_factory=dict)
    _at_rest: dict[PieceId, Pose] = field(default_factory=dict)
    _patches: tuple[object, Patches] | None = None

    def __post_init__(self) -> None:
        self._colours = {seat.name: linear(seat.colour) for seat in self.seats}
        self._symbols = {seat.name: seat.symbol for seat in self.seats}
        self._signs = {seat.name: max("●▲■◆".find(seat.symbol), 0) for seat in self.seats}
        self._miniatures = Miniatures(self.figure_meshes, self.figure_builder)

    def show(self, table: Table) -> None:
        """Show a table, with all pieces at their places on it."""
        self.table = table
        found: dict[str, tuple[Shape, list[tuple[float, ...]], list[PieceId]]] = {}
        self._at_rest = {}

        def put(shape: Shape, row: tuple[float, ...], name: PieceId) -> None:
            entry = found.setdefault(shape.name, (shape, [], []))
            entry[1].append(row)
            entry[2].append(name)

        put(self._ground(table), (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, *NEUTRAL_MODEL, 0.5), "")
        for terrain in table.terrain.values():
            pose = Pose((*terrain.at, 0.0), about_z(terrain.heading))
            put(
                scenery_shape(terrain),
                (*pose.at, 1.0, *pose.orientation, *NEUTRAL_MODEL, _name_fraction(terrain.id)),
                terrain.id,
            )
        for piece in movables(table).values():
            pose = pose_of(piece)
            self._at_rest[piece.id] = pose
            shape, scale, colour = self.appearance(piece)
            own = self._signs.get("" if isinstance(piece, Token) else piece.owner, 0) + _name_fraction(piece.id)
            put(shape, (*pose.at, scale, *pose.orientation, *colour, own), piece.id)
        self.stamp += 1
        self._places = {}
        batches = {}
        for name, (shape, rows, ids) in found.items():
            array = np.zeros((len(rows), INSTANCE_COLUMNS), dtype=np.float32)
            array[:, :12] = rows
            batch = InstanceBatch(shape, array, tuple(ids), self.stamp)
            batches[name] = batch
            for row, piece_id in enumerate(ids):
                self._places[piece_id] = _Place(batch, row)
        self._batches = batches
        self._moved = set()
        self._named, self._written = (), []
        self._glowing = {}

    def pose(self, poses: Mapping[PieceId, Pose]) -> None:
        """Move pieces away from their places on the table. All other pieces return to their places.

        Args:
            poses: The poses of pieces by name, as `replay.poses.pose_of` gives them. The position is the centre of a
                die or token, or the middle of a model's underside. Names that are not on the table are ignored.
        """
        posed = PoseArray.from_poses(poses)
        if posed.names != self._named:  # mostly the same pieces keep moving
            back = self._moved.difference(posed.names)
            self._write(self._rows_of([*back]), PoseArray.from_poses({name: self._at_rest[name] for name in back}))
            self._named, self._written = posed.names, self._rows_of(posed.names)
            self._moved = {*self._at_rest} & {*posed.names}
        self._write(self._written, posed)

    def _write(self, written: Sequence[tuple[InstanceBatch, Places, Places]], posed: PoseArray) -> None:
        """Write poses into the rows of batches.

        Args:
            written: The result of `_rows_of` for the names in `posed`.
            posed: The poses.
        """
        if not written:
            return
        self.stamp += 1
        for batch, rows, places in written:
            batch.rows[rows, 0:3] = posed.rows[places, :3]
            batch.rows[rows, 4:8] = posed.rows[places, 3:]
            batch.stamp = self.stamp

    def _rows_of(self, names: Sequence[PieceId]) -> list[tuple[InstanceBatch, Places, Places]]:
        """Return each batch that contains pieces in `names`, with two arrays of indices.

        The first array has, for each of these pieces, the index of its row in the batch. The second array has the index
        of its name in `names`.
        """
        found: dict[int, tuple[InstanceBatch, list[int], list[int]]] = {}
        for number, name in enumerate(names):
            if (place := self._places.get(name)) is not None:
                _, rows, places = found.setdefault(id(place.batch), (place.batch, [], []))
                rows.append(place.row)
                places.append(number)
        return [(batch, np.array(rows), np.array(places)) for batch, rows, places in found.values()]

    def batches(self) -> Iterator[InstanceBatch]:
        """Yield all batches with their current highlights."""
        if self.glow != self._glowing:
            for name in {*self.glow, *self._glowing}:
                place = self._places.get(name)
                if place is not None:
                    glow = self.glow.get(name)
                    place.batch.rows[place.row, 12:16] = GLOW_COLOURS[glow] if glow else 0.0
                    place.batch.stamp += 1_000_000
            self._glowing = dict(self.glow)
        yield from self._batches.values()

    def lines(self) -> Iterator[Mark]:
        """Yield the marks to draw: outlines of the table's patches, then `marks`."""
        colours = {seat.name: seat.colour for seat in self.seats}
        for patch in () if self.table is None else self.table.patches:
            if patch.is_outlined:
                for line in outlines(patch.footprint):
                    yield Path(line, colours.get(patch.owner, OUTLINE_COLOUR), OUTLINE_WIDTH)
        yield from self.marks

    def patches(self) -> Patches:
        """Return the fills and names of the table's patches.

        Until the patches or the table's surface change, each call returns the same object.
        """
        key = None if self.table is None else (self.table.surface, self.table.patches)
        if self._patches is None or self._patches[0] != key:
            table = self.table
            found = Patches() if table is None else Patches(patch_shape(table), tuple(patch_names(table.patches)))
            self._patches = (key, found)
        return self._patches[1]

    def ghosts(self) -> Iterator[tuple[Shape, Rows]]:
        """Yield the mesh and the instance row of each ghost.

        A ghost may be of a piece on the table, given by name. Skip the ghost if the table has no piece of this name.
        """
        for mark in self.marks:
            if isinstance(mark, Ghost):
                piece = self._found(mark.piece)
                if piece is not None:
                    shape, scale = (
                        (scenery_shape(piece), 1.0) if isinstance(piece, Terrain) else self.appearance(piece)[:2]
                    )
                    row = (*mark.pose.at, scale, *mark.pose.orientation, *linear(mark.colour), 0.5, 0.0, 0.0, 0.0, 0.0)
                    yield shape, np.array([row], dtype=np.float32)

    def appearance(self, piece: Die | Token | Model) -> tuple[Shape, float, tuple[float, float, float]]:
        """Return the mesh, the scale and the linear colour of a piece."""
        match piece:
            case Die(kind=kind, size=size, owner=owner):
                return die_shape(kind), size, self._colours.get(owner, NEUTRAL_DIE)
            case Token(diameter=diameter, thickness=thickness):
                key = (diameter, thickness)
                if key not in self._coins:
                    self._coins[key] = coin_shape(diameter, thickness)
                return self._coins[key], 1.0, NEUTRAL_MODEL
            case Model(owner=owner):
                owner = owner or self.models.get(piece.id, "")
                symbol = self._symbols.get(owner, "●")
                return self._miniatures.shape(piece, symbol), 1.0, self._colours.get(owner, NEUTRAL_MODEL)

    def _found(self, piece: PieceId | Piece) -> Piece | None:
        if not isinstance(piece, str):
            return piece
        return None if self.table is None else self.table.movable(piece)

    def _ground(self, table: Table) -> Shape:
        key = (table.width, table.depth, table.wall_height, table.surface, table.tray)
        if key not in self._furniture:
            self._furniture[key] = table_shape(table)
        return self._furniture[key]


def _name_fraction(name: str) -> float:
    """Return a number from 0 to 1 for a name. It looks random, and is always the same for the same name."""
    value = 2166136261
    for letter in name.encode():
        value = (value ^ letter) * 16777619 % 4294967296
    return value / 4294967296
