"""The places in the window where the ruler, labels, names, signs and gauges are drawn over the table."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import Final

from riotsim.replay.poses import pose_of
from riotsim.replay.recording import Seat
from riotsim.table.pieces import Die, Model, PieceId, Round
from riotsim.table.poses import IDENTITY, Pose, Vector
from riotsim.table.state import Table
from riotsim.viewer.input.framing import BAR_MARGIN, COLUMN_MARGIN, Box
from riotsim.viewer.render.view import SceneView
from riotsim.viewer.scene.marks import Label, Mark, SignMark
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import letters_on_dice
from riotsim.viewer.screens.measuring import UNOWNED_COLOUR
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.session.messages import GameStatus
from riotsim.viewer.ui.models import Company
from riotsim.viewer.ui.scene_model import Ruler, SceneLabel, SceneSign, SceneUnit
from riotsim.viewer.ui.widgets.layer import fitting_scale


def ruler_on_screen(screen: GameScreen | ReplayScreen, view: SceneView) -> Ruler | None:
    """Return the ruler in screen coordinates (pixels).

    Return None if the ruler is not in use, or if one of its ends is behind the camera.
    """
    if (measured := screen.measured()) is None:
        return None
    begin, end, mm = measured
    a, b = view.pixel((*begin, 0.0)), view.pixel((*end, 0.0))
    return None if a is None or b is None else Ruler(a, b, mm)


def labels_on_screen(
    game: GameScreen | ReplayScreen | SandboxScreen, view: SceneView, marks: Iterable[Mark]
) -> tuple[SceneLabel, ...]:
    """Return the labels among a screen's marks, and the letters beside dice, with their places in the window (pixels).

    Labels behind the camera are left out. A label with several possible places gets the first place far enough from the
    panels at the window's edges. If all places are too near to the edges, the label gets the first place in front of
    the camera.
    """
    width, height = view.size
    side = (COLUMN_MARGIN + LABEL_MARGIN) * fitting_scale(game.settings.ui_scale, width, height)
    found = []
    letters = letters_on_dice(game) if isinstance(game, GameScreen) else ()
    for mark in (*marks, *letters):
        if isinstance(mark, Label):
            if mark.radius and (
                box := _box_around(
                    view, _outline(Pose(mark.at), ((mark.radius, -mark.radius), (mark.radius, mark.radius)))
                )
            ):
                found.append(SceneLabel((box[0], box[1]), mark.text, mark.colour, around=box, piece=mark.piece))
                continue
            points = enumerate(map(view.pixel, (mark.at, *mark.elsewhere)))
            seen = {number: at for number, at in points if at is not None}
            free = {
                number: at
                for number, at in seen.items()
                if side <= at[0] <= width - side and LABEL_MARGIN <= at[1] <= height - BAR_MARGIN
            }
            if seen:
                numbers = tuple(free or [min(seen)])
                at, *others = (seen[number] for number in numbers)
                found.append(
                    SceneLabel(at, mark.text, mark.colour, elsewhere=tuple(others), places=numbers, piece=mark.piece)
                )
    return tuple(found)


LABEL_MARGIN = 60.0
"""Least distance of a label's middle from the panels at the sides of the window, and from the window's upper edge.

At the sides it is given in panel units, at the upper edge in pixels.
"""

FIGURE_HEIGHT = 40.0
"""Height of a figure's head above its foot (mm)."""

CROWD = 24
"""All models get names if a table has no more models than this (see `names_on_screen`)."""

HEAD_SHARE = 0.6
"""Half the width of a figure at its head, as a share of its base's radius."""

DIE_SHARE = 0.6
"""Radius of the upright cylinder for the outline of a die, as a share of the die's side."""

LEANING = 2.0
"""Largest horizontal distance between a die of a tower and the tower's lowest die, as a multiple of the die's side.

A die that is farther away has fallen off the tower.
"""


