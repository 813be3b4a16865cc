"""The panel with the question to a player, and its options as buttons."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from imgui_bundle import imgui

from riotsim.viewer.input.keys import CHOICES, Action
from riotsim.viewer.ui.commands import ChooseOption, Confirm, HighlightPieces, PreviewOption, UiCommand, Undo
from riotsim.viewer.ui.models import Choice, Prompt
from riotsim.viewer.ui.panels.turn import clause_badge, stripe
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import ABOUT_LINE, Kind, Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.text import capitalized
from riotsim.viewer.ui.widgets.theme import light

MOST_BESIDE_ABOUT = 90.0
"""Greatest width that the text on a choice's button loses to padding, icon and key (panel units)."""

VARIANTS_HEADING, VARIANT_HEIGHT = 20.0, 30.0
"""Height of the heading above the variants of a choice, and height of a variant's button (panel units)."""

KEYS_HEIGHT = 28.0
"""Height of the button that makes the number keys choose the next options of a long list (panel units)."""

KEYS_TIP = "Moves the number keys on to the next options"

BACK_HEIGHT = 24.0
"""Height of the Back button, which leads back to the previous choice (panel units)."""

BACK_TIP = "Back to the choice before, as with Undo"

ROW_HEIGHT, ROW_GAP = 32.0, 6.0
"""Height of the options that stand in rows above the list, and the space between two options of a row (panel units)."""


def ask_panel(
    ui: Ui,
    ask: Prompt,
    x: float,
    y: float,
    width: float,
    most: float,
    *,
    named: bool = False,
    tint: float = 0.0,
    spare: float = 0.0,
    least_spare: float = 0.0,
) -> list[UiCommand]:
    """Draw a question, its reason, and its options as buttons.

    Args:
        ui: The controls of the frame that is being drawn.
        ask: The question.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        most: Largest height (panel units). The options scroll if they need more.
        named: Whether to name the player who is asked.
        tint: The share of the asked player's colour in the background of the panel, from 0 to 1.
        spare: The part of `most` to keep free below the panel (panel units).
        least_spare: The part of `most` to keep free below the panel if the options would scroll with `spare`, but not
            with this (panel units).

    Returns:
        The user's commands, from the buttons that were pressed and from the option under the mouse.
    """
    commands: list[UiCommand] = []
    back = theme.mixed(theme.PANEL, ask.seat.colour, tint)
    with ui.frame.panel("ask", x, y, width, back=back):
        stripe(ui, ask.seat.colour)
        imgui.begin_group()
        whose = [(f"{ask.seat.name}: ", light(ask.seat.colour))] if named else []
        ui.text.spans([*whose, (ask.title, theme.TEXT)], 17, bold=True)
        if ask.why:
            ui.frame.gap(-3)
            ui.text.write(ask.why, SMALL, theme.SOFT, wrap=True)
        if ask.clause:
            commands += clause_badge(ui, ask.clause, ask.clause_text)
        if ask.can_go_back:
            if ask.clause:
                ui.frame.same_line(8)
            if ui.button("back", "Back", action=Action.BACK, kind="ghost", height=BACK_HEIGHT, tip=BACK_TIP):
                commands.append(Undo())
        imgui.end_group()
        if ask.rows:
            ui.frame.gap(4)
            commands += _rows(ui, ask)
        if ask.choices:
            ui.frame.gap(-3 if ask.rows else 4)
            commands += _choices(ui, ask, most, spare, least_spare)
        if hint := _hint(ask):
            ui.frame.gap(2)
            ui.text.spans([(f"{fonts.AIM} ", theme.GOLD), (capitalized(hint), theme.SOFT)], SMALL, 0, 18)
        if ask.confirm:
            ui.frame.gap(3)
            kind: Kind = "gold" if ask.confirm_glows else "plain"
            if ui.button(
                "confirm", ask.confirm, kind=kind, action=Action.CONFIRM, width=-1, height=40, enabled=ask.ready
            ):
                commands.append(Confirm(ask.seat.name))
    return commands


def _rows(ui: Ui, ask: Prompt) -> list[UiCommand]:
    """Draw `ask.rows`, the options above the list of options. Return the commands of those that were pressed."""
    commands: list[UiCommand] = []
    for row in ask.rows:
        wide = (ui.width_left - ROW_GAP * (len(row) - 1)) / len(row)
        for n, choice in enumerate(row):
            if n:
                ui.frame.same_line(ROW_GAP)
            if ui.button(
                f"choice.{choice.key}",
                choice.label,
                icon=fonts.ICONS[choice.icon] if choice.icon else "",
                action=choice.action,
                width=wide,
                height=ROW_HEIGHT,
                tip=capitalized(choice.about),
            ):
                commands.append(ChooseOption(ask.seat.name, choice.key))
    return commands


