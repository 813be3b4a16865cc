"""A group of pieces is placed with the mouse and the keys: what moves, what stops it, and what is drawn and told."""

from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.geometry.straight import Obstacle, StraightWays
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Point, Pose, about_z
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED
from riotsim.viewer.input.interactions.place_some import (
    ALL_TOGETHER,
    EACH,
    GRAB_DISTANCE,
    NOBODY_MOVED,
    PlaceSomeInteraction,
)
from riotsim.viewer.scene.marks import Area, Ghost, Mark, Path
from riotsim.viewer.scene.scene import Glow

OPEN = Region(disc((0.0, 0.0), 10.0), 400.0, 240.0)

A, B, C = (80.0, 60.0), (120.0, 60.0), (80.0, 110.0)

PIECES: dict[PieceId, Piece] = {
    "a1": Model("a1", "Ada", A, heading=0.5, level=6.0),
    "b1": Token("b1", Pose((*B, 4.0), about_z(0.3)), 20.0),
    "c1": Die("c1", pose=Pose((*C, 8.0), about_z(0.7))),
    "z1": Model("z1", "Bea", (10.0, 10.0)),
}


def placing(
    *names: str, region: Region = OPEN, new: tuple[str, ...] = (), max_gap: float | None = None
) -> PlaceSomeInteraction:
    """Return an interaction in which a group is placed in one region."""
    request = PlaceSome("Ada", "places", tuple((name, region) for name in names or ("a1", "b1", "c1")), max_gap)
    return PlaceSomeInteraction(request, PIECES, new)


def drag(group: PlaceSomeInteraction, one: Point, *to: Point, shift: bool = False) -> dict[PieceId, Point]:
    """Drag from one point over others, and return the places then."""
    assert group.pressed(Pointer(one, None, 0.0, shift)) is None
    for point in to:
        group.moved(Pointer(point, None, 0.0, shift))
    assert group.released(Pointer(to[-1], None, 0.0, shift)) is None
    return dict(group.places)


def test_the_first_drag_moves_all_and_later_ones_one_piece() -> None:
    """The first drag and each drag with Shift move all pieces in formation. Any other drag moves one piece."""
    group = placing()
    assert group.places == {"a1": A, "b1": B, "c1": C}
    assert drag(group, (85.0, 60.0), (200.0, 80.0), (180.0, 90.0)) == {
        "a1": (180.0, 90.0),
        "b1": (220.0, 90.0),
        "c1": (180.0, 140.0),
    }
    assert drag(group, (220.0, 90.0), (300.0, 100.0))["b1"] == (300.0, 100.0)
    assert group.places["a1"] == (180.0, 90.0)
    assert drag(group, (180.0, 140.0), (190.0, 130.0), shift=True) == {
        "a1": (190.0, 80.0),
        "b1": (310.0, 90.0),
        "c1": (190.0, 130.0),
    }
    assert group.answer == (Spot("a1", (190.0, 80.0)), Spot("b1", (310.0, 90.0)), Spot("c1", (190.0, 130.0)))
    assert group.default_answer() == group.answer


@pytest.mark.parametrize(
    ("press", "moved"),
    [
        ((80.0, 60.0 - GRAB_DISTANCE), "a1"),
        ((80.0, 59.9 - GRAB_DISTANCE), None),
        ((100.5, 60.0), "b1"),
        ((99.5, 60.0), "a1"),
        ((80.0, 85.5), "c1"),
        ((250.0, 200.0), None),
    ],
)
def test_a_press_takes_hold_of_the_nearest_piece(press: Point, moved: str | None) -> None:
    """A press grabs the nearest piece within reach, and the piece moves to the mouse. If no piece is within reach,
    nothing is grabbed.
    """
    group = placing()
    group.pressed(Pointer(press, None, 0.0))
    held = group.overlay().glow
    assert [name for name, glow in held.items() if glow == "hover"] == ([] if moved is None else [moved])
    group.moved(Pointer((200.0, 120.0), None, 0.0))
    assert [name for name, at in group.places.items() if at == (200.0, 120.0)] == ([] if moved is None else [moved])
    group.released(Pointer((200.0, 120.0), None, 0.0))
    places = dict(group.places)
    group.moved(Pointer((100.0, 120.0), None, 0.0))
    assert group.places == places, "nothing is held any longer"


