"""A fight of Buskit on a display, with a synthetic mouse."""

import shutil
from pathlib import Path

import pytest
from on_a_display import play_on_display

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


def test_a_fight_of_buskit_is_played_by_mouse(tmp_path: Path) -> None:
    """A fight is played by mouse from initiative to its end. A flick throws the first dice into the tray, which is in
    view, and the dice that count rise. A stance under the mouse shows its pools. Models show their Wounds and Shock,
    and a panel the order of the round. A mouse on an opponent shows the sheet, the range and the sight.
    """
    found = play_on_display("play_buskit", tmp_path, Path(__file__).parent)
    assert found["tray"] is True
    assert (found["pools"], found["kept"]) == (2, 2)
    assert found["order"] == ["a.ines", "b.hired_hand_1"]
    assert found["gauges"] == [[8, 16], [2, 1]]
    assert {"in melee", "melee", "move"} <= {*found["labels"]}
    assert found["sheet"] is True
    assert found["previewed"] == ["single weapon +1, reckless +1", ""]
    assert found["over"] == "Ada wins."