def _choices(ui: Ui, ask: Prompt, most: float, spare: float, least_spare: float) -> list[UiCommand]:
    """Draw the list of options, and return the user's commands. The arguments are those of `ask_panel`.

    If there is too little room, these steps are tried one by one, until the list fits:

    1. The reasons of refused options move into tooltips.
    2. The second lines of all options move into tooltips. A list with variants skips this step.
    3. `least_spare` is kept free instead of `spare`. If this isn't enough, steps 1 and 2 are tried again.
    4. The list scrolls.
    """
    numbers = _numbers(ask)
    begin, turned = _first_with_key(ui, ask, numbers)
    keys = {place: CHOICES[number - begin] for place, number in numbers.items() if 0 <= number - begin < len(CHOICES)}
    first = min((number for number in numbers.values() if number >= begin), default=begin)
    entries = [list(entry) for _, entry in groupby(enumerate(ask.choices), lambda one: one[1].group or one[0])]
    heights = [_entry_height(ui, [choice for _, choice in entry]) + 7 for entry in entries]
    saved = sum(high - 43 for high, entry in zip(heights, entries, strict=True) if entry[0][1].refused)
    used = (imgui.get_cursor_pos_y() - imgui.get_scroll_y()) / ui.scale
    more = _hint_height(ui, _hint(ask)) + (54 if ask.confirm else 0)
    below = 20 + more if more else 13
    needed = sum(heights) - (0 if more else 7)  # what follows is 7 below the last option
    commands: list[UiCommand] = []
    for room in (most - spare - used - below, max(most - least_spare - used - below, 110)):
        if needed - saved <= room:
            for entry in entries:
                commands += _entry(ui, ask, entry, keys, short_refusals=needed > room)
            return commands
        high = min(room / max(len(heights), 1) - 7, 36)
        if high >= VARIANT_HEIGHT and not any(choice.group for choice in ask.choices):
            for n, choice in enumerate(ask.choices):  # there is room for the labels: tooltips have the rest
                commands += _choice(ui, ask, n, choice, keys, high, is_short=True)
            return commands
    question = _question(ask)
    if ui.frame.memory.get("question") != question:  # the list of another question begins at its top
        imgui.set_next_window_scroll((0, 0))
    ui.frame.memory["question"] = question
    with ui.frame.scroll("choices", 0, max(most - spare - used - below, 110)):
        for entry in entries:
            if turned and any(numbers.get(place) == first for place, _ in entry):
                imgui.set_scroll_here_y(0.0)
            commands += _entry(ui, ask, entry, keys)
    return commands


@dataclass(frozen=True, slots=True)
class _Keys:
    """A record of the options with number keys, for a question with more options than number keys."""

    question: tuple[int, str, str]
    """The question of the options, as `_question` returns it."""
    begin: int
    """Number of the first option that has a number key, from 0."""


def _question(ask: Prompt) -> tuple[int, str, str]:
    """Return values that are different for different questions: number, player and title."""
    return (ask.number, ask.seat.name, ask.title)


def _numbers(ask: Prompt) -> Mapping[int, int]:
    """Return the number of each option that can be chosen, by the option's index in the list.

    The number decides which number key chooses the option. Numbers count from 0.
    """
    able = ((place, choice) for place, choice in enumerate(ask.choices) if not choice.refused)
    return {place: place if choice.number is None else choice.number for place, choice in able}


