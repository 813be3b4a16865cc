"""The tools at the upper right that all screens with a table have."""

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Action
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.widgets import fonts
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.wishes import ChangeSettings, OpenMenu, UiCommand


def sound_and_menu(ui: Ui, settings: Settings) -> list[UiCommand]:
    """Draw the end of the panel, in the row that is begun: sound, and the menu; hear the key for the full screen."""
    wishes: list[UiCommand] = []
    icon, tip = (fonts.MUTED, "Sound on") if settings.muted else (fonts.LOUD, "Sound off")
    if ui.button("mute", "", icon=icon, action=Action.MUTE, kind="ghost", tip=tip, width=38):
        wishes.append(ChangeSettings(settings.model_copy(update={"muted": not settings.muted})))
    ui.same(0)
    wide = ui.measure("Menu", bold=True) + 62 + ui.cap_width(ui.keys.chord(Action.MENU))
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (ui.room - wide) * ui.scale)
    if ui.button("menu.open", "Menu", icon=fonts.MENU, kind="ghost", action=Action.MENU, width=wide):
        wishes.append(OpenMenu(True))
    if ui.fired(Action.FULL_SCREEN):
        wishes.append(ChangeSettings(settings.model_copy(update={"full_screen": not settings.full_screen})))
    return wishes
