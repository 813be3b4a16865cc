"""Plays a game of each kind and stores it where tests replay it: `tests/golden/GAME.json`.

    python tools/golden_games.py [GAME ...]

To be run when a game is new, or when its rules have changed on purpose: the test that fails says which.
"""

import sys
import tempfile
from pathlib import Path

from riotsim.app.new_games import PLAYER_NAMES
from riotsim.bots.bot import play_out
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.store.database.store import Store
from riotsim.store.exchange import export_game
from riotsim.store.recorder import record_new_game

FOLDER = Path(__file__).parents[1] / "tests" / "golden"

SEEDS = {
    "riot_dice": 11,  # towers fall, loot changes hands, and somebody legs it
    "demolition_dice": 12,  # throws hit, miss, and go at one's own tower; a tie is rolled off; dice fall off the table
    "cube_clash": 20,  # dice are killed, return and are converted; spells are cast; a raid on the home row decides
    "buskit": 4,  # pools are thrown, armour is spent, somebody drops prone, stands up and is treated, and one side wins
    "riftwar": 2,  # units move, charge and rally, are fired at on their way, and one side loses half of them
}

BOT = "greedy"


def store(game: str) -> Path:
    """Play a game, and store it."""
    book = load_rules(game, GAMES[game].rules)
    seed = SEEDS[game]
    bots = dict.fromkeys(PLAYER_NAMES[: GAMES[game].seats(book).usual], BOT)
    seats = [Seat(name=name, player=bot) for name, bot in bots.items()]
    header = make_header(game, game, book, seed, seats)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games") as games:
        with record_new_game(games, header, lambda table, act, seed, _hz: perform(table, act, seed)) as (
            begun,
            recorder,
        ):
            for _ in play_out(begun.session, make_bots(bots, begun.book, seed)):
                pass
            name = recorder.writer.game
        content = export_game(games.read(name))
    path = FOLDER / f"{game}.json"
    path.write_text(content, encoding="utf-8")
    return path


if __name__ == "__main__":
    for chosen in sys.argv[1:] or GAMES:
        made = store(chosen)
        print(f"{made.name}: {made.stat().st_size // 1000} kB")
