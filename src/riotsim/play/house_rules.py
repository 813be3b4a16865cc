"""The house rules about dice and models after an act (RD-90 to RD-93), and rolls of dice by these rules."""

import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from riotsim.play.requests import AimThrow, PlayerId, WhyAgain
from riotsim.table.acts import (
    Cocked,
    CutShort,
    Fact,
    Hand,
    LeftTable,
    ModelMoved,
    Reading,
    Roll,
    RolledDie,
    Settled,
    TowerFell,
    Turned,
)
from riotsim.table.dice.kinds import COCKED_TILT
from riotsim.table.geometry.plan import CONTACT_GAP
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.overlaps import terrain_clearances
from riotsim.table.pieces import Die, Model, PieceId
from riotsim.table.poses import FILE_KEY, Point, distance, heading_of, rotate
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.play.session.session import Play

MAX_ROLL_ATTEMPTS = 10
"""Maximum number of times that one die is thrown in a roll (RD-90).

After the last throw, a die on the table counts as it lies. A die off the table is lost.
"""


FLAT_TILT: Final = math.radians(1.5)
"""A die counts as flat on its face up to this tilt, even if it touches several bodies (rad). Our choice."""


def is_cocked(rolled: RolledDie) -> bool:
    """Return whether a rolled die lies cocked (RD-90).

    A die that touches only one body, such as the table, is cocked if its tilt is above `COCKED_TILT`. A die that
    touches several bodies is cocked if its tilt is above `FLAT_TILT`.
    """
    return rolled.tilt > COCKED_TILT or (rolled.tilt > FLAT_TILT and rolled.contact_count > 1)


MODEL_MOVE_TOLERANCE: Final = 0.5
"""A pushed model counts as not moved up to this distance (mm). Our choice."""

KNOCKOVER_TILT: Final = math.radians(45.0)
"""A pushed model counts as knocked over beyond this tilt (rad). Our choice."""


def apply_house_rules(settled: Settled) -> Settled:
    """Return the outcome of an act as the house rules judge it.

    - A die or token that rests beyond the table's edge has left the table (RD-91).
    - A die that lies cocked gets a `Cocked` fact (RD-90).
    - A model knocked over, or pushed by more than `MODEL_MOVE_TOLERANCE`, is set upright (RD-93, RD-45). It is set
      where it came to rest, or at the nearest place with room for it. If there is no such place, it returns to its
      place before the act.
    """
    return _settle_pushed_models(_add_cocked_facts(_remove_overhanging(settled)))


def _remove_overhanging(settled: Settled) -> Settled:
    """Return the outcome of an act without the dice and tokens that rest beyond the table's edge.

    A `LeftTable` fact is added for each removed piece, and the piece's `Turned` fact is removed. If the piece has a
    `Reading` fact, this fact now says that the piece has left the tray.
    """
    if not settled.overhanging:
        return settled
    gone = {over.piece for over in settled.overhanging}
    facts = [
        replace(fact, after=None, moved=True) if isinstance(fact, Reading) and fact.die in gone else fact
        for fact in settled.facts
        if not (isinstance(fact, Turned) and fact.die in gone)
    ]
    happened = max((k + 1 for k, fact in enumerate(facts) if isinstance(fact, TowerFell | LeftTable)), default=0)
    facts[happened:happened] = [LeftTable(over.piece, settled.ticks, over.at) for over in settled.overhanging]
    rolled = tuple(rolled for rolled in settled.rolled if rolled.die not in gone)
    return replace(settled, table=settled.table.without(*gone), facts=tuple(facts), rolled=rolled, overhanging=())


def _add_cocked_facts(settled: Settled) -> Settled:
    """Return the outcome of an act with a `Cocked` fact for each cocked die.

    The new fact comes directly before the die's `Turned` fact if the die was rolled. If the die was knocked, it comes
    before the die's `Reading` fact.
    """
    cocked = {rolled.die for rolled in settled.rolled if is_cocked(rolled)}
    if not cocked:
        return settled
    facts: list[Fact] = []
    for fact in settled.facts:
        if isinstance(fact, Turned | Reading) and fact.die in cocked:
            facts.append(Cocked(fact.die))
            cocked.discard(fact.die)
        facts.append(fact)
    return replace(settled, facts=tuple(facts))


