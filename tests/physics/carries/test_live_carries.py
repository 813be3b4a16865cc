"""Drags that are performed while the mouse moves: the act that is stored gives the same bits later."""

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.drags import Sample, smooth
from physics_suite.tables import SHAKY, board, model_with_tower, tower_at

from riotsim.physics import Diverged, LiveCarry, live
from riotsim.physics.acts.carry import carry_by_drag
from riotsim.physics.acts.drag_path import DragPath
from riotsim.simulation import frames, live_carry, perform
from riotsim.table.acts import Carry, Frame, Settled
from riotsim.table.pieces import Model
from riotsim.table.state import Table

ACT = Carry("m", (400.0, 300.0), SHAKY, "usual")
LENGTH = 300.0


def table(dice: int = 6) -> Table:
    """Return a table with a model and its tower, and another tower beside its way."""
    return tower_at(model_with_tower(board(), "m", dice, (100.0, 300.0), bearing=2.0), "other", 5, (300.0, 322.0))


def led(carry: LiveCarry, samples: Sequence[Sample]) -> list[Frame]:
    """Return the frames of a live drag: one for each sample, and those after the last sample."""
    return [*(carry.send(sample) for sample in samples), *carry.remaining_frames()]


JERKED = (*smooth(LENGTH, 0.3), (400, LENGTH), (500, LENGTH))
STOPPED = smooth(180.0, 1.2)
TICKS = np.cumsum(np.random.default_rng(2).integers(1, 30, 40)).tolist()
WILD = tuple(zip(TICKS, (np.random.default_rng(3).random(40) * LENGTH).tolist(), strict=True))


@pytest.mark.parametrize(
    "samples",
    [smooth(LENGTH, 1.6), STOPPED, JERKED, WILD, ((7, 20.0),), ()],
    ids=["whole", "let go", "jerked", "wild", "one sample", "none"],
)
@pytest.mark.parametrize("dice", [0, 1, 6])
def test_live_and_later_are_the_same(samples: Sequence[Sample], dice: int) -> None:
    """If a drag is performed live, its frames and its outcome equal those of the stored act, to the last bit."""
    begin = table(dice) if dice else table(1).without("m-00").with_tower("m", None)
    carry = live_carry(begin, ACT, 5)
    seen = led(carry, samples)
    settled = perform(begin, carry.act, 5, trace_hz=240)  # each tick
    later = {frame.tick: frame for frame in settled.trace}
    assert all(repr(later[frame.tick]) == repr(frame) for frame in seen if frame.tick)
    assert max(later) == seen[-1].tick
    assert repr(carry.settled) == repr(replace(settled, trace=()))


def test_a_fall_is_known_as_it_happens() -> None:
    """If the tower falls during a drag, later samples aren't stored. Frames show the dice while they fall."""
    carry = live_carry(table(), ACT, 5)
    fell, ticks = [], []
    for sample in JERKED:
        ticks.append(carry.send(sample).tick)
        fell.append(carry.fell)
    assert fell[-1]
    assert not fell[0]
    assert len(carry.drag.samples) <= fell.index(True) + 1
    assert ticks[-1] > carry.drag.samples[-1][0]


def test_a_drag_reports_its_impacts() -> None:
    """If impacts are asked for, a live drag reports each one once. The stored act reports the same impacts."""
    carry = live_carry(table(), ACT, 5, listen=True)
    live = [impact for frame in led(carry, JERKED) for impact in frame.impacts]
    later = [impact for frame in frames(table(), carry.act, 5, listen=True) for impact in frame.impacts]
    assert live == later
    assert len(live) > 3
    assert not any(frame.impacts for frame in led(live_carry(table(), ACT, 5), JERKED))


def test_the_first_frame_shows_all_in_its_place() -> None:
    """Before the first sample, the frame of a drag has the poses of the table."""
    carry = live_carry(table(2), ACT, 5)
    assert carry.frame.tick == 0
    assert carry.frame.poses["m"].at == (100.0, 300.0, 0.0)
    assert carry.frame.poses["m-01"] == table(2).dice["m-01"].pose
    carry.close()


@pytest.mark.parametrize("sample", [(3, 1.0), (4, -1.0), (4, 301.0), (4, float("nan")), (True, 1.0)])
def test_a_sample_that_cannot_be_is_refused(sample: Sample) -> None:
    """If a sample goes back in time or leaves the line, it is refused. The drag goes on without it."""
    carry = live_carry(table(2), ACT, 5)
    carry.send((3, 0.5))
    with pytest.raises(ValueError, match="drag"):
        carry.send(sample)
    assert carry.send((4, 1.0)).tick == 4
    carry.close()


def test_a_way_that_leads_nowhere_is_none() -> None:
    """If a model stands at the goal already, a drag is refused."""
    with pytest.raises(ValueError, match="stands there already"):
        live_carry(table(2), Carry("m", (100.0, 300.0), SHAKY, "usual"), 5)


def test_an_engine_that_breaks_down_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the engine breaks down during a drag, the drag goes on with the other solver, at the same tick."""
    begin = table(3)

    def breaks(
        begin: Table, model: Model, path: DragPath, every: int, exact: bool, listen: bool
    ) -> Generator[Frame, None, Settled]:
        under_way = carry_by_drag(begin, model, path, every, exact, listen)
        for _ in range(50 if exact else 400):
            yield next(under_way)
        raise Diverged

    monkeypatch.setattr(live, "carry_by_drag", breaks)
    carry = live_carry(begin, ACT, 5)
    seen = [carry.send(sample) for sample in smooth(LENGTH, 1.6)]
    assert [frame.tick for frame in seen[1:]] == [tick for tick, _ in smooth(LENGTH, 1.6)[1:]]
    carry.close()
