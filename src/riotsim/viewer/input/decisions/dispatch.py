"""Finds how a request is decided at the table."""

from collections.abc import Sequence

from riotsim.play.offers import Offer
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickPoint, PickWay, PlaceDie, Request, SetPace, Target
from riotsim.table.state import Table
from riotsim.viewer.input.decisions.carrying import Carrying
from riotsim.viewer.input.decisions.choosing import Choosing
from riotsim.viewer.input.decisions.decision import Decision
from riotsim.viewer.input.decisions.knocking import Knocking
from riotsim.viewer.input.decisions.placing import Placing
from riotsim.viewer.input.decisions.running import Running
from riotsim.viewer.input.decisions.stacking import Stacking
from riotsim.viewer.input.decisions.throwing import Throwing
from riotsim.viewer.session.messages import Asked


def decision(request: Request[object], asked: Asked, offers: Sequence[Offer], table: Table, *, hands: bool) -> Decision:
    """Make what lets a person decide a request. With `hands`, throws and towers are handled by the mouse."""
    match request:
        case PickPoint():
            here = {**table.models, **table.tokens, **table.dice, **asked.coming}
            return Placing(request, here)
        case PickWay():
            return Running(request, offers, table.models[request.piece])
        case AimThrow(target=Target()):
            return Knocking(request, table, hands=hands)
        case AimThrow():
            return Throwing(request, table, hands=hands)
        case PlaceDie():
            return Stacking(request, table, hands=hands)
        case SetPace():
            return Carrying(request, table, hands=hands)
        case Choose() | PickPiece():
            return Choosing(request, offers)
    raise TypeError(f"nobody knows how {type(request).__name__} is decided at a table")
