"""The spells that a search tries, worked out by hand for small positions (CC-60 to CC-65)."""

from typing import Any

import pytest
from clash_scene import Scene, scene

from riotsim.games.cube_clash.board.position import Standing
from riotsim.games.cube_clash.board.squares import home_row, parse_square, row_squares
from riotsim.games.cube_clash.bot.evaluation import Evaluator, Weights
from riotsim.games.cube_clash.bot.spells import TRIED, promising_spells
from riotsim.games.cube_clash.combat.choices import Place
from riotsim.games.cube_clash.turns.options import Banish, DamageUnit, MoveUnit, Option, Recall, Reorient, Swap
from riotsim.games.cube_clash.turns.turn import Casting
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS

ROUND = Weights(die=0.5, raider=4.0, advance=0.125, save=0, team=0, prospect=0, due_kill=0, threat=0, further_threat=0)
"""Weights for which sums of floating-point numbers are exact."""

PLACES_ALIKE = Weights(die=0, raider=0, advance=0, save=0, team=0, prospect=0)
"""Weights with which a die is worth its health in any place and orientation."""


def tried(
    its: Scene,
    caster: str,
    points: int,
    weights: Weights = ROUND,
    cast: tuple[Option, ...] = (),
    wounds: dict[str, int] | None = None,
) -> list[Option]:
    """Return the spells that a search tries for a caster."""
    here = its.here
    for die, number in (wounds or {}).items():
        here = here.put(Standing(die, here[die].at, here[die].lies, number))
    return list(promising_spells(Evaluator(its.match, weights), here, Casting(caster, points), cast))


RED = [
    ("one point is enough", "N foe d5 goblins 1 vanish", {}, 0, 1),
    ("saves count", "N foe d5 goblins 1 saves 2", {}, 0, 3),
    ("fly doesn't save", "N foe d5 goblins 1 fly 2", {}, 0, 1),
    ("too strong", "N foe d5 goblins 2 saves 2", {}, 0, None),
    ("four squares cost two points", "N foe d8 goblins 1 vanish", {}, 0, 2),
    ("five squares cost three points", "N foe e8 goblins 1 vanish", {}, 0, 3),
    ("six squares are the reach", "N foe f8 goblins 3 vanish", {}, 0, 3),
    ("seven squares are too far", "N foe g8 goblins 1 vanish", {}, 0, None),
    ("own dice are spared", "S foe d5 goblins 1 vanish", {}, 0, None),
    ("more than health by option", "N foe d5 goblins 1 vanish", {"kill__at": "exceed"}, 0, 2),
    ("all points by option", "N foe d5 goblins 1 vanish", {"magic__split": False}, 0, 3),
    ("wounds of an earlier turn", "N foe d5 goblins 3 saves 1", {"damage__lasts": True}, 2, 2),
    ("a wound", "N foe d5 goblins 3 saves 2", {"damage__lasts": True}, 0, 3),
    ("too many saves for a wound", "N foe d5 goblins 3 saves 3", {"damage__lasts": True}, 0, None),
    ("too far for a wound", "N foe g8 goblins 3 saves 2", {"damage__lasts": True}, 0, None),
]


@pytest.mark.parametrize(("foe", "options", "wounds", "points"), [row[1:] for row in RED], ids=[row[0] for row in RED])
def test_red_spells(foe: str, options: dict[str, Any], wounds: int, points: int | None) -> None:
    """CC-63: a red spell spends the fewest points that kill an opposing die. Where damage lasts, it may also spend all
    points for a wound.
    """
    its = scene("S mage d4 lava_elves 3 magic 3", foe, **options)
    name = f"{'south' if foe[0] == 'S' else 'north'}.foe"
    wanted = [] if points is None else [DamageUnit(points, name)]
    assert tried(its, "south.mage", 3, wounds={name: wounds}) == wanted


def test_black_spells_that_bring_back_dice() -> None:
    """CC-64: the search tries the twelve most valuable places for the dice that may return. Of places that are worth
    the same, it takes those at the west.
    """
    its = scene(
        "S mage d4 undead 3 magic 3",
        "S big dead undead 2 saves 1",
        "S small dead undead 1 saves 1",
        "S huge dead undead 3 saves 1",
        "N foe h8 goblins 3 saves 1",
    )
    places = [Place("south.big", at, lies) for at in row_squares(home_row("south")) for lies in ID_UP]
    assert tried(its, "south.mage", 3) == [Recall(3, place) for place in places[:TRIED]]
    small = [Place("south.small", at, lies) for at in row_squares(home_row("south")) for lies in ID_UP]
    assert tried(its, "south.mage", 2) == [Recall(2, place) for place in small[:12]]


