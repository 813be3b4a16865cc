"""The presentation of Riot Dice: the functions that put the game into words and supply its displays."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.setup import unplaced_model
from riotsim.games.riot_dice.show.narration import RiotFormatter
from riotsim.games.riot_dice.show.offers import offers
from riotsim.games.riot_dice.show.reasons import reason
from riotsim.games.riot_dice.show.standing import final_score, marks, scores, sheets, status, turn_of
from riotsim.games.riot_dice.show.unavailable import unavailable
from riotsim.games.riot_dice.state import State
from riotsim.play.presentation import Presentation
from riotsim.play.requests import PickPoint, Request
from riotsim.play.session.session import Session
from riotsim.table.pieces import Figure, Piece, PieceId, Token
from riotsim.table.poses import ORIGIN


def _incoming_pieces(
    rules: Rulebook, figures: Mapping[str, Figure], session: Session[State], request: Request[object]
) -> Mapping[PieceId, Piece]:
    """Return the pieces that the answer to a request puts on the table, by id.

    These are the token to drop, or the models to place. The result is empty if the request asks for neither.
    """
    game = Riot(session.play, rules, figures=figures)
    match request:
        case PickPoint(purpose="drop", regions=regions):
            return {token: Token(token, ORIGIN, rules.loot.size) for token, _ in regions}
        case PickPoint(purpose="place", regions=regions):
            return {model: unplaced_model(game, model) for model, _ in regions}
    return {}


PRESENTATION: Final[Presentation[Rulebook, State]] = Presentation(
    turn=turn_of,
    final_score=final_score,
    formatter=lambda rules, begin: RiotFormatter(begin.state, begin.table, rules.clock.after),
    reason=reason,
    offers=offers,
    unavailable=unavailable,
    incoming_pieces=_incoming_pieces,
    scores=scores,
    status=status,
    marks=marks,
    sheets=sheets,
    model_owners=lambda state: {model: fighter.boss for model, fighter in state.fighters.items()},
)
