"""`riotsim tower`: lets a hand build and carry many towers, and counts how many stand."""

import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.new_games import MAX_SEED, random_seed
from riotsim.app.output.progress import progress_bar
from riotsim.app.output.streams import print_json, print_rich
from riotsim.cli.options import Hand, Json, pairs
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from riotsim.measuring.hands import HeightResult, StandingCount, TowerResult, TowerTrial
    from riotsim.play.game import DiceRules
    from riotsim.table.pieces import Die
    from riotsim.table.poses import Point

MAX_DICE = 60
"""Maximum height of a tower (dice)."""

TOWER_DIE_KIND = "d6"
"""The kind of die that towers are built of (RD-94)."""

MAX_PROCESSES = 64
"""Maximum value of `--jobs`. Few machines have more cores than this, and each process takes memory."""

TOWERS_PER_PROCESS = 20
"""Mean number of towers that one process tries before it is replaced. The engine leaks memory with each tower."""

BAR_WIDTH = 8
"""Width of the bar that shows the share of standing towers (characters)."""

NO_CARRY = "none"
"""The value of `--pace` for towers that are not carried."""

_DICE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def tower(
    dice: Annotated[str, typer.Argument(help="Number of dice: one height such as 8, or a range such as 1-20.")],
    hand: Hand = None,
    count: Annotated[int, typer.Option(min=1, help="Number of towers to build.")] = 100,
    pace: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PACE",
            help="A pace of the carry (normal, slow), or none for no carry; by default all paces of the hand.",
        ),
    ] = None,
    balance: Annotated[
        bool,
        typer.Option("--balance", help="Put each die where the tower stands best, as the greedy bot does."),
    ] = False,
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Rules that come with the program, or a file of your own.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, such as hands.average.tremor=0.1mm."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, max=MAX_SEED, help="The same seed gives the same towers; without it a seed is chosen and printed."
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=1, max=MAX_PROCESSES, help="Number of processes; the result does not depend on it.")
    ] = 1,
    json: Json = False,
) -> None:
    """Build towers with a hand, carry them over 6 inches, and count how many stand.

    The hand puts each die on the die below with its usual errors, and the physics decides whether the tower stands. For
    each height the table shows the share of all towers that stand after stacking. It also shows how many of these
    towers survive a carry. The 95 % confidence interval is in brackets. Four times as many towers (--count) halve the
    interval.

    For a range of heights the same towers are counted as they grow, and copies of them are carried. The row of each
    height is a fair sample by itself, but all rows come from the same towers.

    Try: riotsim tower 10 --hand steady

    Or: riotsim tower 1-20 --count 200 --pace none --balance

    \f

    Raises:
        BadFile: The rules are invalid, or their dice can't be stacked.
        BadInput: An option is invalid, or a tower can't be built or carried.
    """
    from riotsim.app.throws import check_rounding, read_dice_rules

    document, game, book = read_dice_rules(rules, dict(pairs("--set", options or (), "tower.swig=2")))
    its = game.dice_rules(book)
    check_rounding(document, its.dice, [TOWER_DIE_KIND])
    chosen = random_seed() if seed is None else seed
    trial = trial_of(its, hand, heights_of(dice), chosen, pace or (), balance=balance)
    begun = time.perf_counter()
    found = measured(trial, count, jobs)
    wall = time.perf_counter() - begun
    if json:
        print_json(
            {"hand": trial.hand.name, "seed": chosen, "count": count, "balance": balance, "carried_mm": _way(),
             "rows": [_plain(row) for row in found], "wall_s": wall}
        )  # fmt: skip
    else:
        _show(f"{count} towers, {trial.hand.name} hand{', balanced' if balance else ''}, seed {chosen}", found)


def heights_of(text: str) -> tuple[int, ...]:
    """Parse one height of towers such as `8`, or a range such as `1-20`.

    Returns:
        All heights (dice), lowest first.

    Raises:
        BadInput: The text is malformed, or a height is not from 1 to `MAX_DICE`.
    """
    match = _DICE.fullmatch(text.strip())
    low, high = (0, 0) if match is None else (int(match[1]), int(match[2] or match[1]))
    if not 1 <= low <= high <= MAX_DICE:
        raise BadInput(
            f"{text!r} is no height of a tower: write one such as 8, or a range such as 1-20, up to {MAX_DICE}"
        )
    return tuple(range(low, high + 1))


