"""Ratings of positions of Buskit for planners, and a choice of decisions that planners look ahead for."""

import math
from collections.abc import Mapping
from typing import Final

from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, State
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

TRIED: Final[Mapping[str, int]] = {
    "action": 3, "target": 3, "attacks": 3, "under fire": 2, "interrupt": 2,
}  # fmt: skip
"""Maximum number of answers that a planner tries, by the purpose of the request.

For a request with any other purpose, a planner tries no answers, and goes by the ratings of answers alone.
"""

SHARPNESS: Final = 4.0
"""Factor of the softmax that turns each side's share of all strength into its chance to win. Our choice.

With a larger factor, a lead in strength counts more.
"""


class BuskitPositionEvaluator:
    """The evaluator of positions for planners. A position is rated by the strength that each side has left."""

    rating_scale = 0.02
    """Increase of the chance to win for each point of expected harm.

    This is our estimate. A side of three fighters has about 50 points of Shock.
    """

    turns = 1
    """Number of rounds to look ahead. 1 means only to the end of the present round."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the maximum number of answers to try (see `TRIED`). It is 0 if `TRIED` lacks the request's purpose."""
        return TRIED.get(request.purpose, 0)

    def evaluate(self, player: PlayerId, session: Session[State]) -> float:
        """Return an estimate of the chance that a player wins. After the end, winners share a chance of 1 equally."""
        state = session.state
        if state.result is not None:
            return (player in state.result.winners) / max(1, len(state.result.winners))
        strengths = {name: sum(map(strength, state.side(name))) for name in state.players}
        total = sum(strengths.values())
        if total <= 0.0:
            return 1.0 / len(strengths)
        weights = {name: math.exp(SHARPNESS * its / total) for name, its in strengths.items()}
        return weights[player] / sum(weights.values())


def strength(one: Fighter) -> float:
    """Return the strength of a fighter, in sides of dice. A fighter who is out or dead has the strength 0.

    Take the larger of the Fight and Shoot dice, and add half of each Aspect die. The fighter still has a share of the
    full Shock, and a share of the full Wounds. Multiply the sum by 1 plus the smaller of these two shares.
    """
    if one.condition != "up":
        return 0.0
    who = one.character
    left = min(one.shock / who.full_shock, one.wounds / who.full_wounds)
    dice = max(who.traits["fight"], who.traits["shoot"]) + sum(aspect.die for aspect in who.aspects) / 2
    return dice * (1.0 + left)
