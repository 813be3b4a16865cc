"""The features of a position of Riot Dice from which planners estimate the chance to win."""

import math
from dataclasses import replace

import pytest
from bot_position import bot_session, bot_view
from lucky_table import rules

from riotsim.games.riot_dice.bot.positions import (
    FACTORS,
    LEAVING_WINNER_CHANCE,
    WEIGHTS,
    BossFeatures,
    RiotPositionEvaluator,
    boss_features,
    can_leave_as_winner,
    lead_factors,
)
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.state import Result

PLACES = {"a1": (4.0, 12.0), "a2": (8.0, 12.0), "a3": (12.0, 12.0), "b1": (12.0, 15.0), "b2": (4.0, 16.0)}
"""Places of Ann's models, of which `a3` may have fallen, and of Bob's, of which `b2` may have fallen."""


def scene(clock: float = 600.0, options: dict[str, object] | None = None) -> BotView:
    """Return a position with two fallen models, two towers, and two tokens on the table."""
    return bot_view(
        PLACES,
        loot=((4.0, 18.0), (22.0, 15.0)),
        fallen=("a3", "b2"),
        towers={"a2": 7, "b1": 14},
        stashes={"Ann": 5, "Bob": 1},
        clock=clock,
        options=options,
    )


def e(inches: float, scale: float) -> float:
    """Return e to the power of minus a distance in inches over a scale in mm."""
    return math.exp(-inches * 25.4 / scale)


def test_features_of_both_bosses() -> None:
    """RD-81: features count a boss's models within 6 in of an enemy. A fallen model is exposed by its nearness to a
    standing enemy. A token is in reach by its nearness to a standing model.
    """
    found = boss_features(scene())
    ann = BossFeatures(5, 2, 0.5, e(3, 100), e(6, 150) + e(math.hypot(14, 3), 150), 3)
    bob = BossFeatures(1, 1, 1.0, e(4, 100), e(math.hypot(8, 3), 150) + e(10, 150), 1)
    for boss, wanted in (("Ann", ann), ("Bob", bob)):
        got = found[boss]
        assert (got.stash, got.standing, got.near) == (wanted.stash, wanted.standing, wanted.near)
        assert (got.towers, got.exposed, got.reach) == pytest.approx((wanted.towers, wanted.exposed, wanted.reach))


@pytest.mark.parametrize(("clock", "after", "exposed"), [(0.1, "no_boot", True), (0.0, "no_boot", False),
                                                         (0.0, "off", True)])  # fmt: skip
def test_the_fallen_are_exposed_as_long_as_models_may_boot(clock: float, after: str, exposed: bool) -> None:
    """RD-82: once the time is up nobody can boot, so fallen models aren't exposed. With `clock.after: off` they are."""
    found = boss_features(scene(clock, {"clock.after": after}))
    assert (found["Ann"].exposed > 0.0) is exposed


def test_without_standing_models_or_loot_nothing_is_in_reach() -> None:
    """If all models of a boss have fallen, no token is in the boss's reach. If no tokens are left, nothing is in
    anybody's reach.
    """
    flat = boss_features(bot_view(PLACES, fallen=("a1", "a2", "a3"), loot=((4.0, 12.0),)))
    assert (flat["Ann"].reach, flat["Ann"].standing, flat["Bob"].exposed) == (0.0, 0, 0.0)
    bare = boss_features(bot_view(PLACES))
    assert [bare[boss].reach for boss in ("Ann", "Bob")] == [0.0, 0.0]


MINE = BossFeatures(5, 3, 0.75, 0.5, 2.5, 1)
THEIRS = BossFeatures(2, 1, 1.0, 0.125, 1.25, 2)
SIDES = {"Ann": MINE, "Bob": THEIRS}


def logistic(value: float) -> float:
    """Return the logistic function of a value."""
    return 1 / (1 + math.exp(-value))


def lead_game(clock: float = 600.0) -> BotView:
    """Return a position with three tokens on the table, and five and two in the stashes."""
    return bot_view(PLACES, loot=((1.0, 1.0), (2.0, 1.0), (3.0, 1.0)), stashes={"Ann": 5, "Bob": 2}, clock=clock)


RACE = logistic((5 - 2 - 3 - 2 - 0.5) / 1.5) - logistic((2 - 5 - 3 - 4 - 0.5) / 1.5)
"""The factor `race`, from Ann's lead of -2 and Bob's of -10 if each leaves now."""


def test_factors_in_time() -> None:
    """RD-82: as long as there is time, the `late` factors are 0. Three of ten tokens lie on the table, so `early
    standing` is 0.3 for each model.
    """
    wanted = {"loot": 3, "late loot": 0, "standing": 2, "early standing": 0.6, "late standing": 0,
              "at most one standing": -1, "none standing": 0, "towers": -0.25, "late towers": 0, "exposed": 0.375,
              "reach": 1.25, "race": RACE, "turn": 1}  # fmt: skip
    found = lead_factors(lead_game(), "Ann", "Bob", SIDES)
    assert dict(zip(FACTORS, found, strict=True)) == pytest.approx(wanted)
    back = lead_factors(lead_game(), "Bob", "Ann", SIDES)
    assert back == pytest.approx([-value for value in found])


