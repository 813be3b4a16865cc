"""Advances that RiftWar's planners choose when each place has a given chance to win, and set-ups in blocks."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import numpy as np
import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.bot.advances import Advance, AdvanceFinder
from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator
from riotsim.games.riftwar.bot.proposals import PLANNED, RiftWarProposals
from riotsim.games.riftwar.bot.setups import SetUps
from riotsim.games.riftwar.state import Plan
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point
from riotsim.table.units import inches

Units = Mapping[str, Mapping[str, Any]]


def at(x: float, y: float) -> Point:
    """Return a place in inches."""
    return (inches(x), inches(y))


def logit(chance: float) -> float:
    """Return the logarithm of the odds of a chance."""
    return math.log(chance / (1.0 - chance))


class GivenChances:
    """An evaluator with given chances to win: `places` by a model's place in inches, to a tenth, and `now` elsewhere.
    If a unit of Ada's is pinned, the chance is `pinned`.
    """

    def __init__(self, places: Mapping[Point, float], now: float = 0.5, pinned: float = 0.3) -> None:
        self.places, self.now, self.pinned = places, now, pinned
        self.asked: list[Battle] = []

    def chance_to_win(self, player: str, game: Battle) -> float:
        """Return the given chance."""
        assert player == "Ada"
        self.asked.append(game)
        if any(unit.pinned for unit in game.state.side("Ada")):
            return self.pinned
        found = [self.places.get(place(game, unit.id)) for unit in game.state.standing("Ada")]
        return next((chance for chance in found if chance is not None), self.now)


def place(game: Battle, name: str) -> Point:
    """Return where a model stands, in inches, to a tenth."""
    x, y = game.table.models[name].at
    return (round(x / 25.4, 1), round(y / 25.4, 1))


def battle(units: Units, options: Mapping[str, Any] = OPEN, **given: Any) -> Battle:
    """Return a battle at a position."""
    book = rules(**options)
    return Battle(session_at(units, book, armies=ARMIES, **given).play, book, dice_of(book))


def best(game: Battle, chances: GivenChances) -> Advance | None:
    """Return the best advance of Ada, with given chances to win."""
    return AdvanceFinder(game.rules, cast(RiftWarPositionEvaluator, chances)).best(game, "Ada")


def found(game: Battle, chances: GivenChances) -> Any:
    """Return the mover of the best advance, its end in inches, and its gain."""
    advance = best(game, chances)
    if advance is None:
        return None
    x, y = advance.to
    return advance.mover, (round(x / 25.4, 1), round(y / 25.4, 1)), advance.gain


SPENT: Final = {"at": [20, 34], "facing": 270, "spent": True}
"""An enemy who can't react in this phase."""

ONE: Final[Units] = {"a.rifleman_1": {"at": [10, 6.2], "facing": 270}, "b.rifleman_1": SPENT}
"""A unit and an enemy on a bare table. The unit's nearest grid points are (10.5, 7.5), (10.5, 4.5) and (7.5, 7.5)."""


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({(10.5, 7.5): 0.6}, ((10.5, 7.5), 0.6)),
        ({(10.5, 7.5): 0.6, (10.5, 4.5): 0.7}, ((10.5, 4.5), 0.7)),
        ({(10.5, 7.5): 0.7, (10.5, 4.5): 0.6}, ((10.5, 7.5), 0.7)),
        ({(7.5, 7.5): 0.9}, ((7.5, 7.5), 0.9)),
        ({(7.5, 4.5): 0.9}, None),  # the fourth place isn't tried
        ({(10.5, 7.5): 0.524}, None),  # a gain of 0.096
        ({(10.5, 7.5): 0.526}, ((10.5, 7.5), 0.526)),  # a gain of 0.104
        ({(10.5, 7.5): 0.4}, None),
    ],
)
def test_the_best_of_three_places(places: Mapping[Point, float], expected: tuple[Point, float] | None) -> None:
    """A bot tries the three nearest places from which a unit sees an enemy. It chooses the place with the greatest gain
    in the logit of the chance to win. A gain below 0.1 is no advance.
    """
    advance = found(battle(ONE), GivenChances(places))
    assert advance == (None if expected is None else ("a.rifleman_1", expected[0], pytest.approx(logit(expected[1]))))


@pytest.mark.parametrize(
    ("now", "quiet", "before"),
    [
        (0.7, 0, logit(0.7)),
        (0.7, 4, logit(0.7) / 2),
        (0.7, 8, 0.0),
        (0.3, 4, logit(0.3)),
        (0.0, 0, math.log(1e-9)),
    ],
)
def test_a_gain_counts_from_what_waiting_is_worth(now: float, quiet: int, before: float) -> None:
    """RW-07: as quiet phases bring a draw nearer, a winning position loses worth for its player. A losing position
    keeps its worth. A gain is counted from this worth.
    """
    advance = found(battle(ONE, quiet=quiet), GivenChances({(10.5, 7.5): 0.9}, now))
    assert advance == ("a.rifleman_1", (10.5, 7.5), pytest.approx(logit(0.9) - before))