def names_on_screen(
    table: Table | None,
    poses: Mapping[PieceId, Pose],
    status: GameStatus | None,
    seats: Sequence[Seat],
    view: SceneView,
    asked: Container[PieceId] = (),
    pointed: Container[PieceId] = (),
) -> tuple[SceneLabel, ...]:
    """Return labels for the pieces on a table, with their places in the window (pixels).

    The label of a model has a text: the model's name and kind, and the height of its tower. If the model has no tower,
    the text ends with the model's states that players should notice, such as `pinned`. On a table with more than
    `CROWD` models, only these models have a label with a text:

    - Models in `asked` or `pointed`.
    - Models without a tower that have states to notice.

    A label without a text keeps other labels off a piece. These pieces have such a label:

    - All other models on a table with more than `CROWD` models.
    - Loose dice at rest in the play area, such as bullets.
    - Tokens in `asked`.

    Pieces behind the camera and models without a data sheet have no label.

    Args:
        table: The table; None if there is none.
        poses: Poses of pieces that are not at their places on `table`.
        status: The status of the game, with the data sheets.
        seats: The seats of the game.
        view: The 3D view.
        asked: The pieces that the question is about.
        pointed: The model under the mouse, and the models that a panel highlights.
    """
    if table is None or status is None:
        return ()
    tones = {seat.name: seat.colour for seat in seats}
    found = []
    for name, model in table.models.items():
        if (sheet := status.sheets.get(name)) is None:
            continue
        height = table.tower_height(name)
        noticed = [] if height else [mark.text for mark in status.marks.get(name, ()) if mark.alert]
        matters = name in asked or bool(noticed)
        figure = _outline_of_figure(model, poses.get(name) or pose_of(model))
        tower = _outline_of_tower(table, name, poses)
        if (box := _box_around(view, (*figure, *tower)) or _box_around(view, figure)) is None:
            continue
        at, is_pointed = ((box[0] + box[2]) / 2, box[1]), name in pointed
        if len(table.models) > CROWD and not (matters or is_pointed):
            found.append(_without_text(box))
            continue
        text = " · ".join(filter(None, (sheet.title, sheet.kind, str(height) if height else "", *noticed)))
        tone = tones.get(model.owner, UNOWNED_COLOUR)
        found.append(
            SceneLabel(at, text, tone, yields=True, around=box, matters=matters, pointed=is_pointed, piece=name)
        )
    loose = [_outline_of_die(die, die.pose.at) for die in _loose_dice(table) if die.id not in poses]
    tokens = [
        _outline(Pose(token.pose.at), ((token.diameter / 2, 0.0),))
        for name, token in table.tokens.items()
        if name in asked
    ]
    boxes = (_box_around(view, outline) for outline in (*loose, *tokens))
    return (*found, *(_without_text(box) for box in boxes if box is not None))


def _without_text(box: Box) -> SceneLabel:
    """Return a label without a text, which keeps other labels off the box of a piece (pixels)."""
    return SceneLabel(((box[0] + box[2]) / 2, box[1]), "", yields=True, around=box)


def _loose_dice(table: Table) -> Iterator[Die]:
    """Yield the dice that lie in the play area outside of towers."""
    stacked = {die for tower in table.towers.values() for die in tower.dice}
    for die in table.dice.values():
        x, y = die.pose.xy
        if die.id not in stacked and 0.0 <= x <= table.width and 0.0 <= y <= table.depth:
            yield die


def _outline_of_tower(table: Table, name: PieceId, poses: Mapping[PieceId, Pose]) -> list[Vector]:
    """Return points around the tower of a model (mm). Dice that have fallen off the tower don't count.

    Args:
        table: The table.
        name: The model.
        poses: Poses of pieces that are not at their places on `table`.
    """
    dice = [(die, poses.get(die.id, die.pose).at) for die in table.tower_dice(name)]
    standing = [(die, at) for die, at in dice if dist(at[:2], dice[0][1][:2]) <= LEANING * die.size]
    return [point for die, at in standing for point in _outline_of_die(die, at)]


