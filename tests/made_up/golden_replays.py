"""Reading and checking the stored golden games, and their events after a replay."""

import json
from pathlib import Path
from typing import Any

from riotsim.play.scenarios.expected_events import plain_event
from riotsim.play.session.serialization import to_plain
from riotsim.store.database.store import StoredGame
from riotsim.store.exchange import read_export, require_consistent
from riotsim.store.resume import ResumedGame

FOLDER = Path(__file__).parents[1] / "golden"


def stored_game(name: str) -> StoredGame:
    """Read a golden game. The game of greedy bots has the name of its kind, such as `buskit`; the game of random bots
    is called `buskit-random`.
    """
    path = FOLDER / f"{name}.json"
    assert path.exists(), f"no golden game of {name}: python tools/golden_games.py {name} makes one"
    return read_export(path.read_bytes(), str(path))


def require_replayed(name: str, stored: StoredGame, taken: ResumedGame) -> None:
    """Assert that a golden game was replayed to its end, with the stored result and the stored positions at each turn's
    start.
    """
    assert stored.header.game == name.removesuffix("-random")
    require_consistent(stored, name)
    assert taken.session.is_over
    assert taken.turns == stored.turns
    assert to_plain(taken.session.state.result) == stored.result
    assert "game_over" in {event["event"] for event in plain_events(taken)}


def plain_events(taken: ResumedGame) -> list[dict[str, Any]]:
    """Return the events of a replayed game as plain data, as JSON has them."""
    return [json.loads(json.dumps(plain_event(event))) for event in taken.session.events]
