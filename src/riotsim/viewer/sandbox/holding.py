"""The piece at the mouse over the sandbox's table, and the tray with new pieces."""

import math
from dataclasses import dataclass, replace

from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import Position
from riotsim.play.sandbox.rules import Throw
from riotsim.replay.poses import pose_of
from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Tower, place_of
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED
from riotsim.viewer.sandbox import edits
from riotsim.viewer.sandbox.document import SandboxGame
from riotsim.viewer.scene.marks import Ghost, Mark

GHOST_HEIGHT = 0.4
"""Height of the held piece's ghost above the piece's new place (mm)."""


@dataclass(slots=True)
class HeldPiece:
    """The piece at the mouse, from the table or the tray, or a tower that is moved around its model."""

    table: Table
    """The table without the held piece, or the whole table while a tower is moved."""
    held: tuple[Piece, ...]
    """The held piece and the dice of its tower, or only the dice of a tower that is moved."""
    tower: Tower | None = None
    """The tower of a held model. None if the held piece has no tower, or while a tower is moved."""
    grabbed: Point = (0.0, 0.0)
    """Offset from the pointer to the middle of the held piece (mm)."""
    from_tray: bool = False
    pointer: Pointer | None = None
    swinging: PieceId | None = None
    """The model whose tower is moved around it. None if a piece is held."""

    @property
    def piece(self) -> Piece:
        """The held piece, without a model's tower. While a tower is moved, it is the tower's lowest die."""
        return self.held[0]

    @property
    def level(self) -> float:
        """Height of the pointer's plane (mm above the table)."""
        if self.swinging is not None:
            return 8.0
        tower = self._tower_under()
        if tower is None or tower not in self.table.towers:
            return 0.0
        top = self.table.tower_dice(tower)[-1]
        return top.pose.at[2] + top.size / 2

    def turned(self, angle: float) -> None:
        """Turn the held piece by an angle (rad, anticlockwise).

        Do nothing while a tower is moved around its model.
        """
        if self.swinging is not None:
            return
        whole = self.table.with_pieces(*self.held)
        if self.tower is not None:
            whole = whole.with_tower(self.piece.id, self.tower)
        whole = edits.turn(whole, self.piece.id, angle)
        self.table, self.held = edits.lift(whole, self.piece.id)
        self.tower = whole.towers.get(self.piece.id)

    def dropped(self) -> Table | None:
        """Return the table after the held piece or tower is let go. If there is no pointer, return None.

        - A tower is moved to the side of its model that faces the pointer.
        - A cube is added to the tower under the pointer, or to the tower of the standing model under the pointer.
        - Any other piece is put down at the pointer. So is a cube if no tower or standing model is there.
        """
        if self.pointer is None:
            return None
        if self.swinging is not None:
            return edits.swing_tower(self.table, self.swinging, self.pointer.at)
        tower = self._tower_under()
        if tower is not None and isinstance(self.piece, Die):
            return edits.stack_on(self.table, self.piece, tower, self._over(tower, self.pointer))
        x, y = self.pointer.at
        return edits.put_down(self.table, self.held, (x + self.grabbed[0], y + self.grabbed[1]), self.tower)

    def overlay(self) -> TableOverlay:
        """Return the ghost of the held piece or tower. If there is no pointer, the overlay is empty.

        The ghost is green if `edits.refusal` allows the place. If not, the ghost is red, and a hint gives the reason.
        """
        there = self.dropped()
        if there is None:
            return TableOverlay()
        why_not = edits.refusal(there)
        colour = REFUSED if why_not else ALLOWED
        if self.swinging is not None:
            names = [die.id for die in there.tower_dice(self.swinging)]
        else:
            names = [piece.id for piece in self.held]
        pieces = [piece for name in names if (piece := edits.piece_on(there, name)) is not None]
        marks: tuple[Mark, ...] = tuple(_ghost(piece, colour) for piece in pieces)
        return TableOverlay(marks=marks, hint=why_not or "", refused=why_not is not None)

    def _over(self, tower: PieceId, pointer: Pointer) -> Point:
        """Return the place of the held die above a tower, seen from above (mm).

        If the pointer is on the model of a tower with dice, this is the middle of the top die. If not, it is
        `pointer.at`.
        """
        if pointer.piece == tower and tower in self.table.towers:
            return self.table.tower_dice(tower)[-1].pose.xy
        return pointer.at

    def _tower_under(self) -> PieceId | None:
        """Return the name of the tower that would get the held die. Return None if there is no such tower.

        It is the tower of the die or model under the pointer. A tower that doesn't exist yet has the model's name. Only
        cubes can be added, and fallen models have no towers.
        """
        name = None if self.pointer is None else self.pointer.piece
        if name is None or not isinstance(self.piece, Die) or not self.piece.kind.is_cube:
            return None
        tower = edits.tower_of(self.table, name)
        if tower is not None:
            return tower
        model = self.table.models.get(name)
        return None if model is None or model.fallen else name


