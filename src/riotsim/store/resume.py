"""The resumption of a stored game: the rules run again over its journal, with the stored outcomes of acts."""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from riotsim.errors import StorageError
from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.files.problems import BadFile, Problem
from riotsim.play.session.alignment import JournalAligner, Recorded, RecordedAct, RecordedAnswers
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.chance import Chance
from riotsim.play.session.journal import ReplayDiverged
from riotsim.play.session.outcomes import apply_delta
from riotsim.play.session.serialization import act_to_plain, checksum
from riotsim.play.session.session import Perform, Session
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database.document import ActedDoc, AnsweredDoc, OutcomeDoc, outcome_from_doc
from riotsim.store.database.store import StoredGame, TurnStart
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

MAX_SHOWN_LENGTH: Final = 80
"""Maximum length of a name or value from a stored game in a message (characters). Longer ones are cut."""


class OutcomeMissing(StorageError):
    """The error raised when an act has no stored outcome and can't be performed, because the game is only read."""


def perform_nothing(_table: Table, _act: Act, _seed: int, /) -> Settled:
    """Refuse to perform an act. A session uses this function instead of `perform` if the game is only read.

    Raises:
        OutcomeMissing: Always.
    """
    raise OutcomeMissing


@dataclass(frozen=True, slots=True)
class ResumedGame:
    """A stored game whose journal was replayed."""

    started: StartedGame
    halted: bool
    """True if the replay ended at an act that has no stored outcome and was not performed."""
    turns: tuple[TurnStart, ...]
    """The starts of the game's turns, as the replay found them."""

    @property
    def session(self) -> Session[Any]:
        """The session of the game."""
        return self.started.session


ActListener = Callable[[int, Table, Act, int, Settled], None]
"""A function that receives each act of a journal with its outcome.

Its arguments are the number of the journal entry, the table before the act, the act, its seed, and its outcome.
"""


