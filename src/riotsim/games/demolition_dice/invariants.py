"""Invariants at the start of every round: dice are conserved, and towers stand in their areas."""

import math
from collections.abc import Iterator

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Chance
from riotsim.play.session.session import Play
from riotsim.table.geometry.plan import covers
from riotsim.table.state import Table
from riotsim.table.towers import stands


def broken(rules: Rulebook, state: State, table: Table) -> list[str]:
    """Return a sentence for each broken invariant, at the start of a round or the end of a game."""
    game = Demolition(Play(state, table, Chance(0), 0.0), rules)
    return [*_dice(game), *(fault for boss in game.bosses for fault in _tower(game, boss))]


def _dice(game: Demolition) -> Iterator[str]:
    """DD-01: each has their dice, in their own tower or their own hand; none lies about."""
    for die in game.table.loose_dice():
        yield f"{die.id} lies about between rounds"
    for name, tower in game.table.towers.items():
        if name not in game.bosses:
            yield f"a tower stands under {name!r}, and nobody is called so"
        elif strangers := [die for die in tower.dice if die not in game.dice_of(name)]:
            yield f"dice of others stand in {name}'s tower: {', '.join(strangers)}"
        if len(set(tower.dice)) < len(tower.dice):
            yield f"a die stands in {name}'s tower twice"
    for boss in game.bosses:
        if len(game.held(boss)) + game.table.tower_height(boss) != game.rules.dice:
            yield f"{boss} has {len(game.held(boss))} dice in hand and {game.table.tower_height(boss)} in the tower"


def _tower(game: Demolition, boss: PlayerId) -> Iterator[str]:
    dice = game.table.tower_dice(boss)
    if not dice:
        return
    if not all(map(math.isfinite, (part for die in dice for part in (*die.pose.at, *die.pose.turn)))):
        yield f"{boss}'s tower is nowhere"
    elif not stands(dice):
        yield f"{boss}'s tower is no single stack"
    elif not covers(game.area(boss), dice[0].pose.plan):
        yield f"{boss}'s tower stands outside its area"  # DD-02
