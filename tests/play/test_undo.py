"""Undo, redo and branches of sessions: answers are taken back and put back, and no act is performed again."""

import copy
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import pytest
from calling import Floor, Score, begin, one_round, run
from hypothesis import given
from hypothesis import strategies as st

from riotsim.play.requests import Choose, Refused
from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.play.session.run import ReplayableRun
from riotsim.play.session.session import Checkpoint, NothingLeft, Play, Session
from riotsim.table.state import Table

S = TypeVar("S")

Said: TypeAlias = tuple[str, str, float]
"""An answer: the player, the answer, and the time (s)."""

DOINGS = st.tuples(st.sampled_from(["answer", "answer", "answer", "undo", "redo"]), st.integers(0, 11))
"""An operation (answer, undo or redo), and a number that selects the player, the answer and the time."""


def picture(session: Session[S]) -> tuple[object, ...]:
    """Return all that makes up the present state of a game, for comparison."""
    return (
        copy.deepcopy(session.state),
        session.table,
        session.pending,
        session.is_over,
        tuple(session.events),
        tuple(session.journal),
        session.play.chance.copy(),
        session.play.now,
        session.checkpoint,
    )


def test_undo_asks_again_and_redo_puts_back() -> None:
    """Undo takes back an answer and the act that follows from the answer. Redo puts both back without performing the
    act again.
    """
    floor = Floor()
    session = begin(floor)
    before = picture(session)
    one_round(session)
    after = picture(session)
    session.undo()
    assert picture(session) == before
    session.redo()
    assert picture(session) == after
    assert len(floor.seeds) == 1


def test_undo_across_turns_and_back() -> None:
    """The answers of several turns can be undone one by one, and redone one by one. After each step the game is exactly
    as it was at that point. No act is performed again.
    """
    floor = Floor()
    session = begin(floor)
    stages = [picture(session)]
    for stamp in range(4):
        one_round(session)
        stages.append(picture(session))
        session.answer("yes", stamp=float(stamp))
        stages.append(picture(session))
    done = len(floor.seeds)
    for stage in reversed(stages[:-1]):
        assert session.can_undo
        session.undo()
        assert picture(session) == stage
    assert not session.can_undo
    for stage in stages[1:]:
        assert session.can_redo
        session.redo()
        assert picture(session) == stage
    assert not session.can_redo
    assert len(floor.seeds) == done


def test_undo_of_the_last_answer_goes_on_playing() -> None:
    """If the last answer of a game that is over is undone, the game goes on."""
    session = begin(Floor())
    one_round(session)
    session.answer("no")
    session.undo()
    assert not session.is_over
    session.answer("yes")
    assert session.pending[0].purpose == "call"


def test_the_clock_goes_back_too() -> None:
    """After an undo, the rules' clock shows the time of the answer before. A new answer may have an earlier time than
    the undone answer.
    """
    session = begin(Floor())
    session.answer("heads", "Ann", 3.0)
    session.answer("heads", "Bob", 5.0)
    session.answer("yes", stamp=50.0)
    session.undo()
    assert session.play.now == 5.0
    session.answer("yes", stamp=6.0)
    assert session.play.now == 6.0


def test_a_hidden_answer_is_taken_back_alone() -> None:
    """RD-61: if one of two players has answered a joint request, undo takes back only that answer. The answer can't be
    redone.
    """
    session = begin(Floor())
    one_round(session)
    session.answer("yes")
    before = picture(session)
    session.answer("heads", "Bob")
    session.undo()
    assert picture(session) == before
    assert not session.can_redo
    session.undo()
    assert session.pending[0].purpose == "more"


def test_a_new_answer_drops_what_was_undone() -> None:
    """If an answer is given after an undo, nothing can be redone any more. If the answer is refused, redo is still
    possible.
    """
    session = begin(Floor())
    one_round(session)
    session.answer("yes")
    session.undo()
    with pytest.raises(Refused):
        session.answer("perhaps")
    assert session.can_redo
    session.answer("no")
    assert not session.can_redo
    with pytest.raises(NothingLeft, match="nothing can be redone"):
        session.redo()


def test_nothing_to_undo() -> None:
    """At the beginning of a game, undo is an error. In a fork, undo is an error at the beginning of the fork's turn."""
    session = begin(Floor())
    with pytest.raises(NothingLeft, match="no answer was given since entry 0"):
        session.undo()
    one_round(session)
    session.answer("yes")
    one_round(session)
    fork = session.fork()
    fork.undo()
    assert not fork.can_undo
    with pytest.raises(NothingLeft, match="no answer was given since entry 3"):
        fork.undo()
    assert session.can_undo


