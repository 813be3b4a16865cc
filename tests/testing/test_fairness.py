"""The public helpers that tell whether dice are fair."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riotsim.files.problems import BadFile
from riotsim.table.dice.custom import cuboid
from riotsim.table.dice.kinds import D6, KINDS, die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import about_z, multiply
from riotsim.testing.fairness import AS_IN_A_GAME, INTO_A_BOX, Rolls, assert_fair, fairness, memory, repeats, roll_many
from riotsim.testing.rolls import CHUNK_ROLLS, UNREAD_SIDE, named_die, side_down, values_by_side

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_dice"


def rolls(began: list[int], ended: list[int]) -> Rolls:
    """Rolls of a d6, as if they had come so."""
    return Rolls(D6, np.array(began, dtype=np.int16), np.array(ended, dtype=np.int16), 0, 0, 0)


def test_equal_counts_are_fair_and_others_are_not() -> None:
    """χ² of 10 each is 0, p 1; of 10, 10, 10, 10, 10, 40 it is 50 (by hand: 5 · 5²/15 + 25²/15)."""
    even = [side for side in range(6) for _ in range(10)]
    assert (fairness(rolls(even, even)).chi2, fairness(rolls(even, even)).p) == (0.0, 1.0)
    odd = even + [5] * 30
    assert fairness(rolls(odd, odd)).chi2 == pytest.approx(50.0)
    assert fairness(rolls(odd, odd)).p < 1e-8


def test_memory_is_found() -> None:
    """A die that always ends as it began has no p to speak of; one that ends on all sides alike has p 1."""
    every = [(a, b) for a in range(6) for b in range(6)] * 10
    forgetful = rolls([a for a, _ in every], [b for _, b in every])
    assert memory(forgetful).p == 1.0
    assert repeats(forgetful) == pytest.approx(1 / 6)
    same = [a for a, _ in every]
    assert memory(rolls(same, same)).p < 1e-9
    few = [0, 1, 2, 3, 4, 5] * 4
    assert memory(rolls(few, few)).freedom == 1, "too few for a table of 36 cells"
    assert memory(rolls(few, few)).p < 1e-9


def test_a_die_that_is_not_fair_may_still_forget() -> None:
    """Few rolls of a loaded die often end where they began, for it ends there anyway: that is no memory."""
    began = [side for side in range(6) for _ in range(4)]
    loaded = [0] * 20 + [1, 2, 3, 4]
    assert memory(rolls(loaded, [0] * 24)).p == 1.0
    assert memory(rolls([*loaded, *began], [0] * 40 + [1] * 8)).p > 0.3
    assert memory(rolls([0] * 24, [0] * 24)).p == 1.0


def test_dice_that_could_not_be_read_are_in_no_count() -> None:
    """A cocked die is on no side; where none could be read, nothing is said."""
    found = rolls([0, 1, 2], [3, UNREAD_SIDE, 4])
    assert (found.read_count, found.by_side.tolist()) == (2, [0, 0, 0, 1, 1, 0])
    with pytest.raises(ValueError, match="no roll could be read"):
        fairness(rolls([0], [UNREAD_SIDE]))


@pytest.mark.parametrize("name", KINDS)
def test_sides_and_numbers_agree(name: str) -> None:
    """A die that shows a number lies on the side that counts for it, whatever its heading."""
    kind = die_kind(name)
    for value in kind.values:
        side = side_down(kind, multiply(about_z(0.7), kind.orientation_showing(value)))
        assert values_by_side(kind)[side] == value


def test_rolls_depend_on_the_seed_alone() -> None:
    """In this process and in others the same rolls come, and a longer run begins as a shorter one."""
    throw = AS_IN_A_GAME  # these are over soonest
    long = roll_many(D6, CHUNK_ROLLS + 40, 7, throw, jobs=2)
    short = roll_many(D6, 200, 7, throw, jobs=0)
    assert len(long.ended) == CHUNK_ROLLS + 40
    assert long.ended[:200].tolist() == short.ended.tolist()
    assert long.began[:200].tolist() == short.began.tolist()
    assert roll_many(D6, 20, 8, throw).ended.tolist() != short.ended[:20].tolist()


def test_progress_is_told() -> None:
    """Whoever waits is told how many rolls are done."""
    told: list[tuple[int, int]] = []
    roll_many(D6, 30, 1, progress=lambda done, total: told.append((done, total)))
    assert told == [(30, 30)]


def test_a_fair_die_passes_and_a_flat_one_is_found_out() -> None:
    """A brick half as high as wide is told with its counts; a d6 passes."""
    assert assert_fair(D6, rolls=120, seed=3).read_count > 115
    with pytest.raises(AssertionError, match=r"not fair: of \d+ rolls it showed 1: \d+, 2: \d+.* p "):
        assert_fair(replace(cuboid(1.0, 1.0, 0.5), name="brick"), rolls=100)


def test_a_die_may_be_given_by_its_name() -> None:
    """A usual one is that of 16 mm with sharp edges: the same rolls come."""
    named = assert_fair("d6", rolls=60, seed=3)
    assert named.ended.tolist() == roll_many(D6, 60, 3).ended.tolist() == roll_many("d6", 60, 3).ended.tolist()
    with pytest.raises(ValueError, match="no die is called 'd7'; there are d4, d6, d8"):
        assert_fair("d7")
    with pytest.raises(ValueError, match="given by its name"):
        assert_fair(D6, rules="riot_dice")


def test_a_die_of_rules_is_as_they_have_it() -> None:
    """Of usual kinds rules say how large and round they are: the example's d6 has 12 mm and edges of 1 mm."""
    die = named_die("d6", EXAMPLE / "house.yaml")
    assert die.size == 12.0
    assert die.kind.rounding * die.size == pytest.approx(1.0)
    assert named_die("d20", "riot_dice").size == 16.0


