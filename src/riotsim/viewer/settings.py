"""The player's settings, stored as a JSON file in the user's configuration folder."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from riotsim.replay.clocks import SPEEDS
from riotsim.viewer.input.keys import Action, Chord, KeyMap

Quality: TypeAlias = Literal["auto", "low", "medium", "high"]

MIN_SCALE, MAX_SCALE = 0.8, 2.0
"""Smallest and largest scale of panels and text. At scale 1, they have their usual size."""

MAX_FILE_SIZE = 1 << 20
"""Largest size of a valid settings file (bytes)."""


class Settings(BaseModel):
    """The player's settings. A setting that is missing from the file has the default given here."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    quality: Quality = "auto"
    ui_scale: Annotated[float, Field(ge=MIN_SCALE, le=MAX_SCALE)] = 1.0
    full_screen: bool = False
    volume: Annotated[float, Field(ge=0, le=1)] = 0.7
    muted: bool = False
    hands: bool = True
    """True if dice, towers and models can be moved with mouse gestures, False if only buttons and keys move them."""
    names: bool = True
    """True if names float over models."""
    reaches: bool = True
    """True if circles show the reach of a model, such as the model under the mouse."""
    speed: Annotated[float, Field(ge=SPEEDS[0], le=SPEEDS[-1])] = 1.0
    lesson_speed: Annotated[float, Field(ge=SPEEDS[0], le=SPEEDS[-1])] = 1.0
    """The playback speed in lessons. It doesn't depend on `speed`, so that players see each step of a lesson."""
    slow_motion: bool = True
    """True if falling towers, and the other highlights of a replay, are shown in slow motion."""
    lessons: Mapping[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    """The number of the scene (from 0) where the lesson of each game continues, by game.

    If a lesson is completed, it is the number of all its scenes.
    """
    keys: Mapping[Action, Annotated[Chord, Field(max_length=40)]] = Field(default_factory=dict)
    """The keys that the player has changed, by action. All other actions have their default keys.

    An empty chord means that the action has no key.
    """

    @property
    def keymap(self) -> KeyMap:
        """The key of each action, with the player's changes."""
        return KeyMap(dict(self.keys))

    def at_scene(self, game: str, scene: int) -> "Settings":
        """Return a copy of these settings that continues a game's lesson at another scene.

        Args:
            game: The game.
            scene: The number of the scene, from 0.
        """
        return self.model_copy(update={"lessons": {**self.lessons, game: scene}})

    def with_keys(self, keys: KeyMap) -> "Settings":
        """Return a copy of these settings with the keys of another key map."""
        return self.model_copy(update={"keys": dict(keys.changed)})


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings to use, and a message about a problem with their file. Without a problem, the message is empty."""

    settings: Settings
    problem: str = ""


def settings_path() -> Path:
    """Return the path of the user's settings file."""
    from platformdirs import user_config_path

    return user_config_path("riotsim") / "window.json"


def load(path: Path) -> Loaded:
    """Read settings from a file.

    Settings that are missing or invalid get their defaults. A file with faults is renamed, if possible, so that it is
    not overwritten.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_SIZE + 1)
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return Loaded(Settings(), f"{path}: {error.strerror or error}; the default settings are used")
    if len(raw) > MAX_FILE_SIZE:
        return _set_aside(path, Settings(), "the file is too large")
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        return _set_aside(path, Settings(), "the file is not JSON")
    try:
        return Loaded(Settings.model_validate_json(raw))
    except ValidationError as error:
        faults = [(fault["loc"], fault["msg"]) for fault in error.errors(include_url=False)]
    way, why = faults[0]
    why = ": ".join(part for part in (".".join(map(str, way)), why) if part)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return _set_aside(path, _without_faults(document, {way[0] for way, _ in faults if way}), why + more)


def save(settings: Settings, path: Path) -> None:
    """Write settings to a file. The old file is kept until the new file is complete.

    Raises:
        OSError: The file can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    target = Path(os.path.realpath(path))
    text = json.dumps(settings.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
    handle, name = tempfile.mkstemp(prefix=".riotsim-", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _without_faults(document: object, bad: set[object]) -> Settings:
    """Return the settings of a JSON document. Ignore the names in `bad` and their values.

    If the rest of the document is invalid, too, return the default settings.
    """
    if not isinstance(document, dict):
        return Settings()
    with suppress(ValidationError):
        return Settings.model_validate_json(json.dumps({k: value for k, value in document.items() if k not in bad}))
    return Settings()


def _set_aside(path: Path, settings: Settings, why: str) -> Loaded:
    """Rename a faulty settings file, if possible. Return `settings` with a message about the fault and the new name.

    Args:
        path: The path of the file.
        settings: The settings to use.
        why: The fault of the file.
    """
    why = "".join(c if c.isprintable() else repr(c)[1:-1] for c in why)
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.bad-{number}")
        try:
            os.link(path, aside)  # fails if the file exists, so that none is overwritten
        except FileExistsError:
            continue
        except OSError:
            break
        with suppress(OSError):
            path.unlink()
        return Loaded(settings, f"{path}: {why}; the file was renamed to {aside.name}")
    return Loaded(settings, f"{path}: {why}; it could not be renamed, and will be overwritten when settings change")
