"""A comparison of the ways to set up a group of units in RiftWar, by the chance to win after the set-up."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, cast

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator, pairs_of_enemies
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.context import Play
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.formations import arrange
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.units import inches

Rate: TypeAlias = Callable[[Request[object], Session[State], ChanceSource], list[RatedAnswer]]
"""A function that returns answers to a request with their ratings."""

BLOCKS_AT: Final = (5 / 36, 9 / 36, 12 / 36, 15 / 36, 18 / 36, 21 / 36, 24 / 36, 27 / 36, 31 / 36)
"""Places in the set-up to try for the middle of a block of units, as fractions of the table's width. Our choice. Our
choice.
"""

FEW_PAIRS: Final = 150
"""If there are no more pairs of enemies than this, a block is tried at every position in `BLOCKS_AT`.

A pair is a unit of one player and a unit of another. With more pairs, only every second position is tried.
"""

COLUMNS: Final = (6,)
"""Numbers of units side by side in the blocks that greedy bots compare. Our choice."""

MORE_COLUMNS: Final = (6, 3, 9)
"""Numbers of units side by side in the blocks that planners compare. Our choice."""

STEP: Final = inches(2)
"""Distance between the centres of neighbouring units in a block (mm)."""

FRONT: Final = inches(5.2)
"""Distance of a block's front row from the table edge of the block's player (mm)."""


class SetUps:
    """A comparison of set-ups under one rulebook."""

    def __init__(self, rules: Rulebook, rate: Rate, columns: Sequence[int] = COLUMNS) -> None:
        """Initialize a comparison.

        Args:
            rules: The rulebook.
            rate: The function that rates answers to a request. While set-ups of a group are compared, all other units
                are assumed to be set up by the best legal answers of this function.
            columns: Widths of the blocks to try. The width of a block is the number of its units side by side.
        """
        self._rules = rules
        self._rate = rate
        self._columns = columns
        self._positions = RiftWarPositionEvaluator(rules)

    def compare(
        self, game: Battle, request: PlaceSome, session: Session[State], chance: ChanceSource
    ) -> list[RatedAnswer]:
        """Return set-ups of a group with their ratings: several blocks, and the answers of `rate` (see `__init__`).

        A rating is the chance to win after the set-up, divided by `rating_scale`. All other units are assumed to be
        set up by the best legal answers of `rate`.

        - In a block, the units of the group stand in rows. The chance to win is worked out for each block.
        - Among the answers of `rate`, the chance to win is worked out only for the best legal one. Its rating goes to
          the answer that `rate` rates highest. If `rate` rates another answer lower by some amount, its rating here is
          lower by the same amount.
        """
        rated = self._rate(cast(Request[object], request), session, chance)
        blocks = [block for columns in self._columns for block in _blocks(game, request, columns)]
        expected = self._expected(session, chance)
        scale = self._positions.rating_scale
        usual = self._positions.chance_to_win(request.player, expected) / scale
        first = max(rating for _, rating in rated)
        placed = ((spots, self._positions.chance_to_win(request.player, _with(expected, spots))) for spots in blocks)
        return [
            *((answer, usual + min(0.0, rating - first)) for answer, rating in rated),
            *((spots, chance_there / scale) for spots, chance_there in placed),
        ]

    def _expected(self, session: Session[State], chance: ChanceSource) -> Battle:
        """Return the battle as it would be after the set-up of all units.

        It is assumed that each request of the set-up gets the best legal answer of `rate` (see `__init__`).
        """
        fork = session.fork()
        try:
            while fork.state.stage == "set-up":
                now = fork.pending[0]
                rated = sorted(self._rate(now, fork, chance), key=lambda one: -one[1])
                fork.answer(next(answer for answer, _ in rated if now.refusal(answer) is None), now.player)
            play = Play(fork.state, fork.table, fork.play.chance, fork.play.now)
            return Battle(play, self._rules, dice_of(self._rules))
        finally:
            fork.close()


def _with(expected: Battle, spots: tuple[Spot, ...]) -> Battle:
    """Return a copy of a battle with the models of `spots` at their places in `spots`."""
    models = expected.table.models
    table = expected.table.with_pieces(*(replace(models[spot.piece], at=spot.at) for spot in spots))
    return Battle(Play(expected.state, table, expected.play.chance, expected.play.now), expected.rules, expected.dice)


def _blocks(game: Battle, request: PlaceSome, columns: int) -> list[tuple[Spot, ...]]:
    """Return set-ups that form a block of a group, with the Light units in front.

    The set-ups differ in where the block stands along the table edge of the group's player.
    """
    width, depth = game.table.width, game.table.depth
    is_front = game.state.players.index(request.player) % 2 == 0
    names = sorted(request.pieces, key=lambda name: game.unit(name).type.size != "light")
    found = []
    for share in BLOCKS_AT if pairs_of_enemies(game.state) <= FEW_PAIRS else BLOCKS_AT[::2]:
        places = {
            name: (share * width + (k % columns - (columns - 1) / 2) * STEP, FRONT - k // columns * STEP)
            for k, name in enumerate(names)
        }
        if not is_front:
            places = {name: (width - x, depth - y) for name, (x, y) in places.items()}
        if (spots := arrange(request, places, names[0])) is not None:
            found.append(spots)
    return found
