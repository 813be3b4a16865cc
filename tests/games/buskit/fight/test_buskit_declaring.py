"""The declaration of attacks: weapons, targets, bursts, and the circumstances of an attack (BK-46, BK-50 to BK-64)."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, playing, skirmish

from riotsim.games.buskit.chapters.attack import Attack, Declaration
from riotsim.games.buskit.fight.declaring import (
    attack_of,
    bursts_of,
    declare,
    is_surprising,
    targets_of,
    weapons_and_targets,
)
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Burden
from riotsim.play.requests import Choose, PickPiece
from riotsim.play.session.session import Session
from riotsim.table.units import inches

BESIDE: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}, "b.hired_hand_1": {"at": [20, 10]},
}  # fmt: skip
"""Ines of Ada beside Cole of Bea, and an opponent 9 in away."""

DEALER: dict[str, Any] = {
    "a.hired_hand_1": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}, "b.hired_hand_1": {"at": [20, 10]},
}  # fmt: skip
"""A hired hand of Ada, with a knife and a pistol, in the place of Ines."""


def armed(*weapons: str) -> dict[str, Any]:
    """Return the option of rules in which Ines has some weapons."""
    return {"companies__ines__characters__ines__weapons": list(weapons)}


def open_to(game: Skirmish, name: str) -> dict[str, tuple[str, ...]]:
    """Return the weapons that a fighter can use, each with its targets."""
    return weapons_and_targets(game, game.fighter(name))


def test_melee_weapons_reach_those_engaged_and_others_those_in_sight() -> None:
    """BK-43, BK-50 to BK-52: a sword reaches engaged opponents, a firearm everybody, and a bow only those who aren't
    engaged. A fighter without skill in bare hands isn't offered them beside a melee weapon (BK-70).
    """
    assert open_to(skirmish(BESIDE), "a.ines") == {"sword": ("b.cole",)}
    both = ("b.cole", "b.hired_hand_1")
    assert open_to(skirmish(DEALER), "a.hired_hand_1") == {"knife": ("b.cole",), "hold_out": both}
    bow = skirmish(BESIDE, **armed("longbow", "sword"))
    assert open_to(bow, "a.ines") == {"longbow": ("b.hired_hand_1",), "sword": ("b.cole",)}
    assert open_to(skirmish(BESIDE), "b.cole") == {"semi_automatic": ("a.ines",), "unarmed": ("a.ines",)}
    assert open_to(skirmish(BESIDE), "b.hired_hand_1") == {"hold_out": ("a.ines",)}


@pytest.mark.parametrize(
    ("changes", "options", "offered"),
    [
        ({}, {}, ["knife", "hold_out"]),
        ({}, {"attacks__bare_hands": "all"}, ["knife", "hold_out", "unarmed"]),
        ({"lost": ("knife",)}, {}, ["hold_out", "unarmed"]),
        ({"lost": ("knife", "hold_out")}, {}, ["unarmed"]),
    ],
)
def test_when_bare_hands_are_offered(changes: dict[str, Any], options: dict[str, Any], offered: list[str]) -> None:
    """BK-70: bare hands are offered if the rules offer them to all, or if the fighter has no melee weapon left."""
    game = skirmish(DEALER, **options)
    game.change("a.hired_hand_1", **changes)
    assert list(open_to(game, "a.hired_hand_1")) == offered


@pytest.mark.parametrize("skill", ["specialization", "aspect"])
def test_who_is_skilled_may_use_bare_hands(skill: str) -> None:
    """BK-70: a fighter with a Specialization or an Aspect of bare hands may use them, even with a weapon at hand."""
    sheet: dict[str, Any] = {"companies__ines__characters__ines__specializations": ["unarmed", "reflexes", "toughness"]}
    if skill == "aspect":
        sheet = {"companies__ines__characters__ines__aspects": {"Fists": {"die": "d10", "applies": ["unarmed"]}}}
    game = skirmish(BESIDE, **sheet)
    assert open_to(game, "a.ines") == {"sword": ("b.cole",), "unarmed": ("b.cole",)}


def test_a_weapon_that_is_lost_or_empty_has_no_targets() -> None:
    """BK-62, BK-75: a weapon has no targets if it is lost, if its magazine is empty, or if the fighter never had it."""
    game = skirmish(BESIDE, **armed("assault_rifle"))
    ines = game.fighter("a.ines")
    both = ("b.cole", "b.hired_hand_1")
    assert targets_of(game, ines, "assault_rifle") == both
    assert targets_of(game, replace(ines, fired=(("assault_rifle", 29),)), "assault_rifle") == both
    assert targets_of(game, replace(ines, fired=(("assault_rifle", 30),)), "assault_rifle") == ()
    assert targets_of(game, replace(ines, lost=("assault_rifle",)), "assault_rifle") == ()
    assert targets_of(game, ines, "knife") == ()
    assert targets_of(game, ines, "unarmed") == ("b.cole",)


def test_nobody_out_of_sight_is_a_target() -> None:
    """BK-63: a prone opponent behind a wall can't be shot at, but one behind a hedge can."""
    fighters = {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 14], "prone": True}}
    for piece, found in (("wall", ()), ("hedge", ("a.ines",))):
        game = skirmish(fighters, table__terrain=[{"piece": piece, "at": ["10in", "12in"]}])
        assert targets_of(game, game.fighter("b.cole"), "semi_automatic") == found


