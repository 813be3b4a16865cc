"""The greedy bot's ratings of a turn: models to activate, actions, boots, and leaving the game."""

import math
from collections.abc import Mapping

import pytest
from bot_position import bot_view, even, no_chance, weapons_of

from riotsim.games.riot_dice.bot import shots, throws, turns
from riotsim.games.riot_dice.bot.towers import gentlest_carry_risk
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.play.requests import Choose
from riotsim.table.poses import Point

CONTACT = 25.0 / 25.4
"""Distance of the centres of two models in contact (in)."""

THREE: Mapping[str, Point] = {"a1": (4.0, 12.0), "b1": (20.0, 20.0), "c1": (4.0, 22.0)}
"""Places of models of three bosses. A token stolen from a boss is worth 1.5, and 0.15 more for each token in the boss's
stash.
"""

SWIG = 2.5 / 14**2
"""Cost of the first die of a tower."""


def activation(game: BotView, *worths: float) -> float:
    """Return the value of activating `a1`, if the aims of its scoots have given values."""
    return turns._activation_value(game, "a1", [((float(k), 0.0), worth) for k, worth in enumerate(worths)])


def unarmed(places: Mapping[str, Point] = THREE, **fields: object) -> BotView:
    """Return a position in which `a1` cannot shoot."""
    return weapons_of(bot_view(places, **fields), a1=("fists",))  # type: ignore[arg-type]  # fields of a position


def test_an_activation_is_worth_its_best_scoot_less_the_swig() -> None:
    """RD-22, RD-23: without a target, an activation is worth its best scoot, or 0, less the cost of the swig."""
    assert activation(unarmed(), 0.5, 1.25, -3.0) == pytest.approx(1.25 - SWIG)
    assert activation(unarmed(), -0.5, -0.25) == pytest.approx(-SWIG)
    assert activation(unarmed(options={"tower.swig": 2}), 1.25) == pytest.approx(1.25 - 4 * SWIG)
    assert activation(unarmed(options={"tower.mode": "none"}), 1.25) == 1.25


def test_a_tower_makes_scoots_dangerous() -> None:
    """RD-33: if a model has a tower of 9 dice, each of its three moves may fell it, which costs 2.5 tokens. One more
    die costs as much as 19 first dice.
    """
    game = unarmed(towers={"a1": 9})
    risk = gentlest_carry_risk(9, game.hand("Ann"))
    assert 0.0 < risk < 0.1
    assert activation(game, 1.25) == pytest.approx(1.25 - 2.5 * (1 - (1 - risk) ** 3) - 19 * SWIG)


def test_the_two_best_actions_count() -> None:
    """RD-22: an activation is worth its two best actions of a scoot, a shot and a boot. If the rules allow one action,
    it is worth the best one.
    """
    places = {**THREE, "b1": (4.0 + CONTACT, 12.0), "b2": (9.0, 12.0)}
    stashes = {"Ann": 0, "Bob": 2, "Cat": 0}
    boot = 1.5 * 1.2
    for options, scoot, wanted in (({}, 0.9, boot + 0.9), ({}, -1.0, boot), ({"activation.actions": 1}, 0.9, boot),
                                   ({"activation.actions": 1}, 2.0, 2.0)):  # fmt: skip
        game = unarmed(places, fallen=("b1",), stashes=stashes, options=options)
        assert activation(game, scoot) == pytest.approx(wanted - SWIG)
    armed = bot_view(places, fallen=("b1",), stashes=stashes, towers={"b2": 9})
    shot = shots.best_shot(armed, "a1")
    assert shot > 0.1
    assert activation(armed, 0.05) == pytest.approx(boot + shot - SWIG)
    assert activation(armed, shot + 0.5) == pytest.approx(boot + shot + 0.5 - SWIG)
    two = unarmed({**places, "c2": (4.0 - CONTACT, 12.0)}, fallen=("b1", "c2"), stashes={**stashes, "Cat": 4})
    assert activation(two, 0.0) == pytest.approx(1.5 * 1.4 - SWIG)
    late = unarmed(places, fallen=("b1",), stashes=stashes, clock=0.0)
    assert activation(late, 0.9) == pytest.approx(0.9 - SWIG)


