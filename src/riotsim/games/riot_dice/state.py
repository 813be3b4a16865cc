"""The state of a game of Riot Dice that is not on the table: stashes, turns, the clock, who fought whom."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId

ModelId: TypeAlias = PieceId
Phase: TypeAlias = Literal["drop", "deploy", "play", "over"]


@dataclass(slots=True)
class Boss:
    """A boss's state: stash, hand, and whether they have left."""

    stash: int = 0
    """Loot tokens picked up (RD-15: none at first)."""
    out: bool = False
    """True if they have legged it."""
    hand: str = ""
    """The name of their hand in the rules."""
    dropped: int = 0
    """Loot tokens dropped in the set-up (RD-10)."""


@dataclass(slots=True)
class Fighter:
    """A model's state besides its place, which the table has."""

    boss: PlayerId
    kind: str
    weapons: tuple[str, ...]
    hit_points: int | None = None
    """Only where towers are replaced by hit points (RD-39)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """More than one: a draw between them. None: unfinished."""
    loot: tuple[tuple[PlayerId, int], ...]
    """The loot that each boss ended with."""
    unfinished: bool = False
    """True if the limit of activations came first (RD-86)."""


@dataclass(slots=True)
class State:
    """Everything that a game remembers between turns."""

    bosses: dict[PlayerId, Boss]
    """In turn order."""
    fighters: dict[ModelId, Fighter]
    """Of all models that have not left, deployed or not."""
    phase: Phase = "drop"
    turn: PlayerId | None = None
    """The boss whose turn it is."""
    clock: float | None = None
    """Seconds left; None if there is no clock."""
    live_clock: bool = False
    """True if answers carry a person's time; else each activation is charged (RD-85)."""
    turn_stamp: float = 0.0
    """Seconds of play when the turn began."""
    slow_seconds: float = 0.0
    """Charged for slow carries in this activation (RD-49)."""
    activations: int = 0
    activating: ModelId | None = None
    """The model in the middle of its activation; None once a fight has ended it."""
    fought: list[tuple[ModelId, ModelId]] = field(default_factory=list)
    """Pairs whose contact has been fought out and that have not been apart since (RD-60)."""
    last_activations: list[PlayerId] | None = None
    """Bosses who still have one more activation after time is up (RD-82); None before."""
    made: int = 0
    """Tokens and dice made so far, for their names."""
    result: Result | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        """Return an independent state, as `copy.deepcopy` would, in a fraction of its time."""
        return replace(
            self,
            bosses={name: replace(boss) for name, boss in self.bosses.items()},
            fighters={model: replace(fighter) for model, fighter in self.fighters.items()},
            fought=list(self.fought),
            last_activations=None if self.last_activations is None else list(self.last_activations),
        )
