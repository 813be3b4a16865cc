"""What is counted and checked in games of Riot Dice: measures, invariants, and numbers for learning agents."""

import math
from collections import Counter
from dataclasses import replace

import pytest
from bot_position import bot_view
from lucky_table import rules

from riotsim.games.riot_dice import events as e
from riotsim.games.riot_dice.agent_view import VIEW
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.invariants import find_violations
from riotsim.games.riot_dice.measures import measure
from riotsim.games.riot_dice.state import Fighter
from riotsim.play.session.journal import Acted
from riotsim.play.session.recorder import GameRecord
from riotsim.table.acts import Act, Carry, Drop, Roll, Settled, Stack
from riotsim.table.pieces import Box, Die, Terrain, Token, Tower
from riotsim.table.poses import Pose
from riotsim.table.units import inches

PLACES = {"a1": (4.0, 12.0), "a2": (8.0, 12.0), "b1": (12.0, 12.0)}


def record(*history: object, winners: tuple[str, ...] = ("Ann",), clock: float = 600.0) -> GameRecord:
    """Return the record of a game that is over."""
    state = bot_view(PLACES, clock=clock).state
    owners = {"a1": "Ann", "a2": "Ann", "b1": "Bob"}
    return GameRecord(("Ann", "Bob"), history, (), (), winners, False, owners, state, 7)


NOTHING = {
    "loot picked up": 0.0,
    "loot pinched": 0.0,
    "loot scooped": 0.0,
    "leg-its": 0.0,
    "falls": 0.0,
    "minutes": 20.0,
}
"""The figures of a game without events, 10 of whose 30 minutes are left."""


def test_figures_of_a_game_without_events() -> None:
    """RD-15: the minutes of a game are those that have passed on the clock. Without a clock, there are none."""
    found = measure(rules(), record())
    assert (found.figures, found.tallies) == (NOTHING, {})
    assert measure(rules(), record(clock=-60.0)).figures == NOTHING | {"minutes": 31.0}
    timeless = measure(rules({"clock.minutes": "off"}), record()).figures
    assert timeless == {name: value for name, value in NOTHING.items() if name != "minutes"}


@pytest.mark.parametrize(("winners", "share"), [(("Ann",), 0.0), (("Bob",), 1.0), (("Ann", "Bob"), 0.5), ((), None)])
def test_whether_the_first_boss_wins(winners: tuple[str, ...], share: float | None) -> None:
    """RD-12, RD-84: in a draw, each winner has a share. An unfinished game has no such figure."""
    figures = measure(rules(), record(e.TimeIsUp(), e.FirstBoss("Bob"), winners=winners)).figures
    assert figures.get("first boss wins") == share


def test_loot_and_leaving_are_counted() -> None:
    """RD-47, RD-67, RD-81, RD-83: loot counts by its source, and leaving by the tokens left behind."""
    found = measure(rules(), record(
        e.Loot("Ann", "a1", "t1"), e.Loot("Bob", "b1", "t2"), e.Pinched("Ann", "Bob"), e.Scoops("Bob", 4),
        e.LegsIt("Ann", 2), e.LegsIt("Bob", 2), e.LegsIt("Ann", 0), e.Acts("a1", "scoot"), e.Acts("a1", "shoot"),
        e.Acts("b1", "scoot"), e.Throws("a1", "b1", ("thump", "pinch")), e.Throws("a1", "b1", ("pinch", "thump")),
        e.Throws("a1", "b1", ("thump", "pinch")),
    ))  # fmt: skip
    assert found.figures == NOTHING | {
        "loot picked up": 2.0, "loot pinched": 1.0, "loot scooped": 4.0, "leg-its": 3.0,
    }  # fmt: skip
    assert found.tallies == {
        "leg-its": Counter({"2 dropped": 2, "0 dropped": 1}), "actions": Counter({"scoot": 2, "shoot": 1}),
        "fights": Counter({"thump against pinch": 2, "pinch against thump": 1}),
    }  # fmt: skip


def test_shots_are_counted_by_their_damage() -> None:
    """RD-52, RD-54: a shot counts by its damage only if the damage follows the bullet at once."""
    hit, damage = e.Bullet("a1", 5, "b1"), e.Damage("b1", 2, "Ann")
    found = measure(
        rules(),
        record(
            hit,
            damage,
            damage,
            hit,
            e.TowerGrows("b1", 1),
            damage,
            e.Bullet("a1", 5, "terrain"),
            e.Bullet("a1", 5, "nothing"),
            hit,
            e.Damage("b1", 1, "Ann"),
            damage,
            hit,
        ),
    )
    assert found.tallies == {"shots": Counter({"2 damage": 1, "1 damage": 1, "terrain": 1, "nothing": 1})}


def acted(act: Act) -> Acted:
    """Return an act that has been performed."""
    return Acted(act, 1, Settled(bot_view(PLACES).table))


