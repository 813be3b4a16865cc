"""The number of examples for property tests that take long: few before a commit, many in `make proof`."""

from hypothesis import settings


def examples(few: int, many: int) -> settings:
    """Return Hypothesis settings with `many` examples if the profile is `explore`, else with `few`."""
    return settings(max_examples=many if settings.get_current_profile_name() == "explore" else few)
