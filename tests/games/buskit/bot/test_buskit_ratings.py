"""How bots rate answers, mostly by the harm of the attacks that follow."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from buskit_rules import answer, playing, question, rules, skirmish

from riotsim.games.buskit.bot.answers import (
    ACTIONS,
    CONCESSIONS,
    DODGE_COST,
    EXPOSED,
    KEPT_DIE,
    PRICES,
    PRONE_COST,
    RISK_OF_ANSWERS,
    BuskitAnswerEvaluator,
)
from riotsim.games.buskit.bot.outlook import Outlook, expected_harm
from riotsim.games.buskit.chapters.attack import Declaration
from riotsim.games.buskit.fight.declaring import attack_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import add_wild_dice
from riotsim.games.buskit.state import Burden, State
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.pools.exact import odds
from riotsim.pools.notation import parse_pool
from riotsim.pools.pool import Check
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.units import inches

DUEL: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}
"""Ines of Ada, whose turn it is, beside Cole of Bea."""

FAR: dict[str, Any] = {
    "b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16], "shock": 4}, "a.hired_hand_1": {"at": [10, 20]},
}  # fmt: skip
"""Cole of Bea, whose turn it is, with two targets in sight."""


def harm(game: Skirmish, name: str, declared: Declaration, number: int = 0, **facts: Any) -> float:
    """Return the average harm of one attack of a declaration."""
    attack = attack_of(game, name, declared.targets[number], declared, number)
    return expected_harm(game.rules, replace(attack, **facts))


def outlook(game: Skirmish, name: str) -> Outlook:
    """Return the attacks that are open to a fighter."""
    return Outlook(game, game.fighter(name))


RIFLE = {"companies__cole__characters__cole__weapons": ["assault_rifle"]}


def source() -> Callable[[], np.random.Generator]:
    """Return a source of random numbers."""
    return lambda: np.random.default_rng(3)


def rated(game: Skirmish | Session[State], request: Request[Any], **options: Any) -> dict[Any, float]:
    """Return the ratings of the answers to a request."""
    session: Any = game if isinstance(game, Session) else type("Begun", (), {"play": game.play})()
    book = rules(**{"table__terrain": [], **options})
    return dict(BuskitAnswerEvaluator(book).evaluate(request, session, source()))


def choose(purpose: str, *options: str) -> Choose[Any]:
    """Return a request to choose an option."""
    return Choose("Ada", purpose, options)


def test_actions_are_rated_in_points_of_harm() -> None:
    """BK-42: an attack is worth four points more than its harm. A move is worth ten points for a fighter who has to
    come nearer to an opponent. It costs half a point for one who can attack already.
    """
    game = skirmish(DUEL)
    best = harm(game, "a.ines", Declaration("sword", ("b.cole",)))
    assert rated(game, choose("action", "attack", "move", *ACTIONS, "dance")) == pytest.approx(
        {**ACTIONS, "attack": 4 + best, "move": -0.5, "dance": 0.0}
    )
    apart = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}})
    assert rated(apart, choose("action", "move", "attack")) == {"move": 10.0, "attack": 4.0}
    shooter = skirmish({"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 20]}})
    assert rated(shooter, choose("action", "move")) == {"move": -0.5}
    shooter.change("b.cole", lost=("semi_automatic",))
    assert rated(shooter, choose("action", "move")) == {"move": 10.0}


@pytest.mark.parametrize(
    ("weapons", "traits", "wants"),
    [
        (["sword"], {}, True),
        ([], {}, True),
        (["magnum"], {}, False),
        (["magnum", "knife"], {}, False),
        (["magnum", "knife"], {"fight": "d8"}, True),
        (["magnum", "knife"], {"fight": "d8", "shoot": "d10"}, False),
    ],
)
def test_who_wants_melee(weapons: list[str], traits: dict[str, str], wants: bool) -> None:
    """BK-50: a fighter who can't shoot, or who fights better than it shoots, moves towards an opponent."""
    options = {
        "companies__ines__characters__ines__weapons": weapons,
        "companies__ines__characters__ines__traits": traits,
    }
    game = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}}, **options)
    assert rated(game, choose("action", "move"), **options)["move"] == (10.0 if wants else pytest.approx(
        -0.5 if outlook(game, "a.ines").best else 1.0
    ))  # fmt: skip


