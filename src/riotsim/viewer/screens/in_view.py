"""What is written into the scene, put where it comes to be on the screen: labels and the ruler."""

from riotsim.viewer.panels.models import Floating, Ruler
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.screens.at_replay import AtReplay
from riotsim.viewer.screens.at_sandbox import AtSandbox
from riotsim.viewer.screens.at_table import AtTable
from riotsim.viewer.view import View


def ruler(screen: AtTable | AtReplay, view: View) -> Ruler | None:
    """Give the measured distance, if something is measured and both ends are before the camera."""
    if (measured := screen.measured()) is None:
        return None
    begin, end, mm = measured
    a, b = view.pixel((*begin, 0.0)), view.pixel((*end, 0.0))
    return None if a is None or b is None else Ruler(a, b, mm)


def labels(game: AtTable | AtSandbox, view: View) -> tuple[Floating, ...]:
    """Give the texts that are to be written beside something on the table."""
    marks = [mark for mark in game.drawn().marks if isinstance(mark, Label)]
    return tuple(Floating(at, mark.text, mark.colour) for mark in marks if (at := view.pixel(mark.at)) is not None)
