"""What a bot is: whoever answers the requests of a game, and how several of them play one to its end."""

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class Bot(Protocol[S]):
    """Answers requests. `S` is the state of the games it can play.

    It remembers nothing from one answer to the next: a game that is taken up again has new bots.
    """

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Give an answer that the request allows; the session is there to be looked at, never to be changed."""


def play_out(session: Session[S], players: Mapping[PlayerId, Bot[S]]) -> Iterator[Request[object]]:
    """Play a game on to its end: gives each request once it has been answered and the game has gone on from it.

    Raises `Refused` if a bot gives an answer that is not allowed, and `KeyError` for a boss without a bot.
    """
    while not session.over:
        request = session.pending[0]
        session.answer(players[request.player].answer(request, session), request.player)
        yield request
