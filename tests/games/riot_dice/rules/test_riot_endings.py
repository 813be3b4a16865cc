"""Leaving, the clock and the end: what the rules compute in small positions that were worked out by hand."""

from dataclasses import replace

import pytest
from bot_position import bot_session, bot_view
from lucky_table import rules

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules import ending, game, setup, shoot, towers
from riotsim.games.riot_dice.rules.boot import bootable
from riotsim.games.riot_dice.rules.fight import damage_to_come, pinch
from riotsim.games.riot_dice.rules.moving import EDGE, Course, compute_course
from riotsim.games.riot_dice.rules.riot import pair
from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.games.riot_dice.state import Boss, Fighter, Result
from riotsim.table.pieces import Box, Die, Hull, Model, Terrain, Token
from riotsim.table.poses import Pose
from riotsim.table.units import inches

SIDE = 25.0 / 25.4
"""Distance between the centres of two models in contact (in)."""

THREE = {"a1": (4.0, 12.0), "b1": (20.0, 20.0), "c1": (4.0, 22.0)}


def told(position: BotView) -> list[object]:
    """Return the events so far."""
    return list(position.play.events)


def test_models_near_enemies_nearest_first() -> None:
    """RD-81: models within 6 in of an enemy, edges included, come in the order of their gaps, and then of their names.
    Fallen models count on both sides.
    """
    places = {
        "a1": (1.0, 12.0),
        "a2": (9.0, 12.0),
        "a3": (4.0, 6.0 + SIDE - 0.01),
        "a4": (12.0, 2.0),
        "b1": (4.0, 12.0),
        "a0": (7.0, 12.0),
        "a5": (4.0, 20.0),
    }
    position = bot_view(places, fallen=("a2", "b1"))
    assert ending.near_enemies(position, "Ann") == ["a0", "a1", "a2", "a3"]
    assert ending.near_enemies(position, "Bob") == ["b1"]
    edge = bot_view({"a1": (4.0, 12.0), "b1": (4.0, 12.0 + 6.0 + SIDE + 1e-9)})
    assert ending.near_enemies(edge, "Ann") == []
    assert ending.near_enemies(bot_view({"a1": (4.0, 12.0), "b1": (4.0, 12.0 + 6.0 + SIDE - 1e-9)}), "Ann") == ["a1"]
    assert ending.near_enemies(bot_view({"a1": (4.0, 12.0)}), "Ann") == []


@pytest.mark.parametrize(("stash", "left"), [(5, 3), (1, 1), (0, 0)])
def test_leaving_takes_all_models_away(stash: int, left: int) -> None:
    """RD-81: if a boss leaves, all models and towers of the boss are taken away. Three models are near an enemy.
    Nearest first, each leaves a token of the stash where it stood, while there are any. The boss keeps the rest.
    """
    places = {"a1": (4.0, 12.0), "a2": (6.0, 12.0), "a3": (8.0, 12.0), "a4": (20.0, 2.0), "b1": (10.0, 12.0)}
    position = bot_view(places, towers={"a2": 3, "b1": 2}, stashes={"Ann": stash, "Bob": 1})
    position.state.fought = [("a3", "b1")]
    ending.leg_it(position, "Ann")
    nearest = [places[name] for name in ("a3", "a2", "a1")][:left]
    found = list(position.table.tokens.values())
    assert [token.pose.at for token in found] == [pytest.approx((inches(x), inches(y), 1.5)) for x, y in nearest]
    assert [(token.id, token.diameter) for token in found] == [(f"t0000{k + 1}", 20.0) for k in range(left)]
    assert list(position.table.models) == ["b1"]
    assert sorted(position.table.dice) == ["b1-0", "b1-1"]
    assert position.state.fighters == {"b1": Fighter("Bob", "git", ("pistol", "fists"))}
    assert position.state.bosses == {"Ann": Boss(stash - left, out=True), "Bob": Boss(1)}
    assert (position.state.fought, told(position)[-1]) == ([], events.LegsIt("Ann", left))


@pytest.mark.parametrize(("clock", "up"), [(None, False), (0.1, False), (0.0, True), (-5.0, True)])
def test_when_the_time_is_up(clock: float | None, up: bool) -> None:
    """RD-82: the time is up at 0. Then nobody boots, unless `clock.after` is `off`."""
    for after, boots in (("no_boot", not up), ("last_activation", not up), ("off", True)):
        position = bot_view(THREE, options={"clock.after": after})
        position.state.clock = clock
        assert (ending.time_is_up(position), ending.may_boot(position)) == (up, boots)


