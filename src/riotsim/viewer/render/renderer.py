"""The renderer: it draws a scene's shadow map, ambient occlusion, pieces, marks and outlines, and maps the tones."""

import math
from dataclasses import dataclass, field

import numpy as np
from pyglet import gl

from riotsim.table.state import Table
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.buffers import FullscreenTriangle, MeshBuffer, UniformBuffer, upload_mesh
from riotsim.viewer.render.overlays import Overlays
from riotsim.viewer.render.programs import (
    BLOOM,
    FRAME_BINDING,
    GLYPHS,
    ICONS,
    OCCLUSION,
    OUTLINES,
    SOURCE,
    SURFACES,
    Programs,
)  # fmt: skip
from riotsim.viewer.render.quality import LEVELS, Quality
from riotsim.viewer.render.shadows import LIGHT_DIRECTION, LIGHT_SIZE, LightView, ShadowMap, light_view
from riotsim.viewer.render.targets import RenderTarget, TextureArray
from riotsim.viewer.scene.scene import InstanceBatch, Rows, Scene
from riotsim.viewer.scene.shapes import Shape
from riotsim.viewer.scene.textures import icon_atlas, numeral_atlas, texture_layers

EXPOSURE = 1.2
"""Factor of all light before tone mapping. Our choice."""


@dataclass(slots=True)
class _BatchBuffers:
    """The buffers of an instance batch on the graphics card."""

    shape: Shape
    mesh: MeshBuffer
    coarse: MeshBuffer | None
    high: float
    """Height of the shape's highest vertex (in the shape's own units). It is 0 if the shape casts no shadow."""
    stamp: int = -1
    glowing: bool = False
    top: float = 0.0

    @property
    def casting(self) -> MeshBuffer:
        return self.coarse or self.mesh


@dataclass(slots=True)
class _Targets:
    """Render targets for pictures of one size."""

    width: int
    height: int
    scene: RenderTarget
    resolved: RenderTarget
    geometry: RenderTarget | None
    occlusion: list[RenderTarget] = field(default_factory=list)
    bloom: list[RenderTarget] = field(default_factory=list)
    outline: RenderTarget | None = None

    def close(self) -> None:
        resolved = None if self.resolved is self.scene else self.resolved
        for target in [self.scene, resolved, self.geometry, *self.occlusion, *self.bloom, self.outline]:
            if target is not None:
                target.close()