def test_weapons_and_targets_are_rated_by_their_harm() -> None:
    """BK-51: a weapon is rated by its best target. A target is rated by the best weapon, as a share of the Shock that
    the target has left.
    """
    game = skirmish(FAR, companies__cole__characters__cole__weapons=["magnum", "semi_automatic"])
    worth = {
        (weapon, name): harm(game, "b.cole", Declaration(weapon, (name,)))
        for weapon in ("magnum", "semi_automatic") for name in ("a.ines", "a.hired_hand_1")
    }  # fmt: skip
    options = {"companies__cole__characters__cole__weapons": ["magnum", "semi_automatic"]}
    assert rated(game, choose("weapon", "magnum", "semi_automatic"), **options) == pytest.approx(
        {one: max(its for (weapon, _), its in worth.items() if weapon == one) for one in ("magnum", "semi_automatic")}
    )
    targets = PickPiece("Bea", "target", ("a.ines", "a.hired_hand_1"))
    best = {name: max(its for (_, whom), its in worth.items() if whom == name) for name in targets.pieces}
    assert rated(game, targets, **options) == pytest.approx(
        {"a.ines": best["a.ines"] / 4, "a.hired_hand_1": best["a.hired_hand_1"] / 12}
    )
    game.change("a.ines", shock=0)
    assert rated(game, targets, **options)["a.ines"] == pytest.approx(best["a.ines"])


def test_who_is_treated_or_helped_is_rated_by_need_and_strength() -> None:
    """BK-36, BK-90: a fighter who is out is rated one point higher. Each point of Shock that a fighter has when unhurt
    adds a hundredth.
    """
    game = skirmish({**DUEL, "a.hired_hand_1": {"at": [20, 10], "shock": 0}})
    request = PickPiece("Ada", "whom to treat", ("a.ines", "a.hired_hand_1"))
    assert rated(game, request) == pytest.approx({"a.ines": 0.16, "a.hired_hand_1": 1.12})
    game.state.acting = ()
    assert rated(game, replace(request, purpose="target")) == pytest.approx({"a.ines": 0.16, "a.hired_hand_1": 1.12})


def test_parts_of_a_declaration_are_rated_by_the_harm_of_all_its_attacks() -> None:
    """BK-14, BK-55, BK-57, BK-60, BK-61: each part of a declaration is rated by the harm of all its attacks. A reckless
    stance costs half of its harm, and wild dice cost what they would be worth later.
    """
    options: dict[str, Any] = {
        "companies__ines__characters__ines__weapons": ["sword", "knife"], "optional__telling_blow": True,
    }  # fmt: skip
    game = skirmish(DUEL, **options)
    ours = outlook(game, "a.ines")
    game.state.declared = one = Declaration("sword", ("b.cole",))
    two = Declaration("sword", ("b.cole",) * 2, attacks=2)
    assert rated(game, choose("attacks", "one attack", "two attacks"), **options) == pytest.approx(
        {"one attack": ours.worth(one), "two attacks": ours.worth(two)}
    )
    reckless = ours.worth(replace(one, stance="reckless"))
    assert rated(game, choose("stance", "steady", "reckless", "wary"), **options) == pytest.approx({
        "steady": ours.worth(one), "reckless": reckless - RISK_OF_ANSWERS * reckless,
        "wary": ours.worth(replace(one, stance="wary")),
    })  # fmt: skip
    assert rated(game, choose("blow", "plain blow", "called shot"), **options) == pytest.approx(
        {"plain blow": ours.worth(one), "called shot": ours.worth(replace(one, blow="called shot"))}
    )
    none, wild, three = (ours.worth(replace(one, wild=count)) for count in (0, 1, 3))
    assert rated(game, choose("wild dice", "0", "1", "3"), **options) == pytest.approx(
        {"0": none, "1": wild - KEPT_DIE * (wild - none), "3": three - 3 * KEPT_DIE * (wild - none)}
    )
    game.state.declared = two
    assert rated(game, choose("second weapon", "one weapon", "knife"), **options) == pytest.approx(
        {"one weapon": ours.worth(two), "knife": ours.worth(replace(two, second="knife"))}
    )


