"""Groups are picked in the window on a display, with synthetic mouse and keys."""

import shutil
from pathlib import Path

import pytest
from on_a_display import play_on_display


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)")
@pytest.mark.xdist_group("window")
def test_groups_are_picked_with_a_box_with_shift_and_by_keys(tmp_path: Path) -> None:
    """A player picks a group with a box, with Shift or by keys. The panel shows the total and what is wrong with the
    group. Enter gives the answer. The game isn't in the registry.
    """
    assert play_on_display("play_group_game", tmp_path, Path(__file__).parent) == {
        "too much": "3 picked, total 6 of 5: together they may come to at most 5, not 6",
        "right": "2 picked, total 4 of 5",
        "by keys": "2 picked, total 4 of 5",
    }
