"""The frame of the panels' layout: positions, scale, and keys.

Lengths are in panel units, which are pixels at the usual scale. Each item has a key. For tests and hints, `Frame.items`
maps the key to the item's place on the screen.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Self

from imgui_bundle import imgui

from riotsim.viewer.input.keys import BINDINGS, Action, Chord, KeyMap, Scope
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.drawn import Box, DrawnFrame
from riotsim.viewer.ui.widgets.fonts import TEXT_SIZE, Fonts
from riotsim.viewer.ui.widgets.theme import colour

OVER = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_scroll_with_mouse
)
UNDER = OVER | imgui.WindowFlags_.no_bring_to_front_on_focus
CARD = imgui.ChildFlags_.always_use_window_padding | imgui.ChildFlags_.borders | imgui.ChildFlags_.nav_flattened


@dataclass(slots=True)
class Frame:
    """The state of one frame of panels, with the methods that lay panels out. `scale` is in pixels per panel unit."""

    fonts: Fonts
    scale: float
    pixels: tuple[float, float]
    """The window's width and height (pixels)."""
    keys: KeyMap
    chords: tuple[Chord, ...]
    """The keys pressed since the last frame."""
    items: dict[str, Box] = field(default_factory=dict)
    """The place of each item drawn so far, by the item's key."""
    covered: list[Box] = field(default_factory=list)
    """The areas where panels get the mouse events. The table gets no mouse events there."""
    extents: dict[tuple[str, float, float, bool], tuple[float, float]] = field(default_factory=dict)
    """Width and height of each text that was measured (pixels), kept from frame to frame.

    The key is the text, its size (panel units), the scale, and whether the text is bold.
    """
    panels_before: tuple[Box, ...] = ()
    """The areas in `covered` at the end of the last frame."""
    memory: dict[str, object] = field(default_factory=dict)
    """Values that panels keep from frame to frame, such as their own height."""
    mouse_moved: bool = False
    """True if the mouse has moved since the last frame."""
    drawn: DrawnFrame | None = None
    """The recorder of what is drawn, for checks of the layout; None if nothing is recorded."""

    scopes: frozenset[Scope] = frozenset(Scope)
    """The scopes whose actions are available. The keys of all other actions do nothing."""

    def with_scopes(self, *where: Scope) -> Self:
        """Return a copy of this frame with only the actions of the given scopes available."""
        return replace(self, scopes=frozenset(where))

    @property
    def window_width(self) -> float:
        """The window's width (panel units)."""
        return self.pixels[0] / self.scale

    @property
    def window_height(self) -> float:
        """The window's height (panel units)."""
        return self.pixels[1] / self.scale

    @property
    def width_left(self) -> float:
        """The width left on the current line (panel units)."""
        return imgui.get_content_region_avail().x / self.scale

    @property
    def height_left(self) -> float:
        """The height left in the current panel (panel units)."""
        return imgui.get_content_region_avail().y / self.scale

    def is_covered(self, x: float, y: float) -> bool:
        """Return whether a panel gets the mouse events at a point (pixels from the window's upper left corner)."""
        return any(left <= x < right and top <= y < bottom for left, top, right, bottom in self.covered)

    def pixel_size(self, size: float) -> float:
        """Return a text size in pixels, given the size in panel units. The result is a whole number, at least 6."""
        return max(round(size * self.scale), 6)

    def action_pressed(self, action: Action) -> bool:
        """Return whether an action is available and its key was pressed since the last frame."""
        return (
            BINDINGS[action].scope in self.scopes
            and bool(self.keys.chord(action))
            and self.keys.chord(action) in self.chords
        )

    @contextmanager
    def panel(
        self,
        key: str,
        x: float,
        y: float,
        width: float,
        height: float = 0,
        *,
        pivot: tuple[float, float] = (0, 0),
        alpha: float = theme.PANEL_ALPHA,
        padding: tuple[float, float] = (14, 12),
        back: str = theme.PANEL,
        border: bool = True,
        passes: bool = False,
    ) -> Iterator[None]:
        """Draw a panel with the items that are added inside the `with` statement. All lengths are in panel units.

        Args:
            key: Key of the panel in `items`.
            x: Distance from the left of the window to a point of the panel. `pivot` names this point.
            y: Distance from the top of the window to this point.
            width: Width of the panel.
            height: Height of the panel. If it is 0, the panel is as high as its content.
            pivot: The point of the panel that lies at `x` and `y`, from (0, 0) for the upper left to (1, 1) for the
                lower right.
            alpha: Opacity of the background (0 to 1).
            padding: Horizontal and vertical padding.
            back: Colour of the background (#rrggbb).
            border: Whether the panel has a border.
            passes: Whether mouse events pass through the panel to the table.
        """
        s = self.scale
        imgui.set_next_window_pos((round(x * s), round(y * s)), imgui.Cond_.always, pivot)
        imgui.set_next_window_size((round(width * s), round(height * s)))
        imgui.push_style_color(imgui.Col_.window_bg, theme.vector(back, alpha))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (padding[0] * s, padding[1] * s))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0 if border else 0.0)
        flags = UNDER
        if passes:
            flags |= imgui.WindowFlags_.no_inputs
        if not height:
            flags |= imgui.WindowFlags_.always_auto_resize
        imgui.begin_simple(key, flags)
        imgui.pop_style_var(2)
        imgui.pop_style_color()
        imgui.push_font(self.fonts.plain, self.pixel_size(TEXT_SIZE))
        try:
            with self._part(key):
                yield
        finally:
            imgui.pop_font()
            box = self._store_place(key)
            if self.drawn is not None:
                self.drawn.panels.append((key, box))
            if not passes:
                self.covered.append(box)
            imgui.end()

    @contextmanager
    def overlay(self, key: str, width: float, height: float = 0, *, dim: float = 0.66) -> Iterator[None]:
        """Draw a panel in the middle of the window, over everything else.

        All that is behind this panel is darkened, and gets no mouse events. The panel has the items that are added
        inside the `with` statement.

        Args:
            key: Key of the panel in `items`.
            width: Width of the panel (panel units).
            height: Height of the panel (panel units). If it is 0, the panel is as high as its content.
            dim: Opacity of the dark layer behind the panel (0 to 1).
        """
        s = self.scale
        imgui.set_next_window_pos((0, 0))
        imgui.set_next_window_size(self.pixels)
        imgui.push_style_color(imgui.Col_.window_bg, theme.vector(theme.BACK, dim))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
        imgui.push_style_var(imgui.StyleVar_.window_rounding, 0.0)
        self.covered.append((0.0, 0.0, *self.pixels))
        imgui.begin_simple(f"{key}.dim", OVER)
        imgui.pop_style_var(2)
        imgui.pop_style_color()
        before = self.memory.get(f"{key}.high")
        high = height or (before if isinstance(before, float) else 300.0)
        try:
            top = max((self.window_height - high) / 2, 8)
            left = (self.window_width - width) / 2
            with (
                self._part(key, over=True),
                self.card(key, left, top, width, height, padding=(24, 20), back=theme.PANEL),
            ):
                yield
            low, high_ = self.items[key][1], self.items[key][3]
            self.memory[f"{key}.high"] = (high_ - low) / s
        finally:
            imgui.end()

    @contextmanager
    def card(
        self,
        key: str,
        x: float,
        y: float,
        width: float,
        height: float = 0,
        *,
        padding: tuple[float, float] = (16, 14),
        back: str = theme.CARD,
        alpha: float = 1.0,
    ) -> Iterator[None]:
        """Draw a card: a part of a panel that has its own background.

        The card has the items that are added inside the `with` statement.

        Args:
            key: Key of the card in `items`.
            x: Distance of the card from the left of the window (panel units).
            y: Distance of the card from the top of the window (panel units).
            width: Width of the card (panel units).
            height: Height of the card (panel units). If it is 0, the card is as high as its content.
            padding: Horizontal and vertical padding (panel units).
            back: Colour of the background (#rrggbb).
            alpha: Opacity of the background (0 to 1).
        """
        s = self.scale
        imgui.set_cursor_screen_pos((round(x * s), round(y * s)))
        imgui.push_style_color(imgui.Col_.child_bg, theme.vector(back, alpha))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (padding[0] * s, padding[1] * s))
        imgui.push_style_var(imgui.StyleVar_.child_rounding, theme.CORNER * s)
        imgui.push_style_var(imgui.StyleVar_.child_border_size, 1.0)
        flags = CARD
        if not height:
            flags |= imgui.ChildFlags_.auto_resize_y
        imgui.begin_child(key, (round(width * s), round(height * s)), flags, imgui.WindowFlags_.no_scrollbar)
        imgui.pop_style_var(3)
        imgui.pop_style_color()
        imgui.push_font(self.fonts.plain, self.pixel_size(TEXT_SIZE))
        try:
            with self._part(key):
                yield
        finally:
            imgui.pop_font()
            self._store_place(key)
            imgui.end_child()

    @contextmanager
    def scroll(self, key: str, width: float, height: float, *, bar: bool = True) -> Iterator[None]:
        """Draw a scrolling part of a panel, with the items that are added inside the `with` statement.

        Args:
            key: Key of the part in `items`.
            width: Width of the part (panel units); 0 to fill the line.
            height: Height of the part (panel units). If it is 0, the part ends at the bottom of the panel. If it is
                -20, for example, the part ends 20 panel units above the bottom.
            bar: Whether to draw a scroll bar if the content is too high. Even without a bar, the mouse wheel scrolls.
        """
        flags = imgui.WindowFlags_.none if bar else imgui.WindowFlags_.no_scrollbar
        imgui.begin_child(key, (width * self.scale, height * self.scale), imgui.ChildFlags_.nav_flattened, flags)
        try:
            with self._part(key, scrolls=True):
                yield
        finally:
            self._store_place(key)
            imgui.end_child()

    def _part(self, key: str, *, scrolls: bool = False, over: bool = False) -> AbstractContextManager[None]:
        """Return a context manager whose `with` statement draws a panel, or a part of a panel.

        If `drawn` isn't None, it records what is drawn in the statement. The arguments are those of `DrawnFrame.part`.
        """
        return nullcontext() if self.drawn is None else self.drawn.part(key, scrolls=scrolls, over=over)

    def _store_place(self, key: str) -> Box:
        """Store the place of the current panel or part in `items`, and return the place."""
        corner, size = imgui.get_window_pos(), imgui.get_window_size()
        box = self.items[key] = (corner.x, corner.y, corner.x + size.x, corner.y + size.y)
        return box

    def gap(self, height: float) -> None:
        """Leave vertical space before the next item (panel units). If `height` is negative, move the item up."""
        at = imgui.get_cursor_pos_y()
        imgui.set_cursor_pos_y(at + height * self.scale)

    def same_line(self, gap: float = 8) -> None:
        """Put the next item to the right of the last one, after a gap (panel units)."""
        imgui.same_line(0, gap * self.scale)

    def separator(self, gap: float = 4) -> None:
        """Draw a thin horizontal line, with a gap above and below it (panel units)."""
        self.gap(gap)
        at = imgui.get_cursor_screen_pos()
        width = imgui.get_content_region_avail().x
        imgui.get_window_draw_list().add_line((at.x, at.y), (at.x + width, at.y), colour(theme.EDGE, 0.5))
        self.gap(gap + 3)