def test_a_boot_that_a_scoot_may_make_possible() -> None:
    """RD-70: a fallen model within 140 mm adds half of its boot's worth to a scoot. It adds nothing if another boot is
    possible already, or once the time is up.
    """
    stashes = {"Ann": 0, "Bob": 2, "Cat": 0}
    for x, clock, wanted in ((9.5, 600.0, 0.9), (9.52, 600.0, 0.0), (9.5, 0.0, 0.0)):
        game = unarmed({**THREE, "b1": (x, 12.0)}, fallen=("b1",), stashes=stashes, clock=clock)
        assert turns._reachable_boot_value(game, "a1") == pytest.approx(wanted)
        assert activation(game, 0.25) == pytest.approx(0.25 + wanted - SWIG)
    places = {**THREE, "b1": (4.0 + CONTACT, 12.0), "b2": (8.0, 12.0)}
    game = unarmed(places, fallen=("b1", "b2"), stashes=stashes)
    assert turns._reachable_boot_value(game, "a1") == pytest.approx(0.9)
    assert activation(game, 0.25) == pytest.approx(1.8 + 0.25 - SWIG)
    standing = unarmed({**THREE, "b1": (8.0, 12.0)}, stashes=stashes)
    two = {**THREE, "b1": (8.0, 12.0), "c2": (4.0, 8.0)}
    game = unarmed(two, fallen=("b1", "c2"), stashes={"Ann": 0, "Bob": 2, "Cat": 4})
    assert turns._reachable_boot_value(game, "a1") == pytest.approx(0.5 * 1.5 * 1.4)
    assert turns._reachable_boot_value(standing, "a1") == 0.0


def boots(game: BotView, *models: str) -> list[tuple[object, object]]:
    """Return the boots that Ann may choose, with their ratings."""
    return list(turns.rate_boots(game, "Ann", models))


def test_the_worth_of_boots_among_three_bosses() -> None:
    """RD-71, RD-72: a boot of a friend is worth 2.5. It is worth 1.5 more if a standing enemy may boot the friend and
    Ann has loot. A boot of an enemy is worth 1.5, and more if its boss has more loot.
    """
    places = {"a1": (4.0, 12.0), "a2": (4.0 + CONTACT, 12.0), "b1": (12.0, 12.0), "c1": (4.0 + CONTACT, 12.0 + CONTACT)}
    fallen = ("a2", "b1")
    rich = {"Ann": 1, "Bob": 4, "Cat": 0}
    assert boots(bot_view(places, fallen=fallen, stashes=rich), "b1", "a2") == [
        ("b1", pytest.approx(1.5 * 1.4)), ("a2", 4.0),
    ]  # fmt: skip
    poor = {"Ann": 0, "Bob": 0, "Cat": 0}
    assert boots(bot_view(places, fallen=fallen, stashes=poor), "a2", "b1") == [("a2", 2.5), ("b1", 0.0)]
    flat = bot_view(places, fallen=(*fallen, "c1"), stashes=rich)
    assert boots(flat, "a2") == [("a2", 2.5)]
    apart = bot_view({**places, "c1": (4.0 + CONTACT, 13.1)}, fallen=fallen, stashes=rich)
    assert boots(apart, "a2") == [("a2", 2.5)]


def worth_of(own: float, rival: float) -> float:
    """Return the worth of two margins, as `stakes.margin_values` has it."""
    return 5.0 / (1 + math.exp(-(own - 0.5) / 1.5)) - 12.0 / (1 + math.exp(-(rival - 0.5) / 0.8))


@pytest.mark.parametrize(("ann", "bob"), [(4, 2), (0, 2), (1, 6)])
def test_the_worth_of_a_kick_between_two_bosses(ann: int, bob: int) -> None:
    """RD-71, RD-81: a stolen token raises Ann's margin by 2, and lowers Bob's by 2. With one token on the table and one
    model of each near an enemy, each margin is the lead less 3. With two of Bob's models near, Bob's is his lead less
    5.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (5.0, 12.0)}, loot=((20.0, 20.0),), fallen=("b1",),
                    stashes={"Ann": ann, "Bob": bob})  # fmt: skip
    own, rival = ann - bob - 3, bob - ann - 3
    wanted = 1.5 * (1 + 0.1 * bob) + worth_of(own + 2, rival - 2) - worth_of(own, rival)
    assert boots(game, "b1") == [("b1", pytest.approx(wanted))]
    both = bot_view({"a1": (4.0, 12.0), "b1": (5.0, 12.0), "b2": (6.0, 12.0)}, loot=((20.0, 20.0),), fallen=("b1",),
                    stashes={"Ann": ann, "Bob": bob})  # fmt: skip
    wanted = 1.5 * (1 + 0.1 * bob) + worth_of(own + 2, rival - 4) - worth_of(own, rival - 2)
    assert boots(both, "b1") == [("b1", pytest.approx(wanted))]


def leaving(game: BotView) -> float:
    """Return the rating of leaving for Ann."""
    ((_, worth),) = turns.rate_turn(game, Choose("Ann", "turn", (LegIt(),)), even()())
    return worth


@pytest.mark.parametrize(("stash", "wins"), [(5, True), (4, False)])
def test_leaving_wins_with_more_than_the_other_gets(stash: int, wins: bool) -> None:
    """RD-81, RD-83: two tokens are on the table and two in Bob's stash. Ann wins by leaving with 5 tokens, but not with
    4.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (20.0, 12.0)}, loot=((12.0, 1.0), (12.0, 2.0)),
                    stashes={"Ann": stash, "Bob": 2})  # fmt: skip
    assert leaving(game) == (100.0 if wins else -50.0)


