"""Paths over RiftWar's maps: stops, meetings, free places, boundaries and crossings (RW-12, RW-32, RW-34, RW-36)."""

import pytest
from riftwar_shapes import area, base, rectangle, structure

from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.outlines import Outline
from riotsim.games.riftwar.map.stands import Mover, Stand
from riotsim.games.riftwar.map.ways import (
    Stop,
    crossing_place,
    first_boundary,
    first_stop,
    fits,
    group_boundary,
    group_stop,
)
from riotsim.table.poses import Point

WALL = structure("wall", rectangle(300.0, 100.0, 320.0, 500.0))
TABLE = GameMap(1000.0, 800.0, (WALL,))

Row = tuple[Stand, Point, list[Stand], Stop | None]


@pytest.mark.parametrize(
    ("unit", "to", "others", "stop"),
    [
        # the way is 250 long, and the base touches the wall after 190
        (base("a", 100, 200), (350, 200), [], Stop(190 / 250, "structure", "wall", "a")),
        (base("a", 400, 200), (200, 200), [], Stop(70 / 200, "structure", "wall", "a")),
        (base("a", 310, 50), (310, 90), [], Stop(40 / 40, "structure", "wall", "a")),
        (base("a", 310, 50), (310, 90.5), [], Stop(40 / 40.5, "structure", "wall", "a")),
        # past the end of the wall with a hair between, and up to contact
        (base("a", 100, 511), (600, 511), [], None),
        (base("a", 100, 510), (600, 510), [], None),
        (base("a", 100, 500), (600, 500), [], Stop(190 / 500, "structure", "wall", "a")),
        (base("a", 100, 200), (290, 200), [], None),
        # along the wall that it touches, and away from it
        (base("a", 290, 200), (290, 400), [], None),
        (base("a", 290, 200), (100, 200), [], None),
        (base("a", 290, 200), (340, 200), [], Stop(0.0, "structure", "wall", "a")),
        # other units: touched after 100 - 10 - 15
        (base("a", 100, 600), (300, 600), [base("b", 200, 600, 15)], Stop(75 / 200, "unit", "b", "a")),
        (base("a", 100, 600), (300, 600), [base("b", 300, 600, 15), base("c", 250, 600)], Stop(0.65, "unit", "c", "a")),
        (base("a", 100, 600), (300, 600), [base("b", 200, 625.1, 15)], None),
        # off the middle by 15 where the radii add up to 25: it stops 20 before
        (base("a", 100, 600), (300, 600), [base("b", 200, 615, 15)], Stop(80 / 200, "unit", "b", "a")),
        (base("a", 100, 600), (300, 600), [base("a", 200, 600)], None),
        # the nearer of a unit and a wall
        (base("a", 100, 200), (350, 200), [base("b", 250, 200)], Stop(130 / 250, "unit", "b", "a")),
        (base("a", 200, 200), (450, 200), [base("b", 400, 200)], Stop(90 / 250, "structure", "wall", "a")),
        # the edges of the table
        (base("a", 100, 700), (-100, 700), [], Stop(90 / 200, "edge", "", "a")),
        (base("a", 900, 700), (1100, 700), [], Stop(90 / 200, "edge", "", "a")),
        (base("a", 700, 50), (700, -50), [], Stop(40 / 100, "edge", "", "a")),
        (base("a", 700, 750), (700, 850), [], Stop(40 / 100, "edge", "", "a")),
        (base("a", 700, 750), (700, 790), [], None),
        # on the slant of 3 to 4: after 50 its base is at the left edge
        (base("a", 40, 700), (-20, 620), [], Stop(50 / 100, "edge", "", "a")),
        # no way at all
        (base("a", 310, 300), (310, 300), [], None),
        # in the air only the edge counts
        (base("a", 100, 200, flying=True), (350, 200), [base("b", 250, 200)], None),
        (base("a", 100, 200, flying=True), (-100, 200), [base("b", 50, 200)], Stop(90 / 200, "edge", "", "a")),
    ],
)
def test_what_stops_a_unit(unit: Stand, to: Point, others: list[Stand], stop: Stop | None) -> None:
    """RW-34: a base stops when it touches a structure, another unit, or the edge of the table. The first obstacle is
    named, with the fraction of the path up to it.
    """
    found = first_stop(TABLE, unit, to, others)
    if found is None or stop is None or stop.share == 1.0:
        assert found is None or stop == found
        assert stop is None or stop.share == 1.0
        return
    assert (found.kind, found.piece, found.unit) == (stop.kind, stop.piece, stop.unit)
    assert found.share == pytest.approx(stop.share, abs=1e-7)


