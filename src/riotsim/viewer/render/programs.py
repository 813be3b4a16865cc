"""Shader programs of a quality level, with a variant for each material: branches are slow in a software renderer."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from riotsim.viewer.render.gl.program import Program
from riotsim.viewer.render.quality import QualityLevel

MATERIALS: Mapping[str, str] = {
    "paint": "PAINT", "surface": "SURFACE", "cube": "CUBE", "numbers": "NUMBERS", "coin": "COIN",
}  # fmt: skip

SHADOW_MAP, SHADOW_DEEP, GRAINS, SIGNS, NEARNESS, SOURCE, BLOOM, OUTLINES = range(8)
"""Texture units."""

UNITS: Mapping[str, int] = {
    "shadow_map": SHADOW_MAP, "shadow_deep": SHADOW_DEEP, "grains": GRAINS, "signs": SIGNS, "nearness": NEARNESS,
    "source": SOURCE, "normals": SOURCE, "covered": SOURCE, "bloom": BLOOM, "outlines": OUTLINES,
}  # fmt: skip

FRAME = 0
"""Binding point of the uniform block that all programs share."""


class Programs:
    """Programs, compiled when they are first needed."""

    def __init__(self, level: QualityLevel) -> None:
        self._defines = {
            "SAMPLES": level.samples,
            "SHADOW_SIDE": level.shadow,
            "TAPS": level.taps,
            "SEARCH": level.search,
            "OCCLUSION": level.occlusion,
            "FINE": int(level.fine),
        }
        self._made: dict[str, Program] = {}

    def piece(self, material: str, *, ghost: bool = False) -> Program:
        """Return the program for a material."""
        flags = {MATERIALS[material]: 1, **({"GHOST": 1} if ghost else {})}
        return self._get(f"{material} {ghost}", "piece.vert", ("light.glsl", "shadow.glsl", "piece.frag"), flags)

    def of_pieces(self, purpose: str) -> Program:
        """Return the program that draws pieces of any material for a purpose: SHADOW, NEAR or SILHOUETTE."""
        fragment = {"SHADOW": "empty.frag", "NEAR": "near.frag", "SILHOUETTE": "silhouette.frag"}[purpose]
        return self._get(purpose, "piece.vert", (fragment,), {purpose: 1})

    def fullscreen(self, name: str) -> Program:
        """Return the program of a pass over the whole picture."""
        return self._get(name, "whole.vert", (f"{name}.frag",), {})

    def pair(self, name: str) -> Program:
        """Return the program of a vertex and a fragment shader of this name."""
        return self._get(name, f"{name}.vert", (f"{name}.frag",), {})

    def close(self) -> None:
        """Release all programs."""
        for program in self._made.values():
            program.close()
        self._made.clear()

    def _get(self, key: str, vertex: str, fragments: tuple[str, ...], flags: Mapping[str, object]) -> Program:
        if key not in self._made:
            frame = _source("frame.glsl")
            body = frame + "".join(map(_source, fragments))
            program = Program(frame + _source(vertex), body, {**self._defines, **flags})
            program.block("Frame", FRAME)
            program.use()
            for name, unit in UNITS.items():
                program.set_int(name, unit)
            self._made[key] = program
        return self._made[key]


@cache
def _source(name: str) -> str:
    return files("riotsim.viewer.render").joinpath("shaders", name).read_text(encoding="utf-8") + "\n"
