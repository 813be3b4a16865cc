"""Games that are stored without a window."""

from pathlib import Path

from riotsim.bosses.boss import play_out
from riotsim.commands.playing import traced
from riotsim.files.store.document import Header
from riotsim.files.store.store import Store
from riotsim.saves.keeping import kept
from riotsim.seating import seated


def played(db: Path, header: Header) -> str:
    """Have bots play a game into a store; gives its name there."""
    with Store(db) as store, kept(store, header, traced) as (begun, recorder):
        bots = {seat.name: seat.player for seat in header.seats}
        for _ in play_out(begun.session, seated(bots, begun.book, header.seed)):
            pass
        return recorder.keeper.game
