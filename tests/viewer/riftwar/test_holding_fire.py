"""An offer that lasts: who holds fire in a phase is not asked again at each unit that moves by."""

from dataclasses import replace
from typing import Any

import pytest
from told_host import TURN, Told, asked, screens

from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, Request
from riotsim.viewer.input.keys import BINDINGS
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.screens.decisions import LASTING_KEY
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import Answer
from riotsim.viewer.ui.commands import ChooseOption

HOLD = "Hold fire in this phase"

AT_A_UNIT: Request[Any] = PickSome("Ann", "react", ("a.x", "a.y"), most=1)
AT_A_GROUP: Request[Any] = Choose("Ann", "react", ("hold fire", "fire"))

OFFERS = {
    PickSome: (Offer((), HOLD, lasts=True),),
    Choose: (
        Offer("hold fire", "Hold fire"),
        Offer("fire", "Fire"),
        Offer("hold fire", HOLD, lasts=True),
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

    def ask(self, request: Request[Any], phase: int = 1) -> object:
        """Put a question, and return the answer that is given without the player; None if there is none."""
        self._number += 1
        question = replace(asked(request, number=self._number), turn=replace(TURN, number=phase))
        self.host.coming.append(replace(question, offers=(OFFERS[type(request)],)))
        self.host.heard.clear()
        self.screen.advance(0.1)
        return self.answer

    @property
    def answer(self) -> object:
        """The answer that the host has got; None if it has got none."""
        return next((word.value for word in self.host.heard if isinstance(word, Answer)), None)

    @property
    def by_itself(self) -> bool:
        """True if the window has given the last answer without asking."""
        return [word.by_itself for word in self.host.heard if isinstance(word, Answer)][-1]

    @property
    def buttons(self) -> list[str]:
        """The labels of all buttons with which the question may be answered."""
        prompt = game_model(self.screen).prompt
        assert prompt is not None
        return [choice.label for row in (*prompt.rows, prompt.choices) for choice in row]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    """A window."""
    return Window(monkeypatch)


def test_fire_is_held_until_the_phase_ends(window: Window) -> None:
    """A press holds fire at all further units and groups of this phase, and what happens is still played back. Bob is
    asked, and so is Ann in the next phase.
    """
    assert window.ask(AT_A_UNIT) is None
    assert window.buttons[0] == HOLD
    window.screen.handle(ChooseOption("Ann", LASTING_KEY))
    assert window.answer == ()
    assert [window.ask(AT_A_UNIT) for _ in range(3)] == [()] * 3
    assert window.ask(AT_A_GROUP) == "hold fire"
    assert window.skipped == 0
    assert window.ask(replace(AT_A_UNIT, player="Bob")) is None
    assert window.ask(AT_A_UNIT) == ()
    assert window.ask(AT_A_UNIT, phase=2) is None


def test_holding_fire_once_does_not_last(window: Window) -> None:
    """The plain option, by its button or by Tab and Enter, answers one question. The offer that lasts is a button of
    its own above the others, with no number.
    """
    for press in (_press_button, _tab_and_enter):
        assert window.ask(AT_A_GROUP) is None
        assert window.buttons == [HOLD, "Hold fire", "Fire"]
        press(window.screen)
        assert window.answer == "hold fire"
    assert window.ask(AT_A_UNIT) is None


def _press_button(screen: GameScreen) -> None:
    screen.handle(ChooseOption("Ann", "0"))


def _tab_and_enter(screen: GameScreen) -> None:
    screen.next()
    screen.confirm()


def test_holding_fire_has_a_key(window: Window) -> None:
    """Its button shows the key."""
    window.ask(AT_A_UNIT)
    prompt = game_model(window.screen).prompt
    assert prompt is not None
    assert [BINDINGS[choice.action].chord for choice in prompt.rows[0] if choice.action] == ["L"]


def test_undo_of_the_press_ends_it(window: Window) -> None:
    """If an undo goes back to Ann, who has pressed, she is asked again, and the press counts no more."""
    window.ask(AT_A_UNIT)
    window.screen.handle(ChooseOption("Ann", LASTING_KEY))
    window.screen.undo()
    assert window.ask(AT_A_UNIT) is None
    assert window.ask(AT_A_UNIT) is None


def test_undo_of_the_other_player_does_not_end_it(window: Window) -> None:
    """Answers of the window are marked, so that one undo goes back past them to what Bob did before. Fire is still held
    then.
    """
    window.ask(AT_A_UNIT)
    window.screen.handle(ChooseOption("Ann", LASTING_KEY))
    assert not window.by_itself
    assert window.ask(AT_A_UNIT) == ()
    assert window.by_itself
    assert window.ask(replace(AT_A_UNIT, player="Bob")) is None
    window.screen.undo()
    assert window.ask(replace(AT_A_UNIT, player="Bob")) is None
    assert window.ask(AT_A_UNIT) == ()
