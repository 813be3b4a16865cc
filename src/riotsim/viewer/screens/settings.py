"""The settings, their file, and the state of the page for changing them."""

from dataclasses import replace
from pathlib import Path

from riotsim.viewer.input.keys import Action, KeyTaken
from riotsim.viewer.settings import Settings, load, save
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import models


class SettingsStore:
    """The player's current settings and their file."""

    def __init__(self, file: Path) -> None:
        loaded = load(file)
        self.current = loaded.settings
        """The current settings."""
        self.sound_problem = ""
        """A message about a problem with sound, or empty if there is no problem."""
        self._file_problem = loaded.problem
        self._file = file
        self._capturing: Action | None = None
        self._clash: models.KeyClash | None = None

    def model(self, measured: str = "") -> models.SettingsModel:
        """Return the data of the settings page.

        Args:
            measured: Text about the picture quality that the setting `auto` has chosen, such as `now high`. It is empty
                if the player has set the picture quality.
        """
        return models.SettingsModel(self.current, self._capturing, self._clash, measured=measured, problem=self.problem)

    @property
    def problem(self) -> str:
        """A message about problems with the settings file and with sound, or empty if there are no problems."""
        return "; ".join(filter(None, (self._file_problem, self.sound_problem)))

    @property
    def capturing(self) -> Action | None:
        """The action whose new key the player is about to press, or None if no key is being assigned."""
        return self._capturing

    def apply(self, command: commands.UiCommand) -> Settings:
        """Return the settings after a command of the settings page. They have no effect before you call `set`."""
        changed = settings_after(self.model(), command)
        self._capturing, self._clash = changed.capturing, changed.clash
        return changed.settings

    def set(self, settings: Settings) -> None:
        """Use these settings from now on, and write them to the file. If writing fails, `problem` has the reason."""
        self.current = settings
        try:
            save(settings, self._file)
            self._file_problem = ""
        except OSError as error:
            lost = "these settings are lost when riotsim is closed"
            self._file_problem = f"{self._file}: {error.strerror or error}; {lost}"


def settings_after(model: models.SettingsModel, command: commands.UiCommand) -> models.SettingsModel:
    """Return the settings page after a command. Commands that are not about settings leave the page unchanged."""
    match command:
        case commands.ChangeSettings(settings):
            return replace(model, settings=settings)
        case commands.CaptureKey(action):
            return replace(model, capturing=action, clash=None)
        case commands.BindKey(action, chord, take):
            try:
                keys = model.settings.keymap.bind(action, chord, take=take)
            except KeyTaken as taken:
                return replace(model, clash=models.KeyClash(action, chord, taken.others))
            return replace(model, settings=model.settings.with_keys(keys), capturing=None, clash=None)
    return model
