"""Checks of single clauses: pools of characters, actions in general, initiative, healing and scale."""

from dataclasses import replace
from fractions import Fraction

import pytest
from buskit_rules import character, rules

from riotsim.games.buskit.chapters import action, healing, initiative, scale
from riotsim.games.buskit.chapters.healing import Health
from riotsim.games.buskit.chapters.initiative import Rolled
from riotsim.games.buskit.chapters.traits import aspect_dice, penalized_dice, trait_dice, trait_pool, wild_dice
from riotsim.games.buskit.characters.character import Aspect
from riotsim.pools.exact import odds
from riotsim.pools.notation import parse_pool, write_check, write_pool
from riotsim.pools.pool import Dice, Pool


@pytest.mark.parametrize(
    ("count", "dice"), [(3, "3d8"), (2, "2d8"), (1, "d8"), (0, "2d8lo"), (-1, "3d8lo"), (-3, "5d8lo")]
)
def test_bonuses_and_penalties_are_one_count(count: int, dice: str) -> None:
    """BK-20, BK-21, BK-23: each bonus adds a die, and each penalty takes one. At 0 dice, two are rolled, and one more
    for each further penalty. The lowest of them counts.
    """
    assert Pool((penalized_dice(8, count),)) == parse_pool(dice)


def test_a_specialization_adds_one_die() -> None:
    """BK-13: if one or more Specializations fit, they add one die together. A penalty takes a die away, and a bonus and
    a penalty cancel each other.
    """
    ines = character("ines")
    assert trait_dice(ines, "fight") == Dice(10, 1, why="fight")
    assert trait_dice(ines, "fight", ("single_weapon", "reflexes")) == Dice(10, 2, why="fight")
    assert trait_dice(ines, "fight", ("single_weapon",), -1) == Dice(10, 1, why="fight")
    assert trait_dice(ines, "fight", ("two_handed_weapons",), 1 - 1) == Dice(10, 1, why="fight")


def test_aspects_are_beside_the_trait() -> None:
    """BK-22, BK-24: all Aspects that apply add a die beside the Trait, or by option only the best one. Penalties don't
    change these dice. A mook has one die.
    """
    guy = replace(
        character("ines"),
        aspects=(Aspect("Sly", 6, ("attack",)), Aspect("Strong", 8, ("fight",))),
        specializations=(),
    )
    pool = trait_pool(rules(), guy, "fight", purposes=("attack",), more=-1)
    assert write_pool(pool) == "fight 2d10lo+sly d6+strong d8"
    assert aspect_dice(rules(aspects__each_check="one"), guy, {"fight", "attack"}) == (Dice(8, why="strong"),)
    assert aspect_dice(rules(), guy, {"shoot"}) == ()
    mook = character("hired_hand")
    assert write_pool(trait_pool(rules(), mook, "fight", specializations=("single_weapon",))) == "fight d6"


def test_wild_dice_are_rolled_again_once() -> None:
    """BK-14, BK-15: a wild die that shows 6 is rolled again once and added, or by option each time. Without wild dice,
    no die is added.
    """
    assert wild_dice(rules(), 0) == ()
    assert wild_dice(rules(), 2) == (Dice(6, 2, again="once", why="wild"),)
    assert wild_dice(rules(wild__again="open"), 1)[0].again == "open"
    assert wild_dice(rules(wild__die="d8"), 1)[0].sides == 8


def test_a_tie_is_the_defenders() -> None:
    """BK-30, BK-31, BK-32: a higher result succeeds. A tie fails, unless `ties` gives it to the actor. Any dice may be
    a difficulty.
    """
    assert [action.succeeds(rules(), degree) for degree in (-1, 0, 1)] == [False, False, True]
    assert action.succeeds(rules(ties="actor"), 0)
    assert write_pool(action.difficulty(Dice(4, 3))) == "difficulty 3d4"


@pytest.mark.parametrize(
    ("options", "contest", "mark", "found", "won"),
    [
        ({}, True, 2, [1, -3, 0, 2], "actor"),
        ({}, True, 2, [1, -3, 0, -1], "defender"),
        ({}, False, 2, [1, -3, 0, -1], None),
        ({}, False, 2, [1, -3, 0, -1, 1], "actor"),
        ({"ties": "actor"}, False, 2, [1, 0], "actor"),
        ({"ties": "actor"}, True, 2, [1, 0], None),
        ({"extended__by": "lead"}, True, 2, [1, -1, 4, 0], None),
        ({"extended__by": "lead"}, False, 2, [-1, 0], "defender"),
        ({"extended__by": "lead"}, True, 2, [1, 2], "actor"),
        ({"extended__by": "points"}, True, 10, [3, -4, 7], "actor"),
        ({"extended__by": "points", "points__lead": True}, True, 10, [3, -4, 7], None),
    ],
)
def test_extended_actions(
    options: dict[str, object], contest: bool, mark: int, found: list[int], won: str | None
) -> None:
    """BK-33, BK-34: by option, an extended action counts successes, the lead, or the sum of degrees, for each side. A
    tie counts for nobody in a contest. Against a difficulty, a tie is a failure or by `ties` a success, and failures
    lose nothing.
    """
    book, now = rules(**options), action.ExtendedAction(mark, contest=contest)
    for degree in found:
        now = now.after(book, degree)
    assert now.won_by(book) == won


