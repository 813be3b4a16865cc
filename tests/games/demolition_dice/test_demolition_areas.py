"""The building areas: where a tower that is pushed ends up (DD-02), and from how far a die is thrown at it (DD-30)."""

import math
from dataclasses import replace

import pytest
from dice_table import NAMES, LuckyTable, rules

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules import areas
from riotsim.games.demolition_dice.rules.game import rules_of
from riotsim.games.demolition_dice.rules.knock import ThrowAt
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PlaceDie
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Roll, Settled, TowerPushed
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, distance
from riotsim.table.state import Table
from riotsim.table.units import inches

BEA = (inches(12 + 5 * math.cos(math.radians(30))), inches(12 + 5 * math.sin(math.radians(30))))
"""The middle of Bea's area (mm): 5 in from the middle of the table, a third of a turn from Ada's at the front."""

TOWER_RADIUS, DIE_RADIUS = 16 / math.sqrt(2), 16 * math.sqrt(3) / 2
"""Radii of circles about a tower and about a die of 16 mm in the air, however it is turned (mm)."""


def after_a_push(by: Point) -> Session[State]:
    """Return a game in which a thrown die has pushed Bea's tower by so much (mm), and the tower still stands."""
    lucky = LuckyTable(clumsy=0.0, hits=0.0)

    def perform(table: Table, act: Act, seed: int, /) -> Settled:
        settled = lucky(table, act, seed)
        if not isinstance(act, Roll) or act.mark is None:
            return settled
        dice = [replace(die, pose=die.pose.translated((*by, 0.0))) for die in settled.table.tower_dice("Bea")]
        return Settled(settled.table.with_pieces(*dice), (*settled.facts, TowerPushed("Bea", 9)))

    book = rules()
    given = Given(players=NAMES, towers={"Ada": (5,), "Bea": (6, 2, 4), "Cy": (5,)})
    session = Session(rules_of(book), State(dict.fromkeys(NAMES, book.hand)), given.lay(book), 1, perform)
    thrown = False
    while not thrown:
        request = session.pending[0]
        match request:
            case Choose():
                session.answer(ThrowAt("Bea"))
            case PickPiece():
                session.answer(request.pieces[0])
            case PlaceDie():
                session.answer((0.0, 0.0))
            case AimThrow():
                thrown = request.target is not None
                at = (request.width / 2, request.depth / 2) if request.target is None else request.target.at
                session.answer(Aim(at, math.radians(30), 4.0 if thrown else 1.0))
    return session


def bea(session: Session[State]) -> tuple[Die, ...]:
    """Return the dice of Bea's tower, from the bottom up."""
    return session.table.tower_dice("Bea")


def test_a_tower_that_is_pushed_out_of_its_area_is_put_back() -> None:
    """DD-02: if a push moves a tower out of its area, it is put back in the middle with the same faces. An event
    reports this.
    """
    session = after_a_push((80.0, 0.0))
    assert bea(session)[0].pose.xy == pytest.approx(BEA, abs=1e-6)
    assert [die.shows for die in bea(session)][:3] == [6, 2, 4]
    assert [event for event in session.events if isinstance(event, events.TowerPushed)] == [events.TowerPushed("Bea")]
    assert not any(isinstance(event, events.TowerFalls) for event in session.events)


def test_a_tower_that_is_pushed_within_its_area_stays_there() -> None:
    """DD-02: if a push leaves a tower within its area, the tower stays where it was pushed."""
    session = after_a_push((20.0, 0.0))
    assert bea(session)[0].pose.xy == pytest.approx((BEA[0] + 20.0, BEA[1]), abs=1e-6)
    assert not any(isinstance(event, events.TowerPushed) for event in session.events)


def test_an_area_is_as_large_as_the_rules_say() -> None:
    """DD-02: a building area is a square of 4 in, and its middle is 5 in from the middle of the table."""
    book = rules()
    left, front, right, back = areas.area_footprint(book.table, book.areas, 0).bounds()
    assert (left, front, right, back) == pytest.approx((inches(10), inches(5), inches(14), inches(9)))


@pytest.mark.parametrize("way", [0.0, 0.7, 1.6, 3.0, 4.4, 5.9])
def test_a_die_is_thrown_from_exactly_so_far(way: float) -> None:
    """DD-30: the gap between thrown die and tower has to be 6 in. A tenth of a millimetre less is refused, and a tenth
    more is allowed.
    """
    book = rules({"areas.out": "4in", "areas.size": "2in"})
    at = areas.area_centre(book.table, book.areas, 0)
    where = areas.release_region(book.table, book.areas, 0, at, book.knock.distance, book.die.size)
    least = inches(6) + TOWER_RADIUS + DIE_RADIUS

    def spot(far: float) -> Point:
        return (at[0] + far * math.cos(way), at[1] + far * math.sin(way))

    for far, allowed in ((least - 0.1, False), (least + 0.1, True)):
        x, y = spot(far)
        on_the_table = min(x, y, inches(24) - x, inches(24) - y) > DIE_RADIUS
        if on_the_table:
            assert distance((x, y), at) == pytest.approx(far)
            assert (where.refusal((x, y)) is None) == allowed


def test_the_usual_throw_is_from_the_least_distance() -> None:
    """DD-30: the usual throw is from a millimetre more than the least distance. If the area reaches farther than this
    distance, the throw is from a millimetre beyond its corner.
    """
    book, wide = rules(), rules({"areas.size": "6in", "knock.distance": "1in"})
    usual = areas.default_throw_distance(book.areas, book.knock.distance, book.die.size)
    assert usual == pytest.approx(inches(6) + TOWER_RADIUS + DIE_RADIUS + 1.0)
    past_the_corner = areas.default_throw_distance(wide.areas, wide.knock.distance, wide.die.size)
    assert past_the_corner == pytest.approx(inches(6) / math.sqrt(2) + DIE_RADIUS + 1.0)
