"""What tests of the lab share: campaigns of Demolition Dice, a game of which takes a third of a second."""

from typing import Any

from riotsim.lab.campaign import Campaign
from riotsim.lab.plan import Plan, planned

APART = [{"name": "Ada", "hand": "steady"}, {"name": "Bea"}, {"name": "Cy", "bot": "random"}]


def campaign(**given: Any) -> dict[str, Any]:
    """What a campaign file might say; what is given takes the place of some of it."""
    return {
        "name": "hands",
        "rules": "demolition_dice",
        "bosses": [{"name": name} for name in ("Ada", "Bea", "Cy")],
        "arms": {"all alike": {}, "apart": {"bosses": APART}},
        "pairs": 2,
        **given,
    }


def plan(**given: Any) -> Plan:
    """Make it ready."""
    return planned(Campaign.model_validate(campaign(**given)), "campaign.yaml")
