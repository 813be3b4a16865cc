"""Plays one game of a campaign in any process. Input and output are plain data."""

import hashlib
import threading
import time
from typing import Any, Final, NamedTuple

from riotsim.bots.custom import allow
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.measures import measure_game, play_recorded
from riotsim.play.scenarios.expected_events import event_repr
from riotsim.play.session.journal import Answered
from riotsim.play.session.recorder import GameRecord
from riotsim.play.session.serialization import to_plain
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.begin import start_game
from riotsim.store.database.document import Header

_ONE_AT_A_TIME: Final = threading.Lock()
"""Lock for workers of a cluster with several threads: the engine's worlds belong to one game at a time."""


class Job(NamedTuple):
    """A game to play."""

    header: str
    """The game's `Header` in JSON."""
    never: dict[str, tuple[str, ...]]
    own_bots: tuple[tuple[str, str], ...] = ()
    """The user's own bots, `module:Class`, and the folder in which their modules may be."""


class Played(NamedTuple):
    """The result of a game."""

    figures: dict[str, float]
    tallies: dict[str, dict[str, int]]
    winners: tuple[str, ...]
    digest: str
    """Digest of all answers and events: equal games have equal digests."""
    seconds: float
    """Processor time (s)."""
    failure: str = ""
    """Why the game could not be finished; empty if it was. Nothing else of an unfinished game counts."""


def play(job: Job) -> Played:
    """Play a game to its end and measure it. An error that breaks the game down is returned as its failure."""
    header = Header.model_validate_json(job.header)
    game = GAMES[header.game]
    with _ONE_AT_A_TIME:
        begun = time.process_time()
        table = start_game(header, perform, lean=True)
        try:
            for name, folder in job.own_bots:  # the driver has imported them: it is the user who named them
                allow(name, folder)
            names = tuple(seat.name for seat in header.seats)
            bots = {seat.name: seat.player for seat in header.seats}
            players = make_bots(bots, table.book, header.seed, job.never, perform)
            course = play_recorded(table.session, players, game, names)
            found = measure_game(course, game, table.book)
        except Exception as error:
            if not job.own_bots and not isinstance(error, RuntimeError | ValueError | ArithmeticError):
                raise  # a fault of ours; whatever a user's own bot raises ends its game alone
            return Played({}, {}, (), "", time.process_time() - begun, f"{type(error).__name__}: {error}")
        finally:
            table.session.close()
        tallies = {name: dict(sorted(counts.items())) for name, counts in sorted(found.tallies.items())}
        return Played(found.figures, tallies, course.winners, digest_of(course), time.process_time() - begun)


def digest_of(course: GameRecord) -> str:
    """Return a SHA-256 digest of all decisions and events, in hexadecimal."""
    told: list[Any] = [to_plain(one) for one in course.happened if isinstance(one, Answered)]
    told += [event_repr(one) for one in course.happened if type(one).__module__.endswith(".events")]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]
