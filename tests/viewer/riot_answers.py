"""Answers to any request of Riot Dice, for people in tests."""

from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Spot,
    Step,
)


def legal(request: Request[object], *, legs_it: bool = False) -> object:
    """Return an allowed answer. With `legs_it`, a turn is used to leave the game."""
    match request:
        case Choose(options=options):
            return options[-1] if legs_it and isinstance(options[-1], LegIt) else options[0]
        case PickPiece(pieces=pieces):
            return pieces[0]
        case PickPoint(regions=((piece, region), *_)):
            at = region.nearest((region.width / 2, region.depth / 2))
            assert at is not None, "there is a spot"
            return Spot(piece, at)
        case PickWay(ways=(way, *_)):
            return Step(way.die)
        case AimThrow(width=width, depth=depth):
            return Aim((width / 2, depth / 2), 0.5)
        case PlaceDie():
            return (0.0, 0.0)
        case SetPace(paces=(pace, *_)):
            return pace
    raise AssertionError(f"{request} is none of the vocabulary")
