"""The panel of a fight: a choice that two players make at the same time, each with their own keys and in secret."""

import math

from imgui_bundle import imgui

from riotsim.viewer.input.keys import LEFT_CHOICES, RIGHT_CHOICES, Action
from riotsim.viewer.ui.commands import ChooseSecretly, UiCommand
from riotsim.viewer.ui.models import Choice, Fight, FightSide
from riotsim.viewer.ui.panels.turn import clause_badge, clause_width
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import HUGE, LARGE, SMALL
from riotsim.viewer.ui.widgets.theme import colour, light

PANEL_WIDTH = 700.0
MIDDLE_WIDTH = 132.0
"""Width of the part between the two players' sides (panel units)."""


def fight_panel(ui: Ui, fight: Fight) -> list[UiCommand]:
    """Draw a fight over the table, and return the user's commands."""
    commands: list[UiCommand] = []
    with ui.frame.overlay("fight", PANEL_WIDTH, dim=0.5):
        s = ui.scale
        at = imgui.get_cursor_screen_pos()
        room = ui.width_left
        centre = at.x + room * s / 2
        ui.text.draw_at(
            ui.text.fitted(fight.title, room, 22, bold=True), centre, at.y + 13 * s, 22, bold=True, align=0.5
        )
        beside = clause_width(ui, fight.clause) + 10 if fight.clause else 0
        why = ui.text.fitted(fight.why, room - beside, SMALL)
        left = centre - (ui.text.measure(why, SMALL) + beside) / 2 * s
        ui.text.draw_at(why, left, at.y + 38 * s, SMALL, theme.SOFT)
        if fight.clause:
            imgui.set_cursor_screen_pos((left + (ui.text.measure(why, SMALL) + 10) * s, at.y + 29 * s))
            commands += clause_badge(ui, fight.clause, fight.clause_text)
        imgui.set_cursor_screen_pos((at.x, at.y))
        imgui.dummy((1, 52 * s))
        top = imgui.get_cursor_screen_pos()
        alone = fight.left.person != fight.right.person
        wide = (room - MIDDLE_WIDTH) / 2
        for side, actions, x in ((fight.left, LEFT_CHOICES, 0.0), (fight.right, RIGHT_CHOICES, room - wide)):
            imgui.set_cursor_screen_pos((top.x + x * s, top.y))
            imgui.begin_group()
            commands += _side(ui, fight, side, actions, wide, alone=alone)
            imgui.end_group()
        bottom = imgui.get_item_rect_max().y
        _count(ui, fight, centre, (top.y + bottom) / 2 + 12 * s)
        imgui.set_cursor_screen_pos((top.x, bottom))
        imgui.dummy((1, 4 * s))
        y = imgui.get_cursor_screen_pos().y + 8 * s
        size, tone = (17.0, theme.GOLD) if fight.shown else (SMALL, theme.SOFT)
        told = ui.text.fitted(_fight_lines(fight, alone=alone), room, size, bold=bool(fight.shown))
        ui.text.draw_at(told, centre, y, size, tone, bold=bool(fight.shown), align=0.5)
        imgui.dummy((1, 18 * s))
    return commands


def _fight_lines(fight: Fight, *, alone: bool) -> str:
    if fight.shown is not None:
        hands = {option.key: option.label for option in fight.options}
        sides = zip((fight.left, fight.right), fight.shown, strict=True)
        return "  ·  ".join(f"{side.seat.name}: {hands[key]}" for side, key in sides)
    if fight.left.chosen and fight.right.chosen:
        return "Both have chosen."
    return (
        "Choose by key or mouse."
        if alone
        else "Each player has their own keys. Choices stay hidden until both are made."
    )


def _side(
    ui: Ui, fight: Fight, side: FightSide, actions: tuple[Action, ...], wide: float, *, alone: bool
) -> list[UiCommand]:
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    tone = light(side.seat.colour)
    ui.text.badge_at(side.seat.symbol, side.seat.colour, at.x + 17 * s, at.y + 18 * s, 34)
    name = at.y + (10 if side.model else 18) * s
    ui.text.draw_at(
        ui.text.fitted(side.seat.name, wide - 46, LARGE, bold=True), at.x + 44 * s, name, LARGE, tone, bold=True
    )
    ui.text.draw_at(ui.text.fitted(side.model, wide - 46, SMALL), at.x + 44 * s, at.y + 29 * s, SMALL, theme.SOFT)
    imgui.dummy((wide * s, 42 * s))
    shown = None
    if fight.shown is not None:
        shown = fight.shown[0 if side is fight.left else 1]
    open_ = side.person and not side.chosen and fight.shown is None
    commands: list[UiCommand] = []
    for n, option in enumerate(fight.options):
        action = actions[n] if side.person and n < len(actions) else None
        if _option(ui, side, option, action, wide, open_=open_, clicks=open_ and alone, shown=shown):
            commands.append(ChooseSecretly(side.seat.name, option.key))
    _state(ui, side, wide, done=fight.shown is not None)
    return commands[:1]


