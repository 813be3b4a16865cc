"""The protocol of a bot, and a loop in which several of them play a game to its end."""

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class Bot(Protocol[S]):
    """A program that answers requests. `S` is the type of a game's state.

    A bot keeps no memory from one answer to the next, because a game that is resumed gets new bots.
    """

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return an answer that the request allows. The session is read-only."""


def play_out(session: Session[S], bots: Mapping[PlayerId, Bot[S]]) -> Iterator[Request[object]]:
    """Play a game to its end, and yield each request after it was answered.

    Raises:
        Refused: A bot gave an answer that is not allowed.
        KeyError: A player who is asked has no bot.
    """
    while not session.over:
        request = session.pending[0]
        session.answer(bots[request.player].answer(request, session), request.player)
        yield request
