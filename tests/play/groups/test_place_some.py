"""A request for the places of a group refuses places that break a condition, and names the condition."""

import json
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.agents.actions import legal_actions
from riotsim.bots.bot import Luck
from riotsim.bots.random import AnswerSampler
from riotsim.play.formations import arrange
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Request, Spot
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.serialization import to_plain
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.poses import Point

WELL = Clearance(disc((100.0, 100.0), 20.0), 5.0, "the well is in the way")
REGION = Region(disc((0.0, 0.0), 10.0), 300.0, 200.0, (WELL,))
GROUP = PlaceSome("Ann", "places", (("a", REGION), ("b", REGION), ("c", REGION)), 20.0, "b", 50.0)


def spots(*at: Point) -> tuple[Spot, ...]:
    """Return spots for the group."""
    return tuple(Spot(name, place) for name, place in zip("abc", at, strict=True))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (spots((200, 50), (240, 50), (280, 50)), None),
        (spots((200, 50), (200, 50), (280, 50)), "b would stand where a does"),
        (spots((200, 50), (241, 50), (280, 50)), "b is more than 20 mm from the others"),
        (spots((150, 50), (240, 50), (280, 50)), "a must be within 50 mm of b"),
        (spots((100, 100), (240, 50), (280, 50)), "a: the well is in the way"),
        (spots((200, 50), (240, 50), (280, 50))[:2], "each of these is placed once, in this order: a, b, c"),
        ([], "the answer is a list of spots, each a piece and a point of two numbers (mm)"),
        (("a", "b", "c"), "the answer is a list of spots, each a piece and a point of two numbers (mm)"),
    ],
)
def test_the_broken_condition_is_named(answer: Any, why: str | None) -> None:
    """A refusal names the piece and what is wrong with its place."""
    assert GROUP.refusal(answer) == why


@given(st.integers(0, 2**32), st.none() | st.floats(6, 40), st.none() | st.sampled_from("abc"), st.integers(1, 3))
@settings(max_examples=40)
def test_the_random_bot_places_and_its_answer_comes_back(
    seed: int, max_gap: float | None, leader: str | None, count: int
) -> None:
    """The random bot gives allowed places, and they come back from JSON exactly."""
    names = "abc"[:count]
    request = PlaceSome(
        "Ann",
        "places",
        tuple((name, REGION) for name in names),
        max_gap,
        leader if leader in [*names] else None,
        60.0,
    )
    asked = cast(Request[object], request)
    answer = AnswerSampler(Luck(seed, 0).random_source(0)).answer(asked)
    assert asked.refusal(answer) is None
    assert parse_answer(asked, json.loads(json.dumps(to_plain(answer)))) == answer


def test_a_formation_goes_round_what_is_in_the_way() -> None:
    """If a formation overlaps a well, only the piece that would stand in the well gets another place."""
    wanted = {"a": (60.0, 100.0), "b": (90.0, 100.0), "c": (30.0, 100.0)}
    found = arrange(GROUP, wanted, "a")
    assert found is not None
    places = {spot.piece: spot.at for spot in found}
    assert (places["a"], places["c"]) == (wanted["a"], wanted["c"])
    assert places["b"] != wanted["b"]
    assert GROUP.refusal(found) is None


def test_an_agent_puts_a_group_into_a_cell() -> None:
    """If an agent places a group, every legal action gives an allowed answer."""
    menu = legal_actions(GROUP)
    legal = menu.mask().nonzero()[0]
    assert len(legal) > 50
    assert all(GROUP.refusal(cast(Any, menu.answer(int(action)))) is None for action in legal)


def test_places_that_are_none_are_said() -> None:
    """If there is no room for the group, the random bot raises an error. So does a request with an unknown leader."""
    full = Region(disc((0.0, 0.0), 10.0), 24.0, 24.0)
    request = cast(Request[object], PlaceSome("Ann", "places", (("a", full), ("b", full))))
    with pytest.raises(ValueError, match="where there are none"):
        AnswerSampler(Luck(1, 0).random_source(0)).answer(request)
    with pytest.raises(ValueError, match="the leader z is not among the pieces"):
        PlaceSome("Ann", "places", (("a", full),), leader="z")


def test_agents_can_place_a_group_whose_leader_has_few_places() -> None:
    """If the leader has two places in a cell, an agent's legal actions still give allowed answers. There is room for
    the other pieces around only one of the two.
    """
    shut = Region(disc((0.0, 0.0), 10.0), 300.0, 200.0, places=((118.0, 185.0), (122.0, 175.0)))
    wall = Clearance(disc((118.0, 189.0), 20.0), 2.0, "the wall is in the way")
    others = tuple((name, Region(REGION.piece, 300.0, 200.0, (wall,))) for name in "bc")
    request: Any = PlaceSome("Ann", "places", (("a", shut), *others), 5.0, "a", 50.0)
    menu = legal_actions(request)
    assert menu.mask().any()
    for action in menu.mask().nonzero()[0]:
        assert request.refusal(menu.answer(int(action))) is None
