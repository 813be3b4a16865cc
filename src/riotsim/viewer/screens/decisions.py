"""Decisions on the table: the mouse interaction for each request, and choices besides the game's offers.

Some choices also answer later requests. They are called lasting choices, and the host keeps them.
"""

from collections.abc import Collection, Iterator, Sequence

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
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
from riotsim.viewer.playback.hand_over import HandOver
from riotsim.viewer.screens.shared_models import is_shown_on_table
from riotsim.viewer.session.messages import GameOpened, LastingChoice, Question
from riotsim.viewer.ui.models import Choice


def interaction_for(
    request: Request[object], asked: Question, offers: Sequence[Offer], table: Table, *, hands: bool
) -> Interaction:
    """Return the mouse interaction for a request.

    Args:
        request: The request.
        asked: The request's question.
        offers: The game's offers for the request.
        table: The table.
        hands: Whether mouse gestures can move dice, towers and models. If not, only buttons and keys move them.

    Raises:
        TypeError: The type of request is unknown.
    """
    described = offers_for(asked, request)
    match request:
        case PickSome():
            return PickSomeInteraction(request, table, _item_texts(described))
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
    """Record in the interaction that the window begins to draw a picture at the time `t` (s).

    Only interactions for throws, stacks and carries need this time. For all others, do nothing.
    """
    if isinstance(interaction, ThrowInteraction | TargetThrowInteraction | StackInteraction | CarryInteraction):
        interaction.drawn(t)


DEFAULT_LABELS = {
    "AimThrow": "Just throw",
    "PlaceDie": "Place it in the middle",
}
"""Label of the button for the default answer, by type of request."""

BY_STANDARD_HAND = "a hand aims there, and errs a little"
"""Text about the default answer's effect when a player puts a die on a tower."""

NEAR_MIDDLE, NEAREST_MARKED = "near the middle of the table", "at the marked place nearest to the middle"
NEAREST_REACHED = "at the nearest marked place"
"""Words for the default place of a piece.

`NEAR_MIDDLE` is for a piece that may go anywhere in an area. `NEAREST_MARKED` is for a piece that is put down at one
of several marked places. `NEAREST_REACHED` is for a piece that moves to such a place in a straight line.
"""

TRACK_LABEL = "In the middle of the line"
"""Label of the button for the default place of a piece that slides along a line."""

AT_MIDDLE, AT_NEAREST = "Towards the middle of the table", "At the place nearest to the middle"
"""Labels of the button for the default place, if no piece moves to the chosen point.

`AT_MIDDLE` is for a request for any point of an area. `AT_NEAREST` is for a request for one of several places.
"""


CONFIRMATIONS = ("yes", "no")
"""Keys of two choices: to confirm an answer, and to take the answer back."""

PLAIN_KEY = "plain"
"""Key of the choice that gives the default answer."""

REST_KEY = "rest"
"""Key of the choice that lets the window put down all further pieces of a kind."""

REST = Choice(REST_KEY, "Put down all the rest for me", "anywhere that is allowed")
"""The choice that lets the window put down all further pieces of a kind."""

LASTING_KEY = "lasting"
"""Key of the button for an offer whose answer also holds for later requests (`Offer.lasts`)."""

LIFT_KEY = "lift."
"""Beginning of the key of a button that ends a lasting choice. The choice's index in `Question.lasting` follows."""

ALL_KEY, NONE_KEY = "all", "none"
"""Keys of two choices: to pick as many items as possible, and to drop all picked items."""

ALL_TIP, NONE_TIP = "Pick all that may be picked together", "Drop all that are picked"
"""Tooltips of two choices: to pick as many items as possible, and to drop all picked items."""

RANGE_TIP = "Shift and a click in the list picks all from the last one up to there."
BOX_TIP = "A drag on the table picks all pieces in a box; with Shift it adds to those picked."
"""Sentences that follow `ALL_TIP` in its tooltip. `BOX_TIP` is shown only if the items are pieces."""


def offers_for(asked: Question | None, request: Request[object]) -> tuple[Offer, ...]:
    """Return the offers that the question `asked` has for `request`. If `asked` is None, the tuple is empty."""
    if asked is None:
        return ()
    place = asked.requests.index(request)
    return asked.offers[place] if place < len(asked.offers) else ()


def listed_offers(asked: Question | None, request: Request[object]) -> tuple[Offer, ...]:
    """Return the game's offers that the window lists as options for a request.

    An offer whose answer also holds for later requests is left out, because it has its own button. If the player has to
    pick some of several items, all offers are left out, because they describe the items.
    """
    if isinstance(request, PickSome):
        return ()
    return tuple(offer for offer in offers_for(asked, request) if not offer.lasts)


