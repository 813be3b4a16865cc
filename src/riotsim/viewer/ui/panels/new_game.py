"""The page of a new game: players, rules and table."""

from dataclasses import replace

from imgui_bundle import imgui

from riotsim.replay.recording import SEATS
from riotsim.viewer.ui.commands import BeginGame, EditDraft, OpenSandbox, UiCommand
from riotsim.viewer.ui.panels.own_file import own_file
from riotsim.viewer.ui.start_model import (
    OWN_COMPANY_KEY,
    OWN_RULES_KEY,
    CompanyOffer,
    Draft,
    Option,
    RulesOffer,
    SeatDraft,
    SeatOption,
    StartModel,
    fit_draft,
    new_seat,
)
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TEXT_SIZE, TINY
from riotsim.viewer.ui.widgets.theme import colour

COMPANY_TIP = "A company from a file plays in place of the side that is chosen beside it"
"""Tooltip of the field for companies, if this field has a column of its own."""

COMPANY_COLUMN = "/company"
"""Key of the column for companies, in games where companies aren't among the choices of a seat option."""

PERSON_KEY = "person"
"""Key of the player option that stands for a person."""

INTRODUCTION_HEIGHT = 18.0
"""Height of the line about the player of a seat (panel units)."""

NARROW_NAME, NARROW_PLAYER = 104.0, 96.0
"""Width of the field for a player's name, and of the field for person or bot (panel units).

They are this narrow if a player's row has two or more further fields.
"""

FOOTER_HEIGHT = 58.0
"""Height of the strip at the bottom of the page, which has the Begin button (panel units)."""


def new_game(ui: Ui, model: StartModel, *, sandbox: bool = False) -> list[UiCommand]:
    """Draw the page for setting up a new game or, with `sandbox`, a new sandbox. Return the user's commands."""
    draft, rules = model.draft, model.offer.rules_of(model.draft)
    with ui.frame.scroll("new", 0, -FOOTER_HEIGHT):
        game = _games(ui, model)
        seats = list(draft.seats)
        _heads(ui, model)
        gone: int | None = None
        for n, seat in enumerate(draft.seats):
            seats[n], remove = _seat(ui, model, n, seat)
            gone = n if remove else gone
        recoloured = next((n for n, seat in enumerate(seats) if seat.colour != draft.seats[n].colour), None)
        if recoloured is not None:  # swap colours with the player who has it
            for n, seat in enumerate(seats):
                if n != recoloured and seat.colour == seats[recoloured].colour:
                    seats[n] = replace(seat, colour=draft.seats[recoloured].colour)
        if gone is not None:
            del seats[gone]
        if len(draft.seats) < rules.max_players and ui.button(
            "seat.add", "Add a player", icon=fonts.PLUS, kind="ghost"
        ):
            seats.append(new_seat(seats, model.offer, rules))
        if rules.min_players == rules.max_players:  # why no player can be added or removed
            ui.frame.gap(4)
            ui.text.write(f"{model.game.label} is for {rules.max_players} players.", SMALL, theme.FAINT)
        draft = replace(draft, seats=tuple(seats))
        ui.frame.gap(14)
        draft = _flags(ui, model, _table(ui, model, draft))
        if not sandbox:
            draft = _hands_and_seed(ui, draft)
        if game != model.game.key:
            draft = replace(draft, rules=next(one.key for one in model.offer.rules if one.game == game))
        if draft.rules != model.draft.rules or model.own_rules.valid:
            draft = fit_draft(draft, model.offer)
    commands: list[UiCommand] = [EditDraft(draft)] if draft != model.draft else []
    ui.frame.gap(4)
    trouble = _problem(model, sandbox=sandbox)
    at = imgui.get_cursor_screen_pos()
    if model.busy_text or trouble:
        tone = theme.BAD if trouble else theme.SOFT
        ui.text.draw_at(
            ui.text.fitted(trouble or model.busy_text, ui.width_left - 220), at.x, at.y + 24 * ui.scale, tone=tone
        )
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (ui.width_left - 208) * ui.scale)
    begin = ui.button(
        "begin",
        "Open the sandbox" if sandbox else "Begin",
        icon=fonts.SANDBOX if sandbox else fonts.PLAY,
        kind="gold",
        width=200,
        height=46,
        centre=True,
        enabled=not (trouble or model.busy_text),
    )
    if begin:
        commands.append(OpenSandbox(model.draft) if sandbox else BeginGame(model.draft))
    return commands


