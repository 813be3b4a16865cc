"""Pictures and films of games. The options of a picture or film are checked before any work is done."""

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riotsim.app.output.streams import printable
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.replay.recording import Recording
    from riotsim.replay.timeline import Instant
    from riotsim.viewer.film.writer import Form
    from riotsim.viewer.input.camera import Camera
    from riotsim.viewer.render.quality import Quality

MIN_SIDE, MAX_SIDE = 32, 4096
"""Minimum and maximum of both the width and the height of a picture or film (pixels)."""

MIN_SPEED, MAX_SPEED = 0.1, 20.0
"""Minimum and maximum speed of a film, as a multiple of real time."""

INSTALL_HINT: Final = "pip install 'riotsim[window]' installs what pictures and films need"

PILLOW_FORMATS: Final = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
"""Picture formats as Pillow names them, by the endings of file names."""

JPEG_QUALITY: Final = 90
"""Quality of JPEG pictures, on Pillow's scale from 0 to 100. Pillow's own default is 75."""

CAMERA_PITCH: Final = math.radians(40.0)
"""Angle of the direction of view below the horizontal (rad)."""

CAMERA_SIDE_ANGLE: Final = math.radians(9.0)
"""Angle from the direction straight across the table to the direction of view (rad, anticlockwise from above).

At an angle of 0, a wall parallel to the table's edge would show only one of its faces.
"""

TOP_MARGIN: Final = 20.0
"""Height of the space above each piece's position that a picture of the table always shows (mm).

The position is the foot of a model, or the centre of a die or token.
"""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """The checked options of a film."""

    file: Path
    form: "Form"
    width: int
    """Width (pixels), an even number."""
    height: int
    """Height (pixels), an even number."""
    fps: int
    """Number of pictures for each second of the film."""
    speed: float
    """Speed as a multiple of real time."""
    quality: "Quality"
    sound: bool


def film_request(file: Path, size: str, fps: int, speed: float, quality: str, *, sound: bool) -> FilmRequest:
    """Check the options of a film before any work is done.

    Args:
        file: The film file, whose name ends in .mp4 or .webm.
        size: Width and height, such as `1280x720` (pixels).
        fps: Number of pictures for each second of the film. It isn't checked.
        speed: Speed as a multiple of real time.
        quality: `low`, `medium` or `high`.
        sound: Whether the film has sound.

    Raises:
        BadInput: An option is invalid, or a package that films need is not installed.
    """
    try:
        import av  # noqa: F401  # only whether it is there: films are written much later
        import pyglet  # noqa: F401  # the same
    except ImportError as error:
        raise BadInput(f"--video: {error.name} isn't installed; {INSTALL_HINT}") from error
    forms: dict[str, Form] = {".mp4": "mp4", ".webm": "webm"}
    form = forms.get(file.suffix.lower())
    if form is None:
        raise BadInput(f"--video {printable(str(file))}: films are .mp4 or .webm")
    width, height = parse_size(size)
    if not (math.isfinite(speed) and MIN_SPEED <= speed <= MAX_SPEED):
        raise BadInput(f"--speed {speed:g}: from {MIN_SPEED:g} to {MAX_SPEED:g}")
    return FilmRequest(file, form, width, height, fps, speed, parse_quality(quality), sound)


def parse_size(size: str) -> tuple[int, int]:
    """Parse the size of a picture or film, such as `1280x720`.

    Returns:
        Width and height (pixels), both even numbers from `MIN_SIDE` to `MAX_SIDE`.

    Raises:
        BadInput: The size is malformed, or the width or the height is odd or out of bounds.
    """
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", size.strip())
    if found is None:
        raise BadInput(f"--size is written like 1280x720, not {printable(size)!r}")
    width, height = int(found[1]), int(found[2])
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE) or width % 2 or height % 2:
        raise BadInput(f"--size {width}x{height}: each is an even number from {MIN_SIDE} to {MAX_SIDE}")
    return width, height


def parse_quality(name: str) -> "Quality":
    """Return the drawing quality with this name: low, medium or high.

    Raises:
        BadInput: No quality has this name.
    """
    qualities: dict[str, Quality] = {"low": "low", "medium": "medium", "high": "high"}
    if name not in qualities:
        raise BadInput(f"--quality {printable(name)}: low, medium or high")
    return qualities[name]


