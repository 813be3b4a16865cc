"""The areas of the window where panels hide the table.

`places_now` returns the areas that the panels hide now. `greatest_places` returns the areas under the panels at their
usual greatest height.
"""

from collections.abc import Mapping

from riotsim.table.state import Table
from riotsim.viewer.input.framing import TOP_MARGIN, Box, Surroundings, has_one_column
from riotsim.viewer.ui.panels.playback import BAR_WIDTH, timeline_height
from riotsim.viewer.ui.panels.standings import greatest_standings_height
from riotsim.viewer.ui.panels.turn import CLOCK_LINE, TURN_HEIGHT
from riotsim.viewer.ui.widgets.theme import BAR_HEIGHT, COLUMN, MARGIN, TOOLS_HEIGHT

PANELS = ("turn", "ask", "waiting", "check", "tools", "standings", "order", "record", "camera", "playback", "lesson")
"""Keys of the panels that should not hide the subject of a question."""

MIN_LOG_HEIGHT = 150.0
"""Least height that must be left for the log below full standings (panel units).

If less height would be left, the standings are drawn in compact form.
"""

MAX_LOG_HEIGHT, NARROW_LOG_HEIGHT = 460.0, 160.0
"""Largest height of the log in a wide window, and in a narrow window (panel units).

A higher log would hide more of the table, which is visible below it.
"""

MAX_LOG_SHARE = 0.4
"""Largest height of a log over a table that fills the window, as a fraction of the window's height."""

MIN_LOG_SHARE = 0.3
"""Least height of a log below the question, as a fraction of the window's height."""

USUAL_QUESTION_BOTTOM = 500.0
"""Lower edge that a usual question has in the left column (panel units). In a high window, the log begins there."""

NARROW_WIDTH = 1150.0
"""Width of a window below which it is narrow (panel units)."""

BELOW = MARGIN + BAR_HEIGHT + 8
"""Height of the area below the right column (panel units). The buttons that move the camera are there."""

RIGHT_TOP = MARGIN + TOOLS_HEIGHT + 8
"""Upper edge of the right column, below the buttons at the upper right (panel units)."""

PLAYBACK_BAR = 76.0
"""Height that the playback bar hides at the bottom of a game's window (panel units)."""

LESSON_BAR = 172.0
"""Height that a lesson's panel takes at the top, with room for a figure's name below the panel (panel units)."""

QUESTION_BOTTOM = 620.0
"""Lower edge that a question with many answers has in the left column of a game with two columns (panel units)."""

TURN_BOTTOM = MARGIN + TURN_HEIGHT + CLOCK_LINE
"""Lower edge of the panel of the turn (panel units)."""


def record_height(width: float, height: float, top: float, *, over_table: bool) -> float:
    """Return the largest height of the log in the right column (panel units).

    Args:
        width: Width of the window (panel units).
        height: Height of the window (panel units).
        top: Upper edge of the log (panel units).
        over_table: Whether the log stands over a table that fills the window. The largest height is then smaller, to
            hide less of the table.
    """
    most = MAX_LOG_HEIGHT
    if over_table:
        most = NARROW_LOG_HEIGHT if width < NARROW_WIDTH else min(most, MAX_LOG_SHARE * height)
    return min(height - top - BELOW, most)


def steady_log_height(height: float) -> float:
    """Return the height of the log below a question, if there is room for it (panel units).

    The log stands there in a window with one column of panels. The height is the same for all questions.

    Args:
        height: Height of the window (panel units).
    """
    return min(MAX_LOG_HEIGHT, max(MIN_LOG_SHARE * height, height - MARGIN - USUAL_QUESTION_BOTTOM))


def game_surroundings(
    table: Table,
    items: Mapping[str, Box],
    size: tuple[int, int],
    scale: float,
    *,
    players: int,
    is_lesson: bool,
    has_order: bool = False,
) -> Surroundings:
    """Return the size of the window and the places of its panels during a game.

    Args:
        table: The table that is shown.
        items: The place of each item of the panels in the last frame.
        size: Width and height of the window.
        scale: Scale of the panels.
        players: Number of players.
        is_lesson: Whether the game is a scene of a lesson.
        has_order: Whether a panel at the right shows the order of the units' turns.
    """
    one_column = has_one_column(table, size, scale, has_order=has_order)
    return Surroundings(
        size,
        scale,
        PLAYBACK_BAR,
        LESSON_BAR if is_lesson else TOP_MARGIN,
        places_now(items, scale, size),
        greatest=() if is_lesson else greatest_places(scale, size, players=players, one_column=one_column),
        one_column=one_column,
    )


def replay_surroundings(size: tuple[int, int], scale: float, *, players: int, highlights: int) -> Surroundings:
    """Return the size of the window and the places of its panels during a replay.

    Args:
        size: Width and height of the window.
        scale: Scale of the panels.
        players: Number of players.
        highlights: Number of highlights of the game.
    """
    greatest = greatest_places(scale, size, players=players, replay=True, highlights=highlights)
    return Surroundings(size, scale, timeline_height(highlights) + MARGIN + 8, greatest=greatest)


def places_now(items: Mapping[str, Box], scale: float, size: tuple[int, int]) -> tuple[Box, ...]:
    """Return the places (pixels) of the panels that should not hide the subject of a question.

    The log gets higher during a game. Its place is returned with its largest height, so that its growth doesn't turn
    the camera.

    Args:
        items: The place of each item of the panels.
        scale: Scale of the panels.
        size: Width and height of the window.
    """
    found = {key: items[key] for key in PANELS if key in items}
    if "record" in found:
        left, top, right, bottom = found["record"]
        high = record_height(size[0] / scale, size[1] / scale, top / scale, over_table=True) * scale
        found["record"] = (left, top, right, max(bottom, top + high))
    return tuple(found.values())


def greatest_places(
    scale: float,
    size: tuple[int, int],
    *,
    players: int,
    one_column: bool = False,
    replay: bool = False,
    highlights: int = 0,
) -> tuple[Box, ...]:
    """Return the boxes of the panels at their usual greatest height (pixels).

    The boxes stay the same for a whole game. So the camera can find a place where no panel hides the table. Panels that
    only games with companies have are not counted.

    Args:
        scale: Scale of the panels.
        size: Width and height of the window.
        players: Number of players.
        one_column: Whether all columns of panels are at the left.
        replay: Whether the panels are those of a replay.
        highlights: Number of highlights of a replay.
    """
    width, height = size[0] / scale, size[1] / scale
    left, low = width - MARGIN - COLUMN, height - MARGIN
    below_question = TURN_BOTTOM if replay else low if one_column else min(low, QUESTION_BOTTOM)
    found = [
        (MARGIN, MARGIN, MARGIN + COLUMN, below_question),
        (left, MARGIN, width - MARGIN, MARGIN + TOOLS_HEIGHT),
        (left, low - BAR_HEIGHT, width - MARGIN, low),
    ]
    if replay:
        found.append((MARGIN, low - timeline_height(highlights) - 8, left, low))
    else:
        half = min(BAR_WIDTH, width - 2 * COLUMN - 40) / 2
        found.append((width / 2 - half, low - BAR_HEIGHT, width / 2 + half, low))
    if not one_column:
        top = RIGHT_TOP + greatest_standings_height(players) + 8
        log = max(record_height(width, height, top, over_table=True), 0.0)
        found.append((left, RIGHT_TOP, width - MARGIN, min(top + log, height - BELOW)))
    return tuple((x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in found)
