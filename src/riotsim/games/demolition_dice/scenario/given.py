"""The position that a Demolition Dice scenario begins with: at the start of a round."""

from collections.abc import Iterator

from pydantic import Field

from riotsim.games.demolition_dice.rulebook import PLAYERS, Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import muster
from riotsim.games.demolition_dice.rules.towers import stand
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, unknown_name
from riotsim.play.scenarios.document import Name
from riotsim.play.session.chance import Chance
from riotsim.play.session.session import Play
from riotsim.table.dice.kinds import D6
from riotsim.table.state import Table


class Given(Section):
    """A position."""

    bosses: tuple[Name, ...]
    """The players, in turn order."""
    towers: dict[Name, tuple[Count, ...]] = Field(default_factory=dict)
    """What the dice of their towers show, from the bottom up; who is not named has none yet."""
    rounds: Count = 0
    """How many rounds have been played."""

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Tell what makes no sense though it is well formed."""
        if len(self.bosses) != PLAYERS or len(set(self.bosses)) < PLAYERS:
            yield ("bosses",), f"there are {PLAYERS} bosses of different names, not {', '.join(self.bosses)} (DD-01)"
        for name, shows in self.towers.items():
            if name not in self.bosses:
                yield ("towers", name), unknown_name(f"no boss is called {name!r}", name, self.bosses)
            if len(shows) > rules.dice:
                yield ("towers", name), f"{len(shows)} dice stand here, and each boss has {rules.dice} (DD-01)"
            if strange := [value for value in shows if value not in D6.values]:
                yield ("towers", name), f"there is no {strange[0]} on a d6"

    def lay(self, rules: Rulebook) -> Table:
        """Give the table."""
        play = Play(muster(rules, self.bosses, {}), rules.bare_table, Chance(0), 0.0)
        game = Demolition(play, rules)
        for boss, shows in self.towers.items():
            if shows:
                stand(game, boss, dict(zip(game.dice_of(boss), shows, strict=False)))
        return game.table
