"""The runner of scenarios: it plays from the position with the listed answers, and checks the expectations.

The runner depends on no game and no engine. Each game has a `Script`, which explains the entries of the file.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from riotsim.play.requests import Aim, AimThrow, PickWay, PlaceDie, PlayerId, Refused, Request, SetPace
from riotsim.play.scenarios.document import CameUp, Entry, ScenarioFile, millimetres
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, find_missing_event
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Carry, Roll, Stack
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, distance, heading

S = TypeVar("S")

SCENARIO_SEED: Final = 0
"""Seed of a scenario's game. The seed decides whatever the file leaves open, such as which player is first."""

DEFAULT_RELEASE_HEIGHT = 100.0
"""Height of release of a scripted throw (mm). If the rules require a greater height, the throw has that height.

The height doesn't affect the outcome.
"""


@dataclass(frozen=True, slots=True)
class Reply:
    """The meaning of an entry of the list `when`: the players' answers, and the final place of a dropped token."""

    answers: Mapping[PlayerId, object]
    """The answer of each player who is asked, by player."""
    token_rest: Point | None = None
    """The final place of a dropped token (mm); None if no token is dropped."""


@dataclass(frozen=True)
class Script(ABC, Generic[S]):
    """A scenario of one game. The game's subclass interprets the scenario's entries."""

    scenario: ScenarioFile

    @abstractmethod
    def begin(self, table: ScriptedTable) -> Session[S]:
        """Begin a game from the scenario's position, and return the game.

        Args:
            table: The scripted table, which performs the game's acts.
        """

    @abstractmethod
    def reply(self, path: str, entry: Entry, session: Session[S], rolled: Sequence[PieceId]) -> Reply:
        """Return the answers that an entry gives to the pending requests.

        Args:
            path: The path of the entry in the file.
            entry: The entry.
            session: The game.
            rolled: The dice of the last roll.

        Raises:
            ScenarioFailed: The entry doesn't answer these requests. The path of the failure begins with `path`.
        """

    def implied_answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the answer to a request that needs no entry in the scenario.

        Return None if the request needs an entry, as all requests do by default.
        """
        return None

    def damaged(self, event: object) -> PieceId | None:
        """Return the model that an event damages, or None if the event damages no model; by default None."""
        return None

    @abstractmethod
    def check(self, session: Session[S]) -> Iterator[Failure]:
        """Check the expectations that only scenarios of this game have. Yield a failure for each that doesn't hold."""


def run(script: Script[S]) -> tuple[Failure, ...]:
    """Play a scenario, and return the expectations that don't hold; empty if all hold.

    If an entry can't be played, the scenario ends there, and the only failure is the one of this entry.
    """
    table = ScriptedTable()
    session = script.begin(table)
    try:
        refused = _play(script, session, table)
        return tuple(_unmet_conditions(script, session, refused))
    except ScenarioFailed as no:
        return (no.failure,)
    finally:
        session.close()


def _play(script: Script[S], session: Session[S], table: ScriptedTable) -> bool:
    """Submit all answers, and return whether the rules refused the last one, as the scenario expects (`then.refused`).

    Raises:
        ScenarioFailed: An entry doesn't fit the game, or the rules unexpectedly refuse an answer. Or the expected
            refusal of the last answer changes the game.
    """
    entries = script.scenario.when
    refused = False
    _give_implied_answers(session, script, _next_purpose(script, 0))
    for k, entry in enumerate(entries):
        path = f"when[{k}]"
        if entry.fallen:
            continue  # handled with the answer before it
        outcome, reply = _interpret(path, entry, script, session, table)
        before = _snapshot(session)
        try:
            for after, falling in _fall_entries(entries, k):
                outcome = _find_falls(f"when[{after}]", script, session, table, outcome, reply, falling)
            table.follow(outcome)
            _give_answers(session, reply)
            _give_implied_answers(session, script, _next_purpose(script, k + 1))
        except Refused as no:
            last = k + 1 == len(entries)
            if not (last and script.scenario.then.refused):
                raise ScenarioFailed(path, "an answer that the rules allow", f"refused: {no}") from no
            if _snapshot(session) != before:
                raise ScenarioFailed("then.refused", "everything as before the refused answer", "a change") from no
            refused = True
        if outcome.falls and max(outcome.falls) >= len(table.acts):
            raise ScenarioFailed(outcome.key, "all these towers to fall", "that not enough happened for that")
    return refused


def _next_purpose(script: Script[S], entry: int) -> str | None:
    """Return the purpose of the request for the scenario's next answer.

    If there is no answer left, return the purpose of the request that the scenario expects at its end. Return None if
    it names no such purpose.

    Args:
        script: The scenario.
        entry: The index of the first entry that is not played yet. It may be an answer or falling towers.
    """
    asks = script.scenario.then.asks
    purposes = (one.purpose for one in script.scenario.when[entry:] if not one.fallen)
    return next(purposes, None if asks is None else asks.purpose)


