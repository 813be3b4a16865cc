"""Treatment and recovery (BK-90 to BK-93)."""

from dataclasses import dataclass

from riotsim.games.buskit.chapters.action import difficulty, succeeds
from riotsim.games.buskit.chapters.traits import trait_pool
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Check, Dice, Fixed, Pool


@dataclass(frozen=True, slots=True)
class Health:
    """The Wounds and the Shock that a character still has."""

    wounds: int
    shock: int

    def plus(self, character: Character, wounds: int, shock: int) -> "Health":
        """Return the health with `wounds` and `shock` added. No value rises above the character's full value."""
        return Health(min(character.full_wounds, self.wounds + wounds), min(character.full_shock, self.shock + shock))


def treatment_check(rules: Rulebook, carer: Character, die: int, more: int = 0) -> Check:
    """Return the check of a carer who treats a patient (BK-90).

    The carer rolls Think, with the Specialization Medicine, against a difficulty die.

    Args:
        rules: The rulebook.
        carer: The character who treats.
        die: Number of sides of the difficulty die, which the carer picks.
        more: Number of bonuses minus the number of penalties. `optional.armour_mercy` can give a bonus (BK-84).
    """
    return Check(trait_pool(rules, carer, "think", specializations=("medicine",), more=more), difficulty(Dice(die)))


def treated(rules: Rulebook, patient: Character, health: Health, die: int, degree: int) -> Health:
    """Return the health of a patient after treatment (BK-90).

    After a success, the patient regains as many points of Shock as the difficulty die has sides (`die`).
    """
    return health.plus(patient, 0, die) if succeeds(rules, degree) else health


def recovery_check(rules: Rulebook, patient: Character, wounds: int, help_die: int | None = None) -> Check:
    """Return the check for a patient's recovery (BK-91, BK-93).

    Before the roll, the patient names a number of Wounds to recover. This number is the difficulty.

    Args:
        rules: The rulebook.
        patient: The patient.
        wounds: The number of Wounds that the patient names.
        help_die: Number of sides of the die that a successful carer adds to the patient's pool; None if there is no
            such carer.
    """
    extra = () if help_die is None else (Dice(help_die, why="help"),)
    pool = trait_pool(
        rules, patient, "might", specializations=("toughness",), purposes=("toughness", "recovery"), extra=extra
    )
    return Check(pool, Pool((Fixed(wounds, "wounds"),)))


def recovered(rules: Rulebook, patient: Character, health: Health, wounds: int, degree: int) -> Health:
    """Return the health of a patient after a recovery roll (BK-91, BK-92).

    A success heals `wounds` Wounds and the same number of points of Shock. With the option `optional.tie_heals`, a tie
    heals one Wound.
    """
    if degree > 0:
        return health.plus(patient, wounds, wounds)
    return health.plus(patient, 1, 0) if degree == 0 and rules.optional.tie_heals else health


def days_between(rules: Rulebook, *, with_care: bool) -> int:
    """Return the number of days between two recovery rolls (BK-91, BK-93)."""
    return rules.healing.days if with_care else rules.healing.days_alone
