"""The effects of an attack, from kills to the end of the game (CC-42, CC-50, CC-74 to CC-76, CC-81).

`Resolution.pending` lists the consequences that are still to be settled, in order. Where a player has to choose, the
resolution stops:

- `asked` returns the side that has to choose.
- `choices` returns the possible choices of this side's player.
- `choose` continues after a choice.

Nothing here is random.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from riotsim.games.cube_clash.board.position import (
    Match,
    Position,
    Standing,
    free_squares,
    nearest_home_squares,
)
from riotsim.games.cube_clash.board.squares import Square, home_row
from riotsim.games.cube_clash.combat.attacks import Attack, Kill, counter_allotments, strike, take_away
from riotsim.games.cube_clash.combat.choices import Allot, Choice, Decline, Place
from riotsim.games.cube_clash.combat.values import SNAKEFOLK, UNDEAD
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.orientations import ID_UP
from riotsim.games.cube_clash.units.unit import SIDES, DieId, Side, opponent

Ending: TypeAlias = Literal["last standing", "nobody left", "home row", "repetition", "quiet", "too long"]
"""The reason why a game is over (CC-80 to CC-82)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    winner: Side | None
    """The side that has won; None if nobody has won."""
    ending: Ending
    """The reason why the game is over."""


@dataclass(frozen=True, slots=True)
class Striking:
    """An attack that is still to be carried out.

    If the defender shows a Counter, its player may have to choose the dice to hit (CC-42).
    """

    attack: Attack
    """The attack."""


@dataclass(frozen=True, slots=True)
class Vanishing:
    """A die that shows Vanish and goes home instead of dying (CC-50)."""

    die: DieId
    """Name of the die."""


@dataclass(frozen=True, slots=True)
class Replacing:
    """The replacement of a killed undead die by a smaller one from the dead, if there is such a die (CC-74)."""

    side: Side
    """Side of the owner."""
    at: Square
    """The square of the kill."""
    health: int
    """Health of the die that replaces the killed die."""
    barred: tuple[DieId, ...]
    """The dice that died by the same attack. They can't replace the killed die."""


@dataclass(frozen=True, slots=True)
class Judging:
    """The check after an attack whether both sides still have dice on the board (CC-81)."""


@dataclass(frozen=True, slots=True)
class Returning:
    """A kill by a snakefolk die. A dead die of the killer's side may return (CC-76)."""

    side: Side
    """Side of the killer."""
    health: int
    """Health of the die that was killed."""


Consequence: TypeAlias = Striking | Vanishing | Replacing | Judging | Returning


@dataclass(frozen=True, slots=True)
class Resolution:
    """The state of an attack or a Convert that is being settled, together with its consequences."""

    position: Position
    """The position so far."""
    pending: tuple[Consequence, ...] = ()
    """The consequences that are still to be settled, in order.

    After `advance`, the first of them needs a player's choice.
    """
    kills: tuple[Kill, ...] = ()
    """The kills so far."""
    result: Result | None = None
    """The end of the game; None while it goes on."""


def attack(match: Match, here: Position, how: Attack) -> Resolution:
    """Return the resolution of an attack, up to the first choice of a player."""
    return advance(match, Resolution(here, (Striking(how),)))


def convert(match: Match, here: Position, actor: DieId, target: DieId, new: Place) -> Resolution:
    """Return the resolution of a Convert, up to the first choice of a player (CC-43).

    Args:
        match: The match.
        here: The position.
        actor: The die that shows Convert.
        target: The die that is replaced.
        new: A dead die of the actor's owner, on the target's square.
    """
    old = here[target]
    arrives = Standing(new.die, old.at, new.lies)
    if not match.rules.convert.is_kill:
        lost = () if match.rules.black.any_dead else (target,)
        return advance(match, Resolution(here.bury((target,), lost).put(arrives), (Judging(),)))
    kill = Kill(target, old.at, actor, match.face(old).icon is Icon.VANISH)
    after = take_away(match, here, [kill]).put(arrives)
    return advance(match, Resolution(after, _follows(match, after.mover, [kill]), (kill,)))


def advance(match: Match, resolution: Resolution) -> Resolution:
    """Settle consequences until a player has to choose or none is left. Return the resolution."""
    while resolution.pending:
        here, (first, *rest) = resolution.position, resolution.pending
        match first:
            case Striking(how):
                ways = counter_allotments(match, here, how)
                if len(ways) > 1:
                    return resolution
                resolution = _struck(match, resolution, how, ways[0])
            case Judging():
                result = judge(match, here)
                resolution = replace(resolution, pending=() if result else tuple(rest), result=result)
            case _ if next(_places(match, here, first), None) is None:
                resolution = replace(resolution, pending=tuple(rest))
            case _:
                return resolution
    return resolution


