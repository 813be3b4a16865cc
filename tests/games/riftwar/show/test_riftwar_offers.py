"""What RiftWar offers for each answer: chances, ways of charges, and what keeps units from acting."""

from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.show.offers import HOLD, TURN, offers
from riotsim.games.riftwar.state import Declaration, Plan
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.units import inches

Units = dict[str, dict[str, Any]]


def offered(session: Session[Any], request: Request[Any] | None = None, **options: Any) -> tuple[Offer, ...]:
    """Return the offers of a request; by default of the one that is open."""
    book = rules(**OPEN, **options)
    return offers(Battle(session.play, book, dice_of(book)), request or session.pending[0])


def texts(session: Session[Any], request: Request[Any] | None = None, **options: Any) -> list[tuple[object, str]]:
    """Return the answers that are offered, in order, each with its text."""
    return [(one.answer, one.text) for one in offered(session, request, **options)]


CHARGES: Final[Units] = {
    "a.rifleman_1": {"at": [18, 10], "facing": 90},
    "a.ifv_1": {"at": [18, 14], "facing": 90},
    "a.rifleman_2": {"at": [2, 2], "facing": 90},
    "b.rifleman_1": {"at": [18, 20], "facing": 90},
    "b.rifleman_2": {"at": [30, 10], "facing": 90},
    "b.rifleman_3": {"at": [10, 10], "facing": 90},
}


def test_charges_are_offered_by_their_ways() -> None:
    """RW-34, RW-70: enemies that a charge reaches are offered first, by the length of the way. Enemies behind an
    obstacle follow, even if nearer.
    """
    session = session_at(CHARGES, rules(**OPEN), armies=ARMIES)
    ask(session, "close combat", "a.rifleman_1")
    assert texts(session) == [
        ("b.rifleman_3", "Rifleman 3: 7.0 in"),
        ("b.rifleman_2", "Rifleman 2: 11.0 in"),
        ("b.rifleman_1", "Rifleman 1: 9.0 in, stays short: IFV 1 is in the way"),
    ]
    assert [one.piece for one in offered(session)] == ["b.rifleman_3", "b.rifleman_2", "b.rifleman_1"]


def test_who_reaches_no_enemy() -> None:
    """RW-70: if a unit reaches no enemy in a straight line, its offer says so. If the unit in its way charges with it,
    its offer doesn't say so.
    """
    units = {name: CHARGES[name] for name in ("a.rifleman_1", "a.ifv_1", "a.rifleman_2", "b.rifleman_1")}
    units["b.rifleman_1"] = {"at": [18, 18], "facing": 90}
    session = session_at(units, rules(**OPEN), armies=ARMIES)
    ask(session, "close combat")
    nobody = ": reaches no enemy in a straight line"
    found = [("a.ifv_1", "IFV 1"), ("a.rifleman_1", f"Rifleman 1{nobody}"), ("a.rifleman_2", "Rifleman 2")]
    assert sorted(map(str, texts(session))) == sorted(map(str, found))
    request: Request[Any] = PickPiece("Ada", "who makes contact", ("a.rifleman_1",))
    for movers, told in ((("a.rifleman_1",), nobody), (("a.rifleman_1", "a.ifv_1"), "")):
        session.state.declared = Declaration("close", movers=movers)
        assert texts(session, request) == [("a.rifleman_1", f"Rifleman 1{told}")]
    session.state.declared = None
    assert texts(session, request) == [("a.rifleman_1", f"Rifleman 1{nobody}")]


