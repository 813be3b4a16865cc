"""The presentation of RiftWar: the functions that tell and show the game."""

from typing import Final

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.setup import incoming_models
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.show.checks import checks
from riotsim.games.riftwar.show.narration import RiftWarFormatter
from riotsim.games.riftwar.show.offers import offers
from riotsim.games.riftwar.show.reasons import reason
from riotsim.games.riftwar.show.standing import final_score, marks, rosters, scores, sheets, status, turn_of
from riotsim.games.riftwar.show.unavailable import unavailable
from riotsim.games.riftwar.state import State
from riotsim.play.presentation import Presentation

PRESENTATION: Final[Presentation[Rulebook, State]] = Presentation(
    turn=turn_of,
    final_score=final_score,
    formatter=lambda _rules, begin: RiftWarFormatter(begin.state.players),
    reason=lambda rules, session, request: reason(rules, session.state, request, session.events),
    offers=lambda rules, session, request: offers(Battle(session.play, rules, dice_of(rules)), request),
    unavailable=lambda rules, session, request: unavailable(Battle(session.play, rules, dice_of(rules)), request),
    incoming_pieces=lambda rules, _figures, session, request: incoming_models(rules, session.state, request),
    scores=scores,
    status=status,
    marks=marks,
    sheets=sheets,
    rosters=lambda _rules, state, table: rosters(state, table),
    checks=lambda _rules, state, _table: checks(state),
    model_owners=lambda state: {name: unit.player for name, unit in state.units.items()},
    at_back=lambda state: frozenset(state.players[1::2]),
)
