"""Lines for a terminal in the markup of rich (`[bold]…[/]`): strangers' text in them shows as it is written.

Games write such lines, and don't need rich for it.
"""

import re
from typing import Final

COLOURS: Final = ("cyan", "magenta", "yellow", "green")
"""Of the bosses, in turn order."""

_TAG: Final = re.compile(r"(\\*)(\[[a-z#/@][^[]*?])")


def printable(text: str) -> str:
    """Text from a stranger's file on one line: what would move the cursor or change colours is shown as its number."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def escape_markup(text: str) -> str:
    """Text from a stranger's file in the midst of markup: what looks like a tag is none."""
    escaped = _TAG.sub(r"\1\1\\\2", printable(text))
    return f"{escaped}\\" if escaped.endswith("\\") and not escaped.endswith("\\\\") else escaped
