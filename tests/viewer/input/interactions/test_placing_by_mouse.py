"""A piece is placed with the mouse: in an area, on marked places, on a track, or on a straight way."""

import math
from dataclasses import replace

import pytest

from riotsim.play.requests import PickPoint, Spot
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import NOT_A_PLACE, OFF_TABLE, Clearance, Region
from riotsim.table.geometry.straight import Obstacle, StraightWays
from riotsim.table.pieces import Box, Die, Model, Piece, Terrain, Token
from riotsim.table.poses import Point, Pose, about_z
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import (
    ALLOWED,
    PLACE_RING,
    REFUSED,
    RING_EDGE,
    RING_EDGE_COLOUR,
    SNAP_DISTANCE,
    TRACK_WIDTH,
    WAY_WIDTH,
    PlaceInteraction,
    track_of,
)
from riotsim.viewer.scene.marks import Area, Ghost, Mark, Path, Ring

POST = Clearance(disc((200.0, 90.0), 10.0), 20.0, "the post is in the way")
"""A post that keeps the middle of a base of radius 10 mm at least 40 mm from its own middle."""

OPEN = Region(disc((0.0, 0.0), 10.0), 300.0, 180.0, (POST,))

SQUARES: tuple[Point, ...] = ((40.0, 60.0), (120.0, 60.0), (180.0, 90.0), (120.0, 140.0))
"""Four marked places, of which the third is too near to the post."""

MARKED = replace(OPEN, places=SQUARES)

MODEL = Model("a1", "Ada", (50.0, 40.0), heading=0.5, level=6.0)

PIECES: dict[str, Piece] = {
    "a1": MODEL,
    "t1": Token("t1", Pose((9.0, 9.0, 9.0)), thickness=5.0),
    "d1": Die("d1", size=18.0, pose=Pose((9.0, 9.0, 9.0), about_z(0.7))),
    "w1": Terrain("w1", Box(10.0, 20.0, 30.0), (9.0, 9.0)),
}


def placing(
    *regions: Region, piece: str = "a1", pieces: dict[str, Piece] = PIECES, moves: bool = True
) -> PlaceInteraction:
    """Return an interaction in which a piece is placed in the first region, and other pieces in the other regions."""
    names = (piece, "t1", "d1", "w1")[: len(regions)]
    return PlaceInteraction(PickPoint("Ada", "place", tuple(zip(names, regions, strict=True)), moves), pieces)


def at(x: float, y: float) -> Pointer:
    """Return a pointer at a place."""
    return Pointer((x, y), None, 0.0)


def ghost(x: float, y: float, colour: str = ALLOWED) -> Ghost:
    """Return the ghost of the model at a place."""
    return Ghost(MODEL, Pose((x, y, 6.0), about_z(0.5)), colour)


def rings(x: float, y: float, colour: str = ALLOWED) -> list[Mark]:
    """Return the marks of a marked place: a ring between two dark rings."""
    return [
        Ring((x, y), PLACE_RING - RING_EDGE, RING_EDGE_COLOUR),
        Ring((x, y), PLACE_RING + RING_EDGE, RING_EDGE_COLOUR),
        Ring((x, y), PLACE_RING, colour),
    ]


def to_post(far: float, way: float = math.pi) -> Point:
    """Return the point at a distance from the middle of the post, in a direction."""
    return (200.0 + far * math.cos(way), 90.0 + far * math.sin(way))


@pytest.mark.parametrize(
    ("pointer", "spot", "refusal"),
    [
        ((100.0, 60.0), (100.0, 60.0), None),
        (to_post(40.5), to_post(40.5), None),
        (to_post(40.0 - SNAP_DISTANCE + 1.0), (160.0, 90.0), None),
        (to_post(40.0 - SNAP_DISTANCE - 1.0), None, "the post is in the way"),
        ((4.0, 60.0), (10.0, 60.0), None),
        ((-16.0, 60.0), None, OFF_TABLE),
    ],
)
def test_in_an_area_a_piece_goes_to_the_pointer(pointer: Point, spot: Point | None, refusal: str | None) -> None:
    """The ghost of a piece follows the mouse. If the place isn't allowed, the ghost goes to the nearest allowed spot
    nearby. If there is none, the ghost is red and a hint says why.
    """
    place = placing(OPEN)
    assert place.overlay() == TableOverlay(marks=(Area(OPEN, ALLOWED),))
    assert place.pressed(at(*pointer)) is None
    marks = place.overlay().marks
    assert len(marks) == 2
    assert isinstance(marks[1], Ghost)
    seen = pointer if spot is None else spot
    assert marks[1].pose.xy == pytest.approx(seen, abs=0.3)
    x, y = marks[1].pose.xy
    marks_then = (Area(OPEN, ALLOWED), ghost(x, y, REFUSED if refusal else ALLOWED))
    assert place.overlay() == TableOverlay(
        marks=marks_then, hint=refusal or "", refused=bool(refusal), is_about_pointer=bool(refusal)
    )
    assert place.released(at(*pointer)) == (None if spot is None else Spot("a1", (x, y)))


