"""The keys that ImGui's own fields and menus know: to write, to mark, to go from one to the next."""

from imgui_bundle import imgui
from pyglet.window import key

IMGUI_KEYS = {
    key.TAB: imgui.Key.tab,
    key.BACKSPACE: imgui.Key.backspace,
    key.RETURN: imgui.Key.enter,
    key.ESCAPE: imgui.Key.escape,
    key.INSERT: imgui.Key.insert,
    key.DELETE: imgui.Key.delete,
    key.SPACE: imgui.Key.space,
    key.LEFT: imgui.Key.left_arrow,
    key.RIGHT: imgui.Key.right_arrow,
    key.UP: imgui.Key.up_arrow,
    key.DOWN: imgui.Key.down_arrow,
    key.PAGEUP: imgui.Key.page_up,
    key.PAGEDOWN: imgui.Key.page_down,
    key.HOME: imgui.Key.home,
    key.END: imgui.Key.end,
    key.NUM_ENTER: imgui.Key.keypad_enter,
    key.LCTRL: imgui.Key.left_ctrl,
    key.RCTRL: imgui.Key.right_ctrl,
    key.LSHIFT: imgui.Key.left_shift,
    key.RSHIFT: imgui.Key.right_shift,
    key.LALT: imgui.Key.left_alt,
    key.RALT: imgui.Key.right_alt,
    key.A: imgui.Key.a,
    key.C: imgui.Key.c,
    key.V: imgui.Key.v,
    key.X: imgui.Key.x,
    key.Y: imgui.Key.y,
    key.Z: imgui.Key.z,
}
"""All other keys mean something only as an action, or as a letter that is written."""
