"""Tries an answer out on a copy of the game, as far as the act that it leads to: nothing is performed or noted."""

from contextlib import closing, suppress
from typing import TypeVar

from riotsim.play.requests import BossId, Refused
from riotsim.play.session import Session
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

S = TypeVar("S")


class _Reached(Exception):
    """The act is known: no more is wanted."""


def act_after(session: Session[S], answer: object, boss: BossId) -> tuple[Table, Act, int] | None:
    """Give the act that an answer would lead to at once: the table it begins on, the act, and its seed.

    None if the answer is refused, or leads to no act before somebody is asked again.
    """
    found: list[tuple[Table, Act, int]] = []

    def reached(table: Table, act: Act, seed: int) -> Settled:
        found.append((table, act, seed))
        raise _Reached

    since = session.journal[session.checkpoint.entry - session.beginning.entry :]
    with closing(Session.resume(session.run, session.checkpoint, since, reached)) as copy, suppress(_Reached, Refused):
        copy.answer(answer, boss)
    return found[0] if found else None
