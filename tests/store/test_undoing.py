"""Undone entries are removed from the store, and come back with a redo."""

from pathlib import Path

import pytest
from stored import contents, header, play, traced, whole_game

from riotsim.store.database.store import Store
from riotsim.store.database.writer import EventBatch
from riotsim.store.recorder import record_new_game
from riotsim.store.resume import resume_game

pytestmark = pytest.mark.xdist_group("keeping")  # the game to compare with is played once


def test_what_is_undone_is_not_stored(tmp_path: Path) -> None:
    """If answers are undone, the store no longer has them. If they are redone, the store is the same as before."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        session, game = begun.session, recorder.writer.game
        play(session, begin, 14)
        recorder.catch_up()
        before = contents(tmp_path / "s", game)
        for _ in range(6):
            session.undo()
        assert len(store.read(game).entries) == session.entry_count
        taken = resume_game(store.read(game)).session
        assert (taken.table, taken.events) == (session.table, session.events)
        for _ in range(6):
            session.redo()
        recorder.catch_up()
        assert contents(tmp_path / "s", game) == before
        for _ in range(4):
            session.undo()
        play(session, begin)  # the bots answer as they did
    assert contents(tmp_path / "s", game) == whole_game()


def test_what_is_undone_on_a_full_disk_is_gone_when_there_is_room(tmp_path: Path) -> None:
    """After answers were undone and redone on a full disk, the store has the session's entries once there is room."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        session, game = begun.session, recorder.writer.game
        play(session, begin, 9)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        play(session, begin, 30)
        assert recorder.writer.problem
        for _ in range(4):
            session.undo()
        for _ in range(3):
            session.redo()
        play(session, begin, 1)
        store._connection.execute("PRAGMA max_page_count = 1000000")
        play(session, begin)
    assert contents(tmp_path / "s", game) == whole_game()


def test_the_path_of_an_act_that_was_undone_on_a_full_disk_is_not_found_again(tmp_path: Path) -> None:
    """If acts are undone on a full disk, a later undo doesn't find their paths, whether or not the store had them. A
    path that was written after the undo is found.
    """
    with Store(tmp_path / "s") as store:
        writer = store.begin(header())
        writer.write_outcome(3, "{}", b"stored")
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        writer.write_outcome(5, "{}", bytes(1_000_000))
        assert writer.problem
        assert sorted(writer.traces_from(3)) == [3, 5]
        writer.truncate(3, 0)
        assert writer.traces_from(0) == {}
        writer.write_outcome(4, "{}", b"new")
        assert writer.traces_from(0) == {4: b"new"}
        store._connection.execute("PRAGMA max_page_count = 1000000")
        writer.write_events(EventBatch([(0, "{}")]))
        assert not writer.problem
        assert writer.traces_from(0) == {4: b"new"}
        writer.close()


@pytest.mark.parametrize("steps", [1, 3])
def test_starts_of_turns_are_those_that_were_reached(tmp_path: Path, steps: int) -> None:
    """If answers are undone, the store keeps only the starts of turns up to that point. The list of games counts
    these starts, and a resumed game is checked against them.
    """
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        session, game = begun.session, recorder.writer.game
        reached, undone_to_a_start = set[tuple[int, int]](), 0

        def check() -> None:
            recorder.catch_up()
            start = (session.checkpoint.entry_count, session.checkpoint.event_count)
            reached.add(start)
            stored = [(turn.entry, turn.event) for turn in store.read(game).turns]
            assert stored == sorted(turn for turn in reached if turn <= start)

        check()
        while not session.is_over:
            for _ in range(steps):
                play(session, begin, 1)
                check()
            for _ in range(steps):
                session.undo()
                check()
                undone_to_a_start += session.entry_count == session.checkpoint.entry_count
            for _ in range(steps):
                session.redo()
                check()
    assert undone_to_a_start
    assert contents(tmp_path / "s", game) == whole_game()
