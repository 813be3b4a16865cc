"""A person throws and stacks by hand: the act has no errors of a hand, and is as fair as any other."""

import math
from dataclasses import dataclass, replace

import pytest
from physics_suite.tables import SHAKY, board, dice, model_with_tower, throw

from riotsim.simulation import frames, perform
from riotsim.table.acts import Put, Roll, Stack, TowerFell
from riotsim.table.ballistics import travel_distance, usual_spin
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.table.poses import Quaternion, Vector, multiply
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.testing.fairness import AS_IN_A_GAME, SIGNIFICANCE, Throw, fairness, memory, repeats, roll_many
from riotsim.testing.plugin import Record, Size

FLICKS: dict[str, tuple[float, Vector]] = {
    "gentle": (0.3, (0.0, 0.2, 0.0)),
    "usual": (1.0, (0.0, 0.6, 0.0)),
    "hard and curved": (2.0, (0.0, 1.7, 1.0)),
    "without spin": (1.0, (0.0, 0.0, 0.0)),
    "backwards": (1.0, (0.0, -2.0, 0.0)),
}
"""Flicks of a person's hand: their strength, and their spin."""


@dataclass(frozen=True, slots=True)
class Flicked(Throw):
    """A throw as in a game, by a person's own hand."""

    strength: float = 1.0
    spin: Vector = (0.0, 0.0, 0.0)

    def act(self, dice: tuple[Die, ...]) -> Roll:
        """Return the person's throw of these dice as an act."""
        return replace(Throw.act(self, dice), strength=self.strength, spin=self.spin, by_hand=True)


@pytest.mark.takes(8.0)
@pytest.mark.parametrize("name", FLICKS)
def test_a_throw_by_hand_is_as_fair_as_any(name: str, record: Record, size: Size) -> None:
    """Whatever a person's flick, each side of a d6 comes equally often: p is above 0.001.

    Nobody chooses how dice lie in a hand. The report also tells how many dice end on the side that was down in the
    hand.
    """
    strength, spin = FLICKS[name]
    way = Flicked(AS_IN_A_GAME.hand, AS_IN_A_GAME.table, AS_IN_A_GAME.drop, 3, strength, spin)
    rolls = roll_many(D6, size(300, 60_000), 31, way)
    fair = fairness(rolls)
    record(
        "fairness",
        f"d6 thrown by a person's hand, {name}: p of equal shares",
        found=fair.p,
        at_least=SIGNIFICANCE,
        source="Pearson's χ² against equal shares",
        note=f"{rolls.read_count} rolls, χ² {fair.chi2:.1f}; {repeats(rolls):.1%} ended on the side that was down in "
        f"the hand, chance has {1 / 6:.1%} (p of forgetting {memory(rolls).p:.2g})",
    ).must_hold()


def middles(act: Roll, count: int) -> list[float]:
    """Return, for each throw, how far the dice's middle is from the line of the throw at the first tick (mm)."""
    first = [next(frames(board(), act, seed, every=1)).poses for seed in range(count)]
    return [sum(pose.at[1] for pose in poses.values()) / len(poses) - 305.0 for poses in first]


def test_a_person_s_hand_lets_go_exactly_there() -> None:
    """If a person throws, the dice start exactly where the person lets them go.

    A bot's throw also has the hand's errors.
    """
    meant = throw(3, heading=0.0)
    own = replace(meant, by_hand=True)
    assert max(map(abs, middles(own, 20))) < 2.0  # they spread a little within the first tick
    assert max(map(abs, middles(meant, 20))) > 10.0
    x = [next(frames(board(), own, seed, every=1)).poses["r00"].at[0] for seed in range(20)]
    assert max(x) - min(x) < 60.0  # each die has its own place in the hand
    assert sum(x) / len(x) == pytest.approx(305.0 - travel_distance(SHAKY.speed, own.drop), abs=20.0)


def spun(spin: Vector, heading: float) -> Vector:
    """Return the mean spin of many dice thrown with this flick, in shares of the hand's usual spin.

    It is measured over their first two ticks.
    """
    act = Roll(dice(9), (305.0, 305.0), heading, SHAKY, drop=200.0, spin=spin, by_hand=True)
    total = [0.0, 0.0, 0.0]
    for seed in range(12):
        under_way = frames(board(), act, seed, every=1)
        before, after = next(under_way).poses, next(under_way).poses
        for name, pose in after.items():
            for k, part in enumerate(rate(before[name].orientation, pose.orientation)):
                total[k] += part / (12 * 9) / usual_spin(SHAKY)
    return (total[0], total[1], total[2])


