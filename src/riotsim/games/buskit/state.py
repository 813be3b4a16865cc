"""The state of a fight: the fighters, the present turn, and the present attack.

The dictionaries of the state can change, but the values in them are immutable.
"""

import copy
from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias

from riotsim.games.buskit.chapters.action import ExtendedAction
from riotsim.games.buskit.chapters.attack import Attack, Declaration, Stance
from riotsim.games.buskit.chapters.damage import Condition
from riotsim.games.buskit.chapters.initiative import Faster
from riotsim.games.buskit.characters.character import Character
from riotsim.play.requests import PlayerId
from riotsim.pools.pool import Check, Pool
from riotsim.pools.resolving import PoolResult

FighterId: TypeAlias = str
"""The name of a fighter and of their model: a letter for the side, and the character, such as `a.ines`."""

Phase: TypeAlias = Literal["set-up", "surprise", "round", "turns", "healing", "over"]

Aiming: TypeAlias = Literal["", "aiming", "aimed"]
"""State of a fighter's aim (BK-56).

- An empty text: the fighter doesn't aim.
- `aiming`: the fighter's last action was to aim.
- `aimed`: the fighter has aimed for a whole round.
"""

Ending: TypeAlias = Literal["last side", "task", "quiet", "too long"]

SIDES = "abcd"
"""The letters of the sides, in the order of play."""


@dataclass(frozen=True, slots=True)
class Burden:
    """A concession whose effect lasts, such as `stunned` (BK-75, BK-D6)."""

    name: str
    """Name of the concession."""
    since: int
    """The concession counts from this round on."""
    until: int | None
    """The last round of the concession; None for the rest of the fight."""
    by: FighterId
    """The attacker, or the burdened fighter if the concession comes from this fighter's own failed action."""

    def counts_in(self, round_: int) -> bool:
        """Return whether this concession counts in the round with the number `round_`."""
        return self.since <= round_ and (self.until is None or round_ <= self.until)


