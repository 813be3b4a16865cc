"""The verification of a stored game.

The acts are simulated again and the rules are run again. The new outcomes of the acts are compared with the stored
outcomes. The events, turns and result that the rules give are compared with the stored ones.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from pydantic import JsonValue

from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.play.scenarios.expected_events import plain_event
from riotsim.play.session.journal import ReplayDiverged
from riotsim.play.session.outcomes import largest_displacement
from riotsim.play.session.serialization import to_plain
from riotsim.play.session.session import Perform
from riotsim.store.begin import installed_versions
from riotsim.store.database.store import StoredGame, TurnStart
from riotsim.store.resume import MAX_SHOWN_LENGTH, ResumedGame, describe_misfit, resume_game
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

RecordKind: TypeAlias = Literal["event", "turn", "result"]
"""A kind of record that a store has in addition to the journal: an event, the start of a turn, or the result."""


@dataclass(frozen=True, slots=True)
class ComparedAct:
    """A comparison of an act's stored outcome with a new simulation."""

    entry: int
    """Number of the act's journal entry."""
    what: str
    """Kind of the act: roll, stack, carry, drop, tip or shift."""
    same: bool
    """True if the act settles exactly as stored, to the last bit."""
    apart: float = 0.0
    """Largest distance between a piece's stored and new place (mm); infinite if the tables have different pieces."""
    facts: bool = True
    """True if the act has the same facts as stored, such as which tower fell."""

    @property
    def told(self) -> str:
        """A text about the differences between the new outcome and the stored one."""
        far = "other pieces are on the table" if math.isinf(self.apart) else f"{self.apart:.3g} mm apart"
        return far if self.facts else f"{far}, and something else happens"


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """A difference between a stored event, turn or result and what the rules give in its place."""

    what: RecordKind
    number: int
    """Number of the event or turn, from 0; 0 for the result."""
    stored: JsonValue
    """The event, turn or result as stored; None if the store does not have it."""
    told: JsonValue
    """The event, turn or result as the rules give it; None if the rules do not give it."""

    @property
    def described(self) -> str:
        """The difference in words, such as `event 3: stored is model "Zed", and the rules tell model "a1"`."""
        name = self.what if self.what == "result" else f"{self.what} {self.number}"
        stored, told = self.stored, self.told
        if isinstance(stored, dict) and isinstance(told, dict):
            key = next((key for key, value in stored.items() if not _agrees(value, told.get(key))), "event")
            return f"{name}: stored is {_shown(key, stored.get(key))}, and the rules tell {_shown(key, told.get(key))}"
        return f"{name}: {'is not stored' if stored is None else 'is stored, and the rules tell none'}"


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The result of verifying a game."""

    acts: tuple[ComparedAct, ...]
    begun_with: dict[str, str]
    events: int = 0
    """Number of stored events that were compared."""
    differences: tuple[RecordDifference, ...] = ()
    played_with: dict[str, str] = field(default_factory=installed_versions)

    @property
    def same(self) -> bool:
        """True if all compared acts end exactly as stored, and nothing else differs (`differences` is empty)."""
        return not self.differences and all(act.same for act in self.acts)

    def environment_difference(self) -> str:
        """Return words that compare the versions and the platform at the game's beginning with those of today.

        The words are the end of a sentence. They name each different version, and the platform if it differs. If
        nothing differs, they say that this platform should give the same outcomes, to the last bit.
        """
        other = {key: value for key, value in self.played_with.items() if self.begun_with.get(key) != value}
        if not other:
            return ", on a platform that should give the same bits."
        then = ", ".join(f"{key} {self.begun_with.get(key, '?')}" for key in other)
        return f"; it was played with {then}, and here is {', '.join(f'{k} {v}' for k, v in other.items())}."

    def plain(self) -> dict[str, Any]:
        """Return the report as plain data for JSON; an infinite distance becomes null."""
        return {
            "same": self.same,
            "acts": [{**asdict(act), "apart": None if math.isinf(act.apart) else act.apart} for act in self.acts],
            "events": self.events,
            "differences": [asdict(difference) for difference in self.differences],
            "begun_with": self.begun_with,
            "played_with": self.played_with,
        }


def verify_game(
    game: StoredGame, perform: Perform, where: str, *, progress: ProgressListener = ignore_progress
) -> VerificationReport:
    """Simulate the acts of a stored game again, run the rules again, and compare the results with the store.

    Acts without a stored outcome are left out.

    Args:
        game: The game, which must have been read with its events.
        perform: Function that simulates an act.
        where: Name of the store, for messages.
        progress: Callback that gets a text before each act is simulated, such as `act 3 of 40`.

    Raises:
        BadFile: The game does not fit its rules, or its rules, seats or meshes are not usable.
    """
    acts: list[ComparedAct] = []

    def compare(entry: int, table: Table, act: Act, seed: int, settled: Settled) -> None:
        progress(f"act {len(acts) + 1} of {len(game.outcomes)}")
        again = perform(table, act, seed)
        what = type(act).__name__.lower()
        # By what they are written as: -0.0 equals 0.0 and is another.
        same = repr(again) == repr(settled)
        far = 0.0 if same else largest_displacement(settled.table, again.table)
        acts.append(ComparedAct(entry, what, same, far, again.facts == settled.facts))

    try:
        taken = resume_game(game, seen=compare)
    except ReplayDiverged as error:
        raise describe_misfit(game, error, where) from error
    try:
        differences = tuple(_differences(game, taken))
    finally:
        taken.session.close()
    return VerificationReport(tuple(acts), dict(game.header.versions), len(game.events), differences)


def _differences(game: StoredGame, taken: ResumedGame) -> Iterator[RecordDifference]:
    """Yield the differences between the stored events, turns and result of a game, and those that the rules give.

    While a game has no result, its last events and turns may not be stored yet. This does not count as a difference.
    """
    # The last events and turns are stored with the next journal entry.
    session, whole = taken.session, game.result is not None
    events: list[JsonValue] = [json.loads(json.dumps(plain_event(event))) for event in session.events]
    yield from _sequence_differences("event", game.events, events, whole=whole)
    yield from _sequence_differences("turn", _plain_turns(game.turns), _plain_turns(taken.turns), whole=whole)
    result = to_plain(getattr(session.state, "result", None)) if session.is_over else None
    if whole and not _agrees(game.result, result):
        yield RecordDifference("result", 0, game.result, result)


def _sequence_differences(
    what: RecordKind, stored: Sequence[JsonValue], told: Sequence[JsonValue], *, whole: bool
) -> Iterator[RecordDifference]:
    for number, (here, there) in enumerate(zip_longest(stored, told)):
        if here is None and not whole:
            return
        if not _agrees(here, there):
            yield RecordDifference(what, number, here, there)


def _plain_turns(turns: Sequence[TurnStart]) -> list[JsonValue]:
    return [{"entry": turn.entry, "event": turn.event, "position": turn.position} for turn in turns]


def _agrees(stored: JsonValue, told: JsonValue) -> bool:
    """Return whether stored data agree with what the rules give.

    Keys that only the rules give make no difference: a later version of riotsim may have added them.
    """
    if isinstance(stored, dict) and isinstance(told, dict):
        named = stored.get("event") == told.get("event")
        return named and all(key in told and _agrees(value, told[key]) for key, value in stored.items())
    if isinstance(stored, list) and isinstance(told, list):
        return len(stored) == len(told) and all(map(_agrees, stored, told))
    return type(stored) is type(told) and stored == told


def _shown(key: str, value: JsonValue) -> str:
    """Return a key and its value as text, each cut to `MAX_SHOWN_LENGTH` characters."""
    return f"{key[:MAX_SHOWN_LENGTH]} {json.dumps(value, ensure_ascii=False)[:MAX_SHOWN_LENGTH]}"