@pytest.mark.parametrize(
    ("pointer", "place", "is_near"),
    [
        ((40.0, 60.0), (40.0, 60.0), True),
        ((58.0, 77.0), (40.0, 60.0), True),
        ((40.0, 60.0 + SNAP_DISTANCE), (40.0, 60.0), True),
        ((40.0, 60.1 + SNAP_DISTANCE), (40.0, 60.1 + SNAP_DISTANCE), False),
        ((180.0, 90.0), (180.0, 90.0), False),
    ],
)
def test_marked_places_draw_the_piece(pointer: Point, place: Point, *, is_near: bool) -> None:
    """Each allowed place is marked by rings. If the mouse is near a place, the ghost goes there. If a press is
    elsewhere, a hint says why the piece can't stand there.
    """
    placed = placing(MARKED)
    marks = [*rings(40.0, 60.0), *rings(120.0, 60.0), *rings(120.0, 140.0)]
    colour = ALLOWED if is_near else REFUSED
    why = "" if is_near else NOT_A_PLACE if pointer != (180.0, 90.0) else "the post is in the way"
    placed.moved(at(*pointer))
    quiet = TableOverlay(marks=(*marks, ghost(*place, colour)), refused=not is_near)
    assert placed.overlay() == quiet
    assert placed.released(at(*pointer)) == (Spot("a1", place) if is_near else None)
    placed.pressed(at(*pointer))
    assert placed.overlay() == replace(quiet, hint=why, is_about_pointer=bool(why))
    placed.moved(at(120.0, 140.0))
    placed.moved(at(*pointer))
    assert placed.overlay() == quiet, "once the pointer was at a place, the reason is gone"


def test_the_instruction_tells_whether_there_is_a_choice_of_places() -> None:
    """For an area or a row of places the instruction is to click the glowing area. For single places it is to click one
    of the marked places.
    """
    row = replace(OPEN, places=((20.0, 30.0), (24.0, 30.0), (28.0, 30.0)))
    free, marked, track = placing(OPEN), placing(MARKED), placing(row)
    assert [one.instruction for one in (free, marked, track)] == [
        "Click the glowing area of the table",
        "Click one of the marked places",
        "Click the glowing area of the table",
    ]
    assert [one.is_free for one in (free, marked, track)] == [True, False, False]
    assert [one.moves_straight for one in (free, marked, track)] == [False, False, False]
    assert (free.cancel(), free.level) == (False, 0.0)


@pytest.mark.parametrize(
    ("piece", "pose"),
    [
        ("t1", Pose((100.0, 60.0, 2.5))),
        ("d1", Pose((100.0, 60.0, 9.0), about_z(0.7))),
        ("w1", None),
        ("z1", None),
    ],
)
def test_a_token_and_a_die_lie_on_the_table(piece: str, pose: Pose | None) -> None:
    """The ghost of a token or a die lies on the table. Scenery and unknown pieces have no ghost."""
    place = placing(OPEN, piece=piece)
    place.moved(at(100.0, 60.0))
    ghosts = () if pose is None else (Ghost(PIECES[piece], pose, ALLOWED),)
    assert place.overlay() == TableOverlay(marks=(Area(OPEN, ALLOWED), *ghosts))


