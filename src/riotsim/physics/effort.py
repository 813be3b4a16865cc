"""How much an act asks of the engine, counted from what touches, and how carefully it goes on when that is too much.

Dantzig's cost grows with the cube of the contacts that hang together, that of impulses with their number. What is
counted decides and never the clock, so the same act goes the same way on any machine. Ordinary acts never come so far.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final

import numpy as np

from riotsim.physics.bodies import Body, Hold, add
from riotsim.physics.live_towers import LiveTower
from riotsim.physics.rest import REST_RUN, REST_SPEED, REST_SPIN
from riotsim.physics.steps import least_steps
from riotsim.physics.world import ITERATIONS, Solver, World
from riotsim.table.pieces import Die
from riotsim.table.poses import Vector, rotate

EXACT: Final = 4.6e-6
"""What a step takes under Dantzig, by the cube of the contacts that hang together (ms; measured from 20 to 120 contacts
in towers of 5 to 30 dice: 4.2 to 5.5e-6)."""

TOUCH: Final = 2.5e-3
"""What a contact takes besides in each step (ms) ..."""

IMPULSE: Final = 1.6e-4
"""... and in each iteration of the impulses (ms): 300 dice with 1180 contacts took 14 ms at 50 of them, 5 at 10."""

EACH: Final = 4
"""Contacts of a die in a tower, and in a pile not many more: 4.5 among 48 dice."""

UNSEEN: Final = 100.0
"""What could have taken no more than this (ms) if all had hung together is not counted: to list contacts takes time."""

AHEAD: Final = 100
"""What an act takes now it is expected to take for so many ticks more: falls and heaps take hundreds."""

AHEAD_EXACT: Final = 50
"""And under Dantzig for so many: a tower of 28 on which a die is put stands still after 48."""

MOST_EXACT: Final = 700.0
"""An act that is expected to take longer than this under Dantzig (ms) goes on under impulses, or in haste ..."""

MOST_CAREFUL: Final = 1100.0
"""... and one that is expected to take longer than this altogether (ms) goes on in haste ..."""

BEARABLE: Final = 2.0
"""... but for what takes no longer in a tick (ms): a tower of 18 under Dantzig, one of 10 and some dice under impulses,
which would fall in haste. All acts but carries are over after eight seconds ..."""

LEAST: Final = 1.2
"""... and of those under Dantzig that have taken so long nothing is borne that takes longer than this: a tower of 15.
One of 13 has to stand for a minute."""

BOX_MARGIN: Final = 0.2
"""By how much the engine's boxes about bodies are wider on each side (mm)."""

CROWD_SUBSTEPS: Final = 4
"""Steps a tick with sequential impulses while a tower is live: it would creep at fewer than 960 a second."""

HASTY_ITERATIONS: Final = (4, 10)
"""Of the impulses in haste, in as few steps as speeds allow: fewest and most."""

HASTY_WORK: Final = 4000
"""Contacts times iterations in a step; within those bounds."""

HASTY_HULLS: Final = 2
"""Steps a tick at the least where dice are thrown that are no sharp boxes: in one they sink too far. Except ..."""

CROWDED: Final = 800
"""... where there are more contacts than this."""

AS_GOOD_AS: Final = 5.0
"""What is faster than at rest by no more than this factor counts as at rest in haste: so few iterations leave piles
humming. In haste nothing that rests on what lies fast is moved again."""

HUMS_FOR: Final = 60
"""And so does what has rocked in its place for so many ticks (`rest.ROCKS`)."""

PATIENCE: Final = 120.0
"""After so many ticks of haste that factor grows: 5 more for each."""

DEEP: Final = 0.3
"""What is deeper than this in something (mm) is given that many ticks to come out."""

SETTLED_EVERY: Final = 16
"""Ticks from one time to the next that this is looked for: to list a thousand contacts takes as long as a tick."""


class Care(Enum):
    """How carefully an act goes on."""

    AS_BEGUN = "under the solver that it was begun with, or that a drop goes over to"
    IMPULSES = "under impulses, because it took too long under Dantzig"
    HASTY = "under impulses, with few iterations and few steps, and what has come to rest stands fast"


