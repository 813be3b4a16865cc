"""Tests of our dice and rules. Run `pytest` in this folder; riotsim has the fixtures and asserts."""

from pathlib import Path

import pytest

from riotsim.testing.asserts import (
    assert_builds,
    assert_falls,
    assert_game_ends,
    assert_rules,
    assert_scenario,
    assert_stands,
)
from riotsim.testing.fairness import assert_fair
from riotsim.testing.rolls import named_die
from riotsim.testing.tables import with_tower

HERE = Path(__file__).parent
RULES = HERE / "house.yaml"

OURS = named_die("d6", RULES)  # with the size and the edges that house.yaml gives it
SHARP = named_die("d6")


def test_our_rules_are_sound():
    """The rules file has no unknown key, and every figure is within its bounds."""
    assert_rules(RULES)


def test_two_swigs():
    """After each activation a model takes two swigs. A scenario shows it without physics."""
    assert_scenario(HERE / "two_swigs.yaml")


def test_games_end():
    """A game between random bots by our rules comes to its end."""
    assert_game_ends(RULES, seed=1)


def test_our_dice_are_fair():
    """No number of our dice comes much too often, and neither does the side that they began on.

    If a number comes up 40 % too often, 500 rolls detect it half of the time. If it comes up 10 % too often, 6,000
    rolls detect it three times in ten.
    """
    assert_fair("d6", rules=RULES, rolls=500)


@pytest.mark.parametrize("kind", [SHARP.kind, OURS.kind])
def test_a_tower_of_ten_small_dice_stands(table, kind):
    """A tower of ten small dice that leans a little stands, with sharp dice and with ours."""
    assert_stands(with_tower(table, 10, size=OURS.size, kind=kind, lean=(0.3, 0.0)))


def test_a_tower_that_leans_too_far_falls(table):
    """A tower of six dice of 12 mm falls if each die is 3 mm off the middle of the one below."""
    assert_falls(with_tower(table, 6, size=OURS.size, lean=(3.0, 0.0)))


def test_what_grandma_builds():
    """Grandma's hand builds a tower of six with a chance of 0.8 or more. This fails if the chance is clearly lower."""
    assert_builds(RULES, 6, hand="grandma", at_least=0.8, towers=20)
