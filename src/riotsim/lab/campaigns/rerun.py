"""Plays a game of a campaign once more, to be looked at."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.measures import play_recorded
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.lab.campaigns.trial import digest_of
from riotsim.physics import perform
from riotsim.players import make_bots
from riotsim.store.begin import Begun, begin
from riotsim.store.database.document import Header
from riotsim.store.database.traces import HZ


class Again(NamedTuple):
    """A game that has been played once more, to its end."""

    header: Header
    begun: Begun
    """Its journal has the frames of all that moved (`HZ` a second)."""
    digest: str
    """Of all answers and events: that of the ledger, if it is the same game."""


@contextmanager
def rerun(plan: Plan, trial: Trial) -> Iterator[Again]:
    """Play a game of a campaign, to be looked at while the block lasts. Raises what a game that breaks down raises."""
    header = plan.header(trial)
    game = GAMES[header.game]
    begun = begin(header, partial(perform, trace_hz=HZ))
    try:
        names = tuple(seat.name for seat in header.seats)
        bots = {seat.name: seat.player for seat in header.seats}
        players = make_bots(bots, begun.book, header.seed, plan.arms[trial.arm].never, perform)
        course = play_recorded(begun.session, players, game, names)
        yield Again(header, begun, digest_of(course))
    finally:
        begun.session.close()
