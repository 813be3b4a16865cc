"""Where many pieces are at once, worked out together."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.replay.poses import PoseArray, interpolate
from riotsim.table.poses import Pose, angle_between

NUMBERS = st.floats(-1.0, 1.0)


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    """Any pose near a table."""
    at = (draw(st.floats(-500, 500)), draw(st.floats(-500, 500)), draw(st.floats(-500, 500)))
    turn = draw(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS).filter(lambda q: math.hypot(*q) > 0.1))
    x, y, z, w = (part / math.hypot(*turn) for part in turn)
    return Pose(at, (x, y, z, w))


def same(one: Pose, other: Pose) -> bool:
    """Tell whether two poses are the same but for rounding."""
    return math.dist(one.at, other.at) < 1e-9 and angle_between(one.turn, other.turn) < 1e-6


@given(st.lists(st.tuples(poses(), poses()), max_size=5), st.floats(0.0, 1.0))
def test_all_go_as_each_would(pairs: list[tuple[Pose, Pose]], share: float) -> None:
    """Straight on, and turned the short way: what is worked out together is what is worked out one by one."""
    start = PoseArray.of({f"d{n}": one for n, (one, _) in enumerate(pairs)})
    end = PoseArray.of({f"d{n}": other for n, (_, other) in enumerate(pairs)})
    seen = start.towards(end, share)
    assert [*seen] == [f"d{n}" for n in range(len(pairs))]
    for n, (one, other) in enumerate(pairs):
        wanted = interpolate(one, other, share)
        assert math.isclose(sum(part * part for part in seen[f"d{n}"].turn), 1.0, abs_tol=1e-12)
        near = abs(sum(a * b for a, b in zip(one.turn, other.turn, strict=True))) > 1e-6
        assert same(seen[f"d{n}"], wanted) or not near, "half a turn goes either way round"


def test_what_is_posed_reads_like_a_mapping() -> None:
    """So whoever asks for one piece, or goes through all, need not know of rows."""
    there = {"a": Pose((1.0, 2.0, 3.0), (0.0, 0.6, 0.0, 0.8)), "b": Pose((4.0, 5.0, 6.0))}
    posed = PoseArray.of(there)
    assert posed == there
    assert posed.get("c") is None
    assert PoseArray.of(posed) is posed
    assert len(PoseArray.of({})) == 0
    with pytest.raises(KeyError):
        posed["c"]
