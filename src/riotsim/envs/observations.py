"""A player's observation: a fixed number of numbers from -1 to 1, without anything that is hidden from the player.

Players are in turn order from the observer on, so the game looks the same from every seat.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riotsim.envs.actions import MAX_OPTIONS
from riotsim.play.game import Game
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    PlayerId,
    Request,
    SetPace,
)
from riotsim.play.session.session import Session
from riotsim.table.pieces import Die, Model, PieceId, Round, Token
from riotsim.table.poses import Point
from riotsim.table.state import Table

REQUEST_KINDS: Final = (Choose, (PickPiece, PickSome), (PickPoint, PlaceSome), PickWay, AimThrow, PlaceDie, SetPace)
"""The kinds of requests. An observation has a number for each: 1 for the kind of the player's request. Requests about
one piece and about several have the same number, so that the size of observations is that of version 0.1.
"""

MAX_MODELS: Final = 8
"""Number of models of each player that an observation has; further models are left out. Our choice."""

MAX_TOKENS: Final = 32
"""Number of tokens that an observation has, the first in alphabetical order of their names. Our choice."""
MAX_DICE: Final = 16
"""Number of loose dice that an observation has, the first in alphabetical order of their names. Our choice."""

SCORE_SCALE: Final = 32.0
"""Score, or sum of the faces of a tower, that an observation encodes as 1. Our choice."""
HEIGHT_SCALE: Final = 20.0
"""Height of a tower (dice) that an observation encodes as 1. Our choice: few towers become higher."""
FACE_SCALE: Final = 12.0
"""Number on a die that an observation encodes as 1. Our choice."""
WIDTH_SCALE: Final = 64.0
"""Diameter or length of a model's base (mm) that an observation encodes as 1. Our choice."""
CLOCK_SCALE: Final = 1800.0
"""Time left (s) that an observation encodes as 1. Our choice."""

FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of a game that an observation encodes. Other words have no number of their own in it."""

    purposes: tuple[str, ...]
    """Purposes of requests, such as `move`."""
    words: tuple[str, ...]
    """Words in options, such as `shoot`."""


class ObservationEncoder:
    """An encoder of players' observations. `parts` has the place of each part."""

    def __init__(self, game: Game, book: object, vocabulary: Vocabulary, players: Sequence[PlayerId]) -> None:
        self._game = game
        self._book = book
        self._vocabulary = vocabulary
        self._players = tuple(players)
        shapes: dict[str, tuple[int, ...]] = {
            "kind": (len(REQUEST_KINDS),),
            "purpose": (len(vocabulary.purposes),),
            "clock": (1,),
            "players": (len(players), 6),
            "models": (len(players), MAX_MODELS, 8),
            "tokens": (MAX_TOKENS, 3),
            "dice": (MAX_DICE, 5),
            "options": (MAX_OPTIONS, 5 + len(vocabulary.words)),
        }
        self.parts: Mapping[str, tuple[slice, tuple[int, ...]]] = dict(_layout(shapes))
        """For each part of an observation its slice of the numbers, and the shape to give to that slice."""
        self.size = sum(int(np.prod(shape)) for shape in shapes.values())
        """Number of numbers in an observation."""

    def encode(
        self,
        player: PlayerId,
        session: Session[Any],
        request: Request[Any] | None,
        picked: Collection[str] = (),
    ) -> FloatArray:
        """Return a player's observation, shape (size,).

        Args:
            player: The player who observes.
            session: The game.
            request: The player's pending request; None if the player isn't asked.
            picked: The items of a subset that the player has picked so far.
        """
        seen = _ObservationWriter(
            player, session, request, self._from(player), self._game.model_owners(session.first_checkpoint.state)
        )
        stands = self._game.status(self._book, session, session.play.now)
        out = np.zeros(self.size, dtype=np.float32)
        features: dict[str, npt.ArrayLike] = {
            "kind": [isinstance(request, kind) for kind in REQUEST_KINDS],
            "purpose": [request is not None and request.purpose == word for word in self._vocabulary.purposes],
            "clock": [0.0 if stands.clock is None else stands.clock.left / CLOCK_SCALE],
            "players": seen.players(self._game),
            "models": seen.models(stands.acting),
            "tokens": seen.tokens(),
            "dice": seen.dice(),
            "options": seen.options(self._vocabulary.words, picked),
        }
        for name, (where, shape) in self.parts.items():
            part = np.zeros(shape, dtype=np.float32)
            rows = np.asarray(features[name], dtype=np.float32)
            if rows.size:
                part[tuple(slice(n) for n in rows.shape)] = rows
            out[where] = part.ravel()
        return np.clip(out, -1.0, 1.0)

    def _from(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Return all players in turn order from one player on."""
        seat = self._players.index(player)
        return self._players[seat:] + self._players[:seat]


class _ObservationWriter:
    """A writer of the rows of one player's observation of a table."""

    def __init__(
        self,
        player: PlayerId,
        session: Session[Any],
        request: Request[Any] | None,
        players: tuple[PlayerId, ...],
        model_owners: Mapping[PieceId, PlayerId],
    ) -> None:
        self._player = player
        self._session = session
        self._request = request
        self._players = players
        self._model_owners = model_owners
        self._table: Table = session.table

    def players(self, game: Game) -> list[list[float]]:
        """Return a row for each player, the observer first.

        A row has the score and 1 if it is the player's turn. For a tower that belongs to the player and to no model, it
        has the height, the sum of the faces, and the place.
        """
        state = self._session.state
        scores, turn = game.scores(state, self._table), game.turn(state).player
        rows = []
        for name in self._players:
            tower = self._table.tower_dice(name)
            sums = sum(die.shows for die in tower)
            foot = self._place(tower[0].pose.xy) if tower else (0.0, 0.0)
            rows.append(
                [scores.get(name, 0) / SCORE_SCALE, name == turn, len(tower) / HEIGHT_SCALE, sums / SCORE_SCALE, *foot]
            )
        return rows

    def models(self, acting: PieceId | None) -> FloatArray:
        """Return a row for each model, shape (players, MAX_MODELS, 8).

        A row has 1 for a model on the table, its place (2 numbers), the size of its base, and 1 if it has fallen. Then
        come the height of its tower, 1 if it is acting, and 1 if the request is about it.

        Args:
            acting: The model that is acting; None if no model is acting.
        """
        rows = np.zeros((len(self._players), MAX_MODELS, 8), dtype=np.float32)
        about = _about(self._request)
        for row, player in zip(rows, self._players, strict=True):
            names = [model for model, owner in self._model_owners.items() if owner == player]
            for k, name in enumerate(names[:MAX_MODELS]):
                row[k, 7] = name == about
                if (model := self._table.models.get(name)) is not None:
                    tower = self._table.tower_height(name) / HEIGHT_SCALE
                    row[k, :7] = (1.0, *self._place(model.at), _base(model), model.fallen, tower, name == acting)
        return rows

    def tokens(self) -> list[tuple[float, ...]]:
        """Return a row for each token: 1 for its presence, and its place as 2 numbers from -1 to 1."""
        tokens = sorted(self._table.tokens.items())[:MAX_TOKENS]
        return [(1.0, *self._place(token.pose.xy)) for _, token in tokens]

    def dice(self) -> list[tuple[float, ...]]:
        """Return a row for each loose die, at most `MAX_DICE`.

        A row has 1 for the die's presence, its place as 2 numbers, the number it shows divided by `FACE_SCALE`, and its
        owner. The owner is 1 for the observer, -1 for another player, and 0 for nobody.
        """
        dice = sorted(self._table.loose_dice(), key=lambda die: die.id)[:MAX_DICE]
        return [(1.0, *self._place(die.pose.xy), die.shows / FACE_SCALE, self._side(die.owner)) for die in dice]

    def options(self, words: Sequence[str], picked: Collection[str]) -> list[tuple[float, ...]]:
        """Return a row for each option of the request.

        A row begins with 1 for the option's presence, or -1 for an item that is picked already. Then come the place (2
        numbers), the number and the owner of the piece that the option names, as in `dice`. Then comes a number for
        each word: 1 if the option has the word.

        Args:
            words: The words to look for.
            picked: The items that are picked already.
        """
        rows = []
        for option in list(_listed(self._request))[:MAX_OPTIONS]:
            said = list(_words(option))
            found = [piece for word in said if (piece := self._piece(word)) is not None]
            about = found[-1] if found else None  # for a shot it is the piece that is hit
            row = (0.0, 0.0, 0.0, 0.0) if about is None else self._piece_features(about)
            rows.append((-1.0 if option in picked else 1.0, *row, *(float(word in said) for word in words)))
        return rows

    def _piece_features(self, piece: Die | Model | Token) -> tuple[float, float, float, float]:
        match piece:
            case Die():
                return (*self._place(piece.pose.xy), piece.shows / FACE_SCALE, self._side(piece.owner))
            case Model():
                return (*self._place(piece.at), 0.0, self._side(piece.owner))
            case Token():
                return (*self._place(piece.pose.xy), 0.0, 0.0)

    def _piece(self, name: str) -> Die | Model | Token | None:
        """Return the piece with a name, or None. If a tower without a model has the name, return its lowest die."""
        table = self._table
        if (tower := table.tower_dice(name)) and name not in table.models:
            return tower[0]
        return table.movable(name)

    def _place(self, at: Point) -> tuple[float, float]:
        """Return a point (mm) as numbers from -1 at the left and front edges of the table to 1 at the right and back
        edges.
        """
        return (2.0 * at[0] / self._table.width - 1.0, 2.0 * at[1] / self._table.depth - 1.0)

    def _side(self, owner: str) -> float:
        return 0.0 if not owner else 1.0 if owner == self._player else -1.0


def _layout(shapes: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, tuple[slice, tuple[int, ...]]]]:
    first = 0
    for name, shape in shapes.items():
        end = first + int(np.prod(shape))
        yield name, (slice(first, end), shape)
        first = end


def _base(model: Model) -> float:
    return (model.base.diameter if isinstance(model.base, Round) else model.base.length) / WIDTH_SCALE


def _about(request: Request[Any] | None) -> PieceId | None:
    """Return the name of the model or tower that a request is about, or None. A model's tower has the model's name."""
    match request:
        case PickWay(piece=model) | SetPace(model=model) | PlaceDie(tower=model) | AimThrow(thrower=model):
            return model
    return None


def _listed(request: Request[Any] | None) -> Iterable[object]:
    """Return the options of a request in the order in which actions number them; empty if the request lists no
    options.
    """
    match request:
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed) | PickSome(items=listed):
            return listed
        case PickWay(ways=ways):
            return [way.die for way in ways]
        case PickPoint(regions=regions) | PlaceSome(regions=regions):
            return [piece for piece, _ in regions]
    return ()


def _words(option: object) -> Iterator[str]:
    """Yield an option as text, and then each of its fields as text if it is a dataclass."""
    yield str(option)
    if is_dataclass(option):
        for one in fields(option):
            yield str(getattr(option, one.name))
