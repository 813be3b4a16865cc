"""Keys and clicks that arrive before the player can see a question, in a window that draws only its panels."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pitch_game import PAWNS, Pitch, floor
from sandbox_user import Nobody

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet.window import key, mouse  # noqa: E402

from riotsim.app.window.backend import WindowBackend  # noqa: E402
from riotsim.play.narration import Offer, Turn  # noqa: E402
from riotsim.play.requests import PickPiece, Request  # noqa: E402
from riotsim.replay.recording import seats  # noqa: E402
from riotsim.viewer.input.interactions.interaction import Pointer  # noqa: E402
from riotsim.viewer.session.messages import GameOpened, GameOver, Line, Prompt, Question  # noqa: E402
from riotsim.viewer.window import TableWindow  # noqa: E402

FRAME = 1 / 30

WON = Line("Ann wins", "head", turn=Turn(1, "Ann"))


class Player:
    """The player of a game whose messages from the host come from a test."""

    def __init__(self, folder: Path) -> None:
        self.window: Any = TableWindow(
            WindowBackend(folder / "games.sqlite"), folder / "settings.json", size=(960, 600), host=lambda _: Nobody()
        )
        self.window.switch_to()
        self.window.screens.open(Pitch())
        self.sent: list[object] = []
        game: Any = self.window.game
        self.game = game
        self.game.link.send = self.sent.append
        self.receive(GameOpened(seats({"Ann": "", "Bob": ""}), PAWNS, "Pitching", floor(), frozenset({"Ann"})))

    def receive(self, message: object) -> None:
        """Show a message of the host."""
        self.game.playback.receive(message)
        self.game.advance(FRAME)

    def ask(self, number: int) -> None:
        """Ask which of two models acts. The player doesn't see it before the next frame."""
        offers = (Offer("a1", "Nell", piece="a1"), Offer("a2", "Finch", piece="a2"))
        request: Request[Any] = PickPiece("Ann", "turn", ("a1", "a2"))
        prompt = Prompt("Ann", "Whose turn?")
        self.receive(Question((request,), (prompt,), Turn(1, "Ann"), False, False, number=number, offers=(offers,)))

    def frame(self, count: int = 1) -> None:
        """Draw frames of the panels."""
        for _ in range(count):
            self.window.draw_panels(FRAME)

    def event(self, name: str, *what: object) -> None:
        """Send the window an event."""
        self.window.dispatch_event(name, *what)
        self.window.dispatch_events()

    def press(self, symbol: int) -> None:
        """Press and release a key."""
        self.event("on_key_press", symbol, 0)
        self.event("on_key_release", symbol, 0)

    def click(self, item: str) -> None:
        """Click the middle of an item that is drawn, or was drawn."""
        left, top, right, bottom = self.window.items[item]
        at = ((left + right) / 2, self.window.height - (top + bottom) / 2)
        self.event("on_mouse_motion", *at, 0, 0)
        self.event("on_mouse_press", *at, mouse.LEFT, 0)
        self.event("on_mouse_release", *at, mouse.LEFT, 0)

    @property
    def answers(self) -> list[object]:
        """The answers that were sent."""
        return [one.value for one in self.sent if hasattr(one, "value")]


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    """Yield a player who has seen the first question."""
    found = Player(tmp_path)
    found.ask(1)
    found.frame(6)
    yield found
    found.window.close()


def test_a_key_answers_no_question_that_the_player_has_not_seen(player: Player) -> None:
    """A key does nothing before the first frame with a question, or while that frame is drawn. A later key answers the
    question.
    """
    player.ask(2)
    player.press(key._1)
    player.frame()
    player.press(key._1)
    player.frame()
    assert player.answers == []
    player.press(key._1)
    player.frame()
    assert player.answers == ["a1"]


def test_a_click_answers_no_question_that_the_player_has_not_seen(player: Player) -> None:
    """A click on the place of a button does nothing before the player can see the button. A later click presses it."""
    player.ask(2)
    player.click("choice.1")
    player.frame()
    player.click("choice.1")
    player.frame(3)
    assert player.answers == []
    player.click("choice.1")
    player.frame(2)
    assert player.answers == ["a2"]


def test_a_press_on_the_table_answers_no_question_that_the_player_has_not_seen(player: Player) -> None:
    """A press on a piece does nothing before the player can see that it may be clicked."""
    on_a1 = Pointer((0.0, 0.0), "a1", 0.0)
    player.ask(2)
    player.frame()
    assert not player.game.pressed(on_a1)
    player.game.released(on_a1)
    assert player.answers == []
    player.frame()
    assert player.game.pressed(on_a1)
    assert player.answers == ["a1"]


def test_a_click_closes_no_result_that_the_player_has_not_seen(player: Player) -> None:
    """The dialog at the end of a game appears by itself. If the player clicks before seeing the dialog, the click
    presses none of its buttons.
    """
    player.receive(GameOver((WON,), can_undo=False))
    player.frame(6)
    place = player.window.items["over.start"]
    player.ask(2)
    player.frame(6)
    player.window.items["over.start"] = place
    player.receive(GameOver((WON,), can_undo=False))
    player.click("over.start")
    player.frame(4)
    assert player.window.game is player.game
    player.click("over.start")
    player.frame(2)
    assert player.window.game is None