def test_of_two_things_touched_at_once_the_kind_and_then_the_name_decide() -> None:
    """RW-34: if a base touches a structure and a unit at once, the structure is named. If it touches two units at once,
    the unit first by name is named.
    """
    others = [base("c", 200, 610), base("b", 200, 590)]
    found = first_stop(GameMap(1000.0, 800.0), base("a", 100, 600), (300.0, 600.0), others)
    assert found is not None
    assert found.piece == "b"
    both = GameMap(1000.0, 800.0, (structure("z", Outline(((200.0, 610.0),), 10.0)),))
    found = first_stop(both, base("a", 100, 600), (300.0, 600.0), others)
    assert found is not None
    assert (found.kind, found.piece) == ("structure", "z")


@pytest.mark.parametrize(
    ("movers", "others", "expected"),
    [
        # the first of two at the wall: after 190 of 250, against 140 of 250
        ([(base("a", 100, 200), (350, 200)), (base("b", 150, 400), (400, 400))], [], ("structure", "wall", "b", 0.56)),
        # one unit alone is stopped by who stands still
        ([(base("a", 100, 600), (300, 600))], [base("c", 200, 600)], ("unit", "c", "a", 0.4)),
        # who moves along is no obstacle at its old place
        ([(base("a", 100, 600), (300, 600)), (base("b", 200, 600), (400, 600))], [base("b", 200, 600)], None),
        # head-on: 200 apart at first, and each moves 150: together 300, of which 180 are free
        ([(base("a", 100, 600), (250, 600)), (base("b", 300, 600), (150, 600))], [], ("unit", "b", "a", 0.6)),
        # one catches up with the other: 100 apart, nearer by 200 on the whole way
        ([(base("a", 100, 600), (400, 600)), (base("b", 200, 600), (300, 600))], [], ("unit", "b", "a", 0.4)),
        # they would meet only at the end, or pass each other
        ([(base("a", 100, 600), (200, 600)), (base("b", 320, 600), (220, 600))], [], None),
        ([(base("a", 100, 600), (250, 600)), (base("b", 300, 621), (150, 621))], [], None),
        ([(base("a", 100, 600), (250, 600)), (base("b", 300, 616), (150, 616))], [], ("unit", "b", "a", 188 / 300)),
        # at right angles: a crosses the way of b, both at the crossing after half
        ([(base("a", 100, 600), (300, 600)), (base("b", 200, 500), (200, 700))], [], ("unit", "b", "a", 0.429289)),
        # two that already touch move side by side, and then one leaves the other
        ([(base("a", 100, 600), (100, 700)), (base("b", 120, 600), (120, 700))], [], None),
        ([(base("a", 100, 600), (50, 600)), (base("b", 120, 600), (170, 600))], [], None),
        # who flies meets nobody
        ([(base("a", 100, 600, flying=True), (250, 600)), (base("b", 300, 600), (150, 600))], [], None),
        ([(base("a", 100, 600), (250, 600)), (base("b", 300, 600, flying=True), (150, 600))], [], None),
    ],
)
def test_what_stops_a_group(
    movers: list[tuple[Stand, Point]], others: list[Stand], expected: tuple[str, str, str, float] | None
) -> None:
    """RW-36: units of a group start and arrive together. All stop at the fraction at which the first unit meets
    something: a standing obstacle, or another unit of the group on its way.
    """
    found = group_stop(TABLE, [Mover(unit, to) for unit, to in movers], others)
    if expected is None:
        assert found is None
    else:
        assert found is not None
        assert (found.kind, found.piece, found.unit) == expected[:3]
        assert found.share == pytest.approx(expected[3], abs=1e-6)


def test_of_two_units_stopped_at_once_the_first_by_name_is_told() -> None:
    """RW-36: if two units of a group reach the wall at the same moment, the unit first by name is named. The order of
    the units doesn't matter.
    """
    movers = [Mover(base(name, 100, y), (350.0, y)) for name, y in (("b", 200.0), ("a", 400.0))]
    found = group_stop(TABLE, movers, [])
    assert found is not None
    assert found.unit == "a"


@pytest.mark.parametrize(
    ("at", "obstacle"),
    [
        *(
            ((289.9, 300), None),
            ((290, 300), None),
            ((290.01, 300), "wall"),
            ((330, 300), None),
            ((329.9, 300), "wall"),
        ),
        *(((310, 90), None), ((310, 90.1), "wall"), ((310, 510), None), ((310, 509.9), "wall"), ((310, 300), "wall")),
        *(((10, 700), None), ((9.9, 700), ""), ((990, 700), None), ((990.1, 700), "")),
        *(((600, 10), None), ((600, 9.9), ""), ((600, 790), None), ((600, 790.1), "")),
        *(((525, 600), None), ((524.9, 600), "b"), ((475, 600), None), ((475.1, 600), "b"), ((500, 625), None)),
        *(((500, 624.9), "b"), ((515, 620), None), ((514.9, 620), "b")),
    ],
)
def test_where_a_base_has_room(at: Point, obstacle: str | None) -> None:
    """RW-34: a base of radius 10 has room in contact with a wall, with a base of radius 15, and with the edges."""
    others = [base("b", 500, 600, 15)]
    assert fits(TABLE, 10.0, at, others) == obstacle


