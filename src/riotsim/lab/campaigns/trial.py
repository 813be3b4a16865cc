"""Playing one game of a campaign.

- `play` can run in any process, because its job is plain data.
- `rerun` plays a game again and stores the frames of each act, so that the game can be watched.
"""

import hashlib
import os
import platform
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple

from riotsim.bots.custom import UnusableBot, allow, module_digest
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.measures import measure_game, play_recorded
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.play.scenarios.expected_events import event_repr
from riotsim.play.session.journal import Answered
from riotsim.play.session.recorder import GameRecord
from riotsim.play.session.serialization import to_plain
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database.document import Header
from riotsim.table.units import FRAMES_PER_SECOND

_GAME_LOCK: Final = threading.Lock()
"""Lock that `play` holds during a game.

The games of a process share the physics engine, and a worker of a cluster may have several threads.
"""


class OwnBot(NamedTuple):
    """A bot of the user's own. A worker must import the bot before it plays a game with it."""

    name: str
    """Name of the bot, as `module:Class`."""
    folder: str
    """Folder to search for the module, in addition to Python's search path."""
    digest: str
    """Digest of the module's file on the machine that runs the campaign. The worker's file must have this digest."""


class Job(NamedTuple):
    """A game for a worker to play, as plain data."""

    header: str
    """The game's `Header` in JSON."""
    never: dict[str, tuple[str, ...]]
    own_bots: tuple[OwnBot, ...] = ()
    """The user's own bots among the players. A worker may import them, because the user chose them."""


class Played(NamedTuple):
    """The result of a game."""

    figures: dict[str, float]
    tallies: dict[str, dict[str, int]]
    winners: tuple[str, ...]
    digest: str
    """Digest of all answers and events (see `digest_of`); empty if the game failed."""
    seconds: float
    """Processor time that the game took (s)."""
    failure: str = ""
    """Why the game could not be finished; empty for a finished game. A pair with a failed game doesn't count."""


def play(job: Job) -> Played:
    """Play a game to its end and measure it.

    Some errors during the game are not raised, but become the `failure` of the result:

    - `RuntimeError`, `ValueError` and `ArithmeticError`.
    - If a bot of the user's own plays, every other `Exception` except `UnusableBot`.

    Raises:
        BadFile: The game can't be started.
        UnusableBot: This process can't import or build one of the user's own bots, or has another version of it.
    """
    header = Header.model_validate_json(job.header)
    with _GAME_LOCK:
        begun = time.process_time()
        table = start_game(header, perform, lean=True)
        game = GAMES[header.game]
        try:
            for bot in job.own_bots:
                _import_bot(bot)
            names = tuple(seat.name for seat in header.seats)
            bots = {seat.name: seat.player for seat in header.seats}
            players = make_bots(bots, table.book, header.seed, job.never, perform)
            course = play_recorded(table.session, players, game, names)
            found = measure_game(course, game, table.book)
        except UnusableBot:
            raise  # it says nothing of this game: every other would fail as well
        except Exception as error:
            if not job.own_bots and not isinstance(error, RuntimeError | ValueError | ArithmeticError):
                raise  # a fault of ours; whatever a user's own bot raises ends its game alone
            return Played({}, {}, (), "", time.process_time() - begun, f"{type(error).__name__}: {error}")
        finally:
            table.session.close()
        tallies = {name: dict(sorted(counts.items())) for name, counts in sorted(found.tallies.items())}
        return Played(found.figures, tallies, course.winners, digest_of(course), time.process_time() - begun)


def _import_bot(bot: OwnBot) -> None:
    worker = f"process {os.getpid()} of {platform.node()}"
    try:
        allow(bot.name, bot.folder)
    except UnusableBot as error:
        raise UnusableBot(f"the worker, {worker}, can't play: {error}") from error
    if module_digest(bot.name) != bot.digest:
        raise UnusableBot(
            f"{bot.name}: the worker, {worker}, has another version of its module than the machine that runs the "
            "campaign; copy the file there, and restart the worker if it has imported an older one"
        )


def digest_of(course: GameRecord) -> str:
    """Return a digest of all answers and events of a game: the first 32 hexadecimal digits of their SHA-256."""
    told: list[Any] = [to_plain(one) for one in course.history if isinstance(one, Answered)]
    told += [event_repr(one) for one in course.history if type(one).__module__.endswith(".events")]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


class RerunGame(NamedTuple):
    """A game of a campaign that has been played again."""

    header: Header
    started: StartedGame
    """The finished game. Its journal has the frames of every act (`FRAMES_PER_SECOND` for each simulated second)."""
    digest: str
    """Digest of all answers and events. It equals the digest in the ledger if the game was repeated exactly."""


@contextmanager
def rerun(plan: Plan, trial: Trial) -> Iterator[RerunGame]:
    """Play a game of a campaign again, for use in a `with` statement. Errors in the game are raised unchanged.

    The `with` block gets the finished game. The game's session is closed when the block ends.
    """
    header = plan.header(trial)
    begun = start_game(header, partial(perform, trace_hz=FRAMES_PER_SECOND))
    game = GAMES[header.game]
    try:
        names = tuple(seat.name for seat in header.seats)
        bots = {seat.name: seat.player for seat in header.seats}
        players = make_bots(bots, begun.book, header.seed, plan.arms[trial.arm].never, perform)
        course = play_recorded(begun.session, players, game, names)
        yield RerunGame(header, begun, digest_of(course))
    finally:
        begun.session.close()
