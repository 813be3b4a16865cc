"""Tells a game of Demolition Dice as it goes."""

from collections.abc import Iterable, Iterator

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.standing import LAST, points_of
from riotsim.games.demolition_dice.state import State
from riotsim.games.demolition_dice.wording import worded
from riotsim.play.happenings import plain_sentence
from riotsim.play.marking import COLOURS, shown
from riotsim.play.requests import BossId
from riotsim.play.rolling import RolledAgain
from riotsim.play.telling import Begins, Head
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

BETWEEN = " [dim]·[/] "
"""Between the rolls of a round, which share a line."""


class Commentator:
    """Puts events into lines: a `play.telling.Teller`. It remembers who rebuilds: each die of that needs no line."""

    def __init__(self, bosses: Iterable[BossId]) -> None:
        self._colours = dict(zip(bosses, COLOURS, strict=False))
        self._line = ""
        self._rolls = False
        self._ruins: set[BossId] = set()
        self._done = False

    def opening(self, state: State) -> str:
        """Nothing is on the table yet."""
        return ""

    def head(self, state: State, table: Table) -> Head:
        """Give the height of each tower, and its points."""
        return Head(
            tuple(
                f"{self._name(boss)} [bold]{points_of(table, boss)}[/] [dim]({table.tower_height(boss)} high)[/]"
                for boss in state.bosses
            )
        )

    def in_order(self, happened: Iterable[object]) -> Iterable[object]:
        """Leave events in the order in which they happened."""
        return happened

    def begins(self, event: object) -> Begins | None:
        """Say when a round begins, and the last dice of all after them."""
        match event:
            case events.RoundBegins():
                return Begins(None)
            case events.TowerDone() if not self._done:
                self._done = True
                return Begins(None, head=LAST)
        return None

    def about(self, event: object) -> Iterator[PieceId]:
        """Give the towers that an event names."""
        for field in ("tower", "boss"):
            if isinstance(event, events.Stacked | events.ThrowsAt | events.TowerFalls | events.Rebuilt):
                name = getattr(event, field, None)
                if name is not None:
                    yield name
                    return

    def sentence(self, event: object) -> str:
        """Say one event."""
        told = worded(event)
        return plain_sentence(event) if told is None else told[0]

    def tell(self, happened: Iterable[object]) -> Iterator[str]:
        """Give the lines for what has happened since; one that may still grow is kept for the next call."""
        for event in happened:
            if self._goes_without_saying(event):
                continue
            told = worded(event, self._name, lambda text: f"[bold]{text}[/]")
            if told is None:
                continue
            rolled = isinstance(event, events.Rolled)
            if rolled and self._rolls:
                self._line += BETWEEN + told[0]
                continue
            yield from self.rest()
            text, indent = told
            self._line, self._rolls = indent + text, rolled

    @property
    def so_far(self) -> str:
        """The line that is kept; empty if there is none."""
        return self._line

    def rest(self) -> Iterator[str]:
        """Give the line that was kept, if there is one."""
        if self._line:
            yield self._line
        self._line, self._rolls = "", False

    def _goes_without_saying(self, event: object) -> bool:
        """Whether an event is told by what comes after it."""
        match event:
            case events.TowerFalls(tower):
                self._ruins.add(tower)
            case events.Rebuilt(tower) | events.StandsAsPut(tower):
                self._ruins.discard(tower)
            case events.Stacked(boss):
                return boss in self._ruins
        return isinstance(event, RolledAgain | events.GameOver)

    def _name(self, boss: BossId) -> str:
        return f"[{self._colours[boss]}]{shown(boss)}[/]"
