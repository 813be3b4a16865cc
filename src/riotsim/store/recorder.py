"""The recorder, which stores a new or resumed game while it is played."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.play.scenarios.expected_events import plain_event
from riotsim.play.session.journal import Acted, Answered, Entry, ReplayDiverged
from riotsim.play.session.outcomes import compute_delta
from riotsim.play.session.serialization import act_to_plain, to_plain
from riotsim.play.session.session import Checkpoint, Play, Session
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database import traces
from riotsim.store.database.document import ActedDoc, AnsweredDoc, Header, outcome_to_doc
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.database.writer import EventBatch, GameWriter
from riotsim.store.resume import describe_misfit, position_checksum, resume_game
from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.state import Table
from riotsim.table.units import FRAMES_PER_SECOND

TracingPerform = Callable[[Table, Act, int, int], Settled]
"""A function that performs an act and keeps its frames.

Its arguments are the table, the act, the seed and the number of frames per simulated second.
"""

TurnStart = tuple[int, int]
"""The start of a turn: the number of journal entries and the number of events before it."""


class Recorder:
    """A session's listener that stores all changes of the session through a `GameWriter`."""

    def __init__(self, keeper: GameWriter, traced: TracingPerform, *, with_traces: bool = True) -> None:
        self.writer = keeper
        self._traced = traced
        self._hz = FRAMES_PER_SECOND if with_traces else 0
        self._trace: tuple[Frame, ...] = ()
        """Frames of the latest act; empty once they are stored."""
        self._put_by: dict[int, bytes] = {}
        """Compressed traces of undone acts, kept for a redo, by the numbers of their entries."""
        self._session: Session[Any] | None = None
        self._events = 0
        self._turn: TurnStart | None = None
        """The latest stored start of a turn; None if this recorder knows of no stored start."""

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act, keep its frames until its outcome is stored, and return the outcome without frames."""
        settled = self._traced(table, act, seed, self._hz)
        self._trace = settled.trace
        return replace(settled, trace=())

    def frames(self) -> dict[int, tuple[Frame, ...]]:
        """Return the stored frames of acts, by the numbers of the acts' journal entries.

        Raises:
            ValueError: A trace is damaged or too large, or all traces together are too large.
        """
        return traces.unpack_traces(self.writer.traces_from(0))

    def watch(self, session: Session[Any], *, events: int = 0, turn: TurnStart | None = None) -> None:
        """Store the session's events that are not stored yet, and from now on all changes of the session.

        Args:
            session: The session.
            events: Number of the session's events that are stored already.
            turn: The start of the session's present turn, if it is stored already; otherwise None.
        """
        self._session, self._events, self._turn = session, events, turn
        session.set_listener(self)
        self.catch_up()
        if session.is_over:
            self.game_ended()

    def catch_up(self) -> None:
        """Store the session's new events, and the start of the present turn if it is not stored yet."""
        session = self._watched
        self.writer.write_events(self._told(session.play, session.checkpoint))

    def game_ended(self) -> None:
        """Store the result of the game."""
        self.catch_up()
        self.writer.write_result(json.dumps(to_plain(getattr(self._watched.state, "result", None)), ensure_ascii=False))

    @property
    def _watched(self) -> Session[Any]:
        assert self._session is not None, "a recorder watches before anything happens"
        return self._session

    def entries_undone(self, entries: int, events: int, turn: Checkpoint[Any]) -> None:
        """Remove undone journal entries and events from the store.

        The frames of undone acts are kept in memory for a redo.

        Args:
            entries: Number of journal entries that stay.
            events: Number of events that stay.
            turn: The start of the turn that is the session's present turn after the undo.
        """
        self._put_by |= self.writer.traces_from(entries)
        self._events = min(self._events, events)
        if self._turn is not None:
            self._turn = min(self._turn, (turn.entry_count, turn.event_count))
        self.writer.truncate(entries, self._events)

    def redo_discarded(self) -> None:
        """Discard the frames that were kept for a redo of undone acts, because no redo is possible any more."""
        self._put_by.clear()

    def entry_added(self, number: int, entry: Entry, play: Play[Any], turn: Checkpoint[Any]) -> None:
        """Store a journal entry, or the outcome of an act whose entry is stored already.

        Args:
            number: Number of the entry.
            entry: The answers, or the act with or without its outcome.
            play: The game in progress.
            turn: The start of the present turn.
        """
        match entry:
            case Answered(purpose, answers, stamp):
                told = tuple((player, to_plain(answer)) for player, answer in answers)
                body = AnsweredDoc(purpose=purpose, answers=told, stamp=stamp).model_dump_json()
                self.writer.write_entry(number, body, self._told(play, turn))
            case Acted(act, seed, None):
                body = ActedDoc(act=act_to_plain(act), seed=seed).model_dump_json()
                self.writer.write_entry(number, body, self._told(play, turn))
            case Acted(act, _, settled):
                assert settled is not None, "an act without an outcome is above"
                body = outcome_to_doc(compute_delta(play.table, act, settled)).model_dump_json(exclude_defaults=True)
                trace = self._put_by.pop(number, None) or (traces.pack_frames(self._trace) if self._trace else None)
                self._trace = ()
                self.writer.write_outcome(number, body, trace)

    def _told(self, play: Play[Any], turn: Checkpoint[Any]) -> EventBatch:
        """Return the new events, and the start of the turn if it is not stored yet.

        The recorder counts all that is returned as stored, so the caller must store it.
        """
        events = [
            (number, json.dumps(plain_event(event), ensure_ascii=False))
            for number, event in enumerate(play.events[self._events :], self._events)
        ]
        begun, before = (turn.entry_count, turn.event_count), self._turn
        self._events, self._turn = len(play.events), begun
        turns = [] if begun == before else [(*begun, position_checksum(turn.table, turn.chance))]
        return EventBatch(events, turns)


