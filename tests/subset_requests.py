"""Requests for a subset of a few items, all subsets of their items, and a plain reading of their conditions."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import strategies as st

from riotsim.play.group_requests import PickSome

ITEMS = ("a", "b", "c", "d", "e")


@st.composite
def requests(draw: st.DrawFn) -> PickSome:
    """Draw a request to pick some of up to five items, with any of the conditions."""
    items = ITEMS[: draw(st.integers(0, len(ITEMS)))]
    least = draw(st.integers(0, 3))
    most = draw(st.none() | st.integers(0, 5))
    weights = draw(st.just(()) | st.tuples(*(st.integers(0, 4) for _ in items)))
    budget = draw(st.none() | st.integers(0, 8)) if weights else None
    pairs = st.lists(st.sampled_from([*combinations(items, 2)]), unique=True) if len(items) > 1 else st.just([])
    links = draw(st.none() | pairs.map(tuple))
    labels = draw(st.just(()) | st.tuples(*(st.sampled_from("xy") for _ in items)))
    return PickSome("Ann", "group", items, least, most, weights, budget, links, labels)


def subsets(request: PickSome) -> Iterator[tuple[str, ...]]:
    """Yield all subsets of the items."""
    for size in range(len(request.items) + 1):
        yield from combinations(request.items, size)


def is_allowed(request: PickSome, picked: tuple[str, ...]) -> bool:
    """Return whether a choice meets all conditions of a request, by checking each in the simplest way."""
    places = [request.items.index(item) for item in picked]
    if len(picked) < request.least or (request.most is not None and len(picked) > request.most):
        return False
    if request.budget is not None and sum(request.weights[place] for place in places) > request.budget:
        return False
    if request.labels and len({request.labels[place] for place in places}) > 1:
        return False
    if request.links is None or not picked:
        return True
    parts = [{item} for item in picked]
    for one, other in request.links:
        if one in picked and other in picked:
            (first,), (second,) = ([part for part in parts if item in part] for item in (one, other))
            if first is not second:
                parts.remove(second)
                first |= second
    return len(parts) == 1
