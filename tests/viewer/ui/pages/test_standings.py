"""The standings in a window with one column of panels, where each player has one line."""

from dataclasses import replace

import pytest

from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.models import Standing
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame
from riotsim.viewer.ui.widgets.text import TextPainter

from .. import samples
from ..conftest import Screen


def test_the_height_of_a_single_tower_is_named_where_there_is_little_room(screen: Screen) -> None:
    """In a window with one column of panels the number beside a player's name says that it is a tower's height."""
    drawn = DrawnFrame()
    one = replace(samples.GAME.standings[0], pieces=samples.GAME.standings[0].pieces[1:2], note="")

    def draw(ui: Ui) -> list[UiCommand]:
        ui.frame.drawn = drawn
        return game_screen(ui, replace(samples.GAME, standings=(one,), one_column=True, prompt=None))

    screen.frame(draw)
    assert f"tower of {one.pieces[0].height}" in [text.text for text in drawn.texts]


def test_figures_beside_a_player_are_told_to_be_towers(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a window with one column of panels, the text beside a player's name says that the numbers are towers. A
    tooltip says whose they are. Fallen models are counted. Beside a long name there is only room for the numbers, and
    the name isn't cut.
    """
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    ada = replace(samples.GAME.standings[0], note="")
    long = replace(ada, seat=replace(ada.seat, name="Ada of the Meadows"))
    for row, figures in ((ada, "towers 6 2 11 4, 1 fallen"), (long, "× 6 2 11 4")):
        drawn = DrawnFrame()

        def draw(ui: Ui, row: Standing = row, drawn: DrawnFrame = drawn) -> list[UiCommand]:
            ui.frame.drawn = drawn
            return game_screen(ui, replace(samples.GAME, standings=(row,), one_column=True, prompt=None))

        screen.hover(draw, f"standing.{row.seat.name}")
        screen.frame(draw, 1.0)  # a tooltip waits until the mouse rests
        screen.frame(draw, 1.0)
        assert {figures, row.seat.name} <= {text.text for text in drawn.texts}
        assert told[-1].endswith("Heights of the towers: m1 fallen, m2 6, m3 2, m4 11, m5 4.")
