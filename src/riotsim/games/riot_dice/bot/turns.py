"""The greedy bot's ratings of the decisions of a turn.

These are: the model to activate, the active model's actions, the fallen model to boot, and whether the boss legs it
(leaves the game).
"""

import numpy as np

from riotsim.games.riot_dice.bot import shots as judge_shots
from riotsim.games.riot_dice.bot import throws as judge_throw
from riotsim.games.riot_dice.bot.fights import STOLEN_TOKEN_VALUE, rivalry_weight
from riotsim.games.riot_dice.bot.stakes import margin_values
from riotsim.games.riot_dice.bot.towers import MODEL_VALUE, added_height_cost, gentlest_carry_risk, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules import ending
from riotsim.games.riot_dice.rules.boot import bootable
from riotsim.games.riot_dice.rules.ending import near_enemies
from riotsim.games.riot_dice.rules.turn import END_ACTION, Activate, LegIt
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.evaluation import ChanceSource
from riotsim.play.requests import Choose, PlayerId
from riotsim.table.poses import Point, distance

WIN_VALUE = 100.0
"""Rating of an answer that wins at once (tokens). It is far above the ratings of other answers.

It is also added to the rating of an action that must come before another action.
"""

LOSING_EXIT_VALUE = -50.0
"""Rating of leaving the game without winning, as long as time is left (tokens). It is far below any other rating."""

LEAVE_THRESHOLD = -2.0
"""Rating of leaving the game without winning when time is up (tokens). Our choice.

A boss leaves if no activation has a higher rating. This rating is below 0 because a boss who leaves with less loot
loses. If the boss stays, another boss may leave first.
"""

IMPATIENCE = 0.1 / 60
"""Increase of the rating of leaving for each second after time is up (tokens), so that every game ends. Our choice."""

MAX_RIVAL_LOOT_SHARE = 0.7
"""Assumed greatest share of the loot on the table for one of several opponents after the boss has left. Our estimate.

A single opponent is expected to get all of this loot.
"""

THREATENED_FRIEND_VALUE = 1.5
"""Additional rating of helping a threatened friend up (tokens). Our estimate.

A fallen friend is threatened if the boss has loot and a standing enemy is in contact with the friend. The enemy could
boot the friend to take loot.
"""

BOOT_DISTANCE, BOOT_CHANCE = 140.0, 0.5
"""Distance below which a scoot (move) may reach a fallen model (mm), and the chance that the scoot reaches it. Our
estimates.
"""

COMPARISON_SAMPLES = 3
"""Number of random throws that are tried for each aim when models are compared. Our choice: more would take longer."""


