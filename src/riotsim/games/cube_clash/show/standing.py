"""The standings of Cube Clash, and the data sheets, marks, areas and rosters that windows show."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from riotsim.games.cube_clash.board.places import Layout
from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.board.squares import SQUARES, Square, in_home_row, square_name
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.names import (
    face_title,
    side_in,
    terrain_bonuses,
    title_of,
    what_it_does,
    what_it_does_there,
)
from riotsim.games.cube_clash.show.threats import threat_to
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.games.cube_clash.turns.ending import raiders
from riotsim.games.cube_clash.units.orientations import ORIENTATIONS
from riotsim.games.cube_clash.units.unit import SIDES, Side, UnitDie, build_points, opponent, standing
from riotsim.play.displays import DataSheet, GameStatus, PieceMark, Roster, RosterUnit, Row, SheetCell, ShownArea
from riotsim.play.narration import SCORE_GROUP, FinalScore, Turn
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import Footprint
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

NET: Final = {"north": (1, 0), "west": (0, 1), "top": (1, 1), "east": (2, 1), "bottom": (3, 1), "south": (1, 2)}
"""Column and row of each side of a die in the unfolded net of its faces, seen from above with north at the top."""


RAIDERS: Final = "Raiders are dice on the opponent's home row."
"""The explanation of raiders (CC-80)."""


def turn_of(state: State) -> Turn:
    """Return the current turn of a game, or the last turn after the end. Before the first turn, its number is 0."""
    mover = state.position.mover
    side = opponent(mover) if state.phase == "over" else mover
    return Turn(state.turn, state.players[side] if state.turn else None)


def scores(state: State, _table: Table) -> dict[PlayerId, int]:
    """Return the total health of each player's dice on the board."""
    health = {f"{side}.{unit.name}": unit.health for side in SIDES for unit in state.armies[side]}
    found = dict.fromkeys(state.players.values(), 0)
    for one in state.position.standing:
        found[state.players[side_in(one.die)]] += health[one.die]
    return found


def shown_health(state: State) -> dict[PlayerId, int]:
    """Return the health that panels show for each player.

    Before the first turn, it is the health of the player's whole army. From the first turn on, it is the health of the
    player's dice on the board.
    """
    if state.phase in ("turns", "over"):
        return scores(state, Table(0.0, 0.0))
    return {state.players[side]: build_points(army) for side, army in state.armies.items()}


def final_score(state: State) -> FinalScore | None:
    """Return the final score; None before the end."""
    if state.result is None:
        return None
    stopped = "Too many turns were played." if state.result.ending == "too long" else ""
    figures = tuple(scores(state, Table(0.0, 0.0)).items())
    return FinalScore(state.result.winners, "health", figures, stopped, reason=_reason(state), turns=state.turn)


def _reason(state: State) -> str:
    """Return the reason for the end of a game, with the id of the rule. The text is empty if the game was stopped."""
    assert state.result is not None, "the game is over"
    winner = next(iter(state.result.winners), "")
    loser = next((name for name in state.players.values() if name != winner), "")
    match state.result.ending:
        case "home row":
            there = f"{winner} has more dice on {loser}'s home row than {loser} on {winner}'s"
            return f"At the end of {loser}'s turn, {there} (CC-80)."
        case "last standing":
            return f"{loser} has no dice left on the board (CC-81)."
        case "nobody left":
            return "No dice are left on either side (CC-81)."
        case "repetition":
            return "The same position came too often (CC-82)."
        case "quiet":
            return "Too many turns went by without a kill (CC-82)."
    return ""


def status(rules: Rulebook, session: Session[State], now: float) -> GameStatus:
    """Return the standings, and the die that acts."""
    stage = None if session.state.situation is None else session.state.situation.stage
    return GameStatus(rows(rules, session.state, session.table), acting=getattr(stage, "die", None))


def rows(rules: Rulebook, state: State, _table: Table) -> tuple[Row, ...]:
    """Return rows for each player's health, the player's dice on the opponent's home row, and the player's dead."""
    match, health = match_of(rules, state), shown_health(state)
    found = [Row(SCORE_GROUP, player, str(points), points, player) for player, points in health.items()]
    for side in SIDES:
        count = raiders(match, state.position, side)
        found.append(Row("raids", "raiders", str(count), count, state.players[side], about=RAIDERS))
    for side in SIDES:
        dead = list(state.position.dead_of(match, side))
        found.append(Row("dead", "dead", str(len(dead)), len(dead), state.players[side]))
    return tuple(found)


def marks(rules: Rulebook, state: State, _table: Table) -> dict[PieceId, tuple[PieceMark, ...]]:
    """Return the marks of all dice with marks.

    - Before the first turn, a die has a mark if it isn't set up yet (CC-05).
    - Later, a die has a mark if it is dead, or if it is on the opponent's home row (CC-22, CC-80).
    """
    if state.phase not in ("turns", "over"):
        waiting = (die for die in match_of(rules, state).dice if state.position.find(die) is None)
        return dict.fromkeys(waiting, (PieceMark("not set up yet"),))
    found: dict[PieceId, tuple[PieceMark, ...]] = {die: (PieceMark("dead", "tall"),) for die in state.position.dead}
    threat = threat_to(match_of(rules, state), state)
    for one in state.position.standing:
        side = side_in(one.die)
        if in_home_row(one.at, opponent(side)):
            wins = threat is not None and side != state.position.mover
            found[one.die] = (PieceMark("raids the home row" + (", wins after this turn" if wins else ""), "danger"),)
    return found


