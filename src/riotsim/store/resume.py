"""Takes a stored game up: the rules run again over its journal, without physics, to the decision that was pending."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from riotsim.errors import StorageError
from riotsim.files.assets.meshes import Say, quiet
from riotsim.files.problems import BadFile, Problem
from riotsim.play.requests import Refused
from riotsim.play.session import divergence
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.journal import ReplayDiverged
from riotsim.play.session.outcomes import InvalidDelta, apply_delta
from riotsim.play.session.serialization import act_to_plain
from riotsim.play.session.session import Perform, Session
from riotsim.store.begin import Begun, begin
from riotsim.store.database.document import ActedDoc, AnsweredDoc, outcome_of
from riotsim.store.database.store import StoredGame, Turn
from riotsim.store.position import position_of
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

SHORT, LONG = 80, 300
"""Letters of a value, and of a reason, that are told."""


class Unfinished(StorageError):
    """The journal ends with an act that has no outcome, and nobody is there to perform it."""


def nobody(_table: Table, _act: Act, _seed: int, /) -> Settled:
    """Perform nothing: for those who only look at a game."""
    raise Unfinished


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A stored game at the point that it had come to."""

    begun: Begun
    halted: bool
    """Whether it stopped at an act that was never performed."""
    turns: tuple[Turn, ...]
    """The starts of its turns, as they are here."""

    @property
    def session(self) -> Session[Any]:
        """The game."""
        return self.begun.session


Seen = Callable[[int, Table, Act, int, Settled], None]
"""Is shown an act: the number of its entry, the table before, its seed, and what came of it."""


class Replay:
    """Answers for the players and for the physics what a stored game has."""

    def __init__(
        self, stored: StoredGame, perform: Perform, seen: Seen | None, begun: Callable[[Begun], None], say: Say
    ) -> None:
        self._stored = stored
        self._perform = perform
        self._seen = seen
        self._begun = begun
        self._say = say
        self._next = 0
        self._stored_turns = {(turn.entry, turn.event): turn.position for turn in stored.turns}
        self._turns: list[Turn] = []
        self._turn: object = None

    def take_up(self) -> TakenUp:
        """Run the rules over the journal.

        Raises `BadFile` if the game can't even be begun, and `ReplayDiverged` where the journal does not fit the rules.
        """
        halted = False
        begun = begin(self._stored.header, self.perform, say=self._say, stored=True)
        self._begun(begun)
        try:
            self._answer_all(begun.session)
        except Unfinished:
            halted = True
        except BaseException:
            begun.session.close()
            raise
        return TakenUp(begun, halted, tuple(self._turns))

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Give the outcome that is stored; where the journal ends, perform."""
        number = self._next
        if number >= len(self._stored.entries):
            return self._perform(table, act, seed)
        entry = self._stored.entries[number]
        told = act_to_plain(act)
        if not isinstance(entry, ActedDoc):
            raise ReplayDiverged(number, told["is"], f"the answer {entry.purpose}")
        # What a later version adds to an act is not in the journal, and is no difference.
        differs = next((key for key, value in entry.act.items() if told.get(key) != value), None)
        if differs is not None or entry.seed != seed:
            key = differs or "seed"
            raise ReplayDiverged(number, _part(told, key, seed), _part(entry.act, key, entry.seed))
        self._next += 1
        doc = self._stored.outcomes.get(number)
        if doc is None:
            if self._next < len(self._stored.entries):
                raise ReplayDiverged(number, f"what came of {told['is']}", "none, and goes on")
            return self._perform(table, act, seed)
        try:
            settled = apply_delta(table, act, outcome_of(doc))
        except InvalidDelta as error:
            raise ReplayDiverged(number, f"an outcome of {told['is']}", f"one in which {error}") from error
        if self._seen is not None:
            self._seen(number, table, act, seed, settled)
        return settled

    def _answer_all(self, session: Session[Any]) -> None:
        self._note_turn(session)
        while self._next < len(self._stored.entries):
            number = self._next
            entry = self._stored.entries[number]
            if not session.requests:
                raise ReplayDiverged(number, "nothing: the game is over", _named(entry))
            wanted = divergence.describe_requests(session.requests)
            if not isinstance(entry, AnsweredDoc):
                raise ReplayDiverged(number, wanted, _named(entry))
            players = [request.player for request in session.requests]
            if entry.purpose != session.requests[0].purpose or [player for player, _ in entry.answers] != players:
                raise ReplayDiverged(number, wanted, _named(entry))
            self._next += 1
            for request, (player, told) in zip(session.requests, entry.answers, strict=True):
                try:
                    session.answer(parse_answer(request, told), player, entry.stamp)
                except Refused as no:
                    raise ReplayDiverged(number, wanted, f"an answer that is refused: {str(no)[:LONG]}") from no
            self._note_turn(session)

    def _note_turn(self, session: Session[Any]) -> None:
        """Note the start of a turn, and hold it to the checksum that is stored."""
        begun = session.checkpoint
        if begun is self._turn:
            return
        self._turn = begun
        turn = Turn(begun.entry, begun.event, position_of(begun.table, begun.chance))
        if self._stored_turns.get((turn.entry, turn.event), turn.position) != turn.position:
            raise ReplayDiverged(
                turn.entry, "another position at the start of a turn", "one that the rules don't reach"
            )
        self._turns.append(turn)


def take_up(
    stored: StoredGame,
    perform: Perform = nobody,
    seen: Seen | None = None,
    begun: Callable[[Begun], None] = lambda _begun: None,
    say: Say = quiet,
) -> TakenUp:
    """Take a stored game up: see `Replay.take_up`.

    `seen` is shown each act with its outcome, `begun` the game before anything of its journal; `say` hears what is
    being read.
    """
    return Replay(stored, perform, seen, begun, say).take_up()


def must_fit(stored: StoredGame, where: str, *, say: Say = quiet) -> TakenUp:
    """Take a game up without performing anything. Raises `BadFile` where it does not fit the rules."""
    try:
        return take_up(stored, say=say)
    except ReplayDiverged as error:
        raise unfit(stored, error, where) from error


def unfit(stored: StoredGame, error: ReplayDiverged, where: str) -> BadFile:
    """Say that a game does not fit the rules."""
    return BadFile([Problem(where, f"the game {stored.id} does not fit the rules: {error}")])


def _named(entry: AnsweredDoc | ActedDoc) -> str:
    if isinstance(entry, ActedDoc):
        return f"the act {str(entry.act.get('is'))[:SHORT]}"
    return f"{entry.purpose} of {', '.join(player for player, _ in entry.answers)}"


def _part(act: dict[str, Any], key: str, seed: int) -> str:
    """An act with the part in which it differs."""
    value = str(seed if key == "seed" else act.get(key, "missing"))
    return f"{str(act.get('is'))[:SHORT]} with {key[:SHORT]} {value[:SHORT]}"
