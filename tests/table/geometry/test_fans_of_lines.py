"""Lines of fire one by one: what they meet first, which line is shown, and which things no line can meet."""

import math
import random

import pytest
from plane_figures import FIGURES, line_in

from riotsim.table.geometry.lines_of_fire import _in_the_fan, first_hits, first_on_line, line_meeting
from riotsim.table.geometry.plan import Footprint, Part, covers, disc, rectangle
from riotsim.table.geometry.views import view, visible_things
from riotsim.table.poses import Point

BASE = disc((100.0, 100.0), 12.0)

DIE = rectangle((300.0, 100.0), 16.0, 16.0)

FAR = 1000.0


def grown(figure: Footprint, by: float) -> list[Part]:
    """Return the parts of a figure, grown by some millimetres, or shrunk if the number is negative."""
    return [Part(part.points, part.radius + by) for part in figure.parts]


def spans(start: Point, way: Point, figure: Footprint, by: float = 0.0) -> list[tuple[float, float]]:
    """Return where a line enters and leaves the parts of a figure that it meets at its start or later."""
    found = [line_in(start, way, part) for part in grown(figure, by)]
    return [span for span in found if span is not None and span[1] >= 0.0]


def first_met(
    start: Point, way: Point, things: dict[str, Footprint], reach: float, more: str = "", by: float = 0.0
) -> str | None:
    """Return the first thing that a line from the rim of a base meets.

    The thing called `more` is grown by `by`, and all other things are shrunk by as much.
    """
    met = {}
    for name, thing in things.items():
        entered = [max(enter, 0.0) for enter, _ in spans(start, way, thing, by if name == more else -by)]
        if entered and min(entered) <= reach + (by if name == more else -by):
            met[name] = min(entered)
    return min(met, key=lambda name: met[name], default=None)


def scene(seed: int) -> tuple[Footprint, Footprint, dict[str, Footprint], float]:
    """Return a base, a target, things around them and a reach, all drawn at random from a seed."""
    chance = random.Random(seed)
    turn, far = chance.uniform(0.0, math.tau), chance.uniform(60.0, 200.0)

    def at(along: float, across: float) -> Point:
        c, s = math.cos(turn), math.sin(turn)
        return (400.0 + along * c - across * s, 300.0 + along * s + across * c)

    base = disc(at(0.0, 0.0), 12.0) if seed % 2 else rectangle(at(0.0, 0.0), 30.0, 18.0, turn + 0.5)
    target = rectangle(at(far, 0.0), 16.0, 16.0, chance.uniform(0.0, 1.5))
    things = {}
    names = sorted(FIGURES)
    for number in range(6):
        x, y = at(chance.uniform(0.2, 1.6) * far, chance.uniform(-35.0, 35.0))
        thing = FIGURES[names[(seed + 3 * number) % len(names)]].translated(x, y)
        if math.dist((x, y), (400.0, 300.0)) > 55.0:
            things[f"t{number}"] = thing
    return base, target, things, chance.uniform(0.7, 2.0) * far


@pytest.mark.parametrize("seed", range(6))
def test_what_lines_meet_first_is_what_each_line_meets(seed: int) -> None:
    """Each line from the base through the target first meets one of the things that are found. If nothing is among
    them, a line may be free.

    For each thing that is found, a line is shown that meets it first. It passes the middles of base and target more
    closely than random lines, except for the distance of the points on the rim.
    """
    base, target, things, reach = scene(seed)
    hits = first_hits(base, target, things, reach)
    assert list(hits) == sorted(name for name in hits if name is not None) + [None] * (None in hits)
    chance, nearest = random.Random(seed), dict.fromkeys(hits, math.inf)
    for _ in range(40):
        start, to = inside(base, chance), inside(target, chance)
        length = math.dist(start, to)
        way = ((to[0] - start[0]) / length, (to[1] - start[1]) / length)
        ((_, leaves),) = spans(start, way, base)
        rim = (start[0] + leaves * way[0], start[1] + leaves * way[1])
        hit = first_met(rim, way, things, reach)
        assert hit in hits
        assert first_on_line(base, start, to, things, reach) == hit
        nearest[hit] = min(nearest[hit], off_middles(base, target, start, way))
    for hit in hits:
        start, end = line_meeting(base, target, things, {hit}, reach)
        length = math.dist(start, end)
        way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        assert spans(start, way, base, 1e-3)
        assert not spans((start[0] + 0.5 * way[0], start[1] + 0.5 * way[1]), way, base)
        assert spans(start, way, target, 1e-3)
        assert first_met(start, way, things, reach, hit or "", 1e-3) == hit
        ends = [enter for enter, _ in spans(start, way, things[hit], 1e-3)] if hit else [reach]
        assert length == pytest.approx(min(ends), abs=0.5)
        assert off_middles(base, target, start, way) <= nearest[hit] + 2.0


