"""Loot: gold tokens. Their relief is the shader's work; the shape is a disc with a worn edge."""

import numpy as np

from riotsim.viewer.scene.shapes import Shape, corners, lathe


def coin_shape(diameter: float, thickness: float) -> Shape:
    """Give a token about its middle (mm)."""
    r, h = diameter / 2, thickness / 2
    b = min(0.45, h * 0.5)
    solid = lathe(
        [
            (0.0, -h),
            (r - b, -h),
            (r - 0.3 * b, -h + 0.3 * b),
            (r, -h + b),
            (r, h - b),
            (r - 0.3 * b, h - 0.3 * b),
            (r - b, h),
            (0.0, h),
        ],
        64,
    )
    mark = np.column_stack([solid.corners[:, :2] / r, np.full(len(solid.corners), r), np.full(len(solid.corners), h)])
    vertices = corners(solid.corners, solid.normals, (0.98, 0.74, 0.30), rough=0.3, metal=1.0, mark=mark)
    return Shape(f"coin {diameter} {thickness}", "coin", vertices, solid.triangles.astype(np.uint32))
