"""The act that an answer would lead to, found without giving the answer."""

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
    """The table on which the act is performed."""
    act: Act
    seed: int


class _ActReached(Exception):
    """Raised when the act is known, so that nobody performs it."""

    def __init__(self, preview_act: PreviewedAct) -> None:
        super().__init__()
        self.following = preview_act


def preview_act(session: Session[Any], answer: object, player: PlayerId | None = None) -> PreviewedAct | None:
    """Return the act that would directly follow an answer, or None if another request comes first. The game does
    not change. A drag that is simulated before the answer is complete can so begin with the same table and seed
    as the real act.

    Raises:
        Refused: The answer is not allowed.
    """
    since = session.journal[session.checkpoint.entry_count - session.first_checkpoint.entry_count :]
    tried = Session.resume(session.rules, session.checkpoint, since, _raise_act_reached)
    try:
        tried.answer(answer, player)
    except _ActReached as reached:
        return reached.following
    finally:
        tried.close()
    return None


def _raise_act_reached(table: Table, act: Act, seed: int, /) -> Settled:
    raise _ActReached(PreviewedAct(table, act, seed))
