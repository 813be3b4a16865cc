"""The reader of rules files. It finds a file by name or path.

Options are values that the user gives apart from the file. They replace values of the file.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema, WithDefaultSchema

from riotsim.files.problems import BadFile, FieldPath, Problem, format_path
from riotsim.files.resources import builtin_rules
from riotsim.files.validation import field_meanings
from riotsim.files.yaml import OPTION_SOURCE, Document, parse_yaml, read_content, validate
from riotsim.files.yaml_composer import PlainData
from riotsim.play.rulebook.sections import GAME_KEY, unknown_name

M = TypeVar("M", bound=BaseModel)

NO_OPTIONS: Mapping[str, object] = {}


def load_rules(source: str | Path, model: type[M], options: Mapping[str, object] = NO_OPTIONS) -> M:
    """Read and validate a rules file.

    Args:
        source: Name of rules that come with the program, such as `riot_dice`, or the path of a file.
        model: The pydantic class of the game's rulebook.
        options: New values for fields of the file, by dotted key, such as `{"tower.swig": 2}`. A value that is text is
            read as YAML: it can be a plain value such as `"24in"` or `"off"`, or a list such as `"[git, sneak]"`.

    Returns:
        The validated rules.

    Raises:
        BadFile: There are no such rules, or they are invalid. The error lists all problems.
    """
    return validate(with_options(read_rules(source), options), model)


def read_rules(source: str | Path) -> Document:
    """Read a rules file without validation.

    Args:
        source: Name of rules that come with the program, such as `riot_dice`, or the path of a file.

    Raises:
        BadFile: There are no such rules, or the file can't be parsed.
    """
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")) or Path(source).name != source:
        return _parse(read_content(source), str(source))
    known = builtin_rules()
    if source not in known:
        sentence = "no rules that come with the program have this name, and a file of your own ends in .yaml"
        raise BadFile([Problem(source or "''", unknown_name(sentence, source, known))])
    return _parse(known[source].read_bytes(), f"{source}.yaml")


# Parsing takes longer than everything else that loads rules, and each arm of a campaign loads the same file. Nobody
# changes a document: `with_options` copies.
_parse = lru_cache(maxsize=8)(parse_yaml)


def folder_of(source: str | Path) -> Path | None:
    """Return the folder of a rules file's meshes. Return None if `source` is not a file.

    Args:
        source: Name of rules that come with the program, or the path of a file.
    """
    file = Path(source)
    return file.parent if file.is_file() else None


def with_options(document: Document, options: Mapping[str, object]) -> Document:
    """Return a copy of a document with some values replaced by options.

    An option that can't be applied becomes a problem of the document. `validate` reports it.

    Args:
        document: The content of a rules file.
        options: New values for fields of the file, by dotted key, such as `{"tower.swig": 2}`.
    """
    problems: list[Problem] = []
    placed: list[FieldPath] = []
    data = document.data
    for key, value in options.items():
        try:
            path = _option_path(data, key)
            data = _put(data, path, _value(key, value))
            placed.append(path)
        except ValueError as error:
            problems.append(Problem(OPTION_SOURCE, str(error), field=key))
    return replace(
        document,
        data=data,
        problems=(*document.problems, *problems),
        options=document.options | frozenset(placed),
    )


def rules_schema(model: type[BaseModel], game: str) -> JsonSchemaValue:
    """Return the JSON Schema of a game's rules files. Editors use it to complete and check YAML.

    Args:
        model: The pydantic class of the game's rulebook.
        game: Name of the game, for the schema's title and `$id`.
    """
    made = model.model_json_schema(mode="validation", schema_generator=_AsWritten)
    made["properties"] = {GAME_KEY: _GAME_SCHEMA, **made.get("properties", {})}
    sections = made.get("$defs", {})
    for section in (made, *sections.values()):
        for key, part in section.get("properties", {}).items():
            part.setdefault("title", key.replace("_", " ").title())
            named = sections.get(part.get("$ref", "").removeprefix("#/$defs/"), {})
            part.setdefault("description", named.get("description", ""))
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        "$id": f"urn:riotsim:rules:{game}",
        **made,
        "title": f"Rules file of {game}",
    }


_GAME_SCHEMA: Final = {
    "type": "string",
    "title": "Game",
    "description": "The game that these rules are for, such as riot_dice.",
}


class _AsWritten(GenerateJsonSchema):
    """A JSON Schema generator that adds descriptions of the fields.

    It shows default values in the form of rules files: `6in`, not 152.4.
    """

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        found = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        for name, words in field_meanings(model).items():
            key = model.model_fields[name].alias or name
            if key in (properties := found.get("properties", {})):
                properties[key].setdefault("description", words)
        return found

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        found = super().default_schema(schema)
        serialization = schema["schema"].get("serialization")
        if "default" in found and serialization is not None and "function" in serialization:
            found["default"] = serialization["function"](schema.get("default"))
        return found


def _option_path(data: PlainData, key: str) -> FieldPath:
    """Return the path for a dotted key. The parts of the key for items of a list become indices.

    Raises:
        ValueError: The key has an empty part, an index that is not in the list, or a part below a plain value.
    """
    way: list[str | int] = []
    here: PlainData | None = data
    parts = key.split(".")
    if not all(parts):
        raise ValueError("an option is a dotted key, such as tower.swig")
    for part in parts:
        if isinstance(here, list):
            if not part.isdecimal() or int(part) >= len(here):
                raise ValueError(f"{part} is no place in a list of {len(here)}; the first place is 0")
            way.append(int(part))
            here = here[int(part)]
        elif here is None or isinstance(here, dict):
            way.append(part)
            here = None if here is None else here.get(part)
        else:
            raise ValueError(f"{format_path(tuple(way))} is a value, so there is no {part} in it")
    return tuple(way)


def _value(key: str, value: object) -> PlainData:
    """Return the value of an option as plain data.

    Text is read as YAML. Any other value is first written as JSON, which is then read as YAML.

    Args:
        key: Dotted key of the option, for messages.
        value: The value.

    Raises:
        ValueError: A rules file can't have such a value.
    """
    try:
        text = value if isinstance(value, str) else json.dumps(value)
    except TypeError:
        raise ValueError(f"{value!r} can't stand in a rules file") from None
    try:
        document = parse_yaml(text.encode(), key)
    except BadFile as error:
        raise ValueError("; ".join(problem.message for problem in error.problems)) from error
    if document.problems:
        raise ValueError("; ".join(problem.message for problem in document.problems))
    return document.data


def _put(here: PlainData, path: Iterable[str | int], value: PlainData) -> PlainData:
    """Return a copy of the data with `value` at `path`."""
    first, *rest = path
    inner = value
    if isinstance(here, list) and isinstance(first, int):
        if rest:
            inner = _put(here[first], rest, value)
        return [*here[:first], inner, *here[first + 1 :]]
    around = here if isinstance(here, dict) else {}
    if rest:
        inner = _put(around.get(str(first)), rest, value)
    return {**around, str(first): inner}
