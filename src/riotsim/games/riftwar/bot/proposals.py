"""Answers that planners propose in RiftWar, where they are better than those of greedy bots: set-ups and advances."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.firing import direct_aims
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.moves.moving import single_movers
from riotsim.games.riftwar.bot.advances import AdvanceFinder
from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator, looks_ahead, pairs_of_enemies
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.context import Play
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.formations import arrange
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.units import inches

BLOCKS_AT: Final = (5 / 36, 9 / 36, 12 / 36, 15 / 36, 18 / 36, 21 / 36, 24 / 36, 27 / 36, 31 / 36)
"""Positions of the middle of a block of units in the set-up, as fractions of the table's width. Our choice."""

FEW_PAIRS: Final = 150
"""Greatest number of pairs of enemies for which all of `BLOCKS_AT` are compared; above it, every other one is."""

COLUMNS: Final = 6
"""Number of units side by side in a block. Our choice."""

STEP: Final = inches(2)
"""Distance between neighbours in a block (mm)."""

FRONT: Final = inches(5.2)
"""Distance of the first row of a block from the edge of the table (mm)."""

PLANNED: Final = 20.0
"""Rating of an answer that carries out an advance: higher than all others."""

MOST_ADVANCES: Final = 6
"""Number of actions in a phase after which no more advances are looked for. Our choice."""

MOVES: Final = ("move", "group move")
"""The actions that bring units nearer to the enemy without an attack."""

ENOUGH_THREAT: Final = 0.6
"""Threat above which a side attacks instead of advancing (enemies destroyed in a phase). Our choice."""


class RiftWarProposals:
    """The evaluator of a planner's own answers. It proposes set-ups, and moves into sight of the enemy. It rates all
    other answers as a greedy bot does.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._greedy = RiftWarAnswerEvaluator(rules)
        self._positions = RiftWarPositionEvaluator(rules)
        self._advances = AdvanceFinder(rules, self._positions)

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return answers to a request with their ratings.

        Raises:
            TypeError: The game never makes such a request.
        """
        rated = self._greedy.evaluate(request, session, chance)
        if not looks_ahead(session.state):
            return rated
        game = Battle(session.play, self._rules, dice_of(self._rules))
        if isinstance(request, PlaceSome) and request.purpose == "set up":
            return self._set_ups(game, request, session, rated, chance)
        if request.purpose in ("action", "who moves", "move", "dangers") and game.state.stage == "battle":
            return self._moves(game, request, rated)
        return rated

    def _moves(self, game: Battle, request: Request[object], rated: list[RatedAnswer]) -> list[RatedAnswer]:
        """Return the answers to a request with their ratings. The answer for the best advance rates highest.
        Without an advance, moves rate low for a player who has acted in this phase or can fire at an enemy.
        """
        player = request.player
        # When an action is chosen, the next requests of the advance count it.
        actions = game.state.actions + (request.purpose == "action")
        if actions > MOST_ADVANCES or self._positions.threat(game, player) > ENOUGH_THREAT:
            return rated
        best = self._advances.best(game, player)
        if best is None:
            stays = request.purpose == "action" and (game.state.actions > 0 or direct_aims(game, player))
            return [(answer, -1.0 if answer in MOVES else rating) for answer, rating in rated] if stays else rated
        plan = game.state.plan
        if request.purpose == "action":
            return _with_best("move", rated)
        if isinstance(request, PickPiece) and request.pieces == single_movers(game, player):
            return _with_best(best.mover, rated)
        if isinstance(request, PickPoint):
            return [(Spot(best.mover, best.to), PLANNED), *rated]
        if request.purpose == "dangers" and plan is not None and plan.movers == (best.mover,):
            return _with_best("go on", rated)
        return rated

    def _set_ups(
        self,
        game: Battle,
        request: PlaceSome,
        session: Session[State],
        rated: list[RatedAnswer],
        chance: ChanceSource,
    ) -> list[RatedAnswer]:
        """Return set-ups of a group, rated by the chance to win if greedy bots set up the rest."""
        blocks = _blocks(game, request)
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
        """Return the battle after greedy bots have completed the set-up."""
        fork = session.fork()
        try:
            while fork.state.stage == "set-up":
                now = fork.pending[0]
                rated = sorted(self._greedy.evaluate(now, fork, chance), key=lambda one: -one[1])
                fork.answer(next(answer for answer, _ in rated if now.refusal(answer) is None), now.player)
            play = Play(fork.state, fork.table, fork.play.chance, fork.play.now)
            return Battle(play, self._rules, dice_of(self._rules))
        finally:
            fork.close()


def _with_best(best: str, rated: Iterable[RatedAnswer]) -> list[RatedAnswer]:
    """Return the rated answers, with `best` rated above all others."""
    return [(answer, PLANNED if answer == best else rating) for answer, rating in rated]


def _with(expected: Battle, spots: tuple[Spot, ...]) -> Battle:
    """Return a battle with some models at other places."""
    models = expected.table.models
    table = expected.table.with_pieces(*(replace(models[spot.piece], at=spot.at) for spot in spots))
    return Battle(Play(expected.state, table, expected.play.chance, expected.play.now), expected.rules, expected.dice)


def _blocks(game: Battle, request: PlaceSome) -> list[tuple[Spot, ...]]:
    """Return set-ups of a group in a block at several places along the edge of its side, Light units in front."""
    width, depth = game.table.width, game.table.depth
    is_front = game.state.players.index(request.player) % 2 == 0
    names = sorted(request.pieces, key=lambda name: game.unit(name).type.size != "light")
    found = []
    for share in BLOCKS_AT if pairs_of_enemies(game.state) <= FEW_PAIRS else BLOCKS_AT[::2]:
        places = {
            name: (share * width + (k % COLUMNS - (COLUMNS - 1) / 2) * STEP, FRONT - k // COLUMNS * STEP)
            for k, name in enumerate(names)
        }
        if not is_front:
            places = {name: (width - x, depth - y) for name, (x, y) in places.items()}
        if (spots := arrange(request, places, names[0])) is not None:
            found.append(spots)
    return found
