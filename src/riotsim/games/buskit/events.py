"""Events of a fight of Buskit, for the log, scenarios, viewers and statistics.

An event's name in files is its class name in snake case. Events call fighters by name, such as `a.ines`. They contain
dice pools as text, such as `fight 2d10+feint d8`.
"""

from dataclasses import dataclass

from riotsim.play.requests import PlayerId


@dataclass(frozen=True, slots=True)
class SetsUp:
    """A model is set up (BK-02)."""

    player: PlayerId
    """Name of the player."""
    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """A round begins (BK-41)."""

    number: int
    """Number of the round; 0 for the actions by surprise before the first round (BK-46)."""


@dataclass(frozen=True, slots=True)
class Goes:
    """A fighter has rolled initiative (BK-44)."""

    fighter: str
    """Name of the fighter."""
    pool: str
    """The pool."""
    value: int
    """The result."""
    place: int
    """The fighter's place in the order of the round; 1 for the first."""


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A fighter's turn begins (BK-41)."""

    player: PlayerId
    """Name of the player."""
    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class Interrupts:
    """A fighter who holds an action interrupts a slower fighter (BK-47)."""

    fighter: str
    """Name of the fighter who held."""
    other: str
    """Name of the fighter who is interrupted."""


@dataclass(frozen=True, slots=True)
class Moves:
    """A fighter moves (BK-41, BK-42)."""

    fighter: str
    """Name of the fighter."""
    inches: float
    """Length of the move (in), to a tenth."""
    how: str
    """The kind of move: `move`, `run`, or `dodge`."""


@dataclass(frozen=True, slots=True)
class Holds:
    """A fighter keeps their action, to interrupt a slower fighter later in the round (BK-47)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class Aims:
    """A fighter aims (BK-56)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class DropsProne:
    """A fighter drops prone (BK-42, BK-64)."""

    fighter: str
    """Name of the fighter."""
    under_fire: bool
    """True if the fighter dropped because of a shot. The fighter's next action then has a penalty."""


@dataclass(frozen=True, slots=True)
class Dodges:
    """A fighter dodges a shot, which costs the action (BK-65)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class StandsUp:
    """A fighter stands up (BK-42)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class Reloads:
    """A fighter fills all magazines (BK-62)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class Helps:
    """A fighter helps another (BK-36)."""

    fighter: str
    """Name of the fighter."""
    other: str
    """Name of the fighter who is helped."""
    die: int
    """Number of sides of the difficulty die that the helper picked."""
    degree: int
    """The degree of the check. If the check succeeds, the helped fighter gets a die of the size `die`."""


@dataclass(frozen=True, slots=True)
class Treats:
    """A fighter treats another (BK-90)."""

    fighter: str
    """Name of the fighter."""
    other: str
    """Name of the patient."""
    die: int
    """Number of sides of the difficulty die that the carer picked."""
    degree: int
    """The degree of the check."""
    shock: int
    """The patient's Shock afterwards."""
    wakes: bool
    """True if the patient becomes conscious."""


@dataclass(frozen=True, slots=True)
class TriesTask:
    """A fighter tries a task of the scenario (BK-33, BK-42)."""

    fighter: str
    """Name of the fighter."""
    task: str
    """Name of the task."""
    pool: str
    """The fighter's pool."""
    against: str
    """The pool against the fighter: the dice of an opponent, or the dice of the difficulty."""
    degree: int
    """The degree of the fighter's check. If the success was bought with complications, the degree is 1."""
    ours: int
    """Successes or Advantage Points of the fighter's side in this task so far."""
    theirs: int
    """Successes or Advantage Points against the fighter's side in this task so far."""


@dataclass(frozen=True, slots=True)
class EndsTask:
    """A side has completed a task, or has failed it for good (BK-33, BK-34)."""

    player: PlayerId
    """Name of the player."""
    task: str
    """Name of the task."""
    completed: bool
    """True if the side has completed the task; False if it has failed."""


@dataclass(frozen=True, slots=True)
class Recovers:
    """A patient rolls to recover Wounds after a fight (BK-91, BK-93)."""

    fighter: str
    """Name of the patient."""
    named: int
    """Number of Wounds to recover, named by the patient before the roll."""
    degree: int
    """The degree of the check."""
    wounds: int
    """The number of Wounds that the patient has left afterwards."""
    shock: int
    """The number of points of Shock that the patient has left afterwards."""
    days: int
    """Number of days that passed before the roll."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """One roll of an attack (BK-50, BK-51)."""

    fighter: str
    """Name of the fighter."""
    target: str
    """Name of the target."""
    weapon: str
    """Name of the weapon."""
    attack: str
    """The attacker's pool."""
    defence: str
    """The target's pool."""
    value: int
    """The attacker's result."""
    against: int
    """The target's result."""
    degree: int
    """The attacker's result minus the target's. If the hit was bought with complications, the degree is 1 (BK-35)."""
    hits: bool
    """True if the attack hits."""


@dataclass(frozen=True, slots=True)
class Armoured:
    """A die of ablative armour is spent (BK-81)."""

    fighter: str
    """Name of the fighter."""
    value: int
    """The number that the die shows."""
    left: int
    """Number of dice that are left."""


@dataclass(frozen=True, slots=True)
class Harmed:
    """Damage is taken (BK-73)."""

    fighter: str
    """Name of the fighter."""
    pool: str
    """The damage dice."""
    damage: int
    """The damage after subtractive armour. The minimum damage is applied before this armour."""
    might: int
    """The result of the Might dice and the armour dice. The damage is compared with it."""
    shock: int
    """The Shock that the fighter loses."""
    wounds: int
    """The Wounds that the fighter loses."""
    shock_left: int
    """The Shock that the fighter has left."""
    wounds_left: int
    """The Wounds that the fighter has left."""


@dataclass(frozen=True, slots=True)
class Concedes:
    """A fighter takes a concession or a complication (BK-35, BK-57, BK-75)."""

    fighter: str
    """Name of the fighter."""
    concession: str
    """Name of the concession."""
    count: int
    """Number of units of the concession that the fighter takes, such as 2 rounds or 4 points of Shock."""


@dataclass(frozen=True, slots=True)
class NoHarm:
    """A weapon can't hurt a target of this size (BK-97)."""

    fighter: str
    """Name of the target."""
    weapon: str
    """Name of the weapon."""


@dataclass(frozen=True, slots=True)
class GoesDown:
    """A fighter is out, but not dead (BK-74 to BK-76). Treatment may wake the fighter (BK-90)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class Dies:
    """A fighter is dead for good (BK-74, BK-97)."""

    fighter: str
    """Name of the fighter."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over (BK-05)."""

    winners: tuple[PlayerId, ...]
    """Names of the winners. A draw has several winners. A game that was stopped has none."""
    ending: str
    """The reason why the game is over."""
