"""Whole games of bots on the real table: what holds at every turn, that they end, and that a seed is a game."""

import hashlib
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from riotsim.bosses.boss import play_out
from riotsim.commands.seats import seated
from riotsim.files.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.game import new_game
from riotsim.games.riot_dice.invariants import broken
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.physics import perform
from riotsim.table.acts import Act, CutShort, Settled
from riotsim.table.pieces import Mesh
from riotsim.table.state import Table

NAMES = ("Ada", "Bea", "Cy", "Dee")

FEW, MANY = 10, 200
"""Games that are played for every commit, and for the proof."""

MOST_UNFINISHED = 0.02
"""Share of games that may pass the limit of activations (RD-86)."""

AGAIN_EVERY = 10
"""Each so manyeth game of the proof is played a second time, in a fresh process."""


@dataclass(frozen=True)
class Game:
    """How a game of bots went."""

    digest: str
    """SHA-256 of the final table and all events, to the last bit."""
    unfinished: bool
    cut_short: int
    """Acts for which simulated time ran out."""
    broken: tuple[str, ...]
    """What did not hold, with the number of the activation."""


@cache
def _rules(quick: bool) -> tuple[Rulebook, dict[str, Mesh]]:
    # A quick game is short of time, and so of towers that take long to simulate.
    rules = load_rules("riot_dice", Rulebook, {"clock.minutes": 3, "clock.after": "last_activation"} if quick else {})
    return rules, load_meshes(rules)


def play(seed: int, quick: bool = False) -> Game:
    """Play the game of a seed between 2, 3 or 4 bosses, greedy and random ones, looking at every turn."""
    rules, meshes = _rules(quick)
    seats = NAMES[: 2 + seed % 3]
    bots = {name: "random" if (seed // 3 + seat) % 3 == 0 else "greedy" for seat, name in enumerate(seats)}
    cut: list[int] = []

    def counted(table: Table, act: Act, seed: int, /) -> Settled:
        settled = perform(table, act, seed)
        cut.extend(fact.ticks for fact in settled.of(CutShort))
        return settled

    session = new_game(rules, list(bots), seed, counted, meshes)
    found: list[str] = []
    turn = None
    for _ in play_out(session, seated(bots, rules, seed)):
        if session.over or (session.state.phase == "play" and session.checkpoint is not turn):
            turn = session.checkpoint
            found += [f"{session.state.activations}: {one}" for one in broken(rules, session.state, session.table)]
    result = session.state.result
    assert result is not None, "the game is over"
    text = repr((sorted(session.table.dice.items()), sorted(session.table.tokens.items()),
                 sorted(session.table.models.items()), session.events))  # fmt: skip
    return Game(hashlib.sha256(text.encode()).hexdigest(), result.unfinished, len(cut), tuple(found))


def again(seed: int, quick: bool = False) -> str:
    """Play a game in a fresh process, and give its digest."""
    script = f"from tests.test_proof import play; print(play({seed}, {quick}).digest)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.parametrize("seed", range(FEW))
def test_what_holds_at_every_turn_of_a_game(seed: int) -> None:
    """Loot is conserved, no bases overlap, towers are single stacks at their models (RD-30, RD-32, RD-47, RD-83)."""
    game = play(seed, quick=True)
    assert game.broken == ()
    assert not game.unfinished


def test_a_seed_is_a_game() -> None:
    """The same seed in a fresh process gives the same events and the same table, bit for bit."""
    assert again(0, quick=True) == play(0, quick=True).digest


@pytest.mark.proof
def test_two_hundred_games() -> None:
    """In 200 games everything holds at every turn, fewer than 2 % are unfinished, and they can be played again."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for seed in range(MANY):
        game = play(seed)
        counts["unfinished"] += game.unfinished
        counts["acts cut short"] += game.cut_short
        failures += [f"seed {seed}, activation {one}" for one in game.broken]
        if seed % AGAIN_EVERY == 0:
            counts["played again"] += 1
            if again(seed) != game.digest:
                failures.append(f"seed {seed} is another game in a fresh process")
        print(f"\r{seed + 1} of {MANY} games, {dict(counts)}", end="", file=sys.stderr, flush=True)  # noqa: T201 - progress
    assert not failures, "\n".join(failures)
    assert counts["unfinished"] < MOST_UNFINISHED * MANY
