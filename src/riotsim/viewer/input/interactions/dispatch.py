"""The interaction that belongs to a request."""

from collections.abc import Sequence

from riotsim.play.offers import Offer
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickPoint, PickWay, PlaceDie, Request, SetPace, Target
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.input.interactions.stack import StackInteraction
from riotsim.viewer.input.interactions.target_throw import TargetThrowInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.session.messages import Question


def interaction_for(
    request: Request[object], asked: Question, offers: Sequence[Offer], table: Table, *, hands: bool
) -> Interaction:
    """Return the interaction for a request.

    Args:
        request: What is asked.
        asked: The question that it is part of.
        offers: Its possible answers.
        table: The table.
        hands: Whether dice and towers are handled with gestures.

    Raises:
        TypeError: The type of request is unknown.
    """
    match request:
        case PickPoint():
            here = {**table.models, **table.tokens, **table.dice, **asked.coming}
            return PlaceInteraction(request, here)
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