def test_falls_are_counted_by_their_cause() -> None:
    """RD-35, RD-36: the first tower that falls in an act counts under the act's cause. Further falls count as a
    cascade.
    """
    hand = bot_view(PLACES).hand("Ann")
    fall, other = e.TowerFalls("a1", "Ann", 7), e.TowerFalls("b1", "Ann", 3)
    carry, stack = acted(Carry("a1", (0.0, 0.0), hand, "normal")), acted(Stack(Die("d"), "a1", hand))
    roll = acted(Roll((Die("d"),), (0.0, 0.0), 0.0, hand))
    drop = acted(Drop(Token("t", Pose((0.0, 0.0, 0.0))), (0.0, 0.0), 300.0, hand))
    rows: list[tuple[list[object], list[str]]] = [
        ([carry, fall], ["own carry"]), ([carry, e.TowerFalls("a1", "Bob", 7)], ["carried by another"]),
        ([carry, other], ["run into"]), ([stack, fall], ["stacking"]), ([stack, other], ["run into"]),
        ([drop, fall], ["dropped token"]), ([roll, fall], ["rolled die"]), ([fall], ["rolled die"]),
        ([roll, fall, other, fall, roll, fall], ["rolled die", "cascade", "cascade", "rolled die"]),
    ]  # fmt: skip
    for history, causes in rows:
        found = measure(rules(), record(*history))
        assert found.tallies["falls"] == Counter(causes)
        assert found.figures["falls"] == len(causes)
    both = measure(rules(), record(stack, fall, other)).tallies["dice of fallen towers"]
    assert both == Counter({"stacking: 7": 1, "cascade: 3": 1})


BOOK = rules({"loot.each": 1, "loot.middle": 0})
"""Rules with two tokens for two bosses."""


def position() -> BotView:
    """Return a position that breaks no invariant: a token on the table, another in a stash, and a tower."""
    return bot_view(PLACES, loot=((1.0, 1.0),), towers={"a1": 3}, stashes={"Ann": 1, "Bob": 0})


def violations(game: BotView) -> list[str]:
    """Return the broken invariants of a position."""
    return find_violations(BOOK, game.state, game.table)


def test_a_sound_position_breaks_no_invariant() -> None:
    """A sound position has as many tokens as the rules bring into play. Under rules with seven tokens, it breaks an
    invariant.
    """
    assert violations(position()) == []
    more = rules({"loot.each": 2, "loot.middle": 3})
    stashes = {"Ann": 1, "Bob": 0}
    assert find_violations(more, position().state, position().table) == [
        f"1 tokens on the table and {stashes} make 2, not 7"
    ]


def test_loot_is_conserved() -> None:
    """RD-47: a negative stash, missing tokens and a token off the table each break an invariant."""
    game = position()
    game.state.bosses["Bob"].stash = -1
    stashes = {"Ann": 1, "Bob": -1}
    assert violations(game) == [
        f"a stash is below nothing: {stashes}", f"1 tokens on the table and {stashes} make 1, not 2",
    ]  # fmt: skip
    for at, off in (((0.0, 0.0), False), ((inches(24), inches(24)), False), ((-0.01, 5.0), True), ((5.0, -0.01), True),
                    ((inches(24) + 0.01, 5.0), True), ((5.0, inches(24) + 0.01), True)):  # fmt: skip
        game = position()
        game.play.table = game.table.with_pieces(Token("loot-0", Pose((*at, 1.5))))
        told = [f"loot-0 is off the table, at {at[0]:.1f}, {at[1]:.1f}"]
        assert violations(game) == (told if off else [])


def test_poses_are_numbers() -> None:
    """If a piece has an impossible pose, only this fault is reported."""
    game = position()
    game.state.bosses["Bob"].stash = 9
    sound = game.table
    for pose in (
        Pose((math.nan, 0.0, 0.0)),
        Pose((0.0, 0.0, math.inf)),
        Pose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.00001)),
        Pose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.99999)),
        Pose((0.0, 0.0, 0.0), (math.nan, 0.0, 0.0, 1.0)),
    ):
        for piece in (Die("d", pose=pose), Token("t", pose)):
            game.play.table = sound.with_pieces(piece)
            assert violations(game) == [f"{piece.id} is nowhere: {pose}"]
    model = sound.models["a1"]
    for wrong in (replace(model, at=(math.inf, 0.0)), replace(model, heading=math.nan), replace(model, level=math.nan)):
        game.play.table = sound.with_pieces(wrong)
        assert violations(game) == [f"a1 is nowhere: {wrong.at}"]
    game.play.table = sound.with_pieces(Token("t", Pose((5.0, 5.0, 1.5), (0.0, 0.0, 0.0, 1.0 + 5e-7))))
    assert "nowhere" not in str(violations(game))


