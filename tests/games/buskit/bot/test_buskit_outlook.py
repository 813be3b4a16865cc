"""Expected harm of attacks, by which bots rate their answers, and the rating of positions."""

import math
from dataclasses import replace
from typing import Any

import pytest
from buskit_oracle import attack_dice, damage_dice, degrees, fallen
from buskit_rules import character, rules, skirmish

from riotsim.games.buskit.bot.outlook import WOUND, Outlook, expected_harm, facts_of, harm_of_hit
from riotsim.games.buskit.bot.positions import SHARPNESS, BuskitPositionEvaluator, strength
from riotsim.games.buskit.chapters.attack import Attack, Declaration
from riotsim.games.buskit.fight.declaring import attack_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Result
from riotsim.play.requests import Choose
from riotsim.pools.notation import parse_pool
from riotsim.table.units import inches

DUEL: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}
"""Ines of Ada, whose turn it is, beside Cole of Bea."""

FAR: dict[str, Any] = {
    "b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16], "shock": 4}, "a.hired_hand_1": {"at": [10, 20]},
}  # fmt: skip
"""Cole of Bea, whose turn it is, with two targets in sight."""


def brute_harm(attack: Attack, might: list[tuple[int, ...]]) -> float:
    """Return the average harm of an attack, by going through all dice. `might` are the victim's groups of dice."""
    damage, against = fallen(damage_dice(rules(), attack)), fallen(might)
    total = 0.0
    for degree, chance in degrees(*attack_dice(rules(), attack)).items():
        if degree > 0:
            for rolled, its in damage.items():
                shock = max(rolled, degree)
                wounds = sum(float(share) * max(0, shock - value) for value, share in against.items())
                total += float(chance * its) * (shock + WOUND * wounds)
    return total


def test_the_harm_of_an_attack_is_that_of_all_its_dice() -> None:
    """BK-72, BK-73: a hit costs Shock, at least its degree. Each Wound counts as one and a half points of harm more."""
    ines, cole, hand = (character(name) for name in ("ines", "cole", "hired_hand"))
    sword = Attack(attacker=ines, target=hand, weapon="sword")
    assert expected_harm(rules(), sword) == pytest.approx(brute_harm(sword, [(6,)]))
    shot = Attack(attacker=cole, target=ines, weapon="semi_automatic", engaged=False, distance=inches(5))
    assert expected_harm(rules(), shot) == pytest.approx(brute_harm(shot, [(8, 8), (6,)]))
    pools = parse_pool("d4"), parse_pool("d4")
    # A d4 of damage, at least 3, is 3, 3, 3 or 4: above a d4 of Might by (2 + 1) / 4 for 3, by (3 + 2 + 1) / 4 for 4.
    assert harm_of_hit(*pools, 3) == pytest.approx((3 * (3 + 1.5 * 3 / 4) + 4 + 1.5 * 6 / 4) / 4)


def test_a_tie_harms_only_if_it_is_a_hit() -> None:
    """BK-32: if ties count as hits, the expected harm also includes the harm of ties."""
    hand = character("hired_hand")
    attack = Attack(attacker=hand, target=hand, weapon="knife")
    plain, more = (expected_harm(rules(ties=ties), attack) for ties in ("defender", "actor"))
    tie = harm_of_hit(parse_pool("might d6+knife d6"), parse_pool("might d6"), 0) / 6
    assert more - plain == pytest.approx(tie)


def harm(game: Skirmish, name: str, declared: Declaration, number: int = 0, **facts: Any) -> float:
    """Return the average harm of one attack of a declaration."""
    attack = attack_of(game, name, declared.targets[number], declared, number)
    return expected_harm(game.rules, replace(attack, **facts))


def outlook(game: Skirmish, name: str) -> Outlook:
    """Return the attacks that are open to a fighter."""
    return Outlook(game, game.fighter(name))


def test_the_worth_of_attacks_is_the_sum_of_their_harm() -> None:
    """BK-14, BK-60, BK-61: several attacks on one target are worth the sum of their harm. Each has the same harm,
    except with wild dice or a second weapon.
    """
    game = skirmish(DUEL, companies__ines__characters__ines__weapons=["sword", "knife"])
    ours = outlook(game, "a.ines")
    one = Declaration("sword", ("b.cole",))
    assert ours.worth(one) == pytest.approx(harm(game, "a.ines", one))
    two = Declaration("sword", ("b.cole", "b.cole"), attacks=2)
    assert ours.worth(two) == pytest.approx(2 * harm(game, "a.ines", two))
    for declared in (replace(two, wild=2), replace(two, second="knife")):
        each = [harm(game, "a.ines", declared, number) for number in (0, 1)]
        assert each[0] != pytest.approx(each[1])
        assert ours.worth(declared) == pytest.approx(sum(each))


def test_the_best_attack_is_worth_most() -> None:
    """BK-50: an outlook lists single attacks with each weapon on each target, and knows the best one. If no target is
    open, it has none.
    """
    game = skirmish(DUEL, companies__ines__characters__ines__weapons=["sword", "knife"])
    ours = outlook(game, "a.ines")
    assert list(ours.all_plain()) == [Declaration("sword", ("b.cole",)), Declaration("knife", ("b.cole",))]
    assert ours.best == Declaration("sword", ("b.cole",))
    alone = outlook(skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}}), "a.ines")
    assert (alone.best, list(alone.all_plain())) == (None, [])


RIFLE = {"companies__cole__characters__cole__weapons": ["assault_rifle"]}