def test_a_die_returns_to_the_place_of_greatest_worth() -> None:
    """If a dead die with melee returns, it gets the place where its attacks after a step are worth most. Corners are
    worth less.
    """
    its = scene(
        "S mage d4 undead 3 magic 3",
        "S hero dead undead 2 id, melee 3, saves 1, saves 1, melee 5, saves 1",
        "N foe h8 goblins 3 saves 1",
    )
    found = tried(its, "south.mage", 3, Weights(die=0, raider=0, advance=0, save=0, team=0, prospect=1.0))
    assert all(isinstance(one, Recall) for one in found)
    # With melee at the east and the west, both can be shown by steps in each column but the first and the last. Turned
    # by a quarter, one of them would need a step to the south, off the board.
    both = [Place("south.hero", at, ID_UP[quarters]) for at in range(1, 7) for quarters in (0, 2)]
    assert [one.place for one in found if isinstance(one, Recall)] == both


def test_a_black_spell_that_banishes() -> None:
    """CC-65: of the spells that take opposing dead out of the game, the search tries the first one that spends most
    points.
    """
    lines = ["S mage d4 undead 3 magic 3", "N foe h8 goblins 3 saves 1"]
    lines += ["N a dead goblins 1 saves 1", "N b dead goblins 2 saves 1", "N c dead goblins 2 saves 1"]
    its = scene(*lines)
    assert tried(its, "south.mage", 3) == [Banish(3, ("north.a", "north.b"))]
    assert tried(its, "south.mage", 2) == [Banish(2, ("north.b",))]
    assert tried(its, "south.mage", 4) == [Banish(4, ("north.b", "north.c"))]


def test_blue_spells() -> None:
    """CC-60: a blue spell exchanges the places of dice. The search first tries those that gain most for the caster's
    player.
    """
    # feral: blue and yellow; a yellow spell was cast already.
    before: tuple[Option, ...] = (Reorient(1, ()),)
    south = scene("S mage d6 feral 1 magic 3", "S own d7 goblins 1 vanish", "N foe d8 goblins 1 vanish")
    onto, back = Swap(1, "north.foe", "south.own"), Swap(1, "south.mage", "south.own")
    assert tried(south, "south.mage", 3, cast=before) == [onto, back]
    north = scene("N mage d3 feral 1 magic 3", "N own d2 goblins 1 vanish", "S foe d1 goblins 1 vanish", mover="north")
    onto, back = Swap(1, "north.own", "south.foe"), Swap(1, "north.mage", "north.own")
    assert tried(north, "north.mage", 3, cast=before) == [onto, back]
    # Neither gains anything: what one die goes forward, the other goes back, whosever it is. The order stays.
    equal = scene("S mage d3 feral 1 magic 3", "S own d4 goblins 1 vanish", "N foe d2 goblins 1 vanish")
    assert tried(equal, "south.mage", 3, cast=before) == [
        Swap(1, "north.foe", "south.mage"),
        Swap(1, "south.mage", "south.own"),
    ]


def test_green_spells() -> None:
    """CC-61: the search tries the twelve moves that gain most rows. It also tries the best move of an attacked die out
    of reach of the others.
    """
    its = scene(
        "S mage h1 snakefolk 1 magic 2",
        "S own d4 goblins 1 vanish",
        "N foe d5 goblins 1 melee 2",
    )
    moves = [
        *[("north.foe", "d7", 2), ("south.mage", "h3", 2), ("south.own", "d6", 2)],  # two rows
        *[("north.foe", "c6", 2), ("north.foe", "d6", 1), ("north.foe", "e6", 2)],  # one row
        *[("south.mage", "g2", 2), ("south.mage", "h2", 1), ("south.own", "c5", 2), ("south.own", "e5", 2)],
        *[("north.foe", "b5", 2), ("north.foe", "c5", 1)],  # none
    ]
    best = [MoveUnit(points, die, parse_square(at)) for die, at, points in moves]
    # The foe reaches d4 and the other squares beside d5 after a rotation, and those beside d4 by its ID after a step.
    assert tried(its, "south.mage", 2) == [*best, MoveUnit(2, "south.own", parse_square("b4"))]


