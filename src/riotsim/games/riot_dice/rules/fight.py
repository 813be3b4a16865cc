"""Fights: thump, shove or pinch, chosen by both bosses at once (RD-60 to RD-69)."""

from collections import Counter

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Weapon
from riotsim.games.riot_dice.rules import towers
from riotsim.games.riot_dice.rules.moving import move
from riotsim.games.riot_dice.rules.riot import Riot, pair
from riotsim.games.riot_dice.rules.rolling import roll
from riotsim.games.riot_dice.rules.shoot import damage_points
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import Choose
from riotsim.table.poses import heading

THROWS = ("thump", "shove", "pinch")

COUNTERED_BY = {"thump": "shove", "shove": "pinch", "pinch": "thump"}
"""For each throw, the throw that counters it (RD-62)."""


async def resolve_fights(game: Riot, *active: ModelId) -> None:
    """End the activation, and play all fights that follow from it, one after another (RD-60).

    The fights are in this order:

    - The models in `active` fight first.
    - A model that a fight has shoved into another enemy fights next, as the active model (RD-66).
    - Models that dice have pushed into an enemy fight last, as active models.

    Args:
        game: The game.
        active: The models that caused a contact, in the order of their fights.
    """
    game.state.activating = None
    waiting = list(active)
    rounds: Counter[tuple[ModelId, ModelId]] = Counter()
    while waiting := [*waiting, *(m for m in dict.fromkeys(game.pushed) if m not in waiting)]:
        game.pushed.clear()
        model = waiting[0]
        # RD-68: a pair that is shoved apart and together again has no more rounds than one that stays in contact.
        game.state.fought += [
            pair(model, foe) for foe in game.unfought_foes(model) if rounds[pair(model, foe)] >= game.rules.fight.rounds
        ]
        foes = game.unfought_foes(model)
        if not foes:
            waiting.pop(0)
            continue
        foe = foes[0]
        if len(foes) > 1:
            # RD-69: the boss whose turn it is chooses the order.
            assert game.state.turn is not None, "fights happen in turns only"
            foe = await game.ask(Choose(game.state.turn, "fight_next", tuple(foes)))
        shoved = await _fight(game, model, foe, rounds)
        waiting = shoved + [m for m in waiting if m not in shoved]


async def _fight(
    game: Riot, active: ModelId, passive: ModelId, rounds: Counter[tuple[ModelId, ModelId]]
) -> list[ModelId]:
    """Play a fight until the two models are apart, one of them has fallen, or the rounds are used up (RD-68).

    Args:
        game: The game.
        active: The model that caused the contact.
        passive: The opponent of `active`.
        rounds: The number of rounds that each pair has fought so far. The rounds of this fight are added here.

    Returns:
        The models that were shoved and still stand.
    """
    both = pair(active, passive)
    game.emit(events.FightBreaksOut(active, passive))
    shoved: list[ModelId] = []
    while rounds[both] < game.rules.fight.rounds:
        rounds[both] += 1
        shoved += await _round(game, active, passive)
        if passive not in game.standing_foes_at(active):
            break
    if passive in game.standing_foes_at(active):
        game.state.fought.append(both)
    return [m for m in dict.fromkeys(shoved) if game.is_standing(m)]


async def _round(game: Riot, active: ModelId, passive: ModelId) -> list[ModelId]:
    """Ask both bosses for a throw (thump, shove or pinch), and carry out the throws that take effect (RD-61 to RD-63).

    A throw takes no effect if the other throw counters it. The active model's throw comes first. If it makes the
    passive model fall over, the passive model's throw takes no effect, unless the rules have `fight.fallen_still_acts`.

    Return the models that were shoved.
    """
    bosses = {active: game.boss_of(active), passive: game.boss_of(passive)}
    thrown = await game.play.ask_all([Choose(boss, "fight", THROWS) for boss in bosses.values()])
    throws = {model: thrown[boss] for model, boss in bosses.items()}
    game.emit(events.Throws(active, passive, (throws[active], throws[passive])))
    both_pinch = throws[active] == throws[passive] == "pinch"
    if both_pinch and game.rules.fight.double_pinch == "nothing":
        return []
    shoved = []
    for model, other in ((active, passive), (passive, active)):
        if COUNTERED_BY[throws[model]] == throws[other]:
            continue
        if not game.is_standing(model) and not game.rules.fight.fallen_still_acts:
            continue  # RD-63
        match throws[model]:
            case "thump":
                await _thump(game, model, other)
            case "shove":
                if game.is_standing(other):
                    await _shove(game, model, other)
                    shoved.append(other)
            case _:
                pinch(game, model, other)
    return shoved


async def _thump(game: Riot, model: ModelId, other: ModelId) -> None:
    """Roll the thump dice of all weapons of a model in one roll (RD-64).

    Each die that isn't lost damages the model `other`.
    """
    thumps = _thump_dice(game, model)
    dice = game.new_dice([kind for _, kind in thumps], game.boss_of(model))
    weapon_of = {die.id: weapon for die, (weapon, _) in zip(dice, thumps, strict=True)}
    if not dice:
        return
    landed = await roll(game, model, dice, "thump", in_tray=game.rules.fight.tray)
    game.discard_loose_dice()
    for die in landed:
        await towers.damage(game, other, damage_points(game, weapon_of[die.id], die.shows, other), game.boss_of(model))


def _thump_dice(game: Riot, model: ModelId) -> list[tuple[Weapon, str]]:
    """Return each thump die of a model as a pair: the die's weapon, and the kind of die."""
    weapons = [game.rules.weapons[name] for name in game.state.fighters[model].weapons]
    return [(weapon, kind) for weapon in weapons for kind in weapon.thump or ()]


def damage_to_come(game: Riot, target: ModelId) -> int:
    """Return the damage points that the target has yet to take from the current thump (RD-64).

    The result is 0 if no thump is damaging the target. It is also 0 if a die of the thump was lost. It is then unknown
    how the other dice belong to weapons.
    """
    done = 0
    for event in reversed(game.play.events):
        match event:
            case events.Damage(model) if model == target:
                done += 1
            case events.Rolled(_, model, "thump", shows) if done:
                weapons = [weapon for weapon, _ in _thump_dice(game, model)]
                if len(weapons) != len(shows):
                    return 0
                left = zip(weapons[done:], shows[done:], strict=True)
                return sum(damage_points(game, weapon, number, target) for weapon, number in left)
            case events.Rolled() | events.Shoved() | events.Throws() | events.Activated():
                return 0
    return 0


async def _shove(game: Riot, model: ModelId, other: ModelId) -> None:
    """Move `other` directly away from `model` (RD-65).

    The boss of `other` carries the tower of `other` along. If terrain stops the move, `other` is damaged (RD-66).
    """
    game.emit(events.Shoved(other))
    away = heading(game.model(model).at, game.model(other).at)
    way = await move(game, other, away, game.rules.fight.shove)
    if way is not None and way.terrain:
        await towers.damage(game, other, game.rules.fight.terrain_damage, game.boss_of(model))  # RD-66


def pinch(game: Riot, model: ModelId, other: ModelId) -> None:
    """Give the boss of `model` a loot token from the stash of the boss of `other` (RD-67, RD-71).

    Nothing happens if the boss of `other` has an empty stash.
    """
    boss, victim = game.boss_of(model), game.boss_of(other)
    if game.state.bosses[victim].stash:
        game.state.bosses[victim].stash -= 1
        game.state.bosses[boss].stash += 1
        game.emit(events.Pinched(boss, victim))
