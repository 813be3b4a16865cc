"""All 31 Gladiators of a Legion are moved by a few clicks: a box picks them, and one is dragged with the others."""

from typing import Any, Final

from riftwar_rules import ask, rules, session_at

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.table.poses import Point
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction

MOST_CLICKS: Final = 20

UNITS: Final[dict[str, dict[str, Any]]] = {
    **{f"a.gladiator_{k + 1}": {"at": [6 + 1.15 * (k % 11), 2 + 1.15 * (k // 11)], "facing": 90} for k in range(31)},
    "a.leader_1": {"at": [12, 12], "facing": 90},
    "b.bug_1": {"at": [18, 33], "facing": 270},
}
"""A mass of Gladiators with a Leader in the way."""


def drag(interaction: Interaction, *places: Point) -> int:
    """Press at the first place, move over the others, release at the last, and return 1 for one click."""
    interaction.pressed(Pointer(places[0], None, 0.0))
    for at in places[1:]:
        interaction.moved(Pointer(at, None, 0.0))
    interaction.released(Pointer(places[-1], None, 0.0))
    return 1


def test_all_gladiators_move_within_twenty_clicks() -> None:
    """RW-36: a player moves a group of 31 units by fewer than twenty clicks, the choice of the action included. All
    units keep their formation, except those that somebody stands in front of.
    """
    book = rules(layout="open", dice__by="stream")
    session = session_at(UNITS, book, armies={"Ada": "legion", "Bea": "biters"})
    clicks = 1
    picking = ask(session, "group move")
    assert isinstance(picking, PickSome)
    box = PickSomeInteraction(picking, session.table)
    clicks += drag(box, (100.0, 20.0), (300.0, 60.0), (480.0, 150.0))
    assert len(box.picked) == 31
    placing = ask(session, box.default_answer())
    clicks += 1
    assert isinstance(placing, PlaceSome)
    group, before = PlaceSomeInteraction(placing, session.table.models), session.table.models
    x, y = before["a.gladiator_6"].at
    clicks += drag(group, (x, y), (x, y + 80.0), (x, y + 152.0))
    assert group.is_ready
    request = ask(session, group.answer)
    clicks += 1
    while request.purpose != "action":
        plain = {"dangers": "go on", "react": "hold fire", "turn the group": "as they stand"}
        request = ask(session, plain[request.purpose])
        clicks += 1
    assert clicks <= MOST_CLICKS
    after = session.table.models
    shifts = [
        (round(after[name].at[0] - before[name].at[0]), round(after[name].at[1] - before[name].at[1]))
        for name in box.picked
    ]
    assert max(set(shifts), key=shifts.count)[1] > 20
    assert sum(shift == max(set(shifts), key=shifts.count) for shift in shifts) >= 25
