"""One HTML file that shows a whole game, with all it needs inside: it works offline, from wherever it lies."""

import base64
import html
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.page.payload import encode_payload, page_payload
from riotsim.replay.recording import Recording
from riotsim.replay.timeline import lay_out

NO_SCULPTS: Mapping[str, FigureMesh] = {}

MODULES = ("textures", "dice", "figures", "scenery", "stage", "data", "controls", "log")
"""The page's modules beside `main`, by name: each is imported as "riotsim/NAME"."""


def write_html(recording: Recording, path: Path, *, sculpts: Mapping[str, FigureMesh] = NO_SCULPTS) -> None:
    """Write a recording as one HTML file. `sculpts` has what stands on bases, by the names of figures."""
    path.write_text(page(recording, sculpts), encoding="utf-8")


def page(recording: Recording, sculpts: Mapping[str, FigureMesh] = NO_SCULPTS) -> str:
    """Give the page."""
    before, between, after = shell()
    return before + html.escape(recording.title) + between + data(recording, sculpts) + after


def data(recording: Recording, sculpts: Mapping[str, FigureMesh] = NO_SCULPTS) -> str:
    """Give what a page has of its game: letters, digits, plus, slash and equals signs."""
    return encode_payload(page_payload(recording, lay_out(recording), sculpts))


def shell() -> tuple[str, str, str]:
    """Give what all pages share: what stands before a page's title, between it and its data, and after these.

    Modules in a file can't import each other by path where a page is opened from a disk; so each is a data URL, and
    the page's import map gives them their names.
    """
    imports = {"three": _module("vendor/three.js")}
    imports |= {f"riotsim/{name}": _module(f"{name}.js") for name in MODULES}
    values = {"style": _source("page.css"), "imports": json.dumps({"imports": imports}), "main": _source("main.js")}
    parts = re.split(r"\{\{(\w+)\}\}", _source("page.html"))
    # Text and names of places by turns; the places of title and data are where it is cut.
    pieces = [""]
    for text, place in zip(parts[::2], [*parts[1::2], ""], strict=True):
        pieces[-1] += text + values.get(place, "")
        if place in ("title", "data"):
            pieces.append("")
    before, between, after = pieces
    return before, between, after


def _source(name: str) -> str:
    return files("riotsim.replay").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def _module(name: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(_source(name).encode()).decode("ascii")
