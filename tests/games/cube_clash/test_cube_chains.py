"""What follows from an attack: Counter, Convert, Vanish, replacements, the end, and returns, in their order."""

import pytest
from clash_scene import DECLINE, Scene, dead, place, scene, where

from riotsim.games.cube_clash.board.squares import square_name
from riotsim.games.cube_clash.combat import resolver
from riotsim.games.cube_clash.combat.choices import Allot, Place
from riotsim.games.cube_clash.combat.resolver import Replacing, Result, Returning, Vanishing
from riotsim.games.cube_clash.turns.options import Convert, DamageUnit, Recall, Shoot, Strike
from riotsim.games.cube_clash.turns.turn import OVER, Moving, Situation, options, player
from riotsim.games.cube_clash.units.orientations import ID_UP

FAR = ("N far a8 feral 1 id", "S fan h1 feral 1 id")
"""A die of each side that is out of reach, so that nobody wins."""

STRIKE = Strike("north.foe")


def squares(found: Scene, now: Situation) -> set[str]:
    """Return the squares and dice that are open to the player who has to choose."""
    placed = (option for option in options(found.match, now) if isinstance(option, Place))
    return {f"{option.die.split('.')[1]} {square_name(option.at)}" for option in placed}


def test_counter_kills_the_attacker_who_still_kills() -> None:
    """CC-42: attack and Counter happen at the same time."""
    now = scene("S hero e4 dwarves 2 melee 2", "N foe e5 goblins 2 counter 2", *FAR).acts("south.hero", STRIKE)
    assert dead(now) == {"hero", "foe"}
    assert now.over


def test_counter_has_no_saves_and_hits_all_around() -> None:
    """CC-42, CC-46: every adjacent opposing die, with its saves against melee, whether it attacks or not."""
    lines = (
        "S hero e4 dwarves 3 melee 1", "S fly d5 feral 1 fly 2", "S save f5 feral 1 saves 1",
        "S near e6 feral 2 missile 3", "N foe e5 goblins 3 counter 2", "N pal f6 goblins 1 magic 1", *FAR,
    )  # fmt: skip
    now = scene(*lines).acts("south.hero", STRIKE)
    assert dead(now) == {"save", "near"}
    assert dead(scene(*lines, kill__at="exceed").acts("south.hero", STRIKE)) == set()


def test_a_counter_that_does_not_kill_leaves_wounds_by_option() -> None:
    """CC-21, CC-42: the damage of a Counter lasts like any other."""
    lines = "S hero e4 dwarves 3 melee 1", "N foe e5 goblins 3 counter 2", *FAR
    now = scene(*lines, damage__lasts=True).acts("south.hero", STRIKE)
    assert {one.die: one.wounds for one in now.position.standing if one.wounds} == {"north.foe": 1, "south.hero": 2}


def test_no_counter_against_missiles_or_a_counter() -> None:
    """CC-42: a Counter is no attack, so no Counter meets it; and it meets melee only."""
    now = scene("S hero e4 dwarves 2 missile 1", "N foe e6 goblins 1 counter 9", *FAR).acts(
        "south.hero", Shoot("north.foe")
    )
    assert dead(now) == {"foe"}
    both = "S hero e4 dwarves 3 melee 1", "S two d5 dwarves 3 counter 9", "N foe e5 goblins 3 counter 2", *FAR
    assert dead(scene(*both).acts("south.hero", STRIKE)) == set()


def test_each_strike_of_a_double_strike_meets_the_counter() -> None:
    """CC-42, CC-44: a Counter meets each of the two attacks; a die that it kills strikes no more."""
    lines = "S hero e4 dwarves 2 double strike", "N foe e5 goblins 3 counter 1", "N two d4 goblins 1 magic 1", *FAR
    found = scene(*lines, kill__at="exceed", damage__lasts=True)
    now = found.acts("south.hero", STRIKE)
    assert now.position["south.hero"].wounds == 1
    now = found.play(now, Strike("north.two"))
    assert dead(now) == {"two"}
    killed = scene(*lines[:1], "N foe e5 goblins 3 counter 2", *lines[2:]).acts("south.hero", STRIKE)
    assert dead(killed) == {"hero", "foe"}
    assert killed.stage == OVER


