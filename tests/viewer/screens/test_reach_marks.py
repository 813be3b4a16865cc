"""Circles show the reach of a model: at the right distance, in its owner's colour, and only on the table."""

import math
from dataclasses import replace
from typing import Any

import pytest
from pitch_game import floor
from told_host import TURN, Told, asked, screens

from riotsim.play.displays import Reach, ShownArc, ShownDangers, ShownSight
from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickPoint, PickWay, Request, SetPace, Spot, Way
from riotsim.table.geometry.plan import disc, gap
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Die, Hull, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Ghost, Label, Path, Ring
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.measuring import (
    CORE_COLOUR,
    DANGER_COLOUR,
    OPEN_LINE,
    OWN_DANGER_COLOUR,
    SHUT_LINE,
    WAY_COLOUR,
    arc_marks,
    danger_marks,
    group_ghosts,
    reach_circles,
    sight_marks,
    target_rings,
)
from riotsim.viewer.session.messages import GameStatus, LessonStatus
from riotsim.viewer.ui.lesson_model import Lesson, LessonScene

BLUE = "#2d69b7"


def paths(table: Table, model: Model, *reaches: Reach) -> list[Path]:
    """Return the lines of the circles, without their light core."""
    marks = reach_circles(table, model, reaches, BLUE)
    return [mark for mark in marks if isinstance(mark, Path) and mark.colour != CORE_COLOUR]


@pytest.mark.parametrize("mm", [50.0, 203.2])
@pytest.mark.parametrize("base", [None, Hull(60.0, 30.0)])
def test_a_circle_is_as_far_from_the_base_as_told(mm: float, base: Hull | None) -> None:
    """Each point of a circle has the given distance from the base, whether the base is round or a hull."""
    model = Model("a1", "Ann", (500.0, 400.0)) if base is None else Model("a1", "Ann", (500.0, 400.0), base)
    (line,) = paths(Table(1000.0, 800.0), model, Reach("pistol", mm))
    assert line.colour == BLUE
    for x, y, *_ in line.points:
        assert gap(disc((x, y), 0.0), model.footprint) == pytest.approx(mm, abs=0.01)


def test_two_labels_are_on_either_side_of_the_line_to_the_middle() -> None:
    """Labels point to the middle of the table, and lie as far to its left as to its right."""
    model, reaches = Model("a1", "Ann", (500.0, 200.0)), (Reach("pistol", 100.0), Reach("rifle", 100.0))
    marks = reach_circles(Table(1000.0, 800.0), model, reaches, BLUE)
    (x, y, _), (other_x, other_y, _) = (mark.at for mark in marks if isinstance(mark, Label))
    assert min(y, other_y) > 200.0
    assert (x + other_x) / 2 == pytest.approx(500.0, abs=5.0)
    assert x != pytest.approx(other_x, abs=5.0)


def test_what_lies_beyond_the_table_is_cut_off() -> None:
    """Near a corner of the table, a circle is drawn only up to the table's edges. If no point of a circle is on the
    table, the circle has no label either.
    """
    table = Table(300.0, 200.0)
    model = Model("a1", "Ann", (20.0, 20.0))
    points = [point for line in paths(table, model, Reach("pistol", 100.0)) for point in line.points]
    assert points
    assert all(-1e-6 <= x <= 300.0 + 1e-6 and -1e-6 <= y <= 200.0 + 1e-6 for x, y, *_ in points)
    assert min(x for x, *_ in points) == pytest.approx(0.0, abs=1e-6)
    assert min(y for _, y, *_ in points) == pytest.approx(0.0, abs=1e-6)
    assert list(reach_circles(table, model, (Reach("rifle", 1000.0),), BLUE)) == []


def test_words_stand_at_the_rim_and_apart() -> None:
    """Each circle has its label, and labels of equal circles don't overlap."""
    model = Model("a1", "Ann", (500.0, 400.0))
    marks = list(
        reach_circles(Table(1000.0, 800.0), model, (Reach("pistol: 4 in", 101.6), Reach("club: 4 in", 101.6)), BLUE)
    )
    labels = [mark for mark in marks if isinstance(mark, Label)]
    assert [label.text for label in labels] == ["pistol: 4 in", "club: 4 in"]
    for label in labels:
        assert math.dist(label.at[:2], model.at) == pytest.approx(101.6 + 12.5, abs=0.1)
    assert math.dist(labels[0].at, labels[1].at) > 50.0


