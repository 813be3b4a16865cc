"""Every scenario file of Cube Clash holds, and bots play whole games on sound tables."""

from pathlib import Path

import pytest
from clash_rules import rules

import riotsim
from riotsim.cli.check import check_file
from riotsim.games.cube_clash.invariants import find_violations

ROOT = Path(__file__).parents[4]
FILES = sorted((ROOT / "tests" / "scenarios" / "cube_clash").glob("**/*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_holds(file: Path) -> None:
    """The rules do what the scenario says."""
    checked = check_file(file)
    assert [str(one) for one in (*checked.failures, *checked.problems)] == []


@pytest.mark.parametrize(("bot", "seed"), [("greedy", 2), ("random", 4)])
def test_a_whole_game(bot: str, seed: int) -> None:
    """Nothing is out of place after any answer."""
    with riotsim.new_game("cube_clash", {"Ada": bot, "Bea": "greedy"}, seed=seed, options={"turns.max": 60}) as match:
        while not match.is_over:
            assert find_violations(rules(), match.state, match.table) == []
            match.step()
        assert match.result is not None


def test_greedy_beats_random() -> None:
    """The greedy bot wins each of four games from either seat."""
    for seed in range(4):
        players = {"Ada": "greedy", "Bea": "random"} if seed % 2 else {"Ada": "random", "Bea": "greedy"}
        with riotsim.new_game("cube_clash", players, seed=seed) as match:
            match.play()
            assert match.result is not None
            assert [players[name] for name in match.result.winners] == ["greedy"]
