"""Fights of Buskit: every scenario holds, bots play whole games without faults, and tests for what scenarios can't
express.
"""

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from buskit_rules import character, rules

import riotsim
from riotsim.cli.check import check_file
from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.attack import Attack, attack_check, attack_pool
from riotsim.games.buskit.chapters.damage import damage_pool, might_pool
from riotsim.games.buskit.chapters.initiative import initiative_pool
from riotsim.games.buskit.characters.character import Aspect
from riotsim.games.buskit.fight.setup import deployment_area, empty_table
from riotsim.games.buskit.invariants import find_violations
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.state import State
from riotsim.play.requests import AimThrow, PickPoint
from riotsim.play.session.journal import Acted
from riotsim.pools.notation import write_check, write_pool
from riotsim.table.acts import Roll, Shift
from riotsim.table.geometry.plan import gap
from riotsim.table.units import inches

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "scenarios" / "buskit").glob("**/*.yaml"))

STREAM: dict[str, object] = {"dice.by": "stream"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_holds(file: Path) -> None:
    """The rules do what the scenario says."""
    checked = check_file(file)
    assert [str(one) for one in (*checked.failures, *checked.problems)] == []


def fight(bot: str = "random", seed: int = 1, **options: Any) -> riotsim.Match:
    """Begin a fight of two bots; `__` in a name of an option stands for a dot."""
    given = {key.replace("__", "."): value for key, value in options.items()}
    return riotsim.new_game("buskit", {"Ada": bot, "Bea": bot}, seed=seed, options=given)


@pytest.mark.parametrize(("bot", "seed"), [("random", 1), ("random", 4), ("greedy", 2)])
def test_a_whole_fight_from_the_stream(bot: str, seed: int) -> None:
    """BK-01, BK-05: with dice from the stream, every state of a whole fight is valid, and the fight has a result. No
    dice are thrown.
    """
    with fight(bot, seed, dice__by="stream") as match:
        while not match.is_over:
            assert find_violations(match.rules, match.state, match.table) == []
            assert not any(isinstance(request, AimThrow) for request in match.pending)
            match.step()
        assert match.result is not None
        assert match.table.dice == {}


SWITCHES: dict[str, object] = {
    "optional.stopping": "all", "optional.telling_blow": True, "optional.reach": True, "optional.lethal": True,
    "optional.armour_mercy": True, "melee.free_strike": True, "wild.dice": 3, "ties": "actor",
    "armour.ablative": "declared", "initiative.each_round": False, "scenario.surprise": 2, "initiative.starter": 1,
    "optional.concessions": True, "scenario.complications": {"knocked_down": 1, "gear_broken": 1, "stunned": 2},
    "healing.periods": 3, "extended.by": "points",
    "scenario.tasks": {
        "gate": {"trait": "tech", "difficulty": "d8", "mark": 12, "tries": 6},
        "stare": {"trait": "will", "against": "will", "mark": 15, "wins": False},
    },
}  # fmt: skip
"""Options that all differ from their defaults."""


@pytest.mark.parametrize(("bot", "seed"), [("random", 1), ("random", 2), ("random", 3), ("greedy", 4)])
def test_a_whole_fight_with_other_switches(bot: str, seed: int) -> None:
    """BK-03: with the optional rules on together, every state of a whole fight is valid."""
    players = {"Ada": bot, "Bea": bot}
    with riotsim.new_game("buskit", players, seed=seed, options={**STREAM, **SWITCHES}) as match:
        while not match.is_over:
            assert find_violations(match.rules, match.state, match.table) == []
            match.step()
        assert match.result is not None


def test_a_whole_fight_with_thrown_dice() -> None:
    """BK-01, BK-04: both pools of a check are one throw into the tray, each side's dice in its own colour, and all lie
    until the next check (BK-06).
    """
    with fight("greedy", 3, mode="duel", rounds__max=4) as match:
        match.play()
        acts = [entry.act for entry in match.session.journal if isinstance(entry, Acted)]
        rolls = [act for act in acts if isinstance(act, Roll)]
        attacks = [event for event in match.events if isinstance(event, events.Attacks)]
        assert attacks
        assert all(roll.shared and roll.in_tray for roll in rolls)
        assert any({die.owner for die in roll.dice} == {"Ada", "Bea"} for roll in rolls)
        tray = match.table.tray
        assert tray is not None
        assert match.table.dice
        assert all(tray.contains(die.pose.xy) or tray.is_on_rack(die.pose.xy) for die in match.table.dice.values())


def test_thrown_and_drawn_dice_are_the_same_checks() -> None:
    """BK-01: whether dice are thrown or drawn from the stream, the initiative of a fight rolls the same pools."""
    told = []
    for by in ("tray", "stream"):
        with fight("greedy", 5, mode="duel", rounds__max=1, dice__by=by) as match:
            match.play()
            told.append([event.pool for event in match.events if isinstance(event, events.Goes)])
    assert sorted(told[0]) == sorted(told[1]) == ["move 2d10", "move 2d8+quick d6"]


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_sides_set_up_in_turn(sides: int) -> None:
    """BK-02: the sides set up one model each in turn. The whole base is within 4 in of the player's edge, or in the
    player's corner.
    """
    names = ("Ada", "Bea", "Cy", "Dee")[:sides]
    options = {**STREAM, "sides": sides}
    with riotsim.new_game("buskit", dict.fromkeys(names, "random"), seed=2, options=options) as match:
        order = []
        while match.state.phase == "set-up":
            (request,) = match.pending
            assert isinstance(request, PickPoint)
            order.append(request.player)
            match.step()
        assert order[: 2 * sides] == list(names) * 2
        for model in match.table.models.values():
            left, front, right, back = deployment_area(match.rules, names.index(model.owner)).bounds()
            its = model.footprint.bounds()
            inside = (its[0] - left, its[1] - front, right - its[2], back - its[3])
            assert min(inside) >= -0.01


def test_without_room_in_its_area_a_side_sets_up_anywhere() -> None:
    """BK-02: if terrain fills the area of a side, the side sets up elsewhere, and the game goes on."""
    full = [{"piece": "hut", "at": ["18in", "2in"]}]
    options = {**STREAM, "table.terrain": full, "scenery.hut.box": ["36in", "4in", "1in"], "rounds.max": 1}
    for bot in ("random", "greedy"):
        with riotsim.new_game("buskit", {"Ada": bot, "Bea": bot}, seed=1, options=options) as match:
            match.play()
            assert all(fighter.placed for fighter in match.state.fighters.values())


def test_the_table_of_the_rules() -> None:
    """BK-02, BK-40: the table is 36 by 24 in, or 180 by 120 ft. It has five to eight pieces of terrain, and none where
    sides set up.
    """
    table = empty_table(rules())
    assert (table.width, table.depth) == (inches(36), inches(24))
    assert table.width / rules().scale.foot == pytest.approx(180)
    assert 5 <= len(table.terrain) <= 8
    for side in range(2):
        area = deployment_area(rules(), side)
        assert all(gap(area, piece.footprint) > 0 for piece in table.terrain.values())


def test_a_game_master_is_data() -> None:
    """BK-03: with all optional rules on, the game asks nobody but the two players. The decisions of a game master are
    fixed before the game.
    """
    on = {f"optional__{name}": "all" if name == "stopping" else True for name in rules().optional.model_dump()}
    with fight("random", 3, dice__by="stream", rounds__max=3, **on) as match:
        while not match.is_over:
            assert {request.player for request in match.pending} <= {"Ada", "Bea"}
            match.step()
    assert len(on) == 10


def test_combat_is_fight() -> None:
    """BK-17: what the examples of the source call Combat is rolled with Fight. What they call Physical is rolled with
    Might.
    """
    who = replace(character("hired_hand"), traits={**character("hired_hand").traits, "fight": 10, "might": 4})
    attack = Attack(attacker=who, target=who, weapon="unarmed")
    assert write_check(attack_check(rules(), attack)) == "fight d10 vs fight d10"
    assert write_pool(damage_pool(rules(), attack)) == write_pool(might_pool(rules(), who)) == "might d4"


def test_aspects_list_what_they_apply_to() -> None:
    """BK-12: an Aspect counts for the purposes, Traits, Specializations and tags that it lists, for nothing else."""
    mine = [
        Aspect(use.title(), 6, (use,)) for use in ("attack", "initiative", "fight", "unarmed", "mystic", "toughness")
    ]
    who = replace(character("hired_hand"), aspects=tuple(mine), weapons=("energy_sword",))
    sword, fist = (Attack(attacker=who, target=who, weapon=weapon) for weapon in ("energy_sword", "unarmed"))
    assert write_pool(attack_pool(rules(), sword)) == "fight d6+attack d6+fight d6"
    assert write_pool(attack_pool(rules(), fist)) == "fight d6+attack d6+fight d6+unarmed d6"
    assert write_pool(damage_pool(rules(), sword)) == "energy sword d10+mystic d6"
    assert write_pool(might_pool(rules(), who)) == "might d6+toughness d6"
    assert write_pool(initiative_pool(rules(), who)) == "move d6+initiative d6"


def test_a_duel_is_one_against_one() -> None:
    """BK-02: only the first character of each side is there."""
    with fight(mode="duel", dice__by="stream") as match:
        assert list(match.state.fighters) == ["a.ines", "b.cole"]


def test_moves_are_exact() -> None:
    """BK-41: every act of the players in a fight moves a model exactly, without the error of a hand."""
    with fight("greedy", 2, dice__by="stream", rounds__max=2) as match:
        match.play()
        acts = [entry.act for entry in match.session.journal if isinstance(entry, Acted)]
        assert acts
        assert all(isinstance(act, Shift) for act in acts)


def test_a_side_that_breaks_the_rules_is_refused() -> None:
    """BK-02, BK-11: if the Traits of a character cost more raises than its level has, no game begins. Nor does a game
    with a single player.
    """
    with pytest.raises(riotsim.RiotsimError, match=r"the Traits cost 2 raises, and joe_nobody has 0 \(BK-11\)"):
        fight(companies__ines__characters__hired_hand__traits={"fight": "d10"})
    with pytest.raises(riotsim.RiotsimError, match=r"2 players play, each with a name of their own, not Ada \(BK-02\)"):
        riotsim.new_game("buskit", {"Ada": "random"})


RIFLE = {"companies__cole__characters__cole__weapons": ["assault_rifle", "knife"]}


@pytest.mark.parametrize(
    ("cole", "message"),
    [
        ({"fired": {"assault_rifle": 30}, "spent": [4], "shock": 14, "wounds": 6}, ""),
        ({"fired": {"assault_rifle": 31}}, "Cole can't have fired 31 shots from a magazine of assault_rifle"),
        ({"fired": {"knife": 2}}, "Cole can't have fired 2 shots from a magazine of knife"),
        ({"fired": {"knife": 1}}, "Cole can't have fired 1 shot from a magazine of knife"),
        ({"fired": {"light_machinegun": 2}}, "Cole can't have fired 2 shots from a magazine of light_machinegun"),
        ({"spent": [5]}, "more dice are spent than the armour has"),
        ({"spent": [1, 1]}, "one number for each layer of dice in the armour of Cole: 1"),
        ({"shock": 15}, "Cole has at most 14, not 15 (BK-16)"),
        ({"wounds": 7}, "Cole has at most 6, not 7 (BK-16)"),
    ],
)
def test_a_fighter_of_a_scenario_is_in_a_state_that_can_be(cole: dict[str, object], message: str) -> None:
    """BK-16, BK-62, BK-80: a position is refused in which a fighter has more Shock or Wounds than at first, more dice
    of armour spent than there are, or shots fired that no magazine of theirs held.
    """
    given = Given.model_validate({"fighters": {"a.ines": {"at": [10, 14]}, "b.cole": {"at": [10, 10], **cole}}})
    found = [told for _, told in given.faults(rules(**RIFLE))]
    assert len(found) == bool(message)
    assert all(message in told for told in found)


def test_a_copy_of_the_state_is_independent() -> None:
    """If the state of a fight is copied, the fighters of the copy stay as they were while the game goes on."""
    with fight(dice__by="stream") as match:
        state: State = match.state
        kept = copy.deepcopy(state)
        for _ in range(12):
            match.step()
        assert all(not fighter.placed for fighter in kept.fighters.values())


def test_greedy_beats_random() -> None:
    """The greedy bot beats the random bot in each of four fights between equal sides, from either seat."""
    sides = {name: {"side": "ottoline"} for name in ("Ada", "Bea")}
    for seed in range(4):
        players = {"Ada": "greedy", "Bea": "random"} if seed % 2 else {"Ada": "random", "Bea": "greedy"}
        with riotsim.new_game("buskit", players, seed=seed, seats=sides, options=STREAM) as match:
            match.play()
            assert match.result is not None
            assert match.result.winners == (next(name for name, bot in players.items() if bot == "greedy"),)