def test_a_drag_is_cancelled_as_a_whole() -> None:
    """If a drag is cancelled, all pieces go back. If this was the first drag, the next drag still moves all pieces."""
    group = placing()
    group.pressed(Pointer(A, None, 0.0))
    group.moved(Pointer((200.0, 80.0), None, 0.0))
    assert (group.cancel(), group.cancel()) == (True, False)
    assert group.places == {"a1": A, "b1": B, "c1": C}
    assert drag(group, A, (100.0, 70.0))["c1"] == (100.0, 120.0)
    group.pressed(Pointer((100.0, 70.0), None, 0.0))
    group.moved(Pointer((60.0, 60.0), None, 0.0))
    assert group.cancel()
    assert drag(group, (100.0, 70.0), (40.0, 40.0)) == {
        "a1": (40.0, 40.0),
        "b1": (140.0, 70.0),
        "c1": (100.0, 120.0),
    }


def test_a_press_that_moves_nothing_leaves_the_first_drag_to_come() -> None:
    """If a click or a drag moves nothing, the next drag still counts as the first and moves all pieces."""
    group = placing()
    drag(group, A, A)
    group.nudge(0.0, 0.0)
    group.next()
    group.nudge(0.0, 0.0)
    group.next(-1)
    assert drag(group, A, (100.0, 70.0)) == {"a1": (100.0, 70.0), "b1": (140.0, 70.0), "c1": (100.0, 120.0)}


def test_a_piece_alone_goes_to_the_nearest_allowed_point() -> None:
    """If a piece is dragged off the table, it stops at the edge. If a group has no room where it is dragged, it doesn't
    move.
    """
    group = placing()
    drag(group, A, (90.0, 60.0))
    assert drag(group, (90.0, 60.0), (200.0, -5.0))["a1"] == pytest.approx((200.0, 10.0))
    narrow = Region(disc((0.0, 0.0), 10.0), 400.0, 20.0)
    lone = placing("a1", region=replace(narrow, places=()))
    assert drag(lone, A, (90.0, 60.0)) == {"a1": A}
    crowd = placing("a1", "b1", region=replace(OPEN, places=(A, (200.0, 60.0))))
    assert drag(crowd, A, (300.0, 60.0)) == {"a1": (200.0, 60.0), "b1": A}
    stuck = placing("a1", "b1", region=replace(OPEN, places=(A,)))
    assert drag(stuck, A, (300.0, 60.0)) == {"a1": A, "b1": B}


def test_keys_move_one_piece_or_all() -> None:
    """Keys select each piece in turn, and after the last one all pieces. A step moves the selected pieces."""
    group = placing()
    seen: list[tuple[str | None, Point, Point]] = []
    for by in (0, 1, 1, 1, 1, -1, -1, 3):
        group.next(by)
        group.nudge(2.0, -3.0)
        seen.append((group.selected, group.places["a1"], group.places["c1"]))
    assert seen == [
        (None, (82.0, 57.0), (82.0, 107.0)),
        ("a1", (84.0, 54.0), (82.0, 107.0)),
        ("b1", (84.0, 54.0), (82.0, 107.0)),
        ("c1", (84.0, 54.0), (84.0, 104.0)),
        (None, (86.0, 51.0), (86.0, 101.0)),
        ("c1", (86.0, 51.0), (88.0, 98.0)),
        ("b1", (86.0, 51.0), (88.0, 98.0)),
        ("a1", (88.0, 48.0), (88.0, 98.0)),
    ]
    assert [name for name, glow in group.overlay().glow.items() if glow == "hover"] == ["a1"]


def poses(a: Point, b: Point, c: Point) -> list[tuple[Piece, Pose]]:
    """Return the three pieces with their poses at the given places."""
    return [
        (PIECES["a1"], Pose((*a, 6.0), about_z(0.5))),
        (PIECES["b1"], Pose((*b, 4.0), about_z(0.3))),
        (PIECES["c1"], Pose((*c, 8.0), about_z(0.7))),
    ]


LEGAL: dict[PieceId, Glow] = {"a1": "legal", "b1": "legal", "c1": "legal"}


