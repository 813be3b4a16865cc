"""Writes the tables of docs/reference/hands.md: what the hands of the rules do with towers of 1 to 20 dice.

    python tools/tables/hands.py [TOWERS] [CARRIED] [SEED]

Of TOWERS begun with each die on the middle of the one below, the first CARRIED are carried at each height. As many are
begun again with each die put where the tower stands best. Beside them is the prediction of statics, for dice that are
turned alike. The same arguments give the same tables.
"""

import sys
import time

from riotsim.cli.tower import measured, trial_of
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.measuring.hands import HeightResult, StandingCount
from riotsim.measuring.standing import standing_chances

HEIGHTS = tuple(range(1, 21))

TOWERS, CARRIED, SEED = 100, 50, 1


def cell(share: StandingCount) -> str:
    """Return a share and its interval in percent; a dash where no tower grew so high."""
    if share.share is None:
        return "–"
    low, high = share.interval
    return f"{100 * share.share:.0f} ({100 * low:.0f}–{100 * high:.0f})"


def table(
    statics: list[float], plain: list[HeightResult], balanced: list[HeightResult], carried: list[HeightResult]
) -> str:
    """Return the table of one hand in Markdown."""
    heads = ("dice", "by statics", "stacked", "balanced", "carried slowly", "carried normally")
    lines = [f"| {' | '.join(heads)} |", f"|{'---:|' * len(heads)}"]
    for chance, one, other, moved in zip(statics, plain, balanced, carried, strict=True):
        shares = (one.stacked, other.stacked, moved.carried["slow"], moved.carried["normal"])
        lines.append(f"| {one.dice} | {100 * chance:.0f} | {' | '.join(map(cell, shares))} |")
    return "\n".join(lines)


def main(towers: int = TOWERS, carried: int = CARRIED, seed: int = SEED) -> None:
    """Write the tables to standard output."""
    game = GAMES["riot_dice"]
    book = game.dice_rules(load_rules(game.name, game.rules))
    for hand in book.hands:
        statics = standing_chances(book.hands[hand], HEIGHTS)
        begun = time.process_time()
        plain = measured(trial_of(book, hand, HEIGHTS, seed, ["none"]), towers)
        balanced = measured(trial_of(book, hand, HEIGHTS, seed, ["none"], balance=True), towers)
        stacked = time.process_time() - begun
        dice = sum(row.stacked.stood for row in (*plain, *balanced))
        moved = measured(trial_of(book, hand, HEIGHTS, seed), carried)
        print(f"### {hand}\n\n{table(statics, plain, balanced, moved)}\n", flush=True)
        took = time.process_time() - begun
        print(f"{hand}: {dice} dice stacked in {stacked:.0f} s, all in {took:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
