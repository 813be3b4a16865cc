"""For the tests of acts: a game in which a model is about to roll its move dice."""

import numpy as np
from lucky_table import LuckyTable, any_answer, stand

from riotsim.games.riot_dice.rules.turn import Activate
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Aim, PickWay
from riotsim.play.session.session import Session
from riotsim.table.acts import Roll
from riotsim.table.pieces import Die

FAR = {"a1": (4.0, 12.0), "b1": (20.0, 20.0)}
AIM = Aim((300.0, 300.0), 0.0)


def scooting(lucky: LuckyTable, options: dict[str, object] | None = None, swigs: int = 0) -> Session[State]:
    """Return a game in which Ann's a1 is about to roll its move dice. Its tower has `swigs` dice."""
    session = stand(lucky, FAR, options)
    for _ in range(swigs):
        for model in ("a1", "b1"):
            session.answer(Activate(model))
            session.answer("shoot")
            finish(session, 1)
    session.answer(Activate("a1"))
    session.answer("scoot")
    return session


def finish(session: Session[State], seed: int) -> None:
    """Answer until the next turn is asked: end activations, and answer all else at random."""
    luck = np.random.default_rng(seed)
    while session.pending and session.pending[0].purpose != "turn":
        request = session.pending[0]
        session.answer("end" if request.purpose == "action" else any_answer(request, luck), request.player)


def lying(session: Session[State], which: int) -> Die:
    """Return the die of the way with this number."""
    request = session.pending[0]
    assert isinstance(request, PickWay)
    return session.table.dice[request.ways[which].die]


def rolls(lucky: LuckyTable) -> list[Roll]:
    """Return all rolls performed so far."""
    return [act for act in lucky.acts if isinstance(act, Roll)]
