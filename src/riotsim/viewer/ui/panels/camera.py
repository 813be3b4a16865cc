"""The buttons that move the camera, with their keys."""

from riotsim.viewer.input.keys import BINDINGS, Action
from riotsim.viewer.ui.commands import MoveCamera, UiCommand
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import TINIEST
from riotsim.viewer.ui.widgets.theme import BAR_HEIGHT, COLUMN

BUTTON_WIDTH = 44.0
"""Width of a button (panel units)."""

BUTTONS = (
    (Action.ORBIT_LEFT, fonts.TURN_LEFT),
    (Action.ORBIT_RIGHT, fonts.TURN_RIGHT),
    (Action.ZOOM_OUT, fonts.ZOOM_OUT),
    (Action.ZOOM_IN, fonts.ZOOM_IN),
    (Action.TOP, fonts.GRID),
    (Action.FOLLOW, fonts.CAMERA),
)
"""The action of each button, and its icon."""


def camera_bar(ui: Ui, x: float, y: float, *, follows: bool) -> list[UiCommand]:
    """Draw the buttons that move the camera, and return the user's commands.

    Args:
        ui: The controls of the frame that is being drawn.
        x: Left edge (panel units).
        y: Lower edge (panel units).
        follows: Whether the camera follows the game. The last button is then drawn as selected.
    """
    commands: list[UiCommand] = []
    with ui.frame.panel("camera", x, y, COLUMN, BAR_HEIGHT, pivot=(0.0, 1.0), padding=(7, 7)):
        for n, (action, icon) in enumerate(BUTTONS):
            if n:
                ui.frame.same_line(4)
            cap, chosen = ui.frame.keys.chord(action), action is Action.FOLLOW and follows
            tip = f"{BINDINGS[action].text} ({cap})" if cap else BINDINGS[action].text
            key = f"camera.{action}"
            if ui.button(key, "", icon=icon, kind="ghost", width=BUTTON_WIDTH, chosen=chosen, tip=tip):
                commands.append(MoveCamera(action))
            _, _, right, bottom = ui.frame.items[key]
            if len(cap) == 1:
                s = ui.scale
                ui.text.draw_at(cap, right - 3 * s, bottom - 8 * s, TINIEST, theme.SOFT, align=1.0)
    return commands