def _give_implied_answers(session: Session[S], script: Script[S], upcoming: str | None) -> None:
    """Submit the answers that need no entry. Stop at a request that has the purpose `upcoming` or needs an entry."""
    while session.pending and (request := session.pending[0]).purpose != upcoming:
        if (answer := script.implied_answer(request, session)) is None:
            return
        session.answer(answer, request.player)


def _fall_entries(entries: Sequence[Entry], answer: int) -> Iterator[tuple[int, Entry]]:
    """Yield the entries with falling towers that directly follow an answer, each with its index.

    Args:
        entries: All entries of the scenario.
        answer: The index of the answer.
    """
    # Entries after the first are about towers that are rebuilt and fall again.
    for number in range(answer + 1, len(entries)):
        if not entries[number].fallen:
            return
        yield number, entries[number]


def _interpret(
    path: str, entry: Entry, script: Script[S], session: Session[S], table: ScriptedTable
) -> tuple[ScriptedOutcome, Reply]:
    """Return what an entry means: the scripted outcome of the acts that follow its answer, and the answer.

    Raises:
        ScenarioFailed: The entry doesn't fit the pending request.
    """
    asked = describe_next_request(session)
    if session.is_over or entry.purpose != session.pending[0].purpose:
        raise ScenarioFailed(path, asked, entry.kind)
    request = session.pending[0]
    if not isinstance(request, AimThrow):
        reply = script.reply(path, entry, session, table.rolled)
        return ScriptedOutcome(path, token_rest=reply.token_rest), reply
    dice = entry.roll or ()
    if len(dice) != len(request.dice):
        raise ScenarioFailed(f"{path}.roll", f"{len(request.dice)} dice", str(len(dice)))
    lies = [DieResult(None if die.at is None else millimetres(die.at), die.shows, die.cocked, die.off) for die in dice]
    return ScriptedOutcome(path, tuple(lies)), Reply({request.player: _legal_aim(request)})


def _legal_aim(request: AimThrow) -> Aim:
    """Return a throw that the rules allow. Any throw will do, because its outcome is scripted."""
    drop = max(DEFAULT_RELEASE_HEIGHT, request.least_drop)
    if request.target is None:
        return Aim((request.width / 2, request.depth / 2), 0.0, drop=drop)
    at = request.target.at
    hand = request.target.release_region.nearest(at) or at
    mark = replace(request.target.default_mark, back=distance(hand, at))
    return Aim(at, heading(hand, at), drop=drop, mark=mark)


def _give_answers(session: Session[S], reply: Reply) -> None:
    """Submit the answers of all players who are asked.

    Requests to place a die or to set a pace may follow directly. Answer these too: place each die on the middle of the
    tower, and choose the first pace.

    Raises:
        Refused: An answer of `reply` is not allowed. No answer was submitted.
    """
    for request in session.pending:
        if reason := request.refusal(reply.answers[request.player]):
            raise Refused(reason)
    for request in session.pending:
        session.answer(reply.answers[request.player], request.player)
    while session.pending:
        match session.pending[0]:
            case PlaceDie() as place:
                session.answer((0.0, 0.0), place.player)
            case SetPace() as pace:
                session.answer(pace.paces[0], pace.player)
            case _:
                return


def _find_falls(
    path: str,
    script: Script[S],
    session: Session[S],
    table: ScriptedTable,
    outcome: ScriptedOutcome,
    reply: Reply,
    falling: Entry,
) -> ScriptedOutcome:
    """Return the outcome of an answer, completed by the towers that fall according to the entry `falling`.

    The entry doesn't name the acts of the falls. To find the acts after the answer, it is first tried in a copy of the
    game, where these towers stay up. For each tower, one of these acts is then chosen, and the tower falls in this act.

    Args:
        path: The path of the entry `falling` in the file.
        script: The scenario.
        session: The game before the answer.
        table: The scripted table of the game.
        outcome: The outcome according to the entries before `falling`.
        reply: The answer.
        falling: The entry that names the towers.

    Raises:
        ScenarioFailed: No act follows the answer. Or an earlier entry named falling towers already, and a tower in
            `falling` has not been rebuilt since.
        Refused: The answer is not allowed.
    """
    rolled = table.rolled
    fork = session.fork()
    request = session.pending[0]
    known = len(fork.events)
    table.follow(outcome)
    try:
        _give_answers(fork, reply)
        damaged = {script.damaged(event) for event in fork.events[known:]}
    finally:
        fork.close()
        table.rolled = rolled
    acts = tuple(table.acts)
    if not acts:
        raise ScenarioFailed(
            f"{outcome.path}", "an answer after which something can fall", "one after which nobody acts"
        )
    falls, came_up = dict(outcome.falls or {}), dict(outcome.came_up)
    before = max(falls, default=-1)
    least: int | None = None
    for tower in falling.fallen:
        if before < 0:
            act = _find_causing_act(tower, acts, least, moves=isinstance(request, PickWay), damaged=tower in damaged)
        else:
            act = _last_stack(path, tower, acts, before)
        least = act if least is None else max(act, least)
        falls[least] = (*falls.get(least, ()), tower)
        if (results := (falling.falls or {}).get(tower)) is not None:
            came_up[least, tower] = tuple(map(_die_result, results))
    return ScriptedOutcome(path, outcome.dice, outcome.token_rest, falls, came_up)


