"""Rounds: their beginning, initiative, whose turn is next, actions by surprise, and the end (BK-05, BK-41 to BK-46)."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, begun, playing, question, skirmish, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.round import (
    act_by_surprise,
    begin_round,
    end_if_decided,
    play_next_turn,
    starts,
)
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Burden, Result
from riotsim.play.requests import AimThrow

DUEL: dict[str, Any] = {"a.hired_hand_1": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}}
"""A hired hand of Ada, with a knife and a pistol, whose turn it is, and Cole of Bea far away."""

FOUR: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}, "a.hired_hand_1": {"at": [20, 10]},
    "b.hired_hand_1": {"at": [20, 20]},
}  # fmt: skip


def burden(name: str, since: int = 1, until: int | None = 1) -> Burden:
    """Return a concession that counts in round 1."""
    return Burden(name, since, until, "b.cole")


def test_a_round_begins_without_the_states_of_the_last() -> None:
    """BK-41, BK-47, BK-54, BK-56, BK-58, BK-75: a new round ends held actions except while aiming. Moves, hurrying and
    reach begin anew. Concessions whose rounds are over are gone. A fighter out of action has no turn.
    """

    async def begins(game: Skirmish) -> None:
        game.state.attacked = True
        game.change("a.ines", acted=True, moved=True, holding=True, faster="attack", reached=True)
        game.change("b.cole", acted=True, holding=True, aiming="aiming", burdens=(burden("stunned"),))
        game.change("a.hired_hand_1", aiming="aimed", holding=True, burdens=(burden("out_of_action", 2, 3),))
        game.change("b.hired_hand_1", acted=True, burdens=(burden("out_of_action", 3, 4), burden("stunned", 2, 2)))
        before.update(game.state.fighters)
        await begin_round(game)

    before: dict[str, Any] = {}
    session, _, _ = playing(begins, FOUR)
    state = session.state
    fresh: dict[str, Any] = {"acted": False, "moved": False, "holding": False, "faster": "", "reached": False}
    assert state.fighters == {
        "a.ines": replace(before["a.ines"], **fresh),
        "b.cole": replace(before["b.cole"], **{**fresh, "holding": True, "burdens": ()}),
        "a.hired_hand_1": replace(before["a.hired_hand_1"], **{**fresh, "acted": True}),
        "b.hired_hand_1": replace(before["b.hired_hand_1"], **fresh),
    }
    assert (state.round, state.attacked, state.phase) == (2, False, "turns")
    assert session.events == [events.RoundBegins(2)]


def test_who_hurries_is_asked_side_by_side() -> None:
    """BK-54: first, all fighters of a side who are up may hurry for a worse attack. Then fighters with only muscle
    weapons who don't hurry yet may hurry for less damage.
    """
    fighters = {**FOUR, "b.hired_hand_1": {"at": [20, 20], "wounds": 0}}
    session, _, _ = playing(begin_round, fighters)
    assert question(session) == ("Ada", "faster, worse attack", ("a.ines", "a.hired_hand_1"))
    answer(session, ("a.hired_hand_1",))
    assert question(session) == ("Ada", "faster, less damage", ("a.ines",))
    answer(session, ("a.ines",))
    assert question(session) == ("Bea", "faster, worse attack", ("b.cole",))
    answer(session, ())
    assert {name: one.faster for name, one in session.state.fighters.items()} == {
        "a.ines": "damage", "b.cole": "", "a.hired_hand_1": "attack", "b.hired_hand_1": "",
    }  # fmt: skip
    session, _, _ = playing(begin_round, fighters)
    answer(session, ("a.ines",))
    assert question(session)[:2] == ("Bea", "faster, worse attack")


def test_initiative_orders_all_who_are_up() -> None:
    """BK-44, BK-45, BK-54, BK-D6: each pool has its bonuses and penalties, and all dice are thrown together. Tied
    fighters throw again until the order is decided.
    """

    async def begins(game: Skirmish) -> None:
        game.state.round = 0
        game.change("a.hired_hand_1", burdens=(burden("shaken", 0, None),))
        await begin_round(game)

    fighters = {**FOUR, "b.hired_hand_2": {"at": [24, 20]}, "a.hired_hand_2": {"at": [24, 10], "wounds": 0}}
    session, table, _ = playing(begins, fighters, initiative__starter=2)
    while not isinstance(session.pending[0], AimThrow):
        answer(session, ())
    assert session.pending[0].player == "Ada"
    assert session.state.check is None
    (thrown,) = session.state.throws
    assert (thrown.purpose, thrown.name, thrown.number, thrown.tied) == ("initiative", "initiative", 1, ())
    assert thrown.fighters == ("a.ines", "a.hired_hand_1", "b.cole", "b.hired_hand_1", "b.hired_hand_2")
    throw(session, table, 5, 5, 1, 2, 5, 3, 9, 1, 2, 2)  # 2d8+d6; 2d6 lowest; 3d10; d6; d6
    (tie,) = session.state.throws
    hands = ("a.hired_hand_1", "b.hired_hand_1", "b.hired_hand_2")
    assert (tie.purpose, tie.number, tie.fighters, tie.players) == ("tie", 1, hands, ("Ada", "Bea", "Bea"))
    assert tie.tied == ((0, 2), (0, 2), (0, 2))
    throw(session, table, 3, 6, 3)
    (tie,) = session.state.throws
    assert (tie.number, tie.fighters, tie.tied) == (2, (hands[0], hands[2]), ((0, 3), (0, 3)))
    throw(session, table, 1, 4)
    order = ("b.cole", "a.ines", "b.hired_hand_1", "b.hired_hand_2", "a.hired_hand_1")
    assert session.state.order == order
    pools = ("move 3d10", "move 2d8+quick d6", "move d6", "move d6", "move 2d6lo")
    values = (9, 5, 2, 2, 2)
    told = [events.Goes(*one) for one in zip(order, pools, values, range(1, 6), strict=True)]
    assert session.events[1:] == told
    assert [session.state.fighters[name].initiative for name in order] == list(values)


def test_a_fixed_order_of_initiative_gets_newcomers_at_its_end() -> None:
    """BK-41: if initiative is rolled only once, the order stays. Fighters who have woken since come last."""

    async def begins(game: Skirmish) -> None:
        game.state.order = "b.cole", "a.ines"
        await begin_round(game)

    fighters = {**FOUR, "b.hired_hand_1": {"at": [20, 20], "wounds": 0}}
    session, _, _ = playing(begins, fighters, initiative__each_round=False)
    assert session.pending == ()
    assert session.state.order == ("b.cole", "a.ines", "a.hired_hand_1")
    session, _, _ = playing(begins, FOUR)
    assert question(session)[1] == "faster, worse attack"

    async def begins_without(game: Skirmish) -> None:
        game.state.order = ()
        await begin_round(game)

    session, _, _ = playing(begins_without, FOUR, initiative__each_round=False)
    assert question(session)[1] == "faster, worse attack"


@pytest.mark.parametrize(
    ("starter", "round_", "found"),
    [(1, 1, ["a.ines"]), (2, 1, ["b.cole"]), (3, 1, []), (None, 1, []), (1, 2, []), (1, 0, [])],
)
def test_who_starts_the_fight(starter: int | None, round_: int, found: list[str]) -> None:
    """BK-45: the first character of the side that the rules name starts the fight. This counts in the first
    round only.
    """
    game = skirmish(FOUR, **({} if starter is None else {"initiative__starter": starter}))
    game.state.round = round_
    assert [name for name in game.state.fighters if starts(game.rules, game.state, name)] == found


@pytest.mark.parametrize(
    ("before", "options", "quiet", "phase", "result"),
    [
        ((3, False, 5), {}, 4, "round", None),
        ((3, True, 5), {}, 0, "round", None),
        ((5, False, 5), {}, 6, "over", Result(("Ada", "Bea"), "quiet")),
        ((4, False, 5), {}, 5, "round", None),
        ((0, False, 60), {}, 1, "over", Result((), "too long")),
        ((0, False, 59), {}, 1, "round", None),
        ((5, False, 60), {}, 6, "over", Result(("Ada", "Bea"), "quiet")),
        ((1, False, 3), {"draw__quiet_rounds": 2, "healing__periods": 1}, 2, "healing",
         Result(("Ada", "Bea"), "quiet")),
    ],
)  # fmt: skip
def test_the_end_of_a_round(
    before: tuple[int, bool, int], options: dict[str, Any], quiet: int, phase: str, result: Result | None
) -> None:
    """BK-05: quiet rounds are counted until somebody attacks. Six of them are a draw, and round 60 is the last."""

    async def ends(game: Skirmish) -> None:
        for name in game.state.fighters:
            game.change(name, acted=True)
        game.state.quiet, game.state.attacked, game.state.round = before
        await play_next_turn(game)

    session, _, _ = playing(ends, DUEL, **options)
    state = session.state
    assert (state.quiet, state.phase, state.result) == (quiet, phase, result)
    assert session.events == ([] if result is None else [events.GameOver(result.winners, result.ending)])


@pytest.mark.parametrize(
    ("out", "result"),
    [
        ((), None),
        (("b.cole",), None),
        (("b.cole", "b.hired_hand_1"), Result(("Ada",), "last side")),
        (tuple(FOUR), Result((), "last side")),
    ],
)
def test_the_last_side_wins(out: tuple[str, ...], result: Result | None) -> None:
    """BK-05: the last side with a fighter who is up wins. If no side has one, nobody wins. A game that is over keeps
    its result.
    """
    game = skirmish(FOUR)
    game.state.phase = "turns"
    for name in out:
        game.change(name, condition="out")
    end_if_decided(game)
    assert game.state.result == result
    assert game.state.phase == ("turns" if result is None else "over")
    assert game.state.acting == (("a.ines",) if result is None else ())
    game.state.result = kept = Result(("Bea",), "task")
    end_if_decided(game)
    assert game.state.result == kept


def test_a_turn_ends_with_the_last_opponent() -> None:
    """BK-05, BK-41: whoever strikes the last opponent down has won, and isn't asked for a move any more."""
    _, session, table = begun({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5], "shock": 1}})
    answer(session, "attack", "one attack", "steady", "plain blow")
    throw(session, table, 9, 1, 1, 1)
    throw(session, table, 1, 1, 1)
    assert session.pending == ()
    assert (session.state.result, session.state.phase) == (Result(("Ada",), "last side"), "over")
    assert session.events[-1] == events.GameOver(("Ada",), "last side")


