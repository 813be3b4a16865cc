"""The timeline of a replay, by mouse and keys."""

from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.viewer.ui.commands import Seek, SetPaused
from riotsim.viewer.ui.panels.playback import timeline_height

from . import samples
from .conftest import Screen, watching

WATCH = watching(samples.REPLAY)


def test_a_replay_is_wound(screen: Screen) -> None:
    """The timeline follows clicks and drags."""
    clicked = screen.click(WATCH, "scrub", 0.75)
    assert clicked
    assert all(isinstance(command, Seek) and 160 < command.at < 171 for command in clicked)
    dragged = [command.at for command in screen.drag(WATCH, "scrub", 0.2, 1.2) if isinstance(command, Seek)]
    assert dragged[-1] == samples.REPLAY.length


def test_a_highlight_is_seen_again_by_a_click(screen: Screen) -> None:
    """Each highlight of the game has a button, which goes to its moment and plays from there."""
    for number, one in enumerate(samples.REPLAY.highlights):
        assert screen.click(WATCH, f"highlight.{number}") == [Seek(one.at), SetPaused(False)]


def test_a_replay_without_highlights_has_no_row_for_them(screen: Screen) -> None:
    """If a replay has no highlights, the bar of its timeline has no row for them, and is only as high as its other
    rows.
    """
    heights = []
    for highlights in (samples.REPLAY.highlights, ()):
        screen.settled(watching(replace(samples.REPLAY, highlights=highlights)))
        assert screen.ui is not None
        _, top, _, bottom = screen.ui.frame.items["timeline"]
        heights.append((bottom - top) / screen.ui.scale)
        assert any(key.startswith("highlight") for key in screen.ui.frame.items) == bool(highlights)
    assert heights == pytest.approx([timeline_height(3), timeline_height(0)], abs=1.0)


@pytest.mark.parametrize(
    ("symbol", "at"),
    [(key.HOME, 0.0), (key.END, 221.0), (key.LEFT, 4.0 + 9.3 * 7), (key.RIGHT, 4.0 + 9.3 * 8)],
)
def test_a_replay_is_stepped_through_by_keys(screen: Screen, symbol: int, at: float) -> None:
    """Keys step from event to event."""
    (command,) = screen.press(WATCH, (symbol,))
    assert isinstance(command, Seek)
    assert command.at == pytest.approx(at)


def test_a_notice_in_a_replay_is_seen_whole(screen: Screen) -> None:
    """The line about a saved photo lies between the panels of both sides."""
    told = watching(replace(samples.REPLAY, notice="saved as /home/ada/Pictures/photo-20261126-134025.png"))
    screen.settled(told)
    assert screen.ui is not None
    items = screen.ui.frame.items
    assert items["turn"][2] <= items["notice"][0]
    assert items["notice"][2] <= items["record"][0]


def test_a_replay_that_stands_goes_on(screen: Screen) -> None:
    """A paused replay can be continued."""
    assert screen.click(WATCH, "pause") == [SetPaused(False)]
    assert screen.press(WATCH, (key.SPACE,)) == [SetPaused(False)]


def test_a_replay_asks_nothing(screen: Screen) -> None:
    """Keys of a game do nothing in a replay."""
    assert screen.press(WATCH, (key.LCTRL, key.Z)) == []
    assert screen.press(WATCH, (key._1,)) == []
