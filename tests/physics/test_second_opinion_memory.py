"""What a throw keeps of how a die was held, by hard impacts alone: it is no doing of our engine that dice keep it."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from scipy.stats import chisquare
from second_opinion.corners import by_routh, landings
from second_opinion.impacts import Array, Dice, Solid, Throws, Touch, throws

from riotsim.physics.materials import DICE
from riotsim.physics.world import GRAVITY
from riotsim.table.dice import D6, DieKind, die_kind
from riotsim.table.state import FELT, Surface
from riotsim.testing.fairness import LEAST_P, LIVELY, repeats, roll_many
from riotsim.testing.plugin import Record, Size
from riotsim.testing.rolls import BARE, open_table

CASE = "second opinion"

SIZE = 16.0

HANDFUL = 100.0
"""mm above felt, where a game's dice are let go."""

ABOUT = 0.9
"""A die turns about its points whose spin is within 26° of them (cosine)."""

ACROSS = 0.5
"""And across them if it is more than 60° off."""

CANDIDATES = 16
"""Throws that are drawn for each that is made: a tenth of all turn about the points."""

APART = 0.01
"""By how much our share may be off the other's. Ours."""

SURE = 4.0
"""And by so many standard errors."""

LIFT = 0.6
"""mm by which a corner may be lifted in a step, ours: one that falls 200 mm gets 1 mm deep in it, at an edge less."""


def touch(surface: Surface, least_bounce: float) -> Touch:
    """Dice on a table that is covered so."""
    return Touch(DICE.friction * surface.friction, DICE.restitution * surface.restitution, least_bounce)


def landed(kind: DieKind, thrown: Throws, drop: float, on: Touch) -> Dice:
    """Throw dice, each by itself."""
    dice = Dice(Solid(kind, SIZE), thrown, drop, on)
    dice.run()
    assert (dice.ended >= 0).all(), "all of them come to rest"
    return dice


def kept(dice: Dice) -> tuple[float, float]:
    """How much the side that is down keeps of its direction along the points, as a share, and its standard error."""
    along: Array = dice.solid.normals[:, 2]
    products = along[dice.began] * along[dice.ended] / np.square(along).mean()
    return float(products.mean()), float(products.std() / math.sqrt(len(products)))


def test_hard_impacts_take_as_much_speed_as_routh_has_it() -> None:
    """A cube that lands on a corner while it flies along keeps as much of its speed as by Routh's method, in the mean.

    He lets the impulse grow little by little, which differs for a single one where the slip turns around meanwhile.
    """
    friction, restitution = 0.35, 0.6
    mine, routh = [], []
    for landing in landings(60, 3, SIZE, 100.0, 700.0):
        thrown = Throws(Rotation.from_quat([landing.turn]), np.array([[landing.speed, 0.0, 0.0]]), np.zeros((1, 3)))
        dice = Dice(Solid(D6, SIZE), thrown, landing.start[2], Touch(friction, restitution, 0.0))
        while dice.velocities[0, 2] <= 0.0 and dice.velocities[0, 0] == landing.speed:
            dice.step()
        mine.append(dice.velocities[0, 0])
        routh.append(by_routh(landing, friction, restitution))
    assert np.mean(mine) == pytest.approx(np.mean(routh), rel=0.02)
    assert np.corrcoef(mine, routh)[0, 1] > 0.95


def test_hard_impacts_give_no_energy() -> None:
    """What dice have of movement and height only gets less, but for the lift of a corner that was below the table."""
    dice = Dice(Solid(die_kind("d10"), SIZE), throws(60, 4, LIVELY), 200.0, touch(BARE, 100.0))
    before = dice.energies()
    for _ in range(1500):
        dice.step()
        now = dice.energies()
        assert (now - before).max() < GRAVITY * LIFT
        before = now
    assert before.max() < 0.5 * GRAVITY * 200.0


@pytest.mark.takes(6.0)
def test_hard_impacts_leave_as_much_of_the_side_that_was_down(record: Record, size: Size) -> None:
    """Single d6s, thrown from low down onto felt: either way a few more than a sixth end on the side that was down."""
    count = size(300, 24_000)
    others = landed(D6, throws(count, 5, LIVELY), HANDFUL, touch(FELT, 100.0))
    theirs = float((others.began == others.ended).mean())
    ours = repeats(roll_many(D6, count, 9, hand=LIVELY, table=open_table(FELT), drop=HANDFUL, together=1))
    room = APART + SURE * math.sqrt(2 * 1 / 6 * 5 / 6 / count)
    record(
        CASE,
        "d6 from 100 mm onto felt: dice that end on the side that was down in the hand, beside hard impacts",
        found=ours,
        at_least=theirs - room,
        at_most=theirs + room,
        source="Newton's and Coulomb's impacts",
        note=f"{count} single dice on either; chance has {1 / 6:.4f}",
        second_opinion=theirs,
    ).must_hold()


@pytest.mark.takes(8.0)
def test_a_die_that_turns_about_its_points_keeps_where_they_look(record: Record, size: Size) -> None:
    """A d10 that does so rolls on like a wheel, whose axis bounces hardly turn; one that tumbles across them forgets.

    By hard impacts alone, from half a metre onto bare wood; few dice may stray by four standard errors. It is why
    fairness is measured in a box.
    """
    kind, count = die_kind("d10"), size(200, 24_000)
    drawn = throws(CANDIDATES * count, 6, LIVELY)
    points = drawn.turns.apply((0.0, 0.0, 1.0))
    cosines = np.abs(np.einsum("ni,ni->n", points, drawn.spins)) / np.linalg.norm(drawn.spins, axis=1)
    found = {}
    for name, chosen in {"about": cosines > ABOUT, "across": cosines < ACROSS}.items():
        dice = landed(kind, drawn.those(np.flatnonzero(chosen)[:count]), 500.0, touch(BARE, 300.0))
        assert len(dice.ended) == count
        assert chisquare(np.bincount(dice.ended, minlength=kind.sides)).pvalue > LEAST_P
        found[name] = kept(dice)
    (about, one), (across, other) = found["about"], found["across"]
    record(
        "memory",
        "d10 that turns about its points, by hard impacts: what it keeps of where they look, beside one that tumbles",
        found=about - across,
        at_least=size(-SURE, 0.0) * math.hypot(one, other),
        source="Newton's and Coulomb's impacts",
        note=f"{count} of each: {about:.3f} ± {one:.3f}, and {across:.3f} ± {other:.3f}",
    ).must_hold()
