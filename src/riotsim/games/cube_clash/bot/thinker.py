"""The thinker of Cube Clash for planners. It finds the best whole turn and plays it answer by answer."""

from functools import lru_cache
from typing import Final

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.bot.answers import Past, open_question, past_of, spell_answer, stands_for
from riotsim.games.cube_clash.bot.evaluation import evaluator_of
from riotsim.games.cube_clash.bot.search import Limits, Search
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.state import State, match_of
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History
from riotsim.games.cube_clash.turns.options import Option
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.play.evaluation import ChanceSource
from riotsim.play.requests import Request
from riotsim.play.session.session import Session

NODES: Final = 4000
"""Usual number of situations in a search. Our choice: about half a second."""

DEPTH: Final = 3
"""Greatest number of turns to look ahead. Our choice."""

WIDTH: Final = 24
"""Greatest number of alternative turns that a search tries at one position. Our choice."""

DRAWN: Final = -4.0
"""Worth of a draw, in points of health. Our choice: a player plays on if less than a quarter of an army behind."""

REMEMBERED: Final = 64
"""Greatest number of searches whose best turns are cached."""


class ClashThinker:
    """The thinker of Cube Clash, for the player on turn."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def think(
        self, request: Request[object], session: Session[State], chance: ChanceSource, effort: float
    ) -> object | None:
        """Return the answer that leads to the best turn, or None if the thinker has no answer.

        The thinker has no answer in these cases:

        - No turn is under way.
        - The request is to the player who isn't on turn.
        - An attack is being settled.
        - The best turn leads to no answer to this request.

        Args:
            request: The request.
            session: The game.
            chance: The source of random numbers; the search doesn't need any.
            effort: Share of the usual number of situations to look at.
        """
        state = session.state
        now = state.situation
        if now is None or now.over or now.pending or state.side_of(request.player) != now.position.mover:
            return None
        match = match_of(self._rules, state)
        limits = Limits(round(NODES * effort), DEPTH, WIDTH, DRAWN)
        option = _planned(match, session.checkpoint.state.position, now, state.history, limits)
        answer = None if option is None else self._answer(state, request, option)
        return answer if answer is not None and request.refusal(answer) is None else None

    def _answer(self, state: State, request: Request[object], option: Option) -> object | None:
        """Return the next answer to `request` on the way to `option`; None if there is none."""
        question = open_question(self._rules, state, request)
        if question is None:
            return spell_answer(request, state.asked, option)
        for answer, word in question.answers.items():
            if option in question.leaves[word] or stands_for(word, option):
                return answer
        return None


def _planned(match: Match, start: Position, now: Situation, history: History, limits: Limits) -> Option | None:
    """Plan the turn from its start, and return the plan's next option after the situation `now`.

    If the plan doesn't lead to `now`, the rest of the turn is planned again from `now`. This happens, for example,
    after a failed tip or an unexpected choice of the other player.

    Args:
        match: The match.
        start: The position at the turn's start.
        now: The situation.
        history: The turns before.
        limits: The limits of the search.
    """
    past = past_of(history)
    then = turn.begin(match, start)
    if not then.over and start.mover == now.position.mover:
        for option in _best_line(match, then, past, limits):
            if then == now:
                return option
            then = turn.after(match, then, option)
    line = _best_line(match, now, past, limits)
    return line[0] if line else None


@lru_cache(maxsize=REMEMBERED)
def _best_line(match: Match, now: Situation, past: Past, limits: Limits) -> tuple[Option, ...]:
    turns, quiet, seen = past
    return Search(evaluator_of(match, turns), limits).best(now, History(turns, quiet, dict(seen))).line
