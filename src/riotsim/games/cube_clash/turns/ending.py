"""The end of a turn and of a game: home rows, repetition, quiet turns and the limit (CC-80 to CC-82)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.board.squares import home_row
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.games.cube_clash.units.unit import Side, opponent


@dataclass(frozen=True, slots=True)
class History:
    """The record of earlier turns, for draws and the limit of turns (CC-82)."""

    turns: int = 0
    """Number of turns of both players that are over."""
    quiet: int = 0
    """Number of turns in a row, up to the last one, without a kill and without a die that entered or left a home
    row.
    """
    seen: Mapping[Position, int] = field(default_factory=dict)
    """Number of times that each position has come at the start of a turn."""


def opening(here: Position, quiet: int = 0) -> History:
    """Return the history at the beginning of a game, at which its position has come once.

    Args:
        here: The position.
        quiet: Number of quiet turns before it.
    """
    return History(quiet=quiet, seen={here: 1})


def raiders(match: Match, here: Position, side: Side) -> int:
    """Return the number of a side's units on the opponent's home row (CC-80)."""
    return sum(match.owner(one.die) == side for one in here.row(home_row(opponent(side))))


def home_row_result(match: Match, here: Position) -> Result | None:
    """Return the result at the end of a turn if the player on turn has lost by the home rows (CC-80)."""
    mover = here.mover
    if raiders(match, here, opponent(mover)) > raiders(match, here, mover):
        return Result(opponent(mover), "home row")
    return None


def passed(match: Match, history: History, now: Situation) -> tuple[Position, History, Result | None]:
    """Return what comes of the end of a turn: the position of the next one, the history, and the result, if any.

    Args:
        match: The match.
        history: The history before this turn's end.
        now: A situation in which the turn is over.
    """
    here = now.position.passed()
    times = history.seen.get(here, 0) + 1
    told = History(history.turns + 1, 0 if now.eventful else history.quiet + 1, {**history.seen, here: times})
    result = now.result or home_row_result(match, now.position) or _drawn(match, told, times)
    return here, told, result


def _drawn(match: Match, history: History, times: int) -> Result | None:
    """Return the end of a game that a history brings about, or None if the game goes on (CC-82)."""
    if times >= match.rules.draw.repetition:
        return Result(None, "repetition")
    if history.quiet >= match.rules.draw.quiet_turns:
        return Result(None, "quiet")
    return Result(None, "too long") if history.turns >= match.rules.turns.max else None
