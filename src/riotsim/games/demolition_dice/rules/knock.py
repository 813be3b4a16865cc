"""A throw at a tower by the player with the lowest sum (DD-30, DD-31)."""

from dataclasses import dataclass

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules import areas
from riotsim.games.demolition_dice.rules.demolition import HOUSE_RULES, Demolition
from riotsim.games.demolition_dice.rules.towers import perform
from riotsim.play.requests import AimThrow, Choose, PlayerId, Target
from riotsim.table.acts import Mark, Roll
from riotsim.table.dice.kinds import D6


@dataclass(frozen=True, slots=True)
class ThrowAt:
    """The choice to throw a die at a tower. `tower` is the player who owns the tower."""

    tower: PlayerId

    def __str__(self) -> str:
        return f"throw at {self.tower}'s tower"


@dataclass(frozen=True, slots=True)
class LeaveAlone:
    """The choice to throw at no tower."""

    def __str__(self) -> str:
        return "leave them alone"


async def knock(game: Demolition, player: PlayerId) -> None:
    """Ask a player to choose any tower, their own included, or no tower. Throw one die at the chosen tower (DD-30)."""
    standing = (ThrowAt(name) for name in game.players if name in game.table.towers)
    options: tuple[ThrowAt | LeaveAlone, ...] = (*standing, LeaveAlone())
    choice = await game.ask(Choose(player, "knock", options))
    if isinstance(choice, LeaveAlone):
        game.emit(events.LeavesAlone(player))
        return
    game.emit(events.ThrowsAt(player, choice.tower))
    await throw(game, player, choice.tower)
    if not game.ruins:
        game.emit(events.Misses(player, choice.tower))  # one throw: a miss is a miss


async def throw(game: Demolition, player: PlayerId, tower: PlayerId) -> None:
    """Ask a player for the aim of a throw at a tower, and perform the throw (DD-30).

    The die is taken off the table afterwards.
    """
    die = game.die(player, game.held(player)[0])
    hand = game.hand(player)
    table = game.table
    target = target_of(game, tower)
    aim = await game.ask(
        AimThrow(
            player, "roll", (D6.name,), table.width, table.depth, HOUSE_RULES.least_drop, speed=hand.speed,
            target=target,
        )
    )  # fmt: skip
    act = Roll(
        (die,), aim.at, aim.heading, hand, aim.drop, aim.strength,
        spin=aim.spin, by_hand=aim.by_hand, mark=aim.mark or target.default_mark,
    )  # fmt: skip
    await perform(game, act, player)
    game.take_up(die.id)  # DD-30: it returns to their hand


def target_of(game: Demolition, tower: PlayerId) -> Target:
    """Return the target for throws at a player's tower, with the region where the die may be released (DD-30)."""
    dice = game.table.tower_dice(tower)
    size, least = game.rules.die.size, game.rules.knock.distance
    foot = dice[0].pose.xy
    hand = areas.release_region(game.table, game.rules.areas, game.players.index(tower), foot, least, size)
    usual = Mark(areas.default_throw_distance(game.rules.areas, least, size), len(dice) * size / 2)
    return Target(tower, foot, usual, hand)
