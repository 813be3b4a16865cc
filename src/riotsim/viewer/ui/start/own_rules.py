"""The field for a rules file of one's own: its path, what it may be, and what is wrong with the file."""

from imgui_bundle import imgui

from riotsim.viewer.ui.start.start_model import OwnRulesFile
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import colour

MOST_MATCHES = 5
"""Of paths that are offered at once."""

MOST_FAULTS = 12
"""Of faults that are shown: who mends them sees the others."""

LONGEST_PATH = 1000
"""Letters."""


def own_rules(ui: Ui, own: OwnRulesFile, path: str) -> str:
    """Show the field, and what came of it; give the path as it stands then."""
    hint = "Path of your rules file (.yaml): write it, paste it, or drop the file here"
    path = ui.entry("own", path, width=ui.room - 8, hint=hint, most=LONGEST_PATH)
    if own.sound:
        ui.spans([(f"{fonts.CHECK}  ", theme.GOOD), ("Sound: the game is played by this file.", theme.SOFT)], SMALL)
    elif own.reading:
        ui.text("Reading it …", SMALL, theme.SOFT)
    elif own.seen is not None:
        _faults(ui, own.seen.faults)
    else:
        for match in own.matches[:MOST_MATCHES]:
            if _match(ui, match):
                path = match
        if len(own.matches) > MOST_MATCHES:
            ui.text(f"and {len(own.matches) - MOST_MATCHES} more", SMALL, theme.FAINT)
        elif not own.matches and path.strip():
            ui.text("There is no rules file there.", SMALL, theme.BAD)
    return path


def _faults(ui: Ui, faults: tuple[str, ...]) -> None:
    for fault in faults[:MOST_FAULTS]:
        ui.spans([(f"{fonts.WARNING}  ", theme.BAD), (fault, theme.TEXT)], SMALL, ui.room - 12, 20)
    if len(faults) > MOST_FAULTS:
        ui.text(f"and {len(faults) - MOST_FAULTS} more", SMALL, theme.FAINT)


def _match(ui: Ui, match: str) -> bool:
    """A path that what is written may become; tells whether it is chosen."""
    s = ui.scale
    pressed = ui.press(f"own.{match}", ui.room - 8, 26)
    left, top, right, bottom = pressed.box
    if pressed.hovered:
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled((left, top), (right, bottom), colour(theme.FIELD), 5 * s)
    icon = fonts.FOLDER_OPEN if match.endswith("/") else fonts.SCROLL
    ui.put(icon, left + 14 * s, (top + bottom) / 2, SMALL, theme.FAINT, align=0.5)
    ui.put(ui.fitted(match, ui.room - 50, SMALL), left + 30 * s, (top + bottom) / 2, SMALL, theme.SOFT)
    ui.gap(-6)
    return pressed.clicked
