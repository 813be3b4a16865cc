"""The limits of undo: dice results and revealed choices can't be undone, except in a sandbox. Exact acts can."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from pitch_game import PitchNarrator

from riotsim.play.narration import Turn
from riotsim.play.requests import Choose, Request
from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.play.session.session import Session
from riotsim.replay.recording import seats
from riotsim.table.acts import Displacement, Drop, Hand, Pace, Settled, Shift, Tip
from riotsim.table.pieces import Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import HostedGame
from riotsim.viewer.session.messages import LastingChoice
from riotsim.viewer.session.undo_history import UndoHistory, answers_to_undo

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))

ANN: Entry = Answered("turn", (("Ann", "go"),), 0.0)
BOB: Entry = Answered("turn", (("Bob", "go"),), 0.0)
BOTH: Entry = Answered("fight", (("Ann", "thump"), ("Bob", "shove")), 0.0)
ACT: Entry = Acted(Drop(Token("t1", ORIGIN), (1.0, 1.0), 100.0, HAND), 1, Settled(Table(100.0, 100.0)))
TIP: Entry = Acted(Tip("d1", 0.0, (50.0, 50.0)), 1, Settled(Table(100.0, 100.0)))
SHIFT: Entry = Acted(Shift((Displacement("d1", (50.0, 50.0)),)), 1, Settled(Table(100.0, 100.0)))
BY_HAND: Entry = Acted(Tip("d1", 0.0, (50.0, 50.0), HAND), 1, Settled(Table(100.0, 100.0)))


@pytest.mark.parametrize(
    ("journal", "usual", "sandbox"),
    [
        ([], 0, 0),
        ([ANN], 1, 1),
        ([ACT, ANN, ANN], 1, 1),
        ([ANN, ACT], 0, 1),
        ([ANN, BOB], 2, 2),
        ([ANN, ACT, BOB], 0, 2),
        ([BOB], 0, 0),
        ([ANN, BOTH], 0, 1),
        ([ANN, BOTH, BOB, ANN], 1, 1),
        ([ANN, BOTH, BOB], 0, 2),
        ([BOB, ACT], 0, 0),
        ([ANN, TIP], 1, 1),
        ([ANN, ACT, ANN, TIP, BOB, TIP], 2, 2),
        ([ANN, ACT, TIP], 0, 1),
        ([ANN, SHIFT, BOB, TIP, SHIFT], 2, 2),
        ([ANN, BY_HAND], 0, 1),
    ],
)
def test_back_to_a_person_and_no_further(journal: list[Entry], usual: int, sandbox: int) -> None:
    """An undo takes back the last answer of Ann, a person, together with later answers of Bob, a bot. Except in a
    sandbox, nothing before a throw or a revealed choice is undone.
    """
    assert answers_to_undo(journal, {"Ann"}) == usual
    assert answers_to_undo(journal, {"Ann"}, sandbox=True) == sandbox


def test_back_past_answers_that_were_given_without_asking() -> None:
    """If Ann's last answers were given without asking, an undo goes back to her last decision. If a throw came after
    this decision, nothing can be undone, except in a sandbox.
    """
    assert answers_to_undo([ANN, ANN], {"Ann"}, by_itself={1}) == 2
    assert answers_to_undo([ANN, ANN, BOB, ANN], {"Ann"}, by_itself={1, 3}) == 4
    assert answers_to_undo([ANN, ACT, ANN], {"Ann"}, by_itself={2}) == 0
    assert answers_to_undo([ANN, ACT, ANN], {"Ann"}, sandbox=True, by_itself={2}) == 2


TURN, NEXT_TURN = Turn(1, "Ann"), Turn(2, "Bob")


class Journalled:
    """The parts of a session that the undo history reads: it replays a list of entries."""

    def __init__(self, *entries: Entry) -> None:
        self._entries = list(entries)
        self._count = len(entries)
        self.events = list[object]()
        self.requests: tuple[Request[Any], ...] = ()
        self.pending: tuple[Request[Any], ...] = ()

    @property
    def journal(self) -> list[Entry]:
        """The entries that are not undone."""
        return self._entries[: self._count]

    @property
    def can_redo(self) -> bool:
        """True if an entry is undone."""
        return self._count < len(self._entries)

    def undo(self) -> None:
        """Undo the last answer, and the acts after it."""
        self._count -= 1
        while not isinstance(self._entries[self._count], Answered):
            self._count -= 1

    def redo(self) -> None:
        """Redo the next answer, and the acts after it."""
        self._count += 1
        while self.can_redo and not isinstance(self._entries[self._count], Answered):
            self._count += 1

    def play(self, entry: Entry) -> None:
        """Add a new entry in place of undone ones."""
        self._entries = [*self.journal, entry]
        self._count += 1


ASKS_ANN, ASKS_BOB = Choose("Ann", "turn", ("go", "stay")), Choose("Bob", "turn", ("go", "stay"))


def history(
    session: Journalled,
    *,
    only: Callable[[], bool] = lambda: False,
    turn: Callable[[], Turn] = lambda: TURN,
    read_only: bool = False,
    sandbox: bool = False,
) -> UndoHistory[Any]:
    """Return the undo history of a game of Ann, a person, and the bots Bob and Eve."""

    def bot(_request: Request[Any], _session: object) -> object:
        return "go"

    hosted = HostedGame(
        cast(Session[Any], session),
        "",
        seats({"Ann": "", "Bob": "", "Eve": ""}),
        {},
        {"Bob": bot, "Eve": bot},
        PitchNarrator,
        read_only=read_only,
        sandbox=sandbox,
    )
    return UndoHistory(hosted, only, turn)


def holding(one: UndoHistory[Any]) -> list[LastingChoice]:
    """Return the lasting choices that hold now."""
    return list(one.lasting_choices)


FIRE, REST = LastingChoice("Ann", "fire", "turn"), LastingChoice("Ann", "move", "rest")


def test_what_can_be_undone_and_redone() -> None:
    """An undone answer can be redone, unless the game is only shown. A throw can be undone only in a sandbox."""
    session = Journalled(ANN, BOB)
    assert (history(session).steps_back, history(session).can_undo, history(session).can_redo) == (2, True, False)
    shown = history(session, read_only=True)
    assert (shown.steps_back, shown.can_undo, shown.can_redo) == (0, False, False)
    session.undo()
    assert (history(session).can_redo, history(session, read_only=True).can_redo) == (True, False)
    thrown = Journalled(ANN, ACT)
    assert (history(thrown).can_undo, history(thrown, sandbox=True).steps_back) == (False, 1)


def test_an_answer_of_several_can_be_undone_while_others_are_asked() -> None:
    """If Ann has answered a joint question that Bob has still to answer, her answer can be undone. If only the bot has
    answered, there is nothing to undo.
    """
    for pending, partly in (((ASKS_BOB,), True), ((ASKS_ANN,), False), ((ASKS_ANN, ASKS_BOB), False)):
        session = Journalled()
        session.requests, session.pending = (ASKS_ANN, ASKS_BOB), pending
        one = history(session)
        assert (one.partly_answered, one.can_undo) == (partly, partly)


def test_going_back_and_forward() -> None:
    """Undo goes back to Ann's last decision, past answers that were given without asking, and past questions that leave
    nothing to decide. Redo goes forward past them, and past the bots' answers.
    """
    session = Journalled(ANN, ANN, BOB, ANN)
    one = history(session)
    one.note_answer(1, by_itself=True)
    session.pending = (ASKS_ANN,)
    one.go_back()
    assert len(session.journal) == 3
    one.go_back()
    assert len(session.journal) == 0
    one.go_forward()
    assert len(session.journal) == 2
    session.pending = (ASKS_BOB,)
    one.go_forward()
    assert len(session.journal) == 4
    session = Journalled(ANN, ANN, ANN)
    one = history(session, only=lambda: len(session.journal) == 2)
    one.go_back()
    assert len(session.journal) == 1
    session.pending = (ASKS_ANN,)
    one.go_forward()
    assert len(session.journal) == 3
    session.pending = (ASKS_ANN, ASKS_BOB)
    one.go_back()
    one.go_back()
    one.go_forward()
    assert len(session.journal) == 1


def test_a_new_answer_forgets_what_was_undone() -> None:
    """The history notes which answers were given without asking. A new answer deletes these notes about its own place
    and later places, and leaves notes about earlier places.
    """
    session = Journalled(ANN, ANN, ANN)
    one = history(session)
    one.note_answer(1, by_itself=True)
    one.note_answer(2, by_itself=True)
    assert one.steps_back == 3
    one.note_answer(2)
    assert one.steps_back == 1
    session.undo()
    assert one.steps_back == 2
    one.note_answer(1)
    assert one.steps_back == 1


def test_how_long_lasting_choices_hold() -> None:
    """A choice for a turn holds until the turn ends, and any other choice until its player answers a question. Answers
    of others and answers without asking don't end a choice. If the answer that made a choice is undone, the choice is
    taken back. A redo brings it again.
    """
    now = [TURN]
    session = Journalled(ANN)
    one = history(session, turn=lambda: now[0])
    assert holding(one) == []
    one.note_choice(FIRE, 0, TURN)
    one.note_choice(REST, 0, TURN)
    assert holding(one) == [FIRE, REST]
    session.play(BOB)
    session.play(ANN)
    one.note_answer(2, by_itself=True)
    assert holding(one) == [FIRE, REST]
    session.play(ANN)
    one.note_answer(3)
    assert holding(one) == [FIRE]
    now[0] = NEXT_TURN
    assert holding(one) == []
    now[0] = TURN
    session.undo()
    assert holding(one) == [FIRE, REST]
    for _ in range(3):
        session.undo()
    assert holding(one) == []
    session.redo()
    assert holding(one) == [FIRE, REST]


def test_a_choice_that_is_taken_back() -> None:
    """If a player takes a lasting choice back, the choice no longer holds. After an undo to an earlier place it holds
    again, and after a redo it doesn't. If a new answer was given there instead, the choice goes on holding. If the
    answer that made the choice is replaced, the choice is forgotten.
    """
    session = Journalled(ANN, BOB)
    one = history(session)
    one.note_answer(0)
    one.note_choice(FIRE, 0, TURN)
    one.note_choice(REST, 0, TURN)
    one.lift(FIRE)
    assert holding(one) == [REST]
    session.undo()
    assert holding(one) == [FIRE, REST]
    session.redo()
    assert holding(one) == [REST]
    session.play(BOB)
    one.note_answer(2)
    assert holding(one) == [REST]
    session.undo()
    session.undo()
    session.play(BOB)
    one.note_answer(1)
    assert holding(one) == [FIRE, REST]
    session.undo()
    session.undo()
    session.play(ANN)
    one.note_answer(0)
    assert holding(one) == []


@pytest.mark.parametrize(
    ("entries", "asked", "events", "within"),
    [
        ((ANN,), (ASKS_ANN,), 0, True),
        ((ANN, BOB), (ASKS_ANN,), 0, True),
        ((ANN, BOB, TIP), (ASKS_ANN,), 0, False),
        ((ANN,), (ASKS_ANN,), 1, False),
        ((ANN,), (ASKS_BOB,), 0, False),
        ((ANN,), (ASKS_ANN, ASKS_BOB), 0, False),
        ((), (ASKS_ANN,), 0, False),
        ((ANN, ACT), (ASKS_ANN,), 0, False),
    ],
)
def test_when_a_question_is_about_the_last_choice(
    entries: tuple[Entry, ...], asked: tuple[Request[Any], ...], events: int, *, within: bool
) -> None:
    """A question is within Ann's last choice if an undo returns to this choice, and nothing has been reported since. It
    isn't if there was an act since then, if another player is asked, or if several are.
    """
    session = Journalled()
    one = history(session)
    session.events = ["begun"]
    session.requests = session.pending = (ASKS_ANN,)
    one.note_question()
    for entry in entries:
        session.play(entry)
    session.events += ["so"] * events
    session.requests = session.pending = asked
    assert one.is_within_choice is within
