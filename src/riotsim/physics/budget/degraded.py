"""The degraded mode of an act: few iterations, few steps, and bodies at rest become immovable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.physics.bodies.body import Body, Hold, add
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import REST, RestPolicy
from riotsim.physics.bodies.substeps import least_substeps
from riotsim.physics.engine.world import World
from riotsim.table.pieces import Die, Token


@dataclass(frozen=True, slots=True)
class DegradedSettings:
    """Settings of the degraded mode. The figures were measured with this program."""

    fewest_iterations: int = 4
    """Fewest iterations of the impulses in a step."""
    most_iterations: int = 10
    """Most iterations of the impulses in a step."""
    work: int = 3000
    """Contacts times iterations in a step, within those bounds."""
    hull_substeps: int = 2
    """Steps in a tick while a body moves that is no sharp box.

    In one step dice sink too far, and a token that rocked on its rim was 0.63 mm deep in the table.
    """
    crowded: int = 800
    """Contacts above which there are no such additional steps."""
    lonely: int = 100
    """The same for tokens: a carry through 80 of them took 2.1 s in place of 1.2."""
    tolerance: float = 5.0
    """Factor on the speeds of rest, because few iterations leave piles humming (1)."""
    humming_run: int = 60
    """Ticks of rocking in its place after which a body counts as at rest."""
    patience: int = 120
    """Ticks after which the tolerance begins to grow, and in each of which it doubles."""
    tiring: float = 6e4
    """Solved contacts in which the tolerance doubles. They take the engine some 0.2 s."""
    deep: float = 0.3
    """Depth of an overlap from which a body is given time to come out (mm)."""
    coming_out: int = 120
    """Ticks for each millimetre of that depth."""
    settled_every: int = 16
    """Ticks between two searches for bodies to make immovable. To list a thousand contacts takes as long as a tick."""


DEGRADED: Final = DegradedSettings()
"""The settings in use."""

HUMMING: Final = RestPolicy(rocking_run=DEGRADED.humming_run)
"""Rest by which bodies become immovable."""


class DegradedMode:
    """The degraded mode of one act."""

    def __init__(self, world: World, free: Sequence[Body], since: int) -> None:
        """Begin it.

        Args:
            world: The world of the act.
            free: Bodies that move by themselves.
            since: Tick at which it begins.
        """
        self._world = world
        self._since = since
        self._solved = 0
        """Contacts that were solved, once for each step."""
        self._touching = 0
        """Number of contacts when they were listed last."""
        self._looked_at = since
        """Tick of the last look."""
        self._deep: dict[int, float] = {}
        """Depth of bodies in others at the last search (mm), if greater than `DegradedSettings.deep`."""
        self._immovable: set[int] = set()
        """Bodies that have become immovable."""
        _simplify(world, free)
        self._choose_effort(free, 0)
        self._choose_effort(free, len(world.contacts()))  # in the client that this continues in

    def look(
        self, free: Sequence[Body], held: Sequence[Body], towers: Iterable[LiveTower], ticks: int, tick: int
    ) -> None:
        """Record a look, and make bodies immovable that have been at rest for long enough on immovable ones.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
            towers: Towers whose dice are in the engine.
            ticks: Ticks since the last look.
            tick: Tick of this look.
        """
        self._looked_at = tick
        self._solved += ticks * self._world.substeps * self._touching
        tolerance = self._tolerance(tick)
        for body in free:
            if body.hold is not Hold.FIXED:
                body.motion.observe(HUMMING, tick, body.state, tolerance=tolerance, elapsed=ticks)
        if tick % DEGRADED.settled_every:
            return
        touching = self._world.contacts()
        self._choose_effort(free, len(touching))
        if all(hand.speed == 0.0 for hand in held):
            self._settle(free, touching, {body.number for tower in towers if not tower.fell for body in tower.dice})

    def over(self, free: Iterable[Body], held: Iterable[Body]) -> bool:
        """Return whether all bodies are immovable or at rest, and hands are still."""
        return all(
            body.hold is Hold.FIXED
            or self._quiet(body) >= max(DEGRADED.humming_run, self._coming_out(body.number))
            for body in free
        ) and all(body.speed == 0.0 for body in held)

    def _quiet(self, body: Body) -> int:
        """Return for how many ticks a body had been at rest at the last look."""
        since = body.motion.since(HUMMING)
        return 0 if since is None else self._looked_at - since

    def _coming_out(self, number: int) -> float:
        """Return for how many ticks a body has to be at rest because of what it is deep in."""
        return DEGRADED.coming_out * self._deep.get(number, 0.0)

    def _tolerance(self, tick: int) -> float:
        """Return the present factor on the speeds of rest."""
        tired = (tick - self._since) / DEGRADED.patience - 1.0 + self._solved / DEGRADED.tiring
        return float(DEGRADED.tolerance * 2.0 ** max(0.0, tired))

    def _choose_effort(self, free: Iterable[Body], touching: int) -> None:
        """Choose iterations and steps by the number of contacts."""
        self._touching = touching
        sink = touching <= DEGRADED.crowded and any(_sinks(body, touching) for body in free)
        iterations = max(DEGRADED.fewest_iterations, DEGRADED.work // max(1, touching))
        self._world.reduce_fidelity(min(DEGRADED.most_iterations, iterations), DEGRADED.hull_substeps if sink else 1)

    def _settle(self, free: Sequence[Body], touching: Sequence[tuple[int, int, float]], stacked: set[int]) -> None:
        """Make each body immovable that has been at rest for long enough and leans on immovable ones only."""
        height = {body.number: body.at[2] for body in free if body.number not in self._immovable}
        leans: dict[int, list[int]] = {}
        deep: dict[int, float] = {}
        self._deep = deep
        for one, other, depth in touching:
            if depth > DEGRADED.deep:
                deep[one], deep[other] = max(depth, deep.get(one, 0.0)), max(depth, deep.get(other, 0.0))
            if one in height and other in height:
                lower, upper = (one, other) if height[one] < height[other] else (other, one)
                leans.setdefault(upper, []).append(lower)
            else:
                leans.setdefault(one if one in height else other, [])
        for body in sorted(free, key=lambda body: body.at[2]):
            number = body.number
            if number not in height or number not in leans or not self._immovable.issuperset(leans[number]):
                continue
            # A tower that stands may sleep, and be hit.
            enough = max(DEGRADED.patience if number in stacked else REST.run, self._coming_out(number))
            if self._quiet(body) >= enough:
                self._immovable.add(number)
                self._world.make_static(number)
                body.hold, body.speed, body.spin = Hold.FIXED, 0.0, 0.0


def _sinks(body: Body, touching: int) -> bool:
    """Return whether a body moves that sinks in as it rolls: a token among few contacts, or no sharp box."""
    if body.hold is Hold.FIXED:
        return False
    return (isinstance(body.piece, Token) and touching <= DEGRADED.lonely) or (
        isinstance(body.piece, Die) and least_substeps([body.piece]) > 1
    )


def _simplify(world: World, free: Iterable[Body]) -> None:
    """Change rounded dice to their simpler shape. That of towers has up to 35 contacts each, and takes 1 ms to make."""
    for body in free:
        if body.has_tower_shape and isinstance(body.piece, Die):
            velocity, spin = world.velocity(body.number)
            number = add(world, replace(body.piece, pose=body.pose), Hold.FREE, thrown=True).number
            world.retire(body.number)
            world.set_velocity(number, velocity, spin)
            body.number, body.has_tower_shape = number, False
