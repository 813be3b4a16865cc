"""Cube Clash on the table: every die lies as the rules' position says, and every question has its answers."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from clash_rules import rules
from clash_table import begun, give, kinds, placed, play_at_random, until, with_other_top
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.invariants import find_violations
from riotsim.games.cube_clash.rules.carrying import MAX_TIPS, TableDiffers
from riotsim.games.cube_clash.rules.game import new_game
from riotsim.games.cube_clash.state import match_of
from riotsim.games.cube_clash.units.orientations import orientation_of
from riotsim.games.cube_clash.units.unit import SIDES
from riotsim.play.requests import Choose, PickPiece, PickPoint, Spot
from riotsim.play.session.journal import Acted
from riotsim.simulation import perform
from riotsim.table.acts import Act, Displacement, Settled, Shift, Tip
from riotsim.table.dice.signs import Sign
from riotsim.table.poses import Point
from riotsim.table.state import Table


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 1000))
def test_the_table_is_as_the_bookkeeping_says(seed: int) -> None:
    """After every answer of a random game, each die on the table lies as the rules' position says (CC-13, CC-15)."""
    session = begun(seed, turns__max=12)
    while not session.is_over:
        play_at_random(session, 1, seed)
        assert find_violations(rules(), session.state, session.table) == []
    assert all(isinstance(entry.act, Tip | Shift) for entry in session.journal if isinstance(entry, Acted))


def test_what_is_out_of_place_is_found() -> None:
    """If a die on the table is missing, or lies otherwise than the rules' position says, the check names this die."""
    session = begun(turns__max=12)
    until(session, "turns")
    turned, missing = (one.die for one in session.state.position.standing[:2])
    with_other_top(session, turned)
    session.play.table = session.table.without(missing)
    found = find_violations(rules(), session.state, session.table)
    assert [fault.split()[0] for fault in found] == sorted(
        [turned, missing], key=[*match_of(rules(), session.state).dice].index
    )


def test_dice_show_the_icons_of_their_units() -> None:
    """Each die has the icons and counts of its unit, at the places that the company file names, and its ID on top."""
    session = begun()
    for name, unit_die in match_of(rules(), session.state).dice.items():
        die, unit = session.table.dice[name], unit_die.unit
        assert str(die.face) == "id"
        for number in range(1, 7):
            face = unit.face(number)
            assert die.kind.face(number).sign == Sign(face.icon.value, face.count)


def test_the_first_player_is_drawn() -> None:
    """CC-06: if both armies have equal points, the seed decides who goes first. With `first: south`, South always goes
    first.
    """
    drawn = {begun(seed).state.first for seed in range(12)}
    assert drawn == set(SIDES)
    assert {begun(seed, first="south").state.first for seed in range(12)} == {"south"}


def test_the_set_up_asks_die_by_die() -> None:
    """CC-05, CC-07: players choose terrain in turn, the second player first. Then each player sets up a whole army,
    with the ID on top and a chosen side to the north.
    """
    session = begun(first="south")
    for player, options in (("Bea", 4), ("Ada", 3), ("Bea", 2)):
        assert session.pending[0] == Choose(player, "terrain", tuple(rules().terrains))
        session.answer("coast")
        (request,) = session.pending
        assert isinstance(request, Choose)
        assert (request.player, request.purpose, len(request.options)) == (player, "quarter", options)
        session.answer(request.options[0])
    session.answer("swamp")
    assert session.state.quarters == ("coast", "coast", "coast", "swamp")
    (request,) = session.pending
    assert isinstance(request, PickPiece)
    assert (request.player, request.purpose, len(request.pieces)) == ("Bea", "die", 8)
    session.answer("north.barrow_ox")
    (square,) = session.pending
    assert isinstance(square, PickPoint)
    assert len(square.regions[0][1].allowed_points()) == 8
    give(session, "d8", "east")
    lies = session.state.position["north.barrow_ox"].lies
    assert (lies.top, lies.north) == (1, 2)
    assert find_violations(rules(), session.state, session.table) == []
    until(session, "turns")
    assert kinds(session.events).count("SetsUp") == 16
    assert session.state.position.mover == "south"


def test_a_die_that_somebody_turned_stops_the_game() -> None:
    """If somebody turned a die on the table, the next act stops the game. The error names the die and both
    orientations.
    """
    session = begun()
    until(session, "turns")
    die = session.state.position.standing[0].die
    mover = session.state.position.mover
    other = next(one.die for one in session.state.position.standing if one.die != die and one.die.startswith(mover))
    with_other_top(session, die)
    give(session, other)
    with pytest.raises(TableDiffers, match=f"{die} lies on [a-h][18] with the faces .* and should be"):
        give(session, "turn right")
    assert isinstance(session.failure, TableDiffers)


class Clumsy:
    """A table on which the first few tips of a game fail to turn the die over."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.acts: list[Act] = []

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act. If a tip fails, the die comes to its place with its old orientation."""
        self.acts.append(act)
        settled = perform(table, replace(act, hand=None) if isinstance(act, Tip) else act, seed)
        if isinstance(act, Tip) and self.failures:
            self.failures -= 1
            turned = replace(settled.table.dice[act.die].pose, orientation=table.dice[act.die].pose.orientation)
            die = replace(settled.table.dice[act.die], pose=turned)
            return replace(settled, table=settled.table.with_pieces(die))
        return settled


