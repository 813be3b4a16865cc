"""What panels over a table show: what its screen says, and what only the window knows."""

from dataclasses import dataclass, replace

from riotsim.viewer.panels.models import GameModel, ReplayModel
from riotsim.viewer.panels.sandbox_model import SandboxModel
from riotsim.viewer.panels.settings_model import SettingsModel
from riotsim.viewer.screens import in_view
from riotsim.viewer.screens.at_replay import AtReplay
from riotsim.viewer.screens.at_sandbox import AtSandbox
from riotsim.viewer.screens.at_table import AtTable
from riotsim.viewer.screens.models_of_sandbox import sandbox_model
from riotsim.viewer.view import View

OF_SANDBOX = "This game is not stored. Of the sandbox stays what was saved as a scenario."


@dataclass(frozen=True, slots=True)
class OverTable:
    """What the window knows while it draws a frame."""

    view: View
    """From where the table is seen: labels and ruler stand in the picture."""
    options: SettingsModel
    notice: str
    """Something to know that is not about a game."""
    pointing: bool
    """Whether the mouse is just looking at the table: then it is told what it is at."""

    def game(self, game: AtTable, *, from_sandbox: bool) -> GameModel:
        """Give what a game shows, which may have begun in the sandbox."""
        model = game.model()
        if from_sandbox:
            undo_about = "Undo, as far back as you like" if model.can_undo else "There is nothing to undo now"
            model = replace(model, home="To the sandbox", undo_about=undo_about, stays=OF_SANDBOX)
        return replace(
            model,
            ruler=in_view.ruler(game, self.view),
            labels=in_view.labels(game, self.view),
            tip=model.tip if self.pointing else None,
            options=self.options if game.options_open else None,
        )

    def sandbox(self, sandbox: AtSandbox) -> SandboxModel:
        """Give what the sandbox shows."""
        model = sandbox_model(sandbox)
        return replace(
            model,
            labels=in_view.labels(sandbox, self.view),
            tip=model.tip if self.pointing else None,
            options=self.options if sandbox.options_open else None,
            notice=model.notice or self.notice,
        )

    def past(self, past: AtReplay) -> ReplayModel:
        """Give what a game shows that is shown again."""
        model = past.model()
        return replace(
            model,
            ruler=in_view.ruler(past, self.view),
            tip=model.tip if self.pointing else None,
            options=self.options if past.options_open else None,
            notice=self.notice,
        )
