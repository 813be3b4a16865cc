"""Quality levels of rendering, and the automatic choice of a level from frame times."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Quality: TypeAlias = Literal["low", "medium", "high"]
QUALITIES: tuple[Quality, ...] = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class QualityLevel:
    """Settings of a quality level."""

    samples: int
    """Number of MSAA samples for each pixel; 0 turns MSAA off."""
    shadow_map_size: int
    """Width and height of the shadow map (pixels)."""
    shadow_samples: int
    """Number of reads of the shadow map for each pixel of the picture."""
    occluder_samples: int
    """Number of reads of the shadow map for an estimate of the distance to the object that casts a shadow.

    The farther away this object is, the softer is its shadow. With 0 reads, all shadows are equally soft.
    """
    occlusion_samples: int
    """Number of samples of ambient occlusion for each pixel, at half resolution; 0 turns ambient occlusion off."""
    anisotropy: float
    """Greatest anisotropy of texture filtering; 1 turns anisotropic filtering off."""
    bloom: bool
    """True if bright parts of the picture glow."""
    full_detail: bool
    """True if miniatures have their fine mesh, and pieces are also lit by the room's windows and fire."""


LEVELS: dict[Quality, QualityLevel] = {
    "low": QualityLevel(
        samples=0,
        shadow_map_size=1024,
        shadow_samples=6,
        occluder_samples=0,
        occlusion_samples=0,
        anisotropy=1.0,
        bloom=False,
        full_detail=False,
    ),
    "medium": QualityLevel(
        samples=4,
        shadow_map_size=2048,
        shadow_samples=14,
        occluder_samples=8,
        occlusion_samples=8,
        anisotropy=4.0,
        bloom=True,
        full_detail=True,
    ),
    "high": QualityLevel(
        samples=4,
        shadow_map_size=4096,
        shadow_samples=28,
        occluder_samples=14,
        occlusion_samples=16,
        anisotropy=8.0,
        bloom=True,
        full_detail=True,
    ),
}


SLOW_FRAME, FAST_FRAME = 1 / 24, 1 / 110
"""Limits for the median frame time (s).

- Above `SLOW_FRAME`, the quality is lowered.
- Below `FAST_FRAME`, the quality is raised.
"""

STALLED_FRAME = 0.2
"""After a frame of at least this duration, the quality is checked at once (s).

If all frames are shorter, the quality is checked every `MEASURED_FRAMES` frames.
"""

MEASURED_FRAMES = 12
"""Number of frames whose median time decides about the quality."""


class AdaptiveQuality:
    """The quality setting `auto`: frame times raise or lower the quality.

    After the quality has been lowered once, it is never raised again.
    """

    def __init__(self) -> None:
        self.quality: Quality = "low" if in_software() else "medium"
        self._took: list[float] = []
        self._lowered = False

    def add_frame_time(self, seconds: float) -> bool:
        """Add a frame time (s). Return whether the quality has changed."""
        self._took.append(seconds)
        if len(self._took) < MEASURED_FRAMES and seconds < STALLED_FRAME:
            return False
        typical = sorted(self._took)[len(self._took) // 2]
        self._took.clear()
        place = QUALITIES.index(self.quality)
        wanted = place - 1 if typical > SLOW_FRAME else place + 1 if typical < FAST_FRAME else place
        wanted = min(max(wanted, 0), len(QUALITIES) - 1)
        if wanted < place or (wanted > place and not self._lowered):  # a quality that was too high is not tried again
            self._lowered = self._lowered or wanted < place
            self.quality = QUALITIES[wanted]
            return True
        return False


def in_software() -> bool:
    """Return whether the current OpenGL context uses a software renderer."""
    from pyglet import gl  # its first constant needs a display

    return any(name in gl.gl_info.get_renderer().lower() for name in ("llvmpipe", "softpipe", "swiftshader"))
