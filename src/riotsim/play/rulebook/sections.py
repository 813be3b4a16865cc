"""The base classes of all rulebooks. They refuse unknown keys, check names, and report all errors at once."""

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from contextvars import ContextVar
from typing import Final, Self, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails

FieldPath: TypeAlias = tuple[str | int, ...]
"""The path of a field in a file: keys and list indices, from the root."""

Fault: TypeAlias = tuple[FieldPath, str]
"""An error: the path of a field, and a sentence about what is wrong."""

GAME_KEY: Final = "game"
"""The key for the game's name in a rules file. The classes of rulebooks (`Book`) need no field for this key."""

EDITION_KEY: Final = "edition"
"""The key for the edition of the rules. Some clauses depend on it. Stored rules without the key have edition 1."""

S = TypeVar("S", bound=BaseModel)
C = TypeVar("C", bound=Sized)

_CURRENT_RULEBOOK: ContextVar[Mapping[str, object] | None] = ContextVar("the rulebook being read", default=None)


class Section(BaseModel):
    """A section of a rules file. It is immutable, and an unknown key in it is an error."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=False,
        defer_build=True,  # a command that reads a part of the rules makes ready only what checks that part
    )


def name_in(section: str, what: str, *besides: str) -> AfterValidator:
    """Return an annotation for a text that must be the name of an entry in a section.

    If the rulebook doesn't have the section, any text is allowed.

    Args:
        section: The section of the rulebook.
        what: The word for one entry, for messages.
        besides: Other texts that are allowed.

    Raises:
        ValueError: On validation of a text: the rulebook has the section, but no entry of that name.
    """

    def check(name: str) -> str:
        book = _CURRENT_RULEBOOK.get()
        entries = None if book is None else book.get(section)
        if not isinstance(entries, Mapping) or name in (*entries, *besides):
            return name
        raise ValueError(unknown_name(f"no {what} is called {name!r}", name, (*entries, *besides)))

    return AfterValidator(check)


def current_section(*way: str) -> Mapping[str, object]:
    """Return a section of the rulebook that is being validated. If there is no such section, return an empty one.

    Args:
        way: The keys that lead to the section, beginning at the root of the file.
    """
    here: object = _CURRENT_RULEBOOK.get()
    for part in way:
        here = here.get(part) if isinstance(here, Mapping) else None
    return here if isinstance(here, Mapping) else {}


def unknown_name(sentence: str, name: str, known: Iterable[str]) -> str:
    """Return a message about an unknown name. It ends with a similar known name, or with all known names.

    Args:
        sentence: The beginning of the message, without a full stop.
        name: The unknown name.
        known: The known names.
    """
    names = [str(one) for one in known]
    if close := difflib.get_close_matches(name, names, n=1):
        return f"{sentence}; did you mean {close[0]}?"
    return f"{sentence}; there {'are' if len(names) > 1 else 'is'} {', '.join(names) or 'none'}"


def unknown_names(what: str, known: Collection[str], said: Mapping[FieldPath, str | None]) -> Iterator[Fault]:
    """Yield an error for each name that is not known.

    Args:
        what: The word for a thing with such a name, such as `player`. It is used in the message of the error.
        known: The known names.
        said: The names to check, by their paths in the file. The value is None where the file gives no name.
    """
    for where, name in said.items():
        if name is not None and name not in known:
            yield where, unknown_name(f"no {what} is called {name!r}", name, known)


def faults_below(where: FieldPath, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the errors of a part of a file, with paths that begin at the root of the file.

    Args:
        where: The path of the part.
        faults: The errors of the part, with paths that begin at the part.
    """
    for path, sentence in faults:
        yield (*where, *path), sentence


def _require_entries(entries: C) -> C:
    if not entries:
        raise ValueError("must not be empty")
    return entries


NOT_EMPTY = AfterValidator(_require_entries)
"""An annotation of a list or mapping that must have at least one entry.

Entries with errors count too; `min_length` doesn't count them.
"""


class ValidSections:
    """The valid sections and entries of a rules file, for checks across sections."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._data = data

    def section(self, name: str, kind: type[S]) -> S | None:
        """Return a section, or None if it has an error. A section that the file lacks is read as an empty one.

        Args:
            name: The key of the section in the rules file.
            kind: The class of the section.
        """
        return self._sound(self._data.get(name, {}), kind)

    def entries(self, name: str, kind: type[S]) -> dict[str, S]:
        """Return the valid entries of a section, by name. Entries with errors are left out.

        Args:
            name: The key of the section in the rules file.
            kind: The class of an entry.
        """
        found = self._data.get(name)
        if not isinstance(found, Mapping):
            return {}
        sound = ((str(key), self._sound(value, kind)) for key, value in found.items())
        return {key: value for key, value in sound if value is not None}

    def names(self, name: str) -> tuple[str, ...]:
        """Return the names of all entries of a section, also of entries with errors."""
        found = self._data.get(name)
        return tuple(map(str, found)) if isinstance(found, Mapping) else ()

    def has_key(self, *way: str) -> bool:
        """Return whether the rules file has a key.

        Args:
            way: The keys that lead to this key from the root, the key itself last.
        """
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
    """A whole rules file. Validation also checks names (`name_in`), and agreement between sections (`faults`)."""

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield the errors that concern several sections. The rulebooks of games override this method."""
        yield from ()

    @model_validator(mode="wrap")
    @classmethod
    def _report_all_errors(cls, data: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Validate the rules. Raise one exception with all errors, those of fields and those that `faults` yields."""
        if not isinstance(data, Mapping):
            return handler(data)
        if GAME_KEY not in cls.model_fields:
            data = {key: value for key, value in data.items() if key != GAME_KEY}
        current_section = _CURRENT_RULEBOOK.set(data)
        found: list[InitErrorDetails] = []
        try:
            try:
                book = handler(data)
            except ValidationError as error:
                book = None
                found += [_error_detail(d["loc"], d["type"], d["input"], d.get("ctx", {})) for d in error.errors()]
            for where, sentence in cls.faults(ValidSections(data)):
                found.append(_error_detail(where, "value_error", None, {"error": ValueError(sentence)}))
        finally:
            _CURRENT_RULEBOOK.reset(current_section)
        if book is None or found:
            raise ValidationError.from_exception_data(cls.__name__, found)
        return book


def _error_detail(where: FieldPath, kind: str, value: object, context: dict[str, object]) -> InitErrorDetails:
    return InitErrorDetails(type=kind, loc=where, input=value, ctx=context)
