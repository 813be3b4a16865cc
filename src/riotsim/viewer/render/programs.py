"""Shader programs. Each combination of a quality level and a material has its own variant of a program.

A variant contains only what its level and material need, so it has few branches. Branches are slow in a software
renderer.

The module doesn't use pyglet's shader programs, because they fail on shadow samplers.
"""

from collections.abc import Mapping
from ctypes import POINTER, byref, c_char, c_char_p, c_int, cast, create_string_buffer, pointer
from functools import cache
from importlib.resources import files

from pyglet import gl

from riotsim.table.dice.signs import (
    COUNT_GAP,
    COUNT_HEIGHT,
    COUNT_PLACE,
    COUNTED_ICON_PLACE,
    COUNTED_ICON_SIZE,
    LONE_ICON_SIZE,
)
from riotsim.viewer.render.quality import QualityLevel
from riotsim.viewer.scene.textures import GLYPH_HEIGHT, GLYPH_SIZE, GLYPH_SPREAD, ICON_REACH

GLSL_VERSION = "#version 330 core\n"

MATERIALS: Mapping[str, str] = {
    "paint": "PAINT", "surface": "SURFACE", "cube": "CUBE", "numbers": "NUMBERS", "signs": "SIGNS",
    "coin": "COIN",
}  # fmt: skip

SHADOW_MAP, SHADOW_DEPTH, SURFACES, GLYPHS, OCCLUSION, SOURCE, BLOOM, OUTLINES, ICONS = range(9)
"""Numbers of OpenGL texture units. `TEXTURE_UNITS` says which sampler uses which unit."""

TEXTURE_UNITS: Mapping[str, int] = {
    "shadow_map": SHADOW_MAP, "shadow_depth": SHADOW_DEPTH, "surfaces": SURFACES, "glyphs": GLYPHS,
    "occlusion": OCCLUSION, "source": SOURCE, "normals": SOURCE, "covered": SOURCE, "bloom": BLOOM,
    "outlines": OUTLINES, "icons": ICONS,
}  # fmt: skip

COUNT_BOLDNESS = 0.03
"""Extra width of the digit of a count on all sides, for a bolder digit.

The width is a share of the radius of the circle inside the flat part of a die's face. The sum of this width and
`COUNT_GAP` must not exceed the largest distance that the texture stores.
"""

SIGN_LAYOUT: Mapping[str, object] = {
    "SPREAD": 2 * GLYPH_SPREAD / GLYPH_SIZE,
    "ICON_REACH": ICON_REACH,
    "COUNTED_ICON_SIZE": COUNTED_ICON_SIZE,
    "COUNTED_ICON_PLACE": f"vec2{COUNTED_ICON_PLACE}",
    "LONE_ICON_SIZE": LONE_ICON_SIZE,
    "COUNT_PLACE": f"vec2{COUNT_PLACE}",
    "COUNT_CELL": COUNT_HEIGHT / (2 * GLYPH_HEIGHT),
    "COUNT_BOLD": COUNT_BOLDNESS,
    "COUNT_GAP": COUNT_GAP,
}
"""Constants for the shader of the material `signs`.

They give the places of an icon and its count on a face of a die, and in the cells of their textures.
"""

FRAME_BINDING = 0
"""Binding point of the uniform block that all programs share."""


class BadShader(Exception):
    """The error raised when the driver can't compile or link a shader. Its message is the driver's log."""


class Program:
    """A shader program, linked from a vertex and a fragment shader.

    Raises:
        BadShader: The driver can't compile or link the shaders.
    """

    def __init__(self, vertex: str, fragment: str, defines: Mapping[str, object] | None = None) -> None:
        head = GLSL_VERSION + "".join(f"#define {name} {value}\n" for name, value in (defines or {}).items())
        self.number: int = gl.glCreateProgram()
        parts = [
            _compile(gl.GL_VERTEX_SHADER, head + "#define VERTEX\n" + vertex),
            _compile(gl.GL_FRAGMENT_SHADER, head + fragment),
        ]
        for part in parts:
            gl.glAttachShader(self.number, part)
        gl.glLinkProgram(self.number)
        for part in parts:
            gl.glDeleteShader(part)
        done = c_int()
        gl.glGetProgramiv(self.number, gl.GL_LINK_STATUS, byref(done))
        if not done.value:
            raise BadShader(_log(self.number, gl.glGetProgramiv, gl.glGetProgramInfoLog))
        self._places: dict[str, int] = {}

    def use(self) -> None:
        """Use the program for drawing."""
        gl.glUseProgram(self.number)

    def block(self, name: str, binding: int) -> None:
        """Connect a uniform block to a binding point. Ignore a block that the program doesn't use."""
        index = gl.glGetUniformBlockIndex(self.number, create_string_buffer(name.encode()))
        if index != gl.GL_INVALID_INDEX:
            gl.glUniformBlockBinding(self.number, index, binding)

    def set_int(self, name: str, value: int) -> None:
        """Set an integer uniform, or the texture unit of a sampler. The program must be in use."""
        gl.glUniform1i(self._place(name), value)

    def set_float(self, name: str, *values: float) -> None:
        """Set a uniform that is a float, or a vector of two to four floats. The program must be in use."""
        (gl.glUniform1f, gl.glUniform2f, gl.glUniform3f, gl.glUniform4f)[len(values) - 1](self._place(name), *values)

    def close(self) -> None:
        """Release the program."""
        gl.glDeleteProgram(self.number)

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = gl.glGetUniformLocation(self.number, create_string_buffer(name.encode()))
        return self._places[name]


