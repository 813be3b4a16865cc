"""The dice tray that players share.

- `throws`: throws into the tray. The dice may have several owners, and earlier dice may still lie in the tray.
- `checks`: checks. Two pools of dice are rolled against each other. The dice are thrown into the tray, or random
  numbers are drawn in their place.
"""

from riotsim.play.shared_tray.throws import SharedTray

__all__ = ["SharedTray"]
