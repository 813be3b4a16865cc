"""Ratings of positions of Riot Dice, and the decisions at which planners look ahead."""

import math
from collections.abc import Mapping

import pytest
from lucky_table import LuckyTable, rules, stand

from riotsim.bots.bot import play_out
from riotsim.games.riot_dice.bot.positions import LEAVING_WINNER_CHANCE, MAX_ACTIVATION_ANSWERS, RiotPositionEvaluator
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.games.riot_dice.state import State
from riotsim.play.session.session import Session
from riotsim.players import PLANNERS, make_bots
from riotsim.table.poses import Point

FACING: Mapping[str, Point] = {"a1": (4.0, 4.0), "a2": (8.0, 4.0), "b1": (4.0, 20.0), "b2": (8.0, 20.0)}
"""Places of two models a side, far from all enemies. If the table is turned by half a turn, the sides change places."""


def worth(session: Session[State], boss: str = "Ann") -> float:
    """Return the rating of a position for a boss."""
    return RiotPositionEvaluator(rules()).evaluate(boss, session)


def test_one_s_gain_is_the_other_s_loss() -> None:
    """At the start of every turn, the chances of two bosses add up to 1. At the end, the winners share 1."""
    book = rules({"loot.each": 2, "clock.minutes": 10})
    session = new_game(book, ("Ann", "Bob"), 1, LuckyTable(clumsy=0.1), {})
    turn, seen = None, 0
    for _ in play_out(session, make_bots({"Ann": "greedy", "Bob": "greedy"}, book, 1)):
        if session.checkpoint is not turn and session.state.phase == "play":
            turn, seen = session.checkpoint, seen + 1
            assert worth(session) + worth(session, "Bob") == pytest.approx(1.0)
    assert seen > 3
    assert session.state.result is not None
    winners = session.state.result.winners
    assert [worth(session, boss) for boss in ("Ann", "Bob")] == [
        (boss in winners) / len(winners) for boss in ("Ann", "Bob")
    ]


def test_who_can_leave_as_the_winner_has_won() -> None:
    """RD-80, RD-81: a boss on turn has almost won with more loot than the other could get, if no enemies are near. On
    the other's turn, or with enemies near, the rating is lower.
    """
    session = stand(LuckyTable(), FACING, loot=((12.0, 12.0),))
    session.state.bosses["Ann"].stash = 2
    assert (worth(session), worth(session, "Bob")) == (LEAVING_WINNER_CHANCE, 1 - LEAVING_WINNER_CHANCE)
    session.state.turn = "Bob"
    assert worth(session) < LEAVING_WINNER_CHANCE
    session.state.turn = "Ann"
    near = stand(LuckyTable(), {**FACING, "b1": (4.0, 8.0)}, loot=((12.0, 12.0),))
    near.state.bosses["Ann"].stash = 2
    assert worth(near) < LEAVING_WINNER_CHANCE, "two of hers would leave tokens behind"


def test_what_helps_is_worth_more() -> None:
    """A position is worth more to a boss with more loot, more standing models or loot nearby."""
    even = worth(stand(LuckyTable(), FACING, loot=((12.0, 12.0),)))
    nearer = worth(stand(LuckyTable(), FACING, loot=((4.0, 5.0),)))
    richer = stand(LuckyTable(), FACING, loot=((12.0, 12.0),) * 3)
    richer.state.bosses["Ann"].stash = 1
    alone = worth(stand(LuckyTable(), {name: at for name, at in FACING.items() if name != "a2"}, loot=((12.0, 12.0),)))
    assert alone < even < nearer
    assert worth(richer) > even


def odds(session: Session[State]) -> float:
    """Return the logarithm of the odds that Ann wins."""
    chance = worth(session)
    return math.log(chance / (1 - chance))


def test_the_fallen_are_in_danger_near_their_enemies_until_the_time_is_up() -> None:
    """RD-82: a fallen model near an enemy is worth less than one far away, because it may be booted. Once the time is
    up, both are worth the same.
    """
    safe, in_danger = ({**FACING, "a3": place} for place in ((4.0, 6.0), (4.0, 18.0)))
    in_time, late = (
        [odds(stand(LuckyTable(), models, fallen=("a3",), clock=clock)) for models in (safe, in_danger)]
        for clock in (600.0, 0.0)
    )
    assert in_time[0] > in_time[1]
    assert late[0] == pytest.approx(late[1])


