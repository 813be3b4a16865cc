"""Riot Dice between people and bots in a host: storing, resuming after SIGKILL, prompts and reasons."""

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from fake_window import of, played_here, played_there
from riot_answers import legal
from typer.testing import CliRunner

from riotsim.app.open_games import perform_traced, resumed_game
from riotsim.app.window.hosting import GameInWindow
from riotsim.bots.bot import play_out
from riotsim.cli.main import app
from riotsim.errors import BadInput
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.players import make_bots
from riotsim.replay.clocks import PlaybackClock
from riotsim.store.begin import make_header
from riotsim.store.database.document import AnsweredDoc, Header, Seat
from riotsim.store.database.store import Store
from riotsim.store.recorder import record_new_game
from riotsim.table.pieces import Model, Token
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.connection import MAX_UNSHOWN_ACTS
from riotsim.viewer.session.host import Host
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActStarted,
    Answer,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    LogChanged,
    Question,
    Redo,
    ToHost,
    Undo,
)

pytestmark = pytest.mark.xdist_group("hosting")  # what they share is made once

SHORT = {"loot.each": 2, "gang.models": ["git", "git"]}
"""Options of a game that is set up quickly."""


def header(seed: int = 3, **players: str) -> Header:
    """Return the header of a short game."""
    book = load_rules("riot_dice", Rulebook, SHORT)
    seats = [Seat(name=name, player=player) for name, player in (players or {"Ada": "person", "Bea": "greedy"}).items()]
    return make_header("riot_dice", "riot_dice", book, seed, seats, live_clock=True)


def person(turns: int = 2) -> Callable[[FromHost, object], list[ToHost]]:
    """Return a person who plays a number of turns and then legs it."""
    taken = 0

    def says(message: FromHost, _: object) -> list[ToHost]:
        nonlocal taken
        if not isinstance(message, Question):
            return []
        request = message.requests[0]
        taken += request.purpose == "turn"
        return [Answer(request.player, legal(request, legs_it=taken > turns), message.number)]

    return says


def stored(db: Path, game: str) -> list[object]:
    """Return the stored course of a game, without thinking times."""
    with Store(db) as store:
        found = store.read(game, with_traces=True)
        told = store.events(game)
    entries = [(entry.purpose, entry.answers) if isinstance(entry, AnsweredDoc) else entry for entry in found.entries]
    return [entries, found.outcomes, found.turns, found.result, found.traces, told]


def opened(seen: Sequence[FromHost]) -> GameOpened:
    """Return the message that a game is open."""
    (message,) = of(GameOpened, seen)
    return message


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[FromHost]]:
    """Return the store and the messages of a game of a person against a bot, hosted in this process."""
    db = tmp_path_factory.mktemp("hosted") / "games.sqlite"
    return db, played_here(GameInWindow.new(header(), db), person())


def test_a_person_plays_against_a_bot(played: tuple[Path, list[FromHost]]) -> None:
    """Only the person is asked. After the person has legged it, the game is over and stored."""
    db, seen = played
    assert {request.player for message in of(Question, seen) for request in message.requests} == {"Ada"}
    assert opened(seen).title == "Riot Dice: Ada against Bea"
    assert opened(seen).models == {"a1": "Ada", "a2": "Ada", "b1": "Bea", "b2": "Bea"}
    over = seen[-1]
    assert isinstance(over, GameOver)
    assert over.lines[0].text.endswith("wins.") or over.lines[0].text.startswith("A draw")
    with Store(db) as store:
        (game,) = store.games()
        assert game.id == opened(seen).game
        assert game.result is not None


def test_a_planner_thinks_unseen(tmp_path: Path) -> None:
    """Acts that a planner tries out are neither shown nor stored."""
    db = tmp_path / "games.sqlite"
    seen = played_here(GameInWindow.new(header(Ada="person", Bea="hasty"), db), person(2))
    assert isinstance(seen[-1], GameOver)
    with Store(db) as store:
        (game,) = store.games()
        acts = len(store.read(game.id).outcomes)
    assert len(of(ActStarted, seen)) == acts > 10


