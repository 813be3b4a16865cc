"""The end of a turn and of a game: home rows, repetition, quiet turns and the limit of turns (CC-80 to CC-82)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.board.squares import home_row, row_set
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.games.cube_clash.units.unit import Side, opponent


@dataclass(frozen=True, slots=True)
class History:
    """The record of earlier turns, for draws and the limit of turns (CC-82)."""

    turns: int = 0
    """Number of turns that are over, both players together."""
    quiet: int = 0
    """Number of quiet turns in a row so far. In a quiet turn no die is killed, and none enters or leaves a home row."""
    seen: Mapping[Position, int] = field(default_factory=dict)
    """Number of times that each position has occurred at the start of a turn."""


def opening(here: Position, quiet: int = 0) -> History:
    """Return the history at the start of a game. The first position counts as having occurred once.

    Args:
        here: The position.
        quiet: Number of quiet turns before this position.
    """
    return History(quiet=quiet, seen={here: 1})


def raiders(match: Match, here: Position, side: Side) -> int:
    """Return the number of a side's units on the opponent's home row (CC-80)."""
    row = row_set(home_row(opponent(side)))
    if not here.occupied & row:
        return 0
    return [match.owner(one.die) for one in here.standing if row >> one.at & 1].count(side)


def home_row_result(match: Match, here: Position) -> Result | None:
    """Return the result if the player on turn would lose by ending the turn in this position; None otherwise (CC-80).

    The player would lose if the opponent has more `raiders`.
    """
    mover = here.mover
    theirs = raiders(match, here, opponent(mover))
    if theirs and theirs > raiders(match, here, mover):
        return Result(opponent(mover), "home row")
    return None


def passed(match: Match, history: History, now: Situation) -> tuple[Position, History, Result | None]:
    """End a turn. Return the next turn's position, the new history, and the result (None if the game goes on).

    Args:
        match: The match.
        history: The history before this turn's end.
        now: A situation at the end of the turn.
    """
    here = now.position.passed()
    told = History(history.turns + 1, _quiet(history, now), {**history.seen, here: history.seen.get(here, 0) + 1})
    result = now.result or home_row_result(match, now.position) or draw(match, history, now, here)
    return here, told, result


def draw(match: Match, history: History, now: Situation, then: Position) -> Result | None:
    """Return the result if the game is drawn or stopped at the end of a turn; None if the game goes on (CC-82).

    Args:
        match: The match.
        history: The history before this turn's end.
        now: A situation at the end of the turn.
        then: The position after the turn, with the other player on turn.
    """
    if history.seen.get(then, 0) + 1 >= match.rules.draw.repetition:
        return Result(None, "repetition")
    if _quiet(history, now) >= match.rules.draw.quiet_turns:
        return Result(None, "quiet")
    return Result(None, "too long") if history.turns + 1 >= match.rules.turns.max else None


def _quiet(history: History, now: Situation) -> int:
    """Return the number of quiet turns in a row up to the present turn, which ends in `now` (CC-82)."""
    return 0 if now.eventful else history.quiet + 1
