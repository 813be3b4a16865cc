"""`riotsim throw`: throws real dice on an empty table, and tells what they show and whether that looks fair."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.progress import counting, waiting
from riotsim.app.output.streams import print_json, print_rich
from riotsim.app.problems import BadInput
from riotsim.cli.options import pairs

if TYPE_CHECKING:
    from riotsim.app.output.dice_tally import FaceCounts, Summary
    from riotsim.files.yaml import Document
    from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
    from riotsim.table.acts import Hand, Roll
    from riotsim.table.dice.kinds import DieKind
    from riotsim.table.pieces import Die
    from riotsim.table.state import Table

AWAY = 1.5707963267948966
"""Heading of a throw by someone at the front edge (rad): a quarter turn from +x."""

ACROSS = 0.0
"""Heading of one along a tray that is wider than deep (rad)."""

DEFAULT_RULES = "riot_dice"

SEED_BITS = 32
"""Length of a seed that is made up; short enough to be typed again."""

WIDEST_BAR = 30
"""Of the histogram (characters)."""

MOST_LISTED = 20
"""Up to so many throws are written out one by one."""


def throw(
    dice: Annotated[str, typer.Argument(help="What is thrown together, such as 3d6 or 2d6+1d8.")],
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Whose dice, hands and table: docs/dice.md tells of your own.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, such as dice.edges=1.5mm."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many times.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed gives the same throws; otherwise one is made up, and told.")
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(
            help="Whose hand: steady, average, drunk or one of your rules; theirs by default.", metavar="NAME"
        ),
    ] = None,
    tray: Annotated[bool, typer.Option("--tray", help="Throw into a dice tray beside the table.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """Throw real dice on an empty table, and see what they show."""
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    summary = throw_many(dice, count, chosen, hand, in_tray=tray, rules=rules, options=options or ())
    if json:
        print_json({"dice": dice, "seed": chosen, "tray": tray, **summary})
    else:
        whose = _article(summary["hand"])
        _show(f"{dice} by {whose} hand{' into a tray' if tray else ''}, seed {chosen}", summary, tray=tray)


def throw_many(
    notation: str,
    count: int,
    seed: int,
    hand: str | None = None,
    *,
    in_tray: bool = False,
    rules: str = DEFAULT_RULES,
    options: Sequence[str] = (),
) -> "Summary":
    """Throw `count` times; throw n has a seed of its own, which only `seed` and n decide.

    `hand` is a name in the rules; without one it is the hand that they give whoever has no other.
    Raises `BadInput`, or `BadFile` for rules and dice that are unsound.
    """
    from riotsim.files.problems import BadFile
    from riotsim.files.rules import read_rules, with_options
    from riotsim.files.yaml import validate
    from riotsim.games.riot_dice.rulebook.rulebook import DiceAlone
    from riotsim.table.dice.kinds import KINDS
    from riotsim.table.dice.notation import parse_dice

    document = with_options(read_rules(rules), dict(pairs("--set", options, "dice.edges=1.5mm")))
    book = validate(document, DiceAlone)
    try:
        kinds = parse_dice(notation, (*KINDS, *book.dice.kinds))
    except ValueError as problem:
        raise BadInput(str(problem)) from None

    import numpy as np

    from riotsim.app.output.dice_tally import Tally
    from riotsim.physics import Diverged, perform

    file = Path(rules)
    if faults := tuple(book.dice.too_round(kinds)):
        raise BadFile(document.problem(*fault) for fault in faults)
    bag = book.dice.bag(_own_dice(book, kinds, document, file.parent if file.is_file() else None))
    dice = tuple(bag.die(f"die-{n:02}", kind) for n, kind in enumerate(kinds))
    its = hand_of(book, hand)
    table, roll = _set_out(book, dice, its, in_tray=in_tray)
    tally = Tally(kinds, {name: book.dice.values(name) for name in book.dice.kinds}, its.name)
    with counting(count, f"throwing {notation}") as numbers:
        for number in numbers:
            (own,) = np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(1, np.uint64)
            try:
                tally.add(roll.dice, perform(table, roll, int(own)))
            except (ValueError, Diverged) as problem:
                raise BadInput(f"throw {number} of seed {seed} can't be done: {problem}") from problem
    return tally.summary()


def _own_dice(
    book: "Rulebook", kinds: Sequence[str], document: "Document", beside: Path | None
) -> "dict[str, DieKind]":
    """Load those kinds of dice that the rules make of meshes and that are thrown."""
    if not any(kind in book.dice.kinds for kind in kinds):
        return {}
    from riotsim.files.assets.dice import load_dice  # late: reading meshes takes longer to import than a throw to throw

    with waiting() as say:
        return load_dice(book, beside, document, only=kinds, say=say)


def _set_out(rules: "Rulebook", dice: "tuple[Die, ...]", hand: "Hand", *, in_tray: bool) -> "tuple[Table, Roll]":
    """The empty table of the rules, and a throw into its middle, or into that of their tray."""
    from riotsim.table.acts import INTO_TRAY, Roll
    from riotsim.table.state import Table

    width, depth = rules.table.width, rules.table.depth
    table = Table(width, depth, rules.surface, walls=rules.table.walls)
    if not in_tray:
        return table, Roll(dice, table.middle, AWAY, hand)
    tray = rules.tray_beside(width, depth)
    heading = AWAY if tray.depth > tray.width else ACROSS
    return replace(table, tray=tray), Roll(dice, tray.middle, heading, hand, strength=INTO_TRAY, in_tray=True)


def hand_of(rules: "Rulebook", name: str | None) -> "Hand":
    """Give a hand of the rules by its name, or the one of a boss who is given no other. Raises `BadInput`."""
    name = rules.hand if name is None else name
    if name not in rules.hands:
        known = ", ".join(rules.hands)
        raise BadInput(f"no hand is called {name!r}; there {'is' if len(rules.hands) == 1 else 'are'} {known}")
    return rules.hands[name].hand


def _show(title: str, summary: "Summary", *, tray: bool) -> None:
    lines = []
    if summary["rolls"] <= MOST_LISTED:
        lines = ["  ".join("–" if value is None else str(value) for value in one) for one in summary["results"]]
    print_rich(f"[bold]{title}[/bold]", *lines)
    if summary["rolls"] > 1:
        for kind, found in summary["faces"].items():
            _show_faces(kind, found)
    unread = summary["cocked"] + summary["off_table"]
    rest, one = summary["rest_s"], summary["rolls"] == 1
    print_rich(
        f"cocked {summary['cocked']}, {'out of the tray' if tray else 'off the table'} {summary['off_table']}"
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
        columns.add_row(face, str(count), *shares, "█" * round(WIDEST_BAR * count / most) if most else "")
    print_rich(columns)
    if found["chi2"] is not None:
        print_rich(f"χ² {found['chi2']:.2f}: fair dice stray so far or farther with p = {found['p']:.3f}")


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
