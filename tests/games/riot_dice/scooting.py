"""A model that is about to roll its move dice, for the tests of acts."""

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
    """Ann's a1 is about to roll its move dice, with a tower of so many dice."""
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
    """Answer at random until the next turn is asked."""
    luck = np.random.default_rng(seed)
    while session.pending and session.pending[0].purpose != "turn":
        request = session.pending[0]
        session.answer("end" if request.purpose == "action" else any_answer(request, luck), request.player)


def lying(session: Session[State], which: int) -> Die:
    """The die of the way with that number."""
    request = session.pending[0]
    assert isinstance(request, PickWay)
    return session.table.dice[request.ways[which].die]


def rolls(lucky: LuckyTable) -> list[Roll]:
    """The rolls there were."""
    return [act for act in lucky.acts if isinstance(act, Roll)]
