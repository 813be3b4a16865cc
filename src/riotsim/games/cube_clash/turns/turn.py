"""The course of a turn: each choice leads to a new, immutable `Situation`.

- `begin` returns the first situation of a turn (CC-10, CC-73, CC-75).
- `options` yields the open options of a situation.
- `after` returns the situation after a choice (CC-36, CC-45, CC-47, CC-51).
- `turns.ending.passed` ends a turn that is over.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, assert_never

from riotsim.games.cube_clash.board.position import Match, Position, Standing, free_squares, home_rows_changed
from riotsim.games.cube_clash.board.squares import home_row, in_home_row
from riotsim.games.cube_clash.combat import resolver, values
from riotsim.games.cube_clash.combat.choices import Allot, Decline, Place
from riotsim.games.cube_clash.combat.resolver import Consequence, Resolution, Result
from riotsim.games.cube_clash.turns import actions, spells
from riotsim.games.cube_clash.turns.options import (
    Banish,
    Convert,
    DamageUnit,
    Move,
    MoveUnit,
    Option,
    Recall,
    Reorient,
    Rotate,
    Shoot,
    Step,
    Strike,
    Swap,
)
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS, Orientation
from riotsim.games.cube_clash.units.unit import DieId, Side


@dataclass(frozen=True, slots=True)
class Walking:
    """A stage at the start of a turn: firewalkers may move within their home row (CC-73)."""

    walkers: tuple[DieId, ...]
    """The firewalkers that may still move."""


@dataclass(frozen=True, slots=True)
class FeralReturn:
    """A stage at the start of a turn: a dead die may return for a side with feral dice (CC-75)."""


@dataclass(frozen=True, slots=True)
class Moving:
    """A stage of a turn: a die takes a step or a rotation (CC-10)."""

    die: DieId | None = None
    """The die with an extra turn; None if any die may move."""
    extra: int = 0
    """Number of extra turns within this turn so far, including the present one (CC-51)."""


@dataclass(frozen=True, slots=True)
class Acting:
    """A stage of a turn: a die carries out the action of its top face."""

    die: DieId
    """The die."""
    extra: int
    """Number of extra turns within this turn so far."""


@dataclass(frozen=True, slots=True)
class StrikingAgain:
    """A stage of a turn: a die may make the second attack of a Double Strike (CC-44)."""

    die: DieId
    """The die."""
    extra: int
    """Number of extra turns within this turn so far."""


@dataclass(frozen=True, slots=True)
class Casting:
    """A stage of a turn: a die may cast spells (CC-36)."""

    die: DieId
    """The caster."""
    points: int
    """Points that are left."""


@dataclass(frozen=True, slots=True)
class Over:
    """The stage of a turn that is over."""


Stage: TypeAlias = Walking | FeralReturn | Moving | Acting | StrikingAgain | Casting | Over

OVER: Final = Over()


class Situation(NamedTuple):
    """A moment within a turn: the position, and the next decision of a player."""

    position: Position
    """The position."""
    stage: Stage
    """The stage of the turn. It begins after the settlement of pending consequences."""
    pending: tuple[Consequence, ...] = ()
    """The unsettled consequences of the last option. They are settled before `stage` begins.

    The first of them needs a player's choice.
    """
    eventful: bool = False
    """True if this turn has had a kill, or a die that entered or left a home row (CC-82)."""
    result: Result | None = None
    """The result of the game; None while the game goes on."""

    @property
    def over(self) -> bool:
        """True if the turn is over."""
        return self.result is not None or (not self.pending and isinstance(self.stage, Over))


def begin(match: Match, here: Position) -> Situation:
    """Begin a turn, and return the situation at its first choice (CC-73, CC-75, CC-77).

    If at most one player has dice on the board, the game is over (CC-81). A scenario may begin with such a position.
    """
    if (result := resolver.judge(match, here)) is not None:
        return Situation(here, OVER, result=result)
    walkers = tuple(one.die for one in here.side(match, here.mover) if _may_walk(match, here, one))
    return _enter(match, Situation(here, Walking(walkers)))


def acting(match: Match, here: Position, die: DieId) -> Situation:
    """Return the situation before a die's action.

    If the die has nothing to choose, return the situation at the next choice of the turn, or at the turn's end.
    """
    return _enter(match, Situation(here, Acting(die, 0)))


def player(match: Match, now: Situation) -> Side:
    """Return the side whose player has to choose."""
    return resolver.asked(match, _resolution(now)) if now.pending else now.position.mover


def options(match: Match, now: Situation) -> Iterator[Option]:
    """Yield the open options of a situation. Yield nothing if the turn is over. Yellow spells come last."""
    here = now.position
    if now.over:
        return
    if now.pending:
        yield from resolver.choices(match, _resolution(now))
        return
    match now.stage:
        case Walking(walkers):
            yield Decline()
            yield from _walks(here, walkers)
        case FeralReturn():
            yield Decline()
            yield from _feral_returns(match, here)
        case Moving(None):
            for one in here.side(match, here.mover):
                yield from actions.moves(here, one.die)
            if match.rules.turn.may_pass:
                yield Decline()
        case Moving(die) if die is not None:
            yield from actions.moves(here, die)
            yield Decline()
        case Acting(die):
            yield Decline()
            yield from actions.actions(match, here, die)
        case StrikingAgain(die):
            yield Decline()
            yield from (one for one in actions.actions(match, here, die) if isinstance(one, Strike))
        case Casting(die, points):
            yield Decline()
            yield from spells.spells(match, here, die, points)


def is_open(match: Match, now: Situation, option: Option) -> bool:
    """Return whether an option is open in a situation, without going through all yellow spells."""
    if isinstance(option, Reorient):
        return (
            isinstance(now.stage, Casting)
            and not now.pending
            and not now.over
            and spells.may_cast(match, now.position, now.stage.die, now.stage.points, option)
        )
    found = (one for one in _until_yellow(options(match, now)) if one == option)
    return next(found, None) is not None


def after(match: Match, now: Situation, option: Option) -> Situation:
    """Return the situation after an option, up to the next choice or the end of the turn.

    Args:
        match: The match.
        now: A situation before the end of the turn.
        option: One of the situation's `options`. This isn't checked.

    Raises:
        ValueError: The option deals a Counter's damage (`Allot`) although no attack is being resolved.
    """
    here, stage = now.position, now.stage
    if now.pending:
        assert isinstance(option, Place | Allot | Decline)
        return _settled(match, now, stage, resolver.choose(match, _resolution(now), option))
    match option:
        case Decline():
            return _enter(match, _at(now, FeralReturn() if isinstance(stage, Walking) else _next_start(stage)))
        case Place(die, at, lies):
            walkers = stage.walkers if isinstance(stage, Walking) else ()
            left = tuple(one for one in walkers if one != die)
            following: Stage = Walking(left) if isinstance(stage, Walking) else Moving()
            return _settled(match, now, following, Resolution(here.put(Standing(die, at, lies))))
        case Step() | Rotate():
            extra = stage.extra if isinstance(stage, Moving) else 0
            acts = isinstance(option, Step) or match.rules.turn.rotate_acts
            due: Stage = Acting(option.die, extra) if acts else OVER
            return _settled(match, now, due, Resolution(actions.moved(here, option)))
        case Strike() | Shoot() | Move() | Convert():
            assert isinstance(stage, Acting | StrikingAgain)
            due = _after_action(match, here, stage, option)
            return _settled(match, now, due, actions.acted(match, here, stage.die, option))
        case Swap() | MoveUnit() | Reorient() | DamageUnit() | Recall() | Banish():
            assert isinstance(stage, Casting)
            left_over = stage.points - option.points if match.rules.magic.split else 0
            due = Casting(stage.die, left_over) if left_over else OVER
            return _settled(match, now, due, spells.cast(match, here, stage.die, option))
        case Allot():
            raise ValueError("a Counter deals its damage only while an attack is resolved")
    assert_never(option)


def landed(match: Match, now: Situation, step: Step, lies: Orientation) -> Situation:
    """Return the situation after a step that may have brought up a wrong face (CC-15, `hand.wrong_face`).

    Args:
        match: The match.
        now: The situation before the step.
        step: The step, one of the open options.
        lies: The die's final orientation.
    """
    here = actions.moved(now.position, step)
    extra = now.stage.extra if isinstance(now.stage, Moving) else 0
    lain = here.put(here[step.die].turned(lies))
    return _settled(match, now, Acting(step.die, extra), Resolution(lain))


Options: TypeAlias = Callable[[Match, Situation], Iterable[Option]]
"""A function that yields open options: all of them, as `options` does, or only some."""


def lines(match: Match, now: Situation, among: Options = options) -> Iterator[tuple[tuple[Option, ...], Situation]]:
    """Yield each way to play a turn to its end, as a pair: the options in order, and the situation at the end.

    Args:
        match: The match.
        now: The situation to start from.
        among: Function that yields the options to try in a situation. Pass `without_yellow` to leave out the
            yellow spells: there may be very many.
    """
    if now.over:
        yield (), now
        return
    for option in among(match, now):
        for rest, end in lines(match, after(match, now, option), among):
            yield (option, *rest), end


def without_yellow(match: Match, now: Situation) -> Iterator[Option]:
    """Yield the open options of a situation, except for yellow spells."""
    return _until_yellow(options(match, now))


def _until_yellow(found: Iterator[Option]) -> Iterator[Option]:
    for option in found:
        if isinstance(option, Reorient):
            return
        yield option


def _resolution(now: Situation) -> Resolution:
    return Resolution(now.position, now.pending)


def _settled(match: Match, now: Situation, stage: Stage, found: Resolution) -> Situation:
    """Return the situation after a resolution.

    Args:
        match: The match.
        now: The situation before.
        stage: The next stage if the acting die isn't killed.
        found: The resolution.
    """
    acting = None if isinstance(stage, Walking | FeralReturn | Over) else stage.die
    if any(kill.die == acting and not kill.vanishes for kill in found.kills):
        stage = OVER  # CC-36: a caster that was killed casts no more, and no killed die takes another turn
    eventful = now.eventful or bool(found.kills) or home_rows_changed(now.position, found.position)
    after = Situation(found.position, stage, found.pending, eventful, found.result)
    return after if after.pending or after.result is not None else _enter(match, after)


def _enter(match: Match, now: Situation) -> Situation:
    """Skip the stages that leave the player no choice.

    Return the situation at the next choice, or at the turn's end if there is no further choice.
    """
    here = now.position
    while True:
        match now.stage:
            case Walking(()):
                now = _at(now, FeralReturn())
            case FeralReturn() if next(_feral_returns(match, here), None) is None:
                now = _at(now, Moving())
            case Acting(die, extra) if points := values.magic_points(match.face(here[die])):
                now = _at(now, Casting(die, points))
            case Acting(die, extra) if next(actions.actions(match, here, die), None) is None:
                now = _at(now, _idle(match, here, die, extra))
            case StrikingAgain(die, extra) if not actions.can_strike(match, here, die):
                now = _at(now, _another_turn(match, die, extra))
            case Casting(die, points) if next(spells.spells(match, here, die, points), None) is None:
                now = _at(now, OVER)
            case _:
                return now


def _at(now: Situation, stage: Stage) -> Situation:
    """Return a situation with another stage."""
    return Situation(now.position, stage, now.pending, now.eventful, now.result)


def _next_start(stage: Stage) -> Stage:
    """Return the next stage after the choice to do nothing in `stage`. `stage` isn't `Walking`."""
    return Moving() if isinstance(stage, FeralReturn) else OVER


