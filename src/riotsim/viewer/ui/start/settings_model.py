"""The data shown by the settings page."""

from dataclasses import dataclass

from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.settings import Settings


@dataclass(frozen=True, slots=True)
class KeyClash:
    """A key wanted for an action and already used by others."""

    action: Action
    chord: Chord
    others: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SettingsModel:
    """The settings page: the settings, and the key that is being assigned."""

    settings: Settings
    capturing: Action | None = None
    """The action that waits for a new key."""
    clash: KeyClash | None = None
    measured: str = ""
    """The quality that `auto` has chosen, in a few words."""
    problem: str = ""
    """A problem with the settings file, or empty."""
