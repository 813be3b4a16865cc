"""The section `scenario` of the rules file: decisions of a game master (BK-03, BK-33 to BK-35, BK-46)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from riotsim.games.buskit.table_figures import TableFigures
from riotsim.play.rulebook.quantities import Count, CountOrWord, Length, YesNo
from riotsim.play.rulebook.sections import Fault, Section, name_in, unknown_name
from riotsim.pools.notation import parse_pool

SideNumber: TypeAlias = Annotated[int | None, CountOrWord("the number of a side", "none", 4)]
"""The number of a side: 1 for the first in the order of play, and so on; None for no side."""


def _readable(text: str) -> str:
    """Check that a text is the notation of a pool, and return the text unchanged.

    Raises:
        InvalidValue: The text is not a pool.
    """
    parse_pool(text)
    return text


class Task(Section):
    """A task beside the fight: one check, or an extended action of several checks (BK-33, BK-42)."""

    trait: Annotated[str, name_in("traits", "Trait")]
    """The Trait that is rolled."""
    specialization: str | None = None
    """The Specialization that applies to the task; by default none."""
    difficulty: Annotated[str, AfterValidator(_readable)] | None = None
    """The pool of dice against the task, such as d8 or 3d4. A task has either this or `against`."""
    against: Annotated[str, name_in("traits", "Trait")] | None = None
    """The Trait that an opponent rolls in place of a difficulty. The opponent with the highest die in this Trait rolls.
    """
    against_specialization: str | None = None
    """The Specialization that helps the opponent who rolls `against`; by default none."""
    mark: Annotated[Count, Field(ge=1, le=100)] = 1
    """A side with this score completes the task. The rules say in `extended.by` what the score is: successes, a lead in
    successes, or Advantage Points.
    """
    tries: Annotated[Count, Field(ge=1, le=100)] | None = None
    """A side has failed the task after this number of checks; by default no limit."""
    at: tuple[Length, Length] | None = None
    """A fighter must be beside this place, such as [18in, 12in]; by default anywhere."""
    side: SideNumber = None
    """The only side that may try the task. With `none`, all sides may try it."""
    wins: YesNo = True
    """Choice whether the side that completes the task wins the fight."""


class ScenarioRules(Section):
    """A game master's decisions, made in advance by a scenario (BK-03, BK-35, BK-46)."""

    surprise: SideNumber = None
    """Side that surprises all others, or none."""
    complications: dict[str, Annotated[Count, Field(ge=1, le=20)]] = Field(
        default_factory=lambda: {"noise": 1, "tool_broken": 1, "alarm": 1, "trapped": 2}
    )
    """Complications that a player may take to make a failed action succeed, each with its worth in points. If a
    complication has the name of a concession, it has the same effect. But `more_wounds` and `more_shock` have none.
    """
    tasks: dict[str, Task] = Field(default_factory=dict)
    """Tasks that fighters can try in addition to the fight, by name."""


def task_faults(
    scenario: ScenarioRules | None, specializations: Mapping[str, tuple[str, ...]], table: TableFigures | None
) -> Iterator[Fault]:
    """Yield the errors in tasks that can't be found by looking at one field alone.

    Args:
        scenario: The section `scenario` of the rules; None if it has errors.
        specializations: The Specializations of each Trait.
        table: The section `table` of the rules; None if it has errors.
    """
    for name, task in () if scenario is None else scenario.tasks.items():
        where = ("scenario", "tasks", name)
        if (task.difficulty is None) == (task.against is None):
            yield where, "a task has a difficulty, such as d8, or a Trait of an opponent (against), not both"
        if task.tries is not None and task.against is not None:
            yield (*where, "tries"), "tries are counted against a difficulty only; whoever is first wins a contest"
        asked = (
            ("specialization", task.trait, task.specialization),
            ("against_specialization", task.against or "", task.against_specialization),
        )
        for key, trait, its in asked:
            known = specializations.get(trait, ())
            if its is not None and trait in specializations and its not in known:
                yield (*where, key), unknown_name(f"{trait} has no Specialization {its!r}", its, known)
        if task.against_specialization is not None and task.against is None:
            yield (*where, "against_specialization"), "counts only for a task with a Trait of an opponent (against)"
        if task.at is not None and table is not None and not (task.at[0] <= table.width and task.at[1] <= table.depth):
            yield (*where, "at"), "this place is not on the table"
