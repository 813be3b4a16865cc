"""Measures of a battle of RiftWar: phases, actions, attacks, reactions, moves, rallies, losses, and the end."""

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.phase import PASS
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.play.session.journal import Answered
from riotsim.play.session.recorder import GameRecord, Measures


def measure(_rules: Rulebook, course: GameRecord) -> Measures:
    """Return the measurements of a game that is over.

    A pass doesn't count as an action. A move that the player withdrew doesn't count as an action either. If nobody
    attacked, all phases count as phases before the first attack.
    """
    found = Measures()
    phases = attacks = hurt = reactions = effective = moves = stopped = rallies = rallied = destroyed = 0
    actions, losses = [0], [0]  # in each phase; entry 0 is the set-up
    before_attack = None
    ending = ""
    for event in course.history:
        match event:
            case events.PhaseBegins(number):
                phases = number
                actions.append(0)
                losses.append(0)
            case Answered("action", ((_, action),)) if action != PASS:
                actions[-1] += 1
            case Answered("dangers", ((_, "withdraw"),)):
                actions[-1] -= 1
            case events.PhaseEnds(why=why):
                found.count("ends of phases", why)
            case events.Attacks(how=how, effect=effect):
                attacks += 1
                before_attack = max(0, phases - 1) if before_attack is None else before_attack
                hurt += effect in ("wound", "kill")
                reactions += how == "reaction"
                effective += how == "reaction" and effect != "none"
                found.count("attacks", how)
            case events.Moves(how=how, stopped=is_stopped):
                moves += 1
                stopped += is_stopped
                found.count("moves", how)
            case events.Rallies(succeeds=succeeds):
                rallies += 1
                rallied += succeeds
            case events.Destroyed():
                destroyed += 1
                losses[-1] += 1
            case events.GameOver(ending=how):
                ending = how
                found.count("ends", how)
    found.figures |= {
        "phases": float(phases),
        "phases before the first attack": float(phases if before_attack is None else before_attack),
        "actions a phase": sum(actions) / max(1, phases),
        "most actions in a phase": float(max(actions)),
        "most destroyed in a phase": float(max(losses)),
        "attacks": float(attacks),
        "attacks that wound": hurt / max(1, attacks),
        "reactions": float(reactions),
        "reactions with effect": effective / max(1, reactions),
        "moves": float(moves),
        "moves stopped": stopped / max(1, moves),
        "rallies": float(rallies),
        "rallies that succeed": rallied / max(1, rallies),
        "units destroyed": float(destroyed),
        "drawn": float(ending == "quiet"),
        "unfinished": float(ending == "too long"),
    }
    return found
