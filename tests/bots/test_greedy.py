"""The greedy bot, and how the evaluator of Riot Dice rates answers for it."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import pytest
from test_luck import lucky

import riotsim
from riotsim.bots.bot import Luck, play_out
from riotsim.bots.greedy import ERROR_SHARE, EasyBot, GreedyBot
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.bot import runs as judge_runs
from riotsim.games.riot_dice.bot import shots as judge_shots
from riotsim.games.riot_dice.bot import throws as judge_throw
from riotsim.games.riot_dice.bot import towers as judge_tower
from riotsim.games.riot_dice.bot import turns as judge_turn
from riotsim.games.riot_dice.bot.stakes import Stakes
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Choose, Request, SetPace, Step
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table import statics as balancing
from riotsim.table.pieces import Box, Model, Terrain, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.units import GRAVITY


class Fixed:
    """An evaluator with fixed ratings."""

    def __init__(self, *rated: tuple[object, float]) -> None:
        self._weighed = rated

    def evaluate(
        self, request: Request[object], session: object, chance: Callable[[], np.random.Generator]
    ) -> Sequence[tuple[object, float]]:
        """Return the same ratings every time."""
        return self._weighed


def game(seed: int = 1) -> Session[State]:
    """Return a game whose loot hasn't been dropped yet."""
    rules = load_rules("riot_dice", Rulebook, {"table.terrain": "[]"})
    return new_game(rules, ["Ada", "Bea"], seed, perform, {})


def choose(*options: object) -> Choose[object]:
    """Return a choice between options."""
    return Choose("Ada", "x", options)


def test_the_easy_bot_errs_as_often_as_it_should() -> None:
    """The easy bot answers from the better half, and gives the best answer in most games. Of two answers it always
    gives the better one.
    """
    session = game()
    four = choose("a", "b", "c", "d", "e")
    judge = Fixed(("a", 1.0), ("b", 3.0), ("c", 2.0), ("d", 0.0), ("e", 2.5))
    bots: list[EasyBot[State]] = [EasyBot(judge, Luck(seed, 0)) for seed in range(1000)]
    found = Counter(bot.answer(four, session) for bot in bots)
    assert set(found) == {"b", "c", "e"}
    best = 1 - ERROR_SHARE * 2 / 3
    assert found["b"] == pytest.approx(1000 * best, abs=4 * (1000 * best * (1 - best)) ** 0.5)
    two = choose("a", "b")
    assert {bot.answer(two, session) for bot in bots[:50]} == {"b"}


@pytest.mark.proof
@pytest.mark.parametrize(("better", "worse"), [("greedy", "easy"), ("easy", "random")])
@pytest.mark.parametrize(("rules", "options"), [("buskit", {"dice.by": "stream"}), ("cube_clash", {})])
def test_levels_are_in_order(rules: str, options: dict[str, object], better: str, worse: str) -> None:
    """In 100 games, the better of two levels wins at least 60: greedy against easy, and easy against random. A draw
    counts half.
    """
    won = 0.0
    for seed in range(50):
        for bots in ((better, worse), (worse, better)):
            players = dict(zip(("Ada", "Bea"), bots, strict=True))
            with riotsim.new_game(rules, players, seed=seed, options=options) as match:
                match.play()
                assert match.result is not None
                winners = [players[name] for name in match.result.winners]
                won += winners.count(better) / len(winners) if winners else 0.5
    assert won >= 60


def test_takes_the_best_that_is_allowed() -> None:
    """The greedy bot gives the answer with the highest rating that the request allows. If no rated answer is allowed,
    it refuses.
    """
    boss: GreedyBot[State] = GreedyBot(Fixed(("a", 1.0), ("b", 3.0), ("c", 2.0)), Luck(0, 0))
    assert boss.answer(choose("a", "b", "c"), game()) == "b"
    assert boss.answer(choose("a", "c"), game()) == "c"
    with pytest.raises(ValueError, match="no allowed answer"):
        boss.answer(choose("d"), game())


