"""Plays a game with the store beside it: a new one, or one that is gone on with."""

from collections.abc import Iterator
from contextlib import contextmanager

from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.play.session.journal import ReplayDiverged
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database.document import Header
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.recorder import Recorder, TracingPerform
from riotsim.store.resume import describe_misfit, resume_game
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


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
    """Begin a game that is stored while it is played.

    `tell` is told of a full disk, `say` which file is being read.

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
    with _until_left(begun, recorder):
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
    """Resume a stored game at its pending decision; an act that was under way is performed.

    Raises:
        Busy: Another process plays it.
        BadFile: It is damaged, or does not fit the rules.
    """
    keeper = store.go_on(game)
    keeper.tell = tell
    recorder = Recorder(keeper, traced, with_traces=with_traces)
    try:
        stored = store.read(game)
        told = len(store.events(game))
        under_way = _UnderWay(recorder, stored, told)
        try:
            begun = resume_game(stored, under_way.perform, begun=under_way.begun, progress=progress).begun
        except ReplayDiverged as error:
            raise describe_misfit(stored, error, str(store.path)) from error
        under_way.watch()
    except BaseException:
        keeper.close()
        raise
    with _until_left(begun, recorder):
        yield begun, recorder


@contextmanager
def _until_left(begun: StartedGame, recorder: Recorder) -> Iterator[None]:
    """Store what is left to store when a game is left, and hold it no longer."""
    try:
        yield
    finally:
        try:
            recorder.catch_up()
        finally:
            recorder.keeper.close()
            begun.session.close()


class _UnderWay:
    """Has the recorder watch a resumed session from the end of the stored journal on."""

    def __init__(self, recorder: Recorder, stored: StoredGame, told: int) -> None:
        self._recorder = recorder
        self._stored = stored
        self._told = told
        self._begun: StartedGame | None = None
        self._watching = False

    def begun(self, begun: StartedGame) -> None:
        """Note the game before its journal is replayed."""
        self._begun = begun

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform the act that was under way, and those after it."""
        self.watch()
        return self._recorder.perform(table, act, seed)

    def watch(self) -> None:
        """Store what happens from now on."""
        if not self._watching:
            assert self._begun is not None, "no game has acts before its first question"
            self._watching = True
            session = self._begun.session
            known = {(turn.entry, turn.event) for turn in self._stored.turns}
            turn = (session.checkpoint.entry, session.checkpoint.event)
            self._recorder.watch(session, events=self._told, turn=turn if turn in known else None)
            # It may have been killed between an answer and the act that follows from it.
            for number in range(len(self._stored.entries), session.entries):
                self._recorder.noted(number, session.journal[number], session.play, session.checkpoint)
