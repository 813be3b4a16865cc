"""Miniatures on round bases, made of mesh files.

As the body of a miniature, the physics uses either convex pieces of its mesh or a plain column.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from riotsim.files.assets.meshes import (
    MeshReader,
    ProgressListener,
    ignore_progress,
    mesh_digest,
    read_in_own_process,
    read_product,
)
from riotsim.files.mesh.source import find_source
from riotsim.files.problems import BadFile, Problem
from riotsim.table.pieces import MAX_BASE_DIAMETER, MIN_FIGURE_HEIGHT, Figure, Round
from riotsim.table.poses import Vector

MAX_WIDTH_SHARE: Final = 0.66
"""Maximum width of a figure, as a share of its base's diameter.

A die beside the base should not touch the figure. A tilted 16 mm die reaches 3.3 mm over the rim: 16 (√2 - 1) / 2. The
smallest base is 20 mm wide. With dice on both sides, 13.4 mm are left for the figure.
"""

MIN_SQUEEZE: Final = 0.5
"""Smallest factor by which a figure may be narrowed to fit its base. The number is our choice."""

CORNER_DECIMALS: Final = 4
"""Number of decimals of the corners of a figure's pieces (mm)."""


class FigureSpec(Protocol):
    """A figure, as the rules describe it."""

    @property
    def file(self) -> str:
        """Name of the mesh file."""

    @property
    def height(self) -> float:
        """Height of the figure from its soles to its top (mm)."""

    @property
    def up(self) -> str | None:
        """The axis of the file that points up: `y` or `z`; None for the usual axis of the file's format."""

    @property
    def body(self) -> str:
        """The body that the physics uses: `pieces` for convex pieces of the mesh, any other value for a column."""


class ModelSpec(Protocol):
    """A kind of model in the rules, which may have a figure."""

    @property
    def figure(self) -> FigureSpec | None:
        """The figure on the base; None for no figure."""

    @property
    def footing(self) -> object:
        """The model's round base or hull."""


@runtime_checkable
class RulesWithModels(Protocol):
    """Rules that list kinds of models."""

    @property
    def models(self) -> Mapping[str, ModelSpec]:
        """The kinds of models, by name."""


@dataclass(frozen=True, slots=True)
class LoadedFigure:
    """A loaded figure, with notes on the changes of its mesh for the physics."""

    figure: Figure
    notes: tuple[str, ...] = ()


def load_figures(
    rules: RulesWithModels,
    beside: Path | None = None,
    *,
    progress: ProgressListener = ignore_progress,
    read: MeshReader = read_in_own_process,
) -> dict[str, Figure]:
    """Load the figure of each kind of model that has a figure and stands on a round base.

    Args:
        rules: The rules.
        beside: Folder that is searched before the program's own meshes; None for the current folder.
        progress: Callback that gets a line of text before each file is read.
        read: Function that reads a mesh file.

    Returns:
        The figures, by the names of the kinds of models.

    Raises:
        BadFile: At least one figure can't be made. The error lists all problems.
    """
    found: dict[str, Figure] = {}
    problems: list[Problem] = []
    for name, kind in rules.models.items():
        if kind.figure is None or not isinstance(kind.footing, Round):
            continue
        progress(f"reading {kind.figure.file}")
        try:
            found[name] = load_figure(kind.figure, kind.footing.diameter, beside, read=read).figure
        except BadFile as error:
            problems += (Problem(p.file, p.message, field=f"models.{name}.figure") for p in error.problems)
    if problems:
        raise BadFile(problems)
    return found


def load_figure(
    kind: FigureSpec, base: float, beside: Path | None = None, *, read: MeshReader = read_in_own_process
) -> LoadedFigure:
    """Load one figure.

    Args:
        kind: The figure, as the rules describe it.
        base: Diameter of the round base under the figure (mm).
        beside: Folder that is searched before the program's own meshes; None for the current folder.
        read: Function that reads a mesh file.

    Raises:
        BadFile: There is no such file, no figure can be made of it, or the figure is too wide for the base.
    """
    found = find_source(kind.file, beside)
    digest = mesh_digest(found, base, kind.height, kind.up, kind.body)
    if kind.body != "pieces":
        read_product(kind.file, found, "raw", up=kind.up, read=read)
        return LoadedFigure(Figure(found.name, digest, kind.height))
    product = read_product(kind.file, found, "figure", up=kind.up, height=kind.height, read=read)
    corners: list[npt.NDArray[np.float64]] = [np.asarray(piece) for piece in product.arrays[::2]]
    widest = 2 * max(float(np.hypot(piece[:, 0], piece[:, 1]).max()) for piece in corners)
    squeeze = min(1.0, base * MAX_WIDTH_SHARE / widest)
    if squeeze < MIN_SQUEEZE:
        raise BadFile([Problem(kind.file, _too_wide(kind.height, widest, base))])
    notes = product.notes
    if squeeze < 1.0:
        squeezed = f"it is {widest:.1f} mm wide, and the physics has it squeezed to {base * MAX_WIDTH_SHARE:.1f} mm"
        notes = (*notes, f"{squeezed}: on a base of {base:g} mm towers of dice would touch it else")
    pieces = tuple(_corners(piece * [squeeze, squeeze, 1.0]) for piece in corners)
    return LoadedFigure(Figure(found.name, digest, kind.height, pieces), notes)


def _too_wide(height: float, widest: float, base: float) -> str:
    room = base * MAX_WIDTH_SHARE / MIN_SQUEEZE
    wider, lower = math.ceil(widest * MIN_SQUEEZE / MAX_WIDTH_SHARE), math.floor(height * room / widest)
    ways = []
    if wider <= MAX_BASE_DIAMETER:
        ways.append(f"a base of {wider} mm")
    if lower >= MIN_FIGURE_HEIGHT:
        ways.append(f"a height of {lower} mm")
    ways.append("body: column")
    advice = " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    return (
        f"is {widest:.0f} mm wide at a height of {height:g} mm, and the physics can squeeze it by half at most: "
        f"on a base of {base:g} mm it may have {room:.0f} mm. Give it {advice}"
    )


def _corners(piece: npt.NDArray[np.float64]) -> tuple[Vector, ...]:
    return tuple((float(x), float(y), float(z)) for x, y, z in np.round(piece, CORNER_DECIMALS))