class Effort:
    """Counts what an act takes, and has it go on less carefully when that is too much."""

    def __init__(self, world: World, *, lull: bool) -> None:
        self.care = Care.AS_BEGUN
        self._world = world
        self._lull = lull
        """Whether what is at rest may sleep."""
        self._asleep: set[int] = set()
        """Bodies that were put to sleep here."""
        self._quiet: dict[int, int] = {}
        """For how many ticks each has been at rest."""
        self._fast: set[int] = set()
        """Bodies that stand fast since they came to rest."""
        self._seen = 0
        """When all was looked at last (tick)."""
        self._hasty_since = 0
        self._exact = 0.0
        """What it has taken under Dantzig (ms)."""
        self._whole = 0.0
        """And altogether."""

    def expect(self, heights: Iterable[int], towers: Iterable[LiveTower], free: Sequence[Body]) -> None:
        """Get ready for towers that come in; under Dantzig they are awake until they have stood still."""
        coming = sum(EXACT * (EACH * height) ** 3 for height in heights) * REST_RUN * self._world.substeps
        if self._world.solver is Solver.DANTZIG and self._exact + coming > MOST_EXACT:
            self._go_over(Care.IMPULSES, towers, free)

    def look(self, free: Sequence[Body], held: Sequence[Body], towers: Sequence[LiveTower], tick: int) -> None:
        """Note what the ticks since the last look have taken, and go on less carefully if it is too much."""
        ticks, self._seen = tick - self._seen, tick
        if self.care is not Care.AS_BEGUN:
            lighten(self._world, free, () if self.care is Care.HASTY else towers)
        if self.care is Care.HASTY:
            self._settle(free, held, towers, tick, ticks)
            return
        steps = ticks * self._world.substeps
        if self._whole <= UNSEEN:
            standing = sum(len(tower.dice) for tower in towers if _sleeps(tower))
            at_most = [EACH * (len(free) - standing)]
            if self._whole + self._taken(at_most, steps) <= UNSEEN:
                self._add(at_most, steps)
                return
        touching = [(one, other) for one, other, _ in self._world.touching()]
        groups = islands(free, touching, near(free) if self._world.solver is Solver.DANTZIG else touching)
        asleep = {body.number for tower in towers if _sleeps(tower) for body in tower.dice} | self._asleep
        took = self._add([touch for those, touch in groups if any(one.number not in asleep for one in those)], steps)
        rate = took / ticks
        if self._world.solver is Solver.DANTZIG:
            long = not held and self._exact > MOST_CAREFUL and rate > LEAST
            if long or (rate > BEARABLE and self._exact + AHEAD_EXACT * rate > MOST_EXACT):
                impulses = sum(touch for _, touch in groups) * CROWD_SUBSTEPS * (TOUCH + IMPULSE * ITERATIONS)
                self._go_over(Care.IMPULSES if impulses < rate / 2 else Care.HASTY, towers, free)
        elif rate > BEARABLE and self._whole + AHEAD * rate > MOST_CAREFUL:
            self._go_over(Care.HASTY, towers, free)
        elif self._lull and self.care is not Care.AS_BEGUN:
            self._put_to_sleep([those for those, _ in groups], ticks)

    def _taken(self, islands: Sequence[int], steps: int) -> float:
        """What so many steps take with so many contacts in each island (ms)."""
        if self._world.solver is Solver.DANTZIG:
            return steps * sum(EXACT * touch**3 + TOUCH * touch for touch in islands)
        return steps * (TOUCH + IMPULSE * self._world.iterations) * sum(islands)

    def _add(self, islands: Sequence[int], steps: int) -> float:
        """Note and give that."""
        took = self._taken(islands, steps)
        self._whole += took
        if self._world.solver is Solver.DANTZIG:
            self._exact += took
        return took

    def _go_over(self, care: Care, towers: Iterable[LiveTower], free: Sequence[Body]) -> None:
        if self.care in (care, Care.HASTY):
            return
        self.care = care
        if self._world.solver is Solver.DANTZIG:
            self._world.solve_by_impulses()
            self._world.divide_always(CROWD_SUBSTEPS)
            if self._lull:
                for tower in towers:  # they would creep
                    if not tower.fell and not tower.moves(REST_SPEED, REST_SPIN):
                        tower.quiet = REST_RUN
                        for body in tower.dice:
                            self._world.lull(body.number)
                self._world.doze()
        if care is Care.HASTY:
            self._hasty_since = self._seen
            self._hasten(free, len(self._world.touching()))

    def _hasten(self, free: Iterable[Body], touch: int) -> None:
        fewest, most = HASTY_ITERATIONS
        hulls = touch <= CROWDED and least_steps(body.piece for body in free if isinstance(body.piece, Die)) > 1
        self._world.hasten(min(most, max(fewest, HASTY_WORK // max(1, touch))), HASTY_HULLS if hulls else 1)

    def _put_to_sleep(self, groups: Iterable[Sequence[Body]], ticks: int) -> None:
        """Let those sleep that have all been at rest for long enough, of what hangs together."""
        for group in groups:
            if any(body.speed > REST_SPEED or body.spin > REST_SPIN for body in group):
                for body in group:
                    self._quiet[body.number] = 0
                    self._asleep.discard(body.number)
                continue
            for body in group:
                self._quiet[body.number] = self._quiet.get(body.number, 0) + ticks
            if all(self._quiet[body.number] >= REST_RUN for body in group):
                for body in group:
                    if body.number not in self._asleep:
                        self._asleep.add(body.number)
                        self._world.lull(body.number)

    def _settle(
        self, free: Sequence[Body], held: Sequence[Body], towers: Iterable[LiveTower], tick: int, ticks: int
    ) -> None:
        """Let those stand fast that have been at rest for long enough, on what stands fast itself."""
        factor = AS_GOOD_AS * max(1.0, (tick - self._hasty_since) / PATIENCE)
        speed, spin = factor * REST_SPEED, factor * REST_SPIN
        for body in free:
            slow = (body.speed <= speed and body.spin <= spin) or tick - body.there_since >= HUMS_FOR
            self._quiet[body.number] = self._quiet.get(body.number, 0) + ticks if slow else 0
        if tick % SETTLED_EVERY or any(body.speed > 0.0 for body in held):
            return
        height = {body.number: body.at[2] for body in free if body.number not in self._fast}
        leans: dict[int, list[int]] = {}
        touching = self._world.touching()
        self._hasten(free, len(touching))
        deep: set[int] = set()
        for one, other, depth in touching:
            if depth > DEEP:
                deep.update((one, other))
            if one in height and other in height:
                lower, upper = (one, other) if height[one] < height[other] else (other, one)
                leans.setdefault(upper, []).append(lower)
            else:
                leans.setdefault(one if one in height else other, [])
        stacked = {body.number for tower in towers if not tower.fell for body in tower.dice}
        for body in sorted(free, key=lambda body: body.at[2]):
            number = body.number
            # A tower that stands may sleep, and be hit; and what has sunk in has to come out.
            enough = PATIENCE if number in stacked or number in deep else REST_RUN
            held_up = number in leans and number in height and self._fast.issuperset(leans[number])
            if held_up and self._quiet[number] >= enough:
                self._fast.add(number)
                self._world.fix(number)
                body.hold, body.speed, body.spin = Hold.FIXED, 0.0, 0.0

    def stands_fast(self, free: Iterable[Body], held: Iterable[Body]) -> bool:
        """Tell whether all that moved in haste stands fast, or is as good as at rest, and hands are still."""
        return (
            self.care is Care.HASTY
            and all(body.hold is Hold.FIXED or self._quiet.get(body.number, 0) >= HUMS_FOR for body in free)
            and all(body.speed == 0.0 for body in held)
        )


def _sleeps(tower: LiveTower) -> bool:
    return tower.quiet >= REST_RUN and not tower.fell


def near(bodies: Sequence[Body]) -> list[tuple[int, int]]:
    """Give the pairs of bodies, by number, whose upright boxes overlap: the engine solves those together."""
    if not bodies:
        return []
    at = np.array([body.at for body in bodies])
    half = np.array([_half(body) for body in bodies]) + BOX_MARGIN
    apart = (np.abs(at[:, None] - at[None]) - half[:, None] - half[None]).max(axis=2)
    ones, others = np.nonzero(np.triu(apart <= 0.0, 1))
    return [
        (bodies[one].number, bodies[other].number) for one, other in zip(ones.tolist(), others.tolist(), strict=True)
    ]


def _half(body: Body) -> Vector:
    """Half the sides of an upright box about a body (mm)."""
    if not isinstance(body.piece, Die) or not body.piece.kind.is_cube:
        return body.high
    sides = [rotate(body.turn, side) for side in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    x, y, z = (body.piece.size / 2 * sum(abs(side[k]) for side in sides) for k in range(3))
    return (x, y, z)


def islands(
    bodies: Sequence[Body], touching: Iterable[tuple[int, int]], joined: Iterable[tuple[int, int]]
) -> list[tuple[list[Body], int]]:
    """Give the groups of bodies that are joined, each with the number of its contacts; all by pairs of body numbers."""
    root = {body.number: body.number for body in bodies}

    def find(number: int) -> int:
        while root[number] != number:
            root[number] = number = root[root[number]]
        return number

    for one, other in joined:
        if one in root and other in root:
            root[find(one)] = find(other)
    counts: dict[int, int] = {}
    for one, other in touching:
        counted = one if one in root else other
        counts[counted] = counts.get(counted, 0) + 1
    groups: dict[int, tuple[list[Body], int]] = {}
    for body in bodies:
        first = find(body.number)
        those, touch = groups.get(first, ([], 0))
        those.append(body)
        groups[first] = (those, touch + counts.get(body.number, 0))
    return list(groups.values())


def lighten(world: World, free: Iterable[Body], towers: Iterable[LiveTower]) -> None:
    """Give rounded dice that stand in no tower the shape of thrown ones: that of towers has up to 35 contacts each."""
    standing = {body.number for tower in towers if not tower.fell for body in tower.dice}
    for body in free:
        if body.many_parts and body.number not in standing and isinstance(body.piece, Die):
            velocity, spin = world.velocity(body.number)
            number = add(world, replace(body.piece, pose=body.pose), Hold.FREE, thrown=True).number
            world.put_away(body.number)
            world.launch(number, velocity, spin)
            body.number, body.many_parts = number, False
