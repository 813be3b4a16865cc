"""Errors of pydantic's validation in words, and the meaning of each field of a model."""

import ast
import inspect
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from riotsim.files.problems import FieldPath
from riotsim.files.yaml_composer import PlainData
from riotsim.play.rulebook.sections import unknown_name

_MISSING = "missing"


def describe_errors(error: ValidationError, data: PlainData, model: type[BaseModel]) -> Iterator[tuple[FieldPath, str]]:
    """Yield the path and a description of each error in a validation.

    Args:
        error: The error of the validation.
        data: The data that was validated.
        model: The model of the validation.
    """
    for detail in error.errors(include_url=False):
        path = _path(detail, data)
        if detail["type"] == _MISSING and path and isinstance(path[-1], int):
            yield path[:-1], f"has too few values{_meaning(model, path[:-1])}"
        else:
            yield path, _sentence(detail, path, model)


def describe_value(error: ValidationError) -> str:
    """Return a description of the first error in a validation, without the place of the error."""
    detail = error.errors(include_url=False)[0]
    match detail["type"]:
        case "json_invalid":
            return f"is not JSON: {detail['ctx']['error']}"
        case "extra_forbidden":
            return "is no key that is known here"
        case "missing":
            return "is missing"
    return _sentence(detail, (), BaseModel)


def _path(detail: ErrorDetails, data: PlainData) -> FieldPath:
    """Return the path of an error in the data.

    Pydantic's path also names the alternatives of unions. These names are left out.
    """
    path: list[str | int] = []
    here: PlainData = data
    last = len(detail["loc"]) - 1
    for k, part in enumerate(detail["loc"]):
        match here, part:
            case dict(), str() if part in here:
                here = here[part]
            case list(), int() if part < len(here):
                here = here[part]
            case _ if detail["type"] != _MISSING or k < last:
                continue
        path.append(part)
    return tuple(path)


def _sentence(detail: ErrorDetails, path: FieldPath, model: type[BaseModel]) -> str:
    context = detail.get("ctx", {})
    value = _format_value(detail["input"])
    match detail["type"]:
        case "value_error":
            return str(context["error"])
        case "missing":
            return f"is missing; add a line for it{_meaning(model, path)}"
        case "extra_forbidden":
            return unknown_name("is no key that is known here", str(path[-1]), _fields(model, path[:-1]))
        case "literal_error":
            return f"must be {context['expected']}, not {value}"
        case "int_type" | "int_parsing" | "int_from_float":
            return f"must be a whole number, such as 2, not {value}"
        case "float_type" | "float_parsing" | "finite_number":
            return f"must be a plain number, such as 1.5, not {value}"
        case "bool_type" | "bool_parsing":
            return f"must be true or false, not {value}"
        case "string_type":
            return f"must be a word, not {value}"
        case "tuple_type" | "list_type":
            return f"must be a list, such as [a, b], not {value}"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"must be a mapping: keys with values below it, not {value}"
        case "greater_than":
            return f"must be more than {_format_bound(context['gt'])}, not {value}"
        case "greater_than_equal":
            return f"must be at least {_format_bound(context['ge'])}, not {value}"
        case "less_than_equal":
            return f"must be at most {_format_bound(context['le'])}, not {value}"
        case "less_than":
            return f"must be less than {_format_bound(context['lt'])}, not {value}"
        case "too_short":
            return f"must have at least {context['min_length']}, not {context['actual_length']}"
        case "too_long":
            return f"must have at most {context['max_length']}, not {context['actual_length']}"
        case "string_too_short":
            return "must not be empty"
    said = detail["msg"]
    return f"{said[:1].lower()}{said[1:]}, not {value}"


def _format_bound(bound: float) -> str:
    """Return `bound`, a smallest or largest allowed value, as text. An `int` is shown with all its digits."""
    return str(bound) if isinstance(bound, int) else f"{bound:g}"


