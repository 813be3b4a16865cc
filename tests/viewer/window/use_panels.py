"""Panels in a window on the display, with a real mouse and keyboard. It prints the commands.

`test_mouse_and_keys.py` runs it in a process of its own, because the other tests use pyglet without a display.
"""

import subprocess
import sys
import time
from pathlib import Path

import pyglet

pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet import gl  # noqa: E402
from pyglet.window import Window  # noqa: E402

from riotsim.viewer.ui.commands import HighlightPieces, UiCommand  # noqa: E402
from riotsim.viewer.ui.game_screen import game_screen  # noqa: E402
from riotsim.viewer.ui.widgets.drawn import Box  # noqa: E402
from riotsim.viewer.ui.widgets.gui import Gui  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[1]))

from ui import samples  # noqa: E402

TIMEOUT = 5.0
"""Time for an event to arrive (s)."""


class Table(Window):  # type: ignore[misc] # which class it is pyglet decides when it runs
    """A window that records the clicks left to it."""

    def __init__(self) -> None:
        super().__init__(1024, 640)
        self.clicks: list[tuple[float, float]] = []
        self.gui = Gui(self)
        self.items: dict[str, Box] = {}

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Record a click on the table."""
        self.clicks.append((x, y))

    def draw(self) -> list[UiCommand]:
        """Draw a frame, and return its commands."""
        with self.gui.frame(1 / 30) as ui:
            commands: list[UiCommand] = [
                command for command in game_screen(ui, samples.GAME) if not isinstance(command, HighlightPieces)
            ]
        self.items = ui.frame.items
        self.flip()
        return commands

    def commands(self) -> list[UiCommand]:
        """Draw until there is a command or click, and a little longer."""
        found: list[UiCommand] = []
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            self.switch_to()
            self.dispatch_events()
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            found += self.draw()
            if found or self.clicks:
                end = min(end, time.monotonic() + 0.2)
        return found


def do(*what: object) -> None:
    """Run xdotool."""
    subprocess.run(["xdotool", *map(str, what)], check=True)


def main() -> None:
    """Click a button and the table, and press keys."""
    window = Table()
    for _ in range(4):
        window.draw()
    left, top, right, bottom = window.items["choice.leg_it"]
    x, y = window.get_location()
    do("mousemove", x + round((left + right) / 2), y + round((top + bottom) / 2), "click", 1)
    sys.stdout.write(f"{window.commands()} {window.clicks}\n")
    do("mousemove", x + 500, y + 300, "click", 1)
    sys.stdout.write(f"{window.commands()} {window.clicks}\n")
    window.clicks.clear()
    for keys in ("ctrl+z", "Escape", "1"):
        do("key", keys)
        sys.stdout.write(f"{window.commands()} {window.has_exit}\n")
    window.gui.close()
    window.close()


if __name__ == "__main__":
    main()
