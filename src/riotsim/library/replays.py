"""Replays: a game as a page for a browser, as an animated model, or as text."""

from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final

from riotsim.app.recordings import figure_meshes, recording_of_stored
from riotsim.app.saving import open_store, read_exported
from riotsim.errors import InvalidValue
from riotsim.files.assets.meshes import ignore_progress
from riotsim.files.atomic import OWNER_ONLY, write_whole
from riotsim.library.arguments import check_file, check_game_id
from riotsim.replay.glb.writer import animated_glb
from riotsim.replay.page.html import page
from riotsim.replay.recording import Recording
from riotsim.replay.text import lines

REPLAY_SUFFIXES: Final = (".html", ".glb", ".txt")
"""File name suffixes of the formats for saving a replay."""


@dataclass(frozen=True)
class Replay:
    """A recorded game that can be viewed or saved."""

    recording: Recording
    """The recording that `page`, `glb` and `text` show."""

    @cached_property
    def text(self) -> str:
        """The game as text: a heading, then a line for each thing that happened, with its time and its turn.

        There are lines for acts, for events, and for most results of acts, such as the fall of a tower.
        """
        return "".join(f"{line}\n" for line in lines(self.recording))

    def page(self) -> str:
        """Return a single HTML page that plays the game in a browser and needs no network."""
        return page(self.recording, figure_meshes())

    def glb(self) -> bytes:
        """Return the game as an animated model in the GLB format, for model viewers and Blender."""
        return animated_glb(self.recording, figure_meshes())

    def save(self, file: str | Path) -> Path:
        """Write the replay into a file, and return its path. An existing file is replaced.

        Args:
            file: The file. Its name ends in `.html` for a page, `.glb` for a model or `.txt` for text.

        Raises:
            InvalidValue: The name has another ending, or `file` is neither text nor a path.
            BadFile: The file can't be written, for example because its folder doesn't exist.
        """
        check_file("a replay's file", file)
        path = Path(file)
        match path.suffix:
            case ".html":
                content = self.page().encode()
            case ".glb":
                content = self.glb()
            case ".txt":
                content = self.text.encode()
            case _:
                raise InvalidValue(f"{path}: a replay is saved as a file that ends in {', '.join(REPLAY_SUFFIXES)}")
        write_whole(path, content, OWNER_ONLY)
        return path

    def __repr__(self) -> str:
        return f"<Replay of {self.recording.title}, {len(self.recording.moments)} moments>"

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the replay's title, the notes under it, and a picture of the table at the end."""
        notes = "".join(f"<br>{escape(note)}" for note in self.recording.notes)
        moments = self.recording.moments
        table = moments[-1].after if moments else self.recording.first_table
        return f"<p><b>{escape(self.recording.title)}</b>{notes}</p>{table.svg()}"


def load_replay(game: str | Path, store: str | Path | None = None) -> Replay:
    """Load a game from a store, or from an exported file.

    Args:
        game: The id of a stored game, or the path of an exported file.
        store: The file of the store; by default the file that `RIOTSIM_DB` (an environment variable) names, or the
            user's own store.

    Raises:
        BadFile: There is no such game or store, the store or the exported file can't be read, or the game doesn't fit
            its rules.
        InvalidValue: `game` is neither text nor a path, or `store` is neither text nor a path.
    """
    if not isinstance(game, Path):
        check_game_id(game)
    if store is not None:
        check_file("a store", store)
    if isinstance(game, Path) or Path(game).is_file():
        from riotsim.store.exchange import require_consistent

        stored, where = read_exported(str(game), ignore_progress)
        require_consistent(stored, where)
        return Replay(recording_of_stored(stored, where, ignore_progress))
    with open_store(None if store is None else Path(store), must_exist=True) as opened:
        found = opened.read(game.lower(), with_traces=True)
        return Replay(recording_of_stored(found, str(opened.path), ignore_progress))
