"""Events in scenario files: their names, and whether the expected events have happened."""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from riotsim.table.poses import FILE_KEY


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation of a scenario that does not hold."""

    path: str
    """The path of the expectation in the file, such as `then.models.b1.tower`."""
    expected: str
    found: str

    def __str__(self) -> str:
        """Return the failure on one line: `PATH: expected EXPECTED, found FOUND`."""
        return f"{self.path}: expected {self.expected}, found {self.found}"


class ScenarioFailed(Exception):
    """The error raised when a scenario can't go on: an entry doesn't fit the game, or the rules refuse an answer."""

    def __init__(self, path: str, expected: str, found: str) -> None:
        super().__init__(f"{path}: expected {expected}, found {found}")
        self.failure = Failure(path, expected, found)


NUMBER_TOLERANCE = 0.05
"""A number of an event matches the expected number up to this difference. Lengths in events are in inches."""


def event_name(kind: type) -> str:
    """Return the name that a kind of event has in files: its class name in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def plain_event(event: object) -> dict[str, object]:
    """Return an event as a mapping for JSON: its fields, and its name under the key `event`.

    Raises:
        TypeError: The object is not an instance of a dataclass.
    """
    if not dataclasses.is_dataclass(event) or isinstance(event, type):
        raise TypeError(f"{event!r} is no event")
    plain = dataclasses.asdict(event)
    return {"event": event_name(type(event)), **{key: plain[name] for key, name in field_keys(type(event)).items()}}


def event_repr(event: object) -> str:
    """Return an event as text in the form of `repr`. The fields have their names from scenario files."""
    fields = ", ".join(f"{key}={getattr(event, name)!r}" for key, name in field_keys(type(event)).items())
    return f"{type(event).__qualname__}({fields})"


def field_keys(kind: type) -> dict[str, str]:
    """Return the names of the fields of a class of events: each field's name in the class, by its name in files."""
    return {field.metadata.get(FILE_KEY, field.name): field.name for field in dataclasses.fields(kind)}


def event_kinds(module: ModuleType) -> dict[str, type]:
    """Return a module's classes of events, by the events' names in files."""
    return {
        event_name(kind): kind
        for kind in vars(module).values()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ == module.__name__
    }


def event_vocabulary(module: ModuleType) -> dict[str, tuple[str, ...]]:
    """Return the names of the fields of each event that a module defines, by the event's name.

    If a field has one name in the class and another name in files, both names are listed.
    """
    return {
        name: tuple(dict.fromkeys((*field_keys(kind), *field_keys(kind).values())))
        for name, kind in event_kinds(module).items()
    }


def find_missing_event(
    expected: Sequence[Mapping[str, Mapping[str, object] | None]], events: Sequence[object]
) -> Iterator[Failure]:
    """Yield a failure for the first expected event that doesn't happen in its place in the order.

    Yield nothing if all expected events happen in their order. Other events may happen between them.

    Args:
        expected: Mappings with one key each: an event's name, with the expected values of some of its fields.
        events: The events of the game, in order.
    """
    here = 0
    for k, part in enumerate(expected):
        ((name, fields),) = part.items()
        met = (n for n in range(here, len(events)) if is_event(name, fields or {}, events[n]))
        found = next(met, None)
        if found is None:
            rest = ", ".join(_describe_event(event) for event in events[here:]) or "nothing"
            yield Failure(
                f"then.events[{k}]", _format_event(name, fields or {}), rest if here == 0 else f"after that, {rest}"
            )
            return
        here = found + 1


def matches_value(expected: object, found: object) -> bool:
    """Return whether a value of an event matches a value in a file.

    - Two whole numbers must be equal. Other numbers match within `NUMBER_TOLERANCE`.
    - A list matches a tuple of the same length whose items match. Other values must be equal.
    """
    match expected, found:
        case bool(), _:
            return expected is found
        case int() | float(), int() | float():
            exact = isinstance(expected, int) and isinstance(found, int)
            return expected == found if exact else abs(expected - found) <= NUMBER_TOLERANCE
        case list() | tuple(), list() | tuple():
            return len(expected) == len(found) and all(map(matches_value, expected, found))
    return expected == found


def is_event(name: str, fields: Mapping[str, object], event: object) -> bool:
    """Return whether an event has the given name, and the given value in each of the given fields."""
    if event_name(type(event)) != name:
        return False
    keys = field_keys(type(event))
    return all(matches_value(value, getattr(event, keys.get(key, key))) for key, value in fields.items())


def _describe_event(event: object) -> str:
    assert dataclasses.is_dataclass(event), "events are dataclasses"
    fields = {key: getattr(event, name) for key, name in field_keys(type(event)).items()}
    return _format_event(event_name(type(event)), fields)


def _format_event(name: str, fields: Mapping[str, object]) -> str:
    return f"{name}({', '.join(f'{key}: {_plain_value(value)}' for key, value in fields.items())})"


def _plain_value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_plain_value, value))}]"
    return "none" if value is None else str(value)


def plain_sentence(event: object) -> str:
    """Return an event in words: its name and its fields, such as `tower falls: model a1, by Bea, dice 4`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    if not dataclasses.is_dataclass(event):
        return name
    said = [
        f"{key.replace('_', ' ')} {_format_in_sentence(getattr(event, name))}"
        for key, name in field_keys(type(event)).items()
    ]
    return f"{name}: {', '.join(said)}" if said else name


def _format_in_sentence(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.1f}"
        case tuple() | list():
            return " ".join(map(_format_in_sentence, value)) or "–"
    return str(value)
