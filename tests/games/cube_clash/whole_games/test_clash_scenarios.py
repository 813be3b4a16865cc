"""Every scenario file of Cube Clash holds, and bots play whole games on sound tables."""

import json
from pathlib import Path

import pytest
from clash_rules import rules

import riotsim
from riotsim.cli.check import check_file
from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.invariants import find_violations

ROOT = Path(__file__).parents[4]
FILES = sorted((ROOT / "tests" / "scenarios" / "cube_clash").glob("**/*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_holds(file: Path) -> None:
    """The game does what the scenario file expects."""
    checked = check_file(file)
    assert [str(one) for one in (*checked.failures, *checked.problems)] == []


@pytest.mark.parametrize(("bot", "seed"), [("greedy", 2), ("random", 4)])
def test_a_whole_game(bot: str, seed: int) -> None:
    """In a whole game, every die lies as the rules' position says after each answer, and the game has a result."""
    with riotsim.new_game("cube_clash", {"Ada": bot, "Bea": "greedy"}, seed=seed, options={"turns.max": 60}) as match:
        while not match.is_over:
            assert find_violations(rules(), match.state, match.table) == []
            match.step()
        assert match.result is not None


def test_greedy_beats_random() -> None:
    """The greedy bot beats the random bot in each of four games, from either seat."""
    for seed in range(4):
        players = {"Ada": "greedy", "Bea": "random"} if seed % 2 else {"Ada": "random", "Bea": "greedy"}
        with riotsim.new_game("cube_clash", players, seed=seed) as match:
            match.play()
            assert match.result is not None
            assert [players[name] for name in match.result.winners] == ["greedy"]


FAULTS = {
    "unknown dead": ({"given": {"dead": ["south.elk"]}}, "given.dead[0]: no die is called 'south.elk'"),
    "dead twice": ({"given": {"dead": ["south.wick_runner"] * 2}}, "given.dead: south.wick_runner is named twice"),
    "dead and on the board": ({"given": {"dead": ["south.bellfounder"]}}, "given.dead: south.bellfounder is on the"),
    "unknown army": ({"given": {"armies": {"Ada": "elks"}}}, "given.armies.Ada: no army is called 'elks'"),
    "unknown expected die": ({"then": {"dice": {"south.elk": "e4"}}}, "then.dice.south.elk: no die is called"),
    "no place": ({"then": {"dice": {"south.bellfounder": "e9"}}}, "then.dice.south.bellfounder: a die is on a square"),
    "no word for a place": ({"then": {"dice": {"south.bellfounder": " "}}}, "then.dice.south.bellfounder: a die is on"),
    "unknown winner": ({"then": {"over": {"winner": "Adda"}}}, "then.over.winner: no player is called 'Adda'"),
    "unknown player": ({"then": {"asks": {"player": "Beo"}}}, "then.asks.player: no player is called 'Beo'"),
}
"""Cases: a part of a scenario file, and the beginning of the message about it."""


@pytest.mark.parametrize(("part", "message"), FAULTS.values(), ids=FAULTS)
def test_an_unknown_name_is_reported_once_and_where_it_stands(
    part: dict[str, dict[str, object]], message: str, tmp_path: Path
) -> None:
    """If a scenario file has an unknown name, or a name twice, there is exactly one message, with the key."""
    whole: dict[str, object] = {"riotsim": "scenario/1", "title": "Wrong", "rules": "cube_clash", "when": []}
    given = {"dice": {"south.bellfounder": "a1", "north.reed_sovereign": "e5"}, **part.get("given", {})}
    file = tmp_path / "wrong.yaml"
    file.write_text(json.dumps({**whole, "given": given, "then": part.get("then", {})}))
    (problem,) = check_file(file).problems
    assert message in str(problem)


def test_the_last_turn_stays_the_turn_after_the_end() -> None:
    """After the end of a game, the number and the player of the last turn are still shown."""
    with riotsim.new_game("cube_clash", {"Ada": "random", "Bea": "random"}, seed=1, options={"turns.max": 3}) as match:
        match.play()
        (*_, last) = (event for event in match.events if isinstance(event, events.TurnBegins))
        assert (match.turn.number, match.turn.player) == (last.number, last.player) == (3, last.player)
        assert match.result is not None
        assert match.result.turns == 3
