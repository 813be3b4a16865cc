"""The offers of a boss: each possible answer in words, and what it does on the table, such as a model's path."""

from collections.abc import Collection, Iterable, Iterator

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook, Weapon
from riotsim.games.riot_dice.rules.ending import in_play, last_boss_scoops, near_enemies
from riotsim.games.riot_dice.rules.moving import EDGE, compute_course
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.shoot import (
    HITS_NOTHING,
    HITS_TERRAIN,
    BulletChoice,
    damage_points,
    shooting_weapons,
    targets,
)
from riotsim.games.riot_dice.rules.turn import END_ACTION, Activate, LegIt
from riotsim.games.riot_dice.show.unavailable import out_of_range
from riotsim.games.riot_dice.state import ModelId, State
from riotsim.play.narration import Offer
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickWay, PlayerId, Request, Step, Way
from riotsim.play.session.journal import Acted, Answered
from riotsim.play.session.session import Session
from riotsim.table.acts import Roll
from riotsim.table.geometry.lines_of_fire import first_hits, line_meeting
from riotsim.table.pieces import Die, PieceId, Round
from riotsim.table.units import in_inches

OPTION_LABELS = {
    "scoot": "Scoot: throw the move dice and run to them",
    "shoot": "Shoot: a bullet flies from the model over each die",
    "boot": "Boot: kick a fallen enemy, or help a friend up",
    END_ACTION: "That will do",
    "thump": "Thump: each die hurts the other",
    "shove": "Shove: the other is moved away",
    "pinch": "Pinch: take a loot from their boss",
}
"""Displayed labels of options, by option."""


def offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    """Return an offer for each option, piece or move die that a boss may choose.

    The result is empty for requests of other kinds, such as for a point or a throw.
    """
    game = Riot(session.play, rules)
    match request:
        case Choose(purpose="bullet", options=options):
            weapon = _chosen_weapon(game, session)
            shots = ((option, _as_rolled(session, option.die)) for option in options)
            return tuple(_bullets(game, weapon, request.player, shots))
        case Choose(options=options):
            return tuple(_choice(game, option) for option in options)
        case PickPiece(player=boss, pieces=pieces):
            return tuple(Offer(piece, _booted(game, boss, piece), piece) for piece in pieces)
        case PickWay(piece=model, ways=ways, may_discard=may_discard):
            dice = [_as_rolled(session, way.die) for way in ways]
            return tuple(_ways(game, model, zip(ways, dice, strict=True), may_discard=may_discard))
    return ()


def _as_rolled(session: Session[State], die: PieceId) -> Die:
    """Return a die as it came to rest in the last roll (RD-91). The die may have been moved since."""
    rolls = (entry for entry in reversed(session.journal) if isinstance(entry, Acted) and isinstance(entry.act, Roll))
    settled = next(rolls).settled
    assert settled is not None, "nobody is asked about dice that are still in the air"
    return settled.table.dice[die]


def _choice(game: Riot, option: object) -> Offer:
    match option:
        case Activate(model=model):
            return Offer(option, f"{game.name_of(model)}: {_about(game, model)}", model)
        case LegIt():
            return _legging_it(game, option)
        case "shoot" if note := out_of_range(game, _shooter(game)):
            return Offer(option, f"Shoot: {note}")
        case str() if option in game.table.models:
            return Offer(option, f"Fight {game.name_of(option)}: {_about(game, option)}", option)
    return Offer(option, OPTION_LABELS.get(str(option), str(option)))


def _legging_it(game: Riot, option: LegIt) -> Offer:
    """Return the offer to leave the game, for the boss whose turn it is.

    The offer says how much loot the boss would keep (RD-81).
    """
    boss = game.state.turn
    assert boss is not None, "it is somebody's turn"
    stash = game.state.bosses[boss].stash
    exposed = len(near_enemies(game, boss))
    lost = min(exposed, stash)
    kept = f"{stash - lost} of your {stash} loot" if lost else f"your {stash} loot"
    keep = f"You keep {kept}, and are out of the game."
    if lost:
        far = f"{in_inches(game.rules.leg_it.within):g} in"
        near = "one of your models is" if exposed == 1 else f"{exposed} of your models are"
        keep += f" {lost} {'stays' if lost == 1 else 'stay'} on the table, because {near} within {far} of an enemy."
    keep += f" {_after_leaving(game, boss, stash - lost, lost)}"
    part = f"{stash - lost} of {stash} loot (enemies are near)" if lost else f"{stash} loot"
    return Offer(option, f"Leg it: keep {part}, and be out", confirm=keep)


