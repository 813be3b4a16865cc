"""Scenarios of Riot Dice: faults of positions, the tables and states that they give, and expectations that fail."""

import math
from collections.abc import Mapping

import pytest
from bot_position import bot_session
from lucky_table import rules
from pydantic import ValidationError

from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.scenario.pieces import GivenDie, GivenTerrain, GivenToken
from riotsim.games.riot_dice.scenario.then import Over, Then, unmet_conditions
from riotsim.games.riot_dice.state import Boss, Fighter, Result, State
from riotsim.play.session.session import Session
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Box, Model, Round, Terrain
from riotsim.table.units import inches

PLACES = {"a1": (4.0, 12.0), "a2": (8.0, 12.0), "b1": (12.0, 12.0), "b2": (20.0, 20.0)}


def failures(
    expected: Mapping[str, object], session: Session[State], options: Mapping[str, object] | None = None
) -> list[str]:
    """Return the failures of expectations, in one line each."""
    then = Then.model_validate(expected)
    return [str(one).removeprefix("then.") for one in unmet_conditions(then, session, rules(options))]


def scene() -> Session[State]:
    """Return a position in which `a2` has fallen, `b2` is not on the table, and Bob has left."""
    session = bot_session(PLACES, fallen=("a2",), loot=((2.0, 3.0), (5.0, 6.0)), towers={"a1": 4}, stashes={"Ann": 3})
    session.play.table = session.table.without("b2")
    session.state.bosses["Bob"].out = True
    return session


@pytest.mark.parametrize(("model", "holds", "fails", "failure"), [
    ("a1", {"tower": 4}, {"tower": 5}, "a1.tower: expected 5, found 4"),
    ("a2", {"tower": 0}, {"tower": 1}, "a2.tower: expected 1, found 0"),
    ("a1", {"standing": True}, {"standing": False}, "a1.standing: expected false, found true"),
    ("a2", {"standing": False}, {"standing": True}, "a2.standing: expected true, found false"),
    ("a1", {"at": [4.03, 12.03]}, {"at": [4.04, 12.04]}, "a1.at: expected [4.04, 12.04], found [4, 12]"),
    ("a1", {"at": [4.04, 11.98]}, {"at": [3.9449, 12.0]}, "a1.at: expected [3.94, 12], found [4, 12]"),
    ("a1", {}, "gone", "a1: expected gone, found in play"),
    ("b2", None, {}, "b2: expected on the table, found not deployed yet"),
    ("b9", "gone", {}, "b9: expected in play, found gone"),
    ("a1", None, {"hit_points": 5}, "a1.hit_points: expected 5, found tower.mode: dice"),
])  # fmt: skip
def test_the_expected_state_of_a_model(model: str, holds: object, fails: object, failure: str) -> None:
    """A scenario can expect of a model its tower, whether it stands, and its place to 0.05 in. It can also expect that
    the model has left the game.
    """
    if holds is not None:
        assert failures({"models": {model: holds}}, scene()) == []
    assert failures({"models": {model: fails}}, scene()) == [f"models.{failure}"]


def test_the_expected_hit_points() -> None:
    """RD-39: a model that the game has no hit points of yet is undamaged, and has those of its kind."""
    session, options = scene(), {"tower.mode": "hit_points"}
    session.state.fighters["a1"].hit_points = 2
    assert failures({"models": {"a1": {"hit_points": 2}, "b1": {"hit_points": 5}}}, session, options) == []
    assert failures({"models": {"a1": {"hit_points": 5}, "b1": {"hit_points": 2}}}, session, options) == [
        "models.a1.hit_points: expected 5, found 2", "models.b1.hit_points: expected 2, found 5",
    ]  # fmt: skip