class Renderer:
    """A renderer of scenes into the current OpenGL context, at one quality level."""

    def __init__(self, quality: Quality = "medium") -> None:
        self.quality: Quality = quality
        self._frame = UniformBuffer(FRAME_BINDING)
        self._fullscreen = FullscreenTriangle()
        self._glyphs: TextureArray | None = None
        self._icons: TextureArray | None = None
        self._buffers: dict[str, _BatchBuffers] = {}
        self._light: LightView | None = None
        self._scene: Scene | None = None
        self._level = LEVELS[quality]
        self._programs = Programs(self._level)
        self._materials = TextureArray(texture_layers(), repeat=True, anisotropy=self._level.anisotropy)
        self._shadows = ShadowMap(self._level.shadow_map_size)
        self._overlays = Overlays(self._programs, self._level.anisotropy)
        self._targets: _Targets | None = None
        self._pixel = 0.0
        """Size of a pixel at the camera's target (mm)."""
        self._yaw = 0.0
        """Direction of view seen from above (rad from +x, anticlockwise)."""

    def draw(self, scene: Scene, camera: Camera, width: int, height: int, framebuffer: int = 0) -> None:
        """Render a scene into a framebuffer. Do nothing if the scene has no table, or if width or height is below 1.

        After rendering, the framebuffer is bound, and depth test, culling and blending are off.

        Args:
            scene: The scene.
            camera: The camera.
            width: Width of the framebuffer (pixels).
            height: Height of the framebuffer (pixels).
            framebuffer: OpenGL name of the framebuffer; 0 is the window.
        """
        if scene.table is None or width < 1 or height < 1:
            return
        table = scene.table
        targets = self._targets_for(width, height)
        drawn = self._upload(scene)
        top = max((one.top for one in drawn), default=0.0)
        # The view grows in steps, so that shadows don't shimmer while a die flies.
        self._light = light_view(table, float(np.ceil((top + 20.0) / 50.0) * 50.0))
        self._write_frame(table, camera, width, height)
        self._yaw = camera.yaw
        self._pixel = 2.0 * camera.distance * math.tan(camera.lens / 2) / height
        gl.glDisable(gl.GL_BLEND)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glDisable(gl.GL_DITHER)
        gl.glDisable(gl.GL_FRAMEBUFFER_SRGB)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthFunc(gl.GL_LEQUAL)
        gl.glDepthMask(gl.GL_TRUE)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_BACK)
        casting = (one.casting for one in drawn if one.shape.casts_shadow)
        self._shadows.draw((id(scene), scene.stamp), self._light, casting, self._programs)
        self._draw_occlusion(targets, drawn)
        self._draw_scene(scene, targets, drawn)
        outlined = self._draw_outlines(targets, drawn)
        self._tone_map(targets, framebuffer, outlined=outlined)

    def close(self) -> None:
        """Release the OpenGL objects that this renderer has created."""
        if self._targets is not None:
            self._targets.close()
        self._overlays.close()
        self._shadows.close()
        self._materials.close()
        self._programs.close()
        for one in self._buffers.values():
            one.mesh.close()
            if one.coarse is not None:
                one.coarse.close()
        self._buffers.clear()
        for atlas in (self._glyphs, self._icons):
            if atlas is not None:
                atlas.close()
        self._fullscreen.close()
        self._frame.close()

    def _targets_for(self, width: int, height: int) -> _Targets:
        found = self._targets
        if found is not None and (found.width, found.height) == (width, height):
            return found
        if found is not None:
            found.close()
        level = self._level
        half = (max(width // 2, 1), max(height // 2, 1))
        quarter = (max(width // 4, 1), max(height // 4, 1))
        scene = RenderTarget(width, height, ("rgba16f",), depth=True, samples=level.samples)
        resolved = RenderTarget(width, height, ("rgba16f",)) if level.samples else scene
        geometry = RenderTarget(*half, ("rgba16f",), depth=True) if level.occlusion_samples else None
        occlusion = [RenderTarget(*half, ("rg16f",)) for _ in range(2)] if level.occlusion_samples else []
        bloom = [RenderTarget(*quarter, ("rgba16f",)) for _ in range(2)] if level.bloom else []
        self._targets = _Targets(width, height, scene, resolved, geometry, occlusion, bloom)
        return self._targets

    def _upload(self, scene: Scene) -> list[_BatchBuffers]:
        """Upload the batches that have changed since the last picture. Return the buffers of all batches to draw."""
        if scene is not self._scene:
            self._scene = scene
            for sent in self._buffers.values():
                sent.stamp = -1
        out = []
        for batch in scene.batches():
            one = self._buffers.get(batch.shape.name)
            if one is None:
                one = self._buffers[batch.shape.name] = self._create_buffers(batch.shape)
            if one.stamp != batch.stamp:
                self._update(one, batch)
            out.append(one)
        return out

    def _update(self, one: _BatchBuffers, batch: InstanceBatch) -> None:
        one.stamp = batch.stamp
        one.mesh.set_instances(batch.rows)
        if one.coarse is not None:
            one.coarse.set_instances(batch.rows)
        one.glowing = bool(batch.rows[:, 15].any())
        reach = 0.9 * float(batch.rows[:, 3].max()) if batch.shape.material in ("cube", "numbers", "signs") else 0.0
        one.top = float(batch.rows[:, 2].max()) + (reach or one.high)

    def _create_buffers(self, shape: Shape) -> _BatchBuffers:
        if shape.material in ("numbers", "signs") and self._glyphs is None:
            self._glyphs = TextureArray(numeral_atlas(), repeat=False)
        if shape.material == "signs" and self._icons is None:
            self._icons = TextureArray(icon_atlas(), repeat=False)
        coarse = None if shape.coarse is None else upload_mesh(shape.coarse)
        high = float(shape.vertices["position"][:, 2].max()) if shape.casts_shadow else 0.0
        return _BatchBuffers(shape, upload_mesh(shape), coarse, high)

    def _write_frame(self, table: Table, camera: Camera, width: int, height: int) -> None:
        assert self._light is not None
        view, projection = camera.view, camera.projection(width, height)
        values = np.empty(72, dtype=np.float32)
        values[0:16] = (projection @ view).T.ravel()
        values[16:32] = view.T.ravel()
        values[32:48] = self._light.matrix.T.ravel()
        values[48:52] = (*camera.eye, 0.0)
        values[52:56] = (*LIGHT_DIRECTION, LIGHT_SIZE)
        values[56:60] = (table.width, table.depth, self._light.width, self._light.depth)
        values[60:64] = (width, height, projection[0, 0], projection[1, 1])
        values[64:68] = (camera.near, camera.far, EXPOSURE, 0.0)
        self._frame.write(values)

    def _draw_occlusion(self, targets: _Targets, drawn: list[_BatchBuffers]) -> None:
        if targets.geometry is None:
            return
        targets.geometry.begin(0.0, 0.0, 0.0, 0.0)
        self._programs.of_pieces("NEAR").use()
        for one in drawn:
            one.casting.draw()
        gl.glDisable(gl.GL_DEPTH_TEST)
        targets.occlusion[0].begin()
        targets.geometry.colours[0].bind(SOURCE)
        self._programs.fullscreen("occlusion").use()
        self._fullscreen.draw()
        targets.occlusion[1].begin()
        targets.occlusion[0].colours[0].bind(SOURCE)
        self._programs.fullscreen("blur").use()
        self._fullscreen.draw()
        gl.glEnable(gl.GL_DEPTH_TEST)
        targets.occlusion[1].colours[0].bind(OCCLUSION)

    def _draw_scene(self, scene: Scene, targets: _Targets, drawn: list[_BatchBuffers]) -> None:
        targets.scene.begin(0.0, 0.0, 0.0, 1.0)
        self._materials.bind(SURFACES)
        if self._glyphs is not None:
            self._glyphs.bind(GLYPHS)
        if self._icons is not None:
            self._icons.bind(ICONS)
        # Pieces before the ground, so that hidden parts of the ground are not shaded.
        for one in sorted(drawn, key=lambda one: (one.shape.casts_shadow, one.shape.material == "surface")):
            self._programs.piece(one.shape.material).use()
            (one.mesh if self._level.full_detail else one.casting).draw()
        gl.glDisable(gl.GL_CULL_FACE)
        self._programs.fullscreen("background").use()
        self._fullscreen.draw()
        if (scene.table is not None and scene.table.patches) or any(scene.lines()):
            self._overlays.draw(scene, self._mesh_of, self._pixel, self._yaw)
        gl.glDisable(gl.GL_DEPTH_TEST)

    def _mesh_of(self, shape: Shape, rows: Rows) -> MeshBuffer:
        """Return the mesh that draws the ghosts of a shape, with the given instances.

        It isn't the mesh that draws the pieces of this shape, so their instances stay as they are.

        Args:
            shape: The shape.
            rows: The instance rows of the ghosts.
        """
        key = f"ghost {shape.name}"
        if key not in self._buffers:
            self._buffers[key] = self._create_buffers(shape)
        mesh = self._buffers[key].mesh
        mesh.set_instances(rows)
        return mesh

    def _draw_outlines(self, targets: _Targets, drawn: list[_BatchBuffers]) -> bool:
        glowing = [one for one in drawn if one.glowing]
        if not glowing:
            return False
        if targets.outline is None:
            targets.outline = RenderTarget(targets.width, targets.height, ("rgba8",))
        targets.outline.begin(0.0, 0.0, 0.0, 0.0)
        self._programs.of_pieces("SILHOUETTE").use()
        for one in glowing:
            one.mesh.draw()
        targets.outline.colours[0].bind(OUTLINES)
        return True

    def _tone_map(self, targets: _Targets, framebuffer: int, *, outlined: bool) -> None:
        if targets.resolved is not targets.scene:
            targets.resolved.begin()
            targets.scene.colours[0].bind(SOURCE)
            self._programs.fullscreen("resolve").use()
            self._fullscreen.draw()
        if targets.bloom:
            bloom = self._programs.fullscreen("bloom")
            one, two = targets.bloom
            for source, into, across, along, threshold in (
                (targets.resolved, one, 1.0 / one.width, 0.0, 1.1),
                (one, two, 0.0, 1.0 / one.height, 0.0),
            ):
                into.begin()
                source.colours[0].bind(SOURCE)
                bloom.use()
                bloom.set_float("step_by", across, along)
                bloom.set_float("threshold", threshold)
                self._fullscreen.draw()
            two.colours[0].bind(BLOOM)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        gl.glViewport(0, 0, targets.width, targets.height)
        targets.resolved.colours[0].bind(SOURCE)
        develop = self._programs.fullscreen("develop")
        develop.use()
        develop.set_float("bloomed", 0.10 if targets.bloom else 0.0)
        develop.set_float("outlined", 1.0 if outlined else 0.0)
        self._fullscreen.draw()
        self._shadows.unbind()
        gl.glBindVertexArray(0)
        gl.glUseProgram(0)
        gl.glActiveTexture(gl.GL_TEXTURE0)
