"""Ratings of positions of Riot Dice, and the decisions at which planners look ahead."""

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
"""Two models each, far from all enemies; where they stand, half a turn brings one side to the other."""


def worth(session: Session[State], boss: str = "Ann") -> float:
    """Return the rating of a position for a boss."""
    return RiotPositionEvaluator(rules()).evaluate(boss, session)


def test_one_s_gain_is_the_other_s_loss() -> None:
    """At every start of a turn the chances of two bosses add up to 1; at the end the winner has all."""
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
    """RD-80, RD-81: with more than the other could have, and nobody near, the boss whose turn it is need only leave."""
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
    """More loot, more models on their feet and loot nearby are worth more; a tower is worth less."""
    even = worth(stand(LuckyTable(), FACING, loot=((12.0, 12.0),)))
    nearer = worth(stand(LuckyTable(), FACING, loot=((4.0, 5.0),)))
    richer = stand(LuckyTable(), FACING, loot=((12.0, 12.0),) * 3)
    richer.state.bosses["Ann"].stash = 1
    alone = worth(stand(LuckyTable(), {name: at for name, at in FACING.items() if name != "a2"}, loot=((12.0, 12.0),)))
    assert alone < even < nearer
    assert worth(richer) > even


def test_a_tower_is_a_burden() -> None:
    """RD-23: a model that has drunk is worth less than a sober one."""
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
    """Which model to activate is worth trying; all else the judge knows as well."""
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
    """RD-80, RD-84: a planner leaves to win, for it sees what comes of it; a greedy boss who is behind leaves too."""
    book = rules({"loot.each": 2, "clock.minutes": 5, "gang.models": "[git, git]"})
    behind = dict.fromkeys(PLANNERS, 0)
    for seed in range(1, 9):
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
    assert all(0 < count < 8 for count in behind.values())
