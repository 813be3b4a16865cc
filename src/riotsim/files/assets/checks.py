"""A check of the meshes that a rulebook names."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeGuard

from riotsim.files.assets.dice import DiceSpec, RulesWithDice, load_dice
from riotsim.files.assets.figures import RulesWithModels, load_figure
from riotsim.files.assets.meshes import ProgressListener, ignore_progress, mesh_notes, scenery_kinds
from riotsim.files.problems import BadFile, Problem
from riotsim.files.yaml import Document
from riotsim.table.pieces import Round


def check_assets(
    rules: object,
    beside: Path | None = None,
    document: Document | None = None,
    *,
    progress: ProgressListener = ignore_progress,
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Load the meshes that a rulebook names, and list the problems.

    The meshes are those of scenery, of dice, and of figures that stand on round bases.

    Args:
        rules: The rulebook. Its sections for scenery, dice and models may each be missing.
        beside: Folder that is searched before the program's own meshes; None for the current folder.
        document: The rules file, for the lines of problems with dice; None if there is no file.
        progress: Callback that gets a line of text before each file is read.

    Returns:
        Two tuples: the problems, and notes on changes of the meshes for the physics.
    """
    problems: list[Problem] = []
    notes: list[Problem] = []
    for field, file, load in _files(rules, beside):
        progress(f"reading {file}")
        try:
            notes += (Problem(file, note, field=field) for note in load())
        except BadFile as bad:
            problems += (Problem(p.file, p.message, field=field) for p in bad.problems)
    try:
        if has_custom_dice(rules):
            load_dice(rules, beside, document, progress=progress)
    except BadFile as bad:
        problems += bad.problems
    return tuple(problems), tuple(notes)


def has_custom_dice(rules: object) -> TypeGuard[RulesWithDice]:
    """Return whether a rulebook has a section for dice made of meshes. The section may be empty."""
    return isinstance(rules, RulesWithDice) and isinstance(rules.dice, DiceSpec)


class _Load(Protocol):
    """A function that loads one mesh file, and returns notes on the changes of the mesh for the physics."""

    def __call__(self) -> tuple[str, ...]: ...


def _files(rules: object, beside: Path | None) -> Iterator[tuple[str, str, _Load]]:
    """Yield a key, a file and a loader for each mesh of scenery, and for each mesh of a figure on a round base.

    The key is the dotted key of the file's field in the rules. The loader reads the file and returns notes.
    """
    key, kinds = scenery_kinds(rules)
    for name, kind in kinds.items():
        if kind.mesh is not None:
            file, scale, up = kind.mesh, kind.scale, kind.up
            yield f"{key}.{name}.mesh", file, lambda f=file, s=scale, u=up: mesh_notes(f, beside, scale=s, up=u)
    for name, model in rules.models.items() if isinstance(rules, RulesWithModels) else ():
        if model.figure is not None and isinstance(model.footing, Round):
            figure, base = model.figure, model.footing.diameter
            yield f"models.{name}.figure", figure.file, lambda f=figure, b=base: load_figure(f, b, beside).notes
