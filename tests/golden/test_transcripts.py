"""What players are asked and shown in the golden games, and how bots rate the answers, changes only on purpose.

`RIOTSIM_STORE_TRANSCRIPTS=1 pytest tests/golden/test_transcripts.py` stores the transcripts anew. Read the difference
before you commit it.
"""

import os
from pathlib import Path

import pytest
from screen_transcripts import screen_transcript
from transcripts import differences, transcript

from riotsim.games.registry import GAMES
from riotsim.store.database.store import StoredGame
from riotsim.store.exchange import read_export

pytestmark = pytest.mark.xdist_group("golden_games")  # each game is gone through once

FOLDER = Path(__file__).parent

NAMES = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem.partition("-")[0] in GAMES)
"""The golden games: one of greedy bots and one of random bots of each kind."""


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_asked_shown_and_rated_as_its_transcript_says(name: str) -> None:
    """The lines of the log, the questions with all that is shown with them, and the ratings of the bots are the same.

    A change of a bot changes the results of the lab. It should be meant.
    """
    require_same(FOLDER / "transcripts" / f"{name}.txt", transcript(_stored(name)))


@pytest.mark.parametrize("name", NAMES)
def test_the_window_shows_a_golden_game_as_its_transcript_says(name: str) -> None:
    """Panels, marks on the table, the camera, what the mouse tells about pieces, and what its gestures mean are the
    same.
    """
    require_same(FOLDER / "screens" / f"{name}.txt", screen_transcript(_stored(name)))


def _stored(name: str) -> StoredGame:
    """Read a golden game."""
    path = FOLDER / f"{name}.json"
    return read_export(path.read_bytes(), str(path))


def require_same(path: Path, lines: list[str]) -> None:
    """Compare a transcript with the stored one, or store it."""
    if os.environ.get("RIOTSIM_STORE_TRANSCRIPTS"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert next(differences(path, lines), "") == ""
