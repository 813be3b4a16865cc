"""Films: pictures and sound written as MP4 (H.264, AAC) or WebM (VP9, Opus), by PyAV."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.viewer.sound.mixing import Pcm
from riotsim.viewer.sound.synthesis import RATE

Picture: TypeAlias = npt.NDArray[np.uint8]
"""sRGB, (height, width, 3), from the top down."""

Form: TypeAlias = Literal["mp4", "webm"]

FORMS: Final[dict[str, Form]] = {".mp4": "mp4", ".webm": "webm"}
"""By the ending of a file's name."""

CODECS: Final = {"mp4": ("libx264", "aac"), "webm": ("libvpx-vp9", "libopus")}

OPTIONS: Final = {
    "mp4": {"crf": "19", "preset": "medium", "profile": "high"},
    "webm": {"crf": "30", "b": "0", "deadline": "good", "cpu-used": "4", "row-mt": "1"},
}
"""So that felt has its grain and little else changes: by these constant qualities a minute of 1280 × 720 has some 10
MB."""

SOUND_BITS: Final = 160_000
"""A second."""

BT709: Final = 1
"""How colours are coded, in the numbering of H.273."""

STUDIO: Final = 1
"""And their range: 16 to 235."""

FULL: Final = 2
"""0 to 255."""


class FilmWriter:
    """Takes a film's pictures, one after the other. See `writing`."""

    def __init__(self, container: Any, form: Form, width: int, height: int, fps: Fraction, sound: Pcm | None) -> None:
        self._container = container
        self._width, self._height = width, height
        video, audio = CODECS[form]
        self._video = container.add_stream(video, rate=fps)
        self._video.width, self._video.height = width, height
        self._video.pix_fmt = "yuv420p"
        self._video.options = dict(OPTIONS[form])
        context = self._video.codec_context
        context.colorspace = context.color_primaries = context.color_trc = BT709
        context.color_range = STUDIO
        self._fps = fps
        self._count = 0
        self._sound = sound
        self._sent = 0
        self._audio: Any = None
        if sound is not None:
            self._audio = container.add_stream(audio, rate=RATE, layout="stereo")
            self._audio.bit_rate = SOUND_BITS

    def add(self, picture: Picture) -> None:
        """Add a picture. Raises `ValueError` for one of another size."""
        import av

        if picture.shape != (self._height, self._width, 3):
            raise ValueError(f"a picture of {picture.shape} in a film of {(self._height, self._width, 3)}")
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
        frame = frame.reformat(format="yuv420p", src_colorspace=BT709, dst_colorspace=BT709, dst_color_range=STUDIO)
        frame.pts = self._count
        frame.time_base = 1 / self._fps
        self._count += 1
        self._container.mux(self._video.encode(frame))
        self._send(round(self._count / self._fps * RATE))

    def finish(self) -> None:
        """Write what the coders have kept."""
        self._container.mux(self._video.encode(None))
        if self._audio is not None and self._sound is not None:
            self._send(round(self._count / self._fps * RATE))
            self._container.mux(self._audio.encode(None))

    def _send(self, until: int) -> None:
        """Send sound up to a sample; silence where there is no more."""
        import av

        if self._audio is None or self._sound is None or until <= self._sent:
            return
        piece = self._sound[self._sent : until]
        if len(piece) < until - self._sent:
            piece = np.concatenate([piece, np.zeros((until - self._sent - len(piece), 2), dtype=np.int16)])
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(piece).reshape(1, -1), format="s16", layout="stereo")
        frame.sample_rate = RATE
        frame.time_base = Fraction(1, RATE)
        frame.pts = self._sent
        self._sent = until
        self._container.mux(self._audio.encode(frame))


@contextmanager
def writing(
    path: Path, form: Form, width: int, height: int, *, fps: float = 30.0, sound: Pcm | None = None
) -> Iterator[FilmWriter]:
    """Write a film into a file. Width and height are even. Once the block is left without an error it is whole.

    The sound is as long as the pictures: cut off, or followed by silence.
    """
    import av

    options = {"movflags": "+faststart"} if form == "mp4" else {}
    with av.open(str(path), "w", format=form, options=options) as container:
        writer = FilmWriter(container, form, width, height, Fraction(fps).limit_denominator(1001), sound)
        yield writer
        writer.finish()
