"""The expected state at the end of a Riot Dice scenario, and its comparison with the game."""

import math
from collections.abc import Iterator, Mapping
from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.state import Result, State
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, unknown_names
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import At, Name, PresentFlag
from riotsim.play.scenarios.expected_events import NUMBER_TOLERANCE, Failure
from riotsim.play.session.session import Session
from riotsim.table.poses import Point
from riotsim.table.units import in_inches

Purpose: TypeAlias = Literal[
    "turn", "action", "weapon", "roll", "move", "bullet", "fight", "fight_next", "boot", "stand", "drop", "place"
]
"""The purpose of a request in scenarios of Riot Dice."""


class ThenModel(Section):
    """The expected state of a model."""

    tower: Count | None = None
    """Expected number of dice in the model's tower."""
    standing: bool | None = Field(default=None, strict=True)
    """True if the model must be standing, false if it must have fallen."""
    at: At | None = None
    """Expected centre of the model (inches from the table's front left corner)."""
    hit_points: Count | None = None
    """Expected remaining hit points of the model."""


class ThenBoss(Section):
    """The expected state of a boss."""

    stash: Count | None = None
    """Expected number of loot tokens in the stash."""
    out: bool | None = Field(default=None, strict=True)
    """True if the boss must have legged it, false if the boss must still be in the game."""


class Over(Section):
    """The expected end of the game. Exactly one of the keys must be given."""

    winner: Name | None = None
    """Name of the only winner."""
    draw: tuple[Name, ...] | None = None
    """Names of the bosses who draw."""
    unfinished: PresentFlag | None = None
    """Present if the limit of activations must have stopped the game (RD-86)."""

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("a game ends one way: {winner: Ada}, {draw: [Ada, Bea]} or {unfinished: true}")
        return self

    @property
    def winners(self) -> tuple[str, ...]:
        """The expected winners; empty if the game must be unfinished."""
        return self.draw or (() if self.winner is None else (self.winner,))


class RiotAsks(scenario_file.Asks):
    """The request that must be pending after the last answer."""

    purpose: Purpose | None = Field(default=None, alias="for")
    """The expected purpose of the request. If it is left out, any purpose will do."""


class Then(scenario_file.Then):
    """The expected state after the last answer of a scenario."""

    asks: RiotAsks | None = None
    """The request that must be pending after the last answer."""
    models: dict[Name, ThenModel | Literal["gone"]] = Field(default_factory=dict)
    """The expected state of models, by name; `gone` for models that must have left the game."""
    bosses: dict[Name, ThenBoss] = Field(default_factory=dict)
    """The expected state of bosses, by name."""
    loot: tuple[At, ...] | None = None
    """The expected places of all tokens on the table, in any order (inches)."""
    over: Over | None = None
    """The expected end of the game."""

    def faults(self, given: Given, known: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
        """Yield the errors of the expectations: unknown names, and expected events that don't have exactly one name.

        Args:
            given: The position that the scenario begins with.
            known: Names of the fields of each event, by the event's name.
        """
        yield from unknown_names("model", given.models, {("models", model): model for model in self.models})
        winners = self.over.winners if self.over else ()
        for where, names in ((("bosses",), self.bosses), (("over",), winners), (("asks", "boss"), (self.asked,))):
            for boss in names:
                yield from unknown_names("boss", given.bosses, {where: boss})
        yield from self.event_faults(known)


def unmet_conditions(then: Then, session: Session[State], rules: Rulebook) -> Iterator[Failure]:
    """Yield a failure for each unmet expectation about models, bosses, loot, or the end of the game."""
    for name, model in then.models.items():
        yield from _model(f"then.models.{name}", name, model, session, rules)
    for name, boss in then.bosses.items():
        found = session.state.bosses[name]
        if boss.stash is not None and found.stash != boss.stash:
            yield Failure(f"then.bosses.{name}.stash", str(boss.stash), str(found.stash))
        if boss.out is not None and found.out != boss.out:
            yield Failure(f"then.bosses.{name}.out", _yes_or_no(boss.out), _yes_or_no(found.out))
    if then.loot is not None:
        lying = [_inches(token.pose.xy) for token in session.table.tokens.values()]
        if not _pair_up(list(then.loot), lying):
            yield Failure("then.loot", _places(then.loot), _places(lying))
    if then.over is not None:
        yield from _over(then.over, session.state.result)


def _model(
    path: str, name: str, expected: ThenModel | Literal["gone"], session: Session[State], rules: Rulebook
) -> Iterator[Failure]:
    table = session.table
    if expected == "gone" or name not in session.state.fighters:
        there = "in play" if name in session.state.fighters else "gone"
        wanted = "gone" if expected == "gone" else "in play"
        if there != wanted:
            yield Failure(path, wanted, there)
        return
    if name not in table.models:
        yield Failure(path, "on the table", "not deployed yet")
        return
    model = table.models[name]
    height = len(table.tower_dice(name))
    if expected.tower is not None and height != expected.tower:
        yield Failure(f"{path}.tower", str(expected.tower), str(height))
    if expected.standing is not None and expected.standing == model.fallen:
        yield Failure(f"{path}.standing", _yes_or_no(expected.standing), _yes_or_no(not model.fallen))
    if expected.at is not None and not _is_close(expected.at, _inches(model.at)):
        yield Failure(f"{path}.at", _place(expected.at), _place(_inches(model.at)))
    if expected.hit_points is not None:
        fighter = session.state.fighters[name]
        left = rules.hit_points(fighter.kind) if fighter.hit_points is None else fighter.hit_points
        if rules.tower.mode != "hit_points" or left != expected.hit_points:
            found = str(left) if rules.tower.mode == "hit_points" else f"tower.mode: {rules.tower.mode}"
            yield Failure(f"{path}.hit_points", str(expected.hit_points), found)


def _over(expected: Over, result: Result | None) -> Iterator[Failure]:
    if result is None:
        yield Failure("then.over", "the game over", "it goes on")
    elif result.unfinished != bool(expected.unfinished) or sorted(result.winners) != sorted(expected.winners):
        found = "unfinished" if result.unfinished else f"won by {' and '.join(result.winners) or 'nobody'}"
        wanted = "unfinished" if expected.unfinished else f"won by {' and '.join(expected.winners)}"
        yield Failure("then.over", wanted, found)


def _pair_up(expected: list[At], found: list[Point]) -> bool:
    """Return whether the places can be paired so that each expected place has a found place near it.

    No place of either kind may be left over. All places are in inches.
    """
    if not expected or not found:
        return not expected and not found
    first, *others = expected
    near = [k for k, place in enumerate(found) if _is_close(first, place)]
    return any(_pair_up(others, found[:k] + found[k + 1 :]) for k in near)


def _is_close(expected: Point, found: Point) -> bool:
    return math.dist(expected, found) <= NUMBER_TOLERANCE


def _inches(at: Point) -> Point:
    return (in_inches(at[0]), in_inches(at[1]))


def _place(at: Point) -> str:
    return f"[{round(at[0], 2):g}, {round(at[1], 2):g}]"


def _places(places: "list[Point] | tuple[At, ...]") -> str:
    return f"[{', '.join(map(_place, places))}]"


def _yes_or_no(value: bool) -> str:
    return "true" if value else "false"
