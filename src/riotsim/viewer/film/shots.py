"""The shots of a film: the plan of each picture, and the rendering of pictures and sound."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass

from riotsim.replay.clocks import FilmClock
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Recording
from riotsim.replay.timeline_builder import with_held
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.film.camera import FIELD_OF_VIEW, FollowCamera
from riotsim.viewer.film.writer import Picture
from riotsim.viewer.input.camera import Camera, CameraPose
from riotsim.viewer.render.images import OffscreenRenderer
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.scene.scene import Scene
from riotsim.viewer.sound.mixing import Mix, Pcm


@dataclass(frozen=True, slots=True)
class Shot:
    """The content and the camera of one picture of a film."""

    ms: float
    """Time of the replay (ms)."""
    table: Table
    """A table with exactly the pieces of this picture."""
    poses: Mapping[PieceId, Pose]
    """Poses of pieces that are not at their places on `table`."""
    camera: CameraPose


class ShotList:
    """The shots of a recording, ready for rendering a film."""

    def __init__(self, recording: Recording, *, fps: float = 30.0, speed: float = 1.0, aspect: float = 16 / 9) -> None:
        """Plan the film of a recording.

        Args:
            recording: The game.
            fps: Pictures a second.
            speed: Seconds of the game per second of the film, outside slow motion.
            aspect: Ratio of the pictures' width to their height.
        """
        self._recording = recording
        self._timeline = lay_out(recording)
        self._fps = fps
        self._aspect = aspect
        self.clock = FilmClock(0, self._timeline.end, self._timeline.falls, speed=speed)
        self.count = max(1, round(self.clock.length * fps))
        """Number of pictures of the film."""

    @property
    def length(self) -> float:
        """Length of the film (s)."""
        return self.count / self._fps

    def shots(self) -> Iterator[Shot]:
        """Yield the shots of the film in order."""
        camera = FollowCamera(self._recording, self._timeline, self._aspect)
        for number in range(self.count):
            ms = self.clock.replay_at(number / self._fps)
            seen = self._timeline.instant_at(ms)
            yield Shot(ms, seen.table, seen.poses, camera.pose_at(ms, 1 / self._fps))

    def sound(self, *, seed: int = 0, volume: float = 1.0) -> Pcm:
        """Return the sound of the whole film, as 16-bit samples of shape (n, 2).

        Args:
            seed: Seed of the small variations between impacts.
            volume: Volume from 0 to 1.
        """
        mix = Mix(self.length, seed=seed)
        for number, moment in enumerate(self._recording.moments):
            table = with_held(moment.act, moment.before)
            for heard in self._timeline.impacts_of(number):
                mix.add(self.clock.film_at(heard.ms), heard.impact, table)
        return mix.samples(volume)


def render_shots(
    recording: Recording,
    shot_list: ShotList,
    figure_meshes: Mapping[str, FigureMesh],
    width: int,
    height: int,
    quality: Quality = "high",
) -> Generator[Picture, None, None]:
    """Yield the pictures of a film in order.

    Args:
        recording: The game.
        shot_list: The shots of the game.
        figure_meshes: Meshes of figures, by the names of their files.
        width: Width of the pictures (pixels).
        height: Height of the pictures (pixels).
        quality: Quality of rendering.

    Yields:
        Arrays of shape (height, width, 3), sRGB, with the top row first.

    Raises:
        NoGraphics: This machine cannot render.
    """
    scene = Scene(recording.seats, recording.models, figure_meshes)
    with OffscreenRenderer(width, height, quality) as renderer:
        shown = None
        for shot in shot_list.shots():
            if shot.table is not shown:
                scene.show(shot.table)
                shown = shot.table
            scene.pose(shot.poses)
            yield renderer.render(scene, camera_from(shot.camera))


def camera_from(pose: CameraPose) -> Camera:
    """Return a camera for the renderer at a pose, with the field of view of films."""
    return Camera(pose.target, pose.distance, pose.yaw, pose.pitch, FIELD_OF_VIEW)
