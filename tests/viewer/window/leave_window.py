"""Runs `riotsim play` and leaves it by a click on its button, as a desktop closes windows, or as one destroys them.

`test_mouse_and_keys.py` runs it on a display: `leave_window.py` with `button`, `desktop` or `destroyed`.
"""

import subprocess
import sys
from itertools import count

import pyglet

from riotsim.cli.main import main

BETWEEN = 0.1
"""Time between two checks of the window (s)."""

MAX_LOOKS = 600
"""Number of checks after which the button should be there."""


def leave(by: str) -> None:
    """Leave the window once its panels are there."""
    looks = count()

    def look(_: float) -> None:
        (window,) = pyglet.app.windows
        if "quit" not in window.items:
            assert next(looks) < MAX_LOOKS, "no button to quit with"
            return
        pyglet.clock.unschedule(look)
        if by == "desktop":
            window.dispatch_event("on_close")  # as pyglet does where a desktop asks for it
            return
        if by == "destroyed":
            subprocess.Popen(["xdotool", "windowclose", str(window._window)])
            return
        left, top, right, bottom = window.items["quit"]
        x, y = window.get_location()
        at = (x + round((left + right) / 2), y + round((top + bottom) / 2))
        # Beside it: the window has to see the mouse come.
        subprocess.Popen(["xdotool", *map(str, ("mousemove", *at, "sleep", 0.5, "click", 1))])

    pyglet.clock.schedule_interval(look, BETWEEN)


if __name__ == "__main__":
    leave(sys.argv[1])
    sys.argv[1:] = ["play"]
    main()
