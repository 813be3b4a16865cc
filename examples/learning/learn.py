"""A policy for Riot Dice that is trained by playing against a bot, with numpy alone.

    python learn.py                            # ten minutes on two cores, then 200 games
    riotsim play --player Ada=policy:net.npz   # play against it

The policy is a network with two hidden layers. Proximal policy optimisation (PPO, Schulman and others 2017) trains it:
two processes play games with the present policy, and then its weights are moved a few small steps towards the actions
that did better than a second output of the network, the critic, had expected. Loot is rewarded on the way. A policy in
training may become worse for some rounds. So the weights are averaged over some rounds, and those are kept in whose
time most games were won. The time is processor time, so that a busy machine changes nothing.

Beside the policy the program writes how it learned: a table, and a picture if matplotlib is installed.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riotsim.agents.networks import Network
from riotsim.envs import riot_dice_v0

Array = npt.NDArray[np.float32]

HIDDEN = (96, 64)
"""Outputs of the hidden layers."""
GAMES_A_ROUND = 8
"""Games between two changes of the weights."""
SCORE_REWARD = 0.3
DISCOUNT, TRACE = 0.997, 0.95
"""How much less the next step counts, for rewards and for what the critic expects."""
CLIP = 0.2
"""By how much the chance of an action may change in a round."""
EPOCHS, BATCH, RATE = 4, 256, 7e-4
MOST_CHANGE = 0.03
"""How far the policy may move in a round: no epoch begins once the Kullback-Leibler divergence from the policy that
played is larger.
"""
MEMORY = 0.8
"""What the average of the weights keeps of itself in a round."""
JUDGED = 40
"""Number of the last games whose wins decide which weights are kept."""
ENTROPY = 0.01
"""Reward for staying undecided, so that all is tried."""

ANY = "any legal action"
"""The opponent who draws any legal action, each with the same chance, and so soon leaves the game. The bot `random`
seldom leaves.
"""

_env: dict[tuple[str, int], Any] = {}
"""The environments of a process, by opponent and seat of the agent."""


@dataclass
class Learner:
    """The layers of a policy and of its critic, which share the hidden ones, and Adam's averages."""

    layers: list[Array]
    first: list[Array] = field(default_factory=list)
    second: list[Array] = field(default_factory=list)
    steps: int = 0
    average: list[Array] = field(default_factory=list)
    """The layers, averaged over the last rounds."""

    @classmethod
    def fresh(cls, sees: int, acts: int, seed: int) -> "Learner":
        """Return a learner with random weights, whose actions are all about equally likely."""
        chance = np.random.default_rng(seed)
        layers: list[Array] = []
        for rows, columns, scale in (
            (sees, HIDDEN[0], 1.0),
            (HIDDEN[0], HIDDEN[1], 1.0),
            (HIDDEN[1], acts, 0.01),
            (HIDDEN[1], 1, 0.1),
        ):
            layers.append((chance.normal(size=(rows, columns)) * scale / np.sqrt(rows)).astype(np.float32))
            layers.append(np.zeros(columns, np.float32))
        return cls(
            layers,
            [np.zeros_like(one) for one in layers],
            [np.zeros_like(one) for one in layers],
            average=[one.copy() for one in layers],
        )

    def end_round(self) -> None:
        """Let the weights count in the average."""
        for mean, layer in zip(self.average, self.layers, strict=True):
            mean += (1 - MEMORY) * (layer - mean)

    def descend(self, slopes: list[Array]) -> None:
        """Move all weights a step down their slopes (Adam, Kingma and Ba 2015)."""
        self.steps += 1
        size = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        for k, slope in enumerate(slopes):
            slope = slope * min(1.0, 0.5 / (size + 1e-8))
            self.first[k] += 0.1 * (slope - self.first[k])
            self.second[k] += 0.001 * (slope**2 - self.second[k])
            mean, spread = self.first[k] / (1 - 0.9**self.steps), self.second[k] / (1 - 0.999**self.steps)
            self.layers[k] -= RATE * mean / (np.sqrt(spread) + 1e-8)


def policy(layers: list[Array]) -> Network:
    """Return the policy, without the critic."""
    return Network("riot_dice", tuple(layers[0:6:2]), tuple(layers[1:6:2]))


def outputs(layers: list[Array], seen: Array) -> tuple[Array, Array, Array, Array]:
    """Return both hidden layers, the output of each action, and what the critic expects, for rows of observations."""
    w0, b0, w1, b1, w2, b2, w3, b3 = layers
    one = np.tanh(seen @ w0 + b0)
    two = np.tanh(one @ w1 + b1)
    return one, two, two @ w2 + b2, (two @ w3 + b3)[:, 0]


