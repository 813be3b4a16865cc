"""The interaction of choosing an option by a click on its piece or area, or by a drag of a piece onto an area. Other
options have only buttons.
"""

from collections.abc import Sequence

from riotsim.play.narration import Offer
from riotsim.play.requests import Request
from riotsim.table.geometry.patches import outlines
from riotsim.table.geometry.plan import covers
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, distance
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.scene.marks import Mark, Path, SignMark
from riotsim.viewer.scene.scene import Glow

LEGAL, HOVER = "#ffe6a6", "#ffd24a"
"""Colour of available paths, and colour of the highlighted path."""

AREA_EDGE, AREA_EDGE_WIDTH = "#2a1d10", 0.8
"""Colour of the dark edge on both sides of an area's outline, and its width (mm)."""

LEAST_DRAG = 8.0
"""Distance on the table that the pointer must move from a press to its release to make a drag (mm). A shorter movement
is a click.
"""

LEAST_FREE_DRAG = 25.0
"""Distance on the table that a drag must have to put a piece anywhere in an area (mm). A hand that trembles in a click
moves no piece.
"""


class ChooseInteraction:
    """A choice of one of several offers. If a piece has several offers, a click on it gives an answer only if these
    offers are variants of one choice (`Offer.group`).
    """

    level = 0.0

    instruction = ""

    def __init__(self, request: Request[object], offers: Sequence[Offer]) -> None:
        self.request = request
        self.offers = tuple(offers)
        self.highlighted_offer: Offer | None = None
        """The offer under the pointer or chosen with the keys, or None. A confirmation gives its answer."""
        self.previewed: Offer | None = None
        """The offer that a panel under the mouse shows, or None. It is drawn boldly, but a confirmation does not give
        its answer.
        """
        self.last_previewed: Offer | None = None
        """The last offer that a panel showed, also after the preview has ended. None after a move of the pointer over
        the table.
        """
        self._over: object = None
        """What was under the pointer last: a piece, or the offer of an area."""
        self._held: Pointer | None = None
        """The last press, if it was on a piece that an offer would move; None if it was elsewhere."""

    def offers_of(self, piece: PieceId | None) -> list[Offer]:
        """Return the offers that name a piece as `piece` or in `parts`. If there are none, return the offers that have
        only this piece in `touches`.
        """
        if piece is None:
            return []
        own = [offer for offer in self.offers if piece == offer.piece or piece in offer.parts]
        return own or [offer for offer in self.offers if offer.touches == (piece,)]

    @property
    def shown_offer(self) -> Offer | None:
        """The offer that is drawn boldly: the previewed one, or else the highlighted one."""
        return self.previewed or self.highlighted_offer

    def preview(self, offer: Offer | None) -> None:
        """Preview an offer that a panel under the mouse shows. If `offer` is None, end the preview."""
        self.previewed, self.last_previewed = offer, offer or self.last_previewed

    def moved(self, pointer: Pointer) -> None:
        """End the preview, and highlight the first offer under the pointer, or no offer if there is none there. Keep
        the highlighted offer if the pointer is still over the same piece or area, or still over no piece and no area.
        """
        self.previewed = self.last_previewed = None
        there = self._offers_at(pointer)
        over = pointer.piece or (there[0] if there else None)
        if over != self._over:
            self._over = over
            self.highlighted_offer = there[0] if there else None

    def pressed(self, pointer: Pointer) -> object | None:
        """Return the answer of the offer under the pointer, or None if there is no offer.

        If several offers are there and they are variants of one choice, return the answer of the first, which is the
        most usual. If several offers are there that are not variants of one choice, return None.
        """
        self.moved(pointer)
        there = self._offers_at(pointer)
        movers = {offer.moves for offer in self.offers}
        self._held = pointer if pointer.piece is not None and pointer.piece in movers else None
        return there[0].answer if len(there) == 1 or _are_variants(there) else None

    def dropped(self, pointer: Pointer) -> object | None:
        """Handle the end of a drag whose press has answered the request before this one (see `AreaDrag`).

        Return the answer of the first offer whose area is under the pointer. Return None if there is no such offer, or
        if a piece is under the pointer.
        """
        self.moved(pointer)
        there = [] if pointer.piece is not None else self._offers_at(pointer)
        return there[0].answer if there else None

    def _offers_at(self, pointer: Pointer) -> list[Offer]:
        """Return the offers of the piece under the pointer. If there is no piece, return the offers whose area is under
        the pointer.
        """
        if pointer.piece is not None:
            return self.offers_of(pointer.piece)
        return [offer for offer in self.offers if offer.area is not None and covers(offer.area, pointer.at)]

    def released(self, pointer: Pointer) -> object | None:
        """Handle the end of a drag of a piece. Return the answer that would move the piece to the area under the
        pointer. Return None if there is no such answer, or if a piece is under the pointer. Return None after a
        click too: a click is answered at the press (see `pressed`).
        """
        held, self._held = self._held, None
        if held is None or pointer.piece is not None or distance(held.at, pointer.at) <= LEAST_DRAG:
            return None
        return next((offer.answer for offer in self._offers_at(pointer) if offer.moves == held.piece), None)

    def cancel(self) -> bool:
        """Return False, because this interaction never holds a piece."""
        return False

    def default_answer(self) -> object | None:
        """Return the answer of the only offer, or None if there are several or none."""
        return self.offers[0].answer if len(self.offers) == 1 else None

    def next(self, by: int = 1) -> None:
        """End the preview, and highlight the offer that is `by` places further on. A negative number goes back."""
        self.previewed = None
        if not self.offers:
            return
        at = self.offers.index(self.highlighted_offer) if self.highlighted_offer in self.offers else -1 if by > 0 else 0
        self.highlighted_offer = self.offers[(at + by) % len(self.offers)]

    def overlay(self) -> TableOverlay:
        """Return the glow of the available pieces, the paths, and the previewed or highlighted offer with its text."""
        pieces = (piece for offer in self.offers for piece in (offer.piece, *offer.parts) if piece is not None)
        glow: dict[PieceId, Glow] = dict.fromkeys(pieces, "legal")
        others = (offer for offer in self.offers if offer is not self.shown_offer)
        marks: list[Mark] = []
        for offer in others:
            if len(offer.path) > 1:
                marks.append(Path(offer.path, LEGAL, 1.2))
            if offer.area is not None:
                marks += _area_marks(offer, LEGAL, 1.2)
        hint = ""
        if (looked := self.shown_offer) is not None:
            hint = f"{looked.group}: {looked.text}" if looked.group else looked.text
            if len(same := self.offers_of(looked.piece)) > 1:
                hint += f" ({len(same)} {'lines' if _are_variants(same) else 'options'}: choose one in the panel)"
            glow |= dict.fromkeys((*looked.touches, *looked.turns), "reached")
            if looked.piece is not None:
                glow |= dict.fromkeys((looked.piece, *looked.parts), "hover")
            if len(looked.path) > 1:
                marks.append(Path(looked.path, HOVER, max(looked.width, 2.5)))
            marks += _area_marks(looked, HOVER, 2.5)
        return TableOverlay(glow, tuple(marks), hint, is_about_pointer=True)