@dataclass(frozen=True, slots=True)
class Fighter:
    """A character in a fight."""

    id: FighterId
    character: Character
    player: PlayerId
    wounds: int
    """Wounds that the fighter has left."""
    shock: int
    """Shock that the fighter has left."""
    condition: Condition = "up"
    spent: tuple[int, ...] = ()
    """Number of spent dice in each layer of armour (BK-81)."""
    wild: int = 0
    """Number of wild dice that are left (BK-14)."""
    fired: tuple[tuple[str, int], ...] = ()
    """Each fired weapon, with the number of shots gone from its magazine (BK-62)."""
    placed: bool = False
    """True once the model is set up."""
    prone: bool = False
    """True for a fighter who lies prone (BK-64)."""
    stance: Stance = "plain"
    """The stance that the fighter took with the last action (BK-55)."""
    faster: Faster = ""
    """The roll that has a penalty in this round, in return for one more die for initiative (BK-54).

    It is empty if the fighter hasn't taken this bonus.
    """
    initiative: int = 0
    """The result of the fighter's last initiative roll; 0 before the first roll."""
    acted: bool = False
    """True for a fighter who has begun or lost the turn of this round."""
    moved: bool = False
    """True for a fighter who has used the move of this round (BK-41)."""
    holding: bool = False
    """True for a fighter who holds an action (BK-47)."""
    aiming: Aiming = ""
    """The state of the fighter's aim."""
    flinched: bool = False
    """True if the fighter has dropped prone under fire, and the penalty on the next action is still to come (BK-64)."""
    help: tuple[tuple[str, int], ...] = ()
    """Dice that helpers add to the fighter's own pool in the next attack or the next try at a task (BK-36).

    Each die is a pair: the Trait that the die is for, and its number of sides.
    """
    hindrance: tuple[tuple[str, int], ...] = ()
    """Dice that failed help adds to the pool against the fighter, in the next attack or the next try at a task.

    Each die is a pair: the Trait that the die is for, and its number of sides.
    """
    reached: bool = False
    """True if the fighter has used the bonus for reach in this round (BK-58)."""
    burdens: tuple[Burden, ...] = ()
    """The fighter's concessions whose effect lasts or is still to come."""
    lost: tuple[str, ...] = ()
    """Names of the fighter's weapons that are lost or broken."""
    broken: bool = False
    """True if the armour is broken."""
    armoured: bool = False
    """True for a fighter who spent dice of armour against the hit that took the fighter out (BK-84)."""
    treated: bool = False
    """True once somebody has treated the fighter in this fight (BK-90)."""

    @property
    def is_up(self) -> bool:
        """True for a fighter who is conscious and on the table."""
        return self.placed and self.condition == "up"

    @property
    def weapons(self) -> tuple[str, ...]:
        """The weapons that the fighter still has."""
        left = list(self.character.weapons)
        for name in self.lost:
            left.remove(name)
        return tuple(left)

    @property
    def armour(self) -> str | None:
        """The armour that the fighter still has; None if there is none, or if it is broken."""
        return None if self.broken else self.character.armour

    @property
    def equipped(self) -> Character:
        """The fighter's character, with only the weapons and the armour that the fighter still has."""
        if not self.lost and not self.broken:
            return self.character
        return replace(self.character, weapons=self.weapons, armour=self.armour)

    def count(self, round_: int, *names: str) -> int:
        """Return the number of burdens with these names that the fighter has in a round."""
        return sum(one.name in names and one.counts_in(round_) for one in self.burdens)

    def help_with(self, *traits: str) -> tuple[int, ...]:
        """Return the dice that helpers add to the fighter's next check with one of `traits`.

        Each die is given by its number of sides.
        """
        return tuple(die for trait, die in self.help if trait in traits)

    def hindrance_with(self, *traits: str) -> tuple[int, ...]:
        """Return the dice that failed help adds to the pool against the fighter's next check with one of `traits`.

        Each die is given by its number of sides.
        """
        return tuple(die for trait, die in self.hindrance if trait in traits)

    def without_help(self, *traits: str) -> Self:
        """Return the fighter without the dice that help or failed help adds to a check with one of `traits`.

        Call this method after adding these dice to a check. The check uses them up.
        """
        left = tuple(one for one in self.help if one[0] not in traits)
        return replace(self, help=left, hindrance=tuple(one for one in self.hindrance if one[0] not in traits))

    def shots_left(self, weapon: str, magazine: int | None) -> int | None:
        """Return the number of shots left in a weapon; None for a weapon that is never empty."""
        return None if magazine is None else magazine - dict(self.fired).get(weapon, 0)


@dataclass(frozen=True, slots=True)
class Throw:
    """Pools whose dice are thrown together."""

    purpose: str
    """Word for the throw, such as `attack`."""
    name: str
    """Beginning of the names of the dice (see `riotsim.play.shared_tray.checks.die_name`)."""
    pools: tuple[Pool, ...]
    """The pools."""
    players: tuple[PlayerId, ...]
    """The player who owns the dice of each pool."""
    fighters: tuple[FighterId, ...]
    """Name of each pool's fighter; empty for the pool of a difficulty."""
    results: tuple[PoolResult, ...] = ()
    """The result of each pool; empty before the dice lie."""
    number: int = 1
    """Number of the throw, from 1, in a series of throws that ties have caused; 1 for any other throw."""
    tied: tuple[tuple[int, int], ...] = ()
    """The ties that this throw decides; empty if it decides no tie.

    There is a pair for each pool: the index of the pool's tie, and the tied result.
    """


@dataclass(frozen=True, slots=True)
class AttackResult:
    """The result of an attack: hit or miss, and the effect on the target."""

    number: int
    """Number of the attack in the game, from 1."""
    attacker: FighterId
    target: FighterId
    hits: bool
    shock: int
    """Shock that the target has lost."""
    wounds: int
    """Wounds that the target has lost."""
    condition: Condition
    """The target's condition afterwards."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winners. After a draw, they are all players who still have fighters up. A stopped game has no winners."""
    ending: Ending
    """The reason why the game is over."""


