"""How commands write to stdout: one JSON document, or rich text for a person."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_json(document: Mapping[str, object]) -> None:
    """Write one JSON document and a newline. Raises `ValueError` for NaN and infinity, which JSON does not have."""
    typer.echo(json.dumps(document, ensure_ascii=False, allow_nan=False))


def print_rich(*parts: "RenderableType") -> None:
    """Write tables and text, in colour where the terminal has it."""
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part)
