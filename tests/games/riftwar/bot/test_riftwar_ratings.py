"""Ratings of answers by RiftWar's greedy bot, worked out by hand from the chances of attacks and the worth of units."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, game_of, rules, session_at, unit_type

from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator, danger_of
from riotsim.games.riftwar.bot.places import in_rows, nearest_enemy, some_places, towards
from riotsim.games.riftwar.bot.worth import gain, rating_of_attack, worth_of
from riotsim.games.riftwar.state import State, Unit
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.units import inches

BUGS: Final = {"Ada": "biters", "Bea": "cold_war"}
RIFLE, RIFLE_PINNED = 17.5 / 27, 17.5 / 27
"""Rating of a rifleman's fire at another: 7/27 of a worth of 1.5, and 7/27 for the chance to succeed. A pin changes
neither.
"""

ATGM, ATGM_PINNED = 76.5 / 81, 82.5 / 81
"""Rating of an ATGM's fire at a rifleman: 29/81 of a worth of 1.5, or 33/81 if pinned, and 33/81 for the chance to
succeed.
"""

TWO_RIFLES = 21 / 27 + 1 - (20 / 27) ** 2
"""Rating of the fire of two riflemen at one."""


def started(units: Mapping[str, Mapping[str, Any]], **given: Any) -> Session[State]:
    """Begin a battle on a bare table."""
    return session_at(units, rules(**OPEN), **{"armies": ARMIES, **given})


def rated(session: Session[State], request: Request[object] | None = None) -> dict[Any, Any]:
    """Return the answers to a request with their ratings. Without a request, take the session's pending one."""
    evaluator = RiftWarAnswerEvaluator(rules(**OPEN))
    found = evaluator.rate(request or session.pending[0], session, lambda: np.random.default_rng(1))
    return dict(found)


@pytest.mark.parametrize(
    ("army", "name", "worth"),
    [
        *(("cold_war", "rifleman", 1.5), ("cold_war", "commander", 1.8), ("cold_war", "atgm", 4.05)),
        *(
            ("cold_war", "ifv", 5.85),
            ("biters", "bug", 1.3),
            ("biters", "acid_bug", 4.35),
            ("biters", "giant_bug", 3.8),
        ),
    ],
)
def test_the_worth_of_units_and_of_what_they_lose(army: str, name: str, worth: float) -> None:
    """A class is worth 1, 2.5 or 3.5. A Ranged unit is worth half as much again, and 0.3 more for each trait. A kill
    costs the whole worth, and a wound half. A pin costs a quarter, unless the unit is pinned already.
    """
    unit = Unit("a.one", unit_type(army, name), "Ada")
    pinned = Unit("a.one", unit_type(army, name), "Ada", pinned=True)
    found = (Fraction(1, 10), Fraction(4, 10), Fraction(3, 10), Fraction(2, 10))
    assert worth_of(unit) == worth_of(pinned) == pytest.approx(worth)
    assert gain(unit, found) == pytest.approx(worth * (0.1 + 0.15 + 0.2))
    assert gain(pinned, found) == pytest.approx(worth * (0.15 + 0.2))
    assert rating_of_attack(unit, found) == pytest.approx(worth * 0.45 + 0.5)


def test_actions_with_targets_for_all() -> None:
    """If all units can fire, attacks rate above moves. The best single attack is that of the ATGM at the pinned
    rifleman. An attack by two riflemen together rates higher.
    """
    assert rated(started(FIRE)) == {
        "direct fire": pytest.approx(4.0 + ATGM_PINNED),
        "coordinated fire": pytest.approx(4.0 + TWO_RIFLES),
        "move": -1.0, "group move": -1.0, "close combat": -1.0, "group close combat": -1.0,
        "turn": -2.0,
        "pass": 0.0,
    }  # fmt: skip


LOOKING_AWAY: Final = {name: {**unit, "facing": 270} if name[0] == "a" else unit for name, unit in FIRE.items()}


