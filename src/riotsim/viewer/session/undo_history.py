"""Undo and redo of people's answers and lasting choices.

Dice results, and choices that several players make at the same time, can be undone only in a sandbox.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from riotsim.play.narration import Turn
from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.table.acts import is_exact
from riotsim.viewer.session.hosted_game import HostedGame
from riotsim.viewer.session.messages import LastingChoice

S = TypeVar("S")


def answers_to_undo(
    journal: Sequence[Entry],
    persons: Container[PlayerId],
    *,
    sandbox: bool = False,
    by_itself: Container[int] = frozenset(),
) -> int:
    """Return how many answers must be undone to return to a person's last decision.

    This number includes answers of bots and answers that were given without asking. The simultaneous choices of several
    players count as one answer. They and acts with physics (see `is_exact`) can be undone only in a sandbox.

    Args:
        journal: The game's journal.
        persons: The players who are people.
        sandbox: Whether all acts and all simultaneous choices may be undone.
        by_itself: Indices in the journal of the answers that were given without asking.

    Returns:
        The number of answers. It is 0 if undo is not allowed, or if no person has answered yet.
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


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A lasting choice, with the points of the game when the player made it and took it back."""

    choice: LastingChoice
    place: int
    """Index in the journal of the answer that made the choice."""
    turn: Turn
    """The turn of the choice."""
    lifted: int | None = None
    """Number of journal entries when the player took the choice back. None if this has not happened."""


class UndoHistory(Generic[S]):
    """Undo and redo in a hosted game.

    Each step of undo and redo is an answer of a person, with its consequences. These are the lasting choice made with
    the answer, and all answers before the next question to a person.
    """

    def __init__(
        self, hosted: HostedGame[S], has_only_answer: Callable[[], bool], current_turn: Callable[[], Turn]
    ) -> None:
        """Begin with an empty record: no lasting choices, and no answers given without asking.

        Args:
            hosted: The game.
            has_only_answer: Function that returns whether the open request leaves its player nothing to decide.
            current_turn: Function that returns the game's present turn.
        """
        self._hosted = hosted
        self._session = hosted.session
        self._has_only_answer = has_only_answer
        self._current_turn = current_turn
        self._by_itself = set[int]()
        """Indices in the journal of the answers that were given without asking. Undone answers are included."""
        self._chosen: tuple[_Chosen, ...] = ()
        """All lasting choices of this game. Choices that no longer hold are included."""
        self._events_at: dict[int, int] = {}
        """The number of events at each question to a person, by the number of journal entries at that time."""

    def note_question(self) -> None:
        """Record that a person is asked a question now. `is_within_choice` uses this record."""
        self._events_at[len(self._session.journal)] = len(self._session.events)

    def note_answer(self, place: int, *, by_itself: bool = False) -> None:
        """Record that a new answer was added to the journal.

        Forget the records of undone answers, because they can't be redone any more.

        Args:
            place: The index of the new answer in the journal.
            by_itself: Whether the answer was given without asking.
        """
        self._by_itself = {one for one in self._by_itself if one < place} | ({place} if by_itself else set())
        self._chosen = tuple(  # what was taken back after this place isn't any more: no redo can take it back
            replace(one, lifted=None) if one.lifted is not None and one.lifted > place else one
            for one in self._chosen
            if one.place < place
        )

    def note_choice(self, choice: LastingChoice, place: int, turn: Turn) -> None:
        """Record a lasting choice. Before this, call `note_answer` for the answer that makes the choice.

        Args:
            choice: The choice.
            place: The index in the journal of the answer that makes the choice.
            turn: The turn of the choice.
        """
        self._chosen += (_Chosen(choice, place, turn),)

    def lift(self, choice: LastingChoice) -> None:
        """End a lasting choice that holds now. If an undo goes back to an earlier time, the choice holds again."""
        count = len(self._session.journal)
        self._chosen = tuple(
            replace(one, lifted=count) if one.choice == choice and self._holds(one) else one for one in self._chosen
        )

    @property
    def lasting_choices(self) -> tuple[LastingChoice, ...]:
        """The lasting choices that hold now."""
        return tuple(one.choice for one in self._chosen if self._holds(one))

    def _holds(self, chosen: _Chosen) -> bool:
        """Return whether a lasting choice holds now. It doesn't if it was undone or taken back, or if it is over.

        A choice for a turn is over when the turn ends. Any other choice is over when the player answers a question.
        Answers that were given without asking don't end it.
        """
        journal, choice = self._session.journal, chosen.choice
        if chosen.place >= len(journal) or (chosen.lifted is not None and chosen.lifted <= len(journal)):
            return False
        if choice.extent == "turn":
            return chosen.turn == self._current_turn()
        return not any(  # the player has answered since then
            isinstance(entry, Answered) and place not in self._by_itself and choice.player in dict(entry.answers)
            for place, entry in enumerate(journal[chosen.place + 1 :], chosen.place + 1)
        )

    @property
    def partly_answered(self) -> bool:
        """True if a person has answered a joint request that other players still have to answer."""
        session = self._session
        return len(session.pending) < len(session.requests) and any(
            request.player in self._hosted.persons for request in session.requests if request not in session.pending
        )

    @property
    def steps_back(self) -> int:
        """Number of answers to undo until a person is asked again. It is 0 if undo is not allowed."""
        hosted = self._hosted
        if hosted.read_only:
            return 0
        return answers_to_undo(self._session.journal, hosted.persons, sandbox=hosted.sandbox, by_itself=self._by_itself)

    @property
    def can_undo(self) -> bool:
        """True if there is an answer that may be undone."""
        return self.partly_answered or self.steps_back > 0

    @property
    def can_redo(self) -> bool:
        """True if there is an answer that may be redone."""
        return not self._hosted.read_only and self._session.can_redo

    @property
    def is_within_choice(self) -> bool:
        """True if an undo returns to the last choice of the only player who is asked now.

        It is False if the game has reported an event since that choice. If it is True, the open question usually asks
        for details of the choice, such as the goal of a chosen unit's move.
        """
        steps, journal, pending = self.steps_back, self._session.journal, self._session.pending
        if not steps or len(self._session.requests) > 1:
            return False
        answers = [entry.answers for entry in journal[-steps:] if isinstance(entry, Answered)]
        players, me = [player for given in answers for player, _ in given], pending[0].player
        own = len(players) == steps and players[0] == me and {*players[1:]} <= {me, *self._hosted.bots}
        return own and self._events_at.get(len(journal) - steps) == len(self._session.events)

    def go_back(self) -> None:
        """Undo answers until a person has something to decide."""
        steps = self.steps_back
        while steps:  # a resumed game doesn't know which answers were given without asking
            for _ in range(steps):
                self._session.undo()
            steps = self.steps_back if self._has_only_answer() else 0

    def go_forward(self) -> None:
        """Redo an answer of a person, and the answers after it that need no person."""
        session, bots = self._session, self._hosted.bots
        session.redo()
        while session.can_redo and (
            len(session.journal) in self._by_itself
            or self._has_only_answer()
            or all(request.player in bots for request in session.pending)
        ):
            session.redo()