def _item_texts(offers: Sequence[Offer]) -> dict[PieceId, str]:
    """Return the offers' text about each piece that can be picked: the part after the colon."""
    return {offer.piece: offer.text.partition(": ")[2] for offer in offers if offer.piece is not None}


def lasting_offer(asked: Question, request: Request[object]) -> Offer | None:
    """Return the first offer for `request` whose answer also holds for later requests, or None if no offer does so."""
    return next((offer for offer in offers_for(asked, request) if offer.lasts), None)


def lasting_rows(asked: Question, request: Request[object]) -> tuple[tuple[Choice, ...], ...]:
    """Return the rows of buttons for lasting choices. Such a choice also answers later requests.

    Each row has one button. If the request offers a lasting choice, the first button makes this choice. Each other
    button ends an earlier choice that a player made for the rest of the turn.
    """
    offer = lasting_offer(asked, request)
    made = () if offer is None else (Choice(LASTING_KEY, offer.text, action=Action.LASTING_CHOICE),)
    free = None if made else Action.LASTING_CHOICE
    lifts: list[Choice] = []
    for place, choice in enumerate(asked.lasting):
        if choice.text and choice.extent == "turn":
            label, tip = f"{choice.player}: {choice.text[0].lower()}{choice.text[1:]}", f"Ask {choice.player} again"
            lifts.append(Choice(f"{LIFT_KEY}{place}", label, tip, "check", action=None if lifts else free))
    return tuple((button,) for button in (*made, *lifts))


def choice_to_make(key: str, asked: Question, request: Request[object]) -> LastingChoice | None:
    """Return the lasting choice made by the button with the key `key`, or None if the button makes none."""
    offer = lasting_offer(asked, request)
    if key == LASTING_KEY and offer is not None and offer.lasts:
        return LastingChoice(request.player, request.purpose, offer.lasts, offer.text)
    return LastingChoice(request.player, request.purpose, "rest") if key == REST_KEY else None


def choice_to_lift(key: str, asked: Question) -> LastingChoice | None:
    """Return the lasting choice ended by the button with the key `key`, or None if the button ends none."""
    place = key.removeprefix(LIFT_KEY)
    return asked.lasting[int(place)] if place != key else None


def choice_for(asked: Question, interaction: Interaction | None) -> LastingChoice | None:
    """Return the lasting choice that answers the request of an interaction, or None if there is none.

    Its player is that of the request. Its purpose is the request's, or its text is that of the request's lasting offer.
    """
    if interaction is None:
        return None
    request, offer = interaction.request, lasting_offer(asked, interaction.request)
    own = (choice for choice in asked.lasting if choice.player == request.player)
    text = "" if offer is None else offer.text
    return next((one for one in own if one.purpose == request.purpose or (text and one.text == text)), None)


def answer_of(
    choice: LastingChoice | None, asked: Question, interaction: Interaction | None, opened: GameOpened | None
) -> object | None:
    """Return the answer of a lasting choice to a request.

    Args:
        choice: The choice, or None.
        asked: The request's question.
        interaction: The mouse interaction for the request, or None.
        opened: The game, or None before it is open.

    Returns:
        The answer, or None if the player has to answer. It is also None if `choice` or `interaction` is None.
    """
    if choice is None or interaction is None:
        return None
    offer = lasting_offer(asked, interaction.request)
    if offer is not None or choice.extent == "turn":
        return None if offer is None else offer.answer
    match interaction:
        case PlaceInteraction():
            return interaction.any_answer("" if opened is None else opened.game)
        case PickSomeInteraction(request=request):  # which pieces are placed next: all, if they may
            return request.items if request.refusal(request.items) is None else request.items[:1]
        case PlaceSomeInteraction():
            return interaction.any_answer()
    return None


