"""Turns of Cube Clash: steps and rotations, further turns of a die, the starts of turns, and how games end."""

import itertools
from typing import Any

import pytest
from clash_rules import army, rules
from clash_scene import DECLINE, Scene, place, scene, where
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.games.cube_clash.board.position import position
from riotsim.games.cube_clash.board.setup import lined_up, new_match
from riotsim.games.cube_clash.board.squares import parse_square, square_name
from riotsim.games.cube_clash.combat.choices import Place
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History, home_row_result, opening, passed, raiders
from riotsim.games.cube_clash.turns.options import Move, Option, Rotate, Shoot, Step, Strike
from riotsim.games.cube_clash.turns.turn import (
    OVER,
    Acting,
    FeralReturn,
    Moving,
    Situation,
    Walking,
    after,
    begin,
    lines,
    options,
    without_yellow,
)
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS

FAR = ("N far a8 goblins 3 saves 9", "S fan h1 goblins 3 saves 9")


def opened(found: Scene, now: Situation | None = None) -> list[Option]:
    """Return the options at the beginning of a turn, or in a situation."""
    return list(options(found.match, now or begin(found.match, found.here)))


def test_a_turn_is_a_step_or_a_rotation() -> None:
    """CC-10, CC-11, CC-12: in a turn, a player steps with an own die or rotates it. A step goes to an empty square on
    the board. There are three rotations.
    """
    found = scene("S hero a1 dwarves 2 saves 2", "S pal b1 dwarves 2 saves 2", "N far a8 goblins 3 id")
    assert set(opened(found)) == {
        Step("south.hero", "north"), Step("south.pal", "north"), Step("south.pal", "east"),
        *(Rotate(die, quarters) for die in ("south.hero", "south.pal") for quarters in (1, 2, 3)),
    }  # fmt: skip


def test_no_passing() -> None:
    """CC-10: a player has to step or rotate. With `turn.pass`, the player may pass."""
    lines_of = "S hero a1 dwarves 2 saves 2", "N far a8 goblins 3 id"
    assert DECLINE not in opened(scene(*lines_of))
    free = scene(*lines_of, turn__pass=True)
    assert DECLINE in opened(free)
    assert free.play(begin(free.match, free.here), DECLINE).over


def test_the_new_top_face_acts() -> None:
    """CC-10, CC-13: a step brings another face up, whose action may be taken or declined."""
    found = scene("S hero e4 dwarves 2 id,melee 2,magic 1,missile 2", "N foe e7 goblins 1 id", *FAR)
    now = found.play(begin(found.match, found.here), Step("south.hero", "north"))
    assert where(now)["hero"] == "e5"
    assert now.stage == Acting("south.hero", 0), "the south face is up: face 4"
    assert str(found.match.face(now.position["south.hero"])) == "missile 2"
    assert opened(found, now) == [DECLINE, Shoot("north.foe")]
    assert found.play(now, DECLINE).over


@pytest.mark.parametrize(("acts", "stage"), [(True, Acting("south.hero", 0)), (False, OVER)])
def test_a_rotation_acts_again(acts: bool, stage: turn.Stage) -> None:
    """CC-12: after a rotation the same top face acts again. With `turn.rotate_acts` off, it doesn't act."""
    found = scene("S hero e4 dwarves 2 maneuver 2", *FAR, turn__rotate_acts=acts)
    now = found.play(begin(found.match, found.here), Rotate("south.hero", 1))
    assert now.stage == stage
    assert now.position["south.hero"].lies == found.here["south.hero"].lies.rotate(1)


def test_a_step_acts_whatever_rotations_do() -> None:
    """CC-12: even if an option says that rotations don't act, a step does."""
    found = scene("S hero e4 dwarves 2 maneuver 2,melee 1,fly 1,fly 1,fly 1", *FAR, turn__rotate_acts=False)
    assert isinstance(found.play(begin(found.match, found.here), Step("south.hero", "north")).stage, Acting)


REND = ("S hero e4 dwarves 3 rend 1", "N foe e5 goblins 3 saves 3", *FAR)


@pytest.mark.parametrize(("extra", "strikes"), [(3, 4), (0, 1), (1, 2)])
def test_other_turns_are_limited(extra: int, strikes: int) -> None:
    """CC-47, CC-51: after a melee attack with Rend, the same die has a further turn. By default it has at most three;
    `turn.extra` sets another limit.
    """
    found = scene(*REND, turn__extra=extra)
    now = found.play(begin(found.match, found.here), Rotate("south.hero", 1), Strike("north.foe"))
    count = 1
    while not now.over:
        assert {option.die for option in opened(found, now) if isinstance(option, Step | Rotate)} == {"south.hero"}
        now = found.play(now, Rotate("south.hero", 1), Strike("north.foe"))
        count += 1
    assert count == strikes


