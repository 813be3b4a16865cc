"""The judge of Riot Dice: the worth of fights and of bullets, held to RD-62 and to the solution of a zero-sum game."""

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest
from lucky_table import LuckyTable, rules, stand
from scipy.optimize import linprog

from riotsim.games.riot_dice.bot.fights import (
    _throw_effects,
    fight_value,
    mixed_equilibrium,
    payoff_matrix,
    rate_throws,
)
from riotsim.games.riot_dice.bot.shots import rate_bullets
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.events import FightBreaksOut
from riotsim.games.riot_dice.rules.shoot import BulletChoice
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Choose
from riotsim.play.session.session import Session
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Pose

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


def test_payoffs_go_by_what_stops_what() -> None:
    """RD-62: a thump is worth something unless the other shoves, a shove unless they pinch, a pinch unless they thump;
    what the other's throw does counts against it.
    """
    ours, theirs = (3.0, 2.0, 1.0), (0.5, 0.25, 0.125)
    gains = np.array([[3.0, 0.0, 3.0], [2.0, 2.0, 0.0], [0.0, 1.0, 1.0]])
    losses = np.array([[0.5, 0.25, 0.0], [0.0, 0.25, 0.125], [0.5, 0.0, 0.125]])
    assert payoff_matrix(ours, theirs) == pytest.approx(gains - losses)


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


@pytest.mark.parametrize("effects", [((3.0, 2.0, 1.0), (0.5, 0.25, 0.125)), ((1.0, 0.2, 2.0), (1.0, 0.2, 0.0))])
def test_throws_guarantee_what_can_be_guaranteed(effects: tuple[tuple[float, ...], tuple[float, ...]]) -> None:
    """Against the best answer, the mix of throws brings what the best mix would, but for a twentieth of the stakes."""
    payoffs = payoff_matrix(*effects)  # type: ignore[arg-type]  # three each
    best = (solved(payoffs) @ payoffs).min()
    assert (mixed_equilibrium(payoffs) @ payoffs).min() == pytest.approx(best, abs=np.ptp(payoffs) / 20)


def test_a_fight_is_worth_more_to_who_has_less_to_lose() -> None:
    """RD-64: against a tower of nine a fight is worth having, with such a tower it is not, to whoever's boss it is."""
    tall_foe, tall_self = view(b1=9), view(a1=9)
    assert fight_value(tall_foe, "a1", "b1") > 0 > fight_value(tall_self, "a1", "b1")
    assert fight_value(tall_foe, "b1", "a1") < 0 < fight_value(tall_self, "b1", "a1")


def test_throws_come_as_often_as_the_best_mix_has_them() -> None:
    """RD-62: against a foe with a tower of nine the best mix is thumps and pinches; it is drawn from by chance."""
    game, luck = view(b1=9), np.random.default_rng(1)
    request: Choose[object] = Choose("Ann", "fight", THROWS)
    chosen = Counter(max(rate_throws(game, request, luck), key=lambda rated: rated[1])[0] for _ in range(400))
    mine, theirs = _throw_effects(game, "a1", "b1"), _throw_effects(game, "b1", "a1")
    wanted = solved(payoff_matrix(mine, theirs))
    assert [chosen[throw] / 400 for throw in THROWS] == pytest.approx(wanted, abs=0.1)


def test_friends_are_not_shot() -> None:
    """RD-52, RD-53: a bullet is worth most at an enemy, nothing in the scenery, and less than nothing at a friend."""
    bullets = tuple(BulletChoice("d1", hits) for hits in ("a2", "terrain", "b1", "nothing"))
    rated = dict(rate_bullets(view(a2=4, b1=4), Choose("Ann", "bullet", bullets)))
    at_friend, at_terrain, at_enemy, at_nothing = (rated[bullet] for bullet in bullets)
    assert at_friend < at_terrain == at_nothing == 0.0 < at_enemy


def test_a_friend_s_tall_tower_is_shot_least_of_all() -> None:
    """RD-23: a die more on a tall tower costs more, so a friend with one is spared even more."""
    bullets = (BulletChoice("d1", "a2"),)
    low, tall = (rate_bullets(view(a2=height), Choose("Ann", "bullet", bullets))[0][1] for height in (1, 9))
    assert tall < low < 0
