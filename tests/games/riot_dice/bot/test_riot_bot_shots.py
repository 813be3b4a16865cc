"""The greedy bot's shots: who is seen, where bullet dice are aimed, and what bullets and weapons are worth."""

import math
from dataclasses import replace

import pytest
from bot_position import bot_view, weapons_of

from riotsim.games.riot_dice.bot import shots
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules.shoot import BulletChoice
from riotsim.play.requests import Choose
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Point, Pose
from riotsim.table.units import inches

POOR = {"Ann": 0, "Bob": 0}


def height_cost(height: float) -> float:
    """Return the cost of a tower: 2.5 tokens at 14 dice, in proportion to the square of the height."""
    return 2.5 * (height / 14) ** 2


def in_sight(game: BotView, boss: str) -> dict[str, list[str]]:
    """Return the models that each model of a boss sees."""
    return shots._in_sight(game.table, boss)


def test_who_sees_whom() -> None:
    """RD-52: standing models, and terrain that blocks bullets, hide what is behind. Fallen models and loot hide
    nothing. A fallen model sees enemies, but nobody sees a fallen enemy.
    """
    places = {
        "a1": (4.0, 12.0),
        "a2": (4.0, 16.0),
        "b1": (8.0, 12.0),
        "b2": (12.0, 12.0),
        "b3": (12.0, 17.0),
        "b4": (8.0, 16.0),
    }
    game = bot_view(places, fallen=("a2", "b4"), loot=((10.0, 16.5),))
    assert in_sight(game, "Ann") == {"a1": ["b1", "b3"], "a2": ["b1", "b2", "b3"]}
    assert in_sight(game, "Bob") == {"b1": ["a1"], "b2": [], "b3": ["a1"], "b4": ["a1"]}
    wall = Terrain("w", Box(10.0, 20.0, 30.0), (inches(11), inches(17.1)))
    game.play.table = game.table.with_pieces(wall)
    assert in_sight(game, "Ann") == {"a1": ["b1", "b3"], "a2": ["b1", "b2"]}
    game.play.table = game.table.with_pieces(replace(wall, blocks_bullets=False))
    assert in_sight(game, "Ann")["a2"] == ["b1", "b2", "b3"]
    assert in_sight(bot_view({"a1": (4.0, 12.0), "a2": (9.0, 12.0)}), "Ann") == {"a1": [], "a2": []}


def test_targets_are_within_reach() -> None:
    """RD-51: the reach is the gap between the edges of two bases. Damage to a boss with two tokens counts 1.2 times. If
    a model of Ann's touches the target, it counts 1.6 times that. The extra 0.6 falls by a factor of e for each 120 mm
    of the gap.
    """
    places = {"a1": (4.0, 12.0), "b1": (8.0, 12.0), "b2": (4.0, 20.0)}
    gap = inches(8) - 25.0 + 1e-9
    for stash in (0, 2):
        game = bot_view(places, stashes={"Ann": 0, "Bob": stash})
        prey = [1.2 * (1 + 0.6 * math.exp(-(inches(far) - 25.0) / 120.0)) if stash else 1.0 for far in (4, 8)]
        found = shots.targets(game, "a1", gap)
        assert [foe for foe, _ in found] == ["b1", "b2"]
        assert [weight for _, weight in found] == pytest.approx(prey)
        assert [foe for foe, _ in shots.targets(game, "a1", gap - 0.01)] == ["b1"]
    assert shots.targets(bot_view(places), "b2", 300.0) == [("a1", 1.0)]


def test_the_nearest_standing_friend_makes_prey() -> None:
    """RD-71: if a target's boss has loot, only the standing friend nearest to the target raises its weight. In contact
    the weight is 1.6. Without a standing friend it is 1.
    """
    places = {"a1": (4.0, 12.0), "a2": (9.0, 12.0), "b1": (8.0, 12.0)}
    rich = {"Ann": 0, "Bob": 1}
    assert shots._prey_weight(bot_view(places, stashes=rich), "Ann", "b1") == pytest.approx(
        1 + 0.6 * math.exp(-0.4 / 120)
    )
    far = bot_view(places, stashes=rich, fallen=("a2",))
    assert shots._prey_weight(far, "Ann", "b1") == pytest.approx(1 + 0.6 * math.exp(-(101.6 - 25) / 120))
    none = bot_view(places, stashes=rich, fallen=("a1", "a2"))
    assert shots._prey_weight(none, "Ann", "b1") == 1.0
    touching = bot_view({**places, "a2": (8.0 + 20.0 / 25.4, 12.0)}, stashes=rich)
    assert shots._prey_weight(touching, "Ann", "b1") == pytest.approx(1.6)