def test_ways_to_fire_are_rated_as_they_are_fired() -> None:
    """BK-62: single shots are rated as such, although a burst would do more harm."""
    game = skirmish({"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}}, **RIFLE)
    game.state.declared = one = Declaration("assault_rifle", ("a.ines",))
    assert rated(game, choose("fire", "single shots", "burst"), **RIFLE) == pytest.approx(
        {"single shots": harm(game, "b.cole", one), "burst": harm(game, "b.cole", replace(one, fire="burst"))}
    )


def test_answers_to_a_shot_are_rated_by_what_is_left_of_its_harm() -> None:
    """BK-64, BK-65: an answer to a shot is rated by the harm that the shot then does, and by what the answer costs."""
    game = skirmish({"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}})
    shot = attack_of(game, "b.cole", "a.ines", Declaration("semi_automatic", ("a.ines",)))
    game.state.attack = shot
    assert rated(game, choose("under fire", "stay", "drop prone", "dodge")) == pytest.approx({
        "stay": -expected_harm(rules(), shot),
        "drop prone": -expected_harm(rules(), replace(shot, prone=True)) - PRONE_COST,
        "dodge": -expected_harm(rules(), replace(shot, dodging=True)) - DODGE_COST,
    })  # fmt: skip


def test_checks_are_rated_by_their_chances() -> None:
    """BK-33, BK-90 to BK-92: a difficulty is rated by the Shock that it gives on average, and a task by its chance. A
    number of Wounds is rated by how many come back on average.
    """
    tasks = {"scenario__tasks": {
        "gate": {"trait": "tech", "difficulty": "d8"}, "stare": {"trait": "will", "against": "will", "mark": 2},
    }}  # fmt: skip
    game = skirmish(DUEL, **tasks)
    # Ines has a d6 for Think and Tech, and a d8 for Will, like Cole; her Might is 2d8 and a d6.
    think = {die: float(odds(f"think d6 vs difficulty d{die}").win) for die in (4, 8)}
    assert rated(game, choose("difficulty", "d4", "d8"), **tasks) == pytest.approx(
        {"d4": 4 * think[4], "d8": 8 * think[8]}
    )
    assert rated(game, choose("task", "gate", "stare"), **tasks) == pytest.approx(
        {"gate": float(odds("tech d6 vs difficulty d8").win), "stare": float(odds("will d8 vs will d8").win)}
    )
    # The best of 2d8 and a d6 is at most 1 in 1 of 384 cases, and at most 2 in 8.
    named = choose("wounds named", "1", "2")
    assert rated(game, named, **tasks) == pytest.approx({"1": 1 - 1 / 384 + 1 / 384, "2": 2 * 376 / 384 + 7 / 384})
    off = {**tasks, "optional__tie_heals": False}
    assert rated(skirmish(DUEL, **off), named, **off) == pytest.approx({"1": 383 / 384, "2": 2 * 376 / 384})


def test_wild_dice_of_other_checks_are_rated_by_what_they_add() -> None:
    """BK-14: wild dice are rated by how much they raise the chance, less what they are worth later. Where no check
    follows, they count as lost.
    """
    check = Check(parse_pool("tech d6"), parse_pool("difficulty d8"))
    session, _, _ = playing(
        lambda game: add_wild_dice(game, "a.ines", check), {**DUEL, "a.ines": {"at": [10, 10], "wild": 2}}
    )
    assert question(session) == ("Ada", "wild dice", ("0", "1", "2"))
    none, one, two = (float(odds(f"tech d6{wild} vs difficulty d8").win) for wild in ("", "+wild d6", "+wild 2d6"))
    assert rated(session, session.pending[0]) == pytest.approx(
        {"0": none, "1": one - KEPT_DIE * (one - none), "2": two - 2 * KEPT_DIE * (one - none)}
    )
    answer(session, "1")
    assert rated(session, choose("wild dice", "0", "2")) == {"0": 0.0, "2": -2.0}


def test_other_options_have_fixed_ratings() -> None:
    """BK-35, BK-43, BK-57, BK-75, BK-81: the more an option costs the victim, the higher the attacker rates the option.
    Bots rate it higher to spend dice of armour, and to take a free strike.
    """
    game = skirmish(DUEL)
    names = (*CONCESSIONS, "stunned")
    assert rated(game, choose("concession", *names)) == {**CONCESSIONS, "stunned": 0.0}
    assert rated(game, choose("complication", *names)) == {name: -CONCESSIONS.get(name, 0.0) for name in names}
    assert rated(game, choose("price", *PRICES, "noise")) == {
        **{name: -its for name, its in PRICES.items()},
        "noise": -0.5,
    }
    assert rated(game, choose("armour", "stop", "spend a die")) == {"stop": 0.0, "spend a die": 1.0}
    assert rated(game, choose("armour", "0 dice", "3 dice")) == {"0 dice": 1.0, "3 dice": 4.0}
    assert rated(game, choose("free strike", "let go", "strike")) == {"let go": 0.0, "strike": 1.0}
    assert rated(game, choose("Trait", "fight", "shoot")) == {"fight": 0.0, "shoot": 0.0}
    assert rated(game, PickSome("Ada", "faster, worse attack", ("a.ines",))) == {(): 0.0}
    for least, drop in ((50.0, 100.0), (140.0, 140.0)):
        throw = AimThrow("Ada", "roll", ("d6",), 90.0, 120.0, least)
        assert rated(game, throw) == {Aim((45.0, 60.0), 0.0, strength=0.6, drop=drop): 0.0}
    with pytest.raises(TypeError, match="Buskit asks no such thing as"):
        rated(game, Request("Ada", "weather"))


HELD: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 14], "holding": True, "acted": True},
    "a.hired_hand_1": {"at": [20, 10], "acted": True},
}  # fmt: skip


@pytest.mark.parametrize(
    ("cole", "others_act", "kept"),
    [
        ({}, False, "nothing"),
        ({}, True, "harm"),
        ({"aiming": "aiming"}, False, "more"),
        ({"aiming": "aiming", "acted": False}, False, "aimed"),
        ({"burdens": (Burden("stunned", 1, 1, "a.ines"),)}, False, None),
        ({"burdens": (Burden("flees", 1, 1, "a.ines"),)}, False, None),
        ({"burdens": (Burden("stunned", 2, 2, "a.ines"),)}, False, "nothing"),
        ({"lost": ("semi_automatic",)}, False, None),
    ],
)
def test_an_interrupt_is_rated_against_the_held_action(
    cole: dict[str, Any], others_act: bool, kept: str | None
) -> None:
    """BK-47, BK-56: an interrupt is worth its best attack, less what the held action or the aim is worth later. Cole
    shoots at Ines, who can't reach him, so no harm of hers is prevented.
    """
    game = skirmish(HELD)
    game.change("b.cole", **cole)
    game.change("a.hired_hand_1", acted=not others_act, lost=("hold_out",))
    game.state.may_interrupt = "b.cole"
    found = rated(game, choose("interrupt", "wait", "interrupt"))
    assert found["wait"] == 0.0
    if kept is None:
        assert found["interrupt"] == 0.0
        return
    theirs = outlook(game, "b.cole")
    shots = [Declaration("semi_automatic", (name,)) for name in ("a.ines", "a.hired_hand_1")]
    plain, aimed = max(map(theirs.worth, shots)), max(theirs.worth(one, aimed=True) for one in shots)
    cost = {"nothing": 0.0, "harm": plain, "more": aimed - plain, "aimed": aimed}[kept]
    assert found["interrupt"] == pytest.approx(plain - cost)


@pytest.mark.parametrize("shock", [16, 3, 0])
def test_an_interrupt_may_prevent_the_attack_of_the_interrupted(shock: int) -> None:
    """BK-47: the interrupting attack takes a share of the opponent's Shock on average, at most all of it. It prevents
    the same share of the harm of the opponent's best attack.
    """
    game = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5], "holding": True, "acted": True}})
    game.change("a.ines", shock=shock)
    game.state.may_interrupt = "b.cole"
    ours = outlook(game, "b.cole")
    assert ours.best is not None
    mine = ours.worth(ours.best)
    theirs = outlook(game, "a.ines").worth(Declaration("sword", ("b.cole",)))
    found = rated(game, choose("interrupt", "interrupt"))["interrupt"]
    assert found == pytest.approx(mine + min(1.0, mine / max(1, shock)) * theirs)


