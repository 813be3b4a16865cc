"""A learner at Riot Dice on a small table, against a boss who draws lots.

    python learner.py [GAMES]

By what it is asked, and among how many actions, it keeps of each action how the games went in which it took that;
mostly it takes the best one. It looks at nothing else of what it sees, so there is little that it can learn: above all
to stay, for a boss who draws lots soon legs it.
"""

import sys
from collections import defaultdict

import numpy as np
import numpy.typing as npt

from riotsim.envs import riot_dice_v0

OPTIONS = {
    "table.width": "12in",
    "table.depth": "12in",
    "table.terrain": [],
    "table.walls": "50mm",
    "loot.each": 2,
    "gang.models": ["git", "git"],
    "deployment.clear_of": "2in",
    "clock.minutes": 4,
}
CURIOUS = 0.1
"""How often the learner tries something."""


class Lots:
    """Takes any legal action."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)

    def act(self, asked: int, legal: npt.NDArray[np.int64]) -> int:
        """Take an action, by what is asked and what is legal."""
        return int(self.chance.choice(legal))

    def learn(self, reward: float) -> None:
        """Hear how a game has ended."""


class Learner(Lots):
    """Takes what has done well."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.sums: dict[tuple[int, int, int], float] = defaultdict(float)
        self.times: dict[tuple[int, int, int], int] = defaultdict(int)
        self.taken: set[tuple[int, int, int]] = set()

    def act(self, asked: int, legal: npt.NDArray[np.int64]) -> int:
        """Take an action, mostly the best; what was never tried counts as neither good nor bad."""
        keys = [(asked, len(legal), action) for action in legal.tolist()]
        worth = np.array([self.sums[key] / max(self.times[key], 1) for key in keys])
        curious = self.chance.random() < CURIOUS
        chosen = keys[self.chance.choice(len(keys) if curious else np.flatnonzero(worth == worth.max()))]
        self.taken.add(chosen)
        return chosen[-1]

    def learn(self, reward: float) -> None:
        """Remember how a game has ended, for all that was done in it."""
        for key in self.taken:
            self.sums[key] += reward
            self.times[key] += 1
        self.taken.clear()


def play(player: Lots, other: Lots, games: int) -> tuple[int, int]:
    """Play games, with seats that change; gives how many `player` has won and lost."""
    env = riot_dice_v0.env(options=OPTIONS)
    purpose, _ = env.unwrapped.core.encoder.parts["purpose"]
    won = lost = 0
    for game in range(games):
        env.reset(seed=game)
        first, second = env.possible_agents
        playing = {first: player, second: other} if game % 2 == 0 else {first: other, second: player}
        for agent in env.agent_iter():
            seen, reward, ended, cut, _ = env.last()
            if ended or cut:
                playing[agent].learn(reward)
                won += playing[agent] is player and reward > 0
                lost += playing[agent] is player and reward < 0
                env.step(None)
            else:
                asked = int(seen["observation"][purpose].argmax())
                env.step(playing[agent].act(asked, np.flatnonzero(seen["action_mask"])))
    env.close()
    return won, lost


if __name__ == "__main__":
    number = sys.argv[1] if len(sys.argv) > 1 else "20"
    if not number.isdecimal() or int(number) < 1:
        print(f"learner.py: GAMES is a whole number from 1, not {number!r}", file=sys.stderr)
        sys.exit(2)
    games = int(number)
    for name, player in (("lots", Lots(1)), ("learner", Learner(1))):
        won, lost = play(player, Lots(2), games)
        print(f"{name} against lots: {won} of {games} games won, {lost} lost")
