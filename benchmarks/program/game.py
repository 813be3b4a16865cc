"""Measures how long a game between two greedy bots takes, and what takes the time.

    python benchmarks/program/game.py [GAMES] [FIRST-SEED]

Time is that of the processor.
"""

import statistics
import time
from collections import Counter, defaultdict
from functools import cache
from typing import Annotated

import typer

from riotsim.bots.bot import Bot, play_out
from riotsim.cli.options import PlainNumbers
from riotsim.files.assets.meshes import load_meshes, reading_elsewhere
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Request
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.acts import Act, Settled
from riotsim.table.pieces import Mesh
from riotsim.table.state import Table

GAMES = 10

PHYSICS = "physics: "
"""So begin the names of what acts take."""

BOTS = {"Ada": "greedy", "Bea": "greedy"}


class Watch:
    """Adds up time by what it went to."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()

    @property
    def physics(self) -> float:
        """Seconds that acts took."""
        return sum(spent for name, spent in self.spent.items() if name.startswith(PHYSICS))

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act, timed."""
        begun = time.process_time()
        settled = perform(table, act, seed)
        self.add(f"{PHYSICS}{type(act).__name__.lower()}", begun)
        return settled

    def add(self, name: str, begun: float) -> None:
        """Note that something which began then is done."""
        self.spent[name] += time.process_time() - begun
        self.calls[name] += 1


class Timed:
    """A boss whose decisions are timed."""

    def __init__(self, boss: Bot[State], watch: Watch) -> None:
        self._boss = boss
        self._watch = watch

    def answer(self, request: Request[object], session: Session[State]) -> object:
        """Answer as the boss does."""
        begun = time.process_time()
        answer = self._boss.answer(request, session)
        self._watch.add(f"bots: {request.purpose}", begun)
        return answer


@cache
def figures() -> tuple[Rulebook, dict[str, Mesh]]:
    """Read the rules and their meshes, once."""
    rules = load_rules("riot_dice", Rulebook)
    with reading_elsewhere() as read:  # as the lab's workers do
        return rules, load_meshes(rules, read=read)


def play(seed: int, watch: Watch) -> Session[State]:
    """Play a whole game between greedy bosses, watched."""
    rules, meshes = figures()
    session = new_game(rules, list(BOTS), seed, watch.perform, meshes)
    for _ in play_out(session, {name: Timed(boss, watch) for name, boss in make_bots(BOTS, rules, seed).items()}):
        pass
    return session


def game(
    games: Annotated[int, typer.Argument(min=1, help="So many games.", metavar="GAMES")] = GAMES,
    first: Annotated[int, typer.Argument(min=0, help="The seed of the first.", metavar="FIRST-SEED")] = 0,
) -> None:
    """Play, and print a table."""
    figures()
    watch, took, activations = Watch(), [], []
    for seed in range(first, first + games):
        begun = time.process_time()
        session = play(seed, watch)
        took.append(time.process_time() - begun)
        activations.append(session.state.activations)
        begun = time.process_time()
        fork = session.fork()
        watch.add("journal: fork and replay of the last turn", begun)
        fork.close()
    whole = sum(took)
    inside = sum(spent for name, spent in watch.spent.items() if not name.startswith("journal"))
    print(
        f"{games} games: median {statistics.median(took):.2f} s, mean {whole / games:.2f} s, longest {max(took):.2f} s"
    )
    print(f"median {statistics.median(activations):g} activations")
    print(f"{'':44}{'share':>7}{'s a game':>10}{'calls':>8}{'ms each':>9}")
    for name in sorted(watch.spent, key=lambda name: -watch.spent[name]):
        spent, calls = watch.spent[name], watch.calls[name]
        print(f"{name:44}{spent / whole:7.1%}{spent / games:10.3f}{calls:8}{1000 * spent / calls:9.2f}")
    print(f"{'rules, session and journal':44}{1 - inside / whole:7.1%}{(whole - inside) / games:10.3f}")


def main() -> None:
    """Run it."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(cls=PlainNumbers)(game)
    app()


if __name__ == "__main__":
    main()
