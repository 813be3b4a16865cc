"""The protocol of a bot, its random numbers, and a loop in which several bots play a game to its end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeVar

import numpy as np

from riotsim.play.evaluation import ChanceSource
from riotsim.play.requests import PlayerId, Refused, Request
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Session

S = TypeVar("S")


class Bot(Protocol[S]):
    """A program that answers requests. `S` is the type of a game's state.

    A bot keeps no memory from one answer to the next, because a game that is resumed gets new bots.
    """

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return an answer that the request allows. The session is read-only."""


def answer_by_bot(session: Session[S], bot: Bot[S], request: Request[object]) -> None:
    """Answer a request of a session by a bot.

    Raises:
        Refused: The answer is not allowed. The message names the player, the bot and the answer.
    """
    answer = bot.answer(request, session)
    try:
        session.answer(answer, request.player)
    except Refused as refused:
        raise Refused(f"{request.player}'s bot {type(bot).__name__} answered {answer!r:.80}: {refused}") from refused


def play_out(session: Session[S], bots: Mapping[PlayerId, Bot[S]]) -> Iterator[Request[object]]:
    """Play a game to its end, and yield each request after its answer.

    Raises:
        Refused: A bot gave an answer that is not allowed.
        KeyError: A player who is asked has no bot.
    """
    while not session.is_over:
        request = session.pending[0]
        answer_by_bot(session, bots[request.player], request)
        yield request


@dataclass(frozen=True, slots=True)
class Luck:
    """The random numbers of the bot in one seat, decided by the game's seed, the seat and the number of the decision.

    So a bot needs no memory. A game that is resumed with new bots, in another process or after an undo, continues with
    the same bits. Another bot in a seat changes neither a throw nor another bot's choices.
    """

    seed: int
    """The game's seed."""
    seat: int
    """The number of the seat, 0 for the first."""

    def random_source(self, decision: int) -> ChanceSource:
        """Return the source of random numbers for a decision.

        Args:
            decision: The number of journal entries before the decision.
        """
        address = (int(Stream.BOT), self.seat, decision)
        return cache(lambda: np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=address)))
