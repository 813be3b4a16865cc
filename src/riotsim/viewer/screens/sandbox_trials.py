"""Trials: throws and carries that a player tries in the sandbox.

A trial uses the gestures, the playback and a host process, as a game does.
"""

import time
from collections.abc import Callable, Mapping

from riotsim.play.sandbox.rules import CARRY, TRY, Trial
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.session.host import HostLink
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.sandbox_model import Phase


class Trials:
    """The trials of a sandbox, one at a time. The sandbox's own table is not affected."""

    def __init__(
        self,
        host: Callable[[Opening], HostLink],
        opening: Opening,
        settings: Settings,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Start a host for trials.

        Args:
            host: Function that starts a host process.
            opening: Tells the host process how to open the trial game.
            settings: The player's settings.
            clock: Function that returns the time (s).
        """
        self._host, self._clock = host, clock
        self.screen = GameScreen(host(opening), settings, clock)
        self.phase: Phase = "set up"
        self._wanted: Trial | None = None
        self._asked = False  # whether the host is asking how to throw or carry

    def renew(self, opening: Opening) -> None:
        """Close the host process of the trials, start a new one, and discard the current trial.

        Args:
            opening: Tells the new host process how to open the trial game.
        """
        self.close()
        self.screen = GameScreen(self._host(opening), self.screen.settings, self._clock)
        self._asked = False
        self.discard()

    def close(self) -> None:
        """Leave the trial game without waiting for its host to end."""
        self.screen.link.close()

    def begin(self, trial: Trial) -> None:
        """Request a trial. It begins once the host is ready."""
        self.phase, self._wanted, self._asked = "aims", trial, False

    def discard(self) -> None:
        """Discard the trial, so that the sandbox's own table is shown again."""
        self.phase, self._wanted = "set up", None

    @property
    def purpose(self) -> str:
        """The purpose of the host's open request, or an empty text if no request is open."""
        interaction = self.screen.interaction
        return "" if interaction is None else interaction.request.purpose

    @property
    def failure(self) -> str:
        """The reason why trials are no longer possible, or an empty text if they are possible."""
        broke = self.screen.playback.display.failure
        return "" if broke is None else broke.text

    @property
    def display(self) -> tuple[Table, Mapping[PieceId, Pose]] | None:
        """The table and the poses that a trial shows, or None if the sandbox's own table is shown."""
        showing = self.screen.playback.display
        drags = self.phase == "aims" and self.purpose == CARRY
        if showing.table is None or not (drags or self.phase in ("moves", "tried")):
            return None
        return showing.table, showing.poses

    def advance(self, seconds: float, settings: Settings) -> None:
        """Advance the trial game by `seconds` of real time, with these settings of the player."""
        table = self.screen
        table.settings = settings
        if self.phase == "aims" and not self._asked:
            table.playback.skip()  # the table changes at once; there is nothing to watch
        table.advance(seconds)
        if self.failure:
            self.discard()
        purpose = self.purpose
        match self.phase:
            case "aims" if self._wanted is not None:
                if purpose == TRY:
                    table.submit(self._wanted)
                    self._wanted = None
                    if table.refusal:  # the trial was refused
                        self.discard()
            case "aims" if not self._asked:
                self._asked = purpose not in ("", TRY)
            case "aims" if not purpose:
                self.phase = "moves"
            case "moves" if purpose == TRY:
                self.phase = "tried"
            case "moves" if purpose:
                self.phase = "aims"  # refused, so the host asks again
            case "set up" if purpose not in ("", TRY):
                table.undo()

    # The mouse, while the host asks for a gesture.

    def moved(self, pointer: Pointer) -> None:
        """Handle a mouse move over the table."""
        self.screen.moved(pointer)

    def pressed(self, pointer: Pointer) -> bool:
        """Handle a mouse press on the table, and return whether the trial has used the press."""
        return self._asked and self.screen.pressed(pointer)

    def released(self, pointer: Pointer) -> None:
        """Handle a mouse release over the table."""
        self.screen.released(pointer)

    def default_answer(self) -> None:
        """Answer the open request with its default answer."""
        if self._asked and self.screen.interaction is not None:
            self.screen.submit(self.screen.interaction.default_answer())
