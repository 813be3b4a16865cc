"""For each game, the options of a small game, and the parts that the game does without."""

from collections.abc import Mapping
from typing import Final

SMALL: Final[Mapping[str, Mapping[str, object]]] = {
    "riot_dice": {
        "table.terrain": [],
        "loot.each": 1,
        "loot.drop_height": "1in",
        "gang.models": ["git", "git"],
        "clock.minutes": 1,
    },
    "demolition_dice": {"dice": 3},
    "cube_clash": {"turns.max": 8},
    "buskit": {"mode": "duel", "rounds.max": 2, "optional.prone": False},
    "riftwar": {
        "army.check": False,
        "armies.cold_war.units.rifleman.count": 2,
        "armies.biters.units.bug.count": 3,
        "phase.max_per_unit": 1,
        "phase.max_actions": 4,
        "dice.by": "stream",
    },
    **{name: {} for name in ("fling", "tumble", "muster", "pools")},
}
"""For each game, options with which it takes less than a second of processor time. A new game needs an entry."""

NOT_NEEDED: Final[Mapping[str, Mapping[str, str]]] = {
    "riot_dice": {
        "areas": "its terrain consists of pieces",
        "company": "its gangs are in its rules",
        "rosters": "its standings show the models",
        "thinker": "its planners try answers in rollouts",
        "at_back": "no side of its table is a player's own",
    },
    "demolition_dice": {
        "areas": "the areas on its table have their names drawn",
        "company": "its players have dice alone",
        "rosters": "its players have dice alone",
        "thinker": "its planners try answers in rollouts",
        "at_back": "no side of its table is a player's own",
        "no_scenery_options": "its table has no scenery",
        "option_weights": "its options are all as likely",
        "avoidable": "its options are all that a bot can be kept from",
        "dice_book": "its rulebook needs nothing that dice alone lack",
        "backdrop": "the start screen shows the table of one game",
        "incoming_pieces": "its dice come by throws and by hand",
        "model_owners": "it has no models",
    },
    "cube_clash": {
        "position_evaluator": "its planners have a search",
        "no_scenery_options": "its table has no scenery",
        "option_weights": "its options are all as likely",
        "avoidable": "its options are all that a bot can be kept from",
        "dice_book": "its rulebook needs nothing that dice alone lack",
        "backdrop": "the start screen shows the table of one game",
        "incoming_pieces": "its dice are on the table from the beginning",
        "model_owners": "it has no models",
    },
    "buskit": {
        "areas": "its terrain consists of pieces",
        "thinker": "its planners try answers in rollouts",
        "avoidable": "its options are all that a bot can be kept from",
        "dice_book": "its rulebook needs nothing that dice alone lack",
        "backdrop": "the start screen shows the table of one game",
    },
    "riftwar": {
        "areas": "its terrain consists of pieces",
        "thinker": "its planners try answers in rollouts",
        "avoidable": "its options are all that a bot can be kept from",
        "dice_book": "its rulebook needs nothing that dice alone lack",
        "backdrop": "the start screen shows the table of one game",
    },
}
"""For each game, the parts that keep their default, with the reason. A game must replace all other defaults."""

USUAL: Final = frozenset({"rows", "turn_word", "has_set_up", "checks", "rules_flags", "score_icon", "proposals"})
"""Parts whose default suits most games: for example turns, a set-up, and coins as the icon of the score."""
