"""The HTML page of a recorded game, with everything that it needs inside one file."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.page.payload import encode_payload, page_payload
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Recording

NO_FIGURES: Mapping[str, FigureMesh] = {}

MODULES = ("textures", "dice", "figures", "patches", "scenery", "stage", "data", "controls", "log")
"""Names of the page's scripts besides `main`. A script imports another script as `riotsim/NAME`."""


def write_html(recording: Recording, path: Path, *, figure_meshes: Mapping[str, FigureMesh] = NO_FIGURES) -> None:
    """Write a recording as an HTML file.

    Args:
        recording: The game.
        path: Path of the file.
        figure_meshes: Meshes of figures, by name.
    """
    path.write_text(page(recording, figure_meshes), encoding="utf-8")


def page(recording: Recording, figure_meshes: Mapping[str, FigureMesh] = NO_FIGURES) -> str:
    """Return the HTML page of a recording.

    Args:
        recording: The game.
        figure_meshes: Meshes of figures, by name.
    """
    before, between, after = page_shell()
    return before + html.escape(recording.title) + between + page_data(recording, figure_meshes) + after


def page_data(recording: Recording, figure_meshes: Mapping[str, FigureMesh] = NO_FIGURES) -> str:
    """Return the data of a recording for its page, in base64.

    Args:
        recording: The game.
        figure_meshes: Meshes of figures, by name.
    """
    return encode_payload(page_payload(recording, lay_out(recording), figure_meshes))


def page_shell() -> tuple[str, str, str]:
    """Return the text that all pages have in common, in three parts.

    A page is the first part, the page's title, the second part, the page's data, and the third part.
    """
    # A browser doesn't let scripts in files on disk import each other by path. So each script is a data URL,
    # to which the page's import map gives a name.
    imports = {"three": _module("vendor/three.js")}
    imports |= {f"riotsim/{name}": _module(f"{name}.js") for name in MODULES}
    values = {"style": _source("page.css"), "imports": json.dumps({"imports": imports}), "main": _source("main.js")}
    values["policy"] = _security_policy(**values)
    parts = re.split(r"\{\{(\w+)\}\}", _source("page.html"))
    # Text and placeholder names alternate. The text is cut at the placeholders of title and data.
    pieces = [""]
    for text, place in zip(parts[::2], [*parts[1::2], ""], strict=True):
        pieces[-1] += text + values.get(place, "")
        if place in ("title", "data"):
            pieces.append("")
    before, between, after = pieces
    return before, between, after


def _security_policy(style: str, imports: str, main: str) -> str:
    """Return the page's Content-Security-Policy: only its own scripts and style work, and nothing is loaded.

    The page's own modules are data URLs in its import map. So the policy allows scripts from the source `data:`.
    """
    return (
        f"default-src 'none'; script-src {_digest(imports)} {_digest(main)} data:; style-src {_digest(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    """Return the part of a Content-Security-Policy that allows an inline script or style: the digest of its text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _source(name: str) -> str:
    return files("riotsim.replay").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def _module(name: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(_source(name).encode()).decode("ascii")
