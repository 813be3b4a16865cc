"""Whole games of bots on the real table, with all invariants checked at each turn. `make proof` plays 200 of Riot Dice.

In Riot Dice 2 to 4 greedy bosses play. In Demolition Dice three bosses play, each greedy or random, in all mixes.
In RiftWar every 64 games have all pairs of legal armies, each with all pairs of greedy and random bots.
Every tenth game is played again in a fresh process, and must be exactly the same. The exit code is 1 if an invariant
is broken, if a repeated game differs, or if too many games or acts are cut short.
"""

import hashlib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from riotsim.bots.bot import play_out
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import NO_OPTIONS, load_rules
from riotsim.games.buskit import invariants as buskit
from riotsim.games.cube_clash import invariants as cube_clash
from riotsim.games.demolition_dice import invariants as demolition_dice
from riotsim.games.registry import GAMES as REGISTERED
from riotsim.games.riftwar import invariants as riftwar
from riotsim.games.riot_dice import invariants as riot_dice
from riotsim.play.game import Assets
from riotsim.play.session.journal import Acted
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.database.document import Seat
from riotsim.table.acts import Act, CutShort, Settled
from riotsim.table.state import Table

NAMES = ("Ada", "Bea", "Cy", "Dee")


@dataclass(frozen=True)
class Proved:
    """How a kind of game is played and checked."""

    bots: Callable[[int], tuple[str, ...]]
    """Function that returns the bots of a seed in turn order."""
    broken: Callable[[Any, Any, Table], list[str]]
    """Function that returns the broken invariants at the start of a turn."""
    set_up: Callable[[Any], bool] = lambda _state: True
    """Function that returns whether a state is past the set-up."""
    seats: Callable[[int], tuple[dict[str, str], ...]] = lambda _seed: ()
    """Function that returns the seat options of a seed in turn order, or nothing for the default options."""


ARMY_PAIRS = tuple(product(("cold_war", "biters", "legion", "sprouts"), repeat=2))
"""All pairs of the legal armies of RiftWar. Each pair of armies is played by the four pairs of bots in turn."""

