"""Towers that are attached to the hand: while the tower keeps its shape, the engine doesn't simulate its dice. Outcomes
stay the same.
"""

import itertools
import math
from collections.abc import Generator, Mapping
from dataclasses import replace

import numpy as np
import pytest

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.physics.acts import carry
from riotsim.physics.acts.carried_tower import CarriedTower, Mode, RigidMotion
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.hand_path import hand_path
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.engine.world import World
from riotsim.physics.rest import RestDetector
from riotsim.physics.scene.registry import BodyRegistry
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.simulation import frames, perform
from riotsim.table.acts import Carry, CutShort, Fact, Frame, Settled, TowerFell, TowerPushed
from riotsim.table.pieces import Die, Model, Token, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.plugin import Size
from riotsim.testing.tables import empty_table

HAND = replace(load_rules("riot_dice", Rulebook).hands["steady"].hand, tremor=0.05)

LEAP = 0.1
"""Greatest change of a die's way between two ticks (mm). A hand at 650 mm/s² and its tremor change it by 0.02."""

STILL = hand_path(
    empty_table(), (60.0, 305.0), (61.0, 305.0), HAND, HAND.pace("slow"), random_generator(1), (81.0, 305.0)
)
"""Path of a hand over 1 mm."""

SAME = 0.05
"""Greatest distance of dice and tokens from where they end if the whole tower is simulated (mm)."""


def pushing(seed: int, tokens: int = 1) -> tuple[Table, Carry]:
    """Return a model with a tower of 3 to 12 dice that is carried 8 to 16 inches, with tokens in the tower's way."""
    chance = np.random.default_rng(seed)
    table, model = empty_table(), Model("m", "boss", (60.0, 305.0))
    x, dice = 60.0 + 21.0, []
    for k in range(int(chance.integers(3, 13))):
        dice.append(Die(f"m-{k:02d}", pose=Pose((x, 305.0, 8.0 + 16.0 * k))))
        x += float(chance.normal(0.0, 0.4))
    loot = [
        Token(f"t{k}", Pose((120.0 + 60.0 * k, 305.0 + float(chance.uniform(-15.0, 15.0)), 1.5)), 20.0)
        for k in range(tokens)
    ]
    table = table.with_pieces(model, *dice, *loot).with_tower("m", Tower(tuple(die.id for die in dice)))
    pace = HAND.paces[int(chance.integers(0, 2))][0]
    return table, Carry("m", (60.0 + float(chance.uniform(200.0, 400.0)), 305.0), HAND, pace)


def in_the_engine(patch: pytest.MonkeyPatch) -> None:
    """Keep towers simulated unless nothing else is in the engine."""
    goes = CarriedTower._lasts
    patch.setattr(CarriedTower, "_lasts", lambda self, way, left: way.name == "ANALYTIC" and goes(self, way, left))


def led(table: Table, act: Carry, seed: int) -> tuple[Settled, int]:
    """Return the outcome of a carry, and how often its tower was attached to the hand."""
    times = [0]
    lead = BodyRegistry.attach

    def counted(registry: BodyRegistry, bodies: list[object]) -> None:
        times[0] += 1
        lead(registry, bodies)  # type: ignore[arg-type]  # it only passes them on

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BodyRegistry, "attach", counted)
        return perform(table, act, seed), times[0]


def compared(seed: int, tokens: int) -> tuple[Settled, Settled] | None:
    """Return the outcomes of a carry with the tower attached and simulated; None if it is never attached."""
    table, act = pushing(seed, tokens)
    settled, times = led(table, act, seed)
    if not times:
        return None
    with pytest.MonkeyPatch.context() as patch:
        in_the_engine(patch)
        whole, never = led(table, act, seed)
    assert not never
    return settled, whole