def trial_of(
    rules: "DiceRules",
    hand: str | None,
    heights: tuple[int, ...],
    seed: int,
    paces: Sequence[str] = (),
    *,
    balance: bool = False,
) -> "TowerTrial":
    """Return the description of a trial: a hand builds and carries towers of the rules' dice, on the rules' surface.

    Args:
        rules: The rules.
        hand: Name of the hand; None for the rules' default hand.
        heights: The towers are counted and carried at these heights (dice).
        seed: Seed of the trial.
        paces: Names of the paces to carry at, or `none` for no carry. If empty, all paces of the hand.
        balance: Whether each die is put where the tower stands best.

    Raises:
        BadInput: The hand or a pace is unknown, or `none` is given with a pace.
    """
    from riotsim.app.throws import find_hand
    from riotsim.measuring.hands import TowerTrial, aim_at_middle

    its = find_hand(rules, hand)
    known = tuple(name for name, _ in its.paces)
    for pace in paces:
        if pace not in known and pace != NO_CARRY:
            raise BadInput(f"the {its.name} hand has no pace {pace!r}; it has {', '.join(known)}, and none is no carry")
    named = tuple(dict.fromkeys(pace for pace in paces if pace != NO_CARRY))
    if named and NO_CARRY in paces:
        raise BadInput(f"--pace {NO_CARRY} is no carry at all, and --pace {named[0]} is one: leave one of them out")
    chosen = () if NO_CARRY in paces else named or known
    aim = balanced if balance else aim_at_middle
    die = rules.dice.dice_set().die("", TOWER_DIE_KIND)
    return TowerTrial(its, heights, seed, chosen, aim, die.kind, die.size, rules.table.surface)


def balanced(dice: "tuple[Die, ...]", bearing: float, /) -> "Point":
    """Return where the greedy bot would put the next die of a tower.

    On a tower of one die, the next die goes onto the middle. On a higher tower, it goes to the best place that
    `best_offsets` finds.

    Args:
        dice: The dice of the tower, from the bottom up.
        bearing: The direction of two sides of every die (rad from +x).

    Returns:
        Offset of the next die's middle from the middle of the top die, along the table's x and y (mm).
    """
    from riotsim.table.statics import best_offsets

    return best_offsets(dice, bearing)[0][0] if len(dice) > 1 else (0.0, 0.0)


def measured(trial: "TowerTrial", count: int, jobs: int = 1) -> "list[HeightResult]":
    """Build and carry towers, and count those that stand. A progress bar is shown on stderr.

    Args:
        trial: The description of the trial.
        count: Number of towers.
        jobs: Number of processes.

    Returns:
        The counts for each height, lowest first.

    Raises:
        BadInput: A tower can't be built or carried.
    """
    from riotsim.measuring.hands import height_results
    from riotsim.physics import Diverged

    what = f"building towers of {max(trial.heights)}"
    try:
        towers = _towers(trial, count, jobs)
        with progress_bar(count, what) as numbers:
            return list(height_results(trial, [towers(number) for number in numbers]))
    except (ValueError, Diverged) as problem:
        raise BadInput(f"a tower of seed {trial.seed} can't be built or carried: {problem}") from problem


def _towers(trial: "TowerTrial", count: int, jobs: int) -> "Callable[[int], TowerResult]":
    """Return a function that takes the number of a tower, and returns the result of this tower.

    The function must be called once with each number from 0 to `count` − 1, in this order.
    """
    from functools import partial

    from riotsim.measuring.hands import try_tower
    from riotsim.processes import map_in_processes

    one = partial(try_tower, trial)
    if jobs == 1:
        return one
    results = map_in_processes(one, range(count), jobs, TOWERS_PER_PROCESS)
    return lambda _: next(results)


def _way() -> float:
    from riotsim.measuring.hands import CARRY_LENGTH

    return CARRY_LENGTH


def _plain(row: "HeightResult") -> dict[str, object]:
    carried = {pace: _plain_share(share) for pace, share in row.carried.items()}
    return {"dice": row.dice, "stacked": _plain_share(row.stacked), "carried": carried}


def _plain_share(share: "StandingCount") -> dict[str, object]:
    low, high = share.interval
    return {"stood": share.stood, "of": share.total, "share": share.share, "low": low, "high": high}


def _show(title: str, found: "list[HeightResult]") -> None:
    from rich.table import Table as Columns

    columns = Columns(box=None, pad_edge=False)
    columns.add_column("dice", justify="right")
    columns.add_column("stacked", no_wrap=True)
    for pace in found[0].carried:
        columns.add_column(f"carried: {pace}", no_wrap=True)
    for row in found:
        columns.add_row(str(row.dice), *(_bar(share) for share in (row.stacked, *row.carried.values())))
    print_rich(f"[bold]{title}[/bold]", columns)
    print_rich("[dim]in brackets: where the true chance lies with 95 % confidence[/]")


def _bar(share: "StandingCount") -> str:
    if share.share is None:
        return "[dim]no tower so high[/]"
    low, high = share.interval
    full = round(BAR_WIDTH * share.share)
    bar = f"{'█' * full}[dim]{'░' * (BAR_WIDTH - full)}[/]"
    return f"{bar} {share.share:4.0%} [dim]({100 * low:.0f}–{100 * high:.0f})[/]"
