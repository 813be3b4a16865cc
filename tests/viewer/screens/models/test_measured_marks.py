"""Marks for measuring: the ruler, reach circles, arcs, lines of sight and dangers, with their exact places."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from riotsim.play.displays import Reach, ShownArc, ShownDangers, ShownSight
from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer
from riotsim.play.requests import AimThrow, Choose, PickWay, Request, SetPace, Way
from riotsim.replay.recording import Seat
from riotsim.table.acts import Drop
from riotsim.table.geometry.plan import disc
from riotsim.table.pieces import Box, Die, Hull, Model, Terrain, Token
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Ghost, Label, Mark, Path, Ring
from riotsim.viewer.screens.measuring import (
    CORE_COLOUR,
    CORE_WIDTH,
    DANGER_COLOUR,
    LINE_WIDTH,
    OPEN_LINE,
    OWN_DANGER_COLOUR,
    SHUT_LINE,
    SIGHT_WIDTH,
    UNOWNED_COLOUR,
    WAY_COLOUR,
    Ruler,
    arc_marks,
    clip_to_table,
    danger_marks,
    decision_marks,
    group_ghosts,
    lit_pieces,
    measure_marks,
    measured_distance,
    outline,
    pieces_of_interest,
    reach_circles,
    reach_marks,
    sight_marks,
    target_rings,
)
from riotsim.viewer.session.messages import GameStatus, Question

SEATS = (Seat("Ada", "#aa0000", "A"), Seat("Bea", "#00bb00", "B"))

TABLE = Table(400.0, 300.0).with_pieces(
    Model("a1", "Ada", (100.0, 80.0), level=5.0),
    Model("a2", "Ada", (160.0, 80.0)),
    Model("b1", "Bea", (300.0, 200.0)),
    Model("n1", "", (50.0, 250.0)),
    Die("d1", size=16.0, pose=Pose((200.0, 100.0, 8.0))),
    Token("t1", Pose((200.0, 200.0, 1.5)), 20.0),
    Terrain("w1", Box(40.0, 10.0, 30.0), (250.0, 50.0)),
)


def near(value: object) -> Any:
    """Return a value that is equal to numbers near the given ones."""
    return pytest.approx(value, abs=1e-6)


def shown(*, act: bool = False, question: Question | None = None, **status: Any) -> DisplayState:
    """Return what is displayed, with a status."""
    going = Drop(Token("t9", Pose((0.0, 0.0, 0.0))), (9.0, 9.0), 50.0, STEADY_HAND) if act else None
    return DisplayState(TABLE, act=going, status=GameStatus(**status), question=question)


@pytest.mark.parametrize(
    ("begin", "end", "first", "second", "far"),
    [
        ((10.0, 20.0), (40.0, 60.0), None, None, 50.0),
        ((100.0, 80.0), (160.0, 80.0), "a1", "a2", 35.0),
        ((100.0, 80.0), (160.0, 80.0), "a1", None, 47.5),
        ((100.0, 80.0), (160.0, 80.0), None, "a2", 47.5),
        ((95.0, 80.0), (105.0, 80.0), "a1", "a1", 0.0),
        ((200.0, 100.0), (200.0, 200.0), "d1", "t1", 82.0),
        ((250.0, 50.0), (250.0, 150.0), "w1", None, 95.0),
        ((250.0, 50.0), (250.0, 150.0), "gone", None, 100.0),
    ],
)
def test_the_ruler_measures_between_edges(
    begin: Point, end: Point, first: str | None, second: str | None, far: float
) -> None:
    """If an end of the ruler is on a piece, the distance counts from the piece's edge; otherwise from the point. The
    distance between pieces that overlap is 0 mm.
    """
    assert measured_distance(TABLE, begin, end, first, second) == near(far)
    ruler = Ruler()
    assert ruler.read(TABLE, Pointer(end, second, 0.0)) is None
    ruler.toggle(Pointer(begin, first, 0.0))
    assert ruler.read(TABLE, Pointer(end, second, 0.0)) == (begin, end, near(far))
    assert ruler.read(None, Pointer(end, second, 0.0)) is None
    assert ruler.read(TABLE, None) is None
    ruler.toggle(Pointer(end, second, 0.0))
    assert (ruler.read(TABLE, Pointer(end, second, 0.0)), ruler.stop()) == (None, False)
    ruler.toggle(None)
    assert not ruler.stop()
    ruler.toggle(Pointer(begin, first, 0.0))
    assert (ruler.stop(), ruler.stop()) == (True, False)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ([(10.0, 20.0), (40.0, 60.0)], [[(10.0, 20.0), (40.0, 60.0)]]),
        ([(-50.0, 50.0), (50.0, 100.0)], [[(0.0, 75.0), (50.0, 100.0)]]),
        ([(350.0, 100.0), (450.0, 140.0)], [[(350.0, 100.0), (400.0, 120.0)]]),
        ([(100.0, -60.0), (130.0, 60.0)], [[(115.0, 0.0), (130.0, 60.0)]]),
        ([(100.0, 200.0), (120.0, 400.0)], [[(100.0, 200.0), (110.0, 300.0)]]),
        ([(-100.0, 100.0), (500.0, 250.0)], [[(0.0, 125.0), (400.0, 225.0)]]),
        ([(-10.0, 20.0), (-5.0, 60.0)], []),
        ([(-10.0, 20.0), (-10.0, 60.0)], []),
        ([(10.0, 310.0), (60.0, 310.0)], []),
        ([(0.0, 50.0), (0.0, 90.0)], [[(0.0, 50.0), (0.0, 90.0)]]),
        ([(10.0, 20.0), (40.0, 60.0), (80.0, 60.0)], [[(10.0, 20.0), (40.0, 60.0), (80.0, 60.0)]]),
        (
            [(50.0, 20.0), (-50.0, 20.0), (-50.0, 60.0), (50.0, 60.0), (90.0, 60.0)],
            [[(50.0, 20.0), (0.0, 20.0)], [(0.0, 60.0), (50.0, 60.0), (90.0, 60.0)]],
        ),
        ([(10.0, 20.0), (10.0, 20.0)], [[(10.0, 20.0), (10.0, 20.0)]]),
    ],
)
def test_lines_are_cut_off_at_the_edges_of_the_table(line: list[Point], parts: list[list[Point]]) -> None:
    """If a line leaves the table, only its parts on the table are left. If it comes back, a new part begins."""
    found = clip_to_table(line, 400.0, 300.0)
    assert [len(part) for part in found] == [len(part) for part in parts]
    assert [value for part in found for at in part for value in at] == near(
        [value for part in parts for at in part for value in at]
    )


def test_the_outline_of_a_hull_goes_round_its_corners() -> None:
    """The outline of a hull is a closed line with a point every 2°. The line keeps the same distance from the hull."""
    hull = Model("v1", "Ada", (100.0, 80.0), Hull(60.0, 20.0))
    line = outline(hull.footprint, 10.0)
    assert len(line) == 181
    assert line[0] == line[-1]
    assert line[0][0] == near(140.0)
    assert line[45][1] == near(100.0)
    assert line[90][0] == near(60.0)
    assert line[135][1] == near(60.0)
    turned = outline(disc((5.0, 7.0), 3.0), 7.0)
    assert line[22][0] > 130.0
    assert turned[30] == near((5.0 + 10.0 * math.cos(math.pi / 3), 7.0 + 10.0 * math.sin(math.pi / 3)))


def test_the_circles_of_a_model_have_labels_towards_the_middle() -> None:
    """Each circle is a line with a light core. A labelled circle has its label in the direction of the table's middle.
    Two labels are 38° apart, one on each side of this direction.
    """
    model = TABLE.models["a1"]
    towards = math.atan2(70.0, 100.0)

    def labels(*reaches: Reach) -> list[Label]:
        marks = [*reach_circles(TABLE, model, reaches, "#123456")]
        lines = [mark for mark in marks if isinstance(mark, Path)]
        assert [(line.colour, line.width) for line in lines] == [
            ("#123456", LINE_WIDTH),
            (CORE_COLOUR, CORE_WIDTH),
        ] * len(reaches)
        return [mark for mark in marks if isinstance(mark, Label)]

    (one,) = labels(Reach("bow", 40.0), Reach("", 20.0))
    assert (one.text, one.colour, one.piece, one.radius) == ("bow", "#123456", "a1", 0.0)
    assert math.dist(one.at[:2], model.at) == near(52.5)
    assert math.atan2(one.at[1] - 80.0, one.at[0] - 100.0) == pytest.approx(towards, abs=math.radians(1.1))
    assert one.at[2] == 0.0
    assert len(one.elsewhere) == 45
    far = [math.atan2(y - 80.0, x - 100.0) - towards for x, y, _ in one.elsewhere[:3]]
    assert max(map(abs, far)) < math.radians(12.0)
    ways = [math.atan2(one.at[1] - 80.0, one.at[0] - 100.0) for one in labels(Reach("bow", 40.0), Reach("club", 10.0))]
    assert ways == pytest.approx([towards - math.radians(19.0), towards + math.radians(19.0)], abs=math.radians(1.1))
    middle = Table(200.0, 160.0).with_pieces(model)
    marks = [mark for mark in reach_circles(middle, model, (Reach("bow", 40.0),), "#123456") if isinstance(mark, Label)]
    assert marks[0].at == near((100.0, 132.5, 0.0)), "in the middle of the table, the label is at the back"


@pytest.mark.parametrize(
    ("candidates", "piece", "colour"),
    [
        (("a1", "b1"), "a1", "#aa0000"),
        (("d1", "b1", "a1"), "b1", "#00bb00"),
        (("n1",), "n1", UNOWNED_COLOUR),
        (("z9", "a2"), None, ""),
        ((), None, ""),
    ],
)
def test_the_first_piece_with_a_reach_has_circles(candidates: tuple[str, ...], piece: str | None, colour: str) -> None:
    """Of the candidates, the first with a reach has circles in its owner's colour. A piece that is not on the table has
    none.
    """
    reaches = dict.fromkeys(("a1", "b1", "n1", "z9"), (Reach("bow", 30.0),))
    found = [*reach_marks(TABLE, shown(reaches=reaches), SEATS, candidates)]
    wanted = [] if piece is None else [*reach_circles(TABLE, TABLE.models[piece], reaches["a1"], colour)]
    assert found == wanted
    assert [*measure_marks(TABLE, shown(reaches=reaches), SEATS, candidates)] == wanted
    assert [*measure_marks(TABLE, shown(reaches=reaches), SEATS, candidates, in_a_lesson=True)] == []


SIGHT = ShownSight((((1.0, 2.0, 3.0), (4.0, 5.0, 6.0), True), ((7.0, 8.0, 9.0), (1.0, 5.0, 6.0), False)), "2 in, open")


@pytest.mark.parametrize(
    ("candidates", "targets", "piece"),
    [(("a1",), (), "a1"), (("a2", "a1"), (), "a1"), (("z9",), (), None), ((), ("b1",), "b1"), (("a1",), ("b1",), "a1")],
)
def test_lines_of_sight_have_a_label_over_their_target(
    candidates: tuple[str, ...], targets: tuple[str, ...], piece: str | None
) -> None:
    """Open and blocked lines of sight have different colours. The lines of the first piece that has some are shown:
    candidates come before targets.
    """
    showing = shown(sights=dict.fromkeys(("a1", "b1", "z9"), SIGHT), targets=targets)
    wanted: list[Mark] = []
    if piece is not None:
        model = TABLE.models[piece]
        wanted = [
            Path(((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)), OPEN_LINE, SIGHT_WIDTH),
            Path(((7.0, 8.0, 9.0), (1.0, 5.0, 6.0)), SHUT_LINE, SIGHT_WIDTH),
            Label((*model.at, model.level + 62.0), "2 in, open", CORE_COLOUR),
        ]
    assert [*sight_marks(TABLE, showing, candidates)] == wanted
    assert [*measure_marks(TABLE, showing, SEATS, candidates)] == wanted


def flat(path: Mark) -> list[float]:
    """Return the coordinates of a path in one list."""
    assert isinstance(path, Path)
    return [value for point in path.points for value in point]


def test_the_arc_of_a_model_is_a_curve_with_a_notch() -> None:
    """The arc is 2 mm beside the base, with a point every 9°. The notch at its middle reaches from 0.5 to 7.5 mm. The
    model under the pointer also has lines along both sides of its arc up to the table's edges, and a curve between
    them.
    """
    showing = shown(arcs={"a1": ShownArc(math.pi / 2, math.radians(36.0)), "z9": ShownArc(0.0, 1.0)})
    marks = [*arc_marks(TABLE, showing, SEATS, ())]
    around = [math.radians(72.0 + 9.0 * k) for k in range(5)]
    arc = [value for turn in around for value in (100.0 + 14.5 * math.cos(turn), 80.0 + 14.5 * math.sin(turn))]
    assert [(mark.colour, mark.width) for mark in marks if isinstance(mark, Path)] == [
        ("#aa0000", 3.2),
        (CORE_COLOUR, 1.6),
        (CORE_COLOUR, 6.0),
    ]
    assert flat(marks[0]) == flat(marks[1]) == near(arc)
    assert flat(marks[2]) == near([100.0, 93.0, 100.0, 100.0])
    more = [*arc_marks(TABLE, showing, SEATS, ("b1", "a1"))]
    assert more[:3] == marks
    assert [*measure_marks(TABLE, showing, SEATS, ("a1",))] == more
    sides = more[3:]
    across = 220.0 / math.tan(math.radians(72.0))
    assert [(mark.colour, mark.width) for mark in sides if isinstance(mark, Path)] == [
        ("#aa0000", LINE_WIDTH),
        (CORE_COLOUR, CORE_WIDTH),
    ] * 3
    assert flat(sides[0]) == near([100.0, 80.0, 100.0 + across, 300.0])
    assert flat(sides[2]) == near([100.0, 80.0, 100.0 - across, 300.0])
    curve = [value for turn in around for value in (100.0 + 87.5 * math.cos(turn), 80.0 + 87.5 * math.sin(turn))]
    assert flat(sides[4]) == near(curve)


def test_a_full_turn_has_no_sides_and_a_narrow_arc_has_three_points() -> None:
    """A model that attacks all around has a circle with a notch and no side lines. Even the narrowest arc is bent."""
    full = shown(arcs={"n1": ShownArc(0.0, math.tau)})
    marks = [*arc_marks(TABLE, full, SEATS, ("n1",))]
    assert [(mark.colour, len(mark.points)) for mark in marks if isinstance(mark, Path)] == [
        (UNOWNED_COLOUR, 41),
        (CORE_COLOUR, 41),
        (CORE_COLOUR, 2),
    ]
    narrow = shown(arcs={"a1": ShownArc(0.0, 0.01)})
    (thin, *_) = arc_marks(TABLE, narrow, SEATS, ())
    assert len(flat(thin)) == 6
    hull = Table(400.0, 300.0).with_pieces(Model("a1", "Ada", (100.0, 80.0), Hull(60.0, 80.0)))
    (first, *_) = arc_marks(hull, narrow, SEATS, ())
    assert flat(first)[2:4] == near([152.0, 80.0]), "half the diagonal of the hull, and 2 mm"


def test_the_arcs_of_targets_have_no_sides() -> None:
    """If a player chooses among other players' models, the arcs of these models have no side lines."""
    arcs = dict.fromkeys(("a1", "b1"), ShownArc(0.0, 1.0))
    requests: tuple[Request[Any], ...] = (Choose("Ada", "target", ("x", "y", "z")),)
    offers = ((Offer("x", "X", "b1"), Offer("y", "Y", "a2"), Offer("z", "Z")),)
    asked = Question(requests, (), GameStatus().turn, can_undo=False, can_redo=False, offers=offers)
    found = [*arc_marks(TABLE, shown(arcs=arcs, question=asked), SEATS, ("b1", "a1"))]
    assert found == [*arc_marks(TABLE, shown(arcs=arcs), SEATS, ("a1",))]
    assert found != [*arc_marks(TABLE, shown(arcs=arcs), SEATS, ("b1",))]


