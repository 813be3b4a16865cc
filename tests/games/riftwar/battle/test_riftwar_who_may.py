"""Who may do what in a battle of RiftWar, and the points of a path at which enemies may fire."""

import math
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, ask, rules, session_at

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.attacking import Attack
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.expectations import chance_to_stop, may_fire, rally_chance_of
from riotsim.games.riftwar.battle.firing import coordinated_aims, direct_aims
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.moves.close_combat import attackers_together, chargers, escapers, fray_aims
from riotsim.games.riftwar.battle.moves.frays import places_around, touches
from riotsim.games.riftwar.battle.moves.moving import group_request, single_movers, turners, turrets
from riotsim.games.riftwar.battle.moves.reacting import (
    fires_one_by_one,
    is_stopped,
    open_stretches,
    reaction_attack,
    reactors,
    shares_offered,
    without_start,
)
from riotsim.games.riftwar.battle.moves.riding import start_at_hull, transports_at
from riotsim.games.riftwar.battle.phase import open_actions
from riotsim.games.riftwar.battle.setup import deployment_area, next_to_set_up
from riotsim.games.riftwar.chapters.damage import Effect
from riotsim.games.riftwar.state import Plan
from riotsim.play.requests import Spot
from riotsim.table.units import inches

UNITS: Final[dict[str, dict[str, Any]]] = {
    "a.ifv_1": {"at": [26, 10], "facing": 90},
    "a.ifv_2": {"at": [32, 10], "facing": 90, "pinned": True},
    "a.rifleman_1": {"at": [10, 10], "facing": 90},
    "a.rifleman_2": {"at": [12, 10], "facing": 90, "pinned": True},
    "a.rifleman_3": {"at": [20, 10], "facing": 90, "fray": 1},
    "a.rifleman_4": {"aboard": "a.ifv_1"},
    "a.rifleman_5": {"at": [10, 8], "facing": 270},
    "b.ifv_1": {"at": [10, 30], "facing": 270},
    "b.atgm": {"at": [26, 30], "facing": 90},
    "b.rifleman_1": {"at": [20, 11], "facing": 270, "fray": 1},
    "b.rifleman_2": {"at": [18, 30], "facing": 270, "spent": True},
    "b.rifleman_3": {"at": [22, 30], "facing": 270, "pinned": True},
    "b.rifleman_4": {"aboard": "b.ifv_1"},
}


def battle(
    units: dict[str, dict[str, Any]] | None = None, armies: dict[str, str] | None = None, **options: Any
) -> Battle:
    """Return a battle on a bare table."""
    book = rules(**OPEN, **options)
    session = session_at(UNITS if units is None else units, book, armies=armies or ARMIES)
    return Battle(session.play, book, dice_of(book))


def test_who_may_move_turn_aim_and_fight() -> None:
    """RW-30, RW-33, RW-35, RW-52, RW-62, RW-70, RW-74, RW-75, RW-81: pinned units don't move. Units in a fray may only
    fight or escape. Riders may get off. A pinned unit may turn its turret, unless that counts as a Move.
    """
    game = battle()
    assert single_movers(game, "Ada") == ("a.ifv_1", "a.rifleman_1", "a.rifleman_4", "a.rifleman_5")
    assert turners(game, "Ada") == chargers(game, "Ada") == ("a.ifv_1", "a.rifleman_1", "a.rifleman_5")
    assert turrets(game, "Ada") == ("a.ifv_1", "a.ifv_2")
    assert turrets(battle(heavy__turret="move"), "Ada") == ("a.ifv_1",)
    assert escapers(game, "Ada") == ("a.rifleman_3",)
    assert fray_aims(game, "Ada") == {"a.rifleman_3": ("b.rifleman_1",)}
    assert fray_aims(game, "Bea") == {"b.rifleman_1": ("a.rifleman_3",)}
    group = group_request(game, "Ada")
    assert group is not None
    assert (group.purpose, group.items, group.least) == ("group", ("a.rifleman_1", "a.rifleman_5"), 2)
    assert group.links == (("a.rifleman_1", "a.rifleman_5"),)
    assert group_request(game, "Bea") is None


