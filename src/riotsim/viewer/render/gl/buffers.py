"""Meshes on the graphics card, drawn many at once; and the block of values that all programs share.

pyglet's own instanced, indexed vertex lists never send their indices (2.1.19): nothing is drawn, and nothing is said.
"""

from ctypes import c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pyglet import gl


@dataclass(frozen=True, slots=True)
class Attribute:
    """A number or vector that each corner, or each instance, gives to the shader."""

    place: int
    size: int
    offset: int
    """Bytes from the beginning of a corner's or instance's data."""
    small: bool = False
    """Whether it is bytes that stand for 0 to 1, instead of floats."""


class MeshBuffer:
    """Triangles, and a buffer of instances that is written anew whenever these move."""

    def __init__(
        self,
        vertices: npt.NDArray[Any],
        triangles: npt.NDArray[np.uint32],
        attributes: tuple[Attribute, ...],
        per_instance: tuple[Attribute, ...],
        instance_bytes: int,
    ) -> None:
        self._array = _made(gl.glGenVertexArrays)
        self._buffers = [_made(gl.glGenBuffers) for _ in range(3)]
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[0])
        _send(gl.GL_ARRAY_BUFFER, vertices, gl.GL_STATIC_DRAW)
        for attribute in attributes:
            _describe(attribute, vertices.itemsize, 0)
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1])
        _send(gl.GL_ELEMENT_ARRAY_BUFFER, np.ascontiguousarray(triangles, dtype=np.uint32), gl.GL_STATIC_DRAW)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[2])
        for attribute in per_instance:
            _describe(attribute, instance_bytes, 1)
        gl.glBindVertexArray(0)
        self._indices = triangles.size
        self._count = 0

    def place(self, instances: npt.NDArray[np.float32]) -> None:
        """Say where it is to be drawn: a row for each instance."""
        self._count = len(instances)
        if self._count:
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[2])
            _send(gl.GL_ARRAY_BUFFER, instances, gl.GL_STREAM_DRAW)

    def draw(self) -> None:
        """Draw all instances with the program in use."""
        if self._count:
            gl.glBindVertexArray(self._array)
            gl.glDrawElementsInstanced(gl.GL_TRIANGLES, self._indices, gl.GL_UNSIGNED_INT, None, self._count)

    def close(self) -> None:
        """Give it back."""
        gl.glDeleteVertexArrays(1, (gl.GLuint * 1)(self._array))
        gl.glDeleteBuffers(3, (gl.GLuint * 3)(*self._buffers))


class FullscreenTriangle:
    """A vertex array without data, to draw one triangle over the whole picture: its shader knows the corners."""

    def __init__(self) -> None:
        self._array = _made(gl.glGenVertexArrays)

    def draw(self) -> None:
        """Draw three corners."""
        gl.glBindVertexArray(self._array)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def close(self) -> None:
        """Give it back."""
        gl.glDeleteVertexArrays(1, (gl.GLuint * 1)(self._array))


class UniformBuffer:
    """A uniform block of floats (std140: all in it are vec4 and mat4)."""

    def __init__(self, binding: int) -> None:
        self._binding = binding
        self._buffer = _made(gl.glGenBuffers)

    def write(self, values: npt.NDArray[np.float32]) -> None:
        """Fill it, and bind it."""
        gl.glBindBuffer(gl.GL_UNIFORM_BUFFER, self._buffer)
        _send(gl.GL_UNIFORM_BUFFER, values, gl.GL_STREAM_DRAW)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, self._binding, self._buffer)

    def close(self) -> None:
        """Give it back."""
        gl.glDeleteBuffers(1, (gl.GLuint * 1)(self._buffer))


def _made(make: Any) -> int:
    number = gl.GLuint()
    make(1, number)
    return int(number.value)


def _send(target: int, data: npt.NDArray[Any], usage: int) -> None:
    gl.glBufferData(target, data.nbytes, data.ctypes.data, usage)


def _describe(attribute: Attribute, stride: int, divisor: int) -> None:
    kind = gl.GL_UNSIGNED_BYTE if attribute.small else gl.GL_FLOAT
    gl.glEnableVertexAttribArray(attribute.place)
    gl.glVertexAttribPointer(
        attribute.place, attribute.size, kind, int(attribute.small), stride, c_void_p(attribute.offset)
    )
    gl.glVertexAttribDivisor(attribute.place, divisor)
