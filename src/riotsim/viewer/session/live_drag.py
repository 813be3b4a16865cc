"""The simulation of a carry while the player drags the model. The finished drag becomes the player's answer."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from riotsim.errors import IllegalAnswer, PhysicsError
from riotsim.play.requests import PlayerId, Refused
from riotsim.play.session.preview import preview_act
from riotsim.table.acts import Act, Drag
from riotsim.table.impacts import Impact
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry
from riotsim.viewer.session.messages import DragFrame


class DragRefused(IllegalAnswer):
    """The error raised when a drag is not possible. The message is the reason."""


class LiveDrag:
    """The drags of a game. At most one drag is in progress."""

    def __init__(self, hosted: HostedGame[Any]) -> None:
        self._hosted = hosted
        self._carry: LiveCarry | None = None
        self._act: Act | None = None
        self._failed: DragRefused | None = None

    def drag(self, player: PlayerId, samples: tuple[tuple[int, float], ...]) -> DragFrame | None:
        """Simulate new samples of the drag. The first samples start the drag.

        If the simulation has failed, further samples are ignored until you call `finish` or `cancel`.

        Args:
            player: The player who drags.
            samples: For each sample, the ticks since the drag began, and the distance along the line of the carry (mm).

        Returns:
            The frame to show. None if the simulation has failed before. Also None if drags are not simulated in this
            game (`HostedGame.live_carry` is None), or if the drag would lead to no act.

        Raises:
            DragRefused: The player may not drag now, the line of the drag has no length, or the simulation fails.
        """
        if self._failed is not None:
            return None
        if self._carry is None:
            self._carry = self._start(player, samples)
        if self._carry is None or self._act is None:
            return None
        impacts: list[Impact] = []
        try:
            for sample in samples:
                with suppress(ValueError):  # skip an invalid sample
                    impacts += self._carry.send(sample).impacts
        except PhysicsError as why:
            self.cancel()
            self._failed = DragRefused(f"this drag can't be simulated, so try another: {why}")
            raise self._failed from why
        return DragFrame(replace(self._carry.frame, impacts=tuple(impacts)), self._act, self._carry.fell)

    def _start(self, player: PlayerId, samples: tuple[tuple[int, float], ...]) -> LiveCarry | None:
        if self._hosted.live_carry is None:
            return None
        try:
            preview = preview_act(self._hosted.session, Drag(samples[:1]), player)
        except Refused as no:
            raise DragRefused(str(no)) from no
        if preview is None:
            return None
        try:
            self._act = preview.act
            return self._hosted.live_carry(preview.table, preview.act, preview.seed)
        except ValueError as why:  # the drag has no length
            raise DragRefused(str(why)) from why

    def finish(self) -> Drag:
        """Finish the drag and return it as an answer.

        Raises:
            DragRefused: No drag is in progress, or its simulation has failed.
        """
        if (failed := self._failed) is not None:
            self.cancel()
            raise failed
        if self._carry is None:
            raise DragRefused("nothing was dragged: grab the model and drag it along its line")
        drag = self._carry.finish()
        self.cancel()
        return drag

    def cancel(self) -> None:
        """Cancel the drag that is in progress. If there is none, do nothing. The game doesn't change."""
        carry, self._carry, self._failed = self._carry, None, None
        if carry is not None:
            carry.close()