@pytest.mark.parametrize("failures", [0, 1, 3, MAX_TIPS])
def test_a_die_is_tipped_again(failures: int) -> None:
    """CC-15: if a die comes to rest on a wrong face, it is put back and tipped again. After the last allowed tip, it is
    laid down with the right face on top.
    """
    table = Clumsy(failures)
    session = begun(by=table, hands={"Ada": "drunk", "Bea": "drunk"})
    until(session, "turns")
    table.acts.clear()
    mover = session.state.position.mover
    die = next(one for one in session.state.position.standing if one.die.startswith(mover))
    way = "north" if mover == "south" else "south"
    give(session, die.die, way)
    assert find_violations(rules(), session.state, session.table) == []
    tips = [act for act in table.acts if isinstance(act, Tip)]
    assert len(tips) == min(failures + 1, MAX_TIPS)
    assert all(tip.hand is not None and tip.hand.name == "drunk" for tip in tips)
    assert kinds(session.events).count("TippedAgain") == failures
    steps = [event for event in session.events if isinstance(event, events.Steps)]
    assert len(steps) == 1
    unit = match_of(rules(), session.state).dice[die.die].unit
    assert steps[0].face == str(unit.face(die.lies.step("north" if mover == "south" else "south").top))


def test_a_die_may_count_as_it_lies() -> None:
    """CC-15: with `as_it_lies`, the face that is on top after a tip acts. The rules' position of the die follows the
    table.
    """
    session = begun(by=Clumsy(1), hand__wrong_face="as_it_lies")
    until(session, "turns")
    mover = session.state.position.mover
    die = next(one for one in session.state.position.standing if one.die.startswith(mover))
    give(session, die.die, "north" if mover == "south" else "south")
    assert session.state.position[die.die].lies == die.lies
    assert session.state.position[die.die].at != die.at
    assert [event.face for event in session.events if isinstance(event, events.Steps)] == ["id"]
    assert find_violations(rules(), session.state, session.table) == []


def test_everything_can_be_undone() -> None:
    """A game of exact acts can be undone to its beginning. The same answers then lead to the same end."""
    session = begun(turns__max=6)
    first = session.table, session.requests
    play_at_random(session)
    end = session.table, session.events, session.state.position
    count = 0
    while session.can_undo:
        session.undo()
        count += 1
    assert (session.table, session.requests) == first
    for _ in range(count):
        session.redo()
    assert (session.table, session.events, session.state.position) == end
    assert session.is_over


def test_the_same_seed_gives_the_same_game() -> None:
    """Two games with the same seed have the same table, journal and events, even if a player's hand makes errors."""
    games = [begun(7, hands={"Ada": "drunk"}, turns__max=8) for _ in range(2)]
    for game in games:
        play_at_random(game)
    assert games[0].table == games[1].table
    assert games[0].journal == games[1].journal
    assert games[0].events == games[1].events


@pytest.mark.parametrize(
    ("players", "options", "told"),
    [
        (("Ada",), {}, "two players play"),
        (("Ada", "Ada"), {}, "a name of their own"),
        (("Ada", "Bea"), {"build__points": 15}, "Lantern Guild costs 16 build points, and 15 may be spent"),
    ],
)
def test_who_cannot_play(players: tuple[str, ...], options: dict[str, int], told: str) -> None:
    """CC-01, CC-02: a game needs two players of different names, with armies that cost no more than allowed. Otherwise
    it is refused.
    """
    with pytest.raises(ValueError, match=told):
        new_game(rules(**options), players, 1, perform)


def test_a_race_on_both_sides() -> None:
    """CC-04: if both sides have a race in common, an option decides whether this is reported, allowed silently, or
    refused.
    """
    armies = {"Ada": "reed_court", "Bea": "reed_court"}
    assert "SharedRace" in kinds(new_game(rules(), ("Ada", "Bea"), 1, perform, armies=armies).events)
    allowed = new_game(rules(build__shared_race="allow"), ("Ada", "Bea"), 1, perform, armies=armies)
    assert "SharedRace" not in kinds(allowed.events)
    with pytest.raises(ValueError, match="both armies have snakefolk and undead"):
        new_game(rules(build__shared_race="refuse"), ("Ada", "Bea"), 1, perform, armies=armies)


def test_everything_wrong_with_the_armies_is_told_at_once() -> None:
    """CC-02, CC-04: if both armies cost too much, one error names both. It also names a race on both sides if the rules
    refuse that.
    """
    book = rules(build__points=15, build__shared_race="refuse")
    with pytest.raises(ValueError, match=r"^Reed .* 16 .*; Reed .* 16 .*; both armies have snakefolk and undead"):
        new_game(book, ("Ada", "Bea"), 1, perform, armies={"Ada": "reed_court", "Bea": "reed_court"})


