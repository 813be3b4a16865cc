"""The effects of spells, and the spells that a number of points can pay for (CC-36, CC-60 to CC-65).

A red spell does more for more points, so it may be listed at several prices (see `red_points`). All other spells have a
single price.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import assert_never

from riotsim.games.cube_clash.board.position import Match, Position, Standing, nearest_home_squares
from riotsim.games.cube_clash.board.squares import Square, distance, path_length, squares_in, within
from riotsim.games.cube_clash.combat import resolver, values
from riotsim.games.cube_clash.combat.attacks import red_attack
from riotsim.games.cube_clash.combat.choices import Place
from riotsim.games.cube_clash.combat.resolver import Resolution
from riotsim.games.cube_clash.turns.options import Banish, DamageUnit, MoveUnit, Recall, Reorient, Spell, Swap
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS, Orientation, same_top
from riotsim.games.cube_clash.units.unit import DieId, opponent


def spells(match: Match, here: Position, caster: DieId, points: int) -> Iterator[Spell]:
    """Yield the spells that a die can cast, yellow ones last.

    There may be a million yellow spells. A search should use `spells_but_yellow`, and build the needed yellow spells
    (see `open_orientations`).

    Args:
        match: The match.
        here: The position.
        caster: The casting die, on the board.
        points: Number of points that may be spent.
    """
    colours = values.colours(match, here[caster])
    if "red" in colours:
        yield from damage_spells(match, here, caster, points)
    if "black" in colours:
        yield from recalls(match, here, caster, points)
        yield from banishments(match, here, caster, points)
    if "blue" in colours:
        yield from swaps(here, points)
    if "green" in colours:
        yield from unit_moves(here, points)
    if "yellow" in colours:
        yield from reorientations(match, here, points)


def swaps(here: Position, points: int) -> Iterator[Swap]:
    """Yield the blue spells (CC-60).

    Each swaps two units. A path of empty squares with at most `points` steps must lead from one unit to the other.
    """
    for one, other in itertools.combinations(here.standing, 2):
        if distance(one.at, other.at) <= points:
            length = path_length(one.at, other.at, here.occupied, points)
            if length is not None:
                yield Swap(length, one.die, other.die)


def unit_moves(here: Position, points: int) -> Iterator[MoveUnit]:
    """Yield the green spells. Each moves a unit to an empty square at most `points` orthogonal steps away (CC-61)."""
    for one in here.standing:
        for to in squares_in(within(one.at, points) & ~here.occupied):
            yield MoveUnit(distance(one.at, to), one.die, to)


def reorientations(match: Match, here: Position, points: int) -> Iterator[Reorient]:
    """Yield the yellow spells (CC-62).

    Each gives new orientations to one or more units. The total health of these units is at most `points`.
    """
    return (Reorient(cost, lies) for cost, lies in _turned(match, here.standing, points) if lies)


def open_orientations(match: Match, stands: Standing) -> tuple[Orientation, ...]:
    """Return the orientations that a yellow spell can give a unit, except for its present one (CC-62)."""
    chosen = ORIENTATIONS if match.rules.yellow.top else same_top(stands.lies)
    return tuple(lies for lies in chosen if lies != stands.lies)


def damage_spells(match: Match, here: Position, caster: DieId, points: int) -> Iterator[DamageUnit]:
    """Yield the red spells (CC-63).

    Each unit can be the target, even the caster. For each target there is one spell for each number in `red_points`.
    """
    start = here[caster].at
    for one in here.standing:
        yield from (DamageUnit(damage, one.die) for damage in red_points(match, start, one.at, points))


def red_points(match: Match, start: Square, target: Square, points: int) -> range:
    """Return the possible numbers of points for a red spell on a square (CC-63).

    Without the rule `magic.split`, the caster may cast only one spell, so that spell must spend all points.

    Args:
        match: The match.
        start: Square of the caster.
        target: The square.
        points: Number of points that may be spent.
    """
    least = max(1, -(-distance(start, target) // 2))
    # Points that aren't spent on the only spell are lost, so fewer than all are no choice then.
    return range(least if match.rules.magic.split else max(least, points), points + 1)


def recalls(match: Match, here: Position, caster: DieId, points: int) -> Iterator[Recall]:
    """Yield the black spells that bring back a dead die of the caster's side (CC-64)."""
    side = match.owner(caster)
    for die in here.dead_of(match, side):
        if match.health(die) < points and die not in here.beyond_recall:
            for at in nearest_home_squares(here, side):
                yield from (Recall(match.health(die) + 1, Place(die, at, lies)) for lies in ID_UP)


def banishments(match: Match, here: Position, caster: DieId, points: int) -> Iterator[Banish]:
    """Yield the black spells that take dead dice of the opponent out of the game (CC-65)."""
    dead = list(here.dead_of(match, opponent(match.owner(caster))))
    for count in range(1, len(dead) + 1):
        for dice in itertools.combinations(dead, count):
            cost = sum(match.health(die) for die in dice)
            if cost <= points:
                yield Banish(cost, dice)


def may_cast(match: Match, here: Position, caster: DieId, points: int, spell: Spell) -> bool:
    """Return whether a die can cast a spell (see `spells`)."""
    if not isinstance(spell, Reorient):
        return spell in (one for one in spells_but_yellow(match, here, caster, points))
    # there may be a million yellow spells, so they are not listed
    names = [die for die, _ in spell.lies]
    if "yellow" not in values.colours(match, here[caster]) or not names or names != sorted(set(names)):
        return False
    turned = [(here.find(die), lies) for die, lies in spell.lies]
    if not all(stands is not None and lies in open_orientations(match, stands) for stands, lies in turned):
        return False
    return sum(map(match.health, names)) == spell.points <= points


def spells_but_yellow(match: Match, here: Position, caster: DieId, points: int) -> Iterator[Spell]:
    """Yield the spells that a die can cast, without the yellow ones."""
    return itertools.takewhile(lambda spell: not isinstance(spell, Reorient), spells(match, here, caster, points))


def cast(match: Match, here: Position, caster: DieId, spell: Spell) -> Resolution:
    """Carry out a spell up to the first choice of a player, and return its `Resolution`.

    Args:
        match: The match.
        here: The position.
        caster: The die that casts.
        spell: One of the die's `spells`.
    """
    match spell:
        case Swap(_, one, other):
            first, second = here[one], here[other]
            return Resolution(here.put(first.moved(second.at), second.moved(first.at)))
        case MoveUnit(_, die, to):
            return Resolution(here.put(here[die].moved(to)))
        case Reorient(_, turned):
            return Resolution(here.put(*(here[die].turned(lies) for die, lies in turned)))
        case DamageUnit(points, target):
            return resolver.attack(match, here, red_attack(caster, target, points))
        case Recall(_, place):
            return Resolution(here.put(Standing(place.die, place.at, place.lies)))
        case Banish(_, dice):
            return Resolution(here.banish(dice))
    assert_never(spell)


def _turned(
    match: Match, dice: Sequence[Standing], points: int
) -> Iterator[tuple[int, tuple[tuple[DieId, Orientation], ...]]]:
    """Yield each way to turn some of `dice`: its price in points, and the dice with their new orientations.

    The price is at most `points`. The first way is to turn no die.
    """
    if not dice:
        yield 0, ()
        return
    first, *others = dice
    yield from _turned(match, others, points)
    if (health := match.health(first.die)) <= points:
        for lies in open_orientations(match, first):
            for cost, rest in _turned(match, others, points - health):
                yield cost + health, ((first.die, lies), *rest)
