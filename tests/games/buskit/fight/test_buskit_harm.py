"""Attacks that are carried out, and their harm: shots, aims, dodges, armour, and who goes down (BK-56 to BK-97)."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, playing, question, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.attack import Attack, Declaration
from riotsim.games.buskit.fight.attacking import carry_out
from riotsim.games.buskit.fight.harming import hurt
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import AttackResult, State
from riotsim.play.requests import PickPoint, Spot
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedTable
from riotsim.play.session.session import Session
from riotsim.pools.notation import write_pool

BESIDE: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}
"""Ines of Ada (Fight 2d10 and Feint, 8 Wounds, 16 Shock) beside Cole of Bea (Fight d6, 6 Wounds, 14 Shock)."""

FAR: dict[str, Any] = {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}}
"""Cole (Shoot 2d10 and Dead Shot) with a shot at Ines, at a d6 of range."""


def attacking(
    fighters: dict[str, Any], name: str, declared: Declaration, before: dict[str, Any] | None = None, **options: Any
) -> tuple[Session[State], ScriptedTable]:
    """Carry out declared attacks of a fighter, and return the session and its table. `before` has earlier changes."""

    async def attacks(game: Skirmish) -> None:
        for one, changes in (before or {}).items():
            game.change(one, **changes)
        await carry_out(game, name, declared)

    return playing(attacks, fighters, **options)[:2]


def rolled(session: Session[State], table: ScriptedTable, *shown: int) -> list[str]:
    """Throw the dice that are asked for, and return the pools in which they were."""
    pools = [write_pool(pool) for pool in session.state.throws[-1].pools]
    throw(session, table, *shown)
    return pools


def test_an_attack_that_hits_in_melee() -> None:
    """BK-50, BK-55, BK-70 to BK-73: the attacker keeps the stance. The damage is rolled against Might, and the log
    tells the loss.
    """
    session, table = attacking(BESIDE, "a.ines", Declaration("sword", ("b.cole",), stance="reckless"))
    assert rolled(session, table, 3, 9, 2, 1, 4) == ["fight 3d10+feint d8", "fight d6"]
    assert rolled(session, table, 7, 3, 4) == ["might d8+sword d8+degree 5", "might d6"]
    state = session.state
    cole = state.fighters["b.cole"]
    assert (cole.shock, cole.wounds, cole.condition) == (14 - 7, 6 - 3, "up")
    assert state.fighters["a.ines"].stance == "reckless"
    assert state.last_attack == AttackResult(1, "a.ines", "b.cole", hits=True, shock=7, wounds=3, condition="up")
    assert (state.attacked, state.attack, state.between, state.attack_count) == (True, None, None, 1)
    assert state.last_hit == {("a.ines", "b.cole"): "a.ines"}
    assert (state.damage, state.check) == ((7, 4), state.check)
    assert session.events == [
        events.Attacks("a.ines", "b.cole", "sword", "fight 3d10+feint d8", "fight d6", 9, 4, 5, hits=True),
        events.Harmed("b.cole", "might d8+sword d8", 7, 4, 7, 3, 7, 3),
    ]


def test_an_attack_that_misses() -> None:
    """BK-32, BK-56: an attack that misses takes nothing from the target. In melee, the target's defence ends
    its aim.
    """
    session, table = attacking(BESIDE, "a.ines", Declaration("sword", ("b.cole",)), {"b.cole": {"aiming": "aiming"}})
    throw(session, table, 3, 4, 1, 4)
    assert session.state.fighters["b.cole"].aiming == ""
    assert session.state.last_attack == AttackResult(
        1, "a.ines", "b.cole", hits=False, shock=0, wounds=0, condition="up"
    )
    assert session.state.last_hit == {}
    assert [type(event).__name__ for event in session.events] == ["Attacks"]


@pytest.mark.parametrize(("shown", "aiming"), [((1, 2, 3, 6), "aiming"), ((9, 2, 3, 1), "")])
def test_only_a_shot_that_hits_ends_an_aim(shown: tuple[int, ...], aiming: str) -> None:
    """BK-56: a shot that misses doesn't interrupt the target's aim."""
    session, table = attacking(
        FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)), {"a.ines": {"aiming": "aiming"}}
    )
    answer(session, "stay")
    throw(session, table, *shown)
    assert session.state.fighters["a.ines"].aiming == aiming
    assert session.state.last_hit == {}


def test_several_attacks_use_up_help_and_wild_dice_once() -> None:
    """BK-14, BK-36, BK-60: the dice of helpers count for each attack of the action, and are gone afterwards. Wild dice
    are taken once, and added to the first attack.
    """
    helped = {"a.ines": {"help": (("fight", 4), ("tech", 6)), "hindrance": (("shoot", 4),), "wild": 3}}
    two = Declaration("sword", ("b.cole", "b.cole"), attacks=2, wild=2)
    session, table = attacking(BESIDE, "a.ines", two, helped)
    assert session.state.fighters["a.ines"].wild == 1
    first = rolled(session, table, 1, 1, 1, 1, 1, 6, 1)
    assert first == ["fight d10+feint d8+help d4+wild 2d6", "fight d6+failed help d4"]
    assert session.state.attack_count == 1
    assert rolled(session, table, 1, 1, 1, 6, 1) == ["fight d10+feint d8+help d4", "fight d6+failed help d4"]
    ines = session.state.fighters["a.ines"]
    assert (ines.help, ines.hindrance, ines.wild) == ((("tech", 6),), (), 1)
    assert session.state.attack_count == 2


def test_later_attacks_are_lost_with_their_target() -> None:
    """BK-60: an attack on a target who has gone out isn't made. A later attack on another target is made."""
    fighters = {**BESIDE, "b.cole": {"at": [10, 11.5], "shock": 1}, "b.hired_hand_1": {"at": [11.5, 10]}}
    three = Declaration("sword", ("b.cole", "b.cole", "b.hired_hand_1"), attacks=3)
    session, table = attacking(fighters, "a.ines", three)
    throw(session, table, 9, 9, 1, 1)
    throw(session, table, 1, 1, 1)
    assert session.state.fighters["b.cole"].condition == "out"
    assert session.table.models["b.cole"].fallen
    assert session.state.between == ("a.ines", "b.hired_hand_1")


