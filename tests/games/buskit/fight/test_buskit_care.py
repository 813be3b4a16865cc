"""Help, treatment, tasks, healing after the fight, and how a game begins (BK-02, BK-14, BK-33, BK-36, BK-84, BK-90 to
BK-93).
"""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, character, playing, question, skirmish, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.action import ExtendedAction
from riotsim.games.buskit.fight.recovery import heal
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.turns.aiding import give_help, may_be_helped, patients, treat
from riotsim.games.buskit.fight.turns.tasks import going_on, open_tasks, resisting, try_task
from riotsim.games.buskit.state import Result, State
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.pools.notation import write_pool

SIDE: dict[str, Any] = {
    "a.ines": {"at": [10, 10], "shock": 3}, "a.hired_hand_1": {"at": [10, 11.5]}, "b.cole": {"at": [30, 20]},
    "b.hired_hand_1": {"at": [20, 20]},
}  # fmt: skip
"""Ines of Ada, who is hurt, with a hired hand of Ada beside her. Two fighters of Bea are far away."""

HAND = "a.hired_hand_1"


def pools(session: Session[State]) -> tuple[str, ...]:
    """Return the pools of the throw that is open."""
    return tuple(write_pool(pool) for pool in session.state.throws[-1].pools)


def part(
    play: Any, before: dict[str, Any] | None = None, fighters: dict[str, Any] | None = None, **options: Any
) -> tuple[Session[State], ScriptedTable]:
    """Play a part of the rules for the hired hand of Ada, after some changes of fighters."""

    async def plays(game: Skirmish) -> None:
        for name, changes in (before or {}).items():
            game.change(name, **changes)
        done: Awaitable[None] = play(game, HAND)
        await done

    return playing(plays, fighters or SIDE, **options)[:2]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, True),
        ({"shock": 15}, True),
        ({"shock": 16}, False),
        ({"shock": 16, "wounds": 1}, False),
        ({"condition": "out"}, True),
        ({"condition": "dead"}, False),
        ({"treated": True}, False),
    ],
)
def test_who_may_be_treated(changes: dict[str, Any], found: bool) -> None:
    """BK-90: a fighter may treat a fighter of the same side within 1 in who is alive and has lost Shock. Nobody is
    treated twice in a fight.
    """
    game = skirmish(SIDE)
    game.change("a.ines", **changes)
    game.change(HAND, shock=1)
    assert patients(game, game.fighter(HAND)) == (("a.ines",) if found else ())
    far = skirmish({**SIDE, "a.ines": {"at": [10, 9], "shock": 3}})
    assert patients(far, far.fighter(HAND)) == ()


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, True),
        ({"acted": True}, False),
        ({"acted": True, "holding": True}, True),
        ({"condition": "out"}, False),
        ({"placed": False}, False),
    ],
)
def test_who_may_be_helped(changes: dict[str, Any], found: bool) -> None:
    """BK-36: a fighter may help another of the same side who still has a turn in this round. The distance doesn't
    matter.
    """
    game = skirmish({**SIDE, "a.ines": {"at": [30, 3]}})
    game.change("a.ines", **{"acted": False, **changes})
    assert may_be_helped(game, game.fighter(HAND)) == (("a.ines",) if found else ())


GATE: dict[str, Any] = {"gate": {"trait": "tech", "specialization": "repair", "difficulty": "d8"}}


@pytest.mark.parametrize(
    ("shown", "degree", "help_", "hindrance"),
    [
        ((6, 3), 3, (("will", 4), ("fight", 8)), ()),
        ((3, 3), 0, (("will", 4),), (("fight", 8),)),
    ],
)
def test_help_with_an_attack(
    shown: tuple[int, int], degree: int, help_: tuple[Any, ...], hindrance: tuple[Any, ...]
) -> None:
    """BK-36: after a success, the die is added to the dice of the helped fighter, otherwise to those against. A
    helper's penalty for dropping prone counts (BK-64).
    """
    session, table = part(give_help, {"a.ines": {"help": (("will", 4),)}, HAND: {"flinched": True}})
    assert question(session) == ("Ada", "Trait", ("fight", "shoot"))
    answer(session, "fight")
    assert question(session) == ("Ada", "difficulty", ("d4", "d6", "d8", "d10", "d12"))
    answer(session, "d8")
    assert pools(session) == ("fight 2d6lo", "difficulty d8")
    throw(session, table, shown[0], shown[0], shown[1])
    ines = session.state.fighters["a.ines"]
    assert (ines.help, ines.hindrance) == (help_, hindrance)
    assert session.events == [events.Helps(HAND, "a.ines", 8, degree)]