def test_what_comes_is_told(played: tuple[Path, list[FromHost]]) -> None:
    """If a question is about pieces to drop or to place, these pieces come with the question. Models come with their
    figures.
    """
    _, seen = played
    drops = [message for message in of(Question, seen) if message.requests[0].purpose == "drop"]
    places = [message for message in of(Question, seen) if message.requests[0].purpose == "place"]
    assert all(isinstance(piece, Token) for message in drops for piece in message.incoming.values())
    assert [len(message.incoming) for message in drops] == [1, 1]
    assert [sorted(message.incoming) for message in places] == [["a1", "a2"], ["a2"]]
    model = places[0].incoming["a1"]
    assert isinstance(model, Model)
    assert model.figure is not None


def test_the_log_has_turns_and_pieces(played: tuple[Path, list[FromHost]]) -> None:
    """Each log line is plain text with names of models, and knows its turn and pieces. Turns begin with a heading."""
    _, seen = played
    playback = LivePlayback(PlaybackClock())
    for message in of(LogChanged, seen):
        playback.receive(message)
    playback.advance(0.1)
    lines = playback.display.lines
    heads = [line for line in lines if line.level == "head"]
    assert [line.turn.number for line in heads] == list(range(1, len(heads) + 1))
    assert [line.turn.player for line in heads][:2] in (["Ada", "Bea"], ["Bea", "Ada"])
    assert all(line.text and line.text == line.text.strip() and "[" not in line.text for line in lines)
    ids = {sheet.title: piece for status in of(GameStatus, seen) for piece, sheet in status.sheets.items()}
    swigs = [line for line in lines if "takes a swig" in line.text]
    assert swigs
    assert all(line.pieces == (ids[line.text.split()[0]],) for line in swigs)
    runs = [line for line in lines if " runs " in line.text]
    assert runs
    assert all(ids[line.text.split()[0]] in line.pieces and line.level == "detail" for line in runs)


def test_the_standing_has_stashes_towers_dice_and_the_clock(played: tuple[Path, list[FromHost]]) -> None:
    """The status has rows with scores and towers, and each question a running clock. The expected and the counted dice
    results have the same total.
    """
    _, seen = played
    last = of(GameStatus, seen)[-1]
    stashes = {row.label: row.value for row in last.rows if row.group == "score"}
    assert stashes.keys() == {"Ada", "Bea"}
    grown = [row for standing in of(GameStatus, seen) for row in standing.rows if row.group == "towers" and row.value]
    assert {row.player for row in grown} == {"Ada", "Bea"}
    clocks = [message.clock for message in of(Question, seen) if message.turn.number]
    assert all(clock is not None and clock.running and clock.left <= 1800.0 for clock in clocks)
    together = last.rolled[0]
    assert together.player is None
    assert together.kind == "d6"
    count = sum(number for _, number in together.counts)
    assert count == sum(number for rolled in last.rolled[1:] for _, number in rolled.counts) > 5
    assert sum(together.expected) == pytest.approx(count)
    assert together.expected == pytest.approx([count / 6] * 6)


def _play_without_window(db: Path, header: Header) -> str:
    """Play a game of bots into a store, and return its id."""
    with Store(db) as store, record_new_game(store, header, perform_traced) as (begun, recorder):
        bots = {seat.name: seat.player for seat in header.seats}
        for _ in play_out(begun.session, make_bots(bots, begun.book, header.seed)):
            pass
        return recorder.writer.game


def test_a_hosted_game_is_the_same_as_one_in_the_terminal(tmp_path: Path) -> None:
    """A hosted game of bots stores what it stores without a window, traces included."""
    begin = header(5, Ada="random", Bea="greedy").model_copy(update={"live_clock": False})
    seen = played_here(GameInWindow.new(begin, tmp_path / "hosted"), lambda message, _: [])
    game = _play_without_window(tmp_path / "plain", begin)
    assert stored(tmp_path / "hosted", opened(seen).game) == stored(tmp_path / "plain", game)


