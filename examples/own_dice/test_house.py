"""What has to hold of our dice and our rules. Run `pytest` in this folder; riotsim brings fixtures and asserts."""

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
    """Every key of the rules file is known, and every figure is one that a game survives."""
    assert_rules(RULES)


def test_two_swigs():
    """The house rule does what it says: no physics is needed for that."""
    assert_scenario(HERE / "two_swigs.yaml")


def test_games_end():
    """Bots that play at random find the end of our game."""
    assert_game_ends(RULES, seed=1)


def test_our_dice_are_fair():
    """Small and rounded as they are, none of their numbers comes much too often, nor the side they began on.

    500 rolls find a number that comes 40 % too often every other time; 6,000 one of 10 % three times in ten.
    """
    assert_fair("d6", rules=RULES, rolls=500)


@pytest.mark.parametrize("kind", [SHARP.kind, OURS.kind])
def test_a_tower_of_ten_small_dice_stands(table, kind):
    """Ten small dice, a little askew, stand: sharp ones and ours."""
    assert_stands(with_tower(table, 10, size=OURS.size, kind=kind, lean=(0.3, 0.0)))


def test_a_tower_that_leans_too_far_falls(table):
    """Six dice that lean out by 3 mm each are too much for 12 mm of foot."""
    assert_falls(with_tower(table, 6, size=OURS.size, lean=(3.0, 0.0)))


def test_what_grandma_builds():
    """Her towers of six usually stand: with a chance clearly below 0.8 this fails."""
    assert_builds(RULES, 6, hand="grandma", at_least=0.8, towers=20)
