"""The state of a battle: the units, the active player, and the move or attack that is being made.

The dictionaries of the state can change, but the values in them are immutable.
"""

import copy
from dataclasses import dataclass, field
from typing import Literal, Self, TypeAlias

from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.play.requests import PlayerId
from riotsim.table.poses import Point

UnitId: TypeAlias = str
"""The name of a unit, such as `a.rifleman_3`: a letter for the side, the type and a number.

The model of the unit has the same name.
"""

Stage: TypeAlias = Literal["set-up", "battle", "over"]

Ending: TypeAlias = Literal["last side", "quiet", "too long"]

MoveKind: TypeAlias = Literal["move", "turn", "aim", "cross", "close combat", "escape"]
"""A kind of move. A turn of a unit or of a turret has length 0 (RW-33, RW-52)."""

How: TypeAlias = Literal["direct", "coordinated", "indirect", "reaction", "close", "crash"]
"""A kind of attack."""

Attacked: TypeAlias = Literal["", "direct", "indirect"]
"""The kind of a unit's attack in this phase; empty if it hasn't attacked (RW-55)."""

SIDES = "abcd"
"""The letters of the sides, in the order of seats."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in a battle (RW-03)."""

    id: UnitId
    type: UnitType
    player: PlayerId
    placed: bool = False
    """True once the unit is set up."""
    pinned: bool = False
    wounded: bool = False
    destroyed: bool = False
    spent: bool = False
    """True once the unit has missed in reaction fire in this phase (RW-46)."""
    attacked: Attacked = ""
    """The kind of the unit's attack in this phase. Attacks in reaction don't count."""
    round_corner: bool = False
    """True once the unit has fired round a corner in this phase (RW-18)."""
    aboard: UnitId | None = None
    """The Transport that carries the unit; None if the unit is not aboard."""
    fray: int | None = None
    """Number of the unit's fray; None if it is in no fray (RW-71)."""
    aim: float | None = None
    """The direction of the unit's turret (rad from +x); None if the turret points where the unit faces (RW-52)."""

    @property
    def stands(self) -> bool:
        """True if the unit is on the table: set up, alive, and not aboard."""
        return self.placed and not self.destroyed and self.aboard is None

    @property
    def can_move(self) -> bool:
        """True if no pin keeps the unit from moving (RW-62, RW-96)."""
        return not self.pinned or self.type.able.relentless


@dataclass(frozen=True, slots=True)
class Plan:
    """A move that a player has chosen (RW-30, RW-36)."""

    kind: MoveKind
    movers: tuple[UnitId, ...]
    """The units that move. At any moment, all have covered the same fraction of their paths."""
    starts: tuple[Point, ...]
    """The place where each mover begins (mm)."""
    ends: tuple[Point, ...]
    """The place of each mover at the end if nothing stops it (mm)."""
    flying: tuple[UnitId, ...] = ()
    """The units that fly."""
    target: UnitId | None = None
    """The target of a Close Combat Move; None for other moves."""
    facing: float | None = None
    """The direction of a turn (rad from +x)."""

    def at(self, number: int, share: float) -> Point:
        """Return where a mover is after a fraction of its path (mm).

        Args:
            number: Index of the mover in `movers`.
            share: Fraction of the path, from 0 to 1.
        """
        (x, y), (x1, y1) = self.starts[number], self.ends[number]
        return (x1, y1) if share >= 1.0 else (x + (x1 - x) * share, y + (y1 - y) * share)


@dataclass(frozen=True, slots=True)
class Declaration:
    """An attack that is being declared."""

    how: How
    attacker: UnitId | None = None
    """The attacker; None if it isn't chosen yet or if several units attack together."""
    target: UnitId | None = None
    """The target; None if it isn't chosen yet."""
    movers: tuple[UnitId, ...] = ()
    """The units that are to move into contact together; empty for an attack without a move."""


@dataclass(frozen=True, slots=True)
class ThrownAttack:
    """An attack whose dice are about to be thrown or have been thrown."""

    attacker: UnitId
    target: UnitId
    how: How
    dice: int
    """Number of dice that are thrown."""
    cover: bool
    """True if the target has cover against this attack."""
    shown: tuple[int, ...] = ()
    """The numbers on the dice; empty before the attack is carried out."""
    hits: int = 0
    """Number of hits. Hits that cover takes away are not included."""
    effect: str = ""
    """The effect on the target, such as `wound`; empty before the attack is carried out."""


@dataclass(frozen=True, slots=True)
class RallyAttempt:
    """A rally whose die is about to be thrown (RW-80)."""

    unit: UnitId
    led: bool
    """True if a Leader helps the unit."""
    unseen: bool
    """True if no enemy sees the unit."""


