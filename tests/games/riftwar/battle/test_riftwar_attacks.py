"""Attacks in RiftWar one by one: which dice are thrown together, effects on units, and the ends of frays. Also who
spots, who fires together, and how much a side expects to destroy.
"""

import math
from collections.abc import Coroutine
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, FIRE, rules, session_at, unit_type, varied

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.attacking import (
    NOT_ROLLED,
    Attack,
    Outcome,
    carry_out,
    destroy,
    note_aim,
    note_corner,
    settle_frays,
    throw,
)
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.firing import coordinated_aims, has_cover, indirect_aims, may_be_fired_at
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.bot.threat import ThreatTable
from riotsim.games.riftwar.chapters.damage import Effect
from riotsim.games.riftwar.chapters.fire import spotters
from riotsim.games.riftwar.state import ThrownAttack, Unit
from riotsim.play.session.session import Session
from riotsim.table.poses import Point

Units = dict[str, dict[str, Any]]


def battle(units: Units, armies: dict[str, str] | None = None, **options: Any) -> tuple[Battle, Session[Any]]:
    """Return a battle on a bare table, and its session."""
    book = varied(**options)
    session = session_at(units, book, armies=armies or ARMIES)
    return Battle(session.play, book, dice_of(book)), session


def done(what: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that asks no player to its end, and return its result."""
    with pytest.raises(StopIteration) as end:
        what.send(None)
    return end.value.value


def told(session: Session[Any], kind: type) -> list[Any]:
    """Return the events of a kind, in order."""
    return [event for event in session.events if isinstance(event, kind)]


SHOOTERS: Final[Units] = {
    "a.rifleman_1": {"at": [10, 6], "facing": 90},
    "a.rifleman_2": {"at": [12, 6], "facing": 90},
    "b.rifleman_1": {"at": [14, 20], "facing": 270},
    "b.ifv_1": {"at": [20, 26], "facing": 270},
    "b.ifv_2": {"at": [26, 26], "facing": 270},
}


@pytest.mark.parametrize(
    ("dice", "together"),
    [
        ((5, 5, 5), [False, True, False]),
        ((6, 6), [False, True]),
        ((6, 7), [False, False]),
        ((4, 4, 4, 1), [False, True, True, False]),
        ((13, 1), [False, False]),
        ((1, 0), [False, True]),
    ],
)
def test_up_to_twelve_dice_are_thrown_together(dice: tuple[int, ...], together: list[bool]) -> None:
    """RW-54: dice of consecutive attacks are thrown together as long as there are at most twelve."""
    game, session = battle(SHOOTERS, hit__on=6)
    attacks = [Attack("a.rifleman_1", "b.ifv_1", "coordinated", "fire", count, False) for count in dice]
    outcomes = done(carry_out(game, attacks))
    shots = told(session, events.Attacks)
    assert [(len(shot.dice), shot.same_throw) for shot in shots] == [*zip(dice, together, strict=True)]
    assert [(one.hits, one.effect.name.lower(), one.was_rolled) for one in outcomes] == [
        (shot.hits, shot.effect, True) for shot in shots
    ]
    last = len(dice) - together[::-1].index(False) - 1
    assert session.state.thrown_attacks == tuple(
        ThrownAttack(shot.unit, shot.target, shot.how, len(shot.dice), True, shot.dice, shot.hits, shot.effect)
        for shot in shots[last:]
    )
    assert session.state.attack_rolled


def test_dice_of_two_players_are_thrown_apart() -> None:
    """RW-54: only the attacks of one player are thrown together."""
    game, session = battle(SHOOTERS)
    own = Attack("a.rifleman_1", "b.ifv_1", "coordinated", "fire", 1)
    other = Attack("b.ifv_1", "b.ifv_2", "crash", "fire", 1)
    done(carry_out(game, [own, other, other, own]))
    assert [shot.same_throw for shot in told(session, events.Attacks)] == [False, False, True, False]


def test_each_attack_is_thrown_alone_with_an_option() -> None:
    """RW-54: with `coordinated.stop_at_kill` each attack is thrown alone. If a unit is destroyed, further attacks on it
    aren't thrown.
    """
    game, session = battle(SHOOTERS, hit__on=2, coordinated__stop_at_kill=True)
    attacks = [
        Attack("a.rifleman_1", "b.ifv_2", "coordinated", "fire", 1),
        Attack("a.rifleman_2", "b.ifv_2", "coordinated", "fire", 1),
        Attack("a.rifleman_1", "b.rifleman_1", "coordinated", "fire", 12),
        Attack("a.rifleman_2", "b.rifleman_1", "coordinated", "fire", 12),
        Attack("a.rifleman_2", "b.ifv_2", "coordinated", "fire", 1),
    ]
    outcomes = done(carry_out(game, attacks))
    shots = told(session, events.Attacks)
    assert [shot.same_throw for shot in shots] == [False] * 4
    assert [shot.target for shot in shots] == ["b.ifv_2", "b.ifv_2", "b.rifleman_1", "b.ifv_2"]
    assert outcomes[3] == NOT_ROLLED == Outcome(0, Effect.NONE, was_rolled=False)
    assert [one.was_rolled for one in outcomes] == [True, True, True, False, True]


def test_what_an_effect_does_to_a_unit() -> None:
    """RW-61, RW-63: a pin pins, a wound pins and wounds, and a kill destroys the unit and takes its model away."""
    seen = set()
    for before in range(0, 60, 5):
        game, session = battle(SHOOTERS, hit__on=4)
        done(throw(game, "Ada", [before]))  # so that the next numbers differ
        (outcome,) = done(carry_out(game, [Attack("a.rifleman_1", "b.rifleman_1", "direct", "fire", 3)]))
        unit, effect = game.unit("b.rifleman_1"), outcome.effect
        (shot,) = told(session, events.Attacks)
        assert outcome.hits == shot.hits == sum(value >= 4 for value in shot.dice)
        assert effect == min(outcome.hits, 3)
        assert unit.pinned is (effect >= Effect.PIN)
        assert unit.wounded is (effect == Effect.WOUND)
        assert unit.destroyed is (effect == Effect.KILL)
        assert ("b.rifleman_1" in game.table.models) is not unit.destroyed
        seen.add(effect)
    assert seen == {*Effect}


def test_dice_are_dealt_to_their_purposes() -> None:
    """The numbers of one throw are dealt to its purposes in order. A throw for something else clears the list of thrown
    attacks.
    """
    game, session = battle(SHOOTERS)
    counts = [2, 0, 3]
    found = done(throw(game, "Ada", counts))
    assert [len(one) for one in found] == counts
    assert all(1 <= value <= 6 for one in found for value in one)
    again, _ = battle(SHOOTERS)
    (whole,) = done(throw(again, "Ada", [5]))
    assert whole == (*found[0], *found[2])
    many = done(throw(game, "Ada", [400]))[0]
    assert set(many) == {1, 2, 3, 4, 5, 6}
    assert session.state.thrown_attacks == ()


def test_a_turret_turns_to_what_it_fires_at() -> None:
    """RW-52: the turret of a Heavy Ranged unit turns to its target, in whatever direction this is. Other units have no
    turret.
    """
    game, _ = battle(SHOOTERS)
    note_aim(game, "b.ifv_1", "a.rifleman_1")
    note_aim(game, "a.rifleman_1", "b.ifv_1")
    assert game.unit("b.ifv_1").aim == pytest.approx(math.atan2(-20, -10))
    assert game.unit("a.rifleman_1").aim is None
    model = game.table.models["a.rifleman_1"]
    game.table = game.table.with_pieces(replace(model, at=game.table.models["b.ifv_2"].at))
    note_aim(game, "b.ifv_2", "a.rifleman_1")
    assert game.unit("b.ifv_2").aim is None


@pytest.mark.parametrize(
    ("corner", "returned", "noted"),
    [((1.0, 2.0), False, True), ((1.0, 2.0), True, False), (None, False, False)],
)
def test_who_fires_round_a_corner(
    corner: Point | None, returned: bool, noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RW-18: if a unit fires round a corner, this is noted, so that it can be fired at there. If it only returns such
    fire, this isn't noted.
    """
    game, _ = battle(SHOOTERS)
    found = SimpleNamespace(corner=corner, returned=returned)
    monkeypatch.setattr("riotsim.games.riftwar.battle.attacking.sight", lambda *_: found)
    note_corner(game, "a.rifleman_1", "b.rifleman_1")
    assert [name for name, unit in game.state.units.items() if unit.round_corner] == ["a.rifleman_1"] * noted


FRAYS: Final[Units] = {
    "a.rifleman_1": {"at": [10, 19], "facing": 90, "fray": 1},
    "a.rifleman_2": {"at": [10, 21], "facing": 270, "fray": 1},
    "b.rifleman_1": {"at": [10, 20], "facing": 90, "fray": 1},
    "a.rifleman_3": {"at": [20, 19], "facing": 90, "fray": 2},
    "b.rifleman_2": {"at": [20, 20], "facing": 90, "fray": 2},
    "a.rifleman_4": {"at": [30, 19], "facing": 90},
    "b.rifleman_3": {"at": [30, 25], "facing": 90},
}


@pytest.mark.parametrize(
    ("killed", "left", "inside"),
    [
        (None, [], {"a.rifleman_1": 1, "a.rifleman_2": 1, "b.rifleman_1": 1, "a.rifleman_3": 2, "b.rifleman_2": 2}),
        ("a.rifleman_1", [], {"a.rifleman_2": 1, "b.rifleman_1": 1, "a.rifleman_3": 2, "b.rifleman_2": 2}),
        ("b.rifleman_1", [("a.rifleman_1", 1), ("a.rifleman_2", 1)], {"a.rifleman_3": 2, "b.rifleman_2": 2}),
        (
            "a.rifleman_3",
            [("b.rifleman_2", 2)],
            {"a.rifleman_1": 1, "a.rifleman_2": 1, "b.rifleman_1": 1},
        ),
    ],
)
def test_a_fray_ends_without_opponents(killed: str | None, left: list[tuple[str, int]], inside: dict[str, int]) -> None:
    """RW-73: if only one side is left in a fray, its units leave the fray. A destroyed unit is in no fray. Other frays
    go on.
    """
    game, session = battle(FRAYS)
    if killed is None:
        settle_frays(game)
    else:
        done(destroy(game, killed))
        assert told(session, events.Destroyed) == [events.Destroyed(killed)]
    assert told(session, events.LeavesFray) == [events.LeavesFray(*one) for one in left]
    assert {name: unit.fray for name, unit in game.state.units.items() if unit.fray is not None} == inside


def test_fire_into_a_fray() -> None:
    """RW-77: by option, units in a fray can't be fired at, can be fired at, or have cover if fired at."""
    for option, allowed, cover in (("no", False, False), ("plain", True, False), ("cover", True, True)):
        game, _ = battle(FRAYS, close_combat__fired_into=option)
        unit = game.unit("b.rifleman_1")
        assert may_be_fired_at(game, unit) is allowed
        assert may_be_fired_at(game, game.unit("b.rifleman_3"))
        assert not may_be_fired_at(game, replace(unit, fray=None, destroyed=True))
        assert has_cover(game, "a.rifleman_4", "b.rifleman_1") is cover
        x, y = game.table.models["b.rifleman_1"].at
        assert has_cover(game, "a.rifleman_4", "b.rifleman_1", (x, y + 400.0)) is cover
        assert not has_cover(game, "a.rifleman_4", "b.rifleman_3")


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ("", ()),
        ("b>t", ()),
        ("b>t s>b", ("b",)),
        ("b>t c>t s>b s>c", ("b", "c")),
        ("s>b", ()),
        ("b>t s>l l>b", ("b",)),
        ("b>t s>l", ()),
        ("b>t l>b", ()),
        ("l>t s>l", ("l",)),
        ("b>t s>c c>b", ()),  # c is no Leader
        ("f>t s>f", ()),  # f is in a fray
        ("b>t s>g g>b", ()),  # the Leader g is in a fray
        ("s>t", ()),
    ],
)
def test_who_may_spot(pairs: str, found: tuple[str, ...]) -> None:
    """RW-55, RW-56: an ally that sees a target spots it if the shooter sees this ally, or a Leader who sees this ally.
    Units in a fray neither spot nor lead. A shooter doesn't spot for itself.
    """
    rifle, leader = unit_type("cold_war", "rifleman"), unit_type("cold_war", "commander")
    shooter, *allies = (
        Unit(name, leader if name in "lg" else rifle, "Ada", placed=True, fray=1 if name in "fg" else None)
        for name in "sbclfg"
    )
    seen = {(pair[0], pair[2]) for pair in pairs.split()} | {("s", "s")}
    assert spotters(shooter, [shooter, *allies], "t", lambda one, other: (one, other) in seen) == found


