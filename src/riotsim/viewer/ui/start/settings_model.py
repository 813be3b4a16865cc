"""What the page of settings shows, as plain data."""

from dataclasses import dataclass

from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.settings import Settings


@dataclass(frozen=True, slots=True)
class KeyClash:
    """A key that is wanted for an action, and that others have."""

    action: Action
    chord: Chord
    others: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SettingsModel:
    """The page of settings: what is set, and the key that is being chosen."""

    settings: Settings
    capturing: Action | None = None
    """The action whose new key is waited for."""
    clash: KeyClash | None = None
    measured: str = ""
    """What quality `auto` has come to, in a few words."""
    problem: str = ""
    """What was wrong with the file of settings."""
