"""Games that are stored while they are played, interrupted or killed, and resumed."""

import os
import random
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import IO

import pytest
from command_line import Fork
from stored import contents, gone_on_with, header, play, played, traced, whole_game

from riotsim.files.problems import BadFile
from riotsim.store.database import lock as holding
from riotsim.store.database.lock import Busy
from riotsim.store.database.store import Store
from riotsim.store.database.writer import GameWriter, Statement
from riotsim.store.exchange import export_game, read_export, replay_import
from riotsim.store.recorder import record_new_game, record_resumed_game
from riotsim.store.resume import resume_game

pytestmark = pytest.mark.xdist_group("keeping")  # what they share is made once


def test_a_stored_game_is_taken_up_as_it_was(tmp_path: Path) -> None:
    """If a stored game is resumed, its table, state, events and journal are the same. No act is simulated again."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin)
        recorder.catch_up()
        again = resume_game(store.read(recorder.writer.game)).session
        assert (again.table, again.state, again.events) == (
            begun.session.table,
            begun.session.state,
            begun.session.events,
        )
        assert again.journal == begun.session.journal
        assert again.is_over


def test_an_interrupted_game_goes_on_with_the_same_bits(tmp_path: Path) -> None:
    """If a game is left and resumed several times, the store has the same contents as after an undisturbed game."""
    game = played(tmp_path / "s", most=7)
    for most in (1, 5, 11):
        gone_on_with(tmp_path / "s", game, most)
    gone_on_with(tmp_path / "s", game)
    assert contents(tmp_path / "s", game) == whole_game()


def playing(path: Path, game: str) -> Fork:
    """Start a process that resumes a game of a store, or plays a new game if the name is "-".

    A game has some 250 writes. The process prints a line before and after each write. Before every thirtieth write, it
    waits for a line of input or the end of the input.
    """

    def work(stdin: IO[bytes], stdout: IO[bytes]) -> None:
        write, writes = GameWriter._save, 0

        def announced(self: GameWriter, statements: list[Statement], *, lasting: bool = False) -> None:
            nonlocal writes
            writes += 1
            if writes % 30 == 0:
                stdin.readline()
            stdout.write(b"writing\n")
            write(self, statements, lasting=lasting)
            stdout.write(b"written\n")

        GameWriter._save = announced  # type: ignore[method-assign]  # this process is a fork
        if game == "-":
            played(path)
        else:
            gone_on_with(path, game)

    return Fork(work)


def killed_at(write: int, seconds: float, path: Path, game: str) -> bool:
    """Play in another process, and kill it some seconds after it began a given write.

    Return whether the process was writing when it was killed.
    """
    with playing(path, game) as process:
        process.stdin.close()
        while write and (line := process.stdout.readline()):
            write -= line == b"writing\n"
        time.sleep(seconds)
        process.kill()
        *_, last = [b"", *process.stdout]
        return last == b"writing\n" or (not last and line == b"writing\n")


def kill_often(folder: Path, times: int) -> tuple[set[int], int]:
    """Play games in processes that are killed at random writes and resumed, until there were so many kills.

    Returns:
        The numbers of entries that were stored after the kills, and the number of kills during a write.
    """
    chance = random.Random(times)
    killed = within = 0
    found = set[int]()
    while killed < times:
        path, game = folder / f"s{killed}", "-"
        while killed < times and (game == "-" or not over(path, game)):
            within += killed_at(chance.randint(1, 60), chance.choice((0.0, chance.uniform(0.0, 0.003))), path, game)
            killed += 1
            with Store(path) as store:
                for short in store.games():
                    game = short.id
                    found.add(short.entries)
        if game != "-":
            gone_on_with(path, game)
            assert contents(path, game) == whole_game()
    return found, within


def test_a_killed_game_goes_on_with_the_same_bits(tmp_path: Path) -> None:
    """If the process of a game is killed four times and the game is resumed each time, the store has the same contents
    as after an undisturbed game.
    """
    found, _ = kill_often(tmp_path, 4)
    assert len(found) > 1


@pytest.mark.proof
def test_games_killed_two_hundred_times_go_on(tmp_path: Path) -> None:
    """Even if processes of games are killed 200 times, some of them during a write, the store has the same contents as
    after undisturbed games.
    """
    found, within = kill_often(tmp_path, 200)
    assert len(found) > 20
    assert within


def over(path: Path, game: str) -> bool:
    """Return whether a stored game has ended."""
    with Store(path) as store:
        return store.summary(game).result is not None


def test_one_process_plays_a_game(tmp_path: Path) -> None:
    """While a game is being played, a second connection that wants to play or delete it gets an error. After the end it
    can delete the game.
    """
    game = played(tmp_path / "s", most=3)
    with Store(tmp_path / "s") as store, record_resumed_game(store, game, traced):
        with Store(tmp_path / "s") as other, pytest.raises(Busy, match="is being played by process"):
            other.resume(game)
        with Store(tmp_path / "s") as other, pytest.raises(Busy):
            other.delete(game)
    with Store(tmp_path / "s") as other:
        other.delete(game)
        assert other.games() == []


def test_a_game_is_taken_from_nobody_who_plays_it(tmp_path: Path) -> None:
    """If a process of this machine plays a game, its lock can't be freed. The lock of another machine can be freed, and
    then the first player can't store any more.
    """
    begin = header()
    with Store(tmp_path / "s") as store:
        game = ""

        def taken() -> None:
            nonlocal game
            with record_new_game(store, begin, traced) as (begun, recorder):
                play(begun.session, begin, 3)
                game = recorder.writer.game
                with Store(tmp_path / "s") as other:
                    with pytest.raises(Busy, match="is being played"):
                        other.free(game)
                    other._connection.execute("UPDATE holder SET host = 'elsewhere', token = 'of another'")
                    other.free(game)
                    other.resume(game).close()
                play(begun.session, begin)

        with pytest.raises(Busy, match="taken over"):
            taken()
        assert len([entry for entry in store.read(game).entries if entry.kind == "answered"]) == 3


def test_a_process_with_the_number_of_the_dead_one_holds_nothing(tmp_path: Path) -> None:
    """If a process is killed, its lock remains, but doesn't count. It doesn't count even if another process now has the
    same number.
    """
    with playing(tmp_path / "s", "-") as process:
        for _ in range(20):
            process.stdout.readline()
        with Store(tmp_path / "s") as store:
            (held,) = store.games()
        assert held.holder is not None
        process.kill()
    with Store(tmp_path / "s") as store:
        # This process lives on under the number that the dead one had.
        store._connection.execute("UPDATE holder SET process = ?", (os.getpid(),))
        assert store.summary(held.id).holder is None
    gone_on_with(tmp_path / "s", held.id)
    assert over(tmp_path / "s", held.id)


def test_a_power_cut_loses_one_turn_at_most(tmp_path: Path) -> None:
    """Each commit with the start of a turn or the end of the game is written to the disk at once. So a power cut loses
    at most one turn. The store uses a write-ahead log, so that no commit can damage the file.
    """
    levels = {"OFF": 0, "NORMAL": 1, "FULL": 2}
    begin, committed, level, inside = header(), list[tuple[str, str]](), "FULL", ""

    def listen(statement: str) -> None:
        nonlocal level, inside
        if statement.startswith("PRAGMA synchronous = "):
            level = statement.rpartition(" ")[2]
        elif statement == "COMMIT":
            committed.append((level, inside))
            inside = ""
        else:
            inside += f"{statement}\n"

    with Store(tmp_path / "s") as store:
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (levels["FULL"],)
        store._connection.set_trace_callback(listen)
        with record_new_game(store, begin, traced) as (begun, recorder):
            play(begun.session, begin)
            game = recorder.writer.game
        store._connection.set_trace_callback(None)
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (levels["FULL"],)
        turns = store.summary(game).turns
    assert {level for level, _ in committed} == {"NORMAL", "FULL"}
    lasting = [text for level, text in committed if level == "FULL"]
    assert sum(text.count("INTO checkpoint") for text in lasting) == turns + 1, "the set-up is turn 0"
    assert sum("SET result = '" in text for text in lasting) == 1
    assert not [text for level, text in committed if level == "NORMAL" and ("checkpoint" in text or "result" in text)]


def test_an_interrupt_within_a_commit_does_no_harm(tmp_path: Path) -> None:
    """If the player interrupts the game during a commit, each entry is still stored once, and the game can be
    resumed.
    """
    save, calls = GameWriter._save, 0

    def interrupted(self: GameWriter, statements: list[Statement], *, lasting: bool = False) -> None:
        nonlocal calls
        calls += 1
        waiting = [*self._waiting, *statements]
        save(self, statements, lasting=lasting)
        if calls == 30:
            self._waiting = waiting  # as if nobody had come to know of it
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameWriter, "_save", interrupted)
        with pytest.raises(KeyboardInterrupt):
            played(tmp_path / "s")
    with Store(tmp_path / "s") as store:
        (game,) = store.games()
        assert game.holder is None
    gone_on_with(tmp_path / "s", game.id)
    assert contents(tmp_path / "s", game.id) == whole_game()


def test_no_folder_is_made_for_a_store(tmp_path: Path) -> None:
    """If a store is opened in a missing folder, the message names the folder, and nothing is created."""
    with pytest.raises(BadFile, match=f"there is no folder {tmp_path / 'gmaes'}; make it first"):
        Store(tmp_path / "gmaes" / "s")
    assert list(tmp_path.iterdir()) == []


def test_a_new_store_may_be_opened_by_many_at_once(tmp_path: Path) -> None:
    """If three processes open the same new store at the same time, all of them succeed."""

    def work(stdin: IO[bytes], stdout: IO[bytes]) -> None:
        stdin.readline()
        for k in range(15):
            Store(tmp_path / str(k)).close()
        stdout.write(b"done")

    with Fork(work) as one, Fork(work) as other, Fork(work) as third:
        for process in (one, other, third):
            process.stdin.write(b"\n")
        assert [process.stdout.read() for process in (one, other, third)] == [b"done"] * 3


def test_a_store_that_is_being_made_is_waited_for(tmp_path: Path) -> None:
    """If another connection is creating a store's tables, opening the store waits, though SQLite itself would not."""
    other = sqlite3.connect(tmp_path / "s", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    done = Timer(0.4, lambda: other.execute("ROLLBACK"))
    done.start()
    with Store(tmp_path / "s") as store:
        assert store.games() == []
    done.join()
    other.close()


def test_what_is_read_is_of_one_moment(tmp_path: Path) -> None:
    """A game can be read and exported at any time while another process plays it."""
    read = 0
    with playing(tmp_path / "s", "-") as process:
        while process.poll() is None:
            if (tmp_path / "s").exists():
                with Store(tmp_path / "s") as store:
                    for short in store.games():
                        replay_import(read_export(export_game(store.read(short.id)).encode(), "it"), "it")
                        read += 1
                        with suppress(BrokenPipeError):
                            os.write(process.stdin.fileno(), b"\n")
    assert process.poll() == 0
    assert read >= 8, "the game waits for so many"


def test_one_damaged_game_hides_no_other(tmp_path: Path) -> None:
    """If one game in a store is damaged, the other games are still listed. The damaged game is listed apart, and can be
    deleted.
    """
    bad, good = played(tmp_path / "s", most=1), played(tmp_path / "s", most=1)
    with Store(tmp_path / "s") as store:
        store._connection.execute("UPDATE game SET header = '{}' WHERE id = ?", (bad,))
        assert [game.id for game in store.games()] == [good]
        assert list(store.damaged()) == [bad]
        store.delete(bad)
        assert store.damaged() == {}


def test_a_full_disk_stops_nobody(tmp_path: Path) -> None:
    """If the disk is full, the game tells it once and goes on in memory. When there is room again, everything is
    stored.
    """
    begin, said = header(), list[str]()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced, tell=said.append) as (begun, recorder):
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        play(begun.session, begin, 20)
        assert len(said) == 1
        assert "can't be saved" in said[0]
        store._connection.execute("PRAGMA max_page_count = 1000000")
        play(begun.session, begin)
        game = recorder.writer.game
    assert len(said) == 2
    assert "saved again" in said[1]
    assert contents(tmp_path / "s", game) == whole_game()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder on a disk of 3 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this needs the right to mount a tmpfs")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_disk_that_is_full_stops_nobody(small_disk: Path) -> None:
    """If a real disk is full, the game goes on in memory. When another file has been deleted, everything is stored."""
    begin, said = header(), list[str]()
    with Store(small_disk / "s") as store, record_new_game(store, begin, traced, tell=said.append) as (begun, recorder):
        play(begun.session, begin, 4)
        room = os.statvfs(small_disk)
        (small_disk / "ballast").write_bytes(bytes(room.f_bavail * room.f_frsize - 8192))
        play(begun.session, begin, 25)
        assert len(said) == 1
        assert "can't be saved" in said[0]
        (small_disk / "ballast").unlink()
        play(begun.session, begin)
        game = recorder.writer.game
    assert len(said) == 2
    assert contents(small_disk / "s", game) == whole_game()