@pytest.mark.parametrize(
    ("purpose", "declared", "pieces", "found"),
    [
        ("who rallies", None, ("b.rifleman_2",), ["Rifleman 2: rallies in 50 %"]),
        ("target", None, ("b.rifleman_1",), ["Rifleman 1"]),
        ("target", Declaration("direct", "a.atgm"), ("b.rifleman_1", "b.rifleman_2"), [
            "Rifleman 1: wound 30 %, kill 11 % (pin 40 %)", "Rifleman 2: wound 0 %, kill 41 % (pin 40 %)"
        ]),
        ("target", Declaration("close", "a.atgm"), ("b.rifleman_1",), ["Rifleman 1: wound 22 %, kill 4 % (pin 44 %)"]),
        ("target", Declaration("indirect", "a.atgm"), ("b.rifleman_1",), ["Rifleman 1"]),
        ("target", Declaration("coordinated"), ("b.rifleman_2", "b.rifleman_1"), [
            "Rifleman 1: wound or kill 45 % (by 2 together)", "Rifleman 2: wound or kill 45 % (by 2 together)"
        ]),
        ("next attacker", Declaration("coordinated", target="b.rifleman_1"), ("a.rifleman_1", "a.atgm"), [
            "ATGM: 4 dice, no cover, AP", "Rifleman 1: 3 dice, no cover"
        ]),
        ("next attacker", Declaration("close", target="b.rifleman_1"), ("a.rifleman_1",), ["Rifleman 1"]),
        ("next attacker", Declaration("coordinated"), ("a.rifleman_1",), ["Rifleman 1"]),
        ("spotter", Declaration("indirect", "a.atgm", "b.rifleman_1"), ("a.rifleman_1",), [
            "Rifleman 1: wound 30 %, kill 11 % (pin 40 %)"
        ]),
        ("spotter", Declaration("indirect", "a.atgm"), ("a.rifleman_1",), ["Rifleman 1"]),
        ("who reacts", Declaration("close", target="a.rifleman_1"), ("b.rifleman_1",), [
            "Rifleman 1: wound 11 %, kill 0 % (pin 44 %)"
        ]),
        ("who fires", Declaration("direct"), ("b.rifleman_1", "a.atgm"), ["ATGM", "Bea's Rifleman 1"]),
    ],
)  # fmt: skip
def test_units_are_offered_with_what_they_can(
    purpose: str, declared: Declaration | None, pieces: tuple[str, ...], found: list[str]
) -> None:
    """RW-60, RW-65, RW-80: a unit's offer has the chances of the declared attack or of a rally, its dice, or only its
    name. Units are in the order of the armies. An opponent's unit among own units has its player's name.
    """
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    session.state.declared = declared
    request: Request[Any] = PickPiece("Ada", purpose, pieces)
    assert [text for _, text in texts(session, request)] == found


def test_options_are_offered_with_their_labels() -> None:
    """RW-40, RW-41: the offers of options have labels, and those of units have names. The offer to go on with a
    dangerous move has its path, and the units that may fire. A player who may react may also hold fire for the phase.
    """
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    state = session.state
    state.plan = Plan("move", ("a.rifleman_1", "a.atgm"), ((1.0, 2.0), (3.0, 4.0)), ((5.0, 6.0), (7.0, 8.0)))
    state.dangers = {(f"b.rifleman_{k}", name): ((0.0, 1.0),) for k in (2, 1) for name in ("a.rifleman_1", "a.atgm")}
    dangers: Request[Any] = Choose("Ada", "dangers", ("go on", "withdraw"))
    assert offered(session, dangers) == (
        Offer("go on", "Go on", path=((1.0, 2.0), (5.0, 6.0)), touches=("b.rifleman_1", "b.rifleman_2")),
        Offer("withdraw", "Give up: no move, but another action"),
    )
    other: Request[Any] = Choose("Ada", "cross", ("go on", "a.atgm"))
    assert offered(session, other) == (Offer("go on", "Go on"), Offer("a.atgm", "ATGM"))
    react: Request[Any] = Choose("Bea", "react", ("fire", "pass"))
    assert offered(session, react) == (
        Offer("fire", "Fire"), Offer("pass", "Pass"), Offer("hold fire", HOLD, lasts="turn")
    )  # fmt: skip
    state.plan = None
    assert offered(session, dangers)[0] == Offer("go on", "Go on")
    some: Request[Any] = PickSome("Ada", "group", ("a.atgm",))
    assert offered(session, some) == ()


def test_a_group_may_turn_where_it_stands() -> None:
    """RW-33: if a group may stay at its present places, a question for its move offers to turn there. Questions for
    other places have no offers.
    """
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    places = {name: session.table.models[name].at for name in ("a.rifleman_1", "a.rifleman_2")}
    table = Region(disc((0.0, 0.0), 12.7), inches(36), inches(36))
    for gap, found in ((inches(1.01), True), (inches(0.99), False)):
        request: Request[Any] = PlaceSome("Ada", "move", tuple((name, table) for name in places), max_gap=gap)
        here = tuple(Spot(name, at) for name, at in places.items())
        assert offered(session, request) == ((Offer(here, TURN),) if found else ())
    contact: Request[Any] = PlaceSome("Ada", "contact", tuple((name, table) for name in places), max_gap=inches(2))
    assert offered(session, contact) == ()
    point: Request[Any] = PickPoint("Ada", "move", (("a.atgm", table),))
    assert offered(session, point) == ()