def _seat(ui: Ui, model: StartModel, place: int, seat: SeatDraft) -> tuple[SeatDraft, bool]:
    """Draw the fields of one player: colour, name, person or bot, the game's seat options, and the company.

    Args:
        ui: The controls of the frame that is being drawn.
        model: The data of the start screen.
        place: Index of the player in the draft.
        seat: The player's data.

    Returns:
        The data as edited, and whether to remove the player.
    """
    s = ui.scale
    tone, symbol = SEATS[seat.colour]
    at = imgui.get_cursor_screen_pos()
    room = ui.width_left - 8
    draw = imgui.get_window_draw_list()
    line = _introduction(model, seat)
    high = 54 + (INTRODUCTION_HEIGHT if line else 0)
    draw.add_rect_filled((at.x, at.y), (at.x + room * s, at.y + high * s), colour(theme.CARD), 8 * s)
    draw.add_rect_filled((at.x, at.y), (at.x + 4 * s, at.y + high * s), colour(tone), 2 * s)
    top = at.y + 10 * s
    imgui.set_cursor_screen_pos((at.x + 14 * s, at.y + 9 * s))
    pressed = ui.press_area(f"seat.{place}.colour", 36, 36)
    x, y = (pressed.box[0] + pressed.box[2]) / 2, (pressed.box[1] + pressed.box[3]) / 2
    ui.text.badge_at(symbol, tone, x, y, 36 if pressed.hovered else 33)
    ui.text.tip("Change the colour")
    if pressed.clicked:
        seat = replace(seat, colour=(seat.colour + 1) % len(SEATS))
    wide = _columns(ui, model)
    rules = model.offer.rules_of(model.draft)
    companies = rules.companies
    many = len(model.draft.seats) > rules.min_players
    left = at.x + 62 * s
    imgui.set_cursor_screen_pos((left, top))
    name = ui.entry(f"seat.{place}.name", seat.name, width=wide[0], hint="Name", most=30)
    imgui.set_cursor_screen_pos((left + (wide[0] + 8) * s, top))
    players = [(option.key, option.label) for option in model.offer.players]
    player = ui.dropdown(f"seat.{place}.player", players, seat.player, width=wide[1])
    options = dict(seat.options)
    x = left + (wide[0] + wide[1] + 16) * s
    company = seat.company
    for option, width in zip(seat_columns(rules), wide[2:], strict=True):
        imgui.set_cursor_screen_pos((x, top))
        item, choices = f"seat.{place}.{option.key}", [(choice.key, choice.label) for choice in option.choices]
        if companies is not None and option.key in (companies.option, COMPANY_COLUMN):
            chosen = options.get(option.key, "")
            options[option.key], company = _company(ui, item, companies, choices, chosen, company, width)
        else:
            options[option.key] = ui.dropdown(item, choices, options.get(option.key, ""), width=width)
        x += (width + 8) * s
    options.pop(COMPANY_COLUMN, None)
    remove = False
    if many:
        imgui.set_cursor_screen_pos((at.x + (room - 38) * s, top))
        remove = ui.button(f"seat.{place}.remove", "", icon=fonts.CROSS, kind="ghost", tip=f"Remove {seat.name}")
    if line:
        imgui.set_cursor_screen_pos((left, at.y + 47 * s))
        ui.text.write(line, SMALL, theme.FAINT, width=room - 70)
    imgui.set_cursor_screen_pos((at.x, at.y + high * s))
    imgui.dummy((1, 1))
    file = seat.company_file
    if companies is not None and seat.company == OWN_COMPANY_KEY:
        what = f"{companies.label.lower()} file"
        file = own_file(ui, f"seat.{place}.file", model.own_company(place), file, what)
        ui.frame.gap(6)
    return replace(seat, name=name, player=player, options=options, company=company, company_file=file), remove


def _introduction(model: StartModel, seat: SeatDraft) -> str:
    """Return a line about a player: its bot, and the meaning of the chosen seat options.

    The line is empty if there is nothing to say.
    """
    rules = model.offer.rules_of(model.draft)
    bots = (one for one in model.offer.players if one.key == seat.player and one.key != PERSON_KEY)
    player = next((one.about for one in bots), "")
    chosen = (
        choice.about
        for option in rules.seat_options
        for choice in option.choices
        if choice.key == seat.options.get(option.key) and choice.about and not seat.company
    )
    line = " · ".join(filter(None, (player, *chosen)))
    return f"{line[:1].upper()}{line[1:]}"


