"""The evaluator of Riot Dice: ratings of fights and bullets, compared with RD-62 and with the solution of a zero-sum
game.
"""

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from lucky_table import LuckyTable, rules, stand
from scipy.optimize import linprog

from riotsim.games.riot_dice.bot.duels import HEIGHTS, Fighter, duel, solve_games
from riotsim.games.riot_dice.bot.fights import _duel, fight_value, rate_throws
from riotsim.games.riot_dice.bot.setup import rate_spots
from riotsim.games.riot_dice.bot.shots import aims, rate_bullets
from riotsim.games.riot_dice.bot.throws import margins_of
from riotsim.games.riot_dice.bot.turns import rate_actions, rate_boots
from riotsim.games.riot_dice.bot.view import FIGHT, BotView
from riotsim.games.riot_dice.events import FightBreaksOut
from riotsim.games.riot_dice.rules.boot import room_to_stand
from riotsim.games.riot_dice.rules.shoot import BulletChoice
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Choose, PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import touch
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Pose
from riotsim.table.units import inches

PLACES = {"a1": (4.0, 12.0), "a2": (4.0, 16.0), "b1": (10.0, 12.0)}
"""Places of models (in)."""

THROWS = ("thump", "shove", "pinch")


def view(**heights: int) -> BotView:
    """Return a position in which models have towers of so many dice, as a boss sees it."""
    session: Session[State] = stand(LuckyTable(), PLACES, stash=2)
    table = session.table
    for model, height in heights.items():
        at = table.models[model].at
        dice = [Die(f"{model}-{k}", pose=Pose((at[0], at[1] + 20.5, 8.0 + 16.0 * k))) for k in range(height)]
        table = table.with_pieces(*dice).with_tower(model, Tower(tuple(die.id for die in dice), 0.0))
    session.play.table = table
    session.play.emit(FightBreaksOut("a1", "b1"))
    session.state.activating = "a1"
    return BotView(session.play, rules())


def fighter(
    damage: tuple[float, ...] = (1.0,), falls: float = 0.0, *, fall_cost: float = 4.0, pinch_cost: float = 0.0
) -> Fighter:
    """Return a model in a fight. Each die that is put on its tower may fell the tower, and a shove never does."""
    return Fighter(damage, (falls,) * HEIGHTS, (0.0,) * HEIGHTS, fall_cost, pinch_cost)


def test_a_shove_saves_who_has_nothing_to_pinch() -> None:
    """RD-62: if the other model has no loot to lose by a pinch, it can always shove, and a thump is worth nothing. If
    it has loot, a thump is worth something.
    """
    thumper = fighter(damage=(0.0, 1.0))
    poor, rich = fighter(falls=1.0), fighter(falls=1.0, pinch_cost=1.0)
    assert duel(thumper, poor).values[0, 0] == pytest.approx(0.0, abs=0.2)
    assert 0.4 < duel(thumper, rich).values[0, 0] < 4.0
    assert duel(thumper, poor).passive_shares[0, 0, THROWS.index("shove")] > 0.9


def test_who_begins_a_fight_has_the_advantage() -> None:
    """RD-63: the active model's throw takes effect first. So between two models that each fall by one thump, the active
    one has the advantage.
    """
    equal = fighter(damage=(0.0, 1.0), falls=1.0, pinch_cost=1.0)
    assert duel(equal, equal).values[0, 0] > 0.1


