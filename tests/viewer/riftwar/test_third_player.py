"""Two opponents fire in turn at a group that moves: the window shows the group to each of them."""

from typing import Any, Final

import pytest
from riftwar_rules import ask, rules, session_at

from riotsim.games.riftwar.show.standing import status
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Choose, PickPoint, Spot
from riotsim.table.pieces import Model
from riotsim.table.poses import Pose
from riotsim.table.units import inches
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.measuring import group_ghosts
from riotsim.viewer.session.messages import GameStatus

ARMIES: Final = dict.fromkeys(("Ada", "Bea", "Cy"), "cold_war")

UNITS: Final[dict[str, dict[str, Any]]] = {
    "a.rifleman_1": {"at": [10, 10], "facing": 90},
    "a.rifleman_2": {"at": [12, 10], "facing": 90},
    "b.rifleman_1": {"at": [6, 30], "facing": 270},
    "c.rifleman_1": {"at": [30, 30], "facing": 270},
}
"""Ada's group, and a unit each of Bea and Cy that may fire at the group."""


def test_the_third_player_sees_the_whole_group() -> None:
    """RW-43: if a second opponent is asked where to fire, the window shows ghosts of all units of the moving group.
    The shot of the first opponent has then moved the group along its path.
    """
    book = rules(layout="open", dice__by="stream", victory="last_standing", players=3)
    session = session_at(UNITS, book, players=list(ARMIES), armies=ARMIES)
    group = ("a.rifleman_1", "a.rifleman_2")
    request = ask(session, "group move", group)
    assert isinstance(request, PlaceSome)
    request = ask(session, tuple(Spot(name, (session.table.models[name].at[0], inches(20))) for name in group))
    plain = {"dangers": "go on", "order of targets": "as listed"}
    for number, player in enumerate(("Bea", "Cy")):
        while not isinstance(request, PickPoint):
            answer = "fire" if isinstance(request, Choose) else ()
            request = ask(session, plain.get(request.purpose, answer))
        assert (request.player, request.purpose) == (player, "fire at")
        table, ((leader, region),) = session.table, request.regions
        assert (table.models[leader].at[1] > inches(10) + 1.0) == (number > 0)
        x, y = region.allowed_points()[4]
        ghost = Ghost(table.models[leader], Pose((x, y, 0.0)), "#7fd08a")
        showing = DisplayState(table, status=GameStatus(dangers=status(book, session, 0.0).dangers))
        (other,) = group_ghosts(table, showing, (ghost,))
        assert isinstance(other.piece, Model)
        assert {leader, other.piece.id} == {*group}
        assert other.pose.xy == pytest.approx((x + inches(2), y))
        request = ask(session, Spot(leader, (x, y)))
