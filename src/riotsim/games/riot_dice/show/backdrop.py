"""The table behind the start screen, which looks like the middle of a game."""

import math

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.play.game import Assets, Backdrop
from riotsim.play.session.session import Perform
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model, Token, Tower, pose_beside
from riotsim.table.poses import Pose, about_z

NAMES = ("Ada", "Bea")

MODELS = (
    ("Ada-1", 215.0, 180.0, 0.6, 6), ("Ada-2", 300.0, 250.0, 1.1, 0), ("Ada-3", 330.0, 130.0, 1.6, 3),
    ("Bea-1", 380.0, 345.0, 4.1, 8), ("Bea-2", 300.0, 395.0, 4.6, 0), ("Bea-3", 450.0, 270.0, 3.5, 4),
)  # fmt: skip
"""The models: name, x and y (mm), heading (rad), and number of dice in the tower."""

TOKENS = ((345.0, 200.0), (270.0, 320.0), (410.0, 190.0), (240.0, 260.0))

LOOSE_DICE = ((330.0, 300.0, 0.4, 5), (352.0, 284.0, 1.2, 2), (310.0, 208.0, 2.2, 6))
"""The loose dice: x and y (mm), turn (rad), and the number shown."""


def backdrop(book: Rulebook, assets: Assets, perform: Perform) -> Backdrop:
    """Return a table for the start screen that looks like the middle of a game."""
    figures = assets.figures
    session = new_game(book, NAMES, 1, perform, assets.meshes, figures=figures)
    table = session.table
    session.close()
    some = next(iter(figures.values()), None)
    owners = {}
    for k, (name, x, y, heading, height) in enumerate(MODELS):
        boss = name.split("-")[0]
        figure = list(figures.values())[k % len(figures)] if figures else some
        model = Model(name, boss, (x, y), heading=heading, figure=figure)
        owners[name] = boss
        table = table.with_pieces(model)
        if height:
            foot = pose_beside(model, heading + math.pi, 16.0)
            dice = tuple(
                Die(
                    f"{name}-{level}",
                    pose=Pose(
                        (
                            foot.at[0] + 0.7 * math.sin(2.1 * level),
                            foot.at[1] + 0.7 * math.cos(1.7 * level),
                            8.0 + 16.0 * level,
                        ),
                        about_z(heading + 0.05 * math.sin(3.0 * level)),
                    ),
                    owner=boss,
                )
                for level in range(height)
            )
            table = table.with_pieces(*dice).with_tower(name, Tower(tuple(die.id for die in dice), heading + math.pi))
    table = table.with_pieces(*(Token(f"loot-{k}", Pose((x, y, 1.5))) for k, (x, y) in enumerate(TOKENS)))
    for k, (x, y, turn, value) in enumerate(LOOSE_DICE):
        table = table.with_pieces(Die(f"rolled-{k}", pose=Pose((x, y, 8.0), _showing(value, turn)), owner=NAMES[k % 2]))
    return Backdrop(table, NAMES, owners)


def _showing(value: int, turn: float) -> tuple[float, float, float, float]:
    return D6.orientation_showing(value, turn)
