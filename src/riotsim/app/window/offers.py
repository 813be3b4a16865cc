"""The players, games and rules that the start screen offers for a new game."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from riotsim.app import rules_files
from riotsim.app.new_games import DEFAULT_BOT, PLAYER_NAMES
from riotsim.bots.custom import allowed
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import read_rules
from riotsim.files.yaml import Document, validate
from riotsim.games import DEFAULT_RULES
from riotsim.games.registry import GAMES
from riotsim.players import BOTS, PERSON
from riotsim.rulebooks import game_of
from riotsim.viewer.ui import start_model

PLAYER_DESCRIPTIONS = {
    PERSON: "somebody at this table",
    "greedy": "a bot that thinks one step ahead",
    "planner": "a bot that tries things out in thought, and takes its time",
    "hasty": "a planner that thinks less",
    "random": "a bot that does anything",
}

BARE_TABLE_KEY = "bare"
"""Value of `Draft.table` for a table without scenery."""


def new_game_options() -> start_model.Offer:
    """Return the players, games and rules to choose from for a new game, the user's own bots included."""
    players = tuple(start_model.Option(name, name.capitalize(), PLAYER_DESCRIPTIONS[name]) for name in (PERSON, *BOTS))
    players += tuple(start_model.Option(name, name.partition(":")[2], f"your own bot {name}") for name in allowed())
    games = tuple(start_model.Option(game.name, game.title, game.motto) for game in GAMES.values())
    return start_model.Offer(players, games, tuple(_builtin_offer(name) for name in builtin_rules()))


def draft(players: Mapping[str, str]) -> start_model.Draft:
    """Return the draft that the start screen shows at first, with the default rules and without a seed.

    Args:
        players: The players' names, each with its bot or `PERSON`; if empty, a person plays against a bot.
    """
    rules = _builtin_offer(DEFAULT_RULES)
    taking_part = players or dict(zip(PLAYER_NAMES, (PERSON, DEFAULT_BOT), strict=False))
    seats = (
        start_model.SeatDraft(
            name, player, place, {option.key: option.usual_choice(place) for option in rules.seat_options}
        )
        for place, (name, player) in enumerate(taking_part.items())
    )
    return start_model.Draft(tuple(seats), DEFAULT_RULES, "")


def rules_file(text: str) -> Path | None:
    """Return the path that a typed text stands for, or None if there is no file at that path."""
    path = rules_files.typed_path(text)
    try:
        return path if text.strip() and path.is_file() else None
    except (OSError, ValueError):  # too long for a name, or in a folder that is nobody's business
        return None


def check_rules(path: Path) -> start_model.RulesReport:
    """Check a rules file as `riotsim rules check` does.

    Returns:
        The problems of the file or, if it has none, the choices that its rules give on the start screen.
    """
    if faults := rules_files.describe_faults(path):
        return start_model.RulesReport(faults)
    try:
        return start_model.RulesReport(offer=_rules_offer(read_rules(path), start_model.OWN_RULES_KEY, path.name))
    except BadFile as bad:  # it was written anew meanwhile
        return start_model.RulesReport(tuple(str(bad).splitlines()))


@cache
def _builtin_offer(rules: str) -> start_model.RulesOffer:
    """Return the choices that the start screen offers for rules that come with the program, given their name."""
    return _rules_offer(read_rules(rules), rules, rules.replace("_", " ").title())


def _rules_offer(document: Document, key: str, label: str) -> start_model.RulesOffer:
    """Return the choices that rules give on the start screen: seat options, tables, and the number of players.

    Args:
        document: The data of the rules.
        key: Key of the rules among all that can be chosen.
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
            tuple(start_model.Option(*entry) for entry in choice.options.items()),
            choice.usual_by_seat or (() if choice.usual is None else (choice.usual,) * seats.most),
        )
        for name, choice in asked
        if choice.options
    )
    tables = [start_model.Option("", "As the rules have it")]
    if game.no_scenery_options:
        tables.append(start_model.Option(BARE_TABLE_KEY, "Bare felt, no scenery"))
    return start_model.RulesOffer(key, label, game.name, options, tuple(tables), seats.least, seats.most)
