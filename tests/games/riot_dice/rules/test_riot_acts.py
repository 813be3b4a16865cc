"""Physical acts in the rules: how rules request them, and their consequences."""

import copy
import math
from dataclasses import replace

import pytest
from lucky_table import LuckyTable, begin, play_on, rules, stand, with_facts
from scooting import AIM, FAR, finish, lying, scooting

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.moving import compute_course
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.shoot import possible_hits
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.play.requests import Choose, PickWay, PlaceDie, Refused, SetPace, Step
from riotsim.table.acts import (
    Carry,
    LeftTable,
    Roll,
    Settled,
    Stack,
    TowerFell,
    TowerPushed,
)
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Pose, distance, point_ahead
from riotsim.table.state import Table
from riotsim.table.towers import is_in_place, stands
from riotsim.table.units import inches


def test_measuring_changes_nothing() -> None:
    """RD-06: if the active boss measures ways and lines of bullets, nothing in the game changes."""
    session = scooting(LuckyTable())
    session.answer(AIM)
    game = Riot(session.play, rules())
    before = (copy.deepcopy(session.state), session.table, session.pending, len(session.journal))
    for k in range(8):
        way = compute_course(session.table, "a1", k * math.pi / 4, inches(6))
        assert way.distance <= inches(6)
    hits = possible_hits(game, "a1", game.rules.weapons["pistol"], lying(session, 0))
    assert hits
    assert (session.state, session.table, session.pending, len(session.journal)) == before


def test_tower_goes_behind_the_move() -> None:
    """RD-30: before a carry, the tower is set behind its model, on the side away from the move. The tower touches its
    model.
    """
    lucky = LuckyTable()
    session = scooting(lucky, swigs=2)
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    way = request.ways[0]
    session.answer(Step(way.die))
    assert isinstance(session.pending[0], SetPace)
    model, dice = session.table.models["a1"], session.table.tower_dice("a1")
    assert len(dice) == 2
    assert is_in_place(model, dice)
    assert stands(dice)
    behind = point_ahead(model.at, way.heading + math.pi, 12.5 + 8.0)
    assert distance(dice[0].pose.xy, behind) < 1.0


def test_tower_keeps_off_the_edge() -> None:
    """RD-30: a tower that would hang over the edge of the table is taken to the nearest free ground."""
    session = stand(LuckyTable(), {"a1": (0.5, 12.0), "b1": (20.0, 20.0)})
    session.answer(Activate("a1"))
    session.answer("shoot")
    finish(session, 1)
    (die,) = session.table.tower_dice("a1")
    left, front, right, back = die.footprint.bounds()
    assert min(left, front) >= 0
    assert max(right, back) <= inches(24)
    assert is_in_place(session.table.models["a1"], (die,))


def test_pushed_tower_is_slid_back() -> None:
    """RD-32: if a tower is pushed away but still stands, it is slid back to its model. This isn't a fall."""
    lucky = LuckyTable()
    session = scooting(lucky, swigs=2)

    def push(table: Table, settled: Settled) -> Settled:
        dice = [replace(die, pose=die.pose.translated((40.0, 30.0, 0.0))) for die in settled.table.tower_dice("b1")]
        return with_facts(replace(settled, table=settled.table.with_pieces(*dice)), TowerPushed("b1", 10))

    lucky.changes[len(lucky.acts)] = push
    session.answer(AIM)
    dice = session.table.tower_dice("b1")
    assert len(dice) == 2
    assert is_in_place(session.table.models["b1"], dice)
    assert stands(dice)
    assert not any(isinstance(event, events.TowerFalls) for event in session.events)


def test_fallen_tower_is_discarded() -> None:
    """RD-32: when a tower falls, all its dice are discarded, even a die that left the table."""
    lucky = LuckyTable()
    session = scooting(lucky, swigs=3)

    def fell(table: Table, settled: Settled) -> Settled:
        first, *_ = settled.table.towers["b1"].dice
        after = settled.table.with_tower("b1", None).without(first)
        return Settled(after, (*settled.facts, LeftTable(first, 5, (0.0, 0.0)), TowerFell("b1", 4)))

    lucky.changes[len(lucky.acts)] = fell
    session.answer(AIM)
    assert session.table.tower_dice("b1") == ()
    assert len(session.table.dice) == 3 + 3  # a1's tower and the move dice
    (fall,) = [event for event in session.events if isinstance(event, events.TowerFalls)]
    assert (fall.model, fall.by, fall.dice) == ("b1", "Ann", 3)
    assert not session.table.models["b1"].fallen


