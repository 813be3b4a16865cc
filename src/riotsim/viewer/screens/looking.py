"""Shows on the table what a screen has to show now, and lets it be heard."""

from riotsim.viewer.input.decisions.decision import TableOverlay
from riotsim.viewer.render.view import View
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.table import TableScreen
from riotsim.viewer.sound.speaker import Speaker


class ScreenPresenter:
    """The eyes and ears over the table."""

    def __init__(self, view: View, speaker: Speaker) -> None:
        self._view = view
        self._speaker = speaker

    def at(self, screen: TableScreen | ReplayScreen | SandboxScreen) -> None:
        """Show what is there now."""
        match screen:
            case TableScreen():
                self._game(screen)
                self._listen(screen)
            case SandboxScreen():
                self._sandbox(screen)
                self._listen(screen.trials.at_table)
            case ReplayScreen():
                self._past(screen)

    def _game(self, game: TableScreen) -> None:
        showing, opened = game.playback.showing, game.playback.opened
        if opened is None or showing.table is None:
            return
        scale = game.settings.ui_scale
        self._view.show(showing.table, showing.poses, game.drawn(), opened.seats, opened.models, scale)
        self._view.focus(game.focus)
        game.focus = ()
        self._view.watch(showing.fall if game.settings.slow_motion else None)

    def _sandbox(self, sandbox: SandboxScreen) -> None:
        seats, settings = sandbox.game.seats, sandbox.settings
        if self._view.stage is not None and self._view.stage.seats != seats:
            self._view.clear()  # another position was opened, between others
        self._view.show(sandbox.table, sandbox.poses, sandbox.drawn(), seats, sandbox.owners, settings.ui_scale)
        self._view.watch(sandbox.fall if settings.slow_motion else None)

    def _past(self, past: ReplayScreen) -> None:
        recording, drawn = past.recording, TableOverlay(dict.fromkeys(past.lit, "hover"))
        scale = past.settings.ui_scale
        self._view.show(past.table, past.poses, drawn, recording.seats, recording.models, scale)
        self._view.focus(past.focus)
        past.focus = ()

    def _listen(self, game: TableScreen) -> None:
        """Have heard what has met in what was shown."""
        showing = game.playback.showing
        heard, showing.heard = showing.heard, []
        if showing.table is not None:
            settings = game.settings
            self._speaker.volume, self._speaker.muted = settings.volume, settings.muted
            self._speaker.hear(heard, showing.table, speed=settings.speed)