def test_undo_replays_one_turn_at_most() -> None:
    """If an answer is undone, only entries of the same turn are replayed, however long the game is. The same holds for
    redo.
    """
    sent: list[int] = []

    async def watched(play: Play[Score]) -> None:
        while play.state.rounds < 50:
            play.begin_turn()
            for number in range(4):
                await play.ask(Choose("Ann", f"q{number}", ("yes",)))
                sent.append(number)
            play.state.rounds += 1

    session = Session(lambda play: watched(play), Score(), Table(100.0, 100.0), 7, Floor())
    while not session.is_over:
        session.answer("yes")
    most = 0
    while session.can_undo:
        sent.clear()
        session.undo()
        most = max(most, len(sent))
    assert most == 3
    while session.can_redo:
        sent.clear()
        session.redo()
        assert len(sent) <= 4


def test_an_act_that_failed_is_undone() -> None:
    """If an act has failed, undo takes the game back to before the answer that led to the act. Redo performs the act
    again.
    """
    floor = Floor(breaks=True)
    session = begin(floor)
    session.answer("heads", "Bob")
    with pytest.raises(RuntimeError, match="power"):
        session.answer("tails", "Ann")
    session.undo()
    assert session.failure is None
    assert len(session.pending) == 2
    with pytest.raises(RuntimeError, match="power"):
        session.redo()
    assert len(session.pending) == 2, "nothing has changed"
    assert session.can_redo
    floor.breaks = False
    session.redo()
    assert session.pending[0].purpose == "more"
    assert not session.can_redo


def test_a_branch_goes_its_own_way() -> None:
    """A branch begins with the game's state at an entry, and can be undone back to the game's beginning. Answers in the
    branch don't change the game.
    """
    floor = Floor()
    session = begin(floor)
    stages = {session.entry_count: picture(session)}
    for _ in range(3):
        one_round(session)
        stages[session.entry_count] = picture(session)
        session.answer("yes")
        stages[session.entry_count] = picture(session)
    done, now = len(floor.seeds), picture(session)
    for entry, stage in stages.items():
        branch = session.branch_at(entry)
        assert picture(branch) == stage
        while branch.can_undo:
            branch.undo()
        assert picture(branch) == stages[0]
    assert len(floor.seeds) == done
    branch = session.branch_at(2)
    branch.answer("no")
    assert branch.is_over
    assert picture(session) == now


def test_where_no_branch_can_be() -> None:
    """A branch can't begin at an act. A branch can begin only within the entries that the session has: a fork lacks the
    earlier turns.
    """
    session = begin(Floor())
    one_round(session)
    session.answer("yes")
    with pytest.raises(ValueError, match="entry 1 is an act"):
        session.branch_at(1)
    with pytest.raises(ValueError, match="entries 0 to 3, not 4"):
        session.branch_at(4)
    fork = session.fork()
    with pytest.raises(ValueError, match="entries 3 to 3, not 0"):
        fork.branch_at(0)
    one_round(fork)
    assert fork.branch_at(3).entry_count == 3


def test_a_branch_does_not_remember_hidden_answers() -> None:
    """RD-61: if only one of two players has answered a joint request, a branch of the game asks both players. In the
    game itself, the answer stays.
    """
    session = begin(Floor())
    before = picture(session)
    session.answer("heads", "Bob")
    branch = session.branch_at(session.entry_count)
    assert picture(branch) == before
    branch.answer("tails", "Bob")
    assert [request.player for request in session.pending] == ["Ann"]


@given(st.lists(DOINGS, max_size=40))
def test_as_if_nothing_undone_had_been(doings: list[tuple[str, int]]) -> None:
    """After any answers, undos and redos, a game equals a fresh game in which only the remaining answers were given."""
    floor = Floor()
    session = begin(floor)
    steps: list[list[Said]] = []
    half: list[Said] = []
    undone: list[list[Said]] = []
    for doing, number in doings:
        acts = len(floor.seeds)
        if doing == "answer" and not session.is_over:
            request = session.pending[number % len(session.pending)]
            assert isinstance(request, Choose)
            said = (request.player, request.options[number % 2 if number < 10 else 0], float(len(steps) + number % 3))
            last = len(session.pending) == 1
            session.answer(said[1], said[0], said[2])
            half.append(said)
            undone.clear()
            if last:
                steps.append(half)
                half = []
        elif doing == "undo":
            assert session.can_undo == bool(half or steps)
            if half:
                session.undo()
                half = []
            elif steps:
                session.undo()
                undone.append(steps.pop())
        elif doing == "redo":
            assert session.can_redo == bool(undone)
            if undone:
                session.redo()
                steps.append(undone.pop())
        assert doing == "answer" or len(floor.seeds) == acts, "nothing is done anew"
    fresh = Session(run, Score(), Table(100.0, 100.0), 7, Floor())
    for boss, answer, stamp in [*(said for step in steps for said in step), *half]:
        fresh.answer(answer, boss, stamp)
    assert picture(session) == picture(fresh)


