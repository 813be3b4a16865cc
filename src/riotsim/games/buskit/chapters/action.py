"""Actions in general: success, extended actions, Advantage Points, concessions and help (BK-30 to BK-36)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from riotsim.games.buskit.chapters.attack import UNARMED
from riotsim.games.buskit.chapters.traits import trait_pool
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario_rules import Task
from riotsim.pools.notation import parse_pool
from riotsim.pools.pool import Check, Dice, Part, Pool

Contestant: TypeAlias = Literal["actor", "defender"]
"""One side of an extended action."""


def difficulty(*parts: Part) -> Pool:
    """Return the pool of a difficulty, such as one d8 or 3d4 (BK-31)."""
    return Pool(tuple(replace(part, why=part.why or "difficulty") for part in parts))


def succeeds(rules: Rulebook, degree: int) -> bool:
    """Return whether an action with this degree succeeds. The rule `ties` decides about a tie (BK-32)."""
    return degree > 0 or (degree == 0 and rules.ties == "actor")


def winner(degree: int) -> Contestant | None:
    """Return who wins a check between two sides of which neither defends; None for a tie (BK-33)."""
    return None if degree == 0 else "actor" if degree > 0 else "defender"


@dataclass(frozen=True, slots=True)
class ExtendedAction:
    """An action of several checks, and the progress of both sides so far (BK-33, BK-34)."""

    mark: int
    """The score with which a side wins.

    The rules decide what counts: successes, Advantage Points, or the lead over the other side.
    """
    tries: int | None = None
    """Number of checks after which the action has failed; None for no limit."""
    actor: int = 0
    """Successes or Advantage Points of the actor."""
    defender: int = 0
    """Successes or Advantage Points of the other side."""
    made: int = 0
    """Number of checks so far."""
    contest: bool = True
    """True between two sides of which neither defends; False for an action against a difficulty."""

    def after(self, rules: Rulebook, degree: int) -> "ExtendedAction":
        """Return the extended action after one more check, with the degree `degree`.

        - In a contest, the winner of the check scores. A tie scores for nobody.
        - Against a difficulty, a success scores for the actor (see `succeeds`). A failure scores for the defender, or
          for nobody if the rules count successes only.
        """
        by, who = rules.extended.by, winner(degree)
        worth = abs(degree) if by == "points" else 1
        if not self.contest:
            failed: Contestant | None = None if by == "successes" else "defender"
            who = "actor" if succeeds(rules, degree) else failed
        return replace(
            self,
            actor=self.actor + worth * (who == "actor"),
            defender=self.defender + worth * (who == "defender"),
            made=self.made + 1,
        )

    def won_by(self, rules: Rulebook) -> Contestant | None:
        """Return the winner of the action; None while the action continues.

        The first to reach `mark` wins. If all tries are used first, the defender wins.
        """
        by = rules.extended.by
        leads = by == "lead" or (by == "points" and rules.points.lead)
        ours, theirs = self.actor, self.defender
        if leads:
            ours, theirs = ours - theirs, theirs - ours
        if ours >= self.mark:
            return "actor"
        if theirs >= self.mark or (self.tries is not None and self.made >= self.tries):
            return "defender"
        return None


def points_short(rules: Rulebook, degree: int) -> int:
    """Return by how many points a failed action missed success, at least 1; 0 for a successful action (BK-35)."""
    return 0 if succeeds(rules, degree) else max(1, -degree)


def conceded(rules: Rulebook, degree: int, complications: Iterable[str]) -> bool:
    """Return whether an action succeeds, with the complications that the actor accepts (BK-35).

    With `optional.concessions`, complications can buy success. They must be worth at least the points by which the
    action missed success.

    Raises:
        KeyError: The scenario has no such complication.
    """
    worth: Mapping[str, int] = rules.scenario.complications
    total = sum(worth[one] for one in complications)
    short = points_short(rules, degree)
    return not short or (rules.optional.concessions and total >= short)


def task_check(rules: Rulebook, character: Character, task: Task, opponent: Character | None, more: int = 0) -> Check:
    """Return the check of a character who tries a task (BK-30, BK-33).

    Args:
        rules: The rulebook.
        character: The character.
        task: The task.
        opponent: The character who resists a task without a difficulty; not used for any other task.
        more: Number of bonuses minus the number of penalties.
    """
    skills = () if task.specialization is None else (task.specialization,)
    pool = trait_pool(rules, character, task.trait, specializations=skills, more=more)
    if task.difficulty is not None:
        return Check(pool, difficulty(*parse_pool(task.difficulty).parts))
    assert opponent is not None, "a task has a difficulty or an opponent"
    assert task.against is not None, "and then a Trait of the opponent"
    resisting = () if task.against_specialization is None else (task.against_specialization,)
    return Check(pool, trait_pool(rules, opponent, task.against, specializations=resisting))


def help_check(
    rules: Rulebook, helper: Character, trait: str, die: int, skills: Iterable[str] = (), more: int = 0
) -> Check:
    """Return the check of a helper against the die that was picked (BK-36).

    Args:
        rules: The rulebook.
        helper: The helper. Specializations of weapons at hand apply if the weapons use the Trait.
        trait: The Trait.
        die: Number of sides of the die.
        skills: The Specializations that apply to the task.
        more: Number of bonuses minus the number of penalties.
    """
    weapons = [rules.weapons[name] for name in (*helper.weapons, UNARMED)]
    armed = [one for weapon in weapons if weapon.skill == trait for one in weapon.specializations]
    pool = trait_pool(rules, helper, trait, specializations=(*armed, *skills), more=more)
    return Check(pool, difficulty(Dice(die)))


def help_dice(rules: Rulebook, die: int, degree: int) -> tuple[tuple[Dice, ...], tuple[Dice, ...]]:
    """Return the dice of help: those for the helped fighter's pool, and those for the other pool (BK-36).

    The die goes to the helped fighter's pool if the helper's check succeeds. It goes to the other pool if the check
    fails.
    """
    found = (Dice(die, why="help"),)
    return (found, ()) if succeeds(rules, degree) else ((), found)
