"""A player's observation: numbers from -1 to 1, without anything that is hidden from the player.

An observation describes the observer before the other players, and shows the table as seen from the observer's seat. So
the game looks the same from every seat.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riotsim.play.game import Game
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.presentation import Presentation
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

# The tuples keep observations as long as in version 0.1.
REQUEST_KINDS: Final = (Choose, (PickPiece, PickSome), (PickPoint, PlaceSome), PickWay, AimThrow, PlaceDie, SetPace)
"""The kinds of requests that observations tell apart. An observation has one number for each entry.

The number is 1 if the player's request is of the entry's kind, else 0. A tuple stands for all kinds in it.
"""

SCORE_SCALE: Final = 32.0
"""Score, or sum of the faces of a tower, that an observation encodes as 1. Our choice."""
HEIGHT_SCALE: Final = 20.0
"""Height of a tower, as a number of dice, that an observation encodes as 1. Few towers become higher. Our choice."""
FACE_SCALE: Final = 12.0
"""Number on a die that an observation encodes as 1. Our choice."""
WIDTH_SCALE: Final = 64.0
"""Diameter or length of a model's base (mm) that an observation encodes as 1. Our choice."""
CLOCK_SCALE: Final = 1800.0
"""Time left (s) that an observation encodes as 1. Our choice."""

FloatArray = npt.NDArray[np.float32]


