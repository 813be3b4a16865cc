"""An answer that lasts: who holds fire is not asked again at each unit of a group that moves by."""

from typing import Any

from told_host import asked

import riotsim
from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.viewer.input.interactions.interaction import Interaction
from riotsim.viewer.screens.decisions import RepeatedAnswers, interaction_for

HOLD = Offer((), "Hold fire until you are asked something else", lasts=True)


def _shown(request: Request[Any], *offers: Offer) -> Interaction:
    with riotsim.new_game("riftwar", {"Ada": "random", "Bea": "random"}, seed=1) as match:
        return interaction_for(request, asked(request), offers, match.table, hands=True)


def test_fire_is_held_until_something_else_is_asked() -> None:
    """Each further question whether to fire is answered, of single units and of groups. Another player's questions are
    left alone, and so is the first question after another one.
    """
    at_a_unit: Request[Any] = PickSome("Ada", "react", ("a.x", "a.y"), most=1)
    group: Request[Any] = Choose("Ada", "react", ("hold fire", "fire"))
    hold_group = Offer("hold fire", HOLD.text, lasts=True)
    answers = RepeatedAnswers()
    assert answers.answer(_shown(at_a_unit), (HOLD,)) is None
    answers.begin(at_a_unit)
    for _ in range(20):
        assert answers.answer(_shown(at_a_unit), (HOLD,)) == ()
    offers = (Offer("hold fire", "Hold fire"), Offer("fire", "Fire"), hold_group)
    assert answers.answer(_shown(group, *offers), offers) == "hold fire"
    assert answers.answer(_shown(PickSome("Bea", "react", ("b.x",), most=1)), (HOLD,)) is None
    assert answers.answer(_shown(PickPiece("Ada", "fall back", ())), ()) is None
    assert answers.answer(_shown(at_a_unit), (HOLD,)) is None


def test_those_who_may_react_are_offered_to_hold_fire() -> None:
    """RiftWar offers it at each question whether to fire, and at no other."""
    held: set[str] = set()
    with riotsim.new_game("riftwar", {"Ada": "greedy", "Bea": "greedy"}, seed=5) as match:
        for _ in range(3000):
            if match.is_over or held == {"PickSome", "Choose"}:
                break
            for request in match.pending:
                offers = match.game.offers(match.rules, match.session, request)
                lasting = [offer for offer in offers if offer.lasts]
                assert bool(lasting) == (request.purpose == "react")
                if lasting:
                    held.add(type(request).__name__)
                    assert lasting[0].answer in ((), "hold fire")
            match.step()
    assert "PickSome" in held