WAYS: dict[str, tuple[Point, Point]] = {"a1": ((100.0, 80.0), (200.0, 80.0)), "a2": ((160.0, 80.0), (160.0, 280.0))}

STRETCH: tuple[Point, Point] = ((120.0, 80.0), (140.0, 80.0))


@pytest.mark.parametrize(("movers", "lines"), [(("a1",), 2), (("a1", "a2"), 0)])
def test_the_dangers_of_a_move_are_marked_on_its_ways(movers: tuple[str, ...], lines: int) -> None:
    """The ways of a move are thin lines. Parts on which someone may interrupt are red, and the parts of the piece under
    the pointer are yellow. If a single piece moves, lines lead from the piece under the pointer to the ends of its
    parts.
    """
    dangers = ShownDangers({name: WAYS[name] for name in movers}, (STRETCH,), {"b1": (STRETCH,), "z9": (STRETCH,)})
    showing = shown(dangers=dangers)
    all_: list[Mark] = [Path(WAYS[name], WAY_COLOUR, 1.6) for name in movers]
    all_.append(Path(STRETCH, DANGER_COLOUR, 6.0))
    assert [*danger_marks(TABLE, showing, ("a2", "z9"))] == all_
    own: list[Mark] = [Path(STRETCH, OWN_DANGER_COLOUR, 6.0)]
    own += [Path(((300.0, 200.0), end), OWN_DANGER_COLOUR, 1.6) for end in STRETCH[:lines]]
    assert [*danger_marks(TABLE, showing, ("a2", "b1"))] == [*all_, *own]
    assert [*measure_marks(TABLE, showing, SEATS, ("b1",), in_a_lesson=True)] == [*all_, *own]
    assert [*measure_marks(TABLE, showing, SEATS, ("b1",))] == [*all_, *own]


