"""The standings of a fight, and the marks and data sheets of fighters."""

from riotsim.games.buskit.chapters.armour import unspent
from riotsim.games.buskit.chapters.cover import cover_die, range_die
from riotsim.games.buskit.characters.ladder import LADDER
from riotsim.games.buskit.fight.field import distance_between, lines_between, sight_between
from riotsim.games.buskit.fight.game import dice_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.names import aspect_text, health_left, in_words, signed, title_of
from riotsim.games.buskit.state import Fighter, FighterId, State
from riotsim.play.displays import (
    DataSheet,
    GameStatus,
    Gauge,
    Initiative,
    PieceMark,
    Reach,
    Roster,
    RosterUnit,
    Row,
    SheetCell,
    ShownSight,
    TurnState,
)
from riotsim.play.narration import SCORE_GROUP, FinalScore, Turn
from riotsim.play.requests import Choose, PlayerId
from riotsim.play.session.session import Session
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.table.units import in_inches

COLUMNS = 5
"""Number of Traits in a row of a data sheet."""


def turn_of(state: State) -> Turn:
    """Return the current round of a game. Before the first round, its number is 0."""
    return Turn(state.round, None, "round")


def scores(state: State, _table: Table) -> dict[PlayerId, int]:
    """Return the number of each player's fighters who are neither out nor dead."""
    return {player: sum(one.condition == "up" for one in state.side(player)) for player in state.players}


def final_score(state: State) -> FinalScore | None:
    """Return the final score; None before the end."""
    if state.result is None:
        return None
    stopped = "Too many rounds were played." if state.result.ending == "too long" else ""
    figures = tuple(scores(state, Table(0.0, 0.0)).items())
    return FinalScore(state.result.winners, "still up", figures, stopped, turns=state.round)


def status(rules: Rulebook, session: Session[State], now: float) -> GameStatus:
    """Return the standings: a row for each player, then a row for each fighter.

    - A player's row has the number of the player's fighters who are neither out nor dead.
    - A fighter's row has the fighter's Shock and Wounds. If the fighter is out or dead, the row says so instead.

    Fighters are in the order of initiative. Fighters who aren't in this order come last.
    """
    state = session.state
    rows = [Row(SCORE_GROUP, name, str(count), count, name) for name, count in scores(state, session.table).items()]
    order = (*state.order, *(name for name in state.fighters if name not in state.order))
    for name in order:
        one = state.fighters[name]
        text = health_left(one.shock, one.wounds) if one.condition == "up" else one.condition
        rows.append(Row("fighters", title_of(name), text, one.shock, one.player, (name,)))
    game = Skirmish(session.play, rules, dice_of(rules))
    acting = state.acting[-1] if state.acting else None
    return GameStatus(
        tuple(rows),
        reaches={
            name: _reaches(rules, one, _move_left(session, name))
            for name, one in state.fighters.items()
            if _stands(game, name)
        },
        sights={} if acting is None or not _stands(game, acting) else _sights(game, game.fighter(acting)),
        acting=acting,
        targets=() if state.between is None or acting != state.between[0] else state.between[1:],
    )


def _stands(game: Skirmish, name: FighterId) -> bool:
    return game.fighter(name).is_up and name in game.table.models


def _move_left(session: Session[State], name: FighterId) -> str:
    """Return the kind of move that a fighter can make next: `move`, `run`, or an empty text for none.

    - For a fighter who isn't acting, it is always `move`.
    - While the acting fighter's action is chosen: `move` if that is offered, else `run` if that is offered, else an
      empty text.
    - While the end of a move or a run is chosen, it is that kind.
    - Otherwise, it is `move` until the acting fighter has used the move, and then an empty text.
    """
    state = session.state
    if not state.acting or state.acting[-1] != name:
        return "move"
    asked = next((one for one in session.pending if one.purpose in ("action", "move", "run")), None)
    if isinstance(asked, Choose):
        return next((kind for kind in ("move", "run") if kind in asked.options), "")
    return asked.purpose if asked is not None else "" if state.fighters[name].moved else "move"


def _reaches(rules: Rulebook, one: Fighter, move: str) -> tuple[Reach, ...]:
    """Return the distances to draw around a fighter, the shortest first (BK-41, BK-43, BK-51).

    They are the distance of melee, the length of a move and, for a fighter with a shooting weapon, the greatest
    distance of each range die.

    Args:
        rules: The rulebook.
        one: The fighter.
        move: The kind of move that the fighter can make next; empty if the fighter can't move.
    """
    found = [Reach("melee", rules.melee.within)]
    if move:
        found.append(Reach(move, rules.move.distance))
    if any(rules.weapons[weapon].skill == "shoot" for weapon in one.weapons):
        ranges = (6, rules.ranges.d6), (8, rules.ranges.d8), (10, rules.ranges.d10)
        found += [Reach(f"range d{die}", end) for die, end in ranges]
    return tuple(sorted(found, key=lambda reach: reach.mm))


