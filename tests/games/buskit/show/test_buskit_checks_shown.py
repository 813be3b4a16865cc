"""Checks as players see them: titles, pools, the die that counts, chances, outcomes, and what is seen of attacks."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import character, rules

from riotsim.games.buskit.chapters.attack import Attack
from riotsim.games.buskit.fight.game import initial_state
from riotsim.games.buskit.show.checks import (
    attack_bonuses,
    attack_preview,
    checks,
    defence_bonuses,
    initiative_bonuses,
)
from riotsim.games.buskit.state import AttackResult, Burden, State, Throw
from riotsim.play.displays import SeenOutcome, ShownDice, ShownPool
from riotsim.pools.notation import parse_pool
from riotsim.pools.pool import Check, Dice, Pool
from riotsim.pools.resolving import PoolResult
from riotsim.table.units import inches

BOTH = ("Ada", "Bea")
DUEL = ("a.ines", "b.cole")


def fight() -> State:
    """Return a fight of Ines and two hired hands of Ada against Cole and two hired hands of Bea."""
    return initial_state(rules(), BOTH, {"Ada": "ines", "Bea": "cole"}, {})


def thrown(purpose: str, pools: tuple[str, ...], fighters: tuple[str, ...] = DUEL, **facts: Any) -> Throw:
    """Return a throw of pools in notation; the players are those of the fighters."""
    players = tuple("Bea" if name.startswith("b") else "Ada" for name in fighters)
    return Throw(purpose, purpose.replace(" ", "-"), tuple(map(parse_pool, pools)), players, fighters, **facts)


def results(*values: int) -> tuple[PoolResult, ...]:
    """Return the results of pools of one die each."""
    return tuple(PoolResult(value, 0, (value,)) for value in values)


@pytest.mark.parametrize(
    ("purpose", "fighters", "number", "title"),
    [
        ("attack", ("a.ines", "b.cole"), 1, "Ines attacks Cole"),
        ("attack", ("a.hired_hand_1", "b.cole"), 1, "Hired Hand 1 of Ada attacks Cole"),
        ("damage", ("a.ines", "b.hired_hand_2"), 1, "Damage to Hired Hand 2 of Bea"),
        ("subtract", ("b.cole",), 1, "Armour of Cole"),
        ("initiative", ("b.cole",), 1, "Initiative"),
        ("tie", ("a.ines", "b.cole"), 1, "Initiative: ties"),
        ("tie", ("a.ines", "b.cole"), 3, "Initiative: ties, third throw"),
        ("treat", ("a.ines", ""), 1, "Ines treats a wound"),
        ("task", ("a.ines", "b.cole"), 1, "Ines tries a task"),
        ("recovery", ("a.ines", ""), 1, "Ines recovers"),
        ("help", ("a.ines", ""), 1, "Ines helps"),
        ("other things", ("a.ines",), 1, "Other things"),
    ],
)
def test_the_title_of_a_check(purpose: str, fighters: tuple[str, ...], number: int, title: str) -> None:
    """The title says what the dice are thrown for, and for whom."""
    state = fight()
    state.throws = (thrown(purpose, ("d6",) * len(fighters), fighters, number=number),)
    assert [check.title for check in checks(rules(), state)] == [title]


@pytest.mark.parametrize(
    ("purpose", "options", "values", "outcome"),
    [
        ("attack", {}, (5, 5), "misses: a tie"),
        ("attack", {}, (2, 5), "misses by 3"),
        ("attack", {}, (6, 5), "hits by 1: at least 1 damage"),
        ("attack", {"ties": "actor"}, (5, 5), "hits by 0"),
        ("help", {}, (7, 5), "succeeds by 2"),
        ("treat", {}, (5, 5), "fails: a tie"),
        ("task", {}, (4, 5), "fails by 1"),
        ("recovery", {}, (9, 5), "succeeds by 4"),
        ("recovery", {}, (5, 5), "a tie: 1 Wound heals"),
        ("recovery", {"ties": "actor"}, (5, 5), "a tie: 1 Wound heals"),
        ("recovery", {"ties": "actor", "optional.tie_heals": False}, (5, 5), "fails: a tie"),
        ("tie", {}, (5, 4), ""),
        ("subtract", {}, (5, 4), ""),
    ],
)
def test_the_outcome_of_a_check(
    purpose: str, options: dict[str, object], values: tuple[int, int], outcome: str
) -> None:
    """BK-32, BK-72: the outcome tells by how much a check succeeds or fails. A hit tells its least damage. In a
    recovery roll, a tie heals a Wound or fails, even if ties otherwise count for the actor (BK-91, BK-92).
    """
    state = fight()
    state.throws = (thrown(purpose, ("d8", "d8"), results=results(*values)),)
    assert [check.outcome for check in checks(rules(**options), state)] == [outcome]
    state.throws = (thrown(purpose, ("d8", "d8")),)
    assert [check.outcome for check in checks(rules(**options), state)] == [""]


@pytest.mark.parametrize(
    ("damage", "outcome"),
    [
        (None, ""),
        ((7, 5), "damage 7 against Might 5: 7 Shock, 2 Wounds"),
        ((6, 5), "damage 6 against Might 5: 6 Shock, 1 Wound"),
        ((4, 5), "damage 4 against Might 5: 4 Shock, 0 Wounds"),
    ],
)
def test_the_outcome_of_damage(damage: tuple[int, int] | None, outcome: str) -> None:
    """BK-73: the outcome of damage tells Shock and Wounds, once both results are known."""
    state = fight()
    state.damage = damage
    state.throws = (thrown("damage", ("d8", "d8"), results=results(7, 5)),)
    assert [check.outcome for check in checks(rules(), state)] == [outcome]


def test_the_die_that_counts_is_shown_with_its_name_on_the_table() -> None:
    """BK-20, BK-22: of all dice of a pool one counts. Its group has its index and the name of the die on the table;
    other groups have none.
    """
    state = fight()
    pools = "fight 2d10+feint d8", "fight 3d6lo"
    lie = PoolResult(7, 2, (3, 5, 7)), PoolResult(2, 1, (4, 2, 6))
    state.throws = (thrown("attack", pools, results=lie),)
    (check,) = checks(rules(), state)
    assert check.pools == (
        ShownPool(
            "Ines", "Ada",
            (
                ShownDice(10, 2, "Fight", values=(3, 5)),
                ShownDice(8, 1, "Feint", values=(7,), kept=0, piece="attack-1-3"),
            ),
            7, ("a.ines",),
        ),
        ShownPool(
            "Cole", "Bea", (ShownDice(6, 3, "Fight", is_lowest=True, values=(4, 2, 6), kept=1, piece="attack-2-2"),),
            2, ("b.cole",),
        ),
    )  # fmt: skip
    state.throws = (thrown("attack", pools, results=(PoolResult(5, 1, (3, 5, 4)), lie[1])),)
    first = checks(rules(), state)[0].pools[0].dice
    assert [(one.kept, one.piece) for one in first] == [(1, "attack-1-2"), (None, "")]
    state.throws = (thrown("attack", pools),)
    assert [(one.kept, one.piece, one.values) for pool in checks(rules(), state)[0].pools for one in pool.dice] == [
        (None, "", ()),
    ] * 3


def test_a_difficulty_belongs_to_no_fighter() -> None:
    """BK-31: the pool of a difficulty has the title "Difficulty" instead of a fighter's name, and no model."""
    state = fight()
    state.throws = (thrown("help", ("fight d10", "difficulty 2d6"), ("a.hired_hand_1", "")),)
    (check,) = checks(rules(), state)
    assert [(pool.title, pool.player, pool.value, pool.pieces) for pool in check.pools] == [
        ("Hired Hand 1 of Ada", "Ada", None, ("a.hired_hand_1",)),
        ("Difficulty", "Ada", None, ()),
    ]
    assert [one.why for one in check.pools[1].dice] == ["Difficulty"]