def test_the_clock_is_charged() -> None:
    """RD-49, RD-85: an activation costs 30 s, and slow carries cost more. The end of the time is told once."""
    position = bot_view(THREE, clock=75.0)
    before = len(told(position))
    position.state.slow_seconds = 10.0
    ending.charge_activation(position)
    assert (position.state.clock, position.state.slow_seconds) == (35.0, 0.0)
    ending.charge_activation(position)
    assert told(position)[before:] == []
    position.charge(5.0)
    ending.charge_activation(position)
    assert (position.state.clock, told(position)[before:]) == (-30.0, [events.TimeIsUp()])
    position.state.clock = None
    ending.charge_activation(position)
    assert position.state.clock is None


def end(position: BotView, *out: str) -> Result | None:
    """Return the result after these bosses have left; None if the game goes on."""
    for boss in out:
        position.state.bosses[boss].out = True
    assert ending.check_end(position) is (position.state.result is not None)
    return position.state.result


def test_the_last_boss_takes_the_loot() -> None:
    """RD-83, RD-84: with one boss left the game is over. That boss gets the loot on the table, and most loot wins."""
    stashes = {"Ann": 4, "Bob": 1, "Cat": 0}
    assert end(bot_view(THREE, stashes=stashes), "Ann") is None
    position = bot_view(THREE, loot=((1.0, 1.0), (2.0, 1.0)), stashes=stashes)
    before = len(told(position))
    loot = (("Ann", 4), ("Bob", 3), ("Cat", 0))
    assert end(position, "Ann", "Cat") == Result(("Ann",), loot)
    assert told(position)[before:] == [events.Scoops("Bob", 2), events.GameOver(("Ann",), loot, unfinished=False)]
    assert (len(position.table.tokens), position.state.phase, position.state.turn) == (0, "over", None)
    draw = bot_view(THREE, loot=((1.0, 1.0),) * 3, stashes=stashes)
    assert end(draw, "Ann", "Cat") == Result(("Ann", "Bob"), (("Ann", 4), ("Bob", 4), ("Cat", 0)))


def test_other_ways_to_win() -> None:
    """RD-38, RD-84: by one option the last one standing wins. By another one, dice in towers count as loot."""
    stashes = {"Ann": 4, "Bob": 1, "Cat": 0}
    last = bot_view(THREE, stashes=stashes, options={"victory.by": "last_standing"})
    assert end(last, "Ann", "Cat") == Result(("Bob",), (("Ann", 4), ("Bob", 1), ("Cat", 0)))
    dice = bot_view(THREE, stashes=stashes, towers={"b1": 5}, options={"victory.tower_dice_count": True})
    assert end(dice, "Ann", "Cat") == Result(("Bob",), (("Ann", 4), ("Bob", 6), ("Cat", 0)))


def test_last_activations() -> None:
    """RD-82: under `last_activation`, bosses in the game have one more turn each once the time is up. Then nobody gets
    the loot on the table.
    """
    options = {"clock.after": "last_activation"}
    assert end(bot_view(THREE, options=options)) is None
    position = bot_view(THREE, loot=((1.0, 1.0),), stashes={"Ann": 1, "Bob": 0, "Cat": 0}, options=options)
    position.state.clock = 0.0
    assert end(position, "Bob") is None
    assert position.state.last_activations == ["Ann", "Cat"]
    position.state.last_activations = ["Cat"]
    assert end(position) is None
    assert position.state.last_activations == ["Cat"]
    position.state.last_activations = []
    assert end(position) == Result(("Ann",), (("Ann", 1), ("Bob", 0), ("Cat", 0)))
    assert len(position.table.tokens) == 1
    assert end(bot_view(THREE, clock=0.0)) is None


@pytest.mark.parametrize(("edition", "loot"), [(1, 0), (2, 1)])
def test_the_last_boss_in_last_activations(edition: int, loot: int) -> None:
    """RD-83: in edition 1, the last boss doesn't get the loot on the table during last activations."""
    options = {"clock.after": "last_activation", "edition": edition}
    position = bot_view(THREE, loot=((1.0, 1.0),), options=options)
    position.state.clock = 0.0
    assert ending.last_boss_scoops(position)
    position.state.last_activations = ["Bob"]
    assert ending.last_boss_scoops(position) is (edition == 2)
    result = end(position, "Ann", "Cat")
    assert result is not None
    assert dict(result.loot)["Bob"] == loot


