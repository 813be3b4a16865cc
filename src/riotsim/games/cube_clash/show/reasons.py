"""Texts about the requests of Cube Clash. Each request has a reason and a clause of the rules."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.cube_clash.combat.resolver import Replacing, Returning, Vanishing
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.names import title_of
from riotsim.games.cube_clash.show.threats import threat_to
from riotsim.games.cube_clash.state import State, match_of
from riotsim.games.cube_clash.turns.turn import Casting, FeralReturn, Moving, Situation, StrikingAgain, Walking
from riotsim.play.narration import Reason
from riotsim.play.requests import Request
from riotsim.play.session.session import Session

SIDE_TEXT: Final = "A step south brings up the side that looks north. The face on top stays."
SET_UP_SIDE_TEXT: Final = "A step south brings up the side that looks north. The ID is on top at first."
"""Text about the choice of the north side in the set-up. `SIDE_TEXT` is the text for this choice in a turn."""

BY_PURPOSE: Final[Mapping[str, tuple[str, str, str]]] = {
    "terrain": ("Choose a terrain", "It covers all squares of the quarter that you choose next.", "CC-07"),
    "quarter": ("Choose a quarter", "Each quarter has one terrain.", "CC-07"),
    "turn": ("Move or pass?", "You may step or rotate one of your dice, or pass.", "CC-10"),
    "die": ("Pick a die to move", "A die steps or rotates, and then its top face acts.", "CC-10"),
    "move": ("Step or rotate", "A step rolls the die over an edge. A rotation keeps the top face.", "CC-11"),
    "action": ("The action of the top face", "Click a marked square or die, or a button.", "CC-10"),
    "target": ("Pick a target", "Only dice in reach can be picked.", "CC-30"),
    "second": ("Pick the other die", "The two change places.", "CC-60"),
    "dead": ("Pick one of your dead", "The die comes to the board.", "CC-43"),
    "square": ("Pick a square", "Only marked squares are open.", "CC-32"),
    "top": ("Choose the face on top", "The die stays on its square, and this face doesn't act.", "CC-62"),
    "north": ("Choose the side that looks north", SIDE_TEXT, "CC-62"),
    "spell": ("Cast a spell", "They may be split over several spells.", "CC-36"),
    "points": ("Choose the points", "The rest may be spent on another spell.", "CC-63"),
    "start": ("The start of your turn", "A bonus of a race is open.", "CC-77"),
    "revive": ("Let a die return?", "", "CC-76"),
    "counter": ("Pick whom the Counter hits", "All its damage goes to one adjacent die.", "CC-42"),
    "share": ("Share the damage of the Counter", "Each die gets whole points.", "CC-42"),
    "units": ("Pick the dice to turn", "The health of these dice together is no more than your points.", "CC-62"),
    "banish": ("Pick the dead that leave the game", "Their health together is no more than your points.", "CC-65"),
}  # fmt: skip
"""Title, text and clause of each request by its purpose."""

CLAUSES: Final[Mapping[tuple[str, str], str]] = {
    ("action", "missile"): "CC-33", ("action", "convert"): "CC-43", ("spell", "red"): "CC-63",
    ("spell", "return"): "CC-64", ("spell", "swap"): "CC-60", ("spell", "move"): "CC-61",
}  # fmt: skip
"""The clause of the requests that follow an answer. A key is the purpose of the answered request, and the answer.