@pytest.mark.parametrize("watchers", [1, 2])
def test_a_gain_counts_what_reaction_fire_does(watchers: int) -> None:
    """RW-44: the reaction fire of a watcher lowers the gain of an advance. Its three dice do nothing in 8 of 27 cases,
    pin the unit in 12, and hurt it in 7. If the unit is hurt, the phase ends, which costs 0.4.
    """
    foes = {f"b.rifleman_{k}": {"at": [18 + 2 * k, 34], "facing": 270} for k in range(1, watchers + 1)}
    chances = GivenChances({(10.5, 7.5): 0.99}, now=0.4, pinned=0.45)
    advance = found(battle({"a.rifleman_1": ONE["a.rifleman_1"], **foes}), chances)
    held, unhurt = (8 / 27) ** watchers, (20 / 27) ** watchers
    gain = held * logit(0.99) + (1 - held) * logit(0.45) - (1 - unhurt) * 0.4 - logit(0.4)
    assert advance == ("a.rifleman_1", (10.5, 7.5), pytest.approx(gain))
    stopped = [there for there in chances.asked if there.unit("a.rifleman_1").pinned]
    start, end = at(10, 6.2), at(10.5, 7.5)
    share = 1.0 / math.dist(start, end)  # the fire may come 1 mm after the start
    first = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    assert stopped[0].table.models["a.rifleman_1"].at == pytest.approx(first)


def test_a_unit_faces_the_nearest_enemy_where_it_is_rated() -> None:
    """If a bot rates a place for a unit, the position rated has the unit there, facing the nearest enemy. The battle
    itself doesn't change.
    """
    game = battle({**ONE, "b.rifleman_2": {"at": [10.5, 30], "facing": 90, "spent": True}})
    chances = GivenChances({(10.5, 7.5): 0.9})
    assert best(game, chances) == Advance("a.rifleman_1", at(10.5, 7.5), logit(0.9))
    before, after = chances.asked[:2]
    assert before is game
    model = after.table.models["a.rifleman_1"]
    assert model.at == at(10.5, 7.5)
    assert model.heading == pytest.approx(math.pi / 2)
    assert not after.unit("a.rifleman_1").pinned
    assert place(game, "a.rifleman_1") == (10.0, 6.2)
    asked = len(chances.asked)
    finder = AdvanceFinder(game.rules, cast(RiftWarPositionEvaluator, chances))
    assert finder.best(game, "Ada") == finder.best(game, "Ada")
    assert len(chances.asked) == 2 * asked


@pytest.mark.parametrize(
    ("changes", "mover"),
    [
        ({}, "a.rifleman_1"),
        ({"pinned": True}, None),
        ({"fray": 1}, None),
    ],
)
def test_who_may_advance(changes: Mapping[str, Any], mover: str | None) -> None:
    """RW-62: if a unit is pinned or in a fray, a bot chooses no advance for the unit."""
    units = {"a.rifleman_1": {**ONE["a.rifleman_1"], **changes}, "b.rifleman_1": SPENT}
    if "fray" in changes:
        units["b.rifleman_2"] = {"at": [10, 5.19], "facing": 90, "fray": 1, "spent": True}
    advance = best(battle(units), GivenChances({(10.5, 7.5): 0.9}, pinned=0.9))
    assert (None if advance is None else advance.mover) == mover


def test_units_without_targets_advance_first() -> None:
    """A bot tries advances of at most six units, and of five places in all. Units that can't fire at an enemy now are
    tried first.
    """
    ready = {f"a.rifleman_{k}": {"at": [4.6 + 3 * k, 6.2], "facing": 90} for k in range(1, 7)}
    late = {"a.atgm": {"at": [31.6, 6.2], "facing": 270}}
    wins = {(31.5, 7.5): 0.9, (7.5, 7.5): 0.95}
    both = battle({**ready, **late, "b.rifleman_1": SPENT})
    assert found(both, GivenChances({(31.5, 7.5): 0.9})) == ("a.atgm", (31.5, 7.5), pytest.approx(logit(0.9)))
    assert found(both, GivenChances(wins)) == ("a.rifleman_1", (7.5, 7.5), pytest.approx(logit(0.95)))
    # the last of the six who can fire is the seventh in the order
    last = {(22.5, 7.5): 0.9}
    assert found(both, GivenChances(last)) is None
    six = battle({**ready, "b.rifleman_1": SPENT})
    near = [(7.5, 7.5), (10.5, 7.5), (13.5, 7.5), (16.5, 7.5), (19.5, 7.5), (22.5, 7.5)]
    told = [found(six, GivenChances({one: 0.9})) for one in near]
    assert sum(one is not None for one in told) == 5


