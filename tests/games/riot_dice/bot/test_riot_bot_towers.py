"""The greedy bot's ratings of towers, of carries, and of places for loot and models."""

import math
from dataclasses import replace

import numpy as np
import pytest
from bot_position import bot_view, even

from riotsim.games.riot_dice.bot import setup, towers
from riotsim.games.riot_dice.bot.fights import fight_value
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules.boot import room_to_stand
from riotsim.play.requests import PickPoint, PlaceDie, SetPace, Spot
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point
from riotsim.table.statics import best_offsets
from riotsim.table.units import GRAVITY, inches


def test_the_cost_of_height() -> None:
    """A tower of 14 dice costs as much as its model, which is worth 2.5. A tower of 7 dice costs a quarter of that.
    Added dice cost the difference.
    """
    assert [towers.height_cost(height) for height in (0, 7, 14, 28)] == [0.0, 0.625, 2.5, 10.0]
    assert towers.added_height_cost(7, 7) == 1.875
    assert towers.added_height_cost(7, 0.0) == 0.0
    assert towers.added_height_cost(0, 3.5) == pytest.approx(0.15625)


def test_the_chance_to_fall_by_one_more_die() -> None:
    """RD-31, RD-39: the chance that one more die fells a model grows with its tower. With hit points, a model of 13
    dice surely falls. Without towers, no model falls.
    """
    found = [towers.fall_chance("dice", height) for height in range(23)]
    assert found == [0.002] * 7 + [0.045] * 7 + [0.13] * 2 + [0.18] * 3 + [0.3] + [0.5] * 3
    assert [towers.fall_chance("hit_points", height) for height in (0, 12, 13, 14)] == [0.0, 0.0, 1.0, 1.0]
    assert [towers.fall_chance("none", height) for height in (0, 26)] == [0.0, 0.0]


def test_heights_in_games_with_hit_points() -> None:
    """RD-39: with hit points, lost points count as dice, 14 for all of them. An undamaged model counts as 0."""
    options = {"tower.mode": "hit_points", "models.git.hit_points": 7}
    game = bot_view({"a1": (4.0, 4.0), "b1": (9.0, 9.0)}, options=options)
    assert towers.dice_per_point(game.rules, "git") == 2.0
    assert towers.dice_per_point(game.rules, "sneak") == 2.8
    heights = [towers.height_of(game, "a1")]
    for left in (7, 6, 3, 0):
        game.state.fighters["a1"].hit_points = left
        heights.append(towers.height_of(game, "a1"))
    assert heights == [0, 0, 2, 8, 14]
    game.state.fighters["b1"].kind, game.state.fighters["b1"].hit_points = "sneak", 3
    assert towers.height_of(game, "b1") == 6


def test_heights_in_games_with_dice() -> None:
    """RD-31: a tower's height is its number of dice. A point of damage adds one die, and without towers none."""
    game = bot_view({"a1": (4.0, 4.0), "b1": (9.0, 9.0)}, towers={"a1": 3})
    assert [towers.height_of(game, model) for model in ("a1", "b1")] == [3, 0]
    assert towers.dice_per_point(game.rules, "git") == 1.0
    assert towers.dice_per_point(bot_view({}, options={"tower.mode": "none"}).rules, "git") == 0.0


@pytest.mark.parametrize(("height", "strain", "risk"), [
    (0, 5.0, 0.0), (1, 5.0, 0.0), (5, 0.97, 0.5), (5, 1.02, 1 / (1 + math.exp(-1))), (8, 0.92, 1 / (1 + math.e)),
    (2, 0.97, 0.5), (9, 0.5, 1 - (1 - 1 / (1 + math.exp(9.4))) * (1 - 0.5 / 49)),
    (12, 0.5, 1 - (1 - 1 / (1 + math.exp(9.4))) * (1 - 0.5 * 16 / 49)),
    (15, 0.9, 1 - (1 - 1 / (1 + math.exp(1.4))) * 0.1), (20, 0.9, 1 - (1 - 1 / (1 + math.exp(1.4))) * 0.1),
    (15, 1.5, 1.0),
])  # fmt: skip
def test_the_risk_of_a_carry(height: int, strain: float, risk: float) -> None:
    """A straight tower tips at an acceleration of about 0.97 g / (dice - 1). Towers above 8 dice also lean, and fully
    from 15 dice on. A harder carry is a higher risk for them.
    """
    acceleration = strain * GRAVITY / max(1, height - 1)
    assert towers.carry_risk(height, acceleration) == pytest.approx(risk)


