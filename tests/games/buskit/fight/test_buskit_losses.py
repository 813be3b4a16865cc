"""The harm of hits: damage, armour, and who goes down (BK-06, BK-73 to BK-97)."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import INES_BESIDE_COLE, answer, attacking, playing, question, rolled, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.attack import Attack, Declaration
from riotsim.games.buskit.fight.harming import hurt
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import State
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedTable
from riotsim.play.session.session import Session


def hurting(
    weapon: str, degree: int, before: dict[str, Any] | None = None, *, size: str = "people", **options: Any
) -> tuple[Session[State], ScriptedTable]:
    """Apply the harm of a hit of this degree, by Ines on Cole with a weapon."""

    async def hurts(game: Skirmish) -> None:
        cole = game.change("b.cole", **(before or {}))
        cole = game.change("b.cole", character=replace(cole.character, size=size))
        who = replace(game.fighter("a.ines").character, weapons=(weapon,))
        attack = Attack(attacker=who, target=cole.equipped, weapon=weapon)
        await hurt(game, attack, "a.ines", "b.cole", degree)

    return playing(hurts, INES_BESIDE_COLE, **options)[:2]


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
    """BK-72 to BK-74: the damage is at least the degree of the hit. Shock falls by the damage, and Wounds fall by the
    damage above the Might result.
    """
    session, table = hurting("sword", degree)
    throw(session, table, *dice)
    cole = session.state.fighters["b.cole"]
    assert (cole.condition, cole.shock, cole.wounds) == state
    assert session.state.damage is not None
    assert session.state.damage[0] == damage


def test_who_is_out_or_dead_lies_and_keeps_nothing() -> None:
    """BK-74: if a fighter goes out or dies, the model lies, and the held action and the aim are lost. With a d6 for
    Might, a fighter is out at five Wounds below 0, and dead at six.
    """
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
    """BK-06: the dice of an attack are taken off the table before its damage is rolled. Dice that are rolled first for
    a difference of sizes stay.
    """
    session, table = attacking(INES_BESIDE_COLE, "a.ines", Declaration("sword", ("b.cole",)))
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
    """BK-81: the owner is asked only if the armour is whole and has dice left, Wounds count, and the damage is above
    Might.
    """
    session, table = hurting("unarmed", 1, before, **options)
    throw(session, table, *dice)
    assert bool(session.pending) is asked


def test_armour_that_is_declared_is_rolled_with_might() -> None:
    """BK-81, BK-84: with `declared`, the owner spends dice of armour before the roll, and none afterwards. If the
    fighter then goes down, it is recorded that dice were spent against the hit.
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
    """BK-76: with the option `lethal`, a victim is out if the Might result isn't above the degree of the hit."""
    session, table = hurting("unarmed", degree, {"spent": (4,)}, **options)
    throw(session, table, *dice)
    assert session.state.fighters["b.cole"].condition == condition


def test_a_victim_concedes_to_stay_up_and_isnt_asked_if_out_anyway() -> None:
    """BK-75: a victim who concedes stays up, but may lose further Wounds and Shock as the price. A victim whom the
    damage puts out anyway isn't asked.
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
