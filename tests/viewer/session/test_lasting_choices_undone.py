"""Lasting choices at a screen with its host, also under Undo and Redo: held fire, and pieces put down at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from held_fire import POSITION, STEP
from screen_at_host import play

from riotsim.app.window.hosting import GameInWindow
from riotsim.app.window.sandbox import sandbox_of
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.rulebooks import load_rules
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.viewer.screens.decisions import LASTING_KEY, REST_KEY
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.ui.commands import ChooseOption


@pytest.fixture
def battle(tmp_path: Path) -> Opening:
    """Return a game between two persons at the position."""
    (tmp_path / "position.yaml").write_text(POSITION)
    sandbox = sandbox_of(tmp_path / "position.yaml")
    return sandbox.play(sandbox.first_position)


def asked(screen: GameScreen) -> Request[object]:
    """Return what the screen asks."""
    assert screen.interaction is not None
    return screen.interaction.request


def who(screen: GameScreen) -> str:
    """Return who is asked for what."""
    return f"{asked(screen).player}: {asked(screen).purpose}"


def buttons(screen: GameScreen) -> list[str]:
    """Return the labels of the rows of buttons above the options."""
    prompt = game_model(screen).prompt
    assert prompt is not None
    return [choice.label for row in prompt.rows for choice in row]


def answer(screen: GameScreen) -> None:
    """Move the first unit a step ahead, or fire at nothing."""
    match asked(screen):
        case Choose(options=options):
            screen.submit(next((one for one in ("move", "go on") if one in options), options[0]))
        case PickPiece(pieces=pieces):
            screen.submit(pieces[0])
        case PickPoint(regions=((name, _), *_)):
            assert screen.table is not None
            x, y = screen.table.models[name].at
            screen.submit(Spot(name, (x, y + STEP)))
        case _:
            screen.submit(())


def move(screen: GameScreen) -> Iterator[None]:
    """Let Ada move a unit, until Bea is asked whether she fires, or Ada in which direction her unit looks."""
    while True:
        answer(screen)
        yield
        if who(screen) in ("Bea: react", "Ada: look at"):
            return


def press(screen: GameScreen, label: str) -> Iterator[None]:
    """Press a button of the rows above the options."""
    prompt = game_model(screen).prompt
    assert prompt is not None
    (key,) = (choice.key for row in prompt.rows for choice in row if choice.label == label)
    screen.handle(ChooseOption(asked(screen).player, key))
    yield


def undo(screen: GameScreen) -> Iterator[None]:
    """Undo a decision."""
    screen.undo()
    yield


def redo(screen: GameScreen) -> Iterator[None]:
    """Redo a decision."""
    screen.redo()
    yield


def hold(screen: GameScreen) -> Iterator[None]:
    """Let Ada move a unit, and Bea hold fire in this phase."""
    yield from move(screen)
    assert who(screen) == "Bea: react"
    screen.handle(ChooseOption("Bea", LASTING_KEY))
    yield
    assert who(screen) == "Ada: look at"


def test_fire_is_held_until_the_phase_ends(battle: Opening) -> None:
    """If Bea holds fire, she isn't asked at further moves of this phase. In Ada's next phase, Bea is asked again."""

    def user(screen: GameScreen) -> Iterator[None]:
        yield from hold(screen)
        for _ in range(3):
            yield from move(screen)
            assert who(screen) == "Ada: look at"
        answer(screen)
        yield
        for player in ("Ada", "Bea"):
            assert who(screen) == f"{player}: action"
            screen.submit("pass")
            yield
        yield from move(screen)
        assert who(screen) == "Bea: react"

    play(battle, user)


def test_redo_brings_held_fire_back(battle: Opening) -> None:
    """If the choice to hold fire is undone, Bea is asked again at the same unit. After a redo, Bea isn't asked at the
    next unit.
    """

    def user(screen: GameScreen) -> Iterator[None]:
        yield from hold(screen)
        yield from undo(screen)
        assert who(screen) == "Bea: react"
        yield from redo(screen)
        assert who(screen) == "Ada: look at"
        yield from move(screen)
        assert who(screen) == "Ada: look at"

    play(battle, user)


def test_held_fire_that_is_undone_is_forgotten(battle: Opening) -> None:
    """If the choice to hold fire is undone and Bea gives another answer, she is asked at each unit. She may hold fire
    again.
    """

    def user(screen: GameScreen) -> Iterator[None]:
        yield from hold(screen)
        yield from undo(screen)
        answer(screen)
        yield
        for _ in range(2):
            yield from move(screen)
            assert who(screen) == "Bea: react"
            answer(screen)
            yield
        yield from hold(screen)

    play(battle, user)


def test_held_fire_is_undone_with_the_move_before_it_alone(battle: Opening) -> None:
    """If Bea holds fire at two moves of Ada, an undo takes back only the second move, and fire is still held. A redo
    brings the move back, and Bea isn't asked at it.
    """

    def user(screen: GameScreen) -> Iterator[None]:
        yield from hold(screen)
        yield from move(screen)
        yield from undo(screen)
        assert who(screen) == "Ada: dangers"
        yield from redo(screen)
        assert who(screen) == "Ada: look at"
        yield from undo(screen)
        yield from move(screen)
        assert who(screen) == "Ada: look at"

    play(battle, user)


def test_held_fire_is_shown_and_lifted(battle: Opening) -> None:
    """If Bea holds fire, questions to Ada have a button that says so. If Ada presses the button, Bea is asked at the
    next move, and may hold fire again.
    """
    shown = "Bea: hold fire in this phase"

    def user(screen: GameScreen) -> Iterator[None]:
        assert shown not in buttons(screen)
        yield from hold(screen)
        assert buttons(screen) == [shown]
        yield from press(screen, shown)
        assert who(screen) == "Ada: look at"
        assert buttons(screen) == []
        yield from hold(screen)
        assert buttons(screen) == [shown]

    play(battle, user)


def test_lifting_is_undone_and_redone_with_what_follows(battle: Opening) -> None:
    """If held fire was lifted, an undo to an earlier place finds fire held again. A redo to the place where it was
    lifted finds it lifted.
    """

    def user(screen: GameScreen) -> Iterator[None]:
        yield from hold(screen)
        answer(screen)
        yield
        assert who(screen) == "Ada: action"
        (held,) = buttons(screen)
        yield from press(screen, held)
        yield from undo(screen)
        assert who(screen) == "Ada: look at"
        assert buttons(screen) == [held]
        yield from redo(screen)
        assert who(screen) == "Ada: action"
        assert buttons(screen) == []
        yield from undo(screen)
        yield from move(screen)
        assert who(screen) == "Ada: look at", "another answer than the one that was undone has left fire held"

    play(battle, user)


@pytest.fixture
def set_up() -> Opening:
    """Return a game of Buskit between two persons, who take turns to set up their fighters."""
    seats = [Seat(name=name, player="person") for name in ("Ada", "Bea")]
    return GameInWindow.new(make_header("buskit", "buskit", load_rules("buskit"), 2, seats), save=False)


def put_down_the_rest(screen: GameScreen) -> Iterator[None]:
    """Press the button that lets the window put down all further fighters."""
    assert asked(screen).purpose == "set up"
    screen.handle(ChooseOption(asked(screen).player, REST_KEY))
    yield


def put_one_down(screen: GameScreen) -> Iterator[None]:
    """Put down a fighter at its default place."""
    screen.confirm()
    yield


def test_redo_brings_back_that_the_window_puts_all_the_rest_down(set_up: Opening) -> None:
    """If Ada's choice to let the window put the rest down is undone, Ada is asked again. After a redo, the window puts
    down all of Ada's further fighters.
    """

    def user(screen: GameScreen) -> Iterator[None]:
        while who(screen) != "Ada: set up":
            yield from put_one_down(screen)
        yield from put_down_the_rest(screen)
        yield from put_one_down(screen)
        assert who(screen) == "Bea: set up"
        yield from undo(screen)
        assert who(screen) == "Bea: set up"
        yield from undo(screen)
        assert who(screen) == "Ada: set up"
        yield from redo(screen)
        yield from redo(screen)
        while asked(screen).purpose == "set up":
            assert asked(screen).player == "Bea"
            yield from put_one_down(screen)

    play(set_up, user)


def test_undo_ends_only_the_own_putting_down(set_up: Opening) -> None:
    """If the window puts fighters down for both players and Bea's choice is undone, Bea is asked. The window still puts
    Ada's fighters down.
    """

    def user(screen: GameScreen) -> Iterator[None]:
        while who(screen) != "Ada: set up":
            yield from put_one_down(screen)
        yield from put_down_the_rest(screen)
        yield from put_down_the_rest(screen)
        assert asked(screen).purpose != "set up"
        yield from undo(screen)
        for _ in range(2):
            assert who(screen) == "Bea: set up"
            yield from put_one_down(screen)

    play(set_up, user)
