"""Loads all meshes that a rulebook names, and lists problems and notes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeGuard

from riotsim.files.assets.dice import DiceSpec, RulesWithDice, load_dice
from riotsim.files.assets.figures import RulesWithModels, load_figure
from riotsim.files.assets.meshes import ProgressListener, RulesWithTerrain, ignore_progress, mesh_notes
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
    """Load every mesh and figure of a rulebook. Return all problems, and notes on what was changed for the physics.

    A rulebook without terrain, models or its own dice has nothing to load for them. `document` is the rules file; it
    lets problems name their lines.
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
    """Return whether the rules can define kinds of dice by meshes."""
    return isinstance(rules, RulesWithDice) and isinstance(rules.dice, DiceSpec)


class _Load(Protocol):
    """Loads one file, and gives notes."""

    def __call__(self) -> tuple[str, ...]: ...


def _files(rules: object, beside: Path | None) -> Iterator[tuple[str, str, _Load]]:
    """Yield each field that names a file, the file, and a function that loads it."""
    for name, kind in rules.terrain.items() if isinstance(rules, RulesWithTerrain) else ():
        if kind.mesh is not None:
            file, scale, up = kind.mesh, kind.scale, kind.up
            yield f"terrain.{name}.mesh", file, lambda f=file, s=scale, u=up: mesh_notes(f, beside, scale=s, up=u)
    for name, model in rules.models.items() if isinstance(rules, RulesWithModels) else ():
        if model.figure is not None and isinstance(model.footing, Round):
            figure, base = model.figure, model.footing.diameter
            yield f"models.{name}.figure", figure.file, lambda f=figure, b=base: load_figure(f, b, beside).notes
