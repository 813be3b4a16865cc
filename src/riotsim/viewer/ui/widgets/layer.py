"""A layer of Dear ImGui over a window: frames that are drawn over what is there, anew or once more."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from imgui_bundle import imgui
from imgui_bundle.imgui import backends
from pyglet.window import BaseWindow

from riotsim.viewer.input.keys import Chord, KeyMap
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import Fonts, load_fonts
from riotsim.viewer.ui.widgets.layout import Frame
from riotsim.viewer.ui.widgets.theme import apply_theme

SETTLED = 6
"""Frames after which panels have found their heights, and what was lit up or scrolled stands still."""

LEAST_STEP = 1e-3
"""ImGui wants some time to go by between frames (s)."""

BASE = (960.0, 600.0)
"""The smallest window, in units of the panels, that they fit: in a smaller one they are drawn smaller."""


class Layer:
    """A context of ImGui, made once: `frame` draws, `close` gives back what it holds; the window stays."""

    def __init__(self, window: BaseWindow) -> None:
        self._window = window
        self._context = imgui.create_context()
        io = self.io()
        io.set_ini_filename("")  # where panels are is not the player's to change
        io.set_log_filename("")
        io.backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._fonts: Fonts = load_fonts(io)
        if not backends.opengl3_init("#version 330"):
            raise RuntimeError("the panels need OpenGL 3.3")
        self.last: Ui | None = None
        """The last frame."""
        self._themed = 0.0
        """The size of the panels that ImGui's style is set for."""
        self._memory: dict[str, object] = {}
        self._extents: dict[tuple[str, float, float, bool], tuple[float, float]] = {}
        self._drawn: object = None
        """What was drawn last, and in what size."""
        self._unsettled = SETTLED
        """Frames that are still to be drawn until another one would be the same."""

    def io(self) -> imgui.IO:
        """Give ImGui's own place for what comes in; all that ImGui is asked then is this layer's."""
        imgui.set_current_context(self._context)
        return imgui.get_io()

    def invalidate(self) -> None:
        """Have the next frames drawn anew, whatever is shown."""
        self._unsettled = SETTLED

    def redraw_unchanged(self, *shown: object) -> bool:
        """Draw the last frame once more if another would be the same; tell whether it would.

        `shown` is all that a frame would be made of. Panels find their heights in a few frames, after those the same
        is drawn for the same.
        """
        now = (shown, self._window.get_size(), self._window.get_framebuffer_size())
        if now != self._drawn:
            self._drawn = now
            self.invalidate()
        if self._unsettled:
            self._unsettled -= 1
            return False
        imgui.set_current_context(self._context)
        backends.opengl3_render_draw_data(imgui.get_draw_data())
        return True

    @contextmanager
    def frame(
        self,
        seconds: float,
        mouse: tuple[float, float],
        scale: float = 1.0,
        keys: KeyMap | None = None,
        chords: Sequence[Chord] = (),
    ) -> Iterator[Ui]:
        """Draw a frame: what the block asks of `Ui` is drawn at its end, into the framebuffer that is bound.

        `seconds` have gone by since the last one; the mouse is so many pixels from the upper left corner.
        """
        io = self.io()
        width, height = self._window.get_size()
        wide, high = self._window.get_framebuffer_size()
        io.display_size = imgui.ImVec2(width, height)
        io.display_framebuffer_scale = imgui.ImVec2(wide / max(width, 1), high / max(height, 1))
        io.delta_time = max(seconds, LEAST_STEP)
        io.add_mouse_pos_event(*mouse)
        # Where the window counts in pixels, a finer screen needs larger letters; elsewhere they grow by themselves.
        dense = self._window.dpi / 96 if wide == width else 1.0
        fits = min(width / BASE[0], height / BASE[1])
        size = max(0.5, min(scale * max(dense, 1.0), max(fits, 0.5)))
        if size != self._themed:
            apply_theme(size)
            self._themed = size
        backends.opengl3_new_frame()
        imgui.new_frame()
        extent = (float(width), float(height))
        ui = Ui(
            Frame(
                self._fonts, size, extent, keys or KeyMap(), tuple(chords), extents=self._extents, memory=self._memory
            )
        )
        try:
            yield ui
        except BaseException:
            with suppress(RuntimeError):  # it complains of what the block left open
                imgui.end_frame()
            raise
        self.last = ui
        imgui.render()
        backends.opengl3_render_draw_data(imgui.get_draw_data())

    def close(self) -> None:
        """Give back what it holds."""
        imgui.set_current_context(self._context)
        backends.opengl3_shutdown()
        imgui.destroy_context(self._context)
