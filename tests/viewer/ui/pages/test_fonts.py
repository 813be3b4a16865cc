"""Text keeps its size, whatever other sizes come and go."""

from contextlib import closing

import pytest
from imgui_bundle import imgui

from riotsim.viewer.ui.widgets.layer import Layer

from ..conftest import Screen

OUTSIDE = (-1.0, -1.0)
DROPPED, LARGE, SMALL = 30.0, 40.0, 11.0
"""Sizes of text (pixels): one that is used once, and two that stay in use."""

CHARACTERS = "bcdefghijklmnoqrstuvxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?&%$()[]{}<>+-*/=#@"


def draw_texts(screen: Screen, layer: Layer, bold: bool, texts: dict[float, str]) -> tuple[dict[float, float], int]:
    """Draw a frame of texts, one for each size (pixels). Return how wide they are, and the number of the texture."""
    screen.window.switch_to()
    with layer.frame(1 / 30, OUTSIDE) as ui:
        widths = {}
        for size, text in texts.items():
            imgui.push_font(ui.frame.fonts.bold if bold else ui.frame.fonts.plain, size)
            imgui.get_background_draw_list().add_text((0, 0), 0xFFFFFFFF, text)
            widths[size] = imgui.calc_text_size(text).x
            imgui.pop_font()
    return widths, layer.io().fonts.tex_data.unique_id


@pytest.mark.parametrize("bold", [False, True])
def test_a_new_letter_has_the_size_of_its_text(screen: Screen, bold: bool) -> None:
    """If a letter is new in a size, it is as wide as other letters of this size, even after ImGui has moved the sizes
    in memory. When the texture is full of letters of the large size, ImGui drops the size that isn't used and moves the
    other two up. The small size then lies where the large size lay, to which letters were added last.
    """
    with closing(Layer(screen.window)) as fresh:
        wide = draw_texts(screen, fresh, bold, {SMALL: "pw"})[0][SMALL]
    with closing(Layer(screen.window)) as layer:
        for size in (DROPPED, LARGE, SMALL):
            draw_texts(screen, layer, bold, {size: "a"})
        _, first = draw_texts(screen, layer, bold, {SMALL: "a", LARGE: "a"})
        for count in range(len(CHARACTERS)):
            _, texture = draw_texts(screen, layer, bold, {SMALL: "a", LARGE: CHARACTERS[:count]})
            if texture != first:
                break
        else:
            raise AssertionError("the texture has not become full")
        assert draw_texts(screen, layer, bold, {SMALL: "pw"})[0][SMALL] == wide
