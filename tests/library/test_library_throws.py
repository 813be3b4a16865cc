"""Throws and towers from Python."""

import pytest

import riotsim


def test_the_same_seed_gives_the_same_throw() -> None:
    """Equal seeds give equal tables, and the act and its seed give them once more."""
    one, other = riotsim.throw("2d6+1d20", seed=5), riotsim.throw("2d6+1d20", seed=5)
    assert one == other
    assert riotsim.perform(one.before, one.act, one.seed) == one.settled
    assert one.total == sum(face for face in one.faces if face)


def test_a_throw_is_that_of_the_command_line() -> None:
    """Throws from Python are those of `riotsim throw` with the same seed."""
    from riotsim.app.throws import throw_many

    throws = list(riotsim.throws("3d6", 4, seed=11, tray=True))
    assert [list(throw.faces) for throw in throws] == throw_many("3d6", 4, 11, in_tray=True)["results"]


@pytest.mark.parametrize(("dice", "hand", "words"), [("3d7", None, "d7"), ("3d6", "shaky", "shaky"), ("", None, "3d6")])
def test_what_cannot_be_thrown_is_invalid_input(dice: str, hand: str | None, words: str) -> None:
    """A kind of die or a hand that doesn't exist is named in the error."""
    with pytest.raises(riotsim.InvalidInput, match=words):
        riotsim.throw(dice, hand=hand, seed=1)


def test_a_tower_is_built_and_carried() -> None:
    """A low tower of a steady hand stands, also once it was carried; the same seed gives the same tower."""
    tower = riotsim.build_tower(3, hand="steady", seed=1)
    carried = riotsim.carry_tower(tower, 4.0, pace="slow")
    assert (tower.stands, tower.height, carried.stands) == (True, 3, True)
    moved = carried.table.models["model"].at[0] - tower.table.models["model"].at[0]
    assert moved == pytest.approx(riotsim.inches(4.0))
    assert riotsim.build_tower(3, hand="steady", seed=1) == tower


def test_a_tower_that_is_too_high_falls() -> None:
    """A drunk hand doesn't build forty dice, and what has fallen is not carried."""
    tower = riotsim.build_tower(40, hand="drunk", seed=1)
    assert not tower.stands
    assert len(tower.steps) == tower.height + 1
    with pytest.raises(riotsim.InvalidValue, match="has fallen"):
        riotsim.carry_tower(tower)


def test_a_carry_that_cannot_be_is_refused() -> None:
    """A way off the table, an unknown pace and a tower of no dice are refused."""
    tower = riotsim.build_tower(1, seed=1)
    with pytest.raises(riotsim.InvalidValue, match="off the table"):
        riotsim.carry_tower(tower, 40.0)
    with pytest.raises(riotsim.InvalidValue, match="normal, slow"):
        riotsim.carry_tower(tower, pace="brisk")
    with pytest.raises(riotsim.InvalidValue, match="at least 1"):
        riotsim.build_tower(0)
