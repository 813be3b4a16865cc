"""Instanced meshes and uniform buffers on the graphics card.

The module calls OpenGL itself, because pyglet 2.1.19 silently draws nothing for instanced, indexed vertex lists: it
never uploads their index buffer.
"""

from ctypes import c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pyglet import gl

from riotsim.viewer.scene.scene import INSTANCE_COLUMNS
from riotsim.viewer.scene.shapes import VERTEX, Shape


@dataclass(frozen=True, slots=True)
class Attribute:
    """A vertex or instance attribute of a shader."""

    location: int
    size: int
    offset: int
    """Offset of the attribute from the beginning of a vertex or instance (bytes)."""
    normalized_bytes: bool = False
    """True if the values are bytes, False if they are floats. The shader reads byte 0 as 0, and byte 255 as 1."""


class MeshBuffer:
    """An indexed mesh on the graphics card, with a buffer of its instances."""

    def __init__(
        self,
        vertices: npt.NDArray[Any],
        triangles: npt.NDArray[np.uint32],
        attributes: tuple[Attribute, ...],
        per_instance: tuple[Attribute, ...],
        instance_bytes: int,
    ) -> None:
        self._array = _generate(gl.glGenVertexArrays)
        self._buffers = [_generate(gl.glGenBuffers) for _ in range(3)]
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[0])
        _upload(gl.GL_ARRAY_BUFFER, vertices, gl.GL_STATIC_DRAW)
        for attribute in attributes:
            _describe(attribute, vertices.itemsize, 0)
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1])
        _upload(gl.GL_ELEMENT_ARRAY_BUFFER, np.ascontiguousarray(triangles, dtype=np.uint32), gl.GL_STATIC_DRAW)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[2])
        for attribute in per_instance:
            _describe(attribute, instance_bytes, 1)
        gl.glBindVertexArray(0)
        self._indices = triangles.size
        self._count = 0

    def set_instances(self, instances: npt.NDArray[np.float32]) -> None:
        """Replace the instances. Each row of the array has the data of one instance."""
        self._count = len(instances)
        if self._count:
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[2])
            _upload(gl.GL_ARRAY_BUFFER, instances, gl.GL_STREAM_DRAW)

    def draw(self) -> None:
        """Draw all instances with the shader program that is in use."""
        if self._count:
            gl.glBindVertexArray(self._array)
            gl.glDrawElementsInstanced(gl.GL_TRIANGLES, self._indices, gl.GL_UNSIGNED_INT, None, self._count)

    def close(self) -> None:
        """Release the buffers."""
        gl.glDeleteVertexArrays(1, (gl.GLuint * 1)(self._array))
        gl.glDeleteBuffers(3, (gl.GLuint * 3)(*self._buffers))


VERTEX_ATTRIBUTES = (
    Attribute(0, 3, 0),
    Attribute(1, 3, 12),
    Attribute(2, 4, 24, normalized_bytes=True),
    Attribute(3, 4, 28, normalized_bytes=True),
    Attribute(4, 4, 32),
)
INSTANCE_ATTRIBUTES = tuple(Attribute(5 + k, 4, 16 * k) for k in range(4))


def upload_mesh(shape: Shape) -> MeshBuffer:
    """Put the mesh of a shape on the graphics card, and return it. It has no instances yet."""
    triangles = np.ascontiguousarray(shape.triangles, dtype=np.uint32)
    vertices: npt.NDArray[np.void] = np.ascontiguousarray(shape.vertices)
    assert vertices.dtype == VERTEX
    return MeshBuffer(vertices, triangles, VERTEX_ATTRIBUTES, INSTANCE_ATTRIBUTES, INSTANCE_COLUMNS * 4)


class FullscreenTriangle:
    """A triangle that covers the whole picture. The shader computes the corners, so the triangle has no vertex data."""

    def __init__(self) -> None:
        self._array = _generate(gl.glGenVertexArrays)

    def draw(self) -> None:
        """Draw the triangle with the shader program that is in use."""
        gl.glBindVertexArray(self._array)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def close(self) -> None:
        """Release the triangle's vertex array."""
        gl.glDeleteVertexArrays(1, (gl.GLuint * 1)(self._array))


class UniformBuffer:
    """A uniform buffer of floats in std140 layout. Its members are vec4 and mat4."""

    def __init__(self, binding: int) -> None:
        self._binding = binding
        self._buffer = _generate(gl.glGenBuffers)

    def write(self, values: npt.NDArray[np.float32]) -> None:
        """Replace the content of the buffer, and bind it to its binding point."""
        gl.glBindBuffer(gl.GL_UNIFORM_BUFFER, self._buffer)
        _upload(gl.GL_UNIFORM_BUFFER, values, gl.GL_STREAM_DRAW)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, self._binding, self._buffer)

    def close(self) -> None:
        """Release the buffer."""
        gl.glDeleteBuffers(1, (gl.GLuint * 1)(self._buffer))


def _generate(make: Any) -> int:
    number = gl.GLuint()
    make(1, number)
    return int(number.value)


def _upload(target: int, data: npt.NDArray[Any], usage: int) -> None:
    gl.glBufferData(target, data.nbytes, data.ctypes.data, usage)


def _describe(attribute: Attribute, stride: int, divisor: int) -> None:
    kind = gl.GL_UNSIGNED_BYTE if attribute.normalized_bytes else gl.GL_FLOAT
    gl.glEnableVertexAttribArray(attribute.location)
    gl.glVertexAttribPointer(
        attribute.location, attribute.size, kind, int(attribute.normalized_bytes), stride, c_void_p(attribute.offset)
    )
    gl.glVertexAttribDivisor(attribute.location, divisor)
