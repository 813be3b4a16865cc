"""Decisions on the table: the mouse interaction for each request, choices besides the game's offers, and the first
frames of a question.
"""

from collections.abc import Collection, Iterator, Sequence

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    PlayerId,
    Request,
    SetPace,
    Target,
)
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.viewer.input.attention import SET_UP
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.input.interactions.stack import StackInteraction
from riotsim.viewer.input.interactions.target_throw import TargetThrowInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.input.keys import Action
from riotsim.viewer.session.messages import Question
from riotsim.viewer.ui.models import Choice


def interaction_for(
    request: Request[object], asked: Question, offers: Sequence[Offer], table: Table, *, hands: bool
) -> Interaction:
    """Return the mouse interaction for a request.

    Args:
        request: The request.
        asked: The question to which the request belongs.
        offers: The game's offers for the request.
        table: The table.
        hands: Whether dice, towers and models are moved with gestures.

    Raises:
        TypeError: The type of request is unknown.
    """
    match request:
        case PickSome():
            return PickSomeInteraction(request, table)
        case PlaceSome():
            here = {**table.models, **table.tokens, **table.dice, **asked.incoming}
            return PlaceSomeInteraction(request, here, asked.incoming.keys())
        case PickPoint():
            here = {**table.models, **table.tokens, **table.dice, **asked.incoming}
            return PlaceInteraction(request, here, is_new=request.regions[0][0] in asked.incoming)
        case PickWay():
            return PathInteraction(request, offers, table.models[request.piece])
        case AimThrow(target=Target()):
            return TargetThrowInteraction(request, table, hands=hands)
        case AimThrow():
            return ThrowInteraction(request, table, hands=hands)
        case PlaceDie():
            return StackInteraction(request, table, hands=hands)
        case SetPace():
            return CarryInteraction(request, table, hands=hands)
        case Choose() | PickPiece():
            return ChooseInteraction(request, offers)
    raise TypeError(f"there is no mouse interaction for {type(request).__name__}")


def note_picture(interaction: Interaction | None, t: float) -> None:
    """Tell the interaction of a throw, a stack or a carry that the drawing of a picture begins at a time (s)."""
    if isinstance(interaction, ThrowInteraction | TargetThrowInteraction | StackInteraction | CarryInteraction):
        interaction.drawn(t)


DEFAULT_LABELS = {
    "AimThrow": "Just throw",
    "PlaceDie": "Place it in the middle",
}
"""Label of the button for the default answer, by type of request."""

BY_STANDARD_HAND = "a hand aims there, and errs a little"
"""What the default answer does if a die is to be put on a tower."""

NEAR_MIDDLE = "near the middle"
"""The default place of a piece, which is the legal spot nearest to the table's middle."""

TRACK_LABEL = "In the middle of the line"
"""Label of the button for the default place of a piece that slides along a line."""

AT_MIDDLE, AT_NEAREST = "Towards the middle of the table", "At the place nearest to the middle"
"""Labels of the button for the default place if the player points to a place without moving a piece there: for any
point of an area, and for one of certain places.
"""


CONFIRMATIONS = ("yes", "no")
"""Keys of the choices to confirm an answer and to take it back."""

PLAIN_KEY = "plain"
"""Key of the choice that gives the default answer."""

REST_KEY = "rest"
"""Key of the choice that lets the window put down all further pieces of a kind."""

REST = Choice(REST_KEY, "Put down all the rest for me", "anywhere that is allowed")
"""The choice that lets the window put down all further pieces of a kind."""

LASTING_KEY = "lasting"
"""Key of the choice for an offer that lasts (`Offer.lasts`)."""

ALL_KEY, NONE_KEY = "all", "none"
"""Keys of the choices that pick as many items as possible, and that drop all."""

ALL_TIP, NONE_TIP = "Pick all that may be picked together", "Drop all that are picked"
"""Tooltips of the choices that pick as many items as possible, and that drop all."""

RANGE_TIP = "Shift and a click in the list picks all from the last one up to there."
BOX_TIP = "A drag on the table picks all pieces in a box; with Shift it adds to those picked."
"""Further sentences of the tooltip for picking all: one about the list and, if the items are pieces, one about the
table.
"""


