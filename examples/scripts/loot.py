"""Play a game between two bots, and plot what each of them has over time. The plot needs matplotlib.

python loot.py [--seed 1] [--bots greedy random] [--loot 6] [--plot loot.png]
"""

import argparse
import sys
from pathlib import Path

import riotsim


def main() -> None:
    """Play the game, print how it ended, and draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same game")
    parser.add_argument("--bots", nargs=2, default=["greedy", "random"], metavar="BOT", help="who plays")
    parser.add_argument("--loot", type=int, default=6, help="loot of each player; less is a shorter game")
    parser.add_argument("--plot", type=Path, default=Path("loot.png"), help="the picture's file")
    asked = parser.parse_args()
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        sys.exit("the plot needs matplotlib: pip install matplotlib")

    players = dict(zip(("Ada", "Bea"), asked.bots, strict=True))
    turns: list[int] = []
    loot: dict[str, list[int]] = {name: [] for name in players}
    try:
        with riotsim.new_game("riot_dice", players, seed=asked.seed, options={"loot.each": asked.loot}) as game:
            for _ in game.steps():
                turns.append(game.turn.number)
                for name, has in game.scores.items():
                    loot[name].append(has)
            print(f"{' and '.join(game.winners)} won after {turns[-1]} turns: {game.scores}")
    except riotsim.RiotsimError as error:
        parser.error(str(error))

    figure = Figure()
    axes = figure.subplots()
    for name, over_time in loot.items():
        axes.step(turns, over_time, where="post", label=f"{name} ({players[name]})")
    axes.set(xlabel="turn", ylabel="loot in the stash", title=f"Riot Dice, seed {asked.seed}")
    axes.legend()
    try:
        figure.savefig(asked.plot)
    except (OSError, ValueError) as error:  # a missing folder, or a name whose ending is that of no picture
        parser.error(f"--plot {asked.plot}: {error}")
    print(f"the plot is {asked.plot}")


if __name__ == "__main__":
    main()
