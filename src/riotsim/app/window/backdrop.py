"""The table behind the start screen: that of the first game which has one."""

from riotsim.files.rules import read_rules
from riotsim.files.yaml import validate
from riotsim.games.registry import GAMES
from riotsim.replay.recording import seats
from riotsim.simulation import perform
from riotsim.store.assets import load_assets
from riotsim.viewer.backend import Backdrop


def backdrop() -> Backdrop:
    """Return the table, its players, and the owners of its models."""
    game, slot = next((game, game.backdrop) for game in GAMES.values() if game.backdrop is not None)
    document = read_rules(game.name)
    book = validate(document, game.rules)
    shown = slot(book, load_assets(book, None, document), perform)
    return shown.table, seats(dict.fromkeys(shown.players, "")), dict(shown.owners)
