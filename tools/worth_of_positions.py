"""Find what a position of Riot Dice is worth, from games between bots: the weights of `riot_dice/bot/positions.py`.

    python tools/worth_of_positions.py [--games 3000] [--seed 1000] [--bots greedy greedy]

Each turn of each game is a case: how far the boss whose turn it is was ahead of the other, and who has won. Turns at
which the boss could leave as the winner are left out, because their rating needs no weights. So are games that end
without one winner. 100 games of greedy bosses take some seven minutes of a processor, and more than an hour with a
planner among them. The seats are swapped from game to game.
"""

import argparse
import sys

import numpy as np
import numpy.typing as npt

from riotsim.bots.bot import play_out
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.bot.positions import FACTORS, WEIGHTS, boss_features, can_leave_as_winner, lead_factors
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.lab.campaigns.workers import cpu_count
from riotsim.players import BOTS, make_bots
from riotsim.processes import map_in_processes
from riotsim.simulation import perform

Array = npt.NDArray[np.float64]

BOSSES = ("Ada", "Bea")
HOLD = 3.0
"""Strength of the penalty on weights (ridge)."""
ROUNDS = 50
"""Iterations of Newton's method."""
FOLDS = 5
"""Parts of the games, each of which is foretold by the others."""


def turns(game: tuple[int, tuple[str, str]]) -> tuple[list[tuple[float, ...]], list[bool]]:
    """Play a game of a seed between two bots; give the factors at the start of each turn, and whether the boss whose
    turn it was has won.
    """
    seed, bots = game
    rules = load_rules("riot_dice", Rulebook)
    session = new_game(rules, BOSSES, seed, perform, load_meshes(rules))
    cases, bosses, turn = [], [], None
    for _ in play_out(session, make_bots(dict(zip(BOSSES, bots, strict=True)), rules, seed, perform=perform)):
        boss = session.state.turn
        if session.state.phase == "play" and session.checkpoint is not turn and boss is not None:
            turn, seen = session.checkpoint, BotView(session.play, rules)
            other, sides = BOSSES[boss == BOSSES[0]], boss_features(seen)
            if not can_leave_as_winner(seen, boss, other, sides):
                cases.append(lead_factors(seen, boss, other, sides))
                bosses.append(boss)
    result = session.state.result
    session.close()
    if result is None or len(result.winners) != 1:
        return [], []
    return cases, [boss in result.winners for boss in bosses]


def fitted(cases: Array, won: Array) -> Array:
    """Return the weights of a logistic regression, one for each column of `cases` (n, f); `won` (n,) is 0 or 1."""
    weights = np.zeros(cases.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-cases @ weights))
        slope = cases.T @ (chance - won) + HOLD * weights
        bend = (cases.T * (chance * (1 - chance))) @ cases + HOLD * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def foretold(cases: Array, won: Array, games: Array) -> float:
    """Return the error on games that it wasn't fitted to (nats a turn)."""
    off = []
    for fold in range(FOLDS):
        apart = games % FOLDS == fold
        off.append(off_by(fitted(cases[~apart], won[~apart]), cases[apart], won[apart]))
    return float(np.mean(off))


def off_by(weights: Array, cases: Array, won: Array) -> float:
    """Return the error of weights (nats a turn)."""
    chance = 1 / (1 + np.exp(-cases @ weights))
    return float(-np.log(np.where(won > 0, chance, 1 - chance)).mean())


def main() -> None:
    """Play, fit and print."""
    asked = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    asked.add_argument("--games", type=int, default=3000, help="how many are played (3000)")
    asked.add_argument("--seed", type=int, default=1000, help="of the first; the others have the next ones (1000)")
    asked.add_argument("--bots", nargs=2, choices=BOTS, default=("greedy", "greedy"), help="who plays (greedy greedy)")
    given = asked.parse_args()
    if given.games < FOLDS:
        asked.error(f"--games {given.games}: it takes {FOLDS} at the least")
    if given.seed < 0:
        asked.error(f"--seed {given.seed}: it is 0 at the least")
    one, other = given.bots
    todo = [(given.seed + k, (one, other) if k % 2 == 0 else (other, one)) for k in range(given.games)]
    played = []
    for found in map_in_processes(turns, todo, cpu_count(), lifetime=20):
        played.append(found)
        print(f"\r{len(played)} of {given.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    cases = np.array([case for found, _ in played for case in found], dtype=np.float64)
    won = np.array([one for _, found in played for one in found], dtype=np.float64)
    of = np.array([number for number, (found, _) in enumerate(played) for _ in found], dtype=np.float64)
    print(f"{len(won)} turns of {given.games} games, {one} against {other}")
    for name, weight in zip(FACTORS, fitted(cases, won), strict=True):
        print(f"  {name:20} {weight:6.2f}")
    print(f"off by {foretold(cases, won, of):.3f} nats; by loot alone {foretold(cases[:, :1], won, of):.3f}")
    print(f"the weights as they are: off by {off_by(np.array(WEIGHTS), cases, won):.3f}")


if __name__ == "__main__":
    main()