def test_the_next_turn_is_of_the_first_who_may_act() -> None:
    """BK-41: fighters have turns in the order of initiative. Fighters who have acted or are out are passed over."""
    fighters = {
        "a.ines": {"at": [10, 10], "acted": True}, "b.cole": {"at": [10, 20], "wounds": 0},
        "a.hired_hand_1": {"at": [20, 10]}, "b.hired_hand_1": {"at": [20, 20]},
    }  # fmt: skip
    session, _, found = playing(play_next_turn, fighters)
    assert session.state.acting == ("a.hired_hand_1",)
    answer(session, "done")
    assert found == [None]
    assert session.state.phase == "turns"


def test_one_after_another_acts_by_surprise() -> None:
    """BK-46: each fighter of the side with surprise who is up acts once, without a move. Then the first round
    begins.
    """

    async def acts(game: Skirmish) -> None:
        game.state.phase, game.state.order = "surprise", ()
        while game.state.phase == "surprise":
            await act_by_surprise(game)

    fighters = {**FOUR, "b.hired_hand_2": {"at": [30, 20], "wounds": 0}}
    session, _, found = playing(acts, fighters, scenario__surprise=2)
    assert session.state.acting == ("b.cole",)
    assert question(session)[2] == ("attack", "aim", "run", "help", "hold", "drop prone", "done")
    answer(session, "done")
    assert session.state.acting == ("b.hired_hand_1",)
    answer(session, "done")
    assert found == [None]
    assert session.state.phase == "round"
    turns = [events.TurnBegins("Bea", "b.cole"), events.TurnBegins("Bea", "b.hired_hand_1")]
    assert session.events == turns
    full = {name: FOUR[name] for name in ("a.ines", "b.cole", "b.hired_hand_1")}
    session, _, _ = playing(acts, full, scenario__surprise=2)
    answer(session, "done", "done")
    assert session.events == [events.RoundBegins(0), *turns]


@pytest.mark.parametrize("side", [None, 3])
def test_without_a_side_of_surprise_the_round_begins(side: int | None) -> None:
    """BK-46: if no side that plays has surprise, the first round begins at once."""
    session, _, _ = playing(act_by_surprise, FOUR, **({} if side is None else {"scenario__surprise": side}))
    assert (session.state.phase, session.pending, session.events) == ("round", (), [])
