"""Ratings of positions of RiftWar, and a choice of decisions that planners look ahead for."""

import math
from collections.abc import Mapping
from typing import Final

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.bot.threat import ThreatTable
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

TRIED: Final[Mapping[str, int]] = {"action": 3, "dangers": 2}
"""Number of answers that a planner tries, by the purpose of the request.

To a request of any other purpose, the planner gives the answer with the highest rating. For the choice of a target,
this was tested: in 24 choices with 16 rollouts each, no target was better than the one with the highest rating.
"""

MOST_PAIRS: Final = 400
"""Bots look ahead if there are no more pairs of enemies than this. A pair is a unit of one player and a unit of
another.

With more pairs, looking ahead would take too long. Bots then compare no set-ups, and planners try no answers.
"""

LIVES_WEIGHT: Final = 1.4
"""Weight of a side's remaining lives, as a fraction of those at the start, in the logit of the chance to win.

This weight and `THREAT_WEIGHT` were fitted to the outcomes of 120 games of greedy bots. Each side had 11 units, and the
set-ups varied. The positions at the beginnings of all 3171 phases were used.
"""

THREAT_WEIGHT: Final = 2.2
"""Weight of the logarithm of a side's threat per life, in the logit of the chance to win."""

LEAST_THREAT: Final = 0.05
"""Number that is added to a side's threat per life. It was fitted together with the weights.

Because of it, even a side whose units can't attack yet has a chance to win.
"""


class RiftWarPositionEvaluator:
    """An evaluator for planners. It estimates the chance to win from a state of the battle.

    It uses two figures of each side:

    - The lives: the number of units that the side must lose to be out.
    - The threat per life: the side's threat (see `threat.py`), divided by the lives of all other sides together.
    """

    rating_scale = 0.3
    """The increase in the chance to win that is worth as much as an increase of 1 in a rating. Our choice.

    With this value, planners compare only answers with nearly equal ratings (see `PRUNING_MARGIN`). If two ratings
    differ more, their difference tells more than a few rollouts would.
    """

    turns = 2
    """Number of phases that planners look ahead: the current phase, and the phase of the next player."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._threats = ThreatTable(rules)

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the greatest number of answers that a planner tries for a request.

        It is above 0 only for requests for an action and for requests about the dangers of a move. If the armies are
        too large to look ahead, it is always 0.
        """
        return TRIED.get(request.purpose, 0) if looks_ahead(session.state) else 0

    def evaluate(self, player: PlayerId, session: Session[State]) -> float:
        """Return an estimate of the chance that a player wins.

        After the end of the game, return 1 divided by the number of winners if the player has won, and 0 if not.
        """
        result = session.state.result
        if result is not None:
            return (player in result.winners) / max(1, len(result.winners))
        return self.chance_to_win(player, Battle(session.play, self._rules, dice_of(self._rules)))

    def chance_to_win(self, player: PlayerId, game: Battle) -> float:
        """Return an estimate of the chance that a player wins from a position of a battle (0 to 1)."""
        players = game.state.left()
        lives = {name: self._lives(game, name) for name in players}
        whole = sum(left for left, _ in lives.values())
        weights = dict[PlayerId, float]()
        for name, (left, at_first) in lives.items():
            threat = self.threat(game, name) / max(1, whole - left)
            weights[name] = math.exp(LIVES_WEIGHT * left / at_first) * (threat + LEAST_THREAT) ** THREAT_WEIGHT
        return weights.get(player, 0.0) / sum(weights.values())

    def threat(self, game: Battle, player: PlayerId) -> float:
        """Return the expected number of enemies that a player destroys in one phase if nobody moves."""
        return self._threats.threat(game, player)

    def _lives(self, game: Battle, player: PlayerId) -> tuple[int, int]:
        """Return how many units a player must lose to be out (RW-07).

        Returns: Two numbers of units: those that the player must still lose to be out, at least 1, and the same number
            at the start of the game.
        """
        size, left = game.state.army_size(player), len(game.state.side(player))
        at_first = size if self._rules.victory == "last_standing" else (size + 1) // 2
        return max(1, at_first - (size - left)), at_first


def looks_ahead(state: State) -> bool:
    """Return whether the armies are small enough for bots to look ahead."""
    return pairs_of_enemies(state) <= MOST_PAIRS


def pairs_of_enemies(state: State) -> int:
    """Return the number of pairs of units of different players."""
    counts = [len(state.side(player)) for player in state.left()]
    return (sum(counts) ** 2 - sum(count * count for count in counts)) // 2
