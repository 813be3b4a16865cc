"""Bots of Buskit: how planners look ahead, and which bot beats which."""

import pytest

import riotsim
from riotsim.play.requests import AimThrow
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.acts import Act, Roll, Settled
from riotsim.table.state import Table


def test_a_planner_draws_checks_where_dice_are_thrown() -> None:
    """BK-01: in its rollouts a planner throws no dice, also while those of the last check lie in the tray, because to
    draw them is faster. The fight itself goes on with thrown dice.
    """
    acts: list[Act] = []

    def counted(table: Table, act: Act, seed: int, /) -> Settled:
        acts.append(act)
        return perform(table, act, seed)

    with riotsim.new_game("buskit", {"Ada": "greedy", "Bea": "greedy"}, seed=3) as match:
        planner = make_bots({"Ada": "planner"}, match.rules, 3, perform=counted)["Ada"]
        while not (acts and match.table.dice):
            match.step()
            before = match.table
            assert match.pending[0].refusal(planner.answer(match.pending[0], match.session)) is None
            assert match.table is before
        assert not any(isinstance(act, Roll) for act in acts)
        while not isinstance(match.pending[0], AimThrow):
            match.step()


@pytest.mark.proof
@pytest.mark.parametrize(("better", "worse", "least"), [("greedy", "random", 0.9), ("planner", "greedy", 0.6)])
def test_the_better_bot_wins(better: str, worse: str, least: float) -> None:
    """Of 200 fights with drawn dice, in which seats change from fight to fight, the better bot wins a share."""
    won = 0
    for seed in range(200):
        bots = (better, worse) if seed % 2 == 0 else (worse, better)
        players = dict(zip(("Ada", "Bea"), bots, strict=True))
        with riotsim.new_game("buskit", players, seed=seed, options={"dice.by": "stream"}) as match:
            match.play()
            assert match.result is not None
            won += [players[name] for name in match.result.winners] == [better]
    assert won / 200 >= least