@pytest.mark.parametrize(("activations", "live", "over"), [(400, False, True), (399, False, False), (400, True, False)])
def test_games_of_bots_are_limited(activations: int, live: bool, over: bool) -> None:
    """RD-86: a game without a live clock is unfinished after 400 activations, and nobody wins."""
    position = bot_view(THREE)
    position.state.activations, position.state.live_clock = activations, live
    result = Result((), (("Ann", 0), ("Bob", 0), ("Cat", 0)), unfinished=True)
    assert end(position) == (result if over else None)


@pytest.mark.parametrize(
    ("boss", "out", "following"),
    [
        ("Ann", (), "Bob"),
        ("Cat", (), "Ann"),
        ("Ann", ("Bob",), "Cat"),
        ("Bob", ("Cat", "Ann"), "Bob"),
        ("Cat", ("Ann",), "Bob"),
    ],
)
def test_whose_turn_is_next(boss: str, out: tuple[str, ...], following: str) -> None:
    """RD-20: bosses take turns in their order. Those who have left have none."""
    position = bot_view(THREE)
    for name in out:
        position.state.bosses[name].out = True
    game.pass_turn(position, boss)
    assert position.state.turn == following


def test_contacts_and_fights() -> None:
    """RD-60: enemies in contact fight once. Once apart, they may fight again. Fallen models don't fight."""
    places = {
        "a1": (4.0, 12.0),
        "a2": (4.0, 12.0 + SIDE),
        "b1": (4.0 + SIDE, 12.0),
        "b2": (4.0, 12.0 - SIDE),
        "b3": (9.0, 12.0),
    }
    position = bot_view(places, fallen=("b2",))
    assert position.in_contact("a1") == ["a2", "b1", "b2"]
    assert (position.standing_foes_at("a1"), position.standing_foes_at("b2")) == (["b1"], [])
    assert (position.standing(), position.standing("Bob")) == (["a1", "a2", "b1", "b3"], ["b1", "b3"])
    assert (bootable(position, "a1"), bootable(position, "b1"), bootable(position, "b2")) == (("b2",), (), ())
    assert pair("b1", "a1") == pair("a1", "b1") == ("a1", "b1")
    position.state.fought = [("a1", "b1"), ("a1", "b2"), ("a1", "b3")]
    assert position.unfought_foes("a1") == []
    position.forget_fights_apart()
    assert position.state.fought == [("a1", "b1")]
    position.state.fought = []
    assert position.unfought_foes("b1") == ["a1"]


def test_a_pinch_moves_a_token() -> None:
    """RD-67, RD-71: a pinch takes a token from the enemy's stash. If that is empty, the pinch takes nothing."""
    position = bot_view(THREE, stashes={"Ann": 2, "Bob": 1, "Cat": 0})
    before = len(told(position))
    pinch(position, "a1", "b1")
    pinch(position, "a1", "c1")
    assert [boss.stash for boss in position.state.bosses.values()] == [3, 0, 0]
    assert told(position)[before:] == [events.Pinched("Ann", "Bob")]


def test_damage_to_come_of_a_thump() -> None:
    """RD-54, RD-64: after the club's die, two dice of the fists are left. Each does 2 points if it shows 3 or more, and
    otherwise 1.
    """
    position = bot_view(THREE)
    position.state.fighters["a1"].weapons = ("club", "fists")
    roll = events.Rolled("Ann", "a1", "thump", (6, 3, 2))
    hit, other = events.Damage("b1", 4, "Ann"), events.Damage("c1", 4, "Ann")
    rows: list[tuple[list[object], int]] = [
        ([roll], 0), ([roll, hit], 3), ([roll, hit, hit], 1), ([roll, hit, hit, hit], 0), ([roll, other], 0),
        ([roll, hit, events.Shoved("b1")], 0), ([events.Rolled("Ann", "a1", "thump", (6, 3)), hit], 0),
        ([roll, hit, events.TowerGrows("b1", 3)], 3), ([roll, hit, events.Activated("b1", "Bob")], 0),
    ]  # fmt: skip
    for happened, wanted in rows:
        for event in happened:
            position.play.emit(event)
        assert damage_to_come(position, "b1") == wanted, happened


