"""Decisions on the table: the mouse interaction for each request, choices in addition to the game's offers, and the
first frames that show a question.
"""

from collections.abc import Collection, Iterator, Sequence
from random import Random

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
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction
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
        asked: The question that the request is part of.
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
    """Tell the interaction of a throw or a stack that the drawing of a picture begins at a time (s)."""
    if isinstance(interaction, ThrowInteraction | TargetThrowInteraction | StackInteraction):
        interaction.drawn(t)


DEFAULT_LABELS = {
    "AimThrow": "Just throw",
    "PlaceDie": "Place it in the middle",
}
"""Label of the button for the default answer, by type of request."""

BY_STANDARD_HAND = "a hand aims there, and errs a little"
"""The effect of the default answer to a request to put a die on a tower."""

NEAR_MIDDLE = "near the middle"
"""The default place of a piece: the legal spot nearest to the table's middle."""

TRACK_LABEL = "In the middle of the line"
"""Label of the button for the default place if a piece slides along a line."""

AT_MIDDLE, AT_NEAREST = "Towards the middle of the table", "At the place nearest to the middle"
"""Labels of the button for the default place if the player only points to a place, and the piece stays where it is: for
any point of an area, and for one of certain places.
"""


CONFIRMATIONS = ("yes", "no")
"""Keys of the two choices about an answer that needs a confirmation: to give the answer, and not to give it."""

PLAIN_KEY = "plain"
"""Key of the choice of the default answer."""

REST_KEY = "rest"
"""Key of the choice to let the window put down all further pieces of a kind."""

REST = Choice(REST_KEY, "Put down all the rest for me", "anywhere that is allowed")
"""The choice to let the window put down all further pieces of a kind."""

LASTING_KEY = "lasting"
"""Key of the choice of the offer that lasts."""

ALL_KEY, NONE_KEY = "all", "none"
"""Keys of the choices to pick all items that may be picked together, and to drop all."""

ALL_TIP, NONE_TIP = "Pick all that may be picked together", "Drop all that are picked"
"""Tooltips of the choices to pick all items, and to drop all."""

RANGE_TIP = "Shift and a click in the list picks all from the last one up to there."
BOX_TIP = "A drag on the table picks all pieces in a box; with Shift it adds to those picked."
"""Further sentences of the tooltip to pick all: about the list, and about the table if the items are pieces."""

SET_UP = "set up"
"""Purpose of requests about which pieces are put down next, and where."""


class RepeatedAnswers:
    """Answers that the window gives for a player: places for all further pieces of a kind, such as loot, and in one
    turn the offers that last (`Offer.lasts`).
    """

    def __init__(self) -> None:
        self._placing: dict[PlayerId, str] = {}
        """For each player, the purpose of the requests for places that the window answers."""
        self._lasting: dict[PlayerId, tuple[str, Turn]] = {}
        """For each player, the purpose of the requests that their lasting offer answers, and the turn in which it does.
        """
        self._random = Random()

    def begin_placing(self, request: Request[object]) -> None:
        """Place the pieces of all requests of the same player and purpose from now on."""
        self._placing[request.player] = request.purpose

    def begin_lasting(self, asked: Question | None, request: Request[object]) -> object | None:
        """Choose the lasting offer of all requests of the same player and purpose until the turn ends. Return the
        answer to a request of a question; None if the request has no such offer.
        """
        if asked is None:
            return None
        self._lasting[request.player] = (request.purpose, asked.turn)
        return self.lasting_answer(asked, request)

    def end(self) -> None:
        """Leave all requests to the players."""
        self._placing.clear()
        self._lasting.clear()

    def lasting_answer(self, asked: Question, request: Request[object]) -> object | None:
        """Return the answer of the lasting offer for a request of a question; None if the player has to answer."""
        is_chosen = self._lasting.get(request.player) == (request.purpose, asked.turn)
        offer = lasting_offer(asked, request)
        return offer.answer if is_chosen and offer is not None else None

    def placing_answer(self, interaction: Interaction | None) -> object | None:
        """Return an answer to a request for places, or to the request that picks what is placed next; None if the
        player has to answer. The window stops placing for a player who is asked something else.
        """
        if interaction is None or (purpose := self._placing.get(interaction.request.player)) is None:
            return None
        found: object | None = None
        match interaction:
            case _ if interaction.request.purpose != purpose:
                pass
            case PlaceInteraction():
                return interaction.any_answer(self._random)
            case PickSomeInteraction(request=request):  # which pieces are placed next: all, if they may
                found = request.items if request.refusal(request.items) is None else request.items[:1]
            case PlaceSomeInteraction():
                found = interaction.any_answer()
        if found is None:
            del self._placing[interaction.request.player]
        return found


def offers_for(asked: Question | None, request: Request[object]) -> tuple[Offer, ...]:
    """Return the game's offers for a request of a question; empty if there are none, or if `asked` is None."""
    if asked is None:
        return ()
    place = asked.requests.index(request)
    return asked.offers[place] if place < len(asked.offers) else ()


def lasting_offer(asked: Question, request: Request[object]) -> Offer | None:
    """Return the offer for a request of a question that answers later requests too; None if it has none."""
    return next((offer for offer in offers_for(asked, request) if offer.lasts), None)


def extra_choices(request: Request[object], interaction: Interaction, *, offered: bool) -> tuple[Choice, ...]:
    """Return choices for a request in addition to the game's offers. `take_extra_choice` carries them out by their
    keys.

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
    """Return rows of choices that stand above the others: an offer that lasts, to pick all or none of many items, and
    to let the window put down all pieces. `take_extra_choice` carries out all but the first.
    """
    rows: list[tuple[Choice, ...]] = [] if lasting is None else [(Choice(LASTING_KEY, lasting.text),)]
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
    """Return the button for the default place. It names the piece if there are several to choose from."""
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
    """Highlight on the table the first offer whose piece, and all pieces that it touches, are among `pieces`."""
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
        repeated: The answers that the window gives for players, which the choice may begin.
        up_to: Whether to pick all items from the one that was toggled last up to that of the choice.

    Returns:
        The answer; None if there is none, for example because another piece was selected or an item was picked.
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


UNSEEN_FRAMES = 2
"""Number of frames whose input arrived before the player could see what is asked: the first frame that shows it, and
the next one, whose input arrived while the first one was drawn.
"""


class FirstFrames:
    """A count of the frames that have shown what the player is asked."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] = ()
        self._left = 0

    @property
    def is_unseen(self) -> bool:
        """True while input that arrives may be meant for something other than what is asked."""
        return self._left > 0

    def begin(self, *shown: object) -> None:
        """Begin a frame that shows these objects; None stands for nothing. If one of them was not shown in the frame
        before, the count begins anew.
        """
        if any(one is not None and all(one is not other for other in self._shown) for one in shown):
            self._left = UNSEEN_FRAMES
        self._shown = shown

    def end(self) -> None:
        """End a frame, which the player sees now."""
        self._left = max(self._left - 1, 0)
