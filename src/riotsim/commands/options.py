"""Reads options of the form NAME=VALUE, which may be given more than once."""

from collections.abc import Iterable, Iterator

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
