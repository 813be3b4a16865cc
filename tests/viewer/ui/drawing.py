"""How panels of a game are drawn for a test, and what they wish for."""

from riotsim.viewer.ui.commands import HighlightPieces, UiCommand
from riotsim.viewer.ui.models import GameModel, ReplayModel
from riotsim.viewer.ui.panels.game import game_screen, replay_screen

from .conftest import Draw


def table_screen(model: GameModel) -> Draw:
    """Draw a game that is played."""
    return lambda ui: game_screen(ui, model)


def watching(model: ReplayModel) -> Draw:
    """Draw a game that is shown again."""
    return lambda ui: replay_screen(ui, model)


def done(commands: list[UiCommand]) -> list[UiCommand]:
    """Give what was wished besides lighting pieces up, which hovering does."""
    return [command for command in commands if not isinstance(command, HighlightPieces)]
