"""What is said where a journal does not fit the rules: what they ask for, and what it has."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from riotsim.play.requests import Request
from riotsim.play.session.journal import Acted, Entry
from riotsim.table.acts import Act

MOST = 3
"""So many differences between two acts are told."""
LONGEST = 60
"""Letters that are told of a value."""


def describe_requests(requests: Sequence[Request[object]]) -> str:
    """Say what is asked, and of whom."""
    if not requests:
        return "nothing"
    return f"{requests[0].purpose} of {', '.join(request.player for request in requests)}"


def describe_act(act: Act) -> str:
    """Say what kind of act it is."""
    return type(act).__name__.lower()


def describe_entry(entry: Entry) -> str:
    """Say what an entry of the journal has."""
    if isinstance(entry, Acted):
        return describe_act(entry.act)
    return f"{entry.purpose} of {', '.join(player for player, _ in entry.answers) or 'nobody'}"


def describe_difference(act: Act, seed: int, noted: Acted) -> tuple[str, str]:
    """Say of an act and its seed, and of one that was noted in its place, what they are and where they differ."""
    if type(act) is not type(noted.act):
        return describe_act(act), describe_act(noted.act)
    differ = list(_differences("", act, noted.act))
    if seed != noted.seed:
        differ.append(("seed", seed, noted.seed))
    more = f" and {len(differ) - MOST} more" if len(differ) > MOST else ""
    expected, other = (", ".join(f"{one[0]} {_short(one[side])}" for one in differ[:MOST]) + more for side in (1, 2))
    return f"{describe_act(act)} with {expected}", f"{describe_act(noted.act)} with {other}"


def _differences(where: str, one: object, other: object) -> Iterator[tuple[str, object, object]]:
    """Give the innermost fields in which two values differ, and what each has there."""
    if one == other:
        return
    inner: list[tuple[str, object, object]] = []
    if type(one) is type(other) and is_dataclass(one):
        for field in fields(one):
            if field.compare:
                name = f"{where}.{field.name}" if where else field.name
                inner += _differences(name, getattr(one, field.name), getattr(other, field.name))
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) and any(map(is_dataclass, one)):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            inner += _differences(f"{where}[{number}]", mine, theirs)
    yield from inner or [(where or "all", one, other)]


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
