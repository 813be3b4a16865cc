"""The lamp over the table, and its shadow map."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from pyglet import gl

from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer.render.buffers import MeshBuffer
from riotsim.viewer.render.programs import SHADOW_DEPTH, SHADOW_MAP, Programs
from riotsim.viewer.render.targets import RenderTarget
from riotsim.viewer.scene.furniture import FLOOR_Z, RIM_WIDTH, TRAY_RIM

LIGHT_DIRECTION = np.array([-0.47, -0.20, 0.86]) / np.linalg.norm([-0.47, -0.20, 0.86])
"""Unit vector from the table to the lamp, which is on the left and a little in front."""

LIGHT_SIZE = 0.075
"""Radius of the lamp divided by its distance from the table. A larger value makes softer shadows."""

SHADOW_MARGIN = 12.0
"""Width of the margin that the shadow map covers around the table, the rim, the tray and the pieces (mm)."""


@dataclass(frozen=True, slots=True)
class LightView:
    """The part of the scene that the shadow map covers, as the lamp sees it."""

    matrix: npt.NDArray[np.float64]
    """Matrix of shape (4, 4) from table coordinates (mm) to place and depth in the shadow map (each from 0 to 1)."""
    width: float
    depth: float
    """Length of the covered space in the direction of the light (mm)."""


class ShadowMap:
    """A shadow map. Each pixel holds the depth of the surface that is nearest to the lamp there."""

    def __init__(self, size: int) -> None:
        """Allocate a map of `size` × `size` pixels."""
        self._target = RenderTarget(size, size, (), depth=True)
        assert self._target.depth is not None
        self._depth = self._target.depth
        self._depth.enable_comparison()
        self._raw_sampler = _raw_sampler()
        self._drawn: object = None

    def draw(self, stamp: object, view: LightView, meshes: Iterable[MeshBuffer], programs: Programs) -> None:
        """Draw the meshes into the shadow map, then bind the map.

        If `stamp` and the size of the lamp's view are the same as in the last drawing, the map is only bound.

        Args:
            stamp: A value that the caller changes whenever a mesh or its place changes.
            view: The lamp's view.
            meshes: Meshes that cast shadows.
            programs: The shader programs.
        """
        key = (stamp, view.width, view.depth)
        if key != self._drawn:
            self._drawn = key
            self._target.begin(0.0, 0.0, 0.0, 0.0)
            gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
            gl.glPolygonOffset(1.2, 2.0)
            programs.of_pieces("SHADOW").use()
            for mesh in meshes:
                mesh.draw()
            gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)
        self._depth.bind(SHADOW_MAP)
        self._depth.bind(SHADOW_DEPTH)
        gl.glBindSampler(SHADOW_DEPTH, self._raw_sampler)

    def unbind(self) -> None:
        """Unbind the map's sampler, so that its texture unit works for other textures."""
        gl.glBindSampler(SHADOW_DEPTH, 0)

    def close(self) -> None:
        """Release the map's OpenGL objects."""
        self._target.close()
        gl.glDeleteSamplers(1, (gl.GLuint * 1)(self._raw_sampler))


def light_view(table: Table, top: float) -> LightView:
    """Return the lamp's view of a table, its rim and its tray.

    Args:
        table: The table.
        top: Upper limit of the pieces' height above the table (mm).
    """
    low = [-RIM_WIDTH, -RIM_WIDTH, FLOOR_Z]
    high = [table.width + RIM_WIDTH, table.depth + RIM_WIDTH, max(top, 40.0)]
    (left, front), (right, back) = table.outline
    low = [min(low[0], left - TRAY_RIM), min(low[1], front - TRAY_RIM), FLOOR_Z]
    high = [max(high[0], right + TRAY_RIM), max(high[1], back + TRAY_RIM), high[2]]
    return _view((low[0], low[1], low[2]), (high[0], high[1], high[2]))


@lru_cache(maxsize=16)
def _view(low: Vector, high: Vector) -> LightView:
    """Return the `LightView` that covers a box.

    `low` is the corner of the box with the least coordinates (mm). `high` is the corner with the greatest ones (mm).
    """
    right = np.cross([0.0, 0.0, 1.0], LIGHT_DIRECTION)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(LIGHT_DIRECTION, right), LIGHT_DIRECTION])
    corners = np.array([[(low, high)[k >> i & 1][i] for i in range(3)] for k in range(8)])
    seen = corners @ axes.T
    least, most = seen.min(axis=0) - SHADOW_MARGIN, seen.max(axis=0) + SHADOW_MARGIN
    across = float((most - least)[:2].max())
    deep = float(most[2] - least[2])
    middle = (least + most) / 2
    matrix = np.eye(4)
    matrix[:3, :3] = axes / np.array([across, across, -deep])[:, None]
    matrix[:2, 3] = 0.5 - middle[:2] / across
    matrix[2, 3] = most[2] / deep
    return LightView(matrix, across, deep)


def _raw_sampler() -> int:
    """Create a sampler for the stored depths of a texture with enabled comparison.

    Return the sampler's OpenGL name.
    """
    number = gl.GLuint()
    gl.glGenSamplers(1, number)
    found = int(number.value)
    gl.glSamplerParameteri(found, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_NONE)
    gl.glSamplerParameteri(found, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
    gl.glSamplerParameteri(found, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
    gl.glSamplerParameteri(found, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
    gl.glSamplerParameteri(found, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)
    return found
