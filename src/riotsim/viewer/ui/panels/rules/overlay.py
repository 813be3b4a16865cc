"""The rules page, drawn over everything else: a search field, a list of sections, and the text of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Action, Scope
from riotsim.viewer.ui.commands import CloseRules, OpenRules, SearchRules, UiCommand
from riotsim.viewer.ui.panels.rules.blocks import BlockPainter
from riotsim.viewer.ui.rules_model import RulesModel, Section, search_tokens
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TINY
from riotsim.viewer.ui.widgets.theme import colour

MAX_WIDTH, MAX_HEIGHT = 1040.0, 860.0
"""Largest width and height of the page (panel units)."""

SIDE_WIDTH, SIDE_GAP = 200.0, 18.0
"""Width of the list of sections, and the gap between the list and the text (panel units)."""

LINE: Final = 44.0
"""Distance that an arrow key scrolls (panel units)."""

PAGE_SHARE: Final = 0.85
"""Distance that a page key scrolls, as a fraction of the height of the visible text."""

NEAR_TOP: Final = 40.0
"""Distance from the upper edge of the visible text down to where a section counts as reached (panel units).

A section is reached if its heading is at this distance or higher. Of the sections that are reached, the last one is
marked as the current section.
"""

MEMORY_KEY: Final = "rules"
"""Key of `_Shown` in `Frame.memory`."""


@dataclass(slots=True)
class _Shown:
    """The state that the page keeps from frame to frame."""

    visit: int = -1
    query: str = ""
    settles: int = 0
    """The text must still be scrolled to `goal` in this number of frames."""
    places: dict[str, float] = field(default_factory=dict)
    """Distance from the start of the text to the upper edge of each section and clause, by title or id (pixels)."""
    scroll: float = 0.0
    """Scroll position of the text (pixels)."""
    goal: str = ""
    """The section or clause to scroll to; empty for the start of the text."""


def rules_overlay(ui: Ui, model: RulesModel) -> list[UiCommand]:
    """Draw the rules page over everything else, and return the user's commands."""
    ui = ui.with_scopes(Scope.ALWAYS)
    shown = ui.frame.memory.setdefault(MEMORY_KEY, _Shown())
    assert isinstance(shown, _Shown)
    begins = shown.visit != model.visit
    if begins:
        shown.visit, shown.goal, shown.settles, shown.scroll = model.visit, model.clause, 2, 0.0
    elif shown.query != model.query:
        shown.goal, shown.settles, shown.scroll = "", 1, 0.0
    shown.query = model.query
    commands: list[UiCommand] = []
    width, height = min(MAX_WIDTH, ui.window_width - 40), min(MAX_HEIGHT, ui.window_height - 32)
    found = model.page.searched(model.query)
    with ui.frame.overlay("rules", width, height):
        commands += _head(ui, model)
        ui.frame.gap(6)
        commands += _search(ui, model, found, begins=begins)
        ui.frame.gap(8)
        top = imgui.get_cursor_screen_pos()
        with ui.frame.scroll("rules.sections", SIDE_WIDTH, 0):
            _sections(ui, found, shown, searched=bool(model.query.strip()))
        imgui.set_cursor_screen_pos((top.x + (SIDE_WIDTH + SIDE_GAP) * ui.scale, top.y))
        with ui.frame.scroll("rules.text", 0, 0):
            _text(ui, model, found, shown)
    closing = imgui.is_key_pressed(imgui.Key.escape) or any(map(ui.frame.action_pressed, (Action.MENU, Action.RULES)))
    return [CloseRules()] if closing and not begins else commands


def _head(ui: Ui, model: RulesModel) -> list[UiCommand]:
    """Draw the heading, the games to choose from, and the button that closes the page. Return the user's commands."""
    commands: list[UiCommand] = []
    ui.text.write("Rules", 23, bold=True)
    ui.frame.same_line(18)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 2 * ui.scale)
    if model.games:
        game = ui.segments("rules.game", model.games, model.page.game)
        if game != model.page.game:
            commands.append(OpenRules(game=game))
    else:
        ui.frame.gap(8)
        ui.text.write(model.page.title, 17, theme.GOLD, bold=True)
        ui.frame.gap(-8)
    ui.frame.same_line(0)
    wide = ui.text.measure("Close", bold=True) + 40 + ui.text.key_cap_width(ui.frame.keys.chord(Action.MENU))
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (ui.width_left - wide) * ui.scale)
    if ui.button("rules.close", "Close", kind="ghost", action=Action.MENU, width=wide):
        commands.append(CloseRules())
    return commands


