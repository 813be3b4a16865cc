"""The greedy bot's throws of dice: the aims, and what is at stake in a run."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from bot_position import EvenLuck, bot_view, even, no_chance

from riotsim.games.riot_dice.bot import throws
from riotsim.games.riot_dice.bot.fights import AVOIDED_FIGHT_VALUE, fight_value
from riotsim.games.riot_dice.bot.runs import move_obstacles
from riotsim.games.riot_dice.bot.shots import aims as bullet_aims
from riotsim.games.riot_dice.bot.stakes import Margins, Stakes
from riotsim.games.riot_dice.bot.view import FIGHT, BotView
from riotsim.games.riot_dice.events import Acts, Throws
from riotsim.play.requests import Aim, AimThrow, Way
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose
from riotsim.table.units import inches

PLACES = {"a1": (4.0, 12.0), "a2": (20.0, 20.0), "a3": (20.0, 4.0), "b1": (9.0, 12.0), "b2": (4.0, 5.0)}
"""`a1` is 5 in from `b1` and 7 in from `b2`."""


def stakes(game: BotView, model: str = "a1") -> Stakes:
    """Return what is at stake in a run of a model."""
    return throws.stakes_of(game, model, move_obstacles(game.table, model))


def test_what_can_stop_a_run_and_what_it_is_worth() -> None:
    """RD-47, RD-60, RD-70: if a run meets a piece, a token is worth 1, and a standing enemy its fight. A fallen friend,
    or a fallen enemy whose boss has loot, is worth the next boot. A standing friend is worth 0.
    """
    game = bot_view(PLACES, loot=((1.0, 1.0),), fallen=("a3", "b2"), towers={"b1": 9}, stashes={"Ann": 0, "Bob": 1})
    found = stakes(game)
    fight = fight_value(game, "a1", "b1")
    assert fight > 0.1
    assert found.stops.tolist() == [1.0, 0.0, 0.0, 2.0, fight, 2.0]
    assert found.starts_fight.tolist() == [False, False, False, False, True, False]
    assert found.goals.tolist() == [[508.0, pytest.approx(101.6)], [pytest.approx(228.6), pytest.approx(304.8)],
                                    [pytest.approx(101.6), 127.0]]  # fmt: skip


@pytest.mark.parametrize(
    ("stash", "clock", "boots"), [(1, 0.1, [2.0, 2.0]), (0, 0.1, [2.0, 0.0]), (1, 0.0, [0.0, 0.0])]
)
def test_boots_to_come_are_worth_it_in_time(stash: int, clock: float, boots: list[float]) -> None:
    """RD-71, RD-82: if a fallen enemy's boss has no loot, to reach the enemy is worth nothing. Once the time is up, no
    fallen model is worth anything.
    """
    found = stakes(bot_view(PLACES, fallen=("a3", "b2"), stashes={"Bob": stash}, clock=clock))
    assert [found.stops[2], found.stops[4]] == boots


def test_a_fallen_model_in_contact_is_no_goal() -> None:
    """RD-70: if a model can boot a fallen one already, to reach that one is worth nothing."""
    game = bot_view({**PLACES, "b2": (4.9, 12.0)}, fallen=("b2",), stashes={"Bob": 2})
    assert stakes(game).stops[4] == 0.0
    assert stakes(game, "a2").stops[4] == 2.0


def test_who_avoids_fights_has_no_enemy_as_a_goal() -> None:
    """If a boss avoids fights, contact with a standing enemy rates lowest. No enemy is a goal of a run."""
    found = stakes(bot_view(PLACES, avoiding=frozenset({FIGHT})))
    assert found.stops.tolist() == [0.0, 0.0, 0.0, AVOIDED_FIGHT_VALUE, AVOIDED_FIGHT_VALUE]
    assert found.goals.shape == (0, 2)


@pytest.mark.parametrize(("ann", "goals"), [(4, 2), (5, 0)])
def test_who_is_leading_has_no_goals(ann: int, goals: int) -> None:
    """RD-83: a boss leads with more tokens than any other boss would have with all loot on the table. If a boss leads,
    its runs have no goals.
    """
    game = bot_view(PLACES, loot=((1.0, 1.0), (2.0, 2.0)), stashes={"Ann": ann, "Bob": 2})
    assert throws.is_leading(game, "Ann") is (not goals)
    assert len(stakes(game).goals) == goals


def test_nearness_to_enemies() -> None:
    """RD-81: a place is near an enemy if the gap between two bases of 25 mm is at most 6 in. The disc of such places
    has a radius of 6 in and 25 mm.
    """
    found = stakes(bot_view(PLACES, fallen=("b2",)))
    assert found.penalty_discs == pytest.approx(
        np.array([(inches(9), inches(12), inches(6) + 25), (inches(4), inches(5), inches(6) + 25)])
    )


@pytest.mark.parametrize(("stashes", "penalty"), [
    ({"Ann": 0, "Bob": 2, "Cat": 1}, 0.0), ({"Ann": 1, "Bob": 2, "Cat": 1}, 0.1), ({"Ann": 3, "Bob": 2, "Cat": 1}, 0.1),
    ({"Ann": 4, "Bob": 2, "Cat": 1}, 1.8),
])  # fmt: skip
def test_among_three_bosses_being_near_enemies_costs(stashes: dict[str, int], penalty: float) -> None:
    """RD-81: among three bosses, to be near an enemy costs a leading boss 1.8, and a boss without loot 0. Others pay
    0.1. There are no margins.
    """
    game = bot_view({**PLACES, "c1": (12.0, 22.0)}, loot=((1.0, 1.0),), stashes=stashes)
    found = stakes(game)
    assert (found.penalty, found.margins, len(found.penalty_discs)) == (penalty, None, 3)


def test_two_bosses_have_margins_instead() -> None:
    """RD-81: two bosses have margins, which leave out the model that runs. To be near an enemy has no other cost."""
    found = stakes(bot_view(PLACES, stashes={"Ann": 9, "Bob": 2}))
    assert found.penalty == 0.0
    assert found.margins is not None
    assert (found.margins.own, found.margins.rival, found.margins.near.tolist()) == (7.0, -7.0, [False, False])


def margins(game: BotView, boss: str, without: str | None = None) -> tuple[float, float, list[bool]]:
    """Return the values of margins: a boss's own, the rival's, and which models are near."""
    found: Margins = throws.margins_of(game, boss, without)
    return (found.own, found.rival, found.near.tolist())


def test_margins_of_both_bosses() -> None:
    """RD-81, RD-83: a margin is a boss's lead, less the tokens on the table. Each own model within 6 in of an enemy
    takes two off. If a model is left out, its nearness doesn't count.
    """
    places = {**PLACES, "a2": (4.0, 5.0 + 6.0 + 25.0 / 25.4)}
    game = bot_view(places, loot=((1.0, 1.0),), stashes={"Ann": 8, "Bob": 2})
    assert margins(game, "Ann") == (6.0 - 1.0 - 4.0, -6.0 - 1.0, [True, True])
    assert margins(game, "Bob") == (-6.0 - 1.0 - 4.0, 6.0 - 1.0, [True, True, False])
    assert margins(game, "Ann", "a1") == (6.0 - 1.0 - 2.0, -7.0, [True, True])
    assert margins(game, "Ann", "a2") == (6.0 - 1.0 - 2.0, -7.0, [True, False])
    assert margins(game, "Bob", "b2") == (-7.0 - 2.0, 5.0, [True, True, False])
    farther = bot_view({**places, "a2": (4.0, 12.01)}, stashes={"Ann": 8, "Bob": 2})
    assert margins(farther, "Ann", "a1") == (6.0 - 2.0, -6.0, [True, False])


def near(gap_inches: float) -> float:
    """Return the closeness of two models, from the distance of their centres in inches."""
    return math.exp(-max(0.0, gap_inches * 25.4 - 25.0) / 100.0)


def test_fallen_models_near_which_to_stop() -> None:
    """RD-71, RD-72: a place near a fallen friend is worth 0.5, and up to 1.5 more if an enemy is near and Ann has loot.
    A place near a fallen enemy is worth 1.5 if Bob has loot. The nearest other standing friend counts too.
    """
    for ann, bob in ((1, 1), (0, 1), (1, 0)):
        game = bot_view(PLACES, fallen=("a3", "b2"), stashes={"Ann": ann, "Bob": bob})
        friend, enemy = stakes(game).fallen.tolist()
        threat = 1.5 * near(math.hypot(11.0, 8.0)) if ann else 0.0
        assert friend == pytest.approx([inches(20), inches(4), 0.5 + threat, near(16.0)])
        assert enemy == pytest.approx([inches(4), inches(5), 1.5 if bob else 0.0, near(math.hypot(16.0, 15.0))])
    alone = bot_view({"a1": (4.0, 12.0), "a2": (8.0, 12.0)}, fallen=("a2",), stashes={"Ann": 3})
    assert stakes(alone).fallen.tolist() == [[pytest.approx(inches(8)), pytest.approx(inches(12)), 0.5, 0.0]]
    assert stakes(bot_view(PLACES)).fallen.shape == (0, 4)


def test_towers_at_risk() -> None:
    """RD-33, RD-34: if an own tower falls, this costs the model, which is worth 2.5 tokens. If an enemy's tower falls,
    this costs the worth of its height. For 7 dice it is a quarter of 2.5.
    """
    game = bot_view(PLACES, towers={"a2": 3, "b1": 7})
    wanted = [((inches(20), inches(20) + 20.5), 2.5), ((inches(9), inches(12) + 20.5), 0.625)]
    found = throws.towers_at_risk(game)
    assert [at for at, _ in found] == as_points([at for at, _ in wanted])
    assert [worth for _, worth in found] == pytest.approx([worth for _, worth in wanted])
    game.state.turn = "Bob"
    assert [worth for _, worth in throws.towers_at_risk(game)] == pytest.approx([2.5 * 9 / 196, 2.5])


def test_the_loss_from_towers_that_fall() -> None:
    """If a die is aimed at a tower, the tower falls with a chance of a quarter. At a distance of 45 mm, the chance is
    lower by e^-0.5. The losses of all towers add up.
    """
    at, other = (100.0, 200.0), (100.0, 245.0)
    assert throws.knock_loss([(at, 2.0)], at) == pytest.approx(0.5)
    assert throws.knock_loss([(at, 2.0)], (127.0, 236.0)) == pytest.approx(0.5 * math.exp(-0.5))
    assert throws.knock_loss([(at, 2.0), (other, 1.0)], at) == pytest.approx(0.5 + 0.25 * math.exp(-0.5))
    assert throws.knock_loss([], at) == 0.0


LOOT = ((8.0, 12.0), (4.0, 18.0), (14.0, 12.0), (4.0, 23.0), (23.0, 23.0))
"""Tokens at 4, 6, 10, 11 and 22 in from `a1`."""


def aims(game: BotView, model: str = "a1") -> list[Point]:
    """Return the points at which move dice may be aimed, in inches."""
    return [(x / 25.4, y / 25.4) for x, y in throws._aims(game, model, stakes(game, model))]


EDGE = 45.0 / 25.4
"""The least distance of an aim to the table's edge (in)."""