SPROUTS: Final[Units] = {
    "a.captain": {"at": [10, 6], "facing": 270},
    "a.sprout_1": {"at": [12, 6], "facing": 90},
    "a.sprout_2": {"at": [20, 6], "facing": 90, "fray": 1},
    "b.rifleman_1": {"at": [14, 26], "facing": 270},
    "b.rifleman_2": {"at": [20, 7], "facing": 270, "fray": 1},
}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, {"a.captain": {"b.rifleman_1": ("a.sprout_1",)}}),
        ({"attacked": "direct"}, {}),
        ({"attacked": "indirect"}, {}),
        ({"pinned": True}, {"a.captain": {"b.rifleman_1": ("a.sprout_1",)}}),
        ({"destroyed": True}, {}),
        ({"fray": 1}, {}),
    ],
)
def test_who_fires_indirectly(changes: dict[str, Any], found: dict[str, Any]) -> None:
    """RW-55, RW-77: a unit with indirect fire may fire at enemies that an ally sees, in any direction. If it has
    attacked in this phase, or is destroyed or in a fray, it may not.
    """
    game, _ = battle(SPROUTS, {"Ada": "sprouts", "Bea": "cold_war"})
    game.change("a.captain", **changes)
    assert indirect_aims(game, "Ada") == found
    assert indirect_aims(game, "Bea") == {}


