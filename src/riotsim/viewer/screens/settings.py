"""The settings as their page changes them: what holds now, which key is being asked for, and the file they are in."""

from pathlib import Path

from riotsim.viewer.input.keys import Action
from riotsim.viewer.settings import Settings, load, save
from riotsim.viewer.ui import wishes
from riotsim.viewer.ui.start import settings_model
from riotsim.viewer.ui.start.pages import settings_after


class Options:
    """The player's settings."""

    def __init__(self, file: Path) -> None:
        loaded = load(file)
        self.now = loaded.settings
        """What holds."""
        self.told = loaded.told
        """Something to know that is not about a game."""
        self._file = file
        self._capturing: Action | None = None
        self._clash: settings_model.Clash | None = None

    def model(self, measured: str = "") -> settings_model.SettingsModel:
        """Give what the page of settings shows; `measured` says what `auto` comes to."""
        return settings_model.SettingsModel(self.now, self._capturing, self._clash, measured=measured, told=self.told)

    @property
    def capturing(self) -> Action | None:
        """The action whose new key is waited for."""
        return self._capturing

    def after(self, wish: wishes.Wish) -> Settings:
        """Ask for a key, or give the settings as a wish would have them."""
        changed = settings_after(self.model(), wish)
        self._capturing, self._clash = changed.capturing, changed.clash
        return changed.settings

    def set(self, settings: Settings) -> None:
        """Have these from now on, and in the file."""
        self.now = settings
        try:
            save(settings, self._file)
        except OSError as error:
            self.told = f"{self._file}: {error.strerror or error}; these settings hold for now only"
