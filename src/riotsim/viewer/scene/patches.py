"""The patches (marked areas) of a table as they are drawn.

The fills of patches are a mesh with the texture of the table's surface. The names of patches are pictures.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riotsim.table.geometry.patches import Patch, polygon
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.scene.furniture import surface_cover
from riotsim.viewer.scene.marks import Colour
from riotsim.viewer.scene.shapes import Array, Shape, make_vertices, merge_meshes
from riotsim.viewer.scene.textures import WOOD

NAME_HEIGHT, NAME_WIDTH = 64, 1024
"""Size of the picture of a name (pixels). A long name gets smaller letters."""

LETTER_HEIGHT = 0.52
"""Height of capital letters, as a share of the height of a name's picture."""

GRAIN_OFFSET = 0.618
"""Shift of the texture along x from one wooden patch to the next, as a share of the texture's length.

The shift makes neighbouring squares look like different pieces of wood.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """The name of a patch as a picture that lies on the table."""

    low: Point
    """Front left corner of the picture (mm)."""
    high: Point
    """Back right corner of the picture (mm)."""
    colour: Colour
    picture: npt.NDArray[np.uint8]
    """The amount of ink of each pixel, from 0 (none) to 255 (full).

    The shape is (NAME_HEIGHT, NAME_WIDTH). The first row is at the front.
    """


def patch_shape(table: Table) -> Shape | None:
    """Return the filled patches of a table as a mesh, or None if no patch is filled.

    The fourth value of a vertex's `paint` is the opacity of the patch's fill.
    """
    _, layer, repeat = surface_cover(table.surface)
    parts = []
    for number, patch in enumerate(table.patches):
        if patch.fill and patch.opacity > 0.0:
            parts += [_sheet(patch, polygon(part), layer, repeat, number) for part in patch.footprint.parts]
    if not parts:
        return None
    vertices, triangles = merge_meshes(parts)
    return Shape("patches", "surface", vertices, triangles, casts_shadow=False)


def patch_names(patches: Iterable[Patch]) -> list[Name]:
    """Return the names of patches as pictures. Skip patches without a name."""
    found = []
    for patch in patches:
        if patch.name:
            high = patch.name_size / LETTER_HEIGHT
            half = high * NAME_WIDTH / NAME_HEIGHT / 2
            x, y = patch.name_place
            ends = (x - half, y - high / 2), (x + half, y + high / 2)
            found.append(Name(*ends, patch.name_colour, _written(patch.name)))
    return found


def _sheet(patch: Patch, corners: Sequence[Point], layer: int, repeat: float, number: int) -> tuple[Array, Array]:
    """Return the mesh of a convex polygon on the table.

    The first array has the vertices (`VERTEX`). The second array has the triangles as indices of vertices.

    Args:
        patch: The polygon's patch. The mesh gets the colour and the opacity of this patch.
        corners: The corners of the polygon (mm).
        layer: Index of the texture of the table's surface, such as `WOOD`.
        repeat: Length of the texture before it repeats (mm).
        number: Index of the patch on the table. If the table is wooden, the index decides how far the texture is
            shifted.
    """
    count = len(corners)
    at = np.column_stack([np.array(corners), np.zeros(count)])
    moved = GRAIN_OFFSET * number if layer == WOOD else 0.0
    along = np.column_stack([at[:, 0] / repeat + moved, at[:, 1] / repeat + 2.7 * moved])
    mark = np.column_stack([along, np.full(count, layer), np.full(count, 0.5)])
    paint = [int(patch.fill[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    rough = 0.45 if layer == WOOD else 0.95
    up = np.tile([0.0, 0.0, 1.0], (count, 1))
    vertices = make_vertices(at, up, paint, livery=patch.opacity, rough=rough, mark=mark)
    return vertices, np.array([(0, k, k + 1) for k in range(1, count - 1)])


def _written(name: str) -> npt.NDArray[np.uint8]:
    """Return a picture of a name. The name stands in the middle of the picture."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("L", (NAME_WIDTH, NAME_HEIGHT), 0)
    points = NAME_HEIGHT * LETTER_HEIGHT / 0.72  # capital letters are 0.72 of the font's size
    room = NAME_WIDTH * 0.98
    wide = ImageFont.load_default(points).getlength(name)
    font = ImageFont.load_default(points * min(1.0, room / max(wide, 1.0)))
    ImageDraw.Draw(picture).text((NAME_WIDTH / 2, NAME_HEIGHT / 2), name, fill=255, font=font, anchor="mm")
    return np.ascontiguousarray(np.asarray(picture)[::-1])
