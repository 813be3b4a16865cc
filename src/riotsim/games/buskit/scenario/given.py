"""The first position of a scenario of Buskit: the round, and the fighters on the table."""

import math
from collections.abc import Iterator

from pydantic import Field

from riotsim.games.buskit.chapters.attack import Stance
from riotsim.games.buskit.chapters.damage import condition
from riotsim.games.buskit.fight.game import initial_state
from riotsim.games.buskit.fight.setup import empty_table, model_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Aiming, Fighter, State
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, unknown_name
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import At, Inches, Name, millimetres
from riotsim.table.overlaps import clashes
from riotsim.table.state import Table


class GivenFighter(Section):
    """A fighter on the table."""

    at: At
    """Centre of the model (inches)."""
    facing: Inches = 0.0
    """Direction of the model's front (degrees, anticlockwise from the right)."""
    wounds: int | None = None
    """Wounds that the fighter has left; by default all."""
    shock: int | None = None
    """Shock that the fighter has left; by default all."""
    wild: Count | None = None
    """Number of wild dice; by default the number in the rules."""
    spent: tuple[Count, ...] | None = None
    """Number of spent dice in each layer of armour; by default 0 in each layer."""
    fired: dict[Name, Count] = Field(default_factory=dict)
    """Number of shots that are gone from the magazine of each weapon."""
    prone: bool = False
    """True for a fighter who lies prone."""
    stance: Stance = "plain"
    """The stance that the fighter took with the last action."""
    acted: bool = False
    """True for a fighter who has acted in this round."""
    holding: bool = False
    """True for a fighter who holds an action."""
    aiming: Aiming = ""
    """State of the fighter's aim. Empty: the fighter doesn't aim. `aiming`: the last action was to aim. `aimed`: the
    fighter has aimed for a whole round.
    """


class Given(scenario_file.Given):
    """A position of Buskit."""

    players: tuple[Name, ...] = ("Ada", "Bea")
    """The players in the order of play."""
    sides: dict[Name, Name] = Field(default_factory=dict)
    """Name of each player's side in the rules. By default the first player has the first side, and so on."""
    fighters: dict[Name, GivenFighter] = Field(default_factory=dict)
    """The fighters on the table by name, such as `a.ines`, in the order of initiative. A fighter who isn't listed takes
    no part in the fight.
    """
    round: Count = 1
    """Number of the round."""
    quiet: Count = 0
    """Number of rounds in a row without an attack or a tried task."""
    begins: bool = False
    """True if the round is about to begin, with rolls for initiative. If False, the round is under way, and the first
    fighter who hasn't acted has the turn.
    """
    surprise: bool = False
    """True if the actions by surprise before the first round are still going on. The side in the rule
    `scenario.surprise` acts now.
    """

    def faults(self, rules: Rulebook) -> Iterator[Fault]:
        """Check the position against the rules, and yield the errors, such as unknown names or models that overlap."""
        bad = False
        for player, side in self.sides.items():
            if player not in self.players:
                bad = True
                yield ("sides", player), unknown_name(f"no player is called {player!r}", player, self.players)
            elif player in self._brought:
                bad = True
                yield ("sides", player), f"{player} brings a side under companies; only one of both can count"
            elif side not in rules.companies:
                bad = True
                yield ("sides", player), unknown_name(f"no side is called {side!r}", side, rules.companies)
        if bad:
            return
        try:
            known = self._begin(rules).fighters
        except ValueError as error:
            yield ("players",), f"no game can be begun: {error}"
            return
        for name, given in self.fighters.items():
            if name not in known:
                bad = True
                yield ("fighters", name), unknown_name(f"no fighter is called {name!r}", name, known)
                continue
            yield from _fighter_faults(rules, name, given, known[name])
        if len({name[0] for name in self.fighters if name in known}) < 2:
            yield ("fighters",), "fighters of two sides at least stand on the table, such as a.ines and b.cole"
        if not bad:
            for clash in clashes(self.lay(rules)):
                yield ("fighters",), str(clash)

    def state(self, rules: Rulebook) -> State:
        """Return the state of a game that begins at this position."""
        state = self._begin(rules)
        state.fighters = {
            name: _fighter(rules, one, self.fighters[name])
            for name, one in state.fighters.items()
            if name in self.fighters
        }
        state.round = 0 if self.surprise else self.round - self.begins
        state.phase = "surprise" if self.surprise else "round" if self.begins else "turns"
        state.order, state.quiet = () if self.begins or self.surprise else tuple(self.fighters), self.quiet
        return state

    def lay(self, rules: Rulebook) -> Table:
        """Return the table with the models of this position."""
        state, table = self.state(rules), empty_table(rules)
        models = (
            model_of(rules, state.fighters[name], millimetres(given.at), math.radians(given.facing))
            for name, given in self.fighters.items()
        )
        return table.with_pieces(*models)

    def _begin(self, rules: Rulebook) -> State:
        return initial_state(rules, self.players, self.sides, {}, self._brought)


def _fighter_faults(rules: Rulebook, name: str, given: GivenFighter, fighter: Fighter) -> Iterator[Fault]:
    """Yield the errors in the given state of one fighter.

    These are errors:

    - More Wounds or Shock than the fighter has when unhurt.
    - A list `spent` whose length isn't the number of layers of dice in the fighter's armour.
    - More spent dice in a layer than the layer has.
    - In `fired`, a weapon that the fighter doesn't have, a weapon without a magazine, or more shots than the magazine
      holds.
    """
    where, who = ("fighters", name), fighter.character
    for key, value, full in (("wounds", given.wounds, who.full_wounds), ("shock", given.shock, who.full_shock)):
        if value is not None and value > full:
            yield (*where, key), f"{who.title} has at most {full}, not {value} (BK-16)"
    if given.spent is not None and len(given.spent) != len(fighter.spent):
        yield (*where, "spent"), f"one number for each layer of dice in the armour of {who.title}: {len(fighter.spent)}"
    elif given.spent is not None and who.armour is not None:
        layers = rules.armours[who.armour].layers
        if any(gone > layer.dice[0] for gone, layer in zip(given.spent, layers, strict=True)):
            yield (*where, "spent"), "more dice are spent than the armour has"
    for weapon, shots in given.fired.items():
        full_magazine = rules.weapons[weapon].magazine if weapon in who.weapons else None
        if full_magazine is None or shots > full_magazine:
            many = "1 shot" if shots == 1 else f"{shots} shots"
            yield (*where, "fired"), f"{who.title} can't have fired {many} from a magazine of {weapon}"


def _fighter(rules: Rulebook, one: Fighter, given: GivenFighter) -> Fighter:
    """Return a fighter in the state that the scenario gives."""
    wounds = one.wounds if given.wounds is None else given.wounds
    shock = one.shock if given.shock is None else given.shock
    return Fighter(
        one.id,
        one.character,
        one.player,
        wounds,
        shock,
        condition=condition(rules, one.character, wounds, shock),
        spent=one.spent if given.spent is None else given.spent,
        wild=one.wild if given.wild is None else given.wild,
        fired=tuple(given.fired.items()),
        placed=True,
        prone=given.prone,
        stance=given.stance,
        acted=given.acted,
        holding=given.holding,
        aiming=given.aiming,
    )