def off_middles(base: Footprint, target: Footprint, start: Point, way: Point) -> float:
    """Return how far a line passes the middles of two figures, added up."""
    off = 0.0
    for left, front, right, back in (base.bounds(), target.bounds()):
        x, y = (left + right) / 2 - start[0], (front + back) / 2 - start[1]
        off += abs(x * way[1] - y * way[0])
    return off


def inside(figure: Footprint, chance: random.Random) -> Point:
    """Return a random point of a figure."""
    left, front, right, back = figure.bounds()
    while True:
        at = (chance.uniform(left, right), chance.uniform(front, back))
        if covers(figure, at):
            return at


@pytest.mark.parametrize(
    ("things", "reach", "hits"),
    [
        ({}, FAR, (None,)),
        ({"b": disc((200.0, 100.0), 40.0)}, FAR, ("b",)),
        ({"b": disc((200.0, 100.0), 4.0)}, FAR, ("b", None)),
        ({"b": disc((200.0, 300.0), 40.0)}, FAR, (None,)),
        ({"b": disc((20.0, 100.0), 40.0)}, FAR, (None,)),
        ({"b": disc((500.0, 100.0), 20.0)}, FAR, ("b", None)),
        ({"b": disc((500.0, 100.0), 80.0)}, FAR, ("b",)),
        ({"b": disc((500.0, 100.0), 80.0)}, 308.1, ("b", None)),
        ({"b": disc((500.0, 100.0), 80.0)}, 307.9, (None,)),
        ({"z": disc((200.0, 100.0), 40.0), "b": disc((400.0, 100.0), 40.0)}, FAR, ("z",)),
        ({"z": disc((200.0, 100.0), 4.0), "b": disc((400.0, 100.0), 60.0)}, FAR, ("b", "z")),
        (
            {"z": rectangle((200.0, 150.5), 4.0, 100.0), "b": rectangle((200.0, 49.5), 4.0, 100.0)},
            FAR,
            ("b", "z", None),
        ),
        ({"z": rectangle((200.0, 149.9), 4.0, 100.0), "b": rectangle((200.0, 50.1), 4.0, 100.0)}, FAR, ("b", "z")),
    ],
)
def test_what_lines_to_a_die_can_meet(things: dict[str, Footprint], reach: float, hits: tuple[str | None, ...]) -> None:
    """A wall hides what is behind it, but a post doesn't. A slit of 1 mm between walls lets a line through.

    The same holds if everything is turned by half a turn, or mirrored.
    """
    assert first_hits(BASE, DIE, things, reach) == hits

    def turned(figure: Footprint, by: tuple[int, int]) -> Footprint:
        parts = []
        for part in figure.parts:
            points = [(100.0 + by[0] * (x - 100.0), 100.0 + by[1] * (y - 100.0)) for x, y in part.points]
            parts.append(Part(tuple(points if by[0] * by[1] > 0 else points[::-1]), part.radius))
        return Footprint(tuple(parts))

    for by in ((-1, -1), (1, -1)):
        assert first_hits(BASE, turned(DIE, by), {name: turned(one, by) for name, one in things.items()}, reach) == hits


