"""Checks of a mesh file before it is parsed: what is refused, at which size, and in which words."""

import json
import struct
from typing import Any

import pytest

from riotsim.files.mesh import headers
from riotsim.files.mesh.headers import check_content, check_triangle_count, is_binary_stl, kind_of

TRIANGLE = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


def stl(count: int, *, told: int | None = None, missing: int = 0) -> bytes:
    """Return a binary STL of so many triangles, which may tell another number, and lack bytes at its end."""
    whole = b"x" * 80 + struct.pack("<I", count if told is None else told) + bytes(50 * count)
    return whole[: len(whole) - missing]


def text_stl(begins: int, ends: int, close: bytes = b"endsolid") -> bytes:
    """Return a text STL."""
    return b" solid a\n" + b"facet normal\n" * begins + b"endfacet\n" * ends + close


def glb(tree: object = None, binary: int = 12, **header: int) -> bytes:
    """Return a GLB with a description and binary data. Numbers of its header may be replaced."""
    text = tree if isinstance(tree, bytes) else json.dumps({} if tree is None else tree).encode()
    body = text + (struct.pack("<II", binary, 0x004E4942) + bytes(binary) if binary >= 0 else b"")
    told = {"version": 2, "length": 20 + len(body), "described": len(text), "kind": 0x4E4F534A, **header}
    return b"glTF" + struct.pack("<IIII", *told.values()) + body


def _refused(ending: str, content: bytes) -> str:
    """Return the reason why a content is refused, or the notes with which it is read."""
    try:
        notes = check_content(ending, content)
    except ValueError as error:
        return str(error)
    return f"read: {', '.join(notes)}"


@pytest.mark.parametrize("ending", ["glb", "obj", "stl"])
def test_an_empty_or_packed_file_is_refused(ending: str) -> None:
    """An empty file is refused, and so is a packed one, which is known by its first bytes."""
    assert _refused(ending, b"") == "is empty"
    starts = {
        "zip": b"PK\x03\x04", "gzip": b"\x1f\x8b", "7z": b"7z\xbc\xaf\x27\x1c", "rar": b"Rar!", "bzip2": b"BZh",
        "xz": b"\xfd7zXZ\x00", "zstd": b"\x28\xb5\x2f\xfd", "Draco": b"DRACO",
    }  # fmt: skip
    for name, start in starts.items():
        expected = f"is packed ({name}); unpack it, and name the .glb, .obj or .stl inside"
        assert _refused(ending, start + b"and more") == expected


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"glTF", "glb"),
        (b"gltf", ""),
        (b" Solid x\n FACET", "stl"),
        (b"solid x", ""),
        (b"solid" + b" " * 4091 + b"facet", ""),
        (b"solid" + b" " * 4086 + b"facet", "stl"),
        (stl(1), "stl"),
        (stl(0), ""),
        (stl(1, missing=1), ""),
        (b"# a comment\n  v 0.5 -1 2\n", "obj"),
        (b"v 1 2", "obj"),
        (b"v 1", ""),
        (b"vn 1 2", ""),
        (b"\x00\nv 1 2", ""),
        (b" " * 4096 + b"\nv 1 2", ""),
        (b" " * 4090 + b"\nv 1 2", "obj"),
    ],
)
def test_a_format_is_known_by_its_content(content: bytes, kind: str) -> None:
    """A format is known by the first 4096 bytes of a file, or by the length of a binary STL."""
    assert kind_of(content) == kind


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        (stl(2), True),
        (stl(2) + b"x", False),
        (stl(2, missing=1), False),
        (stl(0), False),
        (stl(1, told=2), False),
        (b"", False),
    ],
)
def test_a_binary_stl_has_50_bytes_for_each_triangle(content: bytes, is_one: bool) -> None:
    """A binary STL has 84 bytes, of which the last four are the number of triangles, and 50 bytes for each triangle. A
    file without any triangle is no binary STL.
    """
    assert is_binary_stl(content) is is_one


