"""The places of panels: beside the table, on the screen, and under the mouse."""

import pytest

from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.panels.scene.annotations import inches
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.theme import BAR_HEIGHT, COLUMN, MARGIN

from . import samples
from .conftest import Screen, table_screen

GAME = table_screen(samples.GAME)


def test_the_middle_is_the_tables(screen: Screen) -> None:
    """Between the side panels and above the playback bar, the mouse belongs to the table."""
    screen.settled(GAME)
    assert screen.ui is not None
    scale, (width, height) = screen.ui.scale, screen.ui.pixels
    left, right = (COLUMN + 2 * MARGIN) * scale, width - (COLUMN + 2 * MARGIN) * scale
    top, bottom = 0.0, height - (BAR_HEIGHT + 2 * MARGIN) * scale
    assert right - left > 300
    for x in (left + 2, (left + right) / 2, right - 2):
        for y in (top + 2, (top + bottom) / 2, bottom - 2):
            screen.point(x, y)
            screen.frame(GAME)
            screen.frame(GAME)
            assert not screen.gui.wants_mouse
    screen.to("turn")
    screen.frame(GAME)
    screen.frame(GAME)
    assert screen.gui.wants_mouse


def test_a_panel_is_where_the_mouse_is_now(screen: Screen) -> None:
    """A click that arrives together with a movement goes to what is under the mouse now."""
    screen.settled(GAME)
    screen.point(500, 300)
    screen.frame(GAME)
    screen.frame(GAME)
    screen.to("confirm")
    assert screen.gui.wants_mouse
    screen.point(500, 300)
    assert not screen.gui.wants_mouse


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.4, 2.0])
@pytest.mark.parametrize("name", ["GAME", "CROWDED", "WATCHED", "FIGHT", "MENU", "OPTIONS", "OVER"])
def test_everything_stays_on_the_screen(screen: Screen, name: str, scale: float) -> None:
    """At any text size, all panels fit a small window without overlapping."""
    screen.scale = scale
    screen.settled(table_screen(getattr(samples, name)))
    assert screen.ui is not None
    under = ["turn", "ask", "waiting", "tools", "standings", "record", "playback", "notice"]
    panels = [*under, "fight", "menu", "options", "over"]
    boxes = {panel: screen.ui.frame.items[panel] for panel in panels if panel in screen.ui.frame.items}
    width, height = screen.window.get_size()
    for panel, (left, top, right, bottom) in boxes.items():
        assert left >= 0, panel
        assert top >= 0, panel
        assert right <= width, panel
        assert bottom <= height, panel
    side_by_side = [boxes[panel] for panel in under if panel in boxes]
    for n, one in enumerate(side_by_side):
        for other in side_by_side[n + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_long_texts_are_cut(screen: Screen) -> None:
    """A text that is too wide ends in an ellipsis."""

    def draw(ui: Ui) -> list[UiCommand]:
        cut = ui.text.fitted("Cleopatra VII of the Lower Nile", 100)
        assert cut.endswith("…")
        assert ui.text.measure(cut) <= 100
        assert ui.text.fitted("Ada", 100) == "Ada"
        assert ui.text.fitted("Ada", 0) == "…"
        return []

    screen.frame(draw)


def test_each_of_two_lines_is_cut(screen: Screen) -> None:
    """A word that is wider than its line is cut off in the first line too."""
    room = 40.0

    def draw(ui: Ui) -> list[UiCommand]:
        lines = ui.text.in_two_lines("Mmmmmmmmmmmmmmmmmmmmmm mmmmmmmmmmmmmmmmmmmmmmmm", room)
        assert len(lines) == 2
        assert all(ui.text.measure(line) <= room for line in lines)
        return []

    screen.frame(draw)


def test_distances_are_told_in_inches() -> None:
    """Distances are shown in inches."""
    assert inches(25.4) == "1.0 in"
    assert inches(152.4) == "6.0 in"
