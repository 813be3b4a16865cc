"""Shows the head of a turn, and how a game has ended, as any game tells them."""

from collections.abc import Iterator, Mapping, Sequence

from rich.table import Table as Columns
from rich.text import Text

from riotsim.play.markup import COLOURS, escape_markup
from riotsim.play.narration import FinalScore, Turn, TurnHeader
from riotsim.play.requests import PlayerId

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
