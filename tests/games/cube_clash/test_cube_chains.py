"""What follows an attack in Cube Clash: Counter, Convert, Vanish, replacements, the end, and returns."""

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
"""A die of each side that is out of reach, so that no attack ends the game."""

STRIKE = Strike("north.foe")


def squares(found: Scene, now: Situation) -> set[str]:
    """Return the dice that a player may place, each with a square where it may go."""
    placed = (option for option in options(found.match, now) if isinstance(option, Place))
    return {f"{option.die.split('.')[1]} {square_name(option.at)}" for option in placed}


def test_counter_kills_the_attacker_who_still_kills() -> None:
    """CC-42: attack and Counter happen at the same time, so each may kill the other die."""
    now = scene("S hero e4 dwarves 2 melee 2", "N foe e5 goblins 2 counter 2", *FAR).acts("south.hero", STRIKE)
    assert dead(now) == {"hero", "foe"}
    assert now.over


def test_counter_has_no_saves_and_hits_all_around() -> None:
    """CC-42, CC-46: a Counter hits every adjacent opposing die, whether it attacks or not. These dice have their saves
    against melee. The Counter itself gives no saves.
    """
    lines = (
        "S hero e4 dwarves 3 melee 1", "S fly d5 feral 1 fly 2", "S save f5 feral 1 saves 1",
        "S near e6 feral 2 missile 3", "N foe e5 goblins 3 counter 2", "N pal f6 goblins 1 magic 1", *FAR,
    )  # fmt: skip
    now = scene(*lines).acts("south.hero", STRIKE)
    assert dead(now) == {"save", "near"}
    assert dead(scene(*lines, kill__at="exceed").acts("south.hero", STRIKE)) == set()


def test_a_counter_that_does_not_kill_leaves_wounds_by_option() -> None:
    """CC-21, CC-42: with lasting damage, the damage of a Counter lasts like that of an attack."""
    lines = "S hero e4 dwarves 3 melee 1", "N foe e5 goblins 3 counter 2", *FAR
    now = scene(*lines, damage__lasts=True).acts("south.hero", STRIKE)
    assert {one.die: one.wounds for one in now.position.standing if one.wounds} == {"north.foe": 1, "south.hero": 2}


def test_no_counter_against_missiles_or_a_counter() -> None:
    """CC-42: a Counter answers only melee. It answers neither a missile nor another Counter."""
    now = scene("S hero e4 dwarves 2 missile 1", "N foe e6 goblins 1 counter 9", *FAR).acts(
        "south.hero", Shoot("north.foe")
    )
    assert dead(now) == {"foe"}
    both = "S hero e4 dwarves 3 melee 1", "S two d5 dwarves 3 counter 9", "N foe e5 goblins 3 counter 2", *FAR
    assert dead(scene(*both).acts("south.hero", STRIKE)) == set()


def test_each_strike_of_a_double_strike_meets_the_counter() -> None:
    """CC-42, CC-44: a Counter answers each attack on its die by a Double Strike. If the first Counter kills the
    attacker, there is no second attack.
    """
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
    """CC-42: with `one` or `split`, the owner of the Counter chooses whom it hits."""
    lines = "S hero e4 dwarves 1 melee 1", "S pal d5 feral 1 id", "N foe e5 goblins 3 counter 2", *FAR
    found = scene(*lines, counter__hits=hits)
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "north"
    assert dead(found.play(now, Allot((("south.hero", 2),)))) == {"hero"}
    assert dead(found.play(now, Allot((("south.pal", 2),)))) == {"pal"}


def test_a_counter_spares_its_own_side() -> None:
    """CC-23, CC-42: a Counter hits only opposing dice, even if an option lets dice attack their own side."""
    lines = "S hero e4 dwarves 3 melee 1", "N foe e5 goblins 3 counter 1", "N pal e6 goblins 1 magic 1", *FAR
    assert dead(scene(*lines).acts("south.hero", STRIKE)) == set()
    assert dead(scene(*lines, friendly_fire=True).acts("south.hero", STRIKE)) == set()


CONVERT = (
    "S hero e4 snakefolk 3 convert", "S big dead undead 3 id", "S mid dead undead 2 id", "S tiny dead feral 1 id",
    "N foe e5 goblins 2 saves 9", *FAR,
)  # fmt: skip


def test_convert() -> None:
    """CC-22, CC-43: a Convert replaces an adjacent opposing die by a dead die of the acting player, of the same health
    or less. Saves don't help.
    """
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
    """CC-43: if the player has no dead die, a Convert has no action."""
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
    """CC-43, CC-50, CC-74, CC-76: a conversion lets no die vanish and gives no bonus of a race. By option it counts as
    a kill. A converted undead die isn't replaced, because the new die stands on its square.
    """
    lines = CONVERT[0], "S mid dead snakefolk 2 id", "S tiny dead snakefolk 1 id", "N bone dead undead 1 id", foe, *FAR
    now = scene(*lines, convert__is_kill=is_kill).acts("south.hero", Convert("north.foe", place("south.mid", "e5")))
    assert (type(now.pending[0]) if now.pending else None) is asks
    assert where(now)["mid"] == "e5"