@pytest.mark.parametrize(
    ("purpose", "chances"),
    [
        ("attack", (("miss", 6 / 16), ("tie", 4 / 16), ("hit", 6 / 16))),
        ("help", (("fail", 6 / 16), ("tie", 4 / 16), ("success", 6 / 16))),
        ("damage", (("only Shock", 10 / 16), ("Wounds", 6 / 16))),
    ],
)
def test_the_chances_of_a_check(purpose: str, chances: tuple[tuple[str, float], ...]) -> None:
    """BK-01, BK-73: of a d4 against a d4, the worst result stands first. An attack always has chances. Help and damage
    have chances only as the last throw of a known check. Damage is divided into damage with and without Wounds.
    """
    state = fight()
    state.check = Check(parse_pool("fight d4"), parse_pool("fight d4"))
    state.throws = (thrown(purpose, ("fight d4", "fight d4")),)
    assert checks(rules(), state)[0].chances == chances
    state.check = None
    assert checks(rules(), state)[0].chances == (chances if purpose == "attack" else ())
    state.check = Check(parse_pool("d8"), parse_pool("d6"))
    state.throws = (*state.throws, thrown("subtract", ("d6",)))
    before, last = checks(rules(), state)
    assert before.chances == (chances if purpose == "attack" else ())
    assert last.chances == ()


