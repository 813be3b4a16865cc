"""The reader of a recorded journal, which passes the recorded answers and outcomes to the rules.

For example, after an undo the rules run again with the recorded answers and outcomes. `JournalAligner` returns these
in order. If the next entry is not what the rules need, the aligner raises `ReplayDiverged`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Final, TypeAlias

from riotsim.play.requests import PlayerId, Refused, Request
from riotsim.play.session.journal import Acted, Answered, Entry, ReplayDiverged
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

MAX_DIFFERENCES: Final = 3
"""Greatest number of differences between two acts that a message lists."""

MAX_VALUE_LENGTH: Final = 60
"""Greatest length of each of the differing values in a message (characters)."""

MAX_REASON_LENGTH: Final = 300
"""Greatest length of the reason for a refusal in a message (characters)."""


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """The recorded answer to a request, or the answers to requests that several players got at the same time."""

    purpose: str
    players: tuple[PlayerId, ...]
    """The players who answered, in the order of the requests."""
    stamp: float
    """Time of the last answer (s), as in `Answered.stamp`."""
    read: Callable[[int, Request[object]], object]
    """Function that takes the index of a player in `players` and the player's request, and returns the answer.

    The function raises `Refused` if the recorded data isn't an answer to the request.
    """


@dataclass(frozen=True, slots=True)
class RecordedAct:
    """A recorded act, and its outcome if an outcome was recorded."""

    kind: str
    """Kind of the act, such as `roll`."""
    differences: Callable[[Act, int], tuple[str, str] | None]
    """Function that compares an act and its seed with the recorded act and seed.

    If they differ, the function returns two descriptions: of the given act and of the recorded act. Otherwise it
    returns None.
    """
    outcome: Callable[[Table, Act], Settled] | None
    """Function that returns the recorded outcome. The field is None if no outcome was recorded.

    The arguments are the table before the act, and the act. The function raises `ValueError` if the outcome does not
    fit the table.
    """


Recorded: TypeAlias = RecordedAnswers | RecordedAct
"""An entry of a journal, in the form that `JournalAligner` uses."""


def to_recorded(entry: Entry) -> Recorded:
    """Return a journal entry in the form that `JournalAligner` uses."""
    if isinstance(entry, Answered):
        answers = entry.answers
        return RecordedAnswers(
            entry.purpose,
            tuple(player for player, _ in answers),
            entry.stamp,
            lambda place, _request: answers[place][1],
        )
    settled = entry.settled

    def differences(act: Act, seed: int) -> tuple[str, str] | None:
        return None if (act, seed) == (entry.act, entry.seed) else describe_differences(act, seed, entry)

    return RecordedAct(describe_act(entry.act), differences, None if settled is None else lambda _table, _act: settled)


class JournalAligner:
    """A reader of a recorded journal. It passes the entries to the rules one by one, in the order of the journal."""

    def __init__(self, entries: Sequence[Recorded] = (), first: int = 0) -> None:
        """Initialize a reader whose next entry is the first one.

        Args:
            entries: The recorded entries.
            first: The number of the first of these entries in the journal of the whole game, counted from 0.
        """
        self._entries = entries
        self._first = first
        self._next = 0

    @property
    def pending(self) -> bool:
        """True if there are recorded entries that have not been used yet."""
        return self._next < len(self._entries)

    def next_answers(self, requests: Sequence[Request[object]]) -> Answered:
        """Return the recorded answers to the rules' requests, and advance by one entry. `pending` must be True.

        Raises:
            ReplayDiverged: The next entry doesn't answer these requests, or one of its answers is not allowed.
        """
        entry, expected = self._entries[self._next], describe_requests(requests)
        if not isinstance(entry, RecordedAnswers) or not requests:
            raise self._divergence_error(expected, _describe(entry))
        if entry.players != tuple(request.player for request in requests) or entry.purpose != requests[0].purpose:
            raise self._divergence_error(expected, _describe(entry))
        answers: list[tuple[PlayerId, object]] = []
        for place, request in enumerate(requests):
            try:
                answer = entry.read(place, request)
                reason = request.refusal(answer)
            except Refused as refused:
                answer, reason = None, str(refused)
            if reason:
                told = f"{_describe(entry)}, where {request.player}'s answer is refused: {reason[:MAX_REASON_LENGTH]}"
                raise self._divergence_error(expected, told)
            answers.append((request.player, answer))
        self._next += 1
        return Answered(entry.purpose, tuple(answers), entry.stamp)

    def next_outcome(self, table: Table, act: Act, seed: int) -> Settled | None:
        """Return the recorded outcome of an act that the rules make, and advance by one entry.

        Returns:
            The outcome. None if no outcome is recorded. Then the act must be performed.

        Raises:
            ReplayDiverged: The next entry is not this act with this seed. Or the recorded outcome does not fit the
                table. Or this entry has no outcome, although it is not the last of the recorded entries.
        """
        if not self.pending:
            return None
        entry = self._entries[self._next]
        if not isinstance(entry, RecordedAct):
            raise self._divergence_error(describe_act(act), _describe(entry))
        if differ := entry.differences(act, seed):
            raise self._divergence_error(*differ)
        if entry.outcome is None:
            if self._next + 1 < len(self._entries):
                raise self._divergence_error(f"what came of {entry.kind}", "none, and goes on")
            self._next += 1
            return None
        try:
            settled = entry.outcome(table, act)
        except ValueError as error:
            raise self._divergence_error(f"an outcome of {entry.kind}", f"one in which {error}") from error
        self._next += 1
        return settled

    @property
    def number(self) -> int:
        """The number of the next entry in the journal of the whole game, counted from 0."""
        return self._first + self._next

    def _divergence_error(self, expected: str, found: str) -> ReplayDiverged:
        return ReplayDiverged(self.number, expected, found)


def describe_requests(requests: Sequence[Request[object]]) -> str:
    """Return a description of requests: their purpose and the players who are asked."""
    if not requests:
        return "nothing"
    return f"{requests[0].purpose} of {', '.join(request.player for request in requests)}"


def describe_act(act: Act) -> str:
    """Return the kind of an act, such as `roll`."""
    return type(act).__name__.lower()


def describe_differences(act: Act, seed: int, noted: Acted) -> tuple[str, str]:
    """Return two descriptions: one of the rules' act, and one of the recorded act.

    A description begins with the kind of the act. If both acts are of the same kind, the values that differ follow, at
    most `MAX_DIFFERENCES` of them.

    Args:
        act: The act that the rules perform.
        seed: The seed of `act`.
        noted: The recorded act with its seed.
    """
    if type(act) is not type(noted.act):
        return describe_act(act), describe_act(noted.act)
    differ = list(_differing_fields("", act, noted.act))
    if seed != noted.seed:
        differ.append(("seed", seed, noted.seed))
    more = f" and {len(differ) - MAX_DIFFERENCES} more" if len(differ) > MAX_DIFFERENCES else ""
    expected, other = (
        ", ".join(f"{one[0]} {_shorten(one[side])}" for one in differ[:MAX_DIFFERENCES]) + more for side in (1, 2)
    )
    return f"{describe_act(act)} with {expected}", f"{describe_act(noted.act)} with {other}"


def _describe(entry: Recorded) -> str:
    if isinstance(entry, RecordedAct):
        return entry.kind
    return f"{entry.purpose} of {', '.join(entry.players) or 'nobody'}"


def _differing_fields(where: str, one: object, other: object) -> Iterator[tuple[str, object, object]]:
    """Yield the different fields of two values.

    If such a field has fields of its own, their differences are yielded instead. Each item has the path of the field,
    its content in the first value, and its content in the second value.

    Args:
        where: The path of the values themselves; empty at the root.
        one: The first value.
        other: The second value.
    """
    if one == other:
        return
    inner: list[tuple[str, object, object]] = []
    if type(one) is type(other) and is_dataclass(one):
        for field in fields(one):
            if field.compare:
                name = f"{where}.{field.name}" if where else field.name
                inner += _differing_fields(name, getattr(one, field.name), getattr(other, field.name))
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) and any(map(is_dataclass, one)):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            inner += _differing_fields(f"{where}[{number}]", mine, theirs)
    yield from inner or [(where or "all", one, other)]


def _shorten(value: object) -> str:
    text = str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"
