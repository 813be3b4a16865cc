"""`riotsim odds`: prints the exact odds of one pool of dice against another.

A check rolls both pools once. The command can roll many checks, and compare their results with the exact odds.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riotsim.app.new_games import random_seed
from riotsim.app.output.streams import print_json, print_rich
from riotsim.cli.options import Hand, Json, ThrowSeed, pairs
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from rich.table import Table as Columns

    from riotsim.app.odds import RolledChecks
    from riotsim.pools.exact import Odds

BAR_WIDTHS: Final = (30, 22, 8)
"""Width of the longest bar in the table of degrees (characters).

The three widths are for tables with 0, 1 and 2 series of rolled checks.
"""

WHOLE_WIDTH: Final = 60
"""Width of the bar that is divided among fail, tie and win (characters)."""

EIGHTHS: Final = "▏▎▍▌▋▊▉█"
"""The blocks that are one to eight eighths of a character wide."""

FRACTION_LENGTHS: Final = (15, 9, 9)
"""Maximum length of a printed fraction (characters).

The three lengths are for tables with 0, 1 and 2 series of rolled checks. Longer fractions are left out, since the
percentage is printed too.
"""

SIGNIFICANCE: Final = 0.001
"""Greatest p-value that makes the output say: the rolled checks differ from the exact chances."""


def odds(
    check: Annotated[
        str,
        typer.Argument(
            help="Two pools with vs between them. The result of a pool is its highest die. Of dice with lo only the "
            "lowest counts: 2d6lo. A + adds dice to a pool, and a word may say why they are there: d8+help d10. "
            "A wild d6 that shows 6 is rolled once more, and both numbers are added. An open d6 is rolled again after "
            "every 6, at most ten times. The number 4 counts as a die that shows 4."
        ),
    ],
    thrown: Annotated[
        int, typer.Option(min=0, metavar="N", help="Throw the dice of N checks into a tray, and compare.")
    ] = 0,
    drawn: Annotated[
        int, typer.Option(min=0, metavar="N", help="Draw the numbers of N checks at random, and compare.")
    ] = 0,
    seed: ThrowSeed = None,
    hand: Hand = None,
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Rules with the dice, hands and tray for --thrown.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of these rules, such as dice.edges=1.5mm."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the chances as a picture too: an SVG file with bars.")
    ] = None,
    json: Json = False,
) -> None:
    """Print the exact chances that one pool of dice beats another, and of each degree.

    The first pool wins if its result is higher. The degree is the first pool's result minus the second's; 0 is a tie.

    Try: riotsim odds "d8 vs 2d6", riotsim odds "2d6lo vs d6", riotsim odds "d8+help d10 vs d12" --thrown 1000
    """
    from riotsim.app.odds import draw_checks, odds_document, throw_checks
    from riotsim.pools.exact import odds as exact_odds

    found = exact_odds(check)
    if not thrown:
        _refuse(("--hand", hand is not None), ("--set", bool(options)), ("--rules", rules != DEFAULT_RULES))
    rolled: dict[str, RolledChecks] = {}
    chosen = random_seed() if seed is None else seed
    if thrown:
        changed = dict(pairs("--set", options or (), "dice.edges=1.5mm"))
        rolled["thrown"] = throw_checks(found, thrown, chosen, hand, rules=rules, options=changed)
    if drawn:
        rolled["drawn"] = draw_checks(found, drawn, chosen)
    if picture is not None:
        from riotsim.app.odds_picture import write_odds_picture

        write_odds_picture(picture, found, rolled)
    if json:
        print_json(odds_document(found, rolled.get("thrown"), rolled.get("drawn")))
    else:
        _show(found, rolled)


def _refuse(*given: tuple[str, bool]) -> None:
    """Refuse options that have an effect only with `--thrown`. This is called if `--thrown` isn't given.

    Args:
        given: For each such option, its name, and whether it is given.

    Raises:
        BadInput: At least one of the options is given.
    """
    for option, is_given in given:
        if is_given:
            raise BadInput(
                f"{option} is about thrown dice: add --thrown N, such as --thrown 1000, or leave {option} out"
            )


def _show(odds: "Odds", rolled: "Mapping[str, RolledChecks]") -> None:
    """Print the odds. Beside each chance, print the number of rolled checks with that result.

    The keys of `rolled` are `thrown` and `drawn`. Either may be missing.
    """
    from riotsim.pools.notation import write_check

    print_rich(f"[bold]{write_check(odds.check)}[/bold]", _whole_bar(odds), _outcomes(odds, rolled))
    print_rich("", _degrees(odds, rolled), f"mean degree {float(odds.mean_degree):+.3f}")
    for how, checks in rolled.items():
        print_rich("", _summary(how, checks), _verdict(checks))


def _summary(how: str, checks: "RolledChecks") -> str:
    """Return a line about rolled checks: their number, hand, seed, duration, and number of dice thrown again."""
    words = [f"{checks['checks']} {'check' if checks['checks'] == 1 else 'checks'} {how}"]
    if checks["hand"] is not None:
        words.append(f"hand {checks['hand']}")
    words.append(f"seed {checks['seed']}")
    if again := checks["thrown_again"]:
        words.append(f"{again} {'die' if again == 1 else 'dice'} thrown again")
    return ", ".join([*words, f"{checks['wall_s']:.1f} s"])


def _verdict(checks: "RolledChecks") -> str:
    """Return a line about the fit of rolled checks to the exact chances."""
    chi2, freedom, p = checks["chi2"], checks["freedom"], checks["p"]
    if chi2 is None or freedom is None or p is None:
        return "too few checks for a χ² test"
    verdict = "fits the exact chances" if p > SIGNIFICANCE else "differs from the exact chances"
    degrees = "degree" if freedom == 1 else "degrees"
    return f"χ² {chi2:.2f} with {freedom} {degrees} of freedom, p = {p:.3f}: {verdict}"


def _whole_bar(odds: "Odds") -> str:
    """Return one bar that is divided among fail, tie and win by their chances."""
    fail, both = round(WHOLE_WIDTH * odds.fail), round(WHOLE_WIDTH * (odds.fail + odds.tie))
    return f"[red]{'░' * fail}[/red][yellow]{'▒' * (both - fail)}[/yellow][green]{'█' * (WHOLE_WIDTH - both)}[/green]"


def _outcomes(odds: "Odds", rolled: "Mapping[str, RolledChecks]") -> "Columns":
    """Return a table with a row for each outcome of a check: fail, tie and win."""
    columns = _columns("", "", rolled)
    columns.columns[0].justify = "left"
    fail, tie, win = ([checks[name] for checks in rolled.values()] for name in ("fail", "tie", "win"))
    for mark, name, chance, counts, colour in (
        ("░", "fail", odds.fail, fail, "red"),
        ("▒", "tie", odds.tie, tie, "yellow"),
        ("█", "win", odds.win, win, "green"),
    ):
        label = f"[{colour}]{mark} {name}[/{colour}]"
        columns.add_row(label, _fraction(chance, rolled), f"{float(chance):.3%}", "", *_cells(counts, rolled))
    return columns


def _degrees(odds: "Odds", rolled: "Mapping[str, RolledChecks]") -> "Columns":
    """Return a table with a row for each degree: its chances, its counts among the rolled checks, and a bar."""
    columns = _columns("degree", "or more", rolled)
    columns.add_column("", no_wrap=True)
    most, so_far = max(odds.degrees.values()), 1.0
    for degree, chance in odds.degrees.items():
        colour = "red" if degree < 0 else "green" if degree else "yellow"
        counts = [checks["degrees"][str(degree)] for checks in rolled.values()]
        columns.add_row(
            f"{degree:+d}" if degree else "0",
            _fraction(chance, rolled),
            f"{float(chance):.3%}",
            f"{so_far:.1%}",
            *_cells(counts, rolled),
            f"[{colour}]{_bar(chance / most, BAR_WIDTHS[len(rolled)])}[/{colour}]",
        )
        so_far -= float(chance)
    return columns


def _bar(share: "Fraction", width: int) -> str:
    """Return a bar that fills the fraction `share` of `width` characters.

    The length is rounded to eighths of a character. It is at least one eighth.
    """
    whole, part = divmod(max(1, round(8 * width * share)), 8)
    return "█" * whole + (EIGHTHS[part - 1] if part else "")


def _columns(title: str, more: str, rolled: "Mapping[str, RolledChecks]") -> "Columns":
    """Return an empty table with columns for exact chances and for rolled checks.

    Args:
        title: Title of the first column.
        more: Title of the column after the chances.
        rolled: The rolled checks.
    """
    from rich.table import Table as Columns

    columns = Columns(title, "exact", "chance", more, box=None, pad_edge=False)
    for how in rolled:
        columns.add_column(how)
        columns.add_column("share")
    for column in columns.columns:
        column.justify = "right"
    return columns


def _fraction(chance: "Fraction", rolled: "Mapping[str, RolledChecks]") -> str:
    """Return a chance as a fraction, or an empty string if the fraction is too long.

    The more entries `rolled` has, the less room there is for a fraction (`FRACTION_LENGTHS`).
    """
    exact = str(chance)
    return exact if len(exact) <= FRACTION_LENGTHS[len(rolled)] else ""


def _cells(counts: "list[int]", rolled: "Mapping[str, RolledChecks]") -> list[str]:
    """Return the cells about rolled checks in a table row. There are two cells for each entry of `rolled`.

    The row is about one result. The first cell is the number of the entry's checks with this result. The second is the
    same as a percentage.

    Args:
        counts: For each entry of `rolled`, in order, the number of its checks with this result.
        rolled: The rolled checks, under `thrown` and `drawn`. Either may be missing.
    """
    cells = []
    for count, checks in zip(counts, rolled.values(), strict=True):
        cells += [str(count), f"{count / checks['checks']:.1%}"]
    return cells
