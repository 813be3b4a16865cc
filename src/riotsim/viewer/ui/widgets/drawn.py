"""A record of the panels and texts that were drawn in one frame, with their places.

Tests use the record to check that no text is cut off or covered.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from imgui_bundle import imgui

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom (pixels from the window's upper left corner)."""

SCENE = ""
"""Key of the scene behind the panels, on which labels are drawn."""


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A line of text that was drawn."""

    text: str
    box: Box
    clip: Box
    """The area in which the text is visible."""
    panel: str
    """Key of the panel, or `SCENE`."""
    scrolls: bool = False
    """True if the text can be scrolled into view."""
    whole: str = ""
    """The full text if it was drawn shortened, with an ellipsis; else empty."""


@dataclass(slots=True)
class DrawnFrame:
    """A recorder of what a frame draws. Set it as `Frame.drawn` before anything is drawn."""

    texts: list[DrawnText] = field(default_factory=list)
    panels: list[tuple[str, Box]] = field(default_factory=list)
    """Key and place of each panel."""
    overlay: str = SCENE
    """Key of the last panel that lies over all others; `SCENE` for none."""
    _parts: list[tuple[str, bool]] = field(default_factory=list)
    """The panel that is being drawn, and the parts within it: the key of each, and whether it scrolls."""
    _whole: dict[str, str] = field(default_factory=dict)
    """The full texts, by the shortened texts that were drawn in their place."""

    @contextmanager
    def part(self, key: str, *, scrolls: bool = False, over: bool = False) -> Iterator[None]:
        """Record that everything drawn in the block belongs to a panel, or to a part of a panel.

        Args:
            key: Key of the panel or the part.
            scrolls: Whether the content of the panel or the part can be scrolled.
            over: Whether the panel lies over all panels drawn before.
        """
        if over:
            self.overlay = key
        self._parts.append((key, scrolls))
        try:
            yield
        finally:
            self._parts.pop()

    def add_cut(self, shown: str, whole: str) -> None:
        """Record that `whole` was shortened to `shown`."""
        self._whole[shown] = whole

    def add_text(self, text: str, box: Box, *, whole: str = "") -> None:
        """Record a line of text in the current panel.

        Args:
            text: The text.
            box: Its place.
            whole: The full text, if `text` is shortened and `add_cut` hasn't recorded the full text; otherwise empty.
        """
        draw = imgui.get_window_draw_list()
        low, high = draw.get_clip_rect_min(), draw.get_clip_rect_max()
        self.texts.append(
            DrawnText(
                text,
                box,
                (low.x, low.y, high.x, high.y),
                self._parts[0][0] if self._parts else SCENE,
                any(scrolls for _, scrolls in self._parts),
                whole or self._whole.get(text, ""),
            )
        )

    def add_label(self, text: str, box: Box, size: tuple[float, float]) -> None:
        """Record a label on the scene. `size` is the size of the window (pixels)."""
        self.texts.append(DrawnText(text, box, (0.0, 0.0, *size), SCENE))
