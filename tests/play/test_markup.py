"""Markup: the plain text of a line, and the parts of it that have a player's colour."""

from riotsim.play.markup import NameSpan, name_spans, strip_markup, stripped_names
from riotsim.play.narration import NarratedLine


def test_names_are_where_the_plain_text_has_them() -> None:
    """The parts in a player's colour are found in the text without tags, also behind brackets that are no tags."""
    markup = "    [bold cyan]Ada[/] shoots [4, 1] at [magenta]Bea\\[b]'s git[/]: [bold]4 left[/]"
    text = strip_markup(markup)
    assert [(text[begin:end], player) for begin, end, player in name_spans(markup)] == [("Ada", 0), ("Bea[b]'s git", 1)]


def test_names_move_with_the_indent_that_is_cut() -> None:
    """A line's names fit its text, which lacks the indent of an action, and the text without the spaces around it."""
    action, detail = NarratedLine("    [cyan]Ada[/] runs"), NarratedLine("      [cyan]Ada[/] falls")
    assert (action.text, action.names) == ("Ada runs", (NameSpan(0, 3, 0),))
    assert (detail.text, detail.names) == ("  Ada falls", (NameSpan(2, 5, 0),))
    assert stripped_names(detail.text, detail.names) == (NameSpan(0, 3, 0),)
