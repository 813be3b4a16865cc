"""Writes how tall towers get, by statics and in games of bots: "How tall the tallest get" in docs/reference/hands.md.

    python tools/tables/tallest_towers.py [TOWERS] [GAMES] [SEED]

By statics each hand builds TOWERS: each die on the middle of the one below, or where the greedy bot puts it, who knows
where all dice are. Or it sees the place of each die with an error. In games, numbered from SEED on, two bots with the
average hand play Riot Dice. The same arguments give the same tables.
"""

import sys
from collections.abc import Sequence

import numpy as np

import riotsim
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.statics import STANDARD_DIE_SIZE, best_offsets, margins

TOWERS, GAMES, SEED = 300, 30, 1

SIGHTS = (None, 0.0, 0.5, 1.0, 2.0)
"""Errors with which the place of a die is seen, along x and along y (mm); None aims at the middle of the top die."""

TALL, TALLER = 20, 24
"""Heights whose share is told; the second is more than the 23 of reference 2."""


def built(hand: Hand, sight: float | None, chance: np.random.Generator) -> int:
    """Return how many dice a hand stacks, all turned alike, before one brings the tower down by statics."""
    places = np.zeros((1, 2))
    while True:
        aim = (0.0, 0.0)
        if sight is not None and len(places) > 1:
            seen = places + chance.normal(0.0, sight, places.shape)
            aim = best_offsets(tuple(Die("", D6, pose=Pose((x, y, 0.0))) for x, y in seen.tolist()), 0.0)[0][0]
        spread = hand.place_sigma_at((len(places) - 1) * STANDARD_DIE_SIZE)
        offset = np.array(aim) + chance.normal(0.0, spread, 2)
        if margins(places, offset[None], STANDARD_DIE_SIZE)[0] < 0.0:
            return len(places)
        places = np.vstack([places, places[-1] + offset])


def tallest(bot: str, seed: int) -> tuple[int, list[int]]:
    """Return the height of the tallest tower of a game, and of each tower at its end or its fall."""
    heights: list[int] = []
    before: dict[str, int] = {}
    with riotsim.new_game("riot_dice", {"Ada": bot, "Bea": bot}, seed=seed) as game:
        for _ in game.steps():
            now = {name: len(tower.dice) for name, tower in game.table.towers.items()}
            heights += [height for name, height in before.items() if now.get(name, 0) < height]
            before = now
    heights += before.values()
    return max(heights, default=0), heights


def row(name: str, heights: Sequence[int]) -> str:
    """Return a row of the tables in Markdown."""
    found = np.array(heights)
    shares = " | ".join(f"{100 * (found >= least).mean():.0f}" for least in (TALL, TALLER))
    return f"| {name} | {np.median(found):.0f} | {np.percentile(found, 90):.0f} | {found.max()} | {shares} |"


def main(towers: int = TOWERS, games: int = GAMES, seed: int = SEED) -> None:
    """Write the tables to standard output."""
    for name, one in load_rules("riot_dice", Rulebook).hands.items():
        for sight in SIGHTS:
            chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
            how = "at the middle" if sight is None else f"balanced, dice seen to {sight:g} mm"
            print(row(f"{name}, {how}", [built(one.hand, sight, chance) for _ in range(towers)]), flush=True)
    for bot in ("random", "greedy"):
        played = [tallest(bot, seed + number) for number in range(games)]
        print(row(f"tallest of a game, {bot}", [top for top, _ in played]), flush=True)
        print(row(f"all towers of games, {bot}", [height for _, every in played for height in every]), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