WOOD: Final[Mapping[str, Any]] = {
    **OPEN,
    "map__wood": {"area": True, "size": ["20in", "4in"]},
    "maps__mine": {"pieces": [{"piece": "wood", "at": ["12in", "9in"]}]},
    "layout": "mine",
}
"""Rules for a battle with a wood from (2, 7) to (22, 11), and otherwise no terrain."""


def test_an_advance_into_terrain_is_rated_at_its_edge() -> None:
    """RW-32: if an advance leads into a wood, a bot rates the unit on the wood's edge. The middle of the unit is then
    on the edge.
    """
    game = battle(ONE, WOOD)
    chances = GivenChances({})
    assert best(game, chances) is None
    ends = [there.table.models["a.rifleman_1"].at for there in chances.asked[1:]]
    share = 0.8 / 4.3  # of the way from y = 6.2 to 10.5, where it sees out of the wood again
    assert ends == [pytest.approx(at(10 + x * share, 7), abs=0.5) for x in (0.5, -2.5, 3.5)]


ANYWHERE: Final = Region(disc((0.0, 0.0), 0.0), inches(36), inches(36))
TO: Final = at(20, 20)
ACTIONS: Final = ("direct fire", "move", "group move", "pass")


@pytest.mark.parametrize(
    ("request_", "changes", "threat", "advance", "expected"),
    [
        ("action", {}, 0.6, True, {"direct fire": 1.0, "move": PLANNED, "group move": 1.0, "pass": 1.0}),
        ("action", {}, 0.61, True, None),
        ("action", {"actions": 5}, 0.1, True, {"direct fire": 1.0, "move": PLANNED, "group move": 1.0, "pass": 1.0}),
        ("action", {"actions": 6}, 0.1, True, None),
        ("action", {}, 0.1, False, {"direct fire": 1.0, "move": -1.0, "group move": -1.0, "pass": 1.0}),
        ("who moves", {"actions": 6}, 0.1, True, {"a.rifleman_1": 1.0, "a.rifleman_2": PLANNED, "a.atgm": 1.0}),
        ("who moves", {"actions": 7}, 0.1, True, None),
        ("who moves", {}, 0.1, False, None),
        ("others move", {}, 0.1, True, None),
        ("move", {}, 0.1, True, {Spot("a.rifleman_2", TO): PLANNED, "x": 1.0}),
        ("move", {}, 0.1, False, None),
        ("dangers", {"plan": Plan("move", ("a.rifleman_2",), (TO,), (TO,))}, 0.1, True, {"go on": PLANNED, "x": 1.0}),
        ("dangers", {"plan": Plan("move", ("a.atgm",), (TO,), (TO,))}, 0.1, True, None),
        ("dangers", {"plan": None}, 0.1, True, None),
        ("react", {}, 0.1, True, None),
        ("action", {"stage": "over"}, 0.1, True, None),
    ],
)
def test_answers_that_carry_an_advance_out(
    request_: str,
    changes: Mapping[str, Any],
    threat: float,
    advance: bool,
    expected: Mapping[object, float] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer that carries out the best advance rates highest. After six actions, or with more than 0.6 enemies
    likely to be destroyed, no advance begins. If there is no advance and a unit can fire, moves rate low.
    """
    book = rules(**OPEN)
    session = session_at(FIRE, book, armies=ARMIES)
    movers = ("a.atgm", "a.rifleman_1", "a.rifleman_2")
    requests: dict[str, tuple[Request[Any], tuple[object, ...]]] = {
        "action": (Choose("Ada", "action", ACTIONS), ACTIONS),
        "who moves": (PickPiece("Ada", "who moves", movers), movers),
        "others move": (PickPiece("Ada", "who moves", movers[:2]), movers[:2]),
        "move": (PickPoint("Ada", "move", (("a.rifleman_2", ANYWHERE),)), ("x",)),
        "dangers": (Choose("Ada", "dangers", ("go on", "x")), ("go on", "x")),
        "react": (Choose("Ada", "react", ("fire", "hold")), ("fire", "hold")),
    }
    asked, answers = requests[request_]
    for name, value in changes.items():
        setattr(session.state, name, value)
    greedy = [(answer, 1.0) for answer in answers]
    made = Advance("a.rifleman_2", TO, 0.5) if advance else None
    monkeypatch.setattr(RiftWarAnswerEvaluator, "evaluate", lambda *_: greedy)
    monkeypatch.setattr(RiftWarPositionEvaluator, "threat", lambda *_: threat)
    monkeypatch.setattr(AdvanceFinder, "best", lambda *_: made)
    rated = RiftWarProposals(book).evaluate(asked, session, lambda: np.random.default_rng(1))
    assert dict(rated) == (dict(greedy) if expected is None else expected)


@pytest.mark.parametrize(
    ("facing", "actions", "low"), [(90, 0, True), (270, 0, False), (270, 1, True)], ids=["fires", "can't", "has acted"]
)
def test_moves_without_an_advance(facing: int, actions: int, low: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is no advance, moves rate low when a unit can fire. They also rate low when the player has acted in this
    phase.
    """
    book = rules(**OPEN)
    units = {name: {**unit, "facing": facing} if name[0] == "a" else unit for name, unit in FIRE.items()}
    session = session_at(units, book, armies=ARMIES, actions=actions)
    greedy = [(answer, 1.0) for answer in ACTIONS]
    monkeypatch.setattr(RiftWarAnswerEvaluator, "evaluate", lambda *_: greedy)
    monkeypatch.setattr(AdvanceFinder, "best", lambda *_: None)
    asked: Request[Any] = Choose("Ada", "action", ACTIONS)
    rated = RiftWarProposals(book).evaluate(asked, session, lambda: np.random.default_rng(1))
    assert rated == [(answer, -1.0 if low and "move" in answer else 1.0) for answer in ACTIONS]


@pytest.mark.parametrize(("player", "columns"), [("Ada", 3), ("Bea", 2)])
def test_blocks_of_a_set_up(player: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """RW-06: a bot tries a group in blocks at nine places along its edge. Light units stand in front, 2 in apart, with
    the first row 5.2 in from the edge. Each block rates by the chance to win after it. The usual answers rate by the
    chance after the best usual answer.
    """
    book = rules(**OPEN)
    session = session_at({}, book, armies=ARMIES, active=player)
    side = "a" if player == "Ada" else "b"
    names = (f"{side}.{'rifleman_3' if player == 'Ada' else 'atgm'}", f"{side}.rifleman_1", f"{side}.rifleman_2")
    request = ask(session, tuple(sorted(names)))
    group: object = request
    assert isinstance(group, PlaceSome)
    game = Battle(session.play, book, dice_of(book))
    greedy = RiftWarAnswerEvaluator(book)

    def middle(there: Battle) -> float:
        """Return the place of the middle of the group's Light units along the table, in inches."""
        return sum(there.table.models[name].at[0] for name in names[1:]) / inches(2)

    def chance(_: object, asked: str, there: Battle) -> float:
        assert asked == player
        assert there.state.stage == "battle"
        return middle(there) / 100.0

    monkeypatch.setattr(RiftWarPositionEvaluator, "chance_to_win", chance)
    usual = greedy.rate(request, session, lambda: np.random.default_rng(1))
    rated = SetUps(book, greedy.rate, (columns,)).compare(game, group, session, lambda: np.random.default_rng(1))
    first, others = rated[: len(usual)], rated[len(usual) :]
    top = max(rating for _, rating in usual)
    assert [answer for answer, _ in first] == [answer for answer, _ in usual]
    assert [rating - first[0][1] for _, rating in first] == pytest.approx(
        [min(0.0, rating - top) - min(0.0, usual[0][1] - top) for _, rating in usual]
    )
    assert len(others) == 9
    shares: list[float] = []
    for answer, rating in others:
        spots = {spot.piece: (spot.at[0] / 25.4, spot.at[1] / 25.4) for spot in cast(Any, answer)}
        assert set(spots) == set(names)
        x = (spots[names[1]][0] + spots[names[2]][0]) / 2
        assert rating == pytest.approx(x / 100.0 / 0.3)
        shares.append(x)
    flip: Callable[[float], float] = (lambda value: value) if player == "Ada" else (lambda value: 36 - value)
    spots = {spot.piece: (spot.at[0] / 25.4, spot.at[1] / 25.4) for spot in cast(Any, others[4][0])}
    row = {3: [(16, 5.2), (18, 5.2), (20, 5.2)], 2: [(17, 5.2), (19, 5.2), (17, 3.2)]}[columns]
    expected = [(flip(x), flip(y)) for x, y in row]
    assert [spots[name] for name in (names[1], names[2], names[0])] == [
        pytest.approx(one, abs=0.05) for one in expected
    ]
    off = {3: -1.0, 2: 0.0}[columns]  # of the middle of the first two in the row
    centres = [flip(centre + off) for centre in (5, 9, 12, 15, 18, 21, 24, 27, 31)]
    assert shares == pytest.approx(centres, abs=0.05)
