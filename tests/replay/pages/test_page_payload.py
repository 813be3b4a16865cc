"""The data of a replay for its page: the document and the columns of keyframes."""

import json
import math
import struct
import zlib
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from riotsim.play.displays import DataSheet
from riotsim.play.markup import NameSpan
from riotsim.play.narration import Turn
from riotsim.replay.clocks import SPEEDS
from riotsim.replay.figure_meshes import COARSE_TRIANGLES, FigureMesh, MeshPart
from riotsim.replay.overview import OVERVIEW
from riotsim.replay.page.payload import (
    UNOWNED_EDGE,
    continuous_rotations,
    encode_payload,
    key_columns,
    page_document,
    page_payload,
)
from riotsim.replay.recorded_timeline import FOCUS_DISTANCE, FOCUS_END_MS
from riotsim.replay.recording import Line, Moment, Recording, Seat
from riotsim.replay.timeline import Mark
from riotsim.replay.timeline_builder import FADE_SECONDS
from riotsim.replay.tracks import Keyframe, Track
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle
from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Figure, Hull, Model, Movable, Round, Terrain, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table, Tray

ANN, BOB = Seat("Ann", "#2f7fc4", "●", "greedy"), Seat("Bob", "#e0702a", "▲")
GREEN = Patch(rectangle((100.0, 50.0), 40.0, 20.0), owner="Bob", fill="#00ff00", opacity=0.5)
NAMED = Patch(rectangle((200.126, 80.0), 40.0, 20.0), is_outlined=False, name="Mill", name_at=(7.0, 8.0), name_size=9.0,
              name_colour="#123456")  # fmt: skip
PLAIN = Patch(rectangle((300.0, 50.0), 40.0, 20.0))
TABLE = Table(600.0, 400.0, wall_height=12.0, tray=Tray(200.0, 150.0, 60.0, (620.0, 30.0)), patches=(GREEN, PLAIN))


def track(piece: Movable, *keys: tuple[int, Pose], spans: tuple[tuple[int, int], ...] = ((0, 900),)) -> Track:
    """Return a track with keyframes."""
    return Track(piece, [Keyframe(ms, pose) for ms, pose in keys], list(spans))


HERE = Pose((10.0, 20.0, 8.0))
USUAL_KIND = Model("m", "Ann", (0.0, 0.0)).kind
TRACKS = (
    track(Die("d1", D6, size=12.0, owner="Bob"), (0, HERE), (40, Pose((10.127, 19.5, 9.0), about_z(0.5)))),
    track(Die("d2", D6, size=14.0), (5, HERE), spans=((5, 7), (9, 11))),
    track(Token("t", HERE, 18.0, 2.5), (0, HERE)),
    track(Model("m1", "Ann", (0.0, 0.0), Round(28.0), figure=Figure("ann", "", 33.0), kind="sneak"), (0, HERE)),
    track(Model("m2", "Eve", (0.0, 0.0), Round(25.0), figure=Figure("ann", "", 33.0)), (0, HERE)),
    track(Model("m3", "Bob", (0.0, 0.0), Hull(60.0, 26.0)), (0, HERE)),
)


def recording(*tables: Table, **other: Any) -> Recording:
    """Return a recording in which the table changes with each moment."""
    sheets = {"m1": DataSheet("Nell"), "gone": DataSheet("Nobody")}
    moments = tuple(
        Moment(k, Turn(1, "Ann"), before, after, sheets=sheets) for k, (before, after) in enumerate(pairwise(tables))
    )
    return Recording(
        "pitch", "A ‹pitch›", (ANN, BOB), {"m1": "Ann"}, tables[0], moments, other.get("lines", ()), notes=("seed 5",)
    )


def timeline(*spans: tuple[int, int], **other: Any) -> Any:
    """Return a timeline whose moments have the given spans (ms)."""
    usual: dict[str, Any] = {"tracks": (), "terrain": (), "tower_heights": {}, "marks": (), "focuses": []} | other
    shown = [SimpleNamespace(begin=begin, end=end) for begin, end in spans]
    return SimpleNamespace(end=spans[-1][1] if spans else 0, spans=shown, **usual)