def test_the_last_models_count_most() -> None:
    """RD-24: the fewer standing models a boss has, the more it costs to lose one. The last model costs most."""
    places = {"a1": (4.0, 4.0), "a2": (8.0, 4.0), "a3": (12.0, 4.0), "a4": (16.0, 4.0)}
    foes = {name.replace("a", "b"): (x, 24 - y) for name, (x, y) in places.items()}

    def with_standing(count: int) -> float:
        fallen = tuple(name for name in places if int(name[1]) > count)
        return odds(stand(LuckyTable(), {**places, **foes}, fallen=fallen, clock=0.0))

    lost = [with_standing(count) - with_standing(count - 1) for count in (4, 2, 1)]
    assert lost[0] < lost[1] < lost[2]


def test_models_count_for_more_once_the_time_is_up() -> None:
    """RD-82: once the time is up, a lead in standing models counts for more."""
    ahead = {name: at for name, at in FACING.items() if name != "b2"}
    in_time, late = (
        odds(stand(LuckyTable(), ahead, clock=clock)) - odds(stand(LuckyTable(), FACING, clock=clock))
        for clock in (600.0, 0.0)
    )
    assert late > in_time > 0


def test_a_lead_is_worth_more_if_little_loot_is_left() -> None:
    """RD-80: a lead in loot is worth more if few tokens are left on the table."""
    chances = []
    for left in (3, 9):
        session = stand(LuckyTable(), FACING, loot=((14.0, 12.0),) * left)
        session.state.bosses["Ann"].stash = 2
        chances.append(worth(session))
    assert chances[0] > chances[1]


def test_a_tower_is_a_burden() -> None:
    """RD-23: a model with a tower is worth less than a model without one."""
    session = stand(LuckyTable(), FACING, loot=((12.0, 12.0),))
    for _ in play_out(session, make_bots({"Ann": "greedy", "Bob": "greedy"}, rules(), 1)):
        if session.state.turn == "Bob" and session.state.activating is None and session.table.towers:
            break
    (tower,) = session.table.towers
    drunk = worth(session)
    dice = [die.id for die in session.table.tower_dice(tower)]
    session.play.table = session.table.with_tower(tower, None).without(*dice)
    assert tower.startswith("a")
    assert worth(session) > drunk


def test_only_models_are_tried() -> None:
    """A planner tries several answers if it is asked which model to activate. At other questions, it tries none."""
    session = stand(LuckyTable(), FACING, loot=((12.0, 12.0),))
    outlook = RiotPositionEvaluator(rules())
    (turn,) = session.pending
    session.answer(next(o for o in turn.options if "a1" in str(o)))  # type: ignore[attr-defined]  # it is a `Choose`
    (action,) = session.pending
    session.answer("scoot")
    (throw,) = session.pending
    tried = {request.purpose: outlook.answers_to_try(request, session) for request in (turn, action, throw)}
    assert tried == {"turn": MAX_ACTIVATION_ANSWERS, "action": 0, "roll": 0}


def test_planners_do_not_give_up() -> None:
    """RD-80, RD-84: where a greedy boss leaves the game, a planner leaves only if it wins by that."""
    book = rules({"loot.each": 2, "clock.minutes": 5, "gang.models": "[git, git]"})
    behind = dict.fromkeys(PLANNERS, 0)
    for seed in (2, 6, 7):  # in the last one a planner leaves
        session = new_game(book, ("Ann", "Bob"), seed, LuckyTable(), {})
        bosses = make_bots({"Ann": "greedy", "Bob": "greedy"}, book, seed)
        while not isinstance(answer := bosses[session.pending[0].player].answer(session.pending[0], session), LegIt):
            session.answer(answer, session.pending[0].player)
        (request,) = session.pending
        leaves = {}
        for bot in PLANNERS:
            planner = make_bots({"Ann": bot, "Bob": bot}, book, seed, perform=LuckyTable())[request.player]
            leaves[bot] = isinstance(planner.answer(request, session), LegIt)
        session.answer(answer, request.player)
        assert session.state.result is not None
        for bot in PLANNERS:
            assert leaves[bot] == (request.player in session.state.result.winners)
            behind[bot] += not leaves[bot]
    assert all(0 < count < 3 for count in behind.values())