def test_the_line_between_the_centres_is_shown_if_it_serves() -> None:
    """If the line between the centres meets the wanted thing, this line is shown, from the rim of the base to the thing
    or to the reach. Otherwise, the line nearest to both centres is shown.
    """
    post = {"b": disc((200.0, 100.0), 4.0)}
    for things, hits, reach, at in (
        (post, {"b", None}, FAR, 196.0),
        ({}, {None}, 50.0, 162.0),
        (post, {None}, 80.0, 192.0),
    ):
        start, end = line_meeting(BASE, DIE, things, hits, reach)
        assert (*start, *end) == pytest.approx((112.0, 100.0, at, 100.0))
    aside = {"b": disc((200.0, 110.0), 4.0)}
    (x, y), (to_x, to_y) = line_meeting(BASE, DIE, aside, {"b"}, FAR)
    # It passes the post at (200, 106): its distances from the two centres add up to 12 mm.
    centres = ((100.0, 100.0), (300.0, 100.0))
    away = [abs((px - x) * (to_y - y) - (py - y) * (to_x - x)) / math.hypot(to_x - x, to_y - y) for px, py in centres]
    assert sum(away) == pytest.approx(12.0, abs=0.15)
    with pytest.raises(ValueError, match=r"^no line meets b$"):
        line_meeting(BASE, DIE, {"b": disc((200.0, 300.0), 4.0)}, {"b"}, FAR)


@pytest.mark.parametrize(
    ("start", "to", "reach", "hit"),
    [
        ((100.0, 100.0), (300.0, 100.0), 84.1, "b"),
        ((100.0, 100.0), (300.0, 100.0), 83.9, None),
        ((95.0, 100.0), (300.0, 100.0), 84.1, "b"),
        ((100.0, 103.0), (300.0, 103.0), FAR, "b"),
        ((100.0, 104.1), (300.0, 104.1), FAR, None),
        ((100.0, 100.0), (100.0, 100.0), FAR, "b"),
        ((300.0, 100.0), (100.0, 100.0), FAR, None),
        ((100.0, 100.0), (100.0, 300.0), FAR, "c"),
    ],
)
def test_one_line(start: Point, to: Point, reach: float, hit: str | None) -> None:
    """The length of a line of fire counts from the rim of the base, and things behind the base don't count. If start
    and end are the same point, the line goes in the direction +x.
    """
    things = {"c": rectangle((100.0, 150.0), 5.0, 20.0), "b": disc((200.0, 100.0), 4.0)}
    assert first_on_line(BASE, start, to, things, reach) == hit


def test_the_fan_of_lines() -> None:
    """A thing counts only if its bounding circle reaches into a fan around all lines from the base to the die.

    The circle around the base's bounding rectangle has a radius of 12 √2, and that around the die's has 8 √2. Let a and
    b be these radii, and s the share of the way to the die. To each side, the fan is 1.3 (a |1 - s| + b s + a + b) wide
    at the far end of the thing's circle.
    """
    a, b, t = 12.0 * math.sqrt(2.0), 8.0 * math.sqrt(2.0), 5.0 * math.sqrt(2.0)

    def meets(x: float, y: float, reach: float = FAR) -> bool:
        return _in_the_fan(BASE, DIE, disc((100.0 + x, 100.0 + y), 5.0), reach)

    for x, share in ((100.0, (100.0 + t) / 200.0), (300.0, (300.0 + t) / 200.0), (-10.0, (10.0 + t) / 200.0)):
        ahead = share if x > 0 else -share
        width = 1.3 * (a * abs(1 - ahead) + b * share + a + b) + t
        for side in (1.0, -1.0):
            assert meets(x, side * (width - 0.01))
            assert not meets(x, side * (width + 0.01))
    assert meets(100.0, 0.0, 100.0 - a - t + 0.01)
    assert not meets(100.0, 0.0, 100.0 - a - t - 0.01)
    assert meets(-a - t + 0.01, 0.0)
    assert not meets(-a - t - 0.01, 0.0)
    near = rectangle((100.0 + 2.0 * (a + b) - 0.01, 100.0), 16.0, 16.0)
    assert _in_the_fan(BASE, near, disc((100.0, 300.0), 5.0), FAR)
    assert not _in_the_fan(BASE, near.translated(0.02, 0.0), disc((100.0, 300.0), 5.0), FAR)


