"""The actions that the active player can't take now, each with the reason (RW-21)."""

from collections.abc import Mapping
from typing import Final

from riotsim.play.requests import Choose, Request, Unavailable

REASONS: Final[Mapping[str, str]] = {
    "direct fire": "No unit has an enemy in sight and in its arc.",
    "coordinated fire": "No two units of one class in a close group, or in sight of one Leader, see the same enemy.",
    "move": "All units are pinned, in a fray, or aboard without room beside the hull.",
    "close combat": "No unit that may move has room beside an enemy.",
    "rally": "No unit on the table is pinned.",
}
"""The reasons why an action isn't available."""


def unavailable(request: Request[object]) -> tuple[Unavailable, ...]:
    """Return each action that is usually available but that no unit can take now, with the reason."""
    if not isinstance(request, Choose) or request.purpose != "action":
        return ()
    return tuple(
        Unavailable(action.capitalize(), why) for action, why in REASONS.items() if action not in request.options
    )