def test_actions_of_units_without_targets() -> None:
    """If all enemies are behind a player's units, a move of one unit rates highest, and a group move next. After three
    actions in a phase, moves rate low.
    """
    assert rated(started(LOOKING_AWAY)) == {
        "move": 5.0, "group move": 4.5, "close combat": -1.0, "group close combat": -1.0, "turn": -2.0, "pass": 0.0
    }  # fmt: skip
    assert rated(started(LOOKING_AWAY, actions=2))["move"] == 5.0
    late = rated(started(LOOKING_AWAY, actions=3))
    assert (late["move"], late["group move"]) == (-1.0, -1.0)


def test_a_withdrawn_move_is_not_tried_again() -> None:
    """If a player has taken back a move, moves rate below a pass."""
    session = started({**LOOKING_AWAY, "a.rifleman_2": FIRE["a.rifleman_2"]})
    there = Spot("a.rifleman_1", (inches(5), inches(6)))
    ask(session, "move", "a.rifleman_1", there, "withdraw")
    found = rated(session)
    assert (found["move"], found["group move"], found["pass"]) == (-1.0, -1.0, 0.0)


@pytest.mark.parametrize(("far", "single"), [(13.9, 5.5), (14.1, -1.0)])
def test_close_units_charge_from_14_inches(far: float, single: float) -> None:
    """If an enemy is at most 14 in away, a charge of one Close unit rates 5.5. A group's charge rates 3.5 from farther
    away too. After three actions in a phase, both rate -1.
    """
    units = {
        "a.bug_1": {"at": [10, 20 - far], "facing": 90},
        "a.bug_2": {"at": [11.5, 20 - far], "facing": 90},
        "b.rifleman_1": {"at": [10, 20], "facing": 270},
    }
    found = rated(started(units, armies=BUGS))
    assert (found["close combat"], found["group close combat"]) == (single, 3.5)
    late = rated(started(units, armies=BUGS, actions=3))
    assert (late["close combat"], late["group close combat"]) == (-1.0, -1.0)


def test_actions_of_which_only_the_name_counts() -> None:
    """Indirect fire rates 8, and a pass 0. An escape, a crossing and an aim rate -2."""
    options = ("indirect fire", "escape", "cross", "aim", "pass")
    request: Any = Choose("Ada", "action", options)
    assert rated(started(FIRE), request) == {
        "indirect fire": 8.0, "escape": -2.0, "cross": -2.0, "aim": -2.0, "pass": 0.0
    }  # fmt: skip


def test_a_rally_rates_by_its_chance_and_half_of_the_worth() -> None:
    """RW-80: a rally rates by its chance, times half of the unit's worth. Two pinned units in sight of an enemy rally
    with a chance of 1/2. The action rates by the rally of the ATGM.
    """
    units = {**FIRE, "a.rifleman_1": {**FIRE["a.rifleman_1"], "pinned": True}}
    assert rated(started(units))["rally"] == pytest.approx(4.0 + 0.5 * 1.5 * 0.5)
    units |= {"a.atgm": {**FIRE["a.atgm"], "pinned": True}}
    session = started(units)
    assert rated(session)["rally"] == pytest.approx(4.0 + 0.5 * 4.05 * 0.5)
    ask(session, "rally")
    assert rated(session) == {"a.rifleman_1": pytest.approx(0.75), "a.atgm": pytest.approx(2.025)}


FRAY: Final[dict[str, dict[str, Any]]] = {
    "a.rifleman_1": {"at": [18, 18], "facing": 90, "fray": 1},
    "a.rifleman_2": {"at": [19, 18], "facing": 90, "fray": 1},
    "b.rifleman_1": {"at": [18.5, 18.9], "facing": 270, "fray": 1},
    "b.rifleman_2": {"at": [5, 30], "facing": 90},
}
CLOSE = 0.25 + 1 / 9
"""Rating of two dice in close combat at a rifleman: 1/6 of a worth of 1.5, and 1/9 for the chance to wound."""


