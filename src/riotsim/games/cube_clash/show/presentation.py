"""The presentation of Cube Clash: the functions that tell and show the game."""

from typing import Final

from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.narration import ClashFormatter
from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.show.reasons import reason
from riotsim.games.cube_clash.show.standing import (
    areas,
    final_score,
    marks,
    rosters,
    rows,
    scores,
    sheets,
    status,
    turn_of,
)
from riotsim.games.cube_clash.show.unavailable import unavailable
from riotsim.games.cube_clash.state import State
from riotsim.play.presentation import Presentation

PRESENTATION: Final[Presentation[Rulebook, State]] = Presentation(
    turn=turn_of,
    final_score=final_score,
    formatter=lambda _rules, begin: ClashFormatter(begin.state.players),
    reason=reason,
    offers=offers,
    unavailable=unavailable,
    scores=scores,
    rows=rows,
    status=status,
    marks=marks,
    sheets=sheets,
    areas=areas,
    rosters=rosters,
    at_back=lambda state: frozenset([state.players["north"]]),
)
