"""Mesh files that try to do harm, built by the tests."""

import gzip
import io
import json
import os
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import trimesh

Builder: TypeAlias = Callable[[Path], Path]

TEN_MILLION = 10_000_000

CORNERS = np.array([(0.0, 0.0, 0.0), (60.0, 0.0, 0.0), (0.0, 40.0, 0.0), (0.0, 0.0, 30.0)])
TRIANGLES = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)])
"""Triangles of a wedge."""


def stl(corners: np.ndarray = CORNERS, triangles: np.ndarray = TRIANGLES, claims: int | None = None) -> bytes:
    """Return a binary STL that says it has `claims` triangles."""
    rows = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    rows["corners"] = np.asarray(corners, dtype=np.float64)[triangles]
    return b"\0" * 80 + struct.pack("<I", len(triangles) if claims is None else claims) + rows.tobytes()


def obj(corners: object = CORNERS.tolist(), extra: str = "", last: str = "") -> bytes:
    """Return an OBJ of the wedge."""
    assert isinstance(corners, list)
    lines = [extra, *(f"v {x} {y} {z}" for x, y, z in corners), *("f {} {} {}".format(*t) for t in TRIANGLES + 1), last]
    return "\n".join(lines).encode()


def glb(change: Callable[[dict[str, list[dict[str, object]]]], object] | None = None) -> bytes:
    """Return a GLB of the wedge, with its description changed in place."""
    mesh = trimesh.Trimesh(CORNERS / 1000, TRIANGLES, process=False)
    content = bytes(trimesh.exchange.gltf.export_glb(trimesh.Scene(mesh)))  # type: ignore[no-untyped-call]  # trimesh has no types here
    (length,) = struct.unpack_from("<I", content, 12)
    tree, rest = json.loads(content[20 : 20 + length]), content[20 + length :]
    if change is not None:
        change(tree)
    return packed(json.dumps(tree).encode(), rest)


def packed(described: bytes, rest: bytes = b"") -> bytes:
    """Return a GLB with this description and the bytes after it."""
    described += b" " * (-len(described) % 4)
    head = struct.pack("<4sIIII", b"glTF", 2, 20 + len(described) + len(rest), len(described), 0x4E4F534A)
    return head + described + rest


def sparse(start: bytes, size: int) -> Callable[[Path], None]:
    """Return a function that writes a file with this start and size, which takes no room on the disk."""

    def write(path: Path) -> None:
        path.write_bytes(start)
        os.truncate(path, size)

    return write


