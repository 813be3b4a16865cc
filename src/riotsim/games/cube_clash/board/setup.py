"""The set-up of a game: the first player, the choice of terrain, and the order of the set-up (CC-05 to CC-07).

A player sets up the next die on one of the `nearest_home_squares`, with the die's ID on top.
"""

from collections.abc import Sequence

from riotsim.games.cube_clash.board.position import (
    Match,
    Position,
    Standing,
    nearest_home_squares,
    position,
)
from riotsim.games.cube_clash.board.squares import QUARTERS, Quarter
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.unit import Side, Unit, build_points, opponent, standing, unit_dice


def first_player(rules: Rulebook, south: Sequence[Unit], north: Sequence[Unit], drawn: Side) -> Side:
    """Return the side that goes first: the side with fewer build points (CC-06).

    If both sides have equally many points, South goes first. With `first: random` in the rules, the side `drawn` goes
    first instead.

    Args:
        rules: The rules.
        south: The army of South.
        north: The army of North.
        drawn: The side that was drawn.
    """
    spent = build_points(tuple(south)), build_points(tuple(north))
    if spent[0] != spent[1]:
        return "south" if spent[0] < spent[1] else "north"
    return drawn if rules.first == "random" else "south"


def terrain_choosers(first: Side) -> tuple[Side, ...]:
    """Return the sides in the order of their players' choices of terrain (CC-07).

    Each side comes twice. Each time, its player chooses a terrain and the quarter of the board where it lies.

    Args:
        first: Side of the player who goes first in the game.
    """
    second = opponent(first)
    return (second, first, second, first)


def free_quarters(chosen: Sequence[str | None]) -> tuple[Quarter, ...]:
    """Return the quarters that have no terrain yet (CC-07)."""
    return tuple(quarter for quarter in QUARTERS if chosen[quarter] is None)


def set_up_order(first: Side) -> tuple[Side, Side]:
    """Return the sides in the order of their set-up (CC-05). The side that goes second in the game sets up first."""
    return (opponent(first), first)


def new_match(
    rules: Rulebook,
    south: tuple[Unit, ...],
    north: tuple[Unit, ...],
    quarters: tuple[str | None, str | None, str | None, str | None],
) -> Match:
    """Return a match between two armies.

    Args:
        rules: The rules.
        south: The army of South.
        north: The army of North.
        quarters: Terrain of each quarter, in the order of `QUARTERS`; None for a quarter without terrain.
    """
    dice = (*unit_dice("south", south), *unit_dice("north", north))
    return Match(rules, {die.id: die for die in dice}, quarters)


def lined_up(match: Match, first: Side) -> Position:
    """Return the position with all dice set up without gaps, in the order of their armies.

    The dice of an army fill the side's home row, then the next row, and so on. In each row, they stand from the
    player's left to the player's right.

    Args:
        match: The match.
        first: Side of the player who goes first.
    """
    here = position((), mover=first)
    for side in set_up_order(first):
        for die in match.dice.values():
            if die.owner == side:
                free = nearest_home_squares(here, side)
                here = here.put(Standing(die.id, free[0 if side == "south" else -1], standing(side)))
    return here