def test_riders_of_a_transport_in_a_fray_stay_aboard() -> None:
    """RW-81: nobody gets off a Transport that is in a fray, and nobody gets on it."""
    fray = {"a.ifv_1": {**UNITS["a.ifv_1"], "fray": 2}, "b.rifleman_5": {"at": [26, 11.9], "facing": 270, "fray": 2}}
    game = battle({**UNITS, **fray})
    assert single_movers(game, "Ada") == ("a.rifleman_1", "a.rifleman_5")
    for units, found in ((UNITS, ("a.ifv_1",)), ({**UNITS, **fray}, ())):
        near = battle({**units, "a.rifleman_6": {"at": [27.75, 10], "facing": 90}})
        assert transports_at(near, near.unit("a.rifleman_6")) == found
        assert transports_at(near, near.unit("a.rifleman_1")) == ()
        assert transports_at(near, near.unit("a.ifv_1")) == ()


def test_a_rider_begins_at_the_hull() -> None:
    """RW-81: if a unit gets off a Transport, its path begins 0.25 mm off the hull, in the direction of its end."""
    game = battle()
    out = inches(1.25) + inches(0.5) + 0.25
    for to, way in (((26, 30), (0.0, 1.0)), ((29, 14), (0.6, 0.8)), ((26, 10), (1.0, 0.0))):
        at = start_at_hull(game, game.unit("a.rifleman_4"), (inches(to[0]), inches(to[1])))
        assert at == pytest.approx((inches(26) + out * way[0], inches(10) + out * way[1]), abs=1e-3)


def test_who_may_react() -> None:
    """RW-41, RW-46: units with dice may react, even if they are pinned. Units that are spent, aboard or in a fray may
    not. With `reaction.kinds: ranged`, Close units may not either.
    """
    assert [unit.id for unit in reactors(battle(), "Bea")] == ["b.ifv_1", "b.atgm", "b.rifleman_3"]
    bugs = {"a.bug_1": {"at": [10, 10]}, "a.acid_bug_1": {"at": [20, 10]}, "b.rifleman_1": {"at": [10, 30]}}
    armies = {"Ada": "biters", "Bea": "cold_war"}
    for kinds, found in (("all", ["a.acid_bug_1", "a.bug_1"]), ("ranged", ["a.acid_bug_1"])):
        assert [unit.id for unit in reactors(battle(bugs, armies, reaction__kinds=kinds), "Ada")] == found


def test_who_may_fire_at_whom() -> None:
    """RW-50 to RW-53: units may aim at enemies in their arc, and Heavy units with turrets in all directions. Pinned
    units may fire. Units that are in a fray or aboard, or have fired indirectly, may not. Two riflemen of a close group
    may fire together.
    """
    game = battle()
    every = ("b.ifv_1", "b.atgm", "b.rifleman_1", "b.rifleman_2", "b.rifleman_3")
    found = direct_aims(game, "Ada")
    assert set(found) == {"a.ifv_1", "a.ifv_2", "a.rifleman_1", "a.rifleman_2", "a.rifleman_5"}
    assert found["a.ifv_1"] == found["a.rifleman_2"] == every
    assert found["a.ifv_2"] == tuple(name for name in every if name != "b.rifleman_1")  # the first IFV is in the way
    assert found["a.rifleman_5"] == ("b.rifleman_1",)  # it looks away, and has only this one at its side
    assert "b.atgm" not in direct_aims(game, "Bea")
    together = coordinated_aims(game, "Ada")
    assert together["b.atgm"]["close group"].items == ("a.ifv_1", "a.ifv_2", "a.rifleman_1", "a.rifleman_2")
    assert together["b.atgm"]["close group"].links == (("a.rifleman_1", "a.rifleman_2"),)
    game.change("a.rifleman_1", attacked="indirect")
    assert "a.rifleman_1" not in direct_aims(game, "Ada")
    firing = [
        [may_fire(game, game.unit(one), game.unit(foe)) for foe in ("b.atgm", "b.rifleman_1")]
        for one in ("a.rifleman_2", "a.rifleman_5", "a.ifv_1")
    ]
    assert firing == [[True, True], [False, True], [True, True]]


def test_joint_attacks_in_a_fray() -> None:
    """RW-74: two Light units in a fray may attack an enemy together. A Medium unit and a Light one may not."""
    units = {
        "a.atgm": {"at": [18, 8.5], "facing": 90, "fray": 1},
        "a.rifleman_1": {"at": [17, 10], "facing": 90, "fray": 1},
        "a.rifleman_2": {"at": [19, 10], "facing": 90, "fray": 1},
        "b.rifleman_1": {"at": [18, 10], "facing": 270, "fray": 1},
    }
    game = battle(units)
    (request,) = attackers_together(game, "Ada", fray_aims(game, "Ada")).values()
    assert (request.items, request.labels, request.least) == (
        *(("a.atgm", "a.rifleman_1", "a.rifleman_2"), ("medium", "light", "light"), 2),
    )
    alone = battle({name: unit for name, unit in units.items() if name != "a.rifleman_2"})
    assert attackers_together(alone, "Ada", fray_aims(alone, "Ada")) == {}
    alone.change("a.rifleman_1", attacked="indirect")
    assert list(fray_aims(alone, "Ada")) == ["a.atgm"]


