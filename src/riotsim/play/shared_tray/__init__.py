"""The tray that players share: throws of several owners' dice into it, and checks of dice pools.

- `throws`: dice of any owners thrown at once, and dice thrown later while earlier dice are still in the tray.
- `checks`: checks whose dice are thrown into the tray, or whose numbers are drawn from a stream of random numbers.
"""

from riotsim.play.shared_tray.throws import SharedTray

__all__ = ["SharedTray"]