def test_the_expected_state_of_a_boss() -> None:
    """A boss has a stash, and is out of the game or not."""
    assert failures({"bosses": {"Ann": {"stash": 3, "out": False}, "Bob": {"stash": 0, "out": True}}}, scene()) == []
    assert failures({"bosses": {"Ann": {"stash": 2, "out": True}, "Bob": {"out": False}}}, scene()) == [
        "bosses.Ann.stash: expected 2, found 3", "bosses.Ann.out: expected true, found false",
        "bosses.Bob.out: expected false, found true",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("loot", "holds"),
    [
        ([[2, 3], [5, 6]], True),
        ([[5, 6], [2.03, 3.03]], True),
        ([[2, 3]], False),
        ([[2, 3], [5, 6.06]], False),
        ([], False),
        ([[2, 3], [2, 3]], False),
        ([[2, 3], [5, 6], [5, 6]], False),
    ],
)
def test_the_expected_loot(loot: list[list[float]], holds: bool) -> None:
    """The expected loot lists all tokens, in any order. Each place is that of one token."""
    places = ", ".join(f"[{x:g}, {y:g}]" for x, y in loot)
    failure = f"loot: expected [{places}], found [[2, 3], [5, 6]]"
    assert failures({"loot": loot}, scene()) == ([] if holds else [failure])
    assert failures({}, scene()) == []


def test_no_loot_at_all() -> None:
    """An empty list of loot expects a table without loot. If two tokens lie close together, either may count for either
    place.
    """
    assert failures({"loot": []}, bot_session(PLACES)) == []
    close = bot_session(PLACES, loot=((2.0, 3.0), (2.06, 3.0)))
    assert failures({"loot": [[2.03, 3.0], [2.0, 3.0]]}, close) == []
    assert failures({"loot": [[2.03, 3.0], [2.08, 3.0]]}, close) == []


def ended(*winners: str, unfinished: bool = False) -> Session[State]:
    """Return a position after the end of the game."""
    session = scene()
    session.state.result = Result(winners, (), unfinished)
    return session


@pytest.mark.parametrize(("session", "holds", "fails", "failure"), [
    (ended("Ann"), {"winner": "Ann"}, {"winner": "Bob"}, "expected won by Bob, found won by Ann"),
    (ended("Ann", "Bob"), {"draw": ["Bob", "Ann"]}, {"winner": "Ann"}, "expected won by Ann, found won by Ann and Bob"),
    (ended("Ann"), {"draw": ["Ann"]}, {"draw": ["Ann", "Bob"]}, "expected won by Ann and Bob, found won by Ann"),
    (ended(unfinished=True), {"unfinished": True}, {"winner": "Ann"}, "expected won by Ann, found unfinished"),
    (ended("Ann"), {"winner": "Ann"}, {"unfinished": True}, "expected unfinished, found won by Ann"),
    (ended(), {"draw": []}, {"winner": "Ann"}, "expected won by Ann, found won by nobody"),
])  # fmt: skip
def test_the_expected_end(session: Session[State], holds: object, fails: object, failure: str) -> None:
    """RD-84, RD-86: a scenario can expect that the game has a winner, is a draw, or is unfinished."""
    assert failures({"over": holds}, session) == []
    assert failures({"over": fails}, session) == [f"over: {failure}"]
    assert failures({"over": holds}, scene()) == ["over: expected the game over, found it goes on"]


@pytest.mark.parametrize("over", [{}, {"winner": "Ann", "draw": ["Ann"]}, {"winner": "Ann", "unfinished": True}])
def test_a_game_ends_one_way(over: dict[str, object]) -> None:
    """An expected end without a winner, a draw or `unfinished` is refused. So is an end with two of them."""
    with pytest.raises(ValidationError, match="a game ends one way"):
        Over.model_validate(over)


BOSSES = {"Ann": None, "Bob": {"stash": 2}}


def given(**fields: object) -> Given:
    """Return the position of a scenario on Ann's turn."""
    return Given.model_validate({"bosses": BOSSES, "turn": "Ann", **fields})


def faults(fields: Mapping[str, object], options: Mapping[str, object] | None = None) -> list[tuple[str, str]]:
    """Return the faults of a position, each with its path."""
    return [(".".join(map(str, path)), text) for path, text in given(**fields).faults(rules(options))]


A1 = {"boss": "Ann", "at": [4, 12]}