def test_the_open_actions() -> None:
    """RW-08, RW-21: a player is offered each action that one of the player's units may take, in a fixed order, and a
    pass. After the last action of a phase, only a pass is offered.
    """
    game = battle()
    assert open_actions(game, "Ada") == (
        *("direct fire", "coordinated fire", "attack", "move", "group move", "close combat", "group close combat"),
        *("escape", "turn", "aim", "rally", "pass"),
    )
    assert open_actions(game, "Bea") == (
        *("direct fire", "attack", "move", "close combat", "escape", "turn", "aim", "rally", "pass"),
    )
    game.state.actions = 59
    assert len(open_actions(game, "Ada")) == 12
    game.state.actions = 60
    assert open_actions(game, "Ada") == ("pass",)


def test_bases_in_contact() -> None:
    """RW-70: a mover can touch an enemy's base at 36 places round it. The first one is on the side of a given point,
    and the last one on the far side.
    """
    game = battle()
    unit, (x, y) = game.unit("a.rifleman_1"), (inches(26), inches(30))
    out = inches(0.5) + inches(1) + 0.125
    found = places_around(game, unit, "b.atgm", (x, y - 500.0))
    assert len({(round(one, 6), round(other, 6)) for one, other in found}) == 36
    assert found[0] == pytest.approx((x, y - out))
    assert found[-1] == pytest.approx((x, y + out))
    assert all(math.dist(at, (x, y)) == pytest.approx(out) for at in found)
    assert places_around(game, unit, "b.atgm", (x, y))[0] == pytest.approx((x + out, y), abs=out)
    units: dict[str, dict[str, Any]] = {
        "a.rifleman_1": {"at": [10, 10]},
        "b.rifleman_1": {"at": [10, 11.019]},
        "b.rifleman_2": {"at": [11.021, 10]},
    }
    near = battle(units)
    assert touches(near, "a.rifleman_1", "b.rifleman_1")
    assert not touches(near, "a.rifleman_1", "b.rifleman_2")


PATH: Final = Plan("move", ("m", "n"), ((10.0, 20.0), (0.0, 0.0)), ((10.0, 60.0), (60.0, 80.0)))
"""Two movers: one goes 40 mm, the other 100 mm."""


def test_nobody_fires_before_a_mover_has_left_its_place() -> None:
    """RW-41: enemies may fire once the longest path has been followed for 1 mm. Stretches that end before are left out.
    A turn has no such limit. On a path of half a millimetre, enemies may fire only at its end.
    """
    found = without_start(PATH, {
        ("v", "m"): ((0.0, 0.5), (0.6, 0.7)),
        ("w", "m"): ((0.0, 0.009),),
        ("w", "n"): ((0.0, 0.01), (0.02, 0.03)),
    })  # fmt: skip
    assert found == {("v", "m"): ((0.01, 0.5), (0.6, 0.7)), ("w", "n"): ((0.01, 0.01), (0.02, 0.03))}
    turn = Plan("turn", ("m",), ((10.0, 20.0),), ((10.0, 20.0),))
    assert without_start(turn, {("w", "m"): ((0.0, 0.0),)}) == {("w", "m"): ((0.0, 0.0),)}
    short = Plan("move", ("m",), ((10.0, 20.0),), ((10.5, 20.0),))
    assert without_start(short, {("w", "m"): ((0.0, 1.0),), ("v", "m"): ((0.0, 0.9),)}) == {("w", "m"): ((1.0, 1.0),)}


