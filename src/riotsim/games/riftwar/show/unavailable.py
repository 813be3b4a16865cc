"""Actions and shooters that the active player can't choose now, with the reasons (RW-21, RW-50)."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import all_in_arc
from riotsim.games.riftwar.battle.firing import may_be_fired_at
from riotsim.games.riftwar.chapters.damage import attack_dice
from riotsim.games.riftwar.show.names import listed
from riotsim.games.riftwar.state import Unit, UnitId
from riotsim.play.requests import Choose, PickPiece, Request, Unavailable

REASONS: Final[Mapping[str, str]] = {
    "direct fire": "No unit has an enemy in sight and in its arc.",
    "coordinated fire": "No two units of one class in a close group, or in sight of one Leader, see the same enemy.",
    "move": "All units are pinned, in a fray, or aboard without room beside the hull.",
    "close combat": "No unit that may move has room beside an enemy.",
    "rally": "No unit on the table is pinned.",
}
"""The reason why an action isn't available, for each of the usual actions."""


def unavailable(game: Battle, request: Request[object]) -> tuple[Unavailable, ...]:
    """Return what the active player can't choose now, with the reasons.

    - If the request is to choose an action: those actions in `REASONS` that the request doesn't offer.
    - If the request is to choose a unit for direct fire: the units that have dice for fire but can't fire. Units with
      the same reason are in one entry.
    - For any other request: nothing.
    """
    match request:
        case Choose(purpose="action", options=options):
            over = game.state.actions >= game.rules.phase.max_actions  # RW-08
            ended = f"This phase has had its {game.rules.phase.max_actions} actions." if over else ""
            return tuple(
                Unavailable(action.capitalize(), ended or why)
                for action, why in REASONS.items()
                if action not in options
            )
        case PickPiece(purpose="who fires", player=player, pieces=able) if game.state.action == "direct fire":
            by_reason: dict[str, list[UnitId]] = {}
            for unit in game.state.standing(player):
                if unit.id not in able and attack_dice(game.rules, unit.type, "fire"):
                    by_reason.setdefault(_why_no_fire(game, unit), []).append(unit.id)
            return tuple(_shut_units(names, why) for why, names in by_reason.items())
    return ()


def _why_no_fire(game: Battle, unit: Unit) -> str:
    """Return the reason why a unit that has dice for fire can't fire directly (RW-50, RW-51, RW-55, RW-73)."""
    if unit.fray is not None:
        return "in a fray"
    if unit.attacked == "indirect":
        return "has fired indirectly"
    enemies = [enemy for enemy in game.state.enemies(unit.player) if may_be_fired_at(game, enemy)]
    return "sees no enemy in its arc" if all_in_arc(game, unit, enemies, own_phase=True) else "no enemy in its arc"


def _shut_units(names: list[UnitId], why: str) -> Unavailable:
    reason = why[0].upper() + why[1:]
    if len(names) == 1:
        return Unavailable(title_of(names[0]), f"{reason}.", names[0])
    return Unavailable(f"{len(names)} others", f"{reason}: {listed([title_of(name) for name in names])}.")