def chances(scores: Array, masks: npt.NDArray[np.bool_]) -> Array:
    """Return the chance of each action, 0 for those that are not legal."""
    legal = np.where(masks, scores, -np.inf)
    raised = np.exp(legal - legal.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


class AnyLegal:
    """A policy that draws any legal action."""

    def __init__(self) -> None:
        self.chance = np.random.default_rng(1)

    def __call__(self, observation: Array, mask: npt.NDArray[np.int8]) -> int:
        """Return a legal action."""
        return int(self.chance.choice(np.flatnonzero(mask)))


@dataclass
class Game:
    """The decisions of the agent in one game."""

    seen: list[Array] = field(default_factory=list)
    masks: list[npt.NDArray[np.bool_]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    expected: list[float] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    outcome: float = 0.0
    """1 if the agent has won, 0 if it has lost, and 0.5 for a draw."""
    seconds: float = 0.0
    """Processor time."""


def play(layers: list[Array], opponent: str, seed: int, best: bool = False) -> Game:
    """Play a game, as the first player if the seed is even, and as the second if it is odd.

    Args:
        layers: The weights.
        opponent: The name of the bot, or `ANY`.
        seed: The seed of the game, and of the actions that are drawn.
        best: True to take the action with the largest output. Otherwise actions are drawn by their chances.
    """
    begun = time.process_time()
    seat = seed % 2
    if (opponent, seat) not in _env:
        _env[opponent, seat] = riot_dice_v0.raw_env(
            opponents={f"player_{1 - seat}": AnyLegal() if opponent == ANY else opponent}, score_reward=SCORE_REWARD
        )
    env, agent, game = _env[opponent, seat], f"player_{seat}", Game()
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    while not env.terminations[agent]:
        now = env.observe(agent)
        mask = now["action_mask"].astype(np.bool_)
        _, _, scores, expected = outputs(layers, now["observation"][None])
        share = chances(scores, mask[None])[0]
        action = int(share.argmax()) if best else int(np.searchsorted(share.cumsum(), chance.random() * share.sum()))
        action = action if mask[action] else int(share.argmax())  # rounding at the end of the sum
        env.step(action)
        if not best:
            game.seen.append(now["observation"])
            game.masks.append(mask)
            game.actions.append(action)
            game.chances.append(float(share[action]))
            game.expected.append(float(expected[0]))
            game.rewards.append(env.rewards[agent])
    winners = env.core.match.session.state.result.winners
    game.outcome = (agent in winners) / len(winners) if winners else 0.5
    game.seconds = time.process_time() - begun
    return game


def learn(learner: Learner, games: list[Game], chance: np.random.Generator) -> None:
    """Change the weights so that what went better than expected is done more often."""
    gains, targets = [], []
    for game in games:
        expected = np.array([*game.expected, 0.0])
        surprise = np.array(game.rewards) + DISCOUNT * expected[1:] - expected[:-1]
        for k in range(len(surprise) - 2, -1, -1):
            surprise[k] += DISCOUNT * TRACE * surprise[k + 1]
        gains.append(surprise)
        targets.append(surprise + expected[:-1])
    gain, target = np.concatenate(gains).astype(np.float32), np.concatenate(targets).astype(np.float32)
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    seen = np.array([one for game in games for one in game.seen])
    masks = np.array([one for game in games for one in game.masks])
    actions = np.array([one for game in games for one in game.actions])
    before = np.array([one for game in games for one in game.chances], dtype=np.float32)
    for _ in range(EPOCHS):
        order = chance.permutation(len(actions))
        for some in np.split(order, range(BATCH, len(order), BATCH)):
            learner.descend(
                slopes(learner.layers, seen[some], masks[some], actions[some], before[some], gain[some], target[some])
            )
        _, _, scores, _ = outputs(learner.layers, seen)
        ratio = chances(scores, masks)[np.arange(len(actions)), actions] / before
        if float((ratio - 1 - np.log(np.maximum(ratio, 1e-12))).mean()) > MOST_CHANGE:  # Schulman's estimate
            return


def slopes(
    layers: list[Array],
    seen: Array,
    masks: npt.NDArray[np.bool_],
    actions: Array,
    before: Array,
    gain: Array,
    target: Array,
) -> list[Array]:
    """Return the slopes of the loss of PPO by each weight."""
    count, rows = np.float32(len(actions)), np.arange(len(actions))
    one, two, scores, expected = outputs(layers, seen)
    share = chances(scores, masks)
    ratio = share[rows, actions] / before
    moves = ((gain > 0) & (ratio < 1 + CLIP)) | ((gain <= 0) & (ratio > 1 - CLIP))
    by_score = -share * (moves * gain * ratio)[:, None]
    by_score[rows, actions] += moves * gain * ratio
    logs = np.log(np.maximum(share, 1e-12))
    spread = -(share * logs).sum(axis=1, keepdims=True)
    by_score = -(by_score + ENTROPY * -share * (logs + spread)) / count
    by_expected = (expected - target)[:, None] * np.float32(0.5) / count
    by_two = (by_score @ layers[4].T + by_expected @ layers[6].T) * (1 - two**2)
    by_one = (by_two @ layers[2].T) * (1 - one**2)
    return [
        seen.T @ by_one, by_one.sum(axis=0), one.T @ by_two, by_two.sum(axis=0),
        two.T @ by_score, by_score.sum(axis=0), two.T @ by_expected, by_expected.sum(axis=0),
    ]  # fmt: skip


def train(learner: Learner, opponent: str, seconds: float, pool: ProcessPoolExecutor) -> Iterator[tuple[float, Game]]:
    """Train for so many seconds of processor time, and yield each game with the time so far."""
    chance, used, seed = np.random.default_rng(1), 0.0, 0
    while used < seconds:
        seeds = range(seed, seed + GAMES_A_ROUND)
        games = list(pool.map(play, [learner.layers] * len(seeds), [opponent] * len(seeds), seeds))
        begun = time.process_time()
        learn(learner, games, chance)
        learner.end_round()
        used += time.process_time() - begun
        seed += GAMES_A_ROUND
        for game in games:
            used += game.seconds
            yield used, game


def draw(curve: list[tuple[float, float]], file: Path, cores: int) -> None:
    """Draw the share of games won, a mean of the last 20, against the time."""
    import matplotlib.pyplot as plt

    minutes = np.array([used / 60 / cores for used, _ in curve])
    won = np.array([outcome for _, outcome in curve])
    means = np.array([won[max(0, k - 19) : k + 1].mean() for k in range(len(won))])
    figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    axes.plot(minutes, 100 * means, color="#2f6f8f", linewidth=2)
    axes.axhline(50, color="#999999", linewidth=0.8, linestyle=":")
    axes.set(xlabel=f"minutes on {cores} cores", ylabel="games won of the last 20 (%)", ylim=(0, 102), xlim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=150)
    plt.close(figure)


def main() -> None:
    """Train a policy, write it, and let it play."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--minutes", type=float, default=10.0, help="processor time of each core (default: 10)")
    given.add_argument("--cores", type=int, default=2, help="processes that play (default: 2)")
    given.add_argument("--opponent", default="random", help="the bot to play against (default: random)")
    given.add_argument("--games", type=int, default=100, help="games against each opponent in the end (default: 100)")
    given.add_argument("--out", type=Path, default=Path("net.npz"), help="file of the policy (default: net.npz)")
    asked = given.parse_args()
    if asked.minutes <= 0 or asked.cores < 1 or asked.games < 0 or asked.out.suffix != ".npz":
        given.error("minutes and cores are above 0, games from 0, and the policy's file ends with .npz")
    core = riot_dice_v0.raw_env().core
    learner = Learner.fresh(core.encoder.size, core.interface.layout.count, seed=1)
    with ProcessPoolExecutor(asked.cores) as pool:
        curve: list[tuple[float, float]] = []
        kept, most = learner.layers, -1.0
        for used, game in train(learner, asked.opponent, asked.minutes * 60 * asked.cores, pool):
            curve.append((used, game.outcome))
            if len(curve) % GAMES_A_ROUND == 0:
                share = float(np.mean([outcome for _, outcome in curve[-JUDGED:]]))
                print(
                    f"{used / 60 / asked.cores:5.1f} min, {len(curve):4} games: {share:4.0%} of the last {JUDGED}",
                    flush=True,
                )
                if share >= most or len(curve) <= JUDGED:
                    kept, most = [mean.copy() for mean in learner.average], share
                    policy(kept).save(asked.out)
        print(
            f"kept: the average of the weights up to the round when {most:.0%} of {JUDGED} games were won", flush=True
        )
        count, seeds = asked.games, range(10**6, 10**6 + asked.games)
        for other in (ANY, asked.opponent):
            last = list(pool.map(play, [kept] * count, [other] * count, seeds, [True] * count))
            won = sum(game.outcome == 1 for game in last)
            print(f"{asked.out}: {won} of {count} games won against {other}, with new seeds", flush=True)
    with asked.out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("seconds", "outcome"), *curve])
    try:
        draw(curve, asked.out.with_suffix(".png"), asked.cores)
    except ModuleNotFoundError:
        print("no picture: matplotlib isn't installed", file=sys.stderr)


if __name__ == "__main__":
    main()