def test_who_fires_together_with_a_leader() -> None:
    """RW-53: a Leader coordinates units of one class that see the Leader, near or far. A close group needs no Leader. A
    Leader in a fray leads nobody.
    """
    units: Units = {
        "a.commander": {"at": [16, 4], "facing": 90},
        "a.rifleman_1": {"at": [6, 6], "facing": 90},
        "a.rifleman_2": {"at": [30, 6], "facing": 90},
        "a.atgm": {"at": [19, 6], "facing": 90},
        "b.rifleman_1": {"at": [14, 26], "facing": 270},
    }
    game, _ = battle(units)
    (ways,) = coordinated_aims(game, "Ada").values()
    assert {name: (way.items, way.labels, way.links, way.least) for name, way in ways.items()} == {
        "a.commander": (
            ("a.commander", "a.atgm", "a.rifleman_1", "a.rifleman_2"), ("light", "medium", "light", "light"), None, 2
        )
    }  # fmt: skip
    near = {**units, "a.rifleman_2": {"at": [7.5, 6], "facing": 90}}
    near["a.commander"] = {**units["a.commander"], "facing": 270}  # it doesn't fire itself
    game, _ = battle(near)
    (ways,) = coordinated_aims(game, "Ada").values()
    shooters = ("a.atgm", "a.rifleman_1", "a.rifleman_2")
    assert [(name, way.items) for name, way in ways.items()] == [("a.commander", shooters), ("close group", shooters)]
    assert ways["close group"].links == (("a.rifleman_1", "a.rifleman_2"),)
    game.change("a.commander", fray=1)
    (ways,) = coordinated_aims(game, "Ada").values()
    assert [*ways] == ["close group"]
    apart, _ = battle({name: unit for name, unit in near.items() if name != "a.rifleman_2"})
    assert coordinated_aims(apart, "Ada") == {}


