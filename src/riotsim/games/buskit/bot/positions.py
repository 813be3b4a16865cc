"""Ratings of positions of Buskit for planners, and the decisions at which planners look ahead."""

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
"""Number of answers that a planner tries, by the purpose of the request.

A request with any other purpose is answered by ratings alone.
"""

SHARPNESS: Final = 4.0
"""Factor of a softmax, which makes chances to win from the sides' shares of all strength. Our choice.

A larger factor makes a lead count more.
"""


class BuskitPositionEvaluator:
    """The evaluator of positions for planners. A position is rated by the strength that each side has left."""

    rating_scale = 0.02
    """Increase of the chance to win for each point of expected harm. Our estimate: a side of three has about 50
    points of Shock.
    """

    turns = 1
    """Number of rounds to look ahead: only the present round, to its end."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the greatest number of answers to try: 0 if `TRIED` lacks the purpose of the request."""
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
    """Return the strength of a fighter, in sides of dice; 0 for a fighter who is out or dead.

    The sum of the dice is the larger of the Fight and Shoot dice, plus half of each Aspect die. The strength is this
    sum, times 1 plus the remaining share of Shock or of Wounds. The smaller of both shares counts.
    """
    if one.condition != "up":
        return 0.0
    who = one.character
    left = min(one.shock / who.full_shock, one.wounds / who.full_wounds)
    dice = max(who.traits["fight"], who.traits["shoot"]) + sum(aspect.die for aspect in who.aspects) / 2
    return dice * (1.0 + left)
