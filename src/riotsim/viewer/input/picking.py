"""The piece under the mouse, found with a ray against the table's geometry. The search needs no graphics."""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from riotsim.replay.poses import PoseArray, movables, pose_of
from riotsim.table.memo import memoize_last
from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Hull, Model, Movable, PieceId, Round, Terrain, Token
from riotsim.table.poses import Point, Pose, Quaternion, Vector, about_z, rotate
from riotsim.table.state import Table
from riotsim.viewer.input.camera import Ray

BODY_SHARE = 0.52
"""Radius of the cylinder that stands for a figure's body in tests of rays, as a share of the base's radius."""

VEHICLE_HEIGHT = 22.0
"""Height of the box that stands for a vehicle in tests of rays (mm)."""

Array = npt.NDArray[np.float64]


def pick(table: Table, poses: Mapping[PieceId, Pose], ray: Ray) -> PieceId | None:
    """Return the piece that a ray hits first, scenery included, or None if it hits none.

    Args:
        table: The table.
        poses: Poses of pieces that are not at their places on `table`.
        ray: The ray.
    """
    best: tuple[float, PieceId] | None = None
    for name, far in _hit_distances(table, poses, ray):
        if far is not None and (best is None or (far, name) < best):
            best = (far, name)
    return None if best is None else best[1]


def on_plane(ray: Ray, level: float) -> Point | None:
    """Return the point (mm) where a ray meets the horizontal plane at the height `level` (mm).

    If the ray doesn't meet the plane, return None.
    """
    fall = ray.direction[2]
    if abs(fall) < 1e-9:
        return None
    far = (level - ray.origin[2]) / fall
    return None if far <= 0 else (ray.origin[0] + ray.direction[0] * far, ray.origin[1] + ray.direction[1] * far)


def _hit_distances(table: Table, poses: Mapping[PieceId, Pose], ray: Ray) -> Iterator[tuple[PieceId, float | None]]:
    for name, piece in _near(table, poses, ray):
        pose = poses.get(name) or pose_of(piece)
        origin, way = _local(pose, ray)
        match piece:
            case Die(kind=kind, size=size):
                normals = np.array(kind.normals)
                heights = (normals @ np.array(kind.corners).T).max(axis=1) * size
                yield name, _convex_entry(normals, heights, origin, way)
            case Token(diameter=diameter, thickness=thickness):
                yield name, _cylinder_entry(diameter / 2, -thickness / 2, thickness / 2, origin, way)
            case Model(base=Hull(length, width)):
                yield name, _box((-length / 2, -width / 2, 0.0), (length / 2, width / 2, VEHICLE_HEIGHT), origin, way)
            case Model(base=Round(diameter), height=tall):
                radius = diameter / 2
                yield name, _cylinder_entry(radius, 0.0, BASE_THICKNESS, origin, way)
                yield name, _cylinder_entry(radius * BODY_SHARE, BASE_THICKNESS, tall, origin, way)
    for terrain in table.terrain.values():
        yield terrain.id, _scenery(terrain, ray)


def _reach(piece: Die | Token | Model) -> float:
    """Return the radius of a ball that encloses a piece (mm). The centre of the ball is the piece's place."""
    match piece:
        case Die(kind=kind, size=size):
            return kind.circumradius * size
        case Token(diameter=diameter, thickness=thickness):
            return diameter + thickness
        case Model(base=Hull(length, width)):
            return length + width + VEHICLE_HEIGHT
        case Model(base=Round(diameter), height=tall):
            return diameter + tall
    raise AssertionError("a base is round, or there is a hull")


def _near(table: Table, poses: Mapping[PieceId, Pose], ray: Ray) -> list[tuple[PieceId, Movable]]:
    """Return the movable pieces that a ray may hit. The ray passes through the ball around each of them.

    The result may also contain pieces that lie close behind the ray's start. The ray can't hit those.
    """
    # All pieces are tested at once, because this runs several times in a frame.
    pieces, resting, reaches = _surroundings(table)
    posed = PoseArray.from_poses(poses)
    there, here = _moved(table, posed.names)
    centres = resting[:, :3].copy()
    centres[there] = posed.rows[here, :3]
    off = centres - ray.origin
    along = off @ np.array(ray.direction)
    near = (np.einsum("ij,ij->i", off, off) - along * along <= reaches * reaches) & (along > -reaches)
    return [pieces[place] for place in np.flatnonzero(near)]


@memoize_last
def _surroundings(table: Table) -> tuple[list[tuple[PieceId, Movable]], Array, Array]:
    """Return the movable pieces, their poses at rest, and the radii of the balls that enclose them (mm).

    The poses are rows of a `PoseArray`.
    """
    pieces = movables(table)
    resting = PoseArray.from_poses({name: pose_of(piece) for name, piece in pieces.items()}).rows
    return [*pieces.items()], resting, np.array([_reach(piece) for piece in pieces.values()])


