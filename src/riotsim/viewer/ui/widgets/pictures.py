"""Pictures on panels, read from JPEG and PNG files."""

from ctypes import POINTER
from io import BytesIO

import numpy as np
from imgui_bundle import imgui
from PIL import Image
from pyglet import gl

from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.theme import SMALL_CORNER


class PictureTexture:
    """A texture with a picture."""

    def __init__(self, data: bytes) -> None:
        """Read a picture.

        Args:
            data: The file, as JPEG or PNG.
        """
        pixels = np.ascontiguousarray(np.asarray(Image.open(BytesIO(data)).convert("RGBA")))
        height, width, _ = pixels.shape
        self.aspect = height / width
        """The picture's height divided by its width."""
        number = gl.GLuint()
        gl.glGenTextures(1, number)
        self.number = number.value
        target = gl.GL_TEXTURE_2D
        gl.glBindTexture(target, self.number)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        loaded = pixels.ctypes.data_as(POINTER(gl.GLubyte))
        gl.glTexImage2D(target, 0, gl.GL_RGBA8, width, height, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, loaded)
        gl.glGenerateMipmap(target)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR)

    def close(self) -> None:
        """Release the texture."""
        gl.glDeleteTextures(1, (gl.GLuint * 1)(self.number))


def draw_picture(ui: Ui, name: str, data: bytes, width: float) -> None:
    """Draw a picture at the cursor.

    Args:
        ui: The controls of the frame that is being drawn.
        name: Name of the picture. Its texture is kept under this name.
        data: Content of the picture's JPEG or PNG file.
        width: Width of the picture (panel units). The height follows from the proportions of the picture.
    """
    key = f"picture.{name}"
    texture = ui.frame.memory.get(key)
    if not isinstance(texture, PictureTexture):
        texture = ui.frame.memory[key] = PictureTexture(data)
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    low, high = (at.x, at.y), (at.x + width * s, at.y + width * texture.aspect * s)
    draw = imgui.get_window_draw_list()
    draw.add_image_rounded(
        imgui.ImTextureRef(texture.number), low, high, (0.0, 0.0), (1.0, 1.0), 0xFFFFFFFF, SMALL_CORNER * s
    )
    imgui.dummy((width * s, width * texture.aspect * s))
