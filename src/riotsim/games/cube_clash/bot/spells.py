"""The spells of Cube Clash that a search tries (CC-60 to CC-65).

Only a few spells of each colour are tried: yellow ones alone may number a million. Most spells are picked by the change
in the worth of single dice.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from operator import itemgetter
from typing import Final, TypeVar

from riotsim.games.cube_clash.board.position import Position, Standing
from riotsim.games.cube_clash.board.squares import SquareSet
from riotsim.games.cube_clash.bot.evaluation import Evaluator, Features
from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.combat.attacks import kills_by
from riotsim.games.cube_clash.turns import spells
from riotsim.games.cube_clash.turns.options import DamageUnit, MoveUnit, Option, Recall, Reorient, Spell, Swap
from riotsim.games.cube_clash.turns.turn import Casting
from riotsim.games.cube_clash.units.orientations import Orientation
from riotsim.games.cube_clash.units.unit import DieId, Side

TRIED: Final = 12
"""Usual number of spells of one kind that are tried, the ones with the greatest gain. Our choice."""

TRIED_ORIENTATIONS: Final = 2
"""Greatest number of orientations that are tried for one die with yellow spells. Our choice."""

AIMED: Final = 0.3
"""Worth of each point of a turned die's possible damage with its next move. Our choice."""

GUARDED: Final = 0.2
"""Worth of each save of a turned die against melee, if an opposing die can attack it. Our choice."""

TRIED_DICE: Final = 4
"""Greatest number of dice that a search turns with one yellow spell. Our choice.

The search picks the dice whose new orientations gain most for each point.
"""

T = TypeVar("T", bound=Spell)


def promising_spells(
    evaluator: Evaluator, here: Position, stage: Casting, cast: tuple[Option, ...] = ()
) -> Iterator[Spell]:
    """Yield the spells that are worth trying.

    Args:
        evaluator: The evaluator of the match.
        here: The position.
        stage: The caster and its points.
        cast: The spells that have been cast in this turn.
    """
    match, points = evaluator.match, stage.points
    side = match.owner(stage.die)
    colours = values.colours(match, here[stage.die])
    if "red" in colours:
        yield from _damage_spells(evaluator, here, stage)
    if "black" in colours:
        yield from _first(spells.recalls(match, here, stage.die, points), lambda one: _recalled(evaluator, one))
        banished = spells.banishments(match, here, stage.die, points)
        if (most := max(banished, key=lambda one: one.points, default=None)) is not None:
            yield most
    if "blue" in colours:
        yield from _first(spells.swaps(here, points), lambda one: _swapped(evaluator, here, one, side))
    if "green" in colours:
        yield from _unit_moves(evaluator, here, points, side)
    # One yellow spell can turn several dice, so a second one isn't tried.
    if "yellow" in colours and not any(isinstance(spell, Reorient) for spell in cast):
        yield from _reorientations(evaluator, here, points, side)


def _first(found: Iterable[T], gain: Callable[[T], float], count: int = TRIED) -> list[T]:
    """Return the `count` spells with the greatest gain. Spells with the same gain keep their order."""
    return sorted(found, key=gain, reverse=True)[:count]


def _gain(evaluator: Evaluator, side: Side, before: Standing, then: Standing) -> float:
    """Return a side's gain from the change of one die, its own or not, from `before` to `then`."""
    gain = evaluator.features(then).worth - evaluator.features(before).worth
    return gain if evaluator.match.owner(before.die) == side else -gain


def _damage_spells(evaluator: Evaluator, here: Position, stage: Casting) -> Iterator[DamageUnit]:
    """Yield a red spell against each opposing die that such a spell can harm (CC-63).

    - A spell that kills spends as few points as possible.
    - A spell that only wounds spends all points. It is tried only with `damage.lasts`.
    """
    match = evaluator.match
    side = match.owner(stage.die)
    start = here[stage.die].at
    for one in here.standing:
        if match.owner(one.die) != side:
            known = evaluator.features(one)
            reach = spells.red_points(match, start, one.at, stage.points)
            left = known.health - one.wounds + known.other_saves
            if (least := next((points for points in reach if kills_by(match, points, left)), None)) is not None:
                yield DamageUnit(least, one.die)
            elif match.rules.damage.lasts and reach and stage.points > known.other_saves:
                yield DamageUnit(stage.points, one.die)


