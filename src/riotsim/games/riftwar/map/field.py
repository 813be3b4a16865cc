"""The map with all units that stand on it, and sight between units (RW-13 to RW-18). All lengths are in mm."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from riotsim.games.riftwar.map.game_map import Corner, GameMap
from riotsim.games.riftwar.map.sight import Sight, SightOptions, at_edge, corners_near
from riotsim.games.riftwar.map.stands import Stand
from riotsim.table.geometry.plan import gap
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.sight.bodies import AXES, Body
from riotsim.table.sight.lines import COLUMNS, ROWS, LineOfSight, have_open_line, lines_shut
from riotsim.table.sight.polyhedra import BoolArray
from riotsim.table.sight.solids import Cylinder, Solids


@dataclass(frozen=True, eq=False)
class Field:
    """The map with all units that stand on it."""

    game_map: GameMap
    """The map."""
    stands: dict[PieceId, Stand]
    """The units on the table, by name."""
    options: SightOptions
    """The options of the rules about sight and cover."""

    @staticmethod
    def of(game_map: GameMap, stands: Iterable[Stand], options: SightOptions | None = None) -> "Field":
        """Return a map with units."""
        return Field(game_map, {one.name: one for one in stands}, SightOptions() if options is None else options)

    @cached_property
    def solids(self) -> Solids:
        """All structures, areas and Heavy units as solids, each with its name."""
        return self.solids_without(())

    def _heavies(self, names: Collection[PieceId]) -> list[tuple[PieceId, Cylinder]]:
        """Return the cylinders of the Heavy units, except those in `names`."""
        return [(one.name, cylinder(one)) for one in self.stands.values() if one.heavy and one.name not in names]

    @cached_property
    def _known_areas(self) -> dict[Point, frozenset[PieceId]]:
        return {}

    @cached_property
    def _known_corners(self) -> dict[Stand, tuple[Corner, ...]]:
        return {}

    @cached_property
    def _known_flags(self) -> dict[frozenset[PieceId] | None, tuple[BoolArray, BoolArray]]:
        return {}

    @cached_property
    def _sights(self) -> dict[tuple[Stand, Stand, bool], Sight]:
        return {}

    def solids_without(self, names: Iterable[PieceId]) -> Solids:
        """Return these as solids: all structures, all areas, and all Heavy units except those in `names`."""
        return self.game_map.solids(plan=self.options.mode == "plan").with_cylinders(self._heavies(set(names)))

    def sight(self, watcher: PieceId, target: PieceId, fired: Collection[PieceId] = ()) -> Sight:
        """Return the sight from an attacker to a target, both on the table, including the cover of the target.

        Args:
            watcher: Name of the attacker.
            target: Name of the target.
            fired: Names of the units that are exposed because they have fired round a corner (RW-18).
        """
        return self.sight_of(self.stands[watcher], self.stands[target], fired)

    def sight_of(self, watcher: Stand, target: Stand, fired: Collection[PieceId] = ()) -> Sight:
        """Return the sight from an attacker to a target, including the cover of the target.

        The two units need not stand at their places on the map. These cases are tried in order (RW-18):

        - The attacker sees the target from its own eye, or from a nearby corner. If there are several such sights, one
          without cover is returned if possible.
        - The attacker sees the target only at a corner near the target, where it is exposed. The lines then run from
          this corner to the attacker, and the target has cover.
        - The attacker doesn't see the target. No line is open.

        Args:
            watcher: The attacker, where it stands.
            target: The target, where it stands or on its path.
            fired: Names of the units that have fired round a corner, and so are exposed.
        """
        key = (watcher, target, target.name in fired)
        if key not in self._sights:
            first = self._sight_from(watcher, target, None)
            self._sights[key] = self._best_sight(watcher, target, fired, first)
        return self._sights[key]

    def look(self, pairs: Iterable[tuple[Stand, Stand]], fired: Collection[PieceId] = ()) -> None:
        """Find the sights for several pairs of an attacker and a target, all in one computation.

        Afterwards, `sight_of` returns these sights fast.

        Args:
            pairs: The pairs. The same target may occur several times, at different places of its path.
            fired: Names of the units that have fired round a corner, and so are exposed (RW-18).
        """
        new = [pair for pair in pairs if (*pair, pair[1].name in fired) not in self._sights]
        if not new:
            return
        among = np.array([np.logical_or(*self._flags(*pair)) for pair in new])
        inside = lines_shut([(watcher.body, target.body) for watcher, target in new], self.solids, among)
        for (watcher, target), shut in zip(new, inside, strict=True):
            first = self._sight_along(watcher, target, None, shut)
            self._sights[watcher, target, target.name in fired] = self._best_sight(watcher, target, fired, first)

    def sees(self, pairs: Sequence[tuple[PieceId, PieceId]], fired: Collection[PieceId] = ()) -> list[bool]:
        """Return for each pair of a watcher and a target on the table whether the watcher sees the target.

        `fired` has the units that have fired round a corner, and so are exposed (RW-18).
        """
        return self.see([(self.stands[watcher], self.stands[target]) for watcher, target in pairs], fired)

    def see(self, pairs: Sequence[tuple[Stand, Stand]], fired: Collection[PieceId] = ()) -> list[bool]:
        """Return for each pair of a watcher and a target whether the watcher sees the target.

        The two units need not stand at their places on the map. `fired` has the units that have fired round a corner,
        and so are exposed (RW-18).
        """
        found = self._open(pairs, [watcher.body for watcher, _ in pairs])
        more: list[tuple[int, Body, Stand, Stand]] = []
        for k, (watcher, target) in enumerate(pairs):
            if not found[k]:
                more += [(k, watcher.eye_at(one.eye), watcher, target) for one in self.corners_of(watcher)]
                more += [(k, target.eye_at(one.eye), target, watcher) for one in self._exposed(target, fired)]
        reached = self._open([(a, b) for _, _, a, b in more], [eye for _, eye, _, _ in more])
        for (k, _, _, _), is_open in zip(more, reached, strict=True):
            found[k] = found[k] or is_open
        return found

    def corners_of(self, unit: Stand) -> tuple[Corner, ...]:
        """Return the corners round which a unit can fire (RW-18)."""
        if unit not in self._known_corners:
            self._known_corners[unit] = corners_near(self.game_map, unit, self.options.reach)
        return self._known_corners[unit]

    def _exposed(self, unit: Stand, fired: Collection[PieceId]) -> tuple[Corner, ...]:
        """Return the corners round which others can fire back at a unit (RW-18).

        These are the corners round which the unit itself can fire. With the option `after_firing`, there are none if
        the unit is not in `fired`.
        """
        return self.corners_of(unit) if self.options.exposed == "always" or unit.name in fired else ()

    def _best_sight(self, watcher: Stand, target: Stand, fired: Collection[PieceId], best: Sight) -> Sight:
        """Return the best sight from a watcher to a target: the sight `best`, or a better one by way of a corner.

        `best` is the sight from the watcher's own eye. An open sight is better than one that isn't, and an open sight
        without cover is better than one with cover.
        """
        for corner in self.corners_of(watcher):
            if best.open and not best.cover:
                return best
            other = self._sight_from(watcher, target, corner)
            if other.open and (not best.open or not other.cover):
                best = other
        for corner in () if best.open else self._exposed(target, fired):
            back = self._sight_from(target, watcher, corner)
            if back.open:
                return Sight(True, True, back.lines, (corner.structure,), corner, returned=True)
        return best

    def _sight_from(self, watcher: Stand, target: Stand, corner: Corner | None) -> Sight:
        """Return the sight from a watcher to a target, round a corner or directly.

        The lines start at `corner`. If it is None, they start at the watcher's own eye.
        """
        eye = watcher.body if corner is None else watcher.eye_at(corner.eye)
        shuts, covers = self._flags(watcher, target)
        inside = lines_shut([(eye, target.body)], self.solids, (shuts | covers)[None])[0]
        return self._sight_along(watcher, target, corner, inside)

    def _sight_along(self, watcher: Stand, target: Stand, corner: Corner | None, inside: BoolArray) -> Sight:
        """Return the sight from a watcher to a target, when it is known which solids the lines go through (RW-13).

        Args:
            watcher: The attacker.
            target: The target.
            corner: The start of the lines if it is a corner; None for the watcher's eye.
            inside: A flag for each line and each solid, shape (9, solids). It is True if the line goes through the
                solid.
        """
        names = self.solids.names
        numbers = np.flatnonzero(inside.any(axis=0)).tolist()
        met = [names[k] for k in numbers]
        shutting = {name for name in met if self._is_sight(name)}
        blocked = inside[:, numbers].tolist()
        low = {name for name in met if name not in shutting and self._is_before(watcher, target, name)}
        deep = self._deep(watcher, target)
        lines, covering = [], set[PieceId]()
        count = 0
        for k in self.options.asked:
            here = {name for name, is_met in zip(met, blocked[k], strict=True) if is_met}
            shut_by = here & shutting | {*deep}
            givers = {name for name in shut_by if self._gives_cover(name)} | (here & low)
            covering |= givers
            count += bool(givers)
            lines.append(LineOfSight(ROWS[k // 3], COLUMNS[k % 3], tuple(sorted(shut_by))))
        if count < self.options.lines:
            covering = set()
        if not target.flying:  # both are in the area, or the target is just inside its edge
            covering |= self._areas(target)
        is_open = any(not line.shut_by for line in lines)
        return Sight(is_open, bool(covering), tuple(lines), tuple(sorted(covering)), corner)

    def _areas(self, unit: Stand) -> frozenset[PieceId]:
        """Return the areas that contain a unit."""
        if unit.at not in self._known_areas:
            self._known_areas[unit.at] = self.game_map.areas_at(unit.at)
        return self._known_areas[unit.at]

    def _is_sight(self, name: PieceId) -> bool:
        structure = self.game_map.structure.get(name)
        return structure is None or structure.sight

    def _gives_cover(self, name: PieceId) -> bool:
        structure = self.game_map.structure.get(name)
        return structure is None or structure.cover

    def _is_before(self, watcher: Stand, target: Stand, name: PieceId) -> bool:
        """Return whether a structure is near a target, and nearer to the target than to the attacker (RW-14).

        A structure is near the target if it is at most `options.near` away from the target's base.
        """
        area = self.game_map.structure[name].outline.footprint
        far = gap(area, target.footprint)
        return far <= self.options.near and far < gap(area, watcher.footprint)

    def _deep(self, watcher: Stand, target: Stand) -> tuple[PieceId, ...]:
        """Return the areas that block all lines between two units (RW-16, RW-17).

        An area does this if one unit is outside the area, and the other is inside. The unit inside must be so far from
        the area's edge that it can't see out and can't be seen.
        """
        here, there = self._areas(watcher), self._areas(target)
        if target.flying or here == there:
            return ()
        area, edge = self.game_map.area, self.options.edge
        deep = [name for name in here - there if not at_edge(area[name], watcher, target.at, edge)]
        deep += [name for name in there - here if not at_edge(area[name], target, watcher.at, edge)]
        return tuple(sorted(deep))

    def _flags(self, watcher: Stand, target: Stand) -> tuple[BoolArray, BoolArray]:
        """Return which solids can affect the sight between two units, as two arrays with a flag for each solid.

        A flag in the first array is True if the solid can block the lines of sight. A flag in the second array is True
        if the solid can give cover but can't block lines.
        """
        here = None if target.flying else self._areas(watcher) | self._areas(target)
        if here not in self._known_flags:
            names = self.solids.names
            shuts = [
                name in self.stands if here is None else name not in here and self._is_sight(name) for name in names
            ]
            covers = [here is not None and not self._is_sight(name) and self._gives_cover(name) for name in names]
            self._known_flags[here] = np.array(shuts, dtype=np.bool_), np.array(covers, dtype=np.bool_)
        return self._known_flags[here]

    def _open(self, pairs: Sequence[tuple[Stand, Stand]], eyes: Sequence[Body]) -> list[bool]:
        """Return for each pair of units whether any line from an eye to the second unit of the pair is open.

        Args:
            pairs: The pairs of units.
            eyes: For each pair, the eye where the lines start.
        """
        found = [not self._deep(*pair) for pair in pairs]
        asked = [k for k, may_be in enumerate(found) if may_be]
        if asked:
            bodies = [(eyes[k], pairs[k][1].body) for k in asked]
            among = np.array([self._flags(*pairs[k])[0] for k in asked])
            for k, is_open in zip(asked, have_open_line(bodies, self.solids, among, self.options.asked), strict=True):
                found[k] = is_open
        return found


def cylinder(unit: Stand) -> Cylinder:
    """Return the cylinder of a unit as a solid."""
    return Cylinder((*unit.at, unit.height / 2), AXES[2], unit.height, unit.radius)
