"""Ratings of positions of RiftWar for planners, and the decisions at which planners look ahead."""

import math
from collections.abc import Mapping
from typing import Final

from riotsim.games.riftwar.bot.worth import left_of
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

TRIED: Final[Mapping[str, int]] = {"action": 4, "dangers": 2}
"""Number of answers that a planner tries, by the purpose of the request. All other requests are answered by ratings
alone. In 24 choices of a target, 16 rollouts each found none that was better than the one with the best rating.
"""

SHARPNESS: Final = 5.0
"""Factor in the logit of the chance to win. It multiplies the difference of two sides' shares of all worth. Our
choice.
"""


class RiftWarPositionEvaluator:
    """The evaluator of positions for planners. A position is rated by the worth that each side has left."""

    rating_scale = 0.15
    """Weight of the ratings of actions (chance to win for each point). Our choice: few rollouts tell less than the
    ratings do, so only answers with nearly the same rating are tried.
    """

    turns = 2
    """Number of phases to look ahead: to the end of the next player's phase."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the greatest number of answers to try: 0 unless the request is about an action or the dangers of a
        move.
        """
        return TRIED.get(request.purpose, 0)

    def evaluate(self, player: PlayerId, session: Session[State]) -> float:
        """Return an estimate of the chance that a player wins. After the end, winners share a chance of 1 equally."""
        state = session.state
        if state.result is not None:
            return (player in state.result.winners) / max(1, len(state.result.winners))
        worth = {name: sum(left_of(unit) for unit in state.side(name)) for name in state.players}
        total = sum(worth.values())
        if total <= 0.0:
            return 1.0 / len(worth)
        weights = {name: math.exp(SHARPNESS * its / total) for name, its in worth.items()}
        return weights[player] / sum(weights.values())
