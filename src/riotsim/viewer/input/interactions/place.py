"""Placing a piece: it hangs at the pointer as a ghost and comes down on release."""

from collections.abc import Mapping

from riotsim.play.requests import PickPoint, Spot
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Point, Pose, about_z
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Area, Ghost

ALLOWED, REFUSED = "#7fd08a", "#ff6b57"
"""Colours of the ghost where the piece may be put and where it may not."""

SNAP_DISTANCE = 25.0
"""Distance from a legal spot within which a press means that spot (mm)."""


class PlaceInteraction:
    """Placing one of the pieces that a request names."""

    level = 0.0

    instruction = "Click the glowing area of the table"

    def __init__(self, request: PickPoint, pieces: Mapping[PieceId, Piece]) -> None:
        self.request = request
        self._pieces = pieces
        self._regions = dict(request.regions)
        self.open_pieces = tuple(piece for piece, region in request.regions if len(region.allowed_points()))
        """The pieces that have a legal spot."""
        self.piece = self.open_pieces[0] if self.open_pieces else request.regions[0][0]
        """The piece that is being placed."""
        self._at: Point | None = None

    def select_piece(self, piece: PieceId) -> None:
        """Place another piece of the request."""
        if piece in self._regions:
            self.piece = piece

    def next(self, by: int = 1) -> None:
        """Place the next piece of the request."""
        if self.piece in self.open_pieces:
            self.piece = self.open_pieces[(self.open_pieces.index(self.piece) + by) % len(self.open_pieces)]

    def moved(self, pointer: Pointer) -> None:
        """Move the ghost. It snaps to a nearby legal spot."""
        region = self._regions[self.piece]
        near = region.nearest(pointer.at)
        close = near is not None and (near[0] - pointer.at[0]) ** 2 + (near[1] - pointer.at[1]) ** 2 <= SNAP_DISTANCE**2
        self._at = near if close else pointer.at

    def pressed(self, pointer: Pointer) -> object | None:
        """Return None: the piece is put down on release."""
        self.moved(pointer)
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Put the piece down, if that is allowed here."""
        self.moved(pointer)
        if self._at is None or self._regions[self.piece].refusal(self._at) is not None:
            return None
        return Spot(self.piece, self._at)

    def cancel(self) -> bool:
        """Return False: the piece must be placed."""
        return False

    def default_answer(self) -> object | None:
        """Return the legal spot nearest to the table's middle."""
        region = self._regions[self.piece]
        spot = region.nearest((region.width / 2, region.depth / 2))
        return None if spot is None else Spot(self.piece, spot)

    def overlay(self) -> TableOverlay:
        """Return the legal area, the ghost, and why the piece can't go here."""
        region = self._regions[self.piece]
        area = Area(region, ALLOWED)
        if self._at is None:
            return TableOverlay(marks=(area,))
        refusal = region.refusal(self._at)
        ghost = self._ghost(self._at, REFUSED if refusal else ALLOWED)
        return TableOverlay(
            marks=(area,) if ghost is None else (area, ghost), hint=refusal or "", refused=refusal is not None
        )

    def _ghost(self, at: Point, colour: str) -> Ghost | None:
        match self._pieces.get(self.piece):
            case Model() as model:
                return Ghost(model, Pose((*at, model.level), about_z(model.heading)), colour)
            case Token() as token:
                return Ghost(token, Pose((*at, token.thickness / 2)), colour)
            case Die() as die:
                return Ghost(die, Pose((*at, die.size / 2), die.pose.orientation), colour)
        return None
