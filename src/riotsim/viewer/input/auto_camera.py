"""The automatic camera, which follows the game until the user moves the camera."""

from dataclasses import replace
from typing import Final

from riotsim.replay.timeline import CloseUp, Landing, TallestTower
from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer.input import attention
from riotsim.viewer.input.attention import Kind, View
from riotsim.viewer.input.camera import MAX_PITCH, Camera, CameraPose
from riotsim.viewer.input.framing import Surroundings, first_camera, first_pose, part_pose
from riotsim.viewer.input.sides import turned_pose, turned_table, turned_view

STAY_SHARE = 0.5
"""The camera moves nearer to a part that it already shows if the new distance is no larger than this.

It is a fraction of the present distance. So the camera usually stays where it is after a model's short move.
"""

NEAR: Final[tuple[Kind, ...]] = ("close", "tray")
"""The kinds of views that show something from close by."""

FALL_DISTANCE = 330.0
"""Distance of the camera when it shows a falling tower (mm). For other close-ups, it is the least distance."""

DISTANCE_PER_REACH = 3.6
"""Distance of the camera when it shows the dice of a throw, as a multiple of `Landing.reach`."""

DISTANCE_PER_HEIGHT = 1.6
"""Distance of the camera when it shows the tallest tower, as a multiple of the tower's height.

At this distance, the timeline hides no part of the tower.
"""


