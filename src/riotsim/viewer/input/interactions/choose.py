"""Choosing an option by clicking the piece that it belongs to. Options without a piece have buttons only."""

from collections.abc import Sequence

from riotsim.play.narration import Offer
from riotsim.play.requests import Request
from riotsim.table.pieces import PieceId
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Mark, Path
from riotsim.viewer.scene.scene import Glow

LEGAL, HOVER = "#ffe6a6", "#ffd24a"
"""Colours of the available paths and of the highlighted one."""


class ChooseInteraction:
    """A choice of offers. If several offers belong to one piece, a click chooses none of them."""

    level = 0.0

    instruction = ""

    def __init__(self, request: Request[object], offers: Sequence[Offer]) -> None:
        self.request = request
        self.offers = tuple(offers)
        self.highlighted_offer: Offer | None = None
        """The offer under the pointer or highlighted in a panel. Its path is drawn boldly."""
        self._over: PieceId | None = None

    def offers_of(self, piece: PieceId | None) -> list[Offer]:
        """Return the offers of a piece: those that name it, or those that touch only it."""
        if piece is None:
            return []
        own = [offer for offer in self.offers if offer.piece == piece]
        return own or [offer for offer in self.offers if offer.touches == (piece,)]

    def moved(self, pointer: Pointer) -> None:
        """Highlight the offer under the pointer."""
        if pointer.piece != self._over:
            self._over = pointer.piece
            there = self.offers_of(pointer.piece)
            self.highlighted_offer = there[0] if there else None

    def pressed(self, pointer: Pointer) -> object | None:
        """Choose the offer under the pointer, if there is exactly one."""
        self.moved(pointer)
        there = self.offers_of(pointer.piece)
        return there[0].answer if len(there) == 1 else None

    def released(self, pointer: Pointer) -> object | None:
        """Return None: the press has chosen already, or the choice is ambiguous."""
        return None

    def cancel(self) -> bool:
        """Return False: nothing is ever held."""
        return False

    def default_answer(self) -> object | None:
        """Return the only option, or None if there are several."""
        return self.offers[0].answer if len(self.offers) == 1 else None

    def next(self, by: int = 1) -> None:
        """Highlight the next offer."""
        if not self.offers:
            return
        at = self.offers.index(self.highlighted_offer) if self.highlighted_offer in self.offers else -1 if by > 0 else 0
        self.highlighted_offer = self.offers[(at + by) % len(self.offers)]

    def overlay(self) -> TableOverlay:
        """Return all available pieces and paths, with the highlighted one emphasized."""
        glow: dict[PieceId, Glow] = {offer.piece: "legal" for offer in self.offers if offer.piece is not None}
        others = (offer for offer in self.offers if offer is not self.highlighted_offer)
        marks: list[Mark] = [Path(offer.path, LEGAL, 1.2) for offer in others if len(offer.path) > 1]
        hint = ""
        if (looked := self.highlighted_offer) is not None:
            hint = looked.text
            if len(same := self.offers_of(looked.piece)) > 1:
                hint += f" ({len(same)} options: see the panel)"
            glow |= dict.fromkeys(looked.touches, "reached")
            if looked.piece is not None:
                glow[looked.piece] = "hover"
            if len(looked.path) > 1:
                marks.append(Path(looked.path, HOVER, max(looked.width, 2.5)))
        return TableOverlay(glow, tuple(marks), hint)
