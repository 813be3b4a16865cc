"""Panels on a pyglet window: mouse and keyboard input, frames, and the tooltip at the mouse."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pyglet
from imgui_bundle import imgui
from pyglet.window import BaseWindow, key, mouse

from riotsim.table.poses import Point
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
"""The window's mouse cursor for each cursor of ImGui. Other cursors become the arrow."""

OUTSIDE_POSITION = (-1e9, -1e9)
"""Mouse position for ImGui while the mouse is outside the window (pixels). It is far from all panels."""


class Gui:
    """Panels on a window. Create it once, call `frame` for each frame, and `close` at the end.

    The panels get events before the window's own handlers. Events for a panel don't reach the window's handlers. Set
    the window's handlers before you create the `Gui`. A later `@window.event` would replace the panels' handlers.
    """

    def __init__(self, window: BaseWindow) -> None:
        self._window = window
        self._panels = Layer(window)
        self._tip_layer: Layer | None = None
        """The layer of the tooltip. It is made when a tooltip is first shown. None before that.

        If the mouse moves over the table, only this layer is drawn anew.
        """
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _: window.get_clipboard_text()
        platform.platform_set_clipboard_text_fn = lambda _, text: window.set_clipboard_text(text)
        self._chords: list[Chord] = []
        self._presses: list[tuple[Point, int, bool]] = []
        """The presses and releases of mouse buttons since the last frame.

        Each has the place of the mouse, ImGui's number of the button, and True for a press or False for a release.
        """
        self._down: dict[int, Chord] = {}
        """The keys that are down. Each has its chord: the key, and the modifiers held at the moment of the press."""
        self._ours: set[int] = set()
        """Mouse buttons that were pressed over a panel and are still down. Their events belong to the panels."""
        self._mouse = OUTSIDE_POSITION
        self._popup = False
        """True if a popup was open in the last frame. The panels then get all mouse events, wherever the mouse is."""
        self._cursor: object = None
        self._handlers = {
            "on_mouse_motion": self.on_mouse_motion,
            "on_mouse_drag": self.on_mouse_drag,
            **{
                name: self._invalidating(getattr(self, name))
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
        """True if the panels have the mouse.

        The panels have the mouse if it is over a panel, if a popup is open, or during a drag that began on a panel. A
        drag that began on the table sends its events to the window, even while the mouse is over a panel.
        """
        return bool(self._ours) or self._is_over(*self._mouse)

    @property
    def mouse_at(self) -> Point:
        """Place of the mouse (pixels from the upper left corner); `OUTSIDE_POSITION` if it has left the window."""
        return self._mouse

    def is_over(self, panel: str) -> bool:
        """Return whether the mouse is over the panel with this key."""
        box = None if self._panels.last is None else self._panels.last.frame.items.get(panel)
        return box is not None and box[0] <= self._mouse[0] <= box[2] and box[1] <= self._mouse[1] <= box[3]

    @property
    def shift_held(self) -> bool:
        """True if a Shift key is held."""
        return "Shift" in self._held()

    @property
    def wants_text(self) -> bool:
        """True if typed keys go to a text field."""
        return self._io().want_text_input

    def holds(self, keys: KeyMap, action: Action) -> bool:
        """Return whether the key of an action is down, and was pressed together with its modifiers.

        While a text field gets the keys, return False.
        """
        if not self._down or self.wants_text:
            return False
        return bool(wanted := keys.chord(action)) and wanted in self._down.values()

    def redraw_unchanged(
        self, shown: object, keys: KeyMap | None = None, scale: float = 1.0, *, menu: bool = False
    ) -> bool:
        """Repeat the last frame of panels if a new frame would be the same. Return whether the frame was repeated.

        Args:
            shown: Everything that the panels show. A new frame can only be the same if this is equal to the content of
                the last frame.
            keys: The player's key map; None for the default keys.
            scale: Scale of the panels, 1 for the usual size.
            menu: Whether arrow keys move between buttons.
        """
        if self._down or self.wants_mouse or self.wants_text:
            self._panels.invalidate()
        if not self._panels.redraw_unchanged(shown, keys, scale, menu):
            return False
        self._panels.last_mouse = self._mouse
        return True

    @contextmanager
    def frame(
        self,
        seconds: float,
        keys: KeyMap | None = None,
        scale: float = 1.0,
        *,
        menu: bool = False,
        is_unseen: bool = False,
    ) -> Iterator[Ui]:
        """Draw a frame of panels.

        The `with` statement yields the controls. The frame is rendered at the statement's end.

        Args:
            seconds: Time since the last frame (s).
            keys: The player's key map; None for the default keys.
            scale: Scale of the panels, 1 for the usual size.
            menu: Whether arrow keys move between buttons.
            is_unseen: Whether the user can't have seen these panels yet. If so, mouse presses since the last frame are
                ignored.
        """
        io, flag = self._io(), imgui.ConfigFlags_.nav_enable_keyboard
        io.config_flags = io.config_flags | flag if menu else io.config_flags & ~flag
        chords, self._chords = self._chords, []
        presses, self._presses = self._presses, []
        for at, button, down in presses:
            if not (down and is_unseen):
                io.add_mouse_pos_event(*at)
                io.add_mouse_button_event(button, down)
        with self._panels.frame(seconds, self._mouse, scale, keys, chords) as ui:
            yield ui
            self._popup = imgui.is_popup_open("", imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level)
        self._show_cursor()

    def draw_tip(self, shown: T | None, draw: Callable[[Ui, T], None], seconds: float, scale: float = 1.0) -> None:
        """Draw something at the mouse, over all panels. While the mouse is outside the window, draw nothing.

        Args:
            shown: The content to draw, or None for nothing.
            draw: Function that draws the content.
            seconds: Time since the last frame (s).
            scale: Scale of the panels, 1 for the usual size.
        """
        if self._mouse == OUTSIDE_POSITION:
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
        """Remove the handlers and release all ImGui resources. The window stays open."""
        self._window.remove_handlers(**self._handlers)
        self._panels.close()
        if self._tip_layer is not None:
            self._tip_layer.close()

    def _invalidating(self, handler: Callable[..., bool | None]) -> Callable[..., bool | None]:
        """Return a function that calls a handler and has the panels drawn anew."""

        def handle(*told: object) -> bool | None:
            self._panels.invalidate()
            return handler(*told)

        return handle

    def _io(self) -> imgui.IO:
        return self._panels.io()

    def _held(self) -> list[str]:
        names = ("Ctrl", "Shift", "Alt")
        return [name for name, pair in zip(names, MODIFIERS.values(), strict=True) if self._any_down(pair)]

    def _any_down(self, symbols: Iterable[int]) -> bool:
        return not self._down.keys().isdisjoint(symbols)

    def _show_cursor(self) -> None:
        wanted = CURSORS.get(imgui.MouseCursor_(imgui.get_mouse_cursor())) if self.wants_mouse else None
        if wanted != self._cursor and not pyglet.options["headless"]:
            self._cursor = wanted
            self._window.set_mouse_cursor(self._window.get_system_mouse_cursor(wanted) if wanted else None)

    def _at(self, x: float, y: float) -> bool:
        """Store the mouse position (pixels, with fractions on X11), and return whether a panel is there."""
        self._mouse = (x, self._window.height - y)
        return self._is_over(*self._mouse)

    def _is_over(self, x: float, y: float) -> bool:
        # ImGui has only the mouse position of the last frame: a click that arrives together with a movement
        # would go to what was there.
        return self._popup or (self._panels.last is not None and self._panels.last.frame.is_covered(x, y))

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Handle a mouse move, and return whether the event belongs to the panels."""
        return self._at(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> bool:
        """Handle a mouse drag, and return whether one of the held mouse buttons was pressed on a panel."""
        self._at(x, y)
        return bool(self._ours)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        """Handle a mouse press, and return whether the event belongs to the panels."""
        over = self._at(x, y)
        self._press(button, True)
        if over:
            self._ours.add(button)
        return over

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> bool:
        """Handle a mouse release, and return whether the button was pressed on a panel."""
        self._at(x, y)
        self._press(button, False)
        ours = button in self._ours
        self._ours.discard(button)
        return ours

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> bool:
        """Handle the mouse wheel, and return whether the event belongs to the panels."""
        io = self._io()
        io.add_mouse_pos_event(*self._mouse)
        io.add_mouse_wheel_event(-scroll_x, scroll_y)
        return self._is_over(*self._mouse)

    def on_mouse_leave(self, x: float, y: float) -> None:
        """Record that the mouse has left the window. During a drag that began on a panel, do nothing."""
        if not self._ours:
            self._mouse = OUTSIDE_POSITION

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Pass a pressed key to the panels, and return whether the window must ignore it.

        The window must ignore Escape, and every key while text is being typed.
        """
        io = self._io()
        name = chord(key.symbol_string(symbol), self._held())
        self._down.setdefault(symbol, name)
        self._send_key(symbol, True)
        if io.want_text_input:
            return True
        if name:
            self._chords.append(name)
        return symbol == key.ESCAPE  # keep pyglet from closing the window

    def on_key_release(self, symbol: int, modifiers: int) -> bool:
        """Pass a released key to the panels. Return False, so that the window gets the event too."""
        self._down.pop(symbol, None)
        self._send_key(symbol, False)
        return False

    def on_text(self, text: str) -> bool:
        """Pass typed text to the text field with the focus, and return whether there is such a field."""
        io = self._io()
        io.add_input_characters_utf8("".join(c for c in text if c.isprintable()))
        return io.want_text_input

    def on_deactivate(self) -> None:
        """Treat all keys as released when the window loses the focus.

        The window gets no event if they are released later.
        """
        for symbol in list(self._down):
            self.on_key_release(symbol, 0)

    def _press(self, button: int, down: bool) -> None:
        """Store the press or release of a mouse button, with the mouse position, for the next frame."""
        if button in BUTTONS:
            self._presses.append((self._mouse, BUTTONS[button], down))

    def _send_key(self, symbol: int, down: bool) -> None:
        io = self._io()
        for modifier, pair in MODIFIERS.items():
            if symbol in pair:
                io.add_key_event(modifier, self._any_down(pair))
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
"""A mapping from pyglet's keys to ImGui's keys, for the keys that text fields and menus use.

Any other key reaches the panels only as typed text, or as the key of an action.
"""