def asked(match: Match, resolution: Resolution) -> Side:
    """Return the side whose player has to choose now.

    Args:
        match: The match.
        resolution: A resolution with at least one pending consequence.

    Raises:
        ValueError: The first pending consequence is `Judging`, which leaves no choice.
    """
    match resolution.pending[0]:
        case Striking(how):
            return match.owner(how.defender)
        case Vanishing(die):
            return match.owner(die)
        case Replacing(side) | Returning(side):
            return side
        case Judging():
            raise ValueError("nobody chooses how a position is judged")


def choices(match: Match, resolution: Resolution) -> tuple[Choice, ...]:
    """Return the possible choices of the player to be asked. The tuple is empty if nothing is pending."""
    if not resolution.pending:
        return ()
    first = resolution.pending[0]
    if isinstance(first, Striking):
        return counter_allotments(match, resolution.position, first.attack)
    places = tuple(_places(match, resolution.position, first))
    return (*places, Decline()) if isinstance(first, Returning) else places


def choose(match: Match, resolution: Resolution, choice: Choice) -> Resolution:
    """Return the resolution after a choice, up to the next choice of a player.

    Args:
        match: The match.
        resolution: A resolution that waits for a player's choice.
        choice: One of the `choices` of `resolution`. This isn't checked.
    """
    first, *rest = resolution.pending
    match choice:
        case Allot():
            assert isinstance(first, Striking)
            return advance(match, _struck(match, resolution, first.attack, choice))
        case Place(die, at, lies):
            here = resolution.position.put(Standing(die, at, lies))
            return advance(match, replace(resolution, position=here, pending=tuple(rest)))
        case Decline():
            return advance(match, replace(resolution, pending=tuple(rest)))
    assert_never(choice)


def endings(match: Match, resolution: Resolution) -> Iterator[Resolution]:
    """Yield the resolution at the end of each possible sequence of choices."""
    if not resolution.pending:
        yield resolution
    for choice in choices(match, resolution):
        yield from endings(match, choose(match, resolution, choice))


def judge(match: Match, here: Position) -> Result | None:
    """Return the result if at most one side has dice on the board; None if both have some (CC-81)."""
    left = {match.owner(one.die) for one in here.standing}
    if len(left) == len(SIDES):
        return None
    return Result(next(iter(left)), "last standing") if left else Result(None, "nobody left")


def _struck(match: Match, resolution: Resolution, how: Attack, counter: Allot) -> Resolution:
    """Return the resolution after an attack and its Counter have been applied."""
    here, kills = strike(match, resolution.position, how, counter)
    follows = _follows(match, here.mover, kills) if kills else ()
    return replace(resolution, position=here, pending=follows, kills=(*resolution.kills, *kills))


def _follows(match: Match, mover: Side, kills: Sequence[Kill]) -> tuple[Consequence, ...]:
    """Return the consequences of kills in the order of CC-81."""
    kills = sorted(kills, key=lambda kill: (match.owner(kill.die) != mover, kill.die))
    died = [kill for kill in kills if not kill.vanishes]
    barred = tuple(sorted(kill.die for kill in died))
    vanish = [Vanishing(kill.die) for kill in kills if kill.vanishes]
    replaced = [
        Replacing(match.owner(kill.die), kill.at, match.health(kill.die) - 1, barred)
        for kill in died
        if match.race(kill.die) == UNDEAD and match.health(kill.die) > 1
    ]
    returns = [
        Returning(side, match.health(kill.die))
        for side in (mover, opponent(mover))
        for kill in died
        if match.owner(kill.killer) == side != match.owner(kill.die) and match.race(kill.killer) == SNAKEFOLK
    ]
    return (*vanish, *replaced, Judging(), *returns)


def _places(match: Match, here: Position, consequence: Consequence) -> Iterator[Place]:
    """Yield all ways of bringing a die to the board by a consequence."""
    dice: Sequence[DieId] = ()
    squares: Sequence[Square] = ()
    match consequence:
        case Vanishing(die):
            dice, squares = (die,), nearest_home_squares(here, match.owner(die))
        case Replacing(side, at, health, barred):
            fit = (die for die in here.dead_of(match, side) if match.race(die) == UNDEAD)
            dice = [die for die in fit if match.health(die) == health and die not in barred]
            squares = () if here.at(at) else (at,)
        case Returning(side, health):
            dice = returning(match, here, side, SNAKEFOLK, health)
            squares = free_squares(here, home_row(side))
    return (Place(die, at, lies) for die in dice for at in squares for lies in ID_UP)


def returning(match: Match, here: Position, side: Side, race: str, health: int) -> list[DieId]:
    """Return the dead dice that the bonus of a race can bring back to the board (CC-75, CC-76).

    Args:
        match: The match.
        here: The position.
        side: Side whose dice return.
        race: The race with the bonus.
        health: Greatest health of a die that returns.
    """
    any_race = match.rules.race.returns == "any"
    return [
        die
        for die in here.dead_of(match, side)
        if match.health(die) <= health and (any_race or match.race(die) == race)
    ]
