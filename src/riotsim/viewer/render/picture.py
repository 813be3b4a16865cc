"""Pictures of a stage without any window."""

import numpy as np
import numpy.typing as npt

from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.gl.context import NoGraphics, offscreen
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.scene.stage import Stage

__all__ = ["NoGraphics", "Pictures", "picture"]


class Pictures:
    """Makes pictures of one size after the other, as films need them: `with Pictures(1280, 720, "high") as make: ...`.

    Raises `NoGraphics` on a machine that can't draw.
    """

    def __init__(self, width: int, height: int, quality: Quality = "high") -> None:
        offscreen()
        from riotsim.viewer.render.gl.targets import Target
        from riotsim.viewer.render.renderer import Renderer

        self.width, self.height = width, height
        self._target = Target(width, height, ("rgba8",))
        self._renderer = Renderer(quality)

    def __enter__(self) -> "Pictures":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def take(self, stage: Stage, camera: Camera) -> npt.NDArray[np.uint8]:
        """Give a picture: sRGB, (height, width, 3), from the top down."""
        from riotsim.viewer.render.gl.targets import read_pixels

        self.draw(stage, camera)
        return read_pixels(self.width, self.height)

    def draw(self, stage: Stage, camera: Camera) -> None:
        """Draw a picture without reading it back."""
        self._renderer.draw(stage, camera, self.width, self.height, self._target.number)

    def close(self) -> None:
        """Give all back."""
        self._renderer.close()
        self._target.close()


def picture(
    stage: Stage, camera: Camera, width: int = 1280, height: int = 720, quality: Quality = "high"
) -> npt.NDArray[np.uint8]:
    """Give one picture: sRGB, (height, width, 3), from the top down. Raises `NoGraphics` where nothing can be drawn."""
    with Pictures(width, height, quality) as make:
        return make.take(stage, camera)