def _last_stack(path: str, tower: PieceId, acts: Sequence[Act], before: int) -> int:
    """Return the index of the act that makes a rebuilt tower fall again: the last stacking of a die on this tower.

    Args:
        path: The path, in the scenario file, of the entry that names the tower.
        tower: The tower.
        acts: The acts since the answer.
        before: The index of the last act with a fall that an earlier entry names. Only later acts count.

    Raises:
        ScenarioFailed: No act after `before` stacks a die on the tower.
    """
    later = [n for n, act in enumerate(acts) if n > before and isinstance(act, Stack) and act.tower == tower]
    if not later:
        raise ScenarioFailed(path, f"{tower} to be rebuilt, and to fall then", "that it is not rebuilt")
    return later[-1]


def _die_result(lies: CameUp) -> DieResult:
    """Convert the result of a fallen tower's die from its form in scenario files to the form for the scripted table."""
    if isinstance(lies, int):
        return DieResult(None, lies)
    return DieResult(None, None, cocked=lies == "cocked", off=lies == "off")


def _find_causing_act(tower: PieceId, acts: Sequence[Act], before: int | None, *, moves: bool, damaged: bool) -> int:
    """Return the index of the act with a tower's fall.

    If `moves` is True, this is the first carry of a model, or the first act if there is no carry. If `moves` is False,
    this is the first act in the following list that exists:

    1. If `damaged` is True, the last act that stacks a die on the tower.
    2. The last act with the fall of an earlier tower of the same entry (`before`).
    3. The first act, if it is a roll outside the tray.
    4. The last act that stacks a die on the tower.
    5. The last act that carries the tower's model.
    6. The first act.

    Args:
        tower: The tower.
        acts: The acts since the answer.
        before: The index of the last act with the fall of an earlier tower of the same entry; None for the entry's
            first tower.
        moves: True if the answer chooses a path for a model.
        damaged: True if an event damages the tower's model.
    """
    if moves:
        carries = [n for n, act in enumerate(acts) if isinstance(act, Carry)]
        return carries[0] if carries else 0  # at the end of the move
    own = [n for n, act in enumerate(acts) if isinstance(act, Stack) and act.tower == tower]
    if damaged and own:
        return own[-1]  # with the last of its new dice
    if before is not None:
        return before  # in the chain
    if isinstance(acts[0], Roll) and not acts[0].in_tray:
        return 0  # the rolled dice hit it
    carried = [n for n, act in enumerate(acts) if isinstance(act, Carry) and act.model == tower]
    return (own or carried or [0])[-1]


def _unmet_conditions(script: Script[S], session: Session[S], refused: bool) -> Iterator[Failure]:
    """Yield a failure for each expectation of `then` that does not hold. Report only the first missing event."""
    then = script.scenario.then
    if then.refused and not refused:
        yield Failure("then.refused", "the last answer refused", "it is allowed")
    yield from script.check(session)
    yield from find_missing_event(then.events, session.events)
    if then.asks is not None and not any(
        _matches_request(then.asks.player, then.asks.purpose, r) for r in session.pending
    ):
        wanted = " ".join(
            part
            for part in (then.asks.purpose or "anything", f"of {then.asks.player}" if then.asks.player else "")
            if part
        )
        yield Failure("then.asks", wanted, describe_next_request(session))


def _matches_request(player: str | None, purpose: str | None, request: Request[object]) -> bool:
    return player in (None, request.player) and purpose in (None, request.purpose)


def describe_next_request(session: Session[S]) -> str:
    """Return a description of the next request: its purpose and the players who are asked."""
    if session.is_over:
        return "nothing: the game is over"
    return f"{session.pending[0].purpose} of {' and '.join(request.player for request in session.pending)}"


def _snapshot(session: Session[S]) -> tuple[object, ...]:
    """Return copies of everything that an answer may change. If two snapshots are equal, nothing has changed."""
    chance = session.play.chance.copy()
    return (
        copy.deepcopy(session.state),
        session.table,
        session.requests,
        session.pending,
        len(session.events),
        len(session.journal),
        chance,
        session.play.now,
    )