def test_the_chance_to_hit() -> None:
    """A line through a die hits if it is off by no more than the half widths of base, die and target together. If these
    are 50 mm, as much as the scatter, the chance is that of one standard deviation.
    """
    assert shots.chance_to_hit(12.0, 20.0, 300.0, 1.5) == pytest.approx(math.erf(1 / math.sqrt(2)))
    assert shots.chance_to_hit(12.5, 12.5, 300.0, 0.6) == pytest.approx(math.erf(28.0 / 50.0 / math.sqrt(2)))


def test_aims_at_enemies() -> None:
    """RD-54: a pistol's die does 5/3 points on average: 2 if it shows 3 or more, and otherwise 1. A bot aims dice at
    0.6, 1.5 and 2.2 times the target's distance, if this is on the table.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (10.0, 12.0)}, towers={"b1": 4}, stashes=POOR)
    found = shots.aims(game, "a1", 2)
    wanted = []
    for share in (0.6, 1.5, 2.2):
        hits = 2 * math.erf((12.5 + 8.0 + 12.5 * share) / 50.0 / math.sqrt(2))
        wanted.append(height_cost(4 + hits * 5 / 3) - height_cost(4))
    assert [at for at, _ in found] == [pytest.approx((inches(4 + 6 * share), inches(12))) for share in (0.6, 1.5, 2.2)]
    assert [worth for _, worth in found] == pytest.approx(wanted)
    assert shots.best_shot(game, "a1") == pytest.approx(wanted[2])


@pytest.mark.parametrize(("foe", "shares"), [
    ((14.0, 12.0), 2), ((14.0, 22.0), 1), ((4.0, 4.0), 1), ((1.0, 12.0), 1), ((4.0, 23.0), 1),
])  # fmt: skip
def test_aims_are_on_the_table(foe: Point, shares: int) -> None:
    """If a place to aim at lies beyond an edge of the table, a bot leaves it out."""
    game = bot_view({"a1": (4.0, 12.0), "b1": foe}, options={"weapons.pistol.range": "20in"})
    assert len(shots.aims(game, "a1", 2)) == shares


def test_each_weapon_has_its_own_aims() -> None:
    """RD-50: each weapon has aims of its own, with its reach and damage. A rifle reaches 18 in and does 3 points or 1.
    A blunderbuss reaches 8 in. A bruiser has a toughness of 5.
    """
    places = {"a1": (4.0, 12.0), "b1": (10.0, 12.0), "b2": (4.0, 21.0)}
    game = bot_view(places, stashes=POOR, towers={"b1": 4}, kinds={"b2": "bruiser"})
    weapons_of(game, a1=("blunderbuss", "fists", "rifle"))
    worths = [worth for _, worth in shots.aims(game, "a1", 1)]
    hit = [math.erf((20.5 + 12.5 * share) / 50.0 / math.sqrt(2)) for share in (0.6, 1.5, 2.2)]
    close = [height_cost(4 + chance * 5 / 3) - height_cost(4) for chance in hit]
    rifle = [height_cost(4 + chance * 7 / 3) - height_cost(4) for chance in hit]
    tough = [height_cost(hit[0] * 5 / 3)]
    assert worths == pytest.approx([*close, *rifle, *tough])


def test_without_a_target_dice_are_aimed_all_around() -> None:
    """RD-55: if no enemy is a target, a bot aims in eight directions, 150 mm away and 40 mm or more from the edges.
    These aims are worth 0.
    """
    side = 150.0 * math.sqrt(0.5)
    game = bot_view({"a1": (12.0, 12.0)})
    middle = inches(12)
    around = [
        (150.0, 0.0),
        (side, side),
        (0.0, 150.0),
        (-side, side),
        (-150.0, 0.0),
        (-side, -side),
        (0.0, -150.0),
        (side, -side),
    ]
    found = shots.aims(game, "a1", 2)
    assert [at for at, _ in found] == [pytest.approx((middle + x, middle + y)) for x, y in around]
    assert [worth for _, worth in found] == [0.0] * 8
    for x, y in ((1.0, 1.0), (23.0, 23.0)):
        corner = shots.aims(bot_view({"a1": (x, y)}), "a1", 2)
        kept = [(min(max(inches(x) + dx, 40.0), inches(24) - 40.0), min(max(inches(y) + dy, 40.0), inches(24) - 40.0))
                for dx, dy in around]  # fmt: skip
        assert [at for at, _ in corner] == [pytest.approx(at) for at in kept]
    assert shots.best_shot(game, "a1") == 0.0
    assert shots.best_shot(weapons_of(bot_view({"a1": (4.0, 12.0), "b1": (9.0, 12.0)}), a1=("fists",)), "a1") == 0.0


def test_the_best_shot_is_the_one_with_the_most_dice() -> None:
    """RD-50: a bot rates a shot with the most dice that a weapon has, at the best aim of all weapons. Here the rifle's
    best aim counts with a pistol's two dice.
    """
    game = weapons_of(bot_view({"a1": (4.0, 12.0), "b1": (10.0, 12.0)}, towers={"b1": 4}, stashes=POOR),
                      a1=("rifle", "pistol"))  # fmt: skip
    hits = 2 * math.erf((20.5 + 12.5 * 2.2) / 50.0 / math.sqrt(2))
    assert shots.best_shot(game, "a1") == pytest.approx(height_cost(4 + hits * 7 / 3) - height_cost(4))


def test_weapons_are_rated_by_their_mean_damage() -> None:
    """RD-50, RD-54: a bot rates a weapon by its mean damage to the best target within its range. Two dice of a pistol
    do 10/3 points, and one of a rifle 7/3. A bruiser takes less.
    """
    game = weapons_of(bot_view({"a1": (4.0, 12.0), "b1": (10.0, 12.0), "b2": (4.0, 18.0)}, stashes=POOR,
                               kinds={"b2": "bruiser"}), a1=("pistol", "rifle", "blunderbuss"))  # fmt: skip
    rated = shots.rate_weapons(game, "a1", ("rifle", "pistol", "blunderbuss"))
    assert [name for name, _ in rated] == ["rifle", "pistol", "blunderbuss"]
    assert [worth for _, worth in rated] == pytest.approx([7 / 3, 10 / 3, 5.0])
    far = weapons_of(
        bot_view({"a1": (4.0, 12.0), "b1": (18.0, 12.0)}, stashes={"Ann": 0, "Bob": 10}), a1=("pistol", "rifle")
    )
    weight = 2.0 * (1 + 0.6 * math.exp(-(inches(14) - 25) / 120))
    assert [worth for _, worth in shots.rate_weapons(far, "a1", ("pistol", "rifle"))] == pytest.approx(
        [0, 7 / 3 * weight]
    )


def bullets(game: BotView, *choices: BulletChoice) -> list[float]:
    """Return the ratings of Ann's bullets, in the order of the options."""
    game.state.activating = "a1"
    rated = shots.rate_bullets(game, Choose("Ann", "bullet", choices))
    assert [choice for choice, _ in rated] == list(choices)
    return [worth for _, worth in rated]