def test_least_damage_counts_only_if_no_die_shows_more() -> None:
    """BK-72: the degree stands beside the dice of damage, and is marked if it is the result."""
    state = fight()
    pools = "might d8+degree 5", "might d8"
    for result, kept in ((PoolResult(5, None, (3,)), (None, 0)), (PoolResult(7, 0, (7,)), (0, None))):
        state.throws = (thrown("damage", pools, results=(result, PoolResult(4, 0, (4,)))),)
        dice = checks(rules(), state)[0].pools[0].dice
        assert dice == (
            ShownDice(8, 1, "Might", values=result.dice, kept=kept[0], piece="damage-1-1" if kept[0] == 0 else ""),
            ShownDice(0, 1, "Least damage", "by how much the attack hit", values=(5,), kept=kept[1]),
        )
    state.throws = (thrown("damage", pools),)
    assert [one.kept for one in checks(rules(), state)[0].pools[0].dice] == [None, None]


def test_the_best_of_might_and_all_dice_of_armour_counts() -> None:
    """BK-80, BK-81, BK-97: dice of armour stand in the pool of Might, and only the best of them is marked. The
    attacker's die that lowers an outclassed victim's Might doesn't stand in this pool.
    """
    state = fight()
    names = ("a.ines", "b.cole", "b.cole", "a.ines")
    damage = thrown(
        "damage", ("might d8", "might d6", "armour d4", "size d6"), names, results=results(7, 3, 4, 6)
    )  # fmt: skip
    spent = thrown("armour die", ("armour d6",), ("b.cole",), results=results(2))
    state.throws = damage, spent
    (check,) = checks(rules(), state)
    assert [pool.value for pool in check.pools] == [7, 4]
    assert [(one.why, one.values, one.kept, one.piece) for one in check.pools[1].dice] == [
        ("Might", (3,), None, ""),
        ("Armour", (4,), 0, "damage-3-1"),
        ("Armour", (2,), None, ""),
    ]
    state.throws = thrown("damage", ("might d8", "might d6")), spent
    (check,) = checks(rules(), state)
    assert [pool.value for pool in check.pools] == [None, 2]
    assert check.chances == ()


def test_the_last_check_has_what_is_seen_of_the_attack() -> None:
    """BK-73: if the last check is an attack or its damage, by the fighter who attacked last, it shows what the attack
    did.
    """
    state = fight()
    state.last_attack = AttackResult(3, "a.ines", "b.cole", hits=True, shock=4, wounds=1, condition="up")
    state.throws = thrown("attack", ("d6", "d6")), thrown("damage", ("d6", "d6"))
    seen = SeenOutcome(3, "a.ines", "b.cole", "−4 Shock, −1 Wound")
    assert [check.seen for check in checks(rules(), state)] == [None, seen]
    for other in (thrown("attack", ("d6", "d6"), ("b.cole", "a.ines")), thrown("treat", ("d6", "d6"))):
        state.throws = (other,)
        assert [check.seen for check in checks(rules(), state)] == [None]
    state.throws, state.last_attack = (thrown("attack", ("d6", "d6")),), None
    assert [check.seen for check in checks(rules(), state)] == [None]
    state.throws = ()
    assert checks(rules(), state) == ()


@pytest.mark.parametrize(
    ("lost", "text"),
    [
        ((False, 0, 0, "up"), "missed"),
        ((True, 0, 0, "up"), "not hurt"),
        ((True, 5, 0, "up"), "−5 Shock"),
        ((True, 5, 2, "out"), "−5 Shock, −2 Wounds, out"),
        ((True, 0, 1, "dead"), "−1 Wound, dead"),
        ((False, 0, 0, "out"), "missed, out"),
    ],
)
def test_what_is_seen_of_an_attack(lost: tuple[bool, int, int, Any], text: str) -> None:
    """BK-73, BK-74: an attack shows a miss, or the loss of Shock and Wounds and whether the target is out or dead."""
    state = fight()
    state.last_attack = AttackResult(1, "a.ines", "b.cole", *lost)
    state.throws = (thrown("attack", ("d6", "d6")),)
    assert checks(rules(), state)[0].seen == SeenOutcome(1, "a.ines", "b.cole", text)


