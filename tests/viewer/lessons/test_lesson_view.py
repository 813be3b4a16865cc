"""What the camera shows in a lesson: all pieces."""

from riotsim.table.acts import Roll
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.testing.tables import STEADY_HAND, empty_table, with_tower
from riotsim.viewer.input.attention import first_view
from riotsim.viewer.input.framing import with_all_pieces

SIDE = 609.6
DESK = with_tower(empty_table(SIDE, SIDE), 4, name="a1", at=(280.0, 330.0), size=16.0).with_pieces(
    Model("a1", "Ada", (305.0, 330.0))
)
"""A small table with a model and its tower."""


def test_dice_in_the_air_turn_the_camera_to_no_corner_of_the_table() -> None:
    """In a lesson all pieces are in view, but not the dice of a throw until they lie. A piece beside the table is not
    in view either.
    """
    thrown, beside = Die("t1"), Die("t2", pose=Pose((-400.0, 300.0, -500.0)))
    roll = Roll((thrown,), (300.0, 300.0), 0.0, STEADY_HAND)
    flying, now = DESK.with_pieces(thrown, beside), first_view(DESK)
    usual = with_all_pieces(now, DESK, None)
    assert usual.asked
    assert with_all_pieces(now, flying, roll) == usual
    assert set(with_all_pieces(now, DESK.with_pieces(thrown), None).asked) > set(usual.asked)
