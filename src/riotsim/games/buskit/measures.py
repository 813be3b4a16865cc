"""Measures of a fight of Buskit: rounds, attacks and hits, wounds, interrupts, and the causes of going down."""

from riotsim.games.buskit import events
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.play.session.recorder import GameRecord, Measures


def measure(_rules: Rulebook, course: GameRecord) -> Measures:
    """Return the measured values and the counts of one finished game."""
    found = Measures()
    rounds = attacks = hits = wounds = shock = down = deaths = interrupts = 0
    by_shock, ending = 0, ""
    last: events.Harmed | None = None
    for event in course.history:
        match event:
            case events.RoundBegins(number):
                rounds = number
            case events.Attacks(weapon=weapon, hits=hit):
                attacks += 1
                hits += hit
                found.count("attacks", weapon)
            case events.Harmed():
                last = event
                shock += event.shock
                wounds += event.wounds
            case events.GoesDown():
                down += 1
                by_shock += last is not None and last.wounds_left > 0
            case events.Dies():
                down += 1
                deaths += 1
            case events.Interrupts():
                interrupts += 1
            case events.DropsProne(under_fire=True):
                found.count("answers to fire", "prone")
            case events.Dodges():
                found.count("answers to fire", "dodge")
            case events.GameOver(ending=how):
                ending = how
                found.count("ends", how)
    found.figures |= {
        "rounds": float(rounds),
        "attacks": float(attacks),
        "attacks that hit": hits / max(1, attacks),
        "shock taken": float(shock),
        "wounds taken": float(wounds),
        "fighters down": float(down),
        "down of shock alone": by_shock / max(1, down),
        "deaths": float(deaths),
        "interrupts": float(interrupts),
        "drawn": float(ending == "quiet"),
    }
    return found