def _search(ui: Ui, model: RulesModel, found: Sequence[Section], *, begins: bool) -> list[UiCommand]:
    """Draw the search field and a number beside it, and return the user's commands.

    During a search, it is the number of found places. Without a search, it is the number of clauses. If the page opens
    in this frame (`begins`), the user can type into the field at once.
    """
    at = imgui.get_cursor_screen_pos()
    width = min(ui.width_left - 140, 420)
    if begins:
        imgui.set_keyboard_focus_here()
    query = ui.entry("rules.search", model.query, width=width, hint="Search: words, or a clause such as 12", most=60)
    what, count = "clause", sum(len(section.clauses) for section in found)
    if model.query.strip():  # a search also finds paragraphs and rows of tables
        what, count = "place", sum(len(section.blocks) for section in found)
    told = f"{count} {what}{'s' * (count != 1)}"
    ui.text.draw_at(told, at.x + (width + 14) * ui.scale, at.y + 17 * ui.scale, SMALL, theme.FAINT)
    return [SearchRules(query)] if query != model.query else []


def _sections(ui: Ui, found: Sequence[Section], shown: _Shown, *, searched: bool) -> None:
    """Draw the list of sections. A click on a section scrolls the text to this section.

    A section without a match of the search is pale, and can't be clicked.
    """
    s = ui.scale
    passed = [section.title for section in found if shown.places.get(section.title, 1e9) <= shown.scroll + NEAR_TOP * s]
    here = passed[-1] if passed else ""
    draw = imgui.get_window_draw_list()
    for n, section in enumerate(found):
        title = "At a glance" if not n else section.title
        room = SIDE_WIDTH - 30 - (26 if searched else 0)
        lines = ui.text.in_two_lines(title, room, SMALL)
        pressed = ui.press_area(
            f"rules.section.{n}", SIDE_WIDTH - 12, 12 + 18 * len(lines), enabled=bool(section.blocks)
        )
        left, upper, right, lower = pressed.box
        current = bool(section.blocks) and section.title == here
        if current or pressed.hovered:
            back = theme.RAISED if current else theme.FIELD
            draw.add_rect_filled((left, upper), (right, lower), colour(back, 0.9), 6 * s)
        ink = theme.GOLD if current else theme.TEXT if section.blocks else theme.FAINT
        for k, line in enumerate(lines):
            middle = (upper + lower) / 2 + (k - (len(lines) - 1) / 2) * 18 * s
            ui.text.draw_at(line, left + 10 * s, middle, SMALL, ink, alpha=1.0 if section.blocks else 0.6)
        if searched and section.blocks:
            count = str(len(section.blocks))
            ui.text.draw_at(count, right - 10 * s, (upper + lower) / 2, TINY, theme.GOLD, bold=True, align=1.0)
        if pressed.clicked:
            shown.goal, shown.settles = section.title, 1
        ui.frame.gap(-4)
    imgui.dummy((1, 1))


def _text(ui: Ui, model: RulesModel, found: Sequence[Section], shown: _Shown) -> None:
    """Draw the text, and scroll it."""
    s = ui.scale
    first = imgui.get_cursor_screen_pos().y
    painter = BlockPainter(ui, search_tokens(model.query), model.clause)
    shown.places.clear()
    for n, section in enumerate(found):
        if not section.blocks:
            continue
        shown.places[section.title] = imgui.get_cursor_screen_pos().y - first
        if n:
            ui.frame.gap(10)
            ui.text.write(section.title, 18, theme.GOLD, bold=True, wrap=True)
            ui.frame.gap(2)
        for block in section.blocks:
            place = imgui.get_cursor_screen_pos().y - first
            if (name := painter.draw(block)) is not None:
                shown.places[name] = place
    if not shown.places:
        ui.text.spans(
            [(f"{fonts.ABOUT}  ", theme.GOLD), (f"These rules don't say “{model.query.strip()}”.", theme.SOFT)],
            width=ui.width_left,
        )
    imgui.dummy((1, 4 * s))
    _scroll(ui, shown)


def _scroll(ui: Ui, shown: _Shown) -> None:
    """Lower `shown.settles` by 1, and scroll the text to `shown.goal`.

    If `shown.settles` is 0 already, scroll the text by keys instead.
    """
    s = ui.scale
    if shown.settles:
        shown.settles -= 1
        imgui.set_scroll_y(max(shown.places.get(shown.goal, 0.0) - (8 * s if shown.goal else 0.0), 0.0))
        shown.scroll = imgui.get_scroll_y()
        return
    now, high = imgui.get_scroll_y(), imgui.get_window_height()
    wanted = now
    for pressed, by in (
        (imgui.Key.down_arrow, LINE * s),
        (imgui.Key.up_arrow, -LINE * s),
        (imgui.Key.page_down, PAGE_SHARE * high),
        (imgui.Key.page_up, -PAGE_SHARE * high),
        (imgui.Key.home, -1e6),
        (imgui.Key.end, 1e6),
    ):
        if imgui.is_key_pressed(pressed):
            wanted += by
    wanted = min(max(wanted, 0.0), imgui.get_scroll_max_y())
    if wanted != now:
        imgui.set_scroll_y(wanted)
    shown.scroll = wanted