RIFLE: dict[str, Any] = {"companies__cole__characters__cole__weapons": ["assault_rifle", "semi_automatic"]}


@pytest.mark.parametrize(
    ("targets", "fire", "second", "before", "fired"),
    [
        (("a.ines",), None, None, 0, 1),
        (("a.ines",) * 3, None, None, 4, 7),
        (("a.ines",), "burst", None, 0, 3),
        (("a.ines",) * 2, "burst", None, 0, 3),
        (("a.ines", "a.hired_hand_1"), "burst", None, 5, 11),
        (("a.ines", "a.hired_hand_1", "a.ines"), "burst", None, 0, 6),
        (("a.ines",), "half", None, 10, 25),
        (("a.ines",), "half", None, 18, 30),
        (("a.ines",), "all", None, 0, 30),
        (("a.ines",) * 3, None, "semi_automatic", 0, 2),
    ],
)
def test_the_shots_that_attacks_take(
    targets: tuple[str, ...], fire: str | None, second: str | None, before: int, fired: int
) -> None:
    """BK-62: each attack takes one shot, or one burst for each target. A magazine doesn't fall below empty. Weapons
    without a magazine, such as a second pistol, count no shots.
    """
    fighters = {**FAR, "a.hired_hand_1": {"at": [16, 10]}}
    declared = Declaration("assault_rifle", targets, second, fire=fire, attacks=len(targets))
    start = {"b.cole": {"fired": (("assault_rifle", before),)}}
    session, table = attacking(fighters, "b.cole", declared, start, **RIFLE)
    while session.pending:
        if question(session)[1] == "under fire":
            answer(session, "stay")
            continue
        thrown = session.state.throws[-1]
        counts = [sum(part.count for part in pool.parts if hasattr(part, "count")) for pool in thrown.pools]
        throw(session, table, *[1] * counts[0], *[6] * counts[1])  # each misses
    assert session.state.fighters["b.cole"].fired == (("assault_rifle", fired),)
    assert session.state.attack_count == len(targets)


