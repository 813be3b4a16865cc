"""Builds the meshes that come with the program into assets/meshes: `python tools/build_meshes.py [FOLDER]`.

Beside that folder it writes what games read from them, so that no game has to (`riotsim.files.assets.built_in`).

All are drawn here from a few figures, so that they can be changed by changing those. Triangles are kept as large as a
die where the shape allows it: small ones cost the physics a lot and give it nothing. Lengths are mm and z is up, as on
the table; the files are glTF, which has metres and y up.
"""

import hashlib
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import trimesh
from miniatures import bruiser, marksman, ruffian, sneak, wildcard
from shapes import Corners, Solid, Triangles, beam, block, turned
from structures import broadleaf, conifer, crops, crystal, giant_tree, house, ruined_house, ruined_wall
from trimesh.exchange.gltf import export_glb
from trimesh.visual import TextureVisuals
from trimesh.visual.material import PBRMaterial
from units import close, flyer, ranged, transport, unarmed

from riotsim.files.assets.built_in import FILE, result_key, write_results
from riotsim.files.mesh.protocol import MeshResult, MeshTask
from riotsim.files.mesh.tasks import run_task

INCH = 25.4
MM_IN_METRE = 1000.0
FOLDER = Path(__file__).resolve().parents[1] / "assets" / "meshes"

GRASS = (96, 128, 72, 255)
STONE = (150, 146, 138, 255)
OLD_STONE = (134, 128, 118, 255)
OAK = (126, 88, 52, 255)
PINE = (176, 136, 88, 255)
MORTAR = (104, 98, 90, 255)
STONES = (STONE, OLD_STONE, (162, 156, 144, 255), (120, 118, 114, 255))

WALL_SEED = 28
"""Any number will do; this one has no two joints above each other that catch the eye."""


