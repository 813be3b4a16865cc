"""A check of the panels' layout: texts that are cut off, out of sight, overlapping, or under another panel."""

from collections.abc import Iterator
from itertools import combinations

from riotsim.viewer.ui.widgets.drawn import SCENE, Box, DrawnFrame, DrawnText

SLACK = 2.0
"""Most pixels by which a text may be out of sight."""


def layout_faults(drawn: DrawnFrame, own: tuple[str, ...] = ()) -> list[str]:
    """Return the faults of a frame, each as a sentence; none if the layout is right.

    Args:
        drawn: What the frame has drawn. Below an overlay nothing is checked.
        own: Words that users wrote, such as long names. Texts that contain such a word may be cut off.
    """
    over = drawn.overlay
    texts = [one for one in drawn.texts if _has_words(one.text) and (over in (SCENE, one.panel))]
    panels = [] if over != SCENE else drawn.panels
    return [*_cut(texts, own), *_out_of_sight(texts), *_overlapping(texts), *_covered(texts, panels)]


def _has_words(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _cut(texts: list[DrawnText], own: tuple[str, ...]) -> Iterator[str]:
    for one in texts:
        if one.whole and not any(word in one.whole for word in own) and _visible(one) is not None:
            yield f"{one.panel}: “{one.text}” is cut off: {one.whole}"


def _out_of_sight(texts: list[DrawnText]) -> Iterator[str]:
    for one in texts:
        (left, top, right, bottom), (x0, y0, x1, y1) = one.box, one.clip
        if one.scrolls and _visible(one) is None:
            continue
        if left < x0 - SLACK or right > x1 + SLACK:
            yield f"{one.panel}: “{one.text}” ends {max(x0 - left, right - x1):.0f} px beside its panel"
        elif not one.scrolls and (top < y0 - SLACK or bottom > y1 + SLACK):
            yield f"{one.panel}: “{one.text}” ends {max(y0 - top, bottom - y1):.0f} px above or below its panel"


def _overlapping(texts: list[DrawnText]) -> Iterator[str]:
    seen = [(one, box) for one in texts if (box := _visible(one)) is not None]
    for (one, box), (other, place) in combinations(seen, 2):
        if one.panel == other.panel and _meet(_line(box), _line(place)):
            yield f"{one.panel}: “{one.text}” lies on “{other.text}”"


def _covered(texts: list[DrawnText], panels: list[tuple[str, Box]]) -> Iterator[str]:
    for one in texts:
        if (box := _visible(one)) is None:
            continue
        for key, place in panels:
            if key == one.panel or not _meet(_line(box), place):
                continue
            if one.panel == SCENE and _inside(box, place):
                continue  # what it names is behind the panel too
            yield f"{one.panel or 'the table'}: “{one.text}” is under or over the panel {key}"


def _visible(one: DrawnText) -> Box | None:
    """Return the part of a text that is visible, or None."""
    (left, top, right, bottom), (x0, y0, x1, y1) = one.box, one.clip
    box = max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)
    return box if box[0] < box[2] - 1 and box[1] < box[3] - 1 else None


def _line(box: Box) -> Box:
    """Return the middle of a line of text, without the room for accents and descenders."""
    left, top, right, bottom = box
    return left + 1, top + (bottom - top) * 0.22, right - 1, bottom - (bottom - top) * 0.22


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]
