"""Tips by hand on the board of Cube Clash."""

import pytest
from clash_rules import army, rules
from tips_by_hand import count_wrong_tips

from riotsim.games.cube_clash.board.places import layout, read_die, table_die
from riotsim.games.cube_clash.board.squares import SQUARES, neighbour
from riotsim.games.cube_clash.rules.carrying import HEADINGS
from riotsim.games.cube_clash.rules.game import board_table
from riotsim.games.cube_clash.units.orientations import DIRECTIONS, ORIENTATIONS
from riotsim.games.cube_clash.units.unit import UnitDie
from riotsim.simulation import perform
from riotsim.table.acts import Tip

STEPS = [(at, way, to) for at in SQUARES for way in DIRECTIONS if (to := neighbour(at, way)) is not None]
"""All 224 steps on the board: the square, the direction, and the next square."""

TIPS = 45
"""Number of tips of each step; all steps together have 10,080 tips."""


@pytest.mark.proof
@pytest.mark.parametrize("health", [1, 2, 3])
@pytest.mark.parametrize("hand", ["steady", "average", "drunk"])
def test_hands_hardly_ever_tip_a_die_again(hand: str, health: int) -> None:
    """CC-15: of 10,080 tips by each hand of a die of each size, fewer than 1 % are done again, and none ends elsewhere.

    The steps are all that the board has, in all orientations in turn. In November 2026 the drunk hand had to tip
    dice of 13 mm twice more; no other hand and size failed.
    """
    book = rules()
    places = layout(book, (8, 8))
    unit = next(unit for unit in army("lantern_guild") if unit.health == health)
    wrong = 0
    for number, (at, direction, to) in enumerate(STEPS):
        lies = ORIENTATIONS[number % len(ORIENTATIONS)]
        die = table_die(book, UnitDie("south.die", "south", unit), places.middle(at), lies, "Ada")
        table = board_table(book, places).with_pieces(die)
        tip = Tip(die.id, HEADINGS[direction], places.middle(to), book.hands[hand].hand)
        ends = perform(table, tip, number).table.dice[die.id]
        assert read_die(book, ends, places.corner) in ((to, lies.step(direction)), (to, lies))
        wrong += count_wrong_tips(table, tip, range(TIPS * number, TIPS * (number + 1)))
    assert wrong < TIPS * len(STEPS) / 100
