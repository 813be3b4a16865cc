"""What players are asked and shown in the golden games, and how bots rate the answers, stays the same.

`RIOTSIM_STORE_TRANSCRIPTS=1 pytest tests/golden/test_transcripts.py` stores the transcripts anew. Read the
differences of `tests/golden/transcripts` and `tests/golden/screens` before you commit them.
"""

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from golden_replays import require_replayed, stored_game
from screen_transcripts import Replayed, replay_written
from transcripts import differences, is_close

from riotsim.games.registry import GAMES

FOLDER = Path(__file__).parent


def _in_one_process(names: Iterable[str]) -> list[Any]:
    """Return golden games as parameters. One process replays a game for all its tests."""
    return [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]


GOLDEN = _in_one_process(path.stem for path in sorted(FOLDER.glob("*.json")) if path.stem.partition("-")[0] in GAMES)
"""The golden games: for each kind of game, one of greedy bots and one of random bots."""


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_is_asked_shown_and_rated_as_its_transcript_says(name: str) -> None:
    """If a golden game is replayed, its log and questions are the same as in the transcript. At some questions, all
    that is shown and the bots' ratings of answers are compared too.

    A change of a bot changes the results of the lab, so it must be intended.
    """
    require_same(FOLDER / "transcripts" / f"{name}.txt", _replayed(name).asked)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_window_shows_a_golden_game_as_its_transcript_says(name: str) -> None:
    """If a golden game is replayed, its screens are the same as in the transcript: panels, marks on the table, the
    camera, what the mouse tells about pieces, and what gestures mean.
    """
    require_same(FOLDER / "screens" / f"{name}.txt", _replayed(name).screens)


@pytest.mark.parametrize("name", _in_one_process(f"{kind}-random" for kind in sorted(GAMES)))
def test_a_golden_game_of_random_bots_is_replayed(name: str) -> None:
    """If the journal of a random bots' game is replayed, its stored positions come up again: those at the start of each
    turn, and the end.

    Each kind of game has such a game. `tests/store/test_golden_games.py` does the same with the games of greedy bots.
    """
    require_replayed(name, stored_game(name), _replayed(name).game)


@cache
def _replayed(name: str) -> Replayed:
    """Replay a golden game, and write its transcripts."""
    return replay_written(stored_game(name))


def require_same(path: Path, lines: list[str]) -> None:
    """Compare a transcript with the stored one, or store it."""
    if os.environ.get("RIOTSIM_STORE_TRANSCRIPTS"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert next(differences(path, lines), "") == ""


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("rated 1.50001 2.0", "rated 1.50002 2.0", True),
        ("rated 1.50001 2.0", "rated 1.50003 2.0", False),
        ("at [100.0, 99.9999]", "at [99.9999, 100.0]", True),
        ("at [100.0]", "at [100.1]", False),
        ("sum 1e-06", "sum 2e-06", True),
        ("sum 1e-06", "sum 4e-06", False),
        ("sum 0.0", "sum 1e-06", True),
        ("a die of 16 mm", "a die of 17 mm", False),
        ("16 mm and 2.0", "mm and 2.0", False),
        ("1.5 2.5", "1.5", False),
        ("#d65e28", "#d65e29", False),
        ("unit 1.5", "unit -1.5", False),
    ],
)
def test_transcripts_may_differ_in_the_last_digits_of_floats(old: str, new: str, *, same: bool) -> None:
    """Two transcripts count as the same if their floats differ by at most one in the sixth digit. Whole numbers, words
    and signs must be equal.
    """
    assert is_close(old, new) is same
    assert is_close(new, old) is same


def test_the_first_difference_of_transcripts_is_told(tmp_path: Path) -> None:
    """If a transcript differs, the message has the first such line and the text around the difference. A missing
    transcript is told too.
    """
    path = tmp_path / "game.txt"
    assert [*differences(path, ["a"])] == [f"there is no {path}: RIOTSIM_STORE_TRANSCRIPTS=1 stores it"]
    path.write_text("a\n" + "b" * 100 + "c\n", encoding="utf-8")
    assert [*differences(path, ["a", "b" * 100 + "c"])] == []
    assert [*differences(path, ["a", "b" * 100 + "d"])] == [
        f"game.txt, line 2: {'b' * 80 + 'd'!r} instead of {'b' * 80 + 'c'!r}"
    ]
    assert [*differences(path, ["a"])] == ["game.txt has 2 lines, and the game now 1"]
