"""The exact places in the window of names, labels, signs, gauges and the ruler, in a view that is easy to compute."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from riotsim.play.displays import DataSheet, Gauge, PieceMark  # noqa: E402
from riotsim.replay.recording import Seat  # noqa: E402
from riotsim.table.dice.signs import Sign  # noqa: E402
from riotsim.table.pieces import Die, Hull, Model, PieceId, Round, Token, Tower  # noqa: E402
from riotsim.table.poses import Point, Pose, Vector  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.input.framing import BAR_MARGIN, COLUMN_MARGIN  # noqa: E402
from riotsim.viewer.on_screen import (  # noqa: E402
    CROWD,
    LABEL_MARGIN,
    SIGN_SIDES,
    labels_on_screen,
    names_on_screen,
    ruler_on_screen,
    signs_on_screen,
    units_on_screen,
)
from riotsim.viewer.scene.marks import Label, Mark, Ring, SignMark  # noqa: E402
from riotsim.viewer.screens.measuring import UNOWNED_COLOUR  # noqa: E402
from riotsim.viewer.session.messages import GameStatus  # noqa: E402
from riotsim.viewer.settings import Settings  # noqa: E402
from riotsim.viewer.ui.scene_model import Ruler, SceneLabel, SceneSign, SceneUnit  # noqa: E402

ANN, BOB = Seat("Ann", "#2f7fc4", "●"), Seat("Bob", "#e0702a", "▲")
HORIZON = 900.0
"""The x (mm) beyond which everything is behind the camera of these tests."""


class SlantedView:
    """A view in which 1 mm along x is 2 pixels to the right. 1 mm along y is 1 pixel up, and 1 mm along z is 3 pixels
    up.
    """

    size = (1280, 720)

    def __init__(self, poses: Mapping[PieceId, Pose] | None = None) -> None:
        self.poses = {} if poses is None else poses
        self.camera = self

    def pixel(self, point: Vector) -> Point | None:
        """Return the place of a point in the window, or None beyond the horizon."""
        x, y, z = point
        return None if x > HORIZON else (10.0 + 2 * x, 600.0 - y - 3 * z)

    def project_all(self, points: Sequence[Vector], _width: int, _height: int) -> npt.NDArray[np.float64] | None:
        """Return the places of points in the window, or None if one is beyond the horizon."""
        seen = [self.pixel(point) for point in points]
        return None if None in seen else np.array(seen)


VIEW: Any = SlantedView()


def names(
    table: Table,
    poses: Mapping[PieceId, Pose] | None = None,
    *,
    sheets: Mapping[PieceId, DataSheet] | None = None,
    marks: Mapping[PieceId, tuple[PieceMark, ...]] | None = None,
    asked: tuple[PieceId, ...] = (),
    pointed: tuple[PieceId, ...] = (),
) -> tuple[SceneLabel, ...]:
    """Return the labels of a table's pieces. Unless other sheets are given, the name of each model is its id."""
    named = {name: DataSheet(name.title()) for name in table.models}
    status = GameStatus(sheets=named if sheets is None else sheets, marks=marks or {})
    return names_on_screen(table, poses or {}, status, (ANN, BOB), VIEW, asked, pointed)


def under(box: tuple[float, float, float, float]) -> SceneLabel:
    """Return a label that has this box and no text."""
    return SceneLabel(((box[0] + box[2]) / 2, box[1]), "", yields=True, around=box)


NELL = Model("nell", "Ann", (100.0, 50.0), Round(20.0), heading=0.7, level=5.0)
FLOOR = Table(600.0, 400.0)


def test_the_box_of_a_figure() -> None:
    """A figure's box contains its round base, and a head of 0.6 times the base's radius, 40 mm higher. A vehicle's
    radius is half its longer side. The direction of a standing figure doesn't matter. The text is above the middle of
    the box.
    """
    cart = replace(NELL, id="cart", owner="Bob", at=(300.0, 60.0), base=Hull(60.0, 24.0), level=0.0)
    wide = replace(NELL, id="wide", owner="Eve", at=(400.0, 60.0), base=Hull(24.0, 50.0), level=0.0)
    boxes = ((190, 409, 230, 545), (550, 402, 670, 570), (760, 405, 860, 565))
    assert names(FLOOR.with_pieces(NELL, cart, wide)) == tuple(
        SceneLabel(((box[0] + box[2]) / 2, box[1]), text, colour, yields=True, around=box, piece=text.lower())
        for box, text, colour in zip(
            boxes, ("Nell", "Cart", "Wide"), (ANN.colour, BOB.colour, UNOWNED_COLOUR), strict=True
        )
    )


