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
"""Key of the scene behind the panels, where labels are drawn."""


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A line of text that was drawn."""

    text: str
    box: Box
    clip: Box
    """The visible area of the text."""
    panel: str
    """Key of the text's panel; `SCENE` for a label on the scene."""
    scrolls: bool = False
    """True if the text is in a scrolling part of the panel, so that it can be scrolled into view."""
    whole: str = ""
    """The full text, if a shortened text with an ellipsis was drawn in its place. Empty if the text was not shortened.
    """


@dataclass(slots=True)
class DrawnFrame:
    """A recorder of what a frame draws. Set it as `Frame.drawn` before anything is drawn."""

    texts: list[DrawnText] = field(default_factory=list)
    panels: list[tuple[str, Box]] = field(default_factory=list)
    """Key and place of each panel."""
    overlay: str = SCENE
    """Key of the panel that lies over all others: the last one, if there are several; `SCENE` if there is none."""
    _parts: list[tuple[str, bool]] = field(default_factory=list)
    """Key of the current panel, and whether this panel scrolls.

    The same follows for the current part of the panel, for the current part within that part, and so on.
    """
    _whole: dict[str, str] = field(default_factory=dict)
    """A mapping from each shortened text to the full text."""

    @contextmanager
    def part(self, key: str, *, scrolls: bool = False, over: bool = False) -> Iterator[None]:
        """Record that everything drawn inside the `with` statement belongs to a panel, or to a part of a panel.

        Args:
            key: Key of the panel or the part.
            scrolls: Whether the content of the panel or the part can be scrolled.
            over: Whether the panel lies over all panels that were drawn before it.
        """
        if over:
            self.overlay = key
        self._parts.append((key, scrolls))
        try:
            yield
        finally:
            self._parts.pop()

    def add_cut(self, shown: str, whole: str) -> None:
        """Record that the text `whole` is drawn in the shortened form `shown`."""
        self._whole[shown] = whole

    def add_text(self, text: str, box: Box, *, whole: str = "") -> None:
        """Record a line of text in the current panel.

        Args:
            text: The text.
            box: The place of the text.
            whole: The full text, if `text` is a shortened form of it. If it is empty, the full text is the one that
                `add_cut` has recorded for `text`. If there is none, `text` counts as not shortened.
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
