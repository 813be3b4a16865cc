"""A layer of Dear ImGui over a window. Unchanged frames are repeated without computing them again."""

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

SETTLING_FRAMES = 6
"""Number of frames that panels need to find their heights and to finish animations."""

MIN_STEP = 1e-3
"""Smallest time step that ImGui accepts (s)."""

MIN_UNITS = (960.0, 600.0)
"""Smallest window size in panel units. In a smaller window the panels are scaled down."""


class Layer:
    """An ImGui context. Create it once, call `frame` for each frame, and `close` at the end."""

    def __init__(self, window: BaseWindow) -> None:
        self._window = window
        self._context = imgui.create_context()
        io = self.io()
        io.set_ini_filename("")  # panels can't be moved, so there is nothing to store
        io.set_log_filename("")
        io.backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._fonts: Fonts = load_fonts(io)
        if not backends.opengl3_init("#version 330"):
            raise RuntimeError("the panels need OpenGL 3.3")
        self.last: Ui | None = None
        """The last frame."""
        self._themed = 0.0
        """The panel scale that ImGui's style is set for."""
        self._memory: dict[str, object] = {}
        self._extents: dict[tuple[str, float, float, bool], tuple[float, float]] = {}
        self._drawn: object = None
        """The content and size of the last frame."""
        self._unsettled = SETTLING_FRAMES
        """Number of frames to draw before repeating is allowed."""

    def io(self) -> imgui.IO:
        """Make this layer's context current, and return its ImGui input and output."""
        imgui.set_current_context(self._context)
        return imgui.get_io()

    def invalidate(self) -> None:
        """Force the next frames to be drawn anew."""
        self._unsettled = SETTLING_FRAMES

    def redraw_unchanged(self, *shown: object) -> bool:
        """Repeat the last frame if a new one would be the same, and return whether it did.

        Panels need a few frames to find their heights. After that, equal content gives equal frames.

        Args:
            shown: Everything that the frame shows.
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
        """Draw a frame into the framebuffer that is bound. It is rendered at the end of the block.

        Args:
            seconds: Time since the last frame.
            mouse: Mouse position (pixels from the upper left corner).
            scale: Scale of the panels.
            keys: The player's key map.
            chords: Keys pressed since the last frame.
        """
        io = self.io()
        width, height = self._window.get_size()
        wide, high = self._window.get_framebuffer_size()
        io.display_size = imgui.ImVec2(width, height)
        io.display_framebuffer_scale = imgui.ImVec2(wide / max(width, 1), high / max(height, 1))
        io.delta_time = max(seconds, MIN_STEP)
        io.add_mouse_pos_event(*mouse)
        # If the window counts in pixels, a screen of high density needs larger text; otherwise text scales by itself.
        dense = self._window.dpi / 96 if wide == width else 1.0
        fits = min(width / MIN_UNITS[0], height / MIN_UNITS[1])
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
            with suppress(RuntimeError):  # ImGui complains about what the block left open
                imgui.end_frame()
            raise
        self.last = ui
        imgui.render()
        backends.opengl3_render_draw_data(imgui.get_draw_data())

    def close(self) -> None:
        """Release all resources. The window stays open."""
        imgui.set_current_context(self._context)
        backends.opengl3_shutdown()
        imgui.destroy_context(self._context)
