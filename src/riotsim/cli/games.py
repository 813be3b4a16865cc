"""`riotsim games`: lists, shows, exports, imports, verifies, releases and deletes stored games. It also prints JSON
Schemas.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riotsim.app.output.streams import print_json, print_rich, printable
from riotsim.app.saving import STDIO, Db, Force, check_outputs, default_store, open_store, read_exported
from riotsim.cli.options import CommandGroup, Group, Yes, confirm_deletion, refuse_if_busy
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from rich.text import Text

    from riotsim.files.problems import BadFile
    from riotsim.store.database.document import Header, Seat
    from riotsim.store.database.store import Store, StoredGame, Summary
    from riotsim.store.verify import VerificationReport


class LeadingOptionsGroup(Group):
    """A group of commands whose options `--db` and `--json` may also stand before the command's name.

    So `games --json show ID` means `games show --json ID`.
    """

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # click's, or those of typer's copy of click
        """Return the command's name, the command and its arguments.

        If `--db` or `--json` stands before the command's name, it is moved to the beginning of the arguments.
        """
        name, command, rest = super().resolve_command(ctx, args)
        given: list[str] = []
        if ctx.get_parameter_source("db").name == "COMMANDLINE":
            given += ["--db", str(ctx.params["db"])]
        if ctx.params["json"]:
            given.append("--json")
        return name, command, [*given, *rest]


app = CommandGroup(cls=LeadingOptionsGroup)

Id = Annotated[str, typer.Argument(metavar="ID", parser=str.lower, help="The id of the game in `riotsim games`.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")]

BYTES_PER_MEGABYTE = 1_000_000

MISMATCH_EXIT_CODE = 1
"""Exit code of `verify` if the outcome of an act, an event, a turn or the result differs from the stored one."""

MAX_DIFFERENCES = 20
"""Maximum number of differing acts that `verify` prints.

It is also the maximum number of other differences that are printed: in events, turns and the result together.
"""

COLUMN_GAP = 3
"""Number of spaces between columns."""

MIN_COLUMN_WIDTH = 9
"""Least width of the columns of players and states (characters). Long texts are broken into lines.

