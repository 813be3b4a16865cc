"""What the rulebooks of all games share: strict sections, names that must exist, and every fault told at once."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sized
from contextvars import ContextVar
from typing import Final, Self, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails

FieldPath: TypeAlias = tuple[str | int, ...]
"""The way to a field: keys and places in lists, from the root of the file."""

Fault: TypeAlias = tuple[FieldPath, str]
"""Where something is wrong, and a sentence that says what and what would be right."""

GAME_KEY: Final = "game"
"""The key of a rules file that names its game. It chooses the rulebook, and is no part of it."""

S = TypeVar("S", bound=BaseModel)
C = TypeVar("C", bound=Sized)

_OPEN: ContextVar[Mapping[str, object] | None] = ContextVar("the rulebook being read", default=None)


class Section(BaseModel):
    """A group of keys in a rules file. It can't be changed, and an unknown key in it is an error."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=False,
        defer_build=True,  # a command that reads a part of the rules makes ready only what checks that part
    )


def name_in(section: str, what: str) -> AfterValidator:
    """Mark a text as the name of an entry of the rulebook's group `section`; `what` is one such, with its article."""

    def check(name: str) -> str:
        book = _OPEN.get()
        entries = None if book is None else book.get(section)
        if not isinstance(entries, Mapping) or name in entries:
            return name
        raise ValueError(unknown_name(f"no {what} is called {name!r}", name, entries))

    return AfterValidator(check)


def group_being_read(*way: str) -> Mapping[str, object]:
    """Give what the rulebook that is being read has in a group; nothing while none is read, or if it has none such."""
    here: object = _OPEN.get()
    for part in way:
        here = here.get(part) if isinstance(here, Mapping) else None
    return here if isinstance(here, Mapping) else {}


def unknown_name(sentence: str, name: str, known: Iterable[str]) -> str:
    """Complete a sentence about an unknown name with the likeliest one that was meant, or with all there are."""
    names = [str(one) for one in known]
    close = difflib.get_close_matches(name, names, n=1)
    return f"{sentence}; did you mean {close[0]}?" if close else f"{sentence}; there is {', '.join(names) or 'none'}"


def _some(entries: C) -> C:
    if not entries:
        raise ValueError("must not be empty")
    return entries


NOT_EMPTY = AfterValidator(_some)
"""A mark on a list or mapping that must have an entry. Pydantic's own counts only those without a fault."""


class SoundGroups:
    """The groups of a rulebook that are sound, so that checks across groups can run beside other faults."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._data = data

    def group(self, name: str, kind: type[S]) -> S | None:
        """Give the group `name`, or None if it has a fault of its own."""
        return self._sound(self._data.get(name, {}), kind)

    def entries(self, name: str, kind: type[S]) -> dict[str, S]:
        """Give those entries of the group `name` that have no fault of their own."""
        found = self._data.get(name)
        if not isinstance(found, Mapping):
            return {}
        sound = ((str(key), self._sound(value, kind)) for key, value in found.items())
        return {key: value for key, value in sound if value is not None}

    def names(self, name: str) -> tuple[str, ...]:
        """Give the names of all entries of the group `name`, sound or not."""
        found = self._data.get(name)
        return tuple(map(str, found)) if isinstance(found, Mapping) else ()

    def says(self, *way: str) -> bool:
        """Whether the rules say anything at this key."""
        here: object = self._data
        for part in way:
            if not isinstance(here, Mapping) or part not in here:
                return False
            here = here[part]
        return True

    @staticmethod
    def _sound(data: object, kind: type[S]) -> S | None:
        try:
            return kind.model_validate(data)
        except ValidationError:
            return None


class Book(Section):
    """A whole rules file. Names in it are checked by `name_in`, and `faults` adds what concerns several groups."""

    @classmethod
    def faults(cls, parts: SoundGroups) -> Iterator[Fault]:
        """Tell what is wrong between groups. A game's rulebook says here what it knows."""
        yield from ()

    @model_validator(mode="wrap")
    @classmethod
    def _tell_all(cls, data: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Collect the faults of single fields and those between groups into one error."""
        if not isinstance(data, Mapping):
            return handler(data)
        if GAME_KEY not in cls.model_fields:
            data = {key: value for key, value in data.items() if key != GAME_KEY}
        group_being_read = _OPEN.set(data)
        found: list[InitErrorDetails] = []
        try:
            try:
                book = handler(data)
            except ValidationError as error:
                book = None
                found += [_detail(d["loc"], d["type"], d["input"], d.get("ctx", {})) for d in error.errors()]
            for where, sentence in cls.faults(SoundGroups(data)):
                found.append(_detail(where, "value_error", None, {"error": ValueError(sentence)}))
        finally:
            _OPEN.reset(group_being_read)
        if book is None or found:
            raise ValidationError.from_exception_data(cls.__name__, found)
        return book


def _detail(where: FieldPath, kind: str, value: object, context: dict[str, object]) -> InitErrorDetails:
    return InitErrorDetails(type=kind, loc=where, input=value, ctx=context)
