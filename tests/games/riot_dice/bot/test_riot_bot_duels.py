"""Fights of Riot Dice as games of several rounds, and the ratings of throws that follow from them."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from bot_position import bot_view, even

from riotsim.games.riot_dice.bot import duels, fights
from riotsim.games.riot_dice.bot.duels import HEIGHTS, Fighter, _growth, _shares, duel, solve_games
from riotsim.games.riot_dice.bot.view import FIGHT, BotView
from riotsim.games.riot_dice.events import FightBreaksOut, Loot
from riotsim.play.requests import Choose

Array = npt.NDArray[np.float64]

RISING = tuple(0.01 * height for height in range(HEIGHTS))
"""A chance that rises by 1 % with each die."""

ACTIVE = Fighter((0.2, 0.3, 0.5), RISING, tuple(0.02 * height for height in range(HEIGHTS)), 4.0, 1.5)
PASSIVE = Fighter((0.4, 0.6), tuple(0.5 * chance for chance in RISING), RISING, 2.5, 0.5)


def test_how_towers_grow_by_a_thump() -> None:
    """RD-31, RD-64: a thump adds one die to a tower with a chance of 0.3, and two with 0.5. Each die may fell the
    tower. The tallest towers don't grow.
    """
    found = _growth(ACTIVE, PASSIVE)
    wanted = np.zeros((HEIGHTS, HEIGHTS))
    for height in range(HEIGHTS):
        top = HEIGHTS - 1
        first, second = (0.005 * min(h, top) for h in (height, height + 1))
        wanted[height, height] += 0.2
        wanted[height, min(height + 1, top)] += 0.3 * (1 - first)
        wanted[height, min(height + 2, top)] += 0.5 * (1 - first) * (1 - second)
    assert found == pytest.approx(wanted)


def test_shares_of_weights() -> None:
    """Each weight's share is its part of the sum. If all weights are 0, the shares are equal."""
    found = _shares(np.array([[1.0, 3.0, 4.0], [0.0, 0.0, 0.0], [0.0, 0.5, 0.0]]))
    assert found == pytest.approx(np.array([[0.125, 0.375, 0.5], [1 / 3, 1 / 3, 1 / 3], [0.0, 1.0, 0.0]]))


@pytest.mark.parametrize(("payoffs", "value", "row", "column"), [
    ([[3.0, 1.0], [2.0, 0.0]], 1.0, [1.0, 0.0], [0.0, 1.0]),
    ([[1.0, -1.0], [-1.0, 1.0]], 0.0, [0.5, 0.5], [0.5, 0.5]),
    ([[2.0, -1.0], [-1.0, 1.0]], 0.2, [0.4, 0.6], [0.4, 0.6]),
    ([[0.0, 4.0], [3.0, 0.0]], 12 / 7, [3 / 7, 4 / 7], [4 / 7, 3 / 7]),
])  # fmt: skip
def test_solutions_of_small_games(
    payoffs: list[list[float]], value: float, row: list[float], column: list[float]
) -> None:
    """A game of two choices has a known solution: a saddle point, or a mix that makes the other player indifferent."""
    values, rows, columns = solve_games(np.array([payoffs, np.negative(payoffs).T]))
    assert values == pytest.approx([value, -value], abs=0.05)
    assert rows == pytest.approx(np.array([row, column]), abs=0.06)
    assert columns == pytest.approx(np.array([column, row]), abs=0.06)


def test_rows_and_columns_may_differ_in_number() -> None:
    """If one player has two choices and the other three, each choice has a share. The game's value is that of both
    players' best choices.
    """
    values, rows, columns = solve_games(np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 2.0]]))
    assert (rows.shape, columns.shape) == ((2,), (3,))
    assert float(values) == pytest.approx(1.0, abs=0.05)


THUMP, SHOVE, PINCH = range(3)

STOPPED_BY = {THUMP: SHOVE, SHOVE: PINCH, PINCH: THUMP}
"""RD-62: a shove stops a thump, a pinch stops a shove, a thump stops a pinch."""


def worn(height: int) -> float:
    """Return the share of a fall's cost that a tower costs after a fight. A tower of 16 dice or more costs half."""
    return float(0.5 * min(1.0, height / 16) ** 2)