class AreaDrag:
    """A drag that answers two requests: the press answers one, and the place where the drag ends answers the next."""

    def __init__(self) -> None:
        self._begun: Point | None = None
        """Place of the press that answered a request and began the present drag (mm); None without such a drag."""
        self._piece: PieceId | None = None
        """The piece under the press; None if there was none."""
        self._ended: Pointer | None = None
        """The end of a drag, kept for the next request; None if there is none."""
        self._is_long = False
        """True if the drag is longer than `LEAST_FREE_DRAG`."""

    def begin(self, pointer: Pointer | None, *, picks_place: bool = False) -> None:
        """Discard the last drag. If `pointer` is given, begin a new drag with this press, which has just answered a
        request.

        Args:
            pointer: The place of the press; None to begin no new drag.
            picks_place: Whether the place of the press also answers the next request, which asks for a place. This
                place is then stored as if the drag had ended there. If the drag gets longer than `LEAST_DRAG`, its end
                replaces the stored place (see `end`).
        """
        self._begun, self._piece = (None, None) if pointer is None else (pointer.at, pointer.piece)
        self._ended, self._is_long = pointer if picks_place else None, False

    def end(self, pointer: Pointer) -> None:
        """End the drag. Ignore a drag shorter than `LEAST_DRAG`, which is a click."""
        begun, self._begun = self._begun, None
        if begun is not None and distance(begun, pointer.at) > LEAST_DRAG:
            self._ended, self._is_long = pointer, distance(begun, pointer.at) > LEAST_FREE_DRAG

    def answer(self, interaction: Interaction | None) -> object | None:
        """Return the answer that the end of the drag gives to the present request, and forget the drag. Return None if
        the end gives no answer, or if no drag has ended. If `interaction` is None, keep the drag for the next request.

        - In a choice between offers, the drag must end in the area of an offer.
        - If a piece on the table is to be placed, the drag must end where a click would place it. If the piece may be
          placed anywhere in an area, the drag must also have begun on this piece, it must be longer than
          `LEAST_FREE_DRAG`, and the present request must move the piece (`PickPoint.moves`).
        """
        if self._ended is None or interaction is None:
            return None
        ended, self._ended = self._ended, None
        match interaction:
            case ChooseInteraction():
                return interaction.dropped(ended)
            case PlaceInteraction(is_free=False, is_new=False):
                return interaction.released(ended)
            case PlaceInteraction(is_new=False, request=request, piece=piece) if self._is_long and request.moves:
                return interaction.released(ended) if piece == self._piece else None
        return None


def picks_place(interaction: Interaction | None, answer: object) -> bool:
    """Return whether the click that gives `answer` also answers the next request, which asks for a place
    (`Offer.picks_place`).
    """
    offers = interaction.offers if isinstance(interaction, ChooseInteraction) else ()
    return any(offer.picks_place and offer.answer == answer for offer in offers)


def _are_variants(offers: Sequence[Offer]) -> bool:
    """Return whether offers are variants of one choice: they have the same piece and the same `Offer.group`, and this
    group is not empty.
    """
    return bool(offers) and bool(offers[0].group) and len({(offer.group, offer.piece) for offer in offers}) == 1


def _area_marks(offer: Offer, colour: str, width: float) -> list[Mark]:
    """Return an offer's marks: the outline of its area and its signs. `width` is the outline's line width (mm). A dark
    line below the outline sets it off from light squares.
    """
    lines = () if offer.area is None else outlines(offer.area)
    return [
        *(Path(line, AREA_EDGE, width + 2 * AREA_EDGE_WIDTH) for line in lines),
        *(Path(line, colour, width) for line in lines),
        *(SignMark(one.at, one.sign, colour) for one in offer.signs),
    ]
