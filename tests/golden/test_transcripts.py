"""What players are asked and shown in the golden games, and how bots rate the answers, stays the same.

`RIOTSIM_STORE_TRANSCRIPTS=1 pytest tests/golden/test_transcripts.py` stores the transcripts anew. Read the
differences of `tests/golden/transcripts` and `tests/golden/screens` before you commit them.
"""

import os
from functools import cache
from pathlib import Path

import pytest
from screen_transcripts import transcripts
from transcripts import differences, is_close

from riotsim.games.registry import GAMES
from riotsim.store.exchange import read_export

FOLDER = Path(__file__).parent

GOLDEN = tuple(
    pytest.param(path.stem, marks=pytest.mark.xdist_group(path.stem))  # one process replays the game for both tests
    for path in sorted(FOLDER.glob("*.json"))
    if path.stem.partition("-")[0] in GAMES
)
"""The golden games: one of greedy bots and one of random bots of each kind."""


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_is_asked_shown_and_rated_as_its_transcript_says(name: str) -> None:
    """The lines of the log and the questions are the same. So is all that is shown with some of the questions, and how
    bots rate the answers to some of them.

    A change of a bot changes the results of the lab, so it must be intended.
    """
    require_same(FOLDER / "transcripts" / f"{name}.txt", _transcripts(name)[0])


@pytest.mark.parametrize("name", GOLDEN)
def test_the_window_shows_a_golden_game_as_its_transcript_says(name: str) -> None:
    """Panels, marks on the table, the camera, what the mouse tells about pieces, and what its gestures mean are the
    same.
    """
    require_same(FOLDER / "screens" / f"{name}.txt", _transcripts(name)[1])


@cache
def _transcripts(name: str) -> tuple[list[str], list[str]]:
    """Return the transcript of a golden game, and that of the game in the window."""
    path = FOLDER / f"{name}.json"
    return transcripts(read_export(path.read_bytes(), str(path)))


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
    """A float may differ by one in its sixth digit. Whole numbers, words and signs may not differ."""
    assert is_close(old, new) is same
    assert is_close(new, old) is same


def test_the_first_difference_of_transcripts_is_told(tmp_path: Path) -> None:
    """The message has the line, and the text around the difference. A transcript that isn't stored is told too."""
    path = tmp_path / "game.txt"
    assert [*differences(path, ["a"])] == [f"there is no {path}: RIOTSIM_STORE_TRANSCRIPTS=1 stores it"]
    path.write_text("a\n" + "b" * 100 + "c\n", encoding="utf-8")
    assert [*differences(path, ["a", "b" * 100 + "c"])] == []
    assert [*differences(path, ["a", "b" * 100 + "d"])] == [
        f"game.txt, line 2: {'b' * 80 + 'd'!r} instead of {'b' * 80 + 'c'!r}"
    ]
    assert [*differences(path, ["a"])] == ["game.txt has 2 lines, and the game now 1"]
