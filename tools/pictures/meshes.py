"""Draws the meshes that come with the program side by side: `python tools/pictures/meshes.py [FILE.png]`.

A small renderer of its own, so that the picture needs no screen and no graphics card: each pixel has the nearest
triangle, lit by one lamp.
"""

import math
import sys
from pathlib import Path

import matplotlib.image
import numpy as np
import numpy.typing as npt
import trimesh

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "pictures" / "meshes.png"
FIGURES = ("ruffian.glb", "sneak.glb", "marksman.glb", "bruiser.glb", "wildcard.glb")
ROWS = (
    ("ruin.glb", "hill.glb", "wall.glb"),
    ("crate.glb", "barrel.glb"),
    FIGURES,
    ("house.glb", "ruined_house.glb", "ruined_wall.glb"),
    ("giant_tree.glb", "low_wall.glb", "conifer.glb", "broadleaf.glb", "crops.glb", "crystal.glb"),
    ("unit_ranged.glb", "unit_close.glb", "unit_unarmed.glb", "unit_transport.glb", "unit_flyer.glb"),
)
SCALES = (3.9, 7.0, 8.0, 3.6, 3.6, 8.0)
"""Pixels in a millimetre, for each row."""
PLACES = (
    (0.2, 0.53, 0.85),
    (0.3, 0.66),
    (0.12, 0.31, 0.5, 0.7, 0.88),
    (0.2, 0.53, 0.85),
    (0.13, 0.38, 0.56, 0.68, 0.8, 0.92),
    (0.12, 0.31, 0.49, 0.69, 0.88),
)
"""Position of each one's middle across the picture."""
SMOOTH = 2
"""Pixels are drawn so many times as fine along each side, and averaged."""
WIDTH, HEIGHTS = 1500, (360, 380, 400, 520, 560, 400)
ELEVATION, BEARING = math.radians(28), math.radians(-52)
SUN = np.array([-0.25, -0.55, 0.80]) / np.linalg.norm([-0.25, -0.55, 0.80])
PAPER = (244, 240, 232)
MM_IN_METRE = 1000.0

Floats = npt.NDArray[np.float64]


def triangles_of(file: Path, turn: float) -> tuple[Floats, Floats]:
    """Return the triangles of a GLB (n, 3, 3; mm, z up), turned about the vertical axis, and their colours (n, 3)."""
    scene = trimesh.load_scene(file)
    found, colours = [], []
    for part in scene.geometry.values():
        x, y, z = np.asarray(part.triangles).reshape(-1, 3).T * MM_IN_METRE
        c, s = math.cos(turn), math.sin(turn)
        found.append(np.column_stack((c * x + s * z, s * x - c * z, y)).reshape(-1, 3, 3))
        colours.append(np.tile(part.visual.material.baseColorFactor[:3], (len(part.faces), 1)))
    return np.concatenate(found), np.concatenate(colours).astype(float)


def draw(
    triangles: Floats, colours: Floats, canvas: Floats, depths: Floats, at: tuple[float, float], scale: float
) -> None:
    """Draw triangles with their middle at a pixel."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    light = 0.58 + 0.52 * np.clip(normals @ SUN, 0, None) + 0.10 * normals[:, 2]
    c, s = math.cos(BEARING), math.sin(BEARING)
    x, y, z = np.moveaxis(triangles, 2, 0)
    right, back = c * x - s * y, s * x + c * y
    up = z * math.cos(ELEVATION) + back * math.sin(ELEVATION)
    across = at[0] + scale * (right - (right.min() + right.max()) / 2)
    down = at[1] - scale * (up - (up.min() + up.max()) / 2)
    depth = back * math.cos(ELEVATION) - z * math.sin(ELEVATION)
    for k in range(len(triangles)):
        fill(canvas, depths, across[k], down[k], depth[k], np.clip(colours[k] * light[k], 0, 255))


def fill(canvas: Floats, depths: Floats, across: Floats, down: Floats, depth: Floats, colour: Floats) -> None:
    """Fill one triangle where nothing nearer has been drawn."""
    left, right = max(0, int(across.min())), min(canvas.shape[1], int(across.max()) + 2)
    top, bottom = max(0, int(down.min())), min(canvas.shape[0], int(down.max()) + 2)
    (ax, bx, cx), (ay, by, cy) = across, down
    whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(whole) < 1e-9 or left >= right or top >= bottom:
        return
    px, py = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
    v = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / whole
    w = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / whole
    u = 1 - v - w
    here = u * depth[0] + v * depth[1] + w * depth[2]
    window = depths[top:bottom, left:right]
    seen = (u >= 0) & (v >= 0) & (w >= 0) & (here < window)
    window[seen] = here[seen]
    canvas[top:bottom, left:right][seen] = colour


def sheet(folder: Path) -> npt.NDArray[np.uint8]:
    """Return the whole picture."""
    rows = []
    for names, places, scale, height in zip(ROWS, PLACES, SCALES, HEIGHTS, strict=True):
        canvas = np.full((height * SMOOTH, WIDTH * SMOOTH, 3), PAPER, dtype=float)
        depths = np.full(canvas.shape[:2], np.inf)
        for name, place in zip(names, places, strict=True):
            at = (place * WIDTH * SMOOTH, 0.5 * height * SMOOTH)
            figure = name in FIGURES or name.startswith("unit_")
            draw(*triangles_of(folder / name, math.radians(35) if figure else 0.0), canvas, depths, at, scale * SMOOTH)
        rows.append(canvas.reshape(height, SMOOTH, WIDTH, SMOOTH, 3).mean(axis=(1, 3)))
    return np.concatenate(rows).astype(np.uint8)


if __name__ == "__main__":
    matplotlib.image.imsave(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE, sheet(ROOT / "assets" / "meshes"))
