"""Shows the head of a turn, and how a game has ended, as any game tells them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table as Columns
from rich.text import Text

from riotsim.play.context import Checkpoint
from riotsim.play.game import Game
from riotsim.play.markup import COLOURS, escape_markup
from riotsim.play.narration import DEED, EventFormatter, FinalScore, Turn, TurnHeader
from riotsim.play.requests import PlayerId
from riotsim.replay.narration import Said
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

BETWEEN = " [dim]│[/] "

UNDER = "      "
"""Indent of the bosses where each has a line."""


def turn_head(turn: Turn, head: TurnHeader, players: Sequence[PlayerId], width: int) -> Iterator[str]:
    """Give the head of a turn, in markup: one line, or one for each boss if that is wider than `width` letters."""
    number = f"[dim]{turn.number:3}[/]"
    if turn.player is not None:
        number += f" [bold {COLOURS[list(players).index(turn.player)]}]{escape_markup(turn.player)}[/]'s turn"
    line = BETWEEN.join([number, *head.players, *head.more])
    if Text.from_markup(line, emoji=False).cell_len <= width:
        yield line
        return
    yield BETWEEN.join([number, *head.more])
    yield from (UNDER + player for player in head.players)


def result_table(tally: FinalScore, bots: Mapping[PlayerId, str], colours: Sequence[str] = COLOURS) -> Columns:
    """Give the table of who came out with what."""
    columns = Columns(box=None, padding=(0, 3, 0, 0))
    for heading in ("", "boss", "played by"):
        columns.add_column(heading, header_style="dim")
    columns.add_column(tally.heading, justify="right", header_style="dim")
    colour = dict(zip(bots, colours, strict=False))
    for name, figure in best_first(tally):
        won = name in tally.winners
        mark = "" if not won else "★" if len(tally.winners) == 1 else "="
        style = f"bold {colour[name]}" if won else colour[name]
        columns.add_row(mark, f"[{style}]{escape_markup(name)}[/]", escape_markup(bots[name]), f"[{style}]{figure}[/]")
    return columns


def best_first(tally: FinalScore) -> list[tuple[PlayerId, int]]:
    """Give what each boss has, the most first."""
    return sorted(tally.figures, key=lambda pair: -pair[1])


def verdict(tally: FinalScore) -> str:
    """Say in one sentence how a game ended."""
    if tally.unfinished:
        return tally.unfinished
    names = [f"[bold]{escape_markup(name)}[/]" for name in tally.winners]
    if len(names) == 1:
        return f"{names[0]} wins."
    return f"A draw between {', '.join(names[:-1])} and {names[-1]}."


def counted(turn: Turn) -> str:
    """Say how many turns are over: `1 turn`, `12 rounds`."""
    return f"{turns_over(turn)} {turn.called}{'' if turns_over(turn) == 1 else 's'}"


def turns_over(turn: Turn) -> int:
    """Give how many turns there were before this one."""
    return max(turn.number - 1, 0)


@dataclass(frozen=True, slots=True)
class Narrated:
    """A line."""

    markup: str
    """In rich markup, with its indent."""
    pieces: tuple[PieceId, ...]


class Narrator:
    """A teller who knows what each line is about. It hears one event after the other, in the order of telling."""

    def __init__(self, teller: EventFormatter[Any]) -> None:
        self.teller = teller
        self._about: dict[PieceId, None] = {}

    def tell(self, event: object) -> list[Narrated]:
        """Give the lines that are complete once this has happened too; one that may still grow is kept."""
        before = self.teller.so_far
        done = self._taken(self.teller.tell([event]))
        if done or self.teller.so_far != before:
            self._about.update(dict.fromkeys(self.teller.about(event)))
        return done

    def rest(self) -> list[Narrated]:
        """Give the line that was kept, if there is one."""
        return self._taken(self.teller.rest())

    @property
    def growing(self) -> Narrated | None:
        """The line that is kept, as it is now."""
        markup = self.teller.so_far
        return Narrated(markup, tuple(self._about)) if markup else None

    def _taken(self, lines: Iterable[str]) -> list[Narrated]:
        taken = []
        for line in lines:
            taken.append(Narrated(line, tuple(self._about)))
            self._about = {}
        return taken


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

    def scores(self, state: Any, table: Table) -> Mapping[PlayerId, int]:
        """Give what each boss has of what counts."""
        return self._game.scores(state, table)

    def sentence(self, event: object) -> str:
        """Say one event."""
        return self._narrator.teller.sentence(event)


def _said(line: Narrated) -> Said:
    """A line without its markup, from the indent of a deed on."""
    return Said(Text.from_markup(line.markup, emoji=False).plain.removeprefix(DEED).rstrip(), line.pieces)
