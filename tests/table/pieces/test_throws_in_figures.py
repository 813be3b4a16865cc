"""Figures of throws and hands, units, and which colliders stand for pieces."""

import math
from dataclasses import replace

import pytest

from riotsim.table.acts import Displacement, Drop, LeftTable, Pace, Roll, Settled, Shift, Tip, TowerFell, is_exact
from riotsim.table.ballistics import aim_angle, flight_time, launch_speed, travel_distance, travel_per_speed, usual_spin
from riotsim.table.impacts import Collider, collider_of
from riotsim.table.pieces import Box, Die, Model, Piece, Terrain, Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table
from riotsim.table.units import format_short, in_inches, inches, parse_length, ticks_in_ms
from riotsim.testing.tables import STEADY_HAND

HAND = replace(STEADY_HAND, place_sigma=1.5, unbraced=200.0, aim_sigma=12.0, speed=1000.0, spin=20.0)


def test_how_far_dice_travel() -> None:
    """A die that starts 100 mm up falls for √(200 / 9810) = 0.14279 s. A slow die travels 1.6 times its first
    flight.
    """
    assert travel_per_speed(100.0) == pytest.approx(1.6 * 0.1427843 + 0.01, abs=1e-6)
    assert travel_distance(1000.0, 100.0) == pytest.approx(238.4549 + 91.0, abs=1e-3)
    assert travel_distance(0.0, 100.0) == 0.0
    assert travel_distance(500.0, 0.0) == pytest.approx(5.0 + 22.75)


def test_how_well_a_hand_throws_and_builds() -> None:
    """A hand's error of direction follows from its error of place and the distance of its usual roll. If the hand lets
    go 200 mm higher up, its error of place is twice as great.
    """
    assert aim_angle(HAND) == pytest.approx(12.0 / 329.4549, abs=1e-7)
    with pytest.raises(ValueError, match=r"^the hand 'steady' throws with no speed, and hits nothing$"):
        aim_angle(replace(HAND, name="steady", speed=0.0))
    assert [HAND.place_sigma_at(height) for height in (0.0, 100.0, 200.0)] == [1.5, 2.25, 3.0]
    assert replace(HAND, unbraced=math.inf).place_sigma_at(500.0) == 1.5
    assert usual_spin(HAND) == pytest.approx(20.0 * math.sqrt(3.0))
    name, pace = HAND.paces[-1]
    assert HAND.pace(name) is pace
    assert isinstance(pace, Pace)
    with pytest.raises(KeyError, match="gallop"):
        HAND.pace("gallop")


def test_a_flight_to_a_target() -> None:
    """A flight of 250 mm at 500 mm/s takes half a second. To be 100 mm higher after 0.5 s, a die starts upwards with
    2,652.5 mm/s.
    """
    assert flight_time(500.0, 250.0) == 0.5
    assert flight_time(0.0, 250.0) == math.inf
    assert launch_speed(0.5, 100.0) == 200.0 + 2452.5
    assert launch_speed(0.5, -100.0) == -200.0 + 2452.5


def test_units() -> None:
    """An inch has 25.4 mm, and a second has 240 ticks. Lengths in text are read in inches or millimetres, and numbers
    are written with three digits.
    """
    assert (inches(2.0), in_inches(12.7), ticks_in_ms(12)) == (50.8, 0.5, 50.0)
    assert [parse_length(text) for text in ("-2in", "+1.5 mm", " 3. in")] == pytest.approx([-50.8, 1.5, 76.2])
    values = (0.00099964, 0.9996, 1.0, 9.996, 12.345, 99.96, 123.45, 999.6, 1234.6, 999999.4, -12.0)
    texts = ["0.001", "1", "1", "10", "12.3", "100", "123", "1,000", "1,235", "999,999", "-12"]
    assert [format_short(value) for value in values] == texts


@pytest.mark.parametrize(
    ("piece", "collider"),
    [
        (Die("p"), Collider("die", "p")),
        (Token("p", ORIGIN), Collider("token", "p")),
        (Model("p", "", (0.0, 0.0)), Collider("model", "p")),
        (Terrain("p", Box(1.0, 1.0, 1.0), (0.0, 0.0)), Collider("terrain", "p")),
    ],
)
def test_colliders_of_pieces(piece: Piece, collider: Collider) -> None:
    """The collider of each kind of piece has the piece's own name."""
    assert collider_of(piece) == collider


def test_acts_and_facts() -> None:
    """Shifts, and tips without a hand, are exact. If facts of one kind are asked for, they come in their order."""
    roll = Roll((), (0.0, 0.0), 0.0, HAND)
    acts = (Shift((Displacement("d", (0.0, 0.0)),)), Tip("d", 0.0, (0.0, 0.0)), Tip("d", 0.0, (0.0, 0.0), HAND), roll)
    assert [is_exact(act) for act in acts] == [True, True, False, False]
    assert not is_exact(Drop(Token("t", ORIGIN), (0.0, 0.0), 10.0, HAND))
    facts = (TowerFell("a", 3), LeftTable("d", 4, (1.0, 2.0)), TowerFell("b", 5))
    settled = Settled(Table(100.0, 100.0), facts)
    assert settled.facts_of(TowerFell) == [facts[0], facts[2]]
    assert settled.facts_of(LeftTable) == [facts[1]]
