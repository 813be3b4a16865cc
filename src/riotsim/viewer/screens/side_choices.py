"""What can be chosen besides what a request offers: the plain way, a hand's paces, another piece to be placed."""

from riotsim.play.requests import Request, SetPace
from riotsim.viewer.input.decisions.choosing import ChooseInteraction
from riotsim.viewer.input.decisions.decision import Interaction
from riotsim.viewer.input.decisions.placing import PlaceInteraction
from riotsim.viewer.ui.models import Choice

PLAINLY = {"AimThrow": "Just throw", "PlaceDie": "Let go over the middle", "PickPoint": "Near the middle"}
"""The plain way, by kind of request."""


def extra_choices(request: Request[object], decision: Interaction, *, offered: bool) -> tuple[Choice, ...]:
    """Give the choices; `offered` says whether the request has offers of its own.

    Their keys are what `take_extra_choice` reads.
    """
    match request:
        case SetPace(paces=(usual, *_), tower=0):  # with nothing to spill, slowly would only cost time
            return (Choice(f"={usual}", "Move it there"),)
        case SetPace(paces=paces):
            return tuple(Choice(f"={pace}", f"Carry at the {pace} pace") for pace in paces)
    if offered or isinstance(decision, ChooseInteraction):
        return ()
    plain = Choice("plain", PLAINLY.get(type(request).__name__, "The plain way"))
    if not isinstance(decision, PlaceInteraction) or len(decision.open) < 2:
        return (plain,)
    others = (piece for piece in decision.open if piece != decision.piece)
    return (plain, *(Choice(f"+{piece}", f"Place {piece} instead", pieces=(piece,)) for piece in others))


def take_extra_choice(key: str, decision: Interaction) -> object | None:
    """Do what the key of a choice says; gives the answer if that makes one."""
    if key.startswith("="):
        return key[1:]
    if key.startswith("+") and isinstance(decision, PlaceInteraction):
        decision.take(key[1:])
        return None
    return decision.plain()
