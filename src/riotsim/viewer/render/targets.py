"""Textures, and framebuffers for rendering."""

from collections.abc import Sequence
from ctypes import POINTER
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from pyglet import gl

Format: TypeAlias = Literal["rgba8", "rgba16f", "rg16f", "depth"]


class IncompleteFramebuffer(Exception):
    """The error raised when the driver can't render into a framebuffer."""


class Texture:
    """A texture to render into, with one layer and no mipmaps. It is multisampled if `samples` is given."""

    def __init__(self, form: Format, width: int, height: int, *, samples: int = 0, smooth: bool = True) -> None:
        self.target = gl.GL_TEXTURE_2D_MULTISAMPLE if samples else gl.GL_TEXTURE_2D
        self.number = _generate(gl.glGenTextures)
        self.form = form
        inner, layout, kind = _formats()[form]
        gl.glBindTexture(self.target, self.number)
        if samples:
            gl.glTexImage2DMultisample(self.target, samples, inner, width, height, gl.GL_TRUE)
            return
        gl.glTexImage2D(self.target, 0, inner, width, height, 0, layout, kind, None)
        how = gl.GL_LINEAR if smooth else gl.GL_NEAREST
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_MIN_FILTER, how)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_MAG_FILTER, how)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)

    def enable_comparison(self) -> None:
        """Make the graphics card compare a stored depth of this texture with a depth from the shader.

        A shader that reads the texture then gets the result of the comparison, instead of the stored depth.
        """
        gl.glBindTexture(self.target, self.number)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_COMPARE_FUNC, gl.GL_LEQUAL)

    def bind(self, unit: int) -> None:
        """Bind the texture to a texture unit."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(self.target, self.number)

    def close(self) -> None:
        """Release the texture."""
        gl.glDeleteTextures(1, (gl.GLuint * 1)(self.number))


class TextureArray:
    """A texture array of images of one size, with mipmaps."""

    def __init__(self, pictures: npt.NDArray[np.uint8], *, repeat: bool, anisotropy: float = 1.0) -> None:
        count, height, width, channels = pictures.shape
        inner, layout = {1: (gl.GL_R8, gl.GL_RED), 4: (gl.GL_RGBA8, gl.GL_RGBA)}[channels]
        self.number = _generate(gl.glGenTextures)
        target = gl.GL_TEXTURE_2D_ARRAY
        gl.glBindTexture(target, self.number)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        data = np.ascontiguousarray(pictures).ctypes.data_as(POINTER(gl.GLubyte))
        gl.glTexImage3D(target, 0, inner, width, height, count, 0, layout, gl.GL_UNSIGNED_BYTE, data)
        gl.glGenerateMipmap(target)
        wrap = gl.GL_REPEAT if repeat else gl.GL_CLAMP_TO_EDGE
        gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR)
        gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_S, wrap)
        gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_T, wrap)
        if anisotropy > 1.0 and gl.gl_info.have_extension("GL_EXT_texture_filter_anisotropic"):
            gl.glTexParameterf(target, gl.GL_TEXTURE_MAX_ANISOTROPY, anisotropy)

    def bind(self, unit: int) -> None:
        """Bind the array to a texture unit."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(gl.GL_TEXTURE_2D_ARRAY, self.number)

    def close(self) -> None:
        """Release the array."""
        gl.glDeleteTextures(1, (gl.GLuint * 1)(self.number))


class RenderTarget:
    """A framebuffer with its textures.

    Raises:
        IncompleteFramebuffer: The driver can't render into the framebuffer.
    """

    def __init__(
        self, width: int, height: int, colours: Sequence[Format], *, depth: bool = False, samples: int = 0
    ) -> None:
        self.width, self.height = width, height
        self.number = _generate(gl.glGenFramebuffers)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.number)
        self.colours = [Texture(form, width, height, samples=samples) for form in colours]
        self.depth = Texture("depth", width, height, samples=samples, smooth=not colours) if depth else None
        for k, texture in enumerate(self.colours):
            _attach(gl.GL_COLOR_ATTACHMENT0 + k, texture)
        if self.depth is not None:
            _attach(gl.GL_DEPTH_ATTACHMENT, self.depth)
        if not self.colours:
            gl.glDrawBuffer(gl.GL_NONE)
            gl.glReadBuffer(gl.GL_NONE)
        else:
            places = [gl.GL_COLOR_ATTACHMENT0 + k for k in range(len(self.colours))]
            gl.glDrawBuffers(len(places), (gl.GLenum * len(places))(*places))
        status = gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)
        if status != gl.GL_FRAMEBUFFER_COMPLETE:
            raise IncompleteFramebuffer(
                f"a framebuffer of {width} by {height} with {samples} samples: status {status:#x}"
            )

    def begin(self, *colour: float) -> None:
        """Render into the framebuffer from now on.

        If a colour is given (red, green, blue, alpha), clear colour and depth first.
        """
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.number)
        gl.glViewport(0, 0, self.width, self.height)
        if colour:
            gl.glClearColor(*colour)
            gl.glClear((gl.GL_COLOR_BUFFER_BIT if self.colours else 0) | (gl.GL_DEPTH_BUFFER_BIT if self.depth else 0))

    def close(self) -> None:
        """Release the framebuffer and its textures."""
        for texture in [*self.colours, *([self.depth] if self.depth else [])]:
            texture.close()
        gl.glDeleteFramebuffers(1, (gl.GLuint * 1)(self.number))


def read_pixels(width: int, height: int) -> npt.NDArray[np.uint8]:
    """Return the RGB values of the bound framebuffer: shape (height, width, 3), top row first."""
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    out = np.empty((height, width, 3), dtype=np.uint8)
    gl.glReadPixels(0, 0, width, height, gl.GL_RGB, gl.GL_UNSIGNED_BYTE, out.ctypes.data_as(POINTER(gl.GLubyte)))
    return np.ascontiguousarray(out[::-1])


def _formats() -> dict[Format, tuple[int, int, int]]:
    """Return for each `Format` three OpenGL constants: its internal format, its channels, and the type of a value."""
    # A function, because importing pyglet's OpenGL constants needs a display.
    return {
        "rgba8": (gl.GL_RGBA8, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE),
        "rgba16f": (gl.GL_RGBA16F, gl.GL_RGBA, gl.GL_HALF_FLOAT),
        "rg16f": (gl.GL_RG16F, gl.GL_RG, gl.GL_HALF_FLOAT),
        "depth": (gl.GL_DEPTH_COMPONENT24, gl.GL_DEPTH_COMPONENT, gl.GL_UNSIGNED_INT),
    }


def _attach(place: int, texture: Texture) -> None:
    gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, place, texture.target, texture.number, 0)


def _generate(make: Any) -> int:
    number = gl.GLuint()
    make(1, number)
    return int(number.value)
