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
    """Name of the boss who dropped the token; None if the token was put in the middle of the table."""
    token: PieceId
    """Id of the token that lies on the table now."""


@dataclass(frozen=True, slots=True)
class TokenBack:
    """A token has left the table. It is dropped again, or it is put back at the edge (RD-14)."""

    token: PieceId
    """Id of the token that left the table."""


@dataclass(frozen=True, slots=True)
class FirstBoss:
    """The first boss has been decided (RD-12)."""

    boss: PlayerId
    """Name of the first boss."""


@dataclass(frozen=True, slots=True)
class NoLegalSpot:
    """A model has no spot at the required distance from all tokens and enemies. So a shorter distance is allowed
    (RD-13).
    """

    boss: PlayerId
    """Name of the boss who is placing the model."""
    short_inches: float
    """Difference between the required distance and the shorter allowed one (in)."""


@dataclass(frozen=True, slots=True)
class Deployed:
    """A model is placed on the table in the set-up."""

    model: PieceId
    """Id of the model that is placed."""
    boss: PlayerId
    """Name of the boss who places the model."""


@dataclass(frozen=True, slots=True)
class Activated:
    """A model begins its activation."""

    model: PieceId
    """Id of the model that is activated."""
    boss: PlayerId
    """Name of the boss who activates the model."""


@dataclass(frozen=True, slots=True)
class Acts:
    """A model takes an action."""

    model: PieceId
    """Id of the model that takes the action."""
    action: str
    """Name of the action: `scoot`, `shoot` or `boot`."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that were rolled for a model have come to rest."""

    boss: PlayerId
    """Name of the boss who rolled."""
    model: PieceId
    """Id of the model that rolls the dice."""
    purpose: str
    """The purpose of the roll: `move`, `shoot` or `thump`."""
    shows: tuple[int, ...]
    """The numbers that the dice show, in the order of the roll. Lost dice are left out (RD-91)."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A model has made a straight move: towards a die in a scoot, or away from its opponent in a shove."""

    model: PieceId
    """Id of the model that has been moved."""
    inches: float
    """Length of the move (in)."""
    stopped_by: str | None
    """Id of the piece that ended the move early, or `edge` for the table's edge. None if nothing ended the move early.
    """


@dataclass(frozen=True, slots=True)
class Discarded:
    """A move die is discarded unused (RD-44)."""

    model: PieceId
    """Id of the die's model."""
    die: PieceId
    """Id of the discarded die."""


@dataclass(frozen=True, slots=True)
class Loot:
    """A model picks up a token, which goes to the stash of the model's boss (RD-47)."""

    boss: PlayerId
    """Name of the boss who gets the token."""
    model: PieceId
    """Id of the model that picks up the token."""
    token: PieceId
    """Id of the token that is picked up."""


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet is resolved: it hits a model or terrain, or it misses (RD-51)."""

    model: PieceId
    """Id of the model that shoots."""
    shows: int
    """The number that the bullet die shows."""
    hits: str
    """Id of the model if one is hit; `terrain` if terrain is hit; `nothing` if the bullet misses."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A model takes damage (RD-31)."""

    model: PieceId
    """Id of the model that takes the damage."""
    points: int
    """Number of damage points."""
    by: PlayerId
    """Name of the boss whose model did the damage."""


@dataclass(frozen=True, slots=True)
class TowerGrows:
    """A die has been put on a tower."""

    model: PieceId
    """Id of the model whose tower it is."""
    height: int
    """Number of dice in the tower, including the die that has been put on it."""


@dataclass(frozen=True, slots=True)
class TowerFalls:
    """A tower has fallen (RD-32)."""

    model: PieceId
    """Id of the model whose tower it was."""
    by: PlayerId
    """Name of the boss who made the tower fall (RD-35, RD-36)."""
    dice: int
    """Number of dice in the tower when it fell. A die that was just being added counts too."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower was pushed out of its place beside its model, but it still stands. It is slid back (RD-32)."""

    model: PieceId
    """Id of the model whose tower it is."""


@dataclass(frozen=True, slots=True)
class FallsOver:
    """A model falls over."""

    model: PieceId
    """Id of the model that falls over."""


@dataclass(frozen=True, slots=True)
class StandsUp:
    """A fallen model stands up again."""

    model: PieceId
    """Id of the model that stands up."""


@dataclass(frozen=True, slots=True)
class FightBreaksOut:
    """A fight between two models begins (RD-60)."""

    active: PieceId
    """Id of the active model, which caused the contact (RD-63)."""
    passive: PieceId
    """Id of the passive model."""


@dataclass(frozen=True, slots=True)
class Throws:
    """Both bosses have chosen a throw (thump, shove or pinch) in a round of a fight (RD-61)."""

    active: PieceId
    """Id of the active model, which caused the contact (RD-63)."""
    passive: PieceId
    """Id of the passive model."""
    thrown: tuple[str, str]
    """The throw of the active model, then the throw of the passive model. Each is `thump`, `shove` or `pinch`."""


@dataclass(frozen=True, slots=True)
class Shoved:
    """A model is shoved away from its opponent (RD-65)."""

    model: PieceId
    """Id of the model that is shoved."""


@dataclass(frozen=True, slots=True)
class Boots:
    """A model boots a fallen model (RD-70). It takes loot from the boss of an enemy, or it helps a friend up."""

    model: PieceId
    """Id of the model that boots."""
    other: PieceId
    """Id of the fallen model."""


@dataclass(frozen=True, slots=True)
class Pinched:
    """A boss takes a loot token from another boss's stash (RD-67, RD-71)."""

    boss: PlayerId
    """Name of the boss who takes the token."""
    victim: PlayerId
    """Name of the boss who loses the token."""


@dataclass(frozen=True, slots=True)
class LegsIt:
    """A boss leaves the game (RD-81).

    For each of the boss's models that is near an enemy, a token is dropped from the stash, as long as there is one.
    """

    boss: PlayerId
    """Name of the boss who leaves."""
    dropped: int
    """Number of tokens that are dropped from the stash onto the table."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The clock has run out."""


@dataclass(frozen=True, slots=True)
class Scoops:
    """The last boss in play takes all loot on the table (RD-83)."""

    boss: PlayerId
    """Name of the last boss in play."""
    tokens: int
    """Number of tokens that the boss takes."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    winners: tuple[PlayerId, ...]
    """Names of the winners. There are several winners if the game is a draw, and none if the game is unfinished."""
    loot: tuple[tuple[PlayerId, int], ...]
    """The bosses in turn order, each with the loot at the end.

    The loot is the number of tokens. With `victory.tower_dice_count`, the dice in towers count too.
    """
    unfinished: bool
    """True if the game was stopped by the limit of activations (RD-86)."""