class AutoCamera:
    """A camera that turns to the important part of the table, unless the user has moved it."""

    def __init__(self) -> None:
        self.camera = Camera()
        self.view: View | None = None
        """The important part of the table now; None before it is known."""
        self._framed: View | None = None
        """The part that the camera shows; None if the camera shows something else, or must turn again."""
        self._around: Surroundings | None = None
        """The window and the panels at the camera's last turn; None if the camera must turn again at once."""
        self._goal: CameraPose | None = None
        """The camera's goal when it last followed the game; None before the first goal."""
        self._is_new = True
        self._is_unchecked = False
        """True after a new request, until `follow` checks whether panels hide the places of the request."""
        self._close_up: CloseUp | None = None
        """The close-up that the camera shows in slow motion, such as a falling tower; None if it shows no close-up."""
        self._at_back = False
        """True if the camera looks from the back edge of the table, False if from the front edge."""

    def forget(self) -> None:
        """Forget the table. The camera stays where it is."""
        self.view = self._framed = self._around = self._goal = None
        self._is_new, self._close_up = True, None

    def begin(self, table: Table, around: Surroundings) -> None:
        """Show a table for the first time."""
        self.forget()
        self.camera = Camera()
        self._goal = self.camera.goal = self._turned(first_camera(self._front(table), around).goal, table)
        self.camera.arrive()

    def sit(self, *, at_back: bool) -> None:
        """Look from the back edge of the table from now on if `at_back` is True, otherwise from the front edge."""
        if at_back != self._at_back:
            self._at_back = at_back
            self._framed = self._around = None

    def _front(self, table: Table) -> Table:
        """Return the table, turned by half a turn if the camera looks from the back edge."""
        return turned_table(table) if self._at_back else table

    def _turned(self, pose: CameraPose, table: Table) -> CameraPose:
        """Return a pose, turned by half a turn about the table's middle if the camera looks from the back edge."""
        return turned_pose(pose, table, to_back=True) if self._at_back else pose

    @property
    def follows(self) -> bool:
        """True if the camera follows the game. It does so until the user moves it.

        A zoom doesn't count as a move while the camera shows something from close by.
        """
        if self._goal in (None, self.camera.goal):
            return True
        shows_near = self._close_up is not None or (self._framed is not None and self._framed.kind in NEAR)
        return shows_near and replace(self.camera.goal, distance=self._goal.distance) == self._goal

    @property
    def near_view(self) -> View | None:
        """The view that the camera shows from close by, such as a tower or the tray; None if it shows no such view."""
        framed = self._framed
        is_near = self.follows and self._close_up is None and framed is not None and framed.kind in NEAR
        return framed if is_near else None

    @property
    def looks_elsewhere(self) -> bool:
        """True if the user has moved the camera, or if the camera shows a close-up or a place given to `look`."""
        return not self.follows or self._close_up is not None or (self._framed is None and self.view is not None)

    def follow_again(self) -> None:
        """Follow the game again, after the user has moved the camera."""
        self._framed = self._around = None
        self._goal = self.camera.goal

    def follow(self, table: Table, view: View | None, around: Surroundings) -> None:
        """Turn to a part of the table. Do nothing if the user has moved the camera, or during a close-up.

        A zoom by the user is kept until another part matters.

        Args:
            table: The table.
            view: The part; None for the same part as before.
            around: The window and its panels, which should not hide the part.
        """
        if not self.follows or self._close_up is not None:
            return
        wanted = view or self.view or attention.usual_view(table)
        is_same = wanted == self.view and self._around is not None
        resized = not self._is_same_window(around)
        if is_same and not resized and (view is None or not self._may_be_hidden(around)):
            return
        before, self.view, self._around = self._framed, wanted, around
        if wanted.kind == "first":
            shows_first = before is not None and before.kind == "first" and not resized
            goal = self._first_goal(table, wanted, around, is_same=is_same and not resized, shows_first=shows_first)
        else:
            front = self._front(table)
            goal = part_pose(front, turned_view(wanted, table) if self._at_back else wanted, around)
            if wanted.kind == "close" and goal.distance > (first := first_camera(front, around).goal).distance:
                goal = first  # dice of a run lie far apart
            goal = self._turned(goal, table)
            is_zoomed = self._goal != self.camera.goal
            stays = before is not None and before.contains(wanted) and not resized and not is_zoomed
            if stays and goal.distance > STAY_SHARE * self.camera.goal.distance:
                return
        self._framed = wanted
        self._turn(goal)

    def _may_be_hidden(self, around: Surroundings) -> bool:
        """Return whether both are true: the view's kind is `first`, and panels may now hide places of requests in it.

        Panels may hide such places if the window or the panels have changed, or after a new request.
        """
        shows_first = self._framed is not None and self._framed.kind == "first"
        return shows_first and (self._is_unchecked or around != self._around)

    def _first_goal(
        self, table: Table, view: View, around: Surroundings, *, is_same: bool, shows_first: bool
    ) -> CameraPose:
        """Return the camera's pose for a view of the kind `first`.

        - If the view and the window are the same as before, no panel hides the places of requests in the pose.
        - If the view or the window is new, the panels may not be known yet. So the pose is the usual one: that of
          `first_camera`, or the camera's present goal (see `shows_first`).

        Args:
            table: The table.
            view: The view.
            around: The window and its panels.
            is_same: Whether the view and the window are the same as before.
            shows_first: Whether the camera already shows a view of the kind `first` in this window. If so, the usual
                pose is the camera's present goal.
        """
        front, now = self._front(table), self.camera.goal
        first = first_camera(front, around).goal
        if not is_same:
            self._is_unchecked = bool(view.asked)
            return now if shows_first else self._turned(first, table)
        self._is_unchecked = False
        if not self._at_back:
            return first_pose(front, view.asked, around, (first, now))
        usual = (first, turned_pose(now, table, to_back=False))
        return self._turned(first_pose(front, turned_view(view, table).asked, around, usual), table)

    def _is_same_window(self, around: Surroundings) -> bool:
        """Return whether the window is the same as at the last choice of a pose by `follow`.

        Places of panels don't count.
        """
        return self._around is not None and replace(around, panels=()) == replace(self._around, panels=())

    def _turn(self, goal: CameraPose) -> None:
        self._goal = self.camera.goal = goal
        if self._is_new:
            self.camera.arrive()
        self._is_new = False

    def look_from_above(self, table: Table, around: Surroundings) -> None:
        """Show the whole table and its tray from above, between the columns of panels.

        The camera no longer follows the game afterwards.
        """
        corners = attention.View(*self._front(table).outline, attention.MODEL_HEIGHT).corners
        above = Camera.framing(corners, around.between_panels(), around.size, MAX_PITCH).goal
        self.camera.goal = self._turned(above, table)

    def follow_close_up(self, shown: CloseUp | None) -> None:
        """Move the camera close to the place of a close-up.

        - A camera that already shows the place from close by stays where it is.
        - A camera that the user has moved stays where it is.
        - After the close-up, the next call of `follow` turns the camera to the important part.

        Args:
            shown: The close-up that is shown in slow motion; None if there is none.
        """
        near = self.near_view
        is_near = shown is not None and near is not None and near.shows_all([shown.at])
        if shown is not None and shown != self._close_up and self.follows and not is_near:
            self.look((*shown.at, shown.height / 2), min(_distance(shown), self.camera.goal.distance))
            self._close_up = shown
        elif shown is None and self._close_up is not None:
            if self.follows:
                self._goal = self.camera.goal  # a zoom in the close-up ends with it
            self._close_up = None
            self._around = None

    def look(self, at: Vector, distance: float) -> None:
        """Turn the camera to a point (mm), and show it from `distance` (mm).

        A camera that follows the game turns away again when the game next needs another view.
        """
        follows = self.follows
        self.camera.focus(at, distance)
        if follows:
            self._goal, self._framed = self.camera.goal, None


def _distance(shown: CloseUp) -> float:
    """Return the camera's distance in a close-up (mm)."""
    match shown:
        case Landing(reach=reach):
            return max(FALL_DISTANCE, DISTANCE_PER_REACH * reach)
        case TallestTower(height=height):
            return max(FALL_DISTANCE, DISTANCE_PER_HEIGHT * height)
    return FALL_DISTANCE
