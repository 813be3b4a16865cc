"""The view of a table in a window: the scene, the camera, and a renderer that keeps its last picture."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from pyglet import gl
from pyglet.window import BaseWindow

from riotsim.play.requests import PlayerId
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.recording import Seat
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point, Pose, Vector
from riotsim.table.state import Table
from riotsim.viewer.input import picking
from riotsim.viewer.input.attention import View
from riotsim.viewer.input.auto_camera import AutoCamera
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.input.framing import Surroundings
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.render.portraits import Portraits
from riotsim.viewer.render.quality import AdaptiveQuality, Quality
from riotsim.viewer.render.renderer import Renderer
from riotsim.viewer.render.targets import RenderTarget
from riotsim.viewer.scene.figures.background import BackgroundBuilder
from riotsim.viewer.scene.scene import Scene

FOCUS_DISTANCE = 480.0
"""Greatest distance of the camera when it shows a focused piece (mm)."""

SIGN_DISTANCE = 20.0
"""Greatest distance of the camera from a focused die with signs, as a multiple of the die's size.

In a window 600 pixels high, a face of the die is then at least 44 pixels wide.
"""


class SceneView:
    """The view of a table in a window.

    Points of the window are given in the window's units, from its upper left corner.
    """

    def __init__(
        self, window: BaseWindow, figures: Callable[[], Mapping[str, FigureMesh]], figure_builder: BackgroundBuilder
    ) -> None:
        self.auto_camera = AutoCamera()
        self.scene: Scene | None = None
        self.table: Table | None = None
        """The table of the shown game; None on the start screen, and until a game is open."""
        self.poses: Mapping[PieceId, Pose] = {}
        """Poses of pieces that are not at their places on `table`."""
        self.around: Surroundings | None = None
        """The window and its panels at the last call of `show`; None before the first."""
        self.auto = AdaptiveQuality()
        self._window = window
        self._figures = figures
        self._figure_builder = figure_builder
        self._frame_cache: FrameCache | None = None
        self._portraits = Portraits()

    @property
    def camera(self) -> Camera:
        """The camera over the table."""
        return self.auto_camera.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self.auto_camera.camera = camera

    # What is shown.

    def clear(self) -> None:
        """Show nothing until the next call of `show` or `show_behind_panels`."""
        self.scene, self.table, self.poses = None, None, {}
        self.auto_camera.forget()

    def show_behind_panels(self, table: Table, seats: Sequence[Seat], owners: Mapping[PieceId, PlayerId]) -> None:
        """Show a table as the backdrop of a menu. The mouse can't point at it."""
        self.scene = Scene(tuple(seats), owners, self._figures(), self._figure_builder)
        self.scene.show(table)
        whole = Camera.above_table(table.outline)
        self.camera = Camera(whole.target, whole.distance * 0.62, whole.yaw, whole.pitch * 0.62)

    def show(
        self,
        table: Table,
        poses: Mapping[PieceId, Pose],
        drawn: TableOverlay,
        seats: Sequence[Seat],
        owners: Mapping[PieceId, PlayerId],
        around: Surroundings,
    ) -> None:
        """Show a table.

        Args:
            table: The table.
            poses: Poses of the pieces that are shown elsewhere than at their places on `table`.
            drawn: Highlights and marks.
            seats: Seats of the game. The first call after `clear` sets them; later calls ignore them.
            owners: Owner of each model. The first call after `clear` sets them; later calls ignore them.
            around: The window and its panels. The first call after `clear` turns the camera so that the panels don't
                hide the table.
        """
        if self.table is None or self.scene is None:
            self.scene = Scene(tuple(seats), owners, self._figures(), self._figure_builder)
            self.auto_camera.begin(table, around)
        self.around = around
        scene = self.scene
        if table is not self.table:
            self.table = table
            scene.show(table)
        self.poses = poses
        scene.pose(poses)
        scene.glow.clear()
        for name, glow in drawn.glow.items():
            # A tower without a model is highlighted as a whole. For a model's tower, only the model is highlighted.
            free = () if name in table.models else table.tower_dice(name)
            scene.glow.update(dict.fromkeys((name, *(die.id for die in free)), glow))
        scene.marks[:] = drawn.marks

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window (units of the window, which may differ from pixels)."""
        width, height = self._window.get_size()
        return width, height

    # Where the camera looks.

    def focus(self, pieces: Iterable[PieceId]) -> None:
        """Turn the camera to the first name in `pieces` that is a model, die, token or tower on the table."""
        table = self.table
        if table is None:
            return
        for name in pieces:
            tower = table.tower_dice(name)
            model, other = table.models.get(name), table.dice.get(name) or table.tokens.get(name)
            other = other or (tower[-1] if tower else None)
            at: Vector | None = (*model.at, model.level + 14.0) if model else other.pose.at if other else None
            if at is not None:
                most = FOCUS_DISTANCE
                if isinstance(other, Die) and other.kind.has_signs:
                    most = SIGN_DISTANCE * other.size
                self.auto_camera.look(at, min(self.camera.goal.distance, most))
                return

    def follow(self, view: View | None, around: Surroundings) -> None:
        """Turn the camera to a part of the table, unless the user has moved the camera.

        Args:
            view: The part. If None, the camera stays where it is.
            around: The window and its panels, which should not hide the part.
        """
        if self.table is not None:
            self.auto_camera.follow(self.table, view, around)

    def look_from_above(self) -> None:
        """Show the whole table and its tray from above, in the space that the columns of panels leave free."""
        if self.table is not None and self.around is not None:
            self.auto_camera.look_from_above(self.table, self.around)

    # Conversions between window and table.

    def pixel(self, point: Vector) -> Point | None:
        """Return the place in the window of a point of the table (mm), or None if the point is behind the camera."""
        return self.camera.project(point, *self._window.get_size())

    def pointer(self, x: float, y: float, level: float = 0.0) -> Pointer | None:
        """Return the point on a horizontal plane, and the piece, at a point of the window.

        Args:
            x: Distance from the left edge of the window (units of the window).
            y: Distance from the upper edge of the window (units of the window).
            level: Height of the plane above the table (mm).

        Returns:
            The pointer; None if the line of sight through the point doesn't meet the plane, or if no table is shown.
        """
        if self.table is None:
            return None
        ray = self.camera.ray(x, y, *self._window.get_size())
        at = picking.on_plane(ray, level)
        if at is None:
            return None
        return Pointer(at, picking.pick(self.table, self.poses, ray), time.perf_counter())

    # Drawing.

    def draw(self, quality: Quality, *, auto: bool) -> None:
        """Draw the scene into the window.

        Args:
            quality: Quality for a new renderer, if there is none yet. An existing renderer keeps its quality.
            auto: Whether the quality is chosen automatically. If so, the time of this drawing is measured.
        """
        if self.scene is None or self.scene.table is None:
            return
        if self._figure_builder.finished():
            self.scene.show(self.scene.table)
            self.scene.pose(self.poses)
        if self._frame_cache is None:
            self._frame_cache = FrameCache(Renderer(quality))
        begun = time.perf_counter()
        fresh = self._frame_cache.draw(self.scene, self.camera, *self._window.get_framebuffer_size(), 0)
        if fresh and auto:
            gl.glFinish()
            first = self._frame_cache.drawn == 1  # the first picture compiles and uploads everything
            if not first and self.auto.add_frame_time(time.perf_counter() - begun):
                self.reset_renderer()

    def portraits(self, pieces: Iterable[PieceId]) -> Mapping[PieceId, int]:
        """Return for each model the OpenGL name of its portrait. Models whose portrait isn't drawn yet are left out.

        Pieces that are not models on the table are left out too.
        """
        table, cache = self.table, self._frame_cache
        if table is None or self.scene is None or cache is None:
            return {}
        models = [table.models[piece] for piece in pieces if piece in table.models]
        return self._portraits.textures(models, self.scene, lambda: cache.renderer)

    def reset_renderer(self) -> None:
        """Release the renderer. The next call of `draw` creates a renderer with the quality that `draw` is given."""
        if self._frame_cache is not None:
            self._frame_cache.close()
            self._frame_cache = None


class FrameCache:
    """A renderer that keeps its last picture, and draws it again while nothing changes.

    A table is at rest most of the time. Then only the panels are drawn anew.
    """

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.drawn = 0
        """Number of pictures rendered so far."""
        self._target: RenderTarget | None = None
        self._size = (0, 0)
        self._key: object = None

    def draw(self, scene: Scene, camera: Camera, width: int, height: int, framebuffer: int = 0) -> bool:
        """Draw a scene into a framebuffer of this size (pixels). Return whether a new picture was rendered."""
        if self._target is None or self._size != (width, height):
            if self._target is not None:
                self._target.close()
            self._target, self._size, self._key = RenderTarget(width, height, ("rgba8",)), (width, height), None
        key = (
            id(scene), scene.stamp, camera.target, camera.distance, camera.yaw, camera.pitch, camera.lens,
            tuple(sorted(scene.glow.items())), tuple(map(repr, scene.marks)),
        )  # fmt: skip
        fresh = key != self._key
        if fresh:
            self.renderer.draw(scene, camera, width, height, self._target.number)
            self._key = key
            self.drawn += 1
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._target.number)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, framebuffer)
        gl.glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        return fresh

    def close(self) -> None:
        """Release all OpenGL objects, including the renderer's."""
        if self._target is not None:
            self._target.close()
        self.renderer.close()
