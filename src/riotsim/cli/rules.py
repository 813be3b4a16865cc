"""`riotsim rules`: shows rules, checks rules files, and prints their JSON Schema."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.progress import spinner
from riotsim.app.output.streams import print_json, print_rich
from riotsim.cli.options import CommandGroup
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from riotsim.files.problems import Problem

app = CommandGroup(help="Show and check the rules: every figure and option of the game.", no_args_is_help=True)

INVALID_RULES_EXIT_CODE = 2
"""Exit code if a rules file is invalid. Any other bad input has the same exit code."""


@app.command()
def show(
    rules: Annotated[
        str, typer.Argument(metavar="[NAME|FILE]", help="Rules that come with the program, or a file of your own.")
    ] = DEFAULT_RULES,
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """List the options of the rules with their values and meanings. Default values are listed too.

    Options without a value are left out. With --json they are listed with the value null, and meanings are left out.
    """
    from riotsim.rulebooks import read_rulebook

    document, game, book = read_rulebook(rules)
    if json:
        print_json(book.model_dump(mode="json", by_alias=True))
        return
    from rich.table import Table as Columns
    from rich.text import Text

    from riotsim.app.rules_files import option_rows

    columns = Columns(box=None, pad_edge=False)
    columns.add_column("option", no_wrap=True)
    columns.add_column("value", style="bold")
    columns.add_column("meaning", style="dim")
    for row in option_rows(book, document.data):
        columns.add_row(*map(Text, row))
    print_rich(columns)
    print_rich(f"[dim]for editors: riotsim rules schema {game.name} > {game.name}.schema.json[/]")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rules files of your own.")],
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """Check rules files, and list every problem with its line and field. The exit code is 2 if there is a problem.

    The meshes that the files name are read too. Notes say how a mesh is changed for the physics.
    """
    from riotsim.app.rules_files import check_rules_file
    from riotsim.files.problems import problem_lines

    with spinner() as progress:
        found = {}
        for file in files:
            progress(f"reading {file}")
            found[file] = check_rules_file(file, progress)
    if json:
        print_json({"files": [_document(file, *findings) for file, findings in found.items()]})
    else:
        for file, (problems, notes) in found.items():
            typer.echo("\n".join(problem_lines(problems)) if problems else f"{file}: sound")
            for note in notes:
                typer.echo(f"note: {note}")
    sys.exit(INVALID_RULES_EXIT_CODE if any(problems for problems, _ in found.values()) else 0)


@app.command()
def schema(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="The game of the rules files.")] = DEFAULT_RULES,
) -> None:
    """Print the JSON Schema of a game's rules files, for completion and checks in editors.

    The rules files that come with the program name the schema in their first line. If your rules file is a copy of one
    of them, write the schema into the folder of your file.

    Try: riotsim rules schema riot_dice > riot_dice.schema.json

    \f

    Raises:
        BadInput: There is no such game.
    """
    from riotsim.files.rules import rules_schema
    from riotsim.games.registry import GAMES
    from riotsim.play.rulebook.sections import unknown_name

    if game not in GAMES:
        raise BadInput(unknown_name(f"no game is called {game!r}", game, GAMES))
    print_json(rules_schema(GAMES[game].rules, game))


def _document(file: Path, problems: "tuple[Problem, ...]", notes: "tuple[Problem, ...]") -> dict[str, object]:
    return {
        "file": str(file),
        "sound": not problems,
        "problems": [{"line": one.line, "field": one.field, "message": one.message} for one in problems],
        "notes": [{"field": one.field, "file": one.file, "message": one.message} for one in notes],
    }
