"""Holds the last picture of a scene, so that one in which nothing has changed isn't drawn again.

A table at rest is what is seen most of the time. Then the panels alone are drawn, and a machine without a graphics card
answers the mouse at once.
"""

from pyglet import gl

from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.gl.targets import Target
from riotsim.viewer.render.renderer import Renderer
from riotsim.viewer.scene.stage import Stage


class Held:
    """A renderer's last picture."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.drawn = 0
        """Pictures that were really drawn."""
        self._target: Target | None = None
        self._size = (0, 0)
        self._key: object = None

    def draw(self, stage: Stage, camera: Camera, width: int, height: int, framebuffer: int = 0) -> bool:
        """Put the scene into a framebuffer of this size (pixels); tells whether it had to be drawn anew."""
        if self._target is None or self._size != (width, height):
            if self._target is not None:
                self._target.close()
            self._target, self._size, self._key = Target(width, height, ("rgba8",)), (width, height), None
        key = (
            id(stage), stage.stamp, camera.target, camera.distance, camera.yaw, camera.pitch, camera.lens,
            tuple(sorted(stage.glow.items())), tuple(map(repr, stage.marks)),
        )  # fmt: skip
        fresh = key != self._key
        if fresh:
            self.renderer.draw(stage, camera, width, height, self._target.number)
            self._key = key
            self.drawn += 1
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._target.number)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, framebuffer)
        gl.glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        return fresh

    def close(self) -> None:
        """Give all back, the renderer too."""
        if self._target is not None:
            self._target.close()
        self.renderer.close()
