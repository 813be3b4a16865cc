"""The presentation of Buskit: functions for its narration and its display."""

from typing import Final

from riotsim.games.buskit.fight.setup import incoming_models
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.checks import checks
from riotsim.games.buskit.show.narration import BuskitFormatter
from riotsim.games.buskit.show.offers import offers
from riotsim.games.buskit.show.reasons import reason
from riotsim.games.buskit.show.standing import final_score, marks, rosters, scores, sheets, status, turn_of
from riotsim.games.buskit.show.unavailable import unavailable
from riotsim.games.buskit.state import State
from riotsim.play.presentation import Presentation

PRESENTATION: Final[Presentation[Rulebook, State]] = Presentation(
    turn=turn_of,
    final_score=final_score,
    formatter=lambda _rules, begin: BuskitFormatter(begin.state.players),
    reason=reason,
    offers=offers,
    unavailable=unavailable,
    incoming_pieces=lambda rules, _figures, session, request: incoming_models(rules, session.state, request),
    scores=scores,
    status=status,
    marks=marks,
    sheets=sheets,
    rosters=lambda _rules, state, table: rosters(state, table),
    checks=lambda rules, state, _table: checks(rules, state),
    model_owners=lambda state: {name: fighter.player for name, fighter in state.fighters.items()},
    at_back=lambda state: frozenset(state.players[1::2]),
)
