"""`riotsim odds`: prints the exact odds of one pool of dice against another, and throws the dice to compare."""

from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.new_games import random_seed
from riotsim.app.output.streams import print_json, print_rich
from riotsim.cli.options import Hand, Json, ThrowSeed, pairs
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table as Columns

    from riotsim.app.odds import ThrownChecks
    from riotsim.pools.exact import Odds

BAR_WIDTH = 30
"""Width of the longest bar of the degrees (characters)."""

WHOLE_WIDTH = 60
"""Width of the bar that fail, tie and win share (characters)."""

MAX_FRACTION_LENGTH = 15
"""Length of the longest fraction that is printed (characters); others are printed as percentages only."""


def odds(
    check: Annotated[
        str,
        typer.Argument(
            help="Two pools with vs between them. The highest die of each counts, or with lo the lowest: 2d6lo. "
            "Pools are joined by +, and a word may say why dice are there: d8+help d10. "
            "A wild d6 that shows 6 is rolled again and added, an open d6 each time. 4 counts as a die that shows 4."
        ),
    ],
    thrown: Annotated[
        int, typer.Option(min=0, metavar="N", help="Throw the dice of N checks into a tray, and compare.")
    ] = 0,
    seed: ThrowSeed = None,
    hand: Hand = None,
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Rules with the dice, hands and table for --thrown.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of these rules, such as dice.edges=1.5mm."),
    ] = None,
    json: Json = False,
) -> None:
    """Print the exact chances that one pool of dice beats another, and of each degree: the difference of both results.

    Try: riotsim odds "d8 vs 2d6", riotsim odds "2d6lo vs d6", riotsim odds "d8+help d10 vs d12" --thrown 1000
    """
    from riotsim.app.odds import odds_document, throw_checks
    from riotsim.pools.exact import odds as exact_odds

    found = exact_odds(check)
    counted = None
    if thrown:
        changed = dict(pairs("--set", options or (), "dice.edges=1.5mm"))
        chosen = random_seed() if seed is None else seed
        counted = throw_checks(found, thrown, chosen, hand, rules=rules, options=changed)
    if json:
        print_json(odds_document(found, counted))
    else:
        _show(found, counted)


def _show(odds: "Odds", thrown: "ThrownChecks | None") -> None:
    from riotsim.pools.notation import write_check

    print_rich(f"[bold]{write_check(odds.check)}[/bold]", _whole_bar(odds), _outcomes(odds, thrown))
    print_rich("", _degrees(odds, thrown), f"mean degree {float(odds.mean_degree):+.3f}")
    if thrown is not None:
        again = thrown["thrown_again"]
        print_rich(
            f"{thrown['checks']} checks thrown, hand {thrown['hand']}, seed {thrown['seed']}, "
            f"{again} {'die' if again == 1 else 'dice'} thrown again, {thrown['wall_s']:.1f} s"
        )
        if thrown["chi2"] is None:
            print_rich("too few checks for a χ² test")
        else:
            print_rich(
                f"χ² {thrown['chi2']:.2f} ({thrown['freedom']} degrees of freedom): fair dice stray so far with "
                f"p = {thrown['p']:.3f}"
            )


def _whole_bar(odds: "Odds") -> str:
    """Return one bar in which fail, tie and win have their shares."""
    fail, both = round(WHOLE_WIDTH * odds.fail), round(WHOLE_WIDTH * (odds.fail + odds.tie))
    return f"[red]{'█' * fail}[/red][yellow]{'▒' * (both - fail)}[/yellow][green]{'█' * (WHOLE_WIDTH - both)}[/green]"


def _outcomes(odds: "Odds", thrown: "ThrownChecks | None") -> "Columns":
    """Return the table of fail, tie and win."""
    columns = _columns("", thrown)
    rows = (("fail", odds.fail, "red"), ("tie", odds.tie, "yellow"), ("win", odds.win, "green"))
    for name, chance, colour in rows:
        counts = {"fail": thrown["fail"], "tie": thrown["tie"], "win": thrown["win"]} if thrown else {}
        columns.add_row(f"[{colour}]{name}[/{colour}]", *_cells(chance, thrown, counts.get(name)))
    return columns


def _degrees(odds: "Odds", thrown: "ThrownChecks | None") -> "Columns":
    """Return the table of degrees, with a bar for each."""
    columns = _columns("degree", thrown)
    columns.add_column("")
    most = max(odds.degrees.values())
    for degree, chance in odds.degrees.items():
        colour = "red" if degree < 0 else "green" if degree else "yellow"
        bar = f"[{colour}]{'█' * round(BAR_WIDTH * chance / most)}[/{colour}]"
        count = thrown["degrees"][str(degree)] if thrown else None
        columns.add_row(f"{degree:+d}" if degree else "0", *_cells(chance, thrown, count), bar)
    return columns


def _columns(title: str, thrown: "ThrownChecks | None") -> "Columns":
    from rich.table import Table as Columns

    columns = Columns(title, "exact", "chance", box=None, pad_edge=False)
    if thrown is not None:
        columns.add_column("thrown")
        columns.add_column("share")
    for column in columns.columns:
        column.justify = "right"
    return columns


def _cells(chance: "Fraction", thrown: "ThrownChecks | None", count: int | None) -> list[str]:
    exact = str(chance)
    cells = [exact if len(exact) <= MAX_FRACTION_LENGTH else "", f"{float(chance):.3%}"]
    if thrown is not None and count is not None:
        cells += [str(count), f"{count / thrown['checks']:.1%}"]
    return cells
