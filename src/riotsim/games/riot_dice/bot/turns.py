"""The greedy bot's ratings of a whole turn: the model, its actions, and when to leg it."""

import numpy as np

from riotsim.games.riot_dice.bot import shots as judge_shots
from riotsim.games.riot_dice.bot import throws as judge_throw
from riotsim.games.riot_dice.bot.fights import STOLEN_TOKEN_VALUE, rivalry_weight
from riotsim.games.riot_dice.bot.towers import MODEL_VALUE, added_height_cost, gentlest_carry_risk, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules import ending
from riotsim.games.riot_dice.rules.boot import bootable
from riotsim.games.riot_dice.rules.ending import near_enemies
from riotsim.games.riot_dice.rules.turn import END_ACTION, Activate, LegIt
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.evaluation import ChanceSource
from riotsim.play.requests import Choose, PlayerId
from riotsim.table.poses import Point

WIN_VALUE = 100.0
"""Rating of winning at once (tokens), far above all other answers."""

LOSING_EXIT_VALUE = -50.0
"""Rating of leaving without winning while there is time (tokens), far below all other answers."""

TRAILING_LEAVE_THRESHOLD, LEAVE_THRESHOLD = 0.3, -0.2
"""Ratings of leaving without winning once time is up (tokens). A boss leaves if no activation is rated higher. The
first applies if another boss has more loot, the second otherwise. Our choice.
"""

MAX_RIVAL_LOOT_SHARE = 0.7
"""Fraction of the remaining loot that each of several opponents is assumed to get at most. A single opponent is assumed
to get all. Our estimate.
"""

COMPARISON_SAMPLES = 3
"""Number of sampled throws for each aim when models are compared. Our choice: more would take longer."""


def rate_turn(game: BotView, request: Choose[object], chance: np.random.Generator) -> list[tuple[object, float]]:
    """Rate the activation of each model, and legging it (tokens)."""
    models = [option.model for option in request.options if isinstance(option, Activate)]
    scoots = judge_throw.rate_scoots_of_models(
        {model: game.kind(model).move for model in models}, game, chance, COMPARISON_SAMPLES
    )
    out: list[tuple[object, float]] = []
    for option in request.options:
        match option:
            case Activate(model):
                out.append((option, _activation_value(game, model, scoots[model])))
            case LegIt():
                out.append((option, _leg_it_value(game, request.player)))
    return out


def rate_actions(game: BotView, request: Choose[object], chance: ChanceSource) -> list[tuple[object, float]]:
    """Return options for the active model's next action, with their ratings (tokens). `scoot` may be missing if `shoot`
    is the better first action.
    """
    model = game.state.activating
    assert model is not None, "an action is taken by the active model"
    worths = {
        "scoot": lambda: _scoot_value(
            game, model, judge_throw.rate_scoots(game, model, game.kind(model).move, chance())
        ),
        "shoot": lambda: judge_shots.best_shot(game, model),
        "boot": lambda: _boot_value(game, model),
        END_ACTION: lambda: 0.0,
    }
    options = {str(option): option for option in request.options}
    found = {name: worths[name]() for name in options if name != "scoot"}
    # If the model will both shoot and scoot, it shoots first, because a scoot may end the activation in a fight. So if
    # only the scoot could be better than shooting, its value is not needed.
    both = END_ACTION not in found and found.get("shoot", 0.0) > 0
    if "scoot" in options and not (both and found["shoot"] > found.get("boot", 0.0)):
        found["scoot"] = worths["scoot"]()
        if both and found["scoot"] > 0:
            found["shoot"] += WIN_VALUE
    return [(option, found[name]) for name, option in options.items() if name in found]


def rate_boots(game: BotView, boss: PlayerId, models: tuple[ModelId, ...]) -> list[tuple[object, float]]:
    """Rate the fallen models that a boss may boot (tokens)."""
    return [(model, _boot_of(game, boss, model)) for model in models]


def _activation_value(game: BotView, model: ModelId, scoots: list[tuple[Point, float]]) -> float:
    """Return the value of an activation (tokens): its best actions, minus the cost of the swig."""
    worths = [
        _scoot_value(game, model, scoots),
        judge_shots.best_shot(game, model),
        _boot_value(game, model) if ending.may_boot(game) else 0.0,
    ]
    best = sum(sorted((max(0.0, worth) for worth in worths), reverse=True)[: game.rules.activation.actions])
    if game.rules.tower.mode == "dice":
        best -= added_height_cost(height_of(game, model), game.rules.tower.swig)
    return best


def _scoot_value(game: BotView, model: ModelId, aims: list[tuple[Point, float]]) -> float:
    """Return the value of a scoot with the best of `aims`, minus the expected loss if the tower falls on the way
    (tokens).
    """
    risk = gentlest_carry_risk(height_of(game, model), game.hand(game.boss_of(model)))
    return max(worth for _, worth in aims) - MODEL_VALUE * (1 - (1 - risk) ** len(game.kind(model).move))


def _boot_value(game: BotView, model: ModelId) -> float:
    boss = game.boss_of(model)
    return max((_boot_of(game, boss, other) for other in bootable(game, model)), default=0.0)


def _boot_of(game: BotView, boss: PlayerId, fallen: ModelId) -> float:
    owner = game.boss_of(fallen)
    if owner == boss:
        return MODEL_VALUE
    return STOLEN_TOKEN_VALUE * rivalry_weight(game, owner) if game.state.bosses[owner].stash else 0.0


def _leg_it_value(game: BotView, boss: PlayerId) -> float:
    """Return the rating of legging it (tokens): `WIN_VALUE` if the boss would have more loot than every other boss is
    expected to get, otherwise the rating of leaving without winning.
    """
    bosses = game.state.bosses
    mine = bosses[boss].stash
    dropped = min(mine, len(near_enemies(game, boss)))
    others = [name for name in ending.in_play(game) if name != boss]
    left = len(game.table.tokens) + dropped
    share = 1.0 if len(others) == 1 else MAX_RIVAL_LOOT_SHARE
    rival = max(bosses[name].stash + share * left for name in others)
    gone = max((other.stash for name, other in bosses.items() if other.out and name != boss), default=0)
    if mine - dropped > max(rival, gone):
        return WIN_VALUE
    if ending.time_is_up(game):
        return (
            TRAILING_LEAVE_THRESHOLD if mine < max(gone, *(bosses[name].stash for name in others)) else LEAVE_THRESHOLD
        )
    return LOSING_EXIT_VALUE
