"""Invariants at the start of every round: dice are conserved, and towers stand in their areas."""

import math
from collections.abc import Iterator

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.round import DICE_PER_ROLL, rolled_dice
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Chance
from riotsim.play.session.session import Play
from riotsim.table.geometry.plan import covers
from riotsim.table.state import Table
from riotsim.table.towers import stands


def find_violations(rules: Rulebook, state: State, table: Table) -> list[str]:
    """Return a sentence for each invariant that is broken. The game must be at the start of a round, or over."""
    game = Demolition(Play(state, table, Chance(0), 0.0), rules)
    return [*_dice(game), *(fault for player in game.players for fault in _tower(game, player))]


def _dice(game: Demolition) -> Iterator[str]:
    """Yield a sentence for each die that is out of place, and for each player with too many or too few dice (DD-01)."""
    rolled = {player: rolled_dice(game, player) for player in game.players}
    in_tray = {die.id for dice in rolled.values() for die in dice}
    for die in game.table.loose_dice():
        if die.id not in in_tray:
            yield f"{die.id} lies outside the tray at the start of a round"
    for player, dice in rolled.items():
        if dice and len(dice) != (count := min(len(game.held(player)), DICE_PER_ROLL)):
            yield f"{player} has rolled {len(dice)} dice, not {count}"  # DD-10
    for name, tower in game.table.towers.items():
        if name not in game.players:
            yield f"a tower stands under {name!r}, and nobody is called so"
        elif strangers := [die for die in tower.dice if die not in game.dice_of(name)]:
            yield f"dice of others stand in {name}'s tower: {', '.join(strangers)}"
        if len(set(tower.dice)) < len(tower.dice):
            yield f"a die stands in {name}'s tower twice"
    for player in game.players:
        held, stacked = len(game.held(player)), game.table.tower_height(player)
        if held + stacked != game.rules.dice:
            yield f"{player} has {held} dice in hand and {stacked} in the tower"


def _tower(game: Demolition, player: PlayerId) -> Iterator[str]:
    dice = game.table.tower_dice(player)
    if not dice:
        return
    if not all(map(math.isfinite, (part for die in dice for part in (*die.pose.at, *die.pose.orientation)))):
        yield f"{player}'s tower is nowhere"
    elif not stands(dice):
        yield f"{player}'s tower is no single stack"
    elif not covers(game.area(player), dice[0].pose.xy):
        yield f"{player}'s tower stands outside its area"  # DD-02
