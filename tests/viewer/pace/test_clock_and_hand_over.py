"""The game's clock and the hand-over between persons, step by step, without a screen."""

from dataclasses import replace

import pytest

from riotsim.play.displays import Clock
from riotsim.play.narration import Turn
from riotsim.replay.recording import seats
from riotsim.table.state import Table
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.game_clock import GameClock
from riotsim.viewer.playback.hand_over import INTERRUPT_SECONDS, TURN_SECONDS, WAITING_SECONDS, HandOver
from riotsim.viewer.session.messages import SETUP, ClockPaused, GameOpened, GameStatus, Question

ASKED = Question((), (), SETUP, can_undo=False, can_redo=False, number=1)


def test_when_the_clock_runs() -> None:
    """The clock takes its time from each new status or question of the host. It counts down while a question is open,
    if the host says that it runs and the window isn't paused.
    """
    clock, showing = GameClock(), DisplayState()
    assert (clock.told, clock.left, clock.waits) == (None, None, False)

    def left(seconds: float = 8.0, *, paused: bool = False) -> float | None:
        clock.advance(showing, seconds, paused=paused)
        return clock.left

    assert left() is None
    showing.question = ASKED
    assert left() is None
    showing.status = GameStatus(clock=Clock(100.0, running=True))
    assert (left(), left(), left(paused=True)) == (100.0, 92.0, 92.0)
    showing.question = None
    assert left() == 92.0
    showing.question = replace(ASKED, number=2)
    assert (left(), left()) == (84.0, 76.0)
    showing.question = replace(ASKED, number=3, clock=Clock(70.0, running=True))
    assert (left(), left()) == (70.0, 62.0)
    showing.status = GameStatus()
    assert left() == 54.0
    showing.status = GameStatus(clock=Clock(50.0))
    assert (left(), left()) == (50.0, 50.0)
    assert clock.told == Clock(50.0)
    showing.status = GameStatus(clock=Clock(40.0, running=True))
    showing.question = replace(ASKED, number=4, clock=Clock(30.0, running=True))
    assert (left(), left()) == (30.0, 22.0)
    showing.status = None
    assert left() == 14.0


def test_when_the_host_learns_that_the_clock_stands_still() -> None:
    """The host learns once that the clock stands still, and once that it runs again. A clock that waits for a question
    stands still until the question has come.
    """
    clock, showing = GameClock(), DisplayState(status=GameStatus(clock=Clock(100.0, running=True)), question=ASKED)
    told = [clock.advance(showing, 8.0, paused=paused) for paused in (False, True, True, False, False)]
    assert told == [[], [ClockPaused(True)], [], [ClockPaused(False)], []]
    assert clock.left == 84.0
    clock.waits, showing.question = True, None
    told = [clock.advance(showing, 8.0, paused=False) for _ in range(2)]
    assert (told, clock.waits) == ([[ClockPaused(True)], []], True)
    showing.question = replace(ASKED, number=2)
    told = [clock.advance(showing, 8.0, paused=False) for _ in range(2)]
    assert (told, clock.waits, clock.left) == ([[], [ClockPaused(False)]], False, 76.0)


# The hand-over.

ANNS, BOBS, ALL = Turn(1, "Ann"), Turn(2, "Bob"), Turn(3, None)


def opened(*persons: str) -> GameOpened:
    """Return a game of Ann, Bob and Eve in which the given players are persons."""
    return GameOpened(seats(dict.fromkeys(("Ann", "Bob", "Eve"), "")), {}, "", Table(9.0, 9.0), frozenset(persons))


@pytest.mark.parametrize(("persons", "seat"), [(("Bob", "Eve"), "Bob"), (("Eve", "Ann"), "Ann"), ((), None)])
def test_the_first_seat(persons: tuple[str, ...], seat: str | None) -> None:
    """A game begins with the view of the first person in the order of the seats. Without a person, it begins with
    nobody's view.
    """
    hand_over = HandOver()
    assert (hand_over.seat, hand_over.named, hand_over.waits) == (None, None, False)
    assert (hand_over.interrupts, hand_over.interrupted) == (False, False)
    hand_over.begin(opened(*persons))
    assert hand_over.seat == seat


def state(hand_over: HandOver) -> tuple[str | None, str | None, bool, bool, bool]:
    """Return the seat and name shown, whether input waits, whether somebody interrupts, and whether somebody has."""
    return (hand_over.seat, hand_over.named, hand_over.waits, hand_over.interrupts, hand_over.interrupted)


def test_who_is_named_and_who_interrupts() -> None:
    """If another person than before is asked, this person is named. The seat changes only in the person's own turn or
    in a turn of all. An interruption is remembered until the turn ends.
    """
    hand_over, game = HandOver(), opened("Ann", "Bob")
    hand_over.begin(game)
    seen = []
    for player, turn in (
        ("Ann", ANNS), ("Ann", ANNS), ("Bob", ANNS), ("Ann", ANNS), ("Bob", BOBS), ("Ann", BOBS), ("Ann", ALL),
    ):  # fmt: skip
        hand_over.end()
        hand_over.advance(WAITING_SECONDS)
        hand_over.ask(player, turn, game)
        seen.append(state(hand_over))
    assert seen == [
        ("Ann", "Ann", False, False, False),
        ("Ann", None, False, False, False),
        ("Ann", "Bob", True, True, True),
        ("Ann", "Ann", True, False, True),
        ("Bob", "Bob", True, False, False),
        ("Bob", "Ann", True, True, True),
        ("Ann", None, False, False, False),
    ]


def test_a_single_person_is_never_named() -> None:
    """A person who plays only against bots is not named and never interrupts. The view is that from the person's own
    side.
    """
    hand_over, game = HandOver(), opened("Bob")
    for player, turn in (("Bob", BOBS), ("Bob", ANNS)):
        hand_over.ask(player, turn, game)
        assert state(hand_over) == ("Bob", None, False, False, False)


@pytest.mark.parametrize(("turn", "seconds"), [(BOBS, TURN_SECONDS), (ANNS, INTERRUPT_SECONDS)])
def test_how_long_a_name_is_shown(turn: Turn, seconds: float) -> None:
    """While a page covers the table, the time for which a name is shown stands still. The time for which input waits
    still passes.
    """
    hand_over, game = HandOver(), opened("Ann", "Bob")
    hand_over.ask("Ann", ANNS, game)
    hand_over.ask("Bob", turn, game)
    hand_over.advance(WAITING_SECONDS / 2, covered=True)
    assert hand_over.waits
    hand_over.advance(WAITING_SECONDS, covered=True)
    assert not hand_over.waits
    hand_over.advance(seconds - 0.125)
    assert hand_over.named == "Bob"
    hand_over.advance(0.1251)
    assert hand_over.named is None
    hand_over.ask("Bob", turn, game)
    assert (hand_over.named, hand_over.waits) == (None, False)
