"""Many rolls of a die whose outcomes are made up: which throws are asked for, and how their results are counted."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riotsim.measuring.hands import seed_of
from riotsim.table.acts import Cocked, CutShort, LeftTable, Roll, Settled, Turned
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Box, Die, Model, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose
from riotsim.table.state import Table
from riotsim.testing import rolls
from riotsim.testing.rolls import (
    AS_IN_A_GAME,
    INTO_A_BOX,
    LIVELY,
    UNREAD_SIDE,
    Rolls,
    Throw,
    find_die,
    named_die,
    roll_many,
    side_down,
    values_by_side,
)


class Tosses:
    """A stand-in for the physics of throws: die k of a throw began on side k, and lies on side k + 1.

    In each throw the die `001` is cocked, and the die `002` leaves the table.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[int, int, float, Table]] = []
        monkeypatch.setattr(rolls, "perform", self.perform)

    def perform(self, table: Table, act: Roll, seed: int) -> Settled:
        """Return the outcome of a throw."""
        self.asked.append((seed, len(act.dice), act.dice[0].size, table))
        down = {die.id: die.kind.faces[int(die.id) % 6].value for die in act.dice}
        turn = {name: _lying(k) for k, name in enumerate(down)}
        facts: list[Any] = [Turned(name, 3.0, turn[name]) for name in down]
        facts += [Cocked(name) for name in ("001", "002") if name in down]
        facts += [LeftTable(name, 7, (0.0, 0.0)) for name in ("002",) if name in down]
        facts += [CutShort(960)] if len(down) == 4 else []
        there = [
            replace(die, pose=Pose((0.0, 0.0, 8.0), _lying(k + 1))) for k, die in enumerate(act.dice) if die.id != "002"
        ]
        return Settled(table.with_pieces(*there), tuple(facts))


def _lying(side: int) -> tuple[float, float, float, float]:
    """Return an orientation of a d6 in which one of its faces is down."""
    down = D6.faces[side % 6].normal
    (up,) = (face.value for face in D6.faces if face.normal == tuple(-x + 0.0 for x in down))
    return D6.orientation_showing(up)


def test_rolls_are_counted_throw_by_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven rolls with four dice in a throw are made as a throw of four and one of three. If a die leaves the table,
    its side is unknown and it isn't counted as cocked. A throw that was cut short is counted.
    """
    tosses = Tosses(monkeypatch)
    throw = replace(AS_IN_A_GAME, together=4)
    told: list[tuple[int, int]] = []
    found = roll_many(Die("x", D6, 12.0), 7, 5, throw, progress=lambda *counts: told.append(counts))
    table = throw.table
    assert tosses.asked == [(seed_of(5, 0, 0), 4, 12.0, table), (seed_of(5, 0, 1), 3, 12.0, table)]
    assert found.kind == D6
    assert found.began.tolist() == [0, 1, 3, 0, 1]
    assert found.ended.tolist() == [1, UNREAD_SIDE, 4, 1, UNREAD_SIDE]
    assert (found.cocked, found.off_table, found.cut_short, found.read_count) == (2, 2, 1, 3)
    assert told == [(5, 7)]


def test_rolls_are_made_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a throw depends on its chunk and its number in the chunk. If more rolls are asked for, the first ones
    stay the same.
    """
    monkeypatch.setattr(rolls, "CHUNK_ROLLS", 5)
    tosses = Tosses(monkeypatch)
    throw, told = replace(AS_IN_A_GAME, together=3), []
    found = roll_many("d6", 12, 9, throw, jobs=0, progress=lambda done, _: told.append(done))
    seeds = [(0, 0, 3), (0, 1, 2), (1, 0, 3), (1, 1, 2), (2, 0, 2)]
    assert [(seed, dice) for seed, dice, *_ in tosses.asked] == [
        (seed_of(9, chunk, number), dice) for chunk, number, dice in seeds
    ]
    assert told == [4, 8, 10]
    assert len(found.began) == 10
    few = roll_many("d6", 10, 9, throw, jobs=0)
    assert few.began.tolist() == found.began[:8].tolist()


