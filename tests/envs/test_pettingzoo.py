from collections.abc import Mapping
from functools import partial
from types import ModuleType, SimpleNamespace

import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec
from small_games import SMALL

from riotsim.envs import demolition_dice_v0, riot_dice_v0

GAMES = [
    pytest.param(riot_dice_v0, SMALL, id="riot_dice"),
    pytest.param(demolition_dice_v0, {}, id="demolition_dice"),
]

# PettingZoo's own board games have observations with masks too; their names are on a list, and there it doesn't warn.
MASKED = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


@MASKED
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_it_keeps_to_the_api(game: ModuleType, options: Mapping[str, object]) -> None:
    """PettingZoo's `api_test` finds no fault, in games that agents play by drawing from their masks."""
    api_test(game.env(options=options), num_cycles=100)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_seed_decides_a_game(game: ModuleType, options: Mapping[str, object]) -> None:
    """PettingZoo's `seed_test`: two environments with a seed see the same, step by step."""
    seed_test(partial(game.env, options=options), num_cycles=50)


def test_a_game_is_cut_off_after_so_many_cycles() -> None:
    """PettingZoo's `max_cycles_test`: no game is longer, and all players have acted as often.

    The loot is dropped by turns, so after four cycles each has acted four times, unless a token has left the table:
    that is dropped again. It can't leave this one.
    """
    options = {"table.walls": "100mm", "table.terrain": [], "loot.drop_height": "1in"}
    made = {name: partial(getattr(riot_dice_v0, name), options=options) for name in ("env", "parallel_env")}
    max_cycles_test(SimpleNamespace(**made))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_parallel_game_is_cut_off_too(game: ModuleType, options: Mapping[str, object]) -> None:
    """The same where all act in each cycle, by the rules as they are: those who aren't asked wait."""

    def turn_by_turn(max_cycles: int) -> object:
        return parallel_to_aec(game.parallel_env(options=options, max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=partial(game.parallel_env, options=options), env=turn_by_turn))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_parallel_games_keep_to_the_api(game: ModuleType, options: Mapping[str, object]) -> None:
    """PettingZoo's tests of parallel environments find no fault either."""
    parallel_api_test(game.parallel_env(options=options), num_cycles=100)
    parallel_seed_test(partial(game.parallel_env, options=options), num_cycles=30)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_all_render_modes_work(game: ModuleType, options: Mapping[str, object]) -> None:
    """PettingZoo's `render_test` finds no fault in any render mode: text, pictures, and text printed for people."""
    render_test(partial(game.env, options=options))


def test_for_people_each_position_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    """In the mode `human` the standings are printed after each step, and another `render` prints nothing more."""
    env = demolition_dice_v0.raw_env(render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    assert "player_0" in first
    assert env.render() is None
    assert capsys.readouterr().out == ""
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert capsys.readouterr().out not in ("", first)
    joint = demolition_dice_v0.parallel_env(render_mode="human")
    joint.reset(seed=1)
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_joint_actions_move_the_game_on(game: ModuleType, options: Mapping[str, object]) -> None:
    """Each step of a parallel environment answers every pending request, so that the journal grows."""
    env = game.parallel_env(options=options)
    seen, _ = env.reset(seed=3)
    for _ in range(5):
        match = env.core.match
        before, asked = match.session.entry_count, match.asked
        seen, *_ = env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
        assert match.session.entry_count >= before + len(asked) > before