def as_points(points: Sequence[Point]) -> list[object]:
    """Return points that others can be compared with, to within a small error."""
    return [pytest.approx(at) for at in points]


def test_aims_at_loot() -> None:
    """Move dice are aimed at the four nearest tokens, and a third of the distance beyond each. They are also aimed
    between the first and second token, and the second and third, and at the nearest goal. Aims keep 45 mm from the
    edge.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (20.0, 6.0), "b2": (20.0, 4.0)}, loot=LOOT)
    assert aims(game) == as_points([
        (8.0, 12.0), (9.4, 12.0), (4.0, 18.0), (4.0, 20.1), (14.0, 12.0), (17.5, 12.0),
        (4.0, 24.0 - EDGE), (4.0, 24.0 - EDGE), (6.0, 15.0), (9.0, 15.0), (20.0, 6.0),
    ])  # fmt: skip


def test_aims_keep_from_every_edge() -> None:
    """If a token is near an edge, dice are aimed 45 mm from that edge, so that few dice leave the table."""
    for at in ((0.5, 12.0), (23.5, 12.0), (12.0, 0.5), (12.0, 23.5)):
        x, y = (min(max(value, EDGE), 24.0 - EDGE) for value in at)
        assert aims(bot_view({"a1": (12.0, 12.0)}, loot=(at,))) == as_points([(x, y), (x, y)])


def test_aims_without_loot() -> None:
    """If the table has no tokens, dice are aimed at the four nearest goals. If there are no goals either, they are
    aimed at the middle.
    """
    foes = {f"b{k}": (6.0 + 3.0 * k, 12.0) for k in range(6, 0, -1)}
    game = bot_view({"a1": (4.0, 12.0), **foes}, towers={"a1": 9})
    wanted = [(9.0, 12.0), (12.0, 12.0), (15.0, 12.0), (18.0, 12.0)]
    assert aims(game) == as_points(wanted)
    assert aims(bot_view({"a1": (4.0, 12.0)})) == as_points([(12.0, 12.0)])


def test_aims_at_models_worth_meeting() -> None:
    """Dice are aimed at the two models within 330 mm that are worth most, if their value is above 0.3. Here these are
    enemies with tall towers. A third enemy, and one farther away, are no aims.
    """
    places = {"a1": (4.0, 12.0), "b1": (12.0, 12.0), "b2": (4.0, 20.0), "b3": (12.0, 9.0), "b4": (19.0, 12.0)}
    game = bot_view(places, loot=((1.0, 12.0),), towers={"b1": 14, "b2": 15, "b3": 13, "b4": 15})
    values = {foe: fight_value(game, "a1", foe) for foe in ("b4", "b2", "b1", "b3")}
    assert list(values.values()) == sorted(values.values(), reverse=True)
    assert values["b3"] > 0.3
    at_loot = [(EDGE, 12.0), (EDGE, 12.0)]
    assert aims(game) == as_points([*at_loot, (4.0, 20.0), (12.0, 12.0), (12.0, 12.0)])
    low = bot_view(places, loot=((1.0, 12.0),))
    assert max(fight_value(low, "a1", foe) for foe in values) < 0.3
    assert aims(low) == as_points([*at_loot, (12.0, 12.0)])


def test_a_leading_boss_also_aims_all_around() -> None:
    """If a boss leads, dice are also aimed in eight directions, 230 mm away, to get clear of enemies."""
    game = bot_view({"a1": (10.0, 12.0), "b1": (20.0, 12.0)}, loot=((10.0, 20.0),), stashes={"Ann": 3, "Bob": 1})
    far = 230.0 / 25.4
    around = [(10.0 + far * math.cos(k * math.pi / 4), 12.0 + far * math.sin(k * math.pi / 4)) for k in range(8)]
    kept = [(max(EDGE, min(24.0 - EDGE, x)), max(EDGE, min(24.0 - EDGE, y))) for x, y in around]
    assert aims(game) == as_points([(10.0, 20.0), (10.0, 24.0 - EDGE), *kept])


def request(**fields: object) -> AimThrow:
    """Return a request to throw three dice. The dice drop from at least 60 mm."""
    base: dict[str, object] = {"player": "Ann", "purpose": "roll", "dice": ("d6", "d6", "d6"), "width": inches(24),
                               "depth": inches(24), "least_drop": 60.0, "thrower": "a1"}  # fmt: skip
    return AimThrow(**(base | fields))  # type: ignore[arg-type]  # the fields are of the right types


@pytest.mark.parametrize(("width", "depth", "heading"), [(300.0, 200.0, 0.0), (200.0, 200.0, 0.0),
                                                         (200.0, 300.0, math.pi / 2)])  # fmt: skip
@pytest.mark.parametrize(("least", "drop"), [(60.0, 100.0), (120.0, 120.0)])
def test_throws_into_the_tray(width: float, depth: float, heading: float, least: float, drop: float) -> None:
    """RD-64: if dice are thrown into a tray, they are thrown into its middle, along its longer side. They drop from 100
    mm, or from the least height if this is higher.
    """
    asked = request(in_tray=True, width=width, depth=depth, least_drop=least)
    ((aim, worth),) = throws.rate_aims(bot_view(PLACES), asked, no_chance)
    assert aim == Aim((width / 2, depth / 2), heading, TRAY_STRENGTH, drop)
    assert worth == 0.0


@pytest.mark.parametrize("thrower", ["a1", None, "gone"])
def test_dice_that_may_land_anywhere(thrower: str | None) -> None:
    """RD-64: thump dice, and dice for no model on the table, are thrown gently to one of nine places, towards the
    table's middle. A place rates lower the nearer towers are.
    """
    game = bot_view(PLACES, towers={"a2": 3})
    if thrower == "a1":
        game.play.emit(Throws("a1", "b1", ("thump", "pinch")))
    found = throws.rate_aims(game, request(thrower=thrower), no_chance)
    whole = inches(24)
    places = [(whole * x, whole * y) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)]
    for (aim, worth), (x, y) in zip(found, places, strict=True):
        heading = math.atan2(whole / 2 - y, whole / 2 - x)
        assert isinstance(aim, Aim)
        assert aim.at == pytest.approx((x, y))
        assert (aim.strength, aim.drop) == (0.35, 60.0)
        if (x, y) != (whole / 2, whole / 2):
            assert math.cos(aim.heading - heading) == pytest.approx(1.0)
        assert worth == pytest.approx(-throws.knock_loss([((inches(20), inches(20) + 20.5), 2.5)], (x, y)))
    assert min(worth for _, worth in found) < -0.01


def test_what_a_throw_is_for() -> None:
    """RD-40, RD-50, RD-64: dice are thrown to move, to shoot or to thump, as the last action or fight says."""
    game = bot_view(PLACES)
    found = [throws.purpose_of(game)]
    for event in (Acts("a1", "shoot"), Acts("a1", "scoot"), Throws("a1", "b1", ("thump", "thump")), Acts("a1", "boot")):
        game.play.emit(event)
        found.append(throws.purpose_of(game))
    assert found == ["move", "shoot", "move", "thump", "move"]


def test_bullet_dice_are_aimed_at_enemies() -> None:
    """RD-50: an aim of bullet dice is worth its hits, less the towers that its dice may fell."""
    game = bot_view(PLACES, towers={"b1": 7, "a2": 2})
    game.play.emit(Acts("a1", "shoot"))
    found = throws.rate_aims(game, request(dice=("d6", "d6")), no_chance)
    towers = throws.towers_at_risk(game)
    wanted = [(at, worth - throws.knock_loss(towers, at)) for at, worth in bullet_aims(game, "a1", 2)]
    assert [aim.at for aim, _ in found if isinstance(aim, Aim)] == [at for at, _ in wanted]
    assert [worth for _, worth in found] == pytest.approx([worth for _, worth in wanted])


THREE = {"a1": (4.0, 12.0), "a2": (8.0, 15.0), "b1": (4.0, 2.0), "c1": (20.0, 2.0)}
"""Places of models of three bosses, with which nearness to enemies costs little."""


def test_a_scoot_is_worth_its_gain_less_the_towers() -> None:
    """RD-41, RD-47: a scoot's aim is worth its gain, less the risk to towers near it. A die that shows 3 leads 3 in
    nearer to a token, which is worth 0.12. A die that shows 5 reaches the token, which is worth 1.
    """
    contact = 22.5 / 25.4
    game = bot_view(THREE, loot=((8.0, 12.0), (12.0 - contact, 12.0)), towers={"a2": 3})
    found = throws.rate_scoots(game, "a1", ("d6",), even(2)(), 2)
    (at, worth), *_ = found
    assert at == pytest.approx((inches(8), inches(12)))
    lost = throws.knock_loss(throws.towers_at_risk(game), at)
    assert lost > 0.01
    # The move ends at the die, which lies in the middle of the token: 3 in are less than to the token.
    assert worth == pytest.approx(3 * 0.04 - lost)
    (_, worth), *_ = throws.rate_scoots(game, "a1", ("d6",), even(4)(), 2)
    assert worth == pytest.approx(1.0 - lost)


def test_throws_are_sampled_as_dice_fall() -> None:
    """A bot rates each aim with the same imagined throws. Places have a deviation of 50 mm, and each kind of dice its
    own numbers.
    """
    game = bot_view(THREE, loot=((8.0, 12.0),))
    luck = EvenLuck(1)
    aims, plan = throws._sample_throws(game, "a1", ("d6", "d6", "d4"), luck, 2)  # type: ignore[arg-type]  # it has both
    assert luck.asked == [(0.0, 50.0, (2, 3, 2)), (6, (2, 2)), (4, (1, 2))]
    assert plan.dice == pytest.approx(np.array([[at] * 3 for at in aims for _ in range(2)]))
    assert plan.inches.tolist() == [[2.0, 2.0, 2.0]] * (2 * len(aims))
    assert (plan.own, plan.start.tolist()) == (1, [inches(4), inches(12)])


def test_sampled_dice_stay_on_the_table() -> None:
    """RD-91: in imagined throws, a die that would leave the table lies 22.5 mm from the edge."""
    game = bot_view({**THREE, "a1": (2.0, 2.0)}, loot=((2.0, 2.0), (22.0, 22.0)))
    luck = np.random.default_rng(1)
    _, plan = throws._sample_throws(game, "a1", ("d6",) * 3, luck, 40)
    assert (plan.dice.min(axis=(0, 1)).tolist(), plan.dice.max(axis=(0, 1)).tolist()) == (
        [22.5, 22.5], [pytest.approx(inches(24) - 22.5)] * 2,
    )  # fmt: skip


def test_scoots_of_several_models() -> None:
    """If several models are rated together, each has the same aims and values as when rated alone. A throw to move has
    those of its model.
    """
    game = bot_view(THREE, loot=((8.0, 12.0),))
    found = throws.rate_scoots_of_models({"a1": ("d6",), "a2": ("d6",)}, game, even(5)(), 1)
    assert {model: len(aims) for model, aims in found.items()} == {"a1": 3, "a2": 3}
    for model in found:
        assert found[model] == throws.rate_scoots(game, model, ("d6",), even(5)(), 1)
    rated = throws.rate_aims(game, request(dice=("d6",)), even(5))
    assert [(aim.at, worth) for aim, worth in rated if isinstance(aim, Aim)] == found["a1"]


def test_where_dice_lie_and_how_far_they_lead() -> None:
    """RD-41: a die's number counts as a distance in inches. If a die isn't on the table any more, its place is the end
    of its distance.
    """
    game = bot_view(PLACES)
    game.play.table = game.table.with_pieces(Die("d1", pose=Pose((50.0, 70.0, 8.0))))
    ways = (Way("d1", 0.3, 76.2), Way("d2", math.pi / 2, 50.8))
    lying, shown = throws.dice_positions(game, "a1", ways)
    assert lying == pytest.approx(np.array([(50.0, 70.0), (inches(4), inches(12) + 50.8)]))
    assert shown == pytest.approx([3.0, 2.0])