def test_falls_of_towers_and_models() -> None:
    """RD-32 to RD-34: the dice of a fallen tower go away. The model falls only if its own boss is to blame, and not
    with `sobers_up`.
    """
    for by, own_fall, falls in (("Ann", "falls_over", True), ("Bob", "falls_over", False), ("Ann", "sobers_up", False)):
        position = bot_view(THREE, towers={"a1": 3, "b1": 2}, options={"tower.own_fall": own_fall})
        before = len(told(position))
        towers.tower_falls(position, "a1", by, ["a1-0", "a1-1", "a1-2", "gone"])
        assert (sorted(position.table.dice), list(position.table.towers)) == (["b1-0", "b1-1"], ["b1"])
        assert position.model("a1").fallen is falls
        over = [events.FallsOver("a1")] if falls else []
        assert told(position)[before:] == [events.TowerFalls("a1", by, 4), *over]


@pytest.mark.parametrize(("left", "points", "after", "falls"), [
    (None, 2, 3, False), (3, 2, 1, False), (3, 3, 0, True), (1, 4, 0, True),
])  # fmt: skip
def test_hit_points_are_lost(left: int | None, points: int, after: int, falls: bool) -> None:
    """RD-39: a model falls over when it has no hit points left. Its hit points never go below 0."""
    position = bot_view(THREE, options={"tower.mode": "hit_points"})
    position.state.fighters["a1"].hit_points = left
    towers._take_hit_points(position, "a1", points)
    assert (position.state.fighters["a1"].hit_points, position.model("a1").fallen) == (after, falls)


@pytest.mark.parametrize(("at", "put"), [
    ((-30.0, 100.0), (10.0, 100.0)), ((900.0, 100.0), (599.6, 100.0)), ((100.0, -1.0), (100.0, 10.0)),
    ((700.0, 700.0), (599.6, 599.6)), ((5.0, 100.0), (10.0, 100.0)),
])  # fmt: skip
def test_loot_that_leaves_the_table_is_put_at_the_edge(at: tuple[float, float], put: tuple[float, float]) -> None:
    """RD-14: a token that leaves the table is put flat at the nearest point of the edge, wholly on the table."""
    token = Token("t1", Pose((0.0, 0.0, 50.0), (1.0, 0.0, 0.0, 0.0)))
    moved = towers._moved_to_edge(bot_view(THREE).table, token, at)
    assert moved.pose.at == pytest.approx((*put, 1.5))
    assert replace(moved, pose=token.pose) == token
    assert moved.pose.orientation == (0.0, 0.0, 0.0, 1.0)


def course(
    pieces: list[Terrain | Token | Model], heading: float = 0.0, wanted: float = 100.0, die: Die | None = None
) -> Course:
    """Return the course of `a1`, which stands 4 in from the left and 12 in from the front."""
    table = bot_view({"a1": (4.0, 12.0)}).table.with_pieces(*pieces)
    return compute_course(table, "a1", heading, wanted, die)


def test_the_courses_of_straight_moves() -> None:
    """RD-43, RD-45, RD-08: a move ends at a piece, at the die or at the edge. What it meets at the end, to half a
    millimetre, counts as terrain too. A move that would end on ground where nobody may stand goes back before it.
    """
    x, y = inches(4), inches(12)
    wall, mat = Box(10.0, 100.0, 30.0), Box(60.0, 60.0, 3.0)
    rows: list[tuple[Course, Course]] = [
        (course([]), Course((x + 100.0, y), 100.0)),
        (course([], wanted=900.0), Course((inches(24) - 12.5, y), inches(20) - 12.5, EDGE)),
        (course([Terrain("w", wall, (x + 50.0, y))]), Course((x + 32.5, y), 32.5, "w", terrain=True)),
        (
            course([Terrain("w", wall, (x + 50.0, y), blocks_moves=False, can_stand_on=True)]),
            Course((x + 100.0, y), 100.0),
        ),
        (
            course([Token("t", Pose((x + 50.0, y, 1.5))), Terrain("w", wall, (x + 45.4 + 17.5, y))], wanted=45.4),
            Course((x + 27.5, y), 27.5, "t"),
        ),
        (
            course([Token("t", Pose((x + 50.0, y, 1.5))), Terrain("w", wall, (x + 27.9 + 17.5, y))]),
            Course((x + 27.5, y), 27.5, "t", terrain=True),
        ),
        (
            course([Terrain("m", mat, (x + 100.0, y), blocks_moves=False)]),
            Course((x + 57.5, y), 57.5, "m", terrain=True),
        ),
        (course([Terrain("m", mat, (x + 50.0, y), blocks_moves=False)]), Course((x + 100.0, y), 100.0)),
        (course([], die=Die("d", pose=Pose((x + 60.0, y, 8.0)))), Course((x + 39.5, y), 39.5, "d")),
        (course([Model("a2", "Ann", (x, y + 25.0))]), Course((x + 100.0, y), 100.0)),
        (course([Model("b2", "Bob", (x + 50.0, y + 25.3))]), Course((x + 50.0, y), 50.0, "b2")),
        (course([Model("a2", "Ann", (x + 50.0, y + 25.3))]), Course((x + 100.0, y), 100.0)),
    ]
    for number, (found, wanted) in enumerate(rows):
        assert found.end == pytest.approx(wanted.end, abs=1e-6), number
        assert found.distance == pytest.approx(wanted.distance, abs=1e-6), number
        assert (found.stopped_by, found.terrain) == (wanted.stopped_by, wanted.terrain), number