def places(game: Skirmish, name: str, purpose: str, region: Region, **options: Any) -> dict[Any, float]:
    """Return the ratings of places for a fighter."""
    return rated(game, PickPoint("Ada", purpose, ((name, region),)), **options)


def test_places_are_rated_by_the_distance_to_the_nearest_opponent() -> None:
    """BK-41, BK-51: a shooter wants to be nine tenths of the range of the d6, which is 7.2 in, from the nearest
    opponent. At set-up, places nearer to opponents are rated higher. Without opponents, places nearer to the table's
    middle are rated higher.
    """
    game = skirmish({**FAR, "b.hired_hand_1": {"at": [20, 20]}})
    spots = ((inches(12), inches(12)), (inches(10), inches(11)))
    region = Region(disc((0.0, 0.0), 12.5), game.table.width, game.table.depth, places=spots)
    nearest = {spot: min(math.dist(spot, game.table.models[name].at) for name in ("a.ines", "a.hired_hand_1"))
               for spot in spots}  # fmt: skip
    found = places(game, "b.cole", "move", region)
    assert found == pytest.approx(
        {Spot("b.cole", spot): -abs(nearest[spot] - 0.9 * inches(8)) for spot in spots if Spot("b.cole", spot) in found}
    )
    assert found
    near = places(game, "b.cole", "set up", region)
    assert near == pytest.approx({spot: -nearest[spot.at] for spot in near})
    for name in ("a.ines", "a.hired_hand_1"):
        game.change(name, condition="out")
    middle = game.table.width / 2, game.table.depth / 2
    alone = places(game, "b.cole", "set up", region)
    assert alone == pytest.approx({spot: -math.dist(spot.at, middle) for spot in alone})


