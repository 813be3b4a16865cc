"""Texts about the requests of Buskit. Each request has a reason and a clause of the rules."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.names import acting_title, check_in_words, title_of
from riotsim.games.buskit.state import State
from riotsim.play.narration import Reason
from riotsim.play.requests import AimThrow, Request
from riotsim.play.session.session import Session
from riotsim.pools.pool import Dice

BY_PURPOSE: Final[Mapping[str, tuple[str, str, str]]] = {
    "set up": ("Set up a model", "The whole base stands in the area of your side.", "BK-02"),
    "faster, worse attack": ("Who hurries?", "Initiative has one die more, attacks of this round -1.", "BK-54"),
    "faster, less damage": ("Who hurries, for less damage?", "Initiative has one die more, damage -1.", "BK-54"),
    "action": ("One action and one move", "In either order.", "BK-41"),
    "move": ("Where to?", "Up to the length of a move, as the crow flies.", "BK-41"),
    "run": ("Run: where to?", "A second move.", "BK-42"),
    "interrupt": ("Interrupt with the held action?", "It comes before the slower action.", "BK-47"),
    "free strike": ("Strike at the one who walks away?", "One plain attack.", "BK-43"),
    "weapon": ("With which weapon?", "Only weapons that reach somebody are open.", "BK-50"),
    "attacks": ("How many attacks?", "Each one beyond the first is a penalty for all.", "BK-60"),
    "target": ("Whom to attack?", "Only those in reach or in sight are open.", "BK-51"),
    "second weapon": ("With a second weapon?", "It takes one penalty off the first attack.", "BK-61"),
    "stance": ("How do you fight?", "Reckless: attack +1, defence -1. Wary: the other way round.", "BK-55"),
    "blow": ("A called shot?", "Attack -1, and a die more of damage.", "BK-57"),
    "fire": ("Single shots or bursts?", "A burst adds a die and takes shots.", "BK-62"),
    "wild dice": ("How many wild dice?", "They are gone afterwards. A 6 is rolled again.", "BK-14"),
    "under fire": ("You are shot at", "Prone: defence +1, your next action -1. A dodge costs the action.", "BK-64"),
    "take cover": ("Where to hide?", "Places behind the nearest cover are open, or stay where you are.", "BK-65"),
    "armour": ("Spend a die of armour?", "The best of Might and armour counts. Dice are spent for good.", "BK-81"),
    "concession": ("Make a concession?", "One for each Wound, or you go down at once.", "BK-75"),
    "complication": ("Name a complication", "One for each Wound of your telling blow.", "BK-57"),
    "task": ("Which task?", "One check of it is made.", "BK-33"),
    "price": ("Succeed at a price?", "Complications for each point short, each once in a fight.", "BK-35"),
    "whom to help": ("Whom to help?", "Those who still act in this round are open.", "BK-36"),
    "Trait": ("Help with what?", "You roll that Trait of yours. Fight and Shoot are for attacks.", "BK-36"),
    "difficulty": ("Pick a difficulty die", "Success gives as much as the die is large.", "BK-36"),
    "whom to treat": ("Whom to treat?", "Success gives Shock.", "BK-90"),
    "who cares": ("Who cares for the patient?", "Success gives Shock, and a die for the recovery roll.", "BK-90"),
    "wounds named": ("How many Wounds?", "Might above the number brings them back, with as much Shock.", "BK-91"),
}  # fmt: skip
"""Title, text and clause of each request by its purpose."""


def reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    """Return the reason of a request in words.

    Raises:
        KeyError: Buskit never makes such a request.
    """
    state, who = session.state, acting_title(session.state)
    if isinstance(request, AimThrow):
        told = "All dice are thrown together." if state.check is None else check_in_words(state.check)
        thrown = state.throws[-1].pools if state.throws else ()
        dice = sum(part.count for pool in thrown for part in pool.parts if isinstance(part, Dice))
        again = dice > len(request.dice)
        title = "Throw a die again" if again and len(request.dice) == 1 else "Throw dice again" if again else ""
        return Reason(title or "Throw the dice", told, "BK-04")
    title, text, clause = BY_PURPOSE[request.purpose]
    if request.purpose in ("action", "move", "run", "weapon", "attacks", "stance", "wounds named") and who:
        title = f"{who}: {title[0].lower() + title[1:]}"
    if state.may_interrupt is not None and who:
        title = f"{title_of(state.may_interrupt)}: {title[0].lower() + title[1:]}"
        text = f"It comes before the action of {who}."
    if request.purpose in ("under fire", "armour") and state.between is not None:
        attacker, target = state.between
        if request.purpose == "under fire":
            title = f"{title_of(attacker)} shoots at {title_of(target)}"
        else:
            title = f"{title_of(target)}, attacked by {title_of(attacker)}: {title[0].lower() + title[1:]}"
        text = text if state.check is None or request.purpose == "under fire" else check_in_words(state.check)
    if request.purpose == "blow" and not rules.optional.called_shot:
        title, text = "A telling blow?", "Attack -1; you name a complication for every Wound."
    return Reason(title, text, clause)