@pytest.mark.parametrize("hits", ["one", "split"])
def test_the_counters_owner_chooses(hits: str) -> None:
    """CC-42: by option the owner of the Counter chooses whom it hits."""
    lines = "S hero e4 dwarves 1 melee 1", "S pal d5 feral 1 id", "N foe e5 goblins 3 counter 2", *FAR
    found = scene(*lines, counter__hits=hits)
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "north"
    assert dead(found.play(now, Allot((("south.hero", 2),)))) == {"hero"}
    assert dead(found.play(now, Allot((("south.pal", 2),)))) == {"pal"}


def test_a_counter_spares_its_own_side() -> None:
    """CC-23, CC-42: a Counter hits opposing dice alone, also where dice may attack their own side."""
    lines = "S hero e4 dwarves 3 melee 1", "N foe e5 goblins 3 counter 1", "N pal e6 goblins 1 magic 1", *FAR
    assert dead(scene(*lines).acts("south.hero", STRIKE)) == set()
    assert dead(scene(*lines, friendly_fire=True).acts("south.hero", STRIKE)) == set()


CONVERT = (
    "S hero e4 snakefolk 3 convert", "S big dead undead 3 id", "S mid dead undead 2 id", "S tiny dead feral 1 id",
    "N foe e5 goblins 2 saves 9", *FAR,
)  # fmt: skip


def test_convert() -> None:
    """CC-22, CC-43: an adjacent opposing die is replaced by a dead one of its size or smaller; no saves."""
    found = scene(*CONVERT)
    offers = [option for option in found.open("south.hero") if isinstance(option, Convert)]
    assert {(offer.target, offer.new.die) for offer in offers} == {
        ("north.foe", "south.mid"),
        ("north.foe", "south.tiny"),
    }
    assert {offer.new.lies for offer in offers} == set(ID_UP)
    now = found.acts("south.hero", Convert("north.foe", place("south.mid", "e5", 1)))
    assert dead(now) == {"big", "tiny", "foe"}
    assert where(now)["mid"] == "e5"
    assert now.over


def test_convert_needs_dead() -> None:
    """CC-43: it replaces, if able."""
    assert scene("S hero e4 snakefolk 3 convert", "N foe e5 goblins 2 id").open("south.hero") == []


@pytest.mark.parametrize(
    ("foe", "is_kill", "asks"),
    [
        ("N foe e5 goblins 2 vanish", False, None),
        ("N foe e5 goblins 2 vanish", True, Vanishing),
        ("N foe e5 goblins 2 saves 1", False, None),
        ("N foe e5 goblins 2 saves 1", True, Returning),
        ("N foe e5 undead 2 saves 1", True, Returning),
    ],
)
def test_convert_is_no_kill(foe: str, is_kill: bool, asks: type | None) -> None:
    """CC-43, CC-50, CC-74, CC-76: no Vanish, no bonus of a race; by option it is a kill. No dead die takes the place of
    a converted undead one, because another stands there.
    """
    lines = CONVERT[0], "S mid dead snakefolk 2 id", "S tiny dead snakefolk 1 id", "N bone dead undead 1 id", foe, *FAR
    now = scene(*lines, convert__is_kill=is_kill).acts("south.hero", Convert("north.foe", place("south.mid", "e5")))
    assert (type(now.pending[0]) if now.pending else None) is asks
    assert where(now)["mid"] == "e5"


def test_converting_the_last_die_wins() -> None:
    """CC-43, CC-81: the only player with units on the board wins at once."""
    now = scene("S hero e4 snakefolk 3 convert", "S mid dead undead 2 id", "N foe e5 goblins 2 id").acts(
        "south.hero", Convert("north.foe", place("south.mid", "e5"))
    )
    assert now.result == Result("south", "last standing")


def test_vanish() -> None:
    """CC-50: a die killed with Vanish up goes to a free square of its home row with its ID up, as its owner wishes."""
    found = scene("S hero e4 dwarves 2 melee 3", "N foe e5 goblins 2 vanish", *FAR)
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "north"
    assert squares(found, now) == {f"foe {column}8" for column in "bcdefgh"}
    assert len(list(options(found.match, now))) == 7 * 4
    now = found.play(now, place("north.foe", "d8", 3))
    assert where(now)["foe"] == "d8"
    assert now.position["north.foe"].lies == ID_UP[3]
    assert (dead(now), now.eventful) == (set(), True)