def test_a_run_into_loot_is_worth_it() -> None:
    """A move towards a die beyond a token is worth at least 0.7 tokens more than a move away from it. With a wall
    between, it is worth less.
    """
    table = Table(600.0, 600.0).with_pieces(
        Model("a1", "Ada", (100.0, 300.0)),
        Token("t1", Pose((180.0, 300.0, 1.5))),
        Token("t2", Pose((300.0, 550.0, 1.5))),
    )
    dice = np.array([[[260.0, 300.0]], [[100.0, 100.0]]])
    shows = np.array([[6.0], [6.0]])

    def worth(table: Table) -> list[float]:
        area = judge_runs.move_obstacles(table, "a1")
        none = np.zeros((0, 2))
        stops = np.zeros(len(area.names))
        stops[area.tokens] = 1.0
        stakes = Stakes(stops, np.zeros(len(stops), dtype=np.bool_), none, np.zeros((0, 3)))
        start = np.array([100.0, 300.0])
        plan = judge_runs.RunPlan(area, area.names.index("a1"), start, dice, shows, stakes)
        ((found, _),) = judge_runs.run_values([plan], 16.0)
        return [float(w) for w in found]

    towards, away = worth(table)
    assert towards > away + 0.7
    walled = table.with_pieces(Terrain("w", Box(10.0, 200.0, 30.0), (140.0, 300.0)))
    assert worth(walled)[0] < towards - 0.5


@pytest.mark.parametrize("gap", [0.0, 0.4, 20.0])
@pytest.mark.parametrize("slant", [0.0, 0.6])
def test_a_run_ends_at_the_wall(gap: float, slant: float) -> None:
    """A move ends where the base meets a wall. A model that touches the wall doesn't move at all. If the move slants,
    it gets farther before it meets the wall.
    """
    wall = Terrain("w", Box(10.0, 200.0, 30.0), (140.0, 300.0))
    model = Model("a1", "Ada", (140.0 - 5.0 - 12.5 - gap, 300.0))
    area = judge_runs.move_obstacles(Table(600.0, 600.0).with_pieces(model, wall), "a1")
    starts, ways = np.array([model.at]).T, np.array([[math.cos(slant)], [math.sin(slant)]])
    there = judge_runs.presence_mask(area, np.array([area.names.index("a1")]))
    (far,), (who,) = judge_runs.run_lengths(area, starts, ways, np.array([60.0]), there)
    assert area.names[who] == "w"
    assert far == pytest.approx(gap / math.cos(slant), abs=1e-9)


def test_dice_go_where_the_tower_needs_them() -> None:
    """If a tower leans one way, a next die that is put back the other way gives it the most stability."""
    stack = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [6.0, 0.0]])
    offsets = np.array([[-4.0, 0.0], [0.0, 0.0], [4.0, 0.0]])
    back, straight, on = balancing.margins(stack, offsets, 16.0)
    assert back > straight > on


def test_tall_towers_are_carried_slowly() -> None:
    """The chance that a carried tower falls grows with its height, from 0 to nearly 1. A tall tower is safe at the slow
    pace and not at the fast one.
    """
    fast, slow = 1200.0, 400.0
    risks = [judge_tower.carry_risk(height, fast) for height in range(14)]
    assert risks == sorted(risks)
    assert risks[1] == 0.0
    assert risks[13] > 0.95
    assert judge_tower.carry_risk(10, slow) < 0.1 < 0.9 < judge_tower.carry_risk(10, fast)


@pytest.mark.parametrize("hand", ["steady", "average", "drunk"])
def test_greedy_slows_down_for_tall_towers_only(hand: str) -> None:
    """RD-49: greedy carries low towers at the normal pace and tall ones slowly, as a slow carry costs time. By statics,
    N dice tip at g / (N − 1). Towers that stand at twice the normal pace's acceleration are low, those that only stand
    at the slow pace tall.
    """
    rules = load_rules("riot_dice", Rulebook, {"table.terrain": "[]"})
    session = new_game(rules, ["Ada", "Bea"], 1, perform, {}, hands={"Ada": hand})
    boss = make_bots({"Ada": "greedy", "Bea": "random"}, rules, 1)["Ada"]
    paces = dict(rules.hands[hand].hand.paces)
    assert list(paces) == ["normal", "slow"]
    normal, slow = (GRAVITY / pace.acceleration + 1 for pace in paces.values())
    assert rules.clock.slow_carry_seconds > 0

    def pace_for(dice: int) -> object:
        request = SetPace("Ada", "carry", "a1", (100.0, 100.0), dice, ("normal", "slow"))
        return boss.answer(cast(Request[object], request), session)

    low = [dice for dice in range(1, 20) if dice <= (normal - 1) / 2 + 1]
    tall = [dice for dice in range(1, 20) if normal + 1 <= dice <= slow - 1]
    assert low
    assert tall
    assert {pace_for(dice) for dice in low} == {"normal"}
    assert {pace_for(dice) for dice in tall} == {"slow"}
    session.close()


