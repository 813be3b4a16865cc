"""Plain data made of the events of a YAML parser, with the line number of each value."""

import re
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.files.problems import BadFile, FieldPath, Problem, format_path

with deferred_interrupts():
    from ruamel.yaml.events import (
        AliasEvent,
        CollectionEndEvent,
        CollectionStartEvent,
        DocumentStartEvent,
        Event,
        MappingStartEvent,
        NodeEvent,
        ScalarEvent,
    )

PlainData: TypeAlias = "bool | int | float | str | list[PlainData] | dict[str, PlainData] | None"
"""A value that a YAML file can have."""

MAX_VALUES = 100_000
"""Maximum number of values in a file. A value repeated by aliases counts each time."""

MAX_DEPTH = 40
"""Maximum number of lists and mappings nested in each other."""

MAX_NUMBER_LENGTH = 300
"""Maximum length of a number (characters).

A longer number is a mistake, and is read as text. Python refuses to parse numbers of more than 4,300 digits.
"""

# The core schema of YAML 1.2, in which `on` and `off` are words.
_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_HEX_OR_OCTAL = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAN = re.compile(r"\.(nan|NaN|NAN)")


def parse_scalar(text: str) -> PlainData:
    """Return the value of a text without quotes: None, a boolean, a number, or the text itself.

    The core schema of YAML 1.2 decides which. A number of more than `MAX_NUMBER_LENGTH` characters stays text.
    """
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text):
        return True
    if _FALSE.fullmatch(text):
        return False
    if len(text) > MAX_NUMBER_LENGTH:
        return text
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _HEX_OR_OCTAL.fullmatch(text):
        return int(text, base=0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _INFINITE.fullmatch(text) or _NAN.fullmatch(text):
        return float(text.replace(".", ""))
    return text


@dataclass(slots=True)
class _OpenCollection:
    """A list or mapping whose end has not been read yet."""

    holds: "list[PlainData] | dict[str, PlainData]"
    """The part of the list or mapping that has been read."""
    path: FieldPath
    """Path of the list or mapping in the file."""
    anchor: str | None
    """Name of the list or mapping for aliases; None for no name."""
    counted: int
    """Number of counted values at the beginning of this list or mapping, itself included."""
    key: str | None = None
    """The key whose value is read next. It is None in a list, and before the next key of a mapping."""


class Composer:
    """A builder of plain data from the events of a YAML parser.

    `take` gets the events one after the other. Then the attributes `data`, `lines` and `problems` have the result.
    """

    def __init__(self, file: str) -> None:
        self.data: PlainData = None
        self.lines: dict[FieldPath, int] = {}
        self.problems: list[Problem] = []
        self._file = file
        self._open: list[_OpenCollection] = []
        self._anchors: dict[str, tuple[PlainData, int]] = {}
        self._count = 0
        self._documents = 0

    def take(self, event: Event) -> None:
        """Add the next event of the parser.

        Raises:
            BadFile: The file can't be used.
        """
        line = event.start_mark.line + 1
        match event:
            case DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self._stop("a second document begins here; take out the line `---`", line)
            case CollectionEndEvent():
                closed = self._open.pop()
                if closed.anchor:
                    self._anchors[closed.anchor] = (closed.holds, self._count - closed.counted)
            case NodeEvent():
                around = self._open[-1] if self._open else None
                if around is not None and isinstance(around.holds, dict) and around.key is None:
                    self._key(event, around, line)
                else:
                    self._value(event, around, line)

    def _key(self, event: NodeEvent, around: _OpenCollection, line: int) -> None:
        if not isinstance(event, ScalarEvent):
            self._stop("a key must be a word", line, around.path)
        around.key = self._text(event, line, around.path)
        path = (*around.path, around.key)
        if isinstance(around.holds, dict) and around.key in around.holds:
            self._note(f"comes twice, first on line {self.lines[path]}; keep one of them", line, path)
        self._no_tag(event, line, path)
        self.lines.setdefault(path, line)

    def _value(self, event: NodeEvent, around: _OpenCollection | None, line: int) -> None:
        path = self._path(around)
        self.lines.setdefault(path, line)
        self._no_tag(event, line, path)
        self._counted(1, line)
        match event:
            case ScalarEvent():
                text = self._text(event, line, path)
                value = parse_scalar(text) if event.style is None else text
                self._put(around, value)
                if event.anchor:
                    self._anchors[event.anchor] = (value, 1)
            case AliasEvent():
                if event.anchor not in self._anchors:
                    self._stop(f"*{event.anchor} stands for nothing that is complete before this line", line, path)
                value, count = self._anchors[event.anchor]
                self._counted(count, line)
                self._put(around, value)
            case CollectionStartEvent():
                if len(self._open) == MAX_DEPTH:
                    self._stop(f"there are more than {MAX_DEPTH} lists and mappings within each other", line)
                holds: list[PlainData] | dict[str, PlainData] = {} if isinstance(event, MappingStartEvent) else []
                self._put(around, holds)
                self._open.append(_OpenCollection(holds, path, event.anchor, self._count))

    def _text(self, event: ScalarEvent, line: int, path: FieldPath) -> str:
        """Return the text of a scalar. As in JSON, two escapes that form a surrogate pair become one character.

        Raises:
            BadFile: An escape is only one half of a surrogate pair.
        """
        text = str(event.value)
        if not _SURROGATE.search(text):
            return text
        try:
            return text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            self._stop("an escape here writes half a character", line, path)

    @staticmethod
    def _path(around: _OpenCollection | None) -> FieldPath:
        if around is None:
            return ()
        if isinstance(around.holds, list):
            return (*around.path, len(around.holds))
        return (*around.path, around.key or "")

    def _put(self, around: _OpenCollection | None, value: PlainData) -> None:
        if around is None:
            self.data = value
        elif isinstance(around.holds, list):
            around.holds.append(value)
        else:
            around.holds.setdefault(around.key or "", value)
            around.key = None

    def _counted(self, values: int, line: int) -> None:
        self._count += values
        if self._count > MAX_VALUES:
            self._stop(f"there are more than {MAX_VALUES} values up to this line, aliases written out", line)

    def _no_tag(self, event: NodeEvent, line: int, path: FieldPath) -> None:
        tag = event.tag if isinstance(event, ScalarEvent | CollectionStartEvent) else None
        if tag is not None:
            shown = str(tag).replace("tag:yaml.org,2002:", "!!")
            self._note(f"carries the tag {shown}; tags are not read, so write the plain value", line, path)

    def _note(self, message: str, line: int, path: FieldPath) -> None:
        self.problems.append(Problem(self._file, message, line, format_path(path)))

    def _stop(self, message: str, line: int, path: FieldPath = ()) -> NoReturn:
        raise BadFile([*self.problems, Problem(self._file, message, line, format_path(path))])
