"""YAML files as plain data, with the lines of their values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.files.problems import BadFile, FieldPath, Problem, format_path
from riotsim.files.validation import describe_errors
from riotsim.files.yaml_composer import Composer, PlainData

with deferred_interrupts():
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.reader import ReaderError

MAX_FILE_SIZE = 1_000_000
"""Maximum size of a YAML file (bytes). A rules file has about 20,000 bytes."""

OPTION_SOURCE = "options"
"""Text that stands for the file's name in problems with an option."""

_OUT_OF_RANGE = re.compile(r"\\U(?!0010|000[0-9a-fA-F])[0-9a-fA-F]{8}|^%YAML.*[0-9]{300}", re.MULTILINE)
"""Pattern of escapes for characters beyond U+10FFFF, and of version numbers with too many digits for Python."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a YAML file."""

    file: str
    """Name of the file, for messages."""
    data: PlainData
    """The content as plain data."""
    lines: Mapping[FieldPath, int] = field(repr=False)
    """Line of each key and of each list item, by path. Lines are counted from 1.

    Values inside an alias have no line.
    """
    problems: tuple[Problem, ...] = ()
    """Problems that did not prevent reading, such as a repeated key. `validate` reports them together with its own."""
    options: frozenset[FieldPath] = frozenset()
    """Paths of the values that options have replaced."""

    def line_of(self, path: FieldPath) -> int | None:
        """Return the line of the value at `path`; None if it is unknown.

        A value without a line of its own gets the line of the nearest value around it.
        """
        around = (path[:end] for end in range(len(path), -1, -1))
        return next((self.lines[part] for part in around if part in self.lines), None)

    def problem(self, path: FieldPath, message: str) -> Problem:
        """Return a problem with the value at a path.

        If an option has replaced the value, the problem names `OPTION_SOURCE`. If not, it names the file and a line.
        """
        new = path not in self.lines
        for option in self.options:
            if path[: len(option)] == option or (new and option[: len(path)] == path):
                return Problem(OPTION_SOURCE, message, field=format_path(path))
        return Problem(self.file, message, self.line_of(path), format_path(path))


def read_yaml(path: str | Path) -> Document:
    """Read a YAML file. No code in it is run.

    Raises:
        BadFile: The file can't be read or parsed, or is larger than `MAX_FILE_SIZE`.
    """
    return parse_yaml(read_content(path), str(path))


def read_content(path: str | Path) -> bytes:
    """Return the bytes of a YAML file.

    At most `MAX_FILE_SIZE` + 1 bytes are returned. Content of this length is too long, so `parse_yaml` refuses it.

    Raises:
        BadFile: The file can't be read.
    """
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_FILE_SIZE + 1)
    except OSError as error:
        raise BadFile([Problem(str(path), f"cannot be read: {(error.strerror or str(error)).lower()}")]) from error


def parse_yaml(content: bytes, name: str) -> Document:
    """Parse YAML. No code in it is run.

    Args:
        content: The bytes of a file.
        name: Name of the file, for messages.

    Raises:
        BadFile: The content can't be parsed, or is larger than `MAX_FILE_SIZE`.
    """
    if len(content) > MAX_FILE_SIZE:
        raise BadFile([Problem(name, f"is larger than {MAX_FILE_SIZE // 1000} kB; no file of this program is")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile([Problem(name, "is not UTF-8 text; save it as UTF-8", line)]) from error
    composer = Composer(name)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            composer.take(event)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = ", ".join(part for part in (error.context, error.problem) if part)
        raise BadFile([Problem(name, f"is not YAML: {said}", None if mark is None else mark.line + 1)]) from error
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise BadFile([Problem(name, "is not YAML: it has a character that no text may have", line)]) from error
    except YAMLError as error:
        raise BadFile([Problem(name, f"is not YAML: {error}")]) from error
    except (ValueError, OverflowError) as error:  # the parser doesn't check what it gives to chr() and int()
        found = _OUT_OF_RANGE.search(text)
        if found is None:
            raise
        what = f"no character has the number that {found[0]} writes"
        if found[0].startswith("%"):
            what = "no version of YAML has so many digits"
        line = text.count("\n", 0, found.start()) + 1
        raise BadFile([Problem(name, f"is not YAML: {what}", line)]) from error
    return Document(name, composer.data, composer.lines, tuple(composer.problems))


def validate(document: Document, model: type[M]) -> M:
    """Validate a document with a pydantic model. Return an instance of the model with the document's values.

    Raises:
        BadFile: The document is invalid. The error lists all problems: first those of the file, then those of options.
    """
    problems = list(document.problems)
    if not isinstance(document.data, dict):
        raise BadFile([*problems, document.problem((), "must be a mapping: lines of the form `key: value`")])
    made: M | None = None
    try:
        made = model.model_validate(document.data)
    except ValidationError as error:
        problems += [document.problem(path, message) for path, message in describe_errors(error, document.data, model)]
    if made is None or problems:
        raise BadFile(sorted(problems, key=lambda problem: (problem.file == OPTION_SOURCE, problem.line or 0)))
    return made