def test_the_area_of_all_lines() -> None:
    """If a base of 10 mm and a target of 5 mm are 100 mm apart, the outermost lines lean by asin(15 / 100). The area of
    all lines is as wide as the base.
    """
    found = view(disc((100.0, 100.0), 10.0), disc((160.0, 180.0), 5.0))
    assert found is not None
    assert (found.start, found.radius, found.left, found.right) == ((100.0, 100.0), 10.0, 10.0, -10.0)
    assert found.direction == pytest.approx((0.6, 0.8))
    c, s = math.sqrt(1.0 - 0.15**2), 0.15
    assert (*found.leftmost, *found.rightmost) == pytest.approx((c, s, c, -s))
    assert found.local_coordinates((160.0, 180.0)) == pytest.approx((100.0, 0.0))
    assert found.local_coordinates((92.0, 106.0)) == pytest.approx((0.0, 10.0))
    # The leftmost line begins on the right side of the base. At 200 mm it is at (200 s - 10) / c.
    left = (200.0 * s - 10.0) / c
    for by in (0.0, 3.0):
        edge = left + by / c
        for along, across, is_left in ((200.0, edge + 0.01, True), (200.0, edge - 0.01, False)):
            assert found.is_left((along, across), by) is is_left
            assert found.is_right((along, -across), by) is is_left
            assert not found.is_right((along, across), by)
            assert not found.is_left((along, -across), by)
    assert (found.is_left((-50.0, 10.1), 0.0), found.is_left((-50.0, 9.9), 0.0)) == (True, False)
    assert (found.is_right((-50.0, -10.1), 0.0), found.is_right((-50.0, -9.9), 0.0)) == (True, False)


def test_the_area_of_lines_to_a_larger_target() -> None:
    """If a target is larger than the base, the area of lines is as wide as the target on each side. If the target is
    too near or too wide, there is no such area.
    """
    found = view(disc((0.0, 0.0), 10.0), rectangle((100.0, 0.0), 20.0, 60.0))
    assert found is not None
    assert (found.radius, found.left, found.right) == (10.0, 30.0, -30.0)
    lean = math.atan2(30.0, 90.0) + math.asin(10.0 / math.hypot(30.0, 90.0))
    assert found.leftmost == pytest.approx((math.cos(lean), math.sin(lean)))
    assert found.rightmost == pytest.approx((math.cos(lean), -math.sin(lean)))
    aside = view(disc((0.0, 0.0), 10.0), Footprint((Part(((90.0, -20.0), (110.0, 20.0)), 3.0),)))
    assert aside is not None
    assert (aside.left, aside.right) == (23.0, -23.0)
    assert view(disc((0.0, 0.0), 10.0), disc((0.0, 0.0), 5.0)) is None
    assert view(disc((0.0, 0.0), 10.0), disc((15.0, 0.0), 5.0)) is None
    assert view(disc((0.0, 0.0), 10.0), disc((15.1, 0.0), 5.0)) is not None
    assert view(disc((0.0, 0.0), 10.0), rectangle((9.0, 0.0), 20.0, 60.0)) is None
    assert view(disc((0.0, 0.0), 10.0), rectangle((12.0, 0.0), 20.0, 160.0)) is None


