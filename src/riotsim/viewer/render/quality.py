"""How much is done for a picture."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Quality: TypeAlias = Literal["low", "medium", "high"]
QUALITIES: tuple[Quality, ...] = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class Level:
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


LEVELS: dict[Quality, Level] = {
    "low": Level(samples=0, shadow=1024, taps=6, search=0, occlusion=0, anisotropy=1.0, bloom=False, fine=False),
    "medium": Level(samples=4, shadow=2048, taps=14, search=8, occlusion=8, anisotropy=4.0, bloom=True, fine=True),
    "high": Level(samples=4, shadow=4096, taps=28, search=14, occlusion=16, anisotropy=8.0, bloom=True, fine=True),
}
