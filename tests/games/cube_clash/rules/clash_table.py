"""Games of Cube Clash on the table for tests: begun at a position, and played by answers."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from clash_rules import rules

from riotsim.bots.bot import Luck
from riotsim.bots.random import RandomBot
from riotsim.games.cube_clash.board.squares import parse_square
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.game import new_game, rules_of
from riotsim.games.cube_clash.scenario.given import Given
from riotsim.games.cube_clash.state import State, layout_of
from riotsim.play.context import Perform
from riotsim.play.requests import PickPoint, Spot
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.simulation import perform

PLAYERS = ("Ada", "Bea")


def begun(seed: int = 3, by: Perform = perform, hands: dict[str, str] | None = None, **options: Any) -> Session[State]:
    """Begin a game of the two armies that come with it."""
    return new_game(rules(**options), PLAYERS, seed, by, hands=hands)


def placed(given: Mapping[str, Any], *answers: object, **options: Any) -> tuple[Rulebook, Session[State]]:
    """Begin at a position on a table without physics, give answers, and return the rules and the session."""
    book, position = rules(**options), Given.model_validate(given)
    session = Session(rules_of(book), position.state(book), position.lay(book), 0, ScriptedTable())
    give(session, *answers)
    return book, session


def play_at_random(session: Session[State], answers: int = 10_000, seed: int = 5) -> None:
    """Answer at random, until so many answers are given or the game is over."""
    bots = {name: RandomBot(Luck(seed, seat)) for seat, name in enumerate(PLAYERS)}
    for _ in range(answers):
        if session.is_over:
            return
        request = session.pending[0]
        session.answer(bots[request.player].answer(request, session), request.player)


def give(session: Session[State], *answers: object) -> None:
    """Give answers one after the other; a square is given by its name."""
    for answer in answers:
        request = session.pending[0]
        if isinstance(request, PickPoint):
            places = layout_of(rules(), session.state)
            answer = Spot(request.regions[0][0], places.middle(parse_square(str(answer))))
        session.answer(answer)


def until(session: Session[State], phase: str) -> None:
    """Answer at random until the game comes to a phase."""
    while session.state.phase != phase:
        play_at_random(session, 1)


def kinds(found: Iterable[object]) -> list[str]:
    """Return the kinds of events."""
    return [type(event).__name__ for event in found]


def with_other_top(session: Session[State], die: str) -> Session[State]:
    """Turn a die of the table over without telling the rules, and return the session."""
    lies = session.table.dice[die]
    turned = replace(lies, pose=replace(lies.pose, orientation=lies.kind.orientation_showing(7 - lies.shows)))
    session.play.table = session.table.with_pieces(turned)
    return session
