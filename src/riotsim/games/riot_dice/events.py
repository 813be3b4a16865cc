"""Events of a game of Riot Dice, for the log, scenarios, viewers and statistics.

An event's name in files is its class name in snake case: `TowerFalls` is `tower_falls`.
"""

from dataclasses import dataclass

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId


@dataclass(frozen=True, slots=True)
class TokenLands:
    """A loot token comes to rest in the set-up."""

    boss: PlayerId | None
    """Name of the boss."""
    token: PieceId
    """Id of the token."""


@dataclass(frozen=True, slots=True)
class TokenBack:
    """A token that left the table is dropped again, or put back at the edge."""

    token: PieceId
    """Id of the token."""


@dataclass(frozen=True, slots=True)
class FirstBoss:
    """A boss becomes the first boss."""

    boss: PlayerId
    """Name of the boss."""


@dataclass(frozen=True, slots=True)
class NoLegalSpot:
    """No spot keeps all distances. The spot nearest to legal is offered (RD-13)."""

    boss: PlayerId
    """Name of the boss."""
    short_inches: float
    """The length by which the spot is short of the distances (in)."""


@dataclass(frozen=True, slots=True)
class Deployed:
    """A model is placed."""

    model: PieceId
    """Id of the model."""
    boss: PlayerId
    """Name of the boss."""


@dataclass(frozen=True, slots=True)
class Activated:
    """A model begins its activation."""

    model: PieceId
    """Id of the model."""
    boss: PlayerId
    """Name of the boss."""


@dataclass(frozen=True, slots=True)
class Acts:
    """A model takes an action."""

    model: PieceId
    """Id of the model."""
    action: str
    """Name of the action, such as scoot."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice have come to rest."""

    boss: PlayerId
    """Name of the boss."""
    model: PieceId
    """Id of the model."""
    purpose: str
    """The purpose of the dice."""
    shows: tuple[int, ...]
    """The numbers of the dice that lie on the table or in the tray. Lost dice are left out (RD-91)."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A model has been moved."""

    model: PieceId
    """Id of the model."""
    inches: float
    """Length of the way (in)."""
    stopped_by: str | None
    """The thing that ended the move before its full distance."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """A move die is discarded unused (RD-44)."""

    model: PieceId
    """Id of the model."""
    die: PieceId
    """Id of the die."""


@dataclass(frozen=True, slots=True)
class Loot:
    """A token goes to a stash."""

    boss: PlayerId
    """Name of the boss."""
    model: PieceId
    """Id of the model."""
    token: PieceId
    """Id of the token."""


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet is resolved."""

    model: PieceId
    """Id of the model."""
    shows: int
    """The number of the bullet die."""
    hits: str
    """A model's id, `terrain` or `nothing`."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A model is damaged."""

    model: PieceId
    """Id of the model."""
    points: int
    """Points of damage."""
    by: PlayerId
    """Name of the boss to blame."""


@dataclass(frozen=True, slots=True)
class TowerGrows:
    """A die has been put on a tower."""

    model: PieceId
    """Id of the model."""
    height: int
    """Dice of the tower now."""


@dataclass(frozen=True, slots=True)
class TowerFalls:
    """A tower has come down; `by` is the boss to blame."""

    model: PieceId
    """Id of the model."""
    by: PlayerId
    """Name of the boss to blame."""
    dice: int
    """Dice that the tower had."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower was pushed off its place and is slid back."""

    model: PieceId
    """Id of the model."""


@dataclass(frozen=True, slots=True)
class FallsOver:
    """A model falls over."""

    model: PieceId
    """Id of the model."""


@dataclass(frozen=True, slots=True)
class StandsUp:
    """A fallen model stands up again."""

    model: PieceId
    """Id of the model."""


@dataclass(frozen=True, slots=True)
class FightBreaksOut:
    """Two models fight."""

    active: PieceId
    """Id of the model whose turn it is."""
    passive: PieceId
    """Id of the other model."""


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws of both bosses in a round of a fight."""

    active: PieceId
    """Id of the model whose turn it is."""
    passive: PieceId
    """Id of the other model."""
    thrown: tuple[str, str]
    """The fight options of both, the active model's first."""


@dataclass(frozen=True, slots=True)
class Shoved:
    """A model is shoved back."""

    model: PieceId
    """Id of the model."""


@dataclass(frozen=True, slots=True)
class Boots:
    """A model boots a fallen one: an enemy to pinch loot, a friend to help it up."""

    model: PieceId
    """Id of the model."""
    other: PieceId
    """Id of the fallen model."""


@dataclass(frozen=True, slots=True)
class Pinched:
    """A boss takes a loot token from another boss's stash (RD-67, RD-71)."""

    boss: PlayerId
    """Name of the boss."""
    victim: PlayerId
    """Name of the boss who loses it."""


@dataclass(frozen=True, slots=True)
class LegsIt:
    """A boss leaves, dropping some loot."""

    boss: PlayerId
    """Name of the boss."""
    dropped: int
    """Number of dropped tokens."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The clock has run out."""


@dataclass(frozen=True, slots=True)
class Scoops:
    """The last boss in play takes the remaining loot."""

    boss: PlayerId
    """Name of the boss."""
    tokens: int
    """Number of tokens."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    winners: tuple[PlayerId, ...]
    """Names of the winners; several for a draw."""
    loot: tuple[tuple[PlayerId, int], ...]
    """The loot of each boss."""
    unfinished: bool
    """True if the game passed the limit of activations (RD-86)."""
