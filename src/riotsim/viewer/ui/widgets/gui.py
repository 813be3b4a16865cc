"""The panels on a pyglet window: what comes from mouse and keyboard, panels, and what is told beside the mouse."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pyglet
from imgui_bundle import imgui
from pyglet.window import BaseWindow, key, mouse

from riotsim.viewer.input.keys import Action, Chord, KeyMap, chord
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.layer import Layer

T = TypeVar("T")

BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2}
MODIFIERS = {
    imgui.Key.mod_ctrl: (key.LCTRL, key.RCTRL),
    imgui.Key.mod_shift: (key.LSHIFT, key.RSHIFT),
    imgui.Key.mod_alt: (key.LALT, key.RALT),
}
CURSORS = {
    imgui.MouseCursor_.text_input: BaseWindow.CURSOR_TEXT,
    imgui.MouseCursor_.hand: BaseWindow.CURSOR_HAND,
    imgui.MouseCursor_.resize_ew: BaseWindow.CURSOR_SIZE_LEFT_RIGHT,
    imgui.MouseCursor_.resize_ns: BaseWindow.CURSOR_SIZE_UP_DOWN,
}
"""The pointers that panels ask for; for all others the arrow."""

NOWHERE = (-1e9, -1e9)
"""Where the mouse is for ImGui while it isn't in the window."""


