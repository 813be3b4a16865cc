"""The quality `auto`: as high as pictures are still drawn in time."""

from pyglet import gl

from riotsim.viewer.render.quality import QUALITIES, Quality

SLOWEST, FASTEST = 1 / 24, 1 / 110
"""A picture that takes longer than the first asks for a lower quality, one shorter than the second for a higher (s)."""

HOPELESS = 0.2
"""One picture that takes longer is enough (s)."""

LOOKED = 12
"""Pictures that are measured before it changes its mind."""


class Auto:
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
    return any(name in gl.gl_info.get_renderer().lower() for name in ("llvmpipe", "softpipe", "swiftshader"))
