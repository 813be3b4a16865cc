"""A search for the acts that take the physics longest, among those that a game may come to.

    python benchmarks/worst.py [--seeds 20] [--first 0] [--sort NAME ...] [--games N] [--json]
    python benchmarks/worst.py --again 'forest:17' 'game:3:212'

Scenes are made by sort and seed (`riotsim.testing.worst_scenes`); of games, bots' ones, each act is timed. What counts
is the processor's time. An act is given up after `--most` seconds of it, and told as one that takes longer.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from typing import Final, NoReturn

from riotsim.bosses.boss import play_out
from riotsim.commands.problems import BadInput
from riotsim.files.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.game import new_game
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.physics import Diverged, frames, perform
from riotsim.seating import seated
from riotsim.table.acts import Act, Roll, Settled
from riotsim.table.pieces import Mesh
from riotsim.table.state import Table
from riotsim.testing.random_worlds import Trial
from riotsim.testing.worst_scenes import SORTS, scene

SLOWEST: Final = 10
"""So many are told."""

MOST: Final = 30.0
"""An act is given up after so many seconds of the processor's time."""

PIECE: Final = 16
"""Ticks that are performed between two looks at the clock."""

BOSSES: Final = ("Ada", "Bea", "Cid", "Dot")

GAME: Final = "game"

ALL: Final = ("usual", *SORTS)
"""The sorts of scenes."""


@dataclass(frozen=True, slots=True)
class Timed:
    """An act, and what it took."""

    again: str
    """How to have it again: its sort and seed, and of a game the number of the act."""
    act: str
    table: str
    dice: int
    """Thrown or handled."""
    seconds: float
    """Of the processor."""
    ticks: int
    """Simulated."""
    given_up: bool = False


def search(
    seeds: Iterable[int],
    sorts: Sequence[str] = ALL,
    *,
    games: Iterable[int] = (),
    most: float = MOST,
    progress: Callable[[Timed], None] = lambda _: None,
) -> list[Timed]:
    """Time the scenes of these sorts and seeds, and the acts of games of these seeds: the slowest first."""
    found = []
    for timed in _all(seeds, sorts, games, most):
        progress(timed)
        found.append(timed)
    return sorted(found, key=lambda timed: -timed.seconds)


def _all(seeds: Iterable[int], sorts: Sequence[str], games: Iterable[int], most: float) -> Iterator[Timed]:
    for seed in seeds:
        for sort in sorts:
            yield timed(f"{sort}:{seed}", scene(sort, seed), most)
    for seed in games:
        yield from played(seed)


def timed(again: str, trial: Trial, most: float = MOST) -> Timed:
    """Perform an act, timed."""
    begun = time.process_time()
    ticks, given_up = 0, False
    under_way = frames(trial.table, trial.act, trial.seed, every=PIECE)
    try:
        while True:
            ticks = next(under_way).tick
            if time.process_time() - begun > most:
                given_up = True
                break
    except StopIteration as end:
        ticks = end.value.ticks
    except Diverged:
        given_up = True
    finally:
        under_way.close()
    took = time.process_time() - begun
    return told(again, trial.table, trial.act, took, ticks, given_up)


def told(again: str, table: Table, act: Act, seconds: float, ticks: int, given_up: bool = False) -> Timed:
    """Put into words what took so long."""
    dice = len(act.dice) if isinstance(act, Roll) else 0
    kinds = sorted({die.kind.name for die in act.dice}) if isinstance(act, Roll) else []
    towers = [len(tower.dice) for tower in table.towers.values()]
    rim = f", rim of {table.walls:.0f} mm" if table.walls else ""
    name = type(act).__name__.lower() + (f" of {dice} {'/'.join(kinds)}" if kinds else "")
    words = (
        f"{table.width:.0f} x {table.depth:.0f} mm{rim}: {len(towers)} towers with {sum(towers)} dice, "
        f"{len(list(table.loose_dice()))} loose ones, {len(table.tokens)} tokens, {len(table.models)} models"
    )
    return Timed(again, name, words, dice, seconds, ticks, given_up)


def named(what: str) -> tuple[str, tuple[int, ...]]:
    """Take apart what `Timed.again` says: a sort, and its numbers. Raises `BadInput` where that names nothing."""
    sort, *numbers = what.split(":")
    if sort not in (GAME, *ALL):
        raise BadInput(f"there is no sort {sort!r}; there are {', '.join(ALL)} and {GAME}")
    right = f"{GAME}:SEED:ACT, such as {GAME}:3:212" if sort == GAME else f"{sort}:SEED, such as {sort}:17"
    if len(numbers) != (2 if sort == GAME else 1) or not all(number.isdecimal() for number in numbers):
        raise BadInput(f"{what!r} names no scene: it is written {right}")
    return sort, tuple(map(int, numbers))