def test_an_overlap_may_be_allowed() -> None:
    """With a tolerance of 0.3 mm a base may overlap the wall, a unit and the edge by 0.2, but not by 0.4 mm."""
    others = [base("b", 500, 600, 15)]
    for at, name in (((290.0, 300.0), "wall"), ((475.0, 600.0), "b"), ((990.0, 700.0), "")):
        found = [fits(TABLE, 10.0, (at[0] + far, at[1]), others, touching=0.3) for far in (0.2, 0.4)]
        assert found == [None, name]


def test_structures_are_named_before_units() -> None:
    """If a base overlaps a wall and a unit, the wall is named as the obstacle. If it overlaps two units, the first in
    the list is named.
    """
    others = [base("c", 285, 300), base("b", 285, 305)]
    assert fits(TABLE, 10.0, (295.0, 300.0), others) == "wall"
    assert fits(TABLE, 10.0, (280.0, 300.0), others) == "c"


FIELD = area("field", rectangle(400.0, 100.0, 500.0, 300.0))
FIELDS = GameMap(1000.0, 800.0, (), (area("wood", rectangle(600.0, 100.0, 640.0, 300.0)), FIELD))


@pytest.mark.parametrize(
    ("start", "to", "boundary"),
    [
        # from outside: touched after 90, inside after 100 and a hundredth
        ((300, 200), (700, 200), ("field", 90 / 400, 100.01 / 400)),
        ((300, 200), (391, 200), ("field", 90 / 91, 100.01 / 91)),
        ((300, 200), (389, 200), None),
        ((300, 200), (200, 200), None),
        # from above, and on a slant of 3 to 4 to the front left corner's side
        ((450, 400), (450, 200), ("field", 90 / 200, 100.01 / 200)),
        # beside it: the base touches, the centre doesn't get there
        ((300, 305), (700, 305), ("field", (100 - 75**0.5) / 400, None)),
        ((300, 311), (700, 311), None),
        # the base is over the boundary from the start
        ((395, 200), (700, 200), ("field", 0.0, 5.01 / 305)),
        ((395, 200), (398, 200), None),
        ((395, 200), (300, 200), None),
        ((395, 200), (395, 250), None),
        # from inside: the centre goes out after 50, and the base is clear after 60
        ((450, 200), (700, 200), ("field", 49.99 / 250, 60 / 250)),
        ((450, 200), (502, 200), ("field", 49.99 / 52, 60 / 52)),
        ((450, 200), (499, 200), None),
        ((450, 200), (450, 500), ("field", 99.99 / 300, 110 / 300)),
        # out at the corner on the diagonal: as far again as the radius
        ((450, 250), (550, 350), ("field", (50 * 2**0.5 - 0.01) / (100 * 2**0.5), (50 * 2**0.5 + 10) / (100 * 2**0.5))),
        # from between the two areas
        ((550, 200), (700, 200), ("wood", 40 / 150, 50.01 / 150)),
        ((550, 200), (420, 200), ("field", 40 / 130, 50.01 / 130)),
        ((450, 200), (450, 200), None),
    ],
)
def test_the_first_boundary_on_a_path(
    start: Point, to: Point, boundary: tuple[str, float, float | None] | None
) -> None:
    """RW-32: from outside, a base meets an area's boundary where it touches the area. From inside, it meets the
    boundary where its centre leaves. The far side is where its centre is just inside, or its base is clear.
    """
    found = first_boundary(FIELDS, base("a", *start), to)
    if boundary is None:
        assert found is None
        return
    name, near, far = boundary
    assert found is not None
    assert (found.area, found.unit) == (name, "a")
    assert found.near == pytest.approx(near, abs=1e-7)
    assert found.far == (None if far is None else pytest.approx(far, abs=1e-7))
    assert first_boundary(FIELDS, base("a", *start, flying=True), to) is None


def test_a_unit_gets_clear_of_the_whole_area() -> None:
    """RW-32: if a unit leaves one leg of a U for the gap, it is clear once its base doesn't touch the leg. If its base
    is wider than the gap, it is clear only beyond the other leg.
    """
    for gap, clear in ((30.0, 160.0), (15.0, 225.0)):
        x = 450 + gap
        corners = ((400, 100), (x + 50, 100), (x + 50, 300), (x, 300), (x, 150), (450, 150), (450, 300), (400, 300))
        field = GameMap(1000.0, 800.0, (), (area("u", Outline(tuple((float(x), float(y)) for x, y in corners))),))
        found = first_boundary(field, base("a", 300 + 125, 250), (825.0, 250.0))
        assert found is not None
        assert found.far is not None
        assert found.near * 400 == pytest.approx(24.99)
        assert found.far * 400 == pytest.approx(35.0 if clear == 160.0 else x + 50 + 10 - 425)