def test_the_threat_to_several_targets() -> None:
    """RW-20, RW-53: the expected number of units destroyed in a phase begins with the easiest target. If it is
    destroyed, the next target follows. Two riflemen together destroy a pinned one in 329 of 729 cases, and need at most
    two attacks for a fresh one.
    """
    game, _ = battle(FIRE)
    easy, hard = 329 / 729, (161 + 168 * 329 / 729) / 729
    assert ThreatTable(game.rules).threat(game, "Ada") == pytest.approx(easy + easy * hard)
    game.change("b.rifleman_2", pinned=False)
    assert ThreatTable(game.rules).threat(game, "Ada") == pytest.approx(hard + hard * hard)
    game.change("b.rifleman_1", destroyed=True)
    assert ThreatTable(game.rules).threat(game, "Ada") == pytest.approx(hard)
    game.change("b.rifleman_2", destroyed=True)
    assert ThreatTable(game.rules).threat(game, "Ada") == 0.0


def test_the_threat_in_a_fray() -> None:
    """RW-74: in a fray a rifleman has two dice, which wound in 1 of 9 cases. Two attack together. A second wound kills,
    in the same attack or in the next one.
    """
    units = {name: FRAYS[name] for name in ("a.rifleman_1", "a.rifleman_2", "b.rifleman_1")}
    game, _ = battle(units)
    table = ThreatTable(game.rules)
    assert table.threat(game, "Ada") == pytest.approx(5 / 81 + 12 / 81 * 17 / 81)
    assert table.threat(game, "Bea") == pytest.approx(1 / 81 + 1 / 81 * 1 / 81)
    game.change("b.rifleman_1", pinned=True, wounded=True)
    assert table.threat(game, "Ada") == pytest.approx(17 / 81)
    game.change("a.rifleman_2", attacked="indirect")
    assert table.threat(game, "Ada") == pytest.approx(1 / 9)


def test_the_threat_to_a_target_in_cover() -> None:
    """RW-65: of the throws of three dice at a target in cover, 7 of 216 kill and 36 wound. Each of these 43 kills a
    wounded target.
    """
    book = rules(dice__by="stream", victory="last_standing")
    units: Units = {"a.rifleman_1": {"at": [14.5, 14], "facing": 90}, "b.atgm": {"at": [14, 26], "facing": 90}}
    session = session_at(units, book, armies=ARMIES)
    game = Battle(session.play, book, dice_of(book))
    assert ThreatTable(book).threat(game, "Ada") == pytest.approx(7 / 216 + 36 / 216 * 43 / 216)
