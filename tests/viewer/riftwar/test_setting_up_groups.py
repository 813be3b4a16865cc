"""Groups of RiftWar that are set up by hand: they begin in their area, are dragged there, and are put down at once."""

import math
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import pytest
from told_host import asked

import riotsim
from riotsim.library.games import Match
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import Choose, Request
from riotsim.table.pieces import Model, Round
from riotsim.table.units import inches
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.scene.marks import Area, Ghost
from riotsim.viewer.screens.decisions import REST_KEY, answer_of, choice_to_make, interaction_for, rows_above


def asked_in_the_window(match: Match, request: Request[Any]) -> Interaction:
    """Return the interaction with which a person answers a request."""
    incoming = match.game.presentation().incoming_pieces(match.rules, {}, match.session, request)
    return interaction_for(request, replace(asked(request), incoming=incoming), (), match.table, hands=True)


def put_down_for(interaction: Interaction) -> object:
    """Return the answer of a press on *Put down all the rest for me*."""
    question = asked(interaction.request)
    return answer_of(choice_to_make(REST_KEY, question, interaction.request), question, interaction, None)


def own_request(match: Match) -> Request[Any]:
    """Let the bot play until Ada is asked, and return what she is asked."""
    while match.pending[0].player != "Ada":
        match.step()
    return match.pending[0]


def units_to_set_up(match: Match) -> PickSome:
    """Answer what is asked before the set-up by the first option, and return the request for the first units."""
    while not isinstance(request := own_request(match), PickSome):
        assert isinstance(request, Choose)
        match.answer(request.options[0], "Ada")
    return request


def test_a_group_that_is_not_on_the_table_begins_in_its_area() -> None:
    """RW-06: if a player picks units to set up, they appear as ghosts in their area, and may be put down there at once.
    If one unit is dragged, the others follow.
    """
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": "random"}, seed=3) as match:
        request = units_to_set_up(match)
        match.answer(request.items, "Ada")
        group = asked_in_the_window(match, own_request(match))
        assert isinstance(group, PlaceSomeInteraction)
        assert isinstance(group.request, PlaceSome)
        assert group.is_ready
        shown = group.overlay()
        assert not shown.refused
        assert sum(isinstance(mark, Ghost) for mark in shown.marks) == len(request.items)
        assert any(isinstance(mark, Area) for mark in shown.marks)
        before = dict(group.places)
        x, y = before[request.items[0]]
        for act, at in ((group.pressed, (x, y)), (group.moved, (x - 100.0, y)), (group.released, (x - 100.0, y))):
            act(Pointer(at, None, 0.0))
        assert group.is_ready
        assert sum(group.places[name][0] < before[name][0] - 50.0 for name in request.items) > len(request.items) / 2


def test_a_group_begins_where_there_is_room() -> None:
    """RW-06: if a player's units already stand in the middle of the area, the next group begins where there is room,
    and may be put down at once.
    """
    armies = {"Ada": {"army": "legion"}, "Bea": {"army": "biters"}}
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": None}, seed=2, seats=armies) as match:
        while not isinstance(request := match.pending[0], PickSome):
            assert isinstance(request, Choose)
            match.answer(request.options[0], request.player)
        for _ in range(8):
            request = match.pending[0]
            assert isinstance(request, PickSome)
            match.answer(request.items[:5], request.player)
            group = asked_in_the_window(match, match.pending[0])
            assert isinstance(group, PlaceSomeInteraction)
            assert group.is_ready
            match.answer(group.answer, request.player)


def test_all_the_rest_of_a_group_that_was_dragged_away_is_put_down() -> None:
    """While a player places a group, *Put down all the rest for me* is offered too. If the group is in a forbidden
    place, the button finds other places.
    """
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": "random"}, seed=3) as match:
        request = units_to_set_up(match)
        match.answer(request.items[:5], "Ada")
        group = asked_in_the_window(match, own_request(match))
        assert isinstance(group, PlaceSomeInteraction)
        assert [choice.label for row in rows_above(group) for choice in row] == ["Put down all the rest for me"]
        group.places = dict.fromkeys(group.places, (300.0, 500.0))
        assert not group.is_ready
        answer = put_down_for(group)
        assert isinstance(answer, tuple)
        assert group.request.refusal(answer) is None


