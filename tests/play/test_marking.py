"""Lines in markup, written without rich."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.markup import escape
from rich.text import Text

from riotsim.play.markup import escape_markup, printable


@given(st.text(st.sampled_from("[]/\\#@ab d=")))
def test_strangers_text_is_escaped_as_rich_does_it(text: str) -> None:
    """Whatever looks like a tag in it is none."""
    assert escape_markup(text) == escape(text)


@given(st.text(st.sampled_from("[]/#@ab d=")))
def test_strangers_text_is_shown_as_it_is_written(text: str) -> None:
    """In the midst of markup rich gives back the text itself."""
    assert Text.from_markup(f"[bold]{escape_markup(text)}[/]", emoji=False).plain == text


@pytest.mark.parametrize(("text", "told"), [("Zoë", "Zoë"), ("a\nb", "a\\nb"), ("\x1b[31m", "\\x1b[31m")])
def test_what_moves_the_cursor_is_shown_as_its_number(text: str, told: str) -> None:
    """Letters of all languages stay, control characters don't."""
    assert printable(text) == told