def test_factors_once_the_time_is_up() -> None:
    """RD-82: once the time is up, each `late` factor equals that for loot, standing models or towers."""
    found = dict(zip(FACTORS, lead_factors(lead_game(0.0), "Ann", "Bob", SIDES), strict=True))
    assert (found["late loot"], found["late standing"], found["late towers"]) == (3, 2, -0.25)


@pytest.mark.parametrize(("mine", "theirs", "few", "none"), [
    (2, 2, 0, 0), (1, 2, 1, 0), (0, 2, 1, 1), (0, 1, 0, 1), (0, 0, 0, 0), (1, 1, 0, 0), (2, 0, -1, -1),
])  # fmt: skip
def test_few_standing_models_count(mine: int, theirs: int, few: int, none: int) -> None:
    """RD-24: two factors compare the bosses by whether they have at most one standing model, and by whether they have
    none.
    """
    sides = {"Ann": replace(MINE, standing=mine), "Bob": replace(THEIRS, standing=theirs)}
    found = dict(zip(FACTORS, lead_factors(lead_game(), "Ann", "Bob", sides), strict=True))
    assert (found["at most one standing"], found["none standing"]) == (few, none)


def test_whose_turn_it_is_counts_between_activations() -> None:
    """The factor `turn` is -1 for a boss if it is the other boss's turn. During an activation it is 0."""
    game = lead_game()
    game.state.turn = "Bob"
    assert lead_factors(game, "Ann", "Bob", SIDES)[-1] == -1
    game.state.activating = "b1"
    assert lead_factors(game, "Ann", "Bob", SIDES)[-1] == 0


@pytest.mark.parametrize(("stash", "near", "leaves"), [(6, 0, True), (5, 0, False), (8, 1, True), (7, 1, False)])
def test_who_can_leave_as_the_winner(stash: int, near: int, leaves: bool) -> None:
    """RD-81, RD-83: a boss wins by legging it if the other boss then has less. The other boss gets the three tokens on
    the table. Each own model near an enemy costs a token, which the other boss gets.
    """
    sides = {"Ann": replace(MINE, stash=stash, near=near), "Bob": THEIRS}
    game = lead_game()
    assert can_leave_as_winner(game, "Ann", "Bob", sides) is leaves
    game.state.activating = "a1"
    assert not can_leave_as_winner(game, "Ann", "Bob", sides)
    game.state.activating, game.state.turn = None, "Bob"
    assert not can_leave_as_winner(game, "Ann", "Bob", sides)


def chance(loot: tuple[tuple[float, float], ...], boss: str, **stashes: int) -> float:
    """Return the chance of a boss to win, on Ann's turn, with the models far from all enemies."""
    places = {"a1": (3.0, 3.0), "a2": (7.0, 3.0), "b1": (3.0, 21.0), "c1": (21.0, 21.0)}
    session = bot_session({name: at for name, at in places.items() if name != "c1" or "Cat" in stashes}, loot=loot,
                          stashes=stashes)  # fmt: skip
    return RiotPositionEvaluator(rules()).evaluate(boss, session)


def test_the_chance_to_win_follows_from_the_weighted_factors() -> None:
    """If Ann has a standing model and a token more than Bob, her odds are the sum of her leads, each times its weight.

    Two of five tokens lie on the table, so the leads after leaving are -1 and -3. The tokens lie as far from Ann's
    nearest model as from Bob's.
    """
    race = logistic(-1.5 / 1.5) - logistic(-3.5 / 1.5)
    lead = {"loot": 1, "standing": 1, "early standing": 0.4, "at most one standing": -1, "race": race, "turn": 1}
    odds = sum(weight * lead.get(factor, 0) for factor, weight in zip(FACTORS, WEIGHTS, strict=True))
    loot = ((3.0, 12.0), (3.0, 12.0))
    assert chance(loot, "Ann", Ann=2, Bob=1) == pytest.approx(logistic(odds))
    assert chance(loot, "Bob", Ann=2, Bob=1) == pytest.approx(logistic(-odds))


def test_the_strongest_opponent_counts() -> None:
    """With three bosses, a boss's chance to win is the chance against the strongest opponent."""
    loot = ((12.0, 12.0),) * 3
    poor, rich = chance(loot, "Ann", Ann=2, Bob=1, Cat=0), chance(loot, "Ann", Ann=2, Bob=1, Cat=9)
    assert rich < chance(loot, "Ann", Ann=2, Bob=1, Cat=3) < poor
    assert chance((), "Ann", Ann=2, Bob=1, Cat=1) == LEAVING_WINNER_CHANCE
    assert chance((), "Bob", Ann=2, Bob=1, Cat=1) == pytest.approx(1 - LEAVING_WINNER_CHANCE)
    assert chance((), "Ann", Ann=2, Bob=1, Cat=2) < LEAVING_WINNER_CHANCE


@pytest.mark.parametrize(("winners", "wanted"), [(("Ann",), [1.0, 0.0]), (("Ann", "Bob"), [0.5, 0.5]),
                                                 ((), [0.0, 0.0])])  # fmt: skip
def test_the_chance_after_the_end_is_the_result(winners: tuple[str, ...], wanted: list[float]) -> None:
    """RD-84: after a game, each winner has an equal share of 1. If nobody has won, each boss has 0."""
    session = bot_session(PLACES)
    session.state.result = Result(winners, (), not winners)
    evaluator = RiotPositionEvaluator(rules())
    assert [evaluator.evaluate(boss, session) for boss in ("Ann", "Bob")] == wanted
