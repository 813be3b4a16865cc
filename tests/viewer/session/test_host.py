"""A game in its own process: its messages, and what happens when one side is gone."""

import os
import signal
import time

import pytest
from fake_window import LONGEST, played_there
from pitch_game import AT_THE_TOWER, BESIDE_IT, Pitch, floor

from riotsim.play.requests import AimThrow, PickPiece
from riotsim.replay.clocks import PlaybackClock
from riotsim.table.acts import Act
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.host import Host
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActStarted,
    Answer,
    FromHost,
    GameOpened,
    GameOver,
    HostFailed,
    LogChanged,
    Question,
    ToHost,
)


def ann(message: FromHost, _: object = None) -> list[ToHost]:
    """Answer for Ann: the second pawn, and a throw at the tower.

    Raises:
        AssertionError: Ann is asked something else.
    """
    if not isinstance(message, Question):
        return []
    (request,) = message.requests
    match request:
        case PickPiece(pieces=pieces):
            return [Answer("Ann", pieces[-1])]
        case AimThrow():
            return [Answer("Ann", AT_THE_TOWER)]
    raise AssertionError(f"{request} is not asked of Ann")


def test_a_game_in_a_process_of_its_own() -> None:
    """People are asked, bots are not. The frames of each act lead to its result."""
    with Host(Pitch()) as host:
        assert host.process != os.getpid()
        seen = played_there(host, ann)
    opened = seen[1] if isinstance(seen[1], GameOpened) else seen[0]
    assert isinstance(opened, GameOpened)
    assert opened.table == floor()
    assert opened.persons == {"Ann"}
    assert [seat.name for seat in opened.seats] == ["Ann", "Bob"]
    asked = [
        (message.requests[0].player, message.prompts[0].title) for message in seen if isinstance(message, Question)
    ]
    assert asked == [("Ann", "Pick a pawn"), ("Ann", "Pitch")] * 2
    came = [message for message in seen if isinstance(message, ActSettled)]
    assert [message.number for message in came] == [1, 2, 3, 4]
    for act in came:
        moving = [
            f
            for message in seen
            if isinstance(message, ActFrames)
            if message.number == act.number
            for f in message.frames
        ]
        assert [frame.tick for frame in moving] == sorted({frame.tick for frame in moving})
        assert moving[1].tick - moving[0].tick == 4
        assert act.settled.trace == ()
        began = next(message for message in seen if isinstance(message, ActStarted) and message.number == act.number)
        thrown = [die.id for die in began.act.dice]  # type: ignore[union-attr]  # it is a roll
        for die in thrown:
            there = act.settled.table.dice[die].pose.at
            assert max(abs(a - b) for a, b in zip(moving[-1].poses[die].at, there, strict=True)) < 0.5
    lines = [line.text for message in seen if isinstance(message, LogChanged) for line in message.lines]
    assert lines[0] == "a2 steps up"
    assert lines[1].startswith("a2 pitches")
    over = seen[-1]
    assert isinstance(over, GameOver)
    assert over.lines[0].text == "That was it."


def test_frames_come_while_an_act_is_under_way() -> None:
    """The first frames of a throw arrive before the act is done."""
    with Host(Pitch()) as host:
        seen = played_there(host, ann, ActSettled)
    assert [type(message) for message in seen[-3:]] == [ActFrames, ActFrames, ActSettled]


def test_a_host_that_is_killed_is_told() -> None:
    """If the host is killed with SIGKILL, the window gets a message and doesn't hang."""
    with Host(Pitch(breaks="slow")) as host:
        assert host.process is not None
        played_there(host, lambda message, seen: ann(message), Question)
        host.send(Answer("Ann", "a1"))
        played_there(host, lambda message, seen: [], Question)
        host.send(Answer("Ann", BESIDE_IT))
        time.sleep(0.2)
        os.kill(host.process, signal.SIGKILL)
        seen = played_there(host, lambda message, seen: [])
        broke = seen[-1]
        assert isinstance(broke, HostFailed)
        assert "killed by signal 9" in broke.text
        assert list(host.received_messages()) == []


