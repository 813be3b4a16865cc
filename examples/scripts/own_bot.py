"""A bot of your own against the greedy one: it shoots whenever it may.

    python own_bot.py [--games 20] [--seed 1] [--loot 6]

The same class plays on the command line: riotsim game --player Ada=own_bot:Sniper --player Bea=greedy
"""

import argparse
from collections import Counter
from typing import Any

import riotsim


class Sniper(riotsim.GreedyBot[Any]):
    """Shoots if that is among the options, and otherwise answers as the greedy bot."""

    def answer(self, request: riotsim.Request[object], session: riotsim.Session[Any]) -> object:
        """Return the answer to a request."""
        if isinstance(request, riotsim.Choose) and "shoot" in request.options:
            return "shoot"
        return super().answer(request, session)


def main() -> None:
    """Play games in which both begin equally often, and count who wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="how many games; each pair has the same seed")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first pair")
    parser.add_argument("--loot", type=int, default=6, help="loot of each player; less is a shorter game")
    asked = parser.parse_args()

    wins = Counter[str]()
    seats: list[dict[str, Any]] = [{"Sniper": Sniper, "Greedy": "greedy"}, {"Greedy": "greedy", "Sniper": Sniper}]
    for number in range(asked.games):
        seed = asked.seed + number // 2
        options = {"loot.each": asked.loot}
        try:
            with riotsim.new_game("riot_dice", seats[number % 2], seed=seed, options=options) as game:
                game.play()
                wins[" and ".join(game.winners)] += 1
        except riotsim.RiotsimError as error:
            parser.error(str(error))
    for names, count in wins.most_common():
        print(f"{names}: {count} of {asked.games} games")


if __name__ == "__main__":
    main()
