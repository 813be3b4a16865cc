"""The worst acts: the search for those that take longest, and the figure of a whole run."""

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from benchmarks.worst.scenes import SORTS, scene
from riotsim.bots.bot import play_out
from riotsim.errors import BadInput
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.physics import Diverged
from riotsim.players import make_bots
from riotsim.simulation import frames
from riotsim.table.acts import Act, Roll, Settled
from riotsim.table.pieces import Mesh
from riotsim.table.state import Table

MOST: Final = 30.0
"""An act is given up after so many seconds of the processor's time."""

PIECE: Final = 16
"""Ticks that are performed between two looks at the clock."""

BOSSES: Final = ("Ada", "Bea", "Cid", "Dot")

GAME: Final = "game"

ALL: Final = ("usual", *SORTS)
"""The sorts of scenes."""


class End(StrEnum):
    """The result of an act; the worst come first."""

    BROKE_DOWN = "broke down"
    """The engine lost its footing."""
    GIVEN_UP = "given up"
    """It took longer than anybody would wait."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Timed:
    """An act, and what it took."""

    again: str
    """Its address for `--again`: sort and seed, and for a game the number of the act."""
    act: str
    table: str
    dice: int
    """Thrown or handled."""
    seconds: float
    """Processor time until the act was over, however it ended (s)."""
    ticks: int
    """Simulated."""
    end: End = End.DONE
    why: str = ""
    """It broke down."""

    @property
    def took(self) -> str:
        """Return the time that it took, or that it wasn't done."""
        if self.end is End.BROKE_DOWN:
            return f"broke down after {self.seconds:.3f} s"
        if self.end is End.GIVEN_UP:
            return f"over {self.seconds:.3g} s, given up"
        return f"{self.seconds:.3f} s"


def search(
    seeds: Iterable[int],
    sorts: Sequence[str] = ALL,
    *,
    games: Iterable[int] = (),
    most: float = MOST,
    say: Say = lambda _: None,
) -> list[Timed]:
    """Time the scenes of these sorts and seeds, and the acts of games of these seeds.

    First come those that broke down, then those that were given up, then the slowest.
    """
    return _in_order(lambda coming: _all(seeds, sorts, games, most, coming), say)


def repeated(wanted: Sequence[str], most: float = MOST, say: Say = lambda _: None) -> list[Timed]:
    """Time acts by their addresses (`Timed.again`), in the same order.

    Raises:
        BadInput: There is no such act.
    """
    return _in_order(lambda coming: (again(what, most, coming) for what in wanted), say)


def _in_order(performed: Callable[[Say], Iterable[Timed]], say: Say) -> list[Timed]:
    """Return all acts that are performed, the slowest first; the callback gets the next act and the slowest time."""
    found: list[Timed] = []

    def coming(what: str) -> None:
        slowest = min(found, key=_rank, default=None)
        say(what + (f"; {len(found)} acts so far, the slowest {slowest.took} ({slowest.again})" if slowest else ""))

    for one in performed(coming):
        found.append(one)  # noqa: PERF402  # one by one: what is told of the next counts them
    return sorted(found, key=_rank)


def _rank(one: Timed) -> tuple[int, float]:
    return list(End).index(one.end), -one.seconds


def _all(seeds: Iterable[int], sorts: Sequence[str], games: Iterable[int], most: float, coming: Say) -> Iterator[Timed]:
    for seed in seeds:
        for sort in sorts:
            yield of_scene(sort, seed, most, coming)
    for seed in games:
        yield from played(seed, most, coming=coming)


def of_scene(sort: str, seed: int, most: float = MOST, coming: Say = lambda _: None) -> Timed:
    """Make a scene, and perform its act, timed."""
    what = f"{sort}:{seed}"
    coming(what)
    begun = time.process_time()
    try:
        trial = scene(sort, seed)
    except Diverged as problem:  # some begin with a heap that has to be thrown
        took = time.process_time() - begun
        return Timed(what, "the heap of the scene", "not made", 0, took, 0, End.BROKE_DOWN, str(problem))
    return performed(what, trial.table, trial.act, trial.seed, most)[0]


def performed(what: str, table: Table, act: Act, chance: int, most: float) -> tuple[Timed, Settled | None]:
    """Perform an act, timed; and give what came of it, if it was done."""
    begun, ticks = time.process_time(), 0
    end, why, settled = End.DONE, "", None
    under_way = frames(table, act, chance, every=PIECE)
    try:
        while True:
            ticks = next(under_way).tick
            if time.process_time() - begun > most:
                end = End.GIVEN_UP
                break
    except StopIteration as done:
        settled = done.value
        ticks = settled.ticks
    except Diverged as problem:
        end, why = End.BROKE_DOWN, str(problem)
    finally:
        under_way.close()
    took = time.process_time() - begun
    dice = len(act.dice) if isinstance(act, Roll) else 0
    return Timed(what, _named(act), _described(table), dice, took, ticks, end, why), settled