def test_several_processes_store_games_at_once(tmp_path: Path) -> None:
    """Two processes can play games into one store at the same time."""

    def work(_stdin: IO[bytes], stdout: IO[bytes]) -> None:
        played(tmp_path / "s", 1)
        played(tmp_path / "s", 2, most=5)
        stdout.write(b"done")

    with Fork(work) as one, Fork(work) as other:
        assert (one.stdout.read(), other.stdout.read()) == (b"done", b"done")
    with Store(tmp_path / "s") as store:
        games = store.games()
        assert sorted(game.header.seed for game in games) == [1, 1, 2, 2]
        for game in games:
            assert resume_game(store.read(game.id)).session.is_over == (game.header.seed == 1)


class Gone(BaseException):
    """An error that stands for the end of the process."""


def broken_off(path: Path, commits: int) -> bool:
    """Play a game and break off after so many commits. Return whether the game had so many commits."""
    done = 0
    save = GameWriter._save

    def counted(self: GameWriter, statements: list[Statement], *, lasting: bool = False) -> None:
        nonlocal done
        if done < commits:
            save(self, statements, lasting=lasting)
            done += 1
            if done == commits:
                raise Gone

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameWriter, "_save", counted)
        patch.setattr(holding, "release", lambda *_: None)
        try:
            played(path)
        except Gone:
            return True
    return False


def held_to(tmp_path: Path, steps: int) -> int:
    """Play the game again and again, broken off after 1, 1 + `steps`, 1 + 2 `steps` … commits.

    Resume it each time and compare the contents. Return how often the game was broken off.
    """
    commits = 1
    while broken_off(path := tmp_path / f"s{commits}", commits):
        with Store(path) as store:
            (game,) = store.games()
            store._connection.execute("DELETE FROM holder")  # the process is this one, and lives on
        gone_on_with(path, game.id)
        assert contents(path, game.id) == whole_game(), f"broken off after {commits} commits"
        commits += steps
    return commits // steps


def test_a_game_goes_on_from_any_commit(tmp_path: Path) -> None:
    """If a game breaks off after a commit (every fortieth is tested) and is resumed, its contents are the same."""
    assert held_to(tmp_path, 40) > 1


@pytest.mark.proof
def test_a_game_goes_on_from_each_commit(tmp_path: Path) -> None:
    """If a game breaks off after any commit and is resumed, its contents are the same. Each commit is tested."""
    assert held_to(tmp_path, 1) > 80