def test_models_of_a_group_have_ghosts_at_the_same_share_of_their_ways() -> None:
    """If the ghost of one model has covered a quarter of its way, so have the ghosts of the others. Models that stay,
    and pieces that are not on the table, have none.
    """
    # A quarter of the first way leads to (120, 95). The ghost is 10 mm to the left of this point.
    ways = {
        "a1": ((100.0, 80.0), (180.0, 140.0)),
        "a2": ((160.0, 80.0), (100.0, 240.0)),
        "b1": ((300.0, 200.0), (300.0, 200.0)),
        "z9": ((0.0, 0.0), (9.0, 9.0)),
    }
    showing = shown(dangers=ShownDangers(ways, (), {}, "b1"))
    drawn = Ghost(TABLE.models["a1"], Pose((114.0, 103.0, 5.0), about_z(0.7)), "#abcdef")
    others: list[Mark] = [Ghost("a1", drawn.pose, ""), Ghost(TABLE.models["b1"], drawn.pose, "")]
    others.append(Ring((0.0, 0.0), 1.0, ""))
    (ghost,) = group_ghosts(TABLE, showing, [*others, drawn])
    assert ghost == Ghost(TABLE.models["a2"], Pose((145.0, 120.0, 0.0), about_z(0.7)), "#abcdef")
    rings = [Ring((300.0, 200.0), 17.5, DANGER_COLOUR), Ring((300.0, 200.0), 21.5, DANGER_COLOUR)]
    assert [*target_rings(TABLE, showing)] == rings
    assert [*decision_marks(TABLE, showing, [drawn])] == [*rings, ghost]
    assert [*group_ghosts(None, showing, [drawn])] == []
    assert [*group_ghosts(TABLE, DisplayState(TABLE), [drawn])] == []
    assert [*group_ghosts(TABLE, shown(), [drawn])] == []
    lone = shown(dangers=ShownDangers(WAYS, (), {}, "z9"))
    assert [*target_rings(TABLE, lone)] == [*target_rings(TABLE, shown(dangers=ShownDangers(WAYS, (), {})))] == []


