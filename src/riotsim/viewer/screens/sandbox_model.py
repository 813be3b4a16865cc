"""The data of the sandbox's panels."""

from dataclasses import replace

from riotsim.table.pieces import Die, PieceId, Token
from riotsim.table.state import Table
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.shared_models import PieceInfo, area_tip, piece_info, seat_of
from riotsim.viewer.ui import models
from riotsim.viewer.ui.sandbox_model import Chosen, SandboxModel, TrayItem


def sandbox_model(sandbox: SandboxScreen) -> SandboxModel:
    """Return the panel data of the sandbox."""
    game, position, playback = sandbox.game, sandbox.position, sandbox.trials.screen.playback
    drawn = sandbox.overlay()
    refused = drawn.hint if drawn.refused else ""
    return SandboxModel(
        game.title,
        game.seats,
        sandbox.tray.player,
        position.turn,
        tuple(position.scores.get(seat.name, 0) for seat in game.seats),
        game.score_name,
        tuple(
            TrayItem(one.key, one.label, one.heading, one.about, isinstance(one.piece, Die)) for one in game.piece_types
        ),
        sandbox.tray.taken,
        sandbox.tray.face,
        sandbox.phase,
        sandbox.tray.dice,
        _chosen(sandbox),
        _hint(sandbox),
        sandbox.document.history.can_undo or sandbox.holding is not None,
        sandbox.document.history.can_redo,
        models.PlaybackState(
            sandbox.settings.speed, playback.clock.paused, "moves" if sandbox.phase == "moves" else ""
        ),
        sandbox.files.asked,
        _tip(sandbox),
        sandbox.refusal or refused,
        sandbox.notice,
        settings=sandbox.settings,
        menu=sandbox.menu,
    )


def _chosen(sandbox: SandboxScreen) -> Chosen | None:
    table, name = sandbox.position.table, sandbox.chosen
    found = None if name is None else _described(sandbox, table, name)
    if name is None or found is None:
        return None
    die, model = table.dice.get(name), table.models.get(name)
    return Chosen(
        name,
        found.title,
        found.lines,
        seat_of(sandbox.game.seats, found.owner),
        _faces(die),
        0 if die is None else die.shows,
        None if model is None else not model.fallen,
    )


def _described(sandbox: SandboxScreen, table: Table, name: PieceId) -> PieceInfo | None:
    """Return the description of a piece, or None if the piece is not on the table.

    For a token, the title is the label of the tray's button for tokens.
    """
    found = piece_info(table, name)
    if found is None or name not in table.tokens:
        return found
    labels = (one.label for one in sandbox.game.piece_types if isinstance(one.piece, Token))
    return replace(found, title=next(labels, found.title))


def _faces(die: Die | None) -> tuple[int, ...]:
    return () if die is None else tuple(dict.fromkeys(die.kind.values))


def _hint(sandbox: SandboxScreen) -> str:
    if sandbox.phase == "aims":
        hint = sandbox.trials.screen.overlay().hint
        return hint or ("" if sandbox.trials.purpose else "Preparing the dice …")
    if sandbox.phase != "set up":
        return ""
    if sandbox.model_to_carry is not None:
        return f"Click where {sandbox.model_to_carry} should go; Esc cancels"
    if sandbox.holding is not None and sandbox.holding.from_tray:
        return "Click to place it; Shift and the wheel turn it, Esc cancels"
    if sandbox.holding is not None:
        return "Release it where it should go"
    return "Drag a piece, or click it to change it"


def _tip(sandbox: SandboxScreen) -> models.Tip | None:
    pointer = sandbox.pointer
    if pointer is None or sandbox.holding is not None:
        return None
    if pointer.piece is None:
        is_idle = sandbox.phase == "set up" and sandbox.model_to_carry is None
        return area_tip(sandbox.game.areas, pointer, sandbox.clock()) if is_idle else None
    found = _described(sandbox, sandbox.table, pointer.piece)
    if found is None:
        return None
    return models.Tip(found.title, found.lines, seat_of(sandbox.game.seats, found.owner))
