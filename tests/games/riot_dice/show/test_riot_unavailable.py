"""What a boss can't choose, with the reasons."""

from collections.abc import Mapping

import pytest
from lucky_table import LuckyTable, rules, stand

from riotsim.games.riot_dice.rules.turn import END_ACTION, Activate
from riotsim.games.riot_dice.show.offers import offers
from riotsim.games.riot_dice.show.unavailable import unavailable
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Aim, PickWay, SetPace, Step
from riotsim.play.session.session import Session
from riotsim.viewer.session.only_answers import only_answer

ARMED: Mapping[str, object] = {"weapons.pistol": {"range": "12in", "dice": "2d6", "damage": {"weak": 1, "big": 2}}}
PISTOL: Mapping[str, object] = {**ARMED, "models.git.weapons": "[pistol]"}
FISTS: Mapping[str, object] = {"models.git.weapons": "[fists]"}


def told(options: Mapping[str, object], session: Session[State]) -> dict[str, str]:
    """Return the reasons why choices are not open, by label."""
    found = unavailable(rules(options), session, session.pending[0])
    return {one.label: one.reason for one in found}


def test_actions_that_are_not_open_have_their_reasons() -> None:
    """RD-22, RD-50, RD-70: a model without a gun can't shoot. Without a fallen model in contact, it can't boot. The
    reasons are told.
    """
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "b1": (20.0, 12.0)}, FISTS)
    session.answer(Activate("a1"))
    assert told(FISTS, session) == {
        "Shoot": "It has no weapon that shoots.",
        "Boot": "Nobody who has fallen is in contact.",
    }


@pytest.mark.parametrize(
    ("options", "reason"), [(PISTOL, "It has done that in this activation."), (FISTS, None)], ids=["pistol", "fists"]
)
def test_what_has_been_done_is_not_done_again(options: Mapping[str, object], reason: str | None) -> None:
    """RD-22: after a scoot, scooting again is not open, and the reason is told. If nothing else is open either, the
    only answer is to end the activation. Then no reason is told.
    """
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "b1": (20.0, 12.0)}, options)
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(Aim((300.0, 300.0), 0.0))
    while isinstance(request := session.pending[0], PickWay | SetPace):
        session.answer(Step(request.ways[0].die) if isinstance(request, PickWay) else request.paces[0])
    assert request.purpose == "action"
    assert told(options, session).get("Scoot") == reason
    assert (only_answer(request) == END_ACTION) == (reason is None)


def test_a_fallen_model_is_told_with_the_standing_ones() -> None:
    """RD-21: if a model lies on the ground, the reasons tell by its name that it can't be activated."""
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "a2": (8.0, 4.0), "b1": (20.0, 12.0)}, FISTS, fallen=("a2",))
    assert told(FISTS, session) == {"a2": "It has fallen over. A friend in contact can help it up."}


@pytest.mark.parametrize(("place", "about"), [(20.0, "b1 is 15"), (10.0, "a bullet flies from")])
def test_a_target_beyond_the_range_is_told_before_the_shot(place: float, about: str) -> None:
    """RD-50: if the nearest enemy is out of range, the button for shooting says how far away it is."""
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "b1": (place, 12.0)}, PISTOL)
    session.answer(Activate("a1"))
    (shot,) = (offer for offer in offers(rules(PISTOL), session, session.pending[0]) if offer.answer == "shoot")
    assert shot.text.startswith(f"Shoot: {about}")
    assert ("the pistol reaches 12" in shot.text) == (place > 16)