@pytest.mark.parametrize(
    ("changes", "options", "found"),
    [
        ({}, {}, ("stay", "drop prone", "dodge")),
        ({}, {"optional__prone": False}, ("stay", "dodge")),
        ({}, {"optional__dodge": False}, ("stay", "drop prone")),
        ({"acted": True}, {}, ("stay", "drop prone")),
        ({"acted": True, "holding": True}, {}, ("stay", "drop prone", "dodge")),
        ({"prone": True}, {}, None),
        ({}, {"table__terrain": []}, ("stay", "drop prone")),
    ],
)
def test_the_answers_to_a_shot(changes: dict[str, Any], options: dict[str, Any], found: tuple[str, ...] | None) -> None:
    """BK-64, BK-65: a prone fighter has no answer to a shot. To dodge, a fighter needs a place to hide, and a turn or a
    held action.
    """
    shut = {"table__terrain": [{"piece": "hut", "at": ["13in", "15in"]}], **options}
    session, _ = attacking(FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)), {"a.ines": changes}, **shut)
    assert question(session)[1:] == (("under fire", found) if found else ("roll", None))


def test_the_unaware_and_those_in_melee_have_no_answer_to_a_shot() -> None:
    """BK-52, BK-53: nobody answers a firearm in melee, because it doesn't count as fire. An unaware target doesn't see
    a shot coming.
    """
    near = {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 11.5]}}
    shot = Declaration("semi_automatic", ("a.ines",))
    assert question(attacking(near, "b.cole", shot)[0])[1] == "roll"

    async def surprises(game: Skirmish) -> None:
        game.state.phase = "surprise"
        await carry_out(game, "b.cole", shot)

    assert question(playing(surprises, FAR, scenario__surprise=2)[0])[1] == "roll"


def test_a_dodge_uses_up_the_turn_and_leads_behind_cover() -> None:
    """BK-65: a dodger loses its turn, its held action and its aim. After the shot it may hide, if it is still up."""
    hut: dict[str, Any] = {"table__terrain": [{"piece": "hut", "at": ["13in", "15in"]}]}
    before = {"a.ines": {"acted": True, "holding": True, "aiming": "aiming"}}
    session, table = attacking(FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)), before, **hut)
    answer(session, "dodge")
    ines = session.state.fighters["a.ines"]
    assert (ines.acted, ines.holding, ines.aiming) == (True, False, "")
    assert session.events == [events.Dodges("a.ines")]
    assert session.state.attack is not None
    assert session.state.attack.dodging
    throw(session, table, 1, 1, 1, 6, 1, 1, 1)
    (request,) = session.pending
    assert isinstance(request, PickPoint)
    assert (request.player, request.purpose) == ("Ada", "take cover")
    ((name, region),) = request.regions
    assert name == "a.ines"
    assert region.places is not None
    assert region.places[-1] == session.table.models["a.ines"].at
    answer(session, Spot("a.ines", region.places[0]))
    assert session.table.models["a.ines"].at == pytest.approx(region.places[0])
    moved = session.events[-1]
    assert isinstance(moved, events.Moves)
    assert moved.how == "dodge"


