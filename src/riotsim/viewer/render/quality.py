"""How much is done for a picture."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Quality: TypeAlias = Literal["low", "medium", "high"]
QUALITIES: tuple[Quality, ...] = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class QualityLevel:
    """What a quality means."""

    samples: int
    """Of each pixel, for smooth edges; 0 is one."""
    shadow: int
    """Side of the shadow map (pixels)."""
    taps: int
    """Looks at it for each pixel."""
    search: int
    """Looks for what throws the shadow, so that shadows are softer far from it; 0 has all equally soft."""
    occlusion: int
    """Looks for what is near, at half resolution: corners are darker. 0 has none."""
    anisotropy: float
    """Of textures that are seen from the side."""
    bloom: bool
    """Whether bright things glow a little."""
    fine: bool
    """Whether miniatures have all their corners, and the room all its lights."""


LEVELS: dict[Quality, QualityLevel] = {
    "low": QualityLevel(samples=0, shadow=1024, taps=6, search=0, occlusion=0, anisotropy=1.0, bloom=False, fine=False),
    "medium": QualityLevel(
        samples=4, shadow=2048, taps=14, search=8, occlusion=8, anisotropy=4.0, bloom=True, fine=True
    ),
    "high": QualityLevel(
        samples=4, shadow=4096, taps=28, search=14, occlusion=16, anisotropy=8.0, bloom=True, fine=True
    ),
}


SLOWEST, FASTEST = 1 / 24, 1 / 110
"""A picture that takes longer than the first asks for a lower quality, one shorter than the second for a higher (s)."""

HOPELESS = 0.2
"""One picture that takes longer is enough (s)."""

LOOKED = 12
"""Pictures that are measured before it changes its mind."""


class AdaptiveQuality:
    """Picks a quality by what pictures take."""

    def __init__(self) -> None:
        self.quality: Quality = "low" if in_software() else "medium"
        self._took: list[float] = []
        self._lowered = False

    def measured(self, seconds: float) -> bool:
        """Note what a picture took (s); tells whether the quality is another one now."""
        self._took.append(seconds)
        if len(self._took) < LOOKED and seconds < HOPELESS:
            return False
        typical = sorted(self._took)[len(self._took) // 2]
        self._took.clear()
        place = QUALITIES.index(self.quality)
        wanted = place - 1 if typical > SLOWEST else place + 1 if typical < FASTEST else place
        wanted = min(max(wanted, 0), len(QUALITIES) - 1)
        if wanted < place or (wanted > place and not self._lowered):  # one that was too high isn't tried again
            self._lowered = self._lowered or wanted < place
            self.quality = QUALITIES[wanted]
            return True
        return False


def in_software() -> bool:
    """Whether pictures are drawn without a graphics card; a context must be current."""
    from pyglet import gl  # asking for its first constant needs a display

    return any(name in gl.gl_info.get_renderer().lower() for name in ("llvmpipe", "softpipe", "swiftshader"))
