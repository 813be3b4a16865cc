"""Tells a game for its replay: the lines that `riotsim game` prints, and a sentence for each event."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.text import Text

from riotsim.app.output.narration import Narrated, Narrator
from riotsim.files.resources import builtin_meshes
from riotsim.games.registry import GAMES
from riotsim.play.context import Checkpoint
from riotsim.play.game import Game
from riotsim.play.narration import DEED, Turn
from riotsim.play.requests import BossId
from riotsim.play.session.session import Session
from riotsim.replay.figure_meshes import FigureMesh, read_glb
from riotsim.replay.narration import Said
from riotsim.replay.recording import Recording, record
from riotsim.store.database.document import Header
from riotsim.table.acts import Frame
from riotsim.table.state import Table

MINIATURES = ("ruffian.glb", "bruiser.glb")


class PlainLines:
    """A game in plain lines, from the checkpoint on that is replayed from: a `replay.telling.Telling`."""

    def __init__(self, game: Game, rules: Any, begin: Checkpoint[Any]) -> None:
        self._game = game
        self._narrator = Narrator(game.teller(rules, begin))

    def turn(self, state: Any) -> Turn:
        """Give the turn that a game is in."""
        return self._game.turn(state)

    def tell(self, happened: Iterable[object]) -> Iterator[Said]:
        """Give the lines that are complete; what comes of a deed stays indented."""
        for event in self._narrator.teller.in_order(happened):
            yield from map(_said, self._narrator.tell(event))

    def growing(self) -> Said | None:
        """Give the line that may still grow."""
        growing = self._narrator.growing
        return None if growing is None else _said(growing)

    def rest(self) -> Iterator[Said]:
        """Give the line that was kept."""
        return map(_said, self._narrator.rest())

    def scores(self, state: Any, table: Table) -> Mapping[BossId, int]:
        """Give what each boss has of what counts."""
        return self._game.scores(state, table)

    def sentence(self, event: object) -> str:
        """Say one event."""
        return self._narrator.teller.sentence(event)


def _said(line: Narrated) -> Said:
    """A line without its markup, from the indent of a deed on."""
    return Said(Text.from_markup(line.markup, emoji=False).plain.removeprefix(DEED).rstrip(), line.pieces)


def recording_of(
    session: Session[Any], header: Header, book: Any, traces: Mapping[int, tuple[Frame, ...]] | None = None
) -> Recording:
    """Give a session's game as it is replayed; `traces` as `record` has them. Raises `ReplayDiverged` likewise."""
    game = GAMES[header.game]
    return record(
        session.run,
        session.beginning,
        session.journal,
        PlainLines(game, book, session.beginning),
        game=header.game,
        title=f"{game.title}: {' against '.join(seat.name for seat in header.seats)}",
        bosses={seat.name: ", ".join(filter(None, (seat.player, seat.gang))) for seat in header.seats},
        traces=traces,
        notes=(f"seed {header.seed}",),
        colours=header.colours,
        scored=game.scored,
    )


def sculpts() -> dict[str, FigureMesh]:
    """Give the miniatures that come with the program, as replays draw them, by the names of their files."""
    found = builtin_meshes()
    return {name: read_glb(found[name].read_bytes()) for name in MINIATURES}