Requests that follow other answers have the clause in `BY_PURPOSE`.
"""


def reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    """Return the reason of a request in words.

    It begins with a warning if the request is to the player on turn, and this player is about to lose (CC-80).

    Raises:
        KeyError: Cube Clash never makes such a request.
    """
    state = session.state
    now = state.situation
    if now is None:
        return _before_turns(state, request)
    found = _in_turn(rules, state, now, request)
    threat = threat_to(match_of(rules, state), state)
    if threat is None or request.player != state.players[now.position.mover]:
        return found
    return Reason(f"{threat.title}. {found.title}", f"{threat.text} {found.text}".rstrip(), found.clause)


def _before_turns(state: State, request: Request[object]) -> Reason:
    """Return the reason of a request to choose a terrain or to set up a die (CC-05, CC-07)."""
    if state.to_place is not None:
        die = title_of(state.to_place)
        if request.purpose == "square":
            return Reason(f"Set up {die}", "The home row is filled first.", "CC-05")
        return Reason(f"Choose the side of {die} that looks north", SET_UP_SIDE_TEXT, "CC-05")
    goes_second = request.player != state.players[state.first]
    if state.phase == "set-up":
        why = "You go second, so you set up first. " if goes_second and not state.position.standing else ""
        return Reason("Pick a die to set up", f"{why}It stands on your home row with its ID up.", "CC-05")
    title, text, clause = BY_PURPOSE[request.purpose]
    if request.purpose == "terrain" and goes_second and not any(state.quarters):
        text = f"You go second, so you choose first. {text}"
    return Reason(title, text, clause)


def _in_turn(rules: Rulebook, state: State, now: Situation, request: Request[object]) -> Reason:
    """Return the reason of a request in a turn. It has no warning that the player is about to lose (see `reason`)."""
    title, text, clause = BY_PURPOSE[request.purpose]
    text = _by_options(rules).get(request.purpose, text)
    if now.pending:
        match now.pending[0]:
            case Vanishing(die):
                return Reason(f"{title_of(die)} vanishes: {title.lower()}", "It goes home instead of dying.", "CC-50")
            case Replacing():
                return Reason(f"Undead: {title.lower()}", "A smaller dead one takes the place of the killed.", "CC-74")
            case Returning(_, health):
                who = _returning(rules, "snakefolk")
                return Reason(title, f"{who} of at most {health} health may return for the kill.", "CC-76")
        return Reason(title, text, clause)
    match now.stage:
        case Walking():
            return Reason(title, "Firewalkers may move and turn within your home row.", "CC-73")
        case FeralReturn():
            return Reason(title, f"{_returning(rules, 'feral')} of health 1 may return to your home row.", "CC-75")
        case StrikingAgain() if request.purpose == "action":
            return Reason("Strike again?", "A Double Strike has a second attack.", "CC-44")
        case Casting(_, points) if request.purpose == "spell":
            split = "" if rules.magic.split and points == 1 else f" {text}"
            return Reason(title, f"{points} point{' is' if points == 1 else 's are'} left.{split}", clause)
        case Casting() if state.asked.to_turn:
            return Reason(f"{title_of(state.asked.to_turn[0])}: {title[0].lower()}{title[1:]}", text, clause)
        case Moving(str(again)):
            how = "step or rotate again, and act" if rules.turn.rotate_acts else "step again and act, or rotate"
            return Reason(f"Another turn of {title_of(again)}", f"It may {how}.", "CC-51")
    after = (CLAUSES.get((word.purpose, str(word.answer))) for word in state.asked.path)
    return Reason(title, text, next(filter(None, after), clause))


def _by_options(rules: Rulebook) -> dict[str, str]:
    """Return the texts of requests that depend on options of the rules, by the purpose of the request.

    Texts are left out if the usual text fits the options.
    """
    changed = {}
    if not rules.turn.rotate_acts:
        changed["die"] = "A die steps, and then its top face acts; or it rotates."
        changed["move"] = "A step rolls the die over an edge. A rotation keeps the top face, which doesn't act."
    if not rules.magic.split:
        changed["spell"] = "All points of the face go to one spell."
    if rules.counter.hits == "split":
        changed["counter"] = "Adjacent dice share its damage."
    return changed


def _returning(rules: Rulebook, race: str) -> str:
    """Return a text about the dead dice that may return by the bonus of a race (CC-75, CC-76)."""
    return "A dead die" if rules.race.returns == "any" else f"A dead {race} die"