def zipped(path: Path) -> None:
    """Write a zip archive with a mesh of 50 MB of zeros."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.stl", b"\0" * 50_000_000)


def content(made: bytes) -> Callable[[Path], None]:
    """Return a function that writes a file with this content."""

    def write(path: Path) -> None:
        path.write_bytes(made)

    return write


def many_nodes(tree: dict[str, list[dict[str, object]]]) -> None:
    """Give a glTF description ten levels of nodes, each the parent of all in the next: ten thousand million wedges."""
    levels = [list(range(10 * k, 10 * k + 10)) for k in range(11)]
    tree["nodes"] = [{"mesh": 0, "children": below} for below in levels[1:] for _ in range(10)]


def crowd(tree: dict[str, list[dict[str, object]]]) -> None:
    """Give a glTF description 100,000 nodes with a mesh, which is more than the program reads."""
    tree["nodes"] = [{"mesh": 0} for _ in range(100_000)]


def sequence_of(name: str, value: object) -> Callable[[dict[str, list[dict[str, object]]]], None]:
    """Return a function that sets a value in a glTF description. A name with a dot sets it in the first entry of a
    list.
    """

    def change(tree: dict[str, list[dict[str, object]]]) -> None:
        key, _, inner = name.partition(".")
        if inner:
            tree.setdefault(key, [{}])[0][inner] = value
        else:
            tree[key] = value  # type: ignore[assignment]  # hostile on purpose

    return change


_NAN = stl(np.where(CORNERS == 60, np.nan, CORNERS))
_BYTES = io.BytesIO()
with gzip.GzipFile(fileobj=_BYTES, mode="wb", mtime=0) as _packed:
    _packed.write(stl())

FILES: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "10 million triangles, binary": ("a.stl", sparse(stl(claims=TEN_MILLION)[:84], 84 + 50 * TEN_MILLION), "500.0 MB"),
    "10 million triangles, text": ("a.stl", sparse(b"solid a\nfacet normal 0 0 1\n", 250 * TEN_MILLION), "2,500.0 MB"),
    "10 million triangles, OBJ": ("a.obj", sparse(obj(), 30 * TEN_MILLION), "300.0 MB"),
    "10 million triangles, GLB": ("a.glb", sparse(glb(), 12 * TEN_MILLION), "120.0 MB"),
    "10 million claimed": ("a.stl", content(stl(claims=TEN_MILLION)), "says that it has 10,000,000 triangles"),
    "many in text": ("a.stl", content(b"solid a\n" + b"facet endfacet " * 1_300_000 + b"\nendsolid"), "1,300,000"),
    "many in an OBJ": ("a.obj", content(obj() + b"\nf 1 2 3" * 2_000_000), "2,000,004 triangles"),
    "a million corners to a face": ("a.obj", content(obj() + b"\nf" + b" 1 2 3" * 1_000_000), "3,000,002 triangles"),
    "nothing but line ends": ("a.obj", content(b"\n" * 19_000_000), "is no OBJ"),
    "values claimed in a GLB": ("a.glb", content(glb(sequence_of("accessors.count", TEN_MILLION))), "cannot lie in"),
    "data claimed in a GLB": (
        "a.glb",
        content(glb(sequence_of("bufferViews.byteLength", 10**12))),
        "cut off or garbled",
    ),
    "sparse accessor": ("a.glb", content(glb(sequence_of("accessors.sparse", {"count": 10**9}))), "sparse accessors"),
    "nodes of nodes": ("a.glb", content(glb(many_nodes)), "two parents"),
    "a crowd of nodes": ("a.glb", content(glb(crowd)), "100,000 nodes"),
    "deep JSON": ("a.glb", content(packed(b"[" * 1_000_000)), "no JSON"),
    "long description": ("a.glb", content(packed(b" " * 5_000_000)), "5,000,000 bytes"),
    "NaN": ("a.stl", content(_NAN), "no numbers"),
    "infinite": ("a.obj", content(obj([[0, 0, 0], ["inf", 0, 0], [0, 40, 0], [0, 0, 30]])), "no numbers"),
    "huge coordinates": ("a.obj", content(obj([[0, 0, 0], [1e300, 0, 0], [0, 40, 0], [0, 0, 30]])), "farther than"),
    "zip": ("a.obj", zipped, "packed (zip); unpack it"),
    "gzip": ("a.stl", content(_BYTES.getvalue()), "packed (gzip); unpack it"),
    "Draco": ("a.glb", content(glb(sequence_of("extensionsRequired", ["KHR_draco_mesh_compression"]))), "compression"),
    "meshopt": ("a.glb", content(glb(sequence_of("extensionsUsed", ["EXT_meshopt_compression"]))), "compression"),
    "a Draco file": ("a.glb", content(b"DRACO\x02\x02\x01\x01"), "packed (Draco)"),
    "buffer elsewhere": ("a.glb", content(glb(sequence_of("buffers.uri", "/etc/passwd"))), "/etc/passwd"),
    "buffer on the net": ("a.glb", content(glb(sequence_of("buffers.uri", "http://127.0.0.1/a.bin"))), "one .glb"),
    "image elsewhere": ("a.glb", content(glb(sequence_of("images.uri", "../../secret.png"))), "one .glb"),
    "material elsewhere": ("a.obj", content(obj(extra="mtllib /etc/passwd")), "outside its folder"),
    "material above": ("a.obj", content(obj(extra="mtllib ../a.mtl")), "outside its folder"),
    "material on the net": ("a.obj", content(obj(extra="mtllib http://127.0.0.1/a.mtl")), "outside its folder"),
    "empty": ("a.stl", content(b""), "is empty"),
    "flat": ("a.obj", content(obj([[0, 0, 0], [60, 0, 0], [0, 40, 0], [20, 10, 0]])), "is flat"),
    "flat, on the slope": ("a.obj", content(obj([[0, 0, 0], [60, 0, 60], [0, 40, 40], [60, 40, 100]])), "is flat"),
    "no area": ("a.stl", content(stl(triangles=np.zeros((9, 3), dtype=int))), "no triangles with an area"),
    "corners that are not there": ("a.obj", content(obj(last="f 1 2 99")), "'99', and 4 corners"),
    "corner zero": ("a.obj", content(obj(last="f 0 1 2")), "from 1"),
    "a corner that is no number": ("a.obj", content(obj(last="f 1 2 x")), "'x'"),
    "cut off in a face": ("a.obj", content(obj(last="f 1 2")), "fewer than three"),
    "cut off, binary": ("a.stl", content(stl()[:-20]), "cut off"),
    "cut off, text": ("a.stl", content(b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0"), "cut off"),
    "cut off, GLB": ("a.glb", content(glb()[:-20]), "cut off"),
}
"""Hostile files by what is hostile about each. A value has the file's name, its writer, and words of the expected
message.
"""
