"""Agents pick the items of a subset one by one, and then take an action that ends the subset."""

import numpy as np
from hypothesis import given
from subset_requests import requests, subsets

from riotsim.agents.actions import DEFAULT_LAYOUT as ACTIONS
from riotsim.agents.actions import NOTHING_PICKED, Unfinished, legal_actions
from riotsim.play.group_requests import PickSome


def ways_to_end(request: PickSome) -> tuple[set[tuple[str, ...]], list[Unfinished]]:
    """Return all answers that agents can give, and the unfinished answers after which no action is legal."""
    answers, stuck, waiting, seen = set[tuple[str, ...]](), [], [NOTHING_PICKED], {frozenset[str]()}
    while waiting:
        begun = waiting.pop()
        menu = legal_actions(request, begun)
        legal = np.flatnonzero(menu.mask())
        if not len(legal):
            stuck.append(begun)
        for action in legal:
            match menu.answer(int(action)):
                case Unfinished(picked=picked) as more:
                    if frozenset(picked) not in seen:
                        seen.add(frozenset(picked))
                        waiting.append(more)
                case tuple() as answer:
                    answers.add(answer)
    return answers, stuck


@given(requests())
def test_agents_can_give_every_allowed_answer_and_no_other(request: PickSome) -> None:
    """Agents can give exactly the allowed answers. If no answer is allowed, no action is legal from the start."""
    answers, stuck = ways_to_end(request)
    assert answers == {picked for picked in subsets(request) if request.refusal(picked) is None}
    assert stuck == ([] if answers else [NOTHING_PICKED])


def test_items_beyond_the_actions_are_left_out() -> None:
    """Of 40 items, agents can pick only the first 31. If each allowed answer needs a later one, no action is legal."""
    items = tuple(f"m{n}" for n in range(40))
    chain = tuple((items[n], items[n + 1]) for n in range(39))
    request = PickSome("player_0", "group", items, 31, links=chain)
    menu, begun = legal_actions(request), NOTHING_PICKED
    assert not menu.mask()[ACTIONS.option.number(ACTIONS.done)]
    for _ in range(31):
        action = int(np.flatnonzero(legal_actions(request, begun).mask())[0])
        answer = legal_actions(request, begun).answer(action)
        assert isinstance(answer, Unfinished)
        begun = answer
    last = legal_actions(request, begun)
    assert np.flatnonzero(last.mask()).tolist() == [ACTIONS.option.number(ACTIONS.done)]
    assert last.answer(ACTIONS.option.number(ACTIONS.done)) == items[:31]
    none = legal_actions(PickSome("player_0", "group", items, 32, links=chain))
    assert not none.mask().any()