def test_a_dodger_may_stay_and_one_who_is_out_hides_nowhere() -> None:
    """BK-65: a dodger who stays in place hasn't moved. A dodger who is hit and out isn't asked for a place."""
    hut: dict[str, Any] = {"table__terrain": [{"piece": "hut", "at": ["13in", "15in"]}]}
    shot = Declaration("semi_automatic", ("a.ines",))
    session, table = attacking(FAR, "b.cole", shot, **hut)
    answer(session, "dodge")
    throw(session, table, 1, 1, 1, 6, 1, 1, 1)
    answer(session, Spot("a.ines", session.table.models["a.ines"].at))
    assert [type(event).__name__ for event in session.events] == ["Dodges", "Attacks"]
    session, table = attacking(FAR, "b.cole", shot, {"a.ines": {"shock": 1}}, **hut)
    answer(session, "dodge")
    throw(session, table, 9, 1, 1, 6, 1, 1, 1)
    throw(session, table, 1, 1, 1, 1, 1)
    assert session.pending == ()


def test_dropping_prone_under_fire() -> None:
    """BK-64: a target that drops prone adds a range die to its defence, and has a penalty on its next action."""
    session, table = attacking(FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)))
    answer(session, "drop prone")
    ines = session.state.fighters["a.ines"]
    assert (ines.prone, ines.flinched) == (True, True)
    assert rolled(session, table, 1, 1, 1, 6, 1) == ["shoot 2d10+dead shot d10", "range 2d6"]
    assert session.pending == ()


def hurting(
    weapon: str, degree: int, before: dict[str, Any] | None = None, *, size: str = "people", **options: Any
) -> tuple[Session[State], ScriptedTable]:
    """Apply the harm of a hit of Ines on Cole with a weapon."""

    async def hurts(game: Skirmish) -> None:
        cole = game.change("b.cole", **(before or {}))
        cole = game.change("b.cole", character=replace(cole.character, size=size))
        who = replace(game.fighter("a.ines").character, weapons=(weapon,))
        attack = Attack(attacker=who, target=cole.equipped, weapon=weapon)
        await hurt(game, attack, "a.ines", "b.cole", degree)

    return playing(hurts, BESIDE, **options)[:2]


@pytest.mark.parametrize(
    ("degree", "dice", "damage", "state"),
    [
        (5, (2, 3, 4), 5, ("up", 9, 5)),
        (1, (2, 7, 6), 7, ("up", 7, 5)),
        (0, (1, 2, 6), 2, ("up", 12, 6)),
        (1, (8, 1, 2), 8, ("out", 6, 0)),
    ],
)
def test_the_loss_of_shock_and_wounds(
    degree: int, dice: tuple[int, ...], damage: int, state: tuple[str, int, int]
) -> None:
    """BK-72 to BK-74: the damage is at least the degree of the hit. Shock falls by the damage, and Wounds fall by what
    is above Might.
    """
    session, table = hurting("sword", degree)
    throw(session, table, *dice)
    cole = session.state.fighters["b.cole"]
    assert (cole.condition, cole.shock, cole.wounds) == state
    assert session.state.damage is not None
    assert session.state.damage[0] == damage


def test_who_is_out_or_dead_lies_and_keeps_nothing() -> None:
    """BK-74: at 0 Shock a fighter is out. A fighter is dead at as many Wounds below 0 as the Might die has sides."""
    for wounds, told, state in ((0, events.GoesDown("b.cole"), "out"), (-1, events.Dies("b.cole"), "dead")):
        before = {"wounds": wounds + 1, "holding": True, "aiming": "aiming", "prone": True}
        session, table = hurting("sword", 7, before)
        throw(session, table, 1, 1, 1)
        cole = session.state.fighters["b.cole"]
        assert (cole.condition, cole.holding, cole.aiming, cole.prone, cole.armoured) == (
            state,
            False,
            "",
            False,
            False,
        )
        assert session.table.models["b.cole"].fallen
        assert session.events[-1] == told


EFFECTS: list[tuple[str, str, list[str], tuple[int, ...], tuple[int, int] | str]] = [
    # made for, size of Cole, pools of the throw, dice, and damage and Might, or the last event
    ("people", "people", ["might d8+sword d8+degree 2", "might d6"], (5, 4, 3), (5, 3)),
    ("cars", "people", ["might d8+sword d8+degree 2", "might d6"], (5, 4, 3), (10, 3)),
    ("tanks", "people", [], (), "Dies"),
    ("people", "tanks", [], (), "NoHarm"),
]