class RepeatedAnswers:
    """Answers that the window gives again and again for a player. The window puts down all further pieces of a kind,
    such as loot, or chooses an offer that lasts (`Offer.lasts`) until the turn ends.
    """

    def __init__(self) -> None:
        self.game = ""
        """The game's id; empty if it is not stored."""
        self._placing: dict[PlayerId, str] = {}
        """For each player, the purpose of the requests for places that the window answers."""
        self._lasting: dict[PlayerId, tuple[str, Turn]] = {}
        """For each player, the purpose of the requests that their lasting offer answers, and the turn for which it
        does.
        """
        self._has_undone = False
        """True after an undo, until the next question."""

    def begin_placing(self, request: Request[object]) -> None:
        """Put down the pieces of this request, and of all later ones with the same player and purpose."""
        self._placing[request.player] = request.purpose

    def begin_lasting(self, asked: Question | None, request: Request[object]) -> object | None:
        """Choose the lasting offer for this request and, until the turn ends, for all with the same player and purpose.
        Return its answer, or None if the request has no lasting offer.
        """
        if asked is None:
            return None
        self._lasting[request.player], self._has_undone = (request.purpose, asked.turn), False
        return self.lasting_answer(asked, request)

    def undo(self) -> None:
        """Note an undo. If the next question is one that the window would answer for the player, the choice to let it
        do so has been undone, since an undo goes back past all answers that the window has given. A redo does not bring
        this choice back.
        """
        self._has_undone = True

    def lasting_answer(self, asked: Question, request: Request[object]) -> object | None:
        """Return the answer of the player's lasting offer to a request, or None if the player has to answer."""
        if self._has_undone and self._placing.get(request.player) == request.purpose:
            del self._placing[request.player]
        is_chosen = self._lasting.get(request.player) == (request.purpose, asked.turn)
        if is_chosen and self._has_undone:
            del self._lasting[request.player]
            is_chosen = False
        self._has_undone = False
        offer = lasting_offer(asked, request)
        return offer.answer if is_chosen and offer is not None else None

    def placing_answer(self, interaction: Interaction | None) -> object | None:
        """Return an answer to a request for places, or to the request that picks the next pieces. If the player has to
        answer, return None. The window stops placing for a player who is asked something else.
        """
        if interaction is None or (purpose := self._placing.get(interaction.request.player)) is None:
            return None
        found: object | None = None
        match interaction:
            case _ if interaction.request.purpose != purpose:
                pass
            case PlaceInteraction():
                return interaction.any_answer(self.game)
            case PickSomeInteraction(request=request):  # which pieces are placed next: all, if they may
                found = request.items if request.refusal(request.items) is None else request.items[:1]
            case PlaceSomeInteraction():
                found = interaction.any_answer()
        if found is None:
            del self._placing[interaction.request.player]
        return found


def offers_for(asked: Question | None, request: Request[object]) -> tuple[Offer, ...]:
    """Return the game's offers for a request of a question. Return none if `asked` is None."""
    if asked is None:
        return ()
    place = asked.requests.index(request)
    return asked.offers[place] if place < len(asked.offers) else ()


def lasting_offer(asked: Question, request: Request[object]) -> Offer | None:
    """Return the offer for a request that answers later requests too, or None if there is none."""
    return next((offer for offer in offers_for(asked, request) if offer.lasts), None)


def extra_choices(request: Request[object], interaction: Interaction, *, offered: bool) -> tuple[Choice, ...]:
    """Return choices for a request besides the game's offers. `take_extra_choice` carries out a choice, given its key.

    Args:
        request: The request.
        interaction: The mouse interaction for the request.
        offered: Whether the game has offers for the request.
    """
    match request:
        case SetPace(paces=(usual, *_), tower_height=0):  # without a tower, a slow pace would only cost time
            return (Choice(f"={usual}", "Move it there"),)
        case SetPace(paces=paces):
            return tuple(Choice(f"={pace}", f"Carry at the {pace} pace") for pace in paces)
    if isinstance(interaction, PickSomeInteraction):
        return tuple(_item_choice(interaction, item) for item in interaction.request.items)
    if offered or isinstance(interaction, ChooseInteraction | PlaceSomeInteraction):
        return ()
    label = DEFAULT_LABELS.get(type(request).__name__, "Do it for me")
    if not isinstance(interaction, PlaceInteraction):
        on_tower = isinstance(request, PlaceDie) and request.height > 0
        return (Choice(PLAIN_KEY, label, BY_STANDARD_HAND if on_tower else ""),)
    plain = _default_place(interaction)
    if interaction.is_new:
        return (plain, *_other_pieces(interaction), REST)
    return (plain, *_other_pieces(interaction))


def rows_above(interaction: Interaction, lasting: Offer | None = None) -> tuple[tuple[Choice, ...], ...]:
    """Return rows of choices that come before the others: an offer that lasts, picking all or none of many items, and
    letting the window put down all pieces.

    `take_extra_choice` carries out all of these choices but the first.
    """
    rows: list[tuple[Choice, ...]] = []
    if lasting is not None:
        rows.append((Choice(LASTING_KEY, lasting.text, action=Action.LASTING_CHOICE),))
    if isinstance(interaction, PlaceSomeInteraction) and interaction.are_new:
        rows.append((REST,))
    if not isinstance(interaction, PickSomeInteraction):
        return tuple(rows)
    if interaction.has_many:
        tip = "\n".join((ALL_TIP, RANGE_TIP, *([BOX_TIP] if interaction.request.are_pieces else ())))
        rows.append((Choice(ALL_KEY, "All", tip, action=Action.PICK_ALL), Choice(NONE_KEY, "None", NONE_TIP)))
    if interaction.request.purpose == SET_UP:
        rows.append((REST,))
    return tuple(rows)


