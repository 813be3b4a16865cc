"""Offers: what each answer would do, with the chances of attacks (BK-01, BK-51)."""

from dataclasses import replace

from riotsim.games.buskit.chapters.attack import Attack, attack_check
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.names import in_words, percent, title_of
from riotsim.games.buskit.state import State
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.play.session.session import Session
from riotsim.pools.exact import odds


def offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    """Return an offer for each option or fighter that a player may choose; none for places and for several fighters."""
    state = session.state
    if isinstance(request, PickPiece):
        return tuple(Offer(name, _health(state, name), name) for name in request.pieces)
    if not isinstance(request, Choose):
        return ()
    return tuple(Offer(option, _text(rules, state, request.purpose, str(option))) for option in request.options)


def _health(state: State, name: str) -> str:
    one = state.fighters[name]
    return f"{title_of(name)}: {one.shock} Shock, {one.wounds} Wounds"


def _text(rules: Rulebook, state: State, purpose: str, option: str) -> str:
    if purpose == "under fire" and state.attack is not None:
        answered = {
            "stay": state.attack,
            "drop prone": replace(state.attack, prone=True),
            "dodge": replace(state.attack, dodging=True),
        }[option]
        return f"{option.capitalize()}: hit in {_chance(rules, answered)}"
    return in_words(option).capitalize()


def _chance(rules: Rulebook, attack: Attack) -> str:
    found = odds(attack_check(rules, attack))
    return percent(float(found.win + (found.tie if rules.ties == "actor" else 0)))