@pytest.mark.usefixtures("forked_readers")
def test_a_die_of_ones_own_is_found_by_its_rules(tmp_path: Path) -> None:
    """The prism of docs/reference/dice.md, whose ends are farther from its middle than its long sides, is found out."""
    page = (EXAMPLE.parents[1] / "docs" / "reference" / "dice.md").read_text(encoding="utf-8")
    (tmp_path / "wedge.obj").write_text("v " + page.partition("```\nv ")[2].partition("```")[0])
    group = page.partition("```yaml\n")[2].partition("```")[0]
    (tmp_path / "wedges.yaml").write_text(f"dice:\n{group}")
    with pytest.raises(AssertionError, match="a wedge is not fair"):
        assert_fair("wedge", rules=tmp_path / "wedges.yaml", rolls=80)
    (tmp_path / "wedges.yaml").write_text(f"dice:\n{group.replace('[-1, 0, 0]', '[0, 0, 0]')}")
    with pytest.raises(BadFile, match=r"wedges\.yaml:8: dice\.kinds\.wedge\.faces\[1\]\.looks: is no direction"):
        assert_fair("wedge", rules=str(tmp_path / "wedges.yaml"))


@pytest.mark.parametrize(("name", "rolls", "enough"), [("d6", 10, 30), ("d6", 29, 30), ("d20", 99, 100)])
def test_too_few_rolls_say_nothing(name: str, rolls: int, enough: int) -> None:
    """χ² needs five expected on each side (Cochran); how many rolls would do is told."""
    with pytest.raises(ValueError, match=f"{rolls} rolls of a {name} say nothing of its .* sides; {enough} would do"):
        assert_fair(name, rolls=rolls)


def test_no_rolls_are_refused() -> None:
    """Nothing can be said of no rolls."""
    with pytest.raises(ValueError, match="at least 1 roll"):
        roll_many(D6, 0, 1)
    with pytest.raises(ValueError, match="whole number"):
        roll_many(D6, 10.5, 1)  # type: ignore[arg-type]  # as a script may
    with pytest.raises(ValueError, match="jobs is the number of processes"):
        roll_many(D6, 10, 1, jobs=-1)
    with pytest.raises(ValueError, match="not 0"):
        replace(AS_IN_A_GAME, together=0)
    with pytest.raises(ValueError, match="on this one there is something"):
        replace(AS_IN_A_GAME, table=INTO_A_BOX.table.with_pieces(Die("a")))


def test_a_throw_of_ones_own_may_be_asked_about() -> None:
    """Dice that slide off the hand low down and slowly are found to remember: that is the throw's doing."""
    slow = replace(AS_IN_A_GAME, hand=replace(AS_IN_A_GAME.hand, speed=60.0, speed_sigma=0.0, spin=0.0), drop=12.0)
    with pytest.raises(AssertionError, match="remembers how it began"):
        assert_fair("d6", rolls=300, throw=slow)
