"""The sandbox screen, without graphics.

The player sets up a position with the mouse, undoes changes, and tries throws and carries.
"""

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import NoPieceLeft, Position
from riotsim.play.sandbox.rules import Move, Throw, Trial
from riotsim.replay.timeline import CloseUp
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.choose import HOVER
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.sandbox.document import SandboxDocument, SandboxGame
from riotsim.viewer.sandbox.files import Files
from riotsim.viewer.sandbox.holding import HeldPiece, Tray, pick_up
from riotsim.viewer.scene.marks import Path as Line
from riotsim.viewer.scene.marks import Ring
from riotsim.viewer.screens.sandbox_trials import Trials
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui.sandbox_model import Phase

DRAG_DISTANCE = 3.0
"""Distance on the table at which a press becomes a drag (mm). A shorter movement is a click."""

WHEEL_TURN = math.radians(5.0)
"""One notch of the wheel turns a piece by this angle (rad)."""

NOTICE_SECONDS = 12.0
"""Time that a notice is shown (s)."""


class SandboxScreen:
    """The screen of one open sandbox. It handles the mouse on the table, the panels' commands, and the trials."""

    def __init__(
        self,
        game: SandboxGame,
        settings: Settings,
        host: Callable[[Opening], Any],
        files: Files,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Open a sandbox.

        Args:
            game: The game, as the sandbox uses it.
            settings: The player's settings.
            host: Function that starts a host process for trials.
            files: Opens and saves scenario files.
            clock: Function that returns the time (s).

        Raises:
            Unplayable: The game forbids the initial position of the sandbox.
        """
        self.settings = settings
        self.files = files
        self.clock = clock
        self.document = SandboxDocument(game)
        self._saved_position = self.document.position
        """The position as it was opened or last saved."""
        self.trials = Trials(host, game.trial_opening(), settings, clock)
        self.tray = Tray(game.seats[0].name)
        self.holding: HeldPiece | None = None
        self.model_to_carry: PieceId | None = None
        """The model that the player has begun to carry, or None. The player still has to click its destination."""
        self.pointer: Pointer | None = None
        self.mouse_away = False
        """True if the mouse is off the table and isn't dragging anything. The window sets it in each frame."""
        self.notice = game.notice
        self.menu = self.options_open = self.rules_open = False
        self._trials_game = game
        self._pressed: Pointer | None = None
        self._tried: Throw | Move | None = None
        self._notice_age = 0.0

    # State.

    @property
    def game(self) -> SandboxGame:
        """The game, as the sandbox uses it."""
        return self.document.game

    @property
    def position(self) -> Position:
        """The current position."""
        return self.document.position

    @property
    def unsaved(self) -> bool:
        """True if the position differs from the opened or last saved position."""
        return self.position != self._saved_position

    @property
    def chosen(self) -> PieceId | None:
        """The selected piece, or None if no piece is selected."""
        return self.document.chosen

    @property
    def refusal(self) -> str:
        """Reason why an action was refused or failed, or empty. It is shown at the mouse."""
        return self.document.refusal

    @refusal.setter
    def refusal(self, why: str) -> None:
        self.document.refusal = why

    @property
    def phase(self) -> Phase:
        """The current phase.

        - `set up`: the position is set up.
        - `aims`: a trial is prepared.
        - `moves`: the trial is shown.
        - `tried`: the result of the trial is shown.
        """
        return self.trials.phase

    @property
    def table(self) -> Table:
        """The table that is shown, without the piece in hand."""
        if (shows := self.trials.display) is not None:
            return shows[0]
        return self.position.table if self.holding is None or self.holding.swinging else self.holding.table

    @property
    def poses(self) -> Mapping[PieceId, Pose]:
        """Current poses of the pieces that are not at their places on `table`, by name."""
        shows = self.trials.display
        return {} if shows is None else shows[1]

    @property
    def owners(self) -> Mapping[PieceId, PlayerId]:
        """The owner of each model in the position."""
        return {model.id: model.owner for model in self.position.table.models.values()}

    @property
    def close_up(self) -> CloseUp | None:
        """The fall, landing or tower that is now shown in slow motion from near, or None."""
        return self.trials.screen.playback.display.close_up

    @property
    def level(self) -> float:
        """Height of the horizontal plane for mouse positions (mm above the table)."""
        if self.phase == "aims" and (interaction := self.trials.screen.interaction) is not None:
            return interaction.level
        return 0.0 if self.holding is None else self.holding.level

    # Time.

    def advance(self, seconds: float) -> None:
        """Advance the trial and the notice by `seconds` of real time."""
        if self.game is not self._trials_game:
            self._renew_trials()
            self.tray.player = self.game.seats[0].name
        broke = self.trials.failure
        self.trials.advance(seconds, self.settings)
        if self.trials.failure != broke:
            self.refusal = self.trials.failure
        if refused := self.trials.screen.refusal:
            self.refusal = refused
        self._notice_age += seconds
        if self._notice_age > NOTICE_SECONDS:
            self.notice = ""

    def close(self) -> None:
        """Close the sandbox and its host."""
        self.trials.close()

    # The mouse on the table.

    def moved(self, pointer: Pointer) -> None:
        """Handle a mouse move over the table."""
        if self.refusal and self.pointer is not None and pointer.at != self.pointer.at:
            self.refusal = self.trials.screen.refusal = ""
        self.pointer = pointer
        if self.phase == "aims":
            self.trials.moved(pointer)
        if self.holding is None and self._pressed is not None and self._pressed.piece is not None:
            if math.dist(pointer.at, self._pressed.at) < DRAG_DISTANCE:
                return
            self.holding = pick_up(self.position.table, self._pressed.piece, self._pressed)
        if self.holding is not None:
            self.holding.pointer = pointer

    def pressed(self, pointer: Pointer) -> bool:
        """Handle a mouse press on the table, and return whether the sandbox has used the press."""
        self.moved(pointer)
        if self.phase == "aims":
            return self.trials.pressed(pointer)
        if self.phase != "set up":
            return False
        if self.model_to_carry is not None:
            self.try_out(Move(self.model_to_carry, pointer.at))
            return True
        if self.holding is None and pointer.piece is None:
            self.document.chosen = None
            return False
        self._pressed = pointer
        return True

    def released(self, pointer: Pointer) -> None:
        """Handle a mouse release over the table.

        - While a trial throw or carry is prepared (the phase `aims`): pass the release to the trial. There it is a part
          of the player's gesture.
        - While a piece is held: put the piece down if that is allowed.
        - In all other cases: if the mouse was pressed on a piece, select this piece.
        """
        self.moved(pointer)
        pressed, self._pressed = self._pressed, None
        if self.phase == "aims":
            self.trials.released(pointer)
        elif self.holding is not None:
            self._put_down(self.holding)
        elif pressed is not None:
            self.document.chosen = pressed.piece

    def turned(self, angle: float) -> None:
        """Turn the held piece by an angle (rad, anticlockwise). If no piece is held, turn the selected piece."""
        if self.holding is not None:
            self.holding.turned(angle)
        elif self.chosen is not None and self.phase == "set up":
            self.document.turn(self.chosen, angle)

    def wheel(self, notches: float) -> bool:
        """Turn the held or selected piece by `notches` of the mouse wheel. Return False if no piece can be turned."""
        if self.phase != "set up" or (self.holding is None and self.chosen is None):
            return False
        self.turned(notches * WHEEL_TURN)
        return True

    def cancel(self) -> bool:
        """Cancel the current action, and return whether there was one."""
        if self.phase in ("aims", "moves"):
            self.trials.discard()
            return True
        if self.holding is not None or self.model_to_carry is not None:
            self._empty_hand()
            self._pressed = None
            return True
        return False

    def _put_down(self, holding: HeldPiece) -> None:
        there = holding.dropped()
        self.holding = None
        if there is not None:
            name = holding.piece.id
            done = self.document.change(there, self.chosen if holding.swinging else name)
            if not done and holding.from_tray:
                self.holding = holding  # it stays in the hand
                return
        if holding.from_tray:
            self._take_another()

    def _empty_hand(self) -> None:
        self.holding, self.tray.taken, self.model_to_carry = None, "", None

    def _take_from_tray(self, key: str) -> None:
        """Take a new piece of the type `key` from the tray into the hand. If `key` is empty, empty the hand.

        If no piece of this type is left for the player of the tray, empty the hand and put the reason in `refusal`.
        """
        if why_not := self._take(key):
            self.refusal = why_not

    def _take_another(self) -> None:
        """Take another piece of the type that was in hand. If none is left, empty the hand without a message."""
        self._take(self.tray.taken)

    def _take(self, key: str) -> str:
        """Do the same as `_take_from_tray`, but return the reason instead of putting it in `refusal`.

        If a piece was left, or `key` is empty, return an empty text.
        """
        self.tray.taken, self.model_to_carry = key, None
        try:
            self.holding = self.tray.piece(self.game, self.position)
        except NoPieceLeft as reason:
            self._empty_hand()
            return str(reason)
        if self.holding is not None:
            self.holding.pointer = self.pointer
        return ""

    def undo(self) -> None:
        """Cancel the current action. If there is no current action, undo the last change."""
        if not self.cancel():
            self.document.undo()

    def redo(self) -> None:
        """Cancel the current action, and redo the last undone change."""
        self.cancel()
        self.document.redo()

    # Trials.

    def try_out(self, what: Throw | Move) -> None:
        """Empty the hand, and try a throw or a carry from the current position."""
        self._empty_hand()
        if self.trials.failure:  # the failure was reported; a new host may work
            self._renew_trials()
        self._tried = what
        self.trials.begin(Trial(self.position.table, what))

    def _renew_trials(self) -> None:
        self.trials.renew(self.game.trial_opening())
        self._trials_game = self.game

    def _throw(self) -> None:
        if self.phase == "aims":
            self.trials.default_answer()
        elif (throw := self.tray.throw(self.game)) is not None:
            self.try_out(throw)

    def _keep_trial(self) -> None:
        table = self.trials.screen.table
        if table is not None and self.document.change(table):
            self.trials.discard()

    # The panels.

    def handle(self, command: commands.UiCommand) -> None:
        """Carry out a command of the panels, if it concerns the sandbox."""
        before = self.position.table
        self._carry_out(command)
        if self.position.table is not before:
            self._refresh_hand()

    def _refresh_hand(self) -> None:
        """Update the held piece and the model to carry, after a change of the table.

        - If the piece in hand is from the tray, take a new piece of the same type.
        - If the piece in hand is from the table, let it go.
        - If the model to carry has fallen or is no longer on the table, forget it.
        """
        self._pressed = None
        carried = None if self.model_to_carry is None else self.position.table.models.get(self.model_to_carry)
        if carried is None or carried.fallen:
            self.model_to_carry = None
        if self.holding is not None:
            if self.holding.from_tray:
                self._take_another()
            else:
                self.holding = None

    def _carry_out(self, command: commands.UiCommand) -> None:
        match command:
            case commands.Undo():
                self.undo()
            case commands.Redo():
                self.redo()
            case commands.OpenMenu(open):
                self.menu = open and not self.cancel()
            case commands.OpenSettings(open):
                self.options_open = open
            case commands.SetPaused() | commands.SkipAct():
                self.trials.screen.handle(command)
            case commands.DiscardTrial():
                self.trials.discard()
            case commands.KeepTrial():
                self._keep_trial()
            case commands.TryThrow():
                self._throw()
            case commands.TryAgain() if self._tried is not None:
                self.trials.discard()
                self.try_out(self._tried)
            case commands.OpenFileDialog(what):
                self.files.ask(what)
            case commands.EditFile(path, title):
                self.files.set_fields(path, title)
            case commands.UseFile(over):
                self._use_file(over=over)
            case commands.TakeFromTray(sort):
                self._take_from_tray(sort)
            case commands.SetTrayOwner(player):
                self.tray.player = player
                self._take_from_tray(self.tray.taken)
            case commands.SetTrayFace(face):
                self.tray.face = face
                self._take_from_tray(self.tray.taken)
            case commands.SetDiceCount(count):
                self.tray.dice = count
            case commands.TryCarry(model):
                self._empty_hand()
                self.model_to_carry = model
            case _:
                self.document.handle(command)

    def _use_file(self, *, over: bool) -> None:
        asked = self.files.asked
        if asked is None:
            return
        if asked.is_saving:
            if saved := self.files.save(self._text, over=over):
                self._saved_position = self.position
            self._notify(saved or self.notice)
        elif (game := self.files.open()) is not None:
            self.cancel()
            self.document.open(game)
            self._saved_position = self.position
            self._notify(game.notice)

    def _notify(self, text: str) -> None:
        self.notice, self._notice_age = text, 0.0

    def _text(self, title: str, file: Path) -> str:
        return self.game.text(self.position, title, file)

    # Drawing.

    def overlay(self) -> TableOverlay:
        """Return the overlay on the table: glowing pieces, marks, and a hint."""
        if self.phase == "aims":
            self.trials.screen.mouse_away = self.mouse_away
            return self.trials.screen.overlay()
        if self.phase != "set up":
            return TableOverlay()
        glow: dict[PieceId, Any] = {}
        over = None if self.pointer is None or self.holding is not None else self.pointer.piece
        if over is not None:
            glow[over] = "hover"
        if self.chosen is not None:
            glow[self.chosen] = "chosen"
        if self.holding is not None:
            held = self.holding.overlay()
            return TableOverlay(glow, held.marks, held.hint, held.refused)
        if self.model_to_carry is not None and self.pointer is not None:
            start = self.position.table.models[self.model_to_carry].at
            line = Line((start, self.pointer.at), HOVER, 3.0)
            return TableOverlay({self.model_to_carry: "chosen"}, (line, Ring(self.pointer.at, 14.0, HOVER)))
        return TableOverlay(glow)