@pytest.mark.parametrize("one_is_forbidden", [False, True])
def test_all_the_rest_leaves_what_the_player_has_placed(one_is_forbidden: bool) -> None:
    """*Put down all the rest* leaves a group where the player moved it. If one unit is in a forbidden place, only this
    unit gets another place.
    """
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": "random"}, seed=3) as match:
        request = units_to_set_up(match)
        match.answer(request.items[:5], "Ada")
        group = asked_in_the_window(match, own_request(match))
        assert isinstance(group, PlaceSomeInteraction)
        before = dict(group.places)
        for _ in range(10):
            group.nudge(8.0, 0.0)
        assert group.places != before
        placed, last = dict(group.places), request.items[4]
        if one_is_forbidden:
            group.places[last] = (300.0, 500.0)
            assert not group.is_ready
        answer = put_down_for(group)
        assert isinstance(answer, tuple)
        assert group.request.refusal(answer) is None
        there = {spot.piece: spot.at for spot in answer}
        assert all(there[name] == placed[name] for name in placed if not one_is_forbidden or name != last)


def test_all_the_rest_of_an_army_is_put_down_at_once() -> None:
    """If a player presses *Put down all the rest*, the window places the picked unit. Then it picks all other units
    together and places them as a group, which ends the set-up.
    """
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": "random"}, seed=3) as match:
        request = units_to_set_up(match)
        match.answer(request.items[:1], "Ada")
        asked_for = []
        while (asked_next := own_request(match)).purpose == "set up":
            asked_for.append(type(asked_next).__name__)
            answer = put_down_for(asked_in_the_window(match, asked_next))
            assert answer is not None
            match.answer(answer, "Ada")
        assert asked_for == ["PickPoint", "PickSome", "PlaceSome"]


MIDDLE: Final = inches(18)
"""Middle of the table along each side (mm)."""


def put_down(army: str) -> tuple[Model, ...]:
    """Let the window put down two armies of a kind, and return their models."""
    armies = {"Ada": {"army": army}, "Bea": {"army": army}}
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": None}, seed=2, seats=armies) as match:
        while match.session.state.stage == "set-up":
            request = match.pending[0]
            answer: object = request.options[0] if isinstance(request, Choose) else None
            if isinstance(request, PickSome):
                answer = request.items
            elif isinstance(request, PlaceSome):
                answer = put_down_for(asked_in_the_window(match, request))
            match.answer(answer, request.player)
        return tuple(match.table.models.values())


@pytest.mark.parametrize("army", ["cold_war", "biters", "legion", "sprouts"])
def test_an_army_that_is_put_down_is_spread_over_its_area(army: str) -> None:
    """RW-06: *Put down all the rest* spreads the units over much of the area's width, with room between them. Small
    units stand in front. The same army gets the same places.
    """
    models, again = put_down(army), put_down(army)
    assert models == again
    for player in ("Ada", "Bea"):
        own = [model for model in models if model.owner == player and isinstance(model.base, Round)]
        far = {model.id: abs(model.at[1] - MIDDLE) for model in own}
        small = min(model.base.diameter for model in own if isinstance(model.base, Round))
        light = [model for model in own if model.base == Round(small)]
        heavy = [model for model in own if model.base != Round(small)]
        xs = [model.at[0] for model in light]
        assert max(xs) - min(xs) > 0.6 * MIDDLE
        assert all(far[one.id] > max(far[other.id] for other in light) for one in heavy)
        apart = (math.dist(one.at, other.at) for one, other in combinations(light, 2))
        assert min(apart) > small + 4.0


def test_a_single_unit_that_is_put_down_gets_the_same_place_again() -> None:
    """If the window puts down the same unit on the same table twice, it chooses the same place."""
    with riotsim.new_game("riftwar", {"Ada": None, "Bea": "random"}, seed=3) as match:
        request = units_to_set_up(match)
        match.answer(request.items[:1], "Ada")
        answers = []
        for _ in range(2):
            placing = asked_in_the_window(match, own_request(match))
            answers.append(put_down_for(placing))
        assert answers[0] is not None
        assert answers[0] == answers[1]
