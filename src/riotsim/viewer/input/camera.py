"""A camera that orbits a point and glides towards its goal. It needs no graphics."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from riotsim.table.poses import Point, Vector
from riotsim.viewer.input.keys import Action

Matrix = npt.NDArray[np.float64]

MIN_DISTANCE, MAX_DISTANCE = 60.0, 4000.0
"""Smallest and largest distance of the camera from its target (mm)."""

MIN_PITCH, MAX_PITCH = math.radians(4.0), math.radians(89.0)
"""Smallest and largest angle of the direction of view below the horizontal (rad).

The camera never looks straight down, because left and right would be undefined then.
"""

GLIDE_RATE = 9.0
"""Rate of gliding (1/s): after 1 / rate seconds, 1/e of the distance to the goal remains."""


FASTEST_TURN = math.radians(200.0)
"""Greatest speed of a change of yaw (rad/s). Faster turns are hard to follow."""

RIM_WIDTH = 34.0
"""Width of the rim around the table that a view of the whole table includes (mm)."""

TOWER_MARGIN = 90.0
"""Height above the table's back edge that a view of the whole table includes, to show towers there (mm)."""

CENTRING_STEPS = 5
"""Number of steps of `Camera.framing` that move the points to the middle of their part of the picture."""

DEFAULT_ASPECT = (16, 9)
"""Default width and height, in any unit, of a picture that a view of the whole table must fit into."""


@dataclass(frozen=True, slots=True)
class Ray:
    """A half-line in the table's coordinates, such as the line of sight through a pixel."""

    origin: Vector
    """Start of the ray (mm)."""
    direction: Vector
    """Direction of the ray, a unit vector."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A pose of the camera, given by its target (a point), the distance from there, and two angles."""

    target: Vector
    """The point in the middle of the camera's view (mm)."""
    distance: float
    """Distance of the camera from `target` (mm)."""
    yaw: float
    """Direction of view seen from above (rad from +x, anticlockwise)."""
    pitch: float
    """Angle of the direction of view below the horizontal (rad)."""


