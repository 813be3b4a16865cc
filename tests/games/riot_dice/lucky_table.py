"""Games without physics for the tests: a table on which luck decides, and bosses who answer at random."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game, rules_of
from riotsim.games.riot_dice.state import Boss, Fighter, State
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    SetPace,
    Spot,
    Step,
)
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Act, Carry, Drop, Fact, LeftTable, Roll, Settled, Stack
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Model, PieceId, Token
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table
from riotsim.table.units import inches

BARE = {"table.terrain": "[]", "table.four.terrain": "[]"}
"""Options for a table without scenery."""

Outcome = Callable[[Table, Settled], Settled]
"""A change to the outcome of an act: gets the table before the act and the outcome, and returns another outcome."""


def rules(options: Mapping[str, object] | None = None) -> Rulebook:
    """Return the game's rules on a bare table, with these options."""
    return load_rules("riot_dice", Rulebook, {**BARE, **(options or {})})


@dataclass
class LuckyTable:
    """A table on which the seed of an act decides its outcome. The table keeps the acts. A test can change their
    outcomes.
    """

    clumsy: float = 0.0
    """The chance that a tower falls when it is touched."""
    sweeping: float = 0.0
    """The chance that a carry or a stack sweeps a loose die off the table. Also the chance that the die is moved."""
    acts: list[Act] = field(default_factory=list)
    changes: dict[int, Outcome] = field(default_factory=dict)
    """Changes to outcomes, each under the number of its act."""

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act."""
        number = len(self.acts)
        self.acts.append(act)
        luck = np.random.default_rng(seed)
        scripted = ScriptedTable()
        falls: dict[int, tuple[PieceId, ...]] = {}
        dice: tuple[DieResult, ...] = ()
        match act:
            case Roll():
                dice = tuple(DieResult(spot(luck, table), shows(luck, die.kind)) for die in act.dice)
            case Stack(tower=tower) if luck.random() < self.clumsy:
                falls = {0: (tower,)}
            case Carry(model=model) if model in table.towers and luck.random() < self.clumsy:
                falls = {0: (model,)}
            case Drop(token=token):
                scripted.follow(ScriptedOutcome(token_rest=spot(luck, table, token.diameter / 2)))
        if not isinstance(act, Drop):
            scripted.follow(ScriptedOutcome(dice=dice, falls=falls))
        settled = scripted(table, act, seed)
        if self.sweeping and isinstance(act, Carry | Stack):
            settled = _sweep(settled, luck, self.sweeping)
        change = self.changes.get(number)
        return settled if change is None else change(table, settled)


def _sweep(settled: Settled, luck: np.random.Generator, chance: float) -> Settled:
    """Sweep loose dice off the table, or to other places on it, each with this chance."""
    table, facts = settled.table, settled.facts
    for die in list(table.loose_dice()):
        if luck.random() < chance:
            table, facts = table.without(die.id), (*facts, LeftTable(die.id, settled.ticks, die.pose.xy))
        elif luck.random() < chance:
            x, y = spot(luck, table)
            table = table.with_pieces(replace(die, pose=replace(die.pose, at=(x, y, die.pose.at[2]))))
    return replace(settled, table=table, facts=facts)


def spot(luck: np.random.Generator, table: Table, room: float = 8.0) -> Point:
    """Return a place on the table, at least `room` mm from its edges."""
    x, y = luck.random(2)
    return (room + x * (table.width - 2 * room), room + y * (table.depth - 2 * room))


def shows(luck: np.random.Generator, kind: DieKind) -> int:
    """Return a random number that a die can show."""
    return int(luck.integers(kind.sides)) + 1


def begin(
    lucky: Perform,
    seed: int = 1,
    bosses: tuple[str, ...] = ("Ann", "Bob"),
    options: Mapping[str, object] | None = None,
) -> Session[State]:
    """Return a game that begins with its set-up."""
    return new_game(rules(options), bosses, seed, lucky, {})


def stand(
    lucky: Perform,
    models: Mapping[str, Point],
    options: Mapping[str, object] | None = None,
    *,
    loot: tuple[Point, ...] = (),
    clock: float = 600.0,
    stash: int = 0,
    fallen: tuple[PieceId, ...] = (),
    live_clock: bool = False,
) -> Session[State]:
    """Return a game in play on Ann's turn, with models at places (inches). Ann's models are a1, a2 …, Bob's b1 …, and
    Cat's c1 ….
    """
    book = rules(options)
    owners = {"a": "Ann", "b": "Bob", "c": "Cat"}
    table = Table(inches(24), inches(24))
    fighters = {}
    for name, (x, y) in models.items():
        table = table.with_pieces(
            Model(name, owners[name[0]], (inches(x), inches(y)), kind="git", fallen=name in fallen)
        )
        fighters[name] = Fighter(owners[name[0]], "git", book.models["git"].weapons)
    for number, (x, y) in enumerate(loot):
        table = table.with_pieces(Token(f"loot-{number}", Pose((inches(x), inches(y), 1.5))))
    bosses = {owners[letter]: Boss(stash) for letter in sorted({"a", "b", *(name[0] for name in models)})}
    state = State(bosses, fighters, "play", turn="Ann", clock=clock, live_clock=live_clock)
    return Session(rules_of(book), state, table, 1, lucky)


def any_answer(request: object, luck: np.random.Generator) -> object:
    """Return an answer that the request allows, chosen at random."""
    match request:
        case Choose(options=options):
            return options[int(luck.integers(len(options)))]
        case PickPiece(pieces=pieces):
            return pieces[int(luck.integers(len(pieces)))]
        case PickPoint(regions=regions):
            piece, region = regions[int(luck.integers(len(regions)))]
            spots = region.allowed_points()
            x, y = spots[int(luck.integers(len(spots)))]
            return Spot(piece, (float(x), float(y)))
        case PickWay(ways=ways):
            return Step(ways[int(luck.integers(len(ways)))].die)
        case AimThrow(width=width, depth=depth):
            return Aim((width / 2, depth / 2), float(luck.random()))
        case PlaceDie():
            return (0.0, 0.0)
        case SetPace(paces=paces):
            return paces[int(luck.integers(len(paces)))]
    raise AssertionError(f"nobody knows how to answer {request}")


def play_on(session: Session[State], seed: int, most: int) -> None:
    """Answer `most` requests at random, or fewer if the game is over before."""
    luck = np.random.default_rng(seed)
    for _ in range(most):
        if session.is_over:
            return
        request = session.pending[0]
        session.answer(any_answer(request, luck), request.player)


def with_facts(settled: Settled, *facts: Fact) -> Settled:
    """Return the same outcome with more facts."""
    return replace(settled, facts=(*settled.facts, *facts))
