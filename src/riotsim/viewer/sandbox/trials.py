"""Trying a throw or a carry from the sandbox: at a table of its own, with the hand, playback and host of a game."""

import time
from collections.abc import Callable, Mapping

from riotsim.play.sandbox_rules import CARRY, TRY, Trial
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.table import HostLink, TableScreen
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.sandbox.model import Phase


class Trials:
    """What is tried, one after the other; the table of the sandbox knows nothing of it."""

    def __init__(
        self,
        host: Callable[[Opening], HostLink],
        opening: Opening,
        settings: Settings,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`host` begins a process that tries things, by such rules."""
        self._host, self._clock = host, clock
        self.table_screen = TableScreen(host(opening), settings, clock)
        self.phase: Phase = "set up"
        self._wanted: Trial | None = None
        self._asked = False  # whether the hand is asked how it throws, or carries

    def renew(self, opening: Opening) -> None:
        """Go on with another process: by other rules, or because the last one broke."""
        self.close()
        self.table_screen = TableScreen(self._host(opening), self.table_screen.settings, self._clock)
        self._asked = False
        self.put_back()

    def close(self) -> None:
        """End it."""
        self.table_screen.link.close()

    def begin(self, trial: Trial) -> None:
        """Try something."""
        self.phase, self._wanted, self._asked = "aims", trial, False

    def put_back(self) -> None:
        """Leave it: nothing of it is kept."""
        self.phase, self._wanted = "set up", None

    @property
    def purpose(self) -> str:
        """What the host asks for just now; empty if it asks for nothing."""
        interaction = self.table_screen.interaction
        return "" if interaction is None else interaction.request.purpose

    @property
    def broke(self) -> str:
        """Why nothing can be tried any more; empty if it can."""
        broke = self.table_screen.playback.showing.broke
        return "" if broke is None else broke.text

    @property
    def shows(self) -> tuple[Table, Mapping[PieceId, Pose]] | None:
        """What is seen in place of the sandbox's own table, while something moves or has moved."""
        showing = self.table_screen.playback.showing
        drags = self.phase == "aims" and self.purpose == CARRY
        if showing.table is None or not (drags or self.phase in ("moves", "tried")):
            return None
        return showing.table, showing.poses

    def advance(self, seconds: float, settings: Settings) -> None:
        """Let time pass (s)."""
        table = self.table_screen
        table.settings = settings
        if self.phase == "aims" and not self._asked:
            table.playback.skip()  # the table changes at once, and nobody looks
        table.advance(seconds)
        if self.broke:
            self.put_back()
        purpose = self.purpose
        match self.phase:
            case "aims" if self._wanted is not None:
                if purpose == TRY:
                    table.submit(self._wanted)
                    self._wanted = None
                    if table.refusal:  # it can't be tried
                        self.put_back()
            case "aims" if not self._asked:
                self._asked = purpose not in ("", TRY)
            case "aims" if not purpose:
                self.phase = "moves"
            case "moves" if purpose == TRY:
                self.phase = "tried"
            case "moves" if purpose:
                self.phase = "aims"  # refused: it is asked anew
            case "set up" if purpose not in ("", TRY):
                table.undo()

    # The mouse, while the hand is asked.

    def moved(self, pointer: Pointer) -> None:
        """The pointer is elsewhere."""
        self.table_screen.moved(pointer)

    def pressed(self, pointer: Pointer) -> bool:
        """The button went down; tells whether that is of use."""
        return self._asked and self.table_screen.pressed(pointer)

    def released(self, pointer: Pointer) -> None:
        """The button went up."""
        self.table_screen.released(pointer)

    def default_answer(self) -> None:
        """Do it the plain way, as a key does."""
        if self._asked and self.table_screen.interaction is not None:
            self.table_screen.submit(self.table_screen.interaction.default_answer())
