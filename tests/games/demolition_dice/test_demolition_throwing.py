"""Throws at a tower on the real table: legal throws, places to throw from, and the results of falls
(DD-20 to DD-40).
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from dice_table import NAMES, rules

from riotsim.bots.bot import Luck
from riotsim.bots.random import RandomBot
from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.bot.answers import DemolitionAnswerEvaluator
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import rules_of
from riotsim.games.demolition_dice.rules.knock import LeaveAlone, ThrowAt
from riotsim.games.demolition_dice.rules.towers import cocked
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PlaceDie, Refused, Target
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.journal import Acted
from riotsim.play.session.serialization import to_plain
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.table.acts import Mark, Roll, Settled, TowerFell
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, distance, heading, multiply, point_ahead
from riotsim.table.units import inches


def game(towers: Mapping[str, tuple[int, ...]], seed: int = 1, **options: object) -> Session[State]:
    """Return a game on the real table that begins with straight towers."""
    book = rules({key.replace("__", "."): value for key, value in options.items()})
    given = Given(players=NAMES, towers=dict(towers))
    state = State(dict.fromkeys(NAMES, book.hand))
    return Session(rules_of(book), state, given.lay(book), seed, perform)


def to_the_throw(session: Session[State], tower: str) -> tuple[str, Target, AimThrow]:
    """Play on until a die is to be thrown at a tower. Return the thrower, the target and the request."""
    luck = RandomBot(Luck(1, 0))
    while True:
        request = session.pending[0]
        if isinstance(request, Choose):
            session.answer(ThrowAt(tower))
            aim = session.pending[0]
            assert isinstance(aim, AimThrow)
            assert aim.target is not None
            return request.player, aim.target, aim
        session.answer((0.0, 0.0) if isinstance(request, PlaceDie) else luck.answer(request, session))


FIVES = {"Ada": (5, 5, 5, 5), "Bea": (5, 5), "Cy": (5, 5)}


def good(target: Target, **changes: Any) -> Aim:
    """Return a hard throw from over the middle of the table at the middle of a tower, by a hand without errors."""
    way = heading(rules().bare_table.middle, target.at)
    return replace(Aim(target.at, way, 4.0, by_hand=True, mark=target.default_mark), **changes)


def test_throws_that_are_refused() -> None:
    """DD-30: if a throw comes from too near, from off the table, goes backwards, or is too soft, it is refused. The
    reason is given.
    """
    session = game(FIVES)
    _, target, aim = to_the_throw(session, "Bea")
    near = Mark(inches(5), 20.0)
    for answer, says in (
        (good(target, mark=near), "a die is thrown from at least 6 in away"),
        (good(target, mark=Mark(inches(80), 20.0)), "a die is thrown from over the table"),
        (good(target, mark=Mark(-inches(7), 20.0)), "ahead"),
        (good(target, mark=Mark(inches(8), 4000.0)), "0 to 300 mm high"),
        (good(target, mark=Mark(math.nan, 20.0)), "a mark is a distance and a height"),
        (good(target, mark="near"), "a mark is a distance and a height"),
        (good(target, strength=4.5), "0.3 to 4 times"),
        (good(target, strength=0.3), "must be thrown harder"),
        (good(target, drop=10.0), "released at least 50 mm up"),
    ):
        assert says in (aim.refusal(answer) or "")
        with pytest.raises(Refused):
            session.answer(answer)
    assert aim.refusal(good(target)) is None
    assert aim.refusal(replace(good(target), mark=None)) is None  # as is usual


def test_nothing_is_thrown_at_in_a_roll() -> None:
    """If an answer to a roll into the tray has a mark to throw at, it is refused."""
    request = game(FIVES).pending[0]
    assert isinstance(request, AimThrow)
    answer = Aim((50.0, 50.0), 0.0, mark=Mark(200.0, 9.0))
    assert request.refusal(answer) == "there is nothing to throw at"


def test_a_throw_told_and_read_is_the_same() -> None:
    """If a throw with its mark is stored as plain data and read again, it is the same. So is the choice of a tower."""
    session = game(FIVES)
    _, target, aim = to_the_throw(session, "Bea")
    asked: Any = aim
    assert parse_answer(asked, to_plain(good(target))) == good(target)
    choose: Choose[object] = Choose("Ada", "knock", (ThrowAt("Bea"), LeaveAlone()))
    assert [parse_answer(choose, to_plain(option)) for option in choose.options] == list(choose.options)


@pytest.mark.parametrize(
    "mark",
    [
        {"back": 200.0},
        {"is": "mark", "back": 200.0, "height": 9.0, "more": 1},
        {"is": "mark", "back": "far", "height": 9.0},
        {"is": "mark", "back": {"is": "aim"}, "height": 9.0},
        [200.0, 9.0],
        {"is": "mark", "back": 1e300, "height": 9.0},
    ],
)
def test_a_strangers_mark_is_refused(mark: object) -> None:
    """If a stored throw has an invalid mark, it is refused without a crash."""
    session = game(FIVES)
    _, target, aim = to_the_throw(session, "Bea")
    told = {**to_plain(good(target)), "mark": mark}
    asked: Any = aim
    try:
        answer: Any = parse_answer(asked, told)
    except Refused:
        return
    assert aim.refusal(answer) is not None


def test_the_die_comes_from_their_hand_and_goes_back() -> None:
    """DD-30: a player throws one of the dice that they hold, from at least 6 in away. After the throw, the die is back
    in their hand.
    """
    session = game(FIVES)
    player, target, aim = to_the_throw(session, "Ada")
    session.answer(good(target))
    act, _ = _last_throw(session)
    (die,) = act.dice
    assert die.owner == player
    assert act.mark is not None
    assert distance(point_ahead(act.at, act.heading, -act.mark.back), target.at) > inches(6)
    assert die.id not in session.table.dice
    assert die.id in Demolition(session.play, rules()).held(player)
    assert aim.dice == ("d6",)


def test_a_fall_gives_the_faces_that_came_up() -> None:
    """DD-31, DD-40: after a fall, the owner stacks the same dice in the old order. Each die that wasn't cocked keeps
    the face that it showed where it lay.
    """
    session = game(FIVES)
    _, target, _ = to_the_throw(session, "Ada")
    before = session.table.towers["Ada"].dice
    session.answer(good(target))
    _, settled = _last_throw(session)
    assert settled.facts_of(TowerFell)
    lay = {name: settled.table.dice[name] for name in before if name in settled.table.dice}
    while not any(isinstance(event, events.Rebuilt) for event in session.events):
        request = session.pending[0]
        answer = (0.0, 0.0) if isinstance(request, PlaceDie) else RandomBot(Luck(1, 0)).answer(request, session)
        session.answer(answer)
    assert session.table.towers["Ada"].dice == before
    came_up = {die.id: die.shows for die in session.table.tower_dice("Ada")}
    sure = {name: die.shows for name, die in lay.items() if not cocked(die)}
    assert sure
    assert {name: came_up[name] for name in sure} == sure


def test_the_same_tower_stands_after_a_miss() -> None:
    """DD-30: if a throw passes the tower, the tower stands as before. The throw is a miss, and the only one."""
    session = game(FIVES)
    player, target, _ = to_the_throw(session, "Bea")
    standing = session.table.tower_dice("Bea")
    session.answer(good(target, at=point_ahead(target.at, good(target).heading + math.pi / 2, inches(1.5))))
    assert session.table.tower_dice("Bea") == standing
    assert events.Misses(player, "Bea") in session.events
    assert sum(isinstance(event, events.ThrowsAt) for event in session.events) == 1
    assert getattr(session.pending[0], "target", None) is None


def test_a_die_placed_badly_fells_the_tower() -> None:
    """DD-20, DD-40: if a player puts dice at the rim of the top die, the tower falls by their own doing. A rebuild
    follows at once.
    """
    session = game({"Ada": (6, 6), "Bea": (6, 6), "Cy": (6, 6)}, hand="drunk")
    luck = RandomBot(Luck(1, 0))
    while not any(isinstance(event, events.TowerFalls) for event in session.events):
        request = session.pending[0]
        if isinstance(request, PlaceDie):
            session.answer((request.reach * 0.99, 0.0))
        elif isinstance(request, Choose):
            session.answer(LeaveAlone())
        else:
            session.answer(luck.answer(request, session))
    fall = next(event for event in session.events if isinstance(event, events.TowerFalls))
    assert fall.by == fall.tower
    after = session.events[session.events.index(fall) + 1 :]
    assert isinstance(
        next(event for event in after if isinstance(event, events.CameUp | events.Stacked)), events.CameUp
    )


def test_a_die_alone_that_is_turned_over_is_knocked_down() -> None:
    """DD-31: if a single die shows another face after a throw at it, or has left the table, its tower has fallen. If
    the die was only pushed, the tower may stand.
    """
    session = game({"Ada": (6, 6), "Bea": (5,), "Cy": (6, 6)})
    player, target, _ = to_the_throw(session, "Bea")
    (die,) = session.table.tower_dice("Bea")
    came = set()
    for aside, strength in itertools.product((0.0, 6.0, 9.0, 11.0, 13.0, 15.0, 30.0), (1.5, 4.0)):
        trial = session.fork()
        at = point_ahead(target.at, good(target).heading + math.pi / 2, aside)
        trial.answer(good(target, at=at, strength=strength, mark=replace(target.default_mark, height=10.0)))
        _, settled = _last_throw(trial)
        after = settled.table.dice.get(die.id)
        turned = after is None or after.shows != die.shows
        pushed = after is not None and distance(after.pose.xy, die.pose.xy) > 1.0
        fell = any(isinstance(event, events.TowerFalls) for event in trial.events)
        assert fell or not turned
        assert fell is (events.Misses(player, "Bea") not in trial.events)
        came.add("fell" if fell else "pushed" if pushed else "missed")
    assert came == {"fell", "pushed", "missed"}


def test_cocked() -> None:
    """DD-40: a die is cocked if no face is within 10 degrees of lying flat."""
    flat = Die("a", pose=Pose((0.0, 0.0, 8.0)))
    for degrees, expected in ((0, False), (9, False), (11, True), (45, True), (80.5, False)):
        half = math.radians(degrees) / 2
        turn = multiply((math.sin(half), 0.0, 0.0, math.cos(half)), flat.pose.orientation)
        assert cocked(replace(flat, pose=Pose(flat.pose.at, turn))) is expected


def test_whom_a_greedy_boss_throws_at() -> None:
    """A greedy player throws at the highest of the other towers, or at their own if it shows little. Sometimes the best
    is to throw at none.
    """
    for towers, player, expected in (
        ({"Ada": (6, 6, 6), "Bea": (2, 2, 2), "Cy": (4, 4, 4)}, "Cy", ThrowAt("Ada")),
        ({"Ada": (4, 4, 4), "Bea": (4, 4, 4), "Cy": (1, 1, 1)}, "Cy", ThrowAt("Cy")),
        ({"Ada": (1, 1, 1), "Bea": (1, 1, 1), "Cy": (6, 6, 6)}, "Cy", LeaveAlone()),
    ):
        session = game(towers)
        request = Choose(player, "knock", (*(ThrowAt(name) for name in NAMES), LeaveAlone()))
        rated = DemolitionAnswerEvaluator(rules()).evaluate(request, session, np.random.default_rng)
        assert max(rated, key=lambda one: one[1])[0] == expected


def test_which_die_a_greedy_boss_stacks() -> None:
    """Of the dice just rolled, a greedy player stacks the one with the highest face."""
    session = game(FIVES)
    luck = RandomBot(Luck(1, 0))
    while not isinstance(session.pending[0], PickPiece):
        session.answer(luck.answer(session.pending[0], session))
    request = session.pending[0]
    rated = DemolitionAnswerEvaluator(rules()).evaluate(request, session, np.random.default_rng)  # type: ignore[arg-type]  # Request is invariant
    best = max(rated, key=lambda one: one[1])[0]
    assert session.table.dice[str(best)].shows == max(session.table.dice[die].shows for die in request.pieces)


def _last_throw(session: Session[State]) -> tuple[Roll, Settled]:
    """Return the last throw at a tower, with its result."""
    for entry in reversed(session.journal):
        if isinstance(entry, Acted) and isinstance(entry.act, Roll) and entry.act.mark is not None:
            assert entry.settled is not None
            return entry.act, entry.settled
    raise AssertionError("nothing was thrown at a tower")