def test_help_with_a_task_rolls_its_trait() -> None:
    """BK-36: a helper may also roll the Trait of a task that is still open. The Specializations of that Trait count for
    the helper.
    """
    skilled = replace(character("hired_hand"), specializations=("repair",))
    session, _ = part(give_help, {HAND: {"character": skilled}}, scenario__tasks=GATE)
    assert question(session)[2] == ("fight", "shoot", "tech")
    answer(session, "tech", "d4")
    assert pools(session) == ("tech 2d6", "difficulty d4")
    session, _ = part(give_help, {HAND: {"character": skilled}}, scenario__tasks=GATE)
    answer(session, "shoot", "d4")
    assert pools(session) == ("shoot d6", "difficulty d4")


@pytest.mark.parametrize(
    ("before", "options", "pool", "shown", "after", "wakes"),
    [
        ({}, {}, "think d6", (6, 5), {"shock": 11, "treated": True}, False),
        ({}, {}, "think d6", (5, 5), {"treated": True}, False),
        ({"shock": 12}, {}, "think d6", (6, 1), {"shock": 16, "treated": True}, False),
        ({"shock": -2, "condition": "out"}, {}, "think d6", (6, 1),
         {"shock": 6, "treated": True, "condition": "up", "acted": True}, True),
        ({"shock": -9, "condition": "out"}, {}, "think d6", (6, 1), {"shock": -1, "treated": True}, False),
        ({"condition": "out", "wounds": 0}, {}, "think d6", (6, 1), {"shock": 11, "treated": True}, False),
        ({"condition": "out"}, {}, "think d6", (1, 1), {"treated": True}, False),
        ({"armoured": True}, {}, "think d6", (6, 1), {"shock": 11, "treated": True}, False),
        ({"armoured": True}, {"optional__armour_mercy": True}, "think 2d6", (6, 1, 1),
         {"shock": 11, "treated": True}, False),
        ({}, {"optional__armour_mercy": True}, "think d6", (6, 1), {"shock": 11, "treated": True}, False),
    ],
)  # fmt: skip
def test_a_treatment(
    before: dict[str, Any], options: dict[str, Any], pool: str, shown: tuple[int, ...], after: dict[str, Any],
    wakes: bool,
) -> None:  # fmt: skip
    """BK-74, BK-84, BK-90: success gives as much Shock as the die has sides, but not beyond full health. A patient who
    then has Shock and Wounds wakes and stands, but has no turn in this round.
    """
    session, table = part(treat, {"a.ines": before}, **options)
    start = session.state.fighters["a.ines"]
    answer(session, "d8")
    assert pools(session) == (pool, "difficulty d8")
    assert list(session.state.acting) == [HAND]
    throw(session, table, *shown)
    assert session.state.fighters["a.ines"] == replace(start, **after)
    assert list(session.state.acting) == []
    degree, shock = shown[0] - shown[-1], session.state.fighters["a.ines"].shock
    assert session.events == [events.Treats(HAND, "a.ines", 8, degree, shock, wakes)]


def test_nobody_left_to_aid() -> None:
    """BK-36, BK-47, BK-90: if an interrupt has left nobody to treat or help, and no task to try, the action has no
    effect.
    """
    gone: dict[str, Any] = {"a.ines": {"acted": True, "shock": 16}}
    for play in (treat, give_help, try_task):
        session, _ = part(play, gone)
        assert not session.pending
        assert session.events == []


def tasks(**task: Any) -> dict[str, Any]:
    """Return options with the task `gate`: Tech against a d8, or with other facts."""
    return {"scenario__tasks": {"gate": {"trait": "tech", "difficulty": "d8", **task}}}


STARE: dict[str, Any] = {"difficulty": None, "trait": "will", "against": "will", "mark": 2}


def test_the_tasks_that_go_on() -> None:
    """BK-33: a side may try its own tasks and those of all, until it has lost them or a side has completed them. The
    fighter must be near the place of the task.
    """
    places = {
        "gate": {"trait": "tech", "difficulty": "d8", "at": ["10in", "12.9in"]},
        "far": {"trait": "tech", "difficulty": "d8", "at": ["10in", "15in"]},
        "ours": {"trait": "tech", "difficulty": "d8", "side": 1, "tries": 2},
        "theirs": {"trait": "tech", "difficulty": "d8", "side": 2},
    }
    game = skirmish(SIDE, scenario__tasks=places)
    hand = game.fighter(HAND)
    assert going_on(game, hand) == ("gate", "far", "ours")
    assert open_tasks(game, hand) == ("gate", "ours")
    assert going_on(game, game.fighter("b.cole")) == ("gate", "far", "theirs")
    tried = ExtendedAction(1, 2, contest=False).after(game.rules, -1)
    game.state.tasks["ours", "Ada"] = tried
    assert going_on(game, hand) == ("gate", "far", "ours")
    game.state.tasks["ours", "Ada"] = tried.after(game.rules, -1)
    assert going_on(game, hand) == ("gate", "far")
    game.state.tasks["gate", "Bea"] = ExtendedAction(1, None, contest=False).after(game.rules, 1)
    assert going_on(game, hand) == ("far",)