def test_nobody_imagines_a_scoot_where_bullets_come_first() -> None:
    """If a model may still scoot and shoot, and a shot is worth something, only the shot is rated. No throws are then
    drawn for the scoot.
    """
    rules = load_rules("riot_dice", Rulebook, {"table.terrain": "[]"})
    session = new_game(rules, ["Ada", "Bea"], 1, perform, {})

    def asked(*options: str) -> tuple[BotView, Choose[object]]:
        for _ in play_out(session, make_bots({"Ada": "greedy", "Bea": "greedy"}, rules, 1)):
            request = session.pending[0]
            if isinstance(request, Choose) and {*request.options} == {*options}:
                return BotView(session.play, rules), request
        raise AssertionError("nobody was asked that")

    class Drawn(Exception):
        """A request for chance, which the rating of a scoot needs to draw throws."""

    def chance() -> np.random.Generator:
        raise Drawn

    game, request = asked("scoot", "shoot")
    assert game.state.activating is not None
    assert judge_shots.best_shot(game, game.state.activating) > 0
    assert [option for option, _ in judge_turn.rate_actions(game, request, chance)] == ["shoot"]
    game, request = asked("scoot", "end")
    with pytest.raises(Drawn):
        judge_turn.rate_actions(game, request, chance)
    session.close()


def test_knocks_fear_towers() -> None:
    """A throw at a tower of the game is rated as costing more than a throw far from it."""
    session = game()
    bots = make_bots({"Ada": "greedy", "Bea": "greedy"}, load_rules("riot_dice", Rulebook), 1)
    for _ in play_out(session, bots):
        if session.table.towers and session.state.turn is not None:
            break
    riot = BotView(session.play, load_rules("riot_dice", Rulebook))
    foot = session.table.tower_dice(next(iter(session.table.towers)))[0].pose.xy
    far = (abs(foot[0] - 600.0), abs(foot[1] - 600.0))
    towers = judge_throw.towers_at_risk(riot)
    assert judge_throw.knock_loss(towers, foot) > judge_throw.knock_loss(towers, far)
    session.close()


BRIEF = {"clock.minutes": "3", "clock.after": "last_activation"}
"""Options with which each boss has four turns."""


@pytest.mark.parametrize(("options", "kinds"), [
    ({}, {"whole"}),
    ({"scoot.full_distance": "false"}, {"whole", "less"}),
    ({"scoot.use_all_dice": "false"}, {"whole", "put away"}),
])  # fmt: skip
def test_what_the_rules_leave_open_is_made_use_of(options: dict[str, str], kinds: set[str]) -> None:
    """RD-42, RD-44: if the options allow it, greedy walks a part of a die's way, or puts a die away. By the usual rules
    it always walks the whole way.
    """
    rules = load_rules("riot_dice", Rulebook, {"table.terrain": "[]", **BRIEF, **options})
    found = set()
    for seed in range(2):
        session = new_game(rules, ["Ada", "Bea"], seed, lucky, {})
        bots = make_bots({"Ada": "greedy", "Bea": "greedy"}, rules, seed)
        while not session.is_over:
            request = session.pending[0]
            answer = bots[request.player].answer(request, session)
            if isinstance(answer, Step):
                found.add("put away" if answer.discard else "whole" if answer.distance is None else "less")
            session.answer(answer, request.player)
        session.close()
    assert found == kinds


@pytest.mark.parametrize(("games", "least", "minutes"), [(2, 2, 10), pytest.param(4, 3, 30, marks=pytest.mark.proof)])
def test_greedy_beats_random(games: int, least: int, minutes: int) -> None:
    """On a table without scenery, greedy wins nearly all games against random. In these games, every kind of answer is
    asked for.
    """
    rules = load_rules("riot_dice", Rulebook, {"table.terrain": "[]", "clock.minutes": minutes})
    points, kinds = 0.0, Counter[str]()
    for seed in range(games):
        bots = {"Ada": "greedy", "Bea": "random"} if seed % 2 else {"Ada": "random", "Bea": "greedy"}
        session = new_game(rules, list(bots), seed, perform, {})
        for request in play_out(session, make_bots(bots, rules, seed)):
            kinds[type(request).__name__] += 1
        result = session.state.result
        assert result is not None
        points += sum(bots[name] == "greedy" for name in result.winners) / max(1, len(result.winners))
    assert points >= least
    assert {"Choose", "PickPoint", "PickWay", "AimThrow", "PlaceDie", "SetPace"} <= set(kinds)


def test_where_no_loot_is_left_no_place_is_nearer_to_it() -> None:
    """The distance to loot is measured in inches to the nearest token that is left. If none is left, the
    distance is 0.
    """
    points, tokens = np.array([[0.0, 254.0], [0.0, 0.0]]), np.array([[25.4, 254.0], [0.0, 25.4]])
    left = np.array([[True, True], [False, False]])
    assert judge_runs._distance_to_loot(points, tokens, left) == pytest.approx([1.0, 0.0])