def test_a_host_that_was_killed_in_an_act_goes_on(played: tuple[Path, list[FromHost]], tmp_path: Path) -> None:
    """After SIGKILL in the middle of a throw nothing is lost, and resuming shows the same throw."""
    undisturbed, whole = played
    db = tmp_path / "killed"
    says = person()
    acts: list[ActStarted] = []

    with Host(GameInWindow.new(header(), db)) as host:
        assert host.process is not None

        def until_the_third(message: FromHost, seen: Sequence[FromHost]) -> list[ToHost]:
            if isinstance(message, ActFrames) and message.number == 3 and not acts:
                acts.extend(of(ActStarted, seen))
                os.kill(host.process or 0, signal.SIGKILL)
            return says(message, seen)

        seen = played_there(host, until_the_third)
    game = opened(seen).game
    assert acts

    says = person()
    with Host(GameInWindow.stored(game, db)) as host:
        again = played_there(host, says)
    assert isinstance(again[-1], GameOver)
    begun = of(ActStarted, again)
    resumed_at = len(acts) if begun[0].act == acts[-1].act else -1
    assert resumed_at == 3, "the act that was under way is shown first"
    assert opened(again).table == begun[0].before
    assert begun[0].act == of(ActStarted, whole)[2].act
    assert stored(db, game) == stored(undisturbed, opened(whole).game)


def test_a_game_that_is_over_can_be_looked_at(played: tuple[Path, list[FromHost]]) -> None:
    """A finished game shows its result, and nothing in it can be undone."""
    db, before = played
    said: list[ToHost] = [Undo()]
    seen = played_here(
        GameInWindow.stored(opened(before).game, db),
        lambda message, _: said[:1] if isinstance(message, GameOver) else [],
    )
    over = next(message for message in seen if isinstance(message, GameOver))
    assert not over.can_undo
    assert not of(ActStarted, seen)
    assert len(of(GameOver, seen)) == 1


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    """A missing game is reported in one line."""
    with Host(GameInWindow.stored("nosuch", tmp_path / "none.sqlite")) as host:
        broke = played_there(host, person())[-1]
    assert getattr(broke, "text", "").endswith("there is no store of games here yet; riotsim game makes one")


def test_persons_only(tmp_path: Path) -> None:
    """If people have all seats, both of them are asked. A game that isn't saved has no id."""
    seen = played_here(GameInWindow.new(header(Ada="person", Bea="person"), save=False), person(turns=3))
    assert {request.player for message in of(Question, seen) for request in message.requests} == {"Ada", "Bea"}
    assert opened(seen).game == ""
    assert len(of(ActSettled, seen)) > MAX_UNSHOWN_ACTS


def test_the_terminal_leaves_persons_to_the_window(tmp_path: Path) -> None:
    """The terminal refuses a game with a person, and names the command that can play it."""
    begun = played_here(GameInWindow.new(header(), tmp_path / "left"), lambda message, _: [])
    game = opened(begun).game
    with pytest.raises(BadInput, match=f"Ada is a person.* window: riotsim play --resume {game}$"):
        resumed_game(game, tmp_path / "left").__enter__()
    found = CliRunner().invoke(app, ["game", "--boss", "Ada=person", "--boss", "Bea=greedy"])
    assert str(found.exception) == "--player Ada=person: only bots play in the terminal; persons play with riotsim play"


def test_what_is_undone_and_done_again_leaves_no_trace(played: tuple[Path, list[FromHost]], tmp_path: Path) -> None:
    """In a sandbox, many undos and redos leave the store as if there had been none."""
    undisturbed, whole = played
    play = person()
    undone = 0

    def says(message: FromHost, _: object) -> list[ToHost]:
        nonlocal undone, play
        if isinstance(message, GameOver) and undone < 12:
            assert message.can_undo or undone
            undone += 1
            return [Undo()]
        if isinstance(message, Question) and 0 < undone < 12:
            undone += 1
            play = answering_again
            return [Undo()]
        return play(message, None)

    def answering_again(message: FromHost, _: object) -> list[ToHost]:
        return [Redo()] if isinstance(message, Question) and message.can_redo else person(turns=0)(message, None)

    seen = played_here(GameInWindow.new(header(), tmp_path / "undone", sandbox=True), says)
    assert undone == 12
    assert isinstance(seen[-1], GameOver)
    assert len(of(ActStarted, seen)) == len(of(ActStarted, whole)), "nothing is performed twice"
    assert stored(tmp_path / "undone", opened(seen).game) == stored(undisturbed, opened(whole).game)
