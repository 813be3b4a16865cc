"""What is told at the table lights up its pieces, and the log follows what happens."""

from dataclasses import replace

from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces
from riotsim.viewer.ui.models import LogLine
from riotsim.viewer.ui.panels.log import coloured

from . import samples
from .conftest import Screen
from .drawing import table_screen

GAME = table_screen(samples.GAME)


def test_lines_of_the_log_light_their_pieces(screen: Screen) -> None:
    """Who reads what happened sees on the table to whom."""
    assert screen.hover(GAME, "log.5") == [HighlightPieces(("m7", "m1"))]
    assert FocusPieces(("m7", "m1")) in screen.click(GAME, "log.5")


def test_choices_light_the_pieces_they_are_about(screen: Screen) -> None:
    """Who is about to choose sees which pieces it is about."""
    assert screen.hover(GAME, "choice.leg_it") == [HighlightPieces(("m1", "m4"))]


def test_towers_in_the_standings_light_their_models(screen: Screen) -> None:
    """Who looks at a number sees whose it is."""
    assert screen.hover(GAME, "piece.m3") == [HighlightPieces(("m3",))]


def test_the_log_follows_what_happens(screen: Screen) -> None:
    """A log that was at its end shows the newest line; one that was scrolled back stays where it is."""
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
    """After an undo another line stands where one was, and is as high as it needs to be."""
    tall = LogLine("a very long line " * 8, 1, 1, ("m1",))
    flat = LogLine("flat", 1, 1, ("m2",))
    screen.settled(table_screen(replace(samples.GAME, log=(flat, tall, flat))))
    screen.settled(table_screen(replace(samples.GAME, log=(flat, flat))))
    assert screen.ui is not None
    left = screen.ui.frame.items["log.1"]
    assert left[3] - left[1] < 25
    assert "log.2" not in screen.ui.frame.items


def test_names_in_the_log_have_their_bosses_colours() -> None:
    """A name is coloured as a whole word only: m1 is not in m10."""
    names = (("m1", "#111111"), ("m10", "#222222"), ("Ada", "#333333"))
    assert coloured("m1 and m10, Adam, Ada's", names, "#ffffff") == (
        ("m1", "#111111"),
        (" and ", "#ffffff"),
        ("m10", "#222222"),
        (", Adam, ", "#ffffff"),
        ("Ada", "#333333"),
        ("'s", "#ffffff"),
    )
