"""A drag that is simulated while a person makes it, without a window."""

from collections.abc import Coroutine, Generator
from dataclasses import dataclass

import pytest
from pitch_game import PitchNarrator, Score, floor

from riotsim.physics import Diverged, live
from riotsim.physics.acts.carry import carry_by_drag
from riotsim.physics.acts.drag_path import DragPath
from riotsim.play.requests import SetPace
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Play, Session, Waiting
from riotsim.replay.recording import seats
from riotsim.simulation import live_carry, perform
from riotsim.table.acts import Carry, Drag, Frame, Settled
from riotsim.table.pieces import Model
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.session.hosted_game import HostedGame
from riotsim.viewer.session.live_drag import DragRefused, LiveDrag

TO: Point = (80.0, 160.0)
"""The end of the line along which the model is dragged (mm)."""


@dataclass(frozen=True)
class OneCarry:
    """A game in which Ann carries a model once."""

    def __call__(self, play: Play[Score]) -> Coroutine[Waiting, object, None]:
        """Play the game."""
        return self._played(play)

    async def _played(self, play: Play[Score]) -> None:
        drag = await play.ask(SetPace("Ann", "pace", "a1", TO, 2, ("usual",), 100.0))
        assert isinstance(drag, Drag)
        await play.perform(Carry("a1", TO, STEADY_HAND, "usual", drag), Stream.CARRY)


def hosted_carry() -> HostedGame[Score]:
    """Return the game as a host holds it."""
    session = Session(OneCarry(), Score(), floor(), 5, perform)

    def begin(table: Table, act: object, seed: int) -> live.LiveCarry:
        assert isinstance(act, Carry)
        return live_carry(table, act, seed)

    return HostedGame(session, "Carrying", seats({"Ann": "person"}), {}, {}, PitchNarrator, live_carry=begin)


def test_a_drag_that_cannot_be_simulated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the physics breaks down during a drag, the person is told so, and the rest of this drag has no effect. The
    game isn't over, and the person can make another drag.
    """

    def breaks(
        begin: Table, model: Model, path: DragPath, every: int, exact: bool, listen: bool
    ) -> Generator[Frame, None, Settled]:
        under_way = carry_by_drag(begin, model, path, every, exact, listen)
        for _ in range(5):
            yield next(under_way)
        raise Diverged("the physics lost a1 after 5 ticks")

    hosted = hosted_carry()
    dragging = LiveDrag(hosted)
    with monkeypatch.context() as patched:
        patched.setattr(live, "carry_by_drag", breaks)
        with pytest.raises(DragRefused, match="try another: the physics lost a1 after 5 ticks"):
            dragging.drag("Ann", ((0, 0.0), (10, 4.0)))
        assert dragging.drag("Ann", ((20, 8.0),)) is None
        with pytest.raises(DragRefused, match="the physics lost a1"):
            dragging.finish()
    assert not hosted.session.is_over
    again = dragging.drag("Ann", ((0, 0.0), (10, 4.0)))
    assert again is not None
    assert again.frame.tick == 10
    assert dragging.finish() == Drag(((0, 0.0), (10, 4.0)))
    hosted.session.close()