class ObservationEncoder:
    """An encoder of players' observations. `parts` tells where in the observation each part is."""

    def __init__(self, game: Game, book: object, players: Sequence[PlayerId]) -> None:
        self._game = game
        self._book = book
        self._view = view = game.agent_view()
        self.players = tuple(players)
        """The players in turn order."""
        self.traits = view.trait_names(book)
        """The names of the traits of units, in the same order as in observations."""
        sizes, units = view.sizes, len(self.traits)
        shapes: dict[str, tuple[int, ...]] = {
            "kind": (len(REQUEST_KINDS),),
            "purpose": (len(view.purposes),),
            "clock": (1,),
            "players": (len(players), 6),
            "models": (len(players), sizes.models, 8 + units * (not view.units_are_dice)),
            "tokens": (sizes.tokens, 3),
            "dice": (sizes.dice, 5 + units * view.units_are_dice),
            "options": (sizes.options, 5 + len(view.words)),
        }
        shapes = {name: shape for name, shape in shapes.items() if math.prod(shape)}
        self.parts: Mapping[str, tuple[slice, tuple[int, ...]]] = dict(_layout(shapes))
        """The slice of the observation that each part takes, and the part's shape. The keys are the parts' names.

        Empty parts are left out.
        """
        self.size = sum(map(math.prod, shapes.values()))
        """Length of an observation: how many numbers it has."""

    def quarter_turns(self, player: PlayerId) -> int:
        """Return the number of quarter turns from the first seat to a player's seat, anticlockwise from above."""
        return self._view.quarter_turns(self._book, self.players.index(player), len(self.players)) % 4

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
        view, state, shown = self._view, session.state, self._game.presentation()
        owners = shown.model_owners(session.first_checkpoint.state)
        traits = view.traits(self._book, state, session.table) if self.traits else {}
        seen = _ObservationWriter(
            player, session, request, self._from(player), owners, self.quarter_turns(player), traits
        )
        clock = view.clock(state)
        features: dict[str, npt.ArrayLike] = {
            "kind": [isinstance(request, kind) for kind in REQUEST_KINDS],
            "purpose": [request is not None and request.purpose == word for word in view.purposes],
            "clock": [0.0 if clock is None else clock / CLOCK_SCALE],
            "players": seen.players(shown),
            "models": seen.models(self.parts["models"][1], view.acting(state)) if "models" in self.parts else [],
            "tokens": seen.tokens(view.sizes.tokens),
            "dice": seen.dice(view.sizes.dice, len(self.traits) * view.units_are_dice),
            "options": seen.options(view.words, picked, view.sizes.options, view.compass),
        }
        out = np.zeros(self.size, dtype=np.float32)
        for name, (where, shape) in self.parts.items():
            rows = np.asarray(features[name], dtype=np.float32)
            if rows.size:
                out[where].reshape(shape)[tuple(slice(n) for n in rows.shape)] = rows
        return np.clip(out, -1.0, 1.0, out=out)

    def _from(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Return all players in turn order, starting with the given player."""
        seat = self.players.index(player)
        return self.players[seat:] + self.players[:seat]


class _ObservationWriter:
    """An object that describes a table as one player observes it, in rows of numbers."""

    def __init__(
        self,
        player: PlayerId,
        session: Session[Any],
        request: Request[Any] | None,
        players: tuple[PlayerId, ...],
        model_owners: Mapping[PieceId, PlayerId],
        turns: int,
        traits: Mapping[PieceId, Sequence[float]],
    ) -> None:
        self._player = player
        self._session = session
        self._request = request
        self._players = players
        self._model_owners = model_owners
        self._turns = turns
        self._traits = traits
        self._table: Table = session.table

    def players(self, presentation: Presentation[Any, Any]) -> list[list[float]]:
        """Return a row of six numbers for each player. The observer's row comes first.

        - The player's score.
        - 1 if it is the player's turn, else 0.
        - Four numbers about the player's own tower: its height, the sum of its faces, and its place (2 numbers). They
          are 0 if the player has no tower. A tower that a model carries is not the player's own tower.
        """
        state = self._session.state
        scores, turn = presentation.scores(state, self._table), presentation.turn(state).player
        rows = []
        for name in self._players:
            tower = self._table.tower_dice(name)
            sums = sum(die.shows for die in tower)
            foot = self._place(tower[0].pose.xy) if tower else (0.0, 0.0)
            rows.append(
                [scores.get(name, 0) / SCORE_SCALE, name == turn, len(tower) / HEIGHT_SCALE, sums / SCORE_SCALE, *foot]
            )
        return rows

    def models(self, shape: tuple[int, ...], acting: PieceId | None) -> FloatArray:
        """Return a row for each model, player by player in the order of `players`.

        The numbers of a row are:

        - 1 if the model is on the table, its place (2 numbers), the size of its base, and 1 if the model has fallen.
        - The height of its tower, 1 if the model is acting, and 1 if the request is about the model.
        - Its traits.

        The models of a player are in the same order as at the beginning of the game.

        Args:
            shape: Number of players, number of models per player, and number of features of a model.
            acting: The model that is acting; None if no model is acting.
        """
        rows = np.zeros(shape, dtype=np.float32)
        about = _about(self._request)
        for row, player in zip(rows, self._players, strict=True):
            names = [model for model, owner in self._model_owners.items() if owner == player]
            for k, name in enumerate(names[: shape[1]]):
                row[k, 7] = name == about
                if (model := self._table.models.get(name)) is not None:
                    tower = self._table.tower_height(name) / HEIGHT_SCALE
                    row[k, :7] = (1.0, *self._place(model.at), _base(model), model.fallen, tower, name == acting)
                if shape[2] > 8 and (own := self._traits.get(name)) is not None:
                    row[k, 8:] = own
        return rows

    def tokens(self, most: int) -> list[tuple[float, ...]]:
        """Return a row for each of the first `most` tokens.

        A row has 1 for the token's presence, and the token's place as 2 numbers from -1 to 1.
        """
        tokens = sorted(self._table.tokens.items())[:most]
        return [(1.0, *self._place(token.pose.xy)) for _, token in tokens]

    def dice(self, most: int, traits: int) -> list[tuple[float, ...]]:
        """Return a row for each loose die, up to `most` rows.

        The numbers of a row are:

        - 1 for the die's presence, its place (2 numbers), and the number it shows divided by `FACE_SCALE`.
        - Its owner: 1 for the observer, -1 for another player, 0 for nobody.
        - Its traits.

        Args:
            most: Maximum number of rows.
            traits: Number of traits in a row.
        """
        none = (0.0,) * traits
        dice = sorted(self._table.loose_dice(), key=lambda die: die.id)[:most]
        return [(1.0, *self._piece_features(die), *(self._traits.get(die.id, none) if traits else ())) for die in dice]

    def options(
        self, words: Sequence[str], picked: Collection[str], most: int, compass: tuple[str, ...] | None
    ) -> list[tuple[float, ...]]:
        """Return a row for each option of the request, up to `most` rows.

        The numbers of a row are:

        - 1 for the option's presence, or -1 for an item that is picked already.
        - Four numbers about the last piece that the option names: its place (2 numbers), the number it shows, and its
          owner, each scaled as in the method `dice`. They are 0 if the option names no piece.
        - For each of `words`, 1 if the option has that word, else 0.

        A word for a direction is meant as seen from the first seat. In an option, it is first replaced by the
        observer's word for the same direction.

        Args:
            words: The words to look for.
            picked: The items that are picked already.
            most: Maximum number of rows.
            compass: The game's words for four directions: away, left, towards the seat, and right, as the first seat
                sees them. None if the game has no such words.
        """
        turned = self._turned_words(compass)
        rows = []
        for option in list(_listed(self._request))[:most]:
            said = list(_words(option))
            found = [piece for word in said if (piece := self._piece(word)) is not None]
            about = found[-1] if found else None  # for a shot it is the piece that is hit
            row = (0.0, 0.0, 0.0, 0.0) if about is None else self._piece_features(about)
            own = {turned.get(word, word) for word in said}
            rows.append((-1.0 if option in picked else 1.0, *row, *[float(word in own) for word in words]))
        return rows

    def _turned_words(self, compass: tuple[str, ...] | None) -> dict[str, str]:
        """Return a mapping from the first seat's words for directions to the observer's words.

        If the observer sits opposite the first seat, the value of `north` is `south`. The mapping is empty if the game
        has no words for directions, or if the observer sees the table as the first seat does.
        """
        if compass is None or not self._turns:
            return {}
        return {word: compass[(k - self._turns) % 4] for k, word in enumerate(compass)}

    def _piece_features(self, piece: Die | Model | Token) -> tuple[float, float, float, float]:
        match piece:
            case Die():
                return (*self._place(piece.pose.xy), piece.shows / FACE_SCALE, self._side(piece.owner))
            case Model():
                return (*self._place(piece.at), 0.0, self._side(piece.owner))
            case Token():
                return (*self._place(piece.pose.xy), 0.0, 0.0)

    def _piece(self, name: str) -> Die | Model | Token | None:
        """Return the piece with a name, or None if there is none. A tower without a model gives its lowest die."""
        table = self._table
        if (tower := table.tower_dice(name)) and name not in table.models:
            return tower[0]
        return table.movable(name)

    def _place(self, at: Point) -> tuple[float, float]:
        """Return where the observer sees a point (mm) of the table, as two numbers from -1 to 1.

        The first coordinate goes from -1 at the left edge to 1 at the right edge. The second goes from -1 at the near
        edge to 1 at the far edge.
        """
        x, y = 2.0 * at[0] / self._table.width - 1.0, 2.0 * at[1] / self._table.depth - 1.0
        return ((x, y), (y, -x), (-x, -y), (-y, x))[self._turns]

    def _side(self, owner: str) -> float:
        return 0.0 if not owner else 1.0 if owner == self._player else -1.0


def _layout(shapes: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, tuple[slice, tuple[int, ...]]]]:
    first = 0
    for name, shape in shapes.items():
        end = first + math.prod(shape)
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
    """Return the options of a request in the order of their actions. Return nothing if the request lists no options."""
    match request:
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed) | PickSome(items=listed):
            return listed
        case PickWay(ways=ways):
            return [way.die for way in ways]
        case PickPoint(regions=regions) | PlaceSome(regions=regions):
            return [piece for piece, _ in regions]
    return ()


def _words(option: object) -> Iterator[str]:
    """Yield the text of an option. If the option is a dataclass, then yield the text of each of its fields."""
    yield str(option)
    if is_dataclass(option):
        for one in fields(option):
            yield str(getattr(option, one.name))
