"""The look of the panels: colours, sizes, and the style of ImGui."""

from functools import lru_cache

from imgui_bundle import imgui

from riotsim.viewer.scene.marks import linear

MARGIN = 12.0
"""Gap between panels, and between panels and the window's edge (panel units)."""

COLUMN = 300.0
"""Width of the columns of panels on the left and right of a table (panel units)."""

BAR_HEIGHT = 48.0
"""Height of the bars at the lower edge of a table (panel units)."""

TOOLS_HEIGHT = 46.0
"""Height of the panel with the buttons for undo, sound and menu (panel units)."""

BACK = "#17110d"
PANEL = "#241b15"
CARD = "#30251d"
FIELD = "#3c2f25"
RAISED = "#4c3c2e"
EDGE = "#66523f"
TEXT = "#f4eade"
SOFT = "#c5b5a2"
FAINT = "#a3937f"
GOLD = "#e5b453"
ON_GOLD = "#231705"
BAD = "#f08a66"
GOOD = "#8fc98a"

PANEL_ALPHA = 0.95
"""Opacity of panels over the table (0 to 1)."""

PALE_LUMINANCE = 0.34
"""Luminance above which a colour counts as pale (0 to 1). The web page of a replay uses the same limit for its dice."""

CORNER, SMALL_CORNER = 10.0, 6.0
"""Corner radius of panels, and of buttons (panel units)."""


@lru_cache(maxsize=1024)
def colour(hexed: str, alpha: float = 1.0) -> int:
    """Return a colour (#rrggbb), with an opacity (0 to 1), as ImGui's draw lists need it."""
    red, green, blue = (int(hexed[i : i + 2], 16) for i in (1, 3, 5))
    return (round(alpha * 255) << 24) | (blue << 16) | (green << 8) | red


@lru_cache(maxsize=1024)
def mixed(one: str, other: str, share: float) -> str:
    """Return a mix of two colours (#rrggbb). `share` is the share of `other` in it: 0 gives `one`, 1 gives `other`."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def light(of: str) -> str:
    """Return a lighter tone of a player's colour (#rrggbb). Text in it can be read on the dark panels."""
    return mixed(of, "#ffffff", 0.32)


@lru_cache(maxsize=256)
def vector(hexed: str, alpha: float = 1.0) -> imgui.ImVec4:
    """Return a colour (#rrggbb), with an opacity (0 to 1), as ImGui's style needs it."""
    red, green, blue = (int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return imgui.ImVec4(red, green, blue, alpha)


@lru_cache(maxsize=1024)
def ink_on(hexed: str) -> str:
    """Return the colour for a text on a background (#rrggbb): dark brown on a pale background, white on any other."""
    red, green, blue = linear(hexed)
    return BACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > PALE_LUMINANCE else "#ffffff"


def apply_theme(scale: float) -> None:
    """Set the style of the current ImGui context. Its lengths are multiplied by `scale` (pixels per panel unit)."""
    style = imgui.get_style()
    style.window_padding = imgui.ImVec2(14 * scale, 12 * scale)
    style.frame_padding = imgui.ImVec2(9 * scale, 6 * scale)
    style.item_spacing = imgui.ImVec2(8 * scale, 7 * scale)
    style.item_inner_spacing = imgui.ImVec2(6 * scale, 5 * scale)
    style.window_rounding = style.popup_rounding = CORNER * scale
    style.child_rounding = style.frame_rounding = style.grab_rounding = SMALL_CORNER * scale
    style.selectable_rounding = style.scrollbar_rounding = SMALL_CORNER * scale
    style.window_border_size = style.popup_border_size = 1.0
    style.frame_border_size = style.child_border_size = 0.0
    style.scrollbar_size = 9 * scale
    style.grab_min_size = 14 * scale
    style.window_min_size = imgui.ImVec2(8, 8)
    col = imgui.Col_
    for place, value in {
        col.text: vector(TEXT),
        col.text_disabled: vector(FAINT),
        col.window_bg: vector(PANEL, PANEL_ALPHA),
        col.child_bg: vector(PANEL, 0),
        col.popup_bg: vector(CARD, 0.98),
        col.border: vector(EDGE, 0.55),
        col.frame_bg: vector(FIELD),
        col.frame_bg_hovered: vector(RAISED),
        col.frame_bg_active: vector(RAISED),
        col.scrollbar_bg: vector(PANEL, 0),
        col.scrollbar_grab: vector(EDGE, 0.7),
        col.scrollbar_grab_hovered: vector(EDGE),
        col.scrollbar_grab_active: vector(GOLD, 0.8),
        col.header: vector(RAISED, 0.8),
        col.header_hovered: vector(RAISED),
        col.header_active: vector(EDGE),
        col.text_selected_bg: vector(GOLD, 0.35),
        col.nav_cursor: vector(GOLD),
        col.input_text_cursor: vector(GOLD),
    }.items():
        style.set_color_(place, value)
