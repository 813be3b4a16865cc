"""Acts and facts of a replay as text, and the clocks of the replay window and of films."""

import math
from collections.abc import Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from riotsim.play.narration import Turn
from riotsim.replay import text as replay_text
from riotsim.replay.clocks import (
    FILM_STEP,
    SLOW_AFTER,
    SLOW_BEFORE,
    SLOWEST_RATE,
    FilmClock,
    PlaybackClock,
    is_slow_at,
    playback_rate,
)
from riotsim.replay.recording import Moment, Recording, Seat
from riotsim.replay.timeline import Fall
from riotsim.table.acts import (
    Act,
    Carry,
    Displacement,
    Drop,
    Fact,
    Reading,
    Roll,
    Settled,
    Shift,
    Stack,
    Tip,
    TowerFell,
    Turned,
)
from riotsim.table.dice.kinds import D6, DieKind, die_kind
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, with_tower

COIN = Token("coin", Pose((50.0, 50.0, 1.5)))
SEATS = (Seat("Ann", "#2f7fc4", "●", "greedy"), Seat("Bob", "#e0702a", "▲"))
TABLE = with_tower(
    Table(600.0, 600.0).with_pieces(
        Model("nell", "Ann", (100.0, 100.0)),
        Model("hob", "Bob", (300.0, 100.0)),
        Model("abe", "Ann", (400.0, 400.0)),
        Die("d7", pose=Pose((200.0, 200.0, 8.0))),
    ),
    3,
    name="nell",
    at=(125.0, 100.0),
)


def told(
    monkeypatch: pytest.MonkeyPatch, moments: Sequence[Moment], spans: Sequence[tuple[int, int]], **other: Any
) -> list[str]:
    """Return the lines of text of a replay whose moments last for the given spans (ms)."""
    shown = SimpleNamespace(spans=[SimpleNamespace(begin=begin, end=end) for begin, end in spans])
    monkeypatch.setattr(replay_text, "lay_out", lambda _recording: shown)
    models = {name: model.owner for name, model in TABLE.models.items()}
    usual: dict[str, Any] = {"models": models} | other
    return list(
        replay_text.lines(
            Recording("pitch", "A pitch", SEATS, usual["models"], TABLE, tuple(moments), (), notes=("seed 5", "short"))
        )
    )


def moment(act: Act | None, *facts: Fact, turn: Turn | None = None, sentences: tuple[str, ...] = ()) -> Moment:
    """Return a moment with an act and the facts of its outcome."""
    settled = None if act is None else Settled(TABLE, facts, 20)
    return Moment(0, turn or Turn(1, "Ann"), TABLE, TABLE, act, 0, settled, sentences=sentences)


