"""The players, games and rules that the start screen offers for a new game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from riotsim.agents.networks import PREFIX, is_policy
from riotsim.app import rules_files
from riotsim.app.new_games import DEFAULT_BOT, PLAYER_NAMES
from riotsim.app.window.player_kinds import PLAYERS
from riotsim.bots.custom import allowed
from riotsim.files.companies import is_company_file
from riotsim.files.problems import BadFile, problem_lines
from riotsim.files.resources import builtin_companies, builtin_rules
from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import Document, validate
from riotsim.games import DEFAULT_RULES
from riotsim.games.registry import GAMES
from riotsim.players import PERSON
from riotsim.rulebooks import game_of, read_rulebook
from riotsim.store.companies import read_company
from riotsim.viewer.ui import start_model

NO_COMPANIES: Final[Mapping[str, str]] = MappingProxyType({})

BARE_TABLE_KEY = "bare"
"""Value of `Draft.table` for a table without scenery."""


def new_game_options(named: Iterable[str] = ()) -> start_model.Offer:
    """Return the players, games and rules to choose from for a new game. The players include the user's own bots.

    Args:
        named: Names of bots from the command line. Those of the form `policy:FILE` are added to the players.

    Raises:
        UnusableBot: The environment variable `RIOTSIM_BOTS` names a bot that can't be imported.
    """
    players = tuple(start_model.Option(name, label, about) for name, (label, about) in PLAYERS.items())
    players += tuple(start_model.Option(name, name.partition(":")[2], f"your own bot {name}") for name in allowed())
    policies = {name: Path(name.removeprefix(PREFIX)) for name in named if is_policy(name)}
    players += tuple(start_model.Option(name, file.stem, f"the policy in {file}") for name, file in policies.items())
    games = tuple(start_model.Option(game.name, game.title, game.motto) for game in GAMES.values())
    return start_model.Offer(players, games, tuple(_builtin_offer(name) for name in builtin_rules()))


def draft(
    players: Mapping[str, str],
    rules: str = DEFAULT_RULES,
    companies: Mapping[str, str] = NO_COMPANIES,
    flags: Sequence[str] = (),
) -> start_model.Draft:
    """Return the draft that the start screen shows at first, without a seed.

    Args:
        players: The players' names, each with its bot or `PERSON`. If this is empty, a person plays against bots.
        rules: Rules that come with the program, by name, or the path of a rules file.
        companies: The path of a company file, or the name of a company that comes with the game, by player.
        flags: The names of the rules flags that are set.

    Raises:
        BadFile: The rules are invalid.
    """
    is_own = rules not in builtin_rules()
    offer = _rules_offer(read_rules(Path(rules)), start_model.OWN_RULES_KEY, rules) if is_own else _builtin_offer(rules)
    names = PLAYER_NAMES[: max(2, offer.min_players)]
    taking_part = players or {name: DEFAULT_BOT if place else PERSON for place, name in enumerate(names)}
    seats = []
    for place, (name, player) in enumerate(taking_part.items()):
        options = {option.key: option.usual_choice(place) for option in offer.seat_options}
        seat = start_model.SeatDraft(name, player, place, options)
        seats.append(_with_company(seat, offer, companies[name]) if name in companies else seat)
    return start_model.Draft(
        tuple(seats),
        offer.key,
        offer.tables[0].key if is_own else "",
        flags=tuple(flags),
        own=rules if is_own else "",
    )


def _with_company(seat: start_model.SeatDraft, offer: start_model.RulesOffer, source: str) -> start_model.SeatDraft:
    """Return the draft of a seat after a player has named a company.

    - If `source` is a company file, or if `offer` has no companies, `source` becomes the path of the seat's own company
      file.
    - Otherwise, if `source` is the name of a company in `offer`, that company becomes the seat's company.
    - Otherwise, `source` becomes the seat's choice for the option `offer.companies.option`, such as `army` in Cube
      Clash.

    Args:
        seat: The draft of the seat so far.
        offer: The choices that the rules give.
        source: A company file, the name of a company, or a choice for the option, such as an army of the rules.
    """
    if offer.companies is None or is_company_file(source):
        return replace(seat, company=start_model.OWN_COMPANY_KEY, company_file=source)
    if source in (choice.key for choice in offer.companies.choices):
        return replace(seat, company=source)
    return replace(seat, options={**seat.options, offer.companies.option: source})


def typed_file(text: str) -> Path | None:
    """Return the path of a typed text, or None if no file is there."""
    path = rules_files.typed_path(text)
    try:
        return path if text.strip() and path.is_file() else None
    except (OSError, ValueError):  # too long for a name, or in a folder that is nobody's business
        return None


def check_rules(path: Path) -> start_model.FileReport:
    """Check a rules file as `riotsim rules check` does.

    Returns:
        The problems of the file. If there are none, the start screen's choices for its rules.
    """
    if faults := rules_files.describe_faults(path):
        return start_model.FileReport(faults)
    try:
        return start_model.FileReport(offer=_rules_offer(read_rules(path), start_model.OWN_RULES_KEY, path.name))
    except BadFile as bad:  # it was written anew meanwhile
        return start_model.FileReport(tuple(str(bad).splitlines()))


def check_company(path: Path, draft: start_model.Draft) -> start_model.FileReport:
    """Check the company file of a player against the rules of a draft."""
    source = rules_files.typed_path(draft.own) if draft.rules == start_model.OWN_RULES_KEY else draft.rules
    try:
        document, game, book = read_rulebook(source)
        if options := game.options_of_flags(draft.flags):
            book = validate(with_options(document, options), game.rules)
        read_company(game, book, path)
    except BadFile as bad:
        named = [replace(one, file=path.name) if one.file == str(path) else one for one in bad.problems]
        return start_model.FileReport(tuple(problem_lines(named)))
    return start_model.FileReport()


@cache
def _builtin_offer(rules: str) -> start_model.RulesOffer:
    """Return the start screen's choices for rules that come with the program, given the rules' name."""
    document = read_rules(rules)
    game = game_of(document)
    return _rules_offer(document, rules, game.title + rules.removeprefix(game.name).replace("_", " "))


def _rules_offer(document: Document, key: str, label: str) -> start_model.RulesOffer:
    """Return the choices that rules give on the start screen: seat options, tables, and the number of players.

    Args:
        document: The data of the rules.
        key: Key of the rules in the list of rules to choose from.
        label: Name of the rules for display.
    """
    game = game_of(document)
    book = validate(document, game.rules)
    seats = game.seats(book)
    asked = ((one.name, one.choices(book)) for one in game.seat_options if one.for_persons)
    options = tuple(
        start_model.SeatOption(
            name,
            name.capitalize(),
            tuple(start_model.Option(key, title, choice.about.get(key, "")) for key, title in choice.options.items()),
            choice.suggested_by_seat
            or choice.usual_by_seat
            or (() if choice.usual is None else (choice.usual,) * seats.most),
        )
        for name, choice in asked
        if choice.options
    )
    companies = None
    if game.company is not None:
        schema = game.company(book)
        known = next((one.choices for one in options if one.key == schema.option), ())
        others = (name for name in builtin_companies(game.name) if name not in (choice.key for choice in known))
        choices = tuple(start_model.Option(name, name.replace("_", " ").title()) for name in others)
        companies = start_model.CompanyOffer(schema.label, schema.option if known else "", choices)
    tables = [start_model.Option("", "As the rules have it")]
    if game.no_scenery_options:
        tables.append(start_model.Option(BARE_TABLE_KEY, "Bare felt, no scenery"))
    flags = tuple(start_model.Option(one.name, one.name.capitalize(), one.help) for one in game.rules_flags)
    return start_model.RulesOffer(
        key, label, game.name, options, tuple(tables), seats.least, seats.most, companies=companies, flags=flags
    )
