"""Dice by the names that rules have for them, ready to be thrown."""

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from riotsim.files.problems import BadFile
from riotsim.files.rules import folder_of, read_rules
from riotsim.files.yaml import validate
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.sections import unknown_name
from riotsim.table.dice.kinds import KINDS, DieKind
from riotsim.table.pieces import Die


class _Rules(BaseModel):
    """The part of a rules file that is read: the dice of any game."""

    model_config = ConfigDict(extra="ignore")

    dice: Dice = Dice()


def find_kind(die: DieKind | Die | str, rules: str | Path | None = None) -> Die:
    """Return the die that a caller asks for: by its name as in `die_of`, or a kind in its own or the usual size.

    Raises:
        ValueError: `rules` are given for a die that needs none, or `die_of` raises.
    """
    if isinstance(die, str):
        return die_of(die, rules)
    if rules is not None:
        raise ValueError("rules are looked at for a die that is given by its name, such as 'd6'")
    return die if isinstance(die, Die) else Die("", die, die.own_size or Die("").size)


USUAL: Final = Dice()
"""Dice of 16 mm with sharp edges."""


def die_of(name: str, rules: str | Path | None = None) -> Die:
    """Return a die by its name: as `rules` have it, or else a usual one of 16 mm.

    They are a file, or the name of some that come with the program. Of usual kinds they say the size and the edges, of
    their own (`dice.kinds`) the mesh besides; nothing else of the file is looked at. Raises `ValueError` if there is
    none of that name, and `BadFile` for what is wrong with it.
    """
    dice, beside = USUAL, None
    document = None if rules is None else read_rules(rules)
    if document is not None:
        dice = validate(document, _Rules).dice
        beside = folder_of(document.file)
    if name not in (known := (*KINDS, *dice.kinds)):
        raise ValueError(unknown_name(f"no die is called {name!r}", name, known))
    if document is not None and (faults := tuple(dice.too_round([name]))):
        raise BadFile(document.problem(*fault) for fault in faults)
    if name not in dice.kinds:
        return dice.bag().die(name, name)
    from riotsim.files.assets.dice import load_dice  # late: reading meshes takes long to import

    return dice.bag(load_dice(_Rules(dice=dice), beside, document, only=(name,))).die(name, name)
