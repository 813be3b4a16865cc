"""Text on panels: lines, paragraphs, players' badges, key caps, tooltips."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from imgui_bundle import imgui

from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.fonts import SMALL, TEXT_SIZE, TINY
from riotsim.viewer.ui.widgets.layout import Frame
from riotsim.viewer.ui.widgets.theme import colour

Span: TypeAlias = tuple[str, str]
"""A part of a text, and its colour (#rrggbb)."""

Run: TypeAlias = tuple[float, float, str, str]
"""Words of one colour on one line: left, top, words, and colour (#rrggbb).

Left and top are in pixels from the text's upper left corner.
"""

MAX_EXTENTS = 20_000
"""Largest number of measured texts in `Frame.extents`. If it has more, all are dropped."""

MEMORY_KEY = "pointed"
"""Key in `Frame.memory` of the `_PointedItem` that was under the mouse last."""

TOOLTIP_HOVER_FLAGS = imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled


class _PointedItem(NamedTuple):
    """An item that was under the mouse and has a tooltip."""

    item: int | str
    """ImGui's id of the item. If the item has no id, this is the text of its tooltip."""
    frame: int
    """Number of the last frame with the mouse on the item."""
    moved: bool
    """True if the mouse moved onto the item, or has moved on it. False if the item appeared under a resting mouse."""


def capitalized(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


class TextPainter:
    """The painter of text on the panels of one frame: lines, wrapped spans, badges, key caps and tooltips."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def measure(self, text: str, size: float = TEXT_SIZE, *, bold: bool = False) -> float:
        """Return the width of a line of text (panel units). `size` is the text size (panel units)."""
        return self._extent(text, size, bold)[0] / self._frame.scale

    def _extent(self, text: str, size: float, bold: bool) -> tuple[float, float]:
        """Return width and height of a line of text (pixels). `size` is the text size (panel units)."""
        key = (text, size, self._frame.scale, bold)
        found = self._frame.extents.get(key)
        if found is None:
            if len(self._frame.extents) > MAX_EXTENTS:
                self._frame.extents.clear()
            imgui.push_font(self._font(bold), self._frame.pixel_size(size))
            extent = imgui.calc_text_size(text)
            imgui.pop_font()
            found = self._frame.extents[key] = (extent.x, extent.y)
        return found

    def fitted(self, text: str, width: float, size: float = TEXT_SIZE, *, bold: bool = False) -> str:
        """Return a text. If it is wider than `width`, shorten it to fit, with an ellipsis at the end.

        `width` and the text size `size` are in panel units.
        """
        if self.measure(text, size, bold=bold) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.measure(text[:middle].rstrip() + "…", size, bold=bold) <= width:
                low = middle
            else:
                high = middle - 1
        shown = text[:low].rstrip() + "…"
        if self._frame.drawn is not None:
            self._frame.drawn.add_cut(shown, text)
        return shown

    def fitting_size(
        self, text: str, width: float, sizes: Sequence[float] = (TEXT_SIZE, SMALL, TINY), *, bold: bool = False
    ) -> float:
        """Return the first text size of `sizes` that lets a line of text fit in `width` (panel units).

        If no size fits, return the last one.
        """
        return next((size for size in sizes if self.measure(text, size, bold=bold) <= width), sizes[-1])

    def in_lines(self, text: str, width: float, size: float = TEXT_SIZE, *, bold: bool = False) -> tuple[str, ...]:
        """Return a text broken at spaces into lines that fit in `width`.

        A single word that is too long for a line is shortened. `width` and the text size `size` are in panel units.
        """
        lines: list[str] = []
        for word in text.split(" "):
            if lines and self.measure(f"{lines[-1]} {word}", size, bold=bold) <= width:
                lines[-1] += f" {word}"
            else:
                lines.append(self.fitted(word, width, size, bold=bold))
        return tuple(lines)

    def in_two_lines(self, text: str, width: float, size: float = TEXT_SIZE) -> tuple[str, ...]:
        """Return a text broken at a space into at most two lines. A line that is too long is shortened.

        Args:
            text: The text.
            width: Width of the lines (panel units).
            size: Text size (panel units).
        """
        if self.measure(text, size) <= width:
            return (text,)
        first, *words = text.split(" ")
        while words and self.measure(f"{first} {words[0]}", size) <= width:
            first += f" {words.pop(0)}"
        return tuple(self.fitted(line, width, size) for line in filter(None, (first, " ".join(words))))

    def write(
        self,
        text: str,
        size: float = TEXT_SIZE,
        tone: str = theme.TEXT,
        *,
        bold: bool = False,
        wrap: bool = False,
        width: float = 0,
    ) -> None:
        """Write a text at the cursor.

        Args:
            text: The text.
            size: Text size (panel units).
            tone: Colour (#rrggbb).
            bold: Whether the text is bold.
            wrap: Whether a text that is wider than `width` is wrapped. If it isn't wrapped, it is shortened, and a
                tooltip has the full text.
            width: Largest width (panel units). If it is 0, a wrapped text fills the rest of the line, and any other
                text is written in full.
        """
        if wrap:
            self.spans(((text, tone),), size, width, bold=bold)
            return
        imgui.push_font(self._font(bold), self._frame.pixel_size(size))
        imgui.push_style_color(imgui.Col_.text, theme.vector(tone))
        shown = text if not width else self.fitted(text, width, size, bold=bold)
        at = imgui.get_cursor_screen_pos()
        imgui.text_unformatted(shown)
        self._record(shown, at.x, at.y, size, bold)
        imgui.pop_style_color()
        imgui.pop_font()
        if shown != text:
            self.tip(text)

    def label(self, text: str) -> None:
        """Write a text as a small heading in capitals."""
        self.write(text.upper(), TINY, theme.FAINT, bold=True)

    def spans(
        self, spans: Sequence[Span], size: float = TEXT_SIZE, width: float = 0, indent: float = 0, *, bold: bool = False
    ) -> None:
        """Write a wrapped text in several colours at the cursor.

        Args:
            spans: The parts of the text.
            size: Text size (panel units).
            width: Largest width (panel units); 0 for the rest of the line.
            indent: Indent of all lines except the first (panel units).
            bold: Whether the text is bold.
        """
        s = self._frame.scale
        room = (width or self._frame.width_left) * s
        at = imgui.get_cursor_screen_pos()
        runs, height = self.lay_out(spans, size, width or self._frame.width_left, indent, bold=bold)
        self.record_runs(runs, at.x, at.y, size, bold=bold)
        if imgui.is_rect_visible((room, height)):
            draw, font, pixel_size = imgui.get_window_draw_list(), self._font(bold), self._frame.pixel_size(size)
            for x, y, text, tone in runs:
                draw.add_text(font, pixel_size, (at.x + x, at.y + y), colour(tone), text)
        imgui.dummy((room, height))

    def lay_out(
        self, spans: Sequence[Span], size: float, width: float, indent: float = 0, *, bold: bool = False
    ) -> tuple[tuple[Run, ...], float]:
        """Wrap a text into lines. Return its runs (see `Run`), and the height of the text (pixels).

        Args:
            spans: The parts of the text.
            size: Text size (panel units).
            width: Largest width (panel units).
            indent: Indent of all lines except the first (panel units).
            bold: Whether the text is bold.
        """
        pixel_size = self._frame.pixel_size(size)
        imgui.push_font(self._font(bold), pixel_size)
        try:
            return _lay_out(tuple(spans), pixel_size, bold, width * self._frame.scale, indent * self._frame.scale)
        finally:
            imgui.pop_font()

    def draw_at(
        self,
        text: str,
        x: float,
        y: float,
        size: float = TEXT_SIZE,
        tone: str = theme.TEXT,
        *,
        bold: bool = False,
        align: float = 0.0,
        alpha: float = 1.0,
    ) -> None:
        """Draw a text at a point on the screen (pixels).

        Args:
            text: The text.
            x: Horizontal place of the text's left edge, middle or right edge. `align` says which.
            y: Vertical middle of the text.
            size: Text size (panel units).
            tone: Colour (#rrggbb).
            bold: Whether the text is bold.
            align: Point of the text that lies at `x`: 0 for its left edge, 0.5 for its middle, 1 for its right edge.
            alpha: Opacity (0 to 1).
        """
        font = self._font(bold)
        wide, high = self._extent(text, size, bold)
        draw = imgui.get_window_draw_list()
        corner = (round(x - wide * align), round(y - high / 2))
        draw.add_text(font, self._frame.pixel_size(size), corner, colour(tone, alpha), text)
        self._record(text, *corner, size, bold)

    def record_runs(self, runs: Sequence[Run], left: float, top: float, size: float, *, bold: bool = False) -> None:
        """Record the runs of a text in `Frame.drawn`. If `Frame.drawn` is None, do nothing.

        `left` and `top` are the upper left corner of the text (pixels).
        """
        if self._frame.drawn is not None:
            for x, y, text, _ in runs:
                self._record(text, left + x, top + y, size, bold)

    def _record(self, text: str, left: float, top: float, size: float, bold: bool) -> None:
        """Record a line of text in `Frame.drawn`. If `Frame.drawn` is None, do nothing.

        `left` and `top` are the upper left corner of the line (pixels).
        """
        if self._frame.drawn is not None:
            wide, high = self._extent(text, size, bold)
            self._frame.drawn.add_text(text, (left, top, left + wide, top + high))

    def badge(self, symbol: str, tone: str, size: float = 22) -> None:
        """Draw a player's symbol on a disc of the player's colour, in the current line.

        `size` is the diameter of the disc (panel units).
        """
        at = imgui.get_cursor_screen_pos()
        side = size * self._frame.scale
        self.badge_at(symbol, tone, at.x + side / 2, at.y + side / 2, size)
        imgui.dummy((side, side))

    def badge_at(self, symbol: str, tone: str, x: float, y: float, size: float = 22, *, alpha: float = 1.0) -> None:
        """Draw a player's symbol on a disc of the player's colour, centred at a point on the screen (pixels).

        Args:
            symbol: The symbol, such as `▲`.
            tone: Colour of the disc (#rrggbb).
            x: Horizontal middle (pixels).
            y: Vertical middle (pixels).
            size: Diameter of the disc (panel units).
            alpha: Opacity (0 to 1).
        """
        draw = imgui.get_window_draw_list()
        draw.add_circle_filled((x, y), size * self._frame.scale / 2, colour(tone, alpha))
        draw.add_circle((x, y), size * self._frame.scale / 2, colour(theme.mixed(tone, "#ffffff", 0.35), alpha), 0, 1.0)
        ink = theme.ink_on(tone)
        if not draw_symbol(draw, symbol, x, y, size * self._frame.scale * 0.27, colour(ink, alpha)):
            self.draw_at(symbol, x, y, size * 0.6, ink, bold=True, align=0.5, alpha=alpha)

    def key_cap(
        self, text: str, x: float, y: float, *, dark: bool = False, align: float = 1.0, alpha: float = 1.0
    ) -> None:
        """Draw a key cap: the name of a key in a small frame.

        Args:
            text: The name of the key.
            x: Horizontal place of the cap's left edge, middle or right edge (pixels). `align` says which.
            y: Vertical middle of the cap (pixels).
            dark: Whether the letters are dark, for gold buttons.
            align: Point of the cap that lies at `x`: 0 for its left edge, 0.5 for its middle, 1 for its right edge.
            alpha: Opacity (0 to 1).
        """
        s = self._frame.scale
        wide = max(self.measure(text, TINY, bold=True) + 10, 19) * s
        left = x - wide * align
        draw = imgui.get_window_draw_list()
        ink = theme.ON_GOLD if dark else theme.SOFT
        box = ((left, y - 9 * s), (left + wide, y + 9 * s))
        draw.add_rect_filled(*box, colour("#000000", (0.12 if dark else 0.28) * alpha), 4 * s)
        draw.add_rect(*box, colour(ink, 0.45 * alpha), 4 * s)
        self.draw_at(text, left + wide / 2, y, TINY, ink, bold=True, align=0.5, alpha=alpha)

    def key_cap_width(self, text: str) -> float:
        """Return the width of a key cap with the given text (panel units); 0 if the text is empty."""
        return max(self.measure(text, TINY, bold=True) + 10, 19) if text else 0

    def tip(self, text: str) -> None:
        """Show a tooltip while the mouse rests on the item that was added last. If the text is empty, show none.

        If the item appeared under a resting mouse, the tooltip isn't shown until the mouse has moved.
        """
        if not text or not imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
            return
        memory, now = self._frame.memory, imgui.get_frame_count()
        item, moved, before = imgui.get_item_id() or text, self._frame.mouse_moved, memory.get(MEMORY_KEY)
        if isinstance(before, _PointedItem) and before.item == item and before.frame >= now - 1:
            moved = moved or before.moved
        memory[MEMORY_KEY] = _PointedItem(item, now, moved)
        if moved and imgui.is_item_hovered(TOOLTIP_HOVER_FLAGS):
            self.tooltip(text)

    def tooltip(self, text: str) -> None:
        """Show a text in a small panel at the mouse."""
        imgui.push_style_var(imgui.StyleVar_.window_padding, (10 * self._frame.scale, 8 * self._frame.scale))
        imgui.begin_tooltip()
        imgui.push_font(self._frame.fonts.plain, self._frame.pixel_size(SMALL))
        imgui.push_text_wrap_pos(300 * self._frame.scale)
        imgui.text_unformatted(text)
        imgui.pop_text_wrap_pos()
        imgui.pop_font()
        imgui.end_tooltip()
        imgui.pop_style_var()

    def _font(self, bold: bool) -> imgui.ImFont:
        return self._frame.fonts.bold if bold else self._frame.fonts.plain


def _words(text: str) -> list[str]:
    """Return the words of a text. If the last word is a number, it is kept together with the word before it."""
    words = text.split(" ")
    if len(words) > 1 and words[-1].isdigit():
        words[-2:] = [" ".join(words[-2:])]
    return words


@lru_cache(maxsize=4096)
def _lay_out(
    spans: tuple[Span, ...], pixel_size: float, bold: bool, room: float, indent: float
) -> tuple[tuple[Run, ...], float]:
    """Wrap a text in ImGui's current font into lines. Return its runs (see `Run`), and the text's height (pixels).

    The results are cached by the arguments.

    Args:
        spans: The parts of the text.
        pixel_size: Size of the current font (pixels).
        bold: Whether the current font is bold. This only keeps the cached results of the two fonts apart.
        room: Largest width (pixels).
        indent: Indent of all lines except the first (pixels).
    """
    line = round(pixel_size * 1.28)
    blank = imgui.calc_text_size(" ").x
    runs: list[Run] = []
    x, y = 0.0, 0.0
    for text, tone in spans:
        begin, run, gap = x, "", 0  # drawing a run of words at once costs less than each word
        for n, word in enumerate(_words(text)):
            if n:
                x, gap = x + blank, gap + 1
            if not word:
                continue
            wide = imgui.calc_text_size(word).x
            if x > indent and x + wide > room:
                if run:
                    runs.append((round(begin), y, run, tone))
                x, y, run = indent, y + line, ""
            if not run:
                begin, gap = x, 0
            run += " " * gap + word
            x, gap = x + wide, 0
        if run:
            runs.append((round(begin), y, run, tone))
    return tuple(runs), y + line


def draw_symbol(draw: imgui.ImDrawList, symbol: str, x: float, y: float, r: float, ink: int) -> bool:
    """Draw a player's symbol as a shape around a point, and return True. If the symbol is unknown, only return False.

    Args:
        draw: ImGui's list of what to draw.
        symbol: The symbol, such as `▲`.
        x: Horizontal middle (pixels).
        y: Vertical middle (pixels).
        r: Approximate radius (pixels).
        ink: Colour, as `theme.colour` returns it.
    """
    # Shapes, not characters: few fonts have these characters in equal sizes.
    match symbol:
        case "●":
            draw.add_circle_filled((x, y), r * 0.95, ink)
        case "▲":
            draw.add_triangle_filled((x, y - 1.15 * r), (x + 1.15 * r, y + 0.85 * r), (x - 1.15 * r, y + 0.85 * r), ink)
        case "■":
            draw.add_rect_filled((x - 0.88 * r, y - 0.88 * r), (x + 0.88 * r, y + 0.88 * r), ink, 0.12 * r)
        case "◆":
            draw.add_quad_filled((x, y - 1.25 * r), (x + 1.25 * r, y), (x, y + 1.25 * r), (x - 1.25 * r, y), ink)
        case _:
            return False
    return True
