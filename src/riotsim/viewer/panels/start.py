"""The start screen: a new game, stored games, replays, settings, and whose work this builds on."""

from collections.abc import Sequence
from dataclasses import replace

from imgui_bundle import imgui

from riotsim.replay.recording import SEATS
from riotsim.viewer.keys import Action
from riotsim.viewer.panels import fonts, theme
from riotsim.viewer.panels.fonts import SMALL, TINY
from riotsim.viewer.panels.models import Draft, Option, Page, SeatDraft, StartModel, StoredGame
from riotsim.viewer.panels.options import options_page
from riotsim.viewer.panels.theme import colour, light
from riotsim.viewer.panels.ui import Ui
from riotsim.viewer.panels.wishes import Begin, Edited, Go, Quit, Resume, Set, ShowReplay, Wish

SIDE, EDGE = 250.0, 24.0
"""How wide the list of pages is, and how much is left around it (units)."""

LARGEST, HIGHEST = 880.0, 720.0
"""How wide and high a page is at most (units)."""

PAGES: tuple[tuple[Page, str, str], ...] = (
    ("new", "New game", fonts.DICE),
    ("continue", "Continue", fonts.FOLDER_OPEN),
    ("replays", "Replays", fonts.FILM),
    ("settings", "Settings", fonts.SET),
    ("credits", "Credits", fonts.SCROLL),
)


def start_screen(ui: Ui, model: StartModel) -> list[Wish]:
    """Draw the start screen, over whatever is behind it."""
    wishes: list[Wish] = []
    if model.settings.capturing is not None:
        ui = ui.hearing()  # the next key is meant for an action, and does nothing itself
    if not imgui.is_window_focused(imgui.FocusedFlags_.any_window):
        imgui.set_next_window_focus()  # so that arrow keys have somewhere to begin
    with ui.panel("start", 0, 0, ui.wide, ui.high, alpha=0.55, back=theme.BACK, padding=(0, 0), border=False):
        _shade(ui)
        wide = min(ui.wide - SIDE - 3 * EDGE, LARGEST)
        left = max((ui.wide - SIDE - wide - 3 * EDGE) / 2, 0) + EDGE
        top = max((ui.high - HIGHEST) / 2, EDGE)
        wishes += _pages(ui, model, left, top)
        with ui.card(
            "page", left + SIDE + EDGE, top, wide, ui.high - 2 * top, padding=(24, 18), back=theme.PANEL, alpha=0.985
        ):
            ui.text({page: label for page, label, _ in PAGES}[model.page], 23, bold=True)
            ui.gap(6)
            if model.problem:
                ui.spans([(f"{fonts.WARNING}  ", theme.BAD), (model.problem, theme.TEXT)], width=ui.room, indent=22)
                ui.gap(4)
            wishes += _page(ui, model)
        if ui.fired(Action.FULL_SCREEN):
            settings = model.settings.settings
            wishes.append(Set(settings.model_copy(update={"full_screen": not settings.full_screen})))
    return wishes


def _page(ui: Ui, model: StartModel) -> list[Wish]:
    match model.page:
        case "new":
            return _new(ui, model)
        case "continue":
            unfinished = [game for game in model.games if not game.over]
            return _games(
                ui, unfinished, "No game waits to be continued. Each is stored while it is played.", go_on=True
            )
        case "replays":
            return _games(ui, model.games, "No game has been played yet.", go_on=False)
        case "settings":
            return options_page(ui, model.settings, ui.room_below)
        case "credits":
            _credits(ui, model.credits)
    return []


def _shade(ui: Ui) -> None:
    """Darken the left side, where the title stands."""
    dark, none = colour(theme.BACK, 0.9), colour(theme.BACK, 0.0)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled_multi_color((0, 0), (ui.pixels[0] * 0.6, ui.pixels[1]), dark, none, none, dark)