def test_the_document_without_pieces() -> None:
    """The document has the title, the notes, the seats, the table with its tray, the marks and the lines. Each line has
    the time at which it begins and the time at which it becomes known.
    """
    lines = (
        Line("Ann waits", 0, 2, Turn(3, "Ann"), names=(NameSpan(0, 3, 0),)),
        Line("all wait", 1, 1, Turn(4, None, "round")),
    )
    marks = (Mark(7, "turn", "Turn 3: Ann", "Bob"), Mark(30, "end", "Over"))
    shown = timeline(
        (0, 10),
        (10, 25),
        (25, 31),
        marks=marks,
        focuses=[(1, 2, 3)],
        tower_heights={"n": [(0, 2)], "a": [(0, 1), (9, 0)]},
    )
    found = page_document(recording(*[TABLE] * 4, lines=lines), shown, {})
    patches, drawn = found.pop("patches"), found.pop("drawn")
    assert (len(patches), drawn) == (2, [(0, [0, 1])])
    assert found == {
        "game": "pitch",
        "title": "A ‹pitch›",
        "notes": ["seed 5"],
        "length": 31,
        "speeds": SPEEDS,
        "camera": {
            "elsewhere": FOCUS_DISTANCE,
            "ending": FOCUS_END_MS,
            "lens": OVERVIEW.lens,
            "side_margin": OVERVIEW.side_margin,
            "near_edge": OVERVIEW.near_edge,
            "foreshortened": OVERVIEW.foreshortened,
            "far_edge": OVERVIEW.far_edge,
            "damping": OVERVIEW.damping,
        },
        "fade": 160,
        "steps": {"position": 100, "rotation": 32767},
        "seats": [
            {"name": "Ann", "colour": "#2f7fc4", "symbol": "●", "about": "greedy"},
            {"name": "Bob", "colour": "#e0702a", "symbol": "▲", "about": ""},
        ],
        "names": {"m1": "Nell"},
        "table": {
            "width": 600.0,
            "depth": 400.0,
            "walls": 12.0,
            "surface": TABLE.surface.name,
            "tray": {"at": (620.0, 30.0), "width": 200.0, "depth": 150.0, "walls": 60.0},
        },
        "kinds": [],
        "figures": [],
        "pieces": [],
        "terrain": [],
        "towers": {"a": [(0, 1), (9, 0)], "n": [(0, 2)]},
        "marks": [
            {"ms": 7, "kind": "turn", "text": "Turn 3: Ann", "seat": 1},
            {"ms": 30, "kind": "end", "text": "Over", "seat": -1},
        ],
        "focus": [(1, 2, 3)],
        "lines": [
            {
                "text": "Ann waits",
                "names": ((0, 3, 0),),
                "ms": 0,
                "known": 31,
                "turn": 3,
                "head": "Turn 3: Ann",
                "seat": 0,
            },
            {"text": "all wait", "names": (), "ms": 10, "known": 25, "turn": 4, "head": "Round 4", "seat": -1},
        ],
    }
    assert FADE_SECONDS == 0.16
    assert list(found["towers"]) == ["a", "n"]


def test_trays() -> None:
    """If a table has no tray, the document has none. If a tray has a rack, the document has the rack's place."""
    bare, tray = Table(600.0, 400.0), Tray(200.0, 150.0, 60.0, (620.0, 30.0), rack=40.0)
    assert page_document(recording(bare), timeline(), {})["table"]["tray"] is None
    assert page_document(recording(Table(600.0, 400.0, tray=tray)), timeline(), {})["table"]["tray"] == {
        "at": (620.0, 30.0),
        "width": 200.0,
        "depth": 150.0,
        "walls": 60.0,
        "rack": 40.0,
        "rackAt": tray.rack_at,
    }


def test_patches_and_when_they_are_drawn() -> None:
    """Each patch is listed once, with its filled parts, its closed outline in the owner's colour, or its name. For each
    time at which the patches on the table change, the document lists the numbers of the new patches.
    """
    other = Table(600.0, 400.0, patches=(NAMED, GREEN))
    found = page_document(
        recording(TABLE, TABLE, other, TABLE, TABLE), timeline((0, 10), (10, 25), (25, 31), (31, 40)), {}
    )
    assert found["drawn"] == [(0, [0, 1]), (25, [2, 0]), (31, [0, 1])]
    green, plain, named = found["patches"]
    corners = [(80.0, 40.0), (120.0, 40.0), (120.0, 60.0), (80.0, 60.0)]

    def ring(points: list[tuple[float, float]]) -> set[tuple[float, float]]:
        assert len(points) == 5
        assert points[0] == points[-1]
        return set(points)

    assert set(green) == {"parts", "fill", "opacity", "lines", "edge"}
    assert (green["fill"], green["opacity"], green["edge"]) == ("#00ff00", 0.5, "#e0702a")
    assert [set(part) for part in green["parts"]] == [set(corners)]
    assert [ring(line) for line in green["lines"]] == [set(corners)]
    assert set(plain) == {"lines", "edge"}
    assert plain["edge"] == UNOWNED_EDGE
    assert named == {"name": "Mill", "at": (7.0, 8.0), "size": 9.0, "ink": "#123456"}
    (filled,) = page_document(
        recording(Table(600.0, 400.0, patches=(Patch(NAMED.footprint, fill="#fff"),))), timeline(), {}
    )["patches"]
    assert {x for x, _ in filled["parts"][0]} == {180.13, 220.13}