@pytest.mark.parametrize(
    ("stretches", "shares"),
    [
        ([(0.2, 0.26)], [0.2, 0.26]),  # 6 mm, and at most 6.35 mm between points
        ([(0.2, 0.32)], [0.2, 0.26, 0.32]),
        ([(0.2, 0.38)], [0.2, 0.26, 0.32, 0.38]),
        ([(0.5, 0.5)], [0.5]),
        ([(0.8, 0.86), (0.1, 0.16), (0.16, 0.16)], [0.1, 0.16, 0.8, 0.86]),
    ],
)
def test_points_of_a_path_at_which_units_may_fire(stretches: list[tuple[float, float]], shares: list[float]) -> None:
    """RW-41: units may fire at both ends of a stretch, and at evenly spaced points between. On the longest path, the
    points are at most a quarter of an inch apart.
    """
    assert shares_offered(PATH, stretches) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("name", "stopped", "effects"),
    [
        ("a.rifleman_1", False, [False, True, True, True]),
        ("a.bug_1", False, [False, False, True, True]),
        ("a.bug_1", True, [False, True, True, True]),
    ],
)
def test_what_stops_a_mover(name: str, stopped: bool, effects: list[bool]) -> None:
    """RW-44, RW-96: a pin, a wound or a kill stops a mover. A pin stops a Relentless unit only with the option
    `relentless.stopped`.
    """
    army = "biters" if name == "a.bug_1" else "cold_war"
    units: dict[str, dict[str, Any]] = {name: {"at": [10, 10]}, "b.rifleman_1": {"at": [10, 30], "facing": 270}}
    game = battle(units, {"Ada": army, "Bea": "cold_war"}, relentless__stopped=stopped)
    assert [is_stopped(game, name, effect) for effect in Effect] == effects
    pins = 12 / 27 * effects[1]
    assert float(chance_to_stop(game, "b.rifleman_1", name, flying=False)) == pytest.approx(7 / 27 + pins)


def test_stretches_that_are_left_of_a_path() -> None:
    """RW-42: enemies may fire only on the parts of a path that are still ahead of the mover."""
    game = battle()
    game.state.dangers = {("w", "m"): ((0.1, 0.3), (0.5, 0.8))}
    found = [open_stretches(game, "w", "m", share) for share in (0.0, 0.2, 0.3, 0.4, 0.6, 0.9)]
    assert found == [
        *(((0.1, 0.3), (0.5, 0.8)), ((0.2, 0.3), (0.5, 0.8)), ((0.3, 0.3), (0.5, 0.8))),
        *(((0.5, 0.8),), ((0.6, 0.8),), ()),
    ]
    assert open_stretches(game, "w", "n", 0.0) == open_stretches(game, "v", "m", 0.0) == ()


def test_when_shots_come_one_by_one() -> None:
    """RW-42, RW-43: each shot at a single mover has its own point, unless `reaction.points` is `one`. Shots at a group
    share a point.
    """
    alone = Plan("move", ("m",), ((10.0, 20.0),), ((10.0, 60.0),))
    assert [fires_one_by_one(battle(), plan) for plan in (alone, PATH)] == [True, False]
    assert not fires_one_by_one(battle(reaction__points="one"), alone)


def test_an_attack_in_reaction() -> None:
    """RW-41, RW-60, RW-97: an attack in reaction has as many dice as fire. A target that flies counts as flying until
    the end of its path.
    """
    game = battle()
    at = game.table.models["a.rifleman_1"].at
    plan = Plan("move", ("a.rifleman_1",), (at,), ((at[0] + 200.0, at[1]),))
    attack = Attack("b.rifleman_3", "a.rifleman_1", "reaction", "fire", 3, reaction=True)
    assert reaction_attack(game, plan, "b.rifleman_3", "a.rifleman_1", 0.5) == attack
    assert reaction_attack(game, plan, "b.ifv_1", "a.rifleman_1", 1.0).dice == 4
    flight = Plan("move", ("a.rifleman_1",), (at,), ((at[0] + 200.0, at[1]),), ("a.rifleman_1",))
    flying = [reaction_attack(game, flight, "b.rifleman_3", "a.rifleman_1", share).flying for share in (0.5, 1.0)]
    assert flying == [True, False]


def test_a_turn_and_an_aim() -> None:
    """RW-33, RW-52: a unit turns to face a chosen point. If the point is its own place, it keeps its facing. An aim
    turns only the turret.
    """
    units = {name: UNITS[name] for name in ("a.ifv_1", "a.rifleman_1", "b.atgm")}
    session = session_at(units, rules(**OPEN), armies=ARMIES)
    ask(session, "turn", "a.rifleman_1", Spot("a.rifleman_1", (inches(13), inches(14))))
    assert session.table.models["a.rifleman_1"].heading == pytest.approx(math.atan2(4, 3))
    assert session.table.models["a.rifleman_1"].at == pytest.approx((inches(10), inches(10)))
    assert session.events[-1] == events.Moves(("a.rifleman_1",), 0.0, "turn", stopped=False)
    ask(session, "turn", "a.rifleman_1", Spot("a.rifleman_1", session.table.models["a.rifleman_1"].at))
    assert session.table.models["a.rifleman_1"].heading == pytest.approx(math.atan2(4, 3))
    request = ask(session, "aim")
    if request.purpose == "who turns":
        request = ask(session, "a.ifv_1")
    assert request.purpose == "look at"
    ask(session, Spot("a.ifv_1", (inches(22), inches(13))))
    assert session.state.units["a.ifv_1"].aim == pytest.approx(math.atan2(3, -4))
    assert session.table.models["a.ifv_1"].heading == pytest.approx(math.pi / 2)
    assert session.events[-1] == events.Moves(("a.ifv_1",), 0.0, "aim", stopped=False)
    assert session.state.actions == 3


