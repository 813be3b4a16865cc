"""How far people can undo: dice results and revealed choices can't be undone, except in a sandbox."""

from collections.abc import Container, Sequence

from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.table.acts import is_exact


def answers_to_undo(
    journal: Sequence[Entry],
    persons: Container[PlayerId],
    *,
    sandbox: bool = False,
    by_itself: Container[int] = frozenset(),
) -> int:
    """Return the number of answers to undo to get back to a person's last decision. It includes later answers of bots,
    and answers that were given without asking.

    Acts without physics (see `is_exact`) can be undone. Other acts and simultaneous choices can be undone only in a
    sandbox.

    Args:
        journal: The game's journal.
        persons: The players who are people.
        sandbox: Whether all acts and simultaneous choices may be undone too.
        by_itself: Indices in the journal of the answers that were given without asking.

    Returns:
        The number of answers; 0 if undo is not allowed, or if no person has answered yet.
    """
    count = 0
    for place in reversed(range(len(journal))):
        match journal[place]:
            case Acted(act=act) if not sandbox and not is_exact(act):
                return 0
            case Answered(answers=answers):
                if len(answers) > 1 and not sandbox:
                    return 0
                count += 1
                if place not in by_itself and any(player in persons for player, _ in answers):
                    return count
    return 0
