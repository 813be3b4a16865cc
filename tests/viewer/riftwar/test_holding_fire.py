"""An offer that lasts, at the window: the host says who holds fire, and the window answers for that player."""

from dataclasses import replace
from typing import Any

import pytest
from told_host import Told, asked, screens

from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.viewer.input.keys import BINDINGS
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.screens.decisions import LASTING_KEY
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import Answer, LastingChoice, LiftChoice
from riotsim.viewer.ui.commands import ChooseOption

HOLD = "Hold fire in this phase"

AT_A_UNIT: Request[Any] = PickSome("Ann", "react", ("a.x", "a.y"), most=1)
AT_A_GROUP: Request[Any] = Choose("Ann", "react", ("hold fire", "fire"))

OTHER: Request[Any] = PickPiece("Bob", "who moves", ("b.x", "b.y"))

HELD = LastingChoice("Ann", "react", "turn", HOLD)

OFFERS = {
    PickPiece: (),
    PickSome: (Offer((), HOLD, lasts="turn"),),
    Choose: (
        Offer("hold fire", "Hold fire"),
        Offer("fire", "Fire"),
        Offer("hold fire", HOLD, lasts="turn"),
    ),
}


class Window:
    """Ann and Bob at one window, in which questions are put one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.host: Told
        self.screen: GameScreen
        self.host, self.screen = screens("Ann", "Bob", persons=("Ann", "Bob"))
        self.skipped = 0
        self._number = 0
        monkeypatch.setattr(LivePlayback, "skip", self._skip)

    def _skip(self, *_: object, **__: object) -> None:
        self.skipped += 1

    def ask(self, request: Request[Any], *held: LastingChoice) -> object:
        """Put a question while some choices hold, and return the answer that is given without the player; None if there
        is none.
        """
        self._number += 1
        question = replace(asked(request, number=self._number), offers=(OFFERS[type(request)],), lasting=held)
        self.host.coming.append(question)
        self.host.heard.clear()
        self.screen.advance(0.1)
        return self.answer

    @property
    def answer(self) -> object:
        """The answer that the host has got; None if it has got none."""
        return next((word.value for word in self.answers), None)

    @property
    def answers(self) -> list[Answer]:
        """The answers that the host has got to the last question."""
        return [word for word in self.host.heard if isinstance(word, Answer)]

    @property
    def buttons(self) -> list[str]:
        """The labels of all buttons with which the question may be answered."""
        prompt = game_model(self.screen).prompt
        assert prompt is not None
        return [choice.label for row in (*prompt.rows, prompt.choices) for choice in row]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    """Return a window of Ann and Bob."""
    return Window(monkeypatch)


def test_the_press_is_sent_with_its_answer(window: Window) -> None:
    """If a player presses the button of the lasting choice, the host gets the answer and the choice in one message."""
    for request, answer in ((AT_A_UNIT, ()), (AT_A_GROUP, "hold fire")):
        assert window.ask(request) is None
        assert window.buttons[0] == HOLD
        window.screen.handle(ChooseOption("Ann", LASTING_KEY))
        assert [(word.value, word.by_itself, word.lasting) for word in window.answers] == [(answer, False, HELD)]


def test_the_window_answers_while_the_choice_holds(window: Window) -> None:
    """While Ann holds fire, the window answers for her when a unit or a group moves, and still shows the moves. Bob is
    asked. As soon as Ann's choice no longer holds, she is asked.
    """
    assert window.ask(AT_A_UNIT, HELD) == ()
    assert [(word.by_itself, word.lasting) for word in window.answers] == [(True, None)]
    assert window.ask(AT_A_GROUP, HELD) == "hold fire"
    assert window.skipped == 0
    assert window.ask(replace(AT_A_UNIT, player="Bob"), HELD) is None
    assert window.ask(AT_A_UNIT) is None


def test_holding_fire_once_does_not_last(window: Window) -> None:
    """If a player chooses the plain option, by its button or by Tab and Enter, only this question is answered. The
    lasting offer has a button of its own above the others.
    """
    for press in (_press_button, _tab_and_enter):
        assert window.ask(AT_A_GROUP) is None
        assert window.buttons == [HOLD, "Hold fire", "Fire"]
        press(window.screen)
        assert [(word.value, word.lasting) for word in window.answers] == [("hold fire", None)]


def _press_button(screen: GameScreen) -> None:
    screen.handle(ChooseOption("Ann", "0"))


def _tab_and_enter(screen: GameScreen) -> None:
    screen.next()
    screen.confirm()


def test_holding_fire_has_a_key(window: Window) -> None:
    """The button to hold fire shows its key, L."""
    window.ask(AT_A_UNIT)
    prompt = game_model(window.screen).prompt
    assert prompt is not None
    assert [BINDINGS[choice.action].chord for choice in prompt.rows[0] if choice.action] == ["L"]


def test_a_choice_that_holds_has_a_button_that_lifts_it(window: Window) -> None:
    """While Ann holds fire, other questions have a button that names her choice and lifts it. If a question has no
    lasting offer of its own, this button has the key.
    """
    for request, button, chords in (
        (OTHER, 0, ["L"]),
        (replace(AT_A_UNIT, player="Bob"), 1, ["L", None]),
    ):
        assert window.ask(request, HELD) is None
        prompt = game_model(window.screen).prompt
        assert prompt is not None
        shown = [row[0] for row in prompt.rows]
        assert shown[button].label == "Ann: hold fire in this phase"
        assert [BINDINGS[choice.action].chord if choice.action else None for choice in shown] == chords
        window.screen.handle(ChooseOption("Bob", shown[button].key))
        assert window.host.heard == [LiftChoice(HELD)]
