"""Writes the tables of docs/reference/demolition_towers.md: how often a thrown die fells a tower, by hand and distance.

    python tools/tables/throws.py [THROWS] [SEED]

Each throw is at a tower of its own that the same hand has built, from a direction of its own, at half the tower's
height. The first table of a hand has its hardest throws, the second a tower of five and other speeds. The same numbers
give the same tables.
"""

import sys
import time

from riotsim.files.rules import load_rules
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.measuring.hands import StandingCount
from riotsim.measuring.knockdown import Throw, count_standing
from riotsim.play.requests import AimThrow
from riotsim.table.acts import Hand
from riotsim.table.units import inches

HEIGHTS = (1, 2, 3, 4, 5, 6, 8)

AWAY = (6, 9, 12, 15, 18)
"""From the die to the tower (in)."""

STRENGTHS = (1.0, 2.0)
"""Shares of the hand's usual speed; the first table has the hardest throws."""

FIVE = 5
"""Dice in a tower that is done (DD-50)."""

THROWS, SEED = 150, 1


def cell(share: StandingCount) -> str:
    """Return the share that fell and its interval in percent."""
    low, high = share.interval
    fell = 1 - share.stood / share.total
    return f"{100 * fell:.0f} ({100 * (1 - high):.0f}–{100 * (1 - low):.0f})"


def row(head: str, throws: list[Throw], count: int) -> str:
    """Return one line of a table."""
    return f"| {head} | {' | '.join(cell(count_standing(throw, count)) for throw in throws)} |"


def tables(hand: Hand, count: int, seed: int) -> None:
    """Write both tables of a hand."""
    heads = " | ".join(f"{away} in" for away in AWAY)
    rule = f"|{'---:|' * (1 + len(AWAY))}"
    hardest = AimThrow.MAX_TARGET_STRENGTH
    sys.stdout.write(f"### {hand.name}\n\n| height (at {hand.speed * hardest / 1000:.1f} m/s) | {heads} |\n{rule}\n")
    for dice in HEIGHTS:
        throws = [Throw(hand, dice, inches(away), hardest, seed) for away in AWAY]
        sys.stdout.write(f"{row(str(dice), throws, count)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"\n| speed ({FIVE} dice) | {heads} |\n{rule}\n")
    for strength in STRENGTHS:
        throws = [Throw(hand, FIVE, inches(away), strength, seed) for away in AWAY]
        sys.stdout.write(f"{row(f'{hand.speed * strength / 1000:.1f} m/s', throws, count)}\n")
        sys.stdout.flush()
    sys.stdout.write("\n")


def main(throws: int = THROWS, seed: int = SEED) -> None:
    """Write the tables to standard output."""
    book = load_rules("demolition_dice", Rulebook)
    for name, figures in book.hands.items():
        begun = time.process_time()
        tables(figures.hand, throws, seed)
        cells = (len(HEIGHTS) + len(STRENGTHS)) * len(AWAY)
        took = time.process_time() - begun
        print(f"{name}: {cells * throws} throws in {took:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