def _after_leaving(game: Riot, boss: PlayerId, kept: int, left: int) -> str:
    """Return a text about the consequences if a boss leaves the game (RD-83, RD-84).

    Args:
        game: The game.
        boss: The boss.
        kept: The loot that the boss keeps.
        left: The loot that the boss leaves on the table.
    """
    lying = len(game.table.tokens) + left
    yours = f", {left} of it yours" if left else ""
    others = [name for name in in_play(game) if name != boss]
    if len(others) > 1:
        return f"The others play on{f', also for the {lying} loot on the table{yours}' if lying else ''}."
    (last,) = others
    scoops = last_boss_scoops(game)
    had = game.state.bosses[last].stash + (lying if scoops else 0)
    takes = "The game is over"
    if scoops and lying:
        takes = f"{last} takes the {lying} loot on the table{yours}, and the game is over"
    if game.rules.victory.by == "last_standing" or game.rules.victory.tower_dice_count:
        return f"{takes}."
    return f"{takes}: {had} loot for {last}, {kept} for you."


def _about(game: Riot, model: ModelId) -> str:
    """Return a short description of a model: its kind, its tower, and its weapon that shoots farthest."""
    rules = game.rules
    ranges = ((rules.weapons[name].range or 0.0, name) for name in shooting_weapons(game, model))
    far, weapon = max(ranges, default=(0.0, ""))
    height = game.table.tower_height(model)
    parts = [game.state.fighters[model].kind.replace("_", " ")]
    parts += [f"{weapon.replace('_', ' ')} {in_inches(far):.4g} in"] if weapon else []
    parts += [f"tower of {height}"] if height else []
    return " · ".join(parts)


def _booted(game: Riot, boss: str, model: ModelId) -> str:
    name, owner = game.name_of(model), game.boss_of(model)
    if owner == boss:
        return f"Help {name} up"
    stash = game.state.bosses[owner].stash
    return f"Kick {name}: " + (f"take one of {owner}'s {stash} loot" if stash else f"{owner} has no loot to take")


def _ways(game: Riot, model: ModelId, ways: Iterable[tuple[Way, Die]], *, may_discard: bool) -> Iterator[Offer]:
    here = game.model(model)
    width = here.base.diameter if isinstance(here.base, Round) else here.base.width
    for way, die in ways:
        stops = die if game.rules.scoot.at_the_die == "stop" else None
        grazes = game.rules.edition > 1
        run = compute_course(game.table, model, way.heading, way.distance, stops, grazes=grazes)
        met = "" if run.stopped_by is None else f", {_meeting(game, model, die, run.stopped_by)}"
        text = f"The {die.shows}: {in_inches(run.distance):.1f} in{met}"
        touches = () if run.stopped_by in (None, EDGE) else (str(run.stopped_by),)
        yield Offer(Step(way.die), text, way.die, (here.at, run.end), width, touches)
        if may_discard:
            yield Offer(Step(way.die, discard=True), f"Leave the {die.shows} unused", way.die)


def _meeting(game: Riot, model: ModelId, die: Die, piece: PieceId) -> str:
    """Return a text about the end of a model's move towards a die.

    The text names `piece`, which stops the model: another piece, the die itself, or the edge of the table. If `piece`
    is a standing enemy, the text says that the two models fight (RD-60).
    """
    # Models that have fought already, and still touch, don't fight again. The text doesn't distinguish them.
    fights = piece in game.table.models and game.is_standing(piece) and game.boss_of(piece) != game.boss_of(model)
    return f"and fight {game.name_of(piece)}" if fights else f"up to {_piece_name(game, die, piece)}"


def _piece_name(game: Riot, die: Die, piece: PieceId) -> str:
    """Return the displayed name of a piece that stops a move towards a die."""
    table = game.table
    if piece == EDGE:
        return "the edge"
    if piece in table.terrain:
        return f"the {table.terrain[piece].name}"
    if piece in table.tokens:
        return "loot"
    return "the die" if piece == die.id else game.name_of(piece)


