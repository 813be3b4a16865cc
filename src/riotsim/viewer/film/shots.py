"""A recording as the shots of a film: what is where, and from where it is looked at, at so many times a second."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass

from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.impacts import impacts_of
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.slow_motion import Clock
from riotsim.replay.timeline import lay_out
from riotsim.table.acts import Drop, Roll, Stack
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.film.camera import LENS, CameraPose, FollowCamera, falls
from riotsim.viewer.film.instants import Instants
from riotsim.viewer.film.writer import Picture
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.images import OffscreenRenderer
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.scene.scene import Scene
from riotsim.viewer.sound.mixing import Mix, Pcm


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a film."""

    ms: float
    """The time of the replay."""
    table: Table
    """With all pieces that are there, in some place: the same object until one comes or goes."""
    poses: Mapping[PieceId, Pose]
    """Where they are."""
    sight: CameraPose


class ShotList:
    """A recording, ready to be filmed."""

    def __init__(self, recording: Recording, *, fps: float = 30.0, speed: float = 1.0, aspect: float = 16 / 9) -> None:
        """At `fps` pictures a second, at a share of the usual speed, for pictures `aspect` times as wide as high."""
        self._recording = recording
        self._timeline = lay_out(recording)
        self._fps = fps
        self._speed = speed
        self._aspect = aspect
        self._falls = falls(recording, self._timeline)
        self.clock = Clock(0, self._timeline.length, [fall.ms for fall in self._falls], speed=speed)
        self.count = max(1, round(self.clock.length * fps))
        """How many pictures there are."""

    @property
    def length(self) -> float:
        """Of the film (s)."""
        return self.count / self._fps

    def shots(self) -> Iterator[Shot]:
        """Give the pictures, one after the other."""
        follower = FollowCamera(self._recording, self._timeline, self._aspect, self._falls)
        instants = Instants(self._recording, self._timeline)
        for number in range(self.count):
            ms = self.clock.replay_at(number / self._fps)
            seen = instants.at(ms)
            yield Shot(ms, seen.table, seen.poses, follower.at(ms, 1 / self._fps))

    def sound(self, *, seed: int = 0, volume: float = 1.0) -> Pcm:
        """Give all that is heard, as long as the film."""
        mix = Mix(self.length, seed=seed)
        for number, moment in enumerate(self._recording.moments):
            if moment.act is not None:
                table = _with_hand(moment)
                for impact in impacts_of(moment):
                    ms = self._timeline.released[number] + impact.tick * 1000 / TICKS_PER_SECOND
                    mix.add(self.clock.film_at(ms), impact, table)
        return mix.samples(volume)


def _with_hand(moment: Moment) -> Table:
    """The table of an act, with what the hand lets go of."""
    match moment.act:
        case Roll(dice=dice):
            return moment.before.put(*dice)
        case Drop(token=token):
            return moment.before.put(token)
        case Stack(die=die):
            return moment.before.put(die)
    return moment.before


def render_shots(
    recording: Recording,
    reel: ShotList,
    sculpts: Mapping[str, FigureMesh],
    width: int,
    height: int,
    quality: Quality = "high",
) -> Generator[Picture, None, None]:
    """Give the pictures of a reel, each (height, width, 3). Raises `NoGraphics` on a machine that can't draw."""
    stage = Scene(recording.seats, recording.models, sculpts)
    with OffscreenRenderer(width, height, quality) as make:
        shown = None
        for shot in reel.shots():
            if shot.table is not shown:
                stage.show(shot.table)
                shown = shot.table
            stage.pose(shot.poses)
            yield make.take(stage, camera_from(shot.sight))


def camera_from(sight: CameraPose) -> Camera:
    """Give a camera that has such a sight."""
    return Camera(sight.target, sight.distance, sight.yaw, sight.pitch, LENS)