def _settle_pushed_models(settled: Settled) -> Settled:
    """Return the outcome of an act, changed so that pushed models stand upright at their new places (RD-93).

    - A pushed model that stayed upright has its new heading.
    - A model that was knocked over has its old heading.
    - A model that has no room is as it was before the act.
    """
    before = table = settled.table
    moved: list[ModelMoved] = []
    for free in settled.free_models:
        model, pose = table.models[free.model], free.pose
        up = rotate(pose.orientation, (0.0, 0.0, 1.0))[2]
        flat = math.acos(max(-1.0, min(1.0, up))) > KNOCKOVER_TILT or free.fell_off
        at = free.edge_crossing or pose.xy
        if flat or distance(model.at, at) > MODEL_MOVE_TOLERANCE:
            model = replace(model, heading=model.heading if flat else heading_of(pose.orientation))
            table = table.with_pieces(replace(model, at=_nearest_place_on_table(table, model, at)))
            moved.append(ModelMoved(model.id, flat))
    if not moved:
        return settled
    # A second loop, so that every pushed model is kept clear of the new places of the others.
    for fact in moved:
        model = table.models[fact.model]
        spot = _free_spot(table, model)
        table = table.with_pieces(
            before.models[model.id] if spot is None else replace(model, at=spot, level=table.level_at(spot))
        )
    cut_short = tuple(fact for fact in settled.facts if isinstance(fact, CutShort))
    facts = tuple(fact for fact in settled.facts if not isinstance(fact, CutShort))
    return replace(settled, table=table, facts=(*facts, *moved, *cut_short), free_models=())


def _nearest_place_on_table(table: Table, model: Model, at: Point) -> Point:
    """Return the place nearest to `at` where no part of a model's base is beyond the table's edge (mm, RD-45)."""
    left, front, right, back = model.footprint_at((0.0, 0.0)).bounds()
    return (min(max(at[0], -left), table.width - right), min(max(at[1], -front), table.depth - back))


def _free_spot(table: Table, model: Model) -> Point | None:
    """Return the place nearest to a model where the model has room (mm), or None if there is no such place.

    A model has room where it overlaps no terrain, no other model, and no tower of another model. Its present place also
    counts as having room if the overlap there is at most `CONTACT_GAP`.
    """
    # A body that was pushed may come to rest above a die, a wall or a figure, where the model's base has no room.
    as_it_is, clear = _model_region(table, model, CONTACT_GAP), _model_region(table, model, 0.0)
    return model.at if as_it_is.refusal(model.at) is None else clear.nearest(model.at)


def _model_region(table: Table, model: Model, overlap: float) -> Region:
    """Return the region where a model may stand. It may overlap terrain, models and towers by up to `overlap` mm."""
    others = [other.footprint for other in table.models.values() if other.id != model.id]
    others += [table.tower_dice(name)[0].footprint for name in table.towers if name != model.id]
    clear = (*terrain_clearances(table, -overlap), *(Clearance(other, -overlap) for other in others))
    return Region(model.footprint_at((0.0, 0.0)), table.width, table.depth, clear)


class RollRules(Protocol):
    """The house rules about rolled dice. Classes for sections of rules files, such as `TrayRollRules`, have them."""

    @property
    def cocked(self) -> Literal["reroll", "nearest_face"]:
        """The rule for a cocked die: `reroll` it, or count the `nearest_face`."""

    @property
    def off_table(self) -> Literal["reroll", "lost"]:
        """The rule for a die that leaves the table: `reroll` it, or count it as `lost`."""

    @property
    def least_drop(self) -> float:
        """The minimum height of a release that counts as a roll (mm)."""

    @property
    def least_turns(self) -> float:
        """The minimum number of full turns that a die must make to count as rolled (see `Turned.turns`)."""

    @property
    def models(self) -> Literal["fixed", "free"]:
        """The rule for models that are hit by rolled dice: with `free` they can be pushed, with `fixed` they can't."""


AS_BOSS: Final = {FILE_KEY: "boss"}
"""Metadata of a dataclass field whose name in files and JSON is `boss`, as in version 0.1."""