def in_fire(game: Riot, session: Session[State]) -> tuple[ModelId, ...]:
    """Return the enemies that the active model may hit with its next throw of bullet dice (RD-50 to RD-53).

    Each of these enemies stands. From the active model, at least one straight line within the weapon's range reaches
    the enemy first, before any other obstacle to bullets.

    The result is empty if no bullet dice have to be thrown now.
    """
    throws = any(isinstance(request, AimThrow) for request in session.pending)
    act = next((one for one in reversed(session.events) if isinstance(one, events.Acts | events.Activated)), None)
    if not throws or game.state.activating is None or not isinstance(act, events.Acts) or act.action != "shoot":
        return ()
    here, reach = game.model(_shooter(game)), _chosen_weapon(game, session).range or 0.0
    things = targets(game.table, here.id, over_stages=game.rules.edition > 1)
    return tuple(
        foe
        for foe in game.standing()
        if game.boss_of(foe) != here.owner and foe in first_hits(here.footprint, things[foe], things, reach)
    )


def _chosen_weapon(game: Riot, session: Session[State]) -> Weapon:
    """Return the weapon that the active model shoots with.

    If the model has several shooting weapons, this is the one that its boss has chosen.
    """
    names = shooting_weapons(game, _shooter(game))
    if len(names) > 1:
        answered = (entry for entry in reversed(session.journal) if isinstance(entry, Answered))
        ((_, chosen),) = next(entry.answers for entry in answered if entry.purpose == "weapon")
        names = [str(chosen)]
    return game.rules.weapons[names[0]]


def _shooter(game: Riot) -> ModelId:
    model = game.state.activating
    assert model is not None, "models shoot while they are activated"
    return model


def _bullets(game: Riot, weapon: Weapon, boss: PlayerId, shots: Iterable[tuple[BulletChoice, Die]]) -> Iterator[Offer]:
    """Yield the offers for bullets, die by die.

    Each offer is a possible flight of a die's bullet. The flights for one die come in this order:

    - Flights that hit enemies, from most to least damage.
    - At most one flight that hits no model: into nothing if possible, otherwise into terrain.
    - Flights that hit friends (RD-53).
    """
    by_die: dict[PieceId, list[tuple[BulletChoice, Die]]] = {}
    for shot, die in shots:
        by_die.setdefault(shot.die, []).append((shot, die))

    def usualness(shot: BulletChoice, die: Die) -> int:
        if shot.hits in (HITS_NOTHING, HITS_TERRAIN):
            return 0
        return 1 if game.boss_of(shot.hits) == boss else -damage_points(game, weapon, die.shows, shot.hits)

    for lines in by_die.values():
        if any(shot.hits == HITS_NOTHING for shot, _ in lines):  # a line into terrain does no more than one past it
            lines[:] = [line for line in lines if line[0].hits != HITS_TERRAIN]
        for shot, die in sorted(lines, key=lambda line: usualness(*line)):
            yield _bullet(game, weapon, shot, die, has_variants=len(lines) > 1)


def _bullet(game: Riot, weapon: Weapon, shot: BulletChoice, die: Die, *, has_variants: bool) -> Offer:
    """Return the offer for one possible flight of a bullet.

    Args:
        game: The game.
        weapon: The weapon that shoots.
        shot: The die of the bullet, and what the bullet hits.
        die: The die as it was rolled.
        has_variants: True if there are several offers for the die. The offers are then listed under the number of
            the die.
    """
    model, reach = _shooter(game), weapon.range or 0.0
    base, things = game.model(model).footprint, targets(game.table, model, over_stages=game.rules.edition > 1)
    hits: Collection[PieceId | None] = {shot.hits}
    if shot.hits in (HITS_NOTHING, HITS_TERRAIN):
        hits = {None} if shot.hits == HITS_NOTHING else game.table.terrain.keys() & things.keys()
    path = line_meeting(base, die.footprint, things, hits, reach)
    met = () if shot.hits == HITS_NOTHING else tuple(sorted(str(hit) for hit in hits if shot.hits != HITS_TERRAIN))
    if shot.hits in (HITS_NOTHING, HITS_TERRAIN):
        text = f"into {'the scenery' if shot.hits == HITS_TERRAIN else 'nothing'}"
    else:
        own = " (yours)" if game.boss_of(shot.hits) == game.boss_of(model) else ""
        text = f"{game.name_of(shot.hits)}{own}, {damage_points(game, weapon, die.shows, shot.hits)} damage"
    heading = f"The {die.shows}"
    if has_variants:
        return Offer(shot, text, shot.die, path, touches=met, group=heading)
    return Offer(shot, f"{heading}: {text}", shot.die, path, touches=met)
