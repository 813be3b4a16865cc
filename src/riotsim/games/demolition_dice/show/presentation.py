"""The presentation of Demolition Dice: the functions that tell and show the game."""

from typing import Final

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.show.narration import DemolitionFormatter
from riotsim.games.demolition_dice.show.reasons import offers, reason, unavailable
from riotsim.games.demolition_dice.show.standing import final_score, marks, scores, sheets, status, turn_of
from riotsim.games.demolition_dice.state import State
from riotsim.play.presentation import Presentation

PRESENTATION: Final[Presentation[Rulebook, State]] = Presentation(
    turn=turn_of,
    final_score=final_score,
    formatter=lambda _rules, begin: DemolitionFormatter(begin.state.players),
    reason=reason,
    offers=offers,
    unavailable=lambda _rules, session, request: unavailable(session, request),
    scores=scores,
    status=status,
    marks=marks,
    sheets=sheets,
)
