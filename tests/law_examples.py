"""How many examples a law is tried with whose examples are costly: a few before a commit, many by `make proof`."""

from hypothesis import settings


def examples(few: int, many: int) -> settings:
    """Return settings with a number of examples: `many` where new ones are looked for, else `few`."""
    return settings(max_examples=many if settings.get_current_profile_name() == "explore" else few)