@pytest.mark.parametrize(
    "marks",
    [
        lambda table, showing: reach_marks(table, showing, SEATS, ("a1",)),
        lambda table, showing: sight_marks(table, showing, ("a1",)),
        lambda table, showing: arc_marks(table, showing, SEATS, ("a1",)),
        lambda table, showing: danger_marks(table, showing, ("b1",)),
        lambda table, showing: target_rings(table, showing),
    ],
)
def test_nothing_is_measured_during_an_act(marks: Callable[[Table | None, DisplayState], Iterator[Mark]]) -> None:
    """Without a table or a status, there are no marks for measuring. While pieces move, there are none either."""
    status: dict[str, Any] = {
        "reaches": {"a1": (Reach("bow", 30.0),)},
        "sights": {"a1": SIGHT},
        "arcs": {"a1": ShownArc(0.0, 1.0)},
        "dangers": ShownDangers(WAYS, (STRETCH,), {}, "a1"),
    }
    assert [*marks(TABLE, shown(**status))]
    assert [*marks(TABLE, shown(act=True, **status))] == []
    assert [*marks(None, shown(**status))] == []
    assert [*marks(TABLE, DisplayState(TABLE))] == []
    assert [*marks(TABLE, shown())] == []


ROLL = ThrowInteraction(AimThrow("Ada", "roll", ("d6",), 400.0, 300.0, 50.0), TABLE, hands=True)


