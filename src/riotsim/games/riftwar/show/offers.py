"""Offers: texts about what each answer to a request would do, such as the chances of an attack (RW-65)."""

from typing import Final

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.expectations import (
    Chances,
    chances_between,
    declared_chances,
    joint_attack,
    joint_attacks,
    rally_chance_of,
    reaction_shot,
    spotted_chances,
)
from riotsim.games.riftwar.battle.firing import coordinated_aims, has_cover
from riotsim.games.riftwar.battle.moves.close_combat import ChargeWay, charge_way, reaches_an_enemy
from riotsim.games.riftwar.battle.moves.moving import is_shut_in, single_movers
from riotsim.games.riftwar.chapters.damage import attack_dice
from riotsim.games.riftwar.show.names import kind_of, listed, option_label, percent, player_of, title_for
from riotsim.games.riftwar.state import Plan, UnitId
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request, Spot
from riotsim.table.units import in_inches

HOLD: Final = "Hold fire in this phase"
"""Label of the offer to hold fire until the phase ends."""

TURN: Final = "Turn where they stand"
"""Label of the offer that lets a group turn in place instead of moving."""

SHUT_IN: Final = "all ways are shut"
"""The text for a unit that can't move anywhere."""

NOBODY: Final = "reaches no enemy in a straight line"
"""The text for a unit that can't reach any enemy by a straight move."""


def offers(game: Battle, request: Request[object]) -> tuple[Offer, ...]:
    """Return the offers for a request.

    If the request asks for one option or one unit, each possible answer has an offer. Most requests for several units
    or for places have no offers. Only these requests have some:

    - To set units up: an offer for each unit. It names the unit's kind and dice.
    - To react: an offer for each unit. It describes the unit's shot.
    - To move a group that may stay where it stands: one offer, to turn the group in place.

    A request to react also has an offer to hold fire until the phase ends.
    """
    match request:
        case PickPiece(pieces=pieces):
            if request.purpose == "close combat target":
                return _charges(game, request)
            known = _outlooks(game, request)
            listed = sorted(pieces, key=[*game.state.units].index)  # so that Bug 10 doesn't stand before Bug 2
            titles = _titles(game, request)
            texts = {name: titles[name] + (f": {known[name]}" if name in known else "") for name in listed}
            return tuple(Offer(name, text, name) for name, text in texts.items())
        case Choose(purpose="react", options=options):
            return (
                *(_option(game, "react", str(option)) for option in options),
                Offer("hold fire", HOLD, lasts="turn"),
            )
        case PickSome(purpose="react", items=items):
            shots = (Offer((name,), f"{title_of(name)}: {_shot_text(game, name)}", name) for name in items)
            return (*shots, Offer((), HOLD, lasts="turn"))
        case PickSome(purpose="set up", items=items):
            return tuple(Offer((name,), f"{title_of(name)}: {_kind_text(game, name)}", name) for name in items)
        case PlaceSome(purpose="move", pieces=pieces):
            here = tuple(Spot(name, game.table.models[name].at) for name in pieces)
            return () if request.refusal(here) else (Offer(here, TURN),)
        case Choose(purpose="coordinated by", options=options):
            return tuple(_coordination(game, str(option)) for option in options)
        case Choose(options=options):
            return tuple(_option(game, request.purpose, str(option)) for option in options)
    return ()


def _titles(game: Battle, request: PickPiece) -> dict[UnitId, str]:
    """Return the displayed names of the units that may be picked.

    If the units belong to several players, the names of other players' units begin with the player, such as `Bea's
    Rifleman 1`.
    """
    players, units = game.state.players, request.pieces
    if len({player_of(players, name) for name in units}) == 1:
        return {name: title_of(name) for name in units}
    return {name: title_for(request.player, players, name) for name in units}


def _option(game: Battle, purpose: str, option: str) -> Offer:
    text = title_of(option) if option in game.state.units else option_label(option)
    if purpose == "dangers" and option == "go on" and (plan := game.state.plan) is not None:
        return Offer(option, text, path=_way(plan), touches=tuple(sorted({one for one, _ in game.state.dangers})))
    return Offer(option, text)


def _kind_text(game: Battle, name: UnitId) -> str:
    """Return a text with the class, the kind, the traits and the numbers of dice of a unit."""
    unit = game.unit(name)
    fire, close = attack_dice(game.rules, unit.type, "fire"), attack_dice(game.rules, unit.type, "close")
    return f"{kind_of(unit)}. Fire {fire}d6, close combat {close}d6"


