"""The controls of panels: buttons, switches, sliders and fields."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Action, Scope
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.drawn import Box
from riotsim.viewer.ui.widgets.fonts import OPEN, SMALL, TEXT_SIZE, TINIEST, TINY
from riotsim.viewer.ui.widgets.layout import Frame
from riotsim.viewer.ui.widgets.text import TextPainter
from riotsim.viewer.ui.widgets.theme import colour

V = TypeVar("V")

Kind: TypeAlias = Literal["plain", "gold", "ghost", "danger"]

ICON_WIDTH = 20.0
"""Width of the space for the icon of a button with a label (panel units).

It is the same for all icons, so that the labels of buttons below each other are aligned.
"""

ABOUT_LINE = 15.0
"""Distance between the two lines of small text on a button (panel units)."""

ASIDE_GAP = 8.0
"""Gap between a button's label and the small text on the right of the label (panel units)."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The state in this frame of an item, such as a button, and the item's place.

    - `clicked`: True if the item was clicked in this frame.
    - `hovered`: True if the mouse is on the item, or if the item was selected by keys.
    - `active`: True from the moment when the mouse or a key presses the item, until it is released.
    - `box`: The place of the item.
    """

    clicked: bool
    hovered: bool
    active: bool
    box: Box


class Ui:
    """The controls for drawing panels in one frame. `Gui.frame` yields them."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        """The frame, which lays out panels. It also has the pressed keys and the places of items."""
        self.text = TextPainter(frame)
        """The painter of all text in the frame."""

    def with_scopes(self, *scopes: Scope) -> "Ui":
        """Return controls for the same frame that react only to the keys of actions in the given scopes."""
        return Ui(self.frame.with_scopes(*scopes))

    @property
    def scale(self) -> float:
        """Pixels per panel unit."""
        return self.frame.scale

    @property
    def pixels(self) -> tuple[float, float]:
        """The window's width and height (pixels)."""
        return self.frame.pixels

    @property
    def window_width(self) -> float:
        """The window's width (panel units)."""
        return self.frame.window_width

    @property
    def window_height(self) -> float:
        """The window's height (panel units)."""
        return self.frame.window_height

    @property
    def width_left(self) -> float:
        """The width left on the current line (panel units)."""
        return self.frame.width_left

    def press_area(self, key: str, width: float, height: float, *, enabled: bool = True) -> Pressed:
        """Add an invisible item that reacts to the mouse and the keyboard, and return its state.

        The caller draws what the user sees of the item.

        Args:
            key: The item's key in `Frame.items`.
            width: Width (panel units).
            height: Height (panel units).
            enabled: Whether the item reacts.
        """
        size = (max(width, 1) * self.scale, max(height, 1) * self.scale)
        if enabled:
            clicked = imgui.invisible_button(key, size, imgui.ButtonFlags_.enable_nav)  # so that arrow keys reach it
        else:
            imgui.begin_disabled()
            clicked = imgui.invisible_button(key, size) and False
            imgui.end_disabled()
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        box = (low.x, low.y, high.x, high.y)
        self.frame.items[key] = box
        over = enabled and imgui.is_item_hovered()
        if over:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        hovered = over or (enabled and imgui.is_item_focused() and imgui.get_io().nav_visible)
        return Pressed(clicked, hovered, imgui.is_item_active(), box)

    def button(
        self,
        key: str,
        label: str,
        *,
        icon: str = "",
        about: str = "",
        asides: Sequence[str] = (),
        action: Action | None = None,
        kind: Kind = "plain",
        width: float = 0,
        height: float = 0,
        enabled: bool = True,
        chosen: bool = False,
        centre: bool = False,
        tip: str = "",
    ) -> bool:
        """Draw a button, and return whether it was pressed by the mouse or by its action's key.

        Args:
            key: The button's key in `Frame.items`.
            label: The text on the button; empty for a button with an icon only.
            icon: A character of the icon font; empty for a button without an icon.
            about: A text in small letters below the label; empty for none. It may take two lines if `height` is 0.
            asides: Texts in small letters. The first one that fits on the right of the label is drawn there.
            action: The action whose key also presses the button, or None.
            kind: The look of the button.
            width: The button's width (panel units); 0 for the width that it needs, below 0 for the rest of the line.
            height: The button's height (panel units); 0 for the standard height.
            enabled: Whether the button can be pressed.
            chosen: Whether the button is drawn as selected.
            centre: Whether the label is centred.
            tip: The tooltip. If it is empty and the label is cut off, the tooltip is the full label. If the button has
                only an icon, the tooltip also names the action's key.
        """
        s = self.scale
        cap = self.frame.keys.chord(action) if action else ""
        beside = (ICON_WIDTH + 6 if label else self.text.measure(icon)) if icon else 0
        behind = self.text.key_cap_width(cap) + 10 if cap and label else 0
        pad = 12 if label else 9
        needed = 2 * pad + beside + (self.text.measure(label, TEXT_SIZE, bold=True) if label else 0) + behind
        width = needed if width == 0 else self.width_left if width < 0 else width
        room = width - 2 * pad - beside - behind + 2
        soft_lines = () if not about else self.text.in_two_lines(about, room, SMALL)
        if height:
            soft_lines = tuple(self.text.fitted(about, room, SMALL) for _ in soft_lines[:1])
        height = height or (34, 48, 48 + ABOUT_LINE)[len(soft_lines)]
        pressed = self.press_area(key, width, height, enabled=enabled)
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
            self.text.draw_at(icon, x + (ICON_WIDTH if label else beside) * s / 2, middle, TEXT_SIZE, ink, align=0.5)
            x += beside * s
        if centre:
            room = (right - x) / s - behind - pad + 2
        upper = middle - (9 * s if about else 0) - ABOUT_LINE / 2 * s * (len(soft_lines) == 2)
        if label:
            self.text.draw_at(self.text.fitted(label, room, TEXT_SIZE, bold=True), x, upper, TEXT_SIZE, ink, bold=True)
        soft = ink if kind == "gold" else theme.SOFT if enabled else theme.FAINT
        wide = self.text.measure(label, TEXT_SIZE, bold=True) + ASIDE_GAP
        if aside := next((one for one in asides if wide + self.text.measure(one, SMALL) <= room), ""):
            self.text.draw_at(aside, x + wide * s, upper, SMALL, soft, alpha=0.9)
        if about:
            for n, line in enumerate(soft_lines):
                self.text.draw_at(line, x, upper + (18 + n * ABOUT_LINE) * s, SMALL, soft, alpha=0.9)
        if cap and label:
            self.text.key_cap(
                cap, right - 9 * s, middle, dark=kind == "gold" and enabled, alpha=1.0 if enabled else 0.4
            )
        cut = label and self.text.measure(label, TEXT_SIZE, bold=True) > room
        more = tip or (label if cut else "") or (f"{cap}" if cap and not label else "")
        self.text.tip(f"{tip} ({cap})" if tip and cap and not label else more)
        return pressed.clicked or (enabled and action is not None and self.frame.action_pressed(action))

    def segments(self, key: str, options: Sequence[tuple[V, str]], value: V, *, width: float = 0) -> V:
        """Draw options side by side. The user can select one of them. Return the selected option.

        Args:
            key: Key of the control. An option's key in `Frame.items` is this key, a dot, and the option's label.
            options: Pairs of an option and its label.
            value: The option that is selected now.
            width: Width (panel units); 0 for the width that the options need, below 0 for the rest of the line.
        """
        s = self.scale
        needed = [self.text.measure(label, SMALL, bold=True) + 24 for _, label in options]
        width = sum(needed) + 4 if width == 0 else self.width_left if width < 0 else width
        share = (width - 4 - sum(needed)) / len(options)
        at = imgui.get_cursor_screen_pos()
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled((at.x, at.y), (at.x + width * s, at.y + 32 * s), colour(theme.BACK), 7 * s)
        imgui.dummy((2 * s, 32 * s))
        for n, (option, label) in enumerate(options):
            imgui.same_line(0, 0)
            pressed = self.press_area(f"{key}.{label}", needed[n] + share, 32)
            left, top, right, bottom = pressed.box
            box = ((left, top + 2 * s), (right, bottom - 2 * s))
            if option == value:
                draw.add_rect_filled(*box, colour(theme.RAISED), 5 * s)
                draw.add_rect(*box, colour(theme.GOLD, 0.45), 5 * s)
            elif pressed.hovered:
                draw.add_rect_filled(*box, colour(theme.FIELD), 5 * s)
            ink = theme.GOLD if option == value else theme.TEXT if pressed.hovered else theme.SOFT
            room = needed[n] + share - 8
            shown = self.text.fitted(label, room, SMALL, bold=True)
            self.text.draw_at(shown, (left + right) / 2, (top + bottom) / 2, SMALL, ink, bold=True, align=0.5)
            if pressed.clicked:
                value = option
        return value

    def switch(self, key: str, value: bool, *, enabled: bool = True) -> bool:
        """Draw a switch, and return its new state. `key` is the switch's key in `Frame.items`."""
        s = self.scale
        pressed = self.press_area(key, 42, 24, enabled=enabled)
        left, top, right, bottom = pressed.box
        draw = imgui.get_window_draw_list()
        back = theme.GOLD if value else theme.RAISED if pressed.hovered else theme.FIELD
        draw.add_rect_filled((left, top), (right, bottom), colour(back), 12 * s)
        x = right - 12 * s if value else left + 12 * s
        draw.add_circle_filled((x, (top + bottom) / 2), 8.5 * s, colour(theme.ON_GOLD if value else theme.SOFT))
        return value != pressed.clicked

    def slider(self, key: str, value: float, least: float, most: float, *, width: float, step: float = 0) -> float:
        """Draw a slider, and return its new value.

        Args:
            key: The slider's key in `Frame.items`.
            value: The slider's value now.
            least: Value at the left end.
            most: Value at the right end.
            width: Width (panel units).
            step: Distance between neighbouring values that can be selected. The lowest of these values is `least`. If
                `step` is 0, all values can be selected.
        """
        s = self.scale
        pressed = self.press_area(key, width, 24)
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

    def dropdown(self, key: str, options: Sequence[tuple[V, str]], value: V, *, width: float, tip: str = "") -> V:
        """Draw a field that opens a list of options, and return the selected option.

        Args:
            key: The field's key in `Frame.items`. An option's key is the field's key, a dot, and the option's label.
            options: Pairs of an option and its label.
            value: The option that is selected now.
            width: Width (panel units).
            tip: The field's tooltip. If the label in the field is cut off, the full label is the tooltip instead.
        """
        s = self.scale
        labels = dict(options)
        pressed = self.press_area(key, width, 34)
        self._plate(pressed, "plain", enabled=True, chosen=False)
        left, top, right, bottom = pressed.box
        middle = (top + bottom) / 2
        label = labels.get(value, "–")
        size = self.text.fitting_size(label, width - 36, (TEXT_SIZE, SMALL, TINY, TINIEST))
        shown = self.text.fitted(label, width - 36, size)
        self.text.draw_at(shown, left + 12 * s, middle, size)
        self.text.tip(tip if shown == label else label)
        self.text.draw_at(OPEN, right - 12 * s, middle, 10, theme.SOFT, align=1.0)
        if pressed.clicked:
            imgui.open_popup(f"{key}.open")
        imgui.set_next_window_pos((left, bottom + 4 * s))
        imgui.set_next_window_size_constraints((right - left, 0), (right - left, 300 * s))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (5 * s, 5 * s))
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (0, 2 * s))
        if imgui.begin_popup(f"{key}.open"):
            imgui.push_font(self.frame.fonts.plain, self.frame.pixel_size(TEXT_SIZE))
            for option, label in options:
                chosen = self.press_area(f"{key}.{label}", self.width_left, 30)
                if chosen.hovered or option == value:
                    tone = theme.RAISED if chosen.hovered else theme.FIELD
                    draw = imgui.get_window_draw_list()
                    draw.add_rect_filled(chosen.box[:2], chosen.box[2:], colour(tone), 5 * s)
                ink = theme.GOLD if option == value else theme.TEXT
                shown = self.text.fitted(label, self.width_left - 18)
                self.text.draw_at(shown, chosen.box[0] + 9 * s, (chosen.box[1] + chosen.box[3]) / 2, TEXT_SIZE, ink)
                if chosen.clicked:
                    value = option
                    imgui.close_current_popup()
            imgui.pop_font()
            imgui.end_popup()
        imgui.pop_style_var(2)
        return value

    def entry(self, key: str, value: str, *, width: float, hint: str = "", most: int = 40) -> str:
        """Draw a text field, and return its new text.

        Args:
            key: The field's key in `Frame.items`.
            value: The field's text now.
            width: Width (panel units).
            hint: Text that is shown while the field is empty.
            most: Largest number of characters. Further characters, and characters that can't be printed, are removed.
        """
        imgui.set_next_item_width(width * self.scale)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (11 * self.scale, 9 * self.scale))
        imgui.push_font(self.frame.fonts.plain, self.frame.pixel_size(TEXT_SIZE))
        _, written = imgui.input_text_with_hint(f"##{key}", hint, value)
        imgui.pop_font()
        imgui.pop_style_var()
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.frame.items[key] = (low.x, low.y, high.x, high.y)
        if self.frame.drawn is not None and not value:
            cut = hint if self.text.measure(hint) > width - 22 else ""
            self.frame.drawn.add_text(hint, (low.x, low.y, high.x, high.y), whole=cut)
        return "".join(c for c in written if c.isprintable())[:most]

    def _plate(self, pressed: Pressed, kind: Kind, *, enabled: bool, chosen: bool) -> None:
        draw = imgui.get_window_draw_list()
        low, high = pressed.box[:2], pressed.box[2:]
        round_ = theme.SMALL_CORNER * self.scale
        lit = pressed.hovered
        tone = {"plain": theme.FIELD, "gold": theme.GOLD, "ghost": theme.FIELD, "danger": "#8c3a22"}[kind]
        if lit:
            tone = theme.mixed(tone, "#ffffff", 0.22 if kind == "gold" else 0.1)
        if pressed.active and lit:
            tone = theme.mixed(tone, "#000000", 0.2)
        if kind != "ghost" or lit or chosen:
            draw.add_rect_filled(low, high, colour(tone, 1.0 if enabled else 0.35), round_)
        if kind == "gold" and enabled:  # a highlight at the upper edge
            draw.add_line(
                (low[0] + round_, low[1] + 1), (high[0] - round_, low[1] + 1), colour("#ffffff", 0.35), self.scale
            )
        if chosen:
            draw.add_rect(low, high, colour(theme.GOLD), round_, 1.5 * self.scale)
        elif kind == "plain" and enabled:
            draw.add_rect(low, high, colour(theme.EDGE, 0.6), round_)


def _ink(kind: Kind, *, enabled: bool, chosen: bool) -> str:
    if not enabled:
        return theme.FAINT
    if kind == "gold":
        return theme.ON_GOLD
    return theme.GOLD if chosen else theme.TEXT