def test_pieces_and_their_kinds() -> None:
    """Each piece is listed with its number of keyframes, its spans, and the data of its type. If several pieces share a
    kind of die or a figure, that kind or figure is listed once.
    """
    corners = np.array([(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 33.0)])
    triangles = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)] * COARSE_TRIANGLES)
    mesh = FigureMesh((MeshPart(corners, triangles, (0.5, 0.25, 0.125), livery=True),))
    found = page_document(recording(TABLE), timeline(tracks=TRACKS), {"ann": mesh})
    model = {"type": "model", "lift": BASE_THICKNESS, "keys": 1, "spans": [(0, 900)]}
    assert found["pieces"] == [
        {"id": "d1", "keys": 2, "spans": [(0, 900)], "type": "die", "kind": 0, "size": 12.0, "seat": 1},
        {"id": "d2", "keys": 1, "spans": [(5, 7), (9, 11)], "type": "die", "kind": 0, "size": 14.0, "seat": -1},
        {"id": "t", "keys": 1, "spans": [(0, 900)], "type": "token", "diameter": 18.0, "thickness": 2.5},
        {"id": "m1", "seat": 0, "kind": "sneak", "base": 28.0, "figure": 0, **model},
        {"id": "m2", "seat": -1, "kind": USUAL_KIND, "base": 25.0, "figure": 0, **model},
        {"id": "m3", "seat": 1, "kind": USUAL_KIND, "hull": (60.0, 26.0), **model},
    ]
    ((part,),) = found["figures"]
    assert part == {
        "corners": [0, 0, 0, 400, 0, 0, 0, 400, 0, 0, 0, 3300],
        "triangles": triangles.ravel().tolist(),
        "colour": (0.5, 0.25, 0.125),
        "livery": True,
    }
    (kind,) = found["kinds"]
    assert (kind["name"], kind["cube"], kind["down"], kind["blank"]) == ("d6", True, False, [])
    assert kind["rounding"] == D6.rounding
    assert sorted(face["value"] for face in kind["faces"]) == [1, 2, 3, 4, 5, 6]
    shown = {face["value"]: np.array(face["normal"]) for face in kind["faces"]}
    assert all((shown[value] == -shown[7 - value]).all() for value in (1, 2, 3))
    assert {tuple(map(abs, corner)) for corner in kind["corners"]} == {(0.5, 0.5, 0.5)}
    assert "signs" not in found


def test_numbers_of_dice_are_rounded() -> None:
    """The corners of a kind of die and the directions of its faces are rounded to five decimals."""
    kind = die_kind("d4")
    (found,) = page_document(recording(TABLE), timeline(tracks=(track(Die("d", kind), (0, HERE)),)), {})["kinds"]
    assert found["corners"] == [[float(f"{part:.5f}") for part in corner] for corner in kind.corners]
    assert [face["normal"] for face in found["faces"]] == [
        [float(f"{part:.5f}") for part in face.normal] for face in kind.faces
    ]
    assert found["down"] is kind.read_down


def test_scenery() -> None:
    """If scenery is a box, the document has its size. Other scenery has the corners of its mesh in hundredths of a
    millimetre.
    """
    shape: Any = SimpleNamespace(
        vertices=np.array([(0.0, 0.0, 0.0), (1.5, 0.0, 0.0), (0.0, 2.344, 0.0)]), triangles=np.array([(0, 1, 2)])
    )
    pieces = (Terrain("wall", Box(50.0, 20.0, 30.0), (9.0, 8.0), 0.5, "a wall"), Terrain("hill", shape, (1.0, 2.0)))
    assert page_document(recording(TABLE), timeline(terrain=pieces), {})["terrain"] == [
        {"id": "wall", "name": "a wall", "at": (9.0, 8.0), "heading": 0.5, "box": (50.0, 20.0, 30.0)},
        {
            "id": "hill",
            "name": "",
            "at": (1.0, 2.0),
            "heading": 0.0,
            "corners": [0, 0, 0, 150, 0, 0, 0, 234, 0],
            "triangles": [0, 1, 2],
        },
    ]


