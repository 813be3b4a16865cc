"""Campaigns of Demolition Dice for tests of the lab. A game takes a tenth of a second."""

from pathlib import Path
from typing import Any

from games_here import pool_here

from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, make_plan
from riotsim.lab.campaigns.running import run
from riotsim.lab.campaigns.stopping import Status, status
from riotsim.lab.campaigns.trial import Played

APART = [{"name": "Ada", "hand": "steady"}, {"name": "Bea"}, {"name": "Cy", "bot": "random"}]

FEW: dict[str, Any] = {"set": {"dice": 2}}
"""An arm with two dice for each player instead of five: games take a third of the time."""

ONE = {"one": FEW}
"""The arms of a campaign that compares nothing: a single one."""


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
    """Return the plan of a campaign file with some parts replaced."""
    return make_plan(Campaign.model_validate(campaign(**given)), "campaign.yaml")


def made_up(pairs: int = 40, **given: object) -> Status:
    """Return the progress of a campaign that was never played. In its second arm, two more towers fall; nothing else
    differs.
    """
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