def halfway(table: Table, settled: Settled) -> Settled:
    """Return an outcome in which the tower of a1 falls when half the move is done."""
    start, end = table.models["a1"].at, settled.table.models["a1"].at
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    model = replace(settled.table.models["a1"], at=middle)
    return with_facts(
        replace(settled, table=settled.table.with_pieces(model).with_tower("a1", None)), TowerFell("a1", 30)
    )


@pytest.mark.parametrize("own_fall", ["falls_over", "sobers_up"])
def test_tower_falls_on_the_way(own_fall: str) -> None:
    """RD-46: if the tower falls on the way, the move ends there. With `sobers_up`, the model stands and may move on."""
    lucky = LuckyTable()
    options = {"tower.own_fall": own_fall, "scoot.at_the_die": "run_on"}
    session = stand(lucky, {"a1": (12.0, 12.0), "b1": (23.0, 1.0)}, options)
    for model in ("a1", "b1"):
        session.answer(Activate(model))
        session.answer("shoot")
        finish(session, 1)
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    way = request.ways[0]
    session.answer(Step(way.die))
    lucky.changes[len(lucky.acts)] = halfway
    session.answer("normal")
    fallen = session.table.models["a1"]
    gone = distance(fallen.at, (inches(12), inches(12)))
    assert gone == pytest.approx(way.distance / 2)
    assert fallen.fallen == (own_fall == "falls_over")
    (moved,) = [event for event in session.events if isinstance(event, events.Moved)]
    assert moved.inches == pytest.approx(gone / 25.4, abs=0.001)
    assert moved.stopped_by is None
    assert session.pending[0].purpose == ("turn" if own_fall == "falls_over" else "move")


def test_carry_is_done_by_the_bosss_hand() -> None:
    """RD-46: model and tower are carried by the hand of their own boss."""
    lucky = LuckyTable()
    session = scooting(lucky)
    session.answer(AIM)
    finish(session, 4)
    carries = [act for act in lucky.acts if isinstance(act, Carry)]
    assert len(carries) == 3
    assert {act.hand.name for act in carries} == {"average"}


@pytest.mark.parametrize(
    ("pace", "options", "left"),
    [
        ("normal", {}, 570.0),
        ("slow", {}, 540.0),
        ("slow", {"clock.slow_carry_seconds": 1}, 567.0),
    ],
)
def test_slow_carry_costs_time(pace: str, options: dict[str, object], left: float) -> None:
    """RD-49: the boss chooses the pace of each carry. At the end of the turn, slow carries take more time off the
    clock.
    """
    lucky = LuckyTable()
    session = scooting(lucky, options)
    session.answer(AIM)
    for _ in range(3):
        request = session.pending[0]
        assert isinstance(request, PickWay)
        session.answer(Step(request.ways[0].die))
        assert isinstance(session.pending[0], SetPace)
        session.answer(pace)
    assert session.state.clock == 600.0
    session.answer("end")
    assert isinstance(session.pending[0], PlaceDie)
    session.answer((0.0, 0.0))
    assert {act.pace for act in lucky.acts if isinstance(act, Carry)} == {pace}
    assert session.state.clock == left


def test_slow_carries_are_charged_once() -> None:
    """RD-49: the extra time of slow carries is charged once. The next activation doesn't cost it again."""
    session = scooting(LuckyTable())
    session.answer(AIM)
    for _ in range(3):
        request = session.pending[0]
        assert isinstance(request, PickWay)
        session.answer(Step(request.ways[0].die))
        session.answer("slow")
    finish(session, 1)
    assert session.state.clock == 540.0
    session.answer(Activate("b1"))
    session.answer("shoot")
    finish(session, 1)
    assert session.state.clock == 510.0


def test_merely_set_down() -> None:
    """RD-92: a roll from below 50 mm is refused, with the reason. A roll from 50 mm is accepted."""
    session = scooting(LuckyTable())
    with pytest.raises(Refused, match="at least 50 mm up; a die merely set down is no roll"):
        session.answer(replace(AIM, drop=49.0))
    session.answer(replace(AIM, drop=50.0))
    assert isinstance(session.pending[0], PickWay)


