"""The ratings of Demolition Dice's bots: prospects of towers, chances to win, and throws, dice and places."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from dice_table import NAMES, LuckyTable, rules

from riotsim.games.demolition_dice.bot.answers import (
    MIN_CLEARANCE,
    DemolitionAnswerEvaluator,
    offset_over_base,
    rate_aims,
    rate_knocks,
)
from riotsim.games.demolition_dice.bot.positions import (
    LUCK_QUANTILES,
    TUMBLE_SHARE,
    DemolitionPositionEvaluator,
    Prospect,
    chance_to_win,
    prospect,
    prospect_after_fall,
)
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import ROLL_THE_REST, STOP, rules_of
from riotsim.games.demolition_dice.rules.knock import LeaveAlone, ThrowAt, target_of
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.demolition_dice.state import Result, State
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PlaceDie, Request
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.acts import Mark
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region

TOWERS: dict[str, tuple[int, ...]] = {"Ada": (1, 2, 1, 2), "Bea": (6, 6, 5), "Cy": (4,)}

VARIANCE = 35 / 12
"""Variance of a d6."""

BETTER = 161 / 36
"""Mean of the better of two dice."""


def begun(towers: Mapping[str, tuple[int, ...]] = TOWERS, **given: object) -> Session[State]:
    """Begin a game at a position, on a table without physics."""
    book = rules()
    position = Given.model_validate({"players": NAMES, "towers": dict(towers), **given})
    return Session(rules_of(book), position.state(book), position.lay(book), 1, ScriptedTable())


def position(towers: Mapping[str, tuple[int, ...]] = TOWERS, **given: object) -> Demolition:
    """Return a game at a position."""
    return Demolition(begun(towers, **given).play, rules())


def no_chance() -> np.random.Generator:
    """Fail, because ratings draw no random numbers."""
    raise AssertionError


def rated(session: Session[State], request: Request[Any]) -> list[tuple[object, float]]:
    """Return the rated answers to a request."""
    return DemolitionAnswerEvaluator(rules()).evaluate(request, session, no_chance)


@pytest.mark.parametrize(
    ("shows", "mean", "variance"),
    [
        ((), 4 * BETTER + 3.5, 5 * VARIANCE),
        ((4,), 4 + 3 * BETTER + 3.5, 4 * VARIANCE),
        ((6, 6, 5, 1), 18 + 3.5, VARIANCE),
        ((6, 6, 5, 1, 2), 20.0, 0.0),
    ],
)
def test_the_prospect_of_a_tower(shows: tuple[int, ...], mean: float, variance: float) -> None:
    """DD-10, DD-51: the prospect of a tower is the sum of its faces and of the expected value of each die to come. This
    is the better of two dice, and a single die for the last.
    """
    found = prospect(position({"Bea": shows, "Ada": (1,), "Cy": (2,)}), "Bea")
    assert (found.mean, found.variance) == pytest.approx((mean, variance))


def test_a_fall_brings_dice_back_to_their_mean() -> None:
    """DD-40: if a tower falls, a share of its dice shows new faces, which are 3.5 on average."""
    found = prospect_after_fall(Prospect(20.0, 2.0), (6, 6, 1, 4))
    assert found.mean == pytest.approx(20 + TUMBLE_SHARE * (4 * 3.5 - 17))
    assert found.variance == pytest.approx(2 + TUMBLE_SHARE * 4 * VARIANCE)


def normal(score: float) -> float:
    """Return the share of a standard normal distribution below a score."""
    return 0.5 * (1 + math.erf(score / math.sqrt(2)))


def test_the_chance_to_win() -> None:
    """DD-51: if all scores are certain, the chances are those of a win, a loss or a shared win. Equal prospects have
    equal chances. For two normally distributed scores, the chance is that of their difference.
    """
    certain = {"Ada": Prospect(10.0, 0.0), "Bea": Prospect(9.0, 0.0), "Cy": Prospect(10.0, 0.0)}
    assert [chance_to_win(name, certain) for name in certain] == [0.5, 0.0, 0.5]
    alike = dict.fromkeys(NAMES, Prospect(15.0, 4.0))
    assert [chance_to_win(name, alike) for name in NAMES] == pytest.approx([1 / 3] * 3, abs=0.005)
    two = {"Ada": Prospect(15.0, 9.0), "Bea": Prospect(12.0, 16.0), "Cy": Prospect(-100.0, 1.0)}
    assert chance_to_win("Ada", two) == pytest.approx(normal(3 / 5), abs=0.005)
    assert chance_to_win("Bea", two) == pytest.approx(normal(-3 / 5), abs=0.005)
    fixed = {"Ada": Prospect(15.0, 0.0), "Bea": Prospect(12.0, 16.0), "Cy": Prospect(14.0, 0.0)}
    assert chance_to_win("Ada", fixed) == pytest.approx(normal(3 / 4))
    assert len(LUCK_QUANTILES) == 64
    assert sum(LUCK_QUANTILES) == pytest.approx(0.0, abs=1e-9)


def test_a_position_is_rated_by_the_chance_to_win() -> None:
    """DD-51: before the end, a position is rated by the towers. After it, winners share one win."""
    session = begun({"Ada": (6,) * 5, "Bea": (5,) * 5, "Cy": (6,) * 5})
    judge = DemolitionPositionEvaluator(rules())
    assert [judge.evaluate(name, session) for name in NAMES] == [0.5, 0.0, 0.5]
    session.state.result = Result(("Bea",), ())
    assert [judge.evaluate(name, session) for name in NAMES] == [0.0, 1.0, 0.0]
    session.state.result = Result(("Ada", "Cy"), ())
    assert [judge.evaluate(name, session) for name in NAMES] == [0.5, 0.0, 0.5]
    assert (judge.rating_scale, judge.turns) == (1.0, 1)


def test_planners_look_ahead_at_throws_at_towers_only() -> None:
    """DD-30: planners look ahead at four answers when they choose a tower, and at six throws when they throw at one.
    For all other questions they don't look ahead.
    """
    session, judge = begun(), DemolitionPositionEvaluator(rules())
    plain = AimThrow("Ada", "roll", ("d6",), 100.0, 100.0, 50.0)
    aimed = AimThrow("Ada", "roll", ("d6",), 100.0, 100.0, 50.0, target=target_of(position(), "Bea"))
    knock, finish = (Choose("Ada", purpose, ("x", "y")) for purpose in ("knock", "finish"))
    asked: list[Request[Any]] = [plain, aimed, knock, finish]
    assert [judge.answers_to_try(request, session) for request in asked] == [0, 6, 4, 0]


def test_throws_at_towers_are_rated_by_what_they_gain() -> None:
    """DD-30: a throw is worth the chance of a fall times what the fall changes. To leave the towers alone is worth
    nothing. An average hand fells towers of one, three and four dice in 31, 72 and 74 % of throws.
    """
    game = position()
    options = ThrowAt("Ada"), ThrowAt("Bea"), ThrowAt("Cy"), LeaveAlone()
    prospects = {name: prospect(game, name) for name in NAMES}
    now = chance_to_win("Ada", prospects)
    expected = []
    for name, chance in (("Ada", 0.74), ("Bea", 0.72), ("Cy", 0.31)):
        fallen = {**prospects, name: prospect_after_fall(prospects[name], TOWERS[name])}
        expected.append(now + chance * (chance_to_win("Ada", fallen) - now))
    found = rate_knocks(game, "Ada", options)
    assert [option for option, _ in found] == list(options)
    assert [rating for _, rating in found] == pytest.approx([*expected, now])
    assert expected[0] > now > 0  # her own tower has low numbers
    assert expected[1] > now  # Bea's tower has high ones
    assert rated(begun(), Choose("Ada", "knock", options)) == found


def test_a_throw_at_the_highest_tower() -> None:
    """DD-01, DD-30: with eight dice for each player, a tower of eight falls in 74 % of throws."""
    book = rules({"dice": 8})
    given = Given(players=NAMES, towers={"Ada": (3,), "Bea": (6,) * 8, "Cy": (4,)})
    session = Session(rules_of(book), given.state(book), given.lay(book), 1, ScriptedTable())
    game = Demolition(session.play, book)
    prospects = {name: prospect(game, name) for name in NAMES}
    now = chance_to_win("Ada", prospects)
    fallen = {**prospects, "Bea": prospect_after_fall(prospects["Bea"], (6,) * 8)}
    ((_, rating),) = rate_knocks(game, "Ada", (ThrowAt("Bea"),))
    assert rating == pytest.approx(now + 0.74 * (chance_to_win("Ada", fallen) - now))


def test_plain_answers_are_rated_by_simple_rules() -> None:
    """DD-10, DD-20, DD-50: a bot takes the higher die, goes on to roll the rest of its dice, and rolls from the middle
    of the tray.
    """
    session = begun(TOWERS, rolled={"Bea": (2, 5)})
    assert rated(session, Choose("Ada", "finish", (ROLL_THE_REST, STOP))) == [(ROLL_THE_REST, 1.0), (STOP, 0.0)]
    assert rated(session, PickPiece("Bea", "pick", ("b4", "b5"))) == [("b4", 2.0), ("b5", 5.0)]
    for least, drop in ((50.0, 100.0), (130.0, 130.0)):
        roll = AimThrow("Ada", "roll", ("d6",), 90.0, 120.0, least)
        assert rated(session, roll) == [(Aim((45.0, 60.0), 0.0, drop=drop), 0.0)]
    assert rated(session, PlaceDie("Bea", "stack", "Bea", 3, 8.0)) == [((0.0, 0.0), 0.0)]
    with pytest.raises(TypeError, match="Demolition Dice asks no such thing as"):
        rated(session, Choose("Ada", "weather", ("x", "y")))


@pytest.mark.parametrize(
    ("steps", "offset"),
    [
        ([], (0.0, 0.0)),
        ([(3.0, 2.0)], (-3.0, -2.0)),
        ([(3.0, 0.0), (0.0, -6.0)], (-3 / math.sqrt(45) * 4, 6 / math.sqrt(45) * 4)),
        ([(1.0, 1.0), (1.0, -4.0)], (-2.0, 3.0)),
    ],
)
def test_the_next_die_goes_above_the_bottom_one(steps: list[tuple[float, float]], offset: tuple[float, float]) -> None:
    """DD-20: a bot puts the next die as near to the place above the bottom die as possible. The die stays within a
    quarter of its size (4 mm) of the top die.
    """
    game = position({"Ada": (1,), "Bea": (1,) * (1 + len(steps)), "Cy": (1,)})
    dice = game.table.tower_dice("Bea")
    x = y = 0.0
    for die, (right, back) in zip(dice[1:], steps, strict=True):
        x, y = x + right, y + back
        moved = replace(die, pose=die.pose.translated((x, y, 0.0)))
        game.table = game.table.with_pieces(moved)
    assert offset_over_base(game, "Bea") == pytest.approx(offset, abs=1e-6)


def aiming(player: str, tower: str) -> tuple[Demolition, AimThrow]:
    """Return a game and a request of a player for a throw at a tower."""
    game = position()
    table = game.table
    target = target_of(game, tower)
    return game, AimThrow(player, "roll", ("d6",), table.width, table.depth, 50.0, target=target)


def test_throws_come_from_all_sides_and_keep_clear_of_the_own_tower() -> None:
    """DD-30: throws come from 24 directions, at full strength and from the usual distance. A throw is rated lower the
    nearer its line comes to the thrower's own tower, down to -1 through its middle. Only towers in front of the hand
    count.
    """
    game, request = aiming("Ada", "Bea")
    target = request.target
    assert target is not None
    found = rate_aims(game, "Ada", request, target)
    assert [aim for aim, _ in found] == [
        Aim(target.at, math.tau * k / 24, 4.0, 100.0, mark=target.default_mark) for k in range(24)
    ]
    own = game.middle("Ada")
    for aim, rating in found:
        way = math.cos(aim.heading), math.sin(aim.heading)
        hand = tuple(at - target.default_mark.back * part for at, part in zip(target.at, way, strict=True))
        to = own[0] - hand[0], own[1] - hand[1]
        before, beside = to[0] * way[0] + to[1] * way[1], abs(to[0] * way[1] - to[1] * way[0])
        expected = -max(0.0, 1 - beside / MIN_CLEARANCE) if before > 0 else 0.0
        assert rating == pytest.approx(expected, abs=1e-9)
    assert min(rating for _, rating in found) < -0.5
    assert max(rating for _, rating in found) == 0.0


def test_no_own_tower_is_at_risk_in_a_throw_at_it() -> None:
    """DD-30: if a player throws at their own tower, all throws are rated 0, because its fall is intended."""
    game, request = aiming("Ada", "Ada")
    assert request.target is not None
    assert {rating for _, rating in rate_aims(game, "Ada", request, request.target)} == {0.0}
    assert rated(begun(), request) == rate_aims(game, "Ada", request, request.target)


def test_if_no_usual_throw_is_legal_the_nearest_place_is_tried() -> None:
    """DD-30: if no usual throw is allowed, the bot tries one more, from the nearest allowed place."""
    game, request = aiming("Ada", "Bea")
    target = request.target
    assert target is not None
    far = Region(
        disc((0.0, 0.0), 14.0), game.table.width, game.table.depth,
        (Clearance(disc(target.at, 11.0), target.default_mark.back + 40.0, "too near"),),
    )  # fmt: skip
    only = type(target)(target.piece, target.at, target.default_mark, far)
    strict = AimThrow("Ada", "roll", ("d6",), request.width, request.depth, 50.0, target=only)
    *usual, (aim, rating) = rate_aims(game, "Ada", strict, only)
    assert len(usual) == 24
    assert rating == 0.0
    assert isinstance(aim.mark, Mark)
    assert aim.mark.back == pytest.approx(target.default_mark.back + 40.0 + 11.0 + 14.0, abs=1.0)
    assert aim.mark.height == target.default_mark.height
    assert (aim.at, aim.strength, aim.drop) == (target.at, 4.0, 100.0)
    assert strict.refusal(aim) is None


def test_the_usual_throw_is_at_the_middle_of_the_tower() -> None:
    """DD-30: the usual throw is aimed at half the height of the tower. Three dice of 16 mm are 48 mm high."""
    game = position()
    found = target_of(game, "Bea")
    assert found.default_mark.height == 24.0
    assert found.piece == "Bea"
    assert found.at == pytest.approx(game.middle("Bea"))


def stacked(towers: Mapping[str, tuple[int, ...]], hits: float) -> list[tuple[str, int, int]]:
    """Play a game in which dice are always put well, and a throw fells all towers or none. Return the owner, the height
    and the number of further dice of each request to stack a die. Stop after the first throw or at the end.
    """
    book = rules()
    given = Given(players=NAMES, towers=dict(towers), rolled={"Ada": (6,), "Bea": (5, 6), "Cy": (1, 1)})
    session = Session(rules_of(book), given.state(book), given.lay(book), 1, LuckyTable(0.0, hits))
    found = []
    while session.pending and session.state.rounds == 1:
        request: Request[Any] = session.pending[0]
        match request:
            case Choose(purpose="knock"):
                session.answer(ThrowAt("Bea") if hits else LeaveAlone())
            case Choose():
                session.answer(ROLL_THE_REST)
            case PickPiece(pieces=pieces):
                session.answer(pieces[0])
            case PlaceDie(tower=tower, height=height, remaining_dice=more):
                found.append((tower, height, more))
                assert request.reach == 8.0  # half a die
                session.answer((0.0, 0.0))
            case AimThrow(target=None):
                session.answer(Aim((request.width / 2, request.depth / 2), 0.0))
            case AimThrow(target=target):
                assert target is not None
                session.answer(Aim(target.at, math.radians(30), 4.0))
    return found


def test_each_die_of_a_stack_knows_how_many_follow() -> None:
    """DD-20, DD-40, DD-50: a request to stack a die says how many dice follow. In a round this is none, in a rebuild
    the rest of the tower, and at the end the rest of the dice.
    """
    towers = {"Ada": (1, 2, 1, 2), "Bea": (6, 6)}
    assert stacked(towers, 0.0) == [
        ("Ada", 4, 0), ("Bea", 2, 0), ("Bea", 3, 1), ("Bea", 4, 0),
        ("Cy", 0, 4), ("Cy", 1, 3), ("Cy", 2, 2), ("Cy", 3, 1), ("Cy", 4, 0),
    ]  # fmt: skip
    assert stacked(towers, 1.0)[:10] == [
        ("Ada", 4, 0), ("Bea", 2, 0), ("Ada", 0, 4), ("Ada", 1, 3), ("Ada", 2, 2), ("Ada", 3, 1), ("Ada", 4, 0),
        ("Bea", 0, 2), ("Bea", 1, 1), ("Bea", 2, 0),
    ]  # fmt: skip