def test_taught_pieces_and_targets_of_a_throw_glow() -> None:
    """Pieces that a lesson points out glow, unless they are picked already. Targets of a throw glow only while the
    player throws.
    """
    picks = PickSomeInteraction(PickSome("Ada", "x", ("a1", "a2")), TABLE)
    picks.toggle("a1")
    showing = shown(targets=("b1",))
    assert lit_pieces(picks, showing, ("a1", "a2")) == {"a2": "lesson"}
    assert lit_pieces(ROLL, showing, ("a1",)) == {"a1": "lesson", "b1": "lesson"}
    assert lit_pieces(ROLL, DisplayState(TABLE), ("a1",)) == {"a1": "lesson"}
    assert lit_pieces(None, showing, ()) == {}


def choosing(*pieces: str | None, shown_piece: int | None = None) -> ChooseInteraction:
    """Return a choice among pieces, one of which is previewed."""
    offers = tuple(Offer(str(k), str(k), piece) for k, piece in enumerate(pieces))
    chooses = ChooseInteraction(Choose("Ada", "x", tuple(str(k) for k in range(len(pieces)))), offers)
    chooses.preview(None if shown_piece is None else offers[shown_piece])
    return chooses


RUN = PathInteraction(PickWay("Ada", "x", "a1", (Way("d1", 0.0, 9.0),)), (Offer("d1", "D", "d1"),), TABLE.models["a1"])