class Plain:
    """A fight between two models as the rules describe it, for one pair of tower heights at a time."""

    def __init__(self, fighters: tuple[Fighter, Fighter]) -> None:
        self._fighters = fighters

    def apart(self, heights: tuple[int, int]) -> float:
        """Return the value of the towers for the active model's boss, once the models are apart."""
        mine, theirs = self._fighters
        return theirs.fall_cost * worn(heights[1]) - mine.fall_cost * worn(heights[0])

    def felled(self, side: int, heights: tuple[int, int]) -> float:
        """Return the value of one side's fall for the active model's boss. Side 0 is the active model."""
        mine, theirs = self._fighters
        if side == 0:
            return theirs.fall_cost * worn(heights[1]) - mine.fall_cost
        return theirs.fall_cost - mine.fall_cost * worn(heights[0])

    def thumped(self, side: int, heights: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int] | None]]:
        """Yield the heights after a thump against one side, each with its chance. If the tower falls, there are no
        heights.
        """
        victim = self._fighters[side]
        falls = 0.0
        for dice, chance in enumerate(self._fighters[1 - side].damage):
            stands, height = 1.0, heights[side]
            for _ in range(dice):
                stands *= 1 - victim.fall_chances[height]
                height = min(height + 1, HEIGHTS - 1)
            yield chance * stands, (height, heights[1]) if side == 0 else (heights[0], height)
            falls += chance * (1 - stands)
        yield falls, None

    def play(self, effects: list[tuple[int, int]], heights: tuple[int, int], values: Array, apart: bool) -> float:
        """Return the value of a round with the effects that aren't stopped. Each has the side that it is against."""
        if not effects:
            return self.apart(heights) if apart else float(values[heights])
        (effect, side), *rest = effects
        if effect == PINCH:
            gain = self._fighters[1].pinch_cost if side else -self._fighters[0].pinch_cost
            return gain + self.play(rest, heights, values, apart)
        if effect == SHOVE:
            falls = self._fighters[side].shove_risks[heights[side]]
            return falls * self.felled(side, heights) + (1 - falls) * self.play(rest, heights, values, apart=True)
        return sum(
            chance * (self.felled(side, heights) if after is None else self.play(rest, after, values, apart))
            for chance, after in self.thumped(side, heights)
        )

    def payoffs(self, values: Array) -> Array:
        """Return the values of all pairs of throws, at all heights."""
        found = np.zeros((HEIGHTS, HEIGHTS, 3, 3))
        for mine, theirs, throw, answer in np.ndindex(found.shape):
            effects = [(throw, 1)] if STOPPED_BY[throw] != answer else []
            effects += [(answer, 0)] if STOPPED_BY[answer] != throw else []
            found[mine, theirs, throw, answer] = self.play(effects, (mine, theirs), values, apart=False)
        return found


def test_a_fight_is_what_its_rounds_make_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """RD-62, RD-63, RD-68: a bot looks two rounds ahead here. In a round, a stopped throw has no effect, and the active
    model's effect comes first. A fall or a shove ends the fight. After two rounds, the towers count.
    """
    monkeypatch.setattr(duels, "ROUNDS", 2)
    fight = Plain((ACTIVE, PASSIVE))
    values = np.array([[fight.apart((mine, theirs)) for theirs in range(HEIGHTS)] for mine in range(HEIGHTS)])
    apart = values
    values, _, _ = solve_games(fight.payoffs(values))
    payoffs = fight.payoffs(values)
    wanted, mine, theirs = solve_games(payoffs)
    found = duel.__wrapped__(ACTIVE, PASSIVE)
    assert found.values == pytest.approx(wanted - apart, abs=1e-4)
    assert found.active_shares == pytest.approx(mine, abs=1e-3)
    assert found.passive_shares == pytest.approx(theirs, abs=1e-3)


def test_the_damage_of_a_die() -> None:
    """RD-54: a club's die does 4 points if it shows the toughness or more, and otherwise 1. For a toughness of 3 the
    mean is (4 x 4 + 2 x 1) / 6.
    """
    club = bot_view({}).rules.weapons["club"]
    for toughness, wanted in ((1, 4.0), (3, 3.0), (5, 2.0), (6, 1.5), (7, 1.0)):
        assert fights.expected_damage(club, range(1, 7), toughness) == pytest.approx(wanted)


@pytest.mark.parametrize(("weapons", "opponent", "wanted"), [
    (("pistol", "fists"), "git", [0, 0, 1 / 9, 4 / 9, 4 / 9]),
    (("club",), "bruiser", [0, 2 / 3, 0, 0, 1 / 3]),
    (("club", "fists"), "sneak", [0, 0, 0, 1 / 216, 10 / 216, 25 / 216, 5 / 216, 50 / 216, 125 / 216]),
    (("pistol",), "git", [1]),
])  # fmt: skip
def test_the_damage_of_a_thump(weapons: tuple[str, ...], opponent: str, wanted: list[float]) -> None:
    """RD-64: a thump does the damage of the thump dice of all weapons. If a die shows the toughness or more, it does 2
    points for fists, and 4 for a club. Otherwise it does 1.
    """
    book = bot_view({}).rules
    assert fights._thump_damage(book, weapons, opponent) == pytest.approx(wanted)


def test_the_damage_of_a_thump_in_hit_points() -> None:
    """RD-39: with 5 hit points, a point of damage counts as 2.8 dice, and the sum is rounded. Without towers, damage
    has no effect.
    """
    book = bot_view({}, options={"tower.mode": "hit_points"}).rules
    found = fights._thump_damage(book, ("fists",), "git")
    assert {dice: chance for dice, chance in enumerate(found) if chance} == {
        6: pytest.approx(1 / 9), 8: pytest.approx(4 / 9), 11: pytest.approx(4 / 9),
    }  # fmt: skip
    bare = bot_view({}, options={"tower.mode": "none"}).rules
    assert fights._thump_damage(bare, ("fists",), "git") == pytest.approx((1.0,))


