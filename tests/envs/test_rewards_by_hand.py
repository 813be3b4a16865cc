"""Rewards and spaces of the environments, from made-up games."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from riotsim.envs import opponents
from riotsim.envs.base import ActionSpace, AgentGame, observation_space

FOUR = ("a", "b", "c", "d")


def rewards(
    winners: tuple[str, ...] | None, players: tuple[str, ...] = FOUR, score_reward: float = 0.0, *, over: bool = True,
    before: dict[str, int] | None = None, now: dict[str, int] | None = None,
) -> dict[str, float]:  # fmt: skip
    """Return the rewards in a made-up game."""
    made: Any = AgentGame.__new__(AgentGame)
    result = None if winners is None else SimpleNamespace(winners=winners)
    made.session = SimpleNamespace(is_over=over, state=SimpleNamespace(result=result))
    made._players, made._score_reward = players, score_reward
    made._scored, made._scores = before or {}, now or {}
    found: dict[str, float] = made.rewards()
    return found


@pytest.mark.parametrize(
    ("winners", "won", "lost"),
    [(("b",), 1.0, -1 / 3), (("b", "d"), 1 / 3, -1 / 3), (("b", "c", "d"), 1 / 9, -1 / 3), (FOUR, 0.0, 0.0)],
)
def test_winners_share_what_the_others_lose(winners: tuple[str, ...], won: float, lost: float) -> None:
    """Of four players, each loser pays a third of a point, and the winners share it. If all four win, nobody gets
    anything.
    """
    found = rewards(winners)
    assert found == pytest.approx({who: won if who in winners else lost for who in FOUR})
    assert sum(found.values()) == pytest.approx(0.0)


def test_of_two_players_one_wins_what_the_other_loses() -> None:
    """Of two players one gets the point that the other loses. Nobody is rewarded before the end, or in a game that
    nobody wins.
    """
    pair = ("a", "b")
    assert rewards(("b",), pair) == {"a": -1.0, "b": 1.0}
    nothing = {"a": 0.0, "b": 0.0}
    assert rewards(("b",), pair, over=False) == rewards((), pair) == rewards(None, pair) == nothing


def test_points_are_rewarded_beyond_the_mean_of_all_players() -> None:
    """With `score_reward`, a player gets a share of the points gained beyond the mean gain of all players. A player
    without a score has 0.
    """
    before, now = {"a": 1, "b": 5, "c": 2}, {"a": 5, "b": 5, "c": 1}
    trio = ("a", "b", "c")
    assert rewards(None, trio, 0.5, over=False, before=before, now=now) == {"a": 1.5, "b": -0.5, "c": -1.0}
    assert rewards(("c",), trio, 0.5, before=before, now=now) == {"a": 1.0, "b": -1.0, "c": 0.0}
    assert rewards(None, trio, 2.0, over=False, before={"b": 3}, now={"a": 6}) == {"a": 10.0, "b": -8.0, "c": -2.0}
    assert rewards(None, trio, 0.0, over=False, before=before, now=now) == dict.fromkeys(trio, 0.0)


def test_only_legal_actions_are_drawn() -> None:
    """Only legal actions are drawn from a space that belongs to a game. A mask or probabilities of the caller take
    precedence.
    """
    legal = np.array([0, 1, 0, 1, 0], dtype=np.int8)
    space = ActionSpace(5, lambda: legal)
    space.seed(1)
    assert {int(space.sample()) for _ in range(50)} == {1, 3}
    assert {int(space.sample(1 - legal)) for _ in range(60)} == {0, 2, 4}
    assert int(space.sample(probability=np.array([0.0, 0.0, 1.0, 0.0, 0.0]))) == 2
    free = ActionSpace(3, lambda: None)
    free.seed(1)
    assert {int(free.sample()) for _ in range(50)} == {0, 1, 2}


def test_observations_are_numbers_and_a_mask() -> None:
    """An observation has numbers from −1 to 1, and its mask has zeros and ones."""
    seen, mask = (observation_space(7, 3)[key] for key in ("observation", "action_mask"))  # type: ignore[index]  # a Dict
    assert (seen.shape, seen.dtype, seen.low.tolist(), seen.high.tolist()) == ((7,), np.float32, [-1.0] * 7, [1.0] * 7)
    assert (mask.shape, mask.dtype, mask.low.tolist(), mask.high.tolist()) == ((3,), np.int8, [0] * 3, [1] * 3)


LOADED: Any = SimpleNamespace(game=SimpleNamespace(title="Buskit", name="buskit"), book=None)


@pytest.mark.parametrize(
    ("given", "players"),
    [
        ((), {}),
        (("easy",), {"d": "easy"}),
        (("easy", "greedy", "random"), {"b": "easy", "c": "greedy", "d": "random"}),
        ({"c": "easy", "a": "random"}, {"a": "random", "c": "easy"}),
    ],
)
def test_opponents_have_the_last_seats_or_those_they_are_given(
    given: Any, players: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opponents have the last seats, unless they are given others by name. They are listed in turn order."""
    monkeypatch.setattr(opponents, "bot_fault", lambda *_: None)
    interface: Any = None
    found = opponents.seated(given, FOUR, LOADED, interface)
    assert [*found.items()] == [*players.items()]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("easy", 'opponents is a sequence or a mapping, such as ("easy",)'),
        (("easy",) * 4, "4 opponents leave no seat for an agent among 4 players"),
        (("easy",) * 5, "5 opponents leave no seat for an agent among 4 players"),
        ({"e": "easy"}, "opponents: no player is called 'e'; there are a, b, c, d"),
        ((7,), "opponents: 7 is neither the name of a bot nor a policy"),
        (("dull",), "opponents: dull is wrong"),
    ],
)
def test_opponents_that_can_not_be_seated_are_told(given: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents that can't be seated are refused, each with the reason."""
    monkeypatch.setattr(opponents, "bot_fault", lambda bot, _: f"{bot} is wrong" if bot == "dull" else None)
    interface: Any = None
    with pytest.raises(ValueError, match="opponents") as refused:
        opponents.seated(given, FOUR, LOADED, interface)
    assert str(refused.value) == said


def test_an_opponent_is_called_by_its_bot_or_class() -> None:
    """An opponent is named after its bot, and a policy after its class. Without opponents there are no bots."""
    interface: Any = None
    policy: Any = SimpleNamespace()
    assert [opponents.bot_name("easy"), opponents.bot_name(policy)] == ["easy", "SimpleNamespace"]
    assert opponents.bots_of({}, LOADED, interface, 1) == {}
