"""A file to save a position into as a scenario, or to open one from."""

from riotsim.viewer.ui.sandbox.model import FileDialog
from riotsim.viewer.ui.sandbox.wishes import EditFile, OpenFileDialog, UseFile
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.wishes import UiCommand

LONGEST_PATH, LONGEST_TITLE = 400, 120
"""Letters."""


def file_overlay(ui: Ui, asked: FileDialog) -> list[UiCommand]:
    """Ask for the file, and say what is wrong with it."""
    wishes: list[UiCommand] = []
    with ui.overlay("file", 520):
        ui.text("Save as a scenario" if asked.saves else "Open a scenario", 21, bold=True)
        ui.gap(-3)
        about = (
            "A text file with this position. riotsim check runs it, and its first lines tell how to go on with it."
            if asked.saves
            else "A scenario file, such as one that was saved here. What is on the table now can be had back by undo."
        )
        ui.text(about, SMALL, theme.SOFT, wrap=True)
        ui.gap(6)
        title = asked.title
        if asked.saves:
            ui.label("What it shows, in a sentence")
            title = ui.entry("file.title", asked.title, width=ui.room, hint="A position", most=LONGEST_TITLE)
        ui.label("File")
        path = ui.entry("file.path", asked.path, width=ui.room, hint="position.yaml", most=LONGEST_PATH)
        if (path, title) != (asked.path, asked.title):
            wishes.append(EditFile(path, title))
        if asked.problem:
            ui.gap(2)
            ui.spans([(f"{fonts.WARNING}  ", theme.BAD), (asked.problem, theme.TEXT)], SMALL, ui.room, 20)
        ui.gap(8)
        half = (ui.room - 8) / 2
        if ui.button("file.cancel", "Cancel", kind="ghost", width=half, height=40, centre=True):
            wishes.append(OpenFileDialog(""))
        ui.same()
        if asked.saves and asked.there:
            if ui.button("file.replace", "Replace it", kind="danger", width=half, height=40, centre=True):
                wishes.append(UseFile(over=True))
        elif ui.button(
            "file.use",
            "Save" if asked.saves else "Open",
            kind="gold",
            width=half,
            height=40,
            centre=True,
            enabled=bool(asked.path.strip()),
        ):
            wishes.append(UseFile())
    return wishes