@cache
def figures() -> tuple[Rulebook, dict[str, Mesh]]:
    """Read the rules and their meshes, once."""
    rules = load_rules("riot_dice", Rulebook)
    return rules, load_meshes(rules)


def varied(seed: int) -> Rulebook:
    """Give the rules of a game: two to four bosses, and for every other seed models that can be pushed."""
    rules, _ = figures()
    house = rules.house.model_copy(update={"models": "free" if seed % 2 else "fixed"})
    return rules.model_copy(update={"bosses": 2 + seed % 3, "house": house})


def played(seed: int, only: int | None = None) -> Iterator[Timed]:
    """Play a game, and time each of its acts; or `only` one."""
    rules, (_, meshes) = varied(seed), figures()
    found: list[Timed] = []

    def watched(table: Table, act: Act, chance: int, /) -> Settled:
        begun = time.process_time()
        settled = perform(table, act, chance)
        found.append(
            told(f"{GAME}:{seed}:{number + len(found)}", table, act, time.process_time() - begun, settled.ticks)
        )
        return settled

    number = 0
    names = BOSSES[: rules.bosses]
    session = new_game(rules, list(names), seed, watched, meshes)
    bots = {name: ("greedy", "random")[(seed + k) // 2 % 2] for k, name in enumerate(names)}
    for _ in play_out(session, seated(bots, rules, seed)):
        for one in found:
            if only is None or int(one.again.rsplit(":", 1)[1]) == only:
                yield one
        number += len(found)
        found.clear()


def again(what: str, most: float = MOST) -> Timed:
    """Perform an act again by what `Timed.again` says. Raises `BadInput` where there is none such."""
    sort, (seed, *only) = named(what)
    if sort != GAME:
        return timed(what, scene(sort, seed), most)
    found = next(played(seed, *only), None)
    if found is None:
        raise BadInput(f"{what!r} names no act: game {seed} is over before")
    return found


class Options(argparse.ArgumentParser):
    """Tells what is wrong with a command line in one message."""

    def error(self, message: str) -> NoReturn:
        """Leave with that message."""
        self.exit(2, f"{message}\n")


def whole(least: int) -> Callable[[str], int]:
    """Read a whole number of at least so much."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} up")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Read a time (s)."""
    with suppress(ValueError):
        if 0.0 < (found := float(text)) < math.inf:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = Options(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=whole(0), default=20, metavar="N", help="so many scenes of each sort (20)")
    parser.add_argument("--first", type=whole(0), default=0, metavar="SEED", help="the first seed (0)")
    parser.add_argument("--sort", action="append", choices=ALL, help="only this sort, or these")
    parser.add_argument("--games", type=whole(0), default=0, metavar="N", help="so many games besides (0)")
    parser.add_argument(
        "--most", type=seconds, default=MOST, metavar="S", help=f"give an act up after that ({MOST:g} s)"
    )
    parser.add_argument(
        "--show", type=whole(1), default=SLOWEST, metavar="N", help=f"so many of the slowest ({SLOWEST})"
    )
    parser.add_argument("--again", nargs="+", metavar="SCENE", help="only these, such as forest:17 or game:3:212")
    parser.add_argument("--json", action="store_true", help="write JSON and nothing else")
    given = parser.parse_args()
    if not (given.again or given.seeds or given.games):
        parser.error("there is nothing to search: --seeds and --games are both 0")
    return given


def main() -> None:
    """Search, and print the slowest; what a person can put right is told in a line."""
    given = options()
    try:
        for what in given.again or ():
            named(what)
        _tell(given)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)


def _tell(given: argparse.Namespace) -> None:
    count, slowest = 0, 0.0

    def progress(one: Timed) -> None:
        nonlocal count, slowest
        count, slowest = count + 1, max(slowest, one.seconds)
        print(f"\r{count} acts, {slowest:.2f} s the slowest; {one.again:40}", end="", file=sys.stderr, flush=True)

    if given.again:
        found = [again(what, given.most) for what in given.again]
    else:
        seeds, games = (range(given.first, given.first + number) for number in (given.seeds, given.games))
        sorts = given.sort or ALL
        found = search(seeds, sorts, games=games, most=given.most, progress=progress)
        print(file=sys.stderr)
    if given.json:
        print(json.dumps([asdict(one) for one in found[: given.show]], indent=1))
        return
    for one in found[: given.show]:
        more = " (given up)" if one.given_up else ""
        print(f"{one.seconds:8.3f} s{more}  {one.ticks:5} ticks  {one.again:24} {one.act}")
        print(f"{'':10}{one.table}")


if __name__ == "__main__":
    main()
