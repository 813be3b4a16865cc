"""The search of Cube Clash: it equals brute force, finds wins, counts its nodes, and leaves out few good spells."""

import random
from collections.abc import Collection

import pytest
from clash_rules import army, rules
from clash_scene import Scene, scene
from hypothesis import given
from hypothesis import strategies as st
from law_examples import examples

from riotsim.games.cube_clash.board.position import Match, Position, Standing, position
from riotsim.games.cube_clash.board.setup import new_match
from riotsim.games.cube_clash.board.squares import square
from riotsim.games.cube_clash.bot.evaluation import WON, Evaluator, evaluator_of, result_worth
from riotsim.games.cube_clash.bot.search import SOONER, WINNING, Found, Limits, Search
from riotsim.games.cube_clash.bot.turns import TurnGenerator
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History, home_row_result, passed
from riotsim.games.cube_clash.turns.options import Reorient, Step
from riotsim.games.cube_clash.units.orientations import ORIENTATIONS

TERRAINS = (None, "coast", "mountain", "swamp", "plains")


def clash(seed: int, dice: int, low: int = 0, high: int = 8) -> tuple[Match, Position]:
    """Return a random position of a few dice of both armies, within some rows and columns."""
    chance = random.Random(seed)
    quarter = chance.choice(TERRAINS)
    match = new_match(rules(), army("lantern_guild"), army("reed_court"), (quarter,) * 4)
    squares = [square(column, row) for column in range(low, high) for row in range(low, high)]
    chance.shuffle(squares)
    stand: list[Standing] = []
    dead: list[str] = []
    for side in ("south", "north"):
        names = [die for die in match.dice if match.owner(die) == side]
        chance.shuffle(names)
        stand += [Standing(die, squares.pop(), chance.choice(ORIENTATIONS)) for die in names[:dice]]
        dead += names[dice : dice + 1]
    return match, position(stand, dead, chance.choice(["south", "north"]))


def search(match: Match, here: Position, limits: Limits, history: History | None = None) -> Found:
    """Search from the start of a turn with a new search."""
    return Search(Evaluator(match), limits).best(turn.begin(match, here), history or History())


def minimax(generator: TurnGenerator, here: Position, depth: int, drawn: Collection[Position] = ()) -> float:
    """Return the worth of a position, found by trying all turns of the generator to a depth. Positions of `drawn` are
    worth nothing.
    """
    best = -float("inf")
    for one in generator.turns(turn.begin(generator.match, here)):
        result = one.end.result or home_row_result(generator.match, one.end.position)
        if result is not None:
            worth = result_worth(result, here.mover)
        elif one.end.position.passed() in drawn:
            worth = 0.0
        elif depth == 1:
            worth = one.rating
        else:
            worth = -minimax(generator, one.end.position.passed(), depth - 1, drawn)
            worth -= SOONER if worth > WINNING else -SOONER if worth < -WINNING else 0.0
        best = max(best, worth)
    return best


@examples(10, 25)
@given(seed=st.integers(0, 2**32), depth=st.sampled_from([1, 2, 2, 3]))
def test_the_search_finds_what_trying_all_turns_finds(seed: int, depth: int) -> None:
    """The search finds the same worth of a position as trying all turns does. Alpha-beta, remembered results and the
    order of turns don't change it.
    """
    match, here = clash(seed, dice=1 if depth == 3 else 2, high=4)
    found = search(match, here, Limits(10**9, depth))
    assert found.worth == pytest.approx(minimax(TurnGenerator(Evaluator(match)), here, found.depth))


@examples(4, 8)
@given(seed=st.integers(0, 2**32), depth=st.sampled_from([2, 2, 3]))
def test_the_search_sees_repetitions_by_the_other_player(seed: int, depth: int) -> None:
    """CC-82: if the opponent's best reply brings up a position for the third time, the search rates this reply as a
    draw.
    """
    match, here = clash(seed, dice=1 if depth == 3 else 2, high=4)
    generator = TurnGenerator(Evaluator(match))
    replies = []
    for mine in generator.rated(turn.begin(match, here))[:5]:
        if mine.result is None:
            theirs = generator.rated(turn.begin(match, mine.end.position.passed()))[0]
            replies += [theirs.end.position.passed()] if theirs.result is None else []
    found = search(match, here, Limits(10**9, depth), History(seen=dict.fromkeys(replies, 2)))
    assert found.worth == pytest.approx(minimax(generator, here, found.depth, replies))