def table_screen(acting: str | None = None) -> tuple[Told, GameScreen]:
    """Return the screen on which Ann has to pick a pawn. Both of her pawns have a reach, and one of Bob's has one."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    reach = (Reach("pitch: 2 in", 50.8),)
    host.coming += [
        GameStatus(turn=TURN, reaches={"a1": reach, "a2": reach, "b1": reach}, acting=acting),
        asked(PickPiece("Ann", "pawn", ("a1", "a2"))),
    ]
    for _ in range(4):
        table.advance(0.1)
    assert table.interaction is not None
    return host, table


def seen(table: GameScreen) -> list[str]:
    """Return the colours of the circles, without their light core."""
    return [mark.colour for mark in table.overlay().marks if isinstance(mark, Path) and mark.colour != CORE_COLOUR]


def test_the_model_pointed_at_has_circles_in_its_boss_s_colour() -> None:
    """The model under the mouse has circles in its owner's colour. The bare table has none."""
    _, table = table_screen()
    assert seen(table) == []
    colours = {seat.name: seat.colour for seat in table.seats}
    for piece, boss in (("a1", "Ann"), ("b1", "Bob")):
        table.moved(Pointer((0.0, 0.0), piece, 0.0))
        assert set(seen(table)) == {colours[boss]}
        assert any(isinstance(mark, Label) and mark.text == "pitch: 2 in" for mark in table.overlay().marks)
    table.moved(Pointer((5.0, 5.0), None, 0.0))
    assert seen(table) == []


def test_the_model_whose_go_it_is_keeps_its_circles() -> None:
    """While no other piece is under the mouse, the acting model has circles."""
    _, table = table_screen(acting="a2")
    assert len(set(seen(table))) == 1


def test_circles_can_be_turned_off() -> None:
    """A setting turns the circles off and on again."""
    _, table = table_screen(acting="a2")
    table.settings = table.settings.model_copy(update={"reaches": False})
    assert seen(table) == []
    table.settings = table.settings.model_copy(update={"reaches": True})
    assert seen(table)


def test_no_circles_while_a_hand_is_at_work() -> None:
    """While a player carries a model, no model has circles."""
    host, table = table_screen(acting="a2")
    host.coming.append(asked(SetPace("Ann", "carry", "a1", (90.0, 90.0), 0, ("normal",), 50.0), number=2))
    for _ in range(3):
        table.advance(0.1)
    table.moved(Pointer((0.0, 0.0), "a1", 0.0))
    assert CORE_COLOUR not in {mark.colour for mark in table.overlay().marks if isinstance(mark, Path)}


def test_those_whom_a_throw_may_hit_glow() -> None:
    """While a player has to throw dice, the models that the dice may hit glow, both in a game and in a lesson. While a
    model has to be picked, they don't glow.
    """
    host, table = table_screen()
    for lesson in (None, LessonScene(Lesson("made_up", "Made up", ("One",)), 0)):
        table.lesson = lesson
        for request in (AimThrow("Ann", "roll", ("d6",), 300.0, 300.0, 50.0), PickPiece("Ann", "pawn", ("a1",))):
            host.coming += [GameStatus(turn=TURN, targets=("b1",), lesson=LessonStatus(0, 1, "Throw"))]
            host.coming.append(asked(request, number=2 + len(host.heard)))
            for _ in range(3):
                table.advance(0.1)
            assert table.interaction is not None
            assert table.interaction.request == request
            assert table.overlay().glow.get("b1") == ("lesson" if isinstance(request, AimThrow) else None)


