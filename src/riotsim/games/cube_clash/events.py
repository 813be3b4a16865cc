"""Events of a game of Cube Clash, for the log, scenarios, viewers and statistics.

An event's name in files is its class name in snake case. In events, dice have names like `south.bellfounder`,
squares like `e4`, and faces like `melee 3`.
"""

from dataclasses import dataclass

from riotsim.play.requests import PlayerId


@dataclass(frozen=True, slots=True)
class GoesFirst:
    """A player goes first (CC-06)."""

    player: PlayerId
    """Name of the player."""
    drawn: bool
    """True if the player was chosen by lot, because both players spent the same number of points."""


@dataclass(frozen=True, slots=True)
class SharedRace:
    """One or more races are in both armies (CC-04)."""

    races: tuple[str, ...]
    """Names of the races."""


@dataclass(frozen=True, slots=True)
class ChoosesTerrain:
    """A player gives a terrain to a quarter of the board (CC-07)."""

    player: PlayerId
    """Name of the player."""
    terrain: str
    """Name of the terrain."""
    quarter: str
    """The quarter, such as `south-west`."""


@dataclass(frozen=True, slots=True)
class SetsUp:
    """A die is set up (CC-05)."""

    player: PlayerId
    """Name of the player."""
    die: str
    """Name of the die."""
    square: str
    """Square of the die."""


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A turn begins (CC-10)."""

    player: PlayerId
    """Name of the player on turn."""
    number: int
    """Number of the turn, from 1."""


@dataclass(frozen=True, slots=True)
class Walks:
    """A firewalker is moved or turned in its home row (CC-73)."""

    die: str
    """Name of the die."""
    square: str
    """Square of the die afterwards."""
    face: str
    """The face on top afterwards."""


@dataclass(frozen=True, slots=True)
class Passes:
    """A player neither steps nor rotates (CC-10, `turn.pass`)."""

    player: PlayerId
    """Name of the player."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A die rolls over an edge into the next square (CC-11)."""

    die: str
    """Name of the die."""
    direction: str
    """The direction, such as `north`."""
    square: str
    """Square of the die afterwards."""
    face: str
    """The face that is on top afterwards."""


@dataclass(frozen=True, slots=True)
class TippedAgain:
    """A die came to rest with a wrong face on top, and is tipped again (CC-15)."""

    die: str
    """Name of the die."""
    face: str
    """The upper face of the die when it came to rest."""


@dataclass(frozen=True, slots=True)
class Rotates:
    """A die is rotated on its square (CC-12)."""

    die: str
    """Name of the die."""
    how: str
    """The rotation: `turn right`, `turn about` or `turn left`."""
    face: str
    """The face on top."""


@dataclass(frozen=True, slots=True)
class Maneuvers:
    """A die moves to another square by the action of its face (CC-32, CC-46)."""

    die: str
    """Name of the die."""
    square: str
    """Square of the die afterwards."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """A die is attacked, by another die or by a red spell (CC-30, CC-33, CC-63)."""

    die: str
    """Name of the die that acts."""
    target: str
    """Name of the die that is attacked."""
    how: str
    """The kind of damage: `melee`, `missile` or `red`."""
    damage: int
    """Damage, including the damage of the team."""
    withstands: int
    """Remaining health of the target, plus the saves that count against this attack."""
    team: tuple[str, ...] = ()
    """Names of the dice that add to the damage."""


@dataclass(frozen=True, slots=True)
class Counters:
    """A die that is attacked shows the face Counter, and deals damage in return (CC-42)."""

    die: str
    """Name of the die."""
    targets: tuple[str, ...]
    """Names of the dice that are hit."""


@dataclass(frozen=True, slots=True)
class Withstood:
    """A die survives an attack (CC-20, CC-21)."""

    die: str
    """Name of the die."""


@dataclass(frozen=True, slots=True)
class Killed:
    """A die is killed (CC-20, CC-22)."""

    die: str
    """Name of the die."""
    by: str
    """Name of the die that dealt the damage."""


@dataclass(frozen=True, slots=True)
class Vanishes:
    """A die that shows Vanish goes to its home row instead of dying (CC-50).

    If its home row is full, it goes to the nearest row with room.
    """

    die: str
    """Name of the die."""
    square: str
    """Square of the die afterwards."""


@dataclass(frozen=True, slots=True)
class Replaces:
    """A killed undead die is replaced by a smaller one from the dead (CC-74)."""

    die: str
    """Name of the die that replaces the killed die."""
    square: str
    """Square of the die."""


@dataclass(frozen=True, slots=True)
class Returns:
    """A dead die returns to the board (CC-64, CC-75, CC-76)."""

    die: str
    """Name of the die."""
    square: str
    """Square of the die."""
    why: str
    """The reason for the return: a `black` spell, or the bonus of the race `feral` or `snakefolk`."""


@dataclass(frozen=True, slots=True)
class Converts:
    """A die is replaced by a dead die of the player who acts (CC-43)."""

    die: str
    """Name of the die that acts."""
    target: str
    """Name of the die that is replaced."""
    new: str
    """Name of the die that replaces the target."""


@dataclass(frozen=True, slots=True)
class SwapsUnits:
    """A blue spell: two dice change places (CC-60)."""

    die: str
    """Name of the caster."""
    one: str
    """Name of a die."""
    other: str
    """Name of the other die."""


@dataclass(frozen=True, slots=True)
class MovesUnit:
    """A green spell: a die moves (CC-61)."""

    die: str
    """Name of the caster."""
    unit: str
    """Name of the die that moves."""
    square: str
    """Square of the die afterwards."""


@dataclass(frozen=True, slots=True)
class TurnsUnits:
    """A yellow spell: dice are turned on their squares (CC-62)."""

    die: str
    """Name of the caster."""
    units: tuple[str, ...]
    """Names of the dice that are turned."""
    faces: tuple[str, ...]
    """Top face of each die in `units` afterwards, in the same order."""


@dataclass(frozen=True, slots=True)
class Banishes:
    """A black spell: dead dice leave the game for good (CC-65)."""

    die: str
    """Name of the caster."""
    units: tuple[str, ...]
    """Names of the dice that leave."""


@dataclass(frozen=True, slots=True)
class AnotherTurn:
    """A die may step or rotate once more in the same turn, and then act (CC-45, CC-47, CC-51)."""

    die: str
    """Name of the die."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over (CC-80 to CC-82)."""

    winners: tuple[PlayerId, ...]
    """Names of the winners: both players after a draw, none if the game was stopped as unfinished."""
    ending: str
    """The reason why the game is over."""
