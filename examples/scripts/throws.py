"""Throw dice a thousand times, and show how often each face came up.

python throws.py [--count 1000] [--dice 1d6] [--seed 1]
"""

import argparse
from collections import Counter

import riotsim

WIDEST = 50
"""Length of the longest bar (characters)."""


def main() -> None:
    """Throw, count, and print a histogram."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many throws")
    parser.add_argument("--dice", default="1d6", help="what is thrown together, such as 3d6")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same throws")
    asked = parser.parse_args()

    faces = Counter[int]()
    unread = 0
    try:
        for throw in riotsim.throws(asked.dice, asked.count, seed=asked.seed):
            faces.update(face for face in throw.faces if face is not None)
            unread += throw.faces.count(None)
    except riotsim.RiotsimError as error:
        parser.error(str(error))
    most = max(faces.values(), default=1)
    for face, count in sorted(faces.items()):
        print(f"{face:>3} {count:>6} {count / faces.total():6.1%} {'█' * round(WIDEST * count / most)}")
    print(f"{unread} dice were cocked or left the table")


if __name__ == "__main__":
    main()