class Gui:
    """Panels on a window: made once, `frame` each time something is drawn, `close` at the end.

    It takes its events before the window's own handlers do, and keeps from them what is meant for a panel. Those must
    be methods of the window, or set before this is made: `@window.event` afterwards would replace the ones made here.
    """

    def __init__(self, window: BaseWindow) -> None:
        self._window = window
        self._panels = Layer(window)
        self._tip_layer: Layer | None = None
        """What is told beside the mouse: with a layer of its own, panels need not be made anew wherever it goes."""
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _: window.get_clipboard_text()
        platform.platform_set_clipboard_text_fn = lambda _, text: window.set_clipboard_text(text)
        self._chords: list[Chord] = []
        self._down: set[int] = set()
        self._ours: set[int] = set()
        """Mouse buttons that were pressed over a panel, and are the panel's until they are let go."""
        self._mouse = NOWHERE
        self._popup = False
        """Whether something was open then that any click closes."""
        self._cursor: object = None
        self._handlers = {
            "on_mouse_motion": self.on_mouse_motion,
            "on_mouse_drag": self.on_mouse_drag,
            **{
                name: self._stirring(getattr(self, name))
                for name in [
                    "on_mouse_press",
                    "on_mouse_release",
                    "on_mouse_scroll",
                    "on_mouse_leave",
                    "on_key_press",
                    "on_key_release",
                    "on_text",
                    "on_deactivate",
                ]
            },
        }
        window.push_handlers(**self._handlers)

    @property
    def wants_mouse(self) -> bool:
        """Whether the mouse is over a panel, or was when its button went down."""
        return bool(self._ours) or self._is_over(*self._mouse)

    @property
    def shifted(self) -> bool:
        """Whether Shift is held."""
        return "Shift" in self._held()

    @property
    def wants_text(self) -> bool:
        """Whether something is being written into a field."""
        return self._io().want_text_input

    def holds(self, keys: KeyMap, action: Action) -> bool:
        """Tell whether the key of an action is down now; none is while something is being written."""
        if not self._down or self.wants_text:
            return False
        held = self._held()
        return any(chord(key.symbol_string(symbol), held) == keys.chord(action) for symbol in self._down)

    def redraw_unchanged(
        self, shown: object, keys: KeyMap | None = None, scale: float = 1.0, *, menu: bool = False
    ) -> bool:
        """Draw the last frame of panels once more if another would be the same; tell whether it would.

        `shown` is all that is shown; the rest is what `frame` is given. It would not be while the mouse is on a panel,
        or a key is down.
        """
        if self._down or self.wants_mouse or self.wants_text:
            self._panels.invalidate()
        return self._panels.redraw_unchanged(shown, keys, scale, menu)

    @contextmanager
    def frame(
        self, seconds: float, keys: KeyMap | None = None, scale: float = 1.0, *, menu: bool = False
    ) -> Iterator[Ui]:
        """Draw a frame of panels. With `menu`, the arrow keys go from button to button."""
        io, flag = self._io(), imgui.ConfigFlags_.nav_enable_keyboard
        io.config_flags = io.config_flags | flag if menu else io.config_flags & ~flag
        chords, self._chords = self._chords, []
        with self._panels.frame(seconds, self._mouse, scale, keys, chords) as ui:
            yield ui
            self._popup = imgui.is_popup_open("", imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level)
        self._show_cursor()

    def draw_tip(self, shown: T | None, draw: Callable[[Ui, T], None], seconds: float, scale: float = 1.0) -> None:
        """Have something drawn beside the mouse, over all panels; None is nothing.

        It is drawn anew when it has changed or the mouse has moved. While that isn't in the window, nothing is.
        """
        if self._mouse == NOWHERE:
            shown = None
        if self._tip_layer is None:
            if shown is None:
                return
            self._tip_layer = Layer(self._window)
        if not self._tip_layer.redraw_unchanged(shown, self._mouse if shown is not None else None, scale):
            with self._tip_layer.frame(seconds, self._mouse, scale) as ui:
                if shown is not None:
                    draw(ui, shown)

    def close(self) -> None:
        """Give back what it holds; the window stays."""
        self._window.remove_handlers(**self._handlers)
        self._panels.close()
        if self._tip_layer is not None:
            self._tip_layer.close()

    def _stirring(self, handler: Callable[..., bool | None]) -> Callable[..., bool | None]:
        """Have what a handler hears drawn."""

        def heard(*told: object) -> bool | None:
            self._panels.invalidate()
            return handler(*told)

        return heard

    def _io(self) -> imgui.IO:
        return self._panels.io()

    def _held(self) -> list[str]:
        names = ("Ctrl", "Shift", "Alt")
        return [name for name, pair in zip(names, MODIFIERS.values(), strict=True) if self._down.intersection(pair)]

    def _show_cursor(self) -> None:
        wanted = CURSORS.get(imgui.MouseCursor_(imgui.get_mouse_cursor())) if self.wants_mouse else None
        if wanted != self._cursor and not pyglet.options["headless"]:
            self._cursor = wanted
            self._window.set_mouse_cursor(self._window.get_system_mouse_cursor(wanted) if wanted else None)

    def _at(self, x: float, y: float) -> bool:
        """Note where the mouse is (pixels, fractions of them on X11), and tell whether a panel is there."""
        self._mouse = (x, self._window.height - y)
        return self._is_over(*self._mouse)

    def _is_over(self, x: float, y: float) -> bool:
        # ImGui itself knows only where the mouse was in the last frame: a click that comes together with a movement
        # would go to whatever was there.
        return self._popup or (self._panels.last is not None and self._panels.last.frame.is_covered(x, y))

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Follow the mouse."""
        return self._at(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> bool:
        """Follow the mouse; what began on a panel stays the panel's."""
        self._at(x, y)
        return bool(self._ours)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        """Press what the mouse is over."""
        over = self._at(x, y)
        self._press(button, True)
        if over:
            self._ours.add(button)
        return over

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> bool:
        """Let go what was pressed."""
        self._at(x, y)
        self._press(button, False)
        ours = button in self._ours
        self._ours.discard(button)
        return ours

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> bool:
        """Scroll what the mouse is over."""
        io = self._io()
        io.add_mouse_pos_event(*self._mouse)
        io.add_mouse_wheel_event(-scroll_x, scroll_y)
        return self._is_over(*self._mouse)

    def on_mouse_leave(self, x: float, y: float) -> None:
        """Forget the mouse: it points at nothing."""
        if not self._ours:
            self._mouse = NOWHERE

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Note a key for the panels' actions, unless something is being written."""
        io = self._io()
        self._down.add(symbol)
        self._tell(symbol, True)
        if io.want_text_input:
            return True
        name = chord(key.symbol_string(symbol), self._held())
        if name:
            self._chords.append(name)
        return symbol == key.ESCAPE  # pyglet would close the window

    def on_key_release(self, symbol: int, modifiers: int) -> bool:
        """Let a key go."""
        self._down.discard(symbol)
        self._tell(symbol, False)
        return False

    def on_text(self, text: str) -> bool:
        """Write into the field that is being written into."""
        io = self._io()
        io.add_input_characters_utf8("".join(c for c in text if c.isprintable()))
        return io.want_text_input

    def on_deactivate(self) -> None:
        """Let all keys go: what is let go while another window has them is not told."""
        for symbol in list(self._down):
            self.on_key_release(symbol, 0)

    def _press(self, button: int, down: bool) -> None:
        """Tell ImGui of a button, where the mouse is now."""
        io = self._io()
        io.add_mouse_pos_event(*self._mouse)
        if button in BUTTONS:
            io.add_mouse_button_event(BUTTONS[button], down)

    def _tell(self, symbol: int, down: bool) -> None:
        io = self._io()
        for modifier, pair in MODIFIERS.items():
            if symbol in pair:
                io.add_key_event(modifier, bool(self._down.intersection(pair)))
        if symbol in IMGUI_KEYS:
            io.add_key_event(IMGUI_KEYS[symbol], down)


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