def _company(
    ui: Ui, item: str, companies: CompanyOffer, own: list[tuple[str, str]], chosen: str, company: str, width: float
) -> tuple[str, str]:
    """Draw the field for a player's choice of a company.

    The same field also offers the choices of a seat option. A player who selects one of these brings no company.

    Args:
        ui: The controls of the frame that is being drawn.
        item: Key of the field, such as `seat.0.army`.
        companies: The companies that players may bring.
        own: The choices of the seat option, each as a key and a label.
        chosen: The key of the choice of the seat option that is selected now.
        company: The company that the player brings; empty if the player brings none.
        width: Width of the field (panel units).

    Returns:
        The key of the selected choice of the seat option, and the company. The company is empty if the player brings
        none.
    """
    brought = [(f"/{one.key}", one.label) for one in companies.choices]
    brought.append((f"/{OWN_COMPANY_KEY}", "A file of your own …"))
    tip = "" if companies.option else COMPANY_TIP
    picked = ui.dropdown(item, [*own, *brought], f"/{company}" if company else chosen, width=width, tip=tip)
    if picked in (key for key, _ in brought):
        return chosen, picked.removeprefix("/")
    return picked, ""


def seat_columns(rules: RulesOffer) -> tuple[SeatOption, ...]:
    """Return the seat options that have columns on the page, from left to right.

    If a game has companies but no seat option that can offer them, an option for the column of companies is added at
    the end.
    """
    companies = rules.companies
    if companies is None or companies.option:
        return rules.seat_options
    usual = SeatOption(COMPANY_COLUMN, companies.label, (Option("", "The game's own"),))
    return (*rules.seat_options, usual)


def _columns(ui: Ui, model: StartModel) -> tuple[float, ...]:
    """Return the widths of the fields in a player's row: name, person or bot, and each seat option (panel units)."""
    rules = model.offer.rules_of(model.draft)
    many = len(model.draft.seats) > rules.min_players
    count = len(seat_columns(rules))
    share = ui.width_left - 8 - 62 - (44 if many else 14) - 8 * max(count + 1, 2)
    if not count:
        return (share * 0.53 + 8, share * 0.47)
    if count > 1:
        needed = [_needed_width(ui, rules, option) for option in seat_columns(rules)]
        left = share - NARROW_NAME - NARROW_PLAYER
        return (NARROW_NAME, NARROW_PLAYER, *[left * one / sum(needed) for one in needed])
    return (share * 0.36, *[share * 0.64 / (count + 1)] * (count + 1))


def _needed_width(ui: Ui, rules: RulesOffer, option: SeatOption) -> float:
    """Return the width that the field of a seat option needs for its longest label (panel units)."""
    companies = rules.companies
    brought = companies is not None and option.key in (companies.option, COMPANY_COLUMN)
    choices = (*option.choices, *(companies.choices if companies is not None and brought else ()))
    return max(ui.text.measure(choice.label, SMALL) for choice in choices) + 36


def _heads(ui: Ui, model: StartModel) -> None:
    """Draw the headings over the players' fields."""
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    wide = _columns(ui, model)
    x = at.x
    heads = [("Seat", 62.0), ("Name", wide[0] + 8), ("Played by", wide[1] + 8)]
    options = seat_columns(model.offer.rules_of(model.draft))
    heads += [(option.label, width + 8) for option, width in zip(options, wide[2:], strict=True)]
    for text, step in heads:
        ui.text.draw_at(text.upper(), x, at.y + 8 * s, TINY, theme.FAINT, bold=True)
        x += step * s
    imgui.dummy((1, 16 * s))


def _games(ui: Ui, model: StartModel) -> str:
    """Draw a button for each game, and return the key of the selected game. If there is only one, draw no button."""
    games, chosen = model.offer.games, model.game.key
    if len(games) < 2:
        return chosen
    gap = 4.0
    labels = [ui.text.measure(game.label, TEXT_SIZE, bold=True) for game in games]
    share = (ui.width_left - 8 - gap * (len(games) - 1) - sum(labels)) / len(games)
    for place, (game, label) in enumerate(zip(games, labels, strict=True)):
        if place:
            ui.frame.same_line(gap)
        here = game.key == model.game.key
        if ui.button(
            f"game.{game.key}",
            game.label,
            kind="gold" if here else "ghost",
            width=label + share,
            height=40,
            centre=True,
        ):
            chosen = game.key
    ui.frame.gap(8)
    return chosen


