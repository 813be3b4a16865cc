"""Pictures that are rendered without a window, and screenshots of a window."""

import os
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.context import NoGraphics, open_offscreen_context
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.scene.scene import Scene

if TYPE_CHECKING:
    from PIL import Image

MAX_FOLDER_NAME = 34
"""Length of a name (characters) above which `short_name` keeps only the last part of the folder's path."""

__all__ = ["NoGraphics", "OffscreenRenderer", "render_image"]


class OffscreenRenderer:
    """A renderer of pictures of one size (pixels), without a window.

    Use it as a context manager: `with OffscreenRenderer(1280, 720, "high") as renderer: …`.

    Raises:
        NoGraphics: This machine cannot render.
    """

    def __init__(self, width: int, height: int, quality: Quality = "high") -> None:
        open_offscreen_context()
        from riotsim.viewer.render.renderer import Renderer
        from riotsim.viewer.render.targets import RenderTarget

        self.width, self.height = width, height
        self._target = RenderTarget(width, height, ("rgba8",))
        self._renderer = Renderer(quality)

    def __enter__(self) -> "OffscreenRenderer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def render(self, scene: Scene, camera: Camera) -> npt.NDArray[np.uint8]:
        """Render a scene and return the picture: sRGB, shape (height, width, 3), top row first."""
        from riotsim.viewer.render.targets import read_pixels

        self.draw(scene, camera)
        return read_pixels(self.width, self.height)

    def draw(self, scene: Scene, camera: Camera) -> None:
        """Render a scene without reading the picture back from the graphics card."""
        self._renderer.draw(scene, camera, self.width, self.height, self._target.number)

    def close(self) -> None:
        """Release the OpenGL objects of this renderer."""
        self._renderer.close()
        self._target.close()


def render_image(
    scene: Scene, camera: Camera, width: int = 1280, height: int = 720, quality: Quality = "high"
) -> npt.NDArray[np.uint8]:
    """Return a picture of a scene: sRGB, shape (height, width, 3), top row first.

    Args:
        scene: The scene.
        camera: The camera.
        width: Width of the picture (pixels).
        height: Height of the picture (pixels).
        quality: Quality level.

    Raises:
        NoGraphics: This machine cannot render.
    """
    with OffscreenRenderer(width, height, quality) as renderer:
        return renderer.render(scene, camera)


def save_screenshot(folder: Path, width: int, height: int) -> str:
    """Save the current picture of a window as a PNG file.

    Args:
        folder: Folder of the file. It is created if it doesn't exist.
        width: Width of the window (pixels).
        height: Height of the window (pixels).

    Returns:
        A line for the user. It names the file and its folder, or says why the picture could not be saved.
    """
    from pyglet import gl

    from riotsim.viewer.render.targets import read_pixels

    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    return save_picture(read_pixels(width, height), folder, "riotsim")


def save_picture(pixels: npt.NDArray[np.uint8], folder: Path, name: str) -> str:
    """Save a picture as a PNG file.

    Args:
        pixels: The picture: sRGB, shape (height, width, 3), top row first.
        folder: Folder of the file. It is created if it doesn't exist.
        name: Beginning of the file's name; the time is appended.

    Returns:
        A line for the user: the names of the file and its folder, or the reason why the picture could not be saved.
    """
    from PIL import Image

    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = _save_unique(Image.fromarray(pixels), folder, f"{name}-{time.strftime('%Y%m%d-%H%M%S')}")
    except OSError as error:
        return f"no picture could be saved: {error.strerror or error}"
    return f"saved as {file.name} in {short_name(folder)}"


def short_name(folder: Path) -> str:
    """Return a short name of a folder for a notice.

    - In the home folder: `~` and the path from there on.
    - Anywhere else: `…` and the last two parts of the path. If the path has at most two parts: the whole path.
    - In both cases, if this name is longer than `MAX_FOLDER_NAME`: `…` and the last part of the path.
    """
    full, home = folder.absolute(), Path(os.path.expanduser("~"))  # Path.home() fails for a user without a home
    if home.is_absolute() and full.is_relative_to(home):
        name = "/".join(("~", *full.relative_to(home).parts))
    else:
        name = "/".join(("…", *full.parts[-2:])) if len(full.parts) > 3 else str(full)
    return name if len(name) <= MAX_FOLDER_NAME else f"…/{full.name}"


def _save_unique(image: "Image.Image", folder: Path, name: str) -> Path:
    """Save an image as a PNG file and return its path. If the name is taken, a number is appended."""
    for number in count(1):
        file = folder / (f"{name}.png" if number == 1 else f"{name}-{number}.png")
        try:
            with file.open("xb") as new:
                image.save(new, "png")
        except FileExistsError:
            continue
        return file
    raise AssertionError("there is always another number")
