"""Offers: what each answer would do, with the chances of attacks (RW-65)."""

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.expectations import attack_chances, rally_chance_of
from riotsim.games.riftwar.show.names import percent, title_of
from riotsim.games.riftwar.state import Plan, UnitId
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request


def offers(game: Battle, request: Request[object]) -> tuple[Offer, ...]:
    """Return an offer for each option or unit that a player may choose; none for places and for several units."""
    match request:
        case PickPiece(pieces=pieces):
            return tuple(Offer(name, _unit_text(game, request.purpose, name), name) for name in pieces)
        case Choose(options=options):
            return tuple(_option(game, request.purpose, str(option)) for option in options)
    return ()


def _option(game: Battle, purpose: str, option: str) -> Offer:
    text = title_of(option) if option in game.state.units else option.capitalize()
    if purpose == "dangers" and option == "go on" and (plan := game.state.plan) is not None:
        return Offer(option, text, path=_way(plan), touches=tuple(sorted({one for one, _ in game.state.dangers})))
    return Offer(option, text)


def _way(plan: Plan) -> tuple[tuple[float, float], ...]:
    return (plan.starts[0], plan.ends[0])


def _unit_text(game: Battle, purpose: str, name: UnitId) -> str:
    title = title_of(name)
    if purpose == "who rallies":
        return f"{title}: rallies in {percent(rally_chance_of(game, game.unit(name)))}"
    if purpose == "target" and (found := attack_chances(game, name)) is not None:
        _, pin, wound, kill = found
        return f"{title}: pin {percent(pin)}, wound {percent(wound)}, kill {percent(kill)}"
    return title