def rate_turn(game: BotView, request: Choose[object], chance: np.random.Generator) -> list[tuple[object, float]]:
    """Return the options of a turn with their ratings (tokens): to activate a model, or to leave the game."""
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
    """Return the options for the active model's next action, with their ratings (tokens).

    The option `scoot` is left out, to save time, if the bot prefers to shoot first however good the scoot is.
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
    # only the scoot could be better than shooting, its value is not needed. A model that may reach a fallen model
    # scoots first, because it may then boot rather than shoot.
    both = END_ACTION not in found and found.get("shoot", 0.0) > 0
    boots_next = both and _reachable_boot_value(game, model) > found["shoot"]
    if "scoot" in options and (boots_next or not (both and found["shoot"] > found.get("boot", 0.0))):
        found["scoot"] = worths["scoot"]()
        if both and found["scoot"] > 0:
            if not boots_next:
                found["shoot"] += WIN_VALUE
            elif found.get("boot", 0.0) <= 0:
                found["scoot"] += WIN_VALUE
    return [(option, found[name]) for name, option in options.items() if name in found]


def rate_boots(game: BotView, boss: PlayerId, models: tuple[ModelId, ...]) -> list[tuple[object, float]]:
    """Rate the fallen models that a boss may boot. The ratings are in tokens."""
    return [(model, _boot_of(game, boss, model)) for model in models]


def _activation_value(game: BotView, model: ModelId, scoots: list[tuple[Point, float]]) -> float:
    """Return the value of activating a model (tokens).

    It is the sum of the values of the model's best actions, as many as it may take in an activation. The cost of the
    dice that are put on the model's tower at the end of the activation (the swig) is subtracted.
    """
    shot, boot = judge_shots.best_shot(game, model), _boot_value(game, model) if ending.may_boot(game) else 0.0
    second = shot if boot > 0 else max(shot, _reachable_boot_value(game, model))
    worths = [_scoot_value(game, model, scoots), second, boot]
    best = sum(sorted((max(0.0, worth) for worth in worths), reverse=True)[: game.rules.activation.actions])
    if game.rules.tower.mode == "dice":
        best -= added_height_cost(height_of(game, model), game.rules.tower.swig)
    return best


def _scoot_value(game: BotView, model: ModelId, aims: list[tuple[Point, float]]) -> float:
    """Return the value of a model's scoot (move) with the best of `aims` (tokens).

    The model's tower may fall on the way. The expected loss from this is subtracted.
    """
    risk = gentlest_carry_risk(height_of(game, model), game.hand(game.boss_of(model)))
    return max(worth for _, worth in aims) - MODEL_VALUE * (1 - (1 - risk) ** len(game.kind(model).move))


def _boot_value(game: BotView, model: ModelId) -> float:
    boss = game.boss_of(model)
    return max((_boot_of(game, boss, other) for other in bootable(game, model)), default=0.0)


def _reachable_boot_value(game: BotView, model: ModelId) -> float:
    """Return the expected value of the best boot that a model may have after a scoot (tokens).

    This is the value of the boot, times the chance that the scoot reaches the fallen model. It is 0 if no fallen model
    is near enough.
    """
    if not ending.may_boot(game):
        return 0.0
    boss, here, already = game.boss_of(model), game.model(model).at, bootable(game, model)
    fallen = [other for other in game.table.models.values() if other.fallen and other.id not in already]
    near = [other.id for other in fallen if distance(here, other.at) < BOOT_DISTANCE]
    return BOOT_CHANCE * max((_boot_of(game, boss, other) for other in near), default=0.0)


def _boot_of(game: BotView, boss: PlayerId, fallen: ModelId) -> float:
    """Return the value that booting a fallen model has for `boss` (tokens)."""
    owner, bosses = game.boss_of(fallen), game.state.bosses
    if owner == boss:
        foes = [model for model in game.standing() if game.boss_of(model) != boss]
        threatened = bosses[boss].stash > 0 and any(fallen in bootable(game, foe) for foe in foes)
        return MODEL_VALUE + (THREATENED_FRIEND_VALUE if threatened else 0.0)
    if not bosses[owner].stash:
        return 0.0
    gained = STOLEN_TOKEN_VALUE * rivalry_weight(game, owner)
    if len(bosses) > 2:
        return gained
    margins = judge_throw.margins_of(game, boss)
    own, rival = np.array([0.0, 2.0]) + margins.own, np.array([0.0, -2.0]) + margins.rival - 2.0 * margins.near.sum()
    before, after = margin_values(own, rival)
    return gained + float(after - before)


def _leg_it_value(game: BotView, boss: PlayerId) -> float:
    """Return the rating of legging it, which is leaving the game (tokens).

    - If the boss would leave with more loot than any other boss is expected to have at the end: `WIN_VALUE`.
    - Otherwise, as long as time is left: `LOSING_EXIT_VALUE`.
    - Otherwise: `LEAVE_THRESHOLD`, plus `IMPATIENCE` for each second since the time was up.
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
    clock = game.state.clock
    if clock is not None and clock <= 0:
        return LEAVE_THRESHOLD - clock * IMPATIENCE
    return LOSING_EXIT_VALUE
