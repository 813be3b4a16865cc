"""The interaction of choosing a path: the die to which a model runs, and in some choices the length of the run."""

import math
from collections.abc import Sequence
from dataclasses import replace

from riotsim.play.narration import Offer
from riotsim.play.requests import PickWay, Step
from riotsim.table.pieces import Model
from riotsim.table.poses import Point, Pose, about_z, distance, heading, point_ahead
from riotsim.table.units import in_inches
from riotsim.viewer.input.interactions.choose import HOVER, LEGAL
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED
from riotsim.viewer.scene.marks import Ghost, Mark, Path
from riotsim.viewer.scene.scene import Glow

PATH_DISTANCE = 20.0
"""The pointer counts as on a path up to this distance from it (mm)."""


class PathInteraction:
    """A choice of one of several paths. A click on a die, or on the path to it, chooses the path."""

    level = 0.0

    instruction = ""

    def __init__(self, request: PickWay, offers: Sequence[Offer], model: Model) -> None:
        self.request = request
        self.offers = tuple(offers)
        self.highlighted_offer: Offer | None = None
        """The offer whose path is highlighted, or None. The pointer and the keys highlight paths."""
        self.previewed: Offer | None = None
        """The offer that is previewed because the mouse is over its panel. None if there is no preview.

        The previewed offer is drawn boldly, but `answer` doesn't return it.
        """
        self._model = model
        self._far: float | None = None

    @property
    def shown_offer(self) -> Offer | None:
        """The offer that is drawn boldly: the previewed offer. If there is no preview, the highlighted offer."""
        return self.previewed or self.highlighted_offer

    def preview(self, offer: Offer | None) -> None:
        """Preview `offer`, because the mouse is over its panel. If `offer` is None, end the preview."""
        self.previewed = offer

    def moved(self, pointer: Pointer) -> None:
        """End the preview. Highlight the path to the die under the pointer.

        If there is no such path, highlight the nearest path within `PATH_DISTANCE`, if any.
        """
        self.previewed = None
        runs = [offer for offer in self.offers if len(offer.path) > 1]
        own = [offer for offer in runs if offer.piece == pointer.piece]
        near = own or sorted(
            (o for o in runs if _distance_from_path(pointer.at, o.path) <= PATH_DISTANCE),
            key=lambda o: _distance_from_path(pointer.at, o.path),
        )
        self.highlighted_offer = near[0] if near else None
        self._far = None
        if self.highlighted_offer is not None and not self.request.full_distance_only and not own:
            start, end = self.highlighted_offer.path[0], self.highlighted_offer.path[-1]
            self._far = min(max(_along(pointer.at, start, end), 0.0), distance(start, end))

    def pressed(self, pointer: Pointer) -> object | None:
        """Highlight the path under the pointer, and return it as the answer. If no path is there, return None."""
        self.moved(pointer)
        return self.answer()

    def answer(self) -> object | None:
        """Return the highlighted path as an answer; None if no path is highlighted.

        If the player may choose the length of the run, and points at the path but not at its die, the model runs only
        as far as the pointer.
        """
        looked = self.highlighted_offer
        if looked is None or not isinstance(looked.answer, Step):
            return None
        return looked.answer if self._far is None else replace(looked.answer, distance=self._far)

    def released(self, pointer: Pointer) -> object | None:
        """Return None: the answer came at the press of the button."""
        return None

    def cancel(self) -> bool:
        """Return False, because this interaction never holds a piece."""
        return False

    def default_answer(self) -> object | None:
        """If there is exactly one offer, return its answer. Otherwise, return None."""
        return self.offers[0].answer if len(self.offers) == 1 else None

    def next(self, by: int = 1) -> None:
        """End the preview, and highlight the offer that is `by` places further on. A negative number goes back."""
        self.previewed = None
        if self.offers:
            at = (
                self.offers.index(self.highlighted_offer)
                if self.highlighted_offer in self.offers
                else -1
                if by > 0
                else 0
            )
            self.highlighted_offer = self.offers[(at + by) % len(self.offers)]
            self._far = None

    def overlay(self) -> TableOverlay:
        """Return the paths to draw, the pieces that glow, a ghost of the model, and a hint.

        The ghost shows where the model would stop on the path of `shown_offer`. If the pointer sets no distance, the
        pieces that the model would touch on this path also glow.
        """
        glow: dict[str, Glow] = {offer.piece: "legal" for offer in self.offers if offer.piece is not None}
        glow[self.request.piece] = "chosen"
        marks: list[Mark] = [Path(o.path, LEGAL, 2.0) for o in self.offers if o.path and o is not self.shown_offer]
        if (looked := self.shown_offer) is None:
            return TableOverlay(glow, tuple(marks))
        far = None if self.previewed is not None else self._far
        hint = looked.text
        if looked.path:
            start, end = looked.path[0], looked.path[-1]
            way = heading(start, end)
            if far is not None:
                end = point_ahead(start, way, far)
                hint = f"{in_inches(far):.1f} in"
            marks += [
                Path((start, end), HOVER, looked.width),
                Ghost(self._model.id, Pose((*end, self._model.level), about_z(way)), ALLOWED),
            ]
            glow |= {piece: "reached" for piece in looked.touches if far is None}
        if looked.piece is not None:
            glow[looked.piece] = "hover"
        return TableOverlay(glow, tuple(marks), hint, is_about_pointer=True)


def _along(at: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from `start` in the direction of `end` (mm). It is negative behind `start`.

    The distance sideways from the line doesn't count.
    """
    way = heading(start, end)
    return (at[0] - start[0]) * math.cos(way) + (at[1] - start[1]) * math.sin(way)


def _distance_from_path(at: Point, path: Sequence[Point]) -> float:
    """Return the distance from a point to the nearest point of a straight path, its ends included (mm)."""
    start, end = path[0], path[-1]
    along = min(max(_along(at, start, end), 0.0), distance(start, end))
    return distance(at, point_ahead(start, heading(start, end), along))