def test_each_moved_piece_has_a_line_to_its_ghost() -> None:
    """While a piece is held, its area is shown. Each piece that moved has a line to its ghost. Both are red if the
    places aren't allowed. A hint names the longest way, and says how to go on.
    """
    group = placing(max_gap=60.0)
    assert group.overlay() == TableOverlay(LEGAL, (), f"{NOBODY_MOVED}. {ALL_TOGETHER}")
    group.pressed(Pointer(A, None, 0.0))
    assert group.overlay() == TableOverlay(
        LEGAL | {"a1": "hover"}, (Area(OPEN, ALLOWED),), f"{NOBODY_MOVED}. {ALL_TOGETHER}"
    )
    group.moved(Pointer((156.2, 60.0), None, 0.0))
    group.released(Pointer((156.2, 60.0), None, 0.0))
    starts, ends = (A, B, C), ((156.2, 60.0), (196.2, 60.0), (156.2, 110.0))
    marks: list[Mark] = []
    for start, end, (piece, pose) in zip(starts, ends, poses(*ends), strict=True):
        marks += [Path((start, end), ALLOWED, 1.2), Ghost(piece, pose, ALLOWED)]
    assert group.overlay() == TableOverlay(LEGAL, tuple(marks), f"They move 3.0 in. {EACH}")
    drag(group, (196.2, 60.0), B)
    marks = [*marks[:2], *marks[4:]]
    assert group.overlay() == TableOverlay(LEGAL, tuple(marks), f"They move up to 3.0 in. {EACH}")
    drag(group, (156.2, 110.0), (356.2, 110.0))
    hint = f"c1 is more than 60 mm from the others. {EACH}"
    assert group.overlay() == TableOverlay(
        LEGAL,
        (
            Path((A, ends[0]), REFUSED, 1.2),
            Ghost(*poses(*ends)[0], REFUSED),
            Path((C, (356.2, 110.0)), REFUSED, 1.2),
            Ghost(*poses(A, B, (356.2, 110.0))[2], REFUSED),
        ),
        hint,
    )
    assert (group.is_ready, group.default_answer()) == (False, None)
    assert group.refusal == "c1 is more than 60 mm from the others"


def test_nobody_moves_until_someone_moves() -> None:
    """If all pieces stay where they were, the answer is refused because nobody has moved. This reason comes before any
    other.
    """
    group = placing(max_gap=0.0)
    assert (group.refusal, group.is_ready, group.any_answer()) == (NOBODY_MOVED, False, None)
    assert drag(group, A, (90.0, 60.0))["a1"] == A, "together they can't be moved to an allowed place"
    group.next()
    group.nudge(10.0, 0.0)
    assert [group.refusal] == ["b1 is more than 0 mm from the others"]
    free = placing()
    drag(free, A, (90.0, 60.0))
    assert free.any_answer() == free.answer
    drag(free, (90.0, 60.0), A)
    drag(free, (130.0, 60.0), B)
    drag(free, (90.0, 110.0), C)
    assert free.refusal == NOBODY_MOVED
    assert free.overlay().hint == f"{NOBODY_MOVED}. {EACH}"


def near(*numbers: float) -> Any:
    """Return a value that is equal to a tuple of numbers near the given ones."""
    return pytest.approx(numbers)


def ways(start: Point, *obstacles: Obstacle) -> Region:
    """Return the region of a piece with a radius of 10 mm that moves straight."""
    return replace(OPEN, ways=StraightWays(start, 10.0, obstacles))


WALL = Obstacle(rectangle((250.0, 60.0), 20.0, 20.0), "the wall")
"""A wall with its left side at x = 240 mm. A piece that moves right from (120, 60) stops before it, at x = 230 mm."""


def moving(*regions: Region) -> PlaceSomeInteraction:
    """Return an interaction in which pieces are moved straight."""
    request = PlaceSome("Ada", "places", tuple(zip(("a1", "b1", "c1"), regions, strict=False)))
    return PlaceSomeInteraction(request, PIECES)


