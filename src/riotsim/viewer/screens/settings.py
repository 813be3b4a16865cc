"""The settings as their page changes them: what holds now, which key is being asked for, and the file they are in."""

from dataclasses import replace
from pathlib import Path

from riotsim.viewer.input.keys import Action, KeyTaken
from riotsim.viewer.settings import Settings, load, save
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui.start import settings_model


class SettingsStore:
    """The player's settings."""

    def __init__(self, file: Path) -> None:
        loaded = load(file)
        self.now = loaded.settings
        """What holds."""
        self.problem = loaded.problem
        """Something to know that is not about a game."""
        self._file = file
        self._capturing: Action | None = None
        self._clash: settings_model.KeyClash | None = None

    def model(self, measured: str = "") -> settings_model.SettingsModel:
        """Give what the page of settings shows; `measured` says what `auto` comes to."""
        return settings_model.SettingsModel(
            self.now, self._capturing, self._clash, measured=measured, problem=self.problem
        )

    @property
    def capturing(self) -> Action | None:
        """The action whose new key is waited for."""
        return self._capturing

    def after(self, command: commands.UiCommand) -> Settings:
        """Ask for a key, or give the settings as a wish would have them."""
        changed = settings_after(self.model(), command)
        self._capturing, self._clash = changed.capturing, changed.clash
        return changed.settings

    def set(self, settings: Settings) -> None:
        """Have these from now on, and in the file."""
        self.now = settings
        try:
            save(settings, self._file)
        except OSError as error:
            self.problem = f"{self._file}: {error.strerror or error}; these settings hold for now only"


def settings_after(model: settings_model.SettingsModel, command: commands.UiCommand) -> settings_model.SettingsModel:
    """Give the page of settings as a wish leaves it; the same if the wish is for somebody else."""
    match command:
        case commands.ChangeSettings(settings):
            return replace(model, settings=settings)
        case commands.CaptureKey(action):
            return replace(model, capturing=action, clash=None)
        case commands.BindKey(action, chord, take):
            try:
                keys = model.settings.keymap.bind(action, chord, take=take)
            except KeyTaken as taken:
                return replace(model, clash=settings_model.KeyClash(action, chord, taken.others))
            return replace(model, settings=model.settings.with_keys(keys), capturing=None, clash=None)
    return model
