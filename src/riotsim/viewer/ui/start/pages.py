"""What wishes make of the start screen and the settings: those that need nobody but the models themselves."""

from dataclasses import replace

from riotsim.viewer.input.keys import Taken
from riotsim.viewer.ui.sandbox.wishes import Named
from riotsim.viewer.ui.start.settings_model import Clash, SettingsModel
from riotsim.viewer.ui.start.start_model import StartModel
from riotsim.viewer.ui.wishes import Bind, Capture, Edited, Go, Set, Wish


def start_after(model: StartModel, wish: Wish) -> StartModel:
    """Give the start screen as a wish leaves it; the same if the wish is for somebody else."""
    match wish:
        case Go(page):
            return replace(model, page=page, problem="", settings=replace(model.settings, capturing=None, clash=None))
        case Edited(draft):
            return replace(model, draft=draft, problem="")
        case Named(path):
            return replace(model, scenario=path, problem="")
    settings = settings_after(model.settings, wish)
    return model if settings is model.settings else replace(model, settings=settings)


def settings_after(model: SettingsModel, wish: Wish) -> SettingsModel:
    """Give the page of settings as a wish leaves it; the same if the wish is for somebody else."""
    match wish:
        case Set(settings):
            return replace(model, settings=settings)
        case Capture(action):
            return replace(model, capturing=action, clash=None)
        case Bind(action, chord, take):
            try:
                keys = model.settings.keymap.bind(action, chord, take=take)
            except Taken as taken:
                return replace(model, clash=Clash(action, chord, taken.others))
            return replace(model, settings=model.settings.with_keys(keys), capturing=None, clash=None)
    return model
