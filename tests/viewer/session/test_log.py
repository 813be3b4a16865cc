"""The log with undo, and the dice counts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pitch_game import PitchNarrator

from riotsim.play.session.journal import Acted, Entry
from riotsim.table.acts import Cocked, Hand, Pace, Roll, Settled
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.session.log import DiceCounter, Log
from riotsim.viewer.session.messages import Line, LogChanged

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))


class Growing(PitchNarrator):
    """A narrator in which letters extend the line and a dot ends it."""

    def __init__(self) -> None:
        self._line = ""

    def lines(self, events: Iterable[object]) -> Iterator[Line]:
        """Return the lines that are complete."""
        for event in events:
            if event == ".":
                yield Line(self._line)
                self._line = ""
            else:
                self._line += str(event)

    def unfinished_line(self) -> Line | None:
        """Return the line so far."""
        return Line(self._line) if self._line else None


def heard(lines: list[Line], told: LogChanged | None) -> list[Line]:
    """Return the lines that a window has after a message."""
    return lines if told is None else [*lines[: told.kept], *told.lines]


def test_a_line_that_grows_is_put_in_place_of_what_it_was() -> None:
    """If a line grows, the longer line takes its place. Only the change is sent to the window."""
    log = Log(Growing)
    log.update("ab")
    assert log.take_changes() == LogChanged((Line("ab"),), 0)
    log.update("abc")
    assert log.take_changes() == LogChanged((Line("abc"),), 0)
    log.update("abc.d")
    assert log.take_changes() == LogChanged((Line("d"),), 1)
    assert log.take_changes() is None


@given(st.lists(st.one_of(st.text("ab.", min_size=1, max_size=4), st.integers(0, 30)), max_size=12))
def test_the_window_has_what_the_log_has(doings: list[str | int]) -> None:
    """Whatever is played and undone, the window ends up with the lines of all events."""
    log, events, window = Log(Growing), "", list[Line]()
    for doing in doings:
        if isinstance(doing, str):
            events += doing
            log.update(events)
        else:
            events = events[:doing]
            log.rebuild(events)
        window = heard(window, log.take_changes())
        whole = Growing()
        lines = list(whole.lines(events))
        growing = whole.unfinished_line()
        assert window == [*lines, *([growing] if growing else [])]


def rolled(*shows: tuple[str, str, int | None], leaning: tuple[str, ...] = ()) -> Entry:
    """Return a roll of named dice with owners. Dice without a number are off the table; `leaning` dice are cocked."""
    dice = tuple(Die(name, D6, owner=owner) for name, owner, _ in shows)
    there = [
        replace(die, pose=Pose((0.0, 0.0, 8.0), D6.orientation_showing(value)))
        for die, (_, _, value) in zip(dice, shows, strict=True)
        if value is not None
    ]
    table = Table(100.0, 100.0).with_pieces(*there)
    return Acted(Roll(dice, (0.0, 0.0), 0.0, HAND), 1, Settled(table, tuple(map(Cocked, leaning))))


def test_every_throw_of_a_die_is_counted() -> None:
    """Each throw of a die counts once, even if dice of later throws or of other players have the same name. A die that
    leans, or is off the table, doesn't count.
    """
    journal = [
        rolled(("d1", "Ann", 6), ("d2", "Ann", 1), leaning=("d2",)),
        rolled(("d2", "Ann", 2)),
        rolled(("d1", "Bob", 3), ("d2", "Bob", None)),
        rolled(("d1", "Ann", 6)),
    ]
    count = DiceCounter()
    for known in range(1, 5):
        count.update(journal[:known])
    both, ann, bob = count.counts()
    assert (both.player, ann.player, bob.player) == (None, "Ann", "Bob")
    assert both.counts == ((1, 0), (2, 1), (3, 1), (4, 0), (5, 0), (6, 2))
    assert ann.counts == ((1, 0), (2, 1), (3, 0), (4, 0), (5, 0), (6, 2))
    assert bob.counts == ((1, 0), (2, 0), (3, 1), (4, 0), (5, 0), (6, 0))
    assert both.expected == pytest.approx([4 / 6] * 6)
    at_once = DiceCounter()  # as for a stored game
    at_once.update(journal)
    assert at_once.counts() == count.counts()
    count.update(journal[:2])  # as after undo
    (undone, _) = count.counts()
    assert undone.counts == ((1, 0), (2, 1), (3, 0), (4, 0), (5, 0), (6, 1))


def test_an_act_that_is_under_way_is_counted_when_it_is_done() -> None:
    """The dice of an act are counted once the act is done, and not before."""
    done = rolled(("d1", "Ann", 4))
    assert isinstance(done, Acted)
    count = DiceCounter()
    count.update([replace(done, settled=None)])
    assert count.counts() == ()
    count.update([done])
    assert len(count.counts()) == 2


def test_kinds_are_counted_apart() -> None:
    """A d4 has other expected counts than a d6."""
    four = Die("d9", die_kind("d4"), owner="Ann")
    roll = Acted(Roll((four,), (0.0, 0.0), 0.0, HAND), 1, Settled(Table(100.0, 100.0).with_pieces(four)))
    count = DiceCounter()
    count.update([rolled(("d1", "Ann", 4)), roll])
    assert [(kind.kind, len(kind.counts)) for kind in count.counts() if kind.player] == [("d4", 4), ("d6", 6)]