def test_no_circles_while_dice_are_picked() -> None:
    """While dice are picked, the acting model has no circles, as they would cover the dice. A model under the mouse
    has.
    """
    on = floor().with_pieces(*(Die(f"d{k}", pose=Pose((200.0 + 40.0 * k, 100.0, 8.0))) for k in range(2)))
    host, table = screens("Ann", "Bob", persons=("Ann",), on=on)
    run = PickWay("Ann", "move", "a1", (Way("d0", 0.0, 50.0), Way("d1", 0.0, 50.0)))
    bullet = PickPiece("Ann", "bullet", ("d0", "d1"))
    requests: tuple[Request[Any], ...] = (run, bullet)
    for number, request in enumerate(requests, 1):
        offers = tuple(Offer(die, die, piece=die) for die in ("d0", "d1"))
        host.coming += [
            GameStatus(turn=TURN, reaches={"a1": (Reach("pitch: 2 in", 50.8),)}, acting="a1"),
            replace(asked(request, number=number), offers=(offers,)),
        ]
        for _ in range(4):
            table.advance(0.1)
        assert table.interaction is not None
        assert table.interaction.request == request
        assert CORE_COLOUR not in {mark.colour for mark in table.overlay().marks if isinstance(mark, Path)}
    table.moved(Pointer((0.0, 0.0), "a1", 0.0))
    assert CORE_COLOUR in {mark.colour for mark in table.overlay().marks if isinstance(mark, Path)}


def test_lines_of_sight_are_coloured_by_what_shuts_them() -> None:
    """The lines of sight to the model looked at are drawn, with a text above. Open and blocked lines have different
    colours. If no lines lead to this model, the lines to the target of the attack are drawn, if there is an attack.
    """
    seen = ShownSight(
        (((0.0, 0.0, 30.0), (100.0, 0.0, 5.0), True), ((0.0, 0.0, 30.0), (100.0, 9.0, 5.0), False)), "far"
    )
    model = Model("a1", "Ann", (100.0, 0.0))
    table = Table(300.0, 300.0, models={"a1": model})
    showing = DisplayState(table, status=GameStatus(sights={"a1": seen}))
    lines = [mark for mark in sight_marks(table, showing, ("b1", "a1")) if isinstance(mark, Path)]
    assert [line.colour for line in lines] == [OPEN_LINE, SHUT_LINE]
    labels = [mark.text for mark in sight_marks(table, showing, ("a1",)) if isinstance(mark, Label)]
    assert labels == ["far"]
    assert list(sight_marks(table, showing, ("b1",))) == []
    shot_at = DisplayState(table, status=GameStatus(sights={"a1": seen}, targets=("a1",)))
    assert [mark for mark in sight_marks(table, shot_at, ("b1",)) if isinstance(mark, Path)] == lines


def test_arcs_lie_beside_the_bases() -> None:
    """Each model with an arc has a line beside its base over the angle of the arc, and a notch where it faces. The
    model looked at also has lines along the sides of its arc to the table's edges, with a curve between them.
    """
    model = Model("a1", "Ann", (100.0, 100.0))
    table = Table(300.0, 300.0, models={"a1": model})
    showing = DisplayState(table, status=GameStatus(arcs={"a1": ShownArc(math.pi / 2, math.pi / 2)}))
    owner, core, notch = arc_marks(table, showing, (), ())
    assert isinstance(owner, Path)
    assert isinstance(core, Path)
    assert isinstance(notch, Path)
    turns = [math.degrees(math.atan2(y - 100.0, x - 100.0)) for x, y, *_ in core.points]
    assert [min(turns), max(turns)] == pytest.approx([45.0, 135.0])
    assert all(gap(disc((x, y), 0.0), model.footprint) == pytest.approx(2.0) for x, y, *_ in core.points)
    assert [x for x, *_ in notch.points] == pytest.approx([100.0, 100.0])
    looked = [mark for mark in arc_marks(table, showing, (), ("a1",)) if isinstance(mark, Path)][3:]
    sides, curves = [one for one in looked if len(one.points) == 2], [one for one in looked if len(one.points) > 2]
    assert len(curves) == 2
    assert {round(math.dist(at[:2], model.at), 3) for curve in curves for at in curve.points} == {87.5}
    assert all(at[1] > 100.0 for curve in curves for at in curve.points)
    assert {tuple(round(v) for v in side.points[-1]) for side in sides} == {(0, 200), (300, 300)}


def test_the_arc_of_a_target_is_no_line_across_the_table() -> None:
    """While a player chooses a target, the arc of the target has no side lines, but the attacker's arc has."""
    models = {"a1": Model("a1", "Ann", (100.0, 100.0)), "b1": Model("b1", "Bob", (200.0, 200.0))}
    table = Table(300.0, 300.0, models=models)
    arcs = dict.fromkeys(models, ShownArc(math.pi / 2, math.pi / 2))
    showing = DisplayState(table, status=GameStatus(arcs=arcs))
    beside = len(list(arc_marks(table, showing, (), ())))
    assert len(list(arc_marks(table, showing, (), ("b1",)))) > beside
    question = asked(PickPiece("Ann", "target", ("b1",)), is_fight=False)
    showing.question = replace(question, offers=((Offer("b1", "Shoot", piece="b1"),),))
    assert len(list(arc_marks(table, showing, (), ("b1",)))) == beside
    sides = [mark for mark in arc_marks(table, showing, (), ("b1", "a1")) if isinstance(mark, Path)][beside:]
    assert {side.points[0] for side in sides if len(side.points) == 2} == {models["a1"].at}