@pytest.mark.parametrize(
    ("pointer", "way"),
    [((100.0, 40.0), 0.0), ((50.0, 10.0), -math.pi / 2), ((20.0, 80.0), math.atan2(40.0, -30.0)), ((50.0, 40.0), None)],
)
def test_a_model_that_stays_looks_at_the_pointer(pointer: Point, way: float | None) -> None:
    """If only a point is asked for and the model doesn't move, its ghost turns towards the mouse, with a line between
    both. At marked places the ghost stands at the place.
    """
    place = placing(OPEN, moves=False)
    place.moved(at(*pointer))
    line: tuple[Mark, ...] = ()
    if way is not None:
        line = (Path((MODEL.at, pointer), ALLOWED), Ghost(MODEL, Pose((50.0, 40.0, 6.0), about_z(way)), ALLOWED))
    assert place.overlay() == TableOverlay(marks=(Area(OPEN, ALLOWED), *line))
    token = placing(OPEN, piece="t1", moves=False)
    token.moved(at(100.0, 60.0))
    assert token.overlay().marks[1:] == (Ghost(PIECES["t1"], Pose((100.0, 60.0, 2.5)), ALLOWED),)
    marked = placing(MARKED, moves=False)
    marked.moved(at(120.0, 60.0))
    assert marked.overlay().marks[-1] == ghost(120.0, 60.0), "at marked places the ghost stands there"


def test_keys_choose_among_the_pieces_that_have_room() -> None:
    """The first piece that has an allowed spot is selected at the beginning. Keys go round the pieces that have one."""
    none = replace(OPEN, places=((195.0, 90.0),))
    place = placing(none, MARKED, OPEN, MARKED)
    assert (place.open_pieces, place.piece, place.is_free) == (("t1", "d1", "w1"), "t1", False)
    seen = []
    for by in (1, 1, 1, -1, 2, 3):
        place.next(by)
        seen.append(place.piece)
    assert seen == ["d1", "w1", "t1", "w1", "d1", "d1"]
    place.select_piece("a1")
    place.next()
    assert place.piece == "a1", "the keys leave a piece without a legal spot where it is"
    place.select_piece("unknown")
    assert place.piece == "a1"
    assert place.default_answer() is None
    assert place.any_answer("g") is None
    shut = placing(none)
    assert (shut.open_pieces, shut.piece) == ((), "a1")
    shut.next()
    assert shut.released(at(195.0, 90.0)) is None


def test_another_piece_has_its_own_places() -> None:
    """If another piece is selected, its own region and its own row of places count."""
    row = replace(OPEN, places=((20.0, 30.0), (26.0, 30.0), (32.0, 30.0)))
    place = placing(row, OPEN)
    seen = [place.track]
    place.select_piece("t1")
    seen.append(place.track)
    assert place.released(at(100.0, 60.0)) == Spot("t1", (100.0, 60.0))
    place.select_piece("a1")
    assert [*seen, place.track] == [(row.places,), (), (row.places,)]
    assert place.released(at(250.0, 150.0)) == Spot("a1", (32.0, 30.0))


@pytest.mark.parametrize(
    ("places", "parts"),
    [
        (None, []),
        ((), []),
        (((0.0, 0.0), (3.0, 4.0)), []),
        (((0.0, 0.0), (3.0, 4.0), (6.0, 8.0)), [[0, 1, 2]]),
        (((3.0, 4.0), (0.0, 0.0), (7.2, 9.6)), [[1, 0, 2]]),
        (((6.0, 8.0), (0.0, 0.0), (3.0, 4.0)), [[0, 2, 1]]),
        (((0.0, 0.0), (0.0, 0.0), (0.0, 0.0)), []),
        (((0.0, 0.0), (8.0, 0.0), (16.0, 0.0)), [[0, 1, 2]]),
        (((0.0, 0.0), (8.1, 0.0), (16.0, 0.0)), []),
        (((0.0, 0.0), (4.0, 0.0), (12.5, 0.0), (16.5, 0.0), (20.5, 0.0)), [[0, 1], [2, 3, 4]]),
        (((0.0, 0.0), (0.0, 9.0), (0.0, 12.0), (0.0, 15.0), (0.0, 30.0)), [[0], [1, 2, 3], [4]]),
        (((0.0, 0.0), (5.0, 0.45), (10.0, 0.0)), [[0, 1, 2]]),
        (((0.0, 0.0), (5.0, -0.45), (10.0, 0.0)), [[0, 1, 2]]),
        (((0.0, 0.0), (5.0, 0.55), (10.0, 0.0)), []),
        (((0.0, 0.0), (5.0, -0.55), (10.0, 0.0)), []),
        (((1.0, 2.0), (4.0, 6.0), (7.0, 10.0), (8.0, 9.0)), []),
        (((0.0, 0.0), (9.0, 0.0), (18.0, 0.0), (22.0, 0.0)), []),
    ],
)
def test_a_track_is_a_row_of_near_places(places: tuple[Point, ...] | None, parts: list[list[int]]) -> None:
    """If places lie on a straight line and at least three of them are near neighbours, they form a track. Gaps divide
    the track into parts.
    """
    found = track_of(replace(OPEN, places=places))
    assert found == tuple(tuple((places or ())[k] for k in part) for part in parts)