def write_film(recording: "Recording", wish: FilmRequest) -> int:
    """Write a film of a recording. The file appears once the film is complete.

    Args:
        recording: The recording.
        wish: The options of the film.

    Returns:
        Size of the file (bytes).

    Raises:
        BadInput: This machine can't draw.
        BadFile: The file can't be written.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    from riotsim.app.interrupts import raise_if_interrupted
    from riotsim.app.output.progress import progress_bar, spinner
    from riotsim.app.recordings import figure_meshes
    from riotsim.files.atomic import OWNER_ONLY, writing_whole
    from riotsim.viewer.film.shots import ShotList, render_shots
    from riotsim.viewer.film.writer import film_writer
    from riotsim.viewer.render.context import NoGraphics

    with spinner() as progress:
        progress("laying the film out")
        shots = ShotList(recording, fps=wish.fps, speed=wish.speed, aspect=wish.width / wish.height)
        progress("making its sound")
        sound = shots.sound() if wish.sound else None
    with writing_whole(wish.file, wish.file.suffix, OWNER_ONLY) as place:
        made = render_shots(recording, shots, figure_meshes(), wish.width, wish.height, wish.quality)
        try:
            with (
                progress_bar(shots.count, f"filming {wish.file.name}") as numbers,
                film_writer(place, wish.form, wish.width, wish.height, fps=wish.fps, sound=sound) as writer,
            ):
                for _, picture in zip(numbers, made, strict=True):
                    raise_if_interrupted()
                    writer.add(picture)
        except NoGraphics as error:
            raise BadInput(f"--video: {error}") from error
        finally:
            made.close()
        return place.stat().st_size


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """The checked options of a picture."""

    file: Path
    form: str
    width: int
    """Width (pixels)."""
    height: int
    """Height (pixels)."""
    quality: "Quality"
    at: float | None
    """Time from the beginning of the recording (s); None for its end."""


def picture_request(file: Path, size: str, quality: str, at: float | None) -> PictureRequest:
    """Check the options of a picture before any work is done.

    Args:
        file: The picture file, whose name ends in .png, .jpg or .jpeg.
        size: Width and height, such as `1280x720` (pixels).
        quality: `low`, `medium` or `high`.
        at: Time from the beginning of the recording (s); None for its end.

    Raises:
        BadInput: An option is invalid.
    """
    form = PILLOW_FORMATS.get(file.suffix.lower())
    if form is None:
        raise BadInput(f"--picture {printable(str(file))}: pictures are .png or .jpg")
    if at is not None and not (math.isfinite(at) and at >= 0.0):
        raise BadInput(f"--at {at:g}: must be 0 or more seconds from the beginning of what is shown")
    width, height = parse_size(size)
    return PictureRequest(file, form, width, height, parse_quality(quality), at)


def render_picture(recording: "Recording", wish: PictureRequest, progress: "ProgressListener") -> bytes:
    """Draw one instant of a recording.

    Args:
        recording: The recording.
        wish: The options of the picture.
        progress: Callback that receives a description of each step.

    Returns:
        Content of the picture file.

    Raises:
        BadInput: The recording ends before the requested time, this machine can't draw, or a package that pictures need
            is not installed.
    """
    from io import BytesIO

    from riotsim.app.recordings import figure_meshes
    from riotsim.replay.recorded_timeline import lay_out

    try:
        from PIL import Image

        from riotsim.viewer.render.context import NoGraphics, open_offscreen_context
        from riotsim.viewer.render.images import render_image
        from riotsim.viewer.scene.scene import Scene
    except ImportError as error:
        raise BadInput(f"--picture: {error.name or error} isn't installed; {INSTALL_HINT}") from error
    timeline = lay_out(recording)
    ms = timeline.end if wish.at is None else wish.at * 1000.0
    if ms > timeline.end:
        raise BadInput(f"--at {wish.at:g}: the replay lasts {timeline.end / 1000:.1f} s")
    try:
        open_offscreen_context()
    except NoGraphics as error:
        raise BadInput(f"--picture: {error}") from error
    seen = timeline.instant_at(ms)
    progress("carving the miniatures")
    scene = Scene(recording.seats, recording.models, figure_meshes())
    scene.show(seen.table)
    scene.pose(seen.poses)
    progress(f"drawing {wish.file.name}")
    pixels = render_image(scene, camera_for(seen, (wish.width, wish.height)), wish.width, wish.height, wish.quality)
    out = BytesIO()
    Image.fromarray(pixels).save(out, wish.form, quality=JPEG_QUALITY, optimize=True)
    return out.getvalue()


def camera_for(seen: "Instant", size: tuple[int, int]) -> "Camera":
    """Return a camera in front of the table and above it.

    The whole table is visible in a picture with the given width and height (pixels).
    """
    from riotsim.replay.poses import movables, pose_of
    from riotsim.viewer.input.camera import Camera

    table = seen.table
    poses = {name: seen.poses.get(name) or pose_of(piece) for name, piece in movables(table).items()}
    tops = [pose.translated((0.0, 0.0, TOP_MARGIN)).at for pose in poses.values()]
    return Camera.above_table(table.outline, math.pi / 2 + CAMERA_SIDE_ANGLE, CAMERA_PITCH, tops, size)