def test_tries_run_out() -> None:
    """BK-33: if three successes are needed in four tries, two successes in four tries have failed."""
    now = action.ExtendedAction(3, tries=4)
    for degree in (1, -1, 2, -2):
        assert now.won_by(rules()) is None
        now = now.after(rules(), degree)
    assert now.won_by(rules()) == "defender"


def test_complications_make_up_for_failure() -> None:
    """BK-35: with the option, a complication makes up for one point short, and a grave one for more. Without it, none
    does.
    """
    assert action.points_short(rules(), -3) == 3
    assert action.points_short(rules(), 0) == 1
    on = rules(optional__concessions=True)
    assert action.conceded(on, -3, ("tool_broken", "alarm", "noise"))
    assert action.conceded(on, -3, ("trapped", "alarm"))
    assert not action.conceded(on, -3, ("alarm", "noise"))
    assert not action.conceded(rules(), -1, ("alarm",))
    assert action.conceded(rules(), 1, ())


def test_help_adds_the_die_that_was_picked() -> None:
    """BK-36: a helper rolls against a die. After a success the die is added to the helped fighter's dice, and after a
    failure to those of the other side.
    """
    assert write_check(action.help_check(rules(), character("hired_hand"), "might", 10)) == "might d6 vs difficulty d10"
    die = (Dice(10, why="help"),)
    assert action.help_dice(rules(), 10, 1) == (die, ())
    assert action.help_dice(rules(), 10, 0) == ((), die)


def test_initiative_is_a_move_roll() -> None:
    """BK-44, BK-45, BK-54: initiative rolls Move with Reflexes and Aspects. The fighter who starts has one die more,
    and so has one who hurries.
    """
    ines = character("ines")
    assert write_pool(initiative.initiative_pool(rules(), ines)) == "move 2d8+quick d6"
    both = initiative.initiative_pool(rules(), ines, faster="attack", starts=True)
    assert write_pool(both) == "move 4d8+quick d6"
    assert write_pool(initiative.initiative_pool(rules(), ines, more=-1)) == "move d8+quick d6"


def test_only_muscle_pays_with_damage() -> None:
    """BK-54: only a fighter with nothing but muscle weapons may hurry for less damage."""
    assert initiative.may_be_faster(rules(), character("ines")) == ("", "attack", "damage")
    assert initiative.may_be_faster(rules(), character("cole")) == ("", "attack")
    assert initiative.may_be_faster(rules(), character("hired_hand")) == ("", "attack")


def test_ties_of_initiative() -> None:
    """BK-44: the highest result acts first. Of equal results, the larger Move die acts first, and equal dice are rolled
    again.
    """
    rolls = [Rolled("a", 5, 6), Rolled("b", 7, 6), Rolled("c", 5, 8), Rolled("d", 5, 6)]
    assert [roll.fighter for roll in initiative.in_order(rolls)] == ["b", "c", "a", "d"]
    assert [[roll.fighter for roll in tied] for tied in initiative.ties(rolls)] == [["a", "d"]]
    off = [replace(rolls[0], again=(2,)), replace(rolls[3], again=(4,))]
    assert [roll.fighter for roll in initiative.in_order(off)] == ["d", "a"]
    assert initiative.ties(off) == ()


def test_the_sources_healing() -> None:
    """BK-90, BK-91, BK-T4: a fighter has 0 Shock and 1 of 6 Wounds. After treatment against a d8 and recovery with
    three Wounds named, the fighter has 11 Shock and 4 Wounds.
    """
    guy = replace(character("hired_hand"), traits={**character("hired_hand").traits, "will": 8})
    aided = healing.treated(rules(), guy, Health(1, 0), 8, degree=1)
    assert aided == Health(1, 8)
    assert healing.recovered(rules(), guy, aided, 3, degree=1) == Health(4, 11)
    assert healing.recovered(rules(), guy, aided, 3, degree=-1) == aided
    assert healing.treated(rules(), guy, Health(1, 0), 8, degree=0) == Health(1, 0)
    assert healing.treated(rules(), guy, Health(1, 10), 8, degree=2) == Health(1, 14)