@pytest.mark.parametrize(
    ("fields", "path", "text"),
    [
        ({"bosses": {"Ann": None}}, "bosses", "there are 2 to 4 bosses, not 1 (RD-03)"),
        ({"bosses": dict.fromkeys(("Ann", "B", "C", "D", "E"))}, "bosses", "there are 2 to 4 bosses, not 5 (RD-03)"),
        ({"turn": None}, "turn", "is missing; say whose turn it is"),
        ({"turn": "An"}, "turn", "no boss is called 'An'; did you mean Ann?"),
        ({"bosses": {"Ann": {"out": True}, "Bob": None}}, "turn", "Ann is out, and has no turn"),
        ({"models": {"edge": A1}}, "models.edge", "a model can't be called 'edge'; the word means something else"),
        ({"models": {"Bob": A1}}, "models.Bob", "a model can't be called 'Bob'; the word means something else"),
        ({"models": {"a1": {**A1, "boss": "Anna"}}}, "models.a1.boss", "no boss is called 'Anna'; did you mean Ann?"),
        (
            {"models": {"a1": {**A1, "boss": "Cat"}}, "bosses": {"Ann": None, "Bob": None, "Cat": {"out": True}}},
            "models.a1.boss",
            "Cat is out, with all models (RD-81)",
        ),
        ({"models": {"a1": {**A1, "kind": "gut"}}}, "models.a1.kind", "no model is called 'gut'; did you mean git?"),
        (
            {"models": {"a1": {**A1, "weapons": ["fists", "pistl"]}}},
            "models.a1.weapons.1",
            "no weapon is called 'pistl'; did you mean pistol?",
        ),
        (
            {"models": {"a1": {"boss": "Ann"}}},
            "models.a1",
            "needs its place, at: [x, y]; in play all models have been deployed",
        ),
        (
            {"models": {"a1": {**A1, "hit_points": 2}}},
            "models.a1.hit_points",
            "there are no hit points under tower.mode: dice (RD-39)",
        ),
        (
            {"models": {"a1": {**A1, "tower": 2, "fallen": True}}},
            "models.a1.tower",
            "only a standing model has a tower (RD-37)",
        ),
        (
            {"models": {"a1": {**A1, "tower_dice": [{}], "fallen": True}}},
            "models.a1.tower_dice",
            "only a standing model has a tower (RD-37)",
        ),
        (
            {"models": {"a1": {**A1, "tower": 1, "tower_dice": [{}]}}},
            "models.a1.tower_dice",
            "stands in place of `tower`; write one of the two",
        ),
        (
            {"dice": [{"at": [5, 5], "shows": 2, "boss": "Bub"}]},
            "dice.0.boss",
            "no boss is called 'Bub'; did you mean Bob?",
        ),
        (
            {"dice": [{"at": [5, 5]}]},
            "dice.0.shows",
            "says how a die lies; leave it out beside `turned`, and there only",
        ),
        ({"dice": [{"at": [5, 5], "shows": 2}, {"at": [7, 5], "shows": 7}]}, "dice.1.shows", "a d6 has no face 7"),
        (
            {"terrain": [{"piece": "wal", "at": [5, 5]}]},
            "terrain.0.piece",
            "no terrain is called 'wal'; did you mean wall?",
        ),
        (
            {"models": {"a1": A1, "a2": {**A1, "at": [4.9, 12]}}},
            "models.a2.at",
            "a2 and a1 overlap by 0.08 in; 0.5 mm are allowed",
        ),
        ({"loot": [[5, 5], [5.5, 5]]}, "loot.1", "loot-2 and loot-1 overlap by 0.29 in; 0.5 mm are allowed"),
    ],
)
def test_a_fault_of_a_position(fields: dict[str, object], path: str, text: str) -> None:
    """Each fault of a position is reported once, with its path."""
    assert faults(fields) == [(path, text)]


def test_a_position_without_faults() -> None:
    """In the set-up, a position needs neither a turn nor places of models. If the rules have hit points, a model may
    have some, but no tower. Somebody must still be in the game.
    """
    models = {"a1": {**A1, "tower": 2}, "b1": {"boss": "Bob", "at": [12, 12], "fallen": True}}
    assert faults({"models": models, "loot": [[5, 5]], "dice": [{"at": [8, 8], "shows": 6, "boss": "Bob"}]}) == []
    assert faults({"phase": "deploy", "turn": None, "models": {"a1": {"boss": "Ann"}}}) == []
    by_points = {"tower.mode": "hit_points"}
    assert faults({"models": {"a1": {**A1, "hit_points": 2}}}, by_points) == []
    assert faults({"models": {"a1": {**A1, "tower": 2}}}, by_points) == [
        ("models.a1.tower", "there are no towers under tower.mode: hit_points (RD-39)")
    ]
    everybody = {"Ann": {"out": True}, "Bob": {"out": True}}
    assert faults({"bosses": everybody, "phase": "drop", "turn": None}) == [
        ("bosses", "somebody must still be in the game")
    ]