def test_what_stops_bullets() -> None:
    """RD-52: other standing models and terrain that blocks bullets stop a bullet. The stage under the shooter does not,
    but did in edition 1.
    """
    position = bot_view({**THREE, "b2": (9.0, 9.0)}, fallen=("b2",))
    stage = Terrain("stage", Box(60.0, 60.0, 12.0), position.model("a1").at, can_stand_on=True)
    other = Terrain("other", Box(60.0, 60.0, 12.0), (inches(12), inches(4)), can_stand_on=True)
    hedge = Terrain("hedge", Box(60.0, 60.0, 12.0), (inches(12), inches(8)), blocks_bullets=False)
    table = position.table.with_pieces(stage, other, hedge)
    assert list(shoot.targets(table, "a1")) == ["b1", "c1", "other"]
    assert list(shoot.targets(table, "a1", over_stages=False)) == ["b1", "c1", "stage", "other"]
    assert shoot.targets(table, "b1")["a1"] == table.models["a1"].footprint


def test_the_state_of_a_new_game() -> None:
    """RD-03, RD-15: each boss has a gang with names that nobody else has, a hand, and no loot."""
    book = rules({"gang.models": "[git, sneak]", "gang.names": "[Alf, Bob, Cy, Dot]", "clock.minutes": 2})
    state = setup.initial_state(book, ["Ann", "Bob"], {}, {"Bob": "drunk"})
    assert state.bosses == {"Ann": Boss(hand="average"), "Bob": Boss(hand="drunk")}
    assert {model: (one.boss, one.kind, one.weapons, one.name) for model, one in state.fighters.items()} == {
        "a1": ("Ann", "git", ("pistol", "fists"), "Alf"), "a2": ("Ann", "sneak", ("fists",), "Cy"),
        "b1": ("Bob", "git", ("pistol", "fists"), "Dot"), "b2": ("Bob", "sneak", ("fists",), ""),
    }  # fmt: skip
    assert (state.phase, state.turn, state.clock) == ("drop", None, 120.0)
    for bosses in (["Ann"], ["Ann", "Ann"], ["A", "B", "C", "D", "E"], []):
        names = ", ".join(bosses) or "none"
        with pytest.raises(ValueError, match=f"^2 to 4 bosses play, each with a name of their own, not {names}$"):
            setup.initial_state(book, bosses, {}, {})


def test_where_models_may_be_deployed() -> None:
    """RD-13: a model keeps 4 in from tokens and enemies, and does not touch friends, terrain that stops moves, or
    towers. Each refusal says why.
    """
    position = bot_view({"a1": (4.0, 4.0), "b1": (20.0, 20.0)}, loot=((12.0, 12.0),), towers={"a1": 1})
    region = setup.deployment_region(position, Model("a2", "Ann", (0.0, 0.0)))
    assert not region.shortfall
    reach = 4.0 + (12.5 + 10.0) / 25.4
    rows = [
        ((12.0 - reach + 0.01, 12.0), "within 4 in of a loot token"), ((12.0 - reach - 0.01, 12.0), None),
        ((20.0, 20.0 - 4.0 - SIDE + 0.01), "within 4 in of b1"), ((20.0, 20.0 - 4.0 - SIDE - 0.01), None),
        ((4.0 - SIDE - 0.01, 4.0), "it would touch a1"), ((4.0 - SIDE - 0.03, 4.0), None),
    ]  # fmt: skip
    for (x, y), wanted in rows:
        assert region.refusal((inches(x), inches(y))) == wanted, (x, y)
    assert region.refusal((inches(4), inches(4) + 20.5 + 8.0 + 10.0)) == "a tower is in the way"