TRACK = replace(OPEN, places=((20.0, 30.0), (26.0, 30.0), (32.0, 30.0), (80.0, 30.0), (86.0, 30.0)))


def test_on_a_track_the_ghost_slides_with_the_pointer() -> None:
    """If places form a track, the ghost is at the place of the track that is nearest to the mouse, however far away.
    The parts of the track are drawn as lines.
    """
    place = placing(TRACK)
    lines = (
        Path(((20.0, 30.0), (26.0, 30.0), (32.0, 30.0)), ALLOWED, TRACK_WIDTH),
        Path(((80.0, 30.0), (86.0, 30.0)), ALLOWED, TRACK_WIDTH),
    )
    assert place.overlay() == TableOverlay(marks=lines)
    for pointer, x in ((at(300.0, 170.0), 86.0), (at(45.0, 170.0), 32.0), (at(0.0, 0.0), 20.0)):
        place.moved(pointer)
        assert place.overlay() == TableOverlay(marks=(*lines, ghost(x, 30.0)))
        assert place.released(pointer) == Spot("a1", (x, 30.0))
    assert place.default_answer() == Spot("a1", (32.0, 30.0)), "the middle place"


WALL = Obstacle(disc((150.0, 40.0), 20.0), "the wall")
"""An obstacle. A model that moves right from (50, 40) stops before it, at (120, 40)."""

WAYS = StraightWays((50.0, 40.0), 10.0, (WALL,))


def test_a_straight_way_ends_before_an_obstacle() -> None:
    """If an obstacle is on a straight way, the ghost stands where the piece stops, and the rest of the way is red. The
    move is allowed, and a hint says where it ends.
    """
    region = replace(OPEN, clearances=(), ways=WAYS)
    place = placing(region)
    area = Area(region, ALLOWED)
    assert place.moves_straight
    assert place.overlay().marks == (area,)
    place.moved(at(90.0, 40.0))
    free = (Path(((50.0, 40.0), (90.0, 40.0)), ALLOWED, WAY_WIDTH), Path(((90.0, 40.0),) * 2, REFUSED, WAY_WIDTH))
    assert place.overlay() == TableOverlay(marks=(area, *free, ghost(90.0, 40.0)))
    place.moved(at(250.0, 40.0))
    there = WAYS.reached((250.0, 40.0))
    assert there == pytest.approx((120.0, 40.0))
    cut = (
        Path(((50.0, 40.0), there), ALLOWED, WAY_WIDTH),
        Path((there, (250.0, 40.0)), REFUSED, WAY_WIDTH),
        ghost(*there),
    )
    hint = "the wall is in the way: the move ends after 2.8 in"
    assert place.overlay() == TableOverlay(marks=(area, *cut), hint=hint, is_about_pointer=True)
    assert place.released(at(250.0, 40.0)) == Spot("a1", (250.0, 40.0))


def test_a_piece_that_cannot_move_at_all_is_refused_in_an_area() -> None:
    """If an obstacle touches the piece, a move in an area is refused. A move to a marked place is allowed, but shown in
    red with a hint.
    """
    ways = StraightWays((50.0, 40.0), 10.0, (Obstacle(disc((80.0, 40.0), 20.0), "the wall"),))
    region = replace(OPEN, clearances=(), ways=ways)
    hint = "the wall is in the way: no move leads there"
    place = placing(region)
    place.moved(at(250.0, 40.0))
    seen = place.overlay()
    assert (seen.hint, seen.refused, seen.is_about_pointer) == (hint, True, True)
    assert isinstance(last := seen.marks[-1], Ghost)
    assert last == ghost(*last.pose.xy, REFUSED)
    assert last.pose.xy == pytest.approx((50.0, 40.0))
    assert place.released(at(250.0, 40.0)) is None
    marked = placing(replace(region, places=((250.0, 40.0), (50.0, 140.0))))
    assert marked.overlay().marks == (*rings(250.0, 40.0, REFUSED), *rings(50.0, 140.0))
    marked.moved(at(250.0, 40.0))
    seen = marked.overlay()
    assert (seen.hint, seen.refused, seen.is_about_pointer) == (hint, False, True)
    assert isinstance(last := seen.marks[-1], Ghost)
    assert last == ghost(*last.pose.xy, REFUSED)
    assert marked.released(at(250.0, 40.0)) == Spot("a1", (250.0, 40.0))


