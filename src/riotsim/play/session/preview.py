"""The preview of the act that would follow an answer."""

from dataclasses import dataclass
from typing import Any

from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class PreviewedAct:
    """The act that would follow an answer, with the table before the act and the act's seed."""

    table: Table
    """The table before the act."""
    act: Act
    seed: int


class _ActReached(Exception):
    """The exception that stops the rules of a preview before an act."""

    def __init__(self, preview_act: PreviewedAct) -> None:
        super().__init__()
        self.following = preview_act


def preview_act(session: Session[Any], answer: object, player: PlayerId | None = None) -> PreviewedAct | None:
    """Return the act that would follow an answer. The game is not changed.

    Return None if no act would come before the next request or the end of the game.

    Args:
        session: The game.
        answer: The answer.
        player: The player who would answer; by default the first who is asked.

    Raises:
        Refused: The answer is not allowed.
        RuntimeError: An earlier error has stopped the rules.
    """
    session.require_running()
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