def test_the_first_boundary_of_a_group() -> None:
    """RW-36: a group stops at the boundary that one of its units meets first. If two units meet a boundary at the same
    moment, the unit first by name counts.
    """
    movers = [Mover(base("a", 300, 200), (700.0, 200.0)), Mover(base("b", 320, 250), (720.0, 250.0))]
    found = group_boundary(FIELDS, movers)
    assert found is not None
    assert (found.area, found.unit) == ("field", "b")
    assert found.near == pytest.approx(70 / 400)
    movers = [Mover(base(name, 300, y), (700.0, y)) for name, y in (("d", 150.0), ("c", 250.0), ("e", 200.0))]
    found = group_boundary(FIELDS, movers)
    assert found is not None
    assert found.unit == "c"
    assert group_boundary(FIELDS, [Mover(base("a", 300, 200), (350.0, 200.0))]) is None


def test_of_two_boundaries_met_at_once_the_first_by_name_counts() -> None:
    """RW-32: if two areas begin at the same place, the area first by name counts. The order of areas on the map doesn't
    matter.
    """
    for names in (("m", "n"), ("n", "m")):
        areas = tuple(area(name, rectangle(400.0, 100.0, 500.0 + 50.0 * (name == "n"), 300.0)) for name in names)
        found = first_boundary(GameMap(1000.0, 800.0, (), areas), base("a", 300, 200), (700.0, 200.0))
        assert found is not None
        assert (found.area, found.unit) == ("m", "a")
        assert (found.near * 400, (found.far or 0.0) * 400) == pytest.approx((90.0, 100.01))


@pytest.mark.parametrize(
    ("at", "place"),
    [
        *(((290, 300), (330, 300)), ((330, 300), (290, 300)), ((290, 110), (330, 110)), ((330, 490), (290, 490))),
        *(((310, 90), (310, 510)), ((305, 510), (305, 90))),
    ],
)
def test_a_unit_crosses_at_right_angles(at: Point, place: Point) -> None:
    """RW-12: if a unit touches one side of a wall, it crosses to the opposite place on the other side. If the wall
    can't be crossed, or a unit is in the way there, there is no crossing.
    """
    low = GameMap(1000.0, 800.0, (structure("wall", rectangle(300.0, 100.0, 320.0, 500.0), crossable=True),))
    assert crossing_place(low, base("a", *at), "wall", [base("a", *at)]) == pytest.approx(place)
    assert crossing_place(TABLE, base("a", *at), "wall", []) is None
    assert crossing_place(low, base("a", *at), "wall", [base("b", place[0] + 3, place[1] + 4)]) is None
    assert crossing_place(low, base("a", *at), "wall", [base("b", place[0] + 12, place[1] + 16)]) == pytest.approx(
        place
    )


def test_a_unit_crosses_a_turned_wall_and_a_round_one() -> None:
    """RW-12: a unit crosses a turned wall at right angles to the wall. It crosses a round structure over its middle."""
    # along (0.8, 0.6), 200 long and 20 wide, about (500, 400)
    corners = tuple(
        (500 + 0.8 * u - 0.6 * v, 400 + 0.6 * u + 0.8 * v) for u, v in ((-100, -10), (100, -10), (100, 10), (-100, 10))
    )
    wall, well = Outline(corners), Outline(((200.0, 200.0),), 30.0)
    walls = GameMap(1000.0, 800.0, (structure("wall", wall, crossable=True), structure("well", well, crossable=True)))
    before, after = ((500 + 0.8 * 40 - 0.6 * v, 400 + 0.6 * 40 + 0.8 * v) for v in (-20.0, 20.0))
    assert crossing_place(walls, base("a", *before), "wall", []) == pytest.approx(after)
    assert crossing_place(walls, base("a", *after), "wall", []) == pytest.approx(before)
    assert crossing_place(walls, base("a", 224, 232), "well", []) == pytest.approx((176.0, 168.0))
    assert crossing_place(walls, base("a", 200, 200), "well", []) is None  # in its middle no direction leads across


def test_a_unit_does_not_cross_off_the_table() -> None:
    """RW-12: there is no crossing if the base would stick out over the edge of the table."""
    for left, fits_there in ((20.0, True), (19.0, False)):
        low = GameMap(1000.0, 800.0, (structure("wall", rectangle(left, 100.0, 40.0, 500.0), crossable=True),))
        assert (crossing_place(low, base("a", 50, 300), "wall", []) is not None) is fits_there
