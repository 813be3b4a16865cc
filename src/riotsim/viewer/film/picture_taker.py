"""Screenshots of the window and photos of the table, taken with keys."""

from collections.abc import Callable
from pathlib import Path

from riotsim.viewer.film.photo import PHOTO_SIZE, photo_camera, shutter
from riotsim.viewer.input.keys import Action
from riotsim.viewer.render.images import save_picture, save_screenshot
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.render.renderer import Renderer
from riotsim.viewer.render.targets import RenderTarget, read_pixels
from riotsim.viewer.render.view import SceneView
from riotsim.viewer.sound.speaker import Speaker


class PictureTaker:
    """A taker of screenshots and photos.

    A picture is taken at the end of the frame when the user pressed the picture's key.
    """

    def __init__(self, folder: Callable[[], Path], view: SceneView, speaker: Speaker) -> None:
        """Create a taker of pictures.

        Args:
            folder: Function that returns the folder for the pictures.
            view: The 3D view. Photos show the table of this view.
            speaker: The speaker, which plays the sound of the shutter.
        """
        self._folder, self._view, self._speaker = folder, view, speaker
        self._screenshot = self._photo = False

    def want_screenshot(self) -> None:
        """Request a picture of the window. It is taken at the end of the frame."""
        self._screenshot = True

    def want_photo(self) -> None:
        """Request a photo of the table. It is taken at the end of the frame."""
        self._photo = True

    def handle_keys(self, pressed: Callable[[Action], bool]) -> None:
        """Request the pictures whose keys were pressed.

        Args:
            pressed: Function that returns whether an action's key was pressed in any part of the window.
        """
        if pressed(Action.PICTURE):
            self.want_screenshot()
        if pressed(Action.PHOTO):
            self.want_photo()

    def take(self, size: tuple[int, int], quality: Quality) -> list[str]:
        """Take the requested pictures. Ignore the request for a photo if no table is shown.

        Args:
            size: Width and height of the window's framebuffer (pixels).
            quality: Quality of a photo.

        Returns:
            For each picture, a line for the user. It names the picture's file and folder, or the reason for a failure.
        """
        found = []
        if self._screenshot:
            found.append(save_screenshot(self._folder(), *size))
        if self._photo and (table := self._view.table) is not None:
            self._speaker.play(shutter(table), table)
            found.append(self._taken(quality))
        self._screenshot = self._photo = False
        return found

    def _taken(self, quality: Quality) -> str:
        """Take a photo, without marks and highlights, and return a line for the user."""
        view, scene = self._view, self._view.scene
        assert scene is not None, "a table is shown"
        assert view.table is not None, "a table is shown"
        camera = photo_camera(view.table, view.poses, view.auto_camera)
        target, renderer = RenderTarget(*PHOTO_SIZE, ("rgba8",)), Renderer(quality)
        marks, glow = list(scene.marks), dict(scene.glow)
        scene.marks.clear()
        scene.glow.clear()
        try:
            renderer.draw(scene, camera, *PHOTO_SIZE, target.number)
            return save_picture(read_pixels(*PHOTO_SIZE), self._folder(), "photo")
        finally:
            scene.marks.extend(marks)
            scene.glow.update(glow)
            renderer.close()
            target.close()
