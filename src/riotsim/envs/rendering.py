"""Pictures and texts of a game.

Pictures look as in `riotsim play`, but are drawn without a window. They need the extra `window`.
"""

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from riotsim.envs.loaded_rules import LoadedRules
from riotsim.files.resources import builtin_meshes
from riotsim.play.game import Game
from riotsim.play.session.session import Session
from riotsim.replay.figure_meshes import read_glb
from riotsim.replay.recording import seats

if TYPE_CHECKING:
    from riotsim.viewer.render.images import OffscreenRenderer
    from riotsim.viewer.scene.scene import Scene


PICTURE_SIZE: Final = (640, 360)
"""Width and height of a picture (pixels)."""


class PictureRenderer:
    """A renderer of pictures of a game's table.

    Raises:
        ModuleNotFoundError: A package for pictures is not installed.
    """

    def __init__(self, loaded: LoadedRules) -> None:
        try:
            import riotsim.viewer.render.images
            import riotsim.viewer.scene.scene  # noqa: F401 # only to see if all is installed
        except ModuleNotFoundError as missing:
            raise ModuleNotFoundError(
                f"{missing.name} isn't installed: pip install 'riotsim[window]' installs what pictures need"
            ) from missing
        self._loaded = loaded
        self._pictures: OffscreenRenderer | None = None
        self._stage: Scene | None = None
        self._of: Session[Any] | None = None

    def render(self, session: Session[Any]) -> npt.NDArray[np.uint8]:
        """Return a picture of the table, shape (height, width, 3).

        The numbers are sRGB from 0 to 255. The rows begin at the top.

        Raises:
            NoGraphics: The machine can't draw without a screen.
        """
        from riotsim.viewer.input.camera import Camera
        from riotsim.viewer.render.images import OffscreenRenderer

        if self._pictures is None:
            self._pictures = OffscreenRenderer(*PICTURE_SIZE, "low")
        if self._stage is None or session is not self._of:
            self._stage, self._of = self._build_scene(session), session
        self._stage.show(session.table)
        return self._pictures.render(self._stage, Camera.above_table(session.table.outline))

    def close(self) -> None:
        """Release the graphics resources. They are made anew if another picture is rendered."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

    def _build_scene(self, session: Session[Any]) -> "Scene":
        """Return a new scene with the colours of the players, and with the meshes of the program's own figures."""
        from riotsim.viewer.scene.scene import Scene

        shown, state = self._loaded.game.presentation(), session.first_checkpoint.state
        players = shown.scores(state, session.table)
        named = {figure.name for figure in self._loaded.assets.figures.values()}
        figure_meshes = {name: read_glb(path.read_bytes()) for name, path in builtin_meshes().items() if name in named}
        return Scene(seats(dict.fromkeys(players, "")), shown.model_owners(state), figure_meshes)


def render_text(game: Game, book: Any, session: Session[Any]) -> str:
    """Return the standings of a game as text.

    The first line names the turn. A line follows for each group of rows in the game's status (`Presentation.status`),
    and a line for each pending request. After the end of the game, a line names the winners.
    """
    shown = game.presentation()
    lines = [shown.turn(session.state).title]
    rows = shown.status(book, session, session.play.now).rows
    for group, members in groupby(rows, lambda row: row.group):
        lines.append(f"{group}: {', '.join(f'{row.label} {row.text}' for row in members)}")
    lines += [f"{request.player}: {shown.reason(book, session, request).title}" for request in session.pending]
    if (tally := shown.final_score(session.state)) is not None:
        lines.append(f"won by {', '.join(tally.winners)}" if tally.winners else tally.unfinished or "won by nobody")
    return "\n".join(lines)
