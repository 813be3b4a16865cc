"""Plays games of each kind and stores them where tests replay them: `tests/golden/NAME.json`.

    python tools/golden_games.py [NAME ...]

To be run when a game is new, or when its rules have changed on purpose: the test that fails says which.
"""

import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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


@dataclass(frozen=True)
class GoldenGame:
    """A game to play and store."""

    game: str
    """Name of the game in the registry."""
    seed: int
    bot: str = "greedy"
    """The bot in all seats. Random bots use rules that other bots avoid."""
    players: int | None = None
    """Number of players; None for the game's usual number."""


GOLDEN_GAMES: Final[Mapping[str, GoldenGame]] = {
    # Towers fall, loot changes hands, and somebody legs it.
    "riot_dice": GoldenGame("riot_dice", 11),
    # Throws hit, miss, and go at one's own tower; a tie is rolled off; dice fall off the table.
    "demolition_dice": GoldenGame("demolition_dice", 12),
    # Dice are killed, return and are converted; spells are cast; a raid on the home row decides.
    "cube_clash": GoldenGame("cube_clash", 20),
    # Pools are thrown, armour is spent, somebody drops prone, stands up and is treated, and one side wins.
    "buskit": GoldenGame("buskit", 4),
    # Units move, charge and rally, are fired at on their way, and one side loses half of them.
    "riftwar": GoldenGame("riftwar", 2),
    "riot_dice-random": GoldenGame("riot_dice", 3, "random", 3),
    "demolition_dice-random": GoldenGame("demolition_dice", 3, "random"),
    "cube_clash-random": GoldenGame("cube_clash", 3, "random"),
    "buskit-random": GoldenGame("buskit", 3, "random"),
    "riftwar-random": GoldenGame("riftwar", 3, "random"),
}
"""The golden games. Those named after their kind of game were chosen for many kinds of events."""


def store(name: str) -> Path:
    """Play a golden game, and store it."""
    golden = GOLDEN_GAMES[name]
    game, seed = golden.game, golden.seed
    book = load_rules(game, GAMES[game].rules)
    bots = dict.fromkeys(PLAYER_NAMES[: golden.players or GAMES[game].seats(book).usual], golden.bot)
    seats = [Seat(name=name, player=bot) for name, bot in bots.items()]
    header = make_header(game, game, book, seed, seats)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games") as games:
        with record_new_game(games, header, lambda table, act, seed, _hz: perform(table, act, seed)) as (
            begun,
            recorder,
        ):
            for _ in play_out(begun.session, make_bots(bots, begun.book, seed)):
                pass
            played = recorder.writer.game
        content = export_game(games.read(played))
    path = FOLDER / f"{name}.json"
    path.write_text(content, encoding="utf-8")
    return path


if __name__ == "__main__":
    if unknown := [name for name in sys.argv[1:] if name not in GOLDEN_GAMES]:
        print(f"no golden game is called {unknown[0]!r}; there are {', '.join(GOLDEN_GAMES)}", file=sys.stderr)
        sys.exit(2)
    for chosen in sys.argv[1:] or GOLDEN_GAMES:
        made = store(chosen)
        print(f"{made.name}: {made.stat().st_size // 1000} kB")