def test_the_state_of_a_position() -> None:
    """RD-15, RD-60: a model has the kind, weapons and hit points that are written. The rules give what is left out.
    Standing enemies in contact count as having fought.
    """
    side = 25.0 / 25.4
    models = {
        "b1": {"boss": "Bob", "at": [5 * side, 12]},
        "a1": {"boss": "Ann", "at": [4 * side, 12], "weapons": ["club"], "hit_points": 2},
        "a2": {"boss": "Ann", "at": [6 * side, 12]},
        "b2": {"boss": "Bob", "at": [6 * side, 12 + side], "fallen": True},
        "a3": {"boss": "Ann", "at": [7 * side, 12]},
        "b3": {"boss": "Bob"},
    }
    state = given(models=models).state(rules())
    git = ("pistol", "fists")
    assert state == State(
        {"Ann": Boss(0, hand="average"), "Bob": Boss(2, hand="average")},
        {"b1": Fighter("Bob", "git", git), "a1": Fighter("Ann", "git", ("club",), 2), "a2": Fighter("Ann", "git", git),
         "b2": Fighter("Bob", "git", git), "a3": Fighter("Ann", "git", git), "b3": Fighter("Bob", "git", git)},
        "play", turn="Ann", clock=1800.0, fought=[("a1", "b1"), ("a2", "b1")],
    )  # fmt: skip
    assert given(clock=12).state(rules()).clock == 12.0
    assert given().state(rules({"clock.minutes": "off"})).clock is None
    kinds = given(models={"b1": {"boss": "Bob", "kind": "bruiser"}}).state(rules()).fighters
    assert kinds == {"b1": Fighter("Bob", "bruiser", ("club", "fists"))}


@pytest.mark.parametrize(("phase", "turn", "first"), [
    ("drop", None, None), ("deploy", None, "Bob"), ("deploy", "Cat", "Cat"), ("play", "Cat", "Cat"),
])  # fmt: skip
def test_who_goes_first(phase: str, turn: str | None, first: str | None) -> None:
    """RD-12: while loot is dropped, no boss is first yet. Later, the first boss who is still in the game begins, unless
    the position names another one.
    """
    bosses = {"Ann": {"out": True}, "Bob": None, "Cat": None}
    assert given(bosses=bosses, phase=phase, turn=turn).state(rules()).turn == first


def test_the_table_of_a_position() -> None:
    """Places are in inches, angles in degrees. The table has the size of the rules, unless another one is written."""
    table = given(models={"a1": {**A1, "turn": 90, "kind": "bruiser", "fallen": True}, "b3": {"boss": "Bob"}}).lay(
        rules()
    )
    assert (table.width, table.depth, list(table.models)) == (inches(24), inches(24), ["a1"])
    assert table.models["a1"] == Model(
        "a1", "Ann", (inches(4), inches(12)), Round(32.0), math.pi / 2, fallen=True, level=0.0, kind="bruiser"
    )
    small = given(table=[10, 12.5]).lay(rules())
    assert (small.width, small.depth) == (254.0, 317.5)
    four = given(bosses=dict.fromkeys(("Ann", "Bob", "Cat", "Dan"))).lay(rules())
    assert (four.width, four.depth) == (inches(36), inches(36))


def test_towers_of_a_position() -> None:
    """RD-30: a tower has the written number of dice, on the written side of its model. The dice belong to the model's
    boss.
    """
    table = given(
        models={"a1": {**A1, "tower": 3, "tower_side": 90}, "a2": {"boss": "Ann", "at": [9, 12], "tower": 1}}
    ).lay(rules())
    assert table.towers["a1"].dice == ("a1-tower-01", "a1-tower-02", "a1-tower-03")
    assert table.towers["a1"].bearing == pytest.approx(math.pi / 2)
    dice = table.tower_dice("a1")
    assert [die.pose.at for die in dice] == [
        pytest.approx((inches(4), inches(12) + 20.5, height), abs=0.51) for height in (8.0, 24.0, 40.0)
    ]
    assert {(die.owner, die.kind.name) for die in dice} == {("Ann", "d6")}
    assert table.towers["a2"].bearing == pytest.approx(math.pi)


