"""The search of Cube Clash: alpha-beta over whole turns, with iterative deepening.

The search ends after a number of situations, not after a time. So a game comes out the same on every machine.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from riotsim.games.cube_clash.board.position import Position
from riotsim.games.cube_clash.bot.evaluation import LEVEL, WON, Evaluator, result_worth
from riotsim.games.cube_clash.bot.turns import TurnGenerator, WholeTurn
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History, draw
from riotsim.games.cube_clash.turns.options import Option
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.games.cube_clash.units.unit import Side

REPEATED: Final = 0.3
"""Deduction from a position's worth for each earlier occurrence of the position. Our choice."""

SOONER: Final = 1.0
"""A win or a defeat counts less by this amount for each turn until the end of the game."""

WINNING: Final = WON / 2
"""Smallest worth of a found win."""


class OutOfNodes(Exception):
    """The error raised when a search has reached its limit on the number of situations."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search."""

    nodes: int
    """After this number of situations, the search stops looking into further positions.

    The present turn is always searched as a whole.
    """
    depth: int
    """Greatest number of turns to look ahead; 1 is the present turn alone."""
    width: int | None = None
    """Number of highest-rated turns that are followed in a position; None for all."""
    draw: float = LEVEL
    """Worth of a draw to the player who searches."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    worth: float
    """Worth of the best turn to the player on turn."""
    line: tuple[Option, ...]
    """The options that make up the best turn, in order. They may include choices of the other player."""
    depth: int
    """Depth of the last search that was completed, in turns."""
    nodes: int
    """Number of examined situations."""


@dataclass(frozen=True, slots=True)
class Root:
    """A turn that may be played now."""

    turn: WholeTurn
    """The turn."""
    then: Position
    """The position after the turn."""
    result: Result | None
    """The result if the turn ends the game, draws included; None if the game goes on."""
    bias: float
    """Number that is added to the turn's worth: below 0 if `then` has occurred before, otherwise 0."""
    worth: float
    """Worth of the turn to the player on turn, as far as the search knows it."""