def test_a_dodger_does_not_stay_in_the_open() -> None:
    """BK-65: if a dodger stays in place, the place is rated lower than by its distance alone. If a fighter runs, only
    the distance counts.
    """
    game = skirmish(FAR)
    here = game.table.models["a.ines"].at
    region = Region(disc((0.0, 0.0), 12.5), game.table.width, game.table.depth, places=(here,))
    far = math.dist(here, game.table.models["b.cole"].at)
    assert places(game, "a.ines", "take cover", region) == pytest.approx({Spot("a.ines", here): -far - EXPOSED})
    assert places(game, "a.ines", "run", region) == pytest.approx({Spot("a.ines", here): -far})


def test_moves_are_tried_on_the_way_to_opponents() -> None:
    """BK-41: a bot tries the middle of the region, random places, and places on the way to each opponent. The way ends
    after a full move, or 2 mm before the opponent's base. All places that are rated are allowed.
    """
    game = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 13]}, "b.hired_hand_1": {"at": [30, 10]}})
    x, y = game.table.models["a.ines"].at
    region = Region(
        disc((0.0, 0.0), 12.5), game.table.width, game.table.depth, (), disc((x, y), inches(6) - 13.0)
    )  # fmt: skip
    found = [spot.at for spot in places(game, "a.ines", "move", region)]
    assert all(region.refusal(spot) is None for spot in found)
    assert found[0] == (x, y)
    assert len(found) > 9
    near, reach = inches(3) - 25.0 - 2.0, inches(6) - 0.5
    for share in (1.0, 0.9, 0.75, 0.5):
        assert any(spot == pytest.approx((x, y + near * share)) for spot in found)
        assert any(spot == pytest.approx((x + reach * share, y)) for spot in found)