def test_the_same_position_gets_the_same_turn() -> None:
    """Two searches of equal matches find the same turn, look at as many situations, and read no clock."""
    found = [search(*clash(7, dice=5), Limits(1500, 3)) for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("nodes", [0, 500, 2000])
def test_a_search_stops_after_its_nodes(nodes: int) -> None:
    """After the limit of nodes is reached, a search stops soon. It always finds a turn, even with a limit of 0."""
    match, here = clash(3, dice=6)
    first = search(match, here, Limits(0, 1))
    found = search(match, here, Limits(nodes, 4))
    assert found.line
    assert found.nodes <= max(nodes, first.nodes) + 1500
    assert nodes or found == first


def plays(match: Match, here: Position, found: Found) -> turn.Situation:
    """Return the end of the turn that was found, and check that each of its options is open."""
    now = turn.begin(match, here)
    for option in found.line:
        assert turn.is_open(match, now, option)
        now = turn.after(match, now, option)
    assert now.over
    return now


@examples(8, 20)
@given(seed=st.integers(0, 2**32))
def test_a_turn_that_was_found_can_be_played(seed: int) -> None:
    """Every option of the best turn is open, and after the last one the turn is over."""
    match, here = clash(seed, dice=5)
    plays(match, here, search(match, here, Limits(300, 2)))


def test_a_win_in_one_turn_is_played() -> None:
    """If a turn can kill the last opposing die, the search finds this turn and rates it as a win."""
    its = scene(
        "S hero e4 dwarves 3 id, melee 4, melee 4, melee 4, melee 4, melee 4",
        "N last e6 undead 2 saves 1",
    )
    found = search(its.match, its.here, Limits(0, 1))
    end = plays(its.match, its.here, found)
    assert found.worth == WON
    assert end.result is not None
    assert end.result.winner == "south"


def test_a_win_is_worth_more_than_raiders_in_the_longest_games() -> None:
    """Late in a game, a search that can kill the last opposing die doesn't send another die to the home row instead."""
    its = scene(
        "S hero d3 dwarves 3 melee 9",
        "S one b8 dwarves 3 saves 1",
        "S two f8 dwarves 3 saves 1",
        "S three h7 dwarves 3 saves 1",
        "N last d4 undead 1 saves 1",
    )
    for turns in (0, 390):
        evaluator, history = evaluator_of(its.match, turns), History(turns=turns)
        found = Search(evaluator, Limits(0, 1)).best(turn.begin(its.match, its.here), history)
        assert plays(its.match, its.here, found).result is not None
        assert found.worth == WON


def test_no_position_is_worth_half_a_win() -> None:
    """A position without a winner is worth less than half a win. This holds even if all dice of an army are near the
    opponent's home row.
    """
    raiders = [f"S r{column} {column}8 dwarves 2 saves 1" for column in "abcdefgh"]
    others = [f"S o{column} {column}7 dwarves 2 saves 1" for column in "abcdefgh"]  # twice the points of an army
    its = scene(*raiders, *others, "N last d1 undead 1 saves 1")
    assert evaluator_of(its.match, 10_000).rate(its.here, "south", "south") < WINNING


def test_a_raid_that_cannot_be_answered_is_found() -> None:
    """If a step to the opponent's home row can't be answered, the search finds it and rates it as a win. The opponent
    can neither kill the raider nor raid in turn.
    """
    its = scene(
        "S raider d7 dwarves 3 saves 4, saves 4, saves 4, saves 4, saves 4, saves 4",
        "S guard a1 dwarves 1 saves 1",
        "N far h7 undead 1 saves 1",
        mover="south",
    )
    found = search(its.match, its.here, Limits(10**6, 2))
    assert found.worth == WON - SOONER
    assert found.line[0] == Step("south.raider", "north")


def test_a_raid_is_answered() -> None:
    """If a raider on a player's home row can be killed, the search for this player kills it."""
    its = scene(
        "S raider d8 dwarves 1 magic 1",
        "S guard a1 dwarves 1 saves 1",
        "N strong e8 undead 3 id, melee 4, melee 4, melee 4, melee 4, melee 4",
        mover="north",
    )
    end = plays(its.match, its.here, search(its.match, its.here, Limits(0, 1)))
    assert end.position.dead == ("south.raider",)


def test_a_position_that_came_before_is_avoided() -> None:
    """If the best turn of a leading player would draw by repetition, the search finds another turn, without a draw."""
    match, here = clash(11, dice=4)
    first = search(match, here, Limits(0, 1))
    end = plays(match, here, first)
    seen = History(seen={end.position.passed(): 2})
    assert passed(match, seen, end)[2] is not None
    again = search(match, here, Limits(0, 1), seen)
    assert first.worth > 0.0
    assert passed(match, seen, plays(match, here, again))[2] is None


def test_a_search_that_hates_draws_plays_on_when_it_is_behind() -> None:
    """A player who is behind takes a draw by repetition. If the search rates a draw below the player's position, it
    plays on instead.
    """
    for seed in range(200):
        match, here = clash(seed, dice=4)
        first = search(match, here, Limits(0, 1))
        if first.worth > -0.5 or first.worth < -3.0:
            continue
        end = plays(match, here, first)
        seen = History(seen={end.position.passed(): 2})
        draws = search(match, here, Limits(0, 1), seen)
        plays_on = search(match, here, Limits(0, 1, draw=-4.0), seen)
        assert draws.line == first.line
        assert draws.worth == 0.0
        if plays_on.line != first.line:
            assert plays_on.worth >= -4.0
            return
    raise AssertionError("no position in which a search is a little behind")


def all_spells(match: Match, here: Position, caster: str) -> list[float]:
    """Return the ratings of all ways to end a turn with the magic of a die, including all yellow spells."""
    generator = TurnGenerator(Evaluator(match))
    ends = turn.lines(match, turn.acting(match, here, caster))
    return [generator.rating(end, here.mover) for _, end in ends]


def casters(count: int) -> list[tuple[Scene, str]]:
    """Return random positions with few dice, each with the name of its caster. The caster has two points of magic of
    two colours.
    """
    found = []
    for seed in range(count):
        chance = random.Random(seed)
        squares = [f"{column}{row}" for column in "cdef" for row in "3456"]
        chance.shuffle(squares)
        race = chance.choice(["dwarves", "coral_elves", "goblins", "feral", "snakefolk", "lava_elves"])
        faces = ["melee 3", "saves 2", "magic 2", "missile 2", "maneuver 2", "fly 1", "counter 2"]
        lines = [f"S mage {squares[0]} {race} 2 magic 2, melee 2, saves 1, melee 1, missile 1"]
        for number, side in enumerate("SNN"):
            shown = ", ".join(chance.sample(faces, 5))
            lines.append(f"{side} unit{number} {squares[number + 1]} undead {chance.randint(1, 2)} {shown}")
        lines.append(f"{chance.choice('SN')} ghost dead undead 1 melee 1")
        found.append((scene(*lines, terrain=chance.choice(["coast", "mountain", "swamp"])), "south.mage"))
    return found


def test_the_spells_that_are_tried_hold_nearly_the_best() -> None:
    """In small positions, a search that tries few spells finds the best rating of all spells in four of five cases. It
    never misses more than a point of health.
    """
    lost = []
    for its, mage in casters(20):
        every = max(all_spells(its.match, its.here, mage))
        tried = TurnGenerator(Evaluator(its.match)).rated(turn.acting(its.match, its.here, mage))
        lost.append(every - tried[0].rating)
    assert min(lost) > -1e-9, "nothing is tried that isn't open"
    assert sum(one < 1e-9 for one in lost) >= 0.8 * len(lost)
    assert max(lost) < 1.0


def test_yellow_spells_are_few() -> None:
    """For a caster with four points there are hundreds of thousands of yellow spells. The search looks at fewer than
    400 nodes.
    """
    match, _ = clash(0, dice=1)
    names = sorted(match.dice)
    here = position(
        [Standing(die, number * 4 if die != "south.furnace_warden" else 2, ORIENTATIONS[0]) for number, die in
         enumerate(names)]
    )  # fmt: skip
    generator = TurnGenerator(Evaluator(match))
    warden = Standing("south.furnace_warden", 2, next(one for one in ORIENTATIONS if one.top == 3))
    now = turn.acting(match, here.put(warden), "south.furnace_warden")
    found = generator.rated(now)
    assert any(isinstance(option, Reorient) for one in found for option in one.line)
    assert generator.nodes < 400


def test_a_long_game_drives_dice_forward() -> None:
    """The longer a game takes, the more a row towards the opponent's home row is worth. This ends games in which
    players kill and bring back the same dice.
    """
    near = scene("S one d5 dwarves 1 saves 1", "N other h8 undead 1 saves 1")
    far = scene("S one d4 dwarves 1 saves 1", "N other h8 undead 1 saves 1")
    gains = [
        evaluator_of(near.match, turns).rate(near.here, "south", "north")
        - evaluator_of(far.match, turns).rate(far.here, "south", "north")
        for turns in (0, 39, 40, 200)
    ]
    assert 0 < gains[0] == gains[1] < gains[2] < 1 < gains[3]
