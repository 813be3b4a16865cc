"""Games of persons and bots in the window's host process."""

from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from riotsim.app import open_games
from riotsim.app.open_games import Frontend, OpenGame
from riotsim.app.window.narrator import make_narrator
from riotsim.app.window.player_kinds import player_label
from riotsim.app.window.rules_pages import clauses_of
from riotsim.errors import BadInput
from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.files.problems import BadFile
from riotsim.physics import Diverged
from riotsim.players import make_bots
from riotsim.replay.recording import seats
from riotsim.simulation import frames, live_carry, perform
from riotsim.store.database.document import Header
from riotsim.store.database.lock import Busy
from riotsim.table.acts import Act, Carry, Frame, Settled
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry, Notify, ShowAct, Unplayable


@dataclass(frozen=True, slots=True)
class GameInWindow:
    """A callable that opens a new or stored game in the host process.

    Create it with `new` or `stored`.
    """

    header: Header | None
    """Header of a new game; None for a stored game."""
    game: str | None
    """Id of a stored game; None for a new game."""
    db: Path | None = None
    """The store; None for the user's default store."""
    save: bool = True
    """True if a new game is stored as it is played. A resumed game is always stored."""
    sandbox: bool = False
    """True if every decision and act can be undone, as in the sandbox."""

    @classmethod
    def new(cls, header: Header, db: Path | None = None, *, save: bool = True, sandbox: bool = False) -> Self:
        """Return an instance with which the host process begins a new game.

        Args:
            header: The header of the game. Its `live_clock` should be True if persons play.
            db: The store; None for the user's default store.
            save: Whether to store the game as it is played.
            sandbox: Whether every decision and act can be undone.
        """
        return cls(header, None, db, save, sandbox)

    @classmethod
    def stored(cls, game: str, db: Path | None = None, *, sandbox: bool = False) -> Self:
        """Return an instance with which the host process resumes a stored game.

        A game that is over can only be viewed.

        Args:
            game: Id of the game.
            db: The store; None for the user's default store.
            sandbox: Whether every decision and act can be undone.
        """
        return cls(None, game, db, sandbox=sandbox)

    @contextmanager
    def __call__(self, show: ShowAct, tell: Notify) -> Iterator[HostedGame[Any]]:
        """Open the game, and close it at the end of the block.

        Args:
            show: Function that shows a simulated act in the window and returns its outcome.
            tell: Function that shows a message in the window.

        Raises:
            Unplayable: The game can't be opened, or its physics breaks down.
        """
        place = Frontend(partial(_perform_shown, show), tell, allows_persons=True, show_waiting=_show_nothing)
        try:
            with self._opened(place) as game:
                yield _host_game(game, sandbox=self.sandbox)
        except Diverged as error:
            raise Unplayable(f"The game can't go on: {error}") from error
        except (BadFile, BadInput, Busy) as error:
            raise Unplayable(str(error)) from error

    def _opened(self, place: Frontend) -> AbstractContextManager[OpenGame]:
        if self.header is not None:
            return open_games.new_game(self.header, self.db, save=self.save, place=place)
        assert self.game is not None, "it is a new or a stored one"
        return open_games.resumed_game(self.game, self.db, place)


def _show_nothing() -> AbstractContextManager[ProgressListener]:
    """Return a context that shows nothing, because the window itself shows the wait."""
    return nullcontext(ignore_progress)


def _perform_shown(show: ShowAct, table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Simulate an act and show it in the window.

    Args:
        show: Function that shows the act in the window and returns its outcome.
        table: The table before the act.
        act: The act.
        seed: Seed of the act.
        hz: 0 for no trace. With any other number, the trace has the frames that the window has shown.
    """
    under_way: Generator[Frame, None, Settled] = frames(table, act, seed, listen=True)
    settled = show(table, act, under_way)
    return settled if hz else replace(settled, trace=())


def _live_carry(table: Table, act: Act, seed: int) -> LiveCarry:
    assert isinstance(act, Carry), "only carries are dragged"
    return live_carry(table, act, seed, listen=True)


def _host_game(game: OpenGame, *, sandbox: bool) -> HostedGame[Any]:
    session, header, shown = game.session, game.header, game.game.presentation()
    bots = make_bots(game.bots, game.book, header.seed, perform=perform)
    about = {
        name: ", ".join(filter(None, (player_label(player), game.titles.get(name))))
        for name, player in game.bots.items()
    }
    return HostedGame(
        session,
        f"{game.game.title}: {' against '.join(game.bots)}",
        seats(about, game.header.colours),
        shown.model_owners(session.first_checkpoint.state),
        {name: player.answer for name, player in bots.items()},
        make_narrator(game.game, session, game.book, game.assets.figures),
        game.id or "",
        clauses_of(game.game.name),
        game.game.name,
        live_carry=_live_carry,
        sandbox=sandbox,
        at_back=shown.at_back(session.first_checkpoint.state),
        read_only=session.is_over and game.writer is None and game.id is not None,
    )