@dataclass(slots=True)
class State:
    """The state that a game keeps, without the table."""

    players: tuple[PlayerId, ...]
    """The players in the order of play."""
    hands: dict[PlayerId, str]
    """Each player's throwing hand, by its name in the rules, such as `average`."""
    fighters: dict[FighterId, Fighter]
    """All fighters by name, one side after the other."""
    side_names: dict[PlayerId, str]
    """Name of each player's side, as people see it."""
    phase: Phase = "set-up"
    """The phase of the game."""
    round: int = 0
    """Number of the round, from 1; 0 before the first."""
    order: tuple[FighterId, ...] = ()
    """The fighters in the order of initiative."""
    acting: tuple[FighterId, ...] = ()
    """The fighter whose turn it is, followed by interrupting fighters. Each of these interrupts the fighter before."""
    may_interrupt: FighterId | None = None
    """The fighter whose player is asked now whether to interrupt; None at all other times (BK-47)."""
    quiet: int = 0
    """Number of rounds in a row without an attack or a tried task (BK-05)."""
    attacked: bool = False
    """True once somebody has attacked, or tried a task, in this round."""
    declared: Declaration | None = None
    """The acting player's declaration of an attack, as far as it has been made; None if nobody is declaring one."""
    attack: Attack | None = None
    """The attack that is being made; None between attacks."""
    between: tuple[FighterId, FighterId] | None = None
    """The attacker and the target of `attack`."""
    check: Check | None = None
    """The check whose dice lie in the tray or are about to be thrown.

    It is None before the first check, and if the dice aren't those of a check.
    """
    open_check: Check | None = None
    """The check that a player may now add wild dice to; None at all other times (BK-14).

    It is also None during an attack. Wild dice for an attack are part of its declaration.
    """
    throws: tuple[Throw, ...] = ()
    """The last throws: a first throw, such as an attack's, and the throws that continue it, such as damage.

    They are kept until one of these comes:

    - a throw that doesn't continue them
    - the declaration of an attack
    - a move by another fighter than the one who made the first throw
    - any move, if they are throws for initiative
    """
    damage: tuple[int, int] | None = None
    """The damage of the current attack, and the Might result against it; None until both are known."""
    last_attack: AttackResult | None = None
    """The result of the last attack in the game; None before the first attack.

    Each action with attacks begins by setting it to None again.
    """
    attack_count: int = 0
    """Number of attacks in the game so far."""
    result: Result | None = None
    """The result; None before the end."""
    last_hit: dict[tuple[FighterId, FighterId], FighterId] = field(default_factory=dict)
    """The fighter who hit the other one last in melee, for each pair of fighters (BK-58). `pair` makes the keys."""
    tasks: dict[tuple[str, PlayerId], ExtendedAction] = field(default_factory=dict)
    """The progress of each player in each task that was tried (BK-33)."""
    paid: tuple[tuple[PlayerId, str], ...] = ()
    """The complications that players have taken, each with its player (BK-35).

    Each player can take each complication only once.
    """
    healed: int = 0
    """Number of periods of healing that have been played since the fight (BK-91)."""

    def __deepcopy__(self, memo: object) -> Self:
        made = copy.copy(self)
        made.fighters, made.last_hit, made.tasks = dict(self.fighters), dict(self.last_hit), dict(self.tasks)
        return made

    def side(self, player: PlayerId) -> tuple[Fighter, ...]:
        """Return the fighters of a player."""
        return tuple(fighter for fighter in self.fighters.values() if fighter.player == player)

    def opponents(self, fighter: Fighter) -> tuple[Fighter, ...]:
        """Return the conscious fighters of all other sides."""
        return tuple(one for one in self.fighters.values() if one.player != fighter.player and one.is_up)

    def standing_players(self) -> tuple[PlayerId, ...]:
        """Return the players who have a conscious fighter, or a fighter who is still to be set up."""
        able = {one.player for one in self.fighters.values() if one.condition == "up"}
        return tuple(player for player in self.players if player in able)


def pair(one: FighterId, other: FighterId) -> tuple[FighterId, FighterId]:
    """Return the names of two fighters in alphabetical order, as a key of `State.last_hit`."""
    return min(one, other), max(one, other)
