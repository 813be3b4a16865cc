"""Learning agents' view of Demolition Dice."""

import math
from typing import Final

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.areas import SEAT_ANGLE
from riotsim.play.agent_view import AgentSizes, AgentView


def _quarter_turns(_rules: Rulebook, seat: int, _players: int) -> int:
    """Return how far a seat is around the table from seat 0, in quarter turns.

    The three areas are a third of a turn apart, so the number is rounded to a whole number.
    """
    return round(seat * SEAT_ANGLE / (math.pi / 2))


VIEW: Final = AgentView(
    purposes=("roll", "pick", "stack", "knock", "finish"),
    words=("leave them alone", "roll the rest", "stop"),
    sizes=AgentSizes(options=16, ways=1, models=0),
    quarter_turns=_quarter_turns,
)
