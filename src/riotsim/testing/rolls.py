"""Dice by name, and the results of many rolls of one die. Each roll is simulated in the same way as in a game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict

from riotsim.files.problems import BadFile
from riotsim.files.rules import folder_of, read_rules
from riotsim.files.yaml import validate
from riotsim.measuring.hands import seed_of
from riotsim.physics.acts.release import tray_throw_as_table_throw
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.sections import unknown_name
from riotsim.processes import map_in_processes
from riotsim.simulation import perform
from riotsim.table.acts import Cocked, CutShort, Hand, LeftTable, Roll, Turned
from riotsim.table.dice.kinds import KINDS, DieKind
from riotsim.table.pieces import Die
from riotsim.table.poses import Quaternion, shortest_rotation
from riotsim.table.state import FELT, Surface, Table
from riotsim.testing.tables import STEADY_HAND


class _Rules(BaseModel):
    """The section `dice` of a rules file. The rules of any game may have it. Other sections are not read here."""

    model_config = ConfigDict(extra="ignore")

    dice: Dice = Dice()


def find_die(die: DieKind | Die | str, rules: str | Path | None = None) -> Die:
    """Return the die that an argument stands for.

    Args:
        die: A die, a kind of die, or the name of a kind. A die is returned as it is. A kind gives a die of the kind's
            own size, or of 16 mm if the kind has no size. A name is looked up by `named_die`.
        rules: The rules that explain a name.

    Raises:
        ValueError: `rules` are given although `die` is not a name, or there is no die of that name.
        BadFile: The rules can't be read, or their dice are invalid.
    """
    if isinstance(die, str):
        return named_die(die, rules)
    if rules is not None:
        raise ValueError("rules are looked at for a die that is given by its name, such as 'd6'")
    return die if isinstance(die, Die) else Die("", die, die.own_size or Die("").size)


USUAL_DICE: Final = Dice()
"""The dice without rules: 16 mm, with sharp edges."""


def named_die(name: str, rules: str | Path | None = None) -> Die:
    """Return a die by the name of its kind.

    Without rules, the die has a size of 16 mm and sharp edges. With rules, both follow from their section `dice`.

    Args:
        name: The name of an ordinary kind, such as "d6", or of a kind that the rules define (`dice.kinds`).
        rules: A rules file, or the name of rules that come with the program. Only their dice are read.

    Raises:
        ValueError: There is no die of that name.
        BadFile: The rules can't be read, or their dice are invalid.
    """
    dice, beside = USUAL_DICE, None
    document = None if rules is None else read_rules(rules)
    if document is not None:
        dice = validate(document, _Rules).dice
        beside = folder_of(document.file)
    if name not in (known := (*KINDS, *dice.kinds)):
        raise ValueError(unknown_name(f"no die is called {name!r}", name, known))
    if document is not None and (faults := tuple(dice.rounding_faults([name]))):
        raise BadFile(document.problem(*fault) for fault in faults)
    if name not in dice.kinds:
        return dice.dice_set().die(name, name)
    from riotsim.files.assets.dice import load_dice  # late: reading meshes takes long to import

    return dice.dice_set(load_dice(_Rules(dice=dice), beside, document, only=(name,))).die(name, name)


LIVELY: Final = replace(STEADY_HAND, name="lively", speed_sigma=100.0, spin=40.0)
"""A hand that throws as people do: at about 0.7 m/s, with a spin of standard deviation 40 rad/s about each axis."""

BARE_WOOD: Final = Surface("bare wood", 0.7, 0.94)
"""A table top that makes dice bounce well. The source of its values is in docs/reference/surfaces.md."""

OPEN_TABLE_SIDE: Final = 8000.0
"""Side of a table so large that no die leaves it (mm). Dice that collide in the air may fly two metres."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A way to throw dice repeatedly, onto an empty table. If the table has walls, dice are thrown against them."""

    hand: Hand
    """The hand that throws."""
    table: Table
    """The table onto which the dice are thrown."""
    drop: float
    """Height of the lowest die above the table at the release (mm)."""
    together: int = 10
    """Number of dice in a throw."""

    def __post_init__(self) -> None:
        if self.together < 1:
            raise ValueError(f"a throw has at least 1 die, not {self.together}")
        if self.table.dice or self.table.tokens or self.table.models or self.table.terrain:
            raise ValueError("dice are thrown on an empty table, and on this one there is something")

    def act(self, dice: tuple[Die, ...]) -> Roll:
        """Return the act of throwing these dice at the table's middle.

        If the table has walls, the dice are thrown against them, as in a tray.
        """
        act = Roll(dice, self.table.middle, 0.0, self.hand, self.drop)
        return act if self.table.wall_height <= 0.0 else tray_throw_as_table_throw(self.table, act)


