"""Cheap checks of a mesh file's content before it is parsed.

The checks concern the header, and the files and extensions that the content refers to. A check refuses the content by a
`ValueError` with the reason.
"""

import json
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Final

from riotsim.files.mesh.protocol import MAX_JSON_SIZE, MAX_NODES, MAX_TRIANGLES

ARCHIVE_SIGNATURES: Final = {
    b"PK\x03\x04": "zip",
    b"\x1f\x8b": "gzip",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!": "rar",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"DRACO": "Draco",
}
"""Names of compressed formats, by the first bytes of their files."""

HEADER_SIZE: Final = 4096
"""Number of bytes at the start of a file that reveal its format."""

STL_COMMENT, STL_HEADER, STL_TRIANGLE = 80, 84, 50
"""Sizes in a binary STL (bytes): of its comment, of its header, and of each triangle.

The header consists of the comment and the number of triangles.
"""

OUTSIDE_PATH: Final = re.compile(rb"://|^[\\/]|^[A-Za-z]:[\\/]|\.\.")
"""Pattern of the parts of a file name that lead out of the folder or to the network."""

COSMETIC_EXTENSIONS: Final = ("KHR_materials_", "KHR_texture_transform")
"""Beginnings of the names of glTF extensions that a file may require. Such extensions don't change a thing's shape."""


def check_content(ending: str, content: bytes) -> tuple[str, ...]:
    """Check the content of a mesh file. Return notes for the user on the parts of it that the program ignores.

    Args:
        ending: Ending of the file's name: `glb`, `obj` or `stl`.
        content: The content.

    Raises:
        ValueError: The content is refused.
    """
    if not content:
        raise ValueError("is empty")
    for start, name in ARCHIVE_SIGNATURES.items():
        if content.startswith(start):
            raise ValueError(f"is packed ({name}); unpack it, and name the .glb, .obj or .stl inside")
    if (other := kind_of(content)) not in ("", ending):
        named = {"glb": "a GLB", "obj": "an OBJ", "stl": "an STL"}
        raise ValueError(f"is {named[other]} by what is in it; let its name end in .{other}, not in .{ending}")
    match ending:
        case "glb":
            _glb(content)
            return ()
        case "obj":
            return _obj(content)
        case _:
            _stl(content)
            return ()


def kind_of(content: bytes) -> str:
    """Return the ending that fits a mesh file's content: `glb`, `obj` or `stl`. Return "" if none of them fits."""
    if content.startswith(b"glTF"):
        return "glb"
    head = content[:HEADER_SIZE]
    if content.lstrip()[:5].lower() == b"solid" and b"facet" in head.lower():
        return "stl"
    if is_binary_stl(content):
        return "stl"
    if b"\x00" not in head and re.search(rb"^[ \t]*v[ \t]+[-+.0-9]+[ \t]+[-+.0-9]", head, re.MULTILINE):
        return "obj"
    return ""


def is_binary_stl(content: bytes) -> bool:
    """Return whether a file's content is a binary STL: its length must fit the number of triangles that it declares."""
    if len(content) <= STL_HEADER:
        return False
    (count,) = struct.unpack_from("<I", content, STL_COMMENT)
    return len(content) == STL_HEADER + STL_TRIANGLE * int(count)


def check_triangle_count(triangles: int) -> None:
    """Check that a file has no more than `MAX_TRIANGLES` triangles.

    Raises:
        ValueError: The file has more triangles.
    """
    if triangles > MAX_TRIANGLES:
        raise ValueError(
            f"has {triangles:,} triangles, and at most {MAX_TRIANGLES:,} are read; simplify it in a modelling program "
            "(for scenery a few hundred are enough)"
        )


def _stl(content: bytes) -> None:
    text = content.lstrip()[:5].lower() == b"solid"
    if len(content) < STL_HEADER and not text:
        raise ValueError(f"is cut off: an STL has at least {STL_HEADER} bytes, and this {len(content)}")
    (count,) = struct.unpack_from("<I", content.ljust(STL_HEADER), STL_COMMENT)
    if len(content) == STL_HEADER + STL_TRIANGLE * count:
        return check_triangle_count(count)
    if not text:
        raise ValueError(
            f"is cut off or garbled: it says that it has {count:,} triangles, which take "
            f"{STL_HEADER + STL_TRIANGLE * count:,} bytes, and it has {len(content):,}"
        )
    lower = content.lower()
    ends = lower.count(b"endfacet")
    begins = lower.count(b"facet") - ends
    check_triangle_count(begins)
    if begins != ends or b"endsolid" not in lower:
        raise ValueError(f"is cut off: it begins {begins:,} facets, ends {ends:,} and must close with endsolid")
    return None


def _obj(content: bytes) -> tuple[str, ...]:
    if b"\x00" in content:
        raise ValueError("is no OBJ: that is text, and this holds zero bytes")
    content = content.replace(b"\r\n", b"\n").replace(b"\\\n", b"")  # a line may go on after a backslash
    corners = len(re.findall(rb"^[ \t]*v[ \t]", content, re.MULTILINE))
    faces = re.findall(rb"^[ \t]*f[ \t]([^\n\r]*)", content, re.MULTILINE)
    if not faces:
        raise ValueError(
            "has no triangles: no line of it begins with f (it may be cut off)" if corners else "is no OBJ"
        )
    sides = [len(face.split()) for face in faces]
    check_triangle_count(sum(sides) - 2 * len(sides))
    if min(sides) < 3:
        raise ValueError("has a face with fewer than three corners; it may be cut off")
    for face in faces:
        for corner in face.split():
            number = corner.split(b"/", 1)[0]
            if not re.fullmatch(rb"-?[0-9]+", number) or not 1 <= abs(int(number[:12])) <= corners:
                raise ValueError(
                    f"has a face with the corner {corner.decode('ascii', 'replace')[:20]!r}, and {corners:,} corners "
                    "before its end: their numbers go from 1"
                )
    libraries = re.findall(rb"^[ \t]*(?:mtllib|map_\w+|call|csh)[ \t]([^\n\r]*)", content, re.MULTILINE)
    for library in libraries:
        if OUTSIDE_PATH.search(library.strip()):
            raise ValueError(
                f"refers to {library.strip()[:60].decode('utf-8', 'replace')!r}, outside its folder; take that line out"
            )
    return ("colours are not read from an .mtl file; only a .glb brings its own",) if libraries else ()