def _option(
    ui: Ui,
    side: FightSide,
    option: Choice,
    action: Action | None,
    wide: float,
    *,
    open_: bool,
    clicks: bool,
    shown: str | None,
) -> bool:
    s = ui.scale
    pressed = ui.press_area(f"fight.{side.seat.name}.{option.key}", wide, 48, enabled=clicks)
    left, top, right, bottom = pressed.box
    draw = imgui.get_window_draw_list()
    chosen = shown == option.key
    faded = 0.4 if shown is not None and not chosen else 0.55 if not open_ and shown is None else 1.0
    back = side.seat.colour if chosen else theme.RAISED if pressed.hovered else theme.CARD
    draw.add_rect_filled((left, top), (right, bottom), colour(back, 0.85 if chosen else faded), 7 * s)
    edge = theme.GOLD if chosen else theme.EDGE
    draw.add_rect(
        (left, top), (right, bottom), colour(edge, 1.0 if chosen else 0.5 * faded), 7 * s, (2 if chosen else 1) * s
    )
    middle = (top + bottom) / 2
    ui.text.draw_at(
        fonts.ICONS.get(option.icon, ""),
        left + 24 * s,
        middle,
        19,
        "#ffffff" if chosen else theme.GOLD,
        align=0.5,
        alpha=faded,
    )
    cap = ui.frame.keys.chord(action) if action else ""
    begin = 46 if option.icon else 16
    room = wide - begin - 14 - ui.text.key_cap_width(cap)
    upper = middle - (9 * s if option.about else 0)
    ui.text.draw_at(ui.text.fitted(option.label, room, bold=True), left + begin * s, upper, bold=True, alpha=faded)
    if option.about:
        soft = "#ffffff" if chosen else theme.SOFT
        ui.text.draw_at(
            ui.text.fitted(option.about, room, SMALL - 1),
            left + begin * s,
            middle + 9 * s,
            SMALL - 1,
            soft,
            alpha=faded,
        )
    if cap and shown is None:
        ui.text.key_cap(cap, right - 10 * s, middle, alpha=faded)
    return pressed.clicked or (open_ and action is not None and ui.frame.action_pressed(action))


def _state(ui: Ui, side: FightSide, wide: float, *, done: bool) -> None:
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    if not done:
        icon, text, tone = (
            (fonts.LOCK, "has chosen", theme.GOOD) if side.chosen
            else (fonts.PERSON, "is choosing …", theme.SOFT) if side.person
            else (fonts.ROBOT, "is thinking …", theme.SOFT)
        )  # fmt: skip
        begin = at.x + (wide - ui.text.measure(text, SMALL) - 22) / 2 * s
        ui.text.draw_at(icon, begin, at.y + 9 * s, SMALL, tone)
        ui.text.draw_at(text, begin + 22 * s, at.y + 9 * s, SMALL, tone)
    imgui.dummy((wide * s, 18 * s))


def _count(ui: Ui, fight: Fight, x: float, y: float) -> None:
    """Draw a ring centred at a point (pixels), with the countdown in it.

    Before and after the countdown, the ring contains `VS`.
    """
    s = ui.scale
    draw = imgui.get_window_draw_list()
    text = "VS" if fight.count is None else str(fight.count)
    radius = 40 * s
    ring = theme.EDGE if fight.count is None else theme.GOLD
    draw.add_circle_filled((x, y), radius, colour(theme.BACK))
    draw.add_circle((x, y), radius, colour(ring, 0.5), 0, 2 * s)
    if fight.count is not None:
        draw.path_arc_to((x, y), radius, -math.pi / 2, -math.pi / 2 + 2 * math.pi * min(fight.count, 3) / 3, 48)
        draw.path_stroke(colour(theme.GOLD), 4 * s)
    size = 24.0 if fight.count is None else HUGE + 12
    ui.text.draw_at(text, x, y, size, theme.SOFT if fight.count is None else theme.GOLD, bold=True, align=0.5)
