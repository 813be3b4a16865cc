"""Games on a display, with synthetic mouse and keys: Demolition Dice, Cube Clash, and a bot of one's own."""

import shutil
from pathlib import Path

import pytest
from on_a_display import play_on_display

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


def test_three_are_asked_for_all_that_the_game_has(tmp_path: Path) -> None:
    """Three players roll, pick and stack dice, and one flicks a die at a tower."""
    found = play_on_display("play_demolition_dice", tmp_path)
    assert found["seats"] == ["Ada", "Bea", "Cleo"]
    assert found["asked"] == ["choose", "knock", "pickpiece", "placedie", "roll"]
    assert found["thrown"] is True


def test_two_turns_of_cube_clash_are_played_by_mouse(tmp_path: Path) -> None:
    """In Cube Clash, a player steps a die by clicks on the die and on a square, and another die by a drag. Before a
    choice, the window shows the sheet of a die, the face that a step brings up, and what an attack would do. No panel
    hides a die. A unit in the list of its army glows on the table under the mouse, and a click keeps its sheet open
    until Esc closes it. The badge of a rule opens the rules at its clause, in which typing searches. An offer is drawn
    on the table while the mouse is over its button, but isn't prepared as an answer.
    """
    found = play_on_display("play_cube_clash", tmp_path)
    assert found["sheet"] is True
    assert found["hidden"] == []
    assert found["passed"] == [None, True, None, False]
    assert found["turns"] == ["turn right", "turn about", "turn left"]
    assert found["units"] == ["hover", True, "north.reedling", True, False]
    assert found["rules"] == ["CC-10", True, ["rules.CC-44", "rules.CC-45"], True]
    assert found["offered"] == ["counter 3"]
    assert found["faces"] == ["counter 3", "melee 4"]
    assert found["attack"] == ["Melee at Bellfounder: damage 4, health 3: killed, counter kills Barrow Ox"]


def test_a_bot_of_the_command_line_plays_against_a_person(tmp_path: Path) -> None:
    """If the command line names the players, the start screen has them already. The game begins with them, and their
    bot is asked.
    """
    found = play_on_display("play_own_bot", tmp_path)
    assert found == {"seats": ["Zoe", "Max"], "about": "Riot Dice, seed 4"}
    assert (tmp_path / "asked").exists()