def test_the_gentlest_pace_counts() -> None:
    """RD-49: the risk to a tower is that of the pace with the least acceleration."""
    hand = bot_view({"a1": (4.0, 4.0)}).hand("Ann")
    accelerations = [pace.acceleration for _, pace in hand.paces]
    assert min(accelerations) < max(accelerations)
    assert towers.gentlest_carry_risk(12, hand) == towers.carry_risk(12, min(accelerations))


def test_paces_are_rated_by_their_risks() -> None:
    """RD-49: all paces with risks below 3 % rate as if the risk were 3 %. If two paces have equal risks, the earlier
    one rates higher, by 0.015.
    """
    game = bot_view({"a1": (4.0, 4.0)})
    hand = game.hand("Ann")
    for height in (3, 12, 16):
        normal, slow = (
            max(0.03, towers.carry_risk(height, hand.pace(name).acceleration)) for name in ("normal", "slow")
        )
        request = SetPace("Ann", "carry", "a1", (100.0, 100.0), height, ("normal", "slow"))
        rated = towers.rate_paces(game, request)
        assert [name for name, _ in rated] == ["normal", "slow"]
        assert [worth for _, worth in rated] == pytest.approx([-normal, -slow - 0.015])


def test_the_second_die_goes_onto_the_middle() -> None:
    """RD-31: the second die goes onto the middle of the first. Further dice go where the tower is most stable."""
    game = bot_view({"a1": (4.0, 4.0), "b1": (9.0, 9.0)}, towers={"a1": 1, "b1": 2})
    request = PlaceDie("Ann", "stack", "a1", 1, 8.0)
    assert towers.rate_places(game, request) == [((0.0, 0.0), 0.0)]
    tower = game.table.towers["b1"]
    wanted = list(best_offsets(game.table.tower_dice("b1"), tower.bearing, 8.0))
    assert len(wanted) > 1
    assert towers.rate_places(game, replace(request, tower="b1", height=2)) == wanted


TABLE = inches(24)


def drops(game: BotView, boss: str, region: Region) -> list[tuple[object, float]]:
    """Return rated points where a boss may drop a token."""
    return setup.rate_spots(game, PickPoint(boss, "drop", (("t1", region),)), even()())


def test_bosses_drop_loot_on_their_sides() -> None:
    """RD-10: without scatter, a bot tries one place three times: 0.45 of half the shorter side from the middle. It lies
    to the right for the first of two bosses, and to the left for the second. The middle rates lower.
    """
    region = Region(disc((0.0, 0.0), 10.0), 800.0, 500.0, ())
    game = bot_view({"a1": (4.0, 4.0), "b1": (9.0, 9.0)})
    for boss, x in (("Ann", 400.0 + 112.5), ("Bob", 400.0 - 112.5)):
        found = drops(game, boss, region)
        assert [worth for _, worth in found] == [0.0, 0.0, 0.0, -1.0]
        places = [spot.at for spot, _ in found if isinstance(spot, Spot) and spot.piece == "t1"]
        assert places == [pytest.approx(at) for at in [(x, 250.0)] * 3 + [(400.0, 250.0)]]
    three = bot_view({"a1": (4.0, 4.0), "b1": (9.0, 9.0), "c1": (9.0, 20.0)})
    (spot, _), *_ = drops(three, "Bob", region)
    assert isinstance(spot, Spot)
    assert spot.at == pytest.approx((400.0 - 56.25, 250.0 + 112.5 * math.sqrt(0.75)))


