"""The events of a turn, computed from the chosen option and the situations before and after it."""

from collections.abc import Iterator

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.position import Match, Position
from riotsim.games.cube_clash.board.squares import square_name
from riotsim.games.cube_clash.combat import attacks, values
from riotsim.games.cube_clash.combat.attacks import Attack
from riotsim.games.cube_clash.combat.choices import Allot, Decline, Place
from riotsim.games.cube_clash.combat.resolver import Replacing, Striking, Vanishing
from riotsim.games.cube_clash.turns.options import (
    Banish,
    Convert,
    DamageUnit,
    Move,
    MoveUnit,
    Option,
    Recall,
    Reorient,
    Shoot,
    Strike,
    Swap,
)
from riotsim.games.cube_clash.turns.turn import Moving, Situation, Walking
from riotsim.games.cube_clash.units.orientations import Orientation
from riotsim.games.cube_clash.units.unit import DieId
from riotsim.play.requests import PlayerId


def face_text(match: Match, die: DieId, lies: Orientation) -> str:
    """Return the face on top of a die in the notation of unit files."""
    return str(match.dice[die].unit.face(lies.top))


def withstands(match: Match, here: Position, attack: Attack) -> int:
    """Return the defender's remaining health plus the saves that count against an attack (CC-20, CC-40, CC-48)."""
    stands = here[attack.defender]
    stopped = max(0, values.saves(match, stands, attack.kind) - attack.ignores)
    return match.health(attack.defender) - stands.wounds + stopped


def attack_of(match: Match, here: Position, die: DieId, option: Option) -> Attack | None:
    """Return the attack of a die by an option, or None if the option is not an attack."""
    match option:
        case Strike(target):
            return attacks.melee_attack(match, here, here[die], here[target])
        case Shoot(target):
            return attacks.missile_attack(match, here[die], here[target])
        case DamageUnit(points, target):
            return attacks.red_attack(die, target, points)
    return None


def tell(match: Match, who: PlayerId, now: Situation, option: Option, then: Situation) -> Iterator[object]:
    """Yield the events of an option other than a step or a rotation.

    Args:
        match: The match.
        who: The player who took the option.
        now: The situation before.
        option: The option.
        then: The situation afterwards.
    """
    here, stage = now.position, now.stage
    actor = getattr(stage, "die", None) or ""
    if not now.pending and (attack := attack_of(match, here, actor, option)) is not None:
        yield events.Attacks(
            actor, attack.defender, attack.kind, attack.damage, withstands(match, here, attack), attack.team
        )
        if not (then.pending and then.pending[0] == Striking(attack)):
            yield from _struck(match, now, attack, attacks.counter_allotments(match, here, attack)[0], then)
    match option:
        case Decline() if stage == Moving() and not now.pending:
            yield events.Passes(who)
        case Allot():
            first = now.pending[0]
            assert isinstance(first, Striking)
            yield from _struck(match, now, first.attack, option, then)
        case Place(die, at, lies):
            yield _placed(match, now, die, square_name(at), lies)
        case Move(to):
            yield events.Maneuvers(actor, square_name(to))
        case Convert(target, new):
            yield events.Converts(actor, target, new.die)
        case Swap(_, one, other):
            yield events.SwapsUnits(actor, one, other)
        case MoveUnit(_, die, to):
            yield events.MovesUnit(actor, die, square_name(to))
        case Reorient(_, turned):
            faces = tuple(face_text(match, die, lies) for die, lies in turned)
            yield events.TurnsUnits(actor, tuple(die for die, _ in turned), faces)
        case Recall(_, place):
            yield events.Returns(place.die, square_name(place.at), "black")
        case Banish(_, dice):
            yield events.Banishes(actor, dice)
    yield from tell_another_turn(then)


def tell_another_turn(then: Situation) -> Iterator[object]:
    """Yield an event if a die may take another turn after its move or action (CC-45, CC-47). Else yield nothing.

    Args:
        then: The situation after the die's move or action.
    """
    follows = then.stage
    if isinstance(follows, Moving) and follows.die is not None and not then.over and not then.pending:
        yield events.AnotherTurn(follows.die)


def _placed(match: Match, now: Situation, die: DieId, at: str, lies: Orientation) -> object:
    """Return the event for a die that was put on a square. The event's type tells the reason."""
    if now.pending:
        match now.pending[0]:
            case Vanishing():
                return events.Vanishes(die, at)
            case Replacing():
                return events.Replaces(die, at)
        return events.Returns(die, at, "snakefolk")
    if isinstance(now.stage, Walking):
        return events.Walks(die, at, face_text(match, die, lies))
    return events.Returns(die, at, "feral")


def _struck(match: Match, now: Situation, attack: Attack, counter: Allot, then: Situation) -> Iterator[object]:
    """Yield the events that follow an attack, in this order.

    - The Counter, if it hits any die.
    - Each killed die, the defender first.
    - The survival of the defender, if it isn't killed.
    """
    if counter.hits:
        yield events.Counters(attack.defender, tuple(die for die, _ in counter.hits))
    gone = [one.die for one in now.position.standing if then.position.find(one.die) is None]
    for die in sorted(gone, key=lambda one: one != attack.defender):
        yield events.Killed(die, attack.attacker if die == attack.defender else attack.defender)
    if attack.defender not in gone:
        yield events.Withstood(attack.defender)
