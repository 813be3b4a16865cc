"""Build towers until they fall, and show how high they got.

python tower.py [--count 20] [--hand average] [--seed 1]
"""

import argparse
import statistics

import riotsim

ENOUGH = 60
"""Dice that no hand puts on top of each other."""


def main() -> None:
    """Build each tower with a seed of its own, and print its height."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="how many towers")
    parser.add_argument("--hand", default="average", help="a hand of the rules: steady, average or drunk")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first tower")
    asked = parser.parse_args()
    if asked.count < 1:
        parser.error(f"--count {asked.count}: at least 1")

    heights = []
    try:
        for seed in range(asked.seed, asked.seed + asked.count):
            tower = riotsim.build_tower(ENOUGH, hand=asked.hand, seed=seed)
            heights.append(tower.height)
            print(f"seed {seed:>3}: {tower.height:>2} dice {'▆' * tower.height}")
    except riotsim.RiotsimError as error:
        parser.error(str(error))
    print(f"{asked.hand} hand: {statistics.mean(heights):.1f} dice on average, {max(heights)} at best")


if __name__ == "__main__":
    main()