def test_a_fallen_figure_is_seen_along_the_ground() -> None:
    """If a figure has fallen, its box follows its pose. Here the head is at the right and the base is upright. The box
    of a standing figure ignores the pose's rotation.
    """
    s = math.sqrt(0.5)
    poses = {"nell": Pose((200.0, 60.0, 10.0), (0.0, s, 0.0, s))}
    for model, box in (
        (replace(NELL, fallen=True), (410, 480, 490, 540)),
        (NELL, (390, 384, 430, 520)),
    ):
        (label,) = names(FLOOR.with_pieces(model), poses)
        assert label.around == box


@pytest.mark.parametrize(
    ("top", "poses", "box"),
    [
        ((140.0, 50.0, 24.0), {}, (190, 409, 309, 560)),
        ((162.0, 50.0, 24.0), {}, (190, 409, 353, 560)),
        ((162.5, 50.0, 24.0), {}, (190, 409, 289, 560)),
        ((130.0, 82.5, 24.0), {}, (190, 409, 289, 560)),
        ((140.0, 50.0, 24.0), {"d1": Pose((140.0, 50.0, 80.0))}, (190, 276, 309, 560)),
        ((140.0, 50.0, 24.0), {"d0": Pose((100.0, 50.0, 8.0))}, (190, 409, 230, 560)),
    ],
)
def test_the_box_of_a_figure_has_its_tower(
    top: Vector, poses: Mapping[PieceId, Pose], box: tuple[float, float, float, float]
) -> None:
    """The box of a figure contains its tower, with each die as a cylinder of 0.6 sides radius. A die more than two
    sides from the lowest has fallen off and isn't in the box. The number of dice follows the name. The dice have no
    labels.
    """
    dice = (Die("d0", size=16.0, pose=Pose((130.0, 50.0, 8.0))), Die("d1", size=16.0, pose=Pose(top)))
    table = FLOOR.with_pieces(NELL, *dice).with_tower("nell", Tower(("d0", "d1")))
    (label,) = names(table, poses)
    assert (label.text, label.around) == ("Nell · 2", box)


def test_a_tower_behind_the_camera_is_left_out() -> None:
    """If a die of a tower is behind the camera, the box contains the figure only. If a figure is behind the camera, it
    has no label.
    """
    die = Die("d0", size=16.0, pose=Pose((896.0, 50.0, 8.0)))
    near = replace(NELL, at=(880.0, 50.0))
    (label,) = names(FLOOR.with_pieces(near, die).with_tower("nell", Tower(("d0",))))
    assert label.around == (1750, 409, 1790, 545)
    assert names(FLOOR.with_pieces(replace(NELL, at=(891.0, 50.0)))) == ()


def test_the_text_of_a_name() -> None:
    """The label of a model has its title, kind, tower height and emphasized states. If the model has a tower, states
    are left out. A name matters if the model is asked about or shows such a state. It counts as pointed at if the model
    does.
    """
    pinned, weary = PieceMark("pinned", "tall"), PieceMark("weary")
    sheet = DataSheet("Nell", kind="sneak")
    dice = (Die("d0", size=16.0, pose=Pose((130.0, 50.0, 8.0))),)
    alone = FLOOR.with_pieces(NELL)
    stacked = alone.with_pieces(*dice).with_tower("nell", Tower(("d0",)))
    found = []
    for table in (alone, stacked):
        for asked, pointed in (((), ()), (("nell",), ()), ((), ("nell",))):
            for marks in ((), (weary,), (weary, pinned, PieceMark("hurt", "tall"))):
                (label,) = names(table, sheets={"nell": sheet}, marks={"nell": marks}, asked=asked, pointed=pointed)
                found.append((label.text, label.matters, label.pointed))
    noted = "Nell · sneak · pinned · hurt"
    assert found == [
        *(("Nell · sneak", False, False), ("Nell · sneak", False, False), (noted, True, False)),
        *(("Nell · sneak", True, False), ("Nell · sneak", True, False), (noted, True, False)),
        *(("Nell · sneak", False, True), ("Nell · sneak", False, True), (noted, True, True)),
        *[("Nell · sneak · 1", False, False)] * 3,
        *[("Nell · sneak · 1", True, False)] * 3,
        *[("Nell · sneak · 1", False, True)] * 3,
    ]


