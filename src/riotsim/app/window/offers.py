"""The choices that the start screen offers for a new game: players, games and rules."""

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
"""The key of a table without scenery."""


def new_game_options() -> start_model.Offer:
    """Return the options of a new game."""
    players = tuple(start_model.Option(name, name.capitalize(), PLAYER_DESCRIPTIONS[name]) for name in (PERSON, *BOTS))
    players += tuple(start_model.Option(name, name.partition(":")[2], f"your own bot {name}") for name in allowed())
    games = tuple(start_model.Option(game.name, game.title, game.motto) for game in GAMES.values())
    return start_model.Offer(players, games, tuple(_builtin_offer(name) for name in builtin_rules()))


def draft(players: Mapping[str, str]) -> start_model.Draft:
    """Return the draft of a first game.

    Args:
        players: The players' names, each with its bot or `PERSON`; if empty, a person plays against a bot.
    """
    rules = _builtin_offer(DEFAULT_RULES)
    first = {option.key: option.choices[0].key for option in rules.seat_options}
    taking_part = players or dict(zip(PLAYER_NAMES, (PERSON, DEFAULT_BOT), strict=False))
    seats = (
        start_model.SeatDraft(name, player, colour, first) for colour, (name, player) in enumerate(taking_part.items())
    )
    return start_model.Draft(tuple(seats), DEFAULT_RULES, "")


def rules_file(text: str) -> Path | None:
    """Return the rules file that a typed text means, or None."""
    path = rules_files.typed_path(text)
    try:
        return path if text.strip() and path.is_file() else None
    except (OSError, ValueError):  # too long for a name, or in a folder that is nobody's business
        return None


def check_rules(path: Path) -> start_model.RulesReport:
    """Check a rules file as `riotsim rules check` does."""
    if faults := rules_files.describe_faults(path):
        return start_model.RulesReport(faults)
    try:
        return start_model.RulesReport(offer=_rules_offer(read_rules(path), start_model.OWN_RULES_KEY, path.name))
    except BadFile as bad:  # it was written anew meanwhile
        return start_model.RulesReport(tuple(str(bad).splitlines()))


@cache
def _builtin_offer(rules: str) -> start_model.RulesOffer:
    """Return the options under rules that come with the program."""
    return _rules_offer(read_rules(rules), rules, rules.replace("_", " ").title())


def _rules_offer(document: Document, key: str, label: str) -> start_model.RulesOffer:
    """Return the options under some rules."""
    game = game_of(document)
    book = validate(document, game.rules)
    seats = game.seats(book)
    options = tuple(
        start_model.SeatOption(one.name, one.name.capitalize(), choices)
        for one in game.seat_options
        if one.for_persons
        and (choices := tuple(start_model.Option(*entry) for entry in one.choices(book).options.items()))
    )
    tables = [start_model.Option("", "As the rules have it")]
    if game.no_scenery_options:
        tables.append(start_model.Option(BARE_TABLE_KEY, "Bare felt, no scenery"))
    return start_model.RulesOffer(key, label, game.name, options, tuple(tables), seats.least, seats.most)
