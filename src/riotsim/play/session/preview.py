"""What follows from an answer, found out without giving it."""

from dataclasses import dataclass
from typing import Any

from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class PreviewedAct:
    """The act that an answer leads to."""

    table: Table
    """As it stands then."""
    act: Act
    seed: int


class _Reached(Exception):
    """The act is known; nobody performs it."""

    def __init__(self, preview_act: PreviewedAct) -> None:
        super().__init__()
        self.following = preview_act


def preview_act(session: Session[Any], answer: object, player: PlayerId | None = None) -> PreviewedAct | None:
    """Tell which act would follow at once from an answer to what is pending; None if a boss is asked before any.

    The game is as before. So an act that is performed while its answer is still being given, such as a model that a
    person drags, begins from the very table and with the seed that it will have. Raises `Refused`.
    """
    since = session.journal[session.checkpoint.entry - session.beginning.entry :]
    tried = Session.resume(session.run, session.checkpoint, since, _reached)
    try:
        tried.answer(answer, player)
    except _Reached as reached:
        return reached.following
    finally:
        tried.close()
    return None


def _reached(table: Table, act: Act, seed: int, /) -> Settled:
    raise _Reached(PreviewedAct(table, act, seed))
