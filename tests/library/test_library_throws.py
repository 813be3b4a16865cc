"""Throws and towers from Python."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

import riotsim

SVG = "{http://www.w3.org/2000/svg}"


def test_the_same_seed_gives_the_same_throw() -> None:
    """Equal seeds give equal throws. If the act of a throw is performed again with its own seed, it gives the same
    table.
    """
    one, other = riotsim.throw("2d6+1d20", seed=5), riotsim.throw("2d6+1d20", seed=5)
    assert one == other
    assert riotsim.perform(one.before, one.act, one.act_seed) == one.settled
    assert (one.seed, one.number) == (5, 0)
    assert one.total == sum(face for face in one.faces if face)


def test_a_throw_is_that_of_the_command_line() -> None:
    """Throws from Python are those of `riotsim throw` with the same seed."""
    from riotsim.app.throws import throw_many

    throws = list(riotsim.throws("3d6", 4, seed=11, tray=True))
    assert [list(throw.faces) for throw in throws] == throw_many("3d6", 4, 11, in_tray=True)["results"]
    assert [(throw.seed, throw.number) for throw in throws] == [(11, 0), (11, 1), (11, 2), (11, 3)]


@pytest.mark.parametrize(("dice", "hand", "words"), [("3d7", None, "d7"), ("3d6", "shaky", "shaky"), ("", None, "3d6")])
def test_what_cannot_be_thrown_is_invalid_input(dice: str, hand: str | None, words: str) -> None:
    """If a kind of die or a hand doesn't exist, the error names it. If no dice are given, it shows an example."""
    with pytest.raises(riotsim.InvalidInput, match=words):
        riotsim.throw(dice, hand=hand, seed=1)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: riotsim.throw("3d6", seed=-1), "a seed is a whole number from 0"),
        (lambda: riotsim.throw("3d6", seed=cast(int, 1.5)), "a seed is a whole number from 0"),
        (lambda: riotsim.throw(cast(str, 3)), "dice are text such as '3d6', not 3"),
        (lambda: riotsim.throws("2d6", -1), "the number of throws: expected a whole number from 0 up, not -1"),
        (
            lambda: riotsim.build_tower(cast(int, 2.5)),
            "the dice of a tower: expected a whole number",
        ),
        (lambda: riotsim.build_tower(2, seed=-1), "a seed is a whole number from 0"),
        (lambda: riotsim.build_tower(2, options={"dice.edges": "5mm"}), "a d6 of 16 mm can have edges of at most"),
        (lambda: riotsim.load_rules(cast(str, 5)), "rules are a name"),
        (lambda: riotsim.die_kind("d7"), "no die is called 'd7'"),
        (lambda: riotsim.throw("d6", hand=cast(str, 5)), "a hand is the name of one of the rules"),
        (lambda: riotsim.throw("d6", rules=cast(str, 5)), "rules are a name"),
        (lambda: riotsim.build_tower(2, hand=cast(str, 3.5)), "a hand is the name of one of the rules"),
        (lambda: riotsim.carry_tower(cast(riotsim.BuiltTower, 5)), "what is carried is a tower"),
        (lambda: riotsim.carry_tower(riotsim.build_tower(1, seed=1), cast(float, "6")), "over more than 0 in"),
        (lambda: riotsim.carry_tower(riotsim.build_tower(1, seed=1), 10**400), "over more than 0 in"),
    ],
)
def test_arguments_of_a_wrong_form_are_invalid_input(call: Callable[[], object], words: str) -> None:
    """If a function is called with a wrong seed, count, name or distance, it raises `riotsim.InvalidInput`, whose
    message names what is wrong.
    """
    with pytest.raises(riotsim.InvalidInput, match=words):
        call()


@pytest.mark.parametrize("simulate", [riotsim.perform, lambda *given: list(riotsim.frames(*given))])
def test_an_act_that_cannot_be_performed_is_invalid_input(simulate: Callable[..., object]) -> None:
    """If the table, the act or the seed has a wrong form, `perform` and `frames` raise an error of riotsim. They also
    refuse an act that throws a die twice.
    """
    one = riotsim.throw("2d6", seed=1)
    twice = replace(one.act, dice=(one.act.dice[0], one.act.dice[0]))
    for given, words in (
        ((3, one.act, 1), "performed on a riotsim.Table"),
        ((one.before, None, 1), "an act is a Roll"),
        ((one.before, one.act, -1), "a seed is a whole number"),
        ((one.before, one.act, 1.5), "a seed is a whole number"),
        ((one.before, twice, 1), "a name of its own"),
    ):
        with pytest.raises(riotsim.InvalidValue, match=words):
            simulate(*given)


