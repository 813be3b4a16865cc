"""A turn: a model is picked, takes its actions, and takes a swig (RD-20 to RD-24)."""

from contextlib import suppress
from dataclasses import dataclass

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules import ending, towers
from riotsim.games.riot_dice.rules.boot import boot, bootable
from riotsim.games.riot_dice.rules.ending import leg_it
from riotsim.games.riot_dice.rules.fight import resolve_fights
from riotsim.games.riot_dice.rules.riot import ActivationOver, PushedTogether, Riot
from riotsim.games.riot_dice.rules.scoot import scoot
from riotsim.games.riot_dice.rules.shoot import shoot, shooting_weapons
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import Choose, PlayerId


@dataclass(frozen=True, slots=True)
class Activate:
    """The choice to activate a model."""

    model: ModelId

    def __str__(self) -> str:
        return f"activate {self.model}"


@dataclass(frozen=True, slots=True)
class LegIt:
    """The choice to leave the game."""

    def __str__(self) -> str:
        return "leg it"


END_ACTION = "end"
"""The option to end an activation after fewer actions than allowed."""


async def turn(game: Riot, boss: PlayerId) -> None:
    """Ask a boss to activate one of their standing models or to leg it, and carry out the choice (RD-21, RD-24)."""
    # RD-21: any standing model, the same one again too; RD-24: with none, only legging it is left.
    options: tuple[Activate | LegIt, ...] = (*(Activate(model) for model in sorted(game.standing(boss))), LegIt())
    choice = await game.ask(Choose(boss, "turn", options))
    if isinstance(choice, LegIt):
        leg_it(game, boss)
    else:
        await activate(game, choice.model)


async def activate(game: Riot, model: ModelId) -> None:
    """Play the activation of a model: its actions, the fights that follow, and its swig (RD-22, RD-23).

    In a swig, the boss stacks dice on the model's tower. A model that has fallen over takes no swig.
    """
    game.emit(events.Activated(model, game.boss_of(model)))
    game.state.activating = model
    with suppress(ActivationOver, PushedTogether):  # RD-33: it may fall over before it is done
        await _actions(game, model)
    game.state.activating = None
    game.discard_loose_dice()
    await resolve_fights(game)  # RD-60: however it happened; RD-63: those that dice have moved are the active ones
    await towers.swig(game, model)
    game.state.activations += 1
    ending.charge_activation(game)


async def _actions(game: Riot, model: ModelId) -> None:
    """Play the actions of a model. The model's boss chooses among scoot, shoot and boot, each at most once (RD-22)."""
    actions_taken: list[str] = []
    while len(actions_taken) < game.rules.activation.actions:
        options = open_actions(game, model, actions_taken)
        if actions_taken:
            options = (*options, END_ACTION)
        action = await game.ask(Choose(game.boss_of(model), "action", options))
        if action == END_ACTION:
            return
        if action == "boot" and not ending.may_boot(game):
            continue  # RD-82: time ran out while its boss decided
        actions_taken.append(action)
        game.emit(events.Acts(model, action))
        match action:
            case "scoot":
                await scoot(game, model)
            case "shoot":
                await shoot(game, model)
            case _:
                await boot(game, model)
        game.discard_loose_dice()
        if game.state.activating is None:
            return  # RD-60: a fight has ended the activation


def open_actions(game: Riot, model: ModelId, actions_taken: list[str]) -> tuple[str, ...]:
    """Return the actions that a model may take next. Actions already taken are left out (RD-40, RD-50, RD-70)."""
    actions = {
        "scoot": True,
        "shoot": bool(shooting_weapons(game, model)),
        "boot": ending.may_boot(game) and bool(bootable(game, model)),
    }
    return tuple(action for action, able in actions.items() if able and action not in actions_taken)