def test_a_die_that_nobody_attacks_does_not_flee() -> None:
    """If no opposing die attacks an own die, the search tries no further green spell that moves it out of reach. Nor
    does it try one that moves an attacked opposing die out of reach.
    """
    its = scene(
        "S mage h1 snakefolk 1 magic 2",
        "S own d4 goblins 1 melee 2",
        "N foe d5 goblins 1 vanish",
    )
    assert len(tried(its, "south.mage", 2)) == TRIED


def tops(number: int) -> list[int]:
    """Return the indices of all orientations that show a face on top."""
    return [place for place, lies in enumerate(ORIENTATIONS) if lies.top == number]


def test_yellow_spells() -> None:
    """CC-62: a yellow spell turns own dice so that they can attack, and opposing ones so that they can't. What gains
    most for its points comes first. Spells that turn several dice at once come last.
    """
    its = scene(
        "S mage a1 goblins 2 magic 3",
        "S hero d4 dwarves 1 vanish, melee 4, saves 3, vanish, vanish",
        "N foe d5 undead 2 melee 4, vanish, vanish, vanish, vanish",
    )
    aims = [ORIENTATIONS[place] for place in tops(3)[:2]]
    harmless = [ORIENTATIONS[place] for place in sorted(tops(3) + tops(4) + tops(5) + tops(6))[:2]]
    attack = [Reorient(1, (("south.hero", lies),)) for lies in aims]
    disarm = [Reorient(2, (("north.foe", lies),)) for lies in harmless]
    both = Reorient(3, (("north.foe", harmless[0]), ("south.hero", aims[0])))
    assert tried(its, "south.mage", 3, PLACES_ALIKE) == [*attack, *disarm, both]
    assert tried(its, "south.mage", 2, PLACES_ALIKE) == [*attack, *disarm]
    assert tried(its, "south.mage", 1, PLACES_ALIKE) == attack
    assert tried(its, "south.mage", 3, PLACES_ALIKE, cast=(attack[0],)) == []


def test_a_yellow_spell_guards_a_die_that_is_attacked() -> None:
    """An attacked die without attacks of its own is turned to show most saves. If nothing attacks it, it is turned to
    its ID.
    """
    lines = ["S mage a1 goblins 2 magic 1", "S hero d4 dwarves 1 vanish, vanish, saves 3, fly 2, vanish"]
    its = scene(*lines, "N foe d5 undead 2 melee 4, vanish, vanish, vanish, vanish")
    guards = [ORIENTATIONS[place] for place in tops(4)[:2]]
    assert tried(its, "south.mage", 1, PLACES_ALIKE) == [Reorient(1, (("south.hero", lies),)) for lies in guards]
    # Without an attack only the ID, which is one point of melee, gains something.
    its = scene(*lines, "N foe d5 undead 2 vanish, vanish, vanish, vanish, vanish")
    shown = [ORIENTATIONS[place] for place in tops(1)[:2]]
    assert tried(its, "south.mage", 1, PLACES_ALIKE) == [Reorient(1, (("south.hero", lies),)) for lies in shown]


def test_a_yellow_spell_turns_four_dice_at_most() -> None:
    """If five dice gain by a turn and the points suffice for all, combinations use only the four that gain most."""
    columns = ("b2", "b3"), ("e2", "e3"), ("h2", "h3"), ("b6", "b7"), ("e6", "e7")
    lines = [f"S h{number} {at} dwarves 1 vanish, melee {number + 2}" for number, (at, _) in enumerate(columns)]
    foes = [f"N f{number} {at} undead 3 vanish" for number, (_, at) in enumerate(columns)]
    its = scene("S mage h8 goblins 2 magic 9", *lines, *foes)
    found = tried(its, "south.mage", 5, PLACES_ALIKE)
    assert {len(one.lies) for one in found if isinstance(one, Reorient)} == {1, 2, 3, 4}
    (largest,) = (one for one in found if isinstance(one, Reorient) and len(one.lies) == 4)
    assert [die for die, _ in largest.lies] == ["south.h1", "south.h2", "south.h3", "south.h4"]
    assert largest.points == 4
    assert all(lies.top == 3 for _, lies in largest.lies)
    assert len(found) == 10 + 6 + 4 + 1