def test_dangers_lie_on_the_way() -> None:
    """The way of a move is drawn with the stretches on which others may interrupt the move. The stretches of the piece
    looked at stand out.
    """
    table = Table(300.0, 300.0, models={"b1": Model("b1", "Bob", (50.0, 200.0))})
    stretch = ((20.0, 10.0), (60.0, 10.0))
    dangers = ShownDangers({"a1": ((0.0, 10.0), (100.0, 10.0))}, (stretch,), {"b1": (stretch,)})
    showing = DisplayState(table, status=GameStatus(dangers=dangers))
    marks = [mark for mark in danger_marks(table, showing, ()) if isinstance(mark, Path)]
    assert [(mark.colour, mark.points) for mark in marks] == [
        (WAY_COLOUR, ((0.0, 10.0), (100.0, 10.0))),
        (DANGER_COLOUR, stretch),
    ]
    own = [mark.points for mark in danger_marks(table, showing, ("b1",)) if isinstance(mark, Path)][2:]
    assert own == [stretch, ((50.0, 200.0), (20.0, 10.0)), ((50.0, 200.0), (60.0, 10.0))]
    assert OWN_DANGER_COLOUR in {
        mark.colour for mark in danger_marks(table, showing, ("b1",)) if isinstance(mark, Path)
    }


def test_the_piece_that_is_fired_at_has_rings() -> None:
    """The piece that the question is about has rings around its base, even if the piece doesn't move."""
    table = Table(300.0, 300.0, models={"a1": Model("a1", "Ann", (50.0, 80.0))})
    showing = DisplayState(table, status=GameStatus(dangers=ShownDangers({}, (), {}, "a1")))
    rings = list(target_rings(table, showing))
    assert [ring.at for ring in rings] == [(50.0, 80.0)] * 2
    assert all(ring.radius > table.models["a1"].footprint.parts[0].radius for ring in rings)


def test_a_group_is_shown_where_it_is_fired_at() -> None:
    """If one piece of a group has a ghost on its way, the others have ghosts at the same fraction of their ways."""
    models = {name: Model(name, "Ann", (x, 80.0)) for name, x in (("a1", 50.0), ("a2", 90.0), ("a3", 130.0))}
    table = Table(300.0, 300.0, models=models)
    ways = {"a1": ((50.0, 80.0), (50.0, 180.0)), "a2": ((90.0, 80.0), (90.0, 120.0))}
    showing = DisplayState(table, status=GameStatus(dangers=ShownDangers(ways, (), {})))
    drawn = Ghost(models["a1"], Pose((50.0, 105.0, 0.0)), "#7fd08a")
    (other,) = group_ghosts(table, showing, (drawn,))
    assert other == Ghost(models["a2"], Pose((90.0, 90.0, 0.0)), "#7fd08a")
    assert not list(group_ghosts(table, showing, ()))
    halfway = table.with_pieces(replace(models["a1"], at=(50.0, 105.0)), replace(models["a2"], at=(90.0, 90.0)))
    drawn = Ghost(halfway.models["a1"], Pose((50.0, 130.0, 0.0)), "#7fd08a")
    (other,) = group_ghosts(halfway, showing, (drawn,))
    assert other == Ghost(halfway.models["a2"], Pose((90.0, 100.0, 0.0)), "#7fd08a")