def test_when_there_are_no_names() -> None:
    """Without a table or a status there are no labels. A model without a sheet has no label."""
    status = GameStatus(sheets={"nell": DataSheet("Nell")})
    assert names_on_screen(None, {}, status, (ANN,), VIEW) == ()
    assert names_on_screen(FLOOR.with_pieces(NELL), {}, None, (ANN,), VIEW) == ()
    other = replace(NELL, id="other", at=(200.0, 50.0))
    (label,) = names(FLOOR.with_pieces(other, NELL), sheets=status.sheets)
    assert label.text == "Nell"


def test_from_which_number_on_a_crowd_is_nameless() -> None:
    """If there are up to 24 models, all have names. Of 25 only the one that is asked about has a name, and the others
    have boxes.
    """
    for count in (CROWD, CROWD + 1):
        crowd = [replace(NELL, id=f"m{k:02}", at=(20.0 + 20 * k, 50.0)) for k in range(count)]
        found = names(FLOOR.with_pieces(*crowd), asked=("m03",))
        assert [label.text for label in found if label.text] == (
            ["M03"] if count > CROWD else [f"M{k:02}" for k in range(count)]
        )
        assert len(found) == count
        if count > CROWD:
            assert found[1] == under((70, 409, 110, 545))


def test_loose_dice_and_tokens_that_are_asked_about() -> None:
    """If a loose die lies in the play area or on its edge, it has a label without a text. So has a token that is asked
    about. Dice beside the play area, in motion or behind the camera have none.
    """
    places = {
        "left": (-1.0, 50.0),
        "front": (50.0, -1.0),
        "right": (601.0, 50.0),
        "back": (50.0, 401.0),
        "corner": (0.0, 0.0),
        "other corner": (600.0, 400.0),
        "middle": (300.0, 200.0),
        "flies": (200.0, 200.0),
    }
    dice = [Die(name, size=10.0, pose=Pose((*at, 5.0))) for name, at in places.items()]
    tokens = [Token("loot", Pose((100.0, 60.0, 2.0)), 30.0), Token("gem", Pose((150.0, 60.0, 2.0)), 30.0)]
    found = names(FLOOR.with_pieces(*dice, *tokens), {"flies": Pose((210.0, 200.0, 50.0))}, asked=("loot",))
    assert set(found[:3]) == {under((-2, 564, 22, 606)), under((1198, 164, 1222, 206)), under((598, 364, 622, 406))}
    assert found[3:] == (under((180, 519, 240, 549)),)
    far = Table(2000.0, 400.0).with_pieces(Die("far", size=10.0, pose=Pose((950.0, 50.0, 5.0))))
    assert names(far) == ()


def shown_labels(*marks: Mark, scale: float = 1.0) -> tuple[SceneLabel, ...]:
    """Return the labels of a screen with marks on the table and a scale of the panels."""
    screen: Any = SimpleNamespace(settings=Settings.model_construct(ui_scale=scale))
    return labels_on_screen(screen, VIEW, marks)


def at(pixel: Point) -> Vector:
    """Return the point of the table that appears at a pixel."""
    return ((pixel[0] - 10.0) / 2, 600.0 - pixel[1], 0.0)


SIDE = COLUMN_MARGIN + LABEL_MARGIN


@pytest.mark.parametrize(
    ("scale", "pixel", "free"),
    [
        (1.0, (SIDE - 1, 300.0), False),
        (1.0, (SIDE, 300.0), True),
        (1.0, (1280 - SIDE, 300.0), True),
        (1.0, (1281 - SIDE, 300.0), False),
        (1.2, (1.2 * SIDE - 1, 300.0), False),
        (1.2, (1.2 * SIDE + 1, 300.0), True),
        (1.0, (640.0, LABEL_MARGIN - 1), False),
        (1.0, (640.0, LABEL_MARGIN), True),
        (1.0, (640.0, 720 - BAR_MARGIN), True),
        (1.0, (640.0, 721 - BAR_MARGIN), False),
    ],
)
def test_where_panels_leave_a_label_free(scale: float, pixel: Point, *, free: bool) -> None:
    """If the first place of a label is too near to the panels or the window's edges, the label gets its next free
    place.
    """
    label = Label(at(pixel), "8 in", "#ffffff", (at((640.0, 300.0)),), piece="nell")
    (shown,) = shown_labels(label, scale=scale)
    if free:
        assert shown.at == pytest.approx(pixel)
        assert (shown.elsewhere, shown.places) == (((640.0, 300.0),), (0, 1))
    else:
        assert shown == SceneLabel((640.0, 300.0), "8 in", "#ffffff", places=(1,), piece="nell")


