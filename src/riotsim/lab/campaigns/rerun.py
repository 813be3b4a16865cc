"""Plays a game of a campaign again, so that it can be watched."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.measures import play_recorded
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.lab.campaigns.trial import digest_of
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database.document import Header
from riotsim.table.units import FRAMES_PER_SECOND


class Again(NamedTuple):
    """A game that was played again to its end."""

    header: Header
    begun: StartedGame
    """The finished game. Its journal has the frames of all movement (`FRAMES_PER_SECOND`)."""
    digest: str
    """Digest of all answers and events. It equals the ledger's digest if this is the same game."""


@contextmanager
def rerun(plan: Plan, trial: Trial) -> Iterator[Again]:
    """Play a game of a campaign again; it can be examined while the block lasts.

    An error that breaks the game down is passed on.
    """
    header = plan.header(trial)
    game = GAMES[header.game]
    begun = start_game(header, partial(perform, trace_hz=FRAMES_PER_SECOND))
    try:
        names = tuple(seat.name for seat in header.seats)
        bots = {seat.name: seat.player for seat in header.seats}
        players = make_bots(bots, begun.book, header.seed, plan.arms[trial.arm].never, perform)
        course = play_recorded(begun.session, players, game, names)
        yield Again(header, begun, digest_of(course))
    finally:
        begun.session.close()
