"""A layer of Dear ImGui over a window. An unchanged frame is shown again without being computed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from imgui_bundle import imgui
from imgui_bundle.imgui import backends
from pyglet.window import BaseWindow

from riotsim.viewer.input.keys import Chord, KeyMap
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import Fonts, load_fonts
from riotsim.viewer.ui.widgets.layout import Frame
from riotsim.viewer.ui.widgets.signs import MEMORY_KEY, IconTexture
from riotsim.viewer.ui.widgets.theme import apply_theme

SETTLING_FRAMES = 6
"""Number of frames that panels need after a change to find their heights and finish their animations."""

MIN_STEP = 1e-3
"""Shortest time step that is passed to ImGui (s). ImGui doesn't accept 0."""

MIN_UNITS = (960.0, 600.0)
"""In a window with this width and height or more, panels aren't made smaller (panel units)."""


def fitting_scale(scale: float, width: float, height: float) -> float:
    """Return the scale of the panels: the wanted one, or a smaller one if the panels would not fit in the window.

    The result is at least 0.5, even if the panels don't fit at 0.5 or a smaller scale is wanted.

    Args:
        scale: The wanted scale (pixels per panel unit).
        width: Width of the window (pixels).
        height: Height of the window (pixels).
    """
    return max(0.5, min(scale, width / MIN_UNITS[0], height / MIN_UNITS[1]))


class Layer:
    """An ImGui context over a window. Create it once, call `frame` for each frame, and `close` at the end.

    Raises:
        RuntimeError: The OpenGL context is older than 3.3.
    """

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
        """The controls of the last frame; None before the first."""
        self._themed = 0.0
        """The scale of the panels that ImGui's style is set for (pixels per panel unit); 0 before the first frame."""
        self.last_mouse: tuple[float, float] | None = None
        """Mouse position when the last frame was drawn or repeated (pixels); None before the first frame."""
        self._memory: dict[str, object] = {}
        self._extents: dict[tuple[str, float, float, bool], tuple[float, float]] = {}
        self._drawn: object = None
        """Everything that the last frame showed, and the window's size."""
        self._unsettled = SETTLING_FRAMES
        """Number of frames that must still be drawn anew before a frame may be repeated."""

    def io(self) -> imgui.IO:
        """Make this layer's context the current one, and return the object with ImGui's settings and input."""
        imgui.set_current_context(self._context)
        return imgui.get_io()

    def invalidate(self) -> None:
        """Force each of the next `SETTLING_FRAMES` frames to be drawn anew, even with unchanged content."""
        self._unsettled = SETTLING_FRAMES

    def redraw_unchanged(self, *shown: object) -> bool:
        """Repeat the last frame if a new frame would be the same. Return whether the frame was repeated.

        A new frame would be the same if both are true: its content is the same, and `SETTLING_FRAMES` frames have been
        drawn since the last change.

        Args:
            shown: Everything that the frame shows. It is compared with what the last frame showed, by equality.
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
        """Draw a frame into the framebuffer that is bound.

        The `with` statement yields the controls. The frame is rendered at the statement's end.

        Args:
            seconds: Time since the last frame (s).
            mouse: Mouse position (pixels from the upper left corner).
            scale: Scale of the panels, 1 for the usual size. In addition, the panels are made larger on dense screens,
                and smaller in small windows.
            keys: The player's key map; None for the default keys.
            chords: Keys that were pressed since the last frame.
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
        size = fitting_scale(scale * max(dense, 1.0), width, height)
        if size != self._themed:
            apply_theme(size)
            self._themed = size
        backends.opengl3_new_frame()
        imgui.new_frame()
        self._fonts.renew_sizes(io.fonts)
        extent = (float(width), float(height))
        ui = Ui(
            Frame(
                self._fonts,
                size,
                extent,
                keys or KeyMap(),
                tuple(chords),
                extents=self._extents,
                panels_before=() if self.last is None else tuple(self.last.frame.covered),
                memory=self._memory,
                mouse_moved=self.last_mouse is not None and mouse != self.last_mouse,
            )
        )
        self.last_mouse = mouse
        try:
            yield ui
        except BaseException:
            with suppress(RuntimeError):  # ImGui raises an error for parts that the block left open
                imgui.end_frame()
            raise
        self.last = ui
        imgui.render()
        backends.opengl3_render_draw_data(imgui.get_draw_data())

    def close(self) -> None:
        """Release all ImGui resources of this layer. The window stays open."""
        imgui.set_current_context(self._context)
        if isinstance(icons := self._memory.pop(MEMORY_KEY, None), IconTexture):
            icons.close()
        backends.opengl3_shutdown()
        imgui.destroy_context(self._context)
