"""The whole turns that bots try in small positions, in their order, and the ratings of answers that follow."""

import numpy as np
import pytest
from clash_rules import rules
from clash_scene import DECLINE, Scene, scene
from clash_table import begun, placed, until

from riotsim.games.cube_clash.board.squares import parse_square
from riotsim.games.cube_clash.bot.answers import NOT_TRIED, ClashAnswerEvaluator
from riotsim.games.cube_clash.bot.evaluation import WON, Evaluator
from riotsim.games.cube_clash.bot.search import Limits, Search
from riotsim.games.cube_clash.bot.turns import TurnGenerator
from riotsim.games.cube_clash.combat.choices import Place
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.state import State, match_of
from riotsim.games.cube_clash.turns import turn
from riotsim.games.cube_clash.turns.ending import History
from riotsim.games.cube_clash.turns.options import Move, MoveUnit, Option, Rotate, Step, Strike
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS
from riotsim.play.requests import Choose, PickPiece, PickPoint, Spot
from riotsim.play.session.session import Session

Line = tuple[Option, ...]


def lines(its: Scene, first: Option | None = None) -> list[Line]:
    """Return the turns that are tried from the start of a turn."""
    generator = TurnGenerator(Evaluator(its.match))
    return [one.line for one in generator.turns(turn.begin(its.match, its.here), first=first)]


NEAR_AND_FAR = (
    "S far a1 dwarves 1 vanish, vanish, vanish, vanish, vanish",
    "S near d4 dwarves 1 melee 3, vanish, vanish, vanish, vanish",
    "N foe d5 goblins 3 saves 1, vanish, vanish, vanish, vanish",
)


def moves_of(die: str, *moves: str | int) -> list[Line]:
    """Return turns of a die that have one step or rotation each."""
    return [(Rotate(die, one) if isinstance(one, int) else Step(die, one),) for one in moves]  # type: ignore[arg-type]  # directions


def test_turns_of_a_die_that_can_attack_come_first() -> None:
    """If a die can attack, the search tries its turns first. The die acts only after one of the rotations that leave it
    the same actions. A step that shows the ID may be followed by a further move.
    """
    die = "south.near"
    south = Step(die, "south")
    expected = [
        *moves_of(die, "east"),
        (south, DECLINE),
        *((south, Move(parse_square(at))) for at in ("d2", "c3", "e3", "d4")),
        *moves_of(die, "west"),
        (Rotate(die, 1), DECLINE),
        (Rotate(die, 1), Strike("north.foe")),
        (Rotate(die, 2), DECLINE),
        (Rotate(die, 3), DECLINE),
    ]
    far = moves_of("south.far", "north", "east", 1, 2, 3)
    its = scene(*NEAR_AND_FAR)
    assert lines(its) == [*expected, *far]
    about = Rotate("south.far", 2)
    assert lines(its, first=about) == [(about,), *expected, *[one for one in far if one != (about,)]]
    unknown = Step("south.far", "west")
    assert lines(its, first=unknown) == [*expected, *far]
    passing = scene(*NEAR_AND_FAR, options={"turn__pass": True})
    assert lines(passing) == [*expected, *far, (DECLINE,)]


def test_the_sides_matter_after_rend() -> None:
    """CC-47: after an attack with Rend the die moves again, so each rotation may be followed by the attack."""
    rend = scene("S near d4 dwarves 1 rend 3, vanish", *NEAR_AND_FAR[2:], options={"turn__extra": 1})
    struck = {one[0] for one in lines(rend) if Strike("north.foe") in one[1:2]}
    assert struck == {Rotate("south.near", 1), Rotate("south.near", 2), Rotate("south.near", 3)}


def test_the_best_rotation_keeps_its_action() -> None:
    """In a corner, the rotation decides which attacks later steps can show. The search lets the die attack after the
    rotation with the best later attacks.
    """
    # Face 4, melee 9, is at the west of the die: rotated by one quarter it is at the north, and a step to the south
    # would show it, off the board; by two quarters it is at the east, where only a step to the west shows it, off the
    # board; by three quarters it is at the south, and a step to the north shows it.
    its = scene("S near a1 dwarves 1 melee 1, vanish, melee 9, vanish, vanish", "N foe b1 goblins 3 vanish")
    struck = [one[0] for one in lines(its) if Strike("north.foe") in one]
    assert struck == [Rotate("south.near", 3)]


