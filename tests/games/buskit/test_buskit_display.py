"""What is shown of a fight of Buskit: checks with the reasons of their dice, offers with chances, and rosters."""

import re
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest
from buskit_rules import character, rules
from hypothesis import given, settings
from test_buskit_attacks import attacks

import riotsim
from riotsim.games.buskit.chapters.attack import Attack, attack_bonus, defence_bonus
from riotsim.games.buskit.chapters.initiative import initiative_pool
from riotsim.games.buskit.events import Attacks, Harmed, Moves
from riotsim.games.buskit.fight.game import initial_state, rules_of
from riotsim.games.buskit.fight.setup import empty_table
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.show.checks import attack_bonuses, attack_preview, checks, defence_bonuses
from riotsim.games.buskit.show.names import die_in_words
from riotsim.games.buskit.show.narration import event_text
from riotsim.games.buskit.show.offers import offers
from riotsim.games.buskit.show.standing import rosters, sheets, status
from riotsim.games.buskit.state import Throw
from riotsim.play.displays import SeenOutcome
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Spot
from riotsim.play.session.session import Session
from riotsim.pools.notation import parse_pool
from riotsim.pools.resolving import PoolResult
from riotsim.simulation import perform
from riotsim.table.state import Table
from riotsim.table.units import inches


@given(attack=attacks())
@settings(max_examples=60, deadline=None)
def test_the_reasons_of_bonuses_add_up(attack: Attack) -> None:
    """The bonuses and penalties shown for an attack and its defence add up to those that the rules count."""
    assert sum(count for _, count in attack_bonuses(rules(), attack)) == attack_bonus(rules(), attack)
    assert sum(count for _, count in defence_bonuses(rules(), attack)) == defence_bonus(rules(), attack)


def test_the_reasons_of_initiative_dice_add_up() -> None:
    """BK-44, BK-54: each Move die beyond the first has a reason in the check, and each penalty too."""
    state = initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    state.fighters["a.ines"] = replace(state.fighters["a.ines"], faster="damage")
    pool = initiative_pool(rules(), character("ines"), faster="damage")
    state.throws = (Throw("initiative", "initiative", (pool,), ("Ada",), ("a.ines",)),)
    (shown,) = checks(rules(), state)
    assert [(one.count, one.why, one.about) for one in shown.pools[0].dice] == [
        (3, "Move", "reflexes +1, hurries +1"),
        (1, "Quick", ""),
    ]


def test_a_sheet_says_what_each_aspect_does() -> None:
    """BK-12: the sheet of a fighter has a sentence for each special die. Under rules without Aspects there is none."""
    sides = {"Ada": "ines", "Bea": "cole"}
    lines = {}
    for used in (True, False):
        book = rules(aspects__used=used)
        found = sheets(book, initial_state(book, tuple(sides), sides, {}), Table(100.0, 100.0))
        for name in ("a.ines", "b.cole"):
            lines[name, used] = [line for line in found[name].lines if " adds " in line]
    assert lines["a.ines", True] == [
        "Feint adds a d8 to attack rolls",
        "Quick adds a d6 to initiative and reflexes rolls",
        "Stubborn adds a d6 to toughness and recovery rolls",
    ]
    assert lines["b.cole", True] == ["Dead Shot adds a d10 to Shoot rolls"]
    assert lines["a.ines", False] == lines["b.cole", False] == []


@pytest.mark.parametrize(("each_check", "adds"), [("all", "adds"), ("one", "may add")])
def test_a_sheet_says_where_only_the_best_aspect_counts(each_check: str, adds: str) -> None:
    """BK-22: with `aspects.each_check: one`, the sheet says that each of several Aspects *may* add its die. The only
    Aspect of a fighter always adds its die.
    """
    sides, book = {"Ada": "ottoline", "Bea": "cole"}, rules(aspects__each_check=each_check)
    found = sheets(book, initial_state(book, tuple(sides), sides, {}), Table(100.0, 100.0))
    lines = [line for name in ("a.ottoline", "b.cole") for line in found[name].lines if " add" in line]
    assert lines == [
        f"Bear Hug {adds} a d8 to unarmed fighting and damage rolls",
        f"Hard to Hurt {adds} a d8 to toughness rolls",
        "Dead Shot adds a d10 to Shoot rolls",
    ]


