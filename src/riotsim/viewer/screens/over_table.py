"""What is written into the scene, put where it comes to be on the screen: labels and the ruler."""

from dataclasses import dataclass, replace

from riotsim.viewer.render.view import View
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.sandbox_models import sandbox_model
from riotsim.viewer.screens.table import TableScreen
from riotsim.viewer.ui.models import GameModel, ReplayModel, Ruler, SceneLabel
from riotsim.viewer.ui.sandbox.model import SandboxModel
from riotsim.viewer.ui.start.settings_model import SettingsModel


def ruler_on_screen(screen: TableScreen | ReplayScreen, view: View) -> Ruler | None:
    """Give the measured distance, if something is measured and both ends are before the camera."""
    if (measured := screen.measured()) is None:
        return None
    begin, end, mm = measured
    a, b = view.pixel((*begin, 0.0)), view.pixel((*end, 0.0))
    return None if a is None or b is None else Ruler(a, b, mm)


def labels_on_screen(game: TableScreen | SandboxScreen, view: View) -> tuple[SceneLabel, ...]:
    """Give the texts that are to be written beside something on the table."""
    marks = [mark for mark in game.drawn().marks if isinstance(mark, Label)]
    return tuple(SceneLabel(at, mark.text, mark.colour) for mark in marks if (at := view.pixel(mark.at)) is not None)


OF_SANDBOX = "This game is not stored. Of the sandbox stays what was saved as a scenario."


@dataclass(frozen=True, slots=True)
class PanelModels:
    """What the window knows while it draws a frame."""

    view: View
    """From where the table is seen: labels and ruler stand in the picture."""
    options: SettingsModel
    notice: str
    """Something to know that is not about a game."""
    pointing: bool
    """Whether the mouse is just looking at the table: then it is told what it is at."""

    def game(self, game: TableScreen, *, from_sandbox: bool) -> GameModel:
        """Give what a game shows, which may have begun in the sandbox."""
        model = game.model()
        if from_sandbox:
            undo_about = "Undo, as far back as you like" if model.can_undo else "There is nothing to undo now"
            model = replace(model, home="To the sandbox", undo_about=undo_about, stays=OF_SANDBOX)
        return replace(
            model,
            ruler=ruler_on_screen(game, self.view),
            labels=labels_on_screen(game, self.view),
            tip=model.tip if self.pointing else None,
            options=self.options if game.options_open else None,
        )

    def sandbox(self, sandbox: SandboxScreen) -> SandboxModel:
        """Give what the sandbox shows."""
        model = sandbox_model(sandbox)
        return replace(
            model,
            labels=labels_on_screen(sandbox, self.view),
            tip=model.tip if self.pointing else None,
            options=self.options if sandbox.options_open else None,
            notice=model.notice or self.notice,
        )

    def past(self, past: ReplayScreen) -> ReplayModel:
        """Give what a game shows that is shown again."""
        model = past.model()
        return replace(
            model,
            ruler=ruler_on_screen(past, self.view),
            tip=model.tip if self.pointing else None,
            options=self.options if past.options_open else None,
            notice=self.notice,
        )
