"""Reads what commands are given: options of the form NAME=VALUE, which may come more than once, and plain numbers."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from typer.core import TyperCommand

from riotsim.app.problems import BadInput


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
        """Take `-3` for an argument, unless it stands after an option that takes a value: then it is that."""
        if "--" not in args:
            flags = {name for param in self.get_params(ctx) if getattr(param, "is_flag", False) for name in _of(param)}
            numbers, others = _numbers(args, flags)
            args = [*others, "--", *numbers] if numbers else args
        return super().parse_args(ctx, args)


def _of(param: Any) -> list[str]:
    """All names of an option."""
    return [*param.opts, *param.secondary_opts]


def _numbers(args: Iterable[str], flags: Collection[str]) -> tuple[list[str], list[str]]:
    """Part what is a negative number by itself from all else, options with their values among it."""
    numbers, others = [], []
    awaited = False  # whether an option wants a value
    for arg in args:
        if _MINUS.match(arg) and not awaited:
            numbers.append(arg)
            continue
        awaited = not awaited and arg.startswith("-") and "=" not in arg and arg not in flags
        others.append(arg)
    return numbers, others


_MINUS: Final = re.compile(r"-\d")
