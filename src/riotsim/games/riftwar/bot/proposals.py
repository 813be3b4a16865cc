"""Answers that planners of RiftWar try in addition to the answers of greedy bots.

These are moves to places where a unit sees an enemy, and set-ups that a greedy bot does not compare.
"""

from collections.abc import Iterable
from typing import Final

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.firing import direct_aims
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.moves.moving import single_movers
from riotsim.games.riftwar.bot.advances import AdvanceFinder
from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator, looks_ahead
from riotsim.games.riftwar.bot.setups import MORE_COLUMNS, SetUps
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session

PLANNED: Final = 100.0
"""Rating of an answer that carries out an advance (see `Advance`). It is higher than all other ratings."""

MOST_ADVANCES: Final = 6
"""After this number of actions in a phase, a bot looks for no more advances. Our choice."""

MOVES: Final = ("move", "group move")
"""The actions that bring units nearer to the enemy without an attack."""

ENOUGH_THREAT: Final = 0.6
"""Advances are proposed if a side's threat is no greater than this. Our choice.

The threat is the number of enemies that the side is expected to destroy in a phase. A side with a greater threat is to
attack.
"""


class RiftWarProposals:
    """The evaluator that proposes answers to a planner bot.

    It proposes moves to places where a unit sees an enemy, and more set-ups than a greedy bot compares. It rates all
    other answers as a greedy bot does.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._greedy = RiftWarAnswerEvaluator(rules)
        self._positions = RiftWarPositionEvaluator(rules)
        self._advances = AdvanceFinder(rules, self._positions)
        self._set_ups = SetUps(rules, self._greedy.rate, MORE_COLUMNS)

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return answers to a request with their ratings.

        Raises:
            TypeError: The game never makes such a request.
        """
        if not looks_ahead(session.state):
            return self._greedy.evaluate(request, session, chance)
        game = Battle(session.play, self._rules, dice_of(self._rules))
        if isinstance(request, PlaceSome) and request.purpose == "set up":
            return self._set_ups.compare(game, request, session, chance)
        rated = self._greedy.evaluate(request, session, chance)
        if request.purpose in ("action", "who moves", "move", "dangers") and game.state.stage == "battle":
            return self._moves(game, request, rated)
        return rated

    def _moves(self, game: Battle, request: Request[object], rated: list[RatedAnswer]) -> list[RatedAnswer]:
        """Return the answers to a request, with ratings that favour the best advance.

        An advance is a move to a place where the unit sees an enemy. These rules are tried in order, and only the first
        that applies is used:

        - If the player has had many actions in this phase, or expects to destroy many enemies, no rating changes.
        - If `AdvanceFinder` finds a best advance, the answer leading to it gets the highest rating.
        - If the request is for an action, and the player has acted in this phase or can fire directly, the actions in
          `MOVES` get a low rating.
        - In all other cases, no rating changes.
        """
        player = request.player
        # When an action is chosen, the next requests of the advance count it.
        actions = game.state.actions + (request.purpose == "action")
        if actions > MOST_ADVANCES or self._positions.threat(game, player) > ENOUGH_THREAT:
            return rated
        best = self._advances.best(game, player)
        if best is None:
            stays = request.purpose == "action" and (game.state.actions > 0 or direct_aims(game, player))
            return [(answer, -1.0 if answer in MOVES else rating) for answer, rating in rated] if stays else rated
        plan = game.state.plan
        if request.purpose == "action":
            return _with_best("move", rated)
        if isinstance(request, PickPiece) and request.pieces == single_movers(game, player):
            return _with_best(best.mover, rated)
        if isinstance(request, PickPoint):
            return [(Spot(best.mover, best.to), PLANNED), *rated]
        if request.purpose == "dangers" and plan is not None and plan.movers == (best.mover,):
            return _with_best("go on", rated)
        return rated


def _with_best(best: str, rated: Iterable[RatedAnswer]) -> list[RatedAnswer]:
    """Return the rated answers, with `best` rated above all others."""
    return [(answer, PLANNED if answer == best else rating) for answer, rating in rated]
