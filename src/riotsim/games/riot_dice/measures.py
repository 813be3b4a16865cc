"""Measures of a game of Riot Dice: how loot was gained, why towers fell, actions, fights, shots and bosses who left."""

from collections.abc import Iterator

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted
from riotsim.play.session.recorder import GameRecord, Measures
from riotsim.table.acts import Act, Carry, Drop, Stack
from riotsim.table.pieces import PieceId


def measure(rules: Rulebook, course: GameRecord) -> Measures:
    """Return the measurements of a game that is over: single values, and counts of how often things happened."""
    found = Measures()
    first = next((event.boss for event in course.history if isinstance(event, events.FirstBoss)), None)
    if first is not None and course.winners:
        found.figures["first boss wins"] = _share(first, course)
    loot = dict.fromkeys(("picked up", "pinched", "scooped"), 0)
    legs: dict[PlayerId, int] = dict.fromkeys(course.seats, 0)
    before: events.Bullet | None = None
    for event in course.history:
        match event:
            case events.Loot():
                loot["picked up"] += 1
            case events.Pinched():
                loot["pinched"] += 1
            case events.Scoops(_, tokens):
                loot["scooped"] += tokens
            case events.LegsIt(boss, dropped):
                legs[boss] += 1
                found.count("leg-its", f"{dropped} dropped")
            case events.Acts(_, action):
                found.count("actions", action)
            case events.Throws(_, _, (active, passive)):
                found.count("fights", f"{active} against {passive}")
            case events.Bullet():
                before = event
                if event.hits in ("terrain", "nothing"):
                    found.count("shots", event.hits)
                continue
            case events.Damage(_, points) if before is not None:
                found.count("shots", f"{points} damage")
        before = None
    found.figures |= {f"loot {how}": float(tokens) for how, tokens in loot.items()}
    found.figures["leg-its"] = float(sum(legs.values()))
    if rules.clock.minutes is not None:
        found.figures["minutes"] = rules.clock.minutes - course.state.clock / 60.0
    falls = list(_falls(course))
    found.figures["falls"] = float(len(falls))
    for cause, dice in falls:
        found.count("falls", cause)
        found.count("dice of fallen towers", f"{cause}: {dice}")
    return found


def _share(boss: PlayerId, course: GameRecord) -> float:
    return 1.0 / len(course.winners) if boss in course.winners else 0.0


def _falls(course: GameRecord) -> Iterator[tuple[str, int]]:
    """Yield for each tower that fell the cause of its fall, and the number of its dice."""
    act: Act | None = None
    fallen = 0
    for event in course.history:
        if isinstance(event, Acted):
            act, fallen = event.act, 0
        elif isinstance(event, events.TowerFalls):
            yield _cause(act, event.model, event.by, course) if not fallen else "cascade", event.dice
            fallen += 1


def _cause(act: Act | None, model: PieceId, by: PlayerId, course: GameRecord) -> str:
    """Return the cause of a tower's fall, such as `stacking`.

    The tower must be the first to fall in its physical act. For other towers, the cause is `cascade` (see `_falls`).

    Args:
        act: The physical act with the fall, such as a carry or a roll. None before the first act of the game.
        model: The model whose tower fell.
        by: The player who made the tower fall.
        course: The game.
    """
    match act:
        case Carry(carried):
            if carried != model:
                return "run into"
            return "own carry" if course.owners.get(model) == by else "carried by another"
        case Stack(tower=tower):
            return "stacking" if tower == model else "run into"
        case Drop():
            return "dropped token"
    return "rolled die"
