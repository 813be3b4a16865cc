"""A game in progress: its rules, state and table, with query functions that the chapters of the rules call."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from riotsim.games.riot_dice.events import TimeIsUp
from riotsim.games.riot_dice.rulebook.rulebook import ModelKind, Rulebook
from riotsim.games.riot_dice.state import ModelId, State
from riotsim.play.context import RunningGame
from riotsim.play.requests import PlayerId, Request
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import DieKind
from riotsim.table.geometry.plan import CONTACT_GAP, gap, touch
from riotsim.table.pieces import Die, Figure, Model

A = TypeVar("A")


class ActivationOver(Exception):
    """A signal that the activating model has fallen over. It ends the activation at once, whichever function is
    running (RD-33).
    """


class PushedTogether(Exception):
    """A signal that rolled dice have pushed models into contact with standing enemies. It ends the activation, and the
    models fight (RD-60).
    """


def pair(a: ModelId, b: ModelId) -> tuple[ModelId, ModelId]:
    """Return two models in alphabetical order."""
    return (a, b) if a < b else (b, a)


@dataclass(slots=True)
class Riot(RunningGame[State, Rulebook]):
    """A game in progress: its rules, state and table."""

    pushed: list[ModelId] = field(default_factory=list)
    """Pushed models that may have to fight (RD-93); empty between turns."""
    own_dice: Mapping[str, DieKind] = field(default_factory=dict)
    """The kinds of dice that the rules load from files, by name (RD-94)."""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """The figures on the bases, by the kind of model."""

    async def ask(self, request: Request[A]) -> A:
        """Ask a request's boss, and return the answer.

        If the clock runs while people think, bring it up to date before and after the question (`run_clock`).
        """
        self.run_clock()
        answer = await self.play.ask(request)
        self.run_clock()
        return answer

    def run_clock(self) -> None:
        """Bring the clock up to date if it is live, which means that it runs in real time (RD-82).

        Subtract the time since the last call, and the extra time for towers carried at a slow pace. Do nothing if the
        clock is not live, if the edition is 1, or if the phase is not `play`.
        """
        state = self.state
        if self.rules.edition == 1 or not state.live_clock or state.phase != "play":
            return
        self.charge(self.play.now - state.turn_stamp)
        state.turn_stamp = self.play.now

    def charge(self, seconds: float) -> None:
        """Subtract `seconds` and the outstanding extra time from the clock.

        The extra time is for towers carried at a slow pace since the last call. When the clock runs out, emit
        `TimeIsUp`. If the game has no clock, do nothing.
        """
        state = self.state
        if state.clock is None:
            return
        before = state.clock
        state.clock -= seconds + state.slow_seconds
        state.slow_seconds = 0.0
        if before > 0 >= state.clock:
            self.emit(TimeIsUp())

    def boss_of(self, model: ModelId) -> PlayerId:
        """Return the boss who controls a model."""
        return self.state.fighters[model].boss

    def name_of(self, model: ModelId) -> str:
        """Return the displayed name of a model: its own name, or its id if it has none."""
        return self.state.name_of(model)

    def kind(self, model: ModelId) -> ModelKind:
        """Return the kind of a model, with its stats in the rules."""
        return self.rules.models[self.state.fighters[model].kind]

    def hand(self, boss: PlayerId) -> Hand:
        """Return a boss's hand: the accuracy and strength of the boss's moves with pieces."""
        return self.rules.hands[self.state.bosses[boss].hand or self.rules.hand].hand

    def model(self, model: ModelId) -> Model:
        """Return the model on the table that has a given id."""
        return self.table.models[model]

    def standing(self, boss: PlayerId | None = None) -> list[ModelId]:
        """Return the standing models of a boss, or of all bosses."""
        return [m.id for m in self.table.models.values() if not m.fallen and boss in (None, m.owner)]

    def is_standing(self, model: ModelId) -> bool:
        """Return whether a model is on the table and standing."""
        return model in self.table.models and not self.table.models[model].fallen

    def in_contact(self, model: ModelId) -> list[ModelId]:
        """Return the models that touch a model."""
        here = self.model(model).footprint
        return [m.id for m in self.table.models.values() if m.id != model and touch(here, m.footprint)]

    def standing_foes_at(self, model: ModelId) -> list[ModelId]:
        """Return the standing enemies in contact with a model. If the model itself is not standing, there are none."""
        if not self.is_standing(model):
            return []
        mine = self.boss_of(model)
        return [m for m in self.in_contact(model) if self.is_standing(m) and self.boss_of(m) != mine]

    def unfought_foes(self, model: ModelId) -> list[ModelId]:
        """Return the standing enemies in contact with a model that have not fought it since the two met (RD-60)."""
        return [foe for foe in self.standing_foes_at(model) if pair(model, foe) not in self.state.fought]

    def forget_fights_apart(self) -> None:
        """Forget a fight between two models if they no longer touch, or if one of them no longer stands (RD-60).

        When the two models next meet, they fight again.
        """
        self.state.fought = [
            pair
            for pair in self.state.fought
            if all(self.is_standing(m) for m in pair)
            and gap(self.model(pair[0]).footprint, self.model(pair[1]).footprint) <= CONTACT_GAP
        ]

    def new_name(self, letter: str) -> str:
        """Return a name for a new piece: the letter, and a number that grows with every new piece of the game."""
        self.state.made += 1
        return f"{letter}{self.state.made:05d}"

    def new_dice(self, kinds: Iterable[str], boss: PlayerId) -> tuple[Die, ...]:
        """Return new dice for a boss, in the size that the rules give. The dice are not on the table yet."""
        bag = self.rules.dice.dice_set(self.own_dice)
        return tuple(bag.die(self.new_name("d"), kind, boss) for kind in kinds)

    def put_away(self, die: Die) -> None:
        """Remove a die from the table. If the die isn't on the table any more, do nothing."""
        if die.id in self.table.dice:
            self.table = self.table.without(die.id)

    def discard_loose_dice(self) -> None:
        """Remove all dice that belong to no tower from the table."""
        self.table = self.table.without(*[die.id for die in self.table.loose_dice()])