@pytest.mark.parametrize(("mode", "falls", "risks"), [
    ("dice", {0: 0.002, 6: 0.002, 7: 0.045, 13: 0.045, 14: 0.13, 26: 0.5}, True),
    ("hit_points", {0: 0.0, 12: 0.0, 13: 1.0, 26: 1.0}, False), ("none", {0: 0.0, 26: 0.0}, False),
])  # fmt: skip
def test_a_model_as_a_fighter(mode: str, falls: dict[int, float], risks: bool) -> None:
    """RD-31, RD-39: a model falls with its tower, or with its last hit point. A fall costs 2.5 tokens, and 2 more if
    the model's boss has loot. A pinch then costs 1.5.
    """
    book = bot_view({}, options={"tower.mode": mode}).rules
    poor = fights._model_in_fight(book, ("fists",), "git", "", has_loot=False)
    rich = fights._model_in_fight(book, ("fists",), "git", "drunk", has_loot=True)
    assert {height: poor.fall_chances[height] for height in falls} == falls
    assert (len(poor.fall_chances), len(poor.shove_risks)) == (HEIGHTS, HEIGHTS)
    assert (poor.fall_cost, poor.pinch_cost, rich.fall_cost, rich.pinch_cost) == (2.5, 0.0, 4.5, 1.5)
    assert (poor.shove_risks[26] > 0.5) is risks
    assert poor.shove_risks[1] == 0.0
    if risks:
        assert poor.shove_risks != rich.shove_risks, "another hand carries at another pace"
    assert poor.damage == fights._thump_damage(book, ("fists",), "git")


def fighting(**towers: int) -> BotView:
    """Return a position in which `a1` has met `b1`, and Bob has two tokens."""
    game = bot_view({"a1": (4.0, 12.0), "b1": (5.0, 12.0)}, towers=towers, stashes={"Ann": 0, "Bob": 2},
                    kinds={"b1": "bruiser"})  # fmt: skip
    game.play.emit(FightBreaksOut("b1", "a1"))
    game.play.emit(FightBreaksOut("a1", "b1"))
    game.play.emit(Loot("Ann", "a1", "t1"))
    return game


def duel_of(game: BotView) -> tuple[Fighter, Fighter]:
    """Return both models of the position `fighting` as fighters."""
    book = game.rules
    return (fights._model_in_fight(book, ("pistol", "fists"), "bruiser", "", has_loot=False),
            fights._model_in_fight(book, ("club", "fists"), "git", "", has_loot=True))  # fmt: skip


def test_the_value_of_a_fight_is_that_of_its_duel() -> None:
    """The value of a fight depends on each model's weapons, its opponent's toughness and its tower. Towers above 26
    dice count as 26.
    """
    for mine, theirs in ((3, 9), (30, 1), (2, 30)):
        game = fighting(a1=mine, b1=theirs)
        ours, foes = duel_of(game)
        at, back = (min(mine, 26), min(theirs, 26)), (min(theirs, 26), min(mine, 26))
        assert fights.fight_value(game, "a1", "b1") == duel(ours, foes).values[at]
        assert fights.fight_value(game, "b1", "a1") == duel(foes, ours).values[back]
    game = fighting(b1=9)
    peaceful = BotView(game.play, game.rules, avoiding=frozenset({FIGHT}))
    assert fights.fight_value(peaceful, "a1", "b1") == -20.0


def test_throws_are_rated_by_their_shares() -> None:
    """RD-61: a bot rates a throw of the latest fight by the logarithm of its share, which is at least a thousandth. The
    active boss and the passive one have different shares.
    """
    game = fighting(a1=3, b1=9)
    fight = duel(*duel_of(game))
    for boss, shares in (("Ann", fight.active_shares), ("Bob", fight.passive_shares)):
        rated = fights.rate_throws(game, Choose(boss, "fight", ("thump", "shove", "pinch")), even()())
        assert [throw for throw, _ in rated] == ["thump", "shove", "pinch"]
        wanted = np.log(np.maximum(shares[3, 9], 0.001))
        assert [worth for _, worth in rated] == pytest.approx(wanted.tolist())


@pytest.mark.parametrize(("tokens", "weight"), [(0, 1.0), (1, 1.1), (5, 1.5)])
def test_harm_to_a_rich_boss_counts_more(tokens: int, weight: float) -> None:
    """Harm to a boss counts a tenth more for each token in the stash."""
    game = bot_view({"a1": (4.0, 4.0)}, stashes={"Ann": 9, "Bob": tokens})
    assert fights.rivalry_weight(game, "Bob") == pytest.approx(weight)
