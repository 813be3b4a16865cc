"""Marks over a scene: paths and rings as strokes on the table, areas, and ghosts of pieces."""

import math
from collections.abc import Callable
from ctypes import POINTER, c_void_p
from typing import TypeAlias

import numpy as np
from pyglet import gl

from riotsim.table.geometry.regions import Region
from riotsim.viewer.render.buffers import MeshBuffer, upload_mesh
from riotsim.viewer.render.programs import SOURCE, Programs
from riotsim.viewer.render.targets import TextureArray
from riotsim.viewer.scene.marks import STROKE, Area, Mask, Path, Ring, linear, mask, stroke
from riotsim.viewer.scene.scene import INSTANCE_COLUMNS, Patches, Rows, Scene
from riotsim.viewer.scene.shapes import Shape

MeshOf: TypeAlias = Callable[[Shape, Rows], MeshBuffer]

UNMOVED = np.zeros((1, INSTANCE_COLUMNS), dtype=np.float32)
"""Instance data, in one row, for a mesh whose vertices are in the table's coordinates already."""
UNMOVED[0, [3, 7]] = 1.0

LEAST_LINE = 2.2
"""Least width of a line (pixels). Thinner lines look broken."""

MIN_SINE = 1e-6
"""Absolute value of a sine above which its sign is used. The sign of a smaller value may be a rounding error."""

AREA_CACHE_SIZE = 8
"""Greatest number of areas whose textures are kept on the graphics card."""


class Overlays:
    """A renderer of marks over a scene that is already drawn."""

    def __init__(self, programs: Programs, anisotropy: float) -> None:
        self._programs, self._anisotropy = programs, anisotropy
        self._array, self._buffer = gl.GLuint(), gl.GLuint()
        gl.glGenVertexArrays(1, self._array)
        gl.glGenBuffers(1, self._buffer)
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for place, (size, offset) in enumerate(((3, 0), (4, 12), (2, 28))):
            gl.glEnableVertexAttribArray(place)
            gl.glVertexAttribPointer(place, size, gl.GL_FLOAT, 0, STROKE.itemsize, c_void_p(offset))
        gl.glBindVertexArray(0)
        self._masks: dict[int, tuple[Region, Mask | None, TextureArray | None]] = {}
        self._patches: Patches | None = None
        self._fills: MeshBuffer | None = None
        self._names: TextureArray | None = None

    def draw(self, scene: Scene, mesh_of: MeshOf, pixel: float, yaw: float) -> None:
        """Draw the patches and marks of a scene into the bound render target. Labels and signs are left out.

        A piece hides the marks behind it, but paths and rings shine faintly through. Ghosts change the depth buffer,
        other marks don't.

        Args:
            scene: The scene.
            mesh_of: Function that takes a shape and rows of instance data, and returns the shape's mesh with these
                instances.
            pixel: Size of a pixel at the target of the camera (mm).
            yaw: Direction of view seen from above (rad from +x, anticlockwise).
        """
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFuncSeparate(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glDepthMask(gl.GL_FALSE)
        self._draw_patches(scene.patches(), from_back=math.sin(yaw) < -MIN_SINE)
        for mark in scene.lines():
            if isinstance(mark, Area):
                self._area(mark)
        strokes = [stroke(mark, LEAST_LINE * pixel) for mark in scene.lines() if isinstance(mark, Path | Ring)]
        if strokes:
            self._strokes(np.concatenate(strokes))
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glDepthMask(gl.GL_TRUE)
        for shape, rows in scene.ghosts():
            # Depth alone first, so that only the nearest surface shows through.
            mesh = mesh_of(shape, rows)
            gl.glColorMask(0, 0, 0, 0)
            self._programs.piece(shape.material, "GHOST").use()
            mesh.draw()
            gl.glColorMask(1, 1, 1, 1)
            mesh.draw()
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glDisable(gl.GL_BLEND)

    def close(self) -> None:
        """Release the OpenGL objects that this renderer of marks has created."""
        for _, _, layers in self._masks.values():
            if layers is not None:
                layers.close()
        self._masks.clear()
        self._forget_patches()
        gl.glDeleteVertexArrays(1, self._array)
        gl.glDeleteBuffers(1, self._buffer)

    def _draw_patches(self, patches: Patches, *, from_back: bool) -> None:
        """Draw the fills and names of patches. `from_back` turns the names for a camera that looks from the back."""
        if patches is not self._patches:
            self._forget_patches()
            self._patches = patches
            if patches.fills is not None:
                self._fills = upload_mesh(patches.fills)
                self._fills.set_instances(UNMOVED)
            if patches.names:
                pictures = np.stack([name.picture for name in patches.names])[..., None]
                self._names = TextureArray(pictures, repeat=False, anisotropy=self._anisotropy)
        if self._fills is not None:
            self._programs.piece("surface", "PATCH").use()
            self._fills.draw()
        if self._names is not None:
            program = self._programs.pair("name", vertex="area")
            program.use()
            self._names.bind(SOURCE)
            gl.glBindVertexArray(self._array)
            for layer, name in enumerate(patches.names):
                ends = (name.high, name.low) if from_back else (name.low, name.high)  # swapped ends turn it by 180°
                program.set_float("corners_at", *ends[0], *ends[1])
                program.set_float("tint", *linear(name.colour))
                program.set_float("layer", float(layer))
                gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)

    def _forget_patches(self) -> None:
        if self._fills is not None:
            self._fills.close()
        if self._names is not None:
            self._names.close()
        self._patches, self._fills, self._names = None, None, None

    def _strokes(self, corners: np.ndarray[tuple[int], np.dtype[np.void]]) -> None:
        program = self._programs.pair("stroke")
        program.use()
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        data = corners.ctypes.data_as(POINTER(gl.GLubyte))
        gl.glBufferData(gl.GL_ARRAY_BUFFER, corners.nbytes, data, gl.GL_STREAM_DRAW)
        program.set_float("faint", 1.0)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(corners))
        # Then faintly through pieces in front of them.
        gl.glDepthFunc(gl.GL_GREATER)
        program.set_float("faint", 0.13)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(corners))
        gl.glDepthFunc(gl.GL_LEQUAL)

    def _area(self, area: Area) -> None:
        found = self._masks.get(id(area.region))
        if found is None or found[0] is not area.region:
            if len(self._masks) >= AREA_CACHE_SIZE:
                _, _, layers = self._masks.pop(next(iter(self._masks)))
                if layers is not None:
                    layers.close()
            covered = mask(area.region)
            layers = None if covered is None else TextureArray(covered.covered[None, ..., None], repeat=False)
            found = self._masks[id(area.region)] = (area.region, covered, layers)
        _, covered, layers = found
        if covered is None or layers is None:
            return
        program = self._programs.pair("area")
        program.use()
        layers.bind(SOURCE)
        program.set_float("corners_at", *covered.low, *covered.high)
        program.set_float("tint", *linear(area.colour))
        gl.glBindVertexArray(self._array)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
