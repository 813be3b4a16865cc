"""A picture of the window, as it is seen, put into a file."""

import time
from pathlib import Path

from PIL import Image
from pyglet import gl

from riotsim.viewer.gl.targets import read_pixels


def save_snapshot(folder: Path, width: int, height: int) -> str:
    """Save what has just been drawn into the window (pixels); says in a line where, or why not."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    pixels = read_pixels(width, height)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"riotsim-{time.strftime('%Y%m%d-%H%M%S')}.png"
        Image.fromarray(pixels).save(file)
    except OSError as error:
        return f"no picture could be saved: {error.strerror or error}"
    return f"saved as {file}"