def rate(one: Quaternion, other: Quaternion) -> list[float]:
    """Return the rate at which a body turns that goes from one orientation to another in a tick (rad/s)."""
    x, y, z, w = one
    *axis, rest = multiply(other, (-x, -y, -z, w))
    return [2.0 * TICKS_PER_SECOND * math.copysign(1.0, rest) * part for part in axis]


@pytest.mark.parametrize(
    ("spin", "heading", "about"),
    [
        ((0.0, 1.0, 0.0), 0.0, (0.0, 1.0, 0.0)),
        ((0.0, 1.0, 0.0), math.pi / 2, (-1.0, 0.0, 0.0)),
        ((0.0, 0.0, 1.0), 1.0, (0.0, 0.0, 1.0)),
        ((1.0, 0.0, 0.0), math.pi, (-1.0, 0.0, 0.0)),
    ],
)
def test_a_flick_sets_the_spin(spin: Vector, heading: float, about: Vector) -> None:
    """A flick's spin sets the mean spin of the thrown dice, about the axes of the throw.

    A forward flick spins them about the axis to the left of the throw.
    """
    assert spun(spin, heading) == pytest.approx(about, abs=0.12)


def test_a_die_lands_where_it_is_let_go() -> None:
    """If a person puts a die on a tower, it lies where it was let go and as it was held, whatever the seed."""
    table = model_with_tower(board(), "m", 3, (305.0, 305.0))
    top = table.dice["m-02"].pose.at
    ends = {
        perform(table, Stack(Die("new"), "m", SHAKY, put=Put((2.0, -3.0), 0.3)), seed).table.dice["new"].pose
        for seed in range(5)
    }
    (pose,) = ends
    assert pose.at == (top[0] + 2.0, top[1] - 3.0, top[2] + 16.0)
    assert pose.orientation == Die("new").kind.orientation_showing(1, 0.3)


def test_the_first_die_goes_against_its_model() -> None:
    """If a person puts down the first die of a tower, it touches its model, wherever the hand is (RD-30)."""
    table = board().with_pieces(model_with_tower(board(), "m", 1, (305.0, 305.0)).models["m"])
    by_hand = perform(table, Stack(Die("new"), "m", SHAKY, put=Put((7.0, 0.0), 1.0)), 0)
    assert by_hand == perform(table, Stack(Die("new"), "m", SHAKY), 0)


def test_a_die_put_beside_the_edge_falls() -> None:
    """If a person puts a die with its middle just beyond the edge of the top die, the tower falls and the die lies on
    the table. If its middle is just within the edge, the tower stands.
    """
    table = model_with_tower(board(), "m", 3, (305.0, 305.0))
    within, beyond = (perform(table, Stack(Die("new"), "m", SHAKY, put=Put((0.0, y))), 0) for y in (7.9, 8.1))
    assert not within.facts
    assert within.table.towers["m"].dice == ("m-00", "m-01", "m-02", "new")
    assert [fact.tower for fact in beyond.facts_of(TowerFell)] == ["m"]
    assert beyond.table.towers == {}
    assert beyond.table.dice["new"].pose.at[2] == pytest.approx(8.0, abs=0.1)


def test_a_die_let_go_in_motion_slides_on() -> None:
    """If a person lets a die go in motion, it slides by v²/(2μg) at most, apart from its way in the fall.

    At 900 mm/s the tower falls.
    """
    table = model_with_tower(board(), "m", 3, (305.0, 305.0))
    top = table.dice["m-02"].pose.at
    slow = perform(table, Stack(Die("new"), "m", SHAKY, put=Put((0.0, 0.0), 0.0, (0.0, 100.0))), 0)
    assert not slow.facts_of(TowerFell)
    slid = slow.table.dice["new"].pose.at[1] - top[1]
    assert 0.2 < slid < 100.0**2 / (2 * 0.25 * 9810.0) + 100.0 * math.sqrt(2 * 0.5 / 9810.0) + 0.5
    assert perform(table, Stack(Die("new"), "m", SHAKY, put=Put((0.0, 0.0), 0.0, (0.0, 900.0))), 0).facts_of(TowerFell)
