"""Whole turns of Cube Clash that a search tries.

A search tries only the highest-rated spells, and only the highest-rated places for dice that come to the board. The
rating of a spell or a place is the worth of the situation right after it.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from riotsim.games.cube_clash.board.position import Match, Position, Standing
from riotsim.games.cube_clash.bot.evaluation import Evaluator, result_worth
from riotsim.games.cube_clash.bot.spells import promising_spells
from riotsim.games.cube_clash.combat.choices import Decline
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import home_row_result
from riotsim.games.cube_clash.turns.options import Option, Rotate, Step
from riotsim.games.cube_clash.turns.turn import Casting, Moving, Situation, Walking
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.unit import DieId, Side, opponent

DECLINE: Final = Decline()

KEPT_SPELLS: Final = (5, 2, 1)
"""Number of spells to try as the first, as the second and as each later spell of a turn. Our choice."""

KEPT_PLACES: Final = 3
"""Number of places to try for a die that the player on turn places. Our choice."""

Tried: TypeAlias = tuple[tuple[Option, ...], Situation]
"""Options that are taken one after the other, and the situation after them."""


class WholeTurn(NamedTuple):
    """The course of a turn, from some situation in it to the end of the turn."""

    rating: float
    """Worth of the situation at the turn's end to the player on turn."""
    line: tuple[Option, ...]
    """The options of both players, in order."""
    end: Situation
    """The situation at the turn's end."""
    result: Result | None
    """The result if the turn ends the game; None otherwise. Draws of CC-82 aren't looked for, so they give None too."""


class TurnGenerator:
    """The generator of whole turns of a match. It counts the examined situations.

    Within a turn, the other player may have to choose too, such as the place of a die that vanished. Then only the
    option with the highest rating for the other player is tried.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.match: Match = evaluator.match
        self.nodes = 0
        """Number of examined situations."""

    def rated(self, now: Situation) -> list[WholeTurn]:
        """Return whole turns that continue a situation, the highest-rated first.

        No two of them end in the same position.
        """
        found: dict[Position, WholeTurn] = {}
        for one in self.turns(now):
            found.setdefault(one.end.position, one)
        return sorted(found.values(), key=lambda one: -one.rating)

    def turns(self, now: Situation, cast: tuple[Option, ...] = (), first: Option | None = None) -> Iterator[WholeTurn]:
        """Yield whole turns of a player that continue a situation.

        If a die moves next, turns that begin with `first` come first. If their die can attack now, those that begin
        with a step or rotation come second. All others come last.

        Args:
            now: The situation.
            cast: The spells that have been cast in this turn.
            first: A step or rotation, which needn't be allowed now; None for none.
        """
        if now.over:
            result = self._result(now)
            yield WholeTurn(self._rating(now, result, now.position.mover), (), now, result)
            return
        for options, then in self._tried(now, cast, first):
            casts = (*cast, *options) if isinstance(now.stage, Casting) and not now.pending else cast
            for one in self.turns(then, casts):
                yield WholeTurn(one.rating, (*options, *one.line), one.end, one.result)

    def rating(self, now: Situation, side: Side) -> float:
        """Return the worth of a situation to a side, as if the turn ended here. Draws of CC-82 aren't looked for."""
        return self._rating(now, self._result(now), side)

    def after(self, now: Situation, option: Option) -> Situation:
        """Return the situation after an option, and add 1 to `nodes`."""
        self.nodes += 1
        return turn.after(self.match, now, option)

    def _result(self, now: Situation) -> Result | None:
        return now.result or home_row_result(self.match, now.position)

    def _rating(self, now: Situation, result: Result | None, side: Side) -> float:
        if result is not None:
            return result_worth(result, side)
        return self.evaluator.rate(now.position, side, opponent(now.position.mover))

    def _tried(self, now: Situation, cast: tuple[Option, ...], first: Option | None) -> Iterable[Tried]:
        """Return the options to try next in an unfinished turn, with the situation after each.

        Args:
            now: The situation.
            cast: The spells that have been cast in this turn.
            first: A step or rotation. If it is allowed now, it is tried first.
        """
        every = turn.options(self.match, now)
        if now.pending:
            own = turn.player(self.match, now) == now.position.mover
            return self._best(now, every, KEPT_PLACES if own else 1)
        match now.stage:
            case Walking():
                return self._best(now, every, KEPT_PLACES)
            case Moving():
                return self._moves(now, first)
            case Casting() as stage:
                found = promising_spells(self.evaluator, now.position, stage, cast)
                best = self._best(now, found, KEPT_SPELLS[min(len(cast), len(KEPT_SPELLS) - 1)])
                return (*best, ((DECLINE,), self.after(now, DECLINE)))
        return (((option,), self.after(now, option)) for option in every)

    def _best(self, now: Situation, options: Iterable[Option], count: int) -> list[Tried]:
        """Return the `count` highest-rated options for the choosing player, with the situation after each.

        Of options with the same rating, the earlier ones are taken. If there are no more than `count` options, all are
        returned in the given order.
        """
        side = turn.player(self.match, now)
        found: list[Tried] = [((option,), self.after(now, option)) for option in options]
        return sorted(found, key=lambda one: -self.rating(one[1], side))[:count] if len(found) > count else found

    def _moves(self, now: Situation, first: Option | None) -> Iterator[Tried]:
        """Yield the steps and the rotations, and the option to pass where it is allowed.

        A die can be rotated in three ways. If it could act afterwards, the search doesn't always let it:

        - If the die shows Rend, it may act after all three. Each is yielded as a single option.
        - If not, it may act after the best one (see `_turned`), which is yielded as a single option. Each of the other
          two is a pair of options: the rotation, and then `DECLINE`, which gives the die's action up.

        Args:
            now: The situation.
            first: The option to yield first; None for none.
        """
        best: dict[DieId, int] = {}
        here = now.position
        others = sum([1 << one.at for one in here.standing if self.match.owner(one.die) != here.mover])
        ranks = {one.die: 1 if self.evaluator.features(one).squares & others else 2 for one in here.standing}

        def rank(option: Option) -> int:
            """Return the place of an option in the order of trial, the lowest first.

            - 0: the option `first`.
            - 1: a step or rotation of a die that can attack now.
            - 2: all else.
            """
            if option == first or not isinstance(option, Step | Rotate):
                return 2 * (option != first)
            return ranks[option.die]

        for option in sorted(turn.options(self.match, now), key=rank):
            then = self.after(now, option)
            if isinstance(option, Rotate) and not then.over:
                stands = here[option.die]
                if option.die not in best:
                    best[option.die] = max((1, 2, 3), key=lambda quarters: self._turned(stands, quarters))
                # The action is the same after each rotation. But a Rend may lead to another turn, in which the rotation
                # matters.
                if best[option.die] != option.quarters and self.match.face(stands).icon is not Icon.REND:
                    yield (option, DECLINE), self.after(then, DECLINE)
                    continue
            yield (option,), then

    def _turned(self, stands: Standing, quarters: int) -> float:
        """Return the worth of a die after a rotation by `quarters` quarter turns. Other dice don't count."""
        turned = Standing(stands.die, stands.at, stands.lies.rotate(quarters), stands.wounds)
        return self.evaluator.features(turned).worth
