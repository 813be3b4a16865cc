"""The reasons why a fighter can't attack or move now (BK-42)."""

from typing import Final

from riotsim.games.buskit.fight.declaring import weapons_and_targets
from riotsim.games.buskit.fight.field import move_region
from riotsim.games.buskit.fight.game import dice_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.names import title_of
from riotsim.games.buskit.state import Fighter, State
from riotsim.play.requests import Choose, Request, Unavailable
from riotsim.play.session.session import Session

NO_ACTIONS: Final = frozenset({"move", "drop prone", "done"})
"""The options in a turn that aren't an action (BK-41, BK-42).

A fighter may choose such an option without using up the action of the turn.
"""


def has_action(request: Choose[str]) -> bool:
    """Return whether a request for the next option in a turn still offers an action.

    Options such as `move` and `done` are no actions (see `NO_ACTIONS`).
    """
    return not NO_ACTIONS.issuperset(request.options)


def unavailable(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Unavailable, ...]:
    """Return the reason why a fighter can't attack now, and the reason why the fighter can't move now.

    A reason is left out if the request offers that option. Only requests for the next option in a turn have reasons.
    """
    if not isinstance(request, Choose) or request.purpose != "action" or not session.state.acting:
        return ()
    game = Skirmish(session.play, rules, dice_of(rules))
    fighter = game.fighter(session.state.acting[-1])
    found = []
    if "attack" not in request.options:
        found.append(Unavailable("Attack", _no_attack(game, fighter, is_used=not has_action(request))))
    if "move" not in request.options:
        found.append(Unavailable("Move", _no_move(game, fighter)))
    return tuple(found)


def _no_attack(game: Skirmish, fighter: Fighter, *, is_used: bool) -> str:
    if fighter.count(game.state.round, "stunned", "flees") > 0:
        return "Who is stunned or flees doesn't attack."
    if not is_used and not weapons_and_targets(game, fighter):
        return f"No weapon of {title_of(fighter.id)} reaches an enemy from here."
    return "The action of this turn is used."


def _no_move(game: Skirmish, fighter: Fighter) -> str:
    if fighter.prone:
        return f"{title_of(fighter.id)} lies prone, and has to stand up first."
    return "Moves have no length." if move_region(game, fighter) is None else "The move of this turn is used."
