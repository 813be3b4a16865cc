"""A game of Riot Dice that a command plays: begun or gone on with, stored or not."""

import shlex
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from riotsim.commands.problems import BadInput
from riotsim.commands.progress import waiting
from riotsim.commands.saving import opened
from riotsim.commands.seats import BOTS
from riotsim.commands.streams import printable
from riotsim.files.store.document import Header
from riotsim.files.store.holding import Busy
from riotsim.files.store.keeper import Keeper
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.games.riot_dice.state import State
from riotsim.physics import perform
from riotsim.play.session import Session
from riotsim.saves.beginning import begin
from riotsim.saves.keeping import kept, resumed
from riotsim.saves.taking_up import must_fit
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Playing:
    """A game that is on."""

    session: Session[State]
    book: Rulebook
    header: Header
    id: str | None
    """In the store; None if it isn't stored."""
    db: Path | None
    """The store, if it isn't the user's own."""
    keeper: Keeper | None = None
    """What stores it; None if nothing does."""

    @property
    def unsaved(self) -> bool:
        """Whether, now that it is over, something of it could not be stored."""
        return self.keeper is not None and self.keeper.trouble is not None

    @property
    def resume(self) -> str:
        """The command that goes on with it, for a shell."""
        assert self.id is not None, "it is stored"
        db = [] if self.db is None else ["--db", str(self.db)]
        return shlex.join(["riotsim", "game", "--resume", self.id, *db])

    @property
    def bots(self) -> dict[str, str]:
        """Who plays, and which bot each of them is."""
        return {seat.name: seat.player for seat in self.header.seats}

    @property
    def titles(self) -> dict[str, str]:
        """What the gangs are called, of bosses who have chosen one."""
        return {seat.name: self.book.gangs[seat.gang].title for seat in self.header.seats if seat.gang is not None}


@contextmanager
def new(header: Header, db: Path | None, *, save: bool) -> Iterator[Playing]:
    """Begin a game, and store it as it is played if it shall be."""
    with ExitStack() as open_for_the_game:
        with waiting() as say:
            if save:
                store = open_for_the_game.enter_context(opened(db))
                kept_game = kept(store, header, _traced, tell=_tell, say=say)
                begun, recorder = open_for_the_game.enter_context(kept_game)
                playing = Playing(begun.session, begun.book, header, recorder.keeper.game, db, recorder.keeper)
            else:
                begun = begin(header, perform, say=say)
                open_for_the_game.callback(begun.session.close)
                playing = Playing(begun.session, begun.book, header, None, db)
        yield playing


@contextmanager
def gone_on_with(game: str, db: Path | None) -> Iterator[Playing]:
    """Go on with a stored game; one that is over is only looked at, and stays as it is."""
    with opened(db, must_exist=True) as store:
        game = game.lower()  # as all names in the store are
        short = store.summary(game)
        header = short.header
        if short.result is not None:
            begun = must_fit(store.read(game), str(store.path)).begun
            if begun.session.over:
                with closing(begun.session):
                    yield Playing(begun.session, begun.book, header, game, db)
                return
            begun.session.close()
        if people := [seat.name for seat in header.seats if seat.player not in BOTS]:
            names = printable(", ".join(people))
            raise BadInput(f"--resume {game}: {names} would have to play, and only bots can here")
        try:
            with ExitStack() as open_for_the_game:
                with waiting() as say:
                    going_on = resumed(store, game, _traced, tell=_tell, say=say)
                    begun, recorder = open_for_the_game.enter_context(going_on)
                yield Playing(begun.session, begun.book, header, game, db, recorder.keeper)
        except Busy as busy:
            raise BadInput(f"--resume {game}: {printable(str(busy))}") from busy


def _traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    return perform(table, act, seed, trace_hz=hz)


def _tell(what: str) -> None:
    typer.echo(what, err=True)
