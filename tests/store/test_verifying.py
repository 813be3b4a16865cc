"""Stored games are verified, and whatever was changed in a store is found."""

import re
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from stored import BRIEF, header, play, played, traced
from typer.testing import CliRunner, Result

from riotsim.cli.main import app
from riotsim.files.problems import BadFile
from riotsim.simulation import perform
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.database.writer import row_checksum
from riotsim.store.recorder import record_new_game
from riotsim.store.verify import verify_game
from riotsim.table.acts import Act, CutShort, Settled
from riotsim.table.state import Table

pytestmark = pytest.mark.xdist_group("verifying")  # what they share is made once


def all_settle_alike(path: Path, seeds: Iterable[int], options: Mapping[str, object] = {}) -> int:
    """Play whole games with traces, check that each verifies without traces, and return the number of acts."""
    acts = 0
    with Store(path) as store:
        for seed in seeds:
            begin = header(seed, options)
            with record_new_game(store, begin, traced) as (begun, recorder):
                play(begun.session, begin)
                game = recorder.writer.game
            report = verify_game(store.read(game, with_events=True), perform, "it")
            assert report.differences == ()
            assert report.events > 10
            off = [act for act in report.acts if not act.same]
            assert not off, f"seed {seed}: {off[0]}"
            acts += len(report.acts)
    return acts


def test_a_game_verifies(tmp_path: Path) -> None:
    """A game that was recorded with traces verifies without traces, to the last bit of each act."""
    assert all_settle_alike(tmp_path / "s", range(1), {**BRIEF, "clock.minutes": 4}) > 40


@pytest.mark.proof
@pytest.mark.parametrize("first", range(100, 200, 10))
def test_a_hundred_games_verify(tmp_path: Path, first: int) -> None:
    """A hundred games that were recorded with traces verify without traces, to the last bit of each act."""
    assert all_settle_alike(tmp_path / "s", range(first, first + 10)) > 500


def test_what_settles_otherwise_is_told(tmp_path: Path) -> None:
    """If a piece comes to rest 5 mm from its stored place, the report names the distance and isn't `same`."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, 8)
        stored = store.read(recorder.writer.game)

    def off(table: Table, act: Act, seed: int) -> Settled:
        settled = perform(table, act, seed)
        for token in settled.table.tokens.values():
            x, y, z = token.pose.at
            moved = replace(token, pose=replace(token.pose, at=(x + 3, y + 4, z)))
            return replace(settled, table=settled.table.with_pieces(moved))
        return settled

    report = verify_game(stored, off, "it")
    (*_, last) = report.acts
    assert not last.same
    assert last.apart == pytest.approx(5.0)
    assert "5 mm apart" in last.told
    assert report.plain()["same"] is False


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the path of a store with a whole game, and the game's id."""
    path = tmp_path_factory.mktemp("whole") / "s"
    return path, played(path)


def changed(whole: tuple[Path, str], folder: Path, *statements: str) -> Path:
    """Return the path of a copy of a store in which something was changed by SQL."""
    path = Path(shutil.copy(whole[0], folder / "changed"))
    connection = sqlite3.connect(path)
    connection.create_function("row_checksum", 2, row_checksum)
    for statement in statements:
        assert connection.execute(statement).rowcount, statement
    connection.commit()
    connection.close()
    return path


def games(path: Path, *args: str) -> Result:
    """Run `riotsim games` with a store, in this process."""
    return CliRunner().invoke(app, ["games", *args, "--db", str(path)], env={"COLUMNS": "200"})


def test_damage_is_found(tmp_path: Path) -> None:
    """A changed answer, a missing entry and an invalid header are refused with a message that names them."""
    game = played(tmp_path / "s", most=12)
    for damage, told in (
        ("UPDATE entry SET body = replace(body, '1', '2') WHERE number = 3", "entry 3 of the game"),
        ("DELETE FROM entry WHERE number = 5", "entry 5 of its journal is missing"),
        ("UPDATE game SET header = '{}'", "header of the game"),
    ):
        copy = tmp_path / f"{told.split()[0]}-{len(told)}"
        with Store(tmp_path / "s") as store:
            store._connection.execute("VACUUM INTO ?", (str(copy),))
        with sqlite3.connect(copy) as connection:
            connection.execute(damage)
        with Store(copy) as store, pytest.raises(BadFile, match=told):
            store.read(game)


@pytest.mark.parametrize(
    ("table", "key", "now", "then"),
    [("entry", "number", '"stamp":0.0', '"stamp":1.0'), ("outcome", "entry", '"ticks":', '"ticks":1')],
)
def test_a_row_that_says_another_legal_thing_is_refused(
    whole: tuple[Path, str], tmp_path: Path, table: str, key: str, now: str, then: str
) -> None:
    """If the checksum of a row is wrong, `show`, `verify` and `export` refuse the game, even if the row's content is
    valid.
    """
    first = f"(SELECT min({key}) FROM {table} WHERE body LIKE '%{now}%')"
    path = changed(whole, tmp_path, f"UPDATE {table} SET body = replace(body, '{now}', '{then}') WHERE {key} = {first}")
    game = whole[1]
    for args in (("show", game), ("verify", game), ("export", game, str(tmp_path / "out.json"))):
        done = games(path, *args)
        assert isinstance(done.exception, BadFile)
        assert re.search(rf"{table} \d+ of the game {game} is damaged: its checksum is another", str(done.exception))
    assert not (tmp_path / "out.json").exists()


