"""The rules of Buskit with options, its characters, and fights whose dice land as a script says, for tests."""

import json
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, TypeVar

from riotsim.files.rules import load_rules
from riotsim.games.buskit.chapters.attack import Declaration
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.fight.attacking import carry_out
from riotsim.games.buskit.fight.game import dice_of, rules_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.show.reasons import reason
from riotsim.games.buskit.state import State
from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Reason
from riotsim.play.requests import Aim, AimThrow, Choose
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.play.session.session import Play, Session
from riotsim.pools.notation import write_pool
from riotsim.table.units import inches

T = TypeVar("T")

BESIDE: dict[str, Any] = {"a.ines": {"at": [18, 3]}, "b.hired_hand_1": {"at": [18, 4.5]}}
"""Ines of Ada beside a hired hand of the other side."""

INES_BESIDE_COLE: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}}
"""Ines of Ada (Fight 2d10 and Feint, 8 Wounds, 16 Shock) beside Cole of Bea (Fight d6, 6 Wounds, 14 Shock)."""


def rules(**options: Any) -> Rulebook:
    """Load the rules with options; `__` in a name stands for a dot."""
    return _rules(json.dumps({key.replace("__", "."): value for key, value in options.items()}))


@cache
def _rules(options: str) -> Rulebook:
    return load_rules("buskit", Rulebook, json.loads(options))


@cache
def character(name: str) -> Character:
    """Return a character of the sides that come with the game."""
    terms = rules().terms()
    found = {one: figures for side in rules().companies.values() for one, figures in side.characters.items()}
    return found[name].character(name, terms)


def begun(
    fighters: dict[str, Any], *, begins: bool = False, **options: Any
) -> tuple[Rulebook, Session[State], ScriptedTable]:
    """Begin a fight with scripted dice. It begins with the turn of the first of `fighters`, or with a new round."""
    given, table = Given.model_validate({"fighters": fighters, "begins": begins}), ScriptedTable()
    book = rules(**{"table__terrain": [], **options})
    return book, Session(rules_of(book), given.state(book), given.lay(book), 1, table), table


def skirmish(fighters: dict[str, Any], **options: Any) -> Skirmish:
    """Return a fight that was begun with the turn of the first fighter of `fighters`."""
    book, session, _ = begun(fighters, **options)
    return Skirmish(session.play, book, dice_of(book))


def playing(
    part: Callable[[Skirmish], Awaitable[T]], fighters: dict[str, Any], **options: Any
) -> tuple[Session[State], ScriptedTable, list[T]]:
    """Play only a part of the rules, with fighters on the table.

    Returns:
        The session, in which questions of this part are answered; its table; and a list that gets the part's result.
    """
    given, table = Given.model_validate({"fighters": fighters}), ScriptedTable()
    book = rules(**{"table__terrain": [], **options})
    results: list[T] = []

    async def run(play: Play[State]) -> None:
        results.append(await part(Skirmish(play, book, dice_of(book))))

    return Session(run, given.state(book), given.lay(book), 1, table), table, results


def asked(book: Rulebook, session: Session[State]) -> Reason:
    """Return the reason of the question that is open."""
    return reason(book, session, session.pending[0])


def answer(session: Session[State], *answers: object) -> None:
    """Give one answer after the other."""
    for one in answers:
        session.answer(one)


def throw(session: Session[State], table: ScriptedTable, *shown: int | DieResult) -> None:
    """Throw the dice that a player is asked to throw."""
    request = session.pending[0]
    assert isinstance(request, AimThrow)
    lie = tuple(one if isinstance(one, DieResult) else DieResult(None, one) for one in shown)
    table.follow(ScriptedOutcome(dice=lie))
    session.answer(Aim((inches(4), inches(4)), 0.0))


def question(session: Session[State]) -> tuple[str, str, object]:
    """Return the player and the purpose of the open question, and the answers to choose from, if it has a list."""
    request = session.pending[0]
    match request:
        case Choose(options=found):
            return request.player, request.purpose, found
        case PickSome(items=found):
            return request.player, request.purpose, found
    return request.player, request.purpose, None


def attacking(
    fighters: dict[str, Any], name: str, declared: Declaration, before: dict[str, Any] | None = None, **options: Any
) -> tuple[Session[State], ScriptedTable]:
    """Carry out declared attacks of a fighter, and return the session and its table. `before` has earlier changes."""

    async def attacks(game: Skirmish) -> None:
        for one, changes in (before or {}).items():
            game.change(one, **changes)
        await carry_out(game, name, declared)

    return playing(attacks, fighters, **options)[:2]


def rolled(session: Session[State], table: ScriptedTable, *shown: int) -> list[str]:
    """Throw the dice that are asked for, and return the pools in which they were."""
    pools = [write_pool(pool) for pool in session.state.throws[-1].pools]
    throw(session, table, *shown)
    return pools
