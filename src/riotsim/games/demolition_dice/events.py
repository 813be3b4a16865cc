"""Events of a game of Demolition Dice, for the log, scenarios, viewers and statistics.

An event's name in files is its class name in snake case: `TowerFalls` is `tower_falls`. Towers go by the name of the
player who owns them.
"""

from dataclasses import dataclass, field
from typing import Final

from riotsim.play.house_rules import AS_BOSS
from riotsim.play.requests import PlayerId
from riotsim.table.poses import FILE_KEY

AS_BOSSES: Final = {FILE_KEY: "bosses"}
"""Metadata of a field that files and JSON call `bosses`."""


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """A round begins: all players roll (DD-10)."""

    number: int
    """Number of the round, from 1."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice have come to rest in the tray."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""
    shows: tuple[int, ...]
    """The numbers of the dice."""


@dataclass(frozen=True, slots=True)
class RollsOff:
    """Several players share the lowest sum and roll the same dice again (DD-11)."""

    players: tuple[PlayerId, ...] = field(metadata=AS_BOSSES)
    """Names of the players."""
    sum: int
    """Their lowest sum."""


@dataclass(frozen=True, slots=True)
class NobodyKnocks:
    """Several players share the lowest sum, and none of them may throw at a tower (DD-11)."""

    players: tuple[PlayerId, ...] = field(metadata=AS_BOSSES)
    """Names of the players."""
    sum: int
    """Their lowest sum."""


@dataclass(frozen=True, slots=True)
class Lowest:
    """One player has the lowest sum, and may throw at a tower (DD-11)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""
    sum: int
    """Their lowest sum."""


@dataclass(frozen=True, slots=True)
class Stacked:
    """A die has been put on a tower, or begins a new one."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""
    shows: int
    """The numbers of the dice."""
    height: int
    """Dice of the tower now."""


@dataclass(frozen=True, slots=True)
class ThrowsAt:
    """A die is thrown at a tower (DD-30)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""
    tower: PlayerId
    """Name of the player whose tower it is."""


@dataclass(frozen=True, slots=True)
class LeavesAlone:
    """The player who may throw at a tower doesn't (DD-30)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""


@dataclass(frozen=True, slots=True)
class Misses:
    """The thrown die has knocked down no tower (DD-30)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""
    tower: PlayerId
    """Name of the player whose tower it is."""


@dataclass(frozen=True, slots=True)
class TowerFalls:
    """A tower has lost a die from its stack (DD-31)."""

    tower: PlayerId
    """Name of the player whose tower it is."""
    by: PlayerId
    """Name of the player to blame."""
    dice: int
    """Dice that the tower had."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower was pushed out of its area and still stands. It is put back in the middle of its area."""

    tower: PlayerId
    """Name of the player whose tower it is."""


@dataclass(frozen=True, slots=True)
class CameUp:
    """The faces that the dice of a fallen tower now show, from the former bottom up (DD-40)."""

    tower: PlayerId
    """Name of the player whose tower it is."""
    shows: tuple[int, ...]
    """The numbers of the dice."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A fallen tower stands again (DD-40)."""

    tower: PlayerId
    """Name of the player whose tower it is."""
    shows: tuple[int, ...]
    """The numbers of the dice."""


@dataclass(frozen=True, slots=True)
class StandsAsPut:
    """A rebuild has failed as often as allowed: the dice stand where they were last put (DD-40)."""

    tower: PlayerId
    """Name of the player whose tower it is."""
    shows: tuple[int, ...]
    """The numbers of the dice."""


@dataclass(frozen=True, slots=True)
class TowerDone:
    """A tower holds all the dice of its owner after a rebuild: the game ends (DD-50)."""

    tower: PlayerId
    """Name of the player whose tower it is."""


@dataclass(frozen=True, slots=True)
class Stops:
    """A player adds no more dice to their tower, though another tower is done (DD-50)."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over, and the towers have been counted (DD-51)."""

    winners: tuple[PlayerId, ...]
    """Names of the winners; several for a draw."""
    scores: tuple[int, ...]
    """The scores in turn order."""
