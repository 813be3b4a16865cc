"""Output of commands on stdout: one JSON document, or formatted text."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from riotsim.play.markup import escape_markup, printable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["console", "escape_markup", "print_json", "print_rich", "printable"]


def print_json(document: Mapping[str, object]) -> None:
    """Write a JSON document on one line to stdout.

    Raises:
        ValueError: The document has NaN or infinity, which JSON does not have.
    """
    typer.echo(json.dumps(document, ensure_ascii=False, allow_nan=False))


def print_rich(*parts: "RenderableType") -> None:
    """Write tables and text in rich's markup to stdout, in colour if the terminal has colours."""
    on = console()
    for part in parts:
        on.print(part)


def console(*, soft_wrap: bool = False) -> "Console":
    """Return rich's console for stdout. It doesn't replace text such as `:skull:` by an emoji.

    Args:
        soft_wrap: Whether to leave long lines whole, so that only the terminal wraps them.
    """
    from rich.console import Console

    return Console(highlight=False, emoji=False, soft_wrap=soft_wrap)