A column that has no room even at this width is left out.
"""


@app.callback(invoke_without_command=True)
def games(context: typer.Context, db: Db = None, json: Json = False) -> None:
    """List, show, export, import, verify and delete stored games. Without a command, list them."""
    if context.invoked_subcommand is None:
        list_games(context, db, json)


@app.command("list")
def list_games(context: typer.Context, db: Db = None, json: Json = False) -> None:
    """List the stored games, last played first, and report damaged ones. With --json, damaged games come last.

    \f

    Raises:
        BadInput: There is no store at the place that `--db` names.
    """
    path = db if db is not None else default_store()
    found: list[Summary] = []
    damaged: dict[str, BadFile] = {}
    if path.exists():
        with open_store(db) as store:
            found, damaged = store.games(), store.damaged()
    else:
        source = context.get_parameter_source("db")
        if source is not None and source.name == "COMMANDLINE":
            raise BadInput(f"{printable(str(path))}: there is no store of games here yet; riotsim game makes one")
    if json:
        faults = [{"id": game, "fault": str(bad)} for game, bad in damaged.items()]
        print_json({"games": [*(_plain(game) for game in found), *faults]})
        return
    if found:
        _print_list(found)
    elif not damaged:
        from riotsim.app.output.streams import escape_markup

        none = (
            "No games are stored yet"
            if path.exists()
            else f"There is no store of games yet at {escape_markup(str(path))}"
        )
        print_rich(f"{none}. [bold]riotsim game[/] plays one, and stores it.")
    for game, bad in damaged.items():
        typer.echo(printable(f"riotsim: {bad}; riotsim games delete {game} takes it away"), err=True)


@app.command()
def show(game: Id, db: Db = None, json: Json = False) -> None:
    """Show a stored game: its players, rules, seed and state."""
    with open_store(db, must_exist=True) as store:
        short, stored = store.summary(game), store.read(game)
        if json:
            entries = [entry.model_dump(mode="json") for entry in stored.entries]
            print_json({**_plain(short), "journal": entries, "events": store.events(game)})
            return
    from rich.table import Table as Columns
    from rich.text import Text

    from riotsim.games.registry import GAMES

    header = short.header
    known = GAMES.get(header.game)  # a newer riotsim may have other games
    rows = Columns(box=None, show_header=False, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0))
    for seat in header.seats:
        phrases = seat.options.values() if known is None else known.option_phrases(seat.options)
        about = ", ".join(filter(None, (seat.player, *phrases, seat.company_phrase)))
        who = Text.assemble((printable(seat.name), "bold"), printable(f" ({about})"))
        rows.add_row(Text("player", "dim"), who)
    versions = ", ".join(f"{part} {version}" for part, version in header.versions.items())
    for what, value in (
        ("state", _state(short)),
        ("turns", f"{short.turns}, {short.entries} answers and acts"),
        ("rules", Text.assemble(printable(header.rules.name), (f" {header.rules.sha256[:12]}", "dim"))),
        ("seed", str(header.seed)),
        ("begun", f"{_format_time(header.begun)} with {versions}"),
        ("last played", _format_time(short.changed)),
    ):
        rows.add_row(Text(what, "dim"), Text(printable(value)) if isinstance(value, str) else value)
    print_rich(rows)


@app.command()
def export(
    game: Id,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, JSON; - for standard output.")],
    db: Db = None,
    traces: Annotated[bool, typer.Option("--traces/--no-traces", help="Include the paths of all pieces.")] = True,
    force: Force = False,
) -> None:
    """Export a stored game to one file, which can be replayed and imported on any machine."""
    from riotsim.files.atomic import OWNER_ONLY, write_whole
    from riotsim.store.exchange import export_game

    if str(file) != STDIO:
        check_outputs([file], force=force)
    with open_store(db, must_exist=True) as store:
        content = export_game(store.read(game, with_traces=traces))
    if str(file) == STDIO:
        typer.echo(content, nl=False)
        return
    write_whole(file, content.encode(), OWNER_ONLY)
    typer.echo(f"{printable(str(file))}: the game {game}, {len(content) / BYTES_PER_MEGABYTE:.2f} MB", err=True)


@app.command("import")
def take_in(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file written by riotsim games export; - for standard input.")
    ],
    db: Db = None,
    json: Json = False,
) -> None:
    """Import an exported game. The whole game is read and replayed before anything is stored."""
    from riotsim.app.output.progress import spinner
    from riotsim.store.exchange import replay_import

    with spinner() as progress:
        found = replay_import(*read_exported(file, progress), progress=progress)
        with open_store(db) as store:
            there = _is_stored(store, found.game)
            game = found.game.id if there else store.add(found.game, found.events)
            short = store.summary(game)
    about = "is here already" if there else f"{_against(short.header)}, {short.turns} turns"
    typer.echo(f"{game}: {printable(about)}", err=True)
    if json:
        print_json({"id": game, "new": not there})
    else:
        typer.echo(game)


@app.command()
def schema(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[export|throw|odds|GAME]",
            help="export for an exported game; throw, odds or the name of a game for what riotsim throw, odds or game "
            "writes with --json.",
        ),
    ] = "export",
) -> None:
    """Print the JSON Schema of exported games, or of what a command such as `riotsim throw --json` writes.

    Try: riotsim games schema riot_dice

    \f

    Args:
        what: `export` for exported games, `throw` for `riotsim throw --json`, `odds` for `riotsim odds --json`, or a
            game's name for `riotsim game --json` with this game.

    Raises:
        BadInput: `what` is none of these.
    """
    from riotsim.app.output.documents import game_schema, odds_schema, throw_schema
    from riotsim.games.registry import GAMES
    from riotsim.play.rulebook.sections import unknown_name
    from riotsim.store.exchange import export_schema

    known: dict[str, Callable[[], dict[str, Any]]] = {
        "export": export_schema,
        "throw": throw_schema,
        "odds": odds_schema,
        **{name: partial(game_schema, name) for name in GAMES},
    }
    if what not in known:
        raise BadInput(unknown_name(f"no document is called {what!r}", what, known))
    print_json(known[what]())


@app.command()
def delete(
    games: Annotated[list[str], typer.Argument(metavar="ID...", parser=str.lower, help="The ids of the games.")],
    yes: Yes = False,
    db: Db = None,
) -> None:
    """Delete stored games for good. You are asked for confirmation; in a script add --yes.

    \f

    Raises:
        BadInput: A game is being played, or there is no terminal for the question.
        BadFile: A game is not in the store; then no game is deleted.
    """
    names = list(dict.fromkeys(games))
    with open_store(db, must_exist=True) as store:
        for game in names:
            store.holder(game)  # so that none goes if one is not there; a damaged one goes too
        confirm_deletion(f"game{'' if len(names) == 1 else 's'} {', '.join(names)}", yes)
        for game in names:
            with refuse_if_busy():
                store.delete(game)
            typer.echo(f"{game} is deleted", err=True)


@app.command()
def free(game: Id, db: Db = None) -> None:
    """Release a game that a process on another machine has locked.

    Make sure first that the other process has ended, because this machine can't check it.

    \f

    Raises:
        BadInput: A process on this machine is playing the game.
    """
    with open_store(db, must_exist=True) as store:
        holder = store.holder(game)
        with refuse_if_busy():
            store.free(game)
    if holder is None:
        typer.echo(f"{game}: nobody plays it; riotsim game --resume {game} goes on with it", err=True)
    else:
        had = printable(f"process {holder.process} on {holder.host}")
        typer.echo(f"{game} is taken from {had}; riotsim game --resume {game} goes on with it", err=True)


@app.command()
def verify(game: Id, db: Db = None, json: Json = False) -> None:
    """Simulate the acts of a stored game again, and check that each settles exactly as before.

    The rules run again too, and the events, turns and result are compared with the stored ones. The exit code is 1 if
    anything differs.

    \f

    Raises:
        Exit: The game differs.
    """
    from riotsim.app.output.progress import progress_line
    from riotsim.simulation import perform
    from riotsim.store.verify import verify_game

    with open_store(db, must_exist=True) as store, progress_line() as progress:
        report = verify_game(store.read(game, with_events=True), perform, str(store.path), progress=progress)
    if json:
        print_json(report.plain())
    else:
        _print_verification(report)
    if not report.same:
        raise typer.Exit(MISMATCH_EXIT_CODE)


def _print_verification(report: "VerificationReport") -> None:
    from riotsim.app.output.streams import escape_markup

    off, others = [act for act in report.acts if not act.same], report.differences
    lines = [f"act {act.entry}: {act.what} settles otherwise: {act.told}" for act in off[:MAX_DIFFERENCES]]
    lines += [difference.described for difference in others[:MAX_DIFFERENCES]]
    print_rich(*(escape_markup(line) for line in lines))
    if off:
        more = escape_markup(report.environment_difference())
        print_rich(f"[bold]{len(off)} of {len(report.acts)} acts settle otherwise[/]{more}")
    else:
        print_rich(f"[bold]{len(report.acts)} acts settle as they did, to the last bit.[/]")
    if others:
        kinds = {kind: sum(one.what == kind for one in others) for kind in ("event", "turn", "result")}
        counted = ", ".join(f"{count} {kind}{'s' * (count > 1)}" for kind, count in kinds.items() if count)
        verb = "is" if len(others) == 1 else "are"
        print_rich(f"[bold]{counted} {verb} stored otherwise than the rules tell.[/]")
    else:
        print_rich(f"[bold]{report.events} events are stored as the rules tell them.[/]")


def _print_list(found: Sequence["Summary"]) -> None:
    """Print a table with a row for each game.

    If the terminal is narrow, long texts of a row are broken into several lines, and columns without room are left
    out. The column of ids is always shown whole.
    """
    from rich.table import Table as Columns
    from rich.text import Text

    from riotsim.app.output.streams import console

    rows = [
        (
            Text(printable(game.id), "bold"),
            Text(printable(" · ".join(map(_with_company, game.header.seats)))),
            Text(str(game.turns)),
            _state(game),
            Text(_format_time(game.changed)),
        )
        for game in found
    ]
    on = console()
    headings = ("id", "players", "turns", "state", "last played")
    widths = [max(len(head), *(row[k].cell_len for row in rows)) for k, head in enumerate(headings)]
    kept = list(_fitting_columns(widths, on.width))
    columns = Columns(box=None, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0))
    for k in kept:
        columns.add_column(
            Text(headings[k], "dim"),
            justify="right" if headings[k] == "turns" else "left",
            no_wrap=headings[k] not in ("players", "state"),
            overflow="fold",
        )
    for row in rows:
        columns.add_row(*(row[k] for k in kept))
    on.width = max(on.width, widths[0] + COLUMN_GAP)
    on.print(columns)


def _fitting_columns(widths: Sequence[int], width: int) -> Iterator[int]:
    """Yield the indices of the columns that fit into the terminal, in order. The column of ids is always among them.

    Args:
        widths: Width of the longest text in each column (characters). The columns of players and states count as at
            most `MIN_COLUMN_WIDTH` wide, because their texts can be broken into several lines.
        width: Width of the terminal (characters).
    """
    least = [min(wide, MIN_COLUMN_WIDTH) if k in (1, 3) else wide for k, wide in enumerate(widths)]
    left, fit = width, set()
    for k in (0, 1, 3, 2, 4):  # the most telling first
        if k and least[k] + COLUMN_GAP > left:
            break
        left -= least[k] + COLUMN_GAP
        fit.add(k)
    yield from sorted(fit)


def _is_stored(store: "Store", game: "StoredGame") -> bool:
    """Return whether the store has the same game under its id, with the same header, journal and outcomes."""
    from riotsim.files.problems import BadFile

    try:
        here = store.read(game.id)
    except BadFile:  # there is none such, or it is damaged
        return False
    return (here.header, here.entries, here.outcomes) == (game.header, game.entries, game.outcomes)


def _plain(game: "Summary") -> dict[str, Any]:
    header = game.header.model_dump(mode="json")
    rules = {key: header["rules"][key] for key in ("name", "sha256")}
    return {
        "id": game.id, **header, "rules": rules, "changed": game.changed, "entries": game.entries,
        "turns": game.turns, "result": game.result, "playing": game.holder is not None,
    }  # fmt: skip


def _with_company(seat: "Seat") -> str:
    """Return a player's name. If the player has brought a company, the company's name follows in brackets."""
    return seat.name if seat.company is None else f"{seat.name} ({seat.company.name})"


def _against(header: "Header") -> str:
    return " against ".join(seat.name for seat in header.seats)


def _state(game: "Summary") -> "Text":
    from rich.text import Text

    return Text(printable(_describe_state(game)))


def _describe_state(game: "Summary") -> str:
    if game.result is None:
        return "being played" if game.holder is not None else "open"
    winners = game.result.get("winners")
    if not isinstance(winners, list) or not winners:
        return "unfinished"
    return f"{winners[0]} won" if len(winners) == 1 else f"a draw: {', '.join(map(str, winners))}"


def _format_time(text: str) -> str:
    """Format a time of the store (ISO 8601) as local date and time; `?` if it is malformed."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return "?"
