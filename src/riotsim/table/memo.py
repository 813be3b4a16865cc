"""Remembering what has been worked out about a value that never changes, such as a table."""

from collections.abc import Callable
from operator import attrgetter, eq, is_
from typing import Concatenate, ParamSpec, TypeVar

V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")


def memoize_last(function: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
    """Make a function remember what it gives for its last first argument, with whatever others.

    For functions of values only, whose answers nobody changes. It is the very same first argument that counts, not an
    equal one; the rest, which must be hashable, is compared. One such argument at a time is kept, so nothing grows.
    """
    return _remembering(function, lambda value: value, is_)


def memoize_while_equal(*parts: str) -> Callable[[Callable[Concatenate[V, P], R]], Callable[Concatenate[V, P], R]]:
    """Make a function remember what it gives while these parts of its first argument stay equal, two or more.

    For functions that look at nothing else of it: a table on which only dice have moved has the models that it had. All
    else is as `memoize_last` has it. Parts that are the very same are not looked into.
    """
    return lambda function: _remembering(function, attrgetter(*parts), eq)


def _remembering(
    function: Callable[Concatenate[V, P], R], of: Callable[[V], object], same: Callable[[object, object], bool]
) -> Callable[Concatenate[V, P], R]:
    last: list[object] = []
    answers: dict[object, R] = {}

    def remembered(value: V, /, *args: P.args, **kwargs: P.kwargs) -> R:
        now = of(value)
        if not last or not same(last[0], now):
            last[:] = [now]
            answers.clear()
        key = (args, tuple(kwargs.items()))
        if key not in answers:
            answers[key] = function(value, *args, **kwargs)
        return answers[key]

    return remembered