def test_throws_and_towers_are_short_in_the_prompt() -> None:
    """The Python prompt shows the result of a throw or a tower in one line. A notebook shows the result in words above
    the picture.
    """
    one = riotsim.throw("3d6", seed=7)
    assert repr(one).startswith("Throw(faces=(3, 4, 5), seed=")
    assert len(repr(one)) < 100
    assert one._repr_html_().startswith("<p>3, 4, 5: total 12</p><svg")
    tower = riotsim.build_tower(2, hand="steady", seed=1)
    assert repr(tower) == "BuiltTower(seed=1, stands=True, height=2)"
    assert tower._repr_html_().startswith("<p>A tower of 2 dice by the hand steady stands</p><svg")


def test_a_tower_is_shown_from_the_front() -> None:
    """In a notebook, a standing tower is shown from the front, each die at its place. If a tower has fallen, only the
    table is shown.
    """
    tower = riotsim.build_tower(6, hand="average", seed=1)
    front, _ = (ET.fromstring(f"<svg{part}") for part in tower._repr_html_().split("<svg")[1:])
    assert front.findtext(f"{SVG}title") == "A tower of 6 dice from the front"
    drawn = [np.array(re.findall(r"[-\d.]+", die.attrib["points"]), float) for die in front.iter(f"{SVG}polygon")]
    corners = [die.reshape(-1, 2) * (1, -1) for die in drawn]  # SVG's y axis leads down
    seen = [tuple((die.min(axis=0) + die.max(axis=0)) / 2) for die in corners]
    places = [die.pose.at for die in tower.table.tower_dice("model")]
    assert seen == [pytest.approx((x, z), abs=0.02) for x, _, z in places]
    fallen = next(one for seed in range(20) if not (one := riotsim.build_tower(20, hand="drunk", seed=seed)).stands)
    assert fallen._repr_html_().count("<svg") == 1


def test_a_seed_of_numpy_is_a_seed() -> None:
    """If a seed is a whole number of numpy, it gives the same throw as that number of Python."""
    assert riotsim.throw("2d6", seed=cast(int, np.int64(7))).faces == riotsim.throw("2d6", seed=7).faces


def test_a_tower_is_built_and_carried() -> None:
    """If a steady hand builds a tower of three dice, the tower stands, also after a slow carry. The same seed gives the
    same tower.
    """
    tower = riotsim.build_tower(3, hand="steady", seed=1)
    carried = riotsim.carry_tower(tower, 4.0, pace="slow")
    assert (tower.stands, tower.height, carried.stands) == (True, 3, True)
    moved = carried.table.models["model"].at[0] - tower.table.models["model"].at[0]
    assert moved == pytest.approx(riotsim.inches(4.0))
    assert riotsim.build_tower(3, hand="steady", seed=1) == tower


def test_a_tower_that_is_too_high_falls() -> None:
    """If a drunk hand builds a tower of forty dice, the tower falls. A fallen tower can't be carried."""
    tower = riotsim.build_tower(40, hand="drunk", seed=1)
    assert not tower.stands
    assert len(tower.steps) == tower.height + 1
    with pytest.raises(riotsim.InvalidValue, match="has fallen"):
        riotsim.carry_tower(tower)


def test_a_carry_that_cannot_be_is_refused() -> None:
    """A carry is refused if it leads off the table, has an unknown pace or a distance that isn't more than 0. A tower
    of no dice is refused too.
    """
    tower = riotsim.build_tower(1, seed=1)
    with pytest.raises(riotsim.InvalidValue, match="off the table"):
        riotsim.carry_tower(tower, 40.0)
    with pytest.raises(riotsim.InvalidValue, match="normal, slow"):
        riotsim.carry_tower(tower, pace="brisk")
    with pytest.raises(riotsim.InvalidValue, match="from 1 up"):
        riotsim.build_tower(0)
    for distance in (float("nan"), -1.0, 0.0):
        with pytest.raises(riotsim.InvalidValue, match="more than 0 in"):
            riotsim.carry_tower(tower, distance)
