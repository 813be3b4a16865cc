"""Photos of the table, without panels: their subject, and the camera's pose."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Pose, Vector
from riotsim.table.state import Table
from riotsim.viewer.film.camera import FIELD_OF_VIEW, YAW, overview
from riotsim.viewer.input import picking
from riotsim.viewer.input.auto_camera import AutoCamera
from riotsim.viewer.input.camera import Camera, CameraPose, Ray

PHOTO_SIZE: Final = (1920, 1080)
"""Width and height of a photo (pixels)."""

LOW_PITCH, PITCH = math.radians(15.0), math.radians(30.0)
"""Angles of the camera's view below the horizontal (rad): for a subject that is taller than wide, and for other
subjects.
"""

TURNS: Final = tuple(math.radians(turn) for turn in (24, -24, 8, -8, 40, -40, 60, -60))
"""Angles about the vertical from the front of the table to the camera of a photo, the preferred ones first (rad)."""

SHARE: Final = 0.62
"""Fraction of the photo's height that the subject takes up."""

MARGIN_SHARE: Final = 0.08
"""Margin at each edge of a photo, as a fraction of its height, if the window shows the photo's subject from near."""

LEAST_RADIUS: Final = 38.0
"""Least assumed radius of a subject (mm). So the photo of a single die also shows its surroundings."""

LARGEST_RADIUS: Final = 190.0
"""Greatest distance from a subject's central piece to its other pieces (mm). No such limit applies to a tower."""

LEAST_TOWER: Final = 2
"""Least number of dice in a tower that is worth a photo."""

SHUTTER_TICKS: Final = 17
"""Time from the opening of the shutter to its closing (ticks)."""


def photo_camera(table: Table, poses: Mapping[PieceId, Pose], auto: AutoCamera) -> Camera:
    """Return the camera for a photo.

    - If the window shows something from near, such as a tower or the tray, the photo shows the same thing.
    - Otherwise, if the window's camera doesn't follow the game, the photo has the window's view.
    - Otherwise, the photo shows what matters most (`photo_pose`).

    Args:
        table: The table.
        poses: Poses of pieces that are not at their places on `table`.
        auto: The camera of the window.
    """
    if (near := auto.near_view) is not None:
        (width, height), margin = PHOTO_SIZE, MARGIN_SHARE * PHOTO_SIZE[1]
        frame = (margin, margin, width - margin, height - margin)
        return Camera.framing(near.corners, frame, PHOTO_SIZE, auto.camera.goal.pitch)
    if auto.looks_elsewhere:
        goal = auto.camera.goal
        return Camera(goal.target, goal.distance, goal.yaw, goal.pitch, auto.camera.lens)
    pose = photo_pose(table, poses)
    return Camera(pose.target, pose.distance, pose.yaw, pose.pitch, FIELD_OF_VIEW)


def photo_pose(table: Table, poses: Mapping[PieceId, Pose]) -> CameraPose:
    """Return the pose of the camera for a photo of what matters most (`photo_subject`).

    The camera looks from the direction where other pieces hide least of the subject.

    Args:
        table: The table.
        poses: Poses of pieces that are not at their places on `table`.
    """
    subject = photo_subject(table, poses)
    places = [at for name in subject for at in _outline(table, poses, name)]
    if not places:
        return overview(table, PHOTO_SIZE[0] / PHOTO_SIZE[1])
    low, high = ([extreme(at[axis] for at in places) for axis in range(3)] for extreme in (min, max))
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
    radius = max(LEAST_RADIUS, math.dist(low, high) / 2)
    stands = high[2] - low[2] > max(high[0] - low[0], high[1] - low[1])
    distance = radius / SHARE / math.sin(FIELD_OF_VIEW / 2)
    pitch = LOW_PITCH if stands else PITCH
    found = [CameraPose(middle, distance, YAW + turn, pitch) for turn in TURNS]
    return max(found, key=lambda pose: _seen_share(table, poses, pose, subject, places))


def photo_subject(table: Table, poses: Mapping[PieceId, Pose]) -> tuple[PieceId, ...]:
    """Return the pieces that matter most. An empty tuple stands for the whole table.

    If dice or models move, the result is the largest group of the moving pieces. If none move, it is the dice of the
    tallest tower, and its model. If no tower has `LEAST_TOWER` dice, it is the largest group of dice outside towers. A
    group consists of pieces near one another (`_together`).

    Args:
        table: The table.
        poses: Poses of pieces that are not at their places on `table`.
    """
    moving = {name: pose.xy for name, pose in poses.items() if name in table.dice or name in table.models}
    if moving:
        return _together(moving)
    tallest = max(table.towers, key=table.tower_height, default="")
    if table.tower_height(tallest) >= LEAST_TOWER:
        return (*(die.id for die in table.tower_dice(tallest)), *((tallest,) if tallest in table.models else ()))
    return _together({die.id: die.pose.xy for die in table.loose_dice()})


def _together(places: Mapping[PieceId, Point]) -> tuple[PieceId, ...]:
    """Return the largest group of pieces near one another.

    A group is one piece and all pieces at most `LARGEST_RADIUS` from it. Return an empty tuple if `places` is empty.
    """
    if not places:
        return ()

    def near(at: Point) -> tuple[PieceId, ...]:
        return tuple(name for name, place in places.items() if math.dist(place, at) <= LARGEST_RADIUS)

    return max((near(at) for at in places.values()), key=len)


def _outline(table: Table, poses: Mapping[PieceId, Pose], name: PieceId) -> Iterator[Vector]:
    """Yield the lowest and the highest point of a piece (mm)."""
    if (die := table.dice.get(name)) is not None:
        x, y, z = (poses.get(name) or die.pose).at
        yield from ((x, y, z - die.size / 2), (x, y, z + die.size / 2))
    elif (model := table.models.get(name)) is not None:
        x, y, z = poses[name].at if name in poses else (*model.at, model.level)
        yield from ((x, y, z), (x, y, z + FIGURE_HEIGHT))


FIGURE_HEIGHT: Final = 38.0
"""Height of a model's figure (mm)."""


def _seen_share(
    table: Table, poses: Mapping[PieceId, Pose], pose: CameraPose, subject: Iterable[PieceId], places: list[Vector]
) -> float:
    """Return the fraction of a photo subject's points that a camera at `pose` sees.

    It sees a point if no piece is in front of it, except pieces in `subject`. The points are the first 24 of `places`.
    """
    camera, names = Camera(pose.target, pose.distance, pose.yaw, pose.pitch, FIELD_OF_VIEW), set(subject)
    hits = (picking.pick(table, poses, _sight(camera.eye, at)) for at in places[:24])
    return sum(hit is None or hit in names for hit in hits) / len(places[:24])


def _sight(eye: Vector, at: Vector) -> Ray:
    length = math.dist(eye, at)
    return Ray(eye, ((at[0] - eye[0]) / length, (at[1] - eye[1]) / length, (at[2] - eye[2]) / length))


def shutter(table: Table) -> list[Impact]:
    """Return two impacts that sound like the clicks of a camera's shutter. They are at the middle of the table."""
    at = (*table.middle, 0.0)
    one, other = Collider("model", "shutter"), Collider("model", "camera")
    return [Impact(tick, one, other, at, 900.0, 2600.0 - 60.0 * tick) for tick in (0, SHUTTER_TICKS)]
