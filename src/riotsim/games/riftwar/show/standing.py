"""The standings of a battle: how many units each player has left, and the marks, data sheets and rosters of units."""

from riotsim.games.riftwar.armies.unit_types import effects_of, meaning_of_type, title_of, title_of_type
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import map_on
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.chapters.damage import attack_dice
from riotsim.games.riftwar.map.game_map import Area, Structure
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.show.names import condition_of, kind_of
from riotsim.games.riftwar.show.on_table import shown_arcs, shown_dangers, shown_sights
from riotsim.games.riftwar.state import State, Unit
from riotsim.play.displays import DataSheet, GameStatus, PieceMark, Roster, RosterUnit, Row
from riotsim.play.narration import SCORE_GROUP, FinalScore, Turn
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.table.units import in_inches


def turn_of(state: State) -> Turn:
    """Return the current phase. Between two phases, return the next phase. The set-up has number 0 and no player."""
    if state.stage == "set-up":
        return Turn(0, None, "phase")
    begins = state.between and state.result is None
    return Turn(state.phase + begins, state.active, "phase")


def scores(state: State, _table: Table) -> dict[PlayerId, int]:
    """Return for each player how many of the player's units are not destroyed."""
    return {player: len(state.side(player)) for player in state.players}


def final_score(state: State) -> FinalScore | None:
    """Return the final score; None before the end."""
    if state.result is None:
        return None
    stopped = "Too many phases were played." if state.result.ending == "too long" else ""
    figures = tuple(scores(state, Table(0.0, 0.0)).items())
    return FinalScore(state.result.winners, "units left", figures, stopped, turns=state.phase)


def status(rules: Rulebook, session: Session[State], _now: float) -> GameStatus:
    """Return the state of the game for display.

    It has the number of units that each player has left, the pinned, wounded and carried units, and the drawings on the
    table.
    """
    state = session.state
    rows = [Row(SCORE_GROUP, name, str(count), count, name) for name, count in scores(state, session.table).items()]
    told = ((unit, condition_of(unit)) for player in state.players for unit in state.side(player))
    rows += [
        Row("units", title_of(unit.id), text, None, unit.player, (unit.id,))
        for unit, text in told
        if text not in ("ready", "waits")
    ]
    game = Battle(session.play, rules, dice_of(rules))
    return GameStatus(
        tuple(rows),
        acting=_acting(state),
        sights=shown_sights(game),
        arcs=shown_arcs(game),
        dangers=shown_dangers(game),
    )


def _acting(state: State) -> PieceId | None:
    """Return the unit that moves or attacks; None if there is none.

    During a move, return the first of the moving units. At any other time, return the attacker of the declared attack.
    If several units attack together, return None.
    """
    if state.plan is not None:
        return state.plan.movers[0]
    return None if state.declared is None else state.declared.attacker


def rosters(state: State, _table: Table) -> dict[PlayerId, Roster]:
    """Return the army of each player. Each unit in it has its name, kind and condition."""
    return {
        player: Roster(
            state.army_names[player],
            tuple(_roster_unit(unit) for unit in state.units.values() if unit.player == player),
        )
        for player in state.players
    }


def _roster_unit(unit: Unit) -> RosterUnit:
    aboard = None if unit.destroyed else unit.aboard
    told = title_of(unit.id), kind_of(unit), condition_of(unit)
    return RosterUnit(unit.id, *told, is_out=unit.destroyed, aboard=aboard)


def marks(_rules: Rulebook, state: State, table: Table) -> dict[PieceId, tuple[PieceMark, ...]]:
    """Return the marks of the models on the table.

    A mark says that the model is a wreck, is wounded or pinned, is in a fray, can't react again, or has units aboard.
    """
    found = {name: tuple(_marks(state, state.units[name])) for name in table.models if name in state.units}
    return {name: its for name, its in found.items() if its}


