"""The camera moves as long as one of its keys is held."""

from collections.abc import Callable

from riotsim.viewer.camera import Camera
from riotsim.viewer.keys import Action

PAN, ORBIT, ZOOM = 0.9, 1.6, 0.25
"""In a second: how far it shifts (shares of its distance), turns (rad), and what is left of its distance."""

LONGEST = 0.1
"""A frame that took longer moves it no farther than this (s)."""


def steer(camera: Camera, holds: Callable[[Action], bool], seconds: float) -> None:
    """Move a camera as the keys that are held say, for so long (s)."""
    step = min(seconds, LONGEST)

    def way(one: Action, other: Action) -> float:
        return step * (holds(one) - holds(other))

    right, away = way(Action.PAN_RIGHT, Action.PAN_LEFT), way(Action.PAN_AWAY, Action.PAN_NEAR)
    if right or away:
        far = camera.goal.distance
        camera.pan(right * far * PAN, away * far * PAN)
    if turn := way(Action.ORBIT_RIGHT, Action.ORBIT_LEFT):
        camera.orbit(turn * ORBIT, 0.0)
    if nearer := way(Action.ZOOM_IN, Action.ZOOM_OUT):
        camera.zoom(ZOOM**nearer)
