"""Compressed traces of acts: what comes back of frames, and which contents are refused."""

import struct
import zlib

import numpy as np
import pytest

from riotsim.store.database import traces
from riotsim.store.database.traces import pack_frames, require_size, unpack_frames
from riotsim.table.acts import Frame
from riotsim.table.poses import Pose

TURN = (0.5, -0.5, 0.5, -0.5)

FRAMES = (
    Frame(0, {"b": Pose((1.234, -2.0, 3.006)), "a": Pose((0.0, 10.0, 20.0), TURN)}),
    Frame(7, {"b": Pose((1.5, -2.0, 3.0))}),
    Frame(300_000, {"a": Pose((5.0, 0.0, 0.0), TURN), "b": Pose((-1.0, -2.0, 3.0)), "c": Pose((2e7, -2e7, 1.0))}),
)
"""Three frames: a piece is missing in the second, and one comes in the third, farther away than 10 km."""


def _body(content: bytes) -> bytes:
    return zlib.decompress(content)


def test_frames_come_back_rounded() -> None:
    """Frames that were packed have positions rounded to 0.01 mm and at most 10 km away, and orientations rounded to 1 /
    32767. The pieces of a frame are in order of their names.
    """
    found = unpack_frames(pack_frames(FRAMES))
    assert [frame.tick for frame in found] == [0, 7, 300_000]
    assert [[*frame.poses] for frame in found] == [["a", "b"], ["b"], ["a", "b", "c"]]
    half = 16384 / 32767
    assert found[0].poses["b"].at == pytest.approx((1.23, -2.0, 3.01))
    assert found[0].poses["b"].orientation == (0.0, 0.0, 0.0, 1.0)
    assert found[0].poses["a"].at == (0.0, 10.0, 20.0)
    assert found[0].poses["a"].orientation == pytest.approx((half, -half, half, -half))
    assert [frame.poses["b"].at[0] for frame in found] == pytest.approx([1.23, 1.5, -1.0])
    assert found[2].poses["c"].at == pytest.approx((1e7, -1e7, 1.0))
    assert unpack_frames(pack_frames(())) == ()
    assert unpack_frames(pack_frames((Frame(3, {}),))) == (Frame(3, {}),)


def test_a_trace_has_a_header_names_ticks_flags_and_steps() -> None:
    """A trace begins with its number of frames and the bytes of its names. Names, ticks and flags follow. Then come the
    differences of whole numbers from frame to frame.
    """
    body = _body(pack_frames(FRAMES[:2]))
    assert struct.unpack_from("<II", body) == (2, 3)
    assert body[8:11] == b"a\nb"
    assert np.frombuffer(body, "<i4", 2, 11).tolist() == [0, 7]
    assert body[19] == 0b11010000
    steps = np.frombuffer(body, "<i4", 28, 20).reshape(2, 2, 7).tolist()
    assert steps[0][1] == [123, -200, 301, 0, 0, 0, 32767]
    assert steps[1] == [[0] * 7, [27, 0, -1, 0, 0, 0, 0]]
    assert len(body) == 20 + 28 * 4


def _told(content: bytes) -> str:
    with pytest.raises(ValueError, match=r"\w") as refused:
        unpack_frames(content)
    return str(refused.value)


def test_a_trace_that_is_not_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trace is refused if it can't be inflated, is cut off, is too long, or has another length than it says. One
    whose names are no text is refused, too.
    """
    whole = pack_frames(FRAMES)
    body = _body(whole)
    length = "a trace of another length than it says"
    assert _told(b"no trace") == "a trace that can't be inflated"
    assert _told(whole[:-1]) == "a trace of more than 16000000 bytes, or one that is cut off"
    assert _told(zlib.compress(body + b"x")) == _told(zlib.compress(body[:-1])) == length
    assert _told(zlib.compress(struct.pack("<II", 2, 5) + body[8:])) == length
    assert _told(zlib.compress(b"1234567")) == "a trace that can't be read"
    assert _told(zlib.compress(struct.pack("<II", 0, 1) + b"\xff")) == "a trace that can't be read"
    monkeypatch.setattr(traces, "MAX_TRACE_BYTES", len(body))
    assert len(unpack_frames(whole)) == 3
    monkeypatch.setattr(traces, "MAX_TRACE_BYTES", len(body) - 1)
    assert _told(whole) == f"a trace of more than {len(body) - 1} bytes, or one that is cut off"


def test_the_traces_of_a_game_have_a_greatest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """The traces of a game together may be as large as the limit, but not a byte larger."""
    contents = [pack_frames(FRAMES), pack_frames(FRAMES[:1])]
    size = sum(len(_body(content)) for content in contents)
    monkeypatch.setattr(traces, "MAX_GAME_TRACE_BYTES", size)
    require_size(contents)
    monkeypatch.setattr(traces, "MAX_GAME_TRACE_BYTES", size - 1)
    with pytest.raises(ValueError, match=f"^traces of more than {size - 1:,} bytes together$"):
        require_size(contents)
