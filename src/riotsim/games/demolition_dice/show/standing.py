"""The standings of Demolition Dice: points and towers."""

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.state import State
from riotsim.play.displays import DataSheet, GameStatus, PieceMark, Row
from riotsim.play.narration import SCORE_GROUP, TOWER_GROUP, FinalScore, Turn
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

LAST_DICE_HEADING = "The last dice"
"""The heading for the end of the game, when players roll and stack the rest of their dice."""


def turn_of(state: State) -> Turn:
    """Return the current round. The end of the game (`LAST_DICE_HEADING`) counts as one more round (DD-50)."""
    last = state.phase != "rounds"
    return Turn(state.rounds + last, None, "round", LAST_DICE_HEADING if last else "")


def points_of(table: Table, player: PlayerId) -> int:
    """Return the sum of the upper faces in a player's tower (DD-51)."""
    return sum(die.shows or 0 for die in table.tower_dice(player))


def scores(state: State, table: Table) -> dict[PlayerId, int]:
    """Return the points of each player's tower as it stands now."""
    return {player: points_of(table, player) for player in state.players}


def final_score(state: State) -> FinalScore | None:
    """Return the final score; None before the end."""
    if state.result is None:
        return None
    return FinalScore(state.result.winners, "points", state.result.scores, turns=state.rounds)


def status(rules: Rulebook, session: Session[State], now: float) -> GameStatus:
    """Return rows with the points and the height of each player's tower."""
    table = session.table
    points = scores(session.state, table)
    return GameStatus(
        (
            *(Row(SCORE_GROUP, player, str(sum_), sum_, player) for player, sum_ in points.items()),
            *(_tower(rules, table, player) for player in points),
        )
    )


def marks(rules: Rulebook, _state: State, table: Table) -> dict[PieceId, tuple[PieceMark, ...]]:
    """Return a mark for each die of a complete tower. A complete tower has all dice of its player (DD-50)."""
    done = (tower for tower in table.towers.values() if len(tower.dice) == rules.dice)
    return {die: (PieceMark("all dice of its player", "tall"),) for tower in done for die in tower.dice}


def sheets(_rules: Rulebook, _state: State, table: Table) -> dict[PieceId, DataSheet]:
    """Return a data sheet for each die in a tower, with the points of this tower (DD-51)."""
    return {
        die: DataSheet(f"{player}'s tower", (f"{points_of(table, player)} points",))
        for player, tower in table.towers.items()
        for die in tower.dice
    }


def _tower(rules: Rulebook, table: Table, player: PlayerId) -> Row:
    height = table.tower_height(player)
    return Row(TOWER_GROUP, "tower", f"{height} of {rules.dice} dice", height, player, (player,))
