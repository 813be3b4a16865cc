"""Ratings of answers in Cube Clash for the greedy bot: each option of a turn is played on in the pure rules."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np

from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.bot.positions import rate, rate_end, rate_result
from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.questions import BANISH, TURN, Question, next_question
from riotsim.games.cube_clash.rules.setup import QUARTER_NAMES
from riotsim.games.cube_clash.state import State, Word, layout_of, match_of
from riotsim.games.cube_clash.turns.options import Option
from riotsim.games.cube_clash.turns.turn import Acting, Casting, Situation, StrikingAgain, after, player, without_yellow
from riotsim.games.cube_clash.units.unit import Side, opponent
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session

SPELL_DEPTH: Final = 1
"""Number of spells that are tried one after the other. Our choice: more would take long."""

KEPT: Final = 1 << 14
"""Number of rated options that are remembered, so that the next question of a turn needn't rate them again."""

NEVER: Final = -1000.0
"""Amount that is added to the rating of a yellow spell, so that it comes last."""


class ClashAnswerEvaluator:
    """The evaluator of answers for bots."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def evaluate(
        self, request: Request[object], session: Session[State], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        """Return answers to a request with their ratings, which for an option of a turn are in points of health.

        Dice, squares and orientations in the set-up are rated at random, so that games differ.

        Raises:
            TypeError: The game never makes such a request.
        """
        state = session.state
        match = match_of(self._rules, state)
        side = state.side_of(request.player)
        if state.situation is not None and state.asked.in_words:
            found = next_question(match, layout_of(self._rules, state), state.situation, state.asked, request.player)
            if isinstance(found, Question) and found.request == request:
                return [
                    (answer, self._rate(match, state.situation, side, word, found.leaves[word]))
                    for answer, word in found.answers.items()
                ]
        match request:
            case Choose(purpose="terrain", options=terrains):
                return [(name, _terrain_worth(match, side, str(name))) for name in terrains]
            case Choose(purpose="quarter", options=quarters):
                near = {QUARTER_NAMES.index(str(name)): name for name in quarters}
                return [(name, float((quarter < 2) == (side == "south"))) for quarter, name in near.items()]
            case PickSome(items=items):
                return [(request.in_order([max(items, key=match.health)]), 0.0)]
            case Choose(options=options):
                return [(answer, float(chance().random())) for answer in options]
            case PickPiece(pieces=pieces):
                return [(piece, float(chance().random())) for piece in pieces]
            case PickPoint(regions=((piece, region),)):
                spots = (Spot(piece, (float(x), float(y))) for x, y in region.allowed_points())
                return [(spot, float(chance().random())) for spot in spots]
        raise TypeError(f"Cube Clash asks no such thing as {request!r}")

    def _rate(self, match: Match, now: Situation, side: Side, word: Word, leaves: tuple[Option, ...]) -> float:
        """Return the rating of a word: that of its best option, or an estimate for a spell without options."""
        if not leaves:
            gain = 0.05 if word.answer == BANISH else NEVER if word.answer == TURN else 0.0
            return rate(match, now.position, side) + gain
        return max(_worth(match, now, option, side, SPELL_DEPTH) for option in leaves)


@lru_cache(maxsize=KEPT)
def _worth(match: Match, now: Situation, option: Option, side: Side, spells: int) -> float:
    """Return the worth of an option to a side, if each side then chooses its best by these ratings.

    Args:
        match: The match.
        now: The situation.
        option: The option.
        side: The side.
        spells: Greatest number of further spells that are tried.
    """
    then = after(match, now, option)
    if then.result is not None:
        return rate_result(then.result, side)
    stage = then.stage
    if then.over or not (then.pending or isinstance(stage, Acting | StrikingAgain | Casting)):
        return _at_end(match, then, side)
    if isinstance(stage, Casting) and not then.pending:
        if not spells:
            return _at_end(match, then, side)
        spells -= 1
    best = max if player(match, then) == side else min
    return best(_worth(match, then, one, side, spells) for one in without_yellow(match, then))


def _at_end(match: Match, then: Situation, side: Side) -> float:
    """Return what a situation is worth to a side, as if the turn ended there."""
    here = then.position
    return rate_end(match, here, side) if here.mover == side else rate(match, here, side)


def _terrain_worth(match: Match, side: Side, terrain: str) -> float:
    """Return the number of a side's dice that a terrain helps, less that of the other side's."""
    helped = {side: 0, opponent(side): 0}
    for die in match.dice.values():
        race = die.unit.race
        helped[die.owner] += terrain in (values.MANEUVERS_SAVE.get(race), values.SAVES_DOUBLE.get(race))
    return float(helped[side] - helped[opponent(side)])