def test_bases_neither_overlap_nor_reach_over_the_edge() -> None:
    """RD-45: bases may overlap by half a millimetre, and reach over the edge by 0.01 mm. They may overlap terrain that
    may be crossed.
    """
    wall = Terrain("w", Box(10.0, 50.0, 20.0), (inches(12) + 17.0, inches(12)))
    side = inches(24) - 12.5
    rows: list[tuple[tuple[float, float], list[str]]] = [
        ((inches(12), 200.0), []),
        ((12.5 - 0.009, 200.0), []),
        ((12.4, 200.0), ["b1 reaches 0.10 mm over the edge"]),
        ((200.0, 12.3), ["b1 reaches 0.20 mm over the edge"]),
        ((side + 0.3, 200.0), ["b1 reaches 0.30 mm over the edge"]),
        ((200.0, side + 0.4), ["b1 reaches 0.40 mm over the edge"]),
        ((inches(8) + 24.4, inches(12)), ["a2 overlaps b1 by 0.60 mm"]),
        ((inches(8) + 24.6, inches(12)), []),
        ((inches(12), inches(12)), []),
        ((inches(12) + 0.2, inches(12)), ["b1 overlaps w by 0.70 mm"]),
    ]
    for at, wanted in rows:
        game = position()
        game.play.table = game.table.with_pieces(replace(game.model("b1"), at=at), wall)
        assert violations(game) == wanted, at
        game.play.table = game.table.with_pieces(replace(wall, blocks_moves=False))
        assert violations(game) == [one for one in wanted if "overlaps w" not in one]


def test_towers_belong_to_standing_models() -> None:
    """RD-30, RD-37: between turns, all dice are in towers. Each tower stands beside its model, and the model stands
    too.
    """
    table = position().table
    cases = [
        (table.with_pieces(Die("d9", pose=Pose((9.0, 9.0, 8.0)))), "d9 lies about between turns"),
        (table.with_pieces(replace(table.models["a1"], fallen=True)), "a1 has fallen and has a tower"),
        (
            table.with_pieces(replace(table.dice["a1-1"], pose=Pose((500.0, 500.0, 24.0)))),
            "the tower of a1 is no single stack",
        ),
        (
            table.with_pieces(replace(table.models["a1"], at=(inches(4), inches(12) - 1.0))),
            "the tower of a1 is 1.00 mm off its model",
        ),
        (table.without("a1"), "the tower of a1 has no model"),
        (
            replace(table, towers={"a1": Tower(("a1-0", "a1-1", "a1-2", "x", "y"))}),
            "the tower of a1 has dice that are not on the table: x, y",
        ),
    ]
    for changed, told in cases:
        game = position()
        game.play.table = changed
        assert violations(game) == [told]
    stranger = position()
    del stranger.state.fighters["a1"]
    assert violations(stranger) == ["the tower of a1 has no model"]


def test_traits_of_models_for_learning_agents() -> None:
    """In what learning agents see, kinds and weapons are 1 or 0. Toughness, dice and hit points are in twelfths. A
    range of 24 in is 1.
    """
    game = bot_view(PLACES)
    game.state.fighters |= {
        "a2": Fighter("Ann", "wildcard", ("blunderbuss", "club", "rifle", "fists")),
        "b1": Fighter("Bob", "sneak", ()),
    }
    names = VIEW.trait_names(game.rules)
    traits = VIEW.traits(game.rules, game.state, game.table)
    found = {
        model: {name: value for name, value in zip(names, values, strict=True) if value}
        for model, values in traits.items()
    }
    wanted: dict[str, dict[str, float]] = {
        "a1": {
            "is git": 1.0,
            "has pistol": 1.0,
            "has fists": 1.0,
            "toughness": 0.25,
            "move dice": 0.25,
            "range": 0.5,
            "bullet dice": 2 / 12,
            "thump dice": 2 / 12,
        },
        "a2": {
            "is wildcard": 1.0,
            "has blunderbuss": 1.0,
            "has club": 1.0,
            "has rifle": 1.0,
            "has fists": 1.0,
            "toughness": 0.25,
            "move dice": 0.25,
            "range": 0.75,
            "bullet dice": 0.25,
            "thump dice": 2 / 12,
        },
        "b1": {"is sneak": 1.0, "toughness": 2 / 12, "move dice": 4 / 12},
    }
    assert list(found) == list(wanted)
    for model, values in wanted.items():
        assert found[model] == pytest.approx(values)
    points = rules({"tower.mode": "hit_points", "models.sneak.hit_points": 3})
    game.state.fighters["a1"].hit_points = 2
    last = {model: values[-1] for model, values in VIEW.traits(points, game.state, game.table).items()}
    assert last == {"a1": 2 / 12, "a2": 5 / 12, "b1": 3 / 12}
    game.state.activating = "a2"
    assert (VIEW.acting(game.state), VIEW.clock(game.state)) == ("a2", 600.0)