def _marks(state: State, unit: Unit) -> list[PieceMark]:
    if unit.destroyed:
        return [PieceMark("wreck", "danger")]
    found = [PieceMark("wounded", "danger")] if unit.wounded else []
    found += [PieceMark("pinned", "tall")] if unit.pinned else []
    found += [PieceMark(f"fray {unit.fray}")] if unit.fray is not None else []
    found += [PieceMark("can't react again")] if unit.spent else []
    if riders := state.aboard(unit.id):
        found.append(PieceMark(f"{len(riders)} aboard"))
    return found


def sheets(rules: Rulebook, state: State, table: Table) -> dict[PieceId, DataSheet]:
    """Return the data sheet of each unit, of each structure, and of each decoration in an area of terrain."""
    laid = map_on(rules, table)
    return {
        **{name: sheet_of(rules, state, unit) for name, unit in state.units.items()},
        **{one.piece.id: _structure_sheet(rules, one) for one in laid.structures},
        **{
            name: _area_sheet(rules, laid.area[area])
            for name in table.terrain
            if (area := name.rpartition(" ")[0]) in laid.area  # decoration: its name is that of the area, and a number
        },
    }


def _structure_sheet(rules: Rulebook, structure: Structure) -> DataSheet:
    """Return the data sheet of a structure (RW-11 to RW-14).

    It says whether the structure blocks sight, gives cover, and can be crossed.
    """
    lines = ["blocks movement and lines of sight" if structure.sight else "blocks movement"]
    if structure.cover:
        near = "" if structure.sight else f" to units within {in_inches(rules.cover.near):g} in of it"
        lines.append(f"gives cover{near}")
    if structure.crossable:
        lines.append("units in contact can cross it")
    return DataSheet(structure.piece.name.replace("_", " ").capitalize(), tuple(lines))


def _area_sheet(rules: Rulebook, area: Area) -> DataSheet:
    """Return the data sheet of an area of terrain. It says how the area affects moves, sight and cover (RW-16, RW-32).

    Each decoration in the area has this sheet.
    """
    lines = (
        "units walk on it, and a move ends at its edge",
        "shuts lines of sight into it, out of it and through it",
        f"within {in_inches(rules.terrain.edge):g} in of its edge, units see out and are seen",
        "gives cover to units in it",
    )
    return DataSheet(area.patch.name.capitalize(), lines)


def sheet_of(rules: Rulebook, state: State, unit: Unit) -> DataSheet:
    """Return the data sheet of a unit: its class and kind, its traits with their effects, its dice, and its state.

    If the name of the unit's type has an abbreviation, such as IFV, the sheet explains it.
    """
    fire, close = attack_dice(rules, unit.type, "fire"), attack_dice(rules, unit.type, "close")
    meaning = meaning_of_type(unit.type.name).capitalize()
    traits = [_trait_line(rules, trait) for trait in unit.type.traits]
    dice = f"Fire {fire}d6, close combat {close}d6"
    lines = [*filter(None, (meaning,)), kind_of(unit), *traits, dice, _state_of(unit)]
    if unit.fray is not None:
        lines.append(f"In fray {unit.fray}, a close combat")
    if riders := state.aboard(unit.id):
        lines.append(f"Aboard: {', '.join(title_of(one.id) for one in riders)}")
    return DataSheet(title_of(unit.id), tuple(lines))


def _trait_line(rules: Rulebook, trait: str) -> str:
    """Return the name of a trait, and its effects if there are any, such as `AP: armored gives no cover against it`."""
    effects = effects_of(rules.traits[trait])
    return title_of_type(trait) + (f": {effects}" if effects else "")


def _state_of(unit: Unit) -> str:
    """Return the condition of a unit in words. If a pin keeps the unit from moving, the words say so (RW-62)."""
    told = condition_of(unit).capitalize()
    return f"{told}: it can't move until it rallies" if unit.stands and not unit.can_move else told