def test_models_that_are_still_to_be_deployed() -> None:
    """RD-13: models that are still to be deployed have the base of their kind, and are listed by boss."""
    position = bot_view({"a1": (4.0, 4.0), "b1": (20.0, 20.0)})
    position.state.fighters |= {
        "b2": Fighter("Bob", "cart", ()),
        "a2": Fighter("Ann", "sneak", ()),
        "b3": Fighter("Bob", "git", ()),
    }
    assert setup._undeployed(position) == {"Bob": ["b2", "b3"], "Ann": ["a2"]}
    cart = setup.unplaced_model(position, "b2")
    assert cart == Model("b2", "Bob", (0.0, 0.0), Hull(60.0, 30.0), kind="cart")


@pytest.mark.parametrize(("shift", "back"), [(0.0, 0.0), (0.4, 0.4), (-0.4, -0.4), (0.6, 0.0), (-0.6, 0.0), (9.0, 0.0)])
def test_a_tower_comes_back_to_a_pushed_model(shift: float, back: float) -> None:
    """RD-30, RD-93: a tower that is more than 0.5 mm off its model, or in it, is slid back into contact."""
    position = bot_view(THREE, towers={"a1": 2})
    x, y = position.model("a1").at
    position.play.table = position.table.with_pieces(replace(position.model("a1"), at=(x, y - shift)))
    towers._bring_tower_back(position, "a1")
    gaps = [die.pose.at[1] - (y - shift) - 20.5 for die in position.table.tower_dice("a1")]
    assert gaps == pytest.approx([back, back], abs=0.02)
    towers._bring_tower_back(position, "b1")
    assert not position.table.tower_dice("b1")


@pytest.mark.parametrize(("edition", "phase", "left"), [(2, "play", 600.0 - 30.0 - 7.0), (1, "play", 600.0),
                                                        (2, "deploy", 600.0)])  # fmt: skip
def test_a_live_clock_runs_while_persons_decide(edition: int, phase: str, left: float) -> None:
    """RD-82: in play, the time that persons take to decide is taken off the clock at every check. In edition 1, this
    happens only at the end of an activation.
    """
    position = bot_view(THREE, options={"edition": edition})
    state = position.state
    state.live_clock, state.turn_stamp, state.slow_seconds = True, 20.0, 7.0
    state.phase = "deploy" if phase == "deploy" else "play"
    position.play.now = 50.0
    for _ in range(2):
        position.run_clock()
        assert state.clock == left
    if phase == "play":
        assert state.turn_stamp == (50.0 if edition == 2 else 20.0)
        ending.charge_activation(position)
        assert state.clock == 600.0 - 30.0 - 7.0


def test_no_clock_runs_without_persons() -> None:
    """RD-85: without a live clock, time passes only by activations."""
    position = bot_view(THREE)
    position.play.now = 50.0
    position.run_clock()
    assert (position.state.clock, position.state.turn_stamp) == (600.0, 0.0)


def test_turns_are_counted() -> None:
    """RD-20, RD-80: leaving the game is a turn too, but no activation."""
    session = bot_session(THREE)
    session.answer(LegIt())
    assert (session.state.turns_over, session.state.activations, session.state.turn) == (1, 0, "Bob")
    session.answer(LegIt())
    assert (session.state.turns_over, session.state.activations, session.is_over) == (2, 0, True)


def test_used_dice_are_put_away() -> None:
    """RD-41: a used die leaves the table. Loose dice do so after an action, and towers stay."""
    position = bot_view(THREE, towers={"a1": 2})
    one, other = (Die(name, pose=Pose((50.0 * k, 50.0, 8.0))) for k, name in enumerate(("d1", "d2"), 1))
    position.play.table = position.table.with_pieces(one, other)
    position.put_away(one)
    position.put_away(one)
    assert sorted(position.table.dice) == ["a1-0", "a1-1", "d2"]
    position.discard_loose_dice()
    assert sorted(position.table.dice) == ["a1-0", "a1-1"]
    assert [die.id for die in position.new_dice(["d6", "d4"], "Ann")] == ["d00001", "d00002"]
