"""Measures of a game of Cube Clash.

They count, for example, the turns, the kills and the faces that come to the top. They also record the kind of the
ending, such as a raid (a die in the opponent's home row), and a win of the first player.
"""

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.play.requests import PlayerId
from riotsim.play.session.recorder import GameRecord, Measures


def measure(_rules: Rulebook, course: GameRecord) -> Measures:
    """Return the measured values and the counts of a game that is over."""
    found = Measures()
    turns = kills = steps = rotations = attacks = deadly = 0
    first: PlayerId | None = None
    ending = ""
    for event in course.history:
        match event:
            case events.GoesFirst(player):
                first = player
            case events.TurnBegins():
                turns += 1
            case events.Steps(face=face):
                steps += 1
                found.count("faces brought up", face.split()[0])
            case events.Rotates(face=face):
                rotations += 1
                found.count("faces after a rotation", face.split()[0])
            case events.Attacks(how=how):
                attacks += 1
                found.count("attacks", how)
            case events.Killed():
                kills += 1
            case events.Withstood():
                deadly -= 1
            case events.ChoosesTerrain(terrain=terrain):
                found.count("terrain", terrain)
            case events.Returns(why=why):
                found.count("returns", why)
            case events.GameOver(ending=how):
                ending = how
                found.count("ends", how)
    won = 0.5 if len(course.winners) != 1 else float(first == course.winners[0])
    found.figures |= {
        "turns of both": float(turns),
        "kills": float(kills),
        "steps among moves": steps / max(1, steps + rotations),
        "attacks that kill": max(0, attacks + deadly) / max(1, attacks),
        "first player wins": won,
        "won by a raid": float(ending == "home row"),
        "drawn": float(ending in ("repetition", "quiet", "nobody left")),
    }
    return found
