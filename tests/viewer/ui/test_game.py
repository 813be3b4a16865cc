"""Buttons and keys of a game at the table: each does one thing, and only where it can be done."""

from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.viewer.input.keys import Action, KeyMap, Scope
from riotsim.viewer.ui.commands import (
    ChangeSettings,
    ChooseOption,
    Confirm,
    FocusPieces,
    OpenMenu,
    Redo,
    SetPaused,
    SetSpeed,
    ShowDice,
    SkipAct,
    UiCommand,
    Undo,
)
from riotsim.viewer.ui.models import GameModel, Playing, ReplayModel
from riotsim.viewer.ui.panels.game import open_scopes

from . import samples
from .conftest import Screen
from .drawing import done, table_screen, watching

GAME = table_screen(samples.GAME)


def test_nothing_is_wished_unasked(screen: Screen) -> None:
    """Panels that nobody touches wish for nothing."""
    for model in (samples.GAME, samples.CROWDED, samples.FIGHT, samples.SHOWN, samples.MENU, samples.OVER):
        assert screen.settled(table_screen(model)) == []
    assert screen.settled(watching(samples.REPLAY)) == []


@pytest.mark.parametrize(
    ("item", "wished"),
    [
        ("choice.activate", ChooseOption("Ada", "activate")),
        ("choice.leg_it", ChooseOption("Ada", "leg_it")),
        ("confirm", Confirm("Ada")),
        ("undo", Undo()),
        ("menu.open", OpenMenu(True)),
        ("pause", SetPaused(True)),
        ("skip", SkipAct()),
        ("speed.4×", SetSpeed(4.0)),
        ("record.Dice", ShowDice(True)),
        ("mute", ChangeSettings(samples.GAME.settings.model_copy(update={"muted": True}))),
        ("hands", ChangeSettings(samples.GAME.settings.model_copy(update={"hands": False}))),
        ("piece.m4", FocusPieces(("m4",))),
    ],
)
def test_buttons_are_wishes(screen: Screen, item: str, wished: UiCommand) -> None:
    """Each button at the table wishes for one thing, once."""
    assert done(screen.click(GAME, item)) == [wished]


@pytest.mark.parametrize(
    ("symbols", "wished"),
    [
        ((key._1,), ChooseOption("Ada", "activate")),
        ((key._2,), ChooseOption("Ada", "leg_it")),
        ((key.ENTER,), Confirm("Ada")),
        ((key.LCTRL, key.Z), Undo()),
        ((key.ESCAPE,), OpenMenu(True)),
        ((key.SPACE,), SetPaused(True)),
        ((key.X,), SkipAct()),
        ((key.PERIOD,), SetSpeed(2.0)),
        ((key.COMMA,), SetSpeed(0.5)),
        ((key.B,), ShowDice(True)),
        ((key.M,), ChangeSettings(samples.GAME.settings.model_copy(update={"muted": True}))),
        ((key.V,), ChangeSettings(samples.GAME.settings.model_copy(update={"reaches": False}))),
        ((key.F11,), ChangeSettings(samples.GAME.settings.model_copy(update={"full_screen": True}))),
    ],
)
def test_keys_do_what_buttons_do(screen: Screen, symbols: tuple[int, ...], wished: UiCommand) -> None:
    """Whoever doesn't use the mouse can do all the same."""
    assert screen.press(GAME, symbols) == [wished]


def test_escape_does_not_close_the_window(screen: Screen) -> None:
    """The key that leads back opens the menu; pyglet's windows would close."""
    screen.press(GAME, (key.ESCAPE,))
    assert not screen.window.has_exit


def test_keys_that_are_held_are_told(screen: Screen) -> None:
    """The camera moves while a key is down, and stops when another window takes the keys, or something is written."""
    keys = KeyMap()
    screen.settled(GAME)
    screen.event("on_key_press", key.W, 0)
    assert screen.gui.holds(keys, Action.PAN_AWAY)
    assert not screen.gui.holds(keys, Action.PAN_NEAR)
    screen.event("on_deactivate")
    assert not screen.gui.holds(keys, Action.PAN_AWAY)
    screen.event("on_key_press", key.LCTRL, 0)
    screen.event("on_key_press", key.Z, 0)
    assert not screen.gui.holds(keys, Action.ZOOM_IN), "Ctrl+Z is another key than Z"
    screen.event("on_deactivate")


@pytest.mark.parametrize(
    ("model", "open_"),
    [
        (samples.GAME, {Scope.ALWAYS, Scope.CAMERA, Scope.TABLE}),
        (samples.FIGHT, {Scope.ALWAYS, Scope.FIGHT}),
        (samples.MENU, set()),
        (samples.OPTIONS, set()),
        (samples.OVER, set()),
        (samples.REPLAY, {Scope.ALWAYS, Scope.CAMERA, Scope.REPLAY}),
    ],
)
def test_what_is_open_together_meets(model: GameModel | ReplayModel, open_: set[Scope]) -> None:
    """Actions that are open at the same time are those that may not share a key."""
    assert set(open_scopes(model)) == open_
    assert all(one.overlaps(other) for one in open_ for other in open_)


def test_a_changed_key_is_the_one_that_counts(screen: Screen) -> None:
    """The usual key does nothing once an action has another."""
    screen.keys = KeyMap().bind(next(a for a in KeyMap().actions("Ctrl+Z")), "U")
    assert screen.press(GAME, (key.U,)) == [Undo()]
    assert screen.press(GAME, (key.LCTRL, key.Z)) == []


def test_what_can_not_be_done_is_not_wished(screen: Screen) -> None:
    """Buttons that are grey do nothing, nor do their keys."""
    model = replace(samples.GAME, can_undo=False, ask=replace(samples.ASK, ready=False), playing=Playing())
    draw = table_screen(model)
    for item in ("undo", "redo", "confirm", "skip"):
        assert done(screen.click(draw, item)) == []
    for symbols in ((key.LCTRL, key.Z), (key.ENTER,), (key.X,)):
        assert screen.press(draw, symbols) == []
    assert done(screen.click(table_screen(samples.CROWDED), "redo")) == [Redo()]


def test_a_refused_choice_is_not_taken(screen: Screen) -> None:
    """A choice that is closed says why, and can't be chosen by its key either."""
    assert screen.press(table_screen(samples.CROWDED), (key._8,)) == []
