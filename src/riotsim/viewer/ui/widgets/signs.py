"""Signs on panels: the icon and the count on a face of a die."""

from ctypes import POINTER

import numpy as np
from imgui_bundle import imgui
from pyglet import gl

from riotsim.table.dice.signs import COUNT_HEIGHT, COUNT_PLACE, Sign
from riotsim.viewer.scene.textures import ICON_REACH, ICONS, icon_pictures
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.theme import colour

MEMORY_KEY = "signs"
"""Key of the icons' texture in `Frame.memory`."""

CAPITAL_HEIGHT = 0.72
"""Height of the digits of a count, as a fraction of the count's text size."""

FACE_SHARE = 0.94
"""Radius of the circle for a sign's icon and count, as a fraction of half the side of the sign's square.
"""


class IconTexture:
    """A texture with all icons in a row, white on a transparent background."""

    def __init__(self) -> None:
        pictures = icon_pictures()
        count, side, _ = pictures.shape
        row = np.full((side, count * side, 4), 255, dtype=np.uint8)
        row[:, :, 3] = pictures.transpose(1, 0, 2).reshape(side, count * side)
        number = gl.GLuint()
        gl.glGenTextures(1, number)
        self.number = number.value
        target = gl.GL_TEXTURE_2D
        gl.glBindTexture(target, self.number)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        data = np.ascontiguousarray(row).ctypes.data_as(POINTER(gl.GLubyte))
        gl.glTexImage2D(target, 0, gl.GL_RGBA8, count * side, side, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, data)
        gl.glGenerateMipmap(target)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR)
        gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR)
        gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
        gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)
        self._share = 1.0 / count

    def draw(self, draw: imgui.ImDrawList, icon: str, x: float, y: float, half: float, tone: int) -> None:
        """Draw an icon in a square.

        `x` and `y` are the middle of the square, and `half` is half its side (pixels).
        """
        left = ICONS[icon] * self._share
        corners = (x - half, y - half), (x + half, y + half)
        draw.add_image(imgui.ImTextureRef(self.number), *corners, (left, 1.0), (left + self._share, 0.0), tone)

    def close(self) -> None:
        """Release the texture."""
        gl.glDeleteTextures(1, (gl.GLuint * 1)(self.number))


def draw_sign(ui: Ui, draw: imgui.ImDrawList, sign: Sign, x: float, y: float, side: float, tone: str) -> None:
    """Draw a sign: its icon, and its count at the lower right.

    The sign fills a square in the same way as it fills the face of a die. The square itself isn't drawn.

    Args:
        ui: The controls of the frame that is being drawn.
        draw: The draw list that gets the sign.
        sign: The sign.
        x: Distance of the square's middle from the left of the window (pixels).
        y: Distance of the square's middle from the top of the window (pixels).
        side: Side of the square (pixels).
        tone: Colour of the icon and the count (#rrggbb).
    """
    icons = ui.frame.memory.get(MEMORY_KEY)
    if not isinstance(icons, IconTexture):
        icons = ui.frame.memory[MEMORY_KEY] = IconTexture()
    radius = side / 2 * FACE_SHARE
    right, up = sign.icon_place
    icons.draw(draw, sign.icon, x + right * radius, y - up * radius, sign.icon_size * ICON_REACH * radius, colour(tone))
    if sign.count:
        size = max(COUNT_HEIGHT * radius / CAPITAL_HEIGHT, 9.0)
        text, font = str(sign.count), ui.frame.fonts.bold
        imgui.push_font(font, size)
        extent = imgui.calc_text_size(text)
        imgui.pop_font()
        at = (x + COUNT_PLACE[0] * radius - extent.x / 2, y - COUNT_PLACE[1] * radius - extent.y / 2)
        draw.add_text(font, size, (round(at[0]), round(at[1])), colour(tone), text)