def _default_place(interaction: PlaceInteraction) -> Choice:
    """Return the button for the default place. It names the piece if the player can choose between several."""
    if interaction.track:
        return Choice(PLAIN_KEY, TRACK_LABEL)
    if not interaction.request.moves:
        return Choice(PLAIN_KEY, AT_MIDDLE if interaction.is_free else AT_NEAREST)
    if interaction.is_new and len(interaction.request.regions) > 1:
        return Choice(PLAIN_KEY, f"Place {interaction.piece} {NEAR_MIDDLE}", pieces=(interaction.piece,))
    return Choice(PLAIN_KEY, f"{'Place' if interaction.is_new else 'Move'} it {NEAR_MIDDLE}")


def _other_pieces(interaction: PlaceInteraction) -> Iterator[Choice]:
    """Yield the buttons that select another piece to place."""
    others = (piece for piece in interaction.open_pieces if piece != interaction.piece)
    return (Choice(f"+{piece}", f"Place {piece} instead", pieces=(piece,)) for piece in others)


def _item_choice(interaction: PickSomeInteraction, item: str) -> Choice:
    """Return the button that picks or drops an item."""
    icon = "check" if item in interaction.picked else ""
    pieces = (item,) if interaction.request.are_pieces else ()
    return Choice(f"+{item}", item, interaction.about(item), icon, pieces)


def highlight_offer_of(interaction: Interaction | None, pieces: Collection[PieceId]) -> None:
    """Highlight on the table the first offer about `pieces`: its own piece and all pieces that it touches must be among
    them.
    """
    if isinstance(interaction, ChooseInteraction | PathInteraction):
        for offer in interaction.offers:
            if offer.piece in pieces and set(offer.touches) <= set(pieces):
                interaction.highlight(offer)
                return


def take_extra_choice(
    key: str, interaction: Interaction, repeated: RepeatedAnswers, *, up_to: bool = False
) -> object | None:
    """Carry out a choice of `extra_choices` or `rows_above`.

    Args:
        key: The key of the choice.
        interaction: The mouse interaction for the request.
        repeated: The answers that the window gives for players. The choice may start such answers.
        up_to: Whether to pick all items from the last toggled one to the item of the choice.

    Returns:
        The answer, or None if the choice gives none, as when it picks an item or selects another piece.
    """
    if key == REST_KEY:
        repeated.begin_placing(interaction.request)
        return repeated.placing_answer(interaction)
    if key.startswith("="):
        return key[1:]
    if key.startswith("+") and isinstance(interaction, PlaceInteraction):
        interaction.select_piece(key[1:])
        return None
    if key.startswith("+") and isinstance(interaction, PickSomeInteraction):
        if up_to:
            interaction.pick_to(key[1:])
        else:
            interaction.toggle(key[1:])
        return None
    if isinstance(interaction, PickSomeInteraction) and key in (ALL_KEY, NONE_KEY):
        if key == ALL_KEY:
            interaction.pick_all()
        else:
            interaction.pick_none()
        return None
    return interaction.default_answer() if key == PLAIN_KEY else None


def prepared_answer(interaction: Interaction | None, pointer: Pointer | None) -> object | None:
    """Return the answer that is prepared on the table: the highlighted offer, the place or throw at the pointer, or
    else the default answer. Return None if there is none.
    """
    match interaction:
        case None:
            return None
        case ChooseInteraction(highlighted_offer=Offer() as looked):
            return looked.answer
        case PathInteraction() as running:
            return running.answer() or running.default_answer()
        case PlaceInteraction() as placing if pointer is not None:
            return placing.released(pointer)
        case ThrowInteraction() | TargetThrowInteraction() as throwing if pointer is not None:
            return throwing.throw_at(pointer.at)
    return interaction.default_answer()


def to_next(interaction: Interaction | None, by: int) -> tuple[PieceId, ...]:
    """Highlight the option that is `by` places further on, or select another piece to place. Return the piece at which
    the camera should look; an empty tuple if there is none.
    """
    match interaction:
        case PlaceInteraction() | PlaceSomeInteraction():
            interaction.next(by)
        case ChooseInteraction() | PathInteraction():
            interaction.next(by)
            looked = interaction.highlighted_offer
            return () if looked is None or looked.piece is None else (looked.piece,)
        case PickSomeInteraction():
            interaction.next(by)
            return () if interaction.highlighted is None else (interaction.highlighted,)
    return ()


UNSEEN_FRAMES = 2
"""Number of frames whose input came before the player could see the question: the first frame that shows it, and the
next one, because its input came while the first was drawn.
"""


class FirstFrames:
    """A count of the first frames that show the player a question."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] = ()
        self._left = 0

    @property
    def is_unseen(self) -> bool:
        """True while input may be meant for something other than the question."""
        return self._left > 0

    def begin(self, *shown: object) -> None:
        """Begin a frame that shows these objects; None stands for nothing. If the last frame didn't show one of them,
        the count begins anew.
        """
        if any(one is not None and all(one is not other for other in self._shown) for one in shown):
            self._left = UNSEEN_FRAMES
        self._shown = shown

    def end(self) -> None:
        """End a frame. The player has now seen it."""
        self._left = max(self._left - 1, 0)