def test_a_sheet_has_words_of_their_own_for_weapons() -> None:
    """BK-12: if an Aspect applies to a tag of a weapon, the sheet says that it counts in damage. For some
    Specializations the sheet leaves out the word `rolls`.
    """
    gift = {"Mystic Gift": {"die": "d8", "applies": ["attack", "mystic", "two_handed_weapons"]}}
    sides, book = {"Ada": "ines", "Bea": "cole"}, rules(companies__ines__characters__ines__aspects=gift)
    found = sheets(book, initial_state(book, tuple(sides), sides, {}), Table(100.0, 100.0))
    text = "Mystic Gift adds a d8 to damage of mystic weapons, fighting with two-handed weapons and attack rolls"
    assert text in found["a.ines"].lines


def test_a_fighter_who_has_dropped_prone_reads_why_dice_are_missing() -> None:
    """BK-64: if a fighter has dropped prone under fire, the reason shown for the penalty is `dropped prone`."""
    attack = Attack(attacker=character("cole"), target=character("ines"), weapon="semi_automatic", flinched=True)
    assert [one for one in attack_bonuses(rules(), attack) if one[1]] == [("dropped prone", -1)]


def test_each_die_has_its_reason() -> None:
    """BK-01: Trait, Specialization, trade-off, Aspect, range and cover are told, with the exact chances."""
    attack = Attack(
        attacker=character("cole"), target=character("ines"), weapon="semi_automatic", engaged=False,
        distance=inches(6), stance="reckless", cover=8,
    )  # fmt: skip
    state = initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    shown = attack_preview(rules(), state, attack, ("b.cole", "a.ines"))
    assert shown.title == "Cole attacks Ines (semi-automatic pistol)"
    told = [[(one.count, one.sides, one.why, one.about) for one in pool.dice] for pool in shown.pools]
    assert told == [
        [(3, 10, "Shoot", "handgun +1, reckless +1"), (1, 10, "Dead shot", "")],
        [(1, 6, "Range", ""), (1, 8, "Cover", "")],
    ]
    assert [word for word, _ in shown.chances] == ["miss", "tie", "hit"]
    assert sum(chance for _, chance in shown.chances) == pytest.approx(1.0)
    assert shown.outcome == ""


def answers_to(request: Any) -> tuple[str, ...] | None:
    """Return the answers from which a player chooses; None for a request of another kind."""
    match request:
        case PickPiece(pieces=answers) | Choose(options=answers):
            return answers
    return None


def test_a_fight_is_shown_while_it_goes_on() -> None:
    """BK-01, BK-04: in a fight every option has its offer, those of an attack with its chances. The die that
    counts shows the result of its pool. Damage follows from an attack, and tells what it takes.
    """
    told: dict[str, str] = {}
    previews: list[Offer] = []
    texts: set[str] = set()
    with riotsim.new_game("buskit", {"Ada": "random", "Bea": "greedy"}, seed=5, options={"dice.by": "stream"}) as match:
        for _ in range(120):
            for request in match.pending:
                if (answers := answers_to(request)) is not None:
                    found = offers(match.rules, match.session, request)
                    assert tuple(offer.answer for offer in found) == answers
                    previews += [offer for offer in found if offer.check is not None]
                    texts |= {offer.text for offer in found}
            for check in checks(match.rules, match.state):
                for pool in check.pools:
                    shown = [dice.values[dice.kept] for dice in pool.dice if dice.kept is not None]
                    assert pool.value is None or shown == [pool.value]
                told[check.title.partition(" ")[0]] = check.outcome
            match.step()
    assert {"Initiative", "Damage"} <= told.keys()
    assert any("hits by" in outcome for outcome in told.values())
    assert "Shock" in told["Damage"]
    assert all("hit in" in offer.text for offer in previews)
    assert "Move: up to 6 in" in texts
    assert any(text.startswith("Two attacks: each hit in") for text in texts)
    assert len(previews) > 20