def solved(payoffs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the shares of the rows that guarantee most (linear programming)."""
    rows, columns = payoffs.shape
    never_less = np.hstack([-payoffs.T, np.ones((columns, 1))])
    found = linprog(
        [0.0] * rows + [-1.0], A_ub=never_less, b_ub=np.zeros(columns), A_eq=[[1.0] * rows + [0.0]], b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )  # fmt: skip
    shares: npt.NDArray[np.float64] = found.x[:rows]
    return shares


def test_throws_guarantee_what_can_be_guaranteed() -> None:
    """Computed mixes of throws come close to the best ones. Against the best answer, each is within a twentieth of the
    range of payoffs.
    """
    games = np.random.default_rng(5).normal(size=(40, 3, 3))
    values, rows, columns = solve_games(games)
    for payoffs, value, mine, theirs in zip(games, values, rows, columns, strict=True):
        near = np.ptp(payoffs) / 20
        best = (solved(payoffs) @ payoffs).min()
        assert value == pytest.approx(best, abs=near)
        assert (mine @ payoffs).min() == pytest.approx(best, abs=near)
        assert (payoffs @ theirs).max() == pytest.approx(best, abs=near)


def test_a_fight_is_worth_more_to_who_has_less_to_lose() -> None:
    """RD-64: a fight against a model with a tower of nine is worth having. For the boss of that model, the fight is a
    loss.
    """
    tall_foe, tall_self = view(b1=9), view(a1=9)
    assert fight_value(tall_foe, "a1", "b1") > 0 > fight_value(tall_self, "a1", "b1")
    assert fight_value(tall_foe, "b1", "a1") < 0 < fight_value(tall_self, "b1", "a1")


def test_throws_come_as_often_as_the_best_mix_has_them() -> None:
    """RD-62: against a foe with a tower of nine no throw is always the best; throws are drawn by chance."""
    game, luck = view(b1=9), np.random.default_rng(1)
    request: Choose[object] = Choose("Ann", "fight", THROWS)
    chosen = Counter(max(rate_throws(game, request, luck), key=lambda rated: rated[1])[0] for _ in range(400))
    wanted = _duel(game, "a1", "b1").active_shares[0, 9]
    assert max(wanted) < 0.95
    assert [chosen[throw] / 400 for throw in THROWS] == pytest.approx(wanted, abs=0.1)


def test_a_fight_goes_on_until_a_tower_falls() -> None:
    """RD-68: a fight against a tower of 12 is worth more than a token, and one against a tower of 3 is worth less."""
    assert fight_value(view(b1=12), "a1", "b1") > 1.0
    assert fight_value(view(b1=3), "a1", "b1") < 1.0


def in_play(
    places: dict[str, tuple[float, float]], fallen: tuple[str, ...] = (), stash: int = 2, **loot: int
) -> BotView:
    """Return a position with models at places (in), in which a1 acts. `loot` has stashes other than `stash`."""
    session: Session[State] = stand(LuckyTable(), places, stash=stash, fallen=fallen)
    for boss, tokens in loot.items():
        session.state.bosses[boss].stash = tokens
    session.state.activating = "a1"
    return BotView(session.play, rules())


@pytest.mark.parametrize(("stash", "first"), [(2, "scoot"), (0, "shoot")])
def test_who_may_reach_a_fallen_enemy_scoots_first(stash: int, first: str) -> None:
    """RD-22, RD-71: with loot to be had, a model scoots to a fallen enemy and may then boot it. Otherwise it shoots
    first.
    """
    game = in_play({"a1": (8.0, 12.0), "b1": (12.0, 12.0), "b2": (8.0, 18.0)}, fallen=("b1",), stash=stash)
    luck = np.random.default_rng(1)
    rated = dict(rate_actions(game, Choose("Ann", "action", ("scoot", "shoot")), lambda: luck))
    assert max(rated, key=lambda action: rated[action]) == first


def test_a_friend_is_helped_up_before_it_is_booted() -> None:
    """RD-71, RD-72: helping up a fallen friend is worth more if an enemy touches it than if no enemy is near."""
    places = {"a1": (4.0, 12.0), "a2": (5.0, 12.0), "b1": (6.0, 12.0)}
    ((_, threatened),) = rate_boots(in_play(places, fallen=("a2",)), "Ann", ("a2",))
    ((_, alone),) = rate_boots(in_play(places | {"b1": (12.0, 12.0)}, fallen=("a2",)), "Ann", ("a2",))
    assert threatened > alone > 0


def test_a_boot_that_wins_is_worth_more() -> None:
    """RD-81: a token that is stolen from an enemy is worth more if it decides who leads when a boss legs it. If the
    lead is great already, the token is worth less.
    """
    places = {"a1": (4.0, 12.0), "b1": (5.0, 12.0)}
    ((_, wins),) = rate_boots(in_play(places, fallen=("b1",), Ann=4, Bob=2), "Ann", ("b1",))
    ((_, saves),) = rate_boots(in_play(places, fallen=("b1",), Ann=0, Bob=2), "Ann", ("b1",))
    ((_, after),) = rate_boots(in_play(places, fallen=("b1",), Ann=12, Bob=2), "Ann", ("b1",))
    assert min(wins, saves) > after + 0.5


def test_margins_are_what_legging_it_would_leave() -> None:
    """RD-81, RD-83: a margin is the lead in loot, minus two for each own model near an enemy. A model that is left out
    doesn't count as near.
    """
    places = {"a1": (4.0, 12.0), "a2": (20.0, 12.0), "b1": (9.0, 12.0)}
    game = in_play(places, Ann=6, Bob=2)
    with_all, without = margins_of(game, "Ann"), margins_of(game, "Ann", "a1")
    assert (with_all.own, list(with_all.near)) == (2.0, [True])
    assert (without.own, list(without.near)) == (4.0, [False])
    assert with_all.rival == without.rival == -4.0


def test_an_enemy_beside_ones_model_is_shot_rather_than_one_afar() -> None:
    """RD-71: if two enemies are equally far, a shot at the one beside another model of one's own is worth more."""
    places = {"a1": (12.0, 12.0), "a2": (17.5, 14.0), "b1": (17.0, 12.0), "b2": (7.0, 12.0)}
    rated = aims(in_play(places), "a1", 2)
    right = max(worth for (x, _), worth in rated if x > inches(12))
    left = max(worth for (x, _), worth in rated if x < inches(12))
    assert right > left > 0


def test_friends_are_not_shot() -> None:
    """RD-52, RD-53: a bullet is worth most at an enemy, nothing in the scenery, and less than nothing at a friend."""
    bullets = tuple(BulletChoice("d1", hits) for hits in ("a2", "terrain", "b1", "nothing"))
    rated = dict(rate_bullets(view(a2=4, b1=4), Choose("Ann", "bullet", bullets)))
    at_friend, at_terrain, at_enemy, at_nothing = (rated[bullet] for bullet in bullets)
    assert at_friend < at_terrain == at_nothing == 0.0 < at_enemy


def test_a_friend_s_tall_tower_is_shot_least_of_all() -> None:
    """RD-23: shooting a friend with a tall tower is rated worse than shooting one with a low tower."""
    bullets = (BulletChoice("d1", "a2"),)
    low, tall = (rate_bullets(view(a2=height), Choose("Ann", "bullet", bullets))[0][1] for height in (1, 9))
    assert tall < low < 0


@pytest.mark.parametrize(("avoiding", "fights"), [(frozenset[str](), True), (frozenset({FIGHT}), False)])
def test_a_friend_stands_up_beside_an_enemy_that_it_would_fight(avoiding: frozenset[str], fights: bool) -> None:
    """RD-72, RD-64: a friend that is helped up beside an enemy with a tower of nine stands up in contact with it, since
    a fight follows from that. A boss who avoids fights stands it up out of contact.
    """
    game = view(b1=9)
    lies = replace(game.model("a2"), at=(inches(10) - 28.0, inches(12)), fallen=True)
    game.play.table = game.table.with_pieces(lies)
    game = BotView(game.play, rules(), avoiding=avoiding)
    request = PickPoint("Ann", "stand", (("a2", room_to_stand(game, "a2")),))
    best, _ = max(rate_spots(game, request, np.random.default_rng(1)), key=lambda rated: rated[1])
    assert isinstance(best, Spot)
    stands = replace(lies, at=best.at, fallen=False)
    assert touch(stands.footprint, game.model("b1").footprint) is fights