def test_a_host_that_fails_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    """If a game can't be opened, the window gets the game's own reason. If another error occurs, the terminal has the
    traceback too.
    """
    with Host(Pitch(breaks="opening")) as host:
        assert played_there(host, ann)[-1] == HostFailed("no such game")
    with Host(Pitch(breaks="act")) as host:
        broke = played_there(host, ann)[-1]
    assert isinstance(broke, HostFailed)
    assert broke.text == "The game can't go on: ValueError: the table is gone"
    assert "Traceback" in capfd.readouterr().err


def test_a_host_that_fails_for_several_reasons_says_the_first(capfd: pytest.CaptureFixture[str]) -> None:
    """If a game can't be opened for several reasons, the window gets one line with the first. The terminal has all."""
    with Host(Pitch(breaks="file")) as host:
        assert played_there(host, ann)[-1] == HostFailed("rules.yaml:1: no pawns (the terminal has 2 more lines)")
    assert "rules.yaml:1: no pawns\nrules.yaml:2: no tower\nrules.yaml:3: no dice\n" in capfd.readouterr().err


def test_a_window_that_is_gone_ends_the_host() -> None:
    """When the window's end of the pipe closes without a message, the host exits by itself."""
    host = Host(Pitch())
    played_there(host, ann, Question)
    host._pipe.close()
    host._process.join(LONGEST)
    assert host._process.exitcode == 0


def test_ctrl_c_is_for_the_window() -> None:
    """The host ignores Ctrl-C, which a terminal sends to all processes, and ends with the window."""
    with Host(Pitch()) as host:
        assert host.process is not None
        os.kill(host.process, signal.SIGINT)  # while it starts
        played_there(host, lambda message, seen: [], Question)
        os.kill(host.process, signal.SIGINT)
        seen = played_there(host, ann, GameOver) if _asked_again(host) else []
    assert isinstance(seen[-1], GameOver)
    assert host._process.exitcode == 0


def _asked_again(host: Host) -> bool:
    """Answer the question again, and return True."""
    host.send(Answer("Ann", "a2"))
    return True


def test_leaving_ends_the_host_soon() -> None:
    """If the window leaves in the middle of an act, the host doesn't finish the game, and exits by itself."""
    with Host(Pitch(persons=(), rounds=500)) as host:
        played_there(host, lambda message, seen: [], ActStarted)
    assert host.ended
    assert host._process.exitcode == 0


def test_leaving_does_not_wait_for_a_bot_that_thinks() -> None:
    """If the window is closed while a bot thinks, it doesn't wait for the bot. When the window ends, the host is
    killed.
    """
    host = Host(Pitch(persons=(), breaks="slow"))
    played_there(host, lambda message, seen: [], GameOpened)
    host.close()
    assert not host.ended, "it thinks on"
    host.send(Answer("Ann", "a2"))  # too late; nobody minds
    assert list(host.received_messages()) == []
    host.end()
    assert host.ended
    assert host._process.exitcode == -signal.SIGKILL


def test_a_window_plays_a_hosted_game_to_its_end() -> None:
    """A window plays a game frame by frame, answers each question, and shows each act in motion."""
    playback = LivePlayback(PlaybackClock(speed=4.0))
    moved: list[Act] = []
    asked: list[str] = []
    with Host(Pitch(rounds=2)) as host:
        ends = time.monotonic() + LONGEST
        while playback.display.game_over is None and time.monotonic() < ends:
            for message in host.received_messages():
                playback.receive(message)
            playback.advance(1 / 60)
            showing = playback.display
            assert showing.failure is None, showing.failure
            if showing.act is not None and showing.poses:
                assert showing.question is None
                if not moved or moved[-1] is not showing.act:
                    moved.append(showing.act)
            if showing.question is not None:
                asked.append(showing.question.requests[0].purpose)
                for word in ann(showing.question):
                    playback.note_sent(word)
                    host.send(word)
            for word in playback.take_outgoing():
                host.send(word)
            host.wait(1 / 240)
    assert playback.display.game_over is not None
    assert asked == ["pawn", "pitch"] * 2
    assert len(moved) == 4
    assert [line.text.split()[1] for line in playback.display.lines] == ["steps", "pitches"] * 4