@pytest.mark.parametrize(("stash", "wins"), [(7, True), (6, False)])
def test_models_near_enemies_leave_tokens(stash: int, wins: bool) -> None:
    """RD-81: if Ann leaves with a model near an enemy, one of her tokens stays on the table. Bob gets it with the
    others.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (8.0, 12.0)}, loot=((12.0, 1.0), (12.0, 2.0)),
                    stashes={"Ann": stash, "Bob": 2})  # fmt: skip
    assert leaving(game) == (100.0 if wins else -50.0)


def test_a_boss_without_loot_leaves_none() -> None:
    """RD-81: if a boss leaves with models near enemies, the boss leaves no more tokens than the stash has."""
    places = {"a1": (4.0, 12.0), "a2": (5.5, 12.0), "b1": (7.0, 12.0)}
    assert leaving(bot_view(places, stashes={"Ann": 1, "Bob": 0})) == -50.0
    assert leaving(bot_view({"a1": (4.0, 12.0), "b1": (20.0, 12.0)}, stashes={"Ann": 1, "Bob": 0})) == 100.0


@pytest.mark.parametrize(("cat", "stash", "wins"), [(0, 10, True), (0, 9, False), (5, 13, True), (5, 12, False)])
def test_among_three_no_opponent_gets_all(cat: int, stash: int, wins: bool) -> None:
    """If a boss leaves two opponents behind, each is expected to get at most 0.7 of the loot: 7 of 10 tokens. Bob has 2
    tokens.
    """
    game = bot_view(THREE, loot=((12.0, 1.0),) * 10, stashes={"Ann": stash, "Bob": 2, "Cat": cat})
    assert len(game.table.tokens) == 10
    assert leaving(game) == (100.0 if wins else -50.0)


@pytest.mark.parametrize(("stash", "wins"), [(7, True), (6, False)])
def test_a_boss_who_has_left_still_counts(stash: int, wins: bool) -> None:
    """RD-83, RD-84: if Cat has left with 6 tokens, Ann wins by leaving with 7, but not with 6. Bob would get only the
    token on the table.
    """
    game = bot_view(THREE, loot=((12.0, 1.0),), stashes={"Ann": stash, "Bob": 2, "Cat": 6})
    game.state.bosses["Cat"].out = True
    assert leaving(game) == (100.0 if wins else -50.0)


@pytest.mark.parametrize(("clock", "worth"), [(0.1, -50.0), (0.0, -2.0), (-60.0, -1.9), (-600.0, -1.0)])
def test_impatience_grows_once_the_time_is_up(clock: float, worth: float) -> None:
    """RD-82: while there is time, a boss who wouldn't win by leaving rates this at -50. Once the time is up, the rating
    is -2, and rises by 0.1 each minute.
    """
    game = bot_view({"a1": (4.0, 12.0), "b1": (20.0, 12.0)}, stashes={"Bob": 3}, clock=clock)
    assert leaving(game) == pytest.approx(worth)
    game.state.clock = None
    assert leaving(game) == -50.0


def test_a_turn_rates_models_and_leaving() -> None:
    """RD-20, RD-80: a bot rates the options of a turn in their order. It imagines three throws for each aim of each
    model.
    """
    game = unarmed({**THREE, "a2": (16.0, 4.0)}, loot=((8.0, 12.0),))
    options = (Activate("a2"), Activate("a1"), LegIt())
    found = turns.rate_turn(game, Choose("Ann", "turn", options), even(4)())
    wanted = []
    for model in ("a2", "a1"):
        scoots = throws.rate_scoots(game, model, ("d6",) * 3, even(4)(), 3)
        wanted.append(turns._activation_value(game, model, scoots))
    assert [option for option, _ in found] == list(options)
    assert [worth for _, worth in found] == pytest.approx([*wanted, -50.0])
    assert wanted[1] != pytest.approx(wanted[0])


def actions(game: BotView, *options: str, chance: bool = True) -> dict[object, float]:
    """Return the actions of `a1` with their ratings."""
    game.state.activating = "a1"
    return dict(turns.rate_actions(game, Choose("Ann", "action", options), even(4) if chance else no_chance))


def scoot_of(game: BotView) -> float:
    """Return the value of the best scoot of `a1`."""
    return max(worth for _, worth in throws.rate_scoots(game, "a1", ("d6",) * 3, even(4)()))


def test_a_single_action_is_rated_by_what_it_brings() -> None:
    """RD-22: if one action is left in an activation, a scoot, a shot and a boot are rated by their own values. To end
    is worth 0.
    """
    places = {**THREE, "b1": (4.0 + CONTACT, 12.0), "b2": (10.0, 12.0)}
    game = bot_view(
        places, fallen=("b1",), stashes={"Ann": 0, "Bob": 2, "Cat": 0}, loot=((4.0, 16.0),), towers={"b2": 9}
    )
    found = actions(game, "scoot", "shoot", "boot", "end")
    assert found == {
        "scoot": pytest.approx(scoot_of(game)), "shoot": pytest.approx(shots.best_shot(game, "a1")),
        "boot": pytest.approx(1.8), "end": 0.0,
    }  # fmt: skip
    assert list(actions(game, "end", "boot", chance=False)) == ["end", "boot"]


def test_a_model_shoots_before_it_scoots() -> None:
    """RD-22, RD-60: if a shot is worth something and another action follows, a bot rates only the shot. If the shot is
    worth nothing, or is the last action, the bot also rates a scoot.
    """
    game = bot_view({**THREE, "b2": (10.0, 12.0)}, loot=((4.0, 16.0),), towers={"b2": 9})
    assert actions(game, "scoot", "shoot", chance=False) == {"shoot": pytest.approx(shots.best_shot(game, "a1"))}
    later = actions(game, "scoot", "shoot", "end")
    assert later == {
        "scoot": pytest.approx(scoot_of(game)),
        "shoot": pytest.approx(shots.best_shot(game, "a1")),
        "end": 0,
    }
    blind = unarmed({**THREE, "b2": (10.0, 12.0)}, loot=((4.0, 16.0),))
    assert actions(blind, "scoot", "shoot") == {"scoot": pytest.approx(scoot_of(blind)), "shoot": 0.0}


def test_a_model_scoots_first_to_boot_then() -> None:
    """RD-70: if a scoot may make a boot possible that is worth more than the shot, the scoot rates 100 higher."""
    places = {**THREE, "b1": (8.0, 12.0), "b2": (10.0, 16.0)}
    game = bot_view(places, fallen=("b1",), stashes={"Ann": 0, "Bob": 2, "Cat": 0})
    assert 0.0 < shots.best_shot(game, "a1") < 0.9
    found = actions(game, "scoot", "shoot")
    assert found == {
        "scoot": pytest.approx(100.0 + scoot_of(game)),
        "shoot": pytest.approx(shots.best_shot(game, "a1")),
    }


def test_a_boot_in_contact_comes_before_one_to_be_reached() -> None:
    """RD-70: if a model can boot already, its scoot rates no higher for a boot that it may reach."""
    places = {**THREE, "b1": (8.0, 12.0), "b2": (10.0, 16.0), "b3": (4.0 + CONTACT, 12.0)}
    game = bot_view(places, fallen=("b1", "b3"), stashes={"Ann": 0, "Bob": 2, "Cat": 0})
    found = actions(game, "scoot", "shoot", "boot")
    assert found == {"scoot": pytest.approx(scoot_of(game)), "shoot": pytest.approx(shots.best_shot(game, "a1")),
                     "boot": pytest.approx(1.8)}  # fmt: skip


def test_a_model_that_cannot_shoot_scoots_or_boots() -> None:
    """RD-22: if a model can't shoot, its scoot and boot are rated by their own values."""
    places = {**THREE, "b1": (4.0 + CONTACT, 12.0)}
    game = unarmed(places, fallen=("b1",), stashes={"Ann": 0, "Bob": 2, "Cat": 0}, loot=((4.0, 16.0),))
    assert actions(game, "scoot", "boot") == {"scoot": pytest.approx(scoot_of(game)), "boot": pytest.approx(1.8)}