def test_die_that_a_tower_swept_away_still_counts() -> None:
    """RD-41: if a move die is swept off the table after the roll, the model may still move by that die."""
    lucky = LuckyTable()
    session = scooting(lucky, {"scoot.at_the_die": "run_on"}, swigs=1)
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    first, second, _ = request.ways
    session.answer(Step(first.die))

    def sweep(table: Table, settled: Settled) -> Settled:
        return Settled(settled.table.without(second.die), (*settled.facts, LeftTable(second.die, 9, (0.0, 0.0))))

    lucky.changes[len(lucky.acts)] = sweep
    session.answer("normal")
    session.answer(Step(second.die))
    assert isinstance(session.pending[0], SetPace)


def test_no_more_dice_for_the_fallen() -> None:
    """RD-37: if the first of two shots makes a tower and its model fall, the second shot does no more damage."""
    lucky = LuckyTable()
    session = stand(lucky, {"a1": (4.0, 12.0), "b1": (8.0, 12.0)})

    def at_the_die(table: Table, settled: Settled) -> Settled:
        put = {
            die: replace(settled.table.dice[die], pose=Pose((250.0, inches(12), 8.0), six))
            for die in settled.table.dice
        }
        return replace(settled, table=settled.table.with_pieces(*put.values()))

    six = die_kind("d6").orientation_showing(6)
    lucky.changes[0] = at_the_die
    session.answer(Activate("a1"))
    session.answer("shoot")
    session.answer(AIM)
    shots = session.pending[0]
    assert isinstance(shots, Choose)
    lucky.changes[1] = lambda table, settled: with_facts(
        replace(settled, table=settled.table.with_tower("b1", None)), TowerFell("b1", 5)
    )
    session.answer(next(shot for shot in shots.options if shot.hits == "b1"))
    session.answer((0.0, 0.0))
    assert session.table.models["b1"].fallen
    assert session.pending[0].purpose == "bullet"
    assert session.table.tower_dice("b1") == ()
    session.answer(next(shot for shot in session.pending[0].options))  # type: ignore[attr-defined]  # it is a choice
    assert sum(isinstance(event, events.Damage) for event in session.events) == 1
    assert session.pending[0].purpose == "action"


def test_towers_leave_with_their_models() -> None:
    """RD-81: when a boss legs it, the towers of that gang go too."""
    session = stand(LuckyTable(), FAR)
    for model in ("a1", "b1"):
        session.answer(Activate(model))
        session.answer("shoot")
        finish(session, 1)
    assert len(session.table.dice) == 2
    session.answer(LegIt())
    assert {die.owner for die in session.table.dice.values()} == {"Bob"}
    assert set(session.table.towers) == {"b1"}


def test_tokens_that_replace_models_lie_on_the_table() -> None:
    """RD-81: a token that replaces a model lies where the model stood, as high as the other tokens on the table."""
    models = {"a1": (10.0, 12.0), "b1": (12.0, 12.0), "c1": (20.0, 20.0)}
    session = stand(LuckyTable(), models, loot=((2.0, 2.0),), stash=1)
    at = session.table.models["a1"].at
    session.answer(LegIt())
    new = session.table.tokens.keys() - {"loot-0"}
    (token,) = (session.table.tokens[name] for name in new)
    assert token.pose.at == (*at, session.table.tokens["loot-0"].pose.at[2])


def test_towers_are_of_d6() -> None:
    """RD-94: tower dice are d6, whatever dice the model rolls."""
    lucky = LuckyTable()
    session = stand(lucky, FAR, {"models.git.move": "2d20"})
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(AIM)
    finish(session, 1)
    assert {die.kind.name for act in lucky.acts if isinstance(act, Roll) for die in act.dice} == {"d20"}
    assert {act.die.kind.name for act in lucky.acts if isinstance(act, Stack)} == {"d6"}


def test_hull_keeps_its_heading() -> None:
    """RD-01: when vehicles move, they keep their heading."""
    hull = {"models.cart.cost": 5, "gang.models": "[cart, cart]", "loot.each": 0, "loot.middle": 0}
    session = begin(LuckyTable(), options=hull)
    play_on(session, 3, 4)
    session.answer(session.pending[0].options[0])  # type: ignore[attr-defined]  # a turn is a choice
    session.answer("scoot")
    session.answer(AIM)
    finish(session, 2)
    assert {model.heading for model in session.table.models.values()} == {0.0}


def test_tower_beside_nobody_falls() -> None:
    """RD-32: a die that no longer lies on the die below is not part of a standing tower."""
    low = Die("d1", pose=Pose((100.0, 100.0, 8.0)))
    off = Die("d2", pose=Pose((120.0, 100.0, 8.0)))
    table = Table(600.0, 600.0).with_pieces(low, off).with_tower("x", Tower(("d1", "d2")))
    assert not stands(table.tower_dice("x"))
