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
    """Return made-up rolls of a d6 that began and ended on the given sides."""
    return Rolls(D6, np.array(began, dtype=np.int16), np.array(ended, dtype=np.int16), 0, 0, 0)


def test_equal_counts_are_fair_and_others_are_not() -> None:
    """For equal counts χ² is 0 and p is 1. For counts of 10, 10, 10, 10, 10 and 40 χ² is 50 (by hand: 5 · 5²/15 +
    25²/15).
    """
    even = [side for side in range(6) for _ in range(10)]
    assert (fairness(rolls(even, even)).chi2, fairness(rolls(even, even)).p) == (0.0, 1.0)
    odd = even + [5] * 30
    assert fairness(rolls(odd, odd)).chi2 == pytest.approx(50.0)
    assert fairness(rolls(odd, odd)).p < 1e-8


def test_memory_is_found() -> None:
    """If a die always ends on the side on which it began, p is almost 0. If each pair of sides comes up equally often,
    p is 1.
    """
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
    """If a loaded die always ends on the same side, some rolls end as they began. Such repeats aren't counted as
    memory.
    """
    began = [side for side in range(6) for _ in range(4)]
    loaded = [0] * 20 + [1, 2, 3, 4]
    assert memory(rolls(loaded, [0] * 24)).p == 1.0
    assert memory(rolls([*loaded, *began], [0] * 40 + [1] * 8)).p > 0.3
    assert memory(rolls([0] * 24, [0] * 24)).p == 1.0


def test_dice_that_could_not_be_read_are_in_no_count() -> None:
    """A roll that couldn't be read is counted for no side. If no roll could be read, `fairness` refuses to judge."""
    found = rolls([0, 1, 2], [3, UNREAD_SIDE, 4])
    assert (found.read_count, found.by_side.tolist()) == (2, [0, 0, 0, 1, 1, 0])
    with pytest.raises(ValueError, match="no roll could be read"):
        fairness(rolls([0], [UNREAD_SIDE]))


@pytest.mark.parametrize("name", KINDS)
def test_sides_and_numbers_agree(name: str) -> None:
    """If a die shows a number, the side on which it lies counts for this number, however the die is turned about the
    vertical.
    """
    kind = die_kind(name)
    for value in kind.values:
        side = side_down(kind, multiply(about_z(0.7), kind.orientation_showing(value)))
        assert values_by_side(kind)[side] == value


def test_rolls_depend_on_the_seed_alone() -> None:
    """For the same seed, one process and several give the same rolls. The first rolls of a long run are those of a
    short one.
    """
    throw = AS_IN_A_GAME  # these are over soonest
    long = roll_many(D6, CHUNK_ROLLS + 40, 7, throw, jobs=2)
    short = roll_many(D6, 200, 7, throw, jobs=0)
    assert len(long.ended) == CHUNK_ROLLS + 40
    assert long.ended[:200].tolist() == short.ended.tolist()
    assert long.began[:200].tolist() == short.began.tolist()
    assert roll_many(D6, 20, 8, throw).ended.tolist() != short.ended[:20].tolist()


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time a part of the rolls has been made, the caller is told how many rolls are done, and of how many."""
    monkeypatch.setattr("riotsim.testing.rolls.CHUNK_ROLLS", 10)
    told: list[tuple[int, int]] = []
    roll_many(D6, 25, 1, progress=lambda done, total: told.append((done, total)))
    assert told == [(10, 25), (20, 25), (25, 25)]


def test_a_fair_die_passes_and_a_flat_one_is_found_out() -> None:
    """`assert_fair` passes for a d6. For a brick half as high as wide it fails, and the message has the count of each
    number.
    """
    assert assert_fair(D6, rolls=120, seed=3).read_count > 115
    with pytest.raises(AssertionError, match=r"not fair: of \d+ rolls it showed 1: \d+, 2: \d+.* p "):
        assert_fair(replace(cuboid(1.0, 1.0, 0.5), name="brick"), rolls=100)


def test_a_die_may_be_given_by_its_name() -> None:
    """The name `d6` means a d6 of 16 mm with sharp edges, and gives the same rolls as its kind. An unknown name is
    refused. Rules are refused if the die isn't given by name.
    """
    named = assert_fair("d6", rolls=60, seed=3)
    assert named.ended.tolist() == roll_many(D6, 60, 3).ended.tolist() == roll_many("d6", 60, 3).ended.tolist()
    with pytest.raises(ValueError, match="no die is called 'd7'; there are d4, d6, d8"):
        assert_fair("d7")
    with pytest.raises(ValueError, match="given by its name"):
        assert_fair(D6, rules="riot_dice")


def test_a_die_of_rules_is_as_they_have_it() -> None:
    """If a die is named with rules, they set its size and edges. The example's d6 has 12 mm and edges of 1 mm."""
    die = named_die("d6", EXAMPLE / "house.yaml")
    assert die.size == 12.0
    assert die.kind.rounding * die.size == pytest.approx(1.0)
    assert named_die("d20", "riot_dice").size == 16.0


@pytest.mark.usefixtures("forked_readers")
def test_a_die_of_ones_own_is_found_by_its_rules(tmp_path: Path) -> None:
    """A die that a rules file defines can be tested. The prism of docs/reference/dice.md has ends that are farther from
    its middle than its long sides, so it isn't fair.
    """
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
    """If fewer than five rolls are expected on a side, χ² says nothing (Cochran). So few rolls are refused, and the
    message says how many are enough.
    """
    with pytest.raises(ValueError, match=f"{rolls} rolls of a {name} say nothing of its .* sides; {enough} would do"):
        assert_fair(name, rolls=rolls)


def test_no_rolls_are_refused() -> None:
    """`roll_many` refuses 0 rolls, a number of rolls that isn't whole, and fewer than 0 processes. A throw without dice
    is refused, and so is a throw onto a table that isn't empty.
    """
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
    """If a throw lets dice slide slowly off a low hand, `assert_fair` finds that they remember how they began."""
    slow = replace(AS_IN_A_GAME, hand=replace(AS_IN_A_GAME.hand, speed=60.0, speed_sigma=0.0, spin=0.0), drop=12.0)
    with pytest.raises(AssertionError, match="remembers how it began"):
        assert_fair("d6", rolls=300, throw=slow)
