"""Labels over the scene: which ones are drawn, and where."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any, Final

import pytest

from riotsim.table.pieces import Model
from riotsim.table.poses import Pose
from riotsim.testing.tables import empty_table
from riotsim.viewer.on_screen import FIGURE_HEIGHT, units_on_screen
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.models import Company
from riotsim.viewer.ui.panels.scene import labels
from riotsim.viewer.ui.panels.scene.labels import overlap
from riotsim.viewer.ui.panels.units import order
from riotsim.viewer.ui.scene_model import SceneLabel, SceneUnit
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import Box
from riotsim.viewer.ui.widgets.fonts import SMALL

from .. import samples
from ..conftest import Screen, table_screen


def test_names_yield_to_other_labels(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a name would lie on another label or outside the window, it is left out. Of two names the nearer one stays."""
    drawn: list[str] = []
    monkeypatch.setattr(labels, "draw_label", lambda _ui, text, *_rest: drawn.append(text))
    shown = (
        SceneLabel((500, 300), "far", yields=True),
        SceneLabel((500, 308), "near", yields=True),
        SceneLabel((700, 300), "hidden", yields=True),
        SceneLabel((704, 300), "6 in"),
        SceneLabel((-20, 300), "outside", yields=True),
    )
    screen.frame(table_screen(replace(samples.GAME, labels=shown)), 0.1)
    assert drawn == ["6 in", "near"]