INTO_A_BOX: Final = Throw(
    replace(LIVELY, name="hard", speed=4000.0), Table(400.0, 400.0, BARE_WOOD, wall_height=2500.0), drop=1000.0
)
"""A throw whose result is independent of the first orientation of the dice.

In the median of 60 throws of a single d10, the die bounced back from the walls three times before it landed. Without
walls, a d10 that spins about its points would roll like a wheel (docs/reference/dice.md).
"""

AS_IN_A_GAME: Final = Throw(LIVELY, Table(OPEN_TABLE_SIDE, OPEN_TABLE_SIDE, FELT), drop=100.0)
"""A throw from a low height onto felt by the hand `LIVELY`, as in a game."""

CHUNK_ROLLS: Final = 1000
"""Number of rolls in a chunk. One process does all rolls of a chunk."""

MAX_CHUNKS_PER_PROCESS: Final = 10
"""Mean number of chunks that a process does before a new process replaces it.

Processes are replaced because the engine doesn't free all of its memory (docs/explanation/physics.md).
"""

SINGLE_PROCESS_ROLLS: Final = 5 * CHUNK_ROLLS
"""Maximum number of rolls that the calling process does itself if `jobs` is not given."""

UNREAD_SIDE: Final = -1
"""The index in place of a side for a cocked die."""

Sides: TypeAlias = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class Rolls:
    """The results of many rolls. In each roll one die is rolled, so the number of dice is the number of rolls.

    A side is given by its index in the kind's `faces`.
    """

    kind: DieKind
    """The kind of the dice."""
    began: Sides
    """For each die that stayed on the table, the side that faced down most at the release."""
    ended: Sides
    """For each die in `began`, the side that is down at the end; `UNREAD_SIDE` if the die is cocked."""
    cocked: int
    """Number of cocked dice: they lie on no side, or lean on another die or a wall."""
    off_table: int
    """Number of dice that left the table."""
    cut_short: int
    """Number of throws cut short because dice still moved after eight simulated seconds."""

    @property
    def read_count(self) -> int:
        """Number of dice that could be read: neither cocked nor off the table."""
        return int((self.ended != UNREAD_SIDE).sum())

    @property
    def by_side(self) -> npt.NDArray[np.int64]:
        """Number of dice that lie on each side, in the order of the kind's `faces`."""
        return np.bincount(self.ended[self.ended != UNREAD_SIDE], minlength=self.kind.sides)

    @property
    def by_value(self) -> dict[int, int]:
        """Number of dice that show each of the kind's numbers, in ascending order of these numbers."""
        found = dict.fromkeys(self.kind.values, 0)
        for value, count in zip(values_by_side(self.kind), self.by_side, strict=True):
            found[value] += int(count)
        return found

    @property
    def from_to(self) -> npt.NDArray[np.int64]:
        """Number of dice for each pair of a first side (row) and a last side (column)."""
        sides, there = self.kind.sides, self.ended != UNREAD_SIDE
        pairs = self.began[there].astype(np.int64) * sides + self.ended[there]
        return np.bincount(pairs, minlength=sides * sides).reshape(sides, sides)


def values_by_side(kind: DieKind) -> tuple[int, ...]:
    """Return the shown number for each side on which a die can lie, in the order of the kind's `faces`."""
    return tuple(kind.read(shortest_rotation(face.normal, (0.0, 0.0, -1.0))) for face in kind.faces)


def side_down(kind: DieKind, turn: Quaternion) -> int:
    """Return the index in the kind's `faces` of the side that faces down most in an orientation."""
    return kind.faces.index(kind.lowest_face(turn)[0])