def _coordination(game: Battle, by: str) -> Offer:
    """Return the offer to let a Leader or a close group coordinate fire at the declared target.

    The text names the largest group that may fire, and the group's chance to wound or kill.
    """
    declared = game.state.declared
    assert declared is not None, "coordinated fire is declared before this is chosen"
    assert declared.target is not None, "its target is chosen before this"
    request = coordinated_aims(game, game.state.active)[declared.target][by]
    attack = joint_attack(game, declared.target, request, "fire")
    title = title_of(by) if by in game.state.units else option_label(by)
    names = listed([title_of(name) for name in attack.attackers])
    return Offer(by, f"{title}: {names}, wound or kill {percent(attack.success)}")


def _shots_text(game: Battle, attacker: UnitId, target: UnitId) -> str:
    """Return a text about an attacker, for a player who chooses between several attackers of one target.

    The text gives the attacker's number of dice, and says whether the target has cover from the attacker. If the
    attacker has the ability AP, the text ends with `AP`.
    """
    unit = game.unit(attacker)
    cover = "the target has cover" if has_cover(game, attacker, target) else "no cover"
    return f"{attack_dice(game.rules, unit.type, 'fire')} dice, {cover}{', AP' * unit.type.able.ap}"


def _way(plan: Plan) -> tuple[tuple[float, float], ...]:
    return (plan.starts[0], plan.ends[0])


def _charges(game: Battle, request: PickPiece) -> tuple[Offer, ...]:
    """Return an offer for each enemy that the declared unit may charge.

    The text of an offer says how far the unit must move. If something keeps the unit from coming into contact, the text
    says what. Enemies that the unit can reach come first, and among these the nearest enemy is first.
    """
    declared = game.state.declared
    assert declared is not None, "a charge is declared before its target is chosen"
    assert declared.attacker is not None, "the unit that makes contact is chosen first"
    ways = [(name, charge_way(game, declared.attacker, name, declared.movers)) for name in request.pieces]
    there = [(name, way) for name, way in ways if way is not None]
    there.sort(key=lambda one: (one[1].stopped_by is not None, one[1].length))
    titles = _titles(game, request)
    return tuple(Offer(name, f"{titles[name]}: {_way_text(way)}", name) for name, way in there)


def _way_text(way: ChargeWay) -> str:
    far = f"{in_inches(way.length):.1f} in"
    if way.stopped_by is None:
        return far
    stopped_by = way.stopped_by
    why = f"the move ends at {stopped_by.name}" if stopped_by.is_border else f"{stopped_by.name} is in the way"
    return f"{far}, stays short: {why}"


def _outlooks(game: Battle, request: PickPiece) -> dict[UnitId, str]:
    """Return the texts about units that may be picked, by unit. Units without a text are left out.

    A text tells one of these things:

    - The chances of an attack or of a rally.
    - The number of dice of an attacker.
    - That the unit can't move anywhere.
    - That the unit can't come into contact with any enemy.
    """
    units, declared = request.pieces, game.state.declared
    if request.purpose == "who makes contact" or (request.purpose, game.state.action) == ("who moves", "close combat"):
        group = () if declared is None else declared.movers
        return {name: NOBODY for name in units if not reaches_an_enemy(game, name, group or (name,))}
    if request.purpose == "who moves" and units == single_movers(game, request.player):
        return {name: SHUT_IN for name in units if is_shut_in(game, game.unit(name))}
    if request.purpose == "who rallies":
        return {name: f"rallies in {percent(rally_chance_of(game, game.unit(name)))}" for name in units}
    if declared is None:
        return {}
    match request.purpose, declared.attacker, declared.target:
        case "target", None, _:
            joint = {name: attack for name, attack in joint_attacks(game).items() if name in units}
            return {
                name: f"wound or kill {percent(attack.success)} (by {len(attack.attackers)} together)"
                for name, attack in joint.items()
            }
        case "target", _, _:
            found = ((name, declared_chances(game, name)) for name in units)
            return {name: _chances_text(chances) for name, chances in found if chances is not None}
        case "next attacker", None, str(target) if declared.how == "coordinated":
            return {name: _shots_text(game, name, target) for name in units}
        case "spotter", str(attacker), str(target):
            return {name: _chances_text(spotted_chances(game, attacker, target, name)) for name in units}
        case "who reacts", _, str(target):
            return {name: _chances_text(chances_between(game, name, target, "close")) for name in units}
    return {}


def _shot_text(game: Battle, shooter: UnitId) -> str:
    """Return a text with a unit's chances for fire in reaction at the present target."""
    mover = game.state.fired_at
    assert mover is not None, "a player is asked to fire at it"
    shot = reaction_shot(game, shooter, mover)
    return f"{'at best ' * shot.at_best}{_chances_text(shot.chances, in_cover=shot.cover)}"


def _chances_text(chances: Chances, *, in_cover: bool = False) -> str:
    """Return a text with the chances of an attack, such as `wound 30 %, kill 20 % (pin 10 %, cover)`.

    A narrow button may show only the part before the bracket.
    """
    _, pin, wound, kill = map(percent, chances)
    return f"wound {wound}, kill {kill} (pin {pin}{', cover' * in_cover})"
