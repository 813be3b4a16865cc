"""Flights in RiftWar: over what units fly, where they land, and groups that fly (RW-34, RW-97)."""

import math
from typing import Any, Final

from riftwar_rules import OPEN, ask, place, rules, session_at

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.moves.moving import is_shut_in
from riotsim.games.riftwar.show.offers import offers
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Choose, PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.table.poses import Point
from riotsim.table.units import inches

HOST: Final[dict[str, Any]] = {
    **OPEN,
    "armies__host": {
        "name": "Host",
        "units": {
            "angel": {"size": "light", "kind": "close", "traits": ["flying"], "count": 4},
            "soldier": {"size": "light", "kind": "ranged", "count": 9},
        },
    },
    "army__check": False,
}
"""An army with units that fly."""

ARMIES: Final = {"Ada": "host", "Bea": "host"}

AWAY: Final[dict[str, dict[str, Any]]] = {"b.soldier_1": {"at": [30, 33], "facing": 45, "spent": True}}
"""An enemy who can't react."""

WALL: Final[dict[str, dict[str, Any]]] = {
    f"b.soldier_{k}": {"at": [6 + 1.2 * k, 12], "facing": 90, "spent": True} for k in range(2, 9)
}
"""A row of enemies along y = 12, from x = 8.4 to 15.6, with gaps that are too narrow for a base."""


def at(x: float, y: float) -> Point:
    """Return a place in inches."""
    return (inches(x), inches(y))


def begin(units: dict[str, dict[str, Any]]) -> Session[Any]:
    """Begin a battle with given units against an enemy who can't react."""
    return session_at({**units, **AWAY}, rules(**HOST), armies=ARMIES)


def test_a_unit_walks_or_flies() -> None:
    """RW-97: if a unit can fly, its player is asked whether it walks or flies. Walking, it stops before an enemy in the
    way. Flying, it passes over the enemy.
    """
    for how, end in (("walk", (12, 11 - 1 / 25.4)), ("fly", (12, 20))):
        session = begin({"a.angel_1": {"at": [12, 6], "facing": 90}, **WALL})
        request = ask(session, "move")
        assert isinstance(request, Choose)
        assert (request.player, request.purpose, request.options) == ("Ada", "how to move", ("walk", "fly"))
        request = ask(session, how, Spot("a.angel_1", at(12, 20)))
        assert request.purpose == "look at"
        assert place(session, "a.angel_1") == end
        gone = round(end[1] - 6, 1)
        assert session.events[-1] == events.Moves(("a.angel_1",), gone, "move", stopped=False)


def test_flyers_need_room_to_land() -> None:
    """RW-34, RW-97: a walker may be sent to a place where an enemy stands. A flyer may only be sent to a place with
    room for its base.
    """
    session = begin({"a.angel_1": {"at": [12, 6], "facing": 90}, **WALL})
    request = ask(session, "move", "walk")
    assert isinstance(request, PickPoint)
    assert request.refusal(Spot("a.angel_1", at(12, 12))) is None
    session = begin({"a.angel_1": {"at": [12, 6], "facing": 90}, **WALL})
    request = ask(session, "move", "fly")
    assert isinstance(request, PickPoint)
    assert request.refusal(Spot("a.angel_1", at(12, 12))) is not None
    assert request.refusal(Spot("a.angel_1", at(12, 13.1))) is None
    assert request.refusal(Spot("a.angel_1", at(12, 12.9))) is not None


def test_a_group_flies_if_all_of_it_can() -> None:
    """RW-36, RW-97: a player is asked whether a group walks or flies only if each of its units can fly."""
    pair = {"a.angel_1": {"at": [11, 6], "facing": 90}, "a.angel_2": {"at": [12.5, 6], "facing": 90}}
    mixed = {**pair, "a.soldier_1": {"at": [14, 6], "facing": 90}}
    names = ("a.angel_1", "a.angel_2")
    ends = (Spot("a.angel_1", at(11, 20)), Spot("a.angel_2", at(12.5, 19)))
    for units, group, asks in ((pair, names, True), (mixed, names, True), (mixed, (*names, "a.soldier_1"), False)):
        session = begin({**units, **WALL})
        request = ask(session, "group move", group)
        assert (request.purpose == "how to move") is asks
        if asks:
            group_request: object = ask(session, "fly")
            assert isinstance(group_request, PlaceSome)
            assert group_request.refusal(ends) is None
            request = ask(session, ends)
            assert (request.purpose, request.player) == ("turn the group", "Ada")
            assert (place(session, "a.angel_1"), place(session, "a.angel_2")) == ((11, 20), (12.5, 19))
            assert session.events[-1] == events.Moves(names, 14.0, "move", stopped=False)
    session = begin({**pair, **WALL})
    ask(session, "group move", names, "walk", ends)
    # The first one meets the enemy at (10.8, 12), and stops 1 mm of its way before.
    share = (6 - math.sqrt(1 - 0.2**2) - 1 / 25.4) / 14
    assert place(session, "a.angel_1") == (11, 6 + 14 * share)
    assert place(session, "a.angel_2") == (12.5, 6 + 13 * share)
    assert session.events[-1] == events.Moves(names, round(14 * share, 1), "move", stopped=False)


RING: Final[dict[str, dict[str, Any]]] = {
    name: {"at": [18 + x, 18 + y], "facing": 90}
    for name, (x, y) in zip(
        (f"a.soldier_{k}" for k in range(1, 7)),
        ((1.01, 0.0), (0.505, 0.8747), (-0.505, 0.8747), (-1.01, 0.0), (-0.505, -0.8747), (0.505, -0.8747)),
        strict=True,
    )
}
"""Six units all round the place (18, 18), which they almost touch."""


def test_who_is_shut_in() -> None:
    """RW-34, RW-97: a walker in a ring of other units is shut in. A flyer isn't, because it can land outside. If two
    units of the ring are missing, a walker isn't shut in either.
    """
    for name, gap, shut in (
        ("a.soldier_9", False, True),
        ("a.angel_1", False, False),
        ("a.soldier_9", True, False),
    ):
        ring = {one: unit for one, unit in RING.items() if not (gap and one in ("a.soldier_2", "a.soldier_3"))}
        session = begin({**ring, name: {"at": [18, 18], "facing": 90}})
        game = Battle(session.play, rules(**HOST), dice_of(rules(**HOST)))
        assert is_shut_in(game, game.unit(name)) is shut
        request = ask(session, "move")
        told = {offer.piece: offer.text for offer in offers(Battle(session.play, game.rules, game.dice), request)}
        title = {"a.soldier_9": "Soldier 9", "a.angel_1": "Angel 1"}[name]
        assert told[name] == (f"{title}: all ways are shut" if shut else title)
        assert told["a.soldier_1"] == "Soldier 1"