def test_labels_of_marks() -> None:
    """Labels are in the order of their marks. If no place is free, a label gets its first place in front of the camera.
    If all places are behind the camera, it has none. A label about a piece gets a box as large as the piece's flat
    disc.
    """
    behind, edge = (950.0, 300.0, 0.0), (50.0, 300.0, 4.0)
    marks = (
        Label(behind, "behind", "#111111"),
        Label(behind, "edge", "#222222", (behind, edge, (20.0, 300.0, 0.0))),
        Ring((100.0, 100.0), 50.0, "#333333"),
        Label((300.0, 200.0, 7.0), "about", "#444444", radius=15.0, piece="d6"),
        Label((890.0, 200.0, 7.0), "beyond", "#555555", radius=15.0),
    )
    assert shown_labels(*marks) == (
        SceneLabel((110.0, 288.0), "edge", "#222222", places=(2,)),
        SceneLabel((580, 319), "about", "#444444", around=(580, 319, 640, 439), piece="d6"),
        SceneLabel((1790.0, 379.0), "beyond", "#555555", places=(0,)),
    )


@pytest.mark.parametrize(("scale", "side"), [(1.0, 44.0), (1.25, 52.0), (2.5, 60.0)])
def test_signs_have_the_size_of_their_place(scale: float, side: float) -> None:
    """A sign is as wide as 26 mm of the table, which are 52 pixels here. Its least and greatest width grow with the
    panels.
    """
    assert SIGN_SIDES == (24.0, 44.0)
    sign = Sign("melee", 2)
    marks: tuple[Mark, ...] = (
        SignMark((888.0, 70.0), sign, "#111111"),
        Ring((100.0, 100.0), 50.0, "#333333"),
        SignMark((300.0, 70.0), sign, "#222222"),
    )
    screen: Any = SimpleNamespace(settings=Settings.model_construct(ui_scale=scale))
    assert signs_on_screen(screen, VIEW, marks) == (SceneSign((610.0, 530.0), sign, side, "#222222"),)


def test_the_ruler_is_seen_at_its_ends() -> None:
    """The ruler is drawn between the pixels of its ends. If the ruler isn't in use, or an end is behind the camera, it
    isn't drawn.
    """
    ends: list[tuple[Point, Point, float] | None] = [
        ((100.0, 40.0), (130.0, 80.0), 50.0),
        None,
        ((950.0, 40.0), (130.0, 80.0), 50.0),
        ((100.0, 40.0), (950.0, 80.0), 50.0),
    ]
    screens: list[Any] = [SimpleNamespace(measured=lambda measured=measured: measured) for measured in ends]
    assert [ruler_on_screen(screen, VIEW) for screen in screens] == [
        Ruler((210.0, 560.0), (270.0, 520.0), 50.0),
        None,
        None,
        None,
    ]


def test_the_gauges_of_units() -> None:
    """A unit's gauges are 40 mm above its model's foot, or 20 mm if the model has fallen. A unit has none if it has no
    gauges or no model, is out of play, or is behind the camera. Without a table there are none.
    """
    gauges = (Gauge("Wounds", 2, 3),)
    pieces = {
        "stands": replace(NELL, id="stands"),
        "lies": replace(NELL, id="lies", at=(200.0, 50.0), level=0.0, fallen=True),
        "moves": replace(NELL, id="moves", at=(300.0, 50.0)),
        "behind": replace(NELL, id="behind", at=(950.0, 50.0)),
        "bare": replace(NELL, id="bare"),
        "out": replace(NELL, id="out"),
    }
    units = [
        SimpleNamespace(
            piece=name, is_out=name == "out", gauges=() if name == "bare" else gauges, initiative=f"first {name}"
        )
        for name in ("absent", *pieces)
    ]
    companies: Any = (SimpleNamespace(seat=BOB, units=units[:3]), SimpleNamespace(seat=ANN, units=units[3:]))
    view: Any = SlantedView({"moves": Pose((310.0, 60.0, 15.0))})
    first: Any = [f"first {name}" for name in pieces]
    table = FLOOR.with_pieces(*pieces.values())
    assert units_on_screen(companies, table, view) == (
        SceneUnit((210.0, 415.0), BOB.colour, gauges, first[0], "stands"),
        SceneUnit((410.0, 490.0), BOB.colour, gauges, first[1], "lies"),
        SceneUnit((630.0, 375.0), ANN.colour, gauges, first[2], "moves"),
    )
    assert units_on_screen(companies, None, view) == ()