def _pages(ui: Ui, model: StartModel, left: float, top: float) -> list[Wish]:
    wishes: list[Wish] = []
    s = ui.scale
    x, y = left * s, (top + 30) * s
    draw = imgui.get_window_draw_list()
    for n, (tone, symbol) in enumerate(SEATS):
        ui.badge_at(symbol, tone, x + (12 + 28 * n) * s, y, 22)
    size = 38.0
    while ui.measure(model.title, size, bold=True) > SIDE and size > 18:
        size -= 2
    ui.put(model.title, x, y + 44 * s, size, bold=True)
    draw.add_rect_filled((x, y + 72 * s), (x + 44 * s, y + 75 * s), colour(theme.GOLD), 2 * s)
    imgui.set_cursor_screen_pos((x, y + 88 * s))
    ui.text(model.subtitle, SMALL, theme.SOFT, wrap=True, width=SIDE - 10)
    imgui.set_cursor_screen_pos((x, y + 150 * s))
    for page, label, icon in PAGES:
        imgui.set_cursor_pos_x(x)
        here = page == model.page
        pressed = ui.press(f"page.{page}", SIDE, 44)
        low, high = pressed.box[:2], pressed.box[2:]
        if here or pressed.hovered:
            draw.add_rect_filled(low, high, colour(theme.RAISED if here else theme.FIELD, 0.9), 8 * s)
        if here:
            draw.add_rect_filled(
                (low[0], low[1] + 10 * s), (low[0] + 4 * s, high[1] - 10 * s), colour(theme.GOLD), 2 * s
            )
        ink = theme.GOLD if here else theme.TEXT
        middle = (low[1] + high[1]) / 2
        ui.put(icon, low[0] + 24 * s, middle, 16, ink, align=0.5)
        ui.put(label, low[0] + 48 * s, middle, 16.5, ink, bold=True)
        count = sum(not game.over for game in model.games) if page == "continue" else 0
        if count:
            ui.put(str(count), high[0] - 16 * s, middle, SMALL, ink, align=1.0, alpha=0.8)
        if pressed.clicked and not here:
            wishes.append(Go(page))
        ui.gap(-3)
    imgui.set_cursor_screen_pos((x, (ui.high - top - 34) * s))
    if ui.button("quit", "Quit", icon=fonts.LEAVE, kind="ghost", width=90):
        wishes.append(Quit())
    if model.version:
        ui.put(model.version, x + SIDE * s, (ui.high - top - 17) * s, TINY, theme.FAINT, align=1.0)
    return wishes


def _new(ui: Ui, model: StartModel) -> list[Wish]:
    draft, offer = model.draft, model.offer
    foot = 58.0
    with ui.scroll("new", 0, -foot):
        seats = list(draft.seats)
        _heads(ui, model)
        gone: int | None = None
        for n, seat in enumerate(draft.seats):
            seats[n], remove = _seat(ui, model, n, seat)
            gone = n if remove else gone
        recoloured = next((n for n, seat in enumerate(seats) if seat.colour != draft.seats[n].colour), None)
        if recoloured is not None:  # who has the colour already gets the other
            for n, seat in enumerate(seats):
                if n != recoloured and seat.colour == seats[recoloured].colour:
                    seats[n] = replace(seat, colour=draft.seats[recoloured].colour)
        if gone is not None:
            del seats[gone]
        if len(draft.seats) < offer.most and ui.button("seat.add", "Another boss", icon=fonts.PLUS, kind="ghost"):
            seats.append(_another(draft, offer.players, offer.gangs))
        draft = replace(draft, seats=tuple(seats))
        ui.gap(14)
        draft = _table(ui, model, draft)
    wishes: list[Wish] = [Edited(draft)] if draft != model.draft else []
    ui.gap(4)
    trouble = _trouble(model.draft)
    at = imgui.get_cursor_screen_pos()
    if model.busy or trouble:
        tone = theme.BAD if trouble else theme.SOFT
        ui.put(ui.fitted(trouble or model.busy, ui.room - 220), at.x, at.y + 24 * ui.scale, tone=tone)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (ui.room - 208) * ui.scale)
    begin = ui.button(
        "begin",
        "Begin",
        icon=fonts.PLAY,
        kind="gold",
        width=200,
        height=46,
        centre=True,
        enabled=not (trouble or model.busy),
    )
    if begin:
        wishes.append(Begin(model.draft))
    return wishes


