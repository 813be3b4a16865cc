"""Events of a battle of RiftWar, for the log, scenarios, viewers and statistics.

An event's name in files is its class name in snake case. Events call units by name, such as
`a.rifleman_3`.
"""

from dataclasses import dataclass

from riotsim.play.requests import PlayerId


@dataclass(frozen=True, slots=True)
class SetsUp:
    """Units are set up (RW-06)."""

    player: PlayerId
    """Name of the player."""
    units: tuple[str, ...]
    """Names of the units."""


@dataclass(frozen=True, slots=True)
class PhaseBegins:
    """A phase begins (RW-20)."""

    number: int
    """Number of the phase."""
    player: PlayerId
    """Name of the active player."""


@dataclass(frozen=True, slots=True)
class PhaseEnds:
    """A phase ends with a failed action (RW-22)."""

    player: PlayerId
    """Name of the player whose phase it was."""
    why: str
    """The failure: `fire`, `hurt`, `rally` or `pass`."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Units have moved: all the way, or up to the place where they were stopped (RW-30, RW-36)."""

    units: tuple[str, ...]
    """Names of the units."""
    inches: float
    """Length of the longest path (in), rounded to a tenth."""
    how: str
    """Kind of the move: `move`, `turn`, `aim`, `cross`, `close combat` or `escape`."""
    stopped: bool
    """True if fire has stopped the units."""


@dataclass(frozen=True, slots=True)
class Withdraws:
    """A player withdraws a move after seeing its dangers (RW-40)."""

    player: PlayerId
    """Name of the player."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """The dice of one attack, and their effect on the target (RW-60 to RW-65)."""

    unit: str
    """Name of the attacker. In a crash, the name of the Transport."""
    target: str
    """Name of the target."""
    how: str
    """Kind of the attack: `direct`, `coordinated`, `indirect`, `reaction`, `close` or `crash`."""
    dice: tuple[int, ...]
    """The numbers that the dice show."""
    cover: bool
    """True if the target is in cover."""
    hits: int
    """Number of hits. Hits that cover takes away are not included."""
    effect: str
    """Effect on the target: `none`, `pin`, `wound` or `kill`."""
    same_throw: bool = False
    """True if the dice were thrown together with those of an earlier attack (RW-54)."""


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A unit is destroyed (RW-61)."""

    unit: str
    """Name of the unit."""


@dataclass(frozen=True, slots=True)
class Rallies:
    """A unit has tried to rally (RW-80)."""

    unit: str
    """Name of the unit."""
    value: int
    """The number that the die shows."""
    bonus: int
    """The number that is added to the die."""
    succeeds: bool
    """True if the unit is no longer pinned."""


@dataclass(frozen=True, slots=True)
class Boards:
    """A unit boards a Transport (RW-81)."""

    unit: str
    """Name of the unit."""
    transport: str
    """Name of the Transport."""


@dataclass(frozen=True, slots=True)
class GetsOff:
    """A unit gets off a Transport (RW-81)."""

    unit: str
    """Name of the unit."""
    transport: str
    """Name of the Transport."""


@dataclass(frozen=True, slots=True)
class EntersFray:
    """A unit enters a fray (RW-71)."""

    unit: str
    """Name of the unit."""
    fray: int
    """Number of the fray."""


@dataclass(frozen=True, slots=True)
class LeavesFray:
    """A unit is no longer in a fray (RW-73, RW-75)."""

    unit: str
    """Name of the unit."""
    fray: int
    """Number of the fray."""


@dataclass(frozen=True, slots=True)
class StaysOut:
    """A unit stays out of a fray, although another unit of its group is in it (RW-72)."""

    unit: str
    """Name of the unit."""
    back: float
    """Distance that the unit fell back (in), rounded to a tenth; 0 if it stayed where it was."""


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A player is out (RW-07)."""

    player: PlayerId
    """Name of the player."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over (RW-07, RW-08)."""

    winners: tuple[PlayerId, ...]
    """Names of the winners: several after a draw, none if the game was stopped after too many phases."""
    ending: str
    """The reason why the game is over."""
