"""Turns: open actions, what an action changes, interrupts, moves and free strikes (BK-41 to BK-43, BK-47, BK-56)."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, begun, playing, question, skirmish, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.round import (
    play_next_turn,
)
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.turns.turn import open_actions
from riotsim.games.buskit.state import Burden, Throw
from riotsim.play.requests import PickPoint, Spot
from riotsim.pools.notation import parse_pool
from riotsim.table.poses import Point
from riotsim.table.units import inches

DUEL: dict[str, Any] = {"a.hired_hand_1": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}}
"""A hired hand of Ada, with a knife and a pistol, whose turn it is, and Cole of Bea far away."""


def at(x: float, y: float) -> Point:
    """Return a point in mm."""
    return inches(x), inches(y)


def burden(name: str, since: int = 1, until: int | None = 1) -> Burden:
    """Return a concession that counts in round 1."""
    return Burden(name, since, until, "b.cole")


OPEN: list[tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = [
    ({}, {}, ("attack", "aim", "run", "hold", "move", "drop prone", "done")),
    ({"moved": True}, {}, ("attack", "aim", "run", "hold", "drop prone", "done")),
    ({"prone": True}, {}, ("attack", "aim", "stand up", "hold", "done")),
    ({"fired": (("hold_out", 0),)}, {}, ("attack", "aim", "run", "hold", "move", "drop prone", "done")),
    ({"fired": (("hold_out", 2),)}, {}, ("attack", "aim", "run", "reload", "hold", "move", "drop prone", "done")),
    ({"lost": ("hold_out",)}, {}, ("run", "hold", "move", "drop prone", "done")),
    ({"burdens": (burden("stunned"),)}, {}, ("run", "move", "drop prone", "done")),
    ({"burdens": (burden("flees"),)}, {}, ("run", "move", "drop prone", "done")),
    ({"burdens": (burden("stunned", 2, 2),)}, {}, ("attack", "aim", "run", "hold", "move", "drop prone", "done")),
    ({}, {"acted": True}, ("move", "drop prone", "done")),
    ({}, {"acted": True, "prone": True}, ("drop prone", "done")),
    ({}, {"holds": False}, ("attack", "run", "move", "drop prone", "done")),
    ({}, {"optional__prone": False}, ("attack", "aim", "run", "hold", "move", "done")),
    ({}, {"move__distance": "13mm"}, ("attack", "aim", "hold", "drop prone", "done")),
    ({}, {"phase": "surprise"}, ("attack", "aim", "run", "hold", "drop prone", "done")),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "facts", "found"), OPEN)
def test_the_open_actions(changes: dict[str, Any], facts: dict[str, Any], found: tuple[str, ...]) -> None:
    """BK-42, BK-46, BK-47, BK-D6: which actions are open depends on the state of the fighter. They are in a fixed
    order.
    """
    facts = dict(facts)
    acted, holds, phase = facts.pop("acted", False), facts.pop("holds", True), facts.pop("phase", "turns")
    if facts.pop("prone", False):
        changes, found = {**changes, "prone": True}, ("done",)
    game = skirmish(DUEL, **facts)
    game.state.phase = phase
    one = game.change("a.hired_hand_1", **changes)
    assert open_actions(game, one, acted=acted, holds=holds) == found


def test_friends_and_tasks_open_actions() -> None:
    """BK-33, BK-36, BK-90: a hurt friend nearby, a friend who still has a turn, and a task of the scenario each open an
    action.
    """
    gate = {"gate": {"trait": "tech", "difficulty": "d8"}}
    fighters = {**DUEL, "a.ines": {"at": [10, 11.5], "shock": 3}}
    game = skirmish(fighters, scenario__tasks=gate)
    one = game.fighter("a.hired_hand_1")
    assert open_actions(game, one, acted=False) == (
        "attack", "aim", "run", "treat", "help", "task", "hold", "move", "drop prone", "done",
    )  # fmt: skip
    game.change("a.ines", acted=True, shock=16)
    assert open_actions(game, one, acted=False)[:5] == ("attack", "aim", "run", "task", "hold")


def test_a_turn_begins_by_using_up_the_turn() -> None:
    """BK-41, BK-56: a turn is used up when it begins. A fighter who has aimed since its last turn has then aimed for a
    whole round.
    """
    for before, aiming in (("", ""), ("aiming", "aimed")):
        fighters = {
            "a.hired_hand_1": {"at": [10, 10], "aiming": before, "holding": bool(before)},
            "b.cole": DUEL["b.cole"],
        }
        _, session, _ = begun(fighters)
        one = session.state.fighters["a.hired_hand_1"]
        assert (one.acted, one.holding, one.aiming, session.state.acting) == (True, False, aiming, ("a.hired_hand_1",))
        assert session.events == [events.TurnBegins("Ada", "a.hired_hand_1")]
        answer(session, "done")
        assert session.state.fighters["a.hired_hand_1"].aiming == ""
        assert session.state.acting == ("b.cole",)


DONE: list[tuple[str, dict[str, Any], dict[str, Any], list[object]]] = [
    ("hold", {}, {"holding": True}, [events.Holds("a.hired_hand_1")]),
    ("aim", {}, {"holding": True, "aiming": "aiming"}, [events.Aims("a.hired_hand_1")]),
    ("reload", {"fired": {"hold_out": 2}}, {"fired": ()}, [events.Reloads("a.hired_hand_1")]),
    ("stand up", {"prone": True}, {"prone": False}, [events.StandsUp("a.hired_hand_1")]),
    ("drop prone", {}, {"prone": True}, [events.DropsProne("a.hired_hand_1", under_fire=False)]),
]  # fmt: skip


RIFLES: dict[str, Any] = {
    f"companies__{side}__characters__hired_hand__weapons": ["knife", "assault_rifle"] for side in ("ines", "cole")
}


@pytest.mark.parametrize(("action", "given", "after", "told"), DONE)
def test_what_an_action_changes(action: str, given: dict[str, Any], after: dict[str, Any], told: list[object]) -> None:
    """BK-42, BK-47, BK-55, BK-56: each action changes its own part of a fighter, and ends a stance. Dropping prone
    isn't an action, so the stance stays. Aiming and holding end the turn.
    """
    given = {**given, **({"fired": {"assault_rifle": 2}} if "fired" in given else {})}
    fighters = {"a.hired_hand_1": {"at": [10, 10], "stance": "wary", **given}, "b.cole": {"at": [10, 20]}}
    _, session, _ = begun(fighters, **RIFLES)
    before = session.state.fighters["a.hired_hand_1"]
    answer(session, action)
    stance = "wary" if action == "drop prone" else "plain"
    assert session.state.fighters["a.hired_hand_1"] == replace(before, **{"stance": stance, **after})
    model = session.table.models["a.hired_hand_1"]
    assert model.fallen is session.state.fighters["a.hired_hand_1"].prone
    ends = action in ("hold", "aim")
    assert session.state.acting == (("b.cole",) if ends else ("a.hired_hand_1",))
    assert session.events[1:] == [*told, *([events.TurnBegins("Bea", "b.cole")] if ends else [])]


@pytest.mark.parametrize(("action", "flinched"), [("reload", False), ("hold", True), ("aim", True)])
def test_the_penalty_of_dropping_prone_under_fire_ends_with_the_next_action(action: str, flinched: bool) -> None:
    """BK-64: the penalty counts for the next action. A fighter who holds or aims keeps it for the action that
    follows.
    """

    async def plays(game: Skirmish) -> None:
        game.change("a.hired_hand_1", flinched=True, fired=(("hold_out", 1),))
        await play_next_turn(game)

    session, _, _ = playing(plays, DUEL)
    answer(session, action)
    assert session.state.fighters["a.hired_hand_1"].flinched is flinched


def test_an_interrupt_comes_first_and_spends_the_held_action() -> None:
    """BK-47: fighters who hold and are up are asked in the order of initiative. In an interrupting turn nobody can hold
    or aim. Only those with better initiative may interrupt it.
    """
    fighters = {
        "a.ines": {"at": [10, 10], "holding": True, "acted": True, "aiming": "aiming"},
        "b.hired_hand_1": {"at": [20, 20], "holding": True, "acted": True},
        "b.hired_hand_2": {"at": [24, 20], "holding": True, "acted": True, "wounds": 0},
        "a.hired_hand_1": {"at": [20, 10]},
        "b.cole": {"at": [30, 20], "holding": True, "acted": True},
    }
    _, session, _ = begun(fighters)
    answer(session, "run")
    assert question(session) == ("Ada", "interrupt", ("wait", "interrupt"))
    assert session.state.may_interrupt == "a.ines"
    answer(session, "wait")
    assert session.state.may_interrupt == "b.hired_hand_1"
    answer(session, "interrupt")
    assert session.state.may_interrupt is None
    assert session.state.acting == ("a.hired_hand_1", "b.hired_hand_1")
    assert question(session)[2] == ("attack", "run", "help", "move", "drop prone", "done")
    answer(session, "run")
    assert session.state.may_interrupt == "a.ines"  # and Cole, who is slower, isn't asked
    answer(session, "interrupt")
    ines = session.state.fighters["a.ines"]
    assert (ines.holding, ines.aiming) == (False, "")
    assert session.events[1:] == [
        events.Interrupts("b.hired_hand_1", "a.hired_hand_1"), events.TurnBegins("Bea", "b.hired_hand_1"),
        events.Interrupts("a.ines", "b.hired_hand_1"), events.TurnBegins("Ada", "a.ines"),
    ]  # fmt: skip
    answer(session, "done")
    assert question(session)[:2] == ("Bea", "run")
    answer(session, Spot("b.hired_hand_1", at(22, 20)), "done")
    assert session.state.may_interrupt == "b.cole"
    answer(session, "wait")
    assert question(session)[:2] == ("Ada", "run")


def test_throws_of_the_round_are_gone_with_the_first_move() -> None:
    """BK-44: once a fighter moves, initiative and the checks of others are no longer displayed. The mover's own checks
    still are.
    """
    pools = parse_pool("move d8"), parse_pool("move d6")
    for purpose, first, kept in (
        ("initiative", "a.hired_hand_1", False), ("tie", "a.hired_hand_1", False), ("attack", "b.cole", False),
        ("attack", "a.hired_hand_1", True),
    ):  # fmt: skip
        _, session, _ = begun(DUEL)
        thrown = Throw(purpose, purpose, pools, ("Ada", "Bea"), (first, "b.hired_hand_1"))
        session.state.throws = (thrown,)
        answer(session, "move")
        assert session.state.throws == ((thrown,) if kept else ())


STRIKE: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}, "b.hired_hand_1": {"at": [11.5, 10]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("to", "changes", "asked"),
    [
        ((10, 8), {}, ["b.cole", "b.hired_hand_1"]),
        ((8.5, 11.5), {}, ["b.hired_hand_1"]),
        ((10, 8), {"b.cole": {"burdens": (burden("stunned"),)}}, ["b.hired_hand_1"]),
        ((10, 8), {"b.cole": {"burdens": (burden("flees"),)}}, ["b.hired_hand_1"]),
        ((10, 8), {"b.cole": {"burdens": (burden("out_of_action"),)}}, ["b.hired_hand_1"]),
        ((10, 8), {"b.cole": {"burdens": (burden("stunned", 2, 2),)}}, ["b.cole", "b.hired_hand_1"]),
        ((10.3, 10.1), {}, []),
    ],
)
def test_who_may_strike_at_one_who_walks_away(
    to: tuple[float, float], changes: dict[str, dict[str, Any]], asked: list[str]
) -> None:
    """BK-43: each opponent whom the fighter walks away from may strike, unless a concession bars attacks."""

    async def plays(game: Skirmish) -> None:
        for name, facts in changes.items():
            game.change(name, **facts)
        await play_next_turn(game)

    session, _, _ = playing(plays, STRIKE, melee__free_strike=True)
    answer(session, "move", Spot("a.ines", at(*to)))
    for _ in asked:
        assert question(session) == ("Bea", "free strike", ("let go", "strike"))
        answer(session, "let go")
    assert session.table.models["a.ines"].at == pytest.approx(at(*to))
    assert question(session)[1] == "action"


def test_a_free_strike_is_one_plain_attack_in_melee() -> None:
    """BK-43, BK-70: a free strike is made with bare hands if there is no melee weapon. A hit that puts the fighter out
    ends the move.
    """
    fighters = {"a.ines": {"at": [10, 10], "shock": 1}, "b.cole": {"at": [10, 11.5]}}
    _, session, table = begun(fighters, melee__free_strike=True)
    answer(session, "move", Spot("a.ines", at(10, 8)), "strike")
    assert [part.why for part in session.state.throws[0].pools[0].parts] == ["fight"]
    throw(session, table, 6, 1, 2)
    throw(session, table, 6, 1, 1, 1, 1)
    told = [one for one in session.events if isinstance(one, events.Attacks)]
    assert [(one.fighter, one.target, one.weapon, one.hits) for one in told] == [("b.cole", "a.ines", "unarmed", True)]
    assert session.table.models["a.ines"].at == at(10, 10)
    assert session.state.fighters["a.ines"].condition == "out"
    assert session.state.attacked
    assert session.state.attack is None
    assert session.state.between is None


def test_a_move_is_asked_for_as_such() -> None:
    """BK-41: the question for a move names the one model that moves, and the kind of the move."""
    for how in ("run", "move"):
        _, session, _ = begun(DUEL)
        answer(session, how)
        (request,) = session.pending
        assert isinstance(request, PickPoint)
        assert (request.player, request.purpose) == ("Ada", how)
        assert [name for name, _ in request.regions] == ["a.hired_hand_1"]
        assert session.state.fighters["a.hired_hand_1"].moved is (how == "move")
        answer(session, Spot("a.hired_hand_1", at(10, 13)))
        assert session.events[1:] == [events.Moves("a.hired_hand_1", 3.0, how)]
