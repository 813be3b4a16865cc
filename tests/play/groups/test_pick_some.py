"""A request for a subset allows what a simple check of its conditions allows, and leads to every allowed answer."""

import json
import pickle
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from subset_requests import ITEMS, is_allowed, requests, subsets

from riotsim.bots.bot import Luck
from riotsim.bots.random import AnswerSampler
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Refused, Request
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.serialization import to_plain


@given(requests())
def test_a_subset_is_refused_where_a_condition_is_broken(request: PickSome) -> None:
    """The request refuses a subset if and only if a simple check finds a broken condition."""
    for picked in subsets(request):
        assert (request.refusal(picked) is None) == is_allowed(request, picked), picked


@given(requests())
def test_the_largest_group_is_the_longest_answer_without_limits(request: PickSome) -> None:
    """If a request has no weights and no limits of number, its largest group is allowed, and no allowed subset has
    more items.
    """
    free = replace(request, least=0, most=None, weights=(), budget=None)
    group = free.largest_group()
    assert free.refusal(group) is None
    assert len(group) == max(len(picked) for picked in subsets(free) if is_allowed(free, picked))


@given(requests())
def test_picks_one_at_a_time_lead_to_every_allowed_answer_and_to_no_dead_end(request: PickSome) -> None:
    """If items are added one at a time, every allowed answer can be reached. Every subset on the way is part of an
    allowed answer.
    """
    allowed = {frozenset(picked) for picked in subsets(request) if is_allowed(request, picked)}
    reached = {frozenset[str]()}
    waiting = [*reached]
    while waiting:
        before = waiting.pop()
        new = {before | {item} for item in request.additions(before)} - reached
        reached |= new
        waiting += new
    assert allowed <= reached
    assert all(any(one <= whole for whole in allowed) for one in reached if one)


@given(requests(), st.integers(0, 2**32))
def test_the_random_bot_answers(request: PickSome, seed: int) -> None:
    """If a request has an allowed subset, the random bot picks an allowed subset."""
    assume(any(request.refusal(picked) is None for picked in subsets(request)))
    asked = cast(Request[object], request)
    assert asked.refusal(AnswerSampler(Luck(seed, 0).random_source(0)).answer(asked)) is None


@given(requests(), st.lists(st.sampled_from(ITEMS)).map(tuple))
def test_an_answer_comes_back_from_json(request: PickSome, answer: tuple[str, ...]) -> None:
    """An answer, allowed or not, comes back from JSON unchanged. A request comes back from pickle unchanged."""
    again = parse_answer(cast(Request[object], request), json.loads(json.dumps(to_plain(answer))))
    assert again == answer
    sent = pickle.loads(pickle.dumps(request))
    assert sent == request
    assert sent.refusal(answer) == request.refusal(answer)


GROUP = PickSome(
    "Ann", "group", ("a", "b", "c", "d"), 1, 3, (1, 2, 2, 0), 4, (("a", "b"), ("b", "c")), ("x", "x", "x", "y")
)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (("a", "b"), None),
        (("c",), None),
        ((), "at least 1 must be picked"),
        (("a", "b", "c", "d"), "at most 3 may be picked"),
        (("a", "b", "c"), "together they may come to at most 4, not 5"),
        (("a", "c"), "c does not hang together with a"),
        (("a", "d"), "a is x and d is y: all must be the same"),
        (("a", "e"), "e cannot be picked; there is a, b, c, d"),
        (("a", "a"), "a is picked twice"),
        (("b", "a"), "the picked ones are named in this order: a, b"),
        (["a"], "the answer is a list of names"),
        (("a", 1), "the answer is a list of names"),
    ],
)
def test_the_broken_condition_is_named(answer: tuple[str, ...], why: str | None) -> None:
    """A refusal says in words which condition is broken."""
    assert GROUP.refusal(answer) == why


def test_what_is_no_list_is_no_answer() -> None:
    """If a stored answer is not a list of names, it is refused when it is read."""
    with pytest.raises(Refused, match="a is no list of names"):
        parse_answer(cast(Request[object], GROUP), "a")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"items": ("a", "a")}, "an item is listed twice among a, a"),
        ({"weights": (1,)}, "2 items need one weight each, not 1"),
        ({"labels": ("x", "y", "z")}, "2 items need one label each, not 3"),
        ({"weights": (1, -1)}, "weights are at least 0, not -1"),
        ({"budget": 1}, "a budget needs a weight for each item"),
        ({"links": (("a", "z"),)}, "a link names z, which is not among the items"),
    ],
)
def test_a_request_whose_data_do_not_fit_is_an_error(data: dict[str, tuple[str, ...]], why: str) -> None:
    """A request whose data contradict each other can't be made, and the error says what is wrong."""
    with pytest.raises(ValueError, match=why):
        PickSome("Ann", "group", **({"items": ("a", "b")} | data))  # type: ignore[arg-type]  # wrong data


def test_a_large_group_is_picked_quickly() -> None:
    """The random bot finds a connected group of 30 among 33 items linked in a ring, within a budget."""
    items = tuple(f"m{n}" for n in range(33))
    links = tuple((items[n], items[(n + step) % 33]) for n in range(33) for step in (1, 2, 3))
    request: Request[Any] = PickSome("Ann", "group", items, 30, None, (1,) * 33, 31, links)
    picked = AnswerSampler(Luck(3, 0).random_source(0)).answer(request)
    assert request.refusal(picked) is None