def _recalled(evaluator: Evaluator, spell: Recall) -> float:
    place = spell.place
    return evaluator.features(Standing(place.die, place.at, place.lies)).worth


def _swapped(evaluator: Evaluator, here: Position, spell: Swap, side: Side) -> float:
    one, other = here[spell.one], here[spell.other]
    return _gain(evaluator, side, one, one.moved(other.at)) + _gain(evaluator, side, other, other.moved(one.at))


def _unit_moves(evaluator: Evaluator, here: Position, points: int, side: Side) -> list[MoveUnit]:
    """Return the green spells with the greatest gain, and the best escape, if any, of each die of the side.

    An escape is a spell that moves a die of `side` out of the opponent's reach.
    """
    match = evaluator.match
    reached = 0
    for one in here.standing:
        if match.owner(one.die) != side:
            reached |= evaluator.features(one).squares
    found: list[tuple[float, MoveUnit]] = []
    safe: dict[DieId, tuple[float, MoveUnit]] = {}
    for move in spells.unit_moves(here, points):
        stands = here[move.die]
        gain = _gain(evaluator, side, stands, stands.moved(move.to))
        found.append((gain, move))
        flees = match.owner(move.die) == side and reached >> stands.at & 1 and not reached >> move.to & 1
        if flees and (move.die not in safe or gain > safe[move.die][0]):
            safe[move.die] = (gain, move)
    best = sorted(found, key=itemgetter(0), reverse=True)[:TRIED]
    return list(dict.fromkeys(move for _, move in (*best, *safe.values())))


def _reorientations(evaluator: Evaluator, here: Position, points: int, side: Side) -> Iterator[Reorient]:
    """Yield yellow spells that turn dice to the best-looking orientations.

    Spells for one die come before spells for several.
    """
    match = evaluator.match
    places, reached = {True: 0, False: 0}, {True: 0, False: 0}
    for one in here.standing:
        known = evaluator.features(one)
        places[known.south] |= 1 << one.at
        reached[known.south] |= known.squares
    turned: list[tuple[float, int, DieId, Orientation]] = []
    for one in here.standing:
        if (cost := match.health(one.die)) <= points:
            south = match.owner(one.die) == "south"
            sign = 1.0 if south == (side == "south") else -1.0
            attacked = reached[not south] >> one.at & 1
            others = places[not south]
            before = _promise(evaluator.features(one), others, attacked)
            gains: list[tuple[float, int, DieId, Orientation]] = []
            for lies, known in evaluator.turned(one):
                then = _promise(known, others, attacked)
                gains.append((sign * (then - before), cost, one.die, lies))
            turned += sorted(gains, key=itemgetter(0), reverse=True)[:TRIED_ORIENTATIONS]
    better = [found for found in turned if found[0] > 0]
    best = sorted(better, key=lambda found: found[0] / found[1], reverse=True)[:TRIED]
    yield from (Reorient(cost, ((die, lies),)) for _, cost, die, lies in best)
    first: dict[DieId, tuple[int, Orientation]] = {}
    for _, cost, die, lies in best:
        if len(first) < TRIED_DICE:
            first.setdefault(die, (cost, lies))
    for count in range(2, TRIED_DICE + 1):
        for several in combinations(sorted(first.items()), count):
            if (cost := sum(found[0] for _, found in several)) <= points:
                yield Reorient(cost, tuple((die, found[1]) for die, found in several))


def _promise(known: Features, others: SquareSet, attacked: int) -> float:
    """Return an estimate of a die's worth to its owner.

    Args:
        known: The features of the die.
        others: The squares with opposing dice.
        attacked: 1 if an opposing die could attack this die with its next move, 0 if none could.
    """
    most = max([reach.damage for reach in known.reaches if reach.squares & others]) if known.squares & others else 0
    return known.worth + AIMED * most + GUARDED * attacked * known.melee_saves