def _named(act: Act) -> str:
    kinds = sorted({die.kind.name for die in act.dice}) if isinstance(act, Roll) else []
    return type(act).__name__.lower() + (f" of {len(act.dice)} {'/'.join(kinds)}" if isinstance(act, Roll) else "")


def _described(table: Table) -> str:
    towers = [len(tower.dice) for tower in table.towers.values()]
    rim = f", rim of {table.wall_height:.0f} mm" if table.wall_height else ""
    return (
        f"{table.width:.0f} x {table.depth:.0f} mm{rim}: {len(towers)} towers with {sum(towers)} dice, "
        f"{len(list(table.loose_dice()))} loose dice, {len(table.tokens)} tokens, {len(table.models)} models"
    )


def named(what: str) -> tuple[str, tuple[int, ...]]:
    """Return the sort and the numbers of an address (`Timed.again`).

    Raises:
        BadInput: It names nothing.
    """
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
    """Return the rules of a game: two to four players, and for every other seed models that can be pushed."""
    rules, _ = figures()
    house = rules.house.model_copy(update={"models": "free" if seed % 2 else "fixed"})
    return rules.model_copy(update={"bosses": 2 + seed % 3, "house": house})


class _NothingCame(Exception):
    """An act of a game was not done, so the game can't go on."""


def played(seed: int, most: float = MOST, *, only: int | None = None, coming: Say = lambda _: None) -> Iterator[Timed]:
    """Play a game, and time each of its acts, or `only` one. An act that isn't done ends the game.

    On the way to the wanted act no time limit holds. If one breaks down on the way, it is yielded instead.
    """
    rules, (_, meshes) = varied(seed), figures()
    found: list[Timed] = []
    numbers = itertools.count()

    def watched(table: Table, act: Act, chance: int, /) -> Settled:
        number = next(numbers)
        what, wanted = f"{GAME}:{seed}:{number}", only in (None, number)
        coming(what)
        one, settled = performed(what, table, act, chance, most if wanted else math.inf)
        if wanted or settled is None:
            found.append(one)
        if settled is None:
            raise _NothingCame
        return settled

    names = BOSSES[: rules.bosses]
    with suppress(_NothingCame):
        session = new_game(rules, list(names), seed, watched, meshes)
        bots = {name: ("greedy", "random")[(seed + k) // 2 % 2] for k, name in enumerate(names)}
        for _ in play_out(session, make_bots(bots, rules, seed)):
            yield from found
            found.clear()
    yield from found


def again(what: str, most: float = MOST, coming: Say = lambda _: None) -> Timed:
    """Perform an act again by its address (`Timed.again`).

    Raises:
        BadInput: There is no such act.
    """
    sort, (seed, *only) = named(what)
    if sort != GAME:
        return of_scene(sort, seed, most, coming)
    found = next(played(seed, most, only=only[0], coming=coming), None)
    if found is None:
        raise BadInput(f"{what!r} names no act: game {seed} is over before")
    return found


SEEDS = (10, 2)
"""Number of seeds, usual and quick; a seed takes some 7 s of processor time."""

TOLD = 10
"""Number of slowest acts in the figure."""

SEARCHED_SORTS, ACT_TIMEOUT = ALL, MOST
"""The sorts of scenes, and the time that an act may take (s), in a whole run."""

WHAT = "time of the slowest act (such as a throw or a carry) found in scenes that are hard for the physics"
GOAL = "under 2 s"


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Search, and yield the figure of the slowest act.

    Raises:
        Otherwise: An act breaks down.
    """
    seeds = effort.of(*SEEDS)
    found = search(range(seeds), SEARCHED_SORTS, most=ACT_TIMEOUT, say=lambda words: say(f"worst: {words}"))
    if broken := [one for one in found if one.end is End.BROKE_DOWN]:
        raise Otherwise("; ".join(f"`{one.again}` broke down: {one.why}" for one in broken))
    slowest, rows = found[0], tuple(_row(one) for one in found[:TOLD])
    note = f"{slowest.act} on a table of {slowest.table} (`{slowest.again}`); {seeds} scenes of each kind"
    if slowest.end is End.GIVEN_UP:
        yield Figure("worst_act_s", WHAT, None, "s", GOAL, note, missing=slowest.took, rows=rows)
        return
    yield Figure("worst_act_s", WHAT, slowest.seconds, "s", GOAL, note, rows=rows)


def _row(one: Timed) -> dict[str, str]:
    return {"took": one.took, "scene": one.again, "act": one.act, "table": one.table}


WORST_ACT = Measurement("worst", "the slowest act of nasty scenes", ("worst_act_s",), measure)
