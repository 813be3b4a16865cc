"""Ratings of answers in Cube Clash for the greedy bot.

The rating of an answer is the worth of the best whole turn that begins with this answer.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.bot.evaluation import evaluator_of
from riotsim.games.cube_clash.bot.search import Limits, Search
from riotsim.games.cube_clash.bot.turns import TurnGenerator
from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.questions import BANISH, TURN, Question, next_question
from riotsim.games.cube_clash.rules.setup import QUARTER_NAMES
from riotsim.games.cube_clash.state import Asked, State, Word, layout_of, match_of
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History
from riotsim.games.cube_clash.turns.options import Banish, Option, Reorient
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.games.cube_clash.units.orientations import PLACE_OF
from riotsim.games.cube_clash.units.unit import Side, opponent
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session

THIS_TURN: Final = Limits(nodes=0, depth=1)
"""Limits of a search that looks at the present turn only."""

KEPT: Final = 64
"""The ratings of the options are cached for this number of situations.

A player chooses an option by several answers, one after another, and each needs the same ratings.
"""

NOT_TRIED: Final = -10_000.0
"""Rating of an answer that the search doesn't try: no turn in the search begins with it.

For example, the search doesn't try many weak spells.
"""

Past = tuple[int, int, frozenset[tuple[Position, int]]]
"""The history of a game as the key of a cache.

It has the number of turns, the number of quiet turns, and the number of occurrences of each position.
"""


class ClashAnswerEvaluator:
    """The evaluator that rates the possible answers of a bot in Cube Clash."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def evaluate(
        self, request: Request[object], session: Session[State], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        """Return answers to a request, each with its rating.

        In a turn, the ratings are in points of health. In the set-up, dice, squares and orientations get random
        ratings. So games differ.

        Raises:
            TypeError: The game never makes such a request.
        """
        state = session.state
        match = match_of(self._rules, state)
        side = state.side_of(request.player)
        if state.situation is not None and (found := self._in_turn(match, state, state.situation, request)):
            return found
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

    def _in_turn(
        self, match: Match, state: State, now: Situation, request: Request[object]
    ) -> list[tuple[object, float]]:
        """Return answers to a request in a turn, each with its rating.

        Only two kinds of requests have rated answers: requests for the next word of an option, and requests about the
        dice of a spell. The list is empty in these cases:

        - The request is of another kind.
        - The request is about the dice of a spell, and the search tries no spell that fits the answers so far.
        """
        question = open_question(self._rules, state, request)
        if question is None and state.asked.in_words:
            return []
        rated = _rated_options(match, now, past_of(state.history))
        if question is None:
            return list(_spell_answers(request, state.asked, rated).items())
        return [(answer, _best(word, question.leaves[word], rated)) for answer, word in question.answers.items()]


def open_question(rules: Rulebook, state: State, request: Request[object]) -> Question | None:
    """Return the `Question` of a request for the next word of an option. Return None for any other request.

    A player chooses an option word by word. Not all requests in a turn are of this kind: for example, a request about
    the dice of a yellow spell isn't.
    """
    if state.situation is None or not state.asked.in_words:
        return None
    match, layout = match_of(rules, state), layout_of(rules, state)
    found = next_question(match, layout, state.situation, state.asked, request.player)
    return found if isinstance(found, Question) and found.request == request else None


def stands_for(word: Word, option: Option) -> bool:
    """Return whether a word stands for a whole kind of spells, and `option` is a spell of this kind.

    There are two such kinds: the spells that turn dice, and the spells that banish dice.
    """
    kind = TURN if isinstance(option, Reorient) else BANISH if isinstance(option, Banish) else None
    return word.purpose == "spell" and word.answer == kind


def spell_answer(request: Request[object], asked: Asked, option: Option) -> object | None:
    """Return the next answer on the way to the spell `option`.

    Return None if there is no such answer, or if `option` isn't a spell that turns or banishes dice.

    Args:
        request: The request.
        asked: The question and its answers so far.
        option: The spell, or another option.
    """
    if not any(stands_for(word, option) for word in asked.path):
        return None
    match request:
        case PickSome() if isinstance(option, Banish):
            return request.in_order(option.dice)
        case PickSome() if isinstance(option, Reorient):
            return request.in_order([die for die, _ in option.lies])
        case Choose(purpose="top" | "north") if isinstance(option, Reorient) and asked.to_turn:
            planned, due = dict(option.lies), asked.to_turn[0]
            if planned.keys() != {*dict(asked.turned), *asked.to_turn} or not set(asked.turned) <= set(option.lies):
                return None
            lies = planned[due]
            if request.purpose == "top":
                return PLACE_OF[lies.top]
            return PLACE_OF[lies.north] if lies.top == asked.top else None
    return None


def _spell_answers(request: Request[object], asked: Asked, rated: Mapping[Option, float]) -> dict[object, float]:
    """Return the answers to a request about the dice of a spell, each with its rating.

    An answer may lead to several spells. Its rating is that of the best of them. In a `Choose`, an option that leads to
    no spell in `rated` has the rating `NOT_TRIED`. If no spell in `rated` fits the answers so far, there are no
    answers.

    Args:
        request: The request.
        asked: The question and its answers so far.
        rated: The options that the search tries, with their ratings.
    """
    found: dict[object, float] = {}
    for option, worth in rated.items():
        answer = spell_answer(request, asked, option)
        if answer is not None:
            found[answer] = max(worth, found.get(answer, NOT_TRIED))
    others = request.options if isinstance(request, Choose) and found else ()
    return dict.fromkeys(others, NOT_TRIED) | found


def past_of(history: History) -> Past:
    """Return a history in a hashable form, for the key of a cache."""
    return (history.turns, history.quiet, frozenset(history.seen.items()))


def _best(word: Word, leaves: tuple[Option, ...], rated: Mapping[Option, float]) -> float:
    """Return the rating of a word: the rating of the best option still open after it.

    Args:
        word: The word.
        leaves: The options that begin with this word; empty if the word stands for a kind of spells.
        rated: The options that the search tries, with their ratings.
    """
    if leaves:
        return max(rated.get(option, NOT_TRIED) for option in leaves)
    return max((worth for option, worth in rated.items() if stands_for(word, option)), default=NOT_TRIED)


@lru_cache(maxsize=KEPT)
def _rated_options(match: Match, now: Situation, past: Past) -> Mapping[Option, float]:
    """Return options of a situation, each with its worth to the choosing player.

    In this player's own turn, only the options that the search tries are returned; otherwise all options.
    """
    turns, quiet, seen = past
    evaluator = evaluator_of(match, turns)
    side = turn.player(match, now)
    if side == now.position.mover:
        return Search(evaluator, THIS_TURN).first_options(now, History(turns, quiet, dict(seen)))
    generator = TurnGenerator(evaluator)
    return {option: generator.rating(generator.after(now, option), side) for option in turn.options(match, now)}


def _terrain_worth(match: Match, side: Side, terrain: str) -> float:
    """Return the number of a side's dice that a terrain helps, minus the same number of the other side."""
    helped = {side: 0, opponent(side): 0}
    for die in match.dice.values():
        race = die.unit.race
        helped[die.owner] += terrain in (values.MANEUVERS_SAVE.get(race), values.SAVES_DOUBLE.get(race))
    return float(helped[side] - helped[opponent(side)])
