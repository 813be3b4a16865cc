"""A carry that is simulated while the player drags, before it becomes their answer."""

from contextlib import suppress
from typing import Any

from riotsim.errors import IllegalAnswer
from riotsim.play.requests import PlayerId, Refused
from riotsim.play.session.preview import preview_act
from riotsim.table.acts import Drag
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry
from riotsim.viewer.session.messages import DragFrame


class DragRefused(IllegalAnswer):
    """Nothing can be dragged here. The text says why."""


class LiveDrag:
    """The drag that is under way in a game, if there is one."""

    def __init__(self, hosted: HostedGame[Any]) -> None:
        self._hosted = hosted
        self._hand: LiveCarry | None = None

    def drag(self, player: PlayerId, samples: tuple[tuple[int, float], ...]) -> DragFrame | None:
        """Continue the drag.

        Args:
            player: The player who drags.
            samples: Ticks since the drag began, and the distance along its line (mm).

        Returns:
            The frame to show, or None if the game has no live drags.

        Raises:
            DragRefused: Nothing can be dragged here.
        """
        if self._hand is None:
            self._hand = self._start(player, samples)
        if self._hand is None:
            return None
        for sample in samples:
            with suppress(ValueError):  # skip an invalid sample
                self._hand.send(sample)
        return DragFrame(self._hand.frame, self._hand.fell)

    def _start(self, player: PlayerId, samples: tuple[tuple[int, float], ...]) -> LiveCarry | None:
        if self._hosted.live_carry is None:
            return None
        try:
            coming = preview_act(self._hosted.session, Drag(samples[:1]), player)
        except Refused as no:
            raise DragRefused(str(no)) from no
        if coming is None:
            return None
        try:
            return self._hosted.live_carry(coming.table, coming.act, coming.seed)
        except ValueError as why:  # the drag has no length
            raise DragRefused(str(why)) from why

    def finish(self) -> Drag:
        """Finish the drag and return it as an answer.

        Raises:
            DragRefused: No drag is under way.
        """
        if self._hand is None:
            raise DragRefused("nothing was dragged: grab the model and drag it along its line")
        drag = self._hand.done()
        self.cancel()
        return drag

    def cancel(self) -> None:
        """Cancel the drag. The game doesn't change."""
        hand, self._hand = self._hand, None
        if hand is not None:
            hand.close()