@memoize_last
def _moved(table: Table, names: tuple[PieceId, ...]) -> tuple[list[int], list[int]]:
    """Look for each piece of `names` among the movable pieces of the table, and return two lists of indices.

    An entry of the first list is a found piece's index among all movable pieces. The same entry of the second list is
    this piece's index in `names`. Pieces that aren't found have no entry.
    """
    places = {name: place for place, name in enumerate(movables(table))}
    found = [(places[name], here) for here, name in enumerate(names) if name in places]
    return [there for there, _ in found], [here for _, here in found]


def _local(pose: Pose, ray: Ray) -> tuple[Array, Array]:
    """Return the origin (mm) and the direction of a ray in the coordinates of a piece."""
    x, y, z, w = pose.orientation
    back: Quaternion = (-x, -y, -z, w)
    ox, oy, oz = (a - b for a, b in zip(ray.origin, pose.at, strict=True))
    return np.array(rotate(back, (ox, oy, oz))), np.array(rotate(back, ray.direction))


def _convex_entry(normals: Array, heights: Array, origin: Array, way: Array) -> float | None:
    """Return the distance to a ray's entry into a convex solid (mm), or None if the ray misses the solid.

    The distance is 0 if the ray starts inside. The method is that of Cyrus and Beck (1978).

    Args:
        normals: Outward unit normals of the faces, of shape (n, 3).
        heights: Distances of the faces from the origin of the coordinates along their normals, of shape (n,) (mm).
        origin: Start of the ray (mm).
        way: Direction of the ray, a unit vector.
    """
    gap, speed = heights - normals @ origin, normals @ way
    flat = np.abs(speed) < 1e-12
    if bool((flat & (gap < 0)).any()):
        return None
    times = gap[~flat] / speed[~flat]
    entering = times[speed[~flat] < 0]
    leaving = times[speed[~flat] > 0]
    first = float(entering.max(initial=0.0))
    last = float(leaving.min(initial=np.inf))
    return first if first <= last else None


def _box(low: Vector, high: Vector, origin: Array, way: Array) -> float | None:
    normals = np.vstack([np.eye(3), -np.eye(3)])
    return _convex_entry(normals, np.concatenate([np.array(high), -np.array(low)]), origin, way)


def _cylinder_entry(radius: float, low: float, high: float, origin: Array, way: Array) -> float | None:
    """Return the distance to a ray's entry into an upright cylinder (mm), or None if the ray misses it.

    The cylinder is replaced by a prism with 24 sides.

    Args:
        radius: Radius (mm).
        low: Height of the bottom (mm).
        high: Height of the top (mm).
        origin: Start of the ray (mm).
        way: Direction of the ray, a unit vector.
    """
    angles = np.arange(24) * 2 * np.pi / 24
    sides = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(24)])
    normals = np.vstack([sides, [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]])
    return _convex_entry(normals, np.append(np.full(24, radius), [high, -low]), origin, way)


def _scenery(terrain: Terrain, ray: Ray) -> float | None:
    origin, way = _local(Pose((*terrain.at, 0.0), about_z(terrain.heading)), ray)
    match terrain.shape:
        case Box(length, width, height):
            return _box((-length / 2, -width / 2, 0.0), (length / 2, width / 2, height), origin, way)
        case mesh:
            return _triangles(mesh.vertices[mesh.triangles], origin, way)


def _triangles(faces: Array, origin: Array, way: Array) -> float | None:
    """Return the distance to a ray's first hit of many triangles (mm), or None if it hits none.

    The method is that of Möller and Trumbore (1997).

    Args:
        faces: Corners of the triangles, of shape (n, 3, 3) (mm).
        origin: Start of the ray (mm).
        way: Direction of the ray, a unit vector.
    """
    a, u, v = faces[:, 0], faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
    across = np.cross(way, v)
    size = np.einsum("ij,ij->i", u, across)
    crossed = np.abs(size) > 1e-12  # a ray in the plane of a triangle, or parallel to it, does not hit it
    a, u, v, across, size = a[crossed], u[crossed], v[crossed], across[crossed], size[crossed]
    off = origin - a
    p = np.einsum("ij,ij->i", off, across) / size
    turned = np.cross(off, u)
    q = turned @ way / size
    far = np.einsum("ij,ij->i", v, turned) / size
    met = (p >= 0) & (q >= 0) & (p + q <= 1) & (far > 0)
    return float(far[met].min()) if bool(met.any()) else None
