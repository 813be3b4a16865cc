"""Portraits of models: small pictures of their figures, drawn like the scene."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from pyglet import gl

from riotsim.table.pieces import Hull, Model, PieceId
from riotsim.table.state import Table
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.renderer import Renderer
from riotsim.viewer.render.targets import RenderTarget
from riotsim.viewer.scene.scene import Scene

SIDE: Final = 128
"""Width and height of a portrait (pixels)."""

STAND: Final = 90.0
"""Width and depth of the table under a model in its portrait (mm)."""

LOOK: Final = math.radians(-68.0)
"""Direction of a model's front, seen from above (rad). The model looks past the camera, which is in front of it."""

PITCH: Final = math.radians(11.0)
"""Angle of the camera's view below the horizontal (rad)."""

DISTANCE, HEIGHT = 1.85, 0.66
"""Distance of the camera from its target, and height of the target above the table.

Both are multiples of the diameter of the model's base.
"""


class Portraits:
    """The portraits of models. Models with the same figure and owner share one portrait, which is drawn once."""

    def __init__(self) -> None:
        self._found: dict[str, RenderTarget] = {}
        """The portraits. A key consists of the name of the model's mesh, and of the owner's colour.

        The mesh depends on the figure, the base and the owner's symbol.
        """

    def textures(
        self, models: Iterable[Model], scene: Scene, renderer: Callable[[], Renderer]
    ) -> Mapping[PieceId, int]:
        """Return for each model the OpenGL name of its portrait. Models whose portrait isn't drawn yet are left out.

        Each call draws at most one more portrait.

        Args:
            models: The models. Vehicles are left out, because they have no portraits.
            scene: The scene of the models' game, with colours and meshes.
            renderer: Function that returns the renderer for drawing a portrait.
        """
        found, drawn = {}, False
        for model in models:
            if isinstance(model.base, Hull):
                continue
            shape, _, colour = scene.appearance(model)
            key = f"{shape.name} {colour}"
            if key not in self._found and not drawn:
                self._found[key], drawn = _drawn(model, scene, renderer()), True
            if key in self._found:
                found[model.id] = self._found[key].colours[0].number
        return found

    def close(self) -> None:
        """Release the pictures."""
        for target in self._found.values():
            target.close()
        self._found.clear()


def _drawn(model: Model, scene: Scene, renderer: Renderer) -> RenderTarget:
    """Return the portrait of a model."""
    assert not isinstance(model.base, Hull), "it stands on a round base"
    alone = replace(model, at=(STAND / 2, STAND / 2), heading=LOOK, fallen=False, level=0.0)
    stage = Scene(scene.seats, scene.models, scene.figure_meshes, scene.figure_builder)
    stage.show(Table(STAND, STAND, models={alone.id: alone}))
    size = model.base.diameter
    camera = Camera((STAND / 2, STAND / 2, HEIGHT * size), DISTANCE * size, math.pi / 2, PITCH)
    target = RenderTarget(SIDE, SIDE, ("rgba8",))
    renderer.draw(stage, camera, SIDE, SIDE, target.number)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)  # what is drawn next belongs to the window
    return target