@pytest.mark.parametrize(("made_for", "size", "pools", "dice", "found"), EFFECTS)
def test_the_effects_of_sizes(
    made_for: str, size: str, pools: list[str], dice: tuple[int, ...], found: tuple[int, int] | str
) -> None:
    """BK-97: a weapon made for cars mauls people, and one made for tanks kills them. A weapon made for people does a
    tank no harm.
    """
    session, table = hurting("sword", 2, size=size, weapons__sword__made_for=[made_for])
    if pools:
        assert rolled(session, table, *dice) == pools
        assert session.state.damage == found
        assert (session.state.check is None) is (made_for == "cars")
    else:
        assert type(session.events[-1]).__name__ == found
        cole = session.state.fighters["b.cole"]
        assert (cole.shock, cole.condition) == (14, "dead" if found == "Dies" else "up")


def test_a_small_weapon_scratches_a_large_target() -> None:
    """BK-97: a die one size below the victim's d6 for Might is rolled first. Its result is taken off the damage."""
    session, table = hurting("sword", 2, size="cars")
    assert rolled(session, table, 3) == ["size d4"]
    assert rolled(session, table, 5, 6, 2) == ["might d8+sword d8+degree 2", "might d6"]
    assert session.state.damage == (3, 2)
    assert session.state.check is None
    assert [one.name for one in session.state.throws] == ["subtract", "damage-1"]


def test_a_larger_weapon_outclasses_its_target() -> None:
    """BK-97: a die one size below the commonest damage die is taken off the victim's Might result, to 0 at least."""
    for dice, against in (((5, 4, 6, 4), 2), ((5, 4, 2, 6), 0)):
        session, table = hurting("sword", 2, weapons__sword__against={"people": "outclasses"})
        pools = rolled(session, table, *dice)
        assert [pool.partition("+")[0].split()[-1] for pool in pools] == ["d8", "d6", "d6"]
        assert session.state.damage == (5, against)


def test_dice_lie_until_the_next_check() -> None:
    """BK-06: the dice of an attack are taken up for its damage. Dice that were rolled first for a hit stay beside."""
    session, table = attacking(BESIDE, "a.ines", Declaration("sword", ("b.cole",)))
    throw(session, table, 9, 1, 1, 1)
    throw(session, table, 1, 1, 1)
    assert set(session.table.dice) == {"damage-1-1", "damage-1-2", "damage-2-1"}
    session, table = hurting("sword", 2, size="cars")
    throw(session, table, 3)
    throw(session, table, 5, 6, 2)
    assert set(session.table.dice) == {"subtract-1-1", "damage-1-1-1", "damage-1-1-2", "damage-1-2-1"}


VEST: dict[str, Any] = {"spent": (1,)}


def test_ablative_dice_are_spent_one_by_one() -> None:
    """BK-81: the owner may spend dice as long as some are left and Wounds can be saved. The best result of Might and
    these dice counts.
    """
    session, table = hurting("unarmed", 8, VEST)
    throw(session, table, 3, 2)
    assert question(session) == ("Bea", "armour", ("stop", "spend a die"))
    answer(session, "spend a die")
    assert rolled(session, table, 5) == ["armour d6"]
    assert session.state.damage == (8, 5)
    answer(session, "spend a die")
    throw(session, table, 1)
    assert session.state.damage == (8, 5)
    answer(session, "stop")
    cole = session.state.fighters["b.cole"]
    assert (cole.spent, cole.shock, cole.wounds) == ((3,), 6, 3)
    assert session.events[:2] == [events.Armoured("b.cole", 5, 2), events.Armoured("b.cole", 1, 1)]