def test_many_rolls_are_left_to_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 5,000 rolls are made in another process, unless the caller gives a number of processes."""
    asked: list[tuple[int, int, int]] = []

    def elsewhere(_: object, over: range, processes: int, lifetime: int) -> Iterator[Any]:
        asked.append((len(over), processes, lifetime))
        return iter([rolls._Tally()] * len(over))

    monkeypatch.setattr(rolls, "map_in_processes", elsewhere)
    monkeypatch.setattr(rolls, "_roll_chunk", lambda *_: rolls._Tally())
    for count, jobs in ((5000, None), (5001, None), (5001, 0), (1001, 3), (9000, 2)):
        roll_many("d6", count, 1, jobs=jobs)
    assert asked == [(6, 1, 10), (2, 3, 10), (9, 2, 10)]


@pytest.mark.parametrize(
    ("rolls", "jobs", "says"),
    [
        (0, None, "rolls is a whole number, at least 1 roll is needed, not 0"),
        (1.5, None, "rolls is a whole number, at least 1 roll is needed, not 1.5"),
        (1, -1, "jobs is the number of processes, or 0 for none but this one, not -1"),
    ],
)
def test_no_rolls_are_refused(rolls: int, jobs: int | None, says: str) -> None:
    """If the number of rolls isn't a whole number above 0, it is refused. A negative number of processes is refused as
    well.
    """
    with pytest.raises(ValueError, match=r"\w") as refused:
        roll_many("d6", rolls, 1, jobs=jobs)
    assert str(refused.value) == says


def test_a_throw_is_onto_an_empty_table() -> None:
    """A throw is refused if it has no dice, or if anything is on its table."""
    table = Table(400.0, 300.0)
    assert Throw(LIVELY, table, 50.0).together == 10
    assert Throw(LIVELY, table, 50.0, 1).act((Die("a"),)) == Roll((Die("a"),), (200.0, 150.0), 0.0, LIVELY, 50.0)
    with pytest.raises(ValueError, match=r"^a throw has at least 1 die, not 0$"):
        Throw(LIVELY, table, 50.0, 0)
    for piece in (
        Die("d"),
        Token("t", ORIGIN),
        Model("m", "x", (50.0, 50.0)),
        Terrain("b", Box(9, 9, 9), (50.0, 50.0)),
    ):
        with pytest.raises(ValueError, match=r"^dice are thrown on an empty table, and on this one there is something"):
            Throw(LIVELY, table.with_pieces(piece), 50.0)


def test_a_box_is_a_tray_into_which_is_thrown() -> None:
    """`INTO_A_BOX` throws at 4 m/s from a height of 1 m, into a box with walls of 2.5 m."""
    act = INTO_A_BOX.act((Die("a"),))
    assert (act.hand.name, act.hand.speed, INTO_A_BOX.table.wall_height, INTO_A_BOX.drop) == (
        "hard",
        4000.0,
        2500.0,
        1000.0,
    )
    assert act != Roll((Die("a"),), INTO_A_BOX.table.middle, 0.0, INTO_A_BOX.hand, 1000.0)


def test_results_are_counted_by_side_and_by_number() -> None:
    """Results are counted by side, by number, and by the pair of sides on which a die began and ended. Cocked dice are
    left out.
    """
    began, ended = np.array([0, 1, 5, 2, 2], dtype=np.int16), np.array([3, 1, UNREAD_SIDE, 1, 1], dtype=np.int16)
    found = Rolls(D6, began, ended, 1, 0, 0)
    assert (found.read_count, found.by_side.tolist()) == (4, [0, 3, 0, 1, 0, 0])
    shown = values_by_side(D6)
    assert found.by_value == {value: {shown[1]: 3, shown[3]: 1}.get(value, 0) for value in range(1, 7)}
    pairs = np.zeros((6, 6), dtype=int)
    pairs[0, 3], pairs[1, 1], pairs[2, 1] = 1, 1, 2
    assert found.from_to.tolist() == pairs.tolist()


@pytest.mark.parametrize("name", ["d6", "d8", "d12", "d20"])
def test_a_side_shows_the_number_opposite(name: str) -> None:
    """A die that lies on a side shows the opposite number. Both add up to one more than the number of sides."""
    kind = die_kind(name)
    numbers = [face.value for face in kind.faces]
    assert list(values_by_side(kind)) == [kind.sides + 1 - number for number in numbers]
    for value in numbers:
        assert numbers[side_down(kind, kind.orientation_showing(value))] == kind.sides + 1 - value


def test_a_die_is_found_by_name_or_kind() -> None:
    """A die is found by its name, by its kind, or as a die. A die that is found by its kind has the kind's own size, or
    else 16 mm. Rules may only be given with a name.
    """
    die = Die("mine", D6, 12.0)
    own = replace(D6, name="own", own_size=20.0)
    assert (find_die(die), find_die(D6), find_die(own)) == (die, Die("", D6, 16.0), Die("", own, 20.0))
    assert find_die("d8") == named_die("d8") == Die("d8", die_kind("d8"), 16.0)
    assert named_die("d6", "riot_dice").kind.name == "d6"
    for given in (die, D6):
        with pytest.raises(ValueError, match=r"^rules are looked at for a die that is given by its name, such as 'd6'"):
            find_die(given, "riot_dice")
    with pytest.raises(ValueError, match="no die is called 'd7'"):
        named_die("d7")


def test_a_die_of_rules_has_their_size_and_shape(tmp_path: Path) -> None:
    """A die of a rules file has the size and the edges that the file gives."""
    file = tmp_path / "rules.yaml"
    file.write_text("dice: {size: 20mm, edges: 2mm}\n")
    assert named_die("d6", file).size == 20.0
    assert named_die("d6", file).kind.rounding == pytest.approx(0.1)
