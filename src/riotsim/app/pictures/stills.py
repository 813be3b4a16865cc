"""Pictures of games: what is asked for, and the work."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riotsim.app.output.streams import printable
from riotsim.app.pictures.films import INSTALL, quality_called, sized
from riotsim.app.problems import BadInput

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import Say
    from riotsim.replay.recording import Recording
    from riotsim.viewer.film.instants import Instant
    from riotsim.viewer.input.camera import Camera
    from riotsim.viewer.render.quality import Quality

FORMS: Final = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
"""By the ending of a file's name, in Pillow's words."""

JPEG_QUALITY: Final = 90

PITCH: Final = math.radians(40.0)
"""How far down the camera looks."""

ASIDE: Final = math.radians(9.0)
"""And by how much from the side: walls that stand square show two of their faces."""

ABOVE: Final = 20.0
"""Over the middle of the highest piece so much is left free (mm)."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture as it is asked for."""

    file: Path
    form: str
    width: int
    """Pixels."""
    height: int
    quality: "Quality"
    at: float | None
    """When (s); None is the end."""


def still(file: Path, size: str, quality: str, at: float | None) -> Still:
    """Look over what is asked for, before any work is done. Raises `BadInput`."""
    form = FORMS.get(file.suffix.lower())
    if form is None:
        raise BadInput(f"--picture {printable(str(file))}: pictures are .png or .jpg")
    if at is not None and not (math.isfinite(at) and at >= 0.0):
        raise BadInput(f"--at {at:g}: seconds from the beginning of what is shown")
    width, height = sized(size)
    return Still(file, form, width, height, quality_called(quality), at)


def picture_of(recording: "Recording", wish: Still, say: "Say") -> bytes:
    """Draw an instant of a recording, and give the file's content.

    Raises `BadInput` for a time that it has not, on a machine that can't draw, or where what pictures need isn't
    installed.
    """
    from io import BytesIO

    from riotsim.app.output.retelling import sculpts
    from riotsim.replay.timeline import lay_out

    try:
        from PIL import Image

        from riotsim.viewer.film.instants import Instants
        from riotsim.viewer.render.gl.context import NoGraphics, open_offscreen_context
        from riotsim.viewer.render.images import render_image
        from riotsim.viewer.scene.scene import Scene
    except ImportError as error:
        raise BadInput(f"--picture: {error.name or error} isn't installed; {INSTALL}") from error
    timeline = lay_out(recording)
    ms = timeline.length if wish.at is None else wish.at * 1000.0
    if ms > timeline.length:
        raise BadInput(f"--at {wish.at:g}: the replay lasts {timeline.length / 1000:.1f} s")
    try:
        open_offscreen_context()
    except NoGraphics as error:
        raise BadInput(f"--picture: {error}") from error
    seen = Instants(recording, timeline).at(ms)
    say("carving the miniatures")
    stage = Scene(recording.seats, recording.models, sculpts())
    stage.show(seen.table)
    stage.pose(seen.poses)
    say(f"drawing {wish.file.name}")
    pixels = render_image(stage, camera_for(seen), wish.width, wish.height, wish.quality)
    out = BytesIO()
    Image.fromarray(pixels).save(out, wish.form, quality=JPEG_QUALITY, optimize=True)
    return out.getvalue()


def camera_for(seen: "Instant") -> "Camera":
    """Give a camera that has all of the table in view, with its highest tower."""
    from riotsim.viewer.input.camera import Camera

    table = seen.table
    tops = [pose.moved((0.0, 0.0, ABOVE)).at for pose in seen.poses.values()]
    return Camera.over(table.outline, math.pi / 2 + ASIDE, PITCH, tops)
