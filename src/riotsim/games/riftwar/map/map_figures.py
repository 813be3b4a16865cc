"""Maps and their pieces as rules files describe them, and a check of maps for errors (RW-10 to RW-12, RW-19)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal, Self, TypeAlias

import numpy as np
from pydantic import Field, model_validator

from riotsim.games.riftwar.map.game_map import Area, GameMap, Structure
from riotsim.games.riftwar.map.lanes import lanes
from riotsim.games.riftwar.map.outlines import Outline, circle, crosses_itself, signed_area
from riotsim.play.rulebook.quantities import LENGTH, Angle, Length, YesNo
from riotsim.play.rulebook.sections import Fault, Section, name_in
from riotsim.table.geometry.patches import Patch
from riotsim.table.pieces import Box, Mesh, PieceId, Terrain
from riotsim.table.poses import Point
from riotsim.table.units import in_inches, inches

EDGE_TOLERANCE: Final = 0.01
"""Greatest distance that a piece may stick out over the table's edge (mm). It allows for rounded lengths in inches."""

ROUND_CORNERS: Final = 36
"""Number of corners of the polygon in place of a circle: for a round area, or below the mesh of a round structure."""

MAX_LENGTH: Final = inches(60)
"""Greatest length that a rules file may give for a piece (mm). Our choice."""

SignedLength: TypeAlias = Annotated[float, LENGTH.between(-MAX_LENGTH, MAX_LENGTH)]
"""A length along an axis (mm). It is negative in the direction opposite to the axis."""

PieceLength: TypeAlias = Annotated[float, LENGTH.between(1.0, MAX_LENGTH)]
Place: TypeAlias = tuple[SignedLength, SignedLength]
Colour: TypeAlias = Annotated[str, Field(pattern="^#[0-9a-fA-F]{6}$")]


class MapPiece(Section):
    """A kind of piece of the map: a structure, or an area of terrain (RW-10)."""

    area: YesNo = False
    """Choice whether the piece is an area, which units can enter. A piece that is no area is a solid structure."""
    size: tuple[PieceLength, PieceLength] | None = None
    """Length and width of a rectangular outline, such as [4in, 0.5in]."""
    round: PieceLength | None = None
    """Diameter of a round outline, such as 2in."""
    outline: tuple[Place, ...] | None = None
    """Corners of the outline, measured from the piece's middle, such as [[-2in, -2in], [2in, -2in], [0in, 2in]]."""
    mesh: Annotated[str, Field(min_length=1)] | None = None
    """File of a mesh. For a structure, the mesh is its shape. For an area, copies of the mesh decorate it."""
    scale: Annotated[float, Field(gt=0.0, le=100.0)] = 1.0
    """Scale factor of the mesh."""
    up: Literal["y", "z"] | None = None
    """The axis of the mesh file that points up. By default, this is y in a .glb file, and z in an .obj or .stl file."""
    height: PieceLength | None = None
    """Height of a structure without a mesh. Such a structure is a box."""
    sight: YesNo = True
    """Choice whether the structure blocks lines of sight (RW-11)."""
    cover: YesNo = True
    """Choice whether the structure gives cover (RW-11, RW-14)."""
    crossable: YesNo = False
    """Choice whether units may cross the structure with a Move (RW-12)."""
    spots: tuple[Place, ...] = ()
    """Places of the copies of the mesh in an area, measured from the middle of the area."""
    fill: Colour = "#4f6b3a"
    """Colour of an area on the table."""

    @property
    def shape(self) -> Outline:
        """The outline of the piece before it is put on a map: its middle is at the origin."""
        if self.size is not None:
            x, y = self.size[0] / 2, self.size[1] / 2
            return Outline(((-x, -y), (x, -y), (x, y), (-x, y)))
        if self.round is not None:
            return circle(self.round / 2, ROUND_CORNERS if self.area else 0)
        assert self.outline is not None, "a piece has an outline"
        corners = self.outline if signed_area(self.outline) > 0.0 else self.outline[::-1]
        return Outline(tuple(corners))

    @model_validator(mode="after")
    def _one_outline(self) -> Self:
        if sum(one is not None for one in (self.size, self.round, self.outline)) != 1:
            raise ValueError("a piece has one outline: either size: [4in, 0.5in], or round: 2in, or outline: [corners]")
        corners = self.outline
        if corners is not None and (len({*corners}) < max(3, len(corners)) or crosses_itself(corners)):
            raise ValueError("an outline has at least three corners, all different, and its edges don't meet elsewhere")
        if corners is not None and signed_area(corners) == 0.0:
            raise ValueError("an outline has an area")
        if self.area:
            if self.height is not None or self.crossable:
                raise ValueError("an area has no height, and units walk on it; only structures are crossable")
            if self.spots and self.mesh is None:
                raise ValueError("spots are places of a mesh; name its file as mesh")
            return self
        if (self.mesh is None) == (self.height is None):
            raise ValueError("a structure has either a mesh: house.glb, or a height: 2in")
        if self.mesh is None and self.size is None:
            raise ValueError("a structure without a mesh is a box; give its size: [4in, 0.5in]")
        if self.spots:
            raise ValueError("only areas have spots; place a structure on a map")
        return self


