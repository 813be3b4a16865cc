"""A picture of the window, as it is seen, put into a file."""

import time
from itertools import count
from pathlib import Path

from PIL import Image
from pyglet import gl

from riotsim.viewer.render.gl.targets import read_pixels


def save_snapshot(folder: Path, width: int, height: int) -> str:
    """Save what has just been drawn into the window (pixels); says in a line where, or why not."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    pixels = read_pixels(width, height)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = _kept(Image.fromarray(pixels), folder, f"riotsim-{time.strftime('%Y%m%d-%H%M%S')}")
    except OSError as error:
        return f"no picture could be saved: {error.strerror or error}"
    return f"saved as {file}"


def _kept(picture: Image.Image, folder: Path, name: str) -> Path:
    """Put a picture into a file of its own: a second one has several."""
    for number in count(1):
        file = folder / (f"{name}.png" if number == 1 else f"{name}-{number}.png")
        try:
            with file.open("xb") as new:
                picture.save(new, "png")
        except FileExistsError:
            continue
        return file
    raise AssertionError("there is always another number")
