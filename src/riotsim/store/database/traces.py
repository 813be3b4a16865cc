"""Traces: the frames of an act in compressed form.

Positions are rounded to 0.01 mm, and orientations are rounded too. A trace has the changes from each frame to the next.
"""

import struct
import zlib
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from riotsim.table.acts import Frame
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose

POSITION_STEP: Final = 0.01
"""Rounding step of positions (mm)."""

QUATERNION_STEPS: Final = 32767
"""Number of rounding steps between 0 and 1 for the components of quaternions."""

MAX_TRACE_BYTES: Final = 16_000_000
"""Maximum size of a decompressed trace (bytes). A trace of 8 s with 400 pieces has 5.4 million bytes."""

MAX_GAME_TRACE_BYTES: Final = 40_000_000
"""Maximum size of all decompressed traces of a game together (bytes).

This is enough for about 1.4 million poses. The traces of an ordinary game have 1.3 million bytes.
"""

MAX_POSITION_STEPS: Final = 1e9
"""Maximum coordinate of a position (steps of `POSITION_STEP`): 10 km. Larger coordinates are cut to this maximum."""

_HEADER: Final = struct.Struct("<II")


def pack_frames(frames: tuple[Frame, ...]) -> bytes:
    """Return the frames of an act as a compressed trace, which `unpack_frames` can read.

    The trace has the ticks and the poses of the frames, but not their impacts.
    """
    names = sorted({name for frame in frames for name in frame.poses})
    nowhere = (0.0,) * 7
    last = dict.fromkeys(names, nowhere)
    rows: list[list[tuple[float, ...]]] = []
    for frame in frames:
        last |= {name: (*pose.at, *pose.orientation) for name, pose in frame.poses.items()}
        rows.append(list(last.values()))
    numbers = np.array(rows).reshape(len(frames), len(names), 7)
    numbers[..., :3] /= POSITION_STEP
    numbers[..., 3:] *= QUATERNION_STEPS
    whole = np.rint(numbers.clip(-MAX_POSITION_STEPS, MAX_POSITION_STEPS)).astype("<i4")
    there = np.array([[name in frame.poses for name in names] for frame in frames], dtype=np.bool_)
    ticks = np.array([frame.tick for frame in frames], dtype=np.int32)
    known = "\n".join(names).encode()
    parts = (
        _HEADER.pack(len(frames), len(known)), known, ticks.tobytes(),
        np.packbits(there).tobytes(), np.diff(whole, axis=0, prepend=np.int32(0)).astype("<i4").tobytes(),
    )  # fmt: skip
    return zlib.compress(b"".join(parts), 6)


def require_size(contents: Iterable[bytes]) -> None:
    """Check that each trace of a game, and all its traces together, are not too large when they are decompressed.

    Raises:
        ValueError: A trace can't be decompressed or is too large, or all traces together are too large.
    """
    size = 0
    for content in contents:
        size += len(_inflated(content))
        if size > MAX_GAME_TRACE_BYTES:
            raise ValueError(f"traces of more than {MAX_GAME_TRACE_BYTES:,} bytes together")


def unpack_frames(content: bytes) -> tuple[Frame, ...]:
    """Return the frames of a compressed trace. Positions and orientations are as `pack_frames` rounded them.

    Raises:
        ValueError: The content is not a trace, or is too large.
    """
    whole = _inflated(content)
    try:
        count, length = _HEADER.unpack_from(whole)
        here = _HEADER.size + length
        names: list[PieceId] = whole[_HEADER.size : here].decode().split("\n") if length else []
        size = count * len(names)
        if len(whole) != here + 4 * count + (size + 7) // 8 + 28 * size:
            raise ValueError("a trace of another length than it says")
        ticks = np.frombuffer(whole, "<i4", count, here).tolist()
        here += 4 * count
        bits = np.frombuffer(whole, np.uint8, (size + 7) // 8, here)
        there = np.unpackbits(bits, count=size).reshape(count, len(names)).astype(bool)
        steps = np.frombuffer(whole, "<i4", 7 * size, here + len(bits)).reshape(count, len(names), 7)
    except (struct.error, UnicodeDecodeError) as error:
        raise ValueError("a trace that can't be read") from error
    numbers = np.cumsum(steps, axis=0, dtype=np.int64)
    return tuple(
        Frame(tick, {name: _pose(row[k]) for k, name in enumerate(names) if seen[k]})
        for tick, row, seen in zip(ticks, numbers.tolist(), there, strict=True)
    )


def unpack_traces(contents: Mapping[int, bytes]) -> dict[int, tuple[Frame, ...]]:
    """Return the frames of a game's compressed traces, by the keys of the traces.

    Raises:
        ValueError: A trace is damaged or too large, or all traces together are too large.
    """
    require_size(contents.values())
    return {entry: unpack_frames(content) for entry, content in contents.items()}


def _pose(numbers: list[int]) -> Pose:
    x, y, z, *turn = numbers
    a, b, c, w = (part / QUATERNION_STEPS for part in turn)
    return Pose((x * POSITION_STEP, y * POSITION_STEP, z * POSITION_STEP), (a, b, c, w))


def _inflated(content: bytes) -> bytes:
    inflate = zlib.decompressobj()
    try:
        whole = inflate.decompress(content, MAX_TRACE_BYTES)
    except zlib.error as error:
        raise ValueError("a trace that can't be inflated") from error
    if not inflate.eof:
        raise ValueError(f"a trace of more than {MAX_TRACE_BYTES} bytes, or one that is cut off")
    return whole
