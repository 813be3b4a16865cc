"""The first position of a Demolition Dice scenario. It is a position at the start of a round."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pydantic import AliasChoices, Field

from riotsim.games.demolition_dice.rulebook import PLAYER_COUNT, Rulebook
from riotsim.games.demolition_dice.rules.areas import area_footprint
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import initial_state, start_table
from riotsim.games.demolition_dice.rules.round import DICE_PER_ROLL
from riotsim.games.demolition_dice.rules.towers import build_straight_tower
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, faults_below, unknown_name
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import Name
from riotsim.play.scenarios.placed_pieces import TowerDie, seat_above
from riotsim.play.session.chance import Chance
from riotsim.play.session.session import Play
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import disc, gap
from riotsim.table.pieces import Tower
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table
from riotsim.table.towers import first_die_pose, stands


class Given(scenario_file.Given):
    """The scenario's first position. It is a position at the start of a round."""

    players: tuple[Name, ...] = Field(validation_alias=AliasChoices("players", "bosses"))
    """The players in turn order."""
    towers: dict[Name, tuple[Count, ...]] = Field(default_factory=dict)
    """The faces of each player's tower, from the bottom up. A player who is named neither here nor in `tower_dice` has
    no tower.
    """
    tower_dice: dict[Name, tuple[TowerDie, ...]] = Field(default_factory=dict)
    """The dice of each player's tower, from the bottom up, each with its place. A tower that is not straight is given
    here, and not in `towers`.
    """
    rolled: dict[Name, tuple[Count, ...]] = Field(default_factory=dict)
    """The numbers that each named player has already rolled in this round. The other players roll when the game begins.
    """
    rounds: Count = 0
    """Number of rounds before this position."""

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Check the position against the rules, and yield the errors.

        Whether each tower stands, and stands in its owner's area, is checked only if there are no other errors.
        """
        wrong = [*self._number_faults(rules)]
        yield from wrong or self._tower_faults(rules)

    def _number_faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Yield the errors that can be found before the dice are laid on a table.

        They are wrong players, wrong faces, wrong places of dice, and wrong numbers of dice.
        """
        if len(self.players) != PLAYER_COUNT or len(set(self.players)) < PLAYER_COUNT:
            yield (
                ("players",),
                f"there are {PLAYER_COUNT} players of different names, not {', '.join(self.players)} (DD-01)",
            )
        for name, shows in self.towers.items():
            if name not in self.players:
                yield ("towers", name), unknown_name(f"no player is called {name!r}", name, self.players)
            if len(shows) > rules.dice:
                yield ("towers", name), f"{len(shows)} dice stand here, and each player has {rules.dice} (DD-01)"
            if strange := [value for value in shows if value not in D6.values]:
                yield ("towers", name), f"there is no {strange[0]} on a d6"

        for name, dice in self.tower_dice.items():
            if name not in self.players:
                yield ("tower_dice", name), unknown_name(f"no player is called {name!r}", name, self.players)
                continue
            if name in self.towers:
                yield ("tower_dice", name), "says what `towers` says too; leave one of them out"
            if len(dice) > rules.dice:
                yield ("tower_dice", name), f"{len(dice)} dice stand here, and each player has {rules.dice} (DD-01)"
            for k, die in enumerate(dice):
                yield from faults_below(("tower_dice", name, k), die.faults())

        for name, shows in self.rolled.items():
            if name not in self.players:
                yield ("rolled", name), unknown_name(f"no player is called {name!r}", name, self.players)
                continue
            count = min(rules.dice - self.height_of(name), DICE_PER_ROLL)
            if len(shows) != count:
                sentence = f"{name} rolls {count} dice at once here, not {len(shows)} (DD-10)"
                yield ("rolled", name), sentence.replace("1 dice", "1 die")
            if strange := [value for value in shows if value not in D6.values]:
                yield ("rolled", name), f"there is no {strange[0]} on a d6"

    def height_of(self, player: PlayerId) -> int:
        """Return the number of dice in a player's tower."""
        return len(self.towers.get(player, ())) + len(self.tower_dice.get(player, ()))

    def _tower_faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Yield an error for each tower that doesn't stand, or has its bottom die's middle outside its owner's area."""
        table = self.lay(rules)
        for seat, name in enumerate(self.players):
            dice = table.tower_dice(name)
            if not dice:
                continue
            if not stands(dice, table.level_under(dice[0])):
                yield ("tower_dice", name), "these dice are no tower: each stands on the one below, and over it"
            elif gap(area_footprint(table, rules.areas, seat), disc(dice[0].pose.xy, 0.0)) > 0.0:
                yield ("tower_dice", name), "a tower stands in the building area of its owner (DD-02)"

    def state(self, rules: Rulebook) -> State:
        """Return the state of a game that begins at this position."""
        state = initial_state(rules, self.players, {})
        state.rounds = self.rounds
        return state

    def lay(self, rules: Rulebook) -> Table:
        """Return the table with the towers and the rolled dice of this position."""
        play = Play(initial_state(rules, self.players, {}), start_table(rules, self.players), Chance(0), 0.0)
        game = Demolition(play, rules)
        for player, shows in self.towers.items():
            if shows:
                build_straight_tower(game, player, dict(zip(game.dice_of(player), shows, strict=False)))
        for name, given in self.tower_dice.items():
            place_given_tower(game, name, given)
        for name, shows in self.rolled.items():
            place_rolled_dice(game, name, shows)
        return game.table


def place_rolled_dice(game: Demolition, owner: PlayerId, shows: Sequence[int]) -> None:
    """Put rolled dice of a player into the tray, one die for each upper face in `shows`.

    The dice are the first ones that the player holds. They lie in a row. Each player has a row of their own.
    """
    tray = game.table.tray
    assert tray is not None, "the rules have a tray"
    size, (left, front) = game.rules.die.size, tray.at
    rows, columns = len(game.players) + 1, len(shows) + 1
    y = front + tray.depth * (rows - 1 - game.players.index(owner)) / rows
    for place, (name, value) in enumerate(zip(game.held(owner), shows, strict=False), 1):
        die = game.die(owner, name, value)
        at = (left + tray.width * place / columns, y, size / 2)
        game.table = game.table.with_pieces(replace(die, pose=replace(die.pose, at=at)))


def place_given_tower(game: Demolition, owner: PlayerId, given: Iterable[TowerDie]) -> None:
    """Build the tower of a player from the bottom up. Each die gets the place that the scenario file gives it."""
    size, bearing = game.rules.die.size, game.bearing(owner)
    seat, yaw = first_die_seat(game, owner), bearing
    laid = []
    for name, its in zip(game.dice_of(owner), given, strict=False):
        die = game.die(owner, name)
        laid.append(replace(die, pose=its.pose(die.kind, seat, yaw)))
        seat, yaw = seat_above(its, laid[-1].pose, size, yaw)
    if laid:
        game.table = game.table.with_pieces(*laid).with_tower(owner, Tower(tuple(die.id for die in laid), bearing))


def first_die_seat(game: Demolition, owner: PlayerId) -> Pose:
    """Return the pose of the first die of a tower that begins in the middle of its owner's area.

    The die's sides are parallel to the sides of the area.
    """
    seat = first_die_pose(game.table, owner, game.bearing(owner), game.rules.die.size, game.middle(owner))
    return replace(seat, orientation=about_z(game.bearing(owner)))