class PlacedPiece(Section):
    """One piece of a map with its place."""

    piece: Annotated[str, name_in("map", "piece of the map")]
    """Name of the piece's kind. The section `map` of the rules describes the kinds."""
    at: tuple[Length, Length]
    """Middle of the piece, measured from the front left corner of the table, such as [12in, 6in]."""
    turn: Angle = 0.0
    """The piece's angle, such as 30deg: anticlockwise, seen from above."""


class MapFigures(Section):
    """The terrain of a map, and the gaps that units may not pass (RW-10, RW-19)."""

    pieces: tuple[PlacedPiece, ...] = ()
    """The pieces, each with its place. A piece has the name of its kind. If there are several pieces of a kind, a
    number from 1 follows, such as wall_2.
    """
    closed: tuple[tuple[str, str], ...] = ()
    """Pairs of structures that let no unit pass between them, such as [house_1, wall_2] (RW-19). In place of a
    structure, a
    pair may name an edge of the table: left, front, right or back.
    """

    def names(self) -> tuple[PieceId, ...]:
        """Return the names of the pieces, in the order of `pieces`."""
        kinds = [one.piece for one in self.pieces]
        return tuple(
            f"{kind}_{kinds[: k + 1].count(kind)}" if kinds.count(kind) > 1 else kind for k, kind in enumerate(kinds)
        )


def game_map(
    width: float, depth: float, kinds: Mapping[str, MapPiece], figures: MapFigures, meshes: Mapping[str, Mesh]
) -> GameMap:
    """Return a map with its structures and areas at their places on the table.

    Args:
        width: Width of the table (mm).
        depth: Depth of the table (mm).
        kinds: The kinds of pieces, by name.
        figures: The map.
        meshes: The loaded meshes, by the name of the piece's kind. A structure without a loaded mesh is a box around
            its outline. An area without a loaded mesh has no decoration.
    """
    structures: list[Structure] = []
    areas: list[Area] = []
    for name, placed in zip(figures.names(), figures.pieces, strict=True):
        kind, mesh = kinds[placed.piece], meshes.get(placed.piece)
        outline = kind.shape.placed(placed.at, placed.turn)
        if kind.area:
            areas.append(_area(name, placed, kind, outline, mesh))
        else:
            piece = _scenery(name, placed, kind, mesh)
            structures.append(Structure(name, outline, piece, kind.sight, kind.cover, kind.crossable))
    closed = frozenset(frozenset(pair) for pair in figures.closed)
    return GameMap(width, depth, tuple(structures), tuple(areas), closed)


