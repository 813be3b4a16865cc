"""Sessions of a game with two questions and a dropped token: answers, the journal, forks and replays."""

import gc
import weakref
from typing import Any

import pytest
from calling import Floor, Score, begin, one_round, run

from riotsim.play.requests import Choose, PickPiece, PickPoint, PickWay, Refused, Request, SetPace, Way
from riotsim.play.session.journal import Acted, Answered
from riotsim.play.session.preview import preview_act
from riotsim.play.session.recorder import GameRecorder, Measures, count_options
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


def test_joint_answers_are_stored_together() -> None:
    """RD-61: if two players are asked together, the first answer is not stored or played until both have answered."""
    floor = Floor()
    session = begin(floor)
    assert [request.player for request in session.pending] == ["Ann", "Bob"]
    session.answer("heads", "Bob")
    assert [request.player for request in session.pending] == ["Ann"]
    assert (session.journal, session.state.said, floor.seeds) == ([], [], [])
    with pytest.raises(Refused, match="nothing is asked of Bob"):
        session.answer("tails", "Bob")
    session.answer("tails", "Ann")
    assert session.state.said == [("Ann", "tails"), ("Bob", "heads")]
    assert session.journal[0] == Answered("call", (("Ann", "tails"), ("Bob", "heads")), 0.0)


def test_fork_does_not_know_a_hidden_answer() -> None:
    """RD-61: if only one of two players has answered a joint request, a fork of the game asks both players again."""
    session = begin(Floor())
    session.answer("heads", "Bob")
    fork = session.fork()
    assert [request.player for request in fork.pending] == ["Ann", "Bob"]
    assert [request.player for request in session.pending] == ["Ann"]


def test_refused_answer_changes_nothing() -> None:
    """An answer that is not allowed is refused with the reason, and the request still stands."""
    session = begin(Floor())
    with pytest.raises(Refused, match="edge is not open; there is heads, tails"):
        session.answer("edge", "Ann")
    assert [request.player for request in session.pending] == ["Ann", "Bob"]
    assert session.journal == []


def test_over() -> None:
    """If the rules have come to their end, the game is over. Nothing is asked any more, and an answer is refused."""
    session = begin(Floor())
    one_round(session)
    session.answer("no")
    assert session.is_over
    assert session.pending == ()
    with pytest.raises(Refused, match="the game is over"):
        session.answer("yes")


@pytest.mark.parametrize("ended", [True, False], ids=["played to its end", "left"])
def test_what_a_game_held_is_free_as_soon_as_nobody_has_it(ended: bool) -> None:
    """If a session is no longer referenced, its memory is freed at once, without Python's cycle collector. Otherwise
    the memory of a process that plays many games would grow.
    """
    gc.disable()
    try:
        session = begin(Floor())
        one_round(session)
        session.answer("no") if ended else session.close()
        held = weakref.ref(session.play)
        del session
        assert held() is None
    finally:
        gc.enable()


def test_stamps_never_run_backwards() -> None:
    """The rules' clock shows the time stamp of the last answer. If a stamp is earlier than the clock, the clock
    stays.
    """
    session = begin(Floor())
    session.answer("heads", "Ann", 3.0)
    session.answer("heads", "Bob", 5.0)
    assert session.play.now == 5.0
    session.answer("yes", stamp=4.0)
    assert session.play.now == 5.0


def test_seed_is_noted_before_the_act() -> None:
    """An act and its seed are in the journal before the act is performed. If the act crashes, the resumed game performs
    it with the same seed.
    """
    floor = Floor(breaks=True)
    session = begin(floor)
    first = session.checkpoint
    session.answer("heads", "Bob")
    with pytest.raises(RuntimeError):
        session.answer("tails", "Ann")
    noted = session.journal[-1]
    assert isinstance(noted, Acted)
    assert noted.settled is None
    floor.breaks = False
    again = Session.resume(run, first, session.journal, floor)
    assert floor.seeds == [noted.seed]
    assert again.pending[0].purpose == "more"
    assert isinstance(again.journal[-1], Acted)
    assert again.journal[-1].settled is not None


