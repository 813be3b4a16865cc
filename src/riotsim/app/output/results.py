"""The headings of turns and the result of a game, formatted for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from riotsim.play.markup import COLOURS, escape_markup, strip_markup
from riotsim.play.narration import FinalScore, Turn, TurnHeader
from riotsim.play.requests import PlayerId

if TYPE_CHECKING:
    from rich.table import Table as Columns

HEADING_SEPARATOR = " [dim]│[/] "
"""Separator between the parts of a turn's heading, in markup."""

PLAYER_INDENT = "      "
"""Indent of a player's line in a turn's heading that is broken into several lines."""


def turn_heading(turn: Turn, head: TurnHeader, players: Sequence[PlayerId], width: int) -> Iterator[str]:
    """Yield the heading of a turn, in markup.

    Args:
        turn: The turn.
        head: The texts of the heading, in markup: one about each player's score, and further texts, such as the time
            left.
        players: All players in turn order, which decides their colours.
        width: Width of the terminal (characters). A wider heading is broken into one line for the turn and one for each
            player.
    """
    from rich.text import Text  # late: the window's host processes don't need it

    number = f"[dim]{turn.number:3}[/]"
    if turn.player is not None:
        number += f" [bold {COLOURS[list(players).index(turn.player)]}]{escape_markup(turn.player)}[/]'s turn"
    line = HEADING_SEPARATOR.join([number, *head.players, *head.more])
    if Text.from_markup(line, emoji=False).cell_len <= width:
        yield line
        return
    yield HEADING_SEPARATOR.join([number, *head.more])
    yield from (PLAYER_INDENT + player for player in head.players)


def result_table(tally: FinalScore, bots: Mapping[PlayerId, str], colours: Sequence[str] = COLOURS) -> "Columns":
    """Return a table of the final scores.

    Args:
        tally: The result of the game.
        bots: The bot of each player, or `person`, in turn order.
        colours: Names of the players' colours in the library `rich`, in turn order.
    """
    from rich.table import Table as Columns  # late: the window's host processes don't need it

    columns = Columns(box=None, padding=(0, 3, 0, 0))
    for heading in ("", "player", "played by"):
        columns.add_column(heading, header_style="dim")
    columns.add_column(tally.heading, justify="right", header_style="dim")
    colour = dict(zip(bots, colours, strict=False))
    for name, figure in ranking(tally):
        won = name in tally.winners
        mark = "" if not won else "★" if len(tally.winners) == 1 else "="
        style = f"bold {colour[name]}" if won else colour[name]
        columns.add_row(mark, f"[{style}]{escape_markup(name)}[/]", escape_markup(bots[name]), f"[{style}]{figure}[/]")
    return columns


def ranking(tally: FinalScore) -> list[tuple[PlayerId, int]]:
    """Return the players with their final scores.

    The winners come first. Among the winners, and among the other players, higher scores come first.
    """
    return sorted(tally.figures, key=lambda pair: (pair[0] not in tally.winners, -pair[1]))


def result_lines(tally: FinalScore) -> Iterator[str]:
    """Yield lines without markup about the result of a game: the winner, the reason if there is one, and each score."""
    yield strip_markup(verdict(tally)).strip()
    if tally.reason:
        yield tally.reason
    for player, figure in ranking(tally):
        yield f"{player}: {figure} {tally.heading}"


def verdict(tally: FinalScore) -> str:
    """Return the verdict on a game in markup: a winner, a draw, no winner, or the reason for a missing result."""
    if tally.unfinished:
        return tally.unfinished
    names = [f"[bold]{escape_markup(name)}[/]" for name in tally.winners]
    if not names:
        return "Nobody wins."
    if len(names) == 1:
        return f"{names[0]} wins."
    return f"A draw between {', '.join(names[:-1])} and {names[-1]}."


def turn_count_text(tally: FinalScore, turn_word: str) -> str:
    """Return the number of turns of a game with its noun, such as `1 turn` or `12 rounds`."""
    return f"{tally.turns} {turn_word}{'' if tally.turns == 1 else 's'}"
