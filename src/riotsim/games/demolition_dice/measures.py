"""Measures of a game of Demolition Dice: throws, their targets, the towers that fall, and ties."""

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.play.requests import PlayerId
from riotsim.play.session.recorder import GameRecord, Measures


def measure(_rules: Rulebook, course: GameRecord) -> Measures:
    """Return the measured values and the counts of a game that is over."""
    found = Measures()
    heights: dict[PlayerId, int] = dict.fromkeys(course.seats, 0)
    rounds = throws = felled = ties = 0
    aimed: events.ThrowsAt | None = None
    for event in course.history:
        match event:
            case events.RoundBegins():
                rounds += 1
            case events.Stacked(player, _, height):
                heights[player] = height
            case events.Rebuilt(tower, shows) | events.StandsAsPut(tower, shows):
                heights[tower] = len(shows)
            case events.ThrowsAt(player, tower):
                throws, aimed = throws + 1, event
                highest = max(height for other, height in heights.items() if other != player)
                found.count("throws at", "the highest tower" if heights[tower] == highest else "a lower tower")
            case events.LeavesAlone():
                found.count("throws at", "none")
            case events.TowerFalls(tower, by, dice):
                heights[tower] = 0
                meant = aimed is not None and tower == aimed.tower and by == aimed.player
                felled += meant
                found.count("falls", "target" if meant else "own" if tower == by else "another")
                found.count("dice of fallen towers", str(dice))
            case events.NobodyKnocks():
                ties += 1
            case events.RollsOff():
                found.count("ties", "rolled off")
    if ties:
        found.count("ties", "nobody knocks", ties)
    found.figures |= {"rounds": float(rounds), "throws": float(throws), "towers felled": float(felled),
                      "ties without a knock": float(ties)}  # fmt: skip
    if throws:
        found.figures["throws that fell their target"] = felled / throws
    return found