def _seat(ui: Ui, model: StartModel, place: int, seat: SeatDraft) -> tuple[SeatDraft, bool]:
    """A boss of the new game: colour, name, who plays them, and their gang."""
    s = ui.scale
    tone, symbol = SEATS[seat.colour]
    at = imgui.get_cursor_screen_pos()
    room = ui.room - 8
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled((at.x, at.y), (at.x + room * s, at.y + 54 * s), colour(theme.CARD), 8 * s)
    draw.add_rect_filled((at.x, at.y), (at.x + 4 * s, at.y + 54 * s), colour(tone), 2 * s)
    top = at.y + 10 * s
    imgui.set_cursor_screen_pos((at.x + 14 * s, at.y + 9 * s))
    pressed = ui.press(f"seat.{place}.colour", 36, 36)
    x, y = (pressed.box[0] + pressed.box[2]) / 2, (pressed.box[1] + pressed.box[3]) / 2
    ui.badge_at(symbol, tone, x, y, 36 if pressed.hovered else 33)
    ui.tip("Another colour")
    if pressed.clicked:
        seat = replace(seat, colour=(seat.colour + 1) % len(SEATS))
    wide = _columns(ui, model)
    many = len(model.draft.seats) > model.offer.least
    left = at.x + 62 * s
    imgui.set_cursor_screen_pos((left, top))
    name = ui.entry(f"seat.{place}.name", seat.name, width=wide[0], hint="Name", most=30)
    imgui.set_cursor_screen_pos((left + (wide[0] + 8) * s, top))
    players = [(option.key, option.label) for option in model.offer.players]
    player = ui.dropdown(f"seat.{place}.player", players, seat.player, width=wide[1])
    imgui.set_cursor_screen_pos((left + (wide[0] + wide[1] + 16) * s, top))
    gangs = [(option.key, option.label) for option in model.offer.gangs]
    gang = ui.dropdown(f"seat.{place}.gang", gangs, seat.gang, width=wide[2])
    remove = False
    if many:
        imgui.set_cursor_screen_pos((at.x + (room - 38) * s, top))
        remove = ui.button(f"seat.{place}.remove", "", icon=fonts.CROSS, kind="ghost", tip=f"Without {seat.name}")
    imgui.set_cursor_screen_pos((at.x, at.y + 54 * s))
    imgui.dummy((1, 1))
    return replace(seat, name=name, player=player, gang=gang), remove


def _columns(ui: Ui, model: StartModel) -> tuple[float, float, float]:
    """How wide the fields of a boss are (units)."""
    many = len(model.draft.seats) > model.offer.least
    share = ui.room - 8 - 62 - (44 if many else 14) - 16
    return share * 0.36, share * 0.32, share * 0.32


def _heads(ui: Ui, model: StartModel) -> None:
    """What stands over the fields of the bosses."""
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    wide = _columns(ui, model)
    x = at.x
    for text, step in (("Boss", 62.0), ("Name", wide[0] + 8), ("Played by", wide[1] + 8), ("Gang", 0.0)):
        ui.put(text.upper(), x, at.y + 8 * s, TINY, theme.FAINT, bold=True)
        x += step * s
    imgui.dummy((1, 16 * s))


def _another(draft: Draft, players: Sequence[Option], gangs: Sequence[Option]) -> SeatDraft:
    used = {seat.colour for seat in draft.seats}
    free = next((n for n in range(len(SEATS)) if n not in used), 0)
    names = {seat.name for seat in draft.seats}
    name = next(name for name in (*NAMES, *(f"Boss {n}" for n in range(1, 9))) if name not in names)
    bot = next((option.key for option in players if option.key != "person"), players[0].key)
    return SeatDraft(name, bot, free, gangs[0].key)


NAMES = ("Ada", "Bea", "Cleo", "Dora")
"""Bosses are called so unless told otherwise."""