def test_a_game_whose_act_failed_says_so_and_can_be_taken_up_again() -> None:
    """If an act fails with an error, the game refuses every further answer and preview for this reason. A fork of the
    game performs the act again and goes on.
    """
    floor = Floor(breaks=True)
    session = begin(floor)
    session.answer("heads", "Bob")
    with pytest.raises(RuntimeError, match="power"):
        session.answer("tails", "Ann")
    assert not session.is_over
    with pytest.raises(RuntimeError, match="stopped by an error"):
        session.answer("yes")
    with pytest.raises(RuntimeError, match="stopped by an error"):
        preview_act(session, "yes")
    floor.breaks = False
    again = session.fork()
    assert again.state.said == [("Ann", "tails"), ("Bob", "heads")]
    assert again.pending[0].purpose == "more"


def test_an_act_that_raises_what_ends_coroutines_does_not_end_the_game() -> None:
    """If an act raises `StopIteration`, the game has failed with an error, but is not over."""

    def forgetful(table: Table, act: Act, seed: int) -> Settled:
        raise StopIteration

    session = begin(forgetful)
    session.answer("heads", "Bob")
    with pytest.raises(StopIteration):
        session.answer("tails", "Ann")
    assert not session.is_over
    assert session.failure is not None


def test_replay_performs_nothing() -> None:
    """If a journal is replayed, its acts are not performed again. The game ends at the same point with the same
    events.
    """
    session = begin(Floor())
    first = session.checkpoint
    one_round(session)
    session.answer("yes")
    again = Session.resume(run, first, session.journal, Floor(breaks=True))
    assert (again.state, again.table, again.events) == (session.state, session.table, session.events)
    assert again.requests == session.requests


def test_checkpoint_begins_the_turn() -> None:
    """If a game is forked in a later turn, the fork has only the journal of that turn. From there on the fork draws the
    same seeds as the game.
    """
    floor = Floor()
    session = begin(floor)
    one_round(session)
    session.answer("yes")
    fork = session.fork()
    assert fork.journal == []
    assert fork.state == session.state
    one_round(fork)
    one_round(session)
    assert floor.seeds[1] == floor.seeds[2]
    assert floor.seeds[0] != floor.seeds[1]
    assert fork.events == ["round 2"]
    assert session.events == ["round 1", "round 2"]


def test_state_given_is_not_the_game_s() -> None:
    """A game copies the state with which it begins, and doesn't change the original."""
    mine = Score()
    session = Session(run, mine, Table(100.0, 100.0), 7, Floor())
    one_round(session)
    assert mine == Score()
    assert session.state.rounds == 1


def test_a_record_has_entries_and_events_in_their_order() -> None:
    """A record of a game has each act once, before the events that follow from the act. A game that is recorded can't
    be undone.
    """
    session = begin(Floor())
    recorder = GameRecorder(session)
    one_round(session)
    session.answer("yes")
    one_round(session)
    session.answer("no")
    entries = session.journal
    assert recorder.history == [*entries[:2], "round 1", *entries[2:5], "round 2", entries[5]]
    with pytest.raises(RuntimeError, match="a game recorder records games in which nothing is undone"):
        session.undo()


def test_measures_count_by_tally_and_by_what_is_counted() -> None:
    """Each count in a tally grows by one, or by a given number."""
    measures = Measures()
    for tally, what, times in (("fights", "pinch", 1), ("fights", "thump", 3), ("falls", "pinch", 2)):
        measures.count(tally, what, times)
    measures.count("fights", "pinch")
    assert measures.tallies == {"fights": {"pinch": 2, "thump": 3}, "falls": {"pinch": 2}}


def test_answers_are_counted_where_they_can_be() -> None:
    """The number of allowed answers is known for requests with a list of options. If dice may be discarded, each path
    counts twice. For points the number is unknown.
    """
    ways = tuple(Way(f"d{n}", 0.5, 30.0) for n in range(3))
    rows: list[tuple[Request[Any], int | None]] = [
        (Choose("Ann", "c", ("a", "b", "c", "d")), 4),
        (PickPiece("Ann", "p", ("a", "b")), 2),
        (PickWay("Ann", "w", "m", ways), 3),
        (PickWay("Ann", "w", "m", ways, may_discard=True), 6),
        (SetPace("Ann", "s", "m", (1.0, 2.0), 3, ("normal", "slow", "fast")), 3),
        (PickPoint("Ann", "p", ()), None),
    ]
    assert [count_options(request) for request, _ in rows] == [count for _, count in rows]
