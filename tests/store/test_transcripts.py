"""What players are asked and shown in the golden games, and how bots rate the answers, changes only on purpose.

`RIOTSIM_STORE_TRANSCRIPTS=1 pytest tests/store/test_transcripts.py` stores the transcripts anew. Read the difference
before you commit it.
"""

import os
from pathlib import Path

import pytest
from transcripts import differences, transcript

from riotsim.games.registry import GAMES
from riotsim.store.exchange import read_export

pytestmark = pytest.mark.xdist_group("golden_games")  # each game is gone through once

FOLDER = Path(__file__).parents[1] / "golden"

NAMES = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem.partition("-")[0] in GAMES)
"""The golden games: one of greedy bots and one of random bots of each kind."""


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_asked_shown_and_rated_as_its_transcript_says(name: str) -> None:
    """The lines of the log, the questions with all that is shown with them, and the ratings of the bots are the same.

    A change of a bot changes the results of the lab. It should be meant.
    """
    stored = FOLDER / f"{name}.json"
    lines = transcript(read_export(stored.read_bytes(), str(stored)))
    path = FOLDER / "transcripts" / f"{name}.txt"
    if os.environ.get("RIOTSIM_STORE_TRANSCRIPTS"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert next(differences(path, lines), "") == ""