def hill(length: float = 4.5 * INCH, width: float = 3.5 * INCH, height: float = 1.25 * INCH) -> tuple[Solid, ...]:
    """Build a mound: steep at the foot, flat on top, and not quite an ellipse."""
    around = 16

    def ring(count: int, share: float, z: float) -> list[tuple[float, float, float]]:
        angles = [2 * math.pi * k / count for k in range(count)]
        # Two slow waves make the outline look grown; they are part of the shape, so their size has no meaning.
        bulge = [1 - 0.06 * (1 + math.sin(3 * a + 0.7)) / 2 - 0.04 * (1 + math.cos(2 * a)) / 2 for a in angles]
        return [
            (share * b * math.cos(a) * length / 2, share * b * math.sin(a) * width / 2, z)
            for a, b in zip(angles, bulge, strict=True)
        ]

    rings = [ring(around, 1.0, 0.0), ring(around, 0.84, 0.5 * height), ring(around // 2, 0.5, 0.9 * height)]
    return (Solid("hill", *_stacked(rings, tip=height), GRASS),)


def barrel(diameter: float = INCH, height: float = 1.4 * INCH, sides: int = 10) -> tuple[Solid, ...]:
    """Build a barrel that bulges in the middle."""
    ends = 0.8  # of the diameter at the belly

    def ring(share: float, z: float) -> list[tuple[float, float, float]]:
        angles = (2 * math.pi * k / sides for k in range(sides))
        return [(share * diameter / 2 * math.cos(a), share * diameter / 2 * math.sin(a), z) for a in angles]

    rings = [ring(ends, 0.0), ring(1.0, 0.35 * height), ring(1.0, 0.65 * height), ring(ends, height)]
    return (Solid("barrel", *_stacked(rings, tip=height), OAK),)


def ruin(arm: float = 4 * INCH, thickness: float = 12.0) -> tuple[Solid, ...]:
    """Build the corner of a house: two walls with broken tops, a crack between them."""
    crack = 1.0
    tall = _wall(arm, thickness, (45.0, 45.0, 36.0, 40.0, 22.0, 14.0))
    low = _wall(arm - thickness - crack, thickness, (38.0, 28.0, 31.0, 12.0, 18.0))
    # The second one is turned by a quarter, so that its length runs along y.
    turned = np.column_stack((thickness - low[0][:, 1], low[0][:, 0] + thickness + crack, low[0][:, 2]))
    return (Solid("tall wall", *tall, STONE), Solid("low wall", turned, low[1], OLD_STONE))


def wall(length: float = 4 * INCH, thickness: float = 0.5 * INCH, height: float = 1.5 * INCH) -> tuple[Solid, ...]:
    """Build a dry stone wall: courses of uneven stones, each a little askew in depth, under flat coping stones."""
    chance = np.random.default_rng(WALL_SEED)
    courses, coping, joint, sunk = max(1, round(height / (0.375 * INCH))), 5.0, 0.6, 1.2
    inner = block("mortar", MORTAR, (-length / 2 + sunk, -thickness / 2 + sunk, 0.0),
                  (length / 2 - sunk, thickness / 2 - sunk, height - coping / 2))  # fmt: skip
    stones = [inner]
    rise = (height - coping) / courses
    for course in range(courses + 1):
        top = course == courses
        count = 5 if top else 6 + course % 2
        cuts = np.linspace(-length / 2, length / 2, count + 1)
        cuts[1:-1] += chance.uniform(-0.18, 0.18, count - 1) * length / count
        for k in range(count):
            out = thickness / 2 - (0.0 if top else 0.5 + float(chance.uniform(0.0, 0.7)))
            low, high = course * rise, height if top else (course + 1) * rise
            left = cuts[k] + (joint / 2 if k else 0.0)
            right = cuts[k + 1] - (joint / 2 if k < count - 1 else 0.0)
            grey = STONES[int(chance.integers(len(STONES)))]
            stones.append(block(f"stone {course}.{k}", grey, (left, -out, low), (right, out, high), bevel=0.8))
    return tuple(stones)


def crate(side: float = 1.5 * INCH, height: float = 1.25 * INCH) -> tuple[Solid, ...]:
    """Build a crate: planks behind a frame of beams, with a brace across each side."""
    beam_size, sunk = 5.0, 1.6
    half, edge = side / 2, side / 2 - beam_size / 2
    box = block("planks", PINE, (-half + sunk, -half + sunk, 0.4), (half - sunk, half - sunk, height - sunk))
    parts = [box]
    for turn in range(4):
        angle = turn * math.pi / 2
        size = (beam_size, beam_size)
        inner = half - beam_size
        rail, up = -edge + 0.4, (0.0, 0.0, 1.0)  # a little behind the posts, and into them
        low, high = beam_size / 2, height - beam_size / 2
        frame = [
            beam(f"post {turn}", OAK, (edge, edge, 0.0), (edge, edge, height), size, (0.0, 1.0, 0.0)),
            beam(f"foot {turn}", OAK, (-edge, rail, low + 0.2), (edge, rail, low + 0.2), size, up),
            beam(f"rim {turn}", OAK, (-edge, rail, high - 0.2), (edge, rail, high - 0.2), size, up),
            beam(f"brace {turn}", OAK, (-inner, 1.3 - half, beam_size), (inner, 1.3 - half, high - 2), (1.6, 4.0), up),
        ]
        parts += [turned(part, angle) for part in frame]
    return tuple(parts)


def _stacked(rings: Sequence[Sequence[tuple[float, float, float]]], tip: float) -> tuple[Corners, Triangles]:
    """Close a stack of rings with a foot and a tip. Each ring has as many corners as the one below, or half of them."""
    corners = [corner for ring in rings for corner in ring]
    starts = np.cumsum([0] + [len(ring) for ring in rings])
    triangles: list[tuple[int, int, int]] = []
    for low, ring in enumerate(rings[:-1]):
        count, above = len(ring), len(rings[low + 1])
        a, b = int(starts[low]), int(starts[low + 1])
        for k in range(count):
            here, after = a + k, a + (k + 1) % count
            if above == count:
                over, over_after = b + k, b + (k + 1) % count
                triangles += [(here, after, over_after), (here, over_after, over)]
            elif k % 2 == 0:
                triangles.append((here, after, b + k // 2))
            else:
                over, over_after = b + k // 2, b + (k // 2 + 1) % above
                triangles += [(here, after, over_after), (here, over_after, over)]
    foot, top = len(corners), len(corners) + 1
    corners += [(0.0, 0.0, rings[0][0][2]), (0.0, 0.0, tip)]
    first, last = len(rings[0]), len(rings[-1])
    b = int(starts[-2])
    triangles += [((k + 1) % first, k, foot) for k in range(first)]
    triangles += [(b + k, b + (k + 1) % last, top) for k in range(last)]
    return np.array(corners), np.array(triangles, dtype=np.int32)


def _wall(length: float, thickness: float, heights: Sequence[float]) -> tuple[Corners, Triangles]:
    """Build a wall along x whose top goes through `heights`, evenly spaced (mm)."""
    count = len(heights)
    corners: list[tuple[float, float, float]] = []
    for k, height in enumerate(heights):
        x = length * k / (count - 1)
        corners += [(x, 0.0, 0.0), (x, thickness, 0.0), (x, thickness, height), (x, 0.0, height)]
    triangles: list[tuple[int, int, int]] = [(0, 3, 2), (0, 2, 1)]
    for k in range(count - 1):
        a, b = 4 * k, 4 * (k + 1)
        for low, high in ((0, 1), (1, 2), (2, 3), (3, 0)):  # foot, back, top, front
            triangles += [(a + low, a + high, b + high), (a + low, b + high, b + low)]
    end = 4 * (count - 1)
    triangles += [(end, end + 1, end + 2), (end, end + 2, end + 3)]
    return np.array(corners), np.array(triangles, dtype=np.int32)


def glb(parts: Sequence[Solid]) -> bytes:
    """Write the parts of a mesh as GLB: metres, y up.

    Raises:
        ValueError: Two parts have one name, or a part is not a closed solid.
    """
    scene = trimesh.Scene()
    if len({part.name for part in parts}) < len(parts):
        raise ValueError("two parts have one name, under which only one of them would be found")
    for part in parts:
        x, y, z = part.corners.T / MM_IN_METRE
        paint = PBRMaterial(  # type: ignore[no-untyped-call]  # trimesh has no types here
            name=part.name, baseColorFactor=part.colour, metallicFactor=0.0, roughnessFactor=0.9
        )
        coat = TextureVisuals(material=paint)  # type: ignore[no-untyped-call]  # trimesh has no types here
        solid = trimesh.Trimesh(np.column_stack((x, z, -y)), part.triangles, process=False, visual=coat)
        if not solid.is_watertight or solid.volume <= 0:
            raise ValueError(f"{part.name} is not a closed solid seen from outside")
        scene.add_geometry(solid, geom_name=part.name, node_name=part.name)
    return bytes(export_glb(scene))  # type: ignore[no-untyped-call]  # trimesh has no types here


def towards_us(parts: Sequence[Solid]) -> tuple[Solid, ...]:
    """Turn a miniature that looks along +x so that it looks along -y, as files have them."""
    return tuple(turned(part, -math.pi / 2) for part in parts)


MESHES: dict[str, Callable[[], tuple[Solid, ...]]] = {
    "hill.glb": hill,
    "ruin.glb": ruin,
    "barrel.glb": barrel,
    "wall.glb": wall,
    "crate.glb": crate,
    "low_wall.glb": lambda: wall(height=0.65 * INCH),
    "house.glb": house,
    "ruined_wall.glb": ruined_wall,
    "ruined_house.glb": ruined_house,
    "giant_tree.glb": giant_tree,
    "conifer.glb": conifer,
    "broadleaf.glb": broadleaf,
    "crops.glb": crops,
    "crystal.glb": crystal,
    "ruffian.glb": lambda: towards_us(ruffian()),
    "bruiser.glb": lambda: towards_us(bruiser()),
    "sneak.glb": lambda: towards_us(sneak()),
    "marksman.glb": lambda: towards_us(marksman()),
    "wildcard.glb": lambda: towards_us(wildcard()),
    "unit_ranged.glb": lambda: towards_us(ranged()),
    "unit_close.glb": lambda: towards_us(close()),
    "unit_unarmed.glb": lambda: towards_us(unarmed()),
    "unit_transport.glb": lambda: towards_us(transport()),
    "unit_flyer.glb": lambda: towards_us(flyer()),
}


FIGURES = {"ruffian.glb": 32.0, "bruiser.glb": 32.0, "sneak.glb": 25.0, "marksman.glb": 32.0, "wildcard.glb": 34.0}
"""Height of figures in the rules (mm)."""


def results_of(name: str, content: bytes) -> dict[str, MeshResult]:
    """Return the results of the tasks that games have for a mesh file, by `result_key`."""
    orders = [MeshTask("glb", "raw"), MeshTask("glb", "scenery")]
    if name in FIGURES:
        orders.append(MeshTask("glb", "figure", height=FIGURES[name]))
    digest = hashlib.sha256(content).hexdigest()
    return {result_key(digest, order): run_task(order, content) for order in orders}


def build(folder: Path = FOLDER) -> None:
    """Write all meshes into a folder, and beside it the results of the tasks that games have for them."""
    folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, MeshResult] = {}
    for name, draw in MESHES.items():
        parts = draw()
        content = glb(parts)
        (folder / name).write_bytes(content)
        results |= results_of(name, content)
        print(f"{name}: {sum(len(part.triangles) for part in parts)} triangles")
    write_results(results, folder.parent / FILE)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
