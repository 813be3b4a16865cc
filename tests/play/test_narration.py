"""Narration: markup and its plain text, the lines of a narration, and the pieces that each line names."""

from collections.abc import Iterable, Iterator

import pytest

from riotsim.play.markup import NameSpan, name_spans, strip_markup, stripped_names
from riotsim.play.narration import NarratedLine, Narration, PlainFormatter


def test_names_are_where_the_plain_text_has_them() -> None:
    """Names in a player's colour are found at their places in the plain text, even after brackets that are not tags."""
    markup = "    [bold cyan]Ada[/] shoots [4, 1] at [magenta]Bea\\[b]'s git[/]: [bold]4 left[/]"
    text = strip_markup(markup)
    assert [(text[begin:end], player) for begin, end, player in name_spans(markup)] == [("Ada", 0), ("Bea[b]'s git", 1)]


def test_names_move_with_the_indent_that_is_cut() -> None:
    """If the indent of a narrated line is cut, the places of its names move with the text. The same holds if the spaces
    around the text are cut.
    """
    action, detail = NarratedLine("    [cyan]Ada[/] runs"), NarratedLine("      [cyan]Ada[/] falls")
    assert (action.text, action.names) == ("Ada runs", (NameSpan(0, 3, 0),))
    assert (detail.text, detail.names) == ("  Ada falls", (NameSpan(2, 5, 0),))
    assert stripped_names(detail.text, detail.names) == (NameSpan(0, 3, 0),)


class Told(PlainFormatter):
    """A formatter of events that are words. Each word is both the line and the name of a piece."""

    def pieces(self, event: object) -> Iterable[str]:
        """Return the word."""
        return (str(event),)

    def format(self, event: object) -> Iterable[str]:
        """Return the word as a line."""
        return (str(event),)


class KeptBack(Told):
    """A formatter that keeps each line back until the next line begins. A word with `+` is added to the line. A word
    with `!` is told at once.
    """

    def __init__(self) -> None:
        self._line = ""

    def format(self, event: object) -> Iterator[str]:
        """Yield the line that is now complete, if any, and the word itself if it begins with `!`."""
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
        """Return the line that is kept back, with an ellipsis."""
        return self._line and f"{self._line} …"

    def flush(self) -> Iterator[str]:
        """Yield the line that is kept back."""
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
    """A line names the pieces of the events that it tells, and not those of the line before. This holds for lines that
    are told at once and for lines that are kept back.
    """
    narration = Narration(formatter)
    told = [*narration.narrate(("a", "+b", "c", "!d", "e")), *narration.flush()]
    assert [(line.markup, line.pieces) for line in told] == lines