def test_a_position_at_the_start_of_a_turn_is_checked(whole: tuple[Path, str], tmp_path: Path) -> None:
    """If the places of pieces at rest are changed by 0.001 mm, the game can't be resumed, although each row is
    valid.
    """
    x = "(SELECT fullkey || '[0]' FROM json_each(body, '$.moved') LIMIT 1)"
    path = changed(
        whole,
        tmp_path,
        f"UPDATE outcome SET body = json_replace(body, {x}, json_extract(body, {x}) + 0.001) WHERE {x} IS NOT NULL",
        "UPDATE outcome SET sum = row_checksum(entry, body)",
    )
    done = CliRunner().invoke(app, ["game", "--quiet", "--resume", whole[1], "--db", str(path)])
    assert isinstance(done.exception, BadFile)
    assert "another position at the start of a turn" in str(done.exception)


def test_a_changed_name_in_an_event_is_found(whole: tuple[Path, str], tmp_path: Path) -> None:
    """If a stored event differs from what the rules tell, `verify` shows both with its number, and exits with 1."""
    first = "(SELECT min(number) FROM event WHERE body LIKE '%Ada%')"
    path = changed(whole, tmp_path, f"UPDATE event SET body = replace(body, 'Ada', 'Zed') WHERE number = {first}")
    done = games(path, "verify", whole[1])
    assert done.exit_code == 1
    assert re.search(r'event \d+: stored is .*"Zed".*, and the rules tell .*"Ada"', done.stdout)
    assert "acts settle as they did, to the last bit" in done.stdout
    assert "1 event is stored otherwise than the rules tell" in done.stdout


def nothing_moves(table: Table, _act: Act, _seed: int, /) -> Settled:
    """Leave the table as it is, where acts are not what is verified."""
    return Settled(table)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM event WHERE number = (SELECT max(number) FROM event)", r"event \d+: is not stored"),
        ("DELETE FROM event WHERE number = 3", "event 3: stored is"),
        ("UPDATE event SET body = '{}' WHERE number = 3", "event 3: stored is event null"),
        ("INSERT INTO event SELECT game, 9999, body FROM event LIMIT 1", "is stored, and the rules tell none"),
        (
            "INSERT INTO checkpoint SELECT game, 9999, 9, position FROM checkpoint LIMIT 1",
            "turn .* the rules tell none",
        ),
        ("DELETE FROM checkpoint WHERE entry = (SELECT max(entry) FROM checkpoint)", r"turn \d+: is not stored"),
        ("UPDATE game SET result = replace(result, 'Bea', 'Zed')", 'result: stored is .*"Zed"'),
    ],
)
def test_what_is_added_or_missing_beside_the_journal_is_found(
    whole: tuple[Path, str], tmp_path: Path, damage: str, told: str
) -> None:
    """If an event, a turn or the result of a finished game is changed, added or missing, verifying reports it."""
    with Store(changed(whole, tmp_path, damage)) as store:
        report = verify_game(store.read(whole[1], with_events=True), nothing_moves, "it")
    assert re.search(told, report.differences[0].described)
    assert report.plain()["same"] is False


def test_a_number_that_json_does_not_have_is_refused(whole: tuple[Path, str], tmp_path: Path) -> None:
    """If a stored event has NaN, `games show --json` refuses the game and names the event, as JSON has no NaN."""
    path = changed(whole, tmp_path, """UPDATE event SET body = '{"event":NaN}' WHERE number = 2""")
    done = games(path, "show", whole[1], "--json")
    assert isinstance(done.exception, BadFile)
    assert "event 2 of the game" in str(done.exception)


def test_a_game_that_is_still_played_verifies(tmp_path: Path) -> None:
    """A game under way verifies although the events since its last entry aren't stored yet."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, 5)
        stored = store.read(recorder.writer.game, with_events=True)
        assert len(stored.events) < len(begun.session.events)
        assert verify_game(stored, nothing_moves, "it").differences == ()


def test_a_change_is_found_in_a_game_that_is_still_played(tmp_path: Path) -> None:
    """If a stored event of a game under way differs from what the rules tell, verifying names the event."""
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, 5)
        stored = store.read(recorder.writer.game, with_events=True)
    stored = replace(stored, events=({"event": "no such thing"}, *stored.events[1:]))
    (found,) = verify_game(stored, nothing_moves, "it").differences
    assert (found.what, found.number) == ("event", 0)


def brief(path: Path) -> StoredGame:
    """Play the beginning of a game, and return it as it is stored."""
    begin = header()
    with Store(path) as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, 4)
        return store.read(recorder.writer.game)


def test_a_minus_before_a_zero_is_told(tmp_path: Path) -> None:
    """If an act gives −0.0 instead of 0.0, it is not the same act, although all pieces lie alike and the facts
    agree.
    """

    def signed(table: Table, act: Act, seed: int) -> Settled:
        settled = perform(table, act, seed)
        assert settled.table.wall_height == 0.0
        return replace(settled, table=replace(settled.table, wall_height=-0.0))

    report = verify_game(brief(tmp_path / "s"), signed, "it")
    assert report.acts
    assert {(act.same, act.apart, act.facts) for act in report.acts} == {(False, 0.0, True)}
    assert report.plain()["same"] is False


def test_facts_that_differ_are_told(tmp_path: Path) -> None:
    """If all pieces come to rest as stored but an act reports other facts, the act is not the same."""

    def otherwise(table: Table, act: Act, seed: int) -> Settled:
        settled = perform(table, act, seed)
        return replace(settled, facts=(*settled.facts, CutShort(settled.ticks)))

    report = verify_game(brief(tmp_path / "s"), otherwise, "it")
    assert report.acts
    assert {(act.same, act.apart, act.facts) for act in report.acts} == {(False, 0.0, False)}
    assert report.acts[0].told == "0 mm apart, and something else happens"
    assert all(act["facts"] is False for act in report.plain()["acts"])