def columns(data: bytes, counts: list[int]) -> list[list[tuple[float, ...]]]:
    """Return the keyframes of each track, read from columns: times (ms), positions (mm) and quaternions."""
    total = sum(counts)
    sizes = [("<u4", 4)] + [("<i4", 4)] * 3 + [("<i2", 2)] * 4
    read, at = [], 0
    for kind, size in sizes:
        read.append(np.frombuffer(data, kind, total, at).astype(np.int64))
        at += size * total
    assert at == len(data)
    tracks, begin = [], 0
    for count in counts:
        sums = [np.cumsum(column[begin : begin + count]) for column in read]
        turned = [(one + 32768) % 65536 - 32768 for one in sums[4:]]
        tracks.append(
            [
                (
                    int(sums[0][k]),
                    *(float(one[k]) / 100 for one in sums[1:4]),
                    *(float(one[k]) / 32767 for one in turned),
                )
                for k in range(count)
            ]
        )
        begin += count
    return tracks


def test_keyframes_can_be_read_back() -> None:
    """The keyframes of a page can be read back: times in whole milliseconds, positions to 0.01 mm, quaternions to
    1/32767. Each column restarts at each track. Steps of a quaternion that exceed 16 bits are read correctly, too.
    """
    half = math.sin(0.25), math.cos(0.25)
    spun = track(
        Die("d3"),
        (0, Pose((0.0, -3.0, 1.0), (0.0, 0.0, 0.0, 1.0))),
        (3, Pose((0.0, 3.0, 1.0), (0.0, 0.0, 1.0, 0.0))),
        (9, Pose((0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 0.0))),
    )
    data = key_columns((TRACKS[0], TRACKS[1], spun))
    first, second, third = columns(data, [2, 1, 3])
    assert first == [
        (0, 10.0, 20.0, 8.0, 0.0, 0.0, 0.0, 1.0),
        (40, 10.13, 19.5, 9.0, 0.0, 0.0, pytest.approx(half[0], abs=2e-5), pytest.approx(half[1], abs=2e-5)),
    ]
    assert second == [(5, 10.0, 20.0, 8.0, 0.0, 0.0, 0.0, 1.0)]
    assert third == [
        (0, 0.0, -3.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        (3, 0.0, 3.0, 1.0, 0.0, 0.0, 1.0, 0.0),
        (9, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0),
    ]
    assert key_columns(()) == b""


def test_quaternions_keep_their_sign() -> None:
    """A quaternion and its opposite are the same rotation. Each keyframe gets whichever of the two is closer to the
    quaternion of the keyframe before.
    """
    angles = (0.0, 0.3, 0.6, 0.9, 1.2)
    signs = (1.0, -1.0, -1.0, 1.0, -1.0)
    turned = [Pose((0.0, 0.0, 0.0), _times(about_z(angle), sign)) for angle, sign in zip(angles, signs, strict=True)]
    one = track(Die("d"), *((k, pose) for k, pose in enumerate(turned)))
    assert continuous_rotations(one) == pytest.approx(np.array([about_z(angle) for angle in angles]))
    two = track(Die("d"), (0, turned[1]), (1, turned[3]))
    assert continuous_rotations(two) == pytest.approx(-np.array([about_z(angle) for angle in (0.3, 0.9)]))
    assert continuous_rotations(track(Die("d"), (0, turned[1]))).tolist() == [list(turned[1].orientation)]


def _times(quaternion: tuple[float, float, float, float], factor: float) -> tuple[float, float, float, float]:
    x, y, z, w = quaternion
    return (x * factor, y * factor, z * factor, w * factor)


@pytest.mark.parametrize("title", ["", "a", "ab", "abc"])
def test_the_payload_has_its_parts(title: str) -> None:
    """The data of a page consists of the document's length, the document, and the columns. The length is a multiple of
    4 bytes.
    """
    shown = timeline(tracks=TRACKS[:2])
    its = recording(TABLE)
    object.__setattr__(its, "title", title)
    data = zlib.decompress(page_payload(its, shown, {}))
    (length,) = struct.unpack("<I", data[:4])
    assert length % 4 == 0
    assert json.loads(data[4 : 4 + length]) == json.loads(json.dumps(page_document(its, shown, {})))
    assert data[4 + length :] == key_columns(TRACKS[:2])
    text = data[4 : 4 + length].rstrip(b" ")
    assert text[-1:] == b"}"
    assert length - len(text) < 4
    assert "●".encode() in text
    assert encode_payload(b"\x00\x01riot") == "AAFyaW90"