def test_all_stop_with_the_first_that_is_stopped() -> None:
    """If an obstacle stops a piece after half of its way, each piece stops after half of its own way."""
    group = moving(ways(A, WALL), ways(B, WALL))
    assert group.stopped() is None
    assert drag(group, B, (340.0, 60.0)) == {"a1": (300.0, 60.0), "b1": (340.0, 60.0)}
    end = group.stopped()
    assert end is not None
    assert (end.piece, end.by) == ("b1", WALL)
    assert (end.share, end.length) == near(0.5, 110.0)
    assert group.stopped() is end
    assert (group.refusal, group.is_ready) == (None, True)
    overlay = group.overlay()
    assert overlay.hint == f"b1 meets the wall: the move ends after 4.3 in. {EACH}"
    lines = [mark for mark in overlay.marks if isinstance(mark, Path)]
    assert [(line.colour, line.width) for line in lines] == [(ALLOWED, 1.2), (REFUSED, 1.2)] * 2
    ends = [point for line in lines for point in line.points]
    wanted: list[Point] = [A, (190.0, 60.0), (190.0, 60.0), (300.0, 60.0)]
    wanted += [B, (230.0, 60.0), (230.0, 60.0), (340.0, 60.0)]
    assert [tuple(point) for point in ends] == [pytest.approx(point) for point in wanted]
    ghosts = [mark for mark in overlay.marks if isinstance(mark, Ghost)]
    assert [ghost.pose.at for ghost in ghosts] == [pytest.approx((190.0, 60.0, 6.0)), pytest.approx((230.0, 60.0, 4.0))]
    assert {ghost.colour for ghost in ghosts} == {ALLOWED}
    drag(group, (340.0, 60.0), (200.0, 60.0))
    drag(group, (300.0, 60.0), (140.0, 60.0))
    assert group.stopped() is None
    assert group.overlay().hint == f"They move up to 3.1 in. {EACH}"


def test_a_piece_stops_on_its_way_to_the_back() -> None:
    """If a piece moves to the back and meets an obstacle, its ghost is where the piece stops."""
    box = Obstacle(rectangle((80.0, 130.0), 20.0, 20.0), "the box")
    group = moving(ways(A, box))
    drag(group, A, (80.0, 220.0))
    (ghost,) = (mark for mark in group.overlay().marks if isinstance(mark, Ghost))
    assert ghost.pose.xy == near(80.0, 110.0)
    assert group.overlay().hint == f"a1 meets the box: the move ends after 2.0 in. {EACH}"


def test_the_first_meeting_counts() -> None:
    """If pieces cross each other's way, they meet. The first meeting on the way stops the group."""
    group = moving(ways(A), ways(B))
    drag(group, A, (90.0, 60.0))
    # a1 moves 100 mm to the right, b1 stays: they meet when their middles are 20 mm apart, after 20 mm.
    drag(group, (130.0, 60.0), B)
    drag(group, (90.0, 60.0), (180.0, 60.0))
    end = group.stopped()
    assert end is not None
    assert (end.piece, end.by.name, end.by.footprint) == ("a1", "b1", disc(B, 10.0))
    assert (end.share, end.length) == near(0.2, 20.0)
    assert end.text == "a1 meets b1: the move ends after 0.8 in"
    # They change places: both have gone a fourth of their ways, 10 mm of 40 mm, when they meet.
    drag(group, B, A)
    drag(group, (180.0, 60.0), B)
    end = group.stopped()
    assert end is not None
    assert (end.share, end.length) == near(0.25, 10.0)
    drag(group, A, (120.0, 200.0))
    assert group.stopped() is None, "b1 has left"


@pytest.mark.parametrize(("places", "refused"), [(None, True), (((300.0, 60.0), (80.0, 60.0)), False)])
def test_a_group_that_cannot_set_out_is_refused_in_an_area(places: tuple[Point, ...] | None, *, refused: bool) -> None:
    """If an obstacle stops a piece at once, a move in an area is refused. A move to marked places is allowed."""
    box = Obstacle(rectangle((100.0, 60.0), 20.0, 20.0), "the box")
    group = moving(replace(ways(A, box), places=places))
    drag(group, A, (300.0, 60.0))
    hint = "a1 meets the box: no move leads there"
    assert group.refusal == (hint if refused else None)
    assert group.overlay().hint == f"{hint}. {EACH}"
    ghosts = [mark for mark in group.overlay().marks if isinstance(mark, Ghost)]
    assert [ghost.colour for ghost in ghosts] == [REFUSED]
    assert ghosts[0].pose.xy == near(*A)


def test_new_pieces_begin_near_the_middle() -> None:
    """New pieces are arranged around the middle of the table, or the nearest point where all have room. They have
    ghosts without lines, and the area of the first is shown.
    """
    group = placing(new=("a1", "b1", "c1"))
    assert group.are_new
    assert group.places["a1"] == (200.0, 120.0)
    apart = [
        ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        for k, (x, y) in enumerate(group.places.values())
        for u, v in list(group.places.values())[:k]
    ]
    assert min(apart) >= 20.0
    assert max(apart) < 29.0
    ghosts = [Ghost(piece, pose, ALLOWED) for piece, pose in poses(*group.places.values())]
    assert group.overlay() == TableOverlay(LEGAL, (Area(OPEN, ALLOWED), *ghosts), ALL_TOGETHER)
    assert (group.refusal, group.is_ready) == (None, True)
    drag(group, (200.0, 120.0), (300.0, 120.0))
    assert group.overlay().hint == EACH