PROVED: Mapping[str, Proved] = {
    "riot_dice": Proved(
        lambda seed: ("greedy",) * (2 + seed % 3), riot_dice.find_violations, lambda state: state.phase == "play"
    ),
    "demolition_dice": Proved(
        lambda seed: tuple(("greedy", "random")[seed >> seat & 1] for seat in range(3)), demolition_dice.find_violations
    ),
    "cube_clash": Proved(
        # At most one is random: two that move about by chance often meet the limit of 400 turns.
        lambda seed: (("greedy", "greedy"), ("random", "greedy"), ("greedy", "random"))[seed % 3],
        cube_clash.find_violations,
    ),
    "buskit": Proved(
        lambda seed: tuple(("greedy", "random")[seed >> seat & 1] for seat in range(2)), buskit.find_violations
    ),
    "riftwar": Proved(
        lambda seed: tuple(("greedy", "random")[seed >> seat & 1] for seat in range(2)),
        riftwar.find_violations,
        lambda state: state.stage != "set-up",
        lambda seed: tuple({"army": army} for army in ARMY_PAIRS[seed // 4 % len(ARMY_PAIRS)]),
    ),
}

GAMES, PROCESSES = 200, 2

MOST_UNFINISHED = 0.02
"""Share of games that may pass the limit of activations (RD-86)."""

LONGEST_MESSAGE = 300
"""Greatest length of the message about a game that raised an error (characters)."""

MOST_CUT_SHORT = 0.01
"""Share of acts that may run out of simulated time."""

TELL_EVERY = 10
"""If the output is no terminal, a line of progress is printed after each such number of games."""

GAMES_A_WORKER = 8
"""Number of games after which a process is replaced, so that many games run in new processes."""

AGAIN_EVERY = 10
"""A game whose seed is a multiple of this number is played a second time, in a fresh process."""


@dataclass(frozen=True)
class Game:
    """The result of a game of bots."""

    seed: int
    digest: str
    """SHA-256 of the final table, the state, all events and all answers and acts, to the last bit."""
    turns: int
    drawn: bool
    """True if several players have won."""
    unfinished: bool
    acts: int
    cut_short: int
    """Number of acts that ran out of simulated time."""
    broken: tuple[str, ...]
    """The broken invariants, each with the title of its turn, or the error that ended the game."""
    seconds: float


@cache
def _rules(game: str, options: tuple[tuple[str, object], ...]) -> tuple[Any, Assets]:
    rules: Any = load_rules(game, REGISTERED[game].rules, dict(options))
    return rules, Assets(load_meshes(rules), {}, {})


def play(seed: int, name: str = "riot_dice", options: Mapping[str, object] = NO_OPTIONS) -> Game:
    """Return the result of a seed's game by rules with options, with the invariants checked at every turn."""
    rules, assets = _rules(name, tuple(options.items()))
    kind, proved = REGISTERED[name], PROVED[name]
    begun = time.perf_counter()
    bots = dict(zip(NAMES, proved.bots(seed), strict=False))
    cut: list[int] = []

    def counted(table: Table, act: Act, act_seed: int, /) -> Settled:
        settled = perform(table, act, act_seed)
        cut.extend(fact.ticks for fact in settled.facts_of(CutShort))
        return settled

    chosen = proved.seats(seed) or ({},) * len(bots)
    seats = [Seat(name=boss, player=bot, options=its) for (boss, bot), its in zip(bots.items(), chosen, strict=True)]
    session = kind.begin(rules, seats, seed, counted, assets, False)
    shown, turn = kind.presentation(), None
    found: list[str] = []
    for _ in play_out(session, make_bots(bots, rules, seed)):
        if session.is_over or (proved.set_up(session.state) and session.checkpoint is not turn):
            turn = session.checkpoint
            state, table = (session.state, session.table) if session.is_over else (turn.state, turn.table)
            found += [f"{shown.turn(state).title}: {one}" for one in proved.broken(rules, state, table)]
    tally = shown.final_score(session.state)
    assert tally is not None, "the game is over"
    digest = hashlib.sha256(repr(_whole(session)).encode()).hexdigest()
    acts = sum(isinstance(entry, Acted) for entry in session.journal)
    took = time.perf_counter() - begun
    drawn = len(tally.winners) > 1
    return Game(seed, digest, tally.turns, drawn, bool(tally.unfinished), acts, len(cut), tuple(found), took)


def _whole(session: Session[Any]) -> tuple[object, ...]:
    """Return the final table, the state, the events and the journal of a game, in a fixed order."""
    table = session.table
    told = [(entry.act, entry.seed) if isinstance(entry, Acted) else entry for entry in session.journal]
    return (*(sorted(part.items()) for part in (table.dice, table.tokens, table.models, table.towers)),
            session.state, session.events, told)  # fmt: skip


def again(seed: int, name: str = "riot_dice", options: Mapping[str, object] = NO_OPTIONS) -> str:
    """Return the digest of a game that is played in a fresh process."""
    script = f"from proof import play; print(play({seed}, {name!r}, {dict(options)!r}).digest)"
    here = Path(__file__).parent
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=here)
    return run.stdout.strip()


def checked(seed: int, name: str = "riot_dice") -> Game:
    """Return the result of a game. Every tenth game is played again in a fresh process, which must give the same."""
    try:
        game = play(seed, name)
    except Exception as error:  # one game that breaks down must not hide how the others go
        broken = (f"{type(error).__name__}: {error}"[:LONGEST_MESSAGE],)
        return Game(seed, "", 0, drawn=False, unfinished=False, acts=0, cut_short=0, broken=broken, seconds=0.0)
    if seed % AGAIN_EVERY == 0 and again(seed, name) != game.digest:
        return Game(**{**vars(game), "broken": (*game.broken, "it is another game in a fresh process")})
    return game


def main(
    games: Annotated[int, typer.Argument(min=1, help="How many.")] = GAMES,
    first: Annotated[int, typer.Argument(min=0, help="The seed of the first; each next one has one more.")] = 0,
    name: Annotated[
        Literal["riot_dice", "demolition_dice", "cube_clash", "buskit", "riftwar"], typer.Argument(help="Which game.")
    ] = "riot_dice",
) -> None:
    """Play the games in several processes, show the progress, and end with the exit code."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    columns = (TextColumn("whole games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    # A Pool, because this Python's ProcessPoolExecutor hangs when it replaces its workers.
    pool = get_context("spawn").Pool(PROCESSES, maxtasksperchild=GAMES_A_WORKER)
    with pool, Progress(*columns, disable=not sys.stdout.isatty()) as progress:
        task = progress.add_task("", total=games)
        seeds = range(first, first + games)
        for number, game in enumerate(pool.imap_unordered(partial(checked, name=name), seeds), 1):
            counts["drawn"] += game.drawn
            counts["unfinished"] += game.unfinished
            counts["acts"] += game.acts
            counts["acts cut short"] += game.cut_short
            counts["turns"] += game.turns
            counts["played again"] += game.seed % AGAIN_EVERY == 0
            found = [f"seed {game.seed}, {one}" for one in game.broken]
            failures += found
            progress.advance(task)
            for failure in found[:1]:
                progress.console.print(failure)
            if not sys.stdout.isatty() and number % TELL_EVERY == 0:
                print(f"{number} of {games} games: {dict(counts)}, {len(failures)} failures", flush=True)  # noqa: T201 - its progress
    told = f"{games} games of {name} from seed {first}: {dict(counts)}, {len(failures)} failures"
    print(told)  # noqa: T201 - its result
    for failure in failures:
        print(failure)  # noqa: T201 - its result
    too_many = (
        counts["unfinished"] >= MOST_UNFINISHED * games or counts["acts cut short"] > MOST_CUT_SHORT * counts["acts"]
    )
    raise typer.Exit(1 if failures or too_many else 0)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(help=__doc__)(main)
    app()
