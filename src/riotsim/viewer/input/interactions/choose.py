"""The interaction of choosing an option by a click on its piece or area, or by a drag of a piece onto an area."""

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
"""Colour and width (mm) of the dark edge on both sides of an area's outline."""

LEAST_DRAG = 8.0
"""Greatest distance on the table between the press and the release of a click (mm).

If the distance is greater, the movement is a drag.
"""

LEAST_FREE_DRAG = 25.0
"""Distance on the table that a drag must exceed to put a piece anywhere in an area (mm)."""


class ChooseInteraction:
    """A choice between several offers. Each offer is an option of a request."""

    level = 0.0

    instruction = ""

    def __init__(self, request: Request[object], offers: Sequence[Offer]) -> None:
        self.request = request
        self.offers = tuple(offers)
        self.highlighted_offer: Offer | None = None
        """The offer under the pointer, or chosen with the keys; None if there is none.

        If the player confirms, the answer of this offer is given.
        """
        self.previewed: Offer | None = None
        """The offer shown by the panel under the mouse; None if there is none.

        If the player confirms, the answer of this offer is not given.
        """
        self.last_previewed: Offer | None = None
        """The last offer that a panel showed; None after a move of the pointer over the table."""
        self._over: object = None
        """The last thing under the pointer: a piece, or an offer with an area there; None if there was neither."""
        self._held: Pointer | None = None
        """The last press, if it was on a piece of an offer; None if it was elsewhere."""

    def offers_of(self, piece: PieceId | None) -> list[Offer]:
        """Return the offers that a click on `piece` may choose: those with it as `Offer.piece` or in `Offer.parts`.

        If there are no such offers, return those with this piece alone in `Offer.touches`.
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
        """Preview `offer`, because the mouse is over its panel. If `offer` is None, end the preview."""
        self.previewed, self.last_previewed = offer, offer or self.last_previewed

    def moved(self, pointer: Pointer) -> None:
        """End the preview. When the pointer comes to another piece or area, highlight the first offer there, if any."""
        self.previewed = self.last_previewed = None
        there = self._offers_at(pointer)
        over = pointer.piece or (there[0] if there else None)
        if over != self._over:
            self._over = over
            self.highlighted_offer = there[0] if there else None

    def pressed(self, pointer: Pointer) -> object | None:
        """Return the answer of the only offer under the pointer, or None if there is no offer or more than one.

        Several variants of one choice (`Offer.group`) count as one offer. For them, return the answer of the first
        variant, which is the most usual.
        """
        self.moved(pointer)
        there = self._offers_at(pointer)
        movers = {offer.moves for offer in self.offers}
        self._held = pointer if pointer.piece is not None and pointer.piece in movers else None
        return there[0].answer if len(there) == 1 or _are_variants(there) else None

    def dropped(self, pointer: Pointer) -> object | None:
        """Handle the end of a drag whose press has already answered the previous request (see `AreaDrag`).

        Return the answer of the first offer whose area is under the pointer. If there is no such offer, or if the
        pointer is over a piece, return None.
        """
        self.moved(pointer)
        there = [] if pointer.piece is not None else self._offers_at(pointer)
        return there[0].answer if there else None

    def _offers_at(self, pointer: Pointer) -> list[Offer]:
        """Return the offers of the piece under the pointer.

        If there is no piece, return the offers whose area is under the pointer.
        """
        if pointer.piece is not None:
            return self.offers_of(pointer.piece)
        return [offer for offer in self.offers if offer.area is not None and covers(offer.area, pointer.at)]

    def released(self, pointer: Pointer) -> object | None:
        """End a drag. Return the answer of the offer that moves the dragged piece to the area under the pointer.

        Return None if there is no such offer, or if the pointer is over a piece. Also return None for a mere click:
        `pressed` has already handled it.
        """
        held, self._held = self._held, None
        if held is None or pointer.piece is not None or distance(held.at, pointer.at) <= LEAST_DRAG:
            return None
        return next((offer.answer for offer in self._offers_at(pointer) if offer.moves == held.piece), None)

    def cancel(self) -> bool:
        """Return False, because there is nothing to cancel: a dragged piece doesn't move before the release."""
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
    """A drag that answers two requests: its press answers the first, and its end answers the next."""

    def __init__(self) -> None:
        self._begun: Point | None = None
        """Place of the press that began the present drag and answered a request (mm); None if there is no such drag."""
        self._piece: PieceId | None = None
        """The piece under the press; None if there was none."""
        self._ended: Pointer | None = None
        """The pointer at the end of the last drag, kept for the next request; None if nothing is kept."""
        self._is_long = False
        """True if the drag is longer than `LEAST_FREE_DRAG`."""

    def begin(self, pointer: Pointer | None, *, picks_place: bool = False) -> None:
        """Discard the last drag, and begin a new one.

        Args:
            pointer: The press that has just answered a request; None to begin no new drag.
            picks_place: Whether the press also answers the next request, for a place. If so, the press counts as a drag
                that ends where it began.
        """
        self._begun, self._piece = (None, None) if pointer is None else (pointer.at, pointer.piece)
        self._ended, self._is_long = pointer if picks_place else None, False

    def end(self, pointer: Pointer) -> None:
        """End the drag. Ignore a drag shorter than `LEAST_DRAG`, which is a click."""
        begun, self._begun = self._begun, None
        if begun is not None and distance(begun, pointer.at) > LEAST_DRAG:
            self._ended, self._is_long = pointer, distance(begun, pointer.at) > LEAST_FREE_DRAG

    def answer(self, interaction: Interaction | None) -> object | None:
        """Forget the drag, and return its answer to the present request; None if it gives no answer.

        For an answer, these conditions must be met:

        - In a choice between offers, the drag must end in the area of an offer.
        - If a piece on the table is to be placed, the drag must end where a click would place the piece.
        - If the piece may be placed anywhere in an area, the drag must also be long, and begin on the piece.

        Args:
            interaction: The interaction of the present request. If it is None, keep the drag for a later request.
        """
        # Where a piece may be placed anywhere in an area, only a long drag that began on this piece moves it.
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
    """Return whether the click that gives `answer` also answers the next request (`Offer.picks_place`)."""
    offers = interaction.offers if isinstance(interaction, ChooseInteraction) else ()
    return any(offer.picks_place and offer.answer == answer for offer in offers)


def _are_variants(offers: Sequence[Offer]) -> bool:
    """Return whether offers are variants of one choice: all have the same `piece` and the same, non-empty `group`."""
    return bool(offers) and bool(offers[0].group) and len({(offer.group, offer.piece) for offer in offers}) == 1


def _area_marks(offer: Offer, colour: str, width: float) -> list[Mark]:
    """Return an offer's marks: the outline of its area, and its signs.

    Args:
        offer: The offer. If it has no area, the result has no outline.
        colour: Colour of the outline and the signs.
        width: Width of the outline (mm).
    """
    # A dark line below the outline sets it off from light squares.
    lines = () if offer.area is None else outlines(offer.area)
    return [
        *(Path(line, AREA_EDGE, width + 2 * AREA_EDGE_WIDTH) for line in lines),
        *(Path(line, colour, width) for line in lines),
        *(SignMark(one.at, one.sign, colour) for one in offer.signs),
    ]