def test_treatment_is_a_think_roll() -> None:
    """BK-84, BK-90: a treatment rolls Think with Medicine against the die that the carer picks. The bonus for armour
    adds one die.
    """
    medic = replace(character("hired_hand"), specializations=("medicine",))
    assert write_check(healing.treatment_check(rules(), medic, 8)) == "think 2d6 vs difficulty d8"
    assert write_check(healing.treatment_check(rules(), medic, 8, more=1)) == "think 3d6 vs difficulty d8"


def test_recovery_is_a_might_roll() -> None:
    """BK-91, BK-92, BK-93: recovery rolls Might with Toughness and the carer's die against a number of Wounds. A tie
    heals one Wound, unless an option forbids it.
    """
    ines = character("ines")
    check = healing.recovery_check(rules(), ines, 3, help_die=8)
    assert write_check(check) == "might 2d8+stubborn d6+help d8 vs wounds 3"
    assert odds(healing.recovery_check(rules(), character("hired_hand"), 1)).fail == 0
    assert healing.recovered(rules(), ines, Health(2, 5), 1, degree=0) == Health(3, 5)
    assert healing.recovered(rules(optional__tie_heals=False), ines, Health(2, 5), 1, degree=0) == Health(2, 5)
    assert [healing.days_between(rules(), with_care=care) for care in (True, False)] == [3, 7]


def test_effects_by_rungs() -> None:
    """BK-95, BK-97: the effect of a hit depends on how many rungs the weapon is above or below its target. Beyond the
    last rung that the rules name, the effect stays the same.
    """
    book = rules()
    tank_gun = book.weapons["shotgun"].model_copy(update={"made_for": ("tanks",)})
    pistol, heavy = book.weapons["magnum"], tank_gun.model_copy(update={"made_for": ("cars", "people")})
    assert [scale.effect(book, tank_gun, size) for size in ("people", "cars", "tanks")] == ["kills", "mauls", "plain"]
    assert [scale.effect(book, pistol, size) for size in ("people", "cars", "tanks")] == [
        "plain", "scratches", "harmless",
    ]  # fmt: skip
    assert scale.effect(book, heavy, "people") == "plain"
    own = pistol.model_copy(update={"against": {"cars": "outclasses"}})
    assert scale.effect(book, own, "cars") == "outclasses"
    space = rules(scale__ladder="space")
    assert scale.effect(space, pistol.model_copy(update={"made_for": ("capital_ship",)}), "character") == "kills"


def test_larger_targets_are_easier_to_hit() -> None:
    """BK-96: against a larger target a shot has one die more, but an attack in melee hasn't. Against a smaller target
    both have one die less.
    """
    book = rules()
    gun, made = book.weapons["shotgun"], ("cars",)
    big = gun.model_copy(update={"made_for": made})
    assert [scale.to_hit(book, big, size, is_melee=False) for size in ("people", "cars", "tanks")] == [-1, 0, 1]
    assert [scale.to_hit(book, big, size, is_melee=True) for size in ("people", "cars", "tanks")] == [-1, 0, 0]


def test_finer_sizes_count_within_their_rung() -> None:
    """BK-95, BK-D7: a fighter's gun counts as smaller than a transport. Against a capital ship's gun, both sizes count
    as starfighters.
    """
    book = rules(scale__ladder="space")
    gun = book.weapons["shotgun"].model_copy(update={"made_for": ("fighter",)})
    ship = gun.model_copy(update={"made_for": ("capital_ship",)})
    assert scale.to_hit(book, gun, "transport", is_melee=False) == 1
    assert [scale.outclassed_by(book, ship, size) for size in ("fighter", "transport", "starfighter")] == [1, 1, 1]
    assert "bomber" in book.terms().sizes


@pytest.mark.parametrize(
    ("damage", "die"),
    [("shotgun 2d8", 6), ("might d10+sword d8", 8), ("might d4+knife d6", 4), ("might d6+sword 2d8", 6)],
)
def test_the_die_that_outclasses(damage: str, die: int) -> None:
    """BK-97: the die that outclasses is the commonest die of the damage, lowered by one size, but not below d4. Of
    equally common dice, the die of a Trait counts.
    """
    assert scale.lowered_die(parse_pool(damage)).sides == die


def test_the_odds_of_a_first_shot() -> None:
    """BK-T3: a shot with Shoot d8 at the range of the d6 hits in 9 of 16 cases."""
    assert odds("shoot d8 vs range d6").win == Fraction(9, 16)