def test_what_each_attack_has_done_is_seen_once_it_is_over() -> None:
    """BK-73, BK-74: after each attack the window can show who attacked whom, and what the target has lost by it. There
    is one outcome for each attack, also if an action has several.
    """
    seen: dict[int, SeenOutcome] = {}
    options = {"dice.by": "stream", "table.terrain": []}
    with riotsim.new_game("buskit", {"Ada": "greedy", "Bea": "random"}, seed=5, options=options) as match:
        while match.pending and len(seen) < 25:
            found = [check.seen for check in checks(match.rules, match.state) if check.seen is not None]
            seen |= {one.number: one for one in found}
            match.step()
        happened = match.session.events
    attacks_made = [event for event in happened if isinstance(event, Attacks)]
    for number, one in seen.items():
        attack = attacks_made[number - 1]
        assert (one.actor, one.target) == (attack.fighter, attack.target)
        assert (one.text == "missed") is not attack.hits
        begun = next(at for at, event in enumerate(happened) if event is attack)
        after = takewhile(lambda event: not isinstance(event, Attacks), happened[begun + 1 :])
        harmed = next((event for event in after if isinstance(event, Harmed)), None)
        if attack.hits and harmed is not None and harmed.shock:
            assert f"−{harmed.shock} Shock" in one.text
            assert (f"−{harmed.wounds} Wound" in one.text) is bool(harmed.wounds)
    assert any("out" in one.text for one in seen.values())
    assert any("Wound" in one.text for one in seen.values())


def test_dice_of_armour_are_among_those_of_might() -> None:
    """BK-81, BK-72: a spent die of armour is shown beside Might, and the best of both counts. The degree of the attack
    is shown beside the damage dice, and counts if it is higher.
    """
    state = initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    damage, might = parse_pool("semi automatic 2d6+degree 5"), parse_pool("might d6")
    results = PoolResult(5, None, (2, 4)), PoolResult(3, 0, (3,))
    both, names = ("Ada", "Bea"), ("a.ines", "b.cole")
    state.throws = (
        Throw("damage", "damage", (damage, might), both, names, results),
        Throw(
            "armour die", "armour-die-3", (parse_pool("armour d6"),), ("Bea",), ("b.cole",), (PoolResult(4, 0, (4,)),)
        ),
    )
    state.damage = 5, 4
    (shown,) = checks(rules(), state)
    assert [pool.value for pool in shown.pools] == [5, 4]
    assert [[(one.why, one.values, one.kept) for one in pool.dice] for pool in shown.pools] == [
        [("Semi-automatic pistol", (2, 4), None), ("Least damage", (5,), 0)],
        [("Might", (3,), None), ("Armour", (4,), 0)],
    ]
    assert shown.pools[0].dice[1].about == "by how much the attack hit"
    assert shown.kept == {"armour-die-3-1-1": "4 Armour"}
    assert shown.outcome == "damage 5 against Might 4: 5 Shock, 1 Wound"


@pytest.mark.parametrize(("other", "told"), [(6, "equal results: the larger Move die acts first"), (5, "")])
def test_equal_initiative_says_who_acts_first(other: int, told: str) -> None:
    """BK-44: if the Move dice decide who acts first, the panel of the throw says so. Otherwise the panel doesn't
    mention them.
    """
    state = initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "ines"}, {})
    pools = parse_pool("move 2d8"), parse_pool("move d6")
    results = PoolResult(6, 0, (6, 2)), PoolResult(other, 0, (other,))
    names = ("a.ines", "b.hired_hand_1")
    state.throws = (Throw("initiative", "initiative", pools, ("Ada", "Bea"), names, results),)
    (shown,) = checks(rules(), state)
    assert shown.outcome == told


def test_distances_are_told_in_feet() -> None:
    """BK-40: the text of a line of sight gives the distance in inches, and in feet by the scale of the rules."""
    options = {"dice.by": "stream", "scale.foot": "0.5in", "table.terrain": []}
    with riotsim.new_game("buskit", {"Ada": "random", "Bea": "random"}, seed=2, options=options) as match:
        while not match.state.acting:
            match.step()
        sights = status(match.rules, match.session, 0.0).sights.values()
    told = [re.match(r"([0-9.]+) in \((\d+) ft\): ", sight.text) for sight in sights]
    assert len(told) == 3
    assert all(one is not None and abs(2 * float(one[1]) - int(one[2])) <= 0.7 for one in told)