FAR: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 16]}, "b.hired_hand_1": {"at": [20, 10]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("targets", "second", "fired", "found"),
    [
        (("b.cole",), None, 0, ("burst", "half", "all")),
        (("b.cole",), None, 10, ("burst", "half", "all")),
        (("b.cole",), None, 11, ("burst", "half")),
        (("b.cole",), None, 20, ("burst", "half")),
        (("b.cole",), None, 21, ("burst",)),
        (("b.cole",), None, 27, ("burst",)),
        (("b.cole",), None, 28, ()),
        (("b.cole", "b.cole"), None, 27, ("burst",)),
        (("b.cole", "b.hired_hand_1"), None, 24, ("burst",)),
        (("b.cole", "b.hired_hand_1"), None, 25, ()),
        (("b.cole", "b.hired_hand_1", "b.cole"), "hold_out", 27, ("burst",)),
        (("b.cole", "b.hired_hand_1"), "hold_out", 20, ("burst", "half")),
    ],
)
def test_the_bursts_that_are_open(
    targets: tuple[str, ...], second: str | None, fired: int, found: tuple[str, ...]
) -> None:
    """BK-62: a burst needs three shots for each target, half a magazine needs ten, and a whole one needs twenty. With
    several attacks of the weapon, only bursts of three shots are open.
    """
    game = skirmish(FAR, **armed("assault_rifle", "hold_out"))
    ines = game.change("a.ines", fired=(("assault_rifle", fired),))
    assert bursts_of(game, ines, Declaration("assault_rifle", targets, second)) == found
    assert bursts_of(game, ines, Declaration("hold_out", ("b.cole",))) == ()


def test_there_are_no_bursts_in_melee() -> None:
    """BK-62: bursts aren't open in melee, even if only one of several targets is engaged."""
    game = skirmish(BESIDE, **armed("assault_rifle"))
    ines = game.fighter("a.ines")
    assert bursts_of(game, ines, Declaration("assault_rifle", ("b.hired_hand_1",))) == ("burst", "half", "all")
    assert bursts_of(game, ines, Declaration("assault_rifle", ("b.hired_hand_1", "b.cole"))) == ()


def asked(session: Session[Any]) -> tuple[str, tuple[str, ...]]:
    """Return the purpose of the open question, and the answers to choose from."""
    (request,) = session.pending
    if isinstance(request, PickPiece):
        return request.purpose, request.pieces
    assert isinstance(request, Choose)
    return request.purpose, request.options


def declaring(fighters: dict[str, Any], name: str, **options: Any) -> tuple[Session[Any], list[Declaration]]:
    """Begin the declaration of a fighter's attack, and return the session and a list for the declaration."""
    session, _, found = playing(lambda game: declare(game, game.fighter(name)), fighters, **options)
    return session, found


COUNTS = ("one attack", "two attacks", "three attacks", "four attacks", "five attacks", "six attacks")


