"""The greedy bot's answers to each kind of request, and its steps along the paths to move dice."""

import itertools
import math
from typing import cast

import numpy as np
import pytest
from bot_position import bot_session, bot_view, even, no_chance
from lucky_table import rules

from riotsim.games.riot_dice.bot import fights, setup, shots, throws, towers, turns
from riotsim.games.riot_dice.bot.answers import RiotAnswerEvaluator, rate_ways
from riotsim.games.riot_dice.bot.runs import RunPlan, move_obstacles, run_values
from riotsim.games.riot_dice.bot.view import FIGHT, BotView
from riotsim.games.riot_dice.events import FightBreaksOut
from riotsim.games.riot_dice.rules.shoot import BulletChoice
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickPoint, PickWay, PlaceDie, Request, SetPace, Step, Way
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.units import INCH, inches

PLACES = {"a1": (8.0, 12.0), "a2": (8.0, 13.0), "b1": (13.0, 12.0)}


def scene() -> Session[State]:
    """Return a position in which `a1` is active and `a2` has fallen beside it. A token and two towers stand on the
    table.
    """
    session = bot_session(
        PLACES, loot=((8.0, 17.0),), fallen=("a2",), towers={"a1": 3, "b1": 9}, stashes={"Ann": 1, "Bob": 1}
    )
    session.state.activating = "a1"
    session.play.emit(FightBreaksOut("a1", "b1"))
    return session


SIDE = inches(24)

REGION = Region(disc((0.0, 0.0), 12.5), SIDE, SIDE)

THROW = AimThrow("Ann", "roll", ("d6", "d6"), SIDE, SIDE, 60.0, "a1")


def test_each_request_has_its_own_ratings() -> None:
    """If a bot gets a request, it asks its part for that kind of request for ratings. The part gets the request's
    models and options. An unknown kind is an error.
    """
    session = scene()
    game = BotView(session.play, rules())
    turn: Choose[object] = Choose("Ann", "turn", (Activate("a1"), LegIt()))
    action: Choose[object] = Choose("Ann", "action", ("shoot", "boot", "end"))
    throw: Choose[object] = Choose("Ann", "fight", ("thump", "shove", "pinch"))
    bullet: Choose[object] = Choose("Ann", "bullet", (BulletChoice("d", "b1"), BulletChoice("d", "nothing")))
    weapon: Choose[object] = Choose("Ann", "weapon", ("pistol", "rifle"))
    spot = PickPoint("Ann", "place", (("a2", REGION),))
    pace, die = SetPace("Ann", "carry", "a1", (0.0, 0.0), 3, ("normal", "slow")), PlaceDie("Ann", "stack", "b1", 9, 8.0)
    rows: list[tuple[object, list[tuple[object, float]]]] = [
        (turn, turns.rate_turn(game, turn, even(2)())), (action, turns.rate_actions(game, action, even(2))),
        (throw, fights.rate_throws(game, throw, even(2)())), (bullet, shots.rate_bullets(game, bullet)),
        (weapon, shots.rate_weapons(game, "a1", ("pistol", "rifle"))),
        (Choose("Ann", "fight_next", ("b1", "b2")), [("b1", 0.0), ("b2", 0.0)]),
        (Choose("Ann", "turn", (LegIt(),)), [(LegIt(), 0.0)]),
        (PickPiece("Ann", "boot", ("a2",)), turns.rate_boots(game, "Ann", ("a2",))),
        (spot, setup.rate_spots(game, spot, even()())), (THROW, throws.rate_aims(game, THROW, even(2))),
        (die, towers.rate_places(game, die)), (pace, towers.rate_paces(game, pace)),
    ]  # fmt: skip
    evaluator = RiotAnswerEvaluator(rules())
    for request, wanted in rows:
        assert evaluator.evaluate(cast(Request[object], request), session, even(2)) == wanted, request
        assert wanted
    with pytest.raises(TypeError, match="Riot Dice asks no such thing as Request"):
        evaluator.evaluate(Request("Ann", "x"), session, no_chance)


def test_a_bot_may_avoid_fights() -> None:
    """If a bot avoids fights, it rates a throw as the part for throws does without fights. Otherwise the ratings
    differ.
    """
    session = scene()
    peaceful = RiotAnswerEvaluator(rules(), (FIGHT,)).evaluate(THROW, session, even(2))  # type: ignore[arg-type]  # a request
    game = BotView(session.play, rules(), avoiding=frozenset({FIGHT}))
    assert peaceful == throws.rate_aims(game, THROW, even(2))
    assert peaceful != RiotAnswerEvaluator(rules()).evaluate(THROW, session, even(2))  # type: ignore[arg-type]  # a request


