"""How far models reach as they stand: what a person would measure before a turn (RD-06)."""

from collections.abc import Iterator

from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.games.riot_dice.state import Fighter, ModelId, State
from riotsim.play.offers import Reach
from riotsim.table.plan import CONTACT
from riotsim.table.state import Table
from riotsim.table.units import in_inches, inches


def reaches(rules: Rulebook, state: State, table: Table) -> dict[ModelId, tuple[Reach, ...]]:
    """Give what each standing model reaches, the nearest first; those that lie reach nothing."""
    return {
        name: tuple(sorted(_of(rules, fighter), key=lambda reach: reach.mm))
        for name, fighter in state.fighters.items()
        if name in table.models and not table.models[name].fallen
    }


def _of(rules: Rulebook, fighter: Fighter) -> Iterator[Reach]:
    yield Reach("", CONTACT)  # RD-60, RD-70: who fights or boots, touches
    # RD-40 to RD-42: each move die takes it as many inches as it shows.
    dice = [max(rules.dice.values(kind)) for kind in rules.models[fighter.kind].move]
    if len(dice) > 1:
        yield Reach(f"a move die: {max(dice)} in", inches(max(dice)))
    if dice:
        yield Reach(f"scoot: {sum(dice)} in at most", inches(sum(dice)))
    for name in fighter.weapons:
        if (far := rules.weapons[name].range) is not None:  # RD-50
            yield Reach(f"{name.replace('_', ' ')}: {in_inches(far):.4g} in", far)