@pytest.mark.parametrize(
    ("fired", "best", "costs"),
    [(0, "half", False), (14, "half", False), (15, "burst", False), (26, "burst", False), (27, None, False),
     (29, None, True)],
)  # fmt: skip
def test_bursts_and_empty_magazines(fired: int, best: str | None, costs: bool) -> None:
    """BK-62: shots are fired in the way that harms most. An attack that empties the weapon is rated lower by the harm
    of a single shot. Half a magazine takes 15 shots, a burst three.
    """
    game = skirmish({"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}}, **RIFLE)
    game.change("b.cole", fired=(("assault_rifle", fired),))
    theirs, one = outlook(game, "b.cole"), Declaration("assault_rifle", ("a.ines",))
    single = harm(game, "b.cole", one)
    found = harm(game, "b.cole", replace(one, fire=best)) - single * costs
    assert theirs.worth(one) == pytest.approx(found)
    assert theirs.worth(one, fires=False) == pytest.approx(single - single * costs)


def test_shots_of_several_attacks() -> None:
    """BK-62: two single shots take two shots. Two bursts take three at one target, and six at two targets. Attacks with
    a second weapon take none.
    """
    game = skirmish(FAR, companies__cole__characters__cole__weapons=["assault_rifle", "magnum"])
    for declared, shots in (
        (Declaration("assault_rifle", ("a.ines",) * 2, attacks=2), 2),
        (Declaration("assault_rifle", ("a.ines",) * 2, fire="burst", attacks=2), 3),
        (Declaration("assault_rifle", ("a.ines", "a.hired_hand_1"), fire="burst", attacks=2), 6),
        (Declaration("assault_rifle", ("a.ines",) * 3, "magnum", attacks=3), 2),
    ):
        worths = []
        for left in (shots + 1, shots):
            game.change("b.cole", fired=(("assault_rifle", 30 - left),))
            worths.append(outlook(game, "b.cole").worth(declared, fires=False))
        single = harm(game, "b.cole", Declaration("assault_rifle", declared.targets[:1]))
        assert worths[0] - worths[1] == pytest.approx(single)


def test_an_aimed_shot_is_worth_more_and_an_aimed_blow_is_not() -> None:
    """BK-56: the die of an aim counts for shots only."""
    game = skirmish({"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}})
    shot = Declaration("semi_automatic", ("a.ines",))
    assert outlook(game, "b.cole").worth(shot, aimed=True) == pytest.approx(harm(game, "b.cole", shot, aimed=True))
    assert outlook(game, "b.cole").worth(shot, aimed=True) > outlook(game, "b.cole").worth(shot)
    near = skirmish(DUEL)
    blow = Declaration("sword", ("b.cole",))
    assert outlook(near, "a.ines").worth(blow, aimed=True) == outlook(near, "a.ines").worth(blow)


def test_an_outlook_is_of_the_objects_it_was_made_from() -> None:
    """An outlook can be used again only if its facts are the same. A new last hit, a changed fighter or a missing fact
    makes it invalid.
    """
    game = skirmish(DUEL)
    facts = facts_of(game)
    kept = Outlook(game, game.fighter("a.ines"), facts)
    assert kept.is_of(facts_of(game))
    game.state.last_hit["a.ines", "b.cole"] = "a.ines"
    assert not kept.is_of(facts_of(game))
    game.state.last_hit.clear()
    game.change("b.cole", prone=True)
    assert not kept.is_of(facts_of(game))
    assert not kept.is_of(facts[:-1])


def choose(purpose: str, *options: str) -> Choose[Any]:
    """Return a request to choose an option."""
    return Choose("Ada", purpose, options)


def test_the_strength_of_a_fighter() -> None:
    """BK-12, BK-73: strength adds up the larger of Fight and Shoot, and half of each Aspect die. It grows with the
    share of health that is left. Ines has a d10 for Fight, and Aspects of d8, d6 and d6.
    """
    ines = skirmish(DUEL).fighter("a.ines")
    assert strength(ines) == 2 * (10 + 10)
    assert strength(replace(ines, shock=4)) == (10 + 10) * 1.25
    assert strength(replace(ines, wounds=2, shock=8)) == (10 + 10) * 1.25
    assert strength(replace(ines, condition="out")) == 0.0
    assert strength(skirmish(DUEL).fighter("b.cole")) == 2 * (10 + 5)


def test_a_position_is_rated_by_the_shares_of_strength() -> None:
    """BK-05: a side's chance to win grows with its share of all strength. After the end, winners share one win."""
    game = skirmish(DUEL)
    session: Any = type("Begun", (), {"state": game.state})()
    judge = BuskitPositionEvaluator(game.rules)
    ours, theirs = (math.exp(SHARPNESS * its / 70) for its in (40, 30))
    chances = [judge.evaluate(name, session) for name in ("Ada", "Bea")]
    assert chances == pytest.approx([ours / (ours + theirs), theirs / (ours + theirs)])
    for name in DUEL:
        game.change(name, condition="out")
    assert [judge.evaluate(name, session) for name in ("Ada", "Bea")] == [0.5, 0.5]
    for winners, found in ((("Bea",), [0.0, 1.0]), (("Ada", "Bea"), [0.5, 0.5]), ((), [0.0, 0.0])):
        game.state.result = Result(winners, "quiet")
        assert [judge.evaluate(name, session) for name in ("Ada", "Bea")] == found
    asked = ("action", "target", "attacks", "under fire", "interrupt", "stance")
    assert [judge.answers_to_try(choose(one, "x"), session) for one in asked] == [3, 3, 3, 2, 2, 0]
