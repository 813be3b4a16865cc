"""The meaning of a rulebook's fields, from the docstrings beneath them in the source.

Pydantic would read them whenever a class is made, which takes longer than a throw of dice; few runs need them.
"""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from textwrap import dedent

from pydantic import BaseModel


@cache
def field_meanings(model: type[BaseModel]) -> dict[str, str]:
    """Return the meaning of each field by its name; fields without a docstring are left out."""
    said: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if issubclass(kind, BaseModel) and kind is not BaseModel:
            said.update(_beneath(kind))
    told = {name: field.description or said.get(name, "") for name, field in model.model_fields.items()}
    return {name: words for name, words in told.items() if words}


def _beneath(kind: type) -> Iterator[tuple[str, str]]:
    """The names of a class that have a type, each with the words beneath it."""
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):  # made where there is no file
        return
    (found,) = ast.parse(dedent(source)).body
    body = found.body if isinstance(found, ast.ClassDef) else []
    for field, words in pairwise(body):
        match field, words:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text)