def test_other_turns_without_limit() -> None:
    """CC-51: with `turn.extra: unlimited`, there is no limit to the further turns of a die."""
    found = scene(*REND, turn__extra="unlimited")
    now = begin(found.match, found.here)
    for _ in range(30):
        now = found.play(now, Rotate("south.hero", 1), Strike("north.foe"))
    assert now.stage == Moving("south.hero", 30)


def test_another_turn_may_be_declined() -> None:
    """CC-47: the further turn after an attack with Rend may be declined. A maneuver with Rend gives no further turn."""
    found = scene(*REND)
    now = found.acts("south.hero", Strike("north.foe"))
    assert found.play(now, DECLINE).over
    assert found.acts("south.hero", Move(parse_square("e3"))).over


@pytest.mark.parametrize(("free_turn", "stage"), [(False, OVER), (True, Moving("south.hero", 1))])
def test_double_strike_without_any_target(free_turn: bool, stage: turn.Stage) -> None:
    """CC-45: a Double Strike without any target gives no further turn. With `double_strike.free_turn`, it gives one."""
    found = scene("S hero e4 dwarves 3 double_strike", *FAR, double_strike__free_turn=free_turn)
    assert turn.acting(found.match, found.here, "south.hero").stage == stage


def test_double_strike_counts_towards_the_limit() -> None:
    """CC-45, CC-51: a further turn after a Double Strike without a second target counts towards the limit of further
    turns.
    """
    found = scene("S hero e4 dwarves 3 double_strike", "N foe e5 goblins 1 saves 1", *FAR, turn__extra=0)
    assert found.acts("south.hero", Strike("north.foe")).over


def test_firewalkers() -> None:
    """CC-73: at the start of the turn, each firewalker in the home row on blue terrain may move to an empty square of
    the row. It may also be turned.
    """
    dice = "S fire c1 firewalkers 1 melee 1", "S two d1 firewalkers 2 id", "S high c2 firewalkers 1 id", *FAR
    found = scene(*dice, terrain="waste")
    now = begin(found.match, found.here)
    assert now.stage == Walking(("south.fire", "south.two"))
    placed = [option for option in opened(found, now) if isinstance(option, Place)]
    fire = [option for option in placed if option.die == "south.fire"]
    assert {square_name(option.at) for option in fire} == {f"{column}1" for column in "abcefg"}
    assert len(fire) == 6 * 24 - 1
    assert {option.lies for option in fire} == set(ORIENTATIONS)
    now = found.play(now, place("south.fire", "a1"))
    assert now.stage == Walking(("south.two",))
    now = found.play(now, place("south.two", "c1"))
    assert now.stage == Moving()
    assert found.play(begin(found.match, found.here), DECLINE).stage == Moving()
    assert where(now) | {"fire": "a1", "two": "c1"} == where(now)


@pytest.mark.parametrize(
    ("line", "terrain", "mover"),
    [
        ("S fire c1 firewalkers 1 melee 1", "swamp", "south"),
        ("S fire c1 firewalkers 1 melee 1", None, "south"),
        ("S fire c2 firewalkers 1 melee 1", "waste", "south"),
        ("S fire c8 firewalkers 1 melee 1", "waste", "south"),
        ("S fire c1 lava_elves 1 melee 1", "waste", "south"),
        ("S fire c1 firewalkers 1 melee 1", "waste", "north"),
    ],
)
def test_nobody_walks_elsewhere(line: str, terrain: str | None, mover: Any) -> None:
    """CC-73: only firewalkers in their own home row on blue terrain may walk, and only at the start of their owner's
    turn.
    """
    found = scene(line, *FAR, terrain=terrain, mover=mover)
    assert begin(found.match, found.here).stage == Moving()


@pytest.mark.parametrize(("returns", "who"), [("same_race", {"cub"}), ("any", {"cub", "imp"})])
def test_feral_return(returns: str, who: set[str]) -> None:
    """CC-75: at the start of the turn, one dead feral die of health 1 may return to a free square of the home row. By
    option a dead die of any race may.
    """
    dead = "S cub dead feral 1 id", "S bear dead feral 2 id", "S imp dead undead 1 id", "N wolf dead feral 1 id"
    found = scene("S hero c1 dwarves 1 id", *dead, *FAR, race__returns=returns)
    now = begin(found.match, found.here)
    assert now.stage == FeralReturn()
    placed = [option for option in opened(found, now) if isinstance(option, Place)]
    assert {option.die.split(".")[1] for option in placed} == who
    assert {square_name(option.at) for option in placed} == {f"{column}1" for column in "abdefg"}
    assert {option.lies for option in placed} == set(ID_UP)
    now = found.play(now, place("south.cub", "a1"))
    assert (now.stage, now.eventful, where(now)["cub"]) == (Moving(), True, "a1")


