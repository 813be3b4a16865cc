"""Remembering what has been worked out about a value that never changes, such as a table."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")


def for_the_last(function: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
    """Make a function remember what it gives for its last first argument, with whatever others.

    For functions of values only, whose answers nobody changes. It is the very same first argument that counts, not an
    equal one; the rest, which must be hashable, is compared. One such argument at a time is kept, so nothing grows.
    """
    last: list[V] = []
    answers: dict[object, R] = {}

    def remembered(value: V, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not last or last[0] is not value:
            last[:] = [value]
            answers.clear()
        key = (args, tuple(kwargs.items()))
        if key not in answers:
            answers[key] = function(value, *args, **kwargs)
        return answers[key]

    return remembered
