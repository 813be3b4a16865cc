"""Concessions and complications: which are open, what they are worth, and what they do to a fighter (BK-35, BK-57,
BK-75, BK-D6).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, playing, question, skirmish, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.attack import Attack
from riotsim.games.buskit.fight.conceding import burden, complicate, concede, pay, without_past
from riotsim.games.buskit.fight.harming import hurt
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Burden, Fighter
from riotsim.play.requests import Choose
from riotsim.play.session.session import Session

DUEL: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}
"""Ines of Ada (sword and leathers), whose turn it is, beside Cole of Bea (pistol and vest)."""


def cole(game: Skirmish) -> Fighter:
    """Return Cole."""
    return game.fighter("b.cole")


def lasting(name: str, since: int, until: int | None, by: str = "a.ines") -> Burden:
    """Return a concession that lasts."""
    return Burden(name, since, until, by)


EFFECTS: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("knocked_down", 1, {}, {"prone": True}),
    ("disarmed", 1, {}, {"lost": ("semi_automatic",)}),
    ("disarmed", 1, {"lost": ("semi_automatic",)}, {}),
    ("gear_broken", 1, {}, {"broken": True}),
    ("gear_broken", 1, {"broken": True}, {"lost": ("semi_automatic",)}),
    ("gear_broken", 1, {"broken": True, "lost": ("semi_automatic",)}, {}),
    ("stunned", 1, {}, {"burdens": (lasting("stunned", 5, 5),)}),
    ("flees", 1, {}, {"burdens": (lasting("flees", 5, 5),)}),
    ("bad_position", 1, {}, {"burdens": (lasting("bad_position", 5, 5),)}),
    ("off_balance", 1, {}, {"burdens": (lasting("off_balance", 4, 5),)}),
    ("shaken", 1, {}, {"burdens": (lasting("shaken", 4, None),)}),
    ("hampered", 1, {}, {"burdens": (lasting("hampered", 4, None),)}),
    ("limb_useless", 2, {}, {"burdens": (lasting("limb_useless", 4, None),) * 2}),
    ("more_wounds", 2, {}, {}),
    ("noise", 1, {}, {}),
    # Who hasn't had a turn loses this one; who has had it loses the next, unless an action is held.
    ("out_of_action", 1, {}, {"burdens": (lasting("out_of_action", 4, 4),), "acted": True}),
    ("out_of_action", 3, {"acted": True}, {"burdens": (lasting("out_of_action", 5, 7),)}),
    (
        "out_of_action", 2, {"acted": True, "holding": True, "aiming": "aiming"},
        {"burdens": (lasting("out_of_action", 4, 5),), "holding": False, "aiming": ""},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "count", "before", "after"), EFFECTS)
def test_the_effect_of_a_concession(name: str, count: int, before: dict[str, Any], after: dict[str, Any]) -> None:
    """BK-75: in round 4 each concession changes exactly what its clause says. The log tells it with its number of
    units.
    """
    game = skirmish(DUEL)
    game.state.round = 4
    start = game.change("b.cole", **before)
    burden(game, "b.cole", {name: count}, "a.ines")
    assert cole(game) == replace(start, **after)
    assert game.table.models["b.cole"].fallen is (name == "knocked_down")
    assert game.play.events[-1] == events.Concedes("b.cole", name, count)


def test_earlier_burdens_and_losses_stay() -> None:
    """BK-75: a further concession is added to those that a fighter already has."""
    game = skirmish(DUEL)
    old = lasting("hampered", 1, None)
    game.change("b.cole", burdens=(old,), lost=(), broken=True)
    burden(game, "b.cole", {"stunned": 1, "off_balance": 1, "shaken": 1, "out_of_action": 1}, "a.ines")
    assert [one.name for one in cole(game).burdens] == ["hampered", "stunned", "off_balance", "shaken", "out_of_action"]
    game.change("a.ines", broken=True, character=replace(game.fighter("a.ines").character, weapons=("knife", "bat")))
    burden(game, "a.ines", {"disarmed": 1, "gear_broken": 1}, "b.cole")
    assert game.fighter("a.ines").lost == ("knife", "bat")


@pytest.mark.parametrize(
    ("phase", "name", "by", "since"),
    [
        ("turns", "a.ines", "b.cole", 4),
        ("turns", "a.ines", "a.ines", 5),
        ("turns", "b.cole", "a.ines", 5),
        ("surprise", "a.ines", "b.cole", 5),
    ],
)
def test_the_first_round_out_of_action(phase: Any, name: str, by: str, since: int) -> None:
    """BK-75: a fighter who has had a turn in round 4 loses the next one. A fighter whose turn is interrupted by another
    loses this one. Actions by surprise belong to no round.
    """
    game = skirmish(DUEL)
    game.state.round, game.state.phase = 4, phase
    game.change(name, acted=phase != "surprise")
    burden(game, name, {"out_of_action": 1}, by)
    assert game.fighter(name).burdens == (lasting("out_of_action", since, since, by),)
    assert game.fighter(name).acted is (phase != "surprise")


def test_burdens_that_have_ended_are_dropped() -> None:
    """BK-75: at the beginning of round 5, burdens up to round 4 are gone."""
    left = lasting("off_balance", 4, 5), lasting("shaken", 1, None), lasting("stunned", 6, 6)
    who = replace(skirmish(DUEL).fighter("b.cole"), burdens=(lasting("stunned", 4, 4), *left))
    assert without_past(who, 5) == replace(who, burdens=left)


@pytest.mark.parametrize(
    ("since", "until", "counts"), [(3, 5, [3, 4, 5]), (4, None, [4, 5, 6]), (5, 5, [5]), (2, 2, [])]
)
def test_the_rounds_in_which_a_burden_counts(since: int, until: int | None, counts: list[int]) -> None:
    """BK-75: a burden counts from its first round to its last one, or for the rest of the fight."""
    one = lasting("stunned", since, until)
    assert [number for number in range(3, 7) if one.counts_in(number)] == counts
    who = replace(skirmish(DUEL).fighter("b.cole"), burdens=(one, one, lasting("flees", 6, 6)))
    assert [who.count(number, "stunned", "shaken") for number in range(3, 7)] == [
        2 * (number in counts) for number in range(3, 7)
    ]
    assert who.count(6, "flees", "stunned") == 1 + 2 * (6 in counts)


def options(session: Session[Any]) -> tuple[str, ...]:
    """Return the options of the question that is open."""
    (request,) = session.pending
    assert isinstance(request, Choose)
    return request.options


ALL = (
    "knocked_down", "disarmed", "stunned", "out_of_action", "shaken", "limb_useless", "gear_broken", "bad_position",
    "off_balance", "hampered", "flees", "more_wounds", "more_shock",
)  # fmt: skip


def without(*names: str) -> tuple[str, ...]:
    """Return all concessions except some."""
    return tuple(one for one in ALL if one not in names)


@pytest.mark.parametrize(
    ("changes", "shut"),
    [
        ({}, ()),
        ({"prone": True}, ("knocked_down",)),
        ({"broken": True}, ()),
        ({"lost": ("semi_automatic",)}, ("disarmed",)),
        ({"lost": ("semi_automatic",), "broken": True}, ("disarmed", "gear_broken")),
    ],
)
def test_concessions_that_cannot_happen_are_not_open(changes: dict[str, Any], shut: tuple[str, ...]) -> None:
    """BK-75: a prone fighter can't be knocked down, and an unarmed one can't be disarmed. Broken gear is closed to a
    fighter who has lost all gear.
    """

    async def asks(game: Skirmish) -> Mapping[str, int] | None:
        game.change("b.cole", **changes)
        return await concede(game, "b.cole", 1, {})

    session, _, _ = playing(asks, DUEL)
    assert (session.pending[0].player, session.pending[0].purpose) == ("Bea", "concession")
    assert options(session) == ("go down", *without(*shut))


def test_concessions_are_asked_for_until_they_make_up_for_the_wounds() -> None:
    """BK-75: concessions are asked for until they outweigh the Wounds. A round out of action is worth two Wounds, and
    two points of Shock are worth one. Only concessions with units may be named again.
    """
    session, _, found = playing(lambda game: concede(game, "b.cole", 5, {"shaken": 1}), DUEL)
    assert options(session) == ("go down", *without("shaken"))
    answer(session, "out_of_action", "more_shock")
    assert options(session) == ("go down", *without("shaken"))
    answer(session, "stunned")
    assert options(session) == ("go down", *without("shaken", "stunned"))
    assert found == []
    answer(session, "more_shock")
    assert found == [{"out_of_action": 1, "more_shock": 4, "stunned": 1}]
    session, _, found = playing(lambda game: concede(game, "b.cole", 2, {}), DUEL)
    answer(session, "stunned", "go down")
    assert found == [None]


def test_an_attacker_names_complications_worth_at_most_the_wounds() -> None:
    """BK-57: complications are worth as much as the Wounds at most. Of four Wounds a useless limb takes three, so only
    a complication that is worth one may follow.
    """
    session, _, found = playing(lambda game: complicate(game, "a.ines", "b.cole", 4), DUEL)
    assert (session.pending[0].player, session.pending[0].purpose) == ("Ada", "complication")
    assert options(session) == ALL
    answer(session, "limb_useless")
    assert options(session) == without("out_of_action", "limb_useless")
    answer(session, "more_shock")
    assert found == [{"limb_useless": 1, "more_shock": 2}]


def test_naming_ends_if_every_open_complication_is_worth_too_much() -> None:
    """BK-57: if no open complication is worth a single Wound, the attacker names none for the last Wound."""
    costly = {f"concessions__{name}__worth": 2 for name in ALL if name != "limb_useless"}
    session, _, found = playing(lambda game: complicate(game, "a.ines", "b.cole", 3), DUEL, **costly)
    answer(session, "stunned")
    assert found == [{"stunned": 1}]
    assert session.pending == ()


PRICES = {"alarm": 1, "knocked_down": 1, "trapped": 2}
PAID: dict[str, Any] = {"optional__concessions": True, "scenario__complications": PRICES}


@pytest.mark.parametrize(
    ("degree", "options_", "found"),
    [(2, PAID, 2), (1, PAID, 1), (-1, {**PAID, "optional__concessions": False}, -1), (-5, PAID, -5)],
)
def test_nobody_is_asked_for_a_price_in_vain(degree: int, options_: dict[str, Any], found: int) -> None:
    """BK-35: nobody is asked for a price after a success, or under rules without prices. The same holds if all
    complications together, here worth 4, are worth too little.
    """
    assert playing(lambda game: pay(game, "b.cole", degree), DUEL, **options_)[2] == [found]


def test_a_price_is_paid_point_by_point() -> None:
    """BK-35: a tie is one point short. A player takes complications until they are worth the missing points. Each side
    takes each of them once in a fight. Those that are concessions have their effects.
    """
    session, _, found = playing(lambda game: pay(game, "b.cole", -3), DUEL, **PAID)
    assert (session.pending[0].player, session.pending[0].purpose) == ("Bea", "price")
    assert options(session) == ("fail", "alarm", "knocked_down", "trapped")
    answer(session, "knocked_down")
    assert options(session) == ("fail", "alarm", "trapped")
    answer(session, "trapped")
    assert found == [1]
    assert session.state.paid == (("Bea", "knocked_down"), ("Bea", "trapped"))
    assert session.state.fighters["b.cole"].prone
    assert session.events == [
        events.Concedes("b.cole", "knocked_down", 1), events.Concedes("b.cole", "trapped", 1),
    ]  # fmt: skip


def test_whoever_gives_up_a_price_takes_nothing() -> None:
    """BK-35: a player who stops paying has failed by as much as the dice say, and has taken no complication."""
    session, _, found = playing(lambda game: pay(game, "b.cole", -4), DUEL, **PAID)
    answer(session, "knocked_down", "fail")
    assert found == [-4]
    assert (session.state.paid, session.events) == ((), [])
    assert not session.state.fighters["b.cole"].prone


def test_complications_that_are_taken_or_cannot_happen_are_left_out() -> None:
    """BK-35: a side isn't offered complications that it has taken before. It is offered those that the other side has
    taken.
    """

    async def asks(game: Skirmish) -> int:
        game.state.paid = ("Bea", "alarm"), ("Ada", "trapped")
        game.change("b.cole", prone=True)
        return await pay(game, "b.cole", 0)

    session, _, found = playing(asks, DUEL, **PAID)
    assert options(session) == ("fail", "trapped")
    answer(session, "trapped")
    assert found == [1]
    assert session.state.paid == (("Bea", "alarm"), ("Ada", "trapped"), ("Bea", "trapped"))


def test_a_telling_blow_burdens_the_victim() -> None:
    """BK-57: the attacker names a complication for each Wound. The Shock that a complication costs is added to that of
    the hit.
    """

    async def hurts(game: Skirmish) -> None:
        game.change("b.cole", spent=(4,))
        who, whom = game.fighter("a.ines").character, game.fighter("b.cole").equipped
        await hurt(game, Attack(attacker=who, target=whom, weapon="unarmed", telling=True), "a.ines", "b.cole", 1)

    session, table, _ = playing(hurts, DUEL, optional__telling_blow=True)
    throw(session, table, 5, 3)
    assert question(session)[:2] == ("Ada", "complication")
    answer(session, "hampered", "more_shock")
    cole = session.state.fighters["b.cole"]
    assert (cole.shock, cole.wounds, [one.name for one in cole.burdens]) == (14 - 5 - 2, 4, ["hampered"])
    assert [one.by for one in cole.burdens] == ["a.ines"]