@contextmanager
def record_new_game(
    store: Store,
    header: Header,
    traced: TracingPerform,
    *,
    with_traces: bool = True,
    tell: ProgressListener = ignore_progress,
    progress: ProgressListener = ignore_progress,
) -> Iterator[tuple[StartedGame, Recorder]]:
    """Begin a game, and store it while it is played. The end of the `with` block ends the storing.

    Args:
        store: The store.
        header: The header of the game.
        traced: Function that performs acts.
        with_traces: Whether to store the traces of acts, which show how the pieces moved.
        tell: Function that receives warnings, such as that the disk is full.
        progress: Callback that gets a line of text before each mesh file of the game's rules is read.

    Yields:
        The game and its recorder.

    Raises:
        BadFile: The game can't be begun, or the store can't be written.
    """
    keeper = store.begin(header)
    keeper.tell = tell
    recorder = Recorder(keeper, traced, with_traces=with_traces)
    try:
        begun = start_game(header, recorder.perform, progress=progress)
    except BaseException:
        keeper.close()
        store.delete(keeper.game)
        raise
    with _recording(begun, recorder):
        recorder.watch(begun.session)
        yield begun, recorder


@contextmanager
def record_resumed_game(
    store: Store,
    game: str,
    traced: TracingPerform,
    *,
    with_traces: bool = True,
    tell: ProgressListener = ignore_progress,
    progress: ProgressListener = ignore_progress,
) -> Iterator[tuple[StartedGame, Recorder]]:
    """Resume a stored game at its pending decision, and store it while it is played.

    If an act of the game has no stored outcome, that act is performed before the `with` block begins. The end of the
    block ends the storing.

    Args:
        store: The store.
        game: Id of the game.
        traced: Function that performs acts.
        with_traces: Whether to store the traces of acts, which show how the pieces moved.
        tell: Function that receives warnings, such as that the disk is full.
        progress: Callback that gets a line of text before each mesh file of the game's rules is read.

    Yields:
        The game and its recorder.

    Raises:
        Busy: Another process plays the game.
        BadFile: There is no such game, or it is damaged or does not fit its rules.
    """
    keeper = store.resume(game)
    keeper.tell = tell
    recorder = Recorder(keeper, traced, with_traces=with_traces)
    try:
        stored = store.read(game)
        told = len(store.events(game))
        under_way = _ResumedWatch(recorder, stored, told)
        try:
            begun = resume_game(stored, under_way.perform, begun=under_way.begun, progress=progress).started
        except ReplayDiverged as error:
            raise describe_misfit(stored, error, str(store.path)) from error
        under_way.watch()
    except BaseException:
        keeper.close()
        raise
    with _recording(begun, recorder):
        yield begun, recorder


@contextmanager
def _recording(begun: StartedGame, recorder: Recorder) -> Iterator[None]:
    """Finish a recording at the end of the `with` block.

    Store the remaining events, unlock the game, and close the session of the game.
    """
    try:
        yield
    finally:
        try:
            recorder.catch_up()
        finally:
            recorder.writer.close()
            begun.session.close()


class _ResumedWatch:
    """A helper that starts recording a resumed game once its stored journal has been replayed.

    If the replay reaches an act without a stored outcome, the recording starts just before that act is performed.
    """

    def __init__(self, recorder: Recorder, stored: StoredGame, told: int) -> None:
        self._recorder = recorder
        self._stored = stored
        self._told = told
        self._begun: StartedGame | None = None
        self._watching = False

    def begun(self, begun: StartedGame) -> None:
        """Store the started game in this object. The journal of the game has not been replayed yet."""
        self._begun = begun

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act that has no stored outcome. The first such act starts the recording."""
        self.watch()
        return self._recorder.perform(table, act, seed)

    def watch(self) -> None:
        """Start the recording if it has not started before."""
        if not self._watching:
            assert self._begun is not None, "no game has acts before its first question"
            self._watching = True
            session = self._begun.session
            known = {(turn.entry, turn.event) for turn in self._stored.turns}
            turn = (session.checkpoint.entry_count, session.checkpoint.event_count)
            self._recorder.watch(session, events=self._told, turn=turn if turn in known else None)
            # It may have been killed between an answer and the act that follows from it.
            for number in range(len(self._stored.entries), session.entry_count):
                self._recorder.entry_added(number, session.journal[number], session.play, session.checkpoint)