def test_a_declaration_question_by_question() -> None:
    """BK-55, BK-57, BK-60 to BK-62: each question follows from the answers before, until the declaration is whole.
    Between answers, the state has what is declared so far.
    """
    fighters = {**DEALER, "a.hired_hand_1": {"at": [10, 10], "wild": 2}}
    session, found = declaring(fighters, "a.hired_hand_1", optional__telling_blow=True)
    both = ("b.cole", "b.hired_hand_1")
    steps = (
        ("weapon", ("knife", "hold_out"), "hold_out"), ("attacks", COUNTS[:3], "two attacks"),
        ("target", both, "b.hired_hand_1"), ("target", both, "b.cole"),
        ("stance", ("steady", "reckless", "wary"), "wary"),
        ("blow", ("plain blow", "called shot", "telling blow"), "telling blow"),
        ("wild dice", ("0", "1", "2"), "2"),
    )  # fmt: skip
    kept = []
    for purpose, options, chosen in steps:
        assert asked(session) == (purpose, options)
        kept.append(session.state.declared)
        answer(session, chosen)
    targets = ("b.hired_hand_1", "b.cole")
    assert kept == [
        None,
        Declaration("hold_out", ()),
        Declaration("hold_out", (), attacks=2),
        Declaration("hold_out", targets[:1], attacks=2),
        Declaration("hold_out", targets, attacks=2),
        Declaration("hold_out", targets, attacks=2, stance="wary"),
        Declaration("hold_out", targets, attacks=2, stance="wary", blow="telling blow"),
    ]
    assert found == [Declaration("hold_out", targets, attacks=2, stance="wary", blow="telling blow", wild=2)]
    assert session.state.declared is None


def test_questions_with_one_answer_are_skipped() -> None:
    """BK-50 to BK-62: questions with one answer aren't asked. Under rules with one attack and without called shots,
    only the question for the stance is left.
    """
    session, found = declaring(BESIDE, "a.ines", attacks__most=1, optional__called_shot=False)
    assert asked(session) == ("stance", ("steady", "reckless", "wary"))
    answer(session, "steady")
    assert found == [Declaration("sword", ("b.cole",))]


@pytest.mark.parametrize(("fired", "counts"), [(0, COUNTS[:5]), (25, COUNTS[:5]), (26, COUNTS[:4]), (28, COUNTS[:2])])
def test_the_shots_left_limit_the_number_of_attacks(fired: int, counts: tuple[str, ...]) -> None:
    """BK-60, BK-62: nobody declares more attacks than there are shots, nor more than the rules allow, here five."""
    fighters = {"a.ines": {"at": [10, 10], "fired": {"assault_rifle": fired}}, "b.cole": {"at": [10, 16]}}
    session, _ = declaring(fighters, "a.ines", attacks__most=5, **armed("assault_rifle"))
    assert asked(session) == ("attacks", counts)


def test_bursts_and_single_shots() -> None:
    """BK-62: the answer `single shots` declares no burst, and `half` declares a burst of half a magazine."""
    for chosen, fire in (("single shots", None), ("half", "half")):
        session, found = declaring(FAR, "a.ines", **armed("assault_rifle"))
        answer(session, "one attack", "b.cole", "reckless", "called shot")
        assert asked(session) == ("fire", ("single shots", "burst", "half", "all"))
        answer(session, chosen)
        assert found == [Declaration("assault_rifle", ("b.cole",), stance="reckless", blow="called shot", fire=fire)]


@pytest.mark.parametrize(
    ("weapons", "first", "options", "second"),
    [
        (("sword", "knife", "bat"), "sword", {}, ("knife", "bat")),
        (("sword", "knife", "knife"), "knife", {}, ("sword", "knife")),
        (("sword", "knife"), "sword", {"two_weapons": "tagged"}, ()),
        (("sword", "hold_out"), "sword", {}, ()),
        (("hold_out", "magnum"), "hold_out", {}, ("magnum",)),
        (("magnum", "assault_rifle"), "magnum", {}, ()),
        (("assault_rifle", "magnum"), "assault_rifle", {}, ("magnum",)),
    ],
)
def test_the_second_weapons_that_are_open(
    weapons: tuple[str, ...], first: str, options: dict[str, Any], second: tuple[str, ...]
) -> None:
    """BK-61: the second weapon uses the same Trait and has no magazine. With one attack, nobody is asked for one."""
    fighters = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}
    for count in ("one attack", "two attacks"):
        session, _ = declaring(fighters, "a.ines", **armed(*weapons), **options)
        while asked(session)[0] != "attacks":
            answer(session, first)
        answer(session, count)
        asks = bool(second) and count == "two attacks"
        assert asked(session) == (
            ("second weapon", ("one weapon", *second)) if asks else ("stance", ("steady", "reckless", "wary"))
        )


