"""The beginning of a game that was drafted on the start screen."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from riotsim.app import rules_files
from riotsim.app.new_games import MAX_NAME_LENGTH, MAX_RULES_NAME_LENGTH, SEED_BITS
from riotsim.app.output.streams import printable
from riotsim.app.window.offers import BARE_TABLE_KEY
from riotsim.files.assets.checks import check_assets
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import validate
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import Book
from riotsim.players import PERSON, bot_fault
from riotsim.rulebooks import game_of
from riotsim.store.begin import make_header
from riotsim.store.companies import read_companies
from riotsim.store.database.document import Seat as StoredSeat
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.ui import start_model


def new_game_opening(draft: start_model.Draft, db: Path | None) -> Opening:
    """Return a function with which the host process begins a new game.

    Args:
        draft: The choices of the start screen.
        db: The store; None for the user's default store.

    Raises:
        Unplayable: The rules, a name, a bot, a company or the seed is invalid.
    """
    try:
        file = rules_files.typed_path(draft.own) if draft.rules == start_model.OWN_RULES_KEY else Path(draft.rules)
        document = read_rules(file if draft.rules == start_model.OWN_RULES_KEY else draft.rules)
        game = game_of(document)
        options = dict(game.no_scenery_options) if draft.table == BARE_TABLE_KEY else {}
        document = with_options(document, {**options, **game.options_of_flags(draft.flags)})
        book = validate(document, game.rules)
        beside = None if draft.rules in builtin_rules() else file.parent
        problems, _ = check_assets(book, beside, document)
        if problems:
            raise BadFile(problems)
        header = make_header(
            game.name, printable(file.name)[:MAX_RULES_NAME_LENGTH], book, _seed(draft.seed),
            _seats(draft, game, book), beside,
            live_clock=any(seat.player == PERSON for seat in draft.seats),
        )  # fmt: skip
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad
    from riotsim.app.window.hosting import GameInWindow  # late: it brings the engine

    return GameInWindow.new(header, db)


def companies_of(draft: start_model.Draft, names: Sequence[str]) -> dict[str, str | Path]:
    """Return the company that each player brings, by the player's name.

    This is the name of a company that comes with the game, or the path of a player's own file. Players without a
    company are left out.

    Args:
        draft: The choices of the start screen.
        names: The names of the players in seat order.
    """
    return {
        name: rules_files.typed_path(seat.company_file) if seat.company == start_model.OWN_COMPANY_KEY else seat.company
        for name, seat in zip(names, draft.seats, strict=True)
        if seat.company
    }


def _seed(text: str) -> int:
    if not text.strip():
        return secrets.randbits(SEED_BITS)
    if not text.strip().isdecimal() or int(text) >= 2**64:
        raise Unplayable(f"A seed is a whole number from 0 to {2**64 - 1:,}, not {text!r}")
    return int(text)


def _seats(draft: start_model.Draft, game: Game, book: Book) -> list[StoredSeat]:
    names = [seat.name.strip() for seat in draft.seats]
    for name in names:
        if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise Unplayable(f"A player's name has 1 to {MAX_NAME_LENGTH} letters, not {name!r}")
    if len(set(names)) < len(names):
        raise Unplayable("Two players can't have the same name")
    for seat in draft.seats:
        if seat.player != PERSON and (fault := bot_fault(seat.player, game)):
            raise Unplayable(fault)
    companies = read_companies(game, book, companies_of(draft, names)) if game.company is not None else {}
    replaced = "" if game.company is None else game.company(book).option
    return [
        StoredSeat(
            name=name,
            player=seat.player,
            options={
                option: chosen
                for option, chosen in seat.options.items()
                if chosen in game.choice(option, book).options and not (name in companies and option == replaced)
            },
            company=companies.get(name),
            colour=None if seat.colour == place else seat.colour,
        )
        for place, (name, seat) in enumerate(zip(names, draft.seats, strict=True))
    ]