def extra_choices(request: Request[object], interaction: Interaction, *, offered: bool) -> tuple[Choice, ...]:
    """Return the choices that a request has besides the game's offers.

    `take_extra_choice` carries out all of them except `REST`, which is a lasting choice (see `choice_to_make`).

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


def rows_above(interaction: Interaction) -> tuple[tuple[Choice, ...], ...]:
    """Return the rows of choices that stand above the other choices.

    If many items may be picked, one row has the buttons for all and for none. If pieces are set up, another row lets
    the window put down all the rest.
    """
    rows: list[tuple[Choice, ...]] = []
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
    """Return the button for the default place. If there are several new pieces, its label names the piece to place."""
    if interaction.track:
        return Choice(PLAIN_KEY, TRACK_LABEL)
    if not interaction.request.moves:
        return Choice(PLAIN_KEY, AT_MIDDLE if interaction.is_free else AT_NEAREST)
    if interaction.is_new and len(interaction.request.regions) > 1:  # below it stands what kind of piece it is
        return Choice(PLAIN_KEY, f"Place {interaction.piece} for me", pieces=(interaction.piece,))
    marked = NEAREST_REACHED if interaction.moves_straight else NEAREST_MARKED
    where = NEAR_MIDDLE if interaction.is_free else marked
    return Choice(PLAIN_KEY, f"{'Place' if interaction.is_new else 'Move'} it for me", where)


def _other_pieces(interaction: PlaceInteraction) -> Iterator[Choice]:
    """Yield the buttons that take another piece in hand, to place it."""
    others = (piece for piece in interaction.open_pieces if piece != interaction.piece)
    return (Choice(f"+{piece}", f"Take {piece} in hand", pieces=(piece,)) for piece in others)


def _item_choice(interaction: PickSomeInteraction, item: str) -> Choice:
    """Return the button that picks or drops an item."""
    icon = "check" if item in interaction.picked else ""
    pieces = (item,) if interaction.request.are_pieces else ()
    return Choice(f"+{item}", item, interaction.about(item), icon, pieces)


def preview_offer_of(interaction: Interaction | None, pieces: Collection[PieceId]) -> None:
    """Preview on the table the first offer that concerns only `pieces`.

    The offer's own piece and all pieces that the offer touches must be in `pieces`.
    """
    if isinstance(interaction, ChooseInteraction | PathInteraction):
        for offer in interaction.offers:
            if offer.piece in pieces and set(offer.touches) <= set(pieces):
                interaction.preview(offer)
                return


def preview_on_table(interaction: Interaction | None, offer: Offer | None) -> None:
    """Preview an offer on the table if it has an area or signs. The mouse is over the offer's button."""
    if isinstance(interaction, ChooseInteraction) and offer is not None and is_shown_on_table(offer):
        interaction.preview(offer)


def end_preview(interaction: Interaction | None) -> None:
    """End the preview of an offer on the table. Call this when the mouse may have left the offer's button."""
    if isinstance(interaction, ChooseInteraction | PathInteraction):
        interaction.preview(None)


def take_extra_choice(key: str, interaction: Interaction, *, up_to: bool = False) -> object | None:
    """Carry out a choice that `extra_choices` or `rows_above` returned. Do nothing for a lasting choice.

    Args:
        key: The key of the choice.
        interaction: The mouse interaction for the request.
        up_to: Whether to pick a range: from the last item that was picked or dropped to the item of this choice.

    Returns:
        The answer, or None if the choice does not answer the request. Picking an item, for example, is no answer.
    """
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
    """Return the answer that the player would give by confirming now, or None if there is no such answer.

    - If the player chooses an offer or a path: the answer of the highlighted offer or path.
    - If the player places one piece or throws dice: the place or the throw at the pointer.
    - For any other request, and if nothing is highlighted or there is no pointer: the request's default answer, if any.
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
    """Highlight the option `by` places further on in the list. If pieces are to be placed, select another piece.

    Return the next piece for the camera, or an empty text if there is none.
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
"""Number of frames when the player's input is older than the first picture of a question.

In the first of these frames, the window draws the question. The input of the second frame arrived during this drawing.
"""


class FirstFrames:
    """A count of the frames since a question appeared. It tells whether the player can have seen the question yet.

    While the window is handed from one person to the next, the question counts as unseen, too.
    """

    def __init__(self, hand_over: HandOver) -> None:
        self._hand_over = hand_over
        self._shown: tuple[object, ...] = ()
        self._left = 0

    @property
    def is_unseen(self) -> bool:
        """True while the player can't have seen the question yet. Input may then be meant for something else."""
        return self._left > 0 or self._hand_over.waits

    def begin(self, *shown: object) -> None:
        """Begin a frame that shows the objects `shown`. None stands for no object.

        If one of them was not shown in the last frame, the question stays unseen for `UNSEEN_FRAMES` frames.
        """
        if any(one is not None and all(one is not other for other in self._shown) for one in shown):
            self._left = UNSEEN_FRAMES
        self._shown = shown

    def end(self) -> None:
        """End a frame, and count it. After `UNSEEN_FRAMES` frames, the player can have seen the question."""
        self._left = max(self._left - 1, 0)