@dataclass(frozen=True, slots=True)
class RolledAgain:
    """A die is thrown again because its last throw doesn't count."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who rolls. In a shared tray, name of the die's owner."""
    die: PieceId
    """Id of the die."""
    why: WhyAgain
    """The reason why the last throw doesn't count."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A die has left the table and is lost: it is not thrown again in this roll."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player who rolled. In a shared tray, name of the die's owner."""
    die: PieceId
    """Id of the die."""


@dataclass(frozen=True, slots=True)
class Knocked:
    """A die at rest in a shared tray was knocked by other dice, and now shows another number."""

    player: PlayerId = field(metadata=AS_BOSS)
    """Name of the player whose die it is."""
    die: PieceId
    """Id of the die."""
    before: int
    """The die's number before it was knocked."""
    after: int
    """The number that the die shows now."""


REROLL_REASONS: Final[Mapping[WhyAgain, str]] = {
    "cocked": "A die that leans is cocked and shows no number",
    "off the table": "A die off the table doesn't count",
    "hardly turned": "A die that hardly turned over doesn't count",
}
"""The reasons why a die is thrown again, in words without a full stop, by the value of `RolledAgain.why`."""


async def roll(
    play: "Play[Any]",  # the state of any game
    player: PlayerId,
    dice: tuple[Die, ...],
    *,
    thrower: PieceId | None,
    hand: Hand,
    rules: RollRules,
    throw: Callable[[Roll], Awaitable[Settled]],
    in_tray: bool = False,
) -> tuple[Die, ...]:
    """Ask a player to throw dice, and to throw again those that the house rules don't count as they lie.

    A die is thrown at most `MAX_ROLL_ATTEMPTS` times.

    Args:
        play: The context of the rules.
        player: The player who rolls and aims each throw.
        dice: The dice.
        thrower: The model that rolls; None if the dice are for no model.
        hand: The player's hand.
        rules: The house rules.
        throw: Function that performs one throw and applies its consequences.
        in_tray: Whether to throw into the table's tray. If False, or if there is no tray, the dice are thrown onto the
            table itself.

    Returns:
        The given dice, as they lie after the last throw, in the order of `dice`. Lost dice are left out.
    """
    tray = play.table.tray if in_tray else None
    area, (x, y) = (play.table, (0.0, 0.0)) if tray is None else (tray, tray.at)
    waiting, reasons = dice, tuple[WhyAgain, ...]()
    for attempt in range(1, MAX_ROLL_ATTEMPTS + 1):
        kinds = tuple(die.kind.name for die in waiting)
        aim = await play.ask(
            AimThrow(
                player,
                "roll",
                kinds,
                area.width,
                area.depth,
                rules.least_drop,
                thrower,
                in_tray=tray is not None,
                speed=hand.speed,
                why_again=reasons,
            )
        )
        settled = await throw(
            Roll(
                waiting,
                (aim.at[0] + x, aim.at[1] + y),
                aim.heading,
                hand,
                aim.drop,
                aim.strength,
                free_models=rules.models == "free",
                in_tray=tray is not None,
                spin=aim.spin,
                by_hand=aim.by_hand,
            )
        )
        again: list[tuple[Die, WhyAgain]] = []
        for die in waiting:
            why = reroll_reason(settled, die.id, rules)
            if why == "off the table" and (rules.off_table == "lost" or attempt == MAX_ROLL_ATTEMPTS):
                play.emit(Lost(player, die.id))
            elif why is not None and attempt < MAX_ROLL_ATTEMPTS:
                again.append((die, why))
                play.emit(RolledAgain(player, die.id, why))
        play.table = play.table.without(*(die.id for die, _ in again if die.id in play.table.dice))
        if not again:
            break
        waiting, reasons = tuple(die for die, _ in again), tuple(why for _, why in again)
    return tuple(play.table.dice[die.id] for die in dice if die.id in play.table.dice)


def reroll_reason(settled: Settled, die: PieceId, rules: RollRules) -> WhyAgain | None:
    """Return the reason why a thrown or knocked die does not count as it lies, or None if it counts."""
    if any(fact.piece == die for fact in settled.facts_of(LeftTable)):
        return "off the table"  # RD-91
    if rules.cocked == "reroll" and any(fact.die == die for fact in settled.facts_of(Cocked)):
        return "cocked"  # RD-90
    if any(fact.die == die and fact.turns < rules.least_turns for fact in settled.facts_of(Turned)):
        return "hardly turned"  # RD-92
    return None