def test_attacks_in_a_fray() -> None:
    """RW-74: two dice pin in four cases of nine, and wound in one. If two units attack together, they expect twice the
    damage of one.
    """
    session = started(FRAY)
    both = 0.5 + 1 - (8 / 9) ** 2
    found = rated(session)
    assert (found["attack"], found["coordinated attack"]) == (pytest.approx(4 + CLOSE), pytest.approx(4 + both))
    ask(session, "attack")
    assert rated(session) == {"a.rifleman_1": pytest.approx(CLOSE), "a.rifleman_2": pytest.approx(CLOSE)}
    session = started(FRAY)
    request = ask(session, "coordinated attack")
    if request.purpose == "target":
        assert rated(session) == {"b.rifleman_1": pytest.approx(both)}


def test_who_fires_at_whom() -> None:
    """A shooter rates by its attack on the first enemy of each type, and a target by the attack on it."""
    session = started(FIRE)
    ask(session, "direct fire")
    assert rated(session) == {
        name: pytest.approx(rating)
        for name, rating in (("a.rifleman_1", RIFLE), ("a.rifleman_2", RIFLE), ("a.atgm", ATGM))
    }
    ask(session, "a.atgm")
    assert rated(session) == {"b.rifleman_1": pytest.approx(ATGM), "b.rifleman_2": pytest.approx(ATGM_PINNED)}
    session = started(FIRE)
    ask(session, "coordinated fire")
    assert rated(session) == {name: pytest.approx(TWO_RIFLES) for name in ("b.rifleman_1", "b.rifleman_2")}


def test_a_shooter_without_a_target_rates_0() -> None:
    """If a unit has no enemy in its arc, it rates 0 as an attacker. If no attack is declared, attackers, spotters and
    targets rate 0 too.
    """
    request: Any = PickPiece("Ada", "who fires", ("a.rifleman_1", "a.rifleman_2"))
    units = {**FIRE, "a.rifleman_2": LOOKING_AWAY["a.rifleman_2"]}
    assert rated(started(units), request) == {"a.rifleman_1": pytest.approx(RIFLE), "a.rifleman_2": 0.0}
    for purpose in ("who reacts", "spotter", "who else"):
        request = PickPiece("Ada", purpose, ("a.rifleman_1",))
        assert rated(started(units), request) == {"a.rifleman_1": 0.0}
    request = PickPiece("Ada", "target", ("b.rifleman_1",))
    assert rated(started(units), request) == {"b.rifleman_1": 0.0}
    request = PickPiece("Ada", "next attacker", ("a.rifleman_1", "a.atgm"))
    assert rated(started(units), request) == {"a.rifleman_1": 3.0, "a.atgm": 4.0}


def test_who_moves_and_whom_a_charge_aims_at() -> None:
    """If units may move or charge, those nearest to an enemy rate highest. A unit without a target rates 5 more, and a
    Close unit 10 more. A target rates by its worth, half as much again if pinned, and by its nearness.
    """
    b1, b2 = (14, 26), (18, 26)
    units = {**FIRE, "a.rifleman_2": LOOKING_AWAY["a.rifleman_2"]}
    names: Any = ("a.rifleman_1", "a.rifleman_2", "a.atgm")
    request: Any = PickPiece("Ada", "who makes contact", names)
    far = {
        "a.rifleman_1": math.dist((10, 6), b1),
        "a.rifleman_2": math.dist((12, 6), b1),
        "a.atgm": math.dist((20, 6), b2),
    }
    assert rated(started(units), request) == {name: pytest.approx(-far[name] / 36) for name in names}
    request = PickPiece("Ada", "who moves", names)
    idle = {"a.rifleman_1": 0.0, "a.rifleman_2": 5.0, "a.atgm": 0.0}
    assert rated(started(units), request) == {name: pytest.approx(idle[name] - far[name] / 36) for name in names}
    request = PickPiece("Ada", "close combat target", ("b.rifleman_1", "b.rifleman_2"))
    assert rated(started(units), request) == {
        "b.rifleman_1": pytest.approx(1.5 - math.dist((12, 6), b1) / 36),
        "b.rifleman_2": pytest.approx(2.25 - math.dist((20, 6), b2) / 36),
    }
    bugs = {"a.bug_1": {"at": [10, 6], "facing": 90}, "b.rifleman_1": {"at": [14, 26], "facing": 270}}
    request = PickPiece("Ada", "who makes contact", ("a.bug_1",))
    assert rated(started(bugs, armies=BUGS), request) == {"a.bug_1": pytest.approx(10.0 - far["a.rifleman_1"] / 36)}