CARRY = CarryInteraction(SetPace("Ada", "x", "a1", (9.0, 9.0), 0, ("usual",)), TABLE, hands=True)


@pytest.mark.parametrize(
    ("interaction", "pointed", "found"),
    [
        (None, None, []),
        (None, "b1", ["b1"]),
        (choosing("a1", "a2"), None, ["a9"]),
        (choosing("a1", "a2", shown_piece=1), "b1", ["b1", "a2", "a9"]),
        (choosing("a1", None, shown_piece=1), "b1", ["b1", "a9"]),
        (choosing("d1"), None, []),
        (choosing("d1", None), "b1", ["b1"]),
        (choosing("d1", "a1", shown_piece=0), None, ["d1", "a9"]),
        (choosing(None), None, ["a9"]),
        (RUN, "b1", ["b1"]),
        (CARRY, "b1", []),
        (ROLL, "b1", []),
    ],
)
def test_the_pieces_of_interest_come_in_order(
    interaction: Interaction | None, pointed: str | None, found: list[str]
) -> None:
    """The piece under the pointer comes first, and then the piece of the shown offer. The acting piece comes last,
    unless only dice can be chosen. During a throw or a carry there is no piece of interest.
    """
    pointer = None if pointed is None else Pointer((1.0, 2.0), pointed, 0.0)
    assert [*pieces_of_interest(interaction, pointer, shown(acting="a9"))] == found
    still = [one for one in found if one != "a9"]
    assert [*pieces_of_interest(interaction, pointer, shown())] == still
    assert [*pieces_of_interest(interaction, Pointer((1.0, 2.0), None, 0.0), shown())] == [
        one for one in still if one != pointed
    ]
    assert [*pieces_of_interest(interaction, pointer, DisplayState(None))] == still