def test_a_name_has_a_place_at_the_upper_edge(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a figure is at the upper edge of the window, its name has no room above it, and stands below."""
    figure = (480.0, 4.0, 520.0, 60.0)
    found = boxes_drawn(screen, monkeypatch, SceneLabel((500, 4), "Ines", yields=True, around=figure))
    assert found["Ines"][1] > figure[3]


def test_a_name_that_is_asked_about_is_never_left_out(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If other figures fill all places, a name is left out, unless the question is about its figure."""
    here, around = (480.0, 300.0, 520.0, 340.0), (300.0, 100.0, 700.0, 560.0)
    others = [SceneLabel((0, 0), "", yields=True, around=around)]
    name = SceneLabel((500, 300), "Ines", yields=True, around=here)
    assert boxes_drawn(screen, monkeypatch, name, *others) == {}
    assert "Ines" in boxes_drawn(screen, monkeypatch, replace(name, matters=True), *others)


FIGURES: Final = ((480.0, 300.0, 520.0, 340.0), (480.0, 260.0, 520.0, 300.0))
"""Boxes of two figures, one behind the other as seen from above (pixels)."""


def boxes_drawn(screen: Screen, monkeypatch: pytest.MonkeyPatch, *shown: SceneLabel) -> dict[str, Box]:
    """Draw labels, and return the box of each by its text: left, upper, right and lower edge."""
    found: dict[str, Box] = {}

    def keep(ui: Ui, text: str, x: float, y: float, _tone: str) -> None:
        wide, high = labels.half_sizes(ui, text, SMALL)
        found[text] = (x - wide, y - high, x + wide, y + high)

    monkeypatch.setattr(labels, "draw_label", keep)
    for _ in range(2):
        screen.frame(table_screen(replace(samples.GAME, labels=shown)), 0.1)
    return found


def test_names_and_ranges_leave_the_figures_free(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name stands beside its figure and on no other figure, also seen from above. If a circle's text would lie on a
    figure or a name, it stands elsewhere along the circle.
    """
    names = [SceneLabel((500, box[1]), f"Ines {n}", yields=True, around=box) for n, box in enumerate(FIGURES)]
    circle = SceneLabel((500, 280), "scoot: 24 in at most", elsewhere=((500, 320), (500, 440)))
    found = boxes_drawn(screen, monkeypatch, *names, circle)
    assert len(found) == 3
    assert not any(overlap(box, figure) for box in found.values() for figure in FIGURES)
    assert not any(overlap(one, other) for one, other in combinations(found.values(), 2))


ROW: Final = {
    "Cyril · git": (472.0, 245.0, 508.0, 288.0),
    "Dot · git · 2": (521.0, 253.0, 557.0, 296.0),
    "Bert · git": (423.0, 253.0, 459.0, 296.0),
}
"""Boxes of three figures that stand so close that their names don't all fit directly above them (pixels)."""

CLOSE: Final = {f"Ines {n} · git": (450.0 + 24 * n, 260.0, 472.0 + 24 * n, 300.0) for n in range(5)}
"""Boxes of five figures whose names don't all fit directly above or below them (pixels)."""


@pytest.mark.parametrize(("figures", "has_lines"), [(ROW, False), (CLOSE, True)])
def test_each_name_stands_over_its_own_figure(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, figures: dict[str, Box], *, has_lines: bool
) -> None:
    """All names of figures in a row are drawn, straight above or below their own figures and on no other figure. If a
    name doesn't touch its figure, a line leads from the name to the figure.
    """
    lines: list[Box] = []
    monkeypatch.setattr(labels, "draw_line", lambda _ui, line, _tone: lines.append(line))
    names = [SceneLabel((0, box[1]), text, yields=True, around=box) for text, box in figures.items()]
    found = boxes_drawn(screen, monkeypatch, *names)
    assert found.keys() == figures.keys()
    for text, (left, top, right, bottom) in found.items():
        own = figures[text]
        assert (left + right) / 2 == pytest.approx((own[0] + own[2]) / 2)
        assert not any(overlap((left, top, right, bottom), figure) for figure in figures.values())
        touches = abs(own[1] - bottom) <= 3.01 or abs(top - own[3]) <= 3.01
        ends = [(bottom, own[1] + labels.LINE_DEPTH * (own[2] - own[0])), (own[3], top)]
        assert touches or any((line[1], line[3]) == pytest.approx(end) for line in lines for end in ends)
    assert bool(lines) == has_lines


def test_no_other_figure_stands_between_a_raised_name_and_its_own(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a name is raised, a line with a dot leads to its figure. A name isn't raised if another figure would then be
    below the middle of the name, because the name would be taken for that figure's.
    """
    dots: list[tuple[float, float]] = []
    monkeypatch.setattr(labels, "draw_dot", lambda _ui, x, y, _tone: dots.append((x, y)))
    own, behind = (480.0, 300.0, 520.0, 340.0), (505.0, 255.0, 545.0, 296.0)
    name = SceneLabel((0, 0), "Ines the Swordswoman", yields=True, around=own)
    texts = SceneLabel((545, 288), "8 in"), SceneLabel((500, 352), "6 in")
    raised = boxes_drawn(screen, monkeypatch, name, *texts)[name.text]
    assert raised[3] < own[1] - 20
    assert dots[-1] == pytest.approx((500.0, own[1] + labels.LINE_DEPTH * 40.0))
    dots.clear()
    other = SceneLabel((0, 0), "", yields=True, around=behind)
    beside = boxes_drawn(screen, monkeypatch, name, other, *texts)[name.text]
    assert beside[3] == own[3]
    assert not dots


def test_a_name_between_other_figures_stands_beside_its_own(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a figure stands between others before and behind it, its name stands beside it. If figures are at both sides
    too, the name is left out.
    """
    column = [(480.0, 140.0 + 45 * n, 520.0, 180.0 + 45 * n) for n in range(3)]
    names = [SceneLabel((500, box[1]), f"Ines {n}", yields=True, around=box) for n, box in enumerate(column)]
    found = boxes_drawn(screen, monkeypatch, *names)
    assert found.keys() == {"Ines 0", "Ines 1", "Ines 2"}
    assert not any(overlap(box, figure) for box in found.values() for figure in column)
    left, top, right, bottom = column[1]
    sides = [(left - 60, top, left - 1, bottom), (right + 1, top, right + 60, bottom)]
    beside = [SceneLabel((0, 0), "", yields=True, around=box) for box in sides]
    assert boxes_drawn(screen, monkeypatch, *names, *beside).keys() == {"Ines 0", "Ines 2"}


MELEE: Final = {"b2": (413.0, 213.0), "a1": (459.0, 203.0), "b1": (489.0, 223.0)}
"""The places of the gauges of three units in a melee, so close that the gauges would overlap (pixels)."""


def test_gauges_in_a_melee_stand_apart(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gauges and initiatives of units that stand close together don't overlap, and no name lies on them. The gauges
    of the nearest unit stay at its model.
    """
    gauges, initiative = samples.FIGHTERS[0].gauges, samples.FIGHTERS[0].initiative
    close = tuple(SceneUnit(at, "#2f7fc4", gauges, initiative, name) for name, at in MELEE.items())
    names = [
        SceneLabel((x, y), f"Hand {name}", yields=True, around=(x - 17, y - 3, x + 17, y + 54), piece=name)
        for name, (x, y) in MELEE.items()
    ]
    places: dict[str, Box] = {}
    draw_units = order.draw_units

    def keep(ui: Ui, units: Sequence[SceneUnit]) -> dict[str, labels.Spot]:
        spots = draw_units(ui, units)
        places.update({piece: spot.box for piece, spot in spots.items()})
        return spots

    monkeypatch.setattr("riotsim.viewer.ui.game_screen.draw_units", keep)
    monkeypatch.setattr(samples, "GAME", replace(samples.GAME, units=close))
    found = boxes_drawn(screen, monkeypatch, *names)
    drawn = [*places.values(), *found.values()]
    assert len(drawn) == 2 * len(close)
    assert not any(overlap(one, other) for one, other in combinations(drawn, 2))
    left, top, _, bottom = places["b1"]
    assert left < MELEE["b1"][0]
    assert top < MELEE["b1"][1] - 5 < bottom


def test_gauges_stay_above_the_head_of_a_figure(screen: Screen) -> None:
    """The gauges of a unit end above the head of its model, also while the model is lifted and carried."""
    unit = replace(samples.FIGHTERS[0], initiative=None)
    company, table = Company(samples.ADA, "Ines", (unit,)), empty_table(600.0, 600.0)
    table = table.with_pieces(Model(unit.piece, "Ada", (100.0, 100.0)))
    for poses, foot in (({}, 0.0), ({unit.piece: Pose((140.0, 100.0, 25.0))}, 25.0)):
        view: Any = SimpleNamespace(poses=poses, pixel=lambda place: (400.0 + place[0], 300.0 - place[2]))
        (seen,) = units_on_screen((company,), table, view)
        boxes: list[Box] = []

        def draw(ui: Ui, seen: SceneUnit = seen, boxes: list[Box] = boxes) -> list[UiCommand]:
            boxes += [spot.box for spot in order.draw_units(ui, (seen,)).values()]
            return []

        screen.frame(draw)
        assert seen.at[0] == 400.0 + (140.0 if poses else 100.0)
        assert boxes[0][3] <= 300.0 - foot - FIGURE_HEIGHT


def test_a_text_leaves_the_line_of_raised_gauges_free(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text has another place if it would cover the line between a fighter and the fighter's raised gauges."""
    gauges, initiative = samples.FIGHTERS[0].gauges, samples.FIGHTERS[0].initiative
    places = {"Ines": (500.0, 302.0), "Juan": (500.0, 301.0), "Kim": (545.0, 300.0)}
    close = tuple(SceneUnit(at, "#2f7fc4", gauges, initiative, name) for name, at in places.items())
    text = SceneLabel((545, 291), "6 in", elsewhere=((545, 400),))
    assert boxes_drawn(screen, monkeypatch, text)["6 in"][1] < 291.0
    monkeypatch.setattr(samples, "GAME", replace(samples.GAME, units=close))
    assert boxes_drawn(screen, monkeypatch, text)["6 in"][1] > 350.0


def test_gauges_keep_their_places_while_fighters_move(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gauges of two fighters change places only once one fighter is clearly nearer than the other."""
    gauges, initiative = samples.FIGHTERS[0].gauges, samples.FIGHTERS[0].initiative
    lower: list[str] = []
    draw_units = order.draw_units

    def keep(ui: Ui, units: Sequence[SceneUnit]) -> dict[str, labels.Spot]:
        spots = draw_units(ui, units)
        lower.append(max(spots, key=lambda piece: spots[piece].box[1]))
        return spots

    monkeypatch.setattr("riotsim.viewer.ui.game_screen.draw_units", keep)
    for ahead in (2, -2, 2, -20, -2, 20):
        pair = (("Ines", 300.0 + ahead), ("Juan", 300.0))
        close = tuple(SceneUnit((500, y), "#2f7fc4", gauges, initiative, piece) for piece, y in pair)
        screen.frame(table_screen(replace(samples.GAME, units=close)), 0.1)
    assert lower == ["Ines", "Ines", "Ines", "Juan", "Juan", "Ines"]


def test_a_name_keeps_its_place_while_figures_move(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that had to stand below its figure stays there while the place above is only just free, and goes back when
    that place is clearly free.
    """
    figure = (480.0, 300.0, 520.0, 340.0)
    name = SceneLabel((500, 300), "Ines", yields=True, around=figure, piece="a1")

    def is_above(others_edge: float) -> bool:
        other = SceneLabel((0, 0), "", yields=True, around=(480.0, 200.0, 520.0, others_edge))
        return boxes_drawn(screen, monkeypatch, name, other)["Ines"][3] < figure[1]

    (edge,) = {box[1] for box in boxes_drawn(screen, monkeypatch, name).values()}
    assert is_above(edge - 1)
    assert not is_above(edge + 1)
    assert not is_above(edge - 1)
    assert is_above(edge - 3)


def test_a_text_keeps_its_place_along_a_circle(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a text had to move along its circle, it stays at its new place while this place is only just free. It also
    stays if another place on the circle goes out of sight.
    """
    ends = ((500.0, 250.0), (500.0, 330.0), (500.0, 420.0))
    text = SceneLabel(ends[0], "6 in", elsewhere=ends[1:], places=(0, 1, 2), piece="a1")
    left, top, right, bottom = boxes_drawn(screen, monkeypatch, text)["6 in"]
    dx, dy = ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]
    over = SceneLabel((0, 0), "", yields=True, around=(left, top, right, bottom))
    near = SceneLabel((0, 0), "", yields=True, around=(left + dx, bottom + dy + 1, right + dx, bottom + dy + 40))
    there = (left + dx, top + dy, right + dx, bottom + dy)
    assert boxes_drawn(screen, monkeypatch, text, over)["6 in"] == pytest.approx(there)
    moved = SceneLabel(ends[1], "6 in", elsewhere=ends[2:], places=(1, 2), piece="a1")
    assert boxes_drawn(screen, monkeypatch, moved, over, near)["6 in"] == pytest.approx(there)


@pytest.mark.parametrize("pieces", [("d1", "d2"), ("", "")])
def test_equal_texts_keep_their_own_places(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, pieces: tuple[str, str]
) -> None:
    """If a text stands below its die, it stays there until the place above is clearly free. This holds too if another
    die has the same text above.
    """
    dice = [(480.0, 300.0, 520.0, 340.0), (480.0, 430.0, 520.0, 470.0)]
    texts = [SceneLabel((0, 0), "6 Fight", around=die, piece=piece) for die, piece in zip(dice, pieces, strict=True)]
    boxes: list[Box] = []

    def drawn(edge: float) -> list[bool]:
        """Return which texts are above their dice, if a figure above the first die ends at `edge`."""
        other = SceneLabel((0, 0), "", yields=True, around=(480.0, 200.0, 520.0, edge))
        monkeypatch.setattr(labels, "draw_label", lambda ui, text, x, y, *_: boxes.append((x, y, x, y)))
        screen.frame(table_screen(replace(samples.GAME, labels=(*texts, other))), 0.1)
        return [box[1] < die[1] for box, die in zip(boxes[-2:], dice, strict=True)]

    (edge,) = {box[1] for box in boxes_drawn(screen, monkeypatch, texts[0]).values()}
    assert drawn(edge + 1) == [False, True]
    assert drawn(edge - 1) == [False, True]
    assert drawn(edge - 3) == [True, True]


def test_who_is_asked_about_is_named_first(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is no room for all names, the names of the models that the player is asked about stay."""
    crowd = [
        SceneLabel((500, 200), f"b{n}", yields=True, around=(495, 200, 505, 210), matters=n == 7) for n in range(9)
    ]
    found = boxes_drawn(screen, monkeypatch, *crowd)
    assert "b7" in found
    assert len(found) < len(crowd)


ARMY: Final = {
    f"Rifleman {10 * row + n}": (340.0 + 36 * n, 220.0 + 44 * row, 376.0 + 36 * n, 260.0 + 44 * row)
    for row in range(3)
    for n in range(9)
}
"""Boxes of three rows of figures that touch (pixels)."""


@pytest.mark.parametrize("pointed", ["", "Rifleman 14"])
def test_names_of_an_army_cover_nobody(screen: Screen, monkeypatch: pytest.MonkeyPatch, pointed: str) -> None:
    """If a question is about a whole army in rows, a name is drawn only where it covers no figure and no other name.
    The figure under the mouse always has its name.
    """
    names = [
        SceneLabel((0, box[1]), text, yields=True, around=box, matters=True, pointed=text == pointed)
        for text, box in ARMY.items()
    ]
    found = boxes_drawn(screen, monkeypatch, *names)
    assert len(found) >= 9
    assert (pointed in found) == bool(pointed)
    assert "Rifleman 13" not in found
    covering = {text for text, box in found.items() if any(overlap(box, figure) for figure in ARMY.values())}
    assert covering == set(filter(None, [pointed]))
    assert not any(overlap(one, other) for one, other in combinations(found.values(), 2))


def test_a_label_has_room_for_all_its_lines(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A label of two lines is as wide as the wider line, and higher than one of a single line."""
    short, wide = SceneLabel((500, 200), "down"), SceneLabel((500, 250), "all dice are stacked again")
    both = SceneLabel((500, 350), f"{short.text}\n{wide.text}")
    found = boxes_drawn(screen, monkeypatch, short, wide, both)
    widths, heights = ({text: box[k + 2] - box[k] for text, box in found.items()} for k in (0, 1))
    assert widths[both.text] == widths[wide.text] > widths[short.text]
    assert heights[both.text] > 1.5 * heights[wide.text]


def test_a_kept_die_is_seen_beside_its_label(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The label of a die that counts is always drawn, beside the die."""
    die = (490.0, 300.0, 510.0, 320.0)
    assert not overlap(boxes_drawn(screen, monkeypatch, SceneLabel((490, 300), "6 Fight", around=die))["6 Fight"], die)


def test_the_label_of_a_die_out_of_sight_is_left_out(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a die behind a panel nor one outside the window has a label, also where the label would have room."""
    screen.settled(table_screen(samples.GAME))
    assert screen.ui is not None
    left, top, _, bottom = screen.ui.frame.items["standings"]
    x, y, wide = left + 8, (top + bottom) / 2, screen.window.width
    behind = SceneLabel((x, y), "5 Move", around=(x - 5, y - 5, x + 5, y + 5))
    outside = SceneLabel((wide + 9, 300), "6 Move", around=(wide + 4, 295, wide + 14, 305))
    seen = SceneLabel((490, 300), "7 Move", around=(480, 290, 500, 310))
    assert set(boxes_drawn(screen, monkeypatch, behind, outside, seen)) == {"7 Move"}