def test_the_goal_of_a_way_is_no_obstacle() -> None:
    """If a piece is to touch something and stops at it, the way counts as free and there is no hint."""
    ways = StraightWays((50.0, 40.0), 10.0, (replace(WALL, is_goal=True),))
    region = replace(OPEN, clearances=(), ways=ways, places=((150.0, 40.0),))
    place = placing(region)
    assert place.overlay().marks == tuple(rings(150.0, 40.0))
    place.moved(at(150.0, 40.0))
    seen = place.overlay()
    assert (seen.hint, seen.refused, seen.is_about_pointer) == ("", False, False)
    assert isinstance(last := seen.marks[-1], Ghost)
    assert last == ghost(*last.pose.xy)
    assert last.pose.xy == pytest.approx((120.0, 40.0))


def test_a_row_of_places_at_the_end_of_ways_is_no_track() -> None:
    """If a piece moves straight to one of several places, they are marked one by one, even if they form a row."""
    place = placing(replace(TRACK, ways=StraightWays((50.0, 40.0), 10.0, ())))
    assert (place.track, place.instruction) == ((), "Click one of the marked places")
    place.moved(at(300.0, 170.0))
    assert place.overlay().marks[-1] == ghost(300.0, 170.0, REFUSED)


@pytest.mark.parametrize(
    ("region", "spot"),
    [
        (OPEN, (150.0, 90.0)),
        (replace(OPEN, clearances=(Clearance(disc((150.0, 80.0), 10.0), 20.0),)), (150.0, 120.0)),
        (MARKED, (120.0, 60.0)),
        (replace(MARKED, places=((40.0, 60.0), (260.0, 60.0), (140.0, 20.0)), ways=WAYS), (40.0, 60.0)),
        (replace(MARKED, places=((150.0, 40.0), (260.0, 120.0)), ways=WAYS, clearances=()), (260.0, 120.0)),
        (replace(MARKED, places=((150.0, 40.0), (140.0, 40.0)), ways=WAYS, clearances=()), (140.0, 40.0)),
        (replace(OPEN, clearances=(), ways=WAYS), (150.0, 90.0)),
        (replace(OPEN, places=((200.0, 90.0),)), None),
    ],
)
def test_the_usual_spot_is_near_the_middle_or_near_the_piece(region: Region, spot: Point | None) -> None:
    """Without a click, a piece goes near the middle of the table. If it moves to a marked place, it takes the nearest
    one that it can reach. If it can reach none, it takes the nearest one.
    """
    answer = placing(region).default_answer()
    if spot is None:
        assert answer is None
    else:
        assert isinstance(answer, Spot)
        assert answer == Spot("a1", answer.at)
        assert answer.at == pytest.approx(spot, abs=3.0)


def test_any_spot_is_drawn_from_all_of_them() -> None:
    """If the window chooses the place of a piece, each allowed place comes up about equally often. The same game and
    piece give the same place. A piece with another name gets places of its own.
    """
    place = placing(MARKED)
    drawn = [place.any_answer(f"game {k}") for k in range(300)]
    assert drawn == [place.any_answer(f"game {k}") for k in range(300)]
    counts = [drawn.count(Spot("a1", spot)) for spot in (SQUARES[0], SQUARES[1], SQUARES[3])]
    assert sum(counts) == 300
    assert min(counts) > 70
    others = [placing(MARKED, piece="t1").any_answer(f"game {k}") for k in range(300)]
    same = sum(
        isinstance(one, Spot) and isinstance(other, Spot) and one.at == other.at
        for one, other in zip(drawn, others, strict=True)
    )
    assert 60 < same < 140
