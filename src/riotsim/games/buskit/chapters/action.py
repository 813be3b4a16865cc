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
    """Return whether an action with this degree succeeds. If the degree is 0, the rule `ties` decides (BK-32)."""
    return degree > 0 or (degree == 0 and rules.ties == "actor")


def winner(degree: int) -> Contestant | None:
    """Return the winner of a contest's check, where neither side defends (BK-33). Return None for a tie."""
    return None if degree == 0 else "actor" if degree > 0 else "defender"


@dataclass(frozen=True, slots=True)
class ExtendedAction:
    """An action of several checks, and the progress of both sides so far (BK-33, BK-34)."""

    mark: int
    """The score that a side must reach to win.

    The rules decide the kind of score: successes, Advantage Points, or the lead over the other side.
    """
    tries: int | None = None
    """The action has failed after this number of checks; None for no limit."""
    actor: int = 0
    """Successes or Advantage Points of the actor."""
    defender: int = 0
    """Successes or Advantage Points of the other side."""
    made: int = 0
    """Number of checks so far."""
    contest: bool = True
    """True for a contest, where neither side defends. False for an action against a difficulty."""

    def after(self, rules: Rulebook, degree: int) -> "ExtendedAction":
        """Return the extended action after one more check, with the degree `degree`.

        - In a contest, the winner of the check scores. In a tie, nobody scores.
        - Against a difficulty, the actor scores if the action succeeds (see `succeeds`). If not, the defender scores.
          But if the rules count only successes, nobody scores.
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
        """Return the winner of the action. Return None while the action goes on.

        The first side to reach `mark` wins. If neither side has reached it after `tries` checks, the defender wins.
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
    """Return an action's missing points for success (BK-35): 0 after a success, and at least 1 after a failure."""
    return 0 if succeeds(rules, degree) else max(1, -degree)


def conceded(rules: Rulebook, degree: int, complications: Iterable[str]) -> bool:
    """Return whether an action succeeds, on its own or because the actor accepts complications (BK-35).

    Complications help only with the option `optional.concessions`. Each complication is worth some points. The
    complications together must be worth at least as many points as the action lacked.

    Args:
        rules: The rulebook.
        degree: The degree of the action.
        complications: The complications that the actor accepts.

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
        opponent: The character who resists the task. Only needed for a task that has no difficulty.
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
    """Return the check of a helper against the die that the help is to add (BK-36).

    Among the helper's weapons and bare hands, those that are used with `trait` add their Specializations.

    Args:
        rules: The rulebook.
        helper: The helper.
        trait: The Trait that the helper rolls.
        die: Number of sides of the die that the help is to add. This die is also the difficulty of the check.
        skills: The Specializations that apply to the task.
        more: Number of bonuses minus the number of penalties.
    """
    weapons = [rules.weapons[name] for name in (*helper.weapons, UNARMED)]
    armed = [one for weapon in weapons if weapon.skill == trait for one in weapon.specializations]
    pool = trait_pool(rules, helper, trait, specializations=(*armed, *skills), more=more)
    return Check(pool, difficulty(Dice(die)))


def help_dice(rules: Rulebook, die: int, degree: int) -> tuple[tuple[Dice, ...], tuple[Dice, ...]]:
    """Return the dice of help: those for the helped fighter's pool, and those for the opposing pool (BK-36).

    Help adds one die, with `die` sides. If the helper's check succeeds, the die goes to the helped fighter's pool. If
    not, it goes to the opposing pool.
    """
    found = (Dice(die, why="help"),)
    return (found, ()) if succeeds(rules, degree) else ((), found)