Stretches: TypeAlias = tuple[tuple[float, float], ...]
"""Parts of a path. Each has a start and an end, as fractions of the path from 0 to 1."""

Dangers: TypeAlias = dict[tuple[UnitId, UnitId], Stretches]
"""The parts of a mover's path where an enemy can fire at it in reaction (RW-41).

The keys are pairs: the unit that can fire, and the mover.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winner; after a draw, all players who are left.

    There is no winner if the game was stopped because it had too many phases.
    """
    ending: Ending
    """The reason why the game is over."""


@dataclass(slots=True)
class State:
    """The state of a game, apart from the table."""

    players: tuple[PlayerId, ...]
    """The players in the order of their seats."""
    hands: dict[PlayerId, str]
    """Name of each player's hand. The rules say under this name how the player throws dice."""
    units: dict[UnitId, Unit]
    """All units by name. The units of the first seat come first, then those of the next seat."""
    army_names: dict[PlayerId, str]
    """Displayed name of each player's army."""
    active: PlayerId
    """The active player. During the set-up, the player who will have the first phase."""
    stage: Stage = "set-up"
    """The stage of the game."""
    phase: int = 0
    """Number of the current phase, from 1; 0 before the first phase. Between two phases, the number of the earlier one.
    """
    between: bool = True
    """True if a phase of the active player is about to begin."""
    actions: int = 0
    """Number of actions that have begun in this phase (RW-08). During the set-up, it counts the turns of the players.
    """
    action: str = ""
    """The active player's present action, such as `aim`; empty before the player has chosen one."""
    quiet: int = 0
    """Number of completed phases in a row without a throw of dice for an attack (RW-07)."""
    attack_rolled: bool = False
    """True once dice have been thrown for an attack in this phase."""
    thrown_attacks: tuple[ThrownAttack, ...] = ()
    """The attacks of the latest throw of dice in this action, even if this throw is only about to be made.

    It is empty if the action has had no throw yet, or if the latest throw is for something else, such as a rally.
    """
    last_active: dict[PlayerId, int] = field(default_factory=dict)
    """The value of `phase` in each player's latest phase (RW-23). A player who has had no phase yet is missing."""
    out: tuple[PlayerId, ...] = ()
    """The players who are out (RW-07)."""
    fray_count: int = 0
    """Number of frays so far."""
    plan: Plan | None = None
    """The move in progress; None if there is none."""
    dangers: Dangers = field(default_factory=dict)
    """The dangers of the move in `plan`."""
    share: float = 0.0
    """Fraction of the path that the movers have covered."""
    fired_at: UnitId | None = None
    """The mover that a player is asked to fire at in reaction; None if no player is asked."""
    declared: Declaration | None = None
    """The attack that is being declared; None if there is none."""
    rallying: RallyAttempt | None = None
    """The rally that needs a throw of a die now; None if there is none."""
    result: Result | None = None
    """The result; None before the end."""

    def __deepcopy__(self, memo: object) -> Self:
        made = copy.copy(self)
        made.units, made.last_active, made.dangers = dict(self.units), dict(self.last_active), dict(self.dangers)
        return made

    def side(self, player: PlayerId) -> tuple[Unit, ...]:
        """Return the units of a player that are not destroyed."""
        return tuple(unit for unit in self.units.values() if unit.player == player and not unit.destroyed)

    def standing(self, player: PlayerId) -> tuple[Unit, ...]:
        """Return those of a player's units that stand on the table."""
        return tuple(unit for unit in self.units.values() if unit.player == player and unit.stands)

    def enemies(self, player: PlayerId) -> tuple[Unit, ...]:
        """Return the units on the table that belong to any other player."""
        return tuple(unit for unit in self.units.values() if unit.player != player and unit.stands)

    def aboard(self, transport: UnitId) -> tuple[Unit, ...]:
        """Return the units aboard a Transport. Destroyed units are left out."""
        return tuple(unit for unit in self.units.values() if unit.aboard == transport and not unit.destroyed)

    def in_fray(self, number: int) -> tuple[Unit, ...]:
        """Return the units that are in the fray with this number."""
        return tuple(unit for unit in self.units.values() if unit.fray == number and unit.stands)

    def army_size(self, player: PlayerId) -> int:
        """Return the number of units that a player began with."""
        return sum(unit.player == player for unit in self.units.values())

    def opponents(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Return the opponents of `player` who are not out.

        They are in the order of seats, beginning with the seat after the player's (RW-48).
        """
        first = self.players.index(player)
        order = (*self.players[first + 1 :], *self.players[:first])
        return tuple(name for name in order if name not in self.out)

    def left(self) -> tuple[PlayerId, ...]:
        """Return the players who are not out."""
        return tuple(name for name in self.players if name not in self.out)