def _format_value(value: object) -> str:
    """Return a value as text for a message.

    A list or mapping becomes `a list` or `a mapping`. Any other value is written as in a file, and cut if it is long.
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "a mapping"
        case Sequence() if not isinstance(value, str):
            return "a list"
    text = str(value)
    return repr(text) if isinstance(value, str) and len(text) <= 40 else text[:40]


def _meaning(model: type[BaseModel], path: FieldPath) -> str:
    """Return the meaning of a field as the end of a message: a space, and the meaning in brackets.

    Return an empty text if the meaning is unknown.
    """
    meaning = _fields(model, path[:-1]).get(str(path[-1]), "") if path else ""
    words = " ".join(meaning.split()).rstrip(".")
    return f" ({words[:1].lower()}{words[1:]})" if words else ""


def _fields(model: type[BaseModel], path: FieldPath) -> dict[str, str]:
    """Return the keys that are allowed at a path of the data, each with its meaning.

    The dictionary is empty if the model has no fields at this path.
    """
    here: object = model
    for part in path:
        here = _part_type(here, part)
    found = _model_in(here)
    if found is None:
        return {}
    meant = field_meanings(found)
    return {field.alias or name: meant.get(name, "") for name, field in found.model_fields.items()}


def _part_type(kind: object, part: str | int) -> object:
    """Return the type of one part of a value of type `kind`. Return None if the type has no such part.

    Args:
        kind: The type of the value.
        part: The key of the part, or its index in a list.
    """
    model = _model_in(kind)
    if model is not None:
        for name, field in model.model_fields.items():
            if part in (name, field.alias):
                return field.annotation
        return None
    for one in _alternatives(kind):
        arguments = get_args(one)
        if get_origin(one) in (dict, Mapping) and len(arguments) == 2:
            return arguments[1]
        if get_origin(one) in (tuple, list, Sequence) and arguments:
            return (
                arguments[part]
                if isinstance(part, int) and part < len(arguments) and ... not in arguments
                else arguments[0]
            )
    return None


def _model_in(kind: object) -> type[BaseModel] | None:
    for one in _alternatives(kind):
        if isinstance(one, type) and issubclass(one, BaseModel):
            return one
    return None


def _alternatives(kind: object) -> list[object]:
    """Return the alternatives of a union type, such as `int` and `str` for `int | str`.

    Any other type is its only alternative. Metadata of `Annotated` is left out.
    """
    if get_origin(kind) is Annotated:
        return _alternatives(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [one for part in get_args(kind) for one in _alternatives(part)]
    return [kind]


@cache
def field_meanings(model: type[BaseModel]) -> dict[str, str]:
    """Return the meaning of each field of a model, by the field's name.

    The meaning is the field's `description` in pydantic. A field without a `description` has its docstring as meaning.
    A field with neither is left out.
    """
    said: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if issubclass(kind, BaseModel) and kind is not BaseModel:
            said.update(attribute_docstrings(kind))
    told = {name: field.description or said.get(name, "") for name, field in model.model_fields.items()}
    return {name: words for name, words in told.items() if words}


def attribute_docstrings(kind: type) -> Mapping[str, str]:
    """Return the docstrings of a class's annotated attributes, by the attribute's name."""
    return _module_docstrings(kind.__module__).get(kind.__qualname__, {})


@cache
def _module_docstrings(module: str) -> dict[str, dict[str, str]]:
    """Return the docstrings of the annotated attributes of a module's classes.

    The outer keys are the qualified names of the classes. The inner keys are the names of the attributes.

    The module is parsed once. With `inspect.getsource`, it would be parsed again for each of its classes.
    """
    try:
        source = inspect.getsource(sys.modules[module])
    except (KeyError, OSError, TypeError):  # made where there is no file
        return {}
    found: dict[str, dict[str, str]] = {}

    def look(around: ast.AST, inside: str) -> None:
        for part in ast.iter_child_nodes(around):
            match part:
                case ast.ClassDef(name=name):
                    found[inside + name] = _described(part)
                    look(part, f"{inside}{name}.")
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    look(part, f"{inside}{name}.<locals>.")
                case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                    look(part, inside)

    look(ast.parse(source), "")
    return found


def _described(found: ast.ClassDef) -> dict[str, str]:
    """Return the docstrings of the annotated attributes in a class body, by the attribute's name."""
    said: dict[str, str] = {}
    for field, words in pairwise(found.body):
        match field, words:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                said[name] = inspect.cleandoc(text)
    return said