def test_the_strongest_opponent_resists() -> None:
    """BK-33: the conscious opponent with the highest die of the Trait resists. Cole has a d8 for Will, and his hired
    hand a d6.
    """
    game = skirmish(SIDE)
    assert resisting(game, game.fighter(HAND), "will").id == "b.cole"
    game.change("b.cole", condition="out")
    assert resisting(game, game.fighter(HAND), "will").id == "b.hired_hand_1"


@pytest.mark.parametrize(
    ("shown", "mark", "wins", "told", "over"),
    [
        ((5, 3), 1, True, [(2, 1, 0), True], True),
        ((5, 3), 1, False, [(2, 1, 0), True], False),
        ((5, 3), 2, True, [(2, 1, 0)], False),
        ((3, 3), 1, True, [(0, 0, 0)], False),
    ],
)
def test_a_task_against_a_difficulty(
    shown: tuple[int, int], mark: int, wins: bool, told: list[Any], over: bool
) -> None:
    """BK-33: each success is counted. The number of successes in the rules completes the task, which may win
    the fight.
    """
    session, table = part(try_task, **tasks(mark=mark, wins=wins))
    assert pools(session) == ("tech d6", "difficulty d8")
    throw(session, table, *shown)
    (degree, ours, theirs), *ended = told
    assert session.events == [
        events.TriesTask(HAND, "gate", "tech d6", "difficulty d8", degree, ours, theirs),
        *[events.EndsTask("Ada", "gate", completed=one) for one in ended],
        *([events.GameOver(("Ada",), "task")] if over else []),
    ]
    assert session.state.attacked
    assert session.state.result == (Result(("Ada",), "task") if over else None)
    assert list(session.state.tasks) == [("gate", "Ada")]


def test_a_failed_task_is_told_and_wins_nothing() -> None:
    """BK-33: with the last try a task has failed for good."""
    session, table = part(try_task, **tasks(mark=1, tries=1))
    throw(session, table, 2, 3)
    assert session.events[-1] == events.EndsTask("Ada", "gate", completed=False)
    assert session.state.result is None


@pytest.mark.parametrize(("shown", "winner"), [((6, 1), "Ada"), ((1, 6), "Bea"), ((3, 3), None)])
def test_a_contest_counts_for_whoever_wins_the_check(shown: tuple[int, int], winner: str | None) -> None:
    """BK-33: each side has its own count, a tie is nobody's, and the side that completes a contest may win."""
    session, table = part(try_task, **tasks(**{**STARE, "mark": 1}))
    assert pools(session) == ("will d6", "will d8")
    throw(session, table, *shown)
    ended = [one for one in session.events if isinstance(one, events.EndsTask)]
    assert ended == ([] if winner is None else [events.EndsTask(winner, "gate", completed=True)])
    assert session.state.result == (None if winner is None else Result((winner,), "task"))
    counts = {player: (its.actor, its.defender) for (_, player), its in session.state.tasks.items()}
    ours, theirs = int(winner == "Ada"), int(winner == "Bea")
    assert counts == {"Ada": (ours, theirs), "Bea": (theirs, ours)}


def test_dice_of_helpers_count_for_a_task_of_their_trait() -> None:
    """BK-36, BK-64: a try uses up the helpers' dice for its Trait, and those for other Traits stay. A penalty for
    dropping prone counts.
    """
    before = {HAND: {"help": (("tech", 8), ("fight", 4)), "hindrance": (("tech", 6), ("will", 4)), "flinched": True}}
    session, _ = part(try_task, before, **tasks())
    assert pools(session) == ("tech 2d6lo+help d8", "difficulty d8+failed help d6")
    hand = session.state.fighters[HAND]
    assert (hand.help, hand.hindrance) == ((("fight", 4),), (("will", 4),))


def test_wild_dice_are_asked_for_and_used_up() -> None:
    """BK-14: of three wild dice two are added to the check, and one is left."""
    session, _ = part(try_task, {HAND: {"wild": 3}}, **tasks())
    assert question(session) == ("Ada", "wild dice", ("0", "1", "2", "3"))
    assert session.state.open_check is not None
    answer(session, "2")
    assert session.state.open_check is None
    assert pools(session) == ("tech d6+wild 2d6", "difficulty d8")
    assert session.state.fighters[HAND].wild == 1


def healing(before: dict[str, Any], *names: str, **options: Any) -> tuple[Session[State], ScriptedTable, list[None]]:
    """Play a period of healing for some fighters, after changes of Ines, who has lost no Shock otherwise."""

    async def heals(game: Skirmish) -> None:
        game.state.phase = "healing"
        game.change("a.ines", **{"shock": 16, **before})
        await heal(game)

    fighters = {name: {**SIDE[name]} for name in ("a.ines", *names, "b.cole")}
    return playing(heals, fighters, healing__periods=2, **options)


