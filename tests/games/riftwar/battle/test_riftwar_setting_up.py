"""The set-up of RiftWar's armies, and the chances of attacks (RW-06, RW-53, RW-55, RW-60)."""

import math
from fractions import Fraction
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at, unit_type

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.expectations import (
    JointAttack,
    chances_between,
    declared_chances,
    joint_attacks,
    reaction_shot,
    spotted_chances,
    success,
)
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.setup import figure_of, incoming_models, model_of
from riotsim.games.riftwar.bot.places import anywhere
from riotsim.games.riftwar.sandbox import RiftWarSandbox
from riotsim.games.riftwar.state import Declaration, State, Unit
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.table.pieces import BASE_THICKNESS, Figure, Round
from riotsim.table.poses import Point
from riotsim.table.units import inches


def at(x: float, y: float) -> Point:
    """Return a place in inches."""
    return (inches(x), inches(y))


def game_of(session: Session[State], **options: Any) -> Battle:
    """Return the battle of a session on a bare table."""
    book = rules(**OPEN, **options)
    return Battle(session.play, book, dice_of(book))


def test_models_and_figures() -> None:
    """RW-01, RW-02: a model has the base of its class. Its figure and its base together are as high as the class."""
    book = rules()
    unit = Unit("a.atgm", unit_type("cold_war", "atgm"), "Ada")
    model = model_of(book, unit, (10.0, 20.0), 0.5)
    assert (model.id, model.at, model.heading, model.base, model.kind) == (
        *("a.atgm", (10.0, 20.0), 0.5, Round(inches(2)), "atgm"),
    )
    found = [
        figure_of(book, unit_type(*name)) for name in (("cold_war", "ifv"), ("cold_war", "atgm"), ("biters", "bug"))
    ]
    assert found == [
        Figure("unit_transport.glb", "", inches(2.5) - BASE_THICKNESS),
        Figure("unit_ranged.glb", "", inches(2) - BASE_THICKNESS),
        Figure("unit_close.glb", "", inches(1.2) - BASE_THICKNESS),
    ]


@pytest.mark.parametrize(
    ("name", "spot", "refused"),
    [
        *(("a.rifleman_1", (18, 5.49), False), ("a.rifleman_1", (18, 5.51), True), ("a.rifleman_1", (0.49, 3), True)),
        *(("a.rifleman_1", (35.49, 0.51), False), ("a.ifv_1", (18, 4.74), False), ("a.ifv_1", (18, 4.76), True)),
        *(("b.rifleman_1", (18, 30.51), False), ("b.rifleman_1", (18, 30.49), True), ("b.rifleman_1", (18, 3), True)),
    ],
)
def test_a_unit_is_set_up_in_the_area_of_its_side(name: str, spot: Point, refused: bool) -> None:
    """RW-06: the whole base of a unit stands within 6 in of the edge of its side, and on the table."""
    session = session_at({}, rules(**OPEN), armies=ARMIES, active="Ada" if name[0] == "a" else "Bea")
    request = ask(session, (name,))
    assert isinstance(request, PickPoint)
    told = request.refusal(Spot(name, at(*spot)))
    assert (told is not None) is refused
    if refused and spot[0] > 1:
        assert told == "the whole base must stand in the area of its side"


def test_the_first_units_are_set_up() -> None:
    """RW-06: players take turns to place a unit or a group. Units face across the table. An event names the units
    placed.
    """
    book = rules(**OPEN)
    session = session_at({}, book, armies=ARMIES)
    (request,) = session.pending
    assert isinstance(request, PickSome)
    assert (request.player, request.purpose, request.least, len(request.items)) == ("Ada", "set up", 1, 11)
    request = ask(session, ("a.rifleman_1", "a.rifleman_2"))
    models = incoming_models(book, session.state, request)
    group: object = request
    assert isinstance(group, PlaceSome)
    assert (group.max_gap, [name for name, _ in group.regions]) == (inches(1), ["a.rifleman_1", "a.rifleman_2"])
    assert [(name, one.at) for name, one in models.items()] == [
        *(("a.rifleman_1", (0.0, 0.0)), ("a.rifleman_2", (0.0, 0.0))),
    ]
    request = ask(session, (Spot("a.rifleman_1", at(10, 3)), Spot("a.rifleman_2", at(11.5, 3))))
    assert incoming_models(book, session.state, request) == {}
    assert (request.player, session.state.actions, session.state.stage) == ("Bea", 1, "set-up")
    assert session.events[-1] == events.SetsUp("Ada", ("a.rifleman_1", "a.rifleman_2"))
    ask(session, ("b.atgm",), Spot("b.atgm", at(20, 33)))
    assert session.table.models["a.rifleman_2"].at == at(11.5, 3)
    assert session.table.models["a.rifleman_2"].heading == pytest.approx(math.pi / 2)
    assert session.table.models["b.atgm"].heading == pytest.approx(-math.pi / 2)
    placed = [name for name, unit in session.state.units.items() if unit.placed]
    assert placed == ["a.rifleman_1", "a.rifleman_2", "b.atgm"]


def test_three_sides_face_the_middle() -> None:
    """RW-06: if three players play, a unit is set up in a corner and faces the middle of the table."""
    players = ("Ada", "Bea", "Cy")
    session = session_at({}, rules(**OPEN), players=players, armies=dict.fromkeys(players, "cold_war"), active="Ada")
    ask(session, ("a.ifv_1",), Spot("a.ifv_1", at(6, 2)))
    assert session.table.models["a.ifv_1"].heading == pytest.approx(math.atan2(16, 12))
    assert session.pending[0].player == "Bea"