class Programs:
    """The shader programs of one quality level. Each program is compiled when it is first used."""

    def __init__(self, level: QualityLevel) -> None:
        self._defines = {
            "SAMPLES": level.samples,
            "SHADOW_SIDE": level.shadow_map_size,
            "TAPS": level.shadow_samples,
            "SEARCH": level.occluder_samples,
            "OCCLUSION": level.occlusion_samples,
            "FINE": int(level.full_detail),
        }
        self._compiled: dict[str, Program] = {}

    def piece(self, material: str, purpose: str = "") -> Program:
        """Return the program that draws meshes of one material: pieces, ghosts, or areas on the table.

        Args:
            material: Material of the mesh (a key of `MATERIALS`).
            purpose: Empty for pieces, `GHOST` for translucent ghosts of pieces, or `PATCH` for filled areas on the
                table. The opacity of an area is the alpha of its paint.
        """
        flags: dict[str, object] = {MATERIALS[material]: 1, **({purpose: 1} if purpose else {})}
        if material == "signs":
            flags |= SIGN_LAYOUT
        return self._get(f"{material} {purpose}", "piece.vert", ("light.glsl", "shadow.glsl", "piece.frag"), flags)

    def of_pieces(self, purpose: str) -> Program:
        """Return the program that draws pieces of any material for one purpose.

        Args:
            purpose: `SHADOW` for the shadow map, `NEAR` for ambient occlusion, `SILHOUETTE` for outlines.
        """
        fragment = {"SHADOW": "empty.frag", "NEAR": "near.frag", "SILHOUETTE": "silhouette.frag"}[purpose]
        return self._get(purpose, "piece.vert", (fragment,), {purpose: 1})

    def fullscreen(self, name: str) -> Program:
        """Return the program that draws over the whole picture with the fragment shader `name`."""
        return self._get(name, "whole.vert", (f"{name}.frag",), {})

    def pair(self, name: str, vertex: str = "") -> Program:
        """Return the program with the fragment shader `name` and the vertex shader `vertex`.

        If `vertex` is empty, the vertex shader is also `name`.
        """
        return self._get(name, f"{vertex or name}.vert", (f"{name}.frag",), {})

    def close(self) -> None:
        """Release all programs."""
        for program in self._compiled.values():
            program.close()
        self._compiled.clear()

    def _get(self, key: str, vertex: str, fragments: tuple[str, ...], flags: Mapping[str, object]) -> Program:
        if key not in self._compiled:
            frame = _source("frame.glsl")
            body = frame + "".join(map(_source, fragments))
            program = Program(frame + _source(vertex), body, {**self._defines, **flags})
            program.block("Frame", FRAME_BINDING)
            program.use()
            for name, unit in TEXTURE_UNITS.items():
                program.set_int(name, unit)
            self._compiled[key] = program
        return self._compiled[key]


@cache
def _source(name: str) -> str:
    return files("riotsim.viewer.render").joinpath("shaders", name).read_text(encoding="utf-8") + "\n"


def _compile(kind: int, text: str) -> int:
    number: int = gl.glCreateShader(kind)
    source = c_char_p(text.encode())
    gl.glShaderSource(number, 1, cast(pointer(source), POINTER(POINTER(c_char))), None)
    gl.glCompileShader(number)
    done = c_int()
    gl.glGetShaderiv(number, gl.GL_COMPILE_STATUS, byref(done))
    if not done.value:
        raise BadShader(_log(number, gl.glGetShaderiv, gl.glGetShaderInfoLog))
    return number


def _log(number: int, ask: object, tell: object) -> str:
    length = c_int()
    ask(number, gl.GL_INFO_LOG_LENGTH, byref(length))  # type: ignore[operator]  # pyglet's functions have no type
    text = create_string_buffer(max(length.value, 1))
    tell(number, length.value, None, text)  # type: ignore[operator]  # pyglet's functions have no type
    return text.value.decode(errors="replace")