def test_drops_scatter_but_stay_over_the_table() -> None:
    """RD-10: places to drop loot scatter by 90 mm in each direction, and stay 21 mm from the edges."""
    region = Region(disc((0.0, 0.0), 10.0), 800.0, 300.0, ())
    game = bot_view({"a1": (4.0, 4.0), "b1": (9.0, 9.0)})
    luck = np.random.default_rng(1)
    request = PickPoint("Ann", "drop", (("t1", region),))
    found = [spot.at for _ in range(200) for spot, worth in setup.rate_spots(game, request, luck)
             if isinstance(spot, Spot) and worth == 0.0]  # fmt: skip
    xs, ys = np.array(found).T
    assert (ys.min(), ys.max()) == (21.0, 279.0)
    assert float(xs.mean()) == pytest.approx(467.5, abs=15.0)
    assert float(xs.std()) == pytest.approx(90.0, abs=10.0)
    narrow = replace(request, regions=(("t1", Region(disc((0.0, 0.0), 10.0), 300.0, 800.0, ())),))
    found = [spot.at for _ in range(50) for spot, _ in setup.rate_spots(game, narrow, luck) if isinstance(spot, Spot)]
    assert (min(x for x, _ in found), max(x for x, _ in found)) == (21.0, 279.0)


def e(at: Point, other: Point, scale: float) -> float:
    """Return e to the power of minus the distance of two points over a scale."""
    return math.exp(-math.dist(at, other) / scale)


def test_the_attraction_of_places() -> None:
    """RD-13: each token attracts a model, on a scale of 150 mm. Friends repel it 1.2 times as much, on 110 mm, and
    enemies 0.8 times, on 150 mm. The model to be placed isn't counted.
    """
    places = {"a1": (4.0, 12.0), "a2": (8.0, 4.0), "b1": (12.0, 20.0)}
    game = bot_view(places, loot=((2.0, 3.0), (20.0, 3.0)))
    spots = [(100.0, 200.0), (350.0, 50.0)]
    at = {name: (inches(x), inches(y)) for name, (x, y) in places.items()}
    wanted = [
        e(spot, (inches(2), inches(3)), 150) + e(spot, (inches(20), inches(3)), 150) - 1.2 * e(spot, at["a2"], 110)
        - 0.8 * e(spot, at["b1"], 150)
        for spot in spots
    ]  # fmt: skip
    assert setup._attraction(game, "Ann", np.array(spots), "a1") == pytest.approx(wanted)


def test_models_are_placed_where_it_is_most_attractive() -> None:
    """RD-13: a bot rates the three most attractive places that are allowed, the best first. If no place is allowed, it
    rates none.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (20.0, 20.0)}, loot=((12.0, 12.0),))
    region = Region(disc((0.0, 0.0), 12.5), TABLE, TABLE, ())
    request = PickPoint("Ann", "deploy", (("a1", region), ("a2", region)))
    found = setup.rate_spots(game, request, even()())
    spots = region.allowed_points()
    worth = setup._attraction(game, "Ann", spots, "a1")
    best = np.argsort(-worth, kind="stable")[:3]
    assert found == [(Spot("a1", (spots[k, 0], spots[k, 1])), worth[k]) for k in best]
    full = Region(disc((0.0, 0.0), 400.0), TABLE, TABLE, ())
    assert not len(full.allowed_points())
    assert setup.rate_spots(game, replace(request, regions=(("a1", full),)), even()()) == []


def test_standing_up_in_contact_with_an_enemy_has_the_value_of_the_fight() -> None:
    """RD-72, RD-60: if a model stands up in contact with a standing enemy, the place is also worth the fight."""
    game = bot_view({"a1": (4.0, 12.0), "a2": (10.0, 12.0), "b1": (11.1, 12.0), "b2": (8.9, 12.0)}, fallen=("a2", "b2"),
                    towers={"b1": 15})  # fmt: skip
    region = room_to_stand(game, "a2")
    fight = fight_value(game, "a2", "b1")
    assert fight > 1.0
    (spot, worth), *_ = setup.rate_spots(game, PickPoint("Ann", "stand", (("a2", region),)), even()())
    assert isinstance(spot, Spot)
    assert math.dist(spot.at, game.model("b1").at) <= 25.5
    assert worth == pytest.approx(fight + float(setup._attraction(game, "Ann", np.array([spot.at]), "a2")[0]))