def test_turns_are_rated_by_their_ends() -> None:
    """Rated turns are sorted from the highest worth to the lowest. If several turns end in the same position, only the
    first of them is listed.
    """
    its = scene(*NEAR_AND_FAR)
    evaluator, now = Evaluator(its.match), turn.begin(its.match, its.here)
    firsts: dict[object, Line] = {}
    for one in TurnGenerator(evaluator).turns(now):
        assert one.rating == evaluator.rate(one.end.position, "south", "north")
        assert one.result is None
        firsts.setdefault(one.end.position, one.line)
    found = TurnGenerator(evaluator).rated(now)
    assert [one.rating for one in found] == sorted((one.rating for one in found), reverse=True)
    assert {one.end.position: one.line for one in found} == firsts
    assert len(found) == len(firsts) == 15


def test_situations_are_counted() -> None:
    """Each option that is tried counts once: eleven moves, five continuations of a step, two of a rotation, and two
    actions that are given up.
    """
    its = scene(*NEAR_AND_FAR)
    generator = TurnGenerator(Evaluator(its.match))
    list(generator.turns(turn.begin(its.match, its.here)))
    assert generator.nodes == 11 + 5 + 2 + 2


def test_a_turn_that_wins_and_one_that_loses() -> None:
    """CC-80, CC-81: a turn that wins is rated as a win, and a turn that loses as a loss. After the end, the same
    position is a win for the winner's side and a loss for the other.
    """
    wins = scene("S near d4 dwarves 1 melee 9", "N foe d5 goblins 3 saves 1")
    generator = TurnGenerator(Evaluator(wins.match))
    best = generator.rated(turn.begin(wins.match, wins.here))[0]
    assert (best.rating, best.line[-1]) == (WON, Strike("north.foe"))
    assert best.result is not None
    loses = scene("S near d4 dwarves 1 vanish", "N foe d1 goblins 3 vanish")
    generator = TurnGenerator(Evaluator(loses.match))
    found = generator.rated(turn.begin(loses.match, loses.here))
    assert {one.rating for one in found} == {-WON}
    over = found[0].end
    assert generator.rating(over, "south") == -WON
    assert generator.rating(over, "north") == WON
    assert [one.line for one in generator.turns(over)] == [()]


def test_few_spells_of_a_turn_are_tried() -> None:
    """The search tries five first spells of a turn, two second spells, and then one spell each time. After each spell,
    it also tries to end casting.
    """
    its = scene(
        "S mage d4 snakefolk 1 magic 4",
        "S own a1 goblins 1 vanish",
        "N foe h8 goblins 1 vanish",
    )
    generator = TurnGenerator(Evaluator(its.match))
    found = [one.line for one in generator.turns(turn.acting(its.match, its.here, "south.mage"))]
    firsts = list(dict.fromkeys(one[0] for one in found))
    assert len(firsts) == 5 + 1
    assert firsts[-1] == DECLINE
    green = [spell for spell in firsts if isinstance(spell, MoveUnit) and spell.points == 1]
    assert green == []  # moves by four rows are worth more
    short = scene("S mage d7 snakefolk 1 magic 9", "S own a7 goblins 1 vanish", "N foe h1 goblins 1 vanish")
    generator = TurnGenerator(Evaluator(short.match))
    found = [one.line for one in generator.turns(turn.acting(short.match, short.here, "south.mage"))]
    nexts: dict[Line, list[Option]] = {}
    for one in found:
        for place in range(len(one)):
            nexts.setdefault(one[:place], []).append(one[place])
    counts = {before: len(set(after)) for before, after in nexts.items()}
    assert counts[()] == 6
    assert {counts[before] for before in counts if len(before) == 1} == {3}
    assert {counts[before] for before in counts if len(before) == 2} == {2}