def test_a_period_of_healing_without_care() -> None:
    """BK-91, BK-93: the patient names a number of missing Wounds. After a success, these Wounds and as much Shock are
    healed.
    """
    session, table, _ = healing({"wounds": 5, "shock": 9})
    assert question(session) == ("Ada", "wounds named", ("1", "2", "3"))
    assert session.state.acting == ("a.ines",)
    answer(session, "2")
    assert pools(session) == ("might 2d8+stubborn d6", "wounds 2")
    throw(session, table, 3, 1, 1)
    ines = session.state.fighters["a.ines"]
    assert (ines.wounds, ines.shock) == (7, 11)
    assert session.events == [events.Recovers("a.ines", 2, 1, 7, 11, 7)]
    assert not session.state.acting
    assert (session.state.healed, session.state.phase) == (1, "healing")


@pytest.mark.parametrize(
    ("before", "shown", "after"),
    [
        ({"wounds": 0, "condition": "out"}, (3, 1, 1), ("up", 2, 16)),
        ({"wounds": -3, "condition": "out"}, (3, 1, 1), ("out", -1, 16)),
        ({"wounds": 4, "condition": "out"}, (1, 1, 1), ("out", 4, 16)),
        ({"wounds": 4, "condition": "out"}, (2, 1, 1), ("up", 5, 16)),
        ({"wounds": 7, "condition": "out"}, (2, 1, 1), ("up", 8, 16)),
    ],
)
def test_recovery_may_wake_a_patient(
    before: dict[str, Any], shown: tuple[int, ...], after: tuple[str, int, int]
) -> None:
    """BK-91, BK-92: a patient who has Wounds and Shock above 0 again wakes. A tie is enough for that, a failure
    isn't.
    """
    session, table, _ = healing(before)
    if before["wounds"] < 7:
        answer(session, "2")
    throw(session, table, *shown)
    ines = session.state.fighters["a.ines"]
    assert (ines.condition, ines.wounds, ines.shock) == after
    assert session.table.models["a.ines"].fallen is (after[0] != "up")


def test_care_comes_before_recovery() -> None:
    """BK-90, BK-91: a conscious friend treats the patient; after a success, the die helps with the recovery roll."""
    session, table, _ = healing({"wounds": 7, "shock": 4}, HAND)
    assert question(session)[:2] == ("Ada", "difficulty")
    answer(session, "d4")
    throw(session, table, 3, 2)
    assert pools(session) == ("might 2d8+stubborn d6+help d4", "wounds 1")
    throw(session, table, 2, 1, 1, 1)
    ines = session.state.fighters["a.ines"]
    assert (ines.wounds, ines.shock) == (8, 9)
    assert session.events == [
        events.Treats(HAND, "a.ines", 4, 1, 8, wakes=False), events.Recovers("a.ines", 1, 1, 8, 9, 3),
    ]  # fmt: skip


def test_who_lacks_only_shock_has_no_recovery_roll() -> None:
    """BK-90, BK-91: a patient who lacks only Shock is treated, without a recovery roll. Once nobody is hurt any more,
    the game is over.
    """
    session, table, found = healing({"shock": 12}, HAND)
    answer(session, "d4")
    throw(session, table, 3, 2)
    assert found == [None]
    assert session.state.fighters["a.ines"].shock == 16
    assert session.state.phase == "over"
    assert [type(event).__name__ for event in session.events] == ["Treats"]


@pytest.mark.parametrize(
    ("before", "healed", "phase"),
    [
        ({}, 0, "over"),
        ({"wounds": -8, "condition": "dead"}, 0, "over"),
        ({"wounds": 4, "placed": False}, 0, "over"),
    ],
)
def test_nobody_to_heal(before: dict[str, Any], healed: int, phase: str) -> None:
    """BK-91: if a fighter is unhurt, is dead or was never set up, the period passes without healing."""
    session, _, found = healing(before)
    assert found == [None]
    assert (session.state.healed, session.state.phase) == (healed + 1, phase)


def test_the_last_period_ends_the_game() -> None:
    """BK-91: after the second of two periods the game is over, even if somebody is still hurt."""

    async def heals(game: Skirmish) -> None:
        game.state.phase, game.state.healed = "healing", 1
        await heal(game)

    hurt = {"a.ines": {"at": [10, 10], "wounds": 6}, "b.cole": {"at": [30, 20]}}
    session, table, _ = playing(heals, hurt, healing__periods=2)
    answer(session, "2")
    throw(session, table, 1, 1, 1)
    assert (session.state.healed, session.state.phase) == (2, "over")
    assert session.state.fighters["a.ines"].wounds == 6
