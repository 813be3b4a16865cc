"""A reel drawn by the renderer, picture after picture."""

from collections.abc import Generator, Mapping

from riotsim.replay.recording import Recording
from riotsim.replay.sculpts import Sculpt
from riotsim.viewer.film.camera import LENS, CameraPose
from riotsim.viewer.film.shots import ShotList
from riotsim.viewer.film.writer import Picture
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.picture import Pictures
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.scene.stage import Stage


def pictures(
    recording: Recording,
    reel: ShotList,
    sculpts: Mapping[str, Sculpt],
    width: int,
    height: int,
    quality: Quality = "high",
) -> Generator[Picture, None, None]:
    """Give the pictures of a reel, each (height, width, 3). Raises `NoGraphics` on a machine that can't draw."""
    stage = Stage(recording.seats, recording.models, sculpts)
    with Pictures(width, height, quality) as make:
        shown = None
        for shot in reel.shots():
            if shot.table is not shown:
                stage.show(shot.table)
                shown = shot.table
            stage.pose(shot.poses)
            yield make.take(stage, camera_at(shot.sight))


def camera_at(sight: CameraPose) -> Camera:
    """Give a camera that has such a sight."""
    return Camera(sight.target, sight.distance, sight.yaw, sight.pitch, LENS)