@pytest.mark.parametrize(
    ("part", "misses"),
    [
        (Part(((100.0, 0.0),), 5.0), False),
        (Part(((-20.0, 0.0),), 9.9), True),
        (Part(((-20.0, 0.0),), 10.1), False),
        (Part(((50.0, 35.0),), 5.0), True),
        (Part(((50.0, -35.0),), 5.0), True),
        (Part(((50.0, -35.0),), 24.9), True),
        (Part(((50.0, -35.0),), 25.1), False),
        (Part(((50.0, 35.0), (300.0, 35.0))), False),
        (Part(((50.0, -35.0), (50.0, 35.0))), False),
        (Part(((200.0, 21.4),), 1.0), True),
        (Part(((200.0, 21.1),), 1.0), False),
        (Part(((200.0, -21.4),), 1.0), True),
        (Part(((200.0, -21.1),), 1.0), False),
    ],
)
def test_what_no_line_of_an_area_meets(part: Part, misses: bool) -> None:
    """No line meets a part that is behind the start. No line meets a part whose corners are all to one side of all
    lines, either.
    """
    found = view(disc((0.0, 0.0), 10.0), disc((100.0, 0.0), 5.0))
    assert found is not None
    assert found.misses(part) is misses


@pytest.mark.parametrize(
    ("things", "reach", "seen", "blocked"),
    [
        ({"wall": rectangle((200.0, 100.0), 10.0, 100.0), "b": disc((250.0, 100.0), 8.0)}, FAR, ["wall"], True),
        ({"wall": rectangle((200.0, 100.0), 10.0, 100.0), "b": disc((202.0, 100.0), 8.0)}, FAR, ["wall", "b"], True),
        ({"wall": rectangle((200.0, 100.0), 10.0, 100.0), "b": disc((150.0, 100.0), 8.0)}, FAR, ["wall", "b"], True),
        ({"wall": rectangle((200.0, 100.0), 10.0, 100.0)}, 120.0, ["wall"], True),
        ({"wall": rectangle((200.0, 100.0), 10.0, 100.0)}, 110.0, ["wall"], False),
        ({"post": disc((200.0, 100.0), 8.0), "b": disc((250.0, 100.0), 8.0)}, FAR, ["post", "b"], False),
        ({"aside": disc((200.0, 150.0), 8.0), "b": disc((250.0, 100.0), 8.0)}, FAR, ["b"], False),
        ({"half": rectangle((200.0, 150.0), 10.0, 110.0), "b": disc((250.0, 100.0), 8.0)}, FAR, ["half", "b"], False),
        (
            {"tilt": rectangle((200.0, 100.0), 10.0, 140.0, 0.6), "b": disc((290.0, 100.0), 8.0)},
            FAR,
            ["tilt"],
            True,
        ),
        ({"tilt": rectangle((200.0, 100.0), 10.0, 140.0, 0.6)}, 130.0, ["tilt"], False),  # its far end is at 150 mm
        ({"tilt": rectangle((200.0, 100.0), 10.0, 140.0, 0.6)}, 170.0, ["tilt"], True),
        ({"round": disc((200.0, 100.0), 40.0), "b": disc((250.0, 100.0), 8.0)}, FAR, ["round"], True),
    ],
)
def test_things_that_may_be_met_first(
    things: dict[str, Footprint], reach: float, seen: list[str], blocked: bool
) -> None:
    """Things behind a wall across all lines, and things beside all lines, are left out. If such a wall is within reach,
    no line is free.
    """
    for turn in (0.0, 1.0, 2.8):
        c, s = math.cos(turn), math.sin(turn)

        def placed(figure: Footprint, c: float = c, s: float = s) -> Footprint:
            corners = [tuple((x * c - y * s, x * s + y * c) for x, y in one.points) for one in figure.parts]
            return Footprint(tuple(Part(at, one.radius) for at, one in zip(corners, figure.parts, strict=True)))

        there = {name: placed(thing) for name, thing in things.items()}
        found, all_blocked = visible_things(placed(BASE), placed(DIE), there, reach)
        assert (list(found), all_blocked) == (seen, blocked)
        assert all(found[name] is there[name] for name in seen)