@pytest.mark.parametrize(("quiet", "accepted"), [(0, 0.6), (3, 0.8), (6, 1.0), (7, 1.0)])
def test_the_danger_that_a_mover_accepts(quiet: int, accepted: float) -> None:
    """RW-07, RW-44: two riflemen stop a mover unless both miss, with a chance of 1 - (8/27)². A bot accepts a danger of
    0.6 at first, and of 1 from six quiet phases on.
    """
    session = started(FIRE, quiet=quiet)
    ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", (inches(5), inches(10))))
    danger = 1 - (8 / 27) ** 2
    assert rated(session) == {"go on": pytest.approx(accepted - danger), "withdraw": 0.0}
    assert danger_of(game_of(session), session.state.plan) == pytest.approx(danger)
    assert danger_of(game_of(session), None) == 0.0


def test_the_dangers_of_a_unit_that_pins_do_not_stop() -> None:
    """RW-44, RW-96: only a wound or a kill stops a Relentless mover, with a chance of 7/27 for each rifleman."""
    units = {**{f"b.rifleman_{k}": FIRE[f"b.rifleman_{k}"] for k in (1, 2)}, "a.bug_1": {"at": [10, 6], "facing": 90}}
    session = started(units, armies=BUGS)
    ask(session, "move", Spot("a.bug_1", (inches(5), inches(10))))
    assert danger_of(game_of(session), session.state.plan) == pytest.approx(1 - (20 / 27) ** 2)


def test_choices_of_several_units() -> None:
    """In a reaction, each shooter rates by its dice. At the set-up, twelve units are placed. Nobody boards. Otherwise
    the largest group is picked, or nobody if this is allowed.
    """
    session = started(FIRE)

    def subsets(purpose: str, items: tuple[str, ...], **more: Any) -> dict[Any, Any]:
        request: Any = PickSome("Ada", purpose, items, **more)
        return rated(session, request)

    both = ("a.rifleman_1", "a.atgm")
    assert subsets("react", both) == {(): 0.0, ("a.rifleman_1",): 3.1, ("a.atgm",): 4.1}
    names = tuple(f"a.rifleman_{k}" for k in range(1, 15))
    assert subsets("set up", names, least=1) == {names[:12]: 1.0}
    assert subsets("board", names[:2]) == {(): 0.0}
    linked = {"links": ((names[0], names[1]), (names[1], names[2]))}
    assert subsets("group", names[:4], least=2, **linked) == {names[:3]: 1.0}
    assert subsets("who else", names[:3]) == {names[:3]: 1.0, (): 0.0}
    assert subsets("who else", names[:3], most=2) == {names[:2]: 1.0, (): 0.0}


