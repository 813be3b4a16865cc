"""`riotsim lab export`: writes the games of a campaign as a table with a row for each game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import printable
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import Db, Name, open_ledger
from riotsim.cli.lab.questions import require_module
from riotsim.errors import BadInput

if TYPE_CHECKING:
    import polars as pl

BYTES_PER_MEGABYTE = 1_000_000

WINNER_SEPARATOR = "; "
"""Separator between several winners in CSV, which has no lists."""


def export(
    name: Name,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write Parquet, for polars, pandas and DuckDB.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write CSV, for spreadsheets.")] = None,
    jsonl: Annotated[Path | None, typer.Option(metavar="FILE", help="Write JSON, one game on each line.")] = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write the games of a campaign as a table: one row for each game, with all its measures.

    \f

    Raises:
        BadInput: No file is named, a file is named twice, a file exists and `force` is False, polars is missing, or no
            game of the campaign has been played.
        BadFile: A file can't be written, or there is no such ledger or campaign.
    """
    files = {"parquet": parquet, "csv": csv, "jsonl": jsonl}
    wanted = {form: file for form, file in files.items() if file is not None}
    if not wanted:
        raise BadInput("say where to: --parquet FILE, --csv FILE or --jsonl FILE")
    require_module("export", "polars", "export")
    check_outputs(wanted.values(), force=force)
    # Late, because these imports take time: what is missing or in the way is said first.
    from riotsim.files.atomic import writing_whole
    from riotsim.lab.export import table

    with open_ledger(db, must_exist=True) as ledger:
        name = ledger.full_name(name)
        plan, played = ledger.plan(name), ledger.games(name)
    if not played:
        raise BadInput(f"no game of {printable(name)} has been played yet")
    rows = table(plan, played)
    for form, file in wanted.items():
        with writing_whole(file, f".{form}") as growing:
            _write(rows, form, growing)
            size = growing.stat().st_size
        told = f"{rows.height:,} games, {rows.width} columns, {size / BYTES_PER_MEGABYTE:.2f} MB"
        typer.echo(f"{printable(str(file))}: {told}", err=True)


def _write(rows: "pl.DataFrame", form: str, file: Path) -> None:
    """Write a table to a file in one form: `parquet`, `jsonl` or `csv`."""
    import polars as pl

    match form:
        case "parquet":
            rows.write_parquet(file)
        case "jsonl":
            rows.write_ndjson(file)
        case _:
            rows.with_columns(pl.col("winners").list.join(WINNER_SEPARATOR)).write_csv(file)
