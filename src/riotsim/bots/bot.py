"""The protocol of a bot, its random numbers, and a loop that lets bots play a game to its end."""

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

    A bot must keep nothing from one answer to the next, because a resumed game gets new bots.
    """

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return an answer that the request allows. The bot may read the session, but must not change it."""


def answer_by_bot(session: Session[S], bot: Bot[S], request: Request[object]) -> None:
    """Ask a bot for its answer to a request, and give the answer to the session.

    Raises:
        Refused: The bot's answer is not allowed. The message names the player, the bot and the answer.
    """
    answer = bot.answer(request, session)
    try:
        session.answer(answer, request.player)
    except Refused as refused:
        raise Refused(f"{request.player}'s bot {type(bot).__name__} answered {answer!r:.80}: {refused}") from refused


def play_out(session: Session[S], bots: Mapping[PlayerId, Bot[S]]) -> Iterator[Request[object]]:
    """Play a game to its end, and yield each request after it has been answered.

    Args:
        session: The game.
        bots: A bot for each player, by the players' names.

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
    """The random numbers of the bot in one seat. They depend only on the seed, the seat and the number of the
    decision.

    So a resumed game continues with the same random numbers, although its bots are new.
    """

    seed: int
    """The seed of the game, or of a rollout."""
    seat: int
    """The number of the seat in turn order, from 0. In a planner's rollouts, the number only has to be unique among the
    bots.
    """

    def random_source(self, decision: int) -> ChanceSource:
        """Return the source of random numbers for one decision.

        Args:
            decision: The number of journal entries before the decision.
        """
        address = (int(Stream.BOT), self.seat, decision)
        return cache(lambda: np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=address)))