def test_a_second_weapon_is_part_of_the_declaration() -> None:
    """BK-61: attacks alternate between both weapons. The answer `one weapon` declares no second one."""
    for chosen, second in (("one weapon", None), ("knife", "knife")):
        session, found = declaring(
            {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}, "a.ines", **armed("sword", "knife")
        )
        answer(session, "sword", "three attacks", chosen, "steady", "plain blow")
        assert found == [Declaration("sword", ("b.cole",) * 3, second, attacks=3)]
        assert [found[0].weapon_of(k) for k in range(3)] == ["sword", second or "sword", "sword"]


def at_a_distance(apart: float) -> Any:
    """Return the distance between two bases whose middles are this far apart (in), to within rounding errors."""
    return pytest.approx(inches(apart) - 25.0)


def plain(game: Skirmish, **facts: Any) -> Attack:
    """Return the plain attack of Ines with her sword on Cole beside her, with other facts."""
    ines, cole = game.fighter("a.ines").equipped, game.fighter("b.cole").equipped
    return replace(Attack(attacker=ines, target=cole, weapon="sword", distance=at_a_distance(1.5)), **facts)


FACTS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({}, {}, {}, {}),
    ({}, {}, {"stance": "reckless", "blow": "called shot"}, {"stance": "reckless", "called": True}),
    ({}, {}, {"wild": 2}, {"wild": 2}),
    ({"faster": "attack"}, {"stance": "wary", "prone": True}, {},
     {"faster": "attack", "guard": "wary", "prone": True}),
    ({"aiming": "aimed", "flinched": True}, {}, {}, {"flinched": True}),
    ({"help": (("fight", 6), ("tech", 4)), "hindrance": (("shoot", 8), ("will", 4))}, {}, {},
     {"help": (6,), "hindrance": (8,)}),
    ({"burdens": (Burden("off_balance", 1, 1, "b.cole"), Burden("hampered", 1, None, "b.cole"),
                  Burden("limb_useless", 2, 2, "b.cole"))}, {}, {}, {"attack_more": -2}),
    ({}, {"burdens": (Burden("bad_position", 1, 1, "a.ines"),)}, {}, {"attack_more": 1}),
    ({}, {"burdens": (Burden("bad_position", 1, 1, "a.ines"),) * 2}, {}, {"attack_more": 1}),
    ({}, {"burdens": (Burden("bad_position", 2, 2, "a.ines"),)}, {}, {}),
    ({}, {"burdens": (Burden("bad_position", 1, 1, "a.hired_hand_1"),)}, {}, {}),
    ({}, {"burdens": (Burden("shaken", 1, 1, "a.ines"),)}, {}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs", "declared", "facts"), FACTS)
def test_the_circumstances_of_an_attack(
    ours: dict[str, Any], theirs: dict[str, Any], declared: dict[str, Any], facts: dict[str, Any]
) -> None:
    """BK-53 to BK-64, BK-D6: an attack in melee depends on what attacker and target have done before, and on what is
    declared. An aim doesn't count in melee.
    """
    game = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}})
    game.change("a.ines", **ours)
    game.change("b.cole", **theirs)
    assert attack_of(game, "a.ines", "b.cole", Declaration("sword", ("b.cole",), **declared)) == plain(game, **facts)


def test_a_telling_blow_and_later_attacks() -> None:
    """BK-14, BK-57, BK-60, BK-61: wild dice count for the first attack only. The second attack is made with the second
    weapon, and is one of three.
    """
    game = skirmish(
        {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}, optional__telling_blow=True,
        **armed("sword", "knife"),
    )  # fmt: skip
    three = Declaration("sword", ("b.cole",) * 3, "knife", blow="telling blow", wild=1, attacks=3)
    both: dict[str, Any] = {"attacks": 3, "two_weapons": True, "telling": True}
    assert attack_of(game, "a.ines", "b.cole", three, 0) == plain(game, **both, wild=1)
    assert attack_of(game, "a.ines", "b.cole", three, 1) == plain(game, **both, number=1, weapon="knife")


