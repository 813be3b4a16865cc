"""Games of Demolition Dice for tests: on a table without physics that draws results by chance, or on the real one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from riotsim.bots.bot import Bot, Luck, play_out
from riotsim.bots.greedy import GreedyBot
from riotsim.bots.random import RandomBot
from riotsim.files.rules import load_rules
from riotsim.games.demolition_dice.bot.answers import DemolitionAnswerEvaluator
from riotsim.games.demolition_dice.invariants import find_violations
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.game import new_game
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Act, Roll, Settled, Stack
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

NAMES = ("Ada", "Bea", "Cy")


def rules(options: Mapping[str, object] | None = None) -> Rulebook:
    """Return the game's rules with some options."""
    return load_rules("demolition_dice", Rulebook, options or {})


@dataclass
class LuckyTable:
    """A table that draws the result of each act from the seed: dice show any face, and towers that are touched
    sometimes fall.
    """

    clumsy: float = 0.1
    """The chance that a tower falls under a die that is put on it."""
    hits: float = 0.5
    """The chance that a thrown die knocks down a tower, for each tower."""
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    """The faces that dice show; fewer faces make more ties."""
    acts: list[Act] = field(default_factory=list)
    _script: ScriptedTable = field(default_factory=ScriptedTable)

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act."""
        self.acts.append(act)
        chance = np.random.default_rng(seed)
        dice = act.dice if isinstance(act, Roll) else ()
        lies = tuple(DieResult(None, int(chance.choice(self.faces))) for _ in dice)
        falling = self._falling(table, act, chance)
        came_up = {(0, name): self._tumble(table, act, name, chance) for name in falling}
        self._script.follow(ScriptedOutcome("", lies, None, {0: falling} if falling else None, came_up))
        return self._script(table, act, seed)

    def _falling(self, table: Table, act: Act, chance: np.random.Generator) -> tuple[PieceId, ...]:
        if isinstance(act, Stack):
            return (act.tower,) if chance.random() < self.clumsy else ()
        if isinstance(act, Roll) and act.mark is not None:
            return tuple(name for name in table.towers if chance.random() < self.hits)
        return ()

    def _tumble(self, table: Table, act: Act, name: str, chance: np.random.Generator) -> tuple[DieResult, ...]:
        count = table.tower_height(name) + (isinstance(act, Stack) and act.tower == name)
        how = chance.choice(["lies", "lies", "lies", "cocked", "off"], count)
        return tuple(
            DieResult(
                None,
                int(chance.choice(self.faces)) if one == "lies" else None,
                cocked=one == "cocked",
                off=one == "off",
            )
            for one in how
        )


def bots_of(kinds: Sequence[str], book: Rulebook, seed: int) -> dict[PlayerId, Bot[State]]:
    """Return bots of the kinds `greedy` or `random`, in turn order."""
    judge = DemolitionAnswerEvaluator(book)
    return {
        name: GreedyBot(judge, Luck(seed, seat)) if kind == "greedy" else RandomBot(Luck(seed, seat))
        for seat, (name, kind) in enumerate(zip(NAMES, kinds, strict=True))
    }


def played(
    seed: int,
    perform: Perform,
    *,
    book: Rulebook | None = None,
    kinds: Sequence[str] = ("random", "random", "random"),
    hands: Mapping[PlayerId, str] | None = None,
) -> Session[State]:
    """Play a game to its end, and return its session. Fail if an invariant is broken at the start of a round."""
    book = book or rules()
    session = new_game(book, NAMES, seed, perform, hands=hands)
    turn = None
    for _ in play_out(session, bots_of(kinds, book, seed)):
        if session.checkpoint is not turn:
            turn = session.checkpoint
            assert find_violations(book, turn.state, turn.table) == []
    assert find_violations(book, session.state, session.table) == []
    return session
