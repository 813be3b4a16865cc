"""The end of a phase: the failed action that ends it, and the player who is active next (RW-20 to RW-25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.games.riftwar.chapters.damage import Effect
from riotsim.play.requests import PlayerId

Why: TypeAlias = Literal["fire", "hurt", "rally", "pass"]
"""Reason why a phase ends.

- `fire`: Fire neither wounds nor kills.
- `hurt`: A moving unit is hurt.
- `rally`: A rally fails.
- `pass`: The player passes.
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed action (RW-22)."""

    why: Why
    other: PlayerId | None = None
    """The player whom the failure names as next; None if it names nobody.

    This is the player who was fired at, who hurt the moving unit, or whom a pass names.
    """


def fire_failure(effects: Sequence[Effect], target_owner: PlayerId) -> Failure | None:
    """Return the failure of direct fire; None if an attack wounds or kills (RW-22, RW-54).

    Fire that only pins has failed.

    Args:
        effects: The effect of each attack.
        target_owner: The player whose unit was fired at.
    """
    return None if any(effect >= Effect.WOUND for effect in effects) else Failure("fire", target_owner)


def next_player(failure: Failure, others: Sequence[PlayerId], last_active: Mapping[PlayerId, int]) -> PlayerId:
    """Return who is active after a failed action (RW-23).

    If the player whom the failure names is not out, it is this player. Otherwise it is the player whose last phase was
    longest ago.

    Args:
        failure: The failed action.
        others: The players who are not out, in seat order, without the player who was active.
        last_active: Number of the last phase of each player; players who have had no phase are missing.
    """
    if failure.other in others:
        assert failure.other is not None, "it is among the others"
        return failure.other
    return min(others, key=lambda player: last_active.get(player, 0))
