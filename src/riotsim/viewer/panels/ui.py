"""What panels are made of: text, buttons, switches, fields, badges, all in one look.

Lengths are in units of the panels (a pixel where they have their usual size). What is drawn has a key; `items` tells
where on the screen it came to be, so that a test, or a hint, finds it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

from imgui_bundle import imgui

from riotsim.viewer.keys import MEANINGS, Action, Chord, KeyMap, Where
from riotsim.viewer.panels import theme
from riotsim.viewer.panels.fonts import OPEN, SIZE, Fonts
from riotsim.viewer.panels.symbols import draw_symbol
from riotsim.viewer.panels.theme import colour

V = TypeVar("V")

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom (pixels from the window's upper left corner)."""

Kind: TypeAlias = Literal["plain", "gold", "ghost", "danger"]

Span: TypeAlias = tuple[str, str]
"""A piece of text and its colour."""

Word: TypeAlias = tuple[float, float, str, str]
"""Left, top (pixels), a word and its colour."""

SMALL, TINY, LARGE, HUGE = 14.0, 12.0, 20.0, 32.0
"""Sizes of letters beside the plain one."""

SLOT = 20.0
"""What an icon beside a label gets, however wide it is, so that labels stand in line (units)."""

MOST_EXTENTS = 20_000
"""Texts whose widths are kept."""

PLAIN_WINDOW = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings


UNDER = PLAIN_WINDOW | imgui.WindowFlags_.no_scroll_with_mouse | imgui.WindowFlags_.no_bring_to_front_on_focus
CARD = imgui.ChildFlags_.always_use_window_padding | imgui.ChildFlags_.borders | imgui.ChildFlags_.nav_flattened
FOR_TIP = imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled


@dataclass(frozen=True, slots=True)
class Pressed:
    """What the mouse does to something."""

    clicked: bool
    hovered: bool
    active: bool
    box: Box