def test_the_circumstances_of_a_shot() -> None:
    """BK-56, BK-62, BK-63: a shot depends on cover, aim and bursts. A gang or a bad position of the target doesn't
    count.
    """
    fighters = {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 15]},
                "b.hired_hand_1": {"at": [10, 16.4]}, "b.hired_hand_2": {"at": [11.4, 15]}}  # fmt: skip
    game = skirmish(
        fighters,
        table__terrain=[{"piece": "wall", "at": ["10in", "13in"]}],
        companies__cole__characters__cole__weapons=["assault_rifle"],
    )
    game.change("b.cole", aiming="aimed")
    game.change("a.ines", burdens=(Burden("bad_position", 1, 1, "b.cole"),))
    cole, ines = game.fighter("b.cole").equipped, game.fighter("a.ines").equipped
    fire = Declaration("assault_rifle", ("a.ines",), fire="burst")
    shot = Attack(
        attacker=cole, target=ines, weapon="assault_rifle", distance=at_a_distance(5), engaged=False,
        aimed=True, autofire="burst", cover=8,
    )  # fmt: skip
    assert attack_of(game, "b.cole", "a.ines", fire) == shot
    game.change("b.cole", aiming="aiming")
    assert not attack_of(game, "b.cole", "a.ines", fire).aimed


def test_everybody_engaged_with_the_target_joins_the_gang() -> None:
    """BK-52, BK-59: two opponents beside Ines fight her together. A pistol in melee has no cover."""
    fighters = {"b.cole": {"at": [10, 11.5]}, "a.ines": {"at": [10, 10]},
                "b.hired_hand_1": {"at": [10, 8.6]}, "b.hired_hand_2": {"at": [20, 15]}}  # fmt: skip
    game = skirmish(fighters)
    game.change("b.cole", aiming="aimed")
    found = attack_of(game, "b.cole", "a.ines", Declaration("semi_automatic", ("a.ines",)))
    assert (found.gang, found.engaged, found.cover, found.aimed, found.autofire) == (2, True, None, False, None)


@pytest.mark.parametrize(
    ("phase", "side", "name", "found"),
    [
        ("surprise", 1, "a.ines", True),
        ("surprise", 1, "b.cole", False),
        ("surprise", 2, "b.cole", True),
        ("surprise", None, "a.ines", False),
        ("turns", 1, "a.ines", False),
    ],
)
def test_who_surprises_the_others(phase: Any, side: int | None, name: str, found: bool) -> None:
    """BK-46: the fighters of the side with surprise surprise the others, as long as the actions by surprise last."""
    game = skirmish(BESIDE, **({} if side is None else {"scenario__surprise": side}))
    game.state.phase = phase
    assert is_surprising(game, game.fighter(name)) is found


def test_an_attack_by_surprise() -> None:
    """BK-46, BK-52, BK-53: the target of an attack by surprise is unaware. A firearm that is used on an engaged
    opponent then counts as a shot.
    """
    game = skirmish(BESIDE, scenario__surprise=2)
    game.state.phase = "surprise"
    found = attack_of(game, "b.cole", "a.ines", Declaration("semi_automatic", ("a.ines",)))
    assert (found.unaware, found.engaged, found.gang, found.cover) == (True, False, 1, None)


@pytest.mark.parametrize(
    ("on", "weapon", "last", "used", "reach"),
    [
        (False, "spear", None, (), ""),
        (True, "spear", None, (), "attack"),
        (True, "knife", None, (), "defence"),
        (True, "sword", None, (), ""),
        (True, "spear", None, ("a.ines",), ""),
        (True, "spear", None, ("b.cole",), "attack"),
        (True, "knife", None, ("b.cole",), ""),
        (True, "knife", None, ("a.ines",), "defence"),
        (True, "spear", "b.cole", (), "defence"),
        (True, "spear", "b.cole", ("b.cole",), ""),
        (True, "knife", "a.ines", (), "attack"),
        (True, "spear", "a.ines", (), "attack"),
    ],
)
def test_who_has_the_bonus_of_the_longer_weapon(
    on: bool, weapon: str, last: str | None, used: tuple[str, ...], reach: str
) -> None:
    """BK-58: the fighter with the longer weapon has the bonus, until one of the two hits. Then the last to hit has the
    bonus. It counts once a round. Cole has a bat.
    """
    fighters = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}

    async def found(game: Skirmish) -> str:
        for name in used:
            game.change(name, reached=True)
        if last is not None:
            game.state.last_hit["a.ines", "b.cole"] = last
        return attack_of(game, "a.ines", "b.cole", Declaration(weapon, ("b.cole",))).reach

    against: dict[str, Any] = {"companies__cole__characters__cole__weapons": ["bat"]}
    assert playing(found, fighters, optional__reach=on, **armed(weapon), **against)[2] == [reach]