def test_a_tie_tells_each_result_and_keeps_names_short() -> None:
    """BK-44: each die of a tie says at which result its fighter is tied. Names are without their player."""
    state = fight()
    names = ("a.hired_hand_1", "b.hired_hand_1", "b.cole")
    state.throws = (thrown("tie", ("tie d6", "tie d6", "tie d10"), names, tied=((0, 5), (0, 5), (1, 3))),)
    (check,) = checks(rules(), state)
    assert [(pool.title, pool.dice[0].about) for pool in check.pools] == [
        ("Hired Hand 1", "tied at 5"), ("Hired Hand 1", "tied at 5"), ("Cole", "tied at 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ((4, 4, 3), "equal results: the larger Move die acts first"),
        ((4, 3, 3), ""),
        ((4, 5, 3), ""),
        ((2, 3, 2), "equal results: the larger Move die acts first"),
    ],
)
def test_move_dice_decide_between_unlike_fighters(values: tuple[int, int, int], told: str) -> None:
    """BK-44: Ines has a d8 for Move, and each hired hand a d6. If Ines ties with a hired hand, the larger die acts
    first. This isn't said of a tie between two hired hands.
    """
    state = fight()
    names = ("a.ines", "a.hired_hand_1", "b.hired_hand_1")
    state.throws = (thrown("initiative", ("move d8", "move d6", "move d6"), names, results=results(*values)),)
    assert [check.outcome for check in checks(rules(), state)] == [told]


def counted(found: Any) -> list[tuple[str, int]]:
    """Return the bonuses and penalties that change the number of dice."""
    return [one for one in found if one[1]]


SHOT: dict[str, Any] = {"weapon": "semi_automatic", "engaged": False, "distance": inches(6)}


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"attacks": 3, "number": 1}, [("3 attacks", -2)]),
        ({"attacks": 3, "number": 0, "two_weapons": True}, [("3 attacks", -1)]),
        ({"attacks": 3, "number": 2, "two_weapons": True}, [("3 attacks", -2)]),
        ({"attacks": 1, "two_weapons": True}, []),
        ({"called": True}, [("called shot", -1)]),
        ({"telling": True}, [("telling blow", -1)]),
        ({"telling": True, **SHOT}, [("telling shot", -1)]),
        ({"stance": "wary"}, [("wary", -1)]),
        ({"stance": "reckless"}, [("reckless", 1)]),
        ({"faster": "attack"}, [("hurried", -1)]),
        ({"faster": "damage"}, []),
        ({"flinched": True}, [("dropped prone", -1)]),
        ({"aimed": True, **SHOT}, [("aimed", 1)]),
        ({"unaware": True}, [("unaware", 1)]),
        ({"reach": "attack"}, [("longer weapon", 1)]),
        ({"reach": "defence"}, []),
        ({"attack_more": -2}, [("hampered", -2)]),
        ({"attack_more": 1}, [("bad position", 1)]),
        ({"target": replace(character("ines"), size="cars"), **SHOT}, [("size", 1)]),
    ],
)
def test_each_reason_of_attack_dice(facts: dict[str, Any], told: list[tuple[str, int]]) -> None:
    """BK-53 to BK-64, BK-96: a circumstance of an attack is named as the reason for its bonus or penalty. Others have
    no reason.
    """
    attack = Attack(**{"attacker": character("cole"), "target": character("ines"), "weapon": "unarmed", **facts})
    assert counted(attack_bonuses(rules(), attack)) == told


@pytest.mark.parametrize(
    ("facts", "options", "told"),
    [
        ({"guard": "wary"}, {}, [("wary", 1)]),
        ({"guard": "reckless"}, {}, [("reckless", -1)]),
        ({"reach": "defence"}, {}, [("longer weapon", 1)]),
        ({"reach": "attack"}, {}, []),
        ({"defence_more": 2}, {}, [("other", 2)]),
        ({"prone": True}, {}, []),
        ({"prone": True, **SHOT}, {}, [("prone", 1)]),
        ({"prone": True, **SHOT}, {"optional__prone": False}, []),
        ({"prone": False, **SHOT}, {}, []),
    ],
)
def test_each_reason_of_defence_dice(
    facts: dict[str, Any], options: dict[str, object], told: list[tuple[str, int]]
) -> None:
    """BK-55, BK-58, BK-64: each circumstance of the target has its own reason. To lie prone helps against fire only."""
    attack = Attack(**{"attacker": character("cole"), "target": character("ines"), "weapon": "unarmed", **facts})
    assert counted(defence_bonuses(rules(**options), attack)) == told


