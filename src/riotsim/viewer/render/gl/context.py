"""The OpenGL context that is drawn with: a window's, or one of our own without any screen."""

import warnings
from typing import Any

import pyglet

from riotsim.errors import Unavailable


class NoGraphics(Unavailable):
    """There is no OpenGL on this machine, or none that is new enough."""


_held: list[Any] = []
"""The window without a screen, once there is one: a context lives as long as its window."""


def open_offscreen_context() -> None:
    """See that there is a context: the one that is current, or one without a screen (EGL). Raises `NoGraphics`."""
    if not _held:
        pyglet.options.headless = True
        pyglet.options.shadow_window = False
        pyglet.options.debug_gl = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it says of devices is of no use to anybody
            from pyglet import gl
            from pyglet.window import Window

            if gl.current_context is None:
                if not _held:
                    _held.append(Window(16, 16))
                _held[0].switch_to()
    except Exception as error:  # whatever is missing, each driver says it with an exception of its own
        raise NoGraphics(f"this machine can't draw without a screen ({error}); on Debian, install libegl1") from error
    require_graphics()


def require_graphics() -> None:
    """See that the current context has what the renderer needs. Raises `NoGraphics`."""
    from pyglet import gl

    if gl.current_context is None:
        raise NoGraphics("there is no OpenGL context")
    version = gl.gl_info.get_version()
    if version < (3, 3):
        raise NoGraphics(f"OpenGL 3.3 is needed, and there is {version[0]}.{version[1]} ({gl.gl_info.get_renderer()})")