def ways_of(game: BotView, *dice: tuple[float, float, int]) -> tuple[Way, ...]:
    """Put dice on the table, and return the moves of `a1` towards them. A die has a place (in) and a number."""
    x, y = game.model("a1").at
    found = []
    for number, (right, back, shows) in enumerate(dice):
        at = (inches(right), inches(back))
        game.play.table = game.table.with_pieces(Die(f"d{number}", pose=Pose((*at, 8.0))))
        found.append(Way(f"d{number}", math.atan2(at[1] - y, at[0] - x), shows * INCH))
    return tuple(found)


def value_of(game: BotView, ways: tuple[Way, ...], part: float = 1.0) -> float:
    """Return the value of a run that uses dice in their order. The first die is used for a part of its distance."""
    area = move_obstacles(game.table, "a1")
    lying, shown = throws.dice_positions(game, "a1", ways)
    shown[0] *= part
    start = np.array(game.model("a1").at)
    one = RunPlan(area, area.names.index("a1"), start, lying[None], shown[None], throws.stakes_of(game, "a1", area))
    ((worth, _),) = run_values([one], 16.0, in_order=True)
    return float(worth[0])


def open_game() -> BotView:
    """Return a position with three tokens around `a1`."""
    return bot_view({"a1": (8.0, 12.0), "b1": (20.0, 20.0)}, loot=((8.0, 17.0), (12.0, 14.0), (3.0, 9.0)))


DICE = ((12.0, 12.0, 3), (8.0, 20.0, 4), (2.0, 8.0, 2))
"""Places (in) and numbers of dice around `a1`."""


def test_a_step_is_worth_the_best_order_of_the_dice_after_it() -> None:
    """RD-41: with up to four dice, a bot rates each first die by the best order of the other dice."""
    game = open_game()
    ways = ways_of(game, *DICE)
    found = rate_ways(game, PickWay("Ann", "move", "a1", ways))
    wanted = [max(value_of(game, order) for order in itertools.permutations(ways) if order[0] == way) for way in ways]
    assert [step for step, _ in found] == [Step("d0"), Step("d1"), Step("d2")]
    assert [worth for _, worth in found] == pytest.approx(wanted)
    assert len(set(wanted)) == 3


def test_with_many_dice_only_the_first_is_chosen() -> None:
    """RD-41: with five dice, a bot rates each first die with the others in their given order, and those before it at
    the end. With four dice, the best order counts.
    """
    game = open_game()
    ways = ways_of(game, *DICE, (9.0, 9.0, 2), (14.0, 16.0, 5))
    found = rate_ways(game, PickWay("Ann", "move", "a1", ways))
    wanted = [value_of(game, ways[k:] + ways[:k]) for k in range(5)]
    assert [step for step, _ in found] == [Step(f"d{k}") for k in range(5)]
    assert [worth for _, worth in found] == pytest.approx(wanted)
    four = rate_ways(game, PickWay("Ann", "move", "a1", ways[:4]))
    best = [
        max(value_of(game, order) for order in itertools.permutations(ways[:4]) if order[0] == way) for way in ways[:4]
    ]
    assert [worth for _, worth in four] == pytest.approx(best)


@pytest.mark.parametrize(("full", "discard", "parts"), [
    (True, False, (1.0,)), (True, True, (1.0, 0.0)), (False, False, (1.0, 0.75, 0.5, 0.25)),
    (False, True, (1.0, 0.75, 0.5, 0.25, 0.0)),
])  # fmt: skip
def test_shorter_moves_where_the_rules_allow_them(full: bool, discard: bool, parts: tuple[float, ...]) -> None:
    """RD-42, RD-44: if the rules allow shorter moves, a bot also rates quarters of each distance. If the rules allow it
    to discard a die, this is rated too.
    """
    game = open_game()
    ways = ways_of(game, *DICE[:2])
    found = rate_ways(game, PickWay("Ann", "move", "a1", ways, full_distance_only=full, may_discard=discard))
    steps, worths = [], []
    for part in parts:
        for way, later in (ways, ways[::-1]):
            partial = Step(way.die, part * way.distance) if part else Step(way.die, discard=True)
            steps.append(Step(way.die) if part == 1.0 else partial)
            worths.append(value_of(game, (way, later), part))
    assert [step for step, _ in found] == steps
    assert [worth for _, worth in found] == pytest.approx(worths)


def test_the_last_die_needs_no_rating() -> None:
    """RD-41: if only one die is left and its full distance must be used, a bot takes it without a rating. Otherwise the
    bot rates what it may do.
    """
    session = scene()
    game = BotView(session.play, rules())
    ways = ways_of(game, DICE[0])
    for full, discard, count in ((True, False, 1), (False, False, 4), (True, True, 2)):
        request = PickWay("Ann", "move", "a1", ways, full_distance_only=full, may_discard=discard)
        found = RiotAnswerEvaluator(rules()).evaluate(request, session, no_chance)  # type: ignore[arg-type]  # a request
        assert len(found) == count
        assert found == ([(Step("d0"), 0.0)] if count == 1 else rate_ways(game, request))
