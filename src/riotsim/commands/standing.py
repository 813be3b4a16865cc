"""Shows how a game of Riot Dice stands: whose models are whose, and the head of each turn with stashes and towers."""

from collections.abc import Iterator

from rich.text import Text

from riotsim.commands.streams import shown
from riotsim.games.riot_dice.state import State
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

COLOURS = ("cyan", "magenta", "yellow", "green")
"""Of the bosses, in turn order."""

TALL, TOTTERING = 6, 10
"""Dice from which a tower is shown as a worry and as a danger: about what a hand carries fast, and slowly."""

BETWEEN = " [dim]│[/] "

UNDER = "      "
"""Indent of the bosses where each has a line."""


def turns_over(state: State) -> int:
    """Give how many turns are over: each was an activation, or a boss's last, in which they legged it (RD-20)."""
    return state.activations + sum(boss.out for boss in state.bosses.values())


def gangs_line(state: State) -> str:
    """Say whose the models are, so that a game can be read without its colours. Rich markup."""
    return BETWEEN.join(
        f"[{colour}]{shown(name)}: {_span([m for m, f in state.fighters.items() if f.boss == name])}[/]"
        for name, colour in zip(state.bosses, COLOURS, strict=False)
    )


def turn_head(state: State, table: Table, number: int, width: int) -> Iterator[str]:
    """Give the head of a turn, in rich markup: one line, or one for each boss if that is wider than `width` letters."""
    assert state.turn is not None, "a turn is somebody's"
    colour = dict(zip(state.bosses, COLOURS, strict=False))
    turn = f"[dim]{number:3}[/] [bold {colour[state.turn]}]{shown(state.turn)}[/]'s turn"
    clock = [] if state.clock is None else [_clock(state.clock)]
    bosses = []
    for name, boss in state.bosses.items():
        if boss.out:
            bosses.append(f"[dim]{shown(name)} left with {boss.stash}[/]")
            continue
        towers = " ".join(_tower(table, model) for model, f in state.fighters.items() if f.boss == name)
        bosses.append(f"[{colour[name]}]{shown(name)} {boss.stash}●[/] {towers}")
    line = BETWEEN.join([turn, *bosses, *clock])
    if Text.from_markup(line, emoji=False).cell_len <= width:
        yield line
        return
    yield BETWEEN.join([turn, *clock])
    yield from (UNDER + boss for boss in bosses)


def _span(models: list[PieceId]) -> str:
    """A boss's models, which are numbered on from the first; one who has legged it has none."""
    if not models:
        return "legged it"
    return models[0] if len(models) == 1 else f"{models[0]}-{models[-1]}"


def _tower(table: Table, model: PieceId) -> str:
    if model not in table.models:
        return "[dim]–[/]"
    if table.models[model].fallen:
        return "[bold red]✗[/]"
    height = len(table.tower_dice(model))
    style = "bold red" if height >= TOTTERING else "yellow" if height >= TALL else "dim" if height == 0 else "default"
    return f"[{style}]{height}[/]"


def _clock(seconds: float) -> str:
    if seconds <= 0:
        return "[dim]time is up[/]"
    return f"[dim]{int(seconds) // 60}:{int(seconds) % 60:02}[/]"