def test_terrain_of_a_position() -> None:
    """RD-08: a box has the written size and flags. Terrain of a kind from the rules has those that the rules give."""
    table = given(terrain=[
        {"box": [1, 2, 3], "at": [5, 6], "turn": 45, "blocks_moves": False}, {"piece": "platform", "at": [12, 12]},
        {"box": [1, 1, 1], "at": [18, 18], "blocks_bullets": False, "stand_on": True},
    ]).lay(rules())  # fmt: skip
    assert list(table.terrain.values()) == [
        Terrain(
            "terrain-1",
            Box(inches(1), inches(2), inches(3)),
            (inches(5), inches(6)),
            math.pi / 4,
            "terrain",
            blocks_moves=False,
        ),
        Terrain(
            "platform-2",
            Box(inches(4), inches(3), 12.0),
            (inches(12), inches(12)),
            0.0,
            "platform",
            blocks_moves=False,
            blocks_bullets=False,
            can_stand_on=True,
        ),
        Terrain(
            "terrain-3",
            Box(25.4, 25.4, 25.4),
            (inches(18), inches(18)),
            0.0,
            "terrain",
            blocks_bullets=False,
            can_stand_on=True,
        ),
    ]


@pytest.mark.parametrize(("said", "message"), [
    ({"at": [5, 5]}, "terrain is a box"), ({"at": [5, 5], "box": [1, 1, 1], "piece": "wall"}, "terrain is a box"),
    ({"at": [5, 5], "piece": "wall", "blocks_moves": True}, "the rules say; leave that to a box"),
    ({"at": [5, 5], "piece": "wall", "stand_on": False}, "the rules say; leave that to a box"),
])  # fmt: skip
def test_terrain_is_a_box_or_of_the_rules(said: dict[str, object], message: str) -> None:
    """A piece of terrain is either a box or of a kind of the rules. Only a box may have flags."""
    with pytest.raises(ValidationError, match=message):
        GivenTerrain.model_validate(said)


def test_loot_and_dice_of_a_position() -> None:
    """Tokens and dice lie flat on what is below them: on the table, or on a stage of 12 mm. Dice show their number."""
    table = given(terrain=[{"piece": "platform", "at": [12, 12]}]).lay(rules())
    token = GivenToken.model_validate([12, 12]).build(3, table, 30.0)
    assert (token.id, token.diameter) == ("loot-3", 30.0)
    assert token.pose.at == pytest.approx((inches(12), inches(12), 13.5))
    low = GivenToken.model_validate({"at": [5, 5]}).build(1, table, 20.0)
    assert low.pose.at == pytest.approx((inches(5), inches(5), 1.5))
    bag = rules().dice.dice_set({})
    die = GivenDie.model_validate({"at": [12, 12], "shows": 5, "boss": "Bob"}).build(2, table, bag)
    assert (die.id, die.kind, die.shows, die.owner) == ("die-2", D6, 5, "Bob")
    assert die.pose.at == pytest.approx((inches(12), inches(12), 20.0))
    other = GivenDie.model_validate({"at": [5, 5], "shows": 9, "kind": "d10"}).build(1, table, bag)
    assert (other.kind.name, other.shows, other.owner) == ("d10", 9, "")
    assert other.pose.at[2] == pytest.approx(die_kind("d10").flat_height(9) * other.size)
    free = GivenDie.model_validate({"at": [5, 5], "turned": [0, 0, 0, 1]}).build(1, table, bag)
    assert free.pose.at[2] == pytest.approx(8.0)


def test_the_meshes_that_a_position_needs() -> None:
    """RD-08: a position needs only the meshes of its own terrain, each once, in the order of the rules."""
    pieces = [{"piece": name, "at": [5, 5]} for name in ("ruin", "wall", "hill", "ruin")]
    assert given(terrain=pieces).meshes(rules()) == ("hill", "ruin")
    assert given(terrain=[{"box": [1, 1, 1], "at": [5, 5]}]).meshes(rules()) == ()
