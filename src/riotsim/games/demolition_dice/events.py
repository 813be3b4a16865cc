"""Events of a game of Demolition Dice, for the log, scenarios, viewers and statistics.

An event's name in files is its class name in snake case: `TowerFalls` is `tower_falls`. A tower is named after the
player who owns it.
"""

from dataclasses import dataclass, field
from typing import Final

from riotsim.play.house_rules import AS_BOSS
from riotsim.play.requests import PlayerId
from riotsim.table.poses import FILE_KEY

AS_BOSSES: Final = {FILE_KEY: "bosses"}
"""Metadata of a field whose name is `bosses` in files and JSON."""


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """A round begins: all players roll (DD-10)."""

    number: int
    """Number of the round, from 1."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice have come to rest in the tray."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who rolled."""
    shows: tuple[int, ...]
    """The upper faces of the dice, in the order of the roll."""


@dataclass(frozen=True, slots=True)
class RollsOff:
    """Several players share the lowest sum. Each of them rolls their dice of this round once more (DD-11)."""

    players: tuple[PlayerId, ...] = field(metadata=AS_BOSSES)
    """Names of the players who roll again."""
    sum: int
    """The lowest sum, which these players share."""


@dataclass(frozen=True, slots=True)
class NobodyKnocks:
    """Several players share the lowest sum. They don't roll again, and none of them throws or builds (DD-11)."""

    players: tuple[PlayerId, ...] = field(metadata=AS_BOSSES)
    """Names of the players whose dice have the lowest sum of the roll."""
    sum: int
    """The lowest sum, which these players share."""


@dataclass(frozen=True, slots=True)
class Lowest:
    """One player has the lowest sum, and may throw at a tower (DD-11)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player with the lowest sum."""
    sum: int
    """The lowest sum."""


@dataclass(frozen=True, slots=True)
class Stacked:
    """A die has been put on a player's own tower, or has begun a new tower."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who stacked the die."""
    shows: int
    """The upper face of the die."""
    height: int
    """Number of dice in the tower, with this die."""


@dataclass(frozen=True, slots=True)
class ThrowsAt:
    """A die is thrown at a tower (DD-30)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who throws."""
    tower: PlayerId
    """Name of the player who owns the tower."""


@dataclass(frozen=True, slots=True)
class LeavesAlone:
    """The player with the lowest sum has chosen not to throw at any tower (DD-30)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player with the lowest sum."""


@dataclass(frozen=True, slots=True)
class Misses:
    """The thrown die has knocked down no tower (DD-30)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who threw."""
    tower: PlayerId
    """Name of the player whose tower was the target."""


@dataclass(frozen=True, slots=True)
class TowerFalls:
    """A die of a tower has left the stack or shows another face, so the tower counts as knocked down (DD-31)."""

    tower: PlayerId
    """Name of the player who owns the tower."""
    by: PlayerId
    """Name of the player whose throw or stacked die made the tower fall."""
    dice: int
    """Number of dice in the tower when it fell, including a die on its way to the top."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower was pushed out of its area and still stands. It is put back in the middle of its area."""

    tower: PlayerId
    """Name of the player who owns the tower."""


@dataclass(frozen=True, slots=True)
class CameUp:
    """The upper face of each die of a fallen tower is known, for stacking the tower again (DD-40)."""

    tower: PlayerId
    """Name of the player who owns the tower."""
    shows: tuple[int, ...]
    """The faces of the dice in their former order in the tower, from the bottom up."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The owner of a fallen tower has stacked its dice again, and the tower stands (DD-40)."""

    tower: PlayerId
    """Name of the player who owns the tower."""
    shows: tuple[int, ...]
    """The upper faces of the tower's dice, from the bottom up."""


@dataclass(frozen=True, slots=True)
class StandsAsPut:
    """All allowed tries to rebuild a tower have failed, so the program sets it up as a straight tower (DD-40).

    The upper faces of its dice are those that the last try was meant to have.
    """

    tower: PlayerId
    """Name of the player who owns the tower."""
    shows: tuple[int, ...]
    """The upper faces of the tower's dice, from the bottom up."""


@dataclass(frozen=True, slots=True)
class TowerDone:
    """A tower holds all dice of its owner at the end of a round, so no more rounds follow (DD-50)."""

    tower: PlayerId
    """Name of the player who owns the tower."""


@dataclass(frozen=True, slots=True)
class Stops:
    """After the last round, a player has chosen not to add the remaining dice to their tower (DD-50)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who adds no more dice."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over, and the scores have been counted (DD-51)."""

    winners: tuple[PlayerId, ...]
    """Names of the winners; several if the game is a draw."""
    scores: tuple[int, ...]
    """The score of each player, in turn order."""