def _sights(game: Skirmish, watcher: Fighter) -> dict[PieceId, ShownSight]:
    """Return a fighter's sight of each opponent on the table (BK-51, BK-63)."""
    found = {}
    for other in game.state.opponents(watcher):
        if other.id not in game.table.models:
            continue
        apart = distance_between(game.table, watcher.id, other.id)
        seen = sight_between(game, watcher, other)
        cover = cover_die(game.rules, seen)
        far = f"{in_inches(apart):.1f} in ({apart / game.rules.scale.foot:.0f} ft)"  # BK-40
        told = [f"{far}: range d{range_die(game.rules, apart)}"]
        told += [] if cover is None else [f"cover d{cover} ({seen.shut} of 9 lines shut)"]
        if apart <= game.rules.melee.within:
            told = ["in melee"]
        elif not seen.may_shoot:
            told = [f"{far}: no line of sight"]
        found[other.id] = ShownSight(lines_between(game, watcher, other), ", ".join(told))
    return found


def rosters(state: State, table: Table) -> dict[PlayerId, Roster]:
    """Return the roster of each player: the list of the player's fighters.

    Each fighter has a state, such as `prone`, and the Wounds and the Shock that are left.
    """
    return {
        player: Roster(state.side_names[player], tuple(_unit(state, one, table) for one in state.side(player)))
        for player in state.players
    }


def _unit(state: State, one: Fighter, table: Table) -> RosterUnit:
    place = one.condition if one.condition != "up" else "prone" if one.prone else "up" if one.placed else "off table"
    is_out = one.condition != "up" or one.id not in table.models
    return RosterUnit(
        one.id,
        title_of(one.id),
        one.character.role,
        place,
        is_out=is_out,
        gauges=(
            Gauge("Wounds", max(0, one.wounds), one.character.full_wounds),
            Gauge("Shock", max(0, one.shock), one.character.full_shock),
        ),
        initiative=_initiative(state, one),
    )


def _initiative(state: State, one: Fighter) -> Initiative | None:
    """Return a fighter's place in the order of the round.

    Return None if the fighter isn't in the order, or if no round is being played.
    """
    if one.id not in state.order or state.phase != "turns" or not one.initiative:
        return None
    turn: TurnState = "holds" if one.holding else "done" if one.acted or not one.is_up else "waits"
    if one.id in state.acting:
        turn = "acts"
    die = one.character.traits["move"]
    sides = die if one.initiative <= die else next(size for size in LADDER if one.initiative <= size)
    return Initiative(state.order.index(one.id) + 1, one.initiative, sides, turn)


def marks(rules: Rulebook, state: State, table: Table) -> dict[PieceId, tuple[PieceMark, ...]]:
    """Return the marks of the models on the table. They tell each fighter's state, and the initiative in the round."""
    found = {name: tuple(_marks(state, state.fighters[name])) for name in table.models if name in state.fighters}
    return {name: its for name, its in found.items() if its}


def _marks(state: State, one: Fighter) -> list[PieceMark]:
    if one.condition != "up":
        return [PieceMark("dead" if one.condition == "dead" else "out", "danger")]
    found = []
    if one.wounds < one.character.full_wounds or one.shock < one.character.full_shock:
        found.append(PieceMark(_health(one)))
    found += [PieceMark("prone", "tall")] if one.prone else []
    found += [PieceMark("aims")] if one.aiming else [PieceMark("holds an action")] if one.holding else []
    found += [PieceMark(one.stance)] if one.stance != "plain" else []
    found += [PieceMark("helped")] if one.help else []
    if _initiative(state, one) is not None:  # all round, as the dice would lie there (BK-06)
        found.append(PieceMark(f"initiative {one.initiative}"))
    return found


def _health(one: Fighter) -> str:
    """Return a fighter's Shock and Wounds in words.

    The data sheet and the mark of a fighter have exactly the same text. A panel with both can therefore show it once.
    """
    full = one.character
    return f"Shock {signed(one.shock)} of {full.full_shock}, Wounds {signed(one.wounds)} of {full.full_wounds}"


def sheets(rules: Rulebook, state: State, _table: Table) -> dict[PieceId, DataSheet]:
    """Return the data sheet of each fighter."""
    return {name: sheet_of(rules, one) for name, one in state.fighters.items()}


def sheet_of(rules: Rulebook, one: Fighter) -> DataSheet:
    """Return the data sheet of a fighter: lines of text, and a cell for each Trait.

    The lines tell the concept, health, weapons and armour, the effect of each Aspect, the Specializations, and the wild
    dice.
    """
    who = one.character
    lines = [who.concept[:1].upper() + who.concept[1:]] if who.concept else []
    lines += [
        _health(one),
        f"Weapons: {', '.join(map(in_words, who.weapons)) or 'bare hands'}",
    ]
    if who.armour is not None:
        spent = sum(one.spent or unspent(rules, who.armour))
        lines.append(f"Armour: {in_words(who.armour)}" + (f", {spent} dice spent" if spent else ""))
    lines += [aspect_text(rules, who, aspect) for aspect in who.aspects]
    if who.specializations:
        lines.append(f"Specialized in {', '.join(map(in_words, who.specializations))}")
    if one.wild:
        lines.append(f"Wild dice: {one.wild}")
    cells = []
    for number, (trait, die) in enumerate(who.traits.items()):
        skills = [in_words(skill) for skill in rules.traits[trait].specializations if skill in who.specializations]
        place = number % COLUMNS, number // COLUMNS
        cells.append(SheetCell(*place, trait.capitalize(), sides=die, marked=bool(skills)))
    return DataSheet(f"{title_of(one.id)} of {one.player}", tuple(lines), tuple(cells))