def test_a_file_is_not_read_by_another_name() -> None:
    """If the ending of a file's name differs from its content, the file is refused, and the message names the right
    ending.
    """
    says = "is {} by what is in it; let its name end in .{}, not in .{}"
    assert _refused("obj", glb()) == says.format("a GLB", "glb", "obj")
    assert _refused("glb", stl(1)) == says.format("an STL", "stl", "glb")
    assert _refused("stl", TRIANGLE) == says.format("an OBJ", "obj", "stl")


@pytest.mark.parametrize("ending", ["stl", "obj", "glb"])
def test_what_is_whole_is_read(ending: str) -> None:
    """A whole file is read without a note."""
    whole = {"stl": [stl(2), text_stl(2, 2), stl(0)], "obj": [TRIANGLE], "glb": [glb(), glb(binary=-1), glb(binary=0)]}
    assert [_refused(ending, content) for content in whole[ending]] == ["read: "] * len(whole[ending])


def test_a_mesh_has_at_most_a_number_of_triangles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mesh may have as many triangles as the limit, but not one more. A face of five corners counts as three
    triangles.
    """
    monkeypatch.setattr(headers, "MAX_TRIANGLES", 1200)
    says = (
        "has 1,201 triangles, and at most 1,200 are read; simplify it in a modelling program "
        "(for scenery a few hundred are enough)"
    )
    check_triangle_count(1200)
    with pytest.raises(ValueError, match="has 1,201 triangles"):
        check_triangle_count(1201)
    corners = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nv 2 2 2\n"
    pentagons, triangle = corners + b"f 1 2 3 4 5\n" * 400, b"f 1 2 3\n"
    for ending, most, more in (
        ("stl", stl(1200), stl(1201)),
        ("stl", text_stl(1200, 1200), text_stl(1201, 1201)),
        ("obj", pentagons, pentagons + triangle),
        ("glb", glb(_scene(3600), 4000), glb(_scene(3603), 4000)),
    ):
        assert (_refused(ending, most), _refused(ending, more)) == ("read: ", says)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"x" * 83, "is cut off: an STL has at least 84 bytes, and this 83"),
        (
            stl(3, missing=1),
            "is cut off or garbled: it says that it has 3 triangles, which take 234 bytes, and it has 233",
        ),
        (
            stl(1, told=2000),
            "is cut off or garbled: it says that it has 2,000 triangles, which take 100,084 bytes, and it has 134",
        ),
        (text_stl(3, 2), "is cut off: it begins 3 facets, ends 2 and must close with endsolid"),
        (text_stl(2, 2, b""), "is cut off: it begins 2 facets, ends 2 and must close with endsolid"),
        (b"solid facet", "is cut off: it begins 1 facets, ends 0 and must close with endsolid"),
    ],
)
def test_a_cut_off_stl_is_refused(content: bytes, says: str) -> None:
    """A cut-off STL is refused with the numbers that show it."""
    assert _refused("stl", content) == says


CORNER = "has a face with the corner {!r}, and 3 corners before its end: their numbers go from 1"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"v 0 0 0\nf 1 1 1\x00", "is no OBJ: that is text, and this holds zero bytes"),
        (b"v 0 0 0\n", "has no triangles: no line of it begins with f (it may be cut off)"),
        (b"hello", "is no OBJ"),
        (TRIANGLE + b"f 1 2\n", "has a face with fewer than three corners; it may be cut off"),
        (TRIANGLE + b"f 1 2 4\n", CORNER.format("4")),
        (TRIANGLE + b"f 0 1 2\n", CORNER.format("0")),
        (TRIANGLE + b"f 1 2 -4\n", CORNER.format("-4")),
        (TRIANGLE + b"f 1 2 x/2\n", CORNER.format("x/2")),
        (TRIANGLE + b"f 1 2 1111111111111111111111111\n", CORNER.format("1" * 20)),
        (TRIANGLE + b"mtllib ../a.mtl\n", "refers to '../a.mtl', outside its folder; take that line out"),
        (TRIANGLE + b"map_Kd /a.png\n", "refers to '/a.png', outside its folder; take that line out"),
        (TRIANGLE + b"call http://a\n", "refers to 'http://a', outside its folder; take that line out"),
        (TRIANGLE + b"csh C:\\a\n", "refers to 'C:\\\\a', outside its folder; take that line out"),
        (TRIANGLE + b"mtllib /" + b"a" * 80, f"refers to '/{'a' * 59}', outside its folder; take that line out"),
        (TRIANGLE + b"mtllib a.mtl\n", "read: colours are not read from an .mtl file; only a .glb brings its own"),
        (TRIANGLE + b"f -1 -2/1 -3/1/2\n", "read: "),
        (b"v 0 0 0\nv 1 0 0\n \tv 0 1 0\r\n\tf 1 2 \\\r\n 3", "read: "),
    ],
)
def test_an_obj_is_checked_line_by_line(content: bytes, says: str) -> None:
    """A face of an OBJ needs three corners whose numbers exist. Names of other files must stay in its folder."""
    assert _refused("obj", content) == says


def _scene(corners: int = 3, /, **parts: object) -> dict[str, Any]:
    """Return the description of one triangle, or of more corners, with some parts replaced."""
    return {
        "bufferViews": [{"byteLength": corners}],
        "accessors": [{"bufferView": 0, "count": corners}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        **parts,
    }


def _read_scene(**parts: object) -> str:
    return _refused("glb", glb(_scene(**parts)))


NO_GLTF = "has a description that is no glTF: something in it is missing or of another kind"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"glTF" + b"x" * 15, "is no GLB: one begins with the letters glTF"),
        (b"hello" * 9, "is no GLB: one begins with the letters glTF"),
        (glb(version=1), "is glTF of version 1; only version 2 is read"),
        (glb(length=1041), "is cut off or garbled: it says that it has 1,041 bytes, and has 42"),
        (glb(kind=7), "begins with a description of 2 bytes, which is no glTF of this size"),
        (glb(described=23), "begins with a description of 23 bytes, which is no glTF of this size"),
        (glb(described=22), "has a description that is no JSON"),
        (glb(b"{"), "has a description that is no JSON"),
        (glb(b"[]"), "has a description that is no glTF"),
        (glb(b"[" * 100_000, binary=-1), "has a description that is no JSON"),
        (glb({"nodes": 3}), NO_GLTF),
        (glb({"nodes": [3]}), NO_GLTF),
    ],
)
def test_a_glb_begins_with_its_size_and_a_description(content: bytes, says: str) -> None:
    """A GLB must have version 2, be as long as it says, and begin with a description in JSON that fits into it."""
    assert _refused("glb", content) == says


def test_a_description_has_a_greatest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """A description that is longer than the limit is refused, even if the file is long enough for it."""
    content = glb(b'{"a":12345}')
    for most, says in ((11, "read: "), (10, "begins with a description of 11 bytes, which is no glTF of this size")):
        monkeypatch.setattr(headers, "MAX_JSON_SIZE", most)
        assert _refused("glb", content) == says


@pytest.mark.parametrize("what", ["buffers", "images"])
def test_a_glb_has_everything_inside(what: str) -> None:
    """A GLB that refers to another file or address is refused."""
    says = f"refers to another file or address ({what}: {'a' * 60!r}); export it as one .glb with everything inside"
    assert _read_scene(**{what: [{}, {"uri": "a" * 61}]}) == says
    assert _read_scene(**{what: [{}]}) == "read: "


def test_a_glb_may_need_extensions_that_only_change_its_looks() -> None:
    """A GLB may need extensions that only change its looks. Compressed data are refused even if not required."""
    says = "needs the glTF extension {!r}, which is not read; export it without compression"
    for name, refused in (
        ("KHR_materials_unlit", False), ("KHR_texture_transform", False), ("KHR_lights", True), ("draco", True),
        ("EXT_meshopt_x", True), ("KHR_materials_draco", True), ("x" * 61, True),
    ):  # fmt: skip
        assert _read_scene(extensionsRequired=[name]) == (says.format(name[:60]) if refused else "read: ")
        packed = "draco" in name or "meshopt" in name
        assert _read_scene(extensionsUsed=[name]) == (says.format(name) if packed else "read: ")


def test_data_of_a_glb_lie_within_the_file() -> None:
    """The parts of a GLB's data must end within its data. If the file has less data than its description needs, it is
    refused.
    """
    assert _read_scene(bufferViews=[{"byteLength": 12}, {"byteOffset": 4, "byteLength": 8}]) == "read: "
    says = "is cut off or garbled: it speaks of {} bytes of data, and has 12"
    assert _read_scene(bufferViews=[{"byteLength": 13}]) == says.format(13)
    assert _read_scene(bufferViews=[{"byteLength": 5}, {"byteOffset": 5, "byteLength": 1995}]) == says.format("2,000")
    no_data = _refused("glb", glb(_scene(), binary=-1))
    assert no_data == "is cut off or garbled: it speaks of 3 bytes of data, and has 0"
    text = json.dumps(_scene(bufferViews=[{"byteLength": 12}])).encode()
    body = text + struct.pack("<II", 900, 0) + bytes(11)
    cut = b"glTF" + struct.pack("<IIII", 2, 20 + len(body), len(text), 0x4E4F534A) + body
    assert _refused("glb", cut) == "is cut off or garbled: it speaks of 12 bytes of data, and has 11"
    for view in ({}, {"byteLength": -1}, {"byteLength": 2.0}, {"byteLength": 2, "byteOffset": -1}):
        assert _read_scene(bufferViews=[view]) == NO_GLTF


def test_values_of_a_glb_fit_into_their_bytes() -> None:
    """Each value of a GLB takes at least one byte, so values that can't fit into their bytes are refused. Sparse values
    aren't read.
    """
    sparse = "has sparse accessors, which are not read; export it without morphs or sparse data"
    assert _read_scene(accessors=[{"bufferView": 0, "count": 3, "sparse": {}}]) == sparse
    assert _read_scene(accessors=[{"count": 3}]) == sparse
    assert _read_scene(accessors=[{"bufferView": 0, "count": 0}]) == "read: "
    says = "is garbled: {} values cannot lie in the bytes it has for them"
    assert _read_scene(accessors=[{"bufferView": 0, "count": 4}]) == says.format("4")
    assert _read_scene(accessors=[{"bufferView": 0, "count": 4000}]) == says.format("4,000")
    assert _read_scene(accessors=[{"bufferView": 1, "count": 1}]) == NO_GLTF
    assert _read_scene(meshes=[{"primitives": [{}]}]) == NO_GLTF


def test_triangles_of_a_glb_are_counted_where_they_are_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three values of a GLB make a triangle; in a strip, each value counts as one. A mesh counts once for each node
    that places it.
    """
    counted: list[int] = []
    monkeypatch.setattr(headers, "check_triangle_count", counted.append)
    views, accessors = [{"byteLength": 12}], [{"bufferView": 0, "count": 12}, {"bufferView": 0, "count": 7}]
    first = {"attributes": {"POSITION": 0}}
    for primitives, nodes, count in (
        ([first], [{"mesh": 0}], 4),
        ([first], [{"mesh": 0}, {}, {"mesh": 0}], 8),
        ([first], [{}], 0),
        ([{**first, "mode": 4}, {**first, "mode": 5}], [{"mesh": 0}], 16),
        ([{**first, "indices": 1}], [{"mesh": 0}], 2),
    ):
        counted.clear()
        parts = {"bufferViews": views, "accessors": accessors, "meshes": [{"primitives": primitives}], "nodes": nodes}
        assert (_read_scene(**parts), counted) == ("read: ", [count])


def test_nodes_of_a_glb_are_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each node of a GLB has at most one parent. More nodes than the limit are refused."""
    assert _read_scene(nodes=[{"children": [1, 2]}, {}, {}]) == "read: "
    assert _read_scene(nodes=[{"children": [2]}, {"children": [2]}, {}]) == (
        "is garbled: a node of its scene has two parents"
    )
    monkeypatch.setattr(headers, "MAX_NODES", 1000)
    assert _read_scene(nodes=[{}] * 1000) == "read: "
    assert _read_scene(nodes=[{}] * 1001) == "has 1,001 nodes, and at most 1,000 are read"
