"""The models and actions that a boss can't choose now, each with the reason."""

from collections.abc import Iterator

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules import ending
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.shoot import shooting_weapons
from riotsim.games.riot_dice.rules.turn import END_ACTION
from riotsim.games.riot_dice.state import ModelId, State
from riotsim.play.requests import Choose, PlayerId, Request, Unavailable
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import gap
from riotsim.table.units import in_inches

ACTIONS = {"scoot": "Scoot", "shoot": "Shoot", "boot": "Boot"}
"""The actions of a model (RD-22) and their displayed names."""


def unavailable(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Unavailable, ...]:
    """Return the models and actions that a boss can't choose now, each with the reason."""
    game = Riot(session.play, rules)
    match request:
        case Choose(purpose="turn", player=boss):
            return tuple(_fallen(game, boss))
        case Choose(purpose="action", options=(option,)) if option == END_ACTION:
            return ()  # nothing is left to decide, so that the window ends the activation by itself
        case Choose(purpose="action", options=options):
            model = game.state.activating
            assert model is not None, "it is being activated"
            return tuple(
                Unavailable(name, _why_not(game, model, action))
                for action, name in ACTIONS.items()
                if action not in options
            )
    return ()


def _fallen(game: Riot, boss: PlayerId) -> Iterator[Unavailable]:
    """Yield each fallen model of a boss, with the reason why the boss can't choose it (RD-21)."""
    for model in game.table.models.values():
        if model.fallen and model.owner == boss:
            yield Unavailable(
                game.name_of(model.id), "It has fallen over. A friend in contact can help it up.", model.id
            )


def _why_not(game: Riot, model: ModelId, action: str) -> str:
    """Return why a model can't take an action (RD-22, RD-50, RD-70, RD-82)."""
    for event in reversed(game.play.events):
        if isinstance(event, events.Activated):
            break
        if isinstance(event, events.Acts) and event.action == action:
            return "It has done that in this activation."
    if action == "shoot":
        return "It has no weapon that shoots."
    if not ending.may_boot(game):
        return "Time is up, so that nobody may boot."
    return "Nobody who has fallen is in contact."


def out_of_range(game: Riot, model: ModelId) -> str:
    """Return a text with a model's distance to the nearest standing enemy, and its longest range (RD-50, RD-52).

    The text is empty if that enemy is in range, if no enemy stands, or if the model can't shoot.
    """
    names = shooting_weapons(game, model)
    reach, name = max(((game.rules.weapons[name].range or 0.0, name) for name in names), default=(0.0, ""))
    here, boss = game.model(model).footprint, game.boss_of(model)
    foes = (foe for foe in game.table.models.values() if not foe.fallen and foe.owner != boss)
    far, foe = min(((gap(here, foe.footprint), foe.id) for foe in foes), default=(0.0, ""))
    if not names or far <= reach:
        return ""
    weapon = name.replace("_", " ")
    return f"{game.name_of(foe)} is {in_inches(far):.1f} in away, the {weapon} reaches {in_inches(reach):.4g}"
