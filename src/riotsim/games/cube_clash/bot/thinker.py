"""The thinker of Cube Clash, which planners ask: the search of a whole turn, in answers to single requests."""

from functools import lru_cache
from typing import Final

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.bot.evaluation import evaluator_of
from riotsim.games.cube_clash.bot.search import Limits, Search
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.questions import BANISH, TURN, Question, next_question
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History
from riotsim.games.cube_clash.turns.options import Banish, Option, Reorient
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.games.cube_clash.units.orientations import PLACE_OF
from riotsim.play.evaluation import ChanceSource
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, Request
from riotsim.play.session.session import Session

NODES: Final = 4000
"""Usual number of situations in a search. Our choice: about half a second."""

DEPTH: Final = 3
"""Greatest number of turns to look ahead. Our choice."""

WIDTH: Final = 24
"""Number of turns that are followed in a position. Our choice."""

REMEMBERED: Final = 64
"""Number of searches whose results are remembered."""


class ClashThinker:
    """The thinker of Cube Clash. It answers the player on turn while no attack is being settled."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def think(
        self, request: Request[object], session: Session[State], chance: ChanceSource, effort: float
    ) -> object | None:
        """Return the answer that leads to the best turn, or None if the thinker has none.

        It has none outside turns, for a player who isn't on turn, and while an attack is being settled.

        Args:
            request: The request.
            session: The game.
            chance: The source of random numbers, of which the search needs none.
            effort: Share of the usual number of situations to look at.
        """
        state = session.state
        now = state.situation
        if now is None or now.over or now.pending or state.side_of(request.player) != now.position.mover:
            return None
        match = match_of(self._rules, state)
        limits = Limits(round(NODES * effort), DEPTH, WIDTH)
        option = _planned(match, session.checkpoint.state.position, now, state.history, limits)
        answer = None if option is None else self._answer(match, state, now, request, option)
        return answer if answer is not None and request.refusal(answer) is None else None

    def _answer(
        self, match: Match, state: State, now: Situation, request: Request[object], option: Option
    ) -> object | None:
        """Return the answer to a request that leads to an option, or None if none is found."""
        asked = state.asked
        if asked.in_words:
            found = next_question(match, layout_of(self._rules, state), now, asked, request.player)
            if isinstance(found, Question) and found.request == request:
                name = TURN if isinstance(option, Reorient) else BANISH if isinstance(option, Banish) else None
                for answer, word in found.answers.items():
                    if option in found.leaves[word] or (word.purpose == "spell" and word.answer == name):
                        return answer
        match request:
            case PickSome() if isinstance(option, Banish):
                return request.in_order(option.dice)
            case PickSome() if isinstance(option, Reorient):
                return request.in_order([die for die, _ in option.lies])
            case Choose(purpose="top" | "north") if isinstance(option, Reorient) and asked.to_turn:
                lies = dict(option.lies).get(asked.to_turn[0])
                return None if lies is None else PLACE_OF[lies.top if request.purpose == "top" else lies.north]
        return None


def _planned(match: Match, start: Position, now: Situation, history: History, limits: Limits) -> Option | None:
    """Return the option to take in a situation: the next one of the turn that was found at the turn's start.

    If the turn has come to another situation, for a tip failed or somebody else chose otherwise, it is found anew from
    there.

    Args:
        match: The match.
        start: The position at the turn's start.
        now: The situation.
        history: The turns before.
        limits: How far to search.
    """
    past = (history.turns, history.quiet, frozenset(history.seen.items()))
    then = turn.begin(match, start)
    if not then.over and start.mover == now.position.mover:
        for option in _best_line(match, then, past, limits):
            if then == now:
                return option
            then = turn.after(match, then, option)
    line = _best_line(match, now, past, limits)
    return line[0] if line else None


@lru_cache(maxsize=REMEMBERED)
def _best_line(
    match: Match, now: Situation, past: tuple[int, int, frozenset[tuple[Position, int]]], limits: Limits
) -> tuple[Option, ...]:
    turns, quiet, seen = past
    return Search(evaluator_of(match), limits).best(now, History(turns, quiet, dict(seen))).line
