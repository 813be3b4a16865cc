"""Narration: markup and its plain text, the lines of a narration, and the pieces that each of them names."""

from collections.abc import Iterable, Iterator

import pytest

from riotsim.play.markup import NameSpan, name_spans, strip_markup, stripped_names
from riotsim.play.narration import NarratedLine, Narration, PlainFormatter


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


class Told(PlainFormatter):
    """A formatter of events that are words. Each word is the name of a piece, too."""

    def pieces(self, event: object) -> Iterable[str]:
        """Return the word."""
        return (str(event),)

    def format(self, event: object) -> Iterable[str]:
        """Return the word as a line."""
        return (str(event),)


class KeptBack(Told):
    """A formatter that keeps each line back. Words that begin with `+` are added to it, and those with `!` are told
    at once.
    """

    def __init__(self) -> None:
        self._line = ""

    def format(self, event: object) -> Iterator[str]:
        """Yield the line that is complete, and a word that is told at once."""
        word = str(event)
        if word.startswith("+"):
            self._line += word
            return
        yield from self.flush()
        if word.startswith("!"):
            yield word
        else:
            self._line = word

    @property
    def pending_line(self) -> str:
        """The line that is kept back, as it is shown until it is complete."""
        return self._line and f"{self._line} …"

    def flush(self) -> Iterator[str]:
        """Yield that line."""
        if self._line:
            yield self._line
        self._line = ""


@pytest.mark.parametrize(
    ("formatter", "lines"),
    [
        (Told(), [("a", ("a",)), ("+b", ("+b",)), ("c", ("c",)), ("!d", ("!d",)), ("e", ("e",))]),
        (KeptBack(), [("a+b", ("a", "+b")), ("c", ("c",)), ("!d", ("!d",)), ("e", ("e",))]),
    ],
    ids=["at once", "kept back"],
)
def test_a_line_names_the_pieces_of_its_own_events(
    formatter: PlainFormatter, lines: list[tuple[str, tuple[str, ...]]]
) -> None:
    """Whether a line is told at once or kept back until it is complete, its pieces are those of the events that it
    tells, and not those of the line before it.
    """
    narration = Narration(formatter)
    told = [*narration.narrate(("a", "+b", "c", "!d", "e")), *narration.flush()]
    assert [(line.markup, line.pieces) for line in told] == lines