def _after_action(match: Match, here: Position, stage: Acting | StrikingAgain, action: Option) -> Stage:
    """Return the next stage of a turn after an action of a die (CC-44, CC-47)."""
    icon = match.face(here[stage.die]).icon
    if isinstance(action, Strike) and isinstance(stage, Acting):
        if icon is Icon.DOUBLE_STRIKE:
            return StrikingAgain(stage.die, stage.extra)
        if icon is Icon.REND:
            return _another_turn(match, stage.die, stage.extra)
    return OVER


def _idle(match: Match, here: Position, die: DieId, extra: int) -> Stage:
    """Return the next stage for a die without an open action in this position (CC-45).

    - If its top face is a Double Strike and the rule `double_strike.free_turn` is on, the die may take an extra turn
      (see `_another_turn`).
    - Otherwise the turn is over.

    Args:
        match: The match.
        here: The position.
        die: The die.
        extra: Number of extra turns within this turn so far.
    """
    strikes = match.face(here[die]).icon is Icon.DOUBLE_STRIKE
    return _another_turn(match, die, extra) if strikes and match.rules.double_strike.free_turn else OVER


def _another_turn(match: Match, die: DieId, extra: int) -> Stage:
    """Return the stage of a die's extra turn, or `OVER` if no more extra turns are allowed (CC-51)."""
    most = match.rules.turn.extra
    return Moving(die, extra + 1) if most is None or extra < most else OVER