def test_a_group_turns_after_its_move() -> None:
    """RW-33: after a move, the units of a group keep their facing, all face one point, or each face a point of their
    own.
    """
    units = {name: UNITS[name] for name in ("a.rifleman_1", "a.rifleman_5", "b.atgm")}
    there = (Spot("a.rifleman_1", (inches(6), inches(10))), Spot("a.rifleman_5", (inches(6), inches(8))))
    for how, looks, headings in (
        ("as they stand", (), (math.pi / 2, -math.pi / 2)),
        ("to one point", ((9, 14),), (math.atan2(4, 3), math.atan2(6, 3))),
        ("one by one", ((9, 14), (3, 8)), (math.atan2(4, 3), math.pi)),
    ):
        session = session_at(units, rules(**OPEN), armies=ARMIES)
        ask(session, "group move", ("a.rifleman_1", "a.rifleman_5"), there, how)
        for name, (x, y) in zip(("a.rifleman_1", "a.rifleman_5"), looks, strict=False):
            ask(session, Spot(name, (inches(x), inches(y))))
        assert session.pending[0].purpose == "action"
        for name, wanted in zip(("a.rifleman_1", "a.rifleman_5"), headings, strict=True):
            off = math.remainder(session.table.models[name].heading - wanted, math.tau)
            assert off == pytest.approx(0.0, abs=1e-6)
        assert events.Moves(("a.rifleman_1", "a.rifleman_5"), 4.0, "move", stopped=False) in session.events


@pytest.mark.parametrize(
    ("side", "players", "bounds"),
    [
        *((0, 2, (0, 0, 36, 6)), (1, 2, (0, 30, 36, 36))),
        *((0, 3, (0, 0, 12, 12)), (1, 3, (24, 24, 36, 36)), (2, 4, (24, 0, 36, 12)), (3, 4, (0, 24, 12, 36))),
    ],
)
def test_where_sides_are_set_up(side: int, players: int, bounds: tuple[int, int, int, int]) -> None:
    """RW-06: two sides have strips of 6 in along opposite edges, and more sides have corners of 12 by 12 in."""
    found = deployment_area(rules(**OPEN), side, players).bounds()
    assert [one / 25.4 for one in found] == pytest.approx(bounds)


def test_who_sets_up_next() -> None:
    """RW-06: players take turns to set up units, beginning with the first active player. A player without units left to
    set up is passed over.
    """
    game = battle()
    state = game.state
    for name in ("a.ifv_1", "a.rifleman_1", "b.ifv_1", "b.atgm"):
        game.change(name, placed=False)
    for active, turns in (("Ada", ["Ada", "Bea", "Ada"]), ("Bea", ["Bea", "Ada", "Bea"])):
        state.active, found = active, []
        for state.actions in range(3):
            found.append(next_to_set_up(state))
        assert found == turns
    for name in ("b.ifv_1", "b.atgm"):
        game.change(name, placed=True)
    state.actions = 0
    assert next_to_set_up(state) == "Ada"


def test_the_chance_of_a_rally() -> None:
    """RW-80: a rally needs 4 or more on a die. The result is 1 higher with a Leader in the close group, and 1 higher if
    no enemy sees the unit.
    """
    units: dict[str, dict[str, Any]] = {
        "a.commander": {"at": [12, 10], "facing": 90, "pinned": True},
        "a.rifleman_1": {"at": [10, 10], "facing": 90, "pinned": True},
        "a.rifleman_2": {"at": [20, 10], "facing": 90, "pinned": True},
        "b.rifleman_1": {"at": [14, 30], "facing": 270},
    }

    def of(game: Battle) -> list[float]:
        names = ("a.commander", "a.rifleman_1", "a.rifleman_2")
        return [round(float(rally_chance_of(game, game.unit(name))) * 6, 6) for name in names]

    assert of(battle(units)) == [3, 4, 3]
    assert of(battle(units, rally__leader_by="los")) == [3, 4, 4]
    assert of(battle(units, rally__leader_self=True)) == [4, 4, 3]
    hidden = battle(units)
    hidden.change("b.rifleman_1", destroyed=True)
    assert of(hidden) == [4, 5, 4]
