"""A user of the sandbox, for tests without graphics."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.sandbox import WindowSandbox
from riotsim.table.poses import Point, Vector
from riotsim.viewer.input import picking
from riotsim.viewer.input.camera import Ray
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.sandbox.files import Files
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import start_model

TIMEOUT = 60.0
"""Time that a host may take on a busy machine (s)."""

FRAME = 1 / 60

DRAFT = start_model.Draft(
    (start_model.SeatDraft("Ann", "person", 0), start_model.SeatDraft("Bob", "person", 1)), "riot_dice", "bare"
)


class Nobody:
    """A host that never sends anything."""

    def received_messages(self) -> Iterator[object]:
        """Yield nothing."""
        return iter(())

    def send(self, message: object) -> None:
        """Ignore a message."""

    def close(self) -> None:
        """Do nothing."""

    def end(self, timeout: float = 0.0) -> None:
        """Do nothing."""


class SandboxUser:
    """A user of the sandbox who looks down on its table."""

    def __init__(
        self, game: WindowSandbox, folder: Path, host: Callable[..., object] = lambda opening: Nobody()
    ) -> None:
        self.now = 0.0
        backend = WindowBackend(folder / "games.sqlite")
        self.sandbox = SandboxScreen(
            game,
            Settings(speed=4.0),
            host,
            Files(folder, backend.scenario, backend.write_scenario),
            lambda: self.now,
        )

    @property
    def at(self) -> dict[str, Point]:
        """Return the places of the models (mm)."""
        return {name: model.at for name, model in self.sandbox.position.table.models.items()}

    def pointer(self, at: Vector) -> Pointer:
        """Return a pointer over a point (mm)."""
        ray = Ray((at[0], at[1] - 400.0, at[2] + 800.0), _towards((0.0, 400.0, -800.0)))
        on = picking.on_plane(ray, self.sandbox.level)
        assert on is not None
        return Pointer(on, picking.pick(self.sandbox.table, self.sandbox.poses, ray), self.now)

    def drag(self, *points: Vector) -> None:
        """Press at the first point, move over the others, release at the last."""
        self.sandbox.moved(self.pointer(points[0]))
        self.sandbox.pressed(self.pointer(points[0]))
        for at in points[1:]:
            self.frame()
            self.sandbox.moved(self.pointer(at))
        self.sandbox.released(self.pointer(points[-1]))

    def click(self, at: Vector) -> None:
        """Click a point."""
        self.drag(at)

    def frame(self) -> None:
        """Advance by a frame."""
        self.now += FRAME
        self.sandbox.advance(FRAME)
        time.sleep(0.001)  # the host has a processor too

    def until(self, true: Callable[[], object]) -> None:
        """Advance until something is true."""
        ends = time.monotonic() + TIMEOUT
        while not true():
            assert time.monotonic() < ends
            assert not self.sandbox.trials.failure, self.sandbox.trials.failure
            self.frame()


def _towards(way: Vector) -> Vector:
    length = math.hypot(*way)
    return (way[0] / length, way[1] / length, way[2] / length)


@contextmanager
def at_a_bare_table(
    folder: Path, host: Callable[..., object] = lambda opening: Nobody(), seed: int | None = None
) -> Iterator[SandboxUser]:
    """Return a user at a bare table with two gangs of five. `seed` fixes the results of trials."""
    game = WindowBackend(folder / "games.sqlite").sandbox(DRAFT)
    assert isinstance(game, WindowSandbox)
    tinkerer = SandboxUser(game if seed is None else replace(game, seed=seed), folder, host)
    yield tinkerer
    tinkerer.sandbox.close()


def foot(ann: SandboxUser, model: str) -> Vector:
    """Return the point where a model is grabbed."""
    return (*ann.at[model], 10.0)