@dataclass(slots=True)
class Ui:
    """One frame of panels; `Gui.frame` makes it."""

    fonts: Fonts
    scale: float
    pixels: tuple[float, float]
    """The window's size (pixels)."""
    keys: KeyMap
    chords: tuple[Chord, ...]
    """The keys that were pressed since the last frame."""
    items: dict[str, Box] = field(default_factory=dict)
    """Where what has a key came to be."""
    covered: list[Box] = field(default_factory=list)
    """Where panels came to be that the mouse does not go through."""
    extents: dict[tuple[str, float, bool], tuple[float, float]] = field(default_factory=dict)
    """Widths and heights of texts that were measured; kept from frame to frame."""
    memory: dict[str, object] = field(default_factory=dict)
    """What panels keep from frame to frame, such as how high one was that sets its own height."""

    open: frozenset[Where] = frozenset(Where)
    """Which actions are open: the keys of all others mean nothing."""

    def hearing(self, *where: Where) -> "Ui":
        """Give the same with these actions open; with none, for panels that lie under others."""
        return replace(self, open=frozenset(where))

    @property
    def wide(self) -> float:
        """The window's width (units)."""
        return self.pixels[0] / self.scale

    @property
    def high(self) -> float:
        """The window's height (units)."""
        return self.pixels[1] / self.scale

    @property
    def room(self) -> float:
        """What is left of the line (units)."""
        return imgui.get_content_region_avail().x / self.scale

    @property
    def room_below(self) -> float:
        """What is left of the panel (units)."""
        return imgui.get_content_region_avail().y / self.scale

    def is_covered(self, x: float, y: float) -> bool:
        """Tell whether a panel lies over a place on the screen (pixels)."""
        return any(left <= x < right and top <= y < bottom for left, top, right, bottom in self.covered)

    def letters(self, size: float) -> float:
        """Give how high letters of a size are: whole pixels, since otherwise the gaps between them come out uneven."""
        return max(round(size * self.scale), 6)

    def fired(self, action: Action) -> bool:
        """Tell whether the key of an action was pressed, and the action is open."""
        return (
            MEANINGS[action].where in self.open
            and bool(self.keys.chord(action))
            and self.keys.chord(action) in self.chords
        )

    # Where things are put.

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
        alpha: float = theme.CLEAR,
        padding: tuple[float, float] = (14, 12),
        back: str = theme.PANEL,
        border: bool = True,
        passes: bool = False,
    ) -> Iterator[None]:
        """Draw a panel; without a height it is as high as what is in it. One that `passes` lets the mouse through."""
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
        imgui.push_font(self.fonts.plain, self.letters(SIZE))
        try:
            yield
        finally:
            imgui.pop_font()
            corner, size = imgui.get_window_pos(), imgui.get_window_size()
            self.items[key] = (corner.x, corner.y, corner.x + size.x, corner.y + size.y)
            if not passes:
                self.covered.append(self.items[key])
            imgui.end()

    @contextmanager
    def overlay(self, key: str, width: float, height: float = 0, *, dim: float = 0.66) -> Iterator[None]:
        """Draw a panel in the middle, over all others, which are dimmed and get no mouse while it is there."""
        s = self.scale
        imgui.set_next_window_pos((0, 0))
        imgui.set_next_window_size(self.pixels)
        imgui.push_style_color(imgui.Col_.window_bg, theme.vector(theme.BACK, dim))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
        imgui.push_style_var(imgui.StyleVar_.window_rounding, 0.0)
        self.covered.append((0.0, 0.0, *self.pixels))
        imgui.begin_simple(f"{key}.dim", PLAIN_WINDOW | imgui.WindowFlags_.no_scroll_with_mouse)
        imgui.pop_style_var(2)
        imgui.pop_style_color()
        before = self.memory.get(f"{key}.high")
        high = height or (before if isinstance(before, float) else 300.0)
        try:
            top = max((self.high - high) / 2, 8)
            with self.card(key, (self.wide - width) / 2, top, width, height, padding=(24, 20), back=theme.PANEL):
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
        """Draw a part of a panel on a ground of its own, at a place on the screen (units)."""
        s = self.scale
        imgui.set_cursor_screen_pos((round(x * s), round(y * s)))
        imgui.push_style_color(imgui.Col_.child_bg, theme.vector(back, alpha))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (padding[0] * s, padding[1] * s))
        imgui.push_style_var(imgui.StyleVar_.child_rounding, theme.ROUND * s)
        imgui.push_style_var(imgui.StyleVar_.child_border_size, 1.0)
        flags = CARD
        if not height:
            flags |= imgui.ChildFlags_.auto_resize_y
        imgui.begin_child(key, (round(width * s), round(height * s)), flags, imgui.WindowFlags_.no_scrollbar)
        imgui.pop_style_var(3)
        imgui.pop_style_color()
        imgui.push_font(self.fonts.plain, self.letters(SIZE))
        try:
            yield
        finally:
            imgui.pop_font()
            corner, size = imgui.get_window_pos(), imgui.get_window_size()
            self.items[key] = (corner.x, corner.y, corner.x + size.x, corner.y + size.y)
            imgui.end_child()

    @contextmanager
    def scroll(self, key: str, width: float, height: float) -> Iterator[None]:
        """Put what follows into a part that scrolls; a height of 0 is all that is left, less than 0 all but that."""
        imgui.begin_child(key, (width * self.scale, height * self.scale), imgui.ChildFlags_.nav_flattened)
        try:
            yield
        finally:
            corner, size = imgui.get_window_pos(), imgui.get_window_size()
            self.items[key] = (corner.x, corner.y, corner.x + size.x, corner.y + size.y)
            imgui.end_child()

    def gap(self, height: float) -> None:
        """Leave room below, beyond what is left between lines anyway."""
        at = imgui.get_cursor_pos_y()
        imgui.set_cursor_pos_y(at + height * self.scale)

    def same(self, gap: float = 8) -> None:
        """Go on to the right of what was drawn last."""
        imgui.same_line(0, gap * self.scale)

    def go(self, x: float) -> None:
        """Go on at a place in the line (units from the panel's inner edge)."""
        imgui.set_cursor_pos_x(imgui.get_cursor_start_pos().x + x * self.scale)

    def rule(self, gap: float = 4) -> None:
        """Draw a thin line across."""
        self.gap(gap)
        at = imgui.get_cursor_screen_pos()
        width = imgui.get_content_region_avail().x
        imgui.get_window_draw_list().add_line((at.x, at.y), (at.x + width, at.y), colour(theme.EDGE, 0.5))
        self.gap(gap + 3)

    # What is read.

    def measure(self, text: str, size: float = SIZE, *, bold: bool = False) -> float:
        """Give the width of a line of text (units)."""
        return self._extent(text, size, bold)[0] / self.scale

    def _extent(self, text: str, size: float, bold: bool) -> tuple[float, float]:
        """Width and height of a line of text (pixels)."""
        letters = self.letters(size)
        key = (text, letters, bold)
        if key not in self.extents:
            if len(self.extents) > MOST_EXTENTS:
                self.extents.clear()
            imgui.push_font(self._font(bold), letters)
            extent = imgui.calc_text_size(text)
            imgui.pop_font()
            self.extents[key] = (extent.x, extent.y)
        return self.extents[key]

    def fitted(self, text: str, width: float, size: float = SIZE, *, bold: bool = False) -> str:
        """Cut a text that is too wide, with an ellipsis for the rest."""
        if self.measure(text, size, bold=bold) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.measure(text[:middle].rstrip() + "…", size, bold=bold) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"

    def text(
        self,
        text: str,
        size: float = SIZE,
        tone: str = theme.TEXT,
        *,
        bold: bool = False,
        wrap: bool = False,
        width: float = 0,
    ) -> None:
        """Write a text: in lines, or in one line that is cut where it would be wider than a width."""
        if wrap:
            self.spans(((text, tone),), size, width, bold=bold)
            return
        imgui.push_font(self._font(bold), self.letters(size))
        imgui.push_style_color(imgui.Col_.text, theme.vector(tone))
        shown = text if not width else self.fitted(text, width, size, bold=bold)
        imgui.text_unformatted(shown)
        imgui.pop_style_color()
        imgui.pop_font()
        if shown != text:
            self.tip(text)

    def label(self, text: str) -> None:
        """Write a small heading over what follows."""
        self.text(text.upper(), TINY, theme.FAINT, bold=True)

    def spans(
        self, spans: Sequence[Span], size: float = SIZE, width: float = 0, indent: float = 0, *, bold: bool = False
    ) -> None:
        """Write a text in several colours, in as many lines as it needs; all but the first begin with an indent."""
        s = self.scale
        room = (width or self.room) * s
        at = imgui.get_cursor_screen_pos()
        words, height = self.laid_out(spans, size, width or self.room, indent, bold=bold)
        if imgui.is_rect_visible((room, height)):
            draw, font, letters = imgui.get_window_draw_list(), self._font(bold), self.letters(size)
            for x, y, word, tone in words:
                draw.add_text(font, letters, (at.x + x, at.y + y), colour(tone), word)
        imgui.dummy((room, height))

    def laid_out(
        self, spans: Sequence[Span], size: float, width: float, indent: float = 0, *, bold: bool = False
    ) -> tuple[tuple[Word, ...], float]:
        """Give where each word of such a text comes to be, and how high it is (pixels)."""
        letters = self.letters(size)
        imgui.push_font(self._font(bold), letters)
        try:
            return _laid_out(tuple(spans), letters, bold, width * self.scale, indent * self.scale)
        finally:
            imgui.pop_font()

    def put(
        self,
        text: str,
        x: float,
        y: float,
        size: float = SIZE,
        tone: str = theme.TEXT,
        *,
        bold: bool = False,
        align: float = 0.0,
        alpha: float = 1.0,
    ) -> None:
        """Draw a text on the screen (pixels): `y` is its middle height, `x` its left edge or where `align` says."""
        font = self._font(bold)
        wide, high = self._extent(text, size, bold)
        draw = imgui.get_window_draw_list()
        corner = (round(x - wide * align), round(y - high / 2))
        draw.add_text(font, self.letters(size), corner, colour(tone, alpha), text)

    def badge(self, symbol: str, tone: str, size: float = 22) -> None:
        """Draw a boss's symbol in their colour, in the line."""
        at = imgui.get_cursor_screen_pos()
        side = size * self.scale
        self.badge_at(symbol, tone, at.x + side / 2, at.y + side / 2, size)
        imgui.dummy((side, side))

    def badge_at(self, symbol: str, tone: str, x: float, y: float, size: float = 22, *, alpha: float = 1.0) -> None:
        """Draw a boss's symbol at a place on the screen (pixels: its middle)."""
        draw = imgui.get_window_draw_list()
        draw.add_circle_filled((x, y), size * self.scale / 2, colour(tone, alpha))
        draw.add_circle((x, y), size * self.scale / 2, colour(theme.mixed(tone, "#ffffff", 0.35), alpha), 0, 1.0)
        if not draw_symbol(draw, symbol, x, y, size * self.scale * 0.27, colour("#ffffff", alpha)):
            self.put(symbol, x, y, size * 0.6, "#ffffff", bold=True, align=0.5, alpha=alpha)

    def cap_at(
        self, text: str, x: float, y: float, *, dark: bool = False, align: float = 1.0, alpha: float = 1.0
    ) -> None:
        """Draw a key's cap at a place on the screen (pixels: its right edge and middle height)."""
        s = self.scale
        wide = max(self.measure(text, TINY, bold=True) + 10, 19) * s
        left = x - wide * align
        draw = imgui.get_window_draw_list()
        ink = theme.ON_GOLD if dark else theme.SOFT
        box = ((left, y - 9 * s), (left + wide, y + 9 * s))
        draw.add_rect_filled(*box, colour("#000000", (0.12 if dark else 0.28) * alpha), 4 * s)
        draw.add_rect(*box, colour(ink, 0.45 * alpha), 4 * s)
        self.put(text, left + wide / 2, y, TINY, ink, bold=True, align=0.5, alpha=alpha)

    def cap_width(self, text: str) -> float:
        """Give the width of a key's cap (units)."""
        return max(self.measure(text, TINY, bold=True) + 10, 19) if text else 0

    def tip(self, text: str) -> None:
        """Tell more about what was drawn last, once the mouse rests on it."""
        if text and imgui.is_item_hovered(FOR_TIP):
            self.tooltip(text)

    def tooltip(self, text: str) -> None:
        """Show a text beside the mouse."""
        imgui.push_style_var(imgui.StyleVar_.window_padding, (10 * self.scale, 8 * self.scale))
        imgui.begin_tooltip()
        imgui.push_font(self.fonts.plain, self.letters(SMALL))
        imgui.push_text_wrap_pos(300 * self.scale)
        imgui.text_unformatted(text)
        imgui.pop_text_wrap_pos()
        imgui.pop_font()
        imgui.end_tooltip()
        imgui.pop_style_var()

    # What is pressed.

    def press(self, key: str, width: float, height: float, *, enabled: bool = True) -> Pressed:
        """Take the mouse over a part of the panel, which the caller then draws."""
        imgui.begin_disabled(not enabled)
        clicked = imgui.invisible_button(key, (max(width, 1) * self.scale, max(height, 1) * self.scale))
        imgui.end_disabled()
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        box = (low.x, low.y, high.x, high.y)
        self.items[key] = box
        hovered = enabled and (imgui.is_item_hovered() or (imgui.is_item_focused() and imgui.get_io().nav_visible))
        if enabled and imgui.is_item_hovered():
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        return Pressed(clicked and enabled, hovered, imgui.is_item_active(), box)

    def button(
        self,
        key: str,
        label: str,
        *,
        icon: str = "",
        about: str = "",
        action: Action | None = None,
        kind: Kind = "plain",
        width: float = 0,
        height: float = 0,
        enabled: bool = True,
        chosen: bool = False,
        centre: bool = False,
        tip: str = "",
    ) -> bool:
        """Draw a button, with the key of its action on it; tell whether it was pressed, by mouse or key.

        A width of 0 is what it needs, less than 0 all of the line. `about` is a second line in small letters.
        """
        s = self.scale
        cap = self.keys.chord(action) if action else ""
        beside = (SLOT + 6 if label else self.measure(icon)) if icon else 0
        behind = self.cap_width(cap) + 10 if cap and label else 0
        pad = 12 if label else 9
        needed = 2 * pad + beside + (self.measure(label, SIZE, bold=True) if label else 0) + behind
        width = needed if width == 0 else self.room if width < 0 else width
        height = height or (48 if about else 34)
        pressed = self.press(key, width, height, enabled=enabled)
        self._plate(pressed, kind, enabled=enabled, chosen=chosen)
        ink = _ink(kind, enabled=enabled, chosen=chosen)
        left, top, right, bottom = pressed.box
        middle = (top + bottom) / 2
        x = left + pad * s
        if label and centre:
            x = (left + right) / 2 - (needed / 2 - pad) * s
        if not label:
            x = (left + right) / 2 - beside * s / 2
        if icon:
            self.put(icon, x + (SLOT if label else beside) * s / 2, middle, SIZE, ink, align=0.5)
            x += beside * s
        room = (right - x) / s - behind - pad + 2
        upper = middle - 9 * s if about else middle
        if label:
            self.put(self.fitted(label, room, SIZE, bold=True), x, upper, SIZE, ink, bold=True)
        if about:
            soft = ink if kind == "gold" else theme.SOFT if enabled else theme.FAINT
            self.put(self.fitted(about, room, SMALL), x, middle + 9 * s, SMALL, soft, alpha=0.9)
        if cap and label:
            self.cap_at(cap, right - 9 * s, middle, dark=kind == "gold" and enabled, alpha=1.0 if enabled else 0.4)
        cut = label and self.measure(label, SIZE, bold=True) > room
        more = tip or (label if cut else "") or (f"{cap}" if cap and not label else "")
        self.tip(f"{tip} ({cap})" if tip and cap and not label else more)
        return pressed.clicked or (enabled and action is not None and self.fired(action))

    def segments(self, key: str, options: Sequence[tuple[V, str]], value: V, *, width: float = 0) -> V:
        """Draw options side by side, of which one is chosen; give the one that is chosen then."""
        s = self.scale
        needed = [self.measure(label, SMALL, bold=True) + 24 for _, label in options]
        width = sum(needed) + 4 if width == 0 else self.room if width < 0 else width
        share = (width - 4 - sum(needed)) / len(options)
        at = imgui.get_cursor_screen_pos()
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled((at.x, at.y), (at.x + width * s, at.y + 32 * s), colour(theme.BACK), 7 * s)
        imgui.dummy((2 * s, 32 * s))
        for n, (option, label) in enumerate(options):
            imgui.same_line(0, 0)
            pressed = self.press(f"{key}.{label}", needed[n] + share, 32)
            left, top, right, bottom = pressed.box
            box = ((left, top + 2 * s), (right, bottom - 2 * s))
            if option == value:
                draw.add_rect_filled(*box, colour(theme.RAISED), 5 * s)
                draw.add_rect(*box, colour(theme.GOLD, 0.45), 5 * s)
            elif pressed.hovered:
                draw.add_rect_filled(*box, colour(theme.FIELD), 5 * s)
            ink = theme.GOLD if option == value else theme.TEXT if pressed.hovered else theme.SOFT
            room = needed[n] + share - 8
            shown = self.fitted(label, room, SMALL, bold=True)
            self.put(shown, (left + right) / 2, (top + bottom) / 2, SMALL, ink, bold=True, align=0.5)
            if pressed.clicked:
                value = option
        return value

    def switch(self, key: str, value: bool, *, enabled: bool = True) -> bool:
        """Draw a switch; give how it stands then."""
        s = self.scale
        pressed = self.press(key, 42, 24, enabled=enabled)
        left, top, right, bottom = pressed.box
        draw = imgui.get_window_draw_list()
        back = theme.GOLD if value else theme.RAISED if pressed.hovered else theme.FIELD
        draw.add_rect_filled((left, top), (right, bottom), colour(back), 12 * s)
        x = right - 12 * s if value else left + 12 * s
        draw.add_circle_filled((x, (top + bottom) / 2), 8.5 * s, colour(theme.ON_GOLD if value else theme.SOFT))
        return value != pressed.clicked

    def slider(self, key: str, value: float, least: float, most: float, *, width: float, step: float = 0) -> float:
        """Draw a slider; give where it stands then."""
        s = self.scale
        pressed = self.press(key, width, 24)
        left, top, right, bottom = pressed.box
        inner, reach = left + 8 * s, right - left - 16 * s
        if pressed.active and imgui.is_mouse_down(0):
            share = min(max((imgui.get_mouse_pos().x - inner) / reach, 0.0), 1.0)
            value = least + share * (most - least)
        elif imgui.is_item_focused() and imgui.get_io().nav_visible:
            nudge = step or (most - least) / 20
            value += nudge * (imgui.is_key_pressed(imgui.Key.right_arrow) - imgui.is_key_pressed(imgui.Key.left_arrow))
        value = least + round((value - least) / step) * step if step else value
        value = min(max(value, least), most)
        middle = (top + bottom) / 2
        x = inner + reach * (value - least) / (most - least)
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled((inner, middle - 3 * s), (inner + reach, middle + 3 * s), colour(theme.BACK), 3 * s)
        draw.add_rect_filled((inner, middle - 3 * s), (x, middle + 3 * s), colour(theme.GOLD), 3 * s)
        knob = 9.5 if pressed.hovered or pressed.active else 8.5
        draw.add_circle_filled((x, middle), knob * s, colour(theme.TEXT))
        return value

    def dropdown(self, key: str, options: Sequence[tuple[V, str]], value: V, *, width: float) -> V:
        """Draw a field that opens into options; give the one that is chosen then."""
        s = self.scale
        labels = dict(options)
        pressed = self.press(key, width, 34)
        self._plate(pressed, "plain", enabled=True, chosen=False)
        left, top, right, bottom = pressed.box
        middle = (top + bottom) / 2
        self.put(self.fitted(labels.get(value, "–"), width - 40), left + 12 * s, middle)
        self.put(OPEN, right - 12 * s, middle, 10, theme.SOFT, align=1.0)
        if pressed.clicked:
            imgui.open_popup(f"{key}.open")
        imgui.set_next_window_pos((left, bottom + 4 * s))
        imgui.set_next_window_size_constraints((right - left, 0), (right - left, 300 * s))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (5 * s, 5 * s))
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (0, 2 * s))
        if imgui.begin_popup(f"{key}.open"):
            imgui.push_font(self.fonts.plain, self.letters(SIZE))
            for option, label in options:
                chosen = self.press(f"{key}.{label}", self.room, 30)
                if chosen.hovered or option == value:
                    tone = theme.RAISED if chosen.hovered else theme.FIELD
                    draw = imgui.get_window_draw_list()
                    draw.add_rect_filled(chosen.box[:2], chosen.box[2:], colour(tone), 5 * s)
                ink = theme.GOLD if option == value else theme.TEXT
                shown = self.fitted(label, self.room - 18)
                self.put(shown, chosen.box[0] + 9 * s, (chosen.box[1] + chosen.box[3]) / 2, SIZE, ink)
                if chosen.clicked:
                    value = option
                    imgui.close_current_popup()
            imgui.pop_font()
            imgui.end_popup()
        imgui.pop_style_var(2)
        return value

    def entry(self, key: str, value: str, *, width: float, hint: str = "", most: int = 40) -> str:
        """Draw a field to write in; give what stands in it then, without line breaks and not too long."""
        imgui.set_next_item_width(width * self.scale)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (11 * self.scale, 9 * self.scale))
        imgui.push_font(self.fonts.plain, self.letters(SIZE))
        _, written = imgui.input_text_with_hint(f"##{key}", hint, value)
        imgui.pop_font()
        imgui.pop_style_var()
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.items[key] = (low.x, low.y, high.x, high.y)
        return "".join(c for c in written if c.isprintable())[:most]

    def _font(self, bold: bool) -> imgui.ImFont:
        return self.fonts.bold if bold else self.fonts.plain

    def _plate(self, pressed: Pressed, kind: Kind, *, enabled: bool, chosen: bool) -> None:
        draw = imgui.get_window_draw_list()
        low, high = pressed.box[:2], pressed.box[2:]
        round_ = theme.ROUND_SMALL * self.scale
        lit = pressed.hovered
        tone = {"plain": theme.FIELD, "gold": theme.GOLD, "ghost": theme.FIELD, "danger": "#8c3a22"}[kind]
        if lit:
            tone = theme.mixed(tone, "#ffffff", 0.22 if kind == "gold" else 0.1)
        if pressed.active and lit:
            tone = theme.mixed(tone, "#000000", 0.2)
        if kind != "ghost" or lit or chosen:
            draw.add_rect_filled(low, high, colour(tone, 1.0 if enabled else 0.35), round_)
        if kind == "gold" and enabled:  # a lit upper edge
            draw.add_line(
                (low[0] + round_, low[1] + 1), (high[0] - round_, low[1] + 1), colour("#ffffff", 0.35), self.scale
            )
        if chosen:
            draw.add_rect(low, high, colour(theme.GOLD), round_, 1.5 * self.scale)
        elif kind == "plain" and enabled:
            draw.add_rect(low, high, colour(theme.EDGE, 0.6), round_)


@lru_cache(maxsize=4096)
def _laid_out(
    spans: tuple[Span, ...], letters: float, bold: bool, room: float, indent: float
) -> tuple[tuple[Word, ...], float]:
    """Break a text into lines, in the letters that are set: so many pixels high, bold or not."""
    line = round(letters * 1.28)
    blank = imgui.calc_text_size(" ").x
    words: list[Word] = []
    x, y = 0.0, 0.0
    for text, tone in spans:
        for n, word in enumerate(text.split(" ")):
            if n:
                x += blank
            if not word:
                continue
            wide = imgui.calc_text_size(word).x
            if x > indent and x + wide > room:
                x, y = indent, y + line
            words.append((round(x), y, word, tone))
            x += wide
    return tuple(words), y + line


def _ink(kind: Kind, *, enabled: bool, chosen: bool) -> str:
    if not enabled:
        return theme.FAINT
    if kind == "gold":
        return theme.ON_GOLD
    return theme.GOLD if chosen else theme.TEXT
