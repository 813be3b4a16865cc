"""One HTML file that shows a whole game, with all it needs inside: it works offline, from wherever it lies."""

import base64
import html
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from riotsim.replay.pack import encoded, packed
from riotsim.replay.recording import Recording
from riotsim.replay.sculpts import Sculpt
from riotsim.replay.timeline import lay_out

NO_SCULPTS: Mapping[str, Sculpt] = {}

MODULES = ("textures", "dice", "figures", "scenery", "stage", "data", "controls", "log")
"""The page's modules beside `main`, by name: each is imported as "riotsim/NAME"."""


def write_html(recording: Recording, path: Path, *, sculpts: Mapping[str, Sculpt] = NO_SCULPTS) -> None:
    """Write a recording as one HTML file. `sculpts` has what stands on bases, by the names of figures."""
    path.write_text(page(recording, sculpts), encoding="utf-8")


def page(recording: Recording, sculpts: Mapping[str, Sculpt] = NO_SCULPTS) -> str:
    """Give the page.

    Modules in a file can't import each other by path where a page is opened from a disk; so each is a data URL, and
    the page's import map gives them their names.
    """
    imports = {"three": _module("vendor/three.js")}
    imports |= {f"riotsim/{name}": _module(f"{name}.js") for name in MODULES}
    values = {
        "title": html.escape(recording.title),
        "style": _source("page.css"),
        "imports": json.dumps({"imports": imports}),
        "main": _source("main.js"),
        "data": encoded(packed(recording, lay_out(recording), sculpts)),
    }
    # One pass, so that nothing in a value is taken for a place.
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], _source("page.html"))


def _source(name: str) -> str:
    return files("riotsim.replay").joinpath("page", *name.split("/")).read_text(encoding="utf-8")


def _module(name: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(_source(name).encode()).decode("ascii")
