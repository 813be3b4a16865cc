"""What the player has set, kept in a JSON file in their folder of settings."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from riotsim.viewer.input.keys import Action, Chord, KeyMap

Quality: TypeAlias = Literal["auto", "low", "medium", "high"]

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""How fast what happens can be shown: times as fast as it is."""

LEAST_SCALE, LARGEST_SCALE = 0.8, 2.0
"""How small and how large panels and letters can be made."""

LARGEST_FILE = 1 << 20
"""A larger file is not read (bytes)."""


class Settings(BaseModel):
    """What the player has set. What is not told stands as it is here."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    quality: Quality = "auto"
    ui_scale: Annotated[float, Field(ge=LEAST_SCALE, le=LARGEST_SCALE)] = 1.0
    full_screen: bool = False
    volume: Annotated[float, Field(ge=0, le=1)] = 0.7
    muted: bool = False
    hands: bool = True
    """Whether dice and towers are handled by mouse gestures; else by buttons alone."""
    reaches: bool = True
    """Whether circles show how far a model reaches that is picked or pointed at."""
    speed: Annotated[float, Field(ge=SPEEDS[0], le=SPEEDS[-1])] = 1.0
    slow_motion: bool = False
    """Whether the moment in which a tower falls is shown slowly."""
    keys: Mapping[Action, Annotated[Chord, Field(max_length=40)]] = Field(default_factory=dict)
    """What differs from the keys that actions have unless told otherwise."""

    @property
    def keymap(self) -> KeyMap:
        """Which key does what."""
        return KeyMap(dict(self.keys))

    def with_keys(self, keys: KeyMap) -> "Settings":
        """Give the same with other keys."""
        return self.model_copy(update={"keys": dict(keys.changed)})


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings as they were found, and a line if something was wrong with their file."""

    settings: Settings
    problem: str = ""


def settings_path() -> Path:
    """Give the file in which the player's settings are kept."""
    from platformdirs import user_config_path

    return user_config_path("riotsim") / "window.json"


def load(path: Path) -> Loaded:
    """Read settings. Never fails: what is good in a bad file is taken, and the file kept aside under another name."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return Loaded(Settings(), f"{path}: {error.strerror or error}; the usual settings are used")
    if len(raw) > LARGEST_FILE:
        return _bad(path, Settings(), "it is too large for settings")
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        return _bad(path, Settings(), "it is not JSON")
    try:
        return Loaded(Settings.model_validate_json(raw))
    except ValidationError as error:
        faults = [(fault["loc"], fault["msg"]) for fault in error.errors(include_url=False)]
    way, why = faults[0]
    why = ": ".join(part for part in (".".join(map(str, way)), why) if part)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return _bad(path, _what_is_good(document, {way[0] for way, _ in faults if way}), why + more)


def save(settings: Settings, path: Path) -> None:
    """Write settings: what was there stays until all of it is written. Raises `OSError` if it can't be."""
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


def _what_is_good(document: object, bad: set[object]) -> Settings:
    """Read what is told in a file without some of it."""
    if not isinstance(document, dict):
        return Settings()
    with suppress(ValidationError):
        return Settings.model_validate_json(json.dumps({k: value for k, value in document.items() if k not in bad}))
    return Settings()


def _bad(path: Path, settings: Settings, why: str) -> Loaded:
    """Put a file aside and say so in one line."""
    why = "".join(c if c.isprintable() else repr(c)[1:-1] for c in why)
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.bad-{number}")
        try:
            os.link(path, aside)  # fails where there is such a file, so that none is written over
        except FileExistsError:
            continue
        except OSError:
            break
        with suppress(OSError):
            path.unlink()
        return Loaded(settings, f"{path}: {why}; the file was kept as {aside.name}")
    return Loaded(settings, f"{path}: {why}; it could not be put aside, and is written over when settings change")
