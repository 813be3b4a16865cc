"""The game's clock in the window: it ticks while a person decides, and stands still otherwise."""

from dataclasses import replace

import pytest
from told_host import TURN, Told, asked, screens

from riotsim.play.displays import Clock
from riotsim.play.requests import PickPiece
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import ClockPaused, GameStatus
from riotsim.viewer.ui.commands import OpenMenu, OpenSettings


def shown(table: GameScreen) -> tuple[int, str]:
    """Return the time left that the panel shows, and what it says about its end."""
    clock = game_model(table).turn.clock
    assert clock is not None
    return clock.left, clock.at_zero


@pytest.fixture
def at_table() -> tuple[Told, GameScreen]:
    """Return a game with 100 s on its clock, in which Ann is asked."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    question = replace(asked(PickPiece("Ann", "pawn", ("a1", "a2"))), clock=Clock(100.0, True, "all go home"))
    host.coming += [GameStatus(turn=TURN, clock=Clock(120.0, True, "all go home")), question]
    table.advance(0.01)
    return host, table


def test_the_clock_ticks_while_a_person_decides(at_table: tuple[Told, GameScreen]) -> None:
    """While a person decides, the panel counts down the seconds to 0, and says what happens when time is up."""
    _, table = at_table
    assert shown(table) == (100, "all go home")
    for _ in range(25):
        table.advance(0.1)
    assert shown(table) == (98, "all go home")
    table.advance(200.0)
    assert shown(table) == (0, "all go home")


def test_an_answer_turns_no_clock_back(at_table: tuple[Told, GameScreen]) -> None:
    """After an answer, the clock stands still until the host tells the new time."""
    host, table = at_table
    table.advance(10.0)
    table.submit("a1")
    for _ in range(5):
        table.advance(1.0)
    assert shown(table)[0] == 90
    host.coming.append(GameStatus(turn=TURN, clock=Clock(89.5, True, "all go home")))
    table.advance(1.0)
    table.advance(1.0)
    assert shown(table)[0] == 90
    assert table.game_clock.left == 89.5


def test_the_clock_stands_still_in_the_menu(at_table: tuple[Told, GameScreen]) -> None:
    """While the menu or the settings are open, the clock stands still. The host is told once that the clock is paused,
    and once that it goes on.
    """
    host, table = at_table
    table.handle(OpenMenu(True))
    table.advance(30.0)
    table.handle(OpenSettings(True))
    table.advance(30.0)
    table.handle(OpenMenu(False))
    table.advance(30.0)
    table.handle(OpenSettings(False))
    table.advance(10.0)
    assert shown(table)[0] == 90
    assert host.heard == [ClockPaused(True), ClockPaused(False)]


def test_a_clock_that_only_the_rules_charge_does_not_tick() -> None:
    """If only the rules charge time to a clock, the clock stands still while a person decides."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    host.coming.append(replace(asked(PickPiece("Ann", "pawn", ("a1",))), clock=Clock(100.0)))
    table.advance(0.01)
    table.advance(10.0)
    assert shown(table)[0] == 100