@dataclass(frozen=True, slots=True)
class _Plan:
    die: Die
    rolls: int
    seed: int
    throw: Throw


@dataclass(slots=True)
class _Tally:
    began: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    cocked: int = 0
    off_table: int = 0
    cut_short: int = 0


def roll_many(
    die: DieKind | Die | str,
    rolls: int,
    seed: int,
    throw: Throw = INTO_A_BOX,
    *,
    rules: str | Path | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Rolls:
    """Roll a die many times, several dice in one throw.

    The result does not depend on the number of processes. With the same seed, a run of more rolls begins with the
    results of a run of fewer rolls. Only the results of the last throw of the run with fewer rolls may differ.

    Args:
        die: A die, its kind, or its name (see `find_die`).
        rolls: The number of rolls.
        seed: The seed.
        throw: How to throw.
        rules: The rules that explain a name.
        jobs: The number of other processes that make the rolls; 0 to use this process only. By default, it is 0 for
            up to 5,000 rolls, and 1 for more.
        progress: Function that is called with two numbers each time a part of the rolls has been made. The first is
            the number of rolls so far whose die stayed on the table, and the second is `rolls`.

    Raises:
        ValueError: The number of rolls is not a whole number from 1 up, or `jobs` is negative. Or `find_die` refuses
            the die.
        BadFile: The rules can't be read, or their dice are invalid.
    """
    if rolls < 1 or rolls % 1:
        raise ValueError(f"rolls is a whole number, at least 1 roll is needed, not {rolls}")
    if jobs is not None and jobs < 0:
        raise ValueError(f"jobs is the number of processes, or 0 for none but this one, not {jobs}")
    piece = find_die(die, rules)
    plan = _Plan(piece, rolls, seed, throw)
    count = -(-rolls // CHUNK_ROLLS)
    whole = _Tally()
    for chunk in _chunks(plan, count, (0 if rolls <= SINGLE_PROCESS_ROLLS else 1) if jobs is None else jobs):
        whole.began += chunk.began
        whole.ended += chunk.ended
        whole.cocked += chunk.cocked
        whole.off_table += chunk.off_table
        whole.cut_short += chunk.cut_short
        if progress is not None:
            progress(len(whole.began), rolls)
    began, ended = (np.array(sides, dtype=np.int16) for sides in (whole.began, whole.ended))
    return Rolls(piece.kind, began, ended, whole.cocked, whole.off_table, whole.cut_short)


def _chunks(plan: _Plan, count: int, jobs: int) -> Iterator[_Tally]:
    """Return an iterator over the results of the chunks, in order.

    Args:
        plan: The rolls to be done.
        count: Number of chunks.
        jobs: Number of other processes; 0 to use this process only.
    """
    one = partial(_roll_chunk, plan)
    return map(one, range(count)) if jobs == 0 else map_in_processes(one, range(count), jobs, MAX_CHUNKS_PER_PROCESS)


def _roll_chunk(plan: _Plan, chunk: int) -> _Tally:
    """Do the rolls of the chunk with the number `chunk`, and return their results."""
    throw = plan.throw
    left = min(CHUNK_ROLLS, plan.rolls - chunk * CHUNK_ROLLS)
    found = _Tally()
    for number in range(-(-left // throw.together)):
        names = [f"{k:03d}" for k in range(min(throw.together, left - number * throw.together))]
        dice = tuple(Die(name, plan.die.kind, plan.die.size) for name in names)
        settled = perform(throw.table, throw.act(dice), seed_of(plan.seed, chunk, number))
        gone = {fact.piece for fact in settled.facts_of(LeftTable)}
        cocked = {fact.die for fact in settled.facts_of(Cocked)} - gone
        began = {fact.die: fact.began for fact in settled.facts_of(Turned)}
        found.off_table += len(gone)
        found.cocked += len(cocked)
        found.cut_short += bool(settled.facts_of(CutShort))
        for name in names:
            if name in gone:
                continue
            found.began.append(side_down(plan.die.kind, began[name]))
            lies = side_down(plan.die.kind, settled.table.dice[name].pose.orientation)
            found.ended.append(UNREAD_SIDE if name in cocked else lies)
    return found
