"""The shoot action: bullet dice are rolled, and bullets fly towards them (RD-50 to RD-55)."""

from dataclasses import dataclass

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Weapon
from riotsim.games.riot_dice.rules import towers
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.rolling import roll
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import Choose
from riotsim.table.geometry.lines_of_fire import first_hits, first_on_line
from riotsim.table.geometry.plan import Footprint, covers
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table

HITS_NOTHING = "nothing"
HITS_TERRAIN = "terrain"


@dataclass(frozen=True, slots=True)
class BulletChoice:
    """The choice of the next bullet and of its target.

    `die` is the bullet's die. `hits` says what the bullet hits: it is the id of a model, or the word `terrain` or
    `nothing`.
    """

    die: PieceId
    hits: str

    def __str__(self) -> str:
        return f"{self.die} at {self.hits}"


def shooting_weapons(game: Riot, model: ModelId) -> list[str]:
    """Return the names of a model's weapons for shooting."""
    return [name for name in game.state.fighters[model].weapons if game.rules.weapons[name].shoots]


async def shoot(game: Riot, model: ModelId) -> None:
    """Roll the bullet dice of a model's weapon, and play one bullet for each die (RD-50, RD-51).

    If the model can shoot with several weapons, its boss first chooses one. The boss also chooses the order of the
    bullets and what each of them hits.
    """
    boss = game.boss_of(model)
    names = shooting_weapons(game, model)
    name = await game.choose(boss, "weapon", tuple(names))
    weapon = game.rules.weapons[name]
    assert weapon.dice is not None, "it is a shooting weapon"
    dice = await roll(game, model, game.new_dice(weapon.dice, boss), "shoot")  # RD-50
    while dice:
        open_shots = tuple(BulletChoice(die.id, hit) for die in dice for hit in possible_hits(game, model, weapon, die))
        shot = await game.ask(Choose(boss, "bullet", open_shots))  # RD-51: in an order the boss chooses
        die = next(die for die in dice if die.id == shot.die)
        dice = [other for other in dice if other.id != die.id]
        game.put_away(die)
        game.emit(events.Bullet(model, die.shows, shot.hits))
        if shot.hits not in (HITS_NOTHING, HITS_TERRAIN):  # RD-55
            await towers.damage(game, shot.hits, damage_points(game, weapon, die.shows, shot.hits), boss)


def damage_points(game: Riot, weapon: Weapon, shows: int, target: ModelId) -> int:
    """Return the damage points that a die of a weapon does to a target (RD-54).

    If `shows`, the number on the die, is at least the target's toughness, this is the weapon's big damage. If it is
    lower, this is the weapon's weak damage.
    """
    return weapon.damage.big if shows >= game.kind(target).toughness else weapon.damage.weak


def possible_hits(game: Riot, model: ModelId, weapon: Weapon, die: Die) -> tuple[str, ...]:
    """Return everything that a bullet may hit, to choose from: ids of models, `terrain` and `nothing` (RD-53).

    There may be several choices, because the shooter's boss may choose the bullet's line. If the rules prescribe the
    line (`shoot.line: centre`), there is only one.
    """
    things = targets(game.table, model, over_stages=game.rules.edition > 1)
    reach = weapon.range or 0.0
    base = game.model(model).footprint
    if game.rules.shoot.line == "centre":
        hits: tuple[PieceId | None, ...] = (first_on_line(base, game.model(model).at, die.pose.xy, things, reach),)
    else:
        hits = first_hits(base, die.footprint, things, reach)
    words = [HITS_NOTHING if hit is None else HITS_TERRAIN if hit in game.table.terrain else hit for hit in hits]
    return tuple(dict.fromkeys(words))


def targets(table: Table, model: ModelId, *, over_stages: bool = True) -> dict[PieceId, Footprint]:
    """Return the footprints of the pieces that stop a model's bullets, by id (RD-52).

    These are the other standing models, whichever boss they belong to, and terrain that blocks bullets. If
    `over_stages` is true, the terrain under the shooting model is left out.
    """
    here = table.models[model].at
    things = {m.id: m.footprint for m in table.models.values() if not m.fallen and m.id != model}
    things |= {
        t.id: t.footprint
        for t in table.terrain.values()
        if t.blocks_bullets and not (over_stages and t.can_stand_on and covers(t.footprint, here))
    }
    return things