class JournalReplay:
    """A replay of a stored game, with the answers in its journal and the stored outcomes of its acts."""

    def __init__(
        self,
        stored: StoredGame,
        perform: Perform,
        seen: ActListener | None,
        begun: Callable[[StartedGame], None],
        progress: ProgressListener,
    ) -> None:
        self._stored = stored
        self._perform = perform
        self._seen = seen
        self._begun = begun
        self._progress = progress
        entries = (_recorded(entry, stored.outcomes.get(number)) for number, entry in enumerate(stored.entries))
        self._aligner = JournalAligner(list(entries))
        self._stored_turns = {(turn.entry, turn.event): turn.position for turn in stored.turns}
        self._turns: list[TurnStart] = []
        self._turn: object = None

    def run(self) -> ResumedGame:
        """Run the rules over the journal.

        Raises:
            BadFile: The game's rules, seats or meshes are not usable.
            ReplayDiverged: The journal does not fit the rules.
        """
        halted = False
        begun = start_game(self._stored.header, self.perform, progress=self._progress, stored=True)
        self._begun(begun)
        try:
            self._answer_all(begun.session)
        except OutcomeMissing:
            halted = True
        except BaseException:
            begun.session.close()
            raise
        return ResumedGame(begun, halted, tuple(self._turns))

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Return the stored outcome of an act. If nothing is stored for the act, perform it."""
        number = self._aligner.number
        settled = self._aligner.next_outcome(table, act, seed)
        if settled is None:
            return self._perform(table, act, seed)
        if self._seen is not None:
            self._seen(number, table, act, seed, settled)
        return settled

    def _answer_all(self, session: Session[Any]) -> None:
        self._note_turn(session)
        while self._aligner.pending:
            answered = self._aligner.next_answers(session.requests)
            for player, answer in answered.answers:
                session.answer(answer, player, answered.stamp)
            self._note_turn(session)

    def _note_turn(self, session: Session[Any]) -> None:
        """If a new turn has begun, record its start and compare the position with the stored checksum.

        Raises:
            ReplayDiverged: The stored checksum is that of another position.
        """
        begun = session.checkpoint
        if begun is self._turn:
            return
        self._turn = begun
        turn = TurnStart(begun.entry_count, begun.event_count, position_checksum(begun.table, begun.chance))
        if self._stored_turns.get((turn.entry, turn.event), turn.position) != turn.position:
            raise ReplayDiverged(
                turn.entry, "another position at the start of a turn", "one that the rules don't reach"
            )
        self._turns.append(turn)


def resume_game(
    stored: StoredGame,
    perform: Perform = perform_nothing,
    seen: ActListener | None = None,
    begun: Callable[[StartedGame], None] = lambda _begun: None,
    progress: ProgressListener = ignore_progress,
) -> ResumedGame:
    """Run the rules again over the journal of a stored game, up to its pending decision.

    Args:
        stored: The game.
        perform: Function that performs each act without a stored outcome. By default the replay ends at such an act,
            without an error.
        seen: Function that receives each act with its stored outcome; None for no such function.
        begun: Function that receives the started game before its journal is replayed.
        progress: Callback that gets a line of text before each mesh file of the game's rules is read.

    Raises:
        BadFile: The game's rules, seats or meshes are not usable.
        ReplayDiverged: The journal does not fit the rules.
    """
    return JournalReplay(stored, perform, seen, begun, progress).run()


def require_fit(stored: StoredGame, where: str, *, progress: ProgressListener = ignore_progress) -> ResumedGame:
    """Check that a stored game fits its rules, and return the replayed game.

    Acts are not simulated: each act gets its stored outcome. The replay ends at an act without a stored outcome.

    Args:
        stored: The game.
        where: Name of the game's store or file, for messages.
        progress: Callback that gets a line of text before each mesh file of the game's rules is read.

    Raises:
        BadFile: The game does not fit its rules, or its rules, seats or meshes are not usable.
    """
    try:
        return resume_game(stored, progress=progress)
    except ReplayDiverged as error:
        raise describe_misfit(stored, error, where) from error


def describe_misfit(stored: StoredGame, error: ReplayDiverged, where: str) -> BadFile:
    """Return the error that tells why a stored game does not fit its rules.

    Args:
        stored: The game.
        error: The first difference between the journal and the rules.
        where: Name of the game's store or file, for the message.
    """
    return BadFile([Problem(where, f"the game {stored.id} does not fit the rules: {error}")])


def _recorded(entry: AnsweredDoc | ActedDoc, outcome: OutcomeDoc | None) -> Recorded:
    """Return a stored journal entry in the form that `JournalAligner` compares with the rules.

    Args:
        entry: The entry.
        outcome: The stored outcome if the entry is an act; None for answers, and for an act without a stored outcome.
    """
    if isinstance(entry, AnsweredDoc):
        answers = entry.answers
        return RecordedAnswers(
            entry.purpose,
            tuple(player for player, _ in answers),
            entry.stamp,
            lambda place, request: parse_answer(request, answers[place][1]),
        )
    kind = str(entry.act.get("is"))[:MAX_SHOWN_LENGTH]

    def differences(act: Act, seed: int) -> tuple[str, str] | None:
        told = act_to_plain(act)
        # What a later version adds to an act is not in the journal, and is no difference.
        key = next((key for key, value in entry.act.items() if told.get(key) != value), None)
        if key is None and entry.seed == seed:
            return None
        return _describe(told, key or "seed", seed), _describe(entry.act, key or "seed", entry.seed)

    def settle(table: Table, act: Act) -> Settled:
        assert outcome is not None, "asked for only where there is one"
        return apply_delta(table, act, outcome_from_doc(outcome))

    return RecordedAct(kind, differences, None if outcome is None else settle)


def _describe(act: dict[str, Any], key: str, seed: int) -> str:
    """Return the kind of an act with one of its fields, such as `roll with strength 1.0`.

    Args:
        act: The act as plain data.
        key: The field; `seed` for the act's seed.
        seed: The act's seed.
    """
    value = str(seed if key == "seed" else act.get(key, "missing"))
    return f"{str(act.get('is'))[:MAX_SHOWN_LENGTH]} with {key[:MAX_SHOWN_LENGTH]} {value[:MAX_SHOWN_LENGTH]}"


def position_checksum(table: Table, chance: Chance) -> str:
    """Return the checksum of a position.

    The checksum depends on the pieces that can move, on the towers, and on how far each random stream has been used.
    """
    parts: list[str | bytes] = []
    for sort in (table.dice, table.tokens):
        for name, piece in sort.items():
            parts += (name, struct.pack("<7d", *piece.pose.at, *piece.pose.orientation))
    for name, model in table.models.items():
        parts += (name, struct.pack("<4d?", *model.at, model.heading, model.level, model.fallen))
    for name, tower in table.towers.items():
        parts += (name, *tower.dice, struct.pack("<d", tower.bearing))
    parts += (f"{int(stream)}={count}" for stream, count in sorted(chance.counts.items()))
    return checksum(*parts)
