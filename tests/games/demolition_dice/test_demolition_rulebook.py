"""The rules file of Demolition Dice: its values, the values that it may have, and where its areas lie."""

import itertools
import math

import pytest
from dice_table import NAMES, rules

from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules
from riotsim.games.demolition_dice.bot.answers import offset_over_base
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules import areas
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import initial_state, new_game
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook as RiotRules
from riotsim.play.rulebook.quantities import Quantity
from riotsim.play.session.chance import Chance
from riotsim.play.session.session import Play
from riotsim.simulation import perform
from riotsim.table.geometry.plan import gap
from riotsim.table.poses import distance
from riotsim.table.units import inches


def test_the_figures_of_the_clauses() -> None:
    """DD-01 to DD-40: each player has five dice. Ties are rolled off. A rebuild has three more tries. Areas are 4 in
    wide and 5 in from the middle, and throws come from 6 in.
    """
    book = rules()
    assert (book.dice, book.ties, book.rebuild.tries) == (5, "roll_off", 3)
    assert (book.areas.size, book.areas.out, book.knock.distance) == (inches(4), inches(5), inches(6))


def test_hands_and_surfaces_are_those_of_riot_dice() -> None:
    """Demolition Dice and Riot Dice have the same hands of persons and the same surfaces."""
    other = load_rules("riot_dice", RiotRules)
    assert {name: hand.hand for name, hand in rules().hands.items()} == {k: h.hand for k, h in other.hands.items()}
    assert rules().surfaces == other.surfaces


def test_areas() -> None:
    """DD-02: the areas are three squares of 4 in, 5 in from the middle and 120 degrees apart. They do not touch, and
    the first is in front.
    """
    book = rules()
    middles = [areas.area_centre(book.table, book.areas, seat) for seat in range(3)]
    assert middles[0] == pytest.approx((inches(12), inches(7)))
    assert [distance(book.bare_table.middle, at) for at in middles] == pytest.approx([inches(5)] * 3)
    apart = [distance(one, other) for one, other in itertools.combinations(middles, 2)]
    assert apart == pytest.approx([inches(5 * math.sqrt(3))] * 3)
    squares = [areas.area_footprint(book.table, book.areas, seat) for seat in range(3)]
    assert all(gap(one, other) > inches(1) for one, other in itertools.combinations(squares, 2))


def test_every_area_can_be_thrown_at() -> None:
    """DD-02, DD-30: a throw at an area may come from all sides, from 6 in or more."""
    book = rules()
    for seat in range(3):
        at = areas.area_centre(book.table, book.areas, seat)
        where = areas.release_region(book.table, book.areas, seat, at, book.knock.distance, book.die.size)
        spots = where.allowed_points()
        assert len(spots) > 1000
        assert min(distance(at, (float(x), float(y))) for x, y in spots) >= inches(6)
        ways = [math.atan2(y - at[1], x - at[0]) for x, y in spots]
        assert max(ways) - min(ways) > 6.0
        assert where.refusal(at) == "a die is thrown from at least 6 in away"