def test_a_turn_has_one_checkpoint() -> None:
    """Each turn has one checkpoint, even if the turn is replayed often. So a game doesn't grow when answers are
    undone.
    """
    strand = ReplayableRun(run, Floor(), begin(Floor()).checkpoint)
    strand.start()
    for _ in range(3):
        for answer in ("heads", "tails", "yes"):
            first = next(request for request in strand.requests if request.player not in strand.given_answers)
            strand.answer(first, answer, None)
    assert [turn.entry_count for turn in strand.turns] == [0, 3, 6, 9]
    for _ in range(3):
        strand = strand.branch_before(9).branch_before(8, strand.journal[8:])
    assert [turn.entry_count for turn in strand.turns] == [0, 3, 6, 9]


@dataclass
class Notes:
    """A listener that notes each call in a short form."""

    heard: list[tuple[object, ...]] = field(default_factory=list)

    def entry_added(self, number: int, entry: Entry, play: Play[Any], turn: Checkpoint[Any]) -> None:
        """Note the number, the kind of entry, the number of events so far and the first entry of the turn."""
        kind = entry.purpose if isinstance(entry, Answered) else "act" if entry.settled is None else "outcome"
        self.heard.append((number, kind, len(play.events), turn.entry_count))

    def entries_undone(self, entries: int, events: int, turn: Checkpoint[Any]) -> None:
        """Note the numbers of entries and events that are left, and the first entry of the turn."""
        self.heard.append(("undone", entries, events, turn.entry_count))

    def redo_discarded(self) -> None:
        """Note the call."""
        self.heard.append(("discarded",))

    def game_ended(self) -> None:
        """Note the call."""
        self.heard.append(("ended",))

    def take(self) -> list[tuple[object, ...]]:
        """Return the calls since the last `take`."""
        heard, self.heard = self.heard, []
        return heard


def test_a_listener_hears_of_all_changes_of_the_journal() -> None:
    """A listener hears of each act before and after it is performed, of each undo, and of each redone entry again. The
    listener also hears when redo becomes impossible and when the game ends.
    """
    session, notes = begin(Floor()), Notes()
    session.set_listener(notes)
    session.answer("heads", "Bob")
    assert notes.take() == []
    session.answer("tails", "Ann")
    first = [(0, "call", 0, 0), (1, "act", 0, 0), (1, "outcome", 0, 0)]
    assert notes.take() == first
    session.answer("yes")
    assert notes.take() == [(2, "more", 1, 0)]
    assert (session.entry_count, session.checkpoint.entry_count, session.checkpoint.event_count) == (3, 3, 1)
    session.undo()
    assert notes.take() == [("undone", 2, 1, 0)]
    session.undo()
    assert notes.take() == [("undone", 0, 0, 0)]
    session.redo()
    assert notes.take() == first
    session.redo()
    assert notes.take() == [(2, "more", 1, 0)]
    one_round(session)
    assert notes.take() == [(3, "call", 1, 3), (4, "act", 1, 3), (4, "outcome", 1, 3)]
    session.answer("yes")
    notes.take()
    session.undo()
    assert notes.take() == [("undone", 5, 2, 3)]
    session.answer("no")
    assert notes.take() == [("discarded",), (5, "more", 2, 3), ("ended",)]
    assert (session.is_over, session.can_undo, session.can_redo) == (True, True, False)
    session.undo()
    assert notes.take() == [("undone", 5, 2, 3)]
    session.redo()
    assert notes.take() == [(5, "more", 2, 3), ("ended",)]


def test_a_fork_begins_at_the_present_turn() -> None:
    """A fork has only the entries and events of the present turn, but counts from the start of the game. A branch has
    all entries and events up to its beginning.
    """
    session = begin(Floor())
    one_round(session)
    session.answer("yes")
    one_round(session)
    fork = session.fork()
    assert [type(entry) for entry in fork.journal] == [Answered, Acted]
    assert (fork.entry_count, fork.first_checkpoint.entry_count, fork.first_checkpoint.event_count) == (5, 3, 1)
    assert (fork.events, fork.state, fork.table) == (["round 2"], session.state, session.table)
    notes = Notes()
    fork.set_listener(notes)
    fork.undo()
    assert notes.take() == [("undone", 3, 1, 3)]
    assert not fork.can_undo
    branch = session.branch_at(5)
    assert (branch.journal, branch.events, branch.entry_count) == (session.journal, ["round 1", "round 2"], 5)
    earlier = session.branch_at(2)
    assert (earlier.journal, earlier.events) == (session.journal[:2], ["round 1"])
    assert earlier.pending == (Choose("Ann", "more", ("yes", "no")),)
