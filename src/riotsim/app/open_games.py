"""New and resumed games, opened to be played in a terminal or in the window."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from riotsim.agents.networks import is_policy
from riotsim.app.interrupts import raise_if_interrupted
from riotsim.app.output.progress import spinner
from riotsim.app.output.streams import printable
from riotsim.app.saving import open_store
from riotsim.bots.bot import Bot
from riotsim.bots.custom import is_custom, unnamed_bot_message
from riotsim.errors import BadInput
from riotsim.files.assets.meshes import ProgressListener
from riotsim.games.registry import GAMES
from riotsim.play.game import Assets, Game
from riotsim.play.requests import Request
from riotsim.play.rulebook.sections import Book
from riotsim.play.session.session import Session
from riotsim.players import PERSON, WINDOW_COMMAND, bot_fault
from riotsim.simulation import perform
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database.document import Header
from riotsim.store.database.lock import Busy
from riotsim.store.database.writer import GameWriter
from riotsim.store.recorder import TracingPerform, record_new_game, record_resumed_game
from riotsim.store.resume import require_fit
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is open to be played. If it is over, it can only be viewed."""

    session: Session[Any]
    book: Book
    assets: Assets
    header: Header
    id: str | None
    """Id of the game in the store; None if the game is not stored."""
    db: Path | None
    """The store; None for the user's default store."""
    writer: GameWriter | None = None
    """The writer that stores the game; None if the game is not stored, or was over when it was opened."""

    @property
    def game(self) -> Game:
        """The kind of game."""
        return GAMES[self.header.game]

    @property
    def unsaved(self) -> bool:
        """True if the latest part of the game could not be stored."""
        return self.writer is not None and self.writer.problem is not None

    @property
    def resume_command(self) -> str:
        """The shell command that resumes this game in the terminal. The game must be stored."""
        assert self.id is not None, "it is stored"
        db = [] if self.db is None else ["--db", str(self.db)]
        return shlex.join(["riotsim", "game", "--resume", self.id, *db])

    @property
    def bots(self) -> dict[str, str]:
        """The bot of each player, or `person`, by player in turn order."""
        return {seat.name: seat.player for seat in self.header.seats}

    @property
    def titles(self) -> dict[str, str]:
        """Texts about players by name, such as the name of a gang, or `brings raiders`.

        A player's text has the titles of the player's options, and the player's company (an army or band). Options that
        matter only to bots are left out. If nothing is left, the player has no entry.
        """
        titles = {
            seat.name: (self.game.option_titles(self.book, seat.options), seat.company_phrase)
            for seat in self.header.seats
        }
        return {name: ", ".join(filter(None, told)) for name, told in titles.items() if any(told)}


def perform_traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Simulate an act, and trace the paths of the pieces.

    Args:
        table: The table before the act.
        act: The act.
        seed: Seed of the act.
        hz: Number of frames in the trace for each simulated second; 0 for no trace.
    """
    return perform(table, act, seed, trace_hz=hz)


def print_to_stderr(what: str) -> None:
    """Print a message to stderr."""
    typer.echo(what, err=True)


@dataclass(frozen=True, slots=True)
class Frontend:
    """The services of the window or terminal for games. The defaults are the terminal's."""

    perform: TracingPerform = perform_traced
    """Function that performs the game's acts."""
    notify: ProgressListener = print_to_stderr
    """Function that receives warnings while the game runs, for example about a full disk."""
    allows_persons: bool = False
    """True if persons can play here, not only bots."""
    show_waiting: Callable[[], AbstractContextManager[ProgressListener]] = spinner
    """Function that returns a context manager for long work. The context yields a function that shows a message."""


TERMINAL = Frontend()


