"""The end of a phase: the failed action that ends it, and the player who is active next (RW-20 to RW-25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.games.riftwar.chapters.damage import Effect
from riotsim.play.requests import PlayerId

Why: TypeAlias = Literal["fire", "hurt", "rally", "pass"]
"""Reason why a phase ends.

- `fire`: An attack, by fire or in close combat, neither wounds nor kills.
- `hurt`: A moving unit is wounded or killed.
- `rally`: A rally fails.
- `pass`: The player passes.
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed action (RW-22)."""

    why: Why
    other: PlayerId | None = None
    """The player whose phase is to be next; None if the failure decides nothing about this.

    This is the player who was attacked, the player who hurt the moving unit, or the player whom the passing player has
    chosen.
    """


def fire_failure(effects: Sequence[Effect], target_owner: PlayerId) -> Failure | None:
    """Return the failure of an action that attacks a target (RW-22, RW-54).

    Return None if any of the action's attacks wounds or kills. An action whose attacks only pin has failed.

    Args:
        effects: The effect of each attack.
        target_owner: The player whose unit was attacked.
    """
    return None if any(effect >= Effect.WOUND for effect in effects) else Failure("fire", target_owner)


def next_player(failure: Failure, others: Sequence[PlayerId], last_active: Mapping[PlayerId, int]) -> PlayerId:
    """Return which player is active after a failed action (RW-23).

    If the failure names a player (`Failure.other`) who is not out, return this player. In all other cases, return the
    player whose last phase was longest ago.

    Args:
        failure: The failed action.
        others: The players who are not out, in seat order, without the player who was active.
        last_active: Number of the last phase of each player; players who have had no phase are missing.
    """
    if failure.other in others:
        assert failure.other is not None, "it is among the others"
        return failure.other
    return min(others, key=lambda player: last_active.get(player, 0))