def _table(ui: Ui, model: StartModel, draft: Draft) -> Draft:
    """Draw the fields for rules and table, and return the draft as edited."""
    offer = model.offer.rules_of(draft)
    half = (ui.width_left - 8 - 14) / 2
    start = imgui.get_cursor_pos_x()
    second = start + (half + 14) * ui.scale
    ui.text.label("Rules")
    ui.frame.same_line(0)
    imgui.set_cursor_pos_x(second)
    ui.text.label("Table")
    known = [(one.key, one.label) for one in model.offer.rules if one.game == offer.game and one.key != OWN_RULES_KEY]
    rules = ui.dropdown("rules", [*known, (OWN_RULES_KEY, "A rules file of your own …")], draft.rules, width=half)
    ui.frame.same_line(0)
    imgui.set_cursor_pos_x(second)
    table = ui.dropdown("table", [(option.key, option.label) for option in offer.tables], draft.table, width=half)
    of_rules = "" if rules == OWN_RULES_KEY else model.offer.rules_for(rules).about
    about = [of_rules, next((one.about for one in offer.tables if one.key == table), "")]
    if any(about):
        ui.frame.gap(-3)
        ui.text.write(about[0] or " ", SMALL, theme.FAINT, width=half)
        ui.frame.same_line(0)
        imgui.set_cursor_pos_x(second)
        ui.text.write(about[1] or " ", SMALL, theme.FAINT, width=half)
    own = draft.own
    if rules == OWN_RULES_KEY:
        own = own_file(ui, "own", model.own_rules, own, "rules file")
    if rules == OWN_RULES_KEY and draft.rules != OWN_RULES_KEY:
        draft = replace(draft, rules_before=draft.rules)
    return replace(draft, rules=rules, table=table, own=own)


def _flags(ui: Ui, model: StartModel, draft: Draft) -> Draft:
    """Draw a switch for each flag of the rules, and return the draft as edited."""
    for flag in model.offer.rules_of(draft).flags:
        ui.frame.gap(8)
        at, s = imgui.get_cursor_screen_pos(), ui.scale
        is_set = ui.switch(f"draft.{flag.key}", flag.key in draft.flags)
        ui.text.draw_at(flag.label, at.x + 54 * s, at.y + 9 * s)
        label = ui.text.measure(flag.label, TEXT_SIZE) + 12
        about = ui.text.fitted(flag.about, ui.width_left - 8 - 54 - label, SMALL)
        ui.text.draw_at(about, at.x + (54 + label) * s, at.y + 11 * s, SMALL, theme.FAINT)
        others = tuple(key for key in draft.flags if key != flag.key)
        draft = replace(draft, flags=(*others, flag.key) if is_set else others)
    return draft


def _hands_and_seed(ui: Ui, draft: Draft) -> Draft:
    """Draw the switch for mouse gestures and the field for the seed, and return the draft as edited."""
    half = (ui.width_left - 8 - 14) / 2
    second = imgui.get_cursor_pos_x() + (half + 14) * ui.scale
    ui.frame.gap(4)
    imgui.set_cursor_pos_x(second)
    ui.text.label("Seed")
    at, s = imgui.get_cursor_screen_pos(), ui.scale
    imgui.set_cursor_screen_pos((at.x, at.y + 5 * s))
    hands = ui.switch("draft.hands", draft.hands)
    ui.text.draw_at("Mouse gestures", at.x + 54 * s, at.y + 10 * s)
    about = ui.text.fitted("Throw and carry with the mouse", half - 60, SMALL)
    ui.text.draw_at(about, at.x + 54 * s, at.y + 27 * s, SMALL, theme.FAINT)
    imgui.set_cursor_screen_pos((at.x, at.y))
    imgui.set_cursor_pos_x(second)
    seed = ui.entry("seed", draft.seed, width=half, hint="Leave it empty for a random seed", most=24)
    return replace(draft, hands=hands, seed=seed)


def _problem(model: StartModel, *, sandbox: bool) -> str:
    """Return the reason why the game or the sandbox can't be begun with the draft; empty if there is no such reason.

    For a sandbox, the seed may be anything, because a sandbox doesn't use it.
    """
    draft, own = model.draft, model.own_rules
    names = [seat.name.strip() for seat in draft.seats]
    if not all(names):
        return "Every player needs a name."
    if len(set(names)) < len(names):
        return "Two players have the same name."
    if not sandbox and draft.seed.strip() and not draft.seed.strip().isdecimal():
        return "The seed must be a whole number."
    if draft.rules == OWN_RULES_KEY and not own.valid:
        return "Your rules file has faults." if own.report is not None else "Choose a rules file."
    if (companies := model.offer.rules_of(draft).companies) is None:
        return ""
    for place, (name, seat) in enumerate(zip(names, draft.seats, strict=True)):
        if seat.company == OWN_COMPANY_KEY and not (brought := model.own_company(place)).valid:
            faulty = f"The {companies.label.lower()} file of {name} has faults."
            return faulty if brought.report is not None else f"Choose a file for {name}."
    return ""
