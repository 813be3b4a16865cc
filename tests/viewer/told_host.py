"""A host that sends what a test tells it to, and a game screen that listens to it."""

from collections.abc import Iterator
from typing import Any

from pitch_game import PAWNS, floor

from riotsim.play.narration import Turn
from riotsim.play.requests import Request
from riotsim.replay.recording import seats
from riotsim.table.state import Table
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.session.messages import FromHost, GameOpened, Prompt, Question, ToHost
from riotsim.viewer.settings import Settings

TURN = Turn(1, "Ann")


class Told:
    """A host that sends what a test tells it to."""

    def __init__(self) -> None:
        self.coming: list[FromHost] = []
        self.heard: list[ToHost] = []

    def received_messages(self) -> Iterator[FromHost]:
        """Yield the messages."""
        coming, self.coming = self.coming, []
        yield from coming

    def send(self, message: ToHost) -> None:
        """Store a message."""
        self.heard.append(message)

    def close(self) -> None:
        """Do as if the host ended."""


def screens(*bosses: str, persons: tuple[str, ...], on: Table | None = None) -> tuple[Told, GameScreen]:
    """Return a host and a game screen, on which a game is open."""
    host = Told()
    opened = GameOpened(seats(dict.fromkeys(bosses, "")), PAWNS, "Pitching", on or floor(), frozenset(persons))
    host.coming.append(opened)
    table = GameScreen(host, Settings(), clock=lambda: 0.0)
    table.advance(0.01)
    return host, table


def asked(*requests: Request[Any], joint: tuple[str, ...] = (), number: int = 1, is_fight: bool = True) -> Question:
    """Return a question. A joint question to two players is a fight, unless told otherwise."""
    prompts = tuple(Prompt(request.player, "Say", is_fight=is_fight) for request in requests)
    return Question(
        requests, prompts, TURN, False, False, joint=joint, number=number, offers=tuple(() for _ in requests)
    )