def test_vanish_with_a_full_home_row() -> None:
    """CC-50, CC-64: then a free square of the nearest row that has one."""
    row = [f"N r{column} {column}8 feral 1 id" for column in "abcdefgh"]
    found = scene("S hero e4 dwarves 2 melee 3", "N foe e5 goblins 2 vanish", "N wall c7 feral 1 id", *row)
    now = found.acts("south.hero", STRIKE)
    assert squares(found, now) == {f"foe {column}7" for column in "abdefgh"}


def test_a_vanished_undead_has_not_died() -> None:
    """CC-50, CC-74, CC-76: no replacement and no snakefolk return follow."""
    found = scene(
        "S hero e4 snakefolk 2 melee 3", "S snake dead snakefolk 1 id", "N foe e5 undead 2 vanish",
        "N bone dead undead 1 id", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert now.pending[0] == Vanishing("north.foe")
    assert not any(isinstance(one, Replacing | Returning) for one in now.pending)
    assert found.play(now, place("north.foe", "e8")).over


def test_vanish_heals() -> None:
    """CC-21, CC-50: a die that comes home has no wounds."""
    found = scene("S hero e4 dwarves 2 double strike", "N foe e5 goblins 3 vanish", *FAR, damage__lasts=True)
    now = found.acts("south.hero", STRIKE)
    assert found.play(now, place("north.foe", "e8")).position["north.foe"].wounds == 0


UNDEAD = (
    "S hero e4 dwarves 2 melee 4",
    "N foe e5 undead 3 magic 1",
    "N two dead undead 2 id",
    "N twin dead undead 2 id",
)


def test_undead_are_replaced() -> None:
    """CC-74: a killed undead of health X is replaced by a dead undead of X - 1: same square, ID up, its owner chooses
    which, and may not decline.
    """
    found = scene(*UNDEAD, "N one dead undead 1 id", "N elf dead feral 2 id", *FAR)
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "north"
    assert squares(found, now) == {"two e5", "twin e5"}
    assert DECLINE not in options(found.match, now)
    now = found.play(now, place("north.twin", "e5", 2))
    assert where(now)["twin"] == "e5"
    assert dead(now) == {"foe", "two", "one", "elf"}


@pytest.mark.parametrize(
    "lines",
    [
        ("N foe e5 undead 1 magic 1", "N two dead undead 2 id"),
        ("N foe e5 undead 3 magic 1", "N one dead undead 1 id"),
        ("N foe e5 goblins 3 magic 1", "N two dead undead 2 id"),
        ("N foe e5 undead 3 magic 1", "S two dead undead 2 id"),
    ],
)
def test_undead_are_replaced_if_able(lines: tuple[str, ...]) -> None:
    """CC-74: only undead, only by their owner's undead dead, and only of exactly one health less."""
    now = scene("S hero e4 dwarves 2 melee 4", *lines, *FAR).acts("south.hero", STRIKE)
    assert now.over
    assert "foe" in dead(now)


def test_no_die_killed_by_the_same_attack_replaces_another() -> None:
    """CC-74: neither the attack's own dead nor those of its Counter take a place."""
    found = scene(
        "S hero e4 undead 3 melee 3", "S pal d5 undead 2 magic 1", "S old dead undead 1 id",
        "N foe e5 goblins 3 counter 3", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert dead(now) == {"hero", "pal", "foe", "old"}
    assert squares(found, now) == {"old d5"}, "pal is replaced; hero isn't, for pal died in the same attack"


def test_the_last_undead_is_replaced_before_the_end_is_judged() -> None:
    """CC-74, CC-81: all Vanish and all replacements come first."""
    found = scene(*UNDEAD, "S fan h1 feral 1 id")
    now = found.acts("south.hero", STRIKE)
    assert now.result is None
    assert found.play(now, place("north.two", "e5")).result is None
    vanish = scene("S hero e4 dwarves 2 melee 4", "N foe e5 undead 3 vanish")
    now = vanish.acts("south.hero", STRIKE)
    assert vanish.play(now, place("north.foe", "e8")).result is None


def test_the_last_die_is_killed() -> None:
    """CC-81: the only player with units on the board wins at once; none on either side is a draw."""
    won = scene("S hero e4 dwarves 2 melee 4", "N foe e5 goblins 3 magic 1")
    assert won.acts("south.hero", STRIKE).result == Result("south", "last standing")
    both = scene("S hero e4 dwarves 2 melee 4", "N foe e5 goblins 3 counter 4")
    assert both.acts("south.hero", STRIKE).result == Result(None, "nobody left")
    lost = scene("S hero e4 dwarves 2 melee 1", "N foe e5 goblins 3 counter 4")
    assert lost.acts("south.hero", STRIKE).result == Result("north", "last standing")


def test_the_end_comes_before_returns() -> None:
    """CC-76, CC-81: a snakefolk die of the dead doesn't save the game that is already drawn."""
    found = scene("S hero e4 snakefolk 2 melee 4", "S old dead snakefolk 1 id", "N foe e5 goblins 3 counter 4")
    now = found.acts("south.hero", STRIKE)
    assert now.result == Result(None, "nobody left")
    assert now.pending == ()


SNAKES = ("S hero e4 snakefolk 3 melee 4", "S one dead snakefolk 1 id", "S two dead snakefolk 2 id",
          "S three dead snakefolk 3 id", "S elf dead feral 1 id")  # fmt: skip


@pytest.mark.parametrize(("returns", "who"), [("same_race", {"one", "two"}), ("any", {"one", "two", "elf"})])
def test_snakefolk_bring_back(returns: str, who: set[str]) -> None:
    """CC-76: for a kill a dead snakefolk die of equal or lesser health may return to the home row; by option any."""
    found = scene(*SNAKES, "N foe e5 goblins 2 magic 1", *FAR, race__returns=returns)
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "south"
    assert squares(found, now) == {f"{die} {column}1" for die in who for column in "abcdefg"}
    assert dead(found.play(now, DECLINE)) == {"foe", "one", "two", "three", "elf"}
    back = found.play(now, place("south.two", "a1", 2))
    assert where(back)["two"] == "a1"


def test_snakefolk_return_to_the_home_row_only() -> None:
    """CC-75, CC-76: if it is full, none returns."""
    row = [f"S r{column} {column}1 feral 1 id" for column in "abcdefgh"]
    found = scene(*SNAKES, "N foe e5 goblins 2 magic 1", "N far a8 feral 1 id", *row)
    assert found.acts("south.hero", STRIKE).over


def test_the_die_that_dealt_the_damage_counts() -> None:
    """CC-76: in a team the acting die deals it; a snakefolk die in the team brings nobody back."""
    team = (
        "S hero e4 dwarves 3 melee 1",
        "S snake d5 snakefolk 1 melee 3",
        SNAKES[1],
        "N foe e5 goblins 3 magic 1",
        *FAR,
    )
    assert scene(*team).acts("south.hero", STRIKE).over
    turned = (
        "S hero e4 dwarves 3 melee 1",
        "S snake d5 snakefolk 1 melee 3",
        SNAKES[1],
        "N foe e5 goblins 3 magic 1",
        *FAR,
    )
    assert isinstance(scene(*turned).acts("south.snake", STRIKE).pending[0], Returning)


def test_a_counter_in_defence_brings_back_too() -> None:
    """CC-42, CC-76: its victims are kills of the countering die, with one return for each. It may return itself."""
    found = scene(
        "S hero e4 dwarves 2 melee 3", "S pal d5 feral 1 magic 1", "N foe e5 snakefolk 3 counter 2",
        "N old dead snakefolk 1 id", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert dead(now) == {"hero", "pal", "foe", "old"}
    assert [type(one) for one in now.pending] == [Returning, Returning]
    assert {one.health for one in now.pending if isinstance(one, Returning)} == {1, 2}
    small = scene(
        "S hero e4 dwarves 2 melee 3", "S pal d5 feral 1 magic 1", "N foe e5 snakefolk 2 counter 2", *FAR,
    )  # fmt: skip
    now = small.acts("south.hero", STRIKE)
    assert player(small.match, now) == "north"
    assert "foe e8" in squares(small, now), "itself included"


def test_returns_of_the_player_on_turn_come_first() -> None:
    """CC-76, CC-81: then those of the other player."""
    found = scene(
        "S hero e4 snakefolk 2 melee 4", "S one dead snakefolk 1 id",
        "N foe e5 snakefolk 2 counter 4", "N old dead snakefolk 1 id", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "south"
    assert "hero a1" in squares(found, now)
    now = found.play(now, place("south.hero", "a1"))
    assert player(found.match, now) == "north"
    assert found.play(now, place("north.foe", "b8")).over


def test_vanish_then_replacement_then_return() -> None:
    """CC-81: the attack with its Counter, then all Vanish, then all replacements, then the end, then returns."""
    found = scene(
        "S hero e4 snakefolk 3 melee 4", "S one dead snakefolk 1 id", "S ghost d5 goblins 1 vanish",
        "S ox f5 undead 2 magic 1", "S imp dead undead 1 id", "N foe e5 snakefolk 3 counter 2", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert [type(one).__name__ for one in now.pending] == [
        "Vanishing",
        "Replacing",
        "Judging",
        "Returning",
        "Returning",
    ]
    now = found.play(now, place("south.ghost", "a1"), place("south.imp", "f5"), place("south.one", "b1"))
    assert where(now) == {"hero": "e4", "ghost": "a1", "imp": "f5", "one": "b1", "far": "a8", "fan": "h1"}
    assert dead(now) == {"ox", "foe"}
    assert now.over, "foe has health 3, so nothing of North's may return for an ox of health 2"


def test_a_square_that_vanish_takes_is_not_replaced() -> None:
    """CC-50, CC-74, CC-81: a Vanish may take the square of a killed undead, which is then replaced by nobody."""
    lines = (
        "N hit b2 goblins 3 counter 3", "S ox b1 undead 2 melee 1", "S ghost a2 goblins 1 vanish",
        "S imp dead undead 1 id", *FAR,
    )  # fmt: skip
    chain = scene(*lines)
    now = chain.acts("south.ox", Strike("north.hit"))
    assert "ghost b1" in squares(chain, now)
    taken = chain.play(now, place("south.ghost", "b1"))
    assert taken.over
    assert dead(taken) == {"ox", "imp"}
    other = chain.play(now, place("south.ghost", "c1"))
    assert squares(chain, other) == {"imp b1"}


def test_the_end_of_a_die_ends_its_other_turn() -> None:
    """CC-47, CC-51: a Rend that a Counter kills takes no other turn, even if it returns; one that lives does."""
    lines = "N foe e5 goblins 2 counter 2", *FAR
    lives = scene("S hero e4 snakefolk 3 rend 2", *lines).acts("south.hero", STRIKE)
    assert lives.stage == Moving("south.hero", 1)
    found = scene("S hero e4 snakefolk 2 rend 2", *lines)
    now = found.acts("south.hero", STRIKE)
    assert "hero a1" in squares(found, now)
    assert found.play(now, place("south.hero", "a1")).over


@pytest.mark.parametrize(("any_dead", "who"), [(True, {"tiny", "mate"}), (False, {"tiny"})])
def test_whom_black_brings_back(any_dead: bool, who: set[str]) -> None:
    """CC-64: all of one's dead; by option those that the opponent killed, and not those of one's own red spell."""
    found = scene(
        "S hero e4 lava_elves 3 magic 3", "S mate e5 goblins 1 magic 1", "S tiny dead goblins 1 id", *FAR,
        black__any_dead=any_dead,
    )  # fmt: skip
    now = found.acts("south.hero", DamageUnit(1, "south.mate"))
    recalled = {option.place.die.split(".")[1] for option in options(found.match, now) if isinstance(option, Recall)}
    assert recalled == who


@pytest.mark.parametrize(("any_dead", "lost"), [(True, ()), (False, ("north.foe",))])
def test_a_converted_die_was_not_killed(any_dead: bool, lost: tuple[str, ...]) -> None:
    """CC-43, CC-64: so by option no black spell brings it back."""
    now = scene(*CONVERT, black__any_dead=any_dead).acts("south.hero", Convert("north.foe", place("south.mid", "e5")))
    assert now.position.beyond_recall == lost


def test_all_endings_are_listed() -> None:
    """A search sees each way in which an attack may end, once."""
    found = scene(*UNDEAD, *FAR)
    now = found.acts("south.hero", STRIKE)
    ends = list(resolver.endings(found.match, resolver.Resolution(now.position, now.pending)))
    assert len(ends) == len({end.position for end in ends}) == 2 * 4
    assert all(not end.pending for end in ends)
