"""Games that are stored without a window."""

from pathlib import Path

from riotsim.app.playing import perform_traced
from riotsim.bots.bot import play_out
from riotsim.players import make_bots
from riotsim.store.database.document import Header
from riotsim.store.database.store import Store
from riotsim.store.recorder import record_new_game


def played(db: Path, header: Header) -> str:
    """Play a game of bots into a store, and return its id."""
    with Store(db) as store, record_new_game(store, header, perform_traced) as (begun, recorder):
        bots = {seat.name: seat.player for seat in header.seats}
        for _ in play_out(begun.session, make_bots(bots, begun.book, header.seed)):
            pass
        return recorder.keeper.game
