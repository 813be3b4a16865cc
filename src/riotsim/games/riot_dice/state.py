"""The state of a game of Riot Dice besides the table: stashes, turns, the clock, and fights."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId

ModelId: TypeAlias = PieceId
Phase: TypeAlias = Literal["drop", "deploy", "play", "over"]


@dataclass(slots=True)
class Boss:
    """A boss's state: stash, hand, and whether the boss has left."""

    stash: int = 0
    """Loot tokens in the stash; none at first (RD-15)."""
    out: bool = False
    """True if the boss has legged it."""
    hand: str = ""
    """Name of the boss's hand in the rules."""
    dropped: int = 0
    """Loot tokens dropped in the set-up (RD-10)."""


@dataclass(slots=True)
class Fighter:
    """A model's state besides its place, which is on the table."""

    boss: PlayerId
    kind: str
    weapons: tuple[str, ...]
    hit_points: int | None = None
    """Hit points, if they replace towers (RD-39)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winners. Several mean a draw between them; none means an unfinished game."""
    loot: tuple[tuple[PlayerId, int], ...]
    """The loot that each boss ended with."""
    unfinished: bool = False
    """True if the limit of activations came first (RD-86)."""


@dataclass(slots=True)
class State:
    """The state that a game keeps between turns."""

    bosses: dict[PlayerId, Boss]
    """The bosses in turn order."""
    fighters: dict[ModelId, Fighter]
    """All models that have not left, deployed or not."""
    phase: Phase = "drop"
    turn: PlayerId | None = None
    """The boss whose turn it is."""
    clock: float | None = None
    """Seconds left; None if there is no clock."""
    live_clock: bool = False
    """True if answers carry a person's time; otherwise each activation takes a fixed time (RD-85)."""
    turn_stamp: float = 0.0
    """Time of play up to which the clock has been charged (s); in edition 1 that at which the turn began."""
    slow_seconds: float = 0.0
    """Time charged for slow carries in this activation (s, RD-49)."""
    activations: int = 0
    activating: ModelId | None = None
    """The model in the middle of its activation; None once a fight has ended it."""
    fought: list[tuple[ModelId, ModelId]] = field(default_factory=list)
    """Pairs of models whose contact has been fought out and that have stayed in contact (RD-60)."""
    last_activations: list[PlayerId] | None = None
    """Bosses who still have one more activation after time is up (RD-82); None before."""
    made: int = 0
    """Number of tokens and dice made so far, from which their names are counted."""
    result: Result | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        """Return an independent copy, faster than the default of `copy.deepcopy`."""
        return replace(
            self,
            bosses={name: replace(boss) for name, boss in self.bosses.items()},
            fighters={model: replace(fighter) for model, fighter in self.fighters.items()},
            fought=list(self.fought),
            last_activations=None if self.last_activations is None else list(self.last_activations),
        )