@dataclass(slots=True)
class Camera:
    """A camera that looks at a target.

    Methods such as `orbit` and `zoom` set a goal pose, and `glide` moves the camera towards this pose.

    Lengths are in mm, angles in rad: `yaw` anticlockwise from +x, `pitch` below the horizontal.
    """

    target: Vector = (304.8, 304.8, 0.0)
    distance: float = 900.0
    yaw: float = math.pi / 2
    pitch: float = math.radians(48.0)
    lens: float = math.radians(36.0)
    """Vertical field of view (rad)."""
    goal: CameraPose = field(init=False)

    def __post_init__(self) -> None:
        self.goal = CameraPose(self.target, self.distance, self.yaw, self.pitch)

    @classmethod
    def above_table(
        cls,
        outline: tuple[Point, Point],
        yaw: float = math.pi / 2,
        pitch: float = math.radians(46.0),
        also: Iterable[Vector] = (),
        aspect: tuple[int, int] = DEFAULT_ASPECT,
    ) -> "Camera":
        """Return a camera that sees a whole table with its rim.

        The camera may be farther away than `MAX_DISTANCE`.

        Args:
            outline: The front left and the back right corner of the rectangle around table and tray (mm).
            yaw: Direction of view seen from above (rad from +x, anticlockwise).
            pitch: Angle of the direction of view below the horizontal (rad).
            also: Other points that must be in view (mm).
            aspect: Width and height of the picture, in any unit.
        """
        (left, front), (right, back) = outline
        corners = [
            (x, y, 0.0) for x in (left - RIM_WIDTH, right + RIM_WIDTH) for y in (front - RIM_WIDTH, back + RIM_WIDTH)
        ]
        corners += [*((x, back, TOWER_MARGIN) for x in (left, right)), *also]
        divisor = math.gcd(*aspect)  # so that pictures of equal shape get the same camera to the last bit
        width, height = aspect[0] // divisor, aspect[1] // divisor

        def fits(places: list[Point | None]) -> bool:
            return all(one is not None and 0 <= one[0] <= width and 0 <= one[1] <= height for one in places)

        def seen() -> list[Point | None]:
            return [camera.project(corner, width, height) for corner in corners]

        camera = cls(((left + right) / 2, (front + back) / 2, 0.0), MAX_DISTANCE, yaw, pitch)
        while not fits(seen()):
            camera.distance *= 2.0
        near, far = MIN_DISTANCE, camera.distance
        while far - near > 1.0:
            camera.distance = (near + far) / 2
            places = seen()
            if fits(places):
                far = camera.distance
            else:
                near = camera.distance
            # Near parts take up more of the picture, so its middle is nearer than the table's middle.
            found = [one for one in places if one is not None]
            low, high = max(one[1] for one in found), min(one[1] for one in found)
            nearer = ((low + high) / 2 - height / 2) / height * camera.distance * 0.5
            x, y, z = camera.target
            camera.target = (x - nearer * math.cos(yaw), y - nearer * math.sin(yaw), z)
        camera.distance = far
        while not fits(seen()):  # the target has moved since `far` was found
            camera.distance += 1.0
        return cls(camera.target, camera.distance, yaw, pitch)

    @classmethod
    def framing(
        cls, points: Sequence[Vector], frame: tuple[float, float, float, float], size: tuple[int, int], pitch: float
    ) -> "Camera":
        """Return a camera at the front of the table that shows some points in the middle of a part of the picture.

        The camera is as near as possible, with all points inside this part of the picture.

        Args:
            points: The points (mm), at least one.
            frame: Left, top, right and bottom of the part (pixels from the upper left corner).
            size: Width and height of the picture (pixels).
            pitch: Angle of the direction of view below the horizontal (rad).
        """
        left, top, right, bottom = frame
        places = np.hstack([np.array(points), np.ones((len(points), 1))])
        x, y, _ = np.mean(points, axis=0)
        camera = cls((float(x), float(y), 0.0), MAX_DISTANCE, math.pi / 2, pitch)
        near, far, found = MIN_DISTANCE, MAX_DISTANCE, camera.target
        while far - near > 1.0:
            camera.distance = (near + far) / 2
            for _ in range(CENTRING_STEPS):
                box = camera._bounds(places, *size)
                if box is None:
                    break
                mm = 2 * camera.distance * math.tan(camera.lens / 2) / size[1]
                across = ((box[0] + box[2]) - (left + right)) / 2 * mm
                along = ((box[1] + box[3]) - (top + bottom)) / 2 * mm / math.sin(pitch)
                x, y, z = camera.target
                camera.target = (x + across, y - along, z)
            box = camera._bounds(places, *size)
            if box is not None and left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom:
                far, found = camera.distance, camera.target
            else:
                near = camera.distance
        return cls(found, far, math.pi / 2, pitch)

    def _bounds(self, places: Matrix, width: int, height: int) -> tuple[float, float, float, float] | None:
        """Return the rectangle around points in a picture: left, top, right and bottom (pixels).

        The points are rows (x, y, z, 1). If a point is behind the camera, return None.
        """
        seen = self._project_all(places, width, height)
        if seen is None:
            return None
        (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    def _project_all(self, places: Matrix, width: int, height: int) -> Matrix | None:
        """Do the same as `project_all`, but for points given as rows (x, y, z, 1)."""
        clip = places @ self.view.T @ self.projection(width, height).T
        if clip[:, 3].min() <= 1e-6:
            return None
        across, up = clip[:, 0] / clip[:, 3], clip[:, 1] / clip[:, 3]
        return np.stack([(across + 1) * width / 2, (1 - up) * height / 2], axis=1)

    def project_all(self, points: Sequence[Vector], width: int, height: int) -> Matrix | None:
        """Return the places of points in a picture, shape (n, 2), in pixels from the top left corner.

        If a point is behind the camera, return None.

        Args:
            points: The points (mm).
            width: Width of the picture (pixels).
            height: Height of the picture (pixels).
        """
        return self._project_all(np.hstack([np.array(points), np.ones((len(points), 1))]), width, height)

    @property
    def forward(self) -> Vector:
        """Direction of view, a unit vector."""
        level = math.cos(self.pitch)
        return (level * math.cos(self.yaw), level * math.sin(self.yaw), -math.sin(self.pitch))

    @property
    def eye(self) -> Vector:
        """The position of the camera (mm)."""
        x, y, z = self.target
        fx, fy, fz = self.forward
        return (x - fx * self.distance, y - fy * self.distance, z - fz * self.distance)

    def orbit(self, yaw: float, pitch: float) -> None:
        """Add two angles to the yaw and the pitch of the goal pose (rad). The pitch stays within its limits."""
        pitch = min(max(self.goal.pitch + pitch, MIN_PITCH), MAX_PITCH)
        self.goal = replace(self.goal, yaw=self.goal.yaw + yaw, pitch=pitch)

    def pan(self, right: float, up: float) -> None:
        """Move the target of the goal pose over the table.

        Args:
            right: Distance to the right, as seen from the camera in the goal pose (mm).
            up: Distance over the table away from the camera, as seen from the camera in the goal pose (mm).
        """
        across, along = self.step(right, up)
        x, y, z = self.goal.target
        self.goal = replace(self.goal, target=(x + across, y + along, z))

    def step(self, right: float, away: float) -> Point:
        """Convert a step over the table, as seen from the camera in the goal pose, to distances along x and y (mm).

        Args:
            right: Length of the step to the right (mm).
            away: Length of the step away from the camera (mm).
        """
        turned = self.goal.yaw - math.pi / 2  # at the default yaw, right is x and away is y to the last bit
        c, s = math.cos(turned), math.sin(turned)
        return c * right - s * away, s * right + c * away

    def zoom(self, share: float) -> None:
        """Multiply the goal's distance from its target by `share`. The distance stays within its limits."""
        self.goal = replace(self.goal, distance=min(max(self.goal.distance * share, MIN_DISTANCE), MAX_DISTANCE))

    def focus(self, point: Vector, distance: float | None = None) -> None:
        """Set the goal to look at a point.

        Args:
            point: The point (mm).
            distance: New distance of the camera from the point (mm). The distance stays within its limits. None for
                the present distance.
        """
        distance = self.goal.distance if distance is None else min(max(distance, MIN_DISTANCE), MAX_DISTANCE)
        self.goal = replace(self.goal, target=point, distance=distance)

    def glide(self, dt: float) -> bool:
        """Glide towards the goal for `dt` seconds. Return False once the camera has arrived there, otherwise True."""
        share = 1.0 - math.exp(-GLIDE_RATE * max(dt, 0.0))
        goal = self.goal
        if (turn := abs(goal.yaw - self.yaw)) > 0.0:
            share = min(share, FASTEST_TURN * max(dt, 0.0) / turn)
        left = max(math.dist(goal.target, self.target), abs(goal.distance - self.distance))
        turns = max(abs(goal.yaw - self.yaw), abs(goal.pitch - self.pitch))
        if left < 0.01 and turns < 1e-5:
            share = 1.0
        x, y, z = (a + (b - a) * share for a, b in zip(self.target, goal.target, strict=True))
        self.target = (x, y, z)
        self.distance += (goal.distance - self.distance) * share
        self.yaw += (goal.yaw - self.yaw) * share
        self.pitch += (goal.pitch - self.pitch) * share
        return share < 1.0

    def arrive(self) -> None:
        """Move to the goal at once."""
        goal = self.goal
        self.target, self.distance, self.yaw, self.pitch = goal.target, goal.distance, goal.yaw, goal.pitch

    @property
    def near(self) -> float:
        """Distance of the near clipping plane from the camera (mm)."""
        return max(self.distance * 0.05, 8.0)

    @property
    def far(self) -> float:
        """Distance of the far clipping plane from the camera (mm)."""
        return self.distance + 6000.0

    @property
    def view(self) -> Matrix:
        """The view matrix of shape (4, 4), from the table's coordinates to the camera's. The camera looks along -z."""
        x, y, z = self.eye
        cy, sy, cp, sp = math.cos(self.yaw), math.sin(self.yaw), math.cos(self.pitch), math.sin(self.pitch)
        return np.array(
            [
                [sy, -cy, 0.0, cy * y - sy * x],
                [cy * sp, sy * sp, cp, -cy * sp * x - sy * sp * y - cp * z],
                [-cy * cp, -sy * cp, sp, cy * cp * x + sy * cp * y - sp * z],
                [0.0, 0.0, 0.0, 1.0],
            ]
        )

    def projection(self, width: int, height: int) -> Matrix:
        """Return the projection matrix of OpenGL, of shape (4, 4), for a picture of a given size (pixels)."""
        tall = 1.0 / math.tan(self.lens / 2)
        near, far = self.near, self.far
        return np.array(
            [
                [tall * height / width, 0.0, 0.0, 0.0],
                [0.0, tall, 0.0, 0.0],
                [0.0, 0.0, (far + near) / (near - far), 2 * far * near / (near - far)],
                [0.0, 0.0, -1.0, 0.0],
            ]
        )

    def ray(self, x: float, y: float, width: int, height: int) -> Ray:
        """Return the line of sight through a point of a picture.

        Args:
            x: Place of the point from the left (pixels).
            y: Place of the point from the top (pixels).
            width: Width of the picture (pixels).
            height: Height of the picture (pixels).
        """
        tall = math.tan(self.lens / 2)
        local = np.array([(2 * x / width - 1) * tall * width / height, (1 - 2 * y / height) * tall, -1.0])
        way = self.view[:3, :3].T @ local
        way /= np.linalg.norm(way)
        return Ray(self.eye, (float(way[0]), float(way[1]), float(way[2])))

    def project(self, point: Vector, width: int, height: int) -> tuple[float, float] | None:
        """Return the place of a point (mm) in a picture, in pixels from the top left corner.

        If the point is behind the camera, return None.
        """
        clip = self.projection(width, height) @ (self.view @ np.array([*point, 1.0]))
        if clip[3] <= 1e-6:
            return None
        return (float((clip[0] / clip[3] + 1) * width / 2), float((1 - clip[1] / clip[3]) * height / 2))


PAN, ORBIT, ZOOM = 0.9, 1.6, 0.25
"""Effect of a key that is held for a second.

- `PAN`: how far the target moves, as a fraction of the camera's distance from it.
- `ORBIT`: the angle of the camera's turn (rad).
- `ZOOM`: the new distance of the camera from the target when it zooms in, as a fraction of the old distance.
"""

MAX_FRAME_SECONDS = 0.1
"""A key moves the camera for no longer than this in one frame (s). A longer frame doesn't move it any further."""


def steer(camera: Camera, holds: Callable[[Action], bool], seconds: float) -> None:
    """Change the goal pose of a camera by the held keys.

    Args:
        camera: The camera.
        holds: Function that returns whether the key of an action is down.
        seconds: Time since the last call (s).
    """
    step = min(seconds, MAX_FRAME_SECONDS)

    def way(one: Action, other: Action) -> float:
        return step * (holds(one) - holds(other))

    right, away = way(Action.PAN_RIGHT, Action.PAN_LEFT), way(Action.PAN_AWAY, Action.PAN_NEAR)
    if right or away:
        far = camera.goal.distance
        camera.pan(right * far * PAN, away * far * PAN)
    if turn := way(Action.ORBIT_RIGHT, Action.ORBIT_LEFT):
        camera.orbit(turn * ORBIT, 0.0)
    if nearer := way(Action.ZOOM_IN, Action.ZOOM_OUT):
        camera.zoom(ZOOM**nearer)
