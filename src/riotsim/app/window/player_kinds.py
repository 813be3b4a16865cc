"""The names of the kinds of players in the window: a person, the levels of bots, and the user's own bots."""

from pathlib import Path
from typing import Final

from riotsim.players import PERSON

PLAYERS: Final = {
    PERSON: ("Person", "somebody at this table"),
    "easy": ("Easy", "knows the game, and errs on purpose"),
    "greedy": ("Fair", "greedy: takes what is best at once, one step ahead"),
    "planner": ("Hard", "planner: tries things out in thought, and takes its time"),
    "hasty": ("Hasty", "a planner in a hurry, which thinks less"),
    "random": ("Random", "does anything that is allowed"),
}
"""The label and the description of each kind of player, in the order of the start screen."""


def player_label(player: str) -> str:
    """Return the label of a kind of player, such as `Hard` for `planner`; empty for a person.

    A bot of the user's own is labelled with the name of its class. A bot that follows a policy is labelled with the
    name of the policy's file, without the ending.
    """
    if player == PERSON:
        return ""
    if player in PLAYERS:
        return PLAYERS[player][0]
    return Path(player.rpartition(":")[2]).stem  # a class of the user, or the file of a policy