@pytest.mark.parametrize("in_a_lesson", [False, True])
def test_the_group_and_its_target_are_shown_without_circles(*, in_a_lesson: bool) -> None:
    """The ghosts of a group and the rings around its target are shown in lessons too. They are also shown if the
    circles are turned off.
    """
    models = {name: Model(name, "Ann", (x, 80.0)) for name, x in (("a1", 50.0), ("a2", 90.0))}
    ways = {"a1": ((50.0, 80.0), (50.0, 180.0)), "a2": ((90.0, 80.0), (90.0, 120.0))}
    host, table = screens("Ann", "Bob", persons=("Ann",), on=Table(300.0, 300.0, models=models))
    region = Region(disc((0.0, 0.0), 0.0), 300.0, 300.0, places=((50.0, 105.0), (50.0, 130.0)))
    host.coming += [
        GameStatus(turn=TURN, dangers=ShownDangers(ways, (), {}, "a2")),
        asked(PickPoint("Ann", "fire at", (("a1", region),), moves=False)),
    ]
    for _ in range(4):
        table.advance(0.1)
    if in_a_lesson:
        table.lesson = LessonScene(Lesson("riftwar", "RiftWar", ("Move",)), 0)
    else:
        table.settings = table.settings.model_copy(update={"reaches": False})
    table.moved(Pointer((50.0, 105.0), None, 0.0))
    marks = table.overlay().marks
    assert [mark.pose.xy for mark in marks if isinstance(mark, Ghost)] == [(90.0, 90.0), (50.0, 105.0)]
    rings = [mark.at for mark in marks if isinstance(mark, Ring) and mark.colour == DANGER_COLOUR]
    assert rings == [(90.0, 80.0)] * 2


def test_a_lesson_shows_the_dangers_of_a_move() -> None:
    """In a lesson too, the stretch on which others may fire at a moving piece is drawn."""
    table = Table(300.0, 300.0, models={"a1": Model("a1", "Ann", (50.0, 80.0))})
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    screen.lesson = LessonScene(Lesson("riftwar", "RiftWar", ("Move",)), 0)
    stretch = ((50.0, 100.0), (50.0, 150.0))
    dangers = ShownDangers({"a1": ((50.0, 80.0), (50.0, 180.0))}, (stretch,), {})
    host.coming += [GameStatus(turn=TURN, dangers=dangers), asked(Choose("Ann", "dangers", ("go on", "withdraw")))]
    for _ in range(4):
        screen.advance(0.1)
    drawn = [mark for mark in screen.overlay().marks if isinstance(mark, Path)]
    assert [mark.points for mark in drawn if mark.colour == DANGER_COLOUR] == [stretch]


def test_a_picked_piece_of_a_lesson_looks_picked() -> None:
    """If several pieces are to be picked in a lesson, only the pieces not yet picked glow in the lesson's way."""
    models = {name: Model(name, "Ann", (x, 80.0)) for name, x in (("a1", 50.0), ("a2", 90.0))}
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=Table(300.0, 300.0, models=models))
    screen.lesson = LessonScene(Lesson("riftwar", "RiftWar", ("Fire",)), 0)
    status = LessonStatus(0, 1, "Click both.", ("a1", "a2"))
    host.coming += [GameStatus(turn=TURN, lesson=status), asked(PickSome("Ann", "attackers", ("a1", "a2"), least=2))]
    for _ in range(4):
        screen.advance(0.1)
    assert isinstance(screen.interaction, PickSomeInteraction)
    screen.interaction.toggle("a1")
    assert screen.overlay().glow == {"a1": "chosen", "a2": "lesson"}


def test_a_piece_slides_along_a_track() -> None:
    """If all places lie on a line, the piece slides along the line to the place nearest to the pointer, however far
    away the pointer is. Parts of the line with a gap between them are drawn as separate lines.
    """
    places = tuple((10.0 + 5.0 * k, 50.0) for k in range(6)) + tuple((80.0 + 5.0 * k, 50.0) for k in range(3))
    region = Region(disc((0.0, 0.0), 0.0), 300.0, 300.0, places=places)
    request = PickPoint("Ann", "fire at", (("a1", region),))
    placing = PlaceInteraction(request, {"a1": Model("a1", "Ann", (10.0, 50.0))})
    assert [(part[0], part[-1]) for part in placing.track] == [
        ((10.0, 50.0), (35.0, 50.0)),
        ((80.0, 50.0), (90.0, 50.0)),
    ]
    placing.moved(Pointer((27.0, 180.0), None, 0.0))
    assert placing.released(Pointer((27.0, 180.0), None, 0.0)) == Spot("a1", (25.0, 50.0))
    drawn = [mark for mark in placing.overlay().marks if isinstance(mark, Path)]
    assert len(drawn) == 2