def test_only_an_army_with_feral_brings_back() -> None:
    """CC-75, CC-77: if an army has no feral dice, no die returns at the start of the turn, even by option."""
    found = scene("S hero c1 dwarves 1 id", "S imp dead undead 1 id", *FAR, race__returns="any")
    assert begin(found.match, found.here).stage == Moving()


def test_firewalkers_come_before_feral() -> None:
    """CC-77: at the start of a turn firewalkers walk first. Then a feral die may return."""
    found = scene("S fire c1 firewalkers 1 melee 1", "S cub dead feral 1 id", *FAR, terrain="coast")
    now = begin(found.match, found.here)
    assert isinstance(now.stage, Walking)
    now = found.play(now, DECLINE)
    assert now.stage == FeralReturn()
    assert found.play(now, DECLINE).stage == Moving()


def ended(
    *dice: str, mover: Any = "south", history: History | None = None, eventful: bool = False, **chosen: Any
) -> Any:
    """Return the next position, the history and the result after the end of a turn."""
    found = scene(*dice, mover=mover, **chosen)
    now = Situation(found.here, OVER, eventful=eventful)
    return passed(found.match, history or opening(position(())), now)


@pytest.mark.parametrize(
    ("dice", "mover", "winner"),
    [
        (["N one a1 goblins 1 id", "S two a8 goblins 1 id"], "south", None),
        (["N one a1 goblins 1 id"], "south", "north"),
        (["N one a1 goblins 1 id"], "north", None),
        (["S one a8 goblins 1 id"], "north", "south"),
        (["S one a8 goblins 1 id"], "south", None),
        (["N one a1 goblins 1 id", "N two b1 goblins 1 id", "S two a8 goblins 1 id"], "south", "north"),
        (["N one a1 goblins 1 id", "S two a8 goblins 1 id", "S six b8 goblins 1 id"], "south", None),
    ],
)
def test_home_rows(dice: list[str], mover: Any, winner: str | None) -> None:
    """CC-80: a player loses who ends their turn with more opposing raiders than raiders of their own. At the end of
    their own turn nobody wins.
    """
    rest = "N r1 c5 goblins 1 id", "S r2 d5 goblins 1 id"
    result = ended(*dice, *rest, mover=mover)[2]
    assert result == (Result(winner, "home row") if winner else None)  # type: ignore[arg-type]  # a side


def test_raiders_are_counted() -> None:
    """CC-80: a player's raiders are their dice on the opponent's home row. Their own home row doesn't count."""
    found = scene("N one a1 goblins 1 id", "N two b1 goblins 1 id", "N six b8 goblins 1 id", "S own c1 goblins 1 id")
    assert (raiders(found.match, found.here, "north"), raiders(found.match, found.here, "south")) == (2, 0)
    assert home_row_result(found.match, found.here) == Result("north", "home row")


def test_repetition() -> None:
    """CC-82: the game is a draw when the same position comes for the third time. An option sets another number."""
    dice = "S hero e4 goblins 1 id", "N foe e6 goblins 1 id"
    for needed in (2, 3):
        history = opening(position(()))
        for time in range(1, needed + 1):
            here, history, result = ended(*dice, history=history, draw__repetition=needed)
            assert result == (Result(None, "repetition") if time == needed else None)
            assert (history.seen[here], here.mover) == (time, "north")


def test_positions_with_other_dead_or_another_mover_differ() -> None:
    """CC-82: two positions differ if their boards, their dead dice or their player to move differ."""
    history = opening(position(()))
    for more, mover in ((), "south"), (("N gone dead goblins 1 id",), "south"), ((), "north"):
        _, history, result = ended(
            "S hero e4 goblins 1 id", "N foe e6 goblins 1 id", *more, mover=mover, history=history, draw__repetition=2
        )
        assert result is None


def test_the_first_position_counts() -> None:
    """CC-82: the first position of a game counts towards repetition."""
    found = scene("S hero e4 goblins 1 id", "N foe e6 goblins 1 id", draw__repetition=2)
    now = Situation(found.here.passed(), OVER)
    assert passed(found.match, opening(found.here), now)[2] == Result(None, "repetition")


def test_quiet_turns() -> None:
    """CC-82: after a number of quiet turns in a row the game is a draw. A quiet turn has no kill, and no die enters or
    leaves a home row.
    """
    dice = "S hero e4 goblins 1 id", "N foe e6 goblins 1 id"
    quiet = History(turns=59, quiet=59)
    assert ended(*dice, history=quiet)[2] == Result(None, "quiet")
    assert ended(*dice, history=History(58, 58))[2] is None
    _, history, result = ended(*dice, history=quiet, eventful=True)
    assert (history.quiet, result) == (0, None)
    assert ended(*dice, history=quiet, draw__quiet_turns=70)[2] is None


