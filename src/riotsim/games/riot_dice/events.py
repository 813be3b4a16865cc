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
    token: PieceId


@dataclass(frozen=True, slots=True)
class TokenBack:
    """A token that left the table is dropped again, or put back at the edge."""

    token: PieceId


@dataclass(frozen=True, slots=True)
class FirstBoss:
    """A boss becomes the first boss."""

    boss: PlayerId


@dataclass(frozen=True, slots=True)
class NoLegalSpot:
    """No spot keeps all distances. The spot nearest to legal is offered (RD-13)."""

    boss: PlayerId
    short_inches: float


@dataclass(frozen=True, slots=True)
class Deployed:
    """A model is placed."""

    model: PieceId
    boss: PlayerId


@dataclass(frozen=True, slots=True)
class Activated:
    """A model begins its activation."""

    model: PieceId
    boss: PlayerId


@dataclass(frozen=True, slots=True)
class Acts:
    """A model takes an action."""

    model: PieceId
    action: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice have come to rest."""

    boss: PlayerId
    model: PieceId
    purpose: str
    shows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A model has been moved."""

    model: PieceId
    inches: float
    stopped_by: str | None
    """The thing that ended the move before its full distance."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """A move die is discarded unused (RD-44)."""

    model: PieceId
    die: PieceId


@dataclass(frozen=True, slots=True)
class Loot:
    """A token goes to a stash."""

    boss: PlayerId
    model: PieceId
    token: PieceId


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet is resolved."""

    model: PieceId
    shows: int
    hits: str
    """A model's id, `terrain` or `nothing`."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A model is damaged."""

    model: PieceId
    points: int
    by: PlayerId


@dataclass(frozen=True, slots=True)
class TowerGrows:
    """A die has been put on a tower."""

    model: PieceId
    height: int


@dataclass(frozen=True, slots=True)
class TowerFalls:
    """A tower has come down; `by` is the boss to blame."""

    model: PieceId
    by: PlayerId
    dice: int


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower was pushed off its place and is slid back."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class FallsOver:
    """A model falls over."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class StandsUp:
    """A fallen model stands up again."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class FightBreaksOut:
    """Two models fight."""

    active: PieceId
    passive: PieceId


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws of both bosses in a round of a fight."""

    active: PieceId
    passive: PieceId
    thrown: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shoved:
    """A model is shoved back."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class Boots:
    """A model boots a fallen one: an enemy to pinch loot, a friend to help it up."""

    model: PieceId
    other: PieceId


@dataclass(frozen=True, slots=True)
class Pinched:
    """A boss takes a loot token from another boss's stash (RD-67, RD-71)."""

    boss: PlayerId
    victim: PlayerId


@dataclass(frozen=True, slots=True)
class LegsIt:
    """A boss leaves, dropping some loot."""

    boss: PlayerId
    dropped: int


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The clock has run out."""


@dataclass(frozen=True, slots=True)
class Scoops:
    """The last boss in play takes the remaining loot."""

    boss: PlayerId
    tokens: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    winners: tuple[PlayerId, ...]
    loot: tuple[tuple[PlayerId, int], ...]
    unfinished: bool
