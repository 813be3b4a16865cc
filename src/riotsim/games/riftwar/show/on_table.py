"""The drawings on the table: lines of sight, arcs, and the dangers of a move (RW-13, RW-40, RW-51)."""

from collections.abc import Iterable

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import facing_of, lines_between, sight
from riotsim.games.riftwar.chapters.arcs import arc_of
from riotsim.games.riftwar.chapters.damage import attack_dice
from riotsim.games.riftwar.map.dangers import joined
from riotsim.games.riftwar.state import Stretches, UnitId
from riotsim.play.displays import ShownArc, ShownDangers, ShownSight, Way
from riotsim.table.pieces import PieceId


def shown_arcs(game: Battle) -> dict[PieceId, ShownArc]:
    """Return the arc of each unit on the table that may fire. A turret's arc turns with the turret."""
    return {
        unit.id: ShownArc(facing_of(game, unit), arc_of(game.rules, unit.type))
        for unit in game.state.units.values()
        if unit.stands and unit.id in game.table.models and attack_dice(game.rules, unit.type, "fire")
    }


def shown_sights(game: Battle) -> dict[PieceId, ShownSight]:
    """Return the lines of sight that matter for the present decision.

    - In direct fire, the lines run from the attacker to each enemy.
    - In indirect fire, the lines run from each unit of the attacker's side to the target.
    - While enemies may react to a move, lines run from each of these enemies to one moving unit: the unit that is about
      to be fired at. If none has been chosen yet, it is the first moving unit that this enemy may fire at.
    """
    declared, standing, target = game.state.declared, game.table.models, game.state.fired_at
    if game.state.dangers:
        asked = [pair for pair in game.state.dangers if target in (None, pair[1])]
        first = dict(reversed(asked))  # a unit that may fire at several movers looks at the first
        pairs = {watcher: (watcher, mover) for watcher, mover in first.items()}
    elif declared is None or declared.attacker is None:
        return {}
    elif declared.how == "direct":
        foes = game.state.enemies(game.unit(declared.attacker).player)
        pairs = {foe.id: (declared.attacker, foe.id) for foe in foes}
    elif declared.how == "indirect" and declared.target is not None:
        allies = game.state.standing(game.unit(declared.attacker).player)
        pairs = {ally.id: (ally.id, declared.target) for ally in allies}
    else:
        return {}
    return {shown: _sight(game, *pair) for shown, pair in pairs.items() if {*pair} <= standing.keys()}


def _sight(game: Battle, watcher: UnitId, target: UnitId) -> ShownSight:
    """Return the lines of sight from a unit to a target. A text says whether the target is in sight and in cover."""
    found = sight(game, watcher, target)
    if found.open:
        told = "in sight" if found.corner is None else "in sight round a corner"
        told += f", in cover of {_titles(game, found.cover_by)}" if found.cover else ", no cover"
    else:
        told = f"not in sight, behind {_titles(game, (name for line in found.lines for name in line.shut_by))}"
    return ShownSight(lines_between(game, watcher, target), told)


def _titles(game: Battle, names: Iterable[PieceId]) -> str:
    """Return the displayed names of pieces in one text. A name that several pieces have is given once."""
    return " and ".join(dict.fromkeys(_piece_title(game, name) for name in names))


def _piece_title(game: Battle, name: PieceId) -> str:
    """Return the displayed name of a unit or of a piece of the map, such as `low wall` for `low_wall_2`."""
    return title_of(name) if name in game.state.units else name.rstrip("_0123456789").replace("_", " ")


def shown_dangers(game: Battle) -> ShownDangers | None:
    """Return the drawing of the dangers of the present move; None if there is nothing to show.

    The drawing has the paths of the moving units. It marks the parts where enemies may still react. It marks the moving
    unit that is about to be fired at.
    """
    plan, dangers, target = game.state.plan, game.state.dangers, game.state.fired_at
    if plan is None or not dangers:
        return None
    if plan.starts == plan.ends:
        return None if target is None else ShownDangers({}, (), {}, target)
    number = {mover: k for k, mover in enumerate(plan.movers)}
    stretches: dict[UnitId, Stretches] = {}
    by: dict[PieceId, tuple[Way, ...]] = {}
    for (watcher, mover), found in dangers.items():
        k, unit = number[mover], game.unit(watcher)
        if unit.stands and not unit.spent:
            stretches[mover] = (*stretches.get(mover, ()), *found)
            by[watcher] = (*by.get(watcher, ()), *((plan.at(k, one), plan.at(k, two)) for one, two in found))
    if not by:
        return None
    joint = ((number[mover], stretch) for mover, found in stretches.items() for stretch in joined(found))
    return ShownDangers(
        dict(zip(plan.movers, zip(plan.starts, plan.ends, strict=True), strict=True)),
        tuple((plan.at(k, one), plan.at(k, two)) for k, (one, two) in joint),
        by,
        target,
    )