def test_plain_choices() -> None:
    """If a greedy bot makes a plain choice, it walks, fires, stays in place and goes to the far side. It takes targets
    as listed, and turns a group to one point.
    """
    session = started(FIRE)
    for purpose, options, best in (
        ("how to move", ("walk", "fly"), "walk"),
        ("order of targets", ("as listed", "one by one"), "as listed"),
        ("fall back", ("back", "stay"), "stay"),
        ("turn the group", ("as they stand", "to one point", "one by one"), "to one point"),
        ("boundary", ("this side", "far side"), "far side"),
        ("react", ("hold fire", "fire"), "fire"),
        ("who is next", ("Bea", "Cy"), ""),
    ):
        request: Any = Choose("Ada", purpose, options)
        assert rated(session, request) == {option: float(option == best) for option in options}


def test_places_of_a_ranged_mover() -> None:
    """A bot moves a Ranged unit up to 8 in from the nearest enemy, or 60 % or 30 % of that way. A place rates lower the
    more its distance from the enemy differs from 8 in.
    """
    session = started({**FIRE, "b.rifleman_1": {"at": [14, 26], "facing": 270, "pinned": True}})
    ask(session, "move", "a.rifleman_1")
    found = rated(session)
    here, near = (10, 6), (14, 26)
    whole = math.dist(here, near)
    for share in (1.0, 0.6, 0.3):
        gone = (whole - 8) * share / whole
        wanted = tuple(inches(one + (other - one) * gone) for one, other in zip(here, near, strict=True))
        (rating,) = [rating for spot, rating in found.items() if math.dist(spot.at, wanted) < 1e-6]
        assert rating == pytest.approx(-(whole - 8) * (1 - share) / 36, abs=1e-9)
    for spot, rating in found.items():
        assert spot.piece == "a.rifleman_1"
        assert rating == pytest.approx(-abs(math.dist(spot.at, (inches(14), inches(26))) - inches(8)) / inches(36))


def test_places_to_look_and_to_fire_at() -> None:
    """A unit looks at the nearest enemy. If a bot may fire at several points of a path, the first point rates best. In
    contact, the nearest place rates best.
    """
    session = started(FIRE)
    anywhere = Region(disc((0.0, 0.0), 0.0), inches(36), inches(36))
    request: Any = PickPoint("Ada", "look at", (("a.rifleman_2", anywhere),), moves=False)
    assert rated(session, request) == {Spot("a.rifleman_2", (inches(14), inches(26))): 1.0}
    places = ((100.0, 200.0), (150.0, 200.0), (300.0, 100.0))
    offered = Region(disc((0.0, 0.0), 0.0), inches(36), inches(36), places=places)
    request = PickPoint("Bea", "fire at", (("a.rifleman_1", offered),), moves=False)
    assert rated(session, request) == {Spot("a.rifleman_1", at): -float(k) for k, at in enumerate(places)}
    request = PickPoint("Ada", "contact", (("a.rifleman_1", offered),))
    here = (inches(10), inches(6))
    assert rated(session, request) == {
        Spot("a.rifleman_1", at): pytest.approx(-math.dist(at, here) / inches(36)) for at in places
    }


def test_a_group_comes_nearer_as_it_stands() -> None:
    """A bot's first answer for a group moves its first unit up to 8 in from the nearest enemy. The next answers go 60
    %, 30 % and 0 % of that way. The other units move alongside.
    """
    session = started({**FIRE, "b.rifleman_1": {"at": [14, 26], "facing": 270, "pinned": True}})
    request = ask(session, "group move", ("a.rifleman_1", "a.rifleman_2"))
    evaluator = RiftWarAnswerEvaluator(rules(**OPEN))
    found = evaluator.rate(request, session, lambda: np.random.default_rng(1))
    assert [rating for _, rating in found] == [0.0, -1.0, -2.0, -3.0]
    whole = math.dist((10, 6), (14, 26))
    for (answer, _), share in zip(found, (1.0, 0.6, 0.3, 0.0), strict=True):
        gone = (whole - 8) * share / whole
        spots: Any = answer
        for spot, x in zip(sorted(spots, key=lambda spot: str(spot.piece)), (10, 12), strict=True):
            assert spot.at == pytest.approx((inches(x + 4 * gone), inches(6 + 20 * gone)), abs=0.5)