def test_a_group_of_old_and_new_pieces_is_new() -> None:
    """If one piece of a group is new, the group counts as new, and the others keep their places. New pieces outside the
    group don't matter.
    """
    group = placing(new=("c1",))
    assert group.are_new
    assert {name: group.places[name] for name in ("a1", "b1")} == {"a1": A, "b1": B}
    assert group.refusal is None
    assert group.overlay().hint == f"{NOBODY_MOVED}. {ALL_TOGETHER}"
    assert not placing(new=("z1",)).are_new
    assert [isinstance(mark, Ghost) for mark in group.overlay().marks] == [False, True]


def test_new_pieces_go_where_all_have_room() -> None:
    """If there is no room around the middle, new pieces go around the nearest point that has room. If only one place is
    allowed, all pieces are put there. If none is, each piece keeps its place.
    """
    wall = Clearance(rectangle((200.0, 120.0), 380.0, 100.0), 0.0, "the wall")
    group = placing("a1", "b1", region=replace(OPEN, clearances=(wall,)), new=("a1", "b1"), max_gap=5.0)
    assert group.is_ready
    assert abs(group.places["a1"][1] - 120.0) >= 60.0
    one = replace(OPEN, places=((60.0, 60.0),))
    full = placing("a1", "b1", region=one, new=("a1", "b1"))
    assert full.places == {"a1": (60.0, 60.0), "b1": (60.0, 60.0)}
    assert full.refusal == "b1 would stand where a1 does"
    assert full.any_answer() is None
    none = placing("a1", "b1", region=replace(OPEN, places=()), new=("a1", "b1"))
    assert none.places == {"a1": A, "b1": B}
    two = replace(OPEN, places=((210.0, 120.0), (60.0, 60.0), (90.0, 60.0)))
    pair = placing("a1", "b1", region=two, new=("a1", "b1"), max_gap=15.0)
    assert pair.places == {"a1": (90.0, 60.0), "b1": (60.0, 60.0)}


def test_an_unknown_piece_is_in_the_middle() -> None:
    """If a piece is neither known nor new, it counts as being in the middle of the table, and has no ghost."""
    group = PlaceSomeInteraction(PlaceSome("Ada", "places", (("y1", OPEN),)), PIECES)
    assert (group.places, group.refusal) == ({"y1": (200.0, 120.0)}, NOBODY_MOVED)
    assert group.overlay() == TableOverlay({}, (), ALL_TOGETHER)


def test_new_pieces_are_brought_in_anew_if_there_is_no_answer() -> None:
    """If the window finds no allowed places for new pieces, the pieces go back to where they began."""
    far = replace(OPEN, places=((60.0, 60.0), (300.0, 60.0)))
    group = placing("a1", "b1", region=far, new=("a1", "b1"), max_gap=15.0)
    start = {"a1": (60.0, 60.0), "b1": (60.0, 60.0)}
    assert group.places == start
    group.next()
    group.nudge(200.0, 0.0)
    assert group.places == start | {"a1": (300.0, 60.0)}
    assert group.any_answer() is None
    assert group.places == start


def test_new_pieces_that_nobody_moved_are_spread() -> None:
    """If the window places new pieces that the player hasn't moved, it spreads them. If the player has moved them, the
    player's places count.
    """
    group = placing(new=("a1", "b1", "c1"))
    spread = group.any_answer()
    assert spread is not None
    assert spread != group.answer
    assert group.request.refusal(spread) is None
    drag(group, (200.0, 120.0), (300.0, 120.0))
    assert group.any_answer() == group.answer
    corner = Region(disc((0.0, 0.0), 10.0), 400.0, 240.0, places=((100.0, 100.0), (200.0, 100.0), (300.0, 100.0)))
    kept = placing("a1", "b1", region=corner, new=("a1", "b1"))
    drag(kept, kept.places["a1"], (300.0, 100.0))
    drag(kept, kept.places["b1"], (300.0, 100.0))
    assert kept.refusal == "b1 would stand where a1 does"
    assert kept.any_answer() == (Spot("a1", (300.0, 100.0)), Spot("b1", (200.0, 100.0)))
