"""The value of positions of Demolition Dice for a planning bot, and the decisions that are worth a look ahead."""

from typing import Final

from riotsim.games.demolition_dice.bot.prospects import chance_to_win, prospect
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import AimThrow, PlayerId, Request
from riotsim.play.session.session import Session

KNOCKS: Final = 4
"""Number of answers worth trying about whom to throw at: all of them."""

AIMS: Final = 6
"""And of throws at a tower."""


class DemolitionPositionEvaluator:
    """Values positions by the chance to win that the towers give."""

    rating_scale = 1.0
    """Judges and outlook speak of the same."""

    turns = 1
    """By its end all that fell has been rebuilt."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the number of answers worth trying: at which tower to throw, and from where."""
        if isinstance(request, AimThrow):
            return AIMS if request.target is not None else 0
        return KNOCKS if request.purpose == "knock" else 0

    def evaluate(self, player: PlayerId, session: Session[State]) -> float:
        """Return the chance that a player wins."""
        result = session.state.result
        if result is not None:
            return (player in result.winners) / len(result.winners)
        game = Demolition(session.play, self._rules)
        return chance_to_win(player, {name: prospect(game, name) for name in game.players})
