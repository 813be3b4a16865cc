"""The log: highlighting pieces, following events, and undo."""

from dataclasses import replace

from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces
from riotsim.viewer.ui.models import LogLine
from riotsim.viewer.ui.panels.log import coloured
from riotsim.viewer.ui.widgets.theme import light

from . import samples
from .conftest import Screen, table_screen

GAME = table_screen(samples.GAME)


def test_lines_of_the_log_light_their_pieces(screen: Screen) -> None:
    """A line of the log highlights its pieces."""
    assert screen.hover(GAME, "log.7") == [HighlightPieces(("m7",))]
    assert FocusPieces(("m7",)) in screen.click(GAME, "log.7")


def test_choices_light_the_pieces_they_are_about(screen: Screen) -> None:
    """A choice highlights its pieces."""
    assert screen.hover(GAME, "choice.leg_it") == [HighlightPieces(("m1", "m4"))]


def test_towers_in_the_standings_light_their_models(screen: Screen) -> None:
    """A tower in the standings highlights its model."""
    assert screen.hover(GAME, "piece.m3") == [HighlightPieces(("m3",))]


def test_the_log_follows_what_happens(screen: Screen) -> None:
    """A log scrolled to its end follows new lines. One that was scrolled back stays."""
    lines = tuple(LogLine(f"line {n}", 1, 1, ("m1",)) for n in range(200))
    short = table_screen(replace(samples.GAME, log=lines[:100]))
    screen.settled(short)
    long = table_screen(replace(samples.GAME, log=lines))
    screen.settled(long)
    assert screen.ui is not None
    assert "log.199" in screen.ui.frame.items
    assert "log.100" not in screen.ui.frame.items
    screen.wheel(long, "log", 60.0)
    screen.settled(table_screen(replace(samples.GAME, log=(*lines, lines[0]))))
    assert "log.0" in screen.ui.frame.items
    assert "log.199" not in screen.ui.frame.items


def test_what_was_undone_goes_from_the_log(screen: Screen) -> None:
    """After an undo, another line replaces the one that was undone, with its own height."""
    tall = LogLine("a very long line " * 8, 1, 1, ("m1",))
    flat = LogLine("flat", 1, 1, ("m2",))
    screen.settled(table_screen(replace(samples.GAME, log=(flat, tall, flat))))
    screen.settled(table_screen(replace(samples.GAME, log=(flat, flat))))
    assert screen.ui is not None
    left = screen.ui.frame.items["log.1"]
    assert left[3] - left[1] < 25
    assert "log.2" not in screen.ui.frame.items


def test_names_in_the_log_have_their_bosses_colours() -> None:
    """A name has the colour that its place in the line says: two players' units may have the same name."""
    line = LogLine("Ada's Rifleman 1 fires at Bea's Rifleman 1", 1, 1, names=((0, 16, "#111111"), (26, 42, "#eeeeee")))
    assert coloured(line, "#ffffff") == (
        ("Ada's Rifleman 1", light("#111111")),
        (" fires at ", "#ffffff"),
        ("Bea's Rifleman 1", light("#eeeeee")),
    )
