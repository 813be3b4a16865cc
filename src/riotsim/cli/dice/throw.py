"""`riotsim throw`: throws dice on an empty table, counts the faces, and tests whether the dice are fair."""

from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.new_games import random_seed
from riotsim.app.output.streams import print_json, print_rich
from riotsim.cli.options import Hand, Json, ThrowSeed, pairs
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from riotsim.app.throws import FaceCounts, ThrowSummary

HISTOGRAM_WIDTH = 30
"""Width of the longest bar of the histogram (characters)."""

MAX_LISTED_THROWS = 20
"""Maximum number of throws that are listed one by one. If there are more, only the counts of faces are shown."""


def throw(
    dice: Annotated[str, typer.Argument(help="The dice that are thrown together, such as 3d6 or 2d6+1d8.")],
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Rules with the dice, hands and table; see docs/reference/dice.md.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, such as dice.edges=1.5mm."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Number of throws.")] = 1,
    seed: ThrowSeed = None,
    hand: Hand = None,
    tray: Annotated[bool, typer.Option("--tray", help="Throw into a dice tray beside the table.")] = False,
    json: Json = False,
) -> None:
    """Throw simulated dice on an empty table, and count the faces."""
    from riotsim.app.throws import throw_many

    chosen = random_seed() if seed is None else seed
    changed = dict(pairs("--set", options or (), "dice.edges=1.5mm"))
    summary = throw_many(dice, count, chosen, hand, in_tray=tray, rules=rules, options=changed)
    if json:
        print_json({"dice": dice, "seed": chosen, "tray": tray, **summary})
    else:
        whose = _article(summary["hand"])
        _show(f"{dice} by {whose} hand{' into a tray' if tray else ''}, seed {chosen}", summary, tray=tray)


def _show(title: str, summary: "ThrowSummary", *, tray: bool) -> None:
    lines = []
    if summary["rolls"] <= MAX_LISTED_THROWS:
        lines = ["  ".join("–" if value is None else str(value) for value in one) for one in summary["results"]]
    print_rich(f"[bold]{title}[/bold]", *lines)
    if summary["rolls"] > 1:
        for kind, found in summary["faces"].items():
            _show_faces(kind, found)
    where = "out of the tray" if tray else "off the table"
    unread = summary["cocked"] + summary["off_table"]
    if lines and unread:
        print_rich(f"– is a die that lies on no face (cocked) or is {where}")
    rest, one = summary["rest_s"], summary["rolls"] == 1
    print_rich(
        f"cocked {summary['cocked']}, {where} {summary['off_table']}"
        + (" (not counted among the faces)" if unread else ""),
        f"at rest after {rest['mean']:.2f} s" + ("" if one else f" on average; 95 of 100 by {rest['p95']:.2f} s"),
        f"{'1 throw' if one else str(summary['rolls']) + ' throws'} in {summary['wall_s']:.2f} s",
    )
    if summary["cut_short"]:
        print_rich(f"[yellow]{summary['cut_short']} throws were cut short while dice still moved[/yellow]")


def _show_faces(kind: str, found: "FaceCounts") -> None:
    from rich.table import Table as Columns

    total, most = sum(found["counts"].values()), max(found["counts"].values())
    columns = Columns(title=kind, title_justify="left")
    columns.add_column("face", justify="right")
    columns.add_column("count", justify="right")
    columns.add_column("share", justify="right")
    fair, alike = found["fair"], len(set(found["fair"].values())) == 1
    if not alike:
        columns.add_column("fair", justify="right")
    columns.add_column(f"fair is {next(iter(fair.values())):.1%}" if alike else "")
    for face, count in found["counts"].items():
        shares = [f"{count / total:.1%}" if total else "–"] + ([] if alike else [f"{fair[face]:.1%}"])
        columns.add_row(face, str(count), *shares, "█" * round(HISTOGRAM_WIDTH * count / most) if most else "")
    print_rich(columns)
    if found["chi2"] is not None:
        print_rich(f"χ² {found['chi2']:.2f}: fair dice stray so far or farther with p = {found['p']:.3f}")


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
