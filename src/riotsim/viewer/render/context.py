"""The OpenGL context: checks of its version, and a context for drawing without a screen."""

import warnings
from typing import Any

import pyglet

from riotsim.errors import Unavailable


class NoGraphics(Unavailable):
    """The error raised when this machine has no OpenGL, or only an outdated version."""


_offscreen_context: list[Any] = []
"""A list with the hidden window that owns the context without a screen. Empty before the first use of this context.

The window is kept here because the context ends when the window is deleted.
"""


def open_offscreen_context() -> None:
    """Make sure that there is a current OpenGL context. If there is none, use a context without a screen (EGL).

    Raises:
        NoGraphics: This machine can't create such a context, or has no OpenGL 3.3.
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
    """Check that there is a current context with OpenGL 3.3 or later.

    Raises:
        NoGraphics: There is no context, or its version is older.
    """
    from pyglet import gl

    if gl.current_context is None:
        raise NoGraphics("there is no OpenGL context")
    version = gl.gl_info.get_version()
    if version < (3, 3):
        raise NoGraphics(f"OpenGL 3.3 is needed, and there is {version[0]}.{version[1]} ({gl.gl_info.get_renderer()})")
