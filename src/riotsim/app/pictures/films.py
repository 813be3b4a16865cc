"""Films of games: what is asked for, and the work with its progress."""

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riotsim.app.output.streams import printable
from riotsim.app.problems import BadInput

if TYPE_CHECKING:
    from riotsim.replay.recording import Recording
    from riotsim.viewer.film.writer import Form
    from riotsim.viewer.render.quality import Quality

LEAST, MOST = 32, 4096
"""Bounds of width and height (pixels)."""

SLOWEST, FASTEST = 0.1, 20.0
"""Bounds of the speed."""

INSTALL: Final = "pip install 'riotsim[window]' installs what films need"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A film as it is asked for."""

    file: Path
    form: "Form"
    width: int
    """Pixels, an even number; the height too."""
    height: int
    fps: int
    speed: float
    quality: "Quality"
    sound: bool


def wanted(file: Path, size: str, fps: int, speed: float, quality: str, *, sound: bool) -> Wanted:
    """Look over what is asked for, before any work is done.

    Raises `BadInput`, also where what films need isn't installed.
    """
    try:
        import av  # noqa: F401  # only whether it is there: films are written much later
        import pyglet  # noqa: F401  # the same
    except ImportError as error:
        raise BadInput(f"--video: {error.name} isn't installed; {INSTALL}") from error
    forms: dict[str, Form] = {".mp4": "mp4", ".webm": "webm"}
    form = forms.get(file.suffix.lower())
    if form is None:
        raise BadInput(f"--video {printable(str(file))}: films are .mp4 or .webm")
    width, height = sized(size)
    if not (math.isfinite(speed) and SLOWEST <= speed <= FASTEST):
        raise BadInput(f"--speed {speed:g}: from {SLOWEST:g} to {FASTEST:g}")
    return Wanted(file, form, width, height, fps, speed, quality_called(quality), sound)


def sized(size: str) -> tuple[int, int]:
    """Read the size of a picture or film (pixels). Raises `BadInput`."""
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", size.strip())
    if found is None:
        raise BadInput(f"--size is written like 1280x720, not {printable(size)!r}")
    width, height = int(found[1]), int(found[2])
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST) or width % 2 or height % 2:
        raise BadInput(f"--size {width}x{height}: each is an even number from {LEAST} to {MOST}")
    return width, height


def quality_called(name: str) -> "Quality":
    """Find a quality by its name. Raises `BadInput`."""
    qualities: dict[str, Quality] = {"low": "low", "medium": "medium", "high": "high"}
    if name not in qualities:
        raise BadInput(f"--quality {printable(name)}: low, medium or high")
    return qualities[name]


def film(recording: "Recording", wish: Wanted) -> int:
    """Film a recording, and give the size of the file (bytes). The file is there once it is whole.

    Raises `BadInput` on a machine that can't draw.
    """
    from riotsim.app.interrupts import heed_interrupt
    from riotsim.app.output.progress import counting, waiting
    from riotsim.app.output.retelling import sculpts
    from riotsim.files.atomic import growing_whole
    from riotsim.viewer.film.shots import ShotList, render_shots
    from riotsim.viewer.film.writer import writing
    from riotsim.viewer.render.gl.context import NoGraphics

    with waiting() as say:
        say("laying the film out")
        reel = ShotList(recording, fps=wish.fps, speed=wish.speed, aspect=wish.width / wish.height)
        say("making its sound")
        sound = reel.sound() if wish.sound else None
    with growing_whole(wish.file, wish.file.suffix) as place:
        made = render_shots(recording, reel, sculpts(), wish.width, wish.height, wish.quality)
        try:
            with (
                counting(reel.count, f"filming {wish.file.name}") as numbers,
                writing(place, wish.form, wish.width, wish.height, fps=wish.fps, sound=sound) as writer,
            ):
                for _, picture in zip(numbers, made, strict=True):
                    heed_interrupt()
                    writer.add(picture)
        except NoGraphics as error:
            raise BadInput(f"--video: {error}") from error
        finally:
            made.close()
        return place.stat().st_size
