"""The warning to the player on turn of a defeat at the end of this turn (CC-80)."""

from typing import NamedTuple

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.board.squares import home_row, square_name
from riotsim.games.cube_clash.state import State
from riotsim.games.cube_clash.turns.ending import home_row_result, raiders
from riotsim.games.cube_clash.units.unit import opponent
from riotsim.play.markup import join_names


class Threat(NamedTuple):
    """A warning that a player is about to lose the game at the end of the present turn."""

    title: str
    """The threat in a few words, such as `Bea wins after this turn`."""
    text: str
    """The reason why the player would lose, and what the player can do against it."""


def position_now(state: State) -> Position:
    """Return the position at the present choice, or else at the latest choice of this turn.

    If this turn has had no choice so far, return the position on the board.
    """
    return state.position if state.situation is None else state.situation.position


def threat_to(match: Match, state: State) -> Threat | None:
    """Return a warning if the player on turn would lose by ending the turn now; None otherwise (CC-80).

    The player would lose if the opponent has more raiders than the player. A raider is a die on the home row of its
    owner's opponent.
    """
    here = position_now(state)
    if state.phase != "turns" or home_row_result(match, here) is None:
        return None
    mover, other = here.mover, opponent(here.mover)
    there = [square_name(one.at) for one in here.row(home_row(mover)) if match.owner(one.die) == other]
    mine = raiders(match, here, mover)
    needed = len(there) - mine
    squares = " or ".join(there) if needed == 1 else join_names(there)
    some = f"{needed} of " if 1 < needed < len(there) else ""
    dice = f"{needed} dice" if needed > 1 else "another die" if mine else "a die"
    winner, row = state.players[other], home_row(other) + 1
    return Threat(
        f"{winner} wins after this turn",
        f"{winner} has more dice on your home row. Clear {some}{squares}, or bring {dice} to row {row}.",
    )