def _table(ui: Ui, model: StartModel, draft: Draft) -> Draft:
    """What is played, and on what."""
    offer = model.offer
    half = (ui.room - 8 - 14) / 2
    start = imgui.get_cursor_pos_x()
    second = start + (half + 14) * ui.scale
    ui.label("Rules")
    ui.same(0)
    imgui.set_cursor_pos_x(second)
    ui.label("Table")
    rules = ui.dropdown("rules", [(option.key, option.label) for option in offer.rules], draft.rules, width=half)
    ui.same(0)
    imgui.set_cursor_pos_x(second)
    table = ui.dropdown("table", [(option.key, option.label) for option in offer.tables], draft.table, width=half)
    about = [
        next((o.about for o in options if o.key == key), "")
        for options, key in ((offer.rules, rules), (offer.tables, table))
    ]
    if any(about):
        ui.gap(-3)
        ui.text(about[0] or " ", SMALL, theme.FAINT, width=half)
        ui.same(0)
        imgui.set_cursor_pos_x(second)
        ui.text(about[1] or " ", SMALL, theme.FAINT, width=half)
    ui.gap(12)
    at = imgui.get_cursor_screen_pos()
    hands = ui.switch("draft.hands", draft.hands)
    s = ui.scale
    ui.put("Hands by mouse", at.x + 54 * s, at.y + 5 * s)
    ui.put(
        ui.fitted("Shake, flick, stack and carry; else by buttons", half - 60, SMALL),
        at.x + 54 * s,
        at.y + 22 * s,
        SMALL,
        theme.FAINT,
    )
    imgui.set_cursor_screen_pos((at.x, at.y - 5 * s))
    imgui.set_cursor_pos_x(second)
    seed = ui.entry("seed", draft.seed, width=half, hint="Seed: empty for one by chance", most=24)
    return replace(draft, rules=rules, table=table, hands=hands, seed=seed)


def _trouble(draft: Draft) -> str:
    names = [seat.name.strip() for seat in draft.seats]
    if not all(names):
        return "Every boss needs a name."
    if len(set(names)) < len(names):
        return "Two bosses have the same name."
    if draft.seed.strip() and not draft.seed.strip().isdecimal():
        return "A seed is a whole number."
    return ""


def _games(ui: Ui, games: Sequence[StoredGame], none: str, *, go_on: bool) -> list[Wish]:
    wishes: list[Wish] = []
    if not games:
        ui.gap(8)
        ui.text(none, tone=theme.SOFT, wrap=True)
        return []
    with ui.scroll("games", 0, 0):
        for game in games:
            wishes += _game(ui, game, go_on=go_on)
    return wishes


def _game(ui: Ui, game: StoredGame, *, go_on: bool) -> list[Wish]:
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    room = ui.room - 8
    high = 62.0
    wishes: list[Wish] = []
    if not imgui.is_rect_visible((room * s, high * s)):
        imgui.dummy((room * s, high * s))
        return []
    imgui.get_window_draw_list().add_rect_filled(
        (at.x, at.y), (at.x + room * s, at.y + high * s), colour(theme.CARD), 8 * s
    )
    buttons = 252.0 if go_on else 122.0
    x, y = at.x + 14 * s, at.y + 22 * s
    space = room - buttons - 28
    each = max((space - 12) / len(game.seats) - 30, 24)
    for seat in game.seats:
        ui.badge_at(seat.symbol, seat.colour, x + 9 * s, y, 18)
        name = ui.fitted(seat.name, each, bold=True)
        ui.put(name, x + 24 * s, y, tone=light(seat.colour), bold=True)
        x += (24 + ui.measure(name, bold=True) + 14) * s
    told = " · ".join(part for part in (game.stands, game.when, game.id) if part)
    ui.put(ui.fitted(told, space, SMALL), at.x + 14 * s, at.y + 44 * s, SMALL, theme.FAINT)
    imgui.set_cursor_screen_pos((at.x + (room - buttons) * s, at.y + 13 * s))
    if ui.button(
        f"replay.{game.id}",
        "Watch",
        icon=fonts.FILM,
        width=108,
        height=36,
        centre=True,
        kind="ghost" if go_on else "plain",
    ):
        wishes.append(ShowReplay(game.id))
    if go_on:
        ui.same()
        busy = "Another window plays it" if game.busy else ""
        if ui.button(
            f"resume.{game.id}",
            "Continue",
            icon=fonts.PLAY,
            kind="gold",
            width=124,
            height=36,
            centre=True,
            enabled=not game.busy,
            tip=busy,
        ):
            wishes.append(Resume(game.id))
    imgui.set_cursor_screen_pos((at.x, at.y + high * s))
    imgui.dummy((1, 1))
    return wishes


def _credits(ui: Ui, told: Sequence[tuple[str, str]]) -> None:
    with ui.scroll("credits", 0, 0):
        for heading, text in told:
            ui.gap(6)
            ui.text(heading, 17, theme.GOLD, bold=True, wrap=True)
            for paragraph in text.split("\n"):
                ui.text(paragraph, 14.5, theme.TEXT, wrap=True, width=min(ui.room - 14, 640))