def test_the_worth_of_bullets() -> None:
    """RD-54: a die that shows the toughness (3) or more, or has left the table, adds 2 dice to a tower. Any other die
    adds 1. Harm to Bob counts 1.2 times. Harm to a friend counts 1.3 times as a loss.
    """
    game = bot_view(
        {"a1": (4.0, 12.0), "a2": (9.0, 20.0), "b1": (9.0, 12.0)},
        towers={"a2": 6, "b1": 4},
        stashes={"Ann": 0, "Bob": 2},
    )
    dice = [Die(name, pose=Pose((50.0, 50.0, 8.0), D6.orientation_showing(shows))) for name, shows in
            (("two", 2), ("three", 3), ("six", 6))]  # fmt: skip
    game.play.table = game.table.with_pieces(*dice)
    big, weak = height_cost(6) - height_cost(4), height_cost(5) - height_cost(4)
    at_enemy = bullets(game, *(BulletChoice(die, "b1") for die in ("two", "three", "six", "gone")))
    assert at_enemy == pytest.approx([1.2 * weak, 1.2 * big, 1.2 * big, 1.2 * big])
    weak, big = height_cost(7) - height_cost(6), height_cost(8) - height_cost(6)
    at_friend = bullets(game, *(BulletChoice(die, "a2") for die in ("two", "gone")))
    assert at_friend == pytest.approx([-1.3 * weak, -1.3 * big])
    assert bullets(game, BulletChoice("six", "nothing"), BulletChoice("two", "terrain")) == [0.0, 0.0]
    rifle = weapons_of(game, a1=("pistol", "rifle"))
    assert bullets(rifle, BulletChoice("six", "b1")) == pytest.approx([1.2 * (height_cost(7) - height_cost(4))])
