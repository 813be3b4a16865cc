"""The encoding of films, with pictures and sound, as MP4 (H.264, AAC) or WebM (VP9, Opus) with PyAV."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.viewer.sound.mixing import Pcm
from riotsim.viewer.sound.synthesis import SAMPLE_RATE

Picture: TypeAlias = npt.NDArray[np.uint8]
"""An sRGB picture of shape (height, width, 3), with the top row first."""

Form: TypeAlias = Literal["mp4", "webm"]

FORMS: Final[dict[str, Form]] = {".mp4": "mp4", ".webm": "webm"}
"""Container format for each suffix of a file's name."""

CODECS: Final = {"mp4": ("libx264", "aac"), "webm": ("libvpx-vp9", "libopus")}

ENCODER_OPTIONS: Final = {
    "mp4": {"crf": "19", "preset": "medium", "profile": "high"},
    "webm": {"crf": "30", "b": "0", "deadline": "good", "cpu-used": "4", "row-mt": "1"},
}
"""Encoder options by container format. They keep the grain of felt visible.

A minute of film with 1280 × 720 pixels takes about 10 MB.
"""

SOUND_BITS: Final = 160_000
"""Bit rate of a film's sound (bits a second)."""

BT709: Final = 1
"""Number of the BT.709 colour space in the standard H.273."""

LIMITED_RANGE: Final = 1
"""FFmpeg's number for the colour range from 16 to 235."""

FULL_RANGE: Final = 2
"""FFmpeg's number for the colour range from 0 to 255."""


class FilmWriter:
    """The encoder of a film's pictures and sound. Call `film_writer` to make an encoder."""

    def __init__(self, container: Any, form: Form, width: int, height: int, fps: Fraction, sound: Pcm | None) -> None:
        self._container = container
        self._width, self._height = width, height
        video, audio = CODECS[form]
        self._video = container.add_stream(video, rate=fps)
        self._video.width, self._video.height = width, height
        self._video.pix_fmt = "yuv420p"
        self._video.options = dict(ENCODER_OPTIONS[form])
        context = self._video.codec_context
        context.colorspace = context.color_primaries = context.color_trc = BT709
        context.color_range = LIMITED_RANGE
        self._fps = fps
        self._count = 0
        self._sound = sound
        self._sent = 0
        self._audio: Any = None
        if sound is not None:
            self._audio = container.add_stream(audio, rate=SAMPLE_RATE, layout="stereo")
            self._audio.bit_rate = SOUND_BITS

    def add(self, picture: Picture) -> None:
        """Encode the next picture, and the sound that belongs to it.

        Raises:
            ValueError: The picture has another size than the film.
        """
        import av

        if picture.shape != (self._height, self._width, 3):
            raise ValueError(f"a picture of {picture.shape} in a film of {(self._height, self._width, 3)}")
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
        frame = frame.reformat(
            format="yuv420p", src_colorspace=BT709, dst_colorspace=BT709, dst_color_range=LIMITED_RANGE
        )
        frame.pts = self._count
        frame.time_base = 1 / self._fps
        self._count += 1
        self._container.mux(self._video.encode(frame))
        self._send(round(self._count / self._fps * SAMPLE_RATE))

    def finish(self) -> None:
        """Write the data left in the encoders' buffers."""
        self._container.mux(self._video.encode(None))
        if self._audio is not None and self._sound is not None:
            self._send(round(self._count / self._fps * SAMPLE_RATE))
            self._container.mux(self._audio.encode(None))

    def _send(self, until: int) -> None:
        """Encode the next samples of the sound, up to the sample before number `until`.

        Samples are counted from 0 at the start of the film. After the end of the sound, encode silence.
        """
        import av

        if self._audio is None or self._sound is None or until <= self._sent:
            return
        piece = self._sound[self._sent : until]
        if len(piece) < until - self._sent:
            piece = np.concatenate([piece, np.zeros((until - self._sent - len(piece), 2), dtype=np.int16)])
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(piece).reshape(1, -1), format="s16", layout="stereo")
        frame.sample_rate = SAMPLE_RATE
        frame.time_base = Fraction(1, SAMPLE_RATE)
        frame.pts = self._sent
        self._sent = until
        self._container.mux(self._audio.encode(frame))


@contextmanager
def film_writer(
    path: Path, form: Form, width: int, height: int, *, fps: float = 30.0, sound: Pcm | None = None
) -> Iterator[FilmWriter]:
    """Open a film file for writing, and yield a writer. At the end of the `with` block, the file is complete.

    Args:
        path: The file.
        form: Container format.
        width: Width of the pictures (pixels), an even number.
        height: Height of the pictures (pixels), an even number.
        fps: Pictures a second.
        sound: The sound, or None for a silent film. The sound is cut, or extended by silence, to the length of the
            film's pictures.
    """
    import av

    options = {"movflags": "+faststart"} if form == "mp4" else {}
    with av.open(str(path), "w", format=form, options=options) as container:
        writer = FilmWriter(container, form, width, height, Fraction(fps).limit_denominator(1001), sound)
        yield writer
        writer.finish()