def test_a_square_is_known_although_its_point_is_rounded() -> None:
    """If a request accepts a point, such as a rounded one of the mouse, the rules take it as the square around it. This
    holds in the set-up and in a turn.
    """
    session = begun(turns__max=40)
    asked: set[str] = set()
    while not session.is_over and asked != {"set-up", "turns"}:
        request = session.pending[0]
        if isinstance(request, PickPoint):
            ((die, region),) = request.regions
            (x, y), *_ = region.allowed_points()
            asked.add(session.state.phase)
            session.answer(Spot(die, (float(x) + 1e-7, float(y) - 1e-7)))
            assert find_violations(rules(turns__max=40), session.state, session.table) == []
        else:
            play_at_random(session, 1)
    assert asked == {"set-up", "turns"}


def acts_of(given: Mapping[str, object], *answers: object, **options: Any) -> list[Act]:
    """Return the acts that follow from answers at a position, on a table without physics."""
    book, session = placed(given, *answers, **options)
    assert find_violations(book, session.state, session.table) == []
    session.close()
    return [entry.act for entry in session.journal if isinstance(entry, Acted)]


ALONE: dict[str, object] = {"dice": {"south.bellfounder": "e4", "north.reedling": "h8"}, "terrain": "coast"}


@pytest.mark.parametrize(
    ("answer", "heading", "at"),
    [
        ("east", 0.0, (232.0, 201.0)),
        ("north", math.pi / 2, (192.0, 241.0)),
        ("west", math.pi, (152.0, 201.0)),
        ("south", 3 * math.pi / 2, (192.0, 161.0)),
    ],
)
def test_a_step_is_a_tip_to_the_middle_of_the_next_square(answer: str, heading: float, at: Point) -> None:
    """CC-15: a step is a tip to the middle of the next square, 40 mm away. With the usual hand, the tip is without
    errors.
    """
    (tip,) = acts_of(ALONE, answer)
    assert isinstance(tip, Tip)
    assert (tip.die, tip.to, tip.hand) == ("south.bellfounder", at, None)
    assert tip.heading == pytest.approx(heading)


@pytest.mark.parametrize(("answer", "turn"), [("turn right", -90), ("turn about", 180), ("turn left", 90)])
@pytest.mark.parametrize(
    ("square", "lifted"),
    # The corner of a die of 30 mm is 21.213 mm from the middle of its square; half of another is 15 mm.
    [("40mm", False), ("36.3mm", False), ("36.2mm", True)],
)
def test_a_rotation_lifts_a_die_that_has_no_room(answer: str, turn: float, square: str, lifted: bool) -> None:
    """CC-12: if the largest die on the next square would be in the way, a die is lifted for a rotation. Otherwise it
    turns on the ground.
    """
    (shift,) = acts_of(ALONE, answer, board__square=square, dice__size=["13mm", "16mm", "30mm"])
    assert isinstance(shift, Shift)
    (move,) = shift.moves
    assert (shift.lifted, move.piece, move.lies) == (lifted, "south.bellfounder", None)
    assert math.degrees(move.turn) == pytest.approx(turn)


def test_a_maneuver_slides_round_corners() -> None:
    """CC-32: in a maneuver, the die slides straight to each bend of its path, and then to its end."""
    dice = {
        "south.spray_lancer": {"at": "e4", "top": "east"},
        "north.reedling": "e5",
        "north.barrow_ox": "h8",
    }
    given = {"dice": dice, "terrain": "coast"}
    _, *slides = acts_of(given, "turn right", "maneuver", "f6")
    die = "south.spray_lancer"
    assert slides == [Shift((Displacement(die, (232.0, 201.0)),)), Shift((Displacement(die, (232.0, 281.0)),))]
    _, *slides = acts_of(given, "turn right", "maneuver", "e1")
    assert slides == [Shift((Displacement(die, (192.0, 81.0)),))]


def test_killed_and_turned_dice_are_lifted() -> None:
    """CC-22, CC-62: a killed die is lifted to its place beside the board. A die that a spell turns is lifted, and set
    down with the chosen faces.
    """
    dice = {"south.bellfounder": {"at": "e4", "top": "north"}, "north.reedling": "e5", "north.barrow_ox": "h8"}
    _, *lifts = acts_of({"dice": dice, "terrain": "coast"}, "turn right", "melee")
    # The Reedling is the seventh of its army, from the east: 6.5 squares from the board's corner at x = 332, and
    # 20 mm and half of a row of 29 mm behind the board, which ends at y = 381.
    assert lifts == [Shift((Displacement("north.reedling", (72.0, 415.5)),), lifted=True)]
    dice = {"south.furnace_warden": {"at": "c3", "top": "north"}, "north.reedling": "c5"}
    answers = ("turn right", "turn", ("north.reedling",), "west", "top")
    _, *lifts = acts_of({"dice": dice, "terrain": "coast"}, *answers)
    (shift,) = lifts
    assert isinstance(shift, Shift)
    (move,) = shift.moves
    assert (shift.lifted, move.piece, move.to) == (True, "north.reedling", (112.0, 241.0))
    assert move.lies is not None
    lies = orientation_of(move.lies)
    assert (lies.top, lies.north) == (5, 1)