def _may_walk(match: Match, here: Position, one: Standing) -> bool:
    """Return whether a die of the player on turn may move within its home row at the start of the turn (CC-73).

    It may if it is a firewalker, stands in the player's home row, and stands on terrain with blue magic.
    """
    terrain = match.terrain(one.at)
    return (
        match.race(one.die) == values.FIREWALKERS
        and in_home_row(one.at, here.mover)
        and terrain is not None
        and "blue" in match.rules.terrains[terrain].colours
    )


def _walks(here: Position, walkers: tuple[DieId, ...]) -> Iterator[Place]:
    """Yield the possible moves of each of the firewalkers `walkers` (CC-73).

    A firewalker stays on its square or goes to a free square of the home row, and may take any orientation.
    """
    free = free_squares(here, home_row(here.mover))
    for die in walkers:
        stands = here[die]
        for at in (stands.at, *free):
            for lies in ORIENTATIONS:
                # a move changes something
                if (at, lies) != (stands.at, stands.lies):
                    yield Place(die, at, lies)


def _feral_returns(match: Match, here: Position) -> Iterator[Place]:
    """Yield the possible returns of dead dice of health 1 at the start of a turn (CC-75).

    The die belongs to the player on turn. It returns to a free square of the player's home row, with its ID on top. The
    rule `race.returns` says whether the die must be a feral die. If the player has no feral dice on the board or among
    the dead, yield nothing.
    """
    side = here.mover
    in_game = (*(one.die for one in here.standing), *here.dead)
    if any(match.race(die) == values.FERAL and match.owner(die) == side for die in in_game):
        for die in resolver.returning(match, here, side, values.FERAL, 1):
            for at in free_squares(here, home_row(side)):
                yield from (Place(die, at, lies) for lies in ID_UP)