def test_random_places_of_a_group() -> None:
    """If a bot finds no place for a group in rows, it tries up to five random formations. The rules allow each one."""
    session = session_at({}, rules(**OPEN), armies=ARMIES)
    request = ask(session, ("a.rifleman_1", "a.rifleman_2", "a.rifleman_3"))
    assert isinstance(request, PlaceSome)
    found = anywhere(request, np.random.default_rng(1))
    assert 1 <= len(found) <= 5
    assert len(set(found)) == len(found)
    for answer in found:
        assert [spot.piece for spot in answer] == ["a.rifleman_1", "a.rifleman_2", "a.rifleman_3"]
        assert request.refusal(answer) is None


THREE: Final = (Fraction(8, 27), Fraction(12, 27), Fraction(6, 27), Fraction(1, 27))
FOUR: Final = (Fraction(16, 81), Fraction(32, 81), Fraction(24, 81), Fraction(9, 81))
TWO: Final = (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9), Fraction(0))


def test_chances_in_a_position() -> None:
    """RW-60: a rifleman throws three dice for fire and two for close combat. An ATGM throws four and three."""
    game = game_of(session_at(FIRE, rules(**OPEN), armies=ARMIES))
    assert chances_between(game, "a.rifleman_1", "b.rifleman_1", "fire") == THREE
    assert chances_between(game, "a.rifleman_1", "b.rifleman_1", "close") == TWO
    assert chances_between(game, "a.atgm", "b.rifleman_1", "fire") == FOUR
    assert chances_between(game, "a.atgm", "b.rifleman_1", "close") == THREE
    assert spotted_chances(game, "a.atgm", "b.rifleman_1", "a.rifleman_1") == FOUR
    assert (success(THREE), success(TWO)) == (Fraction(7, 27), Fraction(1, 9))
    assert JointAttack(("x", "y", "z"), (THREE, THREE, FOUR)).success == 1 - Fraction(20, 27) ** 2 * Fraction(48, 81)


def test_chances_of_a_declared_attack() -> None:
    """A declared attack has chances only if an attacker is named, and this attacker can attack in that way. Close
    combat has other chances than fire.
    """
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    game = game_of(session)
    assert declared_chances(game, "b.rifleman_1") is None
    for declared, found in (
        (Declaration("coordinated"), None),
        (Declaration("direct", "a.rifleman_1"), THREE),
        (Declaration("close", "a.rifleman_1"), TWO),
        (Declaration("indirect", "a.rifleman_1"), None),  # it has no such trait
    ):
        session.state.declared = declared
        assert declared_chances(game, "b.rifleman_1") == found


def test_joint_attacks_on_each_target() -> None:
    """RW-53, RW-74: two riflemen may fire together at each enemy. If the two are in a fray, they may attack the enemy
    in the fray together.
    """
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    found = joint_attacks(game_of(session))
    assert found["b.rifleman_1"] == JointAttack(("a.rifleman_1", "a.rifleman_2"), (THREE, THREE))
    assert set(found) == {"b.rifleman_1", "b.rifleman_2"}
    fray = {
        "a.rifleman_1": {"at": [18, 18], "facing": 90, "fray": 1},
        "a.rifleman_2": {"at": [19, 18], "facing": 90, "fray": 1},
        "b.rifleman_1": {"at": [18.5, 18.9], "facing": 270, "fray": 1},
    }
    for style, each in (("each", (TWO, TWO)), ("collective", (TWO,))):
        session = session_at(fray, rules(**OPEN, close_combat__style=style), armies=ARMIES)
        session.state.declared = Declaration("close")
        found = joint_attacks(game_of(session, close_combat__style=style))
        assert found == {"b.rifleman_1": JointAttack(("a.rifleman_1", "a.rifleman_2"), each)}


def test_chances_of_a_shot_in_reaction() -> None:
    """RW-41, RW-42: if the place of a shot is chosen later, its chances are those at the best place of the path. If a
    unit turns, or with `reaction.points: one`, they are those where the unit is.
    """
    for option, at_best in (("each", True), ("one", False)):
        session = session_at(FIRE, rules(**OPEN, reaction__points=option), armies=ARMIES)
        ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", at(5, 10)))
        shot = reaction_shot(game_of(session, reaction__points=option), "b.rifleman_1", "a.rifleman_1")
        assert (shot.chances, shot.cover, shot.at_best) == (THREE, False, at_best)
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    ask(session, "turn", "a.rifleman_1", Spot("a.rifleman_1", at(5, 10)))
    shot = reaction_shot(game_of(session), "b.rifleman_1", "a.rifleman_1")
    assert (shot.chances, shot.cover, shot.at_best) == (THREE, False, False)


@pytest.mark.parametrize(
    ("players", "headings"),
    [
        (("Ada", "Bea"), {"a": 90.0, "b": -90.0}),
        (("Ada", "Bea", "Cy"), {"a": 0.0, "b": 180.0, "c": 180.0}),
        (("Ada", "Bea", "Cy", "Dee"), {"a": 0.0, "b": 180.0, "c": 180.0, "d": 0.0}),
    ],
)
def test_units_of_the_sandbox_face_the_enemy(players: tuple[str, ...], headings: dict[str, float]) -> None:
    """If two sides play, their units face each other across the table. If three or four play, units at the left edge
    face right, and units at the right edge face left.
    """
    begins = RiftWarSandbox(rules(layout="open"), players, meshes={}).starting_position({})
    found = {name[0]: math.degrees(model.heading) for name, model in begins.table.models.items()}
    assert found == pytest.approx(headings)