@pytest.mark.parametrize("wall", [[], [{"piece": "wall", "at": ["10in", "13in"]}]], ids=["open ground", "a low wall"])
def test_lines_of_sight_are_shown_free_above_what_shuts_the_others(wall: list[dict[str, object]]) -> None:
    """BK-63: the window shows as many of the nine lines of sight blocked as count for cover. A low wall blocks the
    lower lines.
    """
    with_wall = rules(dice__by="stream", table__terrain=wall)
    given = Given.model_validate({"fighters": {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 14]}}})
    session = Session(rules_of(with_wall), given.state(with_wall), given.lay(with_wall), 1, perform)
    assert session.pending[0].purpose == "action"
    sight = status(with_wall, session, 0.0).sights["a.ines"]
    free = [end[2] for _, end, is_free in sight.lines if is_free]
    shut = [end[2] for _, end, is_free in sight.lines if not is_free]
    assert len(free) + len(shut) == 9
    if wall:
        assert f"({len(shut)} of 9 lines shut)" in sight.text
        assert max(shut) < min(free)
    else:
        assert shut == []


def test_the_order_of_the_round_is_in_the_rosters() -> None:
    """BK-44, BK-16: each fighter has a place in the order, the number that they rolled, and gauges for their health."""
    with riotsim.new_game("buskit", {"Ada": "random", "Bea": "random"}, seed=2, options={"dice.by": "stream"}) as match:
        while match.state.phase != "turns" or not match.state.order:
            match.step()
        units = [unit for roster in rosters(match.state, match.table).values() for unit in roster.units]
        placed = [unit.initiative for unit in units if unit.initiative is not None]
    assert sorted(one.place for one in placed) == [1, 2, 3, 4, 5, 6]
    by_place = sorted(placed, key=lambda one: one.place)
    assert [one.value for one in by_place] == sorted((one.value for one in placed), reverse=True)
    assert all(one.value <= one.sides for one in placed)
    assert sum(one.state == "acts" for one in placed) <= 1
    assert {gauge.name for unit in units for gauge in unit.gauges} == {"Wounds", "Shock"}
    assert all(0 <= gauge.value <= gauge.full for unit in units for gauge in unit.gauges)


@pytest.mark.parametrize(
    ("die", "told"),
    [("attack-1-2", "attack"), ("armour-die-3-1-1", "armour"), ("damage-2-1-again1", "damage"), ("tie-1-1", "tie")],
)
def test_a_die_is_named_by_what_it_is_thrown_for(die: str, told: str) -> None:
    """If a die is thrown again, the log names the die by its purpose, not by its name on the table."""
    assert die_in_words(die) == f"die of the {told}"


def test_an_attack_is_told_with_both_results_side_by_side() -> None:
    """The log has both results, and then the pools from which they come. It says in words where the lowest counts."""
    pools = "shoot 3d10lo+dead shot d10", "range 2d8+cover d8"
    event = Attacks("a.cole", "b.hired_hand_1", "handgun", *pools, 5, 7, -2, hits=False)
    told = event_text(event, str, str)
    assert told is not None
    assert told.endswith("misses: 5 against 7 (shoot lowest of 3d10 + dead shot d10 against range 2d8 + cover d8)")


@pytest.mark.parametrize(
    ("how", "far", "told"),
    [
        ("run", 0.0, "Ines stays in place instead of running"),
        ("move", 0.0, "Ines stays in place instead of moving"),
        ("dodge", 0.0, "Ines takes cover in place"),
        ("run", 0.5, "Ines runs 0.5 in"),
    ],
)
def test_a_move_that_leads_nowhere_is_told_so(how: str, far: float, told: str) -> None:
    """BK-41: if a fighter moves 0 in, the log says that the fighter stays in place."""
    assert event_text(Moves("Ines", far, how), str, str) == told


def test_a_place_on_the_other_side_is_refused_as_such() -> None:
    """BK-02: if a player sets up on a hedge outside their own area, the refusal names the area, not the hedge."""
    book = rules(table__terrain=[{"piece": "hedge", "at": ["18in", "18in"], "turn": "0deg"}])
    state = initial_state(book, ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    session = Session(rules_of(book), state, empty_table(book), 1, perform)
    (request,) = session.pending
    assert request.purpose == "set up"
    assert (
        request.refusal(Spot("a.ines", (inches(18), inches(18)))) == "the whole base must stand in the area of its side"
    )
    assert (
        request.refusal(Spot("a.ines", (inches(18), inches(14)))) == "the whole base must stand in the area of its side"
    )
