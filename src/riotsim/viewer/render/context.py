"""The OpenGL context: that of a window, or one without a screen."""

import warnings
from typing import Any

import pyglet

from riotsim.errors import Unavailable


class NoGraphics(Unavailable):
    """The error that this machine has no OpenGL, or only too old a version."""


_offscreen_context: list[Any] = []
"""The window of the context without a screen: a context lives as long as its window."""


def open_offscreen_context() -> None:
    """Make sure that there is a context: the current one, or a new one without a screen (EGL).

    Raises:
        NoGraphics: This machine has no OpenGL 3.3.
    """
    if not _offscreen_context:
        pyglet.options.headless = True
        pyglet.options.shadow_window = False
        pyglet.options.debug_gl = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # messages about devices help nobody here
            from pyglet import gl
            from pyglet.window import Window

            if gl.current_context is None:
                if not _offscreen_context:
                    _offscreen_context.append(Window(16, 16))
                _offscreen_context[0].switch_to()
    except Exception as error:  # each driver raises exceptions of its own
        raise NoGraphics(f"this machine can't draw without a screen ({error}); on Debian, install libegl1") from error
    require_graphics()


def require_graphics() -> None:
    """Check that the current context has what the renderer needs.

    Raises:
        NoGraphics: Something is missing.
    """
    from pyglet import gl

    if gl.current_context is None:
        raise NoGraphics("there is no OpenGL context")
    version = gl.gl_info.get_version()
    if version < (3, 3):
        raise NoGraphics(f"OpenGL 3.3 is needed, and there is {version[0]}.{version[1]} ({gl.gl_info.get_renderer()})")
