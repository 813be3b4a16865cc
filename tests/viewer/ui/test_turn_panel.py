"""The panel of the turn."""

from dataclasses import replace

from riotsim.play.narration import Turn
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.screens import shared_models
from riotsim.viewer.ui import models
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame

from . import samples
from .conftest import Screen


def test_the_header_has_the_title_of_a_turn_that_has_its_own(screen: Screen) -> None:
    """The end of Demolition Dice is no round: the header calls it as the log does."""
    told = []
    for title in ("", "The last dice"):
        now = Turn(6, None, "round", title)
        turn = shared_models.turn(DisplayState(turn=now), ())
        drawn = DrawnFrame()

        def draw(ui: Ui, turn: models.Turn = turn, drawn: DrawnFrame = drawn) -> list[UiCommand]:
            ui.frame.drawn = drawn
            return game_screen(ui, replace(samples.GAME, turn=turn))

        screen.settled(draw)
        told.append([one.text for one in drawn.texts if one.panel == "turn"][1])
    assert told == ["Round 6", "The last dice"]
