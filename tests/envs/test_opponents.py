"""Bots and policies play in seats of an environment, and are no agents."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from pettingzoo.test.api_test import api_test
from small_games import SMALL, drawn

from riotsim.agents.networks import Network
from riotsim.envs import demolition_dice_v0, riot_dice_v0


def first_legal(observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> int:
    """Return the first legal action, as a policy."""
    assert observation.shape == (riot_dice_v0.raw_env(options=SMALL).core.encoder.size,)
    return int(mask.argmax())


@pytest.mark.parametrize("opponent", ["random", first_legal], ids=["bot", "policy"])
def test_an_agent_plays_alone_against_an_opponent(opponent: str) -> None:
    """If a bot or a policy has the second seat, the only agent is the first player. The opponent answers by itself."""
    env = riot_dice_v0.raw_env(options=SMALL, opponents=(opponent,), max_cycles=25)
    assert env.possible_agents == ["player_0"]
    for _ in drawn(env, 3):
        assert env.agent_selection == "player_0"
        assert set(env.rewards) == {"player_0"}
    match = env.core.match
    assert match is not None
    assert {name for entry in match.session.journal for name, _ in getattr(entry, "answers", ())} == {
        "player_0",
        "player_1",
    }


def test_an_opponent_may_have_any_seat() -> None:
    """An opponent may be given the seat of any player by name. The other players are agents."""
    env = demolition_dice_v0.raw_env(opponents={"player_1": "greedy"})
    assert env.possible_agents == ["player_0", "player_2"]
    seen = {env.agent_selection for _ in drawn(env, 2)}
    assert seen == {"player_0", "player_2"}
    assert all(env.terminations.values())


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
def test_with_an_opponent_it_keeps_to_the_api() -> None:
    """With a bot as an opponent and rewards for the score, PettingZoo's `api_test` finds no fault."""
    api_test(riot_dice_v0.env(options=SMALL, opponents=("random",), score_reward=0.5), num_cycles=60)


def test_what_cannot_be_seated_is_told(tmp_path: Path) -> None:
    """An environment refuses unknown bots and players, too many opponents, and policies for another game or other
    sizes.
    """
    for opponents, message in (
        (("greedi",), "no bot is called 'greedi'"),
        (("greedy", "greedy"), "leave no seat for an agent"),
        ({"player_7": "greedy"}, "no player is called 'player_7'"),
        ("greedy", "sequence or a mapping"),
        ((7,), "neither the name of a bot nor a policy"),
        ((f"policy:{tmp_path}/no.npz",), "there is no such file"),
    ):
        with pytest.raises(ValueError, match=message):
            riot_dice_v0.env(opponents=opponents)  # type: ignore[arg-type]  # that is the test
    file = tmp_path / "net.npz"
    Network("riot_dice", (np.zeros((5, 3), np.float32),), (np.zeros(3, np.float32),)).save(file)
    with pytest.raises(ValueError, match="it sees 5 numbers and has 3 actions, and here are"):
        riot_dice_v0.env(opponents=(f"policy:{file}",))
    with pytest.raises(ValueError, match="trained for riot_dice, and this is demolition_dice"):
        demolition_dice_v0.env(opponents=(f"policy:{file}",))


def test_a_score_that_rises_is_rewarded() -> None:
    """With `score_reward`, rewards before the result add up to a share of the player's lead in loot. The lead is what
    the player has above the mean of all players.
    """
    env = riot_dice_v0.raw_env(options=SMALL, score_reward=0.5)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for _ in drawn(env, 8):
        for agent, reward in env.rewards.items():
            sums[agent] += reward
    match = env.core.match
    assert match is not None
    for agent, reward in env.rewards.items():
        sums[agent] += reward
    loot, winners = dict(match.session.state.result.loot), match.session.state.result.winners
    mean = sum(loot.values()) / 2
    assert any(loot.values())
    for agent, total in sums.items():
        assert total == pytest.approx(0.5 * (loot[agent] - mean) + (1.0 if agent in winners else -1.0))
    with pytest.raises(ValueError, match="score_reward"):
        riot_dice_v0.env(score_reward=float("nan"))
