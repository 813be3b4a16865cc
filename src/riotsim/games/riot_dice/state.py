"""The part of the state of Riot Dice that is not on the table: stashes, turns, the clock, and fights."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId

ModelId: TypeAlias = PieceId
Phase: TypeAlias = Literal["drop", "deploy", "play", "over"]


@dataclass(slots=True)
class Boss:
    """The state of a boss: the stash, the hand, and whether the boss has left the game."""

    stash: int = 0
    """Number of loot tokens in the stash (RD-15)."""
    out: bool = False
    """True if the boss has legged it, that is, has left the game."""
    hand: str = ""
    """Name of the boss's hand in the rules; empty for the default hand."""
    dropped: int = 0
    """Number of loot tokens that the boss has dropped in the set-up (RD-10)."""


@dataclass(slots=True)
class Fighter:
    """The part of a model's state that is not on the table: boss, kind, weapons and hit points."""

    boss: PlayerId
    kind: str
    weapons: tuple[str, ...]
    hit_points: int | None = None
    """Remaining hit points, if the game uses them; None for an undamaged model (RD-39)."""
    name: str = field(default="", compare=False)
    """Displayed name of the model, from its gang; empty if the model has none. The name has no effect on the game."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winners: several after a draw, and none if the game is unfinished."""
    loot: tuple[tuple[PlayerId, int], ...]
    """The bosses in turn order, each with the final loot."""
    unfinished: bool = False
    """True if the game was stopped by the limit of activations (RD-86)."""


@dataclass(slots=True)
class State:
    """The state of a game, apart from the table."""

    bosses: dict[PlayerId, Boss]
    """The bosses in turn order."""
    fighters: dict[ModelId, Fighter]
    """All models that are still in the game, deployed or not."""
    phase: Phase = "drop"
    turn: PlayerId | None = None
    """The boss whose turn it is; None before the first boss is drawn, and after the end."""
    clock: float | None = None
    """Time left (s), 0 or less once time is up; None if there is no clock."""
    live_clock: bool = False
    """True if the clock runs while people think. If False, each activation costs a fixed time (RD-85)."""
    turn_stamp: float = 0.0
    """A time of play (s).

    - In edition 2 with a live clock: the clock has been charged up to this time.
    - In edition 1, and without a live clock: the time when the turn began.
    """
    slow_seconds: float = 0.0
    """Extra time for towers that were carried at a slow pace (s), not yet charged to the clock (RD-49)."""
    turns_over: int = 0
    """Number of finished turns. A turn is an activation, or a boss legging it (RD-20)."""
    activations: int = 0
    activating: ModelId | None = None
    """The active model; None between activations and after a fight has ended the activation."""
    fought: list[tuple[ModelId, ModelId]] = field(default_factory=list)
    """Pairs of models that have fought and have stayed in contact since (RD-60)."""
    last_activations: list[PlayerId] | None = None
    """The bosses who may still activate once more after time is up (RD-82).

    None before the last activations begin.
    """
    made: int = 0
    """Number of tokens and dice made so far. The next token or die gets the next number in its name."""
    result: Result | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        """Return an independent copy. This is faster than the default way of `copy.deepcopy`."""
        return replace(
            self,
            bosses={name: replace(boss) for name, boss in self.bosses.items()},
            fighters={model: replace(fighter) for model, fighter in self.fighters.items()},
            fought=list(self.fought),
            last_activations=None if self.last_activations is None else list(self.last_activations),
        )

    def name_of(self, model: ModelId) -> str:
        """Return the displayed name of a model: its own name, or its id if it has none."""
        fighter = self.fighters.get(model)
        return model if fighter is None else fighter.name or model
