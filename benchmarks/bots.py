"""Plays paired games of the greedy bot against the random one on the real table, and counts what happens.

    python benchmarks/bots.py [SEEDS] [FIRST-SEED] [BOT BOT]

Every seed is played twice, with the seats exchanged. A draw counts half.
"""

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context

from scipy.stats import binomtest

from riotsim.bots.bot import play_out
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.play.scenarios.expected_events import event_name
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.pieces import Mesh

SEEDS, PROCESSES = 100, 2

WANTED = (
    "loot", "bullet", "fight_breaks_out", "thrown_thump", "thrown_shove", "thrown_pinch", "shoved", "pinched",
    "falls_over", "own_towers_felled", "others_towers_felled", "boots_enemy", "stands_up", "legs_it", "time_is_up",
)  # fmt: skip
"""Events that must happen now and then, or a clause is never played."""


@dataclass(slots=True)
class Played:
    """The course of one game."""

    seed: int
    seats: tuple[str, str]
    points: float | None
    """Of the first of the two bots: 1 won, 0.5 drawn, 0 lost; None unfinished."""
    seconds: float
    activations: int
    counts: Counter[str] = field(default_factory=Counter)


@cache
def figures() -> tuple[Rulebook, dict[str, Mesh]]:
    """Read the rules and their meshes, once."""
    rules = load_rules("riot_dice", Rulebook)
    return rules, load_meshes(rules)


def play(job: tuple[int, tuple[str, str], str]) -> Played:
    """Play one game between the bots in two seats; `points` are those of the bot named last."""
    seed, seats, champion = job
    rules, meshes = figures()
    bots = dict(zip(("Ada", "Bea"), seats, strict=True))
    begun = time.perf_counter()
    session = new_game(rules, list(bots), seed, perform, meshes)
    players = make_bots(bots, rules, seed, perform=perform)
    for _ in play_out(session, players):
        pass
    result = session.state.result
    assert result is not None, "the game is over"
    champion_seat = ("Ada", "Bea")[seats.index(champion)]
    points = None if result.unfinished else (champion_seat in result.winners) / len(result.winners)
    took = time.perf_counter() - begun
    return Played(seed, seats, points, took, session.state.activations, count(session.events))


def count(happened: list[object]) -> Counter[str]:
    """Count events by name, and some of them by what they were about."""
    counts: Counter[str] = Counter()
    boot = False
    for event in happened:
        counts[event_name(type(event))] += 1
        match event:
            case events.TowerFalls(model, by):
                # a and b are the models of Ada and Bea.
                counts["own_towers_felled" if model[0] == by[0].lower() else "others_towers_felled"] += 1
            case events.Throws(_, _, thrown):
                counts.update(f"thrown_{throw}" for throw in thrown)
            case events.Acts(_, action):
                boot = action == "boot"
                counts[f"acts_{action}"] += 1
            case events.Pinched() if boot:
                counts["boots_enemy"] += 1
    return counts


def main() -> None:
    """Play, and print the rate with its interval and the counts."""
    given = sys.argv[1:]
    seeds, first = int(given[0]) if given else SEEDS, int(given[1]) if len(given) > 1 else 0
    one, other = (given[2], given[3]) if len(given) > 3 else ("greedy", "random")
    jobs = [(seed, seats, one) for seed in range(first, first + seeds) for seats in ((one, other), (other, one))]
    points = games = unfinished = draws = activations = 0.0
    seconds: list[float] = []
    counts: Counter[str] = Counter()
    begun = time.perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        for played in pool.imap_unordered(play, jobs):
            counts += played.counts
            seconds.append(played.seconds)
            activations += played.activations
            if played.points is None:
                unfinished += 1
            else:
                games, points, draws = games + 1, points + played.points, draws + (played.points == 0.5)
            print(
                f"\r{len(seconds)} of {len(jobs)} games, {one} {points:g} of {games:g}, "
                f"{time.perf_counter() - begun:.0f} s",
                end="", file=sys.stderr, flush=True,
            )  # fmt: skip
    interval = binomtest(round(points), round(games)).proportion_ci(method="wilson")
    print(file=sys.stderr)
    print(f"{one} against {other}: {points:g} points of {games:g} games, {points / games:.1%}")
    print(
        f"Wilson 95 %: {interval.low:.1%} to {interval.high:.1%}; {draws:g} draws count half, {unfinished:g} unfinished"
    )
    print(f"{activations / len(jobs):.1f} activations and {sum(seconds) / len(jobs):.1f} s a game")
    for name in dict.fromkeys((*WANTED, *sorted(counts))):
        print(f"  {name:24} {counts[name]:7} {counts[name] / len(jobs):8.2f} a game")
    if asleep := [name for name in WANTED if not counts[name]]:
        print(f"never happened: {', '.join(asleep)}")


if __name__ == "__main__":
    main()
