"""Drawing the panels of games and replays for tests."""

from riotsim.viewer.ui.commands import HighlightPieces, UiCommand
from riotsim.viewer.ui.game_screen import game_screen, replay_screen
from riotsim.viewer.ui.models import GameModel, ReplayModel

from .conftest import Draw


def table_screen(model: GameModel) -> Draw:
    """Draw a game."""
    return lambda ui: game_screen(ui, model)


def watching(model: ReplayModel) -> Draw:
    """Draw a replay."""
    return lambda ui: replay_screen(ui, model)


def done(commands: list[UiCommand]) -> list[UiCommand]:
    """Return the commands without highlights, which hovering issues."""
    return [command for command in commands if not isinstance(command, HighlightPieces)]