def test_a_throw_comes_from_outside_the_area() -> None:
    """DD-30: if the area reaches farther than the least distance of a throw, the throw has to come from outside the
    area.
    """
    book = rules({"areas.size": "6in", "knock.distance": "1in"})
    at = areas.area_centre(book.table, book.areas, 0)
    where = areas.release_region(book.table, book.areas, 0, at, book.knock.distance, book.die.size)
    assert where.refusal((at[0], at[1] + inches(2.5))) == "a die is thrown from outside the area of the tower"
    assert where.refusal((at[0], at[1] + inches(4.5))) is None
    assert areas.default_throw_distance(book.areas, book.knock.distance, book.die.size) > inches(3)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dice": 0}, "must be at least 1, not 0"),
        ({"dice": 9}, "must be at most 8, not 9"),
        ({"ties": "nobody"}, "roll_off"),
        ({"hand": "averge"}, "did you mean average"),
        ({"areas.size": "1in"}, "38.1 to 609.6mm"),
        ({"areas.out": "11in"}, "area 1 reaches 1.0 in over the edge of the table (DD-02)"),
        ({"areas.out": "2in"}, "areas overlap"),
        ({"knock.distance": "40in"}, "nowhere on this table is 40 in away from a tower in area 1 (DD-02)"),
        ({"hands.drunk.speed": "20mm/s"}, "this hand throws no die as far as 7.0 in (DD-02)"),
        ({"die.edges": "5mm"}, "a d6 of 16 mm can have edges of at most"),
        ({"rebuild.tries": -1}, "must be at least 0, not -1"),
        ({"tray.surface": "cork"}, "no surface is called 'cork'"),
    ],
)
def test_rules_that_no_game_survives(options: dict[str, object], says: str) -> None:
    """If rules leave no area, no place for a throw or no end of the game, they are refused. The message says what is
    wrong.
    """
    with pytest.raises(BadFile) as bad:
        rules(options)
    assert says in str(bad.value)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"areas.out": "9.9in"}, []),
        ({"areas.out": "10.1in"}, [("areas", "area 1 reaches 0.1 in over the edge of the table (DD-02)")]),
        (
            {"areas.out": "10.1in", "areas.first": "90deg"},
            [("areas", "area 1 reaches 0.1 in over the edge of the table (DD-02)")],
        ),
        (
            {"areas.out": "10.1in", "areas.first": "60deg"},
            [("areas", "area 2 reaches 0.1 in over the edge of the table (DD-02)")],
        ),
        ({"areas.out": "2in"}, [("areas", "areas overlap: make them smaller, or let them lie farther out (DD-02)")]),
        ({"hands.drunk.speed": "75mm/s"}, []),
        (
            {"hands.drunk.speed": "74mm/s"},
            [("hands.drunk.speed", "this hand throws no die as far as 7.0 in (DD-02)")],
        ),
        ({"die.edges": "0.5mm"}, []),
    ],
)
def test_each_wrong_figure_has_one_message(options: dict[str, object], found: list[tuple[str, str]]) -> None:
    """DD-02, DD-30: areas of 4 in fit on a table of 24 in up to 10 in from its middle. The usual throw goes 6 in plus
    the radii of a tower and of a die, 178.6 mm in all. A hand throws for 0.6 s with four times its usual speed.
    """
    problems: list[tuple[str, str]] = []
    try:
        rules(options)
    except BadFile as error:
        problems = [(one.field, one.message) for one in error.problems]
    assert problems == found


def test_the_bare_table_is_that_of_the_rules() -> None:
    """DD-02, DD-10: the table at the start has the size and the walls of the rules, here a width of 26 in. The tray
    stands to the right of the table.
    """
    book = rules({"table.width": "26in"})
    table = book.bare_table
    assert (table.width, table.depth, table.wall_height) == (inches(26), inches(24), book.table.walls)
    assert (dict(table.dice), dict(table.towers), table.patches) == ({}, {}, ())
    assert table.tray is not None
    assert (table.tray.width, table.tray.depth) == (book.tray.width, book.tray.depth)
    assert table.tray.at[0] >= inches(26)


def test_every_figure_has_its_bounds() -> None:
    """Each number in the rules has an upper bound, except the angle at which the first area lies."""
    groups = [field.annotation for field in Rulebook.model_fields.values() if hasattr(field.annotation, "model_fields")]
    marks = [
        (f"{group.__name__}.{name}", mark)
        for group in groups
        if group is not None
        for name, field in group.model_fields.items()
        for mark in field.metadata
    ]
    endless = [name for name, mark in marks if isinstance(mark, Quantity) and math.isinf(mark.most)]
    assert marks
    assert endless == ["Areas.first"]  # an angle comes round again


@pytest.mark.parametrize("players", [("Ada",), ("Ada", "Bea"), ("Ada", "Bea", "Bea"), ("Ada", "Bea", ""), "abcd"])
def test_three_play(players: tuple[str, ...]) -> None:
    """DD-01: three players play, each with a name of their own."""
    with pytest.raises(ValueError, match="3 players play"):
        new_game(rules(), players, 1, perform)


@pytest.mark.parametrize(("off", "expected"), [(0.0, 0.0), (3.0, -3.0), (-3.0, 3.0), (10.0, -4.0), (-10.0, 4.0)])
def test_bots_stack_towards_the_middle_of_a_tower(off: float, expected: float) -> None:
    """A bot puts a die above the bottom die. If that is too far, the die goes a quarter of its size from the middle of
    the top die towards it.
    """
    book = rules()
    table = Given(players=NAMES, towers={"Ada": (1, 2)}).lay(book)
    top = table.tower_dice("Ada")[-1]
    table = table.with_pieces(top.moved_to(top.pose.translated((off, 0.0, 0.0))))
    game = Demolition(Play(initial_state(book, NAMES, {}), table, Chance(0), 0.0), book)
    assert offset_over_base(game, "Ada") == pytest.approx((expected, 0.0), abs=1e-6)


def test_dice_of_their_own_colour() -> None:
    """DD-01: each player has five dice in the player's colour, which nobody else has."""
    game = Demolition(Play(initial_state(rules(), NAMES, {}), rules().bare_table, Chance(0), 0.0), rules())
    dice = [die for player in NAMES for die in game.dice_of(player)]
    assert len(set(dice)) == 15
    assert [game.die(player, name).owner for player in NAMES for name in game.held(player)] == [
        player for player in NAMES for _ in range(5)
    ]
