"""Games for the tests of the store: brief ones between bots, on the real table."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riotsim.bosses.boss import play_out
from riotsim.commands.seats import seated
from riotsim.files.rules import load_rules
from riotsim.files.store.document import Header, Seat
from riotsim.files.store.store import Store
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.physics import perform
from riotsim.play.session import Session
from riotsim.saves.beginning import header_of
from riotsim.saves.keeping import kept, resumed
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

BRIEF: Mapping[str, object] = {"clock.minutes": 1, "clock.after": "last_activation"}
"""Options for a game of two activations each: some 70 entries in the journal."""

BOTS = {"Ada": "random", "Bea": "greedy"}


def traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Perform an act on the real table."""
    return perform(table, act, seed, trace_hz=hz)


def header(seed: int = 3, options: Mapping[str, object] = BRIEF) -> Header:
    """How a brief game begins."""
    book = load_rules("riot_dice", Rulebook, options)
    return header_of("riot_dice", "riot_dice", book, seed, [Seat(name=name, player=bot) for name, bot in BOTS.items()])


def book_of(header: Header) -> Rulebook:
    """The rules of a game."""
    return Rulebook.model_validate(header.rules.text)


def play(session: Session[Any], header: Header, most: int | None = None) -> None:
    """Have the bots play on, for at most so many answers."""
    bots = {seat.name: seat.player for seat in header.seats}
    for count, _ in enumerate(play_out(session, seated(bots, book_of(header), header.seed)), 1):
        if count == most:
            return


def played(path: Path, seed: int = 3, most: int | None = None) -> str:
    """Play a game into a store; gives its name there."""
    begin = header(seed)
    with Store(path) as store, kept(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, most)
        return recorder.keeper.game


def gone_on_with(path: Path, game: str, most: int | None = None) -> None:
    """Play on a stored game."""
    with Store(path) as store:
        begin = store.summary(game).header
        with resumed(store, game, traced) as (begun, _):
            play(begun.session, begin, most)


def contents(path: Path, game: str) -> list[object]:
    """All that is stored of how a game went, to be compared."""
    with Store(path) as store:
        stored = store.read(game, with_traces=True)
        told = store.events(game)
    return [stored.entries, stored.outcomes, stored.turns, stored.result, stored.traces, told]
