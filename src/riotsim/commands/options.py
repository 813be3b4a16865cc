"""Reads what commands are given: options of the form NAME=VALUE, which may come more than once, and plain numbers."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from typer.core import TyperCommand

from riotsim.commands.problems import BadInput


def pairs(option: str, given: Iterable[str], example: str) -> Iterator[tuple[str, str]]:
    """Take NAME=VALUE apart; each name may come once. Raises `BadInput` that shows an `example`."""
    seen: list[str] = []
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise BadInput(f"{option} is written like {example}, not {text!r}")
        if name in seen:
            raise BadInput(f"{option}: {name} is there twice")
        seen.append(name)
        yield name, value


class PlainNumbers(TyperCommand):
    """A command whose first argument may begin with a minus: the command then says what is wrong with it itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # click's context, or that of typer's copy of click
        """Take `-3` for an argument, unless it stands after an option and may be its value."""
        after = ["", *args]
        numbers = [arg for before, arg in zip(after, args, strict=False) if _MINUS.match(arg) and before[:1] != "-"]
        if numbers and "--" not in args:
            args = [*(arg for arg in args if arg not in numbers), "--", *numbers]
        return super().parse_args(ctx, args)


_MINUS: Final = re.compile(r"-\d")