def test_converting_the_last_die_wins() -> None:
    """CC-43, CC-81: a player who converts the last opposing die wins at once."""
    now = scene("S hero e4 snakefolk 3 convert", "S mid dead undead 2 id", "N foe e5 goblins 2 id").acts(
        "south.hero", Convert("north.foe", place("south.mid", "e5"))
    )
    assert now.result == Result("south", "last standing")


def test_vanish() -> None:
    """CC-50: if a die that shows Vanish is killed, it goes home with its ID on top. Its owner chooses a free square of
    the home row, and how the die is turned.
    """
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
    """CC-50, CC-64: if the home row is full, a die that vanishes goes to the nearest row with a free square."""
    row = [f"N r{column} {column}8 feral 1 id" for column in "abcdefgh"]
    found = scene("S hero e4 dwarves 2 melee 3", "N foe e5 goblins 2 vanish", "N wall c7 feral 1 id", *row)
    now = found.acts("south.hero", STRIKE)
    assert squares(found, now) == {f"foe {column}7" for column in "abdefgh"}


def test_a_vanished_undead_has_not_died() -> None:
    """CC-50, CC-74, CC-76: if an undead die vanishes, no die replaces it, and no die returns for it."""
    found = scene(
        "S hero e4 snakefolk 2 melee 3", "S snake dead snakefolk 1 id", "N foe e5 undead 2 vanish",
        "N bone dead undead 1 id", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert now.pending[0] == Vanishing("north.foe")
    assert not any(isinstance(one, Replacing | Returning) for one in now.pending)
    assert found.play(now, place("north.foe", "e8")).over


def test_vanish_heals() -> None:
    """CC-21, CC-50: a die that vanishes loses its wounds."""
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
    """CC-74: if an undead die of health X is killed, a dead undead of health X - 1 takes its square. The new die has
    its ID on top. The owner chooses which die, and may not decline.
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
    """CC-74: a killed die isn't replaced unless it is undead and its owner has a dead undead die of exactly one health
    less.
    """
    now = scene("S hero e4 dwarves 2 melee 4", *lines, *FAR).acts("south.hero", STRIKE)
    assert now.over
    assert "foe" in dead(now)


def test_no_die_killed_by_the_same_attack_replaces_another() -> None:
    """CC-74: a die that an attack or its Counter kills can't replace another die that was killed at the same time."""
    found = scene(
        "S hero e4 undead 3 melee 3", "S pal d5 undead 2 magic 1", "S old dead undead 1 id",
        "N foe e5 goblins 3 counter 3", *FAR,
    )  # fmt: skip
    now = found.acts("south.hero", STRIKE)
    assert dead(now) == {"hero", "pal", "foe", "old"}
    assert squares(found, now) == {"old d5"}, "pal is replaced; hero isn't, for pal died in the same attack"


def test_the_last_undead_is_replaced_before_the_end_is_judged() -> None:
    """CC-74, CC-81: the end of the game is judged only after dice have vanished and been replaced."""
    found = scene(*UNDEAD, "S fan h1 feral 1 id")
    now = found.acts("south.hero", STRIKE)
    assert now.result is None
    assert found.play(now, place("north.two", "e5")).result is None
    vanish = scene("S hero e4 dwarves 2 melee 4", "N foe e5 undead 3 vanish")
    now = vanish.acts("south.hero", STRIKE)
    assert vanish.play(now, place("north.foe", "e8")).result is None


def test_the_last_die_is_killed() -> None:
    """CC-81: if only one player has dice on the board, that player wins at once. If neither player has any, the game is
    a draw.
    """
    won = scene("S hero e4 dwarves 2 melee 4", "N foe e5 goblins 3 magic 1")
    assert won.acts("south.hero", STRIKE).result == Result("south", "last standing")
    both = scene("S hero e4 dwarves 2 melee 4", "N foe e5 goblins 3 counter 4")
    assert both.acts("south.hero", STRIKE).result == Result(None, "nobody left")
    lost = scene("S hero e4 dwarves 2 melee 1", "N foe e5 goblins 3 counter 4")
    assert lost.acts("south.hero", STRIKE).result == Result("north", "last standing")


def test_the_end_comes_before_returns() -> None:
    """CC-76, CC-81: if no dice are left on either side, the game is a draw, and no snakefolk die returns."""
    found = scene("S hero e4 snakefolk 2 melee 4", "S old dead snakefolk 1 id", "N foe e5 goblins 3 counter 4")
    now = found.acts("south.hero", STRIKE)
    assert now.result == Result(None, "nobody left")
    assert now.pending == ()


SNAKES = ("S hero e4 snakefolk 3 melee 4", "S one dead snakefolk 1 id", "S two dead snakefolk 2 id",
          "S three dead snakefolk 3 id", "S elf dead feral 1 id")  # fmt: skip


@pytest.mark.parametrize(("returns", "who"), [("same_race", {"one", "two"}), ("any", {"one", "two", "elf"})])
def test_snakefolk_bring_back(returns: str, who: set[str]) -> None:
    """CC-76: after a kill by snakefolk, a dead snakefolk die of the same or less health may return to the home row. By
    option a die of any race may.
    """
    found = scene(*SNAKES, "N foe e5 goblins 2 magic 1", *FAR, race__returns=returns)
    now = found.acts("south.hero", STRIKE)
    assert player(found.match, now) == "south"
    assert squares(found, now) == {f"{die} {column}1" for die in who for column in "abcdefg"}
    assert dead(found.play(now, DECLINE)) == {"foe", "one", "two", "three", "elf"}
    back = found.play(now, place("south.two", "a1", 2))
    assert where(back)["two"] == "a1"


def test_snakefolk_return_to_the_home_row_only() -> None:
    """CC-75, CC-76: if the home row is full, no snakefolk die returns."""
    row = [f"S r{column} {column}1 feral 1 id" for column in "abcdefgh"]
    found = scene(*SNAKES, "N foe e5 goblins 2 magic 1", "N far a8 feral 1 id", *row)
    assert found.acts("south.hero", STRIKE).over


def test_the_die_that_dealt_the_damage_counts() -> None:
    """CC-76: only the acting die's race matters for returns. If snakefolk merely help in a team, nobody returns."""
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
    """CC-42, CC-76: if a snakefolk die kills with its Counter, a die may return for each kill. This may be the
    snakefolk die itself.
    """
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
    """CC-76, CC-81: if both players may bring back a die, the player on turn does so first."""
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
    """CC-81: after an attack with its Counter, dice vanish first. Then dice are replaced, the end is judged, and dice
    return.
    """
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
    """CC-50, CC-74, CC-81: a die that vanishes may take the square of a killed undead die. Then nobody replaces the
    undead die.
    """
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
    """CC-47, CC-51: if a Counter kills a die with Rend, this die has no second turn, even if it returns. If the die
    lives, it has one.
    """
    lines = "N foe e5 goblins 2 counter 2", *FAR
    lives = scene("S hero e4 snakefolk 3 rend 2", *lines).acts("south.hero", STRIKE)
    assert lives.stage == Moving("south.hero", 1)
    found = scene("S hero e4 snakefolk 2 rend 2", *lines)
    now = found.acts("south.hero", STRIKE)
    assert "hero a1" in squares(found, now)
    assert found.play(now, place("south.hero", "a1")).over


@pytest.mark.parametrize(("any_dead", "who"), [(True, {"tiny", "mate"}), (False, {"tiny"})])
def test_whom_black_brings_back(any_dead: bool, who: set[str]) -> None:
    """CC-64: a black spell brings back any dead die of its player. With `black.any_dead` off, it can't bring back a die
    that its own player killed.
    """
    found = scene(
        "S hero e4 lava_elves 3 magic 3", "S mate e5 goblins 1 magic 1", "S tiny dead goblins 1 id", *FAR,
        black__any_dead=any_dead,
    )  # fmt: skip
    now = found.acts("south.hero", DamageUnit(1, "south.mate"))
    recalled = {option.place.die.split(".")[1] for option in options(found.match, now) if isinstance(option, Recall)}
    assert recalled == who


@pytest.mark.parametrize(("any_dead", "lost"), [(True, ()), (False, ("north.foe",))])
def test_a_converted_die_was_not_killed(any_dead: bool, lost: tuple[str, ...]) -> None:
    """CC-43, CC-64: with `black.any_dead` off, no black spell brings back a converted die, because it wasn't killed."""
    now = scene(*CONVERT, black__any_dead=any_dead).acts("south.hero", Convert("north.foe", place("south.mid", "e5")))
    assert now.position.beyond_recall == lost


def test_all_endings_are_listed() -> None:
    """The resolver lists each position in which an attack may end exactly once."""
    found = scene(*UNDEAD, *FAR)
    now = found.acts("south.hero", STRIKE)
    ends = list(resolver.endings(found.match, resolver.Resolution(now.position, now.pending)))
    assert len(ends) == len({end.position for end in ends}) == 2 * 4
    assert all(not end.pending for end in ends)