def _outline_of_die(die: Die, at: Vector) -> list[Vector]:
    """Return points around a die whose centre is at `at` (mm)."""
    radius, half = DIE_SHARE * die.size, die.size / 2
    return _outline(Pose(at), ((radius, -half), (radius, half)))


def _outline_of_figure(model: Model, pose: Pose) -> list[Vector]:
    """Return points around a model (mm). `pose` is the model's pose in the picture."""
    base = model.base
    radius = base.diameter / 2 if isinstance(base, Round) else max(base.length, base.width) / 2
    rings = ((radius, 0.0), (radius * HEAD_SHARE, FIGURE_HEIGHT))
    return _outline(pose if model.fallen else Pose(pose.at), rings)


def _outline(pose: Pose, rings: Iterable[tuple[float, float]]) -> list[Vector]:
    """Return points around a piece: four points on each ring (mm).

    Args:
        pose: The pose of the piece. The rings are horizontal in the piece's own coordinates.
        rings: Radius of each ring, and its height above the piece's origin (mm).
    """
    local = [(dx * r, dy * r, h) for r, h in rings for dx, dy in COMPASS]
    if pose.orientation == IDENTITY:
        x, y, z = pose.at
        return [(x + dx, y + dy, z + dz) for dx, dy, dz in local]
    return [pose.transform(point) for point in local]


def _box_around(view: SceneView, points: Sequence[Vector]) -> Box | None:
    """Return the box in the window (pixels) around points (mm), or None if one of the points is behind the camera."""
    if (seen := view.camera.project_all(points, *view.size)) is None:
        return None
    (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
    return (round(left), round(top), round(right), round(bottom))


COMPASS: Final = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""Directions from the middle of a ring to the four points that are computed on the ring."""


SIGN_WIDTH = 26.0
"""Width of a sign on the table (mm)."""

SIGN_SIDES = (24.0, 44.0)
"""Least and greatest width of a sign in the window (pixels, at the panels' usual scale)."""


def signs_on_screen(game: GameScreen, view: SceneView, marks: Iterable[Mark]) -> tuple[SceneSign, ...]:
    """Return the signs among a screen's marks, with their places in the window (pixels).

    Signs behind the camera are left out.
    """
    found = []
    least, most = (side * game.settings.ui_scale for side in SIGN_SIDES)
    for mark in marks:
        if isinstance(mark, SignMark):
            x, y = mark.at
            left, right = view.pixel((x - SIGN_WIDTH / 2, y, 0.0)), view.pixel((x + SIGN_WIDTH / 2, y, 0.0))
            if left is not None and right is not None:
                at = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
                found.append(SceneSign(at, mark.sign, min(max(dist(left, right), least), most), mark.colour))
    return tuple(found)


GAUGE_LEVEL = 40.0
"""Height of the lower edge of a unit's gauges above the foot of its model (mm).

At this height, the gauges leave the model's head in sight. Over a fallen model, they are at half this height.
"""


def units_on_screen(companies: Sequence[Company], table: Table | None, view: SceneView) -> tuple[SceneUnit, ...]:
    """Return the gauges over the models of units, with their places in the window (pixels).

    A unit is left out if it has no gauges, has no model on the table, or is out of play. Units with gauges behind the
    camera are left out too.

    Args:
        companies: The companies whose units have the gauges.
        table: The table; None if there is none.
        view: The 3D view.
    """
    found = []
    for company in companies:
        for unit in company.units:
            model = None if table is None or unit.is_out or not unit.gauges else table.models.get(unit.piece)
            if model is None:
                continue
            x, y, level = view.poses[model.id].at if model.id in view.poses else (*model.at, model.level)
            at = view.pixel((x, y, level + (GAUGE_LEVEL / 2 if model.fallen else GAUGE_LEVEL)))
            if at is not None:
                found.append(SceneUnit(at, company.seat.colour, unit.gauges, unit.initiative, model.id))
    return tuple(found)
