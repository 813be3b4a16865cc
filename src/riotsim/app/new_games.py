"""Defaults and limits of a new game, and its seed, for the command line, the window and the Python library."""

import secrets
from operator import index
from typing import Final, SupportsIndex

from riotsim.errors import BadInput, InvalidValue

PLAYER_NAMES: Final = ("Ada", "Bea", "Cy", "Dee")
"""Default names of the players, in turn order."""

DEFAULT_BOT: Final = "greedy"
"""The bot that plays by default."""

SEED_BITS: Final = 32
"""Length of a random seed (bits). Such a seed has at most ten decimal digits, so it can be typed by hand."""

MAX_SEED: Final = 2**64 - 1
"""The largest seed that a stored game can hold."""

MAX_NAME_LENGTH: Final = 20
"""Maximum length of a player's name (characters). Longer names don't fit beside each other in a turn's heading."""

MAX_RULES_NAME_LENGTH: Final = 200
"""Maximum length of the name of the rules in a stored game (characters). The end of a longer name is cut off."""


def random_seed() -> int:
    """Return a new random seed of `SEED_BITS` bits."""
    return secrets.randbits(SEED_BITS)


def check_seed(seed: object) -> int:
    """Check a seed that was given in Python, and return the seed. For None, return a random seed.

    Raises:
        InvalidValue: The seed is not a whole number from 0 to `MAX_SEED`.
    """
    if seed is None:
        return random_seed()
    if isinstance(seed, bool) or not isinstance(seed, SupportsIndex) or not 0 <= index(seed) <= MAX_SEED:
        raise InvalidValue(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r:.80}")
    return index(seed)


def parse_seed(text: str | None) -> int:
    """Parse the value of `--seed`, and return the seed. For None, return a random seed.

    Raises:
        BadInput: The text is not a whole number from 0 to `MAX_SEED`.
    """
    if text is None:
        return random_seed()
    short = len(text.lstrip("0")) <= len(str(MAX_SEED))  # int() raises for thousands of digits
    if not (text.isascii() and text.isdecimal() and short and int(text) <= MAX_SEED):
        raise BadInput(f"--seed is a whole number from 0 to {MAX_SEED}, not {text!r:.80}")
    return int(text)