@pytest.mark.takes(minutes=3)
@pytest.mark.parametrize("tokens", [1, 3])
def test_it_is_as_with_the_tower_in_the_engine(size: Size, tokens: int) -> None:
    """Whether a tower is attached or simulated, it stands or falls alike, and its dice and a pushed token end at the
    same places.

    The long size has 1,000 carries. A tower that rocks near its limits may come out otherwise in 4 of 100 carries. With
    several tokens, the places of tokens aren't compared: once tokens hit each other, their last digits differ.
    """
    count = size(4, 500)
    tried = differ = 0
    for seed in itertools.count():
        if tried == count:
            break
        found = compared(seed, tokens)
        if found is None:
            continue
        tried += 1
        settled, whole = found
        fell = len(settled.facts_of(TowerFell)) != len(whole.facts_of(TowerFell))
        differ += fell or (not whole.facts_of(TowerFell) and _astray(settled.table.dice, whole.table.dice) > SAME)
        if tokens == 1 and not settled.facts_of(TowerFell) and not whole.facts_of(TowerFell):
            assert _astray(settled.table.tokens, whole.table.tokens) < SAME, f"pushing({seed})"
    assert differ <= max(1, count // 25)


def _astray(found: Mapping[str, Die | Token], there: Mapping[str, Die | Token]) -> float:
    """Return the greatest distance between where a piece is and where the other table has it (mm)."""
    return max(math.dist(found[name].pose.at, piece.pose.at) for name, piece in there.items())


def one_that_is_led() -> tuple[Table, Carry, int]:
    """Return the first carry in which the tower is attached to the hand, and its seed."""
    return next((*pushing(seed), seed) for seed in range(50) if led(*pushing(seed), seed)[1])


def test_its_frames_show_it() -> None:
    """If a tower is attached and released, frames show each die at every tick, and no die stops or jumps."""
    table, act, seed = one_that_is_led()
    settled = perform(table, act, seed, trace_hz=240)
    for name in table.towers["m"].dice[1:]:
        at = [frame.poses[name].at for frame in settled.trace]
        ways = [math.dist(*two) for two in itertools.pairwise(at)]
        assert max(abs(b - a) for a, b in itertools.pairwise(ways)) < LEAP, name
        assert math.dist(at[-1], settled.table.dice[name].pose.at) < SAME


def test_looking_at_it_changes_nothing() -> None:
    """If a tower is attached to the hand, the outcome has the same bits with and without frames, and with listeners."""
    table, act, seed = one_that_is_led()
    bare = perform(table, act, seed)
    for every, listen in ((1, False), (7, False), (1, True), (8, True)):
        assert _last(frames(table, act, seed, every=every, listen=listen)) == (bare.table, bare.facts)


def _last(under_way: Generator[Frame, None, Settled]) -> tuple[Table, tuple[Fact, ...]]:
    while True:
        try:
            next(under_way)
        except StopIteration as end:
            settled: Settled = end.value
            return settled.table, settled.facts


def test_one_that_is_given_back_as_time_is_up_is_left_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a tower is released just as its act is cut short, it stays simulated."""
    table, act, seed = one_that_is_led()
    given_back: list[int] = []
    detach, near = CarriedTower._detach, CarriedTower._something_near

    def noted(carried: CarriedTower) -> None:
        given_back.append(carried._scene.tick)
        assert len(given_back) < 9, "it is given back without end"
        detach(carried)

    last = perform(table, act, seed).ticks
    monkeypatch.setattr(carry, "LIMITS", replace(LIMITS, ticks_after_hand=16))
    monkeypatch.setattr(RestDetector, "observe", lambda *_: False)
    monkeypatch.setattr(CarriedTower, "_something_near", lambda self: self._scene.tick > last or near(self))
    monkeypatch.setattr(CarriedTower, "_detach", noted)
    settled = perform(table, act, seed)
    assert given_back
    assert settled.facts_of(CutShort)
    assert not settled.facts_of(TowerFell)


@pytest.mark.parametrize("far_away", [False, True])
@pytest.mark.parametrize(("high", "near"), [(1.5, False), (0.4, False), (-1.0, True), (14.0, True)])
def test_a_token_that_is_pushed_is_beneath_notice(high: float, near: bool, far_away: bool) -> None:
    """If a token is pushed along the table, it is too low to count as near the dice. If a token is pressed into the
    table, it counts as near, because the engine pushes it upwards.
    """
    table, _ = pushing(1, 0)
    dice = table.tower_dice("m")
    token = Token("t", Pose((dice[0].pose.at[0] + 14.0, 305.0, high)), 20.0)
    with Scene(table, skip=tuple(die.id for die in dice)) as scene:
        scene.registry.enter(dice[0], MotionType.HELD)
        others = [Die("far", pose=Pose((20.0, 20.0, 8.0)))] if far_away else []  # it changes nothing
        pieces: tuple[Die | Token, ...] = (*dice[1:], token, *others)
        scene.registry.enter_all([(piece, MotionType.FREE) for piece in pieces])
        tower = scene.registry.add_tower("m", tuple(die.id for die in dice), carried=True)
        ride = RigidMotion(table, table.models["m"], STILL, 0.0)
        assert CarriedTower(scene, tower, ride, lambda _: dice[0].pose.at)._something_near() is near


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_what_comes_near_is_met_by_every_die(seed: int) -> None:
    """If another tower comes near, all dice are released before it is met. So the same towers are pushed or fall as in
    a full simulation.
    """
    table, act = pushing(seed)
    other = [Die(f"o-{k}", pose=Pose((300.0, 305.0, 8.0 + 16.0 * k))) for k in range(6)]
    table = table.with_pieces(Model("o", "boss", (300.0, 270.0)), *other)
    table = table.with_tower("o", Tower(tuple(die.id for die in other)))
    act = replace(act, to=(420.0, 305.0))
    given_back: list[int] = []
    detach = CarriedTower._detach

    def noted(carried: CarriedTower) -> None:
        given_back.append(carried._scene.tick)
        detach(carried)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CarriedTower, "_detach", noted)
        settled = perform(table, act, seed)
    met = {fact.tower: fact.tick for fact in settled.facts if isinstance(fact, TowerFell | TowerPushed)}
    assert 0 < given_back[0] < met["o"]
    with pytest.MonkeyPatch.context() as patch:
        in_the_engine(patch)
        whole = perform(table, act, seed)
    assert met.keys() == {fact.tower for fact in whole.facts if isinstance(fact, TowerFell | TowerPushed)}


def test_the_engine_has_fewer_dice_to_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a tower is attached, its dice have no contacts in the engine."""
    table, act, seed = one_that_is_led()
    touching: list[int] = []
    step = World.step

    def watched(world: World, ticks: int = 1) -> None:
        step(world, ticks)
        touching.append(len(world.contacts()))

    monkeypatch.setattr(World, "step", watched)
    perform(table, act, seed)
    most = 4 * (len(table.towers["m"].dice) - 1)
    assert max(touching) >= most
    assert sum(count < most for count in touching) > len(touching) // 3


def test_a_tower_that_still_rocks_is_not_carried_by_statics(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated tower is carried by statics only once its own dice are at rest relative to the hand."""
    left: list[float] = []
    goes = CarriedTower._lasts

    def watched(tower: CarriedTower, mode: Mode, residual: float) -> bool:
        lasts = goes(tower, mode, residual)
        if lasts and mode is Mode.ANALYTIC:
            left.append(max(mine for mine, _ in tower._residuals[-(REST.rest_ticks // LOOK_INTERVAL) :]))
        return lasts

    monkeypatch.setattr(CarriedTower, "_lasts", watched)
    for seed in range(12):
        perform(*pushing(seed, tokens=0), seed)
    assert left
    assert max(left) <= REST.speed
