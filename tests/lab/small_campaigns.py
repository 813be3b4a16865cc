"""Campaigns of Demolition Dice for tests of the lab. A game takes a tenth of a second."""

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, make_plan
from riotsim.lab.campaigns.running import run
from riotsim.lab.campaigns.stopping import Status, status
from riotsim.lab.campaigns.trial import Job, Played
from riotsim.lab.campaigns.workers import WorkerPool

APART = [{"name": "Ada", "hand": "steady"}, {"name": "Bea"}, {"name": "Cy", "bot": "random"}]

FEW: dict[str, Any] = {"set": {"dice": 3}}
"""An arm with three dice for each player instead of five: games take half as long."""

ONE = {"one": FEW}
"""The only arm of a campaign that compares nothing."""


def campaign(**given: Any) -> dict[str, Any]:
    """Return the content of a campaign file, with some parts replaced."""
    return {
        "name": "hands",
        "rules": "demolition_dice",
        "bosses": [{"name": name} for name in ("Ada", "Bea", "Cy")],
        "arms": {"all alike": FEW, "apart": {**FEW, "bosses": APART}},
        "pairs": 2,
        **given,
    }


def plan(**given: Any) -> Plan:
    """Make it ready."""
    return make_plan(Campaign.model_validate(campaign(**given)), "campaign.yaml")


class Here(Executor):
    """Plays games in this process; counts them."""

    def __init__(self) -> None:
        self.played: list[Job] = []

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """Play at once."""
        self.played += args
        done: Future[Any] = Future()
        done.set_result(fn(*args))
        return done


def pool_here() -> WorkerPool:
    """Return a pool whose only worker is this process."""
    return WorkerPool(Here, 1, lambda _: None)


def made_up(pairs: int = 40, **given: object) -> Status:
    """A campaign whose games were never played: the second arm fells two towers more, nothing else differs."""
    made = plan(pairs=pairs, **given)
    first = next(iter(made.arms))
    games = {}
    for trial in made.trials():
        felled = 3.0 + trial.pair % 2 + (0.0 if trial.arm == first else 2.0 + trial.order % 2)
        figures = {"turns": 5.0 + trial.pair % 4, "acts": 50.0 + trial.pair, "towers felled": felled}
        winner = made.players[(trial.pair + trial.order) % 3]
        figures |= {f"wins {boss}": float(boss == winner) for boss in made.players}
        figures |= {f"wins seat {seat}": float(seat == 1 + trial.pair % 3) for seat in (1, 2, 3)}
        games[trial] = Played(figures, {"falls": {"target": int(felled)}}, (winner,), "", 0.0)
    return status(made, games)


def played_into(path: Path) -> Path:
    """Play the campaign into a ledger, to its end."""
    with Ledger(path) as ledger:
        list(run(plan(), ledger, pool_here()))
    return path