def areas(rules: Rulebook, state: State, _table: Table) -> tuple[ShownArea, ...]:
    """Return the home rows and the terrains of the board, each with its effect (CC-70 to CC-73, CC-80)."""
    return _areas(match_of(rules, state), layout_of(rules, state).rows, state.players["south"], state.players["north"])


@lru_cache(maxsize=8)
def _areas(match: Match, rows: int, south: PlayerId, north: PlayerId) -> tuple[ShownArea, ...]:
    """Return the areas of the board, from a cache if they are known.

    Args:
        match: The match.
        rows: Number of rows of dice in each of the two strips beside the board.
        south: The player of the south side.
        north: The player of the north side.
    """
    places = Layout(match.rules, rows)
    players: dict[Side, PlayerId] = {"south": south, "north": north}
    squares: dict[tuple[Side | None, str | None], list[Square]] = {}
    for at in SQUARES:
        home = next((side for side in SIDES if in_home_row(at, side)), None)
        squares.setdefault((home, match.terrain(at)), []).append(at)
    found = []
    for (home, terrain), those in squares.items():
        if home is not None or terrain is not None:
            area = Footprint(tuple(part for at in those for part in places.square(at).parts))
            found.append(ShownArea(area, *_about_squares(match, players, home, terrain)))
    return tuple(found)


def _about_squares(
    match: Match, players: Mapping[Side, PlayerId], home: Side | None, terrain: str | None
) -> tuple[str, tuple[str, ...]]:
    """Return a title for squares with the same home row and terrain, and lines about the effects of these two.

    Args:
        match: The match.
        players: The player of each side.
        home: The side of the home row; None if the squares are in no home row.
        terrain: Name of the terrain; None if the squares have no terrain.
    """
    titles, lines = [], []
    if home is not None:
        owner, other = players[home], players[opponent(home)]
        titles.append(f"{owner}'s home row")
        lines.append(f"{other}'s dice here are raiders: end your turn with fewer than the other, and you lose (CC-80)")
    if terrain is not None:
        titles.append(terrain.replace("_", " "))
        bonuses = terrain_bonuses(match, players, terrain) or [("no bonus for these armies", "CC-70 to CC-73")]
        lines += [f"{text[0].upper()}{text[1:]} ({clause})" for text, clause in bonuses]
    return ", ".join(titles), tuple(lines)


def rosters(rules: Rulebook, state: State, _table: Table) -> dict[PlayerId, Roster]:
    """Return the army of each player. Each die is listed with its top face and its place."""
    match = match_of(rules, state)
    dice = {side: [die for die in match.dice.values() if die.owner == side] for side in SIDES}
    return {
        state.players[side]: Roster(state.army_names[side], tuple(_unit(match, state, die) for die in dice[side]))
        for side in SIDES
    }


def _unit(match: Match, state: State, die: UnitDie) -> RosterUnit:
    stands = state.position.find(die.id)
    is_out = die.id in state.position.dead or die.id in state.gone
    place = "dead" if die.id in state.position.dead else "gone" if is_out else "not set up"
    lies = standing(die.owner) if stands is None else stands.lies
    return RosterUnit(
        die.id,
        die.unit.title,
        die.unit.race.replace("_", " "),
        place if stands is None else square_name(stands.at),
        die.unit.health,
        die.unit.face(lies.top).sign,
        is_out,
    )


def sheets(rules: Rulebook, state: State, _table: Table) -> dict[PieceId, DataSheet]:
    """Return the data sheet of each die that is still in the game.

    A sheet has the die's race, its health, its place, and the effect of each of its faces.
    """
    match = match_of(rules, state)
    return {die.id: sheet_of(match, state, die) for die in match.dice.values() if die.id not in state.gone}


def sheet_of(match: Match, state: State, die: UnitDie) -> DataSheet:
    """Return the data sheet of a die."""
    race, stands = die.unit.race.replace("_", " "), state.position.find(die.id)
    where = "dead" if die.id in state.position.dead else "beside the board"
    if stands is not None:
        where = f"on {square_name(stands.at)}, {match.terrain(stands.at) or 'no terrain'}".replace("_", " ")
    lies = standing(die.owner) if stands is None else stands.lies
    cells = []
    for side, (column, row) in NET.items():
        face = die.unit.face(number := getattr(lies, side))
        up, does = stands is not None and side == "top", what_it_does(match.rules, face)
        if stands is not None:
            on_top = next(one for one in ORIENTATIONS if one.top == number)
            does = what_it_does_there(match, stands.turned(on_top))
        cells.append(SheetCell(column, row, face_title(face), does, face.sign, marked=up))
    title = f"{title_of(die.id)} of {state.players[die.owner]}"
    return DataSheet(title, (f"{race}, health {die.unit.health}, {where}",), tuple(cells))