class Search:
    """A search from one situation. It remembers turns and the worth of positions.

    The search overlooks some draws of CC-82:

    - It recognizes repetitions only of positions that have really occurred in the game.
    - It checks the limit of quiet turns only at the end of the present turn, not at the end of later turns.

    Args:
        evaluator: The evaluator of the match.
        limits: How far the search goes.
    """

    def __init__(self, evaluator: Evaluator, limits: Limits) -> None:
        self._generator = TurnGenerator(evaluator)
        self._match = evaluator.match
        self._limits = limits
        self._turns: dict[Position, list[WholeTurn]] = {}
        self._bounds: dict[tuple[Position, int], tuple[float, float]] = {}
        self._refutations: dict[Side, Option] = {}
        self._drawn: frozenset[Position] = frozenset()
        self._side: Side = "south"

    def best(self, now: Situation, history: History) -> Found:
        """Return the best turn that continues a situation.

        Args:
            now: A situation before the end of the turn.
            history: The history before the end of this turn.
        """
        enough = self._match.rules.draw.repetition - 1
        self._drawn = frozenset(here for here, times in history.seen.items() if times >= enough)
        self._side = now.position.mover
        roots = sorted((self._root(one, history) for one in self._generator.rated(now)), key=_by_worth)
        depth = 1
        while depth < self._limits.depth and len(roots) > 1 and abs(roots[0].worth) < WINNING:
            roots, complete = self._deeper(roots[: self._limits.width], depth + 1)
            if not complete:
                break
            depth += 1
        return Found(roots[0].worth, roots[0].turn.line, depth, self._generator.nodes)

    def first_options(self, now: Situation, history: History) -> dict[Option, float]:
        """Return the options that are tried in a situation, each with its worth.

        An option is worth as much as the best whole turn that begins with it. A turn is judged by the position at its
        end.

        Args:
            now: A situation before the end of the turn.
            history: The history before the end of this turn.
        """
        found: dict[Option, float] = {}
        for one in self._generator.turns(now):
            worth = self._root(one, history).worth
            found[one.line[0]] = max(worth, found.get(one.line[0], -inf))
        return found

    def _root(self, one: WholeTurn, history: History) -> Root:
        side = one.end.position.mover
        then = one.end.position.passed()
        result = one.result or draw(self._match, history, one.end, then)
        bias = -REPEATED * history.seen.get(then, 0)
        if result is None:
            worth = one.rating + bias
        else:
            worth = result_worth(result, side) if result.winner else self._limits.draw
        return Root(one, then, result, bias, worth)

    def _deeper(self, roots: list[Root], depth: int) -> tuple[list[Root], bool]:
        """Search the given turns at a greater depth.

        Args:
            roots: The turns. The best turn so far comes first.
            depth: Number of turns to look ahead.

        Returns:
            All the turns, and whether each of them was searched at this depth. The searched turns come first, the best
            of them at the front. If the limit of situations was reached, the other turns follow with their old worth.
        """
        found: list[Root] = []
        best = -inf
        for one in roots:
            try:
                worth = self._root_worth(one, depth, best)
            except OutOfNodes:
                break
            # A turn that isn't better than the best has a bound in place of its worth: it stays behind.
            found.append(replace(one, worth=worth))
            best = max(best, worth)
        left = roots[len(found) :]
        return [*sorted(found, key=_by_worth), *left], not left

    def _root_worth(self, one: Root, depth: int, alpha: float) -> float:
        if one.result is not None:
            return one.worth
        alpha = alpha - one.bias if alpha > -inf else alpha
        return _later(-self._worth(one.then, depth - 1, -inf, -_earlier(alpha))) + one.bias

    def _worth(self, here: Position, depth: int, alpha: float, beta: float) -> float:
        """Return the worth of a position to the player on turn.

        Args:
            here: The position at the start of a turn.
            depth: Number of turns to look ahead, at least 1.
            alpha: Lower limit of interest. A result of at most `alpha` is only an upper bound of the worth.
            beta: Upper limit of interest. A result of at least `beta` is only a lower bound of the worth.
        """
        if here in self._drawn:
            return self._draw_worth(here.mover)
        low, high = self._bounds.get((here, depth), (-inf, inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best = self._last_turn(here, beta) if depth == 1 else self._best_of(here, depth, alpha, beta)
        self._bounds[here, depth] = (low if best <= alpha else best, high if best >= beta else best)
        return best

    def _best_of(self, here: Position, depth: int, alpha: float, beta: float) -> float:
        best = -inf
        for one in self._whole_turns(here)[: self._limits.width]:
            if one.result is not None:
                worth = result_worth(one.result, here.mover)
            else:
                low, high = _earlier(max(alpha, best)), _earlier(beta)
                worth = _later(-self._worth(one.end.position.passed(), depth - 1, -high, -low))
            best = max(best, worth)
            if best >= beta:
                break
        return best

    def _whole_turns(self, here: Position) -> list[WholeTurn]:
        found = self._turns.get(here)
        if found is None:
            found = self._turns[here] = self._generator.rated(turn.begin(self._match, here))
        return found

    def _last_turn(self, here: Position, beta: float) -> float:
        """Return the rating of the best turn from a position, or the first rating that is at least `beta`.

        Raises:
            OutOfNodes: The limit of situations is reached, and the turns of the position aren't known yet.
        """
        if here in self._turns:
            return max(self._end_worth(one) for one in self._turns[here])
        if self._generator.nodes >= self._limits.nodes:
            raise OutOfNodes
        best = -inf
        now = turn.begin(self._match, here)
        for one in self._generator.turns(now, first=self._refutations.get(here.mover)):
            best = max(best, self._end_worth(one))
            if best >= beta:
                self._refutations[here.mover] = one.line[0]
                break
        return best

    def _end_worth(self, one: WholeTurn) -> float:
        """Return the value of the position at the end of a turn for the player who takes the turn."""
        if self._drawn and one.result is None and one.end.position.passed() in self._drawn:
            return self._draw_worth(one.end.position.mover)
        return one.rating

    def _draw_worth(self, side: Side) -> float:
        """Return the value of a draw for a side. The values of the draw for the two sides add up to 0."""
        return self._limits.draw if side == self._side else -self._limits.draw


def _by_worth(one: Root) -> float:
    return -one.worth


def _later(worth: float) -> float:
    """Return the worth of a position, from the worth of the position one turn later.

    Only wins and defeats change: the later they come, the less they count.
    """
    return worth - SOONER if worth > WINNING else worth + SOONER if worth < -WINNING else worth


def _earlier(worth: float) -> float:
    """Undo `_later`."""
    return worth + SOONER if worth > WINNING - SOONER else worth - SOONER if worth < SOONER - WINNING else worth