def test_few_places_of_a_die_are_tried() -> None:
    """For an own die that may return, three places are tried. For an opposing die, only the one that is best for its
    player is tried.
    """
    own = scene(
        "S near d4 snakefolk 3 melee 9, vanish",
        "S ghost dead snakefolk 1 melee 3",
        "N foe d5 goblins 3 saves 1",
        "N rest h8 goblins 1 saves 1",
    )
    found = [one[-1] for one in lines(own) if Strike("north.foe") in one]
    assert len(found) == 3
    assert all(isinstance(one, Place) and one.die == "south.ghost" for one in found)
    other = scene(
        "S near d4 dwarves 3 melee 9, vanish",
        "N foe d5 goblins 3 vanish, vanish, vanish, vanish, vanish",
        "N rest h8 goblins 1 saves 1",
    )
    (place,) = (one[-1] for one in lines(other) if Strike("north.foe") in one)
    assert isinstance(place, Place)
    assert (place.die, place.at // 8) == ("north.foe", 7)


def test_few_walks_of_firewalkers_are_tried() -> None:
    """CC-73: at the start of a turn three of the hundreds of moves within the home row are tried."""
    its = scene("S walker a1 firewalkers 1 melee 3", "N foe h8 goblins 3 saves 1", terrain="coast")
    firsts = {one[0] for one in lines(its)}
    assert len(firsts) == 3


def test_the_first_options_have_the_worth_of_their_best_turn() -> None:
    """An option is worth as much as the best whole turn that begins with it. A turn to a position that came up once
    before is worth 0.3 less. A turn to a position that came up twice is worth as much as a draw.
    """
    its = scene(*NEAR_AND_FAR)
    evaluator, now = Evaluator(its.match), turn.begin(its.match, its.here)
    found = Search(evaluator, Limits(0, 1)).first_options(now, History())
    whole = list(TurnGenerator(evaluator).turns(now))
    firsts = {one.line[0] for one in whole}
    best = {option: max(one.rating for one in whole if one.line[0] == option) for option in firsts}
    assert found == best
    north = Step("south.far", "north")
    (end,) = (one.end.position.passed() for one in whole if one.line == (north,))
    seen = History(seen={end: 1})
    again = Search(evaluator, Limits(0, 1)).first_options(now, seen)
    assert again == best | {north: best[north] - 0.3}
    drawn = Search(evaluator, Limits(0, 1, draw=-4.0)).first_options(now, History(seen={end: 2}))
    assert drawn == best | {north: -4.0}


def rated(book: Rulebook, session: Session[State], seed: int = 3) -> dict[object, float]:
    """Return the ratings of the answers to the pending request."""
    source = np.random.default_rng(seed)
    return dict(ClashAnswerEvaluator(book).evaluate(session.pending[0], session, lambda: source))


def test_terrains_and_quarters_are_rated() -> None:
    """A terrain is rated by the number of own dice that it helps, minus the number of opposing dice. An own quarter is
    worth one point, and any other none.
    """
    book, session = rules(first="south"), begun(first="south")
    until(session, "terrain")
    assert session.pending[0].player == "Bea"
    # Ada has five dwarves and three coral elves, Bea four snakefolk.
    none = dict.fromkeys(("plains", "fey_land", "waste"), 0.0)
    assert rated(book, session) == {"coast": -3.0, "mountain": -5.0, "swamp": 4.0} | none
    session.answer("swamp")
    assert rated(book, session) == {"south-west": 0.0, "south-east": 0.0, "north-west": 1.0, "north-east": 1.0}
    session.answer("north-west")
    assert session.pending[0].player == "Ada"
    assert rated(book, session) == {"coast": 3.0, "mountain": 5.0, "swamp": -4.0} | none
    session.answer("mountain")
    assert rated(book, session) == {"south-west": 1.0, "south-east": 1.0, "north-east": 0.0}


def test_the_set_up_is_rated_at_random() -> None:
    """In the set-up, dice, squares and sides are rated by random numbers, in the order of the answers."""
    book, session = rules(first="south", terrain="off"), begun(first="south", terrain="off")
    until(session, "set-up")
    chance = np.random.default_rng(3).random(64).tolist()
    die = session.pending[0]
    assert isinstance(die, PickPiece)
    assert rated(book, session) == dict(zip(die.pieces, chance, strict=False))
    session.answer("north.barrow_ox")
    square = session.pending[0]
    assert isinstance(square, PickPoint)
    ((_, region),) = square.regions
    spots = [Spot("north.barrow_ox", (x, y)) for x, y in region.allowed_points().tolist()]
    assert len(spots) == 8
    assert rated(book, session) == dict(zip(spots, chance, strict=False))
    session.answer(spots[0])
    side = session.pending[0]
    assert isinstance(side, Choose)
    assert rated(book, session) == dict(zip(side.options, chance, strict=False))


def test_answers_of_a_turn_have_the_worth_of_what_they_lead_to() -> None:
    """A die is rated by the best turn that begins with it. The same holds for each of its steps and rotations."""
    given = {
        "dice": {
            "south.bellfounder": {"at": "d4", "top": "north"},
            "south.ember_page": {"at": "a1", "top": "east"},
            "north.barrow_ox": {"at": "d5", "top": "south"},
            "north.reedling": {"at": "h8", "top": "west"},
        },
        "terrain": "coast",
    }
    book, session = placed(given)
    situation = session.state.situation
    assert situation is not None
    whole = list(TurnGenerator(Evaluator(match_of(book, session.state))).turns(situation))
    for die, worth in rated(book, session).items():
        assert worth == max(one.rating for one in whole if getattr(one.line[0], "die", "") == die)
    session.answer("south.bellfounder")
    names = {"turn right": 1, "turn about": 2, "turn left": 3}
    for answer, worth in rated(book, session).items():
        option: Option = (
            Rotate("south.bellfounder", names[answer])  # type: ignore[arg-type]  # one of the names
            if answer in names
            else Step("south.bellfounder", answer)  # type: ignore[arg-type]  # a direction
        )
        assert worth == max(one.rating for one in whole if one.line[0] == option)
    session.close()


def test_the_dice_of_a_spell_are_rated() -> None:
    """CC-62, CC-65: a question for the dice of a spell rates only dice of spells that the search tries. A face or side
    that the search doesn't try has the rating `NOT_TRIED`.
    """
    given = {
        "dice": {"south.furnace_warden": {"at": "c3", "top": "north"}, "north.reedling": {"at": "c5", "top": "east"}},
        "terrain": "coast",
    }
    book, session = placed(given, "turn right", "turn")
    groups = rated(book, session)
    assert groups
    assert all(session.pending[0].refusal(answer) is None for answer in groups)
    best = max(groups, key=lambda answer: groups[answer])
    session.answer(best)
    for _ in range(2):
        found = rated(book, session)
        request = session.pending[0]
        assert isinstance(request, Choose)
        assert list(found) == list(request.options)
        tried = {answer: worth for answer, worth in found.items() if worth != NOT_TRIED}
        assert 0 < len(tried) < len(found)
        session.answer(max(found, key=lambda answer: found[answer]))
        if session.pending[0].purpose != "north":
            break
    session.close()
    given = {
        "dice": {"north.pale_usher": {"at": "c3", "top": "north"}, "south.ember_page": "d4", "north.barrow_ox": "c6"},
        "dead": ["south.bellfounder", "south.wick_runner"],
        "mover": "north",
        "terrain": "coast",
    }
    book, session = placed(given, "north.pale_usher", "turn about", "banish")
    assert list(rated(book, session)) == [("south.bellfounder",)]
    session.close()


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_orientations_for_the_turns_above(quarters: int) -> None:
    """A die that shows face 2 has faces 1, 3, 6 and 4 at the north, east, south and west. A rotation moves these faces
    around by quarters.
    """
    lies = next(one for one in ORIENTATIONS if one.top == 2)
    around = (lies.north, lies.east, lies.south, lies.west)
    assert around == (1, 3, 6, 4)
    turned = lies.rotate(quarters)
    assert (turned.north, turned.east, turned.south, turned.west) == around[-quarters:] + around[:-quarters]
    assert len(set(ID_UP)) == 4
