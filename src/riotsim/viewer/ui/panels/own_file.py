"""The field for the path of a user's own file, such as rules or an army.

Below the field stand completions of the path. Once a file is at the path, the result of its check replaces them.
"""

from imgui_bundle import imgui

from riotsim.viewer.ui.start_model import OwnFile
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import colour

MAX_MATCHES = 5
"""Largest number of completions of a typed path that are shown."""

MAX_FAULTS = 12
"""Largest number of faults of a file that are shown."""

MAX_PATH_LENGTH = 1000
"""Largest length of the path of a file (characters)."""


def own_file(ui: Ui, item: str, own: OwnFile, path: str, what: str) -> str:
    """Draw the field for the path of a file. Return the path, as typed or as completed by a click.

    Args:
        ui: The controls of the frame that is being drawn.
        item: The key of the text field in `Frame.items`, such as `own`.
        own: The state of the file.
        path: The path so far.
        what: The kind of file, such as `rules file`.
    """
    hint = f"Path of your {what} (.yaml): type or paste it, or drop the file here"
    path = ui.entry(item, path, width=ui.width_left - 8, hint=hint, most=MAX_PATH_LENGTH)
    if own.valid:
        ui.text.spans([(f"{fonts.CHECK}  ", theme.GOOD), ("The file is valid and will be used.", theme.SOFT)], SMALL)
    elif own.is_checking:
        ui.text.write("Checking the file …", SMALL, theme.SOFT)
    elif own.report is not None:
        _faults(ui, own.report.faults)
    else:
        for match in own.matches[:MAX_MATCHES]:
            if _match(ui, item, match):
                path = match
        if len(own.matches) > MAX_MATCHES:
            ui.text.write(f"and {len(own.matches) - MAX_MATCHES} more", SMALL, theme.FAINT)
        elif not own.matches and path.strip():
            ui.text.write(f"There is no {what} at this path.", SMALL, theme.BAD)
    return path


def _faults(ui: Ui, faults: tuple[str, ...]) -> None:
    for fault in faults[:MAX_FAULTS]:
        ui.text.spans([(f"{fonts.WARNING}  ", theme.BAD), (fault, theme.TEXT)], SMALL, ui.width_left - 12, 20)
    if len(faults) > MAX_FAULTS:
        ui.text.write(f"and {len(faults) - MAX_FAULTS} more", SMALL, theme.FAINT)


def _match(ui: Ui, item: str, match: str) -> bool:
    """Draw a completion of the typed path, and return whether it was clicked."""
    s = ui.scale
    pressed = ui.press_area(f"{item}.{match}", ui.width_left - 8, 26)
    left, top, right, bottom = pressed.box
    if pressed.hovered:
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled((left, top), (right, bottom), colour(theme.FIELD), 5 * s)
    icon = fonts.FOLDER_OPEN if match.endswith("/") else fonts.SCROLL
    ui.text.draw_at(icon, left + 14 * s, (top + bottom) / 2, SMALL, theme.FAINT, align=0.5)
    ui.text.draw_at(
        ui.text.fitted(match, ui.width_left - 50, SMALL), left + 30 * s, (top + bottom) / 2, SMALL, theme.SOFT
    )
    ui.frame.gap(-6)
    return pressed.clicked
