"""The rules of the sandbox: a player throws dice or carries a model on any table, without the rules of a game."""

import math
from collections.abc import Coroutine
from dataclasses import dataclass, replace

from riotsim.play.requests import Aim, AimThrow, Choose, PlayerId, SetPace
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Play, Waiting
from riotsim.table.acts import Carry, Drag, Hand, Roll
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table

TRY, THROW, CARRY = "try", "throw", "carry"
"""Purposes of the sandbox's requests: to choose the next trial, to aim a throw, and to set the pace of a carry."""

MIN_RELEASE_HEIGHT = 50.0
"""Least height of release of a throw (mm). Our choice. A die that is released lower is put down, not thrown.
"""


@dataclass(frozen=True, slots=True)
class Throw:
    """A trial: to throw some dice."""

    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A trial: to carry a model, with its tower if it has one, in a straight line."""

    model: PieceId
    to: Point
    """The end of the path (mm)."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A throw or carry to try, and the table for it."""

    table: Table
    action: Throw | Move


@dataclass(frozen=True, slots=True)
class ChooseTrial(Choose[Trial]):
    """A request to choose the next trial. The player may choose any possible trial, so `options` lists none."""

    options: tuple[Trial, ...] = ()

    def refusal(self, answer: Trial) -> str | None:
        """Return why a trial is not possible, or None if it is possible."""
        if not isinstance(answer, Trial):
            return "a trial is a table, and what is tried on it"
        match answer.action:
            case Throw(dice=()):
                return "there are no dice in the hand"
            case Move(model=model) if model not in answer.table.models:
                return f"there is no model {model} to carry"
            case Move(to=(x, y)) if not (0.0 <= x <= answer.table.width and 0.0 <= y <= answer.table.depth):
                return "that is beyond the edge of the table"
            case Move(model=model, to=to) if math.dist(to, answer.table.models[model].at) < 1.0:
                return f"{model} stands there already"
        return None


@dataclass(slots=True)
class Tried:
    """The state of the sandbox rules: the number of trials."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class SandboxRules:
    """The rules of the sandbox. A session calls them like the rules of a game."""

    player: PlayerId
    """The player who tries throws and carries."""
    hand: Hand
    """The player's hand. It provides the values that the player doesn't set, such as the usual speed."""
    free_models: bool = False
    """True if dice can push models."""

    def __call__(self, play: Play[Tried]) -> Coroutine[Waiting, object, None]:
        """Return a coroutine that never ends. It asks for a trial, performs the trial, and then asks for the next."""
        return self._run_trial(play)

    async def _run_trial(self, play: Play[Tried]) -> None:
        while True:
            play.begin_turn()
            trial = await play.ask(ChooseTrial(self.player, TRY))
            play.table = trial.table
            play.state.count += 1
            match trial.action:
                case Throw(dice):
                    await self._throw_dice(play, dice)
                case Move(model, to):
                    await self._carry_model(play, model, to)

    async def _throw_dice(self, play: Play[Tried], dice: tuple[Die, ...]) -> None:
        table, hand = play.table, self.hand
        kinds = tuple(die.kind.name for die in dice)
        aim: Aim = await play.ask(
            AimThrow(self.player, THROW, kinds, table.width, table.depth, MIN_RELEASE_HEIGHT, speed=hand.speed)
        )
        roll = Roll(dice, aim.at, aim.heading, hand, aim.drop, aim.strength, self.free_models)
        await play.perform(replace(roll, spin=aim.spin, by_hand=aim.by_hand), Stream.ROLL)

    async def _carry_model(self, play: Play[Tried], model: PieceId, to: Point) -> None:
        paces = tuple(name for name, _ in self.hand.paces)
        length = math.dist(play.table.models[model].at, to)
        height = play.table.tower_height(model)
        answer = await play.ask(SetPace(self.player, CARRY, model, to, height, paces, length))
        drag, pace = (answer, paces[0]) if isinstance(answer, Drag) else (None, answer)
        await play.perform(Carry(model, to, self.hand, pace, drag), Stream.CARRY)