def _area(name: PieceId, placed: PlacedPiece, kind: MapPiece, outline: Outline, mesh: Mesh | None) -> Area:
    patch = Patch(outline.footprint, fill=kind.fill, opacity=0.75, name=placed.piece.replace("_", " "))
    scenery = []
    for k, spot in enumerate(kind.spots if mesh is not None else ()):
        assert mesh is not None, "it has just been looked at"
        ((x, y),) = Outline((spot,)).placed(placed.at, placed.turn).corners
        width, depth = np.ptp(mesh.vertices[:, :2], axis=0).tolist()
        turn = placed.turn if width > 2 * depth else placed.turn + 2.4 * k  # rows are parallel, trees are not
        flags = {"blocks_moves": False, "blocks_bullets": False, "can_stand_on": True}
        scenery.append(Terrain(f"{name} {k + 1}", mesh, (x, y), turn, mesh.name.partition(".")[0], **flags))
    return Area(name, outline, patch, tuple(scenery))


def _scenery(name: PieceId, placed: PlacedPiece, kind: MapPiece, mesh: Mesh | None) -> Terrain:
    """Return the piece of scenery that stands on the table for a structure.

    Without a mesh, the piece is a box around the structure's outline. With a mesh, the piece has the shape of the mesh,
    and its footprint is the area inside the outline.
    """
    if mesh is None:
        left, front, right, back = kind.shape.footprint.bounds()
        box = Box(right - left, back - front, kind.height or inches(2))
        return Terrain(name, box, placed.at, placed.turn, placed.piece)
    parts = tuple(_corners(part.points, part.radius) for part in kind.shape.footprint.parts)
    own = Mesh(mesh.name, mesh.digest, mesh.vertices, mesh.triangles, parts)
    return Terrain(name, own, placed.at, placed.turn, placed.piece)


def _corners(points: tuple[Point, ...], radius: float) -> tuple[Point, ...]:
    return circle(radius, ROUND_CORNERS).corners if radius else points


def map_faults(
    name: str,
    table: tuple[float, float],
    bases: Mapping[str, float],
    kinds: Mapping[str, MapPiece],
    figures: MapFigures,
) -> Iterator[Fault]:
    """Yield the errors of a map (RW-19).

    These are the kinds of errors:

    - A piece reaches over the table's edge.
    - A name in `MapFigures.closed` is neither a structure of the map nor an edge of the table.
    - A gap is too narrow for units of any class, and isn't listed in `MapFigures.closed`.

    If the kind of a piece is unknown, yield nothing, because that error is reported elsewhere.

    Args:
        name: Name of the map in the section `maps` of the rules.
        table: Width and depth of the table (mm).
        bases: Diameter of the base of each class of units (mm).
        kinds: The kinds of pieces, by name.
        figures: The map.
    """
    if any(placed.piece not in kinds for placed in figures.pieces):
        return  # that is an error of its own
    width, depth = table
    found = game_map(width, depth, kinds, figures, {})
    index = {piece: k for k, piece in enumerate(figures.names())}
    outlines = [(one.name, one.outline) for one in found.structures] + [(one.name, one.outline) for one in found.areas]
    for piece, outline in outlines:
        left, front, right, back = outline.footprint.bounds()
        if min(left, front, width - right, depth - back) < -EDGE_TOLERANCE:
            yield ("maps", name, "pieces", index[piece], "at"), f"{piece} reaches over the edge of the table"
    known = {*found.structure, "left", "front", "right", "back"}
    for k, pair in enumerate(figures.closed):
        for one in pair:
            if one not in known:
                yield ("maps", name, "closed", k), f"no structure of this map is called {one!r}"
    least = min(bases.values(), default=0.0)
    for lane in lanes(found, bases):
        if lane.size is None and not lane.marked:
            wide = f"{in_inches(lane.width):.2f} in between {lane.one} and {lane.other} lets nobody pass"
            need = f"{in_inches(least):g} in, let them touch, or list [{lane.one}, {lane.other}] under closed (RW-19)"
            yield ("maps", name, "pieces", index[lane.one], "at"), f"{wide}; leave at least {need}"