def test_the_heading_and_the_times_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heading has the title, the players with their models in order, and the notes. Each line has a time, cut off
    to tenths of seconds, the turn, and the player's symbol in turns from 1 on. An act has the time at which its moment
    begins, and facts and events that at which it ends.
    """
    drop = Drop(COIN, (50.0, 50.0), 101.6, STEADY_HAND)
    lines = told(
        monkeypatch,
        [
            moment(None, turn=Turn(0, "Bob"), sentences=("Bob sets up", "Ann sets up")),
            moment(drop, TowerFell("hob", 3), Turned("d7", 2.0), turn=Turn(12, "Bob"), sentences=("done",)),
            moment(drop, turn=Turn(3, None)),
        ],
        [(0, 1099), (59_940, 61_299), (660_000, 661_000)],
    )
    assert lines == [
        "A pitch",
        "● Ann (greedy): abe, nell",
        "▲ Bob: hob",
        "seed 5",
        "short",
        "",
        "  0:01.0    0    Bob sets up",
        "  0:01.0    0    Ann sets up",
        "  0:59.9   12 ▲  * coin is dropped from 4 in",
        "  1:01.2   12 ▲    hob's tower falls",
        "  1:01.2   12 ▲  done",
        " 11:00.0    3    * coin is dropped from 4 in",
    ]
    assert told(monkeypatch, [], [], models={"abe": "Ann"})[:3] == [
        "A pitch",
        "● Ann (greedy): abe",
        "▲ Bob: no models",
    ]
    assert told(monkeypatch, [], [], models={})[1:3] == ["● Ann (greedy)", "▲ Bob"]


def die(name: str, owner: str = "", kind: DieKind = D6) -> Die:
    """Return a die."""
    return Die(name, kind, owner=owner)


DRAG: Any = SimpleNamespace()


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (
            Roll(
                (die("a", "Bob", die_kind("d4")), die("b", "Ann"), die("c", "Bob"), die("e")),
                (1.0, 1.0),
                0.0,
                STEADY_HAND,
            ),
            "Bob throws d4 d6, Ann d6, somebody d6",
        ),
        (Roll((die("a"),), (1.0, 1.0), 0.0, STEADY_HAND), "somebody throws d6"),
        (Roll((), (1.0, 1.0), 0.0, STEADY_HAND), "somebody throws "),
        (Drop(COIN, (50.0, 50.0), 63.0, STEADY_HAND), "coin is dropped from 2 in"),
        (Stack(die("d9"), "nell", STEADY_HAND), "d9 is put on nell's tower of 3"),
        (Stack(die("d9"), "hob", STEADY_HAND), "d9 is put on hob's tower of 0"),
        (
            Tip("d7", 0.0, (200.0 + 30.0, 200.0 + 40.0), STEADY_HAND),
            "d7 is tipped over an edge, and slid to a place 2.0 in away",
        ),
        (
            Shift((Displacement("d7", (9.0, 9.0)), Displacement("hob", (90.0, 9.0)))),
            "slid to other places: d7, hob",
        ),
        (Shift((Displacement("d7", (9.0, 9.0)),), lifted=True), "lifted to other places: d7"),
        (Carry("nell", (130.0, 140.0), STEADY_HAND, "slow"), "nell is carried 2.0 in, slow, with 3 dice"),
        (Carry("hob", (300.0, 177.0), STEADY_HAND, "slow", DRAG), "hob is carried 3.0 in, by hand, with 0 dice"),
    ],
)
def test_acts_in_words(monkeypatch: pytest.MonkeyPatch, act: Act, text: str) -> None:
    """The text of each kind of act names its pieces, and has lengths in inches."""
    assert told(monkeypatch, [moment(act)], [(0, 100)])[-1] == f"  0:00.0    1 ●  * {text}"


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Reading("d7", "Ann", None, 4), "Ann's d7 shows 4"),
        (Reading("d7", "", 2, 4), "d7 shows 4 after 2"),
        (Reading("d7", "Ann", 2, None), "Ann's d7 is off the tray after 2"),
        (Reading("d7", "", None, None), "d7 is off the tray"),
        (Reading("d7", "Ann", 2, 4, moved=False), None),
        (Turned("d7", 2.0), None),
    ],
)
def test_facts_about_dice(monkeypatch: pytest.MonkeyPatch, fact: Fact, text: str | None) -> None:
    """If a die in a shared tray moved, a line tells its owner, its number, and the number before. If the die didn't
    move, there is no line.
    """
    lines = told(monkeypatch, [moment(Shift(()), fact)], [(0, 100)])[7:]
    assert lines == ([] if text is None else [f"  0:00.1    1 ●    {text}"])


# Clocks.

FALL, LATER = Fall("t", (0.0, 0.0), 80.0, 1000.0), Fall("u", (0.0, 0.0), 80.0, 1300.0)


def test_how_slow_time_is_around_a_close_up() -> None:
    """Slow motion lasts from 300 ms before a tower's fall until 500 ms after the fall. The rate is 0.3 in the middle,
    and changes smoothly during 200 ms at both ends. If two falls overlap, the slower rate counts.
    """
    assert (SLOW_BEFORE, SLOW_AFTER, SLOWEST_RATE) == (300.0, 500.0, 0.3)
    assert [is_slow_at(FALL, ms) for ms in (699.9, 700.0, 1499.9, 1500.0)] == [False, True, True, False]
    rows = ((600.0, 1.0), (700.0, 1.0), (750.0, 1.0 - 0.7 * 0.15625), (800.0, 0.65), (900.0, 0.3), (1000.0, 0.3),
            (1300.0, 0.3), (1400.0, 0.65), (1500.0, 1.0), (1600.0, 1.0))  # fmt: skip
    for ms, rate in rows:
        assert playback_rate(ms, [FALL]) == pytest.approx(rate)
    for order in ([FALL, LATER], [LATER, FALL]):
        assert playback_rate(1100.0, order) == pytest.approx(0.3)
        assert playback_rate(1400.0, order) == pytest.approx(0.3)
        assert playback_rate(1700.0, order) == pytest.approx(0.65)
    assert playback_rate(1000.0, []) == 1.0


def test_the_clock_of_the_window() -> None:
    """Each frame of the window advances the replay by the frame's time times the speed, but not during a pause. At most
    a quarter of a second of a frame counts. Around a fall, the replay is slower if slow motion is on.
    """
    clock = PlaybackClock(2.0)
    assert [clock.game_seconds(seconds) for seconds in (-1.0, 0.0, 0.1, 0.25, 3.0)] == [0.0, 0.0, 0.2, 0.5, 0.5]
    assert PlaybackClock(2.0, paused=True).game_seconds(0.1) == 0.0
    assert clock.advance(1000.0, 0.2, [FALL]) == pytest.approx(1060.0)
    assert clock.advance(1000.0, 0.2, []) == pytest.approx(1200.0)
    assert clock.advance(1000.0, 0.0, [FALL]) == 1000.0
    ms = 650.0
    for _ in range(3000):
        ms = clock.advance(ms, 0.0001, [FALL])
    assert clock.advance(650.0, 0.3, [FALL]) == pytest.approx(ms, abs=1.5)
    assert PlaybackClock(slow_motion=False).advance(1000.0, 0.2, [FALL]) == pytest.approx(1200.0)
    assert clock.close_up_at(1400.0, [FALL, LATER]) is LATER
    assert clock.close_up_at(900.0, [FALL, LATER]) is FALL
    assert clock.close_up_at(600.0, [FALL, LATER]) is None
    assert clock.close_up_at(1400.0, []) is None
    assert PlaybackClock(slow_motion=False).close_up_at(1400.0, [FALL, LATER]) is None


@pytest.mark.parametrize(("begin", "end"), [(0, 2000), (700, 1601), (400, 400), (500, 300)])
@pytest.mark.parametrize("speed", [1.0, 2.5])
def test_a_film_without_falls_is_even(begin: int, end: int, speed: float) -> None:
    """If no tower falls, a film runs evenly and takes the replay's time divided by the speed. It shows at least 1 ms of
    the replay.
    """
    clock = FilmClock(begin, end, speed=speed)
    shown = max(end - begin, 1)
    assert clock.length == pytest.approx(shown / 1000.0 / speed)
    for share in (0.0, 0.3, 1.0):
        assert clock.replay_at(share * clock.length) == pytest.approx(begin + share * shown)
        assert clock.film_at(begin + share * shown) == pytest.approx(share * clock.length)
    assert clock.replay_at(clock.length + 1.0) == begin + shown
    assert clock.film_at(begin - 100.0) == 0.0


@pytest.mark.parametrize("falls", [(FALL,), (FALL, LATER), (LATER, FALL)])
def test_how_long_a_film_with_falls_is(falls: tuple[Fall, ...]) -> None:
    """If towers fall, a film takes for each millisecond of the replay 1 ms divided by the speed and by the slow-motion
    rate at that time.
    """
    assert FILM_STEP == 4.0
    clock = FilmClock(200, 2400, falls, speed=2.0)
    half = [200.0 + 0.5 * k for k in range(4401)]
    seconds = [0.5 / playback_rate((one + two) / 2, falls) / 2000.0 for one, two in pairwise(half)]
    assert clock.length == pytest.approx(math.fsum(seconds), rel=1e-4)
    for place in (500, 1300, 2000, 3000):
        assert clock.film_at(half[place]) == pytest.approx(math.fsum(seconds[:place]), abs=5e-4)
        assert clock.replay_at(clock.film_at(half[place])) == pytest.approx(half[place])
