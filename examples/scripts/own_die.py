"""Test a die of your own: throw the small rounded d6 of `examples/own_dice/house.yaml`, and test whether it is fair.

python own_die.py [--count 600] [--seed 1] [--rules FILE]
"""

import argparse
from collections import Counter
from pathlib import Path

import riotsim

HOUSE = Path(__file__).resolve().parents[1] / "own_dice" / "house.yaml"

CRITICAL = 11.07
"""Pearson's statistic of a fair d6 exceeds this in 1 of 20 tests (5 degrees of freedom)."""

LEAST = 30
"""Least number of throws: each face is then expected five times, as the test supposes."""


def main() -> None:
    """Throw the die, count its faces, and compare the counts with those of a fair die."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=600, help="how many throws")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same throws")
    parser.add_argument("--rules", type=Path, default=HOUSE, help="the rules file with the die's size and edges")
    asked = parser.parse_args()
    if asked.count < LEAST:
        parser.error(f"--count {asked.count}: the test needs at least {LEAST} throws")

    try:
        throws = riotsim.throws("1d6", asked.count, seed=asked.seed, rules=asked.rules)
        counts = Counter(face for throw in throws for face in throw.faces if face is not None)
    except riotsim.RiotsimError as error:
        parser.error(str(error))
    expected = counts.total() / 6
    chi_squared = sum((counts[face] - expected) ** 2 / expected for face in range(1, 7))
    print("  ".join(f"{face}: {counts[face]}" for face in range(1, 7)))
    verdict = "no sign that it is unfair" if chi_squared < CRITICAL else "it looks unfair: throw it more often"
    print(f"χ² = {chi_squared:.1f} (a fair die stays below {CRITICAL} in 19 of 20 tests): {verdict}")


if __name__ == "__main__":
    main()
