"""The steps of a die that are blocked now, each with the reason (CC-11)."""

from riotsim.games.cube_clash.board.squares import neighbour, square_name
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.names import title_of
from riotsim.games.cube_clash.state import State, match_of
from riotsim.games.cube_clash.turns.turn import Moving
from riotsim.games.cube_clash.units.orientations import DIRECTIONS
from riotsim.games.cube_clash.units.unit import DieId
from riotsim.play.requests import Choose, Request, Unavailable
from riotsim.play.session.session import Session


def unavailable(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Unavailable, ...]:
    """Return the blocked steps of a die, each with the obstacle."""
    now = session.state.situation
    if now is None or not isinstance(request, Choose) or request.purpose != "move":
        return ()
    if (die := _die_to_move(rules, session.state)) is None:
        return ()
    at, found = now.position[die].at, []
    for direction in DIRECTIONS:
        there = neighbour(at, direction)
        blocker = None if there is None else now.position.at(there)
        if there is None:
            found.append(Unavailable(direction.capitalize(), "That is off the board."))
        elif blocker is not None:
            who = title_of(blocker.die)
            found.append(Unavailable(direction.capitalize(), f"{who} stands on {square_name(there)}."))
    return tuple(found)


def _die_to_move(rules: Rulebook, state: State) -> DieId | None:
    """Return the die that a player is to move; None if it isn't chosen yet.

    If a die takes an extra turn (CC-51), return that die. Otherwise return the die that the player has picked.
    """
    if state.situation is not None and isinstance(state.situation.stage, Moving) and state.situation.stage.die:
        return state.situation.stage.die
    picked = (word.answer for word in state.asked.path if word.purpose == "die")
    die = next(picked, None)
    return die if isinstance(die, str) and die in match_of(rules, state).dice else None
