"""Caches for functions whose first argument is an immutable value, such as a table."""

from collections.abc import Callable
from operator import attrgetter, eq, is_
from typing import Concatenate, ParamSpec, TypeVar

V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")


def memoize_last(function: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
    """Return a function that caches the results of `function` as long as the first argument is the same object.

    A call with another object as its first argument empties the cache. All other arguments must be hashable, and are
    compared by equality. Use this only for pure functions whose results nobody changes.
    """
    return _memoized(function, lambda value: value, is_)


def memoize_while_equal(*parts: str) -> Callable[[Callable[Concatenate[V, P], R]], Callable[Concatenate[V, P], R]]:
    """Return a decorator that caches a function's results while some attributes of its first argument stay equal.

    When one of these attributes changes, the cache is emptied. For example, a function that reads only a table's models
    keeps its cache while only dice move. The function must read no other attributes of its first argument. All other
    arguments of the function must be hashable.

    Args:
        parts: The names of these attributes. Their values are compared by equality.
    """
    return lambda function: _memoized(function, attrgetter(*parts), eq)


def _memoized(
    function: Callable[Concatenate[V, P], R], of: Callable[[V], object], same: Callable[[object, object], bool]
) -> Callable[Concatenate[V, P], R]:
    last: list[object] = []
    answers: dict[object, R] = {}

    def cached(value: V, /, *args: P.args, **kwargs: P.kwargs) -> R:
        now = of(value)
        if not last or not same(last[0], now):
            last[:] = [now]
            answers.clear()
        key = (args, tuple(kwargs.items()))
        if key not in answers:
            answers[key] = function(value, *args, **kwargs)
        return answers[key]

    return cached