@pytest.mark.parametrize(
    ("before", "dice", "options", "asked"),
    [
        ({"spent": (4,)}, (8, 2), {}, False),
        ({"spent": (3,)}, (8, 2), {}, True),
        ({"spent": (0,)}, (5, 5), {}, False),
        ({"spent": (0,)}, (6, 5), {}, True),
        ({"spent": (0,)}, (8, 2), {"wounds__taken": False}, False),
        ({"spent": (0,), "broken": True}, (8, 2), {}, False),
    ],
)
def test_nobody_is_asked_to_spend_in_vain(
    before: dict[str, Any], dice: tuple[int, int], options: dict[str, Any], asked: bool
) -> None:
    """BK-81: the owner is asked only if a die is left in whole armour, and the damage is above the Might result."""
    session, table = hurting("unarmed", 1, before, **options)
    throw(session, table, *dice)
    assert bool(session.pending) is asked


def test_armour_that_is_declared_is_rolled_with_might() -> None:
    """BK-81: with `declared`, the owner spends dice before the roll, and none afterwards. A fighter who goes down while
    spending dice is remembered (BK-84).
    """
    session, table = hurting("unarmed", 8, {"spent": (1,), "shock": 3}, armour__ablative="declared")
    assert question(session) == ("Bea", "armour", ("0 dice", "1 dice", "2 dice", "3 dice"))
    answer(session, "2 dice")
    assert session.state.fighters["b.cole"].spent == (3,)
    assert rolled(session, table, 1, 2, 6, 5) == ["might d8+degree 8", "might d6", "armour d6+armour d6"]
    cole = session.state.fighters["b.cole"]
    assert session.state.damage == (8, 6)
    assert (cole.condition, cole.armoured, cole.spent) == ("out", True, (3,))
    assert session.pending == ()


def test_a_die_that_is_thrown_belongs_to_its_side() -> None:
    """BK-04: dice of the attack belong to the attacker. Dice of Might and armour belong to the victim."""
    session, table = hurting("unarmed", 2)
    assert session.pending[0].player == "Ada"
    assert session.state.throws[0].players == ("Ada", "Bea")
    assert session.state.throws[0].fighters == ("a.ines", "b.cole")
    throw(session, table, DieResult(None, 1), 1)
    assert session.state.throws[0].results[0].value == 2


@pytest.mark.parametrize(
    ("options", "degree", "dice", "condition"),
    [
        ({"optional__lethal": True}, 4, (1, 4), "out"),
        ({"optional__lethal": True}, 3, (1, 4), "up"),
        ({}, 4, (1, 4), "up"),
    ],
)
def test_a_lethal_hit(options: dict[str, Any], degree: int, dice: tuple[int, int], condition: str) -> None:
    """BK-76: a victim whose Might result isn't above the least damage is out."""
    session, table = hurting("unarmed", degree, {"spent": (4,)}, **options)
    throw(session, table, *dice)
    assert session.state.fighters["b.cole"].condition == condition


def test_a_victim_concedes_to_stay_up_and_isnt_asked_if_out_anyway() -> None:
    """BK-75: a victim who concedes also loses the Wounds and Shock that it names. A victim who is out by the damage
    isn't asked.
    """
    on: dict[str, Any] = {"optional__stopping": "all"}
    session, table = hurting("unarmed", 1, {"spent": (4,)}, **on)
    throw(session, table, 5, 3)
    answer(session, "more_wounds", "more_shock")
    cole = session.state.fighters["b.cole"]
    assert (cole.condition, cole.shock, cole.wounds) == ("up", 14 - 5 - 2, 6 - 2 - 1)
    session, table = hurting("unarmed", 1, {"spent": (4,)}, **on)
    throw(session, table, 5, 3)
    answer(session, "go down")
    cole = session.state.fighters["b.cole"]
    assert (cole.condition, cole.shock, cole.wounds) == ("out", 9, 4)
    for shock, wounds in ((5, 6), (14, 2)):
        session, table = hurting("unarmed", 1, {"spent": (4,), "shock": shock, "wounds": wounds}, **on)
        throw(session, table, 5, 3)
        assert session.pending == ()
        assert session.state.fighters["b.cole"].condition == "out"