def test_each_reason_of_initiative_dice() -> None:
    """BK-44, BK-45, BK-54, BK-D6: Reflexes, hurrying and starting the fight in round 1 each change the dice of
    initiative. So does each time of being shaken.
    """
    state, book = fight(), rules(initiative__starter=1)
    state.round = 1
    shaken = Burden("shaken", 1, None, "b.cole")
    ines = replace(state.fighters["a.ines"], faster="attack", burdens=(shaken, shaken, replace(shaken, since=2)))
    assert [*initiative_bonuses(book, state, ines)] == [("reflexes", 1), ("hurries", 1), ("starts", 1), ("shaken", -2)]
    hand = state.fighters["b.hired_hand_1"]
    assert [*initiative_bonuses(book, state, hand)] == [("hurries", 0), ("starts", 0), ("shaken", 0)]


def shown(attack: Attack) -> list[list[tuple[str, str]]]:
    """Return the reasons in the preview of an attack of Ines on Cole: for each part of both pools, its name and what
    changes it.
    """
    found = attack_preview(rules(), fight(), attack, DUEL)
    return [[(dice.why, dice.about) for dice in pool.dice] for pool in found.pools]


def test_reasons_stand_beside_the_trait_dice_of_their_pool() -> None:
    """BK-13, BK-50, BK-52, BK-65: Trait dice are explained by the Specialization of the weapon, of the parry, or of a
    dodge.
    """
    ines, cole = character("ines"), character("cole")
    melee = Attack(attacker=ines, target=ines, weapon="sword", stance="reckless", guard="wary", reach="defence")
    assert shown(melee) == [
        [("Fight", "single weapon +1, reckless +1"), ("Feint", "")],
        [("Fight", "single weapon +1, wary +1, longer weapon +1")],
    ]
    close = Attack(attacker=cole, target=cole, weapon="semi_automatic")
    assert shown(close) == [[("Fight", "handgun +1")], [("Fight", "")]]
    shot = Attack(attacker=cole, target=ines, dodging=True, prone=True, guard="reckless", **SHOT)
    assert shown(shot) == [
        [("Shoot", "handgun +1"), ("Dead shot", "")],
        [("Range", "reckless −1, prone +1"), ("Quick", ""), ("Dodge", "reflexes +1")],
    ]


def test_a_preview_names_the_players_and_has_no_dice_yet() -> None:
    """BK-01: before an attack is made, its check has both players, the weapon, and no results."""
    attack = Attack(attacker=character("hired_hand"), target=character("hired_hand"), weapon="knife")
    found = attack_preview(rules(), fight(), attack, ("b.hired_hand_1", "a.ines"))
    assert found.title == "Hired Hand 1 of Bea attacks Ines (knife)"
    assert [(pool.title, pool.player, pool.value) for pool in found.pools] == [
        ("Hired Hand 1 of Bea", "Bea", None), ("Ines", "Ada", None),
    ]  # fmt: skip
    assert found.chances == (("miss", 15 / 36), ("tie", 6 / 36), ("hit", 15 / 36))
    both = attack_preview(rules(), fight(), attack, ("b.hired_hand_1", "a.hired_hand_1"))
    assert both.title == "Hired Hand 1 of Bea attacks Hired Hand 1 of Ada"


def test_a_thrown_attack_has_reasons_only_while_it_is_the_attack_being_made() -> None:
    """The circumstances of the present attack explain its own dice. They don't explain those of an attack between
    others.
    """
    state = fight()
    state.attack = Attack(attacker=character("ines"), target=character("cole"), weapon="sword", called=True)
    state.between = DUEL
    state.throws = (thrown("attack", ("fight 2d10", "fight d6")),)
    (check,) = checks(rules(), state)
    assert (check.title, check.pools[0].dice[0].about) == (
        "Ines attacks Cole (sword)", "single weapon +1, called shot −1",
    )  # fmt: skip
    state.throws = (thrown("help", ("fight 2d10", "fight d6")),)
    assert checks(rules(), state)[0].pools[0].dice[0].about == ""
    state.throws = (thrown("damage", ("fight 2d10", "fight d6")),)
    assert checks(rules(), state)[0].pools[0].dice[0].about == ""
    state.between = ("a.ines", "b.hired_hand_1")
    state.throws = (thrown("attack", ("fight 2d10", "fight d6")),)
    (check,) = checks(rules(), state)
    assert (check.title, check.pools[0].dice[0].about) == ("Ines attacks Cole", "")


def test_dice_with_the_same_reason_are_explained_once() -> None:
    """Of two groups of Trait dice in one pool, the first has the reasons."""
    state = fight()
    pool = Pool((Dice(8, 2, why="move"), Dice(6, why="move")))
    state.throws = (Throw("initiative", "initiative", (pool,), ("Ada",), ("a.ines",)),)
    assert [one.about for one in checks(rules(), state)[0].pools[0].dice] == ["reflexes +1", ""]
