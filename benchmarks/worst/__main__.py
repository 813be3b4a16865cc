"""The command `python -m benchmarks.worst`: searches for the acts that take the physics longest, and lists them."""

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Final, NoReturn

from benchmarks.worst.search import ALL, MOST, End, Timed, named, repeated, search
from riotsim.app.output.progress import spinner
from riotsim.errors import BadInput

SEEDS: Final = 20
"""Scenes of each sort by default."""

SLOWEST: Final = 10
"""Number of slowest acts in the list."""

PROGRAM: Final = "python -m benchmarks.worst"

WORDS: Final = {
    "usual": "any act on a random table, as the tests of the physics have them",
    "corner": "8 to 60 dice thrown into a corner with a rim",
    "heap": "8 to 40 dice thrown onto a heap of others",
    "token on heap": "a token dropped on a heap, with two towers of 10 beside it",
    "tower in heap": "a die put on a tower about which others lie, so that it falls",
    "forest": "1 to 12 dice thrown into 30 towers of 7 to 12",
    "full forest": "12 to 60 dice thrown into 30 such towers",
    "tower on towers": "one of nine towers of 10 to 20, carried with a jerk among the others",
    "tokens": "a token dropped on a heap of 10 to 40, beside a tower",
    "tray": "6 to 60 dice thrown into a tray",
    "rounded": "3 to 24 rounded dice thrown into 12 towers of such dice",
    "rounded tower": "a tower of rounded dice carried, or a die put on it",
    "free models": "1 to 30 dice thrown into 30 towers, where models can be pushed",
    "carry": "a model with a tower of 5 to 20 carried past ten towers and through tokens",
    "walls": "6 to 60 dice thrown into 16 towers that fill a table with a rim",
    "giants": "dice thrown into four towers of 20 to 60, or a die put on one",
    "slow carry": "a model with a tower carried 20 in slowly, past towers and through tokens",
    "loot": "a token dropped on 80 others, or a tower carried through them",
}
"""The sorts of scenes."""

DESCRIPTION: Final = f"""\
Look for the acts that take the physics longest, among those that a game may come to.
What counts is the processor's time. First are told acts that broke down, then those
that were given up, then the slowest. It ends with 1 if an act broke down.

With nothing said it performs {SEEDS} scenes of each of {len(ALL)} sorts, which takes two to four
minutes: some 7 s of the processor's time a seed. A game of bots takes some 5 s more.
"""

EXAMPLES: Final = f"""\
examples:
  {PROGRAM}
  {PROGRAM} --seeds 2 --sort corner --sort 'slow carry'
  {PROGRAM} --seeds 0 --games 3
  {PROGRAM} --again 'slow carry:6' game:3:212
"""


class Options(argparse.ArgumentParser):
    """Parser that reports a wrong command line in one message."""

    def error(self, message: str) -> NoReturn:
        """Leave with that message."""
        self.exit(2, f"{message}\n")


def whole(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` up.

    Raises:
        argparse.ArgumentTypeError: The parser gets something else.
    """

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} up")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Parse a time (s).

    Raises:
        argparse.ArgumentTypeError: It is no number above 0.
    """
    with suppress(ValueError):
        if 0.0 < (found := float(text)) < math.inf:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = _parser()
    given = parser.parse_args()
    if given.again:
        for name in ("seeds", "first", "sort", "games"):
            if getattr(given, name) is not None:
                parser.error(f"--again performs what it names and nothing else: leave --{name} away")
        given.show = given.show or len(given.again)
        return given
    given.seeds = SEEDS if given.seeds is None else given.seeds
    given.games, given.first, given.show = given.games or 0, given.first or 0, given.show or SLOWEST
    if not (given.seeds or given.games):
        parser.error("there is nothing to search: --seeds and --games are both 0")
    if given.sort and not given.seeds:
        parser.error("--sort chooses among scenes, and with --seeds 0 there are none: leave one of them away")
    return given


def _parser() -> Options:
    sorts = "\n".join(f"  {sort:16} {words}" for sort, words in WORDS.items())
    parser = Options(
        prog=PROGRAM, description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"sorts of scenes (put those with a space into quotes):\n{sorts}\n\n{EXAMPLES}",
    )  # fmt: skip
    add = parser.add_argument
    add("--seeds", type=whole(0), metavar="N", help=f"so many scenes of each sort ({SEEDS})")
    add("--first", type=whole(0), metavar="SEED", help="the first seed, of scenes and of games (0)")
    add(
        "--sort", action="append", choices=ALL, metavar="SORT",
        help="only this sort of scenes, such as 'slow carry'; may be given more than once",
    )  # fmt: skip
    add("--games", type=whole(0), metavar="N", help="so many whole games of bots besides (0)")
    add(
        "--most", type=seconds, default=MOST, metavar="S",
        help=f"give an act up after so many seconds, and its game with it ({MOST:g})",
    )  # fmt: skip
    add(
        "--show", type=whole(1), metavar="N",
        help=f"tell so many of the slowest ({SLOWEST}; with --again all). Nothing that went wrong is left out",
    )  # fmt: skip
    add(
        "--again", nargs="+", metavar="SCENE",
        help="only these: SORT:SEED, such as 'slow carry:6', or game:SEED:ACT, such as game:3:212",
    )  # fmt: skip
    add("--json", action="store_true", help="write JSON and nothing else")
    return parser


def main() -> None:
    """Search, and print the slowest; what a person can put right is told in a line."""
    given = options()
    try:
        for what in given.again or ():
            named(what)
        found = _found(given)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
    wrong = sum(one.end is not End.DONE for one in found)
    _tell(found[: max(given.show, wrong)], as_json=given.json)
    sys.exit(1 if any(one.end is End.BROKE_DOWN for one in found) else 0)


def _found(given: argparse.Namespace) -> list[Timed]:
    with spinner() as say:
        if given.again:
            return repeated(given.again, given.most, say)
        seeds, games = (range(given.first, given.first + number) for number in (given.seeds, given.games))
        sorts = tuple(dict.fromkeys(given.sort or ALL))
        return search(seeds, sorts, games=games, most=given.most, say=say)


def _tell(found: Sequence[Timed], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps([asdict(one) for one in found], indent=1))
        return
    width = max((len(one.took) for one in found), default=0)
    for one in found:
        print(f"{one.took:>{width}}  {one.ticks:5} ticks  {one.again:24} {one.act}")
        for more in (one.table, one.why):
            if more:
                print(f"{'':{width}}  {more}")


if __name__ == "__main__":
    main()