def _glb(content: bytes) -> None:
    if len(content) < 20 or not content.startswith(b"glTF"):
        raise ValueError("is no GLB: one begins with the letters glTF")
    version, length, described, kind = struct.unpack_from("<IIII", content, 4)
    if version != 2:
        raise ValueError(f"is glTF of version {version}; only version 2 is read")
    if length != len(content):
        raise ValueError(f"is cut off or garbled: it says that it has {length:,} bytes, and has {len(content):,}")
    if kind != 0x4E4F534A or described > min(MAX_JSON_SIZE, len(content) - 20):
        raise ValueError(f"begins with a description of {described:,} bytes, which is no glTF of this size")
    try:
        tree = json.loads(content[20 : 20 + described])
    except (ValueError, RecursionError) as error:
        raise ValueError("has a description that is no JSON") from error
    if not isinstance(tree, dict):
        raise ValueError("has a description that is no glTF")
    binary = 0
    if len(content) >= 28 + described:
        (binary,) = struct.unpack_from("<I", content, 20 + described)
        binary = min(binary, len(content) - 28 - described)
    try:
        _gltf(tree, binary)
    except (TypeError, KeyError, AttributeError, IndexError) as error:
        raise ValueError("has a description that is no glTF: something in it is missing or of another kind") from error


def _gltf(tree: Mapping[str, object], binary: int) -> None:
    """Check the description in a glTF file: the JSON part about the file's content.

    - The description must not refer to other files.
    - The description must not require unknown extensions.
    - The described binary data must not be compressed or sparse, and must fit into the file.
    - The scene must not have too many nodes or triangles.

    Args:
        tree: The description, parsed from JSON.
        binary: Size of the file's binary data (bytes).

    Raises:
        ValueError: The description is refused.
    """
    for what in ("buffers", "images"):
        for one in _entries(tree, what):
            if "uri" in one:
                raise ValueError(
                    f"refers to another file or address ({what}: {str(one['uri'])[:60]!r}); "
                    "export it as one .glb with everything inside"
                )
    used = tree.get("extensionsUsed", [])
    required = tree.get("extensionsRequired", [])
    for name in [*_names(required), *_names(used)]:
        packed = any(word in name for word in ("draco", "meshopt"))
        if packed or (name in _names(required) and not name.startswith(COSMETIC_EXTENSIONS)):
            raise ValueError(
                f"needs the glTF extension {name[:60]!r}, which is not read; export it without compression"
            )
    views = _entries(tree, "bufferViews")
    for view in views:
        start, size = _count(view.get("byteOffset", 0)), _count(view["byteLength"])
        if start + size > binary:
            raise ValueError(f"is cut off or garbled: it speaks of {start + size:,} bytes of data, and has {binary:,}")
    accessors = _entries(tree, "accessors")
    for accessor in accessors:
        if "sparse" in accessor or "bufferView" not in accessor:
            raise ValueError("has sparse accessors, which are not read; export it without morphs or sparse data")
        view = views[_count(accessor["bufferView"])]
        if _count(accessor["count"]) > _count(view["byteLength"]):
            raise ValueError(
                f"is garbled: {_count(accessor['count']):,} values cannot lie in the bytes it has for them"
            )
    check_triangle_count(_placed(tree, _triangles_of_meshes(tree, accessors)))


def _triangles_of_meshes(tree: Mapping[str, object], accessors: Sequence[Mapping[str, object]]) -> list[int]:
    sizes = []
    for mesh in _entries(tree, "meshes"):
        total = 0
        for primitive in _entries(mesh, "primitives"):
            corners = primitive.get("indices", _mapping(primitive["attributes"])["POSITION"])
            count = _count(accessors[_count(corners)]["count"])
            total += count // 3 if primitive.get("mode", 4) == 4 else count
        sizes.append(total)
    return sizes


def _placed(tree: Mapping[str, object], sizes: Sequence[int]) -> int:
    """Return the number of triangles in a glTF scene. The triangles of a mesh count once for each node that uses it.

    Args:
        tree: The description in the glTF file, parsed from JSON.
        sizes: The number of triangles of each mesh.

    Raises:
        ValueError: There are too many nodes, or a node has two parents.
    """
    nodes = _entries(tree, "nodes")
    if len(nodes) > MAX_NODES:
        raise ValueError(f"has {len(nodes):,} nodes, and at most {MAX_NODES:,} are read")
    children = [_count(child) for node in nodes for child in _list(node.get("children", []))]
    if len(set(children)) < len(children):
        raise ValueError("is garbled: a node of its scene has two parents")
    return sum(sizes[_count(node["mesh"])] for node in nodes if "mesh" in node)


def _entries(tree: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    return [_mapping(one) for one in _list(tree.get(name, []))]


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _names(value: object) -> list[str]:
    return [str(name) for name in _list(value)]


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise TypeError
    return value
