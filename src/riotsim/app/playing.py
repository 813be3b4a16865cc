"""A game that a command plays: begun or gone on with, stored or not."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from riotsim.app.output.progress import waiting
from riotsim.app.output.streams import printable
from riotsim.app.problems import BadInput
from riotsim.app.saving import opened
from riotsim.files.assets.meshes import Say
from riotsim.games.registry import GAMES
from riotsim.physics import perform
from riotsim.play.game import Assets, Game
from riotsim.play.rulebook.sections import Book
from riotsim.play.session.session import Session
from riotsim.players import PERSON, WINDOW, bots_for
from riotsim.store.begin import Begun, begin
from riotsim.store.database.document import Header
from riotsim.store.database.lock import Busy
from riotsim.store.database.writer import Keeper
from riotsim.store.playing import kept, resumed
from riotsim.store.recorder import Traced
from riotsim.store.resume import must_fit
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Playing:
    """A game that is on."""

    session: Session[Any]
    book: Book
    assets: Assets
    header: Header
    id: str | None
    """In the store; None if it isn't stored."""
    db: Path | None
    """The store, if it isn't the user's own."""
    keeper: Keeper | None = None
    """What stores it; None if nothing does."""

    @property
    def game(self) -> Game:
        """Which game it is."""
        return GAMES[self.header.game]

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
        gangs = self.game.gangs(self.book).options
        return {seat.name: gangs[seat.gang] for seat in self.header.seats if seat.gang is not None}


def traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Perform an act on the real table."""
    return perform(table, act, seed, trace_hz=hz)


def tell_on_stderr(what: str) -> None:
    """Say something beside the game."""
    typer.echo(what, err=True)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played: in a terminal, unless told otherwise."""

    traced: Traced = traced
    """Performs acts."""
    tell: Say = tell_on_stderr
    """Hears of a disk that is full."""
    persons: bool = False
    """Whether persons can play there."""
    waiting: Callable[[], AbstractContextManager[Say]] = waiting
    """Shows what is being waited for."""


TERMINAL = Place()


@contextmanager
def new(header: Header, db: Path | None, *, save: bool, place: Place = TERMINAL) -> Iterator[Playing]:
    """Begin a game, and store it as it is played if it shall be."""
    with ExitStack() as open_for_the_game:
        with place.waiting() as say:
            if save:
                store = open_for_the_game.enter_context(opened(db))
                kept_game = kept(store, header, place.traced, tell=place.tell, say=say)
                begun, recorder = open_for_the_game.enter_context(kept_game)
                playing = _playing(begun, header, recorder.keeper.game, db, recorder.keeper)
            else:
                begun = begin(header, lambda table, act, seed: place.traced(table, act, seed, 0), say=say)
                open_for_the_game.callback(begun.session.close)
                playing = _playing(begun, header, None, db)
        yield playing


@contextmanager
def gone_on_with(game: str, db: Path | None, place: Place = TERMINAL) -> Iterator[Playing]:
    """Go on with a stored game; one that is over is only looked at, and stays as it is."""
    with opened(db, must_exist=True) as store:
        game = game.lower()  # as all names in the store are
        short = store.summary(game)
        header = short.header
        if short.result is not None:
            begun = must_fit(store.read(game), str(store.path)).begun
            if begun.session.over:
                with closing(begun.session):
                    yield _playing(begun, header, game, db)
                return
            begun.session.close()
        _must_be_seated(game, header, place)
        try:
            with ExitStack() as open_for_the_game:
                with place.waiting() as say:
                    going_on = resumed(store, game, place.traced, tell=place.tell, say=say)
                    begun, recorder = open_for_the_game.enter_context(going_on)
                yield _playing(begun, header, game, db, recorder.keeper)
        except Busy as busy:
            raise BadInput(f"--resume {game}: {printable(str(busy))}") from busy


def _playing(begun: Begun, header: Header, game: str | None, db: Path | None, keeper: Keeper | None = None) -> Playing:
    return Playing(begun.session, begun.book, begun.assets, header, game, db, keeper)


def _must_be_seated(game: str, header: Header, place: Place) -> None:
    """Raise `BadInput` for a game in which somebody would have to play who can't."""
    for seat in header.seats:
        if seat.player == PERSON and not place.persons:
            name = printable(seat.name)
            window = f"{WINDOW} --resume {game}"
            raise BadInput(f"--resume {game}: {name} is a person, and persons play in the window: {window}")
        if seat.player not in (*bots_for(GAMES[header.game]), PERSON):
            name, bot = printable(seat.name), printable(seat.player)
            raise BadInput(f"--resume {game}: {name} is played by {bot!r}, and there is no such bot here")
