"""Battles of RiftWar from the set-up to the end, played by random answers."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import ARMIES, OPEN, ask, rules, session_at

import riotsim
from riotsim.bots.random import AnswerSampler
from riotsim.files.assets.meshes import load_meshes
from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of, initial_state, new_game
from riotsim.games.riftwar.battle.moves.close_combat import chargers
from riotsim.games.riftwar.battle.moves.frays import contact_places, nearest_contact
from riotsim.games.riftwar.description import GAME
from riotsim.games.riftwar.invariants import find_violations
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.game import Seats
from riotsim.play.requests import PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.table.units import inches

FEW: Final[Mapping[str, Any]] = {
    "dice__by": "stream",
    "layout": "open",
    "army__check": False,
    "armies": {
        "red": {
            "name": "Red",
            "units": {
                "chief": {"size": "light", "kind": "ranged", "traits": ["leader", "indirect"]},
                "truck": {"size": "heavy", "kind": "ranged", "traits": ["transport", "ap"]},
                "guard": {"size": "light", "kind": "close", "traits": ["relentless"], "count": 3},
            },
        },
        "blue": {
            "name": "Blue",
            "units": {
                "angel": {"size": "medium", "kind": "close", "traits": ["flying", "armored"]},
                "archer": {"size": "light", "kind": "ranged", "traits": ["alert"], "count": 4},
            },
        },
    },
}
"""Rules with two small armies that have all traits."""

LIKELY: Final = {
    "pass": 0.3,
    "turn": 0.3,
    "aim": 0.2,
    "change": 0.1,
    "withdraw": 0.3,
    "close combat": 3.0,
    "attack": 4.0,
}
"""Weights of options for random answers."""


def begin(seed: int, **options: Any) -> tuple[Rulebook, Session[State]]:
    """Begin a battle of the small armies."""
    book = rules(**{**FEW, **options})
    meshes = {} if book.layout == "open" else load_meshes(book)
    return book, new_game(book, ("Ada", "Bea"), seed, perform, armies={"Ada": "red", "Bea": "blue"}, meshes=meshes)


def play(seed: int, **options: Any) -> Session[State]:
    """Play a battle by random answers, and check the invariants after each."""
    book, session = begin(seed, **options)
    generator = np.random.default_rng(seed)
    sampler = AnswerSampler(lambda: generator, LIKELY)
    while not session.is_over:
        (request,) = session.pending
        session.answer(sampler.answer(request), request.player)
        assert find_violations(book, session.state, session.table) == []
    return session


LATER: Final[Mapping[str, Any]] = {
    "cover__mode": "one_die_less", "heavy__wreck": "structure", "heavy__turret": "move", "reaction__list": "player",
    "reaction__group": "once", "reaction__coordinated": True, "reaction__points": "one", "pin__when": "reaction",
    "coordinated__classes": "medium_with_heavy", "coordinated__stop_at_kill": True, "kill__second_wound": "wounded",
    "close_combat__move": False, "close_combat__style": "collective", "close_combat__fired_into": "no",
    "rally__leader_self": True, "rally__leader_by": "los", "flying__hurt": "extra_hit", "group__path": "same_vector",
    "move__range": "14in", "victory": "last_standing", "phase__max_per_unit": 4, "relentless__stopped": True,
}  # fmt: skip
"""Options with another value than the usual one, for most options."""


@pytest.mark.parametrize(
    ("seed", "layout", "options"),
    [
        pytest.param(1, "open", {}, id="open-usual"),
        pytest.param(1, "open", LATER, id="open-later", marks=pytest.mark.proof),
        pytest.param(2, "village", {}, id="village-usual", marks=pytest.mark.proof),
        pytest.param(2, "village", LATER, id="village-later"),
        pytest.param(3, "rift", {}, id="rift-usual"),
        pytest.param(3, "rift", LATER, id="rift-later", marks=pytest.mark.proof),
    ],
)
def test_battles_come_to_an_end(seed: int, layout: str, options: Mapping[str, Any]) -> None:
    """A battle with random answers comes to an end. After each answer, all invariants hold."""
    session = play(seed, layout=layout, **options)
    assert session.state.result is not None
    assert isinstance(session.events[-1], events.GameOver)


def test_the_same_seed_gives_the_same_battle() -> None:
    """Two battles with one seed and the same answers are the same, to the last bit."""
    one, other = play(5), play(5)
    assert one.journal == other.journal
    assert one.table == other.table
    assert one.events == other.events


def test_undone_and_gone_on() -> None:
    """If 16 answers are undone and redone, events, table and requests are the same as before."""
    _, session = begin(3)
    generator = np.random.default_rng(3)
    sampler = AnswerSampler(lambda: generator, LIKELY)
    for _ in range(16):
        (request,) = session.pending
        session.answer(sampler.answer(request), request.player)
    told, table, pending = list(session.events), session.table, session.pending
    for _ in range(16):
        session.undo()
    assert session.entry_count == 0
    for _ in range(16):
        session.redo()
    assert (session.events, session.table, session.pending) == (told, table, pending)


def test_players_who_cannot_play() -> None:
    """RW-05, RW-90: a game is refused for one player, for five players, and for an army that breaks the limits."""
    for players in (("Ada",), ("Ada", "Bea", "Cy", "Dee", "Eve")):
        told = f"2 to 4 players play, each with a name of their own, not {', '.join(players)} (RW-05)"
        with pytest.raises(ValueError, match=re.escape(told)):
            initial_state(rules(), players, {}, {})
    mine = rules(**FEW).armies["red"].model_copy(update={"name": "Mine"})
    with pytest.raises(ValueError, match=r"^Mine: an army has at most 1 Leader for every full 10 units"):
        initial_state(rules(), ("Ada", "Bea"), {"Bea": "cold_war"}, {}, {"Ada": mine})


def test_three_players() -> None:
    """RW-05, RW-06, RW-23: three players can play, by the rules made for two. After the set-up, a player who passes is
    asked who is next, and can't name themselves.
    """
    book = rules(**FEW)
    assert GAME.seats(book) == Seats(2, 4, 2, "players")
    assert len(GAME.seat_options[0].choices(book).usual_by_seat) == 4
    session = new_game(book, ("Ada", "Bea", "Cy"), 4, perform)
    generator = np.random.default_rng(4)
    sampler = AnswerSampler(lambda: generator, LIKELY)
    while session.state.stage == "set-up":
        (request,) = session.pending
        session.answer(sampler.answer(request), request.player)
    (request,) = session.pending
    session.answer("pass", request.player)
    (request,) = session.pending
    assert request.purpose == "who is next"
    assert request.refusal(request.player) is not None


def test_the_first_active_player() -> None:
    """RW-24: the first active player is drawn at random. With the option `first: seat`, the player in the first seat is
    active first.
    """
    first = {new_game(rules(**FEW), ("Ada", "Bea"), seed, perform).state.active for seed in range(8)}
    assert first == {"Ada", "Bea"}
    seats = rules(**{**FEW, "first": "seat"})
    assert {new_game(seats, ("Ada", "Bea"), seed, perform).state.active for seed in range(8)} == {"Ada"}


@pytest.mark.proof
def test_the_page_of_a_large_battle_is_small(tmp_path: Path) -> None:
    """The replay page of a whole battle with more than 60 units is smaller than 3 MB."""
    seats = {"Ada": {"army": "legion"}, "Bea": {"army": "biters"}}
    unbound = {"army.check": False}
    with riotsim.new_game("riftwar", dict.fromkeys(seats, "greedy"), seed=3, options=unbound, seats=seats) as battle:
        battle.play()
        assert len(battle.state.units) > 60
        page = tmp_path / "battle.html"
        battle.replay().save(page)
    assert 500_000 < page.stat().st_size < 3_000_000


@pytest.mark.parametrize(("after", "asked"), [("finish", "react"), ("stop", "action")])
def test_the_shots_that_remain_after_a_wound(after: str, asked: str) -> None:
    """RW-45: if a mover is wounded, the remaining shots at it may still be fired. With `reaction.after_wound: stop`
    they are lost.
    """
    units = {
        "a.rifleman_1": {"at": [6, 10], "facing": 90},
        "b.rifleman_1": {"at": [18, 26], "facing": 270},
        "b.rifleman_2": {"at": [22, 26], "facing": 270},
    }
    points = {"reaction__points": "one", "reaction__after_wound": after}
    book = rules(**OPEN, **points, dice__light=2, hit__on=2)  # two dice wound in 25 cases of 36
    session = session_at(units, book, armies=ARMIES)
    there = Spot("a.rifleman_1", (inches(30), inches(10)))
    point = ask(session, "move", there, "go on", "fire")
    assert isinstance(point, PickPoint)
    ((mover, region),) = point.regions
    assert region.places
    request = ask(session, Spot(mover, region.places[len(region.places) // 2]), ("b.rifleman_1",))
    assert session.state.units["a.rifleman_1"].wounded
    assert (request.player, request.purpose) == ("Bea", asked)


def test_who_is_pinned_or_in_a_fray_does_not_charge() -> None:
    """RW-70: a Close Combat Move is offered only to units that are neither pinned nor in a fray."""
    units = {
        "a.rifleman_1": {"at": [18, 10], "facing": 90},
        "a.rifleman_2": {"at": [24, 10], "facing": 90, "pinned": True},
        "a.rifleman_3": {"at": [30, 10], "facing": 90, "fray": 1},
        "b.rifleman_1": {"at": [30, 11], "facing": 270, "fray": 1},
        "b.rifleman_2": {"at": [18, 26], "facing": 270},
        "b.rifleman_3": {"at": [24, 26], "facing": 270},
    }
    book = rules(layout="open", dice__by="stream")
    session = session_at(units, book, armies={"Ada": "cold_war", "Bea": "cold_war"})
    assert chargers(Battle(session.play, book, dice_of(book)), "Ada") == ("a.rifleman_1",)


def test_units_that_stand_where_they_cannot_are_found() -> None:
    """A check of a position names a unit that overlaps another, sticks out over the edge, or has no model. In a
    position that the rules allow, it finds nothing.
    """
    units = {
        "a.rifleman_1": {"at": [18, 10], "facing": 90},
        "a.rifleman_2": {"at": [24, 10], "facing": 90},
        "b.rifleman_1": {"at": [18, 26], "facing": 270},
    }
    book = rules(layout="open", dice__by="stream")
    session = session_at(units, book, armies={"Ada": "cold_war", "Bea": "cold_war"})
    table = session.table
    assert find_violations(book, session.state, table) == []
    one, other = table.models["a.rifleman_1"], table.models["a.rifleman_2"]
    inside = replace(other, at=(one.at[0] + 10.0, one.at[1]))
    (found,) = find_violations(book, session.state, table.with_pieces(inside))
    assert found.startswith("a.rifleman_2 and a.rifleman_1 overlap")
    (found,) = find_violations(book, session.state, table.with_pieces(replace(other, at=(5.0, 200.0))))
    assert found.startswith("a.rifleman_2 sticks out over the edge of the table")
    (found,) = find_violations(book, session.state, table.without("b.rifleman_1"))
    assert found == "b.rifleman_1 stands, and has no model on the table"


def test_who_enters_a_fray_is_set_in_the_nearest_free_contact() -> None:
    """RW-71: if a unit enters a fray, it is set at the nearest free place in contact with an enemy there. If other
    units crowd the nearest enemy, this may be a place at another one.
    """
    near, far = "a.rifleman_1", "a.rifleman_2"
    places = {near: (18, 18), far: (20.8, 18), "b.rifleman_2": (17.25, 18.85), "b.rifleman_3": (18.75, 18.85)}
    units = {name: {"at": at, "facing": 90, "fray": 1} for name, at in places.items()}
    outside = {name: {"at": at, "facing": 270} for name, at in {"b.rifleman_1": (18, 21), "b.atgm": (18, 19.9)}.items()}
    book = rules(**OPEN)
    session = session_at({**units, **outside}, book, armies=ARMIES)
    game = Battle(session.play, book, dice_of(book))
    unit = game.unit("b.rifleman_1")
    here = game.table.models[unit.id].at
    entered = nearest_contact(game, unit, 1)
    assert entered is not None
    others = [at for foe in (near, far) for at in contact_places(game, unit, foe, here)]
    assert others
    assert math.dist(entered, here) == min(math.dist(at, here) for at in others)
    assert math.dist(entered, game.table.models[far].at) < math.dist(entered, game.table.models[near].at)
