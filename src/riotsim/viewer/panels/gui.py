"""Dear ImGui on a pyglet window: what comes from mouse and keyboard, and frames drawn over what is there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pyglet
from imgui_bundle import imgui
from imgui_bundle.imgui import backends
from pyglet.window import BaseWindow, key, mouse

from riotsim.viewer.keys import Action, Chord, KeyMap, chord
from riotsim.viewer.panels.fonts import Fonts, load_fonts
from riotsim.viewer.panels.imgui_keys import IMGUI_KEYS
from riotsim.viewer.panels.theme import apply_theme
from riotsim.viewer.panels.ui import Ui

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

SETTLED = 6
"""Frames after which panels have found their heights, and what was lit up or scrolled stands still."""

NOWHERE = (-1e9, -1e9)
"""Where the mouse is for ImGui while it isn't in the window."""

LEAST_STEP = 1e-3
"""ImGui wants some time to go by between frames (s)."""

BASE = (960.0, 600.0)
"""The smallest window, in units of the panels, that they fit: in a smaller one they are drawn smaller."""


class Gui:
    """Panels on a window: made once, `frame` each time something is drawn, `close` at the end.

    It takes its events before the window's own handlers do, and keeps from them what is meant for a panel. Those must
    be methods of the window, or set before this is made: `@window.event` afterwards would replace the ones made here.
    """

    def __init__(self, window: BaseWindow) -> None:
        self._window = window
        self._context = imgui.create_context()
        io = imgui.get_io()
        io.set_ini_filename("")  # where panels are is not the player's to change
        io.set_log_filename("")
        io.backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._fonts: Fonts = load_fonts(io)
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _: window.get_clipboard_text()
        platform.platform_set_clipboard_text_fn = lambda _, text: window.set_clipboard_text(text)
        if not backends.opengl3_init("#version 330"):
            raise RuntimeError("the panels need OpenGL 3.3")
        self._chords: list[Chord] = []
        self._down: set[int] = set()
        self._ours: set[int] = set()
        """Mouse buttons that were pressed over a panel, and are the panel's until they are let go."""
        self._mouse = NOWHERE
        self._last: Ui | None = None
        self._popup = False
        """Whether something was open then that any click closes."""
        self._cursor: object = None
        self._themed = 0.0
        """The size of the panels that ImGui's style is set for."""
        self._memory: dict[str, object] = {}
        self._extents: dict[tuple[str, float, float, bool], tuple[float, float]] = {}
        self._drawn: object = None
        """What the panels showed last, and in what size."""
        self._unsettled = SETTLED
        """Frames that are still to be drawn until another one would be the same."""
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

    def again(
        self,
        shown: object,
        keys: KeyMap | None = None,
        scale: float = 1.0,
        *,
        menu: bool = False,
        follows: bool = False,
    ) -> bool:
        """Draw the last frame of panels once more if another would be the same; tell whether it would.

        `shown` is all that is shown, of which something `follows` the mouse or not; the rest is what `frame` is given.
        Panels find their heights in a few frames. After those, the same is drawn for the same, unless the mouse is on
        a panel, has been pressed, or a key is down.
        """
        beside = self._mouse if follows else None
        now = (shown, beside, keys, scale, menu, self._window.get_size(), self._window.get_framebuffer_size())
        if now != self._drawn or self._down or self.wants_mouse or self.wants_text:
            self._drawn, self._unsettled = now, SETTLED
        if self._unsettled:
            self._unsettled -= 1
            return False
        imgui.set_current_context(self._context)
        backends.opengl3_render_draw_data(imgui.get_draw_data())
        return True

    @contextmanager
    def frame(
        self, seconds: float, keys: KeyMap | None = None, scale: float = 1.0, *, menu: bool = False
    ) -> Iterator[Ui]:
        """Draw a frame of panels: what the block asks of `Ui` is drawn at its end, into the framebuffer that is bound.

        `seconds` have gone by since the last one. With `menu`, the arrow keys go from button to button.
        """
        io = self._io()
        width, height = self._window.get_size()
        wide, high = self._window.get_framebuffer_size()
        io.display_size = imgui.ImVec2(width, height)
        io.display_framebuffer_scale = imgui.ImVec2(wide / max(width, 1), high / max(height, 1))
        io.delta_time = max(seconds, LEAST_STEP)
        io.add_mouse_pos_event(*self._mouse)
        flag = imgui.ConfigFlags_.nav_enable_keyboard
        io.config_flags = io.config_flags | flag if menu else io.config_flags & ~flag
        # Where the window counts in pixels, a finer screen needs larger letters; elsewhere they grow by themselves.
        dense = self._window.dpi / 96 if wide == width else 1.0
        fits = min(width / BASE[0], height / BASE[1])
        size = max(0.5, min(scale * max(dense, 1.0), max(fits, 0.5)))
        if size != self._themed:
            apply_theme(size)
            self._themed = size
        backends.opengl3_new_frame()
        imgui.new_frame()
        chords, self._chords = tuple(self._chords), []
        extent = (float(width), float(height))
        ui = Ui(self._fonts, size, extent, keys or KeyMap(), chords, extents=self._extents, memory=self._memory)
        try:
            yield ui
        except BaseException:
            with suppress(RuntimeError):  # it complains of what the block left open
                imgui.end_frame()
            raise
        self._last = ui
        self._popup = imgui.is_popup_open("", imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level)
        imgui.render()
        backends.opengl3_render_draw_data(imgui.get_draw_data())
        self._show_cursor()

    def close(self) -> None:
        """Give back what it holds; the window stays."""
        self._window.remove_handlers(**self._handlers)
        imgui.set_current_context(self._context)
        backends.opengl3_shutdown()
        imgui.destroy_context(self._context)

    def _stirring(self, handler: Callable[..., bool | None]) -> Callable[..., bool | None]:
        """Have what a handler hears drawn."""

        def heard(*told: object) -> bool | None:
            self._unsettled = SETTLED
            return handler(*told)

        return heard

    def _io(self) -> imgui.IO:
        imgui.set_current_context(self._context)
        return imgui.get_io()

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
        return self._popup or (self._last is not None and self._last.is_covered(x, y))

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