@contextmanager
def new_game(header: Header, db: Path | None, *, save: bool, place: Frontend = TERMINAL) -> Iterator[OpenGame]:
    """Begin a game, and close it at the end of the block.

    Args:
        header: The header of the game.
        db: The store; None for the user's default store.
        save: Whether to store the game as it is played.
        place: The frontend: the terminal or the window.

    Raises:
        BadFile: The rules, the seats or a mesh are not usable, or the store can't be written.
    """
    with ExitStack() as open_for_the_game:
        with place.show_waiting() as progress:
            if save:
                store = open_for_the_game.enter_context(open_store(db))
                kept_game = record_new_game(store, header, place.perform, tell=place.notify, progress=progress)
                begun, recorder = open_for_the_game.enter_context(kept_game)
                opened = _opened_game(begun, header, recorder.writer.game, db, recorder.writer)
            else:
                begun = start_game(
                    header, lambda table, act, seed: place.perform(table, act, seed, 0), progress=progress
                )
                open_for_the_game.callback(begun.session.close)
                opened = _opened_game(begun, header, None, db)
        yield opened


@contextmanager
def resumed_game(game: str, db: Path | None, place: Frontend = TERMINAL) -> Iterator[OpenGame]:
    """Resume a stored game, and close it at the end of the block. A game that is over can only be viewed.

    Args:
        game: The game's id.
        db: The store; None for the user's default store.
        place: The frontend: the terminal or the window.

    Raises:
        BadFile: There is no such game, it is damaged, or it does not fit its rules.
        BadInput: Another process plays the game, or a player can't play in this frontend.
    """
    with open_store(db, must_exist=True) as store:
        game = game.lower()  # as all names in the store are
        short = store.summary(game)
        header = short.header
        if short.result is not None:
            begun = require_fit(store.read(game), str(store.path)).started
            if begun.session.is_over:
                with closing(begun.session):
                    yield _opened_game(begun, header, game, db)
                return
            begun.session.close()
        _must_be_seated(game, header, place)
        try:
            with ExitStack() as open_for_the_game:
                with place.show_waiting() as progress:
                    going_on = record_resumed_game(store, game, place.perform, tell=place.notify, progress=progress)
                    begun, recorder = open_for_the_game.enter_context(going_on)
                yield _opened_game(begun, header, game, db, recorder.writer)
        except Busy as busy:
            raise BadInput(f"--resume {game}: {printable(str(busy))}") from busy


def _opened_game(
    begun: StartedGame, header: Header, game: str | None, db: Path | None, keeper: GameWriter | None = None
) -> OpenGame:
    return OpenGame(begun.session, begun.book, begun.assets, header, game, db, keeper)


def _must_be_seated(game: str, header: Header, place: Frontend) -> None:
    """Check that all players of a stored game can play in a frontend.

    Raises:
        BadInput: A person can't play in this frontend, a bot is unknown, or a policy can't play the game. It is also
            raised for a bot of the user's own, if the command didn't name it again.
    """
    for seat in header.seats:
        if seat.player == PERSON and not place.allows_persons:
            name = printable(seat.name)
            window = f"{WINDOW_COMMAND} --resume {game}"
            raise BadInput(f"--resume {game}: {name} is a person, and persons play in the window: {window}")
        if seat.player != PERSON and (fault := bot_fault(seat.player, GAMES[header.game])) is not None:
            name, bot = printable(seat.name), printable(seat.player)
            if is_custom(seat.player):
                command = WINDOW_COMMAND if place.allows_persons else "riotsim game"
                own = [f"--player {one.name}={one.player}" for one in header.seats if is_custom(one.player)]
                how = printable(f"{command} --resume {game} {' '.join(own)}")
                raise BadInput(f"--resume {game}: {name}'s bot {unnamed_bot_message(bot)}: {how}")
            if is_policy(seat.player):
                raise BadInput(f"--resume {game}: {name} is played by a policy: {printable(fault)}")
            raise BadInput(f"--resume {game}: {name} is played by {bot!r}, and there is no such bot here")


def perform_interruptible(table: Table, act: Act, seed: int) -> Settled:
    """Simulate an act that a bot tries out before it answers.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed before the simulation.
    """
    raise_if_interrupted()
    return perform(table, act, seed)


class BotWithSpinner:
    """A bot that shows a progress message while it thinks. The message appears after the delay of `spinner`."""

    def __init__(self, bot: Bot[Any]) -> None:
        self._bot = bot

    def answer(self, request: Request[object], session: Session[Any]) -> object:
        """Return the bot's answer to a request."""
        with spinner() as progress:
            progress(f"{request.player} thinks")
            return self._bot.answer(request, session)
