"""Ratings of positions of Cube Clash, and the chance to win."""

import math
from typing import Final

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.board.squares import home_row, row_of
from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.combat.resolver import Result, judge
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.state import State, match_of
from riotsim.games.cube_clash.turns.ending import raiders
from riotsim.games.cube_clash.units.unit import Side, opponent
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

DECIDED: Final = 100.0
"""Rating of a game that is won."""

DIE: Final = 0.5
"""Rating of a die besides its health, in points of health. Our estimate, as the other weights."""

RAID: Final = 1.5
"""Rating of a lead in the opponent's home row."""

SAVE: Final = 0.1
"""Rating of each save that a die shows."""

ADVANCE: Final = 0.03
"""Rating of each row that a die has advanced."""

SCALE: Final = 4.0
"""Difference of ratings at which the odds are 2.7 to 1."""

MOVES_TO_TRY: Final = 6
"""Greatest number of steps and rotations that a planner tries."""


def rate(match: Match, here: Position, side: Side) -> float:
    """Return what a position is worth to a side, in points of health."""
    result = judge(match, here)
    if result is not None:
        return rate_result(result, side)
    total = 0.0
    for one in here.standing:
        own = match.owner(one.die) == side
        advanced = abs(row_of(one.at) - home_row(match.owner(one.die)))
        worth = match.health(one.die) - one.wounds + DIE
        worth += SAVE * values.saves(match, one, "melee") + ADVANCE * advanced
        total += worth if own else -worth
    lead = raiders(match, here, side) - raiders(match, here, opponent(side))
    return total + RAID * (lead > 0) - RAID * (lead < 0)


def rate_end(match: Match, here: Position, side: Side) -> float:
    """Return what a position at the end of a side's own turn is worth to it: behind in the home rows it has lost
    (CC-80).
    """
    if raiders(match, here, opponent(side)) > raiders(match, here, side):
        return -DECIDED
    return rate(match, here, side)


def rate_result(result: Result, side: Side) -> float:
    """Return what the end of a game is worth to a side."""
    if result.winner is None:
        return 0.0
    return DECIDED if result.winner == side else -DECIDED


class ClashPositionEvaluator:
    """The evaluator of positions for planners."""

    rating_scale = 0.05
    """Chance to win that a point of health is worth, roughly."""

    turns = 2
    """Number of turns to look ahead: the present one and the opponent's answer."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the number of highest-rated answers to try: some steps and rotations, nothing else."""
        return MOVES_TO_TRY if request.purpose == "move" else 0

    def evaluate(self, player: PlayerId, session: Session[State]) -> float:
        """Return the chance that a player wins, 0 to 1. After a draw, or a game that was stopped, it is 0.5."""
        state = session.state
        if state.result is not None:
            winners = state.result.winners
            return (player in winners) / len(winners) if winners else 0.5
        found = rate(match_of(self._rules, state), state.position, state.side_of(player))
        return 1.0 / (1.0 + math.exp(-found / SCALE))
