"""An act of a trial, watched tick by tick, with everything that its promises are judged by."""

from dataclasses import dataclass

from riotsim.simulation import frames
from riotsim.table.acts import Carry, Drop, Frame, Roll, Settled, Stack
from riotsim.table.pieces import Die, Piece, PieceId, Token
from riotsim.testing.generators.worlds import Trial


@dataclass(frozen=True, slots=True)
class Watched:
    """A trial, its outcome, and the places of all moving pieces after each tick."""

    trial: Trial
    settled: Settled
    frames: tuple[Frame, ...]

    @property
    def handled(self) -> tuple[Die | Token, ...]:
        """The dice or the token that the act's hand lets go of."""
        match self.trial.act:
            case Roll(dice=dice):
                return dice
            case Drop(token=token):
                return (token,)
            case Stack(die=die):
                return (die,)
        return ()

    @property
    def held(self) -> frozenset[PieceId]:
        """The pieces that a hand holds during the whole act: a carried model and the lowest die of its tower."""
        match self.trial.act:
            case Carry(model=model):
                return frozenset((model, *(die.id for die in self.trial.table.tower_dice(model)[:1])))
        return frozenset()

    @property
    def pieces(self) -> dict[PieceId, Piece]:
        """All pieces on the table before the act, and those that the act adds."""
        table = self.trial.table
        known: dict[PieceId, Piece] = {**table.terrain, **table.models, **table.tokens, **table.dice}
        known.update((piece.id, piece) for piece in self.handled)
        return known

    @property
    def reached(self) -> frozenset[PieceId]:
        """The pieces that could move at any time during the act."""
        return frozenset(name for frame in self.frames for name in frame.poses)


def watch(trial: Trial) -> Watched:
    """Perform the act of a trial, and return it with a frame of every tick. Errors of `perform` are raised."""
    under_way = frames(trial.table, trial.act, trial.seed, every=1)
    seen: list[Frame] = []
    while True:
        try:
            frame = next(under_way)
            if seen and frame.tick <= seen[-1].tick:  # the engine broke down, and the act has begun again
                seen.clear()
            seen.append(frame)
        except StopIteration as end:
            settled: Settled = end.value
            return Watched(trial, settled, tuple(seen))