def _first_with_key(ui: Ui, ask: Prompt, numbers: Mapping[int, int]) -> tuple[int, bool]:
    """Draw a button that assigns the number keys to the next options, if there are more options than keys.

    Returns:
        The number of the first option with a number key, from 0, and whether the button was pressed just now.
    """
    count, fit = max(numbers.values(), default=-1) + 1, len(CHOICES)
    if count <= fit:
        return 0, False
    question = _question(ask)
    kept = ui.frame.memory.get("number keys")
    begin = kept.begin if isinstance(kept, _Keys) and kept.question == question and kept.begin < count else 0
    label = f"Keys 1–{fit}: options {begin + 1} to {min(begin + fit, count)} of {count}"
    turned = ui.button("choices.next", label, action=Action.NEXT_CHOICES, width=-1, height=KEYS_HEIGHT, tip=KEYS_TIP)
    if turned:
        begin = (begin + fit) % (-(-count // fit) * fit)
    ui.frame.memory["number keys"] = _Keys(question, begin)
    return begin, turned


def _hint(ask: Prompt) -> str:
    """Return the hint below the options. Return an empty text if the hint only repeats the text of an option."""
    told = {f"{one.label}: {one.about}" if one.about else one.label for one in ask.choices}
    return "" if ask.hint in told else ask.hint


def _hint_height(ui: Ui, hint: str) -> float:
    """Return the height of the hint below the options (panel units)."""
    lines = math.ceil((ui.text.measure(f"{fonts.AIM} {hint}", SMALL) + 10) / ui.width_left)
    return 12 + 18 * lines if hint else 0


def _entry_height(ui: Ui, entry: list[Choice]) -> float:
    """Return the height of an entry in the list of choices (panel units). `_entry` says what an entry is."""
    if entry[0].group:
        return VARIANTS_HEADING + (VARIANT_HEIGHT + 3) * len(entry)
    about = entry[0].refused or entry[0].about
    narrow = ui.width_left - MOST_BESIDE_ABOUT
    return 36 if not about else 48 + ABOUT_LINE * (ui.text.measure(about, SMALL) > narrow)


def _entry(
    ui: Ui, ask: Prompt, entry: list[tuple[int, Choice]], keys: Mapping[int, Action], *, short_refusals: bool = False
) -> list[UiCommand]:
    """Draw an entry in the list of choices, and return the user's commands.

    An entry is a choice, or all variants of a choice below a heading.

    Args:
        ui: The controls of the frame that is being drawn.
        ask: The question.
        entry: The choices of the entry, each with its index in the list.
        keys: The keyboard action of each choice that has one, by the choice's index.
        short_refusals: Whether the reason for a refusal stands in a tooltip instead of on the choice's button. For
            variants it always stands on the button.
    """
    (place, first), *_ = entry
    if not first.group:
        return _choice(ui, ask, place, first, keys, is_short=short_refusals and bool(first.refused))
    commands: list[UiCommand] = []
    ui.text.write(first.group[0], bold=True)
    ui.frame.gap(-4)
    for place, choice in entry:
        commands += _choice(ui, ask, place, choice, keys, VARIANT_HEIGHT)
        ui.frame.gap(-4)
    ui.frame.gap(4)
    # ImGui refuses a panel that ends with a gap: what has no size is added, and the space that ImGui puts below it is
    # taken away again, with a pixel more because ImGui rounds down.
    end = imgui.get_cursor_pos_y()
    imgui.dummy((0, 0))
    imgui.set_cursor_pos_y(end - 1)
    return commands


def _choice(
    ui: Ui,
    ask: Prompt,
    place: int,
    choice: Choice,
    keys: Mapping[int, Action],
    height: float = 36,
    *,
    is_short: bool = False,
) -> list[UiCommand]:
    """Draw the button of a choice, and return the user's commands.

    The button has a label, and a second line below the label. If the choice is refused, the second line gives the
    reason. If not, it gives the description.

    A short button has no second line. The tooltip gives the reason or the description instead. If there is room, a
    description also stands beside the label. If only its part before a bracket fits there, only this part stands there.

    Args:
        ui: The controls of the frame that is being drawn.
        ask: The question.
        place: The choice's index in the list.
        choice: The choice.
        keys: The keyboard action of each choice that has one, by the choice's index.
        height: Height of a button with only one line (panel units).
        is_short: Whether the button is short, with only one line.
    """
    action, about = keys.get(place), choice.refused or choice.about
    asides = (about, about.partition(" (")[0]) if is_short and not choice.refused else ()
    tips = (capitalized(about) if is_short else "", capitalized(choice.tip))
    pressed = ui.button(
        f"choice.{choice.key}",
        choice.label,
        icon=fonts.ICONS.get(choice.icon, ""),
        about="" if is_short else about,
        asides=asides,
        action=action,
        width=-1,
        height=0 if about and not is_short else height,
        enabled=not choice.refused,
        kind="gold" if choice.glows else "plain",
        tip="\n".join(filter(None, tips)),
    )
    chosen = ChooseOption(ask.seat.name, choice.key, up_to=imgui.get_io().key_shift)
    commands: list[UiCommand] = [chosen] if pressed else []
    if choice.pieces and imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
        commands.append(HighlightPieces(choice.pieces))
    if choice.previews and imgui.is_item_hovered():
        commands.append(PreviewOption(choice.key))
    return commands
