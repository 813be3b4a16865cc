"""Markup of text lines, handled without the library `rich` but with the same results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.markup import escape
from rich.text import Text

from riotsim.play.markup import (
    NameSpan,
    escape_markup,
    join_names,
    name_spans,
    printable,
    strip_markup,
    stripped_names,
    without_first,
)


@given(st.text(st.sampled_from("[]/\\#@ab d=")))
def test_strangers_text_is_escaped_as_rich_does_it(text: str) -> None:
    """If a stranger's text has parts that look like tags, they are escaped in the same way as by `rich`."""
    assert escape_markup(text) == escape(text)


@given(st.text(st.sampled_from("[]/#@ab d=")))
def test_strangers_text_is_shown_as_it_is_written(text: str) -> None:
    """If a stranger's text is escaped and put between tags, `rich` shows exactly that text."""
    assert Text.from_markup(f"[bold]{escape_markup(text)}[/]", emoji=False).plain == text


@pytest.mark.parametrize(("text", "told"), [("Zoë", "Zoë"), ("a\nb", "a\\nb"), ("\x1b[31m", "\\x1b[31m")])
def test_what_moves_the_cursor_is_shown_as_its_number(text: str, told: str) -> None:
    """Control characters in a text are shown as escapes with a backslash. Letters of all languages stay as they are."""
    assert printable(text) == told


def test_names_are_joined_with_commas_and_one_and() -> None:
    """Names are joined with commas, and the last with `and`. If a style is given, each name gets its markup."""
    assert join_names(["Ada"]) == "Ada"
    assert join_names(["Ada", "Bea"]) == "Ada and Bea"
    assert join_names(("Ada", "Bea", "Cy", "Di"), "<{}>".format) == "<Ada>, <Bea>, <Cy> and <Di>"


@given(st.text(st.sampled_from("[]/\\#@ab d=")))
def test_escaped_text_is_read_back_without_its_escapes(text: str) -> None:
    """If the markup of a line is stripped, the plain text is the same as that of `rich`."""
    assert (
        strip_markup(f"[bold]{escape_markup(text)}[/]")
        == Text.from_markup(f"[bold]{escape(text)}[/]", emoji=False).plain
    )


@pytest.mark.parametrize(
    ("markup", "plain", "spans"),
    [
        ("[cyan]Ada[/] shoots [bold magenta]Bea[/]", "Ada shoots Bea", [(0, 3, 0), (11, 14, 1)]),
        ("no [bold]one[/] [dim]here[/]", "no one here", []),
        ("a [bold]b [green]c [yellow]d[/] e[/] f[/] g", "a b c d e f g", [(6, 7, 2), (4, 9, 3)]),
        ("\\[cyan]x [cyan]y[/]", "[cyan]x y", [(8, 9, 0)]),
        ("\\\\[cyan]x[/]", "\\x", [(1, 2, 0)]),
        ("[/] a[/cyan] [cyan]b[/cyan]", " a b", [(3, 4, 0)]),
        ("[cyan]open", "open", []),
        ("2 [3] [cyan]\\[a][/]", "2 [3] [a]", [(6, 9, 0)]),
    ],
)
def test_players_are_found_by_their_colours(markup: str, plain: str, spans: list[tuple[int, int, int]]) -> None:
    """Names in players' colours are found, inner names before outer names. Their places count characters of the plain
    text. Escaped tags count as text.
    """
    assert strip_markup(markup) == plain
    assert name_spans(markup) == tuple(NameSpan(*span) for span in spans)


def test_spans_move_with_the_text() -> None:
    """If characters are removed at the front of a text, the spans of its names move to the left by as many."""
    spans = (NameSpan(3, 5, 1), NameSpan(7, 11, 0))
    assert without_first(3, spans) == (NameSpan(0, 2, 1), NameSpan(4, 8, 0))
    assert stripped_names("  ab ", spans) == (NameSpan(1, 3, 1), NameSpan(5, 9, 0))
    assert stripped_names("ab  ", spans) == spans
