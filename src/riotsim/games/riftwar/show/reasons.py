"""The requests of RiftWar in words: the reason and the clause."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.riftwar.show.names import title_of
from riotsim.games.riftwar.state import State
from riotsim.play.narration import Reason
from riotsim.play.requests import AimThrow, Request

BY_PURPOSE: Final[Mapping[str, tuple[str, str, str]]] = {
    "set up": ("Set up a unit or a group", "In the area of your side; a group in gaps of at most 1 in.", "RW-06"),
    "action": ("Your phase", "Any number of actions until one fails.", "RW-20"),
    "who moves": ("Who moves?", "Pinned units stay.", "RW-30"),
    "group": ("Which group moves?", "Units in a chain of gaps of at most 1 in.", "RW-36"),
    "move": ("Where to?", "In a straight line, as far as the way is free.", "RW-30"),
    "how to move": ("Walk or fly?", "In flight a pin is a wound, and a wound a kill.", "RW-97"),
    "boundary": ("On which side of the boundary?", "A move ends at the first boundary of terrain.", "RW-32"),
    "cross": ("Across what?", "To the far side, straight across.", "RW-12"),
    "dangers": ("These may fire at you", "Go on, choose another end, or take the move back.", "RW-40"),
    "point out dangers": ("Who may react?", "What you don't name can't fire.", "RW-40"),
    "look at": ("Where does it look?", "Its arc lies about its facing.", "RW-33"),
    "turn the group": ("Turn the group?", "All alike, or one by one.", "RW-33"),
    "who turns": ("Who turns?", "Turning alone is a move too.", "RW-33"),
    "react": ("Fire in reaction?", "Who misses can't react again in this phase.", "RW-41"),
    "fire at": ("Where to fire?", "Anywhere on the stretch, but not before an earlier shot.", "RW-42"),
    "order of targets": (
        "In which order are they fired at?",
        "Those who hit may fire at the next target too.",
        "RW-43",
    ),
    "next target": ("Who is fired at next?", "You set the order of targets.", "RW-43"),
    "who fires": ("Who fires?", "Those with a line of sight in their arc.", "RW-50"),
    "target": ("At whom?", "An enemy in sight and in the arc.", "RW-50"),
    "coordinated by": ("Coordinated by whom?", "A close group, or a Leader whom all see.", "RW-53"),
    "attackers": ("Who attacks together?", "Two or more units of one class.", "RW-53"),
    "next attacker": ("Whose dice count next?", "Attacks are applied one after the other.", "RW-54"),
    "spotter": ("Who spots?", "The target's cover is that from the spotter.", "RW-55"),
    "close combat target": ("Whom to charge?", "The move ends in contact.", "RW-70"),
    "who makes contact": ("Who makes contact?", "The others end in a chain with it.", "RW-70"),
    "contact": ("Where to make contact?", "In a straight line.", "RW-70"),
    "enter the fray": ("Who else enters the fray?", "Who stays out must survive an attack.", "RW-71"),
    "who reacts": ("Who strikes?", "One unit, with close dice.", "RW-72"),
    "fall back": ("Fall back?", "Straight away from the fray.", "RW-72"),
    "who attacks": ("Who strikes?", "At an enemy in the same fray.", "RW-74"),
    "escape": ("Where to?", "An enemy in contact strikes first.", "RW-75"),
    "who rallies": ("Who rallies?", "4 or more on a d6 clears pin and wound.", "RW-80"),
    "board": ("Who boards?", "Those aboard can't be targeted.", "RW-81"),
    "survivors": ("Set up the survivors", "Within 1 in of the wreck.", "RW-83"),
    "who is next": ("Who is active next?", "Whoever passes names a player.", "RW-23"),
}
"""Title, text and clause of each request by its purpose."""


def reason(state: State, request: Request[object]) -> Reason:
    """Return the reason of a request in words.

    Raises:
        KeyError: RiftWar never makes such a request.
    """
    if isinstance(request, AimThrow):
        return Reason("Throw the dice", f"{len(request.dice)} dice into the tray. 5 and 6 hit.", "RW-04")
    title, text, clause = BY_PURPOSE[request.purpose]
    if request.purpose in ("react", "fire at", "dangers") and state.plan is not None:
        movers = state.plan.movers
        moving = title_of(movers[0]) if len(movers) == 1 else f"a group of {len(movers)}"
        title = f"{title} {moving[0].upper()}{moving[1:]} moves."
    return Reason(title, text, clause)
