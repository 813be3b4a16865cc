"""Caches for functions of an immutable value, such as a table."""

from collections.abc import Callable
from operator import attrgetter, eq, is_
from typing import Concatenate, ParamSpec, TypeVar

V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")


def memoize_last(function: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
    """Return a function that caches its results for its last first argument.

    Use it for pure functions whose results nobody changes. The first argument is compared by identity, and the
    others, which must be hashable, by equality. Results of one first argument at a time are kept, so the cache
    stays small.
    """
    return _memoized(function, lambda value: value, is_)


def memoize_while_equal(*parts: str) -> Callable[[Callable[Concatenate[V, P], R]], Callable[Concatenate[V, P], R]]:
    """Return a decorator that caches a function's results while parts of its first argument stay equal.

    Use it for functions that depend only on these parts. For example, the models stay equal while only dice move.
    Otherwise it works as `memoize_last`.

    Args:
        parts: The names of two or more attributes. Identical attributes are not compared further.
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