def pick_up(table: Table, name: PieceId, pointer: Pointer) -> HeldPiece:
    """Take a piece in hand at the pointer.

    If the piece is a die below the top of a model's tower, take the whole tower instead. The tower is then moved around
    its model.
    """
    tower = edits.tower_of(table, name)
    if tower in table.models and table.towers[tower].dice[-1] != name:
        swinging = table.tower_dice(tower)
        return HeldPiece(table, swinging, pointer=pointer, swinging=tower)
    piece = edits.piece_on(table, name)
    assert piece is not None, "what is grasped is on the table"
    rest, held = edits.lift(table, name)
    x, y = place_of(piece)
    grabbed = (x - pointer.at[0], y - pointer.at[1])
    if isinstance(piece, Die):
        grabbed = (0.0, 0.0) if tower is not None else grabbed
    return HeldPiece(rest, held, table.towers.get(name), grabbed, pointer=pointer)


def from_tray(table: Table, piece: Piece, name: PieceId, owner: str, face: int | None) -> HeldPiece:
    """Take a new piece in hand from the tray.

    Args:
        table: The table for the piece.
        piece: A piece of the wanted type.
        name: Name of the new piece.
        owner: Owner of the new piece.
        face: The number that a new die shows. If it is None, or if the die has no such number, the die shows the number
            of its first face.
    """
    match piece:
        case Die(kind=kind):
            shows = face if face in kind.values else kind.values[0]
            piece = replace(piece, id=name, owner=owner, pose=Pose((0.0, 0.0, 0.0), kind.orientation_showing(shows)))
        case Model():
            middle = table.middle
            looks = math.atan2(middle[1], middle[0])
            piece = replace(piece, id=name, owner=owner, heading=looks)
        case _:
            piece = replace(piece, id=name)
    return HeldPiece(table, (piece,), from_tray=True)


def _ghost(piece: Piece, colour: str) -> Ghost:
    pose = Pose((*piece.at, 0.0), about_z(piece.heading)) if isinstance(piece, Terrain) else pose_of(piece)
    return Ghost(piece, pose.translated((0.0, 0.0, GHOST_HEIGHT)), colour)


TRIAL_DIE_NAME = "in-hand-{}"
"""Name of a die in a trial throw. The braces stand for the die's number, from 1."""


class Tray:
    """The tray: the type of the next new piece, and the settings for new pieces and trial throws."""

    def __init__(self, player: PlayerId) -> None:
        self.player = player
        """The owner of new pieces."""
        self.face = 1
        """The number that new dice show."""
        self.dice = 3
        """The number of dice in a trial throw."""
        self.taken = ""
        """The key of the type of the new piece that is in hand; empty if none is in hand."""

    def piece(self, game: SandboxGame, position: Position) -> HeldPiece | None:
        """Return a new piece of the type `taken`, held in the hand. Return None if `taken` is empty.

        Raises:
            NoPieceLeft: `player` has no pieces of this type, or all of them are on the table already.
        """
        wanted = next((one for one in game.piece_types if one.key == self.taken), None)
        if wanted is None:
            return None
        owner = self.player if wanted.owned else ""
        return from_tray(position.table, wanted.piece, game.name(wanted, owner, position), owner, self.face)

    def throw(self, game: SandboxGame) -> Throw | None:
        """Return a trial throw: a throw of as many dice as `dice` says. Return None if the game has no dice."""
        die = next((one.piece for one in game.piece_types if isinstance(one.piece, Die)), None)
        if die is None:
            return None
        names = [TRIAL_DIE_NAME.format(k) for k in range(1, self.dice + 1)]
        return Throw(tuple(replace(die, id=name, owner=self.player) for name in names))