def test_the_limit_of_turns() -> None:
    """CC-82: after a number of turns a game stops unfinished. By default these are 400."""
    dice = "S hero e4 goblins 1 id", "N foe e6 goblins 1 id"
    assert ended(*dice, history=History(turns=399))[2] == Result(None, "too long")
    assert ended(*dice, history=History(turns=398))[2] is None
    assert ended(*dice, history=History(turns=5), turns__max=6)[2] == Result(None, "too long")


@pytest.mark.parametrize(
    ("dice", "option", "eventful"),
    [
        (["S hero e1 dwarves 1 id"], Step("south.hero", "north"), True),
        (["S hero e1 dwarves 1 id"], Step("south.hero", "east"), False),
        (["S hero e2 dwarves 1 id"], Step("south.hero", "south"), True),
        (["S hero e7 dwarves 1 id"], Step("south.hero", "north"), True),
        (["S hero e8 dwarves 1 id"], Step("south.hero", "south"), True),
        (["S hero e4 dwarves 1 id"], Step("south.hero", "south"), False),
        (["S hero e1 dwarves 1 id"], Rotate("south.hero", 1), False),
    ],
)
def test_what_makes_a_turn_eventful(dice: list[str], option: Option, eventful: bool) -> None:
    """CC-82: a turn isn't quiet if a die enters or leaves one of the home rows."""
    found = scene(*dice, *FAR)
    assert found.play(begin(found.match, found.here), option).eventful == eventful


def test_a_kill_makes_a_turn_eventful() -> None:
    """CC-82: a turn with a kill isn't quiet, even if the killed die vanishes. A Convert leaves the turn quiet."""
    found = scene("S hero e4 dwarves 2 melee 2", "N foe e5 goblins 1 magic 1", *FAR)
    assert found.acts("south.hero", Strike("north.foe")).eventful
    weak = scene("S hero e4 dwarves 2 melee 1", "N foe e5 goblins 2 magic 1", *FAR)
    assert not weak.acts("south.hero", Strike("north.foe")).eventful
    ghost = scene("S hero e4 dwarves 2 melee 2", "N foe e5 goblins 1 vanish", *FAR)
    assert ghost.acts("south.hero", Strike("north.foe")).eventful
    convert = scene("S hero e4 dwarves 2 convert", "S old dead goblins 1 id", "N foe e5 goblins 1 id", *FAR)
    found_option = next(option for option in convert.open("south.hero"))
    assert not convert.acts("south.hero", found_option).eventful


ARMIES = ("lantern_guild", "reed_court")


def whole_game(**chosen: Any) -> Scene:
    """Return the position in which all dice of both armies stand on their home rows."""
    match = new_match(rules(**chosen), army(ARMIES[0]), army(ARMIES[1]), ("mountain", "coast", "swamp", "plains"))
    return Scene(match, lined_up(match, "south"))


def test_the_first_turns_are_counted() -> None:
    """The first turn of the usual armies has as many options as a count by hand. The same holds for the ways to its
    end.
    """
    found = whole_game()
    assert len(opened(found)) == 8 * (1 + 3)
    ways = list(lines(found.match, begin(found.match, found.here), without_yellow))
    # Each die: 3 rotations, with its ID then declined or moved. Steps by column: smite, saves, 4 maneuvers, saves,
    # melee, 9 flights, missile, 2 red spells; where something is open it may be declined too.
    assert len(ways) == 8 * 3 * 2 + (1 + 1 + 5 + 1 + 1 + 10 + 1 + 3)
    assert all(end.over for _, end in ways)


@settings(max_examples=8)
@given(st.randoms(use_true_random=False), st.sampled_from(["reach", "exceed"]), st.sampled_from(["each", "split"]))
def test_random_games_keep_their_laws(random: Any, kill_at: str, hits: str) -> None:
    """In games of random moves, a die is never on the board and dead at once, and a square never has two dice. Each
    game ends within the limit of turns.
    """
    found = whole_game(kill__at=kill_at, counter__hits=hits)
    here, history, result = found.here, opening(found.here), None
    while result is None:
        now = begin(found.match, here)
        while not now.over:
            some = list(itertools.islice(options(found.match, now), 300))
            assert some, "a turn that isn't over leaves something to choose"
            now = after(found.match, now, random.choice(some))
            names = [one.die for one in now.position.standing]
            assert len({one.at for one in now.position.standing}) == len(names) == len(set(names))
            assert not set(names) & set(now.position.dead)
            assert set(names) | set(now.position.dead) <= set(found.match.dice)
        here, history, result = passed(found.match, history, now)
        assert history.turns <= found.match.rules.turns.max