def test_rows_of_units() -> None:
    """A bot puts units in rows with 4 mm between their bases. A row has as many units as the table's width holds."""
    names = [f"a.rifleman_{k}" for k in range(1, 8)]
    units = {name: {"at": [2 + 2 * k, 6], "facing": 90} for k, name in enumerate(names)}
    game = game_of(started({**units, "b.rifleman_1": FIRE["b.rifleman_1"]}))
    found = in_rows(game, names[:3], (400.0, 100.0), -1.0)
    assert [found[name] for name in names[:3]] == [
        pytest.approx((400.0 + shift, 100.0)) for shift in (-29.4, 0.0, 29.4)
    ]
    narrow = in_rows(game, ["a.rifleman_1"], (400.0, 100.0), 1.0)
    assert narrow == {"a.rifleman_1": (400.0, 100.0)}
    many = {f"x{k}": name for k, name in enumerate(names * 6)}
    assert len(many) == 42
    game.state.units.update({name: game.unit(of) for name, of in many.items()})
    found = in_rows(game, list(many), (400.0, 100.0), 1.0)
    assert len({x for x, _ in found.values()}) == 29  # (36 in - 2 * 29.4 mm) / 29.4 mm
    assert {round(y, 6) for _, y in found.values()} == {100.0, 129.4}
    assert sum(y == 100.0 for _, y in found.values()) == 29
    assert found["x0"] == pytest.approx((400.0 - 14 * 29.4, 100.0))


def test_towards_a_goal_and_the_nearest_enemy() -> None:
    """A point at a distance along a path is the path's end if the distance is longer than the path. The nearest enemy
    is sought only among those still on the table.
    """
    assert towards((10.0, 20.0), (40.0, 60.0), 25.0) == (25.0, 40.0)
    assert towards((10.0, 20.0), (40.0, 60.0), 50.0) == towards((10.0, 20.0), (40.0, 60.0), 60.0) == (40.0, 60.0)
    game = game_of(started(FIRE))
    unit = game.unit("a.atgm")
    assert nearest_enemy(game, unit, (inches(15.9), 0.0)) == (inches(14), inches(26))
    assert nearest_enemy(game, unit, (inches(16.1), 0.0)) == (inches(18), inches(26))
    game.change("b.rifleman_1", destroyed=True)
    assert nearest_enemy(game, unit, (inches(10), 0.0)) == (inches(18), inches(26))
    game.change("b.rifleman_2", destroyed=True)
    assert nearest_enemy(game, unit, (inches(10), 0.0)) is None


def test_places_that_are_tried() -> None:
    """If a region lists places, a bot tries all that are allowed. Otherwise it tries the wanted places first, and then
    about twelve others. Places that aren't allowed are left out.
    """
    base = disc((0.0, 0.0), 10.0)
    listed = Region(base, 400.0, 300.0, places=((50.0, 60.0), (5.0, 60.0), (90.0, 100.0)))
    assert some_places(listed, [(70.0, 70.0)], np.random.default_rng(1)) == [(50.0, 60.0), (90.0, 100.0)]
    table = Region(base, 400.0, 300.0)
    found = some_places(table, [(70.0, 70.0), (5.0, 5.0), (80.0, 90.0)], np.random.default_rng(1))
    assert found[:2] == [(70.0, 70.0), (80.0, 90.0)]
    assert 8 <= len(found) - 2 <= 12
    assert all(10.0 <= x <= 390.0 and 10.0 <= y <= 290.0 for x, y in found)
    near = Region(base, 400.0, 300.0, must_touch=disc((200.0, 150.0), 40.0))
    found = some_places(near, [], np.random.default_rng(1))
    assert 8 <= len(found) <= 12
    assert all(math.dist(at, (200.0, 150.0)) <= 51.0 for at in found)
