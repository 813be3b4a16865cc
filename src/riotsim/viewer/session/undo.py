"""How far a game may be undone from the window."""

from collections.abc import Container, Sequence

from riotsim.play.requests import BossId
from riotsim.play.session.journal import Acted, Answered, Entry


def answers_to_undo(journal: Sequence[Entry], persons: Container[BossId], *, sandbox: bool = False) -> int:
    """Give how many of the last answers have to be taken back until a person is asked again; 0 if that may not be.

    What dice or a fall have shown, nobody takes back, nor a choice that was made unseen by the others and is known now.
    In a sandbox everything may be taken back. What bots have answered since goes with it.
    """
    count = 0
    for entry in reversed(journal):
        match entry:
            case Acted() if not sandbox:
                return 0
            case Answered(answers=answers):
                if len(answers) > 1 and not sandbox:
                    return 0
                count += 1
                if any(boss in persons for boss, _ in answers):
                    return count
    return 0
